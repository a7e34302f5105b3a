"""The sample as a site in each theme, and one browser for all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.browser import CHROMIUM, chromium, need_module, need_program, opened
from support.sites import STRICT, THEMES, Server, Theme, build_site, sample_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser
    from support.browser import Shown, View
    from support.project import Build


@pytest.fixture(scope='session')
def sites(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Build]:
    """The build of each theme by its name, and one more for the strict policy."""
    for theme in THEMES:
        need_module(theme.name)
    folder = tmp_path_factory.mktemp('sites')
    files = sample_files()
    builds = {theme.name: build_site(folder / theme.name, theme, files) for theme in THEMES}
    bare = Theme('alabaster', conf="html_sidebars = {'**': []}\n")
    builds[STRICT] = build_site(folder / STRICT, bare, files)
    assert {name: build.warnings for name, build in builds.items() if build.warnings} == {}
    return builds


@pytest.fixture(scope='session')
def server(sites: Mapping[str, Build]) -> Iterator[Server]:
    """The sites on a port of this machine."""
    with Server({name: build.outdir for name, build in sites.items()}) as running:
        yield running


@pytest.fixture(scope='session')
def browser() -> Iterator[Browser]:
    """The browser, started once."""
    need_module('playwright')
    need_program(CHROMIUM)
    with chromium() as running:
        yield running


@pytest.fixture(scope='session')
def open_page(browser: Browser, server: Server):
    """Opens a page: ``with open_page(view, 'cards.html') as shown``."""

    def open_view(view: View, name: str, site: str = ''):
        return opened(browser, view, f'{server.address}/{site or view.theme.name}/{name}')

    return open_view


@pytest.fixture(scope='session')
def shown(open_page, request: pytest.FixtureRequest) -> Iterator[Shown]:
    """A page in a view, loaded once for all tests of it: the parameter is both."""
    view, name = request.param
    with open_page(view, name) as page:
        yield page

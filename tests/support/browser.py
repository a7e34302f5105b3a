"""Pages in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import importlib.util
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

    from support.sites import Theme

CHROMIUM = '/usr/bin/chromium'
_FLAGS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
]
#: If this variable of the environment is set, what would be skipped fails.
REQUIRE_BROWSER = 'SPHINX_MATCHUPS_REQUIRE_BROWSER'
#: The folder that holds ``node_modules``.
NODE_FOLDER = 'SPHINX_MATCHUPS_NODE_FOLDER'

_SCRIPTS = Path(__file__).with_name('measure.js')
_HEIGHT = 900


def node_file(name: str) -> Path:
    """A file of an npm package; a test that needs it is skipped where it is missing."""
    path = Path(os.environ.get(NODE_FOLDER, '.'), 'node_modules', name)
    if not path.is_file():
        do_without(f'{path} (nox -s browser installs it)')
    return path


def need_module(name: str) -> None:
    """Skip a test where a module is missing."""
    if importlib.util.find_spec(name) is None:
        do_without(f'the Python package {name} (nox -s browser installs it)')


def need_program(name: str) -> str:
    """The path of a program; a test that needs it is skipped where it is missing."""
    path = shutil.which(name)
    return path or do_without(name)


def do_without(missing: str) -> str:
    """Skip a test, or fail where browsers must be there."""
    reason = f'not installed: {missing}'
    if os.environ.get(REQUIRE_BROWSER):
        pytest.fail(f'{reason}; {REQUIRE_BROWSER} is set')
    pytest.skip(reason)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class View:
    """How a reader sees a page."""

    theme: Theme
    scheme: str = 'light'
    width: int = 1280
    #: How many pixels of the screen one of the page takes.
    zoom: float = 1

    def __str__(self) -> str:
        zoomed = f'-zoom{self.zoom:g}' if self.zoom != 1 else ''
        return f'{self.theme}-{self.scheme}-{self.width}{zoomed}'


@dataclass
class Shown:
    """A page that the browser has loaded, and what happened meanwhile."""

    page: Page
    view: View
    #: Errors in the console and in scripts.
    errors: list[str] = field(default_factory=list)
    #: Addresses on other hosts that the page asked for; no answer came.
    foreign: list[str] = field(default_factory=list)

    def measure(self, name: str, *arguments: Any) -> Any:
        """What a function of ``measure.js`` finds on the page."""
        return self.page.evaluate(
            '([name, given]) => matchups[name](...given)', [name, list(arguments)]
        )

    def listen(self, address: str) -> None:
        """Note errors and requests to other hosts from now on."""
        host = urlsplit(address).netloc

        def answer(route: Route) -> None:
            if urlsplit(route.request.url).netloc == host:
                route.continue_()
            else:
                self.foreign.append(route.request.url)
                route.abort()

        self.page.route(lambda url: not url.startswith(('data:', 'blob:')), answer)
        self.page.on('pageerror', lambda error: self.errors.append(str(error)))
        self.page.on('console', lambda said: said.type == 'error' and self._note(said.text))

    def _note(self, error: str) -> None:
        # Policies that only report speak as loud as those that forbid; what they say is measured
        # where it happens.
        if '[Report Only]' not in error and 'Report-Only' not in error:
            self.errors.append(error)


@contextmanager
def opened(browser: Browser, view: View, address: str) -> Iterator[Shown]:
    """A page as a reader of this view gets it.

    A reader who uses the switch of a theme has a system set to the other scheme: what follows the
    system where it should follow the switch is seen then.
    """
    stored = view.theme.storage
    system = 'light' if (view.scheme == 'dark') == bool(stored) else 'dark'
    context = browser.new_context(
        viewport={'width': view.width, 'height': _HEIGHT},
        device_scale_factor=view.zoom,
        color_scheme=system,
        reduced_motion='reduce',
    )
    settings = {key: value % view.scheme for key, value in stored.items()}
    context.add_init_script(f'Object.assign(localStorage, {settings!r})')
    context.add_init_script(path=_SCRIPTS)
    shown = Shown(context.new_page(), view)
    shown.listen(address)
    shown.page.goto(address)
    shown.page.wait_for_load_state('networkidle')
    yield shown
    context.close()

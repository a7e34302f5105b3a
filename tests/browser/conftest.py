"""The sample in six themes, served on this machine and looked at in a real browser."""

from __future__ import annotations

import functools
import json
import os
import shutil
import threading
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from support.project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
#: Sees to it that pages have functions to measure them, as `matchups`.
MEASURES = (HERE / 'measure.js').read_text('utf-8')
#: If this variable of the environment is set, what would be skipped fails.
REQUIRE_BROWSER = 'SPHINX_MATCHUPS_REQUIRE_BROWSER'
#: Where the packages of ``package.json`` are installed.
NODE_MODULES = 'SPHINX_MATCHUPS_NODE_MODULES'
CHROMIUM = '/usr/bin/chromium'
FLAGS = (
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
)
THEMES = (
    'furo',
    'pydata_sphinx_theme',
    'sphinx_book_theme',
    'sphinx_rtd_theme',
    'shibuya',
    'alabaster',
)
#: The others are light, whatever the reader prefers.
DARK_THEMES = frozenset({'furo', 'pydata_sphinx_theme', 'sphinx_book_theme', 'shibuya'})
DESK, PHONE = 1280, 390
HEIGHTS = {DESK: 900, PHONE: 844}
#: In milliseconds.
TIMEOUT = 20_000
STRICT_POLICY = "default-src 'self'; style-src 'self'; script-src 'self'"
SETTINGS = """
extensions.remove('support.invariants')
html_theme = {theme!r}
# A reader who has not chosen a scheme gets the one of the system.
html_context = {{'default_mode': 'auto'}}
# What a theme asks of other hosts is left out.
templates_path = ['_templates']
matchups_products = ['Thermos 3']
matchups_personas = {{
    'builder': {{'icon': '\\N{{WRENCH}}', 'color': '#1d6fa5'}},
    'skeptic': {{'icon': '?', 'color': '#ffcc00'}},
    'futurist': {{'color': '#000000'}},
    'founder': {{'color': '#ffffff'}},
}}
"""


def absent(reason: str) -> None:
    """Skip a test, or fail where a browser must be there."""
    if os.environ.get(REQUIRE_BROWSER):
        pytest.fail(f'{reason}; {REQUIRE_BROWSER} is set')
    pytest.skip(reason)


class _Handler(SimpleHTTPRequestHandler):
    """Serves files, with a strict policy below ``/strict/``, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 its name there
        pass

    def do_GET(self) -> None:
        if self.path == '/favicon.ico':
            self.send_response(204)
            self.end_headers()
            return
        super().do_GET()

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix('/strict'))

    def end_headers(self) -> None:
        if self.path.startswith('/strict/'):
            self.send_header('Content-Security-Policy', STRICT_POLICY)
        super().end_headers()


@dataclass
class Look:
    """A page as it was looked at once."""

    #: What ``look`` in ``measure.js`` says.
    seen: dict[str, Any]
    #: The violations that axe finds in our elements.
    violations: list[str]
    #: What the console complains of.
    errors: list[str] = field(default_factory=list)
    #: Addresses elsewhere that the page asks for.
    foreign: list[str] = field(default_factory=list)


class Sites:
    """A project in each theme: built, served and looked at once."""

    def __init__(self, folder: Path, browser: Browser, sample: Path = HERE / 'sample') -> None:
        self._folder = folder
        self._sample = sample
        self._browser = browser
        self._built: dict[str, Path] = {}
        self._looks: dict[tuple[str, str, str, int], Look] = {}
        handler = functools.partial(_Handler, directory=str(folder))
        self._server = ThreadingHTTPServer(('127.0.0.1', 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.origin = f'http://127.0.0.1:{self._server.server_port}'

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def output(self, theme: str) -> Path:
        """The folder of the site in a theme."""
        if theme not in self._built:
            source = self._folder / 'source' / theme
            shutil.copytree(self._sample, source)
            project = Project(source)
            project.configure(SETTINGS.format(theme=theme))
            build = project.build('html', '-n')
            assert build.warnings == []
            shutil.copytree(build.outdir, self._folder / theme)
            self._built[theme] = self._folder / theme
        return self._built[theme]

    def address(self, theme: str, page: str) -> str:
        """The address of a page."""
        self.output(theme)
        return f'{self.origin}/{theme}/{page}'

    def open(
        self, address: str, scheme: str = 'light', width: int = DESK, *, script: str = ''
    ) -> tuple[Page, Look]:
        """Open a page in a window of its own, and note what it complains of and asks for.

        :param script: runs before those of the page
        """
        context = self._browser.new_context(
            viewport={'width': width, 'height': HEIGHTS.get(width, 900)},
            color_scheme='dark' if scheme == 'dark' else 'light',
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(MEASURES + script)
        page, look = context.new_page(), Look({}, [])
        page.on('pageerror', lambda error: look.errors.append(str(error)))
        page.on(
            'console',
            lambda said: look.errors.append(said.text) if said.type == 'error' else None,
        )

        def only_from_here(route: Any) -> None:
            if urlsplit(route.request.url).hostname == '127.0.0.1':
                route.continue_()
            else:
                look.foreign.append(route.request.url)
                route.abort()

        page.route('**/*', only_from_here)
        page.goto(address)
        return page, look

    def look(self, theme: str, page: str, scheme: str, width: int) -> Look:
        """What there is to see on a page."""
        key = (theme, page, scheme, width)
        if key not in self._looks:
            opened, look = self.open(self.address(theme, page), scheme, width)
            look.seen = opened.evaluate('matchups.look()')
            look.violations = _violations(opened)
            opened.context.close()
            self._looks[key] = look
        return self._looks[key]


def _violations(page: Page) -> list[str]:
    page.evaluate(node_module('axe-core/axe.min.js').read_text('utf-8'))
    found = page.evaluate(
        """async () => (await axe.run(
            {include: [['div.matchup'], ['.matchup-entry-name'], ['.matchup-listing']]
                .filter(([selector]) => document.querySelector(selector))},
            {resultTypes: ['violations']},
        )).violations"""
    )
    return [
        f'{violation["id"]}: {node["html"][:160]} {json.dumps(node["any"])[:200]}'
        for violation in found
        for node in violation['nodes']
    ]


def node_module(path: str) -> Path:
    """A file of the packages of ``package.json``."""
    folder = os.environ.get(NODE_MODULES, '')
    file = Path(folder, path)
    if not folder or not file.is_file():
        absent(f'the packages of tests/browser/package.json are not in {NODE_MODULES}')
    return file


@pytest.fixture(scope='session')
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if not Path(CHROMIUM).exists():
        absent(f'there is no {CHROMIUM}')
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        absent('Playwright is not installed; nox -s browser does it')
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope='session')
def sites(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """The sample in each theme."""
    sites = Sites(tmp_path_factory.mktemp('sites'), browser)
    yield sites
    sites.close()

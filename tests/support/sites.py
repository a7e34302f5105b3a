"""One sample project as a site in each of several themes, served on this machine alone."""

from __future__ import annotations

import http.server
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from support.project import Project

if TYPE_CHECKING:
    from collections.abc import Mapping

    from support.project import Build

TESTS = Path(__file__).parents[1]
SAMPLE = TESTS / 'browser' / 'sample'
SCHEMES = ('light', 'dark')

#: What a page may load if it is to run nothing but what its own host sends as files.
STRICT_POLICY = "default-src 'self'; style-src 'self'; script-src 'self'"

_PERSONAS = """\
matchups_personas = {
    'builder': {'icon': '🔧', 'color': '#1d6fa5'},
    'skeptic': {'icon': '◆', 'color': '#ffcc00'},
}
"""


@dataclass(frozen=True)
class Theme:
    """A theme, and how its readers choose light or dark."""

    name: str
    #: Further lines of ``conf.py``.
    conf: str = ''
    #: What the theme's switch puts into the local storage, with ``%s`` for the scheme; empty for
    #: a theme without a switch, which may follow the system.
    storage: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


THEMES = (
    Theme('furo', storage={'theme': '%s'}),
    Theme('pydata_sphinx_theme', storage={'theme': '%s', 'mode': '%s'}),
    Theme('sphinx_book_theme', storage={'theme': '%s', 'mode': '%s'}),
    Theme('sphinx_rtd_theme'),
    Theme('shibuya', storage={'_theme': '%s'}),
    Theme('alabaster'),
)
#: Without sidebars, whose scripts stand in the page, this theme works under the strict policy.
STRICT = 'strict'


def sample_files() -> dict[str, bytes]:
    """The files of the sample project."""
    found = sorted(path for path in SAMPLE.rglob('*') if path.is_file())
    return {path.relative_to(SAMPLE).as_posix(): path.read_bytes() for path in found}


def build_site(folder: Path, theme: Theme, files: Mapping[str, bytes], conf: str = '') -> Build:
    """Build a project with a theme."""
    project = Project(folder, files)
    keep_sidebars = "del html_sidebars\nlanguage = 'en'\n"
    project.configure(f'{keep_sidebars}html_theme = {theme.name!r}\n{_PERSONAS}{theme.conf}{conf}')
    return project.build('html', '--nitpicky', '--fail-on-warning')


class Server:
    """Serves folders on a free port; pages of the folder ``strict`` with the strict policy.

    With every other page the policy is sent too, but is only to report: most themes have scripts
    in their pages.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        class Handler(http.server.SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                _, name, rest = path.split('/', 2)
                self.directory = str(folders.get(name, Path('/nowhere')))
                return super().translate_path(f'/{rest}')

            def end_headers(self) -> None:
                header = 'Content-Security-Policy'
                if not self.path.startswith(f'/{STRICT}/'):
                    header += '-Report-Only'
                self.send_header(header, STRICT_POLICY)
                super().end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self.address = f'http://127.0.0.1:{self._server.server_port}'

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

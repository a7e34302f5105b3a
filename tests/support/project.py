"""A small documentation project on disk, built by the real command in this process."""

from __future__ import annotations

import contextlib
import gettext
import io
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from bs4 import BeautifulSoup
from sphinx import locale
from sphinx.cmd.build import build_main
from sphinx.util.console import strip_colors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

#: The seed that most tests use.
S1 = 'Teapot Pro vs Kettle One\n\n“Pours without a drip.”\n\n“Boils in ninety seconds.”\n'

CONF = """\
project = 'Test'
author = 'Tests'
copyright = 'Tests'
version = release = '1'
extensions = ['sphinx_matchups', 'myst_parser', 'support.invariants']
exclude_patterns = ['_build', 'seeds']
html_theme = 'basic'
html_sidebars = {'**': []}
html_copy_source = False
myst_enable_extensions = ['colon_fence']
"""


def seed(title: str, *quotes: str) -> str:
    """A seed with these quotes, each with what follows its closing mark."""
    return '\n\n'.join([title, *(f'“{quote}”' for quote in quotes)]) + '\n'


def german_catalog(translations: Mapping[str, str]) -> bytes:
    """A message catalog, to stand at ``locale/de/LC_MESSAGES/PAGE.po``."""
    return message_catalog('de', translations)


def message_catalog(language: str, translations: Mapping[str, str]) -> bytes:
    """A message catalog, to stand at ``locale/LANGUAGE/LC_MESSAGES/PAGE.po``."""
    catalog = Catalog(locale=language, charset='utf-8', fuzzy=False)
    for message, translation in translations.items():
        catalog.add(message, translation)
    stream = io.BytesIO()
    write_po(stream, catalog)
    return stream.getvalue()


@dataclass(frozen=True)
class Build:
    """What one run of ``sphinx-build`` left behind."""

    exit_code: int
    outdir: Path
    #: One message an item, without colours, paths relative to the source folder.
    warnings: list[str]
    #: What Sphinx printed about its progress.
    status: str

    def text(self, name: str) -> str:
        """A file of the output."""
        return (self.outdir / name).read_text('utf-8')

    def soup(self, name: str) -> BeautifulSoup:
        """A page of the output, parsed."""
        return BeautifulSoup(self.text(name), 'html.parser')

    def files(self) -> dict[str, bytes]:
        """Every file of the output, by path."""
        found = sorted(path for path in self.outdir.rglob('*') if path.is_file())
        return {path.relative_to(self.outdir).as_posix(): path.read_bytes() for path in found}

    def inventory(self) -> list[str]:
        """The lines of ``objects.inv`` that are ours."""
        data = (self.outdir / 'objects.inv').read_bytes()
        lines = zlib.decompress(data.split(b'\n', 4)[4]).decode('utf-8').splitlines()
        return [line for line in lines if ' matchup:' in line]

    def subtypes(self) -> list[str]:
        """The ``type.subtype`` of each warning, in order."""
        found = (re.search(r'\[([\w.]+)\]$', warning) for warning in self.warnings)
        return [match[1] if match else '' for match in found]


class Project:
    """The source folder of a documentation project and its builds."""

    def __init__(self, root: Path, files: Mapping[str, str | bytes] | None = None) -> None:
        self.srcdir = root
        self.srcdir.mkdir(parents=True, exist_ok=True)
        self.write({'conf.py': CONF, **(files or {})})

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files below the source folder."""
        for name, content in files.items():
            path = self.srcdir / name
            path.parent.mkdir(parents=True, exist_ok=True)
            data = content.encode('utf-8') if isinstance(content, str) else content
            path.write_bytes(data)

    def remove(self, name: str) -> None:
        """Remove a file below the source folder."""
        (self.srcdir / name).unlink()

    def configure(self, lines: str) -> None:
        """Write ``conf.py`` anew with further lines at its end."""
        self.write({'conf.py': CONF + lines})

    def build(
        self,
        builder: str = 'html',
        *options: str,
        out: str = '',
        confdir: Path | None = None,
        filenames: Sequence[str] = (),
    ) -> Build:
        """Run ``sphinx-build``; a second run with the same *out* is an incremental build.

        :param options: further options of the command, such as ``-W`` or ``-j4``
        :param filenames: the only pages to write; all that are out of date if empty
        :param out: a name for the output and doctrees, the builder's if empty
        """
        base = self.srcdir / '_build' / (out or builder)
        outdir, log = base / 'out', base / 'warnings.txt'
        base.mkdir(parents=True, exist_ok=True)
        command = ['-b', builder, '-d', str(base / 'doctrees'), '-w', str(log), '-N', *options]
        if confdir:
            command += ['-c', str(confdir)]
        pages = [str(self.srcdir / name) for name in filenames]
        status = base / 'status.txt'
        # Sphinx would go on with the catalogs of the last build in this process.
        locale.translators.clear()
        gettext._translations.clear()
        with (
            status.open('w', encoding='utf-8') as stream,
            contextlib.redirect_stdout(stream),
            contextlib.redirect_stderr(stream),
        ):
            exit_code = build_main([*command, str(self.srcdir), str(outdir), *pages])
        warnings = log.read_text('utf-8').replace(f'{self.srcdir}/', '')
        return Build(
            exit_code=exit_code,
            outdir=outdir,
            warnings=[line for line in strip_colors(warnings).splitlines() if line.strip()],
            status=strip_colors(status.read_text('utf-8')),
        )


class Builds:
    """The builds of one project, each made once: ``builds('html')``."""

    def __init__(self, project: Project, *options: str) -> None:
        self._project = project
        self._options = options
        self._made: dict[str, Build] = {}

    def __call__(self, builder: str) -> Build:
        if builder not in self._made:
            self._made[builder] = self._project.build(builder, *self._options)
        return self._made[builder]

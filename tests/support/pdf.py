"""PDFs made by the real engines, and what stands in them and in their logs."""

from __future__ import annotations

import contextlib
import os
import pickle
import re
import shutil
import signal
import subprocess
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self
from xml.etree import ElementTree as ET

import pytest

from support.project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from support.project import Build

#: If this variable of the environment is set, what would be skipped fails.
REQUIRE_TEX = 'SPHINX_MATCHUPS_REQUIRE_TEX'
#: In seconds; a page that TeX cannot end goes on for ever.
TIMEOUT = 300
NO_TCOLORBOX = r'\PassOptionsToPackage{notcolorbox}{sphinxmatchups}'
#: What no log may say.
_COMPLAINT = re.compile(
    r'^!|Overfull \\vbox|Missing character|multiply[ -]defined|Float\(s\) lost|Too deeply nested'
    r'|undefined on input line|undefined references|Label\(s\) may have changed'
    r'|Token not allowed|has been already used|Failed to reprocess',
    re.IGNORECASE,
)
_PAGE_HEIGHT = 792
#: The text of a page, without header and footer, in points from its upper left corner.
_BODY = ['-x', '0', '-y', '55', '-W', '612', '-H', '680']


@dataclass(frozen=True)
class Document:
    """What a PDF is made of."""

    files: Mapping[str, str | bytes]
    engine: str = 'pdflatex'
    #: Further lines of ``conf.py``.
    conf: str = ''


@dataclass(frozen=True)
class Place:
    """A place on a page, in points from the upper left corner."""

    #: The number of the page, from 0.
    page: int
    left: float
    top: float


@dataclass(frozen=True)
class Word(Place):
    """A word and where it stands."""

    text: str
    right: float


@dataclass(frozen=True)
class Pdf:
    """What ``make`` left behind in the output of the LaTeX builder."""

    build: Build
    exit_code: int

    @classmethod
    def make(cls, folder: Path, document: Document) -> Self:
        """Build a document with Sphinx and LaTeX."""
        project = Project(folder, document.files)
        # xindy, which Sphinx takes for lualatex, is one more thing to install.
        settings = f'latex_engine = {document.engine!r}\nlatex_use_xindy = False\n'
        project.configure(settings + document.conf)
        build = project.build('latex')
        with subprocess.Popen(
            ['make', 'all-pdf', 'LATEXMKOPTS=-interaction=nonstopmode'],
            cwd=build.outdir,
            env={**os.environ, 'max_print_line': '10000'},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as run:
            try:
                exit_code = run.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                # The engine too, which make has started.
                os.killpg(run.pid, signal.SIGKILL)
                raise
        return cls(build, exit_code)

    @cached_property
    def log(self) -> str:
        """The log of the last run of the engine."""
        return (self.build.outdir / 'test.log').read_text('utf-8', errors='replace')

    @property
    def index_log(self) -> str:
        """What makeindex said."""
        return self.build.text('test.ilg')

    @property
    def complaints(self) -> list[str]:
        """The lines of the log that no document may give."""
        lines = self.log.splitlines()
        return [*filter(_COMPLAINT.search, lines), *self._too_wide(lines)]

    def _too_wide(self, lines: list[str]) -> Iterator[str]:
        """The lines that are too wide, but for the indices, where Sphinx breaks no word."""
        source = self.build.text('test.tex').partition(r'\begin{sphinxtheindex}')[0]
        first_of_indices = source.count('\n') + 1
        for line in lines:
            if '(./test.ind' in line:
                return
            place = re.match(r'Overfull \\hbox .*?(?:at lines (\d+)|$)', line)
            if place and (place[1] is None or int(place[1]) < first_of_indices):
                yield line

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, as :func:`plain` makes it."""
        return [plain(page) for page in self._run('pdftotext', '-raw', *_BODY).split('\f')]

    @cached_property
    def text(self) -> str:
        """The text of all pages, as :func:`plain` makes it."""
        return ''.join(self.pages)

    @cached_property
    def words(self) -> list[Word]:
        """The words of all pages."""
        name = '{http://www.w3.org/1999/xhtml}'
        pages = ET.fromstring(self._run('pdftotext', '-bbox')).iter(f'{name}page')
        found = []
        for number, page in enumerate(pages):
            for word in page.iter(f'{name}word'):
                left, top, right = (float(word.attrib[key]) for key in ('xMin', 'yMin', 'xMax'))
                found.append(Word(number, left, top, word.text or '', right))
        return found

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where a link to each label leads."""
        whole = ['pdfinfo', '-dests', str(self.build.outdir / 'test.pdf')]
        listed = subprocess.run(whole, capture_output=True, text=True, check=True).stdout
        anchors = {
            name: Place(int(page) - 1, float(left), _PAGE_HEIGHT - float(height))
            for page, left, height, name in re.findall(
                r'^ *(\d+) \[ XYZ +(\S+) +(\S+) .*?\] "(.*)"$', listed, re.MULTILINE
            )
        }
        labels = re.findall(
            r'^\\newlabel\{(.*?)\}\{\{.*?\}\{.*?\}\{.*?\}\{(.*?)\}\{', self._aux, re.MULTILINE
        )
        return {label: anchors[anchor] for label, anchor in labels if anchor in anchors}

    @property
    def _aux(self) -> str:
        return self.build.text('test.aux')

    @cached_property
    def before_indices(self) -> int:
        """How many pages there are before the indices, in which there are no labels."""
        return max(place.page for place in self.places.values()) + 1

    def _run(self, *command: str) -> str:
        """The output of a program of poppler."""
        whole = [*command, str(self.build.outdir / 'test.pdf'), '-']
        run = subprocess.run(whole, capture_output=True, text=True, check=True)
        return run.stdout


def plain(text: str) -> str:
    """Text without white space and hyphens, its ligatures and accents as single characters."""
    return re.sub(r'[\s\u00ad\u2010-]+', '', unicodedata.normalize('NFKC', text))


def need(*programs: str) -> None:
    """Skip a test, or fail where TeX must be there, if a program is not installed."""
    do_without([program for program in programs if shutil.which(program) is None])


def do_without(missing: Sequence[str]) -> None:
    """Skip a test, or fail where TeX must be there, if anything is missing."""
    if missing:
        reason = f'not installed: {", ".join(missing)}'
        if os.environ.get(REQUIRE_TEX):
            pytest.fail(f'{reason}; {REQUIRE_TEX} is set')
        pytest.skip(reason)


class Workshop:
    """Makes each document once, also where several processes share the tests.

    :param folder: the same for all of them
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)
        self._made: dict[str, Pdf] = {}

    def pdf(self, name: str, document: Document) -> Pdf:
        """The PDF of a document."""
        need('make', 'latexmk', 'makeindex', 'pdftotext', 'pdfinfo', document.engine)
        if name not in self._made:
            with self._alone(name):
                result = self._folder / f'{name}.pickle'
                if not result.exists():
                    pdf = Pdf.make(self._folder / name, document)
                    result.write_bytes(pickle.dumps(pdf))
                self._made[name] = pickle.loads(result.read_bytes())
        return self._made[name]

    @contextlib.contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        import fcntl  # not on every system, unlike the rest of the tests

        with (self._folder / f'{name}.lock').open('w') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

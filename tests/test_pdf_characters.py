"""Which characters engines and fonts show, as the table of the extension says."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from support import characters
from support.pdf import Document, Pdf, need
from support.project import seed

from sphinx_matchups.writers.fonts import IGNORED_BY_LUALATEX, points_in, shown_characters

if TYPE_CHECKING:
    from pathlib import Path


def in_table(engine: str, kind: str) -> frozenset[int]:
    """The characters that the table says an engine shows."""
    ((table, kinds),) = [
        (name, kinds)
        for name, kinds in tomllib.loads(characters.TABLE.read_text('utf-8')).items()
        if name == engine
    ]
    assert table == engine
    return points_in(kinds[kind])


#: Emoji, Chinese, Japanese, Korean, Greek, Cyrillic, Hebrew, Arabic, a mark that combines and one
#: that parts, which only code lacks.
STRANGE = frozenset(map(ord, '🍵✅急須あ가ΣЖשع\u0323\u200c'))


@pytest.mark.parametrize('kind', characters.COMMANDS)
def test_pdflatex_shows_what_the_table_says_and_nothing_strange(kind: str, tmp_path: Path) -> None:
    need('pdflatex')
    table = in_table('pdflatex', kind)
    assert len(table) > 400
    tried = sorted(table | STRANGE)
    assert characters.shown_by_pdflatex(kind, tried, tmp_path / 'source') == table


@pytest.mark.parametrize('kind', characters.FACES)
def test_free_fonts_have_what_the_table_says(kind: str) -> None:
    need('kpsewhich')
    assert in_table('freefont', kind) == characters.shown_by_freefont(kind)


def test_lualatex_leaves_out_what_shows_nothing(tmp_path: Path) -> None:
    need('make', 'latexmk', 'lualatex')
    points = sorted(points_in(IGNORED_BY_LUALATEX))
    quotes = [''.join(f'a{chr(point)}b ' for point in points[start::2]) for start in (0, 1)]
    document = Document(
        {
            'seeds/s1.txt': seed('Cup vs Mug', *quotes),
            'index.rst': 'Start\n=====\n\n.. matchup:: s1\n',
        },
        'lualatex',
    )
    pdf = Pdf.make(tmp_path / 'source', document)
    assert pdf.build.warnings == []
    assert pdf.complaints == []


def test_ranges_are_read_as_they_are_written() -> None:
    points = {0x20, 0x21, 0x22, 0x40, 0x1F375}
    assert characters.as_ranges(points) == '20-22 40 1F375'
    assert points_in(characters.as_ranges(points)) == points
    shown = shown_characters('pdflatex', 'en', {}, {})
    assert shown is not None
    assert shown.quote == in_table('pdflatex', 'quote')

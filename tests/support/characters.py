"""What the LaTeX engines can show with Sphinx's own fonts, asked of the engines and fonts.

``python -m support.characters`` in ``tests`` writes ``sphinx_matchups/latex/characters.toml``.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import textwrap
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from fontTools.ttLib import TTFont
from sphinx.util import texescape

import sphinx_matchups
from sphinx_matchups.directions import has_right_to_left
from support.project import Project

if TYPE_CHECKING:
    from collections.abc import Iterable

TABLE = Path(sphinx_matchups.__file__).parent / 'latex' / 'characters.toml'
#: The faces that each kind of text is set in.
FACES = {
    'quote': ['FreeSerif'],
    'code': ['FreeMono'],
    # The general index and the index pages show names in the last one.
    'name': ['FreeSerif', 'FreeSerifBold', 'FreeSerifItalic', 'FreeMono'],
    'verdict': ['FreeSerifBold'],
    'letter': ['FreeSans'],
}
#: How pdflatex sets each kind of text.
COMMANDS = {
    'quote': '{0}',
    'code': r'\sphinxcode{{\sphinxupquote{{{0}}}}}',
    'name': r'{0}\textbf{{{0}}}\textit{{{0}}}\texttt{{{0}}}',
    'verdict': r'\textbf{{{0}}}',
    'letter': r'\textsf{{{0}}}',
}
HEADER = """\
# The characters that Sphinx's default settings show in LaTeX, as hexadecimal ranges.
# A test asks the engines and the fonts; tests/support/characters.py writes this file.

"""


def assigned() -> list[int]:
    """Every character that a quote can hold, in the first two planes."""
    return [
        point
        for point in range(0x20, 0x20000)
        if unicodedata.category(chr(point)) not in {'Cc', 'Cn', 'Co', 'Cs', 'Zl', 'Zp'}
    ]


def shown_by_pdflatex(kind: str, points: Iterable[int], folder: Path) -> set[int]:
    """Those of the characters that pdflatex sets without a complaint in a kind of text."""
    project = Project(folder, {'index.rst': 'Title\n=====\n', 'conf.py': "project = 'test'\n"})
    build = project.build('latex')
    preamble = build.text('test.tex').partition(r'\begin{document}')[0]
    texescape.init()
    lines = (
        rf'\typeout{{@{point:X}}}\setbox0\hbox{{{COMMANDS[kind].format(escaped)}}}x\par'
        for point in points
        for escaped in [texescape.escape(chr(point), 'pdflatex')]
    )
    document = '\n'.join([preamble, r'\begin{document}', *lines, r'\end{document}'])
    (build.outdir / 'test.tex').write_text(document, 'utf-8')
    command = ['pdflatex', '-interaction=nonstopmode', 'test.tex']
    subprocess.run(command, cwd=build.outdir, capture_output=True, check=False)
    shown: set[int] = set()
    point = 0
    for line in (build.outdir / 'test.log').read_text('latin-1').splitlines():
        if marked := re.fullmatch(r'@([0-9A-F]+)', line):
            point = int(marked[1], 16)
            shown.add(point)
        elif line.startswith('!') or 'Missing character' in line:
            shown.discard(point)
    return shown


def shown_by_freefont(kind: str) -> set[int]:
    """The characters of all faces that a kind of text is set in."""
    faces = [set(TTFont(font_file(name)).getBestCmap()) for name in FACES[kind]]
    if kind == 'name':
        # Letters from right to left are never set in italics.
        faces[2] |= {point for point in faces[0] & faces[1] if has_right_to_left(chr(point))}
    # Sphinx writes commands for some characters, which then need no glyph.
    texescape.init()
    escaped = {
        point for point in assigned() if texescape.escape(chr(point), 'lualatex') != chr(point)
    }
    return set.intersection(*faces) & set(assigned()) | escaped


def font_file(name: str) -> str:
    """The path of a font, as TeX finds it."""
    command = ['kpsewhich', f'{name}.otf']
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def as_ranges(points: Iterable[int]) -> str:
    """Characters as they stand in the table."""
    ranges: list[list[int]] = []
    for point in sorted(points):
        if ranges and point == ranges[-1][1] + 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    words = (f'{low:X}' if low == high else f'{low:X}-{high:X}' for low, high in ranges)
    return '\n'.join(textwrap.wrap(' '.join(words), 96, break_on_hyphens=False))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        pdflatex = {
            kind: shown_by_pdflatex(kind, assigned(), Path(folder) / kind) for kind in COMMANDS
        }
    freefont = {kind: shown_by_freefont(kind) for kind in FACES}
    text = HEADER
    for name, kinds in (('pdflatex', pdflatex), ('freefont', freefont)):
        text += f'[{name}]\n'
        for kind, points in kinds.items():
            text += f'{kind} = """\n{as_ranges(points)}\n"""\n'
        text += '\n'
    TABLE.write_text(text.rstrip() + '\n', 'utf-8')


if __name__ == '__main__':
    main()

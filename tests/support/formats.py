"""One project that every builder builds, and the table of the docs on what each shows.

``python -m support.formats`` in ``tests`` writes the table into ``docs/formats.md``.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from support.project import Project
from support.readers import Shown, shown_by

if TYPE_CHECKING:
    from support.project import Build

PAGE = Path(__file__).parents[2] / 'docs' / 'formats.md'
_TABLE = re.compile(r'(?<=% What follows is written by a test\.\n\n)(\|.*\n)+')

#: The products that the project compares or describes.
PRODUCTS = ('Cup', 'Glass', 'Kettle One', 'Mug', 'Pan', 'Pot', 'Urn 1.0', 'Urn 2.0')
SETTINGS = """
extensions += ['sphinx_markdown_builder', 'rst2pdf.pdfbuilder']
matchups_products = ['Urn 1.0']
epub_author = epub_copyright = epub_publisher = 'Tests'
pdf_documents = [('index', 'test', 'Test', 'Tests')]
"""
#: What is wrong in the project, on purpose.
WARNING = (
    'seeds/cup-vs-mug-vs-glass.txt:19: WARNING: round 3 lacks a quote (8 in all, by turns on 3 '
    'products) [matchups.rounds]'
)

FILES: dict[str, str] = {
    'index.rst': """Kitchen
=======

.. toctree::

   rounds
   entries
   lists
   markdown

See :matchup:product:`Kettle One`, :matchup:persona:`the one who builds <Builder>`,
:matchup:matchup:`Kettle One vs Pot`, :matchup:quote:`Pot/Skeptic` and
:matchup:quote:`~Urn 2.0/Founder`.
""",
    'rounds.rst': """Rounds
======

.. matchup:: Kettle One vs Pot

Three products, of which one has no second quote:

.. matchup:: Cup vs Mug vs Glass

Alone:

.. matchup:quote:: Kettle One/Builder

Below each other, and without a place for links:

.. matchup:: Urn 2.0 vs Kettle One
   :layout: stack
   :flip:
   :no-index:
""",
    'entries.rst': """Entries
=======

Kettle One
----------

.. matchup:product:: Kettle One

   Boils *water*, see :matchup:persona:`Skeptic`.

.. matchup:product:: Mug

   Has a handle.

Urn
---

.. matchup:product:: Urn 2.0

.. matchup:product:: Urn 1.0

Voices
------

.. matchup:persona:: Skeptic

   Doubts, and says so.

.. matchup:persona:: Founder
""",
    'lists.rst': """Lists
=====

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups
""",
    'markdown.md': """# Markdown

:::{matchup} Pot vs Pan
“Stays -- and *stays* --- `on the stove` all day.”

“Sears, says "the cook", at 300 °C & more.”
— The Creator on Pan: buy
:::

{matchup:product}`Pan` and {matchup:quote}`this <Mug/builder>`.

```{matchup} Urn 2.0 vs Kettle One
```
""",
    'seeds/kettle-one-vs-pot.txt': """Kettle One vs Pot

“Boils a litre in ninety seconds, long before the Pot does.”

“Holds four litres, and asks for patience.”

“The lid rattles, and the cord is short.”

“A pot is a pot. Pan does the rest.”
— The Skeptic on Pot: skip
""",
    'seeds/urn-2.0-vs-kettle-one.txt': """Urn 2.0 vs Kettle One

“Tea for a wedding.”

“Boils a litre in ninety seconds, long before the Pot does.”

“Who carries it?”

“The lid rattles, and the cord is short.”

“It will tell a phone when tea is ready.”

“Kettles will talk. I hope they will not.”

“Sold three before lunch, to a market of cafés that Urn 1.0 had opened.”
— The Founder on Urn 2.0: buy

“Colour, line and a spout: it is drawn well.”
""",
    'seeds/cup-vs-mug-vs-glass.txt': """Cup vs Mug vs Glass

“Thin.”

“Thick, and warm for an hour.”

“See-through.”

“Chips.”

“Survived the Kettle One.”
— The Skeptic on Mug: buy, and twice

“Breaks.”
— The Skeptic on Glass: skip

“Cups go out of fashion.”

“Mugs never do.”
""",
}


@dataclass(frozen=True)
class Format:
    """A builder and what can be expected of it."""

    builder: str
    note: str
    #: Whether it has links at all, and they can be read by name.
    has_links: bool = True
    #: Whether it says who says a quote, and of what.
    has_captions: bool = True


FORMATS = (
    Format('html', 'what the others are compared with'),
    Format('dirhtml', ''),
    Format('singlehtml', ''),
    Format('epub', ''),
    Format('htmlhelp', ''),
    Format('devhelp', ''),
    Format('qthelp', ''),
    Format('json', ''),
    Format('pickle', ''),
    Format('latex', 'the text that an engine makes a PDF of'),
    Format('text', 'the format has no links', has_links=False),
    Format('man', 'the format has no links inside a page', has_links=False),
    Format('texinfo', ''),
    Format('xml', ''),
    Format('pseudoxml', ''),
    Format('gettext', 'messages to translate', has_links=False, has_captions=False),
    Format('markdown', 'of the package sphinx-markdown-builder'),
    Format(
        'pdf',
        'of the package rst2pdf; its links bear no names, and have a test of their own',
        has_links=False,
    ),
)


def make_project(folder: Path) -> Project:
    """The project, in a folder."""
    project = Project(folder, FILES)
    project.configure(SETTINGS)
    return project


def row(kind: Format, build: Build, html: Shown) -> str:
    """The line of the table that says how much of the HTML an output shows."""
    shown = shown_by(build, kind.builder, html)
    links = f'{len(shown.links & html.links)} of {len(html.links)}' if kind.has_links else 'none'
    cells = (
        f'`{kind.builder}`',
        f'{len(shown.quotes & html.quotes)} of {len(html.quotes)}',
        f'{len(shown.names(PRODUCTS))} of {len(html.names(PRODUCTS))}',
        links,
        kind.note,
    )
    return f'| {" | ".join(cells)} |'


def table(rows: list[str]) -> str:
    """The table of the docs."""
    head = '| Builder | Quotes | Product names | Links | |\n|---|---|---|---|---|\n'
    return head + ''.join(f'{line}\n' for line in rows)


def table_in_docs() -> str:
    """The table as it stands in the docs."""
    found = _TABLE.search(PAGE.read_text('utf-8'))
    return found[0] if found else ''


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = make_project(Path(folder) / 'source')
        builds = {kind.builder: project.build(kind.builder, '-n') for kind in FORMATS}
        html = shown_by(builds['html'], 'html')
        rows = [row(kind, builds[kind.builder], html) for kind in FORMATS]
    PAGE.write_text(_TABLE.sub(table(rows), PAGE.read_text('utf-8')), 'utf-8')


if __name__ == '__main__':
    main()

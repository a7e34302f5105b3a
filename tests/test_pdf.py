"""PDFs by the real engines: nothing is lost, nothing is out of place, no log complains."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import bidi
import pytest
from support.pdf import NO_TCOLORBOX, Document, Pdf, Workshop, plain
from support.project import seed
from test_builders import SEEDS, without_code_marks
from test_containers import CASES, SETTINGS, key_of
from test_containers import pages as container_pages

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.pdf import Place, Word

ENGINES = ['pdflatex', 'xelatex', 'lualatex']
#: The left and right edge of the text, and the middle between them, in points.
LEFT, MIDDLE, RIGHT = 72, 306, 540
PERSONAS = ('Builder', 'Skeptic', 'Futurist', 'Creator', 'PM', 'Founder')
WITHOUT_TCOLORBOX = f"latex_elements = {{'passoptionstopackages': r'{NO_TCOLORBOX}'}}\n"


def page(title: str, *parts: str) -> str:
    return f'{title}\n{"=" * len(title)}\n\n' + '\n'.join(parts)


def toctree(*names: str) -> str:
    return '.. toctree::\n\n' + ''.join(f'   {name}\n' for name in names)


# ------------------------------------------------------------------------------ documents


def whole_of(seeds: list[Path], engine: str) -> Document:
    """All matchups, the entries of all products and personas, and the three lists."""
    titles = [path.read_text('utf-8').strip().partition('\n')[0] for path in seeds]
    products = sorted({name for title in titles for name in title.split(' vs ')})
    files: dict[str, str | bytes] = {f'seeds/{path.name}': path.read_bytes() for path in seeds}
    files['index.rst'] = page('Start', toctree('matchups', 'entries', 'lists'))
    files['matchups.rst'] = page('Matchups', *(f'.. matchup:: {path.stem}\n' for path in seeds))
    files['entries.rst'] = page(
        'Entries',
        *(f'.. matchup:product:: {name}\n' for name in products),
        *(f'.. matchup:persona:: {name}\n' for name in PERSONAS),
    )
    kinds = ('products', 'personas', 'matchups')
    files['lists.rst'] = page('Lists', *(f'.. matchup:list:: {kind}\n' for kind in kinds))
    return Document(files, engine)


WORDS = ('amber', 'basin', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty')


def prose(name: str, length: int) -> str:
    """A text of this length, in which each word is another one."""
    text, number = f'{name} begins', 0
    while len(text) < length - 30:
        text += f' {WORDS[number % len(WORDS)]}{number}'
        number += 1
    return f'{text} {name} ends.'.ljust(length, '.')


WIDE_NAME = 'Unbreakable' * 8 + 'xx'
LONG_NAME = (
    'A name that takes its time and has a word for every one of its many parts and then one'
)
SIGNS = r'# $ % & _ { } ~ ^ \ < > |'
LONG = [prose('First', 6000), 'Brief one.', 'Brief two.', prose('Second', 3500)]
WIDE_WORD = 'abcdefghij' * 30
FOUR = [prose(f'Quarter{number}', 120) for number in range(8)]
TORTURE_SEEDS: dict[str, str | bytes] = {
    'seeds/long.txt': seed('Long vs Short', *LONG),
    'seeds/signs.txt': (
        rf'A# $ % & _ {{ }} vs B~ ^ \ < > |'
        f'\n\n“Signs {SIGNS} and `{SIGNS}` end.”\n'
        rf'— The Skeptic on A# $ % & _ {{ }}: see {SIGNS} here'
        '\n\n“Plain.”\n'
    ),
    'seeds/names.txt': seed(f'{WIDE_NAME} vs {LONG_NAME}', 'One.', 'Two.', 'Three.', 'Four.'),
    'seeds/word.txt': seed('Word vs Letter', f'from {WIDE_WORD} to', 'Short.'),
    'seeds/three.txt': seed(
        'Tin vs Iron vs Zinc', *(f'Third number{number} here.' for number in range(6))
    ),
    'seeds/gap.txt': 'Pan vs Wok\n\n“Round and deep.”\n— Builder on Wok\n',
    'seeds/four.txt': seed('Oak vs Elm vs Ash vs Fir', *FOUR),
    'seeds/five.txt': seed(
        'Red vs Blue vs Pink vs Grey vs Cyan',
        *(f'Fifth number{number} here.' for number in range(10)),
    ),
}
SMALL = ('signs', 'names', 'word', 'gap', 'three', 'four', 'five')


def again(name: str, width: int = 0, *options: str) -> str:
    """A matchup once more, so far from the left."""
    lines = [f'.. matchup:: {name}', '   :no-index:', *(f'   {option}' for option in options)]
    return ''.join(f'{" " * width}{line}\n' for line in lines)


def cell(name: str) -> str:
    """A matchup in a cell of a list-table."""
    return again(name, 7).strip()


PLAIN_PAGE = page(
    'Plain',
    *(f'.. matchup:: {name}\n' for name in ('long', 'many', *SMALL)),
    again('signs', 0, ':layout: stack'),
)
FRAMES_PAGE = page(
    'Frames',
    *(
        f'.. danger::\n\n   Before.\n\n{again(name, 3)}\n   After.\n\n'
        f'* Before.\n\n{again(name, 2)}\n  After.\n'
        for name in ('long', 'many')
    ),
)
NESTED_PAGE = page(
    'Nested',
    f"""* One

  * Two

    1. Three

{again('three', 7)}
{again('signs', 7)}

Term
   Words.

{again('word', 3)}

Words.

{again('word', 4)}

.. topic:: Topic

{again('word', 3)}

.. sidebar:: Sidebar

{again('signs', 3)}

Beside it. {prose('Beside', 1200)}

.. note::

   .. tip::

{again('signs', 6)}

.. list-table::

   * - Cell
     - {cell('signs')}
   * - Cell
     - {cell('word')}
   * - {cell('three')}
     - Cell

+------+------------------------------+
| Cell | .. matchup:: signs           |
|      |    :no-index:                |
+------+------------------------------+
| Cell | Cell                         |
+------+------------------------------+

.. note::

   .. matchup:product:: Short

      Words.

   .. matchup:persona:: Builder

.. matchup:product:: Tin

   .. warning::

      .. matchup:product:: Iron
""",
)
LISTS_PAGE = page(
    'Lists',
    *(f'.. matchup:list:: {kind}\n' for kind in ('products', 'personas', 'matchups')),
)


def many_quotes(engine: str) -> list[str]:
    """Quotes of one matchup; lualatex takes too long over as many as the others get."""
    return [prose(f'Part{number}', 400) for number in range(120 if engine == 'pdflatex' else 20)]


def torture(engine: str, conf: str = '') -> Document:
    """Whatever is too long, too wide, too deep or too odd, everywhere that it may stand."""
    return Document(
        {
            **TORTURE_SEEDS,
            'seeds/many.txt': seed('Many vs More', *many_quotes(engine)),
            'index.rst': page('Start', toctree('plain', 'frames', 'nested', 'lists')),
            'plain.rst': PLAIN_PAGE,
            'frames.rst': FRAMES_PAGE,
            'nested.rst': NESTED_PAGE,
            'lists.rst': LISTS_PAGE,
        },
        engine,
        f"suppress_warnings = ['matchups.rounds']\n{conf}",
    )


NAMES = ['Yahoo!', 'Go@Home', '7" Tab', 'A|B', r'C\# {x}', '50% #1 }{']


def index_names(engine: str) -> Document:
    """Names with signs that mean something to makeindex or to TeX."""
    pairs = list(zip(NAMES[::2], NAMES[1::2], strict=True))
    seeds = {
        f'seeds/s{number}.txt': seed(f'{one} vs {two}', f'One{number}.', f'Two{number}.')
        for number, (one, two) in enumerate(pairs)
    }
    parts = [f'.. matchup:: s{number}\n' for number in range(len(pairs))]
    parts += [f'.. matchup:product:: {name}\n' for name in NAMES]
    return Document({**seeds, 'index.rst': page('Names', *parts)}, engine)


ACCENTS = Document(
    {
        'seeds/s1.txt': seed('Éclair vs Öl', 'Sweet one.', f'Runs with `{"code_" * 40}` on.'),
        'index.rst': page(
            'Éclair',
            '.. matchup:product:: Éclair\n',
            'Before.\n',
            '.. matchup:quote:: Éclair/Builder\n',
            'After.\n',
            '* .. matchup:quote:: Öl/Builder\n',
            '.. matchup:: s1\n',
        ),
    }
)

TALL = Document(
    {
        'seeds/s1.txt': seed('Big vs Small', prose('Tall', 1400), 'a', prose('Wall', 1400), 'b'),
        'index.rst': page('Start', 'Somewords.\n', '.. matchup:: s1\n'),
    }
)

EMOJI = Document(
    {
        'seeds/s1.txt': seed('Cup vs Mug', 'Love it ✅ 🍵', 'Plain.'),
        'index.rst': page('Emoji', '.. matchup:: s1\n'),
    },
    'lualatex',
)

#: What languages give a meaning of their own in LaTeX.
FOREIGN = ['Er sagt "a, "o, "- und "=: so! wie? «da»; 5 % dort.', 'Nur `"a;b!c?` hier.']


def in_language(language: str, engine: str) -> Document:
    return Document(
        {
            'seeds/s1.txt': seed('Tee: gut! vs Saft; "pur"', *FOREIGN),
            'index.rst': page(
                'Start',
                '.. matchup:: s1\n',
                '.. matchup:product:: Tee: gut!\n',
                '.. matchup:list:: products\n',
            ),
        },
        engine,
        f'language = {language!r}\n',
    )


VERDICT = 'Cup vs Mug\n\n“Holds a bit of tea.”\n— Builder on Cup: buy\n\n“Keeps it warm.”\n'
PREAMBLE = r"""
\usepackage[most]{tcolorbox}
\definecolor{matchupframe}{rgb}{0,0,1}
\setlength{\matchupcolumnsep}{30pt}
\renewcommand{\matchupcardoptions}{sharp corners, colback=yellow}
\renewcommand{\matchupquotefont}{\normalsize\sffamily}
\renewcommand{\matchupverdict}[1]{[#1]}
\renewcommand{\matchupcaption}[1]{says: #1}
\renewcommand{\matchupversus}[1]{#1us}
\renewcommand{\matchuproundlabel}[1]{Round of #1}
\renewcommand{\matchupproductname}[1]{the #1}
\renewcommand{\matchupentryname}[1]{Entry #1}
"""
#: How far down a page something begins, in points.
DEPTHS = range(420, 620, 20)


def page_ends() -> Document:
    """Matchups and entries at every place at the end of a page."""
    kinds = {
        'row': '.. matchup:: row{}',
        'stack': '.. matchup:: stack{}\n   :layout: stack',
        'entry': '.. matchup:product:: Entry {}',
    }
    files: dict[str, str | bytes] = {}
    parts = []
    for kind, directive in kinds.items():
        for depth in DEPTHS:
            files[f'seeds/{kind}{depth}.txt'] = seed(
                f'{kind.title()} {depth} vs Other {kind} {depth}',
                *(prose(f'{kind}{depth}{side}', 300) for side in 'ab'),
            )
            parts.append(f'.. raw:: latex\n\n   \\clearpage\\vspace*{{{depth}pt}}\n\nWords.\n')
            parts.append(f'{directive.format(depth)}\n')
    return Document({**files, 'index.rst': page('Start', *parts)})


#: What stands on one page or, in part, on the next, just before a matchup.
SPILLING = {
    'line': 'Spill{}.',
    'item': '* Spill{}.',
    'signature': '.. py:function:: Spill{}\n   :no-index:',
    'lines': f'{"Words that go on and on until the line ends. " * 6}Spill{{}}.',
}
#: How much of the page, which is 650 points high, stands full above it.
FULL = range(596, 648, 3)


def spills(engine: str) -> Document:
    """Matchups after what has no more room, or just enough of it, on the page."""
    files: dict[str, str | bytes] = {}
    parts = []
    for kind, text in SPILLING.items():
        for full in FULL:
            key = f'{kind}{full}'
            files[f'seeds/{key}.txt'] = seed(f'Cup {key} vs Mug', 'Brief one.', 'Brief two.')
            rule = f'\\noindent\\rule{{1cm}}{{{full}pt}}\\par'
            parts.append(f'.. raw:: latex\n\n   \\clearpage{rule}\n')
            parts.append(f'{text.format(key)}\n\n.. matchup:: {key}\n')
    conf = "suppress_warnings = ['matchups.drift']\n"
    return Document({**files, 'index.rst': page('Start', *parts)}, engine, conf)


#: Quotes of a long card and of one that is too high to follow it on its page.
PAIRED = [(4500, 2600), (4500, 3000), (5500, 2800)]
FRAMES = ['important', 'seealso', 'danger']


def framed() -> Document:
    """Cards in frames of Sphinx that go over three pages."""
    files: dict[str, str | bytes] = {}
    parts = []
    for lengths in PAIRED:
        for kind in FRAMES:
            key = f'{kind}{lengths[0]}x{lengths[1]}'
            long = (prose(f'Long{key}{length}', length) for length in lengths)
            files[f'seeds/{key}.txt'] = seed(f'Cup {key} vs Mug', *long, 'a', 'b')
            rule = r'\noindent\rule{1cm}{400pt}\par'
            parts.append(f'.. raw:: latex\n\n   \\clearpage{rule}\n')
            parts.append(f'.. {kind}::\n\n   .. matchup:: {key}\n')
    conf = "suppress_warnings = ['matchups.drift']\n"
    return Document({**files, 'index.rst': page('Start', *parts)}, conf=conf)


#: Quotes about as long as a page and longer, and how far down a page they begin, in points.
LONG_CARDS = [(length, 0) for length in range(5790, 6280, 70)] + [
    (length, 300) for length in (3000, 6000, 9000, 9100, 9200, 9300)
]


def long_cards(conf: str = '') -> Document:
    """Cards that must break, or nearly."""
    files: dict[str, str | bytes] = {}
    parts = []
    for length, depth in LONG_CARDS:
        key = f'{length}x{depth}'
        files[f'seeds/{key}.txt'] = seed(
            f'Cup {key} vs Mug', prose(f'Long{key}', length), 'Brief.'
        )
        parts.append(f'.. raw:: latex\n\n   \\clearpage\\vspace*{{{depth}pt}}\n')
        parts.append('Words.\n' if depth else '')
        parts.append(f'.. matchup:: {key}\n')
    files['seeds/list.txt'] = seed('Pot vs Pan', prose('Listed', 9000), 'Brief.')
    parts.append('* Words.\n\n  .. matchup:: list\n')
    return Document(
        {**files, 'index.rst': page('Start', *parts)},
        conf=f"suppress_warnings = ['matchups.drift']\n{conf}",
    )


#: How many characters the cards have that together are higher than a page.
STACKED = range(1200, 2400, 200)


def stacks(conf: str = '') -> Document:
    """Cards below each other, one of which must go to the next page."""
    files: dict[str, str | bytes] = {
        'seeds/wide.txt': seed('Pot vs Pan', prose('Pot', 3300), prose('Pan', 1100))
    }
    parts = ['.. matchup:: wide\n']
    for length in STACKED:
        quotes = (prose(f'{name}{length}', length) for name in ('Cup', 'Mug', 'Jug'))
        files[f'seeds/s{length}.txt'] = seed(f'Cup {length} vs Mug vs Jug', *quotes)
        parts.append('.. raw:: latex\n\n   \\clearpage\n')
        parts.append(f'.. matchup:: s{length}\n   :layout: stack\n')
    files['seeds/many.txt'] = seed('Many vs More', *many_quotes('pdflatex'))
    parts.append('.. note::\n\n   .. matchup:: many\n      :layout: stack\n')
    conf = f"suppress_warnings = ['matchups.drift', 'matchups.rounds']\n{conf}"
    return Document({**files, 'index.rst': page('Start', *parts)}, conf=conf)


def narrow(conf: str = '') -> Document:
    """Cards where there is less room than on a page."""
    return Document(
        {
            'seeds/s1.txt': seed('Oak vs Elm vs Ash vs Fir', 'One.', 'Two.', 'Three.', 'Four.'),
            'seeds/s2.txt': seed('Tin vs Zinc', 'Five.', 'Six.'),
            'index.rst': page(
                'Start',
                '* Words.\n\n  .. matchup:: s1\n',
                '.. list-table::\n\n   * - Words.\n     - .. matchup:: s2\n',
                '.. list-table::\n\n   * - Left.\n     - .. matchup:quote:: Tin/Builder\n',
            ),
        },
        conf=conf,
    )


NARROW = r'\setlength{\matchupmincolumnwidth}{10cm}'
LOW = r'\renewcommand{\matchupmaxrowheight}{10pt}'


def with_settings(preamble: str, options: str = '') -> Document:
    elements = {'preamble': preamble, 'passoptionstopackages': options}
    return Document(
        {
            'seeds/s1.txt': VERDICT,
            'index.rst': page('Start', '.. matchup:: s1\n', '.. matchup:product:: Cup\n'),
        },
        conf=f'latex_elements = {elements!r}\n',
    )


#: A quote of one line, a quote of several, names and words in both directions.
HEBREW_LINE = 'הקומקום מרתיח 10-20% ליטר (בערך) ושותק'
FROM_RIGHT_SEEDS: dict[str, str | bytes] = {
    'seeds/s1.txt': f'קומקום vs Pot\n\n“{HEBREW_LINE}.”\n\n“The word is קומקום טוב in one.”\n\n'
    f'“{" ".join([HEBREW_LINE] * 6)}”\n\n“Left.”\n',
    'seeds/s2.txt': seed('Cup vs Mug', 'شاي جيد جدا.', 'As good as קומקום or a Pot.'),
}


def from_right(engine: str, conf: str = '') -> Document:
    parts = [
        '.. matchup:: s1\n\n.. matchup:: s2\n',
        '.. matchup:product:: קומקום\n\n.. matchup:product:: Pot\n',
        '.. matchup:list:: products\n\n.. matchup:list:: matchups\n',
    ]
    return Document({**FROM_RIGHT_SEEDS, 'index.rst': page('Start', *parts)}, engine, conf)


def unreadable(engine: str) -> Document:
    """Seeds that are not UTF-8, with characters that cannot be read in names and quotes."""
    text = seed('Krüger vs Éclair', 'Café, mü.', 'Two.').replace('“', '"').replace('”', '"')
    return Document(
        {
            'seeds/s1.txt': text.encode('latin-1'),
            'index.rst': page('Start', '.. matchup:: s1\n', '.. matchup:list:: matchups\n'),
        },
        engine,
        "suppress_warnings = ['matchups.encoding']\n",
    )


DOCUMENTS: dict[str, Document] = {
    **{f'torture-{engine}': torture(engine) for engine in ENGINES},
    'torture-plain': torture('pdflatex', WITHOUT_TCOLORBOX),
    'containers': Document(container_pages(), conf=SETTINGS),
    **{f'names-{engine}': index_names(engine) for engine in ENGINES},
    'de-pdflatex': in_language('de', 'pdflatex'),
    'fr-pdflatex': in_language('fr', 'pdflatex'),
    'de-lualatex': in_language('de', 'lualatex'),
    'page-ends': page_ends(),
    **{f'from-right-{engine}': from_right(engine) for engine in ('xelatex', 'lualatex')},
    **{f'unreadable-{engine}': unreadable(engine) for engine in ENGINES},
    'from-right-hebrew': from_right('lualatex', "language = 'he'\n"),
    **{f'spills-{engine}': spills(engine) for engine in ENGINES},
    'framed': framed(),
    'long': long_cards(),
    'long-plain': long_cards(WITHOUT_TCOLORBOX),
    'long-columns': long_cards("latex_elements = {'classoptions': ',twocolumn'}\n"),
    'stacks': stacks(),
    'stacks-plain': stacks(WITHOUT_TCOLORBOX),
    'narrow': narrow(),
    'narrow-plain': narrow(WITHOUT_TCOLORBOX),
    'settings': with_settings(PREAMBLE),
    'settings-narrow': with_settings(NARROW),
    'settings-low': with_settings(LOW, NO_TCOLORBOX),
}
TORTURES = [name for name in DOCUMENTS if name.startswith('torture')]
WHOLES = [f'{kind}-{engine}' for kind in ('own', 'shared') for engine in ENGINES]


@pytest.fixture(scope='module')
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    folder = tmp_path_factory.getbasetemp()
    if 'PYTEST_XDIST_WORKER' in os.environ:
        folder = folder.parent
    return Workshop(folder / 'pdf')


@pytest.fixture
def pdf_of(workshop: Workshop, request: pytest.FixtureRequest) -> Callable[[str], Pdf]:
    """The PDF of a document, by its name."""

    def pdf(name: str) -> Pdf:
        if name not in WHOLES:
            return workshop.pdf(name, DOCUMENTS[name])
        return workshop.pdf(name, whole_of(seeds_of(name, request), name.partition('-')[2]))

    return pdf


def seeds_of(name: str, request: pytest.FixtureRequest) -> list[Path]:
    if name.startswith('own'):
        return SEEDS
    return sorted((request.getfixturevalue('shared') / 'seeds').iterdir())


# ----------------------------------------------------------------------------- every document


@pytest.mark.parametrize('name', [*DOCUMENTS, *WHOLES])
def test_engine_succeeds_and_complains_of_nothing(pdf_of: Callable[[str], Pdf], name: str) -> None:
    pdf = pdf_of(name)
    assert pdf.build.warnings == []
    assert pdf.complaints == []
    assert pdf.exit_code == 0
    assert '??' not in pdf.text


@pytest.mark.parametrize('name', [*WHOLES, *reversed(DOCUMENTS)])
def test_no_word_stands_beside_or_below_the_text(pdf_of: Callable[[str], Pdf], name: str) -> None:
    pdf = pdf_of(name)
    words = [word for word in pdf.words if word.page < pdf.before_indices]
    assert len(words) > 10
    assert [
        word
        for word in words
        if word.left < LEFT - 1 or word.right > RIGHT + 1 or 722 < word.top < 738
    ] == []


# --------------------------------------------------------------------------------- whole seeds


def quotes_of(path: Path) -> list[str]:
    """The quotes of a seed as they are shown, read without the extension."""
    _, *paragraphs = path.read_text('utf-8').strip().split('\n\n')
    return [without_code_marks(paragraph.strip()[1:-1]) for paragraph in paragraphs]


@pytest.mark.parametrize('name', WHOLES)
def test_every_quote_is_shown_letter_for_letter(
    pdf_of: Callable[[str], Pdf], request: pytest.FixtureRequest, name: str
) -> None:
    quotes = [quote for path in seeds_of(name, request) for quote in quotes_of(path)]
    assert len(quotes) == 40
    assert len(set(quotes)) == 24
    # In its matchups, in the entry of the product and in that of the persona.
    expected = {quote: quotes.count(quote) + 2 for quote in quotes}
    text = pdf_of(name).text
    assert {quote: text.count(plain(quote)) for quote in expected} == expected


def labelled(pdf: Pdf, pattern: str) -> list[tuple[str, Place]]:
    """The labels of this form, in the order in which they were set."""
    return [(label, place) for label, place in pdf.places.items() if re.fullmatch(pattern, label)]


def words_at(pdf: Pdf, place: Place, number: int) -> str:
    """The first words of what a link to the place shows."""
    line = [
        word
        for word in pdf.words
        if word.page == place.page and -3 < word.top - place.top < 9 and word.left > place.left - 2
    ]
    line.sort(key=lambda word: word.left)
    return plain(''.join(word.text for word in line[:number]))


@pytest.mark.parametrize('name', WHOLES)
def test_links_lead_to_cards_in_two_columns_below_their_names(
    pdf_of: Callable[[str], Pdf], request: pytest.FixtureRequest, name: str
) -> None:
    pdf = pdf_of(name)
    cards = labelled(pdf, r'matchups:quote-.*-\d')
    heads = labelled(pdf, r'matchups:matchup-.*')
    assert len(cards) == 40
    assert len(heads) == 5
    for number, path in enumerate(seeds_of(name, request)):
        rows = cards[8 * number : 8 * number + 8]
        quotes = quotes_of(path)
        for (_, place), quote in zip(rows, quotes, strict=True):
            assert plain(quote).startswith(words_at(pdf, place, 2)), quote
        for (_, left), (_, right) in zip(rows[::2], rows[1::2], strict=True):
            assert left.page == right.page
            assert abs(left.top - right.top) < 1
            assert left.left < MIDDLE < right.left
        title = path.read_text('utf-8').strip().partition('\n')[0]
        _, head = heads[number]
        for product, (_, card) in zip(title.split(' vs '), rows[:2], strict=True):
            assert head.page == card.page
            assert head.top < card.top
            first = next(
                word
                for word in pdf.words
                if word.page == head.page
                and head.top - 3 < word.top < card.top
                and -2 < card.left - word.left < 10
            )
            assert product.startswith(first.text)


@pytest.mark.parametrize('name', WHOLES)
def test_indices_have_page_numbers(
    pdf_of: Callable[[str], Pdf], request: pytest.FixtureRequest, name: str
) -> None:
    pdf = pdf_of(name)
    text = ''.join(pdf.pages[pdf.before_indices :])
    titles = [
        path.read_text('utf-8').strip().partition('\n')[0] for path in seeds_of(name, request)
    ]
    products = {product for title in titles for product in title.split(' vs ')}
    assert len(titles) == 5
    assert len(products) == 6
    for named in [*titles, *products, *PERSONAS]:
        # In an index of its own and in the general one.
        assert len(re.findall(rf'(?<!vs){re.escape(plain(named))},\d', text)) == 2, named


# ---------------------------------------------------------------------------------- torture


@pytest.mark.parametrize('name', TORTURES)
def test_long_quote_is_whole_everywhere(pdf_of: Callable[[str], Pdf], name: str) -> None:
    text = pdf_of(name).text
    first, second = (plain(quote) for quote in (LONG[0], LONG[3]))
    # On the page, in the admonition, in the list, and in the entry of the persona or product.
    assert text.count(first) == 4
    assert text.count(second) == 4


# https://github.com/sphinx-doc/sphinx/issues/6804
@pytest.mark.parametrize('name', TORTURES)
def test_no_quote_of_many_is_lost(pdf_of: Callable[[str], Pdf], name: str) -> None:
    text = pdf_of(name).text
    quotes = many_quotes(DOCUMENTS[name].engine)
    counted = [text.count(plain(quote)) for quote in quotes]
    # Some stand in the entry of the persona too.
    assert counted[2:] == [3] * (len(quotes) - 2)
    assert counted[:2] == [4, 4]


@pytest.mark.parametrize('name', TORTURES)
def test_signs_are_shown_as_they_are(pdf_of: Callable[[str], Pdf], name: str) -> None:
    text = pdf_of(name).text
    shown = plain(f'Signs {SIGNS} and {SIGNS} end.')
    # In the matchup twice, and in a list, a sidebar, an admonition and two tables.
    assert text.count(shown) == 7
    verdict = plain(rf'Skeptic on A# $ % & _ {{ }}: see {SIGNS} here')
    assert text.count(verdict) == 7
    assert text.count(plain(r'Builder on B~ ^ \ < > |')) == 7 + 1


@pytest.mark.parametrize('name', TORTURES)
def test_words_wider_than_a_card_are_broken_and_whole(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    text = pdf_of(name).text
    shown = plain(f'from {WIDE_WORD} to')
    # In the matchup, a definition, a block quote, a topic, a table, and an entry.
    assert text.count(shown) == 6
    for long_name in (WIDE_NAME, LONG_NAME):
        assert text.count(plain(f'Builder on {long_name}')) == 2
        assert text.count(plain(f'Skeptic on {long_name}')) == 1


def columns(pdf: Pdf, key: str, number: int) -> list[Place]:
    """Where the cards of the first round stand."""
    return [place for _, place in labelled(pdf, rf'plain:quote-{key}-\d+')][:number]


@pytest.mark.parametrize('name', TORTURES)
@pytest.mark.parametrize(
    ('key', 'number'), [('tin-vs-iron-vs-zinc', 3), ('oak-vs-elm-vs-ash-vs-fir', 4)]
)
def test_up_to_four_products_stand_side_by_side(
    pdf_of: Callable[[str], Pdf], name: str, key: str, number: int
) -> None:
    places = columns(pdf_of(name), key, number)
    assert len(places) == number
    assert len({place.page for place in places}) == 1
    tops = [place.top for place in places]
    assert max(tops) - min(tops) < 1
    lefts = [place.left for place in places]
    steps = [right - left for left, right in pairwise(lefts)]
    assert len(steps) == number - 1
    assert all(abs(step - (RIGHT - LEFT + 10) / number) < 2 for step in steps)


@pytest.mark.parametrize('name', TORTURES)
def test_card_keeps_its_column_where_the_other_is_missing(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    pdf = pdf_of(name)
    (place,) = columns(pdf, 'pan-vs-wok', 2)
    assert place.left > MIDDLE
    assert words_at(pdf, place, 2) == 'Roundand'


@pytest.mark.parametrize('name', TORTURES)
def test_cards_of_a_row_end_at_one_height(pdf_of: Callable[[str], Pdf], name: str) -> None:
    """Their captions stand at the end of the cards, whatever the height of the quotes."""
    pdf = pdf_of(name)
    (place, _) = columns(pdf, 'word-vs-letter', 2)
    bottoms = {}
    for product in ('Word', 'Letter'):
        (bottoms[product],) = (
            word.top
            for word in pdf.words
            if word.text == product and word.page == place.page and word.top > place.top
        )
    assert abs(bottoms['Word'] - bottoms['Letter']) < 1
    assert bottoms['Letter'] > place.top + 40


@pytest.mark.parametrize('name', TORTURES)
def test_five_products_stand_below_each_other(pdf_of: Callable[[str], Pdf], name: str) -> None:
    places = columns(pdf_of(name), 'red-vs-blue-vs-pink-vs-grey-vs-cyan', 5)
    assert len(places) == 5
    assert len({place.left for place in places}) == 1
    order = [(place.page, place.top) for place in places]
    assert order == sorted(set(order))


@pytest.mark.parametrize('name', TORTURES)
def test_card_that_is_too_high_for_a_row_takes_the_whole_width(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    pdf = pdf_of(name)
    first, second, *_ = (place for _, place in labelled(pdf, r'plain:quote-long-vs-short-\d'))
    assert abs(first.left - second.left) < 2
    assert second.left < MIDDLE
    assert second.page > first.page
    assert max(word.right for word in pdf.words if word.page == first.page) > RIGHT - 30


# ------------------------------------------------------------------------------------ narrow


@pytest.mark.parametrize('name', ['narrow', 'narrow-plain'])
@pytest.mark.parametrize(('key', 'number'), [('oak-vs-elm-vs-ash-vs-fir', 4), ('tin-vs-zinc', 2)])
def test_cards_stand_side_by_side_in_lists_and_cells(
    pdf_of: Callable[[str], Pdf], name: str, key: str, number: int
) -> None:
    places = [place for _, place in labelled(pdf_of(name), rf'index:quote-{key}-\d')]
    assert len(places) == number
    assert max(place.top for place in places) - min(place.top for place in places) < 1
    assert places == sorted(places, key=lambda place: place.left)


@pytest.mark.parametrize('name', ['narrow', 'narrow-plain'])
def test_card_alone_is_shown_in_a_cell(pdf_of: Callable[[str], Pdf], name: str) -> None:
    pdf = pdf_of(name)
    assert 'Left.Five.BuilderonTin' in pdf.text
    assert words_at(pdf, pdf.places['index:quote-tin_builder__index'], 1) == 'Five.'


# --------------------------------------------------------------------------------- page ends


@pytest.mark.parametrize(
    ('head', 'card'),
    [
        ('matchup-row-{0}-vs-other-row-{0}', 'quote-row-{0}-vs-other-row-{0}-1'),
        ('matchup-stack-{0}-vs-other-stack-{0}', 'quote-stack-{0}-vs-other-stack-{0}-1'),
        ('product-entry-{0}', 'product-entry-{0}_builder'),
    ],
    ids=['row', 'stack', 'entry'],
)
def test_names_stand_on_the_page_of_the_first_card(
    pdf_of: Callable[[str], Pdf], head: str, card: str
) -> None:
    places = pdf_of('page-ends').places
    moved = 0
    for depth in DEPTHS:
        above, below = (places[f'index:{label.format(depth)}'] for label in (head, card))
        assert above.page == below.page, depth
        assert above.top < below.top, depth
        moved += above.top < depth
    # Some have come to the next page and some have not.
    assert 0 < moved < len(DEPTHS)


@pytest.mark.parametrize('engine', ENGINES)
def test_nothing_stands_alone_on_the_page_before_a_matchup(
    pdf_of: Callable[[str], Pdf], engine: str
) -> None:
    pdf = pdf_of(f'spills-{engine}')
    ends = {word.text.strip('.()'): word for word in pdf.words if word.text.startswith('Spill')}
    assert len(ends) == len(SPILLING) * len(FULL)
    spilt = 0
    for name, end in ends.items():
        head = pdf.places[f'index:matchup-cup-{name.removeprefix("Spill")}-vs-mug']
        above = any(word.page == end.page and 70 < word.top < end.top - 20 for word in pdf.words)
        spilt += end.top < 140
        assert head.page == end.page or end.top > 140 or above, name
    assert 0 < spilt < len(ends)


def test_lines_in_a_frame_are_not_pulled_apart_to_fill_a_page(
    pdf_of: Callable[[str], Pdf],
) -> None:
    pdf = pdf_of('framed')
    seen = 0
    for lengths in PAIRED:
        for kind in FRAMES:
            first = f'Long{kind}{lengths[0]}x{lengths[1]}{lengths[0]}'
            begin, end = (word for word in pdf.words if first in word.text)
            assert begin.page < end.page
            tops = sorted({w.top for w in pdf.words if w.page == end.page and w.top < end.top})
            steps = [below - above for above, below in pairwise(tops[1:])]
            assert all(step < 11.5 for step in steps), (kind, lengths)
            seen += len(steps)
    assert seen > 100


@pytest.mark.parametrize('name', ['long', 'long-plain', 'long-columns'])
def test_long_card_begins_below_its_names_and_loses_nothing(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    pdf = pdf_of(name)
    for length, depth in LONG_CARDS:
        key = f'{length}x{depth}'
        head = pdf.places[f'index:matchup-cup-{key}-vs-mug']
        card = pdf.places[f'index:quote-cup-{key}-vs-mug-1']
        assert (head.page, head.left) == (card.page, card.left) or head.left < card.left, key
        assert head.page == card.page, key
        assert head.top < card.top, key
        assert plain(prose(f'Long{key}', length)) in pdf.text
    listed = next(word for word in pdf.words if word.text == 'Listed')
    # Within the list, and inside of a frame there.
    assert listed.left > pdf.places['index:matchup-pot-vs-pan'].left + 5 > LEFT + 10


@pytest.mark.parametrize('name', ['stacks', 'stacks-plain'])
def test_page_may_end_between_cards_that_stand_below_each_other(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    pdf = pdf_of(name)
    for length in STACKED:
        for product in ('Cup', 'Mug', 'Jug'):
            assert plain(prose(f'{product}{length}', length)) in pdf.text
    assert all(plain(quote) in pdf.text for quote in many_quotes('pdflatex'))
    anchor = f'index:quote-cup-{max(STACKED)}-vs-mug-vs-jug'
    pages = [pdf.places[f'{anchor}-{number}'].page for number in (1, 2, 3)]
    assert pages[0] == pages[1] == pages[2] - 1


# -------------------------------------------------------------------------------- containers


@pytest.mark.parametrize(('markup', 'name'), CASES, ids=['-'.join(case) for case in CASES])
def test_quotes_are_shown_in_every_container(
    pdf_of: Callable[[str], Pdf], markup: str, name: str
) -> None:
    text, key = pdf_of('containers').text, key_of(markup, name)
    # In an entry the first quote is shown again below.
    assert text.count(f'One{key}“in”it.') == 1 + (name == 'entry')
    assert text.count(f'Two{key}.') == 1


# ------------------------------------------------------------------------------------- index


def test_lualatex_puts_no_hyphen_into_code(workshop: Workshop) -> None:
    words = ['understandable', 'interchangeable', 'extraordinary', 'incomprehensible'] * 3
    code = ' '.join(words)
    document = Document(
        {
            'seeds/s1.txt': seed('Cup vs Mug vs Pot vs Jug', f'`{code}`', code, '3.', '4.'),
            'index.rst': page('Start', '.. matchup:: s1\n'),
        },
        'lualatex',
    )
    pdf = workshop.pdf('code', document)
    assert pdf.complaints == []
    left, right = (pdf.places[f'index:quote-cup-vs-mug-vs-pot-vs-jug-{n}'] for n in (1, 2))
    in_code = [word.text for word in pdf.words if left.left <= word.left < right.left - 10]
    assert [word for word in in_code if word in words] == words
    # Words of other text are divided.
    in_text = [word.text for word in pdf.words if right.left <= word.left < right.left + 80]
    assert any(word.endswith(('-', '\u2010')) for word in in_text)


# https://github.com/sphinx-doc/sphinx/issues/5176
@pytest.mark.parametrize('engine', ENGINES)
def test_every_name_stands_in_the_index_once(pdf_of: Callable[[str], Pdf], engine: str) -> None:
    pdf = pdf_of(f'names-{engine}')
    # Three matchups with two products each, an entry for each product, and the one persona.
    assert '(16 entries accepted, 0 rejected)' in pdf.index_log
    text = ''.join(pdf.pages[pdf.before_indices :])
    for name in NAMES:
        assert len(re.findall(rf'{re.escape(plain(name))},\d', text)) >= 2, name
    listed = pdf.build.text('test.ind').count(r'\item')
    assert listed == 3 + 6 + 1


# ------------------------------------------------------------------------------------- emoji


# https://github.com/sphinx-doc/sphinx/issues/10171
def test_lualatex_goes_on_where_a_font_has_no_emoji(workshop: Workshop) -> None:
    pdf = workshop.pdf('emoji', EMOJI)
    assert pdf.build.subtypes() == ['matchups.font']
    assert pdf.exit_code == 0
    assert 'Loveit' in pdf.text
    # The font warning has told of this.
    assert [line for line in pdf.complaints if 'Missing character' not in line] == []


# ----------------------------------------------------------- single cards, names with accents


def test_single_cards_and_names_that_begin_with_an_accent(workshop: Workshop) -> None:
    pdf = workshop.pdf('accents', ACCENTS)
    assert pdf.complaints == []
    assert pdf.exit_code == 0
    # In the entry too, which has the heading for its name.
    assert pdf.text.count(plain('Sweet one.')) == 3
    card = 'Sweet one. Builder on Éclair (in Éclair vs Öl)'
    assert plain(f'Before. {card} After.') in pdf.text
    assert pdf.text.count('code_' * 40) == 2
    assert '0 rejected' in pdf.index_log
    index = ''.join(pdf.pages[pdf.before_indices :])
    for name in ('Éclair', 'Öl'):
        assert len(re.findall(rf'{name},\d', index)) >= 2, name


def test_first_row_stays_with_what_stands_before_if_there_is_room(workshop: Workshop) -> None:
    pdf = workshop.pdf('tall', TALL)
    assert pdf.complaints == []
    before = next(word for word in pdf.words if word.text == 'Somewords.')
    first, _, second, _ = (place for _, place in labelled(pdf, r'index:quote-big-vs-small-\d'))
    assert first.page == before.page
    assert second.page == first.page + 1


# --------------------------------------------------------------------------------- languages


@pytest.mark.parametrize('name', ['de-pdflatex', 'fr-pdflatex', 'de-lualatex'])
def test_signs_with_a_meaning_in_a_language_are_shown_as_they_are(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    text = pdf_of(name).text
    first, second = (plain(without_code_marks(quote)) for quote in FOREIGN)
    assert text.count(first) == 2
    assert text.count(second) == 1
    caption = 'Builder über Saft; "pur"' if name.startswith('de') else 'Builder on Saft; "pur"'
    assert plain(caption) in text


# ---------------------------------------------------------------------------------- settings


def test_macros_of_the_package_can_be_redefined(pdf_of: Callable[[str], Pdf]) -> None:
    pdf = pdf_of('settings')
    for words in (
        'the Cup vsus',
        'the Mug',
        'Round of Builder',
        'Holds a bit of tea. says: Builder on Cup: [buy]',
        'Keeps it warm. says: Builder on Mug',
        'Entry Cup',
    ):
        assert plain(words) in pdf.text, words
    left, right = (place for _, place in labelled(pdf, r'index:quote-cup-vs-mug-\d'))
    assert abs(right.left - left.left - (RIGHT - LEFT + 30) / 2) < 2


@pytest.mark.parametrize('name', ['settings-narrow', 'settings-low'])
def test_cards_stand_below_each_other_where_the_settings_say_so(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    first, second = (place for _, place in labelled(pdf_of(name), r'index:quote-cup-vs-mug-\d'))
    assert first.left == second.left
    assert first.top < second.top - 20


# --------------------------------------------------------------------------------- directions


def line_below(pdf: Pdf, label: str, left: float) -> str:
    """The first line of a card as the eye reads it from the left, without its spaces."""
    place = pdf.places[label]
    words = [
        word
        for word in pdf.words
        if word.page == place.page
        and -3 < word.top - place.top < 9
        and left < word.left < left + MIDDLE - LEFT
    ]
    words.sort(key=lambda word: word.left)
    return ''.join(word.text for word in words)


FROM_RIGHT = [name for name in DOCUMENTS if name.startswith('from-right')]


@pytest.mark.parametrize('name', FROM_RIGHT)
def test_words_stand_as_unicode_says(pdf_of: Callable[[str], Pdf], name: str) -> None:
    pdf = pdf_of(name)
    for number, left, text in (
        ('1', LEFT, f'{HEBREW_LINE}.'),
        ('2', MIDDLE, 'The word is קומקום טוב in one.'),
    ):
        label = f'index:quote-qvmqvm-vs-pot-e47669b5-{number}'
        drawn = bidi.get_display(text).replace(' ', '')
        # Brackets are turned round with the words inside.
        assert line_below(pdf, label, left) == drawn.translate(str.maketrans('()', ')('))


@pytest.mark.parametrize('engine', ENGINES)
def test_unreadable_character_is_drawn(pdf_of: Callable[[str], Pdf], engine: str) -> None:
    shown = '?' if engine == 'pdflatex' else '\ufffd'
    text = pdf_of(f'unreadable-{engine}').text
    assert f'Caf{shown},m{shown}.' in text
    assert f'Kr{shown}ger' in text
    # The index pages have it as Sphinx writes them.
    assert 'Kr?ger' in text


@pytest.mark.parametrize('engine', ['xelatex', 'lualatex'])
def test_script_with_an_apostrophe_in_its_name_stops_no_code(
    workshop: Workshop, engine: str
) -> None:
    document = Document(
        {
            'seeds/s1.txt': seed('Cup vs Mug', 'Like `ߒߞߏ` and ߒߞߏ.', 'Two.'),
            'index.rst': page('Start', '.. matchup:: s1\n'),
        },
        engine,
    )
    pdf = workshop.pdf(f'nko-{engine}', document)
    assert pdf.build.subtypes() == ['matchups.font']
    assert pdf.exit_code == 0
    assert [complaint for complaint in pdf.complaints if complaint.startswith('!')] == []


@pytest.mark.parametrize('name', FROM_RIGHT)
def test_quote_from_right_begins_at_the_right_edge(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    pdf = pdf_of(name)
    place = pdf.places['index:quote-qvmqvm-vs-pot-e47669b5-3']
    lines: dict[int, list[Word]] = {}
    for word in pdf.words:
        below = word.top - place.top
        if word.page == place.page and -3 < below < 40 and LEFT < word.left < MIDDLE - 15:
            lines.setdefault(round(below), []).append(word)
    rights = [max(word.right for word in line) for line in lines.values()]
    lefts = [min(word.left for word in line) for line in lines.values()]
    assert len(lines) > 3
    assert max(rights) - min(rights) < 1
    assert min(lefts) - LEFT > 8.5


@pytest.mark.parametrize('name', FROM_RIGHT)
def test_marks_of_a_list_stand_before_names_from_right_to_left(
    pdf_of: Callable[[str], Pdf], name: str
) -> None:
    pdf = pdf_of(name)
    marks = [word for word in pdf.words if word.text == '•' and word.page < pdf.before_indices]
    assert len(marks) > 4
    assert len({round(mark.left) for mark in marks}) == 1

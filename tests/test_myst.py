"""MyST and reStructuredText: the same nodes, exact text, and the lines that warnings name."""

from __future__ import annotations

import pickle
import re
import textwrap
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from support.project import S1, Project

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import Tag
    from docutils import nodes
    from support.project import Build

MARKUPS = pytest.mark.parametrize('markup', ['rst', 'md'])

#: Nodes of sphinx-design have no parents, which the invariants of the tests would object to.
WITHOUT_INVARIANTS = "extensions.remove('support.invariants')\n"


def cards(build: Build, name: str = 'index') -> list[str]:
    """The quotes of a page."""
    return [card.get_text() for card in build.soup(f'{name}.html').select('.matchup-quote')]


# ------------------------------------------------------------------ nested colon fences


# https://github.com/executablebooks/MyST-Parser/issues/963
@pytest.mark.parametrize('blank', ['', '\n'], ids=['no-blank-line', 'blank-line'])
@pytest.mark.parametrize(
    ('outer', 'selector'),
    [
        ('::::{admonition} Title\n:class: tip\n', '.admonition.tip'),
        ('::::{note}\n', '.admonition.note'),
        ('::::{card} Title\n:class-card: tip\n', '.sd-card.tip .sd-card-body'),
        (':::::{tab-set}\n::::{tab-item} One\n:name: tip\n', '.sd-tab-set .sd-tab-content'),
        (':::::{grid} 2\n:gutter: 1\n\n::::{grid-item}\n:class: tip\n', '.sd-row .sd-col.tip'),
    ],
    ids=['admonition', 'note', 'card', 'tab', 'grid-item'],
)
def test_colon_fence_inside_a_colon_fence(
    make_project: Callable[..., Project], outer: str, selector: str, blank: str
) -> None:
    fences = re.findall(r'^(:{4,}){', outer, re.MULTILINE)
    closing = '\n'.join(reversed(fences))
    page = f'# Title\n\n{outer}{blank}:::{{matchup}} seeds/s1.txt\n:::\n{closing}\n\nAfter.\n'
    project = make_project({'seeds/s1.txt': S1, 'index.md': page})
    project.configure(WITHOUT_INVARIANTS)
    build = project.build('html')
    assert build.warnings == []
    assert cards(build) == ['Pours without a drip.', 'Boils in ninety seconds.']
    soup = build.soup('index.html')
    assert len(soup.select(f'{selector} > .matchup')) == 1
    after = next(found for found in soup.select('p') if found.get_text() == 'After.')
    assert after.parent is soup.select_one('section')


@pytest.mark.parametrize('blank', ['', '\n'], ids=['no-blank-line', 'blank-line'])
def test_matchup_right_inside_a_grid_with_options(
    make_project: Callable[..., Project], blank: str
) -> None:
    page = (
        f'# Title\n\n::::{{grid}} 2\n:gutter: 1\n{blank}:::{{matchup}} seeds/s1.txt\n:::\n::::\n'
    )
    build = make_project({'seeds/s1.txt': S1, 'index.md': page}).build('html')
    # sphinx-design wants a grid-item there; nobody else has anything to say.
    assert [re.sub(r'\W+$', '', found) for found in build.subtypes()] == ['design.grid']
    assert cards(build) == ['Pours without a drip.', 'Boils in ninety seconds.']
    assert len(build.soup('index.html').select('.sd-row.sd-g-1 .matchup')) == 1


@pytest.mark.parametrize(
    'fence',
    ['* :::{matchup} s1\n  :::\n', '1. Words.\n\n   :::{matchup} s1\n   :class: tip\n   :::\n'],
)
def test_colon_fence_inside_a_list_item(make_project: Callable[..., Project], fence: str) -> None:
    build = make_project({'seeds/s1.txt': S1, 'index.md': f'# Title\n\n{fence}'}).build('html')
    assert build.warnings == []
    assert cards(build) == ['Pours without a drip.', 'Boils in ninety seconds.']
    assert len(build.soup('index.html').select('li > .matchup')) == 1


# -------------------------------------------------------------- lines of the directives


# https://github.com/executablebooks/MyST-Parser/pull/1175
@MARKUPS
@pytest.mark.parametrize('depth', [0, 1, 2])
def test_warnings_name_the_line_of_a_nested_directive(
    make_project: Callable[..., Project], markup: str, depth: int
) -> None:
    """A wrong option stands on line 40, a seed that is missing on line 60."""
    wrong = {
        'rst': ['.. matchup:: s1', '   :layout: x'],
        'md': ['```{matchup} s1', ':layout: x', '```'],
    }[markup]
    missing = {'rst': ['.. matchup:: nope'], 'md': ['```{matchup} nope', '```']}[markup]
    for level in range(depth):
        if markup == 'rst':
            wrong, missing = (
                ['.. note::', '', *(f'   {line}' for line in block)] for block in (wrong, missing)
            )
        else:
            fence = '`' * (4 + level)
            wrong, missing = ([f'{fence}{{note}}', *block, fence] for block in (wrong, missing))
    # The directive itself, not the note around it, stands on the line.
    before = depth * (2 if markup == 'rst' else 1)
    lines = ['Title', '=====', ''] if markup == 'rst' else ['# Title', '']
    for number, block in ((40, wrong), (60, missing)):
        lines += [''] * (number - 1 - before - len(lines))
        lines += [*block, '']
    project = make_project({'seeds/s1.txt': S1, f'index.{markup}': '\n'.join(lines)})
    build = project.build('html')
    wrong_layout = ":layout: is 'x'; expected columns or stack"
    message = "no seed has the id, file name or title 'nope'"
    assert build.warnings == [
        f'index.{markup}:40: WARNING: {wrong_layout} [matchups.option]',
        f'index.{markup}:60: WARNING: {message} [matchups.missing]',
    ]
    assert len(cards(build)) == 2


def test_an_unknown_option_is_reported_by_myst_near_its_line(
    make_project: Callable[..., Project],
) -> None:
    lines = ['# Title', *[''] * 37, '````{note}', '```{matchup} s1', ':layot: x', '```', '````']
    project = make_project({'seeds/s1.txt': S1, 'index.md': '\n'.join(lines)})
    build = project.build('html')
    assert build.subtypes() == ['myst.directive_option']
    line = int(build.warnings[0].split(':')[1])
    assert abs(line - 41) <= 1
    assert len(cards(build)) == 2


# ----------------------------------------------------------------- lines of a body

#: How a body may follow the first line of a directive; BODY is replaced.
BODIES = {
    'rst': {
        'plain': '.. matchup:: TITLE\n\n   BODY',
        'options': '.. matchup:: TITLE\n   :class: a b\n   :layout: stack\n\n   BODY',
        'blank lines': '.. matchup:: TITLE\n   :class: a\n\n\n\n   BODY',
        'title in body': '.. matchup::\n   :class: a\n\n   TITLE\n\n   BODY',
        'title alone': '.. matchup::\n\n   TITLE\n\n   BODY',
        'deep': '.. matchup:: TITLE\n\n      BODY',
        'nested': '.. note::\n\n   Words.\n\n   .. matchup:: TITLE\n      :class: a\n\n      BODY',
        'nested twice': '* .. note::\n\n     Words.\n\n     .. matchup:: TITLE\n\n        BODY',
    },
    'md': {
        'plain': '```{matchup} TITLE\nBODY\n```',
        'options': '```{matchup} TITLE\n:class: a b\n:layout: stack\n\nBODY\n```',
        'options without blank': '```{matchup} TITLE\n:class: a b\nBODY\n```',
        'yaml options': '```{matchup} TITLE\n---\nclass: a b\n---\nBODY\n```',
        'yaml options and blank': '```{matchup} TITLE\n---\nclass: a b\n---\n\nBODY\n```',
        'blank lines': '```{matchup} TITLE\n:class: a\n\n\n\nBODY\n```',
        'blank lines without options': '```{matchup} TITLE\n\n\n\nBODY\n```',
        'title in body': '```{matchup}\n:class: a\n\nTITLE\n\nBODY\n```',
        'title alone': '```{matchup}\nTITLE\n\nBODY\n```',
        'colon fence': ':::{matchup} TITLE\nBODY\n:::',
        'colon fence and options': ':::{matchup} TITLE\n:class: a\n\nBODY\n:::',
        'nested': '````{note}\nWords.\n\n```{matchup} TITLE\n:class: a\n\nBODY\n```\n````',
        'nested first': '````{note}\n```{matchup} TITLE\nBODY\n```\n````',
        'nested colon': '::::{note}\n\n:::{matchup} TITLE\n:class: a\n\nBODY\n:::\n::::',
        'nested below options': (
            '::::{admonition} Words\n:class: tip\n\n:::{matchup} TITLE\nBODY\n:::\n::::'
        ),
        'nested below yaml': (
            '::::{admonition} Words\n---\nclass: tip\n---\n:::{matchup} TITLE\nBODY\n:::\n::::'
        ),
        'nested twice': (
            '* Words\n\n  ````{note}\n  Words.\n\n  ```{matchup} TITLE\n  BODY\n  ```\n  ````'
        ),
        'rst in md': '```{eval-rst}\n.. matchup:: TITLE\n   :class: a\n\n   BODY\n```',
        'nested rst in md': '````{note}\n```{eval-rst}\n.. matchup:: TITLE\n\n   BODY\n```\n````',
    },
}
NOTE = 'text that is neither title, quote nor attribution; kept as a note, which no page shows'
ROUNDS = 'round 2 lacks a quote (3 in all, by turns on 2 products)'
BODY = '“one of NAME”\n\n“two of NAME”\n\nstray words\n\n“three of NAME”'


def filled(template: str, name: str, body: str) -> str:
    """The template with a title and a body, every line of it indented as far."""
    text = template.replace('TITLE', f'Cup {name} vs Mug')
    indent = ' ' * (
        len(line := next(x for x in text.split('\n') if 'BODY' in x)) - len(line.lstrip())
    )
    return text.replace('BODY', textwrap.indent(body, indent).lstrip()) + '\n'


@MARKUPS
def test_problems_of_a_body_are_reported_at_their_own_lines(
    make_project: Callable[..., Project], markup: str
) -> None:
    pages, expected = {}, []
    for number, (name, template) in enumerate(BODIES[markup].items()):
        head = 'Title\n=====\n\n' if markup == 'rst' else '---\norphan: true\n---\n\n# Title\n\n'
        page = head + filled(template, f'v{number}', BODY.replace('NAME', name))
        pages[f'case{number:02}.{markup}'] = page
        line = next(at for at, text in enumerate(page.split('\n'), 1) if 'stray' in text)
        count = next(at for at, text in enumerate(page.split('\n'), 1) if 'three of' in text)
        where = f'case{number:02}.{markup}'
        expected += [
            f'{where}:{line}: WARNING: {NOTE} [matchups.seed]',
            f'{where}:{count}: WARNING: {ROUNDS} [matchups.rounds]',
        ]
    toctree = 'Title\n=====\n\n.. toctree::\n   :glob:\n\n   case*\n'
    build = make_project({'index.rst': toctree, **pages}).build('html')
    assert build.warnings == expected
    for number, name in enumerate(BODIES[markup]):
        assert cards(build, f'case{number:02}') == [
            f'{count} of {name}' for count in ('one', 'two', 'three')
        ]


@pytest.mark.parametrize('blank', ['', '\n'], ids=['no-blank-line', 'blank-line'])
def test_lines_of_a_body_in_nested_colon_fences_are_right_with_a_blank_line(
    make_project: Callable[..., Project], blank: str
) -> None:
    """Without one, MyST itself may count the lines of what is inside one too far."""
    page = (
        f'# Title\n\n::::{{card}} Title\n{blank}:::{{matchup}} Cup vs Mug\n'
        '“one”\n\nstray words\n\n“two”\n:::\n::::\n'
    )
    build = make_project({'index.md': page}).build('html')
    assert build.subtypes() == ['matchups.seed']
    line = page.split('\n').index('stray words') + 1
    assert int(build.warnings[0].split(':')[1]) - line in ([0] if blank else [0, 1])
    assert cards(build) == ['one', 'two']


@MARKUPS
def test_problems_of_a_body_in_an_included_file_are_reported_there(
    make_project: Callable[..., Project], markup: str
) -> None:
    part = '\n\nWords.\n\n' + filled(BODIES[markup]['options'], 'x', BODY)
    include = {'rst': '.. include:: /part.inc\n', 'md': '```{include} /part.inc\n```\n'}[markup]
    head = 'Title\n=====\n\n' if markup == 'rst' else '# Title\n\n'
    build = make_project({'part.inc': part, f'index.{markup}': head + include}).build('html')
    stray = next(at for at, text in enumerate(part.split('\n'), 1) if 'stray' in text)
    three = next(at for at, text in enumerate(part.split('\n'), 1) if 'three' in text)
    assert [warning.split(': ')[0] for warning in build.warnings] == [
        f'part.inc:{stray}',
        f'part.inc:{three}',
    ]
    assert len(cards(build)) == 3


# --------------------------------------------------------------------- the same nodes

SEEDS = {
    's1': S1,
    'two': """\
Cup vs Mug

“Holds a *lot*.”

“Keeps `warm`.”

“Too big.”
— The PM on Cup: skip

“Fine.”
""",
    'many': """\
A/B Test vs C|D vs C++

“a -- b”

“c... d”

“(c)”

“second a”

“x”

“y”
""",
}
#: Directives with arguments, options and bodies: (name, argument, options, body).
SAME = [
    ('matchup', 's1', '', ''),
    ('matchup', 'seeds/two.txt', ':class: wide tall', ''),
    ('matchup', 'A/B Test vs C|D vs C++', ':layout: stack', ''),
    ('matchup', 'mug vs cup', ':no-index:\n:flip:', ''),
    ('matchup', 'two', ':no-index:\n:personas: Builder, PM\n:products: Cup', ''),
    ('matchup', 'Pan vs Pot', '', '“heavy\nand *black*”\n\n“`light`”\n\n“a”\n\n“b”'),
    ('matchup', 'Fork vs Knife', ':class: wide', '# no title\n\n“# no heading”\n\n“- no list”'),
    ('matchup', '', ':class: wide', 'Oven vs Hob\n\n“hot”\n— The Skeptic on Hob: buy\n\n“cold”'),
    ('matchup:product', 'Cup', '', ''),
    ('matchup:product', 'C++', ':class: wide', 'Words of the author.'),
    ('matchup:product', 'Unknown Thing', ':no-index:', 'One.\n\n* Two.\n* Three.'),
    ('matchup:product', 'C|D', '', '**Strong** words.\n\n1. One.\n2. Two.'),
    ('matchup:persona', 'PM', '', 'Words of the author.'),
    ('matchup:persona', 'builder', ':no-index:', ''),
    ('matchup:quote', 'Cup/PM', '', ''),
    ('matchup:quote', 'A/B Test/Skeptic', ':class: wide', ''),
    ('matchup:quote', 'C++/Builder', ':no-index:', ''),
    ('matchup:list', 'products', '', ''),
    ('matchup:list', 'personas', ':class: wide', ''),
    ('matchup:list', 'matchups', ':no-index:', ''),
]


def block(markup: str, name: str, argument: str, options: str, body: str) -> str:
    """One directive in either markup."""
    if markup == 'rst':
        parts = [f'.. {name}:: {argument}'.rstrip()]
        parts += [textwrap.indent(options, '   ')] if options else []
        parts += ['', textwrap.indent(body, '   ')] if body else []
    else:
        parts = [f'```{{{name}}} {argument}'.rstrip()]
        parts += [options] if options else []
        parts += ['', body] if body else []
        parts += ['```']
    return '\n'.join([*parts, ''])


@pytest.fixture(scope='module')
def both(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    """The same pages in both markups, as pseudo-XML; the doctrees are beside it."""
    builds = {}
    for markup in ('rst', 'md'):
        files = {f'seeds/{name}.txt': seed for name, seed in SEEDS.items()}
        files['index.rst'] = 'Title\n=====\n\n.. toctree::\n   :glob:\n\n   case*\n'
        head = 'Title\n=====\n\n' if markup == 'rst' else '# Title\n\n'
        for number, case in enumerate(SAME):
            files[f'case{number:02}.{markup}'] = head + block(markup, *case)
        project = Project(tmp_path_factory.mktemp('both') / markup, files)
        builds[markup] = project.build('pseudoxml', '-n')
    return builds


def resolved(build: Build, name: str) -> str:
    """What stands below the document's own line."""
    return build.text(f'{name}.pseudoxml').partition('\n')[2]


def as_read(build: Build, name: str) -> list[str]:
    """The nodes of a page, right after reading, apart from sources, lines and paths of seeds."""
    with (build.outdir.parent / 'doctrees' / f'{name}.doctree').open('rb') as stream:
        document: nodes.document = pickle.load(stream)
    return [re.sub(' seed="[^"]*"', '', node.pformat()) for node in document[0].children]


@pytest.mark.parametrize('number', range(len(SAME)), ids=[' '.join(case[:3]) for case in SAME])
def test_both_markups_give_the_same_nodes(both: dict[str, Build], number: int) -> None:
    name = f'case{number:02}'
    rst, md = as_read(both['rst'], name), as_read(both['md'], name)
    assert len(rst) == 2  # the title and ours
    assert md == rst
    assert resolved(both['md'], name) == resolved(both['rst'], name)
    assert resolved(both['rst'], name).count('<section') == 1


def test_both_markups_give_the_same_warnings(both: dict[str, Build]) -> None:
    warnings = {
        markup: [re.sub(r'^(case\d\d)\.\w+:\d+:', r'\1:', warning) for warning in build.warnings]
        for markup, build in both.items()
    }
    assert warnings['md'] == warnings['rst']
    assert both['rst'].subtypes() == ['matchups.seed', 'matchups.missing']
    places = [warning.partition(': ')[0] for warning in both['rst'].warnings]
    assert places == ['case06.rst:7', 'case10.rst:4']


# --------------------------------------------------------------------- the exact text

#: Words that mean something in one of the two markups, or that something would replace.
EXACT = [
    '# not a heading',
    '- not a list',
    '* not a list',
    '1. not a list',
    '> not a quote',
    '*not emphasis*',
    '**not strong**',
    '_not emphasis_ and __not strong__',
    '~~not struck~~',
    '<b>not bold</b>',
    '<!-- no comment -->',
    '&amp; is no entity, &lt;',
    '| a | b |',
    '|no substitution|',
    '{{ no.substitution }}',
    'http://example.org and www.example.org/x_y',
    'someone@example.org',
    '(c) (tm) (r) (p) +-',
    'a -- b --- c... d.. e?!?!',
    "it's \"quoted\" and 'quoted'",
    '.. note:: no directive',
    '::: no fence',
    'target_ and `__',
    '[text](address) and [text][label] and [^1] and [1]_',
    '![image](address)',
    '$x^2$ and $$y$$',
    '\\*backslashes\\* \\n \\\\',
    'trailing backslash \\',
    ':field: no field',
    '+--+ and ==== and ----',
    '% no comment',
    '^^^ and +++',
    'Größe – naïve “inner” ‘marks’ … 急須 🫖',
    '%(voice)s and {0} and %s and ${x}',
]
REPLACING = """\
myst_enable_extensions = [
    'colon_fence', 'replacements', 'smartquotes', 'substitution', 'dollarmath', 'strikethrough',
    'tasklist', 'deflist', 'fieldlist', 'amsmath', 'attrs_inline', 'html_image',
]
smartquotes = True
"""


def exact_seed(title: str) -> str:
    return '\n\n'.join([title, *(f'“{text}”' for text in EXACT)]) + '\n'


@pytest.fixture(scope='module')
def exact(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    """Pages that show the quotes from a seed and from a body, in both markups."""
    body = exact_seed('').strip()
    rst = f'T\n=\n\n.. matchup:: Rst Body vs Other\n\n{textwrap.indent(body, "   ")}\n'
    files = {
        'seeds/for-rst.txt': exact_seed('Rst Seed vs Other'),
        'seeds/for-md.txt': exact_seed('Md Seed vs Other'),
        'index.rst': 'T\n=\n\n.. toctree::\n\n   rst-seed\n   md-seed\n   rst-body\n   md-body\n',
        'rst-seed.rst': 'T\n=\n\n.. matchup:: for-rst\n',
        'md-seed.md': '# T\n\n```{matchup} for-md\n```\n',
        'rst-body.rst': rst,
        'md-body.md': f'# T\n\n````{{matchup}} Md Body vs Other\n{body}\n````\n',
    }
    project = Project(tmp_path_factory.mktemp('exact') / 'source', files)
    project.configure(REPLACING + "suppress_warnings = ['matchups.rounds']\n")
    return {builder: project.build(builder, out=builder) for builder in ('html', 'xml')}


PAGES = ['rst-seed', 'md-seed', 'rst-body', 'md-body']


@pytest.mark.parametrize('name', PAGES)
def test_quotes_stay_letter_for_letter(exact: dict[str, Build], name: str) -> None:
    assert exact['html'].warnings == []
    quotes = exact['html'].soup(f'{name}.html').select('.matchup-quote')
    assert [quote.get_text() for quote in quotes] == EXACT
    # Nothing was made of them: each is one paragraph of nothing but text.
    assert [child.name for quote in quotes for child in quote.find_all(True)] == ['p'] * len(EXACT)


@pytest.mark.parametrize('name', PAGES)
def test_quotes_stay_letter_for_letter_in_other_formats(
    exact: dict[str, Build], name: str
) -> None:
    assert exact['xml'].warnings == []
    tree = ET.fromstring(exact['xml'].text(f'{name}.xml'))
    quotes = [quote.find('paragraph') for quote in tree.iter('block_quote')]
    assert [quote.text for quote in quotes] == EXACT
    assert [len(quote) for quote in quotes] == [0] * len(EXACT)


@MARKUPS
@pytest.mark.parametrize(
    ('text', 'shown', 'codes'),
    [
        (':role:`x`', ':role:x', ['x']),
        ('`*a*` and ``b`c`` and `` ` ``', '*a* and b`c and `', ['*a*', 'b`c', '`']),
        ('a ` lonely backtick', 'a ` lonely backtick', []),
        ('`<b>` & `--`', '<b> & --', ['<b>', '--']),
    ],
)
def test_only_code_spans_are_markup(
    make_project: Callable[..., Project], markup: str, text: str, shown: str, codes: list[str]
) -> None:
    body = f'“{text}”\n\n“plain”'
    page = (
        f'Title\n=====\n\n.. matchup:: Cup vs Mug\n\n{textwrap.indent(body, "   ")}\n'
        if markup == 'rst'
        else f'# Title\n\n````{{matchup}} Cup vs Mug\n{body}\n````\n'
    )
    project = make_project({f'index.{markup}': page})
    project.configure(REPLACING)
    build = project.build('html')
    assert build.warnings == []
    quote: Tag = build.soup('index.html').select_one('.matchup-quote')
    assert quote.get_text() == shown
    assert [code.get_text() for code in quote.select('code')] == codes


# ---------------------------------------------------------------------- the outline


# https://github.com/executablebooks/MyST-Parser/pull/711
@MARKUPS
def test_a_matchup_inside_a_note_makes_no_section_and_no_entry_in_the_toc(
    make_project: Callable[..., Project], markup: str
) -> None:
    page = {
        'rst': (
            'Page\n====\n\nSub\n---\n\n.. note::\n\n   .. matchup:: s1\n\n'
            '   .. matchup:product:: Kettle One\n\n      Words.\n\nNext\n----\n\nWords.\n'
        ),
        'md': (
            '# Page\n\n## Sub\n\n:::::{note}\n```{matchup} s1\n```\n\n'
            '::::{matchup:product} Kettle One\nWords.\n::::\n:::::\n\n## Next\n\nWords.\n'
        ),
    }[markup]
    index = 'Title\n=====\n\n.. toctree::\n\n   page\n'
    project = make_project({'seeds/s1.txt': S1, 'index.rst': index, f'page.{markup}': page})
    project.configure("html_sidebars = {'**': ['localtoc.html', 'globaltoc.html']}\n")
    build = project.build('html')
    assert build.warnings == []
    soup = build.soup('page.html')
    assert soup.select('.admonition section, .admonition h1, .admonition h2') == []
    assert len(soup.select('.admonition .matchup')) == 1
    sections = soup.select('section#page > section')
    assert [section['id'] for section in sections] == ['sub', 'next']
    local = soup.select_one('.sphinxsidebarwrapper ul')
    assert [link.get_text() for link in local.select('a')] == ['Page', 'Sub', 'Next']
    toc = build.soup('index.html').select_one('.toctree-wrapper')
    assert [link.get_text() for link in toc.select('a')] == ['Page', 'Sub', 'Next']


@MARKUPS
def test_a_role_means_the_same_in_both_markups(
    make_project: Callable[..., Project], markup: str
) -> None:
    roles = {
        'rst': [
            ':matchup:product:`Kettle One`',
            ':matchup:product:`words <kettle-one>`',
            ':matchup:persona:`!Builder`',
            ':matchup:quote:`~Kettle One/Builder`',
            ':any:`Teapot Pro vs Kettle One`',
        ],
        'md': [
            '{matchup:product}`Kettle One`',
            '{matchup:product}`words <kettle-one>`',
            '{matchup:persona}`!Builder`',
            '{matchup:quote}`~Kettle One/Builder`',
            '{any}`Teapot Pro vs Kettle One`',
        ],
    }[markup]
    head = 'Title\n=====' if markup == 'rst' else '# Title'
    show = block(markup, 'matchup', 's1', '', '')
    project = make_project(
        {'seeds/s1.txt': S1, f'index.{markup}': '\n\n'.join([head, show, *roles])}
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    paragraphs = build.soup('index.html').select('section > p')
    found = [(found.get_text(), found.a and found.a['href']) for found in paragraphs]
    matchup = '#matchup-teapot-pro-vs-kettle-one'
    assert found == [
        ('Kettle One', matchup),
        ('words', matchup),
        ('Builder', None),
        ('Builder', '#quote-teapot-pro-vs-kettle-one-2'),
        ('Teapot Pro vs Kettle One', matchup),
    ]

"""The options of every directive, alone and together, in reStructuredText and in MyST."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.project import S1, Project

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import Tag
    from support.project import Build

#: Four rounds of two; in the last one the products have different personas.
TWO = """\
Cup vs Mug

“cup 1”

“mug 1”

“cup 2”

“mug 2”

“cup 3”

“mug 3”

“cup 4, a storyboard”

“mug 4, its pricing”
"""

#: Each round lacks another product.
GAPS = """\
Cup vs Mug vs Jug

“cup 1”
— Builder on Cup

“jug 1”
— Builder on Jug

“cup 2”
— Skeptic on Cup

“mug 2”
— Skeptic on Mug

“mug 3”
— Futurist on Mug

“jug 3”
— Futurist on Jug
"""

C1, C2, C3, C4 = 'cup 1', 'cup 2', 'cup 3', 'cup 4, a storyboard'
M1, M2, M3, M4 = 'mug 1', 'mug 2', 'mug 3', 'mug 4, its pricing'

MARKUPS = pytest.mark.parametrize('markup', ['rst', 'md'])


def directive(markup: str, name: str, argument: str, options: str = '') -> str:
    """A directive; its options are separated by ``;``."""
    fields = [f':{option.strip()}' for option in options.split(';') if option.strip()]
    if markup == 'rst':
        return '\n'.join([f'.. {name}:: {argument}', *(f'   {field}' for field in fields), ''])
    return '\n'.join([f'```{{{name}}} {argument}', *fields, '```', ''])


def page(markup: str, *blocks: str, name: str = 'index') -> dict[str, str]:
    """A page with a title."""
    title = 'Title\n=====' if markup == 'rst' else '# Title'
    return {f'{name}.{markup}': '\n\n'.join([title, *blocks])}


def toctree(markup: str) -> str:
    """A toctree of every page but the first."""
    if markup == 'rst':
        return '.. toctree::\n   :glob:\n\n   case*\n'
    return '```{toctree}\n:glob:\n\ncase*\n```\n'


class Shown:
    """What a page shows of one matchup."""

    def __init__(self, build: Build, name: str = 'index') -> None:
        self.block: Tag = build.soup(f'{name}.html').select_one('.matchup')

    @property
    def header(self) -> list[tuple[int, str]]:
        """The products at the head, each with its column."""
        names = self.block.select('.matchup-header > p')
        return [(column(name), name.bdi.get_text()) for name in names]

    @property
    def rounds(self) -> list[list[tuple[int, str]]]:
        """The cards, round by round, each with its column."""
        return [
            [(column(card), card.blockquote.get_text()) for card in row.select('figure')]
            for row in self.block.select('.matchup-round')
        ]

    @property
    def labels(self) -> list[str]:
        """The persona above each round, empty where the cards have different ones."""
        found = [
            row.select_one('.matchup-round-label') for row in self.block.select('.matchup-round')
        ]
        return [label.get_text() if label else '' for label in found]


def column(element: Tag) -> int:
    """The column of the grid that an element stands in."""
    found = re.findall(r'(?:^| )matchup-column-(\d+)(?: |$)', ' '.join(element['class']))
    assert len(found) == 1, element
    return int(found[0])


# --------------------------------------------------------------------------- what is shown

#: The seed, the options, the products at the head, the rounds and their labels.
SHOWN = [
    (
        TWO,
        '',
        ['Cup', 'Mug'],
        [[(1, C1), (2, M1)], [(1, C2), (2, M2)], [(1, C3), (2, M3)], [(1, C4), (2, M4)]],
        ['Builder', 'Skeptic', 'Futurist', ''],
    ),
    (TWO, 'personas: Builder', ['Cup', 'Mug'], [[(1, C1), (2, M1)]], ['Builder']),
    (
        TWO,
        'personas: FUTURIST, builder',
        ['Cup', 'Mug'],
        [[(1, C1), (2, M1)], [(1, C3), (2, M3)]],
        ['Builder', 'Futurist'],
    ),
    (TWO, 'personas: , Builder,, ', ['Cup', 'Mug'], [[(1, C1), (2, M1)]], ['Builder']),
    (TWO, 'personas: Creator', ['Cup', 'Mug'], [[(1, C4)]], ['Creator']),
    (TWO, 'personas: Founder', ['Cup', 'Mug'], [[(2, M4)]], ['Founder']),
    (
        TWO,
        'personas: Founder, Creator',
        ['Cup', 'Mug'],
        [[(1, C4), (2, M4)]],
        [''],
    ),
    (
        TWO,
        'products: Cup',
        ['Cup'],
        [[(1, C1)], [(1, C2)], [(1, C3)], [(1, C4)]],
        ['Builder', 'Skeptic', 'Futurist', 'Creator'],
    ),
    (
        TWO,
        'products: mug',
        ['Mug'],
        [[(1, M1)], [(1, M2)], [(1, M3)], [(1, M4)]],
        ['Builder', 'Skeptic', 'Futurist', 'Founder'],
    ),
    (
        TWO,
        'products: Mug, Cup; personas: Skeptic',
        ['Cup', 'Mug'],
        [[(1, C2), (2, M2)]],
        ['Skeptic'],
    ),
    (
        TWO,
        'products: Mug; personas: Founder, Skeptic',
        ['Mug'],
        [[(1, M2)], [(1, M4)]],
        ['Skeptic', 'Founder'],
    ),
    (
        TWO,
        'flip:',
        ['Mug', 'Cup'],
        [[(1, M1), (2, C1)], [(1, M2), (2, C2)], [(1, M3), (2, C3)], [(1, M4), (2, C4)]],
        ['Builder', 'Skeptic', 'Futurist', ''],
    ),
    (TWO, 'flip:; personas: Creator', ['Mug', 'Cup'], [[(2, C4)]], ['Creator']),
    (TWO, 'flip:; personas: Founder', ['Mug', 'Cup'], [[(1, M4)]], ['Founder']),
    (TWO, 'flip:; products: Cup; personas: Builder', ['Cup'], [[(1, C1)]], ['Builder']),
    (
        GAPS,
        '',
        ['Cup', 'Mug', 'Jug'],
        [
            [(1, 'cup 1'), (3, 'jug 1')],
            [(1, 'cup 2'), (2, 'mug 2')],
            [(2, 'mug 3'), (3, 'jug 3')],
        ],
        ['Builder', 'Skeptic', 'Futurist'],
    ),
    (
        GAPS,
        'flip:',
        ['Jug', 'Mug', 'Cup'],
        [
            [(1, 'jug 1'), (3, 'cup 1')],
            [(2, 'mug 2'), (3, 'cup 2')],
            [(1, 'jug 3'), (2, 'mug 3')],
        ],
        ['Builder', 'Skeptic', 'Futurist'],
    ),
    (
        GAPS,
        'products: Jug, Cup',
        ['Cup', 'Jug'],
        [[(1, 'cup 1'), (2, 'jug 1')], [(1, 'cup 2')], [(2, 'jug 3')]],
        ['Builder', 'Skeptic', 'Futurist'],
    ),
    (
        GAPS,
        'products: Jug, Cup; flip:',
        ['Jug', 'Cup'],
        [[(1, 'jug 1'), (2, 'cup 1')], [(2, 'cup 2')], [(1, 'jug 3')]],
        ['Builder', 'Skeptic', 'Futurist'],
    ),
    (
        GAPS,
        'products: Mug; personas: Builder, Futurist',
        ['Mug'],
        [[(1, 'mug 3')]],
        ['Futurist'],
    ),
]


@pytest.fixture(scope='module', params=['rst', 'md'])
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A project with a seed and a page for every case."""
    files = page(request.param, toctree(request.param))
    for number, (seed, options, *_) in enumerate(SHOWN):
        files[f'seeds/seed{number}.txt'] = f'---\nid: case-{number}\n---\n{seed}'
        block = directive(request.param, 'matchup', f'seed{number}', options)
        files |= page(request.param, block, name=f'case{number}')
    return Project(tmp_path_factory.mktemp('shown'), files).build('html', '-n')


def test_filters_and_flip_give_no_warnings(shown: Build) -> None:
    assert shown.warnings == []


@pytest.mark.parametrize(
    ('number', 'names', 'rounds', 'labels'),
    [(number, *expected) for number, (_, _, *expected) in enumerate(SHOWN)],
    ids=[f'{"two" if seed is TWO else "gaps"}-{options}' for seed, options, *_ in SHOWN],
)
def test_filters_and_flip_leave_the_right_cards_in_the_columns_of_their_products(
    shown: Build,
    number: int,
    names: list[str],
    rounds: list[list[tuple[int, str]]],
    labels: list[str],
) -> None:
    matchup = Shown(shown, f'case{number}')
    assert matchup.header == list(enumerate(names, 1))
    assert matchup.rounds == rounds
    assert matchup.labels == labels
    assert f'matchup-of-{len(names)}' in matchup.block['class']


def test_cards_keep_the_ids_of_their_places_in_the_seed(
    make_project: Callable[..., Project],
) -> None:
    options = 'flip:; personas: Skeptic, Founder'
    project = make_project(
        {'seeds/two.txt': TWO, **page('rst', directive('rst', 'matchup', 'two', options))}
    )
    build = project.build('html')
    cards = Shown(build).block.select('figure')
    assert [(card['id'], card.blockquote.get_text()) for card in cards] == [
        ('quote-cup-vs-mug-4', M2),
        ('quote-cup-vs-mug-3', C2),
        ('quote-cup-vs-mug-8', M4),
    ]
    # What is not shown has no place that a link could lead to.
    quotes = [line.split()[0] for line in build.inventory() if ' matchup:quote ' in line]
    assert sorted(quotes) == ['cup/skeptic', 'mug/founder', 'mug/skeptic']


def test_text_shows_the_same_as_html(make_project: Callable[..., Project]) -> None:
    options = 'flip:; personas: Builder, Founder'
    project = make_project(
        {'seeds/two.txt': TWO, **page('rst', directive('rst', 'matchup', 'two', options))}
    )
    build = project.build('text')
    assert build.warnings == []
    assert build.text('index.txt') == (
        'Title\n*****\n\n**Mug vs Cup**\n\n*Builder*\n\n'
        '   mug 1\n\n   -- Builder on Mug\n\n'
        '   cup 1\n\n   -- Builder on Cup\n\n*Founder*\n\n'
        '   mug 4, its pricing\n\n   -- Founder on Mug\n'
    )


@MARKUPS
def test_products_may_be_named_by_alias_and_personas_by_the_names_of_the_settings(
    make_project: Callable[..., Project], markup: str
) -> None:
    options = 'products: Becher; personas: The One Who Builds'
    project = make_project(
        {'seeds/two.txt': TWO, **page(markup, directive(markup, 'matchup', 'two', options))}
    )
    project.configure(
        "matchups_products = [{'name': 'Mug', 'aliases': ['Becher']}]\n"
        "matchups_personas = {'builder': 'The One Who Builds'}\n"
    )
    build = project.build('html')
    assert build.warnings == []
    assert Shown(build).rounds == [[(1, M1)]]


def test_a_persona_that_only_the_seed_names_passes_the_filter(
    make_project: Callable[..., Project],
) -> None:
    seed = S1.replace('drip.”', 'drip.”\n— The Tester on Teapot Pro')
    block = directive('rst', 'matchup', 's1', 'personas: tester')
    project = make_project({'seeds/s1.txt': seed, **page('rst', block)})
    build = project.build('html')
    message = "nobody on the panel is called 'Tester'; declare it in matchups_personas"
    assert build.warnings == [f'seeds/s1.txt:4: WARNING: {message} [matchups.seed]']
    assert Shown(build).rounds == [[(1, 'Pours without a drip.')]]
    assert Shown(build).labels == ['Tester']


# ------------------------------------------------------------------------------ wrong values

#: The options, the warning, the products at the head and the number of cards.
WRONG = [
    ('personas: Bilder', ":personas: names 'Bilder'; did you mean 'Builder'?", 2, 8),
    ('personas: Bilder, Skeptic', ":personas: names 'Bilder'; did you mean 'Builder'?", 2, 2),
    ('products: Xyzzy', ":products: names 'Xyzzy'; known are Cup, Mug", 2, 8),
    ('products: Cup, Mugs', ":products: names 'Mugs'; did you mean 'Mug'?", 1, 4),
    ('personas: PM', 'no quote of the matchup passes :personas: and :products:', 2, 0),
    ('layout: colums', ":layout: is 'colums'; did you mean 'columns'?", 2, 8),
    ('layout: 7', ":layout: is '7'; expected columns or stack", 2, 8),
    ('layout:', ":layout: is ''; expected columns or stack", 2, 8),
]


@MARKUPS
def test_a_wrong_value_is_reported_at_the_directive_and_counts_as_not_given(
    make_project: Callable[..., Project], markup: str
) -> None:
    files = page(markup, toctree(markup))
    for number, (options, *_) in enumerate(WRONG):
        files[f'seeds/seed{number}.txt'] = f'---\nid: case-{number}\n---\n{TWO}'
        block = directive(markup, 'matchup', f'seed{number}', options)
        files |= page(markup, 'Words.', block, name=f'case{number}')
    build = make_project(files).build('html')
    line = 6 if markup == 'rst' else 5
    assert build.warnings == [
        f'case{number}.{markup}:{line}: WARNING: {message} [matchups.option]'
        for number, (_, message, _, _) in enumerate(WRONG)
    ]
    for number, (_, _, names, cards) in enumerate(WRONG):
        matchup = Shown(build, f'case{number}')
        assert (len(matchup.header), sum(map(len, matchup.rounds))) == (names, cards), number
        assert 'matchup-columns' in matchup.block['class']


# ------------------------------------------------------------------------------------ layout


@MARKUPS
@pytest.mark.parametrize('setting', ['', 'stack'])
def test_layout_comes_from_the_option_else_from_the_setting(
    make_project: Callable[..., Project], markup: str, setting: str
) -> None:
    files = page(markup, toctree(markup))
    for name in ('stack', 'columns', 'default'):
        options = '' if name == 'default' else f'layout: {name}'
        files[f'seeds/{name}.txt'] = S1.replace('Teapot', name)
        files |= page(markup, directive(markup, 'matchup', name, options), name=f'case-{name}')
    project = make_project(files)
    project.configure(f'matchups_layout = {setting!r}\n' if setting else '')
    build = project.build('html')
    assert build.warnings == []
    layouts = {}
    for name in ('stack', 'columns', 'default'):
        matchup = Shown(build, f'case-{name}')
        layouts[name] = {'matchup-stack', 'matchup-columns'} & set(matchup.block['class'])
        assert matchup.rounds == [[(1, 'Pours without a drip.'), (2, 'Boils in ninety seconds.')]]
    assert layouts == {
        'stack': {'matchup-stack'},
        'columns': {'matchup-columns'},
        'default': {f'matchup-{setting or "columns"}'},
    }


# -------------------------------------------------------------- options of every directive

#: Every directive and argument, and what stands inside.
DIRECTIVES = [
    ('matchup', 's1', 'Pours without a drip.'),
    ('matchup:product', 'Kettle One', 'Boils in ninety seconds.'),
    ('matchup:persona', 'Builder', 'Boils in ninety seconds.'),
    ('matchup:quote', 'Kettle One/Builder', 'Boils in ninety seconds.'),
    ('matchup:list', 'products', 'Kettle One'),
    ('matchup:list', 'personas', 'Builder'),
    ('matchup:list', 'matchups', 'Teapot Pro vs Kettle One'),
]


def every_directive(markup: str, options: str) -> list[str]:
    """Every directive with options in which ``{}`` is its number."""
    return [
        directive(markup, name, argument, options.replace('{}', str(number)))
        for number, (name, argument, _) in enumerate(DIRECTIVES)
    ]


@MARKUPS
def test_class_adds_classes_to_the_outer_element(
    make_project: Callable[..., Project], markup: str
) -> None:
    blocks = every_directive(markup, 'class: case-{} Very_Wide')
    build = make_project({'seeds/s1.txt': S1, **page(markup, *blocks)}).build('html', '-n')
    assert build.warnings == []
    soup = build.soup('index.html')
    for number, (name, _, inside) in enumerate(DIRECTIVES):
        found = soup.select(f'.case-{number}')
        assert len(found) == 1, name
        assert 'very-wide' in found[0]['class']
        assert found[0].parent is soup.select_one('section')
        assert inside in found[0].get_text()
    assert len(soup.select('.very-wide')) == len(DIRECTIVES)


@MARKUPS
@pytest.mark.parametrize('options', ['name: my place {}', 'name: my place {}; no-index:'])
def test_name_can_be_referred_to(
    make_project: Callable[..., Project], markup: str, options: str
) -> None:
    # A class tells the elements apart, and shows that the two options go together.
    blocks = every_directive(markup, f'{options}; class: case-{{}}')
    links = [
        f':ref:`words {number} <my place {number}>`'
        if markup == 'rst'
        else f'[words {number}](<#my place {number}>)'
        for number in range(len(DIRECTIVES))
    ]
    project = make_project(
        {
            'seeds/s1.txt': S1,
            **page(markup, toctree(markup), *blocks, *links),
            **page(markup, *links, name='case'),
        }
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    soup, elsewhere = build.soup('index.html'), build.soup('case.html')
    for number, (name, _, _) in enumerate(DIRECTIVES):
        address = soup.find('a', string=f'words {number}')['href']
        assert address.startswith('#'), name
        element = soup.select_one(f'.case-{number}')
        # The id stands on the element, or on an empty one right at its beginning.
        target = soup.find(id=address[1:])
        assert target is element or (
            target.get_text() == '' and target in (element.find(True), element.find_previous(True))
        ), name
        link = elsewhere.find('a', string=f'words {number}')
        assert link['href'] == f'index.html{address}'
    ids = [element['id'] for element in soup.select('[id]')]
    assert len(ids) == len(set(ids))


@MARKUPS
def test_name_has_one_label_in_latex(make_project: Callable[..., Project], markup: str) -> None:
    blocks = every_directive(markup, 'name: place-{}')
    links = [
        f':ref:`words <place-{number}>`' if markup == 'rst' else f'[words](#place-{number})'
        for number in range(len(DIRECTIVES))
    ]
    build = make_project({'seeds/s1.txt': S1, **page(markup, *blocks, *links)}).build('latex')
    assert build.warnings == []
    tex = build.text('test.tex')
    labels = re.findall(r'\\label\{\\detokenize\{([^}]*)\}\}', tex)
    assert len(labels) == len(set(labels))
    linked = re.findall(r'\\hyperref\[\\detokenize\{([^}]*)\}\]\{\\sphinxcrossref\{.*?words', tex)
    assert len(linked) == len(DIRECTIVES)
    assert set(linked) <= set(labels)


def test_a_name_given_twice_on_a_page_is_reported_once(
    make_project: Callable[..., Project],
) -> None:
    blocks = [
        directive('rst', 'matchup', 's1', 'name: place'),
        directive('rst', 'matchup', 'two', 'name: place'),
    ]
    project = make_project({'seeds/s1.txt': S1, 'seeds/two.txt': TWO, **page('rst', *blocks)})
    build = project.build('html')
    assert build.exit_code == 0
    assert [re.sub(r'^index.rst:\d+: ', '', warning) for warning in build.warnings] == [
        'WARNING: Duplicate explicit target name: "place". [docutils]'
    ]
    assert len(build.soup('index.html').select('.matchup')) == 2


@MARKUPS
def test_no_index_leaves_nothing_to_link_to(
    make_project: Callable[..., Project], markup: str
) -> None:
    blocks = every_directive(markup, 'no-index:; class: case-{}')
    build = make_project({'seeds/s1.txt': S1, **page(markup, *blocks)}).build('html', '-n')
    assert build.warnings == []
    soup = build.soup('index.html')
    for number, (name, _, inside) in enumerate(DIRECTIVES):
        element = soup.select_one(f'.case-{number}')
        assert inside in element.get_text(), name
        assert 'id' not in element.attrs, name
        assert element.select('[id], a') == [], name
    assert build.inventory() == []
    assert 'Kettle' not in build.soup('genindex.html').select_one('.body').get_text()


@MARKUPS
def test_without_no_index_every_directive_makes_targets(
    make_project: Callable[..., Project], markup: str
) -> None:
    expected = {
        ('matchup', 's1'): {
            'matchup:product teapot-pro': '.matchup',
            'matchup:product kettle-one': '.matchup',
            'matchup:persona builder': '.matchup',
            'matchup:matchup teapot-pro-vs-kettle-one': '.matchup',
            'matchup:quote teapot-pro/builder': '.matchup figure',
            'matchup:quote kettle-one/builder': '.matchup figure',
        },
        ('matchup:product', 'Kettle One'): {
            'matchup:product kettle-one': '.matchup-entry-product',
            'matchup:quote kettle-one/builder': '.matchup-entry-product figure',
        },
        ('matchup:persona', 'Builder'): {
            'matchup:persona builder': '.matchup-entry-persona',
            'matchup:quote teapot-pro/builder': '.matchup-entry-persona figure',
            'matchup:quote kettle-one/builder': '.matchup-entry-persona figure',
        },
        ('matchup:quote', 'Kettle One/Builder'): {
            'matchup:quote kettle-one/builder': 'figure',
        },
        ('matchup:list', 'products'): {
            'matchup:product teapot-pro': 'li *',
            'matchup:product kettle-one': 'li *',
        },
        ('matchup:list', 'personas'): {'matchup:persona builder': 'li *'},
        ('matchup:list', 'matchups'): {
            'matchup:matchup teapot-pro-vs-kettle-one': 'li *',
        },
    }
    for number, (name, argument, _) in enumerate(DIRECTIVES):
        block = directive(markup, name, argument)
        project = make_project({'seeds/s1.txt': S1, **page(markup, block)}, f'source{number}')
        build = project.build('html', '-n')
        assert build.warnings == []
        soup = build.soup('index.html')
        found = {}
        for line in build.inventory():
            key, kind, _, address, *_ = line.split()
            target = soup.find(id=address.replace('$', key).removeprefix('index.html#'))
            places = set(expected[name, argument].values())
            found[f'{kind} {key}'] = next(
                (place for place in places if target in soup.select(place)), target
            )
        assert found == expected[name, argument]


def test_links_lead_to_the_place_that_is_indexed(make_project: Callable[..., Project]) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            **page(
                'rst',
                directive('rst', 'matchup', 's1', 'no-index:'),
                toctree('rst'),
                ':matchup:matchup:`s1`',
            ),
            **page('rst', directive('rst', 'matchup', 's1'), name='case'),
        }
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    place = 'case.html#matchup-teapot-pro-vs-kettle-one'
    soup = build.soup('index.html')
    assert soup.find('a', string='s1')['href'] == place
    assert [name['href'] for name in soup.select('.matchup-header a')] == [place, place]


def test_a_role_to_what_stands_only_with_no_index_is_reported(
    make_project: Callable[..., Project],
) -> None:
    block = directive('rst', 'matchup', 's1', 'no-index:')
    role = ':matchup:product:`Kettle One`'
    project = make_project({'seeds/s1.txt': S1, **page('rst', block, role)})
    message = "no page shows the product 'Kettle One', so nothing can link to it"
    assert project.build('html').warnings == [f'index.rst:8: WARNING: {message} [matchups.ref]']


# --------------------------------------------------------------------------------- together


@MARKUPS
def test_all_options_of_a_matchup_together(
    make_project: Callable[..., Project], markup: str
) -> None:
    options = (
        'name: here; class: wide; layout: stack; flip:; no-index:; '
        'personas: Founder, Builder; products: Mug, Cup'
    )
    project = make_project(
        {'seeds/two.txt': TWO, **page(markup, directive(markup, 'matchup', 'two', options))}
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    matchup = Shown(build)
    assert sorted(matchup.block['class']) == ['matchup', 'matchup-of-2', 'matchup-stack', 'wide']
    assert matchup.block['id'] == 'here'
    assert matchup.block['aria-label'] == 'Mug vs Cup'
    assert matchup.header == [(1, 'Mug'), (2, 'Cup')]
    assert matchup.rounds == [[(1, M1), (2, C1)], [(1, M4)]]
    assert matchup.labels == ['Builder', 'Founder']
    assert build.inventory() == []


@MARKUPS
def test_options_stand_before_a_body(make_project: Callable[..., Project], markup: str) -> None:
    body = TWO.partition('\n\n')[2]
    if markup == 'rst':
        indented = body.replace('\n', '\n   ').rstrip()
        block = (
            f'.. matchup:: Cup vs Mug\n   :products: Mug\n   :personas: Skeptic\n\n   {indented}\n'
        )
    else:
        block = f'```{{matchup}} Cup vs Mug\n:products: Mug\n:personas: Skeptic\n\n{body}```\n'
    build = make_project(page(markup, block)).build('html', '-n')
    assert build.warnings == []
    assert Shown(build).header == [(1, 'Mug')]
    assert Shown(build).rounds == [[(1, M2)]]

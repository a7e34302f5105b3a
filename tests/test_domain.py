"""The domain: roles, where they lead, entries, lists, index pages and ids."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.pages import (
    dead_links,
    index_names,
    links_in,
    places_of,
    quotes_in,
    repeated_ids,
    role_lines,
    search_index,
)
from support.project import S1, Project

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build

#: The first quote on Kettle One is the one in S1, word for word.
S2 = """Kettle One vs Cup

“Boils in ninety seconds.”

“Holds tea.”

“Takes its time in winter.”

“Leaks at the seam.”
"""
#: Another quote of the same persona on the same product.
S3 = 'Kettle One vs Mug\n\n“Hums while it boils.”\n\n“Keeps warm.”\n'
#: A seed that no page shows.
S4 = 'Pan vs Pot\n\n“Fries.”\n\n“Stews.”\n'
SEEDS = {'seeds/s1.txt': S1, 'seeds/s2.txt': S2, 'seeds/s3.txt': S3, 'seeds/s4.txt': S4}
ALIAS = "matchups_products = [{'name': 'Kettle One', 'aliases': ['K1']}]\n"


# --------------------------------------------------------------------------- what pages hold


def test_checker_sees_dead_links_and_repeated_ids(make_project: Callable[..., Project]) -> None:
    raw = '<a href="#nowhere">1</a> <a href="gone.html">2</a> <a href="#twice">3</a>'
    raw += '<p id="twice"></p><p id="twice"></p>'
    project = make_project({'index.rst': f'T\n=\n\n.. raw:: html\n\n   {raw}\n'})
    build = project.build()
    assert dead_links(build) == ['index.html: #nowhere', 'index.html: gone.html']
    assert repeated_ids(build) == ['index.html#twice']


# -------------------------------------------------------------------------------------- roles

MATCHUPS = 'matchups.html#matchup-'
QUOTES = 'matchups.html#quote-'
#: Role, text of the role, address, text shown.
ROLES = [
    ('product', 'Kettle One', 'entry.html#product-kettle-one', 'Kettle One'),
    ('product', 'KETTLE one', 'entry.html#product-kettle-one', 'KETTLE one'),
    ('product', 'K1', 'entry.html#product-kettle-one', 'K1'),
    ('product', 'kettle-one', 'entry.html#product-kettle-one', 'kettle-one'),
    ('product', 'the loud one <K1>', 'entry.html#product-kettle-one', 'the loud one'),
    ('product', '~Kettle One', 'entry.html#product-kettle-one', 'Kettle One'),
    ('product', '!Kettle One', None, 'Kettle One'),
    ('product', 'Teapot Pro', f'{MATCHUPS}teapot-pro-vs-kettle-one', 'Teapot Pro'),
    ('product', 'Mug', f'{MATCHUPS}kettle-one-vs-mug', 'Mug'),
    ('persona', 'Builder', 'entry.html#persona-builder', 'Builder'),
    ('persona', 'builder', 'entry.html#persona-builder', 'builder'),
    ('persona', 'who builds <Builder>', 'entry.html#persona-builder', 'who builds'),
    ('persona', '!Builder', None, 'Builder'),
    ('persona', 'Skeptic', f'{MATCHUPS}kettle-one-vs-cup', 'Skeptic'),
    ('matchup', 'Kettle One vs Cup', f'{MATCHUPS}kettle-one-vs-cup', 'Kettle One vs Cup'),
    ('matchup', 'cup versus K1', f'{MATCHUPS}kettle-one-vs-cup', 'cup versus K1'),
    ('matchup', 's2', f'{MATCHUPS}kettle-one-vs-cup', 's2'),
    ('matchup', 'kettle-one-vs-cup', f'{MATCHUPS}kettle-one-vs-cup', 'kettle-one-vs-cup'),
    ('matchup', 'that one <s2>', f'{MATCHUPS}kettle-one-vs-cup', 'that one'),
    ('matchup', '!s2', None, 's2'),
    ('quote', 'Cup/Builder', f'{QUOTES}kettle-one-vs-cup-2', 'Cup/Builder'),
    ('quote', 'cup/skeptic', f'{QUOTES}kettle-one-vs-cup-4', 'cup/skeptic'),
    ('quote', '~Cup/Skeptic', f'{QUOTES}kettle-one-vs-cup-4', 'Skeptic'),
    ('quote', 'what it lacks <Cup/Skeptic>', f'{QUOTES}kettle-one-vs-cup-4', 'what it lacks'),
    ('quote', 'K1/Builder', f'{QUOTES}teapot-pro-vs-kettle-one-2', 'K1/Builder'),
    ('quote', 'kettle-one/builder/2', f'{QUOTES}kettle-one-vs-mug-1', 'kettle-one/builder/2'),
    ('quote', '!Cup/Builder', None, 'Cup/Builder'),
]


@pytest.fixture(scope='module')
def site(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A project with every kind of object, built once."""
    roles = [(f'matchup:{role}', text) for role, text, _, _ in ROLES]
    entry = """Entry
=====

.. matchup:product:: Kettle One

   The *loud* one.

.. matchup:persona:: Builder

   Likes to :matchup:product:`Cup`.
"""
    matchups = (
        'Shown\n=====\n\n.. matchup:: s1\n\n.. matchup:: s2\n\n.. matchup:: s3\n   :class: wide\n'
    )
    lists = """Lists
=====

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups
"""
    root = Path(tmp_path_factory.mktemp('domain'), 'source')
    pages = {
        'index.rst': 'Start\n=====\n\n.. toctree::\n   :glob:\n\n   *\n   deep/*\n',
        'entry.rst': entry,
        'matchups.rst': matchups,
        'links-rst.rst': role_lines('rst', roles),
        'links-md.md': role_lines('md', roles),
        'lists.rst': lists,
        'deep/card.md': '# Card\n\n```{matchup:quote} Cup/Builder\n```\n',
    }
    project = Project(root, {**pages, **SEEDS})
    project.configure(ALIAS)
    build = project.build('html', '-n')
    assert build.warnings == []
    return build


@pytest.mark.parametrize('page', ['links-rst.html', 'links-md.html'])
def test_roles_lead_to_what_they_name(site: Build, page: str) -> None:
    # Products, personas and matchups without an entry stand in the list of another page.
    rows = {
        f'{MATCHUPS}teapot-pro-vs-kettle-one': 'lists.html#product-teapot-pro__lists',
        f'{MATCHUPS}kettle-one-vs-mug': 'lists.html#product-mug__lists',
        f'{MATCHUPS}kettle-one-vs-cup': 'lists.html#persona-skeptic__lists',
    }
    expected = [
        (rows.get(str(address), address) if role in ('product', 'persona') else address, shown)
        for role, _, address, shown in ROLES
    ]
    items = site.soup(page).select('.body li')
    found = [
        (item.a['href'] if item.a else None, item.get_text().removesuffix('\n')) for item in items
    ]
    assert found == expected


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_any_finds_every_type(make_project: Callable[..., Project], markup: str) -> None:
    roles = [('any', name) for name in ('Cup', 'Skeptic', 'Kettle One vs Cup', 'Cup/Builder')]
    pages = {f'links.{markup}': role_lines(markup, roles), 'seeds/s2.txt': S2}
    index = 'T\n=\n\n.. toctree::\n\n   links\n\n.. matchup:: s2\n'
    build = make_project({'index.rst': index, **pages}).build('html', '-n')
    assert build.warnings == []
    target = 'index.html#matchup-kettle-one-vs-cup'
    assert links_in(build.soup('links.html').select_one('.body')) == [
        (target, 'Cup'),
        (target, 'Skeptic'),
        (target, 'Kettle One vs Cup'),
        ('index.html#quote-kettle-one-vs-cup-2', 'Cup/Builder'),
    ]


def test_any_reports_a_name_of_two_types_once(make_project: Callable[..., Project]) -> None:
    seed = 'Builder vs Cup\n\n“Builds.”\n\n“Holds.”\n'
    index = 'T\n=\n\n.. matchup:: s\n\n:any:`Builder`\n'
    project = make_project({'index.rst': index, 'seeds/s.txt': seed})
    # Sphinx puts one text node into every link it finds, whatever the domain.
    project.configure("extensions.remove('support.invariants')\n")
    build = project.build('html', '-n')
    assert len(build.warnings) == 1
    assert build.warnings[0].startswith('index.rst:6: WARNING: ')
    assert ':matchup:product:`Builder` or :matchup:persona:`Builder`' in build.warnings[0]


def test_names_work_bare_under_primary_domain(make_project: Callable[..., Project]) -> None:
    index = 'T\n=\n\n.. product:: Kettle One\n\n.. list:: personas\n\n:persona:`Builder`\n'
    project = make_project({'index.rst': f'{index}\n.. code-block:: none\n\n   x\n', **SEEDS})
    project.configure("primary_domain = 'matchup'\n")
    build = project.build('html', '-n')
    assert build.warnings == []
    assert ('#persona-builder__index', 'Builder') in links_in(build.soup('index.html'))
    assert build.soup('index.html').select_one('pre').get_text() == 'x\n'


# --------------------------------------------------------------------------- where links lead

FIRST = 'matchup-teapot-pro-vs-kettle-one'


@pytest.mark.parametrize(
    ('shown', 'anchor'),
    [
        (['matchup', 'list', 'product'], 'product-kettle-one'),
        (['matchup', 'list'], 'product-kettle-one__shown'),
        (['matchup'], FIRST),
        (['matchup', 'list', 'product no'], 'product-kettle-one__shown'),
        (['matchup', 'list no', 'product no'], FIRST),
        (['part', 'second'], 'matchup-kettle-one-vs-cup'),
        (['second', 'matchup'], 'matchup-kettle-one-vs-cup'),
    ],
)
def test_product_link_prefers_entry_then_row_then_matchup(
    make_project: Callable[..., Project], shown: list[str], anchor: str
) -> None:
    blocks = {
        'matchup': '.. matchup:: s1\n',
        'part': '.. matchup:: s1\n   :products: Teapot Pro\n',
        'second': '.. matchup:: s2\n',
        'list': '.. matchup:list:: products\n',
        'list no': '.. matchup:list:: products\n   :no-index:\n',
        'product': '.. matchup:product:: Kettle One\n',
        'product no': '.. matchup:product:: Kettle One\n   :no-index:\n',
    }
    body = '\n'.join(blocks[name] for name in shown)
    pages = {'index.rst': 'T\n=\n\n:matchup:product:`Kettle One`\n\n.. toctree::\n\n   shown\n'}
    project = make_project({**pages, 'shown.rst': f'S\n=\n\n{body}', **SEEDS})
    build = project.build('html', '-n')
    assert build.warnings == []
    assert links_in(build.soup('index.html'))[0] == (f'shown.html#{anchor}', 'Kettle One')
    assert dead_links(build) == []


@pytest.mark.parametrize(
    ('shown', 'anchor'),
    [
        (['persona', 'product', 'card', 'matchup'], 'quote-kettle-one-vs-cup-2'),
        (['persona', 'product', 'card'], 'quote-cup_builder__shown'),
        (['persona', 'product'], 'product-cup_builder'),
        (['persona'], 'persona-builder_cup'),
        (['persona', 'product no', 'card no', 'matchup no'], 'persona-builder_cup'),
        (['product', 'others'], 'product-cup_builder'),
    ],
)
def test_quote_link_prefers_matchup_then_card_then_entry(
    make_project: Callable[..., Project], shown: list[str], anchor: str
) -> None:
    blocks = {
        'matchup': '.. matchup:: s2\n',
        'others': '.. matchup:: s2\n   :personas: Skeptic\n',
        'card': '.. matchup:quote:: Cup/Builder\n',
        'product': '.. matchup:product:: Cup\n',
        'persona': '.. matchup:persona:: Builder\n',
    }
    blocks |= {f'{name} no': f'{block}   :no-index:\n' for name, block in blocks.items()}
    body = '\n'.join(blocks[name] for name in shown)
    pages = {'index.rst': 'T\n=\n\n:matchup:quote:`Cup/Builder`\n\n.. toctree::\n\n   shown\n'}
    project = make_project({**pages, 'shown.rst': f'S\n=\n\n{body}', **SEEDS})
    build = project.build('html', '-n')
    assert build.warnings == []
    assert links_in(build.soup('index.html'))[0] == (f'shown.html#{anchor}', 'Cup/Builder')
    assert dead_links(build) == []


def test_object_that_stands_nowhere_warns_once_and_stays_text(
    make_project: Callable[..., Project],
) -> None:
    index = 'T\n=\n\n.. matchup:: s1\n   :no-index:\n\nSee :matchup:product:`Kettle One`.\n'
    project = make_project({'index.rst': index, **SEEDS})
    build = project.build('html', '-n')
    assert build.warnings == [
        (
            "index.rst:7: WARNING: no page shows the product 'Kettle One', "
            'so nothing can link to it [matchups.ref]'
        )
    ]
    body = build.soup('index.html').select_one('.body')
    assert body.find_all('p')[-1].get_text() == 'See Kettle One.'
    assert links_in(body) == []
    project.configure("nitpick_ignore = [('matchup:product', 'Kettle One')]\n")
    assert project.build('html', '-n').warnings == []


# https://github.com/executablebooks/sphinx-design/issues/27
@pytest.mark.parametrize('builder', ['html', 'epub', 'latex'])
def test_missing_product_in_a_card_is_text_and_one_warning(
    make_project: Callable[..., Project], builder: str
) -> None:
    page = """P
=

.. card:: Title

   About the :matchup:product:`Nope`.

.. matchup:product:: Kettle One

   Better than the *old* one.
"""
    index = 'T\n=\n\n.. toctree::\n\n   page\n'
    project = make_project({'index.rst': index, 'page.rst': page, **SEEDS})
    build = project.build(builder)
    assert build.exit_code == 0
    assert build.warnings == ["page.rst:6: WARNING: no product 'Nope' [matchups.ref]"]
    name = {'html': 'page.html', 'epub': 'page.xhtml', 'latex': 'test.tex'}[builder]
    text = build.text(name)
    assert 'Nope' in text
    assert not re.search(r'(<a [^>]*>|hyperref[^\n]*)[^<\n]*Nope', text)
    assert 'Boils in ninety seconds.' in text


# https://github.com/sphinx-doc/sphinx/pull/12193
def test_missing_reference_suggests_at_most_three_names_sorted(
    make_project: Callable[..., Project],
) -> None:
    names = ['Ketle One', 'Zzz', 'Kettle', 'Kettle One']
    pages = {
        f'page{number}.rst': f'P\n=\n\n:matchup:product:`{name}`\n'
        for number, name in enumerate(names)
    }
    seeds = {
        f'seeds/k{number}.txt': f'Kettle {number} vs Jug\n\n“Boils {number}.”\n\n“Pours.”\n'
        for number in (4, 3, 2, 5)
    }
    index = 'T\n=\n\n.. toctree::\n   :glob:\n\n   page*\n\n.. matchup:: s1\n'
    project = make_project({'index.rst': index, **pages, 'seeds/s1.txt': S1, **seeds})
    serial = project.build('html', '-n', '-j1', out='serial')
    parallel = project.build('html', '-n', '-j4', out='parallel')
    near, far, several = sorted(serial.warnings)
    assert sorted(parallel.warnings) == [near, far, several]
    assert near.startswith("page0.rst:4: WARNING: no product 'Ketle One'; did you mean ")
    assert far == "page1.rst:4: WARNING: no product 'Zzz' [matchups.ref]"
    for warning, expected in ((near, 'Kettle One'), (several, 'Kettle 5')):
        suggested = re.findall(r"'([^']*)'", warning)[1:]
        assert expected in suggested
        assert suggested == sorted(suggested)
        assert len(suggested) == 3


# ----------------------------------------------------------------------- what entries show


def test_product_entry_shows_text_then_each_quote_once_then_matchups(site: Build) -> None:
    entry = site.soup('entry.html').select_one('#product-kettle-one')
    assert quotes_in(entry) == [
        ('Boils in ninety seconds.', 'Builder on Kettle One'),
        ('Hums while it boils.', 'Builder on Kettle One'),
        ('Takes its time in winter.', 'Skeptic on Kettle One'),
    ]
    assert [card['id'] for card in entry.select('figure')] == [
        'product-kettle-one_builder',
        'product-kettle-one_builder_2',
        'product-kettle-one_skeptic',
    ]
    assert [em.get_text() for em in entry.select('em')] == ['loud']
    assert links_in(entry, 'li > p > a') == [
        ('matchups.html#matchup-teapot-pro-vs-kettle-one', 'Teapot Pro vs Kettle One'),
        ('matchups.html#matchup-kettle-one-vs-cup', 'Kettle One vs Cup'),
        ('matchups.html#matchup-kettle-one-vs-mug', 'Kettle One vs Mug'),
        ('links-md.html', 'Links'),
        ('links-rst.html', 'Links'),
    ]
    assert [label.get_text() for label in entry.select('p.rubric')] == [
        'Matchups',
        'Referred to on',
    ]
    assert [places_of(card) for card in entry.select('figure')] == [
        'in Teapot Pro vs Kettle One, Kettle One vs Cup',
        'in Kettle One vs Mug',
        'in Kettle One vs Cup',
    ]
    text = entry.get_text()
    assert text.index('The loud one.') < text.index('Boils in') < text.index('Kettle One vs Cup')


def test_persona_entry_shows_what_it_says_of_every_product(site: Build) -> None:
    entry = site.soup('entry.html').select_one('#persona-builder')
    assert quotes_in(entry) == [
        ('Holds tea.', 'Builder on Cup'),
        ('Boils in ninety seconds.', 'Builder on Kettle One'),
        ('Hums while it boils.', 'Builder on Kettle One'),
        ('Keeps warm.', 'Builder on Mug'),
        ('Fries.', 'Builder on Pan'),
        ('Stews.', 'Builder on Pot'),
        ('Pours without a drip.', 'Builder on Teapot Pro'),
    ]
    assert links_in(entry, '.matchup-entry > p > a.reference') == [
        ('lists.html#product-cup__lists', 'Cup')
    ]


def test_quote_directive_shows_one_card(site: Build) -> None:
    body = site.soup('deep/card.html').select_one('.body')
    assert quotes_in(body) == [('Holds tea.', 'Builder on Cup')]
    assert body.figure['id'].startswith('quote-cup_builder__deep-card')
    assert links_in(body.figure, 'figcaption a.reference') == [
        ('../entry.html#persona-builder', 'Builder'),
        ('../lists.html#product-cup__lists', 'Cup'),
        ('../matchups.html#matchup-kettle-one-vs-cup', 'Kettle One vs Cup'),
    ]


@pytest.mark.parametrize('name', ['kettle-one/builder/2', 'Kettle One/Builder/2'])
def test_quote_directive_shows_the_second_quote_of_a_pair(
    make_project: Callable[..., Project], name: str
) -> None:
    project = make_project({'index.rst': f'T\n=\n\n.. matchup:quote:: {name}\n', **SEEDS})
    build = project.build('html', '-n')
    assert build.warnings == []
    card = ('Hums while it boils.', 'Builder on Kettle One')
    assert quotes_in(build.soup('index.html')) == [card]
    line = 'kettle-one/builder/2 matchup:quote -1 index.html#quote-kettle-one_builder_2__index'
    assert f'{line} Builder on Kettle One' in build.inventory()


def test_lists_hold_every_object_and_what_belongs_to_it(site: Build) -> None:
    rows = [
        (item.p.get_text(), [link.get_text() for link in item.ul.select('a')] if item.ul else [])
        for item in site.soup('lists.html').select('.matchup-listing-products > ul > li')
    ]
    assert rows == [
        ('Cup', ['Kettle One vs Cup']),
        ('Kettle One', ['Teapot Pro vs Kettle One', 'Kettle One vs Cup', 'Kettle One vs Mug']),
        ('Mug', ['Kettle One vs Mug']),
        ('Pan', ['Pan vs Pot']),
        ('Pot', ['Pan vs Pot']),
        ('Teapot Pro', ['Teapot Pro vs Kettle One']),
    ]


def test_entry_of_an_unknown_name_suggests_the_right_one(
    make_project: Callable[..., Project],
) -> None:
    index = """T
=

.. matchup:product:: Ketle One

   Still *here*.

.. matchup:persona:: Zzz

.. matchup:quote:: Cup/Futurist
"""
    build = make_project({'index.rst': index, **SEEDS}).build('html', '-n')
    assert build.exit_code == 0
    assert build.warnings == [
        (
            "index.rst:4: WARNING: no seed or setting knows the product 'Ketle One'; "
            "did you mean 'Kettle One'? [matchups.missing]"
        ),
        "index.rst:8: WARNING: no seed or setting knows the persona 'Zzz' [matchups.missing]",
        "index.rst:10: WARNING: no seed knows the quote 'Cup/Futurist' [matchups.missing]",
    ]
    assert build.soup('index.html').select_one('.body em').get_text() == 'here'


# ---------------------------------------------------------------------------- common options

#: A directive of each kind, and the id of its outer element (of its card, for a quote).
DIRECTIVES = [
    ('matchup', 's2', 'matchup-kettle-one-vs-cup'),
    ('matchup:product', 'Cup', 'product-cup'),
    ('matchup:persona', 'Builder', 'persona-builder'),
    ('matchup:quote', 'Mug/Builder', 'quote-mug_builder__index'),
    ('matchup:list', 'products', ''),
]


def page_of_directives(markup: str, options: Callable[[int], str]) -> str:
    """A page with a directive of each kind.

    :param options: the option lines of the directive with this number
    """
    page = '# T\n' if markup == 'md' else 'T\n=\n'
    for number, (directive, argument, _) in enumerate(DIRECTIVES):
        if markup == 'md':
            page += f'\n```{{{directive}}} {argument}\n{options(number)}\n```\n'
        else:
            lines = options(number).replace('\n', '\n   ')
            page += f'\n.. {directive}:: {argument}\n   {lines}\n'
    return page


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_no_index_shows_the_content_without_ids_and_objects(
    make_project: Callable[..., Project], markup: str
) -> None:
    name = f'index.{markup}'
    project = make_project({name: page_of_directives(markup, lambda _: ':class: x'), **SEEDS})
    indexed = project.build('html', '-n', out='indexed')
    project.write({name: page_of_directives(markup, lambda _: ':no-index:')})
    hidden = project.build('html', '-n', out='hidden')
    assert indexed.warnings == hidden.warnings == []
    shown, plain = (
        build.soup('index.html').select_one('.body').get_text().replace('¶', '').split()
        for build in (indexed, hidden)
    )
    assert shown == plain
    ids = [str(tag['id']) for tag in indexed.soup('index.html').select('.body [id]')]
    assert {anchor for _, _, anchor in DIRECTIVES if anchor} <= set(ids)
    assert 'product-mug__index' in ids
    assert [tag['id'] for tag in hidden.soup('index.html').select('.body [id]')] == ['t']
    assert len(indexed.inventory()) == 6 + 2 + 1 + 9
    assert hidden.inventory() == []
    assert index_names(hidden) == {}


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_class_reaches_the_outer_element(
    make_project: Callable[..., Project], markup: str
) -> None:
    page = page_of_directives(markup, lambda number: f':class: wide Nr{number}')
    build = make_project({f'index.{markup}': page, **SEEDS}).build('html', '-n')
    assert build.warnings == []
    body = build.soup('index.html').select_one('.body > section')
    outer = [child for child in body.find_all(recursive=False) if child.name != 'h1']
    assert body.select('.wide') == outer
    assert [[name for name in tag['class'] if name.startswith('nr')] for tag in outer] == [
        [f'nr{number}'] for number in range(5)
    ]


@pytest.mark.parametrize('no_index', ['', '\n:no-index:'])
@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_name_makes_a_target_for_ref(
    make_project: Callable[..., Project], markup: str, no_index: str
) -> None:
    page = page_of_directives(markup, lambda number: f':name: Here am {number}{no_index}')
    refs = [('ref', f'{number} <here am {number}>') for number in range(len(DIRECTIVES))]
    orphan = ':orphan:\n\n' if markup == 'rst' else '---\norphan: true\n---\n\n'
    other = orphan + role_lines(markup, refs)
    project = make_project({f'index.{markup}': page, f'p.{markup}': other, **SEEDS})
    build = project.build('html', '-n')
    assert build.warnings == []
    assert build.exit_code == 0
    links = links_in(build.soup('p.html').select_one('.body'))
    assert [text for _, text in links] == ['0', '1', '2', '3', '4']
    assert len({address for address, _ in links}) == 5
    assert dead_links(build) == []
    assert repeated_ids(build) == []


# -------------------------------------------------------------------------- same words, twice


def test_same_words_in_two_seeds_are_one_quote(site: Build) -> None:
    line = 'kettle-one/builder matchup:quote -1 matchups.html#quote-teapot-pro-vs-kettle-one-2'
    found = [name for name in site.inventory() if name.startswith('kettle-one/builder')]
    assert found == [
        f'{line} Builder on Kettle One',
        (
            'kettle-one/builder/2 matchup:quote -1 matchups.html#quote-kettle-one-vs-mug-1 '
            'Builder on Kettle One'
        ),
    ]
    shown = quotes_in(site.soup('matchups.html'))
    assert shown.count(('Boils in ninety seconds.', 'Builder on Kettle One')) == 2


def test_name_is_not_repeated_under_a_heading_of_the_same_words(
    make_project: Callable[..., Project],
) -> None:
    index = """Kettle One
==========

.. matchup:product:: kettle one

Cup and more
------------

.. matchup:product:: Cup

Builder
-------

Some text.

.. matchup:persona:: Builder
"""
    project = make_project({'index.rst': index, **SEEDS})
    project.configure(ALIAS)
    build = project.build('html', '-n')
    assert build.warnings == []
    names = build.soup('index.html').select('.matchup-entry-name')
    assert [name.get_text().removesuffix('¶') for name in names] == ['Cup']
    entries = [entry['id'] for entry in build.soup('index.html').select('.matchup-entry')]
    assert entries == ['product-kettle-one', 'product-cup', 'persona-builder']
    assert repeated_ids(build) == dead_links(build) == []
    text = project.build('text', '-n').text('index.txt')
    assert re.findall(r'^\*\*(\w.*)\*\*$', text, re.MULTILINE) == ['Cup']


# https://github.com/sphinx-doc/sphinx/issues/7239
def test_matchup_twice_on_a_page_warns_once_and_the_first_is_the_target(
    make_project: Callable[..., Project],
) -> None:
    block = '.. matchup:: seeds/s1.txt\n\n'
    index = f'T\n=\n\n{block}Text.\n\n{block}:matchup:quote:`Teapot Pro/Builder`\n'
    build = make_project({'index.rst': index, 'seeds/s1.txt': S1}).build('html', '-n')
    assert build.subtypes() == ['matchups.duplicate']
    assert build.warnings[0].startswith('index.rst:8: WARNING: ')
    assert 'index.rst:4' in build.warnings[0]
    assert 'seeds/s1.txt' in build.warnings[0]
    assert repeated_ids(build) == dead_links(build) == []
    first = '#quote-teapot-pro-vs-kettle-one-1'
    assert (first, 'Teapot Pro/Builder') in links_in(build.soup('index.html'))
    cards = build.soup('index.html').select('figure')
    assert [card['id'] for card in cards][0::2] == [
        'quote-teapot-pro-vs-kettle-one-1',
        'quote-teapot-pro-vs-kettle-one_N2-1',
    ]
    assert len(build.inventory()) == 1 + 2 + 1 + 2


# https://github.com/useblocks/sphinx-needs/issues/386
def test_page_that_is_also_included_warns_once_and_hints_at_exclude_patterns(
    make_project: Callable[..., Project],
) -> None:
    pages = {
        'index.rst': 'T\n=\n\n.. include:: part.rst\n',
        'part.rst': ':orphan:\n\nPart\n----\n\n.. matchup:: seeds/s1.txt\n',
    }
    project = make_project({**pages, 'seeds/s1.txt': S1})
    build = project.build('html', '-n')
    assert build.exit_code == 0
    assert build.warnings == [
        (
            "part.rst:6: WARNING: the matchup of seeds/s1.txt is defined in 'index' and 'part', "
            'since part.rst is both a page and included; add it to exclude_patterns '
            '[matchups.duplicate]'
        )
    ]
    project.configure("exclude_patterns.append('part.rst')\n")
    assert project.build('html', '-n').warnings == []


# ------------------------------------------------------------------------------------ anchors


# https://github.com/wintermeyer/vutuv/issues/1337
@pytest.mark.parametrize('order', [(1, 2, 3), (3, 2, 1)])
@pytest.mark.parametrize('jobs', ['-j1', '-j3'])
def test_names_that_differ_in_signs_have_anchors_of_their_own(
    make_project: Callable[..., Project], order: tuple[int, ...], jobs: str
) -> None:
    titles = ('C vs C++', 'C++ vs C#', 'C# vs C')
    files = {
        f'seeds/s{number}.txt': f'{title}\n\n“First, {title}.”\n\n“Second, {title}.”\n'
        for number, title in zip(order, titles, strict=True)
    }
    files |= {f'p{number}.rst': f'P\n=\n\n.. matchup:: s{number}\n' for number in order}
    roles = [('matchup:product', name) for name in ('C', 'C++', 'C#')]
    entries = ''.join(f'\n.. matchup:product:: {name}\n' for _, name in roles)
    index = f'T\n=\n\n.. toctree::\n   :glob:\n\n   p*\n   links\n{entries}'
    project = make_project({'index.rst': index, 'links.rst': role_lines('rst', roles), **files})
    build = project.build('html', '-n', jobs)
    assert build.warnings == []
    assert links_in(build.soup('links.html').select_one('.body')) == [
        ('index.html#product-c', 'C'),
        ('index.html#product-c-plus-plus', 'C++'),
        ('index.html#product-c-sharp', 'C#'),
    ]
    assert repeated_ids(build) == dead_links(build) == []
    ids = [tag['id'] for tag in build.soup('index.html').select('.matchup-entry')]
    assert all(re.fullmatch(r'[A-Za-z][A-Za-z0-9_.-]*', identifier) for identifier in ids)


# https://github.com/sphinx-doc/sphinx/issues/1449
def test_anchors_of_names_without_latin_letters_stay_when_something_comes_before(
    make_project: Callable[..., Project],
) -> None:
    seed = '急須 vs ケトル\n\n“香りがよい。”\n\n“早く沸く。”\n'
    project = make_project({'seeds/x.txt': seed, 'index.rst': 'T\n=\n\n.. matchup:: x\n'})

    def anchors() -> list[str]:
        build = project.build('html', '-n')
        assert build.warnings == []
        block = build.soup('index.html').select_one('[aria-label^=急須]')
        return [block['id'], *(figure['id'] for figure in block.select('figure'))]

    before = anchors()
    project.write({'seeds/a.txt': '湯呑み vs 茶碗\n\n“軽い。”\n\n“重い。”\n'})
    project.write({'index.rst': 'T\n=\n\n.. matchup:: a\n\n.. matchup:: x\n'})
    assert anchors() == before
    assert len(set(before)) == 3
    assert all(re.fullmatch(r'[a-z]+-[A-Za-z0-9_.-]{4,}', anchor) for anchor in before)


@pytest.mark.parametrize(
    ('name', 'page'),
    [
        ('builder.rst', 'B\n=\n\n.. matchup:product:: Cup\n\n.. matchup:list:: products\n'),
        ('cup.rst', 'C\n=\n\n.. matchup:persona:: Builder\n\n.. matchup:list:: personas\n'),
        (
            'cup.md',
            '# C\n\n```{matchup:list} personas\n```\n\n```{matchup:persona} Builder\n```\n',
        ),
        (
            'p.rst',
            'P\n=\n\n.. matchup:: s2\n\nQuote Kettle One vs Cup 1\n-------------------------\n',
        ),
        (
            'p.rst',
            'P\n=\n\nQuote Kettle One vs Cup 1\n-------------------------\n\n.. matchup:: s2\n',
        ),
        ('p.rst', 'P\n=\n\nProduct Cup\n-----------\n\n.. matchup:product:: Cup\n'),
        ('p.rst', 'P\n=\n\n.. matchup:product:: Cup\n\nProduct Cup\n-----------\n'),
        ('p.rst', 'P\n=\n\n.. matchup:list:: products\n\n.. matchup:list:: products\n'),
    ],
)
def test_ids_are_unique_whatever_pages_and_headings_are_called(
    make_project: Callable[..., Project], name: str, page: str
) -> None:
    stem = name.partition('.')[0]
    index = f'T\n=\n\n.. toctree::\n\n   {stem}\n\n:matchup:quote:`Cup/Builder`\n'
    build = make_project({'index.rst': index, name: page, **SEEDS}).build('html')
    assert repeated_ids(build) == []
    assert dead_links(build) == []


# -------------------------------------------------------------------------------- index pages


@pytest.mark.parametrize(
    ('page', 'title', 'groups'),
    [
        (
            'matchup-products.html',
            'Product Index',
            {
                'C': [('Cup', 'lists.html#product-cup__lists')],
                'K': [('Kettle One', 'entry.html#product-kettle-one')],
                'M': [('Mug', 'lists.html#product-mug__lists')],
                'P': [
                    ('Pan', 'lists.html#product-pan__lists'),
                    ('Pot', 'lists.html#product-pot__lists'),
                ],
                'T': [('Teapot Pro', 'lists.html#product-teapot-pro__lists')],
            },
        ),
        (
            'matchup-personas.html',
            'Persona Index',
            {
                'B': [('Builder', 'entry.html#persona-builder')],
                'S': [('Skeptic', 'lists.html#persona-skeptic__lists')],
            },
        ),
        (
            'matchup-index.html',
            'Matchup Index',
            {
                'K': [
                    ('Kettle One vs Cup', f'{MATCHUPS}kettle-one-vs-cup'),
                    ('Kettle One vs Mug', f'{MATCHUPS}kettle-one-vs-mug'),
                ],
                'P': [('Pan vs Pot', 'lists.html#matchup-pan-vs-pot__lists')],
                'T': [('Teapot Pro vs Kettle One', f'{MATCHUPS}teapot-pro-vs-kettle-one')],
            },
        ),
    ],
)
def test_index_page_lists_every_name_under_its_letter(
    site: Build, page: str, title: str, groups: dict[str, list[tuple[str, str]]]
) -> None:
    soup = site.soup(page)
    assert soup.h1.get_text() == title
    found: dict[str, list[tuple[str, str]]] = {}
    letter = ''
    for row in soup.select('table.indextable tr'):
        if 'cap' in row.get('class', []):
            letter = row.get_text().strip()
        elif row.a:
            found.setdefault(letter, []).append((row.a.get_text(), str(row.a['href'])))
    assert found == groups


def test_index_page_can_be_named_by_ref(make_project: Callable[..., Project]) -> None:
    names = ('matchup-products', 'matchup-personas', 'matchup-index')
    index = 'T\n=\n\n.. matchup:: s1\n\n' + ''.join(f':ref:`{name}` ' for name in names)
    build = make_project({'index.rst': index, **SEEDS}).build('html', '-n')
    assert build.warnings == []
    assert links_in(build.soup('index.html').select('.body p')[-1]) == [
        ('matchup-products.html', 'Product Index'),
        ('matchup-personas.html', 'Persona Index'),
        ('matchup-index.html', 'Matchup Index'),
    ]


# https://github.com/sphinx-doc/sphinx/issues/11135
@pytest.mark.parametrize('name', ['matchup-products', 'matchup-personas', 'matchup-index'])
def test_page_with_the_name_of_an_index_page_is_not_overwritten_in_silence(
    make_project: Callable[..., Project], name: str
) -> None:
    index = f'T\n=\n\n.. toctree::\n\n   {name}\n\n.. matchup:: s1\n'
    project = make_project({'index.rst': index, f'{name}.rst': 'Mine\n====\n\nWords.\n', **SEEDS})
    build = project.build('html', '-n')
    assert build.exit_code == 0
    assert len(build.warnings) == 1
    assert name in build.warnings[0]


def test_general_index_has_each_name_once_a_place(site: Build) -> None:
    entry, place = 'entry.html#product-kettle-one', f'{MATCHUPS}teapot-pro-vs-kettle-one'
    names = index_names(site)
    assert sorted(names['Kettle One']) == [
        entry,
        f'{MATCHUPS}kettle-one-vs-cup',
        f'{MATCHUPS}kettle-one-vs-mug',
        place,
    ]
    assert names['Teapot Pro'] == names['Teapot Pro vs Kettle One'] == [place]
    assert names['Builder'] == ['entry.html#persona-builder']
    # It stands nowhere but in a list.
    assert names['Pan'] == ['lists.html#product-pan__lists']


# https://github.com/sphinx-doc/sphinx/issues/10227
def test_search_finds_names_as_index_entries_and_lists_no_objects(site: Build) -> None:
    index = search_index(site)
    assert index['objects'] == {}
    assert {'kettle one', 'teapot pro', 'cup', 'mug', 'builder', 'kettle one vs cup'} <= set(
        index['indexentries']
    )
    # Each is found once: where links lead.
    found = {
        name: [index['docnames'][page] for page, _, _ in places]
        for name, places in index['indexentries'].items()
    }
    assert found['kettle one'] == found['builder'] == ['entry']
    assert found['teapot pro'] == found['pan'] == ['lists']
    assert all(len(places) == 1 for places in found.values())
    assert {index['docnames'][page] for page in index['terms']['drip']} == {'entry', 'matchups'}


def test_name_with_a_semicolon_is_nested_in_the_index(
    make_project: Callable[..., Project],
) -> None:
    # Sphinx splits every index entry at a semicolon, and knows no way to escape it.
    seed = 'Now; Then vs After, All\n\n“Soon.”\n\n“Late.”\n'
    index = 'T\n=\n\n.. matchup:: s\n\n.. matchup:product:: Now; Then\n'
    build = make_project({'index.rst': index, 'seeds/s.txt': seed}).build('html', '-n')
    assert build.warnings == []
    assert set(search_index(build)['indexentries']) == {
        'now',
        'then',
        'after, all',
        'then vs after, all',
        'builder',
    }


# --------------------------------------------------------------------------- the whole output


@pytest.mark.parametrize('builder', ['html', 'dirhtml'])
def test_every_link_has_its_id_and_every_id_is_unique(
    site: Build, make_project: Callable[..., Project], builder: str
) -> None:
    build = site
    if builder == 'dirhtml':
        source = Path(site.outdir).parents[2]
        build = Project(source, {'conf.py': (source / 'conf.py').read_text('utf-8')}).build(
            'dirhtml', '-n'
        )
        assert build.warnings == []
    assert dead_links(build) == []
    assert repeated_ids(build) == []
    # Cards link their persona and product; that of the one quote in two matchups, on each of
    # the two the other one.
    page = 'matchups.html' if builder == 'html' else 'matchups/index.html'
    assert len(build.soup(page).select('figcaption a.reference')) == 2 * (2 + 4 + 2) + 2

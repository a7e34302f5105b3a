"""Names inside quotes as links, and what entries and cards say of other places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.pages import links_in, places_of, quotes_in
from support.project import Project, german_catalog, seed
from test_incremental import pages_written, stale_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4.element import Tag
    from support.project import Build

    MakeProject = Callable[..., Project]

PRODUCTS = """\
products = ["Gaiwan", { name = "C++ Jug", aliases = ["Jug"] }]
"""
FIRST = 'Better than a Gaiwan; a Gaiwan <drips>. `Gaiwan` & Jug’s lid.'
FILES = {
    'matchups.toml': PRODUCTS,
    'seeds/a.txt': seed('Cup vs Urn 1.0', FIRST, 'Cup or no Cup.', 'Warm.', 'An Urn.'),
    'seeds/b.txt': seed('Cup vs Mug', FIRST, 'No Urn, no Cup.'),
    'seeds/c.txt': seed('Urn 2.0 vs Mug', 'Loud.', 'No Urn, no Cup.'),
    'index.rst': """T
=

.. toctree::

   matchups
   entries

:matchup:product:`Gaiwan`
""",
    'matchups.rst': 'M\n=\n\n.. matchup:: a\n\n.. matchup:: b\n\n.. matchup:: c\n',
    'entries.rst': """E
=

.. matchup:product:: Gaiwan

   Own words on :matchup:product:`Cup`.

.. matchup:product:: C++ Jug

.. matchup:product:: Urn 2.0

.. matchup:persona:: Builder
""",
}


def linked(card: Tag) -> list[tuple[str, str]]:
    """The links in the quote of a card."""
    return links_in(card.blockquote)


def cards_of(build: Build, page: str = 'matchups.html') -> list[Tag]:
    return build.soup(page).select('figure.matchup-card')


@pytest.mark.parametrize(
    ('setting', 'names'),
    [
        ('first', ['Gaiwan', 'Jug']),
        ('all', ['Gaiwan', 'Gaiwan', 'Jug']),
        ('off', []),
    ],
)
def test_setting_says_which_names_are_links(
    make_project: MakeProject, setting: str, names: list[str]
) -> None:
    project = make_project(FILES)
    project.configure(f'matchups_link_mentions = {setting!r}\n')
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    addresses = {'Gaiwan': 'entries.html#product-gaiwan'}
    addresses['Jug'] = 'entries.html#product-c-plus-plus-jug'
    card = cards_of(build)[0]
    assert linked(card) == [(addresses[name], name) for name in names]
    # Whatever is linked, the words stay.
    assert card.blockquote.get_text() == FIRST.replace('`', '')
    assert card.blockquote.code.get_text() == 'Gaiwan'


def test_card_links_neither_its_product_nor_a_family(make_project: MakeProject) -> None:
    build = make_project(FILES).build('html', '-n')
    cards = cards_of(build)
    # The second names the Cup, but stands in the matchup that the link would lead to.
    assert [linked(card) for card in cards[1:4]] == [[], [], []]
    assert linked(cards[5]) == [('#matchup-cup-vs-urn-1.0', 'Cup')]


def test_mention_inside_its_own_entry_is_no_link(make_project: MakeProject) -> None:
    files = {
        'seeds/a.txt': seed('Cup vs Mug', 'A Mug, rather.', 'A Cup, rather.'),
        'index.rst': 'T\n=\n\n.. matchup:persona:: Builder\n\n.. matchup:product:: Mug\n',
    }
    build = make_project(files).build('html', '-n')
    assert build.warnings == []
    of_persona, of_product = (
        build.soup('index.html').select_one(f'#{anchor}')
        for anchor in ('persona-builder', 'product-mug')
    )
    assert [linked(card) for card in of_persona.select('figure')] == [
        [('#product-mug', 'Mug')],
        [],
    ]
    assert [linked(card) for card in of_product.select('figure')] == [[]]


def test_cards_say_where_else_their_quote_stands(make_project: MakeProject) -> None:
    build = make_project(FILES).build('html', '-n')
    assert [places_of(card) for card in cards_of(build)] == [
        'also in Cup vs Mug',
        '',
        '',
        '',
        'also in Cup vs Urn 1.0',
        'also in Urn 2.0 vs Mug',
        '',
        'also in Cup vs Mug',
    ]


def test_card_names_three_other_matchups_and_an_entry_all(make_project: MakeProject) -> None:
    seeds = {f'seeds/s{n}.txt': seed(f'Cup vs Mug {n}', 'Holds.', f'Says {n}.') for n in range(6)}
    page = 'T\n=\n\n.. matchup:: s0\n\n.. matchup:product:: Cup\n'
    build = make_project({**seeds, 'index.rst': page}).build('html', '-n')
    inside, _, of_entry = cards_of(build, 'index.html')
    assert places_of(inside) == 'also in Cup vs Mug 1, Cup vs Mug 2, Cup vs Mug 3, 2 more'
    names = [f'Cup vs Mug {number}' for number in range(6)]
    assert places_of(of_entry) == f'in {", ".join(names)}'


def test_entry_says_who_names_the_product(make_project: MakeProject) -> None:
    build = make_project(FILES).build('html', '-n', '-W')
    entry = build.soup('entries.html').select_one('#product-gaiwan')
    assert quotes_in(entry) == []
    assert [label.get_text() for label in entry.select('p.rubric')] == [
        'Mentioned by',
        'Referred to on',
    ]
    mention, page = entry.select('li')
    assert mention.get_text() == (
        'Builder on Cup: Better than a Gaiwan; a Gaiwan <drips>. Gaiwan & Jug’s lid. '
        '(in Cup vs Urn 1.0, Cup vs Mug)'
    )
    assert [strong.get_text() for strong in mention.select('strong')] == ['Gaiwan']
    assert links_in(mention) == [
        ('matchups.html#quote-cup-vs-urn-1.0-1', 'Builder on Cup'),
        ('matchups.html#matchup-cup-vs-urn-1.0', 'Cup vs Urn 1.0'),
        ('matchups.html#matchup-cup-vs-mug', 'Cup vs Mug'),
    ]
    assert links_in(page) == [('index.html', 'T')]


def test_entry_names_other_versions_and_who_names_the_family(make_project: MakeProject) -> None:
    build = make_project(FILES).build('html', '-n', '-W')
    entry = build.soup('entries.html').select_one('#product-urn-2\\.0')
    labels = [label.get_text() for label in entry.select('p.rubric')]
    assert labels == ['Matchups', 'Other versions', 'Mentioned by']
    lists = [[item.get_text() for item in found.select('li')] for found in entry.select('ul')]
    assert lists[:2] == [['Urn 2.0 vs Mug'], ['Urn 1.0']]
    assert [item.partition(':')[0] for item in lists[2]] == ['Builder on Mug']


@pytest.mark.parametrize('builder', ['text', 'man', 'latex', 'xml', 'singlehtml', 'epub'])
def test_every_builder_shows_who_names_a_product(make_project: MakeProject, builder: str) -> None:
    project = make_project(FILES)
    project.configure("man_pages = [('index', 'test', 'Test', 'Tests', 1)]\n")
    build = project.build(builder, '-n')
    assert [warning for warning in build.warnings if 'matchup' in warning] == []
    names = {'text': 'entries.txt', 'man': 'test.1', 'latex': 'test.tex', 'xml': 'entries.xml'}
    name = names.get(builder, 'index.html' if builder == 'singlehtml' else 'entries.xhtml')
    text = build.text(name)
    for words in ('Mentioned by', 'Other versions', 'Referred to on', 'Better than a'):
        assert words in text, words


# ----------------------------------------------------------------------------- translations


def test_names_in_a_translation_are_links_and_keep_up(make_project: MakeProject) -> None:
    german = german_catalog({'Warm.': 'Warm wie ein Gaiwan.'})
    project = make_project({**FILES, 'locale/de/LC_MESSAGES/matchups.po': german})
    project.configure("language = 'de'\nlocale_dirs = ['locale']\n")
    build = project.build('html', '-n')
    assert linked(cards_of(build)[2]) == [('entries.html#product-gaiwan', 'Gaiwan')]
    entries = FILES['entries.rst'].replace(
        '.. matchup:product:: Gaiwan', '.. matchup:product:: Mug'
    )
    project.write(
        {
            'entries.rst': entries,
            'index.rst': f'{FILES["index.rst"]}\n.. matchup:product:: Gaiwan\n',
        }
    )
    again = project.build('html', '-n')
    assert linked(cards_of(again)[2]) == [('index.html#product-gaiwan', 'Gaiwan')]
    assert stale_files(again, project.build('html', '-n', out='fresh')) == []


# ---------------------------------------------------------------------- one builder or another


def test_what_another_builder_shows_is_no_target(make_project: MakeProject) -> None:
    files = {
        **FILES,
        'index.rst': """T
=

.. toctree::

   z

.. only:: latex

   .. matchup:: a

   .. matchup:product:: Cup

.. only:: html

   .. matchup:: b

:matchup:matchup:`a` :matchup:product:`Cup`
""",
        'z.rst': 'Z\n=\n\n.. matchup:: a\n\n.. matchup:product:: Cup\n',
    }
    del files['matchups.rst'], files['entries.rst']
    project = make_project(files)
    build = project.build('html', '-n')
    assert build.warnings == []
    assert links_in(build.soup('index.html').select('.body p')[-1]) == [
        ('z.html#matchup-cup-vs-urn-1.0', 'a'),
        ('z.html#product-cup', 'Cup'),
    ]
    assert 'matchup:matchup -1 z.html#' in str(build.inventory())
    # Here the first places count, and the second ones are told.
    latex = project.build('latex', '-n')
    assert latex.subtypes() == ['matchups.duplicate'] * 2
    tex = latex.text('test.tex')
    assert r'\hyperref[\detokenize{index:product-cup}]{\sphinxcrossref{Cup}}' in tex


# ------------------------------------------------------------------------- several outputs


def test_each_builder_gets_its_changes_from_shared_doctrees(make_project: MakeProject) -> None:
    project = make_project(FILES)
    doctrees = ['-d', str(project.srcdir / '_build/doctrees')]
    for builder in ('html', 'text'):
        assert project.build(builder, '-n', *doctrees).warnings == []
    project.write({'seeds/b.txt': seed('Cup vs Mug', FIRST, 'No Gaiwan.')})
    for builder in ('html', 'text'):
        again = project.build(builder, '-n', *doctrees)
        assert {'entries', 'matchups'} <= set(pages_written(again))
        fresh = project.build(builder, '-n', out=f'fresh-{builder}')
        if builder == 'html':
            assert stale_files(again, fresh) == []
        else:
            assert again.files() == fresh.files()
    assert pages_written(project.build('html', '-n', *doctrees)) == []


def test_pages_are_written_in_the_next_build_if_one_came_to_no_end(
    make_project: MakeProject,
) -> None:
    project = make_project(FILES)
    project.build('html', '-n')
    project.write({'seeds/b.txt': seed('Cup vs Mug', FIRST, 'No Gaiwan.')})
    project.configure(
        'def setup(app):\n'
        '    def stop(*_):\n'
        '        raise RuntimeError\n'
        "    app.connect('html-page-context', stop)\n"
    )
    assert project.build('html', '-n').exit_code != 0
    project.configure('')
    again = project.build('html', '-n')
    assert {'entries', 'matchups'} <= set(pages_written(again))
    assert stale_files(again, project.build('html', '-n', out='fresh')) == []


@pytest.mark.parametrize('jobs', ['-j1', '-j4'])
def test_pages_that_were_not_asked_for_are_written_in_the_next_build(
    make_project: MakeProject, jobs: str
) -> None:
    project = make_project(FILES)
    project.build('html', '-n', jobs)
    project.write({'seeds/b.txt': seed('Cup vs Mug', FIRST, 'Never mind.')})
    # As 'sphinx-build SOURCE OUTPUT FILE', which writes no other page.
    one = project.build('html', '-n', jobs, filenames=['index.rst'])
    assert 'Never mind.' not in one.text('matchups.html')
    again = project.build('html', '-n', jobs)
    assert 'Never mind.' in again.text('matchups.html')
    assert stale_files(again, project.build('html', '-n', out='fresh')) == []
    last = project.build('html', '-n', jobs)
    assert 'no targets are out of date' in last.status

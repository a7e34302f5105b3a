"""Names, line ends and marks of every kind, all the way to the pages."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from support.project import S1, Project

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from support.project import Build

QUOTES = ['Pours without a drip.', 'Boils in ninety seconds.']
S1_IDS = [
    'matchup-teapot-pro-vs-kettle-one',
    'quote-teapot-pro-vs-kettle-one-1',
    'quote-teapot-pro-vs-kettle-one-2',
]
#: What is valid in a URL, in CSS and in every format.
ANCHOR = re.compile(r'[A-Za-z][A-Za-z0-9_.-]*')


def quotes_for(title: str) -> str:
    """A seed of one round."""
    names = re.split(r'\s(?:vs|VS|Vs)\.?\s', title)
    return '\n\n'.join([title, *(f'“about {number}”' for number in range(len(names))), ''])


def site(
    make_project: Callable[..., Project], seeds: Mapping[str, str | bytes], extra: str = ''
) -> Project:
    """A page for every seed, and a first page with a list of products."""
    shown = {f'show-{name}.rst': f'Page\n====\n\n.. matchup:: {name}\n' for name in seeds}
    index = (
        'Title\n=====\n\n.. toctree::\n   :glob:\n\n   show-*\n\n.. matchup:list:: products\n\n'
    )
    files = {f'seeds/{name}.txt': seed for name, seed in seeds.items()}
    return make_project({'index.rst': index + extra, **files, **shown})


def names(build: Build, seed: str) -> list[str]:
    """The products at the head of the page of a seed."""
    return [
        name.get_text() for name in build.soup(f'show-{seed}.html').select('.matchup-name bdi')
    ]


def cards(build: Build, page: str) -> list[str]:
    return [quote.get_text() for quote in build.soup(f'{page}.html').select('.matchup-quote')]


def anchors(build: Build, page: str) -> list[str]:
    """The ids of a page that are ours, in order."""
    ids = [tag['id'] for tag in build.soup(f'{page}.html').select('[id]')]
    return [anchor for anchor in ids if re.match('(product|persona|matchup|quote)-', anchor)]


def product_anchors(build: Build) -> dict[str, str]:
    """Where the index of products says that each product stands, by name.

    The rows of a list on a page have anchors that end with a name of that page.
    """
    links = build.soup('matchup-products.html').select('.indextable a[href*=".html#"]')
    return {link.get_text(): stem(link['href'].partition('#')[2]) for link in links}


def stem(anchor: str) -> str:
    return re.sub('_+index$', '', anchor)


# ------------------------------------------------------------------------------- anchors


# https://github.com/wintermeyer/vutuv/issues/1337
def test_names_that_differ_in_signs_alone_keep_anchors_of_their_own(
    make_project: Callable[..., Project],
) -> None:
    titles = ['C vs C++', 'C++ vs C#', 'C# vs C']
    expected = {
        'C': 'product-c',
        'C++': 'product-c-plus-plus',
        'C#': 'product-c-sharp',
    }
    found = []
    roles = ':matchup:product:`C` :matchup:product:`C++` :matchup:product:`C#`\n'
    for order, jobs in (([0, 1, 2], 1), ([2, 1, 0], 1), ([1, 0, 2], 2)):
        seeds = {f's{place}': quotes_for(titles[title]) for place, title in enumerate(order)}
        (number,) = {len(found)}
        shown = {f'show-{name}.rst': f'P\n=\n\n.. matchup:: {name}\n' for name in seeds}
        project = make_project(
            {
                **{f'seeds/{name}.txt': seed for name, seed in seeds.items()},
                **shown,
                'index.rst': (
                    'Title\n=====\n\n.. toctree::\n   :glob:\n\n   show-*\n\n'
                    f'.. matchup:list:: products\n\n{roles}'
                ),
            },
            f'source{number}',
        )
        build = project.build('html', '-n', f'-j{jobs}')
        assert build.warnings == []
        assert product_anchors(build) == expected
        soup = build.soup('index.html')
        paragraph = soup.select('section > p')[-1]
        links = {link.get_text(): link['href'][1:] for link in paragraph.select('a')}
        assert {name: stem(anchor) for name, anchor in links.items()} == expected
        for anchor in links.values():
            assert ANCHOR.fullmatch(anchor)
            assert len(soup.find_all(id=anchor)) == 1
        found.append(sorted(line for line in build.inventory() if ' matchup:product ' in line))
    assert found[0] == found[1] == found[2]


# https://github.com/sphinx-doc/sphinx/issues/1449
def test_anchors_of_names_without_latin_letters_stay_when_something_is_put_above(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(
        {
            'seeds/tea.txt': '急須 vs ケトル\n\n“いい。”\n\n“速い。”\n',
            'index.rst': 'Title\n=====\n\n.. matchup:: tea\n\n.. matchup:product:: 急須\n',
        }
    )
    first = project.build('html', '-n', out='again')
    assert first.warnings == []
    before = anchors(first, 'index')
    assert len(before) == len(set(before)) == 5
    assert all(ANCHOR.fullmatch(anchor) for anchor in before)
    assert [anchor.partition('-')[0] for anchor in before] == [
        'matchup',
        'quote',
        'quote',
        'product',
        'product',
    ]
    project.write(
        {
            'seeds/above.txt': '茶碗 vs 1.0\n\n“一”\n\n“二”\n',
            'index.rst': (
                'Title\n=====\n\n.. matchup:: above\n\n.. matchup:product:: 茶碗\n\n'
                '.. matchup:: tea\n\n.. matchup:product:: 急須\n'
            ),
        }
    )
    second = project.build('html', '-n', out='again')
    assert second.warnings == []
    after = anchors(second, 'index')
    assert len(after) == len(set(after)) == 10
    assert after[5:] == before
    fresh = project.build('html', '-n', out='fresh')
    assert anchors(fresh, 'index') == after


def test_versions_and_emoji_are_names_too(make_project: Callable[..., Project]) -> None:
    build = site(make_project, {'a': quotes_for('1.0 vs 🫖 vs 2.0')}).build('html', '-n')
    assert build.warnings == []
    assert names(build, 'a') == ['1.0', '🫖', '2.0']
    found = product_anchors(build)
    assert (found['1.0'], found['2.0']) == ('product-1.0', 'product-2.0')
    assert len(set(found.values())) == 3
    assert all(ANCHOR.fullmatch(anchor) for anchor in found.values())


# --------------------------------------------------------------------- marks and line ends


def messages(build: Build) -> list[tuple[str, list[str]]]:
    """The messages of all catalogs, with the places in seeds, without the date."""
    found = []
    for path in sorted(build.outdir.rglob('*.pot')):
        blocks = path.read_text('utf-8').split('\n\n')[1:]
        for block in blocks:
            lines = block.strip().split('\n')
            places = [line.rpartition('/seeds/')[2] for line in lines if line.startswith('#: ')]
            found.append((block.strip().partition('msgid ')[2], places))
    return found


def pages_of(build: Build) -> dict[str, bytes]:
    """Every page of the output that tells of seeds."""
    return {
        name: content
        for name, content in build.files().items()
        if name.endswith(('.html', '.js')) or name == 'objects.inv'
    }


@pytest.fixture(scope='module')
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    """The seed as it should be."""
    project = Project(
        tmp_path_factory.mktemp('usual') / 'source',
        {'seeds/s1.txt': S1, 'index.rst': 'Title\n=====\n\n.. matchup:: s1\n'},
    )
    return {builder: project.build(builder) for builder in ('html', 'gettext')}


# https://github.com/jgravelle/jdocmunch-mcp/issues/53
# https://github.com/neuml/txtai/pull/1152
@pytest.mark.parametrize(
    'text',
    [
        '\ufeff' + S1,
        '\ufeff\ufeff' + S1,
        S1.replace('\n\n“Boils', '\n\n\ufeff“Boils'),
        S1.replace('without', 'with\ufeffout'),
        S1.replace('\n', '\r\n'),
        S1.replace('\n', '\r'),
        S1.replace('\n', '\r\n', 2).replace('.”\n\n', '.”\r\r'),
        S1.replace('\n\n', '\n \t \n'),
        S1.replace('\n\n', '\n\u00a0\n'),
        S1.replace('\n\n', '\r\n\u2003\r\n'),
        S1.removesuffix('\n'),
        S1 + '\n\n \n',
        '\ufeff' + S1.replace('\n', '\r\n').rstrip(),
    ],
    ids=[
        'bom',
        'two boms',
        'bom in the middle',
        'bom in a word',
        'crlf',
        'cr',
        'mixed',
        'spaces and tabs',
        'nbsp',
        'em space and crlf',
        'no final newline',
        'blank lines at the end',
        'bom and crlf',
    ],
)
def test_marks_and_line_ends_change_nothing(
    make_project: Callable[..., Project], usual: dict[str, Build], text: str
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': text.encode('utf-8'),
            'index.rst': 'Title\n=====\n\n.. matchup:: s1\n',
        }
    )
    build = project.build('html')
    assert build.warnings == []
    assert cards(build, 'index') == QUOTES
    assert anchors(build, 'index') == S1_IDS
    assert pages_of(build) == pages_of(usual['html'])
    catalogs = project.build('gettext')
    assert catalogs.warnings == []
    assert messages(catalogs) == messages(usual['gettext'])


def test_catalog_has_every_quote_once_at_its_line(usual: dict[str, Build]) -> None:
    places = dict(messages(usual['gettext']))
    assert places[f'"{QUOTES[0]}"\nmsgstr ""'] == ['s1.txt:3']
    assert places[f'"{QUOTES[1]}"\nmsgstr ""'] == ['s1.txt:5']


@pytest.mark.parametrize('separator', ['\u2028', '\u2029', '\u0085', '\x0b', '\x0c'])
def test_separators_of_unicode_end_no_line(
    make_project: Callable[..., Project], separator: str
) -> None:
    seed = S1.replace('without a', f'without{separator}a')
    project = make_project(
        {'seeds/s1.txt': seed, 'index.rst': 'Title\n=====\n\n.. matchup:: s1\n'}
    )
    build = project.build('html')
    assert build.warnings == []
    # They are white space, so they fold to one space.
    assert cards(build, 'index') == QUOTES
    assert anchors(build, 'index') == S1_IDS
    places = dict(messages(project.build('gettext')))
    assert places[f'"{QUOTES[1]}"\nmsgstr ""'] == ['s1.txt:5']


def test_separators_of_unicode_alone_make_no_paragraph(
    make_project: Callable[..., Project],
) -> None:
    seed = S1.replace('without a', 'without\u2028\u2028a').replace(
        '\n\n“Boils', '\n\u2028\n“Boils'
    )
    project = make_project(
        {'seeds/s1.txt': seed, 'index.rst': 'Title\n=====\n\n.. matchup:: s1\n'}
    )
    build = project.build('html')
    assert build.warnings == []
    assert cards(build, 'index') == QUOTES


def test_no_break_spaces_stay_in_quotes_and_names(make_project: Callable[..., Project]) -> None:
    seed = 'Teapot\u00a0Pro vs Kettle\n\n“Holds 5\u00a0litres.”\n\n“Fast.”\n'
    build = site(make_project, {'a': seed}).build('html')
    assert build.warnings == []
    assert cards(build, 'show-a') == ['Holds 5\u00a0litres.', 'Fast.']
    assert anchors(build, 'show-a')[0] == 'matchup-teapot-pro-vs-kettle'


# ----------------------------------------------------------------------------- the title

# https://github.com/melissawm/sphinx-tags/issues/39
# https://github.com/lbenz730/ncaahoopR/issues/43
# https://github.com/microsoft/vscode/issues/80367
TITLES = {
    'Canvas vs Code vs Studio': ['Canvas', 'Code', 'Studio'],
    'Svs vs Vs Coder': ['Svs', 'Vs Coder'],
    'Rivals vs. Friends vs Kettle': ['Rivals', 'Friends', 'Kettle'],
    'Go/No-Go vs Foo: Bar': ['Go/No-Go', 'Foo: Bar'],
    'Wi-Fi Hub vs Zig-Bee Hub': ['Wi-Fi Hub', 'Zig-Bee Hub'],
    'A/B Test vs C|D': ['A/B Test', 'C|D'],
    'Kettle-vs-Pot vs Cup': ['Kettle-vs-Pot', 'Cup'],
    'Canvas-Vs vs Pan': ['Canvas-Vs', 'Pan'],
    'VS Code vs Vim': ['VS Code', 'Vim'],
    'Emacs vs VS Studio': ['Emacs', 'VS Studio'],
    'VS Mac VS Nano': ['VS Mac', 'Nano'],
    'Left versus Right': ['Left', 'Right'],
    'Up VERSUS Down': ['Up', 'Down'],
    'East vs.\tWest': ['East', 'West'],
    'Ivs\u00a0vs\u00a0Ovs': ['Ivs', 'Ovs'],
    '# Heading One vs Heading Two': ['Heading One', 'Heading Two'],
}


@pytest.fixture(scope='module')
def titled(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A seed and a page for every title, and a page that names every title and product."""
    files = {
        'index.rst': 'Title\n=====\n\n.. toctree::\n   :glob:\n\n   show-*\n\n'
        '.. matchup:list:: products\n\n.. matchup:list:: matchups\n',
    }
    roles = []
    for number, (title, products) in enumerate(TITLES.items()):
        seed = '\n\n'.join([title, *(f'“on {product}”' for product in products), ''])
        files[f'seeds/t{number:02}.txt'] = seed
        shown_title = title.removeprefix('# ').replace('\t', ' ')
        files[f'show-{number:02}.rst'] = f'Page\n====\n\n.. matchup:: {shown_title}\n'
        roles += [f'* :matchup:product:`{product}`' for product in products]
        roles += [f'* :matchup:matchup:`{shown_title}`']
    files['show-roles.rst'] = '\n'.join(['Roles\n=====\n', *roles, ''])
    project = Project(tmp_path_factory.mktemp('titled') / 'source', files)
    return project.build('html', '-n')


def test_titles_give_no_warnings(titled: Build) -> None:
    assert titled.warnings == []


@pytest.mark.parametrize('title', TITLES)
def test_title_is_split_at_words_between_white_space_alone(titled: Build, title: str) -> None:
    number = list(TITLES).index(title)
    page = f'show-{number:02}'
    assert names(titled, f'{number:02}') == TITLES[title]
    assert cards(titled, page) == [f'on {product}' for product in TITLES[title]]
    captions = [caption.get_text() for caption in titled.soup(f'{page}.html').select('figcaption')]
    assert captions == [f'Builder on {product}¶' for product in TITLES[title]]


def test_every_name_is_found_by_its_role(titled: Build) -> None:
    links = titled.soup('show-roles.html').select('section li')
    written = [name for title, found in TITLES.items() for name in (*found, title)]
    assert [link.get_text() for link in links] == [
        ' '.join(name.removeprefix('# ').split('\t')) for name in written
    ]
    index = titled.soup('index.html')
    for link in links:
        page, _, anchor = link.a['href'].partition('#')
        place = titled.soup(page).find(id=anchor)
        assert place is not None, link
        assert ANCHOR.fullmatch(anchor)
        if page == 'index.html':
            row = index.find(id=anchor).find_parent('li')
            assert row.bdi.get_text() == link.get_text()


def test_signs_of_names_are_kept_in_names_and_absent_from_ids(titled: Build) -> None:
    found = product_anchors(titled)
    everywhere = {name for products in TITLES.values() for name in products}
    assert set(found) == everywhere
    assert len(set(found.values())) == len(everywhere)
    for name in ('Go/No-Go', 'Foo: Bar', 'A/B Test', 'C|D'):
        assert ANCHOR.fullmatch(found[name])
        # A sign is lost in the key, so the key ends in a hash.
        assert re.search(r'-[0-9a-f]{8}$', found[name])
    assert found['Wi-Fi Hub'] == 'product-wi-fi-hub'
    assert found['Kettle-vs-Pot'] == 'product-kettle-vs-pot'


@pytest.mark.parametrize(
    ('title', 'message'),
    [
        (
            'vs Code',
            "the title 'vs Code' names nothing before 'vs'; expected 'A vs B'; the seed is left out",
        ),
        (
            'Code vs',
            "the title 'Code vs' names nothing after 'vs'; expected 'A vs B'; the seed is left out",
        ),
        (
            'Rivals',
            "the title 'Rivals' has no 'vs' between two products; expected 'A vs B'; the seed is left out",
        ),
        (
            'A-vs-B',
            "the title 'A-vs-B' has no 'vs' between two products; expected 'A vs B'; the seed is left out",
        ),
    ],
)
def test_a_title_without_two_sides_is_reported_and_never_gives_an_empty_name(
    make_project: Callable[..., Project], title: str, message: str
) -> None:
    seed = f'\n{title}\n\n“one”\n\n“two”\n'
    project = make_project(
        {'seeds/bad.txt': seed, 'index.rst': 'Title\n=====\n\n.. matchup:: bad\n\nWords.\n'}
    )
    build = project.build('html')
    assert build.warnings == [f'seeds/bad.txt:2: WARNING: {message} [matchups.seed]']
    soup = build.soup('index.html')
    assert soup.select('.matchup') == []
    assert soup.select('section > p')[0].get_text() == 'Words.'
    assert build.inventory() == []


def test_a_title_that_can_be_split_in_several_ways_is_reported_with_them(
    make_project: Callable[..., Project],
) -> None:
    title = 'Vim VS Code VS Nano'
    build = site(make_project, {'a': quotes_for(title)}).build('html')
    assert build.subtypes() == ['matchups.ambiguous']
    (warning,) = build.warnings
    assert warning.startswith('seeds/a.txt:1: WARNING: ')
    for way in ('Vim | Code | Nano', 'Vim | Code VS Nano', 'Vim VS Code | Nano'):
        assert way in warning
    assert names(build, 'a') == ['Vim', 'Code', 'Nano']


def test_known_products_decide_where_a_title_is_split(
    make_project: Callable[..., Project],
) -> None:
    project = site(make_project, {'a': 'Vim VS Code VS Nano\n\n“one”\n\n“two”\n'})
    project.configure("matchups_products = ['Vim VS Code', 'Nano']\n")
    build = project.build('html')
    assert build.warnings == []
    assert names(build, 'a') == ['Vim VS Code', 'Nano']


# --------------------------------------------------------------------------- right to left


# https://github.com/srophe/srophe-eXist-app/issues/1180
def test_right_to_left_names_and_quotes(make_project: Callable[..., Project]) -> None:
    quote = 'שלום, תה טוב.'
    project = make_project(
        {
            'seeds/s1.txt': f'קומקום vs Pot\n\n“{quote}”\n\n“Good.”\n',
            'index.rst': 'Title\n=====\n\n.. matchup:: s1\n',
        }
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    soup = build.soup('index.html')
    first = soup.select_one('.matchup-quote > p')
    assert (first['dir'], first.get_text()) == ('auto', quote)
    assert [name.get_text() for name in soup.select('.matchup-header bdi')] == ['קומקום', 'Pot']
    assert all(ANCHOR.fullmatch(anchor) for anchor in anchors(build, 'index'))
    text = project.build('text')
    assert text.text('index.txt') == (
        'Title\n*****\n\n**קומקום vs Pot**\n\n*Builder*\n\n'
        f'   {quote}\n\n   -- Builder on קומקום\n\n   Good.\n\n   -- Builder on Pot\n'
    )


# ------------------------------------------------------------------------ the search index


# https://github.com/sphinx-doc/sphinx/issues/13355
def test_search_index_holds_names_without_markup(make_project: Callable[..., Project]) -> None:
    project = make_project(
        {
            'seeds/s.txt': 'AT&T vs A<B\n\n“one”\n\n“two”\n',
            'index.rst': (
                'Title\n=====\n\n.. matchup:: s\n\n.. matchup:product:: AT&T\n\n   Words.\n\n'
                '.. matchup:product:: A<B\n'
            ),
        }
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    script = build.text('searchindex.js')
    index = json.loads(script.removeprefix('Search.setIndex(').removesuffix(')'))
    # No card and no entry is a title.
    assert index['titles'] == ['Title']
    assert index['alltitles'] == {'Title': [[0, None]]}
    assert set(index['indexentries']) == {'at&t vs a<b', 'at&t', 'a<b', 'builder'}
    for markup in ('&amp;', '&lt;', '<span', 'sd-', 'bdi'):
        assert markup not in script, markup
    # Names are found as entries of the index; as objects they would be found twice, and
    # `C++` not at all.
    assert index['objects'] == {}

"""Builds with several processes give what a build with one gives."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from support.pages import links_in
from support.project import S1, Project

import sphinx_matchups

if TYPE_CHECKING:
    from collections.abc import Callable

COUNT = 8


def seed(number: int) -> str:
    """A seed whose first product stands in every other seed too, and says the same."""
    return f"""Teapot Pro vs Kettle {number}

“Pours without a drip.”

“Boils in {number} minutes.”

“The lid rattles, whatever the brochure says.”

“Takes {number} cups.”
"""


#: At least twelve pages: what pages show, where they link, and everything that may be wrong.
PAGES = {
    'index.rst': 'T\n=\n\n.. toctree::\n   :glob:\n\n   *\n   deep/*\n',
    **{
        f'm{number}.rst': f'M\n=\n\n.. matchup:: s{number}\n\n'
        f':matchup:product:`Kettle {number + 1}` :matchup:quote:`Teapot Pro/Skeptic`\n'
        for number in range(COUNT)
    },
    'again.md': '# Again\n\n```{matchup} s3\n```\n\n```{matchup} s3\n:no-index:\n```\n',
    'entries.rst': """E
=

.. matchup:product:: Teapot Pro

   See :matchup:persona:`Builder`.

.. matchup:persona:: Skeptic

.. matchup:quote:: Kettle 3/Builder

.. matchup:product:: Nobody Knows
""",
    'lists.rst': """L
=

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups
""",
    'body.rst': """B
=

.. matchup:: Jug vs Teapot Pro

   “Is a jug.”

   “Pours without a drip.”

   “No partner.”
""",
    'body-too.md': '# B\n\n:::{matchup} Jug vs Mug\n“Is a jug.”\n\n“Is none.”\n:::\n',
    'path.rst': 'P\n=\n\n.. matchup:: other/pan.txt\n\n.. matchup:: /other/pot.txt\n',
    'deep/path.md': '# P\n\n```{matchup} ../other/lid.txt\n```\n',
    'deep/roles.md': '# R\n\n{matchup:product}`Jug` {matchup:matchup}`s2` {any}`Builder`\n',
    'wrong.rst': """W
=

.. matchup:: other/no-title.txt

.. matchup:: nowhere

.. matchup:: s1
   :layout: round
   :no-index:

:matchup:product:`Kettel 1` :matchup:persona:`Zzz`
""",
    'other/pan.txt': 'Pan vs Pot\n\n“Fries.”\n\n“Stews.”\n',
    'other/pot.txt': 'Pot vs Pan\n\n“Stews.”\n\n“Burns.”\n',
    'other/lid.txt': 'Lid vs Pan\n\n“Covers.”\n\n“Fries.”\n\n“Odd.”\n',
    'other/no-title.txt': '“A quote, and no title.”\n',
    **{f'seeds/s{number}.txt': seed(number) for number in range(COUNT)},
    'seeds/bad-title.txt': 'No separator\n\n“Quote.”\n',
    'seeds/bad-bytes.txt': b'Cup vs Mug\n\n"Caf\xe9."\n\n"Tea."\n',
    'seeds/spelled.txt': 'TEAPOT pro vs Kettle 1\n\n“Pours.”\n\n“Boils, and sings.”\n',
    'seeds/twin-a.txt': 'Twin vs Twain\n\n“One.”\n\n“Two.”\n',
    'seeds/twin-b.txt': 'Twin vs Twain\n\n“One.”\n\n“Three.”\n',
}


SUFFIXES = {'html': 'html', 'text': 'txt'}


@pytest.fixture(scope='module')
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp('parallel'), PAGES)


@pytest.mark.parametrize('builder', ['html', 'text', 'latex'])
def test_output_and_warnings_do_not_depend_on_the_number_of_processes(
    project: Project, builder: str
) -> None:
    serial = project.build(builder, '-n', '-j1', out=f'{builder}-1')
    parallel = project.build(builder, '-n', '-j4', out=f'{builder}-4')
    assert serial.exit_code == parallel.exit_code == 0
    assert sorted(serial.warnings) == sorted(parallel.warnings)
    found = {subtype.removeprefix('matchups.') for subtype in serial.subtypes()}
    wrong = {'seed', 'encoding', 'missing', 'rounds', 'duplicate', 'spelling', 'option', 'ref'}
    assert wrong <= found
    one, four = serial.files(), parallel.files()
    assert sorted(one) == sorted(four)
    assert [name for name in one if one[name] != four[name]] == []
    pages = [name for name in PAGES if name.endswith(('.rst', '.md'))]
    assert len(pages) == 18
    if builder != 'latex':
        assert {f'{name.rpartition(".")[0]}.{SUFFIXES[builder]}' for name in pages} <= set(one)


def test_every_page_of_a_worker_reaches_the_inventory(project: Project) -> None:
    build = project.build('html', '-n', '-j4', out='html-4')
    types = [line.split()[1].removeprefix('matchup:') for line in build.inventory()]
    # Kettle 0 to 7, Teapot Pro, Jug, Mug, Cup, Pan, Pot, Lid, Twin, Twain.
    assert types.count('product') == COUNT + 9
    assert types.count('persona') == 2
    # Lists name every matchup: the bad title makes none.
    assert types.count('matchup') == COUNT + 2 + 3 + 4


# https://github.com/VACUMM/sphinx-fortran/pull/56
def test_eight_pages_with_a_seed_each_keep_objects_and_links(
    make_project: Callable[..., Project],
) -> None:
    pages = {f'm{number}.rst': PAGES[f'm{number}.rst'] for number in range(COUNT - 1)}
    pages['m7.rst'] = 'M\n=\n\n.. matchup:: s7\n'
    seeds = {f'seeds/s{number}.txt': seed(number) for number in range(COUNT)}
    index = 'T\n=\n\n.. toctree::\n   :glob:\n\n   m*\n'
    project = make_project({'index.rst': index, **pages, **seeds})

    def built(jobs: str) -> tuple[list[str], dict[str, int]]:
        build = project.build('html', '-n', jobs, out=jobs)
        assert build.warnings == []
        soups = {name: build.soup(name) for name in build.files() if name.endswith('.html')}
        return build.inventory(), {
            name: len(links_in(soup.select_one('.body'), 'a[href]'))
            for name, soup in soups.items()
        }

    serial, parallel = built('-j1'), built('-j4')
    assert serial == parallel
    inventory, links = parallel
    # Teapot Pro says the same in every seed: two quotes, and two a kettle.
    assert len(inventory) == (1 + COUNT) + 2 + COUNT + (2 + 2 * COUNT)
    # Six permalinks at least; and what m0 shows first, m7 links to.
    assert min(links[f'm{number}.html'] for number in range(COUNT)) >= 6
    assert links['m7.html'] >= 6 + 1 + 2 + 2 * 2 + 2


# https://github.com/pallets/pallets-sphinx-themes/issues/88
def test_pages_with_roles_alone_are_read_in_parallel(make_project: Callable[..., Project]) -> None:
    roles = ':matchup:product:`Kettle One` :matchup:persona:`Builder` :any:`s1`\n'
    pages = {f'r{number}.rst': f'R\n=\n\n{roles}' for number in range(COUNT)}
    index = 'T\n=\n\n.. toctree::\n   :glob:\n\n   r*\n\n.. matchup:: s1\n'
    project = make_project({'index.rst': index, 'seeds/s1.txt': S1, **pages})
    build = project.build('html', '-n', '-j', 'auto')
    assert build.exit_code == 0
    assert build.warnings == []
    assert 'not safe for parallel' not in build.status
    target = 'index.html#matchup-teapot-pro-vs-kettle-one'
    for number in range(COUNT):
        body = build.soup(f'r{number}.html').select_one('.body')
        assert [address for address, _ in links_in(body)] == [target] * 3


def test_setup_says_that_reading_and_writing_are_safe_in_parallel() -> None:
    metadata = sphinx_matchups.setup(Mock())
    assert metadata['parallel_read_safe'] is True
    assert metadata['parallel_write_safe'] is True
    assert metadata['env_version'] >= 1


# https://github.com/sphinx-doc/sphinx/issues/3284
@pytest.mark.parametrize('directive', ['.. matchup:: broken', '.. matchup:: seeds/broken.txt'])
def test_broken_seed_on_one_page_leaves_the_others_alone(
    make_project: Callable[..., Project], directive: str
) -> None:
    pages = {f'm{number}.rst': f'M\n=\n\n.. matchup:: s{number}\n' for number in range(COUNT - 1)}
    seeds = {f'seeds/s{number}.txt': seed(number) for number in range(COUNT - 1)}
    pages['m7.rst'] = f'M\n=\n\n{directive}\n\nStill here.\n'
    seeds['seeds/broken.txt'] = '\nTeapot Pro and Kettle One\n\n“Quote.”\n'
    index = 'T\n=\n\n.. toctree::\n   :glob:\n\n   m*\n'
    project = make_project({'index.rst': index, **pages, **seeds})
    build = project.build('html', '-n', '-j4')
    assert build.exit_code == 0
    assert build.subtypes() == ['matchups.seed']
    assert build.warnings[0].startswith('seeds/broken.txt:2: WARNING: ')
    for word in ('PicklingError', 'EOFError', 'Traceback'):
        assert word not in build.status
    cards = [len(build.soup(f'm{number}.html').select('figure')) for number in range(COUNT)]
    assert cards == [4] * 7 + [0]
    assert 'Still here.' in build.text('m7.html')

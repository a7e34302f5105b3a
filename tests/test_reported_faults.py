"""Faults that people reported against other extensions, as inputs with right results.

Those that belong to one part of the extension stand with the tests of that part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sphinx import version_info
from support.pages import index_names, links_in, search_index
from support.project import S1, seed
from test_incremental import pages_read, stale_files

from sphinx_matchups.corpus import Corpus, SeedReader

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Project

    MakeProject = Callable[..., Project]

HEAD = 'T\n=\n\n'


# https://github.com/sphinx-contrib/datatemplates/pull/50
@pytest.mark.parametrize('page', ['index.rst', 'index.md'])
def test_edited_seed_is_shown_by_the_next_build(make_project: MakeProject, page: str) -> None:
    block = '.. matchup:: seeds/s1.txt\n'
    if page == 'index.md':
        block = '```{matchup} seeds/s1.txt\n```\n'
    project = make_project({page: HEAD + block, 'seeds/s1.txt': S1})
    project.build('html', '-n')
    project.write({'seeds/s1.txt': S1.replace('without a drip', 'perfectly')})
    again = project.build('html', '-n')
    assert '0 added, 1 changed, 0 removed' in again.status
    html = again.text('index.html')
    assert (html.count('Pours perfectly.'), html.count('without a drip')) == (1, 0)


# https://github.com/useblocks/sphinx-needs/issues/354
def test_overviews_on_other_pages_follow_a_new_name(make_project: MakeProject) -> None:
    project = make_project(
        {
            'index.rst': f'{HEAD}.. toctree::\n\n   a\n   b\n',
            'a.rst': f'{HEAD}.. matchup:: s1\n',
            'b.rst': f'{HEAD}.. matchup:list:: products\n\n:matchup:product:`Teapot Pro`\n',
            'seeds/s1.txt': S1,
        }
    )
    project.build('html', '-n')
    project.write({'seeds/s1.txt': S1.replace('Kettle One', 'Kettle Two')})
    again = project.build('html', '-n')
    assert 'Kettle Two' in again.text('b.html')
    assert stale_files(again, project.build('html', '-n', out='fresh')) == []
    # Also in the search index, where Sphinx itself drops the words of a page that is read again.
    assert [name for name, data in again.files().items() if b'Kettle One' in data] == []


# https://github.com/useblocks/sphinx-needs/issues/1270
@pytest.mark.parametrize(
    ('option', 'reads'),
    [('matchups_layout=stack', True), ('matchups_link_mentions=all', False)],
)
def test_setting_that_changes_nodes_reads_the_pages(
    make_project: MakeProject, option: str, reads: bool
) -> None:
    project = make_project({'index.rst': f'{HEAD}.. matchup:: s1\n', 'seeds/s1.txt': S1})
    project.build('html', '-n')
    again = project.build('html', '-n', '-D', option)
    name = option.partition('=')[0]
    assert (f"[config changed ('{name}')]" in again.status) == reads
    assert pages_read(again) == (['index'] if reads else [])
    fresh = project.build('html', '-n', '-D', option, out='fresh')
    assert stale_files(again, fresh) == []


# https://github.com/sphinx-doc/sphinx/issues/2403
def test_names_that_differ_by_case_are_told_apart_or_reported(make_project: MakeProject) -> None:
    page = (
        f'{HEAD}.. py:class:: Operator\n\n.. matchup:: s1\n\n'
        ':any:`Operator`\n\n:matchup:product:`Operator` :matchup:product:`operator` '
        ':matchup:product:`OPERATOR`\n'
    )
    text = seed('Operator vs operator', 'Adds.', 'Multiplies.')
    project = make_project({'index.rst': page, 'seeds/s1.txt': text})
    project.configure(
        "matchups_products = [{'name': 'Operator', 'key': 'big'}, "
        "{'name': 'operator', 'key': 'small'}]\n"
    )
    build = project.build('html', '-n')
    # Sphinx 8 gives the first no type.
    assert [warning.removesuffix(' [ref.any]') for warning in build.warnings] == [
        (
            "index.rst:8: WARNING: more than one target found for 'any' cross-reference "
            "'Operator': could be :matchup:product:`Operator` or :py:class:`Operator`"
        ),
        (
            "index.rst:10: WARNING: the product 'OPERATOR' may be 'Operator' (big) or "
            "'operator' (small); taken as the first [matchups.ambiguous]"
        ),
    ]
    lines = [line.split()[0] for line in build.inventory() if 'matchup:product' in line]
    assert lines == ['big', 'small']
    # Without settings they are one product.
    seeds = {
        f'seeds/s{n}.txt': seed(f'{name} vs Cup {n}', f'Adds {n}.', f'Holds {n}.')
        for n, name in enumerate(['Operator', 'operator'])
    }
    page = f'{HEAD}.. matchup:: s0\n\n.. matchup:: s1\n'
    build = make_project({'index.rst': page, **seeds}, 'undeclared').build('html', '-n')
    assert build.subtypes() == ['matchups.spelling']
    lines = [line.split()[0] for line in build.inventory() if 'matchup:product' in line]
    assert lines == ['cup-0', 'cup-1', 'operator']


# https://github.com/sphinx-doc/sphinx/issues/9577
def test_any_names_each_place_once(make_project: MakeProject) -> None:
    page = f'{HEAD}.. matchup:: s1\n\n:any:`Teapot Pro vs Kettle One`\n'
    build = make_project({'index.rst': page, 'seeds/s1.txt': S1}).build('html', '-n')
    assert build.warnings == []
    assert links_in(build.soup('index.html').select('.body p')[-1]) == [
        ('#matchup-teapot-pro-vs-kettle-one', 'Teapot Pro vs Kettle One')
    ]
    same = '---\nid: cup\n---\n' + seed('Cup vs Mug', 'a', 'b')
    page = f'{HEAD}.. matchup:: cup\n\n:any:`cup`\n'
    build = make_project({'index.rst': page, 'seeds/s1.txt': same}, 'two').build('html', '-n')
    (warning,) = build.warnings
    assert warning.startswith('index.rst:6: ')
    assert ':matchup:product:' in warning
    assert ':matchup:matchup:' in warning


# https://github.com/sphinx-doc/sphinx/issues/8123
def test_search_finds_names_with_signs(make_project: MakeProject) -> None:
    files = {
        'seeds/s1.txt': seed('C++ vs Node.js', 'Compiles for hours.', 'Loops.'),
        'index.rst': f'{HEAD}.. matchup:: s1\n\n.. matchup:product:: C++\n',
    }
    build = make_project(files).build('html', '-n')
    index = search_index(build)
    assert {'c++', 'node.js', 'c++ vs node.js'} <= set(index['indexentries'])
    # Sphinx 8 leaves out words of two letters.
    words = {'node', 'js', 'compil'} if version_info >= (9,) else {'node', 'compil'}
    assert words <= set(index['terms'])
    assert index['objects'] == {}
    assert {'C++', 'Node.js', 'C++ vs Node.js'} <= set(index_names(build))


# https://github.com/sphinx-doc/sphinx/issues/10966
def test_finding_a_name_asks_nothing_of_the_other_names() -> None:
    """Counted in look-ups, since times vary: not one more in a corpus eight times as large."""
    asked = []
    for count in (50, 400):
        reader = SeedReader()
        texts = [seed(f'Cup {n} vs Mug {n}', f'a{n}', f'b{n}') for n in range(count)]
        readings = [reader.read(text, f's{n}.txt') for n, text in enumerate(texts)]
        corpus = Corpus([reading.matchup for reading in readings if reading.matchup])
        counted = CountedDict.in_place_of_all(corpus)
        for objtype, name in (
            ('product', 'Cup 7'),
            ('product', 'CUP 7'),
            ('persona', 'Builder'),
            ('matchup', 'Mug 7 vs Cup 7'),
            ('quote', 'Cup 7/Builder'),
        ):
            assert len(corpus.find(objtype, name)) == 1
        asked.append(sum(table.asked for table in counted))
    assert asked[0] == asked[1] > 0


class CountedDict(dict):
    """Counts what it is asked, and refuses to be gone through."""

    asked = 0

    @classmethod
    def in_place_of_all(cls, corpus: Corpus) -> list[CountedDict]:
        tables = {k: cls(v) for k, v in vars(corpus).items() if type(v) is dict}
        vars(corpus).update(tables)
        return list(tables.values())

    def __getitem__(self, key: object) -> object:
        self.asked += 1
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked += 1
        return super().__contains__(key)

    def get(self, key: object, default: object = None) -> object:
        self.asked += 1
        return super().get(key, default)

    def __iter__(self) -> object:
        raise AssertionError

    items = values = keys = __iter__


# https://github.com/sphinx-doc/sphinx/pull/14612
def test_matchup_of_many_quotes_has_one_index_node_and_no_targets(
    make_project: MakeProject,
) -> None:
    quotes = [f'Quote {number}.' for number in range(2000)]
    files = {'seeds/s1.txt': seed('Cup vs Mug', *quotes), 'index.rst': f'{HEAD}.. matchup:: s1\n'}
    project = make_project(files)
    project.configure(
        "suppress_warnings = ['matchups.rounds']\n"
        'counted = {}\n'
        'def count(app, doctree):\n'
        '    from docutils import nodes\n'
        '    from sphinx import addnodes\n'
        '    counted["index"] = len(list(doctree.findall(addnodes.index)))\n'
        '    counted["target"] = len(list(doctree.findall(nodes.target)))\n'
        '    counted["paragraph"] = len(list(doctree.findall(nodes.paragraph)))\n'
        '    print("counted", sorted(counted.items()))\n'
        'def setup(app):\n'
        "    app.connect('doctree-read', count)\n"
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    (counted,) = re.findall(r'^counted (.*)$', build.status, re.MULTILINE)
    # The header and the cards are paragraphs.
    assert counted == "[('index', 1), ('paragraph', 2001), ('target', 0)]"
    assert len(build.soup('index.html').select('figure[id]')) == 2000

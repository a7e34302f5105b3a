"""What somebody who used the extension for the first time ran into."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.project import S1

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Project

    MakeProject = Callable[..., Project]

TITLE = 'Title\n=====\n\n'


def test_json_builder_writes_the_names_of_index_pages(make_project: MakeProject) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': f'{TITLE}.. matchup:: s1\n'})
    build = project.build('json', '-n')
    assert (build.exit_code, build.warnings) == (0, [])
    page = json.loads(build.text('index.fjson'))
    assert ['matchup-products', 'Product Index', '', 'products'] in page['rellinks']
    assert 'Boils in ninety seconds.' in page['body']


def test_entry_that_loses_its_object_is_told_when_nothing_is_read(
    make_project: MakeProject,
) -> None:
    entries = '.. matchup:product:: Kettle One\n\n.. matchup:quote:: Kettle One/Builder\n'
    project = make_project({'seeds/s1.txt': S1, 'index.rst': f'{TITLE}{entries}'})
    assert project.build('text').warnings == []
    project.remove('seeds/s1.txt')
    again = project.build('text')
    assert '0 added, 0 changed, 0 removed' in again.status
    assert again.warnings == [
        "index.rst:4: WARNING: no seed or setting knows the product 'Kettle One' [matchups.missing]",
        "index.rst:6: WARNING: no seed knows the quote 'Kettle One/Builder' [matchups.missing]",
    ]
    assert again.warnings == project.build('text', out='fresh').warnings


@pytest.mark.parametrize('quote', ['“”', '“ \u00a0 ”', '""', '«»'])
def test_empty_quote_is_told(make_project: MakeProject, quote: str) -> None:
    seed = S1.replace('“Pours without a drip.”', quote)
    project = make_project({'seeds/s1.txt': seed, 'index.rst': f'{TITLE}.. matchup:: s1\n'})
    assert project.build('text').warnings == [
        'seeds/s1.txt:3: WARNING: the quote is empty [matchups.seed]'
    ]


def test_seeds_of_one_id_are_found_by_it_and_told_apart(make_project: MakeProject) -> None:
    files = {
        'seeds/a.txt': f'---\nid: five\n---\n{S1}',
        'seeds/b.txt': '---\nid: five\n---\nCup vs Mug\n\n“Small.”\n\n“Large.”\n',
        'index.rst': f'{TITLE}.. matchup:: five\n',
    }
    build = make_project(files).build('text')
    assert build.warnings == [
        (
            "index.rst:4: WARNING: 'five' may be five-a (seeds/a.txt), five-b (seeds/b.txt); "
            'taken as the first; name one by its key [matchups.ambiguous]'
        ),
        (
            "seeds/b.txt:4: WARNING: 2 seeds have the id 'five': seeds/a.txt:4, seeds/b.txt:4; "
            'give each an id of its own [matchups.duplicate]'
        ),
    ]
    assert 'Boils in ninety seconds.' in build.text('index.txt')


def test_text_that_is_no_seed_is_told_once(make_project: MakeProject) -> None:
    readme = 'How we write\n\nOne file each.\n\nShort quotes.\n\n“Quoted.” by us\n'
    project = make_project({'seeds/README.txt': readme, 'seeds/s1.txt': S1, 'index.rst': TITLE})
    assert project.build('text').warnings == [
        (
            "seeds/README.txt:1: WARNING: the title 'How we write' has no 'vs' between two "
            "products; expected 'A vs B'; the seed is left out [matchups.seed]"
        )
    ]


def test_one_file_by_two_paths_is_one_seed(make_project: MakeProject) -> None:
    project = make_project({'../ext/k.txt': S1, 'index.rst': TITLE})
    (project.srcdir / 'seeds').symlink_to('../ext', target_is_directory=True)
    (project.srcdir / 'other').symlink_to('../ext', target_is_directory=True)
    page = '.. matchup:: k\n\n.. matchup:: other/k.txt\n   :no-index:\n'
    project.write({'index.rst': f'{TITLE}{page}'})
    build = project.build('html', '-n')
    assert build.warnings == []
    assert len(build.soup('index.html').select('figure.matchup-card')) == 4


def test_each_further_place_of_an_entry_is_told(make_project: MakeProject) -> None:
    entry = '.. matchup:product:: Kettle One\n'
    files = {
        'seeds/s1.txt': S1,
        'index.rst': f'{TITLE}{entry}\n{entry}',
        'other.rst': f':orphan:\n\n{TITLE}{entry}',
    }
    message = (
        "WARNING: the product 'Kettle One' is already shown at index.rst:4; links lead there; "
        "say ':no-index:' where none should lead [matchups.duplicate]"
    )
    assert make_project(files).build('text').warnings == [
        f'index.rst:6: {message}',
        f'other.rst:6: {message}',
    ]


def test_misspelt_file_name_gets_a_suggestion(make_project: MakeProject) -> None:
    project = make_project({'seeds/teapots.txt': S1, 'index.rst': f'{TITLE}.. matchup:: teapot\n'})
    assert project.build('text').warnings == [
        (
            "index.rst:4: WARNING: no seed has the id, file name or title 'teapot'; "
            "did you mean 'teapots'? [matchups.missing]"
        )
    ]


def test_suffix_of_seeds_may_be_in_capitals(make_project: MakeProject) -> None:
    project = make_project({'seeds/S1.TXT': S1, 'index.rst': f'{TITLE}.. matchup:: S1\n'})
    assert project.build('text').warnings == []


def test_option_that_names_nothing_is_told(make_project: MakeProject) -> None:
    page = f'{TITLE}.. matchup:: s1\n   :products: ,\n'
    build = make_project({'seeds/s1.txt': S1, 'index.rst': page}).build('text')
    assert build.warnings == [
        (
            'index.rst:4: WARNING: :products: names nothing; known are Teapot Pro, Kettle One '
            '[matchups.option]'
        )
    ]


def test_matchups_are_listed_by_title(make_project: MakeProject) -> None:
    seeds = {
        'seeds/a.txt': S1,
        'seeds/b.txt': S1.replace('Teapot Pro', 'Éclair'),
        'seeds/c.txt': S1.replace('Teapot Pro', 'apple'),
    }
    project = make_project({**seeds, 'index.rst': f'{TITLE}.. matchup:list:: matchups\n'})
    assert [
        line[2:]
        for line in project.build('text').text('index.txt').splitlines()
        if line[:1] == '*'
    ][1:] == [
        'apple vs Kettle One',
        'Éclair vs Kettle One',
        'Teapot Pro vs Kettle One',
    ]


def test_each_path_to_a_refused_file_is_told(make_project: MakeProject) -> None:
    page = '.. matchup:: other/s.txt\n\n.. matchup:: ../secret/s.txt\n'
    project = make_project({'../secret/s.txt': S1, 'index.rst': f'{TITLE}{page}'})
    for folder in ('seeds', 'other'):
        (project.srcdir / folder).mkdir()
        (project.srcdir / folder / 's.txt').symlink_to('../../secret/s.txt')
    build = project.build('text')
    assert [warning.partition(': WARNING')[0] for warning in build.warnings] == [
        'index.rst:4',
        'index.rst:6',
        'seeds/s.txt:1',
    ]
    assert build.subtypes() == ['matchups.path'] * 3
    assert 'Boils' not in build.text('index.txt')

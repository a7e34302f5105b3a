"""Names that several things share, and how roles, entries and cards tell these apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.pages import links_in, quotes_in
from support.project import S1, seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build, Project

    MakeProject = Callable[..., Project]

HEAD = 'T\n=\n\n'
#: Two seeds whose front matter gives products of one name keys of their own.
PLANET = '---\nproducts: [{name: Mercury, key: mercury-planet}, Venus]\n---\n' + seed(
    'Mercury vs Venus', 'Is hot.', 'Is hotter.'
)
CAR = '---\nproducts: [{name: Mercury, key: mercury-car}, Ford]\n---\n' + seed(
    'Mercury vs Ford', 'Drives.', 'Drives on.'
)
MERCURY = {'seeds/a.txt': PLANET, 'seeds/b.txt': CAR}


def texts_in(build: Build) -> list[str]:
    return [text for text, _ in quotes_in(build.soup('index.html'))]


# ------------------------------------------------------------------------------- one name, two


def test_role_with_a_name_of_two_products_names_each_with_its_key_once(
    make_project: MakeProject,
) -> None:
    page = (
        f'{HEAD}.. matchup:: a\n\n.. matchup:: b\n\n'
        ':matchup:product:`Mercury` :matchup:product:`mercury-car`\n\n'
        ':matchup:quote:`Mercury/Builder` :matchup:quote:`mercury-car/Builder`\n'
    )
    build = make_project({'index.rst': page, **MERCURY}).build('html', '-n')
    assert build.warnings == [
        (
            "index.rst:8: WARNING: the product 'Mercury' may be 'Mercury (mercury-car)' or "
            "'Mercury (mercury-planet)'; taken as the first [matchups.ambiguous]"
        ),
        (
            "index.rst:10: WARNING: the quote 'Mercury/Builder' may be 'Builder on Mercury' "
            "(mercury-car/builder) or 'Builder on Mercury' (mercury-planet/builder); taken as "
            'the first [matchups.ambiguous]'
        ),
    ]


def test_role_with_a_title_of_two_seeds_names_their_files(make_project: MakeProject) -> None:
    page = f'{HEAD}.. matchup:: s1\n\n.. matchup:: s2\n\n:matchup:matchup:`Kettle vs Cup`\n'
    files = {
        'seeds/s1.txt': seed('Kettle vs Cup', 'Boils.', 'Holds.'),
        'seeds/s2.txt': seed('Cup vs Kettle', 'Breaks.', 'Sings.'),
    }
    build = make_project({'index.rst': page, **files}).build('html', '-n')
    assert build.warnings == []
    same = {**files, 'seeds/s2.txt': seed('Kettle vs Cup', 'Sings.', 'Breaks.')}
    build = make_project({'index.rst': page, **same}, 'same').build('html', '-n')
    assert build.warnings == [
        (
            "seeds/s2.txt:1: WARNING: 2 seeds have the title 'Kettle vs Cup': seeds/s1.txt:1, "
            "seeds/s2.txt:1; give each an 'id' in its front matter [matchups.duplicate]"
        ),
        (
            "index.rst:8: WARNING: the matchup 'Kettle vs Cup' may be kettle-vs-cup-s1 "
            '(seeds/s1.txt) or kettle-vs-cup-s2 (seeds/s2.txt); taken as the first '
            '[matchups.ambiguous]'
        ),
    ]


def test_entry_by_key_shows_the_name_that_the_seeds_give(make_project: MakeProject) -> None:
    page = f'{HEAD}.. matchup:product:: mercury-planet\n\n.. matchup:product:: mercury-car\n'
    build = make_project({'index.rst': page, **MERCURY}).build('html', '-n')
    assert build.warnings == []
    names = [name.get_text() for name in build.soup('index.html').select('.matchup-entry-name')]
    assert names == ['Mercury (mercury-planet)¶', 'Mercury (mercury-car)¶']


def test_entry_by_a_name_of_two_products_shows_the_first_and_warns(
    make_project: MakeProject,
) -> None:
    page = f'{HEAD}.. matchup:product:: Mercury\n\n.. matchup:quote:: Mercury/Builder\n'
    project = make_project({'index.rst': page, **MERCURY})
    build = project.build('html', '-n')
    assert build.warnings == [
        (
            "index.rst:4: WARNING: 'Mercury' may be mercury-car or mercury-planet; taken as "
            'the first; name one by its key [matchups.ambiguous]'
        ),
        (
            "index.rst:6: WARNING: the quote 'Mercury/Builder' may be 'Builder on Mercury' "
            "(mercury-car/builder) or 'Builder on Mercury' (mercury-planet/builder); taken as "
            'the first [matchups.ambiguous]'
        ),
    ]
    assert texts_in(build) == ['Drives.', 'Drives.']
    # With one of them left, nothing is in doubt.
    project.remove('seeds/b.txt')
    build = project.build('html', '-n')
    assert build.warnings == []
    assert texts_in(build) == ['Is hot.', 'Is hot.']


def test_option_names_a_product_that_the_front_matter_gives_a_key(
    make_project: MakeProject,
) -> None:
    page = f'{HEAD}.. matchup:: a\n   :products: Mercury\n'
    build = make_project({'index.rst': page, 'seeds/a.txt': PLANET}).build('html', '-n')
    assert build.warnings == []
    assert texts_in(build) == ['Is hot.']


def test_name_that_only_other_seeds_give_a_key_is_reported(make_project: MakeProject) -> None:
    files = {**MERCURY, 'seeds/c.txt': seed('Mercury vs Mars', 'Is near.', 'Is red.')}
    page = f'{HEAD}.. matchup:list:: products\n'
    build = make_project({'index.rst': page, **files}).build('html', '-n')
    assert build.warnings == [
        (
            "seeds/c.txt:1: WARNING: the name 'Mercury' has the key mercury-car or "
            'mercury-planet in other seeds, and none here, so it is a product of its own '
            '(mercury); give it a key too [matchups.ambiguous]'
        ),
    ]
    rows = build.soup('index.html').select('.matchup-listing-products > ul > li')
    assert [row.p.get_text() for row in rows][2:5] == [
        'Mercury (mercury)',
        'Mercury (mercury-car)',
        'Mercury (mercury-planet)',
    ]


# ------------------------------------------------------------------------------------- personas

PERSONAS = "matchups_personas = {'old': 'Tester', 'new': 'Tester'}\n"


def test_personas_of_one_name_are_reported_and_found_by_key(make_project: MakeProject) -> None:
    files = {
        'index.rst': (
            f'{HEAD}.. matchup:persona:: old\n\n.. matchup:persona:: new\n\n'
            ':matchup:persona:`old` :matchup:persona:`new`\n'
        ),
        'seeds/s1.txt': 'Kettle vs Cup\n\n“Boils.”\n— old\n\n“Holds.”\n— new\n',
    }
    project = make_project(files)
    project.configure(PERSONAS)
    build = project.build('html', '-n')
    assert build.warnings == [
        (
            "conf.py:1: WARNING: the personas old and new are both named 'Tester', so an "
            'attribution must name one by its key; give one of them another name '
            '[matchups.config]'
        ),
    ]
    paragraph = build.soup('index.html').select('.body p')[-1]
    assert [address for address, _ in links_in(paragraph)] == ['#persona-old', '#persona-new']
    titles = {line.split(' ', 4)[0]: line.split(' ', 4)[4] for line in build.inventory()}
    assert (titles['old'], titles['new']) == ('Tester (old)', 'Tester (new)')


def test_name_of_two_personas_means_the_first_everywhere(make_project: MakeProject) -> None:
    files = {
        'index.rst': (
            f'{HEAD}.. matchup:: s1\n\n.. matchup:persona:: Tester\n\n:matchup:persona:`Tester`\n'
        ),
        'seeds/s1.txt': 'Kettle vs Cup\n\n“Boils.”\n— Tester\n\n“Holds.”\n— new\n',
    }
    project = make_project(files)
    project.configure(PERSONAS)
    build = project.build('html', '-n')
    assert build.subtypes() == ['matchups.config', 'matchups.ambiguous']
    soup = build.soup('index.html')
    assert links_in(soup.select('.body p')[-1]) == [('#persona-old', 'Tester')]
    keys = [line.split()[0] for line in build.inventory() if 'matchup:quote' in line]
    assert sorted(keys) == ['cup/new', 'kettle/old']


def test_personas_of_one_name_are_reported_where_they_are_declared(
    make_project: MakeProject,
) -> None:
    text = '[personas]\nold = "Tester"\nnew = "tester"\n'
    project = make_project({'index.rst': HEAD, 'matchups.toml': text})
    build = project.build('text')
    assert [warning.partition(' are ')[0] for warning in build.warnings] == [
        'matchups.toml:1: WARNING: the personas old and new'
    ]


def test_persona_is_found_with_an_article(make_project: MakeProject) -> None:
    page = (
        f'{HEAD}.. matchup:: s1\n   :personas: The Builder\n\n'
        '.. matchup:persona:: the Builder\n\n'
        ':matchup:persona:`The Builder` :matchup:quote:`Kettle One/The Builder`\n'
    )
    build = make_project({'index.rst': page, 'seeds/s1.txt': S1}).build('html', '-n')
    assert build.warnings == []
    soup = build.soup('index.html')
    assert links_in(soup.select('.body p')[-1]) == [
        ('#persona-builder', 'The Builder'),
        ('#quote-teapot-pro-vs-kettle-one-2', 'Kettle One/The Builder'),
    ]
    assert soup.select_one('.matchup-entry-name').get_text() == 'Builder¶'


def test_persona_of_the_seeds_alone_is_found_with_an_article(make_project: MakeProject) -> None:
    page = f'{HEAD}.. matchup:persona:: The Nurse\n\n:matchup:persona:`The Nurse`\n'
    text = 'Kettle vs Cup\n\n“Boils.”\n— The Nurse\n\n“Holds.”\n'
    build = make_project({'index.rst': page, 'seeds/s1.txt': text}).build('html', '-n')
    assert build.subtypes() == ['matchups.seed']
    assert texts_in(build) == ['Boils.']
    paragraph = build.soup('index.html').select('.body p')[-1]
    assert links_in(paragraph) == [('#persona-nurse', 'The Nurse')]


def test_name_that_begins_with_an_article_counts_first(make_project: MakeProject) -> None:
    page = f'{HEAD}.. matchup:persona:: The Builder\n'
    project = make_project({'index.rst': page, 'seeds/s1.txt': S1})
    project.configure("matchups_personas = {'boss': 'The Builder'}\n")
    build = project.build('html')
    assert build.soup('index.html').select('[id=persona-boss]') != []


# -------------------------------------------------------------------------------- how it is said


@pytest.mark.parametrize('form', ['Kettle One', 'Builder'])
def test_quote_without_a_slash_says_what_is_expected(make_project: MakeProject, form: str) -> None:
    page = f'{HEAD}.. matchup:: s1\n\n:matchup:quote:`{form}`\n'
    build = make_project({'index.rst': page, 'seeds/s1.txt': S1}).build('html', '-n')
    (warning,) = build.warnings
    assert warning.startswith(f"index.rst:6: WARNING: no quote '{form}'; expected product/persona")
    assert warning.endswith('[matchups.ref]')


def test_name_in_a_role_keeps_its_signs(make_project: MakeProject) -> None:
    page = f'{HEAD}.. matchup:: s1\n\n"Quoted" :matchup:product:`Kettle "1" -- new`\n'
    text = seed('Kettle "1" -- new vs Cup', 'Boils.', 'Holds.')
    build = make_project({'index.rst': page, 'seeds/s1.txt': text}).build('html', '-n')
    assert build.warnings == []
    paragraph = build.soup('index.html').select('.body p')[-1]
    assert paragraph.get_text() == '“Quoted” Kettle "1" -- new'


def test_spellings_that_look_alike_are_told_once_and_seen(make_project: MakeProject) -> None:
    files = {
        'index.rst': f'{HEAD}.. matchup:: s1\n\n.. matchup:: s2\n',
        'seeds/s1.txt': seed('Kettle One vs Cup', 'Boils.', 'Holds.'),
        'seeds/s2.txt': seed('Kettle\u00a0One vs Mug', 'Sings.', 'Keeps.'),
    }
    build = make_project(files).build('html', '-n')
    assert build.warnings == [
        (
            "seeds/s2.txt:1: WARNING: the product 'Kettle One' is written in several ways: "
            "'Kettle One' (1), 'Kettle\\u00a0One' (1); use one, or declare the others as "
            'aliases in matchups_products [matchups.spelling]'
        ),
    ]

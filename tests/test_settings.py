"""The settings: their types, what they do, the TOML file, and builds after they changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from support.project import S1

from sphinx_matchups.config import LAYOUTS, SETTINGS, Settings, read_settings
from sphinx_matchups.corpus import DEFAULT_PANEL, DEFAULT_PERSONAS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from support.project import Build, Project

    from sphinx_matchups.corpus import Problem

    MakeProject = Callable[..., Project]

TITLE = 'Title\n=====\n\n'
PAGE = f'{TITLE}.. matchup:: s1\n'
FILES = {'seeds/s1.txt': S1, 'index.rst': PAGE}
NOTHING_CHANGED = '0 added, 0 changed, 0 removed'

#: For each setting and each of its types a value as the docs show it.
EXAMPLES: dict[str, dict[type, Any]] = {
    'matchups_seeds': {
        list: ['seeds', 'more/*.txt'],
        tuple: ('seeds', 'more'),
        str: 'seeds',
    },
    'matchups_panel': {
        list: ['Builder', 'Skeptic', ['Creator', 'PM']],
        tuple: ('builder', 'skeptic', ('creator', 'pm')),
    },
    'matchups_personas': {
        dict: {
            'nurse': {'name': 'Nurse', 'cues': ['ward', 'night shift']},
            'pm': {'name': 'Product Manager'},
            'skeptic': 'Doubter',
        }
    },
    'matchups_products': {
        list: [
            'Kettle',
            {'name': 'SmolAgents 1.0', 'aliases': ['smolagents v1']},
            {'name': 'Mercury', 'key': 'mercury-car'},
            {'name': 'Mercury', 'key': 'mercury-planet'},
        ],
        tuple: ('Kettle', {'name': 'Mercury', 'key': 'mercury-car'}),
        dict: {'Mercury': {'key': 'mercury-car', 'aliases': ['The car']}},
    },
    'matchups_file': {str: 'names.toml'},
    'matchups_layout': {str: 'stack'},
    'matchups_link_mentions': {str: 'off'},
}
#: A value of each type that a setting may have or not.
VALUES: dict[type, str] = {
    list: "['seeds']",
    tuple: "('seeds',)",
    dict: "{'seeds': {}}",
    str: "'stack'",
    int: '3',
    bool: 'True',
    type(None): 'None',
}


def settings_of(
    folder: Path, toml: str | None = None, **values: object
) -> tuple[Settings, list[Problem]]:
    """The settings that these values make, given without their prefix."""
    if toml is not None:
        (folder / 'matchups.toml').write_text(toml, 'utf-8')
    return read_settings({f'matchups_{key}': value for key, value in values.items()}, folder)


def right_settings(folder: Path, toml: str | None = None, **values: object) -> Settings:
    """The settings, which have no problem."""
    settings, problems = settings_of(folder, toml, **values)
    assert problems == []
    return settings


def messages_of(folder: Path, toml: str | None = None, **values: object) -> list[str]:
    """What is wrong with the settings."""
    problems = settings_of(folder, toml, **values)[1]
    assert {problem.subtype for problem in problems} <= {'config'}
    return [problem.message for problem in problems]


def changes(build: Build) -> str:
    """How many pages were read, as Sphinx says it."""
    found = re.search(r'\d+ added, \d+ changed, \d+ removed', build.status)
    return found[0] if found else ''


def captions(build: Build) -> list[str]:
    """Who says what of which product, in the text output of the first page."""
    return re.findall(r'-- (.*)', build.text('index.txt'))


# ------------------------------------------------------------------------------------ types


def test_every_setting_has_an_example_of_every_type() -> None:
    assert {name: set(values) for name, values in EXAMPLES.items()} == {
        setting.name: set(setting.types) for setting in SETTINGS
    }


@pytest.mark.parametrize(
    ('name', 'value'),
    [(name, value) for name, values in EXAMPLES.items() for value in values.values()],
)
def test_documented_value_never_warns_and_the_second_build_reads_nothing(
    make_project: MakeProject, name: str, value: object
) -> None:
    # https://github.com/useblocks/sphinx-needs/issues/1165
    project = make_project(
        {**FILES, 'more/s2.txt': S1.replace('Kettle One', 'Cup'), 'names.toml': 'panel = ["PM"]\n'}
    )
    project.configure(f'{name} = {value!r}\n')
    first = project.build('text', '-W')
    second = project.build('text', '-W')
    assert first.warnings == second.warnings == []
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert changes(second) == NOTHING_CHANGED


def test_all_documented_values_together_never_warn(make_project: MakeProject) -> None:
    project = make_project({**FILES, 'more/s2.txt': S1.replace('Kettle One', 'Cup')})
    values = {name: next(iter(values.values())) for name, values in EXAMPLES.items()}
    values['matchups_panel'] = ['Builder', ['Product Manager', 'nurse']]
    project.configure(''.join(f'{name} = {value!r}\n' for name, value in values.items()))
    project.write({'names.toml': 'products = ["Samovar"]\n'})
    first = project.build('html', '-n', '-W', '-j4')
    second = project.build('html', '-n', '-W', '-j4')
    assert first.warnings == second.warnings == []
    assert changes(second) == NOTHING_CHANGED


@pytest.mark.parametrize(('kind', 'value'), VALUES.items(), ids=[kind.__name__ for kind in VALUES])
def test_wrong_type_warns_once_with_the_name_and_counts_as_not_given(
    make_project: MakeProject, kind: type, value: str
) -> None:
    # https://github.com/useblocks/sphinx-needs/issues/136
    wrong = [setting.name for setting in SETTINGS if kind not in setting.types]
    project = make_project(FILES)
    project.configure(''.join(f'{name} = {value}\n' for name in wrong))
    build = project.build('text', '-W')
    found = [re.search(r"`(\w+)' has type `(\w+)'", warning) for warning in build.warnings]
    told = [match.groups() for match in found if match]
    assert sorted(told) == sorted((name, kind.__name__) for name in wrong)
    assert len(build.warnings) == len(wrong)
    assert build.exit_code == 1
    assert captions(build) == ['Builder on Teapot Pro', 'Builder on Kettle One']
    again = project.build('text', '-W')
    assert changes(again) == NOTHING_CHANGED


@pytest.mark.parametrize(
    ('option', 'caption'),
    [
        ('matchups_seeds=seeds,more', 'Builder on Teapot Pro (also in Teapot Pro vs Cup)'),
        ('matchups_panel=Skeptic,Builder', 'Skeptic on Teapot Pro'),
        ('matchups_personas.builder=Maker', 'Maker on Teapot Pro'),
        ('matchups_file=names.toml', 'PM on Teapot Pro'),
        ('matchups_layout=stack', 'Builder on Teapot Pro'),
    ],
)
def test_setting_may_be_given_on_the_command_line(
    make_project: MakeProject, option: str, caption: str
) -> None:
    project = make_project(
        {**FILES, 'more/s2.txt': S1.replace('Kettle One', 'Cup'), 'names.toml': 'panel = ["PM"]\n'}
    )
    build = project.build('text', '-W', '-D', option)
    assert build.warnings == []
    assert captions(build)[0] == caption


def test_layout_of_many_words_on_the_command_line_warns_once(make_project: MakeProject) -> None:
    project = make_project(FILES)
    build = project.build('text', '-W', '-D', 'matchups_layout=a,b')
    assert build.subtypes() == ['matchups.config']
    assert "matchups_layout is 'a,b'; expected columns or stack" in build.warnings[0]
    assert build.exit_code == 1
    assert captions(build) == ['Builder on Teapot Pro', 'Builder on Kettle One']


def test_defaults_are_what_nothing_given_means(tmp_path: Path) -> None:
    defaults = {setting.name: setting.default for setting in SETTINGS}
    assert read_settings({}, tmp_path) == (Settings(), [])
    assert read_settings(defaults, tmp_path) == (Settings(), [])


# ------------------------------------------------------------------------ what a setting does


def test_panel_seats_personas_by_key_or_name(make_project: MakeProject, tmp_path: Path) -> None:
    settings = right_settings(tmp_path, panel=['FOUNDER', ['product-lead', 'Nurse'], 'builder'],
                              personas={'pm': 'Product Lead', 'nurse': {}})  # fmt: skip
    assert settings.declarations.panel == (('founder',), ('pm', 'nurse'), ('builder',))
    project = make_project(FILES)
    project.configure("matchups_panel = ['Founder']\n")
    build = project.build('text', '-W')
    assert build.warnings == []
    assert captions(build) == ['Founder on Teapot Pro', 'Founder on Kettle One']


def test_personas_have_names_and_cues_of_their_own(make_project: MakeProject) -> None:
    seed = 'A vs B\n\n“One in the ward.”\n\n“Two.”\n\n“A storyboard.”\n\n“Wards at night.”\n'
    project = make_project({'seeds/s1.txt': seed, 'index.rst': PAGE})
    project.configure(
        "matchups_personas = {'nurse': {'name': 'Head Nurse', 'cues': ['ward', 'night shift']}}\n"
        "matchups_panel = [['Creator', 'nurse'], ['Head Nurse', 'creator']]\n"
    )
    build = project.build('text', '-n', '-W')
    assert build.warnings == []
    assert captions(build) == [
        'Head Nurse on A',
        'Creator on B',
        'Creator on A',
        'Head Nurse on B',
    ]


def test_other_name_of_a_known_persona_keeps_its_cues(tmp_path: Path) -> None:
    settings = right_settings(
        tmp_path, personas={'pm': 'Product Lead', 'skeptic': {'cues': ['x']}}
    )
    personas = {persona.key: persona for persona in settings.declarations.personas}
    known = {persona.key: persona for persona in DEFAULT_PERSONAS}
    assert list(personas) == list(known)
    assert personas['pm'].name == 'Product Lead'
    assert personas['pm'].cues == known['pm'].cues
    assert (personas['skeptic'].name, personas['skeptic'].cues) == ('Skeptic', ('x',))


def test_products_have_keys_and_aliases(make_project: MakeProject) -> None:
    seed = '---\nproducts: [{name: Mercury, key: mercury-car}, SA]\n---\nMercury vs SA\n'
    project = make_project(
        {
            'seeds/s1.txt': f'{seed}\n“One.”\n\n“Two.”\n',
            'index.rst': f'{PAGE}\n:matchup:product:`SA`, :matchup:product:`smolagents v1`\n\n'
            '.. matchup:list:: products\n',
        }
    )
    project.configure(
        "matchups_products = [{'name': 'SmolAgents 1.0', 'aliases': ['SA', 'smolagents v1']},\n"
        "    {'name': 'Mercury', 'key': 'mercury-car'},\n"
        "    {'name': 'Mercury', 'key': 'mercury-planet'}, 'Samovar']\n"
    )
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    products = {
        line.split()[0]: line.split()[3].replace('$', line.split()[0])
        for line in build.inventory()
        if ' matchup:product ' in line
    }
    assert list(products) == [
        'mercury-car',
        'mercury-planet',
        'sa',
        'samovar',
        'smolagents-1.0',
        'smolagents-v1',
    ]
    assert products['sa'] == products['smolagents-v1'] == products['smolagents-1.0']
    page = build.soup('index.html')
    links = {link.get_text(): f'index.html{link["href"]}' for link in page.select('p > a')}
    assert links['SA'] == links['smolagents v1'] == products['smolagents-1.0']
    assert 'SmolAgents 1.0' in page.get_text()


def test_layout_is_that_of_the_setting_unless_the_directive_says_another(
    make_project: MakeProject,
) -> None:
    markup = ''.join(
        f'.. matchup:: s1\n   :layout: {layout}\n   :no-index:\n\n' for layout in LAYOUTS
    )
    project = make_project({**FILES, 'index.rst': f'{PAGE}\n{markup}'})
    for layout in LAYOUTS:
        project.configure(f'matchups_layout = {layout!r}\n')
        build = project.build('html', '-W')
        assert build.warnings == []
        blocks = build.soup('index.html').select('.matchup')
        shown = [next(found for found in LAYOUTS if f'matchup-{found}' in block['class'])
                 for block in blocks]  # fmt: skip
        assert shown == [layout, *LAYOUTS]


def test_seeds_are_those_of_the_setting(make_project: MakeProject) -> None:
    project = make_project({**FILES, 'more/s1.txt': S1.replace('Kettle One', 'Samovar')})
    project.configure("matchups_seeds = 'more'\n")
    build = project.build('text', '-W')
    assert build.warnings == []
    assert captions(build) == ['Builder on Teapot Pro', 'Builder on Samovar']


# ----------------------------------------------------------------------------- wrong values


@pytest.mark.parametrize(
    ('values', 'message'),
    [
        (
            {'panel': ['Bilder', 'Skeptic']},
            "matchups_panel seats nobody called 'Bilder'; did you mean 'Builder'?",
        ),
        (
            {'panel': [['PM', 'Oracle']]},
            "matchups_panel seats nobody called 'Oracle'; declare it as a persona",
        ),
        ({'panel': ['PM', 3]}, 'matchups_panel holds 3; expected text'),
        ({'panel': [['PM', '']]}, "matchups_panel holds ''; expected text"),
        (
            {'personas': {'nurse': 3}},
            (
                "matchups_personas: 'nurse' is 3; "
                'expected a name, or a dictionary of name, cues, icon and color'
            ),
        ),
        (
            {'personas': {'nurse': {'nam': 'Nurse'}}},
            "matchups_personas: 'nurse' has an unknown field 'nam'; did you mean 'name'?",
        ),
        (
            {'personas': {'nurse': {'voice': 'high'}}},
            (
                "matchups_personas: 'nurse' has an unknown field 'voice'; "
                'known are name, cues, icon, color'
            ),
        ),
        (
            {'personas': {'nurse': {'name': ' '}}},
            "matchups_personas: 'nurse': 'name' is ' '; expected text",
        ),
        (
            {'personas': {'nurse': {'cues': 3}}},
            "matchups_personas: 'nurse': 'cues' is 3; expected a list",
        ),
        (
            {'personas': {'nurse': {'cues': ['ward', 3]}}},
            "matchups_personas: 'nurse': 'cues' holds 3; expected text",
        ),
        (
            {'products': [3]},
            'matchups_products holds 3; expected a name, or a dictionary with a name',
        ),
        (
            {'products': [{'key': 'k'}]},
            "matchups_products holds {'key': 'k'}; expected a name, or a dictionary with a name",
        ),
        (
            {'products': [{'name': 'Kettle', 'alias': ['K']}]},
            "matchups_products: 'Kettle' has an unknown field 'alias'; did you mean 'aliases'?",
        ),
        (
            {'products': [{'name': 'Kettle', 'aliases': 3}]},
            "matchups_products: 'Kettle': 'aliases' is 3; expected a list",
        ),
        (
            {'products': ['Kettle', 'kettle']},
            (
                "matchups_products: 'kettle' has the key 'kettle' of 'Kettle'; "
                "give one of them another 'key'"
            ),
        ),
        (
            {'products': ['Kettle', {'name': 'Pot', 'key': 'kettle'}]},
            (
                "matchups_products: 'Pot' has the key 'kettle' of 'Kettle'; "
                "give one of them another 'key'"
            ),
        ),
        ({'seeds': ['seeds', None]}, 'matchups_seeds holds None; expected text'),
        ({'layout': 'grid'}, "matchups_layout is 'grid'; expected columns or stack"),
    ],
)  # fmt: skip
def test_wrong_value_is_told_once(tmp_path: Path, values: dict[str, Any], message: str) -> None:
    assert messages_of(tmp_path, **values) == [message]


def test_wrong_values_warn_in_every_build_and_stop_nothing(make_project: MakeProject) -> None:
    project = make_project(FILES)
    project.configure(
        "matchups_seeds = ['seeds', 'gone']\n"
        "matchups_panel = ['Builder', 'Bilder']\n"
        "matchups_personas = {'nurse': {'nam': 'x'}}\n"
        "matchups_products = ['Kettle', 'kettle']\n"
        "matchups_layout = 'grid'\n"
        "matchups_file = 'gone.toml'\n"
    )
    for _ in range(2):
        build = project.build('text', '-W')
        assert build.subtypes() == ['matchups.config'] * 6
        assert {warning.split(':')[0] for warning in build.warnings} == {'conf.py'}
        assert build.exit_code == 1
        assert captions(build) == ['Builder on Teapot Pro', 'Builder on Kettle One']
    assert changes(build) == NOTHING_CHANGED


def test_wrong_seat_does_not_shift_the_others(tmp_path: Path) -> None:
    settings, problems = settings_of(tmp_path, panel=['Bilder', 'Skeptic', 'Futurist'])
    assert len(problems) == 1
    assert settings.declarations.panel[1:] == (('skeptic',), ('futurist',))


def test_product_given_by_name_and_text_is_not_lost_in_silence(tmp_path: Path) -> None:
    settings, problems = settings_of(tmp_path, products={'Kettle': 'K'})
    names = {name for product in settings.declarations.products
             for name in (product.name, product.key, *product.aliases)}  # fmt: skip
    assert problems or {'Kettle', 'K'} <= names


def test_single_text_stands_for_a_list_of_one(tmp_path: Path) -> None:
    toml = "personas = {nurse = {cues = 'ward'}}\nproducts = [{name = 'K1', aliases = 'K'}]\n"
    from_file = right_settings(tmp_path, toml).declarations
    from_conf = right_settings(
        tmp_path,
        '',
        personas={'nurse': {'cues': 'ward'}},
        products=[{'name': 'K1', 'aliases': 'K'}],
    ).declarations
    assert from_file == from_conf
    assert from_conf.personas[-1].cues == ('ward',)
    assert from_conf.products[0].aliases == ('K',)


def test_personas_of_one_key_are_told(tmp_path: Path) -> None:
    assert len(messages_of(tmp_path, personas={'Head Nurse': 'A', 'head-nurse': 'B'})) == 1


# ---------------------------------------------------------------------------- the TOML file


TOML = """\
panel = ["Maker", ["Creator", "Nurse"]]

[personas]
builder = "Maker"

[personas.nurse]
name = "Nurse"
cues = ["ward", "night shift"]

[[products]]
name = "Teapot Pro"
key = "tp"
aliases = ["TPro"]

[[products]]
name = "Samovar"
"""
SAME_IN_CONF = {
    'panel': ['Maker', ['Creator', 'Nurse']],
    'personas': {'builder': 'Maker', 'nurse': {'name': 'Nurse', 'cues': ['ward', 'night shift']}},
    'products': [{'name': 'Teapot Pro', 'key': 'tp', 'aliases': ['TPro']}, 'Samovar'],
}


def test_toml_file_says_the_same_as_conf_py(make_project: MakeProject, tmp_path: Path) -> None:
    in_conf = right_settings(tmp_path, **SAME_IN_CONF)
    assert right_settings(tmp_path, TOML) == in_conf
    assert in_conf.declarations.products[0].key == 'tp'
    entries = '\n.. matchup:product:: TPro\n\n.. matchup:persona:: Maker\n'
    builds = []
    for name in ('conf', 'toml'):
        project = make_project({**FILES, 'index.rst': f'{PAGE}{entries}'}, name)
        if name == 'toml':
            project.write({'matchups.toml': TOML})
        else:
            lines = (f'matchups_{key} = {value!r}\n' for key, value in SAME_IN_CONF.items())
            project.configure(''.join(lines))
        builds.append(project.build('text', '-n', '-W'))
    assert builds[0].warnings == builds[1].warnings == []
    assert builds[0].files() == builds[1].files()
    assert captions(builds[0])[0] == 'Maker on Teapot Pro'


def test_toml_table_of_products_by_name(tmp_path: Path) -> None:
    toml = '[products."SmolAgents 1.0"]\naliases = ["SA"]\n[products.Kettle]\nkey = "k"\n'
    products = right_settings(tmp_path, toml).declarations.products
    assert [(product.key, product.name, product.aliases) for product in products] == [
        ('smolagents-1.0', 'SmolAgents 1.0', ('SA',)),
        ('k', 'Kettle', ()),
    ]


def test_toml_file_may_have_another_name_and_folder(tmp_path: Path) -> None:
    (tmp_path / 'deep').mkdir()
    (tmp_path / 'deep/names.toml').write_text('panel = ["PM"]\n', 'utf-8')
    for file in ('deep/names.toml', f'{tmp_path}/deep/names.toml'):
        settings = right_settings(tmp_path, 'panel = ["Founder"]', file=file)
        assert settings.declarations.panel == (('pm',),)


def test_conf_py_wins_over_the_toml_file(tmp_path: Path) -> None:
    settings = right_settings(
        tmp_path,
        TOML,
        panel=['Nurse', 'Doer'],
        personas={'builder': 'Doer'},
        products=['Kettle'],
    )
    assert settings.declarations.panel == (('nurse',), ('builder',))
    names = {persona.key: persona.name for persona in settings.declarations.personas}
    assert (names['builder'], names['nurse']) == ('Doer', 'Nurse')
    assert [product.name for product in settings.declarations.products] == [
        'Kettle',
        'Teapot Pro',
        'Samovar',
    ]


def test_product_that_stands_in_both_is_told_and_that_of_conf_py_counts(tmp_path: Path) -> None:
    settings, problems = settings_of(
        tmp_path,
        'products = [{name = "Kettle One", key = "k"}]',
        products=[{'name': 'K1', 'key': 'k'}],
    )
    assert len(problems) == 1
    assert [product.name for product in settings.declarations.products] == ['K1']


def test_panel_of_conf_py_wins_unless_it_is_the_default(make_project: MakeProject) -> None:
    project = make_project({**FILES, 'matchups.toml': 'panel = ["PM"]\n'})
    assert captions(project.build('text'))[0] == 'PM on Teapot Pro'
    # Nothing tells the default panel that is written there from one that is not.
    panel = [list(seat) if len(seat) > 1 else seat[0] for seat in DEFAULT_PANEL]
    project.configure(f'matchups_panel = {panel!r}\n')
    assert captions(project.build('text'))[0] == 'PM on Teapot Pro'
    project.configure(f'matchups_panel = {panel[1:]!r}\n')
    assert captions(project.build('text'))[0] == 'Skeptic on Teapot Pro'


@pytest.mark.parametrize(
    ('toml', 'messages'),
    [
        ('panle = []\n', ["unknown key 'panle'; did you mean 'panel'?"]),
        ('seeds = []\n', ["unknown key 'seeds'; known are panel, personas, products"]),
        ('panel = "PM"\n', ["'panel' is 'PM'; expected a list of personas"]),
        (
            'products = 3\npersonas = []\n',
            [
                "'products' is 3; expected a list of names or tables, or a table by name",
                "'personas' is []; expected a table by key",
            ],
        ),
        ('panel = [\n', ['the file cannot be read as TOML: ']),
        ('panel = ["PM"]\npanel = ["PM"]\n', ['the file cannot be read as TOML: ']),
        ('a = ' + '[' * 5000 + ']' * 5000, ['the file cannot be read as TOML: ']),
        (
            'panel = ["Bilder"]\n',
            ["panel seats nobody called 'Bilder'; did you mean 'Builder'?"],
        ),
        (
            '[personas.nurse]\nnam = "x"\n',
            ["personas: 'nurse' has an unknown field 'nam'; did you mean 'name'?"],
        ),
        (
            '[[products]]\nname = "K"\n[[products]]\nname = "k"\n',
            ["products: 'k' has the key 'k' of 'K'; give one of them another 'key'"],
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_wrong_in_the_toml_file_is_told_at_the_toml_file(
    tmp_path: Path, toml: str, messages: list[str]
) -> None:
    _, problems = settings_of(tmp_path, toml)
    told = [problem.message for problem in problems]
    # What follows the colon is in the words of Python.
    assert [re.sub(r'(?<=cannot be read as TOML: ).+', '', text) for text in told] == messages
    assert {problem.path for problem in problems} == {'matchups.toml'}


@pytest.mark.parametrize(
    'content', [b'panel = [', b'\xff\xfep\0a\0', b'panel = ["\xe9"]\n', b'\0'],
    ids=['broken', 'UTF-16', 'Latin-1', 'NUL'],
)  # fmt: skip
def test_toml_file_that_cannot_be_read_warns_once(
    make_project: MakeProject, content: bytes
) -> None:
    project = make_project({**FILES, 'matchups.toml': content})
    build = project.build('text', '-W')
    assert build.subtypes() == ['matchups.config']
    assert build.warnings[0].startswith('matchups.toml:')
    assert 'the file cannot be read as TOML: ' in build.warnings[0]
    assert build.exit_code == 1
    assert 'Traceback' not in build.status
    assert captions(build) == ['Builder on Teapot Pro', 'Builder on Kettle One']


def test_toml_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    settings = right_settings(tmp_path, '\ufeffpanel = ["PM"]\n')
    assert settings.declarations.panel == (('pm',),)


def test_default_toml_file_may_be_absent_and_another_may_not(tmp_path: Path) -> None:
    assert messages_of(tmp_path) == []
    assert messages_of(tmp_path, file='matchups.toml') == []
    assert messages_of(tmp_path, file='names.toml') == [
        f'matchups_file: there is no file {tmp_path}/names.toml'
    ]
    (tmp_path / 'folder').mkdir()
    assert len(messages_of(tmp_path, file='folder')) == 1


def test_empty_name_of_the_toml_file_means_none(tmp_path: Path) -> None:
    settings = right_settings(tmp_path, 'panel = ["PM"]\n', file='')
    assert settings.declarations.panel == DEFAULT_PANEL


# ---------------------------------------------------------------- builds after a change


BODY = '.. matchup:: Cup vs Mug\n\n   “In the ward.”\n\n   “Holds tea.”\n'
PAGES = {
    'index.rst': f'{TITLE}.. toctree::\n   :glob:\n\n   p-*\n',
    'p-path.rst': f'{TITLE}.. matchup:: other/s2.txt\n',
    'p-name.rst': f'{TITLE}.. matchup:: s1\n',
    'p-body.rst': f'{TITLE}{BODY}',
    'p-product.rst': f'{TITLE}.. matchup:product:: Teapot Pro\n',
    'p-alias.rst': f'{TITLE}.. matchup:product:: TPro\n',
    'p-persona.rst': f'{TITLE}.. matchup:persona:: builder\n',
    'p-quote.rst': f'{TITLE}.. matchup:quote:: Teapot Pro/builder\n',
    'p-lists.rst': f'{TITLE}.. matchup:list:: products\n\n.. matchup:list:: personas\n',
    'p-role.rst': f'{TITLE}:matchup:product:`TPro` :matchup:persona:`Maker`\n',
    'p-plain.rst': f'{TITLE}Nothing of ours.\n',
    'seeds/s1.txt': S1,
    'other/s2.txt': 'Pan vs Wok\n\n“In the ward.”\n\n“Fries.”\n',
}


def difference(kept: Build, fresh: Build) -> list[str]:
    """The files that differ, but for what Sphinx itself leaves behind.

    That is words in the search index, and index pages that nothing is listed on any more.
    """
    files, others = kept.files(), fresh.files()
    left = {name for name in files.keys() - others.keys() if name.startswith('matchup-')}
    names = (files.keys() | others.keys()) - left - {'searchindex.js'}
    return [name for name in sorted(names) if files.get(name) != others.get(name)]


def build_twice(
    project: Project, change: Callable[[], None], builder: str = 'text', reads: int | None = None
) -> Build:
    """The build after a change on top of an earlier one, which equals a fresh one."""
    project.build(builder, '-n', out='kept')
    change()
    kept = project.build(builder, '-n', out='kept')
    fresh = project.build(builder, '-n', out='fresh')
    assert 'threw an exception' not in kept.status
    assert (kept.exit_code, fresh.exit_code) == (0, 0)
    assert difference(kept, fresh) == []
    # Those about pages are given when the page is read.
    assert set(kept.warnings) <= set(fresh.warnings)
    if reads is not None:
        assert changes(kept) == f'0 added, {reads} changed, 0 removed'
    return kept


TOML_CHANGES = {
    'panel': ('panel = ["builder"]\n', 'panel = ["skeptic"]\n'),
    'persona name': ('personas = {builder = "Maker"}\n', 'personas = {builder = "Doer"}\n'),
    'product name': (
        'products = [{name = "Teapot Pro"}]\n',
        'products = [{name = "TEAPOT", key = "teapot-pro", aliases = ["Teapot Pro"]}]\n',
    ),
    'product key': ('products = []\n', 'products = [{name = "Teapot Pro", key = "tp"}]\n'),
    'aliases': (
        'products = ["Teapot Pro"]\n',
        'products = [{name = "Teapot Pro", aliases = ["TPro"]}]\n',
    ),
    'cues': (
        'panel = [["pm", "builder"]]\n',
        'panel = [["pm", "builder"]]\npersonas = {builder = {cues = ["ward"]}}\n',
    ),
    'further product': ('', 'products = ["Samovar"]\n'),
    'repaired': ('panel = [', 'panel = ["skeptic"]\n'),
    'broken': ('panel = ["skeptic"]\n', 'panel = ['),
    'added': (None, 'panel = ["skeptic"]\n'),
    'removed': ('panel = ["skeptic"]\n', None),
}


@pytest.mark.parametrize('kind', TOML_CHANGES)
def test_incremental_build_after_a_change_of_the_toml_file_equals_a_fresh_one(
    make_project: MakeProject, kind: str
) -> None:
    before, after = TOML_CHANGES[kind]
    project = make_project(PAGES)
    if before is not None:
        project.write({'matchups.toml': before})

    def change() -> None:
        if after is None:
            project.remove('matchups.toml')
        else:
            project.write({'matchups.toml': after})

    build_twice(project, change, 'html' if kind in {'panel', 'product key'} else 'text')


def test_comment_in_the_toml_file_rereads_nothing(make_project: MakeProject) -> None:
    project = make_project({**PAGES, 'matchups.toml': 'panel = ["PM"]\n'})
    change = {'matchups.toml': 'panel = ["PM"]  # us\n'}
    build_twice(project, lambda: project.write(change), reads=0)


def test_page_without_anything_of_ours_is_not_read_again(make_project: MakeProject) -> None:
    project = make_project(
        {**FILES, 'matchups.toml': 'panel = ["PM"]\n', 'plain.rst': f':orphan:\n\n{TITLE}'}
    )
    build_twice(
        project, lambda: project.write({'matchups.toml': 'panel = ["Founder"]\n'}), reads=1
    )


SEED_FILES: Mapping[str, str] = {
    'other/s1.txt': S1,
    'seeds/s3.txt': 'Pan vs Wok\n\n“Flat.”\n\n“Round.”\n',
    '../shared/s2.txt': S1.replace('Kettle One', 'Samovar'),
    'index.rst': TITLE,
}
SEED_CHANGES = {
    'folder dropped': (['seeds', 'other'], ['seeds']),
    'folder added': (['seeds'], ['seeds', 'other']),
    'outer folder dropped': (['seeds', '../shared'], ['seeds']),
    'outer folder added': (['seeds'], ['seeds', '../shared']),
    'all dropped': (['seeds', 'other', '../shared'], []),
    'all added': ([], ['seeds', 'other', '../shared']),
    'folder by another name': (['other'], ['seeds/../other']),
    'folder to file': (['other'], ['other/s1.txt']),
}


SEED_PAGES = {
    'by path': ['other/s1.txt', '../shared/s2.txt', 'seeds/s3.txt'],
    'by stem': ['s1', 's2', 's3'],
}


@pytest.mark.parametrize('kind', SEED_CHANGES)
@pytest.mark.parametrize('names', SEED_PAGES.values(), ids=SEED_PAGES)
def test_incremental_build_after_a_change_of_the_seeds_equals_a_fresh_one(
    make_project: MakeProject, kind: str, names: list[str]
) -> None:
    before, after = SEED_CHANGES[kind]
    page = ''.join(f'.. matchup:: {name}\n\n' for name in names)
    listing = f':orphan:\n\n{TITLE}.. matchup:list:: matchups\n'
    project = make_project({**SEED_FILES, 'index.rst': f'{TITLE}{page}', 'list.rst': listing})
    project.configure(f'matchups_seeds = {before!r}\n')
    build_twice(
        project,
        lambda: project.configure(f'matchups_seeds = {after!r}\n'),
        'html' if kind.startswith('all') else 'text',
    )


def test_incremental_build_after_a_change_of_the_layout_equals_a_fresh_one(
    make_project: MakeProject,
) -> None:
    project = make_project(FILES)
    build_twice(project, lambda: project.configure("matchups_layout = 'stack'\n"), 'html')


def test_wrong_type_of_a_later_build_equals_not_given(make_project: MakeProject) -> None:
    project = make_project(FILES)
    build_twice(project, lambda: project.configure("matchups_panel = 'Skeptic'\n"))

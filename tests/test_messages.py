"""Warnings: their places, their kinds, how they are silenced, and how often they come."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.project import S1

import sphinx_matchups
from sphinx_matchups.diagnostics import WARNING_TYPE, Subtype

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.project import Build, Project

    MakeProject = Callable[..., Project]

TITLE = 'Title\n=====\n\n'
PACKAGE = Path(sphinx_matchups.__file__).parent
NOTE = 'text that is neither title, quote nor attribution; kept as a note, which no page shows [matchups.seed]'
NOTHING_CHANGED = '0 added, 0 changed, 0 removed'


def places(build: Build) -> list[str]:
    """Where each warning is located."""
    return [warning.split(': WARNING: ')[0] for warning in build.warnings]


def indent(text: str, width: int) -> str:
    """The text moved to the right, but for blank lines."""
    return ''.join(' ' * width + line if line.strip() else line for line in text.splitlines(True))


# ------------------------------------------------------------------- every kind of warning


LONG = 'Nobody who has waited for a kettle in the morning needs to be told what a minute is'
#: A project with one warning of each kind.
EVERY_KIND: dict[str, str | bytes] = {
    'seeds/s1.txt': S1,
    'seeds/seed.txt': f'Cup vs Mug\n\n“{LONG}.”\n\n“Holds tea.”\n\nStray.\n',
    'seeds/encoding.txt': 'Pan vs Wok\n\n“Flat.”\n\n'.encode() + b'"Gr\xfcn."\n',
    'seeds/rounds.txt': 'Fork vs Spoon\n\n“Pointed.”\n\n“Round.”\n\n“Sharp.”\n',
    'seeds/duplicate.txt': 'Teapot Pro vs Kettle One\n\n“Pours.”\n\n“Boils.”\n',
    'seeds/spelling.txt': 'MUG vs Bowl\n\n“Holds tea.”\n\n“Holds soup.”\n',
    'seeds/drift.txt': f'Cup vs Glass\n\n“{LONG}!”\n\n“Holds water.”\n',
    'seeds/ambiguous.txt': 'Jar VS Tin VS Box\n\n“Glass.”\n\n“Metal.”\n\n“Paper.”\n',
    'seeds/font.txt': 'Urn vs Jug\n\n“Love it 🍵.”\n\n“Holds two litres.”\n',
    'index.rst': f"""{TITLE}.. matchup:: nosuch

.. matchup:: ../outside.txt

.. matchup:: s1
   :layout: grid

:matchup:product:`nosuch`

.. matchup:: font
""",
}
EVERY_KIND_CONF = "matchups_layout = 'colums'\n"
EVERY_KIND_WARNINGS = [
    ('conf.py:1', 'config'),
    ('index.rst:11', 'ref'),
    ('index.rst:4', 'missing'),
    ('index.rst:6', 'path'),
    ('index.rst:8', 'option'),
    ('seeds/ambiguous.txt:1', 'ambiguous'),
    ('seeds/encoding.txt:5', 'encoding'),
    ('seeds/font.txt:3', 'font'),
    ('seeds/rounds.txt:7', 'rounds'),
    ('seeds/s1.txt:1', 'duplicate'),
    ('seeds/seed.txt:3', 'drift'),
    ('seeds/seed.txt:7', 'seed'),
    ('seeds/spelling.txt:1', 'spelling'),
]


def every_kind(make_project: MakeProject, *suppressed: str) -> Build:
    """Build the project with one warning of each kind, some of them silenced."""
    project = make_project(EVERY_KIND, '-'.join(suppressed) or 'none')
    project.configure(f'{EVERY_KIND_CONF}suppress_warnings = {list(suppressed)!r}\n')
    return project.build('latex', '-n', '-W')


def test_every_kind_has_a_warning_with_its_type_and_place(make_project: MakeProject) -> None:
    build = every_kind(make_project)
    found = sorted(zip(places(build), build.subtypes(), strict=True))
    assert [(place, subtype) for place, subtype in found] == [
        (place, f'{WARNING_TYPE}.{subtype}') for place, subtype in EVERY_KIND_WARNINGS
    ]
    assert {subtype for _, subtype in EVERY_KIND_WARNINGS} == {str(kind) for kind in Subtype}
    assert build.exit_code == 1


@pytest.mark.parametrize('subtype', [str(subtype) for subtype in Subtype])
def test_each_kind_can_be_silenced_alone(make_project: MakeProject, subtype: str) -> None:
    # https://github.com/mcmtroffaes/sphinxcontrib-bibtex/pull/255
    build = every_kind(make_project, f'matchups.{subtype}')
    left = sorted(f'matchups.{kind}' for _, kind in EVERY_KIND_WARNINGS if kind != subtype)
    assert sorted(build.subtypes()) == left
    assert build.exit_code == 1


@pytest.mark.parametrize('suppressed', ['matchups', 'matchups.*'])
def test_all_kinds_can_be_silenced_together(make_project: MakeProject, suppressed: str) -> None:
    build = every_kind(make_project, suppressed)
    assert build.warnings == []
    assert build.exit_code == 0


def modules() -> Iterator[tuple[str, ast.Module]]:
    """The modules of the package, parsed."""
    for path in sorted(PACKAGE.rglob('*.py')):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text('utf-8'))


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a module with the name that is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def test_only_one_place_logs_and_gives_type_subtype_and_location() -> None:
    logging = [
        (name, called, {keyword.arg for keyword in call.keywords})
        for name, tree in modules()
        for called, call in calls(tree)
        if re.search(r'log\w*\.(warn|warning|error|critical|exception|log|info)$', called.lower())
    ]
    assert logging == [
        ('diagnostics.py', '_logger.warning', {'type', 'subtype', 'location'}),
    ]


def test_nothing_is_said_in_other_ways() -> None:
    others = [
        f'{name}:{call.lineno}: {called}'
        for name, tree in modules()
        for called, call in calls(tree)
        if name != 'cli.py'
        and (
            re.fullmatch(r'print|warnings\.warn|sys\.std(out|err)\.write', called)
            or re.search(r'reporter\.\w+$|^self\.(severe|error|warning|info)$', called)
        )
    ]
    assert others == []


def test_every_kind_named_in_the_code_is_a_documented_one() -> None:
    kinds = {str(subtype) for subtype in Subtype}
    named = {
        argument.value
        for _, tree in modules()
        for called, call in calls(tree)
        if called == 'Problem'
        for argument in call.args[:1]
        if isinstance(argument, ast.Constant)
    }
    assert len(named) > 4
    assert named <= kinds
    assert [subtype for subtype in Subtype if not subtype.description.endswith('.')] == []


# ---------------------------------------------------------------------- places on a page


def grid_table(markup: str) -> str:
    lines = markup.splitlines()
    width = max(map(len, lines)) + 2
    rule = f'+{"-" * width}+\n'
    return rule + ''.join(f'| {line:<{width - 1}}|\n' for line in lines) + rule


RST_CONTEXTS: dict[str, Callable[[str], str]] = {
    'plain': lambda markup: markup,
    'note': lambda markup: f'.. note::\n\n{indent(markup, 3)}',
    'note with text': lambda markup: f'.. note:: Words.\n   :class: x\n\n{indent(markup, 3)}',
    'list': lambda markup: f'* Item.\n\n{indent(markup, 2)}',
    'list in note in list': lambda markup: f'1. Item.\n\n   .. tip::\n\n      * Item.\n\n'
    f'{indent(markup, 8)}',
    'definition': lambda markup: f'Term\n{indent(markup, 3)}',
    'block quote': lambda markup: f'   Words.\n\n{indent(markup, 3)}',
    'list table': lambda markup: f'.. list-table::\n\n   * - Cell\n     - Cell\n\n'
    f'{indent(markup, 7)}',
    'grid table': grid_table,
    'directive of another kind': lambda markup: f'.. only:: text\n\n{indent(markup, 3)}',
    'entry': lambda markup: f'.. matchup:product:: Cup\n   :no-index:\n\n   Words.\n\n'
    f'{indent(markup, 3)}',
    'class': lambda markup: f'.. rst-class:: x\n\n{indent(markup, 3)}',
}  # fmt: skip
MYST_CONTEXTS: dict[str, Callable[[str], str]] = {
    'plain': lambda markup: markup,
    'note': lambda markup: f'`````{{note}}\n{markup}`````\n',
    'note with options': lambda markup: f'`````{{note}}\n:class: x\n\nWords.\n\n{markup}`````\n',
    'note with YAML': lambda markup: f'`````{{note}}\n---\nclass: x\n---\nWords.\n\n{markup}'
    '`````\n',
    'colons': lambda markup: f':::{{note}}\nWords.\n\n{markup}:::\n',
    'list': lambda markup: f'* Item.\n\n{indent(markup, 2)}',
    'list in note in list': lambda markup: '1. Item.\n\n   `````{tip}\n   * Item.\n\n'
    f'{indent(markup, 5)}   `````\n',
    'block quote': lambda markup: ''.join(f'> {line}' for line in markup.splitlines(True)),
    'list table': lambda markup: f'`````{{list-table}}\n* - Cell\n  - Cell\n\n{indent(markup, 4)}'
    '`````\n',
    'entry': lambda markup: f'`````{{matchup:product}} Cup\n:no-index:\n\nWords.\n\n'
    f'{markup}`````\n',
}  # fmt: skip
#: Markup with one fault, on the line that has the word FAULT.
RST_FAULTS = {
    'body': '.. matchup::\n   :no-index:\n\n   A vs B\n\n   “One.”\n\n   “Two.”\n\n   FAULT\n',
    'body right under its head': '.. matchup::\n   A vs B\n\n   “One.”\n\n   “Two.”\n\n   FAULT\n',
    'body under blank lines': '.. matchup::\n\n\n   A vs B\n\n\n   “One.”\n\n   “2.”\n   FAULT\n',
    'title given apart': '.. matchup:: A\n   vs B\n   :layout: stack\n\n   “One.”\n\n   “Two.”\n\n'
    '   FAULT\n',
    'seed': '.. matchup:: FAULT\n',
    'option': '.. matchup:: FAULT/../seeds/cup.txt\n   :no-index:\n   :layout: grid\n',
    'entry': '.. matchup:product:: FAULT\n',
    'card': '.. matchup:quote:: FAULT/Builder\n',
    'list': '.. matchup:list:: FAULT\n',
    'role': ':matchup:product:`FAULT`\n',
}  # fmt: skip
MYST_FAULTS = {
    'body': '```{matchup}\n:no-index:\n\nA vs B\n\n“One.”\n\n“Two.”\n\nFAULT\n```\n',
    'body right under its head': '```{matchup}\nA vs B\n\n“One.”\n\n“Two.”\n\nFAULT\n```\n',
    'body under blank lines': '```{matchup}\n\n\nA vs B\n\n\n“One.”\n\n“Two.”\nFAULT\n```\n',
    'body under YAML': '```{matchup}\n---\nlayout: stack\n---\nA vs B\n\n“One.”\n\n“Two.”\n'
    'FAULT\n```\n',
    'title given apart': '```{matchup} A vs B\n:layout: stack\n\n“One.”\n\n“Two.”\n\nFAULT\n```\n',
    'seed': '```{matchup} FAULT\n```\n',
    'option': '```{matchup} FAULT/../seeds/cup.txt\n:no-index:\n:layout: grid\n```\n',
    'entry': '```{matchup:product} FAULT\n```\n',
    'card': '```{matchup:quote} FAULT/Builder\n```\n',
    'list': '```{matchup:list} FAULT\n```\n',
    'role': '{matchup:product}`FAULT`\n',
    'reStructuredText': '```{eval-rst}\n.. matchup:: A vs B\n\n   “One.”\n\n   “Two.”\n'
    '   FAULT\n```\n',
}  # fmt: skip
SEED = {'seeds/cup.txt': 'Cup vs Mug\n\n“Holds tea.”\n\n“Holds coffee.”\n'}


def check_contexts(project: Project, pages: dict[str, str], heading: str) -> None:
    """Each of the pages has one fault, which is located at its line."""
    project.write(pages)
    build = project.build('text', '-n', '-W')
    expected = [
        f'{name}:{next(n for n, line in enumerate(page.split(chr(10)), 1) if "FAULT" in line)}'
        for name, page in pages.items()
    ]
    found = [place for place in places(build) if place.startswith('page')]
    assert sorted(found) == sorted(expected), heading
    assert len(build.warnings) == len(pages)


@pytest.mark.parametrize('context', RST_CONTEXTS)
def test_warning_is_located_at_its_line_in_restructuredtext(
    make_project: MakeProject, context: str
) -> None:
    pages = {}
    for number, (kind, markup) in enumerate(RST_FAULTS.items()):
        # There docutils itself is a line off for roles.
        if kind != 'role' or context not in {'grid table', 'note with text'}:
            own = markup.replace('A vs B', f'A vs B{number}').replace('A\n', f'A{number}\n')
            text = RST_CONTEXTS[context](own)
            pages[f'page{number}.rst'] = f':orphan:\n\n{TITLE}{text}\nAfter.\n'
    check_contexts(make_project({**SEED, 'index.rst': TITLE}), pages, context)


@pytest.mark.parametrize('context', MYST_CONTEXTS)
def test_warning_is_located_at_its_line_in_myst(make_project: MakeProject, context: str) -> None:
    pages = {}
    for number, markup in enumerate(MYST_FAULTS.values()):
        text = MYST_CONTEXTS[context](markup.replace('A vs B', f'A vs B{number}'))
        pages[f'page{number}.md'] = f'---\norphan: true\n---\n# Title\n\n{text}\nAfter.\n'
    check_contexts(make_project({**SEED, 'index.rst': TITLE}), pages, context)


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_warning_in_an_included_file_is_located_there(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    faults = {'rst': RST_FAULTS, 'md': MYST_FAULTS}[suffix]
    parts, expected = {}, []
    for number, markup in enumerate(faults.values()):
        own = markup.replace('A vs B', f'A vs B{number}').replace('A\n', f'A{number}\n')
        part = f'Words.\n\n{own}\nAfter.\n'
        parts[f'sub/part{number}.inc'] = part
        line = next(n for n, text in enumerate(part.split('\n'), 1) if 'FAULT' in text)
        expected.append(f'sub/part{number}.inc:{line}')
    include = {'rst': '.. include:: {}\n', 'md': '```{{include}} {}\n```\n'}[suffix]
    page = TITLE + '\n'.join(include.format(name) for name in parts)
    project = make_project({**SEED, **parts, f'index.{suffix}': page})
    # docutils names an included file as seen from the working folder.
    monkeypatch.chdir(project.srcdir)
    build = project.build('text', '-n', '-W')
    assert sorted(places(build)) == sorted(expected)


def test_warning_in_a_seed_is_not_shifted_by_the_prolog(make_project: MakeProject) -> None:
    # https://github.com/useblocks/sphinx-needs/issues/563
    seed = f'{S1}\n“Left open.\n\n“Closed.”\n'
    body = indent(seed.replace('Kettle One', 'Pot'), 3)
    project = make_project(
        {
            'seeds/s1.txt': seed,
            'other/s2.txt': seed.replace('Kettle One', 'Pan'),
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:: other/s2.txt\n\n'
            f'.. matchup::\n\n{body}\n.. matchup:: nosuch\n\n:matchup:product:`nosuch`\n',
        }
    )
    project.configure("rst_prolog = '\\n'.join(f'.. |x{n}| replace:: y' for n in range(8))\n")
    build = project.build('text', '-n', '-W')
    assert places(build) == [
        'index.rst:20',
        'index.rst:16',
        'other/s2.txt:7',
        'seeds/s1.txt:7',
        'index.rst:22',
    ]
    message = (
        'the quote that begins with “ is not closed; expected ” at the end of a paragraph '
        '[matchups.seed]'
    )
    assert build.warnings[3] == f'seeds/s1.txt:7: WARNING: {message}'


def test_line_is_counted_as_an_editor_does(make_project: MakeProject) -> None:
    # U+2028 and U+0085 end no line; CR and CRLF do.
    text = 'A vs B\r\n\r“One\u2028\x85words.”\r\n\r\n“Two.”\n\nStray.\n'
    project = make_project({'seeds/s1.txt': text, 'index.rst': TITLE})
    assert project.build('text').warnings == [f'seeds/s1.txt:7: WARNING: {NOTE}']


def test_place_of_a_seed_is_relative_to_the_source_folder(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = make_project({'../shared/deep/s1.txt': 'A vs B\n', 'index.rst': TITLE})
    project.configure("matchups_seeds = ['../shared']\n")
    expected = "../shared/deep/s1.txt:1: WARNING: the matchup 'A vs B' has no quotes"
    for folder in (tmp_path, project.srcdir):
        monkeypatch.chdir(folder)
        assert project.build('text').warnings == [f'{expected} [matchups.seed]']


# -------------------------------------------------------------------------- duplicates


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_matchup_shown_twice_is_told_with_both_places_and_the_seed(
    make_project: MakeProject, suffix: str
) -> None:
    # https://github.com/useblocks/sphinx-needs/issues/1398
    pages = {
        'rst': {
            'a.rst': f':orphan:\n\n{TITLE[:-1]}.. matchup:: s1\n',
            'b.rst': f':orphan:\n\n{TITLE}Words.\n\n.. matchup:: Teapot Pro vs Kettle One\n',
        },
        'md': {
            'a.md': '---\norphan: true\n---\n# Title\n```{matchup} s1\n```\n',
            'b.md': '---\norphan: true\n---\n# Title\n\n\n\n```{matchup} seeds/s1.txt\n```\n',
        },
    }[suffix]
    project = make_project({'seeds/s1.txt': S1, 'index.rst': TITLE, **pages})
    build = project.build('text', '-W')
    first, second = {'rst': (5, 8), 'md': (5, 8)}[suffix]
    message = (
        f'the matchup of seeds/s1.txt is already shown at a.{suffix}:{first}; links lead there; '
        "say ':no-index:' where none should lead [matchups.duplicate]"
    )
    assert build.warnings == [f'b.{suffix}:{second}: WARNING: {message}']
    assert build.exit_code == 1


def test_places_of_a_duplicate_are_equal_in_one_and_in_four_processes(
    make_project: MakeProject,
) -> None:
    pages = {
        f'page{n}.rst': f':orphan:\n\n{TITLE}.. matchup:: s1\n\n.. matchup:product:: Teapot Pro\n'
        for n in range(8)
    }
    project = make_project({'seeds/s1.txt': S1, 'index.rst': TITLE, **pages})
    serial = project.build('text', '-j1', out='serial')
    parallel = project.build('text', '-j4', out='parallel')
    assert serial.warnings == parallel.warnings
    assert places(serial) == [f'page{n}.rst:{line}' for line in (6, 8) for n in range(1, 8)]
    assert all('page0.rst:6' in warning for warning in serial.warnings[:7])
    assert all('page0.rst:8' in warning for warning in serial.warnings[7:])


@pytest.mark.parametrize('brought', ['nothing', 'body', 'path', 'body of that title'])
def test_seeds_of_one_title_are_told_whatever_pages_bring_along(
    make_project: MakeProject, brought: str
) -> None:
    markup = {
        'nothing': '',
        'body': '.. matchup:: Cup vs Mug\n\n   “One.”\n\n   “Two.”\n',
        'path': '.. matchup:: other/s3.txt\n',
        'body of that title': '.. matchup:: Teapot Pro vs Kettle One\n\n   “1.”\n\n   “2.”\n',
    }[brought]
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'seeds/s2.txt': S1.replace('Pours', 'Runs'),
            'other/s3.txt': 'Pan vs Wok\n\n“Flat.”\n\n“Round.”\n',
            'index.rst': f'{TITLE}{markup}',
        }
    )
    for _ in range(2):
        build = project.build('text')
        assert set(build.subtypes()) == {'matchups.duplicate'}
        told = ' '.join(build.warnings)
        assert 'seeds/s1.txt:1' in told
        assert 'seeds/s2.txt:1' in told
        assert ('index.rst:4' in told) == (brought == 'body of that title')


@pytest.mark.parametrize('first', ['seed', 'body'])
def test_advice_for_two_bodies_of_one_title_can_be_followed(
    make_project: MakeProject, first: str
) -> None:
    body = '.. matchup:: Teapot Pro vs Kettle One\n\n   “One.”\n\n   “Two.”\n'
    head = '.. matchup:: s1\n' if first == 'seed' else body
    project = make_project({'index.rst': f'{TITLE}{head}\n{body}'})
    if first == 'seed':
        project.write({'seeds/s1.txt': S1})
    build = project.build('text')
    assert build.subtypes() == ['matchups.duplicate']
    # A body has no front matter, so it cannot have an id of its own there.
    assert build.warnings[0].endswith('; use other titles [matchups.duplicate]')


def test_name_of_two_products_is_ambiguous_in_an_entry(make_project: MakeProject) -> None:
    project = make_project({'index.rst': f'{TITLE}.. matchup:product:: Mercury\n'})
    project.configure(
        "matchups_products = [{'name': 'Mercury', 'key': 'car'},"
        " {'name': 'Mercury', 'key': 'planet'}]\n"
    )
    build = project.build('text')
    assert build.subtypes() == ['matchups.ambiguous']
    assert places(build) == ['index.rst:4']
    assert 'car' in build.warnings[0]
    assert 'planet' in build.warnings[0]


# ------------------------------------------------------------------------- parallel builds


def test_broken_seed_on_one_of_eight_pages_leaves_the_others_alone(
    make_project: MakeProject,
) -> None:
    # https://github.com/sphinx-doc/sphinx/issues/3284
    for folder in ('seeds', 'other'):
        files = {}
        for number in range(8):
            seed = S1.replace('Kettle One', f'Kettle {number}')
            files[f'{folder}/s{number}.txt'] = (
                seed.replace(' vs ', ' and ') if number == 5 else seed
            )
            files[f'page{number}.rst'] = (
                f':orphan:\n\n{TITLE}.. matchup:: {folder}/s{number}.txt\n\nAfter.\n'
            )
        project = make_project({'index.rst': TITLE, **files}, folder)
        build = project.build('text', '-W', '-j4')
        message = (
            "the title 'Teapot Pro and Kettle 5' has no 'vs' between two products; "
            "expected 'A vs B'; the seed is left out [matchups.seed]"
        )
        assert build.warnings == [f'{folder}/s5.txt:1: WARNING: {message}']
        assert build.exit_code == 1
        assert not re.search('PicklingError|EOFError|Traceback', build.status)
        pages = [build.text(f'page{number}.txt') for number in range(8)]
        assert all('After.' in page for page in pages)
        shown = [number for number, page in enumerate(pages) if 'Pours without' in page]
        assert shown == [0, 1, 2, 3, 4, 6, 7]


# -------------------------------------------------------------------- how often they come


def test_warning_about_a_seed_comes_in_every_build_about_a_page_when_it_is_read(
    make_project: MakeProject,
) -> None:
    project = make_project(
        {
            **EVERY_KIND,
            'body.rst': f':orphan:\n\n{TITLE}.. matchup:: This vs That\n\n   “One.”\n',
            'path.rst': f':orphan:\n\n{TITLE}.. matchup:: other/s9.txt\n',
            'other/s9.txt': 'Lid vs Cap\n',
        }
    )
    project.configure(EVERY_KIND_CONF)
    first = project.build('text', '-n')
    second = project.build('text', '-n')
    assert NOTHING_CHANGED in second.status
    about_pages = {'ref', 'missing', 'path', 'option'}

    def about_seeds(build: Build) -> list[str]:
        # Sphinx may write a page anew, and a page that is written tells of its roles again.
        return [
            warning
            for warning in build.warnings
            if warning.rpartition('.')[2].rstrip(']') not in about_pages
        ]

    kept = about_seeds(first)
    assert len(kept) == len(first.warnings) - len(about_pages) == 10
    assert sorted(second.warnings) == sorted(kept)
    project.write({'seeds/seed.txt': f'Cup vs Mug\n\n“{LONG}.”\n\n“Holds tea.”\n'})
    project.write({'other/s9.txt': 'Lid vs Cap\n\n“Flat.”\n\n“Round.”\n'})
    third = project.build('text', '-n')
    # Of the two about that seed only the note is solved: the quote is still an edited copy.
    left = [warning for warning in kept if not re.match(r'seeds/seed\.txt:7|other/s9\.', warning)]
    assert sorted(about_seeds(third)) == sorted(left)
    assert 'seeds/seed.txt:3' in places(third)
    project.write({'seeds/seed.txt': f'Cup vs Mug\n\n“{LONG}!”\n\n“Holds tea.”\n'})
    fourth = project.build('text', '-n')
    left = [warning for warning in left if not warning.startswith('seeds/seed.')]
    assert sorted(about_seeds(fourth)) == sorted(left)


def test_warning_of_a_removed_page_or_seed_goes(make_project: MakeProject) -> None:
    bad = f':orphan:\n\n{TITLE}.. matchup:: A vs B\n\n   “One.”\n'
    project = make_project({'index.rst': TITLE, 'bad.rst': bad, 'seeds/bad.txt': 'Cup vs Mug\n'})
    assert sorted(places(project.build('text'))) == ['bad.rst:8', 'seeds/bad.txt:1']
    project.remove('seeds/bad.txt')
    assert places(project.build('text')) == ['bad.rst:8']
    project.remove('bad.rst')
    assert project.build('text').warnings == []


# ------------------------------------------------------------------------- missing links


ROLES = {
    'product': ('Teapot Po', "no product 'Teapot Po'; did you mean 'Teapot Pro'?"),
    'persona': ('Bilder', "no persona 'Bilder'; did you mean 'Builder'?"),
    'matchup': (
        'Teapot Pro vs Kettle Onne',
        "no matchup 'Teapot Pro vs Kettle Onne'; did you mean 'Teapot Pro vs Kettle One'?",
    ),
    'quote': (
        'Kettle One/Bilder',
        "no quote 'Kettle One/Bilder'; did you mean 'Kettle One/Builder'?",
    ),
}


def role_page(suffix: str) -> str:
    """A page with one missing link of each kind, a paragraph each."""
    links = [
        f':matchup:{role}:`{name}`' if suffix == 'rst' else f'{{matchup:{role}}}`{name}`'
        for role, (name, _) in ROLES.items()
    ]
    return f'{TITLE}\n' + '\n\n'.join(links) + '\n'


@pytest.mark.parametrize('options', [(), ('-n',), ('-j4', '-n')])
@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_missing_link_warns_once(
    make_project: MakeProject, options: tuple[str, ...], suffix: str
) -> None:
    project = make_project({'seeds/s1.txt': S1, f'index.{suffix}': role_page(suffix)})
    build = project.build('text', '-W', *options)
    assert build.warnings == [
        f'index.{suffix}:{line}: WARNING: {message} [matchups.ref]'
        for line, (_, message) in zip(range(5, 13, 2), ROLES.values(), strict=True)
    ]
    assert build.exit_code == 1
    assert all(name in build.text('index.txt') for name, _ in ROLES.values())


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_missing_link_may_be_ignored_by_name(make_project: MakeProject, suffix: str) -> None:
    project = make_project({'seeds/s1.txt': S1, f'index.{suffix}': role_page(suffix)})
    for role, (name, message) in ROLES.items():
        project.configure(f'nitpick_ignore = [{(f"matchup:{role}", name)!r}]\n')
        build = project.build('text', '-n', '-E')
        assert len(build.warnings) == len(ROLES) - 1
        assert message not in ' '.join(build.warnings)
    project.configure("nitpick_ignore_regex = [('matchup:.*', '.*')]\n")
    build = project.build('text', '-n', '-W', '-E')
    assert build.warnings == []
    assert build.exit_code == 0


def test_link_to_what_no_page_shows_says_so(make_project: MakeProject) -> None:
    page = f'{TITLE}:matchup:product:`teapot pro`\n\n:matchup:matchup:`s1`\n'
    build = make_project({'seeds/s1.txt': S1, 'index.rst': page}).build('text', '-n')
    end = 'so nothing can link to it [matchups.ref]'
    assert build.warnings == [
        f"index.rst:4: WARNING: no page shows the product 'teapot pro', {end}",
        f"index.rst:6: WARNING: no page shows the matchup 's1', {end}",
    ]


def test_no_index_leaves_a_link_without_a_place(make_project: MakeProject) -> None:
    # https://github.com/sphinx-doc/sphinx/issues/13059
    page = f'{TITLE}.. matchup:: s1\n   :no-index:\n\n:matchup:product:`Kettle One`\n'
    project = make_project({'seeds/s1.txt': S1, 'index.rst': page})
    build = project.build('html', '-n')
    assert build.subtypes() == ['matchups.ref']
    assert places(build) == ['index.rst:7']
    assert build.inventory() == []
    project.configure("nitpick_ignore = [('matchup:product', 'Kettle One')]\n")
    assert project.build('html', '-n', '-W').warnings == []


def test_link_that_may_mean_two_products_warns_once(make_project: MakeProject) -> None:
    page = f'{TITLE}.. matchup:list:: products\n\n:matchup:product:`Mercury`\n'
    project = make_project({'index.rst': page})
    project.configure(
        "matchups_products = [{'name': 'Mercury', 'key': 'car'},"
        " {'name': 'Mercury', 'key': 'planet'}]\n"
    )
    build = project.build('html', '-n', '-W')
    assert build.subtypes() == ['matchups.ambiguous']
    assert places(build) == ['index.rst:6']


@pytest.mark.parametrize('builder', ['html', 'text', 'latex', 'man', 'singlehtml', 'gettext'])
def test_right_input_never_warns(make_project: MakeProject, builder: str) -> None:
    page = f"""{TITLE}.. matchup:: s1

.. matchup:product:: Teapot Pro

.. matchup:persona:: Builder

.. matchup:quote:: Kettle One/Builder

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups

:matchup:product:`kettle one`, :matchup:persona:`Builder`, :matchup:quote:`Teapot Pro/Builder`,
:matchup:matchup:`s1`, :any:`Teapot Pro`
"""
    project = make_project({'seeds/s1.txt': S1, 'index.rst': page})
    project.configure("man_pages = [('index', 'x', 'X', [], 1)]\n")
    build = project.build(builder, '-n', '-W')
    assert build.warnings == []
    assert build.exit_code == 0

"""Icons and colours of personas, marks of verdicts, and where the stylesheet is loaded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.project import S1, Project

import sphinx_matchups
from sphinx_matchups.writers.colors import (
    DARKEST,
    LIGHTEST,
    relative_luminance,
    visible_color,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build

PACKAGED = Path(sphinx_matchups.__file__).parent / 'static' / 'sphinx-matchups.css'
INDEX = 'T\n=\n\n.. toctree::\n\n   other\n\n.. matchup:: s1\n'
FILES = {'index.rst': INDEX, 'other.rst': 'Other\n=====\n\nNothing.\n', 'seeds/s1.txt': S1}
BUILDER = "matchups_personas = {'builder': {'icon': '🔧', 'color': '#1d6fa5'}}\n"


def style(build: Build) -> str:
    """What the stylesheet of a build says more than that of the package."""
    text = build.text('_static/sphinx-matchups.css')
    packaged = PACKAGED.read_text('utf-8')
    assert text.startswith(packaged)
    return text.removeprefix(packaged)


def stylesheets(build: Build, page: str) -> list[str]:
    links = build.soup(page).select('link[rel=stylesheet]')
    return [str(link['href']).partition('?')[0] for link in links]


# -------------------------------------------------------------------------------- personas


def test_icon_and_colour_are_properties_of_the_class_of_the_persona(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES)
    project.configure(BUILDER)
    build = project.build('html', '-n')
    assert build.warnings == []
    assert style(build) == (
        '\n.matchup-card.matchup-persona-builder {\n'
        '  border-inline-start: 0.3rem solid #4c7eac;\n'
        '}\n'
        '\n.matchup-persona-builder {\n'
        "  --matchup-persona-icon: '\\01f527\\0000a0';\n"
        '}\n'
    )
    soup = build.soup('index.html')
    assert [tag.name for tag in soup.select('.matchup-persona-builder')] == ['p', *['figure'] * 2]
    # The icon is no text, so neither search nor screen readers meet it.
    assert '🔧' not in soup.get_text()


def test_personas_without_icon_and_colour_need_no_rule(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES)
    project.configure("matchups_personas = {'nurse': 'Nurse'}\n")
    assert style(project.build('html')) == ''


def test_toml_file_gives_icons_and_colours_too(make_project: Callable[..., Project]) -> None:
    toml = '[personas.builder]\ncolor = "#ABC"\n'
    build = make_project({**FILES, 'matchups.toml': toml}).build('html')
    assert build.warnings == []
    (color,) = re.findall('solid #([0-9a-f]{6});', style(build))
    assert color == visible_color('aabbcc')


@pytest.mark.parametrize('icon', ['"', "'", '\\', '</style>', 'a\nb', '*/', '急'])
def test_no_icon_can_end_its_string(make_project: Callable[..., Project], icon: str) -> None:
    project = make_project(FILES)
    project.configure(f"matchups_personas = {{'builder': {{'icon': {icon!r}}}}}\n")
    written = re.search("icon: '(.*)';\n", style(project.build('html')))
    assert re.fullmatch(r'(\\[0-9a-f]{6})+', written[1])
    signs = ''.join(chr(int(number, 16)) for number in re.findall(r'\\(\w{6})', written[1]))
    assert signs == f'{icon}\u00a0'


def test_key_with_a_dot_is_one_class(make_project: Callable[..., Project]) -> None:
    project = make_project(FILES)
    project.configure(
        "matchups_personas = {'v1.0': {'icon': '*'}}\nmatchups_panel = ['v1.0'] * 4\n"
    )
    build = project.build('html')
    assert '.matchup-persona-v1\\.0 {' in style(build)
    assert 'matchup-persona-v1.0' in build.soup('index.html').figure['class']


@pytest.mark.parametrize(
    ('value', 'message'),
    [
        ({'color': 'blue'}, "'color' is 'blue'; expected one such as '#1d6fa5'"),
        ({'color': '#12345'}, "'color' is '#12345'; expected one such as '#1d6fa5'"),
        ({'color': 3}, "'color' is 3; expected one such as '#1d6fa5'"),
        ({'icon': ''}, "'icon' is ''; expected text"),
        ({'icon': 3}, "'icon' is 3; expected text"),
    ],
)
def test_wrong_icon_or_colour_is_told_and_counts_as_none(
    make_project: Callable[..., Project], value: dict[str, object], message: str
) -> None:
    project = make_project(FILES)
    project.configure(f"matchups_personas = {{'builder': {value!r}}}\n")
    build = project.build('html')
    assert build.warnings == [
        f"conf.py:1: WARNING: matchups_personas: 'builder': {message} [matchups.config]"
    ]
    assert style(build) == ''


@given(st.integers(0, 0xFFFFFF))
def test_every_colour_stands_out_from_light_and_dark_grounds(number: int) -> None:
    shown = relative_luminance(visible_color(f'{number:06x}'))
    light, dark = relative_luminance('eeeeee'), relative_luminance('29313d')
    assert (light + 0.05) / (shown + 0.05) >= 3
    assert (shown + 0.05) / (dark + 0.05) >= 3


@given(st.integers(0, 0xFFFFFF))
def test_colour_that_stands_out_stays_as_it_is(number: int) -> None:
    shown = visible_color(f'{number:06x}')
    again = visible_color(shown)
    luminance = relative_luminance(shown)
    if DARKEST <= luminance <= LIGHTEST:
        assert again == shown
    else:
        # Rounded to whole channels, it lies a little beyond the bound that it was brought to.
        assert relative_luminance(again) == pytest.approx(luminance, abs=0.005)


def test_hue_is_kept() -> None:
    assert visible_color('ffcc00').endswith('00')
    assert visible_color('278c40') == '278c40'


# -------------------------------------------------------------------------------- verdicts


def test_verdict_has_a_class_of_its_word(make_project: Callable[..., Project]) -> None:
    seed = (
        'Cup vs Mug\n\n“a”\n— Builder on Cup: ship\n\n“b”\n— Builder on Mug: skip\n\n'
        '“c”\n— Skeptic on Cup: Try it, for a week\n\n“d”\n— Skeptic on Mug: 急\n'
    )
    build = make_project({**FILES, 'seeds/s1.txt': seed}).build('html')
    marks = build.soup('index.html').select('.matchup-verdict')
    assert [mark.get_text() for mark in marks] == ['ship', 'skip', 'Try it, for a week', '急']
    classes = [mark['class'][1] for mark in marks]
    assert classes[:2] == ['matchup-verdict-ship', 'matchup-verdict-skip']
    assert all(re.fullmatch('matchup-verdict-[a-z0-9.-]+', name) for name in classes)


# ------------------------------------------------------------------------------ stylesheet


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'epub'])
def test_stylesheet_is_loaded_where_something_of_ours_is_shown(
    make_project: Callable[..., Project], builder: str
) -> None:
    build = make_project(FILES).build(builder)
    index, other = {
        'html': ('index.html', 'other.html'),
        'dirhtml': ('index.html', 'other/index.html'),
        'epub': ('index.xhtml', 'other.xhtml'),
    }[builder]
    assert '_static/sphinx-matchups.css' in stylesheets(build, index)
    assert [path for path in stylesheets(build, other) if 'matchups' in path] == []


@pytest.mark.parametrize(
    'directive',
    [
        'matchup:product:: Kettle One',
        'matchup:persona:: Builder',
        'matchup:quote:: Kettle One/Builder',
        'matchup:list:: products',
    ],
)
def test_every_directive_needs_the_stylesheet(
    make_project: Callable[..., Project], directive: str
) -> None:
    build = make_project({**FILES, 'other.rst': f'O\n=\n\n.. {directive}\n'}).build('html')
    assert '_static/sphinx-matchups.css' in stylesheets(build, 'other.html')


def test_stylesheet_of_the_user_comes_after_ours(make_project: Callable[..., Project]) -> None:
    project = make_project({**FILES, 'own/own.css': '.matchup {}'})
    project.configure("html_static_path = ['own']\nhtml_css_files = ['own.css']\n")
    loaded = stylesheets(project.build('html'), 'index.html')
    assert loaded.index('_static/own.css') > loaded.index('_static/sphinx-matchups.css')


@pytest.mark.parametrize('where', ['conf.py', 'matchups.toml'])
def test_pages_with_cards_name_the_new_stylesheet_when_a_colour_changes(
    make_project: Callable[..., Project], where: str
) -> None:
    def paint(project: Project, color: str) -> None:
        if where == 'conf.py':
            project.configure(f"matchups_personas = {{'builder': {{'color': '{color}'}}}}\n")
        else:
            project.write({where: f'[personas.builder]\ncolor = "{color}"\n'})

    def build(project: Project, out: str) -> Path:
        # In one process Sphinx would remember the checksum of the stylesheet.
        folder = project.srcdir / '_build' / out
        doctrees = str(folder / 'doctrees')
        command = [sys.executable, '-m', 'sphinx', '-q', '-d', doctrees, str(project.srcdir)]
        environment = {**os.environ, 'PYTHONPATH': str(Path(__file__).parent)}
        subprocess.run([*command, str(folder / 'out')], check=True, env=environment)
        return folder / 'out'

    project = make_project(FILES)
    paint(project, '#1d6fa5')
    before = (build(project, 'html') / 'index.html').read_bytes()
    paint(project, '#a51d6f')
    again, fresh = build(project, 'html'), build(project, 'fresh')
    assert (again / 'index.html').read_bytes() == (fresh / 'index.html').read_bytes() != before
    sheet = '_static/sphinx-matchups.css'
    assert (again / sheet).read_bytes() == (fresh / sheet).read_bytes()


# ------------------------------------------------------------------------------------ LaTeX


def test_colour_of_a_persona_stands_before_its_name_in_latex(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES)
    project.configure(BUILDER)
    tex = project.build('latex').text('test.tex')
    bar = r'\matchuppersona{4c7eac}'
    assert tex.count(bar) == 3  # before the label and in two captions
    assert f'{{{bar}Builder}}' in tex
    assert '🔧' not in tex

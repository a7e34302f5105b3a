"""Warnings about characters that the engine of LaTeX cannot show; without a run of LaTeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.project import S1, german_catalog, seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build, Project

    MakeProject = Callable[..., Project]

TITLE = 'Title\n=====\n\n'
TEA = 'Love it 🍵'
PAGE = TITLE + '.. matchup:: s1\n'


def font_build(
    make_project: MakeProject,
    text: str,
    conf: str = '',
    *,
    page: str = PAGE,
    builder: str = 'latex',
) -> Build:
    project = make_project({'seeds/s1.txt': text, 'index.rst': page})
    project.configure(conf)
    return project.build(builder)


def german_build(
    make_project: MakeProject, text: str, translations: dict[str, str], *, page: str = PAGE
) -> Build:
    project = make_project(
        {
            'seeds/s1.txt': text,
            'index.rst': page,
            'locale/de/LC_MESSAGES/index.po': german_catalog(translations),
        }
    )
    project.configure("locale_dirs = ['locale']\nlanguage = 'de'\n")
    return project.build('latex')


def cannot_show(build: Build) -> list[str]:
    """The characters of the only warning."""
    assert build.subtypes() == ['matchups.font']
    return re.findall(r"'(.+?)' \(U\+", build.warnings[0].partition(' in ')[0])


def test_font_warning_tells_place_engine_character_and_what_helps(
    make_project: MakeProject,
) -> None:
    build = font_build(make_project, seed('Cup vs Mug', 'Fine.', TEA))
    expected = (
        "seeds/s1.txt:5: WARNING: pdflatex cannot show '🍵' (U+1F375 TEACUP WITHOUT HANDLE) in this "
        "quote; expected latex_engine = 'lualatex', with a font that has it [matchups.font]"
    )
    assert build.warnings == [expected]
    assert build.exit_code == 0


@pytest.mark.parametrize('engine', ['lualatex', 'xelatex'])
def test_font_warning_of_an_engine_with_fonts_names_the_setting_for_them(
    make_project: MakeProject, engine: str
) -> None:
    build = font_build(
        make_project, seed('Cup vs Mug', TEA, 'Fine.'), f'latex_engine = {engine!r}\n'
    )
    expected = (
        f"seeds/s1.txt:3: WARNING: {engine} cannot show '🍵' (U+1F375 TEACUP WITHOUT HANDLE) in this "
        "quote; expected fonts that have it, by latex_elements['fontpkg'] [matchups.font]"
    )
    assert build.warnings == [expected]


def test_font_warning_comes_once_for_a_quote_that_is_shown_often(
    make_project: MakeProject,
) -> None:
    project = make_project(
        {
            'seeds/a.txt': seed('Cup vs Mug', TEA, 'Fine.'),
            'seeds/b.txt': seed('Cup vs Pot', TEA, 'Good.'),
            'index.rst': f"""{TITLE}.. matchup:: a

.. matchup:: b

.. matchup:: a
   :no-index:

.. matchup:product:: Cup

.. matchup:persona:: Builder

.. matchup:quote:: Cup/Builder
""",
        }
    )
    for build in (project.build('latex'), project.build('latex')):
        assert cannot_show(build) == ['🍵']
        assert build.warnings[0].startswith('seeds/a.txt:3: ')


def test_font_warning_of_a_quote_in_the_page_is_at_its_line(make_project: MakeProject) -> None:
    page = f'{TITLE}.. matchup:: Cup vs Mug\n\n   “Fine.”\n\n   “{TEA}”\n'
    build = font_build(make_project, S1, page=page)
    assert cannot_show(build) == ['🍵']
    assert build.warnings[0].startswith('index.rst:8: ')


def test_font_warning_of_a_product_is_at_the_title(make_project: MakeProject) -> None:
    text = '\n' + seed('Cup vs 急須', 'One.', 'Two.')
    project = make_project(
        {
            'seeds/s1.txt': text,
            'seeds/s2.txt': seed('急須 vs Pot', 'Two.', 'Three.'),
            'index.rst': f'{PAGE}\n.. matchup:: s2\n\n.. matchup:product:: 急須\n',
        }
    )
    build = project.build('latex')
    assert cannot_show(build) == ['急', '須']
    assert build.warnings[0].startswith('seeds/s1.txt:2: ')
    assert " in the name '急須'; " in build.warnings[0]


def test_font_warning_of_a_declared_product_is_at_the_settings(make_project: MakeProject) -> None:
    page = f'{PAGE}\n.. matchup:list:: products\n'
    build = font_build(make_project, S1, "matchups_products = ['Gaiwan 🍵']\n", page=page)
    assert cannot_show(build) == ['🍵']
    assert build.warnings[0].startswith('conf.py:1: ')


def test_font_warning_of_a_name_that_only_a_page_has_is_at_its_line(
    make_project: MakeProject,
) -> None:
    build = font_build(make_project, S1, page=f'{PAGE}\n.. matchup:product:: Gaiwan 🍵\n')
    assert build.subtypes() == ['matchups.missing', 'matchups.font']
    assert [warning.partition(' WARNING')[0] for warning in build.warnings] == ['index.rst:6:'] * 2


#: Puts a matchup on the page that no seed of the project holds.
STRANGER = """
def add(app, doctree):
    from sphinx_matchups.cards import BlockOptions, build_block, shown_rounds
    from sphinx_matchups.corpus import SeedReader

    text = 'Gaiwan 🍵 vs Jug\\n\\n“Steeps 🍵.”\\n— Builder on Gaiwan 🍵: 👍\\n\\n“Pours.”\\n'
    matchup = SeedReader().read(text, 'stranger.txt').matchup
    personas = {persona.key: persona for persona in SeedReader().declarations.personas}
    options = BlockOptions()
    rounds = shown_rounds(matchup, options)
    doctree[0] += build_block(
        matchup, rounds, personas, options, anchor_key='', source='stranger.txt'
    )


def setup(app):
    app.connect('doctree-read', add)
"""


def test_font_warning_of_a_matchup_without_a_seed_stops_nothing(
    make_project: MakeProject,
) -> None:
    """Another extension may put cards on a page, as the one of our own docs does."""
    build = font_build(make_project, S1, STRANGER)
    assert build.exit_code == 0
    assert [warning.partition(' WARNING')[0] for warning in build.warnings] == [
        'conf.py:1:',
        'stranger.txt:3:',
        'stranger.txt:3:',
    ]


def test_font_warning_of_a_persona_is_at_its_first_quote(make_project: MakeProject) -> None:
    conf = "matchups_personas = {'skeptic': {'name': 'Скептик'}}\n"
    build = font_build(make_project, seed('Cup vs Mug', '1.', '2.', '3.', '4.'), conf)
    assert cannot_show(build) == list('Скеп')
    assert build.warnings[0].startswith('seeds/s1.txt:7: ')
    assert " in the name 'Скептик'; " in build.warnings[0]


def test_font_warning_of_a_verdict_is_at_its_quote(make_project: MakeProject) -> None:
    text = 'Cup vs Mug\n\n“One.”\n\n“Two.”\n— Builder on Mug: 👍\n'
    build = font_build(make_project, text)
    assert cannot_show(build) == ['👍']
    assert build.warnings[0].startswith('seeds/s1.txt:5: ')
    assert " in the verdict '👍'; " in build.warnings[0]


def test_font_warning_counts_what_it_does_not_name(make_project: MakeProject) -> None:
    build = font_build(make_project, seed('Cup vs Mug', 'あいあう あえおか', 'Fine.'))
    assert cannot_show(build) == list('あいうえ')
    assert 'U+3048 HIRAGANA LETTER E) and 2 more in this quote;' in build.warnings[0]


def test_font_warning_names_up_to_four_without_a_count(make_project: MakeProject) -> None:
    build = font_build(make_project, seed('Cup vs Mug', 'あいうえ', 'Fine.'))
    assert cannot_show(build) == list('あいうえ')
    assert 'more in' not in build.warnings[0]


def test_combining_mark_is_named_on_a_circle(make_project: MakeProject) -> None:
    text = seed('Cup vs Mug', 'q\N{COMBINING DOT BELOW}', 'Fine.')
    assert cannot_show(font_build(make_project, text)) == ['◌\N{COMBINING DOT BELOW}']


def test_font_warning_can_be_silenced(make_project: MakeProject) -> None:
    conf = "suppress_warnings = ['matchups.font']\n"
    build = font_build(make_project, seed('Cup vs 急須', TEA, 'Fine.'), conf)
    assert build.warnings == []


def test_font_warning_fails_a_strict_build(make_project: MakeProject) -> None:
    project = make_project({'seeds/s1.txt': seed('Cup vs Mug', TEA, 'Fine.'), 'index.rst': PAGE})
    assert project.build('latex', '-W').exit_code == 1
    assert project.build('html', '-W').exit_code == 0


@pytest.mark.parametrize('builder', ['html', 'text', 'epub', 'man', 'texinfo', 'dummy'])
def test_other_builders_give_no_font_warning(make_project: MakeProject, builder: str) -> None:
    text = seed('Cup vs 急須', TEA, 'Fine.')
    assert font_build(make_project, text, builder=builder).warnings == []


def test_quote_that_no_page_shows_gives_no_font_warning(make_project: MakeProject) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'seeds/s2.txt': seed('Cup vs 急須', TEA, 'Fine.'),
            'index.rst': f'{PAGE}\n.. matchup:list:: personas\n',
        }
    )
    # The list names the product and leads to nothing that is said of it.
    assert cannot_show(project.build('latex')) == ['急', '須']
    project.write({'index.rst': PAGE})
    assert project.build('latex').warnings == []


def test_name_in_an_index_gives_a_font_warning(make_project: MakeProject) -> None:
    """The title of a matchup stands there whole, although the page shows a part of it."""
    page = f'{TITLE}.. matchup:: s1\n   :products: Cup\n'
    build = font_build(make_project, seed('Cup vs 急須', 'One.', 'Two.'), page=page)
    assert '急須' in build.text('test.tex').partition(r'\begin{sphinxtheindex}')[2]
    assert cannot_show(build) == ['急', '須']


@pytest.mark.parametrize(
    'directive',
    [
        '.. matchup:: s1',
        '.. matchup:product:: Cup',
        '.. matchup:persona:: Builder',
        '.. matchup:quote:: Cup/Builder',
    ],
)
def test_quote_that_nothing_can_link_to_gives_a_font_warning(
    make_project: MakeProject, directive: str
) -> None:
    page = f'{TITLE}{directive}\n   :no-index:\n'
    build = font_build(make_project, seed('Cup vs Mug', TEA, 'Fine.'), page=page)
    assert cannot_show(build) == ['🍵']
    assert build.warnings[0].startswith('seeds/s1.txt:3: ')


@pytest.mark.parametrize(
    'directive',
    [
        '.. matchup:: s1\n   :no-index:',
        '.. matchup:product:: 急須\n   :no-index:',
        '.. matchup:persona:: Builder\n   :no-index:',
        '.. matchup:quote:: 急須/Builder\n   :no-index:',
        '.. matchup:list:: products',
        '.. matchup:list:: personas',
        '.. matchup:list:: matchups',
    ],
)
def test_name_gives_a_font_warning_wherever_it_is_shown(
    make_project: MakeProject, directive: str
) -> None:
    page = f'{TITLE}{directive}\n'
    build = font_build(make_project, seed('Cup vs 急須', 'One.', 'Two.'), page=page)
    assert cannot_show(build) == ['急', '須']
    assert build.warnings[0].startswith('seeds/s1.txt:1: ')


def test_quote_of_a_round_without_a_persona_gives_a_font_warning(
    make_project: MakeProject,
) -> None:
    rounds = [f'{about} {number}.' for number in range(7) for about in ('One', 'Two')]
    text = seed('Cup vs Mug', *rounds[:-1], TEA)
    page = f'{TITLE}.. matchup:product:: Mug\n'
    conf = "suppress_warnings = ['matchups.rounds']\n"
    build = font_build(make_project, text, conf, page=page)
    assert 'Round 7' in build.text('test.tex')
    assert cannot_show(build) == ['🍵']
    assert build.warnings[0].startswith('seeds/s1.txt:29: ')


@pytest.mark.parametrize(
    'files',
    [
        {'index.rst': TITLE, 'other.rst': f':orphan:\n\n{PAGE}'},
        {'index.rst': f'{TITLE}.. only:: html\n\n   .. matchup:: s1\n'},
    ],
    ids=['orphan', 'only'],
)
def test_quote_that_the_document_does_not_hold_gives_no_font_warning(
    make_project: MakeProject, files: dict[str, str]
) -> None:
    project = make_project({'seeds/s1.txt': seed('Cup vs Mug', TEA, 'Fine.'), **files})
    build = project.build('latex')
    assert TEA not in build.text('test.tex')
    assert build.warnings == []


def test_font_warning_comes_once_over_several_documents(make_project: MakeProject) -> None:
    project = make_project(
        {
            'seeds/s1.txt': seed('Cup vs Mug', TEA, 'Fine.'),
            'index.rst': PAGE,
            'two.rst': f':orphan:\n\n{PAGE}',
        }
    )
    project.configure(
        "latex_documents = [('index', 'one.tex', 'One', '', 'howto'),\n"
        "                   ('two', 'two.tex', 'Two', '', 'howto')]\n"
        "suppress_warnings = ['matchups.duplicate']\n"
    )
    build = project.build('latex')
    assert all(TEA in build.text(name) for name in ('one.tex', 'two.tex'))
    assert cannot_show(build) == ['🍵']


def test_font_warning_is_about_the_translation(make_project: MakeProject) -> None:
    translations = {'Tea.': TEA, 'Fine 🍵.': 'Gut.', 'Builder': 'Erbauer 🍵'}
    build = german_build(make_project, seed('Cup vs Mug', 'Tea.', 'Fine 🍵.'), translations)
    assert [warning.partition(' WARNING')[0] for warning in build.warnings] == [
        'seeds/s1.txt:3:',
        'seeds/s1.txt:3:',
    ]
    assert [re.search(' in ([^;]+);', warning)[1] for warning in build.warnings] == [
        "the name 'Erbauer 🍵'",
        'this quote',
    ]


def test_what_pdflatex_shows_gives_no_font_warning(make_project: MakeProject) -> None:
    text = seed('Café — é vs Œuvre', 'é ß ø — – “in” ‘in’ „in‟ « » … ✓ € £ ½ ° ™ ← ½', '`é €`')
    assert font_build(make_project, text.replace('‟', '“')).warnings == []


#: A character, settings with which the engine shows it, and the same without what shows it.
SHOWN_WITH = {
    'declared': (
        '✅',
        r"latex_elements = {'preamble': r'\DeclareUnicodeCharacter{2705}{+}'}",
        r"latex_elements = {'preamble': r'\DeclareUnicodeCharacter{2704}{+}'}",
    ),
    'newunicodechar': (
        '✅',
        r"latex_elements = {'preamble': r'\usepackage{newunicodechar}\newunicodechar{✅}{+}'}",
        r"latex_elements = {'preamble': r'\usepackage{newunicodechar}\newunicodechar{✆}{+}'}",
    ),
    'utf8extra': (
        '✅',
        r"latex_elements = {'utf8extra': r'\DeclareUnicodeCharacter{2705}{+}'}",
        r"latex_elements = {'utf8extra': ''}",
    ),
    'fontpkg': (
        '🍵',
        r"latex_engine = 'lualatex'; latex_elements = {'fontpkg': r'\setmainfont{Noto Sans}'}",
        "latex_engine = 'lualatex'; latex_elements = {'maketitle': ''}",
    ),
    'setmainfont': (
        '🍵',
        r"latex_engine = 'xelatex'; latex_elements = {'preamble': r'\setmainfont{Noto Sans}'}",
        r"latex_engine = 'xelatex'; latex_elements = {'preamble': r'\setlength{\parskip}{0pt}'}",
    ),
    'chinese': (
        '急',
        r"latex_engine = 'xelatex'; latex_elements = {'preamble': r'\usepackage{xeCJK}'}",
        r"latex_engine = 'xelatex'; latex_elements = {'preamble': r'\usepackage{xspace}'}",
    ),
    'chinese-pdflatex': (
        '急',
        r"latex_elements = {'preamble': r'\usepackage{CJKutf8}'}",
        r"latex_elements = {'preamble': r'\usepackage{xspace}'}",
    ),
    'uplatex': ('急', "latex_engine = 'uplatex'", "latex_engine = 'pdflatex'"),
    'freefont': ('Σ', "latex_engine = 'lualatex'", "latex_engine = 'pdflatex'"),
    'T2A': (
        'Ж',
        r"latex_elements = {'fontenc': r'\usepackage[T2A,T1]{fontenc}'}",
        r"latex_elements = {'fontenc': r'\usepackage[T1]{fontenc}'}",
    ),
    'LGR': (
        'Σ',
        r"latex_elements = {'fontenc': r'\usepackage[LGR,T1]{fontenc}'}",
        r"latex_elements = {'fontenc': r'\usepackage[T2A,T1]{fontenc}'}",
    ),
    'russian': ('Ж', "language = 'ru'", "language = 'de'"),
    'ukrainian': ('Ж', "language = 'uk'", "language = 'en'"),
}


@pytest.mark.parametrize('name', SHOWN_WITH)
def test_font_warning_comes_only_without_what_shows_the_character(
    make_project: MakeProject, name: str
) -> None:
    sign, shown_with, not_with = SHOWN_WITH[name]
    text = seed('Cup vs Mug', f'One {sign} two.', 'Fine.')
    assert cannot_show(font_build(make_project, text, f'{not_with}\n')) == [sign]
    assert font_build(make_project, text, f'{shown_with}\n').warnings == []


def test_code_is_judged_by_the_font_of_code(make_project: MakeProject) -> None:
    """The font of the text has Glagolitic letters, that of the code has none."""
    conf = "latex_engine = 'lualatex'\n"
    text = seed('Cup vs Mug', 'Like Ⰰ.', 'Like `Ⰰ`.')
    build = font_build(make_project, text, conf)
    assert cannot_show(build) == ['Ⰰ']
    assert build.warnings[0].startswith('seeds/s1.txt:5: ')


@pytest.mark.parametrize(('engine', 'warned'), [('lualatex', []), ('xelatex', ['\ufe0f'])])
def test_what_lualatex_leaves_out_gives_no_font_warning(
    make_project: MakeProject, engine: str, warned: list[str]
) -> None:
    text = seed('Cup vs Mug', 'Like a\ufe0fb.', 'Fine.')
    build = font_build(make_project, text, f'latex_engine = {engine!r}\n')
    assert (cannot_show(build) if warned else build.warnings) == warned


def test_names_are_judged_by_the_bold_and_italic_fonts_too(make_project: MakeProject) -> None:
    conf = "latex_engine = 'lualatex'\n"
    text = seed('Cup vs Ⰰ', 'Like Ⰰ.', 'Fine.')
    build = font_build(make_project, text, conf)
    assert cannot_show(build) == ['Ⰰ']
    assert build.warnings[0].startswith('seeds/s1.txt:1: ')


@pytest.mark.parametrize(
    ('name', 'warned'),
    [
        # The font of code shows names in indices, and has no Thai letters.
        ('Cup ก', ['ก']),
        # A font without serifs shows the letters above the groups of an index page.
        ('إبريق', ['ا']),
        ('Cup إبريق', []),
        # Hebrew names are never set in italics, where vowel marks are lacking.
        ('בְּרֵאשִׁית', []),
    ],
)
def test_names_are_judged_by_the_fonts_of_indices_too(
    make_project: MakeProject, name: str, warned: list[str]
) -> None:
    text = seed(f'{name} vs Mug', 'Fine.', 'Good.')
    build = font_build(make_project, text, "latex_engine = 'lualatex'\n")
    assert (cannot_show(build) if warned else build.warnings) == warned


def test_letter_of_index_pages_is_told_of_once(make_project: MakeProject) -> None:
    text = seed('إبريق vs ابريق', 'Fine.', 'Good.')
    build = font_build(make_project, text, "latex_engine = 'lualatex'\n")
    expected = (
        "seeds/s1.txt:1: WARNING: lualatex cannot show 'ا' (U+0627 ARABIC LETTER ALEF) in an index "
        "page, above 'إبريق'; expected fonts that have it, by latex_elements['fontpkg'] "
        '[matchups.font]'
    )
    assert build.warnings == [expected]
    conf = "latex_engine = 'lualatex'\nlatex_domain_indices = False\n"
    assert font_build(make_project, text, conf).warnings == []


def test_white_space_of_a_translation_gives_no_font_warning(make_project: MakeProject) -> None:
    text = seed('Cup vs Mug', 'Fine.', 'Good.')
    translations = {'Fine.': 'Ganz\n\tgut.', 'Cup': 'Tasse\nPro'}
    build = german_build(make_project, text, translations)
    assert build.warnings == []
    assert 'Ganz' in build.text('test.tex')


def test_verdict_stands_in_no_index(make_project: MakeProject) -> None:
    text = 'Cup vs Mug\n\n“Fine.”\n— Builder on Cup: جيد\n\n“Good.”\n'
    assert font_build(make_project, text, "latex_engine = 'lualatex'\n").warnings == []


def test_names_in_lists_are_judged_as_they_are_translated(make_project: MakeProject) -> None:
    text = seed('Cup vs Mug', 'Fine.', 'Good.')
    translations = {'Cup': '急須', 'Cup vs Mug': '急 gegen Mug'}
    page = f'{TITLE}.. matchup:list:: products\n'
    build = german_build(make_project, text, translations, page=page)
    assert [re.findall(r"the name '(.*)';", warning) for warning in build.warnings] == [
        ['急 gegen Mug'],
        ['急須'],
    ]
    assert all(warning.startswith('seeds/s1.txt:1: ') for warning in build.warnings)


def test_every_wrong_character_is_told_of_at_its_place(make_project: MakeProject) -> None:
    text = seed('Cup 🍵 vs 急須', 'One ✅.', 'Two ✅.')
    build = font_build(make_project, text)
    assert [warning.partition(' WARNING')[0] for warning in build.warnings] == [
        'seeds/s1.txt:1:',
        'seeds/s1.txt:1:',
        'seeds/s1.txt:3:',
        'seeds/s1.txt:5:',
    ]

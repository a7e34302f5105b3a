"""What the LaTeX builder writes, without a run of LaTeX."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.project import S1, seed
from support.tex import calls, environments, labels, references, shown, written

import sphinx_matchups

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build, Project

    MakeProject = Callable[..., Project]

#: One use of each directive.
DIRECTIVES = [
    '.. matchup:: s1',
    '.. matchup:product:: Kettle One',
    '.. matchup:persona:: Builder',
    '.. matchup:quote:: Kettle One/Builder',
    '.. matchup:list:: products',
]
STYLE = Path(sphinx_matchups.__file__).parent / 'latex' / 'sphinxmatchups.sty'
TITLE = 'Title\n=====\n\n'
#: A round with one persona and a verdict, and a round with two personas.
BREWERS = """Teapot Pro vs Kettle One

“Pours without a drip.”

“Boils in ninety seconds.”
— The Builder on Kettle One: buy

“The lid rattles.”

“Sells itself.”
— The Founder on Kettle One
"""
BREWERS_TEX = r"""
\begin{matchup}{2}
\begin{matchupheader}%
\phantomsection\label{\detokenize{index:matchup-teapot-pro-vs-kettle-one}}%
\matchupbookmark{Teapot Pro vs Kettle One}{\detokenize{index:matchup-teapot-pro-vs-kettle-one}}%
\index{Teapot Pro vs Kettle One@\spxentry{Teapot Pro vs Kettle One}}\index{Teapot Pro@\spxentry{Teapot Pro}}\index{Kettle One@\spxentry{Kettle One}}\index{Builder@\spxentry{Builder}}\index{Skeptic@\spxentry{Skeptic}}\index{Founder@\spxentry{Founder}}%
\matchupproduct{Teapot Pro}{vs}%
\matchupproduct{Kettle One}{}
\end{matchupheader}
\begin{matchupround}{Builder}
\matchupcard{1}{\phantomsection\label{\detokenize{index:quote-teapot-pro-vs-kettle-one-1}}}{Pours without a drip.}{Builder on Teapot Pro}
\matchupcard{2}{\phantomsection\label{\detokenize{index:quote-teapot-pro-vs-kettle-one-2}}}{Boils in ninety seconds.}{Builder on Kettle One: \matchupverdict{buy}}
\end{matchupround}
\begin{matchupround}{}
\matchupcard{1}{\phantomsection\label{\detokenize{index:quote-teapot-pro-vs-kettle-one-3}}}{The lid rattles.}{Skeptic on Teapot Pro}
\matchupcard{2}{\phantomsection\label{\detokenize{index:quote-teapot-pro-vs-kettle-one-4}}}{Sells itself.}{Founder on Kettle One}
\end{matchupround}
\end{matchup}
"""


def build_tex(
    make_project: MakeProject, files: dict[str, str | bytes], conf: str = '', name: str = 'source'
) -> str:
    """The document of a project that gives no warning."""
    project = make_project(files, name)
    project.configure(conf)
    build = project.build('latex', '-n')
    assert build.warnings == []
    assert build.exit_code == 0
    return written(build)


def one_matchup(make_project: MakeProject, text: str, *options: str, conf: str = '') -> str:
    """The document of a project with one matchup, which is shown with these options."""
    page = TITLE + '.. matchup:: s1\n' + ''.join(f'   {option}\n' for option in options)
    return build_tex(make_project, {'seeds/s1.txt': text, 'index.rst': page}, conf)


# ------------------------------------------------------------------------------- the macros


def test_matchup_is_written_in_macros(make_project: MakeProject) -> None:
    tex = one_matchup(make_project, BREWERS)
    # The names link nowhere but to the matchup itself.
    assert environments(tex, 'matchup') == [BREWERS_TEX.strip()]


def columns_of(tex: str) -> tuple[str, list[list[str]], list[list[tuple[str, str]]]]:
    """How many columns a matchup has, its names and, round by round, columns and quotes."""
    (block,) = environments(tex, 'matchup')
    ((columns,),) = calls(block, 'begin{matchup}', 1)
    rounds = [
        [(column, shown(quote)) for column, _, quote, _ in calls(row, 'matchupcard', 4)]
        for row in environments(block, 'matchupround')
    ]
    names = [[shown(part) for part in name] for name in calls(block, 'matchupproduct', 2)]
    return columns, names, rounds


PAIR = seed('Cup vs Mug', 'One.', 'Two.', 'Three.', 'Four.')
NAMES = [['Cup', 'vs'], ['Mug', '']]


def test_products_stand_side_by_side_in_the_order_of_the_title(make_project: MakeProject) -> None:
    assert columns_of(one_matchup(make_project, PAIR)) == (
        '2',
        NAMES,
        [[('1', 'One.'), ('2', 'Two.')], [('1', 'Three.'), ('2', 'Four.')]],
    )


def test_layout_stack_has_one_column(make_project: MakeProject) -> None:
    columns, names, rounds = columns_of(one_matchup(make_project, PAIR, ':layout: stack'))
    assert (columns, names) == ('1', NAMES)
    assert [[quote for _, quote in row] for row in rounds] == [
        ['One.', 'Two.'],
        ['Three.', 'Four.'],
    ]


def test_flip_turns_names_and_columns_round(make_project: MakeProject) -> None:
    assert columns_of(one_matchup(make_project, PAIR, ':flip:')) == (
        '2',
        [['Mug', 'vs'], ['Cup', '']],
        [[('1', 'Two.'), ('2', 'One.')], [('1', 'Four.'), ('2', 'Three.')]],
    )


def test_one_product_of_two_has_one_column(make_project: MakeProject) -> None:
    assert columns_of(one_matchup(make_project, PAIR, ':products: Mug')) == (
        '1',
        [['Mug', '']],
        [[('1', 'Two.')], [('1', 'Four.')]],
    )


def test_one_persona_of_two_has_one_round(make_project: MakeProject) -> None:
    columns, _, rounds = columns_of(one_matchup(make_project, PAIR, ':personas: Skeptic'))
    assert (columns, rounds) == ('2', [[('1', 'Three.'), ('2', 'Four.')]])


@pytest.mark.parametrize(
    ('products', 'columns'),
    [(['Tin', 'Oak', 'Elm'], '3'), (['Tin', 'Oak', 'Elm', 'Ash'], '4')],
)
def test_three_and_four_products_stand_side_by_side(
    make_project: MakeProject, products: list[str], columns: str
) -> None:
    text = seed(' vs '.join(products), *(f'On {product}.' for product in products))
    assert columns_of(one_matchup(make_project, text)) == (
        columns,
        [[product, 'vs'] for product in products[:-1]] + [[products[-1], '']],
        [[(str(n), f'On {product}.') for n, product in enumerate(products, 1)]],
    )


def test_five_products_stand_below_each_other(make_project: MakeProject) -> None:
    products = ['Tin', 'Oak', 'Elm', 'Ash', 'Fir']
    text = seed(' vs '.join(products), *(f'On {product}.' for product in products))
    columns, names, rounds = columns_of(one_matchup(make_project, text))
    assert columns == '1'
    assert [name for name, _ in names] == products
    assert [quote for _, quote in rounds[0]] == [f'On {product}.' for product in products]


def test_quote_keeps_its_column_where_the_other_is_missing(make_project: MakeProject) -> None:
    text = f'{PAIR}\n“Five.”\n— Futurist on Mug\n'
    page = TITLE + '.. matchup:: s1\n'
    build = make_project({'seeds/s1.txt': text, 'index.rst': page}).build('latex')
    assert build.subtypes() == ['matchups.rounds']
    columns, _, rounds = columns_of(written(build))
    assert (columns, rounds[2:]) == ('2', [[('2', 'Five.')]])


def test_quote_keeps_its_column_where_the_other_is_of_another_persona(
    make_project: MakeProject,
) -> None:
    tex = one_matchup(make_project, BREWERS, ':personas: Founder')
    columns, _, rounds = columns_of(tex)
    assert (columns, rounds) == ('2', [[('2', 'Sells itself.')]])
    assert calls(tex, 'begin{matchupround}', 1) == [['Founder']]


def test_cards_of_an_entry_belong_to_no_column(make_project: MakeProject) -> None:
    tex = build_tex(
        make_project,
        {'seeds/s1.txt': BREWERS, 'index.rst': TITLE + '.. matchup:product:: Kettle One\n'},
    )
    (entry,) = environments(tex, 'matchupentry')
    (name,) = calls(entry, 'matchupentryname', 1)
    assert name == ['Kettle One']
    (cards,) = environments(entry, 'matchupcards')
    assert [
        (column, quote, shown(caption))
        for column, _, quote, caption in calls(cards, 'matchupcard', 4)
    ] == [
        (
            '0',
            'Boils in ninety seconds.',
            'Builder on Kettle One: buy (in Teapot Pro vs Kettle One)',
        ),
        ('0', 'Sells itself.', 'Founder on Kettle One (in Teapot Pro vs Kettle One)'),
    ]


def test_signs_that_tex_takes_for_its_own_are_escaped(make_project: MakeProject) -> None:
    """Names, personas, verdicts and quotes alike, wherever they stand."""
    signs = r"# $ % & _ { } ~ ^ \ < > ` '"
    escaped = (
        r'\# \$ \% \& \_ \{ \} \textasciitilde{} \textasciicircum{} \textbackslash{} '
        r'\textless{} \textgreater{} \textasciigrave{} \textquotesingle{}'
    )
    persona = r'Ed #$%&_{}~^\ '.strip()
    escaped_persona = r'Ed \#\$\%\&\_\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}'
    verdict, escaped_verdict = r'no #%_{}\ '.strip(), r'no \#\%\_\{\}\textbackslash{}'
    name, escaped_name = r'A #$%&_{}~^\ '.strip(), escaped_persona.replace('Ed', 'A')
    text = (
        f'{name} vs Mug\n\n“Say {signs} here.”\n— {persona} on {name}: {verdict}\n\n'
        '“And `# $ % & _ { } ~ ^ \\` too.”\n'
    )
    tex = one_matchup(
        make_project, text, conf=f'matchups_personas = {{"ed": {{"name": {persona!r}}}}}\n'
    )
    first, second = calls(tex, 'matchupcard', 4)
    assert first[2] == f'Say {escaped} here.'
    assert first[3] == (
        f'{escaped_persona} on {escaped_name}: \\matchupverdict{{{escaped_verdict}}}'
    )
    assert second[2] == (
        r'And \sphinxcode{\sphinxupquote{\# \$ \% \& \_ \{ \} \textasciitilde{} '
        r'\textasciicircum{} \textbackslash{}}} too.'
    )
    assert calls(tex, 'matchupproduct', 2)[0][0] == escaped_name
    assert calls(tex, 'matchupbookmark', 2)[0][0] == f'{escaped_name} vs Mug'


def test_class_opens_an_environment_that_users_may_define(make_project: MakeProject) -> None:
    tex = build_tex(
        make_project,
        {
            'seeds/s1.txt': S1,
            'index.rst': f"""{TITLE}.. matchup:: s1
   :class: wide dark

.. matchup:product:: Kettle One
   :class: narrow

.. matchup:list:: products
   :class: light
""",
        },
    )
    classes = re.findall(r'\\(begin|end)\{sphinxuseclass\}(?:\{(\w+)\})?', tex)
    assert classes == [
        ('begin', 'wide'),
        ('begin', 'dark'),
        ('end', ''),
        ('end', ''),
        ('begin', 'narrow'),
        ('end', ''),
        ('begin', 'light'),
        ('end', ''),
    ]
    wide = tex.index(r'\begin{sphinxuseclass}{dark}')
    assert tex[wide:].startswith('\\begin{sphinxuseclass}{dark}\n\\begin{matchup}{2}')
    assert '\\end{matchup}\n\\end{sphinxuseclass}\n\\end{sphinxuseclass}' in tex


# ------------------------------------------------------------------------------ the package


def test_package_is_copied_and_loaded_once(make_project: MakeProject) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': TITLE + '.. matchup:: s1\n'})
    for build in (project.build('latex'), project.build('latex', '-E')):
        assert build.files()['sphinxmatchups.sty'] == STYLE.read_bytes()
        assert build.text('test.tex').count(r'\usepackage{sphinxmatchups}') == 1
        preamble = build.text('test.tex').partition(r'\begin{document}')[0]
        assert preamble.index('{hyperref}') < preamble.index('{sphinxmatchups}')


def test_package_stays_out_of_other_output(make_project: MakeProject) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': TITLE + '.. matchup:: s1\n'})
    for builder in ('html', 'text', 'texinfo'):
        names = list(project.build(builder).files())
        assert names
        assert [name for name in names if name.endswith('.sty')] == []


def test_option_reaches_the_package_before_it_is_loaded(make_project: MakeProject) -> None:
    option = r'\PassOptionsToPackage{notcolorbox}{sphinxmatchups}'
    project = make_project({'seeds/s1.txt': S1, 'index.rst': TITLE + '.. matchup:: s1\n'})
    project.configure(f'latex_elements = {{"passoptionstopackages": r"{option}"}}\n')
    preamble = project.build('latex').text('test.tex').partition(r'\begin{document}')[0]
    assert preamble.index(option) < preamble.index(r'\usepackage{sphinxmatchups}')
    assert r'\DeclareOption{notcolorbox}' in STYLE.read_text('utf-8')


def test_package_defines_all_that_the_document_uses_and_that_may_be_redefined(
    make_project: MakeProject,
) -> None:
    package = STYLE.read_text('utf-8')
    head, _, body = package.partition(r'\NeedsTeXFormat')
    defined = set(
        re.findall(r'\\(?:newcommand|newlength|DeclareRobustCommand)\{\\(matchup\w+)\}', body)
    )
    defined |= set(re.findall(r'\\(?:newenvironment|definecolor)\{(matchup\w*)\}', body))
    told_of = set(re.findall(r'\bmatchup[a-z]+', head)) - {'matchups'}
    assert len(told_of) > 20
    assert told_of - defined == set()
    long_word = 'ab' * 20
    tex = build_tex(
        make_project,
        {
            'seeds/s1.txt': BREWERS.replace('Sells', long_word).replace('rattles', 'שלום 42'),
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: Kettle One\n',
        },
        "latex_engine = 'lualatex'\n",
    )
    used = set(re.findall(r'\\(matchup\w+)', tex))
    used |= set(re.findall(r'\\begin\{(matchup\w*)\}', tex))
    assert len(used) == 14
    assert used - defined == set()


def test_settings_come_after_the_package(make_project: MakeProject) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': TITLE + '.. matchup:: s1\n'})
    project.configure(r'latex_elements = {"preamble": r"\matchupverdict"}' + '\n')
    preamble = project.build('latex').text('test.tex').partition(r'\begin{document}')[0]
    assert preamble.index(r'\usepackage{sphinxmatchups}') < preamble.index(r'\matchupverdict')


# ------------------------------------------------------------------------- labels and links


RICH: dict[str, str | bytes] = {
    'seeds/s1.txt': S1,
    'seeds/s2.txt': seed('Kettle One vs Cup', 'Boils in ninety seconds.', 'Holds tea.'),
    'index.rst': f"""{TITLE}.. toctree::

   entries
   lists

.. matchup:: s1

.. matchup:: s2
   :name: second

See :matchup:product:`Cup`, :matchup:persona:`Builder`, :matchup:matchup:`s1`,
:matchup:quote:`Cup/Builder` and :ref:`this <second>`.
""",
    'entries.rst': """Entries
=======

.. matchup:product:: Kettle One

   Words.

Cup
---

.. matchup:product:: Cup

.. matchup:persona:: Builder

.. matchup:quote:: Teapot Pro/Builder
""",
    'lists.md': '# Lists\n\n```{matchup:list} products\n```\n\n```{matchup:list} personas\n```\n\n'
    '```{matchup:list} matchups\n```\n',
}


def test_every_link_and_page_number_has_exactly_one_label(make_project: MakeProject) -> None:
    project = make_project(RICH)
    build = project.build('latex', '-n')
    assert build.warnings == []
    tex = build.text('test.tex')
    found = labels(tex)
    assert [label for label, count in found.items() if count > 1] == []
    targets = references(tex)
    assert {label: found[label] for label in targets} == dict.fromkeys(targets, 1)
    assert {
        'entries:persona-builder',
        'entries:product-cup',
        'entries:product-kettle-one',
        'index:matchup-kettle-one-vs-cup',
        'index:matchup-teapot-pro-vs-kettle-one',
        'index:quote-kettle-one-vs-cup-2',
        'lists:product-teapot-pro__lists',
    } <= set(targets)
    assert tex.count('sphinxstyleindexpageref') == 3 + 1 + 2


def test_links_stay_inside_each_of_several_documents(make_project: MakeProject) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'index.rst': TITLE + '.. toctree::\n\n   one\n   two\n',
            'one.rst': 'One\n===\n\n.. matchup:: s1\n',
            'two.rst': 'Two\n===\n\n.. matchup:product:: Kettle One\n\n.. matchup:list:: personas\n',
        }
    )
    documents = [(name, f'{name}.tex', name, 'Tests', 'manual') for name in ('one', 'two')]
    project.configure(f'latex_documents = {documents!r}\n')
    build = project.build('latex')
    assert build.warnings == []
    for name, number in (('one', 1), ('two', 2)):
        tex = build.text(f'{name}.tex')
        assert len(set(references(tex))) == number
        assert set(references(tex)) <= set(labels(tex))
    assert 'Teapot Pro vs Kettle One' in build.text('two.tex')


@pytest.mark.parametrize('directive', DIRECTIVES)
def test_target_before_a_directive_has_one_label(
    make_project: MakeProject, directive: str
) -> None:
    page = f'{TITLE}.. _here:\n.. _there:\n\n{directive}\n\n:ref:`One <here>`\n'
    found = labels(build_tex(make_project, {'seeds/s1.txt': S1, 'index.rst': page}))
    assert (found['index:here'], found['index:there']) == (1, 1)
    assert set(found.values()) == {1}


def test_target_on_another_page_takes_no_label(make_project: MakeProject) -> None:
    label = 'matchup-teapot-pro-vs-kettle-one'
    page = f'{TITLE}.. _{label}:\n\nWords.\n\n.. toctree::\n\n   other\n'
    files = {'seeds/s1.txt': S1, 'index.rst': page, 'other.rst': f'{TITLE}.. matchup:: s1\n'}
    found = labels(build_tex(make_project, files))
    assert (found[f'index:{label}'], found[f'other:{label}']) == (1, 1)


def test_card_has_its_labels_inside(make_project: MakeProject) -> None:
    tex = build_tex(make_project, RICH)
    cards = calls(tex, 'matchupcard', 4)
    # Two and two in matchups, two entries of products, one of a persona, and one alone.
    assert len(cards) == 4 + 1 + 1 + 3 + 1
    found = labels(''.join(marks for _, marks, _, _ in cards))
    assert len(found) == len(cards)
    assert {'index:quote-kettle-one-vs-cup-2', 'entries:product-cup_builder'} <= set(found)


# https://github.com/numpy/numpy/issues/22930
@pytest.mark.parametrize('engine', ['pdflatex', 'xelatex', 'lualatex'])
def test_names_in_any_script_stay_and_their_labels_are_ascii(
    make_project: MakeProject, engine: str
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': seed('急須 vs Kettle One', '香りが立つ。', 'Boils.'),
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: 急須\n\n'
            '.. matchup:list:: products\n',
        }
    )
    project.configure(f'latex_engine = {engine!r}\n')
    tex = project.build('latex', '-n').text('test.tex')
    names = calls(tex, 'matchupproduct', 2)
    assert [shown(name) for name, _ in names] == ['急須', 'Kettle One']
    assert calls(tex, 'matchupbookmark', 2)[0][0] == '急須 vs Kettle One'
    assert calls(tex, 'matchupcard', 4)[0][2] == '香りが立つ。'
    assert re.search(r'\\index\{[a-z0-9-]+@\\spxentry\{急須\}\}', tex)
    found = [*labels(tex), *references(tex), *re.findall(r'\\detokenize\{([^}]*)\}', tex)]
    assert len(set(found)) > 8
    assert [label for label in found if not label.isascii()] == []


# ------------------------------------------------------------------ index and bookmarks


def test_names_are_sorted_by_ascii_where_they_begin_otherwise(make_project: MakeProject) -> None:
    """makeindex takes the first byte of a name for its first letter."""
    project = make_project(
        {
            'seeds/s1.txt': seed('Éclair vs Café', 'Sweet.', 'Bitter.'),
            'seeds/s2.txt': seed('🍵 vs Café', 'Green.', 'Bitter.'),
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:: s2\n\n.. matchup:product:: Éclair\n',
        }
    )
    tex = project.build('latex', '-D', 'suppress_warnings=matchups.font').text('test.tex')
    keys = {name: key for key, name in re.findall(r'\\index\{(.*?)@\\spxentry\{(.*?)\}', tex)}
    assert keys['Café'] == 'Café'
    assert keys['Éclair'].startswith('eclair-')
    assert keys['Éclair vs Café'].startswith('eclair-vs-cafe-')
    assert re.fullmatch(r'\*[0-9a-f]{8}', keys['🍵'])
    assert tex.count(rf'\index{{{keys["Éclair"]}@\spxentry{{Éclair}}') == 2


def test_single_card_stands_in_cards_of_one_column(make_project: MakeProject) -> None:
    project = make_project(
        {
            'seeds/s1.txt': BREWERS,
            'index.rst': f'{TITLE}.. matchup:quote:: Teapot Pro/Skeptic\n\n'
            '.. matchup:product:: Kettle One\n',
        }
    )
    tex = project.build('latex').text('test.tex')
    single, entry = environments(tex, 'matchupcards')
    assert single.startswith(r'\begin{matchupcards}{1}')
    assert [card[2] for card in calls(single, 'matchupcard', 4)] == ['The lid rattles.']
    assert entry.startswith(r'\begin{matchupcards}{2}')
    assert len(calls(entry, 'matchupcard', 4)) == 2


def index_entries(tex: str) -> list[str]:
    return [entry for (entry,) in calls(tex, 'index', 1)]


def test_index_entries_stand_on_the_line_of_the_names(make_project: MakeProject) -> None:
    """Before it, they could be left alone at the end of a page."""
    tex = build_tex(make_project, RICH)
    heads = environments(tex, 'matchupheader') + environments(tex, 'matchupentryhead')
    # The entry of Cup has no name of its own below the heading.
    assert len(heads) == 2 + 2
    in_heads = [entry for head in heads for entry in index_entries(head)]
    assert sorted(set(index_entries(tex)) - set(in_heads)) == [r'Cup@\spxentry{Cup}|spxpagem']
    assert in_heads == [
        r'Teapot Pro vs Kettle One@\spxentry{Teapot Pro vs Kettle One}',
        r'Teapot Pro@\spxentry{Teapot Pro}',
        r'Kettle One@\spxentry{Kettle One}',
        r'Kettle One vs Cup@\spxentry{Kettle One vs Cup}',
        r'Kettle One@\spxentry{Kettle One}',
        r'Cup@\spxentry{Cup}',
        r'Kettle One@\spxentry{Kettle One}|spxpagem',
        r'Builder@\spxentry{Builder}|spxpagem',
    ]


@pytest.mark.parametrize('engine', ['pdflatex', 'lualatex'])
@pytest.mark.parametrize(
    ('name', 'quoted'),
    [
        ('Yahoo!', 'Yahoo"!'),
        ('Go@Home', 'Go"@Home'),
        ('7" Tab', '7"" Tab'),
        ('x-ray', None),
        ('C# {x} 50%', None),
        ('wide' * 8, 'wide' * 8),
        ('Café', None),
        ('Éclair', None),
    ],
)
def test_index_has_the_same_bytes_for_a_name_everywhere(
    make_project: MakeProject, engine: str, name: str, quoted: str | None
) -> None:
    """Else makeindex would list the name twice."""
    tex = build_tex(
        make_project,
        {
            'seeds/s1.txt': seed(f'{name} vs Mug', 'One.', 'Two.'),
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: {name}\n',
        },
        f'latex_engine = {engine!r}\n',
    )
    title, plain, _, _persona, main = index_entries(tex)
    _, _, listed = plain.partition(r'@\spxentry')
    assert title.endswith(f'{listed[:-1]} vs Mug}}')
    assert main == f'{plain}|spxpagem'
    assert r'\matchupbreak' not in plain
    if quoted:
        assert plain.startswith(f'{quoted}@')


def test_matchup_and_entry_have_bookmarks(make_project: MakeProject) -> None:
    tex = build_tex(make_project, RICH)
    assert calls(tex, 'matchupbookmark', 2) == [
        [title, rf'\detokenize{{{label}}}']
        for title, label in [
            ('Kettle One', 'entries:product-kettle-one'),
            ('Builder', 'entries:persona-builder'),
            ('Teapot Pro vs Kettle One', 'index:matchup-teapot-pro-vs-kettle-one'),
            ('Kettle One vs Cup', 'index:matchup-kettle-one-vs-cup'),
        ]
    ]


def test_bookmark_has_the_title_letter_for_letter(make_project: MakeProject) -> None:
    """Only quotes have code."""
    text = seed('The `ls` tool vs Mug', 'One.', 'Two.')
    page = f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: The `ls` tool\n'
    tex = build_tex(make_project, {'seeds/s1.txt': text, 'index.rst': page})
    name = r'The \textasciigrave{}ls\textasciigrave{} tool'
    titles = [title for title, _ in calls(tex, 'matchupbookmark', 2)]
    assert titles == [f'{name} vs Mug', name]
    assert calls(tex, 'matchupentryname', 1) == [[name]]
    assert calls(tex, 'matchupproduct', 2)[0][0].endswith(f'{{{name}}}}}}}')


@pytest.mark.parametrize(
    ('heading', 'bookmarks'),
    [('Teapot Pro vs Kettle One', 0), ('Teapot Pro vs Kettle Two', 1)],
)
def test_matchup_below_a_heading_of_the_same_words_has_no_bookmark_of_its_own(
    make_project: MakeProject, heading: str, bookmarks: int
) -> None:
    page = f'{TITLE}{heading}\n{"-" * 30}\n\nWords.\n\n.. note::\n\n   .. matchup:: s1\n'
    tex = build_tex(make_project, {'seeds/s1.txt': S1, 'index.rst': page})
    assert len(calls(tex, 'matchupbookmark', 2)) == bookmarks
    assert labels(tex)['index:matchup-teapot-pro-vs-kettle-one'] == 1


def test_no_index_gives_neither_labels_nor_bookmark_nor_index_entries(
    make_project: MakeProject,
) -> None:
    page = f"""{TITLE}.. matchup:: s1
   :no-index:

.. matchup:product:: Kettle One
   :no-index:

.. matchup:quote:: Kettle One/Builder
   :no-index:

.. matchup:list:: products
   :no-index:
"""
    tex = build_tex(make_project, {'seeds/s1.txt': S1, 'index.rst': page})
    assert set(labels(tex)) == {'index::doc'}
    assert len(calls(tex, 'matchupcard', 4)) == 2 + 1 + 1
    assert [marks for _, marks, _, _ in calls(tex, 'matchupcard', 4)] == [''] * 4
    assert references(tex) == []
    assert r'\matchupbookmark' not in tex
    assert index_entries(tex) == []


# ---------------------------------------------------------------------------------- tables

TABLE = """.. list-table::

   * - Cell
     - {}
"""


def table_environments(tex: str) -> list[str]:
    return re.findall(r'\\begin\{(longtable|tabulary?)\}', tex)


@pytest.mark.parametrize('directive', DIRECTIVES)
def test_table_that_holds_cards_may_break_between_rows(
    make_project: MakeProject, directive: str
) -> None:
    page = TITLE + TABLE.format(directive) + '\n' + TABLE.format('Cell')
    tex = build_tex(make_project, {'seeds/s1.txt': S1, 'index.rst': page})
    first, second = table_environments(tex)
    assert first == 'longtable'
    assert second != 'longtable'


def test_table_in_a_box_does_not_become_one_that_latex_allows_on_pages_only(
    make_project: MakeProject,
) -> None:
    table = ''.join(f'   {line}\n' for line in TABLE.format('.. matchup:: s1').splitlines())
    page = f'{TITLE}.. note::\n\n{table}'
    tex = build_tex(make_project, {'seeds/s1.txt': S1, 'index.rst': page})
    assert environments(tex, 'matchup')
    # Its columns have fixed widths, which boxes need.
    assert re.findall(r'\\begin\{(\w*tab\w*)\}(?:\[t\])?(.*)', tex) == [
        ('tabular', r'{*{2}{\X{1}{2}}}')
    ]


# ------------------------------------------------------------------- the same in every way


def test_myst_writes_what_restructuredtext_writes(make_project: MakeProject) -> None:
    rst = f"""{TITLE}.. matchup:: s1
   :class: wide

.. matchup:: Cup vs Mug

   “Holds tea.”

   “Keeps warm.”
   — Skeptic on Mug: skip

.. matchup:product:: Kettle One

   Words.

.. matchup:quote:: Kettle One/Builder

.. matchup:list:: products
"""
    myst = """# Title

```{matchup} s1
:class: wide
```

```{matchup} Cup vs Mug
“Holds tea.”

“Keeps warm.”
— Skeptic on Mug: skip
```

```{matchup:product} Kettle One
Words.
```

```{matchup:quote} Kettle One/Builder
```

```{matchup:list} products
```
"""
    one = build_tex(make_project, {'seeds/s1.txt': S1, 'index.rst': rst}, name='rst')
    other = build_tex(make_project, {'seeds/s1.txt': S1, 'index.md': myst}, name='myst')
    assert len(calls(one, 'matchupcard', 4)) == 2 + 2 + 1 + 1
    assert one == other


def test_two_builds_are_equal_byte_for_byte(make_project: MakeProject) -> None:
    conf = "today = 'today'\n"

    def build(name: str, *options: str) -> Build:
        project = make_project(RICH, name)
        project.configure(conf)
        return project.build('latex', *options)

    one, two = build('one'), build('another', '-j4')
    again = build('one')
    assert one.files() == two.files() == again.files()
    assert 'test.tex' in one.files()

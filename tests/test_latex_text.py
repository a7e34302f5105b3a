"""Text in LaTeX, letter for letter: where words may break, what is not joined, which way it runs."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import pytest
from support.project import seed
from support.tex import calls, shown, written
from test_latex import TITLE, build_tex, index_entries, one_matchup

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Project

    MakeProject = Callable[..., Project]

BREAK = r'\matchupbreak{}'


def quote_tex(make_project: MakeProject, text: str, engine: str = 'pdflatex') -> str:
    """What a quote becomes, whether there is a font for it or not."""
    conf = f"latex_engine = {engine!r}\nsuppress_warnings = ['matchups.font']\n"
    tex = one_matchup(make_project, seed('Cup vs Mug', text, 'Two.'), conf=conf)
    return calls(tex, 'matchupcard', 4)[0][2]


def test_word_of_24_letters_stays_whole(make_project: MakeProject) -> None:
    text = f'One {"abcd" * 6} two.'
    assert quote_tex(make_project, text) == text


def test_longer_word_may_break_between_any_letters(make_project: MakeProject) -> None:
    word = 'abcde' * 5
    assert quote_tex(make_project, f'One {word} two.') == f'One {BREAK.join(word)} two.'


def test_long_word_of_signs_may_break_and_keeps_them(make_project: MakeProject) -> None:
    word = 'https://a.example/b_c?d=50%&e#f,,g'
    tex = quote_tex(make_project, word)
    assert tex.replace(BREAK, '') == (
        r'https://a.example/b\_c?d=50\%\&e\#f,,g'.replace(',,', f',{BREAK},').replace(BREAK, '')
    )
    assert tex.count(BREAK) == len(word) - 1


@pytest.mark.parametrize(
    'word',
    [
        'e\N{COMBINING DOT BELOW}' * 15,
        'e\N{COMBINING DOT BELOW}\N{COMBINING MACRON}' * 12,
        'a\N{ZERO WIDTH NON-JOINER}' * 15,
    ],
    ids=['one', 'two', 'joiner'],
)
def test_long_word_does_not_break_before_what_belongs_to_a_letter(
    make_project: MakeProject, word: str
) -> None:
    parts = quote_tex(make_project, word, 'lualatex').split(BREAK)
    assert ''.join(parts) == word
    assert {unicodedata.category(part[0]) for part in parts} == {'Ll'}
    # Nor after what joins two letters.
    joined = 'JOINER' in unicodedata.name(word[1])
    assert len(parts) == (1 if joined else word.count(word[0]))


FLAG = '\N{REGIONAL INDICATOR SYMBOL LETTER D}\N{REGIONAL INDICATOR SYMBOL LETTER E}'


@pytest.mark.parametrize(
    'sign',
    [
        FLAG,
        '👍\N{EMOJI MODIFIER FITZPATRICK TYPE-4}',
        '👩\N{ZERO WIDTH JOINER}🚀',
        '❤\N{VARIATION SELECTOR-16}',
        '1\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}',
        'क\N{DEVANAGARI SIGN VIRAMA}ष',
        '\N{HANGUL CHOSEONG HIEUH}\N{HANGUL JUNGSEONG A}\N{HANGUL JONGSEONG NIEUN}',
    ],
    ids=['flag', 'skin', 'joined', 'selector', 'keycap', 'virama', 'jamo'],
)
def test_long_word_does_not_break_inside_a_sign_of_several_characters(
    make_project: MakeProject, sign: str
) -> None:
    parts = quote_tex(make_project, sign * 15, 'lualatex').split(BREAK)
    assert parts == [sign] * 15


@pytest.mark.parametrize('word', ['שלום' * 8, 'سلام' * 8], ids=['hebrew', 'arabic'])
def test_long_word_from_right_to_left_stays_whole(make_project: MakeProject, word: str) -> None:
    tex = quote_tex(make_project, f'One {word} two.', 'lualatex')
    assert calls(tex, 'matchuprtl', 2)[0][1] == word


# ------------------------------------------------------------------------------- directions

HEBREW = r'\matchuprtl{Hebrew}'
LINK_TO_MUG = r'{\hyperref[\detokenize{index:product-mug}]{\sphinxcrossref{Mug}}}'
FROM_RIGHT = r'\matchupfromright{}' + HEBREW


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('One שלום two.', rf'One {HEBREW}{{שלום}} two.'),
        ('One שלום 3.5% two.', rf'One {HEBREW}{{שלום \matchupltr{{3.5\%}}}} two.'),
        ('שלום, תה (טוב).', rf'{FROM_RIGHT}{{שלום, תה (טוב).}}'),
        ('שלום tea one, תה.', rf'{FROM_RIGHT}{{שלום \matchupltr{{tea one}}, תה.}}'),
        ('one ߒߞߏ two', r'one \matchuprtl{NKo}{ߒߞߏ} two'),
        ('إبريق 42', r'\matchupfromright{}\matchuprtl{Arabic}{إبريق \matchupltr{42}}'),
        (
            'שלום `tea` one',
            rf'{FROM_RIGHT}{{שלום \matchupltr{{\sphinxcode{{\sphinxupquote{{tea}}}} one}}}}',
        ),
        (
            'One `שלום`.',
            rf'One {HEBREW}{{\sphinxcode{{\sphinxupquote{{{HEBREW}{{שלום}}}}}}}}.',
        ),
        (
            'שלום Mug.',
            rf'{FROM_RIGHT}{{שלום \matchupltr{{{LINK_TO_MUG}}}.}}',
        ),
    ],
    ids=['words', 'number', 'quote', 'latin', 'nko', 'arabic', 'code', 'code alone', 'link'],
)
def test_words_from_right_to_left_are_marked(
    make_project: MakeProject, text: str, expected: str
) -> None:
    conf = "latex_engine = 'lualatex'\nsuppress_warnings = ['matchups.font']\n"
    quotes = [(text, 'Cup'), ('Two.', 'Mug')]
    body = ''.join(f'\n\n“{words}”\n— Builder on {product}' for words, product in quotes)
    page = f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: Mug\n'
    files: dict[str, str | bytes] = {'seeds/s1.txt': f'Cup vs Mug{body}\n', 'index.rst': page}
    tex = build_tex(make_project, files, conf)
    assert calls(tex, 'matchupcard', 4)[0][2] == expected


def test_link_inside_words_from_right_to_left_keeps_its_ends(make_project: MakeProject) -> None:
    """xelatex would write the end of the link before its beginning."""
    files: dict[str, str | bytes] = {
        'seeds/s1.txt': 'Cup vs קומקום\n\n“יש גם קומקום כאן.”\n— Builder on Cup\n\n“Two.”\n',
        'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: קומקום\n',
    }
    tex = build_tex(make_project, files, "latex_engine = 'xelatex'\n")
    quote = calls(tex, 'matchupcard', 4)[0][2]
    ((link,),) = calls(quote, 'matchupltr', 1)
    assert re.fullmatch(
        r'\{\\hyperref\[.*\]\{\\sphinxcrossref\{\\matchuprtl\{Hebrew\}\{קומקום\}\}\}\}', link
    )
    assert quote == rf'{FROM_RIGHT}{{יש גם \matchupltr{{{link}}} כאן.}}'


def test_each_name_has_its_own_direction(make_project: MakeProject) -> None:
    files: dict[str, str | bytes] = {
        'seeds/s1.txt': 'קומקום 2 (Pro) vs Pot\n\n“One.”\n— Builder on Pot: טוב\n\n“Two.”\n',
        'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: Pot\n\n'
        '.. matchup:list:: matchups\n\n:matchup:matchup:`קומקום 2 (Pro) vs Pot`\n',
    }
    tex = build_tex(make_project, files, "latex_engine = 'lualatex'\n")
    name = rf'{HEBREW}{{קומקום \matchupltr{{2}} (\matchupltr{{Pro}})}}'
    assert calls(tex, 'matchupproduct', 2)[0][0] == name
    assert calls(tex, 'matchupverdict', 1)[0] == [rf'{HEBREW}{{טוב}}']
    titles = [title for (title,) in calls(tex, 'sphinxcrossref', 1) if ' vs ' in title]
    # Those of roles stand in macros for their classes.
    assert [title for title in titles if f'{name} vs Pot' not in title] == []
    assert len(titles) > 3
    # The general index has them too, PDF bookmarks know directions by themselves.
    assert rf'@\spxentry{{{name} vs Pot}}' in tex
    assert calls(tex, 'matchupbookmark', 2)[0][0] == 'קומקום 2 (Pro) vs Pot'


# -------------------------------------------------------------------------- names and code


def test_long_words_of_names_and_verdicts_may_break(make_project: MakeProject) -> None:
    long_name, verdict = 'Kettle' * 5, 'maybe' * 6
    text = f'{long_name} vs Mug\n\n“One.”\n— Builder on {long_name}: {verdict}\n\n“Two.”\n'
    tex = build_tex(
        make_project,
        {
            'seeds/s1.txt': text,
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:product:: {long_name}\n\n'
            '.. matchup:list:: products\n',
        },
    )
    broken = BREAK.join(long_name)
    assert f'{{{broken}}}' in calls(tex, 'matchupproduct', 2)[0][0]
    assert calls(tex, 'matchupentryname', 1) == [[broken]]
    assert calls(tex, 'matchupverdict', 1)[0] == [BREAK.join(verdict)]
    row = tex.rpartition(r'\begin{matchupentry}')[2].partition(r'\end{matchupentry}')[2]
    assert f'{{{broken}}}' in row
    assert calls(tex, 'matchupbookmark', 2)[1][0] == long_name


def test_long_code_may_break_too(make_project: MakeProject) -> None:
    code = '--an-option=with_a_long_value'
    tex = quote_tex(make_project, f'Give `{code}` here.')
    ((text,),) = calls(tex, 'sphinxupquote', 1)
    assert shown(text) == code.replace('_', r'\_')
    assert text.count(BREAK) == len(code) - 1


def test_commas_are_not_joined_to_a_quotation_mark(make_project: MakeProject) -> None:
    assert quote_tex(make_project, 'One,, two,,, three.') == 'One,{}, two,{},{}, three.'


@pytest.mark.parametrize('heading', ['Words', 'A,,b'])
def test_commas_of_names_are_not_joined_in_the_general_index(
    make_project: MakeProject, heading: str
) -> None:
    """Nor where the entry has no name of its own below a heading of the same words."""
    page = f'{heading}\n=====\n\n.. matchup:product:: A,,b\n\nMore\n----\n\n.. matchup:: s1\n'
    tex = build_tex(
        make_project, {'seeds/s1.txt': seed('A,,b vs Mug', 'One.', 'Two.'), 'index.rst': page}
    )
    entries = [entry for entry in index_entries(tex) if entry.startswith('A,,b@')]
    assert entries == [r'A,,b@\spxentry{A,{},b}|spxpagem', r'A,,b@\spxentry{A,{},b}']


def test_hyphens_and_marks_are_not_joined(make_project: MakeProject) -> None:
    text = seed('Cup vs Mug', "A -- b --- c `` d '' e ?` f << g >>.", 'An !` alone.')
    first, second = (
        quote for _, _, quote, _ in calls(one_matchup(make_project, text), 'matchupcard', 4)
    )
    assert re.search(r"--|``|''|[?!]`|<<|>>", first + second) is None
    assert first.count(r'\sphinxhyphen{}') == 2 + 3
    assert first.count(r'\textasciigrave{}') == 2 + 1
    assert first.count(r'\textquotesingle{}') == 2
    assert second == r'An !\textasciigrave{} alone.'


# https://github.com/sphinx-doc/sphinx/issues/10171
@pytest.mark.parametrize('engine', ['pdflatex', 'lualatex', 'xelatex'])
def test_emoji_stay_and_no_sign_is_added(make_project: MakeProject, engine: str) -> None:
    project = make_project(
        {
            'seeds/s1.txt': seed('Cup vs Mug', 'Love it ✅ 🍵', 'Plain.'),
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:list:: products\n',
        }
    )
    project.configure(f'latex_engine = {engine!r}\n')
    build = project.build('latex')
    assert build.exit_code == 0
    assert build.subtypes() == ['matchups.font']
    tex = written(build)
    assert [quote for _, _, quote, _ in calls(tex, 'matchupcard', 4)] == [
        'Love it ✅ 🍵',
        'Plain.',
    ]
    assert {sign for sign in tex if not sign.isascii()} == {'✅', '🍵'}

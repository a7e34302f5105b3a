"""Line ends, white space, byte order marks and signs that nothing can show."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest
from corpus_support import matchup, outline, read

if TYPE_CHECKING:
    from sphinx_matchups.corpus import Matchup

S1 = 'Teapot Pro vs Kettle One\n\n“Pours without a drip.”\n\n“Boils in ninety seconds.”\n'


def content(found: Matchup) -> Matchup:
    """The matchup without what depends on the very bytes."""
    return dataclasses.replace(found, fingerprint='')


# https://github.com/neuml/txtai/pull/1152
@pytest.mark.parametrize(
    'text',
    [
        pytest.param(S1.replace('\n', '\r\n'), id='CRLF'),
        pytest.param(S1.replace('\n', '\r'), id='CR'),
        pytest.param(S1.replace('\n\n', '\r\n\n', 1), id='CRLF and LF'),
        pytest.param(S1.replace('\n\n', '\r\r\n', 1), id='CR and CRLF'),
        pytest.param(S1.replace('\n\n', '\n\r', 1), id='LF and CR'),
        pytest.param(S1.rstrip('\n'), id='no final newline'),
        pytest.param(S1 + '\n \n\n', id='blank lines at the end'),
        pytest.param(S1.replace('\n\n', '\n  \t \n'), id='spaces and tabs on blank lines'),
        pytest.param(S1.replace('\n\n', '\n\u00a0\n'), id='NBSP on blank lines'),
        pytest.param(S1.replace('\n\n', '\n\u3000\u2003\n'), id='wide spaces on blank lines'),
        pytest.param(S1.replace('\n\n', '\n\u2028\n'), id='U+2028 on blank lines'),
        pytest.param(S1.replace('\n\n', '\n\u0085\u000b\u000c\n'), id='U+0085 on blank lines'),
        pytest.param(S1.replace('\n', '  \n'), id='spaces at the ends of lines'),
        # https://github.com/jgravelle/jdocmunch-mcp/issues/53
        pytest.param('\ufeff' + S1, id='BOM at the start'),
        pytest.param('\ufeff\ufeff' + S1, id='two BOMs at the start'),
        pytest.param(S1.replace('“Boils', '\ufeff“Boils'), id='BOM before a quote'),
        pytest.param(S1.replace('drip', 'dr\ufeffip'), id='BOM in a quote'),
        pytest.param(S1.replace('Pro', 'Pr\ufeffo'), id='BOM in a name'),
        pytest.param(S1.replace('\n\n', '\n\ufeff\n'), id='BOM on blank lines'),
    ],
)
def test_reads_the_same_whatever_the_bytes_between(text: str) -> None:
    reading = read(text)
    assert reading.problems == ()
    assert reading.matchup is not None
    found = dataclasses.replace(reading.matchup, heading=reading.matchup.heading.strip())
    assert content(found) == content(matchup(S1))
    assert found.products[0].name == 'Teapot Pro'
    assert [(quote.line, quote.column) for quote in found.occurrences] == [(3, 1), (5, 1)]


@pytest.mark.parametrize('sign', ['\u2028', '\u2029', '\u0085', '\u000b', '\u000c', '\u001c'])
def test_no_line_end_but_white_space(sign: str) -> None:
    found = matchup(f'Pot vs Cup\n\n“a{sign}b{sign}{sign}”\n\n“c{sign}“\nd””')
    assert [(quote.text, quote.line) for quote in found.occurrences] == [('a b', 3), ('c “ d”', 5)]


def test_next_line_signs_between_quotes_do_not_part_them() -> None:
    found = matchup('Pot vs Cup\n\n“a”\u2028\u2028“b”\n\n“c”')
    assert [quote.line for quote in found.occurrences] == [3, 5]


@pytest.mark.parametrize('space', ['\u00a0', '\u2007', '\u202f'])
def test_spaces_that_hold_words_together_stay(space: str) -> None:
    found = matchup(f'Pot vs Cup\n\n“90{space}s and {space} more{space}”\n\n“{space}b”')
    assert [quote.text for quote in found.occurrences] == [f'90{space}s and {space} more', 'b']


@pytest.mark.parametrize('space', ['\u2002', '\u2009', '\u3000', '\u1680', '\u205f'])
def test_other_unicode_spaces_fold(space: str) -> None:
    found = matchup(f'Pot vs Cup\n\n“90{space}{space}s {space}”\n\n“{space}b”')
    assert [quote.text for quote in found.occurrences] == ['90 s', 'b']


@pytest.mark.parametrize('end', ['', ' ', '   ', '\t', '\u3000'])
def test_spaces_at_the_end_of_a_line_move_no_note(end: str) -> None:
    found = matchup(f'Pot vs Cup\n\n“a” b{end}\nc{end}\n\n“d”')
    assert [(note.text, note.line, note.column) for note in found.notes] == [('b c', 3, 5)]


def test_zero_width_signs_that_make_up_a_word_stay() -> None:
    text = 'a\u200bb\u200cc\u200dd\u2060e\u00adf'
    assert matchup(f'Pot vs Cup\n\n“{text}”\n\n“b”').occurrences[0].text == text


# https://github.com/srophe/srophe-eXist-app/issues/1180
def test_right_to_left_text_keeps_logical_order() -> None:
    found = matchup('קומקום vs Pot\n\n“שלום, תה טוב.”\n\n“\u200fb\u200e”')
    assert found.products[0].name == 'קומקום'
    assert [quote.text for quote in found.occurrences] == ['שלום, תה טוב.', '\u200fb\u200e']


@pytest.mark.parametrize('sign', ['\x00', '\x07', '\x1b', '\x7f', '\x9f', '\ud800', '\uffff'])
def test_what_nothing_can_show_becomes_a_replacement_sign(sign: str) -> None:
    reading = read(f'Pot vs Cup\n\n“a{sign}b”\n\n“c{sign}”')
    assert outline(reading) == [
        '1 pot-vs-cup: Pot | Cup',
        '3:1 round 1 pot, builder (position): a\ufffdb',
        '5:1 round 1 cup, builder (position): c\ufffd',
        '! encoding 3:3',
    ]


@pytest.mark.parametrize(
    ('before', 'line', 'column'),
    [
        ('', 1, 1),
        ('ab', 1, 3),
        ('\ufeffab', 1, 3),
        ('a\nb', 2, 2),
        ('a\r\nb', 2, 2),
        ('a\rb', 2, 2),
        ('a\n\n\r\n', 4, 1),
        ('a\u2028b\u0085', 1, 5),
    ],
)
def test_a_control_character_is_located(before: str, line: int, column: int) -> None:
    problem = read(f'{before}\x01Pot vs Cup').problems[0]
    assert (problem.subtype, problem.line, problem.column) == ('encoding', line, column)


def test_composed_and_decomposed_letters_are_kept_as_written() -> None:
    found = matchup('Cafe\u0301 vs Café\n\n“e\u0301”\n\n“é”')
    assert [quote.text for quote in found.occurrences] == ['e\u0301', 'é']
    assert [product.name for product in found.products] == ['Cafe\u0301', 'Café']
    assert found.products[0].key == found.products[1].key


def test_a_long_quote_is_kept_whole() -> None:
    text = 'word ' * 200_000 + 'end'
    found = matchup(f'Pot vs Cup\n\n“{text}”\n\n“b”')
    assert found.occurrences[0].text == text


def test_many_quotes_are_all_kept_in_order() -> None:
    texts = [f'Quote {number}.' for number in range(2000)]
    found = matchup('\n\n'.join(['Pot vs Cup', *(f'“{text}”' for text in texts)]))
    assert [quote.text for quote in found.occurrences] == texts
    assert [quote.number for quote in found.occurrences] == list(range(1, 2001))
    assert len(found.rounds) == 1000

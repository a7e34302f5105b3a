"""What holds for the reading of every text."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_matchups.corpus import Corpus, SeedReader, SeedReading, syntax
from sphinx_matchups.corpus.syntax import BYTE_ORDER_MARK, QUOTATION_MARKS

relaxed = settings(deadline=None, max_examples=100, derandomize=True, database=None)
READER = SeedReader()
SUBTYPES = {'seed', 'encoding', 'rounds', 'ambiguous'}

# ------------------------------------------------------------------------------------- texts

TITLES = (
    'Pot vs Cup',
    'Pot VS Cup VS Mug',
    '# Pot vs. Cup #',
    'VS Code vs Vim',
    'Straße vs 急須',
    'Tab 7" vs Foo: Bar vs ‘Cup’',
    'Pot vs Pot',
    'vs',
    'Pot',
    '#',
)
ATTRIBUTIONS = (
    '— The Skeptic',
    '—PM: no',
    '-- Skeptic on Cup',
    '– The PM on Foo: Bar: so: so',
    '— Nobody on Earth',
    '— on Pot',
    '— the ',
    '— : x',
    '— “PM”: "no"',
    '—',
    '---',
    ' — Großmeister on Pot: x',
)
FRONT_MATTER = (
    '---',
    '--- ',
    'id: x',
    'id: ',
    'products: [Pot, Cup]',
    'products: [{name: Pot, key: p}, Cup, {name: }]',
    'products:',
    '- Pot',
    '- {name: Cup, key: —}',
    'personas: [Skeptic, Nobody]',
    'personas: {Pot: PM, Cup: [PM]}',
    'personas: [[PM], [], [Founder]]',
    'tags: [a, [b], {c: d}]',
    'date: soon',
    'colour: red',
    '? [a]',
    ': b',
    '&a [*a]',
    '  x',
    '\t- x',
    '{',
    ']',
    "'",
    '"',
    '...',
    '%YAML 9.9',
    '!!x y',
    '|',
    '>',
)
#: What PyYAML stumbles over, and where it ends lines that do not end here.
YAML_ONLY = (
    'summary: "\\U00110000"',
    'summary: "\\UFFFFFFFF"',
    'id: "\\ud800\\0"',
    'id: a\u2028\u2029\u0085b',
)
ODD = ('\ufeff', '\x00', '\x07', '\ud800', '\uffff', '\u2028', '\u0085', '\x1c', '\x0b', '\u200b')
QUOTES = (
    '“tea”',
    '"tea"',
    '«thé»',
    '„Tee“',
    '‘it’s tea’',
    '「茶」',
    '『茶』',
    '“a “b” c”',
    '"a "b" c"',
    '“',
    '”',
    '"',
    '«',
    '»',
    '„',
    '‘',
    '’',
    '「',
    '」',
)
WORDS = ('tea', ' on ', 'Pot', '7"', '—', ':', ' ', '\u00a0', 'a moat', '`x`', ' vs ', 'It’s')
ENDS = ('\n', '\n\n', '\r\n', '\r', '\n \u00a0\n', ' \n')

#: Line ends as often as all else together, so that there are lines.
PARTS = QUOTES * 2 + WORDS + ATTRIBUTIONS + ODD
BODY = PARTS + ENDS * (len(PARTS) // len(ENDS))


def seeds(fields: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts of parts that belong into a seed: front matter, title, and then in any order."""
    field = st.sampled_from([f'{line}\n' for line in fields])
    front_matter = st.lists(field, max_size=4).map(lambda lines: '---\n' + ''.join(lines))
    title = st.sampled_from([f'{title}\n' for title in TITLES])
    body = st.lists(st.sampled_from(BODY), max_size=25).map(''.join)
    return st.tuples(title, body).map(''.join) | st.tuples(
        front_matter, st.sampled_from(['---\n', '']), title, body
    ).map(''.join)


dense = st.text('“”"«»„‘’「」『』—-: \n\r\tav\ufeff\u00a0\u2028#s', max_size=60)
texts = st.text() | dense.map('Pot vs Cup\n\n'.__add__) | seeds(FRONT_MATTER)
texts_with_yaml = texts | seeds(FRONT_MATTER + YAML_ONLY)


def read(text: str) -> SeedReading:
    return READER.read(text, 'x.txt')


# --------------------------------------------------------------------------------- properties


@relaxed
@given(texts_with_yaml)
@example('---\nid: "\\UFFFFFFFF"\n---\nPot vs Cup')
def test_never_raises(text: str) -> None:
    read(text)


@relaxed
@given(texts_with_yaml, st.sampled_from(TITLES) | st.text(max_size=20))
def test_never_raises_with_a_title_given_apart(text: str, title: str) -> None:
    READER.read(text, 'x.txt', title=title, source_line=lambda line: line + 1)


@relaxed
@given(texts_with_yaml)
@example('---\nid: a\u2028\u2028\u2028\u2028b\ncolour: red\n---\nPot vs Cup')
def test_every_problem_has_a_message_and_a_line_that_exists(text: str) -> None:
    count = len(re.split('\r\n|\r|\n', text))
    for problem in read(text).problems:
        assert problem.subtype in SUBTYPES
        assert problem.message.strip()
        assert problem.path == 'x.txt'
        assert problem.line is not None
        assert 1 <= problem.line <= count
        assert problem.column is None or problem.column >= 1


@relaxed
@given(texts)
def test_a_text_without_a_matchup_has_a_problem(text: str) -> None:
    reading = read(text)
    assert reading.matchup is not None or reading.problems


def ink(text: str) -> Counter[str]:
    """How often each sign that is no white space occurs."""
    return Counter(sign for sign in text if not sign.isspace())


@relaxed
@given(texts)
@example('Pot vs Cup\n\n“a” b\n— c\n\n“d')
def test_nothing_is_dropped(text: str) -> None:
    """Every sign is in one part of the matchup, or is an outer mark of a quote."""
    reading = read(text)
    found = reading.matchup
    if found is None:
        return
    cleaned, _ = syntax.clean(text, 'x.txt')
    parts = ink(found.heading + found.front_matter)
    unclosed = {
        (p.line, p.column) for p in reading.problems if 'is not closed; expected' in p.message
    }
    rows = re.split('\r\n|\r|\n', cleaned)
    for quote in found.occurrences:
        opening = rows[quote.line - 1][quote.column - 1]
        closing = '' if (quote.line, quote.column) in unclosed else QUOTATION_MARKS[opening]
        parts += ink(opening + quote.text + closing + quote.attribution)
    for note in found.notes:
        parts += ink(note.text)
    assert parts == ink(cleaned)


@relaxed
@given(texts)
def test_quotes_stand_at_their_line_and_column_in_order(text: str) -> None:
    found = read(text).matchup
    if found is None:
        return
    rows = re.split('\r\n|\r|\n', text.replace(BYTE_ORDER_MARK, ''))
    places = [(quote.line, quote.column) for quote in found.occurrences]
    for line, column in places:
        assert rows[line - 1][column - 1] in QUOTATION_MARKS
        assert not rows[line - 1][: column - 1].strip()
    assert places == sorted(set(places))
    assert [quote.number for quote in found.occurrences] == list(range(1, len(places) + 1))


@relaxed
@given(texts)
def test_quotes_stand_letter_for_letter_in_the_text(text: str) -> None:
    found = read(text).matchup
    if found is None:
        return
    cleaned, _ = syntax.clean(text, 'x.txt')
    whole, place = ''.join(cleaned.split()), 0
    for quote in found.occurrences:
        place = whole.index(''.join(quote.text.split()), place) + len(''.join(quote.text.split()))


@relaxed
@given(texts)
def test_the_text_of_a_quote_has_its_white_space_folded(text: str) -> None:
    found = read(text).matchup
    for quote in found.occurrences if found else ():
        assert quote.text == quote.text.strip()
        assert not re.search(r'[^\S \u00a0\u2007\u202f]|  ', quote.text)


@relaxed
@given(texts)
@example('Pot vs Cup\n\n“a” b  \nc\n\n“d”')
def test_notes_stand_at_their_line_and_are_reported_there(text: str) -> None:
    reading = read(text)
    if reading.matchup is None:
        return
    rows = re.split('\r\n|\r|\n', syntax.clean(text, 'x.txt')[0])
    reported = {
        (problem.line, problem.column)
        for problem in reading.problems
        if problem.message.endswith('kept as a note, which no page shows')
    }
    assert reported == {(note.line, note.column) for note in reading.matchup.notes}
    for note in reading.matchup.notes:
        assert rows[note.line - 1][note.column - 1] == note.text[0]


@relaxed
@given(texts)
def test_every_quote_is_of_a_product_and_at_most_one_a_round(text: str) -> None:
    found = read(text).matchup
    if found is None:
        return
    keys = [product.key for product in found.products]
    assert len(keys) >= 2
    assert all(product.name.strip() for product in found.products)
    if len(set(keys)) == len(keys):
        seats = [(quote.round, quote.product) for quote in found.occurrences]
        assert len(set(seats)) == len(seats)
    assert {quote.product for quote in found.occurrences} <= set(keys)
    rounds = [quote.round for quote in found.occurrences]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, len(found.rounds) + 1))


@relaxed
@given(texts)
def test_at_most_one_problem_with_the_rounds(text: str) -> None:
    assert sum(problem.subtype == 'rounds' for problem in read(text).problems) <= 1


@relaxed
@given(texts)
def test_byte_order_marks_change_nothing(text: str) -> None:
    plain = read(text.replace(BYTE_ORDER_MARK, ''))
    marked = read(BYTE_ORDER_MARK + text)
    assert (plain.matchup is None) == (marked.matchup is None)
    assert plain.problems == marked.problems
    if plain.matchup and marked.matchup:
        assert plain.matchup.occurrences == marked.matchup.occurrences
        assert plain.matchup.heading == marked.matchup.heading


@relaxed
@given(st.lists(texts, max_size=5))
@example(['Pot vs Cup\n\n“a”', '---\nproducts: [{name: Pot, key: p}, Mug]\n---\n\n“b”'])
def test_every_matchup_finds_a_place_in_the_corpus(seeds_: list[str]) -> None:
    readings = [READER.read(text, f'{number}.txt') for number, text in enumerate(seeds_)]
    found = [reading.matchup for reading in readings if reading.matchup]
    corpus = Corpus(found)
    assert sorted(m.path for m in corpus.matchups.values()) == sorted(m.path for m in found)
    for key, matchup in corpus.matchups.items():
        assert (key, corpus.key_at(matchup.path, matchup.line)) == (matchup.key, key)
    for quotes_ in corpus.quotes.values():
        for quote in quotes_:
            assert corpus.find('quote', corpus.quote_key(quote)) == [corpus.quote_key(quote)]
            assert {o.text for _, o in corpus.occurrences_of(quote)} == {quote.text}

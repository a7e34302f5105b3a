"""Front matter that is better written in Python than in ``readings/``."""

from __future__ import annotations

import pytest
from corpus_support import declare, matchup, outline, read, seed

from sphinx_matchups.corpus import (
    DEFAULT_PANEL,
    DEFAULT_PERSONAS,
    Declarations,
    Persona,
    Product,
    syntax,
)


def with_front_matter(*lines: str, title: str = 'Pot vs Cup') -> str:
    return seed(title, 'a', 'b', 'c', 'd', front_matter='\n'.join(lines))


@pytest.mark.parametrize(
    'value',
    [r'"\UFFFFFFFF"', r'"\U00110000"', r'"\U7FFFFFFF"', r'"\xZZ"', r'"\q"', "'", '"', '!!', '*a'],
)
def test_a_value_that_yaml_cannot_hold_is_a_problem(value: str) -> None:
    reading = read(with_front_matter('id: x', f'summary: {value}'))
    assert reading.matchup is not None
    assert reading.matchup.title == 'Pot vs Cup'
    assert [problem.subtype for problem in reading.problems] == ['seed']
    assert 2 <= (reading.problems[0].line or 0) <= 4


@pytest.mark.parametrize('sign', [r'\0', r'\a', r'\e', r'\x80', r'\ud800', r'\uffff'])
def test_an_escape_brings_in_nothing_that_the_text_may_not_hold(sign: str) -> None:
    """A lone surrogate in a name would stop the build when a page is written."""
    reading = read(with_front_matter(f'products: ["Po{sign}t", Cup]', f'summary: "a{sign}b"'))
    assert reading.matchup is not None
    assert reading.problems != ()
    for text in (reading.matchup.products[0].name, reading.matchup.summary):
        assert syntax.clean(text, 'x.txt') == (text, [])


@pytest.mark.parametrize('separator', ['\u2028', '\u2029', '\u0085'])
def test_unicode_line_separators_shift_no_line(separator: str) -> None:
    """They end lines in YAML, but not in a seed."""
    text = with_front_matter(f'summary: a{separator * 20}b', 'colour: red')
    assert [(problem.line, problem.path) for problem in read(text).problems] == [(3, 'x.txt')]


@pytest.mark.parametrize('end', ['\n', '\r\n', '\r'])
def test_line_ends_of_every_kind(end: str) -> None:
    text = with_front_matter('id: tea', 'tags:', '- hot', 'colour: red').replace('\n', end)
    reading = read(text)
    assert reading.matchup is not None
    assert (reading.matchup.id, reading.matchup.tags) == ('tea', ('hot',))
    assert reading.matchup.front_matter == '---\nid: tea\ntags:\n- hot\ncolour: red\n---'
    assert [problem.line for problem in reading.problems] == [5]


@pytest.mark.parametrize('fence', ['---', '--- ', '---\t', '---\u00a0', '\ufeff---'])
def test_fences_may_have_white_space_behind(fence: str) -> None:
    assert matchup(f'{fence}\nid: tea\n{fence}\nPot vs Cup\n\n“a”\n\n“b”').key == 'tea'


@pytest.mark.parametrize('fence', [' ---', '----', '--', '***', '-- -'])
def test_other_lines_are_no_fences(fence: str) -> None:
    assert read(f'{fence}\nid: tea\n{fence}\nPot vs Cup\n').matchup is None


def test_a_rule_inside_a_closed_quote_closes_nothing() -> None:
    """The first line decides whether there is front matter at all."""
    found = matchup('Pot vs Cup\n\n“a\n---\nid: x\n---\nb”\n\n“c”')
    assert [quote.text for quote in found.occurrences] == ['a --- id: x --- b', 'c']
    assert found.id == ''


def test_yaml_nested_too_deeply_is_a_problem() -> None:
    reading = read(with_front_matter('tags: ' + '[' * 800))
    assert reading.matchup is not None
    (problem,) = reading.problems
    assert problem.location == 'x.txt:2'
    assert 'nested too deeply' in problem.message


@pytest.mark.parametrize(
    'line', ['tags: &a [*a]', 'products: &a [*a]', 'personas: &a [*a]', 'personas: &a {Pot: *a}']
)
def test_a_list_that_holds_itself_is_a_problem(line: str) -> None:
    reading = read(with_front_matter(line))
    assert reading.matchup is not None
    assert {problem.location for problem in reading.problems} == {'x.txt:2'}


def test_anchors_and_aliases_are_followed() -> None:
    found = matchup(with_front_matter('tags: &t [tea, hot]', 'summary: &s A pot', 'source: *s'))
    assert found.tags == ('tea', 'hot')
    assert found.source == 'A pot'


def test_tags_of_yaml_make_no_objects() -> None:
    found = matchup(with_front_matter('summary: !!int 007', 'tags: [!!binary eA==, !!null x]'))
    assert found.summary == '007'
    assert found.tags == ('eA==', 'x')


def test_tags_of_python_make_no_calls() -> None:
    reading = read(with_front_matter('summary: !!python/object/apply:os.getcwd []'))
    assert reading.matchup is not None
    assert reading.matchup.summary == ''
    assert [problem.location for problem in reading.problems] == ['x.txt:2']


@pytest.mark.parametrize(
    ('date', 'right'),
    [('2026-01-31', True), ('"2026-01-31"', True), ('2026-02-30', False), ('31.1.2026', False)],
)
def test_a_date_is_a_day(date: str, *, right: bool) -> None:
    reading = read(with_front_matter(f'date: {date}'))
    assert reading.matchup is not None
    assert reading.matchup.date == date.strip('"')
    assert bool(reading.problems) is not right


def test_empty_values_say_nothing() -> None:
    found = matchup(with_front_matter('id:', 'tags:', 'source: ""', 'summary:', 'personas: []'))
    assert (found.id, found.tags, found.source, found.summary) == ('', (), '', '')
    assert found.key == 'pot-vs-cup'
    assert [quote.found for quote in found.occurrences] == ['position'] * 4


def test_personas_of_a_product_that_the_title_does_not_name_are_reported() -> None:
    reading = read(with_front_matter('personas:', '  Pot: [Founder]', '  Kup: [Skeptic]'))
    assert [problem.line for problem in reading.problems] == [4]


def test_a_list_of_personas_for_a_product_too_many_is_reported() -> None:
    reading = read(with_front_matter('personas:', '- [PM]', '- [Founder]', '- [Skeptic]'))
    assert [problem.line for problem in reading.problems] == [5]


@pytest.mark.parametrize('name', ['pot pro', 'Pot_Pro', 'POT-PRO', 'pot-pro', 'Pot\u00a0Pro'])
def test_personas_find_their_product_by_whatever_spelling(name: str) -> None:
    text = with_front_matter('personas:', f'  {name}: [Founder]', title='Pot Pro vs Cup')
    assert outline(read(text))[1:3] == [
        '7:1 round 1 pot-pro, founder (label): a',
        '9:1 round 1 cup, builder (position): b',
    ]


@pytest.mark.parametrize('blank', ['""', '" "', ''])
def test_a_blank_persona_does_not_shift_the_rounds(blank: str) -> None:
    """The panel seats that round, as it does for every round that the list leaves out."""
    found = matchup(with_front_matter('personas:', f'- {blank}', '- Founder'))
    assert [quote.persona for quote in found.occurrences] == [
        'builder',
        'builder',
        'founder',
        'founder',
    ]


@pytest.mark.parametrize('name', ['pm', 'PM', 'The PM', 'the pm', 'The\u00a0PM', 'Pm '])
def test_personas_are_found_by_name_or_key_with_or_without_an_article(name: str) -> None:
    reading = read(with_front_matter(f'personas: ["{name}"]'))
    assert reading.problems == ()
    assert reading.matchup is not None
    assert [quote.persona for quote in reading.matchup.occurrences[:2]] == ['pm', 'pm']


def test_a_persona_of_the_settings_is_known() -> None:
    declarations = Declarations(
        DEFAULT_PANEL, (*DEFAULT_PERSONAS, Persona('driver', 'The Bus Driver'))
    )
    reading = read(with_front_matter('personas: [the bus driver, driver]'), declarations)
    assert reading.problems == ()
    assert reading.matchup is not None
    assert [quote.persona for quote in reading.matchup.occurrences] == ['driver'] * 4


def test_declared_products_give_their_keys_to_names_in_the_front_matter() -> None:
    known = declare(Product('p1', 'Pot', ('The Pot',), declared=True))
    found = matchup(with_front_matter('products: [The Pot, Cup]', title='x'), known)
    assert [(p.key, p.name, p.declared) for p in found.products] == [
        ('p1', 'The Pot', False),
        ('cup', 'Cup', False),
    ]


def test_a_key_in_the_front_matter_comes_before_a_declared_one() -> None:
    known = declare(Product('p1', 'Pot', declared=True))
    found = matchup(with_front_matter('products: [{name: Pot, key: My Pot}, Cup]'), known)
    assert [(p.key, p.declared) for p in found.products] == [('my-pot', True), ('cup', False)]


def test_the_id_makes_the_key() -> None:
    found = matchup(with_front_matter('id: Tea  War!'))
    assert found.id == 'Tea War!'
    assert found.key == 'tea-war-3526cffa'
    assert found.title == 'Pot vs Cup'

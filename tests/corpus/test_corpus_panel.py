"""Who speaks in which round."""

from __future__ import annotations

import pytest
from corpus_support import declare, matchup, outline, read, seed

from sphinx_matchups.corpus import DEFAULT_PANEL, DEFAULT_PERSONAS, Declarations, Persona, Product
from sphinx_matchups.corpus.panel import DEFAULT_DECLARATIONS, Panel, count_cues

#: A text of its own for every round, so that the fourth decides by its cues.
PLAIN = ('a', 'b') * 3
DUO = Declarations(
    panel=(('cook',), ('cook', 'guest')),
    personas=(
        Persona('cook', 'The Cook', ('kitchen',)),
        Persona('guest', 'Guest of Honour', ('table',)),
        Persona('street', 'Man on the Street'),
    ),
)


def seat(text: str, number: int = 4) -> tuple[str | None, str]:
    return Panel(DEFAULT_DECLARATIONS).seat(number, text)


@pytest.mark.parametrize(
    ('number', 'persona', 'found'),
    [
        (1, 'builder', 'position'),
        (2, 'skeptic', 'position'),
        (3, 'futurist', 'position'),
        (4, 'creator', 'position'),
        (5, None, 'none'),
        (600, None, 'none'),
    ],
)
def test_seats_of_the_default_panel(number: int, persona: str | None, found: str) -> None:
    assert seat('Nothing to tell by.', number) == (persona, found)


def test_an_empty_seat_seats_nobody() -> None:
    panel = Panel(Declarations(panel=((), ('builder',)), personas=DEFAULT_PERSONAS))
    assert panel.seat(1, 'A budget.') == (None, 'none')
    assert panel.seat(2, 'A budget.') == ('builder', 'position')


def test_a_seat_of_one_needs_no_cue() -> None:
    assert seat('The founder and the PM asked the creator.', 2) == ('skeptic', 'position')


@pytest.mark.parametrize(
    ('text', 'persona'),
    [
        ('A creator.', 'creator'),
        ('For NON-DEVELOPERS.', 'creator'),
        ('They vibe-code.', 'creator'),
        ('A design brief.', 'creator'),
        ('The job-to-be-done.', 'pm'),
        ('Many user stories, one backlog.', 'pm'),
        ('Its moat.', 'founder'),
        ('Investors ask.', 'founder'),
        ('Their go-to-market.', 'founder'),
        ('The backlog needs a budget and pricing.', 'founder'),
        ('A budget, a backlog, a roadmap.', 'pm'),
    ],
)
def test_the_persona_with_most_cues_speaks_in_round_four(text: str, persona: str) -> None:
    assert seat(text) == (persona, 'cue')


def test_at_a_draw_the_first_of_the_seat_speaks() -> None:
    assert seat('A moat and a roadmap.') == ('pm', 'cue')
    assert seat('A moat, a roadmap and a designer.') == ('creator', 'cue')


@pytest.mark.parametrize(
    ('text', 'count'),
    [
        ('', 0),
        ('moat', 1),
        ('Moat MOATS moat', 1),
        ('moats, budget', 2),
        ('moated', 0),
        ('demoat', 0),
        ('moat_', 0),
        ('“moat”—budget/revenue.', 3),
        ('business  model', 0),
        ('business model', 1),
    ],
)
def test_a_cue_is_a_whole_word_in_any_case_or_its_plural(text: str, count: int) -> None:
    founder = DEFAULT_PERSONAS[5]
    assert founder.key == 'founder'
    assert count_cues(text, founder.cues) == count


def test_cues_are_no_patterns() -> None:
    assert count_cues('a.b', ('a.b', '(', 'c+')) == 1
    assert count_cues('axb', ('a.b', '(', 'c+')) == 0
    assert count_cues('Go for c+ now', ('c+',)) == 1


def test_without_cues_nothing_is_counted() -> None:
    assert count_cues('anything', ()) == 0


def test_every_cue_tells_its_persona_alone() -> None:
    for persona in DEFAULT_PERSONAS:
        for cue in persona.cues:
            assert seat(f'So: {cue}!') == (persona.key, 'cue'), cue


def test_products_of_one_round_may_have_different_personas() -> None:
    found = matchup(seed('Pot vs Cup', *PLAIN, 'A moat.', 'A roadmap.'))
    assert [(q.persona, q.found) for q in found.occurrences[6:]] == [
        ('founder', 'cue'),
        ('pm', 'cue'),
    ]


def test_a_line_break_inside_a_cue_of_two_words_does_not_hide_it() -> None:
    found = matchup(seed('Pot vs Cup', *PLAIN, 'A user\nstory.', 'b'))
    assert found.occurrences[6].persona == 'pm'


def test_a_panel_of_its_own() -> None:
    reading = read(seed('Pot vs Cup', 'a', 'b', 'In the kitchen.', 'At the table.', 'c', 'd'), DUO)
    assert outline(reading) == [
        '1 pot-vs-cup: Pot | Cup',
        '3:1 round 1 pot, cook (position): a',
        '5:1 round 1 cup, cook (position): b',
        '7:1 round 2 pot, cook (cue): In the kitchen.',
        '9:1 round 2 cup, guest (cue): At the table.',
        '11:1 round 3 pot, nobody (none): c',
        '13:1 round 3 cup, nobody (none): d',
        '! rounds 13',
    ]


@pytest.mark.parametrize(
    ('written', 'persona'),
    [
        ('The Cook', 'cook'),
        ('the cook', 'cook'),
        ('cook', 'cook'),
        ('COOK', 'cook'),
        ('The\u00a0Cook', 'cook'),
        ('Guest of Honour', 'guest'),
        ('the guest-of-honour', 'guest'),
        ('The guest', 'guest'),
        ('Man on the Street', 'street'),
        ('The man on the street', 'street'),
    ],
)
def test_attributions_find_personas_by_name_or_key(written: str, persona: str) -> None:
    reading = read(f'Pot vs Cup\n\n“a”\n— {written}\n\n“b”\n— {written} on Cup: ok', DUO)
    assert reading.problems == ()
    assert reading.matchup is not None
    assert [q.persona for q in reading.matchup.occurrences] == [persona, persona]
    assert [q.product for q in reading.matchup.occurrences] == ['pot', 'cup']
    assert [q.verdict for q in reading.matchup.occurrences] == [None, 'ok']


@pytest.mark.parametrize('written', ['The Skeptic', 'the  skeptic', 'The\u00a0Skeptic', 'SKEPTIC'])
def test_the_article_is_no_part_of_the_name(written: str) -> None:
    reading = read(f'Pot vs Cup\n\n“a”\n— {written}\n\n“b”')
    assert reading.problems == ()
    assert reading.matchup is not None
    assert reading.matchup.occurrences[0].persona == 'skeptic'


@pytest.mark.parametrize('written', ['Pot\u00a0Pro', 'pot-pro', 'POT  PRO', 'Pot_Pro'])
def test_attributions_find_products_by_whatever_spelling(written: str) -> None:
    """Names with one key are one product, and no-break spaces are white space."""
    reading = read(f'Cup vs Pot Pro\n\n“a”\n— PM on {written}: ok\n\n“b”')
    assert reading.problems == ()
    assert reading.matchup is not None
    assert [q.product for q in reading.matchup.occurrences] == ['pot-pro', 'cup']
    assert reading.matchup.occurrences[0].verdict == 'ok'


# https://github.com/sphinx-doc/sphinx/issues/2403
@pytest.mark.parametrize(
    ('written', 'key'), [('Operator', 'op-1'), ('operator', 'op-2'), ('op-1', 'op-1')]
)
def test_the_exact_spelling_of_a_product_comes_first(written: str, key: str) -> None:
    known = declare(
        Product('op-1', 'Operator', declared=True), Product('op-2', 'operator', declared=True)
    )
    found = matchup(f'Operator vs operator\n\n“a”\n— PM on {written}\n\n“b”', known)
    assert found.occurrences[0].product == key


def test_attributions_find_products_by_alias() -> None:
    known = declare(Product('p1', 'Pot Pro', ('PP',), declared=True))
    reading = read('Cup vs Pot Pro\n\n“a”\n— PM on PP: ok\n\n“b”', known)
    assert reading.problems == ()
    assert reading.matchup is not None
    assert [q.product for q in reading.matchup.occurrences] == ['p1', 'cup']


def test_attributions_tell_products_of_one_name_apart_by_key() -> None:
    front = 'products: [{name: Mercury, key: car}, {name: Mercury, key: planet}]'
    text = f'---\n{front}\n---\nx\n\n“a”\n— PM on planet\n\n“b”\n— PM on car'
    assert [q.product for q in matchup(text).occurrences] == ['planet', 'car']


def test_the_persona_of_an_attribution_may_be_called_like_a_product() -> None:
    found = matchup('PM vs Cup\n\n“a”\n— PM on PM\n\n“b”\n— PM')
    assert [(q.product, q.persona) for q in found.occurrences] == [('pm', 'pm'), ('cup', 'pm')]


def test_personas_that_seeds_bring_along_keep_the_names_they_write() -> None:
    found = matchup('Pot vs Cup\n\n“a”\n— The Bus Driver\n\n“b”\n— Déjà Vu')
    assert [(p.key, p.name) for p in found.personas] == [
        ('bus-driver', 'Bus Driver'),
        ('deja-vu-6f0a6207', 'Déjà Vu'),
    ]


def test_the_voice_of_nobody_is_the_round() -> None:
    found = matchup(seed('Pot vs Cup', *PLAIN, 'a', 'b', 'c'))
    assert found.occurrences[-1].voice == 'round-5'
    assert found.occurrences[0].voice == 'builder'


def test_rounds_are_in_title_order_whatever_the_order_in_the_seed() -> None:
    found = matchup('Pot vs Cup\n\n“a”\n— PM on Cup\n\n“b”\n— PM on Pot\n\n“c”\n— PM on Cup')
    assert [[q.text for q in quotes] for quotes in found.rounds] == [['b', 'a'], ['c']]


def test_the_panel_counts_its_rounds_and_finds_personas() -> None:
    panel = Panel(DUO)
    assert panel.rounds == 2
    assert Panel(Declarations(DEFAULT_PANEL, DEFAULT_PERSONAS)).rounds == 4
    assert panel.find('guest of honour') == 'guest'
    assert panel.find('GUEST') == 'guest'
    assert panel.find('nobody') is None
    assert panel.find('') is None

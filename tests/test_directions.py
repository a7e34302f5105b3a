"""Which way text runs, against an implementation of Unicode's whole algorithm."""

from __future__ import annotations

import bidi
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_matchups.directions import base_level, has_right_to_left, levels, script_of
from sphinx_matchups.words import name_pieces

#: Letters of both directions, digits of both kinds, signs beside numbers, brackets and a mark.
SIGNS = 'שלםتاب٣٤abc123,.:/+-%$#()[]{}!?—“” \N{HEBREW POINT HOLAM}'


def in_order_of_drawing(text: str, base: int) -> str:
    """The characters from left to right, by their levels (rule L2)."""
    found = levels(text, 1 if base else 0)
    order = list(range(len(text)))
    for level in range(max(found, default=0), 0, -1):
        end = 0
        for start in range(len(order)):
            if start >= end and found[order[start]] >= level:
                end = start
                while end < len(order) and found[order[end]] >= level:
                    end += 1
                order[start:end] = reversed(order[start:end])
    return ''.join(text[place] for place in order)


@settings(max_examples=400)
@given(st.text(SIGNS, max_size=14), st.sampled_from([0, 1]))
def test_characters_are_drawn_in_the_order_of_unicode(text: str, base: int) -> None:
    # White space at the end of a line has a rule of its own, which TeX does not need.
    text = text.strip()
    assert in_order_of_drawing(text, base) == bidi.get_display(text, base_dir='LR'[base])


@pytest.mark.parametrize(
    ('text', 'base', 'expected'),
    [
        ('tea שלום tea', 0, '0000111' + '1' + '0000'),
        ('שלום 42 tea', 0, '11111' + '22' + '0000'),
        ('שלום (tea) 3.5%', 1, '1111' + '11' + '222' + '11' + '2222'),
    ],
)
def test_levels_tell_what_stands_inside_what(text: str, base: int, expected: str) -> None:
    assert ''.join(map(str, levels(text, 1 if base else 0))) == expected


@pytest.mark.parametrize(
    ('text', 'base', 'any_letter'),
    [
        ('Tea', 0, False),
        ('— שלום tea', 1, True),
        ('1. tea שלום', 0, True),
        ('إبريق', 1, True),
        ('42', 0, False),
        ('', 0, False),
    ],
)
def test_first_letter_gives_the_direction(text: str, base: int, any_letter: bool) -> None:
    assert (base_level(text), has_right_to_left(text)) == (base, any_letter)


@pytest.mark.parametrize(
    ('text', 'script'),
    [
        ('שלום tea', 'Hebrew'),
        ('שלום إبريق', 'Arabic'),
        ('ܫܠܡܐ', 'Syriac'),
        ('ދިވެހި', 'Thaana'),
        ('ߒߞߏ', 'NKo'),
    ],
)
def test_script_is_the_one_that_joins_its_letters(text: str, script: str) -> None:
    assert script_of(text) == script


@pytest.mark.parametrize(
    ('title', 'pieces'),
    [
        ('Cup vs Mug', ['Cup vs Mug']),
        ('קומקום vs Pot', ['קומקום', ' vs ', 'Pot']),
        ('Pot vs קומקום vs Urn 2', ['Pot', ' vs ', 'קומקום', ' vs ', 'Urn 2']),
        ('קומקוםvs vs Pot', ['קומקוםvs', ' vs ', 'Pot']),
    ],
)
def test_title_with_a_name_from_right_to_left_is_taken_apart(
    title: str, pieces: list[str]
) -> None:
    assert name_pieces('matchup', title) == pieces
    assert name_pieces('product', title) == [title]

"""Which way text runs, for formats whose readers do not find it out themselves.

Unicode's bidirectional algorithm (UAX 9), as far as text without codes for directions needs it:
the levels of the characters, even from left to right and odd from right to left, each inside the
one below it.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Letters that are written from right to left, by the blocks that Unicode keeps for them.
_RIGHT_TO_LEFT = re.compile(
    '[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]'
)
_STRONG = {'L': 'L', 'R': 'R', 'AL': 'R'}
_NUMBERS = {'EN', 'AN'}
#: Marks and codes that go with the character before them.
_CARRIED = {'NSM', 'BN', 'LRE', 'RLE', 'LRO', 'RLO', 'PDF', 'LRI', 'RLI', 'FSI', 'PDI'}
_BRACKETS = {'(': ')', '[': ']', '{': '}'}
#: The names of scripts for fonts, where letters are joined or marks are placed.
_SCRIPTS = {
    'ARABIC': 'Arabic',
    'SYRIAC': 'Syriac',
    'THAANA': 'Thaana',
    'NKO': 'NKo',
    'MANDAIC': 'Mandaic',
    'ADLAM': 'Adlam',
}


def has_right_to_left(text: str) -> bool:
    """Whether any letter is written from right to left."""
    return bool(_RIGHT_TO_LEFT.search(text))


def base_level(text: str) -> Literal[0, 1]:
    """The level of a whole text: 1 if its first letter is written from right to left."""
    for sign in text:
        if strong := _STRONG.get(unicodedata.bidirectional(sign)):
            return 1 if strong == 'R' else 0
    return 0


def levels(text: str, base: Literal[0, 1]) -> list[int]:
    """The level of each character of a paragraph."""
    direction = 'R' if base else 'L'
    kinds = _with_numbers([unicodedata.bidirectional(sign) for sign in text], direction)
    _resolve_brackets(text, kinds, direction)
    _resolve_neutrals(kinds, direction)
    level_of = {'L': 2 if base else 0, 'R': 1, 'EN': 2, 'AN': 2}
    return [level_of[kind] for kind in kinds]


def script_of(text: str) -> str:
    """The script that letters from right to left belong to; one that joins them goes first."""
    found = {
        unicodedata.name(sign, '').partition(' ')[0]
        for sign in text
        if unicodedata.bidirectional(sign) in {'R', 'AL'}
    }
    return next((_SCRIPTS[name] for name in _SCRIPTS if name in found), 'Hebrew')


def _with_numbers(kinds: Sequence[str], base: str) -> list[str]:
    """The kinds of characters as L, R, EN, AN and ON alone (rules W1 to W7)."""
    carried = list(_with_carried(kinds, base))
    last, letters = base, []
    for kind in carried:
        last = kind if kind in _STRONG else last
        letters.append('AN' if kind == 'EN' and last == 'AL' else kind)
    found = _with_signs_of_numbers(letters)
    last = base
    for place, kind in enumerate(found):
        last = _STRONG.get(kind, last)
        if kind in _STRONG or (kind, last) == ('EN', 'L'):
            found[place] = last
        elif kind not in _NUMBERS:
            found[place] = 'ON'
    return found


def _with_carried(kinds: Sequence[str], base: str) -> Iterator[str]:
    before = base
    for kind in kinds:
        before = before if kind in _CARRIED else kind
        yield before


def _with_signs_of_numbers(kinds: list[str]) -> list[str]:
    """A separator between digits and the signs beside them belong to the number."""
    found = list(kinds)
    for place in range(1, len(found) - 1):
        before, kind, after = found[place - 1 : place + 2]
        separates = (kind == 'CS' and before in _NUMBERS) or (before, kind) == ('EN', 'ES')
        if separates and before == after:
            found[place] = before
    start = 0
    for kind, group in groupby(list(found)):
        end = start + len(list(group))
        if kind == 'ET' and 'EN' in (found[start - 1 : start] + found[end : end + 1]):
            found[start:end] = ['EN'] * (end - start)
        start = end
    return found


def _as_strong(kind: str) -> str:
    """What a character is to the neutral ones beside it: numbers count as right to left."""
    return 'R' if kind in _NUMBERS else kind


def _resolve_brackets(text: str, kinds: list[str], base: str) -> None:
    """Give both brackets of a pair one direction, and the marks on them (rule N0)."""
    for first, last in _pairs(text, kinds):
        inside = {_as_strong(kind) for kind in kinds[first + 1 : last]} - {'ON'}
        if base in inside:
            direction = base
        elif inside:
            before = [_as_strong(kind) for kind in kinds[:first] if kind != 'ON']
            direction = before[-1] if before else base
        else:
            continue
        end = last + 1
        while text[end : end + 1] and unicodedata.bidirectional(text[end]) == 'NSM':
            end += 1
        kinds[first], kinds[last:end] = direction, [direction] * (end - last)


def _pairs(text: str, kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Where the brackets of each pair stand, in the order of the first ones."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for place, sign in enumerate(text):
        if kinds[place] != 'ON':
            continue
        if sign in _BRACKETS:
            opened.append(place)
        elif sign in _BRACKETS.values():
            for depth in range(len(opened) - 1, -1, -1):
                if _BRACKETS[text[opened[depth]]] == sign:
                    pairs.append((opened[depth], place))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _resolve_neutrals(kinds: list[str], base: str) -> None:
    """What stands between two of a direction takes it, all else that of the text (N1 and N2)."""
    start = 0
    for neutral, group in groupby(list(kinds), lambda kind: kind == 'ON'):
        end = start + len(list(group))
        if neutral:
            before = _as_strong(kinds[start - 1]) if start else base
            after = _as_strong(kinds[end]) if end < len(kinds) else base
            kinds[start:end] = [before if before == after else base] * (end - start)
        start = end

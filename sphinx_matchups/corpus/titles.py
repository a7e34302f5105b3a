"""Titles: where ``A vs B`` is split, and why it cannot be."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .naming import ProductNames

_SEPARATOR_WORD = re.compile(r'vs\.?|versus', re.IGNORECASE)
_SEPARATOR = re.compile(rf'(?<=\s)(?:{_SEPARATOR_WORD.pattern})(?=\s)', re.IGNORECASE)
#: More separators than this are not tried in all combinations.
_MOST_SEPARATORS = 8
_LONGEST_SHOWN = 80


def split_title(title: str, names: ProductNames) -> tuple[list[str], list[list[str]]]:
    """Split ``A vs B`` into its products.

    Of several ways to split it, the one whose parts are all known products counts, then the
    one at every lower-case separator. Else the title is split at every separator.

    :returns: the parts, a single one if there is no separator, and the ways to split among
        which nothing decides
    """
    separators = list(_SEPARATOR.finditer(title))
    ways = _ways_to_split(title, separators)
    if len(ways) < 2:
        return (ways or [[title]])[0], []
    known = [parts for parts in ways if all(names.knows(part) for part in parts)]
    if known:
        return known[0], []
    lower = [separator for separator in separators if separator[0].islower()]
    if lower and (parts := _split_at(title, lower)):
        return parts, []
    return ways[0], ways


def _ways_to_split(title: str, separators: list[re.Match[str]]) -> list[list[str]]:
    """Every way to split without an empty part, the ones with most parts first."""
    if len(separators) > _MOST_SEPARATORS:
        lower = [separator for separator in separators if separator[0].islower()]
        splits = [_split_at(title, chosen) for chosen in (separators, lower)]
        return [parts for parts in splits if len(parts) > 1]
    ways: list[list[str]] = []
    for count in range(len(separators), 0, -1):
        chosen = itertools.combinations(separators, count)
        ways.extend(parts for each in chosen if (parts := _split_at(title, each)))
    return ways


def _split_at(title: str, separators: Sequence[re.Match[str]]) -> list[str]:
    """The parts between the separators; none if one of them is empty."""
    starts = [0, *(separator.end() for separator in separators)]
    ends = [*(separator.start() for separator in separators), len(title)]
    parts = [title[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    return parts if all(parts) else []


def why_not_split(title: str) -> str:
    """What is wrong with a title that names no two products."""
    shown = shown_in_message(title)
    words = title.split()
    for side, word in (('before', words[0]), ('after', words[-1])):
        if _SEPARATOR_WORD.fullmatch(word):
            return f"the title '{shown}' names nothing {side} '{word}'; expected 'A vs B'"
    if _SEPARATOR.search(title):
        return f"the title '{shown}' names nothing between two 'vs'; expected 'A vs B'"
    return f"the title '{shown}' has no 'vs' between two products; expected 'A vs B'"


def shown_in_message(text: str) -> str:
    """The text as far as a message needs it."""
    return text if len(text) <= _LONGEST_SHOWN else f'{text[: _LONGEST_SHOWN - 1]}…'

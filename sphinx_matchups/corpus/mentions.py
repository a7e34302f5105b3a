"""Product names inside quotes: which there are, and where they stand.

A name counts as it is written, in its case, and where it is no part of a longer name:
``Qwen2.5`` is not in ``Qwen2.5-VL-3B``, nor ``Kettle`` in ``Kettle 2.0``. Rather no mention than
a wrong one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .naming import families
from .syntax import code_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .model import Product, Quote

# Scripts that write words without spaces: each of their signs is taken as a word.
_UNSPACED = '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
# Patterns are compiled when they are first used: a build in which no seed changed needs none.
_WORD = rf'[{_UNSPACED}]|[^\W_{_UNSPACED}]+'
_IS_UNSPACED = f'[{_UNSPACED}]'
#: Signs that mean the same in a name and in a text.
_VARIANTS = str.maketrans({'\u00a0': ' ', '\u202f': ' ', '\u2011': '-'})
_GOES_ON = r"""(?x)
    [\w+\#@]        # C in C++ or C#
  | [.\-] [^\W_]    # Node in Node.js, Qwen2.5 in Qwen2.5-VL; not the end of a sentence
  | [ ] v?\d        # Kettle in Kettle 2.0
"""
_BEGAN_EARLIER = r'[\w@#$\\]$|[^\W_][.\-]$'
_ADDRESS = r'://|^[/~.]|\.\w|/.*/'
# A single sign is a letter, a mark or a numeral more often than a name.
_SHORTEST = 2
#: So many signs of the text on either side of a mention are shown at most.
_AROUND = 60


class Hit(NamedTuple):
    """A name in a text, and the indices where it begins and ends."""

    name: str
    start: int
    end: int


class NameFinder:
    """Finds names in texts, in a time that does not grow with the number of names."""

    def __init__(self, names: Iterable[str]) -> None:
        #: The names by their first word, with its index in them, the longest first.
        self._by_word: dict[str, list[tuple[str, str, int]]] = {}
        self._wordless: list[tuple[str, str]] = []
        for name in sorted(set(names), key=lambda name: (-len(name), name)):
            if len(name) < _SHORTEST:
                continue
            plain = name.translate(_VARIANTS)
            if word := re.search(_WORD, plain):
                self._by_word.setdefault(word[0], []).append((plain, name, word.start()))
            else:
                self._wordless.append((plain, name))

    def find(self, text: str) -> list[Hit]:
        """The names in a text, in order; of names that overlap the first, then the longest."""
        # Most texts hold none, which is told much faster than where one stands.
        if not self._wordless and self._by_word.keys().isdisjoint(re.findall(_WORD, text)):
            return []
        plain = text.translate(_VARIANTS)
        candidates = [*self._starting_with_words(plain), *self._without_words(plain)]
        hits: list[Hit] = []
        for hit in sorted(candidates, key=lambda hit: (hit.start, -hit.end)):
            free = not hits or hit.start >= hits[-1].end
            if free and _stands_alone(plain, hit.start, hit.end):
                hits.append(hit)
        return hits

    def _starting_with_words(self, text: str) -> Iterator[Hit]:
        for word in re.finditer(_WORD, text):
            for plain, name, offset in self._by_word.get(word[0], ()):
                start = word.start() - offset
                if start >= 0 and text.startswith(plain, start):
                    yield Hit(name, start, start + len(plain))

    def _without_words(self, text: str) -> Iterator[Hit]:
        for plain, name in self._wordless:
            start = text.find(plain)
            while start >= 0:
                yield Hit(name, start, start + len(plain))
                start = text.find(plain, start + len(plain))


class Mention(NamedTuple):
    """A place in a text that names products."""

    name: str
    start: int
    end: int
    #: The keys of the products of this name or alias; more than one if they share it.
    products: tuple[str, ...]
    #: Where no product bears the name: those whose family it names, such as ``Kettle`` for
    #: ``Kettle 1.0`` and ``Kettle 2.0``.
    versions: tuple[str, ...] = ()


class MentionFinder:
    """Finds the products that texts name.

    :param products: all that are known
    """

    def __init__(self, products: Iterable[Product] = ()) -> None:
        self._bearers: dict[str, dict[str, None]] = {}
        self._versions: dict[str, dict[str, None]] = {}
        for product in products:
            for name in (product.name, *product.aliases):
                self._bearers.setdefault(name, {})[product.key] = None
                for family in families(name):
                    self._versions.setdefault(family, {})[product.key] = None
        self._finder = NameFinder([*self._bearers, *self._versions])

    def find(self, text: str, about: str = '') -> list[Mention]:
        """The mentions in a text without code, in order.

        :param about: the key of the product that the text is about, which it does not mention
        """
        found = []
        for hit in self._finder.find(text):
            products = tuple(self._bearers.get(hit.name, ()))
            versions = () if products else tuple(self._versions[hit.name])
            if about not in products and about not in versions:
                found.append(Mention(*hit, products, versions))
        return found

    def find_in_quote(self, quote: Quote) -> list[Mention]:
        """The mentions in a quote, with indices into its text as it is shown."""
        found: list[Mention] = []
        start = 0
        for part, is_code in code_spans(quote.text):
            if not is_code:
                found += [
                    mention._replace(start=start + mention.start, end=start + mention.end)
                    for mention in self.find(part, quote.product)
                ]
            start += len(part)
        return found


def words_around(quote: Quote, mention: Mention) -> tuple[str, str, str]:
    """The text of a quote before a mention, the mention, and the text after it, a few words each.

    Where something is left out there is an ellipsis.
    """
    text = ''.join(part for part, _ in code_spans(quote.text))
    before, after = text[: mention.start], text[mention.end :]
    if len(before) > _AROUND:
        before = f'…{_from_word(before[-_AROUND:])}'
    if len(after) > _AROUND:
        after = f'{_to_word(after[:_AROUND])}…'
    return before, text[mention.start : mention.end], after


def _from_word(text: str) -> str:
    """The text from its first whole word on, white space before it too."""
    start = text.find(' ')
    return text[start:] if start >= 0 else text


def _to_word(text: str) -> str:
    """The text up to its last whole word, white space after it too."""
    end = text.rfind(' ')
    return text[: end + 1] if end >= 0 else text


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether what is found is no part of a longer name or of an address."""
    before, after = text[max(start - 2, 0) : start], text[end : end + 3]
    if re.search(_BEGAN_EARLIER, before) and not _is_border(before[-1], text[start]):
        return False
    if re.match(_GOES_ON, after) and not _is_border(text[end - 1], after[0]):
        return False
    if before.endswith('/') or after.startswith('/'):
        head, tail = text[:start].rpartition(' ')[2], text[end:].partition(' ')[0]
        return not re.search(_ADDRESS, head + text[start:end] + tail.rstrip('.'))
    return True


def _is_border(one: str, other: str) -> bool:
    """Whether a word ends between two signs, since one of them is a word of its own."""
    return re.match(_IS_UNSPACED, one) is not None or re.match(_IS_UNSPACED, other) is not None

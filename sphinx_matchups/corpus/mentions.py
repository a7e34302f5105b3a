"""Product names inside quotes: which there are, and where they stand.

A name counts as it is written, in its case, and where it is no part of a longer name:
``Qwen2.5`` is not in ``Qwen2.5-VL-3B``, nor ``Kettle`` in ``Kettle 2.0``. Rather no mention than
a wrong one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from .naming import families
from .syntax import code_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .model import Product

# Scripts that write words without spaces: each of their signs is taken as a word. They are Lao
# and Thai, Burmese, Khmer, the Japanese syllables, and Chinese.
_UNSPACED = '\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff'
_UNSPACED += '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
# Korean puts particles right behind a name. Behind a name in another script they are told apart.
_HANGUL = '\uac00-\ud7a3'
# Patterns are compiled when they are first used: a build in which no seed changed needs none.
_WORD = rf'[{_UNSPACED}]|[{_HANGUL}]+|[^\W_{_UNSPACED}{_HANGUL}]+'
_IS_UNSPACED = f'[{_UNSPACED}]'
_IS_HANGUL = f'[{_HANGUL}]'
#: Signs that mean the same in a name and in a text.
_VARIANTS = str.maketrans({'\u00a0': ' ', '\u202f': ' ', '\u2011': '-', '\u2019': "'"})
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

    #: As :func:`plain_name` gives it.
    name: str
    start: int
    end: int


def plain_name(name: str) -> str:
    """The name with all that is taken for the same in a text made equal."""
    return unicodedata.normalize('NFC', name).translate(_VARIANTS)


class NameFinder:
    """Finds names in texts, in a time that does not grow with the number of names.

    :param names: each as :func:`plain_name` gives it
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name for name in names if len(name) >= _SHORTEST}
        #: By the first word of names: its index in them, and their length.
        self._shapes: dict[str, set[tuple[int, int]]] = {}
        self._wordless: list[str] = []
        for name in sorted(self._names):
            if word := re.search(_WORD, name):
                self._shapes.setdefault(word[0], set()).add((word.start(), len(name)))
            else:
                self._wordless.append(name)

    def find(self, text: str) -> list[Hit]:
        """The names in a text, in order; of names that overlap the first, then the longest."""
        plain, places = text.translate(_VARIANTS), None
        if not unicodedata.is_normalized('NFC', plain):
            plain, places = _composed(plain)
        # Most texts hold none, which is told much faster than where one stands.
        if not self._wordless and self._shapes.keys().isdisjoint(re.findall(_WORD, plain)):
            return []
        candidates = [*self._starting_with_words(plain), *self._without_words(plain)]
        hits: list[Hit] = []
        for hit in sorted(candidates, key=lambda hit: (hit.start, -hit.end)):
            free = not hits or hit.start >= hits[-1].end
            if free and _stands_alone(plain, hit.start, hit.end):
                hits.append(hit)
        if places is None:
            return hits
        return [Hit(hit.name, places[hit.start], places[hit.end]) for hit in hits]

    def _starting_with_words(self, text: str) -> Iterator[Hit]:
        for word in re.finditer(_WORD, text):
            for offset, length in self._shapes.get(word[0], ()):
                start = word.start() - offset
                name = text[start : start + length] if start >= 0 else ''
                if name in self._names:
                    yield Hit(name, start, start + length)

    def _without_words(self, text: str) -> Iterator[Hit]:
        for name in self._wordless:
            start = text.find(name)
            while start >= 0:
                yield Hit(name, start, start + len(name))
                start = text.find(name, start + len(name))


def _composed(text: str) -> tuple[str, list[int]]:
    """The text with each accent in its letter, and where its signs and its end stood before."""
    composed, places, start = '', [], 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not unicodedata.combining(text[end]):
            signs = unicodedata.normalize('NFC', text[start:end])
            composed += signs
            places += [start] * len(signs)
            start = end
    return composed, [*places, len(text)]


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
            for name in map(plain_name, (product.name, *product.aliases)):
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

    def find_in_quote(self, text: str, about: str) -> list[Mention]:
        """The mentions in a quote about a product, with indices into its text as it is shown."""
        found: list[Mention] = []
        start = 0
        for part, is_code in code_spans(text):
            if not is_code:
                found += [
                    mention._replace(start=start + mention.start, end=start + mention.end)
                    for mention in self.find(part, about)
                ]
            start += len(part)
        return found


def linked_mentions(mentions: Iterable[Mention], setting: str) -> list[tuple[int, int, str]]:
    """The mentions on one card that become links: where they begin and end, and the product.

    :param setting: ``first``, ``all`` or ``off``
    """
    linked: list[tuple[int, int, str]] = []
    seen: set[str] = set()
    for mention in mentions if setting != 'off' else ():
        product = mention.products[0] if len(mention.products) == 1 else ''
        if product and not (setting == 'first' and product in seen):
            seen.add(product)
            linked.append((mention.start, mention.end, product))
    return linked


def words_around(quoted: str, mention: Mention) -> tuple[str, str, str]:
    """The text of a quote before a mention, the mention, and the text after it, a few words each.

    Where something is left out there is an ellipsis.
    """
    text = ''.join(part for part, _ in code_spans(quoted))
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
    if re.match(_IS_UNSPACED, one) or re.match(_IS_UNSPACED, other):
        return True
    return (re.match(_IS_HANGUL, one) is None) != (re.match(_IS_HANGUL, other) is None)

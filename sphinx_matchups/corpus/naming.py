"""Keys, and how a written name finds the product, persona or matchup it means.

A key is a pure function of a name, so it is the same in every project, in every order of
reading and in every process. It holds only ``a-z 0-9 . -``.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .model import Product

SPELLED_OUT = {'+': 'plus', '#': 'sharp', '&': 'and', '@': 'at'}
_SEPARATORS = re.compile(r'[\s_-]+')
_SPELLABLE = re.compile('|'.join(re.escape(sign) for sign in SPELLED_OUT))
_LOSSLESS = re.compile(r'[a-z0-9.]+(?:-[a-z0-9.]+)*')
_UNREADABLE = re.compile(r'[^a-z0-9.]+')
_HASH_LENGTH = 8
_LONGEST_VERSION = 24
_ARTICLE = re.compile(r'^the\s+', re.IGNORECASE)
_LAST_VERSION = re.compile(r'[\s_-]+v?\d[\d.]*[A-Za-z]{0,2}$')


def fold(name: str) -> str:
    """The name with case, compatibility forms and kinds of separators made equal."""
    folded = unicodedata.normalize('NFKC', unicodedata.normalize('NFKC', name).casefold())
    return _SEPARATORS.sub('-', folded.strip())


@functools.lru_cache(maxsize=65536)
def make_key(name: str) -> str:
    """The key of a name: ASCII and never empty.

    Case folds, white space, hyphens and underscores become ``-``, dots and digits stay,
    ``+ # & @`` are spelled out. Where anything else is lost or transliterated, the key ends
    in a short hash of the folded name, so that different names keep different keys.
    """
    folded = fold(name)
    spelled = _SPELLABLE.sub(lambda sign: f'-{SPELLED_OUT[sign[0]]}-', folded)
    key = _SEPARATORS.sub('-', spelled)
    if key.strip('-') and folded == folded.strip('-'):
        key = key.strip('-')
    if _LOSSLESS.fullmatch(key):
        return key
    from text_unidecode import unidecode

    digest = hashlib.sha256(folded.encode('utf-8', 'surrogatepass')).hexdigest()[:_HASH_LENGTH]
    readable = _UNREADABLE.sub('-', unidecode(key).lower()).strip('-.')
    return f'{readable}-{digest}' if readable else digest


def families(name: str) -> list[str]:
    """What is left of a name without its last version, and without the one before, and so on.

    A version is a number behind a space or hyphen, with a ``v`` before it or two letters after
    it at most: ``Gemma 3 4B`` is a ``Gemma 3``, and that is a ``Gemma``.
    """
    found = []
    while match := _LAST_VERSION.search(name, max(len(name) - _LONGEST_VERSION, 0)):
        name = name[: match.start()]
        if not name:
            break
        found.append(name)
    return found


def without_article(name: str) -> str:
    """The name of a persona as the panel has it: ``The Skeptic`` is the ``Skeptic``."""
    return _ARTICLE.sub('', name.strip())


def make_persona_key(name: str) -> str:
    """The key that the name of a persona makes, an article apart."""
    return make_key(without_article(name))


def split_quote_name(name: str) -> tuple[str, str, int]:
    """Split ``product/persona`` or ``product/persona/2`` at its last slashes."""
    product, _, persona = name.rpartition('/')
    number = persona
    if '/' in product and number.isdecimal() and number.isascii() and len(number) < 10:
        product, _, persona = product.rpartition('/')
        return product, persona, int(number)
    return product, persona, 1


def make_quote_key(name: str) -> str:
    """The key that the name of a quote makes."""
    product, persona, number = split_quote_name(name)
    key = f'{make_key(product)}/{make_persona_key(persona)}'
    return key if number == 1 else f'{key}/{number}'


def name_order(name: str, key: str) -> tuple[str, str, str]:
    """Sorts names as people expect, without accents and case, the same on every system."""
    plain = unicodedata.normalize('NFKD', name.casefold())
    return ''.join(sign for sign in plain if not unicodedata.combining(sign)), name, key


def suggest(name: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """At most three known names that look like this one, sorted.

    :param cutoff: how alike they must be, from 0 to 1
    """
    by_folded: dict[str, str] = {}
    for candidate in sorted(set(known)):
        by_folded.setdefault(candidate.casefold(), candidate)
    close = difflib.get_close_matches(name.casefold(), by_folded, n=3, cutoff=cutoff)
    return sorted(by_folded[folded] for folded in close)


def did_you_mean(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """A clause that suggests the known names near this one; empty if there is none."""
    names = [f"'{candidate}'" for candidate in suggest(name, known, cutoff)]
    return f'; did you mean {" or ".join(names)}?' if names else ''


class ProductNames:
    """Finds the key that a written product name means, by the declared products."""

    def __init__(self, declared: Iterable[Product]) -> None:
        self._exact: dict[str, list[str]] = {}
        self._by_key: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}
        for product in declared:
            self._shown.setdefault(product.key, product.name)
            for name in (product.name, *product.aliases):
                _add(self._exact, name, product.key)
                _add(self._by_key, make_key(name), product.key)

    def knows(self, name: str) -> bool:
        """Whether the name, written in whatever way, is that of a declared product."""
        return name in self._exact or make_key(name) in self._by_key

    def shown(self, key: str) -> str:
        """The name to show for the declared product with this key; empty if there is none.

        With its key if declared products share the name.
        """
        name = self._shown.get(key, '')
        return f'{name} ({key})' if len(self._exact.get(name, ())) > 1 else name

    def candidates(self, name: str) -> list[str]:
        """The keys that the name may mean: several if declared products share it.

        The exact spelling decides before the folded one; an undeclared name means the key
        that it makes.
        """
        found = self._exact.get(name) or self._by_key.get(make_key(name))
        return found or [make_key(name)]


def _add(keys: dict[str, list[str]], name: str, key: str) -> None:
    known = keys.setdefault(name, [])
    if key not in known:
        known.append(key)

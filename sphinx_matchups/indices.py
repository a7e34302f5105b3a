"""The domain's index pages: products, personas and matchups by initial letter."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, ClassVar, cast

from sphinx.domains import Index, IndexEntry
from sphinx.locale import _ as word_of_sphinx

from .corpus.naming import name_order
from .corpus.syntax import REPLACEMENT
from .words import index_link, index_title, word_when_asked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .domain import MatchupDomain

_SYMBOLS = 'Symbols'


class _CorpusIndex(Index):
    """An index of all objects of one type that have a place in the docs."""

    objtype: ClassVar[str]

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """One group a letter, symbols and digits first; names in the order of people."""
        domain = cast('MatchupDomain', self.domain)
        if docnames is None and f'{domain.name}-{self.name}' in domain.env.found_docs:
            return [], False  # the user has a page of this name, which would be overwritten
        wanted = None if docnames is None else set(docnames)
        listed = [
            it
            for it in domain.objects
            if it.objtype == self.objtype and (wanted is None or it.docname in wanted)
        ]
        in_latex = domain.output_format == 'latex'
        groups: dict[str, list[IndexEntry]] = {}
        for it in sorted(listed, key=lambda it: name_order(it.title, it.key)):
            # What stands for a character that could not be read stops engines of LaTeX.
            name = it.title.replace(REPLACEMENT, '?') if in_latex else it.title
            entry = IndexEntry(name, 0, it.docname, it.anchor, '', '', '')
            groups.setdefault(initial(it.title), []).append(entry)
        letters = sorted(groups, key=lambda letter: (letter != _SYMBOLS, letter))
        return [(_heading(letter), groups[letter]) for letter in letters], False


class ProductIndex(_CorpusIndex):
    """The page ``matchup-products``."""

    name = 'products'
    localname = word_when_asked(lambda: index_title('product'))
    shortname = word_when_asked(lambda: index_link('product'))
    objtype = 'product'


class PersonaIndex(_CorpusIndex):
    """The page ``matchup-personas``."""

    name = 'personas'
    localname = word_when_asked(lambda: index_title('persona'))
    shortname = word_when_asked(lambda: index_link('persona'))
    objtype = 'persona'


class MatchupIndex(_CorpusIndex):
    """The page ``matchup-index``."""

    name = 'index'
    localname = word_when_asked(lambda: index_title('matchup'))
    shortname = word_when_asked(lambda: index_link('matchup'))
    objtype = 'matchup'


INDICES = (ProductIndex, PersonaIndex, MatchupIndex)


def initial(name: str) -> str:
    """The letter that a name is listed under: without accents, all that is no letter together."""
    plain = unicodedata.normalize('NFKD', name.strip())[:1].upper()
    return plain if plain.isalpha() else _SYMBOLS


def _heading(letter: str) -> str:
    """The heading of a group, that of symbols as in the general index."""
    return word_of_sphinx(_SYMBOLS) if letter == _SYMBOLS else letter

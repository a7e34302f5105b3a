"""Where objects stand in the docs; decided after reading."""

from __future__ import annotations

from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from .cards import block_anchor, card_anchor, entry_card_anchor, name_of_voice
from .corpus.naming import name_order
from .words import quote_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .corpus import Corpus, Matchup


_NOTHING: Mapping[str, Any] = MappingProxyType({})

OBJECT_TYPES = ('product', 'persona', 'matchup', 'quote')


class Target(NamedTuple):
    """Where an object stands."""

    docname: str
    anchor: str


class Placement(NamedTuple):
    """A place of a page that shows an object."""

    #: ``matchup`` for a matchup; ``product``, ``persona`` or ``quote`` for an entry or card;
    #: the plural of a type for a list of all objects of it.
    kind: str
    #: The key of the object; for a matchup the path of its seed, for a quote the name as
    #: written; empty for a list.
    key: str
    #: The id; for a list what the ids of its rows end with; empty with ``:no-index:``.
    anchor: str
    #: Where the directive stands, relative to the source folder.
    source: str
    line: int
    #: For a product or persona: the name as the page shows it.
    name: str = ''
    #: For a matchup: the line of its title in the seed, the keys of the products shown (empty for
    #: all), and the numbers of the quotes shown.
    seed_line: int = 0
    products: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    #: The conditions of the ``only`` directives around it.
    conditions: tuple[str, ...] = ()


class Link(NamedTuple):
    """What a role of a page names."""

    #: A type of objects, or ``any``.
    role: str
    #: As written.
    name: str
    #: The conditions of the ``only`` directives around it.
    conditions: tuple[str, ...] = ()
    #: Whether it names an entry by its label or id, the name being the key.
    by_label: bool = False
    #: The page on which the entry should stand; empty for any.
    page: str = ''


class PlacedObject(NamedTuple):
    """An object that stands somewhere, as a domain lists it for Sphinx."""

    key: str
    #: The name to show.
    title: str
    objtype: str
    docname: str
    anchor: str
    #: Sphinx finds the index entries instead, since it splits the names of objects at dots.
    search_priority: int = -1


class Targets:
    """Every object's place, by what the pages have recorded.

    :param placements: what each page shows, by docname
    :param links: what the roles of each page name, by docname
    :param titles: of the pages with such roles, by docname
    """

    def __init__(
        self,
        corpus: Corpus,
        placements: Mapping[str, Sequence[Placement]] = _NOTHING,
        links: Mapping[str, Sequence[Link]] = _NOTHING,
        titles: Mapping[str, str] = _NOTHING,
    ) -> None:
        self.corpus = corpus
        self.placements = placements
        self._titles = titles
        #: The pages whose roles name a product.
        self._referring: dict[str, dict[str, None]] = {}
        for docname in sorted(links):
            for link in links[docname]:
                if link.role in ('product', 'any'):
                    for key in corpus.find('product', link.name)[:1]:
                        self._referring.setdefault(key, {})[docname] = None
        #: The first place of each matchup, and which of its quotes stand there.
        self._matchups: dict[str, tuple[Target, Placement]] = {}
        #: The entries of products and personas, and the single cards of quotes.
        self._entries: dict[tuple[str, str], Target] = {}
        self._rows: dict[tuple[str, str], Target] = {}
        #: The first matchup that shows a product or persona.
        self._shown: dict[tuple[str, str], Target] = {}
        for docname in sorted(placements):
            for placement in placements[docname]:
                if placement.anchor:
                    self._place(docname, placement)

    def find(self, objtype: str, key: str) -> Target | None:
        """Where links to an object lead.

        For a product or persona that is its entry, else its row in a list, else the first
        matchup that shows it; for a quote the first of its matchups that stands on a page,
        else a card of its own, else one in an entry.
        """
        if objtype == 'quote':
            return self._quote(key)
        if objtype == 'matchup' and key in self._matchups:
            return self._matchups[key][0]
        identity = (objtype, key)
        return self._entries.get(identity) or self._rows.get(identity) or self._shown.get(identity)

    def listed(self, kind: str) -> list[str]:
        """The keys of all objects in a list: ``products``, ``personas`` or ``matchups``.

        A persona is listed if it says something, a product if it is compared or declared.
        """
        match kind:
            case 'products':
                return list(self.corpus.products)
            case 'personas':
                return [key for key in self.corpus.personas if self.corpus.quotes_of_persona(key)]
            case _:
                titles = self.corpus.matchups.items()
                return [k for k, _ in sorted(titles, key=lambda m: name_order(m[1].title, m[0]))]

    def objects(self) -> Iterator[PlacedObject]:
        """Every object that stands somewhere, under its key."""
        found: list[tuple[str, Iterable[str]]] = [
            ('product', self.corpus.products),
            ('persona', self.corpus.personas),
            ('matchup', self.corpus.matchups),
            ('quote', map(self.corpus.quote_key, chain(*self.corpus.quotes.values()))),
        ]
        for objtype, keys in found:
            for key in keys:
                if target := self.find(objtype, key):
                    yield PlacedObject(key, self.corpus.title(objtype, key), objtype, *target)

    def objects_by_other_names(self) -> Iterator[PlacedObject]:
        """Products and matchups that stand somewhere, under the keys of their other names."""
        for objtype in ('product', 'matchup'):
            for other, key in self.corpus.other_keys(objtype).items():
                if target := self.find(objtype, key):
                    yield PlacedObject(other, self.corpus.title(objtype, key), objtype, *target)

    def has_entry(self, objtype: str, key: str, page: str = '') -> bool:
        """Whether an object has an entry, on this page if one is given."""
        entry = self._entries.get((objtype, key))
        return entry is not None and page in ('', entry.docname)

    def entries(self) -> Iterator[PlacedObject]:
        """Every known product and persona that has an entry."""
        known: Mapping[str, Mapping[str, object]] = {
            'product': self.corpus.products,
            'persona': self.corpus.personas,
        }
        for (objtype, key), target in self._entries.items():
            if key in known.get(objtype, ()):
                yield PlacedObject(key, self.corpus.title(objtype, key), objtype, *target)

    def unindexed(self) -> Iterator[PlacedObject]:
        """What no page can list in the general index when it is read.

        That is what stands nowhere but in a list, and personas without an entry.
        """
        for objtype, key in dict.fromkeys([*self._rows, *self._shown]):
            # A round without a persona has a voice too, but no name.
            is_persona = objtype == 'persona' and key in self.corpus.personas
            without_entry = is_persona and not self.has_entry(objtype, key)
            target = self.find(objtype, key)
            if target and (without_entry or self.stands_only_in_lists(objtype, key)):
                yield PlacedObject(key, self.corpus.title(objtype, key), objtype, *target)

    def stands_only_in_lists(self, objtype: str, key: str) -> bool:
        """Whether an object has a row, but neither an entry nor a place in a matchup."""
        identity = (objtype, key)
        in_matchup = key in self._matchups if objtype == 'matchup' else identity in self._shown
        return identity in self._rows and identity not in self._entries and not in_matchup

    def pages_referring(self, product: str) -> list[tuple[str, str]]:
        """The pages whose roles name a product, and their titles, but for that of its entry."""
        entry = self._entries.get(('product', product))
        own = entry.docname if entry else ''
        docnames = (docname for docname in self._referring.get(product, ()) if docname != own)
        return [(docname, self._titles[docname]) for docname in docnames]

    # --------------------------------------------------------------------- finding places

    def _place(self, docname: str, placement: Placement) -> None:
        target = Target(docname, placement.anchor)
        match placement.kind:
            case 'product' | 'persona':
                self._entries.setdefault((placement.kind, placement.key), target)
            case 'quote':
                for key in self.corpus.find('quote', placement.key):
                    self._entries.setdefault(('quote', key), target)
            case 'matchup':
                self._place_matchup(target, placement)
            case kind:
                objtype = kind.removesuffix('s')
                for key in self.listed(kind):
                    row = Target(docname, row_anchor(objtype, key, placement.anchor))
                    self._rows.setdefault((objtype, key), row)

    def _place_matchup(self, target: Target, placement: Placement) -> None:
        matchup = self.matchup_at(placement)
        self._matchups.setdefault(matchup.key, (target, placement))
        for number in placement.numbers:
            quote = matchup.occurrences[number - 1]
            self._shown.setdefault(('product', quote.product), target)
            self._shown.setdefault(('persona', quote.voice), target)

    def matchup_at(self, placement: Placement) -> Matchup:
        """The matchup that a page shows there."""
        return self.corpus.matchups[self.corpus.key_at(placement.key, placement.seed_line)]

    def leads_to(self, placement: Placement) -> bool:
        """Whether links to the matchup of a placement lead there."""
        first = self._matchups.get(self.matchup_at(placement).key)
        return first is not None and first[1] is placement

    def _quote(self, key: str) -> Target | None:
        quote = self.corpus.quote(key)
        for matchup, number in quote.occurrences:
            place = self._matchups.get(matchup)
            if place and number in place[1].numbers:
                target, placement = place
                anchor_key = placement.anchor.removeprefix(block_anchor(''))
                return Target(target.docname, card_anchor(anchor_key, number))
        if own := self._entries.get(('quote', key)):
            return own
        for objtype, about, part in (
            ('product', quote.product, quote.voice),
            ('persona', quote.voice, quote.product),
        ):
            if entry := self._entries.get((objtype, about)):
                return Target(entry.docname, entry_card_anchor(entry.anchor, part, quote.number))
        return None

    def first_quotes(self, persona: str) -> dict[str, str]:
        """The products that a persona speaks of, and the key of the first quote on each."""
        first: dict[str, str] = {}
        for quote in self.corpus.quotes_of_persona(persona):
            first.setdefault(quote.product, self.corpus.quote_key(quote))
        return first


def title_of(corpus: Corpus, objtype: str, key: str) -> str:
    """The name to show for an object, that of a quote in the language of the docs.

    What Sphinx lists for other projects does not depend on the language.
    """
    if objtype != 'quote':
        return corpus.title(objtype, key)
    quote = corpus.quote(key)
    return quote_name(name_of_voice(corpus, quote), corpus.products[quote.product].name)


def entry_label(entry: PlacedObject) -> str:
    """The label by which roles of Sphinx name an entry."""
    return f'matchup-{entry.objtype}-{entry.key}'


def row_anchor(objtype: str, key: str, suffix: str) -> str:
    """The id of a row in a list; the suffix tells lists on different pages apart."""
    return f'{objtype}-{key}__{suffix}'

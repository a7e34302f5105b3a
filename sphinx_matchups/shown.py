"""What pages show that other pages or seeds decide, and what they showed when last written.

A page must be written again when that has changed. Several builders may share the doctrees, and
each writes a page when it runs. So what a page showed is kept apart for each output, and only once
the whole output has been written.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from .cards import named_matchups
from .corpus.mentions import linked_mentions
from .corpus.model import Problem, fingerprint_of
from .targets import OBJECT_TYPES, PlacedObject

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from .catalogs import Translate
    from .corpus import Quote
    from .corpus.mentions import Mention
    from .targets import Link, Placement, Targets


class Shown:
    """Collects what one page shows, in the order in which it is shown.

    :param targets: where objects stand
    :param link_mentions: the setting
    :param addresses: whether the output shows where links lead
    :param translate: what translates the quotes that the page shows, if anything does
    """

    def __init__(
        self,
        targets: Targets,
        link_mentions: str,
        *,
        addresses: bool,
        translate: Translate | None = None,
    ) -> None:
        self._targets = targets
        self._translate = translate
        self._corpus = targets.corpus
        self._link_mentions = link_mentions
        self._addresses = addresses
        self._words: list[object] = []
        self._links: dict[tuple[str, str], None] = {}

    @property
    def fingerprint(self) -> str:
        """Changes exactly when what is shown does.

        Where a link leads is shown, but not the key by which it is found.
        """
        found = [self._targets.find(*link) for link in self._links] if self._addresses else []
        return fingerprint_of(self._words, [target and tuple(target) for target in found])

    def add_placement(self, placement: Placement) -> None:
        """Add what a directive shows of other pages; its own seed the page knows."""
        match placement.kind:
            case 'matchup':
                self._add_matchup(placement)
            case 'product':
                self._add_product(placement.key)
            case 'persona':
                self._add_persona(placement.key)
            case 'quote':
                self._add_quote(placement.key)
            case kind:
                self._add_list(kind)

    def add_link(self, link: Link) -> None:
        """Add what a role links to."""
        role, name = link.role, link.name
        if link.by_label:
            self._words.append(self._targets.has_entry(role, name, link.page))
        for objtype in OBJECT_TYPES if role == 'any' else (role,):
            if objtype in OBJECT_TYPES:
                keys = self._corpus.find(objtype, name)
                self._words += [self._corpus.title(objtype, key) for key in keys]
                self._link(objtype, keys)

    # ------------------------------------------------------------------ one kind of directive

    def _add_matchup(self, placement: Placement) -> None:
        matchup = self._targets.matchup_at(placement)
        products = placement.products or (product.key for product in matchup.products)
        self._link('product', products)
        # That decides what the index lists for it.
        self._words.append(self._addresses and self._targets.leads_to(placement))
        quotes = [matchup.occurrences[number - 1] for number in placement.numbers]
        for quote in quotes:
            self._link('persona', (quote.persona,) if quote.persona else ())
            self._add_card((quote.product, quote.voice, quote.text), matchup.key)

    def _add_product(self, key: str) -> None:
        corpus = self._corpus
        self._words.append(corpus.fingerprint('product', key))
        self._add_cards(corpus.quotes_of_product(key))
        self._link('matchup', (matchup.key for matchup in corpus.matchups_of(key)))
        self._link('product', (version.key for version in corpus.versions_of(key)))
        for quote, _ in corpus.mentions_of(key):
            self._link('quote', [corpus.quote_key(quote)])
            self._link('matchup', (matchup for matchup, _ in quote.occurrences))
        self._words.append(self._targets.pages_referring(key))

    def _add_persona(self, key: str) -> None:
        self._words.append(self._corpus.fingerprint('persona', key))
        self._add_cards(self._corpus.quotes_of_persona(key))

    def _add_quote(self, name: str) -> None:
        self._words.append(self._corpus.fingerprint('quote', name))
        self._add_cards(self._corpus.quote(key) for key in self._corpus.find('quote', name))

    def _add_list(self, kind: str) -> None:
        corpus, keys = self._corpus, self._targets.listed(kind)
        objtype = kind.removesuffix('s')
        # The ids of the rows.
        self._words.append(keys if self._addresses else '')
        self._words += [corpus.title(objtype, key) for key in keys]
        self._link(objtype, keys)
        for key in keys if kind == 'products' else ():
            matchups = corpus.matchups_of(key)
            self._words.append([matchup.title for matchup in matchups])
            self._link('matchup', (matchup.key for matchup in matchups))
        for key in keys if kind == 'personas' else ():
            quotes = self._targets.first_quotes(key)
            self._words.append([corpus.title('product', product) for product in quotes])
            self._link('quote', quotes.values())

    # -------------------------------------------------------------------------------- parts

    def _add_cards(self, quotes: Iterable[Quote]) -> None:
        for quote in quotes:
            self._link('product', [quote.product])
            self._link('persona', [quote.voice])
            self._add_card((quote.product, quote.voice, quote.text))

    def _add_card(self, card: tuple[str, str, str], own_key: str = '') -> None:
        """Add what stands inside and under a card, given as product, voice and text."""
        product, _, text = card
        said = self._translate(text) if self._translate else text
        self._add_mentions(
            self._corpus.mentions_in(product, text)
            if said == text
            else self._corpus.mention_finder.find_in_quote(said, product)
        )
        matchups, further = named_matchups(self._corpus, card, own_key)
        if matchups:
            self._words.append(([self._corpus.matchups[key].title for key in matchups], further))
        self._link('matchup', matchups)

    def _add_mentions(self, mentions: Iterable[Mention]) -> None:
        """Add which words are links, and where these lead."""
        if self._addresses:
            for start, end, product in linked_mentions(mentions, self._link_mentions):
                self._words.append((start, end, self._targets.find('product', product)))

    def _link(self, objtype: str, keys: Iterable[str]) -> None:
        # In a plain loop, as this is done for each name on each card.
        for key in keys:
            self._links[objtype, key] = None


class Settled(NamedTuple):
    """What is kept of a build, for one output."""

    #: As long as it is the same, so is the rest.
    state: str = ''
    #: The fingerprint of what each page shows, by docname.
    shown: Mapping[str, str] = MappingProxyType({})
    #: Everything that is wrong with the seeds.
    problems: Sequence[Problem] = ()
    #: Every object that stands somewhere.
    objects: Sequence[PlacedObject] = ()
    #: The same objects under the keys of their other names.
    objects_by_other_names: Sequence[PlacedObject] = ()
    #: Those that have an entry.
    entries: Sequence[PlacedObject] = ()
    #: Those that no page can list in the general index when it is read.
    unindexed: Sequence[PlacedObject] = ()


#: The fields that hold many records, which are written as lists.
_RECORDS: Mapping[str, Callable[..., object]] = {
    'problems': Problem,
    'objects': PlacedObject,
    'objects_by_other_names': PlacedObject,
    'entries': PlacedObject,
    'unindexed': PlacedObject,
}


class ShownPages:
    """Keeps what the pages of one output show from build to build.

    :param doctreedir: where it is kept
    :param builder: the name of the builder
    :param outdir: where it writes
    :param version: of what is kept and of how pages are made: that of another one is not taken
    """

    def __init__(self, doctreedir: Path, builder: str, outdir: Path, version: str) -> None:
        self._version = version
        output = fingerprint_of(builder, str(outdir))
        self._file = doctreedir / f'matchups-shown-{output}.json'
        #: What was settled when the output was last written; empty if it never was.
        self.before = self._load()

    def changed(self, now: Mapping[str, str]) -> list[str]:
        """The pages that show something else than in the output, in their order."""
        before = self.before.shown
        return [docname for docname, shown in now.items() if before.get(docname) != shown]

    def keep(self, now: Settled, left_out: Collection[str] = ()) -> None:
        """Note that the output now shows this, but for the pages that were left out."""
        shown = {page: it for page, it in now.shown.items() if page not in left_out}
        problems = [dataclasses.astuple(problem) for problem in now.problems]
        kept = now._replace(state='' if left_out else now.state, shown=shown)
        fields = {**kept._asdict(), 'problems': problems, 'version': self._version}
        self._file.write_text(json.dumps(fields), 'utf-8')

    def _load(self) -> Settled:
        # A file that is absent, damaged or of another version only costs writing pages again.
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            kept = json.loads(self._file.read_text('utf-8'))
            for name, record in _RECORDS.items():
                kept[name] = [record(*each) for each in kept[name]]
            if kept.pop('version') == self._version and isinstance(kept['shown'], dict):
                return Settled(**kept)
        return Settled()

"""The records of the corpus: strings, integers and tuples, safe to pickle and compare.

The many small ones are named tuples, which are made and pickled several times as fast.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

#: How the persona of a quote was found: named by the seed, seated by its round, or told
#: apart by a cue word; ``none`` where the panel has no seat for the round.
Found = Literal['label', 'position', 'cue', 'none']


def fingerprint_of(*shown: object) -> str:
    """Equal exactly when the strings, numbers, tuples and records are."""
    digest = hashlib.blake2b(digest_size=12)
    for part in shown:
        text = part if isinstance(part, str) else repr(part)
        data = text.encode('utf-8', 'surrogatepass')
        digest.update(b'%s %d ' % (type(part).__name__.encode(), len(data)) + data)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a seed, a setting or the corpus as a whole."""

    #: A warning subtype, see :mod:`sphinx_matchups.diagnostics`.
    subtype: str
    message: str
    #: The file it was found in, ``/`` between folders; empty if it belongs to no file.
    path: str = ''
    #: Line and column, both from 1; ``None`` if the problem has no place in the file.
    line: int | None = None
    column: int | None = None

    @property
    def location(self) -> str:
        """``path:line``, the first line if the problem has none; empty without a path."""
        return f'{self.path}:{self.line or 1}' if self.path else ''


@dataclass(frozen=True, slots=True)
class Persona:
    """A voice of the panel."""

    key: str
    name: str
    #: Words that tell this persona from others that may sit in the same seat.
    cues: tuple[str, ...] = ()
    #: A sign to show before what it says; empty for none.
    icon: str = ''
    #: Its colour as six hexadecimal digits; empty for none.
    color: str = ''


@dataclass(frozen=True, slots=True)
class Product:
    """A thing compared or mentioned."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    #: Whether the settings or a front matter name it, so that its name is not guessed.
    declared: bool = False


class ProductName(NamedTuple):
    """A product as one seed writes it."""

    key: str
    name: str
    #: Whether the seed gives the key itself.
    declared: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Text of a seed that is neither title, quote nor attribution."""

    text: str
    line: int
    column: int = 1


class Occurrence(NamedTuple):
    """One quote where it stands in a seed."""

    #: Position in the seed, from 1, over all quotes.
    number: int
    #: Round of the panel, from 1.
    round: int
    #: Key of the product it is about.
    product: str
    #: Key of the persona who says it; ``None`` if nobody is seated in the round.
    persona: str | None
    found: Found
    text: str
    line: int
    column: int
    verdict: str | None = None
    #: The attribution line as it stands in the seed, empty if there is none.
    attribution: str = ''

    @property
    def voice(self) -> str:
        """The persona's key, or ``round-N`` where nobody is seated."""
        return self.persona if self.persona is not None else f'round-{self.round}'


@dataclass(frozen=True, slots=True)
class Matchup:
    """What one seed says: a comparison of products, round by round."""

    key: str
    title: str
    path: str
    line: int
    products: tuple[ProductName, ...]
    occurrences: tuple[Occurrence, ...]
    notes: tuple[Note, ...] = ()
    #: The personas that this seed names, with the names it writes.
    personas: tuple[Persona, ...] = ()
    #: The ``id`` of the front matter, empty if there is none.
    id: str = ''
    tags: tuple[str, ...] = ()
    date: str = ''
    source: str = ''
    summary: str = ''
    #: The title line and the front matter as they stand in the seed.
    heading: str = ''
    front_matter: str = ''
    #: Changes whenever what is shown of it changes, or the line of anything shown; its key is
    #: not shown.
    fingerprint: str = ''
    #: Whether it stands in the body of a directive, *path* being that of the page.
    embedded: bool = False

    @property
    def rounds(self) -> tuple[tuple[Occurrence, ...], ...]:
        """The quotes of each round, in title order; a quote may be missing."""
        rounds: dict[int, list[Occurrence]] = {}
        for occurrence in self.occurrences:
            rounds.setdefault(occurrence.round, []).append(occurrence)
        order = {product.key: place for place, product in enumerate(self.products)}
        return tuple(
            tuple(sorted(rounds[number], key=lambda quote: order.get(quote.product, len(order))))
            for number in sorted(rounds)
        )

    @property
    def stem(self) -> str:
        """The file name without folders and suffix."""
        name = self.path.rpartition('/')[2]
        return name.rpartition('.')[0] or name


class Quote(NamedTuple):
    """What one persona says of one product: the same words in several seeds are one quote."""

    product: str
    #: The persona's key, or ``round-N``.
    voice: str
    text: str
    #: Where it stands: (key of the matchup, number in the seed), in the order of the paths.
    occurrences: tuple[tuple[str, int], ...]
    #: From 1, over the different quotes of this voice on this product.
    number: int = 1


@dataclass(frozen=True, slots=True)
class Named:
    """A name in the front matter and the line it stands on."""

    name: str
    line: int
    #: The key that the front matter gives a product, empty if it gives none.
    key: str = ''


@dataclass(frozen=True, slots=True)
class PersonaList:
    """The personas who speak of one product, round by round; a blank one leaves it open."""

    product: str | int
    personas: list[Named]
    line: int


@dataclass(slots=True)
class FrontMatter:
    """What the front matter of one seed says; empty where it says nothing."""

    id: str = ''
    products: list[Named] = field(default_factory=list)
    #: One persona a round.
    personas: list[Named] = field(default_factory=list)
    #: A list of personas for a product, by the product's name or its place in the title.
    personas_of_products: list[PersonaList] = field(default_factory=list)
    tags: tuple[str, ...] = ()
    date: str = ''
    source: str = ''
    summary: str = ''
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Declarations:
    """What the settings say about personas and products before any seed is read."""

    #: A seat a round; the personas of a seat are told apart by their cues.
    panel: tuple[tuple[str, ...], ...] = ()
    personas: tuple[Persona, ...] = ()
    products: tuple[Product, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Equal exactly when the declarations are."""
        return fingerprint_of(self.panel, self.personas, self.products)


@dataclass(frozen=True, slots=True)
class SeedReading:
    """The outcome of reading one seed: no matchup if it has no usable title."""

    path: str
    matchup: Matchup | None
    problems: tuple[Problem, ...] = ()
    #: The ``id`` of the front matter, also where there is no matchup.
    id: str = ''

"""A seed's text becomes a Matchup: its products, its rounds, and who speaks in them."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import syntax
from .model import (
    Declarations,
    FrontMatter,
    Matchup,
    Occurrence,
    Persona,
    Problem,
    ProductName,
    SeedReading,
    fingerprint_of,
)
from .naming import ProductNames, did_you_mean, make_key, without_article
from .panel import DEFAULT_DECLARATIONS, Panel
from .titles import shown_in_message, split_title, why_not_split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .model import Found, Named
    from .syntax import RawQuote, RawSeed

_MOST_WAYS_SHOWN = 3
#: An attribution line is no place for longer names, nor for more of them.
_LONGEST_NAME = 500
_MOST_TRIED = 8
_ON = re.compile(r' on ', re.IGNORECASE)


class SeedReader:
    """Reads seeds under one set of declarations."""

    def __init__(self, declarations: Declarations = DEFAULT_DECLARATIONS) -> None:
        self.declarations = declarations
        self.names = ProductNames(declarations.products)
        self.panel = Panel(declarations)
        self._texts: dict[str, str] = {}

    def read(
        self,
        text: str,
        path: str,
        *,
        title: str | None = None,
        source_line: Callable[[int], int] | None = None,
    ) -> SeedReading:
        """Read the text of one seed.

        :param text: the whole text of the seed
        :param path: named in the problems, ``/`` between folders
        :param title: the title, if it does not stand in the text (no front matter then)
        :param source_line: for a text embedded in the file at *path*: turns a line of the text
            into one of the file; line 0 is that of a *title* given apart; such a text has no
            front matter
        :returns: the matchup, or none if the title names no products, and every problem found;
            nothing is raised for any text
        """
        cleaned, problems = syntax.clean(text, path)
        if title is not None:
            title, problems_of_title = syntax.clean(title, path)
            problems += [replace(problem, line=0) for problem in problems_of_title]
        raw, found = syntax.parse(cleaned, path, title=title, embedded=source_line is not None)
        assembler = _Assembler(raw, path, self)
        matchup = assembler.assemble()
        if matchup is None:
            # What is wrong with the parts of something that is no seed is of no use, but for
            # what made another line the title.
            found = [problem for problem in found if (problem.line or 0) < raw.line]
        kept = [*problems, *found, *assembler.problems]
        reading = SeedReading(path, matchup, tuple(kept), assembler.id)
        return reading if source_line is None else _relocate(reading, source_line)

    def one_copy(self, text: str) -> str:
        """The same string for the same words, as most quotes stand in many seeds."""
        return self._texts.setdefault(text, text)


@dataclass(frozen=True, slots=True)
class _Attribution:
    """What an attribution line says; ``None`` where it says nothing."""

    persona: str | None = None
    product: int | None = None
    verdict: str | None = None


@dataclass(slots=True)
class _Placed:
    """A quote with the round and the product (by its place in the title) it belongs to."""

    quote: RawQuote
    round: int
    product: int
    attribution: _Attribution


class _Assembler:
    """Puts the parts of one seed together; one use a seed."""

    def __init__(self, raw: RawSeed, path: str, reader: SeedReader) -> None:
        self._raw = raw
        self._path = path
        self._names = reader.names
        self._panel = reader.panel
        self._one_copy = reader.one_copy
        self._personas: dict[str, Persona] = {}
        self._products: tuple[ProductName, ...] = ()
        self._front = FrontMatter()
        #: The personas that the front matter names for a product, by its place in the title.
        self._named_personas: dict[int, list[Named]] = {}
        self.problems: list[Problem] = []

    def assemble(self) -> Matchup | None:
        raw = self._raw
        if raw.front_matter:
            from .front_matter import parse_front_matter

            self._front = parse_front_matter(raw.front_matter, self._path, raw.front_matter_line)
            self.problems += self._front.problems
        self._products = self._find_products()
        if not self._products:
            return None
        self._read_named_personas()
        occurrences = self._occurrences(self._place())
        title = raw.title or ' vs '.join(product.name for product in self._products)
        matchup = Matchup(
            key=make_key(self._front.id or title),
            title=title,
            path=self._path,
            line=raw.line,
            products=self._products,
            occurrences=occurrences,
            notes=raw.notes,
            personas=tuple(self._personas.values()),
            id=self._front.id,
            tags=self._front.tags,
            date=self._front.date,
            source=self._front.source,
            summary=self._front.summary,
            heading=raw.heading,
            front_matter=raw.front_matter,
        )
        return replace(matchup, fingerprint=self._fingerprint_of(matchup))

    def _fingerprint_of(self, matchup: Matchup) -> str:
        """Changes with everything that a page shows of a matchup, and with its places."""
        seated = dict.fromkeys(filter(None, (quote.persona for quote in matchup.occurrences)))
        known = self._panel.personas
        names = [known[key].name for key in seated if key in known]
        place = (matchup.path, matchup.line)
        identity = (matchup.title, matchup.products, matchup.personas)
        return fingerprint_of(place, identity, names, matchup.occurrences)

    @property
    def id(self) -> str:
        """The ``id`` of the front matter."""
        return self._front.id

    # ------------------------------------------------------------------ title and products

    def _find_products(self) -> tuple[ProductName, ...]:
        """The products in title order; none, with a problem, if there are not two of them."""
        declared = self._front.products
        if len(declared) > 1:
            products = tuple(
                ProductName(make_key(item.key), item.name, declared=True)
                if item.key
                else self._product(item.name, item.line)
                for item in declared
            )
        else:
            if declared:
                self._report(
                    "'products' in the front matter must name two or more", declared[0].line
                )
            products = self._products_of_title()
        keys = [product.key for product in products]
        if len(set(keys)) < len(keys):
            self._report(
                f"the title '{shown_in_message(self._raw.title)}' compares a product with itself"
            )
        return products

    def _products_of_title(self) -> tuple[ProductName, ...]:
        title = self._raw.title
        if not title:
            empty = not self._raw.quotes and not self._raw.notes
            what = 'the seed is empty' if empty else 'the seed has no title'
            self._report(f"{what}; expected a first line such as 'A vs B'; it is left out")
            return ()
        parts, ways = split_title(title, self._names)
        if len(parts) < 2:
            given = '; above a body stands its title' if self._raw.line == 0 else ''
            self._report(f'{why_not_split(title)}{given}; the seed is left out')
            return ()
        if ways:
            shown = ' or '.join(
                shown_in_message(' | '.join(parts)) for parts in ways[:_MOST_WAYS_SHOWN]
            )
            self._report(
                f"the title '{shown_in_message(title)}' can be split as {shown}; "
                "taken as the first of them; say which with 'products' in the front matter",
                subtype='ambiguous',
            )
        return tuple(self._product(part, self._raw.line) for part in parts)

    def _product(self, name: str, line: int) -> ProductName:
        keys = self._names.candidates(name)
        if len(keys) > 1:
            self._report(
                f"'{name}' is the name of {len(keys)} products ({', '.join(keys)}); taken as the "
                "first; say which with 'products' and a 'key' in the front matter",
                line,
                subtype='ambiguous',
            )
        return ProductName(keys[0], name)

    # --------------------------------------------------------------------------- the rounds

    def _read_named_personas(self) -> None:
        for listed in self._front.personas_of_products:
            name = listed.product
            if isinstance(name, int):
                place = name if name < len(self._products) else None
                name = f'product {name + 1}'
            else:
                place = self._find_product(name)
            if place is None:
                known = [product.name for product in self._products]
                expected = did_you_mean(name, known) or f'; the title names {self._title_names()}'
                self._report(
                    f"'personas' in the front matter names '{name}'{expected}", listed.line
                )
            else:
                self._named_personas[place] = listed.personas

    def _place(self) -> list[_Placed]:
        """Give each quote a round and a product: the attributed one, else the next in order."""
        placed: list[_Placed] = []
        filled: set[int] = set()
        free = 0
        number = 1
        for quote in self._raw.quotes:
            attribution = self._read_attribution(quote)
            product = attribution.product
            if len(filled) == len(self._products) or product in filled:
                number += 1
                filled = set()
                free = 0
            if product is None:
                while free in filled:
                    free += 1
                product = free
            filled.add(product)
            placed.append(_Placed(quote, number, product, attribution))
        return placed

    def _occurrences(self, placed: list[_Placed]) -> tuple[Occurrence, ...]:
        """Seat the personas, and report what the rounds lack."""
        occurrences = []
        for number, quote in enumerate(placed, 1):
            persona, found = self._seat(quote)
            occurrence = Occurrence(
                number=number,
                round=quote.round,
                product=self._products[quote.product].key,
                persona=persona,
                found=found,
                text=self._one_copy(quote.quote.text),
                line=quote.quote.line,
                column=quote.quote.column,
                verdict=quote.attribution.verdict,
                attribution=quote.quote.attribution,
            )
            occurrences.append(occurrence)
        self._report_rounds(placed, [quote for quote in occurrences if quote.persona is None])
        return tuple(occurrences)

    def _report_rounds(self, placed: list[_Placed], unseated: list[Occurrence]) -> None:
        """One problem a seed for rounds that lack a quote or have no seat."""
        if not placed:
            self._report(f"the matchup '{shown_in_message(self._raw.title)}' has no quotes")
            return
        reasons = []
        size = Counter(quote.round for quote in placed)
        count = len(self._products)
        lacking = [number for number in sorted(size) if size[number] < count]
        if lacking and any(quote.attribution.product is None for quote in placed):
            lack = 'lacks' if len(lacking) == 1 else 'lack'
            reasons.append(
                f'{_rounds(lacking)} {lack} a quote '
                f'({len(placed)} in all, by turns on {count} products)'
            )
        if unseated:
            rounds = sorted({quote.round for quote in unseated})
            reasons.append(f'the panel seats nobody in {_rounds(rounds)}; shown without a persona')
        if reasons:
            self._report('; '.join(reasons), placed[-1].quote.line, subtype='rounds')

    def _seat(self, placed: _Placed) -> tuple[str | None, Found]:
        if placed.attribution.persona is not None:
            return placed.attribution.persona, 'label'
        names = self._named_personas.get(placed.product, self._front.personas)
        if placed.round <= len(names) and (named := names[placed.round - 1]).name:
            return self._persona(named.name, named.line), 'label'
        return self._panel.seat(placed.round, placed.quote.text)

    # --------------------------------------------------------------------------- attribution

    def _read_attribution(self, quote: RawQuote) -> _Attribution:
        if not quote.attribution:
            return _Attribution()
        text = ' '.join(syntax.attribution_text(quote.attribution).split())
        line = quote.attribution_line
        for split in itertools.islice(_ON.finditer(text), _MOST_TRIED):
            before = text[: split.start()]
            # What follows a colon is a verdict, and may speak of anything.
            if ':' in before:
                break
            for name, verdict in _name_and_verdict(text[split.end() :]):
                place = self._find_product(name)
                if place is not None:
                    return _Attribution(self._persona(before, line), place, verdict)
        persona, _, verdict = (part.strip() for part in text.partition(':'))
        split_at = _ON.search(persona)
        if split_at and self._panel.find(persona) is None:
            product = persona[split_at.end() :]
            near = did_you_mean(product, [known.name for known in self._products])
            expected = near or f'; the title names {self._title_names()}'
            self._report(f"the attribution names '{product}'{expected}", line)
            persona = persona[: split_at.start()]
        return _Attribution(self._persona(persona, line), None, verdict or None)

    def _find_product(self, name: str) -> int | None:
        """The place in the title of the product with this name, in whatever spelling."""
        if len(name) > _LONGEST_NAME:
            return None
        key = make_key(name)
        keys = self._names.candidates(name)
        found = [place for place, product in enumerate(self._products) if product.key in keys]
        found += [
            place for place, product in enumerate(self._products) if make_key(product.name) == key
        ]
        return found[0] if found else None

    def _persona(self, name: str, line: int) -> str | None:
        """The key of a persona as the seed names it; one that nobody knows is reported."""
        short = without_article(name)
        if not short:
            self._report('the attribution names no persona', line)
            return None
        if key := self._panel.find(name):
            return key
        key = make_key(short)
        if key not in self._personas:
            self._personas[key] = Persona(key, short)
            known = [persona.name for persona in self._panel.personas.values()]
            advice = did_you_mean(short, known) or '; declare it in matchups_personas'
            self._report(f"nobody on the panel is called '{short}'{advice}", line)
        return key

    # ------------------------------------------------------------------------------ problems

    def _title_names(self) -> str:
        return ' and '.join(f"'{product.name}'" for product in self._products)

    def _report(self, message: str, line: int | None = None, *, subtype: str = 'seed') -> None:
        where = self._raw.line if line is None else line
        self.problems.append(Problem(subtype, message, self._path, where))


def _rounds(numbers: list[int]) -> str:
    """``round 2``, ``rounds 2 to 5`` or ``rounds 2, 4``, short however many there are."""
    if len(numbers) == 1:
        return f'round {numbers[0]}'
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f'rounds {numbers[0]} to {numbers[-1]}'
    more = f' and {len(numbers) - 5} more' if len(numbers) > 5 else ''
    return f'rounds {", ".join(map(str, numbers[:5]))}{more}'


def _name_and_verdict(text: str) -> Iterator[tuple[str, str | None]]:
    """Every way to take ``name: verdict`` apart, the longest name first."""
    yield text.strip(), None
    colons = [place for place, sign in enumerate(text[:_LONGEST_NAME]) if sign == ':']
    for colon in reversed(colons[:_MOST_TRIED]):
        yield text[:colon].strip(), text[colon + 1 :].strip() or None


def _relocate(reading: SeedReading, source_line: Callable[[int], int]) -> SeedReading:
    """The reading of an embedded seed with every line number turned into one of its file."""
    matchup = reading.matchup
    if matchup is not None:
        matchup = replace(
            matchup,
            embedded=True,
            line=source_line(matchup.line),
            occurrences=tuple(
                quote._replace(line=source_line(quote.line)) for quote in matchup.occurrences
            ),
            notes=tuple(replace(note, line=source_line(note.line)) for note in matchup.notes),
        )
    problems = tuple(
        problem if problem.line is None else replace(problem, line=source_line(problem.line))
        for problem in reading.problems
    )
    return replace(reading, matchup=matchup, problems=problems)

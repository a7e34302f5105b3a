"""Many matchups become one corpus: identity, occurrences, and what contradicts what."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from .mentions import MentionFinder, words_around
from .model import (
    Declarations,
    Matchup,
    Occurrence,
    Persona,
    Problem,
    Product,
    Quote,
    fingerprint_of,
)
from .naming import (
    ProductNames,
    did_you_mean,
    families,
    make_key,
    name_order,
    split_quote_name,
    without_article,
)
from .panel import DEFAULT_DECLARATIONS
from .titles import split_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from .mentions import Mention

#: Two texts of at least this length and similarity, not equal, are an edited copy.
#: Similarity is twice the longest common subsequence over the sum of the lengths.
DRIFT_LENGTH = 80
DRIFT_SIMILARITY = 0.9


class Corpus:
    """Everything read from all seeds, and the answers to questions about it.

    Every mapping and list has an order that does not depend on the order of reading:
    matchups by path, products by name, personas as the panel seats them.

    :param matchups: the matchups of the project's own seeds, in any order
    :param declarations: the personas and products known beforehand
    :param additions: matchups that pages bring along; they never change the key of one of
        *matchups*
    """

    def __init__(
        self,
        matchups: Iterable[Matchup] = (),
        declarations: Declarations = DEFAULT_DECLARATIONS,
        additions: Iterable[Matchup] = (),
    ) -> None:
        self.problems: list[Problem] = []
        self.declarations = declarations
        #: The matchups as they were read, with the keys that they ask for.
        self.as_read = tuple(matchups)
        self.matchups: dict[str, Matchup] = {}
        self._key_at: dict[tuple[str, int], str] = {}
        #: The matchups that ask for a key, by that key.
        self._asking: dict[str, list[Matchup]] = {}
        self._product_names = ProductNames(declarations.products)
        self._add_matchups(self.as_read)
        self._add_matchups(additions)
        #: The products by key, by name.
        self.products = self._collect_products()
        #: The personas by key, in the order of the settings, then by name.
        self.personas = self._collect_personas()
        #: The distinct quotes by (product, voice), those of one pair in the order of paths.
        self.quotes = self._collect_quotes()
        self._index()
        self.mention_finder = MentionFinder(self.products.values())
        self._collect_mentions()
        self._report_drift()

    # -------------------------------------------------------------------------- questions

    def matchups_of(self, product: str) -> list[Matchup]:
        """The matchups that compare the product with this key, by path."""
        return [self.matchups[key] for key in self._matchups_of.get(product, ())]

    def quotes_of_product(self, product: str) -> list[Quote]:
        """The distinct quotes about the product with this key, in the order of personas."""
        return [q for pair in self._quotes_of_product.get(product, ()) for q in self.quotes[pair]]

    def quotes_of_persona(self, voice: str) -> list[Quote]:
        """The distinct quotes of the persona with this key, in the order of products."""
        return [q for pair in self._quotes_of_voice.get(voice, ()) for q in self.quotes[pair]]

    def occurrences_of(self, quote: Quote) -> list[tuple[Matchup, Occurrence]]:
        """Every place where a quote stands, by path."""
        found = [(self.matchups[matchup], number) for matchup, number in quote.occurrences]
        return [(matchup, matchup.occurrences[number - 1]) for matchup, number in found]

    def place_of_quote(self, quote: Quote) -> tuple[str, int]:
        """Path and line of the first seed in which a quote stands."""
        key, number = quote.occurrences[0]
        matchup = self.matchups[key]
        return matchup.path, matchup.occurrences[number - 1].line

    def place_of(self, objtype: str, key: str) -> tuple[str, int] | None:
        """Path and line of the first seed that names a product, persona or matchup, if any."""
        match objtype:
            case 'persona':
                return next(map(self.place_of_quote, self.quotes_of_persona(key)), None)
            case 'product':
                matchup = next(iter(self.matchups_of(key)), None)
            case _:
                matchup = self.matchups.get(key)
        return (matchup.path, matchup.line) if matchup else None

    def verdict_of(self, quote: Quote) -> str:
        """The verdict of a quote if it is the same at every place; else empty."""
        verdicts = {occurrence.verdict for _, occurrence in self.occurrences_of(quote)}
        return (verdicts.pop() or '') if len(verdicts) == 1 else ''

    def mentions_of(self, product: str) -> list[tuple[Quote, Mention]]:
        """The quotes that name a product, each once with the first mention in it.

        Those that name its family alone, and so any of its versions, come last.
        """
        return [*self._mentions.get(product, ()), *self._family_mentions.get(product, ())]

    def mentions_in(self, product: str, text: str) -> tuple[Mention, ...]:
        """The mentions of one product each in a quote about a product."""
        return self._mentions_in.get((product, text), ())

    def versions_of(self, product: str) -> list[Product]:
        """The other products whose names differ from that of a product in the version only."""
        known = self.products.get(product)
        if known is None:
            return []
        versions = [self.products[key] for key in self._versions[_family(known.name)]]
        # Different products may share a name.
        return [found for found in versions if make_key(found.name) != make_key(known.name)]

    def matchups_with(self, product: str, voice: str, text: str) -> list[str]:
        """The keys of the matchups in which a quote stands, by path."""
        return self._matchups_with.get((product, voice, text), [])

    def key_at(self, path: str, line: int) -> str:
        """The key of the matchup whose title stands at this place; empty if there is none."""
        return self._key_at.get((path, line), '')

    def voice_name(self, voice: str) -> str:
        """The name of a persona, ``Round 5`` for the voice of a round without one."""
        persona = self.personas.get(voice)
        return persona.name if persona else voice.replace('-', ' ').capitalize()

    # ------------------------------------------------------------------------------- names

    def find(self, objtype: str, name: str) -> list[str]:
        """The keys that a name may mean for one of the four types of objects.

        A product is found by name, alias or key, the exact spelling first; a persona by name
        or key; a matchup by id, file stem or title, in either order of its products; a quote
        by ``product/persona``, or ``product/persona/2`` for the second of several.
        """
        finders: Mapping[str, Callable[[str], list[str]]] = {
            'product': self._find_product,
            'persona': self._find_persona,
            'matchup': self._find_matchup,
            'quote': self._find_quote,
        }
        return finders[objtype](name)

    def quote(self, key: str) -> Quote:
        """The quote with this ``product/voice`` or ``product/voice/2`` key."""
        product, voice, *number = key.split('/')
        return self.quotes[product, voice][int(number[0]) - 1 if number else 0]

    def quote_key(self, quote: Quote) -> str:
        """The key of a quote: ``product/voice``, with a number from the second one on."""
        key = f'{quote.product}/{quote.voice}'
        return key if quote.number == 1 else f'{key}/{quote.number}'

    def title(self, objtype: str, key: str) -> str:
        """The name to show for an object; with its key if several share the name."""
        match objtype:
            case 'product':
                name = self.products[key].name
                shared = len(self._keys_of_name[name]) > 1
                return f'{name} ({key})' if shared else name
            case 'persona':
                name = self.personas[key].name
                shared = len(self._personas_by_name[make_key(name)]) > 1
                return f'{name} ({key})' if shared else name
            case 'matchup':
                return self.matchups[key].title
            case _:
                quote = self.quote(key)
                return f'{self.voice_name(quote.voice)} on {self.products[quote.product].name}'

    def told_apart(self, objtype: str, key: str) -> str:
        """The name of an object and what tells it from others of this name."""
        if objtype == 'matchup':
            return f'{key} ({self.matchups[key].path})'
        title = self.title(objtype, key)
        return f"'{title}'" if f'({key})' in title else f"'{title}' ({key})"

    def names(self, objtype: str) -> Iterator[str]:
        """Every name that may be written for the objects of a type, to suggest one."""
        match objtype:
            case 'product':
                yield from self._keys_of_name
            case 'persona':
                yield from (persona.name for persona in self.personas.values())
            case 'matchup':
                yield from (matchup.title for matchup in self.matchups.values())
                yield from self._by_stem
                yield from (matchup.id for matchup in self.matchups.values() if matchup.id)
            case _:
                for product, voice in self.quotes:
                    yield f'{self.products[product].name}/{self.voice_name(voice)}'

    def other_keys(self, objtype: str) -> dict[str, str]:
        """The keys that further names of products or matchups make, and the keys they lead to.

        These names are aliases, and names and titles of what has another key of its own. A name
        that several share is left out.
        """
        names: Mapping[str, list[str]] = self._by_title
        known: Mapping[str, object] = self.matchups
        if objtype == 'product':
            names, known = self._keys_of_folded_name, self.products
        return {
            name: keys[0] for name, keys in names.items() if len(keys) == 1 and name not in known
        }

    def did_you_mean(self, objtype: str, name: str) -> str:
        """A clause that suggests the names near an unknown one; empty if there is none."""
        return did_you_mean(name, self.names(objtype))

    # ------------------------------------------------------------------------ fingerprints

    def fingerprint(self, objtype: str, key: str) -> str:
        """Changes exactly when what an entry of this object shows changes, its links apart."""
        match objtype:
            case 'product':
                matchups = [found.title for found in self.matchups_of(key)]
                quotes = [self._shown(quote) for quote in self.quotes_of_product(key)]
                name = self.title('product', key) if key in self.products else key
                mentions = [
                    (*self._shown(quote), *words_around(quote.text, mention))
                    for quote, mention in self.mentions_of(key)
                ]
                versions = [self.title('product', found.key) for found in self.versions_of(key)]
                return fingerprint_of(name, matchups, quotes, mentions, versions)
            case 'persona':
                quotes = [self._shown(quote) for quote in self.quotes_of_persona(key)]
                return fingerprint_of(self.voice_name(key), quotes)
            case 'matchup':
                matchup = self.matchups.get(key)
                return fingerprint_of(matchup and (matchup.key, matchup.fingerprint))
            case _:
                found = self.find(objtype, key)
                return fingerprint_of([self._shown(self.quote(quote)) for quote in found])

    def _shown(self, quote: Quote) -> tuple[object, ...]:
        name = self.title('product', quote.product)
        said = (self.voice_name(quote.voice), quote.text, self.verdict_of(quote))
        return (name, *said, [self.matchups[key].title for key, _ in quote.occurrences])

    # ------------------------------------------------------------------------ finding keys

    def _find_product(self, name: str) -> list[str]:
        if found := self._keys_of_name.get(name):
            return found
        if name in self.products:
            return [name]
        return self._keys_of_folded_name.get(make_key(name)) or _existing(self.products, name)

    def _find_persona(self, name: str) -> list[str]:
        if name in self.personas:
            return [name]
        for written in (name, without_article(name)):
            known = self._personas_by_name.get(make_key(written))
            if found := known or _existing(self.personas, written):
                return found
        return []

    def _find_matchup(self, name: str) -> list[str]:
        found = (
            _existing(self.matchups, name)
            or self._by_stem.get(name)
            or self._by_title.get(make_key(name))
            or [self._key_at[_place(asking)] for asking in self._asking.get(make_key(name), ())]
        )
        if found:
            return found
        parts, _ = split_title(name, self._product_names)
        if len(parts) < 2:
            return []
        products = [self._find_product(part) for part in parts]
        asked = dict.fromkeys(map(frozenset, itertools.product(*products)))
        return [key for keys in asked for key in self._by_products.get(keys, ())]

    def _find_quote(self, name: str) -> list[str]:
        product, _, voice = name.rpartition('/')
        if pairs := self._find_pairs(product, voice):
            return [f'{product}/{voice}' for product, voice in pairs]
        product, voice, number = split_quote_name(name)
        numbered = (self.quotes[pair] for pair in self._find_pairs(product, voice))
        return [
            self.quote_key(quotes[number - 1]) for quotes in numbered if 0 < number <= len(quotes)
        ]

    def _find_pairs(self, product: str, voice: str) -> list[tuple[str, str]]:
        voices = self._find_persona(voice) or [make_key(voice)]
        pairs = itertools.product(self._find_product(product), voices)
        return [pair for pair in pairs if pair in self.quotes]

    # --------------------------------------------------------------------------- building

    def _add_matchups(self, matchups: Iterable[Matchup]) -> None:
        """Give each matchup a key of its own; seeds of one key get their file stem too."""
        groups: dict[str, list[Matchup]] = {}
        for matchup in sorted(matchups, key=_place):
            if _place(matchup) not in self._key_at:
                self._key_at[_place(matchup)] = matchup.key
                groups.setdefault(matchup.key, []).append(matchup)
        before = dict(self.matchups)
        taken = set(before) | set(groups)
        for key, group in groups.items():
            earlier = self._asking.get(key) or ([before[key]] if key in before else [])
            self._asking[key] = [*earlier, *group]
            alone = len(group) == 1 and not earlier
            if not alone:
                self._report_duplicate(self._asking[key], group[0] if earlier else group[1])
            for matchup in group:
                own = key if alone else _longer_key(matchup, taken)
                taken.add(own)
                self._key_at[_place(matchup)] = own
                self.matchups[own] = matchup if matchup.key == own else replace(matchup, key=own)
        self.matchups = dict(sorted(self.matchups.items(), key=lambda item: _place(item[1])))

    def _report_duplicate(self, group: list[Matchup], place: Matchup) -> None:
        first = group[0]
        what = f"id '{first.id}'" if first.id else f"title '{first.title}'"
        places = ', '.join(f'{matchup.path}:{matchup.line}' for matchup in group[:5])
        more = f' and {len(group) - 5} more' if len(group) > 5 else ''
        # The body of a directive has no front matter.
        embedded = any(matchup.embedded for matchup in group)
        advice = 'use other titles' if embedded else "give each an 'id' in its front matter"
        if first.id:
            advice = 'give each an id of its own'
        message = f'{len(group)} seeds have the {what}: {places}{more}; {advice}'
        self.problems.append(Problem('duplicate', message, place.path, place.line))

    def _collect_products(self) -> dict[str, Product]:
        products = {product.key: product for product in self.declarations.products}
        written: dict[str, Counter[str]] = {}
        first_place: dict[tuple[str, str], Matchup] = {}
        for matchup in self.matchups.values():
            for product in matchup.products:
                if product.declared:
                    declared = Product(product.key, product.name, declared=True)
                    products.setdefault(product.key, declared)
                written.setdefault(product.key, Counter())[product.name] += 1
                first_place.setdefault((product.key, product.name), matchup)
        for key, names in written.items():
            if key not in products:
                # Counter keeps the order of the paths, so a draw goes to the first path.
                products[key] = Product(key, names.most_common(1)[0][0])
            self._report_spelling(products[key], names, first_place)
        self._report_untold(products, first_place)
        ordered = sorted(
            products.values(), key=lambda product: name_order(product.name, product.key)
        )
        return {product.key: product for product in ordered}

    def _report_untold(
        self, products: Mapping[str, Product], first_place: Mapping[tuple[str, str], Matchup]
    ) -> None:
        """Report names that other seeds give keys of their own, and these seeds do not."""
        told: dict[str, list[str]] = {}
        for product in products.values():
            if product.declared:
                told.setdefault(make_key(product.name), []).append(product.key)
        for (key, name), matchup in first_place.items():
            others = [other for other in told.get(key, ()) if other != key]
            if others and not products[key].declared:
                keys = ' or '.join(sorted(others))
                message = (
                    f"the name '{name}' has the key {keys} in other seeds, and "
                    f'none here, so it is a product of its own ({key}); give it a key too'
                )
                self.problems.append(Problem('ambiguous', message, matchup.path, matchup.line))

    def _report_spelling(
        self,
        product: Product,
        written: Counter[str],
        first_place: Mapping[tuple[str, str], Matchup],
    ) -> None:
        right = {product.name, *product.aliases}
        variants = [name for name in written if name not in right]
        if not variants:
            return
        counted = ', '.join(f"'{_visible(name)}' ({written[name]})" for name in written)
        place = first_place[product.key, variants[0]]
        message = (
            f"the product '{product.name}' is written in several ways: {counted}; "
            'use one, or declare the others as aliases in matchups_products'
        )
        self.problems.append(Problem('spelling', message, place.path, place.line))

    def _collect_personas(self) -> dict[str, Persona]:
        personas = {persona.key: persona for persona in self.declarations.personas}
        named = (persona for matchup in self.matchups.values() for persona in matchup.personas)
        for persona in sorted(named, key=lambda found: (found.key, found.name)):
            personas.setdefault(persona.key, persona)
        return personas

    def _collect_quotes(self) -> dict[tuple[str, str], tuple[Quote, ...]]:
        places: dict[tuple[str, str], dict[str, list[tuple[str, int]]]] = {}
        for key, matchup in self.matchups.items():
            for occurrence in matchup.occurrences:
                texts = places.setdefault((occurrence.product, occurrence.voice), {})
                texts.setdefault(occurrence.text, []).append((key, occurrence.number))
        products = {key: place for place, key in enumerate(self.products)}
        voices = {key: place for place, key in enumerate(self.personas)}
        last = len(voices)

        def order(pair: tuple[str, str]) -> tuple[int, int, int, str]:
            product, voice = pair
            return products[product], voices.get(voice, last), len(voice), voice

        return {
            (product, voice): tuple(
                Quote(product, voice, text, tuple(found), number)
                for number, (text, found) in enumerate(places[product, voice].items(), 1)
            )
            for product, voice in sorted(places, key=order)
        }

    def _index(self) -> None:
        self._keys_of_name: dict[str, list[str]] = {}
        self._keys_of_folded_name: dict[str, list[str]] = {}
        for product in self.products.values():
            for name in (product.name, *product.aliases):
                _append(self._keys_of_name, name, product.key)
                _append(self._keys_of_folded_name, make_key(name), product.key)
        self._personas_by_name: dict[str, list[str]] = {}
        for persona in self.personas.values():
            self._personas_by_name.setdefault(make_key(persona.name), []).append(persona.key)
        self._versions: dict[str, list[str]] = {}
        for product in self.products.values():
            self._versions.setdefault(_family(product.name), []).append(product.key)
        self._matchups_of: dict[str, list[str]] = {}
        self._by_stem: dict[str, list[str]] = {}
        self._by_title: dict[str, list[str]] = {}
        self._by_products: dict[frozenset[str], list[str]] = {}
        for key, matchup in self.matchups.items():
            products = frozenset(product.key for product in matchup.products)
            for product_key in sorted(products):
                self._matchups_of.setdefault(product_key, []).append(key)
            if not matchup.embedded:
                self._by_stem.setdefault(matchup.stem, []).append(key)
            self._by_title.setdefault(make_key(matchup.title), []).append(key)
            self._by_products.setdefault(products, []).append(key)
        self._matchups_with = {
            (quote.product, quote.voice, quote.text): list(
                dict.fromkeys(key for key, _ in quote.occurrences)
            )
            for quote in itertools.chain.from_iterable(self.quotes.values())
        }
        self._quotes_of_product: dict[str, list[tuple[str, str]]] = {}
        self._quotes_of_voice: dict[str, list[tuple[str, str]]] = {}
        for product_key, voice in self.quotes:
            self._quotes_of_product.setdefault(product_key, []).append((product_key, voice))
            self._quotes_of_voice.setdefault(voice, []).append((product_key, voice))

    def _collect_mentions(self) -> None:
        self._mentions: dict[str, list[tuple[Quote, Mention]]] = {}
        self._family_mentions: dict[str, list[tuple[Quote, Mention]]] = {}
        self._mentions_in: dict[tuple[str, str], tuple[Mention, ...]] = {}
        shared: dict[str, tuple[Quote, Mention]] = {}
        for quote in itertools.chain.from_iterable(self.quotes.values()):
            named: dict[str, Mention] = {}
            named_by_family: dict[str, Mention] = {}
            found = self.mention_finder.find_in_quote(quote.text, quote.product)
            for mention in found:
                if len(mention.products) == 1:
                    named.setdefault(mention.products[0], mention)
                elif mention.products:
                    shared.setdefault(mention.name, (quote, mention))
                for key in mention.versions:
                    named_by_family.setdefault(key, mention)
            for key, mention in named.items():
                self._mentions.setdefault(key, []).append((quote, mention))
            for key, mention in named_by_family.items():
                if key not in named:
                    self._family_mentions.setdefault(key, []).append((quote, mention))
            if named:
                alone = tuple(mention for mention in found if len(mention.products) == 1)
                self._mentions_in[quote.product, quote.text] = alone
        self._report_shared_names(shared.values())

    def _report_shared_names(self, shared: Iterable[tuple[Quote, Mention]]) -> None:
        for quote, mention in shared:
            matchup, occurrence = self.occurrences_of(quote)[0]
            message = (
                f"the name '{mention.name}' may mean {' or '.join(mention.products)}, so this "
                'mention counts for neither; give one of them another name'
            )
            self.problems.append(
                Problem('ambiguous', message, matchup.path, occurrence.line, occurrence.column)
            )

    def _report_drift(self) -> None:
        for quotes in self.quotes.values():
            for earlier, later in _edited_copies(quotes):
                (first, first_quote), (second, second_quote) = (
                    self.occurrences_of(quote)[0] for quote in (earlier, later)
                )
                similarity = _similarity(earlier.text, later.text)
                message = (
                    f'{self.voice_name(later.voice)} on {self.products[later.product].name} '
                    f'differs a little from {first.path}:{first_quote.line} '
                    f'(similarity {similarity:.2f}); make them equal if they are one quote'
                )
                self.problems.append(Problem('drift', message, second.path, second_quote.line))


def _visible(name: str) -> str:
    """The name with the code in place of each white space that looks like a plain one."""
    return ''.join(
        f'\\u{ord(sign):04x}' if sign.isspace() and sign != ' ' else sign for sign in name
    )


def _family(name: str) -> str:
    """The name without any version; names of one family make the same key."""
    return make_key([name, *families(name)][-1])


def _place(matchup: Matchup) -> tuple[str, int]:
    return matchup.path, matchup.line


def _longer_key(matchup: Matchup, taken: AbstractSet[str]) -> str:
    """The key with the file stem, and with a hash of the place if that is taken too."""
    key = f'{matchup.key}-{make_key(matchup.stem)}'
    if key in taken:
        place = f'{matchup.path}:{matchup.line}'.encode('utf-8', 'surrogatepass')
        key = f'{key}-{hashlib.sha256(place).hexdigest()[:8]}'
    return key


def _edited_copies(quotes: tuple[Quote, ...]) -> Iterator[tuple[Quote, Quote]]:
    """The pairs of quotes that are an edited copy of each other, in the order of the paths."""
    long = [
        (len(q.text), place, q) for place, q in enumerate(quotes) if len(q.text) >= DRIFT_LENGTH
    ]
    if len(long) < 2:
        return
    long.sort(key=lambda item: item[:2])
    # Texts of lengths further apart than this cannot be similar enough.
    stretch = (2 - DRIFT_SIMILARITY) / DRIFT_SIMILARITY
    pairs = []
    for start, (length, place, quote) in enumerate(long):
        for longer, other_place, other in long[start + 1 :]:
            if longer > length * stretch:
                break
            if _similarity(quote.text, other.text) >= DRIFT_SIMILARITY:
                pairs.append(
                    tuple(sorted([(place, quote), (other_place, other)], key=lambda p: p[0]))
                )
    for (_, earlier), (_, later) in sorted(pairs, key=lambda pair: (pair[0][0], pair[1][0])):
        yield earlier, later


def _similarity(one: str, other: str) -> float:
    """From 0 to 1, but 0 for all that is too little for an edited copy."""
    from rapidfuzz import fuzz

    return fuzz.ratio(one, other, score_cutoff=DRIFT_SIMILARITY * 100) / 100


def _append(lists: dict[str, list[str]], name: str, key: str) -> None:
    """Add a key to the list of a name, once."""
    keys = lists.setdefault(name, [])
    if key not in keys:
        keys.append(key)


def _existing(known: Mapping[str, object], name: str) -> list[str]:
    """The key that the name is or makes, if there is such an object."""
    key = name if name in known else make_key(name)
    return [key] if key in known else []

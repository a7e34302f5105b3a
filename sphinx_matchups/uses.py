"""What a page was read with: whether it must be read again, told without reading it.

A directive asks for a part of the corpus or the settings and gets the same answer as here; the
page keeps a fingerprint of that answer. So a page is read again exactly when one has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from .corpus import make_key
from .corpus.model import fingerprint_of

if TYPE_CHECKING:
    from .corpus import Matchup, SeedReading
    from .store import SeedStore

#: What can be asked for.
#: ``matchup``: the matchups of a name. ``file``: the seed at a path. ``body``: the seed that
#: :func:`body_name` names. ``product``, ``persona``: what a name means by the settings.
Kind = Literal['matchup', 'file', 'body', 'product', 'persona']


class Part(NamedTuple):
    """Which part of a matchup a page shows: the keys of products and personas, empty for all."""

    products: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    #: Whether it shows the key of the matchup, in its ids.
    keyed: bool = True


class Use(NamedTuple):
    """A part of the corpus or the settings that a page was read with."""

    kind: Kind
    name: str
    part: Part
    fingerprint: str
    #: While it is the same, so is the fingerprint; it takes less time. Empty for none.
    signature: str = ''


def make_use(store: SeedStore, kind: Kind, name: str, part: Part) -> Use:
    """The use of what this name gives now."""
    fingerprint = _fingerprint(store, kind, name, part)
    return Use(kind, name, part, fingerprint, _signature(store, kind, name))


def has_changed(store: SeedStore, use: Use) -> bool:
    """Whether the name gives something else than it did."""
    if use.signature and use.signature == _signature(store, use.kind, use.name):
        return False
    return use.fingerprint != _fingerprint(store, use.kind, use.name, use.part)


def body_name(title: str | None, text: str) -> str:
    """What names the seed in the body of a directive.

    :param title: the one given apart, if any
    """
    return f'{title or ""}\n{text}'


def product_keys(store: SeedStore, name: str) -> list[str]:
    """The keys that the name of a product may mean.

    The settings come first, then the seeds: their front matter may give a name another key.
    """
    names = store.reader.names
    keys = names.candidates(name)
    if names.knows(name) or keys[0] in store.corpus.products:
        return keys
    return store.corpus.find('product', name) or keys


def shown_name(store: SeedStore, key: str, written: str) -> str:
    """The name to show for a product that a page names, the declared one first.

    Where a page writes the key, or a name that has another key, it is that of the seeds.
    """
    if declared := store.reader.names.shown(key):
        return declared
    known = key in store.corpus.products and (written == key or make_key(written) != key)
    return store.corpus.title('product', key) if known else written


def _fingerprint(store: SeedStore, kind: Kind, name: str, part: Part) -> str:
    reader = store.reader
    match kind:
        case 'matchup':
            matchups = store.corpus.matchups
            keys = store.corpus.find('matchup', name)
            # The first is shown. If there are more, a warning names them all.
            shown = [_fingerprint_of_matchup(store, matchups[key], part) for key in keys[:1]]
            named = [(key, matchups[key].path) for key in keys] if len(keys) > 1 else []
            return fingerprint_of(shown, named)
        case 'file':
            reading = store.read(name)
            if reading.matchup and store.reading(name):
                own_key = store.corpus.key_at(reading.path, reading.matchup.line)
                return _fingerprint_of_matchup(store, store.corpus.matchups[own_key], part)
            # The page must bring it along.
            return f'apart {_fingerprint_of_reading(store, reading, part)}'
        case 'body':
            title, _, text = name.partition('\n')
            reading = reader.read(text, '', title=title or None, source_line=lambda line: line)
            return _fingerprint_of_reading(store, reading, part)
        case 'product':
            keys = product_keys(store, name)
            return fingerprint_of(keys, [shown_name(store, key, name) for key in keys])
        case _:
            persona = reader.panel.personas.get(reader.panel.find(name) or '')
            return fingerprint_of(persona and (persona.key, persona.name))


def _signature(store: SeedStore, kind: Kind, name: str) -> str:
    declarations = store.settings.declarations.fingerprint
    match kind:
        case 'file':
            reading = store.reading(name)
            matchup = reading.matchup if reading else None
            # Other seeds decide whether it has the key that it asks for.
            own_key = store.corpus.key_at(matchup.path, matchup.line) if matchup else ''
            return f'{store.signature(name)} {declarations} {own_key}'
        case 'matchup' | 'product':
            return ''
        case _:
            return declarations


def _fingerprint_of_reading(store: SeedStore, reading: SeedReading, part: Part) -> str:
    if reading.matchup is None:
        return repr(reading.problems)
    return _fingerprint_of_matchup(store, reading.matchup, part)


def _fingerprint_of_matchup(store: SeedStore, matchup: Matchup, part: Part) -> str:
    """Changes with what a page shows of a matchup, and with its places, for messages."""
    key = matchup.key if part.keyed else ''
    if not part.products and not part.personas:
        return f'{matchup.fingerprint} {key}'
    shown = [
        quote
        for quote in matchup.occurrences
        if (not part.products or quote.product in part.products)
        and (not part.personas or quote.persona in part.personas)
    ]
    known = store.reader.panel.personas
    seated = dict.fromkeys(quote.persona for quote in shown if quote.persona in known)
    return fingerprint_of(
        (matchup.path, matchup.line, matchup.title, matchup.products, matchup.personas),
        [known[persona].name for persona in seated if persona],
        shown,
        key,
    )

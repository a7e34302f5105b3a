"""Matchups and quotes as nodes: the same in every markup, for every builder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx import addnodes

from . import nodes as own
from .words import round_name, title_of_products, voice_label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils import nodes

    from .corpus import Corpus, Matchup, Occurrence, Persona, Quote


#: More products than this do not fit side by side.
MOST_COLUMNS = 4
#: So many further matchups are named under a card of a matchup; an entry names them all.
MOST_MATCHUPS = 3


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """How a matchup is shown."""

    layout: str = 'columns'
    #: Keys of the products and personas to show; empty for all.
    products: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    #: Whether the products stand in the reverse order.
    flip: bool = False


def block_anchor(key: str) -> str:
    """The id of a matchup."""
    return f'matchup-{key}'


def card_anchor(key: str, number: int) -> str:
    """The id of the quote with this number in a matchup."""
    return f'quote-{key}-{number}'


def entry_anchor(objtype: str, key: str) -> str:
    """The id of the entry of a product or persona."""
    return f'{objtype}-{key}'


def entry_card_anchor(anchor: str, part: str, number: int) -> str:
    """The id of a card in an entry, by what tells its cards apart: a voice or a product.

    :param anchor: the id of the entry
    :param number: from 1, over the different quotes of one persona on one product
    """
    return f'{anchor}_{part}' if number == 1 else f'{anchor}_{part}_{number}'


def shown_rounds(matchup: Matchup, options: BlockOptions) -> list[list[Occurrence]]:
    """The quotes that pass the options, round by round, in the order shown."""
    rounds = []
    for quotes in matchup.rounds:
        passing = [
            quote
            for quote in quotes
            if (not options.products or quote.product in options.products)
            and (not options.personas or quote.persona in options.personas)
        ]
        if passing:
            rounds.append(passing[::-1] if options.flip else passing)
    return rounds


def build_block(
    matchup: Matchup,
    rounds: list[list[Occurrence]],
    personas: dict[str, Persona],
    options: BlockOptions,
    *,
    anchor_key: str,
    source: str,
) -> own.matchup_block:
    """The nodes of one matchup.

    :param rounds: the quotes to show, by :func:`shown_rounds`
    :param personas: the known personas by key, for their names
    :param anchor_key: what the ids are made of; without ids if empty
    :param source: the whole path of the seed, for the messages to translate
    """
    products = [
        product
        for product in matchup.products
        if not options.products or product.key in options.products
    ]
    if options.flip:
        products.reverse()
    whole = products == list(matchup.products)
    names_shown = [product.name for product in products]
    title = matchup.title if whole else title_of_products(names_shown)
    # What is to be translated does not depend on the language that it is translated into.
    message = matchup.title if whole else ' vs '.join(names_shown)
    columns = {product.key: place for place, product in enumerate(products, 1)}
    layout = options.layout if len(products) <= MOST_COLUMNS else 'stack'
    block = own.matchup_block(
        '',
        key=matchup.key,
        title=title,
        layout=layout,
        columns=len(products),
        seed=(matchup.path, matchup.line),
    )
    if anchor_key:
        block['ids'].append(block_anchor(anchor_key))
        block += _index_node(matchup, block['ids'][0])
    header = own.matchup_header(
        message, products=[(product.key, product.name) for product in products]
    )
    header.source, header.line = source, matchup.line
    if title != message:
        header.show(title)
    block += header
    names = {product.key: product.name for product in products}
    for quotes in rounds:
        label = _shared_label(quotes, personas)
        row = own.matchup_round('', label=label, persona=quotes[0].persona or '')
        row.source, row.line = source, quotes[0].line
        for quote in quotes:
            card = _card(
                quote.text,
                product=(quote.product, names[quote.product]),
                persona=quote.persona or '',
                voice=(quote.voice, _voice_name(quote, personas)),
                verdict=quote.verdict or '',
                column=columns[quote.product],
            )
            card.source, card.line = source, quote.line
            if anchor_key:
                card['ids'].append(card_anchor(anchor_key, quote.number))
            row += card
        block += row
    return block


def build_quote(corpus: Corpus, quote: Quote, *, anchor: str) -> own.quote_card:
    """The card of a quote outside its matchup, with its verdict if every seed gives the same.

    :param anchor: its id; without an id if empty
    """
    persona = corpus.personas.get(quote.voice)
    card = _card(
        quote.text,
        product=(quote.product, corpus.products[quote.product].name),
        persona=persona.key if persona else '',
        voice=(quote.voice, name_of_voice(corpus, quote)),
        verdict=corpus.verdict_of(quote),
        column=0,
    )
    if anchor:
        card['ids'].append(anchor)
    return card


def name_of_voice(corpus: Corpus, quote: Quote) -> str:
    """Who says a quote, in the language of the docs for a round without a persona."""
    persona = corpus.personas.get(quote.voice)
    return persona.name if persona else voice_label(quote.voice)


def named_matchups(
    corpus: Corpus, quote: tuple[str, str, str], own_key: str = ''
) -> tuple[list[str], int]:
    """The matchups to name under a card, and how many more there are.

    :param quote: product, voice and text
    :param own_key: of the matchup that the card is a part of; empty for a card elsewhere, which
        names all
    """
    keys = corpus.matchups_with(*quote)
    if not own_key:
        return keys, 0
    others = [key for key in keys if key != own_key]
    return others[:MOST_MATCHUPS], len(others[MOST_MATCHUPS:])


def build_grid(cards: Iterable[own.quote_card]) -> own.card_grid:
    """Cards side by side."""
    return own.card_grid('', *cards)


def index_node(entries: Iterable[tuple[str, str, bool]]) -> addnodes.index:
    """Entries of the general index: (name, id, whether it is the main place)."""
    listed = [
        ('single', name, anchor, 'main' if main else '', None) for name, anchor, main in entries
    ]
    return addnodes.index(entries=listed, inline=False)


def _index_node(matchup: Matchup, anchor: str) -> nodes.Element:
    names = dict.fromkeys([matchup.title, *(product.name for product in matchup.products)])
    return index_node((name, anchor, False) for name in names)


def _card(
    text: str,
    *,
    product: tuple[str, str],
    persona: str,
    voice: tuple[str, str],
    verdict: str,
    column: int,
) -> own.quote_card:
    key, name = product
    return own.quote_card(
        text,
        product=key,
        product_name=name,
        persona=persona,
        voice=voice[0],
        voice_name=voice[1],
        verdict=verdict,
        verdict_name=verdict,
        column=column,
    )


def _shared_label(quotes: list[Occurrence], personas: dict[str, Persona]) -> str:
    """The name of the persona if every card of the round has the same."""
    first = quotes[0].voice
    return (
        '' if any(quote.voice != first for quote in quotes) else _voice_name(quotes[0], personas)
    )


def _voice_name(quote: Occurrence, personas: dict[str, Persona]) -> str:
    return personas[quote.persona].name if quote.persona else round_name(quote.round)

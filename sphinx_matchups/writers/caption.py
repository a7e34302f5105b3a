"""Who says a quote, of what, and with which verdict: the words under every card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from ..nodes import filled, listed
from ..words import (
    bracket_template,
    caption_template,
    further,
    name_pieces,
    places_template,
    verdict_template,
)

if TYPE_CHECKING:
    from ..links import Linker
    from ..nodes import quote_card


def caption_nodes(card: quote_card, linker: Linker, verdict: nodes.Node) -> list[nodes.Node]:
    """What stands under a card, its names as links.

    :param verdict: the verdict of the card, as a writer shows it
    """
    template = verdict_template() if card['verdict'] else caption_template()
    voice, product = (nodes.inline('', card[name]) for name in ('voice_name', 'product_name'))
    caption = filled(
        template,
        voice=[linker.link('persona', card['persona'], voice, card)],
        product=[linker.link('product', card['product'], product, card)],
        verdict=[verdict],
    )
    if not card['matchups']:
        return caption
    return filled(bracket_template(), caption=caption, places=_place_nodes(card, linker))


def places_of(card: quote_card) -> str:
    """The template for the matchups that a card names: others, if it is a part of one."""
    return places_template(others=bool(card['column']))


def _place_nodes(card: quote_card, linker: Linker) -> list[nodes.Node]:
    """The matchups that a card names, as links."""
    items: list[nodes.Node] = [
        linker.link('matchup', key, _title_node(title), card) for key, title in card['matchups']
    ]
    if card['further']:
        items.append(nodes.Text(further(card['further'])))
    return filled(places_of(card), matchups=listed(items))


def _title_node(title: str) -> nodes.inline:
    return nodes.inline('', '', *map(nodes.Text, name_pieces('matchup', title)))

"""Who says a quote, of what, and with which verdict: the words under every card."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from docutils import nodes

from ..words import caption_template, further, stands_also_in, stands_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..links import Linker
    from ..nodes import quote_card

_PLACEHOLDER = re.compile(r'%\((\w+)\)s')


@functools.lru_cache(maxsize=16)
def _taken_apart(template: str) -> list[str]:
    return _PLACEHOLDER.split(template)


def caption_parts() -> Iterator[str]:
    """The caption's template taken apart: words at even places, placeholders at odd ones."""
    yield from _taken_apart(caption_template())


def caption_nodes(card: quote_card, linker: Linker) -> Iterator[nodes.Node]:
    """The caption without the verdict, its names as links."""
    for place, part in enumerate(caption_parts()):
        if place % 2 == 0:
            yield nodes.Text(part)
        elif part == 'voice':
            yield linker.link(
                'persona', card['persona'], nodes.inline('', card['voice_name']), card
            )
        else:
            yield linker.link(
                'product', card['product'], nodes.inline('', card['product_name']), card
            )


def places_label(card: quote_card) -> str:
    """What stands before the matchups that a card names: others, if it is a part of one."""
    return stands_also_in() if card['column'] else stands_in()


def place_nodes(card: quote_card, linker: Linker) -> list[nodes.Node]:
    """The matchups that a card names, as links in brackets; nothing if it names none."""
    if not card['matchups']:
        return []
    places: list[nodes.Node] = [nodes.Text(f' ({places_label(card)} ')]
    for number, (key, name) in enumerate(card['matchups']):
        places += [nodes.Text(', ')] if number else []
        places.append(linker.link('matchup', key, nodes.inline('', name), card))
    ending = f', {further(card["further"])})' if card['further'] else ')'
    return [*places, nodes.Text(ending)]

"""What a page offers for translation: names and quotes that no node of it holds as a message."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from docutils import nodes

from .. import nodes as own

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..domain import MatchupDomain


def offer_messages(tree: nodes.document, domain: MatchupDomain, settings_path: str) -> None:
    """Add a node for each message, at its place in a seed.

    :param settings_path: where names come from that no seed holds
    """
    for node in [node for node in tree.findall(nodes.Element) if own.is_drawn(node)]:
        if isinstance(node, own.exact_text):
            _keep(node)
        for message in _messages(node):
            offered = own.exact_text(message)
            offered.source, offered.line = node.source, node.line
            if isinstance(node, own.object_name):
                place = domain.corpus.place_of(node['objtype'], node['key'])
                path, offered.line = place or (settings_path, 1)
                offered.source = domain.store.absolute(path)
            _keep(offered)
            node.parent.insert(node.parent.index(node), offered)


def _messages(node: nodes.Element) -> Iterator[str]:
    match node:
        case own.matchup_header():
            yield from (name for _, name in node['products'])
        case own.matchup_round():
            yield from _voice(node, node['label'])
        case own.quote_card():
            row = node.parent
            if not isinstance(row, own.matchup_round):
                yield node['product_name']
            if not isinstance(row, own.matchup_round) or not row['label']:
                yield from _voice(node, node['voice_name'])
            if node['verdict']:
                yield node['verdict']
        case own.object_name():
            yield node.astext()
        case own.quote_excerpt():
            yield node.rawsource


def _voice(node: nodes.Element, name: str) -> Iterator[str]:
    """The name of a persona; the label of a round without one is a word of ours."""
    if name and node['persona']:
        yield name


def _keep(message: own.exact_text) -> None:
    """Let Sphinx take a message that it did not see when it read the page."""
    message.offered = True
    if not hasattr(message, 'uid'):
        # One that does not change from build to build.
        uid = uuid5(NAMESPACE_URL, f'sphinx-matchups:{message.rawsource}').hex
        message.uid = uid  # type: ignore[attr-defined]  # Sphinx gives it to nodes likewise

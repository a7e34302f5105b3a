"""Plain docutils nodes instead of ours, for every builder without a writer of ours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from .. import nodes as own
from .caption import caption_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..links import Linker

_HYPHENS = re.compile('(--+)')


def _texinfo_hyphens(child: nodes.Node) -> Iterator[nodes.Node]:
    """The text with its runs of hyphens marked, which Texinfo would make dashes of."""
    if not isinstance(child, nodes.Text):
        yield child
        return
    for place, part in enumerate(_HYPHENS.split(child)):
        if place % 2:
            yield nodes.raw('', '@w{-}' * len(part), format='texinfo')
        elif part:
            yield nodes.Text(part)


class PlainWriter:
    """Swaps our nodes for block quotes with attributions, paragraphs and targets."""

    def __init__(self, linker: Linker, builder_format: str) -> None:
        self._linker = linker
        self._format = builder_format

    def replace_in(self, tree: nodes.Element) -> None:
        """Replace every node of ours in the tree."""
        # From the inside out, so that a node still knows what it is a part of.
        for node in reversed(list(tree.findall(nodes.Element))):
            if isinstance(node, own.DRAWN_NODES):
                node.replace_self(self._plain(node))

    def _plain(self, node: nodes.Element) -> list[nodes.Node]:
        if self._format == 'texinfo' and isinstance(node, own.exact_text):
            node.children = [part for child in node.children for part in _texinfo_hyphens(child)]
        match node:
            case own.quote_card():
                plain: nodes.Element = self._quote(node)
            case own.matchup_header() | own.entry_name():
                plain = nodes.paragraph('', '', nodes.strong('', '', *node.children))
            case own.matchup_round():
                plain = nodes.container('', *self._label(node), *node.children)
            case own.object_name() | own.quote_excerpt():
                plain = nodes.inline('', '', *node.children)
            case _:
                plain = nodes.container('', *node.children)
        plain['classes'] += [f'{node.tagname.replace("_", "-")}', *node['classes']]
        plain.source, plain.line = node.source, node.line
        # Some formats know targets only, not the ids of other nodes.
        targets = [nodes.target('', '', ids=[identifier]) for identifier in node['ids']]
        return [*targets, plain]

    def _label(self, row: own.matchup_round) -> Iterator[nodes.paragraph]:
        if row['label']:
            name = nodes.emphasis('', '', *self._exact(row['label']))
            link = self._link('persona', row['persona'], name, row)
            label = nodes.paragraph('', '', link, classes=['round-label'])
            label.source, label.line = row.source, row.line
            yield label

    def _exact(self, text: str) -> Iterable[nodes.Node]:
        return (
            _texinfo_hyphens(nodes.Text(text)) if self._format == 'texinfo' else [nodes.Text(text)]
        )

    def _quote(self, card: own.quote_card) -> nodes.block_quote:
        paragraph = nodes.paragraph('', '', *card.children)
        paragraph.source, paragraph.line = card.source, card.line
        caption = caption_nodes(card, self._linker, nodes.Text(card['verdict_name']))
        attribution = nodes.attribution('', '', *caption)
        attribution.source, attribution.line = card.source, card.line
        return nodes.block_quote('', paragraph, attribution)

    def _link(
        self, objtype: str, key: str, content: nodes.Element, origin: nodes.Node
    ) -> nodes.Element:
        return self._linker.link(objtype, key, content, origin)

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

#: What Texinfo would make dashes and curved marks of.
_TEXINFO_SIGNS = re.compile("(--+|['`])")
#: Where an attribution is shown as what it is. Texinfo lets a long one run over the edge of the
#: page, and builders of others may drop it.
_WITH_ATTRIBUTIONS = frozenset({'text', 'man', 'xml', 'pseudoxml'})
#: Where strong words stand in marks, which would look like a part of the quote.
_WITH_MARKS = frozenset({'text', 'texinfo'})
#: What holds text that must be shown letter for letter, and nothing that an author wrote.
_EXACT = (own.quote_card, own.matchup_header, own.entry_name, own.quote_excerpt, own.object_name)


class PlainWriter:
    """Swaps our nodes for block quotes with captions, paragraphs and targets."""

    def __init__(self, linker: Linker, builder_format: str) -> None:
        self._linker = linker
        self._format = builder_format

    def replace_in(self, tree: nodes.Element) -> None:
        """Replace every node of ours in the tree."""
        # From the inside out, so that a node still knows what it is a part of.
        for node in reversed(list(tree.findall(nodes.Element))):
            if isinstance(node, own.DRAWN_NODES):
                if isinstance(node, own.listing):
                    _move_targets_out(node)
                place = node.parent.index(node)
                node.parent[place : place + 1] = self._plain(node)

    def _plain(self, node: nodes.Element) -> list[nodes.Node]:
        match node:
            case own.quote_card():
                plain: nodes.Element = self._quote(node)
            case own.matchup_header() | own.entry_name():
                plain = nodes.paragraph('', '', nodes.strong('', '', *node.children))
            case own.matchup_round():
                plain = nodes.container('', *self._label(node), *node.children)
            case own.quote_excerpt():
                plain = nodes.inline('', '', *self._excerpt(node))
            case own.object_name():
                plain = nodes.inline('', '', *node.children)
            case _:
                plain = nodes.container('', *node.children)
        if isinstance(node, _EXACT):
            self._keep_signs(plain)
        plain['ids'] += node['ids']
        plain['classes'] += [f'{node.tagname.replace("_", "-")}', *node['classes']]
        plain.source, plain.line = node.source, node.line
        return [*_targets(node['ids']), *self._spaced(plain)]

    def _spaced(self, plain: nodes.Element) -> list[nodes.Node]:
        """The node, for a man page apart from what stands before it.

        There a paragraph that is the first in a container goes on with the line before, and a
        block quote begins right below it.
        """
        if self._format == 'man':
            if isinstance(plain, nodes.container):
                return plain.children
            if isinstance(plain, nodes.block_quote):
                return [_man('.sp'), plain]
        return [plain]

    def _keep_signs(self, exact: nodes.Element) -> None:
        """Mark the signs in a text that Texinfo would change."""
        if self._format == 'texinfo':
            for text in list(exact.findall(nodes.Text)):
                if _TEXINFO_SIGNS.search(text):
                    text.parent.replace(text, list(_texinfo_nodes(text)))

    def _label(self, row: own.matchup_round) -> Iterator[nodes.paragraph]:
        if row['label']:
            name = nodes.emphasis('', row['label'])
            # A link would be in the way in Info, and each card of the round has it too.
            linked = self._format != 'texinfo'
            link = self._linker.link('persona', row['persona'], name, row) if linked else name
            label = nodes.paragraph('', '', link, classes=['round-label'])
            label.source, label.line = row.source, row.line
            self._keep_signs(label)
            yield label

    def _quote(self, card: own.quote_card) -> nodes.Element:
        paragraph = nodes.paragraph('', '', *card.children)
        paragraph.source, paragraph.line = card.source, card.line
        words = caption_nodes(card, self._linker, nodes.Text(card['verdict_name']))
        caption: nodes.TextElement
        if self._format in _WITH_ATTRIBUTIONS:
            caption = nodes.attribution('', '', *words)
        else:
            caption = nodes.paragraph('', '— ', *words, classes=['attribution'])
        caption.source, caption.line = card.source, card.line
        match self._format:
            case 'man':
                return nodes.block_quote('', paragraph, _man('.br'), caption)
            case 'texinfo' | 'text' | 'xml' | 'pseudoxml':
                return nodes.block_quote('', paragraph, caption)
        # Block quotes that follow each other may be joined, as Markdown does.
        return nodes.container('', nodes.block_quote('', paragraph), caption)

    def _excerpt(self, excerpt: own.quote_excerpt) -> Iterator[nodes.Node]:
        for child in excerpt.children:
            if self._format in _WITH_MARKS and isinstance(child, nodes.strong):
                yield from child.children
            else:
                yield child


def _texinfo_nodes(text: str) -> Iterator[nodes.Node]:
    for place, part in enumerate(_TEXINFO_SIGNS.split(text)):
        if place % 2:
            signs = ('@w{-}' if sign == '-' else f'@U{{{ord(sign):04X}}}' for sign in part)
            yield nodes.raw('', ''.join(signs), format='texinfo')
        elif part:
            yield nodes.Text(part)


def _move_targets_out(listing: own.listing) -> None:
    """Put the targets inside the rows of a list before them, where an author writes targets."""
    for target in list(listing.findall(nodes.target)):
        row = target.parent
        if isinstance(row, nodes.paragraph) and target['ids']:
            row.remove(target)
            row['ids'] += target['ids']
            row.parent.insert(row.parent.index(row), _targets(target['ids']))


def _targets(ids: Iterable[str]) -> list[nodes.Node]:
    """Targets for what stands behind them; some formats know no ids of other nodes."""
    return [nodes.target('', '', refid=identifier) for identifier in ids]


def _man(request: str) -> nodes.raw:
    """A line of a man page."""
    return nodes.raw('', f'{request}\n', format='manpage')

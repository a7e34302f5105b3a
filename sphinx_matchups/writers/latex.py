"""Cards in LaTeX: environments and macros of ``sphinxmatchups.sty``, which decides the look."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from .. import nodes as own
from ..corpus import make_key
from ..corpus.syntax import REPLACEMENT
from ..directions import base_level
from ..words import versus
from .caption import caption_nodes
from .colors import visible_color
from .latex_text import exact_nodes, exact_tex, raw_tex, set_texts_exactly

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from docutils.nodes import Element
    from sphinx.writers.latex import LaTeXTranslator

    from ..corpus import Persona
    from ..links import Linker
    from ..nodes import (
        card_grid,
        entry_name,
        listing,
        matchup_block,
        matchup_header,
        matchup_round,
        object_entry,
        object_name,
        quote_caption,
        quote_card,
        round_label,
        shown_name,
        sorted_index,
        verdict_word,
    )

LATEX_PACKAGE = 'sphinxmatchups'
LATEX_PACKAGE_FILE = Path(__file__).parent.parent / 'latex' / f'{LATEX_PACKAGE}.sty'

_HOLDS_NAMES = (own.matchup_header, own.entry_name, own.object_name, own.role_text)
_MERE_HASH = re.compile('[0-9a-f]{8}')


class LatexPreparer:
    """Makes nodes of what cards and headers hold in attributes, so that a writer can visit it."""

    def __init__(self, linker: Linker, personas: Mapping[str, Persona]) -> None:
        self._linker = linker
        self._personas = personas

    def prepare(self, tree: nodes.Element) -> None:
        """Add the captions, the names and the links to every matchup and card of a tree."""
        _leave_labels_to_targets(tree)
        for node in list(tree.findall(nodes.Element)):
            self._prepare_node(node)
            if isinstance(node, _HOLDS_NAMES):
                set_texts_exactly(node)

    def _prepare_node(self, node: nodes.Element) -> None:
        match node:
            case own.matchup_header():
                node['title'] = node.astext()
                _set_children(node, *_indexed(node.parent), *self._names(node))
            case own.entry_name():
                node['title'] = node.astext()
                name = own.shown_name('', '', *node.children, alone=True)
                _set_children(node, *_indexed(node.parent), name)
            case own.quote_excerpt():
                _set_children(node, *exact_nodes(node.children))
            case own.object_entry() if not _has_name(node):
                node[:0] = list(_indexed(node))
            case own.quote_card():
                _set_children(node, *_quote(node), self._caption(node))
                if not isinstance(node.parent, own.matchup_round | own.card_grid):
                    grid = own.card_grid('')
                    node.replace_self(grid)
                    grid.append(node)
            case own.matchup_round():
                node.insert(0, self._label(node))
            case nodes.table():
                _let_break(node)

    def _names(self, header: own.matchup_header) -> Iterator[nodes.Element]:
        products = header['products']
        for place, (key, name) in enumerate(products, 1):
            link = self._linker.link('product', key, nodes.inline('', name), header)
            yield own.shown_name(
                '', '', link, alone=False, versus=versus() if place < len(products) else ''
            )

    def _label(self, row: own.matchup_round) -> own.round_label:
        name = nodes.inline('', row['label'])
        link = self._linker.link('persona', row['persona'], name, row)
        label = own.round_label('', '', *([*self._bar(row), link] if row['label'] else []))
        set_texts_exactly(label)
        return label

    def _caption(self, card: own.quote_card) -> own.quote_caption:
        verdict = own.verdict_word('', card['verdict_name'])
        words = caption_nodes(card, self._linker, verdict)
        caption = own.quote_caption('', '', *self._bar(card), *words)
        set_texts_exactly(caption)
        return caption

    def _bar(self, node: nodes.Element) -> Iterator[nodes.raw]:
        """A bar in the colour of the persona, if it has one."""
        persona = self._personas.get(node['persona'])
        if persona and persona.color:
            yield raw_tex(f'\\matchuppersona{{{visible_color(persona.color)}}}')


def _leave_labels_to_targets(tree: nodes.Element) -> None:
    """Take out the ids that come from a target before, which gives the label itself."""
    labelled: set[str] = set()
    for node in tree.findall(nodes.Element):
        match node:
            case nodes.target() if 'refid' in node:
                labelled.add(node['refid'])
            case addnodes.start_of_file():
                labelled.clear()
            case _ if isinstance(node, own.DRAWN_NODES):
                node['ids'] = [anchor for anchor in node['ids'] if anchor not in labelled]


def _let_break(table: nodes.table) -> None:
    """Let a table that holds cards break between its rows, where LaTeX allows it."""
    if isinstance(table.parent, nodes.section | nodes.document) and any(
        table.findall(lambda node: isinstance(node, own.DRAWN_NODES))
    ):
        table['classes'].append('longtable')


def _has_name(entry: nodes.Element) -> bool:
    """Whether an entry has a name of its own, and not that of the heading above."""
    return any(isinstance(child, own.entry_name) for child in entry.children)


def _indexed(node: nodes.Element) -> Iterator[own.sorted_index]:
    """The entries of the general index, taken out of the node for its first line.

    Before that, they could be left alone at the end of a page.
    """
    for child in list(node.children):
        if isinstance(child, addnodes.index):
            node.remove(child)
            yield own.sorted_index(entries=child['entries'], inline=True)


def _sort_key(name: str) -> str:
    """What makeindex sorts a name by; empty for the name itself.

    It knows bytes only, and would make half a character the heading of those that begin with it.
    """
    if name[:1].isascii() and REPLACEMENT not in name:
        return ''
    key = make_key(name)
    # A star is sorted among the symbols, a mere hash would be among letters.
    return f'*{key}' if _MERE_HASH.fullmatch(key) else key


def _quote(card: own.quote_card) -> list[nodes.Node]:
    quote = exact_nodes(card.children)
    return [raw_tex(r'\matchupfromright{}'), *quote] if base_level(card.astext()) else quote


def _set_children(node: nodes.Element, *children: nodes.Node) -> None:
    node.children = []
    node.extend(children)


# ------------------------------------------------------------------------------------- visitors


def visit_matchup_block(self: LaTeXTranslator, node: matchup_block) -> None:
    """Open a matchup, with the number of columns."""
    _begin_classes(self, node)
    _note_cell(self)
    columns = node['columns'] if node['layout'] == 'columns' else 1
    self.body.append(f'\n\\begin{{matchup}}{{{columns}}}')


def depart_matchup_block(self: LaTeXTranslator, node: matchup_block) -> None:
    """Close a matchup."""
    self.body.append('\n\\end{matchup}')
    _end_classes(self, node)


def visit_matchup_header(self: LaTeXTranslator, node: matchup_header) -> None:
    """Open the names of the products; links to the matchup lead here."""
    block = node.parent
    self.body.append('\n\\begin{matchupheader}%')
    self.body.append(f'\n{_labels(self, block)}%\n')
    _bookmark(self, block, node['title'])


def depart_matchup_header(self: LaTeXTranslator, node: matchup_header) -> None:
    """Close the names of the products."""
    self.body.append('\n\\end{matchupheader}')


def visit_shown_name(self: LaTeXTranslator, node: shown_name) -> None:
    """Open a name: that of an entry, or that of a product above its column."""
    self.body.append('%\n\\matchupentryname{' if node['alone'] else '%\n\\matchupproduct{')


def depart_shown_name(self: LaTeXTranslator, node: shown_name) -> None:
    """Close the name; above a column the word follows that leads to the next."""
    self.body.append('}' if node['alone'] else f'}}{{{self.encode(node["versus"])}}}')


def visit_matchup_round(self: LaTeXTranslator, node: matchup_round) -> None:
    """Open a row of cards; its label is an argument, given by the label's own node."""
    self.body.append('\n\\begin{matchupround}')


def depart_matchup_round(self: LaTeXTranslator, node: matchup_round) -> None:
    """Close a row of cards."""
    self.body.append('\n\\end{matchupround}')


def visit_round_label(self: LaTeXTranslator, node: round_label) -> None:
    """Open the label of a row."""
    self.body.append('{')


def depart_round_label(self: LaTeXTranslator, node: round_label) -> None:
    """Close the label of a row."""
    self.body.append('}')


def visit_quote_card(self: LaTeXTranslator, node: quote_card) -> None:
    """Open a card with its column and its labels."""
    self.body.append(f'\n\\matchupcard{{{node["column"]}}}{{{_labels(self, node)}}}{{')


def depart_quote_card(self: LaTeXTranslator, node: quote_card) -> None:
    """Close a card."""
    self.body.append('}')


def visit_quote_caption(self: LaTeXTranslator, node: quote_caption) -> None:
    """Close the quote, open its caption."""
    self.body.append('}{')


def depart_quote_caption(self: LaTeXTranslator, node: quote_caption) -> None:
    """Leave the closing to the card."""


def visit_verdict_word(self: LaTeXTranslator, node: verdict_word) -> None:
    """Open a verdict."""
    self.body.append(r'\matchupverdict{')


def depart_verdict_word(self: LaTeXTranslator, node: verdict_word) -> None:
    """Close a verdict."""
    self.body.append('}')


def visit_sorted_index(self: LaTeXTranslator, node: sorted_index) -> None:
    """Let Sphinx write the entries, and put before a name what it is sorted by."""
    for entry in node['entries']:
        written = len(self.body)
        # Sphinx ends its own visit like this, and here something is left to do.
        with contextlib.suppress(nodes.SkipNode):
            self.visit_index(addnodes.index(entries=[entry], inline=True))
        for place in range(written, len(self.body)):
            sorted_by, at, shown = self.body[place].partition('@\\spxentry')
            if key := _sort_key(entry[1]):
                sorted_by = f'\\index{{{key}'
            self.body[place] = f'{sorted_by}{at}{exact_tex(shown)}'
    raise nodes.SkipNode


def visit_card_grid(self: LaTeXTranslator, node: card_grid) -> None:
    """Open cards that belong to no round: two in a row, a single one over the whole width."""
    _note_cell(self)
    self.body.append(f'\n\\begin{{matchupcards}}{{{min(len(node), 2)}}}')


def depart_card_grid(self: LaTeXTranslator, node: card_grid) -> None:
    """Close cards that belong to no round."""
    self.body.append('\n\\end{matchupcards}')


def visit_object_entry(self: LaTeXTranslator, node: object_entry) -> None:
    """Open an entry; links lead to its name, or right here if a heading is its name."""
    _begin_classes(self, node)
    self.body.append('\n\\begin{matchupentry}')
    if not _has_name(node):
        self.body.append(_labels(self, node))


def depart_object_entry(self: LaTeXTranslator, node: object_entry) -> None:
    """Close an entry."""
    self.body.append('\n\\end{matchupentry}')
    _end_classes(self, node)


def visit_entry_name(self: LaTeXTranslator, node: entry_name) -> None:
    """Open the name of an entry."""
    self.body.append('\n\\begin{matchupentryhead}%')
    self.body.append(f'\n{_labels(self, node.parent)}%\n')
    _bookmark(self, node.parent, node['title'])


def depart_entry_name(self: LaTeXTranslator, node: entry_name) -> None:
    """Close the name of an entry."""
    self.body.append('\n\\end{matchupentryhead}\n')


def visit_object_name(self: LaTeXTranslator, node: object_name) -> None:
    """Draw nothing: the name is its text."""


def visit_listing(self: LaTeXTranslator, node: listing) -> None:
    """Open what the corpus says."""
    _begin_classes(self, node)
    self.body.append(_labels(self, node))


def depart_listing(self: LaTeXTranslator, node: listing) -> None:
    """Close what the corpus says."""
    _end_classes(self, node)


def _nothing(self: LaTeXTranslator, node: Element) -> None:
    """Close nothing."""


def _labels(self: LaTeXTranslator, node: Element) -> str:
    """What links to a node lead to, if anything does."""
    return self.hypertarget_to(node, anchor=True) if node['ids'] else ''


def _bookmark(self: LaTeXTranslator, node: Element, title: str) -> None:
    """A bookmark of what can be linked to, unless it has that of a heading of the same words."""
    if node['ids'] and own.heading_above(node) != title:
        anchor = self.idescape(f'{self.curfilestack[-1]}:{node["ids"][0]}')
        # Bookmarks hold no commands.
        shown = self.encode(title).replace(REPLACEMENT, '?')
        self.body.append(f'\\matchupbookmark{{{shown}}}{{{anchor}}}%\n')


def _note_cell(self: LaTeXTranslator) -> None:
    """Tell of a cell of a table, where cards cannot break."""
    if self.table:
        # Cells then have a fixed width, as boxes need it.
        self.table.has_problematic = True
        self.body.append('\n\\matchupincell')


def _begin_classes(self: LaTeXTranslator, node: Element) -> None:
    """Open the environments that users may define for a class, as Sphinx does."""
    for name in node['classes']:
        self.body.append(f'\n\\begin{{sphinxuseclass}}{{{name}}}')


def _end_classes(self: LaTeXTranslator, node: Element) -> None:
    for _name in node['classes']:
        self.body.append('\n\\end{sphinxuseclass}')


#: For each node class, by name, what opens and what closes it.
LATEX_VISITORS: dict[str, tuple[Any, Any]] = {
    'matchup_block': (visit_matchup_block, depart_matchup_block),
    'matchup_header': (visit_matchup_header, depart_matchup_header),
    'shown_name': (visit_shown_name, depart_shown_name),
    'matchup_round': (visit_matchup_round, depart_matchup_round),
    'round_label': (visit_round_label, depart_round_label),
    'quote_card': (visit_quote_card, depart_quote_card),
    'quote_caption': (visit_quote_caption, depart_quote_caption),
    'verdict_word': (visit_verdict_word, depart_verdict_word),
    'sorted_index': (visit_sorted_index, None),
    'card_grid': (visit_card_grid, depart_card_grid),
    'object_entry': (visit_object_entry, depart_object_entry),
    'object_name': (visit_object_name, _nothing),
    'role_text': (_nothing, _nothing),
    'quote_excerpt': (_nothing, _nothing),
    'listing': (visit_listing, depart_listing),
    'entry_name': (visit_entry_name, depart_entry_name),
}

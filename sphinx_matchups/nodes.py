"""The node classes: plain data that each writer draws in its own way.

They subclass docutils nodes, so a writer that knows nothing of them falls back to the parent
class. :mod:`sphinx_matchups.transforms` swaps them for plain nodes where no writer of ours
draws them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from .corpus.syntax import code_spans
from .words import list_separator, taken_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def inline_nodes(text: str) -> Iterator[nodes.Text | nodes.literal]:
    """The text of a quote, its Markdown code spans as inline code and nothing else changed."""
    for part, is_code in code_spans(text):
        yield nodes.literal(part, part) if is_code else nodes.Text(part)


def filled(template: str, **contents: Iterable[nodes.Node]) -> list[nodes.Node]:
    """The words of a template as nodes, with contents in place of its placeholders."""
    parts: list[nodes.Node] = []
    for place, part in enumerate(taken_apart(template)):
        if place % 2:
            parts += contents[part]
        elif part:
            parts.append(nodes.Text(part))
    return parts


def listed(items: Iterable[nodes.Node]) -> list[nodes.Node]:
    """The items of a list in a sentence, and what stands between them."""
    separator = list_separator()
    parts: list[nodes.Node] = []
    for item in items:
        parts += [nodes.Text(separator), item] if parts else [item]
    return parts


class exact_text(
    addnodes.translatable, addnodes.not_smartquotable, nodes.Special, nodes.paragraph
):
    """Text that is data: shown letter for letter, and one message to translate.

    Sphinx would parse its translation as markup, and would replace its quotation marks. So it
    sees the message only where it collects what is to be translated, and
    :class:`.transforms.TextTranslator` does the rest. What is ``Special`` is not even searched
    for quotation marks, which takes time for every word.
    """

    #: Whether Sphinx may see the message.
    offered = False

    def __init__(self, message: str, **attributes: object) -> None:
        super().__init__(message, '', *self.content(message), **attributes)

    def content(self, text: str) -> Iterable[nodes.Node]:
        """The text as nodes."""
        return [nodes.Text(text)] if text else []

    def copy(self) -> exact_text:
        """A copy without children, as docutils wants it."""
        duplicate = self.__class__('', **self.attributes)
        duplicate.rawsource = self.rawsource
        duplicate.source, duplicate.line = self.source, self.line
        return duplicate

    def show(self, text: str) -> None:
        """Show the text letter for letter, like the one of the seed."""
        self.children = []
        self.extend(self.content(text))

    def preserve_original_messages(self) -> None:
        """Nothing to do: ``rawsource`` is never changed."""

    def extract_original_messages(self) -> list[str]:
        """The text before translation."""
        return [self.rawsource] if self.offered and self.rawsource else []


class FilledLater(nodes.Element):
    """What depends on other pages; a class of its own, so that one look at a tree finds all."""


class matchup_block(FilledLater, nodes.container):
    """One matchup: an index node, a header and its rounds.

    Attributes: ``key``, ``title``, ``layout`` (``columns`` or ``stack``); ``seed``: path and line
    of its title.
    """


class matchup_header(exact_text):
    """The title of a matchup. Attribute ``products``: (key, name) pairs in the order shown."""


class matchup_round(nodes.container):
    """One turn of the panel, with its cards.

    Attributes: ``label``, what the cards share: the name of their persona; empty if they do not.
    ``persona``: its key, empty if nobody is seated. A label is no node of its own, since most of
    what happens in a build takes time for each node.
    """


class quote_card(FilledLater, exact_text):
    """One quote as it is shown; the text is the content.

    Attributes: ``product`` and ``product_name``; ``persona`` (empty if nobody is seated);
    ``voice`` and ``voice_name``; ``verdict`` and ``verdict_name``; ``column`` in the round, from
    1, or 0 outside of one. Once filled, ``matchups``: (key, title) of those to name under it, and
    ``further``: how many more there are. Names are what is shown, the rest does not depend on the
    language.
    """

    def content(self, text: str) -> Iterable[nodes.Node]:
        """The text with its Markdown code spans as inline code."""
        return inline_nodes(text)


class card_grid(nodes.container):
    """Cards that belong to no round, side by side as they fit."""


class object_entry(FilledLater, nodes.container):
    """The place that describes a product or a persona: a name, the author's text, a listing.

    Attributes: ``objtype``, ``key``, ``shown_name``.
    """


class entry_name(exact_text):
    """The name at the head of an entry."""


class object_name(nodes.inline):
    """The name of an object in a listing, safe from the direction of the text around it.

    Attributes: ``objtype``, ``key``.
    """


class quote_excerpt(nodes.inline):
    """Some words of a quote outside its card; ``rawsource`` is the whole text.

    Attributes: ``product``, ``voice``, as those of a card.
    """


class role_text(nodes.inline):
    """A name in the words of a role, where its author gave no others.

    Only for the writers of ours: it is made when the builder is known.
    """


class shown_name(nodes.inline):
    """A name at the head of a matchup or entry, for writers that draw it as a node.

    Attributes: ``alone``; where it is not, ``versus``, the word that follows.
    """


class round_label(nodes.inline):
    """The label of a round, for writers that draw it as a node."""


class quote_caption(nodes.inline):
    """The words under a card, for writers that draw them as nodes."""


class sorted_index(addnodes.index):
    """Entries of the general index, for a writer that says by what they are sorted."""


class verdict_word(nodes.inline):
    """The verdict in a caption."""


class listing(FilledLater, nodes.container):
    """What can be filled only after all pages are read.

    Attributes: ``kind``, ``target`` (a key or name, empty for a whole list), ``anchor`` (what
    the ids inside begin or end with, empty for none).
    """


def heading_above(node: nodes.Node) -> str:
    """The words of the heading of the section that the node stands in, empty without one."""
    parent = node.parent
    while parent is not None and not isinstance(parent, nodes.section):
        parent = parent.parent
    if parent is None or not len(parent) or not isinstance(parent[0], nodes.title):
        return ''
    return parent[0].astext()


#: Every class, which a writer of ours draws or :mod:`.writers.plain` replaces.
DRAWN_NODES = (
    matchup_block,
    matchup_header,
    matchup_round,
    quote_card,
    card_grid,
    object_entry,
    entry_name,
    object_name,
    quote_excerpt,
    listing,
)


def is_drawn(node: nodes.Node) -> bool:
    """Whether a node is one of ours that a page shows."""
    return isinstance(node, DRAWN_NODES)


#: What a writer adds that draws captions and names as nodes.
ADDED_NODES = (shown_name, round_label, sorted_index, quote_caption, verdict_word)

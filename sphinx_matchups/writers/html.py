"""Cards in HTML: a grid row a round, a figure a card, and the theme's own colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from docutils import nodes

from ..corpus import make_key
from ..links import relative_uri, stands_inside
from ..nodes import matchup_header
from ..words import (
    caption_template,
    further,
    list_separator,
    name_pieces,
    permalink_title,
    taken_apart,
    verdict_template,
    versus,
)
from .caption import places_of
from .stylesheet import persona_class

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.writers.html5 import HTML5Translator

    from ..domain import MatchupDomain
    from ..nodes import (
        card_grid,
        entry_name,
        listing,
        matchup_block,
        matchup_round,
        object_entry,
        object_name,
        quote_card,
        quote_excerpt,
    )


@dataclass(slots=True)
class _Known:
    """What a translator has asked for before: every card needs the same few words and links."""

    #: The templates of captions, as :func:`.words.taken_apart` gives them.
    caption: list[str] = field(default_factory=lambda: taken_apart(caption_template()))
    caption_with_verdict: list[str] = field(
        default_factory=lambda: taken_apart(verdict_template())
    )
    permalink: str = field(default_factory=lambda: permalink_title('quote'))
    #: By the page that is written, the type and key of the object, and its name.
    links: dict[tuple[str, str, str, str], str] = field(default_factory=dict)


_KNOWN: WeakKeyDictionary[HTML5Translator, _Known] = WeakKeyDictionary()


def visit_matchup_block(self: HTML5Translator, node: matchup_block) -> None:
    """Open the block; its label is for screen readers."""
    classes = f'matchup matchup-{node["layout"]} matchup-of-{node["columns"]}'
    label: dict[str, Any] = {'aria-label': _title(node)}
    self.body.append(self.starttag(node, 'div', CLASS=classes, role='group', **label))


def visit_matchup_header(self: HTML5Translator, node: matchup_header) -> None:
    """Draw the names of the products, each in its column; the text is not used."""
    self.body.append(_row_tag(self, node, 'matchup-header'))
    products = node['products']
    for column, (key, name) in enumerate(products, 1):
        self.body.append(f'<p class="matchup-name matchup-column-{column}">')
        self.body.append(_link(self, 'product', key, name, node))
        if column < len(products):
            self.body.append(f' <span class="matchup-versus">{self.encode(versus())}</span>')
        else:
            self.add_permalink_ref(cast('Element', node.parent), permalink_title('matchup'))
        self.body.append('</p>\n')
    self.body.append('</div>\n')
    raise nodes.SkipNode


def visit_matchup_round(self: HTML5Translator, node: matchup_round) -> None:
    """Open a row of the grid, with the persona if all its cards share it."""
    self.body.append(_row_tag(self, node, 'matchup-round'))
    if node['label']:
        label = _link(self, 'persona', node['persona'], node['label'], node)
        classes = f'matchup-round-label{_persona_class(node)}'
        self.body.append(f'<p class="{classes}">{label}</p>\n')


def visit_quote_card(self: HTML5Translator, node: quote_card) -> None:
    """Open the card and its quote."""
    column = f' matchup-column-{node["column"]}' if node['column'] else ''
    classes = f'matchup-card{column}{_persona_class(node)} sd-card sd-shadow-sm'
    if len(node['ids']) == 1 and not node['classes']:
        self.body.append(f'<figure class="{classes}" id="{node["ids"][0]}">')
    else:
        self.body.append(self.starttag(node, 'figure', '', CLASS=classes))
    self.body.append('<div class="sd-card-body"><blockquote class="matchup-quote"><p dir="auto">')


def depart_quote_card(self: HTML5Translator, node: quote_card) -> None:
    """Close the quote and say who says it, and of what."""
    self.body.append(
        '</p></blockquote></div>\n<figcaption class="matchup-caption sd-card-footer">'
    )
    known = _known(self)
    template = known.caption_with_verdict if node['verdict'] else known.caption
    for place, part in enumerate(template):
        if place % 2 == 0:
            self.body.append(self.encode(part))
        elif part == 'voice':
            self.body.append(_link(self, 'persona', node['persona'], node['voice_name'], node))
        elif part == 'product':
            self.body.append(_link(self, 'product', node['product'], node['product_name'], node))
        else:
            self.body.append(_verdict(self, node))
    self.add_permalink_ref(node, known.permalink)
    if node['matchups']:
        self.body.append(_places(self, node))
    self.body.append('</figcaption></figure>\n')


def visit_card_grid(self: HTML5Translator, node: card_grid) -> None:
    """Open a grid of cards."""
    self.body.append(self.starttag(node, 'div', CLASS='matchup-grid'))


def visit_object_entry(self: HTML5Translator, node: object_entry) -> None:
    """Open the entry of a product or persona."""
    self.body.append(
        self.starttag(node, 'div', CLASS=f'matchup-entry matchup-entry-{node["objtype"]}')
    )


def visit_entry_name(self: HTML5Translator, node: entry_name) -> None:
    """Open the name of an entry."""
    self.body.append(self.starttag(node, 'p', '', CLASS='matchup-entry-name') + '<bdi>')


def depart_entry_name(self: HTML5Translator, node: entry_name) -> None:
    """Close the name of an entry."""
    self.body.append('</bdi>')
    self.add_permalink_ref(cast('Element', node.parent), permalink_title('entry'))
    self.body.append('</p>\n')


def visit_quote_excerpt(self: HTML5Translator, node: quote_excerpt) -> None:
    """Open some words of a quote."""
    self.body.append('<bdi>')


def visit_object_name(self: HTML5Translator, node: object_name) -> None:
    """Open a name."""
    self.body.append('<bdi>')


def depart_object_name(self: HTML5Translator, node: object_name) -> None:
    """Close a name."""
    self.body.append('</bdi>')


def visit_listing(self: HTML5Translator, node: listing) -> None:
    """Open what the corpus says, apart from the author's text."""
    self.body.append(
        self.starttag(node, 'div', CLASS=f'matchup-listing matchup-listing-{node["kind"]}')
    )


def depart_div(self: HTML5Translator, node: Element) -> None:
    """Close a ``div``."""
    self.body.append('</div>\n')


def _places(self: HTML5Translator, card: quote_card) -> str:
    """The matchups that a card names, on a line of their own."""
    links = [_link(self, 'matchup', key, name, card) for key, name in card['matchups']]
    if card['further']:
        links.append(self.encode(further(card['further'])))
    matchups = self.encode(list_separator()).join(links)
    places = self.encode(places_of(card)) % {'matchups': matchups}
    return f' <span class="matchup-places">{places}</span>'


def _verdict(self: HTML5Translator, card: quote_card) -> str:
    # The class is made of what the seed says, whatever the language.
    name = f'matchup-verdict-{make_key(card["verdict"])}'
    words = self.encode(card['verdict_name'])
    return f'<span class="matchup-verdict {name}" dir="auto">{words}</span>'


def _persona_class(node: Element) -> str:
    """What the settings give a persona in a stylesheet is given to this class."""
    return f' {persona_class(node["persona"])}' if node['persona'] else ''


def _row_tag(self: HTML5Translator, node: Element, name: str) -> str:
    """A ``div`` that nothing links to; there are many, and few have further classes."""
    if node['classes']:
        return self.starttag(node, 'div', CLASS=name)
    return f'<div class="{name}">\n'


def _title(block: matchup_block) -> str:
    """The title of a matchup, translated if it is."""
    headers = (child.astext() for child in block.children if isinstance(child, matchup_header))
    return next(headers, str(block['title']))


def _known(self: HTML5Translator) -> _Known:
    known = _KNOWN.get(self)
    if known is None:
        known = _KNOWN[self] = _Known()
    return known


def _link(self: HTML5Translator, objtype: str, key: str, name: str, origin: Element) -> str:
    """The name, or each one in a title, safe from the direction of the text around it.

    It is a link, unless the object stands nowhere, or right where the link would.
    """
    page = self.docnames[-1]
    links = _known(self).links
    asked = (page, objtype, key, name)
    if asked in links:
        return links[asked]
    domain = cast('MatchupDomain', self.builder.env.domains['matchup'])
    target = domain.targets.find(objtype, key) if key else None
    elsewhere = target is None or target.docname != page
    shown = [self.encode(piece) for piece in name_pieces(objtype, name)]
    shown[::2] = [f'<bdi>{piece}</bdi>' for piece in shown[::2]]
    text = ''.join(shown)
    if target is not None and (elsewhere or not stands_inside(origin, target)):
        uri = self.attval(relative_uri(self.builder, page, target))
        text = f'<a class="reference internal" href="{uri}">{text}</a>'
    if elsewhere:
        links[asked] = text
    return text


#: For each node class, by name, what opens and what closes it.
HTML_VISITORS: dict[str, tuple[Any, Any]] = {
    'matchup_block': (visit_matchup_block, depart_div),
    'matchup_header': (visit_matchup_header, None),
    'matchup_round': (visit_matchup_round, depart_div),
    'quote_card': (visit_quote_card, depart_quote_card),
    'card_grid': (visit_card_grid, depart_div),
    'object_entry': (visit_object_entry, depart_div),
    'object_name': (visit_object_name, depart_object_name),
    'role_text': (visit_object_name, depart_object_name),
    'quote_excerpt': (visit_quote_excerpt, depart_object_name),
    'listing': (visit_listing, depart_div),
    'entry_name': (visit_entry_name, depart_entry_name),
}

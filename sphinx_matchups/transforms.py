"""What happens to a page: its texts are translated, and when all pages are read, listings filled.

Trees may be assembled from many pages (LaTeX, man, singlehtml), so nothing here relies on the
name of the page that the tree is resolved for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from . import nodes as own
from .cards import (
    build_grid,
    build_quote,
    entry_card_anchor,
    index_node,
    name_of_voice,
    named_matchups,
)
from .corpus.mentions import linked_mentions, words_around
from .targets import row_anchor
from .words import (
    caption_template,
    matchups_label,
    mention_template,
    mentions_label,
    name_pieces,
    pages_label,
    versions_label,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders import Builder

    from .catalogs import Translate
    from .corpus import Quote
    from .corpus.mentions import Mention
    from .domain import MatchupDomain
    from .links import Linker


class TextTranslator(SphinxTransform):
    """Translates the texts that are data, while a page is read.

    Sphinx does so with all else, but reads a translation as markup, even as directives.
    """

    #: That of Sphinx's own translation, after which it counts what is translated.
    default_priority = 20

    def apply(self, **kwargs: Any) -> None:  # noqa: ARG002 the signature of a transform
        """Show the translation of each text that has one."""
        catalogs = cast('MatchupDomain', self.env.domains['matchup']).catalogs
        translate = catalogs.of(self.env.docname)
        if translate is None:
            return
        for text in self.document.findall(own.exact_text):
            translation = translate(text.rawsource)
            text['translated'] = translation != text.rawsource
            if text['translated']:
                text.show(translation)


def fill(doctree: nodes.document, domain: MatchupDomain, linker: Linker) -> None:
    """Fill what could be filled only after all pages were read."""
    cards = CardFiller(domain, linker)
    index = _IndexFiller(domain, linker)
    for node in list(doctree.findall(own.FilledLater)):
        translate = domain.catalogs.of(linker.page_of(node)) if domain.catalogs else None
        match node:
            case own.quote_card():
                cards.fill(node, translate)
            case own.listing():
                _fill_listing(node, domain, linker, translate)
                for card in node.findall(own.quote_card):
                    if translate:
                        card.show(translate(card.rawsource))
                    cards.fill(card, translate)
            case own.object_entry():
                index.fill_entry(node)
                _drop_repeated_name(node)
            case own.matchup_block():
                index.fill_block(node)
                if translate:
                    _translate_names(node, translate)


def unlink_index_pages(doctree: nodes.document, builder: Builder, domain: MatchupDomain) -> None:
    """Make links to our index pages plain text, for a builder that has no such pages."""
    absent = {builder.get_target_uri(f'{domain.name}-{index.name}') for index in domain.indices}
    for reference in list(doctree.findall(nodes.reference)):
        if reference.get('refuri', '').rstrip('#') in absent:
            reference.replace_self(reference.children)


def _translate_names(block: own.matchup_block, translate: Translate) -> None:
    """Translate the names of products and personas above the cards of a matchup."""
    for node in block.children:
        match node:
            case own.matchup_header():
                node['products'] = [(key, translate(name)) for key, name in node['products']]
            case own.matchup_round():
                node['label'] = translate(node['label'])


def _fill_listing(
    place: own.listing, domain: MatchupDomain, linker: Linker, translate: Translate | None
) -> None:
    """Fill a listing with what the whole corpus says; take it out if that is nothing."""
    filler = _Filler(place, domain, linker, translate)
    match place['kind']:
        case 'product':
            content = filler.product()
        case 'persona':
            content = filler.persona()
        case 'quote':
            content = filler.quote()
        case kind:
            content = filler.list_of(kind)
    if content:
        place.extend(content)
    else:
        place.parent.remove(place)


class CardFiller:
    """Links the products that quotes name, and the matchups in which they stand too."""

    def __init__(self, domain: MatchupDomain, linker: Linker) -> None:
        self._corpus = domain.corpus
        self._linked = domain.store.settings.link_mentions
        self._linker = linker

    def fill(self, card: own.quote_card, translate: Translate | None) -> None:
        """Fill one card."""
        # A translation may name others than the seed does.
        if self._linked != 'off' and (
            translate or self._corpus.mentions_in(card['product'], card.rawsource)
        ):
            self._link_names(card)
        if translate:
            for name in ('product_name', 'voice_name', 'verdict_name'):
                card[name] = translate(card[name])
        block = card.parent.parent
        own_key = self._key_of(block) if isinstance(block, own.matchup_block) else ''
        quote = (card['product'], card['voice'], card.rawsource)
        keys, card['further'] = named_matchups(self._corpus, quote, own_key)
        shown = translate or str
        card['matchups'] = [(key, shown(self._corpus.title('matchup', key))) for key in keys]

    def _key_of(self, block: own.matchup_block) -> str:
        """The key of a matchup; what it asks for if another extension has made it up."""
        path, line = block['seed']
        return self._corpus.key_at(path, line) or str(block['key'])

    def _link_names(self, card: own.quote_card) -> None:
        texts = [child for child in card.children if isinstance(child, nodes.Text)]
        # Of all texts of the card together, since the first mention of a product may be the
        # only one that becomes a link.
        mentions, start = [], 0
        for text in texts:
            for mention in self._corpus.mention_finder.find(text, card['product']):
                place = mention._replace(start=start + mention.start, end=start + mention.end)
                mentions.append(place)
            start += len(text)
        linked = linked_mentions(mentions, self._linked)
        start = 0
        for text in texts:
            within = [place for place in linked if start <= place[0] < start + len(text)]
            parts = self._parts(text, start, within, card)
            start += len(text)
            if within:
                card.replace(text, parts)

    def _parts(
        self, text: str, start: int, linked: list[tuple[int, int, str]], card: own.quote_card
    ) -> list[nodes.Node]:
        """The text in pieces, some of them links."""
        parts: list[nodes.Node] = []
        end = 0
        for first, last, product in linked:
            before, name = text[end : first - start], text[first - start : last - start]
            parts += [nodes.Text(before)] if before else []
            parts.append(self._linker.link('product', product, nodes.inline('', name), card))
            end = last - start
        return [*parts, nodes.Text(text[end:])] if end < len(text) else parts


class _IndexFiller:
    """Fills what the general index lists of a page.

    The search of HTML finds these entries. There each name stands once: where links lead.
    """

    def __init__(self, domain: MatchupDomain, linker: Linker) -> None:
        self._targets = domain.targets
        self._linker = linker
        self._once = domain.output_format == 'html'

    def fill_entry(self, entry: own.object_entry) -> None:
        """Leave out an entry that repeats another one."""
        index = entry[0]
        if isinstance(index, addnodes.index) and not self._is_listed(
            entry['objtype'], entry['key'], entry
        ):
            entry.remove(index)

    def fill_block(self, block: own.matchup_block) -> None:
        """Leave out what has another place, and add the personas that have no other."""
        index, corpus = block[0], self._targets.corpus
        matchup = corpus.matchups.get(corpus.key_at(*block['seed']))
        if not isinstance(index, addnodes.index) or matchup is None:
            return
        objects = {matchup.title: ('matchup', matchup.key)}
        for product in matchup.products:
            objects.setdefault(product.name, ('product', product.key))
        index['entries'] = [
            entry
            for entry in index['entries']
            if entry[1] not in objects or self._is_listed(*objects[entry[1]], block)
        ]
        for persona in dict.fromkeys(quote.persona for quote in matchup.occurrences):
            if persona and self._stands_at('persona', persona, block):
                name = corpus.title('persona', persona)
                index['entries'] += index_node([(name, block['ids'][0], False)])['entries']

    def _is_listed(self, objtype: str, key: str, node: nodes.Element) -> bool:
        return not self._once or self._stands_at(objtype, key, node)

    def _stands_at(self, objtype: str, key: str, node: nodes.Element) -> bool:
        """Whether links to an object lead to a node."""
        target = self._targets.find(objtype, key)
        return (
            target is not None
            and target.anchor in node['ids']
            and target.docname == self._linker.page_of(node)
        )


class _Filler:
    def __init__(
        self,
        place: own.listing,
        domain: MatchupDomain,
        linker: Linker,
        translate: Translate | None,
    ) -> None:
        self._place = place
        self._translate = translate or str
        self._domain = domain
        self._corpus = domain.corpus
        self._linker = linker
        self._anchor: str = place['anchor']

    def product(self) -> list[nodes.Element]:
        """The quotes about a product, each once, and who else has to do with it."""
        key = self._place['target']
        quotes = self._corpus.quotes_of_product(key)
        content: list[nodes.Element] = [self._grid(quotes, 'voice')] if quotes else []
        matchups = [matchup.key for matchup in self._corpus.matchups_of(key)]
        versions = [product.key for product in self._corpus.versions_of(key)]
        mentions = self._corpus.mentions_of(key)
        pages = self._domain.targets.pages_referring(key)
        for label, items in (
            (matchups_label(), [self._link('matchup', matchup) for matchup in matchups]),
            (versions_label(), [self._link('product', version) for version in versions]),
            (mentions_label(), [self._mention(*mention) for mention in mentions]),
            (pages_label(), [self._linker.link_to_page(*page, self._place) for page in pages]),
        ):
            if items:
                content += [nodes.rubric('', label), _bullet_list(items)]
        return content

    def persona(self) -> list[nodes.Element]:
        """What a persona says of every product."""
        quotes = self._corpus.quotes_of_persona(self._place['target'])
        return [self._grid(quotes, 'product')] if quotes else []

    def quote(self) -> list[nodes.Element]:
        """One card."""
        keys = self._corpus.find('quote', self._place['target'])
        if not keys:
            return []
        return [self._card(self._corpus.quote(keys[0]), self._anchor)]

    def list_of(self, kind: str) -> list[nodes.Element]:
        """All objects of a type; below a product its matchups, below a persona what it says."""
        objtype = kind.removesuffix('s')
        rows = nodes.bullet_list('', bullet='*')
        for key in self._domain.targets.listed(kind):
            row = nodes.list_item('')
            row += self._index_entry(objtype, key)
            row += self._row(objtype, key)
            if objtype == 'product':
                matchups = [matchup.key for matchup in self._corpus.matchups_of(key)]
                row += self._links('matchup', matchups) if matchups else []
            elif objtype == 'persona':
                row += self._quotes_by_product(key)
            rows += row
        return [rows] if len(rows) else []

    def _index_entry(self, objtype: str, key: str) -> list[nodes.Element]:
        """An entry in the general index for what stands nowhere else.

        The search of HTML finds it where links lead.
        """
        anchor = self._row_anchor(objtype, key)
        targets = self._domain.targets
        target = targets.find(objtype, key)
        if not anchor or target is None or target.anchor != anchor:
            return []
        alone = self._domain.indexes_rows and targets.stands_only_in_lists(objtype, key)
        if not alone and self._domain.output_format != 'html':
            return []
        return [index_node([(self._corpus.title(objtype, key), anchor, False)])]

    def _row_anchor(self, objtype: str, key: str) -> str:
        return self._anchor and row_anchor(objtype, key, self._anchor)

    def _row(self, objtype: str, key: str) -> nodes.paragraph:
        """The name of an object, as a link unless the link would lead to this very row."""
        paragraph = nodes.paragraph('')
        anchor = self._row_anchor(objtype, key)
        if anchor:
            paragraph += nodes.target('', '', ids=[anchor])
        target = self._domain.targets.find(objtype, key)
        if target and target.anchor == anchor:
            paragraph += self._name(objtype, key)
        else:
            paragraph += self._link(objtype, key)
        return paragraph

    def _grid(self, quotes: Iterable[Quote], told_by: str) -> own.card_grid:
        """Cards whose ids name what tells them apart, with a number from the second on."""
        counted: dict[str, int] = {}
        cards = []
        for quote in quotes:
            part = getattr(quote, told_by)
            counted[part] = counted.get(part, 0) + 1
            anchor = self._anchor and entry_card_anchor(self._anchor, part, counted[part])
            cards.append(self._card(quote, anchor))
        return build_grid(cards)

    def _card(self, quote: Quote, anchor: str) -> own.quote_card:
        card = build_quote(self._corpus, quote, anchor=anchor)
        self._set_place(card, quote)
        return card

    def _set_place(self, node: nodes.Element, quote: Quote) -> None:
        """Say where the text of a node comes from, for the message catalog."""
        path, line = self._corpus.place_of_quote(quote)
        node.source, node.line = self._domain.store.absolute(path), line

    def _links(self, objtype: str, keys: Iterable[str]) -> nodes.bullet_list:
        return _bullet_list(self._link(objtype, key) for key in keys)

    def _mention(self, quote: Quote, mention: Mention) -> list[nodes.Node]:
        """Who names a product and about which other one, the words around, and the matchups."""
        before, name, after = self._words_around(quote, mention)
        excerpt = own.quote_excerpt(quote.text, product=quote.product, voice=quote.voice)
        self._set_place(excerpt, quote)
        excerpt += [nodes.Text(before), nodes.strong('', name), nodes.Text(after)]
        keys = dict.fromkeys(key for key, _ in quote.occurrences)
        return own.filled(
            mention_template(),
            quote=[self._quote_link(quote)],
            excerpt=[excerpt],
            matchups=own.listed(self._link('matchup', key) for key in keys),
        )

    def _words_around(self, quote: Quote, mention: Mention) -> tuple[str, str, str]:
        """The words around a mention; in a translation without it, the first words."""
        said = self._translate(quote.text)
        if said == quote.text:
            return words_around(said, mention)
        product = self._place['target']
        found = self._corpus.mention_finder.find_in_quote(said, quote.product)
        again = (it for it in found if product in (*it.products, *it.versions))
        return words_around(said, next(again, mention._replace(start=0, end=0)))

    def _quotes_by_product(self, persona: str) -> nodes.bullet_list:
        """The names of the products that a persona speaks of, leading to what it says."""
        items = nodes.bullet_list('', bullet='*')
        for product, quote in self._domain.targets.first_quotes(persona).items():
            link = self._linker.link('quote', quote, self._name('product', product), self._place)
            items += nodes.list_item('', nodes.paragraph('', '', link))
        return items

    def _link(self, objtype: str, key: str) -> nodes.Element:
        return self._linker.link(objtype, key, self._name(objtype, key), self._place)

    def _name(self, objtype: str, key: str) -> nodes.inline:
        title = self._translate(self._corpus.title(objtype, key))
        pieces = name_pieces(objtype, title)
        if len(pieces) == 1:
            return own.object_name('', title, objtype=objtype, key=key)
        content: list[nodes.Node] = [nodes.Text(piece) for piece in pieces]
        content[::2] = [own.object_name('', it, objtype=objtype, key=key) for it in pieces[::2]]
        return nodes.inline('', '', *content)

    def _quote_link(self, quote: Quote) -> nodes.Element:
        """Who says a quote and of what, as one link; each name has its own direction."""
        voice: nodes.Element = nodes.inline('', name_of_voice(self._corpus, quote))
        if quote.voice in self._corpus.personas:
            voice = self._name('persona', quote.voice)
        product = self._name('product', quote.product)
        words = own.filled(caption_template(), voice=[voice], product=[product])
        content = nodes.inline('', '', *words)
        return self._linker.link('quote', self._corpus.quote_key(quote), content, self._place)


def _bullet_list(items: Iterable[nodes.Node | list[nodes.Node]]) -> nodes.bullet_list:
    """A list of one paragraph an item."""
    paragraphs = (
        nodes.paragraph('', '', *(item if isinstance(item, list) else [item])) for item in items
    )
    return nodes.bullet_list('', *(nodes.list_item('', each) for each in paragraphs), bullet='*')


def _drop_repeated_name(entry: own.object_entry) -> None:
    """Leave out the name of an entry that stands right under a heading of the same words."""
    name = next(iter(entry.findall(own.entry_name)), None)
    if name is not None and own.heading_above(entry) == entry['shown_name']:
        entry.remove(name)

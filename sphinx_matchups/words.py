"""The extension's own words, each a message of its catalog.

A comment that begins with ``Translators:`` stands in the catalog above the message that follows.
``nox -s babel`` brings the catalogs up to date.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.locale import get_translator, translators

from .directions import has_right_to_left

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

CATALOG = 'sphinx_matchups'
LOCALE_DIR = Path(__file__).parent / 'locale'

_PLACEHOLDER = re.compile(r'%\((\w+)\)s')


def register_catalog(app: Sphinx) -> None:
    """Let the words be those of the language of the docs."""
    # Sphinx would go on with the language of a build before in the same process.
    translators.pop(('general', CATALOG), None)
    app.add_message_catalog(CATALOG, LOCALE_DIR)


def _(message: str) -> str:
    """The message in the language of the docs; never a lazy one, which JSON could not hold."""
    return get_translator(CATALOG).gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for a number in the language of the docs."""
    return get_translator(CATALOG).ngettext(singular, plural, number)


class _Word:
    """An attribute of a class that is a word in the language of the build that asks."""

    def __init__(self, word: Callable[[], str]) -> None:
        self._word = word

    def __get__(self, instance: object, owner: type) -> str:
        return self._word()


def word_when_asked(word: Callable[[], str]) -> Any:
    """A word for an attribute of a class, which is made when no language is known yet."""
    return _Word(word)


@functools.lru_cache(maxsize=64)
def taken_apart(template: str) -> list[str]:
    """The template with its words at even places, and the names of placeholders at odd ones."""
    return _PLACEHOLDER.split(template)


def caption_template() -> str:
    """Who says a quote and of what; the placeholders may change places."""
    # Translators: under a quote, and its name: who says it, and of which product.
    return _('%(voice)s on %(product)s')


def verdict_template() -> str:
    """The caption of a quote with a verdict."""
    # Translators: under a quote, with the judgement at its end: "Skeptic on Kettle: skip".
    return _('%(voice)s on %(product)s: %(verdict)s')


def bracket_template() -> str:
    """A caption and what stands in brackets behind it."""
    # Translators: under a quote; in brackets are the comparisons that it stands in.
    return _('%(caption)s (%(places)s)')


def mention_template() -> str:
    """A quote that names a product: what it is called, some words of it, and its matchups."""
    # Translators: an item below "Mentioned by": the name of a quote, some words of
    # Translators: it, and the comparisons that it stands in.
    return _('%(quote)s: %(excerpt)s (in %(matchups)s)')


def list_separator() -> str:
    """What stands between the items of a list in a sentence."""
    # Translators: between the items of a list, with the space that belongs to it.
    return _(', ')


def round_name(number: int) -> str:
    """The label of a round that nobody is seated in."""
    # Translators: instead of the name of a speaker: the number of a turn in a comparison.
    return _('Round %d') % number


def voice_label(voice: str) -> str:
    """The label of a voice that is no persona, ``round-5`` say."""
    return round_name(int(voice.removeprefix('round-')))


def quote_name(voice: str, product: str) -> str:
    """The name of a quote, by those of its voice and its product."""
    return caption_template() % {'voice': voice, 'product': product}


def versus() -> str:
    """What stands between the products of a matchup."""
    # Translators: between the names of products, with spaces around it.
    return _('vs')


def name_pieces(objtype: str, name: str) -> list[str]:
    """The name of an object as it is drawn: in a title, names with what stands between them.

    Each can have its own direction then, and all stand in the order of the page. A title from
    left to right is one piece, and so is every name that is no title.
    """
    if objtype != 'matchup' or not has_right_to_left(name):
        return [name]
    return re.split(rf'(\s+(?:vs|{re.escape(versus())})\s+)', name)


def title_of_products(names: list[str]) -> str:
    """The title of a matchup of which some products are shown, or in another order."""
    return f' {versus()} '.join(names)


def matchups_label() -> str:
    """What stands above the matchups of a product."""
    # Translators: above the list of the comparisons that a product is in.
    return _('Matchups')


def places_template(*, others: bool) -> str:
    """The matchups in which a quote stands.

    :param others: whether they are others than the one that shows it
    """
    if others:
        # Translators: under a quote in a comparison: the others that it stands in.
        return _('also in %(matchups)s')
    # Translators: under a quote that is shown alone: the comparisons that it stands in.
    return _('in %(matchups)s')


def further(number: int) -> str:
    """What ends a list that leaves some out."""
    # Translators: the last item of a list of comparisons: how many more there are.
    return ngettext('%d more', '%d more', number) % number


def mentions_label() -> str:
    """What stands above the quotes that name a product."""
    # Translators: above the list of the quotes that name this product.
    return _('Mentioned by')


def versions_label() -> str:
    """What stands above the other versions of a product."""
    # Translators: above the list of the other versions of a product.
    return _('Other versions')


def pages_label() -> str:
    """What stands above the pages that link to an object."""
    # Translators: above the list of the pages that link to this product.
    return _('Referred to on')


def permalink_title(objtype: str) -> str:
    """The tooltip of a permalink."""
    match objtype:
        case 'matchup':
            # Translators: the tooltip of the sign that links to a comparison.
            return _('Link to this matchup')
        case 'quote':
            # Translators: the tooltip of the sign that links to a quote.
            return _('Link to this quote')
    # Translators: the tooltip of the sign that links to a product or a speaker.
    return _('Link to this entry')


def index_title(objtype: str) -> str:
    """The title of the index page of all objects of a type."""
    match objtype:
        case 'product':
            # Translators: the title of an index page, like "General Index".
            return _('Product Index')
        case 'persona':
            # Translators: the title of an index page. A persona is a speaker, such as "Skeptic".
            return _('Persona Index')
    # Translators: the title of an index page. A matchup is a comparison of products.
    return _('Matchup Index')


def index_link(objtype: str) -> str:
    """What leads to an index page in the head of a page."""
    match objtype:
        case 'product':
            # Translators: a link to the index page of products, like "index" or "modules".
            return _('products')
        case 'persona':
            # Translators: a link to the index page of speakers, like "index" or "modules".
            return _('personas')
    # Translators: a link to the index page of comparisons, like "index" or "modules".
    return _('matchups')


def type_name(objtype: str) -> str:
    """What an object is, for a search that says so."""
    match objtype:
        case 'product':
            # Translators: what an object is, in the results of a search.
            return _('product')
        case 'persona':
            # Translators: what an object is, in the results of a search: a speaker.
            return _('persona')
        case 'matchup':
            # Translators: what an object is, in the results of a search: a comparison.
            return _('matchup')
    # Translators: what an object is, in the results of a search.
    return _('quote')

"""The extension's own words, each marked for translation."""

from __future__ import annotations

from sphinx.locale import get_translation

CATALOG = 'sphinx_matchups'


def _(message: str) -> str:
    """The message in the language of the docs; never a lazy one, which JSON could not hold."""
    return str(get_translation(CATALOG)(message))


def caption_template() -> str:
    """Who says a quote and of what; the placeholders may change places."""
    return _('%(voice)s on %(product)s')


def round_name(number: int) -> str:
    """The label of a round that nobody is seated in."""
    return _('Round %d') % number


def voice_label(voice: str) -> str:
    """The label of a voice that is no persona, ``round-5`` say."""
    return round_name(int(voice.removeprefix('round-')))


def versus() -> str:
    """What stands between the products of a matchup."""
    return _('vs')


def matchups_label() -> str:
    """What stands above the matchups of a product."""
    return _('Matchups')


def stands_in() -> str:
    """What leads to the matchups in which a quote stands."""
    return _('in')


def stands_also_in() -> str:
    """What leads to the other matchups in which a quote stands."""
    return _('also in')


def further(number: int) -> str:
    """What ends a list that leaves some out."""
    return _('%d more') % number


def mentions_label() -> str:
    """What stands above the quotes that name a product."""
    return _('Mentioned by')


def versions_label() -> str:
    """What stands above the other versions of a product."""
    return _('Other versions')


def pages_label() -> str:
    """What stands above the pages that link to an object."""
    return _('Referred to on')


def permalink_title(objtype: str) -> str:
    """The tooltip of a permalink."""
    match objtype:
        case 'matchup':
            return _('Link to this matchup')
        case 'quote':
            return _('Link to this quote')
    return _('Link to this entry')

"""The directives, one file a family; they build nodes directly, never markup text."""

from __future__ import annotations

from .entries import PersonaDirective, ProductDirective, QuoteDirective
from .lists import ListDirective
from .matchup import MatchupDirective

#: The directives of the domain, by the name after ``matchup:``.
DOMAIN_DIRECTIVES = {
    'product': ProductDirective,
    'persona': PersonaDirective,
    'quote': QuoteDirective,
    'list': ListDirective,
}

__all__ = ['DOMAIN_DIRECTIVES', 'MatchupDirective']

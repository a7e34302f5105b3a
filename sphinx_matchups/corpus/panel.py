"""Who speaks in which round: the seats of the panel and the cue words of its personas."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from .model import Declarations, Persona
from .naming import make_key, without_article

if TYPE_CHECKING:
    from .model import Found

#: The personas known without any setting. The cue words tell the three of the last seat
#: apart; a cue matches as a whole word in any case, with an optional plural ``s``.
DEFAULT_PERSONAS = (
    Persona('builder', 'Builder'),
    Persona('skeptic', 'Skeptic'),
    Persona('futurist', 'Futurist'),
    Persona(
        'creator',
        'Creator',
        (
            'artist',
            'copywriting',
            'creative',
            'creator',
            'design brief',
            'designer',
            'illustrator',
            'musician',
            'non-developer',
            'script outline',
            'storyboard',
            'storytelling',
            'vibe-code',
        ),
    ),
    Persona(
        'pm',
        'PM',
        (
            'backlog',
            'job-to-be-done',
            'jobs-to-be-done',
            'onboarding',
            'product manager',
            'roadmap',
            'time to value',
            'user story',
            'user stories',
        ),
    ),
    Persona(
        'founder',
        'Founder',
        (
            'budget',
            'business model',
            'buyer',
            'customer acquisition',
            'go-to-market',
            'gtm',
            'investor',
            'moat',
            'monetization',
            'monetisation',
            'monetize',
            'monetise',
            'pricing',
            'revenue',
            'startup',
        ),
    ),
)

#: The seats of the first four rounds.
DEFAULT_PANEL = (('builder',), ('skeptic',), ('futurist',), ('creator', 'pm', 'founder'))

DEFAULT_DECLARATIONS = Declarations(panel=DEFAULT_PANEL, personas=DEFAULT_PERSONAS)


@functools.lru_cache(maxsize=256)
def _cue_pattern(cues: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(cues, key=len, reverse=True)
    words = '|'.join(re.escape(cue.casefold()) for cue in longest_first)
    return re.compile(rf'(?<!\w)({words})s?(?!\w)')


def count_cues(text: str, cues: tuple[str, ...]) -> int:
    """How many different cues of a persona the text holds."""
    return len(set(_cue_pattern(cues).findall(text.casefold()))) if cues else 0


class Panel:
    """Seats personas by round and finds them by the names that seeds write."""

    def __init__(self, declarations: Declarations) -> None:
        self._seats = declarations.panel
        self.personas = {persona.key: persona for persona in declarations.personas}
        #: Of personas with one name the first counts.
        self._key_of_name: dict[str, str] = {}
        for persona in declarations.personas:
            self._key_of_name.setdefault(make_key(persona.name), persona.key)
        #: Who says a text in a seat that several share.
        self._told_apart: dict[tuple[tuple[str, ...], str], tuple[str, Found]] = {}

    @property
    def rounds(self) -> int:
        """The number of rounds that have a seat."""
        return len(self._seats)

    def find(self, name: str) -> str | None:
        """The key of the persona of this name or key, ``None`` if the panel knows no such one.

        An article before the name counts for nothing, if no persona has one.
        """
        if name in self.personas:
            return name
        for key in (make_key(name), make_key(without_article(name))):
            if found := self._key_of_name.get(key, key if key in self.personas else None):
                return found
        return None

    def seat(self, round_number: int, text: str) -> tuple[str | None, Found]:
        """Who says this text in this round (from 1), and how that was found.

        Of several personas of a seat, the one with the most different cues in the text
        speaks, the first of them at a draw; without any cue it is the first of the seat.
        """
        seat = self._seats[round_number - 1] if round_number <= len(self._seats) else ()
        if not seat:
            return None, 'none'
        if len(seat) == 1:
            return seat[0], 'position'
        if (seat, text) not in self._told_apart:
            scores = [count_cues(text, self.personas[key].cues) for key in seat]
            best = max(scores)
            found: Found = 'cue' if best else 'position'
            self._told_apart[seat, text] = seat[scores.index(best)], found
        return self._told_apart[seat, text]

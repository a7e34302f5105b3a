"""The warnings of the extension, and the one function that gives them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Self

from sphinx.util import logging

if TYPE_CHECKING:
    from docutils.nodes import Node

    from .corpus import Problem

WARNING_TYPE = 'matchups'

_logger = logging.getLogger(__name__)


class Subtype(StrEnum):
    """What may be wrong; the docs list these with their descriptions."""

    description: str

    def __new__(cls, value: str, description: str) -> Self:
        """Keep the description beside the value."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.description = description
        return member

    SEED = 'seed', 'A seed is not written as it should be, or its file cannot be read.'
    ENCODING = 'encoding', 'A seed is not UTF-8 or holds characters that no page can show.'
    MISSING = 'missing', 'A directive names a seed, product, persona or quote that nothing knows.'
    ROUNDS = 'rounds', 'The quotes of a seed do not make whole rounds, or a round has no persona.'
    DUPLICATE = 'duplicate', 'Two seeds have one title or id, or two places show one object.'
    SPELLING = 'spelling', 'A product is written in several ways.'
    DRIFT = 'drift', 'Two quotes differ so little that one is probably an edited copy.'
    AMBIGUOUS = 'ambiguous', 'A title or name can be read in more than one way.'
    OPTION = 'option', 'An option of a directive has a value that means nothing.'
    CONFIG = 'config', 'A setting in conf.py or in the TOML file is wrong.'
    PATH = 'path', 'A seed lies outside what may be read.'
    REF = 'ref', 'A role points at something that does not exist or stands nowhere.'
    FONT = 'font', 'The LaTeX engine cannot show a character of a quote or name.'


def warn(subtype: str, message: str, location: Node | str | tuple[str, int] | None) -> None:
    """Log one located warning of the extension; Sphinx adds its type and subtype."""
    _logger.warning(message, type=WARNING_TYPE, subtype=str(subtype), location=location)


def warn_problem(problem: Problem) -> None:
    """Log a problem of the corpus at the place in the seed where it was found."""
    warn(problem.subtype, problem.message, problem.location or None)


def problem_order(problem: Problem) -> tuple[str, int, int, str]:
    """A key that sorts problems by where they are."""
    return problem.path, problem.line or 0, problem.column or 0, problem.message

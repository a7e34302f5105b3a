"""``matchup:list``: all products, personas or matchups as plain lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import nodes as own
from ..corpus.naming import did_you_mean
from ..diagnostics import Subtype
from ..targets import Placement
from .base import COMMON_OPTIONS, CorpusDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.nodes import Node

KINDS = ('products', 'personas', 'matchups')


class ListDirective(CorpusDirective):
    """A list of every object of a type, with links; filled in after all pages are read."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = COMMON_OPTIONS

    def run(self) -> list[Node]:
        """Leave a place for the list and record it."""
        kind = self.arguments[0]
        if kind not in KINDS:
            expected = did_you_mean(kind, KINDS) or f'; expected {", ".join(KINDS)}'
            self.warn(Subtype.OPTION, f"no list of '{kind}'{expected}")
            return []
        placed = self.domain.placements.get(self.env.docname, ())
        first = not any(placement.kind == kind and placement.anchor for placement in placed)
        anchor = self.page_key() if self.indexed and first else ''
        place = own.listing('', kind=kind, target='', anchor=anchor)
        self.finish(place)
        path, line = self.place()
        self.domain.note(self.env.docname, Placement(kind, '', anchor, path, line))
        return [place]

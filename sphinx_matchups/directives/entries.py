"""``matchup:product``, ``matchup:persona`` and ``matchup:quote``: one object each."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from .. import nodes as own
from ..cards import entry_anchor, index_node
from ..corpus import make_key
from ..corpus.naming import make_persona_key
from ..diagnostics import Subtype
from ..targets import Placement
from ..uses import product_keys, shown_name
from .base import COMMON_OPTIONS, CorpusDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.nodes import Node


class _EntryDirective(CorpusDirective):
    """The author's text, then what the corpus says; the latter is filled in later."""

    objtype: ClassVar[str]
    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = COMMON_OPTIONS

    def run(self) -> list[Node]:
        """Build the frame of the entry and record it."""
        name = ' '.join(self.arguments[0].split())
        key, shown_name = self.find(name)
        anchor = ''
        if self.indexed:
            unique = self.unique_key(key, lambda key: [entry_anchor(self.objtype, key)])
            anchor = entry_anchor(self.objtype, unique)
        entry = own.object_entry('', objtype=self.objtype, key=key, shown_name=shown_name)
        if anchor:
            entry['ids'].append(anchor)
            entry += index_node([(shown_name, anchor, True)])
        heading = own.entry_name(shown_name)
        self.set_source_info(heading)
        entry += heading
        entry += self.parse_content_to_nodes()
        entry += own.listing('', kind=self.objtype, target=key, anchor=anchor)
        self.finish(entry)
        path, line = self.place()
        placement = Placement(self.objtype, key, anchor, path, line, shown_name)
        self.domain.note(self.env.docname, placement)
        return [entry]

    @abstractmethod
    def find(self, name: str) -> tuple[str, str]:
        """The key that a name means by the settings, and the name to show."""


class ProductDirective(_EntryDirective):
    """The entry of a product: its quotes and its matchups."""

    objtype = 'product'

    def find(self, name: str) -> tuple[str, str]:
        """The declared name, where there is one, and that of the seeds for a key."""
        self.use('product', name)
        keys = product_keys(self.store, name)
        key = keys[0]
        if len(keys) > 1:
            message = (
                f"'{name}' may be {' or '.join(keys)}; taken as the first; name one by its key"
            )
            self.warn(Subtype.AMBIGUOUS, message)
        return key, shown_name(self.store, key, name)


class PersonaDirective(_EntryDirective):
    """The entry of a persona: what it says of every product."""

    objtype = 'persona'

    def find(self, name: str) -> tuple[str, str]:
        """The declared name, where there is one."""
        self.use('persona', name)
        panel = self.store.reader.panel
        key = panel.find(name) or make_persona_key(name)
        persona = panel.personas.get(key)
        return key, persona.name if persona else name


class QuoteDirective(CorpusDirective):
    """One card, by ``product/persona``."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = COMMON_OPTIONS

    def run(self) -> list[Node]:
        """Leave a place for the card and record what it shows."""
        name = ' '.join(self.arguments[0].split())
        anchor = ''
        if self.indexed:
            parts = '_'.join(make_key(part) for part in name.split('/'))
            wanted = f'quote-{parts}__{self.page_key()}'
            anchor = self.unique_key(wanted, lambda key: [key])
        place = own.listing('', kind='quote', target=name, anchor=anchor)
        self.finish(place)
        if anchor:
            # The card itself takes the id; it is reserved here so that no other node does.
            self.state.document.ids.setdefault(anchor, place)
        path, line = self.place()
        self.domain.note(self.env.docname, Placement('quote', name, anchor, path, line))
        return [place]

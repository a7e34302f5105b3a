"""References from wherever a node stands to where an object stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx import addnodes
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.builders import Builder

    from .domain import MatchupDomain


class Linker:
    """Makes references to objects.

    :param docname: the page that a tree is resolved for, of which it may hold others too
    """

    def __init__(self, builder: Builder, domain: MatchupDomain, docname: str) -> None:
        self._builder = builder
        self._domain = domain
        self._docname = docname

    def link(
        self, objtype: str, key: str, content: nodes.Element, origin: nodes.Node
    ) -> nodes.Element:
        """The content as a link to an object, or as it is if the object stands nowhere.

        :param origin: a node of the tree that the link will stand beside or inside
        """
        target = self._domain.targets.find(objtype, key) if key else None
        if target is None:
            return content
        return make_refnode(
            self._builder, self._page_of(origin), target.docname, target.anchor, content
        )

    def _page_of(self, node: nodes.Node) -> str:
        """The page that the node was read from, also in an assembled tree."""
        parent: nodes.Node | None = node
        while parent is not None:
            if isinstance(parent, addnodes.start_of_file):
                return str(parent['docname'])
            parent = parent.parent
        return self._docname

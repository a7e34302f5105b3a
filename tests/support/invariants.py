"""A Sphinx extension for the tests: what must hold for every resolved doctree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_matchups.nodes import DRAWN_NODES, listing

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def check_tree(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Every node has its parent, no listing is empty, and only HTML sees nodes of ours."""
    for node in doctree.findall(nodes.Element):
        for child in node.children:
            # Sphinx itself leaves the old parents where it inlines a page.
            assert child.parent is node or isinstance(node, addnodes.start_of_file), (docname, node.tagname, child)
        assert node.children or not isinstance(node, listing), (docname, node)
        if app.builder.format != 'html':
            assert not isinstance(node, DRAWN_NODES), (docname, node)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect('doctree-resolved', check_tree, priority=999)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}

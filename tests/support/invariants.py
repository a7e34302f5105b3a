"""A Sphinx extension for the tests: what must hold for every resolved doctree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_matchups.nodes import DRAWN_NODES, listing

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def check_tree(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Below our nodes all have their parents, no listing is empty, and only HTML and LaTeX see
    ours."""
    if app.builder.name == 'gettext':
        return
    for node in doctree.findall(nodes.Element):
        if isinstance(node, DRAWN_NODES):
            assert app.builder.format in {'html', 'latex'}, (docname, node)
            assert node.children or not isinstance(node, listing), (docname, node)
            for inner in node.findall(nodes.Element):
                for child in inner.children:
                    assert child.parent is inner, (docname, inner.tagname, child)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect('doctree-resolved', check_tree, priority=999)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}

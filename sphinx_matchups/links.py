"""References from wherever a node stands to where an object stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from .targets import Target, Targets


def relative_uri(builder: Builder, page: str, target: Target) -> str:
    """The address of a target as seen from a page."""
    uri = builder.get_relative_uri(page, target.docname)
    # In a document of one page the address of a page is itself an anchor.
    return f'{uri.partition("#")[0]}#{target.anchor}'


def make_reference(
    builder: Builder, page: str, target: Target, content: nodes.Element, title: str = ''
) -> nodes.Element:
    """A reference node that leads from a page to a target.

    In a man page it is the content alone, since that would show the address of each link.
    """
    if builder.format == 'man':
        return content
    reference = make_refnode(builder, page, target.docname, target.anchor, content, title or None)
    if reference.get('refuri', '').startswith('#'):
        reference['refuri'] = relative_uri(builder, page, target)
    return reference


def stands_inside(node: nodes.Node, target: Target) -> bool:
    """Whether a link from the node would lead to what the node is a part of."""
    parent: nodes.Node | None = node
    while parent is not None:
        if isinstance(parent, nodes.Element) and target.anchor in parent['ids']:
            return True
        parent = parent.parent
    return False


class Linker:
    """Makes references to objects.

    :param page: the page that a tree is resolved for, of which it may hold others too
    """

    def __init__(self, builder: Builder, targets: Targets, page: str) -> None:
        self._builder = builder
        self._targets = targets
        self._page = page
        #: The node that a link was last made for, and its page: most come in runs.
        self._last: tuple[nodes.Node | None, str] = (None, '')

    def link(
        self, objtype: str, key: str, content: nodes.Element, origin: nodes.Node
    ) -> nodes.Element:
        """The content as a link to an object.

        It is left as it is if the object stands nowhere, or right where the link would.

        :param origin: a node of the tree that the link will stand beside or inside
        """
        target = self._targets.find(objtype, key) if key else None
        if target is None or stands_inside(origin, target):
            return content
        try:
            if self._last[0] is not origin:
                self._last = (origin, self.page_of(origin))
            return make_reference(self._builder, self._last[1], target, content)
        except NoUri:  # the page is not part of this output
            return content

    def link_to_page(self, docname: str, title: str, origin: nodes.Node) -> nodes.Element:
        """The title of a page as a link to it; the title alone if the output lacks the page."""
        content = nodes.inline('', title)
        first = self._builder.config.root_doc
        # In a document of one page nothing marks the beginning of the first.
        if self._builder.format == 'man' or (self._builder.name, docname) == ('singlehtml', first):
            return content
        try:
            return make_refnode(self._builder, self.page_of(origin), docname, '', content)
        except NoUri:
            return content

    def page_of(self, node: nodes.Node) -> str:
        """The page that the node was read from, also in an assembled tree.

        There the sections of a page bear its name, and what stands outside of them keeps its
        old parents up to the document that it was read into.
        """
        while True:
            if isinstance(node, nodes.section | addnodes.start_of_file) and 'docname' in node:
                return str(node['docname'])
            if node.parent is None:
                break
            node = node.parent
        source = node.get('source') if isinstance(node, nodes.document) else None
        return (source and self._builder.env.path2doc(source)) or self._page

"""The directive ``result``: what the example right before it shows on a page.

It reads the text of the last code block with the caption ``MyST Markdown`` as a part of the page,
so no example stands on the page a second time. What is shown is an example only: nothing links
to it, and a seed in the body of a directive does not join the corpus of this documentation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_matchups.domain import MatchupDomain

_CAPTION = 'MyST Markdown'
#: The first line of a directive of ours, and the options right below it.
_OPENING = re.compile(r'^(?:`{3,}|:{3,})\{matchup\b.*\n(?!(?::.*\n)*:no-index:)', re.MULTILINE)


class ResultDirective(SphinxDirective):
    """Show the example before."""

    def run(self) -> list[nodes.Node]:
        """Read the example, and forget that it was read."""
        text = _OPENING.sub(r'\g<0>:no-index:\n', self._example())
        domain = cast('MatchupDomain', self.env.domains['matchup'])
        kept = len(domain.seeds.get(self.env.docname, ()))
        content = self.parse_text_to_nodes(f'{text}\n')
        self._forget_seeds(domain, kept)
        return [nodes.container('', *content, classes=['result'])]

    def _example(self) -> str:
        for wrapper in reversed(list(self.state.document.findall(nodes.container))):
            if wrapper.get('literal_block') and wrapper[0].astext() == _CAPTION:
                return wrapper[1].astext()
        raise ExtensionError(f'{self.env.docname}:{self.lineno}: no example stands before')

    def _forget_seeds(self, domain: MatchupDomain, kept: int) -> None:
        """Forget the seeds that the example has brought along, and where they are shown."""
        docname = self.env.docname
        brought = {
            (reading.path, reading.matchup.line)
            for reading in domain.seeds.get(docname, ())[kept:]
            if reading.matchup
        }
        if brought:
            del domain.seeds[docname][kept:]
            domain.placements[docname][:] = [
                placement
                for placement in domain.placements[docname]
                if (placement.key, placement.seed_line) not in brought
            ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive('result', ResultDirective)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}

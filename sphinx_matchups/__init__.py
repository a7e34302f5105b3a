"""Product matchups in Sphinx documentation: quote cards, entries, links and indexes.

Add ``sphinx_matchups`` to ``extensions`` in ``conf.py``, put seed files into the folder
``seeds`` beside it, and write a ``matchup`` directive on a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = '0.1.0'

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    # Imported here, so that the core can be used where Sphinx is not installed.
    from . import events, nodes
    from .config import SETTINGS
    from .directives import DOMAIN_DIRECTIVES, MatchupDirective
    from .domain import DATA_VERSION, MatchupDomain
    from .indices import INDICES
    from .transforms import TextTranslator
    from .words import register_catalog
    from .writers.html import HTML_VISITORS
    from .writers.latex import LATEX_PACKAGE, LATEX_VISITORS

    app.setup_extension('sphinx_design')
    register_catalog(app)
    for setting in SETTINGS:
        app.add_config_value(
            setting.name, setting.default, setting.rebuild, setting.types, setting.description
        )
    for node in (*nodes.DRAWN_NODES, nodes.role_text):
        app.add_node(node, html=HTML_VISITORS[node.__name__], latex=LATEX_VISITORS[node.__name__])
    for added in nodes.ADDED_NODES:
        app.add_node(added, latex=LATEX_VISITORS[added.__name__])
    app.add_transform(TextTranslator)
    app.add_domain(MatchupDomain)
    for index in INDICES:
        app.add_index_to_domain(MatchupDomain.name, index)
    app.add_directive('matchup', MatchupDirective)
    for name, directive in DOMAIN_DIRECTIVES.items():
        app.add_directive_to_domain(MatchupDomain.name, name, directive)
    app.add_latex_package(LATEX_PACKAGE, after_hyperref=True)
    events.connect(app)
    return {
        'version': __version__,
        'env_version': DATA_VERSION,
        'parallel_read_safe': True,
        'parallel_write_safe': True,
    }

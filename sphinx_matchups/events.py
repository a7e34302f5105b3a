"""When what happens in a build: the one place that connects the stages to Sphinx's events."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .catalogs import PageCatalogs
from .config import SETTINGS, read_settings
from .corpus.files import posix_relative
from .corpus.model import fingerprint_of
from .diagnostics import warn_problem
from .domain import DATA_VERSION
from .links import Linker
from .nodes import is_drawn
from .shown import ShownPages
from .store import SeedStore
from .transforms import fill, unlink_index_pages
from .writers.gettext import offer_messages
from .writers.latex import LATEX_PACKAGE_FILE, LatexPreparer
from .writers.plain import PlainWriter
from .writers.stylesheet import STYLESHEET, stylesheet

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

    from .domain import MatchupDomain
    from .writers.fonts import FontCheck

#: The folder beside the doctrees that the stylesheet is copied from.
_STATIC = 'matchups-static'


def connect(app: Sphinx) -> None:
    """Connect every handler, in the order in which a build calls them."""
    app.connect('builder-inited', on_builder_inited)
    app.connect('env-get-outdated', on_env_get_outdated)
    app.connect('env-before-read-docs', on_env_before_read_docs)
    app.connect('doctree-read', on_doctree_read)
    app.connect('env-updated', on_env_updated)
    app.connect('warn-missing-reference', on_warn_missing_reference)
    fonts = FontWarnings()
    app.connect('write-started', fonts.on_write_started)
    app.connect('doctree-resolved', on_doctree_resolved)
    app.connect('doctree-resolved', fonts.on_doctree_resolved)
    app.connect('doctree-resolved', on_doctree_filled)
    app.connect('html-page-context', on_html_page_context)
    app.connect('build-finished', on_build_finished)


def on_builder_inited(app: Sphinx) -> None:
    """Validate the settings and read the seeds, before any page is read."""
    values = {setting.name: app.config[setting.name] for setting in SETTINGS}
    confdir, srcdir = Path(app.confdir), Path(app.srcdir)
    settings, problems = read_settings(values, confdir, _conf_path(app))
    for problem in problems:
        warn_problem(problem)
    domain = _domain(app.env)
    doctreedir = Path(app.doctreedir)
    domain.store = SeedStore(settings, srcdir, confdir, doctreedir)
    domain.tags = app.tags
    domain.output_format = app.builder.format
    # A catalog for translators holds what the seeds say.
    if app.builder.name != 'gettext':
        folders = [srcdir / folder for folder in app.config.locale_dirs]
        domain.catalogs = PageCatalogs(folders, app.config.language, app.config.gettext_compact)
    version = app.extensions[__package__].version
    domain.shown_pages = ShownPages(
        doctreedir, app.builder.name, Path(app.outdir), f'{version} {DATA_VERSION}'
    )
    if app.builder.format == 'html':
        style = stylesheet(settings.declarations.personas)
        domain.style = fingerprint_of(style)
        app.config.html_static_path.append(_write_stylesheet(style, doctreedir / _STATIC))
    elif app.builder.format == 'latex':
        app.config.latex_additional_files.append(str(LATEX_PACKAGE_FILE))


def on_env_get_outdated(
    app: Sphinx,
    env: BuildEnvironment,
    added: AbstractSet[str],
    changed: AbstractSet[str],
    removed: AbstractSet[str],
) -> Iterable[str]:
    """Name the pages that show a part of the corpus that has changed."""
    return list(_domain(env).outdated())


def on_env_before_read_docs(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Remember which pages are read, to warn about these only."""
    domain = _domain(env)
    domain.being_read = frozenset(docnames)
    if docnames:
        domain.withdraw()
        domain.store.corpus  # noqa: B018 made before Sphinx forks, so that all processes share it


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Note what a page links to, when all its transforms have run; those of MyST make links."""
    _domain(app.env).note_links(app.env.docname, doctree)


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Decide what depends on many pages; name the pages that must be written for it."""
    return _domain(env).settle()


def on_warn_missing_reference(
    app: Sphinx, domain: Domain | None, node: pending_xref
) -> bool | None:
    """Warn about a role of ours that leads nowhere, in our words."""
    if domain is None or domain.name != 'matchup':
        return None
    return cast('MatchupDomain', domain).warn_missing(node) or None


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fill the listings."""
    domain = _domain(app.env)
    domain.being_written.add(docname)
    fill(doctree, domain, Linker(app.builder, domain.targets, docname))


class FontWarnings:
    """The warnings about what a LaTeX engine will not show, over all documents of a build."""

    def __init__(self) -> None:
        self._check: FontCheck | None = None

    def on_write_started(self, app: Sphinx, builder: Builder) -> None:
        """Learn what the engine can show."""
        if builder.format != 'latex':
            return
        # Other builders need not wait for the import.
        from .writers.fonts import FontCheck, shown_characters

        config, context = app.config, getattr(builder, 'context', {})
        shown = shown_characters(
            config.latex_engine, config.language, context, config.latex_elements
        )
        corpus = _domain(app.env).corpus
        self._check = FontCheck(corpus, shown, _conf_path(app)) if shown else None

    def on_doctree_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Warn about a document whose listings are filled."""
        if self._check is not None:
            pages = getattr(app.builder, 'docnames', (docname,))
            has_indices = app.config.latex_domain_indices
            indexed = _domain(app.env).indexed_on(pages) if has_indices else ()
            for problem in self._check.problems(doctree, indexed):
                warn_problem(problem)


def on_doctree_filled(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make nodes that the writer can draw."""
    domain = _domain(app.env)
    linker = Linker(app.builder, domain.targets, docname)
    if app.builder.name == 'singlehtml':
        unlink_index_pages(doctree, app.builder, domain)
    match app.builder.format:
        case 'html':
            pass
        case 'latex':
            LatexPreparer(linker, domain.corpus.personas).prepare(doctree)
        case _ if app.builder.name == 'gettext':
            offer_messages(doctree, domain, _conf_path(app))
        case other:
            PlainWriter(linker, other).replace_in(doctree)


def on_html_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Load the stylesheet on the pages that show something of ours."""
    if doctree is not None and next(doctree.findall(is_drawn), None) is not None:
        app.add_css_file(STYLESHEET)


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Keep what the pages show, unless some may not have been written."""
    if exception is None:
        # Sphinx tells it so of builders that write one document of many pages.
        whole = isinstance(app.builder.get_outdated_docs(), str)
        _domain(app.env).keep_shown(whole=whole)


def _write_stylesheet(style: str, folder: Path) -> str:
    """Write the stylesheet where the builder copies it from; gives the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STYLESHEET).write_text(style, 'utf-8')
    return str(folder)


def _conf_path(app: Sphinx) -> str:
    return posix_relative(Path(app.confdir) / 'conf.py', Path(app.srcdir))


def _domain(env: BuildEnvironment) -> MatchupDomain:
    return cast('MatchupDomain', env.domains['matchup'])

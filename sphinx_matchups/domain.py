"""What the docs hold: which page shows which object, under which anchor.

The domain is the only user of the environment's data. Everything is kept by docname, so that
clearing a page is a ``pop`` and merging copies keys; whatever depends on more than one page is
decided in :meth:`MatchupDomain.settle`, after all pages are read and merged.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole

from . import nodes as own
from .catalogs import PageCatalogs
from .corpus import Corpus, make_key
from .corpus.model import fingerprint_of
from .corpus.naming import make_persona_key, make_quote_key, split_quote_name
from .diagnostics import Subtype, problem_order, warn, warn_problem
from .links import make_reference
from .shown import Settled, Shown, ShownPages
from .store import collector_paused
from .targets import OBJECT_TYPES, Link, Placement, Targets, entry_label, title_of
from .uses import Use, has_changed
from .words import name_pieces, type_name

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util.tags import Tags

    from .corpus import Problem, SeedReading
    from .store import SeedStore
    from .targets import PlacedObject

    #: Kind, name, id, ``main`` or nothing, and the letter to stand under.
    _IndexEntry = tuple[str, str, str, str, str | None]

_Conditional = TypeVar('_Conditional', 'Link', 'Placement')

_ENTRY_ID = r'(?P<objtype>product|persona)-(?P<key>[a-z0-9.-]+)'
#: The label of an entry, as roles name it.
_ENTRY_LABEL = re.compile(f'matchup-{_ENTRY_ID}')
#: The id of an entry, or its label.
_ENTRY_ANCHOR = re.compile(f'(matchup-)?{_ENTRY_ID}')

#: What is kept by docname.
_TABLES = ('placements', 'uses', 'seeds', 'links')
#: Formats of builders that show a link as its text alone.
_WITHOUT_ADDRESSES = ('text', 'man')

#: Raise it whenever the records below or the nodes in doctrees change.
DATA_VERSION = 11


def _is_noted(node: nodes.Node) -> bool:
    return isinstance(node, addnodes.pending_xref | addnodes.only)


def _conditions_around(node: nodes.Node) -> Iterator[str]:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, addnodes.only):
            yield parent['expr']
        parent = parent.parent


def _in_own_direction(content: Element, objtype: str) -> Element:
    """The same content, each name in it apart from the direction of the text around."""
    isolated = content.copy()
    pieces = name_pieces(objtype, content.astext())
    words: list[nodes.Node] = [nodes.Text(piece) for piece in pieces]
    words[::2] = [own.role_text('', piece) for piece in pieces[::2]]
    isolated += words
    return isolated


class MatchupRole(XRefRole):
    """A link to an object by name, alias or key; ``~`` shows the last part of a quote's name."""

    def __init__(self) -> None:
        super().__init__(innernodeclass=nodes.inline, warn_dangling=True)

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Take off the ``~``."""
        if not has_explicit_title and title.startswith('~'):
            title = title[1:]
            target = target.removeprefix('~')
            if self.reftype == 'quote':
                _product, title, _number = split_quote_name(title)
        return super().process_link(env, refnode, has_explicit_title, title, target)

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: Element, is_ref: bool
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Keep a name as it is written."""
        if not (is_ref and self.has_explicit_title):
            name = cast('Element', node[0]) if is_ref else node
            name['support_smartquotes'] = False
        return [node], []


class MatchupDomain(Domain):
    """Products, personas, matchups and quotes."""

    name = 'matchup'
    label = 'Matchup'
    data_version = DATA_VERSION
    object_types: ClassVar[dict[str, ObjType]] = {
        objtype: ObjType(objtype, objtype, searchprio=-1) for objtype in OBJECT_TYPES
    }
    roles: ClassVar[dict[str, Any]] = {objtype: MatchupRole() for objtype in OBJECT_TYPES}
    initial_data: ClassVar[dict[str, Any]] = {
        'placements': {},
        'uses': {},
        'seeds': {},
        'links': {},
        'labels': [],
        'index_entries': [],
        'seen': '',
        'content': '',
    }

    #: The seeds of the project; set when the builder is ready, before any page is read.
    store: SeedStore
    #: What pages showed when the output of this build was last written.
    shown_pages: ShownPages
    output_format: str = ''
    #: The fingerprint of the stylesheet; empty for an output that has none.
    style: str = ''
    #: What translates the pages.
    catalogs = PageCatalogs()
    #: The tags of the build, which decide what ``only`` directives show.
    tags: Tags
    #: The pages that are read in this build: only these are warned about.
    being_read: frozenset[str] = frozenset()

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        for name, object_type in MatchupDomain.object_types.items():
            translated = ObjType(type_name(name), *object_type.roles, **object_type.attrs)
            self.object_types[name] = translated
        self._targets: Targets | None = None
        #: Whether a page was forgotten in this build, since it is read again or was removed.
        self._has_forgotten = False
        #: What is to be kept when this build has come to its end, and the pages that it writes;
        #: nothing if it is the same as before.
        self._settled: Settled | None = None
        self._changed: list[str] = []
        self.being_written: set[str] = set()

    # ------------------------------------------------------------- records, while reading

    @property
    def placements(self) -> dict[str, list[Placement]]:
        """What each page shows."""
        return cast('dict[str, list[Placement]]', self.data['placements'])

    @property
    def uses(self) -> dict[str, list[Use]]:
        """What each page was read with."""
        return cast('dict[str, list[Use]]', self.data['uses'])

    @property
    def seeds(self) -> dict[str, list[SeedReading]]:
        """The seeds that each page brings along: in a body, or by a path outside the corpus."""
        return cast('dict[str, list[SeedReading]]', self.data['seeds'])

    @property
    def links(self) -> dict[str, list[Link]]:
        """What each page links to, without repeats."""
        return cast('dict[str, list[Link]]', self.data['links'])

    @property
    def labels(self) -> list[str]:
        """The labels of entries, for roles of Sphinx and for projects without this extension."""
        return cast('list[str]', self.data['labels'])

    @property
    def index_entries(self) -> list[tuple[str, _IndexEntry]]:
        """What the general index lists that no page knows when it is read: by page."""
        return cast('list[tuple[str, _IndexEntry]]', self.data['index_entries'])

    def note(self, docname: str, record: Placement | Use | SeedReading) -> None:
        """Keep a record of a page that is being read."""
        if isinstance(record, Placement):
            self.placements.setdefault(docname, []).append(record)
        elif isinstance(record, Use):
            self.uses.setdefault(docname, []).append(record)
        else:
            self.seeds.setdefault(docname, []).append(record)

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self._has_forgotten = True
        for table in _TABLES:
            self.data[table].pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        for table in _TABLES:
            for docname in docnames:
                if docname in otherdata[table]:
                    self.data[table][docname] = otherdata[table][docname]

    def note_links(self, docname: str, document: nodes.document) -> None:
        """Note what the roles of a page link to, and what it shows under a condition.

        Roles of Sphinx may name an entry by its label.
        """
        links: dict[Link, None] = {}
        for node in document.findall(_is_noted):
            match node:
                case addnodes.pending_xref():
                    links.update(dict.fromkeys(self._links_of(node)))
                case addnodes.only():
                    self._note_condition(docname, node)
        if links:
            self.links[docname] = list(links)

    def _links_of(self, node: pending_xref) -> Iterator[Link]:
        role, name = node['reftype'], node.get('reftarget') or ''
        conditions = tuple(_conditions_around(node))
        # In MyST a link to a page may name an id of it.
        inside = node.get('reftargetid') or ''
        if label := _ENTRY_LABEL.fullmatch(name) or _ENTRY_ANCHOR.fullmatch(inside):
            page = name if inside else ''
            yield Link(label['objtype'], label['key'], conditions, by_label=True, page=page)
        elif node.get('refdomain') == self.name:
            yield Link(role, name, conditions)
        elif role in ('any', 'myst') and not inside:
            yield Link('any', name, conditions)

    def _note_condition(self, docname: str, only: addnodes.only) -> None:
        placements = self.placements.get(docname, [])
        inside = {anchor for node in only.findall(nodes.Element) for anchor in node['ids']}
        inside |= {node['anchor'] for node in only.findall(own.listing)}
        for place, placement in enumerate(placements):
            if placement.anchor and placement.anchor in inside:
                conditions = (*placement.conditions, only['expr'])
                placements[place] = placement._replace(conditions=conditions)

    # ----------------------------------------------------------------- after all are read

    @property
    def targets(self) -> Targets:
        """Where objects stand in this build."""
        if self._targets is None:
            with collector_paused():
                self._targets = self._find_targets()
        return self._targets

    @property
    def corpus(self) -> Corpus:
        """The corpus with what the pages bring along."""
        return self.targets.corpus

    def outdated(self) -> Iterator[str]:
        """The pages that were read with something that has changed since."""
        store = self.store
        same = self.data['seen'] == store.fingerprint
        for docname, uses in self.uses.items():
            # Of files elsewhere the fingerprint says nothing.
            if any(
                has_changed(store, use)
                for use in uses
                if not same or (use.kind == 'file' and not store.has(use.name))
            ):
                yield docname

    def withdraw(self) -> None:
        """Take back what is announced to other domains, so that a page may have such a label."""
        standard, index = self.env.domains.standard_domain, self.env.domains.index_domain
        for label in self.labels:
            standard.labels.pop(label, None)
            standard.anonlabels.pop(label, None)
        for docname, entry in self.index_entries:
            if entry in index.entries.get(docname, ()):
                index.entries[docname].remove(entry)
        self.labels.clear()
        self.index_entries.clear()

    def _announce(self, settled: Settled) -> None:
        """Tell other domains of what no page knows when it is read.

        That is done in each build, since another builder may have told them of something else.
        """
        self.withdraw()
        standard, index = self.env.domains.standard_domain, self.env.domains.index_domain
        for entry in settled.entries:
            label = entry_label(entry)
            if label not in standard.anonlabels:
                self.labels.append(label)
                standard.anonlabels[label] = (entry.docname, entry.anchor)
                standard.labels[label] = (entry.docname, entry.anchor, entry.title)
        for it in settled.unindexed if self.indexes_rows else ():
            found = ('single', it.title, it.anchor, '', None)
            index.entries.setdefault(it.docname, []).append(found)
            self.index_entries.append((it.docname, found))
        for index_page in self.indices:
            # It is gone where a page of the user had the name before.
            label = f'{self.name}-{index_page.name}'
            if label not in standard.anonlabels:
                standard.anonlabels[label] = (label, '')
                standard.labels[label] = (label, '', str(index_page.localname))

    def settle(self) -> list[str]:
        """Decide everything that depends on more than one page.

        :returns: the pages that show something of other pages that has changed
        """
        before = self.shown_pages.before
        if not self._has_forgotten and before.state == self._state():
            self._announce(before)
            self._report_problems(before.problems)
            return []
        with collector_paused():
            return self._settle()

    def _settle(self) -> list[str]:
        targets = self._targets = self._find_targets()
        if self._has_forgotten:
            tables = [sorted(self.data[table].items()) for table in _TABLES]
            self.data['content'] = fingerprint_of(tables, self._titles())
        self.data['seen'] = self.store.fingerprint
        shown = self._fingerprints()
        changed = self._changed = self.shown_pages.changed(shown)
        problems = self._problems()
        self._settled = Settled(
            self._state(),
            shown,
            problems,
            list(targets.objects()),
            list(targets.objects_by_other_names()),
            list(targets.entries()),
            list(targets.unindexed()),
        )
        self._announce(self._settled)
        self._report_problems(problems)
        self._report_pages(self.being_read | set(changed))
        return changed

    @property
    def _latest(self) -> Settled:
        """What was settled in this build or, if nothing has changed since, in the one before."""
        return self._settled or self.shown_pages.before

    @property
    def indexes_rows(self) -> bool:
        """Whether the general index may lead to a row of a list.

        Other builders have no index, or no place for a link in a list.
        """
        return self.output_format in ('html', 'latex', 'texinfo')

    @property
    def objects(self) -> Sequence[PlacedObject]:
        """Every object that stands somewhere, under its key."""
        return self._latest.objects

    def keep_shown(self, *, whole: bool) -> None:
        """Note that the output now shows what was settled.

        :param whole: whether the builder writes all pages in any case
        """
        # Pages that Sphinx was not asked for must still be written in a later build.
        left_out = (
            [] if whole else [page for page in self._changed if page not in self.being_written]
        )
        if self._settled is not None:
            self.shown_pages.keep(self._settled, left_out)

    def _state(self) -> str:
        """Changes whenever anything that pages show may have changed."""
        return fingerprint_of(
            self.data['content'],
            self.store.fingerprint,
            self.store.settings.link_mentions,
            sorted(self.tags),
            self.style,
        )

    def _find_targets(self) -> Targets:
        additions = {
            (reading.path, reading.matchup.line): reading.matchup
            for docname in sorted(self.seeds)
            for reading in self.seeds[docname]
            if reading.matchup
        }
        corpus = self.store.corpus
        if additions:
            corpus = Corpus(corpus.as_read, self.store.settings.declarations, additions.values())
        placements = self._shown_of(self.placements)
        return Targets(corpus, placements, self._shown_of(self.links), self._titles())

    def _shown_of(
        self, records: Mapping[str, Sequence[_Conditional]]
    ) -> dict[str, list[_Conditional]]:
        """The records of what is shown, by docname."""
        return {
            docname: [record for record in found if self._is_shown(record.conditions)]
            for docname, found in records.items()
        }

    def _titles(self) -> dict[str, str]:
        """Of the pages that link to something."""
        return {docname: self.env.titles[docname].astext() for docname in sorted(self.links)}

    def _is_shown(self, conditions: Iterable[str]) -> bool:
        """Whether conditions hold in this build."""
        for condition in conditions:
            # Sphinx reports a condition that means nothing, and shows what it stands around.
            with contextlib.suppress(Exception):
                if not self.tags.eval_condition(condition):
                    return False
        return True

    def _fingerprints(self) -> dict[str, str]:
        """Of what pages show of the corpus and of each other, by docname."""
        docnames = self.placements.keys() | self.links.keys() | self.uses.keys()
        return {docname: self._fingerprint_of(docname) for docname in sorted(docnames)}

    def _fingerprint_of(self, docname: str) -> str:
        shown = Shown(
            self.targets,
            self.store.settings.link_mentions,
            addresses=self.output_format not in _WITHOUT_ADDRESSES,
            translate=self.catalogs.of(docname),
        )
        for placement in self.targets.placements.get(docname, ()):
            shown.add_placement(placement)
        for link in self.links.get(docname, ()):
            if self._is_shown(link.conditions):
                shown.add_link(link)
        read = [use.fingerprint for use in self.uses.get(docname, ())]
        # A page names the stylesheet together with a checksum of it.
        style = self.style if docname in self.placements else ''
        return fingerprint_of(read, shown.fingerprint, style)

    # --------------------------------------------------------------------------- warnings

    def _problems(self) -> list[Problem]:
        """Everything that is wrong with the seeds of the project and of its pages."""
        own = [reading for readings in self.seeds.values() for reading in readings]
        problems = [
            *self.store.problems,
            *(problem for reading in own for problem in reading.problems),
            *self.corpus.problems,
        ]
        return sorted(set(problems), key=problem_order)

    def _report_problems(self, problems: Iterable[Problem]) -> None:
        """Warn about settings and seeds, which is done in every build."""
        for problem in sorted({*self.store.setting_problems, *problems}, key=problem_order):
            warn_problem(problem)

    def _report_pages(self, pages: AbstractSet[str]) -> None:
        """Warn about pages that are read or show something new."""
        self._report_hidden_indices()
        self._report_taken_labels(pages)
        placements = self.targets.placements
        for docname in sorted(pages & placements.keys()):
            for placement in placements[docname]:
                self._report_unknown(docname, placement)
        self._report_duplicates()

    def _report_hidden_indices(self) -> None:
        """Warn about pages of the user that have the name of an index page of ours."""
        for index in self.indices:
            page = f'{self.name}-{index.name}'
            if page in self.being_read:
                message = (
                    f"this page has the name of the index page '{page}', which is left out for it"
                )
                warn(Subtype.DUPLICATE, message, (page, 1))

    def _report_taken_labels(self, pages: AbstractSet[str]) -> None:
        """Warn about labels of the user that an entry would have."""
        taken = self.env.domains.standard_domain.anonlabels
        for entry in self._latest.entries:
            label = entry_label(entry)
            docname, anchor = taken[label]
            if (docname, anchor) != (entry.docname, entry.anchor) and pages & {
                docname,
                entry.docname,
            }:
                message = (
                    f"the label '{label}' of the entry on '{entry.docname}' is one of this page "
                    'too; links by it lead here'
                )
                warn(Subtype.DUPLICATE, message, docname)

    def _report_unknown(self, docname: str, placement: Placement) -> None:
        """Warn about an entry or card of something that nothing knows, or a card of several."""
        kind, key = placement.kind, placement.key
        if kind not in ('product', 'persona', 'quote'):
            return
        if found := self.corpus.find(kind, key):
            if kind == 'quote' and len(found) > 1:
                message = self._ambiguity(kind, key, found)
                warn(Subtype.AMBIGUOUS, message, self._location(placement))
            return
        name = placement.name or key
        near = self._expected(kind, name)
        known_by = 'seed' if kind == 'quote' else 'seed or setting'
        message = f"no {known_by} knows the {kind} '{name}'{near}"
        warn(Subtype.MISSING, message, self._location(placement))

    def _ambiguity(self, objtype: str, name: str, keys: Sequence[str]) -> str:
        """What a name may mean, the first of which is taken."""
        names = ' or '.join(self.corpus.told_apart(objtype, key) for key in keys)
        return f"the {objtype} '{name}' may be {names}; taken as the first"

    def _expected(self, objtype: str, name: str) -> str:
        """What a name that nothing has should have been."""
        form = '; expected product/persona' if objtype == 'quote' and '/' not in name else ''
        return f'{form}{self.corpus.did_you_mean(objtype, name)}'

    def _report_duplicates(self) -> None:
        seen: dict[tuple[str, str], list[tuple[str, Placement]]] = {}
        for docname, placements in sorted(self.targets.placements.items()):
            for placement in placements:
                if placement.anchor and placement.kind in ('product', 'persona', 'matchup'):
                    identity = (placement.kind, f'{placement.key}:{placement.seed_line}')
                    seen.setdefault(identity, []).append((docname, placement))
        for first, *others in seen.values():
            for other in others:
                if self.being_read & {first[0], other[0]}:
                    self._report_duplicate(first, other)

    def _report_duplicate(self, one: tuple[str, Placement], other: tuple[str, Placement]) -> None:
        (first_doc, first), (second_doc, second) = one, other
        name = (
            f'the matchup of {first.key}'
            if first.kind == 'matchup'
            else f"the {first.kind} '{first.name}'"
        )
        if (first.source, first.line) == (second.source, second.line) and first_doc != second_doc:
            message = (
                f"{name} is defined in '{first_doc}' and '{second_doc}', since "
                f'{first.source} is both a page and included; add it to exclude_patterns'
            )
        else:
            message = (
                f'{name} is already shown at {first.source}:{first.line}; links lead '
                "there; say ':no-index:' where none should lead"
            )
        warn(Subtype.DUPLICATE, message, self._location(second))

    def _location(self, placement: Placement) -> str:
        return f'{self.store.absolute(placement.source)}:{placement.line}'

    # ------------------------------------------------------------------------------- links

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Resolve a role; ``None`` if it leads nowhere, so that intersphinx has its turn."""
        keys = self.corpus.find(typ, target) if typ in OBJECT_TYPES else []
        found = [(key, place) for key in keys if (place := self.targets.find(typ, key))]
        if not found:
            return None
        if len(found) > 1:
            message = self._ambiguity(typ, target, [key for key, _ in found])
            warn(Subtype.AMBIGUOUS, message, node)
        key, place = found[0]
        title = title_of(self.corpus, typ, key)
        if builder.format in {'html', 'latex'} and not node.get('refexplicit'):
            contnode = _in_own_direction(contnode, typ)
        reference = make_reference(builder, fromdocname, place, contnode, title)
        return cast('nodes.reference', reference)  # any element may take the place of a role

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Resolve an ``any`` role."""
        found = []
        for objtype in OBJECT_TYPES:
            resolved = self.resolve_xref(
                env, fromdocname, builder, objtype, target, node, contnode
            )
            if resolved is not None:
                found.append((f'{self.name}:{objtype}', resolved))
        return found

    def indexed_on(self, docnames: Container[str]) -> Iterator[tuple[str, str]]:
        """What the index pages list of these pages: (type, key)."""
        for it in self.objects:
            if it.objtype != 'quote' and it.docname in docnames:
                yield it.objtype, it.key

    def get_full_qualified_name(self, node: Element) -> str | None:
        """The key of what a role means, under which another project lists it."""
        objtype, target = node.get('reftype'), node.get('reftarget')
        if objtype not in OBJECT_TYPES or not target:
            return None
        # What another project lists does not depend on the settings of this one.
        is_external = node.get('intersphinx', False)
        if not is_external and (keys := self.corpus.find(objtype, target)):
            return keys[0]
        makers = {'quote': make_quote_key, 'persona': make_persona_key}
        return makers.get(objtype, make_key)(target)

    def warn_missing(self, node: pending_xref) -> bool:
        """Give the one warning about a role that leads nowhere."""
        objtype, target = node['reftype'], node['reftarget']
        if objtype not in OBJECT_TYPES:
            return False
        if self.corpus.find(objtype, target):
            message = f"no page shows the {objtype} '{target}', so nothing can link to it"
        else:
            message = f"no {objtype} '{target}'{self._expected(objtype, target)}"
        warn(Subtype.REF, message, node)
        return True

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Every object that has a place, by key, with its name to show.

        Products and matchups stand there under the keys of their other names too, which another
        project cannot know.
        """
        yield from self.objects
        yield from self._latest.objects_by_other_names

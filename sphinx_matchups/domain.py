"""What the docs hold: which page shows which object, under which anchor.

The domain is the only user of the environment's data. Everything is kept by docname, so that
clearing a page is a ``pop`` and merging copies keys; whatever depends on more than one page is
decided in :meth:`MatchupDomain.settle`, after all pages are read and merged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole

from .corpus import Corpus, make_key
from .corpus.naming import make_quote_key, split_quote_name
from .diagnostics import Subtype, problem_order, warn, warn_problem
from .links import make_reference
from .targets import OBJECT_TYPES, Placement, Targets, Use
from .words import _

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from .corpus import SeedReading
    from .store import SeedStore
    from .targets import Target

#: The label of an entry, as roles name it.
_ENTRY_LABEL = re.compile(r'matchup-(?P<objtype>product|persona)-(?P<key>[a-z0-9.-]+)')

#: Raise it whenever the records below or the nodes in doctrees change.
DATA_VERSION = 5


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


class MatchupDomain(Domain):
    """Products, personas, matchups and quotes."""

    name = 'matchup'
    label = 'Matchup'
    data_version = DATA_VERSION
    object_types: ClassVar[dict[str, ObjType]] = {
        'product': ObjType(_('product'), 'product', searchprio=-1),
        'persona': ObjType(_('persona'), 'persona', searchprio=-1),
        'matchup': ObjType(_('matchup'), 'matchup', searchprio=-1),
        'quote': ObjType(_('quote'), 'quote', searchprio=-1),
    }
    roles: ClassVar[dict[str, Any]] = {objtype: MatchupRole() for objtype in OBJECT_TYPES}
    initial_data: ClassVar[dict[str, Any]] = {
        'placements': {},
        'uses': {},
        'seeds': {},
        'links': {},
        'shown': {},
        'labels': {},
        'declarations': '',
    }

    #: The seeds of the project; set when the builder is ready, before any page is read.
    store: SeedStore
    #: Where objects stand; set by :meth:`settle`.
    targets: Targets
    #: The pages that are read in this build: only these are warned about.
    being_read: frozenset[str] = frozenset()

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.targets = Targets(Corpus())

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
    def links(self) -> dict[str, list[tuple[str, str]]]:
        """What each page links to: (type, name as written), without repeats."""
        return cast('dict[str, list[tuple[str, str]]]', self.data['links'])

    @property
    def shown(self) -> dict[str, str]:
        """The fingerprint of what each page showed of other pages when it was last written."""
        return cast('dict[str, str]', self.data['shown'])

    @property
    def labels(self) -> dict[str, Target]:
        """The labels of entries, for roles of Sphinx and for projects without this extension."""
        return cast('dict[str, Target]', self.data['labels'])

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
        for table in ('placements', 'uses', 'seeds', 'links', 'shown'):
            self.data[table].pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        for table in ('placements', 'uses', 'seeds', 'links'):
            for docname in docnames:
                if docname in otherdata[table]:
                    self.data[table][docname] = otherdata[table][docname]

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Note what the roles of a page link to, also by the label of an entry."""
        links: dict[tuple[str, str], None] = {}
        for node in document.findall(addnodes.pending_xref):
            role, name = node['reftype'], node.get('reftarget') or ''
            if node.get('refdomain') == self.name or role == 'any':
                links[role, name] = None
            if label := _ENTRY_LABEL.fullmatch(name):
                links[label['objtype'], label['key']] = None
        if links:
            self.links[docname] = list(links)

    # ----------------------------------------------------------------- after all are read

    @property
    def corpus(self) -> Corpus:
        """The corpus with what the pages bring along."""
        return self.targets.corpus

    def outdated(self) -> Iterator[str]:
        """The pages that were read with a part of the corpus that has changed since.

        Declarations in the TOML file, unlike those in ``conf.py``, change unseen by Sphinx.
        """
        if self.data['declarations'] != self.store.settings.declarations.fingerprint:
            yield from self.placements
        for docname, uses in self.uses.items():
            if any(self._has_changed(use) for use in uses):
                yield docname

    def withdraw_labels(self) -> None:
        """Take back the labels of entries, so that a page that is read may have one of its own."""
        standard = self.env.domains.standard_domain
        for label in self.labels:
            standard.labels.pop(label, None)
            standard.anonlabels.pop(label, None)
        self.labels.clear()

    def settle(self) -> list[str]:
        """Decide everything that depends on more than one page.

        :returns: the pages that show something of other pages that has changed
        """
        additions = {
            (reading.path, reading.matchup.line): reading.matchup
            for docname in sorted(self.seeds)
            for reading in self.seeds[docname]
            if reading.matchup
        }
        corpus = self.store.corpus
        if additions:
            corpus = Corpus(corpus.as_read, self.store.settings.declarations, additions.values())
        titles = {docname: self.env.titles[docname].astext() for docname in self.links}
        link_mentions = self.store.settings.link_mentions
        self.targets = Targets(corpus, self.placements, self.links, titles, link_mentions)
        self._set_labels()
        self.data['declarations'] = self.store.settings.declarations.fingerprint
        changed = self._changed_pages()
        self._report(self.being_read | set(changed))
        return changed

    def _set_labels(self) -> None:
        standard = self.env.domains.standard_domain
        for objtype, key, target in self.targets.entries():
            label = f'{self.name}-{objtype}-{key}'
            if label not in standard.anonlabels:
                self.labels[label] = target
                standard.anonlabels[label] = (target.docname, target.anchor)
                title = self.corpus.title(objtype, key)
                standard.labels[label] = (target.docname, target.anchor, title)

    def _has_changed(self, use: Use) -> bool:
        if use.kind == 'name':
            return self.name_fingerprint(use.name) != use.fingerprint
        if self.store.signature(use.name) == use.signature:
            return False
        return self.file_fingerprint(self.store.read(use.name)) != use.fingerprint

    def name_fingerprint(self, name: str) -> str:
        """Changes whenever a look-up of a matchup by this name gives something else."""
        corpus = self.store.corpus
        return ' '.join(corpus.fingerprint('matchup', key) for key in corpus.find('matchup', name))

    def file_fingerprint(self, reading: SeedReading) -> str:
        """Changes whenever the seed in a file reads otherwise."""
        if reading.matchup is None:
            return repr(reading.problems)
        own = self.store.reading(reading.path)
        corpus = self.store.corpus
        key = corpus.key_at(reading.path, reading.matchup.line) if own else ''
        return f'{key} {reading.matchup.fingerprint}'

    def _changed_pages(self) -> list[str]:
        """Compare what pages show of others with what they showed before, and keep it."""
        changed = []
        for docname in sorted(self.placements.keys() | self.links.keys()):
            fingerprint = self.targets.shown_by(docname)
            if self.shown.get(docname) != fingerprint:
                self.shown[docname] = fingerprint
                changed.append(docname)
        return changed

    # --------------------------------------------------------------------------- warnings

    def _report(self, pages: AbstractSet[str]) -> None:
        """Warn about the seeds in every build, about pages that are read or show something new."""
        own = [reading for readings in self.seeds.values() for reading in readings]
        problems = [
            *self.store.setting_problems,
            *self.store.problems,
            *(problem for reading in own for problem in reading.problems),
            *self.corpus.problems,
        ]
        for problem in sorted(set(problems), key=problem_order):
            warn_problem(problem)
        self._report_hidden_indices()
        for docname in sorted(pages & self.placements.keys()):
            for placement in self.placements[docname]:
                self._report_unknown(docname, placement)
        self._report_duplicates()

    def _report_hidden_indices(self) -> None:
        """Warn about pages of the user that have the name of an index page of ours."""
        for index in self.indices:
            page = f'{self.name}-{index.name}'
            if page in self.being_read:
                message = (
                    f'this page has the name of the {index.localname}, which is left out for it'
                )
                warn(Subtype.DUPLICATE, message, (page, 1))

    def _report_unknown(self, docname: str, placement: Placement) -> None:
        """Warn about an entry or card of something that no seed and no setting knows."""
        kind, key = placement.kind, placement.key
        if kind not in ('product', 'persona', 'quote') or self.corpus.find(kind, key):
            return
        name = placement.name or key
        near = self.corpus.did_you_mean(kind, name)
        if kind == 'quote' and '/' not in name:
            near = f'; expected product/persona{near}'
        known_by = 'seed' if kind == 'quote' else 'seed or setting'
        message = f"no {known_by} knows the {kind} '{name}'{near}"
        warn(Subtype.MISSING, message, self._location(placement))

    def _report_duplicates(self) -> None:
        seen: dict[tuple[str, str], list[tuple[str, Placement]]] = {}
        for docname in sorted(self.placements):
            for placement in self.placements[docname]:
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
            names = ' or '.join(f"'{self.corpus.title(typ, key)}' ({key})" for key, _ in found)
            message = f"the {typ} '{target}' may be {names}; taken as the first"
            warn(Subtype.AMBIGUOUS, message, node)
        key, place = found[0]
        title = self.corpus.title(typ, key)
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
        for objtype, key, target in self.targets.objects():
            if objtype != 'quote' and target.docname in docnames:
                yield objtype, key

    def get_full_qualified_name(self, node: Element) -> str | None:
        """The key of what a role means, under which another project lists it."""
        objtype, target = node.get('reftype'), node.get('reftarget')
        if objtype not in OBJECT_TYPES or not target:
            return None
        if keys := self.corpus.find(objtype, target):
            return keys[0]
        return make_quote_key(target) if objtype == 'quote' else make_key(target)

    def warn_missing(self, node: pending_xref) -> bool:
        """Give the one warning about a role that leads nowhere."""
        objtype, target = node['reftype'], node['reftarget']
        if objtype not in OBJECT_TYPES:
            return False
        if self.corpus.find(objtype, target):
            message = f"no page shows the {objtype} '{target}', so nothing can link to it"
        else:
            message = f"no {objtype} '{target}'{self.corpus.did_you_mean(objtype, target)}"
        warn(Subtype.REF, message, node)
        return True

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Every object that has a place, by key, with its name to show.

        Products and matchups stand there under the keys of their other names too, which another
        project cannot know.
        """
        for objtype, key, target in self.targets.objects():
            title = self.corpus.title(objtype, key)
            yield key, title, objtype, target.docname, target.anchor, -1
        for objtype in ('product', 'matchup'):
            for other, key in self.corpus.other_keys(objtype).items():
                if place := self.targets.find(objtype, key):
                    title = self.corpus.title(objtype, key)
                    yield other, title, objtype, place.docname, place.anchor, -1

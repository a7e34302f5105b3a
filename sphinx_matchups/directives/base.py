"""What the directives share: names, options and warnings."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, cast

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from ..corpus import make_key
from ..corpus.files import posix_relative
from ..corpus.naming import did_you_mean
from ..diagnostics import Subtype, warn
from ..uses import Part, make_use

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from docutils import nodes

    from ..domain import MatchupDomain
    from ..store import SeedStore
    from ..uses import Kind

#: The options that every directive of ours has.
COMMON_OPTIONS: dict[str, Callable[[str], object]] = {
    'class': directives.class_option,
    'name': directives.unchanged,
    'no-index': directives.flag,
}


# Most pages show whole matchups; one object for all of them takes less room in the environment.
_part = functools.cache(Part)


class CorpusDirective(SphinxDirective):
    """A directive that shows something of the corpus."""

    @property
    def domain(self) -> MatchupDomain:
        """The domain that keeps what this page shows."""
        return cast('MatchupDomain', self.env.domains['matchup'])

    @property
    def store(self) -> SeedStore:
        """The seeds of the project."""
        return self.domain.store

    @property
    def indexed(self) -> bool:
        """Whether the objects shown become targets."""
        return 'no-index' not in self.options

    def use(
        self,
        kind: Kind,
        name: str,
        *,
        products: tuple[str, ...] = (),
        personas: tuple[str, ...] = (),
    ) -> None:
        """Record that the page is read with what this name gives.

        :param products: of a matchup, the keys of those that are shown; empty for all
        :param personas: likewise
        """
        part = _part(products, personas, keyed=self.indexed)
        self.domain.note(self.env.docname, make_use(self.store, kind, name, part))

    def warn(self, subtype: str, message: str) -> None:
        """Warn at the line of the directive."""
        warn(subtype, message, self.get_location())

    def place(self) -> tuple[str, int]:
        """The file (relative to the source folder) and line that the directive stands in."""
        source, line = self.get_source_info()
        if source.startswith('<'):  # rst_prolog or rst_epilog
            return source, line or self.lineno
        page = self.env.doc2path(self.env.docname, base=False)
        if not source or source == str(self.env.srcdir / page):
            return page.as_posix(), line or self.lineno
        whole = Path(source).absolute()
        return posix_relative(whole, Path(self.env.srcdir)), line or self.lineno

    def unique_key(self, key: str, ids_of: Callable[[str], Iterable[str]]) -> str:
        """The key, with a number where the page has an id that is made of it already.

        No key holds an underscore or capital, so no other id can be the one with a number.
        """
        taken = self.state.document.ids
        for number in itertools.count(1):
            unique = key if number == 1 else f'{key}_N{number}'
            if not any(identifier in taken for identifier in ids_of(unique)):
                break
        return unique

    def page_key(self) -> str:
        """A key of the page, to make ids that no other page has."""
        return make_key(self.env.docname)

    def finish(self, node: nodes.Element) -> None:
        """Give the outer node its source, its classes, its ids and its name."""
        self.set_source_info(node)
        node['classes'] += self.options.get('class', [])
        if 'name' in self.options:
            self.add_name(node)
        elif node['ids']:
            self.state.document.note_explicit_target(node, node)

    def names_option(
        self, option: str, find: Callable[[str], str | None], known: Collection[str]
    ) -> tuple[str, ...]:
        """The keys in a comma-separated option; a warning for each name that is none."""
        keys = []
        names = [name.strip() for name in self.options.get(option, '').split(',')]
        if option in self.options and not any(names):
            self.warn(Subtype.OPTION, f':{option}: names nothing; known are {", ".join(known)}')
        for name in filter(None, names):
            if key := find(name):
                keys.append(key)
            else:
                expected = did_you_mean(name, known) or f'; known are {", ".join(known)}'
                self.warn(Subtype.OPTION, f":{option}: names '{name}'{expected}")
        return tuple(keys)

    def choice_option(self, option: str, choices: Collection[str], default: str) -> str:
        """One of several words, the default with a warning if it is none of them."""
        value = self.options.get(option, default)
        if value in choices:
            return str(value)
        expected = did_you_mean(value, choices) or f'; expected {" or ".join(choices)}'
        self.warn(Subtype.OPTION, f":{option}: is '{value}'{expected}")
        return default

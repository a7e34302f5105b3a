"""The ``matchup`` directive: one seed as cards."""

from __future__ import annotations

import functools
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils.parsers.rst import directives

from ..cards import BlockOptions, block_anchor, build_block, card_anchor, shown_rounds
from ..config import LAYOUTS
from ..corpus.titles import split_title
from ..diagnostics import Subtype
from ..targets import Placement
from ..uses import body_name, product_keys
from .base import COMMON_OPTIONS, CorpusDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.nodes import Node

    from ..corpus import Matchup, Persona, SeedReading
    from ..uses import Kind

_PATH_LIKE = re.compile(r'[/\\]|\.[A-Za-z][A-Za-z0-9]{0,7}$')


@functools.cache
def _one_copy(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """One tuple for equal ones, which takes less room in the environment."""
    return numbers


class MatchupDirective(CorpusDirective):
    """Show one matchup, found by name or path, or written in the body."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {
        **COMMON_OPTIONS,
        'personas': directives.unchanged,
        'products': directives.unchanged,
        'layout': directives.unchanged,
        'flip': directives.flag,
    }

    #: What the corpus or the reader was asked for.
    _asked: tuple[Kind, str] | None = None

    def run(self) -> list[Node]:
        """Find the matchup, build its nodes, and record what the page shows."""
        argument = ' '.join(self.arguments[0].split()) if self.arguments else ''
        if self.content:
            matchup = self._from_body(argument or None)
        elif argument:
            matchup = self._from_argument(argument)
        else:
            self.warn(Subtype.MISSING, 'no seed: give an id, a title or a path, or write it below')
            matchup = None
        options = self._block_options(matchup) if matchup else BlockOptions()
        if self._asked is not None:
            self.use(*self._asked, products=options.products, personas=options.personas)
        return [self._build(matchup, options)] if matchup else []

    # --------------------------------------------------------------------- finding the seed

    def _from_body(self, title: str | None) -> Matchup | None:
        path, line = self.place()
        lines = self._body_lines(line)

        def source_line(number: int) -> int:
            return lines[number - 1] if 0 < number <= len(lines) else line

        text = '\n'.join(self.content)
        self._asked = ('body', body_name(title, text))
        reading = self.store.reader.read(text, path, title=title, source_line=source_line)
        self.domain.note(self.env.docname, reading)
        return reading.matchup

    def _body_lines(self, line: int) -> list[int]:
        """The line in the source of each line of the body."""
        offsets: list[int | None] = [offset for _, offset in self.content.items]
        if offsets[0]:
            return [line if offset is None else offset + 1 for offset in offsets]
        # MyST counts the lines of a body from 0, and its offset from the directive; what another
        # extension makes up may have no lines at all.
        first = line + self.content_offset + 1
        return list(range(first, first + len(offsets)))

    def _from_argument(self, argument: str) -> Matchup | None:
        found = self.store.corpus.find('matchup', argument)
        if not found and self._is_path(argument):
            return self._from_path(argument)
        self._asked = ('matchup', argument)
        corpus = self.store.corpus
        if len(found) > 1:
            places = ', '.join(corpus.told_apart('matchup', key) for key in found)
            self.warn(
                Subtype.AMBIGUOUS,
                f"'{argument}' may be {places}; taken as the first; name one by its key",
            )
        if found:
            return corpus.matchups[found[0]]
        # The seed itself has been reported if it is there but no matchup.
        if not self.store.failed(argument):
            near = corpus.did_you_mean('matchup', argument)
            self.warn(
                Subtype.MISSING, f"no seed has the id, file name or title '{argument}'{near}"
            )
        return None

    def _is_path(self, argument: str) -> bool:
        """Whether the argument looks like a path, and if also like a title, there is a file."""
        if not _PATH_LIKE.search(argument):
            return False
        parts, _ = split_title(argument, self.store.reader.names)
        return len(parts) == 1 or Path(self.store.absolute(self._path(argument))).exists()

    def _path(self, argument: str) -> str:
        """The path as the store knows it: as written, no link followed, from the source folder."""
        argument = argument.replace('\\', '/')
        if argument.startswith('/'):
            path = argument.lstrip('/')
        else:
            path = posixpath.join(posixpath.dirname(self.env.docname), argument)
        return self.store.known_as(posixpath.normpath(path))

    def _from_path(self, argument: str) -> Matchup | None:
        path = self._path(argument)
        reading = self.store.read(path)
        self._asked = ('file', path)
        if self.store.reading(path):
            return self._of_corpus(reading)
        if reading.matchup is None and not self._is_reported_with_seed(reading):
            problem = reading.problems[0]
            near = self.store.did_you_mean(path) if problem.subtype == Subtype.MISSING else ''
            self.warn(problem.subtype, f'{path}: {problem.message}{near}')
            return None
        self.domain.note(self.env.docname, reading)
        return reading.matchup

    def _of_corpus(self, reading: SeedReading) -> Matchup | None:
        if reading.matchup is None:
            return None
        corpus = self.store.corpus
        return corpus.matchups[corpus.key_at(reading.path, reading.matchup.line)]

    @staticmethod
    def _is_reported_with_seed(reading: SeedReading) -> bool:
        """Whether what is wrong has a place in the seed, so that it is reported there."""
        return any(problem.line is not None for problem in reading.problems)

    # -------------------------------------------------------------------- building the nodes

    def _build(self, matchup: Matchup, options: BlockOptions) -> Node:
        personas = self._personas(matchup)
        rounds = shown_rounds(matchup, options)
        if matchup.occurrences and not rounds:
            self.warn(Subtype.OPTION, 'no quote of the matchup passes :personas: and :products:')
        numbers = tuple(sorted(quote.number for quotes in rounds for quote in quotes))

        def ids_of(key: str) -> list[str]:
            return [block_anchor(key), *(card_anchor(key, number) for number in numbers)]

        anchor_key = self.unique_key(matchup.key, ids_of) if self.indexed else ''
        block = build_block(
            matchup,
            rounds,
            personas,
            options,
            anchor_key=anchor_key,
            source=self.store.absolute(matchup.path),
        )
        self.finish(block)
        if anchor_key:
            # So that no heading further down takes one of them.
            self.state.document.ids.update(dict.fromkeys(ids_of(anchor_key), block))
        path, line = self.place()
        placement = Placement(
            kind='matchup',
            key=matchup.path,
            anchor=block['ids'][0] if anchor_key else '',
            source=path,
            line=line,
            seed_line=matchup.line,
            products=options.products,
            numbers=_one_copy(numbers),
        )
        self.domain.note(self.env.docname, placement)
        return block

    def _personas(self, matchup: Matchup) -> dict[str, Persona]:
        declared = self.store.settings.declarations.personas
        return {persona.key: persona for persona in (*matchup.personas, *declared)}

    def _block_options(self, matchup: Matchup) -> BlockOptions:
        personas = self._personas(matchup)
        products = {product.key: product.name for product in matchup.products}

        def find_product(name: str) -> str | None:
            self.use('product', name)
            found = product_keys(self.store, name)
            return next((key for key in found if key in products), None)

        def find_persona(name: str) -> str | None:
            self.use('persona', name)
            key = self.store.reader.panel.find(name)
            named = (p.key for p in matchup.personas if name.casefold() == p.name.casefold())
            return key or next(named, None)

        persona_names = [persona.name for persona in personas.values()]
        return BlockOptions(
            layout=self.choice_option('layout', LAYOUTS, self.store.settings.layout),
            products=self.names_option('products', find_product, products.values()),
            personas=self.names_option('personas', find_persona, persona_names),
            flip='flip' in self.options,
        )

"""Short ways to read seeds in the tests of the core, and to write down what was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_matchups.corpus import (
    DEFAULT_DECLARATIONS,
    DEFAULT_PANEL,
    DEFAULT_PERSONAS,
    Corpus,
    Declarations,
    Product,
    SeedReader,
    SeedReading,
    make_key,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_matchups.corpus import Matchup, Occurrence

PATH = 'x.txt'


def declare(*products: Product | str) -> Declarations:
    """The default panel and these products; a plain name makes its own key."""
    declared = (
        Product(make_key(product), product, declared=True) if isinstance(product, str) else product
        for product in products
    )
    return Declarations(DEFAULT_PANEL, DEFAULT_PERSONAS, tuple(declared))


def read(text: str, declarations: Declarations = DEFAULT_DECLARATIONS) -> SeedReading:
    """The reading of one seed."""
    return SeedReader(declarations).read(text, PATH)


def matchup(text: str, declarations: Declarations = DEFAULT_DECLARATIONS) -> Matchup:
    """The matchup of a seed that has one."""
    found = read(text, declarations).matchup
    assert found is not None
    return found


def seed(title: str, *quotes: str, front_matter: str = '') -> str:
    """The text of a seed: the title on line 1, a quote on every second line from 3."""
    head = f'---\n{front_matter}\n---\n' if front_matter else ''
    return head + '\n\n'.join([title, *(f'“{quote}”' for quote in quotes)]) + '\n'


def matchups_of(
    files: Mapping[str, str], declarations: Declarations = DEFAULT_DECLARATIONS
) -> list[Matchup]:
    """The matchups of seeds by path."""
    reader = SeedReader(declarations)
    readings = [reader.read(text, path) for path, text in files.items()]
    return [reading.matchup for reading in readings if reading.matchup]


def corpus_of(
    files: Mapping[str, str],
    declarations: Declarations = DEFAULT_DECLARATIONS,
    additions: Iterable[Matchup] = (),
) -> Corpus:
    """The corpus of seeds by path."""
    return Corpus(matchups_of(files, declarations), declarations, additions)


def outline(reading: SeedReading) -> list[str]:
    """What was read, a line each; the words of problems are left to tests of their own."""
    lines = list(_outline(reading.matchup)) if reading.matchup else ['no matchup']
    lines += [f'! {problem.subtype} {_place(problem)}' for problem in reading.problems]
    return lines


def _outline(found: Matchup) -> Iterator[str]:
    names = (
        f'{product.name} ({product.key})' if product.declared else product.name
        for product in found.products
    )
    yield f'{found.line} {found.key}: {" | ".join(names)}'
    for field in ('id', 'date', 'source', 'summary'):
        if value := getattr(found, field):
            yield f'{field}: {value}'
    if found.tags:
        yield f'tags: {" | ".join(found.tags)}'
    yield from (f'persona {persona.key}: {persona.name}' for persona in found.personas)
    yield from (_quote(occurrence) for occurrence in found.occurrences)
    yield from (f'note {note.line}:{note.column} {note.text}' for note in found.notes)


def _quote(quote: Occurrence) -> str:
    who = f'{quote.persona or "nobody"} ({quote.found})'
    verdict = f' => {quote.verdict}' if quote.verdict is not None else ''
    place = f'{quote.line}:{quote.column}'
    return f'{place} round {quote.round} {quote.product}, {who}: {quote.text}{verdict}'


def _place(problem: object) -> str:
    line, column = getattr(problem, 'line', None), getattr(problem, 'column', None)
    return f'{line}:{column}' if column else f'{line}'

"""The core: seeds in, corpus out. Needs neither Sphinx nor docutils.

The last two lines need a folder of seeds, so they are no test.

>>> from sphinx_matchups.corpus import read_folder
>>> corpus = read_folder('seeds')                             # doctest: +SKIP
>>> [m.title for m in corpus.matchups_of('baton')]            # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .corpus import Corpus
from .files import Roots, find_seed_files, read_seed_text, shown_paths
from .model import (
    Declarations,
    Matchup,
    Note,
    Occurrence,
    Persona,
    Problem,
    Product,
    ProductName,
    Quote,
    SeedReading,
)
from .naming import make_key
from .panel import DEFAULT_DECLARATIONS, DEFAULT_PANEL, DEFAULT_PERSONAS
from .reader import SeedReader

if TYPE_CHECKING:
    import os

__all__ = [
    'DEFAULT_DECLARATIONS',
    'DEFAULT_PANEL',
    'DEFAULT_PERSONAS',
    'Corpus',
    'Declarations',
    'Matchup',
    'Note',
    'Occurrence',
    'Persona',
    'Problem',
    'Product',
    'ProductName',
    'Quote',
    'SeedReader',
    'SeedReading',
    'make_key',
    'read_folder',
]


def read_folder(
    folder: str | os.PathLike[str], declarations: Declarations = DEFAULT_DECLARATIONS
) -> Corpus:
    """Read every seed below a folder into a corpus; what is wrong is in its ``problems``.

    :raises NotADirectoryError: if there is no such folder
    """
    base = Path(folder)
    if not base.is_dir():
        raise NotADirectoryError(f'{base} is not a folder')
    reader = SeedReader(declarations)
    matchups: list[Matchup] = []
    problems: list[Problem] = []
    found, _ = find_seed_files(['.'], base)
    for item in found:
        roots = Roots([item.root])
        for path, file in shown_paths(item.files, base).items():
            text, unread = read_seed_text(Path(file), path, roots)
            problems += unread
            if not unread or text:
                reading = reader.read(text, path)
                problems += reading.problems
                matchups += [reading.matchup] if reading.matchup else []
    corpus = Corpus(matchups, declarations)
    corpus.problems[:0] = problems
    return corpus

"""The seeds of a project: read once, and kept in a file beside the doctrees.

That file, not the environment, holds the corpus, so that the environment stays small and a
build in which no seed changed reads none.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from . import corpus as corpus_package
from .corpus import Corpus, Problem, SeedReader, SeedReading
from .corpus.files import (
    Roots,
    file_signature,
    find_seed_files,
    posix_relative,
    read_seed_text,
    shown_paths,
)
from .corpus.naming import did_you_mean

if TYPE_CHECKING:
    from .config import Settings

STORE_FILENAME = 'matchups.pickle'


@dataclass(slots=True)
class _Kept:
    """What the file beside the doctrees holds."""

    #: The settings under which the seeds were read, and the code that read them.
    reader: str
    #: For each seed, by its path as shown: the signature of its file, and its reading.
    readings: dict[str, tuple[tuple[int, ...], SeedReading]] = field(default_factory=dict)
    corpus: Corpus = field(default_factory=Corpus)


class SeedStore:
    """Reads the seeds of one project and knows which of them have changed.

    :param settings: which seeds, and how to read them
    :param srcdir: the source folder; paths are shown relative to it
    :param confdir: the folder that ``matchups_seeds`` is relative to
    :param doctreedir: where the readings are kept from build to build
    """

    def __init__(self, settings: Settings, srcdir: Path, confdir: Path, doctreedir: Path) -> None:
        self.settings = settings
        self.reader = SeedReader(settings.declarations)
        self._srcdir = srcdir
        self._file = doctreedir / STORE_FILENAME
        #: Problems of the setting ``matchups_seeds`` itself.
        self.setting_problems: list[Problem] = []
        files = self._find_files(confdir, posix_relative(confdir / 'conf.py', srcdir))
        self._kept = self._load(files)
        self._by_resolved: dict[Path, str] | None = None
        #: What pages name by a path outside of ``matchups_seeds``.
        self._read_apart: dict[str, SeedReading] = {}

    @property
    def corpus(self) -> Corpus:
        """The corpus of ``matchups_seeds``, without what pages bring along."""
        return self._kept.corpus

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the seeds of ``matchups_seeds`` one by one."""
        readings = (reading for _, reading in self._kept.readings.values())
        return [problem for reading in readings for problem in reading.problems]

    def reading(self, path: str) -> SeedReading | None:
        """The reading of a seed of ``matchups_seeds`` by its path, ``None`` if it is no such."""
        kept = self._kept.readings.get(path)
        return kept[1] if kept else None

    def known_as(self, path: str) -> str:
        """The path under which the corpus has the file at this path, else the path itself."""
        if path in self._kept.readings:
            return path
        if self._by_resolved is None:
            read = (each for each, (_, reading) in self._kept.readings.items() if reading.matchup)
            self._by_resolved = {(self._srcdir / each).resolve(): each for each in read}
        try:
            return self._by_resolved.get((self._srcdir / path).resolve(), path)
        except (OSError, RuntimeError, ValueError):  # a loop of links, or no possible name
            return path

    def failed(self, name: str) -> bool:
        """Whether there is a seed of this id or file stem that could not be made a matchup."""
        return any(
            reading.matchup is None and name in (reading.id, PurePosixPath(path).stem)
            for path, (_, reading) in self._kept.readings.items()
        )

    def did_you_mean(self, path: str) -> str:
        """A clause that suggests the seeds near this path, as any page can name them."""
        # Paths are alike in their folders and suffixes already.
        return did_you_mean(f'/{path}', [f'/{known}' for known in self._kept.readings], 0.8)

    def read(self, path: str) -> SeedReading:
        """Read a seed by its path, relative to the source folder; it may be one of the corpus."""
        if reading := self.reading(path):
            return reading
        if path not in self._read_apart:
            self._read_apart[path] = self._read(path)
        return self._read_apart[path]

    def signature(self, path: str) -> str:
        """Changes whenever the seed at this path may read otherwise: the file, or who reads it."""
        file = self._srcdir / path
        status = (path in self._kept.readings, file in self._roots)
        return repr((*status, *file_signature(file)))

    def absolute(self, path: str) -> str:
        """The whole path of a seed shown as *path*."""
        return os.path.normpath(self._srcdir / path)

    def _read(self, path: str) -> SeedReading:
        text, problems = read_seed_text(self._srcdir / path, path, self._roots)
        if problems and not text:
            return SeedReading(path, None, tuple(problems))
        reading = self.reader.read(text, path)
        if not problems:
            return reading
        return replace(reading, problems=(*problems, *reading.problems))

    def _find_files(self, confdir: Path, conf_path: str) -> dict[str, Path]:
        settings = self.settings
        found, missing = find_seed_files(settings.seeds, confdir)
        if missing and not settings.default_seeds:
            for item in missing:
                tried = os.path.normpath(confdir / item)
                message = f"matchups_seeds: '{item}' names nothing; tried {tried}"
                self.setting_problems.append(Problem('config', message, conf_path))
        for path, reason in (each for folder in found for each in folder.unreadable):
            message = f'the folder cannot be read: {reason}'
            shown = posix_relative(path, self._srcdir)
            self.setting_problems.append(Problem('seed', message, shown))
        self._roots = Roots([self._srcdir.resolve(), *(folder.root for folder in found)])
        return shown_paths((file for folder in found for file in folder.files), self._srcdir)

    def _load(self, files: dict[str, Path]) -> _Kept:
        """Read the seeds that changed since the last build, and keep the others."""
        kept = self._kept_before()
        signatures = {path: file_signature(file) for path, file in files.items()}
        if signatures == {path: signature for path, (signature, _) in kept.readings.items()}:
            return kept
        readings = {}
        for path in sorted(signatures):
            before = kept.readings.get(path)
            unchanged = before is not None and before[0] == signatures[path]
            readings[path] = (
                before if before and unchanged else (signatures[path], self._read(path))
            )
        matchups = [reading.matchup for _, reading in readings.values() if reading.matchup]
        corpus = Corpus(matchups, self.settings.declarations)
        now = _Kept(kept.reader, readings, corpus)
        self._save(now)
        return now

    def _kept_before(self) -> _Kept:
        # What may be read depends on the folders too.
        reader = repr(
            (self.settings.declarations.fingerprint, str(self._roots), _code_fingerprint())
        )
        # A file that is absent, damaged or of another version only costs reading the seeds.
        with contextlib.suppress(Exception), self._file.open('rb') as stream:
            kept: _Kept = pickle.load(stream)  # noqa: S301 as trustworthy as the doctrees beside it
            if kept.reader == reader:
                return kept
        empty = Corpus((), self.settings.declarations)
        return _Kept(reader, {}, empty)

    def _save(self, kept: _Kept) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=STORE_FILENAME)
        with os.fdopen(handle, 'wb') as stream:
            pickle.dump(kept, stream, pickle.HIGHEST_PROTOCOL)
        Path(name).replace(self._file)


@functools.cache
def _code_fingerprint() -> str:
    """Changes with the code of the core, so that an upgrade reads every seed anew."""
    digest = hashlib.sha256()
    for file in sorted(Path(corpus_package.__file__).parent.glob('*.py')):
        digest.update(file.read_bytes())
    return digest.hexdigest()

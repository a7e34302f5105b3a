"""The seeds of a project: read once, and kept in a file beside the doctrees.

That file, not the environment, holds what the seeds say, so that the environment stays small and
a build in which no seed changed reads none.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import os
import pickle
import tempfile
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

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
from .corpus.model import fingerprint_of
from .corpus.naming import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .config import Settings

STORE_FILENAME = 'matchups.pickle'


class _Head(NamedTuple):
    """What every build needs; it stands before the readings in the file beside the doctrees."""

    #: The settings under which the seeds were read, and the code that read them.
    reader: str
    #: For each seed, by its path as shown: the signature of its file.
    signatures: dict[str, tuple[int, ...]] = {}  # noqa: RUF012 nothing changes it


class SeedStore:
    """Reads the seeds of one project and knows which of them have changed.

    :param settings: which seeds, and how to read them
    :param srcdir: the source folder; paths are shown relative to it
    :param confdir: the folder that ``matchups_seeds`` is relative to
    :param doctreedir: where the readings are kept from build to build
    """

    def __init__(self, settings: Settings, srcdir: Path, confdir: Path, doctreedir: Path) -> None:
        self.settings = settings
        self._srcdir = srcdir
        self._file = doctreedir / STORE_FILENAME
        #: Problems of the setting ``matchups_seeds`` itself.
        self.setting_problems: list[Problem] = []
        files = self._find_files(confdir, posix_relative(confdir / 'conf.py', srcdir))
        #: What pages name by a path outside of ``matchups_seeds``.
        self._read_apart: dict[str, SeedReading] = {}
        with collector_paused():
            self._load(files)

    @functools.cached_property
    def reader(self) -> SeedReader:
        """Reads seeds under the settings."""
        return SeedReader(self.settings.declarations)

    @functools.cached_property
    def fingerprint(self) -> str:
        """Changes with every seed, and with what decides how they are read."""
        return fingerprint_of(self._head.reader, self._head.signatures)

    @functools.cached_property
    def corpus(self) -> Corpus:
        """The corpus of ``matchups_seeds``, without what pages bring along."""
        with collector_paused():
            readings = self._readings.values()
            matchups = [reading.matchup for reading in readings if reading.matchup]
            return Corpus(matchups, self.settings.declarations)

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the seeds of ``matchups_seeds``, one by one."""
        return [problem for reading in self._readings.values() for problem in reading.problems]

    def has(self, path: str) -> bool:
        """Whether there is a seed of ``matchups_seeds`` at this path."""
        return path in self._head.signatures

    def reading(self, path: str) -> SeedReading | None:
        """The reading of a seed of ``matchups_seeds`` by its path, ``None`` if it is no such."""
        return self._readings.get(path) if self.has(path) else None

    def known_as(self, path: str) -> str:
        """The path under which the corpus has the file at this path, else the path itself."""
        if self.has(path):
            return path
        try:
            return self._by_resolved.get((self._srcdir / path).resolve(), path)
        except (OSError, RuntimeError, ValueError):  # a loop of links, or no possible name
            return path

    @functools.cached_property
    def _by_resolved(self) -> dict[Path, str]:
        read = (path for path, reading in self._readings.items() if reading.matchup)
        return {(self._srcdir / path).resolve(): path for path in read}

    def failed(self, name: str) -> bool:
        """Whether there is a seed of this id or file stem that could not be made a matchup."""
        return any(
            reading.matchup is None and name in (reading.id, PurePosixPath(path).stem)
            for path, reading in self._readings.items()
        )

    def did_you_mean(self, path: str) -> str:
        """A clause that suggests the seeds near this path, as any page can name them."""
        # Paths are alike in their folders and suffixes already.
        return did_you_mean(f'/{path}', [f'/{known}' for known in self._head.signatures], 0.8)

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
        status = (self.has(path), file in self._roots)
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

    def _find_files(self, confdir: Path, conf_path: str) -> dict[str, str]:
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

    @functools.cached_property
    def _readings(self) -> dict[str, SeedReading]:
        """What each seed says, by its path; loaded only in builds that read or write a page."""
        with (
            contextlib.suppress(Exception),
            self._file.open('rb') as stream,
            collector_paused(),
        ):
            _load_trusted(stream)
            return cast('dict[str, SeedReading]', _load_trusted(stream))
        return self._read_changed({}, {})

    def _load(self, files: dict[str, str]) -> None:
        """Read the seeds that changed since the last build, and keep the others."""
        # What may be read depends on the folders too.
        reader = repr(
            (self.settings.declarations.fingerprint, str(self._roots), _code_fingerprint())
        )
        self._head = _Head(reader, {path: file_signature(file) for path, file in files.items()})
        # A file that is absent, damaged or of another version only costs reading the seeds.
        with contextlib.suppress(Exception), self._file.open('rb') as stream:
            before = _Head(*_load_trusted(stream))
            if before == self._head:
                return
            if before.reader == reader:
                self._readings = self._read_changed(before.signatures, _load_trusted(stream))
                return
        self._readings = self._read_changed({}, {})

    def _read_changed(
        self,
        signatures_before: dict[str, tuple[int, ...]],
        readings_before: dict[str, SeedReading],
    ) -> dict[str, SeedReading]:
        readings = {
            path: readings_before[path]
            if signatures_before.get(path) == signature
            else self._read(path)
            for path, signature in sorted(self._head.signatures.items())
        }
        self._save(readings)
        return readings

    def _save(self, readings: dict[str, SeedReading]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=STORE_FILENAME)
        with os.fdopen(handle, 'wb') as stream:
            # A plain tuple, which needs no code to be read back.
            pickle.dump(tuple(self._head), stream, pickle.HIGHEST_PROTOCOL)
            pickle.dump(readings, stream, pickle.HIGHEST_PROTOCOL)
        Path(name).replace(self._file)


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Put off the search for garbage while much is made that stays.

    Each of its full passes looks at everything that the build holds.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()


def _load_trusted(stream: BinaryIO) -> Any:
    """The next object of a file of our own."""
    return pickle.load(stream)  # noqa: S301 as trustworthy as the doctrees beside it


@functools.cache
def _code_fingerprint() -> str:
    """Changes with the code of the core, so that an upgrade reads every seed anew."""
    digest = hashlib.sha256()
    for file in sorted(Path(corpus_package.__file__).parent.glob('*.py')):
        digest.update(file.read_bytes())
    return digest.hexdigest()

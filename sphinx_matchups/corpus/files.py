"""Seed files on disk: which there are, whether they may be read, and their text."""

from __future__ import annotations

import glob
import os
import stat
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from .model import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

#: A larger file is not a seed that somebody wrote.
MAX_SEED_BYTES = 4 * 1024 * 1024
#: What is read of a folder in ``matchups_seeds``; a glob names anything else.
SEED_SUFFIX = '.txt'

_BYTE_ORDER_MARKS = {
    # The longer ones first: UTF-32 begins like UTF-16.
    b'\xff\xfe\x00\x00': 'UTF-32',
    b'\x00\x00\xfe\xff': 'UTF-32',
    b'\xff\xfe': 'UTF-16',
    b'\xfe\xff': 'UTF-16',
}


@dataclass(frozen=True, slots=True)
class SeedFolder:
    """An item of ``matchups_seeds`` that exists."""

    #: The paths of the item's files as they are written, not resolved; sorted. They are plain
    #: strings, since there may be ten thousand, looked at in every build.
    files: tuple[str, ...]
    #: What the item resolves to: everything inside may be read.
    root: Path
    #: The folders in it that cannot be read, with the reason.
    unreadable: tuple[tuple[Path, str], ...] = ()


class Roots:
    """The folders (or files) inside which seeds may be read.

    :param roots: all resolved
    """

    def __init__(self, roots: Iterable[Path]) -> None:
        self._roots = tuple(roots)
        self._folders: dict[Path, bool] = {}

    def __contains__(self, path: Path) -> bool:
        """Whether the file, with every link followed, is one of the roots or inside one."""
        # To resolve every single file takes as long as to read it.
        return (_is_no_link(path) and self._has_folder(path.parent)) or self._is_inside(path)

    def __str__(self) -> str:
        """All of them, to compare with those of another build."""
        return repr([str(root) for root in self._roots])

    def _has_folder(self, folder: Path) -> bool:
        if folder not in self._folders:
            self._folders[folder] = self._is_inside(folder)
        return self._folders[folder]

    def _is_inside(self, path: Path) -> bool:
        try:
            resolved = path.resolve()
        except (OSError, RuntimeError, ValueError):  # a loop of links, or no possible name
            return False
        return any(resolved.is_relative_to(root) for root in self._roots)


def find_seed_files(items: Iterable[str], base: Path) -> tuple[list[SeedFolder], list[str]]:
    """Look up the files, folders and globs of ``matchups_seeds``.

    :param base: the folder that relative items are relative to
    :returns: what was found, and the items that name nothing
    """
    found, missing = [], []
    for item in (item.replace('\\', '/') for item in items):
        try:
            folder = _find_item(item, base)
        except (OSError, RuntimeError, ValueError):  # too long, a loop of links, or a NUL
            folder = None
        if folder is None:
            missing.append(item)
        else:
            found.append(folder)
    return found, missing


def read_seed_text(path: Path, shown: str, roots: Roots) -> tuple[str, list[Problem]]:
    """The text of a seed file; empty, with a problem, if it cannot or may not be read.

    :param path: the file
    :param shown: the path as problems name it
    :param roots: inside which may be read
    """
    if path not in roots:
        message = 'the file is outside the source folder and the folders of matchups_seeds'
        return '', [Problem('path', message, shown)]
    try:
        status = path.stat()
        if reason := _why_no_seed(status):
            return '', [Problem('seed', reason, shown)]
        data = path.read_bytes()
    except FileNotFoundError:
        return '', [Problem('missing', 'no such seed file', shown)]
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return '', [Problem('seed', f'the file cannot be read: {reason}', shown)]
    return decode(data, shown)


def decode(data: bytes, shown: str) -> tuple[str, list[Problem]]:
    """The bytes as text, with U+FFFD where they are not UTF-8, and where that is."""
    for mark, name in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return '', [Problem('encoding', f'the file is {name}; save it as UTF-8', shown, 1, 1)]
    if (place := data.find(b'\0')) >= 0:
        line, column = _line_and_column(data[:place])
        message = 'the file holds a NUL byte, so it is not text; save it as UTF-8'
        return '', [Problem('encoding', message, shown, line, column)]
    try:
        return data.decode('utf-8'), []
    except UnicodeDecodeError as error:
        line, column = _line_and_column(data[: error.start])
        text = data.decode('utf-8', 'replace')
        further = text.count('\ufffd') - data.count('\ufffd'.encode()) - 1
        more = f' (and {further} more)' if further else ''
        message = (
            f'byte 0x{data[error.start]:02X} at offset {error.start} is not UTF-8{more}; '
            'shown as U+FFFD; save the file as UTF-8'
        )
        return text, [Problem('encoding', message, shown, line, column)]


def file_signature(path: str | Path) -> tuple[int, ...]:
    """Changes whenever the file is written or replaced; empty if there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 a plain string needs no Path
    except (OSError, ValueError):  # no such file, or no possible name
        return ()
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def posix_relative(path: Path, base: Path) -> str:
    """The path relative to the folder, with ``/`` on every system."""
    try:
        relative = os.path.relpath(path, base)
    except ValueError:  # another drive
        return path.as_posix()
    return Path(relative).as_posix()


def shown_paths(files: Iterable[str], base: Path) -> dict[str, str]:
    """The files by their paths as :func:`posix_relative` gives them."""
    folders: dict[str, str] = {}
    shown = {}
    for file in files:
        folder, name = os.path.split(file)
        if folder not in folders:
            relative = posix_relative(Path(folder), base)
            folders[folder] = '' if relative == '.' else f'{relative}/'
        shown[folders[folder] + name] = file
    return shown


def _is_no_link(path: Path) -> bool:
    """Whether there is a file that stands in the folder that its path names."""
    try:
        return path.name != '..' and not stat.S_ISLNK(path.lstat().st_mode)
    except (OSError, ValueError):  # no such file, or no possible name
        return False


def _read_folder(folder: Path) -> SeedFolder:
    files: list[str] = []
    unreadable: list[tuple[Path, str]] = []

    def note(error: OSError) -> None:
        unreadable.append((Path(error.filename), error.strerror or type(error).__name__))

    # Links to folders are not followed below the item itself: they may lead in a circle.
    for current, folders, names in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith('.'))
        files += [
            f'{current}{os.sep}{name}'
            for name in names
            if name.lower().endswith(SEED_SUFFIX) and not name.startswith('.')
        ]
    return SeedFolder(tuple(sorted(files)), folder.resolve(), tuple(unreadable))


def _find_item(item: str, base: Path) -> SeedFolder | None:
    path = base / item
    if path.is_dir():
        return _read_folder(path)
    if path.exists():
        return SeedFolder((str(path),), path.resolve())
    if files := _matching(item, base):
        return SeedFolder(files, (base / _fixed_part(item)).resolve())
    return None


def _matching(pattern: str, base: Path) -> tuple[str, ...]:
    """The files that match a glob; none for what is no glob."""
    if not glob.has_magic(pattern):
        return ()
    found = glob.glob(pattern, root_dir=base, recursive=True)  # noqa: PTH207 takes absolute ones
    return tuple(str(base / match) for match in sorted(found) if not (base / match).is_dir())


def _fixed_part(pattern: str) -> str:
    """The folder of a glob above its first wildcard."""
    while glob.has_magic(pattern):
        pattern = PurePath(pattern).parent.as_posix()
    return pattern


def _why_no_seed(status: os.stat_result) -> str:
    if stat.S_ISDIR(status.st_mode):
        return 'is a folder; expected a seed file'
    if not stat.S_ISREG(status.st_mode):
        return 'is not a regular file; expected a seed file'
    if status.st_size > MAX_SEED_BYTES:
        size, limit = status.st_size / 2**20, MAX_SEED_BYTES // 2**20
        return f'the file has {size:.1f} MiB, and a seed may have {limit} MiB; it is left out'
    return ''


def _line_and_column(before: bytes) -> tuple[int, int]:
    text = before.decode('utf-8', 'replace').replace('\ufeff', '')
    text = text.replace('\r\n', '\n').replace('\r', '\n')
    return text.count('\n') + 1, len(text) - (text.rfind('\n') + 1) + 1

"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.project import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).parents[1]
#: The seeds that the project is measured by; they are not part of it.
SHARED = ROOT.parent / 'shared'


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """PDFs take longest, so they come last."""
    items.sort(key=lambda item: item.path.name == 'test_pdf.py')


@pytest.fixture
def make_project(tmp_path: Path) -> Callable[..., Project]:
    """Makes a project in a folder of its own: ``make_project({'index.rst': …}, 'name')``."""

    def make(files: Mapping[str, str | bytes] | None = None, name: str = 'source') -> Project:
        return Project(tmp_path / name, files)

    return make


@pytest.fixture
def shared() -> Path:
    """The folder beside the repository with the real seeds and their right reading."""
    if not (SHARED / 'seeds-expected.json').is_file():
        pytest.skip('the real seeds are not beside this checkout')
    return SHARED

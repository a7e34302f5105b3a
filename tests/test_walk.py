"""A walk of random changes, in each of the ways in which people build."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import walk

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ('number', 'jobs', 'shared'),
    [(1, 1, False), (2, 4, False), (3, 1, True)],
    ids=['serial', 'parallel', 'shared doctrees'],
)
def test_every_build_of_a_walk_is_like_a_fresh_one(
    tmp_path: Path, number: int, jobs: int, shared: bool
) -> None:
    taken = list(walk.take(tmp_path, number, 25, jobs=jobs, shared=shared))
    assert len(taken) == 25 + 1
    # Most steps change something that pages show.
    assert jobs > 1 or int(taken[-1].split()[0]) > 10


def test_walk_sees_a_page_that_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr('sphinx_matchups.shown.ShownPages.changed', lambda *_: [])
    with pytest.raises(AssertionError, match='html differs in'):
        list(walk.take(tmp_path, 1, 25, jobs=1, shared=False))


def test_walk_sees_a_page_that_is_written_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr('sphinx_matchups.shown.ShownPages.changed', lambda _, now: list(now))
    with pytest.raises(AssertionError, match='html wrote'):
        list(walk.take(tmp_path, 1, 25, jobs=1, shared=False))

"""The ``matchup`` directive on a page, found in every way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.project import S1

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Project


@pytest.mark.parametrize(
    'argument',
    [
        'Teapot Pro vs Kettle One',
        'kettle one vs teapot pro',
        's1',
        'seeds/s1.txt',
        '/seeds/s1.txt',
        './seeds/s1.txt',
        'teapot-pro-vs-kettle-one',
    ],
)
def test_argument_finds_seed(make_project: Callable[..., Project], argument: str) -> None:
    project = make_project(
        {'seeds/s1.txt': S1, 'index.rst': f'Title\n=====\n\n.. matchup:: {argument}\n'}
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    cards = build.soup('index.html').select('figure.matchup-card')
    assert [card.blockquote.get_text() for card in cards] == [
        'Pours without a drip.',
        'Boils in ninety seconds.',
    ]
    assert [card['id'] for card in cards] == [
        'quote-teapot-pro-vs-kettle-one-1',
        'quote-teapot-pro-vs-kettle-one-2',
    ]
    assert cards[0].figcaption.get_text().startswith('Builder on Teapot Pro')


def test_fresh_parallel_and_serial_builds_are_equal(make_project: Callable[..., Project]) -> None:
    pages = {f'page{number}.rst': f'Page\n====\n\n.. matchup:: s{number}\n' for number in range(8)}
    seeds = {
        f'seeds/s{number}.txt': S1.replace('Kettle One', f'Kettle {number}') for number in range(8)
    }
    toctree = 'Title\n=====\n\n.. toctree::\n   :glob:\n\n   page*\n'
    project = make_project({'index.rst': toctree, **pages, **seeds})
    serial = project.build('html', '-j1', out='serial')
    parallel = project.build('html', '-j4', out='parallel')
    assert serial.warnings == parallel.warnings == []
    assert len(serial.inventory()) == 8 + 9 + 1 + 9
    assert serial.files() == parallel.files()

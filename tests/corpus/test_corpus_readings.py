"""The cases of ``readings/``: the text of a seed, and its right reading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from corpus_support import outline, read

READINGS = Path(__file__).parent / 'readings'
CASE = re.compile(r'^##### (?!reads as$)(.*)\n', re.MULTILINE)


def cases() -> list[object]:
    found: list[object] = []
    for path in sorted(READINGS.glob('*.txt')):
        _, *parts = CASE.split(path.read_text('utf-8'))
        for name, case in zip(parts[::2], parts[1::2], strict=True):
            text, right = case.split('##### reads as\n')
            found.append(pytest.param(text, right.strip('\n'), id=f'{path.stem}: {name}'))
    return found


@pytest.mark.parametrize(('text', 'right'), cases())
def test_reads_as(text: str, right: str) -> None:
    assert '\n'.join(outline(read(text))) == right


def test_every_file_of_readings_is_there() -> None:
    assert sorted(path.stem for path in READINGS.iterdir()) == [
        'attributions',
        'front-matter',
        'notes',
        'paragraphs',
        'quotation-marks',
        'rounds',
    ]

"""The benchmark itself still runs; what it measures depends on the machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_benchmark_prints_a_ratio_for_each_kind_of_build() -> None:
    command = [sys.executable, 'tests/benchmark.py', '--matchups', '3', '--pairs', '1']
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stderr == ''
    title, _, _, *rows, _, size = run.stdout.splitlines()
    assert title == '3 matchups, 1 pairs, against plain paragraphs'
    figures = r' +[\d.]+ \([\d.]+ to [\d.]+\)' * 2
    assert [re.sub(figures, '', row) for row in rows] == [
        'fresh, 2 processes',
        'fresh',
        'nothing changed',
        'one quote edited',
    ]
    assert re.fullmatch(r'environment: [\d.]+ times as large', size)

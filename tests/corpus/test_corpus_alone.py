"""The core needs neither Sphinx nor docutils."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SEEDS = Path(__file__).parents[2] / 'seeds'

PROGRAM = """\
import sys

for name in ('sphinx', 'docutils', 'sphinx_design', 'myst_parser'):
    sys.modules[name] = None

from sphinx_matchups.corpus import read_folder

corpus = read_folder(sys.argv[1])
print(len(corpus.matchups), sum(map(len, corpus.quotes.values())), corpus.problems)
print(*(matchup.title for matchup in corpus.matchups_of('massgen')))
print([name for name in sys.modules if name.startswith(('sphinx.', 'docutils.'))])
"""


def test_reads_a_folder_without_sphinx_and_docutils() -> None:
    done = subprocess.run(
        [sys.executable, '-W', 'error', '-c', PROGRAM, str(SEEDS)],
        capture_output=True,
        encoding='utf-8',
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, '')
    assert done.stdout.splitlines() == ['5 24 []', 'SmolAgents 1.0 vs MassGen', '[]']


def test_the_block_of_that_test_holds() -> None:
    program = PROGRAM.replace('from sphinx_matchups.corpus', 'import sphinx\nfrom x')
    done = subprocess.run([sys.executable, '-c', program, ''], capture_output=True, check=False)
    assert done.returncode == 1
    assert b'ModuleNotFoundError: import of sphinx halted' in done.stderr

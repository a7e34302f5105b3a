"""How long a build takes, and how much memory, against the same text as plain paragraphs.

``python tests/benchmark.py --matchups 200 --pairs 7`` writes both projects into a temporary
folder, builds them by turns, and prints the ratios.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

ENVIRONMENT = Path('_build/doctrees/environment.pickle')
ROUNDS = 4
#: How many words a quote has.
LENGTHS = range(60, 131)
CONF = "project = 'Benchmark'\nhtml_sidebars = {'**': []}\nhtml_copy_source = False\n"
WORDS = re.findall(
    r'[a-z]+', ' '.join(path.read_text('utf-8') for path in Path('seeds').glob('*.txt'))
)


@dataclass(frozen=True)
class Cost:
    """What one build took: seconds of processor time, and MiB of memory at its peak."""

    cpu: float
    peak: float


@dataclass(frozen=True)
class Matchup:
    """A title, and the quotes in the order of the seed."""

    title: str
    quotes: Sequence[str]

    def as_seed(self) -> str:
        """The matchup as a seed."""
        return '\n\n'.join([self.title, *(f'“{quote}”' for quote in self.quotes)]) + '\n'

    def as_paragraphs(self) -> str:
        """The matchup as a page without this extension."""
        return '\n\n'.join([headed(self.title), *(f'“{quote}”' for quote in self.quotes)]) + '\n'


def make_matchups(number: int) -> list[Matchup]:
    """Matchups in which each product is compared about ten times, with the same quotes."""
    choose = random.Random(2024)
    products = [f'Product{chr(0x41 + place % 26)}{place}' for place in range(number // 5 + 3)]
    quotes = {
        product: [' '.join(choose.choices(WORDS, k=choose.choice(LENGTHS))) for _ in range(ROUNDS)]
        for product in products
    }
    matchups = []
    for place in range(number):
        one = products[place % len(products)]
        other = products[(place + 1 + place // len(products)) % len(products)]
        by_turns = [quotes[product][turn] for turn in range(ROUNDS) for product in (one, other)]
        matchups.append(Matchup(f'{one} vs {other}', by_turns))
    return matchups


def headed(title: str) -> str:
    """A heading in reStructuredText."""
    return f'{title}\n{"=" * len(title)}'


def write_pages(project: Path, conf: str, pages: Iterable[str]) -> None:
    """A project with these pages and a table of contents."""
    project.mkdir(parents=True)
    (project / 'conf.py').write_text(conf, 'utf-8')
    names = []
    for place, text in enumerate(pages):
        names.append(f'page{place}')
        (project / f'page{place}.rst').write_text(text, 'utf-8')
    listed = ''.join(f'   {name}\n' for name in names)
    (project / 'index.rst').write_text(f'{headed("Start")}\n\n.. toctree::\n\n{listed}', 'utf-8')


def write_plain(project: Path, matchups: list[Matchup]) -> None:
    """The quotes as paragraphs."""
    write_pages(project, CONF, (matchup.as_paragraphs() for matchup in matchups))


def write_matchups(project: Path, matchups: list[Matchup]) -> None:
    """The quotes as seeds, one directive a page."""
    pages = (
        f'{headed(matchup.title)}\n\n.. matchup:: seed{place}\n'
        for place, matchup in enumerate(matchups)
    )
    # The edited quote differs a little from its copies.
    conf = f"{CONF}extensions = ['sphinx_matchups']\nsuppress_warnings = ['matchups.drift']\n"
    write_pages(project, conf, pages)
    (project / 'seeds').mkdir()
    for place, matchup in enumerate(matchups):
        (project / 'seeds' / f'seed{place}.txt').write_text(matchup.as_seed(), 'utf-8')


def build(project: Path, jobs: str) -> Cost:
    """Run ``sphinx-build`` as a process of its own."""
    out = project / '_build'
    command = ['-q', '-j', jobs, '-b', 'html', '-d', str(out / 'doctrees')]
    command += [str(project), str(out / 'html')]
    with subprocess.Popen([sys.executable, '-m', 'sphinx', *command]) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f'the build of {project.name} failed')
    in_mib = 1024 * 1024 if sys.platform == 'darwin' else 1024
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / in_mib)


def start_afresh(project: Path) -> None:
    """Remove what earlier builds left."""
    shutil.rmtree(project / '_build', ignore_errors=True)


def change_nothing(_project: Path) -> None:
    """Leave all files as they are."""


def edit_one(project: Path) -> None:
    """Add a word to the first quote of the first page."""
    path = project / ('seeds/seed0.txt' if (project / 'seeds').exists() else 'page0.rst')
    path.write_text(path.read_text('utf-8').replace('“', '“indeed ', 1), 'utf-8')


#: The kinds of builds, in the order of a pair: what is done before each, and the processes.
PHASES: dict[str, tuple[Callable[[Path], None], str]] = {
    'fresh, 2 processes': (start_afresh, '2'),
    'fresh': (start_afresh, '1'),
    'nothing changed': (change_nothing, '1'),
    'one quote edited': (edit_one, '1'),
}


def measure(plain: Path, matchups: Path, pairs: int) -> dict[str, list[tuple[Cost, Cost]]]:
    """The costs of both projects, by the kind of build; which comes first changes by turns."""
    costs: dict[str, list[tuple[Cost, Cost]]] = {phase: [] for phase in PHASES}
    for turn in range(pairs):
        for phase, (prepare, jobs) in PHASES.items():
            found = {}
            for project in (plain, matchups) if turn % 2 == 0 else (matchups, plain):
                prepare(project)
                found[project] = build(project, jobs)
            costs[phase].append((found[plain], found[matchups]))
    return costs


def described(ratios: list[float]) -> str:
    """The median, and how far the single ratios lie apart."""
    return f'{statistics.median(ratios):.3f} ({min(ratios):.2f} to {max(ratios):.2f})'


def main() -> None:
    """Print a table of ratios."""
    parser = argparse.ArgumentParser(description='Compare a build with one of plain paragraphs.')
    parser.add_argument('--matchups', type=int, default=200)
    parser.add_argument('--pairs', type=int, default=7)
    arguments = parser.parse_args()
    matchups = make_matchups(arguments.matchups)
    with tempfile.TemporaryDirectory() as folder:
        plain, ours = Path(folder, 'plain'), Path(folder, 'matchups')
        write_plain(plain, matchups)
        write_matchups(ours, matchups)
        costs = measure(plain, ours, arguments.pairs)
        sizes = [(project / ENVIRONMENT).stat().st_size for project in (plain, ours)]
    print(f'{arguments.matchups} matchups, {arguments.pairs} pairs, against plain paragraphs\n')
    print(f'{"":20}{"processor time":28}{"peak memory"}')
    for phase, pairs in costs.items():
        cpu = described([own.cpu / floor.cpu for floor, own in pairs])
        peak = described([own.peak / floor.peak for floor, own in pairs])
        print(f'{phase:20}{cpu:28}{peak}')
    print(f'\nenvironment: {sizes[1] / sizes[0]:.2f} times as large')


if __name__ == '__main__':
    main()

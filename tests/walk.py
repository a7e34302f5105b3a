"""A walk of random changes: after each, an incremental build must equal a fresh one.

As a script it goes as many steps as it is told: ``python tests/walk.py --steps 200``. It prints
each step, and ends with an error at the first difference.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

if __name__ == '__main__':
    # As in the tests, where pytest does so.
    sys.path.insert(0, str(Path(__file__).parent))

from support.project import Project
from test_incremental import comparable, pages_read, pages_written

import sphinx_matchups
from sphinx_matchups import store
from sphinx_matchups.domain import MatchupDomain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.project import Build

BUILDERS = ('html', 'text', 'latex')
SUFFIXES = {'html': '.html', 'text': '.txt'}

PRODUCTS = ['Kettle One', 'Teapot Pro', 'Cup', 'Mug', 'Urn 1.0', 'Urn 2.0', 'Samovar', 'C++ Jug']
#: Products that stand in no title at first; quotes name them.
NAMED = ['Gaiwan', 'Moka-Pot 3', 'Thermos']
PERSONAS = ['Builder', 'Skeptic', 'Futurist', 'Creator', 'PM', 'Founder']
SAYINGS = [
    'Pours without a drip, unlike the {0}.',
    'Boils in {1} minutes; the {0} needs more, and the {0} is louder.',
    'I would ship it to every office that has an Urn.',
    'A `{0}` is no match, whatever its maker says of {0}-like things.',
    'Keeps warm for {1} hours.',
    'My customers ask for it, and then for the {0}’s lid.',
    'Nobody needs {1} of these.',
    'In ten years every kitchen has one, or the {0} has won.',
]

#: What the pages show, as blocks; a page that stands alone in a list has one.
PAGES: dict[str, list[str]] = {
    'm0': ['.. matchup:: s0'],
    'm1': ['.. matchup:: s1', 'Words between.', '.. matchup:: s8'],
    'm2': ['.. matchup:: seeds/s2.txt'],
    'm3': ['.. matchup:: /seeds/s3.txt\n   :layout: stack'],
    'm4': ['.. matchup:: s4\n   :no-index:'],
    'm5': ['.. matchup:: s5\n   :personas: Builder, Skeptic'],
    'm6': ['.. matchup:: s6'],
    'm7': ['.. matchup:: Kettle One vs Cup', '.. matchup:: s7\n   :flip:'],
    'elsewhere': ['.. matchup:: other/x.txt'],
    'body': ['.. matchup:: Jug vs Kettle One\n\n   “Is a jug.”\n\n   “Is a Gaiwan in disguise.”'],
    'products': ['.. matchup:product:: Kettle One\n\n   Own words.', '.. matchup:product:: Cup'],
    'urns': ['.. matchup:product:: Urn 1.0', '.. matchup:product:: Gaiwan'],
    'personas': ['.. matchup:persona:: Builder', '.. matchup:persona:: PM\n\n   Likes the Cup.'],
    'quotes': ['.. matchup:quote:: Cup/Builder', '.. matchup:quote:: Teapot Pro/Skeptic'],
    'lists': ['.. matchup:list:: products', '.. matchup:list:: personas'],
    'all': ['.. matchup:list:: matchups'],
    'roles': [
        ':matchup:product:`Kettle One` :matchup:persona:`Builder` :matchup:matchup:`s1`',
        ':matchup:quote:`Cup/Builder` :any:`Teapot Pro` :matchup:product:`Mug`',
    ],
    'more': [':matchup:product:`Cup` :ref:`that <matchup-product-cup>` :matchup:quote:`Mug/PM`'],
    'some': ['.. only:: html\n\n   .. matchup:: s9', '.. only:: text\n\n   .. matchup:: s10'],
    'plain': ['Nothing of ours.'],
}
BLOCKS = [block for blocks in PAGES.values() for block in blocks]
OPTIONS = ['   :layout: stack', '   :no-index:', '   :flip:', '   :products: Cup', '   :class: x']


@dataclass
class Seed:
    """What one seed says; empty places of *verdicts* are no attribution."""

    products: list[str]
    quotes: list[str]
    attributions: dict[int, str] = field(default_factory=dict)
    id: str = ''

    def text(self) -> str:
        """The seed as it is written."""
        # As many lines with and without an id: a page keeps the lines of what it shows, for
        # messages, and is read again when these change.
        front = ['---', f'id: {self.id}' if self.id else 'tags: [walk]', '---']
        quotes = [
            f'“{quote}”'
            + (f'\n— {self.attributions[place]}' if place in self.attributions else '')
            for place, quote in enumerate(self.quotes)
        ]
        return '\n\n'.join(['\n'.join([*front, ' vs '.join(self.products)]), *quotes]) + '\n'


class Site:
    """A documentation project as data, and the changes that people make to one.

    :param rng: decides everything
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.pages = {name: list(blocks) for name, blocks in PAGES.items()}
        self.seeds: dict[str, Seed] = {}
        self.removed: dict[str, Seed] = {}
        for number in range(12):
            self.seeds[f'seeds/s{number}.txt'] = self._new_seed(number)
        self.seeds['seeds/s7.txt'].products = ['Kettle One', 'Cup']
        self.seeds['other/x.txt'] = self._new_seed(0)
        self.declared: dict[str, list[str]] = {name: [] for name in NAMED}
        self.settings: dict[str, str] = {}
        #: How often the extension has been upgraded.
        self.release = 0

    def files(self) -> dict[str, str]:
        """The files of the project, but for ``conf.py``."""
        found = {path: seed.text() for path, seed in self.seeds.items()}
        for name, blocks in self.pages.items():
            title = name.title()
            found[f'{name}.rst'] = '\n\n'.join([f'{title}\n{"=" * len(title)}', *blocks, ''])
        found['index.rst'] = 'Start\n=====\n\n.. toctree::\n   :glob:\n\n   *\n'
        found['matchups.toml'] = ''.join(
            f'[[products]]\nname = "{name}"\naliases = {aliases!r}\n'
            for name, aliases in self.declared.items()
        )
        return found

    def conf(self) -> str:
        """Further lines of ``conf.py``."""
        return ''.join(f'{name} = {value!r}\n' for name, value in self.settings.items())

    # ------------------------------------------------------------------------ what may change

    def edit_a_quote(self) -> str:
        """Other words in one place of one seed."""
        path = self._a_seed()
        seed = self.seeds[path]
        place = self._rng.randrange(len(seed.quotes))
        seed.quotes[place] = self._saying()
        return f'{path} quote {place + 1}'

    def edit_an_attribution(self) -> str:
        """Another voice or verdict."""
        path = self._a_seed()
        seed = self.seeds[path]
        place = self._rng.randrange(len(seed.quotes))
        product = seed.products[place % len(seed.products)]
        verdict = self._rng.choice(['', ': buy', ': skip'])
        seed.attributions[place] = f'{self._rng.choice([*PERSONAS, "Zoe"])} on {product}{verdict}'
        return f'{path} quote {place + 1}: {seed.attributions[place]}'

    def edit_a_title(self) -> str:
        """Another product, or the other order."""
        path = self._a_seed()
        seed = self.seeds[path]
        if self._rng.random() < 0.3:
            seed.products.reverse()
        else:
            seed.products = self._rng.sample([*PRODUCTS, *NAMED, 'Kettle ONE'], 2)
        seed.attributions.clear()
        return f'{path}: {" vs ".join(seed.products)}'

    def edit_an_id(self) -> str:
        """A key of the seed's own, which two may share."""
        path = self._a_seed()
        self.seeds[path].id = self._rng.choice(['', 'one', 'other'])
        return f'{path}: id {self.seeds[path].id!r}'

    def add_a_seed(self) -> str:
        """A seed more, or one of before."""
        if self.removed and self._rng.random() < 0.6:
            path = self._rng.choice(sorted(self.removed))
            if not self._is_free(path):
                return ''
            self.seeds[path] = self.removed.pop(path)
            return f'{path} is back'
        path = f'seeds/s{self._rng.randrange(20)}.txt'
        if not self._is_free(path):
            return ''
        self.seeds[path] = self._new_seed(self._rng.randrange(8))
        return path

    def remove_a_seed(self) -> str:
        """A seed less."""
        path = self._a_seed()
        self.removed[path] = self.seeds.pop(path)
        return path

    def rename_a_seed(self) -> str:
        """Another file name, perhaps one that a page names."""
        path, new = self._a_seed(), f'seeds/s{self._rng.randrange(20)}.txt'
        if not self._is_free(new):
            return ''
        self.seeds[new] = self.seeds.pop(path)
        return f'{path} to {new}'

    def put_a_folder_in_place_of_a_seed(self) -> str:
        """A folder of the same name, with other seeds, or back again."""
        folders = {path.rpartition('/')[0] for path in self.seeds if path.count('/') > 1}
        if folders and self._rng.random() < 0.5:
            folder = self._rng.choice(sorted(folders))
            inside = [path for path in self.seeds if path.startswith(f'{folder}/')]
            found = [self.seeds.pop(path) for path in inside]
            self.seeds[folder] = found[0]
            return f'{folder} is a file again'
        path = self._a_seed()
        if path.count('/') > 1:
            return ''
        seed = self.seeds.pop(path)
        self.seeds[f'{path}/deep.txt'] = seed
        self.seeds[f'{path}/inner.txt'] = self._new_seed(3)
        return path

    def move_a_block(self) -> str:
        """An entry, a matchup or a list to another page."""
        here, there = self._rng.sample(sorted(self.pages), 2)
        if not self.pages[here]:
            return ''
        block = self.pages[here].pop(self._rng.randrange(len(self.pages[here])))
        self.pages[there].insert(self._rng.randrange(len(self.pages[there]) + 1), block)
        return f'{block.partition(chr(10))[0]!r} from {here} to {there}'

    def drop_a_block(self) -> str:
        """What stands on a page no more, or twice."""
        name = self._rng.choice(sorted(self.pages))
        if self.pages[name] and self._rng.random() < 0.5:
            block = self.pages[name].pop()
            return f'{block.partition(chr(10))[0]!r} from {name}'
        block = self._rng.choice(BLOCKS)
        self.pages[name].append(block)
        return f'{block.partition(chr(10))[0]!r} to {name}'

    def change_an_option(self) -> str:
        """An option more or less of one matchup."""
        name = self._rng.choice([name for name in sorted(self.pages) if name.startswith('m')])
        if not self.pages[name]:
            return ''
        block, option = self.pages[name][0], self._rng.choice(OPTIONS)
        if not block.startswith('.. matchup::'):
            return ''
        first, *others = block.splitlines()
        others = [line for line in others if line != option] or [option]
        self.pages[name][0] = '\n'.join([first, *others])
        return f'{name}: {others}'

    def declare_a_product(self) -> str:
        """A name or an alias more or less in the TOML file, or another name for a product."""
        name = self._rng.choice([*PRODUCTS, *NAMED])
        now = next((each for each in self.declared if each.startswith(name)), None)
        if now is None:
            self.declared[name] = []
        elif self._rng.random() < 0.4:
            del self.declared[now]
        elif now == name:
            del self.declared[now]
            self.declared[f'{name} Deluxe'] = [name]
        else:
            self.declared[now] = [*self.declared[now], f'Old {name}'][-2:]
        return str(self.declared)

    def change_a_setting(self) -> str:
        """Which names inside quotes are links, or how matchups stand."""
        name, values = self._rng.choice(
            [
                ('matchups_link_mentions', ['first', 'all', 'off']),
                ('matchups_layout', ['columns', 'stack']),
            ]
        )
        self.settings[name] = self._rng.choice(values)
        return f'{name} = {self.settings[name]!r}'

    def add_or_remove_a_page(self) -> str:
        """A page more or less."""
        absent = sorted({*PAGES, 'new', 'newer'} - self.pages.keys())
        if absent and self._rng.random() < 0.6:
            name = self._rng.choice(absent)
            self.pages[name] = list(PAGES.get(name, [self._rng.choice(BLOCKS)]))
            return f'{name} added'
        name = self._rng.choice(sorted(self.pages))
        del self.pages[name]
        return f'{name} removed'

    def upgrade(self) -> str:
        """Another release of the extension over what the one before has kept."""
        self.release += 1
        return f'release {self.release}'

    # ---------------------------------------------------------------------------------- chance

    def _a_seed(self) -> str:
        return self._rng.choice(sorted(self.seeds))

    def _is_free(self, path: str) -> bool:
        return not any(f'{known}/'.startswith(f'{path}/') for known in self.seeds) and not any(
            path.startswith(f'{known}/') for known in self.seeds
        )

    def _new_seed(self, number: int) -> Seed:
        products = [PRODUCTS[number % 8], PRODUCTS[(number * 3 + 2) % 8]]
        if products[0] == products[1]:
            products[1] = 'Samovar' if products[0] != 'Samovar' else 'Mug'
        # A product has few sayings, so that many recur.
        quotes = [
            SAYINGS[(PRODUCTS.index(products[place % 2]) + place // 2) % 8].format(
                NAMED[place % 3] if place % 4 else products[(place + 1) % 2], place // 2
            )
            for place in range(2 * self._rng.choice([1, 2, 4]))
        ]
        return Seed(products, quotes)

    def _saying(self) -> str:
        name = self._rng.choice([*PRODUCTS, *NAMED, 'Urn'])
        return self._rng.choice(SAYINGS).format(name, self._rng.randrange(2, 9))


#: What may happen, and how often it does beside the others.
STEPS: dict[Callable[[Site], str], int] = {
    Site.edit_a_quote: 6,
    Site.edit_an_attribution: 2,
    Site.edit_a_title: 3,
    Site.edit_an_id: 1,
    Site.add_a_seed: 5,
    Site.remove_a_seed: 3,
    Site.rename_a_seed: 3,
    Site.put_a_folder_in_place_of_a_seed: 1,
    Site.move_a_block: 4,
    Site.drop_a_block: 2,
    Site.change_an_option: 3,
    Site.declare_a_product: 4,
    Site.change_a_setting: 1,
    Site.add_or_remove_a_page: 2,
    Site.upgrade: 1,
}


class Walk:
    """Takes the steps and looks at the builds.

    :param folder: an empty one
    :param number: of the walk, which decides all its steps
    :param jobs: for Sphinx, how many processes
    :param shared: whether the builders share their doctrees, as those of one Makefile do
    """

    def __init__(self, folder: Path, number: int, *, jobs: int = 1, shared: bool = False) -> None:
        self._rng = random.Random(number)
        self.site = Site(self._rng)
        self._project = Project(folder / 'source')
        self._options = ['-n', f'-j{jobs}']
        self._jobs = jobs
        self._shared = ['-d', str(folder / 'doctrees')] if shared else []
        # Sphinx itself does not write the page with the toctree for the second builder.
        self._steps = [
            step for step in STEPS if not (shared and step == Site.add_or_remove_a_page)
        ]
        self._written: dict[str, str] = {}
        self._edited: set[str] = set()
        self._before: dict[str, dict[str, bytes]] = {}
        #: How many pages were read and written in all.
        self.read = self.wrote = 0

    def begin(self) -> None:
        """Build for the first time."""
        self._write()
        for builder in BUILDERS:
            self._remember(builder, self._build(builder))

    def step(self) -> str:
        """Change something and build.

        :returns: what was changed
        :raises AssertionError: if a build is not like a fresh one
        """
        weights = [STEPS[step] for step in self._steps]
        done = ''
        while not done:
            chosen = self._rng.choices(self._steps, weights)[0]
            done = chosen(self.site)
        self._write()
        name = f'{chosen.__name__}: {done}'
        self._read_by_any: set[str] = set()
        for builder in BUILDERS:
            again = self._build(builder)
            self._read_by_any |= set(pages_read(again))
            fresh = self._build(builder, fresh=True)
            self._compare(builder, again, fresh, name)
            everything = chosen in (Site.upgrade, Site.change_a_setting)
            if builder in SUFFIXES and self._jobs == 1 and not everything:
                self._count(builder, again, name)
            self._remember(builder, again)
        return name

    def _write(self) -> None:
        """Write the files that have changed, and no others."""
        now = self.site.files()
        srcdir = self._project.srcdir
        for path in self._written.keys() - now.keys():
            (srcdir / path).unlink()
            if not any((srcdir / path).parent.iterdir()):
                (srcdir / path).parent.rmdir()
        changed = {path: text for path, text in now.items() if self._written.get(path) != text}
        self._project.write(changed)
        removed = self._written.keys() - now.keys()
        self._edited = {Path(path).stem for path in {*changed, *removed} if path.endswith('.rst')}
        self._written = now
        conf = self._project.srcdir / 'conf.py'
        before = conf.read_text('utf-8')
        self._project.configure(self.site.conf())
        assert tomllib.loads(now['matchups.toml']) is not None
        if before == conf.read_text('utf-8'):
            return
        self._edited |= self.site.pages.keys()

    def _build(self, builder: str, *, fresh: bool = False) -> Build:
        out = f'fresh-{builder}' if fresh else builder
        if fresh:
            shutil.rmtree(self._project.srcdir / '_build' / out, ignore_errors=True)
        options = [*self._options, *([] if fresh else self._shared)]
        release = f'release {self.site.release}'
        with (
            patch.object(store, '_code_fingerprint', lambda: release),
            patch.object(MatchupDomain, 'data_version', 1000 + self.site.release),
        ):
            return self._project.build(builder, *options, out=out)

    def _compare(self, builder: str, again: Build, fresh: Build, name: str) -> None:
        assert again.exit_code == fresh.exit_code == 0, name
        one, two = self._output(builder, again), self._output(builder, fresh)
        # Sphinx leaves the file of an index page behind that has come to list nothing.
        one = {
            path: content for path, content in one.items() if path in two or not _is_index(path)
        }
        stale = [
            path for path in sorted(one.keys() | two.keys()) if one.get(path) != two.get(path)
        ]
        assert stale == [], f'{name}: {builder} differs in {stale}'
        assert in_seeds(again) == in_seeds(fresh), name
        assert set(again.warnings) <= set(fresh.warnings), name

    def _output(self, builder: str, build: Build) -> dict[str, bytes]:
        """The output without what bare Sphinx leaves behind."""
        if builder == 'latex':
            return build.files()
        files = comparable(build) if builder == 'html' else build.files()
        files = {path: content for path, content in files.items() if not self._is_gone(path)}
        if builder == 'html':
            files = {path: _article(content) for path, content in files.items()}
        return files

    def _is_gone(self, path: str) -> bool:
        """Whether a file is that of a page that was removed."""
        stem, _, suffix = path.rpartition('.')
        known = self.site.pages.keys() | {'index', 'genindex', 'search'}
        is_page = f'.{suffix}' in SUFFIXES.values() and '/' not in path
        return is_page and stem not in known and not stem.startswith('matchup-')

    def _count(self, builder: str, build: Build, name: str) -> None:
        """Nothing is read or written that has not changed and that Sphinx would leave alone."""
        suffix = SUFFIXES[builder]
        files = build.files()
        before = self._before[builder]
        written = set(pages_written(build))
        same = {page for page in written if files[page + suffix] == before.get(page + suffix)}
        # The page with the toctree is written whenever one of its pages is. What stands on a page
        # for one builder only is read for all of them.
        for_one = {page for page, blocks in self.site.pages.items() if 'only::' in str(blocks)}
        expected = self._edited | {'index'} | for_one
        # What is shown by its title may stay while a warning must name other files.
        pages = self.site.pages.items()
        expected |= {page for page, blocks in pages if 'matchup:: Kettle' in str(blocks)}
        # Why a path names no seed may change, and with it the message.
        expected |= {page for page, blocks in pages if self._names_no_seed(str(blocks))}
        if builder == 'text':
            # A page is read for all builders, also for those that show where links lead. A role
            # that leads nowhere any more looks the same in a text, but Sphinx must say so.
            expected |= self._read_by_any
            expected |= {page for page, blocks in pages if ':`' in str(blocks)}
        in_vain = {page: self.site.pages[page] for page in sorted(same - expected)}
        assert in_vain == {}, f'{name}: {builder} wrote {in_vain}'
        self.read += len(pages_read(build))
        self.wrote += len(written)

    def _names_no_seed(self, blocks: str) -> bool:
        return any(
            path not in self.site.seeds for path in re.findall(r'(?:seeds|other)/\w+\.txt', blocks)
        )

    def _remember(self, builder: str, build: Build) -> None:
        self._before[builder] = build.files()


def in_seeds(build: Build) -> list[str]:
    """The warnings about seeds, settings and the corpus."""
    return sorted(
        warning
        for warning in build.warnings
        if re.match(r'(seeds/|other/|conf\.py|matchups\.toml)', warning)
    )


def _is_index(path: str) -> bool:
    return path.startswith('matchup-')


def _article(page: bytes) -> bytes:
    """A page without its links to the pages before and after it."""
    without = re.sub(rb'\s*<link rel="(next|prev)"[^>]*>', b'', page)
    return re.sub(rb'<div class="related".*?</div>', b'', without, flags=re.DOTALL)


def take(folder: Path, number: int, steps: int, *, jobs: int, shared: bool) -> Iterator[str]:
    """Take a whole walk, and say each step."""
    walk = Walk(folder, number, jobs=jobs, shared=shared)
    walk.begin()
    for place in range(1, steps + 1):
        yield f'{place}. {walk.step()}'
    yield f'{walk.read} pages read and {walk.wrote} written, none in vain'


def main() -> None:
    """Walk as far as the options say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--steps', type=int, default=25)
    parser.add_argument('--number', type=int, default=1, help='which of all walks')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--shared', action='store_true', help='one folder of doctrees for all')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        walked = take(
            Path(folder),
            options.number,
            options.steps,
            jobs=options.jobs,
            shared=options.shared,
        )
        for line in walked:
            print(line, flush=True)


if __name__ == '__main__':
    assert sphinx_matchups.__version__
    main()

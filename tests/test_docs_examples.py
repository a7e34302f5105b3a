"""Every example of the documentation is built, and every message in it is one that Sphinx gives.

The examples are found by :mod:`support.docs`, so that a new one is tested without a line here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sphinx import locale
from support import docs
from support.docs import Block, Example, Heading, Incident, Setup, Table
from support.pdf import do_without
from support.project import Project
from test_incremental import pages_read, pages_written, stale_files

import sphinx_matchups
from sphinx_matchups.cards import block_anchor, card_anchor, entry_anchor
from sphinx_matchups.config import SETTINGS, Settings, read_settings
from sphinx_matchups.corpus import Corpus, SeedReader, make_key
from sphinx_matchups.corpus.front_matter import FIELDS
from sphinx_matchups.corpus.syntax import QUOTATION_MARKS
from sphinx_matchups.diagnostics import WARNING_TYPE, Subtype
from sphinx_matchups.directives import DOMAIN_DIRECTIVES, MatchupDirective
from sphinx_matchups.targets import OBJECT_TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from support.project import Build

PACKAGE = Path(sphinx_matchups.__file__).parent
ROOT = Path(__file__).parents[1]
#: Pages whose files and commands are one walk, in the order of the page.
WALKS = ('install', 'first-page')
PAGES = [docs.read_page(name) for name in docs.page_names()]
EXAMPLES = [example for page in PAGES for example in page.examples]
INCIDENTS = [incident for page in PAGES for incident in page.incidents]
SETUPS = [setup for page in PAGES for setup in page.setups]
TWICE = [pair for page in PAGES for pair in page.twice]
TABLES = [
    part for name in docs.page_names() for part in docs.parts_of(name) if isinstance(part, Table)
]
TITLES = {'rst': 'Example\n=======\n\n', 'md': '# Example\n\n'}


def where(value: object) -> str:
    """The name of a test about a code block, or about what has one."""
    for name in ('rst', 'says'):
        value = getattr(value, name, value)
    return value.where if isinstance(value, Block) else ''


@pytest.fixture(autouse=True)
def _forget_languages() -> Iterator[None]:
    """Sphinx keeps the language of a build for the next one in the same process."""
    yield
    locale.translators.clear()


def replaced(path: str, old: str, new: str) -> Callable[[Project], None]:
    """A change of some words in a file."""

    def change(project: Project) -> None:
        text = (project.srcdir / path).read_text('utf-8')
        assert old in text
        project.write({path: text.replace(old, new)})

    return change


# ------------------------------------------------------------------- what a page has set up


def sample_seeds() -> dict[str, bytes]:
    """The project's own seeds, by their path in a documentation project."""
    return {f'seeds/{path.name}': path.read_bytes() for path in (ROOT / 'seeds').glob('*.txt')}


def assigned(code: str) -> dict[str, object]:
    """What a piece of ``conf.py`` assigns."""
    values: dict[str, object] = {}
    exec(code, values)
    return values


def settings_of(code: str) -> Settings:
    """The settings of a piece of ``conf.py``, without a file beside it."""
    values = {setting.name: setting.default for setting in SETTINGS}
    return read_settings(values | assigned(code), Path('/nowhere'))[0]


def read_corpus(files: Mapping[str, bytes], conf: str = '') -> Corpus:
    """The corpus of the seeds among some files."""
    reader = SeedReader(settings_of(conf).declarations)
    readings = [
        reader.read(content.decode('utf-8', 'replace'), path)
        for path, content in files.items()
        if path.endswith(('.txt', '.seed'))
    ]
    matchups = [reading.matchup for reading in readings if reading.matchup]
    return Corpus(matchups, reader.declarations)


def quote_keys(corpus: Corpus) -> list[str]:
    """The key of every quote."""
    return [corpus.quote_key(quote) for found in corpus.quotes.values() for quote in found]


def other_project(setup: Setup) -> str:
    """The name of the other project that a page links to; empty if it links to none."""
    mapping = assigned(setup.conf).get('intersphinx_mapping')
    return next(iter(mapping)) if isinstance(mapping, dict) else ''


def files_of(setup: Setup, *, other: bool = False) -> dict[str, bytes]:
    """What a page has shown, or what of it is in the folder of the other project."""
    prefix = f'{other_project(setup)}/'
    return {
        path.removeprefix(prefix): content
        for path, content in setup.files
        if path.startswith(prefix) is other
    }


@cache
def corpus_of(setup: Setup) -> Corpus:
    """The corpus of the project's own seeds and those that a page has shown."""
    return read_corpus(sample_seeds() | files_of(setup), setup.conf)


def make_project(folder: Path, setup: Setup, files: Mapping[str, str | bytes]) -> Project:
    """A project with the project's own seeds and what a page has shown."""
    conf = setup.conf
    if other := other_project(setup):
        inventory = build_other_project(folder / other, files_of(setup, other=True))
        conf += (
            f'intersphinx_mapping = {{{other!r}: '
            f'(intersphinx_mapping[{other!r}][0], {str(inventory)!r})}}\n'
        )
    if 'extensions' in assigned(conf):
        # Those of the tests stand in the file before.
        conf = conf.replace('extensions = [', 'extensions += [')
    project = Project(folder / 'source', {**sample_seeds(), **files_of(setup), **files})
    project.configure(conf)
    return project


def build_other_project(folder: Path, seeds: Mapping[str, bytes]) -> Path:
    """The inventory of a project with these seeds."""
    corpus = read_corpus(seeds)
    entries = [f'.. matchup:product:: {product.name}\n' for product in corpus.products.values()]
    index = '\n'.join([base_page('rst', quote_keys(corpus)), *entries])
    return Project(folder, {**seeds, 'index.rst': index}).build('html').outdir / 'objects.inv'


def base_page(markup: str, quotes: list[str]) -> str:
    """A page that gives every object a place, and leaves room for entries and matchups."""
    shown = [('matchup:list', kind) for kind in ('products', 'personas', 'matchups')]
    shown += [('matchup:quote', key) for key in quotes]
    blocks = [
        f'.. {name}:: {what}\n' if markup == 'rst' else f'```{{{name}}} {what}\n```\n'
        for name, what in shown
    ]
    return '\n'.join([TITLES[markup], *blocks])


# -------------------------------------------------------------------------------- examples


class Workshop:
    """Builds the examples, as many in one project as can stand beside each other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._builds: dict[tuple[int, str], Build] = {}
        self._projects: list[list[Example]] = []
        for example in EXAMPLES:
            self._project_for(example).append(example)

    def build(self, example: Example, markup: str) -> Build:
        """The build of the project that holds the example, in ``rst`` or ``md``."""
        number = next(at for at, found in enumerate(self._projects) if example in found)
        if (number, markup) not in self._builds:
            folder = self._folder / f'{number}-{markup}'
            examples = self._projects[number]
            self._builds[number, markup] = build_examples(examples, markup, folder)
        return self._builds[number, markup]

    def _project_for(self, example: Example) -> list[Example]:
        for others in self._projects:
            shown = set().union(*map(objects_shown, others))
            if others[0].setup == example.setup and not shown & objects_shown(example):
                return others
        self._projects.append([])
        return self._projects[-1]


@cache
def objects_shown(example: Example) -> frozenset[tuple[str, str]]:
    """What no second example in the same project may show."""
    corpus = corpus_of(example.setup)
    shown = set()
    for directive in docs.directives_in(example.rst.text):
        argument, indexed = directive.argument, ':no-index:' not in directive.options
        match directive.name:
            case 'matchup' if directive.body:
                title = argument or directive.body.partition('\n')[0]
                shown.add(('matchup', make_key(title)))
            case 'matchup' if indexed:
                stem = argument.rpartition('/')[2].removesuffix('.txt')
                keys = corpus.find('matchup', argument) or corpus.find('matchup', stem)
                shown.add(('matchup', keys[0] if keys else argument))
            case 'matchup:product' | 'matchup:persona' if indexed:
                shown.add((directive.name, make_key(argument)))
    return frozenset(shown)


def build_examples(examples: list[Example], markup: str, folder: Path) -> Build:
    """Build some examples of one setup, each as a page."""
    setup = examples[0].setup
    pages = {
        f'{example.name}.{markup}': TITLES[markup] + example.text(markup) for example in examples
    }
    toctree = {
        'rst': '\n.. toctree::\n   :glob:\n\n   *-*\n',
        'md': '\n```{toctree}\n:glob:\n\n*-*\n```\n',
    }[markup]
    pages[f'index.{markup}'] = base_page(markup, quote_keys(corpus_of(setup))) + toctree
    return make_project(folder, setup, pages).build('html', '-n', '-W')


@pytest.fixture(scope='session')
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """The builds of all examples, each made when it is first asked for."""
    return Workshop(tmp_path_factory.mktemp('examples'))


@pytest.mark.parametrize('example', EXAMPLES, ids=where)
def test_example_gives_the_same_in_both_markups(example: Example, workshop: Workshop) -> None:
    directives = docs.directives_in(example.rst.text)
    shown = {}
    for markup in ('rst', 'md'):
        build = workshop.build(example, markup)
        assert (build.exit_code, build.warnings) == (0, [])
        body = build.soup(f'{example.name}.html').select_one('div.body')
        blocks = body.select('.matchup, .matchup-entry, [class*=matchup-listing]')
        outer = [block for block in blocks if not block.find_parent(class_=re.compile('matchup'))]
        assert len(outer) >= len(directives), f'{example.name}.{markup} lost a directive'
        drawn = '.matchup-card, .matchup-header, .matchup-round-label, [class*=matchup-listing]'
        links = [link for link in body.select('a.reference') if not link.find_parent(drawn)]
        roles = [name for name, target in docs.roles_in(example.text(markup)) if target[0] != '!']
        assert len(links) >= len(roles), f'a role in {example.name}.{markup} leads nowhere'
        assert directives or links
        # MyST writes another tooltip for its own links to other projects.
        own_links = [(link['href'], link.get_text()) for link in links]
        shown[markup] = own_links if 'inv:' in example.md.text else body.prettify()
    assert shown['md'] == shown['rst']


def test_every_block_with_a_directive_or_role_is_an_example() -> None:
    examples = [*EXAMPLES, *(incident.example for incident in INCIDENTS if incident.example)]
    tested = {block for example in examples for block in (example.rst, example.md)}
    untested = [
        block.where
        for name in docs.page_names()
        for block in docs.blocks_of(name)
        if docs.OURS.search(block.text)
        if block not in tested and not (name in (*WALKS, 'rebuilding') and block.path)
    ]
    assert untested == []


# -------------------------------------------------------------------------------- messages


def warnings_of(incident: Incident, markup: str, folder: Path) -> list[str]:
    """What Sphinx says of the page, the seeds and the settings."""
    text = incident.example.text(markup) if incident.example else TITLES[markup]
    builder = 'latex' if f'[{WARNING_TYPE}.font]' in incident.says.text else 'dummy'
    project = make_project(folder, incident.setup, {f'index.{markup}': text})
    return project.build(builder, '-n').warnings


def without_lines(messages: list[str]) -> list[str]:
    """Messages without the places on the page, which differ between the markups."""
    return [re.sub(r'\bindex\.(rst|md)(:\d+)?', 'index', message) for message in messages]


@pytest.mark.parametrize('incident', INCIDENTS, ids=where)
def test_sphinx_says_what_the_page_says(incident: Incident, tmp_path: Path) -> None:
    assert warnings_of(incident, 'rst', tmp_path / 'rst') == incident.messages
    if incident.example:
        found = warnings_of(incident, 'md', tmp_path / 'md')
        assert without_lines(found) == without_lines(incident.messages)
        lines = incident.example.md.text.splitlines()
        for number in re.findall(r'index\.md:(\d+)', ' '.join(found)):
            assert docs.OURS.search(lines[int(number) - 1])


def test_every_kind_of_warning_has_an_example() -> None:
    incidents = docs.read_page('warnings').incidents
    given = {message.split()[-1] for incident in incidents for message in incident.messages}
    assert {f'[{WARNING_TYPE}.{kind}]' for kind in Subtype} <= given
    headings = {part.text for part in docs.parts_of('warnings') if isinstance(part, Heading)}
    assert {f'`{kind}`' for kind in Subtype} <= headings


# -------------------------------------------------------------------------------- settings


@pytest.mark.parametrize(('block', 'setup'), SETUPS, ids=where)
def test_settings_give_no_warning(block: Block, setup: Setup, tmp_path: Path) -> None:
    project = make_project(tmp_path, setup, {'index.rst': TITLES['rst']})
    build = project.build('dummy', '-n', '-W')
    assert (build.exit_code, build.warnings) == (0, [])


@pytest.mark.parametrize(('conf', 'toml'), TWICE, ids=where)
def test_both_files_say_the_same(conf: Block, toml: Block, tmp_path: Path) -> None:
    (tmp_path / 'matchups.toml').write_bytes(toml.content)
    values = {setting.name: setting.default for setting in SETTINGS}
    by_toml, problems = read_settings(values, tmp_path)
    assert problems == []
    assert by_toml == settings_of(conf.text) != settings_of('')


def test_every_setting_has_an_example() -> None:
    text = '\n'.join(block.text for block in docs.blocks_of('settings'))
    assert [setting.name for setting in SETTINGS if f'{setting.name} =' not in text] == []


# ---------------------------------------------------------------------------------- tables


def table_with(*heading: str) -> Table:
    """The one table with these words above its columns."""
    (table,) = (table for table in TABLES if table.heading == heading)
    return table


def test_keys_are_those_in_the_table() -> None:
    rows = table_with('Name', 'Key').rows
    found = {docs.code_in(name): docs.code_in(key) for name, key in rows}
    assert found == {name: make_key(name) for name in found}
    assert len(found) == len(rows) > 8


def test_titles_are_split_as_the_table_says() -> None:
    for title, products in table_with('Title', 'Products').rows:
        seed = f'{docs.code_in(title)}\n\n“One.”\n\n“Two.”\n'
        matchup = SeedReader().read(seed, 'seed.txt').matchup
        assert [product.name for product in matchup.products] == products.split(', ')


def test_marks_in_the_table_are_read() -> None:
    marked = []
    for cell, _ in table_with('Marks', 'As used in').rows:
        marked += re.findall(r'`([^`]+)`', cell)
        points = re.findall(r'U\+(\w+) and U\+(\w+)', cell)
        marked += [f'{chr(int(one, 16))}Kettle{chr(int(two, 16))}' for one, two in points]
    assert {quote[0]: quote[-1] for quote in marked} == QUOTATION_MARKS
    for quote in marked:
        matchup = SeedReader().read(f'A vs B\n\n{quote}\n', 'seed.txt').matchup
        assert [occurrence.text for occurrence in matchup.occurrences] == ['Kettle']


def test_front_matter_in_the_example_has_every_field() -> None:
    (block,) = (block for block in docs.blocks_of('seeds') if 'hot-water' in block.path)
    assert re.findall(r'(?m)^(\w+):', block.text) == list(FIELDS)
    text = (docs.DOCS / 'seeds.md').read_text('utf-8')
    assert [field for field in FIELDS if f'`{field}`' not in text] == []


def test_every_directive_option_and_role_is_described() -> None:
    directives = {'matchup': MatchupDirective}
    directives |= {f'matchup:{name}': found for name, found in DOMAIN_DIRECTIVES.items()}
    headings = {part.text for part in docs.parts_of('directives') if isinstance(part, Heading)}
    assert {f'`{name}`' for name in directives} <= headings
    text = (docs.DOCS / 'directives.md').read_text('utf-8')
    options = {option for found in directives.values() for option in found.option_spec}
    assert {option for option in options if f'\n`:{option}:`' not in text} == set()
    rows = table_with('Role', 'A target is').rows
    assert [docs.code_in(name) for name, _ in rows] == [f'matchup:{name}' for name in OBJECT_TYPES]


def test_anchors_are_those_in_the_table() -> None:
    cells = [
        re.findall(r'`([^`]+)`', anchors) for _, anchors in table_with('Object', 'Anchor').rows
    ]
    assert cells == [
        [entry_anchor('product', 'KEY')],
        [entry_anchor('persona', 'KEY')],
        [block_anchor('KEY')],
        [card_anchor('KEY', 1), card_anchor('KEY', 2)],
    ]


def panels() -> Iterator[tuple[Block, str, Table]]:
    """Each table of personas, after the seed before it and the settings up to there."""
    for name in docs.page_names():
        seed, conf = None, ''
        for part in docs.parts_of(name):
            if isinstance(part, Block) and part.path.endswith('.txt'):
                seed = part
            elif isinstance(part, Block) and part.path == 'conf.py':
                conf += part.text
            elif isinstance(part, Table) and part.heading[0] == 'Round' and seed:
                yield seed, conf, part


@pytest.mark.parametrize(('seed', 'conf', 'table'), list(panels()), ids=where)
def test_personas_are_seated_as_the_table_says(seed: Block, conf: str, table: Table) -> None:
    assert table.heading == ('Round', 'Product', 'Persona', 'Found by')
    corpus = read_corpus({seed.path: seed.content}, conf)
    (matchup,) = corpus.matchups.values()
    found = [
        (
            str(quote.round),
            corpus.products[quote.product].name,
            corpus.voice_name(quote.voice),
            quote.found,
        )
        for quote in matchup.occurrences
    ]
    assert found == list(table.rows)


def test_what_may_be_redefined_in_latex_is_on_the_page() -> None:
    style = (PACKAGE / 'latex' / 'sphinxmatchups.sty').read_text('utf-8')
    # What the writer alone uses stands at the end of the section, after a comment.
    section = style.partition('what may be changed')[2].partition('\n% ')[0]
    lines = [line for line in section.splitlines() if line and r'\newlength' not in line]
    (block,) = (block for block in docs.blocks_of('pdf') if block.language == 'latex')
    assert block.text.splitlines() == [line.replace(r'\new', r'\renew') for line in lines]
    names = re.findall(r'\\(?:definecolor|setlength|renewcommand)\{(\\?\w+)\}', block.text)
    shown = [docs.code_in(name) for name, _ in table_with('Name', 'What it sets').rows]
    assert [name.partition('{')[0] for name in shown] == names
    # The arguments are those in the head of the file.
    head = style.partition(r'\NeedsTeXFormat')[0]
    assert [name for name in shown if name not in head] == []


def test_catalog_on_the_page_gives_the_caption_that_the_page_names(
    make_project: Callable[..., Project],
) -> None:
    blocks = docs.blocks_of('translation')
    project = make_project({block.path: block.content for block in blocks if block.path})
    page = next(block.text for block in blocks if block.language == 'rst')
    project.write({'index.rst': TITLES['rst'] + page})
    project.configure("language = 'de'\nlocale_dirs = ['locale']\n")
    build = project.build('text', '-n')
    assert build.warnings == []
    (caption,) = re.findall(
        r'first card is then \*(.*)\*', (docs.DOCS / 'translation.md').read_text('utf-8')
    )
    assert f'-- {caption}\n' in build.text('index.txt')


def test_oldest_versions_are_those_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / 'pyproject.toml').read_text('utf-8'))['project']
    required = dict(re.findall(r'([a-z-]+)>=([\d.]+)', ' '.join(project['dependencies'])))
    required['python'] = project['requires-python'].removeprefix('>=')
    for name, versions in table_with('', 'Versions').rows:
        assert versions.split()[0] == required[name.casefold()].removesuffix('.0')


def test_script_that_uses_the_core_runs(tmp_path: Path) -> None:
    (block,) = (block for block in docs.blocks_of('architecture') if block.language == 'python')
    project = make_project(tmp_path, Setup(), {})
    command = [sys.executable, '-c', block.text]
    run = subprocess.run(command, cwd=project.srcdir, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[0] == 'Baton 4'


# -------------------------------------------------------------------------------- commands

#: Commands that need a network, or another folder than that of the test: they are not run.
NOT_RUN = {
    'cd sphinx-matchups',
    '.venv/bin/pip install .',
    '.venv/bin/pip install ../sphinx-matchups',
}
MAKES_ENVIRONMENT = 'python3 -m venv .venv'
#: Commands on other pages: what they stand for is run by other tests.
ELSEWHERE = {
    'sphinx-build -M html . _build -W -n',
    'sphinx-build -M latexpdf . _build',
    'make latexpdf',
    '.venv/bin/nox -s benchmark -- --matchups 200 --pairs 7',
}
INSTALLS = 'apt-get install -y --no-install-recommends '


class Walk:
    """Follows a page from its first file to its last command.

    :param makes_pdf: whether to run the commands that make a PDF
    """

    def __init__(self, folder: Path, *, makes_pdf: bool) -> None:
        self.folder = folder
        self._makes_pdf = makes_pdf

    def take(self, block: Block) -> None:
        """Save a file, or run commands."""
        if block.path:
            (self.folder / block.path).write_bytes(block.content)
            return
        assert block.language == 'console', block.where
        for command, printed in docs.commands_in(block):
            self._run(command, printed)

    def _run(self, command: str, printed: list[str]) -> None:
        if command == MAKES_ENVIRONMENT:
            (self.folder / '.venv').symlink_to(sys.prefix, target_is_directory=True)
        elif command in NOT_RUN or ('latexpdf' in command and not self._makes_pdf):
            pass
        elif command.startswith('cd '):
            self.folder /= command[3:]
        else:
            run = subprocess.run(
                command,
                shell=True,
                cwd=self.folder,
                env={**os.environ, 'NO_COLOR': '1'},
                capture_output=True,
                text=True,
                check=False,
            )
            assert run.returncode == 0, run.stdout + run.stderr
            assert 'WARNING' not in run.stderr
            assert not printed or run.stdout.splitlines() == printed


@pytest.mark.parametrize('markup', ['rst', 'md'])
@pytest.mark.parametrize('page', WALKS)
def test_walk_works_as_it_is_written(page: str, markup: str, tmp_path: Path) -> None:
    # One PDF is enough.
    walk = Walk(tmp_path, makes_pdf=markup == 'rst' and bool(shutil.which('latexmk')))
    for block in docs.blocks_of(page):
        if not block.path.endswith({'rst': '.md', 'md': '.rst'}[markup]):
            walk.take(block)
    if page == 'first-page':
        build = walk.folder / '_build'
        index = (build / 'html' / 'index.html').read_text('utf-8')
        assert index.count('<figure class="matchup-card') == 4
        assert 'href="products.html#product-kettle"' in index
        products = (build / 'html' / 'products.html').read_text('utf-8')
        assert products.count('matchup-entry-product') == 2
        assert (build / 'latex' / 'kitchen.pdf').is_file() == walk._makes_pdf


def test_commands_on_other_pages_are_known() -> None:
    found = {
        command
        for name in docs.page_names()
        if name not in WALKS
        for block in docs.blocks_of(name)
        if block.language == 'console'
        for command, _ in docs.commands_in(block)
    }
    assert {command for command in found if not command.startswith(INSTALLS)} == ELSEWHERE


# ------------------------------------------------------------------------------------- PDF

#: What other fonts show, by a word of the settings that choose them.
SCRIPTS = {
    'fontpkg': '急須 주전자 茶壶 λ Ж עברית العربية ☕ 🫖 👍🏽 😀 ≠ ★',
    'xeCJK': '急須 이 주전자는 “정말” 茶壶 λ Ж עברית العربية ☕ 😀 ≠ ★',
    'bidi=basic': 'λ Ж עברית العربية ≠',
    "language = 'ru'": 'Ж щ',
    "language = 'ja'": '急須',
}
COMPLAINTS = re.compile(r'^!|Missing character|Overfull \\vbox|undefined references', re.MULTILINE)
LATEX_SETTINGS = [block for block in docs.blocks_of('pdf') if block.path == 'conf.py']


def run_quietly(*command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command, whatever comes of it."""
    return subprocess.run(command, capture_output=True, check=False)


def skip_without_tools(block: Block) -> None:
    """Skip the test, or fail it in CI, if the engine, a package or a font is not on this machine."""
    values = assigned(block.text)
    default = 'uplatex' if values.get('language') == 'ja' else 'pdflatex'
    programs = ['latexmk', 'pdftotext', str(values.get('latex_engine', default))]
    missing = [program for program in programs if not shutil.which(program)]
    if not missing:
        packages = [f'{name}.sty' for name in re.findall(r'\\usepackage\{(xeCJK)\}', block.text)]
        packages += ['FreeSerif.otf'] if programs[-1] in {'lualatex', 'xelatex'} else []
        packages += ['t2acmr.fd'] if values.get('language') == 'ru' else []
        missing += [name for name in packages if run_quietly('kpsewhich', name).returncode]
    fonts = re.findall(r'Noto[\w ]+|Symbola', block.text)
    if fonts and not missing:
        listed = run_quietly('fc-list').stdout.decode().casefold().replace(' ', '')
        missing += [name for name in fonts if name.casefold().replace(' ', '') not in listed]
    do_without(missing)


@pytest.mark.parametrize('block', LATEX_SETTINGS, ids=where)
def test_settings_make_a_pdf(block: Block, tmp_path: Path) -> None:
    skip_without_tools(block)
    (example,) = docs.read_page('pdf').examples
    words = next((words for name, words in SCRIPTS.items() if name in block.text), '')
    seeds = {
        path: content.decode('utf-8').replace('“Boils', f'“{words} Boils')
        for path, content in example.setup.files
    }
    project = Project(tmp_path, {**seeds, 'index.rst': TITLES['rst'] + example.rst.text})
    project.configure(block.text)
    build = project.build('latex', '-n', '-W')
    assert (build.exit_code, build.warnings) == (0, [])
    run = run_quietly(
        'make', '-C', str(build.outdir), 'all-pdf', 'LATEXMKOPTS=-interaction=nonstopmode'
    )
    assert run.returncode == 0, run.stdout.decode(errors='replace')[-3000:]
    log = (build.outdir / 'test.log').read_text('utf-8', 'replace')
    assert COMPLAINTS.findall(log) == []
    assert ('tcolorbox.sty' in log) == ('notcolorbox' not in block.text)
    pdf = str(build.outdir / 'test.pdf')
    text = unicodedata.normalize('NFKC', run_quietly('pdftotext', pdf, '-').stdout.decode())
    if '주전자는' in words:
        assert '이 주전자는 “정말” 茶壶' in ' '.join(text.split())
    # Emoji in colour are pictures.
    assert {sign for sign in words if sign.isalpha()} <= set(text)
    assert ('BUY' in text) == ('MakeUppercase' in block.text)
    pixels = run_quietly('pdftoppm', '-r', '60', pdf).stdout
    for colour in re.findall(r'\\definecolor\{\w+\}\{HTML\}\{(\w+)\}', block.text):
        assert pixels.count(bytes.fromhex(colour)) > 20


# ----------------------------------------------------------------------- what is built again


def move_entry(project: Project) -> None:
    """Move the entry of the Kettle to the page with the notes."""
    for path in project.srcdir.glob('products.*'):
        text = re.sub(
            r'[.`{ ]+matchup:product\S* Kettle\n.*?white one\.\n(```\n)?',
            '',
            path.read_text(),
            flags=re.DOTALL,
        )
        project.write({path.name: text})
    for path in project.srcdir.glob('notes.*'):
        entry = (
            '.. matchup:product:: Kettle'
            if path.suffix == '.rst'
            else '```{matchup:product} Kettle\n```'
        )
        project.write({path.name: f'{path.read_text()}\n{entry}\n'})


#: The changes in the table of the page, by how its row begins.
REBUILDING: dict[str, Callable[[Project], None]] = {
    'nothing': lambda project: (project.srcdir / 'seeds/kettle-vs-pot.txt').touch(),
    'the quote on the Urn': replaced('seeds/kettle-vs-urn.txt', 'ten litres', 'nine litres'),
    'the quote on the Kettle': replaced('seeds/kettle-vs-pot.txt', 'a litre', 'a cup'),
    'the name of a product': replaced('seeds/kettle-vs-urn.txt', ' Urn', ' Samovar'),
    'a seed comes': lambda project: project.write(
        {'seeds/new.txt': 'Kettle vs Flask\n\n“Boils a litre in two minutes.”\n\n“Keeps warm.”\n'}
    ),
    'a seed goes': lambda project: project.remove('seeds/kettle-vs-urn.txt'),
    'the entry of the Kettle': move_entry,
    'the Flask': replaced('matchups.toml', '"Flask"', ''),
    '`matchups_link_mentions': lambda project: project.configure(
        "matchups_link_mentions = 'off'\n"
    ),
}
(REBUILDING_TABLE,) = (part for part in docs.parts_of('rebuilding') if isinstance(part, Table))


@pytest.mark.parametrize('markup', ['rst', 'md'])
@pytest.mark.parametrize(
    'row', REBUILDING_TABLE.rows, ids=[row[0] for row in REBUILDING_TABLE.rows]
)
def test_pages_are_built_again_as_the_table_says(
    tmp_path: Path, row: tuple[str, ...], markup: str
) -> None:
    blocks = [block for block in docs.blocks_of('rebuilding') if block.path]
    files = {block.path: block.content for block in blocks if block.language in ('text', 'toml')}
    files |= {block.path: block.content for block in blocks if block.path.endswith(f'.{markup}')}
    project = Project(tmp_path / 'source', files)
    assert project.build('html', '-n').warnings == []
    (change,) = (change for words, change in REBUILDING.items() if row[0].startswith(words))
    change(project)
    again = project.build('html', '-n')
    read, written = (re.findall(r'`(\w+)`', cell) for cell in row[1:])
    assert sorted(pages_read(again)) == sorted(read)
    assert sorted({*pages_written(again)} - {'index'}) == sorted(written)
    assert stale_files(again, project.build('html', '-n', out='fresh')) == []

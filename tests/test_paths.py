"""Where seeds are found, what may be read, and how paths are kept."""

from __future__ import annotations

import pickle
import re
from typing import TYPE_CHECKING

import pytest
from support.project import CONF, S1

from sphinx_matchups.corpus.files import find_seed_files, posix_relative

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from support.project import Build, Project

    MakeProject = Callable[..., Project]

TITLE = 'Title\n=====\n\n'
QUOTES = ['Pours without a drip.', 'Boils in ninety seconds.']
OUTSIDE = 'the file is outside the source folder and the folders of matchups_seeds'
S2 = 'Cup vs Mug\n\n“Holds tea.”\n\n“Holds coffee.”\n'


def page(argument: str, suffix: str = 'rst') -> str:
    """A page with one ``matchup`` directive."""
    if suffix == 'rst':
        return f'{TITLE}.. matchup:: {argument}\n'
    return f'# Title\n\n```{{matchup}} {argument}\n```\n'


def body_of(seed: str) -> str:
    """A ``matchup`` directive with the seed in its body."""
    lines = (f'   {line}'.rstrip() for line in seed.split('\n'))
    return '\n.. matchup::\n\n' + '\n'.join(lines)


def quotes_on(build: Build, name: str = 'index') -> list[str]:
    """The words of the cards on a page."""
    if (build.outdir / f'{name}.txt').exists():
        indented = [line for line in build.text(f'{name}.txt').splitlines() if line[:3] == '   ']
        return [line.strip() for line in indented if not line.startswith('   --')]
    cards = build.soup(f'{name}.html').select('figure.matchup-card')
    return [card.blockquote.get_text() for card in cards]


def changes(build: Build) -> str:
    """How many pages were read, as Sphinx says it."""
    found = re.search(r'\d+ added, \d+ changed, \d+ removed', build.status)
    return found[0] if found else ''


def domain_data(build: Build) -> str:
    """What the environment keeps for the domain, as text."""
    env = pickle.loads((build.outdir.parent / 'doctrees/environment.pickle').read_bytes())
    return repr({key: value for key, value in env.domaindata['matchup'].items() if value})


def kept_files(project: Project) -> dict[str, bytes]:
    """The files of the source folder but for what builds write."""
    return {
        path.relative_to(project.srcdir).as_posix(): path.read_bytes()
        for path in sorted(project.srcdir.rglob('*'))
        if path.is_file() and '_build' not in path.parts
    }


# ------------------------------------------------------------------ paths in the directive


#: What a page in ``guide/deep`` says, and which seed that is.
PATHS = {
    's1.txt': 'guide/deep/s1.txt',
    './s2.txt': 'guide/deep/s2.txt',
    'more/s1.txt': 'guide/deep/more/s1.txt',
    '../s1.txt': 'guide/s1.txt',
    '/guide/./deep/../s2.txt': 'guide/s2.txt',
    '../../other/s1.seed': 'other/s1.seed',
    '/other/s1.txt': 'other/s1.txt',
    '/other/no-suffix': 'other/no-suffix',
    '/other/mein Tee #1 (100%).txt': 'other/mein Tee #1 (100%).txt',
    '/ändere/茶.txt': 'ändere/茶.txt',
    '/seeds/s1.txt': 'seeds/s1.txt',
    '../../seeds/s2.txt': 'seeds/s2.txt',
}


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_path_is_relative_to_the_page_or_to_the_source_folder(
    make_project: MakeProject, suffix: str
) -> None:
    toctree = '.. toctree::\n   :glob:\n\n   guide/deep/*\n'
    files = {'index.rst': f'{TITLE}{toctree}'}
    for number, (argument, seed) in enumerate(PATHS.items()):
        files[f'guide/deep/page{number}.{suffix}'] = page(argument, suffix)
        files[seed] = S1.replace('Kettle One', f'Kettle {number}').replace('drip', f'drip{number}')
    build = make_project(files).build('text', '-n', '-W')
    assert build.warnings == []
    for number, seed in enumerate(PATHS.values()):
        assert quotes_on(build, f'guide/deep/page{number}') == [
            f'Pours without a drip{number}.',
            QUOTES[1],
        ]
        assert f"kind='matchup', key='{seed}'" in domain_data(build)


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_path_in_an_included_file_is_relative_to_the_page(
    make_project: MakeProject, suffix: str
) -> None:
    include = {
        'rst': '.. include:: parts/part.inc\n',
        'md': '```{include} parts/part.inc\n```\n',
    }[suffix]
    project = make_project(
        {
            f'index.{suffix}': include,
            'parts/part.inc': page('near/s1.txt', suffix),
            'near/s1.txt': S1,
        }
    )
    build = project.build('text', '-W')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES


@pytest.mark.parametrize('suffix', ['rst', 'md'])
@pytest.mark.parametrize('folder', ['seeds', 'other'])
def test_backslashes_are_kept_as_slashes(
    make_project: MakeProject, folder: str, suffix: str
) -> None:
    # https://github.com/melissawm/sphinx-tags/pull/34
    project = make_project(
        {f'{folder}/deep/s1.txt': S1, f'index.{suffix}': page(rf'{folder}\deep\s1.txt', suffix)}
    )
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES
    assert '\\' not in domain_data(build)
    assert f'{folder}/deep/s1.txt' in domain_data(build)
    assert len(build.inventory()) == 6
    assert '\\' not in ''.join(build.inventory())
    assert [found['id'] for found in build.soup('index.html').select('[id*="\\\\"]')] == []


def test_backslashes_in_the_setting_are_kept_as_slashes(make_project: MakeProject) -> None:
    project = make_project({'more/deep/s1.txt': S1, 'index.rst': page('s1')})
    project.configure("matchups_seeds = ['more\\\\deep']\n")
    build = project.build('text', '-n', '-W')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES
    assert '\\' not in domain_data(build)


def test_absolute_path_of_a_seed_in_the_source_folder_is_not_what_sphinx_means(
    make_project: MakeProject,
) -> None:
    project = make_project({'other/s1.txt': S1})
    project.write({'index.rst': page(f'{project.srcdir}/other/s1.txt')})
    build = project.build('text')
    assert build.subtypes() == ['matchups.missing']


# ------------------------------------------------------------------------- stored paths


def test_stored_paths_are_relative_and_equal_from_every_working_folder(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'other/s2.txt': S2,
            'guide/inc.txt': '.. matchup:: This vs That\n\n   “One.”\n\n   “Two.”\n',
            'guide/page.rst': f':orphan:\n\n{TITLE}.. matchup:: ../other/s2.txt\n\n'
            '.. include:: inc.txt\n\n.. matchup:product:: Cup\n',
            'index.rst': f'{page("/seeds/s1.txt")}\n.. matchup:: Here vs There\n\n'
            '   “Three.”\n\n   “Four.”\n\n.. matchup:list:: products\n',
        }
    )
    project.configure("exclude_patterns += ['guide/inc.txt']\n")
    before = kept_files(project)
    here = project.build('html', '-n', '-W', out='here')
    (tmp_path / 'elsewhere').mkdir()
    monkeypatch.chdir(tmp_path / 'elsewhere')
    there = project.build('html', '-n', '-W', out='there')
    monkeypatch.chdir(project.srcdir / 'guide')
    inside = project.build('html', '-n', '-W', out='inside')
    assert here.warnings == there.warnings == inside.warnings == []
    assert here.files() == there.files() == inside.files()
    data = domain_data(here)
    for path in ('seeds/s1.txt', 'other/s2.txt', 'guide/inc.txt', 'guide/page.rst', 'index.rst'):
        assert repr(path) in data, path
    for build in (here, there, inside):
        assert str(tmp_path) not in domain_data(build)
        # But for the ends of lines in the bodies of directives.
        assert '\\' not in domain_data(build).replace('\\n', '')
        # What tells whether a file was written is no path; the rest is equal.
        assert domain_data(build) == data
    assert [name for name, text in here.files().items() if str(tmp_path).encode() in text] == []
    assert '\\' not in ''.join(here.inventory())
    assert kept_files(project) == before


def test_body_in_a_setting_is_kept_alike_from_every_working_folder(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = make_project({'index.rst': TITLE})
    project.configure(f'rst_epilog = {body_of(S2)!r}\n')
    kept = []
    for folder in (tmp_path, project.srcdir / '_build'):
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        build = project.build('text', '-n', '-W', out=folder.name)
        assert build.warnings == []
        assert quotes_on(build) == ['Holds tea.', 'Holds coffee.']
        kept.append(domain_data(build))
    assert kept[0] == kept[1]
    assert '<rst_epilog' in kept[0]


@pytest.mark.parametrize('folder', ['seeds', 'other', '../shared'])
def test_messages_to_translate_are_located_at_the_seed(
    make_project: MakeProject, folder: str
) -> None:
    project = make_project({f'{folder}/s1.txt': S1, 'index.rst': page(f'{folder}/s1.txt')})
    project.configure("matchups_seeds = ['../shared']\n" if '..' in folder else '')
    build = project.build('gettext', '-W')
    assert build.warnings == []
    template = build.text('index.pot')
    assert '\\' not in re.sub(r'\\n"', '"', template)
    locations = dict(re.findall(r'#: (\S+)\nmsgid "(.*)"', template))
    for line, words in ((3, QUOTES[0]), (5, QUOTES[1])):
        place = next((place for place, text in locations.items() if text == words), '')
        assert place.endswith(f'{folder}/s1.txt:{line}'.replace('../', '')), (words, locations)
        assert not place.startswith('/')


# -------------------------------------------------------------------- another place of conf.py


CONF_OF_OTHER_PLACE = CONF.replace("'seeds']", "'seeds', 'conf']")


@pytest.mark.parametrize('confdir', ['../conf', 'conf'])
def test_path_in_a_page_is_relative_to_the_source_folder_wherever_conf_py_is(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, confdir: str
) -> None:
    # https://github.com/useblocks/sphinx-needs/issues/639
    project = make_project({'seeds/s1.txt': S1, 'index.rst': page('/seeds/s1.txt')})
    project.write({f'{confdir}/conf.py': CONF_OF_OTHER_PLACE, 'conf.py': '1 / 0\n'})
    conf = project.srcdir / confdir
    build = project.build('text', '-n', '-W', confdir=conf)
    assert build.warnings == []
    assert quotes_on(build) == QUOTES
    assert str(tmp_path) not in domain_data(build)
    (tmp_path / 'elsewhere').mkdir()
    monkeypatch.chdir(tmp_path / 'elsewhere')
    again = project.build('text', '-n', '-W', confdir=conf)
    assert changes(again) == '0 added, 0 changed, 0 removed'
    project.write({'seeds/s1.txt': S1.replace('ninety', 'eighty')})
    edited = project.build('text', '-n', '-W', confdir=conf)
    assert changes(edited) == '0 added, 1 changed, 0 removed'
    assert quotes_on(edited) == [QUOTES[0], 'Boils in eighty seconds.']


@pytest.mark.parametrize('name', ['s1', '/../shared/s1.txt', '../shared/s1.txt'])
def test_setting_is_relative_to_conf_py(make_project: MakeProject, name: str) -> None:
    # https://github.com/useblocks/sphinx-needs/pull/1378
    project = make_project({'../shared/s1.txt': S1, 'index.rst': page(name)})
    lines = "matchups_seeds = ['../../shared']\nmatchups_file = 'names.toml'\n"
    project.write(
        {
            '../conf/deep/conf.py': CONF + lines,
            '../conf/deep/names.toml': "personas = {builder = 'Maker'}\n",
        }
    )
    build = project.build('text', '-n', '-W', confdir=project.srcdir / '../conf/deep')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES
    assert '-- Maker on Teapot Pro' in build.text('index.txt')


def test_missing_folder_of_the_setting_warns_once_with_the_path_tried(
    make_project: MakeProject, tmp_path: Path
) -> None:
    project = make_project({'index.rst': TITLE})
    lines = "matchups_seeds = ['../gone', '../conf']\n"
    project.write({'../conf/conf.py': CONF + lines, '../conf/s1.txt': S1})
    build = project.build('text', '-W', confdir=tmp_path / 'conf')
    assert build.subtypes() == ['matchups.config']
    assert build.exit_code == 1
    found = re.search(r"matchups_seeds: '\.\./gone' names nothing; tried (\S+)", build.warnings[0])
    assert found
    # ``conf.py`` may stand elsewhere than the pages, so only a whole path tells what was tried.
    assert found[1] in {f'{tmp_path}/gone', f'{tmp_path}/conf/../gone'}
    assert 'conf.py' in build.warnings[0].split(': WARNING: ')[0]


# ------------------------------------------------------------------------------ the setting


def test_default_folder_may_be_absent_in_silence(make_project: MakeProject) -> None:
    project = make_project({'index.rst': f'{TITLE}.. matchup:list:: products\n'})
    build = project.build('text', '-n', '-W')
    assert build.warnings == []
    assert build.exit_code == 0
    project.write({'seeds/s1.txt': S1})
    assert '* Teapot Pro' in project.build('text', '-n', '-W').text('index.txt')


def test_default_folder_stands_beside_conf_py(make_project: MakeProject) -> None:
    project = make_project({'index.rst': page('s1'), 'seeds/s2.txt': S2})
    project.write({'../conf/conf.py': CONF, '../conf/seeds/s1.txt': S1})
    build = project.build('text', '-n', '-W', confdir=project.srcdir / '../conf')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES


@pytest.mark.parametrize(
    ('seeds', 'found'),
    [
        (['../shared'], ['a', 'b', 'deep']),
        (['../shared/'], ['a', 'b', 'deep']),
        ('../shared', ['a', 'b', 'deep']),
        (('../shared/a.txt',), ['a']),
        (['../shared/d.seed'], ['d']),
        (['../shared/*.txt'], ['a', 'b']),
        (['../shared/**/*.txt'], ['a', 'b', 'deep']),
        (['../shared/[ad].*'], ['a', 'd']),
        (['../shared', '../shared/a.txt', '../shared/./*', 'seeds'], ['a', 'b', 'd', 'deep']),
        (['../odd[1]'], ['e']),
        (['../odd[1]/e.txt'], ['e']),
    ],
)
def test_items_are_files_folders_or_globs(
    make_project: MakeProject, seeds: object, found: list[str]
) -> None:
    names = {
        '../shared/a.txt': 'a',
        '../shared/b.txt': 'b',
        '../shared/sub/deep/deep.txt': 'deep',
        '../shared/d.seed': 'd',
        '../odd[1]/e.txt': 'e',
        # None of these is a seed of a folder.
        '../shared/.hidden.txt': 'hidden',
        '../shared/.git/c.txt': 'c',
    }
    files = {path: S1.replace('Kettle One', f'Kettle {name}') for path, name in names.items()}
    project = make_project(
        {**files, 'seeds/.keep': '', 'index.rst': f'{TITLE}.. matchup:list:: matchups\n'}
    )
    project.configure(f'matchups_seeds = {seeds!r}\n')
    build = project.build('text', '-W')
    assert build.warnings == []
    rows = [line for line in build.text('index.txt').splitlines() if line.startswith('* ')]
    assert rows == [f'* Teapot Pro vs Kettle {name}' for name in found]


@pytest.mark.parametrize('item', ['gone', 'gone.txt', 'gone/*.txt', 'seeds/*.none', 'seeds/*/'])
def test_item_that_names_nothing_warns_once(make_project: MakeProject, item: str) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': page('s1')})
    project.configure(f"matchups_seeds = ['seeds', '{item}']\n")
    build = project.build('text', '-W')
    message = f"matchups_seeds: '{item}' names nothing; tried {item.removesuffix('/')}"
    assert build.warnings == [f'conf.py:1: WARNING: {message} [matchups.config]']
    assert quotes_on(build) == QUOTES


def test_absolute_item_is_read_and_kept_as_a_relative_path(
    make_project: MakeProject, tmp_path: Path
) -> None:
    project = make_project({'../shared/s1.txt': S1, 'index.rst': page('s1')})
    for item in (f'{tmp_path}/shared', f'{tmp_path}/shared/*.txt', f'{tmp_path}/shared/s1.txt'):
        project.configure(f'matchups_seeds = [{item!r}]\n')
        build = project.build('text', '-n', '-W')
        assert build.warnings == []
        assert quotes_on(build) == QUOTES
        assert "key='../shared/s1.txt'" in domain_data(build)
        assert str(tmp_path) not in domain_data(build)


@pytest.mark.parametrize(
    ('seeds', 'allowed'),
    [
        (['../shared'], True),
        (['../shared/*.seed'], True),
        (['../shared/a.txt'], False),
        (['../shared/sub'], False),
        (['seeds'], False),
    ],
)
@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_page_may_name_a_file_outside_only_inside_an_item(
    make_project: MakeProject, seeds: list[str], allowed: bool, suffix: str
) -> None:
    project = make_project(
        {
            '../shared/a.txt': S2,
            '../shared/x.seed': S1,
            '../shared/sub/c.txt': S2.replace('Mug', 'Bowl'),
            'seeds/.keep': '',
            f'index.{suffix}': page('../shared/x.seed', suffix),
        }
    )
    project.configure(f'matchups_seeds = {seeds!r}\n')
    build = project.build('text')
    if allowed:
        assert build.warnings == []
        assert quotes_on(build) == QUOTES
    else:
        line = {'rst': 4, 'md': 3}[suffix]
        assert build.warnings == [
            f'index.{suffix}:{line}: WARNING: ../shared/x.seed: {OUTSIDE} [matchups.path]'
        ]
        assert quotes_on(build) == []


def test_folders_are_read_in_the_same_order_whatever_the_system_lists(tmp_path: Path) -> None:
    for name in ('b/x.txt', 'a/y.txt', 'c.txt', 'B.txt'):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(S1, 'utf-8')
    found, missing = find_seed_files(['.', 'gone', '*/*.txt'], tmp_path)
    names = [[posix_relative(tmp_path / file, tmp_path) for file in item.files] for item in found]
    assert names == [sorted(names[0]), ['a/y.txt', 'b/x.txt']]
    assert set(names[0]) == {'b/x.txt', 'a/y.txt', 'c.txt', 'B.txt'}
    assert missing == ['gone']


# ------------------------------------------------------------------------------------ links


def link_all(project: Project, links: Mapping[str, str]) -> None:
    for name, target in links.items():
        path = project.srcdir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)


@pytest.mark.parametrize('argument', ['s1', 'seeds/s1.txt', '/seeds/s1.txt'])
@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_linked_folder_and_linked_page_are_found_as_written(
    make_project: MakeProject, argument: str, suffix: str
) -> None:
    # https://github.com/bazel-contrib/rules_python/pull/4005
    project = make_project(
        {'../real/seeds/s1.txt': S1, f'../real/pages/index.{suffix}': page(argument, suffix)}
    )
    link_all(
        project,
        {'seeds': '../real/seeds', f'index.{suffix}': f'../real/pages/index.{suffix}'},
    )
    build = project.build('text', '-n', '-W')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES
    assert "'seeds/s1.txt'" in domain_data(build)
    assert 'real' not in domain_data(build)
    again = project.build('text', '-n', '-W')
    assert changes(again) == '0 added, 0 changed, 0 removed'
    project.write({'../real/seeds/s1.txt': S1.replace('ninety', 'eighty')})
    edited = project.build('text', '-n', '-W')
    assert changes(edited) == '0 added, 1 changed, 0 removed'
    assert quotes_on(edited) == [QUOTES[0], 'Boils in eighty seconds.']


@pytest.mark.parametrize('argument', ['s1', 'seeds/s1.txt'])
def test_link_that_stays_inside_what_may_be_read_is_followed(
    make_project: MakeProject, argument: str
) -> None:
    targets = {'inside': '../kept/s1.txt', 'other item': '../../shared/s1.seed'}
    for name, target in targets.items():
        project = make_project(
            {'kept/s1.txt': S1, '../shared/s1.seed': S1, 'index.rst': page(argument)}, name
        )
        link_all(project, {'seeds/s1.txt': target})
        project.configure("matchups_seeds = ['seeds', '../shared']\n")
        build = project.build('text', '-n', '-W')
        assert build.warnings == [], name
        assert quotes_on(build) == QUOTES, name
        assert "key='seeds/s1.txt'" in domain_data(build), name


@pytest.mark.parametrize(
    ('link', 'target', 'warnings'),
    [
        ('seeds/out.txt', '../../outside/out.txt', ['seeds/out.txt:1']),
        ('seeds/out.txt', '../linked/out.txt', ['seeds/out.txt:1']),
        # A folder behind a link is not searched, so nothing in it is refused either.
        ('seeds/sub', '../../outside', []),
    ],
)
def test_link_inside_a_folder_that_leads_out_is_refused(
    make_project: MakeProject, link: str, target: str, warnings: list[str]
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            '../outside/out.txt': S2,
            'index.rst': f'{TITLE}.. matchup:: s1\n\n.. matchup:list:: products\n',
        }
    )
    link_all(project, {'linked': '../outside', link: target})
    build = project.build('html', '-W')
    assert build.warnings == [f'{place}: WARNING: {OUTSIDE} [matchups.path]' for place in warnings]
    assert build.exit_code == (1 if warnings else 0)
    assert quotes_on(build) == QUOTES
    assert [name for name, text in build.files().items() if b'Mug' in text] == []


def test_item_that_is_itself_a_link_is_read(make_project: MakeProject) -> None:
    project = make_project(
        {'../real/s1.txt': S1, '../real/more/s2.txt': S2, 'index.rst': page('s1')}
    )
    link_all(project, {'one.txt': '../real/s1.txt', 'folder': '../real/more'})
    project.configure("matchups_seeds = ['one.txt', 'folder']\n")
    project.write({'index.rst': f'{page("one")}\n.. matchup:: s2\n'})
    build = project.build('text', '-n', '-W')
    assert build.warnings == []
    assert quotes_on(build) == [*QUOTES, 'Holds tea.', 'Holds coffee.']


def test_links_in_a_circle_do_not_stop_the_build(make_project: MakeProject) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': page('s1')})
    link_all(project, {'seeds/again': '.', 'seeds/up': '..'})
    build = project.build('text', '-n', '-W')
    assert build.warnings == []
    assert quotes_on(build) == QUOTES

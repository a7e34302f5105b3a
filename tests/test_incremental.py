"""A second build reads and writes what changed, and nothing of before is left behind."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from sphinx.cmd.build import build_main
from support.pages import dead_links, links_in, quotes_in, repeated_ids
from support.project import S1, Project

from sphinx_matchups import store

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build

    Change = Callable[[Project], None]

FILES = {
    'index.rst': """T
=

.. toctree::

   m1
   m2
   m3
   entry
   lists
   roles
   body
   extra
   plain
""",
    'm1.rst': 'M1\n==\n\n.. matchup:: seeds/s1.txt\n',
    'm2.rst': 'M2\n==\n\n.. matchup:: Kettle One vs Cup\n',
    'm3.md': '# M3\n\n```{matchup} s3\n```\n',
    'entry.rst': """E
=

.. matchup:product:: Kettle One

.. matchup:persona:: Builder

.. matchup:quote:: Cup/Builder
""",
    'lists.rst': """L
=

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups
""",
    'roles.rst': 'R\n=\n\n:matchup:product:`Mug` :matchup:matchup:`s1` '
    ':matchup:quote:`Teapot Pro/Builder`\n',
    'body.rst': """B
=

.. matchup:: Jug vs Kettle One

   “Is a jug.”

   “Boils in ninety seconds.”
""",
    'extra.rst': 'X\n=\n\n.. matchup:: other/x.txt\n',
    'plain.rst': 'P\n=\n\nNothing here.\n',
    'seeds/s1.txt': S1,
    'seeds/s2.txt': 'Kettle One vs Cup\n\n“Boils in ninety seconds.”\n\n“Holds tea.”\n',
    'seeds/s3.txt': 'Mug vs Cup\n\n“Holds more tea.”\n\n“Holds tea.”\n',
    'other/x.txt': 'Pan vs Pot\n\n“Fries.”\n\n“Stews.”\n',
}


# ------------------------------------------------------------------------ what a build has done


def pages_read(build: Build) -> list[str]:
    """The pages that Sphinx says it has read, one process only."""
    return re.findall(r'^reading sources\.\.\. \[ *\d+%\] (\S+)$', build.status, re.MULTILINE)


def pages_written(build: Build) -> list[str]:
    """The pages that Sphinx says it has written, one process only."""
    return re.findall(r'^writing output\.\.\. \[ *\d+%\] (\S+)$', build.status, re.MULTILINE)


def comparable(build: Build) -> dict[str, bytes]:
    """The output without what bare Sphinx itself leaves behind from build to build.

    In the search index these are the index entries, and words that stand on no page any more.
    """
    files = build.files()
    del files['.buildinfo']
    text = files['searchindex.js'].decode('utf-8')
    index = json.loads(text.removeprefix('Search.setIndex(').removesuffix(')'))
    del index['indexentries']
    for words in ('terms', 'titleterms'):
        index[words] = {word: pages for word, pages in index[words].items() if pages != []}
    files['searchindex.js'] = json.dumps(index, sort_keys=True).encode('utf-8')
    files['objects.inv'] = zlib.decompress(files['objects.inv'].split(b'\n', 4)[4])
    return files


def stale_files(build: Build, fresh: Build) -> list[str]:
    """The files that a fresh build makes otherwise."""
    one, two = comparable(build), comparable(fresh)
    return [name for name in sorted(one.keys() | two.keys()) if one.get(name) != two.get(name)]


def edit(name: str, old: str, new: str) -> Change:
    """A change that replaces words in a file."""

    def change(project: Project) -> None:
        text = (project.srcdir / name).read_text('utf-8')
        assert old in text
        project.write({name: text.replace(old, new)})

    return change


def write(files: dict[str, str]) -> Change:
    """A change that writes files."""
    return lambda project: project.write(files)


def remove(name: str) -> Change:
    """A change that removes a file."""
    return lambda project: project.remove(name)


def rename(name: str, new: str) -> Change:
    """A change that gives a file another name."""
    return lambda project: (project.srcdir / name).rename(project.srcdir / new) and None


def touch(name: str) -> Change:
    """A change that leaves the content as it is."""
    return lambda project: os.utime(project.srcdir / name, (1, 1))


# --------------------------------------------------------------------------------- nothing changed


def test_build_without_changes_reads_and_writes_nothing(
    make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    read = store.read_seed_text

    def counted(*arguments: object) -> object:
        asked.append(arguments[1])
        return read(*arguments)

    monkeypatch.setattr(store, 'read_seed_text', counted)
    project = make_project(FILES)
    first = project.build('html', '-n')
    assert first.warnings == []
    assert sorted(asked) == ['other/x.txt', 'seeds/s1.txt', 'seeds/s2.txt', 'seeds/s3.txt']
    asked.clear()
    environment = first.outdir.parent / 'doctrees' / 'environment.pickle'
    times = {
        path: path.stat().st_mtime_ns for path in [environment, *first.outdir.glob('m*.html')]
    }
    second = project.build('html', '-n')
    assert asked == []
    assert second.warnings == []
    assert 'updating environment: 0 added, 0 changed, 0 removed' in second.status
    assert 'no targets are out of date' in second.status
    assert pages_read(second) == pages_written(second) == []
    for name in ('m1.html', 'm2.html', 'm3.html'):
        path = first.outdir / name
        assert path.stat().st_mtime_ns == times[path]
    assert environment.stat().st_mtime_ns == times[environment]


# --------------------------------------------------------------------------------- one change

MOVED = {'m1.rst': 'M1\n==\n\nGone.\n', 'plain.rst': 'P\n=\n\n.. matchup:: seeds/s1.txt\n'}
ENTRY_MOVED = {
    'entry.rst': 'E\n=\n\nGone.\n',
    'plain.rst': 'P\n=\n\n.. matchup:product:: Kettle One\n\n.. matchup:persona:: Builder\n',
}
#: What happens; the pages that are read; some that are written although they are not read.
CHANGES = {
    'quote': (edit('seeds/s1.txt', 'without a drip', 'well'), ['m1'], ['entry']),
    'quote of two seeds': (edit('seeds/s2.txt', 'ninety', 'eighty'), ['m2'], ['entry']),
    'product renamed': (edit('seeds/s1.txt', 'One', 'Two'), ['m1'], ['entry', 'lists']),
    'persona named': (edit('seeds/s1.txt', 'drip.”', 'drip.”\n— The PM'), ['m1'], ['lists']),
    'title turned': (edit('seeds/s3.txt', 'Mug vs Cup', 'Cup vs Mug'), ['m3'], ['lists', 'entry']),
    'touched': (touch('seeds/s1.txt'), [], []),
    'seed named by path removed': (remove('seeds/s1.txt'), ['m1'], ['lists', 'roles', 'entry']),
    'seed named by title removed': (remove('seeds/s2.txt'), ['m2'], ['lists', 'entry']),
    'seed named by stem removed': (remove('seeds/s3.txt'), ['m3'], ['lists', 'roles']),
    'seed added': (
        write({'seeds/s4.txt': 'Mug vs Kettle One\n\n“More.”\n\n“Less.”\n'}),
        [],
        ['lists', 'entry'],
    ),
    'seed of the same title added': (
        write({'seeds/s4.txt': 'Mug vs Cup\n\n“More.”\n\n“Less.”\n'}),
        ['m3'],
        ['lists', 'entry'],
    ),
    'seed named by stem renamed': (rename('seeds/s3.txt', 'seeds/s9.txt'), ['m3'], ['lists']),
    'seed named by title renamed': (rename('seeds/s2.txt', 'seeds/s0.txt'), ['m2'], []),
    'seed broken': (edit('seeds/s1.txt', ' vs ', ' and '), ['m1'], ['lists', 'entry']),
    'seed elsewhere edited': (edit('other/x.txt', 'Fries', 'Burns'), ['extra'], ['entry']),
    'seed elsewhere removed': (remove('other/x.txt'), ['extra'], ['lists', 'entry']),
    'body edited': (edit('body.rst', 'Is a jug', 'Was a jug'), ['body'], ['entry']),
    'matchup moved to another page': (write(MOVED), ['m1', 'plain'], ['roles', 'lists']),
    'entries moved to another page': (
        write(ENTRY_MOVED),
        ['entry', 'plain'],
        ['m1', 'm2', 'lists'],
    ),
    'list removed': (write({'lists.rst': 'L\n=\n\nGone.\n'}), ['lists'], ['roles', 'm1']),
}


@pytest.fixture(scope='module')
def restored(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Project]:
    """Gives a project as it was after its first build, which is made once."""
    root = tmp_path_factory.mktemp('incremental')
    project = Project(root / 'source', FILES)
    assert project.build('html', '-n', out='again').warnings == []
    shutil.copytree(project.srcdir, root / 'kept')

    def restore() -> Project:
        shutil.rmtree(project.srcdir)
        # The times of the files are those of the first build.
        shutil.copytree(root / 'kept', project.srcdir)
        return project

    return restore


@pytest.mark.parametrize('name', CHANGES)
def test_change_reads_the_pages_that_name_it_and_the_output_is_fresh(
    restored: Callable[[], Project], name: str
) -> None:
    change, read, written = CHANGES[name]
    project = restored()
    change(project)
    again = project.build('html', '-n', out='again')
    assert pages_read(again) == read
    assert set(written) <= set(pages_written(again)) - set(read)
    assert 'plain' in read or 'plain' not in pages_written(again)
    fresh = project.build('html', '-n', out='fresh')
    assert stale_files(again, fresh) == []
    assert sorted(again.warnings) == sorted(fresh.warnings)
    assert repeated_ids(again) == dead_links(again) == []


@pytest.mark.parametrize(
    ('name', 'page'), [('seeds/s1.txt', 'm1'), ('seeds/s3.txt', 'm3'), ('other/x.txt', 'extra')]
)
def test_missing_seed_is_shown_as_soon_as_it_is_there(
    make_project: Callable[..., Project], name: str, page: str
) -> None:
    project = make_project({path: text for path, text in FILES.items() if path != name})
    without = project.build('html', out='again')
    assert 'matchups.missing' in without.subtypes()
    # A page with a missing seed is not read in every build.
    assert pages_read(project.build('html', out='again')) == []
    project.write({name: FILES[name]})
    again = project.build('html', out='again')
    assert again.warnings == []
    assert pages_read(again) == [page]
    assert len(quotes_in(again.soup(f'{page}.html'))) == 2
    assert stale_files(again, project.build('html', out='fresh')) == []


# https://github.com/cps-org/cps/pull/107
def test_moved_matchup_is_not_a_duplicate_of_itself(make_project: Callable[..., Project]) -> None:
    files = {
        'index.rst': 'T\n=\n\n.. toctree::\n\n   a\n   b\n   c\n',
        'a.rst': 'A\n=\n\nText.\n\n.. matchup:: s1\n',
        'b.rst': 'B\n=\n\n:matchup:product:`Kettle One` :matchup:quote:`Kettle One/Builder`\n',
        'c.rst': 'C\n=\n\nText.\n',
        'seeds/s1.txt': S1,
    }
    project = make_project(files)
    project.build('html', '-n')
    project.write({'a.rst': 'A\n=\n\nText.\n', 'c.rst': 'C\n=\n\nText.\n\n.. matchup:: s1\n'})
    build = project.build('html', '-n')
    assert build.warnings == []
    assert links_in(build.soup('b.html').select_one('.body')) == [
        ('c.html#matchup-teapot-pro-vs-kettle-one', 'Kettle One'),
        ('c.html#quote-teapot-pro-vs-kettle-one-2', 'Kettle One/Builder'),
    ]
    names = [line.split()[0] for line in build.inventory()]
    assert len(names) == len(set(names)) == 2 + 1 + 1 + 2
    assert all(' c.html#' in line for line in build.inventory())


@pytest.mark.parametrize('jobs', ['-j1', '-j3'])
def test_old_name_is_gone_from_the_whole_output(
    make_project: Callable[..., Project], jobs: str
) -> None:
    project = make_project(FILES)
    project.build('html', '-n', jobs)
    for name in ('seeds/s1.txt', 'seeds/s2.txt', 'body.rst', 'entry.rst', 'm2.rst'):
        edit(name, 'Kettle One', 'Urn 9')(project)
    build = project.build('html', '-n', jobs)
    assert build.warnings == []
    files = comparable(build)
    assert [name for name, data in files.items() if b'Urn 9' in data] != []
    ghosts = re.compile(rb'kettle[ -]one', re.IGNORECASE)
    assert [name for name, data in files.items() if ghosts.search(data)] == []


def test_output_after_many_builds_is_that_of_a_fresh_one(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES)
    project.build('html', out='again')
    changes: list[Change] = [
        edit('seeds/s1.txt', 'without a drip', 'perfectly'),
        remove('seeds/s2.txt'),
        write({'seeds/s4.txt': 'Mug vs Kettle One\n\n“More.”\n\n“Less.”\n'}),
        write(MOVED),
        write({'seeds/s2.txt': FILES['seeds/s2.txt']}),
        rename('seeds/s3.txt', 'seeds/s9.txt'),
        write(ENTRY_MOVED),
        rename('seeds/s9.txt', 'seeds/s3.txt'),
        write({name: FILES[name] for name in ('m1.rst', 'entry.rst', 'plain.rst')}),
    ]
    for number, change in enumerate(changes):
        change(project)
        again = project.build('html', '-j2' if number % 2 else '-j1', out='again')
    fresh = project.build('html', out='fresh')
    assert stale_files(again, fresh) == []
    assert again.inventory() == fresh.inventory() != []


# https://github.com/useblocks/sphinx-needs/pull/912
def test_environment_does_not_grow_when_all_pages_are_read_again_in_parallel(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES)
    sizes, records = [], []
    pages = [*project.srcdir.glob('*.rst'), *project.srcdir.glob('*.md')]
    for _ in range(5):
        for page in pages:
            page.touch()
        build = project.build('html', '-n', '-j4')
        assert build.warnings == []
        pickled = build.outdir.parent / 'doctrees' / 'environment.pickle'
        sizes.append(pickled.stat().st_size)
        data = pickle.loads(pickled.read_bytes()).domaindata['matchup']
        records.append(
            {
                (table, docname): len(found)
                for table in ('placements', 'uses', 'seeds', 'links')
                for docname, found in data[table].items()
            }
        )
        rows = build.soup('lists.html').select('.matchup-listing-products > ul > li')
        matchups = [[link['href'] for link in row.ul.select('a')] for row in rows]
        assert all(len(found) == len(set(found)) for found in matchups)
    assert abs(sizes[4] - sizes[1]) <= sizes[1] / 100
    assert records[0] == records[4]
    assert len(records[0]) > len(pages)


def test_upgrade_over_what_an_older_release_kept_reads_the_seeds_anew(
    make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': 'T\n=\n\n.. matchup:: s1\n'})
    with monkeypatch.context() as older:
        older.setattr(store, '_code_fingerprint', lambda: 'older')
        assert project.build('text').warnings == []
    kept = project.srcdir / '_build/text/doctrees/matchups.pickle'
    before = kept.read_bytes()
    assert project.build('text').warnings == []
    assert kept.read_bytes() != before
    kept.write_bytes(b'no pickle')
    assert project.build('text').warnings == []


def test_build_without_changes_makes_no_corpus(
    make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(FILES)
    first = project.build('html')
    made: list[object] = []

    class CountedCorpus(store.Corpus):
        def __init__(self, *args: Any) -> None:
            made.append(args)
            super().__init__(*args)

    monkeypatch.setattr(store, 'Corpus', CountedCorpus)
    again = project.build('html')
    assert made == []
    assert again.inventory() == first.inventory() != []
    (project.srcdir / 'm1.rst').touch()
    project.build('html')
    assert len(made) == 1


@pytest.mark.parametrize('damage', ['{', '[]', '{"state": 1}', '{"shown": {}, "unknown": 2}', ''])
def test_damaged_note_of_what_pages_showed_costs_only_writing_them(
    make_project: Callable[..., Project], damage: str
) -> None:
    project = make_project(FILES)
    project.build('html')
    (kept,) = (project.srcdir / '_build/html/doctrees').glob('matchups-shown-*.json')
    kept.write_text(damage, 'utf-8')
    again = project.build('html')
    assert again.warnings == []
    fresh = project.build('html', out='fresh')
    assert stale_files(again, fresh) == []
    assert again.inventory() == fresh.inventory() != []


def test_seeds_are_read_anew_where_the_readings_are_cut_off(
    make_project: Callable[..., Project],
) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': 'T\n=\n\n.. matchup:: s1\n'})
    project.build('text')
    kept = project.srcdir / '_build/text/doctrees/matchups.pickle'
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-20])
    (project.srcdir / 'index.rst').write_text('T\n=\n\nNew.\n\n.. matchup:: s1\n', 'utf-8')
    build = project.build('text')
    assert build.warnings == []
    assert 'Boils in ninety seconds.' in build.text('index.txt')
    assert kept.read_bytes() == whole


# --------------------------------------------------------------------- what users have reported

LINKED = {
    'index.rst': 'T\n=\n\n.. toctree::\n\n   a\n   e\n   l\n   m\n   n\n   z\n',
    'a.rst': 'A\n=\n\n.. matchup:: k\n',
    'e.rst': 'E\n=\n\n.. matchup:product:: Kettle\n\n.. matchup:product:: Acme\n',
    'l.rst': 'L\n=\n\n.. matchup:list:: products\n',
    'm.md': '# M\n\n[](#matchup-product-acme)\n\n[](e.rst#product-acme)\n',
    'n.rst': 'N\n=\n\n:ref:`matchup-product-acme`\n',
    'z.rst': 'Z\n=\n',
    'seeds/k.txt': 'Kettle vs Pot\n\n“Acme Pro and Zed and Acme.”\n\n“b”\n',
    'matchups.toml': 'products = [{name = "Acme"}, {name = "Kettle"}, {name = "Planet"}]\n',
}
ALIAS = 'products = [{name = "Acme", aliases = ["Zed", "Acme Pro"]}, {name = "Kettle"}]\n'


@pytest.mark.parametrize(
    'changes',
    [
        pytest.param(
            [write({'seeds/q.txt': 'Acme Pro 2 vs X\n\n“c”\n\n“d”\n'})], id='longer name'
        ),
        pytest.param([write({'matchups.toml': ALIAS})], id='alias'),
        pytest.param([edit('matchups.toml', '"Acme"', '"Acme X"')], id='renamed'),
        pytest.param(
            [
                edit('e.rst', '.. matchup:product:: Acme\n', ''),
                write({'z.rst': 'Z\n=\n\n.. matchup:product:: Acme\n'}),
            ],
            id='moved',
        ),
        pytest.param([edit('e.rst', '.. matchup:product:: Acme\n', '')], id='entry removed'),
        pytest.param(
            [write({'a.rst': 'A\n=\n\nNothing.\n', 'z.rst': 'Z\n=\n\n.. matchup:: k\n'})],
            id='matchup moved',
        ),
    ],
)
@pytest.mark.parametrize('builder', ['html', 'text'])
def test_pages_follow_what_they_link_to(
    make_project: Callable[..., Project], changes: list[Change], builder: str
) -> None:
    project = make_project(LINKED)
    project.configure("matchups_link_mentions = 'all'\n")
    assert project.build(builder).subtypes() == []
    for change in changes:
        change(project)
    again, fresh = project.build(builder), project.build(builder, out='fresh')
    if builder == 'html':
        assert stale_files(again, fresh) == []
    else:
        assert again.files() == fresh.files()


def test_link_of_myst_to_an_entry_counts_as_a_reference(
    make_project: Callable[..., Project],
) -> None:
    build = make_project(LINKED).build('text')
    referring = build.text('e.txt').rpartition('Referred to on')[2]
    assert re.findall(r'\* (\w)', referring) == ['M', 'N']


def test_page_that_refers_only_in_another_output_is_not_named(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(LINKED)
    role = '.. only:: latex\n\n   :matchup:product:`Kettle`\n'
    project.write({'n.rst': f'N\n=\n\n{role}'})
    # M refers to Acme.
    assert project.build('text').text('e.txt').count('Referred to on') == 1
    assert project.build('latex').text('test.tex').count('Referred to on') == 2


def test_labels_and_index_are_those_of_the_output_on_shared_doctrees(
    make_project: Callable[..., Project],
) -> None:
    only = '.. only:: {}\n\n   .. matchup:product:: {}\n\n'
    index = f'T\n=\n\n{only.format("html", "Kettle")}{only.format("latex", "Acme")}'
    project = make_project(
        {
            'index.rst': index,
            'q.rst': ':orphan:\n\nQ\n=\n\n:ref:`matchup-product-kettle`\n',
            'seeds/k.txt': LINKED['seeds/k.txt'],
            'matchups.toml': LINKED['matchups.toml'],
        }
    )
    first = project.build('html', out='shared')
    listed = comparable(first)['objects.inv']
    assert b'matchup-product-kettle std:label' in listed
    page = first.outdir / 'q.html'
    written = page.read_bytes()
    tex = project.srcdir / '_build/tex'
    doctrees = project.srcdir / '_build/shared/doctrees'
    latex = ['-b', 'latex', '-d', str(doctrees), '-q', str(project.srcdir), str(tex)]
    assert build_main(latex) == 0
    page.unlink()
    again = project.build('html', out='shared')
    assert again.warnings == first.warnings
    assert comparable(again)['objects.inv'] == listed
    assert page.read_bytes() == written


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_label_of_an_index_page_comes_back(
    make_project: Callable[..., Project], builder: str
) -> None:
    project = make_project(
        {
            'index.rst': 'T\n=\n\n:ref:`matchup-products`\n\n.. matchup:: s1\n',
            'matchup-products.rst': ':orphan:\n\nMine\n====\n',
            'seeds/s1.txt': S1,
        }
    )
    project.build(builder)
    project.remove('matchup-products.rst')
    project.build(builder)
    (project.srcdir / 'index.rst').touch()
    again, fresh = project.build(builder), project.build(builder, out='fresh')
    assert again.warnings == fresh.warnings == []
    if builder == 'html':
        assert again.inventory() == fresh.inventory()


def test_each_output_is_made_anew_after_an_upgrade(
    make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': 'T\n=\n\n.. matchup:: s1\n'})
    project.build('text')
    assert pages_written(project.build('text')) == []
    monkeypatch.setattr('sphinx_matchups.__version__', '99')
    assert pages_written(project.build('text')) == ['index']


def test_matchup_that_is_no_target_is_not_written_when_its_key_changes(
    make_project: Callable[..., Project],
) -> None:
    files = {
        'index.rst': 'T\n=\n\n.. toctree::\n\n   a\n   b\n',
        'a.rst': 'A\n=\n\n.. matchup:: s1\n   :no-index:\n',
        'b.rst': 'B\n=\n\n.. matchup:list:: matchups\n',
        'seeds/s1.txt': S1,
    }
    project = make_project(files)
    project.build('html')
    title, *_ = S1.splitlines()
    project.write({'seeds/s2.txt': f'{title}\n\n“Cold.”\n\n“Warm.”\n'})
    again = project.build('html')
    assert pages_read(again) == []
    assert pages_written(again) == ['b', 'index']
    assert stale_files(again, project.build('html', out='fresh')) == []

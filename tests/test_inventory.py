"""The inventory: written by one project, read back, and linked to by another."""

from __future__ import annotations

import functools
import posixpath
import re
import threading
import zlib
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from sphinx.util.inventory import InventoryFile
from support.pages import links_in, role_lines
from support.project import S1, Project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.project import Build

#: In an inventory a lone number ends the name, so these were once lost without a word.
GIZMO = 'Gizmo Pro 2 vs Gizmo X 2 Lite\n\n“Counts to two.”\n\n“Weighs 1 g: A 1 B.”\n'
ODD = 'A: B 1 C vs C++ (std:term 1 -)\n\n“Odd.”\n\n“Odder.”\n'
SLASH = 'Go/No-Go vs Cup\n\n“Decides.”\n\n“Holds.”\n'
INDEX = """T
=

.. matchup:: gizmo

.. matchup:: odd

.. matchup:: slash

.. matchup:product:: Gizmo Pro 2
"""
ALIASES = "matchups_products = [{'name': 'Gizmo Pro 2', 'aliases': ['The old one']}]\n"
ROOT = 'https://docs.example/en/'


def load(path: Path) -> dict[str, dict[str, tuple[str, str]]]:
    """The address and the display name of each object of ours, by type and name."""
    with path.open('rb') as stream:
        inventory = InventoryFile.load(stream, ROOT.rstrip('/'), posixpath.join)
    types = ('product', 'persona', 'matchup', 'quote')
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for objtype in types:
        items = {
            name: inventory[f'matchup:{objtype}'][name] for name in inventory[f'matchup:{objtype}']
        }
        # Up to Sphinx 8.1 an item is a tuple.
        found[objtype] = {
            name: (item[2], item[3]) if isinstance(item, tuple) else (item.uri, item.display_name)
            for name, item in items.items()
        }
    return found


@pytest.fixture(scope='module')
def remote(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The project that others link to."""
    seeds = {'seeds/gizmo.txt': GIZMO, 'seeds/odd.txt': ODD, 'seeds/slash.txt': SLASH}
    files = {**seeds, 'index.rst': INDEX}
    project = Project(tmp_path_factory.mktemp('remote'), files)
    project.configure(ALIASES)
    build = project.build('html', '-n', '-W')
    assert build.exit_code == 0
    return build


def mapped(project: Project, remote: Build) -> Project:
    """Let a project use intersphinx, with the inventory as a file."""
    mapping = {'remote': (ROOT, str(remote.outdir / 'objects.inv'))}
    project.configure(
        f"extensions.append('sphinx.ext.intersphinx')\nintersphinx_mapping = {mapping!r}\n"
    )
    return project


def test_names_are_keys_without_white_space_and_display_names_are_real(remote: Build) -> None:
    lines = [line.split(' ', 4) for line in remote.inventory()]
    assert all(len(fields) == 5 and fields[2] == '-1' for fields in lines)
    assert {(fields[1], fields[0], fields[4]) for fields in lines} >= {
        ('matchup:product', 'gizmo-pro-2', 'Gizmo Pro 2'),
        ('matchup:product', 'gizmo-x-2-lite', 'Gizmo X 2 Lite'),
        ('matchup:persona', 'builder', 'Builder'),
        ('matchup:matchup', 'gizmo-pro-2-vs-gizmo-x-2-lite', 'Gizmo Pro 2 vs Gizmo X 2 Lite'),
        ('matchup:quote', 'gizmo-pro-2/builder', 'Builder on Gizmo Pro 2'),
    }
    keys = {fields[4]: fields[0] for fields in lines}
    assert re.fullmatch(r'c-plus-plus-[a-z0-9.-]+', keys['C++ (std:term 1 -)'])
    # The alias too.
    assert len(lines) == (6 + 1) + 1 + 3 + 6


# https://github.com/sphinx-doc/sphinx/issues/8844
def test_names_with_lone_numbers_load_back(remote: Build) -> None:
    found = load(remote.outdir / 'objects.inv')
    assert found['product']['gizmo-pro-2'] == (
        f'{ROOT}index.html#product-gizmo-pro-2',
        'Gizmo Pro 2',
    )
    place = f'{ROOT}index.html#matchup-gizmo-pro-2-vs-gizmo-x-2-lite'
    assert found['product']['gizmo-x-2-lite'] == (place, 'Gizmo X 2 Lite')
    assert {name for _, name in found['product'].values()} == {
        'Gizmo Pro 2',
        'Gizmo X 2 Lite',
        'A: B 1 C',
        'C++ (std:term 1 -)',
        'Go/No-Go',
        'Cup',
    }
    assert {name for _, name in found['matchup'].values()} == {
        'Gizmo Pro 2 vs Gizmo X 2 Lite',
        'A: B 1 C vs C++ (std:term 1 -)',
        'Go/No-Go vs Cup',
    }
    assert {objtype: len(names) for objtype, names in found.items()} == {
        'product': 6 + 1,
        'persona': 1,
        'matchup': 3,
        'quote': 6,
    }


def test_every_address_has_an_id_in_its_page(remote: Build) -> None:
    ids = {tag['id'] for tag in remote.soup('index.html').select('[id]')}
    for names in load(remote.outdir / 'objects.inv').values():
        for address, _ in names.values():
            page, _, anchor = address.partition('#')
            assert page == f'{ROOT}index.html'
            assert anchor in ids


# https://github.com/sphinx-doc/sphinx/issues/7096
def test_root_page_has_addresses_under_dirhtml(
    make_project: Callable[..., Project], remote: Build
) -> None:
    project = make_project({'seeds/s1.txt': S1, 'index.rst': 'T\n=\n\n.. matchup:: s1\n'})
    build = project.build('dirhtml', '-n')
    lines = [line.split(' ', 4) for line in build.inventory()]
    assert len(lines) == 2 + 1 + 1 + 2
    assert all(len(fields) == 5 for fields in lines)
    assert all(fields[3].startswith('#') and len(fields[3]) > 1 for fields in lines)
    found = load(build.outdir / 'objects.inv')
    place = f'{ROOT}#matchup-teapot-pro-vs-kettle-one'
    assert found['product']['kettle-one'] == (place, 'Kettle One')
    other = mapped(
        make_project({'index.rst': 'T\n=\n\n:matchup:product:`Kettle One`\n'}, 'b'), build
    )
    linking = other.build('html', '-n', '-W')
    assert links_in(linking.soup('index.html'), 'a.external') == [(place, 'Kettle One')]


GIZMOS = f'{ROOT}index.html#matchup-gizmo-pro-2-vs-gizmo-x-2-lite'
CARD = f'{ROOT}index.html#quote-gizmo-pro-2-vs-gizmo-x-2-lite'
#: Role, text, address, text shown.
EXTERNAL = [
    ('matchup:product', 'Gizmo Pro 2', f'{ROOT}index.html#product-gizmo-pro-2', 'Gizmo Pro 2'),
    ('matchup:product', 'gizmo pro 2', f'{ROOT}index.html#product-gizmo-pro-2', 'Gizmo Pro 2'),
    ('matchup:product', 'gizmo-x-2-lite', GIZMOS, 'Gizmo X 2 Lite'),
    ('matchup:product', 'the light one <Gizmo X 2 Lite>', GIZMOS, 'the light one'),
    ('matchup:product', 'The old one', f'{ROOT}index.html#product-gizmo-pro-2', 'Gizmo Pro 2'),
    ('matchup:persona', 'Builder', GIZMOS, 'Builder'),
    ('matchup:persona', 'The Builder', GIZMOS, 'Builder'),
    ('external+remote:matchup:persona', 'the builder', GIZMOS, 'Builder'),
    ('matchup:quote', 'Gizmo Pro 2/The Builder', f'{CARD}-1', 'Builder on Gizmo Pro 2'),
    ('matchup:matchup', 'Gizmo Pro 2 vs Gizmo X 2 Lite', GIZMOS, 'Gizmo Pro 2 vs Gizmo X 2 Lite'),
    ('matchup:quote', 'Gizmo Pro 2/Builder', f'{CARD}-1', 'Builder on Gizmo Pro 2'),
    ('matchup:quote', 'gizmo-x-2-lite/builder', f'{CARD}-2', 'Builder on Gizmo X 2 Lite'),
    ('external:matchup:product', 'Gizmo X 2 Lite', GIZMOS, 'Gizmo X 2 Lite'),
    ('external+remote:matchup:product', 'gizmo-x-2-lite', GIZMOS, 'Gizmo X 2 Lite'),
    (
        'external+remote:matchup:quote',
        'Gizmo Pro 2/Builder',
        f'{CARD}-1',
        'Builder on Gizmo Pro 2',
    ),
    ('any', 'gizmo-x-2-lite', GIZMOS, 'Gizmo X 2 Lite'),
]


# https://github.com/sphinx-contrib/httpdomain/issues/76
@pytest.mark.parametrize('markup', ['rst', 'md'])
@pytest.mark.parametrize('jobs', ['-j1', '-j2'])
def test_project_without_seeds_links_out_by_name_and_key(
    make_project: Callable[..., Project], remote: Build, markup: str, jobs: str
) -> None:
    roles = [(role, text) for role, text, _, _ in EXTERNAL]
    project = mapped(make_project({f'index.{markup}': role_lines(markup, roles)}), remote)
    build = project.build('html', '-n', '-W', jobs)
    assert build.warnings == []
    assert build.exit_code == 0
    assert links_in(build.soup('index.html'), 'a.external') == [
        (address, shown) for _, _, address, shown in EXTERNAL
    ]


def test_external_name_means_what_the_other_project_calls_so(
    make_project: Callable[..., Project], remote: Build
) -> None:
    roles = [('external+remote:matchup:product', 'Gizmo Pro 2')]
    project = mapped(make_project({'index.rst': role_lines('rst', roles)}), remote)
    conf = (project.srcdir / 'conf.py').read_text('utf-8')
    own = "matchups_products = [{'name': 'Gizmo Pro 2', 'key': 'our-gizmo'}]\n"
    project.write({'conf.py': conf + own})
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    assert links_in(build.soup('index.html'), 'a.external') == [
        (f'{ROOT}index.html#product-gizmo-pro-2', 'Gizmo Pro 2')
    ]


def test_what_stands_here_comes_before_what_stands_elsewhere(
    make_project: Callable[..., Project], remote: Build
) -> None:
    roles = [
        ('matchup:product', 'Gizmo Pro 2'),
        ('external:matchup:product', 'Gizmo Pro 2'),
        ('matchup:product', 'Gizmo X 2 Lite'),
    ]
    seed = 'Gizmo Pro 2 vs Abacus\n\n“Counts.”\n\n“Clicks.”\n'
    page = role_lines('rst', roles) + '\n.. matchup:: a\n'
    build = mapped(make_project({'index.rst': page, 'seeds/a.txt': seed}), remote).build(
        'html', '-n'
    )
    assert build.warnings == []
    assert [
        address for address, _ in links_in(build.soup('index.html').select_one('.body ul'))
    ] == [
        '#matchup-gizmo-pro-2-vs-abacus',
        f'{ROOT}index.html#product-gizmo-pro-2',
        GIZMOS,
    ]


def test_name_that_no_project_knows_warns_once(
    make_project: Callable[..., Project], remote: Build
) -> None:
    page = 'T\n=\n\n:matchup:product:`Gizmo Pro 3` :matchup:product:`Gizmo Pro 2`\n'
    project = mapped(make_project({'index.rst': page}), remote)
    assert project.build('html', '-n').warnings == [
        "index.rst:4: WARNING: no product 'Gizmo Pro 3' [matchups.ref]"
    ]
    text = "nitpick_ignore = [('matchup:product', 'Gizmo Pro 3')]\n"
    conf = (project.srcdir / 'conf.py').read_text('utf-8')
    project.write({'conf.py': conf + text})
    assert project.build('html', '-n').warnings == []


@pytest.mark.parametrize('role', ['matchup:quote', 'external+remote:matchup:quote'])
def test_quote_on_a_product_with_a_slash_in_its_name_is_found_elsewhere(
    make_project: Callable[..., Project], remote: Build, role: str
) -> None:
    page = role_lines('rst', [('matchup:product', 'Go/No-Go'), (role, 'Go/No-Go/Builder')])
    build = mapped(make_project({'index.rst': page}), remote).build('html', '-n')
    assert build.warnings == []
    names = [text for _, text in links_in(build.soup('index.html'), 'a.external')]
    assert names == ['Go/No-Go', 'Builder on Go/No-Go']


# --------------------------------------------------------------------------------- over HTTP


@pytest.fixture
def served(remote: Build) -> Iterator[str]:
    """The address at which the output of the project stands."""
    handler = functools.partial(QuietHandler, directory=str(remote.outdir))
    with ThreadingHTTPServer(('127.0.0.1', 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f'http://127.0.0.1:{server.server_address[1]}/'
        server.shutdown()
        thread.join()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *args: object) -> None:
        pass


def with_mapping(address: str, inventory: str | None = None, *, ours: bool = True) -> str:
    """Lines of ``conf.py``."""
    extensions = ['myst_parser', 'sphinx.ext.intersphinx', *(['sphinx_matchups'] if ours else [])]
    mapping = {'remote': (address, inventory)}
    return f'extensions = {extensions!r}\nintersphinx_mapping = {mapping!r}\n'


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_links_out_over_http(
    make_project: Callable[..., Project], served: str, markup: str
) -> None:
    roles = [(role, text) for role, text, _, _ in EXTERNAL]
    project = make_project({f'index.{markup}': role_lines(markup, roles)})
    project.configure(with_mapping(served))
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    assert links_in(build.soup('index.html'), 'a.external') == [
        (address.replace(ROOT, served), shown) for _, _, address, shown in EXTERNAL
    ]


#: What a project without the extension writes, and where it leads.
STANDARD = {
    'rst': """T
=

* :external+remote:ref:`matchup-product-gizmo-pro-2`
* :external+remote:ref:`the old one <matchup-product-gizmo-pro-2>`
""",
    'md': """# T

* {external+remote:ref}`matchup-product-gizmo-pro-2`
* [the old one](inv:remote:matchup:product#gizmo-pro-2)
* [the light one](inv:remote:matchup:product#gizmo-x-2-lite)
* [](inv:#gizmo-pro-2)
""",
}


@pytest.mark.parametrize('markup', ['rst', 'md'])
@pytest.mark.parametrize('way', ['http', 'file'])
def test_project_without_the_extension_links_to_ours(
    make_project: Callable[..., Project], remote: Build, served: str, markup: str, way: str
) -> None:
    project = make_project({f'index.{markup}': STANDARD[markup]})
    inventory = None if way == 'http' else str(remote.outdir / 'objects.inv')
    project.configure(with_mapping(served, inventory, ours=False))
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    entry = f'{served}index.html#product-gizmo-pro-2'
    light = GIZMOS.replace(ROOT, served)
    expected = [(entry, 'Gizmo Pro 2'), (entry, 'the old one')]
    if markup == 'md':
        expected += [(light, 'the light one'), (entry, 'Gizmo Pro 2')]
    assert links_in(build.soup('index.html'), 'a.external') == expected


def test_ours_links_to_any_other_project(make_project: Callable[..., Project]) -> None:
    files = {'index.rst': '.. _start:\n\nStart here\n==========\n\n.. rst:role:: pour\n'}
    other = make_project(files, 'other')
    other.write({'conf.py': "project = 'Other'\n"})
    theirs = other.build('html', '-n', '-W')
    page = 'T\n=\n\n:external+remote:ref:`start` :external+remote:rst:role:`pour`\n\n'
    seed = {'seeds/a.txt': SLASH}
    project = mapped(make_project({'index.rst': f'{page}.. matchup:: a\n', **seed}), theirs)
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    assert links_in(build.soup('index.html'), 'a.external') == [
        (f'{ROOT}index.html#start', 'Start here'),
        (f'{ROOT}index.html#role-pour', 'pour'),
    ]


# ------------------------------------------------------------------------- labels of entries


def labels(build: Build) -> list[str]:
    """The lines of the inventory that are labels of entries."""
    data = (build.outdir / 'objects.inv').read_bytes()
    lines = zlib.decompress(data.split(b'\n', 4)[4]).decode('utf-8').splitlines()
    return [line for line in lines if re.match(r'matchup-(product|persona)-', line)]


@pytest.mark.parametrize('jobs', ['-j1', '-j2'])
def test_each_entry_has_a_label_of_sphinx(make_project: Callable[..., Project], jobs: str) -> None:
    seed = {'seeds/a.txt': SLASH}
    entries = '.. matchup:product:: Cup\n\n.. matchup:persona:: Builder\n'
    page = (
        'T\n=\n\n:ref:`matchup-product-cup` :ref:`this <matchup-persona-builder>`\n\n'
        '.. toctree::\n\n   b\n   c\n   d\n   e\n   f\n'
    )
    # A second entry changes nothing: links lead to the first.
    again = {f'{name}.rst': 'B\n=\n\n.. matchup:product:: Cup\n' for name in 'cdef'}
    project = make_project({'index.rst': page, 'b.rst': f'B\n=\n\n{entries}', **again, **seed})
    build = project.build('html', '-n', jobs)
    assert build.subtypes() == ['matchups.duplicate'] * 4
    assert labels(build) == [
        'matchup-persona-builder std:label -1 b.html#persona-builder Builder',
        'matchup-product-cup std:label -1 b.html#product-cup Cup',
    ]
    found = links_in(build.soup('index.html').select_one('.body p'))
    assert found == [('b.html#product-cup', 'Cup'), ('b.html#persona-builder', 'this')]


def test_label_of_a_page_counts_before_that_of_an_entry(
    make_project: Callable[..., Project],
) -> None:
    page = 'T\n=\n\n.. matchup:product:: Cup\n\n.. toctree::\n\n   b\n'
    project = make_project({'index.rst': page, 'seeds/a.txt': SLASH, 'b.rst': 'B\n=\n'})
    assert project.build('html', '-n').warnings == []
    project.write({'b.rst': '.. _matchup-product-cup:\n\nB\n=\n'})
    build = project.build('html', '-n')
    assert build.subtypes() == ['matchups.duplicate']
    assert "b.rst: WARNING: the label 'matchup-product-cup' of the entry" in build.warnings[0]
    assert labels(build) == ['matchup-product-cup std:label -1 b.html#$ B']
    project.write({'b.rst': 'B\n=\n'})
    build = project.build('html', '-n')
    assert build.warnings == []
    assert labels(build) == ['matchup-product-cup std:label -1 index.html#product-cup Cup']

"""The order of the house: what may import what, read from the sources."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.docs import ROOMS, room

import sphinx_matchups

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / 'sphinx_matchups'

FOREIGN_TO_THE_CORE = {'sphinx', 'docutils', 'sphinx_design', 'myst_parser'}
#: Met through `app.setup_extension`, their CSS classes and docutils alone.
NEVER_IMPORTED = {'sphinx_design', 'myst_parser'}


class Import(NamedTuple):
    """One imported module; *name* is what is taken from it, empty for the module itself."""

    importer: str
    line: int
    module: str
    name: str


def modules() -> dict[str, ast.Module]:
    """Every module of the package, by its name in the package."""
    found = {}
    for path in sorted(PACKAGE.rglob('*.py')):
        parts = path.relative_to(PACKAGE).with_suffix('').parts
        name = '.'.join(part for part in parts if part != '__init__')
        found[name] = ast.parse(path.read_text('utf-8'), str(path))
    return found


MODULES = modules()
PACKAGES = {
    '.'.join(path.parent.relative_to(PACKAGE).parts) for path in PACKAGE.rglob('__init__.py')
}
EVERY_MODULE = pytest.mark.parametrize('module', MODULES, ids=lambda name: name or '__init__')


def imports(module: str) -> Iterator[Import]:
    """What a module imports, also inside functions and for type checkers alone."""
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, node.lineno, alias.name, '')
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ''
            if node.level:
                parts = module.split('.') if module else []
                up = node.level - (module in PACKAGES)
                parts = parts[: len(parts) - up] if up else parts
                base = '.'.join(['sphinx_matchups', *parts, *filter(None, [node.module])])
            for alias in node.names:
                yield Import(module, node.lineno, base, alias.name)


def own(imported: Import) -> str | None:
    """The module of the package that is imported, ``None`` if it is another package's."""
    name, _, rest = imported.module.partition('.')
    if name != 'sphinx_matchups':
        return None
    inner = f'{rest}.{imported.name}'.strip('.')
    return inner if inner in MODULES else rest


def test_modules_are_found() -> None:
    assert {'', 'corpus', 'corpus.model', 'domain', 'writers.html'} <= set(MODULES)
    assert {name for name in ROOMS if name not in MODULES} == set()


def test_imports_are_found() -> None:
    found = {(own(imported), imported.name) for imported in imports('directives.matchup')}
    assert ('corpus', 'Matchup') in found  # for type checkers alone
    assert ('directives.base', 'CorpusDirective') in found
    assert ('config', 'LAYOUTS') in found
    assert ('nodes', 'nodes') in {(own(i), i.name) for i in imports('cards')}
    assert ('corpus.model', 'Matchup') in {(own(i), i.name) for i in imports('corpus')}
    assert ('events', 'events') in {(own(i), i.name) for i in imports('')}  # in a function
    assert ('sphinx', 'addnodes') in {(i.module, i.name) for i in imports('nodes')}


@EVERY_MODULE
def test_a_room_imports_only_from_rooms_below(module: str) -> None:
    upward = [
        f'{imported.importer or "__init__"}:{imported.line} imports {target or "__init__"}'
        for imported in imports(module)
        if (target := own(imported)) is not None and room(target) > room(module)
    ]
    assert upward == []


@EVERY_MODULE
def test_the_core_knows_nothing_of_sphinx(module: str) -> None:
    if module.partition('.')[0] == 'corpus':
        found = {imported.module.partition('.')[0] for imported in imports(module)}
        assert found & FOREIGN_TO_THE_CORE == set()


def test_the_core_can_be_used_where_sphinx_is_not_installed() -> None:
    code = (
        'import sys\n'
        f'for name in {sorted(FOREIGN_TO_THE_CORE)!r}: sys.modules[name] = None\n'
        'from sphinx_matchups.corpus import Corpus, SeedReader\n'
        'reading = SeedReader().read("A vs B\\n\\n“one”\\n\\n“two”\\n", "a.txt")\n'
        'print(list(Corpus([reading.matchup]).products))\n'
    )
    run = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("['a', 'b']\n", '')


@EVERY_MODULE
def test_extensions_are_used_through_their_public_side_alone(module: str) -> None:
    for imported in imports(module):
        assert imported.module.partition('.')[0] not in NEVER_IMPORTED, imported
        private = [
            part
            for part in f'{imported.module}.{imported.name}'.split('.')
            if part.startswith('_') and not part.startswith('__')
        ]
        # `words._` is the usual name of a translation.
        assert private in ([], ['_']), imported


@EVERY_MODULE
def test_only_the_domain_touches_the_data_of_the_environment(module: str) -> None:
    if module == 'domain':
        return
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ('data', 'domaindata', 'temp_data'), node.lineno
            on_env = isinstance(node.value, ast.Attribute | ast.Name) and 'env' in (
                getattr(node.value, 'attr', ''),
                getattr(node.value, 'id', ''),
            )
            assert not (on_env and isinstance(node.ctx, ast.Store)), node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ('setattr', 'delattr') or module == 'corpus.front_matter'


def test_the_domain_does_touch_it() -> None:
    found = {node.attr for node in ast.walk(MODULES['domain']) if isinstance(node, ast.Attribute)}
    assert 'data' in found


def test_setup_only_registers() -> None:
    (setup,) = (
        node
        for node in MODULES[''].body
        if isinstance(node, ast.FunctionDef) and node.name == 'setup'
    )
    allowed = (ast.Expr, ast.For, ast.ImportFrom, ast.Return)
    assert [type(node) for node in setup.body if not isinstance(node, allowed)] == []
    others = [
        node for node in MODULES[''].body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    assert others == [setup]


@EVERY_MODULE
def test_every_module_has_a_docstring(module: str) -> None:
    docstring = ast.get_docstring(MODULES[module])
    assert docstring
    assert docstring.partition('\n')[0].strip()


def test_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / 'pyproject.toml').read_text('utf-8'))
    source = ROOT / project['tool']['hatch']['version']['path']
    assert 'version' in project['project']['dynamic']
    assert 'version' not in project['project']
    assert source.resolve() == (PACKAGE / '__init__.py').resolve()
    assigned = [
        ast.literal_eval(node.value)
        for node in MODULES[''].body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], 'id', '') == '__version__'
    ]
    assert assigned == [sphinx_matchups.__version__]


def test_what_is_not_code_lies_inside_the_package() -> None:
    # In a checkout, and where the wheel is installed.
    for folder in (PACKAGE, Path(sphinx_matchups.__file__).parent):
        assert (folder / 'py.typed').is_file()
        assert (folder / 'static' / 'sphinx-matchups.css').is_file()
    project = tomllib.loads((ROOT / 'pyproject.toml').read_text('utf-8'))
    # Everything in the folder goes into the wheel.
    assert project['tool']['hatch']['build']['targets']['wheel'] == {'packages': [PACKAGE.name]}

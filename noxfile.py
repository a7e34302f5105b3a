"""The sessions that build, test and check the project: ``nox -l`` lists them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nox

nox.needs_version = '>=2024.10.9'
nox.options.default_venv_backend = 'uv|virtualenv'
nox.options.sessions = ['docs', 'tests', 'lint', 'types']
nox.options.error_on_external_run = True

LATEX_ON_DEBIAN = (
    'apt-get install -y --no-install-recommends texlive-latex-recommended texlive-latex-extra '
    'texlive-fonts-recommended tex-gyre latexmk texlive-luatex fonts-freefont-otf poppler-utils'
)

BROWSER_ON_DEBIAN = (
    'apt-get install -y --no-install-recommends chromium nodejs npm default-jre-headless'
)

#: Python, and what goes with it: the oldest and the newest releases, and two in between.
LANES = {
    'oldest': ('3.11', ['sphinx==8.1.3', 'docutils==0.21.2', 'sphinx-design==0.6.1']),
    'sphinx-9.0': ('3.11', ['sphinx==9.0.4']),
    'sphinx-9.1': ('3.12', ['sphinx~=9.1.0']),
    'newest': ('3.13', ['sphinx~=9.2.0', 'docutils~=0.23.0']),
}
#: The lanes that make PDFs too, which takes longest and hardly depends on the releases between.
LANES_WITH_PDF = ('oldest', 'newest')


def find_python(version: str) -> str:
    """A Python of this version: the running one, one on the PATH, or one of pyenv's.

    A name on the PATH may be a shim that only says that the version is not chosen, so each
    candidate is run.
    """
    pyenv = Path(os.environ.get('PYENV_ROOT', Path.home() / '.pyenv'), 'versions')
    installed = sorted(str(path) for path in pyenv.glob(f'{version}*/bin/python{version}'))
    for candidate in (sys.executable, f'python{version}', *installed):
        command = [candidate, '-c', 'import sys; print("%d.%d" % sys.version_info[:2])']
        try:
            found = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        if found.stdout.strip() == version:
            return candidate
    return f'python{version}'


def install(session: nox.Session, *groups: str, constraints: list[str] | None = None) -> None:
    """Install the project with dependency groups, as an ordinary package."""
    requirements = nox.project.dependency_groups(nox.project.load_toml('pyproject.toml'), *groups)
    session.install('.', *requirements, *(constraints or []))


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation as HTML, and as PDF where there is LaTeX; say where they are."""
    install(session, 'docs')
    build = Path('docs/_build')
    options = session.posargs or ['--fail-on-warning', '--nitpicky', '--keep-going']
    for builder in ('html', 'latex'):
        command = ['sphinx-build', '-b', builder, '--fresh-env', '-d', f'{build}/doctrees']
        session.run(*command, *options, 'docs', f'{build}/{builder}')
    session.log('The documentation is in %s', (build / 'html' / 'index.html').resolve())
    latexmk = shutil.which('latexmk')
    if latexmk is None or shutil.which('lualatex') is None:
        session.log('For a PDF too, install LaTeX, on Debian as root: %s', LATEX_ON_DEBIAN)
        return
    with session.chdir(build / 'latex'):
        # latexmk runs the engine of latex_engine as often as links and indices need it.
        flags = ['-pdf', '-dvi-', '-ps-', '-interaction=nonstopmode', '-halt-on-error', '-silent']
        session.run(latexmk, *flags, 'sphinx-matchups.tex', external=True)
    session.log('The PDF is %s', (build / 'latex' / 'sphinx-matchups.pdf').resolve())


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests with the releases that the package installer chooses."""
    install(session, 'tests', 'docs')
    session.run('pytest', '--numprocesses', 'auto', *session.posargs)


@nox.session
@nox.parametrize(
    ('python', 'requirements', 'options'),
    [
        nox.param(
            find_python(version),
            requirements,
            [] if name in LANES_WITH_PDF else ['--ignore-glob=tests/test_pdf*.py'],
            id=name,
        )
        for name, (version, requirements) in LANES.items()
    ],
)
def lanes(session: nox.Session, requirements: list[str], options: list[str]) -> None:
    """Run the tests with each supported combination of versions whose Python is found."""
    install(session, 'tests', 'docs', constraints=requirements)
    session.run('pytest', '--numprocesses', 'auto', *options, *session.posargs)


@nox.session
def walk(session: nox.Session) -> None:
    """Change a project at random, and compare each build with a fresh one; long."""
    install(session, 'tests')
    if session.posargs:
        session.run('python', 'tests/walk.py', *session.posargs)
        return
    for options in (
        ['--number', '11', '--steps', '100'],
        ['--number', '12', '--steps', '100', '--jobs', '4'],
        ['--number', '13', '--steps', '50', '--shared'],
    ):
        session.run('python', 'tests/walk.py', *options)


@nox.session
def benchmark(session: nox.Session) -> None:
    """Compare builds with those of plain paragraphs; ``-- --matchups 1000 --pairs 7`` say how."""
    install(session, 'tests')
    session.run('python', 'tests/benchmark.py', *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Look at the pages of six themes in Chromium; needs chromium, npm and java."""
    missing = [program for program in ('chromium', 'npm', 'java') if shutil.which(program) is None]
    if missing:
        session.error(
            f'not installed: {", ".join(missing)}; on Debian as root: {BROWSER_ON_DEBIAN}'
        )
    install(session, 'browser')
    modules = Path(session.create_tmp()).resolve() / 'npm'
    modules.mkdir(exist_ok=True)
    shutil.copy('tests/browser/package.json', modules)
    npm = [
        'npm',
        'install',
        '--ignore-scripts',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--silent',
    ]
    session.run(*npm, '--prefix', str(modules), external=True)
    session.run(
        'pytest',
        'tests/browser',
        *session.posargs,
        env={
            'SPHINX_MATCHUPS_REQUIRE_BROWSER': '1',
            'SPHINX_MATCHUPS_NODE_MODULES': str(modules / 'node_modules'),
        },
    )


@nox.session
def pictures(session: nox.Session) -> None:
    """Draw the pictures of the docs anew, that of a PDF page from the last ``nox -s docs``."""
    install(session, 'browser')
    session.run('python', 'tests/browser/pictures.py', env={'PYTHONPATH': 'tests'})


@nox.session
def babel(session: nox.Session) -> None:
    """Bring the message catalogs up to date; ``-- extract``, ``update``, ``compile`` or all.

    A language named behind them, such as ``fr``, is begun.
    """
    session.install(
        *nox.project.dependency_groups(nox.project.load_toml('pyproject.toml'), 'babel')
    )
    session.run('python', 'tests/babel_runner.py', *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.install(
        *nox.project.dependency_groups(nox.project.load_toml('pyproject.toml'), 'lint')
    )
    session.run('ruff', 'check', '.')
    session.run('ruff', 'format', '--check', '.')


@nox.session
def types(session: nox.Session) -> None:
    """Check the types."""
    install(session, 'types')
    session.run('mypy')

"""The documentation of sphinx-matchups, built with sphinx-matchups itself."""

import sys
from pathlib import Path

import sphinx_matchups

sys.path.insert(0, str(Path(__file__).parent / '_ext'))

project = 'sphinx-matchups'
author = 'The sphinx-matchups authors'
copyright = f'2026, {author}'
release = version = sphinx_matchups.__version__

extensions = ['sphinx_matchups', 'myst_parser', 'reference']
exclude_patterns = ['_build']
nitpicky = True

myst_enable_extensions = ['colon_fence', 'deflist']

matchups_seeds = ['../seeds']

html_theme = 'furo'
html_title = f'{project} {version}'

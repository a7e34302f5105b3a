"""The documentation of sphinx-matchups, built with sphinx-matchups itself."""

import sys
from pathlib import Path

import sphinx_matchups

sys.path.insert(0, str(Path(__file__).parent / '_ext'))

project = 'sphinx-matchups'
author = 'The sphinx-matchups authors'
copyright = f'2026, {author}'
release = version = sphinx_matchups.__version__

extensions = ['sphinx_matchups', 'myst_parser', 'reference', 'results']
exclude_patterns = ['_build']
nitpicky = True

myst_enable_extensions = ['colon_fence', 'deflist']

matchups_seeds = ['../seeds']

html_theme = 'furo'
html_title = f'{project} {version}'
html_static_path = ['_static']
html_css_files = ['docs.css']

# The examples hold signs that pdflatex cannot show.
latex_engine = 'lualatex'
latex_use_xindy = False
latex_documents = [('index', f'{project}.tex', project, author, 'manual')]
latex_elements = {
    'papersize': 'a4paper',
    'extraclassoptions': 'openany,oneside',
}

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
# What the seeds name, but do not compare.
matchups_products = [
    'LangGraph',
    {'name': 'AutoGen', 'aliases': ['Autogen']},
    'CrewAI',
    'LlamaIndex Workflows',
    'Cursor',
    'Windsurf',
    'Claude Code',
    'Phi-3.5-mini',
    'Gemma 3 4B',
    'Qwen2.5-3B',
    'Qwen2.5-VL-3B',
    'Moondream 2',
    'PaliGemma 2',
]

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

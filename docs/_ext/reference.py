"""The reference lists of this documentation, drawn from the code that they describe.

Four directives without arguments: ``reference-settings``, ``reference-warnings``,
``reference-panel`` and ``reference-rooms``. They build nodes directly, so what the pages say is
what the code does.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from rooms import room
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

import sphinx_matchups
from sphinx_matchups import config, diagnostics
from sphinx_matchups.corpus import panel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_matchups.config import Setting

#: What Sphinx does when a setting changes, by the setting's ``rebuild``.
REBUILDS = {
    '': 'the pages that show something else now are built again',
    'env': 'all pages are read again',
    'html': 'all pages are written again',
}


class SettingsDirective(SphinxDirective):
    """Every setting of ``conf.py`` as an object that the ``confval`` role links to."""

    def run(self) -> list[nodes.Node]:
        """Describe each setting, in the order of the code."""
        self.env.note_dependency(config.__file__)
        return [node for setting in config.SETTINGS for node in self._describe(setting)]

    def _describe(self, setting: Setting) -> list[nodes.Node]:
        name = setting.name
        anchor = f'confval-{name}'
        signature = addnodes.desc_signature(name, '', addnodes.desc_name(name, name))
        signature['ids'].append(anchor)
        # What the table of contents of the page shows.
        signature['_toc_parts'], signature['_toc_name'] = (name,), name
        self.set_source_info(signature)
        self.state.document.note_explicit_target(signature)
        domain = self.env.domains.standard_domain
        domain.note_object('confval', name, anchor, location=signature)
        content = addnodes.desc_content(
            '',
            nodes.paragraph('', setting.description),
            nodes.paragraph(
                '',
                '',
                nodes.Text('The default is '),
                literal(repr(setting.default)),
                nodes.Text(', the type '),
                *alternatives(kind.__name__ for kind in setting.types),
                nodes.Text(f'. When it changes, {REBUILDS[setting.rebuild]}.'),
            ),
        )
        description = addnodes.desc('', signature, content, domain='std', objtype='confval')
        description['classes'] += ['std', 'confval']
        entry = ('single', f'{name} (setting)', anchor, '', None)
        return [addnodes.index(entries=[entry]), description]


class WarningsDirective(SphinxDirective):
    """Every warning, with what it means."""

    def run(self) -> list[nodes.Node]:
        """One row a subtype, in the order of the code."""
        self.env.note_dependency(diagnostics.__file__)
        rows = [
            (literal(f'{diagnostics.WARNING_TYPE}.{subtype}'), nodes.Text(subtype.description))
            for subtype in diagnostics.Subtype
        ]
        return [table((30, 70), ('Warning', 'What is wrong'), rows)]


class PanelDirective(SphinxDirective):
    """The personas that need no setting, with their rounds and cue words."""

    def run(self) -> list[nodes.Node]:
        """One row a persona, in the order of the rounds."""
        self.env.note_dependency(panel.__file__)
        personas = {persona.key: persona for persona in panel.DEFAULT_PERSONAS}
        rows = [
            (
                nodes.Text(str(number)),
                nodes.Text(personas[key].name),
                nodes.Text(', '.join(personas[key].cues) or 'none needed'),
            )
            for number, seat in enumerate(panel.DEFAULT_PANEL, 1)
            for key in seat
        ]
        return [table((10, 20, 70), ('Round', 'Persona', 'Cue words'), rows)]


class RoomsDirective(SphinxDirective):
    """The modules of the package, in the order in which they may import."""

    def run(self) -> list[nodes.Node]:
        """One row a module: its room, its path, and the first line of its docstring."""
        package = Path(sphinx_matchups.__file__).parent
        modules = []
        for path in package.rglob('*.py'):
            self.env.note_dependency(path)
            parts = path.relative_to(package).with_suffix('').parts
            name = '.'.join(part for part in parts if part != '__init__')
            docstring = ast.get_docstring(ast.parse(path.read_text('utf-8'))) or ''
            place = path.relative_to(package).as_posix()
            modules.append((room(name), place, docstring.partition('\n')[0]))
        rows = [
            (nodes.Text(str(number + 1)), literal(place), nodes.Text(words.replace('``', '')))
            for number, place, words in sorted(modules)
        ]
        return [table((10, 30, 60), ('Room', 'Module', 'What it holds'), rows)]


def literal(text: str) -> nodes.literal:
    """The text as inline code."""
    return nodes.literal(text, text)


def alternatives(names: Iterable[str]) -> list[nodes.Node]:
    """The names as inline code, with ``or`` between them."""
    phrase: list[nodes.Node] = []
    for name in names:
        phrase += [nodes.Text(' or '), literal(name)] if phrase else [literal(name)]
    return phrase


def table(
    widths: Sequence[int], heading: Sequence[str], rows: Iterable[Sequence[nodes.Node]]
) -> nodes.table:
    """A table of inline nodes.

    :param widths: the shares of the columns
    """
    head = nodes.thead('', _row(map(nodes.Text, heading)))
    body = nodes.tbody('', *map(_row, rows))
    columns = (nodes.colspec(colwidth=width) for width in widths)
    group = nodes.tgroup('', *columns, head, body, cols=len(widths))
    return nodes.table('', group, classes=['colwidths-given'])


def _row(cells: Iterable[nodes.Node]) -> nodes.row:
    return nodes.row('', *(nodes.entry('', nodes.paragraph('', '', cell)) for cell in cells))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive('reference-settings', SettingsDirective)
    app.add_directive('reference-warnings', WarningsDirective)
    app.add_directive('reference-panel', PanelDirective)
    app.add_directive('reference-rooms', RoomsDirective)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}

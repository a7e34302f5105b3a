"""The stylesheet of a project: the one of the package, and what the settings say of personas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .colors import visible_color

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..corpus import Persona

STYLESHEET = 'sphinx-matchups.css'
_PACKAGED = Path(__file__).parent.parent / 'static' / STYLESHEET


def stylesheet(personas: Iterable[Persona]) -> str:
    """The stylesheet, with the icons and colours of personas at its end."""
    return _PACKAGED.read_text('utf-8') + ''.join(map(_rule, personas))


def persona_class(key: str) -> str:
    """The class of what a persona says, and of its name above it."""
    return f'matchup-persona-{key}'


def _rule(persona: Persona) -> str:
    """What the settings say of a persona; empty for nothing."""
    # A key may have dots.
    name = persona_class(persona.key).replace('.', '\\.')
    rule = ''
    if persona.color:
        bar = f'0.3rem solid #{visible_color(persona.color)}'
        rule += f'\n.matchup-card.{name} {{\n  border-inline-start: {bar};\n}}\n'
    if persona.icon:
        icon = f"'{_escaped(persona.icon)}\\0000a0'"
        rule += f'\n.{name} {{\n  --matchup-persona-icon: {icon};\n}}\n'
    return rule


def _escaped(text: str) -> str:
    """The text for a string of CSS, whatever encoding the file is read in."""
    return ''.join(f'\\{ord(sign):06x}' for sign in text)

"""The settings of ``conf.py`` and of the TOML file, validated once into a frozen record."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .corpus import (
    DEFAULT_DECLARATIONS,
    DEFAULT_PANEL,
    DEFAULT_PERSONAS,
    Declarations,
    Persona,
    Problem,
    Product,
    make_key,
)
from .corpus.naming import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

LAYOUTS = ('columns', 'stack')
#: Which product names inside quotes are links.
LINKED_MENTIONS = ('first', 'all', 'off')

_DEFAULT_FILE = 'matchups.toml'
_COLOR = re.compile('#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})')


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of ``conf.py``, as it is registered with Sphinx and listed in the docs."""

    name: str
    default: Any
    rebuild: Literal['', 'env', 'html']
    types: tuple[type, ...]
    description: str


SETTINGS = (
    Setting(
        'matchups_seeds',
        ['seeds'],
        '',  # pages keep fingerprints of the seeds they show
        (list, tuple, str),
        'Files, folders or globs of seeds, relative to conf.py. '
        'A folder stands for the .txt files in it and below it.',
    ),
    Setting(
        'matchups_panel',
        [list(seat) if len(seat) > 1 else seat[0] for seat in DEFAULT_PANEL],
        'env',
        (list, tuple),
        'The persona of each round; a list of them where cue words decide.',
    ),
    Setting(
        'matchups_personas',
        {},
        'env',
        (dict,),
        'Further personas, or other names, cue words, icons and colours for known ones: '
        'a dictionary by key.',
    ),
    Setting(
        'matchups_products',
        [],
        'env',
        (list, tuple, dict),
        'Products known beforehand: names, or dictionaries with name, key and aliases.',
    ),
    Setting(
        'matchups_file',
        _DEFAULT_FILE,
        '',  # the content decides, not the name
        (str,),
        'A TOML file with panel, personas and products, relative to conf.py.',
    ),
    Setting(
        'matchups_layout',
        'columns',
        'env',
        (str,),
        'How a matchup stands on the page: columns (side by side) or stack.',
    ),
    Setting(
        'matchups_link_mentions',
        'first',
        '',  # links are made when a page is written, and pages keep fingerprints of them
        (str,),
        'Which product names inside quotes are links: the first of each in a card, all or off.',
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as the rest of the extension uses them."""

    seeds: tuple[str, ...] = ('seeds',)
    #: Whether nobody asked for these seeds, so that they may be absent.
    default_seeds: bool = True
    declarations: Declarations = DEFAULT_DECLARATIONS
    layout: str = 'columns'
    link_mentions: str = 'first'


def read_settings(
    values: Mapping[str, Any], confdir: Path, conf_path: str = 'conf.py'
) -> tuple[Settings, list[Problem]]:
    """Validate the settings; a wrong value is a problem and counts as not given.

    :param values: the values by setting name; of a wrong type are left out without a word,
        since Sphinx warns about these itself
    :param confdir: the folder of ``conf.py``
    :param conf_path: ``conf.py`` as problems name it
    """
    given = {
        setting.name: values[setting.name]
        if isinstance(values.get(setting.name), setting.types)
        else setting.default
        for setting in SETTINGS
    }
    conf = _Source(conf_path, 'matchups_')
    conf.values = {key: given[f'matchups_{key}'] for key in _DECLARED}
    name = given['matchups_file']
    file = _Source(f'{conf_path.removesuffix("conf.py")}{name}')
    if name:
        path = confdir / name
        if path.exists():
            _read_toml(path, file)
        elif name != _DEFAULT_FILE:
            conf.report(f'matchups_file: there is no file {path}')
    seeds = given['matchups_seeds']
    settings = Settings(
        seeds=conf.texts([seeds] if isinstance(seeds, str) else seeds, 'matchups_seeds'),
        default_seeds=list(seeds) == SETTINGS[0].default,
        layout=conf.choice(given['matchups_layout'], LAYOUTS, 'matchups_layout'),
        link_mentions=conf.choice(
            given['matchups_link_mentions'], LINKED_MENTIONS, 'matchups_link_mentions'
        ),
        declarations=_read_declarations(conf, file),
    )
    return settings, [*conf.problems, *file.problems]


@dataclass(slots=True)
class _Source:
    """One of the two files that declare panel, personas and products."""

    path: str
    #: What stands before the name of each value.
    prefix: str = ''
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def table(self) -> str:
        """What the language of the file calls a mapping."""
        return 'dictionary' if self.prefix else 'table'

    def report(self, message: str) -> None:
        self.problems.append(Problem('config', message, self.path))

    def texts(self, values: Iterable[Any], where: str) -> tuple[str, ...]:
        """The texts of a list, each reported that is none."""
        texts = []
        for value in values:
            if isinstance(value, str) and value.strip():
                texts.append(value.strip())
            else:
                self.report(f'{where} holds {value!r}; expected text')
        return tuple(texts)

    def choice(self, value: str, choices: tuple[str, ...], where: str) -> str:
        """One of several words, the first with a report if it is none of them."""
        if value in choices:
            return value
        expected = did_you_mean(value, choices) or f'; expected {" or ".join(choices)}'
        self.report(f"{where} is '{value}'{expected}")
        return choices[0]

    def check_fields(self, value: Mapping[Any, Any], known: tuple[str, ...], where: str) -> None:
        for name in value:
            if name not in known:
                expected = did_you_mean(str(name), known) or f'; known are {", ".join(known)}'
                self.report(f"{where} has an unknown field '{name}'{expected}")


#: What both files may declare, the types that it may have there, and their words.
_DECLARED: dict[str, tuple[tuple[type, ...], str]] = {
    'panel': ((list,), 'a list of personas'),
    'personas': ((dict,), 'a table by key'),
    'products': ((list, dict), 'a list of names or tables, or a table by name'),
}


def _read_toml(path: Path, file: _Source) -> None:
    try:
        content = tomllib.loads(path.read_text('utf-8-sig'))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        file.report(f'the file cannot be read as TOML: {error}')
        return
    for key, value in content.items():
        if key not in _DECLARED:
            expected = did_you_mean(key, _DECLARED) or f'; known are {", ".join(_DECLARED)}'
            file.report(f"unknown key '{key}'{expected}")
            continue
        types, words = _DECLARED[key]
        if isinstance(value, types):
            file.values[key] = value
        else:
            file.report(f"'{key}' is {value!r}; expected {words}")


def _read_declarations(conf: _Source, file: _Source) -> Declarations:
    """Bring ``conf.py`` and the TOML file together; where both speak, ``conf.py`` counts."""
    personas = {persona.key: persona for persona in DEFAULT_PERSONAS}
    for source in (file, conf):
        _read_personas(source, personas)
    _report_personas_of_one_name(conf if conf.values['personas'] else file, personas.values())
    products: dict[str, Product] = {}
    for source in (conf, file):
        _read_products(source, products, conf)
    # A panel in conf.py that is the default one was most likely not written there.
    is_default = list(conf.values['panel']) == SETTINGS[1].default
    source = file if is_default and 'panel' in file.values else conf
    panel = tuple(_read_panel(source, personas))
    return Declarations(panel, tuple(personas.values()), tuple(products.values()))


def _read_personas(source: _Source, personas: dict[str, Persona]) -> None:
    seen: dict[str, str] = {}
    for name, value in source.values.get('personas', {}).items():
        where = f"{source.prefix}personas: '{name}'"
        key = make_key(str(name))
        if key in seen:
            source.report(f"{where} has the key '{key}' of '{seen[key]}'; declare it once")
            continue
        seen[key] = str(name)
        fields = {'name': value} if isinstance(value, str) else value
        if not isinstance(fields, dict):
            expected = f'expected a name, or a {source.table} of name, cues, icon and color'
            source.report(f'{where} is {value!r}; {expected}')
            continue
        source.check_fields(fields, ('name', 'cues', 'icon', 'color'), where)
        known = personas.get(key, Persona(key, key.replace('-', ' ').title()))
        personas[key] = Persona(
            key,
            _text_field(source, fields, 'name', known.name, where),
            _list_field(source, fields, 'cues', known.cues, where),
            _text_field(source, fields, 'icon', known.icon, where),
            _color_field(source, fields, known.color, where),
        )


def _report_personas_of_one_name(source: _Source, personas: Iterable[Persona]) -> None:
    """Report personas that seeds cannot tell apart by name."""
    by_name: dict[str, list[Persona]] = {}
    for persona in personas:
        by_name.setdefault(make_key(persona.name), []).append(persona)
    for found in by_name.values():
        if len(found) > 1:
            keys = ' and '.join(persona.key for persona in found)
            source.report(
                f"the personas {keys} are both named '{found[0].name}', so an "
                'attribution must name one by its key; give one of them another name'
            )


def _read_products(source: _Source, products: dict[str, Product], conf: _Source) -> None:
    for value in _product_items(source):
        fields = {'name': value} if isinstance(value, str) else value
        name = fields.get('name') if isinstance(fields, dict) else None
        if not isinstance(fields, dict) or not isinstance(name, str) or not name.strip():
            expected = f'expected a name, or a {source.table} with a name'
            source.report(f'{source.prefix}products holds {value!r}; {expected}')
            continue
        where = f"{source.prefix}products: '{name}'"
        source.check_fields(fields, ('name', 'key', 'aliases'), where)
        key = make_key(_text_field(source, fields, 'key', name, where))
        if key not in products:
            aliases = _list_field(source, fields, 'aliases', (), where)
            products[key] = Product(key, name.strip(), aliases, declared=True)
        elif source is conf or products[key].name != name.strip():
            source.report(
                f"{where} has the key '{key}' of '{products[key].name}'; "
                "give one of them another 'key'"
            )
        else:
            source.report(f'{where} is declared in {conf.path} too, and what it says there counts')


def _product_items(source: _Source) -> Iterator[Any]:
    listed = source.values.get('products', ())
    if not isinstance(listed, dict):
        yield from listed
        return
    for name, value in listed.items():
        if isinstance(value, dict):
            yield {'name': name, **value}
        else:
            where = f"{source.prefix}products: '{name}'"
            source.report(f'{where} is {value!r}; expected a {source.table} of key and aliases')
            yield str(name)


def _read_panel(source: _Source, personas: Mapping[str, Persona]) -> Iterator[tuple[str, ...]]:
    """The seats; one that nobody can take stays empty, so that the others keep their rounds."""
    key_of_name = {make_key(persona.name): key for key, persona in personas.items()}
    where = f'{source.prefix}panel'
    for seat in source.values['panel']:
        keys = []
        for name in source.texts(seat if isinstance(seat, list | tuple) else [seat], where):
            key = make_key(name)
            key = key if key in personas else key_of_name.get(key, '')
            if key:
                keys.append(key)
            else:
                known = [persona.name for persona in personas.values()]
                expected = did_you_mean(name, known) or '; declare it as a persona'
                source.report(f"{where} seats nobody called '{name}'{expected}")
        yield tuple(dict.fromkeys(keys))


def _text_field(
    source: _Source, fields: Mapping[Any, Any], name: str, default: str, where: str
) -> str:
    if name not in fields:
        return default.strip()
    value = fields[name]
    if isinstance(value, str) and value.strip():
        return value.strip()
    source.report(f"{where}: '{name}' is {value!r}; expected text")
    return default


def _color_field(source: _Source, fields: Mapping[Any, Any], default: str, where: str) -> str:
    """Six hexadecimal digits of a colour written with six or three of them."""
    if 'color' not in fields:
        return default
    value = fields['color']
    found = _COLOR.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        source.report(f"{where}: 'color' is {value!r}; expected one such as '#1d6fa5'")
        return default
    digits = found[1].lower()
    return digits if len(digits) == 6 else ''.join(2 * digit for digit in digits)


def _list_field(
    source: _Source, fields: Mapping[Any, Any], name: str, default: tuple[str, ...], where: str
) -> tuple[str, ...]:
    value = fields.get(name, default)
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list | tuple):
        return source.texts(value, f"{where}: '{name}'")
    source.report(f"{where}: '{name}' is {value!r}; expected a list")
    return default

"""The settings of ``conf.py`` and of the TOML file, validated once into a frozen record."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
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
    from collections.abc import Iterable, Mapping
    from pathlib import Path

LAYOUTS = ('columns', 'stack')

_CONF = 'conf.py'


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
        'Further personas, or other names and cue words for known ones: a dictionary by key.',
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
        'matchups.toml',
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
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as the rest of the extension uses them."""

    seeds: tuple[str, ...] = ('seeds',)
    #: Whether nobody asked for these seeds, so that they may be absent.
    default_seeds: bool = True
    declarations: Declarations = DEFAULT_DECLARATIONS
    layout: str = 'columns'


def read_settings(values: Mapping[str, Any], confdir: Path) -> tuple[Settings, list[Problem]]:
    """Validate the settings; a wrong value is a problem and counts as not given.

    :param values: the values by setting name; of a wrong type are left out without a word,
        since Sphinx warns about these itself
    :param confdir: the folder of ``conf.py``
    """
    reader = _Reader()
    given = {
        setting.name: values[setting.name]
        if isinstance(values.get(setting.name), setting.types)
        else setting.default
        for setting in SETTINGS
    }
    from_file = reader.read_file(given['matchups_file'], confdir)
    declarations = reader.read_declarations(given, from_file)
    layout = given['matchups_layout']
    if layout not in LAYOUTS:
        expected = f'expected {" or ".join(LAYOUTS)}'
        reader.report(f"matchups_layout is '{layout}'; {expected}")
        layout = LAYOUTS[0]
    seeds = given['matchups_seeds']
    settings = Settings(
        seeds=reader.texts([seeds] if isinstance(seeds, str) else seeds, 'matchups_seeds'),
        default_seeds=list(seeds) == SETTINGS[0].default,
        declarations=declarations,
        layout=layout,
    )
    return settings, reader.problems


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._path = _CONF

    def report(self, message: str) -> None:
        self.problems.append(Problem('config', message, self._path))

    def texts(self, values: Iterable[Any], where: str) -> tuple[str, ...]:
        """The non-empty texts of a list."""
        texts = []
        for value in values:
            if isinstance(value, str) and value.strip():
                texts.append(value.strip())
            else:
                self.report(f'{where} holds {value!r}; expected text')
        return tuple(texts)

    # ---------------------------------------------------------------------- the TOML file

    def read_file(self, name: str, confdir: Path) -> dict[str, Any]:
        path = confdir / name
        if not path.exists():
            if name != 'matchups.toml':
                self.report(f'matchups_file: there is no file {path}')
            return {}
        self._path = name
        try:
            content = tomllib.loads(path.read_text('utf-8'))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
            self.report(f'the file cannot be read as TOML: {error}')
            content = {}
        types: dict[str, Any] = {'panel': list, 'personas': dict, 'products': (list, dict)}
        read = {}
        for key, value in content.items():
            if key not in types:
                expected = did_you_mean(key, types) or f'; known are {", ".join(types)}'
                self.report(f"unknown key '{key}'{expected}")
            elif not isinstance(value, types[key]):
                self.report(f"'{key}' has type {type(value).__name__}")
            else:
                read[key] = value
        self._path = _CONF
        return read

    # -------------------------------------------------------------------------- declarations

    def read_declarations(
        self, given: Mapping[str, Any], from_file: Mapping[str, Any]
    ) -> Declarations:
        """Bring ``conf.py`` and the TOML file together; where both speak, ``conf.py`` counts."""
        personas = {persona.key: persona for persona in DEFAULT_PERSONAS}
        for values in (from_file.get('personas', {}), given['matchups_personas']):
            for key, value in values.items():
                self._read_persona(str(key), value, personas)
        products: dict[str, Product] = {}
        for listed in (given['matchups_products'], from_file.get('products', [])):
            items = (
                [
                    {'name': name, **value} if isinstance(value, dict) else value
                    for name, value in listed.items()
                ]
                if isinstance(listed, dict)
                else listed
            )
            for item in items:
                self._read_product(item, products)
        seats = given['matchups_panel']
        if list(seats) == _default('matchups_panel'):
            seats = from_file.get('panel', seats)
        return Declarations(
            panel=self._read_panel(seats, personas),
            personas=tuple(personas.values()),
            products=tuple(products.values()),
        )

    def _read_persona(self, key: str, value: Any, personas: dict[str, Persona]) -> None:
        where = f"matchups_personas: '{key}'"
        if isinstance(value, str):
            value = {'name': value}
        if not isinstance(value, dict):
            self.report(
                f'{where} is {value!r}; expected a name, or a dictionary with name and cues'
            )
            return
        self._check_fields(value, ('name', 'cues'), where)
        key = make_key(key)
        known = personas.get(key, Persona(key, key.replace('-', ' ').title()))
        name = value.get('name', known.name)
        cues = value.get('cues', known.cues)
        if not isinstance(name, str) or not name.strip():
            self.report(f'{where} has the name {name!r}; expected text')
            name = known.name
        if not isinstance(cues, list | tuple):
            self.report(f'{where} has the cues {cues!r}; expected a list of words')
            cues = known.cues
        personas[key] = Persona(key, name.strip(), self.texts(cues, f'{where}, cues,'))

    def _read_product(self, value: Any, products: dict[str, Product]) -> None:
        where = f'matchups_products: {value!r}'
        if isinstance(value, str):
            value = {'name': value}
        if (
            not isinstance(value, dict)
            or not isinstance(value.get('name'), str)
            or not value['name'].strip()
        ):
            self.report(f'{where}; expected a name, or a dictionary with a name')
            return
        self._check_fields(value, ('name', 'key', 'aliases'), where)
        name = value['name'].strip()
        aliases = value.get('aliases', ())
        if isinstance(aliases, str):
            aliases = [aliases]
        if not isinstance(aliases, list | tuple):
            self.report(f'{where} has aliases that are no list of names')
            aliases = ()
        key = make_key(str(value.get('key') or name))
        if key in products:
            self.report(
                f"{where} has the key '{key}' of '{products[key].name}'; give it another 'key'"
            )
            return
        products[key] = Product(
            key, name, self.texts(aliases, f'{where}, aliases,'), declared=True
        )

    def _read_panel(
        self, seats: Iterable[Any], personas: Mapping[str, Persona]
    ) -> tuple[tuple[str, ...], ...]:
        key_of_name = {make_key(persona.name): key for key, persona in personas.items()}
        panel = []
        for seat in seats:
            names = self.texts(
                [seat]
                if isinstance(seat, str)
                else seat
                if isinstance(seat, list | tuple)
                else [seat],
                'matchups_panel',
            )
            keys = []
            for name in names:
                key = make_key(name)
                key = key if key in personas else key_of_name.get(key, '')
                if key:
                    keys.append(key)
                else:
                    known = [persona.name for persona in personas.values()]
                    expected = did_you_mean(name, known) or '; declare it in matchups_personas'
                    self.report(f"matchups_panel seats nobody called '{name}'{expected}")
            if keys:
                panel.append(tuple(keys))
        return tuple(panel)

    def _check_fields(self, value: Mapping[Any, Any], known: tuple[str, ...], where: str) -> None:
        for field in value:
            if field not in known:
                expected = did_you_mean(str(field), known) or f'; known are {", ".join(known)}'
                self.report(f"{where} has an unknown field '{field}'{expected}")


def _default(name: str) -> Any:
    return next(setting.default for setting in SETTINGS if setting.name == name)

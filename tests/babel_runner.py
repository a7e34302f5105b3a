"""The message catalogs of the package: ``nox -s babel -- extract``, ``update`` or ``compile``.

``extract`` writes the template, ``update`` brings the catalog of each language up to date with it,
and begins that of a language named after it, ``compile`` makes what ``gettext`` reads. All three
are done where nothing is named. The files hold no date, no line number and no version, so that
only what has changed makes a difference.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / 'sphinx_matchups'
LOCALE_DIR = PACKAGE / 'locale'
NAME = 'sphinx_matchups'
COMMANDS = ('extract', 'update', 'compile')
COMMENT_TAG = 'Translators:'


class LastingCatalog(Catalog):
    """A catalog whose header says only what stays the same."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The fields of the header."""
        headers = [('Project-Id-Version', 'sphinx-matchups')]
        if self.locale:
            headers.append(('Language', str(self.locale)))
        headers += [
            ('MIME-Version', '1.0'),
            ('Content-Type', 'text/plain; charset=utf-8'),
            ('Content-Transfer-Encoding', '8bit'),
        ]
        if self.locale:
            headers.append(('Plural-Forms', self.plural_forms))
        name, value = headers[-1]
        return [*headers[:-1], (name, f'{value}\n')]


def extract() -> Catalog:
    """The messages of the code."""
    template = LastingCatalog(fuzzy=False)
    template.header_comment = '# The words of sphinx-matchups that readers see.'
    found = extract_from_dir(PACKAGE, comment_tags=[COMMENT_TAG], strip_comment_tags=True)
    for path, line, message, comments, context in found:
        place = (f'{NAME}/{Path(path).as_posix()}', line)
        template.add(message, None, [place], auto_comments=comments, context=context)
    return template


def update(before: bytes, template: Catalog, language: str) -> Catalog:
    """The messages of the template with the translations that there are."""
    kept = read_po(io.BytesIO(before), locale=language)
    catalog = LastingCatalog(locale=language, fuzzy=False)
    name = catalog.locale.english_name if catalog.locale else language
    catalog.header_comment = f'# The words of sphinx-matchups in {name}.'
    for message in template:
        if message.id:
            old = kept.get(message.id, message.context)
            catalog.add(
                message.id,
                old.string if old else None,
                message.locations,
                flags=old.flags if old else (),
                auto_comments=message.auto_comments,
                user_comments=old.user_comments if old else (),
                context=message.context,
            )
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """The catalog as a text file, sorted by message."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=0, sort_output=True, include_lineno=False)
    return stream.getvalue()


def mo_bytes(po: bytes, language: str) -> bytes:
    """What ``gettext`` reads, without messages that are fuzzy or not translated."""
    catalog = LastingCatalog(locale=language, fuzzy=False)
    for message in read_po(io.BytesIO(po), locale=language):
        if message.id:
            catalog[message.id] = message
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def pot_path() -> Path:
    """The template."""
    return LOCALE_DIR / f'{NAME}.pot'


def po_path(language: str) -> Path:
    """The catalog of a language."""
    return LOCALE_DIR / language / 'LC_MESSAGES' / f'{NAME}.po'


def mo_path(language: str) -> Path:
    """What the catalog of a language is compiled to."""
    return po_path(language).with_suffix('.mo')


def languages() -> list[str]:
    """The languages that have a catalog."""
    return sorted(path.parts[-3] for path in LOCALE_DIR.glob(f'*/LC_MESSAGES/{NAME}.po'))


def run(commands: list[str], new_languages: list[str]) -> None:
    """Write what the commands make."""
    if 'extract' in commands:
        LOCALE_DIR.mkdir(exist_ok=True)
        pot_path().write_bytes(po_bytes(extract()))
    if 'update' in commands:
        template = read_po(io.BytesIO(pot_path().read_bytes()))
        for language in sorted({*languages(), *new_languages}):
            path = po_path(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_bytes() if path.exists() else b''
            path.write_bytes(po_bytes(update(before, template, language)))
    if 'compile' in commands:
        for language in languages():
            mo_path(language).write_bytes(mo_bytes(po_path(language).read_bytes(), language))


def main(arguments: list[str]) -> None:
    """Take commands, and behind them the languages to begin."""
    commands = [argument for argument in arguments if argument in COMMANDS]
    new_languages = [argument for argument in arguments if argument not in COMMANDS]
    run(commands or list(COMMANDS), new_languages)
    print(f'{os.path.relpath(LOCALE_DIR)}: {", ".join(languages())}')


if __name__ == '__main__':
    main(sys.argv[1:])

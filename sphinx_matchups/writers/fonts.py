"""Which characters of quotes and names a LaTeX engine cannot show.

pdflatex stops at such a character, and the other engines leave it out with no more than a line in
their log. What Sphinx's default settings show stands in ``latex/characters.toml``; with fonts of
the user's own, only the user knows.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..corpus import Problem
from ..diagnostics import Subtype
from ..nodes import code_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..corpus import Corpus, Matchup, Occurrence
    from ..targets import Targets

_TABLE = Path(__file__).parent.parent / 'latex' / 'characters.toml'
#: Commands and packages of a preamble that bring fonts which nothing is known of here.
_OWN_FONTS = re.compile(
    r'\\(set(main|roman|sans|mono|CJK\w*)font|babelfont|newfontfamily)\b|CJK|ctex|luatexja'
)
_DECLARED = re.compile(r'\\DeclareUnicodeCharacter\{([0-9A-Fa-f]+)\}|\\newunicodechar\{(.)\}')
#: What an option of the package fontenc adds, in ranges.
_ENCODINGS = {
    'T2A': '400-52F',
    'X2': '400-52F',
    'LGR': '370-3FF 1F00-1FFF',
}
_MOST_NAMED = 4
_CYRILLIC_LANGUAGES = {'bg', 'kk', 'mk', 'mn', 'ru', 'sr', 'uk'}


@dataclass(frozen=True, slots=True)
class ShownCharacters:
    """What an engine shows, by code points, in each kind of text."""

    engine: str
    quote: frozenset[int]
    code: frozenset[int]
    #: Names stand in bold and in italics too.
    name: frozenset[int]

    def missing_in_quote(self, text: str) -> str:
        """The different characters of a quote that are not shown, in order."""
        missing: dict[str, None] = {}
        for part, is_code in code_spans(text):
            shown = self.code if is_code else self.quote
            missing |= dict.fromkeys(sign for sign in part if ord(sign) not in shown)
        return ''.join(missing)

    def missing_in_name(self, name: str) -> str:
        """The different characters of a name that are not shown, in order."""
        return ''.join(dict.fromkeys(sign for sign in name if ord(sign) not in self.name))


def shown_characters(
    engine: str, language: str, context: Mapping[str, object], elements: Mapping[str, object]
) -> ShownCharacters | None:
    """What an engine shows with these settings, ``None`` where that is not known.

    :param engine: the value of ``latex_engine``
    :param context: the parts of the preamble as the builder has them: Sphinx's defaults and,
        over them, *elements*
    :param elements: the value of ``latex_elements``
    """
    preamble = '\n'.join(value for value in context.values() if isinstance(value, str))
    table = tomllib.loads(_TABLE.read_text('utf-8'))
    if engine == 'pdflatex':
        if re.search('CJK', preamble):
            return None
        shown = points_in(table['pdflatex']['text']) | _declared(preamble)
        fontenc = str(context.get('fontenc', ''))
        if language[:2] in _CYRILLIC_LANGUAGES:
            fontenc += ' T2A'
        for name, ranges in _ENCODINGS.items():
            if name in fontenc:
                shown |= points_in(ranges)
        return ShownCharacters(engine, shown, shown, shown)
    if engine not in {'lualatex', 'xelatex'}:
        return None
    fontpkg = str(context.get('fontpkg', ''))
    if 'fontpkg' in elements or _OWN_FONTS.search(preamble.replace(fontpkg, '')):
        return None
    faces = {kind: points_in(ranges) for kind, ranges in table['freefont'].items()}
    return ShownCharacters(engine, **faces)


def font_problems(
    corpus: Corpus, targets: Targets, shown: ShownCharacters, settings_path: str
) -> Iterator[Problem]:
    """One problem for each quote and each name on a page that is not shown as it is.

    :param settings_path: where names come from that no seed holds
    """
    for quote in chain(*corpus.quotes.values()):
        if targets.find('quote', corpus.quote_key(quote)):
            yield from _quote_problems(corpus.occurrences_of(quote), shown)
    for product in corpus.products.values():
        if targets.find('product', product.key):
            first = next(((m.path, m.line) for m in corpus.matchups_of(product.key)), None)
            yield from _name_problems(product.name, first or (settings_path, 1), shown)
    for persona in corpus.personas.values():
        if targets.find('persona', persona.key):
            places = map(corpus.occurrences_of, corpus.quotes_of_persona(persona.key))
            first = next(((m.path, quote.line) for m, quote in chain(*places)), None)
            yield from _name_problems(persona.name, first or (settings_path, 1), shown)


def _quote_problems(
    occurrences: list[tuple[Matchup, Occurrence]], shown: ShownCharacters
) -> Iterator[Problem]:
    """The text is the same everywhere and told of once, the verdicts may differ."""
    matchup, first = occurrences[0]
    if missing := shown.missing_in_quote(first.text):
        message = _message('this quote', missing, shown.engine)
        yield Problem(Subtype.FONT, message, matchup.path, first.line)
    for matchup, occurrence in occurrences:
        place = (matchup.path, occurrence.line)
        yield from _name_problems(occurrence.verdict or '', place, shown)


def _name_problems(name: str, place: tuple[str, int], shown: ShownCharacters) -> Iterator[Problem]:
    if missing := shown.missing_in_name(name):
        message = _message(f"the name '{name}'", missing, shown.engine)
        yield Problem(Subtype.FONT, message, *place)


def _message(where: str, missing: str, engine: str) -> str:
    named = ', '.join(_described(sign) for sign in missing[:_MOST_NAMED])
    if len(missing) > _MOST_NAMED:
        named += f' and {len(missing) - _MOST_NAMED} more'
    if engine == 'pdflatex':
        expected = "expected latex_engine = 'lualatex', with a font that has it"
    else:
        expected = "expected fonts that have it, by latex_elements['fontpkg']"
    return f'{engine} cannot show {named} in {where}; {expected}'


def _described(sign: str) -> str:
    # A mark is shown on a circle, not on the apostrophe before it.
    shown = f'\u25cc{sign}' if unicodedata.combining(sign) else sign
    return f"'{shown}' (U+{ord(sign):04X} {unicodedata.name(sign, 'UNNAMED')})"


def points_in(ranges: str) -> frozenset[int]:
    """The characters that hexadecimal ranges stand for, ``20-7E A0`` say."""
    points: set[int] = set()
    for word in ranges.split():
        low, _, high = word.partition('-')
        points.update(range(int(low, 16), int(high or low, 16) + 1))
    return frozenset(points)


def _declared(preamble: str) -> frozenset[int]:
    return frozenset(
        int(number, 16) if number else ord(sign) for number, sign in _DECLARED.findall(preamble)
    )

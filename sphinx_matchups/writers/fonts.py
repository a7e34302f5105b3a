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

from docutils import nodes

from .. import nodes as own
from ..corpus import Problem
from ..corpus.syntax import REPLACEMENT
from ..diagnostics import Subtype, problem_order
from ..indices import initial

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..corpus import Corpus, Matchup, Occurrence

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
#: What lualatex leaves out where a font lacks it, as it should: joiners, selectors, directions.
IGNORED_BY_LUALATEX = (
    '34F 61C 180E 200B-200F 202A-202E 2060-206F FE00-FE0F E0020-E007F E0100-E01EF'
)
_MOST_NAMED = 4
_CYRILLIC_LANGUAGES = {'bg', 'kk', 'mk', 'mn', 'ru', 'sr', 'uk'}


@dataclass(frozen=True, slots=True)
class ShownCharacters:
    """What an engine shows, by code points, in each kind of text."""

    engine: str
    quote: frozenset[int]
    code: frozenset[int]
    #: Names stand in bold, in italics and, in indices, in the font of code too.
    name: frozenset[int]
    #: Verdicts stand in bold only.
    verdict: frozenset[int]
    #: The letters above the groups of index pages stand without serifs.
    letter: frozenset[int]

    def missing_in_quote(self, card: nodes.Element) -> str:
        """The different characters of a quote that are not shown, in order."""
        missing: dict[str, None] = {}
        for part in card.children:
            shown = self.code if isinstance(part, nodes.literal) else self.quote
            missing |= dict.fromkeys(_not_in(shown, part.astext()))
        return ''.join(missing)

    def missing_in_name(self, name: str) -> str:
        """The different characters of a name that are not shown, in order."""
        return ''.join(dict.fromkeys(_not_in(self.name, name)))

    def missing_in_verdict(self, verdict: str) -> str:
        """The different characters of a verdict that are not shown, in order."""
        return ''.join(dict.fromkeys(_not_in(self.verdict, verdict)))

    def missing_in_index(self, name: str) -> str:
        """The letter of a name above its group in an index page, if it is not shown."""
        return ''.join(_not_in(self.letter, initial(name)))


def _not_in(shown: frozenset[int], text: str) -> Iterator[str]:
    # TeX takes the ends of lines of a translation for spaces, and a command draws U+FFFD.
    return (sign for sign in text if ord(sign) not in shown and sign not in f'\t\n{REPLACEMENT}')


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
        added = _declared(preamble)
        fontenc = str(context.get('fontenc', ''))
        if language[:2] in _CYRILLIC_LANGUAGES:
            fontenc += ' T2A'
        for name, ranges in _ENCODINGS.items():
            if name in fontenc:
                added |= points_in(ranges)
        faces = {kind: points_in(ranges) | added for kind, ranges in table['pdflatex'].items()}
        return ShownCharacters(engine, **faces)
    if engine not in {'lualatex', 'xelatex'}:
        return None
    fontpkg = str(context.get('fontpkg', ''))
    if 'fontpkg' in elements or _OWN_FONTS.search(preamble.replace(fontpkg, '')):
        return None
    added = points_in(IGNORED_BY_LUALATEX) if engine == 'lualatex' else frozenset()
    faces = {kind: points_in(ranges) | added for kind, ranges in table['freefont'].items()}
    return ShownCharacters(engine, **faces)


class FontCheck:
    """Finds what an engine cannot show in the documents of a build, each thing once.

    :param settings_path: where names come from that no seed holds
    """

    def __init__(self, corpus: Corpus, shown: ShownCharacters, settings_path: str) -> None:
        self._corpus = corpus
        self._shown = shown
        self._settings_path = settings_path
        self._told: set[Problem] = set()
        self._told_letters: set[str] = set()

    def problems(
        self, document: nodes.document, listed: Iterable[tuple[str, str]]
    ) -> list[Problem]:
        """What no earlier document had, in the order of places.

        :param listed: (type, key) of what the index pages of the document name
        """
        found = {
            *chain.from_iterable(map(self._in_node, document.findall(nodes.Element))),
            *chain.from_iterable(self._in_index(*item) for item in listed),
        }
        new = found - self._told
        self._told |= new
        return sorted(new, key=problem_order)

    def _in_node(self, node: nodes.Element) -> Iterator[Problem]:
        match node:
            case own.quote_card():
                yield from self._in_quote(node)
                yield from self._in_name(node['product_name'], 'product', node['product'])
                if node['persona']:
                    yield from self._in_name(node['voice_name'], 'persona', node['persona'])
                for key, title in node['matchups']:
                    yield from self._in_shown(title, 'matchup', key)
            case own.quote_excerpt():
                yield from self._in_excerpt(node)
            case own.matchup_header():
                for key, name in node['products']:
                    yield from self._in_name(name, 'product', key)
            case own.matchup_round():
                yield from self._in_name(node['label'], 'persona', node['persona'])
            case own.entry_name():
                entry, here = node.parent, (node.source or '', node.line or 1)
                yield from self._in_name(node.astext(), entry['objtype'], entry['key'], here)
            case own.object_name():
                yield from self._in_shown(node.astext(), node['objtype'], node['key'])

    def _in_quote(self, card: own.quote_card) -> Iterator[Problem]:
        """The text is the same everywhere and told of once, the verdicts may differ."""
        verdict = card['verdict_name']
        missing = self._shown.missing_in_quote(card)
        missing_in_verdict = self._shown.missing_in_verdict(verdict)
        if not missing and not missing_in_verdict:
            return
        places = self._places_of(card)
        if missing:
            yield self._problem('this quote', missing, self._first(places, card))
        if missing_in_verdict:
            given = [place for place in places if place[1].verdict == card['verdict']]
            where = f"the verdict '{verdict}'"
            yield self._problem(where, missing_in_verdict, self._first(given, card))

    def _in_excerpt(self, excerpt: own.quote_excerpt) -> Iterator[Problem]:
        if missing := self._shown.missing_in_quote(excerpt):
            place = self._first(self._places_of(excerpt), excerpt)
            yield self._problem('this quote', missing, place)

    def _first(
        self, places: list[tuple[Matchup, Occurrence]], card: nodes.Element
    ) -> tuple[str, int]:
        """The first place in the seeds; that of the card if it comes from elsewhere."""
        for matchup, found in places:
            return matchup.path, found.line
        return card.source or self._settings_path, card.line or 1

    def _places_of(self, card: nodes.Element) -> list[tuple[Matchup, Occurrence]]:
        """Where the quote of a card stands in the seeds."""
        corpus = self._corpus
        quotes = (
            quote
            for quote in corpus.quotes_of_product(card['product'])
            if quote.text == card.rawsource and quote.voice == card['voice']
        )
        return list(chain.from_iterable(map(corpus.occurrences_of, quotes)))

    def _in_shown(self, text: str, objtype: str, key: str) -> Iterator[Problem]:
        """The name of an object, or a name in its title, as a page shows it."""
        names = {self._corpus.title(objtype, key)}
        if matchup := self._corpus.matchups.get(key) if objtype == 'matchup' else None:
            names |= {product.name for product in matchup.products}
        if text in names:
            yield from self._in_title(objtype, key)
        else:
            yield from self._in_name(text, objtype, key)

    def _in_index(self, objtype: str, key: str) -> Iterator[Problem]:
        """A name and, once, the letter above the names that begin with it."""
        yield from self._in_title(objtype, key)
        name = self._corpus.title(objtype, key)
        missing = self._shown.missing_in_index(name)
        is_new = missing and missing not in self._told_letters
        if is_new and not self._shown.missing_in_name(name):
            self._told_letters.add(missing)
            place = self._corpus.place_of(objtype, key) or (self._settings_path, 1)
            yield self._problem(f"an index page, above '{name}'", missing, place)

    def _in_title(self, objtype: str, key: str) -> Iterator[Problem]:
        """The name of an object; the title of a matchup is names of products."""
        match objtype:
            case 'product' if key in self._corpus.products:
                yield from self._in_name(self._corpus.products[key].name, objtype, key)
            case 'persona' if key in self._corpus.personas:
                yield from self._in_name(self._corpus.personas[key].name, objtype, key)
            case 'matchup' if key in self._corpus.matchups:
                for product in self._corpus.matchups[key].products:
                    yield from self._in_name(product.name, 'product', product.key)

    def _in_name(
        self, name: str, objtype: str, key: str, here: tuple[str, int] | None = None
    ) -> Iterator[Problem]:
        if missing := self._shown.missing_in_name(name):
            place = self._corpus.place_of(objtype, key) or here or (self._settings_path, 1)
            yield self._problem(f"the name '{name}'", missing, place)

    def _problem(self, where: str, missing: str, place: tuple[str, int]) -> Problem:
        message = _message(where, missing, self._shown.engine)
        return Problem(Subtype.FONT, message, *place)


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

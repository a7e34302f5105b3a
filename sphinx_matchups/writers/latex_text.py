"""Text in LaTeX: what marks where a word may break, and which way its letters run."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, groupby
from typing import TYPE_CHECKING

from docutils import nodes

from ..corpus.syntax import REPLACEMENT
from ..directions import base_level, has_right_to_left, levels, script_of
from ..words import name_pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Longer words may need a break where none is allowed.
_LONGEST_WORD = 24
_LONG_WORD = re.compile(rf'\S{{{_LONGEST_WORD + 1},}}')
#: A character, or the two that make a flag.
_SIGN = re.compile('[\U0001f1e6-\U0001f1ff]{2}|.', re.DOTALL)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
#: Vowels and finals of Korean syllables that are written as letters.
_JAMO = range(0x1160, 0x1200)
_VIRAMA = 9
#: What TeX would make another character of, although Sphinx has escaped the text.
_LIGATURE = re.compile(r'(?<=,)(?=,)')
_REPLACEMENT_IN_TEX = r'\matchupreplaced{}'
#: Text between the commands and the special characters of an entry of an index.
_TEXT_IN_TEX = re.compile(r'[^\\{}|!@"]+')


def exact_nodes(content: Iterable[nodes.Node]) -> list[nodes.Node]:
    """A text with marks: where a word may break, where TeX must not join, and what runs which way.

    :param content: text and inline elements, such as pieces of code
    """
    found: list[nodes.Node] = []
    for node in _directed(list(content)):
        if isinstance(node, nodes.Text):
            found += _without_replacements(node)
        else:
            set_texts_exactly(node)
            found.append(node)
    return found


def set_texts_exactly(node: nodes.Node) -> None:
    """Mark each text in a node by itself, as a name is one."""
    for text in list(node.findall(nodes.Text)):
        if not isinstance(text.parent, nodes.raw):
            text.parent.replace(text, exact_nodes([text]))


def exact_tex(tex: str) -> str:
    """LaTeX with marks in its text, which a writer has escaped already."""

    def marked(text: re.Match[str]) -> str:
        # An entry that is no title has nothing between names.
        names = name_pieces('matchup', text[0])
        found = chain.from_iterable(_directed([nodes.Text(name)]) for name in names)
        return ''.join(node.astext() for node in found)

    tex = _LIGATURE.sub('{}', _TEXT_IN_TEX.sub(marked, tex))
    return tex.replace(REPLACEMENT, _REPLACEMENT_IN_TEX)


def raw_tex(tex: str) -> nodes.raw:
    """LaTeX as a node."""
    return nodes.raw('', tex, format='latex')


def _directed(content: list[nodes.Node]) -> list[nodes.Node]:
    """A text whose parts that run against it stand between marks; all of it if it begins so."""
    text = ''.join(node.astext() for node in content)
    if not has_right_to_left(text):
        return content
    base = base_level(text)
    found = list(_marked(list(_pieces(content, levels(text, base))), base))
    return _from_right(text, found) if base else found


def _pieces(content: list[nodes.Node], text_levels: list[int]) -> Iterator[tuple[int, nodes.Node]]:
    """The text in pieces of one level each; an element is one, as deep as all of it is."""
    start = 0
    for node in content:
        text = node.astext()
        found = text_levels[start : start + len(text)]
        start += len(text)
        if not isinstance(node, nodes.Text):
            yield min(found, default=0), node
            continue
        place = 0
        for level, group in groupby(found):
            end = place + len(list(group))
            yield level, nodes.Text(text[place:end])
            place = end


def _marked(pieces: list[tuple[int, nodes.Node]], level: int) -> Iterator[nodes.Node]:
    """Pieces that stand in a text of a level, with marks around those of higher levels."""
    for is_higher, group in groupby(pieces, lambda piece: piece[0] > level):
        inside = list(group)
        if not is_higher:
            for _, node in inside:
                yield from _from_left([node]) if level % 2 and _is_link(node) else [node]
            continue
        found = list(_marked(inside, level + 1))
        if level % 2:
            yield from _from_left(found)
        else:
            yield from _from_right(''.join(node.astext() for _, node in inside), found)


def _is_link(node: nodes.Node) -> bool:
    """Whether a node is a link, whose ends TeX must not exchange."""
    return isinstance(node, nodes.reference)


def _from_left(found: list[nodes.Node]) -> list[nodes.Node]:
    return [raw_tex(r'\matchupltr{'), *found, raw_tex('}')]


def _from_right(text: str, found: list[nodes.Node]) -> list[nodes.Node]:
    return [raw_tex(rf'\matchuprtl{{{script_of(text)}}}{{'), *found, raw_tex('}')]


def _without_replacements(text: str) -> Iterator[nodes.Node]:
    """The text without U+FFFD, which stands for what could not be read, and stops some engines."""
    for place, part in enumerate(text.split(REPLACEMENT)):
        if place:
            yield raw_tex(_REPLACEMENT_IN_TEX)
        yield from _with_breaks(part)


def _with_breaks(text: str) -> Iterator[nodes.Node]:
    """The text with the places marked where TeX must break a word, and where it must not join."""
    start = 0
    for word in _LONG_WORD.finditer(text):
        yield from _unjoined(text[start : word.start()])
        yield from _breakable(word[0])
        start = word.end()
    yield from _unjoined(text[start:])


def _breakable(word: str) -> Iterator[nodes.Node]:
    """A word that may break between any characters that are not drawn as one."""
    before = ''
    for sign in _SIGN.findall(word):
        if before and not _joined(before, sign[0]):
            yield raw_tex(r'\matchupbreak{}')
        yield nodes.Text(sign)
        before = sign[-1]


def _joined(before: str, sign: str) -> bool:
    """Whether a character is drawn together with the one before it."""
    return (
        unicodedata.category(before) == 'Cf'
        or unicodedata.combining(before) == _VIRAMA
        or unicodedata.category(sign) in {'Mn', 'Mc', 'Me', 'Cf'}
        or unicodedata.bidirectional(sign) in {'R', 'AL'}
        or ord(sign) in _SKIN_TONES
        or ord(sign) in _JAMO
    )


def _unjoined(text: str) -> Iterator[nodes.Node]:
    for place, part in enumerate(_LIGATURE.split(text)):
        if place:
            yield raw_tex('{}')
        if part:
            yield nodes.Text(part)

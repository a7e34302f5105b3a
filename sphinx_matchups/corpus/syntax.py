"""The form of a seed: text in, title line, quotes, attributions and notes out.

Nothing here knows products or personas. Every character of the text but white space, outer
quotation marks and byte order marks is in exactly one part of the result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from .model import Note, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Opening and closing marks of a quote.
QUOTATION_MARKS = {
    '“': '”',
    '"': '"',
    '«': '»',
    '„': '“',
    '‘': '’',
    '「': '」',
    '『': '』',
}
#: A closing mark that is an apostrophe too, so that counting it means nothing.
_APOSTROPHE = '’'

BYTE_ORDER_MARK = '\ufeff'
REPLACEMENT = '\ufffd'

_LINE_END = re.compile(r'\r\n|\r|\n')
# Non-breaking spaces are part of the words around them and stay.
_NON_BREAKING = ('\u00a0', '\u2007', '\u202f')
_FOLDABLE_SPACE = re.compile(r'[^\S\u00a0\u2007\u202f]+')
# What no document format can hold: control characters other than white space, lone
# surrogates and the two non-characters that XML forbids.
_UNPRINTABLE = re.compile('[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]')
_ATTRIBUTION = re.compile(r'\s*(?:[—–―]|--(?!-))\s*(?=\S)')
_HEADING_MARK = re.compile(r'#{1,6}\s+(?P<title>.*?)(?:\s+#+)?\s*')
_FRONT_MATTER_FENCE = re.compile(r'---\s*')
_CODE_SPAN = re.compile(r'(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)', re.DOTALL)


class RawQuote(NamedTuple):
    """The text between two outer marks, and the attribution line after it."""

    text: str
    line: int
    column: int
    attribution: str = ''
    attribution_line: int = 0


@dataclass(frozen=True, slots=True)
class RawSeed:
    """The parts of a seed before anything is known about products and personas."""

    #: The title line as it stands, and the title in it; both empty if there is none.
    heading: str
    title: str
    line: int
    front_matter: str
    #: The number of the line after the opening fence.
    front_matter_line: int
    quotes: tuple[RawQuote, ...]
    notes: tuple[Note, ...]


class _Line(NamedTuple):
    number: int
    text: str

    @property
    def column(self) -> int:
        """Where the text of the line begins, from 1."""
        return len(self.text) - len(self.text.lstrip()) + 1


def clean(text: str, path: str) -> tuple[str, list[Problem]]:
    """The text without byte order marks, with what cannot be printed replaced by U+FFFD."""
    text = text.replace(BYTE_ORDER_MARK, '')
    # Patterns are slow on long texts, so what is in order is told by faster means first.
    printable = all(line.isprintable() for line in text.split('\n'))
    bad = None if printable else _UNPRINTABLE.search(text)
    if bad is None:
        return text, []
    before = _LINE_END.split(text[: bad.start()])
    cleaned, count = _UNPRINTABLE.subn(REPLACEMENT, text)
    more = f' (and {count - 1} more)' if count > 1 else ''
    message = f'control character U+{ord(bad[0]):04X}{more}; shown as U+FFFD'
    return cleaned, [Problem('encoding', message, path, len(before), len(before[-1]) + 1)]


def fold_space(text: str) -> str:
    """The text with line breaks and runs of white space as one space; NBSP stays."""
    # What is printable has no white space but spaces, and the usual text no two of them.
    if text.isprintable() and '  ' not in text:
        return text.strip()
    if any(space in text for space in _NON_BREAKING):
        return _FOLDABLE_SPACE.sub(' ', text).strip()
    return ' '.join(text.split())  # the same, and much faster


def parse(
    text: str, path: str, *, title: str | None = None, embedded: bool = False
) -> tuple[RawSeed, list[Problem]]:
    """Take a seed apart.

    :param text: the whole text, already cleaned
    :param path: named in the problems
    :param title: the title, if it does not stand in the text
    :param embedded: whether the text is the body of a directive, which has no front matter
    """
    split = _LINE_END.split(text) if '\r' in text else text.split('\n')
    lines = [_Line(number, line) for number, line in enumerate(split, 1)]
    reader = _QuoteReader(path)
    front_matter, front_matter_line, heading, line = '', 0, '', 0
    if title is None:
        if not embedded:
            lines, front_matter, front_matter_line = _split_front_matter(lines, reader)
        lines, heading, line = _split_heading(lines)
        title = fold_space(heading)
        if match := _HEADING_MARK.fullmatch(title):
            title = match['title']
    reader.read(lines)
    seed = RawSeed(
        heading,
        fold_space(title),
        line,
        front_matter,
        front_matter_line,
        tuple(reader.quotes),
        tuple(reader.notes),
    )
    return seed, reader.problems


def opening_mark(line: str) -> str:
    """The quotation mark that the line begins with, empty if it begins with none."""
    stripped = line.lstrip()
    return stripped[0] if stripped and stripped[0] in QUOTATION_MARKS else ''


def attribution_text(attribution: str) -> str:
    """The attribution line without its dash."""
    match = _ATTRIBUTION.match(attribution)
    return attribution[match.end() :].strip() if match else attribution.strip()


def code_spans(text: str) -> Iterator[tuple[str, bool]]:
    """The text of a quote taken apart at its Markdown code spans: (part, whether it is code)."""
    if '`' not in text:
        yield text, False
        return
    end = 0
    for span in _CODE_SPAN.finditer(text):
        if span.start() > end:
            yield text[end : span.start()], False
        code = span[2]
        # As in Markdown, one space inside each end lets a span begin or end with a backtick.
        if code.startswith(' ') and code.endswith(' ') and code.strip():
            code = code[1:-1]
        yield code, True
        end = span.end()
    if end < len(text):
        yield text[end:], False


def _is_attribution(line: _Line) -> bool:
    return _ATTRIBUTION.match(line.text) is not None


def _split_front_matter(lines: list[_Line], reader: _QuoteReader) -> tuple[list[_Line], str, int]:
    start = next((place for place, line in enumerate(lines) if line.text.strip()), None)
    if start is None or not _FRONT_MATTER_FENCE.fullmatch(lines[start].text):
        return lines, '', 0
    for end in range(start + 1, len(lines)):
        if _FRONT_MATTER_FENCE.fullmatch(lines[end].text):
            block = '\n'.join(line.text for line in lines[start : end + 1])
            return lines[end + 1 :], block, lines[start].number + 1
    reader.note([lines[start]], "front matter is not closed by a second '---' line")
    return lines[start + 1 :], '', 0


def _split_heading(lines: list[_Line]) -> tuple[list[_Line], str, int]:
    """Take the first line that is not blank, unless it begins a quote."""
    for place, line in enumerate(lines):
        if line.text.strip():
            if opening_mark(line.text):
                break
            return lines[place + 1 :], line.text, line.number
    return lines, '', 1


class _MarkCount:
    """Counts the outer marks of one kind in a growing text, to tell inner marks from them."""

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self.closing = QUOTATION_MARKS[mark]
        self._opened = self._closed = 0

    @property
    def tells_inner(self) -> bool:
        """Whether opening and closing marks differ from each other and from other signs."""
        return self.closing not in (self._mark, _APOSTROPHE)

    def add(self, text: str) -> None:
        self._opened += text.count(self._mark)
        self._closed += text.count(self.closing)

    def balanced_with(self, text: str) -> bool:
        """Whether every mark opened so far is closed at the end of this further text."""
        closed = self._closed + text.count(self.closing)
        if self.closing == _APOSTROPHE:
            return True
        if self.closing == self._mark:
            return closed % 2 == 0
        return self._opened + text.count(self._mark) <= closed


def _paragraphs(lines: list[_Line]) -> list[list[_Line]]:
    """Blocks of lines between blank ones; a closed quote ends one too.

    So two quotes on two lines without a blank one between are two quotes.
    """
    paragraphs: list[list[_Line]] = []
    current: list[_Line] = []
    marks: _MarkCount | None = None
    closed = False
    for line in lines:
        text = line.text.strip()
        if not text:
            current = []
            continue
        mark = opening_mark(text)
        if not current or (mark and closed):
            current = []
            paragraphs.append(current)
            marks = _MarkCount(mark) if mark else None
            closed = False
        current.append(line)
        if marks is not None:
            ends = _ends_quote(text, marks.closing, opens=len(current) == 1)
            marks.add(text)
            closed = (ends and marks.balanced_with('')) or (closed and _is_attribution(line))
    return paragraphs


@dataclass(frozen=True, slots=True)
class _End:
    """Where a quote ends: in which paragraph, and where its closing mark stands in it."""

    paragraph: int
    index: int


class _QuoteReader:
    """Reads the paragraphs after the title; one use a seed."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.quotes: list[RawQuote] = []
        self.notes: list[Note] = []
        self.problems: list[Problem] = []

    def read(self, lines: list[_Line]) -> None:
        """Read quotes, each with the paragraphs up to the next one, and what is around them."""
        groups: list[list[list[_Line]]] = []
        for paragraph in _paragraphs(lines):
            if opening_mark(paragraph[0].text):
                groups.append([paragraph])
            elif groups:
                groups[-1].append(paragraph)
            else:
                self.note(paragraph)
        for group in groups:
            self._read_group(group)

    def note(
        self,
        lines: list[_Line],
        message: str = 'text that is neither title, quote nor attribution',
    ) -> None:
        """Keep lines as a note and report them."""
        text = fold_space(_join(lines))
        self.notes.append(Note(text, lines[0].number, lines[0].column))
        self._report(f'{message}; kept as a note, which no page shows', lines[0])

    def _read_group(self, group: list[list[_Line]]) -> None:
        first = group[0][0]
        mark = opening_mark(first.text)
        if len(group) == len(group[0]) == 1 and _is_plain_quote(first.text.strip(), mark):
            self._add(first, first.text.strip()[1:-1])
            return
        end = _find_end(group, mark)
        if end is None:
            self._read_unclosed(group, mark)
            return
        last = group[end.paragraph]
        texts = [_join(paragraph) for paragraph in group[: end.paragraph]]
        joined = _join(last)
        self._add(first, '\n'.join([*texts, joined[: end.index]])[1:])
        if not self.quotes[-1].text:
            self._report('the quote is empty', first)
        self._read_trailing(_rest(last, joined, end.index + 1))
        for paragraph in group[end.paragraph + 1 :]:
            self._read_trailing(paragraph)

    def _read_unclosed(self, group: list[list[_Line]], mark: str) -> None:
        """Keep a quote without a closing mark, and the attribution that may end it."""
        first = group[0][0]
        lines = [line for paragraph in group for line in paragraph]
        attribution = [lines.pop()] if len(lines) > 1 and _is_attribution(lines[-1]) else []
        self._add(first, _join(lines)[1:])
        self._read_trailing(attribution)
        expected = f'expected {QUOTATION_MARKS[mark]} at the end of a paragraph'
        self._report(f'the quote that begins with {mark} is not closed; {expected}', first)

    def _add(self, first: _Line, text: str) -> None:
        self.quotes.append(RawQuote(fold_space(text), first.number, first.column))

    def _read_trailing(self, lines: list[_Line]) -> None:
        """Take what follows a quote as its attribution, or else as a note."""
        for place, line in enumerate(lines):
            quote = self.quotes[-1]
            if quote.attribution or not _is_attribution(line):
                self.note(lines[place:])
                return
            self.quotes[-1] = quote._replace(
                attribution=line.text.strip(), attribution_line=line.number
            )

    def _report(self, message: str, line: _Line) -> None:
        self.problems.append(Problem('seed', message, self._path, line.number, line.column))


def _join(lines: list[_Line]) -> str:
    return '\n'.join(line.text for line in lines).strip()


def _rest(lines: list[_Line], joined: str, start: int) -> list[_Line]:
    """The lines of a paragraph from this index of its joined text on."""
    place = joined.count('\n', 0, start)
    remaining = joined[start:].split('\n')
    column = start - (joined.rfind('\n', 0, start) + 1)
    if place == 0:
        column += lines[0].column - 1
    # Padding keeps the column of what stands behind the closing mark on its line.
    remaining[0] = ' ' * column + remaining[0]
    rest = [_Line(line.number, text) for line, text in zip(lines[place:], remaining, strict=True)]
    return [line for line in rest if line.text.strip()]


def _is_plain_quote(text: str, mark: str) -> bool:
    """Whether a text is one quote with no mark of its kind inside, as nearly all are."""
    closing = QUOTATION_MARKS[mark]
    marks = text.count(closing) if closing == mark else text.count(mark) + text.count(closing)
    return marks == 2 and text.endswith(closing) and bool(text[1:-1].strip())


def _find_end(group: list[list[_Line]], mark: str) -> _End | None:
    """Where the quote that opens the group ends.

    Of the places where it may end, the first at which inner marks are balanced counts, else
    the first.
    """
    first = None
    marks = _MarkCount(mark)
    for place, paragraph in enumerate(group):
        joined = _join(paragraph)
        index = _closing_index(paragraph, joined, marks, opens=place == 0)
        if index is not None:
            if marks.balanced_with(joined[: index + 1]):
                return _End(place, index)
            first = first or _End(place, index)
        marks.add(joined)
    return first


def _closing_index(
    paragraph: list[_Line], joined: str, marks: _MarkCount, *, opens: bool
) -> int | None:
    """Where in the paragraph's text a quote may end.

    That is before attribution lines, else at the end of the last line that ends with the
    closing mark, else before an attribution or other text on the line of the mark.
    """
    body = len(paragraph)
    while body > 1 and _is_attribution(paragraph[body - 1]):
        body -= 1
    index = _end_of_line(paragraph[:body], marks, opens=opens)
    if index is None or not marks.balanced_with(joined[: index + 1]):
        index = _end_of_line(paragraph, marks, opens=opens)
    if index is not None and (
        index == len(joined) - 1 or marks.balanced_with(joined[: index + 1])
    ):
        return index
    index = joined.rfind(marks.closing, 1 if opens else 0)
    if index < 0:
        return None
    if _ATTRIBUTION.match(joined, index + 1):
        return index
    return index if marks.tells_inner and marks.balanced_with(joined[: index + 1]) else None


def _end_of_line(lines: list[_Line], marks: _MarkCount, *, opens: bool) -> int | None:
    """The index of the closing mark at the end of the last line that ends with one."""
    for count in range(len(lines), 0, -1):
        text = lines[count - 1].text.strip()
        if text.endswith(marks.closing) and (len(text) > 1 or count > 1 or not opens):
            return len(_join(lines[:count])) - 1
    return None


def _ends_quote(line: str, closing: str, *, opens: bool) -> bool:
    """Whether a line ends with the closing mark, or with an attribution behind it."""
    index = line.rfind(closing, 1 if opens else 0)
    return index >= 0 and (
        index == len(line) - 1 or _ATTRIBUTION.match(line, index + 1) is not None
    )

"""The pages of the documentation, taken apart: code blocks, tables, and the examples they make.

What a code block is, its language and its caption say:

* ``rst`` with the caption ``reStructuredText`` and right after it ``md`` with the caption
  ``MyST Markdown``: one example in both markups;
* a caption that is a path, as ``seeds/kettle-vs-pot.txt`` or ``conf.py``: a file, for what follows
  on the page; ``(saved as Latin-1)`` behind the path gives its encoding;
* ``text`` with the caption ``What Sphinx says``: the warnings that what stands before it gives,
  back to the last heading or block of this kind;
* ``console``: commands, each after a ``$``, and what they print.
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    from markdown_it.token import Token

DOCS = Path(__file__).parents[2] / 'docs'
RST_CAPTION = 'reStructuredText'
MYST_CAPTION = 'MyST Markdown'
SAYS_CAPTION = 'What Sphinx says'

#: Directives whose content is a part of the page.
_TRANSPARENT = {'note', 'tip', 'warning', 'important', 'hint', 'attention', 'seealso'}
_DIRECTIVE_INFO = re.compile(r'\{([\w:-]+)\}\s*(.*)')
_OPTION = re.compile(r':([\w-]+):\s*(.*)')
_FILE_CAPTION = re.compile(r'(?P<path>[\w./-]+\.\w+)(?: \(saved as (?P<encoding>[\w-]+)\))?')
_WARNING = re.compile(r'[^\s:]+(:\d+)?: WARNING: ')
_RST_DIRECTIVE = re.compile(r'^( *)\.\. (matchup(?::\w+)?)::(?: +(.*))?$')
_ROLE = re.compile(r'(?::|\{)((?:external(?:\+\w+)?:)?(?:matchup:\w+|any|ref))(?::|\})`([^`]*)`')
#: A directive or a role of ours in either markup, or a link to our objects.
OURS = re.compile(
    r'\.\. matchup(:\w+)?::|\{(external[\w+]*:)?matchup(:\w+)?\}|:matchup:\w+:`|\(inv:[^)]*matchup'
)


def load_extension(name: str) -> ModuleType:
    """A module of ``docs/_ext``."""
    spec = importlib.util.spec_from_file_location(name, DOCS / '_ext' / f'{name}.py')
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


#: The order of the house, as the page on the architecture draws it.
_rooms = load_extension('rooms')
ROOMS: tuple[str, ...] = _rooms.ROOMS
room: Callable[[str], int] = _rooms.room


# ------------------------------------------------------------------------- parts of a page


@dataclass(frozen=True)
class Heading:
    """A heading with its words as they are written."""

    line: int
    level: int
    text: str


@dataclass(frozen=True)
class Block:
    """A code block."""

    page: str
    line: int
    language: str
    caption: str
    text: str

    @property
    def path(self) -> str:
        """The path of the file that the block shows; empty if it shows none."""
        match = _FILE_CAPTION.fullmatch(self.caption)
        return match['path'] if match else ''

    @property
    def content(self) -> bytes:
        """The file that the block shows, as it is saved."""
        match = _FILE_CAPTION.fullmatch(self.caption)
        return self.text.encode((match and match['encoding']) or 'utf-8')

    @property
    def where(self) -> str:
        """The page and line of the block."""
        return f'{self.page}.md:{self.line}'


@dataclass(frozen=True)
class Table:
    """A table, each cell as it is written."""

    page: str
    line: int
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Other:
    """A paragraph, or a directive that shows something itself."""

    line: int
    text: str


Part = Heading | Block | Table | Other


@cache
def page_names() -> tuple[str, ...]:
    """Every page, without its suffix, as a path in ``docs``."""
    found = (path.relative_to(DOCS) for path in DOCS.rglob('*.md'))
    return tuple(
        sorted(path.with_suffix('').as_posix() for path in found if path.parts[0][0] != '_')
    )


@cache
def parts_of(page: str) -> tuple[Part, ...]:
    """The parts of a page in their order."""
    text = (DOCS / f'{page}.md').read_text('utf-8')
    return tuple(_parts(text, page, 0))


def blocks_of(page: str) -> list[Block]:
    """The code blocks of a page in their order."""
    return [part for part in parts_of(page) if isinstance(part, Block)]


def _parts(text: str, page: str, offset: int) -> Iterator[Part]:
    config = MdParserConfig(enable_extensions={'colon_fence', 'deflist'})
    tokens = create_md_parser(config, RendererHTML).parse(text)
    for at, token in enumerate(tokens):
        line = (token.map[0] + 1 if token.map else 0) + offset
        if token.type in {'fence', 'colon_fence'}:
            yield from _fence(token, page, line)
        elif token.type == 'heading_open':
            yield Heading(line, int(token.tag[1]), tokens[at + 1].content)
        elif token.type == 'table_open':
            yield _table(tokens[at:], page, line)
        elif token.type == 'paragraph_open' and not token.hidden:
            yield Other(line, tokens[at + 1].content)


def _fence(token: Token, page: str, line: int) -> Iterator[Part]:
    match = _DIRECTIVE_INFO.fullmatch(token.info.strip())
    if match is None:
        yield Block(page, line, token.info.strip(), '', token.content)
        return
    lines = token.content.splitlines()
    count = 0
    options = {}
    while count < len(lines) and (option := _OPTION.fullmatch(lines[count].strip())):
        options[option[1]] = option[2]
        count += 1
    body = '\n'.join(lines[count:]).lstrip('\n').rstrip() + '\n'
    if match[1] == 'code-block':
        yield Block(page, line, match[2], options.get('caption', ''), body)
    elif match[1] in _TRANSPARENT:
        yield from _parts('\n'.join(lines), page, line)
    else:
        yield Other(line, f'{match[1]} {match[2]}'.strip())


def _table(tokens: Sequence[Token], page: str, line: int) -> Table:
    rows: list[list[str]] = []
    for at, token in enumerate(tokens):
        if token.type == 'tr_open':
            rows.append([])
        elif token.type in {'th_open', 'td_open'}:
            rows[-1].append(tokens[at + 1].content)
        elif token.type == 'table_close':
            break
    heading, *others = map(tuple, rows)
    return Table(page, line, heading, tuple(others))


def code_in(cell: str) -> str:
    """What stands between backticks in a cell; the whole cell if it holds none."""
    match = re.fullmatch(r'(`+) ?(.*?) ?\1', cell)
    return match[2] if match else cell


# -------------------------------------------------------------------------------- examples


@dataclass(frozen=True)
class Setup:
    """The files and settings that a page has shown so far."""

    #: (path, content); a later one of a path takes the place of an earlier one.
    files: tuple[tuple[str, bytes], ...] = ()
    conf: str = ''

    def with_file(self, block: Block) -> Setup:
        """This one and a further file; settings are added to those before."""
        if block.path == 'conf.py':
            return replace(self, conf=f'{self.conf}{block.text}')
        return replace(self, files=(*self.files, (block.path, block.content)))


@dataclass(frozen=True)
class Example:
    """A part of a page in both markups, with what the page has shown before it."""

    rst: Block
    md: Block
    setup: Setup

    @property
    def name(self) -> str:
        """A name that no other example has."""
        return f'{self.rst.page.replace("/", "-")}-{self.rst.line}'

    def text(self, markup: str) -> str:
        """The example in ``rst`` or ``md``."""
        return self.rst.text if markup == 'rst' else self.md.text


@dataclass(frozen=True)
class Incident:
    """What Sphinx says, and of what."""

    says: Block
    setup: Setup
    example: Example | None = None

    @property
    def messages(self) -> list[str]:
        """One message an item, without the line breaks of the page."""
        messages: list[list[str]] = []
        for line in self.says.text.splitlines():
            if _WARNING.match(line):
                messages.append([])
            messages[-1] += line.split()
        return [' '.join(words) for words in messages]


@dataclass
class Page:
    """What a page shows, sorted."""

    examples: list[Example]
    incidents: list[Incident]
    #: Settings said twice, in ``conf.py`` and in TOML.
    twice: list[tuple[Block, Block]]
    #: What is set up at the end of each part with settings that gives no warning.
    setups: list[tuple[Block, Setup]]


@cache
def read_page(page: str) -> Page:
    """Sort what a page shows."""
    sorter = _Sorter()
    for part in parts_of(page):
        sorter.take(part)
    sorter.close(None)
    return sorter.page


class _Sorter:
    """Takes the parts of one page in their order."""

    def __init__(self) -> None:
        self.page = Page([], [], [], [])
        self._setup = Setup()
        self._before: Part | None = None
        #: What stands there since the last heading or message.
        self._group: list[Block] = []

    def take(self, part: Part) -> None:
        """Take the next part."""
        if isinstance(part, Heading):
            self.close(None)
        elif isinstance(part, Block):
            if part.caption == SAYS_CAPTION:
                self.close(part)
            elif not self._is_second(part):
                self._group.append(part)
        self._before = part

    def _is_second(self, part: Block) -> bool:
        """Whether the block says again in TOML what the one before says in ``conf.py``."""
        before = self._before
        if isinstance(before, Block) and (before.path, part.path) == ('conf.py', 'matchups.toml'):
            self.page.twice.append((before, part))
            return True
        return False

    def close(self, says: Block | None) -> None:
        """Make what has gathered a part of the setup, or of what Sphinx speaks of."""
        setup = self._setup
        examples = []
        for block, following in zip_longest(self._group, self._group[1:]):
            if block.path:
                setup = setup.with_file(block)
            elif following and (block.caption, following.caption) == (RST_CAPTION, MYST_CAPTION):
                examples.append(Example(block, following, setup))
        if says:
            example = examples[-1] if examples else None
            self.page.incidents.append(Incident(says, setup, example))
        else:
            self.page.examples += examples
            self.page.setups += [
                (block, setup) for block in self._group[-1:] if setup.conf != self._setup.conf
            ]
            self._setup = setup
        self._group = []


# ------------------------------------------------------------------- what stands in examples


@dataclass(frozen=True)
class Directive:
    """A directive of ours in reStructuredText."""

    name: str
    argument: str
    options: tuple[str, ...]
    body: str


def directives_in(text: str) -> list[Directive]:
    """The directives of ours in a piece of reStructuredText."""
    lines = text.splitlines()
    found = []
    for at, line in enumerate(lines):
        if match := _RST_DIRECTIVE.match(line):
            indent = len(match[1]) + 1
            inside = []
            for following in lines[at + 1 :]:
                if following.strip() and not following.startswith(' ' * indent):
                    break
                inside.append(following.strip())
            count = 0
            while count < len(inside) and _OPTION.fullmatch(inside[count]):
                count += 1
            options = tuple(inside[:count])
            body = '\n'.join(inside[count:]).strip()
            found.append(Directive(match[2], match[3] or '', options, body))
    return found


def roles_in(text: str) -> list[tuple[str, str]]:
    """The roles in a piece of either markup that may lead to objects of ours: (name, target)."""
    return [(match[1], match[2]) for match in _ROLE.finditer(text)]


def commands_in(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a ``console`` block, each with the lines that it prints."""
    commands: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if commands and commands[-1][0].endswith('\\'):
            commands[-1] = (commands[-1][0].removesuffix('\\') + line.strip(), [])
        elif line.startswith('$ '):
            commands.append((line[2:], []))
        elif line.strip():
            commands[-1][1].append(line)
    return commands

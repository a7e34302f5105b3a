"""The YAML front matter of a seed, every value taken as the text that stands there."""

from __future__ import annotations

import bisect
import datetime as dt
from typing import TYPE_CHECKING

import yaml

from .model import FrontMatter, Named, PersonaList, Problem
from .naming import did_you_mean
from .syntax import clean, fold_space

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELDS = ('id', 'products', 'personas', 'tags', 'date', 'source', 'summary')


def parse_front_matter(block: str, path: str, first_line: int) -> FrontMatter:
    """Read the block between the fences; what is wrong in it is in ``problems``.

    :param block: the front matter with its two fences, or an empty text
    :param first_line: number of the line after the first fence
    """
    if not block:
        return FrontMatter()
    return _Reader(path, first_line).read('\n'.join(block.split('\n')[1:-1]))


class _Reader:
    def __init__(self, path: str, first_line: int) -> None:
        self._path = path
        self._first_line = first_line
        self._line_starts = [0]
        self._result = FrontMatter()

    def read(self, text: str) -> FrontMatter:
        self._line_starts += [end + 1 for end, sign in enumerate(text) if sign == '\n']
        root = self._compose(text)
        if root is None:
            return self._result
        if not isinstance(root, yaml.MappingNode):
            self._report(root, "front matter must be 'field: value' lines")
            return self._result
        for key, value in self._pairs(root):
            if key not in FIELDS:
                expected = did_you_mean(key, FIELDS) or f'; known are {", ".join(FIELDS)}'
                self._report(value, f"unknown front matter field '{key}'{expected}")
            else:
                self._read_field(key, value)
        return self._result

    def _compose(self, text: str) -> yaml.Node | None:
        try:
            return yaml.compose(text, Loader=yaml.BaseLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = self._place(mark.index if mark else 0)
            reason = error.problem or error.context or 'syntax error'
        except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:
            line, column = self._first_line, 1
            reason = 'nested too deeply' if isinstance(error, RecursionError) else str(error)
        message = f'front matter is not valid YAML: {" ".join(reason.split())}'
        self._result.problems.append(Problem('seed', message, self._path, line, column))
        return None

    def _read_field(self, key: str, value: yaml.Node) -> None:
        result = self._result
        match key:
            case 'products':
                result.products = list(self._products(value))
            case 'personas' if isinstance(value, yaml.MappingNode):
                pairs: list[tuple[str | int, yaml.Node]] = list(self._pairs(value))
                result.personas_of_products = [self._persona_list(*pair) for pair in pairs]
            case 'personas' if self._is_list_of_lists(value):
                listed = enumerate(value.value)
                result.personas_of_products = [self._persona_list(*pair) for pair in listed]
            case 'personas':
                result.personas = self._names(value, 'personas', blank=True)
            case 'tags':
                result.tags = tuple(tag.name for tag in self._names(value, 'tags'))
            case 'date':
                result.date = self._date(value)
            case _:
                setattr(result, key, self._scalar(value, key))

    def _products(self, value: yaml.Node) -> Iterator[Named]:
        if not isinstance(value, yaml.SequenceNode):
            self._report(value, "'products' must be a list of product names")
            return
        for item in value.value:
            if not isinstance(item, yaml.MappingNode):
                yield from self._names(item, 'products')
                continue
            fields = {key: self._scalar(node, key) for key, node in self._pairs(item)}
            if set(fields) <= {'name', 'key'} and fields.get('name'):
                yield Named(fields['name'], self._line(item), fields.get('key', ''))
            else:
                self._report(item, "a product in the front matter has a 'name' and maybe a 'key'")

    def _persona_list(self, product: str | int, value: yaml.Node) -> PersonaList:
        personas = self._names(value, 'personas', blank=True)
        return PersonaList(product, personas, self._line(value))

    def _names(self, value: yaml.Node, field_name: str, *, blank: bool = False) -> list[Named]:
        """The texts of a list, or the one text of a plain value; blank ones only if wanted."""
        items = value.value if isinstance(value, yaml.SequenceNode) else [value]
        names = []
        for item in items:
            text = self._scalar(item, field_name)
            if text or blank:
                names.append(Named(text, self._line(item)))
        return names

    def _date(self, value: yaml.Node) -> str:
        text = self._scalar(value, 'date')
        try:
            dt.date.fromisoformat(text)
        except ValueError:
            self._report(value, f"'date' is '{text}'; expected a day such as 2026-01-31")
        return text

    def _scalar(self, value: yaml.Node, field_name: str) -> str:
        if isinstance(value, yaml.ScalarNode):
            text, bad = clean(value.value, self._path)
            for problem in bad:
                self._report(value, problem.message)
            return fold_space(text)
        self._report(value, f"'{field_name}' must be plain text here")
        return ''

    def _pairs(self, mapping: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
        seen: set[str] = set()
        for key_node, value in mapping.value:
            key = self._scalar(key_node, 'a field name')
            if key in seen:
                self._report(key_node, f"'{key}' stands twice in the front matter")
            seen.add(key)
            yield key, value

    def _is_list_of_lists(self, value: yaml.Node) -> bool:
        return (
            isinstance(value, yaml.SequenceNode)
            and bool(value.value)
            and all(isinstance(item, yaml.SequenceNode) for item in value.value)
        )

    def _line(self, node: yaml.Node) -> int:
        return self._place(node.start_mark.index)[0]

    def _place(self, index: int) -> tuple[int, int]:
        """Line and column of an index; YAML itself counts U+2028 and the like as line ends."""
        line = bisect.bisect_right(self._line_starts, index) - 1
        return self._first_line + line, index - self._line_starts[line] + 1

    def _report(self, node: yaml.Node, message: str) -> None:
        place = self._place(node.start_mark.index)
        self._result.problems.append(Problem('seed', message, self._path, *place))

"""What stands in a LaTeX document: its macros, labels and index entries."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.project import Build


def written(build: Build, name: str = 'test.tex') -> str:
    """A document without its preamble and its indices."""
    text = build.text(name).partition(r'\begin{document}')[2]
    return text.partition(r'\renewcommand{\indexname}')[0]


def environments(tex: str, name: str) -> list[str]:
    """The text of every environment of that name, with the lines that begin and end it."""
    return re.findall(rf'\\begin{{{name}}}.*?\\end{{{name}}}', tex, re.DOTALL)


def calls(tex: str, macro: str, arguments: int) -> list[list[str]]:
    """The arguments of every use of a macro."""
    found = []
    for use in re.finditer(rf'\\{re.escape(macro)}(?={{)', tex):
        place, values = use.end(), []
        for _ in range(arguments):
            value = argument_at(tex, place)
            values.append(value)
            place += len(value) + 2
        found.append(values)
    return found


def argument_at(tex: str, place: int) -> str:
    """What stands between the brace at this place and the one that closes it."""
    assert tex[place] == '{', tex[place : place + 20]
    depth = 0
    for sign in re.compile(r'\\.|[{}]', re.DOTALL).finditer(tex, place):
        depth += {'{': 1, '}': -1}.get(sign[0], 0)
        if not depth:
            return tex[place + 1 : sign.start()]
    raise AssertionError(tex[place : place + 20])


def shown(tex: str) -> str:
    """The words of a piece of text, without links and the places where a word may break."""
    tex = re.sub(r'\\hyperref\[\\detokenize\{[^}]*\}\]|\\sphinxcrossref|\\matchupverdict', '', tex)
    tex = tex.replace(r'\matchupbreak{}', '').replace(r'\sphinxhyphen{}', '-')
    return re.sub(r'(?<!\\)[{}]', '', tex)


def labels(tex: str) -> Counter[str]:
    """How often each label is given."""
    return Counter(re.findall(r'\\label\{\\detokenize\{([^}]*)\}\}', tex))


def references(tex: str) -> list[str]:
    """The label of every link and of every page number of the indices."""
    links = re.findall(r'\\hyperref\[\\detokenize\{([^}]*)\}\]', tex)
    pages = re.findall(r'sphinxstyleindexpageref\{([^:]*):\\detokenize\{([^}]*)\}\}', tex)
    return [*links, *(f'{page}:{anchor}' for page, anchor in pages)]

"""What each format shows: its words, its quotes, and what its links lead to.

Each format is read by what is usual in it, without anything of the extension.
"""

from __future__ import annotations

import itertools
import json
import pickle
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from babel.messages.pofile import read_po
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from pypdf import PdfReader

from support import tex
from support.pages import quotes_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from support.project import Build

#: The suffix of the pages of each builder that writes HTML.
HTML = {
    'html': '.html',
    'dirhtml': '.html',
    'singlehtml': '.html',
    'epub': '.xhtml',
    'htmlhelp': '.html',
    'devhelp': '.html',
    'qthelp': '.html',
}
#: Pages that only some formats have, since nobody has written them.
_MADE_PAGES = re.compile(r'genindex|search|nav$|opensearch|matchup-(products|personas|index)')
_OURS = re.compile(r'(product|persona|matchup|quote)-')


@dataclass(frozen=True)
class Shown:
    """What an output shows. Texts have no white space, since each format breaks lines its way."""

    #: All that it shows, quotes and what stands around them.
    words: str = ''
    #: The texts of the quotes.
    quotes: frozenset[str] = frozenset()
    #: Each text with who says it, of what, and with which verdict.
    captions: frozenset[tuple[str, str]] = frozenset()
    #: Names, each with the id of the object that it leads to.
    links: frozenset[tuple[str, str]] = frozenset()

    def names(self, known: Iterable[str]) -> frozenset[str]:
        """Those of the known names that stand outside of quotes."""
        around = self.words
        for quote in sorted(self.quotes, key=len, reverse=True):
            around = around.replace(quote, '\0')
        return frozenset(name for name in known if squeeze(name) in around)


def squeeze(text: str) -> str:
    """The text without white space, since writers may break a line after any hyphen."""
    return re.sub(r'\s+', '', text)


def without_code_marks(text: str) -> str:
    """The text as it is shown where inline code has no marks."""
    return re.sub(r'(?<!`)`([^`]+)`(?!`)', r'\1', text)


def words_of(build: Build, builder: str) -> str:
    """Everything that an output shows, as plain text without white space."""
    if builder in HTML:
        return squeeze(_words_of_soups(_soups(build, HTML[builder])))
    return squeeze(_WORDS[builder](build))


def shown_by(build: Build, builder: str, html: Shown | None = None) -> Shown:
    """What an output shows.

    :param html: what the HTML shows; of some formats only this can be found in them
    """
    if builder in HTML:
        return _shown_by_soups(_soups(build, HTML[builder]))
    if builder in _SEARCHED:
        return _found(_SEARCHED[builder](build), html or Shown())
    return _SHOWN[builder](build)


def _found(words: str, html: Shown) -> Shown:
    """What is found of the HTML in words."""
    return Shown(
        words,
        frozenset(quote for quote in html.quotes if quote in words),
        frozenset(card for card in html.captions if '—'.join(card) in words),
    )


def _shown(
    words: str, cards: Iterable[tuple[str, str]], links: Iterable[tuple[str, str]]
) -> Shown:
    squeezed = {(squeeze(text), _without_places(squeeze(caption))) for text, caption in cards}
    return Shown(
        squeeze(words),
        frozenset(text for text, _ in squeezed),
        frozenset(squeezed),
        frozenset((squeeze(name), target) for name, target in links if _OURS.match(target)),
    )


def _without_places(caption: str) -> str:
    return re.sub(r'\((alsoin|in)[^()]*\)$', '', caption)


# --------------------------------------------------------------------------- HTML and its kin


def _soups(build: Build, suffix: str) -> list[BeautifulSoup]:
    paths = sorted(build.outdir.rglob(f'*{suffix}'))
    return [
        BeautifulSoup(path.read_text('utf-8'), 'html.parser')
        for path in paths
        if not _MADE_PAGES.match(path.parent.name if path.stem == 'index' else path.stem)
        and not _MADE_PAGES.match(path.stem)
    ]


def _words_of_soups(soups: list[BeautifulSoup]) -> str:
    for soup in soups:
        for mark in soup.select('a.headerlink, title, nav'):
            mark.decompose()
    return ' '.join(soup.get_text() for soup in soups)


def _shown_by_soups(soups: list[BeautifulSoup]) -> Shown:
    words = _words_of_soups(soups)
    return _shown(
        words,
        (card for soup in soups for card in quotes_in(soup)),
        (
            (link.get_text(), str(link['href']).partition('#')[2])
            for soup in soups
            for link in soup.select('a.reference.internal')
        ),
    )


def _shown_by_json(build: Build) -> Shown:
    pages = [json.loads(path.read_text('utf-8')) for path in build.outdir.glob('*.fjson')]
    return _shown_by_bodies(pages)


def _shown_by_pickle(build: Build) -> Shown:
    pages = [pickle.loads(path.read_bytes()) for path in build.outdir.glob('*.fpickle')]
    return _shown_by_bodies(pages)


def _shown_by_bodies(pages: list[dict[str, str]]) -> Shown:
    return _shown_by_soups(
        [
            BeautifulSoup(page['body'], 'html.parser')
            for page in pages
            if 'body' in page and not _MADE_PAGES.match(page['current_page_name'])
        ]
    )


# ---------------------------------------------------------------------------- text and man


def _words_of_text(build: Build) -> str:
    text = '\n'.join(path.read_text('utf-8') for path in sorted(build.outdir.glob('*.txt')))
    # Inline code stands in straight marks.
    return re.sub(r'"(code|pip install smolagents|on the stove)"', r'\1', text)


def _shown_by_text(build: Build) -> Shown:
    words = _words_of_text(build)
    paragraphs = words.split('\n\n')
    cards = (
        (quote, caption.strip().removeprefix('--'))
        for quote, caption in itertools.pairwise(paragraphs)
        if caption.startswith('   -- ')
    )
    return _shown(words, cards, ())


_MAN_SIGNS = {
    r'\(aq': "'",
    r'\(dq': '"',
    r'\(em': '—',
    r'\(ga': '`',
    r'\(ha': '^',
    r'\(ti': '~',
    r'\-': '-',
    r'\e': '\\',
}


def _unescaped_man(text: str) -> str:
    text = re.sub(r' \\%<#[^>]*>', '', text)
    text = re.sub(r'\\f[BIPR]|\\[&%]|^\.[a-zA-Z\\].*$', '', text, flags=re.MULTILINE)
    for escaped, sign in _MAN_SIGNS.items():
        text = text.replace(escaped, sign)
    return text


def _man_body(build: Build) -> str:
    return build.text('test.1').partition('.SH NAME')[2]


def _words_of_man(build: Build) -> str:
    return _unescaped_man(_man_body(build))


def _shown_by_man(build: Build) -> Shown:
    cards = re.findall(
        r'^\.INDENT 3\.5\n(.*)\n\.br\n\\\(em (.*)\n', _man_body(build), re.MULTILINE
    )
    return _shown(
        _words_of_man(build), ((_unescaped_man(a), _unescaped_man(b)) for a, b in cards), ()
    )


# --------------------------------------------------------------------------------- Texinfo


def _unescaped_texinfo(text: str) -> str:
    # Texinfo makes dashes of hyphens that stand side by side.
    text = text.replace('---', '—').replace('--', '–')
    text = re.sub(r'@ref\{\w+,,([^{}]*)\}', r'\1', text)
    text = re.sub(r'@U\{(\w+)\}', lambda found: chr(int(found[1], 16)), text)
    text = re.sub(r'@anchor\{[^{}]*\}|@geindex .*', '', text)
    text = re.sub(r'@(?:code|emph|w)\{((?:[^{}@]|@.)*)\}', r'\1', text)
    return re.sub(r'@([@{}])', r'\1', text.replace('@comma{}', ','))


def _texinfo_body(build: Build) -> str:
    body = build.text('test.texi').partition('@c %**start of body')[2]
    return body.partition('\n@node Product Index')[0]


def _words_of_texinfo(build: Build) -> str:
    return _unescaped_texinfo(_texinfo_body(build))


def _shown_by_texinfo(build: Build) -> Shown:
    body = _texinfo_body(build)
    cards = re.findall(
        r'^@quotation\n+(.*?)\n\n— (.*?)\n+@end quotation', body, re.MULTILINE | re.DOTALL
    )
    # Each place has an anchor of words, without dots, and one with a number.
    anchors = re.findall(r'@anchor\{[^{} ]+ ([^{}]+)\}@anchor\{(\w+)\}', build.text('test.texi'))
    places = {number: words.replace(' ', '.') for words, number in anchors}
    links = re.findall(r'@ref\{(\w+),,([^{}]*)\}', body)
    return _shown(
        _words_of_texinfo(build),
        ((_unescaped_texinfo(a), _unescaped_texinfo(b)) for a, b in cards),
        ((name, places[number]) for number, name in links),
    )


# ----------------------------------------------------------------------------------- LaTeX

_LATEX_SIGNS = {
    'textquotesingle': "'",
    'textquotedbl': '"',
    'sphinxhyphen': '-',
    'textbackslash': '\\',
    'textasciicircum': '^',
    'textasciitilde': '~',
    'textasciigrave': '`',
    'textless': '<',
    'textgreater': '>',
    'textbar': '|',
    'sphinxcrossref': '',
    'sphinxcode': '',
    'sphinxupquote': '',
    'matchupbreak': '',
    'matchupverdict': '',
}


def _unescaped_latex(text: str) -> str:
    text = re.sub(r'\\hyperref\[\\detokenize\{[^}]*\}\]|\\sphinxAtStartPar|%$', '', text)
    text = re.sub(r'\\DUrole\{[^}]*\}|\\sphinxstyleemphasis', '', text)
    for name, sign in _LATEX_SIGNS.items():
        text = re.sub(rf'\\{name}(?:\{{\}})?', lambda _, sign=sign: f'\0{sign}', text)
    text = re.sub(r'(?<!\\)[{}]', '', text.replace('\0\\', '\1'))
    return re.sub(r'\\([{}$%#&_])', r'\1', text).replace('\0', '').replace('\1', '\\')


def _words_of_latex(build: Build) -> str:
    return _unescaped_latex(build.text('test.tex').partition('\\begin{document}')[2])


def _shown_by_latex(build: Build) -> Shown:
    source = tex.written(build)
    cards = ((text, caption) for _, _, text, caption in tex.calls(source, 'matchupcard', 4))
    links = [
        (tex.argument_at(source, found.end()), found[1].partition(':')[2])
        for found in re.finditer(r'\\hyperref\[\\detokenize\{([^}]*)\}\](?=\{)', source)
    ]
    return _shown(
        _words_of_latex(build),
        ((_unescaped_latex(a), _unescaped_latex(b)) for a, b in cards),
        ((_unescaped_latex(name), place) for name, place in links),
    )


# --------------------------------------------------------------------------- XML, pseudo-XML


def _xml_trees(build: Build) -> list[ET.Element]:
    return [ET.parse(path).getroot() for path in sorted(build.outdir.glob('*.xml'))]


def _words_of_xml(build: Build) -> str:
    return ' '.join(''.join(tree.itertext()) for tree in _xml_trees(build))


def _pseudoxml_trees(build: Build) -> list[ET.Element]:
    paths = sorted(build.outdir.glob('*.pseudoxml'))
    return [_tree(path.read_text('utf-8').splitlines()) for path in paths]


def _tree(lines: list[str]) -> ET.Element:
    """The elements of a page, each of which is indented more than the one that holds it."""
    root = ET.Element('page')
    above = [(-1, root)]
    for line in lines:
        # A text may begin with a space of its own.
        depth = (len(line) - len(line.lstrip())) // 4 * 4
        while above[-1][0] >= depth and line.strip():
            above.pop()
        parent = above[-1][1]
        if tag := re.fullmatch(r'<(\w+)(.*)>', line.strip()):
            attributes = dict(re.findall(r'([\w:]+)="([^"]*)"', tag[2]))
            above.append((depth, ET.SubElement(parent, tag[1], attributes)))
        else:
            ET.SubElement(parent, 'text').text = f'{line.strip()} '
    return root


def _words_of_pseudoxml(build: Build) -> str:
    return ' '.join(''.join(tree.itertext()) for tree in _pseudoxml_trees(build))


def _shown_by_trees(trees: list[ET.Element]) -> Shown:
    quotes = [
        [''.join(part.itertext()) for part in quote]
        for tree in trees
        for quote in tree.iter('block_quote')
        if 'quote-card' in quote.attrib.get('classes', '')
    ]
    return _shown(
        ' '.join(''.join(tree.itertext()) for tree in trees),
        ((text, caption) for text, caption in quotes),
        (
            (''.join(link.itertext()), _target(link.attrib))
            for tree in trees
            for link in tree.iter('reference')
        ),
    )


def _target(attributes: dict[str, str]) -> str:
    return attributes.get('refid') or attributes.get('refuri', '').partition('#')[2]


# ---------------------------------------------------------------------- builders of others


def _shown_by_markdown(build: Build) -> Shown:
    pages = [path.read_text('utf-8') for path in sorted(build.outdir.glob('*.md'))]
    soups = [BeautifulSoup(MarkdownIt().render(page), 'html.parser') for page in pages]
    cards = [
        (quote.get_text().strip(), caption.get_text().removeprefix('— '))
        for soup in soups
        for quote in soup.select('blockquote')
        if (caption := quote.find_next_sibling('p'))
    ]
    return _shown(
        ' '.join(soup.get_text() for soup in soups),
        cards,
        (
            (link.get_text(), str(link['href']).partition('#')[2])
            for soup in soups
            for link in soup.select('a[href]')
        ),
    )


def _words_of_pdf(build: Build) -> str:
    pages = PdfReader(build.outdir / 'test.pdf').pages
    return squeeze(' '.join(page.extract_text() for page in pages))


def _words_of_catalogs(build: Build) -> str:
    messages = []
    for path in sorted(build.outdir.glob('*.pot')):
        with path.open('rb') as stream:
            messages += [str(message.id) for message in read_po(stream)]
    return squeeze(without_code_marks('\n'.join(messages)))


_WORDS: dict[str, Callable[[Build], str]] = {
    'text': _words_of_text,
    'man': _words_of_man,
    'texinfo': _words_of_texinfo,
    'latex': _words_of_latex,
    'xml': _words_of_xml,
    'pseudoxml': _words_of_pseudoxml,
}
_SHOWN: dict[str, Callable[[Build], Shown]] = {
    'json': _shown_by_json,
    'pickle': _shown_by_pickle,
    'text': _shown_by_text,
    'man': _shown_by_man,
    'texinfo': _shown_by_texinfo,
    'latex': _shown_by_latex,
    'xml': lambda build: _shown_by_trees(_xml_trees(build)),
    'pseudoxml': lambda build: _shown_by_trees(_pseudoxml_trees(build)),
    'markdown': _shown_by_markdown,
}
_SEARCHED: dict[str, Callable[[Build], str]] = {
    'pdf': _words_of_pdf,
    'gettext': _words_of_catalogs,
}

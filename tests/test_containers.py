"""A matchup inside everything that may hold a directive, in HTML, text and LaTeX."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, ClassVar

import pytest
from support.project import S1, Project

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build

#: Where a matchup may stand: the page below its title, with MATCHUP for the directive; what
#: the block must be a child of in HTML; the environment around it in LaTeX, as a pattern.
CONTAINERS = {
    'rst': {
        'page': ('MATCHUP\n', 'section', 'document'),
        'note': (
            '.. note::\n\n   Before.\n\n   MATCHUP\n\n   After.\n',
            '.admonition',
            'sphinxadmonition',
        ),
        'grid-item': (
            '.. grid:: 2\n   :gutter: 1\n\n   .. grid-item::\n\n      MATCHUP\n',
            '.sd-row > .sd-col',
            'document',
        ),
        'card': ('.. card:: Title\n\n   MATCHUP\n', '.sd-card > .sd-card-body', 'document'),
        'grid-card': (
            '.. grid:: 2\n\n   .. grid-item-card:: Title\n\n      MATCHUP\n',
            '.sd-col > .sd-card > .sd-card-body',
            'document',
        ),
        'tab': (
            '.. tab-set::\n\n   .. tab-item:: One\n\n      MATCHUP\n',
            '.sd-tab-set > .sd-tab-content',
            'document',
        ),
        'dropdown': (
            '.. dropdown:: Title\n\n   MATCHUP\n',
            'details.sd-dropdown > .sd-summary-content',
            'document',
        ),
        'bullet': ('* Words.\n\n  MATCHUP\n\n* Words.\n', 'ul > li', 'itemize'),
        'number': ('1. MATCHUP\n\n2. Words.\n', 'ol > li', 'enumerate'),
        'definition': (
            'Term\n   Words.\n\n   MATCHUP\n\nOther\n   Words.\n',
            'dl > dd',
            'description',
        ),
        'field': (':Field:\n   MATCHUP\n', 'dl.field-list > dd', 'description'),
        'list-table': (
            '.. list-table::\n\n   * - One\n     - Two\n   * - Words.\n     - MATCHUP\n',
            'tr > td',
            'longtable',
        ),
        'grid-table': (
            f'+------+{"-" * 60}+\n| Words| MATCHUP{" " * 52}|\n+------+{"-" * 60}+\n',
            'tr > td',
            'longtable',
        ),
        'csv-table': ('.. csv-table::\n\n   Words,"MATCHUP"\n', 'tr > td', 'longtable'),
        'quote': (
            'Words.\n\n   MATCHUP\n\n   -- Somebody\n',
            'section > blockquote > div',
            'quote',
        ),
        'legend': (
            '.. figure:: pic.png\n\n   Caption.\n\n   MATCHUP\n',
            'figure > figcaption > .legend',
            'sphinxlegend',
        ),
        'sidebar': (
            '.. sidebar:: Title\n\n   MATCHUP\n\nWords.\n',
            'aside.sidebar',
            'sphinxsidebar|sphinxShadowBox',
        ),
        'topic': (
            '.. topic:: Title\n\n   MATCHUP\n',
            'nav.contents, aside.topic',
            'sphinxtopic|sphinxShadowBox',
        ),
        'container': ('.. container:: box\n\n   MATCHUP\n', '.box', 'document'),
        'version': (
            '.. versionadded:: 1\n\n   MATCHUP\n',
            '.versionadded',
            'document',
        ),
        'footnote': (
            'Words [#a]_.\n\n.. [#a] Words.\n\n   MATCHUP\n',
            'aside.footnote',
            'footnote',
        ),
        'object': ('.. describe:: thing\n\n   MATCHUP\n', 'dl.describe > dd', 'fulllineitems'),
        'only': ('.. only:: html or text or latex\n\n   MATCHUP\n', 'section', 'document'),
        'entry': (
            '.. matchup:product:: Cup NAME\n\n   MATCHUP\n',
            '.matchup-entry-product',
            'document',
        ),
        'include': ('.. include:: /parts/NAME.inc\n', 'section', 'document'),
        'include-in-list': ('* .. include:: /parts/NAME.inc\n', 'ul > li', 'itemize'),
    },
    'md': {
        'page': ('MATCHUP\n', 'section', 'document'),
        'note': (
            '````{note}\nBefore.\n\nMATCHUP\n\nAfter.\n````\n',
            '.admonition',
            'sphinxadmonition',
        ),
        'admonition': (
            '::::{admonition} Title\n:class: tip\n\nMATCHUP\n::::\n',
            '.admonition.tip',
            'sphinxadmonition',
        ),
        'grid-item': (
            '::::::{grid} 2\n:gutter: 1\n\n:::::{grid-item}\nMATCHUP\n:::::\n::::::\n',
            '.sd-row > .sd-col',
            'document',
        ),
        'card': ('::::{card} Title\nMATCHUP\n::::\n', '.sd-card > .sd-card-body', 'document'),
        'tab': (
            '::::{tab-set}\n\n:::{tab-item} One\nMATCHUP\n:::\n::::\n',
            '.sd-tab-set > .sd-tab-content',
            'document',
        ),
        'dropdown': (
            '::::{dropdown} Title\n\nMATCHUP\n::::\n',
            'details.sd-dropdown > .sd-summary-content',
            'document',
        ),
        'bullet': ('* Words.\n\n  MATCHUP\n\n* Words.\n', 'ul > li', 'itemize'),
        'number': ('1. MATCHUP\n\n2. Words.\n', 'ol > li', 'enumerate'),
        'list-in-list': (
            '* Words.\n\n  1. Words.\n\n     MATCHUP\n',
            'ul > li > ol > li',
            'enumerate',
        ),
        'definition': ('Term\n: Words.\n\n  MATCHUP\n', 'dl > dd', 'description'),
        'field': (':Field:\n  MATCHUP\n', 'dl.field-list > dd', 'description'),
        'list-table': (
            '::::{list-table}\n\n* - One\n  - Two\n* - Words.\n  - MATCHUP\n::::\n',
            'tr > td',
            'longtable',
        ),
        'quote': ('> Words.\n>\n> MATCHUP\n', 'section > blockquote > div', 'quote'),
        'legend': (
            '::::{figure} pic.png\n\nCaption.\n\nMATCHUP\n::::\n',
            'figure > figcaption > .legend',
            'sphinxlegend',
        ),
        'sidebar': (
            '::::{sidebar} Title\n\nMATCHUP\n::::\n\nWords.\n',
            'aside.sidebar',
            'sphinxsidebar|sphinxShadowBox',
        ),
        'container': ('::::{container} box\n\nMATCHUP\n::::\n', '.box', 'document'),
        'footnote': (
            'Words[^a].\n\n[^a]: Words.\n\n    MATCHUP\n',
            'aside.footnote',
            'footnote',
        ),
        'only': ('::::{only} html or text or latex\n\nMATCHUP\n::::\n', 'section', 'document'),
        'entry': (
            '::::{matchup:product} Cup NAME\nMATCHUP\n::::\n',
            '.matchup-entry-product',
            'document',
        ),
        'include': ('```{include} /parts/NAME.inc\n```\n', 'section', 'document'),
        'include-in-note': (
            '````{note}\n```{include} /parts/NAME.inc\n```\n````\n',
            '.admonition',
            'sphinxadmonition',
        ),
    },
}
CASES = [(markup, name) for markup, cases in CONTAINERS.items() for name in cases]
EVERY_CASE = pytest.mark.parametrize(('markup', 'name'), CASES, ids=['-'.join(c) for c in CASES])


def key_of(markup: str, name: str) -> str:
    """The word that tells a case from the others in every format."""
    return f'{markup}{name.replace("-", "")}'


PICTURE = bytes.fromhex(
    '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55'
    '0000000a4944415478da63f80f00010101001cb08c990000000049454e44ae426082'
)


def directive(markup: str, key: str, stray: str = '') -> list[str]:
    """The lines of a matchup whose seed is its body."""
    quotes = [f'“One {key} “in” it.”', '', *([stray, ''] if stray else []), f'“Two {key}.”']
    if markup == 'rst':
        body = [f'   {line}' if line else '' for line in quotes]
        return [f'.. matchup:: Cup {key} vs Mug {key}', '   :class: probe', '', *body]
    return [f'```{{matchup}} Cup {key} vs Mug {key}', ':class: probe', '', *quotes, '```']


def placed(template: str, lines: list[str]) -> str:
    """The page with the directive in its place, indented or marked as the place asks for."""
    page = []
    for line in template.split('\n'):
        before, found, after = line.partition('MATCHUP')
        if not found:
            page.append(line)
        elif before.startswith('|'):
            width = len(found + after) - 1
            page += [f'{before}{lines[0].ljust(width)}|']
            blank = re.sub(r'[^|]', ' ', before)
            page += [f'{blank}{rest.ljust(width)}|' for rest in lines[1:]]
        else:
            indent = before if before.startswith('>') else ' ' * len(before)
            page += [before + lines[0], *((indent + rest).rstrip() for rest in lines[1:])]
            page[-1] += after
    return '\n'.join(page)


def pages(stray: str = '') -> dict[str, str | bytes]:
    """Every case as a page."""
    files: dict[str, str | bytes] = {
        'index.rst': 'Title\n=====\n\n.. toctree::\n   :glob:\n\n   case-*\n',
        'pic.png': PICTURE,
    }
    for markup, name in CASES:
        key = key_of(markup, name)
        title = 'T\n=\n\n{}\n' if markup == 'rst' else '# T\n\n{}\n'
        template = CONTAINERS[markup][name][0].replace('NAME', key)
        lines = directive(markup, key, stray)
        files[f'case-{key}.{markup}'] = title.format(placed(template, lines))
        if name.startswith('include'):
            files[f'parts/{key}.inc'] = '\n'.join(['Words.', '', *lines, ''])
    return files


# The nodes of sphinx-design have no parents, which the invariants of the tests object to.
SETTINGS = """\
extensions.remove('support.invariants')
myst_enable_extensions = ['colon_fence', 'deflist', 'fieldlist']
"""


@pytest.fixture(scope='module')
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    """All cases, by builder."""
    project = Project(tmp_path_factory.mktemp('built') / 'source', pages())
    project.configure(SETTINGS)
    return {builder: project.build(builder, '-n') for builder in ('html', 'text', 'latex')}


class Nesting(HTMLParser):
    """Fails where an element is closed by another's end, or a block stands inside a phrase."""

    VOID = frozenset({'br', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'col'})
    PHRASES = frozenset({'a', 'p', 'span', 'bdi', 'em', 'strong', 'code', 'h1', 'h2', 'label'})
    BLOCKS = frozenset(
        {'div', 'figure', 'figcaption', 'blockquote', 'p', 'ul', 'ol', 'dl', 'table', 'section'}
    )
    #: What each of these may be a child of.
    PARENTS: ClassVar = {
        'figcaption': {'figure'},
        'li': {'ul', 'ol'},
        'dd': {'dl'},
        'td': {'tr'},
    }

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        if tag in self.BLOCKS:
            assert not self.PHRASES & set(self.open), (tag, self.open, self.getpos())
        if tag in self.PARENTS:
            assert self.open[-1] in self.PARENTS[tag], (tag, self.open, self.getpos())
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.open, self.getpos())


def test_no_container_gives_a_warning(built: dict[str, Build]) -> None:
    assert {builder: build.warnings for builder, build in built.items()} == {
        'html': [],
        'text': [],
        'latex': [],
    }


@EVERY_CASE
def test_html_has_the_cards_inside_the_container(
    built: dict[str, Build], markup: str, name: str
) -> None:
    key = key_of(markup, name)
    selector = CONTAINERS[markup][name][1]
    soup = built['html'].soup(f'case-{key}.html')
    blocks = soup.select('.matchup')
    assert len(blocks) == 1
    assert blocks[0]['id'] == f'matchup-cup-{key}-vs-mug-{key}'
    assert 'probe' in blocks[0]['class']
    assert blocks[0].parent in soup.select(selector)
    cards = blocks[0].select('.matchup-round > figure.matchup-card')
    assert [card.blockquote.get_text() for card in cards] == [
        f'One {key} “in” it.',
        f'Two {key}.',
    ]


@EVERY_CASE
def test_html_is_nested_as_it_must_be(built: dict[str, Build], markup: str, name: str) -> None:
    html = built['html'].text(f'case-{key_of(markup, name)}.html')
    parsed = Nesting(html)
    # Two cards, and in an entry a third one.
    figures = 2 + (name == 'entry') + (name == 'legend')
    assert parsed.seen.count('figure') == figures
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(ids) == len(set(ids))


@EVERY_CASE
def test_text_has_every_word_in_order(built: dict[str, Build], markup: str, name: str) -> None:
    key = key_of(markup, name)
    text = built['text'].text(f'case-{key}.txt')
    words = ' '.join(re.sub(r'^[|+=>-]+$|[|]', ' ', text, flags=re.MULTILINE).split())
    assert (
        f'**Cup {key} vs Mug {key}** *Builder* One {key} “in” it. -- Builder on Cup {key} '
        f'Two {key}. -- Builder on Mug {key}'
    ) in words


@EVERY_CASE
def test_latex_has_the_quotes_and_labels_once_and_in_the_container(
    built: dict[str, Build], markup: str, name: str
) -> None:
    key = key_of(markup, name)
    environment = CONTAINERS[markup][name][2]
    tex = built['latex'].text('test.tex')
    # In an entry the first quote is shown again below.
    assert tex.count(f'One {key} “in” it.') == 1 + (name == 'entry')
    assert tex.count(f'Two {key}.') == 1
    for anchor in (
        f'matchup-cup-{key}-vs-mug-{key}',
        f'quote-cup-{key}-vs-mug-{key}-1',
        f'quote-cup-{key}-vs-mug-{key}-2',
    ):
        assert tex.count(rf'\label{{\detokenize{{case-{key}:{anchor}}}}}') == 1, anchor
    place = tex.index(rf'\label{{\detokenize{{case-{key}:matchup-cup-')
    assert any(re.match(environment, found) for found in environments_at(tex, place))


def environments_at(tex: str, place: int) -> list[str]:
    """The environments that are open at a place of a LaTeX document."""
    opened: list[str] = []
    for found in re.finditer(r'\\(begin|end)\{(\w+)\*?\}', tex[:place]):
        if found[1] == 'begin':
            opened.append(found[2])
        else:
            assert opened.pop() == found[2], found
    return opened


def test_latex_environments_are_nested_as_they_must_be(built: dict[str, Build]) -> None:
    tex = built['latex'].text('test.tex')
    assert environments_at(tex, len(tex)) == []
    targets = re.findall(r'\\hyperref\[\\detokenize\{([^}]*)\}\]', tex)
    labels = re.findall(r'\\label\{\\detokenize\{([^}]*)\}\}', tex)
    assert len(labels) == len(set(labels))
    assert set(targets) <= set(labels)


def test_problems_of_a_body_are_reported_at_their_lines_in_every_container(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = pages('stray words')
    project = Project(tmp_path_factory.mktemp('stray') / 'source', files)
    project.configure(SETTINGS)
    build = project.build('dummy')
    expected = set()
    for path, content in files.items():
        # The cells of a CSV table have no lines of their own in docutils.
        if isinstance(content, str) and 'stray words' in content and 'csvtable' not in path:
            line = next(n for n, text in enumerate(content.split('\n'), 1) if 'stray' in text)
            expected.add(f'{path}:{line}')
    assert len(expected) == len(CASES) - 1
    places = {warning.partition(': ')[0] for warning in build.warnings if 'csv' not in warning}
    assert places == expected
    assert build.subtypes() == ['matchups.seed'] * len(CASES)


# -------------------------------------------------------------------------------- only


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_only_shows_the_matchup_where_it_should(
    make_project: Callable[..., Project], markup: str
) -> None:
    page = {
        'rst': ('Title\n=====\n\n.. only:: html\n\n   .. matchup:: s1\n\nWords.\n'),
        'md': '# Title\n\n::::{only} html\n```{matchup} s1\n```\n::::\n\nWords.\n',
    }[markup]
    project = make_project({'seeds/s1.txt': S1, f'index.{markup}': page})
    builds = {builder: project.build(builder, '-n') for builder in ('html', 'text', 'latex')}
    assert [build.warnings for build in builds.values()] == [[], [], []]
    assert len(builds['html'].soup('index.html').select('.matchup figure')) == 2
    assert builds['text'].text('index.txt') == 'Title\n*****\n\nWords.\n'
    assert 'Boils' not in builds['latex'].text('test.tex')


# ----------------------------------------------------------------------------- included


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_a_path_in_an_included_file_is_relative_to_the_page(
    make_project: Callable[..., Project], markup: str
) -> None:
    index = 'Title\n=====\n\n.. toctree::\n\n   sub/page\n'
    files = {
        'rst': {
            'sub/page.rst': 'T\n=\n\n.. include:: ../parts/part.inc\n',
            'parts/part.inc': '.. matchup:: more/s1.txt\n',
        },
        'md': {
            'sub/page.md': '# T\n\n```{include} ../parts/part.inc\n```\n',
            'parts/part.inc': '```{matchup} more/s1.txt\n```\n',
        },
    }[markup]
    project = make_project({'index.rst': index, 'sub/more/s1.txt': S1, **files})
    build = project.build('html', '-n')
    assert build.warnings == []
    cards = build.soup('sub/page.html').select('.matchup figure')
    assert [card.blockquote.get_text() for card in cards] == [
        'Pours without a drip.',
        'Boils in ninety seconds.',
    ]


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_a_matchup_included_on_two_pages_is_reported_once_and_shown_on_both(
    make_project: Callable[..., Project], markup: str
) -> None:
    include = {'rst': '.. include:: /part.inc\n', 'md': '```{include} /part.inc\n```\n'}[markup]
    part = {'rst': '.. matchup:: s1\n', 'md': '```{matchup} s1\n```\n'}[markup]
    title = {'rst': 'T\n=\n\n', 'md': '# T\n\n'}[markup]
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'index.rst': 'Title\n=====\n\n.. toctree::\n\n   a\n   b\n',
            f'a.{markup}': title + include,
            f'b.{markup}': title + include,
            'part.inc': part,
        }
    )
    build = project.build('html')
    assert build.subtypes() == ['matchups.duplicate']
    assert build.warnings[0].startswith('part.inc:1: WARNING: ')
    for name in ('a', 'b'):
        assert len(build.soup(f'{name}.html').select('.matchup figure')) == 2

"""The HTML of cards: its elements, its escaping, its direction of writing, its style sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reportlab.lib.colors import getAllNamedColors
from support.project import S1

import sphinx_matchups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bs4 import Tag
    from support.project import Build, Project

STYLES = Path(sphinx_matchups.__file__).parent / 'static' / 'sphinx-matchups.css'


def block(build: Build, name: str = 'index') -> str:
    """The first matchup of a page as it is written, in one line."""
    html = build.text(f'{name}.html')
    start = html.index('<div', html.index('</h1>'))
    depth = 0
    for tag in re.finditer(r'<(/?)div\b[^>]*>', html[start:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[start : start + tag.end()].replace('\n', '')
    raise AssertionError('a div is not closed')


def written(text: str) -> str:
    """The expected HTML, written over several lines."""
    return ''.join(line.strip() for line in text.splitlines())


def project_of(make_project: Callable[..., Project], seed: str, *personas: str) -> Project:
    """A matchup on the first page, and on another one its products and some personas."""
    products = seed.partition('\n')[0].split(' vs ')
    entries = [
        *(f'.. matchup:product:: {product}' for product in products),
        *(f'.. matchup:persona:: {persona}' for persona in personas),
    ]
    page = '\n\n'.join([':orphan:', 'All\n===', *entries, ''])
    return make_project(
        {
            'seeds/s1.txt': seed,
            'index.rst': 'Title\n=====\n\n.. matchup:: s1\n',
            'all.rst': page,
        }
    )


# ----------------------------------------------------------------------------- whole blocks


def test_matchup_of_two(make_project: Callable[..., Project]) -> None:
    build = project_of(make_project, S1, 'Builder').build('html', '-n')
    assert build.warnings == []
    assert block(build) == written(
        """\
        <div aria-label="Teapot Pro vs Kettle One" class="matchup matchup-columns matchup-of-2"\
 id="matchup-teapot-pro-vs-kettle-one" role="group">
        <div class="matchup-header">
        <p class="matchup-name matchup-column-1">
        <a class="reference internal" href="all.html#product-teapot-pro">
        <bdi>Teapot Pro</bdi></a> <span class="matchup-versus">vs</span></p>
        <p class="matchup-name matchup-column-2">
        <a class="reference internal" href="all.html#product-kettle-one">
        <bdi>Kettle One</bdi></a>
        <a class="headerlink" href="#matchup-teapot-pro-vs-kettle-one"\
 title="Link to this matchup">¶</a></p>
        </div>
        <div class="matchup-round">
        <p class="matchup-round-label matchup-persona-builder">
        <a class="reference internal" href="all.html#persona-builder"><bdi>Builder</bdi></a></p>
        <figure class="matchup-card matchup-column-1 matchup-persona-builder sd-card sd-shadow-sm"\
 id="quote-teapot-pro-vs-kettle-one-1">
        <div class="sd-card-body"><blockquote class="matchup-quote">
        <p dir="auto">Pours without a drip.</p></blockquote></div>
        <figcaption class="matchup-caption sd-card-footer">
        <a class="reference internal" href="all.html#persona-builder"><bdi>Builder</bdi></a> on\
 <a class="reference internal" href="all.html#product-teapot-pro">
        <bdi>Teapot Pro</bdi></a>
        <a class="headerlink" href="#quote-teapot-pro-vs-kettle-one-1"\
 title="Link to this quote">¶</a></figcaption>
        </figure>
        <figure class="matchup-card matchup-column-2 matchup-persona-builder sd-card sd-shadow-sm"\
 id="quote-teapot-pro-vs-kettle-one-2">
        <div class="sd-card-body"><blockquote class="matchup-quote">
        <p dir="auto">Boils in ninety seconds.</p></blockquote></div>
        <figcaption class="matchup-caption sd-card-footer">
        <a class="reference internal" href="all.html#persona-builder"><bdi>Builder</bdi></a> on\
 <a class="reference internal" href="all.html#product-kettle-one">
        <bdi>Kettle One</bdi></a>
        <a class="headerlink" href="#quote-teapot-pro-vs-kettle-one-2"\
 title="Link to this quote">¶</a></figcaption>
        </figure>
        </div>
        </div>
        """
    )


def test_matchup_of_three(make_project: Callable[..., Project]) -> None:
    seed = 'Cup vs Mug vs Jug\n\n“a”\n\n“b”\n\n“c”\n'
    build = project_of(make_project, seed, 'Builder').build('html', '-n')
    assert build.warnings == []
    matchup = build.soup('index.html').select_one('.matchup')
    assert (matchup['role'], matchup['aria-label']) == ('group', 'Cup vs Mug vs Jug')
    assert matchup['class'] == ['matchup', 'matchup-columns', 'matchup-of-3']
    names = matchup.select('.matchup-header > p')
    assert [(name['class'], said(name)) for name in names] == [
        (['matchup-name', 'matchup-column-1'], 'Cup vs'),
        (['matchup-name', 'matchup-column-2'], 'Mug vs'),
        (['matchup-name', 'matchup-column-3'], 'Jug'),
    ]
    # Read in the order of the source, the header is the title.
    assert ' '.join(said(name) for name in names) == 'Cup vs Mug vs Jug'
    assert [bool(name.select('.headerlink')) for name in names] == [False, False, True]
    rounds = matchup.select('.matchup-round')
    assert [child.name for child in rounds[0].find_all(True, recursive=False)] == [
        'p',
        'figure',
        'figure',
        'figure',
    ]
    cards = rounds[0].select('figure')
    assert [
        (card['class'][1], said(card.figcaption), card.blockquote.get_text()) for card in cards
    ] == [
        ('matchup-column-1', 'Builder on Cup', 'a'),
        ('matchup-column-2', 'Builder on Mug', 'b'),
        ('matchup-column-3', 'Builder on Jug', 'c'),
    ]


def test_round_with_a_missing_quote(make_project: Callable[..., Project]) -> None:
    seed = 'Cup vs Mug\n\n“only”\n— Builder on Mug\n'
    build = project_of(make_project, seed, 'Builder').build('html', '-n')
    assert build.warnings == []
    assert block(build).partition('<div class="matchup-round">')[2] == written(
        """\
        <p class="matchup-round-label matchup-persona-builder">
        <a class="reference internal" href="all.html#persona-builder"><bdi>Builder</bdi></a></p>
        <figure class="matchup-card matchup-column-2 matchup-persona-builder sd-card sd-shadow-sm"\
 id="quote-cup-vs-mug-1">
        <div class="sd-card-body"><blockquote class="matchup-quote">
        <p dir="auto">only</p></blockquote></div>
        <figcaption class="matchup-caption sd-card-footer">
        <a class="reference internal" href="all.html#persona-builder"><bdi>Builder</bdi></a> on\
 <a class="reference internal" href="all.html#product-mug"><bdi>Mug</bdi></a>
        <a class="headerlink" href="#quote-cup-vs-mug-1" title="Link to this quote">¶</a>
        </figcaption></figure>
        </div>
        </div>
        """
    )


def test_round_without_a_persona(make_project: Callable[..., Project]) -> None:
    project = project_of(make_project, 'Cup vs Mug\n\n“a”\n\n“b”\n\n“c”\n\n“d”\n', 'Builder')
    project.configure("matchups_panel = ['builder']\n")
    build = project.build('html', '-n')
    assert build.subtypes() == ['matchups.rounds']
    second = block(build).split('<div class="matchup-round">')[2]
    # The label and the voice are text, not links: nobody speaks.
    assert second.startswith('<p class="matchup-round-label"><bdi>Round 2</bdi></p><figure ')
    captions = re.findall(
        r'<figcaption class="matchup-caption sd-card-footer">(.*?)</figc', second
    )
    link = '<a class="reference internal" href="all.html#product-{}"><bdi>{}</bdi></a>'
    permalink = (
        '<a class="headerlink" href="#quote-cup-vs-mug-{}" title="Link to this quote">¶</a>'
    )
    assert captions == [
        f'<bdi>Round 2</bdi> on {link.format("cup", "Cup")}{permalink.format(3)}',
        f'<bdi>Round 2</bdi> on {link.format("mug", "Mug")}{permalink.format(4)}',
    ]


def test_verdict_is_text_of_its_own_apart_from_the_name_before_it(
    make_project: Callable[..., Project],
) -> None:
    seed = 'Cup vs Mug\n\n“a”\n— The Skeptic on Cup: skip it\n\n“b”\n— The Skeptic on Mug\n'
    build = project_of(make_project, seed, 'Skeptic').build('html', '-n')
    assert build.warnings == []
    first, second = build.soup('index.html').select('figcaption')
    assert first.select_one('.matchup-verdict').get_text() == 'skip it'
    assert second.select('.matchup-verdict') == []
    assert said(second) == 'Skeptic on Mug'
    # Read aloud or copied, the verdict must not run into the name: ‘Cupskip it’.
    assert re.fullmatch(r'Skeptic on Cup\W+skip it', said(first))


def said(element: Tag) -> str:
    """The text of an element without its permalink."""
    links = {id(text) for link in element.select('.headerlink') for text in link.strings}
    return ''.join(text for text in element.strings if id(text) not in links)


# --------------------------------------------------------------------------------- meaning


def test_every_card_makes_sense_alone(make_project: Callable[..., Project]) -> None:
    build = project_of(make_project, S1, 'Builder').build('html')
    for name, count in (('index', 2), ('all', 4)):
        cards = build.soup(f'{name}.html').select('figure')
        assert len(cards) == count
        for card in cards:
            assert [child.name for child in card.find_all(True, recursive=False)] == [
                'div',
                'figcaption',
            ]
            assert len(card.select('div > blockquote > p')) == 1
            assert card.select('h1, h2, h3, h4, h5, h6, section') == []
            places = ' in Teapot Pro vs Kettle One' if name == 'all' else ''
            caption = rf'Builder on (Teapot Pro|Kettle One){places}'
            assert re.fullmatch(caption, said(card.figcaption))
            (permalink,) = card.select('.headerlink')
            assert permalink['href'] == f'#{card["id"]}'
            assert permalink['title'] == 'Link to this quote'


def test_every_id_stands_once_and_every_link_leads_to_one(
    make_project: Callable[..., Project],
) -> None:
    build = project_of(make_project, S1, 'Builder').build('html')
    pages = {name: build.soup(f'{name}.html') for name in ('index', 'all')}
    ids = {name: [tag['id'] for tag in soup.select('[id]')] for name, soup in pages.items()}
    for name, soup in pages.items():
        assert len(ids[name]) == len(set(ids[name]))
        links = [link['href'] for link in soup.select('.body a.internal, .body a.headerlink')]
        assert links
        for link in links:
            page, _, anchor = link.partition('#')
            assert anchor in ids[page.removesuffix('.html') or name], link


def test_no_link_leads_to_where_it_stands_itself(make_project: Callable[..., Project]) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'seeds/s2.txt': S1.replace('Kettle', 'Pan'),
            'index.rst': (
                'Title\n=====\n\n.. matchup:: s1\n\n.. matchup:product:: Kettle One\n\n'
                '.. matchup:persona:: Builder\n\n.. matchup:quote:: Pan One/Builder\n\n'
                '.. toctree::\n\n   lists\n'
            ),
            'lists.rst': (
                'Lists\n=====\n\n.. matchup:list:: products\n\n.. matchup:list:: personas\n\n'
                '.. matchup:list:: matchups\n'
            ),
        }
    )
    build = project.build('html', '-n')
    assert build.warnings == []
    for page in ('index', 'lists'):
        soup = build.soup(f'{page}.html')
        own = soup.select('section a.internal[href^="#"]')
        for link in own:
            target = soup.find(id=link['href'][1:])
            assert target not in link.parents, link
            # Nor to the beginning of its own row.
            row = link.find_parent('p')
            assert row is None or target not in row.find_all(True), link


@pytest.mark.parametrize(
    ('setting', 'count', 'sign'),
    [
        ('', 4, '¶'),
        ("html_permalinks_icon = '<span>#</span>'\n", 4, '#'),
        ('html_permalinks = False\n', 0, ''),
    ],
)
def test_permalinks_are_those_of_the_settings(
    make_project: Callable[..., Project], setting: str, count: int, sign: str
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': S1,
            'index.rst': 'Title\n=====\n\n.. matchup:: s1\n\n.. matchup:product:: Kettle One\n',
        }
    )
    project.configure(setting)
    build = project.build('html')
    assert build.warnings == []
    soup = build.soup('index.html')
    links = soup.select('.matchup .headerlink, .matchup-entry-name .headerlink')
    assert [link.get_text() for link in links] == [sign] * count
    assert len(soup.select('figure[id]')) == 3
    assert soup.select_one('.matchup')['id'] == 'matchup-teapot-pro-vs-kettle-one'


# -------------------------------------------------------------------------------- escaping

BOLD = '<b>A&B</b> "q" \'x\''
SCRIPT = '</script><script>alert(1)</script>'
WILD = f"""\
{BOLD} vs {SCRIPT}

“</script><script>alert(2)</script> <img src=x onerror=alert(3)> & &amp; " ' `<code>`”
— <u>Ed</u> on {BOLD}: <i>"no" & 'yes'</i>

“<!-- -->”
— <u>Ed</u> on {SCRIPT}
"""


@pytest.fixture
def wild(make_project: Callable[..., Project]) -> Build:
    project = make_project(
        {
            'seeds/wild.txt': WILD,
            'index.rst': (
                'Title\n=====\n\n.. matchup:: wild\n\n.. toctree::\n\n   all\n\n'
                ':matchup:matchup:`words <wild>`\n\n:matchup:persona:`words <ed>`\n'
            ),
            'all.rst': (
                f'All\n===\n\n.. matchup:product:: {BOLD}\n\n.. matchup:product:: {SCRIPT}\n\n'
                '.. matchup:persona:: ed\n\n.. matchup:list:: matchups\n\n'
                '.. matchup:list:: products\n\n.. matchup:list:: personas\n'
            ),
        }
    )
    project.configure("matchups_personas = {'ed': '<u>Ed</u>'}\n")
    return project.build('html', '-n')


def test_names_and_quotes_are_escaped_in_text_and_attributes(wild: Build) -> None:
    assert wild.warnings == []
    soup = wild.soup('index.html')
    matchup = soup.select_one('.matchup')
    assert matchup['aria-label'] == f'{BOLD} vs {SCRIPT}'
    assert [name.get_text() for name in matchup.select('.matchup-header bdi')] == [BOLD, SCRIPT]
    first, second = matchup.select('figure')
    assert first.blockquote.get_text() == (
        '</script><script>alert(2)</script> <img src=x onerror=alert(3)> & &amp; " \' <code>'
    )
    assert first.blockquote.code.get_text() == '<code>'
    assert second.blockquote.get_text() == '<!-- -->'
    assert first.select_one('.matchup-verdict').get_text() == '<i>"no" & \'yes\'</i>'
    assert said(second.figcaption) == f'<u>Ed</u> on {SCRIPT}'
    assert matchup.select_one('.matchup-round-label').get_text() == '<u>Ed</u>'
    titles = [link['title'] for link in soup.find_all('a', string='words')]
    assert titles == [f'{BOLD} vs {SCRIPT}', '<u>Ed</u>']
    # Beside quotes and apostrophes in attributes, this is all that escaping is for.
    assert matchup.select('b, i, u, img, script') == []
    assert '<b>A' not in wild.text('index.html')


@pytest.mark.parametrize(
    ('name', 'texts'),
    [
        ('all', [BOLD, SCRIPT, '<u>Ed</u>', f'{BOLD} vs {SCRIPT}']),
        ('matchup-products', [BOLD, SCRIPT]),
        ('matchup-personas', ['<u>Ed</u>']),
        ('matchup-index', [f'{BOLD} vs {SCRIPT}']),
        ('genindex', [BOLD, SCRIPT, '<u>Ed</u>', f'{BOLD} vs {SCRIPT}']),
    ],
)
def test_names_are_escaped_in_entries_and_indices(
    wild: Build, name: str, texts: list[str]
) -> None:
    soup = wild.soup(f'{name}.html')
    links = {link.get_text() for link in soup.select('.body a')}
    assert set(texts) <= links
    assert soup.select('.body b, .body i, .body u, .body img, .body script') == []
    assert not [script for script in soup.select('script') if 'alert' in script.get_text()]


# ------------------------------------------------------------------------ right to left

HEBREW = 'שלום, תה טוב.'
KETTLE = 'קומקום!'


@pytest.fixture
def hebrew(make_project: Callable[..., Project]) -> Project:
    project = make_project(
        {
            'seeds/s1.txt': f'{KETTLE} vs Pot\n\n“{HEBREW}”\n\n“Good.”\n',
            'index.rst': (
                'Title\n=====\n\n.. matchup:: s1\n\n.. matchup:product:: קומקום!\n\n'
                '.. matchup:persona:: builder\n\n.. matchup:list:: products\n'
            ),
        }
    )
    project.configure("matchups_personas = {'builder': 'בונה!'}\n")
    return project


def test_quotes_take_their_direction_from_their_text(hebrew: Project) -> None:
    build = hebrew.build('html')
    assert build.warnings == []
    quotes = build.soup('index.html').select('.matchup-quote > p')
    assert {(quote['dir'], quote.get_text()) for quote in quotes} == {
        ('auto', HEBREW),
        ('auto', 'Good.'),
    }


@pytest.mark.parametrize(
    ('selector', 'names'),
    [
        ('.matchup-header', [KETTLE, 'Pot']),
        ('.matchup figcaption', ['בונה!', KETTLE]),
        ('.matchup .matchup-round > p', ['בונה!']),
        ('.matchup-entry-name', [KETTLE, 'בונה!']),
        ('.body li', [KETTLE]),
    ],
    ids=['header', 'caption', 'round', 'entries', 'list'],
)
def test_names_are_kept_apart_from_the_direction_of_the_page(
    hebrew: Project, selector: str, names: list[str]
) -> None:
    """Else the mark at the end of the name stands at its beginning."""
    soup = hebrew.build('html').soup('index.html')
    found = [text for place in soup.select(selector) for text in place.find_all(string=names)]
    assert set(found) == set(names)
    for text in found:
        isolated = [tag for tag in text.parents if tag.name == 'bdi' or tag.get('dir') == 'auto']
        assert isolated, text.parent


def test_verdicts_and_roles_have_their_own_direction(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': f'{KETTLE} vs Pot\n\n“Good.”\n— Builder on Pot: טוב!\n\n“Two.”\n',
            'index.rst': 'Title\n=====\n\n.. matchup:: s1\n\n'
            f':matchup:product:`{KETTLE}` :any:`Pot` :matchup:product:`this {KETTLE} <{KETTLE}>`\n',
        }
    )
    build = project.build('html')
    assert build.warnings == []
    soup = build.soup('index.html')
    assert [mark['dir'] for mark in soup.select('.matchup-verdict')] == ['auto']
    roles = [link.select('bdi') for link in soup.select('.body > section > p > a, p > a.internal')]
    shown = [[name.get_text() for name in names] for names in roles]
    assert [KETTLE] in shown
    assert ['Pot'] in shown
    # What the author writes has the direction that the author gives it.
    (written,) = [link for link in soup.select('a') if link.get_text().startswith('this')]
    assert written.select('bdi') == []


def test_each_name_in_the_name_of_a_quote_has_its_own_direction(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(
        {
            'seeds/s1.txt': f'{KETTLE} vs Pot\n\n“As good as Pot.”\n\n“Good.”\n',
            'index.rst': 'Title\n=====\n\n.. matchup:: s1\n\n.. matchup:product:: Pot\n',
        }
    )
    build = project.build('html')
    assert build.warnings == []
    (link,) = build.soup('index.html').select('.matchup-listing a[href^="#quote"]')
    assert link.get_text() == f'Builder on {KETTLE}'
    assert [name.get_text() for name in link.select('bdi')] == ['Builder', KETTLE]


def test_each_name_in_a_title_has_its_own_direction(make_project: Callable[..., Project]) -> None:
    files = {
        'seeds/s1.txt': f'{KETTLE} vs Pot\n\n“Two.”\n\n“Good.”\n',
        'index.rst': 'Title\n=====\n\n.. matchup:: s1\n\n.. matchup:product:: Pot\n\n'
        '.. matchup:list:: matchups\n',
    }
    soup = make_project(files).build('html').soup('index.html')
    for place in ('.matchup-places', '.matchup-listing-product li', '.matchup-listing-matchups'):
        link = soup.select_one(f'{place} a[href^="#matchup"]')
        assert link is not None
        assert link.get_text() == f'{KETTLE} vs Pot'
        assert [name.get_text() for name in link.select('bdi')] == [KETTLE, 'Pot']


@pytest.mark.parametrize('builder', ['text', 'latex'])
def test_other_formats_keep_the_logical_order(hebrew: Project, builder: str) -> None:
    build = hebrew.build(builder)
    # What pdflatex cannot show: the name of a product, a quote and the name of a persona.
    unshown = ['matchups.font'] * 3 if builder == 'latex' else []
    assert build.subtypes() == unshown
    written_out = build.text('index.txt' if builder == 'text' else 'test.tex')
    assert HEBREW in written_out
    assert f'{KETTLE} vs Pot' in written_out
    # No marks of direction are put in.
    assert not re.search('[\u200e\u200f\u202a-\u202e\u2066-\u2069]', written_out)


# ------------------------------------------------------------------------- the style sheet

COLOUR_NAMES = '|'.join(set(getAllNamedColors()) - {'transparent'})
LITERAL_COLOUR = re.compile(
    rf'#[0-9a-f]{{3,8}}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|'
    rf'(?<![\w-])(?:{COLOUR_NAMES})(?![\w-])',
    re.IGNORECASE,
)


def rules() -> Iterator[tuple[str, str, str]]:
    """Every declaration of the style sheet: one selector, the property, the value."""
    text = re.sub(r'/\*.*?\*/', '', STYLES.read_text('utf-8'), flags=re.DOTALL)
    text = re.sub(r'@(?:media|container|supports)[^{]*\{', '', text)
    for found in re.finditer(r'([^{}]+)\{([^{}]*)\}', text):
        for selector in found[1].split(','):
            for declaration in filter(None, map(str.strip, found[2].split(';'))):
                name, _, value = declaration.partition(':')
                yield selector.strip(), name.strip(), value.strip()


def without_fallbacks(value: str) -> str:
    """The value without what stands inside ``var()``."""
    while (shorter := re.sub(r'var\((?:[^()]|\([^()]*\))*\)', '', value)) != value:
        value = shorter
    return value


def test_styles_are_found() -> None:
    assert len(list(rules())) > 50
    assert ('figure.matchup-card', 'text-align', 'start') in set(rules())


# https://github.com/pydata/pydata-sphinx-theme/issues/627
def test_colours_come_from_the_theme() -> None:
    assert [
        (selector, name, value)
        for selector, name, value in rules()
        if LITERAL_COLOUR.search(without_fallbacks(value))
    ] == []


def test_selectors_touch_only_our_own_elements() -> None:
    for selector in {selector for selector, _, _ in rules()}:
        classes = re.findall(r'\.([\w-]+)', selector)
        own = [name for name in classes if re.fullmatch(r'matchup(?:-[\w-]+)?', name)]
        assert own, selector
        # Permalinks have a class of Sphinx; one theme has a sign of its own for them.
        assert set(classes) - set(own) <= {'headerlink', 'rst-content'}, selector


# https://github.com/pydata/pydata-sphinx-theme/issues/2167
def test_looks_of_sphinx_designs_cards_are_left_alone(
    make_project: Callable[..., Project],
) -> None:
    build = project_of(make_project, S1).build('html')
    shared = {
        name
        for element in build.soup('index.html').select('[class*="sd-"]')
        for name in element['class']
    }
    assert {'matchup-card', 'matchup-caption', 'sd-card', 'sd-card-body'} <= shared
    changed = re.compile(r'border(?:-.*)?radius|background(?:-.*)?|overflow(?:-[xy])?')
    for selector, name, value in rules():
        # What has no class of its own may be a part of a card.
        *_, last = filter(re.compile(r'\.[\w-]+').search, re.split(r'[\s>+~]+', selector))
        if shared & set(re.findall(r'\.([\w-]+)', last)):
            assert not changed.fullmatch(name), (selector, name, value)


@pytest.mark.parametrize('count', [2, 3, 4, 5, 6])
def test_every_column_that_is_written_has_its_place(
    make_project: Callable[..., Project], count: int
) -> None:
    names = [f'P{number}' for number in range(count)]
    seed = '\n\n'.join([' vs '.join(names), *(f'“{name}”' for name in names), ''])
    build = project_of(make_project, seed).build('html')
    assert build.warnings == []
    matchup = build.soup('index.html').select_one('.matchup')
    inline = matchup.get('style', '')
    styled = {name for selector, _, _ in rules() for name in re.findall(r'\.([\w-]+)', selector)}
    if 'matchup-stack' in matchup['class']:  # one column for all
        return
    assert f'matchup-of-{count}' in styled or '--matchup-columns' in inline
    for card in matchup.select('figure'):
        assert card['class'][1] in styled or 'grid-column' in card.get('style', '')


def test_a_block_has_a_width_of_its_own_in_a_table_cell() -> None:
    """A cell is as wide as its content, and what contains its size counts as nothing there."""
    contained = {
        selector
        for selector, name, value in rules()
        if name == 'container-type' and 'size' in value
    }
    for selector in contained:
        assert {
            name
            for cell, name, _ in rules()
            if re.fullmatch(rf'td[ >]+{re.escape(selector)}', cell)
        } & {'min-width', 'min-inline-size', 'width', 'inline-size', 'container-type'}, selector


def test_each_class_means_one_kind_of_element(make_project: Callable[..., Project]) -> None:
    """So that a rule for one does not hit the other."""
    build = project_of(make_project, S1, 'Builder').build('html')
    kinds: dict[str, set[str]] = {}
    for page in ('index', 'all'):
        for element in build.soup(f'{page}.html').select('[class*="matchup"]'):
            for name in element['class']:
                if name.startswith('matchup') and not re.match(
                    r'matchup-(column-\d|persona-)', name
                ):
                    kinds.setdefault(name, set()).add(element.name)
    assert len(kinds) > 10
    assert {name: tags for name, tags in kinds.items() if len(tags) > 1} == {}


def test_rules_for_blocks_leave_the_links_of_roles_alone(
    make_project: Callable[..., Project],
) -> None:
    """Sphinx gives them the name of the domain as a class, which is that of a block too."""
    project = project_of(make_project, S1, 'Builder')
    names = 'product:`Teapot Pro`', 'persona:`Builder`', 'matchup:`s1`'
    roles = ', '.join(f':matchup:{name}' for name in names)
    project.write({'links.rst': f':orphan:\n\nLinks\n=====\n\n{roles}\n'})
    links = project.build('html', '-n').soup('links.html').select('.body span.xref')
    assert len(links) == 3
    assert all('matchup' in link['class'] for link in links)
    hit = [
        selector
        for selector in {selector for selector, _, _ in rules()}
        for link in links
        if link in link.parent.select(re.sub(r':hover|::\w+', '', selector))
    ]
    assert hit == []

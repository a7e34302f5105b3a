"""Switches of themes, paper, forced colours, zoom and the keyboard, in each theme."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from conftest import DARK_THEMES, DESK, PHONE, THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Sites
    from playwright.sync_api import Page

    Measure = Callable[..., Any]

PAGES = ('cards.html', 'entries.html')
#: What the switch of a theme puts into the local storage.
SWITCHES = {
    'furo': ('theme',),
    'pydata_sphinx_theme': ('theme', 'mode'),
    'sphinx_book_theme': ('theme', 'mode'),
    'shibuya': ('_theme',),
}
#: The text between margins of 1 cm on A4, in pixels of a page.
PAPER = 718
ZOOMED = DESK // 2
EVERY_THEME = pytest.mark.parametrize('theme', THEMES)
EITHER_SCHEME = pytest.mark.parametrize('scheme', ['light', 'dark'])


@contextmanager
def measured(
    sites: Sites, theme: str, page: str, scheme: str = 'light', width: int = DESK, switch: str = ''
) -> Iterator[tuple[Page, Measure]]:
    """A page, and a function that calls one of ``measure.js``."""
    stored = ''.join(f'localStorage[{key!r}] = {switch!r};' for key in SWITCHES.get(theme, ()))
    script = stored if switch else ''
    opened, _ = sites.open(sites.address(theme, page), scheme, width, script=script)

    def measure(name: str, *arguments: Any) -> Any:
        return opened.evaluate('([name, given]) => matchups[name](...given)', [name, arguments])

    yield opened, measure
    opened.context.close()


# https://github.com/pydata/pydata-sphinx-theme/issues/627
@pytest.mark.parametrize('theme', sorted(DARK_THEMES))
@EITHER_SCHEME
def test_cards_follow_the_switch_of_the_theme_and_not_the_system(
    sites: Sites, theme: str, scheme: str
) -> None:
    system = 'light' if scheme == 'dark' else 'dark'
    for name in PAGES:
        with measured(sites, theme, name, system, switch=scheme) as (_, measure):
            grounds = measure('groundsOfCards')
            assert grounds
            assert [value for value in grounds if (value < 0.2) != (scheme == 'dark')] == []
            assert measure('faintTexts', 4.5) == []
            assert measure('faintFrames', 3) == []


@EVERY_THEME
@EITHER_SCHEME
def test_marks_and_permalinks_stand_out_too(sites: Sites, theme: str, scheme: str) -> None:
    with measured(sites, theme, 'cards.html', scheme) as (_, measure):
        assert measure('faintTexts', 4.5) == []
        assert measure('faintFrames', 3) == []


@EVERY_THEME
@pytest.mark.parametrize('width', [DESK, ZOOMED, PHONE])
def test_no_text_stands_out_of_its_place_or_is_cut(sites: Sites, theme: str, width: int) -> None:
    for name in PAGES:
        with measured(sites, theme, name, width=width) as (_, measure):
            assert measure('overflows') == []
            assert measure('strayTexts') == []


@EVERY_THEME
@pytest.mark.parametrize('width', [DESK, PHONE])
def test_rounds_are_read_from_label_to_card_to_card(sites: Sites, theme: str, width: int) -> None:
    with measured(sites, theme, 'cards.html', width=width) as (_, measure):
        rounds = measure('rounds')
    assert len(rounds) > 10
    for each in rounds:
        places = [(round(card['top']), round(card['left'])) for card in each['cards']]
        assert places == sorted(places), each
        assert all(card['top'] >= each['labelBottom'] - 1 for card in each['cards']), each
    stacked = [each for each in rounds if 'matchup-stack' in each['classes']]
    assert stacked
    for each in stacked:
        assert len({round(card['left']) for card in each['cards']}) == 1
    # Where one of two quotes is missing, the other stays in its column.
    both, one = (each['cards'] for each in rounds if each['id'] == 'matchup-cup-vs-jug')
    assert [card['column'] for card in one] == [2]
    assert one[0]['left'] == pytest.approx(both[1]['left'])
    (in_table,) = [each for each in rounds if each['inTable']]
    assert in_table['width'] >= 200


@EVERY_THEME
@pytest.mark.parametrize('width', [DESK, PHONE])
def test_caption_stands_below_its_quote(sites: Sites, theme: str, width: int) -> None:
    for name in PAGES:
        with measured(sites, theme, name, width=width) as (_, measure):
            assert measure('cardsUpsideDown') == []


@EVERY_THEME
def test_words_from_right_to_left_run_so(sites: Sites, theme: str) -> None:
    for name in PAGES:
        with measured(sites, theme, name) as (_, measure):
            assert measure('strayMarks') == []
            found = measure('directions')
            assert set(found['rtl']) == {'rtl'}
            assert set(found['ltr']) == {'ltr'}


@EVERY_THEME
def test_page_from_right_to_left_has_the_first_product_at_its_right(
    sites: Sites, theme: str
) -> None:
    with measured(sites, theme, 'cards.html') as (page, measure):
        assert set(measure('sidesOfBars')) == {'left'}
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert set(measure('sidesOfBars')) == {'right'}
        assert measure('strayTexts') == []
        assert measure('cardsUpsideDown') == []
        rows = [each['cards'] for each in measure('rounds') if len(each['cards']) > 1]
    beside = [row for row in rows if row[0]['top'] == pytest.approx(row[1]['top'])]
    assert len(beside) > 5
    for row in beside:
        lefts = [card['left'] for card in row]
        assert lefts == sorted(lefts, reverse=True)


@EVERY_THEME
@EITHER_SCHEME
def test_paper_shows_all_of_it_in_dark_ink(sites: Sites, theme: str, scheme: str) -> None:
    """Browsers leave out backgrounds: what is light on a dark page is lost on paper."""
    for name in PAGES:
        with measured(sites, theme, name, scheme, PAPER, scheme) as (page, measure):
            page.emulate_media(media='print')
            assert measure('faintTexts', 4.5, True) == []
            assert measure('overflows') == []
            assert measure('strayTexts') == []
            assert measure('shownPermalinks') == []


@EVERY_THEME
@EITHER_SCHEME
def test_forced_colours_leave_text_and_frames(sites: Sites, theme: str, scheme: str) -> None:
    with measured(sites, theme, 'cards.html', scheme, switch=scheme) as (page, measure):
        page.emulate_media(forced_colors='active')
        assert measure('faintTexts', 4.5) == []
        assert measure('faintFrames', 3) == []


@EVERY_THEME
@pytest.mark.parametrize('width', [DESK, PHONE])
def test_tab_shows_where_it_is(sites: Sites, theme: str, width: int) -> None:
    with measured(sites, theme, 'cards.html', width=width) as (page, measure):
        # The pages of some themes are still on their way when the next key is pressed.
        page.add_style_tag(content='html { scroll-behavior: auto !important }')
        count = measure('startBefore', '#matchup-kettle-one-vs-teapot-pro')
        assert count > 20
        visited = []
        for _ in range(count):
            page.keyboard.press('Tab')
            visited.append(measure('reached'))
    assert [each['number'] for each in visited] == list(range(count))
    assert [each['name'] for each in visited if not each['changed']] == []
    assert [each['name'] for each in visited if not each['onScreen']] == []
    permalinks = [each for each in visited if each['permalink']]
    assert len(permalinks) == 9
    assert {each['opacity'] for each in permalinks} == {1}


# https://github.com/pradyunsg/furo/pull/91
@EVERY_THEME
@pytest.mark.parametrize(
    ('page', 'names'),
    [
        (
            'matchup-products',
            {
                'Kettle One',
                'Teapot Pro',
                'Cup',
                'Jug',
                'Mug',
                'Thermos 3',
                'Urn 1.0',
                'Urn 2.0',
                'קומקום!',
            },
        ),
        ('matchup-personas', {'Builder', 'Skeptic', 'Futurist'}),
        ('matchup-index', {'Cup vs Jug', 'Kettle One vs Teapot Pro', 'קומקום! vs Kettle One'}),
    ],
)
def test_index_pages_hold_their_links(
    sites: Sites, theme: str, page: str, names: set[str]
) -> None:
    from bs4 import BeautifulSoup

    html = (sites.output(theme) / f'{page}.html').read_text('utf-8')
    tables = BeautifulSoup(html, 'html.parser').select('.indextable, .domainindex-table')
    assert {link.get_text() for table in tables for link in table.select('a')} >= names

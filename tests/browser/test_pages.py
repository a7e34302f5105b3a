"""The pages of each theme as readers see them: light and dark, on the desk and on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.browser import View, node_file
from support.sites import SCHEMES, THEMES

if TYPE_CHECKING:
    from pathlib import Path

    from support.browser import Shown

DESK, PHONE = 1280, 390
PAGES = ('cards.html', 'entries.html')
LEAST_CONTRAST = 4.5
LEAST_OF_GRAPHICS = 3
#: Zoomed to 200 %, the desk has half its width.
ZOOMED = [View(theme, 'light', DESK // 2, zoom=2) for theme in THEMES]
VIEWS = [
    *(
        View(theme, scheme, width)
        for theme in THEMES
        for scheme in SCHEMES
        for width in (DESK, PHONE)
    ),
    *ZOOMED,
]


def in_views(*pages: str, views: list[View] = VIEWS) -> pytest.MarkDecorator:
    """Run a test on pages, in each view; a page of a view is loaded once for all tests."""
    cases = [
        pytest.param((view, page), id=f'{view}-{page.removesuffix(".html")}')
        for view in views
        for page in pages
    ]
    return pytest.mark.parametrize('shown', cases, indirect=True, scope='session')


everywhere = in_views(*PAGES)
on_cards = in_views('cards.html')


@pytest.fixture(scope='session')
def axe() -> str:
    """The script that looks for what shuts people out."""
    path: Path = node_file('axe-core/axe.min.js')
    return path.read_text('utf-8')


# ------------------------------------------------------------------------------- can be read


@everywhere
def test_axe_finds_nothing_in_our_elements(shown: Shown, axe: str) -> None:
    shown.page.evaluate(axe)
    found: dict[str, Any] = shown.page.evaluate(
        """async () => await axe.run(
            {include: matchups.OURS.split(',').map((selector) => [selector.trim()])
                .filter(([selector]) => document.querySelector(selector))},
            {resultTypes: ['violations', 'passes']})"""
    )
    assert found['passes'], 'axe has looked at nothing'
    assert [
        (violation['id'], node['html'], node['failureSummary'])
        for violation in found['violations']
        for node in violation['nodes']
    ] == []


# https://github.com/pyOpenSci/python-package-guide/pull/61
@everywhere
def test_text_stands_out_from_what_is_behind_it(shown: Shown) -> None:
    assert shown.measure('faintTexts', LEAST_CONTRAST) == []


# https://github.com/pydata/pydata-sphinx-theme/issues/627
@everywhere
def test_cards_have_frames_and_the_bars_of_personas_can_be_seen(shown: Shown) -> None:
    assert shown.measure('faintFrames', LEAST_OF_GRAPHICS) == []


# -------------------------------------------------------------------------------- has a place


@everywhere
def test_nothing_of_ours_is_wider_than_its_place(shown: Shown) -> None:
    assert shown.measure('overflows') == []


@everywhere
def test_no_text_stands_out_of_its_card_or_is_cut(shown: Shown) -> None:
    assert shown.measure('strayTexts') == []


@on_cards
def test_cards_stand_in_columns_where_there_is_room_and_in_reading_order(shown: Shown) -> None:
    rounds = shown.measure('rounds')
    assert len(rounds) > 10
    first = next(each for each in rounds if each['id'] == 'matchup-kettle-one-vs-teapot-pro')
    one, two = first['cards']
    if shown.view.width == PHONE:
        assert one['left'] == pytest.approx(two['left'])
        assert one['bottom'] < two['top']
    elif shown.view.width == DESK:
        assert one['top'] == pytest.approx(two['top'])
        assert one['right'] < two['left']
        assert one['bottom'] == pytest.approx(two['bottom'], abs=1)
    for each in rounds:
        tops = [round(card['top']) for card in each['cards']]
        if len(set(tops)) == 1:  # side by side
            assert [card['left'] for card in each['cards']] == sorted(
                card['left'] for card in each['cards']
            ), each
        else:
            assert tops == sorted(tops), each
        # The persona of a round is read before its cards.
        assert all(card['top'] >= each['labelBottom'] - 1 for card in each['cards']), each


@on_cards
def test_stacked_cards_stand_in_one_column_and_a_lonely_card_in_its_own(shown: Shown) -> None:
    rounds = shown.measure('rounds')
    stacked = [each for each in rounds if 'matchup-stack' in each['classes']]
    assert stacked
    for each in stacked:
        assert len({round(card['left']) for card in each['cards']}) == 1
    lonely = [each for each in rounds if each['id'] == 'matchup-cup-vs-jug']
    assert [len(each['cards']) for each in lonely] == [2, 1]
    (_, above), (card,) = (each['cards'] for each in lonely)
    assert card['left'] == pytest.approx(above['left'])


@in_views(
    'cards.html',
    views=[View(theme, 'light', width) for theme in THEMES for width in (DESK, PHONE)],
)
def test_cards_in_a_table_keep_a_width_that_can_be_read(shown: Shown) -> None:
    (inside,) = [each for each in shown.measure('rounds') if each['inTable']]
    assert inside['width'] >= 200


# ------------------------------------------------------------------------------- the keyboard


@on_cards
def test_tab_visits_the_links_in_reading_order_and_each_can_be_seen(shown: Shown) -> None:
    block = '#matchup-kettle-one-vs-teapot-pro'
    places = shown.measure('linkPlaces', block)
    parts = [place['part'] for place in places]
    assert parts == sorted(parts), 'links stand in another order than they are read in'
    count = shown.measure('startBefore', block)
    assert count > 20
    visited = []
    for _ in range(count):
        shown.page.keyboard.press('Tab')
        visited.append(shown.measure('reached'))
    assert [each['number'] for each in visited] == list(range(count))
    assert [each['name'] for each in visited if not each['changed']] == []
    assert [each['name'] for each in visited if not each['onScreen']] == []
    permalinks = [each for each in visited if each['permalink']]
    assert len(permalinks) == 9
    assert {each['opacity'] for each in permalinks} == {1}


# ------------------------------------------------------------------------------------ meaning


@everywhere
def test_every_link_has_a_name(shown: Shown) -> None:
    assert shown.measure('unnamedLinks') == []


@everywhere
def test_every_card_names_persona_and_product(shown: Shown) -> None:
    captions = shown.measure('captions')
    assert len(captions) >= 20
    for caption in captions:
        voice, _, product = caption.partition(' on ')
        assert voice.strip(), caption
        assert product.strip(), caption


# -------------------------------------------------------------------- nothing from elsewhere


@everywhere
def test_page_says_no_error(shown: Shown) -> None:
    assert shown.errors == []


@everywhere
def test_page_asks_no_other_host(shown: Shown) -> None:
    assert shown.foreign == []


@everywhere
def test_our_elements_hold_nothing_that_a_strict_policy_forbids(shown: Shown) -> None:
    assert shown.measure('attributesThatPoliciesForbid') == []
    assert [each for each in shown.measure('violations') if each['ours']] == []

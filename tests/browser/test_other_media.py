"""Paper, forced colours, a strict policy, the search, and the index pages of each theme."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.browser import View
from support.sites import SCHEMES, STRICT, THEMES, Theme

if TYPE_CHECKING:
    from collections.abc import Mapping

    from support.project import Build

THEME = pytest.mark.parametrize('theme', THEMES, ids=str)
#: The width of A4 between margins of 1 cm, in pixels of a page.
PAPER = 718
PAGES = ('cards.html', 'entries.html')


@THEME
@pytest.mark.parametrize('scheme', SCHEMES)
def test_paper_shows_all_in_dark_ink(open_page, theme: Theme, scheme: str) -> None:
    for name in PAGES:
        with open_page(View(theme, scheme, PAPER), name) as shown:
            shown.page.emulate_media(media='print')
            assert shown.measure('faintTexts', 4.5, True) == []
            assert shown.measure('overflows') == []
            assert shown.measure('strayTexts') == []
            assert shown.measure('shownPermalinks') == []


@THEME
@pytest.mark.parametrize('scheme', SCHEMES)
def test_forced_colours_leave_frames_and_text(open_page, theme: Theme, scheme: str) -> None:
    with open_page(View(theme, scheme), 'cards.html') as shown:
        shown.page.emulate_media(forced_colors='active')
        assert shown.measure('faintTexts', 4.5) == []
        assert shown.measure('faintFrames', 3) == []


def test_strict_policy_changes_nothing(open_page) -> None:
    for name in PAGES:
        with open_page(View(Theme('alabaster')), name, STRICT) as shown:
            assert shown.measure('violations') == []
            assert shown.errors == []
            if name == 'cards.html':
                one, two = shown.measure('rounds')[0]['cards']
                assert one['top'] == pytest.approx(two['top'])
                assert one['right'] < two['left']


def test_server_does_send_the_strict_policy(open_page) -> None:
    """So that the test above can fail."""
    with open_page(View(Theme('alabaster')), 'plain.html', STRICT) as shown:
        shown.page.evaluate(
            "document.querySelector('h1').insertAdjacentHTML('beforeend', '<i style=\"color: red\">x</i>')"
        )
        shown.page.wait_for_function('matchups.violations().length')
        (violation,) = shown.measure('violations')
        assert violation['text'].startswith('style-src-attr')


@THEME
def test_search_finds_a_word_that_stands_in_a_quote_alone(open_page, theme: Theme) -> None:
    with open_page(View(theme), 'search.html?q=zymurgical') as shown:
        shown.page.wait_for_selector('#search-results li a', timeout=10_000)
        links = shown.page.eval_on_selector_all(
            '#search-results li > a', 'found => found.map((link) => link.getAttribute("href"))'
        )
        pages = {re.split('[?#]', link)[0] for link in links}
        assert pages == {'alone.html', 'cards.html', 'entries.html'}
        shown.page.wait_for_function(
            "document.querySelector('#search-results').innerText.includes('zymurgical')"
        )
        assert shown.errors == []


PRODUCTS = [
    'Cup',
    'Jug',
    'Kettle One',
    'Mug',
    'Teapot Pro',
    'Urn 1.0',
    'Urn 2.0',
    'קומקום!',
]
PERSONAS = ['Builder', 'Skeptic']
MATCHUPS = [
    'Cup vs Jug',
    'Cup vs Mug vs Jug',
    'Kettle One vs Teapot Pro',
    'Urn 1.0 vs Urn 2.0',
    'קומקום! vs Kettle One',
]


# https://github.com/pradyunsg/furo/pull/91
@THEME
@pytest.mark.parametrize(
    ('page', 'names'),
    [
        ('matchup-products', PRODUCTS),
        ('matchup-personas', PERSONAS),
        ('matchup-index', MATCHUPS),
    ],
)
def test_index_pages_name_everything(
    sites: Mapping[str, Build], theme: Theme, page: str, names: list[str]
) -> None:
    tables = sites[theme.name].soup(f'{page}.html').select('table.indextable')
    links = {link.get_text() for table in tables for link in table.select('a')}
    assert links >= set(names)


@THEME
def test_index_pages_show_their_names(open_page, theme: Theme) -> None:
    with open_page(View(theme), 'matchup-products.html') as shown:
        text = shown.page.inner_text('body')
        assert [name for name in PRODUCTS if name not in text] == []
        assert shown.errors == []

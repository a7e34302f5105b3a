"""What readers meet in six themes, in both colour schemes, on a desk and on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup
from conftest import DARK_THEMES, DESK, HERE, PHONE, THEMES

if TYPE_CHECKING:
    from conftest import Look, Sites
    from playwright.sync_api import Page

PAGES = ('cards.html', 'entries.html', 'alone.html')
EVERY_THEME = pytest.mark.parametrize('theme', THEMES)


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=['light', 'dark'])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[DESK, PHONE])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def looks(sites: Sites, theme: str, scheme: str, width: int) -> dict[str, Look]:
    """The pages, each looked at once."""
    return {page: sites.look(theme, page, scheme, width) for page in PAGES}


def all_of(looks: dict[str, Look], name: str) -> list[str]:
    return [f'{page}: {item}' for page, look in looks.items() for item in look.seen[name]]


def test_there_is_something_to_see(looks: dict[str, Look], theme: str, scheme: str) -> None:
    assert [page for page, look in looks.items() if not look.seen['found']] == []
    dark = looks['alone.html'].seen['ground'] < 0.1
    assert dark == (scheme == 'dark' and theme in DARK_THEMES)


def test_axe_finds_nothing_in_our_elements(looks: dict[str, Look]) -> None:
    assert [violation for look in looks.values() for violation in look.violations] == []


# https://github.com/pyOpenSci/python-package-guide/pull/61
def test_every_text_stands_out_from_its_ground(looks: dict[str, Look]) -> None:
    assert all_of(looks, 'faint') == []


def test_colours_of_personas_stand_out_from_the_page(looks: dict[str, Look]) -> None:
    ratios = [ratio for look in looks.values() for ratio in look.seen['bars']]
    assert len(ratios) > 10
    assert min(ratios) >= 3


def test_page_is_as_wide_as_the_window(looks: dict[str, Look]) -> None:
    for look in looks.values():
        assert max(look.seen['blocks']) <= look.seen['windowWidth']
        assert look.seen['pageWidth'] <= look.seen['windowWidth']


def test_nothing_stands_out_of_its_card(looks: dict[str, Look]) -> None:
    assert all_of(looks, 'outside') == []


def test_no_card_is_too_narrow_to_be_read(looks: dict[str, Look]) -> None:
    widths = [width for look in looks.values() for width in look.seen['widths']]
    assert len(widths) > 20
    assert min(widths) > 90


def test_permalinks_of_cards_have_the_sign_of_the_theme(looks: dict[str, Look]) -> None:
    fonts = [font for look in looks.values() for font in look.seen['permalinkFonts']]
    # One theme has a sign that only one font has.
    assert len({'FontAwesome' in font for font in fonts}) == 1


def test_cards_stand_in_two_columns_on_the_desk_and_in_one_on_the_phone(
    looks: dict[str, Look], width: int
) -> None:
    rounds = looks['alone.html'].seen['rounds']
    assert len(rounds) == 4
    for (left, top), (other_left, other_top) in rounds:
        if width == DESK:
            assert left < other_left
            assert top == other_top
        else:
            assert left == other_left
            assert top < other_top


def test_cards_of_entries_stand_in_as_many_columns_as_those_of_matchups(
    looks: dict[str, Look], width: int
) -> None:
    grids = looks['entries.html'].seen['grids']
    assert len(grids) > 5
    assert set(grids) == {2 if width == DESK else 1}


def test_every_link_has_a_name(looks: dict[str, Look]) -> None:
    assert all_of(looks, 'namelessLinks') == []
    permalinks = {title for look in looks.values() for title in look.seen['permalinks']}
    assert permalinks == {'Link to this matchup', 'Link to this quote', 'Link to this entry'}


def test_elements_need_no_styles_or_scripts_of_their_own(looks: dict[str, Look]) -> None:
    assert all_of(looks, 'inline') == []


def test_console_has_no_error(looks: dict[str, Look]) -> None:
    assert [error for look in looks.values() for error in look.errors] == []


def test_nothing_is_asked_of_another_host(looks: dict[str, Look]) -> None:
    assert [address for look in looks.values() for address in look.foreign] == []


# https://github.com/pyOpenSci/python-package-guide/pull/61
def test_no_class_of_ours_fixes_a_colour(sites: Sites, theme: str) -> None:
    for name in PAGES:
        soup = BeautifulSoup((sites.output(theme) / name).read_text('utf-8'), 'html.parser')
        used = {
            used_class
            for element in soup.select('[class*=matchup]')
            for used_class in element['class']
            if used_class.startswith(('sd-', 'bg-', 'text-'))
        }
        assert used == {'sd-card', 'sd-shadow-sm', 'sd-card-footer'}


# ----------------------------------------------------------------------- once for each theme


@EVERY_THEME
def test_links_and_cards_stand_in_the_order_of_reading(sites: Sites, theme: str) -> None:
    page, _ = sites.open(sites.address(theme, 'alone.html'))
    places = page.evaluate(
        """() => [...document.querySelectorAll(
            '.matchup-round-label, .matchup-card, .matchup-name'
        )].map((element) => {
            const {left, top} = element.getBoundingClientRect();
            return [Math.round(top), Math.round(left)];
        })"""
    )
    assert places == sorted(places)
    page.context.close()


@EVERY_THEME
def test_search_finds_a_word_that_stands_only_inside_a_quote(sites: Sites, theme: str) -> None:
    page, look = sites.open(sites.address(theme, 'search.html?q=zymurgical'))
    results = page.locator('#search-results a, .search-results a')
    results.first.wait_for(state='visible')
    found = results.evaluate_all('links => links.map(link => link.href)')
    assert any(re.search(r'/(cards|alone)\.html', address) for address in found), found
    assert look.errors == []
    page.context.close()


@EVERY_THEME
def test_print_has_dark_text_no_permalinks_and_whole_cards(sites: Sites, theme: str) -> None:
    page, _ = sites.open(sites.address(theme, 'alone.html'), 'dark')
    page.emulate_media(media='print', color_scheme='light')
    shown = page.evaluate(
        """() => [...document.querySelectorAll('.matchup .headerlink')].filter(
            (link) => link.checkVisibility({opacityProperty: true})).length"""
    )
    assert shown == 0
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.matchup-card')].filter(
            (card) => card.scrollHeight > card.clientHeight + 1).length"""
    )
    assert cut == 0
    rounds = page.evaluate(
        """() => [...document.querySelectorAll('.matchup-round')].map(
            (round) => getComputedStyle(round).breakInside)"""
    )
    assert set(rounds) == {'avoid'}
    assert len(page.pdf()) > 10_000
    page.context.close()


@EVERY_THEME
def test_forced_colours_keep_frames_and_text(sites: Sites, theme: str) -> None:
    page, _ = sites.open(sites.address(theme, 'alone.html'))
    page.emulate_media(forced_colors='active')
    frames = page.evaluate(
        """() => [...document.querySelectorAll('.matchup-card, .matchup-verdict')].map(
            (card) => getComputedStyle(card).borderTopStyle)"""
    )
    assert set(frames) == {'solid'}
    page.context.close()


DOCS = HERE.parents[1] / 'docs'


def own_styles() -> str:
    """The stylesheet that the docs give as an example."""
    text = (DOCS / 'themes.md').read_text('utf-8')
    (styles,) = re.findall(
        r'^```\{code-block\} css\n:caption: .*?\n\n(.*?)^```', text, re.MULTILINE | re.DOTALL
    )
    return str(styles)


@EVERY_THEME
def test_styles_of_ones_own_work_as_the_docs_say(sites: Sites, theme: str) -> None:
    page, _ = sites.open(sites.address(theme, 'cards.html'))
    page.add_style_tag(content=own_styles())

    def computed(selector: str, name: str, pseudo: str = '') -> str:
        return page.locator(selector).first.evaluate(
            '(it, [name, pseudo]) => getComputedStyle(it, pseudo || null)[name]', [name, pseudo]
        )

    mark = computed('.matchup-verdict-wait', 'content', '::before')
    assert '\N{HOURGLASS WITH FLOWING SAND}' in mark
    icon = computed('.matchup-round-label.matchup-persona-futurist', 'content', '::before')
    assert '* ' in icon
    assert computed('.matchup-quote', 'fontFamily') == 'serif'
    page.context.close()


@EVERY_THEME
def test_properties_change_cards_as_the_docs_say(sites: Sites, theme: str) -> None:
    ours = ('--sd-color-card-border', '--sd-color-card-background')
    own = ('--pst-color-border', '--pst-color-on-background')
    frame, ground = own if theme in {'pydata_sphinx_theme', 'sphinx_book_theme'} else ours
    page, _ = sites.open(sites.address(theme, 'cards.html'))
    page.add_style_tag(
        content=f'.matchup-card {{ {frame}: rgb(1, 2, 3); {ground}: rgb(4, 5, 6) }}'
    )
    shown = page.locator('.matchup-card').first.evaluate(
        """(card) => [
            getComputedStyle(card).borderTopColor,
            ...[card, card.firstElementChild].map((it) => getComputedStyle(it).backgroundColor),
        ]"""
    )
    assert shown[0] == 'rgb(1, 2, 3)'
    assert 'rgb(4, 5, 6)' in shown[1:]
    page.context.close()


def test_docs_name_only_classes_that_there_are(sites: Sites) -> None:
    named = set(re.findall(r'`(matchup[\w-]*)`', (DOCS / 'themes.md').read_text('utf-8')))
    assert len(named) > 12
    pages = [(sites.output('alabaster') / name).read_text('utf-8') for name in PAGES]
    found = {
        name
        for page in pages
        for element in BeautifulSoup(page, 'html.parser').select('[class*=matchup]')
        for name in element['class']
    }
    assert named - found == set()


#: Notes each thing that the policy of a page refuses: the element, the file, the rule.
NOTE_REFUSALS = """
window.refused = [];
document.addEventListener('securitypolicyviolation', (event) => {
    const element = event.target instanceof Element ? event.target : null;
    refused.push({
        ours: Boolean(element?.closest('[class*=matchup]')),
        what: [event.effectiveDirective, event.blockedURI, event.sourceFile, element?.outerHTML]
            .join(' ').slice(0, 300),
    });
});
"""


def refused_to_us(page: Page) -> list[str]:
    """What the policy of a page refuses to our elements or our stylesheet."""
    refused = page.evaluate('refused')
    return [each['what'] for each in refused if each['ours'] or 'matchup' in each['what']]


@pytest.mark.parametrize('name', PAGES)
def test_cards_need_nothing_that_a_strict_policy_forbids(sites: Sites, name: str) -> None:
    sites.output('alabaster')
    address = f'{sites.origin}/strict/alabaster/{name}'
    page, look = sites.open(address, script=NOTE_REFUSALS)
    assert refused_to_us(page) == []
    assert [error for error in look.errors if 'matchup' in error] == []
    assert look.foreign == []
    # The policy is in force, and what it refuses is seen.
    page.evaluate("document.querySelector('.matchup-card').setAttribute('style', 'color: red')")
    page.wait_for_function('refused.some((each) => each.ours)')
    assert len(refused_to_us(page)) == 1
    page.context.close()


def test_cards_look_the_same_under_a_strict_policy(sites: Sites) -> None:
    sites.output('alabaster')
    page, _ = sites.open(f'{sites.origin}/strict/alabaster/alone.html')
    tops = page.evaluate(
        """() => [...document.querySelectorAll('.matchup-round')].map((round) =>
            new Set([...round.querySelectorAll('.matchup-card')].map(
                (card) => Math.round(card.getBoundingClientRect().top))).size)"""
    )
    assert tops == [1, 1, 1, 1]
    icon = page.locator('.matchup-round-label').first.evaluate(
        "label => getComputedStyle(label, '::before').content"
    )
    assert '\N{WRENCH}' in icon
    bar = page.locator('.matchup-card').first.evaluate(
        'card => getComputedStyle(card).borderInlineStartWidth'
    )
    assert float(bar.removesuffix('px')) > 2
    page.context.close()

"""Every builder shows the quotes, names and links that HTML shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import formats
from support.project import Builds
from support.readers import shown_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build
    from support.readers import Shown

# rst2pdf uses what docutils is about to drop; it is not ours to mend.
pytestmark = pytest.mark.filterwarnings('ignore::DeprecationWarning')

EVERY_FORMAT = pytest.mark.parametrize('kind', formats.FORMATS, ids=lambda kind: kind.builder)
#: Builders that write no pages.
CHECKERS = ('dummy', 'linkcheck')


@pytest.fixture(scope='module')
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Build]:
    """Builds of the project, each made once."""
    project = formats.make_project(tmp_path_factory.mktemp('formats') / 'source')
    return Builds(project, '-n')


@pytest.fixture(scope='module')
def html(built: Callable[[str], Build]) -> Shown:
    return shown_by(built('html'), 'html')


def test_html_shows_what_the_seeds_hold(html: Shown) -> None:
    texts = {
        ''.join(line.strip('“”').replace('`', '').split())
        for text in formats.FILES.values()
        for line in text.splitlines()
        if line.startswith('“')
    }
    assert html.quotes == texts
    assert html.names(formats.PRODUCTS) == set(formats.PRODUCTS)
    assert len(html.captions) >= len(texts)
    assert {target.partition('-')[0] for _, target in html.links} == {
        'product',
        'persona',
        'matchup',
        'quote',
    }


@pytest.mark.parametrize('builder', [*(kind.builder for kind in formats.FORMATS), *CHECKERS])
def test_builder_succeeds_and_tells_of_the_seed_alone(
    built: Callable[[str], Build], builder: str
) -> None:
    build = built(builder)
    assert build.warnings == [formats.WARNING]
    assert build.exit_code == 0


@EVERY_FORMAT
def test_builder_shows_the_quotes_names_and_links_of_html(
    built: Callable[[str], Build], html: Shown, kind: formats.Format
) -> None:
    shown = shown_by(built(kind.builder), kind.builder, html)
    assert shown.quotes == html.quotes
    assert shown.names(formats.PRODUCTS) == html.names(formats.PRODUCTS)
    assert shown.captions == (html.captions if kind.has_captions else frozenset())
    assert shown.links == (html.links if kind.has_links else frozenset())


def test_table_of_the_docs_says_what_the_builders_show(
    built: Callable[[str], Build], html: Shown
) -> None:
    rows = [formats.row(kind, built(kind.builder), html) for kind in formats.FORMATS]
    assert formats.table_in_docs() == formats.table(rows), 'run: python -m support.formats'

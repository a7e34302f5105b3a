"""Other languages: what is offered for translation, and what becomes of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po
from support.pages import quotes_in
from support.project import Project, german_catalog

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build

#: Straight marks, hyphens and dots that smart quotes would change; markup that is none.
STRAIGHT = """Say "hi" -- it's fine... 'quite' --- so."""
CODE = 'Run `brew --hot "now"` *twice*, or read [this](x.html) and |that|_.'
SEED = f"""# Teapot Pro vs Kettle One

“{STRAIGHT}”

“{CODE}”

“Folds
  two lines.”

“Folds two lines.”
"""
FILES = {
    'index.rst': 'T\n=\n\nIt\'s "so".\n\n.. matchup:: s\n\n.. toctree::\n\n   m\n   b\n',
    'm.md': '# M\n\n```{matchup} s\n:no-index:\n```\n',
    'b.rst': 'B\n=\n\n.. matchup:: Jug vs Mug\n\n   “Is a "jug"...”\n\n   “Is none.”\n',
    'seeds/s.txt': SEED,
}
SHOWN_CODE = CODE.replace('`brew --hot "now"`', 'brew --hot "now"')
CARDS = [
    (STRAIGHT, 'Builder on Teapot Pro'),
    (SHOWN_CODE, 'Builder on Kettle One'),
    ('Folds two lines.', 'Skeptic on Teapot Pro'),
    ('Folds two lines.', 'Skeptic on Kettle One'),
]


def catalog_of(build: Build, name: str) -> dict[str, list[tuple[str, int]]]:
    """The places of each message, by its text."""
    with io.BytesIO((build.outdir / f'{name}.pot').read_bytes()) as stream:
        return {message.id: message.locations for message in read_po(stream) if message.id}


# https://github.com/python-doc-ja/python-doc-ja/issues/774
@pytest.mark.parametrize('language', ['en', 'ja', 'fr', 'de'])
def test_quotes_keep_their_marks_in_every_language(
    make_project: Callable[..., Project], language: str
) -> None:
    project = make_project(FILES)
    project.configure(f'language = {language!r}\n')
    build = project.build('html', '-n')
    assert build.warnings == []
    for page in ('index.html', 'm.html'):
        cards = build.soup(page).select('figure.matchup-card blockquote')
        assert [card.get_text() for card in cards] == [text for text, _ in CARDS]
    body = build.soup('b.html').select('blockquote')
    assert [card.get_text() for card in body] == ['Is a "jug"...', 'Is none.']
    # In the author's own words marks change as ever; Sphinx leaves Japanese alone.
    own = build.soup('index.html').select_one('.body p').get_text()
    assert ('"so"' in own) == (language == 'ja')


@pytest.mark.parametrize(('builder', 'page'), [('epub', 'index.xhtml'), ('text', 'index.txt')])
@pytest.mark.parametrize('language', ['en', 'de'])
def test_quotes_keep_their_marks_outside_html(
    make_project: Callable[..., Project], builder: str, page: str, language: str
) -> None:
    project = make_project(FILES)
    project.configure(f'language = {language!r}\nsmartquotes_excludes = {{}}\n')
    build = project.build(builder, '-n')
    assert build.warnings == []
    text = ' '.join(build.soup(page).get_text().split())
    assert STRAIGHT in text


@pytest.fixture(scope='module')
def offered(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The catalogs of the project."""
    build = Project(tmp_path_factory.mktemp('gettext') / 'source', FILES).build('gettext', '-n')
    assert build.warnings == []
    assert build.exit_code == 0
    return build


@pytest.mark.parametrize('page', ['index', 'm'])
def test_each_quote_is_one_message_at_its_line_in_the_seed(offered: Build, page: str) -> None:
    messages = catalog_of(offered, page)
    seed = Path('../../../seeds/s.txt').as_posix()
    of_seed = {text: places for text, places in messages.items() if places[0][0] == seed}
    assert of_seed == {
        'Teapot Pro vs Kettle One': [(seed, 1)],
        'Builder': [(seed, 3)],
        STRAIGHT: [(seed, 3)],
        CODE: [(seed, 5)],
        'Skeptic': [(seed, 7)],
        'Folds two lines.': [(seed, 7), (seed, 10)],
    }
    place = Path(offered.outdir, seed).resolve()
    assert place.read_text('utf-8') == SEED


def test_quotes_of_a_body_are_messages_at_their_lines_in_the_page(offered: Build) -> None:
    messages = catalog_of(offered, 'b')
    page = '../../../b.rst'
    assert messages['Is a "jug"...'] == [(page, 6)]
    assert messages['Is none.'] == [(page, 8)]
    assert set(messages) == {'B', 'Jug vs Mug', 'Builder', 'Is a "jug"...', 'Is none.'}


GERMAN = {
    STRAIGHT: "Sag \"hallo\" -- so geht's... 'ja' --- gut.",
    CODE: 'Nimm `brew --heiß "jetzt"` *zweimal*, oder lies [dies](y.html) und |jenes|_.',
    'Folds two lines.': 'Faltet „zwei“ Zeilen.',
    'Builder': 'Erbauer',
    'Teapot Pro vs Kettle One': 'Teapot Pro gegen Kettle One',
}


@pytest.fixture
def german(make_project: Callable[..., Project]) -> Project:
    """The project with a German catalog for each page."""
    names = [f'locale/de/LC_MESSAGES/{page}.po' for page in ('index', 'm')]
    project = make_project({**FILES, **dict.fromkeys(names, german_catalog(GERMAN))})
    project.configure("locale_dirs = ['locale']\nlanguage = 'de'\ngettext_compact = False\n")
    return project


def test_translated_quotes_are_shown_letter_for_letter(german: Project) -> None:
    build = german.build('html', '-n')
    assert build.warnings == []
    expected = [
        GERMAN[STRAIGHT],
        GERMAN[CODE].replace('`brew --heiß "jetzt"`', 'brew --heiß "jetzt"'),
        GERMAN['Folds two lines.'],
        GERMAN['Folds two lines.'],
    ]
    for page in ('index.html', 'm.html'):
        soup = build.soup(page)
        assert [text for text, _ in quotes_in(soup)] == expected
        assert [code.get_text() for code in soup.select('blockquote code')] == [
            'brew --heiß "jetzt"'
        ]
        assert soup.select('blockquote a, blockquote em') == []
        label = soup.select_one('.matchup-round-label').get_text()
        assert label == 'Erbauer'
        assert soup.select_one('.matchup')['aria-label'] == 'Teapot Pro gegen Kettle One'


def test_translation_changes_no_anchor(german: Project) -> None:
    translated = german.build('html', '-n', out='de')
    german.configure('')
    original = german.build('html', '-n', out='en')
    ids = [
        [str(tag['id']) for tag in build.soup('index.html').select('.matchup, figure')]
        for build in (translated, original)
    ]
    assert ids[0] == ids[1] != []
    assert translated.inventory() == original.inventory()


def test_translated_quotes_are_exact_in_text(german: Project) -> None:
    build = german.build('text', '-n')
    assert build.warnings == []
    for page in ('index.txt', 'm.txt'):
        text = ' '.join(build.text(page).split())
        assert GERMAN[STRAIGHT] in text
        assert GERMAN['Folds two lines.'] in text
        assert 'Teapot Pro gegen Kettle One' in text


# https://github.com/sphinx-doc/sphinx/issues/1363
def test_role_in_a_translated_sentence_leads_to_the_same_place(
    make_project: Callable[..., Project],
) -> None:
    page = 'T\n=\n\nSee :matchup:product:`Kettle One`.\n\n.. matchup:: s\n'
    translation = 'Siehe :matchup:product:`den Kessel <Kettle One>`.'
    catalog = german_catalog({'See :matchup:product:`Kettle One`.': translation})
    name = 'locale/de/LC_MESSAGES/index.po'
    project = make_project({'index.rst': page, 'seeds/s.txt': SEED, name: catalog})
    project.configure("locale_dirs = ['locale']\nlanguage = 'de'\n")
    build = project.build('html', '-n')
    assert build.warnings == []
    link = build.soup('index.html').select_one('.body p > a.reference')
    assert link.get_text() == 'den Kessel'
    assert link['href'] == '#matchup-teapot-pro-vs-kettle-one'

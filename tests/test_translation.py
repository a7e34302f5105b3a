"""Other languages: what is offered for translation, and what becomes of it."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po
from support.pages import quotes_in
from support.project import S1, Project, german_catalog, seed

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
        'Teapot Pro': [(seed, 1)],
        'Kettle One': [(seed, 1)],
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
    assert set(messages) == {
        'B',
        'Jug vs Mug',
        'Jug',
        'Mug',
        'Builder',
        'Is a "jug"...',
        'Is none.',
    }


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


# ------------------------------------------------------- what is filled in from the whole corpus

CORPUS = {
    'index.rst': """T
=

.. toctree::

   entries

.. matchup:: s
""",
    'entries.rst': """Entries
=======

.. matchup:product:: Kettle

.. matchup:product:: Pot

.. matchup:persona:: Skeptic

.. matchup:quote:: Pot/Builder

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups
""",
    'seeds/s.txt': """Kettle vs Pot

“Boils, unlike any Cup.”
— Builder on Kettle: ship

“Patient where the Kettle is not.”

“Breaks.”

“Stays.”
— Founder on Pot: wait
""",
}
#: The entries name a product that no seed compares.
CUP = "matchups_products = ['Cup']\n"
TRANSLATED = {
    'Kettle vs Pot': 'Kessel gegen Topf',
    'Kettle': 'Kessel',
    'Pot': 'Topf',
    'Builder': 'Erbauerin',
    'Skeptic': 'Zweiflerin',
    'Founder': 'Gründerin',
    'ship': 'kaufen',
    'wait': 'abwarten',
    'Boils, unlike any Cup.': 'Kocht, anders als jeder Cup.',
    'Patient where the Kettle is not.': 'Geduldig, wo es der Kettle nicht ist.',
    'Breaks.': 'Geht kaputt.',
    'Stays.': 'Bleibt.',
}
GERMAN_SETTINGS = "locale_dirs = ['locale']\nlanguage = 'de'\ngettext_compact = False\n"


@pytest.fixture
def translated(make_project: Callable[..., Project]) -> Project:
    """A project whose two pages are translated whole."""
    names = [f'locale/de/LC_MESSAGES/{page}.po' for page in ('index', 'entries')]
    project = make_project({**CORPUS, **dict.fromkeys(names, german_catalog(TRANSLATED))})
    project.configure(CUP + GERMAN_SETTINGS)
    return project


def test_everything_that_a_page_shows_of_the_corpus_is_offered_at_its_line(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(CORPUS)
    project.configure(CUP)
    build = project.build('gettext', '-n')
    assert build.warnings == []
    seed, settings = '../../../seeds/s.txt', '../../../conf.py'
    title = {name: [(seed, 1)] for name in ('Kettle vs Pot', 'Kettle', 'Pot')}
    quotes = {
        'Boils, unlike any Cup.': [(seed, 3)],
        'Patient where the Kettle is not.': [(seed, 6)],
        'Breaks.': [(seed, 8)],
        'Stays.': [(seed, 10)],
        'ship': [(seed, 3)],
        'wait': [(seed, 10)],
    }
    shown = catalog_of(build, 'index')
    del shown['T']
    assert shown == {
        **title,
        **quotes,
        'Builder': [(seed, 3)],
        'Skeptic': [(seed, 8)],
        'Founder': [(seed, 10)],
    }
    entries = catalog_of(build, 'entries')
    assert {text: entries[text] for text in quotes} == quotes
    assert {places[0][0] for places in entries.values()} == {
        seed,
        settings,
        '../../../entries.rst',
    }
    assert entries['Cup'] == [(settings, 1)]
    assert {'Kettle vs Pot', 'Builder', 'Skeptic', 'Founder'} <= set(entries)


def test_entries_lists_and_captions_are_shown_in_the_language_of_the_docs(
    translated: Project,
) -> None:
    build = translated.build('html', '-n')
    assert build.warnings == []
    assert quotes_in(build.soup('index.html')) == [
        ('Kocht, anders als jeder Cup.', 'Erbauerin über Kessel: kaufen'),
        ('Geduldig, wo es der Kettle nicht ist.', 'Erbauerin über Topf'),
        ('Geht kaputt.', 'Zweiflerin über Kessel'),
        ('Bleibt.', 'Gründerin über Topf: abwarten'),
    ]
    for page in ('index', 'entries'):
        body = build.soup(f'{page}.html').select_one('.body').get_text()
        # The name inside a quote stands as the translation writes it.
        text = body.replace('wo es der Kettle nicht', '')
        assert [word for word in TRANSLATED if re.search(rf'(?<!\w){word}(?!\w)', text)] == []


def test_excerpt_of_a_mention_is_taken_from_the_translation(translated: Project) -> None:
    soup = translated.build('html', '-n').soup('entries.html')
    (excerpt,) = soup.select('.matchup-listing-product li bdi:has(strong)')
    assert excerpt.get_text() == 'Geduldig, wo es der Kettle nicht ist.'
    assert excerpt.strong.get_text() == 'Kettle'


def test_verdict_keeps_its_mark_in_another_language(translated: Project) -> None:
    soup = translated.build('html', '-n').soup('index.html')
    assert [(mark.get_text(), mark['class'][1]) for mark in soup.select('.matchup-verdict')] == [
        ('kaufen', 'matchup-verdict-ship'),
        ('abwarten', 'matchup-verdict-wait'),
    ]


@pytest.mark.parametrize('builder', ['html', 'text', 'latex', 'epub', 'singlehtml', 'texinfo'])
def test_ids_and_addresses_are_those_of_the_original(translated: Project, builder: str) -> None:
    german = translated.build(builder, '-n', out='de')
    translated.configure(CUP)
    english = translated.build(builder, '-n', out='en')
    pattern = re.compile(
        r'\bid="([^"]*)"|href="([^"]*#[^"]*)"|detokenize\{([^}]*)\}|anchor\{(\w*)\}'
    )
    for name, content in english.files().items():
        if name.endswith(('.html', '.xhtml', '.tex', '.texi')) and 'genindex' not in name:
            found = pattern.findall(content.decode('utf-8'))
            assert pattern.findall(german.text(name)) == found, name
    assert german.warnings == english.warnings == []


def test_page_with_entries_is_written_again_when_its_catalog_changes(
    translated: Project,
) -> None:
    translated.build('html')
    other = german_catalog({**TRANSLATED, 'Stays.': 'Bleibt stehen, wie der Cup.'})
    translated.write({'locale/de/LC_MESSAGES/entries.po': other})
    again = translated.build('html')
    fresh = translated.build('html', out='fresh')
    assert 'Bleibt stehen, wie der' in again.text('entries.html')
    assert again.text('entries.html') == fresh.text('entries.html')


def test_link_inside_a_translated_quote_of_an_entry_follows_its_target(
    translated: Project,
) -> None:
    translated.build('html')
    page = 'Cup\n===\n\n.. matchup:product:: Cup\n'
    index = CORPUS['index.rst'].replace('entries', 'entries\n   cup')
    translated.write({'cup.rst': page, 'index.rst': index})
    again = translated.build('html')
    fresh = translated.build('html', out='fresh')
    links = again.soup('entries.html').select('blockquote a')
    assert ('Cup', 'cup.html#product-cup') in {(link.get_text(), link['href']) for link in links}
    assert again.text('entries.html') == fresh.text('entries.html')


# https://github.com/sphinx-doc/sphinx/issues/8857
def test_titles_and_names_are_messages_as_quotes_are(
    make_project: Callable[..., Project],
) -> None:
    page = 'T\n=\n\n.. matchup:: s1\n'
    build = make_project({'index.rst': page, 'seeds/s1.txt': S1}).build('gettext', '-n')
    assert build.warnings == []
    title, *quotes = re.sub('[“”]', '', S1.strip()).split('\n\n')
    assert len(quotes) == 2
    names = {*title.split(' vs '), 'Builder'}
    assert set(catalog_of(build, 'index')) == {'T', title, *quotes, *names}


def test_every_message_of_a_seed_has_a_uuid_that_stays(
    make_project: Callable[..., Project],
) -> None:
    page = 'T\n=\n\n.. matchup:: s1\n'
    found = []
    for name in ('one', 'two'):
        project = make_project({'index.rst': page, 'seeds/s1.txt': S1}, name)
        project.configure('gettext_uuid = True\n')
        catalog = project.build('gettext', '-n').text('index.pot')
        assert re.findall('^#: $', catalog, re.MULTILINE) == []
        found.append(re.findall(r'#: ([0-9a-f]{32})\nmsgid "(Teapot Pro|Builder)"', catalog))
    assert len(found[0]) == 2
    assert found[0] == found[1]


# https://github.com/sphinx-doc/sphinx/issues/5554
def test_markup_in_a_quote_is_text_in_catalogs_and_on_pages(
    make_project: Callable[..., Project],
) -> None:
    quote = 'See :doc:`index` now.'
    translation = 'Siehe jetzt :doc:`index` und *dies*_.'
    files = {
        'index.rst': 'T\n=\n\n.. matchup:: s\n',
        'seeds/s.txt': seed('Teapot Pro vs Kettle One', quote, 'Boils.'),
        'locale/de/LC_MESSAGES/index.po': german_catalog({quote: translation}),
    }
    project = make_project(files)
    assert quote in catalog_of(project.build('gettext', '-n'), 'index')
    english = project.build('html', '-n', out='en')
    project.configure("locale_dirs = ['locale']\nlanguage = 'de'\n")
    german = project.build('html', '-n', out='de')
    for build, text in ((english, quote), (german, translation)):
        assert build.warnings == []
        shown = build.soup('index.html').select_one('blockquote')
        # A code span of Markdown is the one thing that is more than its text.
        assert shown.get_text() == text.replace('`', '')
        assert [code.get_text() for code in shown.select('code')] == ['index']
        assert shown.select('a, em, .problematic') == []


@pytest.mark.parametrize('language', ['en', 'de'])
def test_messages_do_not_depend_on_the_language(
    make_project: Callable[..., Project], language: str
) -> None:
    quotes = [f'Says {number}.' for number in range(10)]
    files = {
        'index.rst': 'T\n=\n\n.. matchup:: s\n   :flip:\n',
        'seeds/s.txt': seed('Teapot Pro vs Kettle One', *quotes),
    }
    project = make_project(files)
    project.configure(f"language = {language!r}\nsuppress_warnings = ['matchups.rounds']\n")
    build = project.build('gettext', '-n')
    assert build.warnings == []
    # The label of a round without a persona is a word of the extension's own catalog.
    names = {'Teapot Pro', 'Kettle One', 'Builder', 'Skeptic', 'Futurist', 'Creator'}
    expected = {'T', 'Kettle One vs Teapot Pro', *names, *quotes}
    assert set(catalog_of(build, 'index')) == expected


@pytest.mark.parametrize(
    'translation',
    [
        'Ein *Stern allein.',
        'Nimm ``zwei Striche.',
        'Eine :unbekannte:`Rolle`.',
        'Ein Wort_ und |noch eins|.',
        '.. include:: /etc/hostname',
        '.. unbekannt:: etwas',
        'Kocht. #noqa',
        'Endet so::',
    ],
)
@pytest.mark.parametrize('page', ['index.rst', 'index.md'])
def test_no_translation_of_a_quote_is_read_as_markup(
    make_project: Callable[..., Project], page: str, translation: str
) -> None:
    text = '# T\n\n```{matchup} s\n```\n' if page == 'index.md' else 'T\n=\n\n.. matchup:: s\n'
    files = {
        page: text,
        'seeds/s.txt': seed('Teapot Pro vs Kettle One', 'Pours.', 'Boils.'),
        'locale/de/LC_MESSAGES/index.po': german_catalog({'Pours.': translation}),
    }
    project = make_project(files)
    project.configure("locale_dirs = ['locale']\nlanguage = 'de'\n")
    build = project.build('html', '-n')
    assert build.warnings == []
    shown = build.soup('index.html').select_one('blockquote').get_text()
    assert shown.replace('`', '') == translation.replace('`', '')


def test_quotes_count_in_the_progress_of_a_translation(
    make_project: Callable[..., Project],
) -> None:
    files = {
        'index.rst': 'T\n=\n\n.. matchup:: s\n',
        'seeds/s.txt': seed('Teapot Pro vs Kettle One', 'Pours.', 'Boils.'),
        'locale/de/LC_MESSAGES/index.po': german_catalog({'Pours.': 'Gießt.'}),
    }
    project = make_project(files)
    settings = "locale_dirs = ['locale']\nlanguage = 'de'\ntranslation_progress_classes = True\n"
    project.configure(settings)
    build = project.build('html', '-n')
    assert build.warnings == []
    cards = build.soup('index.html').select('figure')
    classes = [{'translated', 'untranslated'} & set(card['class']) for card in cards]
    assert classes == [{'translated'}, {'untranslated'}]

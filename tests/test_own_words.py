"""The extension's own words in other languages: their catalogs, and what readers see of them."""

from __future__ import annotations

import functools
import io
import json
import re
import subprocess
import sys
from gettext import GNUTranslations
from typing import TYPE_CHECKING

import babel_runner
import pytest
from babel.messages.pofile import read_po
from support.pages import dead_links, pages_of, repeated_ids
from support.project import CONF, Builds, Project, message_catalog, seed
from test_incremental import stale_files

from sphinx_matchups import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from babel.messages.catalog import Catalog, Message
    from support.project import Build

LANGUAGES = babel_runner.languages()
EVERY_LANGUAGE = pytest.mark.parametrize('language', LANGUAGES)
UPDATE = 'run: nox -s babel'
_PLACEHOLDER = re.compile(r'%\(\w+\)s|%d')


# ------------------------------------------------------------------------------------- catalogs


def catalog_of(language: str) -> Catalog:
    return read_po(io.BytesIO(babel_runner.po_path(language).read_bytes()), locale=language)


def messages_of(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def all_of(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """The forms of a message or of a translation."""
    return (text,) if isinstance(text, str) else tuple(text)


def test_there_are_german_and_japanese() -> None:
    assert {'de', 'ja'} <= set(LANGUAGES)
    assert words.CATALOG == babel_runner.NAME


@EVERY_LANGUAGE
def test_the_package_has_the_catalogs(language: str) -> None:
    compiled = babel_runner.mo_path(language)
    installed = words.LOCALE_DIR / compiled.relative_to(babel_runner.LOCALE_DIR)
    assert installed.read_bytes() == compiled.read_bytes()


def test_the_template_holds_every_message_of_the_code() -> None:
    template = babel_runner.extract()
    assert len(template) > 20
    expected = babel_runner.po_bytes(template)
    assert babel_runner.pot_path().read_bytes().decode() == expected.decode(), UPDATE


def test_every_message_is_explained_to_translators() -> None:
    for message in messages_of(babel_runner.extract()):
        assert message.auto_comments, message.id
        # A longer line would be broken, which another release of babel may do elsewhere.
        assert all(len(line) < 76 - len('#. ') for line in message.auto_comments), message.id


@EVERY_LANGUAGE
def test_a_catalog_holds_the_messages_of_the_template(language: str) -> None:
    before = babel_runner.po_path(language).read_bytes()
    template = read_po(io.BytesIO(babel_runner.pot_path().read_bytes()))
    expected = babel_runner.po_bytes(babel_runner.update(before, template, language))
    assert before.decode() == expected.decode(), UPDATE


@EVERY_LANGUAGE
def test_every_message_is_translated(language: str) -> None:
    catalog = catalog_of(language)
    for message in messages_of(catalog):
        forms = all_of(message.string)
        assert all(forms), message.id
        assert not message.fuzzy, message.id
        assert len(forms) == (catalog.num_plurals if message.pluralizable else 1), message.id


@EVERY_LANGUAGE
def test_translations_have_the_placeholders_of_the_messages(language: str) -> None:
    for message in messages_of(catalog_of(language)):
        expected = sorted(_PLACEHOLDER.findall(all_of(message.id)[0]))
        for form in all_of(message.string):
            assert sorted(_PLACEHOLDER.findall(form)) == expected, form
            assert '%' not in _PLACEHOLDER.sub('', form), form


@EVERY_LANGUAGE
def test_a_compiled_catalog_is_what_its_source_compiles_to(language: str) -> None:
    compiled = babel_runner.mo_path(language).read_bytes()
    po = babel_runner.po_path(language).read_bytes()
    assert compiled == babel_runner.mo_bytes(po, language), UPDATE
    translator = GNUTranslations(io.BytesIO(compiled))
    assert translator.gettext('Mentioned by') != 'Mentioned by'


def test_the_runner_begins_a_language_and_keeps_what_is_translated() -> None:
    template = babel_runner.extract()
    begun = babel_runner.po_bytes(babel_runner.update(b'', template, 'fr'))
    assert b'Plural-Forms: nplurals=' in begun
    translated = begun.replace(b'"Mentioned by"\nmsgstr ""', b'"Mentioned by"\nmsgstr "Chez"')
    assert translated != begun
    gone = b'\nmsgid "Of a former release"\nmsgstr "Autre"\n'
    again = babel_runner.update(translated + gone, template, 'fr')
    assert babel_runner.po_bytes(again) == translated
    translator = GNUTranslations(io.BytesIO(babel_runner.mo_bytes(translated, 'fr')))
    assert translator.gettext('Mentioned by') == 'Chez'
    assert translator.gettext('Other versions') == 'Other versions'


# --------------------------------------------------------------------------------------- a sample

LONG = 'Calet diu, ut Vas 1.0.'
TITLES = [f'Cup versus {name}' for name in ('Mug', 'Pan', 'Pot', 'Tub', 'Urn')]
#: The text of the seeds is no English, so that every English word left is one of ours.
FILES = {
    'conf.py': '',
    'seeds/s1.txt': f"""{TITLES[0]}

“{LONG}”

“Grave.”

“Durat.”
— Skeptic on Cup: lente

“Non.”

“Est.”

“Erit.”

“Fuit.”

“Erat.”

“Quinta.”

“Ultima.”
""",
    **{f'seeds/s{n}.txt': seed(TITLES[n - 1], LONG, f'Dicit {n}.') for n in range(2, 6)},
    'index.rst': """Prima
=====

.. toctree::

   m
   e

:matchup:product:`Vas 1.0` :matchup:quote:`Cup/Builder` :any:`Cup`

:ref:`matchup-products` :ref:`matchup-personas` :ref:`matchup-index`
""",
    'm.rst': 'Media\n=====\n\n'
    + ''.join(f'.. matchup:: s{n}\n\n' for n in range(1, 6))
    + '.. matchup:: s1\n   :no-index:\n   :flip:\n',
    'e.rst': """Extrema
=======

.. matchup:product:: Cup

.. matchup:product:: Vas 1.0

.. matchup:persona:: Builder

.. matchup:list:: products
""",
}
SETTINGS = """
matchups_products = ['Vas 1.0', 'Vas 2.0', '7 Rex']
locale_dirs = ['locale']
gettext_compact = False
# Only a round that nobody is seated in has a number.
suppress_warnings = ['matchups.rounds']
epub_copyright = epub_author = epub_publisher = 'Tests'
"""
#: What the pages say in a language: titles, which their own catalogs translate.
PAGES = {
    'de': {'Media': 'Mitte', TITLES[0]: 'Cup gegen Mug', 'Mug vs Cup': 'Mug gegen Cup'},
    'ja': {'Media': '中', TITLES[0]: 'Cup対Mug', 'Mug vs Cup': 'Mug対Cup'},
}
CAPTIONS = {
    'de': ['Builder über Cup', 'Skeptic über Cup: lente', 'Runde 5 über Mug'],
    'ja': [
        'CupについてのBuilderの発言',
        'Cupに対するSkepticの評価：lente',
        'Mugについてのラウンド5の発言',
    ],
}
FEW, EACH = TITLES[1:4], TITLES
#: What leads to the other matchups of a quote, in a matchup and in an entry.
PLACES = {
    'de': [f'auch in {", ".join(FEW)}, 1 weiteren', f'in {", ".join(EACH)}'],
    'ja': [f'他の掲載先：{"、".join(FEW)}、他1件', f'掲載先：{"、".join(EACH)}'],
}
IN_BRACKETS = {'de': ' ({})', 'ja': '（{}）'}
HEADINGS = {
    'de': ['Vergleiche', 'Andere Versionen', 'Erwähnt von', 'Verweise hierher'],
    'ja': ['比較', '他のバージョン', '言及している発言', '参照しているページ'],
}
MENTION = {
    'de': f'Builder über Cup: {LONG} (in {", ".join(EACH)})',
    'ja': f'CupについてのBuilderの発言：{LONG}（掲載先：{"、".join(EACH)}）',
}
INDICES = {
    'de': ['Verzeichnis der Produkte', 'Verzeichnis der Personas', 'Verzeichnis der Vergleiche'],
    'ja': ['製品索引', 'ペルソナ索引', '比較索引'],
}
INDEX_LINKS = {'de': ['Produkte', 'Personas', 'Vergleiche'], 'ja': ['製品', 'ペルソナ', '比較']}
SYMBOLS = {'de': 'Sonderzeichen', 'ja': '記号'}
TOOLTIPS = {
    'de': {'Link zu diesem Vergleich', 'Link zu diesem Zitat', 'Link zu diesem Eintrag'},
    'ja': {'この比較にリンク', 'この発言にリンク', 'この項目にリンク'},
}
VERSUS = {'de': 'gegen', 'ja': '対'}
BUILDERS = ('html', 'epub', 'text', 'latex')


def make_sample(root: Callable[..., Project], language: str) -> Project:
    """The sample, in a language."""
    project = root({**FILES, 'conf.py': CONF + SETTINGS})
    configure(project, language)
    if language in PAGES:
        catalog = message_catalog(language, PAGES[language])
        project.write({f'locale/{language}/LC_MESSAGES/m.po': catalog})
    return project


def configure(project: Project, language: str) -> None:
    project.configure(f'{SETTINGS}language = {language!r}\n')


@pytest.fixture(scope='module')
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Build]:
    """Builds of the sample, each made once: ``built('de', 'html')``."""
    samples: dict[str, Builds] = {}

    def build(language: str, builder: str) -> Build:
        if language not in samples:
            source = tmp_path_factory.mktemp(language) / 'source'
            sample = make_sample(functools.partial(Project, source), language)
            samples[language] = Builds(sample, '-n', '-W', '--keep-going')
        return samples[language](builder)

    return build


def squeezed(text: str) -> str:
    return ' '.join(text.split())


def shown_texts(build: Build, builder: str) -> dict[str, str]:
    """What readers see of each page: its text, and what shows up at the pointer."""
    if builder == 'latex':
        return {'test.tex': plain_tex(build.text('test.tex'))}
    if builder == 'text':
        paths = sorted(build.outdir.rglob('*.txt'))
        return {path.name: squeezed(path.read_text('utf-8')) for path in paths}
    suffix = '.xhtml' if builder == 'epub' else '.html'
    found = {}
    for path, soup in pages_of(build, suffix).items():
        for tag in soup(['script', 'style']):
            tag.decompose()
        attributes = [
            str(tag[name])
            for name in ('title', 'aria-label', 'alt', 'placeholder')
            for tag in soup.select(f'[{name}]')
        ]
        found[path.name] = squeezed(' | '.join([soup.get_text(), *attributes]))
    return found


def plain_tex(source: str) -> str:
    """The words of a LaTeX document, without its preamble and its commands."""
    body = source.partition(r'\begin{document}')[2]
    body = re.sub(r'%\n|\\(detokenize|DUrole)\{[^}]*\}', '', body)
    body = re.sub(
        r'\\(begin|end|label|pageref|hyperref|phantomsection)\s*(\[[^]]*\]|\{[^}]*\})', '', body
    )
    # A role that names an index page needs a title of its own here.
    body = re.sub(r'matchup\\sphinxhyphen\{\}(products|personas|index)', '', body)
    body = re.sub(r'\\matchupbookmark\{([^}]*)\}\{[^}]*\}', r'\1', body)
    body = re.sub(r'\\[A-Za-z@]+\*?|[{}~]', ' ', body)
    return squeezed(body)


def english_words() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Each message that readers may see, and a pattern for its words in a text."""
    for message in messages_of(babel_runner.extract()):
        text = all_of(message.id)[0]
        parts = [re.escape(part.strip()) for part in _PLACEHOLDER.split(text)]
        if any(re.search('[A-Za-z]', part) for part in parts):
            pattern = '.{1,200}?'.join(re.sub(r'\w+', r'\\b\g<0>\\b', part) for part in parts)
            yield text, re.compile(pattern)


@pytest.mark.parametrize('builder', BUILDERS)
@EVERY_LANGUAGE
def test_the_sample_is_built_without_a_warning(
    built: Callable[[str, str], Build], language: str, builder: str
) -> None:
    build = built(language, builder)
    assert build.warnings == []
    assert build.exit_code == 0


@pytest.mark.parametrize('builder', BUILDERS)
def test_english_words_are_found_where_the_docs_are_in_english(
    built: Callable[[str, str], Build], builder: str
) -> None:
    text = ' | '.join(shown_texts(built('en', builder), builder).values())
    found = {message for message, pattern in english_words() if pattern.search(text)}
    assert {'%(voice)s on %(product)s', 'Mentioned by', 'Round %d', '%d more', 'vs'} <= found
    if builder == 'html':
        unseen = {'product', 'persona', 'matchup', 'quote'}
        assert {message for message, _ in english_words()} - found <= unseen


@pytest.mark.parametrize('builder', BUILDERS)
@EVERY_LANGUAGE
def test_no_english_word_is_left(
    built: Callable[[str, str], Build], language: str, builder: str
) -> None:
    translations = GNUTranslations(io.BytesIO(babel_runner.mo_path(language).read_bytes()))
    for page, text in shown_texts(built(language, builder), builder).items():
        for message, pattern in english_words():
            # A word may be the same in both languages.
            if translations.gettext(message) != message:
                assert not pattern.search(text), (page, message)


@EVERY_LANGUAGE
def test_html_says_everything_in_the_language(
    built: Callable[[str, str], Build], language: str
) -> None:
    build = built(language, 'html')
    page, entries, index = (build.soup(f'{name}.html') for name in ('m', 'e', 'index'))
    captions = [squeezed(tag.get_text()) for tag in page.select('figcaption')]
    for caption in CAPTIONS[language]:
        assert any(shown.startswith(caption) for shown in captions), caption
    others, places = PLACES[language]
    assert page.select_one('.matchup-places').get_text() == others
    assert entries.select_one('.matchup-places').get_text() == places
    assert {tag.get_text() for tag in page.select('.matchup-versus')} == {VERSUS[language]}
    labels = {tag['aria-label'] for tag in page.select('.matchup')}
    assert {PAGES[language]['Mug vs Cup'], PAGES[language][TITLES[0]]} <= labels
    headings = [tag.get_text() for tag in entries.select('.rubric')]
    assert set(headings) == set(HEADINGS[language])
    mention = entries.find('p', string=lambda text: text == HEADINGS[language][2])
    assert mention.find_next_sibling('ul').get_text().strip() == MENTION[language]
    tooltips = {
        tag['title'] for soup in (page, entries) for tag in soup.select('.headerlink[title]')
    }
    assert TOOLTIPS[language] <= tooltips
    named, indices = index.select('.body p')[-2:]
    quote = CAPTIONS[language][0]
    assert named.select('a')[1]['title'] == quote
    assert [link.get_text() for link in indices.select('a')] == INDICES[language]
    links = [tag.get_text() for tag in index.select('.related li.right a')]
    assert set(INDEX_LINKS[language]) <= set(links)


@EVERY_LANGUAGE
def test_index_pages_have_titles_and_headings_in_the_language(
    built: Callable[[str, str], Build], language: str
) -> None:
    build = built(language, 'html')
    for name, title in zip(('products', 'personas', 'index'), INDICES[language], strict=True):
        soup = build.soup(f'matchup-{name}.html')
        assert soup.h1.get_text() == title
        assert title in soup.title.get_text()
    letters = [
        tag.get_text().strip() for tag in build.soup('matchup-products.html').select('.cap')
    ]
    assert letters == [SYMBOLS[language], 'C', 'M', 'P', 'T', 'U', 'V']


@pytest.mark.parametrize('builder', ['epub', 'text', 'latex'])
@EVERY_LANGUAGE
def test_other_builders_say_it_in_the_language(
    built: Callable[[str, str], Build], language: str, builder: str
) -> None:
    text = ' | '.join(shown_texts(built(language, builder), builder).values())
    # Strong words stand in stars where there is no other way.
    text = re.sub(r'\s+|\*', '', text)
    expected = [*CAPTIONS[language], *HEADINGS[language], *PLACES[language], MENTION[language]]
    if builder != 'epub':
        in_brackets = IN_BRACKETS[language].format(PLACES[language][0])
        expected.append(f'{CAPTIONS[language][0]}{in_brackets}')
    if builder == 'latex':
        expected += INDICES[language]
    if builder != 'text':
        expected.append(VERSUS[language])
    for words_shown in expected:
        assert re.sub(r'\s+', '', words_shown) in text, words_shown


@EVERY_LANGUAGE
def test_places_and_names_do_not_depend_on_the_language(
    built: Callable[[str, str], Build], language: str
) -> None:
    translated, english = built(language, 'html'), built('en', 'html')
    assert translated.inventory() == english.inventory() != []
    for page in ('index', 'm', 'e'):
        ids = [
            [tag['id'] for tag in build.soup(f'{page}.html').select('[id]')]
            for build in (translated, english)
        ]
        assert ids[0] == ids[1] != []
    assert dead_links(translated) == []
    assert repeated_ids(translated) == []
    assert dead_links(built(language, 'epub'), '.xhtml') == []


@EVERY_LANGUAGE
def test_the_names_of_index_pages_are_words_for_json(
    make_project: Callable[..., Project], language: str
) -> None:
    build = make_sample(make_project, language).build('json', '-n', '-j4')
    assert build.warnings == []
    names = INDICES[language]
    links = str(json.loads(build.text('index.fjson'))['rellinks'])
    assert [name for name in names if name not in links] == []


@EVERY_LANGUAGE
def test_parallel_build_is_the_same(
    built: Callable[[str, str], Build], make_project: Callable[..., Project], language: str
) -> None:
    build = make_sample(make_project, language).build('html', '-n', '-j4')
    assert build.warnings == []
    assert stale_files(build, built(language, 'html')) == []


def test_furo_shows_the_words(make_project: Callable[..., Project]) -> None:
    project = make_sample(make_project, 'de')
    project.configure(f"{SETTINGS}language = 'de'\nhtml_theme = 'furo'\nhtml_sidebars = {{}}\n")
    build = project.build('html', '-n', '-W')
    assert build.warnings == []
    assert build.soup('matchup-products.html').h1.get_text() == INDICES['de'][0]
    assert CAPTIONS['de'][0] in build.soup('m.html').get_text()


def test_type_names_are_in_the_language(make_project: Callable[..., Project]) -> None:
    project = make_sample(make_project, 'de')
    extension = """
def setup(app):
    app.connect('build-finished', tell)

def tell(app, exception):
    domain = app.env.domains['matchup']
    names = [domain.get_type_name(it, primary=True) for it in domain.object_types.values()]
    (app.outdir / 'names.txt').write_text(' '.join(names))
"""
    project.configure(f"{SETTINGS}language = 'de'\n{extension}")
    assert project.build('html').text('names.txt') == 'Produkt Persona Vergleich Zitat'


# --------------------------------------------------------------------- from language to language


def test_language_may_change_between_builds(make_project: Callable[..., Project]) -> None:
    def pages(build: Build) -> dict[str, str]:
        # In one process Sphinx remembers the checksums of scripts, which hold the language.
        return {
            path.name: re.sub(r'\?v=\w+', '', str(soup)) for path, soup in pages_of(build).items()
        }

    project = make_sample(make_project, 'en')
    for language in ('en', 'de', 'ja', 'en'):
        configure(project, language)
        build = project.build('html', '-n', out='site')
        assert build.warnings == []
        fresh = project.build('html', '-n', out=f'fresh-{language}')
        assert pages(build) == pages(fresh), language


def test_language_may_change_within_one_process(make_project: Callable[..., Project]) -> None:
    project = make_sample(make_project, 'en')
    code = (
        'from sphinx.cmd.build import build_main\n'
        "for language in ('de', 'ja', 'en'):\n"
        "    build_main(['-q', '-b', 'text', '-D', f'language={language}', '-d', 'doctrees',\n"
        "                '.', language])\n"
    )
    python = [sys.executable, '-c', f'import sys; sys.path[:0] = {sys.path!r}\n{code}']
    subprocess.run(python, cwd=project.srcdir, check=True)
    for language, caption in (('de', CAPTIONS['de'][0]), ('ja', CAPTIONS['ja'][0])):
        assert caption in (project.srcdir / language / 'm.txt').read_text('utf-8')
    assert 'Builder on Cup' in (project.srcdir / 'en' / 'm.txt').read_text('utf-8')


def test_a_regional_language_has_the_words_of_its_language(
    make_project: Callable[..., Project],
) -> None:
    build = make_sample(make_project, 'de_AT').build('text', '-n')
    assert CAPTIONS['de'][0] in build.text('m.txt')


def test_a_language_without_a_catalog_keeps_the_english_words(
    make_project: Callable[..., Project],
) -> None:
    build = make_sample(make_project, 'fr').build('text', '-n')
    assert build.warnings == []
    assert 'Builder on Cup' in build.text('m.txt')

"""How names find products, personas, matchups and quotes, and when their entries change."""

from __future__ import annotations

import pytest
from corpus_support import corpus_of, declare, matchups_of, seed

from sphinx_matchups.corpus import Corpus, Product, SeedReader
from sphinx_matchups.corpus.model import Matchup

OBJECTS = ('product', 'persona', 'matchup', 'quote')
KNOWN = declare(
    Product('k1', 'Kettle One', ('K1', 'The Kettle'), declared=True),
    Product('op-1', 'Operator', declared=True),
    Product('op-2', 'operator', declared=True),
)
FILES = {
    's1.txt': seed('Teapot Pro vs Kettle One', 'Tea.', 'Water.', 'Drips.', 'Boils.'),
    'old/s2.txt': seed('A/B Test vs C++', 'a', 'b'),
    'old/s3.txt': seed('Teapot Pro vs C++', 'Soup.', 'd', front_matter='id: Tea War'),
    's4.txt': 'Foo: Bar vs 急須\n\n“a”\n— Bus Driver\n\n“b”\n— PM',
    's5.txt': seed('Operator vs operator', 'a', 'b'),
    's6.txt': seed(
        'x',
        'a',
        'b',
        front_matter='products: [{name: Mercury, key: planet}, {name: Mercury, key: car}]',
    ),
    's8.txt': seed('Mercury vs Sun', 'a', 'b'),
    's7.txt': seed('One vs Two', *(f'{number}' for number in range(10))),
}
QUX = 'foo-bar-d364f690'


@pytest.fixture(scope='module')
def corpus() -> Corpus:
    return corpus_of(FILES, KNOWN)


@pytest.mark.parametrize(
    ('name', 'keys'),
    [
        ('Teapot Pro', ['teapot-pro']),
        ('teapot pro', ['teapot-pro']),
        ('TEAPOT_PRO', ['teapot-pro']),
        (' Teapot  Pro ', ['teapot-pro']),
        ('teapot-pro', ['teapot-pro']),
        ('Kettle One', ['k1']),
        ('kettle one', ['k1']),
        ('K1', ['k1']),
        ('k1', ['k1']),
        ('the kettle', ['k1']),
        ('C++', ['c-plus-plus']),
        ('c++', ['c-plus-plus']),
        ('c-plus-plus', ['c-plus-plus']),
        ('A/B Test', ['a-b-test-104d6007']),
        ('a-b-test-104d6007', ['a-b-test-104d6007']),
        ('Foo: Bar', [QUX]),
        ('急須', ['ji-xu-41931677']),
        # https://github.com/sphinx-doc/sphinx/issues/2403
        ('Operator', ['op-1']),
        ('operator', ['op-2']),
        ('OPERATOR', ['op-1', 'op-2']),
        ('op-1', ['op-1']),
        ('Mercury', ['car', 'mercury', 'planet']),
        ('MERCURY', ['car', 'mercury', 'planet']),
        # a key comes before names that make it
        ('mercury', ['mercury']),
        ('planet', ['planet']),
        ('C', []),
        ('Kettle', []),
        ('', []),
        ('Builder', []),
    ],
)
def test_find_product(corpus: Corpus, name: str, keys: list[str]) -> None:
    assert corpus.find('product', name) == keys


@pytest.mark.parametrize(
    ('name', 'keys'),
    [
        ('Builder', ['builder']),
        ('builder', ['builder']),
        ('BUILDER', ['builder']),
        ('PM', ['pm']),
        ('Bus Driver', ['bus-driver']),
        ('bus-driver', ['bus-driver']),
        ('bus_driver', ['bus-driver']),
        ('Bus', []),
        ('Round 5', []),
        ('', []),
    ],
)
def test_find_persona(corpus: Corpus, name: str, keys: list[str]) -> None:
    assert corpus.find('persona', name) == keys


@pytest.mark.parametrize(
    ('name', 'keys'),
    [
        ('Teapot Pro vs Kettle One', ['teapot-pro-vs-kettle-one']),
        ('teapot pro VS kettle one', ['teapot-pro-vs-kettle-one']),
        ('Kettle One vs Teapot Pro', ['teapot-pro-vs-kettle-one']),
        ('kettle-one versus teapot-pro', ['teapot-pro-vs-kettle-one']),
        ('K1 vs. Teapot Pro', ['teapot-pro-vs-kettle-one']),
        ('teapot-pro-vs-kettle-one', ['teapot-pro-vs-kettle-one']),
        ('s1', ['teapot-pro-vs-kettle-one']),
        ('s3', ['tea-war']),
        ('Tea War', ['tea-war']),
        ('tea-war', ['tea-war']),
        ('Teapot Pro vs C++', ['tea-war']),
        ('C++ vs Teapot Pro', ['tea-war']),
        ('A/B Test vs C++', ['a-b-test-vs-c-plus-plus-1261d846']),
        ('C++ vs A/B Test', ['a-b-test-vs-c-plus-plus-1261d846']),
        ('急須 vs Foo: Bar', ['foo-bar-vs-ji-xu-f2d9bfcc']),
        ('Teapot Pro', []),
        ('Teapot Pro vs', []),
        ('vs', []),
        ('Teapot Pro vs Operator', []),
        ('Teapot Pro vs Nope', []),
        ('Teapot Pro vs Kettle One vs C++', []),
        ('Teapot Pro vs Teapot Pro', []),
        ('s9', []),
        ('', []),
    ],
)
def test_find_matchup(corpus: Corpus, name: str, keys: list[str]) -> None:
    assert corpus.find('matchup', name) == keys


@pytest.mark.parametrize(
    ('name', 'keys'),
    [
        ('Teapot Pro/Builder', ['teapot-pro/builder']),
        ('teapot-pro/builder', ['teapot-pro/builder']),
        ('TEAPOT PRO/builder', ['teapot-pro/builder']),
        ('Teapot Pro/Builder/1', ['teapot-pro/builder']),
        ('Teapot Pro/Builder/2', ['teapot-pro/builder/2']),
        ('Teapot Pro/Builder/3', []),
        ('Teapot Pro/Builder/0', []),
        ('Teapot Pro/Builder/-1', []),
        ('Teapot Pro/Builder/²', []),
        ('Teapot Pro/Builder/x', []),
        ('K1/Skeptic', ['k1/skeptic']),
        ('A/B Test/Builder', ['a-b-test-104d6007/builder']),
        ('A/B Test/Builder/1', ['a-b-test-104d6007/builder']),
        ('Foo: Bar/Bus Driver', [f'{QUX}/bus-driver']),
        ('急須/PM', ['ji-xu-41931677/pm']),
        ('mercury/Builder', ['mercury/builder']),
        ('planet/Builder', ['planet/builder']),
        ('One/Round 5', ['one/round-5']),
        ('one/round-5', ['one/round-5']),
        ('One/Round 6', []),
        ('Teapot Pro/Founder', []),
        ('Teapot Pro/', []),
        ('/Builder', []),
        ('/', []),
        ('Teapot Pro', []),
        ('2', []),
        ('', []),
    ],
)
def test_find_quote(corpus: Corpus, name: str, keys: list[str]) -> None:
    assert corpus.find('quote', name) == keys


def test_a_number_without_end_finds_no_quote(corpus: Corpus) -> None:
    """Python refuses to read so many digits."""
    assert corpus.find('quote', 'Teapot Pro/Builder/' + '9' * 5000) == []


@pytest.mark.parametrize('objtype', OBJECTS)
def test_every_key_finds_its_object(corpus: Corpus, objtype: str) -> None:
    keys = {
        'product': list(corpus.products),
        'persona': list(corpus.personas),
        'matchup': list(corpus.matchups),
        'quote': [corpus.quote_key(q) for quotes in corpus.quotes.values() for q in quotes],
    }[objtype]
    assert len(keys) > 5
    assert [corpus.find(objtype, key) for key in keys] == [[key] for key in keys]


@pytest.mark.parametrize('objtype', OBJECTS)
def test_every_suggested_name_finds_something(corpus: Corpus, objtype: str) -> None:
    names = list(corpus.names(objtype))
    assert len(names) > 5
    assert [name for name in names if not corpus.find(objtype, name)] == []


def test_more_than_one_hit() -> None:
    """A title, a stem, a pair: the caller says that it is ambiguous."""
    corpus = corpus_of(
        {
            'a/s.txt': seed('Pot vs Cup', 'a', 'b'),
            'b/s.txt': seed('Cup vs Pot', 'a', 'b'),
            'c/t.txt': seed('Pot vs Mug', 'a', 'b'),
            'd/u.txt': seed('Pot vs Mug', 'a', 'b'),
        }
    )
    assert corpus.find('matchup', 's') == ['pot-vs-cup', 'cup-vs-pot']
    assert corpus.find('matchup', 'Pot vs Cup') == ['pot-vs-cup']
    assert corpus.find('matchup', 'Cup vs Pot') == ['cup-vs-pot']
    assert corpus.find('matchup', 'Pot vs Mug') == ['pot-vs-mug-t', 'pot-vs-mug-u']
    assert corpus.find('matchup', 'Mug vs Pot') == ['pot-vs-mug-t', 'pot-vs-mug-u']


def test_names_of_front_matter_are_found_in_every_spelling() -> None:
    front = 'products: [{name: Mercury, key: planet}, {name: Mercury, key: car}]'
    corpus = corpus_of({'a.txt': seed('x', 'a', 'b', front_matter=front)})
    for name in ('Mercury', 'mercury', 'MERCURY', ' Mercury '):
        assert corpus.find('product', name) == ['car', 'planet']


def test_one_product_is_no_pair() -> None:
    corpus = corpus_of({'a.txt': seed('Pot vs Pot', 'a', 'b')})
    assert corpus.find('matchup', 'Pot vs pot') == ['pot-vs-pot']
    assert corpus.find('matchup', 'Pot') == []
    assert corpus.find('matchup', 'Pot vs Nope') == []


def test_three_products_are_found_in_every_order() -> None:
    corpus = corpus_of(
        {'a.txt': seed('Pot vs Cup vs Mug', 'a', 'b', 'c'), 'b.txt': seed('Pot vs Cup', 'a', 'b')}
    )
    assert corpus.find('matchup', 'Mug vs Pot vs Cup') == ['pot-vs-cup-vs-mug']
    assert corpus.find('matchup', 'Cup vs Pot') == ['pot-vs-cup']
    assert corpus.find('matchup', 'Mug vs Pot') == []


def test_a_body_in_a_page_has_no_file_stem() -> None:
    reading = SeedReader().read(
        '“a”\n\n“b”', 'page.rst', title='Pot vs Cup', source_line=lambda line: line + 4
    )
    assert reading.matchup is not None
    corpus = Corpus(additions=[reading.matchup])
    assert corpus.find('matchup', 'page') == []
    assert corpus.find('matchup', 'Cup vs Pot') == ['pot-vs-cup']
    assert corpus.key_at('page.rst', 4) == 'pot-vs-cup'


@pytest.mark.parametrize(
    ('path', 'stem'), [('a/b.c.txt', 'b.c'), ('b', 'b'), ('.txt', '.txt'), ('a.b/c', 'c')]
)
def test_stem(path: str, stem: str) -> None:
    assert Matchup('k', 't', path, 1, (), ()).stem == stem


@pytest.mark.parametrize(
    ('objtype', 'key', 'title'),
    [
        ('product', 'k1', 'Kettle One'),
        ('product', 'op-1', 'Operator'),
        ('product', 'car', 'Mercury (car)'),
        ('product', 'planet', 'Mercury (planet)'),
        ('persona', 'pm', 'PM'),
        ('matchup', 'tea-war', 'Teapot Pro vs C++'),
        ('quote', 'teapot-pro/builder/2', 'Builder on Teapot Pro'),
        ('quote', 'one/round-5', 'Round 5 on One'),
    ],
)
def test_title(corpus: Corpus, objtype: str, key: str, title: str) -> None:
    assert corpus.title(objtype, key) == title


# https://github.com/sphinx-doc/sphinx/pull/12193
@pytest.mark.parametrize(
    ('objtype', 'name', 'clause'),
    [
        ('product', 'Ketle One', "; did you mean 'Kettle One'?"),
        ('product', 'teapotpro', "; did you mean 'Teapot Pro'?"),
        ('product', 'Oprator', "; did you mean 'Operator'?"),
        ('product', 'Zzz', ''),
        ('persona', 'Sceptic', "; did you mean 'Skeptic'?"),
        ('persona', 'Bus-Diver', "; did you mean 'Builder' or 'Bus Driver'?"),
        ('persona', 'Zzz', ''),
        (
            'matchup',
            'Teapot Pro vs Ketle One',
            "; did you mean 'Teapot Pro vs C++' or 'Teapot Pro vs Kettle One'?",
        ),
        ('matchup', 'Zzz', ''),
        ('quote', '急須/PMM', "; did you mean '急須/PM'?"),
        ('quote', 'Zzz', ''),
    ],
)
def test_did_you_mean(corpus: Corpus, objtype: str, name: str, clause: str) -> None:
    assert corpus.did_you_mean(objtype, name) == clause


def test_did_you_mean_names_at_most_three_sorted() -> None:
    files = {f'{n}.txt': seed(f'Kettle {n} vs Cup', 'a', 'b') for n in (4, 2, 5, 1, 3)}
    clause = corpus_of(files).did_you_mean('product', 'Kettle')
    assert clause == corpus_of(dict(reversed(files.items()))).did_you_mean('product', 'Kettle')
    names = clause.removeprefix("; did you mean '").removesuffix("'?").split("' or '")
    assert len(names) == 3
    assert names == sorted(names)


class TestFingerprints:
    """They change exactly when what an entry shows does."""

    FILES = {  # noqa: RUF012 nothing changes it
        'a.txt': seed('Pot vs Cup', 'Tea.', 'Less.', 'Drips.', 'Cracks.'),
        'b.txt': seed('Pot vs Mug', 'Tea.', 'More.'),
        'c.txt': seed('Jug vs Can', 'Milk.', 'Oil.'),
    }

    def fingerprints(self, corpus: Corpus) -> dict[str, str]:
        keys = {
            'product': ['pot', 'cup', 'mug', 'jug', 'can'],
            'persona': ['builder', 'skeptic', 'pm'],
            'matchup': ['pot-vs-cup', 'pot-vs-mug', 'jug-vs-can'],
            'quote': ['pot/builder', 'pot/skeptic', 'cup/builder', 'mug/builder', 'jug/builder'],
        }
        return {
            f'{objtype} {key}': corpus.fingerprint(objtype, key)
            for objtype, found in keys.items()
            for key in found
        }

    def changed(self, **files: str) -> set[str]:
        before = self.fingerprints(corpus_of(self.FILES))
        changed = {f'{stem}.txt': text for stem, text in files.items()}
        after = self.fingerprints(corpus_of({**self.FILES, **changed}))
        return {name for name in before if before[name] != after[name]}

    def test_nothing_changed(self) -> None:
        assert self.changed() == set()
        assert self.changed(a=self.FILES['a.txt']) == set()

    def test_all_are_different(self) -> None:
        found = self.fingerprints(corpus_of(self.FILES))
        assert len(set(found.values())) == len(found)

    def test_an_edited_quote(self) -> None:
        text = self.FILES['a.txt'].replace('Cracks', 'Breaks')
        assert self.changed(a=text) == {'product cup', 'persona skeptic', 'matchup pot-vs-cup'}

    def test_an_edited_copy_of_a_quote(self) -> None:
        text = self.FILES['b.txt'].replace('Tea', 'Soup')
        assert self.changed(b=text) == {
            'product pot',
            'persona builder',
            'matchup pot-vs-mug',
            'quote pot/builder',
        }

    def test_a_blank_line_more(self) -> None:
        """The lines of a seed show nowhere but in messages."""
        assert self.changed(a='\n' + self.FILES['a.txt']) == {'matchup pot-vs-cup'}

    def test_a_note(self) -> None:
        # No page shows it.
        assert self.changed(a=self.FILES['a.txt'] + '\nNote.\n') == set()

    def test_a_further_seed(self) -> None:
        assert self.changed(d=seed('Pot vs Tin', 'Tea.', 'x')) == {
            'product pot',
            'persona builder',
            'quote pot/builder',
        }

    def test_a_further_seed_with_other_words(self) -> None:
        assert self.changed(d=seed('Pot vs Tin', 'Coffee.', 'x')) == {
            'product pot',
            'persona builder',
        }

    def test_a_further_seed_about_others(self) -> None:
        assert self.changed(d='Tin vs Box\n\n“a”\n— PM\n\n“b”\n— PM') == {'persona pm'}

    def test_another_display_name(self) -> None:
        others = {name: seed(f'POT vs {name}', 'x', 'y') for name in ('tin', 'box', 'keg')}
        assert self.changed(**others) == {
            'product pot',
            'persona builder',
            'persona skeptic',
            'quote pot/builder',
            'quote pot/skeptic',
        }

    def test_another_product_of_the_name(self) -> None:
        """Products that share a name are shown with their keys."""
        front = 'products: [{{name: Mercury, key: {}}}, Venus]'
        files = {
            f'{key}.txt': seed(f'The {key}', 'a', 'b', front_matter=front.format(key))
            for key in ('car', 'planet')
        }
        before, after = corpus_of({'car.txt': files['car.txt']}), corpus_of(files)
        assert before.title('product', 'car') == 'Mercury'
        assert after.title('product', 'car') == 'Mercury (car)'
        assert before.fingerprint('product', 'car') != after.fingerprint('product', 'car')

    def test_a_further_title_changes_what_lists_the_matchup(self) -> None:
        text = self.FILES['a.txt'].replace('Cup', 'cup')
        assert 'product pot' in self.changed(a=text)

    def test_a_second_seed_of_the_title(self) -> None:
        """Both get longer keys; where the links in an entry lead does not count."""
        assert self.changed(d=seed('Jug vs Can', 'x', 'y')) == {
            'product jug',
            'product can',
            'persona builder',
            'matchup jug-vs-can',
        }

    def test_a_seed_in_another_file(self) -> None:
        before = corpus_of(self.FILES)
        files = {**self.FILES, 'z.txt': self.FILES['a.txt']}
        del files['a.txt']
        after = corpus_of(files)
        assert before.fingerprint('product', 'cup') == after.fingerprint('product', 'cup')
        assert before.fingerprint('product', 'jug') == after.fingerprint('product', 'jug')

    def test_declarations_count_where_they_decide_the_reading(self) -> None:
        before = self.fingerprints(corpus_of(self.FILES))
        assert self.fingerprints(corpus_of(self.FILES, declare('Thermos'))) == before
        beaker = Product('beaker', 'Beaker', ('Cup',), declared=True)
        after = self.fingerprints(corpus_of(self.FILES, declare(beaker)))
        assert {name for name in before if before[name] != after[name]} == {
            'product cup',
            'persona builder',
            'persona skeptic',
            'matchup pot-vs-cup',
            'quote cup/builder',
        }

    @pytest.mark.parametrize('objtype', OBJECTS)
    def test_what_does_not_exist_has_one_too(self, objtype: str) -> None:
        corpus = corpus_of(self.FILES)
        assert corpus.fingerprint(objtype, 'nope') == corpus.fingerprint(objtype, 'nope')

    @pytest.mark.parametrize('objtype', OBJECTS)
    def test_it_changes_when_the_object_comes_into_being(self, objtype: str) -> None:
        key = {'product': 'tin', 'persona': 'zoe', 'matchup': 'tin-vs-box', 'quote': 'tin/zoe'}
        before = corpus_of(self.FILES)
        after = corpus_of({**self.FILES, 'd.txt': 'Tin vs Box\n\n“a”\n— Zoe\n\n“b”'})
        assert before.fingerprint(objtype, key[objtype]) != after.fingerprint(
            objtype, key[objtype]
        )

    def test_a_seed_with_a_lone_surrogate_has_one(self) -> None:
        found = matchups_of({'a.txt': seed('P\ud800t vs Cup', 'a\udfff', 'b')})
        assert len(Corpus(found).fingerprint('matchup', found[0].key)) == 24

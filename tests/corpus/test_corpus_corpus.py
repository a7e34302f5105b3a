"""Many seeds as one corpus: identity, occurrences, names, and what contradicts what."""

from __future__ import annotations

import itertools
import pickle
from collections import Counter

import pytest
from corpus_support import corpus_of, declare, matchups_of, seed

from sphinx_matchups.corpus import (
    DEFAULT_DECLARATIONS,
    DEFAULT_PANEL,
    DEFAULT_PERSONAS,
    Corpus,
    Declarations,
    Persona,
    Problem,
    Product,
    Quote,
)

#: Three seeds about a pot that always gets the same first word.
POTS = {
    'a.txt': seed('Pot vs Cup', 'Holds tea.', 'Holds less.', 'Drips.', 'Cracks.'),
    'b.txt': seed('Jug vs Pot', 'Holds milk.', 'Holds tea.'),
    'c.txt': seed('Pot vs Mug', 'Holds soup.', 'Holds less.'),
}
LONG = 'x' * 72


def problems(corpus: Corpus, subtype: str) -> list[Problem]:
    return [problem for problem in corpus.problems if problem.subtype == subtype]


def paths(corpus: Corpus) -> list[str]:
    return [found.path for found in corpus.matchups.values()]


class TestQuotes:
    def test_the_same_words_of_one_persona_on_one_product_are_one_quote(self) -> None:
        assert corpus_of(POTS).quotes['pot', 'builder'] == (
            Quote('pot', 'builder', 'Holds tea.', (('pot-vs-cup', 1), ('jug-vs-pot', 2))),
            Quote('pot', 'builder', 'Holds soup.', (('pot-vs-mug', 1),), 2),
        )

    def test_the_same_words_on_another_product_are_another_quote(self) -> None:
        corpus = corpus_of(POTS)
        assert [quote.text for quote in corpus.quotes['cup', 'builder']] == ['Holds less.']
        assert [quote.text for quote in corpus.quotes['mug', 'builder']] == ['Holds less.']

    def test_the_same_words_of_another_persona_are_another_quote(self) -> None:
        corpus = corpus_of({'a.txt': seed('Pot vs Cup', 'Tea.', 'b', 'Tea.', 'c')})
        assert corpus.quotes['pot', 'builder'][0].occurrences == (('pot-vs-cup', 1),)
        assert corpus.quotes['pot', 'skeptic'][0].occurrences == (('pot-vs-cup', 3),)

    def test_white_space_in_the_seed_makes_no_other_quote(self) -> None:
        files = {
            'a.txt': seed('Pot vs Cup', 'Holds  hot\ntea.', 'b'),
            'b.txt': seed('Pot vs Mug', 'Holds hot tea.', 'b'),
        }
        assert len(corpus_of(files).quotes['pot', 'builder']) == 1

    def test_a_quote_may_stand_twice_in_one_seed(self) -> None:
        text = 'Pot vs Cup\n\n“Tea.”\n— PM\n\n“b”\n\n“Tea.”\n— PM\n\n“c”'
        (quote,) = corpus_of({'a.txt': text}).quotes['pot', 'pm']
        assert quote.occurrences == (('pot-vs-cup', 1), ('pot-vs-cup', 3))

    def test_rounds_without_a_persona_have_a_voice_of_their_own(self) -> None:
        files = {
            f'{name}.txt': seed(f'Pot vs {name}', *(f'{n}{name}' for n in range(8)), 'Tea.', 'b')
            for name in ('Cup', 'Mug')
        }
        corpus = corpus_of(files)
        (quote,) = corpus.quotes['pot', 'round-5']
        assert quote.occurrences == (('pot-vs-cup', 9), ('pot-vs-mug', 9))
        assert corpus.voice_name('round-5') == 'Round 5'
        assert 'round-5' not in corpus.personas

    def test_quotes_are_in_the_order_of_products_then_of_the_panel(self) -> None:
        eight = [f'{number}.' for number in range(8)]
        corpus = corpus_of(
            {
                'a.txt': seed('Pot vs Cup', *eight, 'x', 'y', 'z'),
                'b.txt': 'Pot vs Cup\n\n“a”\n— PM\n\n“b”\n— Bus Driver',
            }
        )
        assert list(corpus.quotes) == [
            ('cup', 'builder'),
            ('cup', 'skeptic'),
            ('cup', 'futurist'),
            ('cup', 'creator'),
            ('cup', 'bus-driver'),
            ('cup', 'round-5'),
            ('pot', 'builder'),
            ('pot', 'skeptic'),
            ('pot', 'futurist'),
            ('pot', 'creator'),
            ('pot', 'pm'),
            ('pot', 'round-5'),
            ('pot', 'round-6'),
        ]

    def test_quotes_of_a_product_and_of_a_persona(self) -> None:
        corpus = corpus_of(POTS)
        assert [(q.voice, q.text) for q in corpus.quotes_of_product('pot')] == [
            ('builder', 'Holds tea.'),
            ('builder', 'Holds soup.'),
            ('skeptic', 'Drips.'),
        ]
        assert [(q.product, q.text) for q in corpus.quotes_of_persona('builder')] == [
            ('cup', 'Holds less.'),
            ('jug', 'Holds milk.'),
            ('mug', 'Holds less.'),
            ('pot', 'Holds tea.'),
            ('pot', 'Holds soup.'),
        ]
        assert corpus.quotes_of_product('nope') == []
        assert corpus.quotes_of_persona('pm') == []

    def test_matchups_of_a_product_are_in_the_order_of_paths(self) -> None:
        corpus = corpus_of(dict(reversed(POTS.items())))
        assert [found.path for found in corpus.matchups_of('pot')] == ['a.txt', 'b.txt', 'c.txt']
        assert [found.path for found in corpus.matchups_of('mug')] == ['c.txt']
        assert corpus.matchups_of('nope') == []

    def test_occurrences_lead_back_to_the_seeds(self) -> None:
        corpus = corpus_of(POTS)
        quote = corpus.quotes['pot', 'builder'][0]
        assert [(m.path, o.line) for m, o in corpus.occurrences_of(quote)] == [
            ('a.txt', 3),
            ('b.txt', 5),
        ]

    def test_every_quote_has_a_key_that_leads_to_it(self) -> None:
        corpus = corpus_of(POTS)
        keys = [corpus.quote_key(q) for quotes in corpus.quotes.values() for q in quotes]
        assert keys == [
            'cup/builder',
            'cup/skeptic',
            'jug/builder',
            'mug/builder',
            'pot/builder',
            'pot/builder/2',
            'pot/skeptic',
        ]
        assert [corpus.quote(key).text for key in keys[4:6]] == ['Holds tea.', 'Holds soup.']
        assert corpus.title('quote', 'pot/builder/2') == 'Builder on Pot'

    def test_an_empty_corpus_answers_too(self) -> None:
        corpus = Corpus()
        assert (corpus.matchups, corpus.products, corpus.quotes, corpus.problems) == (
            {},
            {},
            {},
            [],
        )
        assert list(corpus.personas) == [persona.key for persona in DEFAULT_PERSONAS]
        assert corpus.find('product', 'Pot') == []
        assert corpus.find('matchup', 'Pot vs Cup') == []
        assert corpus.find('quote', 'Pot/Builder') == []


class TestProducts:
    def test_names_with_one_key_are_one_product_shown_as_most_often_written(self) -> None:
        corpus = corpus_of(
            {
                'a.txt': seed('kettle-one vs Cup', 'a', 'b'),
                'b.txt': seed('Kettle One vs Mug', 'a', 'b'),
                'c.txt': seed('Kettle One vs Jug', 'a', 'b'),
            }
        )
        assert corpus.products['kettle-one'] == Product('kettle-one', 'Kettle One')
        assert problems(corpus, 'spelling') == [
            Problem(
                'spelling',
                "the product 'Kettle One' is written in several ways: 'kettle-one' (1), "
                "'Kettle One' (2); use one, or declare the others as aliases in matchups_products",
                'a.txt',
                1,
            )
        ]

    def test_at_a_draw_the_first_path_counts(self) -> None:
        files = {
            'b.txt': seed('Kettle One vs Cup', 'a', 'b'),
            'a.txt': seed('kettle one vs Mug', 'a', 'b'),
        }
        assert corpus_of(files).products['kettle-one'].name == 'kettle one'

    def test_at_a_draw_the_first_path_counts_among_seeds_of_one_title(self) -> None:
        """The second seed of the title of ``a.txt`` comes after ``b.txt``."""
        corpus = corpus_of(
            {
                'a.txt': seed('Pot vs Cup', 'a', 'b'),
                'b.txt': seed('kettle one vs Mug', 'a', 'b'),
                'c.txt': seed('Pot vs Cup', 'a', 'b'),
                'd.txt': seed('Pot vs Kettle One', 'a', 'b'),
            }
        )
        assert corpus.products['kettle-one'].name == 'kettle one'

    def test_a_declared_name_counts_however_rarely_it_is_written(self) -> None:
        files = {
            'a.txt': seed('kettle one vs Cup', 'a', 'b'),
            'b.txt': seed('kettle one vs Mug', 'a', 'b'),
        }
        corpus = corpus_of(files, declare('Kettle One'))
        assert corpus.products['kettle-one'] == Product('kettle-one', 'Kettle One', declared=True)
        assert [(p.path, p.line) for p in problems(corpus, 'spelling')] == [('a.txt', 1)]
        assert "'kettle one' (2)" in problems(corpus, 'spelling')[0].message

    def test_declared_aliases_are_no_other_spelling(self) -> None:
        known = declare(Product('k1', 'Kettle One', ('K1', 'kettle one'), declared=True))
        files = {
            'a.txt': seed('K1 vs Cup', 'a', 'b'),
            'b.txt': seed('kettle one vs Mug', 'a', 'b'),
            'c.txt': seed('Kettle One vs Jug', 'a', 'b'),
        }
        corpus = corpus_of(files, known)
        assert corpus.problems == []
        assert [m.path for m in corpus.matchups_of('k1')] == ['a.txt', 'b.txt', 'c.txt']

    def test_a_declared_product_needs_no_seed(self) -> None:
        corpus = corpus_of(POTS, declare('Thermos'))
        assert corpus.products['thermos'].name == 'Thermos'
        assert corpus.quotes_of_product('thermos') == []

    # https://github.com/sphinx-doc/sphinx/issues/2403
    def test_names_that_differ_in_case_are_one_product(self) -> None:
        corpus = corpus_of({'a.txt': seed('Operator vs operator', 'a', 'b')})
        assert list(corpus.products) == ['operator']
        assert len(problems(corpus, 'spelling')) == 1

    def test_names_that_differ_in_case_are_two_products_where_so_declared(self) -> None:
        known = declare(
            Product('operator', 'Operator', declared=True),
            Product('op', 'operator', declared=True),
        )
        corpus = corpus_of({'a.txt': seed('Operator vs operator', 'a', 'b')}, known)
        assert [p.key for p in corpus.matchups['operator-vs-operator'].products] == [
            'operator',
            'op',
        ]
        assert corpus.problems == []

    def test_a_name_that_front_matter_declares_counts(self) -> None:
        files = {
            'a.txt': seed('kettle one vs Cup', 'a', 'b'),
            'b.txt': seed('kettle one vs Jug', 'a', 'b'),
            'c.txt': seed(
                'x', 'a', 'b', front_matter='products: [{name: KettleOne, key: kettle-one}, Mug]'
            ),
        }
        corpus = corpus_of(files)
        assert corpus.products['kettle-one'] == Product('kettle-one', 'KettleOne', declared=True)
        assert [(p.path, p.line) for p in problems(corpus, 'spelling')] == [('a.txt', 1)]

    # https://github.com/wintermeyer/vutuv/issues/1337
    def test_signs_tell_products_apart(self) -> None:
        files = {
            '1.txt': seed('C vs C++', 'a', 'b'),
            '2.txt': seed('C++ vs C#', 'a', 'b'),
            '3.txt': seed('C# vs C', 'a', 'b'),
        }
        for order in itertools.permutations(files):
            corpus = corpus_of({path: files[path] for path in order})
            assert list(corpus.products) == ['c', 'c-sharp', 'c-plus-plus']
            assert corpus.problems == []

    # https://github.com/sphinx-doc/sphinx/issues/1449
    def test_a_seed_above_changes_no_key(self) -> None:
        files = {'b.txt': seed('急須 vs ケトル', 'a', 'b')}
        before = corpus_of(files)
        after = corpus_of({'a.txt': seed('茶碗 vs 🍵', 'a', 'b'), **files})
        assert list(before.products) == [key for key in after.products if key in before.products]
        assert len(after.products) == 4

    # https://github.com/sphinx-doc/sphinx/issues/2050
    def test_products_are_in_the_order_of_names(self) -> None:
        names = ['Ωmega', 'apple', '@Home', 'Éclair', '急須', '1Pass', 'Apple Pie', '£aver']
        files = {f'{n}.txt': seed(f'{name} vs Zoo', 'a', 'b') for n, name in enumerate(names)}
        assert [product.name for product in corpus_of(files).products.values()] == [
            '1Pass',
            '@Home',
            'apple',
            'Apple Pie',
            'Éclair',
            'Zoo',
            '£aver',
            'Ωmega',
            '急須',
        ]

    def test_products_of_one_name_are_in_the_order_of_keys(self) -> None:
        front = 'products: [{name: Mercury, key: planet}, {name: Mercury, key: car}]'
        corpus = corpus_of({'a.txt': seed('Mercury vs Mercury', 'a', 'b', front_matter=front)})
        assert list(corpus.products) == ['car', 'planet']
        assert corpus.problems == []


class TestPersonas:
    def test_personas_are_in_the_order_of_the_settings_then_those_of_seeds(self) -> None:
        files = {
            'a.txt': 'Pot vs Cup\n\n“a”\n— Zoe\n\n“b”\n— PM',
            'b.txt': 'Pot vs Mug\n\n“a”\n— adam\n\n“b”\n— Adam',
        }
        corpus = corpus_of(files)
        assert list(corpus.personas) == [
            *(persona.key for persona in DEFAULT_PERSONAS),
            'adam',
            'zoe',
        ]
        assert corpus.personas['adam'].name == 'adam'
        assert corpus.title('persona', 'zoe') == 'Zoe'

    def test_a_persona_of_the_settings_keeps_its_name(self) -> None:
        declarations = Declarations(DEFAULT_PANEL, (*DEFAULT_PERSONAS, Persona('zoe', 'Zoë Z.')))
        corpus = corpus_of({'a.txt': 'Pot vs Cup\n\n“a”\n— zoe\n\n“b”'}, declarations)
        assert corpus.voice_name('zoe') == 'Zoë Z.'
        assert list(corpus.quotes) == [('cup', 'builder'), ('pot', 'zoe')]


class TestMatchupKeys:
    def test_the_title_makes_the_key(self) -> None:
        assert list(corpus_of(POTS).matchups) == ['pot-vs-cup', 'jug-vs-pot', 'pot-vs-mug']

    def test_seeds_of_one_title_get_their_stem_and_a_problem(self) -> None:
        corpus = corpus_of(
            {
                'a.txt': seed('Pot vs Cup', 'a', 'b'),
                'sub/B 2.txt': '\n' + seed('POT vs Cup', 'a', 'b'),
            }
        )
        assert list(corpus.matchups) == ['pot-vs-cup-a', 'pot-vs-cup-b-2']
        assert corpus.key_at('a.txt', 1) == 'pot-vs-cup-a'
        assert corpus.key_at('sub/B 2.txt', 2) == 'pot-vs-cup-b-2'
        assert problems(corpus, 'duplicate') == [
            Problem(
                'duplicate',
                "2 seeds have the title 'Pot vs Cup': a.txt:1, sub/B 2.txt:2; "
                "give each an 'id' in its front matter",
                'sub/B 2.txt',
                2,
            )
        ]

    def test_seeds_of_one_id_get_their_stem_and_a_problem(self) -> None:
        corpus = corpus_of(
            {
                'a.txt': seed('Pot vs Cup', 'a', 'b', front_matter='id: tea'),
                'b.txt': seed('Pot vs Mug', 'a', 'b', front_matter='id: Tea'),
            }
        )
        assert list(corpus.matchups) == ['tea-a', 'tea-b']
        (problem,) = problems(corpus, 'duplicate')
        assert problem.message.startswith("2 seeds have the id 'tea': a.txt:4, b.txt:4;")

    def test_an_id_of_its_own_ends_the_problem(self) -> None:
        corpus = corpus_of(
            {
                'a.txt': seed('Pot vs Cup', 'a', 'b'),
                'b.txt': seed('Pot vs Cup', 'a', 'b', front_matter='id: again'),
            }
        )
        assert list(corpus.matchups) == ['pot-vs-cup', 'again']
        assert corpus.problems == []

    def test_three_seeds_of_one_title_are_one_problem(self) -> None:
        corpus = corpus_of({f'{n}.txt': seed('Pot vs Cup', 'a', 'b') for n in 'abc'})
        assert list(corpus.matchups) == ['pot-vs-cup-a', 'pot-vs-cup-b', 'pot-vs-cup-c']
        (problem,) = problems(corpus, 'duplicate')
        assert problem.location == 'b.txt:1'
        assert "3 seeds have the title 'Pot vs Cup': a.txt:1, b.txt:1, c.txt:1;" in problem.message

    def test_seven_seeds_of_one_title_are_not_all_named(self) -> None:
        corpus = corpus_of({f'{n}.txt': seed('Pot vs Cup', 'a', 'b') for n in 'abcdefg'})
        (problem,) = problems(corpus, 'duplicate')
        assert 'd.txt:1, e.txt:1 and 2 more;' in problem.message
        assert len(corpus.matchups) == 7

    def test_files_of_one_stem_in_two_folders_have_keys_of_their_own(self) -> None:
        files = {f'{folder}/s.txt': seed('Pot vs Cup', 'a', 'b') for folder in 'ab'}
        first, second = corpus_of(files).matchups.values()
        assert (first.path, first.key) == ('a/s.txt', 'pot-vs-cup-s')
        assert second.path == 'b/s.txt'
        assert second.key.startswith('pot-vs-cup-s-')
        assert second.key != first.key

    def test_a_longer_key_takes_no_other_seeds_place(self) -> None:
        """``pot-vs-cup-x`` is the longer key of one seed, and the key that another makes."""
        for title in ('Pot vs Cup X', 'Other vs Cup'):
            front = '' if 'X' in title else 'id: pot-vs-cup-x'
            for last in ('0.txt', 'z.txt'):
                files = {
                    'x.txt': seed('Pot vs Cup', 'a', 'b'),
                    'y.txt': seed('Pot vs Cup', 'c', 'd'),
                    last: seed(title, 'e', 'f', front_matter=front),
                }
                corpus = corpus_of(files)
                assert sorted(paths(corpus)) == sorted(files)
                assert corpus.matchups['pot-vs-cup-x'].path == last

    def test_matchups_are_in_the_order_of_paths(self) -> None:
        corpus = corpus_of(
            {
                'a.txt': seed('Pot vs Cup', 'a', 'b'),
                'b.txt': seed('Pot vs Mug', 'c', 'b'),
                'c.txt': seed('Pot vs Cup', 'd', 'b'),
            }
        )
        assert paths(corpus) == ['a.txt', 'b.txt', 'c.txt']
        assert [quote.text for quote in corpus.quotes['pot', 'builder']] == ['a', 'c', 'd']
        assert [found.path for found in corpus.matchups_of('pot')] == ['a.txt', 'b.txt', 'c.txt']

    def test_every_matchup_has_the_key_that_it_stands_under(self) -> None:
        corpus = corpus_of({f'{n}.txt': seed('Pot vs Cup', 'a', 'b') for n in 'ab'})
        assert all(key == found.key for key, found in corpus.matchups.items())


class TestAdditions:
    """Matchups that pages bring along."""

    def test_they_never_change_the_keys_of_the_projects_own(self) -> None:
        own = {'b.txt': seed('Pot vs Cup', 'a', 'b')}
        added = matchups_of({'a.txt': seed('Pot vs Cup', 'c', 'd')})
        corpus = corpus_of(own, additions=added)
        assert {found.path: key for key, found in corpus.matchups.items()} == {
            'b.txt': 'pot-vs-cup',
            'a.txt': 'pot-vs-cup-a',
        }
        assert corpus.key_at('b.txt', 1) == 'pot-vs-cup'
        (problem,) = problems(corpus, 'duplicate')
        assert problem.location == 'a.txt:1'
        assert 'b.txt:1, a.txt:1' in problem.message

    def test_they_take_no_longer_key_of_the_projects_own(self) -> None:
        own = {f'{n}.txt': seed('Pot vs Cup', 'a', n) for n in 'ab'}
        added = matchups_of({'z.txt': seed('Pot vs Cup A', 'c', 'd')})
        corpus = corpus_of(own, additions=added)
        assert sorted(paths(corpus)) == ['a.txt', 'b.txt', 'z.txt']
        assert corpus.key_at('a.txt', 1) == 'pot-vs-cup-a'
        assert corpus.matchups['pot-vs-cup-a'].path == 'a.txt'

    def test_a_seed_that_is_read_already_is_not_added_again(self) -> None:
        corpus = corpus_of(POTS, additions=matchups_of(POTS))
        assert list(corpus.matchups) == ['pot-vs-cup', 'jug-vs-pot', 'pot-vs-mug']
        assert corpus.problems == []

    def test_their_quotes_are_quotes_of_the_corpus(self) -> None:
        added = matchups_of({'z.txt': seed('Pot vs Tin', 'Holds tea.', 'b')})
        corpus = corpus_of(POTS, additions=added)
        assert len(corpus.quotes['pot', 'builder'][0].occurrences) == 3
        assert 'tin' in corpus.products

    def test_two_of_one_key_have_keys_of_their_own(self) -> None:
        own = {'x.txt': seed('Pot vs Cup', 'a', 'b')}
        added = matchups_of({f'{n}/x.txt': seed('Pot vs Cup', 'a', n) for n in 'ab'})
        corpus = corpus_of(own, additions=added)
        assert len(corpus.matchups) == 3
        assert corpus.matchups['pot-vs-cup'].path == 'x.txt'


class TestDrift:
    def drift(self, *texts: str) -> list[Problem]:
        files = {f'{n}.txt': seed(f'Pot vs Cup {n}', text, 'b') for n, text in enumerate(texts)}
        return problems(corpus_of(files), 'drift')

    def test_an_edited_copy_is_one_problem_with_both_places(self) -> None:
        text = 'It holds more tea than a thirsty panel can drink on a long and rainy afternoon.  x'
        assert self.drift(text, text.replace('rainy', 'sunny')) == [
            Problem(
                'drift',
                'Builder on Pot differs a little from 0.txt:3 (similarity 0.96); '
                'make them equal if they are one quote',
                '1.txt',
                3,
            )
        ]

    @pytest.mark.parametrize(
        ('first', 'second', 'count'),
        [
            (LONG + 'a' * 8, LONG + 'b' * 8, 1),
            (LONG + 'a' * 8, LONG + 'b' * 7, 0),
            (LONG + 'a' * 7, LONG + 'a' * 8, 0),
            (LONG + 'a' * 9, LONG + 'b' * 9, 0),
            (LONG + 'a' * 8, LONG[1:] + 'b' * 9, 0),
            (LONG + LONG + 'a' * 16, LONG + LONG + 'b' * 16, 1),
            (LONG + LONG + 'a' * 17, LONG + LONG + 'b' * 16, 0),
            ('x' * 90, 'x' * 110, 1),
            ('x' * 90, 'x' * 111, 0),
            ('x' * 900, 'x' * 1100, 1),
            ('x' * 900, 'x' * 1101, 0),
            ('x' * 80, 'x' * 80, 0),
            ('x' * 80, 'x' * 81, 1),
            ('x' * 79, 'x' * 80, 0),
            ('', 'x', 0),
        ],
    )
    def test_at_the_limits(self, first: str, second: str, count: int) -> None:
        """At least 80 characters each, and twice what is common at least 0.9 of all."""
        assert len(self.drift(first, second)) == count
        assert len(self.drift(second, first)) == count

    @pytest.mark.parametrize('length', range(81, 1000, 9))
    def test_at_the_limits_of_every_length(self, length: int) -> None:
        """Whatever binary fractions make of 0.9."""
        longer = length * 11 // 9
        assert len(self.drift('x' * length, 'x' * longer)) == 1
        assert len(self.drift('x' * length, 'x' * (longer + 1))) == 0

    def test_every_pair_is_one_problem(self) -> None:
        found = self.drift(*('x' * number for number in (100, 101, 102)))
        assert [(p.path, p.message.split()[7]) for p in found] == [
            ('1.txt', '0.txt:3'),
            ('2.txt', '0.txt:3'),
            ('2.txt', '1.txt:3'),
        ]

    def test_copies_of_both_are_no_further_problems(self) -> None:
        first, second = 'x' * 100, 'x' * 101
        assert [p.path for p in self.drift(first, second, first, second)] == ['1.txt']

    @pytest.mark.parametrize(
        'text',
        [
            seed('Pot vs Mug', 'b', 'x' * 101),
            seed('Pot vs Mug', 'a', 'b', 'x' * 101, 'c'),
            seed('Jug vs Mug', 'x' * 101, 'b'),
        ],
    )
    def test_another_product_or_persona_is_no_drift(self, text: str) -> None:
        files = {'a.txt': seed('Pot vs Cup', 'x' * 100, 'y' * 100), 'b.txt': text}
        assert problems(corpus_of(files), 'drift') == []

    def test_places_within_one_seed(self) -> None:
        text = 'Pot vs Cup\n\n“{}”\n— PM\n\n“b”\n\n“{}”\n— PM\n\n“c”'
        corpus = corpus_of({'a.txt': text.format('x' * 100, 'x' * 101)})
        (problem,) = problems(corpus, 'drift')
        assert problem.location == 'a.txt:8'
        assert problem.message.startswith('PM on Pot differs a little from a.txt:3 ')


class TestOrder:
    #: Seeds in which everything happens that an order could decide.
    FILES = {  # noqa: RUF012 nothing changes it
        'a.txt': seed('Pot vs Cup', 'x' * 100, 'b'),
        'b.txt': seed('pot vs Cup', 'x' * 101, 'c'),
        'c/a.txt': seed('Pot vs CUP', 'x' * 100, 'd'),
        'd.txt': seed('Mug vs pot', 'e', 'x' * 102),
        'e.txt': 'Cup vs mug\n\n“a”\n— zoe\n\n“b”\n— Zoe',
    }

    def seen(self, corpus: Corpus) -> tuple[object, ...]:
        return (
            list(corpus.matchups.items()),
            list(corpus.products.items()),
            list(corpus.personas.items()),
            list(corpus.quotes.items()),
            corpus.problems,
        )

    def test_the_order_of_reading_changes_nothing(self) -> None:
        found = matchups_of(self.FILES)
        right = self.seen(Corpus(found))
        subtypes = Counter(problem.subtype for problem in Corpus(found).problems)
        assert subtypes == {'duplicate': 1, 'spelling': 3, 'drift': 3}
        for order in itertools.permutations(found):
            assert self.seen(Corpus(order)) == right

    def test_the_order_of_additions_changes_nothing(self) -> None:
        first, *others = matchups_of(self.FILES)
        right = self.seen(Corpus([first], additions=others))
        for order in itertools.permutations(others):
            assert self.seen(Corpus([first], additions=order)) == right

    def test_a_corpus_comes_back_from_a_pickle(self) -> None:
        corpus = corpus_of(self.FILES)
        again = pickle.loads(pickle.dumps(corpus))
        assert self.seen(again) == self.seen(corpus)
        assert again.find('product', 'Pot') == ['pot']

    def test_declarations_are_equal_exactly_when_their_fingerprints_are(self) -> None:
        assert (
            DEFAULT_DECLARATIONS.fingerprint
            == Declarations(DEFAULT_PANEL, DEFAULT_PERSONAS).fingerprint
        )
        assert declare('Pot').fingerprint != DEFAULT_DECLARATIONS.fingerprint
        assert declare('Pot').fingerprint != declare('pot').fingerprint

"""Products inside quotes: which names count, and what is kept of them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from corpus_support import corpus_of, declare, seed
from hypothesis import given
from hypothesis import strategies as st

from sphinx_matchups.corpus import Corpus, Product, read_folder
from sphinx_matchups.corpus.mentions import (
    MentionFinder,
    NameFinder,
    linked_mentions,
    plain_name,
    words_around,
)
from sphinx_matchups.corpus.naming import families, make_key


def products(*names: str) -> list[Product]:
    return [Product(make_key(name), name) for name in names]


def named(text: str, *names: str) -> list[str]:
    """The names that are found, as they stand in the text."""
    return [text[hit.start : hit.end] for hit in NameFinder(map(plain_name, names)).find(text)]


class TestWhichNamesCount:
    @pytest.mark.parametrize(
        'text',
        [
            'Kettle',
            'a Kettle, say',
            'Kettle.',
            'the Kettle’s lid',
            "the Kettle's lid",
            '(Kettle)',
            '[Kettle]',
            '“Kettle”',
            'Kettle—no',
            'Kettle/Pot',
            'pot,Kettle;pan',
            'Kettle: fine',
            'Kettle?!',
            'the Kettle-',
            'Kettle …',
            '*Kettle*',
            'Is it a Kettle',
        ],
    )
    def test_a_name_alone(self, text: str) -> None:
        assert named(text, 'Kettle') == ['Kettle']

    @pytest.mark.parametrize(
        'text',
        [
            'kettle',
            'KETTLE',
            'Kettles',
            'Teakettle TeaKettle',
            'Kettle-like',
            'non-Kettle',
            'Kettle2',
            'Kettle 2',
            'Kettle 2.0',
            'Kettle v2',
            'Kettle-2',
            'Kettle_x',
            'Kettle.js',
            'Kettle++',
            'Kettle#',
            '@Kettle',
            '#Kettle',
            'https://kettle.example/Kettle',
            'see /usr/Kettle/bin',
            'Ket tle',
        ],
    )
    def test_a_part_of_something_else(self, text: str) -> None:
        assert named(text, 'Kettle') == []

    @pytest.mark.parametrize(
        ('text', 'names', 'expected'),
        [
            ('Qwen2.5-VL-3B runs', ['Qwen2.5-3B', 'Qwen2.5-VL-3B'], ['Qwen2.5-VL-3B']),
            ('Qwen2.5-VL-3B runs', ['Qwen2.5-3B', 'Qwen2.5'], []),
            ('Gemma 3 4B and Gemma 3', ['Gemma 3 4B', 'Gemma 3'], ['Gemma 3 4B', 'Gemma 3']),
            ('VS Code vs Code', ['Code', 'VS Code'], ['VS Code', 'Code']),
            ('C++, C# and C', ['C++', 'C#', 'C'], ['C++', 'C#']),
            ('Node.js is no Node', ['Node', 'Node.js'], ['Node.js', 'Node']),
            ('I like .NET and ASP.NET', ['.NET'], ['.NET']),
            ('GPT-4o, not GPT-4', ['GPT-4', 'GPT-4o'], ['GPT-4o', 'GPT-4']),
            ('急須は急須です', ['急須'], ['急須', '急須']),
            ('Kettle One pours', ['Kettle One'], ['Kettle One']),
            ('Kettle\u00a0One pours', ['Kettle One'], ['Kettle\u00a0One']),
            ('Éclair, Éclairs', ['Éclair'], ['Éclair']),
            ('Gemini 3 4B', ['Gemini 3 4B'], ['Gemini 3 4B']),
            ('☕ or ☕☕', ['☕☕'], ['☕☕']),
            ('O’Reilly’s books', ["O'Reilly"], ['O’Reilly']),
            ("Joe's or Joe’s", ['Joe’s'], ["Joe's", 'Joe’s']),
            ('At Cafe\u0301 Noir', ['Café'], ['Cafe\u0301']),
            ('At Café', ['Cafe\u0301'], ['Café']),
            ('Cafe\u0301 Noir, cafe\u0301', ['Café Noir'], ['Cafe\u0301 Noir']),
            ('Kakao는 LINE을', ['Kakao', 'LINE'], ['Kakao', 'LINE']),
            ('카카오톡은 카카오톡 카카오', ['카카오톡', '카카오'], ['카카오톡', '카카오']),
            ('ใช้ไลน์ดี', ['ไลน์'], ['ไลน์']),
        ],
    )
    def test_the_longest_name_counts(
        self, text: str, names: list[str], expected: list[str]
    ) -> None:
        assert named(text, *names) == expected

    @given(st.lists(st.text(min_size=1, max_size=12), max_size=6), st.text(max_size=60))
    def test_hits_are_in_the_text_in_order_and_apart(self, names: list[str], text: str) -> None:
        plain = [plain_name(name) for name in names]
        hits = NameFinder(plain).find(text)
        assert all(hit.name in plain for hit in hits)
        assert all(plain_name(text[hit.start : hit.end]) == hit.name for hit in hits)
        assert all(0 <= hit.start < hit.end <= len(text) for hit in hits)
        assert all(a.end <= b.start for a, b in pairwise(hits))

    @given(st.from_regex(r'[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8})?', fullmatch=True))
    def test_a_name_between_words_is_found(self, name: str) -> None:
        assert named(f'a {name}, is it', name) == [name]


class TestFamilies:
    @pytest.mark.parametrize(
        ('name', 'expected'),
        [
            ('SmolAgents 1.0', ['SmolAgents']),
            ('Gemma 3 4B', ['Gemma 3', 'Gemma']),
            ('Qwen2.5-VL-3B', ['Qwen2.5-VL']),
            ('Kettle v2', ['Kettle']),
            ('Kettle', []),
            ('Kettle One', []),
            ('1.0', []),
            ('Windows 11', ['Windows']),
            ('GPT-4o', ['GPT']),
            ('SmolLM3', []),
        ],
    )
    def test_names_without_versions(self, name: str, expected: list[str]) -> None:
        assert families(name) == expected

    def test_a_long_name_takes_no_long_time(self) -> None:
        assert families('1 ' * 50_000) is not None


class TestMentions:
    def test_the_product_that_a_text_is_about_is_none(self) -> None:
        finder = MentionFinder(products('Cup', 'Mug'))
        assert [mention.products for mention in finder.find('Cup, Mug', 'cup')] == [('mug',)]

    def test_a_family_stands_for_its_versions_unless_a_product_bears_the_name(self) -> None:
        finder = MentionFinder(products('Urn 1.0', 'Urn 2.0'))
        (mention,) = finder.find('An Urn.')
        assert (mention.products, mention.versions) == ((), ('urn-1.0', 'urn-2.0'))
        finder = MentionFinder(products('Urn 1.0', 'Urn 2.0', 'Urn'))
        (mention,) = finder.find('An Urn.')
        assert (mention.products, mention.versions) == (('urn',), ())

    @pytest.mark.parametrize(
        ('setting', 'expected'),
        [('off', []), ('first', [(0, 3, 'mug'), (10, 13, 'urn')]), ('all', None)],
    )
    def test_what_becomes_a_link(
        self, setting: str, expected: list[tuple[int, int, str]] | None
    ) -> None:
        found = MentionFinder(products('Mug', 'Urn', 'Jug 1', 'Jug 2')).find('Mug, Mug, Urn, Jug')
        every = [(0, 3, 'mug'), (5, 8, 'mug'), (10, 13, 'urn')]
        assert linked_mentions(found, setting) == (every if expected is None else expected)

    def test_names_that_begin_alike_cost_no_more_than_others(self) -> None:
        finder = NameFinder(f'Acme Tool{number}' for number in range(5000))
        looked_up = list(finder._shapes.values())
        assert [len(shapes) for shapes in looked_up] == [4]
        assert [hit.name for hit in finder.find('Acme Tool1, Acme Tool12')] == [
            'Acme Tool1',
            'Acme Tool12',
        ]

    def test_code_is_none_and_places_count_the_text_as_it_is_shown(self) -> None:
        corpus = corpus_of({'a.txt': seed('Pot vs Cup', 'Run `Mug` or `x`, then Mug.', 'b')})
        finder = MentionFinder(products('Pot', 'Mug'))
        (quote,) = corpus.quotes['pot', 'builder']
        (mention,) = finder.find_in_quote(quote.text, 'pot')
        assert 'Run Mug or x, then Mug.'[mention.start : mention.end] == 'Mug'
        assert mention.start == 19
        assert words_around(quote.text, mention) == ('Run Mug or x, then ', 'Mug', '.')

    def test_some_words_stand_around(self) -> None:
        text = f'{"word " * 30}Mug{" word" * 30}'
        (mention,) = MentionFinder(products('Mug')).find_in_quote(text, 'pot')
        before, name, after = words_around(text, mention)
        assert name == 'Mug'
        assert before == f'… {"word " * 12}'[: len(before)]
        assert before.startswith('… word')
        assert after.endswith('word …')
        assert len(before) < 65
        assert len(after) < 65


def said(corpus: Corpus, product: str) -> list[str]:
    """Who names a product, and of which one it speaks."""
    return [
        f'{corpus.voice_name(quote.voice)} on {corpus.products[quote.product].name}'
        for quote, _ in corpus.mentions_of(product)
    ]


class TestCorpus:
    FILES = {  # noqa: RUF012 nothing changes it
        'a.txt': seed('Pot vs Cup', 'Better than a Mug.', 'No Jug, no Mug, no Jug.'),
        'b.txt': seed('Pot vs Mug', 'Better than a Mug.', 'Unlike a Pot.'),
    }

    def test_each_quote_counts_once(self) -> None:
        corpus = corpus_of(self.FILES, declare('Jug'))
        assert said(corpus, 'mug') == ['Builder on Cup', 'Builder on Pot']
        assert said(corpus, 'jug') == ['Builder on Cup']
        assert said(corpus, 'pot') == ['Builder on Mug']
        mentions = corpus.mentions_in('cup', 'No Jug, no Mug, no Jug.')
        assert [mention.products for mention in mentions] == [('jug',), ('mug',), ('jug',)]

    def test_aliases_count(self) -> None:
        jug = Product('jug', 'Carafe', ('Jug',), declared=True)
        assert said(corpus_of(self.FILES, declare(jug)), 'jug') == ['Builder on Cup']

    def test_a_name_that_products_share_counts_for_none_and_is_reported_once(self) -> None:
        shared = [Product(f'jug-{n}', 'Jug', declared=True) for n in (1, 2)]
        corpus = corpus_of(self.FILES, declare(*shared))
        assert said(corpus, 'jug-1') == said(corpus, 'jug-2') == []
        (problem,) = corpus.problems
        assert (problem.subtype, problem.path, problem.line) == ('ambiguous', 'a.txt', 5)
        assert "the name 'Jug' may mean jug-1 or jug-2" in problem.message

    def test_versions_are_told_apart_and_listed(self) -> None:
        files = {
            'a.txt': seed('Urn 1.0 vs Urn 2.0', 'x', 'y'),
            'b.txt': seed('Pot vs Cup', 'Not Urn 2.0.', 'No Urn at all.'),
        }
        corpus = corpus_of(files)
        assert said(corpus, 'urn-1.0') == ['Builder on Cup']
        assert said(corpus, 'urn-2.0') == ['Builder on Pot', 'Builder on Cup']
        assert [product.name for product in corpus.versions_of('urn-1.0')] == ['Urn 2.0']
        assert corpus.mentions_in('cup', 'No Urn at all.') == ()


#: The further products of the real seeds.
FURTHER = [
    'LangGraph',
    Product('autogen', 'AutoGen', ('Autogen',), declared=True),
    'CrewAI',
    'LlamaIndex Workflows',
    'Cursor',
    'Windsurf',
    'Claude Code',
    'Phi-3.5-mini',
    'Gemma 3 4B',
    'Qwen2.5-3B',
    'Qwen2.5-VL-3B',
    'Moondream 2',
    'PaliGemma 2',
]
#: Who names them; the project's own seeds hold mentions of the same kind.
EXPECTED = {
    'langgraph': ['Skeptic on SmolAgents 1.0', 'Skeptic on SmolAgents 2.0'],
    'qwen2.5-3b': ['SmolLM3'],
    'qwen2.5-vl-3b': ['SmolVLM 2.5'],
}


def of_folder(folder: Path) -> Corpus:
    read = read_folder(folder)
    return Corpus(read.as_read, declare(*FURTHER))


@pytest.mark.parametrize('where', ['own', 'real'])
def test_seeds_name_the_right_products(where: str, request: pytest.FixtureRequest) -> None:
    folder = Path(__file__).parents[2] / 'seeds'
    if where == 'real':
        folder = request.getfixturevalue('shared') / 'seeds'
    corpus = of_folder(folder)
    assert sorted(said(corpus, 'langgraph')) == EXPECTED['langgraph']
    for key in ('qwen2.5-3b', 'qwen2.5-vl-3b'):
        about = {who.partition(' on ')[2] for who in said(corpus, key)}
        assert sorted(about) == EXPECTED[key]
    assert said(corpus, 'autogen') != []
    assert [problem.message for problem in corpus.problems] == []

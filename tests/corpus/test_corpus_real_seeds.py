"""The real seeds beside the repository, and the project's own in ``seeds/``."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sphinx_matchups.corpus import Corpus, read_folder

OWN = Path(__file__).parents[2] / 'seeds'
TITLES = [
    'Baton vs SmolAgents 1.0',
    'Baton vs SmolAgents 2.0',
    'Baton vs SmolLM3',
    'Baton vs SmolVLM 2.5',
    'SmolAgents 1.0 vs MassGen',
]
#: Who speaks of each product, round by round.
PANELS = {
    'baton': ['builder', 'skeptic', 'futurist', 'creator'],
    'massgen': ['builder', 'skeptic', 'futurist', 'creator'],
    'smolagents-1.0': ['builder', 'skeptic', 'futurist', 'pm'],
    'smolagents-2.0': ['builder', 'skeptic', 'futurist', 'founder'],
    'smollm3': ['builder', 'skeptic', 'futurist', 'founder'],
    'smolvlm-2.5': ['builder', 'skeptic', 'futurist', 'founder'],
}


def in_place(corpus: Corpus) -> int:
    return sum(len(found.occurrences) for found in corpus.matchups.values())


def distinct(corpus: Corpus) -> int:
    return sum(len(quotes) for quotes in corpus.quotes.values())


class TestRealSeeds:
    @pytest.fixture
    def expected(self, shared: Path) -> Any:
        return json.loads((shared / 'seeds-expected.json').read_text('utf-8'))

    @pytest.fixture
    def corpus(self, shared: Path) -> Corpus:
        return read_folder(shared / 'seeds')

    def test_nothing_is_wrong_with_them(self, corpus: Corpus) -> None:
        assert corpus.problems == []

    def test_every_seed_reads_as_expected(self, corpus: Corpus, expected: Any) -> None:
        found = [
            {
                'file': matchup.path,
                'title': matchup.title,
                'products': [product.name for product in matchup.products],
                'rounds': [
                    [
                        {
                            'product': corpus.products[quote.product].name,
                            'persona': quote.persona,
                            'line': quote.line,
                            'characters': len(quote.text),
                        }
                        for quote in quotes
                    ]
                    for quotes in matchup.rounds
                ],
            }
            for matchup in corpus.matchups.values()
        ]
        assert found == expected['seeds']

    def test_every_product_has_its_panel_and_matchups(self, corpus: Corpus, expected: Any) -> None:
        found = {
            product.name: {
                'panel': [quote.voice for quote in corpus.quotes_of_product(key)],
                'matchups': [matchup.title for matchup in corpus.matchups_of(key)],
            }
            for key, product in corpus.products.items()
        }
        assert found == expected['products']

    def test_quotes_are_counted_in_place_and_distinct(self, corpus: Corpus, expected: Any) -> None:
        assert (in_place(corpus), distinct(corpus)) == (40, 24)
        assert expected['quotes_in_place'] == 40
        assert expected['distinct_quotes'] == 24

    def test_repeated_quotes_stand_in_all_their_files(self, corpus: Corpus, expected: Any) -> None:
        repeated = {
            (corpus.products[quote.product].name, quote.voice): (
                quote.text,
                [matchup.path for matchup, _ in corpus.occurrences_of(quote)],
            )
            for quotes in corpus.quotes.values()
            for quote in quotes
            if len(quote.occurrences) > 1
        }
        right = {
            (item['product'], item['persona']): (item['begins'], item['in'])
            for item in expected['repeated_quotes']
        }
        begins = {
            pair: (text[: len(right[pair][0])], files) for pair, (text, files) in repeated.items()
        }
        assert begins == right

    def test_every_persona_is_found_by_seat_and_cue_alone(self, corpus: Corpus) -> None:
        found = Counter(
            (quote.round, quote.found)
            for matchup in corpus.matchups.values()
            for quote in matchup.occurrences
        )
        assert found == {
            (1, 'position'): 10,
            (2, 'position'): 10,
            (3, 'position'): 10,
            (4, 'cue'): 10,
        }

    def test_the_longest_quote_and_the_code_span(self, corpus: Corpus) -> None:
        texts = [quote.text for quotes in corpus.quotes.values() for quote in quotes]
        assert max(map(len, texts)) == 1021
        assert sum(len(re.findall('`[^`]+`', text)) for text in texts) == 1

    def test_letter_for_letter(self, corpus: Corpus, shared: Path) -> None:
        for matchup in corpus.matchups.values():
            text = (shared / 'seeds' / matchup.path).read_text('utf-8')
            rows = [f'“{quote.text}”' for quote in matchup.occurrences]
            assert '\n\n'.join([matchup.title, *rows]) == text


class TestOwnSeeds:
    @pytest.fixture
    def corpus(self) -> Corpus:
        return read_folder(OWN)

    def test_nothing_is_wrong_with_them(self, corpus: Corpus) -> None:
        assert corpus.problems == []

    def test_titles(self, corpus: Corpus) -> None:
        assert sorted(matchup.title for matchup in corpus.matchups.values()) == TITLES

    def test_keys_and_files(self, corpus: Corpus) -> None:
        assert {found.path: key for key, found in corpus.matchups.items()} == {
            'baton-vs-smolagents-1.0.txt': 'baton-vs-smolagents-1.0',
            'baton-vs-smolagents-2.0.txt': 'baton-vs-smolagents-2.0',
            'baton-vs-smollm3.txt': 'baton-vs-smollm3',
            'baton-vs-smolvlm-2.5.txt': 'baton-vs-smolvlm-2.5',
            'smolagents-1.0-vs-massgen.txt': 'smolagents-1.0-vs-massgen',
        }

    def test_quotes_are_counted_in_place_and_distinct(self, corpus: Corpus) -> None:
        assert (in_place(corpus), distinct(corpus)) == (40, 24)

    def test_every_product_has_its_panel(self, corpus: Corpus) -> None:
        assert {
            key: [quote.voice for quote in corpus.quotes_of_product(key)]
            for key in corpus.products
        } == PANELS

    def test_repeated_quotes(self, corpus: Corpus) -> None:
        repeated = Counter(
            (quote.product, len(quote.occurrences))
            for quotes in corpus.quotes.values()
            for quote in quotes
        )
        assert repeated == {
            ('baton', 4): 4,
            ('smolagents-1.0', 2): 4,
            ('smolagents-2.0', 1): 4,
            ('smollm3', 1): 4,
            ('smolvlm-2.5', 1): 4,
            ('massgen', 1): 4,
        }

    def test_every_seed_has_four_rounds_in_title_order(self, corpus: Corpus) -> None:
        for matchup in corpus.matchups.values():
            keys = [product.key for product in matchup.products]
            assert [[quote.product for quote in quotes] for quotes in matchup.rounds] == [keys] * 4
            assert [quote.line for quote in matchup.occurrences] == [3, 5, 7, 9, 11, 13, 15, 17]

    def test_the_fourth_round_is_told_by_cues(self, corpus: Corpus) -> None:
        found = Counter(
            (quote.round, quote.found)
            for matchup in corpus.matchups.values()
            for quote in matchup.occurrences
        )
        assert found == {
            (1, 'position'): 10,
            (2, 'position'): 10,
            (3, 'position'): 10,
            (4, 'cue'): 10,
        }

    def test_one_code_span(self, corpus: Corpus) -> None:
        texts = [quote.text for quotes in corpus.quotes.values() for quote in quotes]
        assert sum(len(re.findall('`[^`]+`', text)) for text in texts) == 1

    def test_no_final_newline(self) -> None:
        assert [path.name for path in OWN.iterdir() if path.read_bytes().endswith(b'\n')] == []

    def test_no_sentence_of_the_real_seeds(self, shared: Path) -> None:
        def sentences(folder: Path) -> set[str]:
            texts = ' '.join(path.read_text('utf-8') for path in folder.glob('*.txt'))
            return {part for part in re.split(r'[.?!”]\s*', texts) if len(part.split()) > 4}

        assert sentences(OWN) & sentences(shared / 'seeds') == set()

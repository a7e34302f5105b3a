"""Keys of names."""

from __future__ import annotations

import hashlib
import os
import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_matchups.corpus import make_key
from sphinx_matchups.corpus.naming import (
    SPELLED_OUT,
    fold,
    make_quote_key,
    name_order,
    split_quote_name,
    suggest,
)

if TYPE_CHECKING:
    from pathlib import Path

relaxed = settings(deadline=None, max_examples=200, derandomize=True, database=None)
WORDS = st.lists(st.text('abcXYZ019.', min_size=1, max_size=5), min_size=1, max_size=4)
SEPARATORS = st.sampled_from([' ', '-', '_', '\t', '\u00a0', '\u3000', '  ', ' - ', '_-', '--'])


def digest(folded: str) -> str:
    return hashlib.sha256(folded.encode('utf-8')).hexdigest()[:8]


@pytest.mark.parametrize(
    ('name', 'key'),
    [
        ('Kettle One', 'kettle-one'),
        ('SmolAgents 1.0', 'smolagents-1.0'),
        ('Node.js', 'node.js'),
        ('1.0', '1.0'),
        ('.NET', '.net'),
        ('...', '...'),
        # https://github.com/wintermeyer/vutuv/issues/1337
        ('C', 'c'),
        ('C++', 'c-plus-plus'),
        ('C#', 'c-sharp'),
        ('C--', f'c-{digest("c-")}'),
        ('AT&T', 'at-and-t'),
        ('AT & T', 'at-and-t'),
        ('@Home', 'at-home'),
        ('a@b', 'a-at-b'),
        ('+', 'plus'),
        ('#1', 'sharp-1'),
        ('Wi-Fi Hub', 'wi-fi-hub'),
        ('Kettle_One', 'kettle-one'),
        ('  Kettle \t One ', 'kettle-one'),
        ('Kettle\u00a0One', 'kettle-one'),
        ('A', 'a'),
        ('A-', f'a-{digest("a-")}'),
        ('-A', f'a-{digest("-a")}'),
        ('-A-', f'a-{digest("-a-")}'),
        ('_A', f'a-{digest("-a")}'),
        ('A -', f'a-{digest("a-")}'),
        ('Ｋｅｔｔｌｅ　１', 'kettle-1'),
        ('Ｃ＋＋', 'c-plus-plus'),
        ('ﬁne', 'fine'),
        ('①', '1'),
        ('Straße', 'strasse'),
        ('STRASSE', 'strasse'),
        ('ß', 'ss'),
        ('ẞ', 'ss'),
        ('Éclair', f'eclair-{digest("éclair")}'),
        ('e\u0301CLAIR', f'eclair-{digest("éclair")}'),
        ('Ωmega', f'omega-{digest("ωmega")}'),
        ('£aver', f'psaver-{digest("£aver")}'),
        ('←Arrow', f'arrow-{digest("←arrow")}'),
        ('Go/No-Go', f'go-no-go-{digest("go/no-go")}'),
        ('Foo: Bar', f'foo-bar-{digest("foo:-bar")}'),
        ('C|D', f'c-d-{digest("c|d")}'),
        ('A<B', f'a-b-{digest("a<b")}'),
        ('Yahoo!', f'yahoo-{digest("yahoo!")}'),
        ("Potter's", f'potter-s-{digest("potter" + chr(39) + "s")}'),
        # https://github.com/sphinx-doc/sphinx/issues/1449
        ('急須', 'ji-xu-41931677'),
        ('ケトル', f'ketoru-{digest("ケトル")}'),
        ('קומקום', 'qvmqvm-7399ebf5'),
        ('🍵', digest('🍵')),
        ('🍵 Tea', f'tea-{digest("🍵-tea")}'),
        ('!', digest('!')),
        ('-', digest('-')),
        ('---', digest('-')),
        ('_', digest('-')),
        ('', digest('')),
        (' ', digest('')),
    ],
)
def test_key(name: str, key: str) -> None:
    assert make_key(name) == key


def test_the_hash_is_the_start_of_a_sha256() -> None:
    """So it can be checked with any other tool, and never changes from version to version."""
    assert make_key('急須') == 'ji-xu-41931677'
    assert make_key('🍵') == 'c71290e2'


def test_a_lone_surrogate_has_a_key() -> None:
    assert re.fullmatch('[0-9a-f]{8}', make_key('\ud800'))


@relaxed
@given(st.text())
def test_a_key_is_ascii_and_never_empty(name: str) -> None:
    assert re.fullmatch(r'[a-z0-9.-]+', make_key(name))


@relaxed
@given(st.text(st.characters(codec='ascii')))
def test_a_key_of_ascii_is_ascii_and_never_empty(name: str) -> None:
    assert re.fullmatch(r'[a-z0-9.-]+', make_key(name))


@relaxed
@given(st.text() | st.text('aB1.-_ +#&@/!é急🍵'))
def test_the_key_of_a_key_is_the_key(name: str) -> None:
    assert make_key(make_key(name)) == make_key(name)


@relaxed
@given(st.text('aBcß1.-_ +#&@/!éÉßẞǅﬁ急🍵Ωω'))
def test_case_does_not_matter(name: str) -> None:
    assert make_key(name.upper()) == make_key(name.lower()) == make_key(name)


@relaxed
@given(WORDS, st.data())
def test_the_kind_of_separator_does_not_matter(words: list[str], data: st.DataObject) -> None:
    name = words[0] + ''.join(data.draw(SEPARATORS) + word for word in words[1:])
    assert make_key(name) == '-'.join(words).lower()


@relaxed
@given(st.text('abc1é急 ', min_size=1), st.text(' \t\u00a0\u3000'), st.text(' \t\u2028'))
def test_white_space_around_does_not_matter(name: str, before: str, after: str) -> None:
    assert make_key(before + name + after) == make_key(name)


def spelled_out(name: str) -> str:
    for sign, word in SPELLED_OUT.items():
        name = name.replace(sign, f'-{word}-')
    return re.sub('-+', '-', name).strip('-')


@relaxed
@given(st.lists(st.text('aB1.-_ +#&@/!éö急須🍵:|', max_size=6), min_size=2, max_size=30))
def test_names_that_fold_differently_have_keys_of_their_own(names: list[str]) -> None:
    """But for signs that are spelled out: ``C++`` and ``C plus plus`` are one."""
    by_key: dict[str, set[str]] = {}
    for name in names:
        folded = fold(name)
        plain = spelled_out(folded) if folded == folded.strip('-') else folded
        by_key.setdefault(make_key(name), set()).add(plain)
    assert {key: folded for key, folded in by_key.items() if len(folded) > 1} == {}


def test_a_large_sample_of_names_has_keys_of_their_own() -> None:
    chance = random.Random(1)
    alphabet = 'abcdeé0123.!?/:|<>"\'()[]{}*~^%$£€急須茶碗🍵☕ΩЖשع '
    folded = {
        fold(''.join(chance.choice(alphabet) for _ in range(chance.randint(1, 8))))
        for _ in range(4_000)
    }
    assert len(folded) > 3_000
    assert len({make_key(name) for name in folded}) == len(folded)


def test_keys_do_not_depend_on_what_else_is_installed(tmp_path: Path) -> None:
    """python-slugify prefers Unidecode to its own tables where it finds it."""
    (tmp_path / 'unidecode.py').write_text('def unidecode(text):\n    return "other"\n', 'utf-8')
    program = 'from sphinx_matchups.corpus import make_key; print(make_key("\\u6025\\u9808"))'
    done = subprocess.run(
        [sys.executable, '-c', program],
        env={**os.environ, 'PYTHONPATH': str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == 'ji-xu-41931677\n'


@pytest.mark.parametrize('seed', ['0', '1', 'random'])
def test_keys_do_not_depend_on_the_hash_seed(seed: str) -> None:
    program = (
        'from sphinx_matchups.corpus import make_key\n'
        'print(*map(make_key, ["C++", "Éclair", "急須", "🍵", "1.0"]))'
    )
    done = subprocess.run(
        [sys.executable, '-X', 'utf8', '-c', program],
        env={**os.environ, 'PYTHONHASHSEED': seed},
        capture_output=True,
        encoding='utf-8',
        check=True,
    )
    eclair, tea = digest('éclair'), digest('🍵')
    assert done.stdout == f'c-plus-plus eclair-{eclair} ji-xu-41931677 {tea} 1.0\n'


@pytest.mark.parametrize(
    ('name', 'parts', 'key'),
    [
        ('Pot Pro/Builder', ('Pot Pro', 'Builder', 1), 'pot-pro/builder'),
        ('Pot/Builder/2', ('Pot', 'Builder', 2), 'pot/builder/2'),
        ('Pot/Builder/1', ('Pot', 'Builder', 1), 'pot/builder'),
        ('A/B Test/PM', ('A/B Test', 'PM', 1), 'a-b-test-104d6007/pm'),
        ('A/B Test/PM/3', ('A/B Test', 'PM', 3), 'a-b-test-104d6007/pm/3'),
        ('Pot/2', ('Pot', '2', 1), 'pot/2'),
        ('Pot/Builder/²', ('Pot/Builder', '²', 1), f'pot-builder-{digest("pot/builder")}/2'),
    ],
)
def test_the_name_of_a_quote_splits_at_its_last_slashes(
    name: str, parts: tuple[str, str, int], key: str
) -> None:
    assert split_quote_name(name) == parts
    assert make_quote_key(name) == key


class TestOrder:
    """https://github.com/sphinx-doc/sphinx/issues/2050"""

    NAMES = ('@Home', '£aver', '←Arrow', '1Pass', 'Éclair', 'Ωmega', '急須', 'apple', 'Apple Pie')

    def order(self, names: list[str]) -> list[str]:
        return sorted(names, key=lambda name: name_order(name, make_key(name)))

    def test_names_sort_without_case_and_accents(self) -> None:
        names = ['zoo', 'Éclair', 'eclair', 'Apple', 'apple', 'Ecla', 'éclair', 'ECLAIR B']
        assert self.order(names) == [
            'Apple',
            'apple',
            'Ecla',
            'eclair',
            'Éclair',
            'éclair',
            'ECLAIR B',
            'zoo',
        ]

    def test_the_order_does_not_depend_on_the_order_before(self) -> None:
        names = list(self.NAMES)
        right = [
            '1Pass',
            '@Home',
            'apple',
            'Apple Pie',
            'Éclair',
            '£aver',
            'Ωmega',
            '←Arrow',
            '急須',
        ]
        for number in range(20):
            random.Random(number).shuffle(names)
            assert self.order(names) == right

    def test_a_draw_goes_by_the_key(self) -> None:
        assert name_order('Mercury', 'a') < name_order('Mercury', 'b')


class TestSuggest:
    def test_suggests_what_looks_alike(self) -> None:
        assert suggest('Ketle One', ['Kettle One', 'Teapot Pro']) == ['Kettle One']

    def test_case_does_not_matter(self) -> None:
        assert suggest('KETTLE ONE', ['Kettle One']) == ['Kettle One']

    def test_at_most_three_sorted(self) -> None:
        known = ['Kettle 4', 'Kettle 2', 'Kettle 3', 'Kettle 1', 'Kettle 5']
        found = suggest('Kettle', known)
        assert len(found) == 3
        assert found == sorted(found)
        assert found == suggest('Kettle', reversed(known))

    def test_nothing_for_a_name_like_no_other(self) -> None:
        assert suggest('Zzz', ['Kettle One', 'Teapot Pro', 'Cup']) == []
        assert suggest('Kettle', []) == []

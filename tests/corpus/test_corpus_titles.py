"""How a title is split into products."""

from __future__ import annotations

import pytest
from corpus_support import PATH, declare, matchup, outline, read, seed

from sphinx_matchups.corpus import SeedReader


def split(title: str, *known: str) -> list[str]:
    found = read(seed(title, 'a', 'b'), declare(*known)).matchup
    return [product.name for product in found.products] if found else []


def messages(title: str) -> list[str]:
    return [problem.message for problem in read(seed(title, 'a', 'b')).problems]


@pytest.mark.parametrize(
    ('title', 'products'),
    [
        ('Pot vs Cup', ['Pot', 'Cup']),
        ('Pot vs. Cup', ['Pot', 'Cup']),
        ('Pot versus Cup', ['Pot', 'Cup']),
        ('Pot VS Cup', ['Pot', 'Cup']),
        ('Pot Vs. Cup', ['Pot', 'Cup']),
        ('Pot VERSUS Cup', ['Pot', 'Cup']),
        ('  Pot   vs   Cup  ', ['Pot', 'Cup']),
        ('Pot\tvs\tCup', ['Pot', 'Cup']),
        ('Pot\u00a0vs\u00a0Cup', ['Pot', 'Cup']),
        ('Pot\u3000vs\u2003Cup', ['Pot', 'Cup']),
        ('Pot \u2028vs\u0085 Cup', ['Pot', 'Cup']),
        ('Teapot   Pro vs Kettle\tOne', ['Teapot Pro', 'Kettle One']),
        ('Pot vs Cup vs Mug', ['Pot', 'Cup', 'Mug']),
        ('Pot vs Cup vs. Mug VERSUS Jug', ['Pot', 'Cup', 'Mug VERSUS Jug']),
        ('1.0 vs 2.0', ['1.0', '2.0']),
        ('C vs C++', ['C', 'C++']),
        ('# Pot vs Cup', ['Pot', 'Cup']),
        ('###### Pot vs Cup ##', ['Pot', 'Cup']),
        ('# C# vs F#', ['C#', 'F#']),
        ('#Pot vs Cup', ['#Pot', 'Cup']),
        # https://github.com/melissawm/sphinx-tags/issues/39
        ('Canvas vs Code vs Studio', ['Canvas', 'Code', 'Studio']),
        ('Svs vs Vs Code', ['Svs', 'Vs Code']),
        ('Rivals vs. Friends vs Kettle', ['Rivals', 'Friends', 'Kettle']),
        ('Go/No-Go vs Foo: Bar', ['Go/No-Go', 'Foo: Bar']),
        # https://github.com/lbenz730/ncaahoopR/issues/43
        ('Wi-Fi Hub vs Zig-Bee Hub', ['Wi-Fi Hub', 'Zig-Bee Hub']),
        ('A/B Test vs C|D', ['A/B Test', 'C|D']),
        ('Kettle-vs-Pot vs Cup', ['Kettle-vs-Pot', 'Cup']),
        ('Canvas-Vs vs Pot', ['Canvas-Vs', 'Pot']),
        # https://github.com/microsoft/vscode/issues/80367
        ('VS Code vs Vim', ['VS Code', 'Vim']),
        ('Vim vs VS Code', ['Vim', 'VS Code']),
        ('VS Code VS Vim', ['VS Code', 'Vim']),
        ('VS Code vs VS Codium', ['VS Code', 'VS Codium']),
        ('Vim vs VS', ['Vim', 'VS']),
        ('VS vs VS', ['VS', 'VS']),
    ],
)
def test_splits_at_the_separator_between_white_space(title: str, products: list[str]) -> None:
    reading = read(seed(title, 'a', 'b'))
    assert reading.matchup is not None
    assert [product.name for product in reading.matchup.products] == products
    assert 'ambiguous' not in {problem.subtype for problem in reading.problems}


@pytest.mark.parametrize('title', ['A VS B VS C', 'Vim VS VS Code', 'A vs vs B', 'A Vs B Vs. C'])
def test_reports_a_title_that_nothing_decides(title: str) -> None:
    (problem,) = (p for p in read(seed(title, 'a', 'b')).problems if p.subtype == 'ambiguous')
    assert (problem.path, problem.line) == (PATH, 1)


def test_shows_the_ways_to_split() -> None:
    assert messages('A VS B VS C')[0].startswith(
        "the title 'A VS B VS C' can be split as A | B | C or A | B VS C or A VS B | C; "
        'taken as the first of them'
    )
    assert split('A VS B VS C') == ['A', 'B', 'C']


def test_shows_both_ways_to_split_a_long_title() -> None:
    title = 'Visual Studio Professional Edition VS VS Code Insiders Edition for Teams'
    (message,) = messages(title)
    assert 'Visual Studio Professional Edition | VS Code Insiders Edition for Teams' in message
    assert 'Visual Studio Professional Edition VS | Code Insiders Edition for Teams' in message


@pytest.mark.parametrize(
    ('title', 'known', 'products'),
    [
        ('A VS B VS C', ['A VS B', 'C'], ['A VS B', 'C']),
        ('A VS B VS C', ['A', 'B VS C'], ['A', 'B VS C']),
        ('A vs B vs C', ['a-vs-b', 'C'], ['A vs B', 'C']),
        ('Vim VS VS Code', ['VS Code', 'Vim'], ['Vim', 'VS Code']),
        ('A VS B vs C', ['A', 'B vs C'], ['A', 'B vs C']),
        # unknown names decide nothing
        ('A VS B vs C', ['A', 'Z'], ['A VS B', 'C']),
    ],
)
def test_known_names_decide(title: str, known: list[str], products: list[str]) -> None:
    reading = read(seed(title, 'a', 'b'), declare(*known))
    assert reading.matchup is not None
    assert [product.name for product in reading.matchup.products] == products
    assert reading.problems == ()


@pytest.mark.parametrize(
    ('title', 'message'),
    [
        (
            'Pot',
            "the title 'Pot' has no 'vs' between two products; expected 'A vs B'; the seed is left out",
        ),
        (
            'Rivals',
            "the title 'Rivals' has no 'vs' between two products; expected 'A vs B'; the seed is left out",
        ),
        (
            'vs',
            "the title 'vs' names nothing before 'vs'; expected 'A vs B'; the seed is left out",
        ),
        (
            'vs Cup',
            "the title 'vs Cup' names nothing before 'vs'; expected 'A vs B'; the seed is left out",
        ),
        (
            'Versus Cup',
            "the title 'Versus Cup' names nothing before 'Versus'; expected 'A vs B'; the seed is left out",
        ),
        (
            'Pot vs',
            "the title 'Pot vs' names nothing after 'vs'; expected 'A vs B'; the seed is left out",
        ),
        (
            'Pot VS.',
            "the title 'Pot VS.' names nothing after 'VS.'; expected 'A vs B'; the seed is left out",
        ),
        (
            '# Pot vs',
            "the title 'Pot vs' names nothing after 'vs'; expected 'A vs B'; the seed is left out",
        ),
        (
            '#',
            "the title '#' has no 'vs' between two products; expected 'A vs B'; the seed is left out",
        ),
    ],
)
def test_a_title_without_two_products_makes_no_matchup(title: str, message: str) -> None:
    reading = read(seed(title, 'a', 'b'))
    assert outline(reading) == ['no matchup', '! seed 1']
    assert reading.problems[0].message == message


@pytest.mark.parametrize(
    ('text', 'message'),
    [
        ('', "the seed is empty; expected a first line such as 'A vs B'; it is left out"),
        (
            ' \n\u00a0\n\t\n',
            "the seed is empty; expected a first line such as 'A vs B'; it is left out",
        ),
        ('\ufeff', "the seed is empty; expected a first line such as 'A vs B'; it is left out"),
        (
            '“a”\n\n“b”\n',
            "the seed has no title; expected a first line such as 'A vs B'; it is left out",
        ),
    ],
)
def test_no_title_makes_no_matchup(text: str, message: str) -> None:
    reading = read(text)
    assert outline(reading) == ['no matchup', '! seed 1']
    assert reading.problems[0].message == message


def test_a_title_alone_makes_a_matchup_without_quotes() -> None:
    reading = read('Pot vs Cup')
    assert outline(reading) == ['1 pot-vs-cup: Pot | Cup', '! seed 1']
    assert reading.problems[0].message == "the matchup 'Pot vs Cup' has no quotes"


def test_the_title_may_stand_below_blank_lines() -> None:
    found = matchup('\n\u00a0\n\t\nPot vs Cup\n\n“a”\n\n“b”')
    assert (found.title, found.line) == ('Pot vs Cup', 4)
    assert [quote.line for quote in found.occurrences] == [6, 8]


def test_the_title_has_its_white_space_folded_and_no_heading_marks() -> None:
    found = matchup(seed('##  Pot\t vs  Cup  ##', 'a', 'b'))
    assert found.title == 'Pot vs Cup'
    assert found.heading == '##  Pot\t vs  Cup  ##'
    assert found.key == 'pot-vs-cup'


def test_many_separators_are_split_at_every_one() -> None:
    names = [f'P{number}' for number in range(40)]
    assert split(' vs '.join(names)) == names


def test_of_many_separators_the_lower_case_ones_count() -> None:
    names = ['VS Code', 'Vim VS Nano', *(f'P{number}' for number in range(9))]
    assert split(' vs '.join(names)) == names


def test_a_wrong_title_of_many_separators_is_not_said_to_have_none() -> None:
    title = ' vs '.join('abcdefghij') + ' vs vs z'
    assert not any("has no 'vs'" in message for message in messages(title))


def test_a_long_title_is_cut_in_messages() -> None:
    (message,) = messages('Pot ' * 500)
    assert message == (
        f"the title '{('Pot ' * 500)[:79]}…' has no 'vs' between two products; expected 'A vs B'; the seed is left out"
    )


class TestTitleGivenApart:
    """The text is then the body of a directive, and has neither title nor front matter."""

    def test_it_stands_on_no_line_of_the_text(self) -> None:
        reading = SeedReader().read('“a”\n\n“b”', PATH, title='Pot vs  Cup')
        assert outline(reading) == [
            '0 pot-vs-cup: Pot | Cup',
            '1:1 round 1 pot, builder (position): a',
            '3:1 round 1 cup, builder (position): b',
        ]

    def test_the_first_line_is_a_note_and_a_rule_no_front_matter(self) -> None:
        reading = SeedReader().read('---\nid: x\n---\n\n“a”\n\n“b”', PATH, title='Pot vs Cup')
        assert outline(reading) == [
            '0 pot-vs-cup: Pot | Cup',
            '5:1 round 1 pot, builder (position): a',
            '7:1 round 1 cup, builder (position): b',
            'note 1:1 --- id: x ---',
            '! seed 1:1',
        ]

    def test_every_line_becomes_one_of_the_page(self) -> None:
        text = 'Note.\n\n“a”\n\n“b”\n— Nobody\n\n“c'
        reading = SeedReader().read(
            text, 'page.rst', title='Pot vs Cup', source_line=lambda line: line + 10
        )
        assert outline(reading) == [
            '10 pot-vs-cup: Pot | Cup',
            'persona nobody: Nobody',
            '13:1 round 1 pot, builder (position): a',
            '15:1 round 1 cup, nobody (label): b',
            '18:1 round 2 pot, skeptic (position): c',
            'note 11:1 Note.',
            '! seed 11:1',
            '! seed 18:1',
            '! seed 16',
            '! rounds 18',
        ]
        assert reading.matchup is not None
        assert reading.matchup.embedded
        assert {problem.path for problem in reading.problems} == {'page.rst'}

    def test_a_control_character_in_it_is_located_at_its_line(self) -> None:
        reading = SeedReader().read(
            '“a”\n\n“b”', PATH, title='Pot\x07 vs Cup', source_line=lambda line: line + 10
        )
        assert [(p.subtype, p.line) for p in reading.problems] == [('encoding', 10)]

    @pytest.mark.parametrize('title', ['', ' ', 'Pot', 'vs Cup'])
    def test_a_wrong_one_makes_no_matchup(self, title: str) -> None:
        reading = SeedReader().read('“a”\n\n“b”', PATH, title=title)
        assert outline(reading) == ['no matchup', '! seed 0']

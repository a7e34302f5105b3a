"""What the problems of a seed say, where, and in which words."""

from __future__ import annotations

import pytest
from corpus_support import declare, read, seed

from sphinx_matchups.corpus import Problem, Product

BOTH = '\n\n“a”\n\n“b”'


@pytest.mark.parametrize(
    ('text', 'problem'),
    [
        (
            'Pot vs Cup\n\n“a\n\n“b”',
            (
                'x.txt:3 the quote that begins with “ is not closed; '
                'expected ” at the end of a paragraph'
            ),
        ),
        (
            'Pot vs Cup\n\n„a\n\n“b”',
            (
                'x.txt:3 the quote that begins with „ is not closed; '
                'expected “ at the end of a paragraph'
            ),
        ),
        (
            f'Pot vs Cup\n\nTried.{BOTH}',
            'x.txt:3 text that is neither title, quote nor attribution; kept as a note, which no page shows',
        ),
        (
            f'---\nPot vs Cup{BOTH}',
            "x.txt:1 front matter is not closed by a second '---' line; kept as a note, which no page shows",
        ),
        (
            f'Pot vs Cup{BOTH}\n— The Sceptic',
            "x.txt:6 nobody on the panel is called 'Sceptic'; did you mean 'Skeptic'?",
        ),
        (
            f'Pot vs Cup{BOTH}\n— The Zzz',
            "x.txt:6 nobody on the panel is called 'Zzz'; declare it in matchups_personas",
        ),
        (
            f'Pot vs Cup{BOTH}\n— PM on Cupp',
            "x.txt:6 the attribution names 'Cupp'; did you mean 'Cup'?",
        ),
        (
            f'Pot vs Cup{BOTH}\n— PM on Zzz',
            "x.txt:6 the attribution names 'Zzz'; the title names 'Pot' and 'Cup'",
        ),
        (
            f'Pot vs Cup{BOTH}\n— : no',
            'x.txt:6 the attribution names no persona',
        ),
        (
            f'Pot vs POT{BOTH}',
            "x.txt:1 the title 'Pot vs POT' compares a product with itself",
        ),
        (
            f'Pot vs Cup{BOTH}\n\n“c”',
            'x.txt:7 round 2 lacks a quote (3 in all, by turns on 2 products)',
        ),
        (
            'Pot vs Cup' + BOTH * 6,
            'x.txt:25 the panel seats nobody in rounds 5 to 6; shown without a persona',
        ),
        (
            'Pot vs Cup' + BOTH * 4 + '\n\n“c”',
            (
                'x.txt:19 round 5 lacks a quote (9 in all, by turns on 2 products); '
                'the panel seats nobody in round 5; shown without a persona'
            ),
        ),
        (
            'Pot vs Cup\n\n' + '\n\n'.join(['“a”\n— PM on Pot'] * 4 + ['“b”']),
            'x.txt:15 rounds 1 to 3 lack a quote (5 in all, by turns on 2 products)',
        ),
        (
            f'---\nidd: x\n---\nPot vs Cup{BOTH}',
            "x.txt:2 unknown front matter field 'idd'; did you mean 'id'?",
        ),
        (
            f'---\ncolour: x\n---\nPot vs Cup{BOTH}',
            (
                "x.txt:2 unknown front matter field 'colour'; known are "
                'id, products, personas, tags, date, source, summary'
            ),
        ),
        (
            f'---\ndate: soon\n---\nPot vs Cup{BOTH}',
            "x.txt:2 'date' is 'soon'; expected a day such as 2026-01-31",
        ),
        (
            f'---\nid: [a]\n---\nPot vs Cup{BOTH}',
            "x.txt:2 'id' must be plain text here",
        ),
        (
            f'---\nproducts: Pot\n---\nPot vs Cup{BOTH}',
            "x.txt:2 'products' must be a list of product names",
        ),
        (
            f'---\nproducts: [Pot]\n---\nPot vs Cup{BOTH}',
            "x.txt:2 'products' in the front matter must name two or more",
        ),
        (
            f'---\nproducts: [Pot, {{key: x}}, Cup]\n---\nPot vs Cup{BOTH}',
            "x.txt:2 a product in the front matter has a 'name' and maybe a 'key'",
        ),
        (
            f'---\nid: a\nid: b\n---\nPot vs Cup{BOTH}',
            "x.txt:3 'id' stands twice in the front matter",
        ),
        (
            f'---\n[]\n---\nPot vs Cup{BOTH}',
            "x.txt:2 front matter must be 'field: value' lines",
        ),
        (
            f'---\nid: x: y\n---\nPot vs Cup{BOTH}',
            'x.txt:2 front matter is not valid YAML: mapping values are not allowed here',
        ),
        (
            'Pot vs Cup\n\n“a\x07”\n\n“b\x00\x01”',
            'x.txt:3 control character U+0007 (and 2 more); shown as U+FFFD',
        ),
    ],
)
def test_problem(text: str, problem: str) -> None:
    assert [f'{found.location} {found.message}' for found in read(text).problems] == [problem]


def test_a_name_that_several_declared_products_share_is_ambiguous() -> None:
    known = declare(
        Product('mercury-car', 'Mercury', declared=True),
        Product('mercury-planet', 'Mercury', declared=True),
    )
    reading = read('\n' + seed('Mercury vs Venus', 'a', 'b'), known)
    assert reading.matchup is not None
    assert [product.key for product in reading.matchup.products] == ['mercury-car', 'venus']
    assert reading.problems == (
        Problem(
            'ambiguous',
            "'Mercury' is the name of 2 products (mercury-car, mercury-planet); taken as the "
            "first; say which with 'products' and a 'key' in the front matter",
            'x.txt',
            2,
        ),
    )


def test_the_location_of_a_problem() -> None:
    assert Problem('seed', 'm', 'a/b.txt', 7, 2).location == 'a/b.txt:7'
    assert Problem('path', 'm', 'a/b.txt').location == 'a/b.txt:1'
    assert Problem('config', 'm').location == ''

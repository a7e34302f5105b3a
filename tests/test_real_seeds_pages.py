"""The real seeds on pages, in every form of output that people read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.pages import dead_links, quotes_in, repeated_ids
from support.project import Project
from support.readers import squeeze, without_code_marks, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build

NAMES = {
    'builder': 'Builder',
    'skeptic': 'Skeptic',
    'futurist': 'Futurist',
    'creator': 'Creator',
    'pm': 'PM',
    'founder': 'Founder',
}

#: Names whose keys hold a hash.
ODD_NAMES = """N
=

.. matchup:: 急須 vs Café! vs C++

   “香り。”

   “Noir.”

   “Fast.”
"""


def pages_for(shared: Path) -> dict[str, str | bytes]:
    """A page a seed, by its file name; entries, lists and roles."""
    seeds = sorted((shared / 'seeds').iterdir())
    files: dict[str, str | bytes] = {f'seeds/{path.name}': path.read_bytes() for path in seeds}
    for number, path in enumerate(seeds):
        files[f'page{number}.rst'] = f'Page {number}\n======\n\n.. matchup:: {path.stem}\n'
    files['page3.md'] = f'# Page 3\n\n```{{matchup}} /seeds/{seeds[3].name}\n```\n'
    del files['page3.rst']
    files['entries.rst'] = """Entries
=======

.. matchup:product:: Baton

   See :matchup:persona:`Skeptic`.

.. matchup:persona:: Founder
"""
    files['lists.md'] = (
        '# Lists\n\n```{matchup:list} products\n```\n\n```{matchup:list} personas\n```\n'
    )
    files['index.rst'] = """Start
=====

.. toctree::
   :glob:

   *

:matchup:product:`MassGen`, :matchup:quote:`Baton/Builder`, :matchup:matchup:`Baton vs SmolLM3`
"""
    return files


def expected_cards(shared: Path) -> list[list[tuple[str, str]]]:
    """For each seed, the text and the caption of each quote, by the right reading."""
    reading = json.loads((shared / 'seeds-expected.json').read_text('utf-8'))['seeds']
    cards = []
    for path, seed in zip(sorted((shared / 'seeds').iterdir()), reading, strict=True):
        assert path.name == seed['file']
        lines = path.read_text('utf-8').split('\n')
        quotes = [quote for row in seed['rounds'] for quote in row]
        cards.append(
            [
                (
                    lines[quote['line'] - 1].strip()[1:-1],
                    f'{NAMES[quote["persona"]]} on {quote["product"]}',
                )
                for quote in quotes
            ]
        )
    assert len([card for seed in cards for card in seed]) == 40
    assert len({text for seed in cards for text, _ in seed}) == 24
    return cards


def build_all(make_project: Callable[..., Project], shared: Path, builder: str) -> Build:
    build = make_project(pages_for(shared)).build(builder, '-W', '-n')
    assert build.warnings == []
    assert build.exit_code == 0
    return build


@pytest.mark.parametrize(('builder', 'suffix'), [('html', '.html'), ('epub', '.xhtml')])
def test_cards_hold_the_quotes_letter_for_letter(
    make_project: Callable[..., Project], shared: Path, builder: str, suffix: str
) -> None:
    build = build_all(make_project, shared, builder)
    expected = [
        [(without_code_marks(text), caption) for text, caption in cards]
        for cards in expected_cards(shared)
    ]
    for number, cards in enumerate(expected):
        assert quotes_in(build.soup(f'page{number}{suffix}')) == cards
    codes = Counter(
        code.get_text()
        for number in range(5)
        for code in build.soup(f'page{number}{suffix}').select('blockquote code')
    )
    spans = Counter(
        span
        for cards in expected_cards(shared)
        for text, _ in cards
        for span in re.findall('`([^`]+)`', text)
    )
    assert codes == spans
    assert len(spans) == 1
    assert dead_links(build, suffix) == []
    assert repeated_ids(build, suffix) == []


def test_entry_shows_each_quote_on_a_product_once(
    make_project: Callable[..., Project], shared: Path
) -> None:
    build = build_all(make_project, shared, 'html')
    entry = build.soup('entries.html').select_one('#product-baton')
    every = [card for cards in expected_cards(shared) for card in cards]
    on_baton = list(dict.fromkeys(card for card in every if card[1].endswith(' on Baton')))
    assert len(on_baton) == 4
    assert quotes_in(entry) == [(without_code_marks(text), name) for text, name in on_baton]
    assert len(entry.select('li')) == 4


def test_text_holds_the_quotes_letter_for_letter(
    make_project: Callable[..., Project], shared: Path
) -> None:
    build = build_all(make_project, shared, 'text')
    for number, cards in enumerate(expected_cards(shared)):
        page = squeeze(build.text(f'page{number}.txt'))
        place = 0
        for text, caption in cards:
            shown = re.sub('`([^`]+)`', r'"\1"', text)
            place = page.index(squeeze(f'{shown} -- {caption}'), place)
    assert 'MassGen' in words_of(build, 'text')


def test_latex_holds_every_card_and_label(
    make_project: Callable[..., Project], shared: Path
) -> None:
    source = build_all(make_project, shared, 'latex').text('test.tex')
    labels = Counter(re.findall(r'\\label\{\\detokenize\{([^}]*)\}\}', source))
    references = set(re.findall(r'\\hyperref\[\\detokenize\{([^}]*)\}\]', source))
    assert {labels[name] for name in references} == {1}
    assert len([label for label in labels if re.match(r'page\d:quote-', label)]) == 40
    # A dash and a mark as they stand in the seeds.
    dashes = sum(text.count('—') for cards in expected_cards(shared) for text, _ in cards)
    assert source.count('—') >= dashes > 0


# https://github.com/executablebooks/sphinx-design/pull/90
# https://github.com/sphinx-doc/sphinx/pull/1694
def test_output_depends_on_neither_folder_nor_hash_seed_nor_processes(
    tmp_path: Path, shared: Path
) -> None:
    outputs = []
    for hash_seed, folder, jobs in (('1', 'one', '-j1'), ('2', 'another/place', '-j4')):
        project = Project(tmp_path / folder, {**pages_for(shared), 'names.rst': ODD_NAMES})
        out = project.srcdir / '_build'
        command = [sys.executable, '-m', 'sphinx', '-b', 'html', '-q', '-W', '-n', jobs]
        run = subprocess.run(
            [
                *command,
                '-d',
                str(tmp_path / f'doctrees{hash_seed}'),
                str(project.srcdir),
                str(out),
            ],
            capture_output=True,
            text=True,
            check=False,
            env={
                **os.environ,
                'PYTHONPATH': str(Path(__file__).parent),
                'PYTHONHASHSEED': hash_seed,
                'SOURCE_DATE_EPOCH': '1700000000',
            },
        )
        assert run.stderr == ''
        assert run.returncode == 0
        files = [path for path in sorted(out.rglob('*')) if path.is_file()]
        outputs.append({path.relative_to(out).as_posix(): path.read_bytes() for path in files})
    one, two = outputs
    assert sorted(one) == sorted(two)
    assert [name for name in one if one[name] != two[name]] == []
    assert {'objects.inv', 'searchindex.js', 'genindex.html', 'matchup-products.html'} <= set(one)
    assert len([name for name in one if name.endswith('.html')]) == 9 + 3 + 2

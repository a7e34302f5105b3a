"""The HTML of our elements, as the checker of the W3C sees it."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup
from conftest import THEMES, absent, node_module

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Sites

OURS = 'div.matchup, .matchup-entry, .matchup-listing'
FRAME = '<!DOCTYPE html>\n<html lang="en"><head><title>Cards</title></head><body>\n{}\n</body></html>\n'


def blocks(page: Path) -> str:
    """Our elements on a page, without what stands around them."""
    soup = BeautifulSoup(page.read_text('utf-8'), 'html.parser')
    return '\n'.join(
        str(element)
        for element in soup.select(OURS)
        if not element.find_parent(class_='matchup')
        if not element.find_parent(class_='matchup-entry')
    )


def errors_in(path: Path) -> dict[str, set[str]]:
    """The errors of each HTML file at or below a path, by its name."""
    jar = node_module('vnu-jar/build/dist/vnu.jar')
    if shutil.which('java') is None:
        absent('there is no java')
    command = ['java', '-jar', str(jar), '--format', 'json', '--exit-zero-always', str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=180)
    errors: dict[str, set[str]] = {}
    for message in json.loads(done.stderr)['messages']:
        if message['type'] == 'error':
            file = message['url'].rpartition('/')[2]
            errors.setdefault(file, set()).add(message['message'])
    return errors


def test_checker_finds_no_error_in_our_elements(sites: Sites, tmp_path: Path) -> None:
    for theme in THEMES:
        for name in ('cards', 'entries', 'alone'):
            content = blocks(sites.output(theme) / f'{name}.html')
            assert 'matchup-card' in content
            (tmp_path / f'{theme}-{name}.html').write_text(FRAME.format(content), 'utf-8')
    assert errors_in(tmp_path) == {}


def test_our_elements_add_no_error_to_the_pages_of_a_theme(sites: Sites, tmp_path: Path) -> None:
    """As what stands around them may make wrong what is right alone."""
    names = [f'{theme}-{page}' for theme in THEMES for page in ('cards', 'entries', 'alone')]
    for name in names:
        theme, _, page = name.rpartition('-')
        soup = BeautifulSoup(
            (sites.output(theme) / f'{page}.html').read_text('utf-8'), 'html.parser'
        )
        (tmp_path / f'{name}-with.html').write_text(str(soup), 'utf-8')
        for element in soup.select(OURS):
            element.decompose()
        assert 'matchup-card' not in str(soup)
        (tmp_path / f'{name}-without.html').write_text(str(soup), 'utf-8')
    errors = errors_in(tmp_path)
    added = {
        name: errors.get(f'{name}-with.html', set()) - errors.get(f'{name}-without.html', set())
        for name in names
    }
    assert {name: found for name, found in added.items() if found} == {}


def test_checker_finds_an_error(tmp_path: Path) -> None:
    (tmp_path / 'wrong.html').write_text(FRAME.format('<p><figure></p>'), 'utf-8')
    assert errors_in(tmp_path / 'wrong.html').keys() == {'wrong.html'}

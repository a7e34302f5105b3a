"""The Nu Html Checker reads the pages of each theme, and our elements alone."""

from __future__ import annotations

import json
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import need_program, node_file
from support.sites import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from support.project import Build

PAGES = ('cards', 'entries', 'alone')
_BARE = (
    '<!DOCTYPE html>\n<html lang="en"><head><title>Ours</title></head><body>\n{}\n</body></html>\n'
)


class OurElements(HTMLParser):
    """Where the outermost elements of ours stand in the text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self._lines = [0]
        for line in html.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._tag, self._depth, self._start = '', 0, 0
        self.spans: list[tuple[int, int]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get('class') or '').split()
        if self._depth:
            self._depth += tag == self._tag
        elif tag in {'div', 'figure'} and any(name.startswith('matchup') for name in classes):
            self._tag, self._depth, self._start = tag, 1, self._place()

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag == self._tag:
            self._depth -= 1
            if not self._depth:
                self.spans.append((self._start, self._place() + len(f'</{tag}>')))

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def parts(html: str) -> tuple[str, str]:
    """Our elements, and the page without them."""
    spans = OurElements(html).spans
    ours = [html[start:end] for start, end in spans]
    edges = [0, *(edge for span in spans for edge in span), len(html)]
    rest = [html[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return '\n'.join(ours), ''.join(rest)


@pytest.fixture(scope='session')
def findings(
    sites: Mapping[str, Build], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[str]]:
    """The errors by the name of the document, one run of the checker for all of them."""
    java, jar = need_program('java'), node_file('vnu-jar/build/dist/vnu.jar')
    folder = tmp_path_factory.mktemp('checked')
    for theme in THEMES:
        for page in PAGES:
            html = sites[theme.name].text(f'{page}.html')
            ours, rest = parts(html)
            assert 'matchup-card' in ours
            assert 'matchup-card' not in rest
            for kind, text in {'whole': html, 'ours': _BARE.format(ours), 'rest': rest}.items():
                (folder / f'{theme.name}-{page}-{kind}.html').write_text(text, 'utf-8')
    return run_checker(java, jar, folder)


def run_checker(java: str, jar: Path, folder: Path) -> dict[str, list[str]]:
    """The errors of each file of a folder."""
    command = [java, '-jar', str(jar), '--format', 'json', '--exit-zero-always', str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = {path.stem: [] for path in folder.iterdir()}
    messages: list[dict[str, Any]] = json.loads(run.stderr)['messages']
    for message in messages:
        if message['type'] == 'error':
            name = message['url'].rpartition('/')[2].removesuffix('.html')
            found[name].append(message['message'])
    return found


@pytest.mark.parametrize('theme', THEMES, ids=str)
@pytest.mark.parametrize('page', PAGES)
class TestOurElements:
    def test_are_right_alone(self, findings, theme, page) -> None:
        # A link may lead to what stands outside of our elements.
        assert findings[f'{theme}-{page}-ours'] == []

    def test_add_no_error_to_a_page(self, findings, theme, page) -> None:
        without = set(findings[f'{theme}-{page}-rest'])
        assert set(findings[f'{theme}-{page}-whole']) - without == set()


def test_checker_finds_faults(tmp_path: Path) -> None:
    """So that the tests above can fail."""
    java, jar = need_program('java'), node_file('vnu-jar/build/dist/vnu.jar')
    (tmp_path / 'wrong.html').write_text(_BARE.format('<p id="a"><p id="a"><figcaption>'), 'utf-8')
    assert run_checker(java, jar, tmp_path)['wrong'] != []

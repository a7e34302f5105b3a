"""What stands on the pages of a build: links, ids, quotes, index and search entries."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bs4.element import Tag

    from support.project import Build


def pages_of(build: Build, suffix: str = '.html') -> dict[Path, BeautifulSoup]:
    """Every page of the output, parsed."""
    found = sorted(build.outdir.rglob(f'*{suffix}'))
    return {path: BeautifulSoup(path.read_text('utf-8'), 'html.parser') for path in found}


def repeated_ids(build: Build, suffix: str = '.html') -> list[str]:
    """``page#id`` for every id that a page has more than once."""
    repeated = []
    for path, soup in pages_of(build, suffix).items():
        counted = Counter(str(tag['id']) for tag in soup.select('[id]'))
        name = path.relative_to(build.outdir).as_posix()
        repeated += [f'{name}#{identifier}' for identifier, n in counted.items() if n > 1]
    return repeated


def dead_links(build: Build, suffix: str = '.html') -> list[str]:
    """``page: address`` for every link inside the output that leads to no page or no id."""
    pages = pages_of(build, suffix)
    ids = {path: {tag['id'] for tag in soup.select('[id]')} for path, soup in pages.items()}
    dead = []
    for path, soup in pages.items():
        for link in soup.select('a[href]'):
            address = urlsplit(str(link['href']))
            if address.scheme or address.netloc:
                continue
            target = path
            if address.path:
                target = Path(os.path.normpath(path.parent / unquote(address.path)))
            if target.is_dir():
                target /= f'index{suffix}'
            fragment = unquote(address.fragment)
            if target not in pages or (fragment and fragment not in ids[target]):
                dead.append(f'{path.relative_to(build.outdir).as_posix()}: {link["href"]}')
    return dead


def links_in(tag: Tag | BeautifulSoup, selector: str = 'a.reference') -> list[tuple[str, str]]:
    """The address and the text of each link."""
    return [(str(link['href']), link.get_text()) for link in tag.select(selector)]


def caption_of(card: Tag) -> str:
    """Who says a quote and of what, without where it stands."""
    places = card.select_one('.matchup-places')
    text = card.figcaption.get_text()
    return text.removesuffix(places.get_text() if places else '').strip().removesuffix('¶').strip()


def places_of(card: Tag) -> str:
    """Where a card says that its quote stands; empty if it says nothing."""
    places = card.select_one('.matchup-places')
    return places.get_text() if places else ''


def quotes_in(tag: Tag | BeautifulSoup) -> list[tuple[str, str]]:
    """The text and the caption of each card."""
    cards = tag.select('figure.matchup-card')
    captions = [caption_of(card) for card in cards]
    return list(zip([card.blockquote.get_text() for card in cards], captions, strict=True))


def search_index(build: Build) -> dict[str, Any]:
    """What ``searchindex.js`` holds."""
    text = build.text('searchindex.js')
    return json.loads(text.removeprefix('Search.setIndex(').removesuffix(')'))


def index_names(build: Build) -> dict[str, list[str]]:
    """The entries of the general index: addresses by name."""
    found: dict[str, list[str]] = {}
    for link in build.soup('genindex.html').select('table.genindextable a'):
        name = link.find_parent('li').find(string=True).strip().rstrip(',')
        found.setdefault(name or link.get_text(), []).append(str(link['href']))
    return found


def role_lines(markup: str, roles: Iterable[tuple[str, str]]) -> str:
    """A list with one role an item."""
    if markup == 'md':
        return '# Links\n\n' + ''.join(f'* {{{role}}}`{text}`\n' for role, text in roles)
    return 'Links\n=====\n\n' + ''.join(f'* :{role}:`{text}`\n' for role, text in roles)

"""Draws the pictures in ``docs/pictures``, from real builds in a real browser."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from conftest import CHROMIUM, DARK_THEMES, DESK, FLAGS, HERE, PHONE, THEMES, Sites
from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / 'docs' / 'pictures'
PDF = ROOT / 'docs' / '_build' / 'latex' / 'sphinx-matchups.pdf'
PAGE = """Kitchen
=======

.. matchup:: Kettle vs Pot

.. toctree::
   :hidden:

   entries
"""
ENTRIES = """Entries
=======

.. matchup:list:: products

.. matchup:list:: personas
"""
SEED = """Kettle vs Pot

“Boils a litre in two minutes, and switches itself off. I have wired mine to the alarm clock.”
— Builder on Kettle: ship

“Holds soup for eight. There is nothing in it that could break, and nothing to wire.”
— Builder on Pot: ship

“One more thing with a plug. Ask for `spare parts` before you pay.”
— Skeptic on Kettle: skip

“Heavy, slow, and the lid is always somewhere else.”
— Skeptic on Pot: wait for a lighter one
"""
#: Around the cards, in pixels.
MARGIN = 16
COLOURS = 64


def draw(sites: Sites, theme: str, scheme: str, width: int, name: str) -> None:
    """The cards in a theme."""
    page, _ = sites.open(sites.address(theme, 'index.html'), scheme, width)
    box = page.locator('div.matchup').bounding_box()
    assert box is not None
    clip = {
        'x': max(box['x'] - MARGIN, 0),
        'y': box['y'] - MARGIN,
        'width': min(box['width'] + 2 * MARGIN, width),
        'height': box['height'] + 2 * MARGIN,
    }
    page.screenshot(path=PICTURES / name, clip=clip, full_page=True, animations='disabled')
    page.context.close()
    shrink(PICTURES / name)


def shrink(path: Path) -> None:
    """Write a picture with few colours."""
    with Image.open(path) as picture:
        few = picture.convert('RGB').quantize(COLOURS)
    few.save(path, optimize=True)


def draw_pdf(number: int) -> None:
    """A page of the docs' PDF."""
    name = PICTURES / 'pdf'
    pages = ['-f', str(number), '-l', str(number), '-singlefile']
    subprocess.run(['pdftoppm', '-png', '-r', '80', *pages, str(PDF), str(name)], check=True)
    shrink(name.with_suffix('.png'))


def page_with(words: str) -> int:
    """The first page of the docs' PDF that holds these words."""
    text = subprocess.run(
        ['pdftotext', str(PDF), '-'], capture_output=True, text=True, check=True
    ).stdout
    return next(number for number, page in enumerate(text.split('\f'), 1) if words in page)


def main() -> None:
    """Draw everything."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sample = Path(folder, 'sample')
        (sample / 'seeds').mkdir(parents=True)
        (sample / 'index.rst').write_text(PAGE, 'utf-8')
        (sample / 'entries.rst').write_text(ENTRIES, 'utf-8')
        (sample / 'seeds' / 'kettle-vs-pot.txt').write_text(SEED, 'utf-8')
        shutil.copytree(HERE / 'sample' / '_templates', sample / '_templates')
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        sites = Sites(Path(folder), browser, sample)
        for theme in THEMES:
            name = theme.replace('_', '-')
            draw(sites, theme, 'light', DESK, f'{name}-light.png')
            if theme in DARK_THEMES:
                draw(sites, theme, 'dark', DESK, f'{name}-dark.png')
        draw(sites, 'furo', 'light', PHONE, 'phone.png')
        sites.close()
        browser.close()
    if PDF.exists():
        draw_pdf(page_with('Builder on Baton'))


if __name__ == '__main__':
    main()

"""Formats of plain nodes: valid, the same from both markups, and with links that lead right."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from docutils import nodes
from pypdf import PdfReader
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
from support import formats
from support.pages import dead_links, links_in, repeated_ids
from support.pdf import need

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.project import Build, Project

# rst2pdf uses what docutils is about to drop; it is not ours to mend.
pytestmark = pytest.mark.filterwarnings('ignore::DeprecationWarning')

#: Builders of Sphinx that are not compared, and why.
NOT_COMPARED = {
    'applehelp': 'writes what devhelp writes, for macOS',
    'changes': 'shows what is new in the version of a project',
    'dummy': 'writes nothing',
    'linkcheck': 'writes what links to other sites are worth',
}
#: Attributes that Sphinx adds to those of docutils.
ADDED = {'internal', 'reftitle', 'support_smartquotes'}
#: The height of a line in a PDF, in points.
LINE = 18
#: The same page in both markups, with all that a directive or role of ours can show.
MARKUPS = {
    'rst': """Page
====

.. matchup:: Cup vs Mug vs Glass
   :layout: stack

.. matchup:product:: Mug

   Has a *handle*.

.. matchup:persona:: Skeptic

.. matchup:quote:: Pot/Skeptic

.. matchup:list:: products

See :matchup:quote:`this <Mug/Builder>`.
""",
    'md': """# Page

:::{matchup} Cup vs Mug vs Glass
:layout: stack
:::

:::{matchup:product} Mug
Has a *handle*.
:::

:::{matchup:persona} Skeptic
:::

:::{matchup:quote} Pot/Skeptic
:::

:::{matchup:list} products
:::

See {matchup:quote}`this <Mug/Builder>`.
""",
}


@pytest.fixture(scope='module')
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return formats.make_project(tmp_path_factory.mktemp('plain') / 'source')


def built(project: Project, builder: str) -> Build:
    build = project.build(builder, '-n')
    assert build.warnings == [formats.WARNING]
    assert build.exit_code == 0
    return build


def test_every_builder_of_sphinx_is_known(project: Project) -> None:
    src, out = project.srcdir, project.srcdir / '_build' / 'known'
    with docutils_namespace():
        app = Sphinx(src, src, out, out, 'dummy', status=None, warning=None)
    known = {kind.builder for kind in formats.FORMATS} | set(NOT_COMPARED)
    assert set(app.registry.builders) == known


@pytest.mark.parametrize('builder', NOT_COMPARED)
def test_builder_that_is_not_compared_has_no_complaint(project: Project, builder: str) -> None:
    settings = "applehelp_bundle_id = 'test'\napplehelp_disable_external_tools = True\n"
    project.configure(formats.SETTINGS + settings)
    built(project, builder)


def test_link_checker_finds_only_links_inside_the_project(project: Project) -> None:
    lines = built(project, 'linkcheck').text('output.json').splitlines()
    assert lines
    for line in map(json.loads, lines):
        assert (line['status'], line['uri'][:1]) == ('unchecked', '#')


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'singlehtml'])
def test_links_lead_to_ids_that_are_there_once(project: Project, builder: str) -> None:
    build = built(project, builder)
    assert dead_links(build) == repeated_ids(build) == []
    if builder != 'singlehtml':
        page = 'entries/index.html' if builder == 'dirhtml' else 'entries.html'
        referring = {
            text: address for address, text in links_in(build.soup(page)) if text == 'Kitchen'
        }
        assert referring == {'Kitchen': '../' if builder == 'dirhtml' else 'index.html'}


# -------------------------------------------------------------------------------------- XML


@pytest.mark.skipif(
    not hasattr(nodes.Element, 'validate_content'), reason='this docutils checks no trees'
)
def test_elements_of_ours_are_as_docutils_wants_them(project: Project) -> None:
    from docutils.parsers.docutils_xml import parse_element

    build = built(project, 'xml')
    checked = 0
    for path in sorted(build.outdir.glob('*.xml')):
        tree = ET.parse(path).getroot()
        # What Sphinx adds to the elements of docutils, and to their attributes.
        for parent in list(tree.iter()):
            for child in parent.findall('index'):
                parent.remove(child)
        for element in tree.iter():
            element.attrib = {
                # Ids with dots are good XML, but none that docutils itself would make.
                name: nodes.make_id(value) if name in {'ids', 'refid'} else value
                for name, value in element.attrib.items()
                if name not in ADDED
            }
        for element in _outermost(tree):
            parse_element(ET.tostring(element, 'unicode')).validate()
            checked += 1
    assert checked > 10


def _outermost(tree: ET.Element) -> Iterator[ET.Element]:
    for child in tree:
        if re.search(r'\b(matchup-block|object-entry|listing)\b', child.attrib.get('classes', '')):
            yield child
        else:
            yield from _outermost(child)


def test_every_reference_of_the_xml_leads_to_an_element(project: Project) -> None:
    build = built(project, 'xml')
    trees = {path.stem: ET.parse(path).getroot() for path in build.outdir.glob('*.xml')}
    ids = {
        page: [each for e in tree.iter() for each in e.attrib.get('ids', '').split()]
        for page, tree in trees.items()
    }
    for page, tree in trees.items():
        assert len(ids[page]) == len(set(ids[page]))
        for target in tree.iter('target'):
            assert target.attrib['refid'] in ids[page]
        for link in tree.iter('reference'):
            to, _, anchor = link.attrib.get('refuri', '').partition('#')
            anchor = link.attrib.get('refid', anchor)
            assert not anchor or anchor in ids[to or page]


# ----------------------------------------------------------------------------- both markups


@pytest.mark.parametrize('builder', ['text', 'man', 'texinfo', 'xml'])
def test_both_markups_give_the_same_output(
    make_project: Callable[..., Project], builder: str
) -> None:
    seeds = {name: text for name, text in formats.FILES.items() if name.startswith('seeds/')}
    outputs = []
    for suffix, text in MARKUPS.items():
        project = make_project({f'index.{suffix}': text, **seeds}, suffix)
        build = built(project, builder)
        names = {'text': 'index.txt', 'man': 'test.1', 'texinfo': 'test.texi', 'xml': 'index.xml'}
        output = build.text(names[builder])
        outputs.append(re.sub(r'<document [^>]*>', '', output))
    assert outputs[0] == outputs[1]
    assert 'Survived the' in outputs[0]


# ------------------------------------------------------------------------------ links of a PDF


@dataclass(frozen=True)
class Word:
    """A word and where it stands, in points from the upper left corner of its page."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str

    def is_in(self, page: int, left: float, top: float, right: float, bottom: float) -> bool:
        middle = ((self.left + self.right) / 2, (self.top + self.bottom) / 2)
        return self.page == page and left < middle[0] < right and top < middle[1] < bottom


def words_in(path: Path) -> list[Word]:
    command = ['pdftotext', '-bbox', str(path), '-']
    boxes = subprocess.run(command, capture_output=True, check=True).stdout
    name = '{http://www.w3.org/1999/xhtml}'
    sides = ('xMin', 'yMin', 'xMax', 'yMax')
    return [
        Word(number, *(float(word.attrib[side]) for side in sides), word.text or '')
        for number, page in enumerate(ET.fromstring(boxes).iter(f'{name}page'))
        for word in page.iter(f'{name}word')
    ]


def links_of_pdf(path: Path) -> set[tuple[str, str]]:
    """The words of each link, and those of the first line where it leads."""
    words = words_in(path)
    pages = PdfReader(path).pages
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(pages)}

    def text(page: int, left: float, top: float, right: float, bottom: float) -> str:
        return ''.join(word.text for word in words if word.is_in(page, left, top, right, bottom))

    found = set()
    for number, page in enumerate(pages):
        width, height = (float(side) for side in page.mediabox[2:])
        for annotation in (link.get_object() for link in page.get('/Annots', ())):
            left, bottom, right, top = (float(side) for side in annotation['/Rect'])
            to, _, _, y, _ = annotation['/Dest']
            start = height - float(y)
            found.add(
                (
                    text(number, left, height - top, right, height - bottom).rstrip('.,:)'),
                    text(numbers[to.idnum], 0, start, width, start + LINE),
                )
            )
    return found


def test_links_of_rst2pdf_lead_to_what_they_name(project: Project) -> None:
    need('pdftotext')
    found = links_of_pdf(built(project, 'pdf').outdir / 'test.pdf')
    assert {
        ('KettleOnevsPot', 'KettleOnevsPot'),
        ('Pot/Skeptic', 'Apotisapot.Pandoestherest.'),
        ('SkepticonMug', 'SurvivedtheKettleOne.'),
        ('Urn1.0', 'Urn1.0'),
        ('Cup', '•Cup'),
        ('theonewhobuilds', '•Builder'),
    } <= found

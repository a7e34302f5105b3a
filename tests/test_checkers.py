"""What checkers and readers of other formats say of the output: epubcheck, makeinfo, groff."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from typing import TYPE_CHECKING

import pytest
from support import formats
from support.pdf import need

if TYPE_CHECKING:
    from pathlib import Path

    from support.project import Build, Project

#: What formats take for their own, and text in other directions and scripts.
HARD = {
    'seeds/hard.txt': (
        'מוצר א vs Tool 🚀 <1 & "2"\n\n“זה ציטוט בעברית עם המספר 42.”\n— Builder on מוצר א: ship\n\n'
        '“漢字 🚀 & <b> "x" @{y} \\z .”\n\n“.Begins like a request”\n\n“\'Begins so too”\n'
    ),
    'hard.rst': """Hard
====

.. matchup:: hard

.. _here:

.. matchup:: hard
   :no-index:
   :class: wide

.. matchup:persona:: Builder

.. list-table::

   * - .. matchup:quote:: מוצר א/Skeptic
     - :ref:`above <here>`
""",
    'index.rst': formats.FILES['index.rst'].replace('   markdown', '   markdown\n   hard'),
}
SETTINGS = f"""{formats.SETTINGS}
epub_show_urls = 'no'
matchups_personas = {{'builder': {{'icon': '🔧', 'color': '#1d6fa5'}}}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The project that every builder builds, and a page with all that is hard."""
    project = formats.make_project(tmp_path / 'source')
    project.write(HARD)
    project.configure(SETTINGS)
    return project


def run(*command: str, cwd: Path) -> str:
    """What a program says."""
    done = subprocess.run(
        command,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding='utf-8',
        errors='replace',
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def built(project: Project, builder: str) -> Build:
    build = project.build(builder, '-n')
    assert build.warnings == [formats.WARNING]
    return build


def test_epubcheck_finds_nothing(project: Project) -> None:
    need('epubcheck', 'java')
    build = built(project, 'epub')
    program = shutil.which('epubcheck') or ''
    # On Debian the program is a Java archive.
    command = ['java', '-jar', program] if zipfile.is_zipfile(program) else [program]
    said = run(*command, 'Test.epub', cwd=build.outdir)
    assert 'Messages: 0 fatals / 0 errors / 0 warnings' in said, said


def test_makeinfo_makes_info_and_html_without_a_warning(project: Project) -> None:
    need('makeinfo')
    build = built(project, 'texinfo')
    for options in (['--plaintext', '--output=test.txt'], ['--html', '--no-split']):
        assert run('makeinfo', *options, 'test.texi', cwd=build.outdir) == ''
    text = re.sub(r'\s+', ' ', build.text('test.txt'))
    assert '漢字 🚀 & <b> "x" @{y} \\z .' in text
    for quote in ('.Begins like a request', "'Begins so too"):
        assert quote in text
    assert re.search('— .note Builder: .{1,9} on .note מוצר א: .{1,9}: ship', text)


def test_groff_sets_the_man_page_without_a_warning(project: Project) -> None:
    need('groff')
    build = built(project, 'man')
    command = ['groff', '-Kutf8', '-ww', '-man', '-Tutf8', '-P-cbou']
    warnings = run(*command, '-z', 'test.1', cwd=build.outdir)
    assert warnings == ''
    text = re.sub(r'\s+', ' ', run(*command, 'test.1', cwd=build.outdir))
    for quote in ('漢字 🚀 & <b> "x" @{y} \\z .', '.Begins like a request', "'Begins so too"):
        assert quote in text

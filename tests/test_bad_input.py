"""Bad seeds, bodies, arguments and options: one located warning each, and the rest is built."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.project import S1

from sphinx_matchups.corpus.files import MAX_SEED_BYTES, Roots, read_seed_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.project import Build, Project

    MakeProject = Callable[..., Project]

TITLE = 'Title\n=====\n\n'
#: In nothing but a file that may not be read.
SECRET = 'xyzzy-plugh-4711'
QUOTES = '\n“First words.”\n\n“Second words.”\n'
#: The rest of the project, which is built whatever the page ``index`` says.
REST = {
    'seeds/s1.txt': S1,
    'seeds/good.txt': 'Cup vs Mug\n\n“Holds tea.”\n\n“Holds coffee.”\n',
    'good.rst': f':orphan:\n\n{TITLE}.. matchup:: good\n',
}


class Bad(NamedTuple):
    """A seed with one fault, the line it is reported at, and what of it is shown all the same."""

    content: str | bytes
    #: ``None`` if the fault is that of the whole file.
    line: int | None
    message: str
    shown: tuple[str, ...] = ()


BOTH = ('First words.', 'Second words.')
BAD_TEXTS = {
    'title only': Bad('A vs B\n', 1, "the matchup 'A vs B' has no quotes [matchups.seed]"),
    'no title': Bad(
        QUOTES.lstrip(),
        1,
        "the seed has no title; expected a first line such as 'A vs B'; it is left out [matchups.seed]",
    ),
    'no vs': Bad(
        f'A and B\n{QUOTES}',
        1,
        "the title 'A and B' has no 'vs' between two products; expected 'A vs B'; the seed is left out [matchups.seed]",
    ),
    'vs inside a word': Bad(
        f'A-vs-B\n{QUOTES}',
        1,
        "the title 'A-vs-B' has no 'vs' between two products; expected 'A vs B'; the seed is left out [matchups.seed]",
    ),
    'nothing before vs': Bad(
        f'vs B\n{QUOTES}',
        1,
        "the title 'vs B' names nothing before 'vs'; expected 'A vs B'; the seed is left out [matchups.seed]",
    ),
    'nothing after vs': Bad(
        f'A versus\n{QUOTES}',
        1,
        "the title 'A versus' names nothing after 'versus'; expected 'A vs B'; the seed is left out [matchups.seed]",
    ),
    'product with itself': Bad(
        f'A vs A\n{QUOTES}', 1, "the title 'A vs A' compares a product with itself [matchups.seed]"
    ),
    'unclosed first': Bad(
        'A vs B\n\n“First words.\n\n“Second words.”\n',
        3,
        'the quote that begins with “ is not closed; expected ” at the end of a paragraph '
        '[matchups.seed]',
        BOTH,
    ),
    'unclosed last': Bad(
        'A vs B\n\n“First words.”\n\n«Second words.\n',
        5,
        'the quote that begins with « is not closed; expected » at the end of a paragraph '
        '[matchups.seed]',
        BOTH,
    ),
    'a quote too few': Bad(
        f'A vs B\n{QUOTES}\n“Third words.”\n',
        7,
        'round 2 lacks a quote (3 in all, by turns on 2 products) [matchups.rounds]',
        (*BOTH, 'Third words.'),
    ),
    'a round too many': Bad(
        'A vs B\n' + ''.join(f'\n“Words {number}.”\n' for number in range(1, 11)),
        21,
        'the panel seats nobody in round 5; shown without a persona [matchups.rounds]',
        ('Words 1.', 'Words 10.'),
    ),
    'text before the quotes': Bad(
        f'A vs B\n\nStray.\n{QUOTES}',
        3,
        'text that is neither title, quote nor attribution; kept as a note, which no page shows [matchups.seed]',
        BOTH,
    ),
    'text after the quotes': Bad(
        f'A vs B\n{QUOTES}\nStray.\n',
        7,
        'text that is neither title, quote nor attribution; kept as a note, which no page shows [matchups.seed]',
        BOTH,
    ),
    'control character': Bad(
        'A vs B\n\n“First words.”\n\n“Second\x07words.”\n',
        5,
        'control character U+0007; shown as U+FFFD [matchups.encoding]',
        ('First words.', 'Second\ufffdwords.'),
    ),
    'unknown persona': Bad(
        'A vs B\n\n“First words.”\n— The Skeptik\n\n“Second words.”\n',
        4,
        "nobody on the panel is called 'Skeptik'; did you mean 'Skeptic'? [matchups.seed]",
        BOTH,
    ),
}
BAD_FILES = {
    'empty': Bad(
        '',
        1,
        "the seed is empty; expected a first line such as 'A vs B'; it is left out [matchups.seed]",
    ),
    'blank': Bad(
        '\n \n',
        1,
        "the seed is empty; expected a first line such as 'A vs B'; it is left out [matchups.seed]",
    ),
    'byte mark only': Bad(
        b'\xef\xbb\xbf',
        1,
        "the seed is empty; expected a first line such as 'A vs B'; it is left out [matchups.seed]",
    ),
    'Latin-1': Bad(
        'A vs B\n\n“First words.”\n\n'.encode() + '"Café words."\n'.encode('latin-1'),
        5,
        'byte 0xE9 at offset 32 is not UTF-8; shown as U+FFFD; save the file as UTF-8 '
        '[matchups.encoding]',
        ('First words.', 'Caf\ufffd words.'),
    ),
    'UTF-16': Bad(
        f'A vs B\n{QUOTES}'.encode('utf-16'),
        1,
        'the file is UTF-16; save it as UTF-8 [matchups.encoding]',
    ),
    'UTF-16 without a mark': Bad(
        f'A vs B\n{QUOTES}'.encode('utf-16-le'),
        1,
        'the file holds a NUL byte, so it is not text; save it as UTF-8 [matchups.encoding]',
    ),
    'UTF-32': Bad(
        b'\xff\xfe\x00\x00' + f'A vs B\n{QUOTES}'.encode('utf-32-le'),
        1,
        'the file is UTF-32; save it as UTF-8 [matchups.encoding]',
    ),
    'NUL bytes': Bad(
        b'A vs B\n\n\xe2\x80\x9cFirst\0\0\xe2\x80\x9d\n',
        3,
        'the file holds a NUL byte, so it is not text; save it as UTF-8 [matchups.encoding]',
    ),
    'too large': Bad(
        b'A vs B\n\n' + b'x' * (5 * 2**20 - 8),
        None,
        'the file has 5.0 MiB, and a seed may have 4 MiB; it is left out [matchups.seed]',
    ),
}
BAD_SEEDS = {**BAD_TEXTS, **BAD_FILES}


def check(build: Build, *expected: str, page: str = 'index.txt') -> None:
    """The warnings are these; the page and the rest are built; ``-W`` makes it a failure."""
    assert build.warnings == list(expected)
    assert build.exit_code == 1
    assert 'Traceback' not in build.status
    assert 'After.' in build.text(page)
    assert 'Holds tea.' in build.text('good.txt')


def build_page(
    make_project: MakeProject, markup: str, *options: str, **files: str | bytes
) -> Build:
    """Build a page of this markup in a project whose other page is right, with ``-W``."""
    page = f'{TITLE}{markup}\n\nAfter.\n'
    project = make_project({**REST, 'index.rst': page, **files})
    return project.build('text', '-W', *options)


# ------------------------------------------------------------------------------------- seeds


@pytest.mark.parametrize('bad', BAD_SEEDS.values(), ids=BAD_SEEDS)
def test_bad_seed_that_a_page_names_by_path_and_by_stem_warns_once(
    make_project: MakeProject, bad: Bad
) -> None:
    markup = '.. matchup:: seeds/bad.txt\n\n.. matchup:: bad\n   :no-index:'
    build = build_page(make_project, markup, **{'seeds/bad.txt': bad.content})
    check(build, f'seeds/bad.txt:{bad.line or 1}: WARNING: {bad.message}')
    assert [text for text in bad.shown if build.text('index.txt').count(text) != 2] == []


@pytest.mark.parametrize('kind', ['no vs', 'Latin-1', 'too large'])
def test_bad_seed_that_no_page_names_warns_once(make_project: MakeProject, kind: str) -> None:
    bad = BAD_SEEDS[kind]
    build = build_page(make_project, '', **{'seeds/bad.txt': bad.content})
    check(build, f'seeds/bad.txt:{bad.line or 1}: WARNING: {bad.message}')


@pytest.mark.parametrize('bad', BAD_SEEDS.values(), ids=BAD_SEEDS)
def test_bad_seed_elsewhere_in_the_source_folder_warns_once(
    make_project: MakeProject, bad: Bad
) -> None:
    build = build_page(
        make_project, '.. matchup:: /other/bad.txt', **{'other/bad.txt': bad.content}
    )
    if bad.line is None:
        check(build, f'index.rst:4: WARNING: other/bad.txt: {bad.message}')
    else:
        check(build, f'other/bad.txt:{bad.line}: WARNING: {bad.message}')
    assert [text for text in bad.shown if text not in build.text('index.txt')] == []


@pytest.mark.parametrize('bad', BAD_TEXTS.values(), ids=BAD_TEXTS)
@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_bad_body_warns_once_at_its_line_in_the_page(
    make_project: MakeProject, bad: Bad, suffix: str
) -> None:
    assert isinstance(bad.content, str)
    if suffix == 'rst':
        lines = (f'   {line}\n' if line else '\n' for line in bad.content.split('\n'))
        page = f'{TITLE}.. matchup::\n\n{"".join(lines)}\nAfter.\n'
        first = 6
    else:
        page = f'# Title\n\n```{{matchup}}\n{bad.content}```\n\nAfter.\n'
        first = 4
    project = make_project({**REST, f'index.{suffix}': page})
    build = project.build('text', '-W')
    check(build, f'index.{suffix}:{first + (bad.line or 1) - 1}: WARNING: {bad.message}')
    assert [text for text in bad.shown if text not in build.text('index.txt')] == []


@pytest.mark.parametrize('folder', ['seeds', 'other'])
def test_bad_seed_that_many_pages_name_warns_once(make_project: MakeProject, folder: str) -> None:
    pages = {
        f'p{number}.rst': f':orphan:\n\n{TITLE}.. matchup:: {folder}/bad.txt\n\n.. matchup::'
        f' {folder}/bad.txt\n'
        for number in range(3)
    }
    bad = BAD_SEEDS['no vs']
    build = build_page(make_project, '', **pages, **{f'{folder}/bad.txt': bad.content})
    check(build, f'{folder}/bad.txt:1: WARNING: {bad.message}')


def test_bad_seed_named_by_its_id_warns_once(make_project: MakeProject) -> None:
    content = f'---\nid: tea\n---\nA and B\n{QUOTES}'
    build = build_page(make_project, '.. matchup:: tea', **{'seeds/bad.txt': content})
    check(build, f'seeds/bad.txt:4: WARNING: {BAD_SEEDS["no vs"].message}')


def test_every_kind_of_bad_seed_warns_alike_in_one_and_in_four_processes(
    make_project: MakeProject,
) -> None:
    seeds: dict[str, str | bytes] = {}
    pages: dict[str, str | bytes] = {}
    expected = []
    for number, bad in enumerate(BAD_SEEDS.values()):
        content = bad.content if isinstance(bad.content, bytes) else bad.content.encode()
        path = f'{"seeds" if number % 2 else "other"}/bad{number}.txt'
        # No two seeds have one title.
        seeds[path] = content.replace(b'A', b'A%d' % number)
        pages[f'page{number}.rst'] = f':orphan:\n\n{TITLE}.. matchup:: {path}\n\nAfter.\n'
        expected.append((path, bad.message.rpartition(' ')[2]))
    project = make_project({**REST, 'index.rst': f'{TITLE}After.\n', **pages, **seeds})
    serial = project.build('text', '-W', '-j1', out='serial')
    parallel = project.build('text', '-W', '-j4', out='parallel')
    assert sorted(serial.warnings) == sorted(parallel.warnings)
    found = [
        (path, warning.rpartition(' ')[2])
        for warning in serial.warnings
        for path, _ in expected
        if f'{path}:' in warning
    ]
    assert sorted(found) == sorted(expected)
    assert len(serial.warnings) == len(BAD_SEEDS)
    assert (serial.exit_code, parallel.exit_code) == (1, 1)
    assert serial.files() == parallel.files()
    assert [page for page in pages if 'After.' not in parallel.text(page[:-3] + 'txt')] == []
    assert 'Traceback' not in serial.status + parallel.status


def test_bad_seed_is_no_failure_without_the_option(make_project: MakeProject) -> None:
    project = make_project({**REST, 'index.rst': TITLE, 'seeds/bad.txt': 'A vs B\n'})
    build = project.build('text')
    assert build.subtypes() == ['matchups.seed']
    assert build.exit_code == 0


# ------------------------------------------------------------- what cannot or may not be read


@pytest.mark.parametrize('folder', ['seeds', 'other'])
def test_unreadable_file_warns_once(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    read_bytes = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == 'bad.txt':
            raise PermissionError(13, 'Permission denied', str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, 'read_bytes', refuse)
    build = build_page(
        make_project, f'.. matchup:: {folder}/bad.txt', **{f'{folder}/bad.txt': 'A vs B\n'}
    )
    message = 'the file cannot be read: Permission denied [matchups.seed]'
    if folder == 'seeds':
        check(build, f'seeds/bad.txt:1: WARNING: {message}')
    else:
        check(build, f'index.rst:4: WARNING: other/bad.txt: {message}')


@pytest.mark.parametrize('folder', ['seeds', 'other'])
def test_named_pipe_is_not_opened(make_project: MakeProject, folder: str) -> None:
    project = make_project(
        {**REST, 'index.rst': f'{TITLE}.. matchup:: {folder}/bad.txt\n\nAfter.\n'}
    )
    (project.srcdir / folder).mkdir(exist_ok=True)
    os.mkfifo(project.srcdir / folder / 'bad.txt')
    build = project.build('text', '-W')
    message = 'is not a regular file; expected a seed file [matchups.seed]'
    if folder == 'seeds':
        check(build, f'seeds/bad.txt:1: WARNING: {message}')
    else:
        check(build, f'index.rst:4: WARNING: other/bad.txt: {message}')


@pytest.mark.parametrize('argument', ['other/', '/other', './other/../other/'])
def test_folder_is_no_seed(make_project: MakeProject, argument: str) -> None:
    build = build_page(make_project, f'.. matchup:: {argument}', **{'other/s2.txt': S1})
    check(
        build,
        'index.rst:4: WARNING: other: is a folder; expected a seed file [matchups.seed]',
    )


@pytest.mark.parametrize('folder', ['seeds', 'other'])
def test_link_to_nothing_warns_once(make_project: MakeProject, folder: str) -> None:
    project = make_project(
        {**REST, 'index.rst': f'{TITLE}.. matchup:: {folder}/bad.txt\n\nAfter.\n'}
    )
    (project.srcdir / folder).mkdir(exist_ok=True)
    (project.srcdir / folder / 'bad.txt').symlink_to('gone.txt')
    build = project.build('text', '-W')
    message = 'no such seed file [matchups.missing]'
    if folder == 'seeds':
        check(build, f'seeds/bad.txt:1: WARNING: {message}')
    else:
        check(build, f'index.rst:4: WARNING: other/bad.txt: {message}')


@pytest.mark.parametrize('folder', ['seeds', 'other'])
def test_link_to_itself_warns_once(make_project: MakeProject, folder: str) -> None:
    project = make_project(
        {**REST, 'index.rst': f'{TITLE}.. matchup:: {folder}/bad.txt\n\nAfter.\n'}
    )
    (project.srcdir / folder).mkdir(exist_ok=True)
    (project.srcdir / folder / 'bad.txt').symlink_to('bad.txt')
    build = project.build('text', '-W')
    assert len(build.warnings) == 1
    assert f'{folder}/bad.txt' in build.warnings[0]
    assert build.subtypes()[0] in {'matchups.path', 'matchups.seed', 'matchups.missing'}
    assert build.exit_code == 1
    assert 'After.' in build.text('index.txt')


def test_argument_that_no_file_can_be_named_by_warns_once(make_project: MakeProject) -> None:
    long = f'{"x" * 300}.txt'
    build = build_page(make_project, f'.. matchup:: {long}')
    check(
        build,
        f'index.rst:4: WARNING: {long}: the file cannot be read: File name too long '
        '[matchups.seed]',
    )
    build = build_page(make_project, '.. matchup:: a\0b.txt')
    assert build.subtypes() in (['matchups.path'], ['matchups.missing'], ['matchups.seed'])
    assert build.exit_code == 1
    assert build.warnings[0].startswith('index.rst:4: WARNING: ')


OUTSIDE = 'the file is outside the source folder and the folders of matchups_seeds'
SECRET_SEED = f'{SECRET} vs B\n\n“{SECRET}”\n\n“{SECRET}\n'


class Refused(NamedTuple):
    """A directive that names a file outside, and the place and path that the warning names."""

    argument: str
    location: str
    #: A link below the source folder, and where it leads.
    link: str = ''
    leads_to: str = ''


ON_PAGE = 'index.rst:4: WARNING: ../outside/secret.txt'
REFUSED = {
    'parent folder': Refused('../outside/secret.txt', ON_PAGE),
    'parent of the source folder': Refused('/../outside/secret.txt', ON_PAGE),
    'by way of a folder': Refused('seeds/../../outside/secret.txt', ON_PAGE),
    'backslashes': Refused(r'seeds\..\..\outside\secret.txt', ON_PAGE),
    'link elsewhere': Refused(
        'other/bad.txt',
        'index.rst:4: WARNING: other/bad.txt',
        'other/bad.txt',
        '../../outside/secret.txt',
    ),
    'linked folder elsewhere': Refused(
        'other/secret.txt', 'index.rst:4: WARNING: other/secret.txt', 'other', '../outside'
    ),
    'link in the seeds folder': Refused(
        'seeds/bad.txt', 'seeds/bad.txt:1: WARNING', 'seeds/bad.txt', '../../outside/secret.txt'
    ),
    'link in the seeds folder by name': Refused(
        'bad', 'seeds/bad.txt:1: WARNING', 'seeds/bad.txt', '../../outside/secret.txt'
    ),
    'linked folder in the seeds folder': Refused(
        'seeds/sub/secret.txt',
        'index.rst:4: WARNING: seeds/sub/secret.txt',
        'seeds/sub',
        '../../outside',
    ),
}


@pytest.mark.parametrize(
    ('refused', 'jobs'),
    [
        *((refused, '-j1') for refused in REFUSED.values()),
        (REFUSED['parent folder'], '-j4'),
        (REFUSED['link elsewhere'], '-j4'),
    ],
    ids=[*REFUSED, 'parent folder, four processes', 'link elsewhere, four processes'],
)
def test_file_outside_is_refused_and_its_content_shown_nowhere(
    make_project: MakeProject, refused: Refused, jobs: str
) -> None:
    # https://github.com/elastic/docs-builder/pull/3000
    pages = {f'p{number}.rst': f':orphan:\n\n{TITLE}' for number in range(8)}
    project = make_project(
        {
            **REST,
            **(pages if jobs == '-j4' else {}),
            'index.rst': f'{TITLE}.. matchup:: {refused.argument}\n\nAfter.\n',
            '../outside/secret.txt': SECRET_SEED,
        }
    )
    if refused.link:
        link = project.srcdir / refused.link
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(refused.leads_to)
    build = project.build('text', '-W', jobs)
    written = [path for path in (project.srcdir / '_build').rglob('*') if path.is_file()]
    assert len(written) > 5
    assert [path for path in written if SECRET.encode() in path.read_bytes()] == []
    check(build, f'{refused.location}: {OUTSIDE} [matchups.path]')


def test_message_does_not_tell_whether_a_file_outside_exists(make_project: MakeProject) -> None:
    files = {'../here.txt': S1}
    there = build_page(make_project, '.. matchup:: ../here.txt', **files)
    absent = build_page(make_project, '.. matchup:: ../gone.txt')
    check(there, f'index.rst:4: WARNING: ../here.txt: {OUTSIDE} [matchups.path]')
    check(absent, f'index.rst:4: WARNING: ../gone.txt: {OUTSIDE} [matchups.path]')


def test_absolute_path_starts_at_the_source_folder(
    make_project: MakeProject, tmp_path: Path
) -> None:
    outside = tmp_path / 'secret.txt'
    outside.write_text(SECRET_SEED, 'utf-8')
    build = build_page(make_project, f'.. matchup:: {outside}')
    relative = outside.relative_to('/').as_posix()
    check(build, f'index.rst:4: WARNING: {relative}: no such seed file [matchups.missing]')
    assert SECRET not in build.status
    build = build_page(
        make_project, '.. matchup:: /etc/passwd', **{'etc/passwd': f'A vs B\n{QUOTES}'}
    )
    assert build.warnings == []
    assert 'First words.' in build.text('index.txt')


def test_largest_seed_is_read(tmp_path: Path) -> None:
    seed = tmp_path / 'seed.txt'
    for size, expected in ((MAX_SEED_BYTES, []), (MAX_SEED_BYTES + 1, ['seed'])):
        seed.write_bytes(b'x' * size)
        text, problems = read_seed_text(seed, 'seed.txt', Roots([tmp_path.resolve()]))
        assert [problem.subtype for problem in problems] == expected
        assert len(text) == (0 if expected else size)


# -------------------------------------------------------------------- arguments and options


UNKNOWN = [
    ('.. matchup:: nosuch', "no seed has the id, file name or title 'nosuch'"),
    (
        '.. matchup:: Teapot Pro vs Kettle On',
        (
            "no seed has the id, file name or title 'Teapot Pro vs Kettle On'; "
            "did you mean 'Teapot Pro vs Kettle One'?"
        ),
    ),
    (
        '.. matchup:: seeds/nosuch.txt',
        "seeds/nosuch.txt: no such seed file; did you mean '/seeds/s1.txt'?",
    ),
    ('.. matchup:: nosuch.txt', 'nosuch.txt: no such seed file'),
    ('.. matchup:: /other/nosuch.txt', 'other/nosuch.txt: no such seed file'),
    ('.. matchup::', 'no seed: give an id, a title or a path, or write it below'),
    (
        '.. matchup::\n   :layout: stack',
        'no seed: give an id, a title or a path, or write it below',
    ),
    ('.. matchup:product:: nosuch', "no seed or setting knows the product 'nosuch'"),
    (
        '.. matchup:product:: teapot-po',
        "no seed or setting knows the product 'teapot-po'; did you mean 'Teapot Pro'?",
    ),
    ('.. matchup:persona:: nosuch', "no seed or setting knows the persona 'nosuch'"),
    (
        '.. matchup:persona:: builderr',
        "no seed or setting knows the persona 'builderr'; did you mean 'Builder'?",
    ),
    (
        '.. matchup:quote:: Kettle One/Bilder',
        "no seed knows the quote 'Kettle One/Bilder'; did you mean 'Kettle One/Builder'?",
    ),
    ('.. matchup:quote:: nosuch', "no seed knows the quote 'nosuch'; expected product/persona"),
    (
        '.. matchup:quote:: Teapot Pro/Builder/2',
        (
            "no seed knows the quote 'Teapot Pro/Builder/2'; "
            "did you mean 'Kettle One/Builder' or 'Teapot Pro/Builder'?"
        ),
    ),
]
#: Each with the number of the two cards that the page shows all the same.
MEANINGLESS = [
    (
        '.. matchup:: s1\n   :no-index:\n   :personas: Bilder, PM, Builder',
        ":personas: names 'Bilder'; did you mean 'Builder'?",
        2,
    ),
    (
        '.. matchup:: s1\n   :no-index:\n   :personas: Oracle',
        (":personas: names 'Oracle'; known are Builder, Skeptic, Futurist, Creator, PM, Founder"),
        2,
    ),
    (
        '.. matchup:: s1\n   :no-index:\n   :products: Kettle Uno, Teapot Pro',
        ":products: names 'Kettle Uno'; did you mean 'Kettle One'?",
        1,
    ),
    (
        '.. matchup:: s1\n   :no-index:\n   :products: Samovar',
        ":products: names 'Samovar'; known are Teapot Pro, Kettle One",
        2,
    ),
    (
        '.. matchup:: s1\n   :no-index:\n   :personas: Skeptic',
        'no quote of the matchup passes :personas: and :products:',
        0,
    ),
    (
        '.. matchup:: s1\n   :no-index:\n   :layout: colums',
        ":layout: is 'colums'; did you mean 'columns'?",
        2,
    ),
    (
        '.. matchup:: s1\n   :no-index:\n   :layout: grid',
        ":layout: is 'grid'; expected columns or stack",
        2,
    ),
    ('.. matchup:list:: product', "no list of 'product'; did you mean 'products'?", 0),
    (
        '.. matchup:list:: everything',
        "no list of 'everything'; expected products, personas, matchups",
        0,
    ),
    (
        '.. matchup:list:: Matchups',
        "no list of 'Matchups'; did you mean 'matchups'?",
        0,
    ),
]


def page_of(markup: str, suffix: str) -> str:
    """A page with a directive that is given in rST."""
    if suffix == 'rst':
        return f':orphan:\n\n{TITLE}{markup}\n\nAfter.\n'
    head, *options = markup.split('\n')
    name, _, argument = head.removeprefix('.. ').partition('::')
    lines = [f'```{{{name}}} {argument.strip()}'.rstrip(), *map(str.strip, options), '```']
    return '---\norphan: true\n---\n# Title\n\n' + '\n'.join(lines) + '\n\nAfter.\n'


def text_of(page: str) -> str:
    """The output of a page."""
    return f'{page.rpartition(".")[0]}.txt'


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_name_that_nothing_knows_warns_once(make_project: MakeProject, suffix: str) -> None:
    pages = {
        f'page{number:02}.{suffix}': page_of(markup, suffix)
        for number, (markup, _) in enumerate(UNKNOWN)
    }
    project = make_project({**REST, **pages, 'index.rst': f'{TITLE}After.\n'})
    build = project.build('text', '-W')
    check(
        build,
        *(
            f'{page}:6: WARNING: {message} [matchups.missing]'
            for page, (_, message) in zip(pages, UNKNOWN, strict=True)
        ),
    )
    assert [page for page in pages if 'After.' not in build.text(text_of(page))] == []


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_option_that_means_nothing_warns_once(make_project: MakeProject, suffix: str) -> None:
    pages = {
        f'page{number:02}.{suffix}': page_of(markup, suffix)
        for number, (markup, _, _) in enumerate(MEANINGLESS)
    }
    project = make_project({**REST, **pages, 'index.rst': f'{TITLE}After.\n'})
    build = project.build('text', '-W')
    check(
        build,
        *(
            f'{page}:6: WARNING: {message} [matchups.option]'
            for page, (_, message, _) in zip(pages, MEANINGLESS, strict=True)
        ),
    )
    words = ('Pours without a drip.', 'Boils in ninety seconds.')
    shown = [sum(text in build.text(text_of(page)) for text in words) for page in pages]
    assert shown == [cards for _, _, cards in MEANINGLESS]


def test_unknown_entry_is_named_as_it_is_written(make_project: MakeProject) -> None:
    unknown = {
        'product:: Teapot Po': "product 'Teapot Po'; did you mean 'Teapot Pro'?",
        'product:: 急須': "product '急須'",
        'product:: C++': "product 'C++'",
        'persona:: The Oracle': "persona 'The Oracle'",
    }
    build = build_page(make_project, '\n\n'.join(f'.. matchup:{name}' for name in unknown))
    check(
        build,
        *(
            f'index.rst:{line}: WARNING: no seed or setting knows the {told} [matchups.missing]'
            for line, told in zip(range(4, 12, 2), unknown.values(), strict=True)
        ),
    )


def test_unknown_names_are_told_alike_in_one_and_in_four_processes(
    make_project: MakeProject,
) -> None:
    markup = [
        '.. matchup:: nosuch',
        '.. matchup:: seeds/nosuch.txt',
        '.. matchup:: ../outside.txt',
        '.. matchup::',
        '.. matchup:: s1\n   :layout: grid',
        '.. matchup:product:: nosuch',
        '.. matchup:persona:: nosuch',
        '.. matchup:quote:: nosuch',
        '.. matchup:list:: nosuch',
        ':matchup:product:`nosuch`',
    ]
    pages = {
        f'page{number}.rst': f':orphan:\n\n{TITLE}{text}\n\nAfter.\n'
        for number, text in enumerate(markup)
    }
    project = make_project({**REST, **pages, 'index.rst': TITLE})
    serial = project.build('text', '-W', '-j1', out='serial')
    parallel = project.build('text', '-W', '-j4', out='parallel')
    assert sorted(serial.warnings) == sorted(parallel.warnings)
    places = sorted(warning.split(': WARNING: ')[0] for warning in serial.warnings)
    assert places == [f'page{number}.rst:6' for number in range(len(markup))]
    assert (serial.exit_code, parallel.exit_code) == (1, 1)
    assert 'Traceback' not in serial.status + parallel.status


def test_two_seeds_with_one_title_warn_once_and_are_both_kept(make_project: MakeProject) -> None:
    build = build_page(
        make_project,
        '.. matchup:: s1\n\n.. matchup:: s2',
        **{'seeds/s2.txt': S1.replace('drip', 'drop')},
    )
    check(
        build,
        "seeds/s2.txt:1: WARNING: 2 seeds have the title 'Teapot Pro vs Kettle One': "
        "seeds/s1.txt:1, seeds/s2.txt:1; give each an 'id' in its front matter "
        '[matchups.duplicate]',
    )
    assert 'without a drip' in build.text('index.txt')
    assert 'without a drop' in build.text('index.txt')


def test_title_that_two_seeds_have_is_ambiguous_on_a_page(make_project: MakeProject) -> None:
    build = build_page(
        make_project,
        '.. matchup:: Teapot Pro vs Kettle One\n   :no-index:',
        **{'seeds/s2.txt': S1.replace('drip', 'drop')},
    )
    assert build.warnings[0] == (
        "index.rst:4: WARNING: 'Teapot Pro vs Kettle One' may be "
        'teapot-pro-vs-kettle-one-s1 (seeds/s1.txt), teapot-pro-vs-kettle-one-s2 (seeds/s2.txt); '
        'taken as the first; name one by its key [matchups.ambiguous]'
    )
    assert build.subtypes() == ['matchups.ambiguous', 'matchups.duplicate']
    assert 'without a drip' in build.text('index.txt')


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_body_under_a_wrong_title_argument_warns_at_the_directive(
    make_project: MakeProject, suffix: str
) -> None:
    page = {
        'rst': f'{TITLE}.. matchup:: A and B\n\n   “First words.”\n\nAfter.\n',
        'md': '# Title\n\n```{matchup} A and B\n“First words.”\n```\n\nAfter.\n',
    }[suffix]
    build = make_project({**REST, f'index.{suffix}': page}).build('text', '-W')
    line = {'rst': 4, 'md': 3}[suffix]
    message = (
        "the title 'A and B' has no 'vs' between two products; expected 'A vs B'; "
        'above a body stands its title; the seed is left out [matchups.seed]'
    )
    check(build, f'index.{suffix}:{line}: WARNING: {message}')


@pytest.mark.parametrize('suffix', ['rst', 'md'])
def test_seed_without_quotation_marks_is_kept_and_told(
    make_project: MakeProject, suffix: str
) -> None:
    seed = 'A vs B\n\nFirst words.\n\nSecond words.\n'
    project = make_project(
        {**REST, 'seeds/bad.txt': seed, f'index.{suffix}': page_of('.. matchup:: bad', suffix)}
    )
    build = project.build('text', '-W')
    note = 'text that is neither title, quote nor attribution; kept as a note, which no page shows [matchups.seed]'
    check(
        build,
        "seeds/bad.txt:1: WARNING: the matchup 'A vs B' has no quotes [matchups.seed]",
        f'seeds/bad.txt:3: WARNING: {note}',
        f'seeds/bad.txt:5: WARNING: {note}',
    )


# --------------------------------------------------------------------------------- security


@pytest.mark.parametrize('where', ['seed', 'rst', 'md'])
def test_markup_in_seeds_is_shown_letter_for_letter(make_project: MakeProject, where: str) -> None:
    # https://github.com/Auriti-Labs/geo-optimizer-skill/issues/3
    product = '<img src=x onerror=alert(1)>'
    script = '</script><script>alert(1)</script>'
    directives = '`x <javascript:alert(2)>`_ .. raw:: html {raw}`<b>` |version| **bold** &amp;'
    seed = f'{product} vs Pot\n\n“{script}”\n\n“{directives}”\n'
    files: dict[str, str | bytes] = {'index.rst': page_of('.. matchup:: bad', 'rst')}
    match where:
        case 'seed':
            files['seeds/bad.txt'] = seed
        case 'rst':
            body = ''.join(f'   {line}\n' if line else '\n' for line in seed.split('\n'))
            files['index.rst'] = f'{TITLE}.. matchup::\n\n{body}\nAfter.\n'
        case _:
            files = {'index.md': f'# Title\n\n```{{matchup}}\n{seed}```\n\nAfter.\n'}
    entries = [f'.. matchup:product:: {product}', '.. matchup:persona:: Builder',
               '.. matchup:list:: products', '.. matchup:list:: matchups']  # fmt: skip
    files['entries.rst'] = f':orphan:\n\n{TITLE}' + '\n\n'.join(entries) + '\n'
    build = make_project(files).build('html', '-n', '-W')
    assert build.warnings == []
    pages = {name: build.text(name) for name in build.files() if name.endswith('.html')}
    assert len(pages) > 5
    for name, page in pages.items():
        assert '<script>alert' not in page, name
        assert '<img src=x' not in page, name
        assert 'javascript:alert' not in re.sub(r'<blockquote.*?</blockquote>', '', page), name
    soup = build.soup('index.html')
    quotes = [card.blockquote.get_text() for card in soup.select('figure.matchup-card')]
    assert quotes[0] == script
    assert quotes[1] == directives.replace('`x <javascript:alert(2)>`', 'x <javascript:alert(2)>'
                                           ).replace('`<b>`', '<b>')  # fmt: skip
    assert product in soup.get_text()
    assert soup.select('blockquote script, blockquote a, blockquote img, blockquote strong') == []

"""Seed files on disk: which there are, what may be read, and what their bytes say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from corpus_support import seed

from sphinx_matchups.corpus import Problem, read_folder
from sphinx_matchups.corpus.files import (
    MAX_SEED_BYTES,
    Roots,
    decode,
    file_signature,
    find_seed_files,
    posix_relative,
    read_seed_text,
    shown_paths,
)

TEXT = seed('Pot vs Cup', 'a', 'b')
OUTSIDE = 'the file is outside the source folder and the folders of matchups_seeds'


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A folder with seeds, other files and hidden ones, and one beside it that is not its own."""
    for name in (
        'docs/seeds/b.txt',
        'docs/seeds/a.txt',
        'docs/seeds/.hidden.txt',
        'docs/seeds/notes.md',
        'docs/seeds/a.txt~',
        'docs/seeds/sub/c.txt',
        'docs/seeds/sub/deep/d.txt',
        'docs/seeds/.git/e.txt',
        'docs/seeds/f.txt/g.txt',
        'docs/more/x.seed',
        'docs/more/[y].txt',
        'secret/secret.txt',
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT.replace('Pot', path.stem), 'utf-8')
    return tmp_path / 'docs'


def found(base: Path, *items: str) -> list[str]:
    folders, missing = find_seed_files(items, base)
    assert missing == []
    return [*shown_paths((file for folder in folders for file in folder.files), base)]


def read(path: Path, root: Path) -> tuple[str, list[Problem]]:
    return read_seed_text(path, 'shown.txt', Roots([root.resolve()]))


class TestFind:
    ALL = (
        'seeds/a.txt',
        'seeds/b.txt',
        'seeds/f.txt/g.txt',
        'seeds/sub/c.txt',
        'seeds/sub/deep/d.txt',
    )

    def test_a_folder_stands_for_its_txt_files_and_those_below(self, base: Path) -> None:
        assert found(base, 'seeds') == list(self.ALL)
        assert found(base, 'seeds/') == list(self.ALL)
        assert found(base, './seeds') == list(self.ALL)

    def test_a_backslash_parts_folders_too(self, base: Path) -> None:
        assert found(base, 'seeds\\sub') == ['seeds/sub/c.txt', 'seeds/sub/deep/d.txt']

    def test_a_file_is_found_whatever_its_suffix(self, base: Path) -> None:
        assert found(base, 'more/x.seed') == ['more/x.seed']
        assert found(base, 'seeds/.hidden.txt') == ['seeds/.hidden.txt']

    @pytest.mark.parametrize(
        ('pattern', 'files'),
        [
            ('seeds/*.txt', ['seeds/a.txt', 'seeds/b.txt']),
            ('seeds/[ab].txt', ['seeds/a.txt', 'seeds/b.txt']),
            ('*/x.*', ['more/x.seed']),
            ('seeds/sub/**/*.txt', ['seeds/sub/c.txt', 'seeds/sub/deep/d.txt']),
            ('**/d.txt', ['seeds/sub/deep/d.txt']),
            ('more/[[]y].txt', ['more/[y].txt']),
        ],
    )
    def test_a_glob_stands_for_the_files_that_it_matches(
        self, base: Path, pattern: str, files: list[str]
    ) -> None:
        assert found(base, pattern) == files

    def test_a_file_whose_name_looks_like_a_glob(self, base: Path) -> None:
        assert found(base, 'more/[y].txt') == ['more/[y].txt']

    def test_absolute_items(self, base: Path) -> None:
        assert found(base, str(base / 'seeds')) == list(self.ALL)
        assert found(base, str(base / 'seeds' / '*.txt')) == ['seeds/a.txt', 'seeds/b.txt']

    def test_items_above_the_base(self, base: Path) -> None:
        assert found(base, '../secret') == ['../secret/secret.txt']
        assert found(base / 'more', '../seeds/*.txt') == ['../seeds/a.txt', '../seeds/b.txt']

    def test_items_are_in_the_order_given(self, base: Path) -> None:
        assert found(base, 'seeds/b.txt', 'seeds/a.txt') == ['seeds/b.txt', 'seeds/a.txt']

    def test_the_root_of_an_item_is_what_may_be_read(self, base: Path) -> None:
        (base / 'link').symlink_to(base.parent / 'secret')
        items = [
            'seeds',
            'seeds/a.txt',
            'seeds/*.txt',
            'seeds/*/c.txt',
            '*/a.txt',
            'link',
            'link/*',
        ]
        folders, _ = find_seed_files(items, base)
        assert [posix_relative(folder.root, base.resolve()) for folder in folders] == [
            'seeds',
            'seeds/a.txt',
            'seeds',
            'seeds',
            '.',
            '../secret',
            '../secret',
        ]

    def test_what_does_not_exist_is_missing(self, base: Path) -> None:
        items = ['nope', 'seeds/nope.txt', 'seeds', 'a.txt/b', '']
        folders, missing = find_seed_files(items, base)
        assert len(folders) == 2
        assert missing == ['nope', 'seeds/nope.txt', 'a.txt/b']

    def test_a_glob_that_matches_nothing_is_missing(self, base: Path) -> None:
        assert find_seed_files(['nope/*.txt', 'seeds/*.seed'], base)[1] == [
            'nope/*.txt',
            'seeds/*.seed',
        ]

    @pytest.mark.parametrize('item', ['a\0b', 'a\0*', 'a\0/*.txt', '*/a\0', 'seeds/\0', '\0'])
    def test_a_name_with_a_nul_finds_nothing(self, base: Path, item: str) -> None:
        folders, _ = find_seed_files([item], base)
        assert [folder.files for folder in folders if folder.files] == []

    @pytest.mark.parametrize('item', ['x' * 300, 'x' * 300 + '/*'], ids=['name', 'glob'])
    def test_a_name_that_is_too_long_finds_nothing(self, base: Path, item: str) -> None:
        folders, _ = find_seed_files([item], base)
        assert [folder.files for folder in folders if folder.files] == []

    def test_links_to_folders_below_are_not_followed(self, base: Path) -> None:
        (base / 'seeds' / 'loop').symlink_to(base / 'seeds')
        (base / 'seeds' / 'out').symlink_to(base.parent / 'secret')
        assert found(base, 'seeds') == list(self.ALL)

    def test_an_item_may_be_a_link(self, base: Path) -> None:
        (base / 'link').symlink_to('seeds/sub')
        assert found(base, 'link') == ['link/c.txt', 'link/deep/d.txt']

    def test_a_link_that_leads_to_itself_is_missing(self, base: Path) -> None:
        (base / 'loop').symlink_to('loop')
        assert find_seed_files(['loop'], base) == ([], ['loop'])


class TestRead:
    def test_a_seed(self, base: Path) -> None:
        assert read(base / 'seeds/a.txt', base) == (TEXT.replace('Pot', 'a'), [])

    def test_the_root_may_be_the_file_itself(self, base: Path) -> None:
        path = base / 'seeds/a.txt'
        assert read(path, path) == (TEXT.replace('Pot', 'a'), [])
        assert read(base / 'seeds/b.txt', path) == ('', [Problem('path', OUTSIDE, 'shown.txt')])

    def test_a_missing_file(self, base: Path) -> None:
        assert read(base / 'seeds/nope.txt', base) == (
            '',
            [Problem('missing', 'no such seed file', 'shown.txt')],
        )

    def test_a_link_to_nowhere(self, base: Path) -> None:
        (base / 'dead.txt').symlink_to('nowhere.txt')
        assert read(base / 'dead.txt', base)[1] == [
            Problem('missing', 'no such seed file', 'shown.txt')
        ]

    def test_a_folder(self, base: Path) -> None:
        assert read(base / 'seeds', base) == (
            '',
            [Problem('seed', 'is a folder; expected a seed file', 'shown.txt')],
        )

    @pytest.mark.skipif(not hasattr(os, 'mkfifo'), reason='this system has no named pipes')
    def test_a_named_pipe_is_not_waited_for(self, base: Path) -> None:
        os.mkfifo(base / 'pipe.txt')
        assert read(base / 'pipe.txt', base) == (
            '',
            [Problem('seed', 'is not a regular file; expected a seed file', 'shown.txt')],
        )

    def test_a_device_that_a_link_leads_to_is_outside(self, base: Path) -> None:
        (base / 'zero.txt').symlink_to('/dev/zero')
        assert [p.subtype for p in read(base / 'zero.txt', base)[1]] == ['path']

    def test_a_large_file(self, base: Path) -> None:
        (base / 'large.txt').write_bytes(b'x' * (5 * 1024 * 1024))
        assert read(base / 'large.txt', base) == (
            '',
            [
                Problem(
                    'seed',
                    'the file has 5.0 MiB, and a seed may have 4 MiB; it is left out',
                    'shown.txt',
                )
            ],
        )

    def test_a_file_as_large_as_a_seed_may_be(self, base: Path) -> None:
        (base / 'large.txt').write_bytes(b'x' * MAX_SEED_BYTES)
        text, problems = read(base / 'large.txt', base)
        assert (len(text), problems) == (4 * 1024 * 1024, [])

    def test_an_empty_file(self, base: Path) -> None:
        (base / 'empty.txt').write_bytes(b'')
        assert read(base / 'empty.txt', base) == ('', [])

    @pytest.mark.parametrize(
        ('error', 'reason'),
        [
            (PermissionError(13, 'Permission denied'), 'Permission denied'),
            (OSError(5, 'Input/output error'), 'Input/output error'),
            (OSError(), 'OSError'),
        ],
    )
    def test_a_file_that_cannot_be_read(
        self, base: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, reason: str
    ) -> None:
        def refuse(path: Path) -> bytes:
            raise error

        monkeypatch.setattr(Path, 'read_bytes', refuse)
        assert read(base / 'seeds/a.txt', base) == (
            '',
            [Problem('seed', f'the file cannot be read: {reason}', 'shown.txt')],
        )

    # https://github.com/elastic/docs-builder/pull/3000
    @pytest.mark.parametrize(
        'name',
        ['link.txt', 'linked/secret.txt', '../secret/secret.txt', 'seeds/../../secret/x', '..'],
    )
    def test_what_leads_outside_is_not_read(self, base: Path, name: str) -> None:
        (base / 'link.txt').symlink_to(base.parent / 'secret/secret.txt')
        (base / 'linked').symlink_to(base.parent / 'secret')
        assert read(base / name, base) == ('', [Problem('path', OUTSIDE, 'shown.txt')])

    def test_a_folder_whose_name_only_begins_alike_is_outside(self, base: Path) -> None:
        path = base.parent / 'docs2/a.txt'
        path.parent.mkdir()
        path.write_text(TEXT, 'utf-8')
        assert [p.subtype for p in read(path, base)[1]] == ['path']

    def test_a_link_inside_is_read(self, base: Path) -> None:
        (base / 'link.txt').symlink_to('seeds/a.txt')
        assert read(base / 'link.txt', base) == (TEXT.replace('Pot', 'a'), [])

    def test_a_loop_of_links_is_a_problem(self, base: Path) -> None:
        """Which one depends on the version of Python."""
        (base / 'one.txt').symlink_to('two.txt')
        (base / 'two.txt').symlink_to('one.txt')
        text, (problem,) = read(base / 'one.txt', base)
        assert (text, problem.path) == ('', 'shown.txt')
        assert problem.subtype in {'path', 'seed'}

    @pytest.mark.parametrize(
        'name',
        ['a\0.txt', '\0', 'x' * 300 + '.txt', 'x/' * 3000],
        ids=['NUL in it', 'NUL', 'long name', 'long path'],
    )
    def test_a_name_that_cannot_be_is_a_problem(self, base: Path, name: str) -> None:
        text, (problem,) = read(base / name, base)
        assert (text, problem.path) == ('', 'shown.txt')
        assert problem.subtype in {'path', 'seed', 'missing'}

    def test_a_link_that_leads_outside_from_a_folder_whose_files_are_inside(
        self, base: Path
    ) -> None:
        (base / 'seeds/link.txt').symlink_to(base.parent / 'secret/secret.txt')
        roots = Roots([base.resolve()])
        assert [base / f'seeds/{name}.txt' in roots for name in ('a', 'link')] == [True, False]

    def test_a_root_may_be_a_file(self, base: Path) -> None:
        roots = Roots([(base / 'seeds/a.txt').resolve()])
        (base / 'link.txt').symlink_to('seeds/a.txt')
        paths = ['seeds/a.txt', 'link.txt', 'seeds/sub/c.txt', 'seeds']
        assert [base / path in roots for path in paths] == [True, True, False, False]

    def test_no_root_at_all(self, base: Path) -> None:
        assert base / 'seeds/a.txt' not in Roots([])


class TestDecode:
    @pytest.mark.parametrize('text', ['', 'Pot', TEXT, '急須\r\n🍵', '\ufeffPot'])
    def test_utf_8(self, text: str) -> None:
        assert decode(text.encode('utf-8'), 'x.txt') == (text, [])

    @pytest.mark.parametrize(
        ('data', 'line', 'column', 'offset', 'byte'),
        [
            (b'\xff', 1, 1, 0, 'FF'),
            (b'Pot\n\xe9', 2, 1, 4, 'E9'),
            (b'a\r\nb\rc\n\xfc', 4, 1, 7, 'FC'),
            ('é急🍵'.encode() + b'x\x93q\x94', 1, 5, 10, '93'),
            ('é\n“'.encode() + b'\xe2\x80', 2, 2, 6, 'E2'),
            (b'a\xc0\xaf', 1, 2, 1, 'C0'),
            (b'a\xed\xa0\x80', 1, 2, 1, 'ED'),
            ('a\u2028b\u0085'.encode() + b'\xff', 1, 5, 7, 'FF'),
            # the byte order mark is no column, as in the problems of the reader
            (b'\xef\xbb\xbfab\xff', 1, 3, 5, 'FF'),
        ],
    )
    def test_no_utf_8(self, data: bytes, line: int, column: int, offset: int, byte: str) -> None:
        text, problems = decode(data, 'x.txt')
        further = text.count('\ufffd') - 1
        more = f' (and {further} more)' if further else ''
        assert further >= 0
        assert problems == [
            Problem(
                'encoding',
                f'byte 0x{byte} at offset {offset} is not UTF-8{more}; '
                'shown as U+FFFD; save the file as UTF-8',
                'x.txt',
                line,
                column,
            )
        ]

    def test_a_replacement_sign_in_the_text_is_not_counted(self) -> None:
        (problem,) = decode('\ufffd\ufffd'.encode() + b'\xff', 'x.txt')[1]
        assert problem.message.startswith('byte 0xFF at offset 6 is not UTF-8; shown')
        assert problem.column == 3

    def test_further_wrong_bytes_are_counted(self) -> None:
        (problem,) = decode(b'\xff a \xfe b \xfd', 'x.txt')[1]
        assert problem.message.startswith('byte 0xFF at offset 0 is not UTF-8 (and 2 more);')

    def test_what_is_utf_8_around_stays(self) -> None:
        assert decode(b'Caf\xe9 vs Pot\n\n\xe2\x80\x9ca\xe2\x80\x9d', 'x.txt')[0] == (
            'Caf\ufffd vs Pot\n\n“a”'
        )

    @pytest.mark.parametrize(
        ('encoding', 'name'),
        [
            ('utf-16', 'UTF-16'),
            ('utf-16-le', 'UTF-16'),
            ('utf-16-be', 'UTF-16'),
            ('utf-32-le', 'UTF-32'),
            ('utf-32-be', 'UTF-32'),
        ],
    )
    def test_other_encodings_are_named(self, encoding: str, name: str) -> None:
        text = TEXT if encoding == 'utf-16' else '\ufeff' + TEXT
        assert decode(text.encode(encoding), 'x.txt') == (
            '',
            [Problem('encoding', f'the file is {name}; save it as UTF-8', 'x.txt', 1, 1)],
        )

    @pytest.mark.parametrize(
        ('data', 'line', 'column'),
        [
            (b'\0', 1, 1),
            (b'Pot vs Cup\n\nab\0c\0', 3, 3),
            ('é急\r\n🍵'.encode() + b'\0', 2, 2),
            ('Pot'.encode('utf-16-le'), 1, 2),
            (b'\xef\xbb\xbfa\0', 1, 2),
        ],
    )
    def test_a_nul_is_no_text(self, data: bytes, line: int, column: int) -> None:
        message = 'the file holds a NUL byte, so it is not text; save it as UTF-8'
        assert decode(data, 'x.txt') == ('', [Problem('encoding', message, 'x.txt', line, column)])


class TestReadFolder:
    def test_reads_every_seed_below(self, base: Path) -> None:
        corpus = read_folder(base / 'seeds')
        assert [found.path for found in corpus.matchups.values()] == [
            'a.txt',
            'b.txt',
            'f.txt/g.txt',
            'sub/c.txt',
            'sub/deep/d.txt',
        ]
        assert corpus.problems == []

    def test_takes_a_text_as_a_path(self, base: Path) -> None:
        assert len(read_folder(str(base / 'seeds')).matchups) == 5

    def test_the_folder_may_be_a_link(self, base: Path) -> None:
        (base / 'link').symlink_to('seeds/sub')
        corpus = read_folder(base / 'link')
        assert [found.path for found in corpus.matchups.values()] == ['c.txt', 'deep/d.txt']
        assert corpus.problems == []

    def test_a_link_that_leads_outside_shows_nothing_of_the_file(self, base: Path) -> None:
        secret = base.parent / 'secret/secret.txt'
        secret.write_text('Top vs Secret\n\n“Nobody may see this.”\n', 'utf-8')
        (base / 'seeds/out.txt').symlink_to(secret)
        corpus = read_folder(base / 'seeds')
        assert corpus.problems == [Problem('path', OUTSIDE, 'out.txt')]
        assert 'Secret' not in repr((corpus.matchups, corpus.products, corpus.problems))

    def test_a_wrong_seed_never_stops_the_others(self, base: Path) -> None:
        folder = base / 'seeds'
        (folder / '1.txt').write_bytes('Pot vs Cup\n\n“a”\n\n“b”'.encode('utf-16'))
        (folder / '2.txt').write_bytes(b'Pot vs Caf\xe9\n\n"a"\n\n"b"')
        (folder / '3.txt').write_bytes(b'')
        (folder / '4.txt').write_bytes(b'No title here')
        (folder / '5.txt').write_bytes(b'Pot vs Cup\n\n"a\n\n"b"')
        corpus = read_folder(folder)
        assert [(problem.subtype, problem.location) for problem in corpus.problems] == [
            ('encoding', '1.txt:1'),
            ('encoding', '2.txt:1'),
            ('seed', '3.txt:1'),
            ('seed', '4.txt:1'),
            ('seed', '5.txt:3'),
        ]
        assert len(corpus.matchups) == 7
        assert corpus.products['caf-fb1552c1'].name == 'Caf\ufffd'

    def test_problems_of_the_seeds_come_before_those_of_the_corpus(self, base: Path) -> None:
        folder = base / 'seeds'
        (folder / 'z.txt').write_text('', 'utf-8')
        (folder / 'y.txt').write_text(TEXT.replace('Pot', 'A'), 'utf-8')
        subtypes = [problem.subtype for problem in read_folder(folder).problems]
        assert subtypes == ['seed', 'duplicate', 'spelling']

    @pytest.mark.parametrize('name', ['nope', 'seeds/a.txt'])
    def test_no_folder(self, base: Path, name: str) -> None:
        with pytest.raises(NotADirectoryError, match='is not a folder'):
            read_folder(base / name)

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        assert read_folder(tmp_path).matchups == {}


class TestSignature:
    def test_it_changes_when_the_file_is_written(self, base: Path) -> None:
        path = base / 'seeds/a.txt'
        before = file_signature(path)
        assert before == file_signature(path)
        path.write_text(path.read_text('utf-8') + '\n', 'utf-8')
        assert file_signature(path) != before

    def test_it_changes_when_the_file_is_replaced_by_one_as_old_and_as_long(
        self, base: Path
    ) -> None:
        path, other = base / 'seeds/a.txt', base / 'seeds/other.txt'
        before, status = file_signature(path), path.stat()
        other.write_bytes(path.read_bytes().replace(b'a', b'b'))
        other.replace(path)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert path.stat().st_size == status.st_size
        assert file_signature(path) != before

    def test_there_is_none_of_a_missing_file(self, base: Path) -> None:
        assert file_signature(base / 'nope') == ()


def test_relative_paths_have_slashes_and_may_lead_up() -> None:
    assert posix_relative(Path('/a/b/c.txt'), Path('/a')) == 'b/c.txt'
    assert posix_relative(Path('/a/b/c.txt'), Path('/a/d/e')) == '../../b/c.txt'

"""What looks at PDFs and logs in the tests finds what is wrong, and asks for what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.pdf import REQUIRE_TEX, Document, Pdf, need

if TYPE_CHECKING:
    from pathlib import Path


def test_test_is_skipped_without_tex_but_fails_where_tex_must_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(REQUIRE_TEX, raising=False)
    with pytest.raises(pytest.skip.Exception, match='not installed: no-such-engine'):
        need('python3', 'no-such-engine')
    monkeypatch.setenv(REQUIRE_TEX, '1')
    with pytest.raises(pytest.fail.Exception, match='not installed: no-such-engine'):
        need('no-such-engine')


FAULTS = {
    r'\ref{nowhere}': "Reference `nowhere'",
    r'\hbox to 2pt{\rule{90pt}{1pt}}': r'Overfull \hbox',
    r'\vbox to 2pt{\rule{1pt}{90pt}}': r'Overfull \vbox',
    r'\label{twice}\label{twice}': "Label `twice' multiply defined",
    r'{\font\small=cmr10 \small\char200}': 'Missing character',
}


def faulty(folder: Path, tex: str) -> Pdf:
    """A document with LaTeX of its own."""
    need('make', 'latexmk', 'pdflatex')
    index = f'Start\n=====\n\n.. raw:: latex\n\n   {tex}\n'
    return Pdf.make(folder / 'source', Document({'index.rst': index}))


def test_complaints_of_a_log_are_found(tmp_path: Path) -> None:
    pdf = faulty(tmp_path, r'\par '.join(FAULTS))
    found = '\n'.join(pdf.complaints)
    assert [complaint for complaint in FAULTS.values() if complaint not in found] == []


def test_error_of_an_engine_is_found(tmp_path: Path) -> None:
    pdf = faulty(tmp_path, r'\nosuchmacro')
    assert pdf.complaints == ['! Undefined control sequence.']
    assert pdf.exit_code != 0

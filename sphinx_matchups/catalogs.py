"""The message catalogs of the pages: what a page shows in the language of the docs.

Sphinx translates what a page holds itself, when it reads the page. What is filled in later, and
the names in attributes of nodes, are translated from the same catalogs when the page is written.
"""

from __future__ import annotations

import contextlib
import gettext
from typing import TYPE_CHECKING

from sphinx.util.i18n import docname_to_domain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    #: Gives the translation of a message; the message itself if it has none.
    Translate = Callable[[str], str]


class PageCatalogs:
    """Finds the catalog of each page, as Sphinx does.

    :param folders: those of the setting ``locale_dirs``, the first counts most
    :param language: of the docs
    :param compact: the setting ``gettext_compact``
    """

    def __init__(
        self, folders: Iterable[Path] = (), language: str = '', compact: bool | str = True
    ) -> None:
        self._language = language
        self._folders = [folder for folder in folders if (folder / language).is_dir()]
        self._compact = compact
        self._found: dict[str, Translate | None] = {}

    def __bool__(self) -> bool:
        """Whether there may be any catalog in this language."""
        return bool(self._folders)

    def of(self, docname: str) -> Translate | None:
        """What translates the messages of a page; ``None`` if it has no catalog."""
        if not self._folders:
            return None
        domain = docname_to_domain(docname, self._compact)
        if domain not in self._found:
            self._found[domain] = self._find(domain)
        return self._found[domain]

    def _find(self, domain: str) -> Translate | None:
        found: gettext.NullTranslations | None = None
        for folder in self._folders:
            with contextlib.suppress(OSError):
                catalog = gettext.translation(domain, folder, [self._language])
                if found is None:
                    found = catalog
                else:
                    found.add_fallback(catalog)
        if found is None:
            return None
        translate = found.gettext
        # The empty message is the head of a catalog.
        return lambda message: (message and translate(message)) or message

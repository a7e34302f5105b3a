"""The rooms of the house: the modules of the package, in the order in which they may import.

The page on the architecture draws them as a table, and a test checks the imports by them.
"""

from __future__ import annotations

#: From the lowest to the highest; a module imports nothing from a room above its own. The
#: modules of a folder that stands here as a whole share a room.
ROOMS = (
    'corpus.model',
    'corpus.naming',
    'corpus.panel',
    'corpus.titles',
    'corpus.syntax',
    'corpus.front_matter',
    'corpus.reader',
    'corpus.files',
    'corpus.mentions',
    'corpus.corpus',
    'corpus',
    'config',
    'diagnostics',
    'directions',
    'words',
    'catalogs',
    'store',
    'uses',
    'nodes',
    'cards',
    'targets',
    'shown',
    'links',
    'domain',
    'indices',
    'directives',
    'transforms',
    'writers',
    'events',
    '',
)


def room(module: str) -> int:
    """The place of a module in the house, from 0 for the lowest.

    :param module: its name in the package, empty for the package itself
    :raises LookupError: if neither the module nor a folder that it is in has a place
    """
    name = module
    while name not in ROOMS:
        name, dot, _ = name.rpartition('.')
        if not dot:
            raise LookupError(f'give {module} a place in ROOMS')
    return ROOMS.index(name)

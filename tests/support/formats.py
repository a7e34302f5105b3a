"""One project that every builder builds."""

from __future__ import annotations

FILES: dict[str, str] = {
    'index.rst': """Kitchen
=======

.. toctree::

   rounds
   entries
   lists
   markdown

See :matchup:product:`Kettle One`, :matchup:persona:`the one who builds <Builder>`,
:matchup:matchup:`Kettle One vs Pot`, :matchup:quote:`Pot/Skeptic` and
:matchup:quote:`~Urn 2.0/Founder`.
""",
    'rounds.rst': """Rounds
======

.. matchup:: Kettle One vs Pot

Three products, of which one has no second quote:

.. matchup:: Cup vs Mug vs Glass

Alone:

.. matchup:quote:: Kettle One/Builder

Below each other, and without a place for links:

.. matchup:: Urn 2.0 vs Kettle One
   :layout: stack
   :flip:
   :no-index:
""",
    'entries.rst': """Entries
=======

Kettle One
----------

.. matchup:product:: Kettle One

   Boils *water*, see :matchup:persona:`Skeptic`.

.. matchup:product:: Mug

   Has a handle.

Urn
---

.. matchup:product:: Urn 2.0

.. matchup:product:: Urn 1.0

Voices
------

.. matchup:persona:: Skeptic

   Doubts, and says so.

.. matchup:persona:: Founder
""",
    'lists.rst': """Lists
=====

.. matchup:list:: products

.. matchup:list:: personas

.. matchup:list:: matchups
""",
    'markdown.md': """# Markdown

:::{matchup} Pot vs Pan
“Stays -- and *stays* --- `on the stove` all day.”

“Sears, says "the cook", at 300 °C & more.”
— The Creator on Pan: buy
:::

{matchup:product}`Pan` and {matchup:quote}`this <Mug/builder>`.

```{matchup} Urn 2.0 vs Kettle One
```
""",
    'seeds/kettle-one-vs-pot.txt': """Kettle One vs Pot

“Boils a litre in ninety seconds, long before the Pot does.”

“Holds four litres, and asks for patience.”

“The lid rattles, and the cord is short.”

“A pot is a pot. Pan does the rest.”
— The Skeptic on Pot: skip
""",
    'seeds/urn-2.0-vs-kettle-one.txt': """Urn 2.0 vs Kettle One

“Tea for a wedding.”

“Boils a litre in ninety seconds, long before the Pot does.”

“Who carries it?”

“The lid rattles, and the cord is short.”

“It will tell a phone when tea is ready.”

“Kettles will talk. I hope they will not.”

“Sold three before lunch, to a market of cafés that Urn 1.0 had opened.”
— The Founder on Urn 2.0: buy

“Colour, line and a spout: it is drawn well.”
""",
    'seeds/cup-vs-mug-vs-glass.txt': """Cup vs Mug vs Glass

“Thin.”

“Thick, and warm for an hour.”

“See-through.”

“Chips.”

“Survived the Kettle One.”
— The Skeptic on Mug: buy, and twice

“Breaks.”
— The Skeptic on Glass: skip

“Cups go out of fashion.”

“Mugs never do.”
""",
}

"""The battle of Tientsin, for docs/designers/battles/whitesun.md (written by tests/battle_pages.py)."""

from __future__ import annotations

from battle_pages import told
from whitesun.conftest import NOTHING, SPARE, X, fire, table

BEFORE = (
    "July 1937, the first operation of the war, put together as in the rulebook's example of play: three divisions of "
    "two steps, three of one and two brigades, fourteen dice, enter the map along the railroad from the north."
)


def page() -> str:
    """The page as the log tells it."""
    t = table(turn=1, phase="first", ready=[*X, SPARE], pool=["E-18C", "E-88D", "R-NR", "R-17D", "C-8RA"])
    steps = [
        *[("join", unit) for unit in X],
        (("enter", "1417"), [*NOTHING, 1]),
        (("advance", "1517"), [2, 5, 3, "E-18C"]),
        (("advance", "1618"), [1, 1, 6, "E-88D", "R-NR", "R-17D", 4]),
        (("lose", "J-3D"), fire(13, 5)),
        (("destroy", "R-NR"), [5]),
        (("lose", "J-5D"), [6]),
        (("fight-on",), [2, *fire(12, 6, 5), 1, 2]),
        (("advance", "1518"), [*NOTHING, 2]),
        (("advance", "1419"), [3, 2, 4, 3]),
        ("lose", "J-6D"),
        (("lose", "J-2IMB"), ["C-8RA", "R-17D", 5, *fire(10, 6, 6), 4]),
        ("halt",),
    ]
    return told("The first march on Peking", BEFORE, t, steps)

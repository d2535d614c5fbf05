"""2.4-2.15: what is printed on each counter, for the drawing of it."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import Face, Marker
from grognard.games.ichigo.facts import Facts

ALLIED, JAPANESE = 0, 1
BLACK, WHITE = "#15171a", "#ffffff"
PAPER = "#f7f3e8"
COLOURS = {
    "CEA": (PAPER, "#ae1a1a"),
    "KA": (PAPER, BLACK),
    "14AA": (PAPER, "#a84f00"),
    "FG": (PAPER, "#1d4a9a"),
    "Regulars": ("#243d6d", WHITE),
    "Militia": ("#a9cbe6", BLACK),
    "US": ("#8f9464", BLACK),
}
"""2.5, 2.6: the counter's colour and that of its print."""
SUBSTITUTE_STRIPE = "#f2ead0"
SYMBOLS = {"airborne": "paratroop"}
"""Where the symbol is not named like the type."""
UNTRIED = "c-untried"
"""The back of every Chinese regular; there is only one, so that it tells nobody which of them it is."""


def faces(g: Facts) -> list[Face]:
    """A face per unit and steps left, from full strength down, and the back of untried regulars."""
    return [*(face(unit, steps) for unit in g.rows for steps in range(unit["steps"], 0, -1)), untried()]


def face(unit: dict[str, Any], steps: int) -> Face:
    """2.4: a unit with so many steps left; a US division's last two are its striped substitute (2.15)."""
    fill, ink = COLOURS[unit["army"]]
    return Face(
        id=f"c-{unit['id']}-{steps}",
        side=JAPANESE if unit["side"] == "Japanese" else ALLIED,
        fill=fill,
        ink=ink,
        symbol=SYMBOLS.get(unit["type"], unit["type"]),
        stripe=SUBSTITUTE_STRIPE if unit["steps"] - steps >= 2 else "",
        size="" if unit["size"] == "ad hoc" else unit["size"],
        name=unit["label"],
        note=_note(unit, steps),
        values=tuple((value, "plain") for value in printed_values(unit, steps)),
        steps=steps,
        full=unit["steps"],
    )


def untried() -> Face:
    """3.3: a question mark, the same for all."""
    fill, ink = COLOURS["Regulars"]
    return Face(id=UNTRIED, side=ALLIED, fill=fill, ink=ink, symbol="infantry", values=(("?", "plain"),))


def printed_values(unit: dict[str, Any], steps: int) -> list[str]:
    """2.10-2.13: one factor; attack, defence and movement of a static unit; the shift of a supporting one in arrows."""
    if unit["shift"]:
        return [f"{unit['shift']}>" if "attack only" in unit["traits"] else f"<{unit['shift']}>"]
    attack, defence = (unit[key].split("/")[unit["steps"] - steps] for key in ("attack", "defence"))
    return [attack] if unit["movement"] is None else [attack, defence, str(unit["movement"])]


def _note(unit: dict[str, Any], steps: int) -> str:
    """3.2, 3.4: where or when it comes, on the front of units that are set up by it; else its army (2.7)."""
    if unit["army"] in ("Militia", "CEA"):
        comes = unit["setup"].removeprefix("T")
        return comes if comes.isdigit() and steps == unit["steps"] else ""
    return unit["army"] if unit["army"] in ("FG", "KA", "14AA") else ""


def markers() -> list[Marker]:
    """2.16, 3.6: control flags, airpower, B-29, beachhead, aerial supply; and how many counters lie below."""
    return [
        Marker("m-more", "back"),
        Marker("m-japanese", "flag-disc"),
        Marker("m-allied", "flag-sun"),
        Marker("m-air-japanese", "fighter", "#f3dcd6", "#ae1a1a"),
        Marker("m-air-allied", "fighter", "#d6e0f0", "#243d6d"),
        Marker("m-b29", "bomber"),
        Marker("m-beachhead", "beachhead"),
        Marker("m-aerial", "parachute"),
    ]

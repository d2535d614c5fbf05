"""2.3-2.10: what is printed on each counter, for the drawing of it."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import Face, Marker
from grognard.games.whitesun.facts import Facts
from grognard.games.whitesun.units import dice

JAPANESE, CHINESE = 0, 1
BLACK, WHITE, RED = "#15171a", "#ffffff", "#ae1a1a"
PAPER, GREEN, BLUE = "#f7f3e8", "#8fb56a", "#2a78b0"
COLOURS = {
    "Imperial": (PAPER, RED),
    "Navy": (PAPER, RED),
    "Marker": (PAPER, RED),
    "Puppet": ("#ecc94b", BLACK),
    "Elite": ("#202226", WHITE),
    "Regular": (BLUE, WHITE),
    "Air": (BLUE, WHITE),
    "Garrison": (GREEN, BLACK),
    "Works": (GREEN, BLACK),
    "Communist": ("#b3261e", WHITE),
}
"""2.4: the counter's colour and that of its print."""
SYMBOLS = {
    "mechanized": "mechanised",
    "warships": "naval support",
    "fighters": "air support",
    "fort": "gun emplacement",
    "depot": "supply",
}
"""Where the symbol is not named like the type."""
MARKER_SYMBOLS = {"MK-ctl": "hq", "MK-brk": "engineer", "MK-mp": "transporter"}


def faces(g: Facts) -> list[Face]:
    """The front of every counter, the reduced side of those with two, and the backs with a turn or a place on them."""
    out = []
    backs: dict[str, Face] = {}
    for unit in g.all_rows:
        sides = max(1, len(dice(unit)))
        out += [face(unit, side) for side in range(sides, 0, -1)]
        if (name := back_of(unit)) and name not in backs:
            backs[name] = back(unit)
    return [*out, *backs.values()]


def face(unit: dict[str, Any], side: int) -> Face:
    """2.4: a unit's full side, or with side 1 of two the reduced one."""
    printed = dice(unit)
    reduced = unit["steps"] == 2
    return Face(
        id=f"c-{unit['id']}-{side}",
        size=unit["size"],
        name=unit["label"],
        note=str(unit["turn"]) if unit["force"] in ("Imperial", "Puppet", "Navy") else "",
        values=((_shown(unit, printed[len(printed) - side]), "plain"),) if printed else (),
        steps=side if reduced else 1,
        full=2 if reduced else 1,
        **_look(unit),
    )


def back_of(unit: dict[str, Any]) -> str:
    """The face on the other side of a counter that is not a second strength; empty where nothing is printed."""
    if unit["force"] in ("Garrison", "Works"):
        return f"c-{unit['id']}-back"
    if unit["side"] == "Chinese" and unit["turn"]:
        return f"c-back-{unit['force'].lower()}-{unit['turn']}"
    return ""


def back(unit: dict[str, Any]) -> Face:
    """3.1: where a static unit is set up, or the turn of entry; the latter never tells which unit it is."""
    look = _look(unit)
    if not unit["turn"]:
        return Face(id=back_of(unit), name=unit["label"], values=((unit["setup"], "plain"),), **look)
    look["symbol"] = "air support" if unit["force"] == "Air" else "infantry"
    return Face(id=back_of(unit), values=((str(unit["turn"]), "plain"),), **look)


def _look(unit: dict[str, Any]) -> dict[str, Any]:
    fill, ink = COLOURS[unit["force"]]
    return {
        "side": CHINESE if unit["side"] == "Chinese" else JAPANESE,
        "fill": fill,
        "ink": BLACK if unit["id"] == "MK-brk" else ink,
        "symbol": MARKER_SYMBOLS.get(unit["id"]) or SYMBOLS.get(unit["type"], unit["type"]),
    }


def _shown(unit: dict[str, Any], value: str) -> str:
    """8.8, 2.4: Communists hit at or below the turn's number; an asterisk marks what cannot be replaced."""
    if unit["force"] == "Communist":
        return "≤T"
    return f"{value}*" if "asterisk" in unit["traits"] else value


def markers() -> list[Marker]:
    """2.10, 3.4: Japanese control, and a break in a railroad."""
    return [Marker("m-control", "flag-disc"), Marker("m-break", "rail-break")]

"""1.2: what is printed on each counter, for the drawing of it."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import Face, Marker
from grognard.games.nemesis.facts import ALLIED, JAPANESE, Facts
from grognard.games.nemesis.units import TRANSPORTERS

INK = "#15171a"
NATIONS = {
    "Japan": ("#efe3c2", "#e2d3a8"),
    "British": ("#b58d63", "#d8bd97"),
    "US": ("#8aa266", "#bccb9d"),
    "Chinese": ("#7ea6cd", "#b3cce4"),
}
"""1.1: cream, brown, green, blue; and the paler ground of an ordinary symbol."""
DIVISIONS = {
    "31": "#c8453b",
    "15": "#3f74b5",
    "33": "#4d9150",
    "18": "#e08a2e",
    "56": "#7e55a0",
    "53": "#2f9c9a",
}
"""The headers of the Japanese divisions; the auxiliaries have none (7.1-C)."""
YELLOW, WHITE = "#f3cf3f", "#ffffff"
"""1.2-B, 1.2-E: the symbol of Support units, and of units that cannot be replaced."""
LIMITED = "#b7b5ae"
"""1.2-C: the back of a small unit."""
FRONT, BACK = range(2)
"""Whose strength is shown: a small unit and a Transporter have one for both."""
SYMBOLS = {
    "local rifles": "militia",
    "paratroops": "paratroop",
    "chindit": "ranger",
    "galahad": "ranger",
    "air": "air support",
    "mules": "supply",
    "truck": "transporter",
}
"""Where the symbol is not named like the type."""


def faces(g: Facts) -> list[Face]:
    """The front of every counter and, where something is printed on it, the back."""
    return [face for unit in g.rows for face in (front(unit), back(unit)) if face]


def front(unit: dict[str, Any]) -> Face:
    """1.2-A: the full side."""
    starts_on_back = "reduced" in unit["traits"] or "limited" in unit["traits"]
    return Face(
        id=f"c-{unit['id']}-front",
        fill=NATIONS[unit["nation"]][0],
        note="" if starts_on_back else _setup(unit),
        values=_values(unit, FRONT, str(unit["range"] or "")),
        steps=max(1, unit["steps"]),
        **_common(unit),
    )


def back(unit: dict[str, Any]) -> Face | None:
    """1.2-C: a large unit reduced, a small one in Limited Supply, a Transporter out of supply; others have none."""
    fill, steps, note, values = NATIONS[unit["nation"]][0], max(1, unit["steps"]), "", _values(unit, FRONT, "")
    if len(unit["strength"]) == 2:
        steps, values = unit["steps"] - 1, _values(unit, BACK, "")
        note = _setup(unit) if "reduced" in unit["traits"] else ""
    elif unit["size"] == "small":
        fill, note = LIMITED, f"{_setup(unit)} Lim" if "limited" in unit["traits"] else "Limited"
    elif unit["type"] in TRANSPORTERS:
        note, values = "OOS", _values(unit, FRONT, "–")
    else:
        return None
    return Face(id=f"c-{unit['id']}-back", fill=fill, note=note, values=values, steps=steps, **_common(unit))


def _common(unit: dict[str, Any]) -> dict[str, Any]:
    """What both sides of a counter have."""
    motorized_foot = unit["type"] == "infantry" and "motorized" in unit["traits"]
    return {
        "side": JAPANESE if unit["side"] == "Japanese" else ALLIED,
        "ink": INK,
        "symbol": "motorised" if motorized_foot else SYMBOLS.get(unit["type"], unit["type"]),
        "stripe": _stripe(unit),
        "size": unit["mark"],
        "name": f"{unit['label']} ★" if "star" in unit["traits"] else unit["label"],
        "full": max(1, unit["steps"]),
    }


def _stripe(unit: dict[str, Any]) -> str:
    """The division's colour; else yellow for support, white for the non-replaceable, a pale ground for the rest."""
    if unit["side"] == "Japanese" and unit["division"] in DIVISIONS:
        return DIVISIONS[unit["division"]]
    if "support" in unit["traits"]:
        return YELLOW
    if "non-replaceable" in unit["traits"] or "special force" in unit["traits"]:
        return WHITE
    return NATIONS[unit["nation"]][1]


def _values(unit: dict[str, Any], face: int, reach: str) -> tuple[tuple[str, str], ...]:
    """1.2-A: strength and movement, then Quality or a Transporter's range; a star for what is printed in red."""
    red = "*" if "motorized" in unit["traits"] else ""
    movement = "" if unit["movement"] is None else f"{unit['movement']}{red}"
    strength = str(unit["strength"][face]) if unit["strength"] else ""
    shown = ("-".join(filter(None, (strength, movement))), str(unit["quality"] or ""), reach)
    return tuple((value, "plain") for value in shown if value)


def _setup(unit: dict[str, Any]) -> str:
    """3.2: the set-up letter or the turn of entry; nothing on what begins in a box."""
    place = unit["enters"] or unit["setup"]
    if place[1:2] == "-":
        return str(place[2:])
    return f"GT{place[1:]}" if place[1:].isdigit() else ""


CHITS = ("Assault", "Attack", "Supply", "Reinf.")


def chits() -> list[Face]:
    """4.0: the four Phase Chits, and their blank side."""
    shown = [(f"m-chit-{i}", name) for i, name in enumerate(CHITS)]
    shown.append(("m-chit-back", "?"))
    return [Face(id=id_, side=ALLIED, fill="#e9e4d6", ink=INK, symbol="", name=name) for id_, name in shown]


def markers() -> list[Marker]:
    """6.7: flags, Bunkers, Ambushes, and Airfields in use for air supply."""
    return [
        Marker("m-japanese", "flag-disc"),
        Marker("m-allied", "flag-star"),
        Marker("m-bunker-japanese", "bunker", NATIONS["Japan"][0], INK),
        Marker("m-bunker-british", "bunker", NATIONS["British"][0], INK),
        Marker("m-bunker-us", "bunker", NATIONS["US"][0], INK),
        Marker("m-bunker-yunnan", "bunker", NATIONS["Chinese"][0], INK),
        Marker("m-ambush", "ambush"),
        Marker("m-air-supply", "parachute"),
    ]

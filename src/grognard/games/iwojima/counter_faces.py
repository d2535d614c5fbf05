"""2.1.1: what is printed on each counter, for the drawing of it."""

from __future__ import annotations

from grognard.atlas.counters import Face, Marker
from grognard.games.iwojima.facts import ANY_RANGE, ROCKET_DIE, US, Facts
from grognard.kernel.ids import Unit, every

BLUE, BROWN, RED = "#6f8fae", "#b3935f", "#b5524a"
DIVISION_STRIPES = {"3rd": "#1f4fa3", "4th": "#e0812b", "5th": "#3f8f4f"}
SYMBOLS = {"anti-tank gun": "anti-tank", "HQ": "hq"}
"""Where the symbol is not named like the type."""
SIZES = {"marines": "III", "infantry": "II", "HQ": "XX", "tank": "II", "artillery": "II"}


def faces(g: Facts) -> list[Face]:
    """A face per unit and steps left."""
    return [face(g, u, steps) for u in every(Unit, g.units) for steps in range(1, g.full[u] + 1)]


def face(g: Facts, unit: Unit, steps: int) -> Face:
    """2.1.1(1)-(7): name, symbol, colours, ratings and steps."""
    row = g.rows[unit]
    us = g.side_of[unit] == US
    values: list[tuple[str, str]] = []
    if row["bombardment"]:
        rating = g.bombard[unit][steps]
        values.append(("★" if rating == ROCKET_DIE else str(rating), "bombard"))
        values.append(("∞" if g.range[unit] == ANY_RANGE else str(g.range[unit]), "range"))
    if row["assault"]:
        style = "assault-at" if g.anti_tank >> unit & 1 else "assault"
        values += [(str(g.assault[unit][steps]), style), (str(g.mp[unit]), "move")]
    return Face(
        id=f"c-{g.unit_ids[unit]}-{steps}",
        side=g.side_of[unit],
        fill=BLUE if us else RED if g.red >> unit & 1 else BROWN,
        ink="#101820" if us or not g.red >> unit & 1 else "#ffffff",
        symbol=SYMBOLS.get(g.unit_type[unit], g.unit_type[unit]),
        stripe=DIVISION_STRIPES.get(row["formation"], "" if us else "#c4c2ba"),
        size=SIZES.get(g.unit_type[unit], ""),
        name=g.unit_names[unit],
        values=tuple(values),
        armor=str(g.armor[unit]) if g.armor[unit] else "",
        steps=steps,
        full=g.full[unit],
    )


def markers() -> list[Marker]:
    """2.1.2a."""
    return [
        Marker("m-cave", "cave"),
        Marker("m-cave-hidden", "cave-hidden"),
        Marker("m-control", "control"),
        Marker("m-beachhead", "beachhead"),
        Marker("m-safe", "safe"),
        Marker("m-flag", "flag"),
    ]

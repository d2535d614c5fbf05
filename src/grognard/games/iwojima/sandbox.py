"""Positions by hand: what `grognard.sandbox("iwojima", …)` can change.

    turn=3, phase="us-movement"           the phase starts anew
    units={"U-23": "OKI", "J-309": ["CHI", 1]}   a place, or a place and steps; Japanese units come Concealed
    revealed=["J-309"], fired=["U-23"]    facing and status
    control=["OKI", "CHI"]                the areas under US control, all others Japanese
    caves={"CHI": 2}, shown={"CHI": 1}    Concealed and Revealed Caves, none elsewhere
    beachheads=["OKI"], safe=["CHI"], flag=0, vp={"US": 3, "JP": 9}, weather="Good",
    kirikami=1, windows="able", loss_order=["J-310", "J-309"], losses="order"

Once a phase is set, Japanese units that have no place are dead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.state import State, enforce_stacking, leave_loss_order
from grognard.games.iwojima.victory import supports_left
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Refused
from grognard.kernel.ids import Spaces, Units
from grognard.kernel.sandbox import (
    Change,
    Field,
    begin_phase,
    by_side,
    change_by,
    named,
    put,
    put_by_side,
    space_and_steps,
    unit_of,
    units_of,
)
from grognard.kernel.state import place


def edit(s: State, change: Mapping[str, Any]) -> None:
    """Change a position; an unknown word or name is refused and nothing is changed."""
    change_by(EDITS, s, change)


def _areas(s: State, names: Iterable[str]) -> Spaces:
    index = s.game.space_index
    for name in names:
        if index.get(name, s.game.areas) >= s.game.areas:
            raise Refused(f"There is no area {name!r}.")
    return bitset(index[name] for name in names)


def keep_calendar(s: State) -> None:
    """21b, 22.1.3: the support units that have been sent home by a turn wait in the Reserve Box."""
    g = s.game
    for kind in (g.air, g.naval):
        for unit in members(kind)[supports_left(g, kind, s.turn) :]:
            place(s, unit, g.reserve)


def calendar(s: State) -> list[str]:
    """21b, 22.1.3: what cannot be in the turn of a position by hand."""
    g = s.game
    return [
        f"There are more {name} support units than Turn {s.turn} has."
        for kind, name in ((g.air, "air"), (g.naval, "naval"))
        if (s.at[g.support] & kind).bit_count() > supports_left(g, kind, s.turn)
    ]


def _phase(s: State, name: str) -> None:
    g = s.game
    begin_phase(s, name)
    for unit in each(s.at[g.hand]):
        s.steps[unit] = 0
        s.concealed &= ~(1 << unit)
        place(s, unit, g.eliminated)


def _place_units(s: State, placed: Mapping[str, Any]) -> None:
    g = s.game
    for name, where in placed.items():
        unit = unit_of(s, name)
        space, s.steps[unit] = space_and_steps(s, unit, where)
        place(s, unit, space)
        leave_loss_order(s, unit)
        bit = 1 << unit
        s.concealed = s.concealed | bit if g.jp & bit and space < g.areas else s.concealed & ~bit
        if space < g.areas:
            enforce_stacking(s, space, unit)


def _reveal(s: State, names: Iterable[str]) -> None:
    for unit in each(units_of(s, names)):
        s.concealed &= ~(1 << unit)
        leave_loss_order(s, unit)


def _caves(field: str) -> Callable[[State, Mapping[str, int]], None]:
    def change(s: State, per_area: Mapping[str, int]) -> None:
        _areas(s, per_area)
        setattr(s, field, [per_area.get(name, 0) for name in s.game.space_ids[: s.game.areas]])

    return change


def fields(g: Facts) -> list[Field]:
    """What the editor's page shows besides turn, phase and units."""
    areas = g.space_ids[: g.areas]
    garrison = tuple(named(g.unit_ids, g.jp))
    weather = tuple((name, name) for name in g.weather_names)

    def of(name: str) -> Callable[[State], list[str]]:
        return lambda s: named(g.space_ids, getattr(s, name))

    def caves(name: str) -> Callable[[State], dict[str, int]]:
        return lambda s: {area: number for area, number in zip(areas, getattr(s, name), strict=True) if number}

    def on_the_island(s: State, units: Units) -> list[str]:
        return [name for name in named(g.unit_ids, units) if s.where[g.unit_index[name]] < g.areas]

    return [
        Field("weather", "Weather", "choice", lambda s: g.weather_names[s.weather], choices=weather),
        Field("vp", "VP", "scores", by_side("vp"), most=g.goal - 1),
        Field("revealed", "Revealed", "units", lambda s: on_the_island(s, g.jp & ~s.concealed), among=garrison),
        Field("fired", "Fired", "units", lambda s: on_the_island(s, s.fired)),
        Field("control", "US control", "spaces", of("control"), among=areas),
        Field("caves", "Caves, Concealed", "counts", caves("caves"), most=g.max_caves, among=areas),
        Field("shown", "Caves, Revealed", "counts", caves("shown"), most=g.max_caves, among=areas),
        Field("beachheads", "Beachhead", "spaces", of("beachheads"), among=areas),
        Field("safe", "Safe to Land", "spaces", of("safe"), among=areas),
    ]


EDITS: dict[str, Change] = {
    "turn": put("turn"),
    "phase": _phase,
    "units": _place_units,
    "revealed": _reveal,
    "fired": put("fired", units_of),
    "control": put("control", _areas),
    "caves": _caves("caves"),
    "shown": _caves("shown"),
    "probed": put("probed", _areas),
    "beachheads": put("beachheads", _areas),
    "safe": put("safe", _areas),
    "flag": put("flag"),
    "vp": put_by_side("vp"),
    "weather": put("weather", lambda s, value: s.game.weather_names.index(value)),
    "kirikami": put("kirikami"),
    "windows": put("ask", lambda s, value: int(value == "able")),
    "loss_order": put("loss_order", lambda s, names: [unit_of(s, name) for name in names]),
    "losses": put("by_order", lambda s, value: int(value == "order")),
}

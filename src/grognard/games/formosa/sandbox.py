"""Positions by hand: what the sandbox can change.

turn=3, phase="allied-combat"         the phase starts anew; the game counts as set up
units={"A07": "0616", "J05": "0615"}  where ground units are; the map and the Staging Area are cleared first
add={"J33": "0522"}                   the same without clearing
concealed=["J05"]                     Japanese counters that lie face down, no others
bases=["A39"]                         engineers on their base side
lp={"Allied": 10}, pending_lp={"Japanese": 1}
air={"Allied": 15}, guns=4            available US and Japanese TAC points; available US gunfire
amoy=3                                the turn in which it was captured
tac={"US": {"available": 5, "tactical": 2}}, gunfire={"US": {"staged": 2}}
support={"0522": ["US", "US"]}, interdiction={"0615": ["US"]}
kamikaze=3, tokku=2, fleet="ready", b29="available", air_supply="available", amphibious=2, drop_zone=1
b29_hex="0522", suppressed="0522", no_gunfire=1, no_landing=1, landed=["A07"], bought_97th=1
attacked=["A07"], struck=["J05"]      set after the phase has begun
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.games.formosa.facts import JAPAN, JAPANESE, NATIONS, US, Facts
from grognard.games.formosa.state import State, place
from grognard.kernel.bits import each
from grognard.kernel.ids import NO_UNITS, Space, every
from grognard.kernel.sandbox import (
    Change,
    Field,
    begin_phase,
    by_side,
    change_by,
    named,
    put,
    put_by_side,
    space_of,
    unit_of,
    units_of,
)

STATES = ("reserve", "available", "committed", "flown")
FLEETS = ("unbought", "ready", "gone")
AIR = {"Allied": US, "Japanese": JAPAN}
"""Whose air points the editor's page counts: the Commonwealth comes in Scenario 2 alone, by `tac`."""


def edit(s: State, change: Mapping[str, Any]) -> None:
    """Change a position; an unknown word or name is refused and nothing is changed."""
    change_by(EDITS, s, change)


def _phase(s: State, name: str) -> None:
    begin_phase(s, name)
    s.is_set_up = int(not name.endswith("set-up") and name != "reconnaissance")


def _place_units(s: State, placed: Mapping[str, str]) -> None:
    g = s.game
    for space in (*every(Space, g.hexes), g.staging, g.amoy_box):
        for unit in each(s.at[space]):
            place(s, unit, g.reinforcements[g.side_of[unit]])
    s.concealed = s.bases = NO_UNITS
    _add_units(s, placed)


def _add_units(s: State, placed: Mapping[str, str]) -> None:
    for name, where in placed.items():
        place(s, unit_of(s, name), space_of(s, where))


def _tac(s: State, values: Mapping[str, Mapping[str, int]]) -> None:
    for nation, boxes in values.items():
        for box, points in boxes.items():
            getattr(s, f"tac_{box}")[NATIONS.index(nation)] = points


def _air(s: State, values: Mapping[str, int]) -> None:
    for side, points in values.items():
        s.tac_available[AIR[side]] = points


def _guns(s: State, number: int) -> None:
    s.gunfire_available[US] = number


def _gunfire(s: State, values: Mapping[str, Mapping[str, int]]) -> None:
    for nation, boxes in values.items():
        for box, number in boxes.items():
            getattr(s, f"gunfire_{box}")[NATIONS.index(nation)] = number


def _on_map(prefix: str) -> Change:
    def change(s: State, values: Mapping[str, list[str]]) -> None:
        pairs = [(space_of(s, h), NATIONS.index(n)) for h, nations in values.items() for n in nations]
        setattr(s, f"{prefix}_hex", [h for h, _ in pairs])
        setattr(s, f"{prefix}_nation", [n for _, n in pairs])

    return change


def calendar(s: State) -> list[str]:
    """9.1a, 18.0b, 24.1, 24.2: what cannot be in the turn of a position by hand."""
    last = s.game.last_turns[s.scenario]
    wrong = {
        "Amoy is captured on Turn 1, before the first roll for it.": s.amoy == 1,
        "The mobile fleet has sortied before Turn 2.": s.turn == 1 and FLEETS[s.fleet] == "gone",
        f"Turn {s.turn} is beyond the scenario's last, {last}.": s.turn > last,
    }
    return [sentence for sentence, holds in wrong.items() if holds]


def fields(g: Facts) -> list[Field]:
    """What the editor's page shows besides turn, phase and units."""
    garrison = tuple(named(g.unit_ids, g.of_side[JAPANESE]))
    engineers = tuple(named(g.unit_ids, g.engineers))
    fleet = (("unbought", "Not bought"), ("ready", "Ready"), ("gone", "Gone"))
    bought = (("reserve", "Not bought"), ("available", "Available"))
    most_air = max(g.tac_limit[US], g.tac_limit[JAPAN])

    def air(s: State) -> dict[str, int]:
        return {side: s.tac_available[nation] for side, nation in AIR.items()}

    def state(name: str) -> Callable[[State], str]:
        return lambda s: STATES[getattr(s, name)] if getattr(s, name) < len(bought) else ""

    return [
        Field("lp", "Logistics points", "scores", by_side("lp"), most=max(g.allied_lp)),
        Field("air", "Air points", "scores", air, most=most_air),
        Field("kamikaze", "Kamikaze points", "number", lambda s: s.kamikaze, most=g.kamikaze_limit),
        Field("guns", "US gunfire", "number", lambda s: s.gunfire_available[US], most=g.gunfire_limit[US]),
        Field("amphibious", "Amphibious markers", "number", lambda s: s.amphibious, most=g.amphibious_limit),
        Field("drop_zone", "Drop zone marker", "number", lambda s: s.drop_zone, most=1),
        Field("b29", "B-29", "choice", state("b29"), choices=bought),
        Field("air_supply", "Air supply", "choice", state("air_supply"), choices=bought),
        Field("fleet", "Mobile fleet", "choice", lambda s: FLEETS[s.fleet], choices=fleet),
        Field("amoy", "Amoy captured on turn", "number", lambda s: s.amoy, most=max(g.last_turns)),
        Field("concealed", "Concealed", "units", lambda s: named(g.unit_ids, s.concealed), among=garrison),
        Field("bases", "Bases", "units", lambda s: named(g.unit_ids, s.bases), among=engineers),
    ]


EDITS: dict[str, Change] = {
    "turn": put("turn"),
    "phase": _phase,
    "units": _place_units,
    "add": _add_units,
    "concealed": put("concealed", units_of),
    "bases": put("bases", units_of),
    "lp": put_by_side("lp"),
    "pending_lp": put_by_side("pending_lp"),
    "amoy": put("amoy"),
    "air": _air,
    "guns": _guns,
    "tac": _tac,
    "gunfire": _gunfire,
    "support": _on_map("support"),
    "interdiction": _on_map("interdict"),
    "kamikaze": put("kamikaze"),
    "tokku": put("tokku"),
    "fleet": put("fleet", lambda s, word: FLEETS.index(word)),
    "b29": put("b29", lambda s, word: STATES.index(word)),
    "b29_hex": put("b29_hex", space_of),
    "suppressed": put("suppressed", space_of),
    "air_supply": put("air_supply", lambda s, word: STATES.index(word)),
    "amphibious": put("amphibious"),
    "drop_zone": put("drop_zone"),
    "no_gunfire": put("no_gunfire"),
    "no_landing": put("no_landing"),
    "landed": put("landed", units_of),
    "bought_97th": put("bought_97th"),
    "attacked": put("attacked", units_of),
    "struck": put("struck", units_of),
}

"""Positions by hand: what the sandbox can change.

    turn=3, phase="japanese-combat"       the phase starts anew; the set-up's lots are not drawn
    units={"J-CEA-D13": "1906", "US-7": ["3221", 2]}   a place, or a place and steps; the map is cleared first
    add={"CH-74": "1907"}                 the same without clearing the map
    tried=["CH-74"]                       open fronts; a Chinese regular may be named by its front
    japanese=["1801"], allied=["2008"]    control of these hexes, all others as they are
    control=["1801"]                      these hexes are Japanese, all others Allied
    causeway="launched"                   or "cancelled", "undecided"
    beachheads=["3221", "2819"], air="Allied", air_markers=["1907"], b29="2008", aerial="2022"
    fallen=["2022"], collapse_rolled=1, b29_used=1, fourteenth_open=0, airdrop_used=8, airlift_used=1, fights_first=1

Units take control of the tracked hexes they are put in, unless `japanese` or `allied` says otherwise. A cleared map:
regulars go to the pool, all others out of play; boxes stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.games.ichigo.facts import ALLIED, JAPANESE, Facts
from grognard.games.ichigo.state import LAUNCHED, UNDECIDED, State, place, tracked
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import ONGOING
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Space, Spaces, Unit, every
from grognard.kernel.sandbox import (
    Change,
    Field,
    begin_phase,
    change_by,
    named,
    put,
    space_and_steps,
    space_of,
    spaces_of,
    unit_of,
)


def edit(s: State, change: Mapping[str, Any]) -> None:
    """Change a position; an unknown word or name is refused and nothing is changed."""
    change_by(EDITS, s, change)


def unit_named(s: State, name: str) -> Unit:
    """A unit by its id; a Chinese regular also by the front it carries."""
    g = s.game
    if name in g.printed_ids and name not in g.unit_index:
        return g.regular_units[s.front.index(Unit(g.printed_ids.index(name)))]
    return unit_of(s, name)


def _place_units(s: State, placed: Mapping[str, Any]) -> None:
    g = s.game
    for hex_ in every(Space, g.hexes):
        for unit in each(s.at[hex_]):
            place(s, unit, g.pool if g.regulars >> unit & 1 else g.out)
    s.tried = NO_UNITS
    _add_units(s, placed)


def _add_units(s: State, placed: Mapping[str, Any]) -> None:
    g = s.game
    for name, where in placed.items():
        unit = unit_named(s, name)
        hex_, s.steps[unit] = space_and_steps(s, unit, where)
        place(s, unit, hex_)
        bit = 1 << hex_ & tracked(s) if hex_ < g.hexes else NO_SPACES
        if g.side_of[unit] == JAPANESE:
            s.japanese |= bit
        else:
            s.japanese &= ~bit
            s.fallen |= bit & g.japanese_cities


def _tried(s: State, names: Iterable[str]) -> None:
    s.tried = bitset(unit_named(s, name) for name in names)


def _control(japanese: Callable[[State, Spaces], Spaces]) -> Change:
    """Control of tracked hexes; a city that is Allied now has fallen (R70)."""

    def change(s: State, names: Iterable[str]) -> None:
        s.japanese = japanese(s, spaces_of(s, names))
        s.fallen |= s.game.japanese_cities & ~s.japanese

    return change


def _air_markers(s: State, names: Iterable[str]) -> None:
    s.air_markers = spaces_of(s, names)
    s.air_range = s.air_markers
    for hex_ in each(s.air_markers):
        s.air_range |= s.game.near[hex_]


def _b29(s: State, name: str) -> None:
    g = s.game
    s.b29 = space_of(s, name)
    for unit in each(g.of_side[JAPANESE]):
        if s.where[unit] < g.hexes and g.map.distance(s.where[unit], s.b29) <= g.b29_radius:
            s.cut_off |= 1 << unit


def calendar(s: State) -> list[str]:
    """5.0, 5.2: Causeway is decided at the start of its turn, and without it no turn follows the ninth."""
    g = s.game
    if s.winner != ONGOING:
        return []
    if s.turn < g.causeway_turn and s.causeway != UNDECIDED:
        return [f"Causeway is decided before Turn {g.causeway_turn}."]
    due = s.turn > g.causeway_turn or (s.turn == g.causeway_turn and g.phases[s.phase].id not in ("set-up", "start"))
    if due and s.causeway == UNDECIDED:
        return [f"Turn {g.causeway_turn} decides about Causeway."]
    if s.turn > g.last_turn and s.causeway != LAUNCHED:
        return [f"Turn {g.last_turn} is the last without Causeway."]
    return []


def fields(g: Facts) -> list[Field]:
    """What the editor's page shows besides turn, phase and units."""
    hexes = g.space_ids[: g.hexes]
    regulars = tuple(named(g.unit_ids, g.regulars))
    air = (("Allied", "Allied"), ("Japanese", "Japanese"))
    causeway = (("undecided", "Open"), ("launched", "Launched"), ("cancelled", "Cancelled"))
    places = tuple(named(g.space_ids, g.tracked_at_start))
    return [
        Field("causeway", "Causeway", "choice", lambda s: causeway[s.causeway][0], choices=causeway),
        Field("air", "Airpower", "choice", lambda s: air[s.air_side][0] if s.air_side >= 0 else "", choices=air),
        Field("air_markers", "Airpower marker", "spaces", lambda s: named(g.space_ids, s.air_markers), among=hexes),
        Field("control", "Japanese control", "spaces", lambda s: named(g.space_ids, s.japanese), among=places),
        Field("tried", "Tried", "units", lambda s: named(g.unit_ids, s.tried), among=regulars),
    ]


EDITS: dict[str, Change] = {
    "turn": put("turn"),
    "phase": begin_phase,
    "units": _place_units,
    "add": _add_units,
    "tried": _tried,
    "control": _control(lambda s, hexes: hexes),
    "japanese": put("japanese", lambda s, names: s.japanese | spaces_of(s, names)),
    "allied": _control(lambda s, hexes: s.japanese & ~hexes),
    "causeway": put("causeway", lambda s, word: ("undecided", "launched", "cancelled").index(word)),
    "beachheads": put("beachheads", lambda s, names: [space_of(s, name) for name in names]),
    "air": put("air_side", lambda s, word: (ALLIED, JAPANESE)[("Allied", "Japanese").index(word)]),
    "air_markers": _air_markers,
    "b29": _b29,
    "aerial": put("aerial", space_of),
    "fallen": put("fallen", spaces_of),
    "collapse_rolled": put("collapse_rolled"),
    "b29_used": put("b29_used"),
    "fourteenth_open": put("fourteenth_open"),
    "airdrop_used": put("airdrop_used"),
    "airlift_used": put("airlift_used"),
    "fights_first": put("fights_first"),
}

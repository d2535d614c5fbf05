"""Positions by hand: what the sandbox can change.

    turn=3, phase="first"                 the phase starts anew ("administration", "first", "second", "victory")
    units={"J-3D": "READY", "R-NR": "2618"}    these go where it says, everything else stays
    ready=["J-3D", "J-5D"]                only these Japanese units are ready, all others are out of the way
    pool=["R-NR", "E-88D"]                only these Chinese units are in the pool, all others of it are dead
    force=["J-3D", "J-5D"], at="1417", came="1416", mp=12     an operation is under way there; `objective="3913"`
    japanese=["1417"], chinese=["1419"]   control; "area" is everything inside the objective line
    control=["1417"]                      these hexes are Japanese, all others Chinese
    broken=["1618"], held=["2618"], standing=["R-NR"]
    flotilla="usable"                     or "waiting", "alone", "gone"; along=1 puts it with the force
    flood_used, rape_used, hundred_used, fierce_used, changsha_set, great_victory, amphibious, southern: numbers

A hex that becomes Japanese loses its Chinese counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.games.whitesun import operation
from grognard.games.whitesun.administration import gone_by
from grognard.games.whitesun.facts import Facts
from grognard.games.whitesun.flotilla import ALONE, GONE, USABLE, WAITING, misplaced
from grognard.games.whitesun.forming_forces import Muster
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.objectives import Objectives
from grognard.games.whitesun.state import State
from grognard.kernel.bits import each
from grognard.kernel.flow import Sequence
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Spaces
from grognard.kernel.sandbox import Change, Field, begin_phase, change_by, named, put, space_of, unit_of, units_of
from grognard.kernel.state import place
from grognard.kernel.words import listed

FLOTILLA = {"waiting": WAITING, "usable": USABLE, "alone": ALONE, "gone": GONE}


def edit(s: State, change: Mapping[str, Any]) -> None:
    """Change a position; an unknown word or name is refused and nothing is changed."""
    change_by(EDITS, s, change)


def _hexes(s: State, names: Iterable[str]) -> Spaces:
    out = NO_SPACES
    for name in names:
        out |= s.game.inside if name == "area" else 1 << space_of(s, name)
    return out


def _place_units(s: State, placed: Mapping[str, str]) -> None:
    for name, where in placed.items():
        place(s, unit_of(s, name), space_of(s, str(where)))


def _japanese(s: State, names: Iterable[str]) -> None:
    """Control; Chinese counters there are gone."""
    g = s.game
    hexes = _hexes(s, names)
    s.japanese |= hexes
    for hex_ in each(hexes):
        for unit in each(s.at[hex_] & (g.fighting | g.works)):
            place(s, unit, g.dead)


def _control(s: State, names: Iterable[str]) -> None:
    s.japanese = NO_SPACES
    _japanese(s, names)


def _ready(s: State, names: Iterable[str]) -> None:
    g = s.game
    for unit in each(g.ground):
        place(s, unit, g.out)
    for name in names:
        place(s, unit_of(s, name), g.ready)


def _pool(s: State, names: Iterable[str]) -> None:
    g = s.game
    for unit in each(s.at[g.pool]):
        place(s, unit, g.dead)
    for name in names:
        place(s, unit_of(s, name), g.pool)


def _force(s: State, names: Iterable[str]) -> None:
    units = [unit_of(s, name) for name in names]
    operation.begin(s, units, NO_SPACE)
    s.agenda = [Sequence(s.phase + 1), Muster() if s.game.free[s.turn] else Objectives(), March()]


def _at(s: State, name: str) -> None:
    hex_ = space_of(s, name)
    operation.stand_in(s, hex_)
    s.japanese |= 1 << hex_
    s.entered = 1


def _along(s: State, value: int) -> None:
    s.flotilla_along = value
    if value:
        s.flotilla_used = 1
        place(s, s.game.flotilla, s.force_hex)


def _flotilla(s: State, word: str) -> None:
    s.flotilla = FLOTILLA[word]
    if s.flotilla == GONE:
        place(s, s.game.flotilla, s.game.out)


def keep_calendar(s: State) -> None:
    """7.2, 7.4b, 7.6, 8.8c, 10.4b: who has left by a turn is out, and the Chinese who have come are in the pool."""
    g = s.game
    for unit in each(gone_by(g, s.turn)):
        place(s, unit, g.out if g.puppets >> unit & 1 else g.dead)
    operating = g.phases[s.phase].id != "administration"
    for turn in range(2, s.turn + operating):
        for unit in each(s.at[g.track[turn]] & g.fighting & ~gone_by(g, s.turn)):
            place(s, unit, g.pool)


def calendar(s: State) -> list[str]:
    """7.4b, 7.6, 8.8c, 9.17, 10.4b, 11.3, OT.6b: what cannot be in the turn of a position by hand."""
    g = s.game
    wrong = misplaced(s)
    if g.phases[s.phase].id != "administration":
        there = [g.unit_names[unit] for unit in each(gone_by(g, s.turn)) if s.where[unit] not in (g.dead, g.out)]
        wrong += [f"Out of the game by Turn {s.turn}: {listed(there)}."] if there else []
    if s.turn == 1 and s.changsha_set:
        wrong.append("Changsha is set up before Turn 2.")
    if s.turn == 1 and s.broken:
        wrong.append("A railroad is broken before Turn 2.")
    return wrong


def fields(g: Facts) -> list[Field]:
    """What the editor's page shows besides turn, phase and units."""
    land = tuple(named(g.space_ids, g.land))
    railroads = tuple(named(g.space_ids, g.land & g.rail_set))
    flotilla = (("waiting", "Before Shanghai"), ("usable", "At hand"), ("alone", "Left alone"), ("gone", "Gone"))
    words = {number: word for word, number in FLOTILLA.items()}
    return [
        Field("control", "Japanese control", "spaces", lambda s: named(g.space_ids, s.japanese), among=land),
        Field("broken", "Railroad breaks", "spaces", lambda s: named(g.space_ids, s.broken), among=railroads),
        Field("flotilla", "Yangtze River Flotilla", "choice", lambda s: words.get(s.flotilla, ""), choices=flotilla),
        Field("flood_used", "Floods so far", "number", lambda s: s.flood_used, most=1),
        Field("changsha_set", "Changsha is set up", "number", lambda s: s.changsha_set, most=1),
    ]


EDITS: dict[str, Change] = {
    "turn": put("turn"),
    "phase": begin_phase,
    "ready": _ready,
    "pool": _pool,
    "control": _control,
    "japanese": _japanese,
    "units": _place_units,
    "chinese": put("japanese", lambda s, names: s.japanese & ~_hexes(s, names)),
    "broken": put("broken", _hexes),
    "held": put("held", _hexes),
    "standing": put("standing", units_of),
    "force": _force,
    "at": _at,
    "came": put("force_from", space_of),
    "mp": put("mp"),
    "objective": put("objective", space_of),
    "flotilla": _flotilla,
    "along": _along,
    **{
        name: put(name)
        for name in (
            "flood_used", "rape_used", "hundred_used", "fierce_used", "changsha_set", "great_victory", "amphibious",
            "southern", "began_with", "flotilla_used",
        )
    },
}  # fmt: skip

"""Positions by hand: what the sandbox can change.

    turn=3, phase="japanese-attack"       that phase is played now, as the first or a later chit of its side
    units={"J31-58": "0806", "B17-48": ["0418", 1]}   a place, or a place and steps; the map is cleared first
    add={"JH-31": "1008"}                 the same without clearing the map
    level={"B17-48": "limited", "JH-31": "out"}, out_since={"JH-31": 2}
    japanese_flags=["0606"], allied_flags=["2607"]
    bunkers={"0606": "Japanese"}          or "British", "Yunnan"; ambushes=["0607"]
    limited=["B17-48"], out=["JH-31"]     exactly these counters on the map are in Limited Supply, or Out of Supply
    general=[8, 0], superior={"Allied": 5}, lament=[0, 0]    Allied, then Japanese; or by side
    scale=3, face=1, yunnan_active=1, used_air=["A-US1"], used_airfields=["0511"]
    first=["Attack", "Supply Check"]      chosen chits, Allied, then Japanese
    last=["Attack", "Assault"]            the chits played last in the turn before
    played=["Assault", "Attack"]          chits of this turn: Japanese, Allied, Japanese …
    moved=["J31-58"], attacked=[…], retreated=[…]
    box={"J31-b1": "JLOSS"}               counters in a box

A cleared map: regiments and battalions go to their boxes, all others out of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.games.nemesis.facts import ALLIED, CHITS, JAPANESE, SIDES, Facts
from grognard.games.nemesis.flow import CHIT_OF_ID, EndOfPhase, Turn, too_many_aloft
from grognard.games.nemesis.losses import put_away, take_battalion
from grognard.games.nemesis.state import FULL, LIMITED, OUT_OF_SUPPLY, State, chits_of, next_side, place
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Refused
from grognard.kernel.ids import NO_SPACES, Side
from grognard.kernel.sandbox import (
    Change,
    Field,
    by_side,
    change_by,
    go_to_phase,
    named,
    put,
    put_by_side,
    space_and_steps,
    space_of,
    spaces_of,
    unit_of,
    units_of,
)

LEVELS = ("full", "limited", "out")
POOLS = ("Japanese", "British", "Yunnan")


def edit(s: State, change: Mapping[str, Any]) -> None:
    """Change a position; an unknown word or name is refused and nothing is changed."""
    change_by(EDITS, s, change)


def _chit(name: str) -> int:
    if name and name not in CHITS:
        raise Refused(f"There is no chit {name!r}: {', '.join(CHITS)}.")
    return CHITS.index(name) if name else -1


def keep_calendar(s: State) -> None:
    """2.6-b, 3.5-d: what the monsoon has taken by a turn is out, and a late turn makes Yunnan Force active."""
    for side in SIDES:
        for unit in too_many_aloft(s, side):
            put_away(s, unit, s.game.out)
    if s.turn >= s.game.yunnan_from:
        s.yunnan_active = 1


def calendar(s: State) -> list[str]:
    """2.6-b, 3.5-d: what cannot be in the turn of a position by hand."""
    wrong = []
    if s.turn >= s.game.yunnan_from and not s.yunnan_active:
        wrong.append("Yunnan Force is not active, though the turn makes it so.")
    if any(too_many_aloft(s, side) for side in SIDES):
        wrong.append("There is Air Support that the monsoon has taken.")
    return wrong


def _played(s: State, names: Any) -> None:
    """Chits of this turn; who has played one has none lying face down."""
    s.played = [_chit(name) for name in names]
    for side in SIDES:
        if chits_of(s, side):
            s.first[side] = -1


def _phase(s: State, name: str) -> None:
    """A chit's phase is played now: the other chits before it in the turn are taken as they come."""
    go_to_phase(s, name)
    side_name, _, chit_name = name.partition("-")
    if name == "start":
        s.agenda, s.played = [Turn()], []
        return
    if name == "end":
        s.played = [chit for chit in range(len(CHITS)) for _ in (0, 1)]
        s.agenda = [Turn(2)]
        return
    side = JAPANESE if side_name == "japanese" else ALLIED
    chit = CHIT_OF_ID[chit_name]
    if next_side(s) != side:
        other = 1 - side
        s.played.append(next(c for c in range(len(CHITS)) if c not in chits_of(s, other)))
        s.first[other] = -1
    if chit in chits_of(s, side):
        raise Refused(f"{CHITS[chit]} has been played.")
    s.first[side] = -1
    s.played.append(chit)
    s.agenda = [Turn(2), EndOfPhase(side)]
    s.game.phases[s.phase].begin(s)


def _clear(s: State) -> None:
    g = s.game
    for unit in each(s.on_map):
        if g.battalions >> unit & 1:
            put_away(s, unit, g.battalion_box)
        else:
            put_away(s, unit, g.regiment_box if g.regiments >> unit & 1 else g.out)
    for division in range(len(g.of_division)):
        kin = g.regiments & g.of_division[division]
        on_track = sum(s.steps[u] for u in each(kin) if s.where[u] not in (g.regiment_box, g.out))
        for unit in each(s.at[g.battalion_box] & g.of_division[division])[on_track:]:
            put_away(s, unit, g.losses[JAPANESE])
    s.bunkers = [NO_SPACES, NO_SPACES, NO_SPACES]
    s.ambushes = NO_SPACES


def _place_units(s: State, placed: Mapping[str, Any]) -> None:
    _clear(s)
    _add_units(s, placed)


def _add_units(s: State, placed: Mapping[str, Any]) -> None:
    g = s.game
    for name, where in placed.items():
        unit = unit_of(s, name)
        old = 0 if s.where[unit] in (g.regiment_box, g.out) else s.steps[unit]
        hex_, s.steps[unit] = space_and_steps(s, unit, where)
        place(s, unit, hex_)
        if g.regiments >> unit & 1:
            _balance(s, g.division[unit], s.steps[unit] - old)


def _balance(s: State, division: int, more: int) -> None:
    """R37: the Battalions Box holds a battalion for every regiment step."""
    g = s.game
    kin = g.battalions & g.of_division[division]
    for _ in range(more):
        spare = members(s.at[g.losses[JAPANESE]] & kin) or members(s.at[g.permanent_losses[JAPANESE]] & kin)
        if spare:
            put_away(s, spare[-1], g.battalion_box)
    for _ in range(-more):
        put_away(s, take_battalion(s, division), g.losses[JAPANESE])


def _box(s: State, placed: Mapping[str, Any]) -> None:
    for name, box in placed.items():
        put_away(s, unit_of(s, name), space_of(s, str(box)))


def _level(s: State, levels: Mapping[str, str]) -> None:
    for name, word in levels.items():
        if word not in LEVELS:
            raise Refused(f"There is no supply level {word!r}: {', '.join(LEVELS)}.")
        unit = unit_of(s, name)
        s.level[unit] = LEVELS.index(word)
        s.out_since[unit] = s.turn if word == "out" else 0


def _exactly(level: int) -> Change:
    """These counters on the map have a supply level; those that had it and are not among them are in Full Supply."""

    def change(s: State, names: Any) -> None:
        chosen = units_of(s, names)
        for unit in each(s.on_map):
            if chosen >> unit & 1 and s.level[unit] != level:
                s.level[unit], s.out_since[unit] = level, s.turn if level == OUT_OF_SUPPLY else 0
            elif not chosen >> unit & 1 and s.level[unit] == level:
                s.level[unit], s.out_since[unit] = FULL, 0

    return change


def _out_since(s: State, turns: Mapping[str, int]) -> None:
    for name, turn in turns.items():
        s.out_since[unit_of(s, name)] = int(turn)


def _bunkers(s: State, placed: Mapping[str, str]) -> None:
    for name, pool in placed.items():
        s.bunkers[POOLS.index(pool)] |= 1 << space_of(s, name)


def _flags(side: Side) -> Change:
    def change(s: State, names: Any) -> None:
        s.flags[side] = spaces_of(s, names)
        s.flags[1 - side] &= ~s.flags[side]

    return change


def fields(g: Facts) -> list[Field]:
    """What the editor's page shows besides turn, phase and units."""
    objectives = tuple(named(g.space_ids, g.objectives))
    hexes = g.space_ids[: g.hexes]
    air = tuple(named(g.unit_ids, g.air))

    def at_level(level: int) -> Callable[[State], list[str]]:
        return lambda s: [g.unit_ids[unit] for unit in each(s.on_map) if s.level[unit] == level]

    def flags(side: Side) -> Callable[[State], list[str]]:
        return lambda s: named(g.space_ids, s.flags[side])

    return [
        Field("superior", "Superiors", "scores", by_side("superior"), most=g.top_slot),
        Field("general", "Generals", "scores", by_side("general"), most=g.top_slot),
        Field("lament", "Laments", "scores", by_side("lament"), most=g.top_slot),
        Field("scale", "Allied Reinforcement Scale", "number", lambda s: s.scale, most=g.top_slot),
        Field("allied_flags", "Allied flags", "spaces", flags(ALLIED), among=objectives),
        Field("japanese_flags", "Japanese flags", "spaces", flags(JAPANESE), among=objectives),
        Field("limited", "Limited Supply", "units", at_level(LIMITED)),
        Field("out", "Out of Supply", "units", at_level(OUT_OF_SUPPLY)),
        Field("ambushes", "Ambushes", "spaces", lambda s: named(g.space_ids, s.ambushes), among=hexes),
        Field("used_air", "Used Air Support", "units", lambda s: named(g.unit_ids, s.used_air), among=air),
        Field("yunnan_active", "Yunnan Force active", "number", lambda s: s.yunnan_active, most=1),
    ]


EDITS: dict[str, Change] = {
    "turn": put("turn"),
    "units": _place_units,
    "add": _add_units,
    "box": _box,
    "level": _level,
    "limited": _exactly(LIMITED),
    "out": _exactly(OUT_OF_SUPPLY),
    "out_since": _out_since,
    "allied_flags": _flags(ALLIED),
    "japanese_flags": _flags(JAPANESE),
    "bunkers": _bunkers,
    "ambushes": put("ambushes", spaces_of),
    "general": put_by_side("general"),
    "superior": put_by_side("superior"),
    "lament": put_by_side("lament"),
    "scale": put("scale"),
    "face": put("face"),
    "used_air": put("used_air", units_of),
    "used_airfields": put("used_airfields", spaces_of),
    "last": put("last", lambda s, names: [_chit(name) for name in names]),
    "first": put("first", lambda s, names: [_chit(name) for name in names]),
    "played": _played,
    "phase": _phase,
    "yunnan_active": put("yunnan_active"),
    "moved": put("moved", units_of),
    "attacked": put("attacked", units_of),
    "defended": put("defended", units_of),
    "retreated": put("retreated", units_of),
    "flights": put("flights"),
}

"""Each side can rebuild its own view from the log that it reads alone: no counter comes, goes or changes untold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.kernel.bits import each
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_fuzz import random_act
from nemesis.test_previews_hold import READINGS
from random_games import some

TO = {
    "moved": 2, "railed": 2, "flew": 2, "arrived": 1, "replaced": 1, "relocated": 1, "withdrew": 2, "retreated": 2,
    "advanced": 2,
}  # fmt: skip
"""Lines that put the counter they name first into a space, and which argument that is."""


@dataclass
class Board:
    """What a reader of the log has in front of him, set up as the rules say."""

    reading: dict[str, str]
    where: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    level: list[int] = field(default_factory=list)
    marks: dict[str, set[int]] = field(default_factory=lambda: {"moved": set(), "attacked": set(), "retreated": set()})
    flags: list[set[int]] = field(default_factory=lambda: [set(), set()])
    bunkers: list[set[int]] = field(default_factory=lambda: [set(), set(), set()])
    ambushes: set[int] = field(default_factory=set)
    airfields: set[int] = field(default_factory=set)
    used_air: set[int] = field(default_factory=set)
    general: list[int] = field(default_factory=lambda: [0, 0])
    superior: list[int] = field(default_factory=lambda: [5, 5])
    lament: list[int] = field(default_factory=lambda: [0, 0])
    scale: int = 0
    turn: int = 1
    played: list[int] = field(default_factory=list)
    phase: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        s = GAME.new("", {})
        self.where, self.steps, self.level = list(s.where), list(s.steps), list(s.level)
        self.bunkers = [set(each(pool)) for pool in s.bunkers]

    def read(self, event: Event) -> None:
        """Take a line to heart."""
        self.in_phase(event.turn, event.phase)
        kind, args = event.kind, event.args
        if kind in TO:
            self.put(args[0], args[TO[kind]])
        handler: Callable[..., None] | None = getattr(self, "on_" + kind.replace("-", "_"), None)
        if handler is not None:
            handler(*args)

    def put(self, unit: int, space: int) -> None:
        self.where[unit] = space

    def away(self, unit: int, box: int) -> None:
        """Into a box, as if new."""
        self.where[unit], self.steps[unit], self.level[unit] = box, GAME.full[unit], 0
        for held in self.marks.values():
            held.discard(unit)

    # --- counters

    def on_moved(self, unit: int, start: int, goal: int, cost: int) -> None:
        self.marks["moved"].add(unit)

    def on_retreated(self, unit: int, start: int, goal: int) -> None:
        self.marks["retreated"].add(unit)

    def on_attack(self, side: int, target: int, units: list[int], air: int, odds: str, assault: int) -> None:
        self.marks["attacked"] |= set(units)
        self.used_air |= {air} - {-1}

    def on_storm(self, side: int, target: int, units: list[int]) -> None:
        self.marks["attacked"] |= set(units)

    def on_replaced(self, unit: int, hex_: int, level: int) -> None:
        self.level[unit] = level

    def on_refitted(self, unit: int, hex_: int) -> None:
        self.steps[unit] = GAME.full[unit] if GAME.side_of[unit] == ALLIED else self.steps[unit] + 1

    def on_arrived(self, unit: int, hex_: int, steps: int) -> None:
        self.steps[unit], self.level[unit] = steps, 0

    def on_dropped_off(self, unit: int, battalion: int, hex_: int) -> None:
        self.steps[unit] -= 1
        self.stands_for(unit, battalion)

    def on_becomes(self, unit: int, battalion: int, hex_: int) -> None:
        self.stands_for(unit, battalion)
        chindits = GAME.chindits >> unit & 1
        self.away(unit, GAME.permanent_losses[ALLIED] if chindits else GAME.regiment_box)

    def stands_for(self, old: int, new: int) -> None:
        self.where[new], self.steps[new], self.level[new] = self.where[old], 1, self.level[old]
        for held in self.marks.values():
            if old in held:
                held.add(new)

    def on_merged(self, regiment: int, hex_: int, steps: int, battalions: list[int]) -> None:
        parts = {*battalions, *({regiment} if self.where[regiment] == hex_ else ())}
        level = self.level[battalions[0]]
        for name, held in self.marks.items():
            whole = name == "retreated" and self.reading.get("flight") != "whole"
            has = parts <= held if whole else bool(parts & held)
            held.discard(regiment)
            if has:
                held.add(regiment)
        for battalion in battalions:
            self.away(battalion, GAME.battalion_box)
        self.where[regiment], self.steps[regiment], self.level[regiment] = hex_, steps, level

    def on_step_lost(self, unit: int, hex_: int, left: int) -> None:
        if left:
            self.steps[unit] = left
        elif GAME.chindits >> unit & 1:
            self.away(unit, GAME.chindit_box)

    def on_eliminated(self, unit: int, for_good: int) -> None:
        self.away(unit, (GAME.permanent_losses if for_good else GAME.losses)[GAME.side_of[unit]])

    def on_dispersed(self, unit: int, hex_: int) -> None:
        self.where[unit] = GAME.out

    def on_returns_later(self, unit: int) -> None:
        steps = self.steps[unit]
        self.away(unit, GAME.turn_track[self.turn])
        self.steps[unit] = steps

    def on_never_returns(self, unit: int) -> None:
        steps = self.steps[unit]
        self.away(unit, GAME.out)
        self.steps[unit] = steps

    def on_grounded(self, unit: int) -> None:
        self.where[unit] = GAME.out

    def on_due(self, unit: int) -> None:
        self.where[unit] = GAME.offmap

    on_recovered = on_due

    def on_supply_level(self, unit: int, level: int) -> None:
        self.level[unit] = level

    def on_air_supply(self, fields: list[int]) -> None:
        self.airfields = set(fields)

    def on_air_back(self, units: list[int]) -> None:
        self.used_air.clear()

    # --- markers

    def on_captured(self, side: int, hex_: int, value: int) -> None:
        self.flags[1 - side].discard(hex_)
        self.flags[side].add(hex_)

    def on_flag_removed(self, side: int, hex_: int) -> None:
        self.flags[side].discard(hex_)

    def on_flag_taken(self, side: int, hex_: int) -> None:
        for held in self.flags:
            held.discard(hex_)

    def on_bunker(self, pool: int, hex_: int, unit: int) -> None:
        self.bunkers[pool].add(hex_)
        self.marks["moved"].add(unit)

    def on_bunker_taken(self, hex_: int) -> None:
        for pool in self.bunkers:
            pool.discard(hex_)

    on_bunker_lost = on_bunker_taken

    def on_ambush(self, hex_: int) -> None:
        self.ambushes.add(hex_)

    def on_ambush_cleared(self, hex_: int) -> None:
        self.ambushes.discard(hex_)

    def on_ambushes_lifted(self, hexes: list[int]) -> None:
        self.ambushes.clear()

    # --- tracks and chits

    def on_general(self, side: int, more: int, now: int) -> None:
        self.general[side] = now

    def on_general_again(self, side: int) -> None:
        self.general[side] = 0

    on_superior_unmoved = on_general_again

    def on_superior(self, side: int, more: int, now: int) -> None:
        self.superior[side] = now

    def on_lament(self, side: int, more: int, now: int) -> None:
        self.lament[side] = now

    def on_scale(self, more: int, now: int) -> None:
        self.scale = now

    def on_turn(self, turn: int) -> None:
        self.turn, self.played = turn, []
        self.used_air.clear()

    def on_chit(self, side: int, chit: int, number: int) -> None:
        self.played.append(chit)

    def in_phase(self, turn: int, phase: int) -> None:
        """What was done in a phase is forgotten when another begins; which one it is stands over every line."""
        if self.phase != (turn, phase):
            self.phase = turn, phase
            for held in self.marks.values():
                held.clear()


def differs(board: Board, s: Any) -> Iterable[str]:
    """What a reader would have otherwise than it stands."""
    names, spaces = GAME.unit_names, GAME.space_names
    for unit in range(GAME.units):
        if board.where[unit] != s.where[unit]:
            yield f"{names[unit]}: {spaces[board.where[unit]]} for {spaces[s.where[unit]]}"
        elif board.steps[unit] != s.steps[unit] and not (GAME.air | GAME.transporters) >> unit & 1:
            yield f"{names[unit]} has {s.steps[unit]} steps, not {board.steps[unit]}"
        elif board.level[unit] != s.level[unit] and s.on_map >> unit & 1:
            yield f"{names[unit]}: supply {board.level[unit]} for {s.level[unit]}"
    for name, held in board.marks.items():
        if held != set(each(getattr(s, name))):
            yield f"{name}: {held ^ set(each(getattr(s, name)))}"
    for side in (ALLIED, JAPANESE):
        if board.flags[side] != set(each(s.flags[side])):
            yield f"flags of {side}"
    if [set(each(pool)) for pool in s.bunkers] != board.bunkers:
        yield "Bunkers"
    for name, ours, theirs in (
        ("ambushes", board.ambushes, s.ambushes), ("Airfields", board.airfields, s.used_airfields),
        ("aircraft", {u for u in board.used_air if board.where[u] != GAME.out}, s.used_air & ~s.at[GAME.out]),
    ):  # fmt: skip
        if ours != set(each(theirs)):
            yield f"{name}: {ours ^ set(each(theirs))}"
    for name in ("general", "superior", "lament", "scale", "played", "turn"):
        if getattr(board, name) != getattr(s, name):
            yield f"{name}: {getattr(board, name)} for {getattr(s, name)}"


@pytest.mark.parametrize("seed", some(2, 40))
def test_each_sides_view_is_rebuilt_from_its_own_log(seed: int) -> None:
    reading = READINGS[seed % 2]
    rng, dice = random.Random(seed), KeyedDice(b"rebuilt %d" % seed)
    s = GAME.new("", reading)
    log: list[Event] = []
    s.log = log
    advance(s, dice)
    boards = {side: Board(reading) for side in (ALLIED, JAPANESE)}
    read = compared = 0
    while s.winner == ONGOING:
        for event in log[read:]:
            for side, board in boards.items():
                if event.seen >> side & 1:
                    board.read(event)
        read = len(log)
        for side, board in boards.items():
            board.in_phase(s.turn, s.phase)
            wrong = list(differs(board, s))
            assert not wrong, (wrong[:4], [(e.kind, e.args) for e in log[-6:]], side)
        compared += 1
        apply(s, *random_act(s, rng, eager=0.6), dice)
    assert compared > 500

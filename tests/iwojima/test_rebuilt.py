"""The log is enough: each side's board made from what that side was told, and nothing leaves it without a line.

Games by lot and of the staffs are watched. From the log of one side alone a board is kept; after every decision it must
be what the side's view shows: who stands where with how many steps, Fired, moved, grounded or gone, all markers, and
the tracks. What leaves the map is named in the log of whoever may know it, with its reason and the case (R7).
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from grognard import bots
from grognard.games import load
from grognard.games.iwojima.defensive_fire import DefensiveFire
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.knowledge import (
    BEACHHEAD,
    CAVE,
    CONCEALED,
    CONTROL,
    ELIMINATED,
    FACE_DOWN,
    FIRED,
    FLAG,
    HIDDEN_CAVE,
    LEFT,
    MOVED,
    SAFE,
    planner,
    unknown_to_us,
)
from grognard.games.iwojima.losses import Attack
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event, Frame
from grognard.kernel.play import advance, apply
from random_games import some

case = pytest.mark.case
GAME: Any = load("iwojima")
PHASE = {phase.id: number for number, phase in enumerate(GAME.phases)}
ACTS = ("reveal", "reveal-cave", "commit", "lose-next", "no-loss-order")


class Board:
    """What a side can know from the headings and lines of its own log."""

    def __init__(self, side: int) -> None:
        g = GAME
        self.side = side
        self.turn, self.phase = 1, 0
        self.where = {u: g.setup_box[u] for u in members(g.us)}
        self.steps = {u: g.full[u] for u in self.where}
        self.fired: set[int] = set()
        self.moved: set[int] = set()
        self.down: set[int] = set()
        self.left: set[int] = set()
        self.hidden: set[int] = set()
        self.caves = [0] * g.areas
        self.shown = [0] * g.areas
        self.control: set[int] = set()
        self.beachheads: set[int] = set()
        self.safe: set[int] = set()
        self.flag = False
        self.vp = [0, 0]
        self.weather = 0
        self.unseen = g.caves
        self.kirikami = 0
        self.named: dict[int, list[int]] = {}

    def heading(self, turn: int, phase: int) -> None:
        """A phase begins: what the rules do then, nobody has to be told."""
        while (self.turn, self.phase) != (turn, phase):
            self.phase += 1
            if self.phase == len(GAME.phases):
                self.turn, self.phase = self.turn + 1, 0
            name = GAME.phases[self.phase].id
            if name == "weather" and self.turn > 1:
                self.down.clear()
                self.fired -= set(members(GAME.supports))
            if name in ("us-reset", "jp-reset"):
                self.fired -= set(members(GAME.us if name == "us-reset" else GAME.jp))
            if name in ("us-reset", "jp-reset", "us-movement", "jp-movement"):
                self.moved.clear()
            if name == "second-control":
                self.kirikami = 0

    def hear(self, event: Event) -> None:
        """A line of the log."""
        turn = event.turn
        self.heading(turn, event.phase)
        told = getattr(self, "on_" + event.kind.replace("-", "_"), None)
        if told:
            told(*event.args)

    # --- lines

    def on_placed(self, area: int, units: list[int], caves: int) -> None:
        for unit in units:
            self.where[unit], self.steps[unit] = area, GAME.full[unit]
            self.hidden.add(unit)
        self.caves[area] = caves

    def on_weather_is(self, weather: int, grounded: int) -> None:
        self.weather = weather

    def on_grounded(self, unit: int) -> None:
        self.down.add(unit)

    def on_retired(self, unit: int) -> None:
        self.where[unit] = GAME.reserve
        self.left.add(unit)

    def on_restored(self, unit: int, area: int, now: int) -> None:
        self.steps[unit] = now

    def on_returned(self, unit: int, area: int) -> None:
        self.where[unit], self.steps[unit] = area, 1

    def on_built(self, kind: str, area: int) -> None:
        if kind == "flag":
            self.flag = True
        else:
            (self.beachheads if kind == "beachhead" else self.safe).add(area)

    def on_bombardment_named(self, side: int, area: int, units: list[int]) -> None:
        self.named[area] = units

    on_assault_named = on_bombardment_named

    def on_bombardment(self, side: int, area: int, rockets: int) -> None:
        self.fired |= set(self.named.pop(area))

    def on_assault(self, side: int, area: int) -> None:
        self.fired |= set(self.named.pop(area))

    def on_defensive_fire(self, firer: int, mover: int, area: int) -> None:
        self.fired.add(firer)

    def on_caves_revealed(self, area: int, number: int) -> None:
        self.shown[area] += number
        self.caves[area] -= number
        self.unseen -= number

    def on_cave_collapsed(self, area: int, left: int) -> None:
        self.shown[area] = left

    def on_caves_removed(self, area: int, number: int) -> None:
        self.shown[area] = 0

    def on_beachhead_lost(self, area: int, why: str) -> None:
        self.beachheads.discard(area)

    def on_safe_lost(self, area: int, why: str) -> None:
        self.safe.discard(area)

    def on_us_control(self, area: int) -> None:
        self.control.add(area)

    def on_jp_control(self, area: int) -> None:
        self.control.discard(area)

    def on_step_lost(self, unit: int, area: int, left: int) -> None:
        self.steps[unit] = left
        if not left:
            self.bury(unit)

    def on_rocket_spent(self, unit: int) -> None:
        self.steps[unit] = 0
        self.bury(unit)

    on_hq_spent = on_rocket_spent

    def bury(self, unit: int) -> None:
        """R7: where the dead lie."""
        secret = unit in self.hidden
        self.where[unit] = GAME.reserve if GAME.us >> unit & 1 else GAME.secret if secret else GAME.eliminated
        self.hidden.discard(unit)
        self.fired.discard(unit)

    def on_moved(self, unit: int, origin: int, area: int) -> None:
        assert self.where[unit] == origin
        self.where[unit] = area
        self.moved.add(unit)

    def on_landed(self, unit: int, area: int, cost: int) -> None:
        self.where[unit] = area
        self.moved.add(unit)

    def on_retreated(self, unit: int, origin: int, area: int) -> None:
        assert self.where[unit] == origin
        self.where[unit] = area

    def on_committed(self, unit: int) -> None:
        self.where[unit] = GAME.landing

    def on_hid(self, unit: int, area: int) -> None:
        self.moved.add(unit)
        if self.side == JP:
            self.hidden.add(unit)
        else:
            del self.where[unit], self.steps[unit]
            self.fired.discard(unit)
            self.moved.discard(unit)

    def on_revealed(self, unit: int, area: int, left: int, fired: int) -> None:
        self.where[unit], self.steps[unit] = area, left
        self.hidden.discard(unit)
        if fired:
            self.fired.add(unit)

    def on_kirikami(self, unit: int, area: int) -> None:
        self.kirikami = 1

    def on_scored(self, side: int, points: int, total: int, why: str, about: Any) -> None:
        self.vp[side] = total

    # --- the whole

    def flags(self, unit: int) -> int:
        """What is noted on a counter; of the enemy's moves nothing."""
        own = (GAME.side_of[unit] == JP) == (self.side == JP)
        noted = (
            (unit in self.fired, FIRED), (unit in self.hidden, CONCEALED), (unit in self.down, FACE_DOWN),
            (own and unit in self.moved, MOVED), (not self.steps[unit], ELIMINATED), (unit in self.left, LEFT),
        )  # fmt: skip
        return sum(flag for is_so, flag in noted if is_so)

    def marks(self) -> set[tuple[int, int, int]]:
        """Markers on the map."""
        found = {(a, CAVE, n) for a, n in enumerate(self.shown) if n}
        if self.side == JP:
            found |= {(a, HIDDEN_CAVE, n) for a, n in enumerate(self.caves) if n}
        for areas, marker in ((self.control, CONTROL), (self.beachheads, BEACHHEAD), (self.safe, SAFE)):
            found |= {(a, marker, 1) for a in areas}
        return found | ({(a, FLAG, 1) for a in members(GAME.flag_boxes)} if self.flag else set())


class Heard(list[Event]):
    """A log that notes which procedure wrote each line."""

    def __init__(self, s: Any) -> None:
        super().__init__()
        self.s = s
        self.by: list[Frame | None] = []

    def append(self, event: Event) -> None:
        super().append(event)
        caller: Any = sys._getframe(1)
        while caller is not None and not isinstance(caller.f_locals.get("self"), Frame):
            caller = caller.f_back
        rolling = self.s.agenda[-1] if event.dice else None
        self.by.append(rolling or (caller.f_locals["self"] if caller else None))


def watched(seed: int, staffs: bool) -> Iterator[tuple[Any, Any]]:
    """The positions of a game, each with that before it; the log goes on from one to the next."""
    rng = random.Random(seed)
    dice = KeyedDice(b"rebuilt %d" % seed)
    s = GAME.new("standard", {"windows": "always" if seed % 2 else "able", "firing": "turn" if seed % 3 else "reset"})
    s.log = Heard(s)
    advance(s, dice)
    seats = [bots.make("staff", GAME, side, random.Random(f"{seed}/{side}")) for side in (US, JP)] if staffs else []
    while s.winner == ONGOING:
        before = s.copy()
        side = rng.randrange(2)
        acts = [o for o in GAME.standing(s, side) if o[0] in ACTS]
        if acts and rng.random() < 0.02:
            apply(s, side, rng.choice(acts), dice)
        else:
            side = s.pending.side
            chosen = seats[side].choose(GAME.redact(s, side), s.pending) if staffs else rng.choice(s.pending.options)
            apply(s, side, chosen, dice)
        yield before, s


GAMES = [*((seed, False) for seed in some(2, 20)), *((seed, True) for seed in some(1, 10))]


@case("2.2.2b", "3.Status", "9.3.3(5)", "R7")
@pytest.mark.parametrize(("seed", "staffs"), GAMES)
@pytest.mark.parametrize("side", [US, JP], ids=["US", "JP"])
def test_the_view_of_a_side_can_be_made_from_its_log_alone(side: int, seed: int, staffs: bool) -> None:
    board, heard, compared = Board(side), 0, 0
    for _, s in watched(seed, staffs):
        for event in s.log[heard:]:
            if event.seen >> side & 1:
                board.hear(event)
        heard = len(s.log)
        resolving = any(isinstance(frame, Attack | DefensiveFire) for frame in s.agenda)
        if s.winner != ONGOING or GAME.phases[s.phase].id == "set-up" or resolving:
            continue
        board.heading(s.turn, s.phase)
        view = GAME.view(s, side)
        loses = ~(7 << 5)  # the marks of a standing loss order are the owner's own words
        shown = {unit: (space, steps, flags & loses) for unit, space, steps, flags, *_ in view["units"]}
        made = {unit: (space, board.steps[unit], board.flags(unit)) for unit, space in board.where.items()}
        assert made == shown, [
            (GAME.unit_ids[u], made.get(u), shown.get(u)) for u in made.keys() | shown if made.get(u) != shown.get(u)
        ]
        assert board.marks() == {tuple(mark) for mark in view["marks"]}
        tracks = {"turn": board.turn, "vp-us": board.vp[US], "vp-jp": board.vp[JP], "weather": board.weather,
                  "caves": board.unseen, "kirikami": board.kirikami}  # fmt: skip
        assert tracks == {name: view["tracks"][name] for name in tracks}
        if planner(s) is None:
            plans = {(unit, area) for area, units in board.named.items() for unit in units if board.steps.get(unit)}
            assert plans == {tuple(plan) for plan in view["plans"]}
        compared += 1
    assert compared > 100


# --- 3.Losses, R7: nothing vanishes without a line


GONE = {"step-lost", "rocket-spent", "hq-spent", "overstacked"}
"""Lines that say that a unit has left the map, and why."""


def told_of(s: Any, heard: int, side: int) -> list[Event]:
    """What a side has heard since."""
    return [event for event in s.log[heard:] if event.seen >> side & 1]


@case("3.Losses-b", "R7", "13b", "13c", "16.6", "19b", "9.3.4a", "12.2.4", "22.5b", "22.3.1c")
@pytest.mark.parametrize(("seed", "staffs"), GAMES)
def test_whatever_leaves_the_map_is_named_with_its_reason_to_those_who_may_know(seed: int, staffs: bool) -> None:
    heard, left = 0, 0
    for before, s in watched(seed, staffs):
        lines = s.log[heard:]
        if GAME.phases[before.phase].id == "set-up":
            continue
        for unit in range(GAME.units):
            if not before.where[unit] < GAME.areas <= s.where[unit]:
                continue
            left += 1
            (line,) = [e for e in lines if e.kind in GONE and e.args[0] == unit and 0 in (*e.args[2:], 0)][-1:]
            assert GAME.unit_names[unit] in GAME.sentence(line)
            assert line.cases
            secret = s.where[unit] == GAME.secret
            assert bool(line.seen >> US & 1) == (not secret)
            assert line.seen >> JP & 1
            if secret:
                assert not any(unit in mentioned(event) for event in told_of(s, heard, US))
                assert unknown_to_us(s) >> unit & 1
        for area in range(GAME.areas):
            fewer = before.caves[area] + before.shown[area] - s.caves[area] - s.shown[area]
            told = [e for e in lines if e.kind in ("cave-collapsed", "caves-removed") and e.args[0] == area]
            assert fewer == sum(e.args[1] if e.kind == "caves-removed" else 1 for e in told)
            for markers, kind in (("beachheads", "beachhead-lost"), ("safe", "safe-lost")):
                gone = (getattr(before, markers) & ~getattr(s, markers)) >> area & 1
                told = [e for e in lines if e.kind == kind and e.args[0] == area]
                assert len(told) == gone
                assert all(e.cases and ": " in GAME.sentence(e) for e in told)
        heard = len(s.log)
    assert left > 5


def mentioned(event: Event) -> list[int]:
    """The units that a line points at."""
    units: list[int] = GAME.mentions(event)["units"]
    return units


# --- 2: the chapter that a line cites first


def chapters_of(frame: Frame | None, event: Event) -> set[str]:
    """The chapters whose procedure a frame is: those of section 9 to 12 are other chapters with the roles reversed."""
    phase = GAME.phases[event.phase]
    if frame is None or frame.id == "kernel.flow.Sequence":
        return {chapter(name) for name in phase.cases}
    name = type(frame).__name__
    side = getattr(frame, "side", US)
    if name in ("DefensiveFire", "EntryWindow"):
        fires = GAME.side_of[frame.firer] if name == "DefensiveFire" else frame.side  # type: ignore[attr-defined]
        return {"11"} if fires == JP else {"18"}
    if name == "DeclareRetreats":
        return {"12"} if side == JP else {"19"}
    reversed_ = {"DesignateBombardment": ("9", "16"), "ResolveBombardments": ("9", "16"), "Bombard": ("9", "16")}
    reversed_ |= dict.fromkeys(("DesignateAssault", "ResolveAssaults", "Assault"), ("12", "19"))
    if name in reversed_:
        return {reversed_[name][side]}
    return {CHAPTER[name]}


CHAPTER = {
    "SetUp": "4", "AutomaticSetUp": "4", "Weather": "6", "Recover": "8", "UsMovement": "10", "UsMove": "10",
    "Construction": "14", "JapaneseMovement": "17", "JapaneseMove": "17", "Kirikami": "22",
    "EndOfJapaneseAssault": "22", "RevealWindow": "3", "FlagDie": "23", "NextTurn": "21", "Retire": "21",
    "RevealMarines": "22",
}  # fmt: skip
ELSEWHERE = {
    ("spared", "22.4.3a"): "Armor is a special rule of tanks, whatever hits them",
    ("scored", "23.2(1)"): "each US step is a Japanese VP as it falls, whatever takes it",
    ("scored", "22.2.1b"): "the 10 VP for the 3rd Division fall at its landing",
    ("scored", "23.1(1)a"): "the End Phase counts the airfields of chapter 23",
    ("scored", "23.1(1)b"): "the End Phase counts the airfields of chapter 23",
    ("scored", "23.2(3)"): "the last End Phase counts what chapter 23 gives Japan",
    ("scored", "23.2(4)"): "the last End Phase counts what chapter 23 gives Japan",
    ("scored", "23.2(5)"): "the last End Phase counts what chapter 23 gives Japan",
    ("rocket-spent", "22.5b"): "that it is spent is a special rule of the rocket artillery",
    ("retired", "22.1.3"): "the air unit leaves by a special rule of turn 1",
    ("stopped", "10.2"): "contact ends a move after the window of chapter 11",
    ("banzai", "22.3.1a"): "a Banzai Charge is declared within the Japanese assaults",
    ("revealed", "R31"): "the Banzai Charge Reveals the headquarters",
    ("revealed", "3.StatusChange-c"): "the Japanese player may Reveal units at any time",
    ("caves-revealed", "3.StatusChange-d"): "the Japanese player may Reveal Caves at any time",
    ("committed", "22.2.1a"): "the 3rd Division may be committed at any time",
    ("loss-order", "R47"): "a standing loss order may be given at any time",
    ("revealed", "R12"): "the ruling on the window of chapters 10 and 11",
    ("game-over", "24(1)"): "the game ends where a side is wiped out",
    ("game-over", "24(2)"): "the game ends at the 40th VP",
    ("game-over", "24(3)"): "the game ends with its last turn",
}
"""Lines whose first case stands in another chapter than the procedure that wrote them, each with the reason."""


def chapter(name: str) -> str:
    """`12.2.3(1)` stands in chapter 12, `19a-2` in 19; a ruling in none."""
    return re.match(r"R?\d+", name)[0]  # type: ignore[index]


@case("5", "20", "20b", "18d", "19a-3")
def test_every_line_cites_a_case_of_its_own_chapter_first_or_one_that_is_listed_with_its_reason() -> None:
    wrong, met = set(), set()
    for seed, staffs in [*((seed, seed % 2 == 0) for seed in range(6)), *GAMES[3:]]:
        for _, s in watched(seed, staffs):
            log: Any = s.log
            for event, frame in zip(log[:], log.by, strict=True):
                row = (event.kind, event.cases[0])
                if chapter(event.cases[0]) not in chapters_of(frame, event):
                    met.add(row)
                    if row not in ELSEWHERE:
                        wrong.add((type(frame).__name__, *row))
            log.clear()
            log.by.clear()
    assert wrong == set()
    assert {kind for kind, _ in met} >= {"scored", "spared", "stopped", "retired"}

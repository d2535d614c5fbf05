"""The log by itself: whoever reads nothing else has the board, and each line cites the rule of the procedure that wrote
it."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from grognard import bots
from grognard.games.whitesun.facts import TURNS
from grognard.games.whitesun.state import FIRST
from grognard.kernel.bits import bitset, members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event, Frame
from grognard.kernel.play import advance, apply
from grognard.lab.game_observer import Watcher
from random_games import some
from whitesun.conftest import GAME, NOTHING, X, fire, marching, table
from whitesun.test_fuzz import choose, position

case = pytest.mark.case
CHOSEN = ("muster",)
"""Questions during which a player's own unfinished choices show on the board: of them the log says nothing yet."""


class Reader:
    """The board as somebody has it who starts from a position and reads the log alone.

    What the rules do by themselves when a phase begins (5.2) needs no line.
    """

    def __init__(self, s: Any) -> None:
        self.where = list(s.where)
        self.steps = list(s.steps)
        self.japanese, self.broken = s.japanese, s.broken
        self.force = s.force
        self.hex = s.force_hex
        self.along = bool(s.flotilla_along)
        self.now = (s.turn, s.phase)

    def at(self, space: int, among: int) -> list[int]:
        return [u for u in members(among) if self.where[u] == space]

    def put(self, units: list[int], space: int) -> None:
        for unit in units:
            away = GAME.puppets >> unit & 1 and space in GAME.track  # 7.4b: a position by hand may still have them
            self.where[unit] = GAME.out if away else space
            self.steps[unit] = GAME.full[unit]
            self.force &= ~(1 << unit)

    def begin(self, turn: int, phase: int) -> None:
        """A phase begins: units in the Reserve Box are ready."""
        if (turn, phase) != self.now:
            self.now = (turn, phase)
            if GAME.phases[phase].id in ("first", "second"):
                self.put(self.at(GAME.reserve, GAME.ground), GAME.ready)

    @property
    def second_follows(self) -> bool:
        return GAME.phases[self.now[1]].id == FIRST and bool(GAME.second_phase[self.now[0]])

    @property
    def next_turn(self) -> int:
        return GAME.track[self.now[0] + 1] if self.now[0] < TURNS else GAME.out

    def read(self, event: Event) -> None:
        self.begin(event.turn, event.phase)
        reader = getattr(self, event.kind.replace("-", "_"), None)
        if reader is not None:
            reader(*event.args)
        if event.kind == "japanese-back":
            self.put(event.sum[0].args[0], GAME.ready)
        elif event.kind == "area-garrisoned":
            self.put(event.sum[0].args[0], GAME.garrison_box)

    # --- operations

    def operation(self, units: list[int], mp: int) -> None:
        self.force, self.hex, self.along = bitset(units), -1, False

    def step_to(self, hex_: int) -> None:
        self.hex = hex_
        for unit in members(self.force):
            self.where[unit] = hex_
        if self.along:
            self.where[GAME.flotilla] = hex_

    def sets_out(self, hex_: int, flotilla: int) -> None:
        self.along = bool(flotilla)
        self.step_to(hex_)

    def enters(self, hex_: int, start: int, cost: int, mp: int) -> None:
        self.step_to(hex_)

    moved = enters

    def raid(self, hex_: int) -> None:
        self.raided = hex_

    def raid_fire(self, hex_: int, *more: Any) -> None:
        self.step_to(hex_)

    def repulsed(self, hex_: int, back: int, forced: int) -> None:
        self.hex = back

    def no_turn_follows(self, units: list[int]) -> None:
        self.put(units, GAME.out)

    def operation_over(self, how: int, units: list[int], box: int) -> None:
        self.put(units, box)
        self.along = False
        self.hex = -1

    def puppets_leave(self, units: list[int]) -> None:
        self.put(units, GAME.out)

    def step_lost(self, unit: int, hex_: int, left: int, box: int) -> None:
        if left:
            self.steps[unit] = left
        else:
            self.put([unit], box if box >= 0 else GAME.out)

    def asterisk_result(self, unit: int, turn: int) -> None:
        self.put([unit], GAME.track[turn] if turn else GAME.out)

    def occupies(self, unit: int, hex_: int) -> None:
        self.put([unit], self.next_turn)

    def spent(self, unit: int) -> None:
        self.put([unit], self.next_turn)

    def called_up(self, unit: int) -> None:
        self.put([unit], GAME.ready)

    # --- the flotilla

    def flotilla_joins(self, hex_: int) -> None:
        self.along = True
        self.where[GAME.flotilla] = hex_

    def flotilla_alone(self, last: int) -> None:
        self.along = False
        self.where[GAME.flotilla] = self.next_turn

    def flotilla_gone(self) -> None:
        self.along = False
        self.where[GAME.flotilla] = GAME.out

    def flotilla_back(self, last: int) -> None:
        self.along = False
        self.where[GAME.flotilla] = GAME.reserve if self.second_follows else self.next_turn

    def stationed(self, hex_: int) -> None:
        self.where[GAME.flotilla] = hex_

    # --- the Chinese

    def drawn(self, unit: int, hex_: int) -> None:
        self.where[unit] = hex_

    def chinese_lost(self, unit: int, hex_: int, box: int) -> None:
        self.where[unit] = box if box >= 0 else GAME.dead

    def cohesion_result(self, unit: int, die: int, back: int) -> None:
        self.where[unit] = GAME.pool if back else GAME.dead

    def fighters_struck(self, unit: int, hex_: int) -> None:
        self.where[unit] = GAME.pool

    def fighters_gone(self, unit: int) -> None:
        self.where[unit] = GAME.dead

    def withdrawn(self, unit: int) -> None:
        self.where[unit] = GAME.dead

    def scattered(self, units: list[int], hex_: int, box: int) -> None:
        self.put(units, box)

    def works_gone(self, units: list[int], hex_: int) -> None:
        self.put(units, GAME.dead)

    def depot_lost(self, hex_: int) -> None:
        self.put(self.at(hex_, GAME.depots), GAME.dead)

    def depots_gone(self, hexes: list[int]) -> None:
        self.put([u for hex_ in hexes for u in self.at(hex_, GAME.depots)], GAME.dead)

    def changsha_set(self, hex_: int, units: int) -> None:
        self.put(members(GAME.set_aside), hex_)

    def cleared(self, units: list[int]) -> None:
        self.put(units, GAME.pool)

    def raiders_back(self, units: list[int]) -> None:
        self.put(units, GAME.base)

    def chinese_reinforcements(self, units: list[int], chungking: int) -> None:
        self.put(units, GAME.pool)

    # --- control

    def taken(self, hex_: int) -> None:
        self.japanese |= 1 << hex_
        self.broken &= ~(1 << hex_)

    repaired = taken

    def area_secured(self) -> None:
        self.japanese |= GAME.inside

    def given_up(self, hex_: int) -> None:
        self.japanese &= ~(1 << hex_)
        self.broken &= ~(1 << hex_)

    def cities_garrisoned(self, units: list[int]) -> None:
        self.put(units, GAME.city_box)

    def japanese_reinforcements(self, units: list[int]) -> None:
        self.put(units, GAME.ready)

    def break_(self, hex_: int) -> None:
        self.broken |= 1 << hex_


setattr(Reader, "break", Reader.break_)


def games(seed: int, name: str, most: int) -> Any:
    """A game with its log, question by question; of programs from the start, by lot from some turn."""
    rng = random.Random(seed)
    dice = KeyedDice(b"log %d" % seed)
    s = GAME.new("", {}) if name == "staff" else position(seed)
    bot = bots.make("staff", GAME, 0, rng) if name == "staff" else None
    s.log = Noted() if name == "noted" else []
    yield s
    advance(s, dice)
    for _ in range(most):
        yield s
        if s.winner != ONGOING:
            return
        apply(s, 0, bot.choose(GAME.redact(s, 0), s.pending) if bot else choose(s, rng), dice)


def unread(reader: Reader, s: Any) -> list[str]:
    """What the board shows otherwise than the reader has it."""
    wrong = []
    for unit in range(GAME.units):
        if reader.where[unit] != s.where[unit]:
            there, here = GAME.space_ids[s.where[unit]], GAME.space_ids[reader.where[unit]]
            wrong.append(f"{GAME.unit_ids[unit]} is in {there}, by the log in {here}")
        elif reader.steps[unit] != s.steps[unit]:
            wrong.append(f"{GAME.unit_ids[unit]} has {s.steps[unit]} steps, by the log {reader.steps[unit]}")
    if reader.japanese != s.japanese:
        wrong.append(f"control differs: {[GAME.space_ids[h] for h in members(reader.japanese ^ s.japanese)]}")
    if reader.broken != s.broken:
        wrong.append(f"breaks differ: {[GAME.space_ids[h] for h in members(reader.broken ^ s.broken)]}")
    return wrong


@case("2.5b", "10.1h", "10.5c", "RE.34a", "RE.41", "8.10c", "3.9c")
@pytest.mark.parametrize(("seed", "name"), [(1, "staff"), *((seed, "lot") for seed in some(7, 60))])
def test_the_board_can_be_read_from_the_log_alone(seed: int, name: str) -> None:
    boards = 0
    reader: Reader | None = None
    for s in games(seed, name, 1200):
        if reader is None:
            reader, heard = Reader(s), 0
            continue
        for event in s.log[heard:]:
            reader.read(event)
        heard = len(s.log)
        if s.winner == ONGOING:
            reader.begin(s.turn, s.phase)
        if s.pending is None or s.pending.prompt.startswith(("garrison", "keep")):
            continue
        assert unread(reader, s) == [], [GAME.sentence(event) for event in s.log[-8:]]
        boards += 1
    assert boards > 30


@case("5.3a", "R20")
def test_the_laboratory_counts_nobody_among_the_lost_who_has_only_operated() -> None:
    late = {"turn": 4, "phase": "second", "japanese": ["area"], "flotilla": "gone", "units": {"J-9D": "READY"}}
    t = marching(X[:2], "3414", **late)
    watcher = Watcher(GAME, t.state)
    t.do("halt")
    watcher.after()
    ended = watcher.ended()
    assert [ended[t.unit(u)] for u in X[:2]] == [-1, -1]
    assert ended[t.unit("J-9D")] == t.state.where[t.unit("J-9D")]


# --- what leaves the map is named, with a reason


@case("RE.34a", "R41", "10.5c")
def test_a_city_that_is_given_by_an_event_names_what_leaves_it() -> None:
    t = marching(X, "2608", pool=["R-17D"], japanese=["2504", "2605", "2606", "2607"], units={"R-NR": "2708"})
    t.advance("2708", 3, 4, 1)
    assert t.said()[-6:] == [
        "Event 3-4: “Rape of…”: the city falls and the force is out for the turn.",
        "103 Division and 112 Division leave Nanking 2708 and the game: it falls without a fight.",
        "North Route leaves Nanking 2708 and goes back to the force pool: it falls without a fight.",
        "The operation is over: ended by an event. 8 units come back on Turn 2.",
        "Nanking 2708 is Japanese.",
        "The fort and the depot at Nanking 2708 are removed: the hex is taken.",
    ]


@case("10.5c", "R59")
def test_a_fort_that_goes_with_its_hex_is_named() -> None:
    t = marching(X, "2608", pool=[], japanese=["2504", "2605", "2606", "2607"], units={"S-2708": "DEAD"})
    t.advance("2708", *NOTHING, 1, *fire(14, 6, 6), *fire(0))
    assert t.said()[-1] == "The fort at Nanking 2708 is removed: the hex is taken."


@case("7.4b", "R15")
def test_puppets_that_end_an_operation_in_the_second_phase_leave_play() -> None:
    t = marching(["P-HA", "J-101D"], "1417", phase="second").do("halt")
    assert t.said()[-2:] == [
        "A puppet leaves play: Hopei Army.",
        "The operation is over: halted. 1 unit comes back on Turn 2.",
    ]


@case("2.5b", "5.3a", "R20")
def test_nobody_is_eliminated_who_halts_in_the_last_phase() -> None:
    late = {"turn": 4, "phase": "second", "japanese": ["area"], "flotilla": "gone", "units": {"J-9D": "READY"}}
    t = marching(X[:2], "3414", **late).do("halt")
    assert t.said()[-2:] == ["The operation is over: halted.", "2 units have operated; no turn follows."]
    flags = {row[0]: row[3] for row in GAME.view(t.state, 0)["units"]}
    assert [flags[t.unit(u)] for u in X[:2]] == [0, 0]
    (bar,) = GAME.why_not(t.state, 0, t.unit("J-3D"), None)
    assert bar == ("3rd Division takes no further part: no turn follows.", ("5.3a", "R20"))


@case("3.9c", "R55")
def test_three_of_those_that_come_on_turn_4_go_to_chungking() -> None:
    t = table([1, 1, 1], turn=4, phase="administration", japanese=["area"], flotilla="gone")
    said = next(line for line in t.said() if "arrive" in line)
    assert said.startswith("18 Chinese units arrive, 3 of them for Chungking, the others for the force pool: ")


@case("8.1b", "8.2a")
def test_from_an_empty_pool_nobody_is_drawn() -> None:
    t = marching(X[:2], "1417")
    card = GAME.preview(t.state, 0, ("advance", t.space("1517")))
    rows = {row["text"]: row["value"] for row in card["reduce"]}
    assert rows["The force pool is empty"] == "nobody is drawn"
    assert "Units drawn, by the die" not in rows
    t.advance("1517", *NOTHING, 5)
    assert "Defence die 5: 2 defenders called for." in t.said()
    assert "The force pool is empty: nobody more is drawn." in t.said()


# --- each line cites the rule of the procedure that wrote it


class Noted(list[Event]):
    """A log that notes which procedure wrote each line: the nearest frame of the game among those at work."""

    def __init__(self) -> None:
        super().__init__()
        self.writers: list[str] = []

    def append(self, event: Event) -> None:
        super().append(event)
        at = sys._getframe(1)
        agenda: list[Frame] = []
        while at is not None:
            found = at.f_locals.get("self")
            if isinstance(found, Frame):
                self.writers.append(type(found).__module__.rpartition(".")[2])
                return
            position_ = at.f_locals.get("s")
            agenda = agenda or list(getattr(position_, "agenda", ()))
            at = at.f_back
        self.writers.append(type(agenda[-1]).__module__.rpartition(".")[2] if agenda else "flow")


CHAPTERS = {
    "administration": {"3", "7", "8"}, "flotilla": {"9"}, "forming_forces": {"3", "9"}, "movement": {"9"},
    "defence": {"8", "3", "RE"}, "events": {"8", "RE"}, "combat": {"10"}, "losses": {"10"}, "objectives": {"11", "OT"},
    "guerrilla_attacks": {"8", "11", "OT"}, "flow": {"3", "4", "5"},
}  # fmt: skip
"""Per module, the chapters of the rulebook that it is written from; the tables OT and RE belong to 11 and 8."""
ELSEWHERE = {
    ("combat", "taken"): "10.1g: a battle that is won takes the hex",
    ("combat", "no-turn-follows"): "5.3a says where the units go when an operation ends",
    ("combat", "operation-over"): "5.3a says where the units go when an operation ends",
    ("defence", "no-turn-follows"): "5.3a says where the units go when an operation ends",
    ("defence", "operation-over"): "5.3a says where the units go when an operation ends",
    ("events", "no-turn-follows"): "5.3a says where the units go when an operation ends",
    ("events", "operation-over"): "5.3a says where the units go when an operation ends",
    ("movement", "no-turn-follows"): "5.3a says where the units go when an operation ends",
    ("movement", "operation-over"): "5.3a says where the units go when an operation ends",
    ("guerrilla_attacks", "no-turn-follows"): "5.3a says where the units go when an operation ends",
    ("guerrilla_attacks", "operation-over"): "5.3a says where the units go when an operation ends",
    ("combat", "puppets-leave"): "7.4b says when puppets leave play",
    ("defence", "puppets-leave"): "7.4b says when puppets leave play",
    ("events", "puppets-leave"): "7.4b says when puppets leave play",
    ("guerrilla_attacks", "puppets-leave"): "7.4b says when puppets leave play",
    ("movement", "puppets-leave"): "7.4b says when puppets leave play",
    ("combat", "repulsed"): "9.6 says what becomes of a force that breaks off a battle",
    ("combat", "round"): "9.4 prices further rounds",
    ("combat", "flotilla-back"): "9.17 is all that is said of the flotilla",
    ("combat", "flotilla-alone"): "9.17 is all that is said of the flotilla",
    ("combat", "flotilla-gone"): "9.17 is all that is said of the flotilla",
    ("defence", "flotilla-alone"): "9.17 is all that is said of the flotilla",
    ("defence", "flotilla-gone"): "9.17 is all that is said of the flotilla",
    ("events", "flotilla-alone"): "9.17 is all that is said of the flotilla",
    ("events", "flotilla-gone"): "9.17 is all that is said of the flotilla",
    ("administration", "flotilla-gone"): "9.17b: nobody attacked Shanghai",
    ("flow", "flotilla-gone"): "9.17b: nobody attacked Shanghai",
    ("combat", "raiders-back"): "8.5d: the regiments of the Base Area may be used again",
    ("losses", "asterisk"): "3.5d rolls for units with an asterisk",
    ("losses", "asterisk-result"): "3.5d rolls for units with an asterisk",
    ("losses", "step-lost"): "an event's own case takes the steps",
    ("guerrilla_attacks", "hits"): "10.1: one hit is one step, in raids too",
    ("defence", "flood"): "10.3 floods before anything else",
    ("defence", "flood-die"): "10.3 floods before anything else",
    ("defence", "works-gone"): "10.5c: fort and depot go with the hex",
    ("events", "works-gone"): "10.5c: fort and depot go with the hex",
    ("movement", "taken"): "9.16c: treaty ports fall to whoever enters them",
    ("objectives", "drawn"): "11.3: the garrison of Changsha is drawn like defenders",
    ("objectives", "taken"): "9.16c: treaty ports fall to whoever enters them",
    ("objectives", "occupies"): "9.16c: treaty ports fall to whoever enters them",
    ("objectives", "works-gone"): "10.5c: fort and depot go with the hex",
    ("flow", "raiders-back"): "OT.6b: beaten raiders are back next turn",
    ("flow", "cleared"): "8.10c clears the map in Phase I",
    ("flow", "depots-gone"): "10.4b removes the depots at the start of Turn 2",
    ("flow", "puppets-leave"): "7.4b: puppets leave at the end of Turn 1",
    ("flow", "withdrawn"): "7.6, 8.8c: units that leave play at the start of a turn",
    ("flow", "japanese-back"): "7.4d brings everybody back",
    ("flow", "japanese-reinforcements"): "7.3 brings new units",
}
"""Lines that cite another chapter first, each with its reason."""


def chapter_of(name: str) -> set[str]:
    """The chapters of a case; of a ruling, those of the cases that it reads."""
    if name.startswith("R") and name[1:].isdigit():
        row = next(row for row in GAME.rulings if row["id"] == name)
        return {other.partition(".")[0] for other in row["cases"]}
    return {name.partition(".")[0]}


@pytest.mark.parametrize("seed", some(8, 80))
def test_each_line_cites_the_chapter_of_the_procedure_that_wrote_it(seed: int) -> None:
    for s in games(seed, "noted", 600):
        log = s.log
    wrong = {}
    for event, writer in zip(log, log.writers, strict=True):
        known = (writer, event.kind) in ELSEWHERE
        if event.cases and not known and not chapter_of(event.cases[0]) & CHAPTERS[writer]:
            wrong[writer, event.kind] = event.cases
    assert len(log) > 60
    assert wrong == {}


@case("RE.31b", "RE.44b", "RE.61b")
@pytest.mark.parametrize(
    ("turn", "dice", "cited"), [(1, (3, 1), "RE.31b"), (3, (4, 4), "RE.44b"), (3, (6, 1), "RE.61b")]
)
def test_steps_that_an_event_takes_cite_that_event(turn: int, dice: tuple[int, int], cited: str) -> None:
    ready = {} if turn == 1 else {"japanese": ["area"], "flotilla": "gone", "units": {"J-9D": "READY"}}
    t = marching(X[:4], *(("1417",) if turn == 1 else ("2718",)), turn=turn, **ready)
    t.advance("1517" if turn == 1 else "2719", *dice, 1, 2)
    assert t.asked.cases == (cited, "8.12")
    t.do("lose", "J-3D", dice=[] if turn == 1 else [1] if dice == (4, 4) else [1, 1])
    assert t.told("step-lost")[0].cases == (cited, "8.12")

"""A side's board rebuilt from nothing but the log that this side reads; each line under the chapter that wrote it."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import bots
from grognard.games.ichigo.breakdowns import NOT_OPEN, open_names
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, SIDE_OF_NATION
from grognard.games.ichigo.knowledge import AERIAL, AIR_ALLIED, AIR_JAPANESE, B29, BEACHHEAD
from grognard.kernel.bits import each, members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.play import advance, apply
from ichigo.conftest import GAME, table
from ichigo.test_fuzz import random_act
from random_games import some

case = pytest.mark.case
Name = int
"""The front of a unit, or `NOT_OPEN` for an untried one."""


class Board:
    """What a side knows of the map: its own counters by name in their hexes, of the others how many there are."""

    def __init__(self, side: int, s: Any) -> None:
        self.side = side
        self.own: dict[int, Counter[Name]] = {}
        self.steps: dict[Name, int] = {u: GAME.full[u] for u in range(GAME.units)}
        self.others: Counter[tuple[int, int]] = Counter()
        self.japanese = s.japanese
        self.marks: set[tuple[int, int]] = set()
        self.group: list[Name] = []
        """Who is on the way."""
        for hex_ in range(GAME.hexes):
            for unit in each(s.at[hex_]):
                self.put(GAME.nation_of[unit], hex_, open_names(s, [unit]))

    def is_mine(self, nation: int) -> bool:
        return SIDE_OF_NATION[nation] == self.side

    def put(self, nation: int, hex_: int, names: list[Name], number: int = 0) -> None:
        if self.is_mine(nation):
            self.own.setdefault(hex_, Counter()).update(names)
        else:
            self.others[nation, hex_] += number or len(names)

    def take(self, nation: int, hex_: int, names: list[Name], number: int = 0) -> None:
        if not self.is_mine(nation):
            self.others[nation, hex_] -= number or len(names)
            assert self.others[nation, hex_] >= 0
            return
        for name in names:
            assert self.own[hex_][name] > 0, (name, hex_)
            self.own[hex_][name] -= 1

    def read(self, event: Event) -> None:
        """One line and the sum under it."""
        if not event.seen >> self.side & 1:
            return
        names = next((list(t.args[0]) for t in event.sum if t.kind in WHO and t.seen >> self.side & 1), [])
        heard = HEARD.get(event.kind)
        if heard is not None:
            heard(self, names, *event.args)

    def seen(self) -> tuple[Any, ...]:
        """The board in a form that can be compared."""
        own = {(h, name): n for h, names in self.own.items() for name, n in names.items() if n}
        others = {key: n for key, n in self.others.items() if n}
        standing = {name for _, name in own if name != NOT_OPEN}
        return own, others, {name: self.steps[name] for name in standing}, self.japanese, self.marks


WHO = ("who", "advances", "stays", "given-up")


def step(b: Board, names: list[Name], nation: int, number: int, start: int, goal: int) -> None:
    b.group = names or b.group
    assert not b.is_mine(nation) or len(b.group) == number
    b.take(nation, start, b.group, number)
    b.put(nation, goal, b.group, number)


def all_go(b: Board, names: list[Name], nation: int, number: int, start: int, goal: int) -> None:
    going = list(b.own.get(start, Counter()).elements()) if b.is_mine(nation) else []
    going = [name for name in going if nation_of(b, name) == nation]
    b.take(nation, start, going, number)
    b.put(nation, goal, going, number)


def nation_of(b: Board, name: Name) -> int:
    return CHINA if name == NOT_OPEN else GAME.nation_of[name]


def stayed(b: Board, names: list[Name], nation: int, number: int, hex_: int) -> None:
    for name in names:
        b.group.remove(name)


def advanced(b: Board, names: list[Name], nation: int, number: int, start: int, goal: int) -> None:
    b.take(nation, start, names, number)
    b.put(nation, goal, names, number)


def came(b: Board, names: list[Name], unit: int, hex_: int) -> None:
    b.put(GAME.nation_of[unit], hex_, [unit])


def gone(b: Board, names: list[Name], unit: int, hex_: int) -> None:
    b.take(GAME.nation_of[unit], hex_, [unit])


def sailed(b: Board, names: list[Name], unit: int, goal: int) -> None:
    start = next(h for h, own in b.own.items() if own[unit]) if b.side == ALLIED else None
    if start is None:
        start = next(h for h, kind in b.marks if kind == BEACHHEAD and h != goal)
    gone(b, names, unit, start)
    came(b, names, unit, goal)


def lost(b: Board, names: list[Name], unit: int, front: Name, hex_: int, left: int) -> None:
    b.steps[front] = left
    if not left:
        b.steps[front] = GAME.full[front] if GAME.regulars >> unit & 1 else 0
        b.take(GAME.nation_of[unit], hex_, [front])


def revealed(b: Board, names: list[Name], front: Name, hex_: int) -> None:
    b.take(CHINA, hex_, [NOT_OPEN])
    b.put(CHINA, hex_, [front])


def absorbed(b: Board, names: list[Name], division: int, brigade: int, hex_: int) -> None:
    b.take(JAPAN, hex_, [brigade])
    b.steps[division] = GAME.full[division]


def controlled(b: Board, names: list[Name], hex_: int, side: int) -> None:
    b.japanese = b.japanese | 1 << hex_ if side == JAPANESE else b.japanese & ~(1 << hex_)


def marked(kind: int) -> Callable[..., None]:
    return lambda b, names, hex_: b.marks.add((hex_, kind))


def lifted(b: Board, names: list[Name], hex_: int) -> None:
    b.marks.discard((hex_, AERIAL))


def new_turn(b: Board, names: list[Name], turn: int) -> None:
    b.marks = {mark for mark in b.marks if mark[1] in (BEACHHEAD, AERIAL)}


HEARD: dict[str, Callable[..., None]] = {
    "moved": step,
    "displaced": all_go,
    "stayed": stayed,
    "advanced": advanced,
    "airlifted": lambda b, names, nation, start, goal: advanced(b, names, nation, 1, start, goal),
    "arrived": came,
    "landed": came,
    "airdrop": came,
    "transferred": sailed,
    "reinforced": lambda b, names, hex_: b.put(CHINA, hex_, [NOT_OPEN]),
    "withdrawn": gone,
    "to-fourteenth-area": lambda b, names, unit: b.steps.update({unit: GAME.full[unit]}),
    "crossed": lambda b, names, unit, left: b.steps.update({unit: left}),
    "fourteenth-returned": lambda b, names, unit: b.steps.update({unit: GAME.full[unit]}),
    "absorbed": absorbed,
    "step-lost": lost,
    "revealed": revealed,
    "zero": lambda b, names, front, hex_: b.take(CHINA, hex_, [front]),
    "overstacked": lambda b, names, nation, hex_, unit: b.take(nation, hex_, names or [unit], 1),
    "displaced-eliminated": gone,
    "displaced-lost": lambda b, names, nation, number, hex_, units, _: b.take(nation, hex_, names or units, number),
    "control": controlled,
    "air-marker": lambda b, names, side, hex_: b.marks.add((hex_, AIR_JAPANESE if side == JAPANESE else AIR_ALLIED)),
    "raided": marked(B29),
    "beachhead": marked(BEACHHEAD),
    "aerial-supply": marked(AERIAL),
    "aerial-supply-lifted": lifted,
    "turn": new_turn,
}
"""What each line says of the board; all others say nothing of it."""


def truth(s: Any, side: int) -> tuple[Any, ...]:
    """The board as it is, in the same form, as far as this side may know it."""
    board = Board(side, s)
    board.japanese = s.japanese
    board.steps = {name: n for u in range(GAME.units) for name in open_names(s, [u]) for n in [s.steps[u]]}
    air = AIR_JAPANESE if s.air_side == JAPANESE else AIR_ALLIED
    board.marks = {(h, air) for h in members(s.air_markers)} | {(h, BEACHHEAD) for h in s.beachheads}
    board.marks |= {(h, kind) for h, kind in ((s.b29, B29), (s.aerial, AERIAL)) if h >= 0}
    return board.seen()


def games(seed: int) -> Iterator[Any]:
    """A game by lot, one of the staffs, one with Causeway: its position after every decision, with the log."""
    launched = {"turn": 7, "phase": "start", "causeway": "undecided"} if seed % 3 == 2 else {}
    rng, dice = random.Random(seed), KeyedDice(b"from the log %d" % seed)
    s = GAME.new("campaign", {})
    advance(s, dice)
    if launched:
        GAME.edit(s, {"turn": 7, "phase": "landing", "causeway": "launched"})
        advance(s, dice)
    seated = [bots.make("staff", GAME, side, random.Random(f"{seed}/{side}")) for side in (0, 1)]
    s.log = []
    yield s
    for _ in range(2500):
        if s.winner != ONGOING:
            return
        asked = s.pending
        by_staff = seed % 3 == 1
        act = (asked.side, seated[asked.side].choose(GAME.redact(s, asked.side), asked)) if by_staff else None
        apply(s, *(act or random_act(s, rng, 0.4)), dice)
        yield s


@case("2.15c", "6.6a", "11.24a", "R81")
@pytest.mark.parametrize("seed", some(3, 60))
def test_each_side_can_rebuild_its_board_from_its_own_log(seed: int) -> None:
    boards: list[Board] = []
    compared = 0
    for s in games(seed):
        if not boards:
            boards = [Board(side, s) for side in (ALLIED, JAPANESE)]
            for board in boards:
                board.marks = {(h, BEACHHEAD) for h in s.beachheads}
        for event in s.log:
            for board in boards:
                board.read(event)
        s.log.clear()
        if s.winner == ONGOING:
            for board in boards:
                assert board.seen() == truth(s, board.side)
                compared += 1
    assert compared > 100


@case("R38", "6.0a")
def test_who_is_given_up_is_named_to_those_who_may_know_it() -> None:
    six = {f"J-CEA-D{n}": "2006" for n in (13, 26, 37, 62, 39, 40)}
    t = table(turn=9, phase="japanese-movement", units={**six, "CH-5": "0712"}, causeway="launched",
              beachheads=["3221", "2819"], allied=["3221", "2819"])  # fmt: skip
    t.act("end-movement").act("remove", "J-CEA-D13")
    (event,) = t.told("overstacked")
    assert GAME.sentence(event) == "2006 is too full: 13th Division is given up for good."
    five = {f"CH-{n}": "1815" for n in (5, 18, 74, 100, "N6")}
    t = table(turn=9, phase="chinese-movement", units={**five, "J-CEA-D3": "2302"}, tried=["CH-5"],
              causeway="launched", beachheads=["3221", "2819"], allied=["3221", "2819"])  # fmt: skip
    t.act("end-movement").act("remove", "CH-5")
    (event,) = t.told("overstacked")
    assert GAME.sentence(event) == "Hengyang 1815 is too full: a Chinese unit is given up and goes back to the pool."
    assert [text for text, _ in GAME.reckoning(event, ALLIED)] == ["Given up: 5th Army"]
    assert GAME.reckoning(event, JAPANESE) == []


@case("5.3.12b", "R38", "R81")
def test_displaced_regulars_with_nowhere_to_go_are_not_said_to_be_eliminated() -> None:
    said = GAME.text.say_displaced_lost
    hex_ = GAME.space_index["2819"]
    assert said(CHINA, 1, hex_, []) == "No hex is open to 1 Chinese unit in Amoy 2819: back to the pool."
    divisions = [GAME.unit_index[name] for name in ("J-CEA-D3", "J-CEA-D13")]
    lost_ones = "3rd Division and 13th Division"
    assert said(JAPAN, 2, hex_, divisions) == (
        f"No hex is open to 2 Japanese units in Amoy 2819, eliminated: {lost_ones}."
    )


# --- each line under the chapter that wrote it

RULES = Path(__file__).parents[2] / "src" / "grognard" / "games" / "ichigo"
CHAPTERS = {
    "air": {"8"},
    "battle": {"11"},
    "causeway": {"5", "10"},
    "combat": {"11"},
    "flow": {"5"},
    "movement": {"10"},
    "reinforcement": {"9"},
    "setup": {"3"},
    "stacking": {"6"},
    "state": {"2", "3"},
    "supply": {"7"},
    "victory": {"4"},
}
"""Per module of the rules, the chapters that it follows."""
CROSS_REFERENCES = {
    ("state", "step-lost", "11"): "a step is taken in battle: the loss follows the results of combat",
    ("supply", "aerial-supply-lifted", "8"): "the airdrop uses the marker up",
    ("causeway", "landed", "9"): "9.8 says how later divisions come ashore",
    ("reinforcement", "fourteenth-area", "5"): "5.3 brings the 14th Area Army in; 9.4 says it again",
    ("reinforcement", "fourteenth-closed", "5"): "5.3 closes its pool",
    ("reinforcement", "fourteenth-drawn", "5"): "5.3 says how many set out",
    ("reinforcement", "fourteenth-lots", "5"): "5.3 has them drawn blindly",
    ("reinforcement", "special-forces", "5"): "5.3 spares them the crossing",
    ("reinforcement", "crossing", "5"): "5.3 gives the dice of the crossing",
    ("reinforcement", "crossed", "5"): "5.3 says who survives it",
    ("reinforcement", "fourteenth-returned", "5"): "what becomes of those who find no port is ruled on 5.3",
    ("reinforcement", "arrived", "5"): "the armies that come with Causeway arrive by 5.3",
    ("victory", "turn", "5"): "the end of a turn counts the points and begins the next",
}
"""Module, line and chapter that do not fit, each with its reason."""


def writers() -> dict[str, set[str]]:
    """Per kind of line, the modules that write it."""
    out: dict[str, set[str]] = {}
    for file in RULES.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in ("tell", "Roll", "lots"):
                for name in ast.walk(call.args[0]) if call.args else ():
                    if isinstance(name, ast.Constant) and isinstance(name.value, str):
                        out.setdefault(name.value, set()).add(file.stem)
    for kind in ("launched", "cancelled"):  # f"causeway-{kind}"
        out[f"causeway-{kind}"] = {"causeway"}
    return out


def chapter(case_: str) -> set[str]:
    """The chapters of a case, or of the cases that a ruling is about."""
    if not case_.startswith("R"):
        return {case_.partition(".")[0]}
    (ruling,) = (row for row in GAME.rulings if row["id"] == case_)
    return {about.partition(".")[0] for about in ruling["cases"]}


@pytest.mark.parametrize("seed", some(3, 30))
def test_the_first_case_of_every_line_belongs_to_the_chapter_that_wrote_it(seed: int) -> None:
    by_kind, wrong, read = writers(), set(), set()
    for s in games(seed):
        for event in s.log:
            modules = by_kind.get(event.kind)
            if not modules or not event.cases:
                continue
            read.add(event.kind)
            found = chapter(event.cases[0])
            if not any(found & CHAPTERS[module] for module in modules):
                wrong |= {(min(modules), event.kind, min(found))}
        s.log.clear()
    assert len(read) > 15
    assert wrong <= set(CROSS_REFERENCES), wrong - set(CROSS_REFERENCES)


def test_every_cross_reference_has_its_reason_and_is_of_a_line_that_is_written() -> None:
    by_kind = writers()
    for module, kind, _ in CROSS_REFERENCES:
        assert module in by_kind[kind]
    assert all(CROSS_REFERENCES.values())

"""What lies on the map, rebuilt from one side's log alone: no counter comes, moves or goes without a line that says so.

Of a concealed counter the Allied player is told that one comes, moves or goes, never which (11.0c, R68).
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import random_act
from grognard.games.formosa.markers import MARK
from grognard.games.formosa.state import OPTIONS
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.play import advance, apply
from random_games import some

case = pytest.mark.case
ALLIED, JAPANESE = 0, 1
CAMP = members(GAME.camp)[0]
COMES = ("deployed", "landed", "dropped", "aboard", "flown-in", "die-hards-rise")
MOVES = ("moved", "retreated", "advanced", "shipped")
GOES = ("eliminated", "deception-removed", "back-to-sea", "raiders-spent")


@dataclass
class Board:
    """What one side reads of the map out of its log."""

    side: int
    where: dict[int, int] = field(default_factory=dict)
    """Per unit that it knows by name, the hex."""
    counters: Counter[int] = field(default_factory=Counter)
    """Per hex, the concealed counters of the enemy."""

    def put(self, unit: int, space: int) -> None:
        self.where.pop(unit, None)
        if space < GAME.hexes:
            self.where[unit] = space

    def read(self, event: Event) -> None:
        """One line."""
        kind, args = event.kind, event.args
        if kind in COMES:
            self.put(args[0], args[1])
        elif kind in MOVES:
            self.put(args[0], args[2])
        elif kind in GOES:
            assert event.cases, event
            self.put(args[0], GAME.hexes)
        elif kind == "revealed":
            self.counters[args[1]] -= int(self.side == ALLIED)
            self.put(args[0], args[1])
        elif kind == "counter-deployed":
            self.counters[args[0]] += 1
        elif kind == "counter-moved":
            self.counters[args[1]] -= 1
            self.counters[args[2]] += 1
        elif kind in ("counter-lost", "counter-overstacked"):
            self.counters[args[0]] -= 1
        elif kind == "overstacked":
            self.put(args[2], GAME.hexes)
        elif kind == "assault-failed":
            for unit in args[1]:
                self.put(unit, GAME.hexes)
        elif kind == "raid-result" and args[2] == "lands":
            self.put(args[0], args[1])
        elif kind == "landing-concealed" and self.side == ALLIED:
            self.put(args[0], GAME.hexes)
            self.counters[args[1]] += 1
        elif kind == "camp-bombed":
            if self.side == ALLIED and CAMP not in self.where:
                self.counters[args[0]] -= 1
            self.put(CAMP, GAME.hexes)


def seen(s: Any, side: int) -> tuple[dict[int, int], dict[int, int]]:
    """The same from the view that the page draws."""
    view = GAME.view(s, side)
    units = {row[0]: row[1] for row in view["units"] if row[1] < GAME.hexes}
    return units, {hex_: count for hex_, kind, count in view["marks"] if kind == MARK["concealed"]}


@case("11.0a", "11.0b", "11.0c", "11.0d", "8.3a", "8.3b", "13.3a", "25.6a", "25.7b", "25.8d", "R68")
@pytest.mark.parametrize("seed", some(2, 40))
def test_each_side_can_rebuild_the_map_from_its_own_log(seed: int, long: bool) -> None:
    rng = random.Random(seed)
    s = GAME.new(str(1 + seed % 2), {name: rng.choice(("on", "on", "off")) for name in OPTIONS})
    dice = KeyedDice(b"own log %d" % seed)
    s.log = []
    advance(s, dice)
    boards, read = [Board(ALLIED), Board(JAPANESE)], 0
    for number in range(20_000):
        if s.winner != ONGOING:
            break
        apply(s, *random_act(s, rng, 0.6), dice)
        for event in s.log[read:]:
            for board in (board for board in boards if event.seen >> board.side & 1):
                board.read(event)
        if s.winner == ONGOING and (long or number % 3 == 0):
            for board in boards:
                units, counters = seen(s, board.side)
                last = [(e.kind, e.args) for e in s.log[read:]]
                assert board.where == units, (number, board.side, last)
                assert {h: n for h, n in board.counters.items() if n} == counters, (number, board.side, last)
        read = len(s.log)
    assert read > 50

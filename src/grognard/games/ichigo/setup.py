"""Chapter 3: set-up. Everything has its place; only the fronts of the Chinese regulars are drawn by lot, unseen."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.ichigo.facts import Facts
from grognard.games.ichigo.state import State, place
from grognard.kernel.bits import members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import NOBODY, Frame, Roll
from grognard.kernel.ids import NO_SPACES, Space, Unit, every
from grognard.kernel.shuffle import by_lot, lots
from grognard.kernel.state import set_out


def new_position(game: Facts) -> State:
    """3.2-3.5: every counter where it starts. The regulars' fronts are still to be drawn."""
    s = State(game)
    g = s.game
    s.steps = bytearray(g.full)
    set_out(s, g.setup_at, len(g.space_ids))
    s.present = [NO_SPACES] * 3
    s.order = [0] * g.units
    s.began = [g.out] * g.units
    s.front = list(g.regular_units)
    for unit in every(Unit, g.units):
        place(s, unit, s.where[unit])
    for unit, hex_ in zip(g.regular_units, regulars_start(g), strict=False):
        place(s, unit, hex_)
    s.japanese = g.japanese_at_start
    return s


def regulars_start(g: Facts) -> list[Space]:
    """3.3b-e: one or two in each diamond hex, one in each Chinese city without a diamond, militia or not."""
    ones, twos = g.diamonds
    cities = g.chinese_cities & ~(ones | twos)
    return [*members(ones), *members(twos), *members(twos), *members(cities)]


def is_not_dealt(s: State) -> bool:
    """The first thing of the game."""
    return s.turn == 1 and not s.rolls


def begin(s: State) -> None:
    """3.3a, R79."""
    s.agenda.append(Deal())


@dataclass(slots=True)
class Deal(Frame):
    """3.3a, 3.3f, R79: the regulars are shuffled; nobody sees a front."""

    id = "ichigo.setup.Deal"

    def run(self, s: State) -> Roll:
        return lots("deal", len(s.game.regular_units), NOBODY, "3.3a")

    def rolled(self, s: State, dice: Throw) -> None:
        if len(set(dice)) < len(dice):
            return
        s.agenda.pop()
        s.front = by_lot(list(s.game.regular_units), dice)
        s.tell("set-up", cases=("3.0", "3.3a"))

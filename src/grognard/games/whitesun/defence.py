"""Chapter 8: what a force meets when it enters a Chinese-controlled hex (3.4, 8.1-8.10, 10.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.whitesun import combat, events, flotilla, operation
from grognard.games.whitesun.breakdowns import called_for_terms, cost_terms
from grognard.games.whitesun.facts import BASE_AREA, UNDEFENDED
from grognard.games.whitesun.state import EVENT_ENDED, NO_EVENT, State, defenders
from grognard.kernel.bits import each, nth
from grognard.kernel.dice import Throw
from grognard.kernel.flow import NOBODY, Frame, Roll
from grognard.kernel.ids import NO_UNITS, Space, Unit, Units
from grognard.kernel.state import place

FLOOD, DICE, DRAW, FIGHT = range(4)


# --- 8.2 the defence table


def rolls_defence(s: State, hex_: Space) -> bool:
    """8.4, 8.10b, R38, R60: Hainan never; where defenders have fought off a force this turn, not while any is left."""
    g = s.game
    if g.defence_line[hex_] == UNDEFENDED:
        return False
    return not (s.held >> hex_ & 1 and defenders(s, hex_))


def called_for(s: State, hex_: Space, die: int) -> int:
    """8.2, 8.5d, 12.4a, R56: how many units defend by the die; one more in Szechuan on Turn 4."""
    g = s.game
    number = g.defence[g.defence_line[hex_]][die]
    if s.turn == g.szechuan_turn and g.szechuan >> hex_ & 1 and hex_ != g.chungking:
        number += g.szechuan_more
    return number


def no_show(s: State, hex_: Space, unit: Unit) -> str:
    """8.6-8.8: why a drawn unit does not fight in this hex; empty when it does."""
    g = s.game
    bit = 1 << unit
    if g.elites & bit and s.turn <= g.elites_in_cities and not g.cities >> hex_ & 1:
        return "elite"
    if unit == g.eighth and not g.north >> hex_ & 1:
        return "north"
    if unit == g.fourth and not g.south >> hex_ & 1:
        return "south"
    return ""


@dataclass(slots=True)
class Draw(Frame):
    """8.2a, 8.6-8.8, R6, R7: blind draws. An elite that stays away counts, an army out of its area does not."""

    id = "whitesun.defence.Draw"
    hex: Space
    left: int
    standing: int = 0
    """R49: they are to stay there as a garrison."""
    aside: list[Unit] = field(default_factory=list)
    """Drawn and set aside: back in the pool when the draw is over."""

    def urn(self, s: State) -> Units:
        """What can be drawn."""
        pool = s.at[s.game.pool]
        for unit in self.aside:
            pool &= ~(1 << unit)
        return pool

    def run(self, s: State) -> Roll | None:
        urn = self.urn(s) if self.left else NO_UNITS
        if urn:
            return Roll("draw", 1, (self.hex,), ("8.2a", "8.6"), sides=urn.bit_count(), seen=NOBODY)
        if self.left:
            s.tell("pool-empty", self.hex, cases=("8.1b",))
        s.agenda.pop()
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        unit = nth(self.urn(s), dice[0] - 1)
        reason = no_show(s, self.hex, unit)
        if reason:
            self.aside.append(unit)
            self.left -= int(reason == "elite")
            case = {"elite": "8.7a", "north": "8.8a", "south": "8.8b"}[reason]
            s.tell("no-show", unit, self.hex, reason, cases=(case, "R6" if reason == "elite" else "R7"))
            return
        self.left -= 1
        place(s, unit, self.hex)
        if self.standing:
            s.standing |= 1 << unit
        s.tell("drawn", unit, self.hex, cases=("8.2a", "8.6"))


@dataclass(slots=True)
class Entry(Frame):
    """3.4a, R39: flood die, event and defence dice, event, draw, battle; nobody there: the hex is taken (R68)."""

    id = "whitesun.defence.Entry"
    hex: Space
    stage: int = FLOOD
    number: int = 0
    """Units that the defence die calls for."""

    def run(self, s: State) -> Roll | None:
        if not s.force:
            s.agenda.pop()
        elif self.stage == FLOOD:
            if s.game.flood_plain >> self.hex & 1 and not s.flood_used:
                return Roll("flood-die", 1, (self.hex,), ("10.3a", "R40"))
            self.stage = DICE
        elif self.stage == DICE:
            if rolls_defence(s, self.hex):
                return Roll("entry", 3, (self.hex,), ("3.4a", "8.2a", "8.11a"))
            return Roll("entry-held", 2, (self.hex,), ("8.11a", "R38" if self.hex != s.game.hainan else "8.4"))
        elif self.stage == DRAW:
            self.stage = FIGHT
            self.call_up(s)
        else:
            s.agenda.pop()
            if defenders(s, self.hex):
                combat.begin(s, self.hex)
            else:
                operation.conquer(s, self.hex, "3.4b", "R68")
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        if self.stage == FLOOD:
            self.stage = DICE
            if dice[0] >= s.game.number_of["flood"]:
                s.flood_used = 1
                s.tell("flood", self.hex, cases=("10.3a", "10.3b"))
                operation.end(s, EVENT_ENDED)
            return
        self.stage = DRAW
        if len(dice) > 2:
            self.number = called_for(s, self.hex, dice[2])
            s.tell("called-for", self.hex, dice[2], self.number, cases=("8.2b",),
                   sum=lambda: called_for_terms(s, self.hex, dice[2]))  # fmt: skip
        events.resolve(s, self.hex, dice[0], dice[1])

    def call_up(self, s: State) -> None:
        """8.2, 8.5d: from the pool, or the regiments of the base area."""
        g = s.game
        if g.defence_line[self.hex] == BASE_AREA:
            for unit in each(g.regiments)[: self.number]:
                place(s, unit, self.hex)
                s.tell("drawn", unit, self.hex, cases=("8.5d", "R62"))
        elif self.number:
            s.agenda.append(Draw(self.hex, self.number))


def arrive(s: State, hex_: Space) -> None:
    """3.4a, 9.16c, R28: what happens when the force comes into a hex."""
    g = s.game
    if (s.japanese & ~s.broken) >> hex_ & 1:
        s.tell("moved", hex_, s.force_from, s.paid, s.mp, cases=("9.8a",), sum=lambda: cost_terms(s, hex_))
        return
    s.event = NO_EVENT
    if g.treaty_ports >> hex_ & 1:
        s.tell("moved", hex_, s.force_from, s.paid, s.mp, cases=("9.8a",), sum=lambda: cost_terms(s, hex_))
        operation.conquer(s, hex_, "9.16c", "R28")
        return
    s.tell("enters", hex_, s.force_from, s.paid, s.mp, cases=("9.8a", "3.4a"), sum=lambda: cost_terms(s, hex_))
    flotilla.join(s, hex_)
    s.agenda.append(Entry(hex_))

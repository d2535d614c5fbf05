"""Chapter 8: random events (8.11, 8.12 and the table)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.whitesun import operation
from grognard.games.whitesun.breakdowns import points_term
from grognard.games.whitesun.facts import Happening
from grognard.games.whitesun.losses import JapaneseLosses, Toll
from grognard.games.whitesun.state import EVENT_ENDED, NO_EVENT, State, defenders, has_fort, next_turn, steps_of
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Frame, Roll, Term
from grognard.kernel.ids import Space
from grognard.kernel.state import place

STEPS, TOLL, POINTS = range(3)


def no_effect(s: State, hex_: Space, event: Happening) -> str:
    """Why an event comes to nothing here and now; empty when it takes effect."""
    g = s.game
    if s.turn not in event.turns:
        return f"not on Turn {s.turn}"
    if event.id == "rape":
        if s.rape_used:
            return "it has happened"
        if not g.cities >> hex_ & 1:
            return "no city here"
        if hex_ in (g.shanghai, g.chungking):
            return "not in this city"
    elif event.id == "hundred":
        if s.hundred_used:
            return "it has happened this turn"
        if not g.north >> hex_ & 1:
            return "not north of the Yangtze"
    elif event.id == "fierce" and s.fierce_used:
        return "it has happened this turn"
    return ""


def resolve(s: State, hex_: Space, first: int, second: int) -> None:
    """8.11b: two dice in order. What changes hit numbers stays in force for the battle; the rest happens now."""
    number = s.game.event_of[first, second]
    event = s.game.events[number]
    reason = no_effect(s, hex_, event)
    s.tell("event", number, first, second, reason, hex_, int(has_fort(s, hex_)), cases=(event.case, "8.11b"))
    s.event = NO_EVENT if reason else number
    if reason:
        return
    if event.steps:
        s.hundred_used |= int(event.id == "hundred")
        s.fierce_used |= int(event.id == "fierce")
        s.agenda.append(Setback(number))
    elif event.id in ("rape", "kill-all"):
        s.rape_used |= int(event.id == "rape")
        give_hex(s, hex_, event.case)
    elif event.id == "cut-short":
        operation.send_away(s, next_turn(s), EVENT_ENDED)


def give_hex(s: State, hex_: Space, case: str) -> None:
    """RE.34, RE.41, R41: the hex is Japanese, its defenders are gone, and the force is out for the turn."""
    g = s.game
    leaving = defenders(s, hex_)
    for gone, box in ((leaving & g.garrisons, g.dead), (leaving & ~g.garrisons, g.pool)):
        for unit in each(gone):
            place(s, unit, box)
        if gone:
            s.tell("scattered", members(gone), hex_, box, cases=(case, "R41"))
    s.standing &= ~leaving
    operation.send_away(s, next_turn(s), EVENT_ENDED)
    operation.conquer(s, hex_, case, "R41")


@dataclass(slots=True)
class Setback(Frame):
    """RE.31, RE.44, RE.61, R42, R43, R45: steps of the player's choice, then movement points."""

    id = "whitesun.events.Setback"
    event: int
    stage: int = STEPS

    def run(self, s: State) -> Roll | None:
        event = s.game.events[self.event]
        if self.stage == STEPS:
            return Roll("setback-steps", 1, (s.force_hex, event.name), (event.case,))
        if self.stage == TOLL:
            self.stage = POINTS
            if s.lost:
                s.agenda.append(Toll())
            return None
        if s.force and event.mp_dice:
            return Roll("setback-points", event.mp_dice, (s.force_hex, event.name, s.mp), (event.case,))
        s.agenda.pop()
        if not s.force:
            operation.end(s, EVENT_ENDED)
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        event = s.game.events[self.event]
        if self.stage == STEPS:
            self.stage = TOLL
            steps = -(-dice[0] // 2) if event.steps == "half" else dice[0]
            why = Term("half-die" if event.steps == "half" else "whole-die", (dice[0], steps), (event.case,))
            taken = min(steps, steps_of(s, s.force))
            s.tell("setback", s.force_hex, taken, cases=(event.case, "8.12"), sum=(why,))
            s.agenda.append(JapaneseLosses(steps, 1))
            return
        s.agenda.pop()
        before, s.mp = s.mp, max(0, s.mp - sum(dice))
        s.tell("points-lost", sum(dice), s.mp, cases=(event.case,), sum=(points_term(before, sum(dice), s.mp),))
        if not s.mp:
            fierce = event.id == "fierce"
            operation.send_away(s, s.game.ready if fierce else next_turn(s), EVENT_ENDED)

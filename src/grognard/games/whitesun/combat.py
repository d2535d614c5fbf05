"""Chapter 10: a battle, round by round (10.1-10.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.games.whitesun import flotilla, operation
from grognard.games.whitesun.breakdowns import fire_terms, points_term
from grognard.games.whitesun.facts import COMMUNIST, ELITE, IMPERIAL, JAPANESE, NAVY, PUPPET, REGULAR
from grognard.games.whitesun.hits import (
    JAPANESE_FORCES,
    HitNumber,
    chinese_hits,
    dice_of,
    happening,
    japanese_hits,
)
from grognard.games.whitesun.losses import ChineseLosses, JapaneseLosses, Toll, fighters_may_hit, loss_bar
from grognard.games.whitesun.state import DESTROYED, REPULSED, State, defenders, lose_step
from grognard.games.whitesun.why_not_units import at_large
from grognard.kernel.bits import members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, for_each, unit_of
from grognard.kernel.ids import Side, Space, Unit, Units
from grognard.kernel.state import place

FIGHTERS, FLOTILLA, _, COMMUNISTS, ELITES, _, GROUND, PUPPETS, _, REGULARS, _, TOLL, AFTER = range(13)
"""10.1a-f: the steps of a round; between them hits take effect."""
FIRERS = {FLOTILLA: NAVY, COMMUNISTS: COMMUNIST, ELITES: ELITE, GROUND: IMPERIAL, PUPPETS: PUPPET, REGULARS: REGULAR}
PURPOSES = {
    FLOTILLA: "flotilla-fire", COMMUNISTS: "communist-fire", ELITES: "elite-fire", GROUND: "japanese-fire",
    PUPPETS: "puppet-fire", REGULARS: "regular-fire",
}  # fmt: skip


@dataclass(slots=True)
class Battle(Frame):
    """10.1: fighters, flotilla, Communists and elites, Japanese, regulars and garrisons; then the dead are counted."""

    id = "whitesun.combat.Battle"
    verbs = ("lose", "fight-on", "withdraw")
    hex: Space
    step: int = FIGHTERS
    hits: int = 0
    """Of the step under way."""
    avg: int = 0
    """The AVG has taken part: its die is still to come."""

    def run(self, s: State) -> Decision | Roll | None:
        return STEPS[self.step](self, s)

    def rolled(self, s: State, dice: Throw) -> None:
        number = self.number(s)
        hits = number.counted(dice)
        s.tell("hits", self.hex, PURPOSES[self.step], hits, cases=("10.1",),
               sum=lambda: fire_terms(s, self.hex, self.firing(s), number, dice, hits))  # fmt: skip
        self.hits += hits
        self.step += 1

    def answer(self, s: State, option: Option) -> None:
        if self.step == FIGHTERS:
            lose_step(s, unit_of(option), "10.1a")
            self.leave_fighters(s)
        elif option[0] == "fight-on":
            s.mp -= s.paid
            s.round += 1
            points = (points_term(s.mp + s.paid, s.paid, s.mp),)
            s.tell("round", self.hex, s.round, s.mp, cases=("9.4", "10.1k"), sum=points)
            self.step = FIGHTERS
        else:
            self.lose(s, REPULSED)

    def firing(self, s: State) -> Units:
        """Who fires in the step under way."""
        g = s.game
        if self.step == FLOTILLA:
            return 1 << g.flotilla
        if self.step == REGULARS:
            return defenders(s, self.hex) & (g.regulars | g.garrisons)
        whose = s.force if self.step in (GROUND, PUPPETS) else defenders(s, self.hex)
        return whose & g.of_force[FIRERS[self.step]]

    # --- 10.1a-e, one method a step

    def number(self, s: State) -> HitNumber:
        """Which faces hit in the step under way."""
        force = FIRERS[self.step]
        if force in JAPANESE_FORCES:
            return japanese_hits(s, force, self.hex, s.round, happening(s))
        return chinese_hits(s, force, s.round, happening(s))

    def fire(self, s: State, dice: int, case: str) -> Roll | None:
        """Some units of a step fire, if there is anybody on both sides."""
        if dice and s.force and defenders(s, self.hex):
            number = self.number(s)
            about = (self.hex, s.round, number.face, number.words())
            return Roll(PURPOSES[self.step], dice, about, (case, *number.lines[0].cases))
        self.step += 1
        return None

    def fighters(self, s: State) -> Decision | None:
        """10.1a, R58: one step, a two-step unit's if there is one that may lose it."""
        g = s.game
        if not defenders(s, self.hex) & g.fighters or not s.force:
            self.step += 1
            return None
        options: list[Option] = for_each("lose", fighters_may_hit(s))
        return Decision(JAPANESE, "fighters", options, ("10.1a", "R58"), (self.hex,))

    def leave_fighters(self, s: State) -> None:
        """10.1a: its effect done, the AVG leaves the battle."""
        self.avg = 1
        self.step += 1
        s.standing &= ~(1 << s.game.avg)
        place(s, s.game.avg, s.game.pool)
        s.tell("fighters-struck", s.game.avg, self.hex, cases=("10.1a", "R58"))

    def flotilla(self, s: State) -> Roll | None:
        """10.1b: one die for each strength point it has here."""
        return self.fire(s, flotilla.dice(s, self.hex), "10.1b")

    def communists(self, s: State) -> Roll | None:
        """10.1c, R8: one die for each Communist unit."""
        return self.fire(s, dice_of(s, self.firing(s)), "10.1c")

    def elites(self, s: State) -> Roll | None:
        """10.1c."""
        return self.fire(s, dice_of(s, self.firing(s)), "10.1c")

    def they_hit(self, s: State) -> None:
        """10.1c, e: their hits take effect at once."""
        self.step += 1
        hits, self.hits = self.hits, 0
        if hits and s.force:
            s.agenda.append(JapaneseLosses(hits, 0))

    def ground(self, s: State) -> Roll | None:
        """10.1d: Imperial units."""
        return self.fire(s, dice_of(s, self.firing(s)), "10.1d")

    def puppets(self, s: State) -> Roll | None:
        """10.1d, 10.2b: puppets need another number."""
        return self.fire(s, dice_of(s, self.firing(s)), "10.1d")

    def we_hit(self, s: State) -> None:
        """10.1b, d, 10.4, 10.9b: Japanese hits take effect at once."""
        self.step += 1
        hits, self.hits = self.hits, 0
        if hits:
            s.agenda.append(ChineseLosses(self.hex, hits))

    def regulars(self, s: State) -> Roll | None:
        """10.1e: surviving regulars and garrisons."""
        return self.fire(s, dice_of(s, self.firing(s)), "10.1e")

    def toll(self, s: State) -> None:
        """10.1f-h, R67: the round is over; asterisk and cohesion dice."""
        self.step += 1
        if s.lost or s.fallen:
            s.agenda.append(Toll())

    # --- 10.1g-k: how it stands

    def after(self, s: State) -> Decision | None:
        """10.1g, j, k: won, lost, or another round?"""
        against = defenders(s, self.hex)
        if not against or not s.force:
            if self.avg:
                self.avg = 0
                s.agenda.append(FightersDie())
            elif s.force:
                self.win(s)
            else:
                self.lose(s, DESTROYED)
            return None
        options: list[Option] = [("withdraw",)]
        if s.mp >= s.paid:
            options.append(("fight-on",))
        about = (self.hex, dice_of(s, s.force), against.bit_count(), s.paid, s.mp)
        return Decision(JAPANESE, "another-round", options, ("9.4", "9.6", "10.1k"), about)

    def win(self, s: State) -> None:
        """10.1g, i."""
        s.agenda.pop()
        clear_base_area(s, self.hex)
        operation.conquer(s, self.hex, "10.1g", "10.1i")

    def lose(self, s: State, how: int) -> None:
        """9.6, 10.1j, 8.10a, 10.6: the defenders stay; the operation is over."""
        s.agenda.pop()
        if self.avg:
            s.agenda.append(FightersDie())
        clear_base_area(s, self.hex)
        if defenders(s, self.hex):
            s.held |= 1 << self.hex
        if how == DESTROYED:
            great_chinese_victory(s)
        else:
            forced = (Term("no-points", (s.paid, s.mp), ("9.4", "9.6")),) if s.mp < s.paid else ()
            s.tell("repulsed", self.hex, s.force_from, int(bool(forced)), cases=("9.6", "3.4c"), sum=forced)
            s.force_hex = s.force_from  # 9.6, R37: back to the hex it came from, or off the map
        operation.end(s, how)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if self.step == FIGHTERS and unit is not None:
            return self.why_not_do(s, side, "lose", unit, space)
        return [Bar("The battle must be finished first.", ("9.1a", "10.1k"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb != "lose":
            if self.step == FIGHTERS:
                return [Bar("First the strike of the Flying Tigers must be taken.", ("10.1a", "R58"))]
            if verb == "fight-on" and s.mp < s.paid:
                return [Bar(f"Another round costs {s.paid} MP; {s.mp} MP left.", ("9.4",))]
            return at_large(s, verb, unit, space)
        if self.step != FIGHTERS:
            return [Bar("No loss is due: the round is over.", ("10.1f", "10.1k"))]
        if unit is None:
            return []
        if bar := loss_bar(s, unit, False):
            return [bar]
        return [Bar("The fighters strike a two-step unit, where one may lose a step.", ("10.1a", "R58"))]

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        if self.step == FIGHTERS:
            return [Bar("The strike of the Flying Tigers must be taken.", ("10.1a", "R58"))]
        return []


STEPS: tuple[Callable[[Battle, State], Decision | Roll | None], ...] = (
    Battle.fighters, Battle.flotilla, Battle.we_hit, Battle.communists, Battle.elites, Battle.they_hit, Battle.ground,
    Battle.puppets, Battle.we_hit, Battle.regulars, Battle.they_hit, Battle.toll, Battle.after,
)  # fmt: skip


@dataclass(slots=True)
class FightersDie(Frame):
    """10.1a, R58: the AVG's die after the battle, won, lost or broken off; on a 1 it is out for good."""

    id = "whitesun.combat.FightersDie"

    def run(self, s: State) -> Roll:
        return Roll("fighters-die", 1, (), ("10.1a", "R58"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        g = s.game
        gone = dice[0] <= g.number_of["fighters_lost"]
        if gone:
            place(s, g.avg, g.dead)
        s.tell("fighters-gone" if gone else "fighters-back", g.avg, cases=("10.1a",))


def begin(s: State, hex_: Space) -> None:
    """9.3: the first round costs nothing."""
    s.round = 1
    s.agenda.append(Battle(hex_))


def clear_base_area(s: State, hex_: Space) -> None:
    """8.5d, R62: the regiments go back to their box and may be used again."""
    regiments = members(s.at[hex_] & s.game.regiments)
    for unit in regiments:
        place(s, unit, s.game.base)
    if regiments:
        s.tell("raiders-back", regiments, cases=("8.5d", "R62"))


def great_chinese_victory(s: State) -> None:
    """10.6, R11: a force that began with four units or more is wiped out in combat; once a phase."""
    if s.began_with >= s.game.number_of["great_victory"] and not s.great_victory:
        s.great_victory = 1
        began = Term("began-with", (s.began_with, s.game.number_of["great_victory"]), ("10.6a", "R11"))
        s.tell("great-victory", s.force_hex, cases=("10.6a", "10.6b"), sum=(began,))

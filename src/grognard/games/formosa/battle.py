"""15.2-15.6: one combat, from the reveal to the advance, and the counterattack."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.formosa import commitment
from grognard.games.formosa.breakdowns import bloodbath_sum, combat_sum
from grognard.games.formosa.concealment import reveal
from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.losses import Fought, eliminate, proofs_of
from grognard.games.formosa.odds import Combat, reckoned
from grognard.games.formosa.retreat import Advance, Retreat, advancers, ignores_retreat
from grognard.games.formosa.state import State, factor, place, plays, units_at
from grognard.games.formosa.supply import supplied
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, Roll, Term, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Side, Space, Unit, Units
from grognard.kernel.position_cache import thinking

REVEAL, ATTACKER, DEFENDER, ROLL, RESULT, CHOOSE, DISPLACED, AFTER, END = range(9)


def on_map(s: State, units: list[Unit]) -> list[Unit]:
    """Those that are still there."""
    return [u for u in units if s.where[u] < s.game.hexes]


@dataclass(slots=True)
class Afterwards(Frame):
    """What waits below a battle for its attackers (25.1)."""

    id = "formosa.battle.Afterwards"
    side: Side
    units: list[Unit]
    won: int = 0
    """Whether the result was DE."""


@dataclass(slots=True)
class Battle(Fought):
    """15.2a: reveal, commitments (R49), die, result at once, retreat, advance."""

    id = "formosa.battle.Battle"
    verbs = ("gunfire", "add-lp", "fly-supply", "prove", "ready", "counterattack")
    side: Side
    units: list[Unit]
    targets: list[Space]
    is_assault: int = 0
    is_counterattack: int = 0
    stage: int = REVEAL
    defenders: list[Unit] = field(default_factory=list)
    attack_lp: int = 0
    defence_lp: int = 0
    gunfire: list[int] = field(default_factory=lambda: [0, 0])
    """Per Allied nation."""
    air_supply: int = 0
    line: Units = NO_UNITS
    """Units that had a line of supply just before the result (R21)."""
    proofs: list[Unit] = field(default_factory=list)
    result: str = ""
    bases: Units = NO_UNITS
    """Engineers that were bases just before the result."""
    camp_hex: Space = NO_SPACE
    """Where the PW camp stood among the defenders (25.10c)."""
    fallen: Units = NO_UNITS
    """Units that were eliminated in it, whether or not they rose again (25.2, 25.6)."""

    def combat(self) -> Combat:
        """For the odds."""
        return Combat(
            self.side,
            self.units,
            self.targets,
            self.defenders,
            bool(self.is_assault),
            bool(self.is_counterattack),
            self.attack_lp,
            self.defence_lp,
            sum(self.gunfire),
            self.air_supply,
        )

    def note_fallen(self, unit: Unit) -> None:
        self.fallen |= 1 << unit

    # --- the course of it

    def run(self, s: State) -> Decision | Roll | None:
        stage = self.stage
        if stage == REVEAL:
            self.reveal(s)
        elif stage in (ATTACKER, DEFENDER):
            with thinking(s):
                if commitment.is_asked(s, self, self.committing):
                    return Later(
                        self,
                        s,
                        self.committing,
                        "commit-attack" if stage == ATTACKER else "commit-defence",
                        ("15.4a", "R49"),
                        (self.targets[0],),
                        always=True,
                        atomic=True,
                    )
            self.stage += 1
        elif stage == ROLL:
            return self.die(s)
        elif stage == RESULT:
            self.apply_result(s)
        elif stage == CHOOSE:
            return self.choose_counterattack(s)
        elif stage == DISPLACED:
            self.begin_retreat(s)
        elif stage == AFTER:
            self.begin_advance(s)
        else:
            self.end(s)
        return None

    @property
    def committing(self) -> Side:
        """R49: the side that may add to the combat now: the attacker first."""
        return self.side if self.stage == ATTACKER else 1 - self.side

    def options(self, s: State) -> list[Option]:
        """R49: everything that the side may add now."""
        with thinking(s):
            return [*commitment.options_of(s, self, self.committing), ("ready",)]

    def offers(self, s: State, option: Option) -> bool:
        return commitment.offers(s, self, self.committing, option)

    def reveal(self, s: State) -> None:
        """R30, R36: everybody who takes part is open; deception units vanish."""
        reveal(s, self.units, "R36")
        if self.is_counterattack:
            self.defenders = members(units_at(s, self.targets[0], 1 - self.side))
            self.stage = ROLL
            return
        for target in self.targets:
            reveal(s, members(units_at(s, target, 1 - self.side)), "R30" if self.is_assault else "R36")
        self.units = on_map(s, self.units)
        self.defenders = [u for t in self.targets for u in each(units_at(s, t, 1 - self.side))]
        self.stage = ATTACKER if self.units and self.defenders else END
        if self.stage == END:
            s.tell("nobody-there", self.targets[0], int(not self.defenders), cases=("R115", "11.1f"))

    def answer(self, s: State, option: Option) -> None:
        if self.stage == CHOOSE:
            self.counterattack(s, space_of(option))
        elif option[0] == "ready":
            self.stage += 1
        else:
            commitment.commit(s, self, self.committing, option)

    # --- 15.2a, 15.3 the die

    def die(self, s: State) -> Roll:
        """The attacker's die, read in the attacker's own table."""
        how = reckoned(s, self.combat())
        about = (
            self.side,
            self.targets[0],
            how.attack,
            how.defence,
            how.percent,
            s.game.crt[self.side].columns[how.after],
            self.is_counterattack,
        )
        return Roll("battle", 1, about, ("15.6b",) if self.is_counterattack else ("15.2a", "15.3a", "15.4a"))

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        c, face = self.combat(), dice[0]
        how = reckoned(s, c)
        self.result = g.crt[self.side].result(how.after, face)
        s.tell(
            "result", self.targets[0], self.result, cases=(RESULT_CASES[self.result],),
            sum=lambda: combat_sum(s, c, how, face, self.result),
        )  # fmt: skip
        everyone = [*self.units, *self.defenders]
        at_sea = bitset(u for u in everyone if g.sea >> s.where[u] & 1)
        with thinking(s):
            self.line = supplied(s, everyone) | at_sea
            self.proofs = proofs_of(s, everyone)
        self.bases = s.bases
        camps = members(bitset(self.defenders) & g.camp)
        self.camp_hex = s.where[camps[0]] if camps else NO_SPACE
        self.stage = RESULT

    # --- 15.5 results

    def apply_result(self, s: State) -> None:
        """15.5: what the result says; in an exchange the attacker's loss comes first (15.5e)."""
        result = self.result
        self.stage = DISPLACED
        if result == "CA":
            bar = self.counterattack_bar(s)
            self.stage = AFTER if bar else CHOOSE
            if bar:
                s.tell("no-counterattack", self.targets[0], bar, cases=NO_COUNTERATTACK[bar])
        elif result == "BB":
            self.bloodbath(s)
        elif result in ("A1", "B1", "D1"):
            if result != "A1":
                self.lose(s, 1 - self.side, self.defenders, 1)
            if result != "D1":
                self.lose(s, self.side, self.units, 1)
        elif result == "AE":
            self.lose(s, self.side, self.units, len(self.units))
        elif result == "DE":
            self.lose(s, 1 - self.side, self.defenders, len(self.defenders))

    def lose(self, s: State, side: Side, units: list[Unit], count: int, factors: int = 0) -> None:
        """15.5a: the owner selects who suffers."""
        s.agenda.append(Losses(side, list(units), count, factors, self.line, list(self.proofs), self.result))

    def bloodbath(self, s: State) -> None:
        """15.5f, R53: the side with fewer printed factors dies; the other gives up at least as many."""
        attack = sum(factor(s, u) for u in self.units)
        defence = sum(factor(s, u) for u in self.defenders)
        about = self.targets[0], int(attack == defence)
        s.tell("bloodbath", *about, cases=("15.5f", "R53"), sum=lambda: bloodbath_sum(s, self))
        shares = [(1 - self.side, self.defenders, defence, attack), (self.side, self.units, attack, defence)]
        for side, units, own, other in sorted(shares, key=lambda share: share[2] <= share[3]):
            if own <= other:
                self.lose(s, side, units, len(units))
            else:
                self.lose(s, side, units, 0, other)

    # --- 15.6 counterattack

    def counterattackers(self, s: State) -> list[Unit]:
        """15.6a, R54, R56: all defenders, bases too, but not the camp."""
        return [u for u in self.defenders if not s.game.camp >> u & 1]

    def counterattack_bar(self, s: State) -> str:
        """15.5g, 15.6c, R56: coastal defences and heavy weapons never leave their guns; a second CA is nothing."""
        if self.is_counterattack:
            return "second"
        if bitset(self.defenders) & s.game.fortresses:
            return "fortress"
        return "" if self.counterattackers(s) else "camp"

    def choose_counterattack(self, s: State) -> Decision:
        """15.6a, e: one hex of attacking units."""
        hexes = sorted({s.where[u] for u in self.units})
        options: list[Option] = [("counterattack", h) for h in hexes]
        return Decision(1 - self.side, "counterattack", options, ("15.6a", "15.6e"), (self.targets[0],), atomic=True)

    def counterattack(self, s: State, hex_: Space) -> None:
        """15.6b."""
        self.stage = AFTER
        s.tell("counterattack", 1 - self.side, hex_, cases=("15.6a",))
        s.agenda.append(
            Battle(1 - self.side, self.counterattackers(s), [hex_], is_assault=self.is_assault, is_counterattack=1)
        )

    # --- 15.7 retreat

    def begin_retreat(self, s: State) -> None:
        """15.5d, i, 15.7: AR and DR; assault units go back to the Staging Area (R31)."""
        self.stage = AFTER
        if self.result == "AR":
            self.retreat(s, self.side, self.units)
        elif self.result == "DR":
            self.retreat(s, 1 - self.side, self.defenders)

    def retreat(self, s: State, side: Side, units: list[Unit]) -> None:
        g = s.game
        going = []
        for unit in on_map(s, units):
            hex_ = s.where[unit]
            if g.sea >> hex_ & 1:
                s.tell("back-to-sea", unit, hex_, cases=("R31", "10.2.2h"))
                place(s, unit, g.staging)
            elif ignores_retreat(s, hex_, side):
                s.tell("stands-fast", unit, hex_, cases=("15.7g", "R58"))
            elif not g.camp >> unit & 1:
                going.append(unit)
        camps = [u for u in on_map(s, units) if g.camp >> u & 1 and not ignores_retreat(s, s.where[u], side)]
        if camps:
            s.agenda.append(Losses(side, camps, len(camps), 0, self.line, list(self.proofs), self.result))
        if going:
            s.agenda.append(Retreat(side, going, self.line, list(self.proofs)))

    # --- 15.8 advance

    def begin_advance(self, s: State) -> None:
        """15.8a, 25.2, R31, R56: only after a result that hit the defender, into hexes that are empty now."""
        self.stage = END
        if plays(s, "25.2") and self.result != "CA":
            self.earn(s)
        if self.result not in ("B1", "BB", "D1", "DR", "DE") or (self.is_assault and not self.is_counterattack):
            return
        land = s.game.land
        cleared = [t for t in self.targets if land >> t & 1 and not units_at(s, t, 1 - self.side)]
        units = advancers(s, self.units)
        if cleared and units:
            camp = self.camp_hex if self.side == ALLIED and not on_map(s, members(s.game.camp)) else NO_SPACE
            s.agenda.append(Advance(self.side, cleared, units, int(self.result == "DE"), camp=camp))

    # --- afterwards

    def end(self, s: State) -> None:
        """4.1a, 16.3e, 17.0e, 25.1a, R5: the last site won ends the game before any exploitation."""
        s.agenda.pop()
        below = s.agenda[-1]
        if isinstance(below, Afterwards) and not self.is_counterattack:
            below.won = int(self.result == "DE")
        if not self.is_counterattack:
            commitment.send_home(s, self)
            if not self.is_assault:
                settled(s)

    def earn(self, s: State) -> None:
        """25.2, R89: printed factors of mobile enemy units that are gone; who died counterattacking was an attacker.

        Who is back in the Staging Area (R31) has lost nothing.
        """
        g = s.game
        dead = [u for u in self.defenders if (self.fallen & ~(g.never_move | self.bases)) >> u & 1]
        killed = sum(g.cf[u] for u in dead)
        if killed >= g.battlefield_cf[self.side]:
            s.pending_lp[self.side] += g.battlefield_lp
            term = Term("force", ("Destroyed", dead, [g.cf[u] for u in dead]), ("25.2a", "25.2b"))
            s.tell("battlefield-lp", self.side, killed, cases=("25.2a", "R89"), sum=[term])

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if self.stage == CHOOSE:
            return [Bar("One hex of attacking units is counterattacked.", ("15.6a", "15.6e"))]
        return commitment.why_not(s, self, side)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if self.stage == CHOOSE or verb == "counterattack":
            return [Bar("One hex of attacking units is counterattacked.", ("15.6a", "15.6e"))]
        return commitment.why_not_do(s, self, side, verb, unit)


NO_COUNTERATTACK = {"second": ("15.6c",), "fortress": ("15.5g", "R54"), "camp": ("R56", "25.10b")}
RESULT_CASES = {
    "A1": "15.5b", "AE": "15.5c", "AR": "15.5d", "B1": "15.5e", "BB": "15.5f", "CA": "15.5g", "D1": "15.5h",
    "DR": "15.5i", "DE": "15.5j",
}  # fmt: skip


@dataclass(slots=True)
class Losses(Frame):
    """15.5a: the owner gives up so many units, or units of so many printed factors; the camp last in its hex."""

    id = "formosa.battle.Losses"
    verbs = ("lose",)
    side: Side
    units: list[Unit]
    count: int
    factors: int
    line: Units
    proofs: list[Unit]
    result: str

    def run(self, s: State) -> Decision | None:
        left = on_map(s, self.units)
        if not left or (self.count <= 0 and self.factors <= 0):
            s.agenda.pop()
            return None
        if self.count >= len(left):
            s.agenda.pop()
            for unit in sorted(left, key=lambda u: s.game.camp >> u & 1):
                self.lose(s, unit)
            return None
        options: list[Option] = [("lose", u) for u in left if self.bar(s, u) is None]
        about = (max(self.count, 0), max(self.factors, 0))
        return Decision(self.side, "losses", options, ("15.5a", RESULT_CASES[self.result]), about, atomic=True)

    def bar(self, s: State, unit: Unit) -> Bar | None:
        """15.5a, 25.10b: why this unit may not be given up."""
        hex_ = s.where[unit]
        if unit not in self.units or hex_ >= s.game.hexes:
            return Bar("It is not in this combat.", ("15.5a",))
        if s.game.camp >> unit & 1 and any(s.where[u] == hex_ for u in self.units if u != unit):
            return Bar("The camp is the last unit lost in its hex.", ("25.10b",))
        return None

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        self.count -= 1
        self.factors -= factor(s, unit)
        self.lose(s, unit)

    def lose(self, s: State, unit: Unit) -> None:
        eliminate(s, unit, bool(self.line >> unit & 1), RESULT_CASES[self.result], "15.5a", proofs=self.proofs)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return bars(None if unit is None else self.bar(s, unit))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

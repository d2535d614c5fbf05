"""Chapter 11: one battle, from the reveal to the advance (11.19-11.24, 11.27-11.29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from grognard.games.ichigo.breakdowns import battle_terms, who_term
from grognard.games.ichigo.facts import CHINA, JAPAN, JAPANESE, SIDE_OF_NATION, US
from grognard.games.ichigo.odds import (
    Attack,
    attack_strength,
    defence_strength,
    defenders,
    final_column,
    odds_words,
    regiment_bar,
    support_bar,
    tanks_at_hand,
)
from grognard.games.ichigo.stacking import arrive, room, stacking_bar
from grognard.games.ichigo.state import (
    State,
    eliminate,
    enemy_hexes,
    face,
    factor,
    has_garrison,
    is_untried,
    lose_step,
    return_to_pool,
)
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, bars, unit_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import numbered

REVEAL, SUPPORT, ROLL, DEFENDER, ATTACKER, AFTER = range(6)
ALL = "DE"
"""11.22: every defender is eliminated."""


def on_map(s: State, units: Sequence[Unit]) -> list[Unit]:
    """Those that are still there."""
    return [u for u in units if s.where[u] < s.game.hexes]


@dataclass(slots=True)
class Afterwards(Frame):
    """What waits below a battle for the units that advance."""

    id = "ichigo.battle.Afterwards"
    nation: int
    hex: Space
    units: list[Unit]


@dataclass(slots=True)
class Battle(Frame):
    """11.19-11.29: reveal, defending tanks, die, losses of the defender, of the attacker, advance."""

    id = "ichigo.battle.Battle"
    verbs = ("commit-tank", "go-on")
    nation: int
    target: Space
    units: list[Unit]
    support: list[Unit]
    """Tank regiments and 1st Special Forces Group of the attack."""
    guards: list[Unit]
    """Tank regiments of the defence."""
    is_momentum: int = 0
    stage: int = REVEAL
    lost: int = 0
    """Steps that the attacker owes."""
    slain: int = 0
    """Steps that the defender owes; all of them is written as -1."""

    @property
    def defender(self) -> Side:
        """The other side."""
        return 1 - SIDE_OF_NATION[self.nation]

    def attack(self, s: State) -> Attack:
        """For the odds."""
        tanks = sum(bool(s.game.tanks >> u & 1) for u in self.support)
        return Attack(self.nation, self.target, self.units, tanks, len(self.support) - tanks, len(self.guards))

    def run(self, s: State) -> Decision | Roll | None:
        if self.stage == REVEAL:
            self.reveal(s)
        elif self.stage == SUPPORT:
            if self.tank_bar(s) is not None:
                self.stage = ROLL
                return None
            options: list[Option] = [("commit-tank",), ("go-on",)]
            known = (self.target, *self.odds(s), self.nation)
            return Decision(JAPANESE, "defending-tanks", options, ("11.17d", "R55"), known, atomic=True)
        elif self.stage == ROLL:
            about = (self.nation, self.target, *self.odds(s))
            return Roll("battle", 1, about, ("11.19", "11.8b", "11.9"))
        elif self.stage == DEFENDER:
            self.defender_losses(s)
        elif self.stage == ATTACKER:
            self.attacker_losses(s)
        else:
            self.end(s)
        return None

    # --- 11.27 reveal

    def reveal(self, s: State) -> None:
        """6.6a, 11.27, 2.14b: all participants are open; zeros go back to the pool and take no part."""
        s.news += 1
        reveal_untried(s, self.units)
        self.units = on_map(s, self.units)
        if not self.units:
            # R61: there was no battle, so nobody learns who would have fought it.
            s.tell("attack-dissolved", self.nation, self.target, cases=("11.27d", "R61"))
            spend(s, self.guards)
            s.agenda.pop()
            return
        reveal_untried(s, defenders(s, self.target))
        against = defenders(s, self.target)
        garrison = 0 if against or not has_garrison(s, self.target) else s.game.garrison_factor
        cases = ("11.1b", "6.6a") if not garrison else ("11.29a",)
        s.tell("defenders", self.target, [face(s, u) for u in against], garrison, cases=cases)
        if not against and not has_garrison(s, self.target):
            s.tell("defence-dissolved", self.target, cases=("11.27c", "R62"))
            spend(s, self.support)
            self.stage = AFTER
        else:
            self.stage = SUPPORT

    # --- 11.17 tanks in defence

    def tank_bar(self, s: State) -> Bar | None:
        """11.17b-d: why the defender commits no (further) tank regiment."""
        if self.defender != JAPANESE:
            return Bar("Only the Japanese have tank regiments.", ("11.17a",))
        own = defenders(s, self.target)
        return support_bar(s, self.target, own, len(self.guards), bool(self.is_momentum))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "commit-tank":
            self.guards.append(next(u for u in tanks_at_hand(s) if u not in self.guards))
            s.tell("tank-committed", self.target, cases=("11.17d",))
        else:
            self.stage = ROLL

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and s.game.tanks >> unit & 1:
            return [regiment_bar(s, unit) or Bar("A tank regiment can be committed now.", ("11.17d",))]
        return [Bar("Only tank regiments can still join the defence.", ("11.17d",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return bars(self.tank_bar(s)) if verb == "commit-tank" else []

    # --- 11.19 the die

    def odds(self, s: State) -> tuple[str, str]:
        """The odds in words, and the column that is rolled in."""
        attack, defence = attack_strength(s, self.target, self.units), defence_strength(s, self.target)
        return f"{attack} to {defence}, {odds_words(attack, defence)}", str(final_column(s, self.attack(s)) + 1)

    def rolled(self, s: State, dice: Throw) -> None:
        result = s.game.results.result(final_column(s, self.attack(s)), dice[0])
        lost, slain = (0, -1) if result == ALL else map(int, result.split("/"))
        self.lost, self.slain = attacker_loss(s, self.nation, lost), slain
        cases = ("11.22",) if result == ALL else ("11.20a",)
        ours = min(max(self.lost, len(self.support)), all_steps(s, self.units) + len(self.support))
        theirs = min(max(slain, len(self.guards)), (all_steps(s, defenders(s, self.target)) or 1) + len(self.guards))
        reckoned = partial(battle_terms, s, self.attack(s), dice[0], result, lost, self.lost, slain > theirs)
        s.tell("result", self.target, result, ours, self.nation, len(self.guards), theirs, cases=cases, sum=reckoned)
        self.stage = DEFENDER

    # --- 11.20-11.23 losses

    def defender_losses(self, s: State) -> None:
        """11.20b, 11.17f, 11.22, R57: the defender first; the defender's committed tanks come off before all else."""
        self.stage = ATTACKER
        units = defenders(s, self.target)
        owed = self.slain - len(self.guards) if self.slain >= 0 else all_steps(s, units)
        spend(s, self.guards)
        if units:
            take_losses(s, self.defender, units, owed)
        elif self.slain:
            s.beaten |= 1 << self.target
            s.tell("garrison-beaten", self.target, cases=("11.29a",))

    def attacker_losses(self, s: State) -> None:
        """11.20b, 11.17f, 11.28c, R57."""
        self.stage = AFTER
        owed = self.lost - len(self.support)
        spend(s, self.support)
        take_losses(s, SIDE_OF_NATION[self.nation], self.units, owed)

    # --- 11.24 advance

    def end(self, s: State) -> None:
        """11.24a, 11.29b, R19: an empty hex may be entered; its garrison does not step in behind dead units."""
        s.agenda.pop()
        if defenders(s, self.target):
            return
        if has_garrison(s, self.target):
            if not self.slain:
                return
            s.beaten |= 1 << self.target
        survivors = on_map(s, self.units)
        if survivors:
            s.agenda.append(Advance(self.nation, self.target, survivors))


def reveal_untried(s: State, units: Sequence[Unit]) -> None:
    """11.27a-b, 2.14b: the front is open from now on; a zero leaves at once."""
    for unit in units:
        if is_untried(s, unit):
            s.tried |= 1 << unit
            s.tell("revealed", face(s, unit), s.where[unit], cases=("11.27a",))
            if not factor(s, unit, attacking=False):
                s.tell("zero", face(s, unit), s.where[unit], cases=("11.27b", "2.14b"))
                return_to_pool(s, unit)


def spend(s: State, support: list[Unit]) -> None:
    """11.17f, 11.28c: what was committed is gone, whatever the result."""
    for unit in support:
        s.tell("support-spent", unit, cases=("11.28c",) if s.game.special_forces >> unit & 1 else ("11.17f",))
        eliminate(s, unit)
    support.clear()


def attacker_loss(s: State, nation: int, printed: int) -> int:
    """11.23: Chinese attackers lose twice as much, and never nothing."""
    return max(s.game.chinese_least, s.game.chinese_times * printed) if nation == CHINA else printed


def all_steps(s: State, units: Sequence[Unit]) -> int:
    """How much these units can lose."""
    return sum(s.steps[u] for u in units)


def take_losses(s: State, side: Side, units: list[Unit], owed: int) -> None:
    """11.20c: begin to take off steps; what cannot be taken is ignored."""
    if owed > 0 and units:
        s.agenda.append(TakeLosses(side, list(units), min(owed, all_steps(s, units))))


@dataclass(slots=True)
class TakeLosses(Frame):
    """11.20-11.21: the owner spreads step losses; no division dies while another unit can be reduced."""

    id = "ichigo.battle.TakeLosses"
    verbs = ("lose",)
    side: Side
    units: list[Unit]
    owed: int

    def run(self, s: State) -> Decision | None:
        left = on_map(s, self.units)
        if not self.owed or not left:
            s.agenda.pop()
            return None
        if self.owed >= all_steps(s, left):
            self.owed = 0
            for unit in left:
                for _ in range(s.steps[unit]):
                    lose_step(s, unit, "11.20a")
            return None
        options: list[Option] = [("lose", u) for u in left if self.bar(s, u) is None]
        return Decision(self.side, "losses", options, ("11.20b", "11.21"), (self.owed,), atomic=True)

    def bar(self, s: State, unit: Unit) -> Bar | None:
        """11.21, R58: why this unit may not take the next loss."""
        if unit not in self.units or s.where[unit] >= s.game.hexes:
            return Bar("It is not in this battle.", ("11.20c",))
        left = on_map(s, self.units)
        if s.game.divisions >> unit & 1 and s.steps[unit] == 1 and any(s.steps[u] > 1 for u in left):
            return Bar("No division is eliminated while another unit can be reduced.", ("11.21", "R58"))
        return None

    def answer(self, s: State, option: Option) -> None:
        self.owed -= 1
        lose_step(s, unit_of(option), "11.20a", "11.21")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        return bars(self.bar(s, unit)) or [Bar("It takes its loss where it stands: no hex is needed.", ("11.20a",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, None)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar(f"{numbered(self.owed, 'more step')} must be lost.", ("11.20b",))]


@dataclass(slots=True)
class Advance(Frame):
    """11.24, R66: any, all or none of the surviving attackers, within stacking, at once and free."""

    id = "ichigo.battle.Advance"
    verbs = ("advance", "advance-all", "stay")
    nation: int
    target: Space
    units: list[Unit]
    gone: list[Unit] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        space = room(s, self.target, self.nation)
        if not self.units or space <= 0:
            self.finish(s)
            return None
        options: list[Option] = [("advance", u) for u in self.units]
        if 1 < len(self.units) <= space:
            options.append(("advance-all",))
        options.append(("stay",))
        side = SIDE_OF_NATION[self.nation]
        return Decision(side, "advance", options, ("11.24a", "R66"), (self.target,), atomic=True)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "stay":
            self.units = []
            return
        going = list(self.units) if option[0] == "advance-all" else [unit_of(option)]
        self.units = [u for u in self.units if u not in going]
        self.gone += going
        for start in dict.fromkeys(s.where[u] for u in going):
            here = [u for u in going if s.where[u] == start]
            about = (self.nation, len(here), start, self.target)
            s.tell("advanced", *about, cases=("11.24a",), sum=[who_term(s, "advances", here)])
        arrive(s, going, self.target)

    def finish(self, s: State) -> None:
        """11.25a: who has advanced may strike again; the frame for that waits below."""
        s.agenda.pop()
        below = s.agenda[-1]
        assert isinstance(below, Afterwards)
        below.units = self.gone

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        if unit in self.gone:
            return [Bar(f"{s.game.unit_names[unit]} has advanced.", ("11.24a",))]
        if unit not in self.units:
            return [Bar("Only surviving attackers of this battle advance.", ("11.24a", "11.24b"))]
        name = s.game.space_names[self.target]
        into = Bar(f"It may advance into {name} and nowhere else.", ("11.24a",))
        if space is not None and self.may_strike_on(s, space):
            into = Bar(f"It advances into {name} first; in supply it may strike on from there.", ("11.24a", "11.25a"))
        return bars(stacking_bar(s, self.target, self.nation)) or [into]

    def may_strike_on(self, s: State, space: Space) -> bool:
        """11.25: whether a momentum attack could hit this hex after the advance, supply apart."""
        g = s.game
        in_time = self.nation == US or (self.nation == JAPAN and s.turn <= g.last_momentum_turn)
        foes = enemy_hexes(s, SIDE_OF_NATION[self.nation])
        return in_time and space < g.hexes and bool((g.open_near[self.target] & foes) >> space & 1)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "advance-all":
            return bars(stacking_bar(s, self.target, self.nation, len(self.units)))
        return self.why_not(s, side, unit, space) if verb == "advance" else []

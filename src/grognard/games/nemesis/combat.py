"""5.2 and 6.1-B, C: who assaults or attacks what. Pick a target, add units one by one, confirm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from grognard.games.nemesis.battle import Battle
from grognard.games.nemesis.bunkers import ambush_bar
from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.movement import may_enter
from grognard.games.nemesis.odds import (
    Attack,
    air_at_hand,
    defence_total,
    defenders,
    odds_words,
    start_column,
    strength,
    strength_terms,
)
from grognard.games.nemesis.state import FULL, State, activate_yunnan, controlled, units_in
from grognard.games.nemesis.undefended_objectives import Storm
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit

# --- targets


def target_bar(s: State, side: Side, target: Space) -> Bar | None:
    """6.1-B-a, c, 5.1-F-c, R44, R100: why a hex may not be assaulted or attacked."""
    g = s.game
    name = g.space_names[target]
    if not s.present[1 - side] >> target & 1:
        if s.transporter_hexes[1 - side] >> target & 1:
            return Bar("A hex with only Transporters cannot be attacked.", ("5.1-F-c",))
        return Bar(f"No enemy unit is in {name}.", ("6.1-B-a",))
    units = defenders(s, target, side)
    if not units:
        part = ", or a part of them," if s.whole_flees else ""
        return Bar(f"The units in {name}{part} have just retreated there.", ("R100", "6.1-B-c"))
    if s.defended & bitset(units):
        return Bar(f"{name} has been attacked in this phase.", ("6.1-B-c", "R44"))
    return None


def objectives_to_storm(s: State, side: Side) -> Spaces:
    """6.1-B-d, R45: Objectives that the enemy controls; by the other reading also one's own with enemies in them."""
    own = controlled(s, side) & s.present[1 - side] if s.storms_own else NO_SPACES
    return controlled(s, 1 - side) | own


def storm_bar(s: State, side: Side, target: Space) -> Bar | None:
    """6.1-B-d, R45: why a hex is no Objective without defenders that can be walked into."""
    if not objectives_to_storm(s, side) >> target & 1:
        return Bar("It is not an enemy-controlled Objective.", ("6.1-B-d",))
    if s.present[side] >> target & 1:
        return Bar("Your own units are in it already.", ("6.1-B-d", "R45"))
    if defenders(s, target, side):
        return Bar("Enemy units hold it: attack them.", ("6.1-B-d", "R45"))
    return None


# --- who may take part


def attacker_bar(s: State, side: Side, unit: Unit, assault: bool) -> Bar | None:
    """1.2-F-c, 3.5-h, 5.2-b..d, 6.1-B-c, 6.1-C-c, R94: why a unit may not assault or attack at all."""
    g = s.game
    bit = 1 << unit
    if g.side_of[unit] != side:
        return Bar(f"{g.does(unit, 'is', 'are')} not yours.", ("6.1-B-a",))
    if not g.ground & bit:
        return Bar("Transporters and Air Support do not attack by themselves.", ("1.2-A-a", "6.1-B-a"))
    if not s.on_map & bit:
        return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("6.1-B-a",))
    if g.garrisons & bit:
        return Bar(f"{g.unit_names[unit]} is a garrison: it only defends.", ("1.2-F-c",))
    if s.attacked & bit:
        return Bar(f"{g.does(unit, 'has', 'have')} attacked in this phase.", ("6.1-B-c",))
    if g.yunnan & bit:
        if assault:
            return Bar("The Yunnan Force does not assault.", ("5.2-b",))
        if not s.yunnan_active:
            return Bar("The Yunnan Force is not active this turn.", ("3.5-h",))
    if g.stilwell & bit and s.stilwell_done:
        case = "5.2-c" if assault else "6.1-C-c"
        return Bar("The Stilwell Force has made its one attack of this phase.", (case,))
    if assault and s.level[unit] != FULL:
        return Bar(f"{g.does(unit, 'is', 'are')} not in Full Supply and may not assault.", ("5.2-d", "R94"))
    return None


def join_bar(s: State, side: Side, unit: Unit, target: Space, assault: bool, storm: bool = False) -> Bar | None:
    """6.1-B-b, 6.1-C-a, R46: why a unit may not take part against this hex."""
    g = s.game
    bar = attacker_bar(s, side, unit, assault)
    if bar:
        return bar
    here, name = s.where[unit], g.space_names[target]
    if not g.near[here] >> target & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} not adjacent to {name}.", ("6.1-B-b", "5.2-a"))
    if not g.open_near[here] >> target & 1:
        return Bar(f"A lake lies between {g.unit_names[unit]} and {name}.", ("5.1-A-f", "R46"))
    artillery = g.artillery >> unit & 1
    if storm and artillery:
        return Bar("Artillery does not advance.", ("6.2-A-b", "6.2-E-c"))
    if not artillery and not may_enter(s, unit, here, target):
        return Bar(f"{g.unit_names[unit]} may not enter {name} and so may not attack it.", ("6.1-C-a", "R46"))
    return None


def may_join(s: State, side: Side, target: Space, assault: bool, storm: bool = False) -> list[Unit]:
    """Every unit that could take part against a hex."""
    g = s.game
    ready = g.ground_of[side] & ~g.garrisons & ~s.attacked
    found = []
    for hex_ in each(g.open_near[target] & s.present[side]):
        found += [u for u in each(s.at[hex_] & ready) if join_bar(s, side, u, target, assault, storm) is None]
    return found


def may_fly(s: State, side: Side, units: list[Unit]) -> list[Unit]:
    """1.2-B-i, j: Air Support for an attack by these units; none for the Yunnan Force alone."""
    if not units or not bitset(units) & ~s.game.yunnan:
        return []
    return air_at_hand(s, side)


def can_reach_odds(s: State, side: Side, target: Space, assault: bool) -> bool:
    """6.1-D-d: whether any attack on a hex could be made at 1-2 or better, with a unit in front."""
    g = s.game
    able = may_join(s, side, target, assault)
    groups = [[u for u in able if s.where[u] == h] for h in {s.where[u] for u in able}] if assault else [able]
    for units in groups:
        if all(g.artillery >> u & 1 for u in units):
            continue
        best = sum(strength(s, u, True) for u in units)
        best += max((strength(s, u, True) for u in may_fly(s, side, units)), default=0)
        ratio = g.ratios[0]
        if best * ratio[1] >= ratio[0] * defence_total(s, Attack(side, target, units)):
            return True
    return False


def odds_bar(s: State, side: Side, target: Space, assault: bool) -> Bar:
    """6.1-C-b, 6.1-D-d: why nobody may attack a hex that could be attacked: who is near, and how strong."""
    g = s.game
    able = may_join(s, side, target, assault)
    name = g.space_names[target]
    if not able:
        return Bar(f"No unit that may take part is next to {name}.", ("6.1-B-b", "5.2-a" if assault else "6.1-B-a"))
    if all(g.artillery >> u & 1 for u in able):
        return Bar(f"Only Artillery could attack {name}, and it does not attack alone.", ("6.1-C-b",))
    theirs = defence_total(s, Attack(side, target, able))
    return Bar(f"Nobody reaches odds of 1-2 against the {theirs} Strength in {name}.", ("6.1-D-d",))


# --- the phase


@dataclass(slots=True)
class Combat(Frame):
    """5.2, 6.1-B, R43: one combat after another, in any order, always voluntary."""

    id = "nemesis.combat.Combat"
    verbs = ("attack", "storm", "end-combat")
    side: Side
    assault: int

    def run(self, s: State) -> Decision:
        prompt, cases = ("assaults", ("5.2-a", "5.2-e")) if self.assault else ("attacks", ("6.1-B-a", "6.1-B-b"))
        return Later(self, s, self.side, prompt, cases, (self.side,), always=True)

    def options(self, s: State) -> list[Option]:
        side, around = self.side, NO_SPACES
        for hex_ in each(s.present[side]):
            if s.at[hex_] & s.game.ground_of[side] & ~s.attacked:
                around |= s.game.open_near[hex_]
        near, empty = each(around & s.present[1 - side]), each(around & objectives_to_storm(s, side))
        options: list[Option] = [("attack", h) for h in near if self.may_attack(s, h)]
        options += [("storm", h) for h in empty if self.may_storm(s, h)]
        options.append(("end-combat",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-combat":
            return True
        return self.may_attack(s, space_of(option)) if option[0] == "attack" else self.may_storm(s, space_of(option))

    def may_attack(self, s: State, target: Space) -> bool:
        """6.1-B-a, 6.1-D-d: whether a hex can be attacked, at 1-2 or better."""
        if target_bar(s, self.side, target):
            return False
        return can_reach_odds(s, self.side, target, bool(self.assault))

    def may_storm(self, s: State, target: Space) -> bool:
        """6.1-B-d, R45: whether somebody can walk into a hex."""
        if storm_bar(s, self.side, target):
            return False
        return bool(may_join(s, self.side, target, bool(self.assault), storm=True))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-combat":
            s.agenda.pop()
        elif option[0] == "attack":
            s.agenda.append(PlanAttack(self.side, self.assault, space_of(option)))
        else:
            s.agenda.append(PlanStorm(self.side, self.assault, space_of(option)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        assault = bool(self.assault)
        if unit is not None:
            return self.why_not_with(s, side, unit, space)
        if space is None:
            return []
        bar = target_bar(s, side, space)
        if not bar:
            return bars(self.ambush_later(s, space), odds_bar(s, side, space, assault))
        storm = storm_bar(s, side, space)
        if storm is None:
            storm = Bar("No adjacent unit may take part.", ("6.1-B-d", "R45"))
        return bars(self.ambush_later(s, space), bar, storm)

    def ambush_later(self, s: State, space: Space) -> Bar | None:
        """5.1-E-a: that an Ambush may be placed in a hex at the end of the phase."""
        if not self.assault or self.side != JAPANESE or ambush_bar(s, space):
            return None
        return Bar("An Ambush may be placed there when combat has ended.", ("5.1-E-a",))

    def why_not_with(self, s: State, side: Side, unit: Unit, space: Space | None) -> list[Bar]:
        """A target is chosen first; then units join."""
        g, assault = s.game, bool(self.assault)
        bar = attacker_bar(s, side, unit, assault)
        if bar:
            return [bar]
        options = self.run(s).options
        if space is None:
            near = [space_of(o) for o in options if o[0] in ("attack", "storm")]
            near = [h for h in near if join_bar(s, side, unit, h, assault, not defenders(s, h, side)) is None]
            if near:
                return [Bar(f"Choose the hex first: it may join against {g.space_names[near[0]]}.", ("6.1-B-b",))]
            return [Bar("No hex next to it can be attacked by it.", ("6.1-B-a", "6.1-B-b"))]
        storm = ("storm", space) in options
        if storm or ("attack", space) in options:
            bar = join_bar(s, side, unit, space, assault, storm)
            return [bar or Bar(f"Choose {g.space_names[space]} first: then it may join.", ("6.1-B-b",))]
        if target_bar(s, side, space):
            return self.why_not(s, side, None, space)
        return bars(join_bar(s, side, unit, space, assault) or odds_bar(s, side, space, assault))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return self.why_not(s, side, unit, space)
        if verb == "storm":
            none = Bar("No adjacent unit may take part.", ("6.1-B-d", "R45"))
            return [storm_bar(s, side, space) or none]
        return [target_bar(s, side, space) or odds_bar(s, side, space, bool(self.assault))]


# --- plans


@dataclass(slots=True)
class Plan(Frame):
    """6.1-B-b: units join one by one; in an Assault Phase all come from one hex (5.2-e, R45)."""

    id = "nemesis.combat.Plan"
    side: Side
    assault: int
    target: Space
    units: list[Unit] = field(default_factory=list)
    storm: ClassVar[bool] = False
    """Whether nobody holds the target."""

    def able(self, s: State) -> list[Unit]:
        """Who may join now."""
        found = may_join(s, self.side, self.target, bool(self.assault), self.storm)
        home = s.where[self.units[0]] if self.assault and self.units else NO_SPACE
        return [u for u in found if u not in self.units and home in (NO_SPACE, s.where[u])]

    def gathering(self, s: State) -> list[Option]:
        """Who may join and who may drop out."""
        able = self.able(s)
        options: list[Option] = [("join", u) for u in able]
        if len(able) > 1 and (not self.assault or len({s.where[u] for u in able}) == 1):
            options.append(("join-all",))
        options += [("drop-out", u) for u in self.units]
        return options

    def may_gather(self, s: State, option: Option) -> bool:
        """6.1-B-b, 5.2-e: whether this unit may join, or drop out."""
        if option[0] not in ("join", "drop-out"):
            return False
        unit = unit_of(option)
        if option[0] == "drop-out" or unit in self.units:
            return option[0] == "drop-out" and unit in self.units
        if self.assault and self.units and s.where[unit] != s.where[self.units[0]]:
            return False
        return join_bar(s, self.side, unit, self.target, bool(self.assault), self.storm) is None

    def gather(self, s: State, option: Option) -> bool:
        """Take an option about who takes part; whether it was one."""
        verb = option[0]
        if verb == "join":
            self.units.append(unit_of(option))
        elif verb == "join-all":
            self.units += self.able(s)
        elif verb == "drop-out":
            self.units.remove(unit_of(option))
        else:
            return False
        return True

    def no_place_bar(self, s: State, unit: Unit) -> Bar:
        """6.1-B-b, 5.2-e: why a unit that is not in does not join."""
        if unit in self.units:
            return Bar(f"{s.game.does(unit, 'takes')} part already.", ("6.1-B-b",))
        bar = join_bar(s, self.side, unit, self.target, bool(self.assault), self.storm)
        home = s.game.space_names[s.where[self.units[0]]] if self.units else ""
        return bar or Bar(
            f"Units of {home} assault: only those of one hex go together, so they would drop out first.",
            ("5.2-e", "R45"),
        )

    def ready_bar(self, s: State, space: Space | None) -> Bar | None:
        """6.1-B-b: of the target itself, that nothing is missing."""
        if space is None:
            return None
        return Bar(f"{s.game.space_names[space]} is the target: confirm, or let others join first.", ("6.1-B-b",))

    def plan_bar(self, s: State, verb: str, unit: Unit) -> Bar:
        """Why a unit does not join, or drop out."""
        if verb == "drop-out":
            return Bar(f"{s.game.does(unit, 'takes')} no part.", ("6.1-B-b",))
        return self.no_place_bar(s, unit)


@dataclass(slots=True)
class PlanAttack(Plan):
    """5.2-e, 6.1-B..D: units join one by one, then one Air Support unit; binding when confirmed."""

    id = "nemesis.combat.PlanAttack"
    verbs = ("join", "join-all", "drop-out", "call-air", "send-air-home", "call-off", "confirm")
    air: Unit = NO_UNIT

    def attack(self) -> Attack:
        """For the odds."""
        return Attack(self.side, self.target, list(self.units), self.air)

    def run(self, s: State) -> Decision:
        cases = ("5.2-e", "6.1-C-a") if self.assault else ("6.1-B-b", "6.1-C-a")
        air = (self.air,) if self.air != NO_UNIT else ()
        return Later(self, s, self.side, "plan-attack", cases, (self.target, self.assault, air), always=True)

    def options(self, s: State) -> list[Option]:
        options = self.gathering(s)
        if self.air == NO_UNIT:
            options += [("call-air", u) for u in may_fly(s, self.side, self.units)]
        else:
            options.append(("send-air-home",))
        options.append(("call-off",))
        if self.confirm_bar(s) is None:
            options.append(("confirm",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        verb = option[0]
        if verb == "confirm":
            return self.confirm_bar(s) is None
        if verb == "call-air":
            return self.air == NO_UNIT and unit_of(option) in may_fly(s, self.side, self.units)
        return verb == "call-off" or self.may_gather(s, option)

    def confirm_bar(self, s: State) -> Bar | None:
        """6.1-C-b, 6.1-D-d: why the attack cannot be made like this."""
        if not self.units:
            return Bar("At least one unit must attack.", ("6.1-B-a",))
        if all(s.game.artillery >> u & 1 for u in self.units):
            return Bar("Artillery does not attack alone.", ("6.1-C-b",))
        attack = self.attack()
        if start_column(s, attack) < 0:
            return Bar("Odds below 1-2 are not permitted.", ("6.1-D-d",))
        return None

    def gather(self, s: State, option: Option) -> bool:
        if option[0] == "call-air":
            self.air = unit_of(option)
        elif option[0] == "send-air-home":
            self.air = NO_UNIT
        elif not Plan.gather(self, s, option):
            return False
        if self.air != NO_UNIT and not may_fly(s, self.side, self.units):
            self.air = NO_UNIT
        return True

    def answer(self, s: State, option: Option) -> None:
        if self.gather(s, option):
            return
        s.agenda.pop()
        if option[0] == "confirm":
            self.confirm(s)

    def confirm(self, s: State) -> None:
        """1.2-B-e: declared; from here there is no way back."""
        declare(s, self.side, self.units)
        odds = odds_words(s, self.attack())
        about = (self.side, self.target, list(self.units), self.air, odds, self.assault)
        cases = ("5.2-a", "6.1-D-a") if self.assault else ("6.1-B-a", "6.1-D-a")
        s.tell("attack", *about, cases=cases, sum=lambda: strength_terms(s, self.attack()))
        if self.air != NO_UNIT:
            s.used_air |= 1 << self.air
        there = units_in(s, self.target, 1 - self.side)
        wake_yunnan(s, self.side, there)
        s.defended |= bitset(u for u in there if not s.retreated >> u & 1)
        s.agenda.append(Battle(self.side, self.target, list(self.units), self.air, assault=self.assault))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if space is not None and space != self.target:
            words = f"This attack is on {g.space_names[self.target]}: cancel it first to choose another hex."
            return [Bar(words, ("6.1-B-a",))]
        if unit is None:
            return bars(self.confirm_bar(s) or self.ready_bar(s, space))
        if g.air >> unit & 1:
            return [self.air_bar(s, unit)]
        return [self.no_place_bar(s, unit)]

    def air_bar(self, s: State, unit: Unit) -> Bar:
        """1.2-B-d..j: why an Air Support unit does not fly."""
        g = s.game
        if not g.air >> unit & 1:
            return Bar("Only Air Support units are called in.", ("1.2-B-h",))
        if s.where[unit] == g.out:
            return Bar("It has left the game.", ("2.6-b",))
        if s.used_air >> unit & 1:
            return Bar("It has been used this turn.", ("1.2-B-e",))
        if self.air != NO_UNIT:
            return Bar("One Air Support unit at most takes part: send the other home first.", ("1.2-B-h",))
        if not self.units:
            return Bar("Ground units join before Air Support.", ("1.2-B-i",))
        return Bar("Air Support does not fly for the Yunnan Force alone.", ("1.2-B-j",))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return self.why_not(s, side, unit, space)
        return [self.air_bar(s, unit)] if verb == "call-air" else [self.plan_bar(s, verb, unit)]

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.confirm_bar(s))


def declare(s: State, side: Side, units: list[Unit]) -> None:
    """6.1-B-c, 5.2-c, 6.1-C-c: these units have made their attack of the phase."""
    s.news += 1
    s.attacked |= bitset(units)
    if bitset(units) & s.game.stilwell:
        s.stilwell_done = 1


def wake_yunnan(s: State, side: Side, units: list[Unit]) -> None:
    """3.5-b, R119: Japanese who attack the Yunnan Force make it active."""
    if side == JAPANESE and bitset(units) & s.game.yunnan:
        activate_yunnan(s, "3.5-b", "R119")


@dataclass(slots=True)
class PlanStorm(Plan):
    """6.1-B-d, R45: who goes into an Objective that nobody holds."""

    id = "nemesis.combat.PlanStorm"
    verbs = ("join", "join-all", "drop-out", "call-off", "confirm")
    storm: ClassVar[bool] = True

    def run(self, s: State) -> Decision:
        options = [*self.gathering(s), ("call-off",)]
        if self.units:
            options.append(("confirm",))
        fled = bool(units_in(s, self.target, 1 - self.side))
        about = (self.target, fled * (1 + s.whole_flees))
        return Decision(self.side, "plan-storm", options, ("6.1-B-d", "R45"), about, always=True)

    def answer(self, s: State, option: Option) -> None:
        if self.gather(s, option):
            return
        s.agenda.pop()
        if option[0] == "confirm":
            declare(s, self.side, self.units)
            s.tell("storm", self.side, self.target, list(self.units), cases=("6.1-B-d", "R45"))
            wake_yunnan(s, self.side, units_in(s, self.target, 1 - self.side))
            s.agenda.append(Storm(self.side, self.target, list(self.units)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is not None and space != self.target:
            words = f"{s.game.space_names[self.target]} is entered now: cancel it first to choose another hex."
            return [Bar(words, ("6.1-B-d",))]
        if unit is None:
            return [] if space is None else self.why_not_end(s, side) or bars(self.ready_bar(s, space))
        return [self.no_place_bar(s, unit)]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if unit is None else [self.plan_bar(s, verb, unit)]

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [] if self.units else [Bar("At least one unit must enter.", ("6.1-B-d",))]

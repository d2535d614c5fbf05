"""Chapter 11: who attacks what. Pick a target, add attackers one by one, confirm; momentum (11.25)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from grognard.games.ichigo.battle import Afterwards, Battle
from grognard.games.ichigo.breakdowns import open_names
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, SIDE_OF_NATION, US
from grognard.games.ichigo.movement import beside, is_frozen
from grognard.games.ichigo.odds import (
    Attack,
    may_support,
    regiment_bar,
    special_forces_at_hand,
    support_bar,
    tanks_at_hand,
)
from grognard.games.ichigo.stacking import ADJECTIVES
from grognard.games.ichigo.state import State, enemy_hexes, garrisons
from grognard.games.ichigo.supply import OUT, beachhead_network, supply
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit
from grognard.kernel.words import listed


def begin(nation: int) -> Callable[[State], None]:
    """11.0a: the combat phase of a nation."""

    def start(s: State) -> None:
        s.attacked = NO_UNITS
        s.targets = s.beaten = NO_SPACES
        s.agenda.append(Combat(nation))

    return start


# --- who, and where


def defended(s: State, nation: int) -> Spaces:
    """11.29, R65: hexes with enemy units, or with a lone garrison."""
    side = SIDE_OF_NATION[nation]
    return enemy_hexes(s, side) | (garrisons(s) if side == ALLIED else NO_SPACES)


def target_bar(s: State, nation: int, target: Space, momentum: bool = False) -> Bar | None:
    """Why a hex may not be attacked."""
    g = s.game
    name = g.space_names[target]
    if target >= g.hexes:
        return Bar(f"{name} is not a hex on the map.", ("11.0a",))
    if not defended(s, nation) >> target & 1:
        return Bar(f"No enemy defends {name}.", ("11.0a",))
    if s.turn == 1 and target == g.south_end:
        return Bar("The force in 0925 cannot be attacked on turn 1.", ("5.4a",))
    if not momentum and s.targets >> target & 1:
        return Bar(f"{name} has been attacked in this phase.", ("11.4b", "R49"))
    return None


def attacker_bar(s: State, nation: int, unit: Unit) -> Bar | None:
    """Why a unit may not attack at all in this phase."""
    g = s.game
    name = g.unit_names[unit]
    if g.nation_of[unit] != nation:
        return Bar(f"Only {ADJECTIVES[nation]} units attack in this phase.", ("11.0a", "R93"))
    if s.where[unit] >= g.hexes:
        return Bar(f"{name} is not on the map.", ("11.0a",))
    if g.static >> unit & 1:
        return Bar(f"{name} only defends.", ("2.12b", "11.26a" if g.militia >> unit & 1 else "5.3.10"))
    if s.attacked >> unit & 1:
        return Bar(f"{name} has attacked in this phase.", ("11.3", "11.0c", "R49"))
    if is_frozen(s, unit):
        return Bar("The 38th Army in 0925 does not act on turn 1.", ("5.4a",))
    return None


def join_bar(s: State, nation: int, unit: Unit, target: Space) -> Bar | None:
    """Why a unit may not attack this hex."""
    g = s.game
    bar = attacker_bar(s, nation, unit)
    if bar:
        return bar
    here, name = s.where[unit], g.space_names[target]
    if target >= g.hexes:
        return Bar(f"{name} is not a hex on the map.", ("11.0a",))
    if not g.near[here] >> target & 1:
        return Bar(f"{g.unit_names[unit]} is not adjacent to {name}.", ("11.0a", "11.2a"))
    if not g.open_near[here] >> target & 1:
        return Bar(f"A lake lies between {g.unit_names[unit]} and {name}.", ("11.13b",))
    return None


def may_join(s: State, nation: int, target: Space) -> list[Unit]:
    """11.2a, 11.5: every unit that could attack this hex."""
    g = s.game
    found = []
    for hex_ in each(g.open_near[target] & s.present[nation]):
        ready = s.at[hex_] & g.of_nation[nation] & ~s.attacked & ~g.static
        found += [u for u in each(ready) if attacker_bar(s, nation, u) is None]
    return found


@dataclass(slots=True)
class Combat(Frame):
    """11.0: attack after attack, in the attacker's order; always voluntary."""

    id = "ichigo.combat.Combat"
    verbs = ("attack", "end-combat")
    nation: int
    promised: int = 0
    """Tank regiments that the defender has promised to the next attack they can join (R55)."""

    def run(self, s: State) -> Decision:
        return Later(self, s, SIDE_OF_NATION[self.nation], "combat", ("11.0a", "11.0b"), (self.nation,), always=True)

    def options(self, s: State) -> list[Option]:
        hexes = defended(s, self.nation) & ~s.targets & beside(s, s.present[self.nation])
        options: list[Option] = [("attack", h) for h in each(hexes) if self.may_attack(s, h)]
        options.append(("end-combat",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        return option[0] == "end-combat" or self.may_attack(s, space_of(option))

    def may_attack(self, s: State, hex_: Space) -> bool:
        """11.0a, b: whether a hex can be attacked, and somebody is there to do it."""
        return target_bar(s, self.nation, hex_) is None and bool(may_join(s, self.nation, hex_))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-combat":
            s.agenda.pop()
            s.beaten = NO_SPACES
            return
        s.agenda.append(PlanAttack(self.nation, space_of(option)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None:
            if space is None:
                return [attacker_bar(s, self.nation, unit) or self.targets_bar(s, unit)]
            found = bars(target_bar(s, self.nation, space), join_bar(s, self.nation, unit, space))
            return found or [Bar(f"It may attack {s.game.space_names[space]}: choose the hex first.", ("11.0a",))]
        if space is None:
            return []
        bar = target_bar(s, self.nation, space)
        near = Bar("No unit that can still attack is adjacent to it.", ("11.0a",))
        return [bar] if bar else bars(None if may_join(s, self.nation, space) else near)

    def targets_bar(self, s: State, unit: Unit) -> Bar:
        """11.0a: what a unit that may still attack can attack."""
        near = [h for h in s.game.open_steps[s.where[unit]] if target_bar(s, self.nation, h) is None]
        if not near:
            return Bar("No hex that could still be attacked is next to it.", ("11.0a", "R49"))
        return Bar(f"It may attack {listed([s.game.space_names[h] for h in near])}: choose the hex first.", ("11.0a",))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "attack" else []


# --- the plan


@dataclass(slots=True)
class PlanAttack(Frame):
    """11.2-11.5, 11.17d, R64: attackers join one by one, then support; binding when confirmed, not before."""

    id = "ichigo.combat.PlanAttack"
    verbs = (
        "join",
        "join-all",
        "drop-out",
        "commit-tank",
        "take-back-tank",
        "commit-special-forces",
        "take-back-special-forces",
        "call-off",
        "confirm",
    )
    nation: int
    target: Space
    units: list[Unit] = field(default_factory=list)
    tanks: int = 0
    special: int = 0
    momentum: list[Unit] = field(default_factory=list)
    """The units that have just advanced, in a momentum attack; none in an ordinary one."""
    volunteered: int = 0
    """Kept so that positions of the third edition still open; promises belong to the phase now."""

    def attack(self, s: State) -> Attack:
        """For the odds."""
        return Attack(self.nation, self.target, self.units, self.tanks, self.special, self.guarded(s))

    def guarded(self, s: State) -> int:
        """R55: how many of the promised tank regiments would join the defence of this hex."""
        if self.nation == JAPAN:
            return 0
        own = members(s.at[self.target] & s.game.of_nation[JAPAN])
        promised = range(combat_of(s).promised)
        return sum(support_bar(s, self.target, own, n, bool(self.momentum)) is None for n in promised)

    def run(self, s: State) -> Decision:
        side = SIDE_OF_NATION[self.nation]
        return Later(self, s, side, "plan-attack", ("11.2a", "11.5", "R64"), (self.target,), always=True)

    def options(self, s: State) -> list[Option]:
        able = [u for u in self.able(s) if u not in self.units]
        options: list[Option] = [("join", u) for u in able]
        if len(able) > 1:
            options.append(("join-all",))
        options += [("drop-out", u) for u in self.units]
        if self.tank_bar(s) is None:
            options.append(("commit-tank",))
        if self.tanks:
            options.append(("take-back-tank",))
        if self.special_bar(s) is None:
            options.append(("commit-special-forces",))
        if self.special:
            options.append(("take-back-special-forces",))
        options.append(("call-off",))
        if self.units:
            options.append(("confirm",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        verb = option[0]
        if verb in ("confirm", "call-off"):
            return verb == "call-off" or bool(self.units)
        if verb == "drop-out":
            return unit_of(option) in self.units
        if verb == "join" and unit_of(option) not in self.units:
            able = unit_of(option) in self.momentum
            return able or (not self.momentum and join_bar(s, self.nation, unit_of(option), self.target) is None)
        return verb == "commit-tank" and self.tank_bar(s) is None

    def able(self, s: State) -> list[Unit]:
        """11.2a, 11.25a: who may take part."""
        return list(self.momentum) if self.momentum else may_join(s, self.nation, self.target)

    def tank_bar(self, s: State) -> Bar | None:
        """11.17: why no (further) tank regiment may be committed to the attack."""
        if self.nation != JAPAN:
            return Bar("Only the Japanese have tank regiments.", ("11.17a",))
        return support_bar(s, self.target, self.units, self.tanks, bool(self.momentum))

    def special_bar(self, s: State) -> Bar | None:
        """11.28b-d, R56: why the 1st Special Forces Group may not be committed."""
        if self.nation != JAPAN or self.momentum:
            return Bar("The 1st Special Forces Group supports ordinary Japanese attacks only.", ("11.28d",))
        if self.special or not special_forces_at_hand(s):
            return Bar("The 1st Special Forces Group is not at hand.", ("11.28a",))
        return None if self.units else Bar("Attackers come first.", ("R56",))

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "join":
            self.units.append(unit_of(option))
        elif verb == "join-all":
            self.units += [u for u in self.able(s) if u not in self.units]
        elif verb == "drop-out":
            self.units.remove(unit_of(option))
            self.tanks = min(self.tanks, may_support(s, self.units))
            self.special = self.special if self.units else 0
        elif verb in ("commit-tank", "take-back-tank"):
            self.tanks += 1 if verb == "commit-tank" else -1
        elif verb in ("commit-special-forces", "take-back-special-forces"):
            self.special = int(verb == "commit-special-forces")
        elif verb == "call-off":
            s.agenda.pop()
        else:
            self.confirm(s)

    def confirm(self, s: State) -> None:
        """6.6b, 11.5, R64: from here there is no way back."""
        s.agenda.pop()
        if self.momentum:
            assert isinstance(s.agenda[-1], Momentum)
            s.agenda.pop()
        else:
            s.targets |= 1 << self.target
        s.attacked |= bitset(self.units)
        tanks = tanks_at_hand(s)[: self.tanks]
        special = special_forces_at_hand(s)[: self.special]
        guards = tanks_at_hand(s)[: self.guarded(s)]
        combat_of(s).promised -= len(guards)
        s.news += 1
        cases = ("11.25a",) if self.momentum else ("11.0a", "R64")
        about = (self.nation, self.target, list(self.units), self.tanks, self.special)
        s.tell("attack", *about, open_names(s, self.units), int(bool(self.momentum)), cases=cases)
        s.agenda.append(Momentum(self.nation, self.target, []))
        s.agenda.append(
            Battle(self.nation, self.target, list(self.units), [*tanks, *special], guards, int(bool(self.momentum)))
        )

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is not None and space != self.target:
            return [self.elsewhere_bar(s, unit, space)]
        if unit is None:
            return []
        if s.game.tanks >> unit & 1:
            bar = regiment_bar(s, unit) or self.tank_bar(s)
            return [bar or Bar("A tank regiment can be committed now.", ("11.17e",))]
        if s.game.supports >> unit & 1:
            return [self.special_bar(s) or Bar("It can be committed now.", ("11.28b",))]
        if self.momentum and unit not in self.momentum:
            return [Bar("Only units that have just advanced take part in a momentum attack.", ("11.25a",))]
        named = Bar("It needs no hex: the target is chosen.", ("11.2b",))
        return bars(join_bar(s, self.nation, unit, self.target)) or [named]

    def elsewhere_bar(self, s: State, unit: Unit | None, space: Space) -> Bar:
        """11.2b, R64: why another hex is not attacked now: a reason of its own, or that this attack comes first."""
        if self.momentum:
            return Bar(
                "One attack has one target hex: cancel this attack first to choose another.", ("11.2b", "11.25a")
            )
        found = target_bar(s, self.nation, space)
        if found is None and unit is not None:
            found = join_bar(s, self.nation, unit, space)
        return found or Bar("One attack has one target hex: make this attack or cancel it first.", ("11.2b", "R64"))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "join":
            if unit in self.units:
                return [Bar("It takes part already.", ("11.5",))]
            return self.why_not(s, side, unit, None)
        if verb == "drop-out":
            return [Bar("It does not take part.", ("11.5",))]
        if verb == "join-all":
            return [Bar("Fewer than two more could join.", ("11.2a",))]
        if verb == "commit-tank":
            return bars(self.tank_bar(s))
        if verb == "commit-special-forces":
            return bars(self.special_bar(s))
        if verb.startswith("take-back"):
            return [Bar("None is committed to this attack.", ("11.17d", "11.28b"))]
        return self.why_not_end(s, side)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [] if self.units else [Bar("No unit attacks yet: choose one, or cancel the attack.", ("11.2a", "R64"))]


# --- 11.25 momentum


def momentum_bar(s: State, nation: int, unit: Unit) -> Bar | None:
    """11.25a, e-g, R65: why a unit that has advanced may not strike again."""
    g = s.game
    if nation == CHINA:
        return Bar("Chinese units make no momentum attacks.", ("11.25g", "11.0c"))
    if nation == JAPAN:
        if s.turn > g.last_momentum_turn:
            return Bar(f"Japanese momentum ends with turn {g.last_momentum_turn}.", ("11.25e",))
        if supply(s, unit) == OUT:
            return Bar(f"{g.unit_names[unit]} is out of supply.", ("11.25a",))
    if nation == US and not beachhead_network(s) >> s.where[unit] & 1:
        return Bar(f"{g.unit_names[unit]} has no supply path to a beachhead.", ("11.25f",))
    return None


@dataclass(slots=True)
class Momentum(Afterwards):
    """11.25: units that have just advanced may at once attack one adjacent hex, again and again."""

    id = "ichigo.combat.Momentum"
    verbs = ("attack", "no-momentum")

    def run(self, s: State) -> Decision | None:
        able = self.able(s)
        targets = [t for t in s.game.open_steps[self.hex] if target_bar(s, self.nation, t, True) is None]
        if not able or not targets:
            s.agenda.pop()
            return None
        options: list[Option] = [*(("attack", t) for t in targets), ("no-momentum",)]
        side = SIDE_OF_NATION[self.nation]
        return Decision(side, "momentum", options, ("11.25a", "11.25b"), (self.hex,), atomic=True)

    def able(self, s: State) -> list[Unit]:
        """11.25a: those that are still where they advanced to, in supply."""
        here = [u for u in self.units if s.where[u] == self.hex]
        return [u for u in here if momentum_bar(s, self.nation, u) is None]

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "no-momentum":
            s.agenda.pop()
        else:
            s.agenda.append(PlanAttack(self.nation, space_of(option), momentum=self.able(s)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit not in self.units:
            return [Bar("Only units that have just advanced take part in a momentum attack.", ("11.25a",))]
        if unit is not None and (bar := momentum_bar(s, self.nation, unit)):
            return [bar]
        if space is None:
            return [Bar("It may strike on: choose the hex.", ("11.25a",))] if unit is not None else []
        if not s.game.open_near[self.hex] >> space & 1:
            return [Bar("A momentum attack hits a hex adjacent to the one just entered.", ("11.25a",))]
        found = bars(target_bar(s, self.nation, space, momentum=True))
        return found or [Bar(f"{s.game.space_names[space]} may be attacked: choose the hex first.", ("11.25a",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "attack" else []


# --- R55: the defender's early promise, a standing act


def combat_of(s: State) -> Combat:
    """The combat phase under way."""
    return next(frame for frame in s.agenda if isinstance(frame, Combat))


def volunteer_bar(s: State) -> Bar | None:
    """R55, R64: why no (further) tank regiment may be promised to the defence.

    Only open facts count: whether, and what, the Allied player is planning is nobody's business before they confirm.
    """
    phase = next((frame for frame in s.agenda if isinstance(frame, Combat)), None)
    if phase is None or phase.nation == JAPAN:
        return Bar("Tank regiments are promised to the defence in Chinese and US combat phases.", ("R55",))
    if phase.promised >= len(tanks_at_hand(s)):
        return Bar("No further tank regiment is at hand.", ("11.17a",))
    return None


def volunteer_tank(s: State) -> None:
    """R55: it joins the next attack that it can join; it fights, and is lost, whatever the attackers turn out to be."""
    combat_of(s).promised += 1
    s.news += 1
    s.tell("tank-promised", cases=("11.17d", "R55"))

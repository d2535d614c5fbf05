"""Chapter 15: the Combat Phase. Support first, then attack after attack until every duty is met (15.0, 15.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from grognard.games.formosa import mandatory_attacks
from grognard.games.formosa.battle import Afterwards, Battle, on_map
from grognard.games.formosa.concealment import reveal_in_contact
from grognard.games.formosa.mandatory_attacks import Duties, completed, duties, end_bar, may_attack, obliged_units
from grognard.games.formosa.odds import Combat
from grognard.games.formosa.stacking import begin_check
from grognard.games.formosa.state import State, plays, spaces_of, units_at
from grognard.games.formosa.support import PlaceSupport
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit
from grognard.kernel.position_cache import thinking
from grognard.kernel.words import listed


def begin(side: Side) -> Callable[[State], None]:
    """6.1l, 6.1o, 11.2a, 16.3a: reveals, duties, ground support, attacks, stacking."""

    def start(s: State) -> None:
        s.attacked = s.struck = NO_UNITS
        s.attacked_from = NO_SPACES
        s.gunfire_spent = [0, 0]
        reveal_in_contact(s)
        mandatory_attacks.begin_duties(s, side)
        s.agenda.append(CombatPhase(side))
        s.agenda.append(PlaceSupport(side, []))

    return start


def target_bar(s: State, side: Side, hex_: Space) -> Bar | None:
    """15.0a, k, R107: why a hex cannot be attacked at all."""
    g = s.game
    name = g.space_names[hex_]
    enemies = units_at(s, hex_, 1 - side) if hex_ < g.hexes else NO_UNITS
    if not enemies:
        return Bar(f"No enemy is in {name}.", ("15.0a",))
    if enemies & s.struck:
        return Bar(f"{name} holds a unit that has been attacked in this phase.", ("15.0k", "R107"))
    if not duties(s, side).open >> hex_ & 1:
        return Bar(f"No unit of yours next to {name} can still attack.", ("15.0a", "15.0j"))
    return None


@dataclass(slots=True)
class CombatPhase(Frame):
    """15.0f: attacks are declared and resolved one at a time; the phase ends when all duties are met."""

    id = "formosa.combat.CombatPhase"
    verbs = ("attack", "end-combat")
    side: Side

    def run(self, s: State) -> Decision | None:
        settled(s)
        g = s.game
        d = duties(s, self.side)
        options: list[Option] = [("attack", h) for h in each(d.open) if mandatory_attacks.can_begin(g, d, 1 << h)]
        if not d.must and not d.targets:
            options.append(("end-combat",))
        about = (d.must.bit_count(), d.targets.bit_count())
        return Decision(self.side, "combat", options, ("15.0a", "15.0d", "R45"), about)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-combat":
            s.agenda.pop()
            begin_check(s, self.side, 1 - self.side)
        else:
            s.agenda.append(PlanAttack(self.side, [space_of(option)], []))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return bars(end_bar(s, side)) if unit is None else unit_reasons(s, side, unit)
        if unit is not None:
            if bar := unit_bar(s, side, unit):
                return [bar]
            if space < s.game.hexes and not s.game.land_near[s.where[unit]] >> space & 1:
                return [Bar(f"{s.game.space_names[space]} is not next to it.", ("15.0a", "15.0g"))]
        if bar := target_bar(s, side, space):
            return [bar]
        g, d = s.game, duties(s, side)
        if not mandatory_attacks.can_begin(g, d, 1 << space):
            return [Bar("If you attack there, no unit could make another attack that is required.", ("15.0d", "R45"))]
        name = g.space_names[space]
        if unit is not None and completed(g, d, 1 << s.where[unit], 1 << space) is None:
            words = (
                f"{name} may be attacked, but not with {g.unit_names[unit]}: it is needed for another required attack."
            )
            return [Bar(words, ("15.0d", "R45"))]
        return [Bar(f"Choose {name} first; then choose who attacks it.", ("15.0f", "15.0g"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "end-combat":
            return bars(end_bar(s, side))
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(end_bar(s, side))


def unit_bar(s: State, side: Side, unit: Unit) -> Bar | None:
    """15.0h, j: why a unit attacks nobody."""
    g = s.game
    hex_ = s.where[unit]
    if hex_ >= g.hexes:
        return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("15.0a",))
    if g.camp >> unit & 1:
        return Bar("The camp never attacks.", ("25.10b",))
    if s.attacked >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} attacked.", ("15.0j",))
    if s.attacked_from >> hex_ & 1:
        return Bar("An attack out of this hex has been made: all go together.", ("15.0h", "R105"))
    return None


def unit_reasons(s: State, side: Side, unit: Unit) -> list[Bar]:
    """15.0a, f: what there is to say of a unit while a hex to attack is chosen."""
    if bar := unit_bar(s, side, unit):
        return [bar]
    g = s.game
    near = members(duties(s, side).open & g.land_near[s.where[unit]])
    if not near:
        return [Bar(f"No enemy that can be attacked is next to {g.unit_names[unit]}.", ("15.0a", "15.0k"))]
    names = listed([g.space_names[h] for h in near])
    return [Bar(f"Choose the hex to attack first: {names} {'are' if len(near) > 1 else 'is'} next to it.", ("15.0f",))]


@dataclass(slots=True)
class PlanAttack(Frame):
    """15.0g-m, 15.1: targets and attackers, each next to each; nothing is declared before it is confirmed."""

    id = "formosa.combat.PlanAttack"
    verbs = ("join", "join-all", "also", "confirm", "call-off")
    side: Side
    targets: list[Space]
    units: list[Unit]
    spearhead: list[Unit] = field(default_factory=list)
    """25.1: the units of the one stack that may attack again."""

    def run(self, s: State) -> Decision:
        cases, about = ("15.0g", "15.0l", "R45"), (self.targets[0],)
        with thinking(s):
            if self.confirm_bar(s) is None or next(self.joining(s), None) is not None:
                return Later(self, s, self.side, "plan-attack", cases, about)
            return Decision(self.side, "plan-attack", self.options(s), cases, about)

    def options(self, s: State) -> list[Option]:
        """15.0g, l, R45: who may join, what else may be attacked, and whether it will do as it is."""
        with thinking(s):
            options: list[Option] = [("join", u) for u in self.joining(s)]
            if len(options) > 1 and not self.spearhead:
                options.append(("join-all",))
            options += [("also", h) for h in self.further(s)]
            if self.confirm_bar(s) is None:
                options.append(("confirm",))
        options.append(("call-off",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        verb = option[0]
        if verb == "join" and not self.spearhead and unit_of(option) not in self.units:
            hex_ = s.where[unit_of(option)]
            if hex_ >= s.game.hexes or not may_attack(s, self.side, hex_) >> unit_of(option) & 1:
                return False
            d = self.known(s)
            return bool(d.able >> hex_ & 1) and self.fits(s, d, self.hexes(s) | 1 << hex_, bitset(self.targets))
        return verb == "call-off" or (verb == "confirm" and self.confirm_bar(s) is None)

    # --- what fits together

    def known(self, s: State) -> Duties:
        """The duties, with the stack of an exploitation among those that can attack."""
        return duties(s, self.side)

    def hexes(self, s: State) -> Spaces:
        """The hexes of the attackers so far."""
        return spaces_of(s, self.units)

    def fits(self, s: State, d: Duties, attackers: Spaces, targets: Spaces) -> bool:
        """15.0l, R45: each next to each, and the rest can still be met."""
        if attackers & ~mandatory_attacks.beside_all(s.game, targets):
            return False
        if self.spearhead:
            return completed(s.game, d, NO_SPACES, targets, fixed=True) is not None
        if not attackers:
            return mandatory_attacks.can_begin(s.game, d, targets)
        return completed(s.game, d, attackers, targets) is not None

    def joining(self, s: State) -> Iterator[Unit]:
        """15.0g: units that may be added, one after the other."""
        if self.spearhead:
            yield from (u for u in self.spearhead if u not in self.units)
            return
        targets, taken = bitset(self.targets), bitset(self.units)
        d, hexes = self.known(s), self.hexes(s)
        for hex_ in each(d.able & mandatory_attacks.beside_all(s.game, targets)):
            units = may_attack(s, self.side, hex_) & ~taken
            if units and self.fits(s, d, hexes | 1 << hex_, targets):
                yield from each(units)

    def further(self, s: State) -> list[Space]:
        """15.0l: hexes that may be attacked in the same combat."""
        d = self.known(s)
        hexes, targets = self.hexes(s), bitset(self.targets)
        if self.spearhead:
            hexes = 1 << s.where[self.spearhead[0]]
        candidates = d.open if not self.spearhead else self.spearhead_targets(s)
        return [h for h in each(candidates & ~targets) if self.fits(s, d, hexes, targets | 1 << h)]

    def spearhead_targets(self, s: State) -> Spaces:
        """25.1, R88: enemy hexes next to the stack that have not been attacked."""
        return exploitation_targets(s, self.side, s.where[self.spearhead[0]])

    def confirm_bar(self, s: State) -> Bar | None:
        """R45: why the attack cannot be made as it stands."""
        if not self.units:
            return Bar("Attackers come first.", ("15.0a",))
        empty = [s.game.space_names[h] for h in self.targets if not units_at(s, h, 1 - self.side)]
        if empty:
            words = f"No enemy is left in {listed(empty)}: only deceptions were there. Call the attack off."
            return Bar(words, ("15.0a", "11.1f"))
        d = self.known(s)
        hexes, targets = self.hexes(s), bitset(self.targets)
        if self.spearhead:
            return None
        full = completed(s.game, d, hexes, targets)
        if full == (hexes, targets):
            return None
        names = s.game.space_names
        if full is None:
            return Bar("Then no unit could make another attack that is required.", ("15.0d", "R45"))
        missing = [names[h] for h in each(full[0] & ~hexes)]
        left = [names[h] for h in each(full[1] & ~targets)]
        needs = [f"attackers from {', '.join(missing)}"] if missing else []
        needs += [f"an attack on {', '.join(left)} as well"] if left else []
        return Bar(
            f"It needs {' and '.join(needs)}: those units could not make their required attack otherwise.",
            ("15.0d", "R45"),
        )

    def add(self, s: State, unit: Unit) -> None:
        """15.0h, R45: all obliged units of the hex come along."""
        hex_ = s.where[unit]
        together = NO_UNITS if self.spearhead else obliged_units(s, self.side, hex_) & may_attack(s, self.side, hex_)
        self.units += [u for u in each(together | 1 << unit) if u not in self.units]

    # --- answers

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "join":
            self.add(s, unit_of(option))
        elif verb == "join-all":
            with thinking(s):  # who has joined changes nothing in the position
                while (unit := next(self.joining(s), None)) is not None:
                    self.add(s, unit)
        elif verb == "also":
            self.targets.append(space_of(option))
        elif verb == "call-off":
            s.agenda.pop()
        else:
            self.confirm(s)

    def confirm(self, s: State) -> None:
        """15.0f: declared; from here there is no way back."""
        s.agenda.pop()
        if self.spearhead:
            assert isinstance(s.agenda[-1], Exploitation)
            s.agenda.pop()
        s.news += 1
        s.attacked |= bitset(self.units)
        if not self.spearhead:
            s.attacked_from |= self.hexes(s)
        for target in self.targets:
            s.struck |= units_at(s, target, 1 - self.side)
        s.tell("attack", self.side, list(self.targets), list(self.units), cases=("15.0a", "15.0f"))
        if plays(s, "25.1"):
            s.agenda.append(Exploitation(self.side, list(self.units)))
        s.agenda.append(Battle(self.side, list(self.units), list(self.targets)))

    def combat(self, s: State) -> Combat:
        """For the odds."""
        defenders = [u for t in self.targets for u in each(units_at(s, t, 1 - self.side))]
        return Combat(self.side, list(self.units), list(self.targets), defenders)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None:
            if unit in self.units:
                return [Bar(f"{s.game.does(unit, 'takes', 'take')} part.", ("15.0g",))]
            if self.spearhead and unit not in self.spearhead:
                return [Bar("Only the one stack attacks again.", ("25.1c",))]
            if bar := unit_bar(s, side, unit):
                return [bar]
            if bitset(self.targets) & ~s.game.land_near[s.where[unit]]:
                return [Bar("Every attacker must be next to every target.", ("15.0l",))]
            return [Bar(f"{s.game.unit_names[unit]} cannot join: another required attack needs it.", ("15.0d", "R45"))]
        if space is not None and space in self.targets and self.confirm_bar(s) is None:
            return [Bar(f"{s.game.space_names[space]} is attacked already.", ("15.0g",))]
        if space is not None and space not in self.targets:
            bar = target_bar(s, side, space)
            return bars(bar) or [Bar("Every attacker must be next to every target.", ("15.0l", "R45"))]
        return bars(self.confirm_bar(s))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "confirm":
            return bars(self.confirm_bar(s))
        if verb == "join-all":
            return [Bar("No other unit can join.", ("15.0g", "R45"))]
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.confirm_bar(s))


# --- 25.1 exploitation


def exploitation_targets(s: State, side: Side, hex_: Space) -> Spaces:
    """25.1a, R88: adjacent enemy hexes without a unit that has been attacked in this phase."""
    found = NO_SPACES
    enemy = s.game.of_side[1 - side]
    for h in s.game.land_steps[hex_]:
        if s.at[h] & enemy and not s.at[h] & enemy & s.struck:
            found |= 1 << h
    return found


@dataclass(slots=True)
class Exploitation(Afterwards):
    """25.1, R88: after DE one stack of the attackers may attack again at once, and so on."""

    id = "formosa.combat.Exploitation"
    verbs = ("exploit", "no-exploitation")

    def run(self, s: State) -> Decision | None:
        stacks = self.stacks(s) if self.won else []
        if not stacks:
            s.agenda.pop()
            return None
        options: list[Option] = [("exploit", a, b) for a, b in stacks]
        options.append(("no-exploitation",))
        return Decision(self.side, "exploitation", options, ("25.1a", "R88"), atomic=True)

    def stacks(self, s: State) -> list[tuple[Space, Space]]:
        """R88: where surviving attackers stand, and what they can attack without making a duty impossible."""
        d = duties(s, self.side)
        found = []
        for hex_ in sorted({s.where[u] for u in self.able(s)}):
            for target in each(exploitation_targets(s, self.side, hex_)):
                if completed(s.game, d, NO_SPACES, 1 << target, fixed=True) is not None:
                    found.append((hex_, target))
        return found

    def able(self, s: State) -> list[Unit]:
        """25.1a: surviving attackers, advanced or not, static ones too."""
        return on_map(s, self.units)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "no-exploitation":
            s.agenda.pop()
            return
        stack = [u for u in self.able(s) if s.where[u] == space_of(option)]
        s.agenda.append(PlanAttack(self.side, [space_of(option, 2)], [], stack))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("One stack of the attackers may attack one more time.", ("25.1a", "25.1c", "R88"))]

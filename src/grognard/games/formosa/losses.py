"""8.3, 25.6, 25.10: how a ground unit is eliminated and where it goes."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.concealment import reveal
from grognard.games.formosa.facts import JAPANESE
from grognard.games.formosa.state import ALLIED_EYES, JAPANESE_EYES, State, place, plays
from grognard.games.formosa.supply import concealed_in_reach, in_supply
from grognard.kernel.bits import members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import EVERYONE, Bar, Decision, Frame, Option, Roll, Term, unit_of
from grognard.kernel.ids import NO_UNIT, Side, Sides, Space, Unit


def is_replaceable(s: State, unit: Unit) -> bool:
    """8.2a, LPJ: whether the chart has a Replace price for it."""
    return bool(s.game.replace_price[unit])


def proofs_of(s: State, units: list[Unit]) -> list[Unit]:
    """R21: unit and concealed counter in turn, for replaceable Japanese units whose only hope is a concealed source."""
    out: list[Unit] = []
    for unit in units:
        hidden = s.concealed >> unit & 1
        if s.game.side_of[unit] == JAPANESE and (hidden or is_replaceable(s, unit)) and not in_supply(s, unit):
            for counter in concealed_in_reach(s, unit):
                out += [unit, counter]
    return out


class Fought(Frame):
    """A combat under way, which remembers who has fallen in it: a guerrilla may rise again at once (25.2, 25.6)."""

    __slots__ = ()

    def note_fallen(self, unit: Unit) -> None:
        """A unit of the combat has been eliminated."""
        raise TypeError(f"{type(self).__name__} counts nobody")


def eliminate(s: State, unit: Unit, had_line: bool, *cases: str, proofs: list[Unit] | None = None) -> None:
    """8.3a-b, R21: off the map, to the display that its line of supply before the result earns it."""
    g = s.game
    side, hex_, bit = g.side_of[unit], s.where[unit], 1 << unit
    unseen = bool(s.concealed & bit)
    pairs = list(zip(proofs[::2], proofs[1::2], strict=True)) if proofs else []
    counters = [] if had_line else [c for u, c in pairs if u == unit]
    kept = had_line and is_replaceable(s, unit)
    fate = "" if counters and is_replaceable(s, unit) else "replaceable" if kept else "gone"
    seen = JAPANESE_EYES if unseen else EVERYONE
    s.tell("eliminated", unit, hex_, fate, cases=cases, seen=seen, sum=lambda: fate_sum(s, unit, had_line, fate))
    if unseen:
        s.tell("counter-lost", hex_, cases=cases, seen=ALLIED_EYES)
    combat = next((frame for frame in reversed(s.agenda) if isinstance(frame, Fought)), None)
    if combat is not None:
        combat.note_fallen(unit)
    s.bases &= ~bit
    s.concealed &= ~bit
    box = g.replacements if kept else g.eliminated
    place(s, unit, box[side])
    if plays(s, "25.6") and hex_ < g.hexes and leaves_die_hards(s, unit, hex_, unseen):
        s.agenda.append(DieHards(unit, hex_, int(unseen)))
    if counters or unseen:
        s.agenda.append(ProveSupply(unit, counters, int(unseen)))


def fate_sum(s: State, unit: Unit, had_line: bool, fate: str) -> list[Term]:
    """8.3, 4.2h: why it may come back or not, and what its loss is worth."""
    if fate == "":
        found = [Term("fate", ("open",), ("R21", "19.3b"))]
    elif not is_replaceable(s, unit):
        found = [Term("fate", ("never",), ("8.0d", "8.2a"))]
    else:
        found = [Term("fate", ("line",), ("8.3a",)) if had_line else Term("fate", ("no-line",), ("8.3b", "19.5c"))]
    if s.game.worth_vp >> unit & 1 and not (fate == "replaceable" and plays(s, "R7")):
        found.append(Term("vp-lost", (s.game.vp["lost_unit"], int(fate == "replaceable")), ("4.2h", "4.2i", "R7")))
    return found


@dataclass(slots=True)
class ProveSupply(Frame):
    """8.3, R21, 19.3b: the owner may reveal a source so that the unit just lost can be replaced; asked always."""

    id = "formosa.losses.ProveSupply"
    verbs = ("prove", "let-go")
    unit: Unit
    counters: list[Unit]
    unseen: int

    def run(self, s: State) -> Decision | None:
        if is_replaceable(s, self.unit) and any(self.is_shown(s, c) for c in self.counters):
            self.prove(s)  # 19.3c: one source supplies any number of units
            return None
        if not self.unseen and not any(s.concealed >> c & 1 for c in self.counters):
            self.let_go(s)
            return None
        options: list[Option] = [("prove", c) for c in self.sources(s)]
        options.append(("let-go",))
        return Decision(JAPANESE, "prove-supply", options, ("R21", "19.3b"), (self.unit,), always=True, atomic=True)

    def sources(self, s: State) -> list[Unit]:
        """Counters that are concealed and really sources, if the unit can be replaced at all."""
        if not is_replaceable(s, self.unit):
            return []
        return [c for c in self.counters if (s.concealed & s.game.fortresses) >> c & 1]

    def is_shown(self, s: State, counter: Unit) -> bool:
        """Whether one of them was a source, and has been shown for another unit of the same combat."""
        return s.where[counter] < s.game.hexes and bool((s.game.fortresses & ~s.concealed) >> counter & 1)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "prove":
            reveal(s, [unit_of(option)], "19.3b", "R21")
            self.prove(s)
        else:
            self.let_go(s)

    def prove(self, s: State) -> None:
        """8.3a: it had a line of supply and may be bought back."""
        s.agenda.pop()
        place(s, self.unit, s.game.replacements[JAPANESE])
        s.tell("proved", self.unit, cases=("8.3a", "R21"), seen=JAPANESE_EYES if self.unseen else EVERYONE)

    def let_go(self, s: State) -> None:
        """8.3b: no line of supply was shown; for a unit of which that has been said already, it is not said again."""
        s.agenda.pop()
        if self.counters and is_replaceable(s, self.unit):
            s.tell("not-proved", self.unit, cases=("8.3b", "R21"), seen=JAPANESE_EYES if self.unseen else EVERYONE)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Only a concealed source in reach of the lost unit proves its supply.", ("R21", "19.3b"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


# --- 25.10 the camp


def freed_camp(s: State, hex_: Space) -> None:
    """25.10c: the camp fell to ground combat and its hex was entered at once."""
    s.allied_bonus += s.game.vp["camp_freed"]
    s.tell("camp-freed", hex_, cases=("25.10c",))


# --- 25.6 die-hards


def leaves_die_hards(s: State, unit: Unit, hex_: Space, unseen: bool) -> bool:
    """25.6a, R93: infantry or marines in defensive terrain; for an unseen loss the die is always rolled."""
    g = s.game
    if not g.terrain_shift[JAPANESE][hex_][0]:
        return False
    return may_fight_on(s, unit) or unseen


def may_fight_on(s: State, unit: Unit) -> bool:
    """25.6a, 25.8c, R93: infantry, the Marine Brigade, and raiders that have landed but in another reading."""
    g = s.game
    return bool(g.die_hards >> unit & 1) and not (g.raiders >> unit & 1 and plays(s, "R93"))


def guerrillas_left(s: State) -> list[Unit]:
    """R93: from Reinforcements, else Replacements."""
    g = s.game
    waiting = s.at[g.reinforcements[JAPANESE]] & g.guerrillas or s.at[g.replacements[JAPANESE]] & g.guerrillas
    return members(waiting)


@dataclass(slots=True)
class DieHards(Frame):
    """25.6, R93: a die lower than the combat factor, and a guerrilla takes its place, revealed."""

    id = "formosa.losses.DieHards"
    unit: Unit
    hex: Space
    unseen: int

    def run(self, s: State) -> Roll:
        about = (NO_UNIT if self.unseen else self.unit, self.hex)
        return Roll("die-hards", 1, about, ("25.6a", "R93"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        g = s.game
        factors = Term("die-hards", (dice[0], g.cf[self.unit]), ("25.6a",), self.owner())
        left = guerrillas_left(s)
        if dice[0] < g.cf[self.unit] and may_fight_on(s, self.unit) and left:
            place(s, left[0], self.hex)
            s.tell("die-hards-rise", left[0], self.hex, cases=("25.6a",), sum=[factors])
        elif dice[0] < g.cf[self.unit] and may_fight_on(s, self.unit):
            s.tell("no-guerrillas-left", self.hex, cases=("25.6a", "R93"), seen=self.owner(), sum=[factors])
            if self.unseen:  # that it was infantry is for nobody else to know
                s.tell("no-die-hards", self.hex, cases=("25.6a",), seen=ALLIED_EYES)
        else:
            s.tell("no-die-hards", self.hex, cases=("25.6a",), sum=[factors])

    def owner(self) -> Sides:
        """Who knows what the unit was."""
        return JAPANESE_EYES if self.unseen else EVERYONE

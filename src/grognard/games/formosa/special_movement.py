"""25.3, 25.7, 25.8: units that come by air or by sea in a Movement Phase."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.concealment import conceal
from grognard.games.formosa.facts import ALLIED, CW, JAPANESE, NATIONS, US
from grognard.games.formosa.hex_movement import Move
from grognard.games.formosa.stacking import room, stacking_bar
from grognard.games.formosa.state import (
    AVAILABLE,
    FLOWN,
    State,
    enemy_hexes,
    functional,
    place,
    plays,
    units_at,
)
from grognard.games.formosa.support import interdiction_at
from grognard.games.formosa.zones import enemy_zone
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, Side, Space, Unit

FIRST_RAID_TURN = 2
"""25.7b, 25.8b."""


def movement_options(s: State, side: Side) -> list[Option]:
    """What these rules add to a Movement Phase."""
    options: list[Option] = []
    if side == ALLIED:
        options += [("fly", u) for u in passengers(s) if airfields_for(s, u)]
    else:
        options += [("raid", u) for u in raiders_ready(s) if raid_hexes(s, u)]
    return options


def begin(s: State, option: Option) -> None:
    """Where to?"""
    unit = unit_of(option)
    s.agenda.append(Fly(unit) if option[0] == "fly" else Raid(unit))


# --- 25.3 air transport


def passengers(s: State) -> list[Unit]:
    """21.0j, 25.3a, R113: infantry, airborne, rangers and engineers in the Staging Area that have done nothing yet."""
    if not plays(s, "25.3") or s.air_supply != AVAILABLE:
        return []
    return members(s.at[s.game.staging] & s.game.flyable & ~s.landed)


def airfields_for(s: State, unit: Unit) -> list[Space]:
    """25.3a-b, R90, R106: functional airfields with room, enemy zone or not."""
    g = s.game
    return [h for h in each(functional(s) & g.airfields) if room(s, h, g.nation_of[unit]) > 0]


def fly_bar(s: State, unit: Unit) -> Bar | None:
    """25.3, 21.0j, R113: why a unit is not flown in."""
    g = s.game
    if g.side_of[unit] != ALLIED:
        return Bar("Only Allied units are flown in.", ("25.3a",))
    if not plays(s, "25.3"):
        return Bar("Air transport is an optional rule that this match does not use.", ("25.3a", "3.0i"))
    if not g.flyable >> unit & 1:
        return Bar("Only Allied infantry, airborne, ranger and engineer units are flown.", ("25.3a",))
    if s.where[unit] != g.staging:
        return Bar(f"{g.does(unit, 'is', 'are')} not in the Staging Area.", ("25.3a",))
    if s.landed >> unit & 1:
        return Bar(f"{g.unit_names[unit]}: shipped this turn, or part of an assault.", ("21.0j", "R113"))
    if s.air_supply != AVAILABLE:
        return Bar("The air supply unit is not at hand.", ("25.3a", "25.3c"))
    return None if airfields_for(s, unit) else Bar("No functional airfield has room for it.", ("25.3a", "R90"))


def raid_bar(s: State, unit: Unit) -> Bar | None:
    """25.7, 25.8: why a unit does not try to land."""
    g = s.game
    if not (g.marine_brigade | g.raiders) >> unit & 1:
        return Bar("Only the Marine Brigade and the airborne raiders come this way.", ("25.7a", "25.8a"))
    if s.where[unit] == g.out:
        return Bar(f"{g.does(unit, 'takes', 'take')} no part in this match.", ("3.0i", "25.7a", "25.8a"))
    if s.where[unit] != g.reinforcements[JAPANESE]:
        return Bar(f"{g.does(unit, 'is', 'are')} not waiting in the Reinforcements Display.", ("25.7a", "25.8a"))
    if s.turn < FIRST_RAID_TURN:
        return Bar(f"They may come from turn {FIRST_RAID_TURN} on.", ("25.7b", "25.8b"))
    if s.raided >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} tried to land this turn: one attempt a turn.", ("25.7b", "25.8b"))
    return None if raid_hexes(s, unit) else Bar("There is no hex where they could land.", ("25.7b", "25.8b"))


@dataclass(slots=True)
class Fly(Frame):
    """25.3: to one of the airfields; it may go on from there with one point less."""

    id = "formosa.special.Fly"
    verbs = ("fly-to",)
    unit: Unit

    def run(self, s: State) -> Decision:
        options: list[Option] = [("fly-to", h) for h in airfields_for(s, self.unit)]
        return Decision(ALLIED, "fly", options, ("25.3a", "R90"), (self.unit,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        hex_ = space_of(option)
        s.air_supply = FLOWN
        place(s, self.unit, hex_)
        s.tell("flown-in", self.unit, hex_, cases=("25.3a",))
        s.moved |= 1 << self.unit
        s.agenda.append(Move(self.unit, spent=2, steps=1))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("It flies to a functional airfield with room.", ("25.3a", "R90"))]


def off_map_bar(s: State, unit: Unit) -> Bar:
    """25.3, 25.7, 25.8: why a unit off the map cannot come in a Movement Phase, or that it can."""
    g = s.game
    name = g.unit_names[unit]
    if plays(s, "25.3") and g.flyable >> unit & 1 and s.where[unit] == g.staging:
        return fly_bar(s, unit) or Bar(f"{name} can be flown in: choose the unit first.", ("25.3a", "R90"))
    if (g.marine_brigade | g.raiders) >> unit & 1:
        return raid_bar(s, unit) or Bar(f"{name} can try to land: choose the unit first.", ("25.7b", "25.8b"))
    return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("12.0a",))


# --- 25.7, 25.8 raids


def raiders_ready(s: State) -> list[Unit]:
    """25.7, 25.8: the Marine Brigade and the raiders, bought in set-up, one attempt a turn, from turn 2."""
    g = s.game
    if s.turn < FIRST_RAID_TURN:
        return []
    return members(s.at[g.reinforcements[JAPANESE]] & (g.marine_brigade | g.raiders) & ~s.raided)


def raid_hexes(s: State, unit: Unit) -> list[Space]:
    """25.7b, 25.8b, R94, R108: free ports and beaches for the marines, any airfield for the raiders."""
    g = s.game
    hexes = g.airfields
    if g.marine_brigade >> unit & 1:
        hexes = g.landable & ~enemy_hexes(s, JAPANESE) & ~enemy_zone(s, JAPANESE)
    if s.suppressed >= 0:
        hexes &= ~(1 << s.suppressed)
    allied = enemy_hexes(s, JAPANESE)
    return [h for h in each(hexes) if allied >> h & 1 or room(s, h, g.nation_of[unit]) > 0]


@dataclass(slots=True)
class Raid(Frame):
    """25.7b, 25.8b: a die says whether they get there."""

    id = "formosa.special.Raid"
    verbs = ("raid-at",)
    unit: Unit
    hex: Space = NO_SPACE

    def run(self, s: State) -> Decision | Roll:
        if self.hex < 0:
            options: list[Option] = [("raid-at", h) for h in raid_hexes(s, self.unit)]
            return Decision(JAPANESE, "raid", options, self.cases(s), (self.unit,))
        return Roll("raid", 1, (self.unit, self.hex), self.cases(s))

    def cases(self, s: State) -> tuple[str, ...]:
        """Which of the two rules."""
        return ("25.7b", "R94") if s.game.marine_brigade >> self.unit & 1 else ("25.8b", "R95")

    def answer(self, s: State, option: Option) -> None:
        self.hex = space_of(option)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is not None and unit != self.unit:
            return [Bar(f"{g.unit_names[self.unit]}: choose the hex of the landing first.", self.cases(s))]
        if space is not None and space == s.suppressed:
            return [Bar(f"{g.space_names[space]} is suppressed by the B-29.", ("16.5i", "R108"))]
        at_sea = bool(g.marine_brigade >> self.unit & 1)
        open_to = g.landable & ~enemy_hexes(s, JAPANESE) & ~enemy_zone(s, JAPANESE) if at_sea else g.airfields
        if space is not None and open_to >> space & 1:
            return bars(stacking_bar(s, space, self.unit))
        if at_sea:
            return [Bar("They land on a port or beach free of Allied units and zones.", ("25.7b", "R94"))]
        return [Bar("They drop on an airfield.", ("25.8b",))]

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        s.agenda.pop()
        s.raided |= 1 << self.unit
        result = str(g.raid_landing[dice[0]])
        if result == "lands" and units_at(s, self.hex, ALLIED):
            result = "raids"
        terms = [Term("raid", (dice[0], result), self.cases(s))]
        s.tell("raid-result", self.unit, self.hex, result, cases=self.cases(s), sum=terms)
        if result == "lost":
            place(s, self.unit, g.eliminated[JAPANESE])
        elif result == "raids":
            place(s, self.unit, g.eliminated[JAPANESE])
            s.tell("raiders-spent", self.unit, self.hex, cases=("25.8d", "R95"))
            s.agenda.append(Sabotage(self.hex))
        elif result == "lands":
            place(s, self.unit, self.hex)
            s.moved |= 1 << self.unit
            if self.may_hide(s):
                s.agenda.append(HideLanding(self.unit))

    def may_hide(self, s: State) -> bool:
        """16.4b, R94: the marines land revealed or concealed, under interdiction revealed."""
        return bool(s.game.marine_brigade >> self.unit & 1) and not interdiction_at(s, self.hex)


@dataclass(slots=True)
class HideLanding(Frame):
    """25.7, R94: the owner's choice."""

    id = "formosa.special.HideLanding"
    verbs = ("keep-open", "conceal")
    unit: Unit

    def run(self, s: State) -> Decision:
        options: list[Option] = [("keep-open",), ("conceal",)]
        return Decision(JAPANESE, "hide-landing", options, ("R94",), (self.unit,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        if option[0] == "conceal":
            conceal(s, self.unit)
            s.tell("landing-concealed", self.unit, s.where[self.unit], cases=("25.7b", "R94"))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        has = s.game.does(self.unit, "has", "have")
        words = "landed: first choose whether openly or concealed; no further move follows"
        return [Bar(f"{has} {words}.", ("R94", "25.7c"))]


@dataclass(slots=True)
class Sabotage(Frame):
    """25.8d, R95: on an Allied airfield the raiders are spent, and aircraft with them."""

    id = "formosa.special.Sabotage"
    verbs = ("lose-tac",)
    hex: Space
    owed: int = -1

    def run(self, s: State) -> Decision | Roll | None:
        if self.owed < 0:
            return Roll("sabotage", 1, (self.hex,), ("25.8d",))
        options = [("lose-tac", NATIONS[n], box) for n in (US, CW) for box in BOXES if held(s, n, box)]
        if not self.owed or not options:
            s.agenda.pop()
            return None
        return Decision(ALLIED, "sabotage", list(options), ("25.8d", "R95"), (self.owed,), atomic=True)

    def rolled(self, s: State, dice: Throw) -> None:
        in_play = sum(held(s, nation, box) for nation in (US, CW) for box in BOXES)
        self.owed = min(int(s.game.raid_destroys[dice[0]]), in_play)  # R95: what goes beyond is ignored
        s.tell("sabotage-result", self.hex, self.owed, cases=("25.8d",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("The raiders destroy aircraft: lose an air point, not a ground unit.", ("25.8d", "R95"))]

    def answer(self, s: State, option: Option) -> None:
        self.owed -= 1
        lose_tac(s, NATIONS.index(str(option[1])), str(option[2]), "25.8d", "R95")


BOXES = ("available", "superiority", "tactical", "flown", "support", "interdiction")
"""Where air points may be lost from."""


def held(s: State, nation: int, box: str) -> int:
    """Points of a nation in a box or on the map."""
    if box == "support":
        return s.support_nation.count(nation)
    if box == "interdiction":
        return s.interdict_nation.count(nation)
    lists = {
        "available": s.tac_available,
        "superiority": s.tac_superiority,
        "tactical": s.tac_tactical,
        "flown": s.tac_flown,
    }
    return lists[box][nation]


def lose_tac(s: State, nation: int, box: str, *cases: str) -> None:
    """16.2f: a lost point waits in the Reinforcements Display."""
    if box in ("support", "interdiction"):
        hexes, nations = (
            (s.support_hex, s.support_nation) if box == "support" else (s.interdict_hex, s.interdict_nation)
        )
        at = nations.index(nation)
        del hexes[at], nations[at]
    else:
        getattr(s, f"tac_{box}")[nation] -= 1
    s.tell("tac-lost", nation, cases=(*cases, "16.2f"))

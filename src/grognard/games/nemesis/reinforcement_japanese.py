"""8.1: Japanese replacements, Superior Lament, reinforcements and rail movement."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.nemesis.battalions import (
    drop_off,
    drop_off_bar,
    may_drop_off,
    merge_moved,
)
from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.rail import (
    Train,
    arrive,
    closed_to,
    destination_bar,
    has_room,
    may_entrain,
    rail_bar,
    up_the_line,
)
from grognard.games.nemesis.satisfaction import superior_lament
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.stacking import fits, is_full_for
from grognard.games.nemesis.state import FULL, LIMITED, OUT_OF_SUPPLY, Piece, State, controlled, piece, place
from grognard.games.nemesis.supply import depot_entries, limited_depots, trace
from grognard.games.nemesis.transporters import to_next_turn
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit

# --- 8.1-A where a battalion may return


def replacement_range(s: State, headquarters: Unit) -> Spaces:
    """8.1-A-b, R80: hexes within a headquarters' Supply Range; the last may be an empty enemy controlled Objective."""
    g = s.game
    shut = s.present[1 - JAPANESE]
    objectives = controlled(s, 1 - JAPANESE)
    here = s.where[headquarters]
    reached = trace(s, JAPANESE, here, g.range[headquarters], shut | objectives)
    last = NO_SPACES
    for hex_ in each(objectives & ~shut):
        if (
            g.near[hex_] & reached
            and trace(s, JAPANESE, here, g.range[headquarters], shut | objectives & ~(1 << hex_)) >> hex_ & 1
        ):
            last |= 1 << hex_
    return reached | last


def replacement_levels(s: State, unit: Unit) -> dict[Space, int]:
    """8.1-A-b..d, f, R80: per hex where a battalion may be placed, its supply level there, the best of all ways."""
    g = s.game
    within = {FULL: NO_SPACES, LIMITED: NO_SPACES}
    own = g.headquarters_of[g.division[unit]]
    for headquarters in {own, g.army_hq}:
        if s.on_map >> headquarters & 1 and s.level[headquarters] != OUT_OF_SUPPLY:
            within[s.level[headquarters]] |= replacement_range(s, headquarters)
    if s.on_map >> own & 1:
        entries = depot_entries(s, JAPANESE)
        limited = limited_depots(s, JAPANESE, entries, NO_SPACES)
        for hex_, nations in entries.items():
            near = g.map.distance(hex_, s.where[own]) <= g.replacements["depot_distance"]
            if near and (nations or limited >> hex_ & 1):
                within[FULL if nations else LIMITED] |= 1 << hex_
    shut = s.present[1 - JAPANESE] | s.transporter_hexes[1 - JAPANESE]
    within[LIMITED] &= ~within[FULL]
    found: dict[Space, int] = {}
    for level, hexes in within.items():
        # A battalion alone has room anywhere.
        found |= dict.fromkeys(each(hexes & ~shut & ~s.present[JAPANESE]), level)
        found |= {h: level for h in each(hexes & ~shut & s.present[JAPANESE]) if fits(s, h, Piece(unit, 1, level))}
    for hex_ in free_arrivals(s, unit):
        found[hex_] = FULL
    return found


def free_arrivals(s: State, unit: Unit) -> list[Space]:
    """8.1-A-d, R114: where a battalion returns like a reinforcement: never onto an enemy Transporter."""
    return [h for h in arrival_hexes(s, unit) if not s.transporter_hexes[1 - JAPANESE] >> h & 1]


def can_return(s: State, unit: Unit) -> bool:
    """Whether there is any place for it: nearly always the Star."""
    return bool(free_arrivals(s, unit) or replacement_levels(s, unit))


def arrival_hexes(s: State, unit: Unit) -> list[Space]:
    """8.1-B-b, c, R89: the Star; if it is full, up the railway; else any Japanese Supply Entry Hex; else none."""
    g = s.game
    star = g.stars["Japanese"]
    if not closed_to(s, unit) >> star & 1:
        if not is_full_for(s, star, unit):
            return [star]
        along = up_the_line(s, unit, star)
        if along:
            return along
    return [h for h in each(g.all_entries[JAPANESE]) if has_room(s, unit, h)]


# --- 8.1-A who may return


def lost_battalions(s: State, taken: list[int]) -> list[Unit]:
    """8.1-A-a, R79, R103: one of each division that can come back, divisions not yet chosen first; cavalry counts."""
    g = s.game
    box = s.at[g.losses[JAPANESE]]
    alike = [members(box & g.battalions & kin)[:1] + members(box & g.cavalry & kin) for kin in g.of_division]
    able = [unit for units in alike for unit in units if can_return(s, unit)]
    return [u for u in able if g.division[u] not in taken] or able


def refit_bar(s: State, unit: Unit) -> Bar | None:
    """8.1-A-e: why an Artillery unit on the map cannot be brought back to full strength."""
    g = s.game
    if s.turn not in g.red_dots:
        return Bar("Support units are replaced in red-dot turns only.", ("8.1-A-e",))
    if not g.artillery & g.of_side[JAPANESE] & s.on_map & 1 << unit:
        return Bar("Only Artillery on the map is refitted.", ("8.1-A-e",))
    if s.steps[unit] == g.full[unit]:
        return Bar("It has lost nothing.", ("8.1-A-e",))
    if not any(_in_range(s, hq, unit) for hq in each(g.hqs & g.of_side[JAPANESE] & s.on_map)):
        return Bar("No headquarters that is in supply has it in range.", ("8.1-A-e",))
    return None


def _in_range(s: State, headquarters: Unit, unit: Unit) -> bool:
    g = s.game
    if s.level[headquarters] == OUT_OF_SUPPLY:
        return False
    shut = s.present[1 - JAPANESE] | controlled(s, 1 - JAPANESE)
    return bool(trace(s, JAPANESE, s.where[headquarters], g.range[headquarters], shut) >> s.where[unit] & 1)


def lost_support(s: State) -> list[Unit]:
    """8.1-A-e, R81: Support units in the Losses Box, in red-dot turns."""
    g = s.game
    if s.turn not in g.red_dots:
        return []
    box = s.at[g.losses[JAPANESE]] & g.support
    return [u for u in each(box) if arrival_hexes(s, u)]


@dataclass(slots=True)
class Replacements(Frame):
    """8.1-A, R79, R81: up to three battalions, from different divisions if possible; one Support step instead."""

    id = "nemesis.reinforcement_japanese.Replacements"
    verbs = ("bring-back", "refit", "end-replacements")
    left: int
    divisions: list[int] = field(default_factory=list)
    support: int = 0
    """Whether the one Support replacement of a red-dot turn has been taken."""

    def run(self, s: State) -> Decision | None:
        options: list[Option] = []
        if self.left:
            options += [("bring-back", u) for u in lost_battalions(s, self.divisions)]
            if not self.support and s.turn in s.game.red_dots:
                guns = s.on_map & s.game.artillery & s.game.of_side[JAPANESE]
                options += [("refit", u) for u in each(guns) if refit_bar(s, u) is None]
                options += [("bring-back", u) for u in lost_support(s)]
        if not options:
            s.agenda.pop()
            return None
        g = s.game
        backs = [option[0] == "bring-back" and not g.support >> unit_of(option) & 1 for option in options]
        options.append(("end-replacements",))
        about = (self.left, int(any(backs)), int(not all(backs)))
        return Decision(JAPANESE, "replacements", options, ("8.1-A-a", "R79"), about)

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        if option[0] == "end-replacements":
            s.agenda.pop()
            return
        self.left -= 1
        unit = unit_of(option)
        if option[0] == "refit":
            self.support = 1
            s.steps[unit] += 1
            s.tell("refitted", unit, s.where[unit], cases=("8.1-A-e",))
            return
        if g.support >> unit & 1:
            self.support = 1
            if g.artillery >> unit & 1:
                s.steps[unit] = 1
        else:
            self.divisions.append(g.division[unit])
        s.agenda.append(PlaceReplacement(unit))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            first = Bar("Choose the lost unit first, then the hex where it returns.", ("8.1-A-a", "8.1-A-b"))
            return [] if space is None else [first]
        if g.artillery >> unit & 1 and s.on_map >> unit & 1:
            return bars(trains_later(s, unit), self.refit_reason(s, unit))
        return bars(trains_later(s, unit), self.return_reason(s, unit))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        return [self.refit_reason(s, unit) if verb == "refit" else self.return_reason(s, unit)]

    def refit_reason(self, s: State, unit: Unit) -> Bar:
        """8.1-A-e: why a unit is not brought to full strength."""
        return refit_bar(s, unit) or Bar("Only one Support unit is replaced in a turn.", ("8.1-A-e", "R81"))

    def return_reason(self, s: State, unit: Unit) -> Bar:
        """8.1-A-a, e, R79, R81: why a lost unit does not come back."""
        g = s.game
        if s.where[unit] == g.permanent_losses[JAPANESE]:
            return Bar("Permanent losses never return.", ("8.1-A-a", "1.2-E-a"))
        if s.where[unit] != g.losses[JAPANESE]:
            return Bar("It is not in the Losses Box.", ("8.1-A-a",))
        if g.support >> unit & 1 and (self.support or s.turn not in g.red_dots):
            return Bar("One Support unit at most comes back, and only in a red-dot turn.", ("8.1-A-e", "R81"))
        if g.support >> unit & 1 or not can_return(s, unit):
            return Bar("There is no hex with room for it.", ("8.1-A-b", "8.1-B-c"))
        if g.battalions >> unit & 1:
            kin = members(s.at[g.losses[JAPANESE]] & g.battalions & g.of_division[g.division[unit]])
            if kin[0] != unit and g.division[unit] not in self.divisions:
                return Bar(f"{g.unit_names[kin[0]]}, of the same division, is as good and is on offer.", ("8.1-A-a",))
        return Bar("First a battalion of a division that has had none returned in this phase.", ("8.1-A-a", "R79"))


def trains_later(s: State, unit: Unit) -> Bar | None:
    """8.0-a, 8.1-B-d: that a unit may go by rail at the end of the phase."""
    if rail_bar(s, JAPANESE, unit):
        return None
    return Bar("Units go by rail after the replacements and reinforcements.", ("8.0-a", "8.1-B-d"))


@dataclass(slots=True)
class PlaceReplacement(OneKindFrame):
    """8.1-A-b..f: near its headquarters, at a depot, or as a reinforcement."""

    id = "nemesis.reinforcement_japanese.PlaceReplacement"
    verbs = ("place",)
    unit: Unit

    def run(self, s: State) -> Decision:
        hexes = self.hexes(s)
        options: list[Option] = [("place", h) for h in sorted(hexes)]
        return Decision(JAPANESE, "place-replacement", options, ("8.1-A-b", "8.1-A-c", "8.1-A-d"), (self.unit,))

    def hexes(self, s: State) -> dict[Space, int]:
        """Per hex the supply level there."""
        if s.game.support >> self.unit & 1:
            return dict.fromkeys(arrival_hexes(s, self.unit), FULL)
        return replacement_levels(s, self.unit)

    def answer(self, s: State, option: Option) -> None:
        hex_ = space_of(option)
        level = self.hexes(s)[hex_]
        s.agenda.pop()
        s.level[self.unit] = level
        s.out_since[self.unit] = 0
        if s.game.support >> self.unit & 1:
            arrive(s, self.unit, hex_, "8.1-A-e")
            return
        s.tell("replaced", self.unit, hex_, level, cases=("8.1-A-f",))
        place(s, self.unit, hex_)
        merge_moved(s, [self.unit], hex_)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit not in (None, self.unit):
            return [Bar(f"{s.game.does(self.unit, 'is', 'are')} placed first.", ("8.1-A-b",))]
        words = (
            "It returns in range of its own or the Army headquarters, at a depot near its own, or as a reinforcement."
        )
        return [Bar(words, ("8.1-A-b", "8.1-A-c", "8.1-A-d"))]


# --- 8.1-B reinforcements


@dataclass(slots=True)
class Arrivals(OneKindFrame):
    """8.1-B-b, c, R89: what is due goes to the Star, in the order that the owner likes; who finds no room waits."""

    id = "nemesis.reinforcement_japanese.Arrivals"
    verbs = ("enter",)

    def run(self, s: State) -> Decision | None:
        g = s.game
        due = self.due(s)
        if not due:
            s.agenda.pop()
            return None
        options: list[Option] = [("enter", unit, h) for unit in due for h in arrival_hexes(s, unit)]
        if not options:
            s.tell("delayed", due[0], cases=("8.1-B-c", "R89"))
            to_next_turn(s, due[0], "8.1-B-c")
            return None
        if room_for_all(s, due, g.stars["Japanese"]):
            options = options[:1]
        return arrival_question(JAPANESE, options, ("8.1-B-b", "8.1-B-c"))

    def due(self, s: State) -> list[Unit]:
        """What comes this turn."""
        return members(s.at[s.game.turn_track[s.turn - 1]] & s.game.of_side[JAPANESE])

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        s.level[unit], s.out_since[unit] = FULL, 0
        arrive(s, unit, space_of(option, 2), "8.1-B-b")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        due = self.due(s)
        if unit is not None and unit not in due:
            words = f"{s.game.does(unit, 'is', 'are')} not among the reinforcements of this turn."
            return bars(trains_later(s, unit), Bar(words, ("8.1-B-b",)))
        if unit is not None and not arrival_hexes(s, unit):
            return [Bar("There is no room for it.", ("8.1-B-c", "R89"))]
        star = s.game.stars["Japanese"]
        if unit is not None and arrival_hexes(s, unit) == [star]:
            words = "There is room for it at the Star; only if others fill it first does it go farther."
            return [Bar(words, ("8.1-B-b", "8.1-B-c"))]
        return [Bar("Reinforcements come at the Star, or where the rules send them if it is full.", ("8.1-B-c",))]


def room_for_all(s: State, units: list[Unit], hex_: Space) -> bool:
    """2.2: whether all of these can come to a hex, so that their order is of no account."""
    return fits(s, hex_, *(piece(s, u) for u in units)) and not any(closed_to(s, u) >> hex_ & 1 for u in units)


def arrival_question(side: Side, options: list[Option], cases: tuple[str, ...]) -> Decision:
    """Who comes in next, and where."""
    units = list(dict.fromkeys(unit_of(option) for option in options))
    if len(units) == 1:
        return Decision(side, "arrival", options, cases, (units[0],))
    return Decision(side, "arrivals", options, cases, (units,))


@dataclass(slots=True)
class JapaneseRail(Frame):
    """8.1-B-d, R82: any number of units, each once; a regiment may split (3.3-b)."""

    id = "nemesis.reinforcement_japanese.JapaneseRail"
    verbs = ("entrain", "detach", "leave-behind", "end-rail")

    def run(self, s: State) -> Decision | None:
        able = may_entrain(s, JAPANESE)
        options: list[Option] = [("entrain", u) for u in able]
        for unit in each(may_drop_off(s, bitset(able))):
            options += [("detach", unit), ("leave-behind", unit)]
        options.append(("end-rail",))
        return Decision(JAPANESE, "rail", options, ("8.1-B-d", "R82"))

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-rail":
            s.agenda.pop()
            return
        unit, kin = unit_of(option), NO_UNIT
        if verb == "detach":
            unit, kin = drop_off(s, unit), unit
        elif verb == "leave-behind":
            kin = drop_off(s, unit)
        s.agenda.append(Train(unit, kin))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        bar = rail_bar(s, JAPANESE, unit)
        if bar is None and space is not None:
            bar = destination_bar(s, JAPANESE, unit, space)
        return bars(bar)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or verb == "entrain":
            return self.why_not(s, side, unit, space)
        return bars(drop_off_bar(s, unit) or rail_bar(s, JAPANESE, unit))


@dataclass(slots=True)
class JapaneseReinforcements(Frame):
    """8.0-a, 8.1: replacements, Lament, reinforcements, rail."""

    id = "nemesis.reinforcement_japanese.JapaneseReinforcements"
    stage: int = 0

    def run(self, s: State) -> None:
        self.stage += 1
        if self.stage == 1:
            s.agenda.append(Replacements(s.game.replacements["japanese"]))
        elif self.stage == 2:
            superior_lament(s, JAPANESE, "8.1-B-a")
            s.agenda.append(Arrivals())
        elif self.stage == 3:
            s.agenda.append(JapaneseRail())
        else:
            s.agenda.pop()

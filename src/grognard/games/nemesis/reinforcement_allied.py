"""8.2: Allied replacements, Superior Lament, the Off-Map Box, air and rail movement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.games.nemesis.facts import ALLIED, CHINESE, JAPANESE, US
from grognard.games.nemesis.rail import Train, arrive, closed_to, has_room, may_entrain, rail_bar, up_the_line
from grognard.games.nemesis.reinforcement_japanese import arrival_question
from grognard.games.nemesis.satisfaction import pay_scale, raise_scale, superior_lament
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import FULL, OUT_OF_SUPPLY, State, blocked, controlled, place
from grognard.games.nemesis.supply import trace
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, Term, bars, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Spaces, Unit

# --- 8.2-A replacements


def recover_bar(s: State, unit: Unit, support_taken: bool) -> Bar | None:
    """8.2-A-a, f: why a lost unit may not come back."""
    g = s.game
    if s.where[unit] == g.permanent_losses[ALLIED]:
        return Bar("Permanent losses never return.", ("8.2-A-a", "1.2-E-a"))
    if s.where[unit] != g.losses[ALLIED]:
        return Bar("It is not in the Losses Box.", ("8.2-A-a",))
    if g.yunnan >> unit & 1:
        return Bar("Yunnan units come back by themselves, one in each of these phases.", ("8.2-A-b", "R107"))
    if g.support >> unit & 1 and (s.turn not in g.red_dots or support_taken):
        return Bar("One Support unit at most comes back, and only in a red-dot turn.", ("8.2-A-f", "R84"))
    return None


def both_on_air_supply(s: State) -> bool:
    """8.2-A-d, 8.2-B-12: the Airfields at both Imphal and Dimapur are used for air supply."""
    both = 1 << s.game.imphal | 1 << s.game.dimapur
    return s.used_airfields & both == both


def flip_bar(s: State, unit: Unit) -> Bar | None:
    """8.2-A-c..e, R80, R84: why a reduced unit on the map may not be brought to full strength."""
    g = s.game
    bit = 1 << unit
    if both_on_air_supply(s):
        return Bar(
            "The Airfields at Imphal and Dimapur are both used for air supply: nobody is brought to full strength.",
            ("8.2-A-d",),
        )
    if not s.flipped and s.scale < 1:
        return Bar("The Allied Reinforcement Scale is at 0, and this costs 1.", ("8.2-A-c", "R12"))
    if not s.on_map & bit or not g.ground & bit or g.yunnan & bit or s.steps[unit] == g.full[unit]:
        return Bar("Only reduced British and Stilwell units on the map are brought to full strength.", ("8.2-A-c",))
    if g.non_replaceable & bit:
        return Bar("It is non-replaceable.", ("8.2-A-e",))
    if g.support & bit and s.turn not in g.red_dots:
        return Bar("Support units are brought to full strength in red-dot turns only.", ("8.2-A-e",))
    shut = blocked(s, ALLIED)
    for headquarters in g.allied_hqs:
        if s.on_map >> headquarters & 1 and s.level[headquarters] != OUT_OF_SUPPLY:
            reached = trace(s, ALLIED, s.where[headquarters], g.range[headquarters], shut)
            if reached >> s.where[unit] & 1:
                return None
    return Bar("No British or US headquarters that is in supply has it in range.", ("8.2-A-e",))


@dataclass(slots=True)
class AlliedReplacements(Frame):
    """8.2-A, R84: two slots; one of them may be a flip action that serves up to two units on the map."""

    id = "nemesis.reinforcement_allied.AlliedReplacements"
    verbs = ("recover", "flip", "end-replacements")
    slots: int
    flips: int = 0
    """Units that the flip action still serves."""
    support: int = 0

    def run(self, s: State) -> Decision | None:
        g = s.game
        options: list[Option] = []
        if self.slots:
            box = members(s.at[g.losses[ALLIED]] & ~g.yunnan)
            options += [("recover", u) for u in box if recover_bar(s, u, bool(self.support)) is None]
        if self.flips or (self.slots and not s.flipped):
            reduced = members(s.on_map & g.ground_of[ALLIED] & ~g.yunnan & ~g.non_replaceable & g.large)
            options += [("flip", u) for u in reduced if s.steps[u] < g.full[u] and flip_bar(s, u) is None]
        if not options:
            s.agenda.pop()
            return None
        options.append(("end-replacements",))
        verbs = {option[0] for option in options}
        flips = (self.flips or g.replacements["flips"]) if "flip" in verbs else 0
        about = (self.slots if "recover" in verbs else 0, flips, int(not self.flips))
        return Decision(ALLIED, "allied-replacements", options, ("8.2-A-a", "8.2-A-c", "R84"), about)

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        if option[0] == "end-replacements":
            s.agenda.pop()
            return
        unit = unit_of(option)
        if option[0] == "recover":
            self.slots -= 1
            self.support |= g.support >> unit & 1
            s.tell("recovered", unit, cases=("8.2-A-a", "R104"))
            place(s, unit, g.offmap)
            return
        if not s.flipped:
            s.flipped = 1
            self.slots -= 1
            self.flips = g.replacements["flips"]
            pay_scale(s, 1, "8.2-A-c")
        self.flips -= 1
        s.steps[unit] = g.full[unit]
        s.tell("refitted", unit, s.where[unit], cases=("8.2-A-c",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        now = self.why_not_do(s, side, "flip" if s.on_map >> unit & 1 else "recover", unit, space)
        return bars(comes_later(s, unit), *now)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        if verb == "flip":
            return bars(flip_bar(s, unit) or Bar("Two units at most are brought to full strength.", ("8.2-A-c", "R84")))
        return bars(
            recover_bar(s, unit, bool(self.support)) or Bar("Both replacements have been used.", ("8.2-A-a", "R84"))
        )


def comes_later(s: State, unit: Unit) -> Bar | None:
    """8.0-a, 8.2-B-4: that a counter may come on, fly or go by rail when the replacements are done."""
    if s.game.of_side[ALLIED] >> unit & 1 and (
        bring_bar(s, unit) is None or fly_bar(s, unit) is None or rail_bar(s, ALLIED, unit) is None
    ):
        return Bar(
            "Units come on, fly and go by rail in the last part of the phase, after all this.", ("8.0-a", "8.2-B-4")
        )
    return None


@dataclass(slots=True)
class YunnanReturns(OneKindFrame):
    """8.2-A-b, R107: one eliminated Yunnan unit goes to the Off-Map Box, the Artillery too, in any turn."""

    id = "nemesis.reinforcement_allied.YunnanReturns"
    verbs = ("recover",)

    def run(self, s: State) -> Decision | None:
        lost = members(s.at[s.game.losses[ALLIED]] & s.game.yunnan)
        if not lost:
            s.agenda.pop()
            return None
        options: list[Option] = [("recover", u) for u in lost]
        return Decision(ALLIED, "yunnan-returns", options, ("8.2-A-b", "R107"))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        s.tell("recovered", unit_of(option), cases=("8.2-A-b",))
        place(s, unit_of(option), s.game.offmap)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        now = Bar("Only a Yunnan unit in the Losses Box returns now.", ("8.2-A-b",))
        return bars(None if unit is None else comes_later(s, unit), now)


# --- 8.2-B arrivals


def move_due(s: State) -> None:
    """8.2-B-1, R64, R113: what is due this turn, and what comes back, goes to the Off-Map Box."""
    g = s.game
    for unit in each(s.at[g.turn_track[s.turn - 1]] & g.of_side[ALLIED]):
        place(s, unit, g.offmap)
        s.tell("due", unit, cases=("8.2-B-1",))


def yunnan_hexes(s: State, unit: Unit) -> list[Space]:
    """8.2-B-2, R89: the Yunnan Star and Baoshan, else any free Chinese Supply Entry Hex."""
    g = s.game
    first = [h for h in (g.stars["Yunnan"], g.baoshan) if has_room(s, unit, h)]
    return first or [h for h in each(g.entries[ALLIED][CHINESE]) if has_room(s, unit, h)]


@dataclass(slots=True)
class YunnanArrivals(OneKindFrame):
    """8.2-B-2: free of charge, in the order that the owner likes."""

    id = "nemesis.reinforcement_allied.YunnanArrivals"
    verbs = ("enter",)
    waiting: list[Unit]

    def run(self, s: State) -> Decision | None:
        if not self.waiting:
            s.agenda.pop()
            return None
        options: list[Option] = [("enter", unit, h) for unit in self.waiting for h in yunnan_hexes(s, unit)]
        if not options:
            s.tell("delayed", self.waiting.pop(0), cases=("8.2-B-2", "R89"))
            return None
        return arrival_question(ALLIED, options, ("8.2-B-2",))

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        self.waiting.remove(unit)
        arrive(s, unit, space_of(option, 2), "8.2-B-2")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit not in self.waiting:
            words = f"{s.game.does(unit, 'is', 'are')} not among the Yunnan units that wait to come in."
            return bars(comes_later(s, unit), Bar(words, ("8.2-B-2",)))
        if unit is not None and not yunnan_hexes(s, unit):
            return [Bar("There is no room for it.", ("8.2-B-2", "R89"))]
        return [Bar(YUNNAN_PLACES, ("8.2-B-2", "R89"))]


YUNNAN_PLACES = (
    "Yunnan units come in at the Yunnan Star or Baoshan while there is room, else at a Chinese Supply Entry Hex."
)


def edge_near(s: State, star: Space) -> list[Space]:
    """8.2-B-7, 8: map-edge hexes within two hexes of a Star."""
    g = s.game
    return members(g.map_edge & g.around(1 << star, g.arrive_within))


def entry_hexes(s: State, unit: Unit) -> list[Space]:
    """8.2-B-6..8, 3.2-f, R89, R113: where a counter from the Off-Map Box may come on without an aircraft."""
    g = s.game
    if g.trucks >> unit & 1:
        hex_ = g.truck_hex[unit]
        return [] if (s.present[JAPANESE] | s.transporter_hexes[JAPANESE]) >> hex_ & 1 else [hex_]
    enemy = closed_to(s, unit)
    if g.nation_of[unit] == US:
        star = g.stars["US"]
        if not enemy >> star & 1:
            found = [h for h in (star, g.maingkwang) if has_room(s, unit, h)]
            if found:
                return found
    else:
        star = g.stars["British"]
        if not enemy >> star & 1:
            if not is_full_for(s, star, unit):
                return [star]
            along = [h for h in up_the_line(s, unit, star) if g.india_rail >> h & 1]
            if along:
                return along
    return [h for h in edge_near(s, star) if has_room(s, unit, h)]


# --- 8.2-B air movement


def flights_allowed(s: State) -> int:
    """8.2-B-11..13, R87: two; one if Imphal or Palel is used for air supply, none if Imphal and Dimapur are; one less
    after a flip action."""
    g = s.game
    if both_on_air_supply(s):
        return 0
    used = s.used_airfields & (1 << g.imphal | 1 << g.palel)
    most = g.flights["flights_when_one_used"] if used else g.flights["flights"]
    return max(0, most - s.flipped)


def fly_bar(s: State, unit: Unit) -> Bar | None:
    """8.2-B-11..14, R86, R115: why a counter may not go by air."""
    g = s.game
    bit = 1 << unit
    if g.side_of[unit] != ALLIED or g.air & bit or g.yunnan & bit:
        return Bar("Only British and Stilwell counters go by air.", ("8.2-B-11",))
    if g.motorized & bit:
        return Bar(f"{g.does(unit, 'is', 'are')} motorized and cannot fly.", ("8.2-B-11",))
    if g.garrisons & bit:
        return Bar("Garrisons do not move.", ("1.2-F-a", "R91"))
    if s.flown & bit:
        return Bar(f"{g.does(unit, 'has', 'have')} flown in this phase.", ("R115",))
    if s.flights >= flights_allowed(s):
        if both_on_air_supply(s):
            return Bar("Nobody flies: the Airfields at Imphal and Dimapur are both used for air supply.", ("8.2-B-12",))
        return Bar("No flight is left in this phase.", ("8.2-B-11", "8.2-B-12", "8.2-B-13", "R87"))
    if s.where[unit] == g.offmap:
        if s.scale < 1:
            return Bar("The Allied Reinforcement Scale is at 0: each unit costs 1.", ("8.2-B-5", "R12", "R86"))
    elif not s.on_map & bit or not allied_airfields(s) >> s.where[unit] & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} not on an Allied controlled Airfield.", ("8.2-B-14",))
    if not can_land(s, unit):
        return Bar("There is no Airfield with room.", ("8.2-B-15",))
    return None


def allied_airfields(s: State) -> Spaces:
    """8.2-B-11: Allied controlled Airfields, former Japanese ones too."""
    return s.game.airfields & controlled(s, ALLIED) & ~s.present[JAPANESE]


def landing_hexes(s: State, unit: Unit) -> list[Space]:
    """8.2-B-15: all hexes where it may land."""
    return members(bitset(landings(s, unit)))


def can_land(s: State, unit: Unit) -> bool:
    """Whether there is such a hex."""
    return any(True for _ in landings(s, unit))


def landings(s: State, unit: Unit) -> Iterator[Space]:
    """8.2-B-15, R114: other Airfields with room; beside a full one an adjacent hex that the unit may enter from it."""
    g, here = s.game, s.where[unit]
    enemy = s.present[JAPANESE] | s.transporter_hexes[JAPANESE]
    for field in each(allied_airfields(s) & ~closed_to(s, unit)):
        if field == here:
            continue
        if not is_full_for(s, field, unit):
            yield field
            continue
        for beside in each(g.entry_near[g.way[unit]][field] & ~enemy):
            if beside != here and not is_full_for(s, beside, unit):
                yield beside


# --- the last part of the phase


def bring_bar(s: State, unit: Unit) -> Bar | None:
    """8.2-B-4, 5, 7, 8, R85, R113: why a counter in the Off-Map Box may not come on."""
    g = s.game
    if s.where[unit] != g.offmap:
        return Bar("It is not in the Off-Map Box.", ("8.2-B-4",))
    if g.yunnan >> unit & 1:
        return Bar("It waits for room at the Yunnan Star.", ("8.2-B-2",))
    if s.scale < 1:
        return Bar("The Allied Reinforcement Scale is at 0: each unit costs 1.", ("8.2-B-5", "R12"))
    if not entry_hexes(s, unit):
        if g.trucks >> unit & 1:
            return Bar("Its set-up hex is not free.", ("3.2-f", "R113"))
        return Bar("There is no room at or near its Star.", ("8.2-B-7", "8.2-B-8"))
    return None


@dataclass(slots=True)
class BringOn(Frame):
    """8.2-B, R115: from the Off-Map Box, by air, by rail, in any order."""

    id = "nemesis.reinforcement_allied.BringOn"
    verbs = ("bring-on", "fly", "entrain", "end-reinforcements")

    def run(self, s: State) -> Decision:
        flights = flights_allowed(s) - s.flights
        cases = ("8.2-B-4", "8.2-B-5", "R115")
        return Later(self, s, ALLIED, "bring-on", cases, (s.scale, max(0, flights)), always=True)

    def options(self, s: State) -> list[Option]:
        g = s.game
        waiting = members(s.at[g.offmap] & ~g.yunnan) if s.scale else []
        options: list[Option] = [("bring-on", u) for u in waiting if entry_hexes(s, u)]
        if s.flights < flights_allowed(s):
            on_fields = NO_UNITS
            for hex_ in each(allied_airfields(s)):
                on_fields |= s.at[hex_]
            able = (on_fields & g.of_side[ALLIED] | bitset(waiting)) & ~g.air & ~g.motorized & ~g.yunnan
            options += [("fly", u) for u in each(able & ~g.garrisons & ~s.flown) if can_land(s, u)]
        options += [("entrain", u) for u in may_entrain(s, ALLIED)]
        options.append(("end-reinforcements",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-reinforcements":
            return True
        unit = unit_of(option)
        if option[0] == "bring-on":
            return bring_bar(s, unit) is None
        return (fly_bar(s, unit) if option[0] == "fly" else rail_bar(s, ALLIED, unit)) is None

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-reinforcements":
            s.agenda.pop()
            return
        unit = unit_of(option)
        if verb == "bring-on":
            s.agenda.append(ComeOn(unit, 0))
        elif verb == "fly":
            s.agenda.append(ComeOn(unit, 1))
        else:
            s.agenda.append(Train(unit))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        if s.where[unit] == s.game.offmap:
            found = bars(bring_bar(s, unit), fly_bar(s, unit))
        elif s.on_map >> unit & 1:
            found = bars(fly_bar(s, unit), rail_bar(s, ALLIED, unit))
        else:
            return [Bar(f"{s.game.does(unit, 'is', 'are')} neither on the map nor in the Off-Map Box.", ("8.2-B-4",))]
        if space is not None and len(found) < 2:
            return [Bar(f"Choose first how {s.game.does(unit, 'goes', 'go')}, then where to.", ("8.2-B-5", "R115"))]
        return found

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        if verb == "entrain":
            return bars(rail_bar(s, ALLIED, unit))
        return bars(fly_bar(s, unit) if verb == "fly" else bring_bar(s, unit))


@dataclass(slots=True)
class ComeOn(OneKindFrame):
    """8.2-B-5, 6, 14, 15: one counter comes on, or flies."""

    id = "nemesis.reinforcement_allied.ComeOn"
    verbs = ("enter", "call-off")
    unit: Unit
    by_air: int

    def run(self, s: State) -> Decision:
        hexes = landing_hexes(s, self.unit) if self.by_air else entry_hexes(s, self.unit)
        options: list[Option] = [("enter", self.unit, h) for h in hexes]
        options.append(("call-off",))
        prompt, cases = ("fly", ("8.2-B-11", "8.2-B-15")) if self.by_air else ("arrival", ("8.2-B-6",))
        return Decision(ALLIED, prompt, options, cases, (self.unit,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        if option[0] == "call-off":
            return
        g = s.game
        if self.by_air:
            s.flown |= 1 << self.unit
            s.flights += 1
        if s.where[self.unit] == g.offmap:
            pay_scale(s, 1, "8.2-B-5")
            s.level[self.unit], s.out_since[self.unit] = FULL, 0
        arrive(s, self.unit, space_of(option, 2), "8.2-B-11" if self.by_air else "8.2-B-6")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit not in (None, self.unit):
            return [Bar(f"{s.game.does(self.unit, 'is', 'are')} placed first.", ("8.2-B-5",))]
        if self.by_air:
            return [
                Bar(
                    "It lands on an Allied controlled Airfield with room, or next to one that is full.",
                    ("8.2-B-11", "8.2-B-15"),
                )
            ]
        return [
            Bar(
                "It comes on at its own place; elsewhere only if that is full or held by the enemy.",
                ("8.2-B-6", "8.2-B-8"),
            )
        ]


@dataclass(slots=True)
class AlliedReinforcements(Frame):
    """8.0-a, 8.2: replacements, what is due, Yunnan, Lament, scale, then everything else."""

    id = "nemesis.reinforcement_allied.AlliedReinforcements"
    stage: int = 0

    def run(self, s: State) -> None:
        g = s.game
        self.stage += 1
        if self.stage == 1:
            s.flipped = s.flights = 0
            s.agenda.append(YunnanReturns())
            s.agenda.append(AlliedReplacements(g.replacements["allied"]))
        elif self.stage == 2:
            move_due(s)
            s.agenda.append(YunnanArrivals(members(s.at[g.offmap] & g.yunnan)))
        elif self.stage == 3:
            superior_lament(s, ALLIED, "8.2-B-3")
            more = s.superior[JAPANESE] - s.superior[ALLIED]
            if more > 0:
                gap = Term("difference", (s.superior[JAPANESE], s.superior[ALLIED]), ("8.2-B-4", "2.5-e"))
                raise_scale(s, more, "8.2-B-4", "2.5-e", why=(gap,))
            s.agenda.append(BringOn())
        else:
            s.agenda.pop()

"""Chapters 3 and 24: scenarios and set-up: Japanese, reconnaissance, Allied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.games.formosa.breakdowns import paid
from grognard.games.formosa.concealment import conceal, reveal_hex
from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE, SCENARIOS, Facts
from grognard.games.formosa.logistics import cap
from grognard.games.formosa.recruiting import (
    GOODS,
    buy,
    buy_ninety_seventh,
    goods_bar,
    goods_bars,
    hideout_bar,
    hideouts,
    in_hand,
    ninety_seventh_bar,
    recruit_bar,
    within_means,
)
from grognard.games.formosa.recruiting import price as price_of
from grognard.games.formosa.stacking import full_hexes, has_static_place, stacking_bar, static_places
from grognard.games.formosa.state import EYES, JAPANESE_EYES, OPTIONS, State, place, plays, spend
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import (
    EVERYONE,
    Bar,
    Decision,
    Frame,
    Later,
    Option,
    Refused,
    Roll,
    bars,
    for_each,
    space_of,
    unit_of,
)
from grognard.kernel.ids import NO_UNITS, Side, Space, Spaces, Unit, Units, every
from grognard.kernel.position_cache import thinking
from grognard.kernel.state import set_out


def new_position(game: Facts, scenario: str, options: Mapping[str, str]) -> State:
    """3.0, 24: every counter in the display where it begins; nothing is on the map."""
    s = State(game)
    g = s.game
    scenario = scenario or SCENARIOS[0]
    if scenario not in SCENARIOS:
        raise Refused(f"There is no scenario {scenario!r}: {' or '.join(SCENARIOS)}.")
    s.scenario = SCENARIOS.index(scenario)
    for i, name in enumerate(OPTIONS):
        if options.get(name, "off") == "on":
            s.options |= 1 << i
    s.steps = bytearray([1] * g.units)
    set_out(s, (first_box(s, u) for u in every(Unit, g.units)), len(g.space_ids))
    s.began = list(s.where)
    s.free_left = [number for _, number in g.start_some[s.scenario]]
    s.lp = [g.allied_lp[s.scenario], 0]
    s.tac_available = [*g.start_tac[s.scenario], 0]
    s.gunfire_available = list(g.start_gunfire[s.scenario])
    return s


def first_box(s: State, unit: Unit) -> Space:
    """3.0i, 24.1k, m-n, 24.2c, g: what takes no part is out of play; the rest waits in the Reinforcements Display."""
    g = s.game
    option = g.option_of[unit]
    if not g.in_scenario[s.scenario] >> unit & 1 or (option and not plays(s, option)):
        return g.out
    return g.reinforcements[g.side_of[unit]]


def is_not_set_up(s: State) -> bool:
    """3.0b: once, before turn 1."""
    return not s.is_set_up


def begin_japanese(s: State) -> None:
    """24.1b-g: the Japanese first."""
    s.agenda.append(JapaneseSetUp())
    s.agenda.append(StartRolls())


def begin_reconnaissance(s: State) -> None:
    """24.1o, R101."""
    s.agenda.append(Reconnaissance())


def begin_allied(s: State) -> None:
    """24.1h-n: the Allies second."""
    for unit in allied_start(s):
        place(s, unit, s.game.staging)
    s.agenda.append(AlliedSetUp())


# --- 24.1c-e


@dataclass(slots=True)
class StartRolls(Frame):
    """24.1c-e, R99: tactical air and Kamikazes in secret, logistics points openly."""

    id = "formosa.setup.StartRolls"
    done: int = 0

    def run(self, s: State) -> Roll:
        purpose, case = (("start-tac", "24.1c"), ("start-kamikaze", "24.1d"), ("start-lp", "24.1e"))[self.done]
        open_to = JAPANESE_EYES if self.done < 2 else EVERYONE
        return Roll(purpose, 1, (s.scenario,), (case, "R99"), seen=open_to)

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        self.done += 1
        if self.done == 1:
            s.tac_available[JAPAN] = dice[0] + g.start_japanese_tac
        elif self.done == 2:
            s.kamikaze = s.kamikaze_drawn = dice[0] + g.start_kamikaze
        else:
            s.lp[JAPANESE] = dice[0] + g.japanese_lp[s.scenario]
            s.agenda.pop()


# --- 24.1b Japanese units


def group_of(s: State, unit: Unit) -> int:
    """R86: the group of free counters to which a unit belongs, or -1."""
    return next((i for i, (units, _) in enumerate(s.game.start_some[s.scenario]) if units >> unit & 1), -1)


def is_free(s: State, unit: Unit) -> bool:
    """24.1b, 3.0g: it costs nothing: named by the scenario, or one of a group not yet used up."""
    g = s.game
    if (g.start_all[s.scenario] | g.camp) >> unit & 1:
        return True
    group = group_of(s, unit)
    return group >= 0 and s.free_left[group] > 0


def is_owed(s: State) -> Units:
    """24.1b: units that must be set up before anything else is done with."""
    g = s.game
    waiting = s.at[g.reinforcements[JAPANESE]]
    owed = waiting & (g.start_all[s.scenario] | g.camp)
    for (units, _), left in zip(g.start_some[s.scenario], s.free_left, strict=True):
        if left:
            owed |= units & waiting
    return owed


def set_up_bar(s: State, unit: Unit, hex_: Space) -> Bar | None:
    """8.1e, g-h, R16, R17, R96, R97: why a Japanese unit may not be set up in a hex."""
    g = s.game
    bit = 1 << hex_
    kind = g.place_of[unit]
    if hex_ >= g.hexes or not g.land & bit:
        return Bar("Units are set up on Formosa.", ("24.1b",))
    if kind == "hideout":
        return hideout_bar(s, unit, hex_)
    allowed = {
        "port": (g.ports, ("8.1g", "R16")),
        "city or town": (g.cities | g.towns, ("8.1h", "R16")),
        "city, town or port": (g.cities | g.towns | g.ports, ("R17",)),
        "town": (g.towns, ("25.10a",)),
    }
    if kind in allowed and not allowed[kind][0] & bit:
        return Bar(f"It is set up in a {kind} hex.", allowed[kind][1])
    if g.takes_static_place >> unit & 1:
        if has_static_place(s, hex_):
            return Bar("Another static unit is there.", ("8.1g", "8.1h", "R17"))
        if not g.coastal_defences >> unit & 1 and g.ports & bit and free_ports(s) <= coastal_defences_owed(s):
            return Bar("The free ports are needed for the coastal defences.", ("8.1g", "24.1b"))
        return None
    if g.is_mech[unit] and g.high & bit and not g.roads & bit:
        return Bar("Mechanized units enter mountains only by road.", ("8.1k", "12.2d"))
    return stacking_bar(s, hex_, unit)


def set_up_hexes(s: State, unit: Unit) -> Spaces:
    """The hexes that `set_up_bar` allows, worked out for all at once."""
    g = s.game
    kind = g.place_of[unit]
    if kind == "hideout":
        return hideouts(s)
    hexes = {
        "port": g.ports,
        "city or town": g.cities | g.towns,
        "city, town or port": g.cities | g.towns | g.ports,
        "town": g.towns,
    }.get(kind, g.land)
    if g.takes_static_place >> unit & 1:
        hexes &= ~static_places(s)
        if not g.coastal_defences >> unit & 1 and free_ports(s) <= coastal_defences_owed(s):
            hexes &= ~g.ports
        return hexes
    if g.is_mech[unit]:
        hexes &= ~(g.high & ~g.roads)
    return hexes if g.camp >> unit & 1 else hexes & ~full_hexes(s, JAPANESE)


def free_ports(s: State) -> int:
    """8.1g: ports without a static or D/O unit."""
    taken = s.game.takes_static_place | s.bases
    return sum(not s.at[h] & taken for h in each(s.game.ports))


def coastal_defences_owed(s: State) -> int:
    """24.1b: coastal defences that must still find a port."""
    for (units, _), left in zip(s.game.start_some[s.scenario], s.free_left, strict=True):
        if units & s.game.coastal_defences:
            return left
    return 0


def waits_off_map(s: State, unit: Unit) -> bool:
    """25.7a, 25.8a: bought in set-up, it waits in the Reinforcements Display."""
    return bool((s.game.marine_brigade | s.game.raiders) >> unit & 1)


@dataclass(slots=True)
class JapaneseSetUp(Frame):
    """24.1b, e-g: free units and purchases, one at a time, each placed at once."""

    id = "formosa.setup.JapaneseSetUp"
    verbs = ("set-up", "recruit", "buy", "end-set-up")
    waiting: Units = NO_UNITS
    """Marine Brigade and raiders that have been bought."""

    def run(self, s: State) -> Decision:
        return Later(self, s, JAPANESE, "set-up", ("24.1b", "3.0g"), (s.lp[JAPANESE],), always=True)

    def options(self, s: State) -> list[Option]:
        units = s.at[s.game.reinforcements[JAPANESE]] & ~self.waiting
        owed = is_owed(s)
        options: list[Option] = for_each("set-up", owed)
        with thinking(s):
            options += [("recruit", u) for u in within_means(s, units & ~owed) if self.bar(s, u) is None]
        options += [("buy", what) for what in GOODS[JAPANESE] if goods_bar(s, JAPANESE, what, True) is None]
        if not owed:
            options.append(("end-set-up",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        owed = is_owed(s)
        if option[0] == "end-set-up":
            return not owed
        if option[0] == "buy":
            return option[1] in GOODS[JAPANESE] and goods_bar(s, JAPANESE, str(option[1]), True) is None
        unit = unit_of(option)
        if option[0] == "set-up":
            return bool(owed >> unit & 1)
        waits = s.at[s.game.reinforcements[JAPANESE]] & ~self.waiting & ~owed
        return bool(waits >> unit & 1) and self.bar(s, unit) is None

    def bar(self, s: State, unit: Unit) -> Bar | None:
        """3.0g, R19: why a unit cannot be bought now."""
        bar = recruit_bar(s, unit, setting_up=True)
        if bar is not None or waits_off_map(s, unit):
            return bar
        if set_up_hexes(s, unit):
            return None
        return Bar("There is no place where it could be set up.", ("8.1k", "R19"))

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-set-up":
            self.finish(s)
        elif verb == "buy":
            buy(s, JAPANESE, str(option[1]))
        elif verb == "recruit" and waits_off_map(s, unit_of(option)):
            unit = unit_of(option)
            cost = price_of(s, unit)
            spend(s, JAPANESE, cost)
            self.waiting |= 1 << unit
            terms = paid(s, JAPANESE, cost, "7.3a", "3.0g")
            s.tell("bought-unit", unit, cases=("25.7a", "25.8a"), seen=JAPANESE_EYES, sum=terms)
        else:
            s.agenda.append(SetUpUnit(unit_of(option)))

    def finish(self, s: State) -> None:
        """3.0h, 24.1f, R11: what was not bought of the first two rows leaves the game; LP above 20 are lost."""
        g = s.game
        s.agenda.pop()
        for unit in each(s.at[g.reinforcements[JAPANESE]] & g.set_up_only & ~self.waiting):
            place(s, unit, g.out)
        cap(s, JAPANESE)
        s.news += 1
        s.tell("set-up-done", JAPANESE, cases=("3.0b",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return [] if space is None else [Bar("Choose a unit first; then the hexes open to it.", ("3.0d",))]
        found = self.why_not_do(s, side, "recruit", unit, space)
        if space is None or s.where[unit] != s.game.reinforcements[JAPANESE] or self.waiting >> unit & 1:
            return found
        free = is_owed(s) >> unit & 1
        if not free and (bar := self.bar(s, unit)):
            return [bar]
        if waits_off_map(s, unit):
            waits = s.game.does(unit, "waits", "wait")
            return [Bar(f"{waits} off the map when bought, and may land from turn 2 on.", ("25.7a", "25.8a"))]
        return bars(set_up_bar(s, unit, space)) or found

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return goods_bars(s, side, True) if verb == "buy" else self.why_not_end(s, side)
        g = s.game
        if s.where[unit] < s.game.hexes:
            return [Bar(f"{g.does(unit, 'has', 'have')} been set up.", ("3.0d",))]
        if self.waiting >> unit & 1:
            waits = g.does(unit, "is bought and waits", "are bought and wait")
            return [Bar(f"{waits} off the map.", ("25.7a", "25.8a"))]
        if s.where[unit] == s.game.out:
            return [Bar(f"{g.does(unit, 'takes', 'take')} no part in this match.", ("3.0i", "24.1m"))]
        if is_owed(s) >> unit & 1:
            return [Bar(f"{g.does(unit, 'comes', 'come')} free: choose it to set it up.", ("3.0g", "24.1b"))]
        if verb == "set-up":
            return [Bar(f"{g.does(unit, 'does', 'do')} not come free and must be bought.", ("3.0g", "24.1b"))]
        return bars(self.bar(s, unit)) or [Bar(f"{g.unit_names[unit]} may be bought: choose it first.", ("3.0g",))]

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        owed = members(is_owed(s))
        if not owed:
            return []
        first = s.game.unit_names[owed[0]]
        return [Bar(f"Units that come free are still to be set up, such as {first}.", ("24.1b", "R86"))]


@dataclass(slots=True)
class SetUpUnit(Frame):
    """3.0d-f: the hex for one unit; it lies concealed until its owner turns it up."""

    id = "formosa.setup.SetUpUnit"
    verbs = ("place",)
    unit: Unit

    def run(self, s: State) -> Decision:
        return Later(self, s, JAPANESE, "set-up-unit", ("3.0d", "3.0e", "R16"), (self.unit,), always=True)

    def options(self, s: State) -> list[Option]:
        return for_each("place", set_up_hexes(s, self.unit))

    def offers(self, s: State, option: Option) -> bool:
        return bool(set_up_hexes(s, self.unit) >> space_of(option) & 1)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        unit, cost = self.unit, 0
        if is_free(s, unit):
            group = group_of(s, unit)
            if group >= 0:
                s.free_left[group] -= 1
        else:
            cost = price_of(s, unit)
            spend(s, JAPANESE, cost)
        place(s, unit, space_of(option))
        conceal(s, unit)
        terms = paid(s, JAPANESE, cost, "7.3a", "3.0g")
        s.tell("deployed", unit, space_of(option), cases=("3.0d", "3.0f"), seen=JAPANESE_EYES, sum=terms)
        s.tell("counter-deployed", space_of(option), cases=("3.0d",), seen=EYES[ALLIED])

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            return [Bar(f"{s.game.does(self.unit, 'is', 'are')} being set up; any other comes after that.", ("3.0d",))]
        return bars(None if space is None else set_up_bar(s, self.unit, space)) or in_hand(s, self.unit, space)


# --- 24.1o reconnaissance


@dataclass(slots=True)
class Reconnaissance(Frame):
    """24.1o, R37: up to as many stacks as the die shows; each is seen before the next is chosen."""

    id = "formosa.setup.Reconnaissance"
    verbs = ("scout", "end-recon")
    left: int = -1

    def run(self, s: State) -> Decision | Roll | None:
        if self.left < 0:
            return Roll("reconnaissance", 1, (), ("24.1o",))
        options: list[Option] = [("scout", h) for h in each(s.present[JAPAN]) if s.at[h] & s.concealed]
        if not self.left or not options:
            s.agenda.pop()
            return None
        options.append(("end-recon",))
        return Decision(ALLIED, "reconnaissance", options, ("24.1o", "R37"), (self.left,))

    def rolled(self, s: State, dice: Throw) -> None:
        self.left = dice[0]

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-recon":
            s.agenda.pop()
            return
        self.left -= 1
        s.tell("scouted", space_of(option), cases=("24.1o",))
        reveal_hex(s, space_of(option), "24.1o", "R37")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Only a hex with concealed Japanese counters is scouted.", ("24.1o", "R37"))]


# --- 24.1h-k Allied units


def allied_start(s: State) -> list[Unit]:
    """24.1h, R86: the divisions and headquarters named, and so many of the groups; these are all alike."""
    g = s.game
    found = members(g.start_all[s.scenario] & g.of_side[ALLIED])
    for units, number in g.start_some[s.scenario]:
        found += members(units & g.of_side[ALLIED])[:number]
    return found


@dataclass(slots=True)
class AlliedSetUp(Frame):
    """24.1j-k, 8.1a, c-d: purchases out of the set-up LP; ground units to the Staging Area."""

    id = "formosa.setup.AlliedSetUp"
    verbs = ("recruit", "recruit-97th", "buy", "end-set-up")

    def run(self, s: State) -> Decision:
        g = s.game
        waiting = within_means(s, s.at[g.reinforcements[ALLIED]])
        units = [u for u in waiting if recruit_bar(s, u, True) is None]
        options: list[Option] = [("recruit", u) for u in units]
        if ninety_seventh_bar(s) is None:
            options.append(("recruit-97th",))
        options += [("buy", what) for what in GOODS[ALLIED] if goods_bar(s, ALLIED, what, True) is None]
        options.append(("end-set-up",))
        return Decision(
            ALLIED, "allied-set-up", options, ("24.1j", "8.1a"), (s.lp[ALLIED], s.amphibious + s.drop_zone), always=True
        )

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "recruit":
            unit = unit_of(option)
            cost = price_of(s, unit)
            spend(s, ALLIED, cost)
            place(s, unit, s.game.staging)
            terms = paid(s, ALLIED, cost, "7.3a", "3.0g")
            s.tell("deployed", unit, s.game.staging, cases=("8.1a",), seen=EYES[ALLIED], sum=terms)
        elif verb == "recruit-97th":
            buy_ninety_seventh(s, setting_up=True)
        elif verb == "buy":
            buy(s, ALLIED, str(option[1]))
        else:
            s.agenda.pop()
            cap(s, ALLIED)
            s.is_set_up = 1
            s.news += 1
            s.tell("set-up-done", ALLIED, cases=("3.0b",))
            s.tell("turn", s.turn, s.scenario, cases=("6.0a",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return bars(None if unit is None else recruit_bar(s, unit, True))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "recruit-97th":
            return bars(ninety_seventh_bar(s))
        if verb == "buy":
            return goods_bars(s, side, True)
        return self.why_not(s, side, unit, space)

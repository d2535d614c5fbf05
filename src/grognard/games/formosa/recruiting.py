"""Chapter 8: recruiting, replacing and deploying."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.breakdowns import paid
from grognard.games.formosa.concealment import conceal
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US
from grognard.games.formosa.logistics import cap
from grognard.games.formosa.stacking import begin_check, full_hexes, room, stacking_bar
from grognard.games.formosa.state import (
    AVAILABLE,
    EYES,
    GONE,
    READY,
    RESERVE,
    UNBOUGHT,
    State,
    allied_hexes,
    gunfire_in_play,
    place,
    plays,
    spend,
    tac_in_play,
)
from grognard.games.formosa.supply import closed, headquarters_open, working_ports
from grognard.games.formosa.support import nations_in_play
from grognard.games.formosa.verbs import GOODS as NAMES
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import EVERYONE, Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, Units
from grognard.kernel.words import numbered

GOODS = (
    ("us-tac", "cw-tac", "us-gunfire", "cw-gunfire", "b29", "air-supply", "amphibious", "drop-zone"),
    ("tac", "kamikaze", "fleet"),
)
"""Per side, what is bought that is no ground unit."""


def begin(s: State) -> None:
    """6.1b, 8.0e: the Japanese recruit and deploy everything first."""
    s.kamikaze_bought = 0
    s.agenda.append(Recruit(ALLIED))
    s.agenda.append(Recruit(JAPANESE))


def sixth_marines_land(s: State) -> None:
    """24.1l, R104: free, in Amoy, in the Recruit Phase of the turn after its capture."""
    g = s.game
    if s.amoy and s.turn == s.amoy + 1:
        for unit in each(s.at[g.reinforcements[ALLIED]] & g.sixth_marines):
            place(s, unit, g.amoy_box)
            s.tell("sixth-marines", unit, cases=("24.1l",), seen=EYES[ALLIED])


# --- prices


def price(s: State, unit: Unit) -> int:
    """7.3a, 8.3c: the Recruit price out of Reinforcements, the Replace price out of Replacements."""
    g = s.game
    is_replacement = s.where[unit] == g.replacements[g.side_of[unit]]
    return (g.replace_price if is_replacement else g.recruit_price)[unit]


def within_means(s: State, units: Units) -> list[Unit]:
    """7.2j: those of some units that their side has the logistics points for; of the others no bar need be worded."""
    lp, side_of = s.lp, s.game.side_of
    return [u for u in each(units) if price(s, u) <= lp[side_of[u]]]


def recruit_bar(s: State, unit: Unit, setting_up: bool = False) -> Bar | None:
    """3.0h, 8.2, 8.3, 24: why a unit cannot be bought."""
    g = s.game
    side, name, bit = g.side_of[unit], g.unit_names[unit], 1 << unit
    where = s.where[unit]
    if where == g.replacements[side]:
        if not g.replace_price[unit]:
            return Bar(f"{g.does(unit, 'is', 'are')} of a type that is never replaced.", ("8.0d", "8.2a"))
    elif where != g.reinforcements[side]:
        return Bar(f"{g.does(unit, 'is', 'are')} not in the Reinforcements or Replacements Display.", ("8.0b", "8.0c"))
    elif not g.bought & bit:
        if g.sixth_marines & bit:
            come = g.does(unit, "comes", "come")
            return Bar(f"{come} free of charge in the turn after Amoy is captured.", ("24.1l",))
        return Bar(f"{name} cannot be bought.", ("8.2a", "LPJ.d"))
    elif side == JAPANESE and not setting_up and g.set_up_only & bit:
        return Bar(f"{name} can be bought in set-up only.", ("3.0h", "8.2a"))
    elif g.ninety_seventh & bit:
        return Bar("The 97th Division comes as a whole.", ("25.5a",))
    cost = price(s, unit)
    if cost > s.lp[side]:
        price_of = f"{g.does(unit, 'costs', 'cost')} {numbered(cost, 'logistics point')}"
        return Bar(f"{price_of}, and you have {s.lp[side]}.", ("7.2j", "7.3a"))
    return None


def goods_price(s: State, what: str) -> int:
    """8.5, 8.6, R13: LP for one of what is no ground unit."""
    g = s.game
    if what == "kamikaze":
        return int(s.kamikaze_bought % g.price["kamikaze_per_lp"] == 0)
    return g.price[PRICED[what]]


def goods_left(s: State, what: str, setting_up: bool) -> int:
    """8.2d, R14, R87: how many of it can still be bought."""
    g = s.game
    if what in TAC:
        nation = TAC[what]
        return 0 if nation == CW and not s.scenario else g.tac_limit[nation] - tac_in_play(s, nation)
    if what in GUNFIRE:
        nation = GUNFIRE[what]
        return 0 if nation == CW and not s.scenario else g.gunfire_limit[nation] - gunfire_in_play(s, nation)
    if what == "kamikaze":
        return 0 if setting_up else g.kamikaze_limit - s.kamikaze_drawn
    if what == "amphibious":
        return g.amphibious_limit - s.amphibious
    counts = {
        "fleet": s.fleet == UNBOUGHT,
        "b29": s.b29 == RESERVE,
        "air-supply": s.air_supply == RESERVE,
        "drop-zone": not s.drop_zone,
    }
    return int(counts[what])


PRICED = {
    "tac": "japanese_tac", "kamikaze": "kamikaze_per_lp", "fleet": "fleet", "us-tac": "allied_tac",
    "cw-tac": "allied_tac", "us-gunfire": "gunfire", "cw-gunfire": "gunfire", "b29": "b29", "air-supply": "air_supply",
    "amphibious": "amphibious", "drop-zone": "drop_zone",
}  # fmt: skip
"""Under which name the table has its price."""
TAC = {"tac": JAPAN, "us-tac": US, "cw-tac": CW}
GUNFIRE = {"us-gunfire": US, "cw-gunfire": CW}


def goods_bar(s: State, side: Side, what: str, setting_up: bool = False) -> Bar | None:
    """7.2j, 8.2d, 24.1g: why it cannot be bought."""
    name = NAMES[what][:1].upper() + NAMES[what][1:]
    if goods_left(s, what, setting_up) <= 0:
        if what in ("cw-tac", "cw-gunfire") and not s.scenario:
            return Bar(f"{name}: no Commonwealth pieces take part in Scenario 1.", ("24.1n", "R87"))
        if what == "kamikaze" and setting_up:
            return Bar(f"{name}: none is bought in set-up.", ("24.1g",))
        if what == "fleet" and s.fleet == GONE:
            return Bar(f"{name}: it has sortied, once per game.", ("18.0a", "18.0g"))
        used = what == "kamikaze" or what in TAC
        return Bar(f"{name}: {'every point is' if used else 'all there are, are'} in play.", ("8.2d", "R14"))
    cost = goods_price(s, what)
    if cost > s.lp[side]:
        return Bar(f"{name}: {numbered(cost, 'logistics point')}, and you have {s.lp[side]}.", ("7.2j", "7.3a"))
    return None


def goods_bars(s: State, side: Side, setting_up: bool = False) -> list[Bar]:
    """7.3a: article by article, why it is not to be had."""
    nations = nations_in_play(s, side)
    found = [what for what in GOODS[side] if {**TAC, **GUNFIRE}.get(what, US) in (US, *nations)]
    return bars(*(goods_bar(s, side, what, setting_up) for what in found))


def buy(s: State, side: Side, what: str) -> None:
    """8.1c-d, j: it goes to its display."""
    cost = goods_price(s, what)
    spend(s, side, cost)
    if what in TAC:
        s.tac_available[TAC[what]] += 1
    elif what in GUNFIRE:
        s.gunfire_available[GUNFIRE[what]] += 1
    elif what == "kamikaze":
        s.kamikaze += 1
        s.kamikaze_drawn += 1
        s.kamikaze_bought += 1
    elif what == "amphibious":
        s.amphibious += 1
    elif what == "fleet":
        s.fleet = READY
    elif what == "b29":
        s.b29 = AVAILABLE
    elif what == "air-supply":
        s.air_supply = AVAILABLE
    else:
        s.drop_zone = 1
    s.tell("bought", side, what, cases=("7.3a",), seen=EYES[side], sum=paid(s, side, cost, "7.3a"))


# --- 8.1 deployment


def places_for(s: State, unit: Unit) -> list[Space]:
    """8.1, R15, R16, R20: where a recruit or replacement may be deployed."""
    g = s.game
    if g.side_of[unit] == JAPANESE:
        return members(deployable(s, unit))
    spaces = [g.staging]
    if s.amoy:
        spaces.append(g.amoy_box)
    hexes = working_ports(s) | headquarters_for(s, unit)
    return spaces + [h for h in each(hexes) if room(s, h, g.nation_of[unit]) > 0]


def headquarters_for(s: State, unit: Unit) -> Spaces:
    """25.4, R91: a replaced US Marine unit may join a US headquarters with a line to a port with a US base."""
    g = s.game
    if not plays(s, "25.4") or s.where[unit] != g.replacements[ALLIED] or not g.marines >> unit & 1:
        return NO_SPACES
    us_bases = s.bases & g.of_nation[US]
    ports = bitset(s.where[u] for u in each(us_bases) if s.where[u] < g.hexes) & working_ports(s)
    blocked = closed(s, ALLIED)
    staffs = [u for u in each(g.headquarters & g.of_nation[US]) if s.where[u] < g.hexes]
    return bitset(s.where[u] for u in staffs if headquarters_open(s, u, ports, blocked))


def deploy_bar(s: State, unit: Unit, hex_: Space) -> Bar | None:
    """8.1f, i, k, R16, R18: why a Japanese recruit may not be deployed in a hex."""
    g = s.game
    bit = 1 << hex_
    name = g.space_names[hex_]
    if hex_ >= g.hexes or not g.land & bit:
        return Bar("Units are deployed on land.", ("8.1k",))
    if g.guerrillas >> unit & 1:
        return hideout_bar(s, unit, hex_)
    if allied_hexes(s) & bit:
        return Bar(f"Allied units are in {name}.", ("8.1f",))
    if not (g.cities | g.ports) & bit or not s.present[JAPAN] & bit:
        return Bar("Recruits come to a city or port with a Japanese unit.", ("8.1f", "R16"))
    return stacking_bar(s, hex_, unit)


def hideout_bar(s: State, unit: Unit, hex_: Space) -> Bar | None:
    """8.1i, R18: a guerrilla's hexes."""
    g = s.game
    bit = 1 << hex_
    if allied_hexes(s) & bit:
        return Bar("Allied units are there.", ("8.1i",))
    if not g.hideouts & bit and not s.at[hex_] & g.fortresses & ~s.concealed:
        return Bar(
            "Guerrillas need a city, town, airfield, port, rough or mountain hex, or a revealed static unit.",
            ("8.1i", "R18"),
        )
    return stacking_bar(s, hex_, unit)


def deployable(s: State, unit: Unit) -> Spaces:
    """The hexes that `deploy_bar` allows a Japanese recruit, worked out for all at once."""
    g = s.game
    if g.guerrillas >> unit & 1:
        return hideouts(s)
    return (g.cities | g.ports) & s.present[JAPAN] & ~allied_hexes(s) & ~full_hexes(s, JAPANESE)


def hideouts(s: State) -> Spaces:
    """The hexes that `hideout_bar` allows a guerrilla, worked out for all at once."""
    g = s.game
    with_fortress = bitset(s.where[u] for u in each(g.fortresses & ~s.concealed) if s.where[u] < g.hexes)
    return (g.hideouts | with_fortress) & ~allied_hexes(s) & ~full_hexes(s, JAPANESE)


def in_hand(s: State, unit: Unit, space: Space | None) -> list[Bar]:
    """3.0d, 8.1k: said of the unit that is in hand, and of a place that is open to it."""
    held = s.game.does(unit, "is", "are")
    if space is None:
        return [Bar(f"{held} in hand: choose a place for it.", ("3.0d", "8.1k"))]
    return [Bar(f"{held} in hand: a click on {s.game.space_names[space]} puts it there.", ("3.0d", "8.1k"))]


@dataclass(slots=True)
class Deploy(Frame):
    """8.1: where the unit that was just bought goes."""

    id = "formosa.recruit.Deploy"
    verbs = ("deploy",)
    unit: Unit

    def run(self, s: State) -> Decision | None:
        if s.game.side_of[self.unit] == JAPANESE:
            if not deployable(s, self.unit):
                self.send_back(s)
                return None
            return Later(self, s, JAPANESE, "deploy", ("8.1f", "8.1i"), (self.unit,), always=True)
        return Decision(ALLIED, "deploy", self.options(s), ("8.1b",), (self.unit,))

    def options(self, s: State) -> list[Option]:
        """8.1: every place where it may be deployed."""
        return [("deploy", h) for h in places_for(s, self.unit)]

    def offers(self, s: State, option: Option) -> bool:
        return deploy_bar(s, self.unit, space_of(option)) is None

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        deploy(s, self.unit, space_of(option))

    def elsewhere(self, s: State) -> Bar:
        """8.1b, R15, 25.4: where Allied recruits come to."""
        g = s.game
        if plays(s, "25.4") and g.marines >> self.unit & 1 and s.where[self.unit] == g.replacements[ALLIED]:
            staffs = "or to a US headquarters with a line of supply to a port with a US base"
            words = f"Replaced Marines come to the Staging Area, Amoy, a functional port, {staffs}."
            return Bar(words, ("8.1b", "25.4a", "R91"))
        return Bar("Recruits come to the Staging Area, Amoy or a functional port.", ("8.1b", "R15"))

    def send_back(self, s: State) -> None:
        """8.1m, R19: the last place was given up after the purchase: the unit goes back and its points are spent."""
        s.agenda.pop()
        cost = price(s, self.unit)
        spend(s, JAPANESE, cost)
        terms = paid(s, JAPANESE, cost, "8.1m", "R19")
        s.tell("recruit-returned", self.unit, cases=("8.1m", "R19"), seen=EYES[JAPANESE], sum=terms)
        s.tell("recruit-lost", JAPANESE, cost, cases=("8.1m", "R19"), seen=EYES[ALLIED], sum=terms)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            first = s.game.does(self.unit, "is", "are")
            return [Bar(f"{first} deployed first; others are bought after that.", ("8.1k",))]
        if space is None:
            return in_hand(s, self.unit, space)
        if side == JAPANESE:
            return bars(deploy_bar(s, self.unit, space)) or in_hand(s, self.unit, space)
        if space in places_for(s, self.unit):
            return in_hand(s, self.unit, space)
        if space >= s.game.hexes or not (working_ports(s) | headquarters_for(s, self.unit)) >> space & 1:
            return [self.elsewhere(s)]
        return bars(stacking_bar(s, space, self.unit))


def deploy(s: State, unit: Unit, space: Space) -> None:
    """8.1l, 11.2e, R20: Japanese reinforcements concealed, replacements revealed."""
    g = s.game
    side = g.side_of[unit]
    is_new = s.where[unit] == g.reinforcements[side]
    cost = price(s, unit)
    spend(s, side, cost)
    place(s, unit, space)
    seen = EYES[side] if space >= g.hexes else EVERYONE
    if side == JAPANESE and is_new:
        conceal(s, unit)
        seen = EYES[JAPANESE]
        s.tell("counter-deployed", space, cases=("8.1l",), seen=EYES[ALLIED])
    terms = paid(s, side, cost, "7.3a" if is_new else "8.3c")
    s.tell("deployed", unit, space, cases=("8.1b",) if side == ALLIED else ("8.1f",), seen=seen, sum=terms)


# --- the phase


def ninety_seventh_bar(s: State) -> Bar | None:
    """25.5, R92: why the 97th Division cannot be bought."""
    g = s.game
    if not plays(s, "25.5"):
        return Bar("The 97th Division takes part only with its optional rule.", ("24.1m", "25.5a"))
    if s.bought_97th:
        return Bar("The 97th Division has been recruited.", ("25.5a",))
    if ninety_seventh_price(s) > s.lp[ALLIED]:
        words = f"The 97th Division costs {ninety_seventh_price(s)} logistics points, and you have {s.lp[ALLIED]}."
        return Bar(words, ("R92", "7.2j"))
    return None if g.ninety_seventh else Bar("There is no 97th Division.", ("25.5a",))


def ninety_seventh_price(s: State) -> int:
    """R92: three times the price of infantry."""
    return sum(s.game.recruit_price[u] for u in each(s.game.ninety_seventh))


def buy_ninety_seventh(s: State, setting_up: bool = False) -> None:
    """25.5a, 8.1a-b, R92: all three regiments at once, each deployed where recruits may go."""
    s.bought_97th = 1
    s.tell("ninety-seventh", cases=("25.5a", "25.5b"), seen=EYES[ALLIED])
    for unit in reversed(members(s.game.ninety_seventh)):
        if setting_up:
            deploy(s, unit, s.game.staging)
        else:
            s.agenda.append(Deploy(unit))


@dataclass(slots=True)
class Recruit(Frame):
    """8.0-8.2: one purchase at a time; each is deployed at once."""

    id = "formosa.recruit.Recruit"
    verbs = ("recruit", "recruit-97th", "buy", "end-recruit")
    side: Side
    started: int = 0

    def run(self, s: State) -> Decision | None:
        settled(s)
        if not self.started:
            self.started = 1
            if self.side == ALLIED:
                sixth_marines_land(s)
            return None
        return Later(self, s, self.side, "recruit", ("8.0b", "7.3b"), (s.lp[self.side],), always=True)

    def options(self, s: State) -> list[Option]:
        """Everything that can be paid and deployed (R19)."""
        g = s.game
        waiting = s.at[g.reinforcements[self.side]] | s.at[g.replacements[self.side]]
        units = [u for u in within_means(s, waiting) if recruit_bar(s, u) is None]
        if self.side == JAPANESE:
            spots = {u: bool(places_for(s, u)) for u in {self.kind(s, u): u for u in units}.values()}
            kinds = {self.kind(s, u): ok for u, ok in spots.items()}
            units = [u for u in units if kinds[self.kind(s, u)]]
        options: list[Option] = [("recruit", u) for u in units]
        if self.side == ALLIED and ninety_seventh_bar(s) is None:
            options.append(("recruit-97th",))
        options += [("buy", what) for what in GOODS[self.side] if goods_bar(s, self.side, what) is None]
        options.append(("end-recruit",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-recruit":
            return True
        if option[0] == "buy":
            return option[1] in GOODS[self.side] and goods_bar(s, self.side, str(option[1])) is None
        if option[0] != "recruit":
            return False
        unit, g = unit_of(option), s.game
        if s.where[unit] not in (g.reinforcements[self.side], g.replacements[self.side]) or recruit_bar(s, unit):
            return False
        return self.side == ALLIED or bool(deployable(s, unit))

    def kind(self, s: State, unit: Unit) -> int:
        """Guerrillas are deployed otherwise than all others."""
        return s.game.guerrillas >> unit & 1

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "recruit":
            s.agenda.append(Deploy(unit_of(option)))
        elif verb == "recruit-97th":
            buy_ninety_seventh(s)
        elif verb == "buy":
            buy(s, self.side, str(option[1]))
        else:
            s.agenda.pop()
            s.news += 1
            cap(s, self.side)
            begin_check(s, self.side)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return [] if space is None else [Bar("Choose a unit first; then the places open to it.", ("8.1k",))]
        if space is not None and recruit_bar(s, unit) is None and places_for(s, unit):
            return Deploy(unit).why_not(s, side, unit, space)
        nowhere = Bar("There is no place where it could be deployed.", ("8.1k", "8.1m", "R19"))
        return bars(recruit_bar(s, unit) or (None if places_for(s, unit) else nowhere))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "recruit-97th":
            return bars(ninety_seventh_bar(s))
        if verb == "buy":
            return goods_bars(s, side)
        return self.why_not(s, side, unit, space)

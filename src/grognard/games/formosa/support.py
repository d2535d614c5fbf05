"""16.3-16.4: ground support and interdiction, the missions of tactical air on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.games.formosa.concealment import reveal_hex
from grognard.games.formosa.facts import ADJECTIVES, ALLIED, CW, JAPAN, JAPANESE, NATIONS, US
from grognard.games.formosa.state import AVAILABLE, COMMITTED, FLOWN, RESERVE, State, enemy_hexes, hexes_of
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import NOBODY, Bar, Decision, Frame, Later, Option, bars, space_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Spaces, Unit
from grognard.kernel.words import numbered

NATIONS_OF = ((US, CW), (JAPAN,))


def nations_in_play(s: State, side: Side) -> tuple[int, ...]:
    """24.1n, R87: the nations of a side; none of the Commonwealth in Scenario 1."""
    return (US,) if side == ALLIED and not s.scenario else NATIONS_OF[side]


def points_on(s: State, hexes: Sequence[Space], nations: Sequence[int], hex_: Space) -> list[int]:
    """The nations of the points on a hex."""
    return [n for h, n in zip(hexes, nations, strict=True) if h == hex_]


def air_over(s: State, side: Side, hex_: Space) -> list[int]:
    """13.1b: the nations of a side's points over a hex, ground support and interdiction together."""
    if hex_ not in s.support_hex and hex_ not in s.interdict_hex:
        return []
    here = points_on(s, s.support_hex, s.support_nation, hex_) + points_on(s, s.interdict_hex, s.interdict_nation, hex_)
    return [n for n in here if n in NATIONS_OF[side]]


def air_bar(s: State, nation: int, hex_: Space) -> Bar | None:
    """13.1b-c, 13.2b, 16.1h, 16.3c, R41: why no (further) point of a nation may be put on a hex."""
    g = s.game
    side = ALLIED if nation != JAPAN else JAPANESE
    name = g.space_names[hex_]
    if not s.tac_tactical[nation]:
        return Bar(f"No {ADJECTIVES[nation]} point is left in Tactical Air.", ("16.1f", "R61"))
    if side == ALLIED and hex_ == s.b29_hex:
        return Bar(f"The B-29 is over {name}.", ("13.1c", "R41"))
    here = air_over(s, side, hex_)
    if len(here) >= g.most_tac[side]:
        case = "13.1b" if side == ALLIED else "13.2b"
        return Bar(f"{name}: at most {numbered(g.most_tac[side], 'tactical air point')} in a hex.", (case, "16.3c"))
    if any(n != nation for n in here) or (nation == CW and hex_ == s.air_supply_hex):
        return Bar("US and Commonwealth air units never share a hex.", ("13.1b", "16.1h"))
    return None


NO_UNITS_IN_THE_AIR = Bar("Air points are placed now: choose a hex for them.", ("16.1e",))


def alone(found: list[Bar | None]) -> list[Bar]:
    """Nation by nation, why no point is put on a hex; where one can be, no ground unit is named with the hex."""
    return bars(*found) if all(found) else [Bar("Air points go to hexes: choose the hex alone.", ("16.1e",))]


# --- 16.3 ground support


def support_hexes(s: State, side: Side, targets: Spaces = NO_SPACES) -> Spaces:
    """16.3b: hexes with enemy units next to friendly ground units; in the Invasion Phase the hexes to be assaulted."""
    return targets or enemy_hexes(s, side) & s.game.spread(hexes_of(s, side) & s.game.land)


def support_bar(s: State, nation: int, hex_: Space) -> Bar | None:
    """5.1d, 16.3c: why no (further) point may support the attack on a hex."""
    g = s.game
    if nation != JAPAN and not g.near[hex_] & s.present[nation]:
        return Bar(
            f"No {ADJECTIVES[nation]} ground unit can take part in an attack on {g.space_names[hex_]}.", ("5.1d",)
        )
    return air_bar(s, nation, hex_)


@dataclass(slots=True)
class PlaceSupport(Frame):
    """16.3a, R29: all ground support is placed before the first attack is declared."""

    id = "formosa.support.PlaceSupport"
    verbs = ("support", "end-support")
    side: Side
    targets: list[Space]
    """In the Invasion Phase the hexes to be assaulted; empty in a Combat Phase."""

    def run(self, s: State) -> Decision | None:
        if next(self.missions(s), None) is None:
            s.agenda.pop()
            return None
        return Later(self, s, self.side, "support", ("16.3a", "16.3b"))

    def missions(self, s: State) -> Iterator[Option]:
        """5.1d, 16.3b-c: each nation's points over each hex, where nothing bars them."""
        nations = [n for n in NATIONS_OF[self.side] if s.tac_tactical[n]]
        hexes = each(support_hexes(s, self.side, bitset(self.targets))) if nations else ()
        for nation in nations:
            yield from (("support", NATIONS[nation], h) for h in hexes if support_bar(s, nation, h) is None)

    def options(self, s: State) -> list[Option]:
        """16.3: every mission that can be flown now."""
        return [*self.missions(s), ("end-support",)]

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-support":
            return True
        hex_ = space_of(option, 2)
        if hex_ >= s.game.hexes or not support_hexes(s, self.side, bitset(self.targets)) >> hex_ & 1:
            return False
        return any(option[1] == NATIONS[n] and support_bar(s, n, hex_) is None for n in NATIONS_OF[self.side])

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-support":
            s.agenda.pop()
            return
        nation, hex_ = NATIONS.index(str(option[1])), space_of(option, 2)
        s.tac_tactical[nation] -= 1
        s.support_hex.append(hex_)
        s.support_nation.append(nation)
        s.tell("ground-support", nation, hex_, cases=("16.3a",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None or space >= s.game.hexes:
            return [] if unit is None else [NO_UNITS_IN_THE_AIR]
        if not support_hexes(s, side, bitset(self.targets)) >> space & 1:
            return [Bar("No enemy there next to your ground units.", ("16.3b",))]
        return alone([support_bar(s, n, space) for n in nations_in_play(s, side)])


# --- 16.4 interdiction


def begin_interdiction(s: State) -> None:
    """6.1n."""
    s.agenda.append(Interdiction())


def interdiction_bar(s: State, nation: int, hex_: Space) -> Bar | None:
    """16.4a, R65: why no (further) point may interdict a hex."""
    if hex_ >= s.game.hexes or not s.game.land >> hex_ & 1:
        return Bar("Interdiction is flown over land.", ("16.4a",))
    return air_bar(s, nation, hex_)


def interdictable(s: State, nation: int) -> Spaces:
    """The hexes that `interdiction_bar` allows, worked out for all at once."""
    if not s.tac_tactical[nation]:
        return NO_SPACES
    taken = {*s.interdict_hex, *s.support_hex, s.b29_hex, s.air_supply_hex}
    closed = bitset(h for h in taken if h >= 0 and interdiction_bar(s, nation, h) is not None)
    return s.game.land & ~closed


@dataclass(slots=True)
class Interdiction(Frame):
    """16.4: what is left in Tactical Air, at most two points over a hex; concealed units there are revealed."""

    id = "formosa.support.Interdiction"
    verbs = ("interdict", "end-interdiction")

    def run(self, s: State) -> Decision | None:
        settled(s)
        if not s.tac_tactical[US] and not s.tac_tactical[CW]:
            s.agenda.pop()
            return None
        if not interdictable(s, US) and not interdictable(s, CW):
            return Decision(ALLIED, "interdiction", [("end-interdiction",)], ("16.4a",))
        return Later(self, s, ALLIED, "interdiction", ("16.4a",))

    def options(self, s: State) -> list[Option]:
        """16.4a: each nation's points over each hex."""
        flown: list[Option] = [("interdict", NATIONS[n], h) for n in (US, CW) for h in each(interdictable(s, n))]
        return [*flown, ("end-interdiction",)]

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-interdiction":
            return True
        return any(option[1] == NATIONS[n] and interdiction_bar(s, n, space_of(option, 2)) is None for n in (US, CW))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-interdiction":
            s.agenda.pop()
            return
        nation, hex_ = NATIONS.index(str(option[1])), space_of(option, 2)
        s.tac_tactical[nation] -= 1
        s.interdict_hex.append(hex_)
        s.interdict_nation.append(nation)
        s.tell("interdiction", nation, hex_, cases=("16.4a",))
        reveal_hex(s, hex_, "11.2b", "16.4b")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return [] if unit is None else [NO_UNITS_IN_THE_AIR]
        return alone([interdiction_bar(s, n, space) for n in nations_in_play(s, ALLIED)])


def interdiction_at(s: State, hex_: Space) -> int:
    """16.4c: points over a hex."""
    return s.interdict_hex.count(hex_)


# --- 6.1p air return


def air_return(s: State) -> None:
    """6.1p, 16.5l, R61, R66, R78: everything flies home; a B-29 that has struck must be bought again."""
    for nation in (US, CW, JAPAN):
        on_map = s.support_nation.count(nation) + s.interdict_nation.count(nation)
        s.tac_available[nation] += s.tac_tactical[nation] + s.tac_flown[nation] + s.tac_superiority[nation] + on_map
        s.tac_tactical[nation] = s.tac_flown[nation] = s.tac_superiority[nation] = 0
    s.support_hex, s.support_nation, s.interdict_hex, s.interdict_nation = [], [], [], []
    if s.b29 == FLOWN:
        s.b29 = RESERVE
    elif s.b29 == COMMITTED:
        s.b29 = AVAILABLE
    s.b29_hex = s.suppressed = s.air_supply_hex = NO_SPACE
    if s.air_supply == FLOWN:
        s.air_supply = AVAILABLE
    s.no_gunfire = s.no_landing = 0
    s.planned = NOBODY
    s.tell("air-return", cases=("6.1p",))

"""Chapter 7: supply, attrition, and making the Superior happy."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, AUX, CHINESE, DRY, JAPANESE, US
from grognard.games.nemesis.rail import rail_reach
from grognard.games.nemesis.state import OUT_OF_SUPPLY, State, blocked
from grognard.games.nemesis.supply import (
    airfields_in_use,
    any_chains,
    depot_entries,
    depots_that_supply,
    full_chains,
    levels,
    limited_depots,
    network,
    rail_is_open,
    receives,
    survey,
    tag_of,
    trace,
    traced,
    usable_airfields,
    without_trace,
)
from grognard.kernel.bits import bitset, members
from grognard.kernel.map_search import flood
from random_games import some

case = pytest.mark.case


def level(table: Any, side: str, units: dict[str, Any], **more: Any) -> Any:
    """The levels that a Supply Check would give now."""
    t = table(units=units, **more)
    found = levels(t.state, ("Allied", "Japanese").index(side))
    return {t.game.unit_ids[u]: ("full", "limited", "out")[n] for u, n in found.items()}


# --- 7.1-A


@case("7.0-a", "7.1-B-a")
def test_levels_change_in_the_owners_supply_check_and_then_the_general_acts(table: Any) -> None:
    units = {"J31-58": "0806", "B17-48": "1408"}
    t = table(phase="japanese-supply", units=units, general=[0, 5], yunnan_active=1, dice=[5])
    assert t.level("J31-58") == "out"
    assert t.level("B17-48") == "full"
    assert t.state.superior == [5, 6]


@case("7.1-A-a", "7.1-A-k")
def test_a_depot_serves_everybody_in_its_range(table: Any) -> None:
    units = {"J31-58": "0907", "J31-124": "0907", "J15-51": "0910", "J31-138": "0906"}
    found = level(table, "Japanese", units)
    assert found == {"J31-58": "full", "J31-124": "full", "J15-51": "full", "J31-138": "out"}


@case("7.1-A-b", "R102")
def test_a_trace_is_light_counts_the_receivers_hex_and_not_its_own(table: Any) -> None:
    t = table(units={"J31-58": "1111"})
    s, start = t.state, t.space("1111")
    assert trace(s, JAPANESE, start, 6, 0) >> t.space("1008") & 1
    assert not trace(s, JAPANESE, start, 5, 0) >> t.space("1008") & 1
    assert trace(s, JAPANESE, start, 0, 0) >> start & 1
    mountain = t.space("1008")
    assert trace(s, JAPANESE, t.space("1009"), 2, 0) >> mountain & 1 == 1


@case("7.1-A-c")
def test_one_hex_is_always_reached(table: Any) -> None:
    t = table(units={"J31-58": "1111"})
    assert trace(t.state, JAPANESE, t.space("3510"), 1, 0) >> t.space("3410") & 1
    t = table(units={"J31-58": "1111"})
    assert not trace(t.state, JAPANESE, t.space("0412"), 1, 0) >> t.space("0512") & 1


@case("7.1-A-d", "5.1-D-d")
def test_a_trace_uses_link_rates_and_is_not_doubled_in_the_monsoon(table: Any) -> None:
    found = level(table, "Allied", {"B17-48": "0509"}, turn=9)
    assert found["B17-48"] == "full"
    t = table(turn=9, units={"B17-48": "0509"})
    assert trace(t.state, ALLIED, t.space("0511"), 2, 0) >> t.space("0509") & 1


@case("7.1-A-e", "7.1-A-h")
def test_a_transporter_without_supply_gives_none(table: Any) -> None:
    found = level(table, "Japanese", {"JH-31": "0806", "J31-58": "0706"})
    assert found == {"JH-31": "out", "J31-58": "out"}


@case("7.1-A-f", "R69")
def test_a_depot_needs_roads_or_tracks_from_an_entry_hex(table: Any) -> None:
    t = table(units={"J31-58": "1111"})
    assert all(net for net in depot_entries(t.state, JAPANESE).values())
    t = table(units={"C-16": "1713", "C-77": "1415", "J31-58": "1111"})
    assert depot_entries(t.state, JAPANESE)[t.space("1111")] == 0
    assert depot_entries(t.state, JAPANESE)[t.space("1516")]


@case("7.1-A-f", "R68")
def test_an_enemy_on_an_entry_hex_closes_it(table: Any) -> None:
    t = table(units={"J33-214": "3807", "J33-215": "3811"})
    assert depot_entries(t.state, ALLIED)[t.space("3609")] & 1 << CHINESE == 0


@case("7.1-A-g")
def test_the_us_entry_hex_needs_the_railway_in_india(table: Any) -> None:
    t = table(units={"S22-64": "2102", "J31-58": "0305"})
    assert not depot_entries(t.state, ALLIED)[t.space("2102")] >> US & 1
    assert level(table, "Allied", {"S22-64": "2103", "J31-58": "0305"})["S22-64"] == "limited"
    assert level(table, "Allied", {"S22-64": "2103", "JM-31": "0305"})["S22-64"] == "full"


@case("7.1-A-i")
def test_one_headquarters_in_a_chain_wherever_it_stands(table: Any) -> None:
    both = {"JH-31": "0907", "JM-31": "0806", "J31-58": "0606"}
    assert level(table, "Japanese", both, japanese_flags=["0606"])["J31-58"] == "full"
    mules_first = {"JM-31": "0907", "JH-31": "0806", "J31-58": "0606"}
    assert level(table, "Japanese", mules_first, japanese_flags=["0606"])["J31-58"] == "full"


@case("7.1-A-i")
def test_two_headquarters_do_not_chain_even_with_mules_between(table: Any) -> None:
    units = {"JH-31": "0907", "JM-31": "0806", "JH-ARMY": "0706", "JX-24B": "0404", "J31-58": "0605"}
    found = level(table, "Japanese", units, japanese_flags=["0606", "0404"])
    assert found["JM-31"] == found["J31-58"] == "full"
    assert found["JH-ARMY"] == found["JX-24B"] == "out"


@case("7.1-A-j", "R71")
def test_enemy_units_and_objectives_stop_a_trace_transporters_and_zones_do_not(table: Any) -> None:
    assert level(table, "Allied", {"B17-48": "0509", "J31-58": "0510"})["B17-48"] == "full"
    assert level(table, "Allied", {"B17-48": "0416", "J31-58": "0414"})["B17-48"] == "out"
    assert level(table, "Allied", {"B17-48": "0416", "JM-31": "0414"})["B17-48"] == "full"
    assert level(table, "Japanese", {"J31-58": "0808"}, allied_flags=[])["J31-58"] == "out"
    assert level(table, "Japanese", {"J31-58": "0808"}, japanese_flags=["0809"])["J31-58"] == "full"


# --- 7.1-B


@case("7.1-B-b")
def test_air_units_are_always_in_full_supply(table: Any) -> None:
    t = table(phase="allied-supply", units={"B17-48": "1408"}, dice=[6, 1])
    assert t.level("A-RAF1") == "full"


@case("7.1-B-c", "7.1-B-d", "7.1-B-e", "R50")
@pytest.mark.parametrize(("word", "attack", "defence"), [("full", 7, 7), ("limited", 4, 7), ("out", 4, 4)])
def test_strength_by_level_each_unit_alone_rounded_up(table: Any, word: str, attack: int, defence: int) -> None:
    from grognard.games.nemesis.odds import strength

    t = table(units={"B17-48": "0418"}, level={"B17-48": word})
    unit = t.unit("B17-48")
    assert (strength(t.state, unit, True), strength(t.state, unit, False)) == (attack, defence)


# --- 7.1-C


@case("7.1-C-a", "R73")
def test_an_airfield_gives_limited_supply_in_and_next_to_its_hex(table: Any) -> None:
    cut = {"J31-58": "0607", "J31-124": "0411"}
    found = level(table, "Allied", {**cut, "B17-48": "0510", "B17-63": "0508", "BH": "0511", "B23-1": "0509"})
    assert found["B17-48"] == found["BH"] == found["B23-1"] == "limited"
    t = table(units={"C-77": "2508", "J18-114": "2607"}, allied_flags=["2607"])
    assert not usable_airfields(t.state) >> t.space("2607") & 1
    t = table(units={"C-77": "2508"}, allied_flags=["2607"])
    assert usable_airfields(t.state) >> t.space("2607") & 1


@case("7.1-C-a")
def test_former_japanese_airfields_serve_the_allies_and_none_serves_the_japanese(table: Any) -> None:
    found = level(table, "Allied", {"SG-1": "2607", "B50P": "2608"}, allied_flags=["2607"])
    assert found == {"SG-1": "limited", "B50P": "limited"}
    cut = {"C-16": "1722", "C-77": "1522", "C-111": "1422", "B17-48": "2722", "J18-E": "1815"}
    assert level(table, "Japanese", cut)["J18-E"] == "limited"
    assert level(table, "Japanese", {**cut, "J18-E": "2820"})["J18-E"] == "out"


@case("7.1-C-b")
def test_chindits_are_never_out_of_supply(table: Any) -> None:
    assert level(table, "Allied", {"C-77": "1711", "C-b1": "1711", "B50P": "1711"}) == {
        "C-77": "limited",
        "C-b1": "limited",
        "B50P": "out",
    }
    assert level(table, "Allied", {"C-77": "0510"})["C-77"] == "full"


@case("7.1-C-c", "7.1-C-d", "R109")
def test_river_supply_is_limited_and_ends_only_with_the_depot(table: Any) -> None:
    cut = {"C-16": "1713", "C-77": "1415", "J31-58": "1110"}
    assert level(table, "Japanese", cut)["J31-58"] == "limited"
    assert level(table, "Japanese", {**cut, "B17-48": "1111"})["J31-58"] == "out"
    assert level(table, "Japanese", cut, allied_flags=["1111"])["J31-58"] == "out"


@case("7.1-C-e", "7.1-C-f")
def test_a_wrong_nationality_or_division_in_the_chain_means_limited(table: Any) -> None:
    assert level(table, "Allied", {"Y87-259": "0510"})["Y87-259"] == "limited"
    units = {"JM-15": "0907", "J31-58": "0806", "JX-24B": "0806", "JM-X1": "0910", "J31-124": "0808"}
    found = level(table, "Japanese", units, japanese_flags=["0809"])
    assert found["J31-58"] == "limited"
    assert found["JX-24B"] == "full"
    assert found["J31-124"] == "full"


@case("R111")
def test_a_transporter_fed_by_an_airfield_feeds_others(table: Any) -> None:
    cut = {"J31-58": "0607", "J31-124": "0411", "J33-213": "0713", "J33-214": "0612"}
    found = level(table, "Allied", {**cut, "BH": "0610", "B17-48": "0809"}, japanese_flags=["0612"])
    assert found["BH"] == "limited"
    assert found["B17-48"] == "limited"


@case("R111")
def test_such_a_chain_may_begin_where_there_is_no_depot_with_one_headquarters_in_it(table: Any) -> None:
    fed = {"SM-1": "2607", "SG-1": "2609"}
    assert level(table, "Allied", fed, allied_flags=["2607"])["SG-1"] == "limited"
    two = {"SH": "2607", "BH": "2513", "SG-1": "2613"}
    found = level(table, "Allied", two, allied_flags=["2607"])
    assert (found["SH"], found["BH"], found["SG-1"]) == ("limited", "out", "out")


@case("R108")
def test_depots_that_can_supply_whatever_their_nationality(table: Any) -> None:
    t = table(units={"J33-214": "0417", "B17-48": "0418"})
    found = {t.game.space_ids[h] for h in depots_that_supply(t.state, ALLIED)}
    assert {"0404", "0511", "2102", "3609"} <= found
    assert "0418" not in found


# --- R74


@case("R74")
def test_no_airfield_is_used_while_roads_are_open(table: Any) -> None:
    t = table()
    assert airfields_in_use(t.state) == 0


@case("R74")
def test_of_several_sets_the_one_without_imphal_is_taken(table: Any) -> None:
    cut = {"J31-58": "0607", "J31-124": "0411", "J31-138": "0809"}
    t = table(units={**cut, "B17-48": "0611"}, japanese_flags=["0809"])
    # The depot of Imphal can live on Imphal's own Airfield only; Palel's depot and Tamu's hang on the same roads.
    used = {t.game.space_ids[h] for h in members(airfields_in_use(t.state))}
    assert "0511" in used
    t = table(units={"J31-58": "0510", "J31-124": "0610", "J33-214": "0411", "B17-48": "0611"}, japanese_flags=["0511"])
    assert {t.game.space_ids[h] for h in members(airfields_in_use(t.state))} == {"0612"}


@case("R74")
def test_a_chindit_never_makes_an_airfield_used(table: Any) -> None:
    t = table(units={"C-77": "2508"}, allied_flags=["2607"])
    assert not airfields_in_use(t.state) >> t.space("2607") & 1


# --- 7.1-D


@case("7.1-D-a", "7.1-D-f", "R75")
def test_newly_out_of_supply_only_quality_1_suffers_in_the_check(table: Any) -> None:
    units = {"Y87-259": "3301", "B20-32": "1408", "B50P": "1408"}
    t = table(phase="allied-supply", units=units, dice=[6, 1])
    assert (t.steps("Y87-259"), t.steps("B20-32"), t.steps("B50P")) == (1, 2, 2)
    assert t.state.out_since[t.unit("B50P")] == 1


@case("7.1-D-b", "7.1-D-f", "R75")
def test_quality_2_suffers_at_the_end_of_that_turn_and_quality_3_not_yet(table: Any) -> None:
    units = {"Y87-259": "3301", "B20-32": "1408", "B50P": "1408"}
    t = table(turn=2, phase="end", units=units, level=dict.fromkeys(units, "out"))
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert (t.steps("Y87-259"), t.steps("B20-32"), t.steps("B50P")) == (1, 1, 2)


@case("7.1-D-f", "R75")
def test_quality_3_suffers_in_the_check_of_the_next_turn_and_at_its_end(table: Any) -> None:
    units = {"B50P": "1408"}
    level_, since = {"B50P": "out"}, {"B50P": 1}
    t = table(turn=2, phase="allied-supply", units=units, level=level_, out_since=since, dice=[6, 1])
    assert t.steps("B50P") == 1
    t = table(turn=2, phase="end", units=units, level=level_, out_since=since)
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.steps("B50P") == 1


@case("7.1-D-c")
def test_who_can_trace_at_the_end_of_the_turn_suffers_nothing_but_stays_out_of_supply(table: Any) -> None:
    t = table(turn=2, phase="end", units={"B20-32": "0510"}, level={"B20-32": "out"})
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.steps("B20-32") == 2
    assert t.level("B20-32") == "out"


@case("7.1-D-g")
def test_the_next_check_brings_it_back(table: Any) -> None:
    t = table(turn=2, phase="allied-supply", units={"B20-32": "0510"}, level={"B20-32": "out"}, dice=[6, 1])
    assert t.level("B20-32") == "full"
    assert t.state.out_since[t.unit("B20-32")] == 0


@case("R75")
def test_the_enemys_check_costs_nothing(table: Any) -> None:
    t = table(
        turn=2, phase="japanese-supply", units={"Y87-259": "3301"}, level={"Y87-259": "out"}, dice=[6], yunnan_active=1
    )
    assert t.steps("Y87-259") == 2


@case("7.1-D-d", "R1")
@pytest.mark.parametrize(("die", "where"), [(3, "APERM"), (4, "1408")])
def test_a_small_unit_suffers_on_1_to_3(table: Any, die: int, where: str) -> None:
    units, since = {"BL-ASM": "1408"}, {"BL-ASM": 1}
    t = table(turn=2, phase="allied-supply", units=units, level={"BL-ASM": "out"}, out_since=since, dice=[die, 6, 1])
    assert t.where("BL-ASM") == where


@case("7.1-D-e", "R76")
def test_a_suffering_transporter_goes_to_a_depot_like_quality_2(table: Any) -> None:
    t = table(phase="allied-supply", units={"BM-1": "1408"}, dice=[6, 1])
    assert (t.where("BM-1"), t.level("BM-1")) == ("1408", "out")
    t = table(turn=2, phase="end", units={"BM-1": "1408"}, level={"BM-1": "out"})
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.asked.prompt == "relocate"
    t.do("relocate", "BM-1", "0511")
    assert (t.where("BM-1"), t.level("BM-1")) == ("0511", "out")


@case("7.1-D-e")
def test_a_suffering_truck_returns_next_turn(table: Any) -> None:
    t = table(turn=2, phase="end", units={"BTRK": "0817"}, level={"BTRK": "out"})
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.where("BTRK") == "T3"


@case("R77")
def test_at_the_end_of_the_turn_transporters_on_their_back_supply_nobody(table: Any) -> None:
    units = {"JM-31": "0907", "J31-58": "0806"}
    t = table(turn=2, phase="end", units=units, level=dict.fromkeys(units, "out"), out_since={"J31-58": 1})
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.steps("J31-58") == 2
    assert t.where("JM-31") == "0907"


@case("R41")
def test_both_sides_suffer_from_one_frozen_position(table: Any) -> None:
    units = {"BL-RIF": "1211", "J31-b1": "1310", "B20-32": "1408"}
    level_ = dict.fromkeys(units, "out")
    t = table(turn=2, phase="end", units=units, level=level_, out_since=dict.fromkeys(units, 1), dice=[1, 1])
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    (roll,) = t.told("attrition")
    assert len(roll.dice) == len(roll.args[0])


# --- 7.2


@case("7.2-a", "7.2-c", "R78")
@pytest.mark.parametrize(("die", "superior"), [(4, 6), (5, 5)])
def test_flags_help_the_general_before_the_die_and_he_begins_again(table: Any, die: int, superior: int) -> None:
    flags = ["0606", "0418"]
    t = table(
        phase="japanese-supply",
        units={"J31-58": "1111"},
        general=[0, 2],
        japanese_flags=flags,
        dice=[die],
        yunnan_active=1,
    )
    assert t.state.superior[JAPANESE] == superior
    assert t.state.general[JAPANESE] == 0


@case("7.2-b", "R78")
def test_in_a_red_dot_turn_an_own_flag_on_an_own_objective_comes_off(table: Any) -> None:
    flags = ["2607", "2308", "0606"]
    t = table(
        turn=3, phase="japanese-supply", units={"J31-58": "1111"}, japanese_flags=flags, dice=[6], yunnan_active=1
    )
    assert t.asked.prompt == "remove-flag"
    assert t.goals("remove-flag") == {"2607", "2308"}
    t.do("remove-flag", "2607")
    assert t.flag("2607") == ""
    t = table(
        turn=4, phase="japanese-supply", units={"J31-58": "1111"}, japanese_flags=flags, dice=[6], yunnan_active=1
    )
    assert t.phase() == "allied-assault"


# --- R67: against a brute-force reference on random small positions


class Reference:
    """The supply rules read straight from 7.1: every chain is walked, nothing is shared or remembered."""

    def __init__(self, s: State, side: int) -> None:
        self.s, self.g, self.side = s, s.game, side
        self.shut = blocked(s, side)
        self.transporters = members(s.on_map & s.game.transporters_of[side])
        self.found: dict[tuple[int, int], set[int]] = {}

    def cost(self, a: int, b: int) -> int:
        g, s = self.g, self.s
        wet = g.weather(s.turn) != DRY
        m = g.map
        if m.has_link("road", a, b) or m.has_link("rail", a, b):
            cost = 1
        elif m.has_link("track", a, b) or m.has_link("path", a, b):
            cost = 2
        else:
            cost = {"clear": 2, "jungle": 4, "hill": 6, "mountain": 8}[m.terrain[b]]
            if m.has_edge("major river", a, b) or (wet and m.has_edge("minor river", a, b)):
                cost += 4
        if self.side == ALLIED and s.ambushes >> b & 1:
            cost += 2
        return cost

    def reaches(self, start: int, goal: int, reach: int) -> bool:
        """Bellman-Ford over the hexes near enough, with no cleverness."""
        if start == goal:
            return True
        m = self.g.map
        if self.shut >> goal & 1:
            return False
        if goal in self.g.neighbours[start] and not m.has_edge("lake", start, goal):
            return True
        if (start, reach) not in self.found:
            self.found[start, reach] = self.within(start, reach)
        return goal in self.found[start, reach]

    def within(self, start: int, reach: int) -> set[int]:
        m = self.g.map
        best = {start: 0}
        changed = True
        while changed:
            changed = False
            for a, spent in list(best.items()):
                for b in self.g.neighbours[a]:
                    if self.shut >> b & 1 or m.has_edge("lake", a, b):
                        continue
                    total = spent + self.cost(a, b)
                    if total <= reach and total < best.get(b, reach + 1):
                        best[b] = total
                        changed = True
        return set(best)

    def entries(self, depot: int) -> set[int]:
        """The nationalities of entry hexes joined to a depot by Roads and Tracks."""
        g, s, m = self.g, self.s, self.g.map
        if self.shut >> depot & 1:
            return set()
        seen, queue = {depot}, [depot]
        while queue:
            a = queue.pop()
            for b in g.neighbours[a]:
                linked = any(m.has_link(kind, a, b) for kind in ("road", "rail", "track"))
                if linked and b not in seen and not self.shut >> b & 1:
                    seen.add(b)
                    queue.append(b)
        found = {n for n, hexes in enumerate(g.entries[self.side]) if any(hexes >> h & 1 for h in seen)}
        if self.side == ALLIED and any(s.present[JAPANESE] >> h & 1 for h in members(g.india_rail)):
            found.discard(US)
        return found

    def airfields(self) -> list[int]:
        g, s = self.g, self.s
        if self.side != ALLIED:
            return []
        held = g.printed[ALLIED] & ~s.flags[JAPANESE] | s.flags[ALLIED]
        return [h for h in members(g.airfields) if held >> h & 1 and not s.present[JAPANESE] >> h & 1]

    def beside_airfield(self, hex_: int) -> bool:
        return any(hex_ == h or hex_ in self.g.neighbours[h] for h in self.airfields())

    def tag(self, unit: int) -> int:
        return self.g.division[unit] if self.side == JAPANESE else self.g.nation_of[unit]

    def fits(self, giver: int, tag: int) -> bool:
        if self.side == JAPANESE:
            return tag == AUX or self.g.division[giver] in (tag, AUX)
        return self.g.nation_of[giver] == tag

    def is_fed(self, unit: int, tag: int | None) -> bool:
        """By some chain: walked backwards from the receiver, no Transporter twice, one headquarters at most."""
        hq = bool(self.g.hqs >> unit & 1)
        return self._fed_at(self.s.where[unit], tag, hq, (unit,))

    def _fed_at(self, hex_: int, tag: int | None, hq: bool, used: tuple[int, ...]) -> bool:
        for depot in self.g.depots[self.side]:
            if self._depot_gives(depot, tag) and self.reaches(depot, hex_, self.g.depot_range[depot]):
                return True
        for giver in self.transporters:
            is_hq = bool(self.g.hqs >> giver & 1)
            if giver in used or (hq and is_hq) or (tag is not None and not self.fits(giver, tag)):
                continue
            here = self.s.where[giver]
            if not self.reaches(here, hex_, self.g.range[giver]):
                continue
            if tag is None and self.beside_airfield(here):
                return True
            if self._fed_at(here, tag, hq or is_hq, (*used, giver)):
                return True
        return False

    def _depot_gives(self, depot: int, tag: int | None) -> bool:
        nations = self.entries(depot)
        if tag is not None:
            if self.side == JAPANESE:
                return bool(nations)
            return tag in nations and self.g.depot_nation[depot] == tag
        if nations:
            return True
        if self.shut >> depot & 1:
            return False
        if self.side == ALLIED:
            return self.beside_airfield(depot)
        ring = self.g.depot_ring[depot]
        return ring == "dark" or (ring == "light" and self.s.turn >= 5)

    def level(self, unit: int) -> int:
        if self.is_fed(unit, self.tag(unit)):
            return 0
        chindit = self.side == ALLIED and self.g.rows[unit]["force"] == "Chindit"
        return 1 if chindit or self.is_fed(unit, None) or self.beside_airfield(self.s.where[unit]) else 2


def small_position(table: Any, seed: int) -> Any:
    """A few counters near some depots, some flags, some Ambushes, any turn."""
    rng = random.Random(seed)
    t = table(turn=rng.choice([1, 4, 5, 9]))
    g = t.game
    hub = rng.choice([*g.depots[0], *g.depots[1]])
    area = members(g.around(1 << hub, rng.choice([3, 4, 6])))
    taken: dict[int, int] = {}
    units: dict[str, str] = {}
    pool = members((g.ground | g.transporters) & ~g.battalions & ~g.regiments)
    transporters = members(g.transporters)
    for unit in [*rng.sample(pool, 10), *rng.sample(transporters, 6)]:
        hex_ = rng.choice(area)
        if taken.setdefault(hex_, g.side_of[unit]) == g.side_of[unit]:
            units[g.unit_ids[unit]] = g.space_ids[hex_]
    flags = rng.sample(members(g.objectives), 6)
    t.edit(
        units=units,
        allied_flags=[g.space_ids[h] for h in flags[:3]],
        japanese_flags=[g.space_ids[h] for h in flags[3:]],
        ambushes=[g.space_ids[h] for h in rng.sample(area, min(4, len(area)))],
    )
    return t


@case("R67", "7.1-A-i", "7.1-A-j")
@pytest.mark.parametrize("seed", some(5, 12))
def test_levels_agree_with_a_brute_force_reference(table: Any, seed: int) -> None:
    t = small_position(table, seed)
    for side in (ALLIED, JAPANESE):
        reference = Reference(t.state, side)
        found = levels(t.state, side)
        assert {u: reference.level(u) for u in found} == found
        assert without_trace(t.state, side, list(found)) == [u for u in found if found[u] == OUT_OF_SUPPLY]


@case("R74")
@pytest.mark.parametrize("seed", range(12, 24))
def test_of_all_sets_of_airfields_that_do_the_kindest_is_in_use(table: Any, seed: int) -> None:
    t = small_position(table, seed)
    s, g = t.state, t.game
    net, usable = network(s, ALLIED), usable_airfields(s)
    tags = [full_chains(s, net, tag) for tag in range(3)]
    counters = [
        u for u in members(s.on_map & g.of_side[ALLIED] & ~g.chindits) if not receives(s, tags[tag_of(s, u)], u)
    ]

    def served(fields: int) -> tuple[list[int], int]:
        found, around = any_chains(s, net, fields), g.grown(fields)
        fed = [u for u in counters if receives(s, found, u) or around >> s.where[u] & 1]
        return fed, limited_depots(s, ALLIED, net.entries, fields)

    every = members(usable)
    sets = [bitset(some) for size in range(len(every) + 1) for some in combinations(every, size)]
    able = [some for some in sets if served(some) == served(usable)]
    dear = (g.imphal, g.palel, g.dimapur)
    kindest = min(able, key=lambda some: (*(some >> h & 1 for h in dear), some.bit_count(), members(some)))
    assert airfields_in_use(s) == kindest


@case("R74")
@pytest.mark.parametrize("seed", range(12, 24))
def test_the_airfields_in_use_give_everybody_his_level(table: Any, seed: int) -> None:
    t = small_position(table, seed)
    s = t.state
    used = airfields_in_use(s)
    assert used & ~usable_airfields(s) == 0
    net, found = network(s, ALLIED), survey(s, ALLIED)
    some = any_chains(s, net, used)
    around = s.game.grown(used)
    for unit, n in levels(s, ALLIED).items():
        if n == 1 and not s.game.chindits >> unit & 1:
            hexes = some.without_hq if s.game.hqs >> unit & 1 else some.covered
            assert (hexes | around) >> s.where[unit] & 1
    assert bitset(found.net.hex_of) == bitset(net.hex_of)


@case("7.1-A-j", "R72", "R102")
@pytest.mark.parametrize("seed", range(12))
def test_a_trace_is_stopped_by_what_lies_in_its_way_and_by_nothing_else(table: Any, seed: int) -> None:
    s = small_position(table, seed).state
    g = s.game
    wet = int(g.weather(s.turn) != DRY)
    for side in (ALLIED, JAPANESE):
        shut, ambushes = blocked(s, side), s.ambushes if side == ALLIED else 0
        for unit in members(g.transporters_of[side] & s.on_map):
            # Worked out from the whole map, without anything that was kept.
            whole = traced.__wrapped__(g, s.where[unit], g.range[unit], wet, shut, ambushes)
            assert trace(s, side, s.where[unit], g.range[unit], shut) == whole


@case("7.1-A-f", "7.1-A-g", "8.1-B-e", "R83")
@pytest.mark.parametrize("seed", range(12))
def test_roads_and_railways_are_cut_by_what_stands_on_them_now(table: Any, seed: int) -> None:
    s = small_position(table, seed).state
    g = s.game
    for side in (ALLIED, JAPANESE):
        shut = blocked(s, side)
        for nation, entries in enumerate(g.entries[side]):
            joined = flood(g.road_graph, entries, shut)
            cut_off = side == ALLIED and nation == US and not rail_is_open(s)
            for depot, nations in depot_entries(s, side).items():
                assert nations >> nation & 1 == (0 if cut_off else joined >> depot & 1)
        for start in members(g.rail_hexes[side]):
            reached = flood(g.rail_graph[side], 1 << start, shut)
            if side == JAPANESE and not reached & (g.rail_ends | 1 << g.myitkyina):
                reached = 0
            assert rail_reach(s, side, start) == reached

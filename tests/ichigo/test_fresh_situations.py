"""Positions set up by hand where two or three rules meet that seldom do; what must come of them is the rulebook's."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.movement import step_cost
from grognard.games.ichigo.odds import Attack, attack_strength, defence_strength, shifts
from grognard.games.ichigo.supply import OUT, supply
from grognard.games.ichigo.victory import ledger, points
from grognard.kernel.bits import each, members
from ichigo.conftest import GAME

case = pytest.mark.case
CHINA, JAPAN, US = (GAME.nation_of[GAME.unit_index[name]] for name in ("CH-HM", "J-CEA-D3", "US-7"))
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
NO_TANKS = {"J-CEA-T12": "OUT", "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}
QUIET = {"J-CEA-D3": "2302", "CH-5": "0712"}


def totals(t, nation, target, *units, **support):
    """The shifts of an attack, by name."""
    attack = Attack(nation, GAME.space_index[target], [t.unit(u) for u in units], **support)
    return {m.text: m.value for m in shifts(t.state, attack)}


def around(hex_):
    """The land hexes next to one."""
    return [GAME.space_ids[h] for h in each(GAME.open_near[GAME.space_index[hex_]]) if h < GAME.hexes]


# --- strengths and shifts


@case("7.3b", "11.13a")
@pytest.mark.parametrize(("units", "strength"), [
    (["J-CEA-D3"], 1), (["J-CEA-D65"], 1), (["J-CEA-B1"], 1), (["J-CEA-B1", "J-CEA-B7"], 1),
    (["J-CEA-D3", "J-CEA-B1"], 2), (["J-CEA-D3", "J-CEA-D65", "J-CEA-B1"], 2),
])  # fmt: skip
def test_out_of_supply_and_across_a_river_is_a_quarter_rounded_up_once(table, units, strength):
    t = table(turn=9, phase="japanese-combat", units={**dict.fromkeys(units, "2004"), "CH-5": "0712"},
              causeway="cancelled", b29="2004")  # fmt: skip
    assert all(supply(t.state, t.unit(u)) == OUT for u in units)
    assert attack_strength(t.state, GAME.space_index["2005"], [t.unit(u) for u in units]) == strength


@case("7.3b", "11.1a")
def test_out_of_supply_units_defend_in_full(table):
    t = table(turn=9, phase="chinese-combat", units={"J-CEA-D3": "2004", "CH-5": "2005", **NO_TANKS},
              causeway="cancelled", b29="2004")  # fmt: skip
    assert defence_strength(t.state, GAME.space_index["2004"]) == 4


@case("11.16", "11.14b", "11.15a")
def test_the_fleet_makes_up_for_a_citys_walls_and_no_ring_of_attackers_counts_there(table):
    port = next(p for p in ("2621", "2223") if len(around(p)) >= 3)
    ring = dict(zip(("US-6", "US-7", "US-24", "US-25", "US-31"), around(port), strict=False))
    t = table(turn=9, phase="us-combat", units={**ring, "J-CEA-D13": port, **QUIET}, **LAUNCHED)
    found = totals(t, US, port, *ring)
    assert sum(found.values()) == 0
    assert not any("concentric" in text.lower() for text in found)


@case("11.16", "11.14a", "7.4b")
def test_a_japanese_attack_on_a_coastal_city_after_the_landings_loses_three_columns(table):
    t = table(turn=9, phase="japanese-combat", units={"US-7": "2621", "J-CEA-D13": around("2621")[0], **QUIET},
              **LAUNCHED)  # fmt: skip
    assert sum(totals(t, JAPAN, "2621", "J-CEA-D13").values()) == -3


@case("11.16", "11.23a")
def test_the_fleet_helps_the_chinese_too(table):
    t = table(turn=9, phase="chinese-combat", units={"CH-18": around("2621")[0], "J-CEA-D13": "2621", **QUIET},
              tried=["CH-18"], **LAUNCHED)  # fmt: skip
    assert sum(totals(t, CHINA, "2621", "CH-18").values()) == 0, "city one left, gunfire one right"


@case("11.17a", "11.28b", "11.28c")
def test_a_tank_regiment_and_the_special_forces_shift_two_columns_and_pay_the_first_two_steps(table):
    t = table(turn=9, phase="japanese-combat", units={"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303",
              "CH-18": "2303", "J-14AA-SF": "SUPPORT"}, tried=["CH-5", "CH-18"], **LAUNCHED)  # fmt: skip
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", tanks=1, special=1, dice=[1])
    while t.asked.prompt == "losses" and t.side == "Allied":
        t.do(*t.options()[0])
    attackers, _, _ = t.result().partition("/")
    assert {t.where("J-14AA-SF"), t.where("J-CEA-T12")} == {"JDEAD"}
    owed = max(0, int(attackers) - 2)
    assert sum(t.steps(u) for u in ("J-CEA-D3", "J-CEA-D13")) + (owed if t.asked.prompt == "losses" else 0) == 4


@case("11.21")
def test_a_reduced_division_does_not_die_while_another_is_whole_but_a_brigade_may(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": ["2302", 1], "J-CEA-D13": "2302", "J-CEA-B1": "2302",
              "CH-5": "2303", "CH-18": "2303", "CH-74": "2303"}, tried=["CH-5", "CH-18", "CH-74"])  # fmt: skip
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", "J-CEA-B1", dice=[1])
    assert t.side == "Japanese"
    assert t.goals("lose") == {"J-CEA-D13", "J-CEA-B1"}


@case("11.23a", "11.26b", "11.20c")
def test_one_regular_out_of_a_militias_hex_pays_alone_and_what_is_over_is_ignored(table):
    t = table(turn=2, phase="chinese-combat", units={"J-CEA-D3": "2303", "J-CEA-D13": "2303", "CH-HM": "2302",
              "CH-85": "2302", **NO_TANKS}, tried=["CH-85"], allied=["2302"])  # fmt: skip
    t.attack("2303", "CH-85", dice=[1])
    assert t.where("CH-85") == "POOL"
    assert t.where("CH-HM") == "2302"


@case("11.29a", "11.23a", "3.5c")
def test_a_garrison_beaten_by_an_attacker_that_dies_of_it_keeps_its_city(table):
    t = table(turn=2, phase="chinese-combat", units={"CH-5": "2303", "J-CEA-D3": "2705", **NO_TANKS}, tried=["CH-5"])
    t.attack("2302", "CH-5", dice=[6])
    assert t.where("CH-5") == "POOL"
    assert t.owner("2302") == "Japanese"


@case("11.27b", "11.29a")
def test_an_attack_of_zeros_on_a_garrison_is_no_attack(table):
    t = table(turn=2, phase="chinese-combat", units={"CH-G2": "2303", "J-CEA-D3": "2705", **NO_TANKS})
    t.attack("2302", "CH-G2")
    assert t.where("CH-G2") == "POOL"
    assert t.owner("2302") == "Japanese"
    assert not t.told("battle")


# --- movement


@case("10.8", "10.9", "8.4a", "8.4b", "10.13")
def test_a_mountain_across_a_river_under_enemy_airpower_costs_5(table):
    g = GAME
    peaks = ((a, b) for b in each(g.mountains) for a in each(g.open_near[b]))
    there = next((a, b) for a, b in peaks if g.rivers[a] >> b & 1)
    t = table(turn=2, phase="japanese-movement", units=QUIET, air="Allied", air_markers=[g.space_ids[there[1]]])
    assert step_cost(t.state, JAPAN, *there) == 5
    assert step_cost(t.state, CHINA, *there) == 3, "one's own airpower costs nothing"


@case("8.9b", "10.17b")
def test_a_unit_near_the_bombers_has_3_mp_and_no_strategic_movement(table):
    t = table(turn=9, phase="japanese-movement", units={"J-CEA-D13": "2404", **QUIET}, causeway="cancelled", b29="2302")
    t.act("move", "J-CEA-D13")
    assert t.asked.about[1] == 3
    assert not t.told("mp-die")


@case("8.9b", "7.2a")
def test_who_comes_near_the_bombers_on_the_way_goes_on_and_attacks_at_half(table):
    t = table(turn=9, phase="japanese-movement", units={"J-CEA-D13": "2006", **QUIET}, causeway="cancelled", b29="2302")
    before = supply(t.state, t.unit("J-CEA-D13"))
    t.act("move", "J-CEA-D13", dice=[6])
    left = t.asked.about[1]
    for _ in range(3):
        step = min((o for o in t.options("to")), key=lambda o: GAME.map.distance(t.space(o[-1]), t.space("2302")))
        t.act(*step)
    assert left == 6
    assert before != OUT
    assert supply(t.state, t.unit("J-CEA-D13")) == OUT


@case("6.3b", "6.3a")
def test_militia_leave_room_for_four_regulars(table):
    four = dict.fromkeys(("CH-5", "CH-18", "CH-74"), "1714")
    t = table(turn=2, phase="chinese-movement", units={"J-CEA-D3": "2302", "CH-HM": "1714", **four, "CH-10": "1713"},
              dice=[])  # fmt: skip
    t.act("move", "CH-10", dice=[6]).act("to", "1714")
    assert t.offers("stop")


# --- landings


@case("5.3.12a", "11.29a", "R38")
def test_a_landing_takes_a_port_from_its_garrison_without_a_fight(table):
    t = table(turn=8, phase="landing", units={**QUIET, "US-7": "3221"}, causeway="launched", beachheads=["3221"],
              allied=["3221"], japanese=["2621"])  # fmt: skip
    t.act("beachhead", "2621").act("land", "US-6", "2621")
    assert t.owner("2621") == "Allied"
    assert not t.told("battle")


@case("5.3.12b", "2.15a", "R38")
@pytest.mark.parametrize("steps", [1, 2])
def test_the_2nd_tank_division_given_up_counts_for_the_steps_it_had(table, steps):
    t = table(turn=8, phase="landing", units={**QUIET, "US-7": "3221", "J-14AA-2T": ["2819", steps]},
              causeway="launched", beachheads=["3221"], allied=["3221"])  # fmt: skip
    t.act("beachhead", "2819")
    lost = t.told("displaced-eliminated")[0]
    assert t.game.mentions(lost)["loss"] == steps


@case("5.3.12b", "2.15a", "R38")
def test_units_that_no_hex_is_open_to_count_for_all_their_steps_and_chinese_regulars_for_none(table):
    closed = {"CH-18": "2818", "CH-74": "2719", "CH-100": "2720"}
    t = table(turn=8, phase="landing", units={**QUIET, "US-7": "3221", "J-CEA-D13": "2819", "J-CEA-D26": ["2819", 1],
              **closed}, causeway="launched", beachheads=["3221"], allied=["3221"])  # fmt: skip
    t.act("beachhead", "2819")
    assert t.game.mentions(t.told("displaced-lost")[0])["loss"] == 3


# --- reinforcements


@case("9.2c", "R42")
def test_one_reduced_division_alone_stands_for_nothing_and_brigades_go(table):
    units = {"J-CEA-D26": "2302", "J-CEA-D62": ["2303", 1], "J-CEA-B1": "2303", "J-CEA-B7": "2303", "CH-5": "0712"}
    t = table(turn=5, phase="reinforcement", units=units)
    assert t.goals("withdraw") == {"J-CEA-B1", "J-CEA-B7"}, "the 26th is gone already, being the only one"
    assert t.where("J-CEA-D26") != "2302"


@case("9.5a", "11.29d")
def test_a_city_lost_and_retaken_is_still_one_to_absorb_in(table):
    t = table(turn=2, phase="reinforcement", units={"J-CEA-D13": ["2302", 1], "J-CEA-B1": "2302", "CH-5": "0712"},
              fallen=["2302"])  # fmt: skip
    assert t.options("absorb") == [("absorb", "J-CEA-D13", "J-CEA-B1")]


@case("9.5a")
def test_a_captured_chinese_city_is_none_to_absorb_in(table):
    t = table(turn=2, phase="reinforcement", units={"J-CEA-D13": ["2108", 1], "J-CEA-B1": "2108", "J-CEA-D3": "2302",
              "CH-5": "0712"}, japanese=["1714"])  # fmt: skip
    t.edit(add={"J-CEA-D13": ["1714", 1], "J-CEA-B1": "1714"})
    assert t.options("absorb") == []


@case("9.7d", "9.7c")
@pytest.mark.parametrize(("die", "number"), [(5, 3), (1, 1), (6, 3)])
def test_without_airbases_half_as_many_chinese_come_rounded_up(table, die, number):
    t = table(turn=2, phase="chinese-reinforcement", units=QUIET, japanese=BASES, dice=[die, *range(1, 76)])
    assert t.told("chinese-drawn")[0].args == (number,)


# --- victory


@case("4.2e", "R21")
def test_units_on_the_railroad_are_not_east_of_it(table):
    t = table(turn=9, phase="chinese-combat", units={**QUIET, "CH-18": RAIL[5]}, causeway="cancelled")
    assert [line.text for line in ledger(t.state) if line.value] == ["No Chinese unit east of the railroad"]


@case("4.2e")
def test_a_single_militia_east_of_the_railroad_denies_the_point(table):
    east = GAME.space_ids[each(GAME.east)[0]]
    with_it = table(turn=9, phase="chinese-combat", units={"J-CEA-D3": "2302", "CH-5": "0712", "CH-JM": east},
                    causeway="cancelled")  # fmt: skip
    without = table(turn=9, phase="chinese-combat", units={"J-CEA-D3": "2302", "CH-5": "0712"}, causeway="cancelled")
    assert points(without.state) == points(with_it.state) + 1


@case("4.3e", "4.3f", "4.3g")
def test_both_ends_of_the_railroad_and_wuhan_cost_three_points(table):
    base = {"units": {"J-CEA-D3": "2302", "CH-5": "0712", "J-FG-D9": "3417"}, "turn": 12, "phase": "chinese-combat",
            **LAUNCHED}  # fmt: skip
    ours = ["1801", "0925", "2008", "3106"]
    held = table(**{**base, "allied": ["3221", "2819", "1803"]}, japanese=ours)
    lost = table(**{**base, "allied": ["3221", "2819", "1803", "1801", "0925", "2008"]})
    assert points(held.state) - points(lost.state) == 3


@case("4.3d", "4.3h")
def test_one_division_beside_takao_is_worth_two_points(table):
    beside = next(h for h in around("3221"))
    base = {"turn": 12, "phase": "chinese-combat", **LAUNCHED}
    there = table(units={**QUIET, "J-FG-D9": beside}, **base)
    away = table(units=QUIET, **base)
    assert points(there.state) - points(away.state) == 2, "one for the beachhead, and Formosa is not lost"


@case("4.5")
@pytest.mark.parametrize("causeway", ["cancelled", "launched"])
def test_the_second_of_shanghai_and_wuhan_falls_to_an_advance_alone_and_ends_the_game(table, causeway):
    more = LAUNCHED if causeway == "launched" else {"causeway": "cancelled"}
    allied = [*more.get("allied", []), "3106"]
    t = table(turn=9, phase="chinese-movement", units={"J-CEA-D3": "2302", "CH-5": "2009"},
              **{**more, "allied": allied})  # fmt: skip
    t.act("move", "CH-5", dice=[6])
    assert not t.offers("to", "2008"), "its garrison bars the way"
    t.act("stop").act("end-movement")
    t.edit(phase="chinese-combat", add={"CH-18": "2009", "CH-74": "2009"}, tried=["CH-5", "CH-18", "CH-74"])
    t.attack("2008", "CH-5", "CH-18", "CH-74", dice=[6])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.do(*t.options("advance")[0])
    assert t.state.ending == "shanghai-and-wuhan"


# --- what the log says of it


@case("11.20c", "11.23a")
def test_no_more_steps_are_told_as_lost_than_there_were(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-B1": "2302", "CH-5": "2303", "CH-18": "2303",
              "CH-74": "2303"}, tried=["CH-5", "CH-18", "CH-74"])  # fmt: skip
    t.act("attack", "2303").act("join", "J-CEA-B1")
    words = [row["words"] for row in t.game.previews(t.state, 1)[0]["outcomes"]]
    assert all("the attacker loses 1 step," in text or "the attacker loses nothing," in text for text in words)
    t.act("confirm", dice=[1])
    assert int(t.result().split("/")[0]) > 1
    said = t.game.sentence(t.told("result")[0])
    assert "the attacker loses 1 step, " in said
    fold = [t.game.text.term(term) for term in t.told("result")[0].sum]
    assert fold[-1] == "Losses beyond the steps that are there are ignored"


@case("11.29a", "11.20c")
def test_a_garrison_loses_its_one_step_whatever_the_table_says(table):
    t = table(turn=2, phase="chinese-combat", units={"CH-5": "2303", "CH-18": "2303", "CH-74": "2303",
              "J-CEA-D3": "2705", **NO_TANKS}, tried=["CH-5", "CH-18", "CH-74"])  # fmt: skip
    t.attack("2302", "CH-5", "CH-18", "CH-74", dice=[5])
    said = t.game.sentence(t.told("result")[0])
    assert t.result() == "DE" or said.endswith(("the defender 1 step.", "the defender nothing."))

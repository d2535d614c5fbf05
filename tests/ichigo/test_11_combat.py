"""Chapter 11: combat. Most battles are about 2303, a clear hex without rivers, with 2302 (Hsuchow) north of it."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.battle import Battle
from grognard.games.ichigo.combat import tanks_at_hand, volunteer_bar
from grognard.games.ichigo.odds import (
    Attack,
    attack_strength,
    column,
    defence_strength,
    is_concentric,
    odds_words,
    shifts,
)
from grognard.kernel.flow import Refused
from ichigo.conftest import GAME

case = pytest.mark.case
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
NO_TANKS = {"J-CEA-T12": "OUT", "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}
AROUND = ("2302", "2402", "2403", "2304", "2203", "2202")
"""The neighbours of 2303, clockwise from the north."""


def japanese(table, units, turn=2, tried=None, **change):
    """A Japanese combat phase; the Chinese named are tried unless the test says otherwise."""
    open_fronts = [u for u in units if u.startswith("CH-") and u in GAME.printed_ids[5:80]] if tried is None else tried
    return table(turn=turn, phase="japanese-combat", units=units, tried=open_fronts, **change)


def chinese(table, units, turn=2, tried=None, tanks=False, **change):
    """A Chinese combat phase, without Japanese tanks unless the test wants them."""
    open_fronts = [u for u in units if u.startswith("CH-") and u in GAME.printed_ids[5:80]] if tried is None else tried
    more = {} if tanks else NO_TANKS
    return table(turn=turn, phase="chinese-combat", units={**units, **more}, tried=open_fronts, **change)


def shift_texts(t, nation, target, *units, **support):
    attack = Attack(nation, GAME.space_index[target], [t.unit(u) for u in units], **support)
    return {m.text: m.value for m in shifts(t.state, attack)}


# --- 11.0-11.5 who and where


@case("11.0a", "11.2a")
def test_only_adjacent_units_of_the_phasing_nation_attack(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2305", "CH-5": "2303"}
    t = japanese(table, units)
    assert t.goals("attack") == {"2303"}
    t.act("attack", "2303")
    assert t.goals("join") == {"J-CEA-D3"}
    assert "11.0a" in t.why("J-CEA-D13")


@case("11.0a")
def test_combat_is_voluntary(table):
    t = japanese(table, {"J-CEA-D3": "2302", "CH-5": "2303"})
    assert t.offers("end-combat")
    t.act("attack", "2303").act("call-off").act("end-combat")
    assert t.phase() != "japanese-combat"


@case("11.0b", "11.4a")
def test_attacks_are_made_one_at_a_time_in_any_order(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2406", "CH-5": "2303", "CH-18": "2407"})
    assert t.goals("attack") == {"2303", "2407"}
    t.attack("2407", "J-CEA-D13", dice=[1])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    assert "2303" in t.goals("attack")


@case("11.0c", "11.3", "R49")
def test_a_unit_attacks_once_in_a_phase(table):
    units = {"J-CEA-D3": "2303", "J-CEA-D37": "2303", "J-CEA-D13": "2303", "CH-5": "2304", "CH-10": "2304"}
    t = japanese(table, {**units, "CH-18": "2403"})
    t.attack("2304", "J-CEA-D3", "J-CEA-D37", dice=[2])  # 8 to 7: 2/1
    t.act("lose", "CH-10").act("lose", "J-CEA-D3")
    t.act("attack", "2403")
    assert t.goals("join") == {"J-CEA-D13"}
    assert {"11.3", "11.0c"} <= set(t.why("J-CEA-D3"))


@case("11.4b", "R49")
def test_a_hex_is_attacked_once_in_a_phase(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2304", "CH-5": "2303", "CH-18": "2303", "CH-74": "2303"})
    t.attack("2303", "J-CEA-D3", dice=[1])
    assert t.phase() == "japanese-combat"
    assert not t.offers("attack", "2303")
    assert "R49" in t.why(space="2303")


@case("11.1a", "11.1b")
def test_all_defenders_of_the_hex_defend_together(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "CH-10": "2303", "CH-4": "2303"}
    t = japanese(table, units)
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", dice=[1])
    assert t.told("battle")[0].args[2] == "8 to 9, 1:2"
    assert len(t.told("defenders")[0].args[1]) == 3


@case("11.2b")
def test_one_attack_has_one_target(table):
    t = japanese(table, {"J-CEA-D3": "2303", "CH-5": "2302", "CH-18": "2304"})
    t.act("attack", "2302")
    assert t.why(space="2304") == ["11.2b", "R64"]


@case("11.5")
def test_units_of_one_stack_attack_different_hexes_or_none(table):
    t = japanese(table, {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "J-CEA-D26": "2303", "CH-5": "2304", "CH-18": "2403"})
    t.attack("2304", "J-CEA-D3", dice=[1])
    t.attack("2403", "J-CEA-D13", dice=[1])
    attacks = [(GAME.space_ids[e.args[1]], e.args[2]) for e in t.told("attack")]
    assert attacks == [("2304", [t.unit("J-CEA-D3")]), ("2403", [t.unit("J-CEA-D13")])]
    assert [e.args[2] for e in t.told("battle")] == ["4 to 4, 1:1", "4 to 4, 1:1"]
    assert t.state.attacked == 1 << t.unit("J-CEA-D3") | 1 << t.unit("J-CEA-D13")
    assert t.options() == [("end-combat",)]  # the 26th stays out, and both hexes have been attacked


@case("6.6b", "R64")
def test_a_plan_can_be_changed_until_it_is_confirmed(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303"})
    t.act("attack", "2303").act("join-all").act("drop-out", "J-CEA-D13").act("commit-tank").act("take-back-tank")
    assert not t.told("revealed")
    t.act("confirm", dice=[1])
    assert t.told("attack")[0].args[2:4] == ([t.unit("J-CEA-D3")], 0)


# --- 11.6-11.9 odds


@case("11.6", "11.7")
def test_odds_round_in_the_defenders_favour():
    assert [odds_words(26, 7), odds_words(27, 7), odds_words(5, 11), odds_words(8, 8)] == ["3:1", "3:1", "1:3", "1:1"]
    assert [odds_words(4, 1), odds_words(1, 3), odds_words(7, 8)] == ["4:1", "1:3", "1:2"]


@case("11.1a", "11.1b", "11.29a")
def test_the_defence_is_all_units_or_a_lone_garrison_or_nothing(table):
    units = {"J-CEA-D3": "2302", "CH-5": "2303", "CH-HM": "2303", "CH-18": "2304"}
    t = japanese(table, units)
    strength = {name: defence_strength(t.state, GAME.space_index[name]) for name in ("2302", "2303", "2304", "2305")}
    assert strength == {"2302": 4, "2303": 4 + 2, "2304": 4, "2305": 0}
    assert defence_strength(t.state, GAME.space_index["2008"]) == 1


@case("11.8a", "11.8b", "R53", "R68")
def test_each_nation_finds_the_odds_in_its_own_line(table):
    s = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302"}).state
    assert [column(s, nation, 6, 3) + 1 for nation in (0, 1, 2)] == [4, 6, 5]
    assert [column(s, nation, 1, 30) + 1 for nation in (0, 1, 2)] == [1, 1, 1]
    assert [column(s, nation, 90, 3) + 1 for nation in (0, 1, 2)] == [12, 12, 12]


@case("11.9", "R53")
def test_shifts_add_up_and_stop_at_the_ends_of_the_table(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2304", "CH-46": "2303"}
    t = japanese(table, units, air="Japanese", air_markers=["2303"])
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", tanks=2, dice=[1])
    assert t.column() == 5 + 1 + 1 + 2  # 8 to 3 is 2:1; concentric, airpower, two tank regiments


# --- 11.10-11.16 terrain, rivers, cities, concentric attacks, gunfire


@case("11.10", "11.11", "11.12", "11.14a")
def test_terrain_shifts(table):
    t = japanese(table, {"J-CEA-D3": "2302"})
    assert shift_texts(t, 2, "2303") == {}
    assert shift_texts(t, 2, "2206") == {"Rough": -1}
    assert shift_texts(t, 2, "2207") == {"Mountain": -2}
    assert shift_texts(t, 2, "1813") == {"City": -1}


@case("11.13a", "R50")
def test_attackers_across_a_river_are_halved_on_the_total(table):
    t = japanese(table, {"J-CEA-B1": "2004", "J-CEA-B7": "2004", "J-CEA-B9": "2105", "J-CEA-D3": "2006"})
    strength = lambda *units: attack_strength(t.state, GAME.space_index["2005"], [t.unit(u) for u in units])  # noqa: E731
    assert strength("J-CEA-B1") == 1
    assert strength("J-CEA-B1", "J-CEA-B7") == 1
    assert strength("J-CEA-B1", "J-CEA-B9") == 1
    assert strength("J-CEA-B1", "J-CEA-B7", "J-CEA-D3") == 5


@case("11.13b")
def test_no_attack_across_a_lake(table):
    t = japanese(table, {"J-CEA-D40": "1811", "CH-5": "1711"})
    assert t.options() == [("end-combat",)]
    assert "11.13b" in t.why("J-CEA-D40", "1711")


@case("11.15a", "R52")
@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [((0, 3), True), ((1, 4), True), ((0, 2, 4), True), ((1, 3, 5), True), ((0, 1, 2), False), ((0, 2), False),
     ((0, 1, 2, 3), True), ((0, 1), False)],
)  # fmt: skip
def test_concentric_attacks_come_from_opposite_or_three_alternate_or_four_hexes(table, hexes, concentric):
    s = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302"}).state
    index = GAME.space_index
    assert is_concentric(s, index["2303"], {index[AROUND[i]] for i in hexes}) is concentric


@case("11.14b")
def test_no_concentric_attack_on_a_city(table):
    s = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302"}).state
    index = GAME.space_index
    assert not is_concentric(s, index["1813"], {index[h] for h in ("1812", "1814", "1712", "1913")})


@case("11.15a", "11.15b")
def test_the_concentric_bonus_is_one_column_for_the_japanese_two_for_the_us_none_for_the_chinese(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2304", "US-7": "2403", "US-6": "2202", "CH-5": "2402", "CH-18": "2203"}
    t = japanese(table, units)
    assert shift_texts(t, 2, "2303", "J-CEA-D3", "J-CEA-D13") == {"Concentric attack": 1}
    assert shift_texts(t, 1, "2303", "US-7", "US-6") == {"Concentric attack": 2}
    assert shift_texts(t, 0, "2303", "CH-5", "CH-18") == {}


@case("11.15c")
def test_the_map_edge_may_make_it_impossible(table):
    s = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302"}).state
    index = GAME.space_index
    assert set(GAME.neighbours[index["1701"]]) == {index[h] for h in ("1601", "1702", "1801")}
    assert not is_concentric(s, index["1701"], {index[h] for h in ("1601", "1702", "1801")})


@case("11.16")
def test_after_launch_the_fleet_helps_allied_attackers_and_defenders_on_coasts(table):
    t = japanese(table, {"J-CEA-D3": "2302"}, turn=8, **LAUNCHED)
    assert shift_texts(t, 1, "2917")["Naval gunfire"] == 1
    assert shift_texts(t, 0, "2917")["Naval gunfire"] == 1
    assert shift_texts(t, 2, "2917")["Naval gunfire"] == -1
    assert "Naval gunfire" not in shift_texts(t, 1, "2303")
    t = japanese(table, {"J-CEA-D3": "2302"})
    assert "Naval gunfire" not in shift_texts(t, 0, "2917")


@case("8.5", "11.18")
def test_airpower_over_the_target_is_one_column_for_its_side(table):
    t = japanese(table, {"J-CEA-D3": "2302"}, air="Japanese", air_markers=["2303", "2304"])
    assert shift_texts(t, 2, "2303") == {"Airpower": 1}
    assert shift_texts(t, 0, "2303") == {"Airpower": -1}
    assert shift_texts(t, 2, "2301") == {}


# --- 11.17, 11.28 support


@case("11.17c", "R54")
def test_one_tank_regiment_for_each_brigade_or_division_in_supply(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-B1": "2302", "CH-5": "2303"})
    t.act("attack", "2303")
    assert not t.offers("commit-tank")
    t.act("join", "J-CEA-D3").act("commit-tank")
    assert not t.offers("commit-tank")
    t.act("join", "J-CEA-B1").act("commit-tank")
    assert not t.offers("commit-tank")
    t.act("drop-out", "J-CEA-B1").act("confirm", dice=[6])
    assert t.told("attack")[0].args[3] == 1


@case("11.2a", "11.5", "11.17c", "11.17d")
def test_what_a_plan_does_not_offer_is_explained_act_by_act(table):
    t = japanese(table, {"J-CEA-D3": "2302", "CH-5": "2303"})
    t.act("attack", "2303")

    def why(verb, unit=None):
        bars = t.game.why_not(t.state, t.asked.side, None if unit is None else t.unit(unit), None, verb)
        return {name for bar in bars for name in bar.cases}

    assert why("join-all") == {"11.2a"}
    assert why("drop-out", "J-CEA-D3") == {"11.5"}
    assert why("take-back-tank") == {"11.17d", "11.28b"}
    assert "11.17c" in why("commit-tank")
    t.act("join", "J-CEA-D3")
    assert why("join", "J-CEA-D3") == {"11.5"}


@case("11.17b")
def test_tank_regiments_do_not_fight_on_formosa(table):
    t = japanese(table, {"J-FG-D9": "3219", "US-7": "3220"}, turn=8, **LAUNCHED)
    t.act("attack", "3220").act("join", "J-FG-D9")
    assert not t.offers("commit-tank")
    assert "11.17b" in t.why("J-CEA-T12")


@case("11.17e", "11.17f", "2.13a", "R57")
def test_a_tank_regiment_shifts_a_column_is_lost_and_pays_a_step(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "CH-18": "2303"}
    t = japanese(table, units)
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", tanks=1, dice=[1])
    assert (t.column(), t.result()) == (5, "2/1")
    t.act("lose", "CH-5").act("lose", "J-CEA-D3")
    assert (t.steps("J-CEA-D3"), t.steps("J-CEA-D13")) == (1, 2)
    assert t.where("J-CEA-T12") == "JDEAD"


@case("11.17d", "R55")
def test_tanks_are_committed_to_the_defence_before_the_die_and_after_the_reveal(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302"}, tanks=True)
    t.attack("2303", "CH-5")
    assert (t.side, t.verbs()) == ("Japanese", {"commit-tank", "go-on"})
    t.act("commit-tank", dice=[6])
    assert t.column() == 3 - 1  # 4 to 4 is 1:1, column 3 of the Chinese line


@case("11.17a", "R55")
def test_no_more_tanks_are_promised_than_are_at_hand(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302"}, tanks=True)
    for _ in tanks_at_hand(t.state):
        assert volunteer_bar(t.state) is None
        t.do("volunteer-tank", side="Japanese")
    assert volunteer_bar(t.state).cases == ("11.17a",)


@case("11.17d", "11.27d", "R55", "R61")
def test_tanks_promised_early_are_lost_even_when_all_attackers_are_zeros(table):
    zero = GAME.printed_ids[next(u for u in GAME.regular_units if GAME.zeros >> u & 1)]
    t = chinese(table, {"J-CEA-D3": "2303", zero: "2302"}, tanks=True, tried=[])
    t.act("attack", "2303").act("join", zero)
    t.do("volunteer-tank", side="Japanese")
    t.act("confirm")
    assert t.where(zero) == "POOL"
    assert t.where("J-CEA-T12") == "JDEAD"
    assert not t.told("battle")
    assert t.steps("J-CEA-D3") == 2


@case("11.27d", "R61")
def test_an_attack_of_zeros_only_is_no_attack(table):
    zero = GAME.printed_ids[next(u for u in GAME.regular_units if GAME.zeros >> u & 1)]
    t = chinese(table, {"J-CEA-D3": "2303", zero: "2302", "CH-5": "0712"}, tanks=True, tried=[])
    t.attack("2303", zero)
    assert not t.told("battle")
    assert [e.cases for e in t.told("attack-dissolved")] == [("11.27d", "R61")]
    assert t.asked.prompt == "combat"
    assert (t.state.at[GAME.support] & GAME.tanks).bit_count() == 3


@case("11.17g", "11.25e", "R91")
def test_no_tanks_in_momentum_attacks(table):
    t = momentum(table)
    t.act("attack", "2305").act("join", "J-CEA-D3")
    assert not t.offers("commit-tank")
    assert "11.25e" in t.why("J-CEA-T12")


@case("11.28a", "11.28b", "11.28c", "R56")
def test_the_special_forces_group_shifts_one_attack_and_is_gone(table):
    units = {"J-FG-D9": "3219", "US-7": ["3220", 1], "J-14AA-SF": "SUPPORT"}
    columns = []
    for special in (0, 1):
        t = japanese(table, units, turn=8, **LAUNCHED)
        t.attack("3220", "J-FG-D9", special=special, dice=[1])
        columns.append(t.column())
        assert t.told("attack")[0].args[4] == special
        assert t.where("J-14AA-SF") == ("JDEAD" if special else "SUPPORT")
    assert columns[1] == columns[0] + 1
    assert t.told("support-spent")[0].cases == ("11.28c",)
    assert t.told("support-spent")[0].args == (t.unit("J-14AA-SF"),)


@case("11.28c", "11.17f", "R57")
def test_what_supported_an_attack_pays_its_first_steps(table):
    """2/1 with the group and a tank regiment: the divisions owe nothing; without them, two steps."""
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "CH-18": "2303", "J-14AA-SF": "SUPPORT"}
    t = japanese(table, units)
    t.act("attack", "2303").act("join-all").act("commit-tank").act("commit-special-forces").act("confirm", dice=[1])
    assert (t.column(), t.result()) == (6, "2/1")
    t.act("lose", "CH-5")
    assert t.asked.prompt == "combat"
    assert (t.steps("J-CEA-D3"), t.steps("J-CEA-D13")) == (2, 2)
    spent = {GAME.unit_ids[e.args[0]]: e.cases for e in t.told("support-spent")}
    assert spent == {"J-CEA-T12": ("11.17f",), "J-14AA-SF": ("11.28c",)}


@case("11.17e", "11.28b")
def test_a_battle_counts_its_tanks_and_its_special_forces_apart(table):
    t = japanese(table, {"J-CEA-D3": "2302", "CH-5": "2303", "J-14AA-SF": "SUPPORT"})
    support = [t.unit("J-CEA-T12"), t.unit("J-14AA-SF"), t.unit("J-CEA-T13")]
    battle = Battle(2, GAME.space_index["2303"], [t.unit("J-CEA-D3")], support, [t.unit("J-CEA-T17")])
    attack = battle.attack(t.state)
    assert (attack.tanks, attack.special, attack.defending_tanks) == (2, 1, 1)
    texts = [m.text for m in shifts(t.state, attack)]
    assert texts == ["Tank regiment", "Tank regiment", "1st Special Forces Group", "Defending tank regiment"]


@case("11.17f", "R57")
def test_a_tank_regiment_in_defence_pays_the_defenders_first_step(table):
    units = {"J-CEA-D3": "2303", **dict.fromkeys(("CH-5", "CH-18", "CH-74"), "2302")}
    t = chinese(table, units, tanks=True)
    t.attack("2303", "CH-5", "CH-18", "CH-74")
    t.act("commit-tank", dice=[1])
    assert (t.column(), t.result()) == (5 - 1, "3/0")
    assert t.steps("J-CEA-D3") == 2
    assert t.where("J-CEA-T12") == "JDEAD"
    t = chinese(table, units, tanks=True)
    t.attack("2303", "CH-5", "CH-18", "CH-74")
    t.act("commit-tank", dice=[2])
    assert t.result() == "2/1"
    assert (t.steps("J-CEA-D3"), t.where("J-CEA-T12")) == (2, "JDEAD")
    t = chinese(table, units, tanks=True)
    t.attack("2303", "CH-5", "CH-18", "CH-74").act("go-on", dice=[2])
    assert (t.steps("J-CEA-D3"), t.where("J-CEA-T12")) == (1, "SUPPORT")


@case("11.17c", "11.17d", "R55")
def test_a_defence_has_no_more_tanks_than_units_and_regiments(table):
    units = {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "CH-5": "2302"}
    t = chinese(table, units, tanks=True)
    t.attack("2303", "CH-5").act("commit-tank").act("commit-tank", dice=[1])
    assert t.told("battle")
    assert len(t.told("tank-committed")) == 2
    assert (t.state.at[GAME.support] & GAME.tanks).bit_count() == 1
    t = chinese(table, {**units, **NO_TANKS}, tanks=True)
    t.attack("2303", "CH-5", dice=[1])
    assert not t.told("tank-committed")


@case("R55")
def test_a_promised_tank_joins_the_next_attack_that_it_can_join(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302", "CH-18": "2704"}, tanks=True)
    promise = ("volunteer-tank",)
    assert promise not in t.standing("Allied")
    t.do("volunteer-tank", side="Japanese")
    t.attack("2705", "CH-18", dice=[1])  # a garrison is no brigade or division: the promise waits
    assert t.where("J-CEA-T12") == "SUPPORT"
    t.attack("2303", "CH-5", dice=[1])
    assert t.column() == 3 - 1
    assert t.where("J-CEA-T12") == "JDEAD"
    assert t.told("tank-promised")[0].cases == ("11.17d", "R55")
    assert promise not in japanese(table, {"J-CEA-D3": "2303", "CH-5": "2304"}).standing("Japanese")


@case("11.17c", "R64")
def test_who_drops_out_takes_his_tank_with_him(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "J-14AA-SF": "SUPPORT"})
    t.act("attack", "2303").act("join-all").act("commit-tank").act("commit-tank").act("commit-special-forces")
    t.act("drop-out", "J-CEA-D13")
    assert t.state.agenda[-1].tanks == 1
    assert t.offers("take-back-special-forces")
    t.act("drop-out", "J-CEA-D3")
    assert (t.state.agenda[-1].tanks, t.state.agenda[-1].special) == (0, 0)
    assert not t.offers("confirm")


@case("11.28d")
def test_the_special_forces_group_never_defends_nor_joins_a_momentum_attack(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302", "J-14AA-SF": "SUPPORT"})
    t.attack("2303", "CH-5", dice=[1])
    assert not t.told("support-spent")
    t = momentum(table, {"J-14AA-SF": "SUPPORT"})
    t.act("attack", "2305").act("join", "J-CEA-D3")
    assert not t.offers("commit-special-forces")
    assert t.why("J-14AA-SF") == ["11.28d"]


# --- 11.19-11.23 the die and the losses


@case("11.19", "11.20a")
def test_a_japanese_2_to_1_attack_with_a_6_gives_2_4(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303"})
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", dice=[6])
    assert (t.column(), t.result()) == (5, "2/4")


@case("11.20b")
def test_the_defender_takes_his_losses_first(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-10": "2303", "CH-4": "2303"}
    t = japanese(table, {**units, "J-CEA-D26": "2302"})
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", dice=[1])
    assert (t.result(), t.side) == ("2/1", "Allied")
    t.act("lose", "CH-4")
    assert t.side == "Japanese"


@case("11.20c", "R59")
def test_excess_losses_are_ignored(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "CH-18": "2305"})
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", dice=[6])  # 2/4 on one step
    assert t.where("CH-5") == "POOL"
    assert t.where("CH-18") == "2305"


@case("11.21", "R58")
def test_no_division_dies_while_another_unit_can_be_reduced(table):
    units = {"J-CEA-D3": ["2302", 1], "J-CEA-D13": "2302", "J-CEA-B1": "2302", "CH-5": "2303", "CH-18": "2303"}
    t = japanese(table, units)
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", "J-CEA-B1", dice=[3])
    assert t.result() == "3/1"
    t.act("lose", "CH-5")
    assert not t.offers("lose", "J-CEA-D3")
    assert t.offers("lose", "J-CEA-B1")
    assert "11.21" in t.why("J-CEA-D3")
    t.act("lose", "J-CEA-D13")
    assert t.offers("lose", "J-CEA-D3")


@case("11.22")
def test_de_eliminates_every_defender_and_costs_the_attacker_only_his_tanks(table):
    units = {f"J-CEA-D{n}": "2302" for n in (3, 13, 26, 37, 62)}
    t = japanese(table, {**units, "CH-4": "2303", "CH-YRD": "1309"})
    t.attack("2303", *units, tanks=2, dice=[5])
    assert t.result() == "DE"
    assert t.told("result")[0].cases == ("11.22",)
    assert t.asked.prompt == "advance"  # nobody owes a step
    assert t.where("CH-4") == "POOL"
    assert sum(t.steps(u) for u in units) == 10
    assert (t.state.at[GAME.support] & GAME.tanks).bit_count() == 1


@case("11.23a", "R60")
def test_chinese_attackers_lose_twice_the_printed_steps(table):
    units = {"J-CEA-B1": "2303", "CH-5": "2302", "CH-18": "2302", "CH-10": "2302", "CH-4": "2302"}
    t = chinese(table, {**units, "J-CEA-D65": "2303"})
    t.attack("2303", "CH-5", "CH-18", "CH-10", "CH-4", dice=[1])
    assert t.result() == "2/1"
    t.act("lose", "J-CEA-B1")
    lost = [e for e in t.told("step-lost") if GAME.regulars >> e.args[0] & 1]
    assert len(lost) == 4


@case("11.23b")
def test_chinese_attackers_lose_one_step_even_by_a_de(table):
    units = {"J-CEA-B1": "2303", "CH-5": "2302", "CH-18": "2302", "CH-74": "2302", "CH-100": "2203"}
    t = chinese(table, units)
    t.attack("2303", "CH-5", "CH-18", "CH-74", "CH-100", dice=[6])
    assert t.result() == "DE"
    assert t.asked.prompt == "losses"
    t.act("lose", "CH-5")
    assert t.asked.prompt == "advance"


# --- 11.24 advance


@case("11.24a", "R66")
def test_survivors_may_advance_any_all_or_none(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-D26": "2302", "CH-4": "2303"}
    t = japanese(table, units)
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", dice=[6])
    assert t.verbs() == {"advance", "advance-all", "stay"}
    t.act("advance", "J-CEA-D3").act("stay")
    assert [t.where(u) for u in ("J-CEA-D3", "J-CEA-D13")] == ["2303", "2302"]


@case("11.24a", "6.0a")
def test_an_advance_keeps_to_the_stacking_limit(table):
    five = {f"J-CEA-D{n}": "2302" for n in (3, 13, 26, 37, 62)}
    t = japanese(table, {**five, "J-CEA-D39": "2304", "CH-4": "2303"})
    t.attack("2303", *five, "J-CEA-D39", dice=[6])
    assert "advance-all" not in t.verbs()
    for unit in five:
        t.act("advance", unit)
    assert t.where("J-CEA-D39") == "2304"
    assert t.asked.prompt == "combat"


@case("11.24b", "2.12b")
def test_defenders_and_static_units_never_advance(table):
    units = {"J-CEA-B1": "2303", "CH-5": "2302", "CH-YRD": "2302"}
    t = chinese(table, units)
    t.act("attack", "2303")
    assert t.goals("join") == {t.id("CH-5")}
    assert {"2.12b", "11.26a"} <= set(t.why("CH-YRD"))


@case("11.24a")
def test_nobody_advances_while_a_defender_stands(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "CH-18": "2303"})
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", dice=[2])
    assert t.result() == "2/1"
    t.act("lose", "CH-5").act("lose", "J-CEA-D3")  # the second step can only be the 13th's
    assert (t.where("CH-5"), t.where("CH-18")) == ("POOL", "2303")
    assert (t.where("J-CEA-D3"), t.where("J-CEA-D13"), t.asked.prompt) == ("2302", "2302", "combat")


@case("11.24a", "R66")
def test_all_may_advance_at_once(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-D26": "2302", "CH-4": "2303"}
    t = japanese(table, units)
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", dice=[6]).act("advance-all")
    assert [t.where(u) for u in ("J-CEA-D3", "J-CEA-D13", "J-CEA-D26")] == ["2303"] * 3
    assert [row.args for row in t.told("advanced")] == [(2, 3, GAME.space_index["2302"], GAME.space_index["2303"])]
    assert t.asked.prompt == "combat"  # no enemy is next to 2303: no momentum


# --- 11.25 momentum


def momentum(table, more=None, turn=2, **change):
    """The 3rd Division has cleared 2303 and 2304 and stands in 2304, with Chinese units next to it in 2305."""
    units = {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "J-CEA-D26": "2303", "CH-4": "2304", "CH-18": "2305"}
    t = japanese(table, {**units, **(more or {})}, turn=turn, **change)
    t.attack("2304", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", dice=[6])
    return t.act("advance", "J-CEA-D3").act("stay")


@case("11.25a", "R65")
def test_units_that_have_advanced_may_attack_one_adjacent_hex_at_once(table):
    t = momentum(table)
    assert t.options() == [("attack", "2305"), ("no-momentum",)]
    t.act("attack", "2305")
    assert t.goals("join") == {"J-CEA-D3"}
    assert t.why("J-CEA-D13") == ["11.25a"]


@case("11.25b")
def test_a_momentum_attack_not_taken_at_once_is_lost(table):
    t = momentum(table).act("no-momentum")
    assert t.asked.prompt == "combat"
    assert "2305" not in t.goals("attack")


@case("11.25b", "11.25d")
def test_momentum_goes_on_without_limit_and_may_hit_a_hex_attacked_before(table):
    t = momentum(table, {"CH-10": "2405"})
    t.state.targets |= 1 << GAME.space_index["2305"]
    t.act("attack", "2305").act("join", "J-CEA-D3").act("confirm", dice=[6])
    assert t.told("attack")[1].cases == ("11.25a",)


@case("11.25c")
def test_momentum_attacks_use_airpower_like_any_other(table):
    t = momentum(table, air="Japanese", air_markers=["2305"])
    t.act("attack", "2305").act("join", "J-CEA-D3").act("confirm", dice=[1])
    assert t.column() == 3 + 1  # 4 across the Hwai to 4: 1:2, and airpower


@case("11.25e")
def test_japanese_momentum_ends_with_turn_6(table):
    assert momentum(table, turn=6).asked.prompt == "momentum"
    assert momentum(table, turn=7).asked.prompt == "combat"


@case("11.25a")
def test_no_momentum_out_of_supply(table):
    north = [f"{c}01" for c in range(14, 29)]
    t = japanese(table, {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "J-CEA-D26": "2303", "J-CEA-D37": "2303",
                         "CH-4": "2304", "CH-18": "2305"}, allied=[*north, "0925"])  # fmt: skip
    t.attack("2304", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", "J-CEA-D37", dice=[6])
    while t.asked.prompt in ("losses", "advance"):
        t.do(*t.options()[0])
    assert t.asked.prompt == "combat"


@case("11.25f")
def test_us_momentum_needs_a_path_to_a_beachhead(table):
    units = {"US-7": "2718", "US-6": "2718", "J-CEA-B1": "2717", "J-CEA-B7": "2716", **NO_TANKS}
    t = table(turn=9, phase="us-combat", units=units, **LAUNCHED)
    t.attack("2717", "US-7", "US-6", dice=[6]).act("advance", "US-7").act("stay")
    assert t.asked.prompt == "momentum"
    far = {"US-7": "3008", "US-6": "3008", "J-CEA-B1": "3109", "J-CEA-B7": "3009", **NO_TANKS}
    ring = {"J-CEA-D3": "2909", "J-CEA-D13": "3010", "J-CEA-D26": "3110", "J-CEA-D37": "3208", "J-CEA-D62": "3107",
            "J-CEA-D39": "3007", "J-CEA-D40": "2908", "J-CEA-D34": "3209", "J-CEA-D60": "3108"}  # fmt: skip
    t = table(turn=9, phase="us-combat", units={**far, **ring}, **LAUNCHED)
    t.attack("3109", "US-7", "US-6", dice=[6])
    if t.asked.prompt == "advance":
        t.act("advance", "US-7").act("stay")
    assert t.asked.prompt == "combat"


@case("11.25g", "11.0c")
def test_the_chinese_make_no_momentum_attacks(table):
    units = {"J-CEA-B1": "2303", "J-CEA-B7": "2304", "CH-5": "2302", "CH-18": "2302", "CH-74": "2302", "CH-100": "2203"}
    t = chinese(table, units)
    t.attack("2303", "CH-5", "CH-18", "CH-74", "CH-100", dice=[6])
    t.act("lose", "CH-5").act("advance", "CH-18").act("stay")
    assert t.asked.prompt == "combat"


# --- 11.26-11.27 militia, untried units


@case("11.26a", "11.26b")
def test_regulars_attack_out_of_a_militia_hex_and_the_militia_never_pays(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302", "CH-HM": "2302"})
    t.attack("2303", "CH-5", dice=[1])
    assert t.where("CH-5") == "POOL"
    assert t.where("CH-HM") == "2302"


@case("11.27a", "6.6a")
def test_untried_units_are_revealed_by_combat_and_stay_so(table):
    t = japanese(table, {"J-CEA-D3": "2302", "CH-5": "2303", "CH-18": "2303"}, tried=[])
    t.attack("2303", "J-CEA-D3", dice=[1])
    assert [e.args[0] for e in t.told("revealed")] == [t.unit("CH-5"), t.unit("CH-18")]
    assert t.state.tried == 1 << t.unit("CH-5") | 1 << t.unit("CH-18")


def zeros(number: int) -> list[str]:
    return [GAME.printed_ids[u] for u in GAME.regular_units if GAME.zeros >> u & 1][:number]


@case("11.27b", "2.14b")
def test_a_zero_leaves_at_once_and_takes_no_loss(table):
    zero = zeros(1)[0]
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", zero: "2303"}, tried=[])
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", dice=[1])
    assert t.where(zero) == "POOL"
    assert [(e.args[0], e.cases) for e in t.told("zero")] == [(t.unit(zero), ("11.27b", "2.14b"))]
    assert t.told("battle")[0].args[2] == "8 to 4, 2:1"
    assert [e.args[0] for e in t.told("step-lost")][:1] == [t.unit("CH-5")]
    assert t.where("CH-5") == "POOL"


@case("11.27c", "R62", "2.14c")
def test_a_defence_of_zeros_only_is_a_de_without_a_die_and_costs_the_tanks(table):
    first, second = zeros(2)
    t = japanese(table, {"J-CEA-D3": "2302", first: "2303", second: "2303"}, tried=[])
    t.attack("2303", "J-CEA-D3", tanks=1)
    assert not t.told("battle")
    assert [e.cases for e in t.told("defence-dissolved")] == [("11.27c", "R62")]
    assert t.verbs() == {"advance", "stay"}
    assert (t.where(first), t.where(second), t.where("J-CEA-T12")) == ("POOL", "POOL", "JDEAD")


@case("11.27c", "R62")
def test_militia_still_defends_when_all_regulars_are_zeros(table):
    zero = zeros(1)[0]
    t = japanese(table, {"J-CEA-D3": "2302", zero: "2303", "CH-HM": "2303"}, tried=[])
    t.attack("2303", "J-CEA-D3", dice=[1])
    assert t.told("battle")[0].args[2].startswith("4 to 2")


@case("9.7e", "R81")
def test_eliminated_militia_is_dead_and_regulars_go_to_the_pool_untried(table):
    units = {f"J-CEA-D{n}": "2302" for n in (3, 13, 26, 37, 62)}
    t = japanese(table, {**units, "CH-HM": "2303", "CH-4": "2303"})
    t.attack("2303", *units, dice=[6])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    assert (t.where("CH-HM"), t.where("CH-4")) == ("ADEAD", "POOL")
    assert not t.state.tried


# --- 11.29 garrisons


@case("11.29a", "11.29c")
def test_an_empty_japanese_city_defends_with_one_and_the_city_shift(table):
    t = chinese(table, {"CH-5": "2303", "J-CEA-D3": "2705"})
    t.attack("2302", "CH-5", dice=[6])
    assert t.told("battle")[0].args[2].startswith("4 to 1")
    assert t.column() == 6 - 1
    assert t.where("CH-5") == "POOL"  # 4 steps of doubled loss
    assert t.owner("2302") == "Japanese"


@case("11.29a", "R18")
def test_a_beaten_garrison_is_back_when_the_phase_ends_if_nobody_advances(table):
    t = chinese(table, {"CH-5": "2303", "CH-18": "2303", "CH-74": "2303", "J-CEA-D3": "2705"})
    t.attack("2302", "CH-5", "CH-18", "CH-74", dice=[6])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.act("stay")
    assert t.told("garrison-beaten")[0].cases == ("11.29a",)
    assert t.state.beaten == 1 << GAME.space_index["2302"]
    assert not t.offers("attack", "2302")
    t.act("end-combat", dice=[1, *range(1, 76)])
    assert t.owner("2302") == "Japanese"
    assert t.state.beaten == 0
    t.edit(phase="chinese-combat")
    assert t.offers("attack", "2302")


@case("11.29a", "11.29c")
def test_a_garrison_that_loses_nothing_holds_the_city(table):
    t = chinese(table, {"CH-HM": "2202", "CH-10": "2303", "CH-5": "2303", "J-CEA-D3": "2705"})
    t.attack("2302", "CH-10", dice=[1])
    assert (t.told("battle")[0].args[2], t.column(), t.result()) == ("3 to 1, 3:1", 4, "3/0")
    assert not t.told("garrison-beaten")
    assert t.state.beaten == 0
    assert t.asked.prompt == "combat"


@case("11.29b", "R19")
def test_the_garrison_does_not_defend_behind_dead_units(table):
    t = chinese(table, {"CH-5": "2303", "CH-18": "2303", "CH-74": "2303", "J-CEA-B1": "2302"})
    t.attack("2302", "CH-5", "CH-18", "CH-74", dice=[6])
    assert t.told("battle")[0].args[2].startswith("12 to 1")
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.do(*t.options("advance")[0])
    assert t.owner("2302") == "Allied"


@case("11.29d", "R70")
def test_the_garrison_returns_when_the_city_is_retaken(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2303", "CH-5": "0712"}, allied=["2302"],
              fallen=["2302"])  # fmt: skip
    t.act("move", "J-CEA-D3").act("to", "2302").act("to", "2402").act("stop").act("end-movement").act("end-combat")
    t.edit(phase="chinese-combat", add={"CH-18": "2202"})
    assert t.offers("attack", "2302")


@case("11.29e")
def test_captured_chinese_cities_have_no_garrison(table):
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "1814", "J-CEA-D3": "2705"}, japanese=["1813"])
    t.act("move", "CH-5", dice=[6]).act("to", "1813")
    assert t.owner("1813") == "Allied"


@case("11.4b")
def test_a_japanese_hex_can_be_attacked_by_us_and_chinese_units_in_one_turn(table):
    units = {"US-7": "2718", "CH-5": "2716", "J-CEA-D3": "2717", "J-CEA-D13": "2717", "J-CEA-D26": "2717", **NO_TANKS}
    t = table(turn=9, phase="us-combat", units=units, **LAUNCHED)
    t.attack("2717", "US-7", dice=[1])
    assert t.state.targets == 1 << GAME.space_index["2717"]
    assert t.state.attacked == 1 << t.unit("US-7")
    assert not t.offers("attack", "2717")
    t.edit(phase="chinese-combat")
    assert (t.state.targets, t.state.attacked) == (0, 0)
    assert t.offers("attack", "2717")


@case("7.4c", "7.4d", "7.4e", "R51")
def test_attenuated_supply_costs_a_japanese_attack_a_column_unless_all_of_it_is_out_of_supply(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "US-7": "2304"}
    assert "Attenuated supply" not in shift_texts(japanese(table, units, turn=6), 2, "2303", "J-CEA-D3")
    t = japanese(table, units, turn=7, causeway="cancelled")
    assert shift_texts(t, 2, "2303", "J-CEA-D3")["Attenuated supply"] == GAME.shift["attenuated"] == -1
    assert "Attenuated supply" not in shift_texts(t, 0, "2302", "CH-5")
    t.state.cut_off = 1 << t.unit("J-CEA-D3")
    assert "Attenuated supply" not in shift_texts(t, 2, "2303", "J-CEA-D3")
    assert shift_texts(t, 2, "2303", "J-CEA-D3", "J-CEA-D13")["Attenuated supply"] == -1


@case("R93")
def test_us_and_chinese_units_never_attack_together(table):
    units = {"US-7": "2718", "CH-5": "2716", "J-CEA-D3": "2717"}
    t = table(turn=9, phase="us-combat", units=units, **LAUNCHED)
    t.act("attack", "2717")
    assert t.goals("join") == {"US-7"}
    assert "R93" in t.why("CH-5")
    with pytest.raises(Refused):
        t.act("join", "CH-5")


@case("9.6")
def test_japanese_armies_fight_together(table):
    units = {"J-CEA-D3": "2302", "J-KA-D11": "2302", "J-14AA-D8": "2304", "CH-5": "2303"}
    t = japanese(table, units, turn=8, **LAUNCHED)
    t.attack("2303", "J-CEA-D3", "J-KA-D11", "J-14AA-D8", dice=[6])
    assert t.told("battle")[0].args[2].startswith("12 to 4")


@case("11.27d", "R61", "6.6a")
def test_an_attack_of_zeros_only_is_no_reconnaissance(table):
    zero = GAME.printed_ids[next(u for u in GAME.regular_units if GAME.zeros >> u & 1)]
    units = {"J-CEA-D3": "2303", "J-CEA-D13": "2303", zero: "2302", "CH-5": "0712"}
    t = chinese(table, units, tried=[])
    t.attack("2303", zero)
    assert t.told("attack-dissolved")
    assert not t.told("defenders")


@case("R55", "R64")
def test_what_can_be_promised_to_the_defence_does_not_tell_what_is_planned(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302"}, tanks=True)
    promise = ("volunteer-tank",)
    assert promise in t.standing("Japanese")
    t.do("volunteer-tank", side="Japanese")
    t.act("attack", "2303").act("join", "CH-5")
    assert promise in t.standing("Japanese")  # three are at hand, whatever the plan could use
    assert t.told("tank-promised")[0].args == ()
    t.act("confirm", dice=[1])
    assert t.column() == 3 - 1
    assert t.where("J-CEA-T12") == "JDEAD"

"""Corners of Ichi-Go read in the rulebook by a third referee; what must come was written down before it was run."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.movement import step_cost
from grognard.games.ichigo.odds import Attack, attack_strength, shifts
from grognard.games.ichigo.supply import OUT, supply
from grognard.games.ichigo.victory import ledger
from grognard.kernel.bits import each, members
from ichigo.conftest import GAME

case = pytest.mark.case
CHINA, JAPAN, US = (GAME.nation_of[GAME.unit_index[name]] for name in ("CH-HM", "J-CEA-D3", "US-7"))
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
CITIES = {GAME.space_ids[h] for h in members(GAME.cities)}
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
NO_TANKS = {"J-CEA-T12": "OUT", "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}
QUIET = {"J-CEA-D3": "2302", "CH-5": "0712"}


def reasons(t, unit=None, space=None, verb=""):
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return [bar.text for bar in t.game.why_not(t.state, t.asked.side, u, h, verb)]


def card(t, *words):
    return t.game.preview(t.state, t.asked.side, t.game.from_words(words))


def around(hex_):
    return [GAME.space_ids[h] for h in each(GAME.open_near[GAME.space_index[hex_]]) if h < GAME.hexes]


def ring(hex_):
    """1.3, R11, R12: the six hexes around one, clockwise from the north; odd columns stand half a hex higher."""
    col, row = int(hex_[:2]), int(hex_[2:])
    up, down = (row - 1, row) if col % 2 else (row, row + 1)
    order = [(col, row - 1), (col + 1, up), (col + 1, down), (col, row + 1), (col - 1, down), (col - 1, up)]
    return [f"{c:02}{r:02}" for c, r in order]


def apart(a, b):
    """R21: hexes from one to another, as the crow flies."""
    def cube(hex_):
        col, row = int(hex_[:2]), int(hex_[2:])
        z = row - (col + col % 2) // 2
        return col, z, -col - z

    return max(abs(x - y) for x, y in zip(cube(a), cube(b), strict=True))


def totals(t, nation, target, *units, **support):
    attack = Attack(nation, GAME.space_index[target], [t.unit(u) for u in units], **support)
    return {m.text: m.value for m in shifts(t.state, attack)}


# --- 5.4, 5.5, 8: turns and what belongs to them


@case("5.4a", "11.0a", "R67")
def test_the_38th_army_is_no_target_on_turn_1_and_one_on_turn_2(table):
    near = around("0925")[0]
    for turn, open_ in ((1, False), (2, True)):
        t = table(turn=turn, phase="chinese-combat", units={"J-CEA-D22": "0925", "CH-5": near, "J-CEA-D3": "2302"},
                  tried=["CH-5"])  # fmt: skip
        assert ("0925" in t.goals("attack")) == open_
        if not open_:
            assert "5.4" in " ".join(t.why(space="0925"))


@case("8.1c", "8.7a", "R25")
def test_without_an_airbase_the_allies_roll_no_die_and_the_japanese_have_their_own_result(table):
    t = table([3], turn=3, phase="airpower", units=QUIET, japanese=BASES)
    assert t.side == "Japanese"
    assert t.asked.prompt == "air-markers"


@case("8.1d", "8.7a", "R24")
def test_on_turn_8_the_japanese_die_is_two_lower_and_never_below_0(table):
    t = table([1, 4], turn=8, phase="airpower", units=QUIET, causeway="cancelled")
    assert t.side == "Allied"
    assert len(t.told("air-superiority")) == 1
    assert t.game.prompt(t.state, t.asked, t.asked.side).startswith("Place 4 airpower markers")


@case("8.10a", "8.10b", "R28", "R46")
def test_the_airlift_goes_only_to_who_holds_the_air_and_to_cities_of_the_mainland(table):
    t = table(turn=3, phase="chinese-movement", units={"CH-5": "0712", "J-CEA-D3": "2302"}, tried=["CH-5"],
              air="Allied")  # fmt: skip
    t.act("airlift", "CH-5")
    assert "3221" not in t.goals("fly-to")
    t = table(turn=3, phase="chinese-movement", units={"CH-5": "0712", "J-CEA-D3": "2302"}, tried=["CH-5"],
              air="Japanese")  # fmt: skip
    assert not t.options("airlift")


@case("8.4a", "8.4b", "R27")
def test_a_river_under_enemy_airpower_costs_two_and_ones_own_markers_nothing(table):
    t = table(turn=3, phase="japanese-movement", units={"J-CEA-D3": "2404", "CH-5": "0712"}, air="Allied",
              air_markers=["2304"])  # fmt: skip
    river = [h for h in around("2404") if GAME.crosses_river(GAME.space_index["2404"], GAME.space_index[h])]
    assert river
    for h in river:
        under = apart(h, "2304") <= 1
        dry = 2 if GAME.mountains >> GAME.space_index[h] & 1 else 1
        cost = step_cost(t.state, JAPAN, GAME.space_index["2404"], GAME.space_index[h])
        assert cost == dry + 1 + 2 * under


@case("8.9a", "8.9b", "R30")
def test_a_division_that_leaves_the_bombers_range_stays_out_of_supply_and_attacks_at_half(table):
    t = table(turn=8, phase="japanese-movement", units={"J-CEA-D3": "2004", "CH-5": "0712"}, causeway="cancelled",
              b29="2004")  # fmt: skip
    assert supply(t.state, t.unit("J-CEA-D3")) == OUT
    assert attack_strength(t.state, GAME.space_index["1904"], [t.unit("J-CEA-D3")]) == 2


# --- supply


@case("7.1a", "7.1e", "R70")
def test_a_city_that_was_lost_and_retaken_supplies_nobody_by_itself(table):
    for fallen, state in (([], False), (["2022"], True)):
        t = table(turn=3, phase="japanese-combat", units={"J-CEA-D104": "2022", "CH-5": "0712"}, fallen=fallen,
                  control=["2022"])  # fmt: skip
        assert (supply(t.state, t.unit("J-CEA-D104")) == OUT) == state


@case("7.5a", "7.7", "7.8a", "7.9a")
def test_a_us_unit_inland_without_a_way_is_out_of_supply_and_the_marker_helps_its_hex_alone(table):
    ring = around("1613")
    units = {"US-7": "1613", "US-6": "1611", **dict(zip(
        ("J-CEA-D3", "J-CEA-D13", "J-CEA-D34", "J-CEA-D39", "J-CEA-D40", "J-CEA-D58"), ring, strict=False))}
    t = table(turn=9, phase="us-combat", units={**units, "CH-5": "0712"}, aerial="1613", **LAUNCHED)
    assert supply(t.state, t.unit("US-7")) != OUT


# --- 9: reinforcements


@case("9.1d", "9.1c", "R71")
def test_a_rail_city_beyond_a_chinese_railroad_hex_takes_nobody_in(table):
    held = RAIL[:12]
    t = table(turn=2, phase="reinforcement", units=QUIET, japanese=held, allied=["1801"])
    cities = {h for h in held if GAME.cities >> GAME.space_index[h] & 1}
    assert not cities & {words[-1] for words in t.options("enter")}
    t = table(turn=2, phase="reinforcement", units=QUIET, japanese=held)
    assert cities & {words[-1] for words in t.options("enter")}


@case("9.2a", "R42")
def test_with_one_full_division_in_supply_the_second_is_made_of_two_reduced_ones(table):
    t = table(turn=5, phase="reinforcement", units={"J-CEA-D3": "2302", "J-CEA-D13": ["2302", 1],
              "J-CEA-D34": ["2302", 1], "J-CEA-D39": ["2302", 1], "CH-5": "0712"})  # fmt: skip
    assert t.where("J-CEA-D3") != "2302", "the only full division is withdrawn unasked"
    assert t.goals("withdraw") == {"J-CEA-D13", "J-CEA-D34", "J-CEA-D39"}
    t.do("withdraw", "J-CEA-D13")
    assert t.asked.prompt == "withdraw"


@case("9.2b", "5.3.11", "R42")
def test_with_brigades_alone_one_of_the_brigades_joins_the_14th_area_army(table):
    brigades = ["J-CEA-B1", "J-CEA-B7", "J-CEA-B9", "J-CEA-B11", "J-CEA-B12"]
    t = table(turn=5, phase="reinforcement", units={**dict.fromkeys(brigades[:4], "2302"), "CH-5": "0712"})
    for unit in brigades[:4]:
        if t.asked.prompt == "withdraw":
            t.do("withdraw", unit)
    assert t.asked.prompt != "withdraw"
    assert t.asked.prompt == "withdrawn-to-pool"


@case("9.5a", "9.5b", "R43", "R84")
def test_the_cavalry_brigade_is_absorbed_by_nobody(table):
    cavalry = next(name for name in GAME.unit_ids if "Cavalry Brigade" in GAME.unit_names[GAME.unit_index[name]])
    t = table(turn=3, phase="reinforcement", units={"J-CEA-D3": ["2302", 1], cavalry: "2302", "J-CEA-B1": "2302",
              "CH-5": "0712"})  # fmt: skip
    assert {words[-1] for words in t.options("absorb")} == {"J-CEA-B1"}


@case("9.7b", "9.7c", "R82", "R44")
def test_reinforcements_come_to_a_surrounded_city_and_never_to_a_city_that_was_japanese_at_the_start(table):
    siege = dict(zip(("J-CEA-D3", "J-CEA-D13", "J-CEA-D34", "J-CEA-D39", "J-CEA-D40", "J-CEA-D58"), ring("1418"),
                     strict=False))  # fmt: skip
    t = table([2, *range(1, 76)], turn=3, phase="chinese-reinforcement", units={**siege, "CH-5": "0712"},
              allied=["2302", "1418"])  # fmt: skip
    assert "1418" in t.goals("reinforce")
    assert "2302" not in t.goals("reinforce")


# --- 10: movement


@case("10.2", "10.8", "10.15a", "R46")
def test_a_chinese_die_of_1_leaves_the_whole_stack_where_it_is(table):
    t = table(turn=3, phase="chinese-movement", units={"CH-5": "1418", "CH-18": "1418", "J-CEA-D3": "2302"},
              tried=["CH-5", "CH-18"])  # fmt: skip
    t.act("move", "CH-5", dice=[1])
    assert t.where("CH-5") == "1418"
    assert not t.options("to")
    assert not any(t.id("CH-18") in option for option in t.options("move"))


@case("10.15c", "5.3.2")
def test_after_the_launch_the_chinese_die_is_not_lowered(table):
    t = table(turn=9, phase="chinese-movement", units={"CH-5": "1418", "J-CEA-D3": "2302"}, tried=["CH-5"], **LAUNCHED)
    t.act("move", "CH-5", dice=[1])
    assert t.asked.prompt == "move-on"


@case("10.17b", "7.2b", "R48")
def test_a_us_division_next_to_a_japanese_unit_at_the_start_has_no_strategic_move(table):
    near = around("2621")
    t = table(turn=9, phase="us-movement", units={"US-7": "2621", "J-CEA-D13": near[0], **QUIET}, **LAUNCHED)
    assert not any("US-7" in o for o in t.options("go-far"))
    assert reasons(t, "US-7", verb="go-far")


@case("6.3b", "6.4", "10.3")
def test_chinese_units_pass_through_a_us_hex_and_may_not_stop_there(table):
    t = table(turn=9, phase="chinese-movement", units={"CH-5": "2618", "US-7": "2619", "J-CEA-D3": "2302"},
              tried=["CH-5"], **LAUNCHED)  # fmt: skip
    t.act("move", "CH-5", dice=[6]).do("to", "2619")
    assert not t.offers("stop")
    assert t.options("to")


# --- 11: combat


@case("11.15a", "11.15b", "11.2a", "R52")
@pytest.mark.parametrize(("picked", "shift"), [((0, 1), 0), ((0, 3), 1), ((0, 2, 4), 1), ((0, 1, 2), 0),
                                               ((0, 1, 2, 3), 1)])  # fmt: skip
def test_opposite_or_alternate_or_four_hexes_make_it_concentric(table, picked, shift):
    target = next(h for h in ("1910", "1511", "1611", "2212") if len(around(h)) == 6 and h not in CITIES)
    near = ring(target)
    assert set(near) == set(around(target))
    divisions = ("J-CEA-D3", "J-CEA-D13", "J-CEA-D34", "J-CEA-D39")
    at = dict(zip(divisions, (near[i] for i in picked), strict=False))
    t = table(turn=2, phase="japanese-combat", units={**at, "CH-5": target}, tried=["CH-5"])
    found = totals(t, JAPAN, target, *at)
    assert sum(v for k, v in found.items() if "oncentric" in k) == shift


@case("11.17b", "11.17c", "R54", "R58")
def test_a_brigade_alone_takes_one_tank_regiment_and_no_more(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-B1": "1904", "CH-5": "1905", "J-CEA-D3": "2302"},
              tried=["CH-5"])  # fmt: skip
    t.act("attack", "1905").act("join", "J-CEA-B1").act("commit-tank")
    assert not t.options("commit-tank")
    assert "Each brigade or division in supply may have only one tank regiment." in reasons(t, verb="commit-tank")


@case("11.17a", "11.28a")
def test_no_tank_regiment_joins_on_formosa_though_the_special_forces_may(table):
    t = table(turn=9, phase="japanese-combat", units={"J-FG-D9": "3220", "US-7": "3221", "CH-5": "0712",
              "J-14AA-SF": "SUPPORT"}, **LAUNCHED)  # fmt: skip
    t.act("attack", "3221").act("join", "J-FG-D9")
    assert not t.options("commit-tank")
    assert t.options("commit-special-forces")


@case("11.23b", "11.22")
def test_a_chinese_attack_that_eliminates_the_defence_still_costs_a_step(table):
    t = table(turn=3, phase="chinese-combat", units={"CH-5": "1904", "CH-18": "1904", "CH-74": "1904",
              "CH-100": "1904", "J-CEA-B1": "1905", **NO_TANKS},
              tried=["CH-5", "CH-18", "CH-74", "CH-100"])  # fmt: skip
    t.attack("1905", "CH-5", "CH-18", "CH-74", "CH-100", dice=[6])
    while t.asked.prompt == "losses" and t.side == "Japanese":
        t.do(*t.options()[0])
    assert t.result() == "DE"
    assert t.asked.prompt == "losses"
    assert t.side == "Allied"


@case("11.25a", "11.25c", "7.3b", "R65")
def test_there_is_no_momentum_on_turn_7(table):
    for turn, there in ((6, True), (7, False)):
        t = table(turn=turn, phase="japanese-combat", units={"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-85": "2303",
                  "CH-92": "2304"}, tried=["CH-85", "CH-92"],
                  **({"causeway": "cancelled"} if turn > 6 else {}))  # fmt: skip
        t.attack("2303", "J-CEA-D3", "J-CEA-D13", dice=[6])
        while t.asked.prompt in ("losses", "advance") and t.options():
            t.do(*(("advance-all",) if t.offers("advance-all") else t.options()[0]))
        assert (t.asked.prompt == "momentum") == there


@case("11.27c", "11.24a", "R62")
def test_a_lone_zero_in_defence_is_a_cleared_hex_and_the_attacker_may_advance(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "CH-G2": "2303", "CH-5": "0712"})
    t.attack("2303", "J-CEA-D3")
    assert t.where("CH-G2") == "POOL"
    assert t.asked.prompt == "advance"


@case("3.5c", "11.29a", "4.5", "R75")
def test_an_advance_into_an_empty_wuhan_with_shanghai_lost_ends_the_game_before_any_more_advance(table):
    near = next(h for h in around("2008") if not GAME.airbases >> GAME.space_index[h] & 1)
    t = table(turn=5, phase="chinese-combat", units={"CH-5": near, "CH-18": near, "CH-74": near, "J-CEA-D3": "2302",
              **NO_TANKS}, tried=["CH-5", "CH-18", "CH-74"], allied=["3106"])  # fmt: skip
    t.attack("2008", "CH-5", "CH-18", "CH-74", dice=[6])
    while not t.over and t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.do(*t.options("advance")[0])
    assert t.over


# --- victory points


@case("4.2c", "R21")
@pytest.mark.parametrize(
    ("hex_", "there"), [("1214", True), ("1213", True), ("1216", False), ("0717", True), ("0718", False)]
)
def test_five_hexes_of_chungking_are_counted_with_the_units_own(table, hex_, there):
    assert (apart("0712", hex_) <= 5) == there
    t = table(turn=8, phase="japanese-combat", units={"J-CEA-D3": hex_, "CH-5": "0712"}, causeway="cancelled")
    assert any("4.2d" in line.cases or "five hexes of Chungking" in line.text for line in ledger(t.state)) == there

"""Corners of Formosa read in the rulebook by a third referee; what must come was written down before it was run."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.supply import in_supply

case = pytest.mark.case
FAR = {"J01": "1110"}
ASHORE = {"A46": "1706"}


def reasons(t, unit=None, space=None, verb=""):
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return [bar.text for bar in t.game.why_not(t.state, t.asked.side, u, h, verb)]


# --- 7, 9: points


@case("7.2b", "5.2a", "5.2b")
def test_an_airfield_that_nobody_holds_earns_the_japanese_nothing(table):
    for units, lp in (({"J01": "1304", "J02": "1504"}, 4), ({"J01": "1304"}, 3), ({"J01": "1110"}, 3)):
        t = table(turn=2, phase="logistics", units={**units, **ASHORE}, lp={"Japanese": 0, "Allied": 0}, dice=[3])
        assert t.lp("Japanese") == lp


@case("7.2e", "7.2g", "20.0a")
def test_a_port_with_a_mobile_engineer_earns_nothing_until_it_is_a_base(table):
    units = {"A39": "0522", "A01": "0420", **FAR}
    without = table(turn=2, phase="logistics", units=units, lp={"Allied": 0}, dice=[1]).lp("Allied")
    with_base = table(turn=2, phase="logistics", units=units, bases=["A39"], lp={"Allied": 0}, dice=[1]).lp("Allied")
    assert (without, with_base) == (5, 8)


@case("9.1a", "9.1b")
@pytest.mark.parametrize(("turn", "die", "captured"), [(2, 1, True), (2, 2, False), (6, 5, True), (6, 6, False)])
def test_amoy_falls_to_a_die_below_the_turn(table, turn, die, captured):
    t = table(turn=turn, phase="amoy", units={**ASHORE, **FAR}, dice=[die, *[1] * 4])
    assert bool(t.state.amoy) == captured


@case("7.2i", "7.2j", "R11")
def test_what_exceeds_20_is_lost_when_recruiting_ends(table):
    t = table(turn=2, phase="recruit", units={**ASHORE, **FAR}, lp={"Allied": 27, "Japanese": 3},
              dice=[6, *[1] * 6])  # fmt: skip
    t.do("end-recruit")
    if t.asked.prompt == "recruit":
        t.do("end-recruit")
    assert t.lp("Allied") == 20


# --- 12, 14, 16: movement


@case("16.5h", "16.5i", "R108")
def test_out_of_a_suppressed_hex_nobody_moves_and_into_it_nobody_goes(table):
    t = table(turn=2, phase="japanese-movement", units={"J45": "0615", "J46": "0614", **ASHORE}, suppressed="0615",
              b29_hex="0615")  # fmt: skip
    assert "J45" not in t.goals("move")
    t.do("move", "J46")
    assert "0615" not in t.goals("to")
    assert any("B-29" in text or "uppress" in text for text in reasons(t, "J46", "0615"))


@case("16.4c", "16.4d", "12.4c", "R65")
@pytest.mark.parametrize("points", [0, 1, 2])
def test_interdiction_costs_its_points_on_a_road_too(table, points):
    t = table(turn=2, phase="japanese-movement", units={"J30": "0615", **ASHORE},
              interdiction={"0516": ["US"] * points} if points else {})  # fmt: skip
    (cost,) = {price for way in GAME.reach(t.state, t.asked.side, [t.unit("J30")])
               for goal, price, *_ in way["spaces"] if goal == t.space("0516")}  # fmt: skip
    assert cost == 0.5 + points


@case("23.0a", "14.1a", "R42")
def test_guerrillas_walk_from_zone_to_zone(table):
    t = table(turn=2, phase="japanese-movement", units={"J55": "0615", "A01": "0716", "A02": "0714"})
    t.do("move", "J55")
    goals = t.goals("to")
    assert goals & {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.near[t.space("0716")] >> h & 1}


@case("11.1e", "R17", "19.3a", "R76")
def test_a_static_deception_is_no_source_of_supply_and_heavy_weapons_are(table):
    base = {"J01": "0616", **ASHORE}
    t = table(turn=2, phase="japanese-combat", units={**base, "J63": "0615"}, concealed=["J63"], dice=[1] * 9)
    assert not in_supply(t.state, t.unit("J01"))
    t = table(turn=2, phase="japanese-combat", units={**base, "J38": "0615"}, dice=[1] * 9)
    assert in_supply(t.state, t.unit("J01"))


# --- 10, 21: ships


@case("21.0e", "21.0f", "R80")
def test_a_functional_port_takes_four_in_and_out_together(table):
    units = {"A39": "0522", **dict.fromkeys(("A01", "A02"), "0522"),
             **dict.fromkeys(("A03", "A04", "A05", "A06"), "STAGING"), **FAR}  # fmt: skip
    t = table(turn=2, phase="transfer", units=units, bases=["A39"])
    for unit in ("A01", "A02"):
        t.do("ship", unit)
        if t.options("ship-to"):
            t.do("ship-to", "STAGING")
    for unit in ("A03", "A04"):
        t.do("ship", unit)
        if t.options("ship-to"):
            t.do("ship-to", "0522")
    assert {t.where(unit) for unit in ("A03", "A04")} == {"0522"}
    assert not t.offers("ship", "A05")
    assert any("4" in text for text in reasons(t, "A05", "0522"))


@case("10.3a", "10.3c", "10.1e")
def test_two_airborne_regiments_land_on_one_drop_zone_and_infantry_does_not(table):
    units = {"A49": "STAGING", "A50": "STAGING", "A01": "STAGING", **FAR, "A46": "1706"}
    t = table(turn=2, phase="invasion", units=units, drop_zone=1)
    t.do("drop-marker", sorted(t.goals("drop-marker"))[0])
    if t.asked.prompt == "markers":
        t.do("end-markers")
    assert t.goals("board") == {"A49", "A50"}


@case("10.2.2b", "19.4c", "R78")
def test_no_air_supply_in_an_assault_from_the_sea(table):
    t = table(turn=1, phase="invasion", units={"A01": "STAGING", "J01": "0522"}, amphibious=1, air_supply="available")
    t.do("assault-marker", "0523", "0522").do("board", "A01")
    assert not t.options("fly-supply")
    assert reasons(t, verb="fly-supply")


# --- 15: combat


@case("LPA.i", "15.4.1h", "15.4.1j", "R50")
def test_two_points_shift_the_attack_and_one_the_defence_and_no_more(table):
    units = {"A01": "0616", "A39": "0419", "A28": "0517", "J45": "0615", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, bases=["A39"], lp={"Allied": 9, "Japanese": 9})
    t.plan("0615", "A01").do("confirm")
    bought = 0
    while t.asked.prompt == "commit-attack" and t.offers("add-lp") and bought < 5:
        t.do("add-lp")
        bought += 1
    assert bought == 2
    assert t.asked.prompt == "commit-defence", "there is nothing more to commit"
    t.dice.faces.extend([3] * 3)
    t.do("add-lp")
    assert not t.offers("add-lp")


@case("15.4.1f", "R51", "15.4.1l")
def test_two_opposite_hexes_surround_and_two_neighbours_do_not(table):
    target = "0616"
    near = [GAME.space_ids[h] for h in range(GAME.hexes) if GAME.near[GAME.space_index[target]] >> h & 1]
    found = set()
    for other in near[1:]:
        t = table(turn=2, phase="allied-combat", units={"A01": near[0], "A02": other, "J45": target})
        t.plan(target, "A01", "A02")
        found.add(any("oncentric" in text for text in t.shifts()))
    assert found == {True, False}


@case("5.1b", "5.1c", "5.1d", "R106")
def test_us_and_commonwealth_attack_together_and_either_air_may_help(table):
    units = {"A01": "0614", "A53": "0715", "J45": "0615"}
    t = table("2", turn=2, phase="allied-combat", units=units, support={"0615": ["Commonwealth"]}, lp={"Allied": 0})
    t.plan("0615", "A01", "A53")
    assert t.shifts()["Ground support, 1 point"] == 1
    t = table("2", turn=2, phase="allied-combat", units={"A01": "0614", "J45": "0615", "A53": "1706"},
              support={"0615": ["Commonwealth"]}, lp={"Allied": 0})  # fmt: skip
    t.plan("0615", "A01")
    assert "Ground support, 1 point" not in t.shifts()


# --- 20, 22: bases, trucks


@case("20.1d", "7.2k")
def test_a_port_with_an_airfield_costs_four_and_three_points_build_nothing_there(table):
    for lp, there in ((3, False), (4, True)):
        t = table(turn=2, phase="bases", units={"A39": "0522", **FAR}, lp={"Allied": lp})
        assert t.offers("build", "A39") == there


@case("20.2a", "13.1a", "R110")
def test_a_base_among_four_mobile_units_is_not_demobilized(table):
    units = {"A39": "0522", **dict.fromkeys(("A01", "A02", "A03", "A04"), "0522"), **FAR}
    t = table(turn=2, phase="bases", units=units, bases=["A39"], lp={"Allied": 4})
    assert not t.offers("demobilize", "A39")
    assert reasons(t, "A39")


@case("22.0e", "22.0f", "22.0g", "R82")
def test_trucks_cost_a_point_for_the_hex_and_serve_only_who_has_a_line(table):
    t = table(turn=2, phase="allied-movement", units={"A01": "0615", **FAR}, lp={"Allied": 5})
    assert not t.options("drive")
    assert not t.options("motorize")


# --- 4: the end


@case("4.1a", "4.1c", "R5")
def test_without_an_allied_unit_ashore_the_japanese_win_from_turn_2_on(table):
    t = table(turn=2, phase="recruit", units={"A01": "STAGING", **FAR})
    assert t.over
    t = table(turn=1, phase="invasion", units={"A01": "STAGING", **FAR}, amphibious=1)
    assert not t.over


@case("4.2h", "4.2i", "R7", "R8")
def test_an_eliminated_regiment_is_a_point_and_the_ranger_battalion_none(table):
    base = GAME.score(table(turn=13, phase="end", units={"A39": "0522", **FAR}, bases=["A39"]).state)
    one = GAME.score(table(turn=13, phase="end", units={"A39": "0522", "A01": "A-ELIMINATED", **FAR},
                           bases=["A39"]).state)  # fmt: skip
    ranger = GAME.score(table(turn=13, phase="end", units={"A39": "0522", "A51": "A-ELIMINATED", **FAR},
                              bases=["A39"]).state)  # fmt: skip
    assert base == ranger
    assert base != one


# --- 25: options together


@case("25.5a", "25.5b", "25.4a")
def test_the_97th_is_no_marine_division_and_joins_no_headquarters(table):
    t = table("1", ["25.4", "25.5"], turn=2, phase="recruit", lp={"Allied": 20, "Japanese": 0},
              units={"A28": "0517", "A39": "0522", **FAR}, bases=["A39"])  # fmt: skip
    if t.side == "Japanese":
        t.do("end-recruit")
    t.do("recruit-97th")
    assert "0517" not in t.goals("deploy")


@case("25.6a", "25.9a", "R93")
def test_the_special_force_leaves_no_guerrillas_behind(table):
    units = {"J67": "0716", "A01": "0616", "A02": "0616", "A03": "0616", "A04": "0616"}
    t = table("1", ["25.6", "25.9"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.win("DE", "0716", "A01")
    assert not t.told("die-hards")


@case("25.7b", "25.8b", "12.0c")
def test_both_raids_are_tried_in_one_turn_and_each_once(table):
    units = {"J65": "J-REINFORCEMENTS", "J66": "J-REINFORCEMENTS", **ASHORE}
    t = table("1", ["25.7", "25.8"], turn=2, phase="japanese-movement", units=units)
    t.do("raid", "J65").do("raid-at", "0420", dice=[3])
    assert t.where("J65") == "J-REINFORCEMENTS"
    assert not t.offers("raid", "J65")
    t.do("raid", "J66").do("raid-at", "0615", dice=[1])
    assert t.where("J66") in ("J-ELIMINATED", "J-REPLACEMENTS")


@case("25.2a", "25.10c", "R89", "R97")
def test_the_camps_factor_is_no_mobile_factor_destroyed(table):
    units = {"J01": "0612", "J02": "0612", "J68": "0612"} | dict.fromkeys(("A01", "A02", "A03", "A04"), "0713")
    t = table("1", ["25.2", "25.10"], turn=2, phase="allied-combat", units=units, support={"0612": ["US"] * 4},
              lp={"Allied": 0, "Japanese": 0})  # fmt: skip
    t.win("DE", "0612", "A01")
    assert t.state.pending_lp == [0, 0], "4 + 4, and the camp is not mobile"


@case("16.6c", "R70")
def test_kamikazes_that_find_nothing_ask_for_no_loss(table):
    for staged, said in ((0, "Kamikazes: no marker or gunfire unit is there to be hit."),
                         (1, "Kamikazes: lose 1 marker or gunfire unit.")):  # fmt: skip
        t = table(turn=2, phase="special-attack", units={**ASHORE, **FAR}, dice=[6],
                  gunfire={"US": {"available": 0, "staged": staged}})  # fmt: skip
        assert t.game.prompt(t.state, t.asked, t.asked.side) == said

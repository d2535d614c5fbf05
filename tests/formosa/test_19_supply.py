"""Chapters 19, 20 and 21: supply, bases, naval transfer."""

from __future__ import annotations

import pytest

from grognard.games.formosa.supply import in_supply

case = pytest.mark.case
FAR = {"J01": "1110"}
CUT = {"J02": "0518", "J03": "0416", "J04": "0719", "J05": "0824"}
"""Japanese units that cut every road and way out of the south-west, the road around the island included."""


def position(table, units, scenario="1", **change):
    return table(scenario, turn=2, phase="bases", units={"A46": "1706", **units}, **{"lp": {"Allied": 0}, **change})


def has(t, unit):
    return in_supply(t.state, t.unit(unit))


# --- 19.1


@case("19.1a", "19.2a", "R75", "19.2e")
def test_a_line_is_as_long_as_the_movement_factor_and_ends_in_a_functional_port(table):
    units = {**FAR, "A39": "0522", "A01": "0517", "A02": "0516"}
    t = position(table, units)
    assert not has(t, "A01")
    t.edit(bases=["A39"])
    assert has(t, "A01")
    assert not has(t, "A02")


@case("19.0b", "19.0c", "19.0d", "14.3a")
def test_a_line_enters_no_enemy_no_enemy_zone_and_no_sea(table):
    units = {"A39": "0522", "A01": "0420"}
    assert has(position(table, units, bases=["A39"]), "A01")
    assert not has(position(table, {**units, "J01": "0521"}, bases=["A39"]), "A01")
    assert not has(position(table, {**units, "J01": "0620"}, bases=["A39"]), "A01")
    assert not has(position(table, {**units, "J01": "0620", "A02": "0521"}, bases=["A39"]), "A01")


@case("14.3b")
def test_a_unit_in_an_enemy_zone_traces_out_of_its_own_hex(table):
    t = position(table, {"A39": "0419", "A01": "0520", "J01": "0620"}, bases=["A39"])
    assert has(t, "A01")


@case("14.3c", "R76")
def test_a_source_in_an_enemy_zone_supplies_only_its_own_hex(table):
    units = {"A39": "0522", "A01": "0522", "A02": "0521", "J01": "0621"}
    t = position(table, units, bases=["A39"])
    assert has(t, "A01")
    assert not has(t, "A02")


@case("19.0e", "19.1b")
def test_mechanized_units_trace_into_mountains_only_by_road(table):
    units = {**FAR, "A39": "0419", "A28": "1512"}
    t = position(table, {**units, "A31": "0715", "A01": "0715"}, bases=["A39"])
    assert has(t, "A31")
    t = position(
        table, {"A41": "1512", "A31": "1315", "A01": "1312", "A32": "1312", **FAR, "J01": "0522"}, bases=["A41"]
    )
    assert has(t, "A31")
    assert has(t, "A01")
    t = position(table, {"A41": "1707", "A31": "1505", "A01": "1507", "A32": "1507", "J01": "0522"}, bases=["A41"])
    assert has(t, "A01")
    assert not has(t, "A32") or t.game.map.terrain[t.space("1607")] != "mountain"


# --- 19.2


@case("19.2b", "19.2c", "22.0a")
def test_a_headquarters_passes_supply_on_over_any_length_of_road(table):
    units = {**FAR, "A39": "0522", "A28": "0614", "A01": "0612"}
    t = position(table, units, bases=["A39"])
    assert has(t, "A28")
    assert has(t, "A01")
    assert not has(position(table, {**units, **CUT}, bases=["A39"]), "A01")


@case("19.2c")
def test_a_headquarters_off_the_road_reaches_it_within_its_factor(table):
    units = {**FAR, "A39": "0522", "A28": "0613", "A01": "0513"}
    assert has(position(table, units, bases=["A39"]), "A01")


@case("19.2b", "R76")
def test_headquarters_do_not_chain(table):
    units = {**CUT, "A39": "0522", "A28": "0521", "A29": "0614", "A01": "0612"}
    t = position(table, units, bases=["A39"])
    assert has(t, "A28")
    assert not has(t, "A29")
    assert not has(t, "A01")


@case("R76", "14.3c")
def test_a_headquarters_in_an_enemy_zone_serves_only_its_own_hex(table):
    units = {"A39": "0522", "A28": "0614", "A01": "0614", "A02": "0612", "J01": "0715"}
    t = position(table, units, bases=["A39"])
    assert has(t, "A01")
    assert not has(t, "A02")


@case("5.1e", "5.1f", "5.1g")
def test_each_nation_has_its_own_headquarters_and_shares_the_ports(table):
    units = {**FAR, "A39": "0522", "A28": "0614", "A53": "0612"}
    assert not has(position(table, units, scenario="2", bases=["A39"]), "A53")
    assert has(position(table, {**units, "A53": "0517"}, scenario="2", bases=["A39"]), "A53")
    assert has(
        position(table, {**FAR, "A39": "0522", "A52": "0614", "A53": "0612"}, scenario="2", bases=["A39"]), "A53"
    )


@case("R109")
def test_a_base_has_a_line_only_in_its_own_hex(table):
    t = position(table, {**FAR, "A39": "0522", "A40": "0521"}, bases=["A39", "A40"])
    assert has(t, "A39")
    assert not has(t, "A40")
    assert has(position(table, {**FAR, "A39": "0522", "A40": "0521", "A28": "0521"}, bases=["A39", "A40"]), "A40")


# --- 19.3


@case("19.3a", "19.3c", "R77")
def test_japanese_units_trace_to_a_revealed_fortress(table):
    units = {"J38": "0615", "J45": "0612", "J46": "0613", "J47": "0711", "A01": "0420"}
    t = position(table, units)
    assert has(t, "J45")
    assert has(t, "J46")
    assert has(t, "J38")
    assert not has(t, "J47")
    t.edit(concealed=["J38"])
    assert not has(t, "J45")
    assert not has(t, "J38")


@case("R75")
def test_a_concealed_unit_traces_with_its_front(table):
    t = position(table, {"J38": "0615", "J45": "0611", "A01": "0420"}, concealed=["J45"])
    assert has(t, "J45")
    t = position(table, {"J38": "0615", "J45": "0610", "A01": "0420"}, concealed=["J45"])
    assert not has(t, "J45")


@case("19.0a", "23.0a", "R84")
def test_guerrillas_are_always_in_supply(table):
    assert has(position(table, {"J55": "0815", "A01": "0420"}), "J55")


@case("R84", "8.3a")
def test_a_lost_guerrilla_can_be_replaced(table):
    t = table(turn=2, phase="allied-combat", units={"J55": "0612", "A01": "0713", "A02": "0713"}, lp={"Allied": 0})
    t.fight("0612", "A01", dice=[6])
    assert t.where("J55") == "J-REPLACEMENTS"


@case("19.3b", "15.4.1j")
def test_a_concealed_source_is_revealed_when_it_is_used(table):
    units = {"J38": "0615", "J45": "0612", "A01": "0713"}
    t = table(turn=2, phase="allied-combat", units=units, concealed=["J38"], lp={"Allied": 0, "Japanese": 2})
    t.plan("0612", "A01").do("confirm").do("ready")
    assert (t.side, t.goals("prove")) == ("Japanese", {"J38"})
    assert not t.offers("add-lp")
    t.do("prove", "J38")
    assert not t.is_concealed("J38")
    t.do("add-lp", dice=[1])
    assert t.lp("Japanese") == 1


@case("19.3b", "11.0c")
def test_the_japanese_are_asked_whenever_a_concealed_counter_could_be_a_source(table):
    for unit in ("J38", "J02", "J61"):
        units = {unit: "0615", "J45": "0612", "A01": "0713"}
        t = table(turn=2, phase="allied-combat", units=units, concealed=[unit], lp={"Allied": 0, "Japanese": 2})
        t.plan("0612", "A01").do("confirm").do("ready")
        assert (t.side, t.prompt()) == ("Japanese", "commit-defence")


@case("R21", "8.3a", "8.3b", "19.5c")
def test_a_concealed_source_may_prove_that_a_lost_unit_can_be_replaced(table):
    units = {"J38": "0615", "J45": "0612", "A01": "0713", "A02": "0713"}
    for answer, box in (("prove", "J-REPLACEMENTS"), ("let-go", "J-ELIMINATED")):
        t = table(turn=2, phase="allied-combat", units=units, concealed=["J38"], lp={"Allied": 0, "Japanese": 0})
        t.fight("0612", "A01", dice=[6])
        assert (t.side, t.prompt()) == ("Japanese", "prove-supply")
        t.do(answer, *(["J38"] if answer == "prove" else []))
        assert t.where("J45") == box
        assert t.is_concealed("J38") == (answer == "let-go")


@case("R21")
def test_first_line_units_are_never_replaceable_and_nobody_is_asked(table):
    units = {"J38": "0615", "J01": "0612", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713"}
    t = table(turn=2, phase="allied-combat", units=units, concealed=["J38"], lp={"Allied": 0, "Japanese": 0})
    t.fight("0612", "A01", dice=[6])
    assert t.where("J01") == "J-ELIMINATED"
    assert t.prompt() == "advance"


@case("R21")
def test_supply_is_judged_before_the_result(table):
    japanese = {"J01": "0723", "J02": "0723", "J03": "0723", "J04": "0622", "J05": "0622", "J06": "0622"}
    units = {**japanese, "A39": "0623", "A51": "0623", "A01": "0420"}
    t = table(turn=2, phase="japanese-combat", units=units, bases=["A39"], lp={"Allied": 0, "Japanese": 0})
    t.fight("0623", "J01", "J04", dice=[5])
    assert t.result() == "DE"
    assert t.where("A39") == t.where("A51") == "A-REPLACEMENTS"


# --- 20


@case("20.0a", "20.0c", "20.1a", "20.1b", "20.1c", "LPA.h", "R79", "6.1m")
def test_an_engineer_builds_a_base_for_3_1_or_4_lp(table):
    units = {"A39": "0522", "A40": "0825", "A41": "0521", "A42": "0520", "A01": "0623", "J01": "0620"}
    t = position(table, units, lp={"Allied": 20}, landed=["A39"])
    assert t.goals("build") == {"A39", "A40", "A41"}
    assert "20.1a" in t.why("A42")
    assert "20.0c" in t.why("A01")
    spent = []
    for unit in ("A39", "A40", "A41"):
        before = t.lp("Allied")
        t.do("build", unit)
        spent.append(before - t.lp("Allied"))
    assert spent == [4, 3, 1]


@case("20.1b", "7.2j")
def test_a_base_that_cannot_be_paid_is_not_built(table):
    t = position(table, {**FAR, "A39": "0522", "A41": "0521"}, lp={"Allied": 3})
    assert t.goals("build") == {"A41"}
    assert "20.1b" in t.why("A39")


@case("20.1e")
def test_one_base_per_hex(table):
    t = position(table, {**FAR, "A39": "0522", "A40": "0522", "A41": "0521"}, lp={"Allied": 20}, bases=["A39"])
    assert t.goals("build") == {"A41"}
    assert "20.1e" in t.why("A40")


@case("20.2a", "R79", "R110")
def test_a_base_may_be_given_up_and_built_again_in_a_later_phase(table):
    t = position(table, {**FAR, "A39": "0522", "A41": "0521"}, lp={"Allied": 20}, bases=["A39"])
    t.do("demobilize", "A39")
    assert t.mark("Japanese", "functional", "0522") == 0
    assert not t.offers("build", "A39")
    assert "R79" in t.why("A39")


@case("R110", "13.1a")
def test_no_base_is_given_up_in_a_full_hex(table):
    units = {**FAR, "A39": "0522", "A01": "0522", "A02": "0522", "A03": "0522", "A04": "0522", "A41": "0521"}
    t = position(table, units, lp={"Allied": 20}, bases=["A39"])
    assert not t.offers("demobilize", "A39")
    assert "R110" in t.why("A39")


@case("20.1d", "20.0a", "2.4c")
def test_a_lost_base_stops_functioning(table):
    units = {"A39": "0623", "J01": "0723", "J02": "0723", "J03": "0723"}
    t = table(
        turn=2, phase="japanese-combat", units={**units, "A01": "0420"}, bases=["A39"], lp={"Allied": 0, "Japanese": 0}
    )
    t.fight("0623", "J01", dice=[6])
    assert t.result() == "DE"
    assert t.where("A39") == "A-REPLACEMENTS"
    assert t.state.bases == 0


@case("20.0b")
def test_functional_sites_are_marked_for_both_sides(table):
    t = position(table, {**FAR, "A39": "0522", "A41": "0521"}, lp={"Allied": 20}, bases=["A39"])
    assert t.mark("Japanese", "functional", "0522") == t.mark("Allied", "functional", "0522") == 1


# --- 21


def shipping(table, units, scenario="1", **change):
    return table(scenario, turn=2, phase="transfer", units={**FAR, **units}, **change)


@case("21.0b", "21.0d", "21.0e", "R81")
def test_units_sail_from_the_staging_area_to_friendly_ports_and_open_coast(table):
    units = {"A01": "STAGING", "A02": "0420", "A03": "0825", "A04": "0824", "A05": "0614"}
    t = shipping(table, units).do("ship", "A01")
    assert t.goals("ship-to") == {"0420", "0825"}
    assert "R81" in t.why(space="0622")
    assert "21.0d" in t.why(space="0824")


@case("21.0e", "R80")
def test_any_number_may_reach_a_beach_within_stacking(table):
    units = {"A01": "STAGING", "A02": "STAGING", "A03": "STAGING", "A04": "STAGING", "A05": "0420"}
    t = shipping(table, units)
    for unit in ("A01", "A02", "A03"):
        t.do("ship", unit)
        if t.prompt() == "ship":
            t.do("ship-to", "0420")
    assert not t.offers("ship", "A04")
    assert t.where("A03") == "0420"


@case("21.0f", "R80")
def test_a_functional_port_handles_four_units_in_all(table):
    port = {"A39": "0623", "A01": "0623", "A02": "0623", "A03": "0623"}
    units = {**port, "A04": "STAGING", "A05": "STAGING", "A06": "STAGING", "A07": "0420"}
    t = shipping(table, units, bases=["A39"])
    for unit in ("A01", "A02"):
        t.do("ship", unit).do("ship-to", "STAGING")
    for unit in ("A04", "A05"):
        t.do("ship", unit).do("ship-to", "0623")
    assert not t.offers("ship", "A03")
    assert "21.0f" in t.why("A03")
    t.do("ship", "A06")
    assert t.where("A06") == "0420"


@case("21.0g", "R80")
def test_one_unit_leaves_a_beach_for_a_functional_port_or_the_staging_area(table):
    units = {"A01": "0420", "A02": "0420", "A39": "0522", "A03": "0623", "A04": "STAGING"}
    t = shipping(table, units, bases=["A39"]).do("ship", "A01")
    assert t.goals("ship-to") == {"STAGING", "0522"}
    assert "21.0g" in t.why(space="0623")
    t.do("ship-to", "STAGING")
    assert not t.offers("ship", "A02")
    assert "21.0g" in t.why("A02")


@case("21.0h")
def test_enemy_zones_matter_neither_for_embarking_nor_for_debarking(table):
    t = shipping(table, {"A01": "0420", "A02": "STAGING", "J02": "0520"})
    assert t.offers("ship", "A01")
    assert t.offers("ship", "A02")


@case("21.0i")
def test_every_landing_hex_is_open_to_mechanized_units(table):
    from formosa.conftest import GAME

    assert not GAME.landable & GAME.high
    t = shipping(table, {"A31": "STAGING", "A01": "1603"})
    t.do("ship", "A31")
    assert t.where("A31") == "1603"


@case("21.0j", "21.0c", "10.1i")
def test_transferred_units_do_not_move_but_may_attack(table):
    t = shipping(table, {"A01": "STAGING", "A02": "0420", "J02": "0520"}, landed=["A02"])
    assert t.offers("ship", "A02")
    t.do("ship", "A01").do("end-transfer")
    assert "21.0j" in t.why("A01")
    t.do("end-movement")
    assert t.phase() == "allied-combat"
    t.do("join", "A01")
    assert t.offers("confirm")


@case("R80")
def test_a_unit_is_transferred_once(table):
    t = shipping(table, {"A01": "STAGING", "A02": "0420", "A03": "STAGING"})
    t.do("ship", "A01")
    assert not t.offers("ship", "A01")
    assert "R80" in t.why("A01")


@case("R23", "21.0b")
def test_amoy_takes_part_in_transfers(table):
    t = shipping(table, {"A01": "AMOY", "A02": "0420"}, amoy=1)
    t.do("ship", "A01")
    assert t.where("A01") == "0420"


@case("R106", "5.1b")
def test_commonwealth_units_are_not_shipped_to_us_units(table):
    t = shipping(table, {"A53": "STAGING", "A02": "0420", "A54": "0623"}, "2").do("ship", "A53")
    assert t.where("A53") == "0623"


@case("21.0b")
def test_bases_and_units_inland_are_not_shipped(table):
    t = shipping(table, {"A39": "0623", "A05": "0614", "A01": "0420"}, bases=["A39"])
    assert not t.offers("ship", "A39")
    assert not t.offers("ship", "A05")
    assert "21.0b" in t.why("A39")
    assert "21.0b" in t.why("A05")

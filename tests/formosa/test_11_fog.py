"""Chapter 11: fog of war."""

from __future__ import annotations

import json

import pytest

case = pytest.mark.case


@case("11.0a")
def test_the_japanese_player_sees_all_allied_units_on_formosa(table):
    t = table(turn=2, phase="bases", units={"A01": "0420", "A02": "0420", "A39": "0623", "J01": "1110"})
    assert all(t.sees("Japanese", u) for u in ("A01", "A02", "A39"))


@case("11.0b", "11.1a")
def test_the_owner_sees_his_concealed_units(table):
    t = table(turn=2, phase="bases", units={"A39": "0420", "J01": "1110", "J38": "0615"}, concealed=["J01"])
    assert t.sees("Japanese", "J01")
    row = next(r for r in t.view("Japanese")["units"] if r[0] == t.unit("J01"))
    assert row[3] & 1


@case("11.0c", "11.1a")
def test_the_allied_player_sees_how_many_counters_are_concealed_and_no_more(table):
    units = {"A39": "0420", "J01": "1110", "J61": "1110", "J38": "0615"}
    t = table(turn=2, phase="bases", units=units, concealed=["J01", "J61"])
    assert not t.sees("Allied", "J01")
    assert not t.sees("Allied", "J61")
    assert t.sees("Allied", "J38")
    assert t.mark("Allied", "concealed", "1110") == 2


@case("11.0d")
def test_nobody_sees_the_other_sides_displays(table):
    units = {"A39": "0420", "A01": "STAGING", "A02": "A-REPLACEMENTS", "J01": "1110", "J45": "J-REPLACEMENTS"}
    t = table(turn=2, phase="bases", units=units, amphibious=3, gunfire={"US": {"staged": 2}}, b29="available")
    assert not t.sees("Japanese", "A01")
    assert not t.sees("Japanese", "A02")
    assert not t.sees("Allied", "J45")
    for marker, box in (
        ("amphibious", "INVASION"),
        ("us-gunfire", "STAGING"),
        ("b29", "A-AVAILABLE"),
        ("us-tac", "A-AVAILABLE"),
    ):
        assert t.mark("Allied", marker, box) > 0
        assert t.mark("Japanese", marker, box) == 0


@case("11.1b", "11.2f", "R34")
def test_a_concealed_unit_may_be_revealed_in_either_turn(table):
    for phase in ("allied-movement", "japanese-movement"):
        t = table(turn=2, phase=phase, units={"A01": "0420", "J01": "1110"}, concealed=["J01"])
        assert ("reveal", "J01") in t.standing("Japanese")
        assert not [w for w in t.standing("Allied") if w[0] == "reveal"]
        t.do("reveal", "J01", side="Japanese")
        assert t.sees("Allied", "J01")


@case("R34")
def test_nothing_is_revealed_between_a_die_and_its_result(table):
    units = {"A01": "0614", "A02": "0614", "J01": "0615", "J02": "0615", "J03": "1110"}
    t = table(turn=2, phase="allied-combat", units=units, concealed=["J03"])
    t.fight("0615", "A01", dice=[2])
    assert t.prompt() == "losses"
    assert t.standing("Japanese") == [("concede",)]


@case("11.1c", "R43", "14.0e")
def test_concealed_units_deceptions_and_concealed_guerrillas_exert_zones(table):
    for unit in ("J01", "J61", "J55", "J38"):
        t = table(turn=2, phase="allied-movement", units={"A01": "0613", unit: "0615"}, concealed=[unit])
        t.do("move", "A01").do("to", "0614")
        assert not t.options("to")


@case("11.1d")
def test_every_concealed_unit_moves_8(table):
    for unit in ("J45", "J01", "J30", "J61"):
        t = table(turn=2, phase="japanese-movement", units={"A01": "1603", unit: "0615"}, concealed=[unit])
        assert t.do("move", unit).asked.about[2] == 16
        t = table(turn=2, phase="japanese-movement", units={"A01": "1603", "J45": "0615"})
        assert t.do("move", "J45").asked.about[2] == 8


@case("R35")
def test_a_unit_revealed_in_mid_move_with_nothing_left_stops(table):
    t = table(turn=2, phase="japanese-movement", units={"A01": "1603", "J45": "0612"}, concealed=["J45"])
    t.do("move", "J45")
    for hex_ in ("0712", "0612", "0712", "0612"):
        t.do("to", hex_)
    t.do("reveal", "J45", side="Japanese")
    assert t.prompt() == "movement"
    assert not t.offers("move", "J45")


@case("11.1e", "R39", "R17")
def test_dummies_and_static_units_never_move(table):
    units = {"A01": "1603", "J63": "0615", "J38": "0522", "J62": "0711"}
    t = table(turn=2, phase="japanese-movement", units=units, concealed=["J63", "J38", "J62"])
    assert {w[1] for w in t.options("move")} == {"J62"}
    assert "11.1e" in t.why("J63")


@case("11.1f")
def test_a_revealed_deception_is_removed_for_good(table):
    t = table(turn=2, phase="japanese-movement", units={"A01": "1603", "J61": "0615"}, concealed=["J61"])
    t.do("reveal", "J61", side="Japanese")
    assert t.where("J61") == "J-ELIMINATED"


@case("11.2a", "6.1l", "6.1o")
@pytest.mark.parametrize("phase", ["allied-combat", "japanese-combat"])
def test_concealed_units_in_an_allied_zone_are_revealed_when_combat_begins(table, phase):
    units = {"A01": "0614", "J01": "0615", "J61": "0613", "J02": "0712"}
    t = table(turn=2, phase=phase, units=units, concealed=["J01", "J61", "J02"])
    assert not t.is_concealed("J01")
    assert t.where("J61") == "J-ELIMINATED"
    assert t.is_concealed("J02")


@case("11.2b", "16.4b")
def test_interdiction_reveals_units_in_the_hex_and_entering_it(table):
    units = {"A01": "0420", "J01": "0615", "J02": "0613"}
    t = table(turn=2, phase="interdiction", units=units, concealed=["J01", "J02"], tac={"US": {"tactical": 1}})
    t.do("interdict", "US", "0615")
    assert not t.is_concealed("J01")
    t.do("move", "J02").do("to", "0614")
    assert t.is_concealed("J02")
    t.do("to", "0615")
    assert not t.is_concealed("J02")


@case("11.2c", "16.5k", "R68", "8.1l")
def test_a_b29_strike_reveals_nobody_and_the_lost_counter_is_not_named(table):
    units = {"A01": "0420", "J01": "0615", "J61": "0615"}
    t = table(turn=2, phase="b29", units=units, concealed=["J01", "J61"], b29="committed")
    t.do("bomb", "0615").do("stay-hidden", dice=[6]).do("lose", "J61")
    assert t.is_concealed("J01")
    assert not [e for e in t.heard("Allied") if e.kind in ("revealed", "eliminated")]
    assert [e for e in t.heard("Allied") if e.kind == "counter-lost"]


@case("11.2d")
def test_a_revealed_unit_stays_revealed(table):
    t = table(turn=2, phase="air-return", units={"A01": "0420", "J01": "0615"}, concealed=[], dice=[1])
    t.end("end-recruit")
    assert t.sees("Allied", "J01")


@case("R36")
def test_a_concealed_unit_is_revealed_when_it_is_attacked(table):
    units = {"A01": "0613", "A02": "0613", "A03": "0613", "A04": "0613", "J55": "0614", "J01": "0615"}
    t = table(options=["25.1"], turn=2, phase="allied-combat", units=units, concealed=["J01"], lp={"Allied": 0})
    t.fight("0614", "A01", dice=[6]).do("advance", "A01", "0614").do("stay")
    assert t.is_concealed("J01")
    t.do("exploit", "0614", "0615").do("join", "A01").confirm(dice=[1])
    assert not t.is_concealed("J01")


@case("11.0c")
def test_a_concealed_move_tells_the_allied_player_only_that_a_counter_moved(table):
    heard = []
    for unit in ("J01", "J45", "J61"):
        t = table(turn=2, phase="japanese-movement", units={"A01": "0420", unit: "0615"}, concealed=[unit])
        t.do("move", unit).do("to", "0614")
        heard.append(json.dumps([e for e in t.heard("Allied") if e.kind != "planned"]))
    assert heard[0] == heard[1] == heard[2]
    assert "counter-moved" in heard[0]


@case("11.0d")
def test_purchases_are_told_to_the_buyer_only(table):
    t = table(turn=2, phase="recruit", units={"A01": "0420", "J01": "0615"}, lp={"Japanese": 20, "Allied": 20})
    t.do("buy", "fleet").do("end-recruit").do("buy", "b29")
    assert [e.args[1] for e in t.heard("Japanese") if e.kind == "bought"] == ["fleet"]
    assert [e.args[1] for e in t.heard("Allied") if e.kind == "bought"] == ["b29"]

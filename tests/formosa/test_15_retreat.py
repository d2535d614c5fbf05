"""15.7: retreat."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.retreat import retreat_options

case = pytest.mark.case


def standing(table, units, scenario="1", options=(), **change):
    change = {"turn": 2, "lp": {"Allied": 0, "Japanese": 0}, **change}
    return table(scenario, options, phase="bases", units={"A46": "1706", **units}, **change)


def ways(t, unit, hex_=None, steps=0, slipped=False):
    here = t.space(hex_) if hex_ else t.state.where[t.unit(unit)]
    return {GAME.space_ids[h] for h, _ in retreat_options(t.state, t.unit(unit), here, slipped, steps, 1 << here)}


@case("15.7a", "15.7b", "14.2b", "15.7c")
def test_not_into_enemies_enemy_zones_or_the_sea(table):
    t = standing(table, {"J01": "0612", "A01": "0713"})
    assert ways(t, "J01") == {"0611", "0512", "0513"}
    t = standing(table, {"A01": "0420", "J01": "0520"})
    assert ways(t, "A01") == set()


@case("14.2b", "15.7b")
def test_a_friend_in_an_enemy_zone_does_not_open_it(table):
    t = standing(table, {"J01": "0612", "A01": "0713", "J02": "0712", "J03": "0613"})
    assert ways(t, "J01") == {"0611", "0512", "0513"}


@case("15.7c", "12.3b")
def test_tanks_do_not_retreat_into_roadless_mountains(table):
    t = standing(table, {"J30": "0814", "A01": "0714"})
    found = ways(t, "J30")
    assert "0914" not in found
    assert "0914" in ways(standing(table, {"J01": "0814", "A01": "0714"}), "J01")


@case("15.7e", "R57")
def test_a_retreat_goes_towards_supply(table):
    t = standing(table, {"J01": "0612", "A01": "0713", "J38": "0611"})
    assert ways(t, "J01") == {"0611"}
    t.edit(concealed=["J38"])
    assert ways(t, "J01") == {"0611"}
    t = standing(table, {"A01": "0714", "J01": "0715", "A28": "0613"})
    assert ways(t, "A01") == {"0613"}
    t = standing(table, {"A01": "0714", "J01": "0715", "A39": "0522"}, bases=["A39"])
    assert ways(t, "A01") == {"0613"}


@case("R57", "5.1e")
def test_only_headquarters_of_the_own_nation_draw_a_retreat(table):
    t = standing(table, {"A01": "0612", "J01": "0713", "A52": "0512"}, scenario="2")
    assert ways(t, "A01") == {"0611", "0512", "0513"}
    t = standing(table, {"A53": "0612", "J01": "0713", "A52": "0413"}, scenario="2")
    assert ways(t, "A53") == {"0513"}


@case("R57")
def test_a_headquarters_does_not_draw_its_own_retreat(table):
    t = standing(table, {"A28": "0714", "J01": "0715", "A29": "0612"})
    assert ways(t, "A28") == {"0613", "0713"}


@case("R57", "23.0a")
def test_guerrillas_retreat_anywhere_enemy_zones_or_not(table):
    t = standing(table, {"J55": "0612", "A01": "0713", "J38": "0522"})
    assert ways(t, "J55") == {"0611", "0512", "0513", "0613", "0712"}


@case("15.7d", "R59", "15.7e")
def test_from_a_full_hex_the_retreat_goes_on(table):
    full = {"J02": "0611", "J03": "0611", "J04": "0611", "J38": "0611"}
    units = {**full, "J01": "0612", "A01": "0713", "A02": "0713", "A03": "0713"}
    t = table(turn=2, phase="allied-combat", lp={"Allied": 0}, units=units)
    t.fight("0612", "A01", dice=[5])
    assert t.result() == "DR"
    assert t.where("J01") == "0611"
    assert t.prompt() == "retreat"
    assert t.goals("retreat") == {"0610", "0711", "0512"}
    t.do("retreat", "0711")
    assert t.where("J01") == "0711"


@case("15.7f", "R59")
def test_who_cannot_retreat_is_eliminated(table):
    units = {"A01": "0420", "J01": "0520", "J02": "0520"}
    t = table(turn=2, phase="allied-combat", lp={"Allied": 0}, units=units).fight("0520", "A01", dice=[3])
    assert t.result() == "AR"
    assert t.where("A01") == "A-ELIMINATED"


@case("22.0d", "25.9b", "R83")
def test_rangers_and_takasago_may_retreat_through_one_zone(table):
    t = standing(table, {"A51": "0420", "J01": "0520"})
    assert ways(t, "A51") == {"0419", "0521"}
    t = standing(table, {"J67": "0612", "A01": "0713"}, options=["25.9"])
    assert "0712" in ways(t, "J67")


@case("R106", "15.7d")
def test_a_retreat_does_not_end_with_the_other_ally(table):
    units = {"A01": "0612", "J01": "0713", "J02": "0713", "A53": "0512", "A54": "0513", "A55": "0611"}
    t = table("2", turn=2, phase="allied-combat", lp={"Allied": 0}, units=units)
    t.fight("0713", "A01", dice=[3])
    assert t.result() == "AR"
    while t.prompt() == "retreat":
        t.do(*t.options("retreat")[0])
    assert t.where("A01") not in ("0512", "0513", "0611", "0612")


@case("R57")
def test_units_of_a_stack_may_part(table):
    units = {"J07": "0612", "J45": "0612", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713"}
    t = table(turn=2, phase="allied-combat", lp={"Allied": 0}, units=units)
    t.fight("0612", "A01", dice=[5])
    assert t.result() == "DR"
    t.do("withdraw", "J07", "0611").do("retreat", "0513")
    assert (t.where("J07"), t.where("J45")) == ("0611", "0513")


@case("R107")
def test_a_unit_that_was_attacked_protects_the_hex_it_retreats_to(table):
    units = {"J07": "0612", "J08": "0513", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0414", "A05": "0414"}
    t = table(turn=2, phase="allied-combat", lp={"Allied": 0}, units=units)
    t.fight("0612", "A01", dice=[4])
    assert t.result() == "DR"
    t.do("retreat", "0513")
    while t.prompt() == "advance":
        t.do("stay")
    assert t.phase() != "allied-combat"

"""Chapter 10: amphibious and airborne invasions."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME

case = pytest.mark.case
WAVE = {"A01": "STAGING", "A02": "STAGING", "A07": "STAGING", "A08": "STAGING", "A09": "STAGING"}
FAR = {"J01": "1110"}


def invade(table, scenario="1", options=(), **change):
    change = {"units": {**WAVE, **FAR}, "turn": 1, "amphibious": 2, **change}
    return table(scenario, options, phase="invasion", **change)


def assault(table, *units, sea="0523", target="0522", dice=(), japanese=None, **change):
    """One assault on Takao, everybody aboard, before the commitments."""
    change = {"units": {**WAVE, **(japanese or {"J01": "0522"})}, "amphibious": 1, **change}
    t = invade(table, **change)
    t.do("assault-marker", sea, target)
    for unit in units:
        t.do("board", unit)
    t.dice.faces.extend(dice)
    if t.prompt() == "board":
        t.do("end-boarding")
    return t


def asked_of(t):
    """For the words of its question."""
    return t.state, t.asked, 0


@case("10.0a", "10.0b", "10.1h")
def test_without_a_marker_there_is_no_invasion(table):
    t = invade(table, amphibious=0)
    assert t.verbs() == {"end-markers"}
    lost = "With no unit ashore this turn the game is lost."
    assert GAME.prompt(*asked_of(t)) == f"There is no invasion marker to place. {lost}"
    assert lost in GAME.prompt(*asked_of(invade(table)))
    assert lost not in GAME.prompt(*asked_of(invade(table).do("land-marker", "0623")))
    t = table(turn=1, phase="transfer", units={**WAVE, **FAR, "A03": "0420"}, amphibious=2)
    assert not t.options("land-marker")


@case("10.1a", "10.1b", "R25", "R26", "10.1g")
def test_markers_go_on_open_coast_and_ports_without_enemies(table):
    t = invade(table, units={**WAVE, "J01": "0522", "J02": "0522"})
    open_coast = {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.landable >> h & 1}
    assert t.goals("land-marker") == open_coast - {"0522"}
    assert {"0825", "1603", "1318"} <= open_coast
    assert "0521" in t.goals("land-marker")
    assert "10.1a" in t.why(space="0415")


@case("10.1c", "R28")
def test_enemy_held_shores_are_assaulted_from_an_adjacent_sea_hex(table):
    t = invade(table, units={**WAVE, "J01": "0522", "J02": "0415", "J03": "0615"})
    pairs = {words[1:] for words in t.options("assault-marker")}
    sea = {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.sea_near[t.space("0522")] >> h & 1}
    assert pairs == {(h, "0522") for h in sea}


@case("10.1d")
def test_one_marker_per_hex(table):
    t = invade(table).do("land-marker", "0623")
    assert "0623" not in t.goals("land-marker")
    assert "10.1d" in t.why(space="0623")


@case("10.1h", "10.2a", "10.2b", "10.2.1a")
def test_a_marker_carries_four_units_into_its_hex(table):
    t = invade(table).do("land-marker", "0623").do("end-markers")
    for unit in ("A01", "A02", "A07", "A08"):
        t.do("board", unit)
    assert [t.where(u) for u in ("A01", "A02", "A07", "A08", "A09")] == ["0623"] * 4 + ["STAGING"]
    assert t.phase() != "invasion"


@case("10.2b", "5.1b", "13.1f")
def test_a_marker_carries_units_of_one_nation(table):
    t = invade(table, "2", units={**FAR, "A01": "STAGING", "A02": "STAGING", "A53": "STAGING"}, amphibious=1)
    t.do("land-marker", "0623").do("board", "A53")
    assert t.where("A53") == "0623"
    assert t.where("A01") == "STAGING"
    assert t.phase() != "invasion"


@case("10.2a")
def test_bases_do_not_land_but_units_in_functional_ports_do(table):
    units = {**FAR, "A39": "0522", "A01": "0522", "A02": "0521", "A07": "STAGING"}
    t = invade(table, units=units, bases=["A39"], turn=2).do("land-marker", "0623").do("end-markers")
    assert t.goals("board") == {"A01", "A07"}


@case("10.2.1b", "10.1i", "12.2a")
def test_landed_units_do_not_move_this_turn(table):
    t = invade(table, units={**FAR, "A01": "STAGING"}, amphibious=1).do("land-marker", "0623").do("board", "A01")
    t.do("end-transfer")
    assert t.phase() == "allied-movement"
    assert not t.offers("move", "A01")
    assert "10.2.1b" in t.why("A01")


@case("10.2.1c", "10.2.1a", "10.1g")
def test_landed_units_next_to_the_enemy_must_attack(table):
    t = invade(table, units={"J01": "0723", "A01": "STAGING"}, amphibious=1).do("land-marker", "0623")
    t.do("board", "A01")
    assert not t.told("battle")
    t.end("end-transfer", "end-movement")
    assert t.phase() == "allied-combat"
    assert not t.offers("end-combat")


@case("10.1j", "R24", "10.1k")
def test_all_markers_go_back_used_or_not(table):
    t = invade(table, units={**FAR, "A01": "STAGING"}, amphibious=3, drop_zone=1)
    t.do("land-marker", "0623").do("end-markers").do("board", "A01")
    assert t.state.amphibious == t.state.drop_zone == 0
    assert t.state.marker_hex == []


@case("18.0f", "R24")
def test_after_a_decisive_sortie_no_marker_is_placed_and_all_are_kept(table):
    t = invade(table, no_landing=1)
    assert t.verbs() == {"end-markers"}
    t.do("end-markers")
    assert t.state.amphibious == 2


@case("10.2.1d", "R27")
def test_units_may_land_where_friends_stand_up_to_the_limit(table):
    units = {**WAVE, **FAR, "A03": "0623", "A04": "0623", "A05": "0623"}
    t = invade(table, units=units, amphibious=1).do("land-marker", "0623").do("board", "A01")
    assert t.where("A01") == "0623"
    assert t.phase() != "invasion"


# --- 10.2.2 opposed


@case("10.2.2a", "15.0b", "R30", "R29")
def test_an_assault_is_fought_in_the_invasion_phase_and_reveals_the_defenders(table):
    t = assault(table, "A01", concealed=["J01"], lp={"Allied": 5})
    assert t.phase() == "invasion"
    assert not t.is_concealed("J01")
    assert t.offers("add-lp")


@case("R30", "11.1f")
def test_if_only_deceptions_were_there_the_units_land_without_combat(table):
    t = assault(table, "A01", japanese={"J63": "0522", "J01": "1110"}, concealed=["J63"])
    assert t.where("A01") == "0522"
    assert not t.told("battle")


@case("10.2.2b", "R28")
def test_stacks_that_name_the_same_target_attack_together(table):
    t = invade(table, units={**WAVE, "J01": "0522", "J02": "0522"}, lp={"Allied": 0})
    t.do("assault-marker", "0523", "0522").do("assault-marker", "0422", "0522")
    t.do("board", "A01").do("board", "A02").do("end-boarding").do("board", "A07").do("end-boarding").ready(dice=[4])
    assert t.told("battle")[0].args[2] == 6 + 6 + 5


@case("10.2.2c", "R29", "16.1f", "17.0b")
def test_an_assault_is_supported_by_gunfire_and_by_tac_placed_beforehand(table):
    t = assault(table, "A01", tac={"US": {"tactical": 3}}, gunfire={"US": {"staged": 3}})
    assert t.prompt() == "support"
    assert {words[2] for words in t.options("support")} == {"0522"}
    t.do("support", "US", "0522").do("support", "US", "0522")
    assert t.prompt() == "commit-attack"
    t.do("gunfire", "US").do("gunfire", "US")
    assert not t.options("gunfire")
    assert t.shifts()["Ground support, 2 points"] == 2
    assert t.shifts()["Naval gunfire, 2"] == 2
    t.ready(dice=[4])
    assert t.state.tac_flown[0] == 2
    assert t.state.tac_tactical[0] == 1


@case("10.2.2c")
def test_units_ashore_do_not_join_an_assault(table):
    t = assault(table, "A01", units={**WAVE, "J01": "0522", "A03": "0521"})
    assert [GAME.unit_ids[u] for u in t.state.agenda[-1].units] == ["A01"]


@case("10.2.2d")
def test_air_supply_does_not_support_an_assault(table):
    t = assault(table, "A01", air_supply="available")
    assert not t.offers("fly-supply")


@case("10.2.2e", "10.2.2f", "10.2.2g", "R32")
def test_a_cleared_hex_must_be_entered_and_the_units_stay_there(table):
    t = assault(table, "A01", "A02", "A07", japanese={"J55": "0623", "J02": "0723"}, target="0623", sea="0523")
    t.ready(dice=[6])
    assert t.result() == "DE"
    assert [t.where(u) for u in ("A01", "A02", "A07")] == ["0623"] * 3
    t.end("end-transfer", "end-movement")
    assert t.phase() == "allied-combat"
    assert not t.offers("end-combat")
    assert not t.offers("move", "A01")


@case("10.2.2h", "R31")
def test_if_the_hex_is_not_cleared_all_return_to_the_staging_area(table):
    t = assault(table, "A01", "A02", japanese={"J01": "0522", "J02": "0522", "J33": "0522"}).ready(dice=[6])
    assert t.result() == "CA"
    assert t.where("A01") == t.where("A02") == "STAGING"
    assert t.where("J02") == "0522"


@case("R31", "15.5d")
def test_a_retreat_result_sends_the_assault_back(table):
    t = assault(
        table, "A01", "A02", "A07", "A08", japanese={"J33": "0522", "J01": "0522"}, gunfire={"US": {"staged": 1}}
    )
    t.do("gunfire", "US").ready(dice=[3])
    assert t.result() == "AR"
    assert {t.where(u) for u in ("A01", "A02", "A07", "A08")} == {"STAGING"}


@case("R31", "15.6a")
def test_a_counterattack_hits_one_stack_at_sea_and_nobody_advances_to_sea(table):
    t = invade(table, units={**WAVE, "J01": "0522", "J02": "0522"}, lp={"Allied": 0})
    t.do("assault-marker", "0421", "0522").do("assault-marker", "0422", "0522")
    t.do("board", "A07").do("board", "A08").do("end-boarding").do("board", "A09").do("end-boarding").ready(dice=[5])
    assert t.result() == "CA"
    assert t.goals("counterattack") == {"0421", "0422"}
    t.do("counterattack", "0422", dice=[4])
    assert t.result() == "B1"
    t.do("lose", "J01")
    assert t.where("A09") == "A-REPLACEMENTS"
    assert t.where("J02") == "0522"
    assert not t.told("advanced")
    assert all(t.where(u) in ("STAGING", "A-REPLACEMENTS", "A-ELIMINATED") for u in ("A07", "A08"))


@case("10.2.2i", "R32", "13.1a")
def test_who_does_not_fit_goes_back_to_the_staging_area(table):
    units = {**WAVE, "A03": "STAGING", "A04": "STAGING", "J55": "0623"}
    t = invade(table, units=units, lp={"Allied": 0})
    t.do("assault-marker", "0523", "0623").do("assault-marker", "0624", "0623")
    for unit in ("A01", "A02", "A07", "A08"):
        t.do("board", unit)
    t.do("board", "A03").do("board", "A04").do("end-boarding").ready(dice=[6])
    assert t.prompt() == "land"
    for unit in ("A03", "A04", "A01", "A02"):
        t.do("land", unit)
    assert [t.where(u) for u in ("A03", "A04", "A01", "A02", "A07", "A08")] == ["0623"] * 4 + ["STAGING"] * 2


@case("19.2d", "15.4.1h")
def test_the_marker_supplies_the_assault(table):
    t = assault(table, "A01", lp={"Allied": 2})
    t.do("add-lp")
    assert t.shifts()["Attack, 1 logistics point"] == 1
    t.do("add-lp", dice=[1])
    assert t.lp("Allied") == 0


@case("19.2d", "R21")
def test_assault_losses_can_be_replaced(table):
    t = assault(table, "A01", japanese={"J33": "0522", "J01": "0522", "J02": "0522", "J03": "0522"}).ready(dice=[1])
    assert t.result() == "AE"
    assert t.where("A01") == "A-REPLACEMENTS"


@case("R69", "16.5g")
def test_suppression_gives_no_shift_in_the_invasion_phase(table):
    t = assault(table, "A01", suppressed="0522")
    assert "Suppressed by the B-29" not in t.shifts()


# --- 22.0c Rangers


@case("22.0c", "R25")
def test_rangers_land_on_any_coast(table):
    t = invade(table, units={**FAR, "A51": "STAGING", "A01": "STAGING"})
    assert {"0415", "0824", "1511"} <= t.goals("land-marker")
    t.do("land-marker", "1511").do("end-markers")
    assert t.goals("board") == {"A51"}
    assert "1511" not in invade(table).goals("land-marker")
    assert ("1611", "1511") not in {w[1:] for w in invade(table).options("assault-marker")}


@case("22.0c", "R25")
def test_rangers_assault_any_coast_from_the_sea(table):
    t = invade(table, units={"J01": "1511", "A51": "STAGING", "A01": "STAGING"})
    targets = {words[2] for words in t.options("assault-marker")}
    assert targets == {"1511"}


# --- 10.3 drops


@case("10.1e", "10.1f", "R26")
def test_the_drop_zone_goes_on_open_terrain_or_an_airfield_without_enemies(table):
    t = invade(table, units={"J01": "0615", "A49": "STAGING"}, amphibious=0, drop_zone=1)
    goals = t.goals("drop-marker")
    assert goals == {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.droppable >> h & 1} - {"0615"}
    assert {"0614", "1205", "0611"} <= goals
    assert "1015" not in goals
    assert "10.1e" in t.why(space="1015")


@case("10.3a", "R33", "16.1c")
def test_two_airborne_units_drop_from_the_staging_area(table):
    units = {**FAR, "A49": "STAGING", "A50": "STAGING", "A01": "STAGING"}
    t = invade(table, units=units, amphibious=0, drop_zone=1).do("drop-marker", "0614")
    assert t.goals("board") == {"A49", "A50"}
    t.do("board", "A49").do("board", "A50")
    assert t.where("A49") == t.where("A50") == "0614"


@case("10.3b", "10.3c", "10.3d", "10.1g")
def test_dropped_units_do_not_move_and_must_attack_in_the_combat_phase(table):
    units = {"J01": "0615", "A49": "STAGING", "A03": "0420"}
    t = invade(table, units=units, amphibious=0, drop_zone=1).do("drop-marker", "0614").do("board", "A49")
    assert not t.told("battle")
    t.do("end-transfer")
    assert not t.offers("move", "A49")
    t.do("end-movement")
    assert t.phase() == "allied-combat"
    assert not t.offers("end-combat")


@case("13.1f", "22.0b")
def test_the_drop_zone_is_for_airborne_units_only(table):
    t = invade(table, units={**FAR, "A49": "STAGING", "A07": "STAGING"}, amphibious=0, drop_zone=1).do(
        "drop-marker", "0614"
    )
    assert not t.offers("board", "A07")
    assert "10.3a" in t.why("A07")


@case("R103")
def test_a_unit_may_attack_in_the_invasion_phase_and_again_in_the_combat_phase(table):
    t = assault(table, "A01", "A02", "A07", japanese={"J55": "0623", "J02": "0723"}, target="0623", sea="0523")
    t.ready(dice=[6])
    t.end("end-transfer", "end-movement")
    assert t.phase() == "allied-combat"
    assert t.offers("join", "A01")

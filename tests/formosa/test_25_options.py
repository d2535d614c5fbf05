"""Chapter 25: the ten optional rules, each on and off."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.victory import net, score_of

case = pytest.mark.case
FAR = {"J01": "1110"}
ALL_OFF = ()


def fighting(table, units, side="allied", options=(), **change):
    change = {"turn": 2, "lp": {"Allied": 0, "Japanese": 0}, **change}
    return table("1", options, phase=f"{side}-combat", units=units, **change)


# --- 25.1


SPEAR = {"A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713", "J45": "0612", "J46": "0513"}


@case("25.1a", "R88")
def test_after_de_one_stack_may_attack_again(table):
    t = fighting(table, SPEAR, options=["25.1"]).fight("0612", "A01", dice=[5])
    assert t.result() == "DE"
    for unit in ("A01", "A02", "A03"):
        t.do("advance", unit, "0612")
    t.do("stay")
    assert t.prompt() == "exploitation"
    assert {w[1:] for w in t.options("exploit")} == {("0612", "0513")}
    t.do("exploit", "0612", "0513").do("join", "A01").do("join", "A02").confirm(dice=[1])
    assert len(t.told("battle")) == 2
    assert t.told("battle")[1].args[2] == 12


@case("25.1a")
def test_without_the_option_or_without_de_nobody_attacks_again(table):
    t = fighting(table, SPEAR).fight("0612", "A01", dice=[5])
    t.do("advance", "A01", "0612").do("stay")
    assert t.prompt() != "exploitation"
    t = fighting(table, {**SPEAR, "J47": "0612"}, options=["25.1"]).fight("0612", "A01", dice=[3])
    assert t.result() == "D1"
    t.do("lose", "J45")
    assert t.prompt() != "exploitation"


@case("25.1b")
def test_a_further_de_allows_a_further_attack(table):
    units = {**SPEAR, "J47": "0413"}
    t = fighting(table, units, options=["25.1"]).fight("0612", "A01", dice=[5])
    for unit in ("A01", "A02", "A03"):
        t.do("advance", unit, "0612")
    t.do("stay").do("exploit", "0612", "0513")
    for unit in ("A01", "A02", "A03"):
        t.do("join", unit)
    t.confirm(dice=[6])
    assert t.result() == "DE"
    t.do("advance", "A01", "0513").do("stay")
    assert t.prompt() == "exploitation"
    assert ("0513", "0413") in {w[1:] for w in t.options("exploit")}


@case("25.1c")
def test_only_units_of_one_stack_attack_again(table):
    t = fighting(table, SPEAR, options=["25.1"]).fight("0612", "A01", dice=[5])
    t.do("advance", "A01", "0612").do("advance", "A02", "0612").do("stay").do("exploit", "0612", "0513")
    assert t.goals("join") == {"A01", "A02"}
    t.do("join", "A01")
    assert t.offers("confirm")


@case("25.1d")
def test_there_is_no_exploitation_after_a_counterattack(table):
    units = {"A51": "0713", "J01": "0612", "J02": "0612", "J03": "0612", "A02": "0813"}
    t = fighting(table, units, options=["25.1"])
    t.fight("0612", "A51", dice=[4, 6])
    results = [e.args[1] for e in t.told("result")]
    assert results == ["CA", "DE"]
    while t.prompt() in ("advance",):
        t.do("stay")
    assert t.prompt() != "exploitation"


@case("25.1a", "11.1f", "R115")
def test_a_planned_exploitation_is_not_made_against_a_hex_that_a_deception_has_left_empty(table):
    units = {**SPEAR, "J46": "J-ELIMINATED", "J61": "0513"}
    t = fighting(table, units, options=["25.1"], concealed=["J61"]).fight("0612", "A01", dice=[5])
    t.do("let-go").do("advance", "A01", "0612").do("advance", "A02", "0612").do("stay")
    t.do("exploit", "0612", "0513").do("join", "A01")
    assert t.offers("confirm")
    t.do("reveal", "J61", side="Japanese")
    assert not t.offers("confirm")
    assert "11.1f" in t.why()
    t.do("call-off")
    assert len(t.told("attack")) == 1


# --- 25.2


@case("25.2a", "R89", "25.2b", "7.2k", "R12")
@pytest.mark.parametrize(("options", "lp"), [(["25.2"], 1), ([], 0)])
def test_nine_japanese_factors_destroyed_earn_an_lp_for_the_next_turn(table, options, lp):
    units = {"J01": "0612", "J02": "0612", "J45": "0612", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713"}
    t = fighting(table, units, options=options, support={"0612": ["US", "US", "US", "US"]}).fight(
        "0612", "A01", dice=[6]
    )
    assert t.result() == "DE"
    assert t.state.pending_lp == [lp, 0]
    assert t.lp("Allied") == 0


@case("25.2a", "R89")
def test_eight_factors_earn_nothing_and_static_factors_do_not_count(table):
    units = {"J01": "0612", "J02": "0612", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713"}
    t = fighting(table, units, options=["25.2"], support={"0612": ["US"] * 4}).fight("0612", "A01", dice=[6])
    assert t.result() == "DE"
    assert t.state.pending_lp == [0, 0]


@case("25.2a", "25.2b")
def test_six_allied_factors_earn_the_japanese_an_lp(table):
    units = {"A01": "0612", "J01": "0713", "J02": "0713", "J03": "0713"}
    t = fighting(table, {**units, "A02": "0420"}, "japanese", options=["25.2"], support={"0612": ["Japan"] * 4})
    t.fight("0612", "J01", dice=[6])
    assert t.result() == "DE"
    assert t.state.pending_lp == [0, 1]


@case("R89")
def test_a_counterattack_may_earn_it_too(table):
    units = {"A01": "0713", "J01": "0612", "J02": "0612", "J03": "0612", "A02": "0420"}
    t = fighting(table, units, options=["25.2"]).fight("0612", "A01", dice=[5, 6])
    assert [e.args[1] for e in t.told("result")] == ["CA", "D1"]
    assert t.state.pending_lp == [0, 1]


@case("25.2b", "R31")
@pytest.mark.parametrize(("regiments", "result", "lp"), [(5, "DR", 0), (6, "DE", 1)])
def test_who_is_driven_back_to_the_staging_area_is_not_destroyed(table, regiments, result, lp):
    units = {"A01": "STAGING"} | {f"J{number}": "0522" for number in range(13, 13 + regiments)}
    t = table("1", ["25.2"], phase="invasion", turn=1, amphibious=1, units=units, lp={"Allied": 0})
    t.do("assault-marker", "0523", "0522").do("board", "A01").ready(dice=[6, 6])
    assert [e.args[1] for e in t.told("result")] == ["CA", result]
    assert t.where("A01") == ("STAGING" if result == "DR" else "A-REPLACEMENTS")
    assert t.state.pending_lp == [0, lp]
    assert len(t.told("battlefield-lp")) == lp


@case("25.2a", "25.2b", "25.6a", "R89")
def test_a_guerrilla_that_falls_and_rises_again_in_the_same_attack_counts_among_the_destroyed(table):
    units = {"J01": "0716", "J02": "0716", "J55": "0716"} | dict.fromkeys(("A01", "A02", "A03", "A04"), "0616")
    units |= {f"J{number}": "J-ELIMINATED" for number in range(56, 61)}
    t = fighting(table, units, options=["25.2", "25.6"], support={"0716": ["US"] * 4})
    t.win("DE", "0716", "A01", dice=[1, 6])
    assert t.result() == "DE"
    assert [GAME.unit_ids[e.args[0]] for e in t.told("die-hards-rise")] == ["J55"]
    assert t.state.pending_lp == [1, 0]
    assert t.told("battlefield-lp")[-1].args == (0, 9)


# --- 25.3


@case("25.3a", "25.3b", "25.3c", "R90")
def test_the_air_supply_unit_flies_one_unit_to_a_functional_airfield(table):
    units = {**FAR, "A39": "0521", "A07": "STAGING", "A01": "STAGING", "A31": "STAGING", "A49": "STAGING"}
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, bases=["A39"], air_supply="available")
    assert {w[1] for w in t.options("fly")} == {"A07", "A49"}
    t.do("fly", "A07")
    assert t.where("A07") == "0521"
    assert t.asked.about[2] == 10 - 2
    t.do("to", "0520").do("stop")
    assert t.state.air_supply == 3
    assert not t.options("fly")


@case("R90", "25.3b")
def test_a_unit_flown_into_an_enemy_zone_stops_there(table):
    units = {"J01": "0520", "A39": "0521", "A07": "STAGING"}
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, bases=["A39"], air_supply="available")
    t.do("fly", "A07")
    assert t.where("A07") == "0521"
    assert t.prompt() == "movement"


@case("25.3c", "16.1f", "R116")
@pytest.mark.parametrize("flies", [True, False])
def test_who_has_flown_somebody_in_supplies_no_combat_in_the_japanese_turn_either(table, flies):
    units = {"J01": "0614", "A39": "0521", "A07": "STAGING", "A01": "0615"}
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, bases=["A39"], air_supply="available")
    if flies:
        t.do("fly", "A07").do("stop")
    t.edit(phase="japanese-combat", lp={"Allied": 0, "Japanese": 0})
    t.plan("0615", "J01").do("confirm", dice=[1, 1] if flies else [])
    assert t.offers("fly-supply") == (not flies)


@case("25.3a")
def test_without_the_option_nobody_is_flown(table):
    units = {**FAR, "A39": "0521", "A07": "STAGING"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], air_supply="available")
    assert not t.options("fly")
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, air_supply="available")
    assert not t.options("fly")


# --- 25.4


@case("25.4a", "R91", "22.0a")
@pytest.mark.parametrize(("options", "goals"), [(["25.4"], {"STAGING", "0522", "0614"}), ([], {"STAGING", "0522"})])
def test_replaced_marines_may_join_a_headquarters(table, options, goals):
    units = {**FAR, "A39": "0522", "A28": "0614", "A01": "A-REPLACEMENTS", "A07": "A-REPLACEMENTS"}
    t = table("1", options, turn=2, phase="recruit", units=units, bases=["A39"], lp={"Allied": 10}).do("end-recruit")
    assert t.do("recruit", "A01").goals("deploy") == goals
    t.do("deploy", "STAGING").do("recruit", "A07")
    assert t.goals("deploy") == {"STAGING", "0522"}


@case("R91")
def test_the_headquarters_needs_a_line_to_a_us_base(table):
    units = {**FAR, "A57": "0522", "A28": "0614", "A01": "A-REPLACEMENTS"}
    t = table("2", ["25.4"], turn=2, phase="recruit", units=units, bases=["A57"], lp={"Allied": 10}).do("end-recruit")
    t.do("recruit", "A01")
    assert "0614" not in t.goals("deploy")


# --- 25.5


@case("25.5a", "R92", "25.5b")
def test_the_97th_division_comes_whole_for_6_lp_and_minus_5_vp(table):
    t = table("1", ["25.5"], turn=2, phase="recruit", units={**FAR, "A01": "0420"}, lp={"Allied": 10}).do("end-recruit")
    assert not t.offers("recruit", "A22")
    t.do("recruit-97th")
    assert t.lp("Allied") == 4
    assert t.where("A22") == t.where("A23") == t.where("A24") == "STAGING"
    assert net(t.state) == -5
    assert not t.offers("recruit-97th")


@case("25.5a", "24.1m")
def test_without_the_option_there_is_no_97th_division(table):
    t = table(turn=2, phase="recruit", units={**FAR, "A01": "0420"}, lp={"Allied": 10}).do("end-recruit")
    assert not t.offers("recruit-97th")


# --- 25.6


DUG_IN = {"J01": "0716", "A01": "0616", "A02": "0616", "A03": "0616", "A04": "0616"}


@case("25.6a", "25.6b", "R93")
def test_die_hards_rise_on_a_die_below_the_factor_and_block_the_advance(table):
    t = fighting(table, DUG_IN, options=["25.6"]).fight("0716", "A01", dice=[6, 3])
    assert t.result() == "DE"
    assert t.told("die-hards-rise")
    guerrilla = GAME.unit_ids[t.told("die-hards-rise")[0].args[0]]
    assert t.where(guerrilla) == "0716"
    assert not t.is_concealed(guerrilla)
    assert t.where("J01") == "J-ELIMINATED"
    assert t.prompt() != "advance"


@case("25.6a")
def test_on_a_higher_die_or_open_ground_or_without_the_option_nobody_rises(table):
    t = fighting(table, DUG_IN, options=["25.6"]).fight("0716", "A01", dice=[6, 4])
    assert t.told("die-hards")
    assert not t.told("die-hards-rise")
    assert t.prompt() == "advance"
    assert not fighting(table, DUG_IN).fight("0716", "A01", dice=[6]).told("die-hards")
    plain = {"J45": "0612", "A01": "0713", "A02": "0713"}
    assert not fighting(table, plain, options=["25.6"]).fight("0612", "A01", dice=[6]).told("die-hards")


@case("25.6b", "R93")
def test_a_river_is_not_enough_and_tanks_never_rise(table):
    units = {"J30": "0716", "A01": "0616", "A02": "0616", "A03": "0616", "A04": "0616"}
    assert not fighting(table, units, options=["25.6"]).fight("0716", "A01", dice=[6]).told("die-hards")


@case("R93", "25.8c", "25.6a")
@pytest.mark.parametrize(("options", "rolls"), [(["25.6", "25.8"], 1), (["25.6", "25.8", "R93"], 0), (["25.6"], 1)])
def test_raiders_that_have_landed_fight_on_like_infantry_unless_the_match_reads_it_otherwise(table, options, rolls):
    units = {"J66": "0716"} | dict.fromkeys(("A01", "A02", "A03", "A04"), "0616")
    t = fighting(table, units, options=options).win("DE", "0716", "A01", dice=[1] * rolls)
    assert len(t.told("die-hards")) == len(t.told("die-hards-rise")) == rolls


@case("25.8d", "R95", "R93")
def test_raiders_that_are_spent_on_an_allied_airfield_leave_nobody_behind(table):
    units = {"A01": "0615", "J66": "J-REINFORCEMENTS"}
    t = table("1", ["25.6", "25.8"], turn=2, phase="japanese-movement", units=units)
    t.do("raid", "J66").do("raid-at", "0615", dice=[5, 1])
    assert not t.told("die-hards")


@case("R93", "R68")
def test_for_a_concealed_loss_to_bombs_the_die_is_always_rolled(table):
    for unit in ("J01", "J30", "J61"):
        t = table("1", ["25.6"], turn=2, phase="b29", units={unit: "0716", "J26": "0716", "A01": "0420"},
                  concealed=[unit, "J26"], b29="committed")  # fmt: skip
        t.do("bomb", "0716").do("stay-hidden", dice=[6]).do("lose", unit).do("let-go", dice=[6])
        assert [e.args[0] for e in t.heard("Allied") if e.kind == "die-hards"] == [-1]


@case("R93", "10.2.2h")
def test_die_hards_keep_an_assault_from_landing(table):
    units = {"J45": "0825", "A01": "STAGING", "A02": "STAGING", "A03": "STAGING"}
    t = table("1", ["25.6"], turn=1, phase="invasion", units=units, amphibious=1, lp={"Allied": 0, "Japanese": 0})
    t.do("assault-marker", "0725", "0825").do("board", "A01").do("board", "A02").do("board", "A03")
    t.ready(dice=[6, 1])
    assert t.told("die-hards-rise")
    assert t.where("A01") == "STAGING"


# --- 25.7


def marines(table, turn=2, units=None, options=("25.7",), **change):
    units = {"A01": "0420", "J65": "J-REINFORCEMENTS", **(units or {})}
    return table("1", options, turn=turn, phase="japanese-movement", units=units, **change)


@case("25.7a", "R94", "LPJ.a")
def test_the_marine_brigade_is_bought_in_set_up_and_waits(table):
    t = table("1", ["25.7"], dice=[1, 1, 6])
    t.do("recruit", "J65")
    assert t.lp("Japanese") == 18
    assert t.where("J65") == "J-REINFORCEMENTS"
    assert not t.offers("recruit", "J65")


@case("25.7b", "R94")
def test_it_lands_on_a_free_port_or_beach_from_turn_2(table):
    t = marines(table).do("raid", "J65")
    goals = t.goals("raid-at")
    assert "0623" in goals
    assert "1603" in goals
    assert not goals & {"0420", "0419", "0521", "0415"}
    t.do("raid-at", "0623", dice=[4]).do("keep-open")
    assert t.where("J65") == "0623"
    assert not t.offers("move", "J65")
    assert not marines(table, turn=1).options("raid")


@case("25.7b")
@pytest.mark.parametrize(
    ("die", "box", "again"), [(1, "J-ELIMINATED", False), (2, "J-ELIMINATED", False), (3, "J-REINFORCEMENTS", True)]
)
def test_it_may_be_lost_or_turned_back(table, die, box, again):
    t = marines(table).do("raid", "J65").do("raid-at", "0623", dice=[die])
    assert t.where("J65") == box
    assert not t.options("raid")
    t.do("end-movement", dice=[1]).end("end-recruit")
    t.state.raided = 0
    assert bool(t.state.at[t.space("J-REINFORCEMENTS")] >> t.unit("J65") & 1) == again


@case("25.7c", "R94")
def test_once_landed_it_does_not_move_but_may_attack(table):
    t = marines(table, units={"A02": "0623"}).do("raid", "J65").do("raid-at", "1603", dice=[6]).do("conceal")
    assert t.is_concealed("J65")
    assert not t.offers("move", "J65")
    assert t.state.attacked >> t.unit("J65") & 1 == 0


@case("25.7a")
def test_without_the_option_there_are_no_marines(table):
    t = table(dice=[1, 1, 6])
    assert t.where("J65") == "OUT"


# --- 25.8


def raiders(table, units=None, turn=2, **change):
    units = {"A01": "0521", "J66": "J-REINFORCEMENTS", **(units or {})}
    return table("1", ["25.8"], turn=turn, phase="japanese-movement", units=units, **change)


@case("25.8a", "R95")
def test_raiders_are_bought_in_set_up_and_wait_off_the_map(table):
    t = table("1", ["25.8"], dice=[1, 1, 6]).do("recruit", "J66")
    assert (t.lp("Japanese"), t.where("J66")) == (18, "J-REINFORCEMENTS")


@case("25.8b", "25.8c")
def test_raiders_drop_on_any_airfield_even_an_allied_one(table):
    t = raiders(table).do("raid", "J66")
    assert t.goals("raid-at") == {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.airfields >> h & 1}
    t.do("raid-at", "0615", dice=[4])
    assert t.where("J66") == "0615"
    assert not t.offers("move", "J66")
    assert not raiders(table, turn=1).options("raid")


@case("25.8b")
@pytest.mark.parametrize(("die", "box"), [(2, "J-ELIMINATED"), (3, "J-REINFORCEMENTS")])
def test_raiders_may_be_lost_or_turned_back(table, die, box):
    t = raiders(table).do("raid", "J66").do("raid-at", "0615", dice=[die])
    assert t.where("J66") == box


@case("25.8d", "R95")
@pytest.mark.parametrize(("die", "lost"), [(2, 0), (3, 1), (6, 2)])
def test_on_an_allied_airfield_raiders_are_spent_and_destroy_tac_points(table, die, lost):
    t = (
        raiders(table, tac={"US": {"available": 3, "tactical": 2}})
        .do("raid", "J66")
        .do("raid-at", "0521", dice=[5, die])
    )
    for _ in range(lost):
        t.do("lose-tac", "US", "available")
    assert t.where("J66") == "J-ELIMINATED"
    assert t.state.tac_available[0] == 3 - lost
    assert t.prompt() == "movement"


@case("R108", "25.8b")
def test_nobody_lands_in_a_suppressed_hex(table):
    t = raiders(table, suppressed="0615").do("raid", "J66")
    assert "0615" not in t.goals("raid-at")


# --- 25.9


@case("25.9a", "R96")
def test_takasago_is_bought_in_set_up_for_any_land_hex(table):
    t = table("1", ["25.9"], dice=[1, 1, 6]).do("recruit", "J67")
    assert len(t.goals("place")) == 203
    t.do("place", "1015")
    assert (t.where("J67"), t.lp("Japanese")) == ("1015", 18)
    assert table(dice=[1, 1, 6]).where("J67") == "OUT"


@case("25.9b", "R83")
def test_takasago_ignores_the_first_enemy_zone(table):
    t = table("1", ["25.9"], turn=2, phase="japanese-movement", units={"A01": "0615", "J67": "0613"})
    t.do("move", "J67").do("to", "0614").do("to", "0515")
    assert t.where("J67") == "0515"
    assert t.prompt() == "movement"


# --- 25.10


@case("25.10a", "LPJ.i", "R97")
def test_the_camp_must_be_set_up_in_a_town(table):
    t = table("1", ["25.10"], dice=[1, 1, 6])
    assert t.offers("set-up", "J68")
    t.do("set-up", "J68")
    assert t.goals("place") == {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.towns >> h & 1}
    assert "25.10a" in t.why(space="0615")
    assert not table(dice=[1, 1, 6]).offers("set-up", "J68")


CAMP = {"J68": "0517", "A01": "0616", "A02": "0616", "A03": "0616"}


@case("25.10b", "R97")
def test_the_camp_never_attacks_and_is_lost_last(table):
    t = fighting(table, {"J68": "0517", "J45": "0517", "A01": "0616"}, "japanese", options=["25.10"])
    assert not t.offers("join", "J68")
    assert "25.10b" in t.why("J68")
    t = fighting(table, {"J68": "0517", "J45": "0517", "A01": "0616", "A02": "0616"}, options=["25.10"])
    t.fight("0517", "A01", dice=[4])
    assert t.result() in ("BB", "D1", "B1")
    assert "J68" not in t.goals("lose")


@case("25.10c")
def test_a_camp_taken_by_ground_combat_and_entered_scores_5(table):
    t = fighting(table, CAMP, options=["25.10"]).fight("0517", "A01", dice=[5])
    assert t.result() == "DE"
    t.do("advance", "A01", "0517").do("stay")
    assert t.state.allied_bonus == 5
    assert score_of(t.state, 0) == 5
    t = fighting(table, CAMP, options=["25.10"]).fight("0517", "A01", dice=[5])
    t.do("stay")
    assert t.state.allied_bonus == 0


@case("25.10d")
def test_a_camp_on_the_map_at_the_end_scores_3(table):
    t = table("1", ["25.10"], turn=2, phase="bases", units={"J68": "0517", "A39": "0420"}, lp={"Allied": 0})
    assert score_of(t.state, 1) == 3
    t.edit(add={"J68": "J-ELIMINATED"})
    assert score_of(t.state, 1) == 0


@case("25.10e")
def test_a_bombed_camp_alone_scores_5_for_the_japanese(table):
    t = table("1", ["25.10"], turn=2, phase="b29", units={"J68": "0517", "A01": "0420"}, b29="committed")
    t.do("bomb", "0517", dice=[6])
    assert t.where("J68") == "J-ELIMINATED"
    assert t.state.japanese_bonus == 5
    assert score_of(t.state, 1) == 5


@case("25.10f", "R68")
@pytest.mark.parametrize(("die", "bonus"), [(3, 5), (4, 0)])
def test_bombs_on_camp_and_units_need_a_die(table, die, bonus):
    units = {"J68": "0517", "J45": "0517", "J46": "0517", "A01": "0420"}
    t = table("1", ["25.10"], turn=2, phase="b29", units=units, b29="committed")
    t.do("bomb", "0517", dice=[6, die])
    assert t.state.japanese_bonus == bonus
    if not bonus:
        assert t.goals("lose") == {"J45", "J46"}


@case("R97")
def test_the_camp_cannot_retreat_and_is_eliminated_after_the_others_have_gone(table):
    units = {"J68": "0517", "J07": "0517", "A01": "0616", "A02": "0616", "A03": "0616"}
    t = fighting(table, units, options=["25.10"], support={"0517": ["US"] * 2}).fight("0517", "A01", dice=[4])
    assert t.result() == "DR"
    t.do("retreat", "0417") if t.prompt() == "retreat" else None
    assert t.where("J68") == "J-ELIMINATED"
    assert t.where("J07") == "0417"


@case("R56", "R97")
def test_a_camp_alone_does_not_counterattack(table):
    t = fighting(table, {"J68": "0517", "A51": "0616"}, options=["25.10"]).fight("0517", "A51", dice=[2])
    assert t.result() == "CA" or len(t.told("battle")) == 1
    assert len(t.told("battle")) == 1


@case("25.10c", "R55")
def test_a_camp_taken_in_an_allied_counterattack_counts_too(table):
    stacks = {"0612": ("A01", "A02", "A03", "A04"), "0713": ("J01", "J02", "J03", "J68")}
    units = {u: hex_ for hex_, names in stacks.items() for u in names}
    t = fighting(table, units, "japanese", options=["25.10"]).fight("0612", "J01", dice=[5, 5])
    assert [e.args[1] for e in t.told("result")] == ["CA", "BB"]
    for unit in ("A01", "A02", "A03"):
        t.do("lose", unit)
    t.do("advance", "A04", "0713", dice=[1])
    assert t.where("J68") == "J-ELIMINATED"
    assert t.state.allied_bonus == 5

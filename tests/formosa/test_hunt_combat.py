"""Situations of landings, combat, supply and air in which two or three rules meet."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.supply import in_supply
from grognard.games.formosa.victory import score_of

case = pytest.mark.case
FAR = {"J01": "1110"}
ASHORE = {"A46": "1706"}
POOR = {"Allied": 0, "Japanese": 0}


# --- 15 duty


@case("15.0d", "15.0e", "14.2a")
def test_a_stack_with_a_base_need_not_attack_and_is_still_to_be_attacked(table):
    units = {"A39": "0521", "A01": "0521", "J01": "0620"}
    t = table(turn=2, phase="allied-combat", units=units, bases=["A39"], lp=POOR)
    assert t.offers("end-combat")
    t = table(turn=2, phase="japanese-combat", units=units, bases=["A39"], lp=POOR)
    assert not t.offers("end-combat")


@case("15.0d", "23.0a", "14.0c")
def test_a_guerrilla_is_under_no_duty_and_makes_none(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J55": "0615", **FAR}, lp=POOR)
    assert t.offers("end-combat")
    assert t.offers("attack", "0615")
    t = table(turn=2, phase="japanese-combat", units={"A01": "0614", "J55": "0615", **FAR}, lp=POOR)
    assert t.offers("end-combat")


@case("11.2a", "11.1f", "15.0d")
def test_a_deception_in_contact_is_gone_before_anybody_must_attack_it(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J61": "0615", **FAR}, concealed=["J61"], lp=POOR)
    assert t.where("J61") == "J-ELIMINATED"
    assert t.phase() != "allied-combat"


@case("11.2a", "23.0a", "R43", "15.0d")
def test_a_guerrilla_that_contact_turns_up_makes_no_duty(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J55": "0615", **FAR}, concealed=["J55"], lp=POOR)
    assert not t.is_concealed("J55")
    assert t.offers("end-combat")


@case("16.5f", "15.0d", "16.5g")
def test_a_suppressed_hex_need_not_be_attacked_and_gives_a_column_if_it_is(table):
    units = {"A01": "0614", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, suppressed="0615", lp=POOR)
    assert t.offers("end-combat")
    plain = table(turn=2, phase="allied-combat", units=units, lp=POOR)
    t.plan("0615", "A01")
    plain.plan("0615", "A01")
    assert sum(t.shifts().values()) == sum(plain.shifts().values()) + 1


@case("16.5g", "16.5j", "15.4.1c")
def test_out_of_a_suppressed_hex_the_japanese_attack_a_column_worse(table):
    units = {"A01": "0614", "J01": "0615"}
    t = table(turn=2, phase="japanese-combat", units=units, suppressed="0615", lp=POOR).plan("0614", "J01")
    plain = table(turn=2, phase="japanese-combat", units=units, lp=POOR).plan("0614", "J01")
    assert sum(t.shifts().values()) == sum(plain.shifts().values()) - 1


@case("15.0h", "15.0d", "R45")
def test_all_obliged_units_of_a_hex_attack_together(table):
    units = {"A01": "0614", "A02": "0614", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).plan("0615", "A01")
    assert t.state.agenda[-1].units == [t.unit("A01"), t.unit("A02")]


@case("15.1b", "15.0l", "15.1c")
def test_one_stack_between_two_enemies_attacks_both_at_once(table):
    units = {"A01": "0614", "J01": "0615", "J02": "0514"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).plan("0615", "A01")
    assert not t.offers("confirm")
    t.do("also", "0514")
    assert t.offers("confirm")


@case("15.0l", "15.0d", "R45")
def test_a_unit_that_is_not_adjacent_to_all_targets_does_not_join(table):
    units = {"A01": "0614", "A02": "0516", "A39": "0516", "J01": "0615", "J02": "0514"}
    t = table(turn=2, phase="allied-combat", units=units, bases=["A39"], lp=POOR).plan("0615", "A01")
    t.do("also", "0514")
    assert not t.offers("join", "A02")


# --- 15 columns


@case("15.4.1m", "15.4.1l", "12.4b")
def test_a_road_across_the_river_takes_the_rivers_column_from_nobody(table):
    units = {"A01": "0521", "J45": "0522"}
    road = table(turn=2, phase="allied-combat", units={"A01": "0622", "J45": "0522"}, lp=POOR).plan("0522", "A01")
    both = table(turn=2, phase="allied-combat", units={**units, "A02": "0622"}, lp=POOR).plan("0522", "A01", "A02")
    assert any("iver" in text for text in road.shifts())
    assert not any("iver" in text for text in both.shifts())


@case("15.4.1n", "15.4.1l", "4.2e")
def test_of_city_and_open_ground_only_the_best_terrain_counts(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J45": "0615"}, lp=POOR).plan("0615", "A01")
    assert [value for text, value in t.shifts().items() if value < 0] == [-2]


@case("15.4.1d", "15.4.1e")
def test_two_letters_are_one_column_on_either_side(table):
    units = {"A31": "0614", "A34": "0614", "J26": "0615", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).plan("0615", "A31", "A34")
    letters = [value for text, value in t.shifts().items() if "A unit" in text or "D unit" in text or text[:1] in "AD"]
    assert sum(t.shifts().values()) == 1 - 1 - 2
    assert letters


@case("19.4b", "15.4.1h", "19.5b")
def test_air_supply_is_for_those_without_a_line_and_points_for_those_with_one(table):
    cut = {"A01": "0614", "J45": "0615"}
    t = table(turn=2, phase="allied-combat", units=cut, air_supply="available", lp={"Allied": 5, "Japanese": 0})
    t.plan("0615", "A01").do("confirm")
    assert t.offers("fly-supply")
    assert not t.offers("add-lp")
    fed = {"A01": "0521", "A39": "0522", "J45": "0620"}
    t = table(
        turn=2, phase="allied-combat", units=fed, bases=["A39"], air_supply="available", lp={"Allied": 5, "Japanese": 0}
    )
    t.plan("0620", "A01").do("confirm")
    assert not t.offers("fly-supply")
    assert t.offers("add-lp")


@case("15.4.1i", "15.4.1h", "7.2j")
def test_the_allies_pay_two_points_and_the_japanese_one(table):
    fed = {"A01": "0521", "A39": "0522", "J45": "0620", "J38": "0619"}
    t = table(turn=2, phase="allied-combat", units={**fed}, bases=["A39"], lp={"Allied": 5, "Japanese": 5})
    t.plan("0620", "A01").do("confirm").do("add-lp").do("add-lp")
    assert not t.offers("add-lp")
    t.do("ready")
    assert t.asked.side == 1
    t.do("add-lp", dice=[4])
    assert t.told("battle")
    assert (t.lp("Allied"), t.lp("Japanese")) == (3, 4)


@case("5.1d", "16.3b", "5.1c")
def test_british_air_helps_only_where_australians_fight(table):
    units = {"A01": "0614", "A53": "1304", "J45": "0615", "J46": "1204"}
    t = table("2", turn=2, phase="allied-combat", units=units, tac={"Commonwealth": {"tactical": 2}}, lp=POOR)
    assert {words[-1] for words in t.options("support")} == {"1204"}


@case("16.3a", "13.1b", "16.1h")
def test_us_and_british_support_never_lie_over_one_hex(table):
    units = {"A01": "0614", "A53": "0715", "J45": "0615"}
    air = {"US": {"tactical": 2}, "Commonwealth": {"tactical": 2}}
    t = table("2", turn=2, phase="allied-combat", units=units, tac=air, lp=POOR)
    t.do("support", "US", "0615")
    assert not t.offers("support", "Commonwealth", "0615")
    t.do("support", "US", "0615")
    assert not t.offers("support", "US", "0615")


@case("17.0b", "17.0c", "R73")
def test_gunfire_reaches_a_combat_only_from_the_coast(table):
    guns = {"US": {"staged": 3}}
    for units, target, can in (
        ({"A01": "0614", "J45": "0615"}, "0615", False),
        ({"A01": "0521", "J45": "0620"}, "0620", True),
    ):
        t = table(turn=2, phase="allied-combat", units=units, gunfire=guns, lp=POOR).plan(target, "A01").do("confirm")
        assert t.offers("gunfire", "US") == can
    t.do("gunfire", "US").do("gunfire", "US")
    assert not t.offers("gunfire", "US")


@case("18.0d", "17.0a", "15.4.1a")
def test_after_an_indecisive_sortie_no_gun_fires(table):
    units = {"A01": "0521", "J45": "0620"}
    t = table(turn=2, phase="special-attack", units=units, fleet="ready", gunfire={"US": {"staged": 3}}, dice=[1])
    t.do("sortie", dice=[4])
    assert t.state.no_gunfire
    assert t.state.gunfire_staged[0] == 0


# --- 15 results


@case("15.5g", "R54", "20.1d")
def test_a_base_counterattacks_and_does_not_advance(table):
    units = {"A39": "0521", "A01": "0521", "J01": "0620"}
    t = table(turn=2, phase="japanese-combat", units=units, bases=["A39"], lp=POOR).win("CA", "0521", "J01", dice=[6])
    assert t.told("counterattack")
    assert t.where("A39") == "0521"


@case("15.5g", "15.6c", "11.1e")
def test_heavy_weapons_do_not_leave_their_guns(table):
    units = {"A01": "0614", "J45": "0615", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).win("CA", "0615", "A01")
    assert not t.told("counterattack")
    assert t.told("no-counterattack")[0].args[1] == "fortress"


@case("15.7g", "15.5i", "R58")
def test_who_stands_with_heavy_weapons_ignores_a_retreat(table):
    units = {"A01": "0614", "A02": "0614", "A03": "0614", "A04": "0614", "A31": "0516", "J51": "0615", "J44": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).win("DR", "0615", "A01", "A02", "A03", "A04", "A31")
    assert t.where("J51") == "0615"
    assert t.prompt() != "advance"


@case("15.5d", "15.7g", "20.0a")
def test_attackers_out_of_a_base_ignore_their_own_retreat(table):
    units = {"A39": "0521", "A01": "0521", "J01": "0620", "J02": "0620", "J03": "0620"}
    t = table(turn=2, phase="allied-combat", units=units, bases=["A39"], lp=POOR).win("AR", "0620", "A01")
    assert t.where("A01") == "0521"


@case("15.5d", "15.7b", "15.7f")
def test_attackers_that_are_ringed_in_die_of_their_retreat(table):
    units = {"A01": "0614", "J01": "0615", "J02": "0613", "J03": "0514", "J04": "0715"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR)
    t.plan("0615", "A01", also=["0613", "0514", "0715"])
    faces = [f for f in range(1, 7) if GAME.crt[0].result(0, f) == "AR"]
    t.confirm(dice=faces[:1])
    assert t.where("A01").startswith("A-E") or t.where("A01").startswith("A-R")


@case("15.5f", "R53", "8.3b")
def test_in_a_bloodbath_the_stronger_side_pays_at_least_as_much(table):
    units = {"A01": "0614", "A02": "0614", "A07": "0516", "A31": "0516", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).win("BB", "0615", "A01", "A02", "A07", "A31")
    assert t.where("J01") == "J-ELIMINATED"
    assert t.prompt() == "losses"
    t.do("lose", "A07")
    assert t.where("A07") == "A-ELIMINATED"
    assert t.prompt() == "advance"


@case("15.8c", "15.5j", "15.8b")
def test_after_all_are_eliminated_units_go_two_hexes_through_zones(table):
    stack = dict.fromkeys(("A01", "A02", "A03", "A04"), "0614") | {"A31": "0516", "A32": "0516"}
    units = {**stack, "J51": "0615", "J02": "0717"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).win("DE", "0615", *stack)
    assert "0616" in {words[2] for words in t.options("advance") if words[1] == "A01"}


@case("15.5e", "15.8a", "13.1a")
def test_no_more_advance_than_may_stand_there(table):
    stack = dict.fromkeys(("A01", "A02", "A03", "A04"), "0614") | dict.fromkeys(("A07", "A08", "A09"), "0516")
    units = {**stack, "J51": "0615", "J02": "1110"}
    t = table(turn=2, phase="allied-combat", units=units, lp=POOR).win("DE", "0615", *stack)
    for unit in ("A01", "A02", "A03", "A04"):
        t.do("advance", unit, "0615")
    assert not any(words[1] == "A07" and words[2] == "0615" for words in t.options("advance"))


@case("8.3a", "8.3b", "15.5b")
def test_a_loss_with_a_line_waits_and_one_without_is_gone(table):
    for base, box in ((["A39"], "A-REPLACEMENTS"), ([], "A-ELIMINATED")):
        units = {"A39": "0522", "A01": "0521", "J38": "0619", "J01": "0620", "J02": "0620"}
        t = table(turn=2, phase="allied-combat", units=units, bases=base, lp=POOR).win("A1", "0620", "A01")
        assert t.where("A01") == box


@case("15.0d", "10.2.1b", "14.2a")
def test_a_unit_that_landed_beside_the_enemy_must_attack(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0420", "J45": "0521"}, landed=["A01"], lp=POOR)
    assert not t.offers("end-combat")


# --- 10, 21 sea


@case("10.2b", "5.1b", "10.1k")
def test_a_marker_carries_four_of_one_nation(table):
    units = {**FAR, **ASHORE, **dict.fromkeys(("A01", "A02", "A03", "A04", "A07", "A53"), "STAGING")}
    t = table("2", turn=2, phase="invasion", units=units, amphibious=1).do("land-marker", "0623")
    t.do("end-markers") if t.offers("end-markers") else None
    t.do("board", "A01")
    assert not t.offers("board", "A53")
    for unit in ("A02", "A03", "A04"):
        t.do("board", unit)
    assert t.prompt() != "board" or not t.offers("board", "A07")


@case("10.2.2h", "10.2.2e", "13.1a")
def test_a_failed_assault_goes_home(table):
    units = {"A01": "STAGING", "J38": "0623", "J01": "0623", "J02": "0623"}
    t = table(turn=1, phase="invasion", units=units, amphibious=1, lp=POOR)
    t.do("assault-marker", next(w[1] for w in t.options("assault-marker") if w[2] == "0623"), "0623")
    t.dice.faces.extend([4])
    t.do("board", "A01")
    t.do("end-boarding") if t.prompt() == "board" else None
    t.do("assault", "0623") if t.prompt() == "assault" else None
    t.ready()
    assert t.where("A01") in ("STAGING", "A-REPLACEMENTS")


@case("10.1a", "22.0c", "R25")
def test_rangers_land_where_nobody_else_may(table):
    units = {**FAR, **ASHORE, "A51": "STAGING", "A01": "STAGING"}
    t = table(turn=2, phase="invasion", units=units, amphibious=1)
    assert t.offers("land-marker", "0924")
    t.do("land-marker", "0924")
    t.do("end-markers") if t.offers("end-markers") else None
    assert t.goals("board") == {"A51"}


@case("10.3a", "10.1f", "13.1a")
def test_the_drop_carries_two_airborne_regiments_and_nobody_else(table):
    units = {**FAR, **ASHORE, "A49": "STAGING", "A50": "STAGING", "A01": "STAGING"}
    t = table(turn=2, phase="invasion", units=units, drop_zone=1).do("drop-marker", "0615")
    t.do("end-markers") if t.offers("end-markers") else None
    assert t.goals("board") == {"A49", "A50"}


@case("18.0f", "10.0b", "10.3a")
def test_a_decisive_sortie_stops_landings_and_not_drops(table):
    units = {**FAR, **ASHORE, "A49": "STAGING", "A01": "STAGING"}
    t = table(turn=2, phase="invasion", units=units, drop_zone=1, amphibious=2, no_landing=1)
    assert not t.options("land-marker")
    assert t.options("drop-marker")


@case("21.0f", "R80", "20.0a")
def test_a_functional_port_passes_four_units_in_all(table):
    units = {
        **FAR,
        "A39": "0522",
        **dict.fromkeys(("A01", "A02", "A03"), "0522"),
        **dict.fromkeys(("A07", "A08"), "STAGING"),
    }
    t = table(turn=2, phase="transfer", units=units, bases=["A39"])
    for unit in ("A01", "A02", "A03"):
        t.do("ship", unit)
        assert t.where(unit) == "STAGING"
    t.do("ship", "A07")
    assert t.where("A07") == "0522"
    assert not t.offers("ship", "A08")


@case("21.0j", "12.2a", "15.0d")
def test_a_transferred_unit_does_not_march_and_must_attack(table):
    units = {"J45": "0620", "A39": "0522", "A01": "0521", "A07": "STAGING"}
    t = table(turn=2, phase="transfer", units=units, bases=["A39"], lp=POOR)
    t.do("ship", "A07").do("ship-to", "0521").do("end-transfer")
    assert "A07" not in t.goals("move")


@case("21.0h", "5.1b", "R106")
def test_no_australian_is_shipped_to_an_american_beach(table):
    units = {**FAR, "A01": "0420", "A53": "STAGING", "A54": "0623"}
    t = table("2", turn=2, phase="transfer", units=units).do("ship", "A53")
    assert t.where("A53") == "0623"


# --- 19, 20 supply and bases


@case("14.3c", "19.2a", "20.1c")
def test_a_port_in_an_enemy_zone_supplies_its_own_hex_alone(table):
    units = {"A39": "0522", "A01": "0522", "A02": "0521", "J01": "0621"}
    t = table(turn=2, phase="bases", units=units, bases=["A39"])
    assert in_supply(t.state, t.unit("A01"))
    assert not in_supply(t.state, t.unit("A02"))


@case("19.3a", "16.5f", "14.3a")
def test_suppression_of_the_enemy_opens_a_line(table):
    units = {"A39": "0522", "A02": "0519", "J01": "0620"}
    shut = table(turn=2, phase="bases", units=units, bases=["A39"])
    free = table(turn=2, phase="bases", units=units, bases=["A39"], suppressed="0620")
    assert in_supply(free.state, free.unit("A02"))
    assert not in_supply(shut.state, shut.unit("A02"))


@case("5.1e", "5.1f", "19.2b")
def test_an_australian_traces_to_an_american_port_but_not_to_an_american_headquarters(table):
    far = table(
        "2",
        turn=2,
        phase="bases",
        units={**FAR, "A39": "0522", "A28": "0517", "A53": "0614", "A01": "0613"},
        bases=["A39"],
    )
    assert in_supply(far.state, far.unit("A01"))
    assert not in_supply(far.state, far.unit("A53"))
    near = table("2", turn=2, phase="bases", units={**FAR, "A39": "0522", "A53": "0519"}, bases=["A39"])
    assert in_supply(near.state, near.unit("A53"))


@case("20.1e", "20.0c", "20.1a")
def test_no_second_base_in_a_hex(table):
    units = {**FAR, "A39": "0522", "A40": "0522"}
    t = table(turn=2, phase="bases", units=units, bases=["A39"], lp={"Allied": 9})
    assert not t.offers("build", "A40")


@case("20.2a", "R79", "12.2a")
def test_a_base_that_is_given_up_is_not_built_again_in_the_phase(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522"}, bases=["A39"], lp={"Allied": 9})
    t.do("demobilize", "A39")
    assert not t.offers("build", "A39")


@case("4.2b", "4.2d", "4.2e", "4.2f")
def test_takao_with_a_base_scores_port_airfield_and_industry(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522"}, bases=["A39"])
    assert score_of(t.state, 0) == 4 + 1 + 1
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522"})
    assert score_of(t.state, 0) == 1


@case("4.2h", "4.2i", "R8")
def test_rangers_and_the_bought_back_cost_no_points(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522", "A51": "A-ELIMINATED", "A01": "A-REPLACEMENTS"})
    assert score_of(t.state, 1) == 1


# --- 16 air


@case("16.5c", "16.5b", "R67")
def test_a_revealed_fortress_takes_the_fortified_column(table):
    t = table(turn=2, phase="b29", units={**ASHORE, "J38": "0615", "J45": "0615"}, b29="committed")
    t.do("bomb", "0615", dice=[1])
    assert t.told("b29")[0].args[1] == "Fortified"


@case("13.1c", "16.3a", "R41")
def test_no_support_flies_where_the_b29_has_struck(table):
    units = {"A01": "0614", "J45": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, tac={"US": {"tactical": 3}}, b29_hex="0615", lp=POOR)
    assert not any(words[-1] == "0615" for words in t.options("support"))


@case("16.4a", "16.1f", "16.3d")
def test_points_that_supported_do_not_interdict_in_the_same_turn(table):
    units = {"A01": "0614", "J45": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, tac={"US": {"tactical": 1}}, lp=POOR)
    t.do("support", "US", "0615")
    t.do("end-support") if t.offers("end-support") else None
    t.fight("0615", "A01", dice=[1, 1])
    assert t.state.tac_tactical[0] == 0
    assert t.state.tac_flown[0] + len(t.state.support_hex) == 1


@case("25.10b", "15.0d", "R97")
def test_a_camp_alone_never_attacks(table):
    units = {"A01": "0614", "J55": "0615", "J68": "0517", "A02": "0518"}
    t = table("1", ["25.10"], turn=2, phase="japanese-combat", units=units, lp=POOR)
    assert t.offers("end-combat")
    assert t.goals("attack") == {"0614"}


@case("25.10a", "13.2a", "R97")
def test_a_camp_takes_no_room(table):
    units = {**ASHORE, "J68": "0517", "J01": "0517", "J02": "0517", "J03": "0516"}
    t = table("1", ["25.10"], turn=2, phase="japanese-movement", units=units).do("move", "J03").do("to", "0517")
    assert t.offers("stop")


@case("25.8b", "25.8d", "R95")
def test_raiders_on_an_allied_airfield_are_spent_and_aircraft_with_them(table):
    units = {"A01": "0521", "J66": "J-REINFORCEMENTS", **FAR}
    t = table(
        "1", ["25.8"], turn=2, phase="japanese-movement", units=units, tac={"US": {"available": 3, "tactical": 1}}
    )
    t.do("raid", "J66").do("raid-at", "0521", dice=[5, 6])
    assert t.where("J66") == "J-ELIMINATED"
    assert t.prompt() == "sabotage"
    assert t.asked.side == 0
    t.do("lose-tac", "US", "available").do("lose-tac", "US", "available")
    assert t.state.tac_available[0] == 1


@case("25.9b", "12.2e", "R83")
def test_the_takasago_slip_through_one_zone(table):
    units = {"J67": "0516", "J02": "0516", "A01": "0614", "J01": "1110"}
    t = table("1", ["25.9"], turn=2, phase="japanese-movement", units=units)
    t.do("move", "J67").do("to", "0515")
    assert t.goals("to")
    t.do("stop").do("move", "J02").do("to", "0515")
    assert t.prompt() == "movement" or not t.goals("to")


@case("25.3b", "14.1a", "R90")
def test_a_unit_flown_into_a_zone_goes_no_further(table):
    units = {"J01": "0620", "A39": "0521", "A07": "STAGING"}
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, bases=["A39"], air_supply="available")
    t.do("fly", "A07")
    assert t.where("A07") == "0521"
    assert not t.offers("move", "A07") or not t.options("to")

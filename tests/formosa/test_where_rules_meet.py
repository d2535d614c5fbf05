"""Where two rules meet, and where the owner of several units must choose."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME

case = pytest.mark.case
FAR = {"J01": "1110"}
ASHORE = {"A46": "1706"}


# --- 10 invasions


@case("10.1h", "10.2a")
def test_a_unit_that_has_landed_by_one_marker_is_not_offered_to_the_next(table):
    units = {**FAR, "A39": "0623", "A01": "STAGING", "A07": "STAGING"}
    t = table(turn=2, phase="invasion", units=units, bases=["A39"], amphibious=2)
    t.do("land-marker", "0623").do("land-marker", "0724").do("board", "A01").do("end-boarding")
    assert t.goals("board") == {"A07"}
    assert "10.1h" in t.why("A01")


@case("4.1a", "4.1b", "R5")
def test_the_last_site_taken_by_a_landing_ends_the_game_before_anybody_else_boards(table):
    sites = [GAME.space_ids[h] for h in range(GAME.hexes) if GAME.sites >> h & 1]
    holders = [u for u in GAME.unit_ids if u.startswith("A") and u not in ("A01", "A02", "A03")]
    units = dict(zip(holders, [s for s in sites if s != "0623"], strict=False))
    units |= {**FAR, "A01": "STAGING", "A02": "STAGING", "A03": "STAGING"}
    assert len(units) == len(sites) - 1 + 4
    t = table(turn=2, phase="invasion", units=units, amphibious=2)
    t.do("land-marker", "0623").do("land-marker", "0724").do("board", "A01")
    assert t.over
    assert t.state.ending == "allied-sudden-death"


@case("18.0f", "R24", "10.1j")
def test_the_log_says_of_the_markers_what_becomes_of_them(table):
    units = {**FAR, "A01": "0420"}
    t = table(turn=2, phase="invasion", units=units, amphibious=3, drop_zone=1, no_landing=1)
    t.do("end-markers")
    assert not t.told("markers-back")
    assert t.told("markers-kept")[-1].args == (3, 1)
    t = table(turn=2, phase="invasion", units=units, amphibious=2).do("end-markers")
    assert t.told("markers-back")[-1].args == (2, 0)
    t = table(turn=2, phase="invasion", units=units).do("end-markers")
    assert not t.told("markers-back")


@case("R112", "R28", "R103", "15.0k")
def test_who_retreats_into_another_target_is_assaulted_a_second_time(table):
    ships = dict.fromkeys(("A01", "A02", "A03", "A07"), "STAGING")
    units = {**ships, "J45": "0623", "J46": "0724", "J33": "0825"}
    t = table(turn=1, phase="invasion", units=units, amphibious=2, lp={"Allied": 0, "Japanese": 0})
    for target in ("0623", "0724"):
        t.do("assault-marker", next(w[1] for w in t.options("assault-marker") if w[2] == target), target)
    for unit in ("A01", "A02", "A03"):
        t.do("board", unit)
    t.do("end-boarding").do("board", "A07")
    t.dice.faces.extend([4, 1])
    t.do("assault", "0623").ready()
    assert t.told("result")[0].args[1] == "DR"
    assert t.told("retreated")[0].args[2] == t.space("0724")
    t.ready()
    assert [event.args[3] for event in t.told("battle")] == [2, 4]


# --- 16 air


@case("16.5d", "16.5e")
def test_bombs_that_kill_the_last_unit_suppress_nobody(table):
    t = table(turn=2, phase="b29", units={**ASHORE, "J45": "0615"}, b29="committed").do("bomb", "0615", dice=[6])
    t.do("lose", "J45")
    assert t.state.suppressed == -1
    assert t.space("0615") == t.state.b29_hex
    t = table(turn=2, phase="b29", units={**ASHORE, "J45": "0615", "J46": "0615"}, b29="committed")
    t.do("bomb", "0615", dice=[6]).do("lose", "J45")
    assert t.state.suppressed == t.space("0615")


@case("16.5d", "25.6a", "25.10e", "R93")
def test_die_hards_that_rise_are_suppressed_and_a_camp_alone_leaves_nobody(table):
    t = table("1", ["25.6"], turn=2, phase="b29", units={**ASHORE, "J01": "0615"}, b29="committed")
    t.do("bomb", "0615", dice=[6, 1]).do("lose", "J01")
    assert t.told("die-hards-rise")
    assert t.state.suppressed == t.space("0615")
    t = table("1", ["25.10"], turn=2, phase="b29", units={**ASHORE, "J68": "0517", **FAR}, b29="committed")
    t.do("bomb", "0517", dice=[6])
    assert t.where("J68") == "J-ELIMINATED"
    assert t.state.suppressed == -1


@case("16.4b", "25.7b", "R94")
def test_the_marine_brigade_does_not_land_concealed_under_interdiction(table):
    units = {**ASHORE, "J65": "J-REINFORCEMENTS", "J01": "1110"}
    t = table("1", ["25.7"], turn=2, phase="japanese-movement", units=units, interdiction={"0420": ["US"]})
    t.do("raid", "J65").do("raid-at", "0420", dice=[5])
    assert t.where("J65") == "0420"
    assert not t.is_concealed("J65")
    assert t.prompt() == "movement"


@case("13.1b", "16.1h", "R106", "R78")
def test_us_air_supply_and_british_air_never_share_a_hex(table):
    units = {"A01": "0614", "A53": "0715", "J01": "0615"}
    t = table("2", turn=2, phase="allied-combat", units=units, air_supply="available", lp={"Allied": 0})
    t.edit(support={"0615": ["Commonwealth"]})
    t.plan("0615", "A01", "A53").do("confirm", dice=[3])
    assert not t.told("air-supply")
    assert t.told("battle")
    t = table("2", turn=2, phase="allied-combat", units=units, air_supply="available", lp={"Allied": 0})
    t.plan("0615", "A01", "A53").do("confirm")
    assert t.offers("fly-supply")
    t = table("2", turn=2, phase="interdiction", units=units, tac={"Commonwealth": {"tactical": 1}})
    t.state.air_supply_hex = t.space("0615")
    t.edit()
    assert not t.offers("interdict", "Commonwealth", "0615")
    assert t.offers("interdict", "Commonwealth", "0614")
    assert "16.1h" in t.why(space="0615")


@case("13.1b", "16.1h", "16.3c")
def test_support_that_still_lies_on_a_hex_counts_against_interdiction(table):
    units = {"A01": "0614", "J01": "0615"}
    tac = {"US": {"tactical": 2}, "Commonwealth": {"tactical": 1}}
    t = table("2", turn=2, phase="interdiction", units=units, tac=tac)
    t.edit(support={"0615": ["Commonwealth"]})
    assert not t.offers("interdict", "US", "0615")
    assert t.offers("interdict", "Commonwealth", "0615")
    t.edit(support={"0615": ["US", "US"]})
    assert not t.offers("interdict", "US", "0615")


# --- 12, 21 movement and transfer


@case("12.2a", "R82")
def test_to_pick_a_unit_and_stop_without_a_step_is_no_move(table):
    units = {**FAR, "A39": "0522", "A01": "0521", "A02": "0521"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], lp={"Allied": 3})
    t.do("move", "A01").do("stop")
    assert t.offers("move", "A01")
    assert t.offers("motorize", "0521")
    t.do("motorize", "0521").do("drive", "A01").do("stop")
    assert t.offers("drive", "A01")
    assert not t.state.moved


@case("21.0j", "25.3a")
def test_a_unit_shipped_to_the_staging_area_is_not_flown_in_the_same_turn(table):
    units = {**FAR, "A39": "0521", "A07": "0420", "A08": "STAGING"}
    t = table("1", ["25.3"], turn=2, phase="transfer", units=units, bases=["A39"], air_supply="available")
    t.do("ship", "A07").do("end-transfer")
    assert t.where("A07") == "STAGING"
    assert t.phase() == "allied-movement"
    assert t.offers("fly", "A08")
    assert not t.offers("fly", "A07")


@case("R113", "10.2.2f", "10.2.2h", "25.3a")
def test_a_unit_of_a_failed_assault_is_shipped_but_not_flown(table):
    garrison = dict.fromkeys(("J33", "J45", "J46"), "0522")
    units = {**garrison, "A07": "STAGING", "A08": "STAGING", "A39": "0521", "A09": "0623"}
    change = {"bases": ["A39"], "air_supply": "available", "amphibious": 1, "lp": {"Allied": 0, "Japanese": 0}}
    t = table("1", ["25.3"], turn=2, phase="invasion", units=units, **change)
    t.do("assault-marker", "0523", "0522").do("board", "A07").do("end-boarding").ready(dice=[6])
    assert t.where("A07") == "STAGING"
    assert t.offers("ship", "A07")
    t.do("end-transfer")
    assert t.offers("fly", "A08")
    assert not t.offers("fly", "A07")


@case("R35", "R40", "11.2b")
def test_no_step_is_offered_into_a_full_hex_where_interdiction_would_strand_the_unit(table):
    full = {"J02": "0612", "J03": "0612", "J04": "0612"}
    units = {**ASHORE, **full, "J46": "0615"}
    change = {"concealed": ["J46", "J02", "J03", "J04"], "interdiction": {"0612": ["US"]}}
    t = table(turn=2, phase="japanese-movement", units=units, **change)
    t.edit(landed=["J02", "J03", "J04"])
    t.do("move", "J46").do("to", "0614").do("to", "0613")
    front, spent = GAME.mf[t.unit("J46")], t.state.agenda[-1].spent
    assert 2 * GAME.concealed_mf - spent > 4
    while 2 * front - t.state.agenda[-1].spent > 3 and t.offers("to", "0614"):
        t.do("to", "0614").do("to", "0613")
    assert not t.offers("to", "0612")
    assert "13.2a" in t.why(space="0612")


@case("R81", "21.0b", "21.0g")
def test_units_embark_from_any_coast_where_the_match_says_so(table):
    rough = next(GAME.space_ids[h] for h in range(GAME.hexes) if (GAME.coast & ~GAME.landable) >> h & 1)
    units = {**FAR, "A01": rough, "A02": rough}
    t = table(turn=2, phase="transfer", units=units)
    assert not t.offers("ship", "A01")
    assert "R81" in t.why("A01")
    t = table("1", ["R81"], turn=2, phase="transfer", units=units)
    t.do("ship", "A01")
    assert t.where("A01") == "STAGING" or t.goals("ship-to") == {"STAGING"}
    assert not t.offers("ship", "A02")


# --- 15 retreats and battles


@case("15.7a", "15.7f", "15.5a")
def test_the_owner_chooses_who_retreats_first(table):
    """The fortress in 0611 draws everybody there, and there is room for one: who comes last goes on, or dies."""
    friends = dict.fromkeys(("J02", "J03"), "0611") | {"J38": "0611"}
    attackers = dict.fromkeys(("A01", "A02", "A03", "A04", "A05"), "0713")
    for first, second in (("J30", "J07"), ("J07", "J30")):
        units = {**friends, **attackers, "J07": "0612", "J30": "0612"}
        t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("DR", "0612", "A01")
        assert {words[1] for words in t.options("withdraw")} == {"J07", "J30"}
        t.do("withdraw", first, "0611")
        assert t.where(first) == "0611"
        if t.prompt() == "retreat":
            t.do(*t.options("retreat")[0])
        assert t.where(second) != "0611"


@case("15.7d", "15.7a", "R111", "23.0a")
@pytest.mark.parametrize(("unit", "options"), [("J55", ()), ("J67", ("25.9",))])
def test_nobody_retreats_back_into_the_hex_that_was_left(table, unit, options):
    """Guerrillas and the Takasago enter enemy zones, so that the way back into their own hex lay open."""
    full = {"J02": "0611", "J03": "0611", "J04": "0611", "J38": "0611"}
    units = {**full, unit: "0612", "A01": "0713", "A07": "0713"}
    t = table("1", options, turn=2, phase="allied-combat", lp={"Allied": 0, "Japanese": 0}, units=units)
    t.win("DR", "0612", "A01")
    if t.where(unit) == "0612":
        t.do("retreat", "0611")
    assert t.where(unit) == "0611"
    assert "0612" not in t.goals("retreat")
    assert "R111" in t.why(space="0612")


@case("15.5e", "15.5f")
def test_in_an_exchange_the_attacker_loses_first_and_in_a_bloodbath_the_weaker_side(table):
    units = {"A01": "0713", "A02": "0713", "J01": "0612", "J02": "0612"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("B1", "0612", "A01")
    assert t.asked.side == 0
    t.do("lose", "A01")
    assert t.asked.side == 1
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("BB", "0612", "A01")
    assert t.asked.side == 0
    assert t.where("J01") == t.where("J02") == "J-ELIMINATED"


@case("25.2b", "R89", "15.6a")
def test_counterattackers_that_die_in_their_own_counterattack_earn_the_first_attacker_nothing(table):
    strong = {"A01": "0713", "A02": "0713", "A07": "0713", "A08": "0713"}
    units = {**strong, "J01": "0612", "J02": "0612", "J03": "0612"}
    t = table("1", ["25.2"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.win("CA", "0612", "A01", dice=[1])
    assert t.told("result")[-1].args[1] in ("AE", "A1")
    t = table("1", ["25.2"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    frame = t.plan("0612", "A01").state.agenda[-1]
    assert frame.units
    t.win("CA", "0612", dice=[6])
    assert t.told("result")[-1].args[1] == "BB"
    assert t.where("J01") == t.where("J02") == t.where("J03") == "J-ELIMINATED"
    assert not t.told("battlefield-lp") or t.told("battlefield-lp")[-1].args[0] == 1
    assert t.state.pending_lp[0] == 0


@case("25.1a", "15.0d", "R45", "R88")
def test_an_exploitation_out_of_a_hex_leaves_the_duty_of_those_who_stand_there(table):
    strong = dict.fromkeys(("A01", "A02", "A03", "A04"), "0714")
    units = {**strong, "J45": "0613", "A09": "0513", "J46": "0512", "J47": "0413"}
    t = table("1", ["25.1"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.win("DE", "0613", "A01")
    t.do("advance", "A01", "0513")
    while t.prompt() == "advance":
        t.do("stay")
    assert t.prompt() == "exploitation"
    t.do("exploit", "0513", "0512").do("join", "A01").confirm(dice=[6])
    while t.prompt() in ("losses", "advance", "retreat", "exploitation"):
        t.do(*t.options()[-1])
    assert t.phase() == "allied-combat"
    assert t.prompt() in ("combat", "plan-attack")
    assert not t.offers("end-combat")
    assert "A09" in (t.goals("join") if t.prompt() == "plan-attack" else t.do("attack", "0413").goals("join"))


@case("25.1a", "25.1c")
def test_heavy_weapons_that_attacked_may_join_an_exploitation(table):
    units = {"J38": "0611", "J01": "0611", "J02": "0611", "J03": "0611", "A51": "0612", "A39": "0512", "A01": "1706"}
    t = table("1", ["25.1"], turn=2, phase="japanese-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.do("attack", "0612").do("join-all").confirm(dice=[6])
    assert t.result() == "DE"
    while t.prompt() == "advance":
        t.do("stay")
    assert t.prompt() == "exploitation"
    t.do("exploit", "0611", "0512")
    assert "J38" in t.goals("join")


@case("25.10c", "15.8c")
def test_a_camp_that_is_passed_on_the_way_is_freed_too(table):
    units = {"J68": "0517", "A01": "0518", "A02": "0518", "A07": "0518", "A08": "0518", **FAR}
    t = table("1", ["25.10"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.fight("0517", "A01", dice=[6])
    assert t.result() == "DE"
    t.do("advance", "A01", "0516")
    assert t.told("camp-freed")
    assert t.state.allied_bonus == GAME.vp["camp_freed"]
    while t.prompt() == "advance":
        t.do("stay")
    assert len(t.told("camp-freed")) == 1


@case("4.1a", "R5", "25.1a")
def test_the_last_site_taken_in_combat_ends_the_game_before_the_exploitation(table):
    sites = [GAME.space_ids[h] for h in range(GAME.hexes) if GAME.sites >> h & 1]
    strong = ["A01", "A02", "A03", "A04"]
    holders = [u for u in GAME.unit_ids if u.startswith("A") and u not in strong]
    last = "0611"
    units = dict(zip(holders, [s for s in sites if s != last], strict=False))
    units |= dict.fromkeys(strong, "0612") | {"J45": last, "J46": "0711"}
    t = table("1", ["25.1"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.win("DE", last, "A01")
    t.do("advance", "A01", last)
    while t.prompt() == "advance":
        t.do("stay")
    assert t.over
    assert t.state.ending == "allied-sudden-death"


@case("R114", "25.1a", "25.6a", "R88")
def test_the_guerrilla_that_has_just_risen_may_be_attacked_by_an_exploitation(table):
    strong = dict.fromkeys(("A01", "A02", "A03", "A04"), "0714")
    units = {**strong, "J45": "0613", **FAR}
    t = table("1", ["25.1", "25.6"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    t.win("DE", "0613", "A01", dice=[1])
    assert t.told("die-hards-rise")
    assert t.prompt() == "exploitation"
    assert t.offers("exploit", "0714", "0613")


@case("R115", "25.1a", "R36", "11.1f")
def test_an_attack_on_deceptions_alone_is_no_combat(table):
    strong = dict.fromkeys(("A01", "A02", "A03", "A04"), "0714")
    units = {**strong, "J45": "0613", "J61": "0512", **FAR}
    change = {"concealed": ["J61"], "lp": {"Allied": 0, "Japanese": 0}}
    t = table("1", ["25.1"], turn=2, phase="allied-combat", units=units, **change)
    t.win("DE", "0613", "A01").do("let-go").do("advance", "A01", "0513")
    while t.prompt() == "advance":
        t.do("stay")
    t.do("exploit", "0513", "0512").do("join", "A01").do("confirm")
    assert t.told("nobody-there")
    assert len(t.told("battle")) == 1
    assert t.prompt() not in ("advance", "exploitation")


# --- 17 gunfire


@case("R72", "17.0e")
def test_gunfire_supports_every_combat_where_the_match_says_so(table):
    units = {"A01": "0420", "J01": "0520", "A02": "0623", "J02": "0723"}
    for options, again in (((), False), (("R72",), True)):
        change = {"gunfire": {"US": {"staged": 1}}, "lp": {"Allied": 0, "Japanese": 0}}
        t = table("1", options, turn=2, phase="allied-combat", units=units, **change)
        t.plan("0520", "A01").do("confirm").do("gunfire", "US").ready(dice=[4])
        while t.prompt() in ("losses", "advance", "retreat", "counterattack"):
            t.do(*t.options()[-1], dice=[1])
        if t.prompt() == "combat":
            t.do("attack", "0723")
        if t.prompt() == "plan-attack":
            if t.offers("join", "A02"):
                t.do("join", "A02")
            t.do("confirm")
        assert t.offers("gunfire", "US") is again


# --- 8, 9 the shop


@case("8.1b", "25.5a", "R92")
def test_the_97th_division_comes_to_amoy_and_functional_ports_too(table):
    units = {**FAR, "A39": "0522", "A01": "0420"}
    t = table("1", ["25.5"], turn=4, phase="recruit", units=units, bases=["A39"], amoy=3, lp={"Allied": 9})
    t.do("end-recruit").do("recruit-97th")
    spots = []
    while t.prompt() == "deploy":
        assert t.goals("deploy") == {"STAGING", "AMOY", "0522"}
        spots.append(("STAGING", "AMOY", "0522")[len(spots)])
        t.do("deploy", spots[-1])
    assert len(spots) == 3
    assert t.lp("Allied") == 3


@case("9.1b", "7.2d")
def test_the_income_gauge_counts_amoy_from_its_capture(table):
    t = table(turn=3, phase="planning", units={**FAR, "A01": "0420"}, amoy=3)
    assert t.view("Allied")["tracks"]["income"] == GAME.allied_income[0] + GAME.amoy_lp


@case("R87")
def test_scenario_1_shows_no_british_points(table):
    t = table(turn=2, phase="planning", units={**FAR, "A01": "0420"})
    assert not t.mark("Allied", "cw-tac", "A-REINFORCEMENTS")
    t = table("2", turn=2, phase="planning", units={**FAR, "A01": "0420"})
    assert t.mark("Allied", "cw-tac", "A-REINFORCEMENTS")

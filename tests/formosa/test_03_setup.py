"""Chapters 2, 3 and 24: components, set-up, scenarios, reconnaissance."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME

case = pytest.mark.case
DIVISIONS = [f"J{n:02d}" for n in range(1, 13)]


def begun(table, scenario="1", options=(), tac=1, kamikaze=1, lp=6):
    """The Japanese set-up after its rolls."""
    return table(scenario, options, dice=[tac, kamikaze, lp])


def set_up_all(t, **chosen):
    """Set up everything that is owed in the first hexes that fit, or where told."""
    while t.options("set-up"):
        unit = t.options("set-up")[0][1]
        t.do("set-up", unit)
        hexes = t.goals("place")
        t.do("place", chosen.get(unit) or sorted(hexes)[len(hexes) // 2])
    return t


@case("2.4a", "2.4b", "2.4c")
def test_classes_are_mechanized_non_mechanized_and_static():
    kinds = {"mechanized": set(), "non-mechanized": set(), "static": set()}
    for row in GAME.rows:
        if row["class"] in kinds:
            kinds[row["class"]].add((row["side"], row["type"]))
    assert kinds["mechanized"] == {
        ("Allied", "armor"), ("Japanese", "armor"), ("Allied", "artillery"), ("Allied", "headquarters"),
    }  # fmt: skip
    assert kinds["static"] == {("Japanese", "coastal defence"), ("Japanese", "heavy weapons")}
    assert {"infantry", "marines", "airborne", "ranger", "special forces", "engineer", "construction", "guard"} <= {
        kind for _, kind in kinds["non-mechanized"]
    }
    assert ("Japanese", "guerrilla") in kinds["non-mechanized"]


@case("2.5a", "R14", "2.5c")
def test_air_is_counted_in_points_of_which_each_counter_gives_two():
    assert GAME.tac_limit == (28, 4, 12)
    assert GAME.kamikaze_limit == 12
    per_type: dict[tuple[str, str], int] = {}
    for row in GAME.all_rows:
        if row["value"] == "2/1":
            per_type[row["type"], row["nation"]] = per_type.get((row["type"], row["nation"]), 0) + 2
    assert per_type == {("TAC", "US"): 28, ("TAC", "Commonwealth"): 4, ("TAC", "Japan"): 12, ("Kamikaze", "Japan"): 12}
    assert not [row for row in GAME.all_rows if row["type"] in ("B-29", "air supply") and row["value"]]


@case("2.5b", "2.5c")
def test_points_are_bought_and_planned_one_by_one(table):
    t = table(phase="planning", tac={"US": {"available": 3}})
    t.do("assign", "US", "superiority").do("assign", "US", "tactical")
    assert t.state.tac_available[0] == 1


@case("2.6a", "2.7a", "R14", "R86")
def test_naval_pieces_and_markers_are_limited_by_the_counters():
    assert GAME.gunfire_limit == (5, 2)
    assert GAME.amphibious_limit == 6
    assert sum(row["type"] == "drop zone" for row in GAME.all_rows) == 1


@case("3.0a", "3.0b", "6.0a", "R101")
def test_japanese_set_up_then_reconnaissance_then_allied_set_up(table):
    t = set_up_all(begun(table))
    assert t.phase() == "japanese-set-up"
    t.do("end-set-up", dice=[1])
    assert (t.phase(), t.side) == ("reconnaissance", "Allied")
    t.do("end-recon")
    assert (t.phase(), t.side) == ("allied-set-up", "Allied")
    t.do("end-set-up")
    assert (t.phase(), t.state.turn) == ("planning", 1)


@case("24.1b", "3.0c", "R86")
def test_the_japanese_must_set_up_their_divisions_and_so_many_of_each_group(table):
    t = begun(table)
    owed = {words[1] for words in t.options("set-up")}
    assert set(DIVISIONS) <= owed
    assert {"J61", "J62", "J63", "J64"} <= owed
    assert not t.offers("end-set-up")
    set_up_all(t)
    on_map = [u for u in GAME.unit_ids if t.state.where[t.unit(u)] < GAME.hexes]
    kinds = [GAME.rows[t.unit(u)]["type"] for u in on_map]
    sizes = [GAME.rows[t.unit(u)]["size"] for u in on_map if GAME.rows[t.unit(u)]["type"] == "infantry"]
    assert sizes.count("X") == 5
    assert (kinds.count("coastal defence"), kinds.count("heavy weapons"), kinds.count("engineer")) == (2, 5, 2)
    assert kinds.count("deception") == 4
    assert t.lp("Japanese") == 21
    assert t.offers("end-set-up")


@case("3.0c")
def test_the_owner_selects_which_counters_of_a_type_he_uses(table):
    t = begun(table)
    assert {f"J{n}" for n in range(32, 38)} <= {words[1] for words in t.options("set-up")}
    t.do("set-up", "J37").do("place", "0419").do("set-up", "J34").do("place", "1403")
    assert not t.offers("set-up", "J32")
    assert t.offers("recruit", "J32")


@case("3.0d", "R16", "24.1b")
def test_a_regiment_may_be_set_up_anywhere_on_formosa_and_nowhere_else(table):
    t = begun(table).do("set-up", "J01")
    assert t.goals("place") == {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.land >> h & 1}
    assert "24.1b" in t.why(space="0101")


@case("3.0e", "13.2a")
def test_set_up_obeys_stacking(table):
    t = begun(table)
    for unit in ("J01", "J02", "J03"):
        t.do("set-up", unit).do("place", "0615")
    t.do("set-up", "J04")
    assert "0615" not in t.goals("place")
    assert "13.2a" in t.why(space="0615")


@case("3.0f", "11.1a")
def test_a_japanese_unit_is_set_up_concealed_and_may_be_revealed_by_its_owner(table):
    t = begun(table).do("set-up", "J01").do("place", "0615")
    assert t.is_concealed("J01")
    assert not t.sees("Allied", "J01")
    t.do("reveal", "J01", side="Japanese")
    assert t.sees("Allied", "J01")


@case("8.1g", "8.1e", "R16")
def test_coastal_defences_go_to_ports_without_another_static_unit(table):
    t = begun(table).do("set-up", "J33")
    assert t.goals("place") == {"0419", "0522", "0623", "0710", "0825", "1318", "1403", "1512", "1603", "1707"}
    t.do("place", "0522").do("set-up", "J32")
    assert "0522" not in t.goals("place")
    assert "8.1g" in t.why(space="0522")
    assert "8.1g" in t.why(space="0615")


@case("8.1h")
def test_heavy_weapons_go_to_cities_and_towns_without_another_static_unit(table):
    t = begun(table).do("set-up", "J38")
    assert t.goals("place") == {GAME.space_ids[h] for h in range(GAME.hexes) if (GAME.cities | GAME.towns) >> h & 1}
    t.do("place", "0615").do("set-up", "J39")
    assert "0615" not in t.goals("place")
    assert "8.1h" in t.why(space="0615")


@case("8.1g", "24.1b")
def test_other_statics_leave_room_for_the_coastal_defences(table):
    t = begun(table, lp=6)
    ports = ["0419", "0522", "0623", "0710", "0825", "1318", "1403", "1512"]
    for unit, port in zip(("J38", "J39", "J40", "J41", "J42", "J63", "J64"), ports, strict=False):
        t.do("set-up", unit).do("place", port)
    t.do("recruit", "J43").do("place", "1512").do("recruit", "J44")
    assert not t.goals("place") & {"1603", "1707"}
    t.do("place", "0615").do("set-up", "J33").do("place", "1603").do("set-up", "J32").do("place", "1707")
    assert t.where("J32") == "1707"


@case("R17")
def test_a_dummy_of_a_static_unit_stands_in_a_static_units_place(table):
    t = begun(table).do("set-up", "J63")
    towns = {GAME.space_ids[h] for h in range(GAME.hexes) if (GAME.cities | GAME.towns | GAME.ports) >> h & 1}
    assert t.goals("place") == towns
    t.do("place", "0615").do("set-up", "J38")
    assert "0615" not in t.goals("place")
    t.do("place", "0522")
    for unit in ("J01", "J02", "J03"):
        t.do("set-up", unit).do("place", "0615")
    assert t.where("J03") == "0615"


@case("8.1k", "12.2d")
def test_tanks_are_not_set_up_in_roadless_mountains(table):
    t = set_up_all(begun(table)).do("recruit", "J30")
    assert "0915" in t.goals("place")
    assert "0914" not in t.goals("place")
    assert "8.1k" in t.why(space="0914")


@case("24.1c", "24.1d", "R99", "24.1e", "R11")
def test_the_japanese_roll_their_air_in_secret_and_their_lp_openly(table):
    t = begun(table, tac=4, kamikaze=5, lp=2)
    assert (t.state.tac_available[2], t.state.kamikaze, t.lp("Japanese")) == (7, 5, 17)
    heard = {e.kind for e in t.heard("Allied")}
    assert "start-lp" in heard
    assert not heard & {"start-tac", "start-kamikaze"}
    assert "kamikaze" not in t.view("Allied")["tracks"]
    assert t.mark("Japanese", "j-tac", "J-AVAILABLE") == 7
    assert t.mark("Allied", "j-tac", "J-AVAILABLE") == 0


@case("24.1e", "7.2i", "R11", "3.0g", "8.0a")
def test_at_most_20_lp_are_kept_and_free_units_cost_nothing(table):
    t = set_up_all(begun(table, lp=6))
    assert t.lp("Japanese") == 21
    t.do("end-set-up", dice=[1])
    assert t.lp("Japanese") == 20


@case("3.0g", "LPJ.a", "LPJ.b", "8.0a")
def test_further_units_are_bought_at_the_price_of_the_chart(table):
    t = set_up_all(begun(table, lp=6))
    for unit, price in (("J13", 2), ("J30", 3), ("J45", 1), ("J55", 1), ("J51", 1)):
        before = t.lp("Japanese")
        t.do("recruit", unit).do("place", "0912")
        assert t.lp("Japanese") == before - price
        t.edit(add={unit: "J-ELIMINATED"}, concealed=[])


@case("3.0h", "24.1f", "24.1q")
def test_what_is_not_bought_of_the_first_rows_leaves_the_game(table):
    t = set_up_all(begun(table)).do("end-set-up", dice=[1])
    assert t.where("J13") == t.where("J30") == "OUT"
    assert t.where("J45") == t.where("J55") == t.where("J51") == "J-REINFORCEMENTS"


@case("24.1g")
def test_kamikazes_are_not_bought_in_set_up(table):
    t = begun(table)
    assert not t.offers("buy", "kamikaze")
    assert t.offers("buy", "tac")


@case("LPJ.g", "LPJ.e")
def test_air_points_and_the_fleet_are_bought_in_set_up(table):
    t = begun(table, lp=6).do("buy", "tac").do("buy", "fleet")
    assert t.lp("Japanese") == 21 - 2 - 4
    assert not t.offers("buy", "fleet")
    assert t.state.tac_available[2] == 5


@case("24.1o", "R37", "11.1f")
def test_reconnaissance_reveals_so_many_stacks_and_deceptions_vanish(table):
    t = table(phase="reconnaissance", units={"J01": "0615", "J02": "0615", "J61": "0615", "J03": "0522"},
              concealed=["J01", "J02", "J61", "J03"], dice=[1])  # fmt: skip
    t.do("scout", "0615", dice=[])
    assert not t.is_concealed("J01")
    assert not t.is_concealed("J02")
    assert t.where("J61") == "J-ELIMINATED"
    assert t.is_concealed("J03")
    assert t.phase() == "allied-set-up"


@case("R37")
def test_fewer_stacks_than_rolled_may_be_revealed(table):
    t = table(phase="reconnaissance", units={"J01": "0615", "J03": "0522"}, concealed=["J01", "J03"], dice=[6])
    t.do("scout", "0522")
    assert t.goals("scout") == {"0615"}
    t.do("end-recon")
    assert t.is_concealed("J01")


@case("24.1h", "24.1i", "24.1j", "24.1a", "R86", "8.1c")
def test_the_allied_start_of_scenario_1(table):
    t = table(phase="allied-set-up")
    staged = [GAME.rows[u] for u in range(GAME.units) if GAME.space_ids[t.state.where[u]] == "STAGING"]
    divisions = {"1st Marine Division", "2nd Marine Division", "7th Division", "27th Division", "81st Division",
                 "96th Division"}  # fmt: skip
    assert {row["formation"] for row in staged if row["formation"]} == divisions
    kinds = [row["type"] for row in staged]
    assert len([k for k in kinds if k in ("marines", "infantry")]) == 18
    assert (kinds.count("armor"), kinds.count("artillery"), kinds.count("engineer")) == (2, 3, 7)
    assert [row["label"] for row in staged if row["type"] == "headquarters"] == ["3AC", "24"]
    assert t.state.tac_available == [15, 0, 0]
    assert t.state.gunfire_available == [4, 0]
    assert t.lp("Allied") == 30
    assert GAME.last_turns[0] == 13


@case("24.1j", "R11", "8.1a", "8.1d", "LPA.g", "24.1k")
def test_allied_purchases_go_to_their_displays_and_20_lp_are_kept(table):
    t = table(phase="allied-set-up")
    assert "Without a marker nobody lands or drops" in GAME.prompt(t.state, t.asked, 0)
    t.do("buy", "amphibious")
    assert "nobody lands" not in GAME.prompt(t.state, t.asked, 0)
    t.do("recruit", "A49").do("buy", "drop-zone")
    assert (t.lp("Allied"), t.where("A49"), t.state.amphibious, t.state.drop_zone) == (23, "STAGING", 1, 1)
    t.do("end-set-up")
    assert t.lp("Allied") == 20


@case("24.1m", "24.1n", "R87", "3.0i", "24.1l")
def test_commonwealth_optional_and_special_units_cannot_be_bought_in_scenario_1(table):
    t = table(phase="allied-set-up")
    offered = {words[1] for words in t.options("recruit")}
    assert not offered & {"A19", "A22", "A52", "A53", "A57"}
    assert not t.offers("buy", "cw-tac")
    assert not t.offers("buy", "cw-gunfire")
    assert t.where("A53") == t.where("A22") == "OUT"


@case("24.2a", "24.2b", "24.2c", "24.2d", "24.2e", "24.2f", "24.2g")
def test_scenario_2_differs_as_stated(table):
    assert GAME.last_turns[1] == 8
    t = begun(table, "2", lp=6)
    assert t.lp("Japanese") == 26
    assert t.where("J13") == t.where("J18") == "OUT"
    set_up_all(t)
    assert not {"J13", "J16"} & {words[1] for words in t.options("recruit")}
    t.do("end-set-up", dice=[1])
    assert t.lp("Japanese") == 20
    t.do("end-recon")
    assert t.lp("Allied") == 40
    assert t.state.tac_available[:2] == [20, 2]
    assert t.state.gunfire_available == [4, 1]
    assert {"A52", "A53", "A57"} <= {words[1] for words in t.options("recruit")}
    assert t.offers("buy", "cw-tac")
    t.do("recruit", "A53").do("end-set-up")
    assert t.where("A53") == "STAGING"
    assert t.lp("Allied") == 20


@case("24.1p", "6.1a", "6.1b", "6.1c")
def test_turn_1_skips_logistics_recruits_and_amoy(table):
    t = table(phase="allied-set-up", units={"J01": "0615"}).do("end-set-up")
    assert t.phase() == "planning"
    assert not t.told("japanese-lp")
    assert not t.told("amoy")


@case("3.0i")
def test_optional_counters_wait_only_with_their_rule(table):
    for unit, rule in (("J65", "25.7"), ("J66", "25.8"), ("J67", "25.9"), ("J68", "25.10"), ("A22", "25.5")):
        box = "A-REINFORCEMENTS" if unit[0] == "A" else "J-REINFORCEMENTS"
        assert begun(table).where(unit) == "OUT"
        assert begun(table, options=[rule]).where(unit) == box


@case("R4")
def test_every_display_has_one_box():
    boxes = {GAME.space_ids[i] for i in range(GAME.hexes, len(GAME.space_ids))}
    allied = {"STAGING", "AMOY", "A-AVAILABLE", "A-SUPERIORITY", "A-TACTICAL", "B-29", "INVASION"}
    japanese = {"J-AVAILABLE", "J-SUPERIORITY", "J-TACTICAL", "TOKKU"}
    both = {f"{side}-{name}" for side in "AJ" for name in ("REINFORCEMENTS", "REPLACEMENTS", "ELIMINATED")}
    assert allied | japanese | both <= boxes

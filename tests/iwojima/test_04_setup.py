"""Chapter 4: set-up."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case

INFANTRY = ["J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c"]


def refused(t, *words):
    """The option is refused and nothing has changed."""
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do(*words)
    return t.state.fingerprint() == before


def garrison(t):
    return [unit for unit in t.game.unit_ids if unit.startswith("J-")]


def cave_total(t):
    return sum(sum(t.caves(area)) for area in t.game.space_ids[:21])


@case("4")
def test_only_the_japanese_player_sees_what_is_set_up(table):
    t = table().do("place", "J-309", "CHI").do("cave", "CHI")
    assert t.sees("JP", "J-309")
    assert t.view("JP")["marks"] == [(t.game.space_index["CHI"], 1, 1)]
    assert not any(t.sees("US", unit) for unit in garrison(t))
    assert t.view("US")["marks"] == []


@case("4")
def test_the_us_log_does_not_say_where_the_garrison_is(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    assert len(t.told("placed")) == 12  # ten areas with units, two more with Caves only
    assert [event.kind for event in t.heard("US")] == ["set-up-done"]


@case("4.1a")
def test_the_game_starts_on_turn_one_with_no_points(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    tracks = t.view("US")["tracks"]
    assert (tracks["turn"], tracks["vp-us"], tracks["vp-jp"]) == (1, 0, 0)


@case("4.1b")
def test_an_area_takes_two_caves_and_no_third(table):
    t = table().do("cave", "CHI").do("cave", "CHI")
    assert t.caves("CHI") == (2, 0)
    assert refused(t, "cave", "CHI")
    assert ("cave", "FUN") in t.options()


@case("4.1b")
def test_there_are_21_caves_and_no_22nd(table):
    t = table()
    for area in t.game.space_ids[:21]:
        t.do("cave", area)
    assert cave_total(t) == 21
    assert t.options("cave") == []
    assert refused(t, "cave", "CHI")


@case("4.1b")
def test_the_set_up_cannot_be_confirmed_before_all_caves_are_placed(table):
    t = table().do("set-up", "A").do("lift-cave", "CHI")
    assert refused(t, "confirm-set-up")
    t.do("cave", "HYO")
    assert ("confirm-set-up",) in t.options()


@case("4.1b")
def test_areas_may_be_left_without_caves(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    assert t.caves("OKI") == (0, 0)
    assert t.phase() == "us-bombardment"


@case("4.1c")
def test_no_us_marker_is_on_the_map_at_the_start(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    areas = t.game.space_ids[:21]
    assert not any(t.has("beachheads", area) or t.has("safe", area) for area in areas)
    assert t.view("JP")["marks"]
    assert all(kind == 1 for _, kind, _ in t.view("JP")["marks"])


@case("4.1d")
def test_caves_are_neither_added_nor_moved_after_the_set_up(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    for side in ("US", "JP"):
        assert not {"cave", "lift-cave"} & {option[0] for option in t.standing(side)}
    assert refused(t, "lift-cave", "CHI")
    t.do("confirm").do("end-movement")
    assert t.side == "JP"
    assert not {"cave", "lift-cave"} & t.verbs()
    assert cave_total(t) == 21


@case("4.2a")
def test_all_support_units_start_in_the_support_box_face_up(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    support = {unit for unit in t.game.unit_ids if unit.startswith(("U-AS", "U-NS"))}
    assert len(support) == 10
    assert {t.where(unit) for unit in support} == {"SUPPORT"}
    assert {unit for _, unit, _ in t.options("assign")} == support


@case("4.2b")
def test_the_4th_and_5th_divisions_start_in_the_landing_area_box_at_full_steps(table):
    t = table()
    steps = {unit: t.steps(unit) for unit in t.game.unit_ids if t.where(unit) == "LANDING"}
    regiments = {f"U-{number}": 4 for number in (23, 24, 25, 26, 27, 28)}
    assert steps == {**regiments, "U-14A": 2, "U-13A": 2, "U-4T": 2, "U-5T": 2}


@case("4.2c")
def test_the_3rd_division_starts_in_the_reserve_box(table):
    t = table()
    assert {unit for unit in t.game.unit_ids if t.where(unit) == "RESERVE"} == {"U-3", "U-9", "U-21", "U-12A", "U-3T"}


@case("4.2c", "R30")
def test_the_3rd_division_cannot_land_before_it_is_committed(table):
    t = table(phase="us-movement", units={"J-HQ": "KIT"})
    assert refused(t, "land", "U-3", "OKI")
    t.do("commit", "U-3")
    assert t.where("U-3") == "LANDING"
    assert ("land", "U-3", "OKI") in t.options()
    assert ("commit", "U-3") not in t.standing("US")


@case("R30")
def test_the_3rd_division_is_committed_at_any_us_decision_and_at_no_other(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    assert t.asked.prompt == "designate-bombardment"
    t.do("commit", "U-9")
    assert t.where("U-9") == "LANDING"
    assert t.asked.prompt == "designate-bombardment"
    t.do("assign", "U-AS1", "OKI").do("confirm")
    assert t.side == "JP"
    with pytest.raises(Refused):
        t.do("commit", "U-3", side="US")
    assert t.where("U-3") == "RESERVE"


@case("4.2d")
def test_every_unit_may_go_to_any_area(table):
    t = table()
    assert len(t.options("place")) == 23 * 21
    t.do("place", "J-TK26", "NID").do("place", "J-HQ", "OKI")
    assert (t.where("J-TK26"), t.where("J-HQ")) == ("NID", "OKI")


@case("4.2d", "R6")
def test_an_area_takes_ten_japanese_units_and_no_eleventh(table):
    t = table()
    for unit in [*INFANTRY, "J-MG2"]:
        t.do("place", unit, "KIT")
    assert refused(t, "place", "J-HQ", "KIT")
    t.do("lift", "J-MG2").do("place", "J-HQ", "KIT")
    assert t.where("J-HQ") == "KIT"


@case("4.2d")
def test_the_set_up_cannot_be_confirmed_before_all_units_are_placed(table):
    t = table().do("set-up", "A").do("lift", "J-HQ")
    assert t.where("J-HQ") == "HAND"
    assert refused(t, "confirm-set-up")
    t.do("place", "J-HQ", "SUR").do("confirm-set-up")
    assert t.where("J-HQ") == "SUR"
    assert t.phase() == "us-bombardment"


@case("4.2d")
def test_nothing_can_be_revealed_before_the_set_up_is_confirmed(table):
    t = table().do("set-up", "A")
    assert not [option for option in t.standing("JP") if option[0].startswith("reveal")]


@case("4.2d", "4.1b")
@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_the_offered_set_ups_are_complete_and_within_the_limits(table, name):
    t = table().do("set-up", name).do("confirm-set-up")
    areas = t.game.space_ids[:21]
    assert all(t.where(unit) in areas for unit in garrison(t))
    assert max(sum(t.where(unit) == area for unit in garrison(t)) for area in areas) <= 10
    assert cave_total(t) == 21
    assert max(t.caves(area)[0] for area in areas) <= 2


@case("4.2d", "4.1b")
@pytest.mark.parametrize("seed", range(60))
def test_a_set_up_drawn_by_lot_is_complete_and_within_the_limits(table, seed):
    t = table().do("auto-set-up", dice=[(seed * 7 + i * (seed + 11)) % 60 + 1 for i in range(13)])
    areas = t.game.space_ids[:21]
    assert t.phase() == "us-bombardment"
    assert all(t.where(unit) in areas for unit in garrison(t))
    assert cave_total(t) == 21
    assert max(t.caves(area)[0] for area in areas) <= 2


@case("4.2d", "4")
def test_a_set_up_drawn_by_lot_shows_the_us_player_no_die(table):
    t = table().do("auto-set-up", dice=range(1, 14))
    assert len(t.told("auto-set-up")[0].dice) == 13
    assert [event.kind for event in t.heard("US")] == ["set-up-done"]

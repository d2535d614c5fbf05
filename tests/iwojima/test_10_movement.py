"""Chapter 10: US movement and landings."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case

SOUTH = ["OKI", "FUT", "CHH", "CHI", "IDO", "FUN", "MIN"]


def refused(t, *words):
    """The option is refused and nothing has changed."""
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do(*words)
    return t.state.fingerprint() == before


def moving(table, units, **more):
    """A US Movement Phase with the south under US control and the Japanese HQ hidden far away."""
    return table(phase="us-movement", units={**units, "J-HQ": "KIT"}, **{"control": SOUTH, **more})


def afloat(table, **more):
    """A US Movement Phase before any landing, with a Japanese player who answers no window he cannot use."""
    return table(phase="us-movement", units={"J-HQ": "KIT", **more.pop("units", {})}, windows="able", **more)


def ways(t, unit):
    """The areas a unit may move to."""
    return {area for _, who, area in t.options("move") if who == unit}


def shores(t, unit):
    """The areas a unit may land in."""
    return {area for _, who, area in t.options("land") if who == unit}


# --- 10: which units move


@case("10a")
def test_units_on_the_island_move_and_units_in_the_landing_area_box_land(table):
    t = moving(table, {"U-23": "CHI", "U-4T": "OKI", "U-14A": "FUT"})
    assert {unit for _, unit, _ in t.options("move")} == {"U-23", "U-4T", "U-14A"}
    assert {unit for _, unit, _ in t.options("land")} == {"U-24", "U-25", "U-26", "U-27", "U-28"}


@case("10a")
def test_eliminated_and_waiting_units_neither_move_nor_land(table):
    t = moving(table, {"U-23": ["RESERVE", 0], "U-24": "CHI"})
    moved = {option[1] for option in t.options() if len(option) > 1}
    assert not moved & {"U-23", "U-3", "U-12A", "U-NS1"}
    assert "U-24" in moved


@case("10b")
def test_a_unit_finishes_its_move_before_the_next_starts(table):
    t = moving(table, {"U-23": "OKI", "U-24": "OKI"}).do("move", "U-23", "CHI")
    assert t.verbs() == {"to", "stop"}
    assert refused(t, "move", "U-24", "CHI")
    t.do("stop").do("move", "U-24", "CHI")
    assert (t.where("U-23"), t.where("U-24")) == ("CHI", "CHI")


@case("10b")
def test_units_move_in_any_order_and_each_once(table):
    t = moving(table, {"U-23": "OKI", "U-24": "OKI"}).do("move", "U-24", "CHI").do("stop")
    assert ways(t, "U-23")
    assert ways(t, "U-24") == set()
    assert refused(t, "move", "U-24", "FUN")


@case("10b")
def test_a_unit_that_landed_does_not_move_again(table):
    t = moving(table, {}, beachheads=["OKI"]).do("land", "U-23", "OKI").do("stop")
    assert ways(t, "U-23") == set()


# --- 10.1, 10.2: movement points and contact


@case("10.1a")
def test_a_unit_enters_adjacent_areas_only(table):
    t = moving(table, {"U-23": "OKI"})
    assert ways(t, "U-23") == {"CHH", "CHI", "FUT", "SUR"}
    assert refused(t, "move", "U-23", "FUN")


@case("10.1a")
def test_each_area_entered_costs_one_mp(table):
    t = moving(table, {"U-23": "OKI"}).do("move", "U-23", "CHI")
    assert t.asked.about[1] == 2
    t.do("to", "FUN")
    assert t.asked.about[1] == 1
    t.do("to", "MIN")
    assert (t.where("U-23"), t.asked.prompt) == ("MIN", "us-movement")


@case("10.1b")
def test_a_unit_may_stop_early_and_its_mp_are_lost(table):
    t = moving(table, {"U-23": "OKI"}).do("move", "U-23", "CHI").do("stop")
    assert t.where("U-23") == "CHI"
    t.edit(turn=2, phase="us-reset").do("confirm").do("move", "U-23", "FUN")
    assert t.asked.about[1] == 2  # three again, not five


@case("10.2")
def test_a_revealed_enemy_stops_a_unit_at_once(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, revealed=["J-309"], control=["OKI"])
    t.do("move", "U-23", "CHI").do("pass")
    assert (t.where("U-23"), t.asked.prompt) == ("CHI", "us-movement")


@case("10.2")
def test_a_revealed_enemy_that_cannot_fire_stops_a_unit_too(table):
    t = table(
        phase="us-movement",
        units={"U-23": "OKI", "J-309": "CHI"},
        revealed=["J-309"],
        fired=["J-309"],
        control=["OKI"],
    )
    t.do("move", "U-23", "CHI")
    assert (t.where("U-23"), t.asked.prompt) == ("CHI", "us-movement")


@case("10.2", "R12")
def test_concealed_enemies_alone_do_not_stop_a_unit(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, control=["OKI"]).do("move", "U-23", "CHI").do("pass")
    assert t.asked.prompt == "move-on"
    t.do("to", "FUN")
    assert t.where("U-23") == "FUN"
    assert t.is_concealed("J-309")


@case("R12", "10.2")
def test_a_unit_revealed_in_the_window_stops_the_mover(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI", "J-310": "CHI"}, control=["OKI"]).do("move", "U-23", "CHI")
    t.do("reveal", "J-309")
    assert t.asked.prompt == "defensive-fire"  # more may be shown, or one may fire
    t.do("pass")
    assert (t.where("U-23"), t.asked.prompt) == ("CHI", "us-movement")
    assert t.is_concealed("J-310")


@case("R12")
def test_a_unit_shown_before_it_fires_has_no_surprise(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, control=["OKI"]).do("move", "U-23", "CHI")
    t.do("reveal", "J-309").do("fire", "J-309", dice=[1, 1, 1])
    assert len(t.told("defensive-fire")[0].dice) == 3


@case("R12", "R8")
def test_a_reveal_after_the_window_does_not_stop_the_mover(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, control=["OKI"]).do("move", "U-23", "CHI").do("pass")
    t.do("reveal", "J-309", side="JP")
    assert t.asked.prompt == "move-on"
    t.do("to", "FUN")
    assert t.where("U-23") == "FUN"


@case("R12")
def test_each_entry_opens_a_window_of_its_own(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI", "J-310": "FUN"}, control=["OKI"])
    t.do("move", "U-23", "CHI")
    assert t.options("fire") == [("fire", "J-309")]
    t.do("pass").do("to", "FUN")
    assert t.options("fire") == [("fire", "J-310")]


@case("R39")
def test_leaving_an_area_with_enemies_is_free(table):
    t = moving(table, {"U-23": "CHI", "J-309": "CHI"}, revealed=["J-309"]).do("move", "U-23", "OKI")
    assert t.where("U-23") == "OKI"
    assert t.told("defensive-fire") == []
    assert t.asked.about[1] == 2


@case("R57")
def test_nobody_goes_back_to_the_ships(table):
    t = moving(table, {"U-23": "OKI"})
    assert refused(t, "move", "U-23", "LANDING")
    why = t.game.why_not(t.state, 0, t.game.unit_index["U-23"], t.game.landing)
    assert why[0].cases == ("R57",)


# --- 10.3: landing


@case("10.3a", "R41")
def test_landings_go_to_beach_and_coastal_areas_only(table):
    t = afloat(table)
    beaches, coast = {"OKI", "FUT", "CHH"}, {"IDO", "MIN", "HYO", "NIS", "TAC", "ONS", "KIT"}
    assert shores(t, "U-23") == beaches | coast
    assert refused(t, "land", "U-23", "SUR")
    assert refused(t, "land", "U-23", "CHI")


@case("10.3b")
@pytest.mark.parametrize(("area", "beachheads", "left"), [("OKI", ["OKI"], 2), ("OKI", [], 1), ("MIN", [], 0)])
def test_landing_costs_one_two_or_three_mp(table, area, beachheads, left):
    t = afloat(table, control=["OKI"], beachheads=beachheads).do("land", "U-23", area)
    assert t.where("U-23") == area
    assert t.asked.prompt == ("move-on" if left else "us-movement")
    if left:
        assert t.asked.about[1] == left


@case("10.3b", "R52")
def test_the_marker_and_not_control_makes_a_landing_cheap(table):
    t = afloat(table, control=["OKI", "FUT"], beachheads=["OKI"]).do("land", "U-23", "FUT")
    assert t.asked.about[1] == 1


@case("R52")
def test_a_beachhead_lost_since_last_turn_no_longer_helps(table):
    position = {"U-23": "OKI", "J-109a": "SUR", "J-HQ": "KIT"}
    t = table(phase="jp-bombardment", units=position, control=["OKI"], beachheads=["OKI"], windows="able")
    t.do("assign", "J-109a", "OKI").do("confirm", dice=[5, 1, 1, 1])
    t.edit(turn=2, phase="us-movement")
    assert shores(t, "U-4T") == set()
    t.do("land", "U-24", "OKI")
    assert t.asked.about[1] == 1


@case("10.3c", "R42")
def test_five_units_a_turn_land_in_a_beach_area_even_when_they_move_on(table):
    t = afloat(table, control=["OKI", "CHI"], beachheads=["OKI"])
    for unit in ("U-23", "U-24", "U-25", "U-26", "U-27"):
        assert "OKI" in shores(t, "U-28")
        t.do("land", unit, "OKI").do("to", "CHI").do("stop")
    assert shores(t, "U-28") >= {"FUT", "CHH"}
    assert refused(t, "land", "U-28", "OKI")
    (bar,) = t.game.why_not(t.state, 0, t.unit("U-28"), t.space("OKI"), "land")
    assert bar.cases == ("10.3c",)


@case("10.3c")
def test_each_beach_area_has_a_quota_of_its_own(table):
    t = afloat(table, control=["OKI", "FUT"], beachheads=["OKI", "FUT"])
    for unit in ("U-23", "U-24", "U-25", "U-26", "U-27"):
        t.do("land", unit, "OKI").do("stop")
    t.do("land", "U-28", "FUT")
    assert t.where("U-28") == "FUT"


@case("10.3d")
def test_one_unit_a_turn_lands_in_each_other_coastal_area(table):
    t = afloat(table).do("land", "U-23", "MIN")
    assert refused(t, "land", "U-24", "MIN")
    t.do("land", "U-24", "TAC")
    assert t.where("U-24") == "TAC"


@case("10.3e")
@pytest.mark.parametrize("unit", ["U-14A", "U-4T"])
def test_artillery_and_tanks_land_only_at_a_beachhead(table, unit):
    t = afloat(table, control=["OKI", "FUT"], beachheads=["FUT"])
    assert shores(t, unit) == {"FUT"}
    assert refused(t, "land", unit, "OKI")
    assert refused(t, "land", unit, "MIN")
    t.do("land", unit, "FUT")
    assert t.where(unit) == "FUT"


@case("10.3a", "R56")
def test_a_landing_opens_the_japanese_window(table):
    t = table(phase="us-movement", units={"J-GE": "OKI", "J-HQ": "KIT"}).do("land", "U-23", "OKI")
    assert (t.side, t.options("fire")) == ("JP", [("fire", "J-GE")])


# --- 10.4, R56: the window on entry


@case("10.4a", "11.1")
def test_only_units_of_the_entered_area_may_fire_and_only_one(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI", "J-310": "CHI", "J-311": "FUN"}, control=["OKI"])
    t.do("move", "U-23", "CHI")
    assert t.options("fire") == [("fire", "J-309"), ("fire", "J-310")]
    t.do("fire", "J-310", dice=[1] * 5).do("stay")
    assert (t.side, t.asked.prompt) == ("US", "us-movement")
    assert len(t.told("defensive-fire")) == 1


@case("10.4b")
def test_defensive_fire_is_declared_at_once_or_not_at_all(table):
    t = moving(table, {"U-23": "OKI", "U-24": "OKI", "J-309": "CHI"}, control=["OKI"]).do("move", "U-23", "CHI")
    assert t.side == "JP"
    t.do("pass").do("stop")
    assert t.side == "US"
    with pytest.raises(Refused):
        t.do("fire", "J-309", side="JP")
    t.do("move", "U-24", "FUT").do("pass").do("stop")
    assert not t.is_fired("J-309")


@case("R56", "11a")
def test_every_entry_into_an_area_under_japanese_control_opens_the_same_window(table):
    heard = []
    for units in ({"U-23": "OKI"}, {"U-23": "OKI", "J-309": "CHI"}):
        t = moving(table, units, control=["OKI"]).do("move", "U-23", "CHI")
        assert (t.side, t.asked.prompt) == ("JP", "defensive-fire")
        t.do("pass")
        heard.append([(event.kind, event.args) for event in t.heard("US")])
        assert t.asked.prompt == "move-on"
    assert heard[0] == heard[1]


@case("R56")
def test_no_window_opens_in_a_us_controlled_area_without_revealed_enemies(table):
    t = moving(table, {"U-23": "OKI"}).do("move", "U-23", "CHI")
    assert (t.side, t.asked.prompt) == ("US", "move-on")


@case("R56")
def test_a_revealed_enemy_in_a_us_controlled_area_may_fire(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, revealed=["J-309"]).do("move", "U-23", "CHI")
    assert t.options("fire") == [("fire", "J-309")]


@case("R56")
def test_no_window_opens_when_the_whole_garrison_is_public(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "FUN"}, revealed=["J-309"])
    t.do("move", "U-23", "CHI")
    assert (t.side, t.asked.prompt) == ("US", "move-on")


@case("R56")
def test_a_unit_that_died_unseen_keeps_the_windows_open(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "FUN", "J-310": ["SECRET", 0]}, revealed=["J-309"])
    t.do("move", "U-23", "CHI")
    assert t.side == "JP"


@case("R56")
def test_the_automatic_pass_skips_only_windows_that_the_japanese_player_cannot_use(table):
    t = moving(table, {"U-23": "OKI", "J-309": "FUN"}, control=["OKI"], windows="able").do("move", "U-23", "CHI")
    assert t.asked.prompt == "move-on"
    t.do("to", "FUN")
    assert (t.side, t.options("fire")) == ("JP", [("fire", "J-309")])


@case("R56", "11b")
@pytest.mark.parametrize(
    ("facing", "options"),
    [
        ({"revealed": ["J-309"]}, [("fire", "J-309"), ("pass",)]),
        ({"fired": ["J-309"]}, [("reveal", "J-309"), ("pass",)]),
    ],
)
def test_with_the_automatic_pass_he_is_asked_where_he_can_fire_or_reveal(table, facing, options):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, control=["OKI"], windows="able", **facing)
    t.do("move", "U-23", "CHI")
    assert (t.side, t.options()) == ("JP", options)


@case("R56")
def test_no_us_move_is_refused_because_of_concealed_units(table):
    crowd = ["J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c", "J-MG2"]
    empty = moving(table, {"U-23": "OKI"}, control=["OKI"])
    full = moving(table, {"U-23": "OKI", **dict.fromkeys(crowd, "CHI")}, control=["OKI"])
    assert full.options() == empty.options()


# --- 10.5: the end of the phase


@case("10.5a")
def test_the_phase_ends_when_the_us_player_is_done(table):
    t = moving(table, {"U-23": "OKI", "U-24": "OKI", "J-309": "CHI"}).do("move", "U-23", "CHI").do("stop")
    assert t.phase() == "us-movement"
    t.do("end-movement")
    assert t.phase() == "us-assault"
    assert t.where("U-24") == "OKI"


@case("10.5b")
def test_units_and_caves_beside_us_units_are_revealed_at_the_end_of_movement(table):
    position = {"U-23": "OKI", "J-309": "CHI", "J-310": "CHI", "J-311": "FUN"}
    t = moving(table, position, control=["OKI"], caves={"CHI": 2, "FUN": 1}).do("move", "U-23", "CHI")
    t.do("pass").do("stop")
    assert not t.sees("US", "J-309")
    assert t.caves("CHI") == (2, 0)
    t.do("end-movement")
    assert t.sees("US", "J-309")
    assert t.sees("US", "J-310")
    assert t.caves("CHI") == (0, 2)
    assert not t.sees("US", "J-311")
    assert t.caves("FUN") == (1, 0)


@case("10.5b", "12.1a")
def test_what_is_revealed_at_the_end_of_movement_can_be_assaulted_in_the_same_turn(table):
    t = moving(table, {"U-23": "OKI", "J-309": "CHI"}, control=["OKI"]).do("move", "U-23", "CHI").do("pass")
    t.do("stop").do("end-movement").do("pass")
    assert t.options("assault") == [("assault", "U-23")]


@case("R51")
def test_a_fired_us_unit_may_move(table):
    t = moving(table, {"U-23": "OKI"}, fired=["U-23"]).do("move", "U-23", "CHI")
    assert t.where("U-23") == "CHI"
    assert t.is_fired("U-23")

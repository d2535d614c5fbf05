"""Chapter 5: the sequence of play."""

from __future__ import annotations

import pytest

case = pytest.mark.case


IDLE = ("no-recovery", "confirm", "pass", "stop", "end-movement", "end-construction")


def play_turn(t, march):
    """One turn in which nothing is done but one Japanese march; the phases that asked or told something, in order."""
    turn = t.state.turn
    seen = [t.phase()]
    while t.state.turn == turn:
        told = len(t.events)
        idle = [option for option in t.options() if option[0] in IDLE]
        t.do(*(march if march in t.options() else idle[0] if idle else t.options()[0]))
        seen += [t.game.phases[event.phase].id for event in t.events[told:] if event.turn == turn]
        seen += [t.phase()] * (t.state.turn == turn)
    return list(dict.fromkeys(seen))


@case("5")
def test_a_turn_runs_through_its_phases_in_order(table):
    position = {
        "U-23": ["OKI", 3],  # can recover
        "U-24": "CHI",  # in contact: Kirikami and assaults are asked
        "J-309": "CHI",
        "U-25": "FUT",  # takes control of its beach
        "J-310": "CHH",  # will take control of Ido ga Hama
        "J-HQ": "KIT",
    }
    t = table(
        turn=3,
        phase="weather",
        units=position,
        revealed=["J-309"],
        control=["OKI", "IDO"],
        beachheads=["OKI"],
        dice=[2, 1, 6],
    )
    assert play_turn(t, ("show-march", "J-310", "IDO")) == [
        "weather",
        "recovery",
        "us-bombardment",
        "us-movement",
        "us-assault",
        "first-control",
        "construction",
        "jp-bombardment",
        "jp-movement",
        "jp-assault",
        "second-control",
        "end",
    ]


@case("5")
def test_all_phases_of_the_rulebook_are_listed_in_its_order(table):
    assert [phase.id for phase in table().game.phases] == [
        "set-up",
        "weather",
        "us-reset",
        "recovery",
        "us-bombardment",
        "us-movement",
        "us-assault",
        "first-control",
        "construction",
        "jp-reset",
        "jp-bombardment",
        "jp-movement",
        "jp-assault",
        "second-control",
        "end",
    ]


@case("5.1")
def test_a_turn_begins_with_the_weather_and_the_us_player_grounds_his_units(table):
    t = table(turn=2, phase="end", units={"J-HQ": "KIT"}, dice=[2])
    assert (t.state.turn, t.phase(), t.side) == (3, "weather", "US")
    assert [event.kind for event in t.events] == ["turn", "weather", "weather-is"]


@case("5.2.1", "7")
def test_us_units_are_upright_after_the_us_reset_and_japanese_units_are_not(table):
    t = table(turn=2, phase="us-reset", units={"U-23": "OKI", "J-309": "CHI"}, fired=["U-23", "U-NS1", "J-309"])
    assert not t.is_fired("U-23")
    assert not t.is_fired("U-NS1")
    assert t.is_fired("J-309")


@case("5.2.2")
def test_recovery_comes_after_the_reset_and_is_the_us_players(table):
    position = {"U-23": ["OKI", 3], "J-HQ": "KIT"}
    t = table(turn=2, phase="weather", units=position, control=["OKI"], beachheads=["OKI"], fired=["U-23"], dice=[6])
    assert (t.phase(), t.side) == ("recovery", "US")
    assert not t.is_fired("U-23")
    t.do("restore", "U-23")
    assert t.phase() == "us-bombardment"


@case("5.2.3")
def test_the_us_player_bombards_before_he_moves(table):
    t = table(turn=2, phase="us-reset", units={"U-23": "OKI", "J-HQ": "KIT"})
    assert (t.phase(), t.side, t.asked.prompt) == ("us-bombardment", "US", "designate-bombardment")
    t.do("confirm")
    assert (t.phase(), t.side) == ("us-movement", "US")


@case("5.2.4")
def test_us_units_move_and_land_in_the_us_movement_phase(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-HQ": "KIT"})
    assert t.verbs() == {"move", "land", "end-movement"}


@case("5.2.4", "11a")
@pytest.mark.parametrize("revealed", [[], ["J-309"]])
def test_entry_into_an_area_with_japanese_units_may_draw_fire(table, revealed):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}, revealed=revealed)
    t.do("move", "U-23", "CHI")
    assert t.side == "JP"
    assert ("fire", "J-309") in t.options()


@case("5.2.5")
def test_us_units_assault_after_movement_in_areas_they_share(table):
    position = {"U-23": "CHI", "U-24": "OKI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, revealed=["J-309"]).do("end-movement")
    assert t.phase() == "us-assault"
    t.do("pass")
    assert t.options() == [("assault", "U-23"), ("confirm",)]


@case("5.2.6")
def test_control_is_determined_after_the_us_assaults_in_all_areas(table):
    position = {"U-23": "OKI", "U-24": "KAF", "J-309": "SUR", "J-HQ": "KIT"}
    t = table(phase="us-assault", units=position, control=["SUR"])
    assert t.us_controls("OKI")
    assert t.us_controls("KAF")
    assert not t.us_controls("SUR")
    assert [t.game.phases[event.phase].id for event in t.told("us-control")] == ["first-control", "first-control"]


@case("5.2.7")
def test_construction_follows_the_first_control_determination(table):
    t = table(phase="first-control", units={"U-23": "OKI", "J-HQ": "KIT"})
    assert (t.phase(), t.side) == ("construction", "US")
    assert t.options() == [("beachhead", "OKI"), ("end-construction",)]


@case("5.3.1")
def test_japanese_units_are_upright_on_both_maps_after_their_reset_and_us_units_are_not(table):
    t = table(
        phase="jp-reset",
        units={"U-23": "OKI", "J-309": "CHI", "J-310": "FUN"},
        revealed=["J-310"],
        fired=["U-23", "J-309", "J-310"],
    )
    assert not t.is_fired("J-309")
    assert not t.is_fired("J-310")
    assert t.is_fired("U-23")


@case("5.3.2")
def test_the_japanese_player_bombards_after_his_reset(table):
    t = table(phase="jp-reset", units={"J-109a": "SUR"}, fired=["J-109a"])
    assert (t.phase(), t.side) == ("jp-bombardment", "JP")
    assert ("assign", "J-109a", "OKI") in t.options()


@case("5.3.3")
def test_the_japanese_player_moves_units_of_both_maps_after_his_bombardment(table):
    t = table(phase="jp-bombardment", units={"J-309": "CHI", "J-310": "FUN"}, revealed=["J-310"])
    t.do("confirm", dice=[6])
    assert (t.phase(), t.side) == ("jp-movement", "JP")
    assert {option[1] for option in t.options() if len(option) > 1} == {"J-309", "J-310"}


@case("5.3.3")
def test_entry_of_a_japanese_unit_into_an_area_with_us_units_may_draw_fire(table):
    position = {"U-23": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="jp-movement", units=position, control=["CHI"], dice=[1]).do("show-march", "J-309", "CHI")
    assert t.side == "US"
    assert t.options() == [("fire", "U-23"), ("pass",)]


@case("5.3.4")
def test_the_japanese_player_assaults_after_his_movement(table):
    t = table(phase="jp-movement", units={"U-23": "CHI", "J-309": "CHI"}, revealed=["J-309"], dice=[1])
    t.do("end-movement")
    assert (t.phase(), t.side) == ("jp-assault", "JP")
    assert ("assault", "J-309") in t.options()


@case("5.3.5")
def test_control_is_determined_again_after_the_japanese_assaults(table):
    position = {"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-assault", units=position, control=["CHI"], safe=["CHI"], dice=[6])
    t.do("confirm")
    assert not t.us_controls("CHI")
    assert t.us_controls("OKI")
    assert t.vp() == (0, 0)  # the marker is gone before the End Phase scores it


@case("5.4")
def test_in_the_end_phase_the_us_player_scores_and_the_turn_marker_advances(table):
    t = table(turn=4, phase="end", units={"J-HQ": "KIT"}, control=["CHI"], safe=["CHI"], dice=[6])
    assert t.vp() == (2, 0)
    assert t.state.turn == 5


@case("5.4")
@pytest.mark.parametrize("turn", range(1, 9))
def test_one_naval_unit_withdraws_on_turns_three_seven_and_eight(table, turn):
    t = table(turn=turn, phase="end", units={"J-HQ": "KIT"}, dice=[6])
    naval = [("retire", f"U-NS{number}") for number in range(1, 6)]
    if turn not in (3, 7, 8):
        assert not set(naval) & set(t.options())
        return
    assert t.options() == naval
    t.do("retire", "U-NS4")
    assert t.where("U-NS4") == "RESERVE"
    assert t.state.turn == turn + 1
    assert t.options("retire") == []

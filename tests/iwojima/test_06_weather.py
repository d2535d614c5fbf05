"""Chapters 6 and 7: weather and the US reset."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case

# From turn 2 on four air units are left (22.1.3).
RETIRED = {"U-AS5": "RESERVE", "J-HQ": "KIT"}
FOUR = {"U-AS1", "U-AS2", "U-AS3", "U-AS4"}


def bombers(t):
    """The units that may be assigned now."""
    return {unit for _, unit, _ in t.options("assign")}


@case("6a")
def test_used_support_units_are_back_face_up_when_the_weather_is_rolled(table):
    t = table(turn=2, phase="weather", units=RETIRED, fired=["U-AS1", "U-NS1"], dice=[2])
    assert t.phase() == "weather"
    assert not t.is_fired("U-AS1")
    assert not t.is_fired("U-NS1")
    assert ("ground", "U-AS1") in t.options()


@case("6a")
def test_grounded_units_are_face_up_again_in_the_next_weather_phase(table):
    t = table(turn=2, phase="weather", units=RETIRED, dice=[1]).do("ground", "U-AS1").do("ground", "U-AS2")
    assert not bombers(t) >= FOUR
    t.dice.faces.append(6)
    t.edit(turn=3, phase="weather")
    assert t.phase() == "us-bombardment"
    assert bombers(t) >= FOUR


@case("6a")
def test_support_units_in_the_reserve_box_stay_there(table):
    t = table(turn=4, phase="weather", units={**RETIRED, "U-NS5": "RESERVE"}, dice=[6])
    assert t.where("U-AS5") == "RESERVE"
    assert bombers(t) == FOUR | {"U-NS1", "U-NS2", "U-NS3", "U-NS4"}


@case("6b", "6c")
@pytest.mark.parametrize(
    ("die", "weather", "grounded"),
    [(1, "Bad", 2), (2, "Cloudy", 1), (3, "Cloudy", 1), (4, "Good", 0), (5, "Good", 0), (6, "Good", 0)],
)
def test_a_die_gives_the_weather_and_the_air_units_it_grounds(table, die, weather, grounded):
    t = table(turn=2, phase="weather", units=RETIRED, dice=[die])
    for number in range(grounded):
        assert t.phase() == "weather"
        t.do("ground", f"U-AS{number + 1}")
    assert t.phase() == "us-bombardment"
    assert t.game.weather_names[t.view("JP")["tracks"]["weather"]] == weather
    assert len(bombers(t) & FOUR) == 4 - grounded


@case("6c")
def test_the_us_player_chooses_which_air_units_are_grounded(table):
    t = table(turn=2, phase="weather", units=RETIRED, dice=[1])
    assert t.side == "US"
    assert {unit for _, unit in t.options("ground")} == FOUR
    t.do("ground", "U-AS3")
    assert {unit for _, unit in t.options("ground")} == FOUR - {"U-AS3"}
    t.do("ground", "U-AS1")
    assert bombers(t) & FOUR == {"U-AS2", "U-AS4"}


@case("6c")
def test_a_grounded_unit_cannot_bombard(table):
    t = table(turn=2, phase="weather", units=RETIRED, dice=[3]).do("ground", "U-AS1")
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do("assign", "U-AS1", "CHI")
    assert t.state.fingerprint() == before
    assert t.game.why_not(t.state, 0, t.game.unit_index["U-AS1"], None)[0].cases == ("6c",)


@case("6c")
def test_naval_units_are_never_grounded(table):
    t = table(turn=2, phase="weather", units=RETIRED, dice=[1])
    with pytest.raises(Refused):
        t.do("ground", "U-NS1")
    t.do("ground", "U-AS1").do("ground", "U-AS2")
    assert bombers(t) >= {f"U-NS{number}" for number in range(1, 6)}


@case("6c")
def test_both_players_see_which_units_are_grounded(table):
    t = table(turn=2, phase="weather", units=RETIRED, dice=[2]).do("ground", "U-AS2")
    for side in ("US", "JP"):
        flags = {t.game.unit_ids[row[0]]: row[3] for row in t.view(side)["units"]}
        assert (flags["U-AS1"], flags["U-AS2"]) == (0, 4)


@case("6c")
def test_with_no_air_unit_left_bad_weather_asks_nothing(table):
    position = {**{f"U-AS{number}": "RESERVE" for number in range(1, 6)}, "J-HQ": "KIT"}
    t = table(turn=2, phase="weather", units=position, dice=[1])
    assert t.phase() == "us-bombardment"


@case("7")
def test_every_fired_us_unit_is_upright_after_the_reset_and_may_fire_again(table):
    t = table(turn=2, phase="us-reset", units={"U-14A": "OKI", "U-13A": "FUT", "J-HQ": "KIT"}, fired=["U-14A", "U-13A"])
    assert bombers(t) >= {"U-14A", "U-13A"}


@case("7", "R10")
def test_the_reset_gives_each_turn_its_own_landings(table):
    t = table(phase="us-movement", units={"J-HQ": "KIT"}, windows="able").do("land", "U-23", "MIN")
    assert ("land", "U-24", "MIN") not in t.options()
    t.edit(turn=2, phase="us-reset").do("confirm")
    assert t.phase() == "us-movement"
    assert ("land", "U-24", "MIN") in t.options()
    assert ("move", "U-23", "TAM") in t.options()

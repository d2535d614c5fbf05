"""Chapter 8: US Recovery."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case


def recovery(table, units, beachheads=("OKI",), **more):
    """A Recovery Phase with Beachheads under US control, and the HQ hidden far away."""
    control = ["OKI", "FUT", "CHI"]
    return table(
        turn=3, phase="recovery", units={**units, "J-HQ": "KIT"}, control=control, beachheads=list(beachheads), **more
    )


def refused(t, *words):
    """The option is refused and nothing has changed."""
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do(*words)
    return t.state.fingerprint() == before


@case("8a")
@pytest.mark.parametrize("unit", ["U-23", "U-14A", "U-4T"])
def test_marines_artillery_and_tanks_recover_a_step(table, unit):
    t = recovery(table, {unit: ["OKI", 1]})
    assert t.options() == [("restore", unit), ("no-recovery",)]
    t.do("restore", unit)
    assert t.steps(unit) == 2
    assert t.phase() == "us-bombardment"


@case("8a")
def test_recovery_is_optional(table):
    t = recovery(table, {"U-23": ["OKI", 1]}).do("no-recovery")
    assert t.steps("U-23") == 1
    assert t.phase() == "us-bombardment"


@case("8b")
def test_a_unit_away_from_the_beachhead_does_not_recover(table):
    t = recovery(table, {"U-23": ["CHI", 1], "U-24": ["FUT", 2], "U-25": ["OKI", 3]})
    assert t.options("restore") == [("restore", "U-25")]
    assert refused(t, "restore", "U-23")


@case("8b")
def test_without_a_beachhead_there_is_no_recovery(table):
    t = recovery(table, {"U-23": ["OKI", 1], "U-24": ["RESERVE", 0]}, beachheads=())
    assert t.phase() == "us-bombardment"


@case("8b")
def test_japanese_units_in_the_area_prevent_recovery_and_return(table):
    position = {"U-23": ["OKI", 1], "U-24": ["FUT", 1], "U-25": ["RESERVE", 0], "J-309": "OKI"}
    t = recovery(table, position, beachheads=("OKI", "FUT"), revealed=["J-309"])
    assert t.options() == [("restore", "U-24"), ("return", "U-25"), ("no-recovery",)]
    t.do("return", "U-25")
    assert t.where("U-25") == "FUT"
    assert t.phase() == "us-bombardment"


@case("8c")
def test_a_beachhead_restores_one_step_in_all(table):
    t = recovery(table, {"U-23": ["OKI", 1], "U-24": ["OKI", 1]}).do("restore", "U-23")
    assert (t.steps("U-23"), t.steps("U-24")) == (2, 1)
    assert t.phase() == "us-bombardment"


@case("8c", "R53")
def test_two_beachheads_restore_one_step_each_at_their_own_places(table):
    t = recovery(table, {"U-23": ["OKI", 1], "U-24": ["FUT", 1]}, beachheads=("OKI", "FUT"))
    assert t.options() == [("restore", "U-23"), ("no-recovery",)]
    t.do("restore", "U-23")
    assert t.options() == [("restore", "U-24"), ("no-recovery",)]
    t.do("restore", "U-24")
    assert (t.steps("U-23"), t.steps("U-24")) == (2, 2)


@case("8c")
def test_recovery_gives_the_japanese_side_nothing_back(table):
    t = recovery(table, {"U-23": ["OKI", 1]}, vp={"JP": 3}).do("restore", "U-23")
    assert t.vp() == (0, 3)


@case("R40", "8a")
def test_no_unit_recovers_above_its_full_steps(table):
    t = recovery(table, {"U-23": "OKI", "U-4T": "OKI", "U-24": ["OKI", 3]})
    assert t.options("restore") == [("restore", "U-24")]
    assert refused(t, "restore", "U-23")


@case("8d")
def test_an_eliminated_unit_returns_with_one_step_where_the_beachhead_is(table):
    t = recovery(table, {"U-23": ["RESERVE", 0], "U-4T": ["RESERVE", 0]})
    assert t.options() == [("return", "U-23"), ("return", "U-4T"), ("no-recovery",)]
    t.do("return", "U-23")
    assert (t.where("U-23"), t.steps("U-23"), t.is_fired("U-23")) == ("OKI", 1, False)
    assert t.where("U-4T") == "RESERVE"
    assert t.phase() == "us-bombardment"


@case("8d", "8c")
def test_a_unit_comes_back_instead_of_a_restored_step(table):
    t = recovery(table, {"U-23": ["RESERVE", 0], "U-24": ["OKI", 2]}).do("return", "U-23")
    assert t.steps("U-24") == 2
    assert t.phase() == "us-bombardment"


@case("8d", "R40")
def test_a_returning_unit_needs_room(table):
    crowd = dict.fromkeys(("U-24", "U-25", "U-26", "U-27"), "OKI")
    t = recovery(table, {**crowd, "U-28": ["OKI", 3], "U-23": ["RESERVE", 0]})
    assert t.options() == [("restore", "U-28"), ("no-recovery",)]
    assert refused(t, "return", "U-23")


@case("8d", "R40")
def test_the_fifth_place_is_room_enough(table):
    crowd = dict.fromkeys(("U-24", "U-25", "U-26", "U-27"), "OKI")
    t = recovery(table, {**crowd, "U-23": ["RESERVE", 0]}).do("return", "U-23")
    assert t.where("U-23") == "OKI"


@case("R40")
def test_3rd_division_units_that_never_entered_are_not_eliminated(table):
    t = recovery(table, {"U-23": ["RESERVE", 0]})
    assert t.options("return") == [("return", "U-23")]
    assert refused(t, "return", "U-3")


@case("R40", "R30")
def test_an_eliminated_3rd_division_unit_comes_back_by_recovery_alone_and_without_penalty(table):
    t = recovery(table, {"U-3": ["RESERVE", 0]})
    assert ("commit", "U-9") in t.standing("US")
    assert ("commit", "U-3") not in t.standing("US")
    t.do("return", "U-3")
    assert t.where("U-3") == "OKI"
    assert t.vp() == (0, 0)


@case("8d")
def test_retired_support_units_do_not_return(table):
    t = recovery(table, {"U-23": ["RESERVE", 0], "U-NS5": "RESERVE", "U-AS5": "RESERVE"})
    assert t.options("return") == [("return", "U-23")]
    # On the table they are told from those who wait there.
    left = next(flag["bit"] for flag in t.game.board()["flags"] if flag["id"] == "left")
    gone = {t.game.unit_ids[row[0]] for row in t.view("US")["units"] if row[3] & left}
    assert gone == {"U-NS5", "U-AS5"}


@case("8e")
def test_recovered_artillery_bombards_and_moves_in_the_same_turn(table):
    t = recovery(table, {"U-14A": ["OKI", 1]}).do("restore", "U-14A")
    t.do("assign", "U-14A", "FUN").do("confirm").do("pass", dice=[1, 1, 1])  # three dice again at full strength
    assert ("move", "U-14A", "CHI") in t.options()


@case("8e")
def test_a_returned_unit_moves_in_the_same_turn(table):
    t = recovery(table, {"U-23": ["RESERVE", 0]}).do("return", "U-23").do("confirm").do("move", "U-23", "CHI")
    assert t.where("U-23") == "CHI"

"""Chapter 14: construction."""

from __future__ import annotations

import pytest

from grognard.games.iwojima.knowledge import FLAG
from grognard.kernel.flow import Refused

case = pytest.mark.case


def construct(table, **change):
    """The Construction Phase, with one Concealed unit far away."""
    return table(**{"turn": 2, "phase": "construction", "units": {"J-HQ": "KIT"}, **change})


@case("14a", "5.2.7", "2.2.1c")
def test_each_marker_goes_to_us_controlled_areas_with_its_box_and_nowhere_else(table):
    t = construct(table, control=["OKI", "CHI", "SUR", "MIN"])
    assert set(t.options()) == {
        ("beachhead", "OKI"),
        ("safe", "CHI"),
        ("flag", "SUR"),
        ("end-construction",),
    }
    before = t.state.fingerprint()
    for words in [("safe", "OKI"), ("beachhead", "CHI"), ("safe", "FUN"), ("beachhead", "MIN"), ("flag", "OKI")]:
        with pytest.raises(Refused):
            t.do(*words)
    assert t.state.fingerprint() == before


@case("14a")
def test_any_number_of_markers_may_be_placed_in_a_turn(table):
    t = construct(table, control=["OKI", "FUT", "CHI", "FUN", "MAF", "KAF", "SUR"])
    for words in [("beachhead", a) for a in ("OKI", "FUT")] + [("safe", a) for a in ("CHI", "FUN", "MAF", "KAF")]:
        t.do(*words)
    t.do("flag", "SUR")
    assert len(t.told("built")) == 7
    assert t.phase() != "construction"


@case("14a")
def test_construction_is_optional(table):
    t = construct(table, control=["OKI", "CHI"])
    t.do("end-construction")
    assert not t.has("beachheads", "OKI")
    assert not t.has("safe", "CHI")
    assert t.phase() == "jp-bombardment"


@case("14a")
def test_nothing_is_asked_where_nothing_can_be_built(table):
    t = construct(table, control=["MIN"])
    assert t.phase() == "jp-bombardment"


@case("R22", "14a")
def test_a_marker_may_be_placed_among_japanese_units_if_the_us_controls_the_area(table):
    t = construct(table, units={"J-309": "CHI", "U-23": "CHI", "J-HQ": "KIT"}, revealed=["J-309"], control=["CHI"])
    t.do("safe", "CHI")
    assert t.has("safe", "CHI")


@case("14b")
def test_placed_markers_stay_and_cannot_be_taken_back(table):
    t = construct(table, control=["OKI", "FUT", "CHI"])
    t.do("beachhead", "OKI").do("safe", "CHI").do("end-construction")
    assert t.phase() == "jp-bombardment"
    t.do("confirm", dice=[1]).do("end-movement").do("confirm", dice=[6])
    assert t.state.turn == 3
    assert t.has("beachheads", "OKI")
    assert t.has("safe", "CHI")


@case("14b")
def test_a_marker_that_was_removed_can_be_placed_again(table):
    units = {"J-109a": "TEN", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-bombardment", units=units, control=["CHI"], safe=["CHI"])
    t.do("assign", "J-109a", "CHI").do("confirm", dice=[6, 1, 1, 1])
    assert not t.has("safe", "CHI")
    t.edit(phase="construction")
    assert ("safe", "CHI") in t.options()


@case("14c")
def test_two_beachheads_are_all_there_are(table):
    t = construct(table, control=["OKI", "FUT", "CHH", "CHI"], beachheads=["FUT"])
    t.do("beachhead", "OKI")
    assert t.options("beachhead") == []
    with pytest.raises(Refused):
        t.do("beachhead", "CHH")
    assert not t.has("beachheads", "CHH")


@case("R53")
def test_an_area_takes_one_marker_only(table):
    t = construct(table, control=["OKI", "CHI", "FUT"], beachheads=["OKI"], safe=["CHI"])
    assert set(t.options()) == {("beachhead", "FUT"), ("end-construction",)}


@case("14d")
def test_the_flag_is_raised_once_in_a_game(table):
    t = construct(table, control=["OKI", "SUR"], flag=2)
    assert ("flag", "SUR") not in t.options()
    with pytest.raises(Refused):
        t.do("flag", "SUR")


@case("14d", "R54")
def test_the_flag_stays_when_the_japanese_bombard_and_retake_its_area(table):
    units = {"J-109a": "TEN", "J-309": "SUR", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-bombardment", units=units, revealed=["J-309"], control=["SUR"], flag=2)
    t.do("assign", "J-109a", "SUR").do("confirm", dice=[6, 6, 6, 1])
    t.edit(phase="first-control")
    assert not t.us_controls("SUR")
    assert (t.game.space_index["SUR"], FLAG, 1) in t.view("US")["marks"]

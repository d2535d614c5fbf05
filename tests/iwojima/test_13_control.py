"""Chapters 13 and 20: the two Control Determination Phases."""

from __future__ import annotations

import pytest

case = pytest.mark.case

BOTH_PHASES = pytest.mark.parametrize("phase", ["first-control", "second-control"])
"""Rules that hold in both; the second phase runs on to the next turn's weather die."""


def determine(table, phase, **change):
    """Control is determined; the HQ sits far away so that the game goes on."""
    units = {"J-HQ": "KIT", **change.pop("units", {})}
    shown = [u for u in units if u.startswith("J-") and u != "J-HQ"]
    return table(turn=2, phase=phase, units=units, revealed=shown, dice=[6], **change)


@case("13a", "20", "5.2.6", "5.3.5")
@BOTH_PHASES
def test_an_area_with_us_units_alone_becomes_us_controlled(table, phase):
    t = determine(table, phase, units={"U-23": "CHI"})
    assert t.us_controls("CHI")
    assert [e.args[0] for e in t.told("us-control")] == [t.game.space_index["CHI"]]


@case("13a", "20")
@BOTH_PHASES
def test_an_area_with_japanese_units_alone_becomes_japanese_controlled(table, phase):
    t = determine(table, phase, units={"J-309": "CHI"}, control=["CHI"])
    assert not t.us_controls("CHI")
    assert t.told("jp-control")


@case("13a", "20")
@BOTH_PHASES
@pytest.mark.parametrize("before", [[], ["CHI"]])
def test_control_of_a_contested_area_does_not_change(table, phase, before):
    t = determine(table, phase, units={"J-309": "CHI", "U-23": "CHI"}, control=before)
    assert t.us_controls("CHI") == bool(before)


@case("13a", "3.Control")
@BOTH_PHASES
def test_control_of_an_empty_area_does_not_change(table, phase):
    t = determine(table, phase, control=["CHI"])
    assert t.us_controls("CHI")
    assert not t.us_controls("FUN")


@case("13a", "20")
@BOTH_PHASES
def test_all_areas_are_judged_in_the_same_phase(table, phase):
    t = determine(table, phase, units={"U-23": "CHI", "U-24": "SUR", "J-309": "OKI"}, control=["OKI"])
    assert [t.us_controls(a) for a in ("CHI", "SUR", "OKI")] == [True, True, False]


@case("R38")
def test_support_units_control_nothing(table):
    t = determine(table, "first-control", units={"U-NS1": "CHI"})
    assert not t.us_controls("CHI")


@case("13b", "20b")
@BOTH_PHASES
def test_an_area_that_becomes_japanese_loses_its_us_marker(table, phase):
    units = {"J-309": "CHI", "J-310": "OKI"}
    t = determine(table, phase, units=units, control=["CHI", "OKI"], safe=["CHI"], beachheads=["OKI"])
    assert not t.has("safe", "CHI")
    assert not t.has("beachheads", "OKI")


@case("13b", "14b")
@BOTH_PHASES
def test_markers_stay_in_areas_that_remain_us_controlled(table, phase):
    units = {"J-309": "CHI", "U-23": "CHI"}
    t = determine(table, phase, units=units, control=["CHI", "OKI"], safe=["CHI"], beachheads=["OKI"])
    assert t.has("safe", "CHI")
    assert t.has("beachheads", "OKI")


@case("13c", "20b")
@BOTH_PHASES
def test_an_area_that_becomes_us_controlled_loses_all_its_caves(table, phase):
    t = determine(table, phase, units={"U-23": "CHI"}, shown={"CHI": 2, "FUN": 1})
    assert t.caves("CHI") == (0, 0)
    assert t.caves("FUN") == (0, 1)
    assert [e.args[1] for e in t.told("caves-removed")] == [2]


@case("13c")
def test_caves_of_a_contested_area_stay(table):
    t = determine(table, "first-control", units={"U-23": "CHI", "J-309": "CHI"}, shown={"CHI": 2}, control=["OKI"])
    assert t.caves("CHI") == (0, 2)
    assert t.phase() == "construction"


@case("13a")
def test_the_layer_of_control_colours_every_area_once(table):
    t = table(turn=2, phase="us-movement", control=["CHI", "OKI"])
    (layer,) = t.game.overlays(t.state, 0)
    tones = dict(layer.spaces)
    assert len(layer.spaces) == len(tones) == t.game.areas
    assert {t.game.space_ids[a] for a, tone in tones.items() if tone == "side0"} == {"CHI", "OKI"}

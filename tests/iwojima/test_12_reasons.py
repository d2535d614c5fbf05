"""Chapters 12 and 19: what assaults answer word for word, and the sums and lists behind them."""

from __future__ import annotations

import pytest

from grognard.games.iwojima.assault import Assault, ResolveAssaults
from grognard.games.iwojima.facts import US

case = pytest.mark.case


def says(t, unit=None, space=None, verb=""):
    """The first reason why something is not on offer to whoever is asked."""
    u = None if unit is None else t.unit(unit)
    a = None if space is None else t.space(space)
    return t.game.why_not(t.state, t.asked.side, u, a, verb)[0].text


def us_assaults(table, **change):
    """The US Assault Phase without a Kirikami Charge; every Japanese unit is in view."""
    shown = [u for u in change["units"] if u.startswith("J-")]
    return table(**{"turn": 2, "phase": "us-assault", "revealed": shown, "control": ["OKI"], **change}).do("pass")


def japanese_assaults(table, **change):
    shown = [u for u in change["units"] if u.startswith("J-") and u != "J-HQ"]
    return table(turn=2, phase="jp-assault", revealed=shown, **change)


@case("12", "12.1a", "12.1b", "R13", "R55")
def test_why_a_us_unit_is_not_named(table):
    units = {"U-23": "SUR", "U-24": "SUR", "U-25": "FUN", "J-309": "SUR", "J-310": "FUN", "J-311": "FUN"}
    t = us_assaults(table, units=units, fired=["U-24"])
    assert t.asked.cases == ("12.1a", "12.1b", "12.1c")
    here, fired = "23/4", "24/4"
    assert says(t, "U-23", "FUN") == f"{here} can assault only where the unit stands: Mt Suribachi."
    assert says(t, "U-23", "SUR") == f"{here} may assault in place: no area is needed."
    assert says(t, "U-23", verb="cancel") == "It is not named for an assault."
    assert says(t, "U-24", verb="assault") == says(t, "U-24", "FUN", "assault") == f"{fired} has fired: once a turn."
    assert says(t, space="FUN", verb="assault-all") == "Fewer than two more units could assault there."
    general = "US Assault: not now."
    assert says(t, "U-24", verb="confirm") == says(t, verb="assault-all") == says(t, verb="cancel") == general
    assert says(t, verb="banzai") == "Only the Japanese player declares a Banzai Charge."
    t.do("assault", "U-23")
    assert t.options() == [("cancel", "U-23"), ("assault", "U-25"), ("confirm",)]
    assert says(t, "U-23", "SUR") == f"{here} is named for the assault."
    frame = t.state.agenda[-1]
    (bar,) = frame.why_not_do(t.state, US, "cancel", t.unit("U-23"), None)
    assert bar.text == f"{here} is named for the assault."


@case("R26", "3.Facing-b")
def test_by_the_stricter_reading_who_gave_defensive_fire_is_told_why_he_does_not_assault(table):
    units = {"U-23": "OKI", "J-309": "CHI", "J-310": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, control=["OKI"], options={"firing": "turn"})
    t.do("move", "U-23", "CHI").do("fire", "J-310", dice=[1] * 5).do("stay")
    t.edit(phase="jp-assault", fired=[])
    assert t.options("assault") == [("assault", "J-309")]
    spent = "310/2 MB has given Defensive Fire in this turn: once a turn, by the option chosen."
    assert says(t, "J-310") == spent
    assert says(t, "J-309", "CHI") == "309/2 MB may assault in place: no area is needed."


@case("22.3.1a", "22.3.1b", "22.3.1c", "19a-1")
def test_why_no_banzai_charge_is_declared(table):
    units = {"J-309": "FUN", "J-310": "MIN", "U-23": "FUN", "U-24": "MIN", "J-HQ": "MAF"}
    t = japanese_assaults(table, units=units)
    assert t.asked.cases == ("19a-1", "22.3.1a")
    assert says(t, verb="banzai") == "It is on offer."
    t.do("banzai")
    assert says(t, verb="banzai") == "The Banzai Charge is declared already."
    t.do("assault", "J-309").do("assault", "J-310").do("confirm")
    assert t.asked.prompt == "next-assault"
    assert says(t, verb="banzai") == "The Banzai Charge is declared already."
    del units["J-HQ"]
    assert says(japanese_assaults(table, units=units), verb="banzai") == "The headquarters is gone."


@case("22.3.1b", "22.3.2c", "12.2.1")
def test_the_sum_under_the_dice_names_every_charge(table):
    units = {"J-309": "FUN", "J-310": "FUN", "U-23": "FUN", "J-HQ": "MAF"}
    t = japanese_assaults(table, units=units, kirikami=1)
    t.do("assault", "J-309").do("confirm").do("banzai", dice=[1] * 6 + [6])
    terms = [(term.kind, term.args) for term in t.told("damage")[0].sum]
    assert terms == [
        ("dice", (t.unit("J-309"), 3)),
        ("charge", ("Kirikami", t.game.kirikami_bonus)),
        ("charge", ("Banzai", t.game.banzai_bonus)),
        ("hits", (0, 3 + t.game.kirikami_bonus + t.game.banzai_bonus)),
        ("damage", (t.space("FUN"), 0, 0, 0, 0)),
    ]


@case("22.3.2c", "2.1.1(6)")
def test_the_general_engineers_charge_too(table):
    units = {"J-GE": "FUN", "U-23": "FUN", "J-HQ": "KIT"}
    t = japanese_assaults(table, units=units, kirikami=1)
    t.do("assault", "J-GE").do("confirm")
    t.do("assault-area", "FUN", dice=[1] * (4 + t.game.kirikami_bonus) + [6])
    assert [len(event.dice) for event in t.told("assault")] == [4 + t.game.kirikami_bonus]


@case("12.2", "12.1a", "R55")
def test_why_an_area_or_a_unit_is_not_the_next_assault(table):
    units = {"J-309": "FUN", "J-310": "MIN", "U-23": "FUN", "U-24": "MIN"}
    t = us_assaults(table, units=units)
    t.do("assault", "U-23").do("assault", "U-24").do("confirm")
    assert t.asked.prompt == "next-assault"
    fixed = "The plan is fixed: choose the area that is assaulted next."
    assert says(t, "U-23") == says(t, "U-23", "FUN") == says(t, "U-24", "MIN") == fixed
    none = "No assault in Chidori Airfield is left in the plan."
    assert says(t, space="CHI") == says(t, "U-23", "CHI") == says(t, space="CHI", verb="assault-area") == none
    assert says(t, verb="banzai") == "Only the Japanese player declares a Banzai Charge."
    assert ResolveAssaults(US).why_not(t.state, US, None, t.space("MIN")) == []


@case("12.2.3(2)a", "12.2.3(2)b", "12.2.3(2)c", "11.1.2(1)a")
def test_why_a_retreat_is_not_declared(table):
    units = {"U-23": "OKI", "J-309": "OKI", "J-310": "OKI", "J-GE": "OKI"}
    t = us_assaults(table, units=units)
    t.do("assault", "U-23").do("confirm", dice=[1] * 5)
    assert t.asked.prompt == "retreats"
    assert t.state.agenda[-2].away == [-1, -1, -1]
    assert says(t, "J-309", "LANDING") == says(t, "J-309", "KIT") == "A retreat goes to an adjacent area."
    assert says(t, "J-GE", "SUR", "retreat") == "Coast Guns have 0 MP and cannot retreat."
    assert says(t, "J-309", verb="no-more-retreats") == "US Assault: not now."
    t.do("retreat", "J-309", "SUR")
    assert t.options("retreat") == [("retreat", "J-310", area) for area in ("SUR", "FUT", "CHH", "CHI")]
    for space in (None, "SUR", "FUT"):
        assert says(t, "J-309", space) == "The retreat of 309/2 MB is declared."


@case("12.2.1", "12.2.2")
def test_an_assault_begins_without_hits_and_damage_and_at_its_first_step(table):
    fresh = Assault(US, table().space("FUN"))
    assert (fresh.hits, fresh.damage, fresh.stage, fresh.row, fresh.away) == (-1, 0, 0, [], [])


@case("9.3.3(1)", "9.3.3(2)")
def test_a_bombardment_that_kills_all_in_view_asks_for_no_row(table):
    units = {"J-MT2": "OKI", "J-MT20": "OKI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units, revealed=["J-MT2", "J-MT20"], control=["FUT"])
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[6, 6, 1, 1, 1])
    assert [t.where(unit) for unit in ("J-MT2", "J-MT20")] == ["ELIMINATED", "ELIMINATED"]
    assert t.asked.prompt != "order-row"


@case("9.3.3(1)", "12.2.3(1)")
def test_why_a_unit_is_not_next_in_the_row(table):
    units = {"U-23": "OKI", "J-309": "OKI", "J-310": "OKI", "J-311": "OKI", "J-312": "FUN"}
    t = us_assaults(table, units=units)
    t.do("assault", "U-23").do("confirm", dice=[6, 6, 6, 1, 1])
    assert t.asked.prompt == "order-row"
    t.do("rank", "J-310")
    assert says(t, "J-310") == says(t, "J-310", verb="rank") == "310/2 MB has a place in the row already."
    assert says(t, "J-309", "OKI") == "309/2 MB may be next in the row: no area is needed."
    far = "312/2 MB is not among the units that are hit in Okina Hama."
    assert says(t, "J-312") == says(t, "J-312", verb="rank") == far
    assert says(t, "J-312", verb="rank-rest") == "US Assault: not now."

"""The planning sheets: what they say is the position's, and what they offer is on offer."""

from __future__ import annotations

from itertools import chain

import pytest

from formosa.conftest import GAME
from formosa.test_secrets import played

case = pytest.mark.case
HERE = {"J01": "0615", "A01": "0420"}


def desk(t):
    """The sheets by name, each as a dict of its rows by text."""
    return {sheet.name: {row.text: row for row in sheet.rows} for sheet in GAME.desk(t.state, t.asked)}


@case("8.0b", "7.3a", "7.2i")
def test_the_shop_shows_the_purse_the_prices_and_what_is_left(table):
    t = table(turn=2, phase="recruit", units=HERE, lp={"Japanese": 0, "Allied": 24}).do("end-recruit")
    sheets = desk(t)
    assert sheets["Logistics points"]["In hand"].figures == ("24",)
    assert sheets["Logistics points"]["Lost, if nothing more is bought"].figures == ("4",)
    waiting = sheets["Units"]["US engineer"].units
    assert sheets["Units"]["US engineer"].figures == ("2", str(len(waiting)))
    assert sheets["Units"]["US engineer"].acts == [("Buy", ("recruit", waiting[0]))]
    t.do("recruit", GAME.unit_ids[waiting[0]])
    if t.asked.prompt == "deploy":
        t.do("deploy", "STAGING")
    after = desk(t)
    assert after["Logistics points"]["In hand"].figures == ("22",)
    assert after["Units"]["US engineer"].figures == ("2", str(len(waiting) - 1))


@case("7.2j", "8.2d")
def test_the_shop_has_no_button_for_what_cannot_be_paid(table):
    t = table(turn=2, phase="recruit", units=HERE, lp={"Japanese": 0, "Allied": 2}).do("end-recruit")
    units, goods = desk(t)["Units"], desk(t)["Air, sea and markers"]
    assert units["US engineer"].acts
    assert not units["US armor"].acts
    assert units["US armor"].figures[0] == "3"
    assert goods["US tactical air point"].acts
    assert not goods["Amphibious marker"].acts


@case("16.1b", "R61")
def test_the_mission_board_counts_every_point_where_it_is(table):
    t = table(turn=2, phase="planning", units=HERE)
    (held, superiority, tactical) = map(int, desk(t)["Air points"]["US"].figures)
    assert held > 2
    t.do("assign", "US", "superiority").do("assign", "US", "tactical")
    assert desk(t)["Air points"]["US"].figures == (str(held - 2), str(superiority + 1), str(tactical + 1))
    t.do("assign-rest", "US", "tactical")
    assert desk(t)["Air points"]["US"].figures == ("0", str(superiority + 1), str(tactical + held - 1))
    assert not desk(t)["Air points"]["US"].acts


@case("10.2b", "10.1c")
def test_the_invasion_plan_shows_each_marker_with_its_riders_and_its_room(table):
    t = table(turn=2, phase="invasion", units={**HERE, "A02": "STAGING", "A03": "STAGING"}, amphibious=2)
    shore = t.options("land-marker")[0][1]
    t.do("land-marker", shore).do("end-markers")
    name = f"Landing at {GAME.space_names[t.space(shore)]}"
    assert desk(t)["Markers"][name].figures == ("0", str(GAME.marker_units))
    rider = GAME.unit_names[t.unit("A02")]
    assert desk(t)["Can ride"][rider].acts == [("Board", ("board", t.unit("A02")))]
    t.do("board", "A02")
    assert desk(t)["Markers"][name].figures == ("1", str(GAME.marker_units - 1))
    assert rider not in desk(t)["Can ride"]


@case("15.0d", "R45")
def test_the_attacks_that_are_due_are_grouped_by_fronts(table):
    units = {"A01": "0713", "A02": "0713", "J01": "0612", "A03": "0520", "J02": "0620"}
    t = table(turn=2, phase="allied-combat", units=units)
    sheets = GAME.desk(t.state, t.asked)
    assert len(sheets) == 2
    for sheet in sheets:
        due = [row for row in sheet.rows if row.note == "must be attacked"]
        must = [row for row in sheet.rows if row.note.startswith("must attack")]
        assert len(due) == len(must) == 1
        assert due[0].acts == [("Attack", ("attack", due[0].spaces[0]))]
        shown = due[0].figures[2]
        t.do("attack", GAME.space_ids[due[0].spaces[0]]).do("join-all" if t.offers("join-all") else "join", *first(t))
        (odds,) = GAME.previews(t.state, 0)
        gone = next(note["p"] for note in odds["notes"] if note["text"].startswith("The defenders are eliminated"))
        assert shown == f"{round(100 * gone)}%"
        t.do("call-off")


def first(t):
    return () if t.offers("join-all") else (t.options("join")[0][1],)


def test_every_button_on_a_desk_is_an_option_and_every_purchase_and_mission_has_its_button():
    seen = set()
    for s in chain(played(3, every=1), played(4, every=1)):
        asked = s.pending
        sheets = GAME.desk(s, asked)
        offered = [option for sheet in sheets for row in sheet.rows for _, option in row.acts]
        assert set(offered) <= set(asked.options)
        assert len(set(offered)) == len(offered)
        if sheets:
            seen.add(asked.prompt)
            needed = {o for o in asked.options if o[0] in ("buy", "assign", "assign-rest", "stage-gunfire", "attack")}
            assert needed <= set(offered)
            assert all(len(row.figures) == len(sheet.columns) for sheet in sheets for row in sheet.rows)
    assert {"set-up", "allied-set-up", "recruit", "planning", "markers", "combat"} <= seen


@case("24.1b", "3.0g")
def test_in_set_up_the_free_units_stand_first_with_a_button_to_set_them_up(table):
    t = table(phase="japanese-set-up", dice=[3, 3, 3])
    rows = next(sheet.rows for sheet in GAME.desk(t.state, t.asked) if sheet.name == "Units")
    free = [row for row in rows if row.figures[0] == "free"]
    assert free == rows[: len(free)]
    assert all(row.acts[0][0] == "Set up" for row in free)
    assert "Japanese coastal defence" in {row.text for row in free}

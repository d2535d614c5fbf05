"""Situations in which two or three rules meet, reckoned by hand from the rules: costs, odds and losses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.nemesis.losses import destroy
from grognard.games.nemesis.movement import full_cost
from grognard.games.nemesis.odds import Attack, die_modifiers, final_column

case = pytest.mark.case

# --- 5.1: what a step costs, in MP; None where it may not be taken

HALF = Fraction(1, 2)
STEPS: list[tuple[str, str, str, str, int, bool, Fraction | int | None]] = [
    # unit, from, to, supply, turn, Ambush there, cost
    ("J31-58", "1111", "1110", "full", 1, False, 1),  # light on a Path: no river
    ("J31-58", "1111", "1110", "limited", 1, False, 4),  # Jungle 2, Major River 2
    ("J31-58", "1111", "1110", "out", 1, False, 4),
    ("J31-58", "1111", "1110", "full", 8, False, 8),  # all doubled, no Paths
    ("J31-58", "1111", "1211", "full", 1, False, 2),
    ("J31-58", "1111", "1211", "full", 5, False, 4),  # the Minor River has swollen
    ("J31-58", "1111", "1211", "limited", 5, False, 4),
    ("J31-58", "1111", "1211", "full", 8, False, 8),
    ("J31-58", "1111", "1112", "full", 5, False, 1),  # a Track over the river
    ("J31-58", "1111", "1112", "limited", 5, False, 4),
    ("JH-31", "1111", "1110", "full", 1, False, 2),  # a headquarters is not light
    ("JH-31", "1111", "1110", "limited", 1, False, 4),
    ("JM-31", "1111", "1110", "full", 1, False, 1),  # mules are
    ("JX-3H", "1111", "1112", "full", 1, False, 1),
    ("JX-3H", "1111", "1112", "limited", 1, False, 2),
    ("JX-3H", "1111", "1112", "limited", 5, False, 4),
    ("JX-3H", "1111", "1110", "full", 1, False, 2),
    ("JX-3H", "1111", "1211", "full", 1, False, None),  # motorized: no link
    ("BT-3C", "0511", "0510", "full", 1, False, HALF),
    ("BT-3C", "0511", "0510", "limited", 1, False, 1),
    ("BT-3C", "0511", "0510", "full", 8, False, 2),
    ("BT-3C", "0511", "0510", "full", 1, True, 1 + HALF),
    ("B17-48", "0418", "0419", "full", 1, False, 1),
    ("B17-48", "0418", "0419", "full", 1, True, 2),
    ("B17-48", "0418", "0419", "limited", 1, True, 4),
    ("B17-48", "0418", "0419", "full", 8, True, 8),  # (3 + 1) doubled
    ("B17-48", "0418", "0318", "full", 1, False, 2),  # a Mountain by its Path
    ("B17-48", "0418", "0318", "limited", 1, False, 4),
    ("B17-48", "0418", "0318", "limited", 5, False, 6),
    ("B17-48", "0418", "0319", "full", 1, False, None),  # a Mountain without one
    ("BL-CHIN", "0418", "0319", "full", 1, False, 4),
    ("BL-CHIN", "0418", "0319", "full", 5, False, 6),
    ("J31-58", "0707", "0606", "full", 1, True, 3),  # Ambushes do not hinder the Japanese
    ("B17-48", "0512", "0412", "full", 1, False, None),  # a lake
]


@case("5.1-A-b", "5.1-A-c", "5.1-A-d", "5.1-A-e", "5.1-A-f", "5.1-D-a", "5.1-E-c", "2.6-d", "2.6-h", "R20", "R28")
@pytest.mark.parametrize("row", STEPS, ids=lambda row: "-".join(str(part) for part in row))
def test_a_step_costs_what_the_rules_say(table: Any, row: tuple[Any, ...]) -> None:
    unit, start, goal, level, turn, ambush, cost = row
    change: dict[str, Any] = {"turn": turn, "units": {unit: start}, "ambushes": [goal] if ambush else []}
    t = table(**change, level={unit: level}) if level != "full" else table(**change)
    found = full_cost(t.state, t.unit(unit), t.space(start), t.space(goal))
    assert (None if found is None else Fraction(found, 2)) == cost


# --- 6.1-D..F: the column and the die, Fort White (a hill) attacked from Tiddim, or the other way round

B = ("B17-48", "B17-63")
Y = ("Y87-259", "Y87-261", "YN28-82", "YN28-84", "Y88-262", "Y88-264", "YN39-116", "YN39-117")
ODDS: list[tuple[str, tuple[str, ...], tuple[str, ...], str, dict[str, Any], tuple[str, int]]] = [
    # what, attackers (spearhead first), defenders (meeting unit first), Air, more, column and die
    ("Quality and hill", B, ("J33-214",), "", {}, ("1-2", 0)),
    ("a Bunker on top", B, ("J33-214",), "", {"bunker": 1}, ("1-2", -1)),
    ("tanks in front", ("BT-3C", *B), ("J33-214",), "", {}, ("3-1", 0)),
    ("tanks against a Bunker", ("BT-3C", *B), ("J33-214",), "", {"bunker": 1}, ("2-1", 0)),
    ("guns", (*B, "B4C-A"), ("J33-214",), "", {}, ("2-1", 0)),
    ("guns against a Bunker", (*B, "B4C-A"), ("J33-214",), "", {"bunker": 1}, ("1-2", 0)),
    ("half rations", B, ("J33-214",), "", {"level": {"B17-63": "limited"}}, ("1-2", -1)),
    ("starving defenders", B, ("J33-214",), "", {"level": {"J33-214": "out"}}, ("1-1", 0)),
    ("hungry defenders", B, ("J33-214",), "", {"level": {"J33-214": "limited"}}, ("1-2", 0)),
    ("a Banzai in defence", B, ("J33-214",), "", {"banzai": 1}, ("1-2", -1)),
    ("a Banzai in a Bunker", B, ("J33-214",), "", {"banzai": 1, "bunker": 1}, ("1-2", -2)),
    ("aircraft", B, ("J33-214",), "A-US1", {}, ("2-1", 0)),
    ("aircraft against a Bunker", B, ("J33-214",), "A-US1", {"bunker": 1}, ("1-2", 0)),
    ("guns alone in the hex", ("B17-48",), ("J33-A",), "", {}, ("1-1", 0)),
    ("guns that meet with infantry by", B, ("J33-A", "J33-214"), "", {}, ("1-2", 0)),
    ("British and Chinese", ("B17-48", "S22-64"), ("J33-214",), "", {}, ("1-2", -1)),
    ("British and Americans", ("SG-1", "B17-48"), ("J33-214",), "", {}, ("1-2", 0)),
    ("Chinese and Americans", ("SG-1", "S22-64"), ("J33-214",), "", {}, ("1-2", 0)),
    ("against a mixed stack", ("J33-214", "J33-213"), ("B17-48", "S22-64"), "", {}, ("1-2", 1)),
    ("and with a Banzai", ("J33-214", "J33-213"), ("B17-48", "S22-64"), "", {"banzai": 1}, ("1-2", 2)),
    ("mixed by one that fled there", ("J33-214", "J33-213"), ("B17-48", "S22-64"), "", {"fled": "S22-64"}, ("1-1", 1)),
    ("one battalion", B, ("J33-b1",), "", {}, ("3-1", 0)),
    ("Indian nationals", B, ("JX-INA1",), "", {}, ("3-1", 0)),
    ("with tanks in front", ("BT-3C", *B), ("JX-INA1",), "", {}, ("9-1", 0)),
    ("with tanks and aircraft", ("BT-3C", *B), ("JX-INA1",), "A-US1", {}, ("9-1", 1)),
    ("who fled does not count", B, ("J33-215", "J33-214"), "", {"fled": "J33-214"}, ("1-2", 0)),
    ("across the Salween", Y, ("J56-113",), "", {"from": "3511", "at": "3411"}, ("1-2", 0)),
    ("with their guns", (*Y, "Y-A"), ("J56-113",), "", {"from": "3511", "at": "3411"}, ("1-1", 0)),
    ("four columns at most", Y, ("J56-113",), "", {"from": "3511", "at": "3411", "bunker": 1}, ("1-2", 0)),
    ("starving", Y, ("J56-113",), "", {"from": "3511", "at": "3411", "level": {"J56-113": "out"}}, ("2-1", 0)),
    ("cavalry under a Bunker", Y, ("J56-C",), "", {"from": "3511", "at": "3411", "bunker": 1}, ("2-1", 0)),
]


@case("6.1-D-b", "6.1-F-a", "6.1-F-b", "6.1-F-c", "6.1-F-d", "6.1-F-e", "6.1-F-f", "6.1-F-i", "6.1-F-j", "6.1-F-k")
@pytest.mark.parametrize("row", ODDS, ids=lambda row: row[0])
def test_the_column_and_the_die_are_those_of_the_rules(table: Any, row: tuple[Any, ...]) -> None:
    _, ours, theirs, air, more, expected = row
    japanese = ours[0].startswith("J")
    start, goal = more.get("from", "0419" if japanese else "0418"), more.get("at", "0418" if japanese else "0419")
    units = {**dict.fromkeys(ours, start), **dict.fromkeys(theirs, goal)}
    change: dict[str, Any] = {"units": units, "retreated": [more["fled"]] if "fled" in more else []}
    if more.get("bunker"):
        change["bunkers"] = {goal: "British" if japanese else "Japanese"}
    t = table(**change, level=more.get("level", {}))
    attack = Attack(
        int(japanese),
        t.space(goal),
        [t.unit(u) for u in ours],
        t.unit(air) if air else -1,
        t.unit(ours[0]),
        t.unit(theirs[0]),
        banzai=more.get("banzai", 0),
    )
    column, _ = final_column(t.state, attack)
    drm = sum(m.value for m in die_modifiers(t.state, attack))
    assert (t.game.results.columns[column], drm) == expected


# --- 2.4, 2.5, 3.4: what a unit that dies costs

DEATHS: list[tuple[str, bool, int, int, str]] = [
    # unit, under a Banzai, Lament, scale, box
    ("J31-E", False, 1, 0, "JLOSS"),
    ("J31-E", True, 2, 0, "JPERM"),
    ("J33-A", False, 3, 0, "JLOSS"),
    ("J33-A", True, 3, 0, "JPERM"),  # a Banzai never makes a loss cheaper (R14)
    ("JX-INA1", False, 0, 0, "JPERM"),
    ("JX-INA1", True, 0, 0, "JPERM"),
    ("J31-58", False, 3, 0, "JSHELF"),  # three battalions
    ("J31-58", True, 6, 0, "JSHELF"),
    ("J56-C", False, 1, 0, "JLOSS"),
    ("B17-48", False, 3, 1, "ALOSS"),
    ("BT-3C", False, 1, 1, "ALOSS"),
    ("BL-LUSH", False, 1, 1, "APERM"),
    ("BG-DIM", False, 0, 1, "APERM"),
    ("Y87-259", False, 0, 0, "ALOSS"),
    ("S50-149", False, 0, 1, "ALOSS"),
    ("S22-64", False, 3, 1, "ALOSS"),
    ("C-77", False, 3, 1, "APERM"),
    ("C-b1", False, 1, 0, "CHINDIT"),
]


@case("2.4-a", "2.4-b", "2.4-c", "2.4-d", "2.4-e", "2.4-f", "2.5-c", "2.5-d", "1.2-E-a", "R13", "R14", "R16")
@pytest.mark.parametrize("row", DEATHS, ids=lambda row: f"{row[0]}{'-banzai' if row[1] else ''}")
def test_a_death_is_lamented_as_the_rules_say(table: Any, row: tuple[Any, ...]) -> None:
    unit, banzai, lament, scale, box = row
    t = table(units={unit: "0511"}, lament=[0, 0], scale=0)
    number = t.unit(unit)
    side = t.state.game.side_of[number]
    destroy(t.state, number, banzai, "6.1-G-d")
    assert (t.state.lament[side], t.state.scale, t.where(unit)) == (lament, scale, box)
    assert t.game.check(t.state) == []

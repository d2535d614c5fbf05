"""Situations in which two or three rules meet: what each says by itself is tested in its chapter."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from iwojima.conftest import table

case = pytest.mark.case
GROUND = {"OKI": 0, "IDO": 1, "CHI": 2, "OSA": 3}
"""A beach, a coast, an inland area and a hill, with what each takes off the Hits."""
HITS = [6] * 5


# --- 9.3.2, 16.4, 13, 22.5: who is shielded by what


@case("9.3.2a", "9.3.2b", "9.3.4a", "2.2.1b")
@pytest.mark.parametrize(("area", "caves", "ours"), list(product(GROUND, (0, 1, 2), (False, True))))
def test_ground_and_caves_shield_whoever_is_in_control(area: str, caves: int, ours: bool) -> None:
    t = table(
        turn=2,
        phase="us-bombardment",
        units={"J-309": area, "J-HQ": "KIT", "U-23": "TEN"},
        revealed=["J-309"],
        caves={} if ours else {area: caves},
        control=[area] if ours else [],
    )
    t.do("assign", "U-NS1", area).do("confirm").do("pass", dice=HITS)
    if t.offers("go-on"):  # what is left of the Damage goes to Concealed units, if there are any
        t.do("go-on")
    taken = 0 if ours else GROUND[area] + caves
    assert t.told("damage")[0].args[1:3] == (5, max(0, 5 - taken))
    assert len(t.told("cave-collapsed")) == (1 if caves and not ours else 0)


@case("16.4", "16.6", "22.4.3a", "19b", "13b")
@pytest.mark.parametrize(("area", "ours", "hits"), list(product(("OKI", "IDO", "CHI"), (False, True), (0, 1, 3))))
def test_japanese_guns_against_ground_armor_and_markers(area: str, ours: bool, hits: int) -> None:
    marker: dict[str, Any] = {"beachheads": ["OKI"]} if area == "OKI" and ours else {}
    if area == "CHI" and ours:
        marker = {"safe": ["CHI"]}
    units = {"U-4T": area, "J-109a": "KIT", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-bombardment", units=units, control=[area] if ours else [], **marker)
    dice = [6] * hits + [1] * (3 - hits)
    t.do("assign", "J-109a", area).do("confirm", dice=[*dice, 1])
    damage = max(0, hits - (GROUND[area] if ours else 0))
    assert t.told("damage")[0].args[1:3] == (hits, damage)
    assert t.steps("U-4T") == 2 - max(0, damage - 2)
    if marker:
        kept = t.has("beachheads", "OKI") or t.has("safe", "CHI")
        assert kept == (hits == 0)  # one Hit is enough, with or without Damage


# --- 11.1, 22.4: Defensive Fire, Armor, surprise, mountains, landing


FIRE = list(product(("J-309", "J-AT8"), ("U-23", "U-4T"), (False, True), (False, True)))


@case("11.1.1a", "11.1.1b", "11.1.1c", "22.4.3a", "22.4.3c")
@pytest.mark.parametrize(("gun", "mover", "hidden", "watched"), FIRE)
def test_surprise_observers_and_armor_in_defensive_fire(gun: str, mover: str, hidden: bool, watched: bool) -> None:
    units = {mover: "CHI", gun: "FUN", "J-HQ": "KIT"}
    t = table(
        turn=2,
        phase="us-movement",
        units=units,
        revealed=[] if hidden else [gun],
        control=["CHI", *(["OSA"] if watched else [])],
    )
    dice = 3 + (2 if hidden and not watched else 0)
    t.do("move", mover, "FUN").do("fire", gun, dice=[6] * dice)
    if t.offers("stay"):
        t.do("stay")
    assert len(t.told("defensive-fire")[0].dice) == dice
    spared = 2 if mover == "U-4T" and gun != "J-AT8" else 0
    full = 2 if mover == "U-4T" else 4
    assert t.steps(mover) == max(0, full - max(0, dice - spared))


@case("11.1.2(1)a", "22.4.2", "R14")
@pytest.mark.parametrize(
    ("mover", "landing", "friendly", "may"),
    [
        ("U-23", False, True, True),
        ("U-23", False, False, False),
        ("U-4T", False, True, False),
        ("U-23", True, True, False),
    ],
)
def test_who_may_fall_back_from_fire(mover: str, landing: bool, friendly: bool, may: bool) -> None:
    start = "LANDING" if landing else "CHI"
    goal = "OKI" if landing else "FUN"
    control = ["CHI", "CHH", "SUR"] if friendly else []
    t = table(turn=2, phase="us-movement", units={mover: start, "J-309": goal, "J-HQ": "KIT"}, control=control)
    t.do("land" if landing else "move", mover, goal).do("fire", "J-309", dice=[6, 1, 1, 1, 1])
    assert ("fall-back" in t.verbs()) == may


# --- 10.3, 22.4.1, 3.Stacking: where one may land


LANDINGS = [
    ("a regiment at a beach", "U-23", "OKI", {}, True),
    ("a regiment at a coast", "U-23", "IDO", {}, True),
    ("guns at a beach", "U-14A", "OKI", {}, False),
    ("guns at a Beachhead", "U-14A", "OKI", {"beachheads": ["OKI"], "control": ["OKI"]}, True),
    ("a tank at a Beachhead", "U-4T", "OKI", {"beachheads": ["OKI"], "control": ["OKI"]}, True),
    ("anybody inland", "U-23", "CHI", {}, False),
    ("anybody on Suribachi", "U-23", "SUR", {}, False),
    ("a full beach", "U-23", "OKI", {"full": True}, False),
]


@case("10.3a", "10.3b", "10.3e", "R41", "3.Stacking-a")
@pytest.mark.parametrize(("name", "unit", "area", "change", "may"), LANDINGS, ids=[row[0] for row in LANDINGS])
def test_where_a_unit_may_land(name: str, unit: str, area: str, change: dict[str, Any], may: bool) -> None:
    position = dict(change)
    crowd = ["U-24", "U-25", "U-26", "U-27", "U-28"] if position.pop("full", False) else []
    units = {unit: "LANDING", "J-HQ": "KIT", **dict.fromkeys(crowd, area)}
    t = table(turn=2, phase="us-movement", units=units, **position)
    assert t.offers("land", unit, area) == may


# --- 17.2, 13, R24, R26: moving, hiding and firing again


HIDING = list(product((False, True), (False, True), (False, True)))


@case("17.2(4)b", "R24", "R25", "R26")
@pytest.mark.parametrize(("enemy", "ours", "fired"), HIDING)
def test_who_may_hide_and_stays_fired(enemy: bool, ours: bool, fired: bool) -> None:
    units = {"J-309": "CHI", "J-HQ": "KIT", "U-23": "CHI" if enemy else "TEN"}
    t = table(
        turn=2,
        phase="jp-movement",
        units=units,
        revealed=["J-309"],
        control=["CHI"] if ours else [],
        fired=["J-309"] if fired else [],
        dice=[6],
    )
    assert t.offers("hide", "J-309") == (not enemy and not ours)
    if t.offers("hide", "J-309"):
        t.do("hide", "J-309")
        assert t.is_concealed("J-309")
        assert t.is_fired("J-309") == fired


# --- 22.3: charges meet


@case("22.3.1b", "22.3.2c", "R32", "12.2.1")
@pytest.mark.parametrize(("kirikami", "banzai", "near"), list(product((0, 1), (False, True), (False, True))))
def test_charges_add_up_where_they_reach(kirikami: int, banzai: bool, near: bool) -> None:
    home = "FUN" if near else "KIT"
    units = {"U-23": "CHI", "J-309": "CHI", "J-HQ": home}
    t = table(turn=2, phase="jp-assault", units=units, revealed=["J-309"], kirikami=kirikami)
    if banzai:
        t.do("banzai")
    t.do("assault", "J-309").do("confirm", dice=[1] * 12)
    if t.offers("assault-area", "CHI"):
        t.do("assault-area", "CHI")
    assert len(t.told("assault")[0].dice) == 3 + kirikami + (2 if banzai and near else 0)

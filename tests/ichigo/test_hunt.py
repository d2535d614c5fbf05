"""Situations in which two or three rules meet: what each says by itself is tested in its chapter."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from grognard.games.ichigo.odds import Attack, shifts
from grognard.kernel.bits import members
from ichigo.conftest import GAME, table

case = pytest.mark.case
ASHORE = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
QUIET = {"CH-5": "0712", "J-CEA-D3": "2705"}
TERRAIN = {"clear": 0, "rough": -1, "mountain": -2}


def battlefield(terrain: str, coastal: bool, city: bool = False) -> tuple[int, int]:
    """A mainland hex of this kind without a town, and a hex next to it with open, dry ground between them."""
    inside = GAME.mainland & (GAME.coast if coastal else ~GAME.coast)
    inside &= GAME.cities if city else ~GAME.cities
    for target in members(inside):
        if GAME.map.terrain[target] != terrain:
            continue
        for start in GAME.open_steps[target]:
            if not GAME.crosses_river(start, target) and not GAME.cities >> start & 1:
                return target, start
    raise LookupError(terrain)


# --- 8.5, 11.11, 11.12, 11.16, 7.4c, 11.17e: shifts meet

JAPANESE = list(product(TERRAIN, ("none", "Japanese", "Allied"), (2, 8), (0, 1)))


@case("11.9", "8.5", "7.4c", "11.17e", "11.11", "11.12")
@pytest.mark.parametrize(("terrain", "air", "turn", "tanks"), JAPANESE)
def test_the_shifts_of_a_japanese_attack_add_up(terrain: str, air: str, turn: int, tanks: int) -> None:
    target, start = battlefield(terrain, coastal=False)
    more: dict[str, Any] = {} if air == "none" else {"air": air, "air_markers": [GAME.space_ids[target]]}
    if turn == 8:
        more["causeway"] = "cancelled"
    units = {"J-CEA-D13": GAME.space_ids[start], "CH-18": GAME.space_ids[target], **QUIET}
    t = table(turn=turn, phase="japanese-combat", units=units, tried=["CH-18"], **more)
    expected = TERRAIN[terrain] + tanks + {"none": 0, "Japanese": 1, "Allied": -1}[air]
    fed = "7.3b" not in [c for row in GAME.previews(t.state, 1) for c in row]
    attack = Attack(2, target, [t.unit("J-CEA-D13")], tanks)
    out = not t.game.overlays(t.state, 1)[0].spaces or (start, "warn") not in t.game.overlays(t.state, 1)[0].spaces
    if turn == 8 and not out:
        expected -= 1
    assert fed
    assert sum(m.value for m in shifts(t.state, attack)) == expected


ALLIED = list(product(TERRAIN, (False, True), ("China", "US"), (0, 1)))


@case("11.16", "8.5", "11.17e", "11.23a")
@pytest.mark.parametrize(("terrain", "coastal", "nation", "tanks"), ALLIED)
def test_the_shifts_of_an_allied_attack_add_up_after_causeway(
    terrain: str, coastal: bool, nation: str, tanks: int
) -> None:
    try:
        target, start = battlefield(terrain, coastal)
    except LookupError:
        pytest.skip("the map has no such hex")
    unit = "CH-18" if nation == "China" else "US-24"
    units = {unit: GAME.space_ids[start], "J-CEA-D13": GAME.space_ids[target], "US-7": "3221", **QUIET}
    t = table(turn=9, phase="us-combat", units=units, tried=["CH-18"], **ASHORE)
    attack = Attack(0 if nation == "China" else 1, target, [t.unit(unit)], 0, 0, tanks)
    assert sum(m.value for m in shifts(t.state, attack)) == TERRAIN[terrain] + coastal - tanks


# --- 10.14, 7.3a, 7.4b, 10.15, 8.9: what a unit may spend

POINTS = [
    ("J-CEA-D13", 2, {}, (), 6, "full supply"),
    ("J-CEA-D13", 8, {"causeway": "cancelled"}, (6,), int(GAME.mp_attenuated[6]), "attenuated, die 6"),
    ("J-CEA-D13", 8, {"causeway": "cancelled"}, (1,), int(GAME.mp_attenuated[1]), "attenuated, die 1"),
    ("J-CEA-D13", 8, {"causeway": "cancelled", "b29": "2008"}, (), 3, "flagged by a raid: no die"),
    ("CH-18", 2, {}, (4,), 3, "Chinese, die less 1"),
    ("CH-18", 2, {}, (1,), 0, "Chinese, no points at all"),
    ("CH-18", 9, ASHORE, (4,), 4, "Chinese after Causeway, the whole die"),
    ("US-24", 9, ASHORE, (), 6, "US in supply"),
]


@case("7.3a", "7.4b", "8.9b", "10.14a", "10.15a", "10.15c", "10.16")
@pytest.mark.parametrize(("unit", "turn", "change", "dice", "points", "why"), POINTS, ids=[row[-1] for row in POINTS])
def test_what_a_unit_may_spend(
    unit: str, turn: int, change: dict[str, Any], dice: tuple[int, ...], points: int, why: str
) -> None:
    place = {"J-CEA-D13": "2006", "CH-18": "1512", "US-24": "2819"}[unit]
    phase = {"J": "japanese-movement", "C": "chinese-movement", "U": "us-movement"}[unit[0]]
    units = {unit: place, **QUIET, "J-CEA-D39": "2008"}
    t = table(turn=turn, phase=phase, units=units, **change)
    t.act("move", unit, dice=dice)
    if points:
        assert t.asked.about[1] == points
    else:
        assert not t.offers("move", unit)  # a stack that the die leaves standing is not asked again


# --- 6.0a, 6.2, 6.3, 6.4: room, with 10.3, 8.10, 9.7, 11.24

FULL = {"J": 5, "C": 4, "U": 8}


@case("6.2", "6.3a", "6.4", "10.3")
@pytest.mark.parametrize("held", [0, 1, 3, 4, 5])
def test_a_japanese_stack_leaves_whom_the_next_hex_cannot_hold(held: int) -> None:
    names = ["J-CEA-D13", "J-CEA-D26", "J-CEA-D37", "J-CEA-D62", "J-CEA-D39"]
    units: dict[str, Any] = {"J-CEA-D3": "2006", "J-CEA-D58": "2006", **dict.fromkeys(names[:held], "2106")}
    t = table(turn=2, phase="japanese-movement", units={**units, "CH-5": "0712"})
    t.act("move-stack", "2006").act("to", "2106")
    assert t.offers("stop") == (held + 2 <= 5)
    assert t.offers("leave", "J-CEA-D3") == (held + 1 <= 5)


@case("9.7b", "6.3a", "6.3b", "11.26a")
@pytest.mark.parametrize(("regulars", "americans", "fits"), [(0, 0, True), (3, 0, True), (4, 0, False), (0, 1, False)])
def test_reinforcements_find_room_beside_militia_and_never_beside_the_ally(
    regulars: int, americans: int, fits: bool
) -> None:
    city = next(GAME.space_ids[h] for h in members(GAME.chinese_cities) if GAME.space_ids[h] != "0712")
    ids = [GAME.printed_ids[u] for u in GAME.regular_units if not GAME.zeros >> u & 1]
    units: dict[str, Any] = {**dict.fromkeys(ids[:regulars], city), "J-CEA-D3": "2705"}
    if americans:
        units["US-24"] = city
    more = ASHORE if americans else {}
    t = table(turn=9, phase="chinese-reinforcement", units=units, dice=[1, *range(1, 76)], **more)
    assert t.offers("reinforce", city) == fits


# --- 11.24, 11.25, 11.29, 3.5: cities that fall

CITIES = [
    ("units and no garrison behind them", {"J-CEA-B1": "2302"}, 6, True),
    ("its garrison alone", {}, 6, True),
    ("its garrison, and a bad die", {}, 1, None),
]


@case("11.29a", "11.24a", "3.5a", "R19")
@pytest.mark.parametrize(("name", "defenders", "die", "open_"), CITIES, ids=[row[0] for row in CITIES])
def test_a_city_is_entered_once_what_defends_it_is_gone(
    name: str, defenders: dict[str, Any], die: int, open_: bool | None
) -> None:
    ids = [GAME.printed_ids[u] for u in GAME.regular_units if GAME.attack[u][-1] >= 4][:4]
    units = {**dict.fromkeys(ids, "2301"), **defenders, "J-CEA-D3": "2705"}
    tanks = {f"J-CEA-T{n}": "OUT" for n in (12, 13, 17)}
    t = table(turn=2, phase="chinese-combat", units={**units, **tanks}, tried=ids)
    t.act("attack", "2302").act("join-all").act("confirm", dice=[die])
    while not t.over and t.verbs() == {"lose"}:
        t.act("lose", t.options("lose")[0][1])
    advancing = "stay" in t.verbs()
    assert advancing == bool(t.told("garrison-beaten") or (t.told("step-lost") and defenders))
    if open_:
        assert advancing
        t.act("advance", t.options("advance")[0][1])
        assert t.owner("2302") == "Allied"
        assert t.told("control")

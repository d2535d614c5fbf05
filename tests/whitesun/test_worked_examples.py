"""The rulebook's long example of play as one test, roll by roll, and its short ones (W1-W22)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.whitesun.hits import dice_of
from grognard.games.whitesun.state import steps_of
from grognard.games.whitesun.supply import start_cities, supplied_net
from grognard.kernel.bits import bitset, members
from whitesun.conftest import GAME, HIT, MISS, NOTHING, Table, X, fire, table

case = pytest.mark.case
ELITE_3, ELITE_2, ELITE_1 = "E-FHQG", "E-1C", "E-88D"


def lost(t: Table) -> list[str]:
    """Chinese units that failed a cohesion die since the last look."""
    found = t.told("cohesion-result")
    t.events.clear()
    return [GAME.unit_ids[e.args[0]] for e in found if not e.args[2]]


@case("EX.1", "R2", "R3", "R5", "R7", "R8", "9.4", "9.3", "9.5", "3.4b", "10.1c", "10.1d", "8.7b", "R36")
def test_w6_to_w22_the_drive_from_the_sea_to_the_yellow_river() -> None:
    t = table(options={"cohesion_tie": "returns"})
    dead: list[str] = []
    t.muster(*X)
    force = bitset(map(t.unit, X))
    assert (dice_of(t.state, force), steps_of(t.state, force)) == (14, 11)

    # W6: 1417, Baoding generals, an elite that stays away and a regular of 2.
    t.do("enter", "1417", dice=[2, 5, 4, ELITE_1, "R-29C", *fire(14, HIT), 1])
    dead += lost(t)
    assert (t.mp, dead, t.own("1417")) == (21, ["R-29C"], True)
    assert t.where(ELITE_1) == "POOL"

    # W7: 1517, no event, regulars of 9 and 1.
    t.advance("1517", 6, 2, 4, "R-Sha", "R-17D", *fire(14, HIT, HIT, HIT), 4, 2)
    dead += lost(t)
    assert (t.mp, dead[1:]) == (20, ["R-Sha"])
    assert t.where("R-17D") == "POOL"

    # W8: Tientsin, two elites fire three dice first.
    t.advance("1618", 5, 5, 3, ELITE_2, ELITE_1, MISS, HIT, MISS)
    t.do("lose", "J-3D", dice=[*fire(13, HIT, HIT), 3, 2])
    assert (t.mp, t.steps("J-3D"), lost(t)) == (19, 1, [])

    # W9: 1518, one draw, an elite: no battle.
    t.advance("1518", 5, 3, 3, ELITE_3)
    assert (t.mp, t.own("1518"), t.told("japanese-fire")) == (18, True, [])
    lost(t)

    # W10: Peking, Command Unity, an elite of 3 and the Eighth Route Army.
    t.advance("1419", 1, 1, 4, ELITE_3, "C-8RA", 5, 4, 6, 2)
    t.do("lose", "J-5D").do("lose", "J-6D", dice=[*fire(11, HIT, HIT), 3])
    assert (t.mp, lost(t)) == (17, [])
    assert t.where("C-8RA") == t.where(ELITE_3) == "POOL"

    # W11: three empty hexes.
    for hex_ in ("1519", "1620", "1719"):
        t.advance(hex_, *NOTHING, 1)
    assert t.mp == 14

    # W12: 1820.
    t.advance("1820", *NOTHING, 4, ELITE_1, "R-Gua", *fire(11, HIT), 6)
    dead += lost(t)
    assert (t.mp, dead[2:]) == (13, ["R-Gua"])

    # W13: Shihkiachwang: an overzealous brigade, an elite and two regulars, two rounds.
    t.advance("1920", 3, 1, 6, 1)
    t.do("lose", "J-2IMB", dice=["E-87D", "R-17D", "R-32D", MISS, *fire(10, HIT, HIT)])
    t.do("destroy", "R-17D").do("destroy", "R-32D", dice=[1, 4])
    assert not t.told("regular-fire")
    assert t.mp == 12
    t.do("fight-on", dice=[MISS, *fire(10, HIT), 3])
    dead += lost(t)
    assert (t.mp, dead[3:], t.own("1920")) == (11, ["R-17D"], True)
    assert t.where("R-32D") == t.where("E-87D") == "POOL"

    # W14, W15: on towards Anyang.
    t.advance("2020", *NOTHING, 4, ELITE_1, "R-N3", *fire(10, HIT), 1)
    t.advance("2119", *NOTHING, 6, ELITE_1, "R-NR", "R-Gddg", *fire(10, HIT, HIT), 6, 6)
    dead += lost(t)
    assert (t.mp, dead[4:]) == (9, ["R-N3", "R-NR"])
    assert t.where("R-Gddg") == "POOL"

    # W16: Anyang, Fieldworks; the New Fourth Army is out of its area and is replaced.
    t.advance("2219", 1, 6, 4, "C-N4A", "E-87D", "R-44D", HIT)
    t.do("lose", "J-3IMB", dice=[*fire(9, 6, 6, 6), 5, 1])
    dead += lost(t)
    assert (t.mp, dead[6:], t.where("C-N4A")) == (8, ["R-44D"], "POOL")

    # W17, W18: Fieldworks again, then an empty hex.
    t.advance("2319", 1, 5, 4, ELITE_1, "R-8AG", *fire(9, 6), 3)
    t.advance("2419", *NOTHING, 1)
    dead += lost(t)
    assert (t.mp, dead[7:]) == (6, ["R-8AG"])

    # W19: Hsinhsiang, three regulars of 1 are beaten before they fire.
    t.advance("2518", *NOTHING, 5, "R-32D", "R-77D", "R-110D", *fire(9, HIT, HIT, HIT), 2, 3, 4)
    assert not t.told("regular-fire")
    assert (t.mp, lost(t)) == (5, [])

    # W20, W21: Chengchow, Special Smoke against three elites, two rounds.
    t.advance("2618", 1, 4, 5, ELITE_3, "E-87D", "E-3D", HIT, HIT, MISS, MISS, MISS)
    t.do("lose", "J-3D").do("lose", "J-5D", dice=fire(7, 4, 4))
    assert t.told("japanese-fire")[-1].args[2] == 4
    t.do("destroy", ELITE_3).do("destroy", "E-87D", dice=[4, 2])
    assert t.mp == 4
    t.do("fight-on", dice=[HIT])
    t.do("lose", "J-6D", dice=[*fire(6, HIT), 2])
    dead += lost(t)

    # W22: as the example ends.
    assert (t.mp, len(dead), t.own("2618")) == (3, 8, True)
    assert members(t.state.force) == sorted(t.unit(u) for u in ("J-101D", "J-108D", "J-109D"))
    t.do("halt")
    assert {t.where(u) for u in X} == {"RESERVE"}
    assert {t.steps(u) for u in X} == {1, 2}
    starts = {GAME.space_ids[h] for h in members(start_cities(t.state))}
    assert starts == {"1419", "1618", "1920", "2219", "2518", "2618"}
    t.muster("J-9D")
    assert t.goals("start") == starts


@case("R5", "10.1h")
@pytest.mark.parametrize(("tie", "box"), [("returns", "POOL"), ("eliminated", "DEAD")])
def test_w10_and_w15_a_cohesion_die_equal_to_the_strength(tie: str, box: str, marching: Any) -> None:
    t = marching(X, "1518", pool=[ELITE_3], options={"cohesion_tie": tie}, japanese=["1417", "1517", "1618"])
    t.advance("1419", *NOTHING, 2, ELITE_3, MISS, MISS, MISS, *fire(14, HIT), 3)
    assert t.where(ELITE_3) == box


@case("3.4f", "3.4a", "8.2d")
def test_w1_entering_peking_from_off_the_map(table: Any) -> None:
    t = table(pool=["R-17D", "R-32D", "R-44D"]).muster(*X)
    t.do("enter", "1419", dice=[1, 2, 3, "R-17D", "R-32D", *fire(14, HIT, HIT), 1, 1])
    assert GAME.events[t.told("event")[0].args[0]].id == "unity"
    assert [e.args[0] for e in t.told("drawn")] == [t.unit("R-17D"), t.unit("R-32D")]


@case("3.4g", "3.4d", "3.4e", "R32", "R33", "R64")
def test_w2_from_peking_along_the_railroad_to_shihkiachwang(table: Any) -> None:
    t = table(pool=[]).muster(*X)
    t.do("enter", "1419", dice=[*NOTHING, 1])
    for hex_ in ("1519", "1620", "1719", "1820", "1920"):
        t.advance(hex_, *NOTHING, 1)
    assert t.mp == 22 - 7
    net = {GAME.space_ids[h] for h in members(supplied_net(t.state))}
    assert net == {"1419", "1519", "1620", "1719", "1820", "1920"}
    assert not t.own("1420")
    assert not t.own("1518")
    between = {GAME.space_ids[h] for h in members(GAME.cities)} & net
    assert between == {"1419", "1920"}, "no city lies between them"


@case("8.11b", "RE.13")
def test_w3_one_and_four_is_special_smoke(table: Any) -> None:
    t = table(pool=[]).muster("J-3D").do("enter", "1417", dice=[1, 4, 1])
    assert "Special Smoke" in t.game.sentence(t.told("event")[0])


@case("8.2c", "12.4b", "R55", "R56")
def test_w4_chungking_uses_its_own_line_and_no_szechuan_bonus(marching: Any) -> None:
    t = marching(X, "4123", turn=4, pool=["R-17D", "R-32D", "R-44D"], units={"R-NR": "4224", "R-SR": "4224"},
                 standing=["R-NR", "R-SR"], japanese=["area", *RIVER])  # fmt: skip
    t.advance("4224", *NOTHING, 2, "R-17D", "R-32D", *fire(14, *[HIT] * 4), 6, 6, 6, 6)
    assert t.told("called-for")[0].args[2] == 2
    assert t.own("4224")


RIVER = [
    "3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922", "4023",
]  # fmt: skip


@case("2.4a", "2.5b", "3.5d")
def test_w5_senda_loses_a_step_then_the_second_and_rolls_its_asterisk(marching: Any) -> None:
    t = marching(["J-Sen", "J-3D"], "1618", pool=["R-NR"], japanese=["1417", "1517"])
    assert dice_of(t.state, 1 << t.unit("J-Sen")) == 2
    t.advance("1717", *NOTHING, 3, "R-NR", *[MISS] * 4, 6, *[MISS] * 11)
    t.do("lose", "J-Sen")
    assert dice_of(t.state, 1 << t.unit("J-Sen")) == 1
    t.do("fight-on", dice=[*[MISS] * 3, 6, *[MISS] * 11]).do("lose", "J-Sen", dice=[2])
    assert t.where("J-Sen") == "T3"

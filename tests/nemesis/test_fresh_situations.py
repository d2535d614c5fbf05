"""Positions set up by hand where two or three rules meet that seldom do; what must come of them is the rulebook's."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.losses import destroy, lose_step
from grognard.games.nemesis.odds import Attack, die_modifiers, final_column
from grognard.games.nemesis.reinforcement_allied import flights_allowed
from grognard.games.nemesis.satisfaction import add_lament, please_general
from grognard.games.nemesis.stacking import is_full_for, overstacked
from grognard.games.nemesis.supply import gives_river_supply
from grognard.games.nemesis.victory import instant_winner

case = pytest.mark.case
B = ("B17-48", "B17-63")
BT = ("BT-3C", *B)
TOP = 9

# --- 6.1-D..F: Fort White, a hill, is attacked from Tiddim, or the other way round

ODDS: list[tuple[str, tuple[str, ...], tuple[str, ...], str, dict[str, Any], tuple[str, int]]] = [
    # what, attackers (spearhead first), defenders (meeting unit first), Air, more, column and die
    ("hungry tanks are half a support", BT, ("J33-214",), "", {"level": {"BT-3C": "limited"}}, ("1-1", 0)),
    ("guns on both sides", B, ("J33-214", "J33-A"), "A-US1", {}, ("1-2", 0)),
    ("the defence alone has guns", B, ("J33-214", "J33-A"), "", {}, ("1-2", -1)),
    ("guns of a Bunker stay support", (*B, "B4C-A"), ("J33-214", "J33-A"), "", {"bunker": 1}, ("1-2", -1)),
    ("each hungry brigade is halved by itself", B, ("J33-b1",), "", {"level": dict.fromkeys(B, "limited")}, ("1-1", 0)),
    ("a reduced regiment", B, (("J33-214", 1),), "", {}, ("1-1", 0)),
    ("a hungry reduced regiment defends in full", B, (("J33-214", 1),), "", {"level": {"J33-214": "limited"}},
     ("1-1", 0)),
    ("a starving one does not", B, (("J33-214", 1),), "", {"level": {"J33-214": "out"}}, ("3-1", 0)),
    ("tanks that meet have no hill", B, ("JX-14T",), "", {}, ("7-1", 0)),
    ("tanks with a garrison that meets have one", B, ("JG-MOG", "JX-14T"), "", {}, ("2-1", 0)),
    ("a garrison under a Bunker", B, ("JG-MOG",), "", {"bunker": 1}, ("3-1", 0)),
    ("tanks under a Bunker gain nothing", B, ("JX-14T",), "", {"bunker": 1}, ("7-1", 0)),
    ("everything for the attack", BT, ("JG-MOG",), "", {}, ("9-1", 1)),
    ("confusion and a Banzai", ("B17-48", "S22-64"), ("J33-214",), "", {"banzai": 1}, ("1-2", -2)),
    ("confusion, a Banzai and a Bunker", ("B17-48", "S22-64"), ("J33-214",), "", {"banzai": 1, "bunker": 1},
     ("1-2", -3)),
    ("Galahad in front of the British", ("SG-1", *B), ("J33-214",), "", {}, ("1-1", 0)),
    ("Galahad, the British and the Chinese", ("SG-1", "B17-48", "S22-64"), ("J33-214",), "", {}, ("1-1", -1)),
    ("hungry Chindits in front", ("C-77", "B17-48"), ("J33-214",), "", {"level": {"C-77": "limited"}}, ("1-2", 0)),
    ("Chindits in Full Supply", ("C-77", "B17-48"), ("J33-214",), "", {}, ("1-1", 0)),
    ("a Banzai from the hill", ("J33-214", "J33-215"), ("B17-48",), "", {"banzai": 1}, ("1-1", 1)),
    ("and one with guns", ("J33-214", "J33-215", "J33-A"), ("B17-48",), "", {"banzai": 1}, ("3-1", 1)),
]  # fmt: skip


def names_of(pieces: tuple[Any, ...]) -> list[str]:
    """Without the steps."""
    return [piece if isinstance(piece, str) else piece[0] for piece in pieces]


@case("6.1-D-b", "6.1-F-a", "6.1-F-b", "6.1-F-c", "6.1-F-d", "6.1-F-e", "6.1-F-f", "6.1-F-i", "7.1-B-d", "1.2-B-a")
@pytest.mark.parametrize("row", ODDS, ids=lambda row: row[0])
def test_the_column_and_the_die(table: Any, row: tuple[Any, ...]) -> None:
    _, ours, theirs, air, more, expected = row
    japanese = ours[0].startswith("J")
    start, goal = ("0419", "0418") if japanese else ("0418", "0419")
    units: dict[str, Any] = dict.fromkeys(ours, start)
    for piece in theirs:
        units |= {piece: goal} if isinstance(piece, str) else {piece[0]: [goal, piece[1]]}
    bunkers = {goal: "British" if japanese else "Japanese"} if more.get("bunker") else {}
    t = table(units=units, bunkers=bunkers, level=more.get("level", {}))
    called = t.unit(air) if air else -1
    attack = Attack(int(japanese), t.space(goal), [t.unit(u) for u in ours], called, t.unit(ours[0]),
                    t.unit(names_of(theirs)[0]), banzai=more.get("banzai", 0))  # fmt: skip
    column, _ = final_column(t.state, attack)
    drm = sum(m.value for m in die_modifiers(t.state, attack))
    assert (t.game.results.columns[column], drm) == expected


# --- 2.3, 2.4: Generals and Superiors at the ends of their tracks


@case("2.3-g", "2.3-h")
@pytest.mark.parametrize(("general", "superiors", "points", "after", "then"), [
    (8, [5, 5], 4, 2, [6, 5]),
    (9, [9, 5], 1, 0, [9, 4]),
    (5, [9, 0], 6, 1, [9, 0]),
    (0, [9, 1], 20, 0, [9, 0]),
])  # fmt: skip
def test_a_general_who_begins_again(table: Any, general: int, superiors: list[int], points: int, after: int,
                                    then: list[int]) -> None:  # fmt: skip
    t = table(units={"B17-48": "0418"}, general=[general, 0], superior=superiors)
    please_general(t.state, ALLIED, points)
    assert (t.state.general[ALLIED], t.state.superior) == (after, then)


@case("2.4-g", "2.3-i")
@pytest.mark.parametrize(("lament", "superiors", "points", "after", "then"), [
    (8, [5, 5], 3, 1, [5, 4]),
    (9, [5, 0], 1, 0, [6, 0]),
    (9, [9, 0], 3, 2, [9, 0]),
])  # fmt: skip
def test_a_lament_that_begins_again(table: Any, lament: int, superiors: list[int], points: int, after: int,
                                    then: list[int]) -> None:  # fmt: skip
    t = table(units={"B17-48": "0418"}, lament=[0, lament], superior=superiors)
    add_lament(t.state, JAPANESE, points)
    assert (t.state.lament[JAPANESE], t.state.superior) == (after, then)


@case("4.0-B-a")
@pytest.mark.parametrize(
    ("superiors", "winner"), [([9, 0], ALLIED), ([0, 9], JAPANESE), ([9, 1], None), ([8, 0], None)]
)
def test_only_9_to_0_ends_the_game_early(table: Any, superiors: list[int], winner: int | None) -> None:
    t = table(units={"B17-48": "0418"}, superior=superiors)
    found = instant_winner(t.state)
    assert (found if found is not None and found >= 0 else None) == winner


@case("2.4-c", "3.4-b", "3.4-c", "2.5-d")
def test_the_three_steps_of_a_chindit_brigade_are_three_laments_and_one_of_the_scale(table: Any) -> None:
    t = table(units={"C-77": "1111"}, lament=[0, 0], scale=0)
    chindit = t.unit("C-77")
    lose_step(t.state, chindit, False, "6.1-G-d")
    assert t.state.lament[ALLIED] == 1
    lose_step(t.state, chindit, False, "6.1-G-d")
    battalion = next(name for name in t.units_at("1111") if name.startswith("C-b"))
    lose_step(t.state, t.unit(battalion), False, "6.1-G-d")
    assert (t.state.lament[ALLIED], t.state.scale) == (3, 1)
    assert t.units_at("1111") == set()


@case("2.4-d", "6.1-F-g")
def test_a_battalion_lost_in_a_banzai_is_two_laments_and_an_indian_national_none(table: Any) -> None:
    t = table(units={"J31-b1": "1111", "JX-INA1": "1111"}, lament=[0, 0])
    for unit, lament in (("J31-b1", 2), ("JX-INA1", 2)):
        destroy(t.state, t.unit(unit), True, "6.1-G-d")
        assert t.state.lament[JAPANESE] == lament


# --- 2.2: stacking


@case("2.2-g")
def test_two_tank_battalions_fill_a_hex_that_a_path_alone_reaches(table: Any) -> None:
    t = table(units={"BT-3C": "0311", "BT-7C": "0311"})
    assert is_full_for(t.state, t.space("0311"), t.unit("BL-RIF"))
    t = table(units={"BT-3C": "0311"})
    assert not is_full_for(t.state, t.space("0311"), t.unit("B17-48"))


@case("2.2-e", "2.2-f")
def test_two_chindit_battalions_leave_room_for_other_british_but_for_no_third_chindit(table: Any) -> None:
    t = table(units={"C-b1": "1111", "C-b2": "1111", "C-b3": "1111"})
    assert t.space("1111") in overstacked(t.state, ALLIED)
    t = table(units={"C-b1": "1111", "C-b2": "1111", "B17-48": "1111"})
    assert t.space("1111") not in overstacked(t.state, ALLIED)


@case("2.2-a", "2.2-d")
def test_transporters_and_markers_take_no_room(table: Any) -> None:
    three = dict.fromkeys(("J31-58", "J31-124", "J31-138"), "1111")
    t = table(units={**three, "JH-31": "1111", "JM-31": "1111"}, bunkers={"1111": "Japanese"})
    assert overstacked(t.state, JAPANESE) == []


# --- 5.1: movement


@case("5.1-D-a", "5.1-A-f")
def test_hungry_tanks_pay_for_the_terrain_and_may_still_go_one_hex(table: Any) -> None:
    t = table(phase="allied-assault", units={"BT-3C": "0511"}, level={"BT-3C": "out"}, yunnan_active=1)
    assert t.options("move")


@case("5.1-F-b", "5.1-F-c")
def test_a_headquarters_pushed_aside_goes_anywhere_but_where_the_enemy_came_from(table: Any) -> None:
    t = table(phase="allied-assault", units={"B17-48": "0418", "JH-33": "0419"}, yunnan_active=1)
    t.do("move", "B17-48").do("to", "0419")
    assert t.side == "Japanese"
    ways = t.goals("retreat-to") | {words[-1] for words in t.options()}
    assert "0418" not in ways


@case("5.2-d", "6.1-B-d")
def test_only_units_in_full_supply_walk_into_an_empty_objective_in_an_assault(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0707"}, level={"J31-58": "limited"}, yunnan_active=1)
    t.to_combat()
    assert not t.options("storm")


@case("1.2-F-b", "6.1-B-a")
def test_a_garrison_attacks_nobody(table: Any) -> None:
    t = table(phase="allied-attack", units={"BG-DIM": "0418", "J33-b1": "0419"})
    t.to_combat()
    assert not t.options("attack")


# --- 6.2: retreats


@case("6.2-D-b", "5.1-F-e")
def test_the_headquarters_goes_when_the_units_with_it_go(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": "0419", "JH-33": "0419"}
    t = table(phase="allied-attack", units=units, dice=[6])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C")
    if t.asked.prompt == "meeting":
        t.do("meet", "J33-214")
    t.do("no-banzai").do("lead", "B17-48")
    if t.asked.prompt == "enforce":
        t.do("enforce")
    t.do("retreat")
    for _ in range(6):
        if t.side != "Japanese":
            break
        t.do(*t.options()[0])
    assert t.where("J33-214") != "0419"
    assert t.where("JH-33") != "0419"


@case("6.1-C-b", "6.2-E-c")
def test_guns_alone_are_left_behind_by_an_advance(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "B4C-A": "0418", "BT-3C": "0418", "J33-b1": "0419"}
    t = table(phase="allied-attack", units=units, dice=[6])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C", "B4C-A").do("spearhead", "BT-3C").do("no-banzai")
    assert "B4C-A" not in t.goals("advance") | t.goals("lead")
    assert t.goals("advance") | t.goals("lead")


# --- 7, 8: supply, arrivals


@case("7.1-C-d", "2.6-e")
@pytest.mark.parametrize(("turn", "light"), [(4, False), (5, True), (8, True)])
def test_light_rings_give_river_supply_from_the_monsoon_on(table: Any, turn: int, light: bool) -> None:
    now, before = (table(turn=number, units={"B17-48": "0418"}) for number in (turn, 1))
    rings = now.game.depot_ring
    given = {depot for depot in rings if gives_river_supply(now.state, depot)}
    fewer = {depot for depot in rings if gives_river_supply(before.state, depot)}
    assert (len(given) > len(fewer)) == light
    assert fewer <= given


@case("8.2-B-4", "2.5-e")
@pytest.mark.parametrize(
    ("superiors", "scale", "after"), [([4, 7], 2, 5), ([5, 5], 2, 2), ([7, 4], 2, 2), ([1, 8], 6, 9)]
)
def test_a_happier_hirohito_sends_the_allies_units_up_to_nine(table: Any, superiors: list[int], scale: int,
                                                              after: int) -> None:  # fmt: skip
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, superior=superiors, scale=scale)
    assert t.state.scale == after


@case("8.2-B-12", "8.2-B-14")
def test_mules_fly_and_trucks_and_tanks_do_not(table: Any) -> None:
    t = table(phase="allied-reinforcements", units={"B23-1": "0511", "BM-3": "0511", "BT-3C": "0511"})
    assert flights_allowed(t.state) == 2
    assert t.goals("fly") == {"B23-1", "BM-3"}


@case("8.1-B-f", "1.2-F-a")
def test_a_japanese_garrison_goes_by_rail_though_it_cannot_march(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"JG-IND": "1415", "JG-MOG": "1809"}, yunnan_active=1)
    while t.asked.prompt not in ("rail",) and ("end-replacements",) in t.options():
        t.do("end-replacements")
    railway = t.game.burma_rail
    on_rail = {name for name in ("JG-IND", "JG-MOG") if railway >> t.state.where[t.unit(name)] & 1}
    assert {words[1] for words in t.options("entrain")} == on_rail


# --- what is said of it


@case("6.1-G-b", "6.1-G-d")
def test_no_more_steps_are_told_as_lost_than_there_were(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "JG-MOG": "0419"}
    t = table(phase="allied-attack", units=units, dice=[6])
    t.to_combat().do("attack", "0419").do("join", "B17-48").do("join", "B17-63").do("join", "BT-3C")
    words = [row["words"] for row in t.game.previews(t.state, ALLIED)[0]["outcomes"]]
    assert words
    assert all("defender 1" in text for text in words)
    t.do("confirm").do("spearhead", "BT-3C").finish("no-banzai")
    assert t.result().split("-")[1].startswith(("3", "4"))
    assert "the defender loses 1 step" in next(line for line in t.lines() if line.startswith("A modified"))


@case("8.2-B-4")
def test_who_is_not_there_is_told_so_and_not_that_it_stands_on_no_railway(table: Any) -> None:
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, box={"B7-114": "ALOSS"})
    t.finish("end-replacements")
    assert t.reasons("B7-114") == ["114th Indian Brigade is neither on the map nor in the Off-Map Box."]

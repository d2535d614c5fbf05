"""5.1-A, C, D: movement in the Assault Phase."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.nemesis.bunkers import bunker_bar, may_dig
from grognard.games.nemesis.facts import DRY, FOOT, LIGHT, LIMITED_MOVE, MOTOR, NORMAL
from grognard.games.nemesis.movement import Move, can_step, entry_bar, may_move, move_bar, open_steps, points, step_bar
from grognard.kernel.bits import bitset, members
from grognard.lab.benchmarks import random_game

case = pytest.mark.case


def left(t: Any) -> int:
    """Half points that are still to be spent."""
    return int(t.asked.about[2])


@case("5.0-a", "5.1-A-a")
def test_movement_comes_first_and_is_voluntary_then_assaults(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J33-214": "0419", "B17-48": "0418"})
    assert t.asked.prompt == "movement"
    assert not t.options("attack")
    t.do("end-movement")
    assert t.asked.prompt == "assaults"
    assert not t.options("move")


@case("5.1-A-b")
def test_movement_points_are_spent_hex_by_hex(table: Any) -> None:
    t = table(phase="allied-assault", units={"B17-48": "0510", "J31-58": "0710"})
    t.do("move", "B17-48").do("to", "0410")
    assert t.where("B17-48") == "0410"
    assert not t.offers("to", "0310")
    assert "5.1-A-b" in t.why("B17-48", "0310")


@case("5.1-A-c", "R3")
@pytest.mark.parametrize(("hex_", "cost"), [("0512", 2), ("0813", 4), ("0610", 6)])
def test_terrain_costs(table: Any, hex_: str, cost: int) -> None:
    g = table().game
    goal = g.space_index[hex_]
    rows = g.step_cost[FOOT][LIMITED_MOVE][DRY]
    assert {row[goal] for a, row in enumerate(rows) if goal in row and (a, goal) not in g.major} == {cost}


@case("5.1-A-d")
def test_a_major_river_costs_more(table: Any) -> None:
    g = table().game
    a, b = g.space_index["1012"], g.space_index["1112"]
    assert (a, b) in g.major
    assert g.step_cost[LIGHT][NORMAL][DRY][a][b] == g.costs["jungle"] + g.costs["major_river"]


@case("5.1-A-e", "R30")
def test_along_a_link_its_rate_counts_and_the_river_costs_nothing(table: Any) -> None:
    g = table().game
    a, b = g.space_index["3411"], g.space_index["3511"]
    assert (a, b) in g.major
    assert g.step_cost[FOOT][NORMAL][DRY][a][b] == g.costs["road"] == 1
    assert points(1) == "½"
    assert points(5) == "2½"


@case("5.1-A-f")
def test_nobody_crosses_a_lake(table: Any) -> None:
    t = table(phase="allied-assault", units={"B17-48": "0412"})
    t.do("move", "B17-48")
    assert not t.offers("to", "0512")
    bar = entry_bar(t.state, t.unit("B17-48"), t.space("0412"), t.space("0512"))
    assert bar is not None
    assert bar.cases == ("5.1-A-f",)


@case("5.1-A-g", "R31")
def test_one_hex_is_always_allowed(table: Any) -> None:
    t = table(turn=8, phase="allied-assault", units={"B17-48": "0413"})
    t.do("move", "B17-48")
    assert t.offers("to", "0414")
    t.do("to", "0414")
    assert t.where("B17-48") == "0414"
    assert t.asked.prompt == "movement"


@case("5.1-A-g")
def test_the_one_hex_ends_the_move(table: Any) -> None:
    t = table(turn=8, phase="japanese-assault", units={"J31-58": "0910", "JM-31": "0910"})
    t.do("move", "J31-58").do("to", "0809")
    assert t.asked.prompt == "movement"
    assert not t.offers("move", "J31-58")


@case("5.1-A-h")
def test_motorized_units_keep_to_links(table: Any) -> None:
    t = table(phase="allied-assault", units={"BT-3C": "0511"})
    t.do("move", "BT-3C")
    assert t.goals("to") == {"0510", "0611", "0411", "0610"}
    assert t.why("BT-3C", "0512") == ["5.1-A-h"]


@case("R28")
def test_a_mountain_may_be_entered_along_a_path(table: Any) -> None:
    g = table().game
    a, b = g.space_index["1006"], g.space_index["1107"]
    assert g.mountains >> b & 1
    assert g.step_cost[FOOT][NORMAL][DRY][a][b] == g.costs["path"]
    assert g.step_cost[FOOT][LIMITED_MOVE][DRY][a][b] == g.costs["mountain"]
    off = [n for n in g.neighbours[b] if n not in g.step_cost[FOOT][NORMAL][DRY][b] or not g.link_near[b] >> n & 1]
    assert all(b not in g.step_cost[FOOT][NORMAL][DRY][n] for n in off)


@case("5.1-C-a", "5.1-C-b", "R25")
def test_quality_3_doubles_its_movement_in_any_terrain(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1405"})
    t.do("move", "J31-58")
    assert left(t) == 20
    t.do("to", "1406").do("to", "1306")
    assert left(t) == 20 - 4 - 6
    t.do("to", "1305")
    assert t.where("J31-58") == "1305"


@case("5.1-C-a", "2.1-b")
def test_who_starts_in_an_enemy_zone_moves_its_value_only(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0910", "B50P": "0809"})
    t.do("move", "J31-58")
    assert left(t) == 10
    t = table(phase="japanese-assault", units={"J31-58": "1009", "B50P": "0809"})
    t.do("move", "J31-58")
    assert left(t) == 20


@case("5.1-C-a", "R106")
def test_a_step_into_an_enemy_zone_ends_the_operational_move(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1010", "B50P": "0809"})
    t.do("move", "J31-58")
    assert left(t) == 20
    t.do("to", "0910")
    assert left(t) == 10 - 2


@case("5.1-C-a", "R106")
def test_beyond_its_value_it_may_not_enter_an_enemy_zone(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111", "B50P": "1808"})
    t.do("move", "J31-58")
    for hex_ in ("1210", "1310", "1409", "1510", "1609"):
        t.do("to", hex_)
    assert left(t) == 10
    assert t.offers("to", "1608")
    assert not t.offers("to", "1709")
    assert "5.1-C-a" in t.why("J31-58", "1709")


@case("5.1-C-a")
def test_an_enemy_objective_or_transporter_is_not_entered_operationally(table: Any) -> None:
    units = {"J31-58": "0705", "BM-3": "0805"}
    t = table(phase="japanese-assault", units=units)
    t.do("move", "J31-58")
    assert left(t) == 20
    t.do("to", "0605").do("to", "0606")
    assert left(t) == 10 - 2 - 1
    t = table(phase="japanese-assault", units=units)
    t.do("move", "J31-58").do("to", "0805").finish("stop")
    assert t.where("J31-58") == "0805"


@case("R25", "R112")
def test_in_the_start_hex_only_a_zone_matters(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0606"}, ambushes=["0606"])
    t.do("move", "J31-58")
    assert left(t) == 20


@case("5.1-C-c")
def test_quality_2_doubles_along_roads_and_tracks_only(table: Any) -> None:
    t = table(phase="allied-assault", units={"B23-37": "0511"})
    t.do("move", "B23-37").do("to", "0510")
    assert left(t) == 16 - 1
    t.do("to", "0410")
    assert t.asked.prompt == "movement"
    assert not t.offers("move", "B23-37")
    t = table(phase="allied-assault", units={"B20-80": "0914"})
    t.do("move", "B20-80").do("to", "1014")
    assert left(t) == 8 - 4


@case("5.1-C-d")
def test_quality_1_never_moves_operationally(table: Any) -> None:
    t = table(phase="allied-assault", units={"Y87-259": "3609"}, yunnan_active=1)
    t.do("move", "Y87-259")
    assert left(t) == 8


@case("R26", "5.1-D-a", "7.1-B-f")
@pytest.mark.parametrize("level", ["limited", "out"])
def test_who_is_not_in_full_supply_pays_for_the_terrain(table: Any, level: str) -> None:
    t = table(phase="allied-assault", units={"B23-37": "0511"}, level={"B23-37": level})
    t.do("move", "B23-37")
    assert left(t) == 8
    t.do("to", "0510")
    assert left(t) == 8 - 2
    t = table(phase="allied-assault", units={"Y87-259": "3511"}, level={"Y87-259": level}, yunnan_active=1)
    g = t.game
    a, b = t.space("3511"), t.space("3411")
    assert g.step_cost[FOOT][LIMITED_MOVE][DRY][a][b] == g.costs["hill"] + g.costs["major_river"]


@case("5.1-D-b")
def test_limited_motorized_units_follow_links_at_the_terrains_cost(table: Any) -> None:
    t = table(phase="allied-assault", units={"BT-3C": "0606"}, level={"BT-3C": "limited"})
    t.do("move", "BT-3C")
    assert t.goals("to") == {"0605", "0607", "0706"}
    t.do("to", "0607")
    assert left(t) == 16 - 6


@case("5.1-D-c", "R20")
def test_from_game_turn_8_on_all_movement_is_limited(table: Any) -> None:
    t = table(turn=8, phase="allied-assault", units={"B23-37": "0511", "BT-3C": "0511"})
    t.do("move", "B23-37").do("to", "0510")
    assert left(t) == 8 - 4
    t = table(turn=7, phase="allied-assault", units={"B23-37": "0511"})
    t.do("move", "B23-37").do("to", "0510")
    assert left(t) == 16 - 1


@case("R27")
def test_transporters_move_their_value_without_regard_to_zones(table: Any) -> None:
    t = table(phase="japanese-assault", units={"JM-31": "0910", "B50P": "0809", "BM-3": "1010"})
    t.do("move", "JM-31")
    assert left(t) == 10
    assert not t.offers("to", "0809")
    assert not t.offers("to", "1010")
    assert "R27" in t.why("JM-31", "1010")
    t = table(phase="japanese-attack", units={"JM-31": "0910", "B50P": "0809"})
    t.do("move", "JM-31")
    assert left(t) == 2


@case("R27", "R113")
def test_trucks_follow_motorized_rules(table: Any) -> None:
    g = table().game
    assert g.way[g.unit_index["BTRK"]] == MOTOR


@case("R31")
def test_the_one_hex_may_be_an_ambush(table: Any) -> None:
    t = table(turn=8, phase="allied-assault", units={"B17-48": "0413"}, ambushes=["0414"])
    t.do("move", "B17-48")
    assert t.offers("to", "0414")


@case("5.1-A-b", "5.1-C-a", "6.1-A-a")
def test_the_steps_on_offer_are_those_that_no_bar_forbids(table: Any) -> None:
    seen = []

    def look(s: Any) -> None:
        move = s.agenda[-1] if s.agenda else None
        if isinstance(move, Move):
            near = s.game.neighbours[s.where[move.unit]]
            assert open_steps(s, move) == bitset(goal for goal in near if step_bar(s, move, goal) is None)
            seen.append((move.fire, move.operational))

    random_game(table().game, 1, look)
    assert {(0, 0), (0, 1), (1, 0)} <= set(seen)


@case("5.1-A-g", "6.1-A-b", "R31")
@pytest.mark.parametrize("turn", [1, 5, 9])
def test_in_a_crowd_those_may_move_whom_no_bar_forbids(table: Any, turn: int) -> None:
    stuck: set[tuple[int, bool]] = set()
    for seed in range(12):
        t, rng = table(turn=turn), random.Random(seed)
        g = t.game
        area = members(g.around(1 << rng.randrange(g.hexes), 2))
        holder = {hex_: rng.randrange(2) for hex_ in area}
        alike = [rng.sample(members(g.of_side[side] & ~g.air & ~g.battalions), 24) for side in (0, 1)]
        t.edit(
            units={g.unit_ids[alike[side].pop()]: g.space_ids[hex_] for hex_, side in holder.items()},
            bunkers={g.space_ids[hex_]: ("British", "Japanese")[side] for hex_, side in list(holder.items())[:4]},
            ambushes=[g.space_ids[hex_] for hex_ in rng.sample(area, min(3, len(area)))],
            yunnan_active=seed % 2,
        )
        s = t.state
        for side in (0, 1):
            for fire in (False, True):
                may = {u for u in members(g.of_side[side]) if move_bar(s, side, u, fire) is None}
                assert may_move(s, side, fire) == bitset(may)
                on_map = members(g.of_side[side] & s.on_map)
                stuck |= {(g.way[u], fire) for u in on_map if not can_step(s, u, fire)}
            dig = {u for u in members(g.of_side[side]) if bunker_bar(s, u) is None}
            assert may_dig(s, side) == bitset(dig)
    assert stuck >= {(way, fire) for way in (LIGHT, FOOT, MOTOR) for fire in (False, True)}

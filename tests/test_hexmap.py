"""Hex maps as data: what loading refuses, what checking finds, and that the four maps hold together."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from grognard.atlas import drawn_maps, report
from grognard.kernel.bits import bitset, members
from grognard.kernel.datafile import DataError
from grognard.kernel.graph import Graph
from grognard.kernel.map_search import _flood_by_space, flood, reach
from grognard.maps.hexmap import HexMap, check_hexmap, load_hexmap, residuals

GAMES = [game for game in drawn_maps.HEX_GAMES if drawn_maps.has_map(game)]

SMALL = """\
title = "Testland"
[grid]
tops = "flat"
columns = [1, 4]
rows = [1, 3]
pushed = "even"
numbering = "CCRR"
[projection]
origin = [0.0, 0.0]
km_per_degree = [100.0, 100.0]
across = [0.8660254, 0.05, 0.0]
down = [1.0, 0.0, -0.05]
[terrain]
letters = { c = "clear", M = "mountain", "~" = "sea" }
sea = ["sea"]
grid = \"\"\"
01 |ccM~|
02 |cMc~|
03 |cc~ |
\"\"\"
[[hexside]]
name = "Long River"
kind = "river"
sides = "0101-0201 0102-0201 0102-0202"
evidence = "reconstructed"
[[network]]
name = "Main line"
kind = "rail"
hexes = "0101 0102 0202 0302"
evidence = "reconstructed"
[[place]]
name = "Capital"
hex = "0102"
lon = 0.0
lat = -0.2
kinds = ["city"]
evidence = "cited"
[[place]]
name = "Haven"
hex = "0302"
kinds = ["city", "port"]
evidence = "reconstructed"
"""


def small(*changes: tuple[str, str]) -> HexMap:
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return load_hexmap("map.toml", text)


def refusal(old: str, new: str) -> str:
    with pytest.raises(DataError) as caught:
        small((old, new))
    return str(caught.value)


def line_of(words: str) -> int:
    return next(n for n, line in enumerate(SMALL.splitlines(), 1) if words in line)


# --- what loading refuses: file, line and what would be right


def test_a_sound_map_loads() -> None:
    m = small()
    assert len(m.graph) == 11
    assert m.land.bit_count() == 8
    assert m.has_edge("river", m.hex("0102"), m.hex("0201"))
    assert m.has_link("rail", m.hex("0202"), m.hex("0302"))
    assert check_hexmap(m) == []


def test_a_hex_off_the_grid_is_named_with_its_line() -> None:
    said = refusal('hex = "0102"', 'hex = "0909"')
    at = line_of('hex = "0102"')
    assert said == f"map.toml, line {at}, hex: there is no hex 0909 on the map"


def test_a_hex_that_is_missing_from_the_grid_is_off_it() -> None:
    assert "there is no hex 0403 on the map" in refusal('hex = "0102"', 'hex = "0403"')


def test_an_unknown_terrain_letter_is_named_with_what_is_allowed() -> None:
    said = refusal("02 |cMc~|", "02 |cXc~|")
    assert said.startswith(f"map.toml, line {line_of('02 |cMc~|')}, grid: 'X' is not a terrain letter: 'c', 'M', '~'")


def test_a_row_too_short_is_named() -> None:
    assert f"line {line_of('02 |cMc~|')}, grid: 3 letters where 4 are needed" in refusal("02 |cMc~|", "02 |cMc|")


def test_a_row_out_of_order_is_named() -> None:
    assert "row '05' where 02 should stand" in refusal("02 |cMc~|", "05 |cMc~|")


def test_a_river_between_hexes_that_do_not_touch_is_refused() -> None:
    said = refusal("0102-0202", "0101-0303")
    assert said == f"map.toml, line {line_of('0102-0202')}, sides: 0101 and 0303 do not touch"


def test_a_side_that_is_not_two_hexes_is_refused() -> None:
    assert "'0102' is not two hexes of the map joined by a dash" in refusal("0102-0202", "0102")


def test_a_network_with_a_gap_is_refused() -> None:
    said = refusal('hexes = "0101 0102 0202', 'hexes = "0101 0103 0202')
    assert said.endswith("hexes: 0101 and 0103 do not touch")


def test_a_duplicate_place_is_refused() -> None:
    text = SMALL + '[[place]]\nname = "Capital"\nhex = "0102"\nevidence = "cited"\n'
    with pytest.raises(DataError) as caught:
        load_hexmap("map.toml", text)
    at = len(SMALL.splitlines()) + 2
    assert str(caught.value) == f"map.toml, line {at}, name: Capital stands twice in 0102"


def test_unknown_evidence_is_refused() -> None:
    assert "does not begin with one of cited, derived" in refusal('evidence = "cited"', 'evidence = "guessed"')


# --- what checking finds


def test_a_river_in_two_pieces_is_found() -> None:
    m = small(("0101-0201 0102-0201 0102-0202", "0101-0201 0202-0203"))
    assert check_hexmap(m) == ["Long River is in 2 pieces"]


def test_a_railway_through_the_sea_is_found() -> None:
    m = small(("0101 0102 0202 0302", "0101 0102 0202 0302 0402"))
    assert check_hexmap(m) == ["Main line runs through sea hex 0402"]


def test_a_port_away_from_the_coast_is_found() -> None:
    m = small(('hex = "0302"', 'hex = "0101"'))
    assert check_hexmap(m) == ["port Haven in 0101 is not on the coast"]


def test_residuals_say_how_far_a_place_is_from_where_the_projection_puts_it() -> None:
    (row,) = residuals(small())
    assert (row.place, row.given, row.predicted) == ("Capital", "0102", "0102")
    assert row.error == pytest.approx(0.0, abs=1e-6)


# --- the four maps


@pytest.mark.parametrize("game", GAMES)
def test_what_lies_across_and_along_is_the_same_hex_by_hex(game: str) -> None:
    m = drawn_maps.hex_map(game)
    for whole, one, kinds in ((m.across, m.has_edge, m.edges), (m.along, m.has_link, m.links)):
        for kind in kinds:
            near = [bitset(b for b in row if one(kind, a, b)) for a, row in enumerate(m.graph.neighbours)]
            assert list(whole(kind)) == near
            assert any(near)
    sea = set(members(m.graph.every & ~m.land))
    assert members(m.coast) == [h for h in members(m.land) if sea & set(m.graph.neighbours[h])]


@pytest.mark.parametrize("game", GAMES)
def test_no_constraint_of_a_shipped_map_is_broken(game: str) -> None:
    assert report.faults(game) == []


def test_the_area_map_goes_through_the_same_check() -> None:
    assert report.faults("iwojima") == []
    assert any(line.startswith("Suribachi") or "SUR" in line for line in report.lines("iwojima"))


@pytest.mark.parametrize("game", GAMES)
def test_hexsides_and_links_are_the_same_from_both_hexes(game: str) -> None:
    m = drawn_maps.hex_map(game)
    for bits in (*m.edges.values(), *m.links.values()):
        for h, row in enumerate(bits):
            for d in range(6):
                if row >> d & 1:
                    other = m.sides[h][d]
                    assert other >= 0
                    assert bits[other] >> (d + 3) % 6 & 1


@pytest.mark.parametrize("game", GAMES)
def test_neighbours_are_mutual_and_one_apart(game: str) -> None:
    m = drawn_maps.hex_map(game)
    for h in range(len(m.graph)):
        for d, other in enumerate(m.sides[h]):
            if other >= 0:
                assert m.sides[other][(d + 3) % 6] == h
                assert m.distance(h, other) == 1
                (ax, ay), (bx, by) = m.centre(h), m.centre(other)
                assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1.0)


@pytest.mark.parametrize("game", GAMES)
def test_networks_run_from_hex_to_hex(game: str) -> None:
    m = drawn_maps.hex_map(game)
    for line in m.lines:
        assert all(m.has_link(line.kind, a, b) for a, b in pairwise(line.hexes))


@pytest.mark.parametrize("game", GAMES)
def test_distance_is_the_number_of_steps(game: str) -> None:
    m = drawn_maps.hex_map(game)
    start = m.places[0].hex
    steps = reach(m.graph, start, 12, lambda here, there: 1)
    if not m.grid.missing:
        assert all(m.distance(start, h) == count for h, count in steps.items())
    else:
        assert all(m.distance(start, h) <= count for h, count in steps.items())


@pytest.mark.parametrize("game", GAMES)
def test_flood_by_shifts_finds_what_a_walk_finds(game: str) -> None:
    graph = drawn_maps.hex_map(game).graph
    assert graph.shifts
    dice = random.Random(7)
    for share in (0.0, 0.2, 0.4, 0.6):
        blocked = bitset(h for h in range(len(graph)) if dice.random() < share)
        sources = bitset(dice.sample(range(len(graph)), 3))
        walked = _flood_by_space(graph, sources & ~blocked, graph.every & ~blocked)
        assert flood(graph, sources, blocked) == walked


@pytest.mark.parametrize("game", GAMES)
def test_what_is_next_to_a_set_is_next_to_one_of_it(game: str) -> None:
    graph = drawn_maps.hex_map(game).graph
    dice = random.Random(11)
    for count in (0, 1, 5, 60, len(graph)):
        spaces = dice.sample(range(len(graph)), count)
        beside = {other for space in spaces for other in graph.neighbours[space]}
        assert graph.next_to(bitset(spaces)) == bitset(beside)
    walked = Graph(("a", "b", "c"), ((1,), (0, 2), (1,)))
    assert not walked.shifts
    assert walked.next_to(0b001) == 0b010
    assert walked.next_to(0b101) == 0b010


@pytest.mark.parametrize("game", GAMES)
def test_where_ways_lead_in_one_direction_only_a_set_grows_in_that_direction(game: str) -> None:
    whole = drawn_maps.hex_map(game).graph
    dice = random.Random(13)
    graph = Graph(whole.ids, tuple(tuple(h for h in row if dice.random() < 0.6) for row in whole.neighbours))
    assert graph.shifts
    for count in (1, 5, 60):
        spaces = dice.sample(range(len(graph)), count)
        beside = {other for space in spaces for other in graph.neighbours[space]}
        assert graph.next_to(bitset(spaces)) == bitset(beside)


@pytest.mark.parametrize("game", GAMES)
def test_reach_costs_what_the_cheapest_way_costs(game: str) -> None:
    m = drawn_maps.hex_map(game)
    dice = random.Random(11)
    price = [dice.randrange(0, 4) for _ in range(len(m.graph))]
    start, budget = m.places[0].hex, 7
    found = reach(m.graph, start, budget, lambda here, there: price[there] or None)
    best = {start: 0}
    for _ in range(budget + 1):
        for h, spent in list(best.items()):
            for there in members(m.graph.near[h]):
                if price[there] and spent + price[there] <= min(budget, best.get(there, budget)):
                    best[there] = spent + price[there]
    assert found == best


@pytest.mark.parametrize(
    ("game", "hexes", "land"),
    [("ichigo", 822, 644), ("whitesun", 1212, 1026), ("formosa", 532, 203), ("nemesis", 836, 836)],
)
def test_the_maps_have_the_hexes_they_should(game: str, hexes: int, land: int) -> None:
    m = drawn_maps.hex_map(game)
    assert (len(m.graph), m.land.bit_count()) == (hexes, land)

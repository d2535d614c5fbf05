"""The map of Nemesis, held against every fact of it that the rules state or that was settled from them."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable
from importlib import resources
from itertools import combinations, pairwise

import pytest

from grognard.atlas.geometry import rects_overlap
from grognard.kernel.bits import bitset, members
from grognard.maps.hexmap import HexMap, Line, Place, check_hexmap, load_hexmap, residuals

TOWNS = "0404 0601 0606 0511 0619 1516 1520 1814 1914 2308 2607 2514 3312 3209 2821 3609"

ALLIED_OBJECTIVES = {
    "Imphal": ("0511", 6), "Dimapur": ("0404", 5), "Golaghat": ("0601", 4), "Kohima": ("0606", 4),
    "Baoshan": ("3609", 4), "Tiddim": ("0418", 3), "Palel": ("0612", 2), "Ukhrul": ("0809", 2), "Tamu": ("0714", 2),
    "Maingkwang": ("2102", 2), "Shihtien": ("3611", 2),
}  # fmt: skip
JAPANESE_OBJECTIVES = {
    "Myitkyina": ("2607", 6), "Lashio": ("2821", 4), "Kalewa": ("0720", 3), "Kanbalu": ("1520", 3),
    "Indaw": ("1814", 3), "Mogaung": ("2308", 3), "Bhamo": ("2514", 3), "Lungling": ("3312", 3),
    "Tengchung": ("3209", 3), "Homalin": ("1111", 2), "Kalemyo": ("0619", 2), "Wuntho": ("1516", 2),
    "Katha": ("1914", 2), "Mangshih": ("3313", 2), "Pinlebu": ("1414", 1),
}  # fmt: skip
ALLIED_DEPOTS = {
    "Dimapur": ("0404", "British", 5), "Imphal": ("0511", "British", 5), "Golaghat": ("0601", "British", 3),
    "Kohima": ("0606", "British", 3), "Palel": ("0612", "British", 3), "Tamu": ("0714", "British", 3),
    "Tiddim": ("0418", "British", 3), "Maingkwang": ("2102", "US", 5), "Baoshan": ("3609", "Chinese", 5),
    "Shihtien": ("3611", "Chinese", 4),
}  # fmt: skip
JAPANESE_DEPOTS = {
    "Homalin": ("1111", 5, "dark"), "Kalewa": ("0720", 5, "dark"), "Paungbyin": ("1114", 3, "dark"),
    "Katha": ("1914", 4, "dark"), "Bhamo": ("2514", 4, "dark"), "Myitkyina": ("2607", 4, "dark"),
    "Kalemyo": ("0619", 3, "light"), "Pinlebu": ("1414", 3, "light"), "Mogaung": ("2308", 3, "light"),
    "Kamaing": ("2107", 3, "light"), "Wuntho": ("1516", 3, ""), "Indaw": ("1814", 4, ""), "Kanbalu": ("1520", 4, ""),
    "Lungling": ("3312", 4, ""), "Tengchung": ("3209", 3, ""), "Lashio": ("2821", 4, ""),
}  # fmt: skip

NETWORKS = {
    "R1": "0106-0601 8", "R2": "1522-2607 22", "R2b": "1814-1914 2", "R3": "2821-2722 2", "D1": "0106-0601 8",
    "D2": "0404-0511 9", "D3": "0511-0714 5", "D4": "0511-0413 4", "D5": "2001-2102 2", "D6": "2107-2308 3",
    "D7": "2607-2514 8", "D8": "2514-2915 6", "D9": "2722-3807 22", "D10": "1422-0619 9", "D11": "1722-2120 6",
    "D12": "1522-2607 22", "D13": "1814-1914 2", "T1": "0413-0619 9", "T2": "0619-0714 8", "T3": "0714-0914 3",
    "T4": "0511-0809 4", "T5": "0411-0111 4", "T6": "0606-0906 4", "T7": "2102-2107 6", "T8": "2601-2607 7",
    "T9": "1814-1111 9", "T10": "1516-1114 6", "T11": "1914-2514 7", "T12": "3209-3312 4", "T13": "2514-3209 9",
    "T14": "2919-3319 5", "T15": "3609-3811 5", "T16": "2120-2821 8", "T17": "1111-1114 4", "P1": "0606-0901 8",
    "P2": "0704-0601 4", "P3": "0809-0906 5", "P4": "0809-0608 3", "P5": "0807-0607 3", "P6": "0906-1308 5",
    "P7": "0906-1111 7", "P8": "0809-1111 4", "P9": "0710-1112 5", "P10": "0911-0913 3", "P11": "0714-0913 4",
    "P13": "1114-0914 3", "P14": "0913-1113 3", "P15": "0720-0914 8", "P16": "0817-0617 3", "P17": "0817-1414 7",
    "P18": "0509-0411 5", "P19": "0413-0612 4", "P20": "0418-0118 4", "P21": "1111-2102 16", "P22": "1111-2107 12",
    "P23": "1808-1713 6", "P24": "2006-2105 3", "P25": "2106-2607 6", "P26": "2103-2604 7", "P27": "2607-3209 8",
    "P28": "2607-3609 15", "P29": "3209-3609 10", "P30": "3208-3609 5", "P31": "3209-3609 5", "P32": "3313-3611 5",
    "P33": "3319-3611 10", "P34": "1911-2511 7", "P35": "1913-2214 4", "P36": "1914-1722 10", "P37": "1516-1816 4",
    "P38": "1520-1720 3", "P39": "2716-1818 10", "P40": "2120-2214 7", "P41": "2514-3114 7", "P42": "1808-2009 5",
    "P43": "2009-2311 4",
}  # fmt: skip
"""First and last hex, and how many hexes."""

RIVERS = {
    "Chindwin": 47, "Irrawaddy": 60, "N'mai": 15, "Salween": 51, "Manipur River": 23, "Myittha": 7, "Tanai": 16,
    "Uyu": 19, "Mogaung River": 11, "Taping": 13, "Shweli": 29, "Mu": 18, "Dhansiri": 11,
}  # fmt: skip

LETTERS = {
    "J": "A1111 B1308 C1112 D0617 E0618 F0518 G0419 H0720 J2104 K2107 L2607 M2308 N1814 O1516 P2514 Q3209 R3312 S3411 "
    "T3413",
    "W": "A0418 B0318 C0714 D0815 E0914 F0612 G0511 H0809 J0906 K0606 L0404 M0601 N1712 O2211 P2015 Q2610 R2102 S2203 "
    "T2303",
    "R": "A2102 B2103 C2202 D3609 E3510 F3611 G3511 H3508 J3506 K3507 L3608 M3512 N3513",
}

COSTS = {"clear": 1.0, "jungle": 2.0, "hill": 3.0, "mountain": 4.0}
LINKS = (("road", 0.5), ("track", 1.0), ("path", 1.0))
RIVER = 2.0


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.nemesis").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def names(m: HexMap, hexes: int) -> set[str]:
    return {m.graph.ids[h] for h in members(hexes)}


def place(m: HexMap, name: str) -> Place:
    return next(p for p in m.places if p.name == name)


def places(m: HexMap, kind: str) -> dict[str, Place]:
    return {p.name: p for p in m.places if kind in p.kinds}


def line(m: HexMap, name: str) -> Line:
    return next(line for line in m.lines if line.id == name)


def hexes_of(m: HexMap, line: Line) -> list[str]:
    return [m.graph.ids[h] for h in line.hexes]


def edge_hexes(m: HexMap) -> int:
    return bitset(h for h, sides in enumerate(m.sides) if -1 in sides)


def traced(m: HexMap, sources: int, shut: Iterable[str] = ()) -> set[str]:
    """Every hex that a trace along roads and tracks reaches from the sources without entering the shut hexes."""
    closed = {m.hex(name) for name in shut}
    reached = set(members(sources)) - closed
    frontier = list(reached)
    while frontier:
        h = frontier.pop()
        for n in m.graph.neighbours[h]:
            if n not in reached | closed and (m.has_link("road", h, n) or m.has_link("track", h, n)):
                reached.add(n)
                frontier.append(n)
    return {m.graph.ids[h] for h in reached}


def trace_cost(m: HexMap, start: str, end: str, shut: Iterable[str] = ()) -> float:
    """Movement points of the cheapest light trace in dry weather."""
    closed = {m.hex(name) for name in shut}
    best = {m.hex(start): 0.0}
    queue = [(0.0, m.hex(start))]
    while queue:
        spent, h = heapq.heappop(queue)
        if h == m.hex(end):
            return spent
        for n in m.graph.neighbours[h]:
            if n in closed or m.has_edge("lake", h, n):
                continue
            linked = [cost for kind, cost in LINKS if m.has_link(kind, h, n)]
            over = COSTS[m.terrain[n]] + RIVER * m.has_edge("major river", h, n)
            total = spent + min([*linked, over])
            if total < best.get(n, 99.0):
                best[n] = total
                heapq.heappush(queue, (total, n))
    raise AssertionError(f"{end} cannot be reached")


def corners(m: HexMap, name: str) -> set[frozenset[int]]:
    """The corners that a river touches, each as the three hexes round it."""
    out = set()
    for water in m.waters:
        if water.name == name:
            for a, b in water.sides:
                out |= {frozenset({a, b, c}) for c in members(m.graph.near[a] & m.graph.near[b])}
    return out


def test_the_map_breaks_no_constraint(m: HexMap) -> None:
    assert check_hexmap(m) == []


# --- geometry and terrain


def test_there_are_836_hexes_in_38_columns_of_22(m: HexMap) -> None:
    assert len(m.graph) == 836
    assert set(m.graph.ids) == {f"{c:02d}{r:02d}" for c in range(1, 39) for r in range(1, 23)}


def test_the_terrain_adds_up_and_there_is_no_sea(m: HexMap) -> None:
    assert Counter(m.terrain) == {"clear": 75, "jungle": 237, "hill": 358, "mountain": 166}
    assert m.land.bit_count() == 836


def test_even_columns_stand_half_a_hex_lower(m: HexMap) -> None:
    assert {m.graph.ids[h] for h in m.graph.neighbours[m.hex("0511")]} == {
        "0510", "0610", "0611", "0512", "0411", "0410",
    }  # fmt: skip
    assert {m.graph.ids[h] for h in m.graph.neighbours[m.hex("0606")]} == {
        "0605", "0706", "0707", "0607", "0507", "0506",
    }  # fmt: skip


def test_every_inner_hex_touches_six_others(m: HexMap) -> None:
    inner = ~edge_hexes(m) & (1 << len(m.graph)) - 1
    assert {len(m.graph.neighbours[h]) for h in members(inner)} == {6}


def test_the_edge_is_the_first_and_last_columns_and_rows(m: HexMap) -> None:
    assert names(m, edge_hexes(m)) == {
        name for name in m.graph.ids if name[:2] in ("01", "38") or name[2:] in ("01", "22")
    }


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("Imphal", "Kohima", 5),
        ("Kohima", "Dimapur", 3),
        ("Imphal", "Tiddim", 8),
        ("Homalin", "Ukhrul", 3),
        ("Homalin", "Kohima", 7),
        ("Maingkwang", "Kamaing", 5),
        ("Kamaing", "Myitkyina", 5),
        ("Lungling", "Baoshan", 4),
        ("Tengchung", "Baoshan", 4),
        ("Indaw", "Homalin", 7),
    ],
)
def test_places_are_as_far_apart_as_they_should_be(m: HexMap, a: str, b: str, hexes: int) -> None:
    assert m.distance(place(m, a).hex, place(m, b).hex) == hexes


def test_sixteen_hexes_are_towns_and_each_has_its_name(m: HexMap) -> None:
    assert names(m, m.features["town"]) == set(TOWNS.split())
    assert sorted(m.graph.ids[p.hex] for p in places(m, "town").values()) == sorted(TOWNS.split())


def test_maingkwang_is_a_village(m: HexMap) -> None:
    assert "village" in place(m, "Maingkwang").kinds


def test_no_road_track_or_railway_hex_is_mountain(m: HexMap) -> None:
    high = [
        (line.id, m.graph.ids[h])
        for line in m.lines
        if line.kind != "path"
        for h in line.hexes
        if m.terrain[h] == "mountain"
    ]
    assert high == []


def test_paths_do_cross_mountain(m: HexMap) -> None:
    assert any(m.terrain[h] == "mountain" for line in m.lines if line.kind == "path" for h in line.hexes)


def test_the_imphal_plain_is_clear_hexes_round_the_lake(m: HexMap) -> None:
    assert {m.terrain[m.hex(name)] for name in ("0411", "0412", "0510", "0511", "0512")} == {"clear"}


def test_hexes_of_the_worked_examples_have_their_terrain(m: HexMap) -> None:
    assert m.terrain[m.hex("3411")] == m.terrain[m.hex("0311")] == "hill"
    assert m.has_edge("major river", m.hex("3511"), m.hex("3411"))
    touching = {kind for kind in m.links if m.links[kind][m.hex("0311")]}
    assert touching == {"path"}


# --- rivers and lakes


@pytest.mark.parametrize("name", RIVERS)
def test_each_river_has_its_number_of_sides_none_of_them_twice(m: HexMap, name: str) -> None:
    (river,) = [water for water in m.waters if water.name == name]
    assert len({frozenset(side) for side in river.sides}) == len(river.sides) == RIVERS[name]


def test_four_rivers_are_major_and_nine_are_minor(m: HexMap) -> None:
    kinds = {water.name: water.kind for water in m.waters}
    assert {name for name, kind in kinds.items() if kind == "major river"} == {
        "Chindwin",
        "Irrawaddy",
        "N'mai",
        "Salween",
    }
    assert Counter(kinds.values()) == {"major river": 4, "minor river": 9, "lake": 2}


def test_every_river_runs_on_from_side_to_side_as_it_is_written(m: HexMap) -> None:
    for water in m.waters:
        for one, other in pairwise(water.sides):
            hexes = {*one, *other}
            assert len(hexes) == 3, water.name
            assert all(b in m.graph.neighbours[a] for a, b in combinations(hexes, 2)), water.name


@pytest.mark.parametrize(
    ("tributary", "river"),
    [
        ("N'mai", "Irrawaddy"),
        ("Manipur River", "Myittha"),
        ("Myittha", "Chindwin"),
        ("Tanai", "Chindwin"),
        ("Uyu", "Chindwin"),
        ("Mogaung River", "Irrawaddy"),
        ("Taping", "Irrawaddy"),
        ("Shweli", "Irrawaddy"),
        ("Manipur River", "Loktak Lake"),
    ],
)
def test_tributaries_meet_their_rivers(m: HexMap, tributary: str, river: str) -> None:
    assert corners(m, tributary) & corners(m, river)


@pytest.mark.parametrize("river", ["Chindwin", "Irrawaddy", "N'mai", "Salween", "Mu", "Dhansiri"])
def test_the_other_rivers_leave_the_map(m: HexMap, river: str) -> None:
    (water,) = [water for water in m.waters if water.name == river]
    assert any(edge_hexes(m) >> a & edge_hexes(m) >> b & 1 for a, b in (water.sides[0], water.sides[-1]))


def test_there_are_two_lakes_of_two_sides_each(m: HexMap) -> None:
    lakes = {
        water.name: {"/".join(m.graph.ids[h] for h in side) for side in water.sides}
        for water in m.waters
        if water.kind == "lake"
    }
    assert lakes == {
        "Loktak Lake": {"0411/0512", "0412/0512"},
        "Indawgyi Lake": {"1909/2008", "1909/2009"},
    }


def test_nothing_runs_across_a_lake(m: HexMap) -> None:
    for line in m.lines:
        assert not any(m.has_edge("lake", a, b) for a, b in pairwise(line.hexes)), line.id


# --- networks


def test_the_networks_have_these_ids_ends_and_lengths(m: HexMap) -> None:
    found = {
        line.id: f"{m.graph.ids[line.hexes[0]]}-{m.graph.ids[line.hexes[-1]]} {len(line.hexes)}" for line in m.lines
    }
    assert found == NETWORKS
    assert len(m.lines) == len(NETWORKS)


def test_the_first_letter_of_an_id_says_the_kind(m: HexMap) -> None:
    kinds = {"R": "rail", "D": "road", "T": "track", "P": "path"}
    assert all(line.kind == kinds[line.id[0]] for line in m.lines)


def test_no_network_visits_a_hex_twice(m: HexMap) -> None:
    assert all(len(set(line.hexes)) == len(line.hexes) for line in m.lines)


def test_a_road_runs_beside_every_stretch_of_railway(m: HexMap) -> None:
    for line in m.lines:
        if line.kind == "rail":
            assert all(m.has_link("road", a, b) for a, b in pairwise(line.hexes)), line.id


def test_the_railway_in_india_is_eight_hexes_from_the_west_edge_to_golaghat(m: HexMap) -> None:
    assert hexes_of(m, line(m, "R1")) == ["0106", "0205", "0305", "0404", "0504", "0503", "0502", "0601"]
    assert names(m, m.regions["India railway"]) == set(hexes_of(m, line(m, "R1")))


def test_the_railways_in_burma_are_the_lines_of_myitkyina_katha_and_lashio(m: HexMap) -> None:
    hexes = {name for key in ("R2", "R2b", "R3") for name in hexes_of(m, line(m, key))}
    assert names(m, m.regions["Burma railway"]) == hexes
    assert {"1522", "1516", "1814", "1914", "2308", "2607", "2821", "2722"} <= hexes


def test_two_railways_leave_burma_at_the_south_edge_where_they_are_joined(m: HexMap) -> None:
    assert names(m, m.features["off-map railway"]) == {"1522", "2722"}
    south = {name for name in names(m, m.regions["Burma railway"]) if name[2:] == "22"}
    assert south == {"1522", "2722"}


def test_trucks_join_golaghat_the_us_entry_and_maingkwang_off_the_map(m: HexMap) -> None:
    assert names(m, m.features["off-map trucks"]) == {"0601", "2001", "2102"}


def test_the_burma_road_bridges_the_salween_below_sungshan(m: HexMap) -> None:
    assert m.has_link("road", m.hex("3411"), m.hex("3511"))
    assert m.has_edge("major river", m.hex("3411"), m.hex("3511"))
    assert m.graph.ids[place(m, "Huitung Bridge").hex] == "3411"


# --- objectives, airfields, depots


def test_26_objectives_have_their_hexes_values_and_owners(m: HexMap) -> None:
    found = {
        (p.name, p.facts["control"]): (m.graph.ids[p.hex], p.facts["value"]) for p in places(m, "objective").values()
    }
    wanted = {(name, "Allied"): fact for name, fact in ALLIED_OBJECTIVES.items()}
    wanted |= {(name, "Japanese"): fact for name, fact in JAPANESE_OBJECTIVES.items()}
    assert found == wanted
    assert len(wanted) == 26


@pytest.mark.parametrize(("side", "total"), [("Allied", 36), ("Japanese", 42)])
def test_the_values_of_a_side_add_up(m: HexMap, side: str, total: int) -> None:
    held = [p for p in places(m, "objective").values() if p.facts["control"] == side]
    assert sum(p.facts["value"] for p in held) == total


def test_no_hex_has_two_objectives_or_two_depots(m: HexMap) -> None:
    for kind in ("objective", "depot"):
        hexes = [p.hex for p in places(m, kind).values()]
        assert len(set(hexes)) == len(hexes)


def test_the_chinese_objectives_are_baoshan_and_shihtien(m: HexMap) -> None:
    assert names(m, m.regions["Chinese objectives"]) == {"3609", "3611"}


@pytest.mark.parametrize(
    ("side", "hexes"), [("Allied", "0511 0612 0404 2102 3609"), ("Japanese", "2607 1814 2514 2821")]
)
def test_every_airfield_is_in_an_objective_of_its_side(m: HexMap, side: str, hexes: str) -> None:
    assert names(m, m.features[f"airfield {side}"]) == set(hexes.split())
    held = {p.hex for p in places(m, "airfield").values() if p.facts["control"] == side}
    assert bitset(held) == m.features[f"airfield {side}"]


def test_the_airfields_that_the_rules_name_are_cited(m: HexMap) -> None:
    for name in ("Imphal", "Palel", "Dimapur", "Maingkwang"):
        assert "airfield" in place(m, name).kinds
        assert place(m, name).evidence.startswith("cited")


def test_ten_allied_depots_have_their_nation_and_range_and_no_ring(m: HexMap) -> None:
    found = {
        p.name: (m.graph.ids[p.hex], p.facts["nation"], p.facts["range"])
        for p in places(m, "depot").values()
        if p.facts["nation"] != "Japanese" and "ring" not in p.facts
    }
    assert found == ALLIED_DEPOTS


def test_sixteen_japanese_depots_have_their_range_and_ring(m: HexMap) -> None:
    found = {
        p.name: (m.graph.ids[p.hex], p.facts["range"], p.facts.get("ring", ""))
        for p in places(m, "depot").values()
        if p.facts["nation"] == "Japanese"
    }
    assert found == JAPANESE_DEPOTS


@pytest.mark.parametrize("name", JAPANESE_DEPOTS)
def test_dark_rings_lie_on_major_rivers_light_ones_on_minor_and_none_elsewhere(m: HexMap, name: str) -> None:
    here = place(m, name).hex
    on = {kind for kind in ("major river", "minor river") if m.edges[kind][here]}
    ring = "dark" if "major river" in on else "light" if on else ""
    assert place(m, name).facts.get("ring", "") == ring


@pytest.mark.parametrize(
    ("nation", "hexes"),
    [("British", "0106 0601"), ("US", "2001"), ("Chinese", "3807 3811"), ("Japanese", "1522 1422 1722 2722")],
)
def test_supply_entry_hexes_are_on_the_edge_with_a_road_or_track(m: HexMap, nation: str, hexes: str) -> None:
    entries = m.features[f"supply entry {nation}"]
    assert names(m, entries) == set(hexes.split())
    assert not entries & ~edge_hexes(m)
    assert all(m.links["road"][h] or m.links["track"][h] for h in members(entries))


@pytest.mark.parametrize("nation", ["British", "US", "Chinese", "Japanese"])
def test_with_no_enemy_about_every_depot_traces_to_an_entry_hex_of_its_nation(m: HexMap, nation: str) -> None:
    reached = traced(m, m.features[f"supply entry {nation}"])
    depots = {m.graph.ids[p.hex] for p in places(m, "depot").values() if p.facts["nation"] == nation}
    assert depots <= reached


@pytest.mark.parametrize(
    ("cut", "supplied"), [((), True), (("1713",), True), (("1415",), True), (("1713", "1415"), False)]
)
def test_homalin_is_cut_off_only_when_both_its_tracks_are_cut(m: HexMap, cut: tuple[str, ...], supplied: bool) -> None:
    allied = [hex_ for hex_, _ in ALLIED_OBJECTIVES.values()]
    assert ("1111" in traced(m, m.features["supply entry Japanese"], [*cut, *allied])) is supplied


def test_the_homalin_depot_reaches_ukhrul_and_the_edge_of_jessami_but_not_kohima(m: HexMap) -> None:
    reach = place(m, "Homalin").facts["range"]
    assert trace_cost(m, "1111", "0809") <= reach
    assert trace_cost(m, "1111", "0907") <= reach
    assert trace_cost(m, "1111", "0606") > reach


@pytest.mark.parametrize(
    ("start", "end", "points"),
    [("1111", "1008", 3), ("1008", "0806", 4), ("1008", "0807", 3), ("1111", "0907", 5), ("0907", "0807", 1)],
)
def test_traces_of_the_supply_example_cost_what_they_should(m: HexMap, start: str, end: str, points: int) -> None:
    assert trace_cost(m, start, end, shut=["0809"]) == points


def test_with_ukhrul_blocked_kharasom_is_beyond_homalin(m: HexMap) -> None:
    assert trace_cost(m, "1111", "0807", shut=["0809"]) > 5


# --- stars, set-up letters, places


@pytest.mark.parametrize(
    ("force", "hex_"), [("British", "0106"), ("US", "2001"), ("Yunnan", "3807"), ("Japanese", "1520")]
)
def test_each_force_has_one_reinforcement_star(m: HexMap, force: str, hex_: str) -> None:
    assert names(m, m.features[f"star {force}"]) == {hex_}


def test_the_us_entry_is_next_to_maingkwang_on_the_north_edge(m: HexMap) -> None:
    assert m.hex("2001") in m.graph.neighbours[place(m, "Maingkwang").hex]


def test_the_stars_with_a_railway_are_on_it(m: HexMap) -> None:
    assert not m.features["star British"] & ~m.regions["India railway"]
    assert not m.features["star Japanese"] & ~m.regions["Burma railway"]


@pytest.mark.parametrize("colour", LETTERS)
def test_every_setup_letter_stands_in_its_hex(m: HexMap, colour: str) -> None:
    found = {
        kind.removeprefix(f"setup {colour}-") + name
        for kind, hexes in m.features.items()
        if kind.startswith(f"setup {colour}-")
        for name in names(m, hexes)
    }
    assert found == set(LETTERS[colour].split())


def test_no_letter_is_i_because_that_is_the_japanese_losses_box(m: HexMap) -> None:
    assert not any(kind.endswith("-I") for kind in m.features)


def test_the_yunnan_bunker_guards_the_bridge(m: HexMap) -> None:
    assert names(m, m.features["Yunnan bunker"]) == {"3511"}


def test_the_gazetteer_has_124_places_and_five_beyond_the_map(m: HexMap) -> None:
    assert len(m.places) == len({p.name for p in m.places}) == 124
    assert {entry["name"]: entry["via"] for entry in m.spec.values["beyond"]} == {
        "Silchar": "0111",
        "Shingbwiyang": "2001",
        "Hsipaw": "2722",
        "Shwebo": "1522",
        "Ledo": "2001",
    }


def test_every_place_stands_where_the_projection_puts_it_but_two_moved_to_their_line(m: HexMap) -> None:
    moved = {r.place: (r.given, r.predicted) for r in residuals(m) if r.given != r.predicted}
    assert moved == {"Mao": ("0607", "0707"), "Kawlin": ("1517", "1616")}
    assert len(residuals(m)) == len(m.places)
    assert max(r.error for r in residuals(m)) < 0.6


def test_places_that_were_moved_stand_on_their_road_or_railway(m: HexMap) -> None:
    assert m.links["road"][place(m, "Mao").hex]
    assert m.links["rail"][place(m, "Kawlin").hex]


def test_places_beyond_the_map_are_beyond_it(m: HexMap) -> None:
    for entry in m.spec.values["beyond"]:
        assert m.nearest(entry["lon"], entry["lat"])[1] > 0.58


def test_places_of_india_and_yunnan_are_in_them(m: HexMap) -> None:
    assert {"Imphal", "Kohima", "Dimapur", "Golaghat"} <= in_region(m, "India")
    assert {"Baoshan", "Tengchung", "Lungling", "Wanting"} <= in_region(m, "Yunnan")
    assert not {"Tamu", "Tiddim", "Homalin", "Myitkyina", "Namhkam", "Muse"} & (
        in_region(m, "India") | in_region(m, "Yunnan")
    )


def in_region(m: HexMap, region: str) -> set[str]:
    return {p.name for p in m.places if m.regions[region] >> p.hex & 1}


# --- the sheet


def test_boxes_overlap_neither_each_other_nor_the_hexes_and_stay_on_the_sheet(m: HexMap) -> None:
    boxes = {box["id"]: tuple(box["rect"]) for box in m.spec.values["box"]}
    across = [m.centre(h)[0] for h in range(len(m.graph))]
    down = [m.centre(h)[1] for h in range(len(m.graph))]
    field = (60, 90, 64 * (max(across) - min(across) + 2 / 3**0.5), 64 * (max(down) - min(down) + 1))
    for (one, a), (other, b) in combinations([*boxes.items(), ("the hexes", field)], 2):
        assert not rects_overlap(a, b), (one, other)
    sheet = m.spec.values["sheet"]
    assert all(x + w <= sheet["width"] and y + h <= sheet["height"] for x, y, w, h in boxes.values())


def test_the_ten_turns_have_their_weather_and_red_dots(m: HexMap) -> None:
    turns = [box for box in m.spec.values["box"] if "turn" in box]
    assert [box["turn"] for box in turns] == list(range(1, 11))
    assert [box["turn"] for box in turns if box["red_dot"]] == [3, 6, 9]
    assert [box["turn"] for box in turns if box["weather"] == "light monsoon"] == [5, 6, 7]
    assert [box["turn"] for box in turns if box["weather"] == "heavy monsoon"] == [8, 9, 10]


def test_tracks_run_from_0_to_9_and_chit_tracks_have_four_spaces(m: HexMap) -> None:
    spaces = {box["id"]: box["spaces"] for box in m.spec.values["box"] if "spaces" in box}
    for track in ("JSAT", "ASAT", "SCALE"):
        assert spaces[track] == [str(n) for n in range(10)]
    assert len(spaces["JCHITS"]) == len(spaces["ACHITS"]) == 4
    assert len(spaces["JBATT"]) == 7


def test_every_box_of_the_rules_is_there(m: HexMap) -> None:
    assert {
        "OFFMAP",
        "ALOSS",
        "APERM",
        "JLOSS",
        "JPERM",
        "JBATT",
        "CHINDIT",
        "JAIR",
        "BAIR",
        "USAIR",
        "JCUP",
        "ACUP",
    } <= {box["id"] for box in m.spec.values["box"]}


def test_the_chart_covers_every_terrain_link_and_hexside(m: HexMap) -> None:
    classes = {entry["class"] for entry in m.spec.values["effect"]}
    assert set(m.terrain) | {"town", "road", "track", "path"} | {water.kind for water in m.waters} <= classes


def test_the_chart_has_the_costs_that_traces_pay(m: HexMap) -> None:
    light = {entry["class"]: entry["light"] for entry in m.spec.values["effect"]}
    assert {name: float(light[name]) for name in COSTS} == COSTS
    assert (light["road"], light["track"], light["path"]) == ("½", "1", "1")

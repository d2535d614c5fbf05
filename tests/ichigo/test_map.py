"""The map of Operation Ichi-Go, held against every fact of it that the rules state or that was settled from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import resources
from itertools import combinations, pairwise

import pytest

from grognard.atlas.geometry import rects_overlap
from grognard.kernel.bits import bitset, members
from grognard.maps.hexmap import OFF_MAP, HexMap, Place, check_hexmap, load_hexmap, residuals
from ichigo.conftest import GAME

N, NE, SE, S, SW, NW = range(6)

RAILROAD = (
    "1801 1802 1803 1904 1905 1906 1907 1908 2008 2009 1910 1911 1811 1812 1813 1814 1815 1716 1616 1617 1518 1418 "
    "1419 1320 1321 1322 1222 1123 1023 0924 0925"
)
GEARR = RAILROAD.split(" ")

JAPANESE_CITIES = {
    "Kaifeng": "1901",
    "Sinyang": "1906",
    "Wuhan": "2008",
    "Yochow": "1811",
    "Ichang": "1509",
    "Nanchang": "2312",
    "Kiukiang": "2310",
    "Anking": "2408",
    "Hsuchow": "2302",
    "Pengpu": "2404",
    "Nanking": "2705",
    "Shanghai": "3106",
    "Hangchow": "2908",
    "Kinhwa": "2910",
    "Ningpo": "3208",
    "Amoy": "2819",
    "Swatow": "2621",
    "Canton": "2022",
    "Hong Kong": "2223",
    "Taihoku-Keelung": "3417",
    "Taichu": "3219",
    "Karenko": "3419",
    "Takao-Tainan": "3221",
}

CHINESE_CITIES = {
    "Chengchow": "1801",
    "Loyang": "1601",
    "Nanyang": "1604",
    "Laohokow": "1506",
    "Changteh": "1611",
    "Changsha": "1813",
    "Hengyang": "1815",
    "Shaoyeng": "1615",
    "Lingling": "1617",
    "Kweilin": "1418",
    "Liuchow": "1321",
    "Nanning": "1123",
    "Wuzhow": "1422",
    "Kweiyang": "0816",
    "Chungking": "0712",
    "Kunming": "0119",
    "Wanhsien": "1009",
    "Enshih": "1209",
    "Chihkiang": "1315",
    "Kukong": "2019",
    "Ganzhow": "2217",
    "Kian": "2214",
    "Suichwan": "2116",
    "Shangjao": "2712",
    "Nanping": "2715",
    "Foochow": "2916",
    "Wenchow": "3112",
    "Chengtu": "0310",
    "Luchow": "0513",
}

DIAMONDS = {
    "1904": 2, "2004": 1, "1601": 2, "1701": 1, "1802": 2, "1805": 1, "1707": 1, "1606": 1, "1409": 1,
    "1610": 1, "1813": 2, "1912": 2, "2011": 1, "2212": 1, "2313": 1, "2511": 1, "2609": 1, "2810": 1,
    "2206": 2, "2204": 1, "1921": 1, "1822": 1, "2222": 1, "2520": 1, "2718": 1, "1023": 1, "0222": 1,
}  # fmt: skip

HEXSIDES = {
    "Yellow River": 11, "Hwai": 15, "Sanho": 4, "Yangtze": 81, "Han": 16, "Siang": 13, "Tzu": 9, "Yuan": 19,
    "Kan": 13, "West River": 26, "Hungshui": 26, "Liu": 6, "Kwei": 8, "Pei": 8, "Tung": 9, "Han of Kwangtung": 5,
    "Min": 6, "Tsientang": 9, "Wu": 16, "Kialing": 11, "Tatu-Min": 6, "Red River": 10,
    "Tungting Hu": 3, "Poyang Hu": 4, "Tai Hu": 2, "Hungtze Hu": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.ichigo").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def names(m: HexMap, hexes: int) -> set[str]:
    return {m.graph.ids[h] for h in members(hexes)}


def hexes_of(m: HexMap, text: Iterable[str]) -> int:
    return bitset(m.hex(name) for name in text)


def place(m: HexMap, name: str) -> Place:
    return next(p for p in m.places if p.name == name)


def cities(m: HexMap, kind: str = "city") -> list[Place]:
    return [p for p in m.places if kind in p.kinds]


def flood(m: HexMap, start: str, allowed: int) -> int:
    reached = frontier = 1 << m.hex(start)
    while frontier:
        grown = 0
        for h in members(frontier):
            grown |= m.graph.near[h]
        frontier = grown & allowed & ~reached
        reached |= frontier
    return reached


def is_lower_on_the_map(m: HexMap, a: int, b: int) -> bool:
    return m.centre(a)[1] > m.centre(b)[1]


def test_the_map_breaks_no_constraint(m: HexMap) -> None:
    assert check_hexmap(m) == []


# --- geometry


def test_there_are_822_hexes_of_which_644_are_land(m: HexMap) -> None:
    assert len(m.graph) == 822
    assert m.land.bit_count() == 644
    assert Counter(m.terrain) == {"clear": 194, "rough": 253, "mountain": 197, "sea": 178}


def test_the_upper_left_corner_has_no_hexes(m: HexMap) -> None:
    missing = {f"{c:02d}{r:02d}" for c in range(1, 14) for r in range(1, 7)}
    everything = {f"{c:02d}{r:02d}" for c in range(1, 37) for r in range(1, 26)}
    assert set(m.graph.ids) == everything - missing


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("1701", ["1601", "1702", "1801"]),
        ("2611", ["2610", "2711", "2712", "2612", "2512", "2511"]),
        ("1902", ["1901", "2001", "2002", "1903", "1802", "1801"]),
        ("0712", ["0711", "0811", "0812", "0713", "0612", "0611"]),
        ("0107", ["0108", "0206", "0207"]),
        ("3625", ["3525", "3624"]),
    ],
)
def test_hexes_touch_as_the_examples_say(m: HexMap, name: str, neighbours: list[str]) -> None:
    found = {m.graph.ids[n] for n in m.graph.neighbours[m.hex(name)]}
    assert found == {n for n in neighbours if n in m.graph.index}


def test_attackers_in_the_concentric_example_stand_side_by_side(m: HexMap) -> None:
    target = m.hex("1701")
    directions = {m.direction(target, m.hex(name)) for name in ("1601", "1702", "1801")}
    assert directions == {SW, S, SE}


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("0712", "1309", 6),
        ("0712", "1210", 5),
        ("0712", "1509", 8),
        ("0712", "1209", 5),
        ("0712", "0816", 5),
        ("0712", "1110", 4),
        ("2611", "2711", 1),
        ("3106", "3106", 0),
    ],
)
def test_distances_are_those_of_the_examples(m: HexMap, a: str, b: str, distance: int) -> None:
    assert m.distance(m.hex(a), m.hex(b)) == m.distance(m.hex(b), m.hex(a)) == distance


def test_the_north_edge_runs_from_1401_to_3601_and_ends_on_land_at_2801(m: HexMap) -> None:
    edge = m.regions["north edge"]
    assert names(m, edge) == {f"{c}01" for c in range(14, 37)}
    assert names(m, edge & m.land) == {f"{c}01" for c in range(14, 29)}


def test_every_hex_number_in_the_rules_is_a_land_hex(m: HexMap) -> None:
    numbers = (
        "0119 0712 0925 1309 1401 1422 1601 1615 1701 1702 1801 1812 1901 1902 1903 1904 1906 2004 2008 2217 2610 "
        "2611 2711 2817 3106 3221"
    )
    assert hexes_of(m, numbers.split()) & ~m.land == 0


# --- the projection


@pytest.mark.parametrize(
    ("name", "cited", "predicted", "error"),
    [
        ("Shanghai", "3106", "3106", 0.28),
        ("Chungking", "0712", "0711", 0.69),
        ("Kunming", "0119", "0120", 0.65),
        ("Wuhan", "2008", "2008", 0.30),
        ("Takao-Tainan", "3221", "3221", 0.11),
        ("Wuzhow", "1422", "1621", 2.13),
        ("Shaoyeng", "1615", "1615", 0.36),
        ("Ganzhow", "2217", "2217", 0.34),
        ("Kaifeng", "1901", "1901", 0.23),
        ("Chengchow", "1801", "1801", 0.22),
        ("Sinyang", "1906", "1906", 0.08),
        ("Chennankuan", "0925", "0925", 0.37),
        ("Jungkiawan", "1812", "1811", 1.01),
        ("Shihpai", "1309", "1408", 1.24),
    ],
)
def test_cited_places_lie_where_the_fit_was_reported_to_put_them(
    m: HexMap, name: str, cited: str, predicted: str, error: float
) -> None:
    (found,) = (r for r in residuals(m) if r.place == name)
    assert (found.given, found.predicted) == (cited, predicted)
    assert found.error == pytest.approx(error, abs=0.02)
    assert found.evidence.startswith(("cited", "derived"))


def test_the_eleven_fitted_points_miss_by_0_38_hexes_rms(m: HexMap) -> None:
    fitted = (
        "Shanghai, Chungking, Kunming, Wuhan, Takao-Tainan, Shaoyeng, Ganzhow, Kaifeng, Chengchow, Sinyang, Chennankuan"
    )
    squares = [r.error**2 for r in residuals(m) if r.place in fitted.split(", ")]
    assert len(squares) == 11
    assert (sum(squares) / 11) ** 0.5 == pytest.approx(0.38, abs=0.005)


def test_only_these_places_stand_outside_the_hex_of_the_fit(m: HexMap) -> None:
    moved = {r.place: r.predicted for r in residuals(m) if r.predicted != r.given}
    assert moved == {
        "Taihoku-Keelung": "3317",
        "Lingling": "1616",
        "Wuzhow": "1621",
        "Chungking": "0711",
        "Kunming": "0120",
        "Chengtu": "0309",
        "Luchow": "0612",
        "Chuanhsien": "1617",
        "Taito": "3421",
        "Jungkiawan": "1811",
        "Shihpai": "1408",
    }


def test_ankang_is_off_the_map(m: HexMap) -> None:
    assert m.nearest(109.03, 32.69)[1] > OFF_MAP


# --- cities


def test_the_23_japanese_and_29_chinese_cities_stand_in_their_hexes(m: HexMap) -> None:
    held = {"Japanese": JAPANESE_CITIES, "Chinese": CHINESE_CITIES}
    for control, expected in held.items():
        found = {p.name: m.graph.ids[p.hex] for p in cities(m) if p.facts["control"] == control}
        assert found == expected
    assert len(cities(m)) == 52
    assert len({p.hex for p in cities(m)}) == 52


def test_every_city_is_clear_terrain(m: HexMap) -> None:
    assert {m.terrain[p.hex] for p in cities(m)} == {"clear"}


def test_cities_named_by_the_rules_count_as_cited(m: HexMap) -> None:
    cited = {p.name for p in cities(m) if p.evidence.startswith("cited")}
    assert cited == {
        "Shanghai", "Chungking", "Kunming", "Wuhan", "Takao-Tainan", "Wuzhow", "Shaoyeng", "Ganzhow", "Kaifeng",
        "Chengchow", "Sinyang",
    }  # fmt: skip


def test_the_eight_airbases_are_in_these_chinese_cities(m: HexMap) -> None:
    bases = cities(m, "airbase")
    assert {p.name for p in bases} == {
        "Hengyang", "Lingling", "Kweilin", "Liuchow", "Nanning", "Wuzhow", "Suichwan", "Ganzhow",
    }  # fmt: skip
    assert bitset(p.hex for p in bases) == m.features["airbase"]
    assert {p.facts["control"] for p in bases} == {"Chinese"}


def test_ports_are_exactly_the_cities_on_the_coast(m: HexMap) -> None:
    assert {p.name for p in cities(m) if m.coast >> p.hex & 1} == {p.name for p in cities(m, "port")}
    assert {p.name for p in cities(m, "port")} == {
        "Shanghai", "Ningpo", "Wenchow", "Foochow", "Amoy", "Swatow", "Hong Kong",
        "Taihoku-Keelung", "Taichu", "Karenko", "Takao-Tainan",
    }  # fmt: skip


def test_foochow_and_wenchow_are_the_chinese_ports_at_the_start(m: HexMap) -> None:
    assert {p.name for p in cities(m, "port") if p.facts["control"] == "Chinese"} == {"Foochow", "Wenchow"}


def test_the_mainland_ports_south_of_2817_are_amoy_swatow_and_hong_kong(m: HexMap) -> None:
    limit = m.hex("2817")
    south = [p for p in cities(m, "port") if p.facts["side"] != "Formosa" and is_lower_on_the_map(m, p.hex, limit)]
    assert {p.name for p in south} == {"Amoy", "Swatow", "Hong Kong"}
    assert bitset(p.hex for p in south) == m.features["mainland landing"]
    assert names(m, m.features["Formosa landing"]) == {"3221"}


# --- coast and Formosa


def test_the_coast_is_these_38_mainland_and_12_formosan_hexes(m: HexMap) -> None:
    mainland = (
        "1725 1824 1924 2023 2123 2222 2223 2322 2422 2522 2620 2621 2720 2801 2818 2819 2902 2903 2904 2916 2917 2918 "
        "3004 3007 3008 3013 3014 3015 3105 3106 3107 3109 3112 3113 3208 3209 3210 3211"
    )
    island = "3219 3220 3221 3317 3318 3319 3321 3322 3417 3418 3419 3420"
    assert names(m, m.coast & ~m.regions["Formosa"]) == set(mainland.split())
    assert names(m, m.coast & m.regions["Formosa"]) == set(island.split())
    assert m.coast.bit_count() == 38 + 12


def test_formosa_is_an_island_of_13_hexes_with_3320_alone_inland(m: HexMap) -> None:
    island = m.regions["Formosa"]
    assert island.bit_count() == 13
    assert flood(m, "3221", m.land) == island
    assert names(m, island & ~m.coast) == {"3320"}
    assert {p.name for p in cities(m) if island >> p.hex & 1} == {
        p.name for p in cities(m) if p.facts["side"] == "Formosa"
    }


# --- the railroad


def test_the_railroad_runs_through_31_hexes_in_order_each_touching_the_next(m: HexMap) -> None:
    (line,) = m.lines
    assert [m.graph.ids[h] for h in line.hexes] == GEARR
    assert len(set(GEARR)) == 31
    assert all(m.has_link("rail", a, b) for a, b in pairwise(line.hexes))
    assert sum(bits.bit_count() for bits in m.links["rail"]) == 2 * 30


def test_the_railroad_never_enters_mountains(m: HexMap) -> None:
    assert hexes_of(m, GEARR) & m.of_terrain["mountain"] == 0


def test_the_ten_railroad_cities_are_where_reinforcements_may_detrain(m: HexMap) -> None:
    on_rail = [p.name for p in sorted(cities(m), key=lambda p: (m.graph.ids[p.hex] not in GEARR, p.hex))][:10]
    assert set(on_rail) == {
        "Chengchow", "Sinyang", "Wuhan", "Yochow", "Changsha", "Hengyang", "Lingling", "Kweilin", "Liuchow", "Nanning",
    }  # fmt: skip
    assert {p.name for p in cities(m) if p.facts["side"] == "rail"} == set(on_rail)
    assert m.features["rail entry"] == bitset(place(m, name).hex for name in on_rail)


def test_the_railroad_parts_the_mainland_into_299_hexes_east_and_301_west(m: HexMap) -> None:
    rail = hexes_of(m, GEARR)
    east = flood(m, "3106", m.land & ~rail)
    west = flood(m, "0712", m.land & ~rail)
    assert (east.bit_count(), west.bit_count(), rail.bit_count()) == (299, 301, 31)
    assert east & west == 0
    assert east | west | rail == m.land & ~m.regions["Formosa"]
    for p in cities(m):
        where = {"east": east, "west": west, "rail": rail, "Formosa": m.regions["Formosa"]}[p.facts["side"]]
        assert where >> p.hex & 1, p.name


def test_these_steps_along_the_railroad_cross_a_river(m: HexMap) -> None:
    crossing = [f"{min(a, b)}-{max(a, b)}" for a, b in pairwise(GEARR) if m.has_edge("river", m.hex(a), m.hex(b))]
    assert crossing == ["1905-1906", "2008-2009", "1814-1815", "1320-1321", "1321-1322", "1023-1123"]
    assert not any(m.has_edge("lake", m.hex(a), m.hex(b)) for a, b in pairwise(GEARR))


# --- control and supply at the start


def test_the_japanese_hold_1906_to_1812_and_0925_of_the_railroad(m: HexMap) -> None:
    held = names(m, m.features["Japanese at start"] & hexes_of(m, GEARR))
    assert held == {"1906", "1907", "1908", "2008", "2009", "1910", "1911", "1811", "1812", "0925"}
    assert held - {"0925"} == set(GEARR[GEARR.index("1906") : GEARR.index("1812") + 1])


def test_the_japanese_hold_the_north_edge_from_kaifeng_eastward(m: HexMap) -> None:
    held = m.features["Japanese at start"] & m.regions["north edge"]
    assert names(m, held) == {f"{c}01" for c in range(19, 29)}


def test_city_and_hex_control_never_contradict_each_other(m: HexMap) -> None:
    tracked = hexes_of(m, GEARR) | m.regions["north edge"]
    for p in cities(m):
        if tracked >> p.hex & 1:
            assert bool(m.features["Japanese at start"] >> p.hex & 1) == (p.facts["control"] == "Japanese"), p.name


def test_supply_comes_over_the_north_edge_and_0925_but_units_only_over_the_north_edge(m: HexMap) -> None:
    assert m.features["edge entry"] == m.regions["north edge"] & m.land
    assert m.features["supply source"] == m.features["edge entry"] | 1 << m.hex("0925")


# --- rivers and lakes


def test_327_river_and_10_lake_hexsides_none_of_them_twice(m: HexMap) -> None:
    assert {w.name: len(w.sides) for w in m.waters} == HEXSIDES
    sides = Counter(frozenset(side) for w in m.waters for side in w.sides)
    assert set(sides.values()) == {1}
    kinds = Counter({kind: sum(len(w.sides) for w in m.waters if w.kind == kind) for kind in ("river", "lake")})
    assert kinds == {"river": 327, "lake": 10}


def test_every_river_is_listed_along_its_stream_each_side_touching_the_next(m: HexMap) -> None:
    for water in m.waters:
        for one, other in pairwise(water.sides):
            corner = {*one, *other}
            assert len(corner) == 3, water.name
            assert all(m.distance(a, b) == 1 for a, b in combinations(corner, 2)), water.name


@pytest.mark.parametrize(
    ("city", "directions"),
    [("Chungking", {N, NE, SE, S}), ("Hengyang", {S, SE, NE, N})],
)
def test_rivers_enclose_the_city_on_all_but_the_western_sides(m: HexMap, city: str, directions: set[int]) -> None:
    assert m.edges["river"][place(m, city).hex] == bitset(directions)


def test_yangtze_cities_stand_on_their_own_bank(m: HexMap) -> None:
    (yangtze,) = (w for w in m.waters if w.name == "Yangtze")
    sides = {frozenset(side) for side in yangtze.sides}
    for city in ("Ichang", "Wuhan", "Anking"):
        h = place(m, city).hex
        assert frozenset((h, m.sides[h][S])) in sides, city
    for city in ("Nanking", "Kiukiang", "Yochow"):
        h = place(m, city).hex
        assert frozenset((h, m.sides[h][N])) in sides, city


def test_the_flood_course_parts_kaifeng_from_chengchow_and_no_river_closes_1903(m: HexMap) -> None:
    assert m.has_edge("river", m.hex("1901"), m.hex("1801"))
    assert not m.has_edge("river", m.hex("1903"), m.hex("1803"))
    assert not m.has_edge("river", m.hex("1904"), m.hex("2004"))


def test_waters_lie_between_land_hexes_except_at_river_mouths(m: HexMap) -> None:
    for water in m.waters:
        wet = [i for i, side in enumerate(water.sides) if not all(m.land >> h & 1 for h in side)]
        assert wet in ([], [len(water.sides) - 1]), water.name


# --- the Chinese setup


def test_33_regulars_begin_in_27_diamonds_and_27_in_other_chinese_cities(m: HexMap) -> None:
    ones, twos = m.features["diamond 1"], m.features["diamond 2"]
    found = {**dict.fromkeys(names(m, ones), 1), **dict.fromkeys(names(m, twos), 2)}
    assert ones & twos == 0
    assert found == DIAMONDS
    assert (len(found), sum(found.values())) == (27, 33)
    bare = [p for p in cities(m) if p.facts["control"] == "Chinese" and not (ones | twos) >> p.hex & 1]
    assert len(bare) == 27
    assert {p.name for p in cities(m) if (ones | twos) >> p.hex & 1} == {"Loyang", "Changsha"}


def test_wuzhow_shaoyeng_and_ganzhow_have_no_diamond(m: HexMap) -> None:
    diamonds = m.features["diamond 1"] | m.features["diamond 2"]
    assert not any(diamonds >> m.hex(name) & 1 for name in ("1422", "1615", "2217"))


def test_the_militia_stand_in_five_hexes_three_of_them_cities(m: HexMap) -> None:
    assert names(m, m.features["militia"]) == {"1309", "1408", "1815", "1418", "2214"}
    assert {p.name for p in cities(m) if m.features["militia"] >> p.hex & 1} == {"Hengyang", "Kweilin", "Kian"}


# --- what the sheet shows beside the hexes


def test_the_terrain_chart_covers_every_terrain_and_water(m: HexMap) -> None:
    chart = {e["class"]: (e["move"], e["combat"]) for e in m.spec.values["effect"]}
    assert {*m.of_terrain, *m.edges, *m.links, "city", "airbase", "coast", "air"} == set(chart)
    assert chart["clear"][0] == chart["rough"][0] == chart["city"][0] == "1"
    assert chart["rough"][1] == "1L"
    assert chart["mountain"] == ("2", "2L")


def test_seas_are_lettered_on_sea_and_lands_on_land(m: HexMap) -> None:
    for label in m.spec.values["label"]:
        h, away = m.nearest(label["lon"], label["lat"])
        assert away < OFF_MAP, label["name"]
        assert (m.terrain[h] == "sea") == (label["kind"] in ("sea", "strait")), label["name"]


def test_the_turn_track_runs_twelve_months_from_april_1944(m: HexMap) -> None:
    months = [b["name"] for b in m.spec.values["box"] if "turn" in b]
    assert months[0] == "1 · Apr 1944"
    assert months[1] == "2 · May 1944"
    assert months[6] == "7 · Oct 1944"
    assert months[8] == "9 · Dec 1944"
    assert months[11] == "12 · Mar 1945"
    assert len(months) == 12


def test_boxes_stay_on_the_sheet_and_clear_of_the_hexes_and_each_other(m: HexMap) -> None:
    sheet = m.spec.values["sheet"]
    boxes = {b["id"]: tuple(b["rect"]) for b in m.spec.values["box"]}
    hexes = (60, 90, (35 * 3**0.5 / 2 + 2 / 3**0.5) * 64, 25.5 * 64)
    for x, y, w, h in boxes.values():
        assert min(x, y) >= 0
        assert x + w <= sheet["width"]
        assert y + h <= sheet["height"]
        assert not rects_overlap((x, y, w, h), hexes)
    assert not [pair for pair in combinations(boxes, 2) if rects_overlap(boxes[pair[0]], boxes[pair[1]])]


@pytest.mark.case("5.2f")
def test_only_ports_of_the_mainland_are_said_to_count_for_the_causeway_roll() -> None:
    spaces = GAME.board()["spaces"]
    told = {row["id"] for row in spaces if any("Causeway roll" in fact["value"] for fact in row["facts"])}
    assert told == {GAME.space_ids[h] for h in members(GAME.ports & GAME.mainland)}
    assert "3221" not in told

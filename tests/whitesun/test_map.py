"""The map of Armies of the White Sun, held against every fact of it that the rules state or that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import resources
from itertools import combinations, pairwise

import pytest

from grognard.atlas.geometry import rects_overlap
from grognard.kernel.bits import bitset, members
from grognard.maps.hexmap import OFF_MAP, HexMap, Line, check_hexmap, load_hexmap, residuals

KM = 60


def listed(text: str) -> list[str]:
    return text.split()


WALKED = listed("1417 1517 1618 1518 1419 1519 1620 1719 1820 1920 2020 2119 2219 2319 2419 2518 2618")
"""The railroad followed in the example of play, from the edge by Tientsin and Peking to Chengchow."""

CITED = listed(
    "1417 1419 1420 1424 1425 1517 1518 1519 1618 1620 1719 1820 1920 2020 2119 2215 2219 2419 2504 2505 2704 "
    "2804 3302 3618 3619 3702 4028 4102 4123 4224 4324 4503 4727 4906 4907 4908 5007 5107 5511 5513 5615 5710 "
    "5819 5822"
)

CITIES = {
    "Peking": "1419", "Tientsin": "1618", "Kalgan": "1422", "Tatung": "1723", "Pingti": "1524",
    "Shihkiachwang": "1920", "Taiyuan": "2122", "Anyang": "2219", "Hsinhsiang": "2518", "Chengchow": "2618",
    "Kaifeng": "2617", "Kweiteh": "2515", "Hsuchow": "2414", "Haichow": "2211", "Techow": "1917",
    "Tsinan": "2016", "Weihsien": "1813", "Tsingtao": "1811", "Chefoo": "1411", "Pengpu": "2612",
    "Nanking": "2708", "Chinkiang": "2608", "Soochow": "2606", "Shanghai": "2504", "Hofei": "2811",
    "Wuhu": "2809", "Anking": "3109", "Kiukiang": "3411", "Sinyang": "3115", "Wuhan": "3414",
    "Canton": "4908", "Kweisui": "1626", "Paotow": "1828", "Linfen": "2522", "Loyang": "2820",
    "Sian": "3124", "Paoki": "3227", "Hanchung": "3526", "Nanyang": "3118", "Siangyang": "3318",
    "Hangchow": "2905", "Ningpo": "2803", "Kinhwa": "3205", "Shangjao": "3407", "Nanchang": "3610",
    "Yochow": "3714", "Changsha": "3913", "Changteh": "3916", "Hengyang": "4213", "Kukong": "4509",
    "Kanchow": "4209", "Ichang": "3618", "Wanhsien": "3822", "Chungking": "4224", "Chengtu": "4028",
    "Luchow": "4425", "Ipin": "4526", "Kweiyang": "4822", "Kunming": "5426", "Kweilin": "4815",
    "Liuchow": "5016", "Nanning": "5416", "Wuchow": "5012",
}  # fmt: skip

PORTS = {
    "Amoy": "4102", "Swatow": "4503", "Bocca Tigris": "4907", "Canton": "4908", "Wenchow": "3302",
    "Foochow": "3702", "Hong Kong": "4906", "Lantau": "5007", "Macao": "5107", "Kwangchowan": "5511",
    "Pakhoi": "5513", "Yamchow": "5615", "Hainan": "5710",
}  # fmt: skip

GAZETTEER_KM = {
    "Peking": 33, "Tientsin": 52, "Kalgan": 20, "Tatung": 30, "Pingti": 16, "Shihkiachwang": 26, "Taiyuan": 15,
    "Anyang": 64, "Hsinhsiang": 4, "Chengchow": 28, "Kaifeng": 38, "Kweiteh": 9, "Hsuchow": 49, "Haichow": 19,
    "Techow": 10, "Tsinan": 18, "Weihsien": 4, "Tsingtao": 11, "Chefoo": 18, "Pengpu": 29, "Nanking": 32,
    "Chinkiang": 14, "Soochow": 26, "Shanghai": 38, "Hofei": 30, "Wuhu": 28, "Anking": 27, "Kiukiang": 26,
    "Sinyang": 6, "Wuhan": 25, "Amoy": 28, "Swatow": 16, "Bocca Tigris": 21, "Canton": 22, "Wenchow": 30,
    "Foochow": 15, "Hong Kong": 20, "Macao": 43, "Kwangchowan": 2, "Pakhoi": 36, "Yamchow": 45, "Hainan": 17,
    "Kweisui": 24, "Paotow": 30, "Linfen": 27, "Loyang": 28, "Sian": 6, "Paoki": 11, "Hanchung": 24,
    "Nanyang": 24, "Siangyang": 28, "Hangchow": 14, "Ningpo": 8, "Kinhwa": 32, "Shangjao": 22, "Nanchang": 17,
    "Yochow": 5, "Changsha": 16, "Changteh": 22, "Hengyang": 5, "Kukong": 14, "Kanchow": 22, "Ichang": 9,
    "Wanhsien": 24, "Chungking": 5, "Chengtu": 97, "Luchow": 16, "Ipin": 12, "Kweiyang": 33, "Kunming": 29,
    "Kweilin": 39, "Liuchow": 26, "Nanning": 18, "Wuchow": 10,
}  # fmt: skip
"""How far each place lies from the middle of its hex by the fitted projection."""

CONTROL_POINTS = [
    ("Peking", 116.40, 39.91, "1419", "A", 33),
    ("Tientsin", 117.20, 39.13, "1618", "A", 52),
    ("Shihkiachwang", 114.50, 38.04, "1920", "A", 26),
    ("Shanghai", 121.47, 31.23, "2504", "A", 38),
    ("Chungking", 106.55, 29.56, "4224", "A", 5),
    ("Chengtu", 104.07, 30.66, "4028", "A", 97),
    ("Wenchow", 120.65, 28.00, "3302", "A", 30),
    ("Foochow", 119.30, 26.08, "3702", "A", 15),
    ("Amoy", 118.10, 24.46, "4102", "A", 28),
    ("Swatow", 116.70, 23.36, "4503", "A", 16),
    ("Hong Kong", 114.17, 22.30, "4906", "A", 20),
    ("Macao", 113.55, 22.19, "5107", "A", 43),
    ("Kwangchowan", 110.40, 21.20, "5511", "A", 2),
    ("Canton", 113.26, 23.13, "4908", "A", 22),
    ("Kalgan", 114.88, 40.82, "1422", "B", 20),
    ("Taku", 117.70, 38.98, "1517", "B", 31),
    ("Yuhsien", 114.57, 39.84, "1622", "B", 17),
    ("Tsingtao", 120.33, 36.07, "1811", "B", 11),
    ("Puyang", 115.03, 35.76, "2317", "B", 12),
    ("Hsinhsiang", 113.90, 35.30, "2518", "B", 4),
    ("Kweilin", 110.29, 25.27, "4815", "B", 39),
    ("Pakhoi", 109.10, 21.48, "5614", "B", 25),
    ("Lungchow", 106.85, 22.34, "5618", "B", 6),
    ("Kaifeng", 114.31, 34.80, "2617", "B", 38),
    ("Ipin", 104.62, 28.76, "4526", "B", 12),
    ("Hsuchow", 117.19, 34.26, "2414", "B", 49),
    ("Tai Hu", 120.10, 31.20, "2706", "B", 9),
    ("Jehol", 117.94, 40.97, "1118", "B", 6),
    ("Hainan centre", 109.80, 19.20, "5710", "not used", 128),
    ("Kangting", 101.96, 30.05, "4434", "not used", 169),
]
"""The places of the fit, with the error reported for each: A cited by the rules, B from a game on the same grid."""

COAST = listed(
    "1409 1411 1416 1417 1509 1510 1511 1512 1517 1611 1612 1614 1615 1616 1617 1710 1712 1713 1811 1911 2011 "
    "2111 2209 2210 2211 2307 2308 2405 2406 2407 2504 2604 2704 2803 2804 2902 3002 3101 3202 3302 3402 3502 "
    "3603 3702 3802 3902 4002 4102 4203 4303 4404 4503 4604 4704 4705 4806 4906 4907 4908 5007 5008 5107 5108 "
    "5209 5309 5310 5411 5511 5512 5513 5514 5611 5612 5615 5616 5710 5716 5816"
)

ROUGH_RAIL = listed(
    "1420 1421 1522 1525 1623 1624 1823 1923 2021 2023 2121 2222 2322 2423 2622 2718 2722 2821 2822 2922 3005 "
    "3023 3104 3206 3226 3306 3911 4012 4411 4412 4510 4514 4609 4615 4709 4714 5216 5525 5617 5618 5625 5718 "
    "5722 5723 5724 5819 5822"
)

OBJECTIVE_ROWS = [
    (14, 9, 24), (15, 9, 24), (16, 11, 24), (17, 10, 23), (18, 11, 23), (19, 11, 23), (20, 11, 23),
    (21, 11, 22), (22, 9, 22), (23, 7, 21), (24, 5, 20), (25, 4, 19), (26, 4, 18), (27, 4, 18),
    (28, 7, 17), (29, 8, 17), (30, 9, 16), (31, 9, 16), (32, 10, 15), (33, 10, 15), (34, 11, 15),
]  # fmt: skip
"""Of each row, the first and last column inside the objective line."""

RAILROADS = {
    "peining": ("1417", "1419", 5), "pingsui": ("1419", "1828", 14), "pinghan": ("1419", "3414", 21),
    "tsinpu": ("1618", "2708", 17), "kiaotsi": ("2016", "1811", 7), "chengtai": ("1920", "2122", 4),
    "tungpu": ("1723", "2823", 12), "lunghai": ("2211", "3227", 22), "kinghu": ("2708", "2504", 6),
    "huhangyung": ("2504", "2803", 8), "chekan": ("2905", "4013", 16), "nanshun": ("3411", "3610", 3),
    "yuehhan": ("3414", "4908", 18), "kwangkau": ("4908", "4906", 3), "siangkwei": ("4213", "5819", 18),
    "yunnan": ("5426", "5822", 7),
}  # fmt: skip
"""Of each line, the first and the last hex and how many it has."""

YANGTZE = {
    "primary": listed(
        "2504 2505 2506 2607 2608 2708 2809 2909 3009 3109 3210 3310 3411 3412 3413 3414 3513 3614 3714 3615 3616 "
        "3617 3618"
    ),
    "secondary": listed("3619 3620 3720 3721 3822 3922 4023 4123 4224"),
    "tertiary": listed("4324 4425 4525 4526 4627 4727"),
}


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.whitesun").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def names(m: HexMap, hexes: int) -> set[str]:
    return {m.graph.ids[h] for h in members(hexes)}


def hexes_of(m: HexMap, text: Iterable[str]) -> int:
    return bitset(m.hex(name) for name in text)


def around(m: HexMap, name: str) -> set[str]:
    return {m.graph.ids[n] for n in m.graph.neighbours[m.hex(name)]}


def line(m: HexMap, name: str) -> Line:
    return next(found for found in m.lines if found.id == name)


def on_line(m: HexMap, name: str) -> list[str]:
    return [m.graph.ids[h] for h in line(m, name).hexes]


def rail(m: HexMap) -> int:
    return bitset(h for h, bits in enumerate(m.links["rail"]) if bits)


def of_kind(m: HexMap, *kinds: str) -> dict[str, str]:
    return {p.name: m.graph.ids[p.hex] for p in m.places if set(kinds) <= set(p.kinds)}


def coastal(m: HexMap) -> int:
    """Hainan counts once, as 5710; the ports of the Canton estuary lie behind other land."""
    return m.coast & ~m.regions["hainan"] | hexes_of(m, ["5710"]) | m.features["estuary"]


def flood(m: HexMap, start: str, allowed: int) -> int:
    reached = frontier = 1 << m.hex(start)
    while frontier:
        grown = 0
        for h in members(frontier):
            grown |= m.graph.near[h]
        frontier = grown & allowed & ~reached
        reached |= frontier
    return reached


def miss_in_km(m: HexMap, lon: float, lat: float, name: str) -> float:
    """From a place to the middle of a hex, which may lie beyond the edge of the map."""
    row, column = int(name[:2]), 29 - int(name[2:])
    (x, y), (cx, cy) = m.projection.point(lon, lat), m.grid.centre(column, row)
    return KM * float(((x - cx) ** 2 + (y - cy) ** 2) ** 0.5)


def test_the_map_breaks_no_constraint(m: HexMap) -> None:
    assert check_hexmap(m) == []


# --- geometry


def test_45_rows_of_28_hold_1020_land_hexes_hainan_counted_once(m: HexMap) -> None:
    assert m.land.bit_count() - m.regions["hainan"].bit_count() + 1 == 1020
    assert len(m.graph) + len(m.grid.missing) == 45 * 28


def test_terrain_adds_up(m: HexMap) -> None:
    found = Counter(m.terrain)
    water = found.pop("sea") + len(m.grid.missing)
    assert water == 234
    assert found == {"clear": 421, "rough": 569, "flood plain": 12, "base area": 13, "colonial": 4, "hainan": 7}


def test_only_the_corner_under_the_reserve_box_has_no_hexes(m: HexMap) -> None:
    everything = {f"{r}{c:02d}" for r in range(14, 59) for c in range(1, 29)}
    corner = {f"{r}{c:02d}" for r in range(14, 22) for c in range(1, 7)}
    assert set(m.graph.ids) == everything - corner
    assert {"1401", "1402", "1501"} <= corner  # Korea


def test_no_land_lies_beside_the_missing_corner(m: HexMap) -> None:
    for column, row in m.grid.missing:
        for d in range(6):
            beside = m.grid.name(*m.grid.step(column, row, d))
            assert beside not in m.graph.index or not m.land >> m.hex(beside) & 1


@pytest.mark.parametrize(
    ("name", "ne", "e", "se", "sw", "w", "nw"),
    [
        ("1618", "1517", "1617", "1717", "1718", "1619", "1518"),
        ("1518", "1418", "1517", "1618", "1619", "1519", "1419"),
        ("3414", "3313", "3413", "3513", "3514", "3415", "3314"),
        ("3913", "3813", "3912", "4013", "4014", "3914", "3814"),
    ],
)
def test_even_rows_are_pushed_east_and_columns_count_westward(
    m: HexMap, name: str, ne: str, e: str, se: str, sw: str, w: str, nw: str
) -> None:
    assert [m.graph.ids[n] for n in m.sides[m.hex(name)]] == [ne, e, se, sw, w, nw]


def test_every_hex_touches_those_of_the_parity_rule(m: HexMap) -> None:
    for name in m.graph.ids:
        r, c = int(name[:2]), int(name[2:])
        left, right = (c - 1, c) if r % 2 == 0 else (c, c + 1)
        expected = [(r, c - 1), (r, c + 1)] + [(r + d, k) for d in (-1, 1) for k in (left, right)]
        assert around(m, name) == {f"{a:02d}{b:02d}" for a, b in expected} & set(m.graph.index)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("2020", "2419", 4),
        ("4224", "4028", 5),
        ("1417", "1618", 2),
        ("1419", "1920", 5),
        ("2504", "3618", 19),
        ("1419", "5819", 44),
        ("1428", "5828", 44),
        ("1416", "1428", 12),
        ("4906", "4906", 0),
    ],
)
def test_distances_between_hexes(m: HexMap, a: str, b: str, distance: int) -> None:
    assert m.distance(m.hex(a), m.hex(b)) == m.distance(m.hex(b), m.hex(a)) == distance


def test_distance_is_the_formula_of_row_and_printed_column(m: HexMap) -> None:
    sample = m.graph.ids[::23]
    for a, b in combinations(sample, 2):
        (r1, q1), (r2, q2) = ((int(n[:2]), int(n[2:]) - int(n[:2]) // 2) for n in (a, b))
        dr, dq = r1 - r2, q1 - q2
        assert m.distance(m.hex(a), m.hex(b)) == max(abs(dq), abs(dr), abs(dq + dr)), (a, b)


def test_every_hex_number_in_the_rules_is_a_land_hex(m: HexMap) -> None:
    assert hexes_of(m, CITED) & ~m.land == 0


def test_the_edges_of_entry_run_as_far_as_the_land(m: HexMap) -> None:
    north, south = m.regions["north edge"], m.regions["south edge"]
    assert names(m, north) == {f"14{c}" for c in range(16, 29)}
    assert names(m, south) == {f"58{c}" for c in range(16, 29)}
    assert (north | south) & ~m.land == 0
    assert hexes_of(m, ["1415", "5815"]) & m.land == 0


# --- the projection


@pytest.mark.parametrize(("place", "lon", "lat", "name", "group", "km"), CONTROL_POINTS)
def test_control_points_miss_by_what_was_reported(
    m: HexMap, place: str, lon: float, lat: float, name: str, group: str, km: int
) -> None:
    assert miss_in_km(m, lon, lat, name) == pytest.approx(km, abs=2)


@pytest.mark.parametrize(("group", "rms"), [("A", 38), ("B", 24)])
def test_the_two_groups_of_control_points_miss_by_38_and_24_km_rms(m: HexMap, group: str, rms: int) -> None:
    squares = [miss_in_km(m, lon, lat, name) ** 2 for _, lon, lat, name, of, _ in CONTROL_POINTS if of == group]
    assert len(squares) == 14
    assert (sum(squares) / 14) ** 0.5 == pytest.approx(rms, abs=1)


def test_every_gazetteer_place_misses_its_hex_by_what_was_reported(m: HexMap) -> None:
    found = {r.place: KM * r.error for r in residuals(m)}
    assert {name: found[name] for name in GAZETTEER_KM} == pytest.approx(GAZETTEER_KM, abs=2)


def test_only_these_cities_and_ports_stand_outside_the_hex_of_the_fit(m: HexMap) -> None:
    moved = {r.place: r.predicted for r in residuals(m) if r.predicted != r.given and r.place in GAZETTEER_KM}
    assert moved == {
        "Peking": "1420", "Tientsin": "1517", "Anyang": "2318", "Kaifeng": "2618", "Hsuchow": "2413",
        "Shanghai": "2605", "Macao": "5007", "Pakhoi": "5614", "Yamchow": "5514", "Kweilin": "4715",
        "Chengtu": "off the map",
    }  # fmt: skip


def test_kangting_is_off_the_map(m: HexMap) -> None:
    assert m.nearest(101.96, 30.05)[1] > OFF_MAP


# --- coast and islands


def test_the_coast_is_these_78_hexes(m: HexMap) -> None:
    assert len(COAST) == 78
    assert names(m, coastal(m)) == set(COAST)


def test_the_estuary_hexes_touch_no_sea(m: HexMap) -> None:
    assert names(m, m.features["estuary"]) == {"4907", "4908", "5008"}
    assert m.features["estuary"] & m.coast == 0


def test_hainan_is_one_island_of_seven_hexes(m: HexMap) -> None:
    island = m.regions["hainan"]
    assert names(m, island) == {"5709", "5710", "5711", "5809", "5810", "5811", "5812"}
    assert island == m.of_terrain["hainan"]
    assert flood(m, "5710", island) == island


def test_every_side_between_hainan_and_the_mainland_is_the_strait(m: HexMap) -> None:
    island = m.regions["hainan"]
    for h in members(island):
        for other in members(m.graph.near[h] & m.land & ~island):
            assert m.has_edge("strait", h, other)
    assert sum(bits.bit_count() for bits in m.edges["strait"]) == 2 * 3


def test_without_the_strait_the_mainland_is_one_piece(m: HexMap) -> None:
    mainland = m.land & ~m.regions["hainan"]
    assert flood(m, "1419", mainland) == mainland


# --- terrain


def test_the_coast_the_cities_the_lower_yangtze_and_the_walked_hexes_are_never_rough(m: HexMap) -> None:
    rough = m.of_terrain["rough"] | m.of_terrain["base area"]
    assert coastal(m) & rough == 0
    assert hexes_of(m, [*CITIES.values(), *PORTS.values()]) & rough == 0
    assert hexes_of(m, [*YANGTZE["primary"], *WALKED]) & rough == 0


def test_47_railroad_hexes_are_rough(m: HexMap) -> None:
    assert len(ROUGH_RAIL) == 47
    assert names(m, rail(m) & m.of_terrain["rough"]) == set(ROUGH_RAIL)


def test_seven_hexes_of_the_secondary_yangtze_are_rough(m: HexMap) -> None:
    gorges = m.regions["yangtze secondary"] & m.of_terrain["rough"]
    assert names(m, gorges) == {"3619", "3620", "3720", "3721", "3922", "4023", "4123"}


def test_the_hills_of_shantung_are_rough_and_the_plain_of_chaochow_is_clear(m: HexMap) -> None:
    assert {m.terrain[m.hex(name)] for name in ("1913", "2014", "2015", "2113")} == {"rough"}
    assert m.terrain[m.hex("4504")] == "clear"


def test_chengtu_is_five_clear_hexes_from_chungking(m: HexMap) -> None:
    reached = 1 << m.hex("4224")
    for _ in range(5):
        for h in members(reached):
            reached |= m.graph.near[h] & m.of_terrain["clear"]
    assert reached >> m.hex("4028") & 1


# --- special areas


def test_the_base_area_is_13_hexes_around_yenan(m: HexMap) -> None:
    expected = "2325 2326 2425 2426 2525 2526 2527 2625 2626 2627 2725 2726 2727"
    assert names(m, m.regions["base area"]) == set(expected.split())
    assert m.regions["base area"] == m.of_terrain["base area"]


def test_the_flood_plain_is_12_hexes_none_of_them_walked_in_the_example(m: HexMap) -> None:
    plain = m.regions["flood plain"]
    assert names(m, plain) == set(listed("2612 2615 2616 2712 2713 2714 2715 2716 2813 2814 2815 2816"))
    assert plain == m.of_terrain["flood plain"]
    assert plain & hexes_of(m, WALKED) == 0


def test_szechuan_is_76_hexes_in_one_piece_with_chungking_and_chengtu(m: HexMap) -> None:
    province = m.regions["szechuan"]
    assert province.bit_count() == 76
    assert flood(m, "4224", province) == province
    assert {"4224", "4028", "4425", "4526", "3822"} <= names(m, province)


def test_the_colonial_areas_are_the_four_treaty_port_hexes(m: HexMap) -> None:
    four = {"4906", "5007", "5107", "5511"}
    assert names(m, m.regions["colonial"]) == names(m, m.features["treaty port"]) == four
    assert set(of_kind(m, "treaty port").values()) == four
    assert names(m, m.of_terrain["colonial"]) == four


# --- the objective line


def test_247_land_hexes_lie_inside_the_objective_line(m: HexMap) -> None:
    spans = {f"{r}{c:02d}" for r, first, last in OBJECTIVE_ROWS for c in range(first, last + 1)}
    inside = m.regions["objective area"]
    assert inside.bit_count() == 247
    assert inside == hexes_of(m, spans) & m.land


def test_the_81_sides_of_the_line_are_all_that_part_inside_from_outside(m: HexMap) -> None:
    inside = m.regions["objective area"]
    (water,) = (w for w in m.waters if w.kind == "objective line")
    assert len(water.sides) == len(set(water.sides)) == 81
    assert all(inside >> a & 1 and not inside >> b & 1 for a, b in water.sides)
    parted = {(a, b) for a in members(inside) for b in members(m.graph.near[a] & m.land & ~inside)}
    assert set(water.sides) == parted


def test_the_line_runs_from_2704_2804_on_the_coast_to_1424_1425_on_the_edge(m: HexMap) -> None:
    (water,) = (w for w in m.waters if w.kind == "objective line")
    first, last = ([m.graph.ids[h] for h in water.sides[k]] for k in (0, -1))
    assert (first, last) == (["2704", "2804"], ["1424", "1425"])
    for one, other in pairwise(water.sides):
        assert len({*one, *other}) == 3


def test_thirty_cities_and_four_ports_must_fall_on_turn_one(m: HexMap) -> None:
    cities, ports = m.features["objective city"], m.features["objective port"]
    assert cities.bit_count() == 30
    assert cities == m.regions["objective area"] & hexes_of(m, CITIES.values())
    assert names(m, ports) == {"4102", "4503", "4907", "4908"}
    assert ports & m.regions["objective area"] == 0
    assert set(of_kind(m, "objective").values()) == names(m, cities | ports)


# --- cities and ports


def test_the_63_cities_stand_in_their_hexes(m: HexMap) -> None:
    assert len(CITIES) == 63
    assert of_kind(m, "city") == CITIES


def test_the_13_port_hexes_are_coastal(m: HexMap) -> None:
    assert len(PORTS) == 13
    assert of_kind(m, "port") == PORTS
    assert hexes_of(m, PORTS.values()) & ~coastal(m) == 0


def test_no_two_cities_or_ports_share_a_hex(m: HexMap) -> None:
    places = [p for p in m.places if {"city", "port"} & set(p.kinds)]
    assert len(places) == len({p.hex for p in places}) == 75


def test_chungking_chengtu_and_nine_port_hexes_decide_the_game(m: HexMap) -> None:
    ports = {"3302", "3702", "4906", "5007", "5107", "5511", "5513", "5615", "5710"}
    assert names(m, m.features["victory"]) == {"4224", "4028"} | ports
    assert set(of_kind(m, "victory").values()) == {"4224", "4028"} | ports
    assert set(of_kind(m, "victory", "port").values()) == ports


def test_hexes_that_the_rules_give_count_as_cited(m: HexMap) -> None:
    cited = {p.name for p in m.places if p.evidence.startswith("cited")}
    assert cited == set(PORTS) | {"Peking", "Shihkiachwang", "Shanghai", "Chungking", "Chengtu", "Ichang"}


# --- railroads


@pytest.mark.parametrize("name", list(RAILROADS))
def test_each_railroad_has_its_ends_and_length(m: HexMap, name: str) -> None:
    hexes = on_line(m, name)
    assert (hexes[0], hexes[-1], len(hexes)) == RAILROADS[name]
    assert len(set(hexes)) == len(hexes)
    assert all(m.has_link("rail", a, b) for a, b in pairwise(line(m, name).hexes))


def test_there_are_sixteen_railroads(m: HexMap) -> None:
    assert {found.id for found in m.lines if found.kind == "rail"} == set(RAILROADS)


def test_the_walked_route_is_railroad_all_the_way(m: HexMap) -> None:
    assert all(m.has_link("rail", m.hex(a), m.hex(b)) for a, b in pairwise(WALKED))
    assert len(WALKED) == 17


def test_every_railroad_hex_that_the_rules_name_is_on_the_net(m: HexMap) -> None:
    named = {*WALKED, "1420", "2215", "5819", "5822", "3714", "3913"}
    assert hexes_of(m, named) & ~rail(m) == 0


def test_railroad_hexes_that_only_touch_are_not_joined(m: HexMap) -> None:
    a, b = m.hex("2823"), m.hex("2922")
    assert rail(m) >> a & rail(m) >> b & 1
    assert b in m.graph.neighbours[a]
    assert not m.has_link("rail", a, b)


@pytest.mark.parametrize(
    ("junction", "links"),
    [("1419", 3), ("1618", 3), ("1920", 3), ("2122", 3), ("2016", 3), ("2414", 4), ("2618", 4), ("1723", 3),
     ("2708", 2), ("2504", 2), ("2905", 3), ("3610", 3), ("4013", 3), ("4213", 3), ("3414", 2), ("4908", 2)],
)  # fmt: skip
def test_junctions_join_the_lines_that_meet_there(m: HexMap, junction: str, links: int) -> None:
    assert m.links["rail"][m.hex(junction)].bit_count() == links


def test_the_victory_route_from_5819_to_peking_has_46_hexes_none_of_them_coastal(m: HexMap) -> None:
    south, middle, north = (on_line(m, name) for name in ("siangkwei", "yuehhan", "pinghan"))
    route = [*south[::-1], *middle[: middle.index("4213")][::-1], *north[:-1][::-1]]
    assert (route[0], route[-1], len(route)) == ("5819", "1419", 46)
    assert len(set(route)) == 46
    assert {"4213", "3913", "3414", "2618", "1920"} <= set(route)
    assert all(m.has_link("rail", m.hex(a), m.hex(b)) for a, b in pairwise(route))
    assert hexes_of(m, route) & coastal(m) == 0


def test_the_yunnan_line_alone_is_cut_off_from_the_net(m: HexMap) -> None:
    reached = frontier = 1 << m.hex("1419")
    while frontier:
        grown = bitset(m.sides[h][d] for h in members(frontier) for d in range(6) if m.links["rail"][h] >> d & 1)
        frontier = grown & ~reached
        reached |= frontier
    assert names(m, rail(m) & ~reached) == set(on_line(m, "yunnan"))


def test_no_railroad_enters_the_base_area(m: HexMap) -> None:
    assert rail(m) & m.regions["base area"] == 0


# --- the Yangtze


@pytest.mark.parametrize(("sector", "count"), [("primary", 23), ("secondary", 9), ("tertiary", 6)])
def test_the_yangtze_has_its_sectors(m: HexMap, sector: str, count: int) -> None:
    assert len(YANGTZE[sector]) == count
    assert names(m, m.regions[f"yangtze {sector}"]) == set(YANGTZE[sector])


def test_the_first_two_sectors_are_linked_in_order_and_to_each_other(m: HexMap) -> None:
    river = [*YANGTZE["primary"], *YANGTZE["secondary"]]
    linked = [
        any(m.has_link(f"yangtze {sector}", m.hex(a), m.hex(b)) for sector in ("primary", "secondary"))
        for a, b in pairwise(river)
    ]
    assert linked == [True] * 31
    ends = sum(bits.bit_count() for sector in ("primary", "secondary") for bits in m.links[f"yangtze {sector}"])
    assert ends == 2 * 31


@pytest.mark.parametrize(("a", "b"), [("3413", "3513"), ("3614", "3615")])
def test_bends_of_the_river_touch_without_a_link(m: HexMap, a: str, b: str) -> None:
    assert b in around(m, a)
    assert not m.has_link("yangtze primary", m.hex(a), m.hex(b))


def test_chungking_is_sixteen_river_hexes_above_wuhan(m: HexMap) -> None:
    river = [*YANGTZE["primary"], *YANGTZE["secondary"]]
    assert river.index("4224") - river.index("3414") == 16


def test_the_anchor_marks_where_the_secondary_sector_begins(m: HexMap) -> None:
    assert names(m, m.features["anchor"]) == {YANGTZE["secondary"][0]} == {"3619"}


def test_the_river_and_4828_part_the_mainland_into_north_and_south(m: HexMap) -> None:
    divide = m.regions["yangtze divide"]
    assert names(m, divide) == {h for sector in YANGTZE.values() for h in sector} | {"4828"}
    mainland = m.land & ~m.regions["hainan"]
    north, south = (flood(m, start, mainland & ~divide) for start in ("1419", "4908"))
    assert north & south == 0
    assert north | south | divide == mainland
    inside = {"north": "2414 2219 2811 3318 4028 2626", "south": "2905 3610 3714 3913 4822 5426"}
    assert hexes_of(m, inside["north"].split()) & ~north == 0
    assert hexes_of(m, inside["south"].split()) & ~(south | divide) == 0


# --- set-up and supply


def test_garrisons_forts_and_depots_stand_where_the_rules_put_them(m: HexMap) -> None:
    assert names(m, m.features["garrison"]) == {CITIES["Shanghai"], CITIES["Nanking"], CITIES["Wuhan"], "5710"}
    assert names(m, m.features["fort"]) == names(m, m.features["depot"]) == {"2504", "2708", "3414"}
    assert names(m, m.features["later fort"]) == names(m, m.features["later depot"]) == {CITIES["Changsha"]}


def test_supply_comes_from_these_railroad_and_river_hexes(m: HexMap) -> None:
    early, late = m.features["supply source"], m.features["later supply source"]
    assert names(m, early) == {"1417", "1419", "2504"}
    assert names(m, late) == {"5819", "5822"}
    assert late & ~m.regions["south edge"] == 0
    assert (early | late) & ~rail(m) == 0


# --- the sheet


def test_every_entry_says_what_it_rests_on(m: HexMap) -> None:
    words = ("cited", "derived", "public", "reported", "reconstructed")
    for table, entries in m.spec.values.items():
        for entry in entries if isinstance(entries, list) else [entries]:
            if isinstance(entry, dict):
                assert entry["evidence"].startswith(words), (table, entry)


def test_boxes_leave_the_hexes_and_each_other_alone(m: HexMap) -> None:
    boxes = {box["id"]: tuple(box["rect"]) for box in m.spec.values["box"]}
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not rects_overlap(a, b), (one, other)
    west, north = (min(v) for v in zip(*(m.centre(h) for h in range(len(m.graph))), strict=True))
    for h in range(len(m.graph)):
        x, y = m.centre(h)
        around_hex = (60 + 64 * (x - west), 90 + 64 * (y - north), 64.0, 64 * 2 / 3**0.5)
        for name, rect in boxes.items():
            assert not rects_overlap(around_hex, rect), (m.graph.ids[h], name)


def test_there_is_a_box_for_each_turn_and_pool(m: HexMap) -> None:
    boxes = {box["id"]: box for box in m.spec.values["box"]}
    assert {box["turn"] for box in boxes.values() if "turn" in box} == {1, 2, 3, 4}
    assert {"RESERVE", "POOL", "BASE", "DEAD", "GARRISON"} <= set(boxes)
    assert boxes["MP"]["cells"] == [0, 22]


@pytest.mark.parametrize(("box", "counters"), [("RESERVE", 57), ("READY", 57), ("GARRISON", 50), ("POOL", 58)])
def test_boxes_hold_their_counters_at_full_size(m: HexMap, box: str, counters: int) -> None:
    (rect,) = (entry["rect"] for entry in m.spec.values["box"] if entry["id"] == box)
    _, _, w, high = rect
    assert ((w - 16 + 4) // 50) * ((high - 32 + 4) // 50) >= counters

"""The map of Operation Causeway, held against every fact of it that the rules state or that was settled from them."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from itertools import combinations, pairwise
from typing import Any

import pytest

from grognard.atlas.geometry import rects_overlap
from grognard.atlas.hexsheet import Art, HexSheet
from grognard.kernel.bits import bitset, members
from grognard.maps.hexmap import EVIDENCE, HexMap, Place, check_hexmap, load_hexmap, residuals

COAST = {
    "open": (
        "0419 0420 0521 0522 0622 0623 0709 0710 0724 0807 0808 0826 0907 1005 1104 1105 1121 1203 1304 1403 1512 1706 "
        "1707"
    ),
    "rough": (
        "0824 0825 0924 0925 0926 0927 1006 1022 1023 1219 1220 1317 1318 1319 1402 1414 1415 1416 1503 1513 1514 1603 "
        "1704 1705 1708 1804"
    ),
    "mountain": "1021 1510 1511 1608 1609",
    "mud flats": "0317 0318 0413 0414 0415 0416 0418 0512 0513 0610 0611",
}
REGIONS = {
    "open": "open coast",
    "rough": "rough coast",
    "mountain": "mountain coast",
    "mud flats": "mud-flat coast",
}
PORTS = "0419 0522 0623 0710 0825 1318 1403 1512 1603 1707"
SETS = {
    "city": "0419 0522 0615 0621 0711 0810 1005 1504 1512 1603 1606",
    "town": (
        "0417 0515 0517 0521 0611 0613 0619 0623 0709 0710 0712 0714 0722 0724 0809 0812 0825 0826 0907 0908 1011 1012 "
        "1106 1121 1204 1205 1304 1317 1318 1403 1413 1704 1707"
    ),
    "major port": "0522 1603",
    "minor port": "0419 0623 0710 0825 1318 1403 1512 1707",
    "port": PORTS,
    "airfield": "0419 0515 0521 0522 0611 0615 0621 0623 0710 0810 0826 1005 1121 1205 1304 1504 1512 1606",
    "industry": "0522 0613 0615 0908 1005 1012 1504 1512 1704",
    "peak": "0922 1015 1017 1208 1311 1409",
}
COUNTS = {
    "city": 11,
    "town": 33,
    "major port": 2,
    "minor port": 8,
    "port": 10,
    "airfield": 18,
    "industry": 9,
    "peak": 6,
}
POINTS = {"major port": 4, "minor port": 2, "airfield": 1, "industry": 1, "peak": 1}

RAILROADS = {
    "T1": "1603 1504 1404 1304 1204 1105 1005 1006 0907",
    "T2": "0907 0908 0909 0809 0810 0711",
    "T3": "0907 0807 0808 0709 0710 0711",
    "T4": "0711 0712 0713 0714 0614 0615 0516 0517 0518 0519 0419 0520 0521 0522",
    "T5": "0522 0621 0722 0723 0724",
    "T6": "0723 0623",
    "T7": "1603 1704 1804 1705 1706 1606 1707",
    "T8": "1504 1403",
    "T9": "0713 0812 0913",
    "T10": "1512 1412 1413 1414 1315 1316 1317 1217 1218 1219 1120 1121",
    "T11": "0615 0715 0815 0915",
}
ROADS = {
    "W1": "1504 1505 1604 1605 1606",
    "W2": "1403 1402 1503 1603",
    "W3": "1707 1708 1608 1609 1510 1511 1512",
    "W4": "1121 1220 1219 1319 1318",
    "W5": "0724 0824 0925 0924 1023 1022 1021 1121",
    "W6": "0824 0825 0826 0927",
    "W7": "0522 0622 0623",
    "W8": "0621 0620 0619",
    "W9": "0419 0519 0618",
    "W10": "0615 0515 0514 0613 0714",
    "W11": "0615 0516 0415 0416",
    "W12": "0518 0417",
    "W13": "0711 0611",
    "W14": "0810 0811 0912 1011",
    "W15": "1011 1012 0913",
    "W16": "0811 0812 0713",
    "W17": "0809 0910",
    "W18": "1005 1106",
    "W19": "1304 1305 1205 1204",
    "W20": "0908 0909",
}
RIVERS = {
    "Tansui-Daikokan": "1304-1403 1304-1404 1304-1305 1204-1305 1205-1305 1205-1306",
    "Kiirun": "1403-1404 1403-1504 1503-1504 1504-1603 1603-1604",
    "Shinten": "1404-1504 1404-1505 1405-1505",
    "Tozen": "1005-1105 1105-1106 1106-1205",
    "Koryu": "0807-0907 0907-0908 0908-1007 0908-1008",
    "Daian-Taiko": "0709-0710 0709-0809 0808-0809 0809-0909 0909-0910 0910-1009",
    "Daito": "0610-0710 0710-0711 0711-0810 0810-0811 0811-0911 0911-0912 0912-1011",
    "Dakusui": "0512-0513 0513-0612 0612-0613 0613-0713 0713-0714 0713-0813 0812-0813 0813-0913 0913-0914 0913-1013",
    "Hokko": "0414-0415 0414-0515 0514-0515 0514-0614 0613-0614 0614-0714 0714-0715",
    "Hassho": "0317-0416 0416-0417 0416-0517 0516-0517 0516-0616 0615-0616 0615-0716",
    "Sobun": "0318-0418 0417-0418 0417-0518 0517-0518 0518-0617 0617-0618 0617-0718 0717-0718",
    "Niso": "0419-0420 0419-0520 0519-0520",
    "Shimo-Tansui": (
        "0522-0622 0522-0621 0521-0621 0620-0621 0620-0721 0620-0720 0619-0720 0719-0720 0719-0819 0719-0818"
    ),
    "Hinan": "1121-1220 1120-1220 1120-1219 1119-1219 1119-1218",
    "Shukoran": "1415-1416 1316-1416 1316-1317 1216-1317",
    "Karenkei": "1512-1513 1412-1513 1413-1513 1413-1514 1413-1414",
    "Takkiri": "1510-1511 1410-1510",
    "Dai-Dakusui": "1608-1609 1509-1609",
    "Giran-Dakusui": "1706-1707 1606-1707 1606-1607 1507-1607 1507-1508",
}
# Name, hex, terrain, victory points.
GAZETTEER = """
Bokushi 0415 F 0, Hotei 0416 F 0, Mado 0417 O 0, Tainan 0419 O 3, Hokko 0515 O 1, Shin'ei 0517 O 0, Shinka 0519 O 0,
Okayama 0521 O 1, Takao 0522 O 6, Rokko 0611 F 1, Kobi 0613 O 1, Kagi 0615 O 2, Kizan 0619 R 0, Heito 0621 O 1,
Rinen 0622 O 0, Toko 0623 O 3, Taiko 0709 O 0, Gosei 0710 O 3, Shoka 0711 O 0, Inrin 0712 O 0, Toroku 0714 O 0,
Choshu 0722 O 0, Boryo 0724 O 0, Toyohara 0809 O 0, Taichu 0810 O 1, Soton 0811 O 0, Nanto 0812 R 0, Kaiko 0825 R 2,
Koshun 0826 O 1, Chikunan 0907 O 0, Byoritsu 0908 R 1, Tosei 0910 R 0, Arisan 0915 M 0, Daibu-zan 0922 K 1,
Daibu 0924 R 0, Shinchiku 1005 O 2, Hori 1011 R 0, Jitsugetsutan 1012 R 1, Niitaka-yama 1015 K 1, Kan-zan 1017 K 1,
Chikuto 1106 R 0, Taito 1121 O 1, Chureki 1204 O 0, Ryutan 1205 R 1, Tsugitaka-yama 1208 K 1, Kanzan 1218 R 0,
Toen 1304 O 1, Kirai-shuzan 1311 K 1, Tamasato 1317 R 0, Shinko 1318 R 2, Tansui 1403 O 2, Nanko-taizan 1409 K 1,
Horin 1413 O 0, Kinzan 1503 R 0, Taihoku 1504 O 2, Shinten 1505 R 0, Karenko 1512 O 4, Kiirun 1603 R 4, Giran 1606 O 1,
Kinkaseki 1704 R 1, Suo 1707 O 2
"""
LETTERS = {"O": "open", "F": "mud flats", "R": "rough", "M": "mountain", "K": "peak"}

ALLIED_DISPLAYS = {
    "Allied Staging Area",
    "Amoy",
    "Allied Available Air and Naval",
    "Allied Air Superiority",
    "Allied Tactical Air",
    "B-29",
    "Allied Invasion Markers",
    "Allied Reinforcements",
    "Allied Replacements",
    "Allied Eliminated Units",
}
JAPANESE_DISPLAYS = {
    "Japanese Available Air",
    "Japanese Air Superiority",
    "Japanese Tactical Air",
    "Tokku (Kamikaze)",
    "Japanese Reinforcements",
    "Japanese Replacements",
    "Japanese Eliminated Units",
}


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.formosa").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def names(m: HexMap, hexes: int) -> set[str]:
    return {m.graph.ids[h] for h in members(hexes)}


def hexes_of(m: HexMap, text: str) -> int:
    return bitset(m.hex(name) for name in text.split())


def towns_and_more(m: HexMap) -> list[Place]:
    return [p for p in m.places if "shore" not in p.kinds]


def shores(m: HexMap) -> list[Place]:
    return [p for p in m.places if "shore" in p.kinds]


def boxes(m: HexMap) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = m.spec.values["box"]
    return found


def is_linked(m: HexMap, a: int, b: int) -> bool:
    return m.has_link("rail", a, b) or m.has_link("road", a, b)


def flood(m: HexMap, start: str, allowed: int, along_roads: bool = False) -> int:
    reached = frontier = 1 << m.hex(start)
    while frontier:
        grown = bitset(
            n for h in members(frontier) for n in m.graph.neighbours[h] if not along_roads or is_linked(m, h, n)
        )
        frontier = grown & allowed & ~reached
        reached |= frontier
    return reached


def points_of(m: HexMap, h: int) -> int:
    return sum(value for kind, value in POINTS.items() if m.features[kind] >> h & 1)


def test_the_map_breaks_no_constraint(m: HexMap) -> None:
    assert check_hexmap(m) == []


def test_every_entry_says_what_it_rests_on(m: HexMap) -> None:
    for table, entries in m.spec.values.items():
        if isinstance(entries, list | dict):
            for entry in entries if isinstance(entries, list) else [entries]:
                assert entry["evidence"].startswith(EVIDENCE), (table, entry)


# --- geometry


def test_there_are_203_land_and_329_sea_hexes(m: HexMap) -> None:
    assert set(m.graph.ids) == {f"{c:02d}{r:02d}" for c in range(1, 20) for r in range(1, 29)}
    assert m.land.bit_count() == 203
    assert len(m.graph) - m.land.bit_count() == 329


def test_each_terrain_has_its_number_of_hexes(m: HexMap) -> None:
    counts = Counter(m.terrain)
    assert counts == {"sea": 329, "open": 54, "mud flats": 11, "rough": 66, "mountain": 66, "peak": 6}


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("0810", "0809 0910 0911 0811 0711 0710"),
        ("0711", "0710 0810 0811 0712 0611 0610"),
        ("0101", "0201 0102"),
        ("1928", "1927 1828 1827"),
        ("1828", "1827 1928 1728"),
    ],
)
def test_even_columns_stand_half_a_hex_lower(m: HexMap, name: str, neighbours: str) -> None:
    found = [m.graph.ids[n] for n in m.sides[m.hex(name)] if n >= 0]
    assert sorted(found) == sorted(neighbours.split())
    if len(found) == 6:
        assert found == neighbours.split(), "clockwise from north"


def test_every_land_hex_is_at_least_one_hex_from_the_edge(m: HexMap) -> None:
    assert {len(m.graph.neighbours[h]) for h in members(m.land)} == {6}


def test_formosa_is_one_island(m: HexMap) -> None:
    assert flood(m, "0522", m.land) == m.land


def test_hexes_decided_by_hand_are_as_decided(m: HexMap) -> None:
    for name in ("1217", "1315", "1412"):
        assert m.terrain[m.hex(name)] == "rough"
    assert hexes_of(m, "0317 0623 1514") & ~m.land == 0
    assert hexes_of(m, "0319 1502 1526") & m.land == 0


# --- the coast


@pytest.mark.parametrize("terrain", COAST)
def test_each_class_of_coast_is_its_check_list(m: HexMap, terrain: str) -> None:
    assert names(m, m.coast & m.of_terrain[terrain]) == set(COAST[terrain].split())
    assert names(m, m.regions[REGIONS[terrain]]) == set(COAST[terrain].split())


def test_the_classes_share_out_the_65_coastal_hexes_and_no_peak_is_one(m: HexMap) -> None:
    classes = [m.regions[name] for name in REGIONS.values()]
    assert sum(c.bit_count() for c in classes) == 65
    assert classes[0] | classes[1] | classes[2] | classes[3] == m.coast


def test_anyone_may_land_on_the_open_coast_and_in_the_ports(m: HexMap) -> None:
    assert m.regions["landable"] == hexes_of(m, COAST["open"]) | hexes_of(m, PORTS)
    assert names(m, m.regions["landable"] & ~m.of_terrain["open"]) == {"0825", "1318", "1603"}


def test_every_mud_flat_lies_on_the_coast(m: HexMap) -> None:
    assert m.of_terrain["mud flats"] & ~m.coast == 0


def test_every_landing_hex_can_be_assaulted_from_the_sea(m: HexMap) -> None:
    sea = m.of_terrain["sea"]
    assert all(m.graph.near[h] & sea for h in members(m.regions["landable"]))


def test_the_50_shores_have_the_class_of_their_terrain(m: HexMap) -> None:
    assert len(shores(m)) == len({p.hex for p in shores(m)}) == 50
    for p in shores(m):
        assert m.coast >> p.hex & 1, p.name
        assert p.facts["shore"] == m.terrain[p.hex], p.name


def test_shores_are_lettered_only_where_no_other_name_is(m: HexMap) -> None:
    named = {p.hex for p in towns_and_more(m)}
    for p in shores(m):
        assert (p.facts.get("label") == "") == (p.hex in named), p.name


# --- places and what they are


@pytest.mark.parametrize("kind", SETS)
def test_each_kind_of_place_is_in_its_hexes(m: HexMap, kind: str) -> None:
    assert names(m, m.features[kind]) == set(SETS[kind].split())
    assert m.features[kind].bit_count() == COUNTS[kind]


@pytest.mark.parametrize("kind", SETS)
def test_sets_and_places_say_the_same(m: HexMap, kind: str) -> None:
    assert bitset(p.hex for p in m.places if kind in p.kinds) == m.features[kind]


def test_the_gazetteer_stands_where_it_should(m: HexMap) -> None:
    rows = [row.split() for row in GAZETTEER.replace("\n", " ").split(",")]
    found = {(p.name, m.graph.ids[p.hex], m.terrain[p.hex], p.facts.get("vp", 0)) for p in towns_and_more(m)}
    assert found == {(name, number, LETTERS[letter], int(vp)) for name, number, letter, vp in rows}
    assert len(towns_and_more(m)) == len(rows) == 61


def test_no_place_lies_outside_the_hex_of_the_projection(m: HexMap) -> None:
    found = residuals(m)
    assert len(found) == 61 + 50
    assert [r for r in found if r.predicted != r.given] == []


def test_a_hex_is_15_km_across(m: HexMap) -> None:
    lon, lat = m.projection.origin
    east, south = (m.projection.point(lon + 15 / 102.0095, lat), m.projection.point(lon, lat - 15 / 110.8))
    x, y = m.projection.point(lon, lat)
    assert (x, y) == pytest.approx(m.centre(m.hex("0101")))
    assert (east[0] - x, east[1] - y) == pytest.approx((1, 0), abs=1e-5)
    assert (south[0] - x, south[1] - y) == pytest.approx((0, 1), abs=1e-5)


def test_no_hex_is_both_city_and_town(m: HexMap) -> None:
    assert m.features["city"] & m.features["town"] == 0


def test_ports_and_airfields_lie_in_cities_and_towns_and_ports_on_the_coast(m: HexMap) -> None:
    built_up = m.features["city"] | m.features["town"]
    for kind in ("port", "airfield", "industry"):
        assert m.features[kind] & ~built_up == 0
    assert m.features["port"] & ~m.coast == 0
    assert m.features["major port"] | m.features["minor port"] == m.features["port"]
    assert m.features["major port"] & m.features["minor port"] == 0


def test_peaks_are_the_hexes_of_peak_terrain(m: HexMap) -> None:
    assert m.features["peak"] == m.of_terrain["peak"]
    heights = {p.name: p.facts["metres"] for p in m.places if "peak" in p.kinds}
    assert heights == {
        "Niitaka-yama": 3952,
        "Tsugitaka-yama": 3886,
        "Nanko-taizan": 3742,
        "Kan-zan": 3668,
        "Kirai-shuzan": 3560,
        "Daibu-zan": 3092,
    }


def test_places_say_the_class_of_their_port_and_what_their_industry_is(m: HexMap) -> None:
    for p in towns_and_more(m):
        assert ("port" in p.facts) == ("port" in p.kinds), p.name
        assert ("industry" in p.facts) == ("industry" in p.kinds), p.name
        if "port" in p.facts:
            assert f"{p.facts['port']} port" in p.kinds, p.name


# --- victory points


def test_57_victory_points_exist(m: HexMap) -> None:
    assert sum(points_of(m, h) for h in range(len(m.graph))) == 57
    for p in towns_and_more(m):
        assert p.facts.get("vp", 0) == points_of(m, p.hex), p.name


def test_the_parts_of_the_island_share_the_points(m: HexMap) -> None:
    parts: Counter[str] = Counter()
    for p in m.places:
        if "vp" in p.facts:
            parts[p.facts["part"]] += p.facts["vp"]
    assert parts == {"south-west": 22, "centre-west": 9, "north": 18, "east": 8}


def test_eleven_bases_can_score_at_most_45_points_and_ten_44(m: HexMap) -> None:
    based = {
        h: points_of(m, h) - sum(m.features[k] >> h & 1 for k in ("industry", "peak")) for h in range(len(m.graph))
    }
    worth = sorted(based.values(), reverse=True)
    free = m.features["industry"].bit_count() + m.features["peak"].bit_count()
    assert sum(value > 0 for value in worth) == 23
    assert sum(based[h] for h in members(m.features["port"])) == 29
    assert (sum(worth[:11]) + free, sum(worth[:10]) + free) == (45, 44)


# --- roads and railroads


def test_eleven_railroads_and_twenty_roads_run_as_listed(m: HexMap) -> None:
    for kind, expected in (("rail", RAILROADS), ("road", ROADS)):
        found = {line.id: " ".join(m.graph.ids[h] for h in line.hexes) for line in m.lines if line.kind == kind}
        assert found == expected
    assert len(m.lines) == len({line.name for line in m.lines}) == 31


def test_every_step_of_a_line_is_a_link(m: HexMap) -> None:
    for line in m.lines:
        assert all(m.has_link(line.kind, a, b) for a, b in pairwise(line.hexes)), line.name


def test_all_lines_are_connected_to_each_other(m: HexMap) -> None:
    on_a_line = bitset(h for line in m.lines for h in line.hexes)
    assert flood(m, "0522", m.land, along_roads=True) == on_a_line


def test_roads_reach_every_city_town_port_and_airfield_and_no_peak(m: HexMap) -> None:
    on_a_line = bitset(h for line in m.lines for h in line.hexes)
    for kind in ("city", "town", "port", "airfield", "industry"):
        assert m.features[kind] & ~on_a_line == 0, kind
    assert m.features["peak"] & on_a_line == 0


def test_roads_and_railroads_enter_only_these_mountains(m: HexMap) -> None:
    on_a_line = bitset(h for line in m.lines for h in line.hexes)
    assert names(m, on_a_line & m.of_terrain["mountain"]) == {"0815", "0915", "1021", "1510", "1511", "1608", "1609"}


# --- rivers


def test_nineteen_rivers_run_along_the_listed_hexsides(m: HexMap) -> None:
    found = {w.name: " ".join(f"{m.graph.ids[a]}-{m.graph.ids[b]}" for a, b in w.sides) for w in m.waters}
    assert found == RIVERS
    assert {w.kind for w in m.waters} == {"river"}
    assert sum(bits.bit_count() for bits in m.edges["river"]) == 2 * sum(len(r.split()) for r in RIVERS.values())


def test_rivers_run_between_land_hexes(m: HexMap) -> None:
    assert all(m.land >> h & 1 for water in m.waters for side in water.sides for h in side)


def test_the_hassho_between_0616_and_0615_has_no_bridge(m: HexMap) -> None:
    a, b = m.hex("0616"), m.hex("0615")
    assert m.has_edge("river", a, b)
    assert m.has_edge("river", b, a)
    assert not is_linked(m, a, b)
    assert m.terrain[b] == "open"


@pytest.mark.parametrize(("a", "b"), [("0522", "0621"), ("0713", "0714"), ("1504", "1603"), ("1120", "1219")])
def test_railroads_bridge_the_great_rivers(m: HexMap, a: str, b: str) -> None:
    assert m.has_edge("river", m.hex(a), m.hex(b))
    assert m.has_link("rail", m.hex(a), m.hex(b))


# --- terrain effects


@pytest.mark.parametrize(
    ("terrain", "foot", "mech", "allied", "japanese"),
    [
        ("open", 1, 1, 0, 0),
        ("mud flats", 2, 3, 0, 0),
        ("rough", 2, 3, 1, 1),
        ("mountain", 3, None, 1, 2),
        ("peak", 4, None, 2, 3),
        ("city", None, None, 1, 2),
        ("town", None, None, 0, 1),
        ("river", 1, 1, 1, 1),
        ("rail", 0.5, 0.5, None, None),
        ("road", 0.5, 0.5, None, None),
        ("sea", None, None, None, None),
    ],
)
def test_terrain_costs_and_shifts_are_those_of_the_chart(
    m: HexMap, terrain: str, foot: float | None, mech: float | None, allied: int | None, japanese: int | None
) -> None:
    (entry,) = (e for e in m.spec.values["effect"] if e["class"] == terrain)
    assert tuple(entry.get(key) for key in ("foot", "mech", "allied", "japanese")) == (foot, mech, allied, japanese)


def test_every_terrain_network_and_hexside_has_an_effect(m: HexMap) -> None:
    classes = {e["class"] for e in m.spec.values["effect"]}
    assert {*m.terrain, *m.links, *m.edges, "city", "town", "port", "airfield", "industry"} <= classes


# --- boxes


def test_each_side_has_its_displays(m: HexMap) -> None:
    for side, expected in enumerate((ALLIED_DISPLAYS, JAPANESE_DISPLAYS)):
        found = {b["name"] for b in boxes(m) if b.get("side") == side and "LP" not in b["name"]}
        assert found == expected


def test_the_turn_track_has_13_turns_of_which_8_serve_both_scenarios(m: HexMap) -> None:
    turns = [b for b in boxes(m) if "turn" in b]
    assert [b["turn"] for b in turns] == list(range(1, 14))
    assert [len(b["text"]) for b in turns] == [2] * 8 + [1] * 5
    assert turns[0]["text"] == ["Scenario 1: 1 Mar 1945", "Scenario 2: 1 Jun 1945"]
    assert turns[7]["text"] == ["Scenario 1: 19 Apr 1945", "Scenario 2: 20 Jul 1945"]
    assert turns[12]["text"] == ["Scenario 1: 24 May 1945"]


@pytest.mark.parametrize(("side", "track"), [(0, "Allied LP"), (1, "Japanese LP")])
def test_each_side_has_a_track_of_logistics_points_and_a_pending_box(m: HexMap, side: int, track: str) -> None:
    spaces = [b for b in boxes(m) if b.get("track") == track]
    assert [b["space"] for b in spaces] == list(range(10))
    assert {b["side"] for b in spaces} == {side}
    assert [b["side"] for b in boxes(m) if b["name"] == f"{track} pending"] == [side]


def test_boxes_have_ids_of_their_own_and_do_not_overlap(m: HexMap) -> None:
    assert len({b["id"] for b in boxes(m)}) == len(boxes(m))
    for one, other in combinations(boxes(m), 2):
        assert not rects_overlap(one["rect"], other["rect"]), (one["id"], other["id"])


def test_boxes_and_key_lie_on_the_sheet_beside_the_hexes(m: HexMap) -> None:
    sheet = HexSheet(m, Art())
    for rect in [*(b["rect"] for b in boxes(m)), m.spec.values["margin"]["key"]]:
        x, y, w, h = rect
        assert not rects_overlap(rect, sheet.field)
        assert x >= 0
        assert y >= 0
        assert x + w <= sheet.width
        assert y + h <= sheet.height
    for box in boxes(m):
        assert not rects_overlap(box["rect"], m.spec.values["margin"]["key"])

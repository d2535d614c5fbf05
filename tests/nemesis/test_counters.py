"""The counters of Nemesis: what the rules say of their numbers and values, where they start, and what is printed."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.atlas.counters import Face, counter_sheet
from grognard.atlas.symbols import SYMBOL_NAMES
from grognard.games.nemesis.counter_faces import DIVISIONS, LIMITED, NATIONS, WHITE, YELLOW, faces
from grognard.games.nemesis.units import COLUMNS, TRANSPORTERS
from grognard.kernel.bits import bitset, members
from grognard.kernel.datafile import DataError, read_csv
from grognard.maps.hexmap import EVIDENCE, HexMap, load_hexmap
from nemesis.conftest import GAME

Unit = dict[str, Any]

ARRIVALS = {
    2: "JX-24B B5-9 B5-123 B5-161 C-14 C-3WA",
    3: "JH-53 J53-128 JX-4 J15-67 JX-INA2 B2-4 B2-5 B2-6 B33C-A BT-149 B7-33 C-23 BL-LUSH",
    4: "J53-119 J53-151 J53-A JX-INA3 B7-89 B7-114 S30-88 S30-89 S50-149 S50-150",
    5: "B268 S30-90 S50-148 S14-41 S14-42 SE-1",
    6: "S14-40 SG-N1 SG-N2 YH1-2 YH1-3 Y103-308 Y103-309 Y82-245",
    8: "B36-29 B36-72 Y200-598 Y200-599 Y200-600",
    9: "B11-21 B11-25 B11-26",
}
GOOD_ROW = "J31-58,58th,58,Japanese,Japan,Japanese,31,infantry,large,III,3,6/4,5,3,,J-A,,light,cited"
COSTS = {"clear": 1.0, "jungle": 2.0, "hill": 3.0, "mountain": 4.0}
LINKS = (("road", 0.5), ("track", 1.0), ("path", 1.0))


@pytest.fixture(scope="module")
def every() -> dict[str, Unit]:
    return {u["id"]: u for u in GAME.rows}


@pytest.fixture(scope="module")
def drawn() -> dict[str, Face]:
    return {f.id: f for f in faces(GAME)}


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.nemesis").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def is_transporter(unit: Unit) -> bool:
    return unit["type"] in TRANSPORTERS


def with_trait(every: dict[str, Unit], trait: str) -> list[Unit]:
    return [u for u in every.values() if trait in u["traits"]]


def regiments(every: dict[str, Unit]) -> list[Unit]:
    return with_trait(every, "exchange")


def start_hex(m: HexMap, unit: Unit) -> str:
    """The hex of a unit's set-up letter; empty where it does not start on the map."""
    hexes = m.features.get(f"setup {unit['setup']}")
    return "" if hexes is None else m.graph.ids[next(iter(members(hexes)))]


def start_steps(unit: Unit) -> int:
    return int(unit["steps"]) - ("reduced" in unit["traits"])


def at_start(m: HexMap, every: dict[str, Unit]) -> dict[str, list[Unit]]:
    out: dict[str, list[Unit]] = {}
    for unit in every.values():
        if name := start_hex(m, unit):
            out.setdefault(name, []).append(unit)
    return out


def linked(m: HexMap, kind: str, name: str) -> bool:
    return bool(m.links[kind][m.hex(name)])


# --- how many


def test_there_are_208_units_and_25_transporters(every: dict[str, Unit]) -> None:
    assert len(GAME.rows) == len(every)
    assert Counter(is_transporter(u) for u in every.values()) == {False: 208, True: 25}


@pytest.mark.parametrize(
    ("force", "ground", "air", "transporters"),
    [
        ("Japanese", 100, 1, 13),
        ("British", 37, 2, 5),
        ("Chindit", 13, 0, 0),
        ("Stilwell", 24, 2, 4),
        ("Yunnan", 29, 0, 3),
    ],
)
def test_every_force_has_its_number_of_counters(
    every: dict[str, Unit], force: str, ground: int, air: int, transporters: int
) -> None:
    of_it = [u for u in every.values() if u["force"] == force]
    assert sum(is_transporter(u) for u in of_it) == transporters
    assert sum(u["type"] == "air" for u in of_it) == air
    assert len(of_it) == ground + air + transporters


def test_the_japanese_have_41_units_and_60_battalions_in_seven_piles(every: dict[str, Unit]) -> None:
    japanese = [u for u in every.values() if u["side"] == "Japanese" and not is_transporter(u)]
    piles = Counter(u["division"] for u in japanese if "battalion" in u["traits"])
    assert piles == {"31": 9, "15": 9, "33": 9, "18": 9, "56": 9, "53": 9, "aux": 6}
    assert len(japanese) - piles.total() == 41


def test_one_japanese_and_four_allied_air_units_two_of_them_british(every: dict[str, Unit]) -> None:
    air = Counter(u["nation"] for u in every.values() if u["type"] == "air")
    assert air == {"Japan": 1, "British": 2, "US": 2}


def test_twenty_units_exchange_three_for_each_of_six_divisions_one_regiment_and_one_brigade(
    every: dict[str, Unit],
) -> None:
    assert Counter(u["division"] for u in regiments(every)) == {
        "31": 3, "15": 3, "33": 3, "18": 3, "56": 3, "53": 3, "aux": 2,
    }  # fmt: skip
    assert {u["id"]: u["mark"] for u in regiments(every) if u["division"] == "aux"} == {"JX-24B": "X", "JX-4": "III"}
    assert [u["id"] for u in regiments(every) if u["mark"] == "X"] == ["JX-24B"]


def test_units_that_exchange_have_three_steps_and_quality_2_or_3(every: dict[str, Unit]) -> None:
    assert {(u["type"], u["steps"]) for u in regiments(every)} == {("infantry", 3)}
    assert {u["quality"] for u in regiments(every)} == {2, 3}


def test_both_auxiliary_regiments_are_reinforcements(every: dict[str, Unit]) -> None:
    assert {u["setup"] for u in regiments(every) if u["division"] == "aux"} == {"T2", "T3"}


def test_battalions_in_the_box_equal_the_steps_of_the_regiments_of_their_colour(every: dict[str, Unit]) -> None:
    boxed = Counter(u["division"] for u in every.values() if u["setup"] == "JBATT")
    steps: Counter[str] = Counter()
    for unit in regiments(every):
        steps[unit["division"]] += start_steps(unit)
    assert boxed == steps == {"31": 9, "15": 8, "33": 9, "18": 7, "56": 8, "53": 9, "aux": 6}


def test_letter_i_is_four_battalions_in_the_losses_box(every: dict[str, Unit]) -> None:
    assert {u["id"] for u in every.values() if u["setup"] == "J-I"} == {"J15-b9", "J18-b8", "J18-b9", "J56-b9"}


def test_each_japanese_division_has_an_hq_and_there_is_one_army_hq(every: dict[str, Unit]) -> None:
    hqs = [u for u in every.values() if u["type"] == "hq" and u["side"] == "Japanese"]
    assert sorted(u["division"] for u in hqs) == ["15", "18", "31", "33", "53", "56", "aux"]


def test_the_allies_have_an_hq_for_each_nation_and_two_trucks(every: dict[str, Unit]) -> None:
    allied = [u for u in every.values() if u["side"] == "Allied"]
    assert sorted(u["nation"] for u in allied if u["type"] == "hq") == ["British", "Chinese", "US"]
    trucks = {u["id"]: (u["setup"], u["enters"]) for u in allied if u["type"] == "truck"}
    assert trucks == {"BTRK": ("OFFMAP", "W-L"), "STRK": ("OFFMAP", "W-R")}


def test_six_chindit_brigades_of_three_steps_and_six_battalions_in_their_box(every: dict[str, Unit]) -> None:
    chindits = [u for u in every.values() if u["force"] == "Chindit"]
    assert sum(u["size"] == "large" and u["steps"] == 3 for u in chindits) == 6
    assert sum(u["setup"] == "CHINDIT" for u in chindits) == 6


def test_four_chindits_start_on_the_map_one_of_them_small_and_limited(every: dict[str, Unit]) -> None:
    on_map = {u["id"]: u for u in every.values() if u["force"] == "Chindit" and u["setup"].startswith("W-")}
    assert set(on_map) == {"C-16", "C-77", "C-111", "C-MF"}
    assert [name for name, u in on_map.items() if u["size"] == "small"] == ["C-MF"]
    assert [u["id"] for u in with_trait(every, "limited")] == ["C-MF"]


def test_the_stilwell_force_is_us_units_and_starred_chinese(every: dict[str, Unit]) -> None:
    for unit in every.values():
        starred = unit["nation"] == "Chinese" and unit["force"] == "Stilwell"
        assert ("star" in unit["traits"]) == starred
        assert (unit["force"] == "Stilwell") == (starred or unit["nation"] == "US")


def test_one_yunnan_artillery_unit(every: dict[str, Unit]) -> None:
    yunnan = [u for u in every.values() if u["force"] == "Yunnan" and not is_transporter(u)]
    assert [u["id"] for u in yunnan if u["type"] == "artillery"] == ["Y-A"]
    assert {u["quality"] for u in yunnan} == {1}


# --- values


def test_units_have_a_strength_and_transporters_a_range_instead(every: dict[str, Unit]) -> None:
    for unit in every.values():
        assert bool(unit["strength"]) != is_transporter(unit)
        assert (unit["range"] is not None) == is_transporter(unit)


def test_every_unit_on_the_ground_has_a_size_quality_and_movement(every: dict[str, Unit]) -> None:
    for unit in every.values():
        if not is_transporter(unit) and unit["type"] != "air":
            assert unit["size"]
            assert unit["quality"] is not None
            assert unit["movement"] is not None


def test_large_units_have_a_weaker_reduced_side_but_for_three_local_rifles(every: dict[str, Unit]) -> None:
    large = [u for u in every.values() if u["size"] == "large"]
    assert all(u["strength"][1] < u["strength"][0] for u in large if len(u["strength"]) == 2)
    single = {u["id"] for u in large if len(u["strength"]) == 1}
    assert single == {"BL-CHIN", "BL-LUSH", "SL-KR"} == {u["id"] for u in with_trait(every, "single step")}
    assert {every[name]["type"] for name in single} == {"local rifles"}


def test_small_units_have_one_step_and_one_strength(every: dict[str, Unit]) -> None:
    assert {(u["steps"], len(u["strength"])) for u in every.values() if u["size"] == "small"} == {(1, 1)}


def test_support_units_are_air_tanks_engineers_and_artillery(every: dict[str, Unit]) -> None:
    assert {u["type"] for u in with_trait(every, "support")} == {"air", "tank", "engineer", "artillery"}
    for unit in every.values():
        if unit["type"] in ("air", "tank", "engineer", "artillery"):
            assert "support" in unit["traits"], unit["id"]


def test_light_are_japanese_on_foot_chindits_paratroops_local_rifles_galahad_and_mules(every: dict[str, Unit]) -> None:
    for unit in every.values():
        on_foot = unit["side"] == "Japanese" and unit["movement"] is not None and "motorized" not in unit["traits"]
        listed = unit["type"] in ("chindit", "paratroops", "local rifles", "galahad", "mules")
        assert ("light" in unit["traits"]) == (listed or (on_foot and unit["type"] != "hq")), unit["id"]


def test_garrisons_never_move_and_the_two_british_ones_are_on_the_railway_in_india(
    m: HexMap, every: dict[str, Unit]
) -> None:
    garrisons = [u for u in every.values() if u["type"] == "garrison"]
    assert {u["movement"] for u in garrisons} == {0}
    assert {u["id"] for u in every.values() if u["movement"] == 0} == {u["id"] for u in garrisons}
    british = {start_hex(m, u) for u in garrisons if u["side"] == "Allied"}
    assert british == {"0404", "0601"}
    assert all(m.regions["India railway"] >> m.hex(name) & 1 for name in british)


def test_three_of_four_japanese_garrisons_are_on_the_railway_in_burma(m: HexMap, every: dict[str, Unit]) -> None:
    on_rail = {
        u["id"]: bool(m.regions["Burma railway"] >> m.hex(start_hex(m, u)) & 1)
        for u in every.values()
        if u["type"] == "garrison" and u["side"] == "Japanese"
    }
    assert on_rail == {"JG-MYI": True, "JG-MOG": True, "JG-IND": True, "JG-BHA": False}


def test_local_units_special_forces_garrisons_and_the_ina_cannot_be_replaced(every: dict[str, Unit]) -> None:
    lost_for_good = {u["id"] for u in (*with_trait(every, "non-replaceable"), *with_trait(every, "special force"))}
    for unit in every.values():
        kind = unit["type"] in ("local rifles", "garrison", "galahad", "paratroops")
        brigade = unit["type"] == "chindit" and "battalion" not in unit["traits"]
        assert (unit["id"] in lost_for_good) == (kind or brigade or "-INA" in unit["id"]), unit["id"]


def test_units_of_7_4_exist_and_a_motorized_one_of_quality_3(every: dict[str, Unit]) -> None:
    assert any(u["strength"][:1] == (7,) and u["movement"] == 4 for u in every.values())
    assert {u["id"] for u in with_trait(every, "motorized") if u["quality"] == 3} == {"BT-3C", "BT-149"}


def test_every_row_says_on_what_evidence(every: dict[str, Unit]) -> None:
    assert all(u["evidence"].startswith(EVIDENCE) for u in every.values())


# --- where they start


def test_every_counter_starts_at_a_letter_in_a_box_or_on_the_turn_track(m: HexMap, every: dict[str, Unit]) -> None:
    boxes = {box["id"] for box in m.spec.values["box"]}
    for unit in every.values():
        known = start_hex(m, unit) or unit["setup"] in boxes or unit["setup"] == "J-I"
        assert known, unit["id"]
        assert not unit["enters"] or f"setup {unit['enters']}" in m.features


def test_letters_are_of_the_units_own_class(every: dict[str, Unit]) -> None:
    for unit in every.values():
        place = unit["setup"]
        if place[1] == "-":
            chinese = place[0] == "R"
            assert (place[0] == "J") == (unit["side"] == "Japanese"), unit["id"]
            assert not chinese or unit["nation"] == "Chinese" or is_transporter(unit), unit["id"]
            assert chinese or unit["nation"] != "Chinese", unit["id"]


def test_every_letter_of_the_map_has_a_unit(m: HexMap, every: dict[str, Unit]) -> None:
    used = {f"setup {u['setup']}" for u in every.values()}
    assert {kind for kind in m.features if kind.startswith("setup ")} <= used


@pytest.mark.parametrize("turn", range(1, 11))
def test_reinforcements_come_on_their_turns(every: dict[str, Unit], turn: int) -> None:
    due = {u["id"] for u in every.values() if u["setup"] == f"T{turn}"}
    assert due == set(ARRIVALS.get(turn, "").split())


def test_four_regiments_start_or_arrive_reduced(every: dict[str, Unit]) -> None:
    assert {u["id"] for u in with_trait(every, "reduced")} == {"J15-67", "J18-55", "J18-56", "J56-146"}


def stacked(unit: Unit, path_only: bool) -> float:
    if is_transporter(unit) or unit["type"] == "air":
        return 0.0
    return (1.0 if unit["size"] == "large" else 0.5) * (2 if path_only and "motorized" in unit["traits"] else 1)


def stacking_limit(m: HexMap, name: str, group: Iterable[Unit]) -> int:
    forces = {u["force"] for u in group if not is_transporter(u)}
    if "Japanese" in forces:
        return 3
    if forces == {"Yunnan"} or m.terrain[m.hex(name)] == "clear":
        return 4
    return 3 if linked(m, "road", name) or linked(m, "track", name) else 2


def test_the_setup_keeps_within_the_stacking_limits(m: HexMap, every: dict[str, Unit]) -> None:
    heights = {}
    for name, group in at_start(m, every).items():
        assert len({u["side"] for u in group}) == 1, name
        path_only = linked(m, "path", name) and not linked(m, "road", name) and not linked(m, "track", name)
        heights[name] = sum(stacked(u, path_only) for u in group)
        assert heights[name] <= stacking_limit(m, name, group), name
    fullest = {"1111": 3, "1112": 3, "0617": 3, "0511": 3.5, "2102": 3.5, "2103": 3, "3609": 3}
    assert {name: heights[name] for name in fullest} == fullest


def test_eleven_japanese_steps_start_within_three_hexes_of_the_yunnan_force(m: HexMap, every: dict[str, Unit]) -> None:
    groups = at_start(m, every)
    yunnan = {m.hex(name) for name, group in groups.items() if any(u["force"] == "Yunnan" for u in group)}
    near = {
        u["id"]: start_steps(u)
        for name, group in groups.items()
        if min(m.distance(m.hex(name), h) for h in yunnan) <= 3
        for u in group
        if u["side"] == "Japanese" and not is_transporter(u)
    }
    assert near == {"J56-113": 3, "J56-148": 3, "J56-146": 2, "J56-A": 2, "J56-C": 1}


class Supply:
    """7.1: who can trace Full Supply at the start, in dry weather."""

    def __init__(self, m: HexMap, every: dict[str, Unit], side: str) -> None:
        self.m = m
        groups = at_start(m, every)
        enemy = {
            name for name, group in groups.items() if any(u["side"] != side and not is_transporter(u) for u in group)
        }
        lost = {m.graph.ids[p.hex] for p in m.places if p.facts.get("control", side) != side}
        self.shut = bitset(m.hex(name) for name in enemy | lost)
        self.ours = [(m.hex(name), u) for name, group in groups.items() for u in group if u["side"] == side]
        self.fed: set[str] = set()
        depots = [
            p for p in m.places if "depot" in p.kinds and (p.facts["nation"] == "Japanese") == (side == "Japanese")
        ]
        for depot in depots:
            if self._live(depot.hex, depot.facts["nation"]):
                nation = "Japan" if side == "Japanese" else depot.facts["nation"]
                self._feed(depot.hex, depot.facts["range"], nation, "aux", hq=False)

    def _live(self, depot: int, nation: str) -> bool:
        frontier = list(members(self.m.features[f"supply entry {nation}"] & ~self.shut))
        seen = set(frontier)
        while frontier:
            h = frontier.pop()
            joined = self.m.links["road"][h] | self.m.links["track"][h]
            for d, n in enumerate(self.m.sides[h]):
                if joined >> d & 1 and n not in seen and not self.shut >> n & 1:
                    seen.add(n)
                    frontier.append(n)
        return depot in seen

    def _feed(self, start: int, reach: int, nation: str, division: str, *, hq: bool) -> None:
        """Give supply to all of one nation, and of one division where there are several, and pass it on."""
        near = self._within(start, reach)
        for h, unit in self.ours:
            supplied_as = "US" if unit["force"] == "Stilwell" else unit["nation"]
            same_division = nation != "Japan" or "aux" in (division, unit["division"]) or division == unit["division"]
            second_hq = hq and unit["type"] == "hq"
            if h in near and supplied_as == nation and same_division and not second_hq and unit["id"] not in self.fed:
                self.fed.add(unit["id"])
                if is_transporter(unit):
                    own = unit["division"] if division == "aux" else division
                    self._feed(h, unit["range"], nation, own or "aux", hq=hq or unit["type"] == "hq")

    def _within(self, start: int, reach: int) -> set[int]:
        m, best, queue = self.m, {start: 0.0}, [(0.0, start)]
        next_door = {n for n in m.graph.neighbours[start] if not m.has_edge("lake", start, n)}
        while queue:
            spent, h = heapq.heappop(queue)
            for n in m.graph.neighbours[h]:
                if self.shut >> n & 1 or m.has_edge("lake", h, n):
                    continue
                over = COSTS[m.terrain[n]] + 2.0 * m.has_edge("major river", h, n)
                total = spent + min([over, *(cost for kind, cost in LINKS if m.has_link(kind, h, n))])
                if total <= reach and total < best.get(n, 99.0):
                    best[n] = total
                    heapq.heappush(queue, (total, n))
        return set(best) | {n for n in next_door if not self.shut >> n & 1}


@pytest.mark.parametrize("side", ["Japanese", "Allied"])
def test_all_who_start_on_the_map_can_trace_full_supply_except_the_chindits(
    m: HexMap, every: dict[str, Unit], side: str
) -> None:
    supply = Supply(m, every, side)
    hungry = {u["id"] for _, u in supply.ours} - supply.fed
    assert hungry == ({"C-16", "C-77", "C-111", "C-MF"} if side == "Allied" else set())


# --- what is printed


def test_every_counter_has_a_front_and_all_but_eight_a_back(every: dict[str, Unit], drawn: dict[str, Face]) -> None:
    assert {f"c-{name}-front" for name in every} <= set(drawn)
    without = {name for name in every if f"c-{name}-back" not in drawn}
    assert without == {"J-AIR", "A-RAF1", "A-RAF2", "A-US1", "A-US2", "BL-CHIN", "BL-LUSH", "SL-KR"}
    assert len(faces(GAME)) == len(drawn) == 2 * len(every) - 8


@pytest.mark.parametrize(
    ("face", "values"),
    [
        ("J31-58-front", ["6-5", "3"]),
        ("J31-58-back", ["4-5", "3"]),
        ("B17-48-front", ["7-4", "2"]),
        ("B2-4-back", ["5-6*", "2"]),
        ("J31-b1-front", ["2-5", "3"]),
        ("J31-b1-back", ["2-5", "3"]),
        ("BG-DIM-front", ["3-0", "1"]),
        ("J-AIR-front", ["4"]),
        ("JH-31-front", ["5", "4"]),
        ("JH-31-back", ["5", "–"]),
        ("BTRK-front", ["10*", "4"]),
    ],
)
def test_values_are_printed_strength_movement_quality_or_movement_and_range(
    drawn: dict[str, Face], face: str, values: list[str]
) -> None:
    assert [text for text, _ in drawn[f"c-{face}"].values] == values
    assert {style for _, style in drawn[f"c-{face}"].values} == {"plain"}


def test_a_reduced_regiment_has_two_of_three_steps(drawn: dict[str, Face]) -> None:
    assert (drawn["c-J31-58-front"].steps, drawn["c-J31-58-front"].full) == (3, 3)
    assert (drawn["c-J31-58-back"].steps, drawn["c-J31-58-back"].full) == (2, 3)


def test_the_limited_side_is_grey_and_says_so(drawn: dict[str, Face]) -> None:
    assert drawn["c-J31-b1-back"].fill == LIMITED
    assert drawn["c-J31-b1-back"].note == "Limited"


def test_a_transporter_out_of_supply_says_so(drawn: dict[str, Face]) -> None:
    assert drawn["c-JM-31-back"].note == "OOS"


@pytest.mark.parametrize(
    ("face", "note"),
    [
        ("J31-58-front", "A"),
        ("J31-58-back", ""),
        ("J18-55-front", ""),
        ("J18-55-back", "J"),
        ("J15-67-back", "GT3"),
        ("J15-b9-front", "I"),
        ("J31-b1-front", ""),
        ("C-MF-front", ""),
        ("C-MF-back", "Q Lim"),
        ("BTRK-front", "L"),
        ("B11-21-front", "GT9"),
        ("A-RAF1-front", ""),
    ],
)
def test_the_side_that_starts_upward_shows_the_letter_or_the_turn(drawn: dict[str, Face], face: str, note: str) -> None:
    assert drawn[f"c-{face}"].note == note


def test_nations_have_four_different_colours(every: dict[str, Unit], drawn: dict[str, Face]) -> None:
    fills = {(u["nation"], drawn[f"c-{name}-front"].fill) for name, u in every.items()}
    assert fills == {(nation, fill) for nation, (fill, _) in NATIONS.items()}
    assert len({fill for _, fill in fills}) == 4


def test_japanese_divisions_have_six_different_headers_and_auxiliaries_none_of_them(
    every: dict[str, Unit], drawn: dict[str, Face]
) -> None:
    assert len(set(DIVISIONS.values())) == 6
    for name, unit in every.items():
        header = drawn[f"c-{name}-front"].stripe
        coloured = unit["side"] == "Japanese" and unit["division"] in DIVISIONS
        assert (header in DIVISIONS.values()) == coloured, name


@pytest.mark.parametrize(
    ("unit", "colour"),
    [("B4C-A", YELLOW), ("JX-14T", YELLOW), ("A-US1", YELLOW), ("JX-INA1", WHITE), ("BG-GOL", WHITE), ("C-77", WHITE)],
)
def test_support_is_yellow_and_what_cannot_be_replaced_is_white(drawn: dict[str, Face], unit: str, colour: str) -> None:
    assert drawn[f"c-{unit}-front"].stripe == colour


def test_stars_are_printed_on_stilwells_chinese(drawn: dict[str, Face]) -> None:
    assert "★" in drawn["c-S22-64-front"].name
    assert "★" not in drawn["c-Y87-259-front"].name


def test_every_face_has_a_symbol_that_can_be_drawn(drawn: dict[str, Face]) -> None:
    assert {face.symbol for face in drawn.values()} <= set(SYMBOL_NAMES)
    ElementTree.fromstring(counter_sheet(list(drawn.values()), []))


# --- wrong data


@pytest.mark.parametrize(
    ("column", "wrong", "said"),
    [
        ("traits", "heavy", "'heavy' is not one of"),
        ("strength", "6/x", "'x' is not a whole number"),
        ("quality", "4", "'4' is not a whole number from 1 to 3"),
        ("nation", "Burma", "'Burma' is not one of"),
        ("setup", "", "it is empty"),
    ],
)
def test_a_wrong_cell_is_refused_with_its_line_and_column(column: str, wrong: str, said: str) -> None:
    row = dict(zip(COLUMNS, GOOD_ROW.split(","), strict=True))
    row[column] = wrong
    with pytest.raises(DataError) as refused:
        read_csv("units.csv", ",".join(COLUMNS) + "\n" + ",".join(row.values()) + "\n", COLUMNS)
    assert str(refused.value).startswith(f"units.csv, line 2, {column}: {said}")

"""Chapters 1 and 2: the map, the counters and the tables, read from `data/` and laid out for quick use.

Units and spaces are numbers in the order of their files: hexes first, then boxes. A Chinese regular's number is that
of a *token*, a face-down counter; which army's front it carries is in the position (`State.front`), because nobody may
know it before combat (3.3a, 6.6c).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from grognard.games.ichigo.units import COLUMNS
from grognard.kernel.bits import bitset, each, members, stretches
from grognard.kernel.datafile import DataError, Toml, read_csv, whole
from grognard.kernel.flow import Phase
from grognard.kernel.graph import Graph
from grognard.kernel.ids import NO_SPACES, Side, Space, Unit, Units, every, per
from grognard.kernel.map_search import flood
from grognard.kernel.tables import Table
from grognard.maps.hex_spaces import HexFacts
from grognard.maps.hexmap import HexMap

ALLIED, JAPANESE = Side(0), Side(1)
CHINA, US, JAPAN = 0, 1, 2
"""Nations: who moves, fights and stacks together. China and the US are both Allied."""
NATIONS = ("China", "US", "Japan")
SIDE_OF_NATION = (ALLIED, ALLIED, JAPANESE)


def _ratings(cell: str, steps: int) -> tuple[int, ...]:
    """`4/2`: a factor per number of steps left, full strength first; index 0 is a dead unit."""
    values = [int(part) for part in cell.split("/")] if cell and cell[0].isdigit() else [0]
    per_step = values if len(values) == steps else values * steps
    return (0, *reversed(per_step))


class Facts(HexFacts):
    """Everything about the game that never changes during play."""

    phases: ClassVar[tuple[Phase, ...]]

    def __init__(self, texts: Mapping[str, str]) -> None:
        HexFacts.__init__(self, texts)
        self._read_map(self.map)
        self._read_units(texts["units.csv"])
        self._read_tables(Toml.parse("tables.toml", texts["tables.toml"]))

    # --- the map

    def _read_map(self, m: HexMap) -> None:
        box = self.space_index
        self.support, self.kwantung, self.garrison_box = box["SUPPORT"], box["KA"], box["FG"]
        self.fourteenth, self.pool, self.us_box = box["14AA"], box["POOL"], box["US"]
        self.japanese_dead, self.allied_dead = box["JDEAD"], box["ADEAD"]
        self.track = tuple(box[f"T{turn}"] for turn in range(1, 13))
        self.land = m.land
        self.coast = m.coast
        self.formosa = m.regions["Formosa"]
        self.north_edge = m.regions["north edge"] & m.land
        cities = [place for place in m.places if "city" in place.kinds]
        self.cities = bitset(place.hex for place in cities)
        self.japanese_cities = bitset(p.hex for p in cities if str(p.facts.get("control", "")).startswith("J"))
        self.chinese_cities = self.cities & ~self.japanese_cities
        self.ports = self.cities & self.coast
        self.airbases = m.features["airbase"]
        (line,) = (line for line in m.lines if line.kind == "rail")
        self.railroad = line.hexes
        self.rail_set = bitset(line.hexes)
        mainland = self.land & ~self.formosa
        self.mainland = mainland
        self.east = flood(m.graph, 1 << m.hex("3106"), ~mainland | self.rail_set)
        self.shanghai, self.wuhan = m.hex("3106"), m.hex("2008")
        self.chungking, self.kunming = m.hex("0712"), m.hex("0119")
        self.south_end, self.north_end = m.hex("0925"), m.hex("1801")
        self.takao = m.hex("3221")
        self.tracked_at_start = self.cities | self.rail_set | self.north_edge
        self.japanese_at_start = (self.japanese_cities | m.features["Japanese at start"]) & self.tracked_at_start
        # 7.1c, 10.10: steps that no ground unit may take. Cost of a step by terrain and river (10.7-10.9, 10.13).
        over_land = zip(self.near, m.across("lake"), strict=True)
        self.open_near = tuple(
            near & self.land & ~lake if self.land >> a & 1 else NO_SPACES for a, (near, lake) in per(Space, over_land)
        )
        self.open_steps = tuple(map(each, self.open_near))
        self.open_graph = Graph(m.graph.ids, self.open_steps)
        self.rivers = m.across("river")
        self.diamonds = (m.features["diamond 1"], m.features["diamond 2"])
        self.rail_cities = self.rail_set & self.cities
        self.landing_ports = m.features["mainland landing"]
        self.sources = self.north_edge | 1 << self.south_end
        self.mountains = m.of_terrain["mountain"]
        self.rough = m.of_terrain["rough"]

    def crosses_river(self, a: Space, b: Space) -> bool:
        """10.9: the side between two adjacent hexes is a river."""
        return bool(self.rivers[a] >> b & 1)

    # --- the counters

    def _read_units(self, content: str) -> None:
        rows = [row for _, row in read_csv("units.csv", content, COLUMNS)]
        every_unit = every(Unit, len(rows))

        def where(test: Callable[[dict[str, Any]], bool]) -> Units:
            return bitset(u for u in every_unit if test(rows[u]))

        self.rows = rows
        self.units = len(rows)
        self.regulars = where(lambda r: r["army"] == "Regulars")
        self.regular_units = tuple(members(self.regulars))
        self.unit_ids: tuple[str, ...] = tuple(
            f"C{self.regular_units.index(u) + 1:02d}" if self.regulars >> u & 1 else row["id"]
            for u, row in per(Unit, rows)
        )
        self.unit_index = {name: u for u, name in per(Unit, self.unit_ids)}
        self.printed_ids: tuple[str, ...] = tuple(row["id"] for row in rows)
        self.printed_names: tuple[str, ...] = tuple(row["name"] for row in rows)
        self.unit_names: tuple[str, ...] = tuple(
            f"Chinese unit {self.unit_ids[u]}" if self.regulars >> u & 1 else row["name"] for u, row in per(Unit, rows)
        )
        self.regular_index = {u: i for i, u in enumerate(self.regular_units)}
        found = (re.match(r"\d+", row["name"]) for row in rows)
        self.numbers = tuple(int(number[0]) if number else 0 for number in found)
        self.nation_of = tuple(NATIONS.index(row["nation"]) for row in rows)
        self.side_of = tuple(SIDE_OF_NATION[nation] for nation in self.nation_of)
        self.of_nation = tuple(bitset(u for u in every_unit if self.nation_of[u] == n) for n in range(3))
        self.of_side = (self.of_nation[CHINA] | self.of_nation[US], self.of_nation[JAPAN])
        self.numbers_of = tuple(stretches(own) for own in self.of_side)
        self.full: tuple[int, ...] = tuple(row["steps"] for row in rows)
        self.attack = tuple(_ratings(row["attack"], row["steps"]) for row in rows)
        self.defence = tuple(_ratings(row["defence"], row["steps"]) for row in rows)
        self.army: tuple[str, ...] = tuple(row["army"] for row in rows)
        self.setup_at = tuple(self.space_index[row["setup"]] for row in rows)
        self.arrival: tuple[int, ...] = tuple(row["arrival"] for row in rows)
        self.militia = where(lambda r: r["army"] == "Militia")
        self.tanks = where(lambda r: r["type"] == "tank" and r["size"] == "III")
        self.special_forces = where(lambda r: r["army"] == "14AA" and r["type"] == "airborne")
        self.supports = self.tanks | self.special_forces
        self.static = self.militia | where(lambda r: r["type"] == "tank" and r["size"] == "XX")
        self.divisions = where(lambda r: r["size"] == "XX") & self.of_nation[JAPAN] | self.of_nation[US]
        self.brigades = where(lambda r: r["size"] == "X")
        self.infantry_brigades = self.brigades & where(lambda r: r["type"] == "infantry")
        self.frozen = where(lambda r: "38th Army" in r["traits"])
        self.airborne = where(lambda r: r["nation"] == "US" and r["type"] == "airborne")
        self.zeros = where(lambda r: r["army"] == "Regulars" and r["attack"] in ("", "0"))

    def zeros_carried(self, fronts: Sequence[Unit]) -> Units:
        """2.14a: the regulars that carry a front without strength."""
        return bitset(u for u, front in zip(self.regular_units, fronts, strict=True) if self.zeros >> front & 1)

    # --- the tables

    def _read_tables(self, spec: Toml) -> None:
        turns = spec.table("turns")
        self.months = tuple(turns.strings("months"))
        self.last_turn = turns.integer("last", 1, 12)
        self.last_turn_with_causeway = turns.integer("last_with_causeway", 1, 12)
        self.causeway_turn = turns.integer("causeway_check", 1, 12)
        self.attenuated_from = turns.integer("attenuated_from", 1, 12)
        self.last_momentum_turn = turns.integer("last_momentum", 0, 12)
        self.withdrawal_turn = turns.integer("withdrawal", 1, 12)
        self.mainland_landing_turn = turns.integer("mainland_landing", 1, 12)
        self.airborne_from = turns.integer("airborne_from", 1, 12)
        self.transfer_from = turns.integer("transfer_from", 1, 12)
        self.formosa_divisions_turn = turns.integer("formosa_divisions_turn", 1, 12)
        stacking = spec.table("stacking")
        self.most = tuple(stacking.integer(name, 1, 20) for name in ("chinese", "us", "japanese"))
        move = spec.table("movement")
        self.mp_full = move.integer("full", 1, 20)
        self.mp_out_of_supply = move.integer("out_of_supply", 0, 20)
        self.mp_strategic = move.integer("strategic", 1, 40)
        self.mp_attenuated = move.by_face("attenuated", whole(0, 20))
        self.chinese_less = move.integer("chinese_less", 0, 6)
        costs = {name: move.integer(name, 1, 9) for name in ("clear", "rough", "mountain")}
        self.river_cost = move.integer("river", 0, 9)
        self.air_cost = move.integer("enemy_airpower", 0, 9)
        self.air_river_cost = move.integer("enemy_airpower_river", 0, 9)
        self.entry_cost = tuple(costs.get(terrain, 99) for terrain in self.map.terrain)
        air = spec.table("airpower")
        self.most_markers = air.integer("most_markers", 0, 9)
        self.air_first_turn = air.integer("japanese_first_turn", -6, 6)
        self.air_late = air.integer("japanese_from_turn_7", -6, 6)
        bases = air.values["allied_by_bases"]
        self.air_by_bases: tuple[int | None, ...] = tuple(
            None if bases[str(n)] == "no roll" else int(bases[str(n)]) for n in range(9)
        )
        self.b29_radius = air.integer("b29_radius", 0, 9)
        self.b29_success = air.integer("b29_success", 0, 6)
        causeway = spec.table("causeway")
        self.causeway_needed = causeway.integer("needed", 1, 12)
        near = causeway.integer("near", 0, 20)
        self.near_chungking = self.within(self.chungking, near)
        self.near_kunming = self.within(self.kunming, near)
        self.watched = self.near_chungking | self.near_kunming | self.east
        """Where it counts who stands, before Causeway (4.2, 5.2)."""
        self.base_sign = causeway.integer("base_sign", 0, 6)
        arrival = spec.table("arrival")
        self.fourteenth_less = arrival.integer("fourteenth_less", 0, 6)
        self.brigade_survives = arrival.integer("brigade_survives", 0, 6)
        self.division_full = arrival.integer("division_full", 0, 6)
        self.division_reduced = arrival.integer("division_reduced", 0, 6)
        self.landing_most = arrival.integer("landing_most", 1, 20)
        self.formosa_divisions = arrival.integer("formosa_divisions", 0, 4)
        self.withdrawn = arrival.integer("withdrawn", 0, 9)
        self.withdrawn_factor = arrival.integer("withdrawn_factor", 0, 9)
        self.withdrawn_below = arrival.integer("withdrawn_below", 0, 999)
        combat = spec.table("combat")
        self.garrison_factor = combat.integer("garrison", 1, 9)
        self.chinese_times = combat.integer("chinese_times", 1, 9)
        self.chinese_least = combat.integer("chinese_least", 0, 9)
        self.collapse_needed = spec.table("collapse").integer("needed", 1, 12)
        shifts = spec.table("shifts")
        self.shift = {name: shifts.integer(name, -9, 9) for name in shifts.values if name != "evidence"}
        victory = spec.table("victory")
        self.vp_limits = tuple(
            victory.integer(name, -9, 9) for name in ("japanese_win", "draw", "causeway_japanese_win", "causeway_draw")
        )
        self._read_results(spec.table("results"))

    def _read_results(self, table: Toml) -> None:
        """8.1: one body of results under three heading lines."""
        lines = [table.strings(name) for name in ("chinese", "us", "japanese")]
        rows = table.values.get("rows")
        if not isinstance(rows, list) or len(rows) != 6:
            raise table.wrong("rows", "six rows are needed, one per face of the die")
        try:
            self.results = Table(tuple(lines[JAPAN]), {die: tuple(row) for die, row in enumerate(rows, 1)})
        except ValueError as error:
            raise table.wrong("rows", str(error)) from None
        self.odds_lines = tuple(tuple(self._odds(table, name) for name in line) for line in lines)
        for line in self.odds_lines:
            if len(line) != len(self.results.columns) or any(a[0] * b[1] >= b[0] * a[1] for a, b in pairwise(line)):
                raise table.wrong("chinese", "each line needs one rising ratio per column")

    def _odds(self, table: Toml, text: str) -> tuple[int, int]:
        attack, colon, defence = text.partition(":")
        if not colon or not attack.isdigit() or not defence.isdigit():
            raise DataError(table.file, table.line, "results", f"{text!r} is not odds like 2:1")
        return int(attack), int(defence)

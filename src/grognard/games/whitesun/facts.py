"""Chapters 1 and 2: the map, the counters and the tables, read from `data/` and laid out for quick use.

Units and spaces are numbers in the order of their files: hexes first, then boxes. The markers of the counter sheet
(control, breaks, movement points) are no units: they are sets and numbers of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from grognard.games.whitesun.units import COLUMNS, dice
from grognard.kernel.bits import bitset, members
from grognard.kernel.datafile import DataError, Toml, read_csv
from grognard.kernel.flow import Phase
from grognard.kernel.graph import Graph
from grognard.kernel.ids import Side, Space, Unit, Units, every, per
from grognard.kernel.map_search import flood
from grognard.maps.hex_spaces import HexFacts
from grognard.maps.hexmap import HexMap

JAPANESE, CHINESE = Side(0), Side(1)
"""The player, and the side that the rules play."""
IMPERIAL, NAVY, PUPPET, ELITE, REGULAR, GARRISON, WORKS, AIR, COMMUNIST = range(9)
FORCES = ("Imperial", "Navy", "Puppet", "Elite", "Regular", "Garrison", "Works", "Air", "Communist")
CAPITAL, LINE_AND_CITY, LINE, OTHER, BASE_AREA, UNDEFENDED = range(6)
"""8.2: the lines of the defence table; Hainan and the treaty ports have none."""
LINES = ("capital", "line_and_city", "line", "other", "base_area")
TURNS = 4


class Happening(NamedTuple):
    """8.11: a line of the random events table."""

    id: str
    name: str
    faces: tuple[str, ...]
    turns: tuple[int, ...]
    limit: str
    steps: str
    """Steps that are lost: half a die (rounded up), a whole one, or none."""
    mp_dice: int
    text: str
    case: str


class Facts(HexFacts):
    """Everything about the game that never changes during play."""

    phases: ClassVar[tuple[Phase, ...]]

    def __init__(self, texts: Mapping[str, str]) -> None:
        HexFacts.__init__(self, texts)
        self._read_spaces()
        self._read_land(self.map)
        self._read_lines(self.map)
        self._read_places(self.map)
        self._read_units(texts["units.csv"])
        self._read_tables(Toml.parse("tables.toml", texts["tables.toml"]))

    # --- 2.2 the map

    def _read_spaces(self) -> None:
        box = self.space_index
        self.reserve, self.ready, self.garrison_box = box["RESERVE"], box["READY"], box["GARRISON"]
        self.city_box, self.pool, self.dead, self.base = box["CITIES"], box["POOL"], box["DEAD"], box["BASE"]
        self.track = (self.out, *(box[f"T{turn}"] for turn in range(1, TURNS + 1)))
        """Per turn, its box; index 0 is unused."""
        self.number = tuple(int(name) for name in self.map.graph.ids)

    def _read_land(self, m: HexMap) -> None:
        """7.4, R60: land, what it costs, and who is next to whom; Hainan is one hex without neighbours."""
        self.hainan = m.hex("5710")
        self.land = m.land & ~m.regions["hainan"] | 1 << self.hainan
        mainland = self.land & ~(1 << self.hainan)
        self.steps_from = tuple(
            tuple(b for b in row if mainland >> b & 1) if mainland >> a & 1 else ()
            for a, row in per(Space, m.graph.neighbours)
        )
        self.steps = Graph(m.graph.ids, self.steps_from)
        self.coast = m.coast & self.land | m.features["estuary"] | 1 << self.hainan
        self.rough = m.of_terrain["rough"] | m.of_terrain["base area"]
        self.flood_plain = m.regions["flood plain"]
        self.base_area = m.regions["base area"]
        self.szechuan = m.regions["szechuan"]
        self.north_edge, self.south_edge = m.regions["north edge"], m.regions["south edge"]
        self.objective_area = m.regions["objective area"]

    def _read_lines(self, m: HexMap) -> None:
        """7.7, 7.8, R61: railroads and the river as graphs of links."""
        every_hex = every(Space, self.hexes)
        rail: dict[Space, set[Space]] = {h: set() for h in every_hex}
        river: dict[Space, set[Space]] = {h: set() for h in every_hex}
        for line in m.lines:
            if line.kind != "yangtze tertiary":
                links = rail if line.kind == "rail" else river
                for a, b in pairwise(line.hexes):
                    links[a].add(b)
                    links[b].add(a)
        self.rail = _graph(m, rail)
        self.river = _graph(m, river)
        self.links = _graph(m, {h: rail[h] | river[h] for h in rail})
        self.rail_set = bitset(h for h in rail if rail[h])
        self.primary, self.secondary = m.regions["yangtze primary"], m.regions["yangtze secondary"]
        self.navigable = self.primary | self.secondary
        self.yangtze = self.navigable | m.regions["yangtze tertiary"]
        divide = self.yangtze | m.regions["yangtze divide"]
        self.north = flood(self.steps, 1 << m.hex("1419"), divide)
        self.south = self.land & ~self.north & ~self.yangtze

    def _read_places(self, m: HexMap) -> None:
        """7.6, 7.9, R26: a port counts as a city."""
        self.cities = bitset(p.hex for p in m.places if {"city", "port"} & set(p.kinds))
        self.treaty_ports = m.features["treaty port"]
        self.objectives = m.features["objective city"] | m.features["objective port"]
        self.inside = self.objective_area | m.features["objective port"]
        self.victory_hexes = m.features["victory"]
        self.sources = m.features["supply source"]
        self.later_sources = m.features["later supply source"]
        hexes = ("2504", "2708", "3414", "3913", "4224", "4028")
        self.shanghai, self.nanking, self.wuhan, self.changsha, self.chungking, self.chengtu = map(m.hex, hexes)
        self.ports = self.victory_hexes & ~(1 << self.chungking | 1 << self.chengtu)
        self.hong_kong_city = m.hex("4906")
        self.hong_kong = 1 << self.hong_kong_city | 1 << m.hex("5007")
        self.one_garrison = self.hong_kong | 1 << m.hex("5107")
        """3.8b: Hong Kong and Macao share a garrison."""
        self.one_point_entries = (m.hex("1417"), *members(self.later_sources))
        self.south_end = m.hex("5819")
        self.north_ends = bitset(map(m.hex, ("1417", "1419")))
        coastal_link = bitset(map(m.hex, ("1417", "1517")))
        self.trunk = self.rail_set & ~(self.coast & ~coastal_link)
        """4.2e, R29: railroad hexes that a north-south line may use."""
        self.defence_line = tuple(self._defence_line(h) for h in every(Space, self.hexes))

    def _defence_line(self, h: Space) -> int:
        """8.2b: the first line of the defence table that fits."""
        bit = 1 << h
        if bit & self.treaty_ports or h == self.hainan:
            return UNDEFENDED
        if bit & self.base_area:
            return BASE_AREA
        if h in (self.shanghai, self.chungking):
            return CAPITAL
        if bit & (self.rail_set | self.navigable):
            return LINE_AND_CITY if bit & self.cities else LINE
        return OTHER

    # --- 2.3-2.9 the counters

    def _read_units(self, content: str) -> None:
        self.all_rows = [row for _, row in read_csv("units.csv", content, COLUMNS)]
        self.markers = [row for row in self.all_rows if row["force"] == "Marker"]
        rows = [row for row in self.all_rows if row["force"] != "Marker"]
        every_unit = every(Unit, len(rows))

        def where(test: Callable[[dict[str, Any]], bool]) -> Units:
            return bitset(u for u in every_unit if test(rows[u]))

        self.rows = rows
        self.units = len(rows)
        self.unit_ids: tuple[str, ...] = tuple(row["id"] for row in rows)
        self.unit_index = {name: u for u, name in per(Unit, self.unit_ids)}
        self.unit_names: tuple[str, ...] = tuple(row["name"] for row in rows)
        self.force_of = tuple(FORCES.index(row["force"]) for row in rows)
        self.of_force = tuple(where(lambda r, name=name: r["force"] == name) for name in FORCES)  # type: ignore[misc]
        self.imperial, self.puppets = self.of_force[IMPERIAL], self.of_force[PUPPET]
        self.ground = self.imperial | self.puppets
        self.elites, self.regulars, self.garrisons = (self.of_force[f] for f in (ELITE, REGULAR, GARRISON))
        self.communists, self.fighters = self.of_force[COMMUNIST], self.of_force[AIR]
        self.fighting = self.elites | self.regulars | self.garrisons | self.communists | self.fighters
        """Chinese units that defend."""
        self.side_of = tuple(CHINESE if row["side"] == "Chinese" else JAPANESE for row in rows)
        self.full: tuple[int, ...] = tuple(row["steps"] for row in rows)
        self.two_step = where(lambda r: r["steps"] == 2)
        self.dice = tuple((0, *(int(face) for face in reversed(dice(row)))) for row in rows)
        """Per unit, its combat dice by steps left."""
        self.asterisk = self.imperial & where(lambda r: "asterisk" in r["traits"])
        self.divisions = self.imperial & where(lambda r: r["size"] == "XX")
        self.brigades = self.imperial & where(lambda r: r["size"] == "X")
        self.arrival: tuple[int, ...] = tuple(row["turn"] for row in rows)
        index = self.unit_index
        self.flotilla, self.avg = index["J-YRF"], index["A-AVG"]
        self.eighth, self.fourth = index["C-8RA"], index["C-N4A"]
        self.armies = 1 << self.eighth | 1 << self.fourth
        self.regiments = self.communists & ~self.armies
        self.forts = where(lambda r: r["type"] == "fort")
        self.depots = where(lambda r: r["type"] == "depot")
        self.works = self.forts | self.depots
        self.set_aside = where(lambda r: "set aside for Changsha" in r["traits"])
        self.setup_at = tuple(self._setup(u, row["setup"]) for u, row in per(Unit, rows))

    def _setup(self, unit: Unit, place: str) -> Space:
        """3.1, 3.2, 9.17a, 11.3: where a unit starts; the flotilla waits on the track, and so do Changsha's works."""
        if unit == self.flotilla:
            return self.track[1]
        return self.track[2] if self.set_aside >> unit & 1 else self.space_index[place]

    # --- 8 the tables

    def _read_tables(self, spec: Toml) -> None:
        self._read_turns(spec.table("turns"))
        move = spec.table("movement")
        self.link_cost = move.integer("along_supplied_link", 1, 9)
        rough, other = move.integer("rough", 1, 9), move.integer("other", 1, 9)
        self.entry_cost = tuple(rough if self.rough >> h & 1 else other for h in every(Space, self.hexes))
        self.amphibious_most = move.integer("amphibious", 0, 99)
        supply = spec.table("supply")
        self.supply_range = supply.integer("range", 1, 20)
        self.supply_rough, self.supply_other = supply.integer("rough", 1, 2), supply.integer("other", 1, 1)
        garrison = spec.table("garrison")
        self.area_garrison = garrison.integer("area", 0, 99)
        self.city_garrison = garrison.integer("city", 0, 9)
        combat = spec.table("combat")
        self.number_of = {name: combat.integer(name, 1, 6) for name in combat.values if name != "evidence"}
        defence = spec.table("defence")
        self.defence = tuple((0, *self._six(defence, name)) for name in LINES)
        """8.2: per line, the units drawn by the die."""
        self.szechuan_more = defence.integer("szechuan", 0, 6)
        self.szechuan_turn = defence.integer("szechuan_turn", 1, TURNS)
        objective = spec.table("objective")
        self.objective_rows = ("", *objective.strings("rows", ("division", "brigade", "port", "changsha", "raid")))
        self.first_raids = tuple(self.space_index[name] for name in objective.strings("first_raids"))
        low, high = objective.integers("raid_rows", 14, 58)
        self.raid_hexes = bitset(h for h in members(self.rail_set) if low <= self.number[h] // 100 <= high)
        self._read_events(spec)

    def _read_turns(self, turns: Toml) -> None:
        def per_turn(name: str) -> tuple[int, ...]:
            values = turns.integers(name, 0, 99)
            if len(values) != TURNS:
                raise turns.wrong(name, f"{TURNS} numbers are needed, one per turn")
            return (0, *values)

        self.years = tuple(turns.strings("years"))
        self.mp, self.most_units = per_turn("mp"), per_turn("units")
        self.second_phase, self.free = per_turn("second_phase"), per_turn("free")
        self.from_the_south = per_turn("from_the_south")
        self.treaty_ports_from = turns.integer("treaty_ports_from", 1, TURNS)
        self.fighters_turn = turns.integer("fighters", 1, TURNS)
        self.last_with_armies = turns.integer("last_with_armies", 1, TURNS)
        self.elites_in_cities = turns.integer("elites_in_cities", 0, TURNS)

    def _six(self, table: Toml, name: str) -> list[int]:
        values = table.integers(name, 0, 6)
        if len(values) != 6:
            raise table.wrong(name, "six numbers are needed, one per face of the die")
        return values

    def _read_events(self, spec: Toml) -> None:
        self.events = tuple(
            Happening(
                row.string("id"),
                row.string("name"),
                tuple(row.strings("dice")),
                tuple(row.integers("turns", 1, TURNS)),
                str(row.values.get("limit", "")),
                str(row.values.get("steps", "")),
                row.integer("mp_dice", 0, 2) if "mp_dice" in row.values else 0,
                row.string("text"),
                row.string("case"),
            )
            for row in spec.tables("event")
        )
        self.event_index = {event.id: i for i, event in enumerate(self.events)}
        self.points_at_stake = {turn for event in self.events if event.mp_dice for turn in event.turns}
        """The turns on which an event may cost movement points."""
        self.event_of = {}
        for i, event in enumerate(self.events):
            for pair in event.faces:
                first, second = (int(face) for face in pair.split("-"))
                self.event_of[first, second] = i
        if len(self.event_of) != 36:
            raise DataError(spec.file, spec.line, "event", "each of the 36 pairs of dice needs one event")


def _graph(m: HexMap, links: Mapping[Space, set[Space]]) -> Graph:
    return Graph(m.graph.ids, tuple(tuple(sorted(links[h])) for h in every(Space, len(m.graph))))

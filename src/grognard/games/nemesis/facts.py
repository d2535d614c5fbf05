"""Chapter 1: the map, the counters and the tables, read from `data/` and laid out for quick use.

Units and spaces are numbers in the order of their files: hexes first, then boxes. "Unit" in the rules means a counter
with a Strength Value; here a unit's number may also be that of a Transporter or of an Air Support unit. Movement costs
are whole numbers of half movement points (R30), stacking heights are halves of a large unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from grognard.games.nemesis.movement_costs import (
    DRY,
    FOOT,
    HEAVY_MONSOON,
    LIGHT,
    LIGHT_MONSOON,
    LIMITED_MOVE,
    MOTOR,
    NORMAL,
    Step,
    Steps,
)
from grognard.games.nemesis.units import COLUMNS, TRANSPORTERS
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.datafile import DataError, Toml, read_csv
from grognard.kernel.flow import Phase
from grognard.kernel.graph import Graph
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Kind, SetOf, Side, Space, Spaces, Unit, Units, every, per
from grognard.kernel.tables import Table
from grognard.maps.hex_spaces import HexFacts
from grognard.maps.hexmap import HexMap

ALLIED, JAPANESE = Side(0), Side(1)
SIDES = (ALLIED, JAPANESE)
BRITISH, US, CHINESE = 0, 1, 2
"""Nationalities of Allied supply (1.2-D-b: the Stilwell Force counts as US)."""
NATIONS = ("British", "US", "Chinese")
ASSAULT, ATTACK, SUPPLY, REINFORCEMENTS = range(4)
"""The Phase Chits of each side."""
CHITS = ("Assault", "Attack", "Supply Check", "Reinforcements")
JAPANESE_BUNKER, BRITISH_BUNKER, YUNNAN_BUNKER = range(3)
DIVISIONS = ("31", "15", "33", "18", "56", "53", "aux")
"""What a Japanese counter asks of its supply and its battalions; the last matches all (7.1-C-f)."""
AUX = 6


class Facts(HexFacts):
    """Everything about the game that never changes during play."""

    phases: ClassVar[tuple[Phase, ...]]

    def __init__(self, texts: Mapping[str, str]) -> None:
        HexFacts.__init__(self, texts)
        self._read_spaces(self.map)
        self._read_tables(Toml.parse("tables.toml", texts["tables.toml"]))
        self._read_features(self.map)
        self._read_steps(self.map)
        self._read_units(texts["units.csv"])

    # --- 1.1 the map

    def _read_spaces(self, m: HexMap) -> None:
        town: dict[Space, str] = {}
        for place in sorted(m.places, key=lambda place: ("objective" not in place.kinds, place.rank)):
            town.setdefault(place.hex, place.name)
        named = (f"{town[h]} {name}" if h in town else name for h, name in per(Space, m.graph.ids))
        self.space_names = (*named, *self.space_names[self.hexes :])
        box = self.space_index
        self.offmap = box["OFFMAP"]
        self.losses = (box["ALOSS"], box["JLOSS"])
        self.permanent_losses = (box["APERM"], box["JPERM"])
        self.battalion_box, self.chindit_box = box["JBATT"], box["CHINDIT"]
        self.regiment_box = box["JSHELF"]
        """6.1-G-f: where regiment counters lie off the map until battalions merge."""
        self.chit_track, self.chit_cup = (box["ACHITS"], box["JCHITS"]), (box["ACUP"], box["JCUP"])
        self.turn_track = tuple(box[f"T{turn}"] for turn in range(1, 11))

    def _read_features(self, m: HexMap) -> None:
        """1.1, 7.3-7.5: Objectives, depots, entry hexes, Airfields, railways."""
        objectives = [place for place in m.places if "objective" in place.kinds]
        self.value = {place.hex: int(place.facts["value"]) for place in objectives}
        self.objectives = bitset(self.value)
        self.printed = tuple(
            bitset(p.hex for p in objectives if p.facts["control"] == name) for name in ("Allied", "Japanese")
        )
        """Per side, the Objectives that are its own from the start."""
        self.chinese_objectives = m.regions["Chinese objectives"]
        self.near_chinese_objectives = self.grown(self.chinese_objectives)
        depots = [place for place in m.places if "depot" in place.kinds]
        self.depots: tuple[tuple[Space, ...], ...] = tuple(
            tuple(p.hex for p in depots if (p.facts["nation"] == "Japanese") == bool(side)) for side in SIDES
        )
        self.depot_range = {p.hex: 2 * int(p.facts["range"]) for p in depots}
        self.depot_nation = {p.hex: NATIONS.index(p.facts["nation"]) for p in depots if p.hex in self.depots[ALLIED]}
        self.depot_ring = {p.hex: str(p.facts.get("ring", "")) for p in depots}
        self.depot_set = tuple(bitset(row) for row in self.depots)
        features = m.features
        self.entries: tuple[tuple[Spaces, ...], ...] = (
            tuple(features[f"supply entry {nation}"] for nation in NATIONS),
            (features["supply entry Japanese"],),
        )
        """Per side and nationality, its Supply Entry Hexes."""
        self.all_entries = tuple(self._union(row) for row in self.entries)
        self.stars = {nation: self._one(features[f"star {nation}"]) for nation in (*NATIONS[:2], "Yunnan", "Japanese")}
        self.airfields = features["airfield Allied"] | features["airfield Japanese"]
        self.towns = features["town"]
        self.imphal, self.palel, self.dimapur = m.hex("0511"), m.hex("0612"), m.hex("0404")
        self.maingkwang, self.baoshan, self.myitkyina = m.hex("2102"), m.hex("3609"), m.hex("2607")
        self.golaghat = m.hex("0601")
        self.yunnan_bunker_hex = self._one(features["Yunnan bunker"])
        self.india_rail = m.regions["India railway"]
        self.burma_rail = m.regions["Burma railway"]
        self.rail_ends = features["off-map railway"]
        self.truck_link = features["off-map trucks"]
        self.map_edge = bitset(h for h in m.every_hex if NO_SPACE in m.sides[h])

    @staticmethod
    def _union(sets: tuple[Spaces, ...]) -> Spaces:
        out = NO_SPACES
        for hexes in sets:
            out |= hexes
        return out

    @staticmethod
    def _one(found: SetOf[Kind]) -> Kind:
        (one,) = members(found)
        return one

    def grown(self, hexes: Spaces) -> Spaces:
        """Some hexes and all next to them."""
        return hexes | self.map.graph.next_to(hexes)

    def around(self, hexes: Spaces, distance: int) -> Spaces:
        """The hexes at most so far from some, whatever lies between."""
        for _ in range(distance):
            hexes = self.grown(hexes)
        return hexes

    def _read_steps(self, m: HexMap) -> None:
        """5.1-A, 7.6: what each step costs, by way of moving, mode and weather; what is missing is closed."""

        def open_pairs(rows: Sequence[Spaces]) -> set[tuple[Space, Space]]:
            return {(a, b) for a, row in per(Space, rows) if row for b in each(row & self.open_near[a])}

        self.open_near = tuple(near & ~lake for near, lake in zip(self.near, m.across("lake"), strict=True))
        links = {kind: open_pairs(m.along(kind)) for kind in ("road", "rail", "track", "path") if kind in m.links}
        road = links.get("road", set()) | links.get("rail", set())
        track = links.get("track", set()) - road
        path = links.get("path", set()) - road - track
        self.major = open_pairs(m.across("major river"))
        self.minor = open_pairs(m.across("minor river"))
        self.road_near = self._rows(road | track)
        """Per hex, the hexes to which a Road or Track runs."""
        self.link_near = self._rows(road | track | path)
        self.roads = bitset(a for a, _ in road | track)
        self.paths = bitset(a for a, _ in path)
        self.path_only = self.paths & ~self.roads
        self.mountains = m.of_terrain["mountain"]
        self.clear = m.of_terrain["clear"]
        ground = [tuple(of >> h & 1 for of in (self.clear, self.roads, self.path_only)) for h in m.every_hex]
        self.stacks_like = tuple(m.every_hex[ground.index(here)] for here in ground)
        """2.2-d..h: per hex, the first in which as much may stand as in this one."""
        self.clear_and_jungle = m.of_terrain["clear"] | m.of_terrain["jungle"]
        self.defensive_terrain = m.of_terrain["hill"] | self.mountains | self.towns
        """6.1-F-e: Hills, Mountains and Towns, which shift a column for the defender."""
        self.road_graph = Graph(m.graph.ids, tuple(tuple(members(row)) for row in self.road_near))
        self.open_graph = Graph(m.graph.ids, tuple(tuple(members(row)) for row in self.open_near))
        link = dict.fromkeys(road, "road") | dict.fromkeys(track, "track") | dict.fromkeys(path, "path")

        def step(pair: tuple[Space, Space]) -> Step:
            return Step(link.get(pair, ""), m.terrain[pair[1]], pair in self.major, pair in self.minor)

        open_steps = Steps([[(b, step((a, b))) for b in row] for a, row in per(Space, self.open_graph.neighbours)])
        prices = tuple(
            tuple(
                tuple(
                    open_steps.prices(self.costs, way, mode, weather) for weather in (DRY, LIGHT_MONSOON, HEAVY_MONSOON)
                )
                for mode in (NORMAL, LIMITED_MOVE)
            )
            for way in (LIGHT, FOOT, MOTOR)
        )
        self.step_cost = tuple(tuple(tuple(map(open_steps.costs, row)) for row in of_way) for of_way in prices)
        """`[way][mode][weather][hex]`: per open neighbour the cost of entering it."""
        self.entry_near = tuple(open_steps.near(of_way[NORMAL][DRY]) for of_way in prices)
        """Per way of moving and hex, the neighbours that can be entered at all."""
        self.entered_from = tuple(Graph(m.graph.ids, self._turned(near)) for near in self.entry_near)
        """The same the other way round: the neighbours of a hex are those from which it can be entered."""
        self.fire_near = tuple(
            tuple(tuple(tuple(open_steps.near(one, budget) for one in row) for row in of_way) for of_way in prices)
            for budget in (self.fire_others, self.fire_japanese)
        )
        """6.1-A-a: `[banzai unit][way][mode][weather][hex]`: the neighbours that can be paid for Into the Fire."""
        self.trace_cost = self.step_cost[LIGHT][NORMAL][: LIGHT_MONSOON + 1]
        """7.1-A-b, d: light, by the links' rates, never doubled; per monsoon or not."""
        self.trace_near = tuple(tuple(map(self._by_cost, rows)) for rows in self.trace_cost)
        """The same the other way round: per cost, the neighbours that are entered for it."""
        self.trace_most = max(cost for rows in self.trace_cost for row in rows for cost in row.values())
        rails = [line.hexes for line in m.lines if line.kind == "rail"]
        steps = {pair for hexes in rails for a, b in pairwise(hexes) for pair in ((a, b), (b, a))}
        burma = {(a, b) for a, b in steps if self.burma_rail >> a & 1} | self._joined(members(self.rail_ends))
        north = [self.golaghat, self.stars["US"], self.maingkwang]
        india = {(a, b) for a, b in steps if self.india_rail >> a & 1}
        india |= {pair for a, b in pairwise(north) for pair in ((a, b), (b, a))}
        self.rail_graph = tuple(
            Graph(m.graph.ids, tuple(tuple(members(row)) for row in self._rows(net))) for net in (india, burma)
        )
        """8.1-B-f, 8.2-B-10: the railways of each side with what joins them off the map."""
        self.rail_hexes = (self.india_rail | self.truck_link, self.burma_rail)
        joined = (self._union(graph.near) for graph in self.rail_graph)
        self.rail_net = tuple(own | net for own, net in zip(self.rail_hexes, joined, strict=True))
        """All that a train may come through."""

    @staticmethod
    def _by_cost(row: dict[Space, int]) -> tuple[tuple[int, Spaces], ...]:
        found: dict[int, Spaces] = {}
        for h, cost in row.items():
            found[cost] = found.get(cost, NO_SPACES) | 1 << h
        return tuple(sorted(found.items()))

    def _turned(self, near: tuple[Spaces, ...]) -> tuple[tuple[Space, ...], ...]:
        return tuple(tuple([a for a in row if near[a] >> b & 1]) for b, row in per(Space, self.neighbours))

    @staticmethod
    def _joined(hexes: list[Space]) -> set[tuple[Space, Space]]:
        return {(a, b) for a in hexes for b in hexes if a != b}

    def _rows(self, pairs: Iterable[tuple[Space, Space]]) -> tuple[Spaces, ...]:
        rows = [NO_SPACES] * self.hexes
        for a, b in pairs:
            rows[a] |= 1 << b
        return tuple(rows)

    # --- 1.2 the counters

    def _read_units(self, content: str) -> None:
        rows = [row for _, row in read_csv("units.csv", content, COLUMNS)]
        every_unit = every(Unit, len(rows))

        def where(test: Callable[[dict[str, Any]], bool]) -> Units:
            return bitset(u for u in every_unit if test(rows[u]))

        def with_trait(*names: str) -> Units:
            return where(lambda r: any(name in r["traits"] for name in names))

        def of_type(*names: str) -> Units:
            return where(lambda r: r["type"] in names)

        self.rows = rows
        self.units = len(rows)
        self.unit_ids: tuple[str, ...] = tuple(row["id"] for row in rows)
        self.unit_index = {name: u for u, name in per(Unit, self.unit_ids)}
        self.unit_names: tuple[str, ...] = tuple(row["name"] for row in rows)
        self.side_of = tuple(ALLIED if row["side"] == "Allied" else JAPANESE for row in rows)
        self.of_side = tuple(bitset(u for u in every_unit if self.side_of[u] == side) for side in SIDES)
        self.transporters = of_type(*TRANSPORTERS)
        self.air = of_type("air")
        self.ground = bitset(every_unit) & ~self.transporters & ~self.air
        self.ground_of = tuple(self.ground & of_side for of_side in self.of_side)
        self.transporters_of = tuple(self.transporters & of_side for of_side in self.of_side)
        self.hqs, self.trucks = of_type("hq"), of_type("truck")
        self.large, self.small = where(lambda r: r["size"] == "large"), where(lambda r: r["size"] == "small")
        self.motorized, self.light = with_trait("motorized"), with_trait("light")
        self.artillery, self.tanks = of_type("artillery"), of_type("tank")
        self.support = with_trait("support")
        self.garrisons = of_type("garrison")
        self.no_bunker = self.motorized | of_type("cavalry")
        self.yunnan = where(lambda r: r["force"] == "Yunnan")
        self.stilwell = where(lambda r: r["force"] == "Stilwell")
        self.chindits = where(lambda r: r["force"] == "Chindit")
        self.chindit_brigades = self.chindits & self.large
        self.british = where(lambda r: r["nation"] == "British")
        self.chinese = where(lambda r: r["nation"] == "Chinese")
        self.regiments = with_trait("exchange")
        self.battalions = with_trait("battalion") & self.of_side[JAPANESE]
        self.cavalry = of_type("cavalry")
        self.non_replaceable = with_trait("non-replaceable", "special force")
        self.single_step_rifles = with_trait("single step")
        self.plural = with_trait("plural")
        self.quality: tuple[int, ...] = tuple(row["quality"] or 0 for row in rows)
        self.of_quality = tuple(bitset(u for u in each(self.ground) if self.quality[u] == q) for q in range(4))
        self.full: tuple[int, ...] = tuple(max(1, row["steps"]) for row in rows)
        self.strength = tuple(self._strengths(row) for row in rows)
        self.stacking_order = sorted(every_unit, key=lambda u: (self.ground >> u & 1, self.strength[u][-1]))
        """From the bottom of a stack to its top: Transporters lie below, the strongest unit on top."""
        self.movement: tuple[int, ...] = tuple(2 * (row["movement"] or 0) for row in rows)
        """In half points."""
        self.range: tuple[int, ...] = tuple(2 * (row["range"] or 0) for row in rows)
        self.way = tuple(
            LIGHT if self.light >> u & 1 else MOTOR if self.motorized >> u & 1 else FOOT for u in every_unit
        )
        self.of_way = tuple(bitset(u for u in every_unit if self.way[u] == way) for way in (LIGHT, FOOT, MOTOR))
        self.nation_of = tuple(self._nation(row) for row in rows)
        self.transporters_of_nation = tuple(
            bitset(u for u in each(self.transporters_of[ALLIED]) if self.nation_of[u] == n) for n in range(len(NATIONS))
        )
        self.division = tuple(self._division(row) for row in rows)
        own = zip(self.side_of, self.division, self.nation_of, strict=True)
        self.supply_tag = tuple(division if side == JAPANESE else nation for side, division, nation in own)
        """7.1-C-e: per counter, the nationality or division that its supply must be of."""
        self.of_division = tuple(
            bitset(u for u in each(self.of_side[JAPANESE]) if self.division[u] == d) for d in range(len(DIVISIONS))
        )
        self.regiments_of = tuple(members(self.regiments & of_division) for of_division in self.of_division)
        self.headquarters_of = tuple(self._one(self.hqs & of_division) for of_division in self.of_division)
        self.army_hq = self.headquarters_of[AUX]
        self.allied_hqs = members(self.hqs & (self.british | self.stilwell))
        self.start = tuple(self._setup(row["setup"]) for row in rows)
        self.truck_hex = {u: self._setup(row["enters"]) for u, row in per(Unit, rows) if row["enters"]}
        self.start_reduced = with_trait("reduced")
        self.back_face = {u: i for i, u in enumerate(members(self.small | self.transporters))}
        """1.2-C-b, c: small units and Transporters whose back lies open by supply, numbered."""
        foot = self.ground & ~self.motorized
        self.zoc_all = tuple(self.of_quality[3] & foot & own for own in self.of_side)
        self.zoc_roads = tuple((self.of_quality[2] | self.of_quality[3] & ~foot) & own for own in self.of_side)
        able = self.ground_of[JAPANESE] & (self.of_quality[2] | self.of_quality[3])
        self.ambushers = able
        self.banzai_units = able & ~self.motorized
        """Japanese, not motorized, printed Quality 2 or 3: 2 mp into the fire, Banzai (6.1-A-a, 6.1-F-g)."""
        fire = [self.fire_near[self.banzai_units >> u & 1][self.way[u]] for u in every_unit]
        self.fire_steps = tuple(
            tuple(tuple(rows[mode][weather] for rows in fire) for mode in (NORMAL, LIMITED_MOVE))
            for weather in (DRY, LIGHT_MONSOON, HEAVY_MONSOON)
        )
        """6.1-A-a: the same as `[weather][mode][unit][hex]`."""

    def does(self, unit: Unit, one: str, many: str = "") -> str:
        """A unit's name with its verb: `58th Regiment loses`, `Assam Rifles lose`."""
        return f"{self.unit_names[unit]} {(many or one.removesuffix('s')) if self.plural >> unit & 1 else one}"

    def _strengths(self, row: dict[str, Any]) -> tuple[int, ...]:
        """Strength by steps left; index 0 is a dead unit. A back side serves every number of steps but the full one."""
        values = row["strength"] or (0,)
        full = max(1, row["steps"])
        return (0, *(values[0] if n == full else values[-1] for n in range(1, full + 1)))

    def _nation(self, row: dict[str, Any]) -> int:
        if row["force"] == "Stilwell":
            return US
        return CHINESE if row["force"] == "Yunnan" else BRITISH

    def _division(self, row: dict[str, Any]) -> int:
        return DIVISIONS.index(row["division"]) if row["division"] in DIVISIONS and row["nation"] == "Japan" else AUX

    def _setup(self, word: str) -> Space:
        if word == "J-I":
            return self.losses[JAPANESE]
        hexes = self.map.features.get(f"setup {word}")
        return self._one(hexes) if hexes is not None else self.space_index[word]

    # --- the tables

    def _read_tables(self, spec: Toml) -> None:
        turns = spec.table("turns")
        self.last_turn = turns.integer("last", 1, 10)
        self.dates = tuple(turns.strings("dates"))
        self.light_from = turns.integer("light_monsoon", 1, 99)
        self.heavy_from = turns.integer("heavy_monsoon", 1, 99)
        self.yunnan_from = turns.integer("yunnan_active", 1, 99)
        self.red_dots = frozenset(turns.integers("red_dots", 1, 10))
        self.costs = self._numbers(spec.table("costs"))
        fire = self._numbers(spec.table("into_the_fire"))
        self.fire_japanese, self.fire_others = fire["japanese"], fire["others"]
        self.stacking = self._numbers(spec.table("stacking"))
        tracks = self._numbers(spec.table("tracks"))
        self.top_slot = tracks["top"]
        self.start_superior, self.start_scale, self.start_face = tracks["superior"], tracks["scale"], tracks["face"]
        markers = self._numbers(spec.table("markers"))
        self.most_flags, self.most_ambushes = markers["flags"], markers["ambushes"]
        self.most_bunkers = tuple(markers[f"bunkers_{name}"] for name in ("japanese", "british", "yunnan"))
        self.lament = self._numbers(spec.table("lament"))
        satisfaction = self._numbers(spec.table("satisfaction"))
        self.attacker_from, self.defender_to = satisfaction["attacker_from"], satisfaction["defender_to"]
        self.chiangs_face = self._numbers(spec.table("yunnan"))
        self.monsoon = self._numbers(spec.table("monsoon"))
        self.small_loses_to = spec.table("attrition").integer("small_loses_to", 0, 6)
        self.replacements = self._numbers(spec.table("replacements"))
        self.flights = self._numbers(spec.table("air"))
        edge = self._numbers(spec.table("edge"))
        self.retreat_within, self.arrive_within = edge["retreat_within"], edge["arrive_within"]
        combat = spec.table("combat")
        self.combat = self._numbers(combat)
        self._read_results(spec.table("results"))
        self.massive_column = self.results.columns.index(combat.string("massive_column", self.results.columns))

    @staticmethod
    def _numbers(table: Toml) -> dict[str, int]:
        return {name: table.integer(name, -99, 99) for name, value in table.values.items() if type(value) is int}

    def _read_results(self, table: Toml) -> None:
        """8.1: the Combat Results Table."""
        columns = table.strings("columns")
        first = table.integer("first", -9, 9)
        rows = table.values.get("rows")
        if not isinstance(rows, list) or not rows:
            raise table.wrong("rows", "a row per modified die is needed")
        try:
            self.results = Table(tuple(columns), {first + i: tuple(row) for i, row in enumerate(rows)})
        except ValueError as error:
            raise table.wrong("rows", str(error)) from None
        self.ratios = tuple(self._odds(table, name) for name in columns)
        if any(a[0] * b[1] >= b[0] * a[1] for a, b in pairwise(self.ratios)):
            raise table.wrong("columns", "each column needs a higher ratio than the one before")

    def _odds(self, table: Toml, text: str) -> tuple[int, int]:
        attack, dash, defence = text.partition("-")
        if not dash or not attack.isdigit() or not defence.isdigit():
            raise DataError(table.file, table.line, "columns", f"{text!r} is not odds like 2-1")
        return int(attack), int(defence)

    # --- the calendar

    def weather(self, turn: int) -> int:
        """2.6: dry, Light Monsoon, Heavy Monsoon."""
        return HEAVY_MONSOON if turn >= self.heavy_from else LIGHT_MONSOON if turn >= self.light_from else DRY

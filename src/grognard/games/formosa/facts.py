"""Chapters 1 and 2: the map, the counters and the tables, read from `data/` and laid out for quick use.

Ground units are numbers in the order of their file, spaces likewise: hexes first, then boxes. Air points, gunfire and
markers are alike and are counted, not numbered (2.5b, R14).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate, pairwise
from operator import or_
from typing import Any, ClassVar

from grognard.games.formosa.units import COLUMNS
from grognard.kernel.bits import bitset, each, members, stretches
from grognard.kernel.datafile import Toml, read_csv, whole
from grognard.kernel.flow import Phase
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, Units, every, per
from grognard.kernel.tables import Table
from grognard.maps.hex_spaces import HexFacts
from grognard.maps.hexmap import HexMap

ALLIED, JAPANESE = Side(0), Side(1)
US, CW, JAPAN = 0, 1, 2
"""Nations: who stacks together. The US and the Commonwealth are both Allied."""
NATIONS = ("US", "Commonwealth", "Japan")
ADJECTIVES = ("US", "Commonwealth", "Japanese")
SIDE_OF_NATION = (ALLIED, ALLIED, JAPANESE)
PLURAL = ("Marines", "Raiders", "Guerrillas")
"""Last words of names that take a plural verb."""
TERRAINS = ("open", "mud flats", "rough", "mountain", "peak")
SCENARIOS = ("1", "2")


def movement(halves: int) -> str:
    """12.0b: movement points, counted in halves: `half a movement point`, `2½ movement points`."""
    whole, half = divmod(halves, 2)
    if halves <= 2:
        return ("no movement points", "half a movement point", "1 movement point")[halves]
    return f"{whole}{'½' if half else ''} movement points"


def _in_means(costs: Mapping[Space, int], dearest: int) -> tuple[Spaces, ...]:
    """Per half points from none to the dearest, the hexes that cost no more."""
    at = [NO_SPACES] * (dearest + 1)
    for hex_, cost in costs.items():
        at[cost] |= 1 << hex_
    return tuple(accumulate(at, or_))


class Facts(HexFacts):
    """Everything about the game that never changes during play."""

    phases: ClassVar[tuple[Phase, ...]]

    def __init__(self, texts: Mapping[str, str]) -> None:
        HexFacts.__init__(self, texts)
        self._spread: dict[Spaces, Spaces] = {}
        self._traces: dict[tuple[Spaces, Spaces, int], tuple[Spaces, ...]] = {}
        self._along_roads: dict[tuple[Spaces, Spaces], Spaces] = {}
        self._read_map(self.map)
        self._read_units(texts["units.csv"])
        spec = Toml.parse("tables.toml", texts["tables.toml"])
        self._read_numbers(spec)
        self._read_terrain(spec)
        self._read_results(spec)

    # --- the map

    def _read_map(self, m: HexMap) -> None:
        box = self.space_index
        self.staging, self.amoy_box = box["STAGING"], box["AMOY"]
        self.reinforcements = (box["A-REINFORCEMENTS"], box["J-REINFORCEMENTS"])
        self.replacements = (box["A-REPLACEMENTS"], box["J-REPLACEMENTS"])
        self.eliminated = (box["A-ELIMINATED"], box["J-ELIMINATED"])
        self.land = m.land
        self.sea = m.graph.every & ~m.land
        self.coast = m.coast
        feature = m.features
        self.cities, self.towns = feature["city"], feature["town"]
        self.major_ports, self.minor_ports = feature["major port"], feature["minor port"]
        self.ports, self.airfields = feature["port"], feature["airfield"]
        self.industry, self.peaks = feature["industry"], feature["peak"]
        self.sites = self.ports | self.airfields
        """4.1b, 20.1: where bases may be built."""
        self.open_coast = m.of_terrain["open"] & self.coast
        self.landable = self.open_coast | self.ports
        """R25: shores that any unit may land on; Rangers land on any coast."""
        self.high = m.of_terrain["mountain"] | m.of_terrain["peak"]
        self.hideouts = self.cities | self.towns | self.sites | self.high | m.of_terrain["rough"]
        """8.1i, R18: where guerrillas may be placed."""
        self.droppable = m.of_terrain["open"] | self.airfields
        self.land_steps = tuple(
            tuple(b for b in row if self.land >> b & 1) if self.land >> a & 1 else ()
            for a, row in per(Space, self.neighbours)
        )
        self.land_near = tuple(bitset(row) for row in self.land_steps)
        self.within_two = tuple(
            self.spread(near | 1 << h) if near else NO_SPACES for h, near in per(Space, self.land_near)
        )
        """14.0a: per land hex, the land hexes whose zones may reach it or one next to it."""
        self.sea_near = tuple(near & self.sea for near in self.near)
        self.rivers = m.across("river")
        linked = [NO_SPACES] * self.hexes
        for line in m.lines:
            for a, b in pairwise(line.hexes):
                linked[a] |= 1 << b
                linked[b] |= 1 << a
        self.linked = tuple(linked)
        """12.4: per hex, the hexes to which a road or railroad leads."""
        self.roads = bitset(h for h in every(Space, self.hexes) if linked[h])
        # 12.2d, 12.3b: mechanized units enter mountains and peaks only along a road or railroad.
        self.mech_near = tuple(near & ~self.high | near & self.linked[h] for h, near in per(Space, self.land_near))
        self.enterable = (self.land_near, self.mech_near)
        """Per class (non-mechanized, mechanized), per hex, the hexes that may be entered from it."""

    def step_cost(self, mech: int, a: Space, b: Space) -> int:
        """12.0b, 12.1a, 12.4a-c: in halves: terrain and river, or half a point along a road."""
        if self.linked[a] >> b & 1:
            return self.road_halves
        return self.cost_halves[mech][b] + (self.river_halves if self.rivers[a] >> b & 1 else 0)

    def spread(self, hexes: Spaces) -> Spaces:
        """14.0a-b, R44: every land hex next to one of these land hexes."""
        found = self._spread.get(hexes)
        if found is None:
            if len(self._spread) > 20000:
                self._spread.clear()
            found = NO_SPACES
            for h in each(hexes):
                found |= self.land_near[h]
            self._spread[hexes] = found
        return found

    def traces(self, sources: Spaces, blocked: Spaces, mech: int) -> tuple[Spaces, ...]:
        """19.0-19.1: the hexes from which a line leads to a source in 0, 1, 2 … steps, all of them free to pass."""
        key = (sources, blocked, mech)
        found = self._traces.get(key)
        if found is None:
            if len(self._traces) > 4000:
                self._traces.clear()
            free = self.land & ~blocked
            layers = [sources & free]
            for _ in range(max(self.mf)):
                before = layers[-1]
                if mech:
                    grown = self.spread(before & ~self.high)
                    for h in each(before & self.high):
                        grown |= self.linked[h]
                else:
                    grown = self.spread(before)
                layers.append(before | grown & free)
            found = tuple(layers)
            self._traces[key] = found
        return found

    def along_roads(self, sources: Spaces, blocked: Spaces) -> Spaces:
        """19.2c: every hex joined to a source by free road and railroad hexes, link by link."""
        key = (sources, blocked & self.roads)
        found = self._along_roads.get(key)
        if found is None:
            if len(self._along_roads) > 4000:
                self._along_roads.clear()
            found = frontier = sources & ~blocked
            while frontier:
                grown = NO_SPACES
                for h in each(frontier):
                    grown |= self.linked[h]
                frontier = grown & ~found & ~blocked
                found |= frontier
            self._along_roads[key] = found
        return found

    def crosses_river(self, a: Space, b: Space) -> bool:
        """12.1: the side between two adjacent hexes is a river."""
        return bool(self.rivers[a] >> b & 1)

    # --- the counters

    def _read_units(self, content: str) -> None:
        self.all_rows = [row for _, row in read_csv("units.csv", content, COLUMNS)]
        self.rows = rows = [row for row in self.all_rows if row["steps"]]
        self.units = len(rows)
        every_unit = every(Unit, self.units)

        def where(test: Callable[[dict[str, Any]], bool]) -> Units:
            return bitset(u for u in every_unit if test(rows[u]))

        def trait(word: str) -> Units:
            return where(lambda r: word in r["traits"])

        def kind(*names: str) -> Units:
            return where(lambda r: r["type"] in names)

        self.unit_ids: tuple[str, ...] = tuple(row["id"] for row in rows)
        self.unit_index = {name: u for u, name in per(Unit, self.unit_ids)}
        self.unit_names: tuple[str, ...] = tuple(row["name"] for row in rows)
        self.nation_of = tuple(NATIONS.index(row["nation"]) for row in rows)
        self.side_of = tuple(SIDE_OF_NATION[nation] for nation in self.nation_of)
        self.of_nation = tuple(bitset(u for u in every_unit if self.nation_of[u] == n) for n in range(3))
        self.of_side = (self.of_nation[US] | self.of_nation[CW], self.of_nation[JAPAN])
        self.numbers_of = tuple(stretches(own) for own in self.of_side)
        self.cf = tuple(row["cf"] or 0 for row in rows)
        self.mf = tuple(row["mf"] or 0 for row in rows)
        self.concealed_mf = max(row["back_mf"] or 0 for row in rows)
        self.base_cf = next(int(row["back_cf"]) for row in rows if row["back_cf"] not in ("", "?"))
        self.mechanized = where(lambda r: r["class"] == "mechanized")
        self.fortresses = where(lambda r: r["class"] == "static")
        """Coastal defences and heavy weapons: static, the Japanese supply sources."""
        self.coastal_defences = kind("coastal defence")
        self.heavy_weapons = kind("heavy weapons")
        self.deceptions = kind("deception")
        self.dummies = self.deceptions & trait("D/O")
        """R17: dummies of static units."""
        self.camp = kind("PW camp")
        self.guerrillas = kind("guerrilla")
        self.die_hards = trait("die-hard")
        self.headquarters = kind("headquarters")
        self.engineers = kind("engineer") & self.of_side[ALLIED]
        self.base_face: dict[int, int] = {u: i for i, u in enumerate(members(self.engineers))}
        """Per engineer, the number of its base among the board's faces."""
        self.airborne = kind("airborne") & self.of_side[ALLIED]
        self.rangers = kind("ranger")
        self.marines = kind("marines") & self.of_side[ALLIED]
        self.flyable = kind("infantry", "airborne", "ranger", "engineer") & self.of_side[ALLIED]
        self.marine_brigade = kind("marines") & self.of_side[JAPANESE]
        self.raiders = kind("airborne") & self.of_side[JAPANESE]
        self.takasago = kind("special forces")
        self.slips_through = self.rangers | self.takasago
        """R83: units that ignore the first enemy zone they enter."""
        self.attack_letter, self.defence_letter = trait("A"), trait("D")
        self.worth_vp = self.of_side[ALLIED] & ~trait("no VP")
        self.never_move = self.fortresses | self.dummies | self.camp
        self.takes_static_place = self.fortresses | self.dummies
        self.counted = tuple(own & ~(self.takes_static_place | self.camp) for own in self.of_side)
        """13.1a, 13.2a, R17, R97: per side, the units that stacking limits count while they are no bases."""
        self.ninety_seventh = where(lambda r: r["option"] == "25.5")
        self.sixth_marines = where(lambda r: r["entry"] == "Amoy")
        self.is_mech = tuple(self.mechanized >> u & 1 for u in every_unit)
        # 8.1, 24: where and when it may be bought, and for how much
        self.recruit_price = tuple(int(row["recruit"] or 0) if row["recruit"] != "1/2" else 0 for row in rows)
        self.replace_price = tuple(int(row["replace"] or 0) for row in rows)
        self.set_up_only = where(lambda r: r["side"] == "Japanese" and r["entry"] in ("set-up", ""))
        self.bought = where(lambda r: bool(r["recruit"]))
        self.option_of: tuple[str, ...] = tuple(row["option"] for row in rows)
        self.place_of: tuple[str, ...] = tuple(row["place"] for row in rows)
        self.in_scenario = tuple(bitset(u for u in every_unit if n in rows[u]["scenarios"].split()) for n in SCENARIOS)
        self.start_all = tuple(bitset(u for u in every_unit if rows[u][f"start{n}"] == "all") for n in SCENARIOS)
        self.start_some = tuple(self._free_groups(rows, n) for n in SCENARIOS)

    def _free_groups(self, rows: list[dict[str, Any]], scenario: str) -> tuple[tuple[Units, int], ...]:
        """3.0c, R86: sets of counters of which the owner selects so many for nothing."""
        groups: dict[tuple[str, str, str, int], list[Unit]] = {}
        for u, row in per(Unit, rows):
            start = row[f"start{scenario}"]
            if start.isdigit():
                groups.setdefault((row["side"], row["type"], row["nation"], int(start)), []).append(u)
        return tuple((bitset(units), key[3]) for key, units in groups.items())

    def is_plural(self, unit: Unit) -> bool:
        """Whether a unit's name takes a plural verb: `1st Marines`."""
        return self.unit_names[unit].split()[-1] in PLURAL

    def does(self, unit: Unit, one: str, many: str) -> str:
        """A unit and its verb: `1st Marines have`, `17th Infantry has`."""
        return f"{self.unit_names[unit]} {many if self.is_plural(unit) else one}"

    # --- the tables

    def _read_numbers(self, spec: Toml) -> None:
        scenarios = [spec.table(f"scenario-{n}") for n in SCENARIOS]
        self.last_turns = tuple(t.integer("turns", 1, 20) for t in scenarios)
        self.japanese_lp = tuple(t.integer("japanese_lp", 0, 49) for t in scenarios)
        self.allied_lp = tuple(t.integer("allied_lp", 0, 49) for t in scenarios)
        self.allied_income = tuple(t.integer("allied_income", 0, 49) for t in scenarios)
        self.start_tac = tuple((t.integer("us_tac", 0, 40), t.integer("cw_tac", 0, 40)) for t in scenarios)
        self.start_gunfire = tuple((t.integer("us_gunfire", 0, 9), t.integer("cw_gunfire", 0, 9)) for t in scenarios)
        start = spec.table("start")
        self.start_japanese_tac = start.integer("japanese_tac", 0, 12)
        self.start_kamikaze = start.integer("kamikaze", 0, 12)
        dates = spec.table("turns")
        self.dates = tuple(tuple(dates.strings(f"scenario-{n}")) for n in SCENARIOS)
        income = spec.table("logistics")
        self.most_lp = income.integer("most_kept", 0, 99)
        self.amoy_lp = income.integer("amoy", 0, 20)
        self.port_lp = (income.integer("major_port", 0, 20), income.integer("minor_port", 0, 20))
        self.airfields_per_lp = income.integer("airfields_per_lp", 1, 20)
        limits = spec.table("limits")

        def limit(name: str) -> int:
            return limits.integer(name, 0, 99)

        self.tac_limit = (limit("us_tac"), limit("cw_tac"), limit("japanese_tac"))
        self.gunfire_limit = (limit("us_gunfire"), limit("cw_gunfire"))
        self.kamikaze_limit, self.amphibious_limit = limit("kamikaze"), limit("amphibious")
        self.most_mobile = (limit("allied_mobile"), limit("japanese_mobile"))
        self.most_tac = (limit("allied_tac_per_hex"), limit("japanese_tac_per_hex"))
        self.most_gunfire, self.marker_units = limit("gunfire_per_combat"), limit("marker_units")
        self.drop_units = limit("drop_units")
        self.port_transfers, self.beach_transfers = limit("port_transfers"), limit("beach_transfers")
        prices = spec.table("prices")
        self.price = {name: prices.integer(name, 0, 20) for name in prices.values if name != "evidence"}
        self.most_attack_lp = (self.price["attack_shift_allied"], self.price["attack_shift_japanese"])
        raids = spec.table("raids")
        self.raid_landing = raids.by_face("landing", str)
        self.raid_destroys = raids.by_face("destroyed", whole(0, 12))
        self.camp_hit = raids.integer("camp_hit", 0, 6)
        field = spec.table("battlefield")
        self.battlefield_cf = (field.integer("allied", 1, 99), field.integer("japanese", 1, 99))
        self.battlefield_lp = field.integer("lp", 0, 9)
        victory = spec.table("victory")
        self.vp = {name: victory.integer(name, 0, 20) for name in victory.values if name not in ("evidence", "bands")}
        self.bands = tuple(victory.integers("bands", -99, 99))

    def _read_terrain(self, spec: Toml) -> None:
        """7.3: costs in half points per class, and the defender's columns per side."""
        move = spec.table("movement")
        whole_cost = {t: move.integer(t.replace(" ", "_"), 1, 9) for t in TERRAINS}
        mech_cost = whole_cost | {t: move.integer(f"mech_{t.replace(' ', '_')}", 1, 9) for t in ("mud flats", "rough")}
        self.cost_halves = tuple(
            tuple(2 * costs.get(t, 0) for t in self.map.terrain) for costs in (whole_cost, mech_cost)
        )
        self.river_halves = 2 * move.integer("river", 0, 9)
        self.road_halves = move.integer("road_halves", 1, 9)
        self.step_halves = tuple(
            tuple({b: self.step_cost(mech, a, b) for b in each(near)} for a, near in per(Space, rows))
            for mech, rows in enumerate(self.enterable)
        )
        """12.1, 12.4: per class, per hex, what entering each hex that may be entered costs, interdiction apart."""
        dearest = max(cost for rows in self.step_halves for row in rows for cost in row.values())
        self.in_means = tuple(tuple(_in_means(row, dearest) for row in rows) for rows in self.step_halves)
        """12.2c: the same as sets: per half points that are left, the hexes that cost no more; the last are all."""
        self.step_words = tuple(
            {b: self._step_in_words(a, b) for b in each(near)} for a, near in per(Space, self.land_near)
        )
        """12.0b, 12.1a, 12.4a: per hex and hex next to it, how a step goes, in words, with the cases that price it."""
        self.motorized_times = move.integer("motorized_times", 1, 9)
        table = spec.table("terrain-shifts")
        columns = {name: table.integers(name, 0, 9) for name in table.values if name != "evidence"}
        self.river_shift = tuple(columns["river"])

        def best(h: Space, side: Side) -> tuple[int, str]:
            here = [self.map.terrain[h]] if self.land >> h & 1 else []
            here += [name for name, hexes in (("city", self.cities), ("town", self.towns)) if hexes >> h & 1]
            return max(((columns[name.replace(" ", "_")][side], name) for name in here), default=(0, ""))

        every_hex = every(Space, self.hexes)
        self.terrain_shift = tuple(tuple(best(h, side) for h in every_hex) for side in (ALLIED, JAPANESE))
        """15.4.1l, n: per side that defends, per hex, the columns and what gives them."""
        shifts = spec.table("shifts")
        self.shift = {name: shifts.integer(name, 0, 9) for name in shifts.values if name != "evidence"}

    def _step_in_words(self, a: Space, b: Space) -> tuple[str, tuple[str, ...]]:
        if self.linked[a] >> b & 1:
            return "by road or railroad", ("12.4a",)
        if self.crosses_river(a, b):
            return f"{self.map.terrain[b]}, across a river", ("12.0b", "12.1a")
        return self.map.terrain[b], ("12.0b",)

    def _read_results(self, spec: Toml) -> None:
        results = spec.table("results")
        self.column_from = tuple(results.integers("from", 0, 999))
        names = tuple(results.strings("names"))
        self.crt = tuple(self._table(results, names, key) for key in ("allied", "japanese"))
        air = spec.table("air-combat")
        self.air_from = tuple(air.integers("from", 0, 99))
        self.air_names = tuple(air.strings("names"))
        self.air_combat = self._table(air, self.air_names, "rows")
        b29 = spec.table("b29")
        self.b29_table = self._table(b29, tuple(b29.strings("names")), "rows")
        sortie = spec.table("sortie")
        self.sortie = tuple(sortie.by_face(f"scenario-{n}", str) for n in SCENARIOS)

    def _table(self, spec: Toml, columns: tuple[str, ...], key: str) -> Table:
        rows = spec.values.get(key)
        if not isinstance(rows, list) or len(rows) != 6:
            raise spec.wrong(key, "six rows are needed, one per face of the die")
        try:
            return Table(columns, {die: tuple(str(cell) for cell in row) for die, row in enumerate(rows, 1)})
        except ValueError as error:
            raise spec.wrong(key, str(error)) from None

    def air_column(self, points: int) -> int:
        """8.2: the last column that so many points reach."""
        return max(i for i, least in enumerate(self.air_from) if points >= least)

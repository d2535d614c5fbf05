"""Chapter 2: the counters, the map and the tables, read from `data/` and laid out for quick use.

Units and spaces are numbers in the order of their files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from grognard.games.iwojima import belief
from grognard.kernel.bits import bitset
from grognard.kernel.datafile import DataError, Toml, one_of, optional, read_csv, text, whole, yes_no
from grognard.kernel.flow import Phase
from grognard.kernel.graph import Graph
from grognard.kernel.ids import Side, Space, Unit, Units, every, per

US, JP = Side(0), Side(1)
BOTH = 1 << US | 1 << JP
ANY_RANGE = 99
ROCKET_DIE = -1
"""A Bombardment Rating that is the result of a die (22.5a)."""

TYPES = (
    "marines", "infantry", "machine gun", "mortar", "artillery", "gun emplacement", "tank", "rocket artillery",
    "anti-tank gun", "HQ", "air support", "naval support",
)  # fmt: skip
CLASSES = ("beach", "coastal", "inland", "hill")
BOXES = ("LANDING", "RESERVE", "SUPPORT", "ELIMINATED", "SECRET", "HAND")
MARKER_BOXES = ("", "beachhead", "safe", "flag")
SEVERAL = re.compile(r"(.* )?[A-Za-z]{3,}s( [A-Z])?|.*[A-Za-z]\S* – [A-Z].*")
"""Names that take a plural verb: `Coast Guns`, `Fast Carriers A`, and two ships joined by a dash."""


def _rating(cell: str) -> list[int]:
    """`5/4/3/2`: a value per step, full strength first; `die` for the rocket artillery."""
    if cell == "die":
        return [ROCKET_DIE]
    parse: Callable[[str], int] = whole(0, 9)
    return [parse(part) for part in cell.split("/")]


def _by_steps(values: list[int], steps: int) -> tuple[int, ...]:
    return (0, *reversed(values or [0] * steps))


def _range(cell: str) -> int:
    return ANY_RANGE if one_of("any", "1")(cell) == "any" else 1


UNIT_COLUMNS: dict[str, Callable[[str], Any]] = {
    "id": text,
    "name": text,
    "side": one_of("US", "JP"),
    "formation": str,
    "type": one_of(*TYPES),
    "steps": whole(1, 4),
    "assault": optional(_rating, []),
    "bombardment": optional(_rating, []),
    "range": optional(_range, 0),
    "mp": optional(whole(0, 9), 0),
    "armor": whole(0, 4),
    "anti_tank": yes_no,
    "red": yes_no,
    "setup": one_of("LANDING", "RESERVE", "SUPPORT", "HAND"),
    "evidence": text,
}


class Facts:
    """Everything about the game that never changes during play."""

    phases: ClassVar[tuple[Phase, ...]]

    def __init__(self, texts: Mapping[str, str]) -> None:
        map_ = Toml.parse("map.toml", texts["map.toml"])
        self.map_spec: Mapping[str, Any] = map_.values
        self._read_map(map_)
        self._read_units(texts["units.csv"])
        self._read_tables(Toml.parse("tables.toml", texts["tables.toml"]))
        self.beliefs = belief.read(Toml.parse("beliefs.toml", texts["beliefs.toml"]), self.unit_index)

    # --- 2.2 the map

    def _read_map(self, spec: Toml) -> None:
        areas = list(spec.tables("area"))
        self.areas = len(areas)
        ids = [area.string("id") for area in areas]
        self.area_names = tuple(area.string("name") for area in areas)
        self.area_class = tuple(area.string("class", CLASSES) for area in areas)
        self.bdv = tuple(area.integer("bdv", 0, 3) for area in areas)
        for area, kind, bdv in zip(areas, self.area_class, self.bdv, strict=True):
            if bdv != CLASSES.index(kind):
                raise area.wrong("bdv", f"a {kind} area has Basic Defense Value {CLASSES.index(kind)} (2.2.1b)")
        adjacency = {name: area.strings("adjacent", ids) for name, area in zip(ids, areas, strict=True)}
        try:
            self.graph = Graph.of_areas(adjacency)
        except ValueError as error:
            raise spec.wrong("adjacent", str(error)) from None
        self.adjacent = self.graph.neighbours
        self.near = self.graph.near
        symbols = [area.strings("symbols", ("airfield", "beach", "mountain")) for area in areas]
        markers = [area.string("box", MARKER_BOXES) for area in areas]
        every_area = every(Space, self.areas)
        self.every_area: Sequence[Space] = every_area
        self.all_areas = bitset(every_area)
        self.hills = bitset(a for a in every_area if self.bdv[a] == 3)
        self.beaches = bitset(a for a in every_area if self.bdv[a] == 0)
        self.coast = bitset(a for a in every_area if self.bdv[a] <= 1)
        self.mountains = bitset(a for a in every_area if "mountain" in symbols[a])
        self.airfields = bitset(a for a in every_area if "airfield" in symbols[a])
        self.beachhead_boxes = bitset(a for a in every_area if markers[a] == "beachhead")
        self.safe_boxes = bitset(a for a in every_area if markers[a] == "safe")
        self.flag_boxes = bitset(a for a in every_area if markers[a] == "flag")
        boxes = list(spec.tables("box"))
        for i, box in enumerate(boxes):
            if box.string("id", BOXES) != BOXES[i]:
                raise box.wrong("id", f"the boxes must come in the order {', '.join(BOXES)}")
        self.space_ids: tuple[str, ...] = (*ids, *BOXES)
        self.space_names: tuple[str, ...] = (*self.area_names, *(box.string("name") for box in boxes))
        self.space_index = {name: space for space, name in per(Space, self.space_ids)}
        self.landing, self.reserve, self.support, self.eliminated, self.secret, self.hand = (
            self.space_index[box] for box in BOXES
        )

    # --- 2.1.1 the units

    def _read_units(self, content: str) -> None:
        file = "units.csv"
        rows = read_csv(file, content, UNIT_COLUMNS)
        for line, row in rows:
            for field in ("assault", "bombardment"):
                if row[field] and len(row[field]) != row["steps"]:
                    raise DataError(file, line, field, f"{len(row[field])} values for {row['steps']} steps")
        units: list[dict[str, Any]] = [row for _, row in rows]
        every_unit = every(Unit, len(units))

        def where(test: Callable[[dict[str, Any]], bool]) -> Units:
            return bitset(u for u in every_unit if test(units[u]))

        self.rows = units
        self.units = len(units)
        self.unit_ids: tuple[str, ...] = tuple(row["id"] for row in units)
        if len(set(self.unit_ids)) != self.units:
            raise DataError(file, 1, "id", "two units have the same id")
        self.unit_index = {name: unit for unit, name in per(Unit, self.unit_ids)}
        self.unit_names: tuple[str, ...] = tuple(row["name"] for row in units)
        self.is_plural = tuple(bool(SEVERAL.fullmatch(name)) for name in self.unit_names)
        self.unit_type: tuple[str, ...] = tuple(row["type"] for row in units)
        self.side_of: tuple[Side, ...] = tuple(US if row["side"] == "US" else JP for row in units)
        self.full: tuple[int, ...] = tuple(row["steps"] for row in units)
        self.mp: tuple[int, ...] = tuple(row["mp"] for row in units)
        self.armor: tuple[int, ...] = tuple(row["armor"] for row in units)
        self.range: tuple[int, ...] = tuple(row["range"] for row in units)
        # By steps left: index 0 is a dead unit, so `assault[u][steps[u]]` is the rating now.
        self.assault = tuple(_by_steps(row["assault"], row["steps"]) for row in units)
        self.bombard = tuple(_by_steps(row["bombardment"], row["steps"]) for row in units)
        self.setup_box = tuple(self.space_index[row["setup"]] for row in units)
        self.air = where(lambda r: r["type"] == "air support")
        self.naval = where(lambda r: r["type"] == "naval support")
        self.supports = self.air | self.naval
        self.us = where(lambda r: r["side"] == "US")
        self.us_ground = self.us & ~self.supports
        self.jp = where(lambda r: r["side"] == "JP")
        self.all_units = self.us | self.jp
        self.red = where(lambda r: r["red"])
        self.tanks = where(lambda r: r["type"] == "tank")
        self.anti_tank = where(lambda r: r["anti_tank"])
        self.artillery = where(lambda r: bool(r["bombardment"])) & ~self.supports
        self.third_division = where(lambda r: r["formation"] == "3rd")
        self.jp_units = tuple(u for u in every_unit if self.side_of[u] == JP)
        self.us_ground_units = tuple(u for u in every_unit if self.us_ground >> u & 1)
        found = [u for u in every_unit if units[u]["type"] == "HQ"]
        rockets = [u for u in every_unit if units[u]["type"] == "rocket artillery"]
        if len(found) != 1 or len(rockets) != 1:
            raise DataError(file, 1, "type", "exactly one HQ and one rocket artillery unit are needed")
        self.hq = found[0]
        self.rocket = rockets[0]

    def does(self, unit: Unit, one: str, many: str = "") -> str:
        """A unit with the verb that fits its name: `23/4 loses`, `Coast Guns lose`."""
        return f"{self.unit_names[unit]} {(many or one.removesuffix('s')) if self.is_plural[unit] else one}"

    # --- the tables

    def _read_tables(self, spec: Toml) -> None:
        turns = spec.table("turns")
        self.last_turn = turns.integer("last", 1, 20)
        self.dates = tuple(turns.strings("dates"))
        if len(self.dates) != self.last_turn:
            raise turns.wrong("dates", f"{self.last_turn} dates are needed")
        self.red_revealed_turn = turns.integer("red_units_revealed", 1, 20)
        self.air_retires = frozenset(turns.integers("air_unit_retires", 1, 20))
        self.naval_retires = frozenset(turns.integers("naval_unit_retires", 1, 20))
        weather = spec.table("weather")
        self.weather_names = tuple(weather.strings("names"))
        named = one_of(*self.weather_names)
        self.weather_die = weather.by_face("die", lambda word: self.weather_names.index(named(word)))
        grounded = weather.table("grounded")
        self.grounded = tuple(grounded.integer(name, 0, 5) for name in self.weather_names)
        dice = spec.table("dice")
        self.hit = dice.integer("hit", 2, 6)
        self.surprise = dice.integer("surprise", 0, 6)
        stacking = spec.table("stacking")
        self.max_us = stacking.integer("us_ground", 1, 20)
        self.max_support = stacking.integer("us_support", 1, 20)
        self.max_jp = stacking.integer("japanese", 1, 30)
        self.max_caves = stacking.integer("caves", 0, 5)
        markers = spec.table("markers")
        self.caves = markers.integer("caves", 0, self.max_caves * self.areas)
        self.beachheads = markers.integer("beachheads", 0, 10)
        self.safe_markers = markers.integer("safe_to_land", 0, 10)
        landing = spec.table("landing")
        self.cost_beachhead = landing.integer("beachhead", 1, 9)
        self.cost_beach = landing.integer("beach", 1, 9)
        self.cost_coastal = landing.integer("coastal", 1, 9)
        self.per_beach = landing.integer("units_per_beach", 1, 20)
        self.per_coastal = landing.integer("units_per_coastal", 1, 20)
        self.allowance = spec.table("japanese_movement").by_face("allowance", whole(0, 23))
        charges = spec.table("charges")
        self.banzai_bonus = charges.integer("banzai", 0, 6)
        self.kirikami_bonus = charges.integer("kirikami", 0, 6)
        victory = spec.table("victory")
        self.goal = victory.integer("goal", 1, 999)
        self.vp_safe = victory.integer("safe_to_land", 0, 99)
        self.vp_both = victory.integer("both_airfields", 0, 99)
        self.both_airfields = bitset(self.space_index[a] for a in victory.strings("both", self.space_ids))
        self.vp_step = victory.integer("us_step", 0, 99)
        self.vp_third = victory.integer("third_division", 0, 99)
        self.vp_jp_unit = victory.integer("japanese_unit", 0, 99)
        self.vp_hq = victory.integer("headquarters", 0, 99)
        self.vp_area = victory.integer("japanese_area", 0, 99)
        self.setups = {entry.string("id"): self._read_setup(entry) for entry in spec.tables("setup")}
        self.setup_names = {entry.string("id"): entry.string("name") for entry in spec.tables("setup")}

    def _read_setup(self, entry: Toml) -> tuple[tuple[tuple[Unit, Space], ...], tuple[int, ...]]:
        """A whole Japanese set-up: (unit, area) pairs, and Caves per area."""
        placed: list[tuple[Unit, Space]] = []
        for area, names in entry.values.get("units", {}).items():
            for name in names:
                if area not in self.space_ids[: self.areas] or f"J-{name}" not in self.unit_index:
                    raise entry.wrong("units", f"{name!r} in {area!r}: no such unit or area")
                placed.append((self.unit_index[f"J-{name}"], self.space_index[area]))
        if sorted(unit for unit, _ in placed) != list(self.jp_units):
            raise entry.wrong("units", f"every Japanese unit must be placed once; {len(placed)} are")
        caves = [0] * self.areas
        for key, number in (("two_caves", 2), ("one_cave", 1)):
            for area in entry.strings(key, self.space_ids[: self.areas]):
                caves[self.space_index[area]] += number
        if sum(caves) != self.caves or max(caves) > self.max_caves:
            raise entry.wrong("two_caves", f"{self.caves} Caves are needed, at most {self.max_caves} an area")
        return tuple(placed), tuple(caves)

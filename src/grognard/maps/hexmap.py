"""Hex maps: one readable format for all games, checked on loading and compiled to the kernel's integer graph.

The text of a `map.toml` says what is where; nothing here reads a file. Hexes are named by their printed numbers in the
text and are small integers ever after. Sets of hexes are ints used as bitsets; the features of a hex's six sides are
six bits in the order of the kernel's directions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import cos, log, pi, radians, sin, tan
from typing import Any

from grognard.kernel.bits import bitset, members
from grognard.kernel.datafile import DataError, Toml
from grognard.kernel.graph import Graph, HexGrid
from grognard.kernel.ids import NO_SPACES, Space, Spaces, every, per

EVIDENCE = ("cited", "derived", "public", "reported", "reconstructed", "invented")
EARTH_KM = 6371.0
BORDERS = ("objective line", "border", "strait")
"""Hexsides that may lie on a river: lines without water of their own."""
OFF_MAP = 0.58
"""In hexes: a point farther than this from the nearest centre lies off the map."""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place. `kinds` are the game's own words (city, port, airfield, objective …)."""

    name: str
    hex: Space
    lon: float | None
    lat: float | None
    kinds: tuple[str, ...]
    rank: int
    """How large it is lettered: 1 largest, 4 smallest."""
    evidence: str
    facts: dict[str, Any]
    """What else the entry says: control, value, range …"""


@dataclass(frozen=True, slots=True)
class Line:
    """A network's line: hexes in order, with a link between each and the next."""

    id: str
    name: str
    kind: str
    hexes: tuple[Space, ...]
    evidence: str


@dataclass(frozen=True, slots=True)
class Water:
    """A river, lake or other line along hexsides: pairs of hexes, one pair per side."""

    name: str
    kind: str
    sides: tuple[tuple[Space, Space], ...]
    evidence: str
    facts: dict[str, Any] = field(default_factory=dict)
    """What else the entry says: size …"""


@dataclass(frozen=True)
class Projection:
    """Longitude and latitude to hex units (neighbouring centres are 1 apart, y grows southward)."""

    across: tuple[float, float, float]
    down: tuple[float, float, float]
    """Each a constant and the share of kilometres east and north."""
    origin: tuple[float, float]
    parallels: tuple[float, float] | None
    """Standard parallels of a Lambert conformal conic; without them, a plain grid of the two scales below."""
    km_per_degree: tuple[float, float] = (0.0, 0.0)

    def kilometres(self, lon: float, lat: float) -> tuple[float, float]:
        """Kilometres east and north of the origin."""
        lon0, lat0 = self.origin
        if self.parallels is None:
            return (lon - lon0) * self.km_per_degree[0], (lat - lat0) * self.km_per_degree[1]
        first, second = (radians(p) for p in self.parallels)
        n = log(cos(first) / cos(second)) / log(_half(second) / _half(first))
        f = EARTH_KM * cos(first) * _half(first) ** n / n
        rho, rho0 = (f / _half(radians(b)) ** n for b in (lat, lat0))
        theta = n * radians(lon - lon0)
        return rho * sin(theta), rho0 - rho * cos(theta)

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        """The position of a place, in hex units."""
        east, north = self.kilometres(lon, lat)
        x, y = (c + e * east + n * north for c, e, n in (self.across, self.down))
        return x, y


class Distances(dict[Space, tuple[int, ...]]):
    """Rows of distances, each worked out when it is first asked for: staffs ask a hundred thousand times a game."""

    __slots__ = ("_axial",)

    def __init__(self, axial: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self._axial = axial

    def __missing__(self, a: Space) -> tuple[int, ...]:
        q, r = self._axial[a]
        # `hex_distance`, a map's worth of it at a time.
        self[a] = row = tuple([(abs(x - q) + abs(y - r) + abs(x + y - q - r)) // 2 for x, y in self._axial])
        return row


def _half(latitude: float) -> float:
    return tan(pi / 4 + latitude / 2)


@dataclass(frozen=True)
class HexMap:
    """A map as the rules and the renderer use it."""

    grid: HexGrid
    graph: Graph
    sides: tuple[tuple[Space, ...], ...]
    """Per hex, its neighbours by direction, `NO_SPACE` off the map."""
    positions: tuple[tuple[int, int], ...]
    """Per hex, its column and row in the grid."""
    axial: tuple[tuple[int, int], ...]
    terrain: tuple[str, ...]
    of_terrain: dict[str, Spaces]
    """Per terrain, its hexes."""
    land: Spaces
    features: dict[str, Spaces]
    """Per feature (diamond, airfield, supply entry …), its hexes."""
    regions: dict[str, Spaces]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    waters: tuple[Water, ...]
    links: dict[str, tuple[int, ...]]
    """Per kind of network, per hex, the directions in which it runs, as six bits."""
    edges: dict[str, tuple[int, ...]]
    """Per kind of hexside feature, per hex, the sides that have it, as six bits."""
    projection: Projection
    spec: Toml = field(repr=False)

    def hex(self, name: str) -> Space:
        """A hex by its printed number."""
        return self.graph.index[name]

    @property
    def every_hex(self) -> Sequence[Space]:
        """All hexes."""
        return every(Space, len(self.graph))

    def distance(self, a: Space, b: Space) -> int:
        """Hexes from one to the other as the crow flies."""
        return self.distances[a][b]

    @cached_property
    def distances(self) -> Distances:
        """Per hex, how many hexes away each hex lies."""
        return Distances(self.axial)

    def direction(self, a: Space, b: Space) -> int:
        """The direction in which an adjacent hex lies."""
        return self.sides[a].index(b)

    def has_edge(self, kind: str, a: Space, b: Space) -> bool:
        """Whether the side between two adjacent hexes has a feature."""
        return bool(self.edges[kind][a] >> self.direction(a, b) & 1)

    def has_link(self, kind: str, a: Space, b: Space) -> bool:
        """Whether a network runs between two adjacent hexes."""
        return bool(self.links[kind][a] >> self.direction(a, b) & 1)

    def across(self, kind: str) -> tuple[Spaces, ...]:
        """Per hex, the neighbours beyond its sides that have a feature."""
        return self._beyond(self.edges[kind])

    def along(self, kind: str) -> tuple[Spaces, ...]:
        """Per hex, the neighbours to which a network runs."""
        return self._beyond(self.links[kind])

    def _beyond(self, sides: Sequence[int]) -> tuple[Spaces, ...]:
        return tuple(
            bitset(row[d] for d in range(6) if bits >> d & 1) if bits else NO_SPACES
            for row, bits in zip(self.sides, sides, strict=True)
        )

    @property
    def coast(self) -> Spaces:
        """Land hexes with sea next to them on the map."""
        return self.land & self.graph.next_to(self.graph.every & ~self.land)

    def nearest(self, lon: float, lat: float) -> tuple[Space, float]:
        """The hex in which a place would lie by the projection, and how far from its centre, in hexes."""
        x, y = self.projection.point(lon, lat)
        away, nearest = min((self._distance_to(h, x, y), h) for h in self.every_hex)
        return nearest, away

    def _distance_to(self, h: Space, x: float, y: float) -> float:
        cx, cy = self.centre(h)
        return float(((cx - x) ** 2 + (cy - y) ** 2) ** 0.5)

    def centre(self, h: Space) -> tuple[float, float]:
        """A hex's centre in hex units."""
        return self.grid.centre(*self.positions[h])


# --- reading


def load_hexmap(file: str, content: str) -> HexMap:
    """Read, check and compile a map; the first thing that is wrong is an error with file, line and the fix."""
    spec = Toml.parse(file, content)
    grid, letters = _read_grid(spec)
    graph, sides = grid.graph()
    terrain = tuple(letters[place] for place in grid.hexes())
    told = spec.table("terrain")
    sea = told.strings("sea", sorted(set(terrain))) if "sea" in told.values else ()
    reader = _Reader(graph)
    lines = tuple(reader.lines(spec))
    waters = tuple(reader.waters(spec))
    return HexMap(
        grid=grid,
        graph=graph,
        sides=sides,
        positions=tuple(grid.hexes()),
        axial=tuple(grid.axial(c, r) for c, r in grid.hexes()),
        terrain=terrain,
        of_terrain={name: bitset(h for h, t in per(Space, terrain) if t == name) for name in sorted(set(terrain))},
        land=bitset(h for h, t in per(Space, terrain) if t not in sea),
        features=reader.sets(spec, "feature", "kind"),
        regions=reader.sets(spec, "region", "id"),
        places=tuple(reader.places(spec)),
        lines=lines,
        waters=waters,
        links=_bits(sides, ((line.kind, pair) for line in lines for pair in pairwise(line.hexes))),
        edges=_bits(sides, ((water.kind, pair) for water in waters for pair in water.sides)),
        projection=_read_projection(spec),
        spec=spec,
    )


def _read_grid(spec: Toml) -> tuple[HexGrid, dict[tuple[int, int], str]]:
    """The geometry and the grid of letters: one line per row, `14 |ccc~~ |`, a blank where there is no hex.

    What [grid] leaves out is the commonest of its kind: flat tops, even columns pushed down, hexes named by column and
    row from 0101, as many of each as there are letters.
    """
    table = spec.table("grid")
    pointed = _said(table, "tops", ("flat", "pointed")) == "pointed"
    terrain = spec.table("terrain")
    names = terrain.values.get("letters")
    if not isinstance(names, dict):
        raise terrain.wrong("letters", "each letter of the grid needs its terrain")
    first_line = _line_of(spec, "grid = ")
    rows = [line for line in terrain.string("grid").splitlines() if line.strip()]
    widest = max((len(row.partition("|")[2].rstrip().removesuffix("|")) for row in rows), default=0)
    shown = {"columns": widest, "rows": len(rows)}
    (c0, c1), (r0, r1) = (_span(table, key) if key in table.values else (1, most) for key, most in shown.items())
    if len(rows) != r1 - r0 + 1:
        raise DataError(spec.file, first_line, "grid", f"{len(rows)} rows of letters where {r1 - r0 + 1} are needed")
    found: dict[tuple[int, int], str] = {}
    missing = set()
    for i, line in enumerate(rows):
        number, _, rest = line.partition("|")
        cells = rest.rstrip().removesuffix("|")
        at = first_line + 1 + i
        if number.strip() != f"{r0 + i:02d}":
            raise DataError(spec.file, at, "grid", f"row {number.strip()!r} where {r0 + i:02d} should stand")
        if len(cells) != c1 - c0 + 1:
            raise DataError(spec.file, at, "grid", f"{len(cells)} letters where {c1 - c0 + 1} are needed")
        for j, letter in enumerate(cells):
            if letter == " ":
                missing.add((c0 + j, r0 + i))
            elif letter in names:
                found[c0 + j, r0 + i] = str(names[letter])
            else:
                allowed = ", ".join(f"{key!r}" for key in names)
                raise DataError(spec.file, at, "grid", f"{letter!r} is not a terrain letter: {allowed}, or a blank")
    grid = HexGrid(
        columns=c1 - c0 + 1,
        rows=r1 - r0 + 1,
        offset=("even", "odd").index(_said(table, "pushed", ("even", "odd"))),
        pointed=pointed,
        missing=frozenset(missing),
        first=(c0, r0),
        rows_first=_said(table, "numbering", ("CCRR", "RRCC")) == "RRCC",
        mirrored=bool(table.values.get("mirrored", False)),
    )
    return grid, found


def _said(table: Toml, key: str, allowed: Sequence[str]) -> str:
    """One of some words; the first of them where nothing is said."""
    return table.string(key, allowed) if key in table.values else allowed[0]


def _span(table: Toml, key: str) -> tuple[int, int]:
    values = table.integers(key, 0, 99)
    if len(values) != 2 or values[0] > values[1]:
        raise table.wrong(key, "two numbers are needed, the first and the last")
    return values[0], values[1]


def _line_of(spec: Toml, start: str) -> int:
    for number, line in enumerate(spec.content.splitlines(), 1):
        if line.startswith(start):
            return number
    return 1


def _read_projection(spec: Toml) -> Projection:
    """Read the projection from the globe to the map; a country that was never on it has only a scale."""
    if "projection" not in spec.values:
        grid = spec.table("grid")
        share = 1 / (grid.integer("kilometres", 1, 999) if "kilometres" in grid.values else 1)
        return Projection((0.0, share, 0.0), (0.0, 0.0, -share), (0.0, 0.0), None, (1.0, 1.0))
    table = spec.table("projection")

    def numbers(key: str, count: int) -> tuple[Any, ...]:
        value = table.values.get(key)
        if not isinstance(value, list) or len(value) != count or not all(isinstance(v, int | float) for v in value):
            raise table.wrong(key, f"{count} numbers are needed")
        return tuple(float(v) for v in value)

    conic = "parallels" in table.values
    return Projection(
        across=numbers("across", 3),
        down=numbers("down", 3),
        origin=numbers("origin", 2),
        parallels=numbers("parallels", 2) if conic else None,
        km_per_degree=(0.0, 0.0) if conic else numbers("km_per_degree", 2),
    )


class _Reader:
    """Entries that name hexes, each checked against the grid."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def hexes(self, entry: Toml, key: str = "hexes") -> tuple[Space, ...]:
        """A list of hex numbers, as text."""
        out = []
        for name in entry.string(key).split():
            if name not in self.graph.index:
                raise entry.wrong(key, f"there is no hex {name} on the map")
            out.append(self.graph.index[name])
        return tuple(out)

    def lines(self, spec: Toml) -> Iterator[Line]:
        """Networks: consecutive hexes must touch."""
        for entry in _entries(spec, "network"):
            hexes = self.hexes(entry)
            for a, b in pairwise(hexes):
                if b not in self.graph.neighbours[a]:
                    raise entry.wrong("hexes", f"{self.graph.ids[a]} and {self.graph.ids[b]} do not touch")
            name = entry.string("name")
            yield Line(str(entry.values.get("id", name)), name, entry.string("kind"), hexes, _evidence(entry))

    def waters(self, spec: Toml) -> Iterator[Water]:
        """Hexside features: both hexes of a side must touch."""
        for entry in _entries(spec, "hexside"):
            pairs = []
            for text in entry.string("sides").split():
                names = text.split("-")
                if len(names) != 2 or any(name not in self.graph.index for name in names):
                    raise entry.wrong("sides", f"{text!r} is not two hexes of the map joined by a dash")
                a, b = (self.graph.index[name] for name in names)
                if b not in self.graph.neighbours[a]:
                    raise entry.wrong("sides", f"{names[0]} and {names[1]} do not touch")
                pairs.append((a, b))
            known = {"name", "kind", "sides", "evidence"}
            facts = {key: value for key, value in entry.values.items() if key not in known}
            yield Water(entry.string("name"), entry.string("kind"), tuple(pairs), _evidence(entry), facts)

    def sets(self, spec: Toml, table: str, key: str) -> dict[str, Spaces]:
        """Features and regions: sets of hexes by name; entries of one name add up."""
        out: dict[str, Spaces] = {}
        for entry in _entries(spec, table):
            _evidence(entry)
            out[entry.string(key)] = out.get(entry.string(key), NO_SPACES) | bitset(self.hexes(entry))
        return out

    def places(self, spec: Toml) -> Iterator[Place]:
        """Named places: no name twice in a hex."""
        seen: set[tuple[str, str]] = set()
        known = {"name", "hex", "lon", "lat", "kinds", "rank", "evidence"}
        for entry in _entries(spec, "place"):
            name, (h,) = entry.string("name"), self.hexes(entry, "hex")
            if (name, self.graph.ids[h]) in seen:
                raise entry.wrong("name", f"{name} stands twice in {self.graph.ids[h]}")
            seen.add((name, self.graph.ids[h]))
            lon, lat = entry.values.get("lon"), entry.values.get("lat")
            facts = {key: value for key, value in entry.values.items() if key not in known}
            kinds = tuple(entry.strings("kinds")) if "kinds" in entry.values else ()
            rank = entry.integer("rank", 1, 4) if "rank" in entry.values else 4
            yield Place(name, h, lon, lat, kinds, rank, _evidence(entry), facts)


def _entries(spec: Toml, table: str) -> Iterator[Toml]:
    return spec.tables(table) if table in spec.values else iter(())


def _evidence(entry: Toml) -> str:
    words = entry.string("evidence")
    if not words.startswith(EVIDENCE):
        raise entry.wrong("evidence", f"{words!r} does not begin with one of {', '.join(EVIDENCE)}")
    return words


def _bits(
    sides: Sequence[Sequence[Space]], pairs: Iterator[tuple[str, tuple[Space, Space]]]
) -> dict[str, tuple[int, ...]]:
    """Per kind, per hex, six bits; a side is the same from both hexes."""
    out: dict[str, list[int]] = {}
    for kind, (a, b) in pairs:
        bits = out.setdefault(kind, [0] * len(sides))
        bits[a] |= 1 << sides[a].index(b)
        bits[b] |= 1 << sides[b].index(a)
    return {kind: tuple(bits) for kind, bits in out.items()}


# --- checking what loading does not already refuse


def cells_of(entry: Mapping[str, Any]) -> list[str]:
    """The ids of a box's cells, the spaces of a track or the piles of a display: the box's id, a dash, the cell."""
    return [f"{entry['id']}-{cell}" for cell in entry.get("spaces", ())]


def check_hexmap(m: HexMap) -> list[str]:
    """Every broken constraint, as sentences: rivers continuous, networks and places on land, ports on the coast."""
    return [*_check_waters(m), *_check_land(m)]


def _check_waters(m: HexMap) -> Iterator[str]:
    taken: dict[tuple[Space, Space], str] = {}
    for water in m.waters:
        for a, b in water.sides:
            side = (min(a, b), max(a, b))
            if water.kind in BORDERS:
                continue
            if side in taken and taken[side] != water.name:
                yield f"{m.graph.ids[a]}-{m.graph.ids[b]} belongs to {taken[side]} and to {water.name}"
            taken[side] = water.name
        if len(pieces := list(_pieces(m, water))) > 1:
            yield f"{water.name} is in {len(pieces)} pieces"


def _pieces(m: HexMap, water: Water) -> Iterator[set[tuple[Space, Space]]]:
    """The connected pieces of a river: two sides touch when they share a corner, that is, three hexes."""
    left = {(min(pair), max(pair)) for pair in water.sides}
    while left:
        piece = {left.pop()}
        frontier = list(piece)
        while frontier:
            a, b = frontier.pop()
            touching = {side for side in left if _share_corner(m, (a, b), side)}
            left -= touching
            piece |= touching
            frontier += touching
        yield piece


def _share_corner(m: HexMap, one: tuple[Space, Space], other: tuple[Space, Space]) -> bool:
    hexes = {*one, *other}
    if len(hexes) != 3:
        return len(hexes) == 2
    return all(b in m.graph.neighbours[a] for a in hexes for b in hexes if a != b)


def _check_land(m: HexMap) -> Iterator[str]:
    coast = m.coast
    for line in m.lines:
        for h in line.hexes:
            if not m.land >> h & 1:
                yield f"{line.name} runs through sea hex {m.graph.ids[h]}"
    for kind, hexes in m.features.items():
        for h in members(hexes & ~m.land):
            yield f"{kind} in sea hex {m.graph.ids[h]}"
    for place in m.places:
        if place.kinds and not m.land >> place.hex & 1 and "sea" not in place.kinds:
            yield f"{place.name} stands in sea hex {m.graph.ids[place.hex]}"
        if "port" in place.kinds and not coast >> place.hex & 1 and "inland port" not in place.kinds:
            yield f"port {place.name} in {m.graph.ids[place.hex]} is not on the coast"


@dataclass(frozen=True, slots=True)
class Residual:
    """A place, the hex it is given, the hex the projection would give it, and the distance in hexes."""

    place: str
    given: str
    predicted: str
    error: float
    evidence: str


def residuals(m: HexMap) -> list[Residual]:
    """For every place with a position: how far the given hex is from where the projection puts it."""
    out = []
    for place in m.places:
        if place.lon is None or place.lat is None:
            continue
        x, y = m.projection.point(place.lon, place.lat)
        predicted, away = m.nearest(place.lon, place.lat)
        cx, cy = m.centre(place.hex)
        name = m.graph.ids[predicted] if away <= OFF_MAP else "off the map"
        error = ((cx - x) ** 2 + (cy - y) ** 2) ** 0.5
        out.append(Residual(place.name, m.graph.ids[place.hex], name, error, place.evidence))
    return out

"""Area maps: the geography of a map made of areas, checked and turned into polygons.

The input is the parsed text of a game's `map.toml`; nothing here reads a file, so a player's own map data goes
through the same functions as ours.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.atlas.geometry import (
    Cubic,
    Point,
    Polygon,
    Rect,
    area_of,
    closed_spline,
    curve_path,
    drawn_border,
    flatten,
    inside,
    rect_meets_polygon,
    rects_overlap,
)

DEFENSE_BY_CLASS = {"beach": 0, "coastal": 1, "inland": 2, "hill": 3}
AREA_BOXES = ("", "beachhead", "safe", "flag")
AREA_SYMBOLS = ("airfield", "beach", "mountain")
PARTS = ("sheet", "margin", "projection", "coast", "interior", "area", "place", "line", "rise", "box", "effect")
AREA_KEYS = ("id", "name", "bdv", "class", "symbols", "box", "ring", "label", "adjacent")
EVIDENCE = ("cited", "derived", "reported", "reconstructed")

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Projection:
    """Longitude and latitude to map units: a plain local grid, exact enough for an island of a few miles."""

    lon0: float
    lat0: float
    metres_per_lon: float
    metres_per_lat: float
    metres_per_unit: float
    left: float
    bottom: float

    def point(self, at: Sequence[float]) -> Point:
        """The point of a longitude and latitude on the sheet."""
        east = (at[0] - self.lon0) * self.metres_per_lon
        north = (at[1] - self.lat0) * self.metres_per_lat
        return self.left + east / self.metres_per_unit, self.bottom - north / self.metres_per_unit


@dataclass(frozen=True, slots=True)
class Box:
    """A box beside the island where counters are kept."""

    id: str
    name: str
    side: int
    rect: Rect


@dataclass(frozen=True, slots=True)
class AreaMap:
    """Everything about the map's shape that the board, the page and the drawing need, in map units."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    polygons: tuple[Polygon, ...]
    curves: tuple[tuple[Cubic, ...], ...]
    anchors: tuple[Point, ...]
    """The middle of the place where stacks stand, one per area."""
    slots: tuple[Point | None, ...]
    """The middle of the area's empty marker box, where it has one."""
    adjacency: tuple[tuple[int, ...], ...]
    boxes: tuple[Box, ...]
    coast: tuple[Cubic, ...]
    width: float
    height: float

    def path(self, area: int) -> str:
        """SVG path data of one area's outline."""
        return curve_path(self.curves[area])

    def box_rects(self) -> dict[str, Rect]:
        """Each box's rectangle by its id, in the order of the data."""
        return {box.id: box.rect for box in self.boxes}


def area_map(spec: Mapping[str, Any]) -> AreaMap:
    """Build the map from its data. Use `check` first on data that is not ours: this expects sound rings."""
    project = projection(spec)
    shore, inland = _nodes(spec, "coast"), _nodes(spec, "interior")
    places = {name: project.point(at) for name, at in (shore | inland).items()}
    order = list(shore)
    coast = closed_spline([places[name] for name in order])
    stretches = {(a, order[(i + 1) % len(order)]): coast[i] for i, a in enumerate(order)}
    curves = tuple(
        tuple(stretches.get(e) or drawn_border(*e, places[e[0]], places[e[1]]) for e in _edges(ring_nodes(a["ring"])))
        for a in spec["area"]
    )
    ids = tuple(str(a["id"]) for a in spec["area"])
    return AreaMap(
        ids=ids,
        names=tuple(str(a["name"]) for a in spec["area"]),
        polygons=tuple(flatten(ring) for ring in curves),
        curves=curves,
        anchors=tuple(project.point(a.get("stack", a["label"])) for a in spec["area"]),
        slots=tuple(project.point(a["slot"]) if "slot" in a else None for a in spec["area"]),
        adjacency=tuple(tuple(sorted(ids.index(n) for n in a["adjacent"])) for a in spec["area"]),
        boxes=tuple(Box(b["id"], b["name"], b["side"], _rect(b["rect"])) for b in spec["box"]),
        coast=tuple(coast),
        width=float(spec["sheet"]["width"]),
        height=float(spec["sheet"]["height"]),
    )


def projection(spec: Mapping[str, Any]) -> Projection:
    """The projection that the data asks for."""
    p = spec["projection"]
    return Projection(**{name: float(p[name]) for name in Projection.__slots__})


def ring_nodes(ring: str) -> list[str]:
    """The node names of a ring: "c03..c05 t01" is c03, c04, c05, t01."""
    names: list[str] = []
    for word in ring.split():
        span = re.fullmatch(r"([a-z]+)(\d+)\.\.\1(\d+)", word)
        if span:
            letter, first, last = span[1], int(span[2]), int(span[3])
            names += [f"{letter}{k:0{len(span[2])}d}" for k in range(first, last + 1)]
        else:
            names.append(word)
    return names


def check(spec: Mapping[str, Any]) -> list[str]:
    """Every constraint that the data breaks, one sentence each; an empty list for a sound map."""
    missing = list(_check_presence(spec))
    if missing:
        return missing
    faults = [*_check_evidence(spec), *_check_areas(spec)]
    rings = _check_rings(spec)
    faults += rings
    if not rings:
        faults += [*_check_adjacency(spec), *_check_shapes(spec)]
    return faults


def _nodes(spec: Mapping[str, Any], part: str) -> dict[str, Point]:
    return {str(name): (float(lon), float(lat)) for name, lon, lat in spec[part]["nodes"]}


def _edges(ring: Sequence[str]) -> Iterator[Edge]:
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _rect(values: Sequence[float]) -> Rect:
    x, y, w, h = (float(v) for v in values)
    return x, y, w, h


def _check_presence(spec: Mapping[str, Any]) -> Iterator[str]:
    for part in PARTS:
        if part not in spec:
            yield f"the map has no [{part}]"
    for a in spec.get("area", []):
        for key in AREA_KEYS:
            if key not in a:
                yield f"area {a.get('id', '?')} has no {key}"
    for box in spec.get("box", []):
        if len(box.get("rect", ())) != 4 or not {"id", "name", "side"} <= box.keys():
            yield f"box {box.get('id', '?')} needs id, name, side and a rect of four numbers"


def _check_evidence(spec: Mapping[str, Any]) -> Iterator[str]:
    for part in ("sheet", "margin", "projection", "coast", "interior"):
        if spec[part].get("evidence") not in EVIDENCE:
            yield f"[{part}] says nothing about its evidence"
    for part in ("area", "place", "line", "rise", "box", "effect"):
        for entry in spec.get(part, []):
            if entry.get("evidence") not in EVIDENCE:
                yield f"{part} {entry.get('id') or entry.get('name')} says nothing about its evidence"


def _check_areas(spec: Mapping[str, Any]) -> Iterator[str]:
    entries = [*spec["area"], *spec["box"]]
    for name, count in Counter(e["id"] for e in entries).items():
        if count > 1:
            yield f"the id {name} is used {count} times"
    for part in ("coast", "interior"):
        for name, count in Counter(n[0] for n in spec[part]["nodes"]).items():
            if count > 1:
                yield f"the node {name} is given {count} times"
    for a in spec["area"]:
        if a["class"] not in DEFENSE_BY_CLASS:
            yield f"{a['id']}: unknown class {a['class']}"
        elif a["bdv"] != DEFENSE_BY_CLASS[a["class"]]:
            yield f"{a['id']}: a {a['class']} area has BDV {DEFENSE_BY_CLASS[a['class']]}, not {a['bdv']}"
        if a["box"] not in AREA_BOXES:
            yield f"{a['id']}: box must be one of {', '.join(map(repr, AREA_BOXES))}, not {a['box']!r}"
        elif bool(a["box"]) != ("slot" in a):
            yield f"{a['id']}: an area with a box needs a slot for it, and only such an area"
        for symbol in a["symbols"]:
            if symbol not in AREA_SYMBOLS:
                yield f"{a['id']}: unknown symbol {symbol}"


def _check_rings(spec: Mapping[str, Any]) -> list[str]:
    """The rings cover the outline once: each shore edge has one area, each inland edge has two, areas add up."""
    faults = []
    shore = _nodes(spec, "coast")
    nodes = shore | _nodes(spec, "interior")
    used: Counter[Edge] = Counter()
    seen: set[str] = set()
    total = 0.0
    for a in spec["area"]:
        ring = ring_nodes(a["ring"])
        unknown = [name for name in ring if name not in nodes]
        if unknown or len(ring) < 3:
            faults.append(f"{a['id']}: the ring names unknown nodes: {' '.join(unknown) or 'too few'}")
            continue
        used.update(_edges(ring))
        seen.update(ring)
        total += area_of([nodes[name] for name in ring])
    order = list(shore)
    coast = set(_edges(order))
    for edge in coast:
        if used[edge] != 1:
            faults.append(f"the shore from {edge[0]} to {edge[1]} belongs to {used[edge]} areas")
    for (a, b), count in used.items():
        if (a, b) not in coast and (count != 1 or used[b, a] != 1):
            faults.append(f"the border from {a} to {b} is not shared by two areas, one on each side")
    faults += [f"the node {name} is in no ring" for name in nodes if name not in seen]
    whole = area_of(list(shore.values()))
    if not faults and abs(total - whole) > 1e-9:
        faults.append("the areas do not add up to the island")
    return faults


def _check_adjacency(spec: Mapping[str, Any]) -> Iterator[str]:
    owner = {edge: a["id"] for a in spec["area"] for edge in _edges(ring_nodes(a["ring"]))}
    shared: dict[str, set[str]] = {a["id"]: set() for a in spec["area"]}
    for (a, b), name in owner.items():
        if (b, a) in owner:
            shared[name].add(owner[b, a])
    lists = {str(a["id"]): set(a["adjacent"]) for a in spec["area"]}
    for a in spec["area"]:
        listed = lists[a["id"]]
        for other in sorted(listed - shared[a["id"]]):
            yield f"{a['id']}: listed as adjacent to {other}, but they share no border"
        for other in sorted(shared[a["id"]] - listed):
            yield f"{a['id']}: shares a border with {other}, which is not listed as adjacent"
        for other in sorted(listed):
            if a["id"] not in lists.get(other, set()):
                yield f"{a['id']}: lists {other} as adjacent, but not the other way round"


def _check_shapes(spec: Mapping[str, Any]) -> Iterator[str]:
    if any(n not in {a["id"] for a in spec["area"]} for a in spec["area"] for n in a["adjacent"]):
        return
    built, project = area_map(spec), projection(spec)
    for i, a in enumerate(spec["area"]):
        if not inside(project.point(a["label"]), built.polygons[i]):
            yield f"{a['id']}: the label lies outside the area"
        if not inside(built.anchors[i], built.polygons[i]):
            yield f"{a['id']}: the stacks stand outside the area"
    island = flatten(built.coast)
    for i, box in enumerate(built.boxes):
        x, y, w, h = box.rect
        if x < 0 or y < 0 or x + w > built.width or y + h > built.height:
            yield f"{box.id}: the box leaves the sheet"
        if rect_meets_polygon(box.rect, island):
            yield f"{box.id}: the box lies on the island"
        for other in built.boxes[:i]:
            if rects_overlap(box.rect, other.rect):
                yield f"{box.id}: the box overlaps {other.id}"

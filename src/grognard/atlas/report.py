"""Report of `grognard atlas check`: counts, the residual of every place, and every broken constraint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.atlas import drawn_maps
from grognard.atlas.areas import area_map, check, projection
from grognard.atlas.geometry import distance_to_edge, inside
from grognard.atlas.hexsheet import Art
from grognard.maps.hexmap import HexMap, check_hexmap, residuals

Row = tuple[str, str, str, str, str]


def faults(game: str) -> list[str]:
    """Every constraint that a game's map breaks, one sentence each."""
    if game in drawn_maps.AREA_GAMES:
        return check(drawn_maps.area_spec(game))
    m = drawn_maps.hex_map(game)
    return [*check_hexmap(m), *coast_faults(m, drawn_maps.art(game))]


def coast_faults(m: HexMap, art: Art) -> Iterator[str]:
    """Hexes whose middle the drawn coast puts on the wrong side."""
    rings = [list(zip(ring[::2], ring[1::2], strict=True)) for ring in art.lines.get("land", ())]
    if not rings:
        yield "the coast has not been built: python -m grognard.atlas.build"
        return
    for h in m.every_hex:
        dry = sum(inside(m.centre(h), ring) for ring in rings) % 2 == 1
        if dry != bool(m.land >> h & 1):
            yield f"the drawn coast puts {m.graph.ids[h]} on the wrong side"


def lines(game: str) -> Iterator[str]:
    """The report, line by line, without the faults."""
    rows = list(_area_rows(game) if game in drawn_maps.AREA_GAMES else _hex_rows(drawn_maps.hex_map(game)))
    unit = "km" if game in drawn_maps.AREA_GAMES else "hexes"
    space = "area" if game in drawn_maps.AREA_GAMES else "hex"
    yield from _table(("place", f"given {space}", f"predicted {space}", f"error ({unit})", "evidence"), rows)
    yield ""
    if game in drawn_maps.AREA_GAMES:
        spec = drawn_maps.area_spec(game)
        yield f"{spec['title']}: {len(spec['area'])} areas, {len(spec['place'])} places, {len(spec['box'])} boxes."
    else:
        yield from counts(drawn_maps.hex_map(game))


def counts(m: HexMap) -> Iterator[str]:
    """Counts of everything, and the residuals of the projection."""
    land = m.land.bit_count()
    yield f"{m.spec.values.get('title', 'Map')}: {len(m.graph)} hexes, {land} land, {len(m.graph) - land} sea."
    yield "Terrain: " + ", ".join(f"{hexes.bit_count()} {name}" for name, hexes in m.of_terrain.items()) + "."
    sides: dict[str, int] = {}
    for water in m.waters:
        sides[water.kind] = sides.get(water.kind, 0) + len(water.sides)
    if sides:
        yield "Hexsides: " + ", ".join(f"{count} {kind}" for kind, count in sorted(sides.items())) + "."
    runs: dict[str, int] = {}
    for line in m.lines:
        runs[line.kind] = runs.get(line.kind, 0) + 1
    if runs:
        yield "Networks: " + ", ".join(f"{count} {kind}" for kind, count in sorted(runs.items())) + "."
    kinds: dict[str, int] = {}
    for place in m.places:
        for kind in place.kinds or ("town or label",):
            kinds[kind] = kinds.get(kind, 0) + 1
    yield f"Places: {len(m.places)}; " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) + "."
    for words, found in fit(m).items():
        count, rms, worst = found
        yield f"Fit, {words}: rms {rms:.2f} hexes over {count}, worst {worst:.2f}."


def fit(m: HexMap) -> dict[str, tuple[int, float, float]]:
    """Number, root mean square and worst of the residuals: of cited places, and of all."""
    every = residuals(m)
    out = {}
    for words, rows in (("cited places", [r for r in every if r.evidence.startswith("cited")]), ("all places", every)):
        if rows:
            errors = [row.error for row in rows]
            out[words] = len(errors), (sum(e * e for e in errors) / len(errors)) ** 0.5, max(errors)
    return out


def _hex_rows(m: HexMap) -> Iterator[Row]:
    for row in residuals(m):
        yield row.place, row.given, row.predicted, f"{row.error:.2f}", _short(row.evidence)


def _area_rows(game: str) -> Iterator[Row]:
    """For an area map: the area a place is said to lie in, the one its position lies in, and how far it is off."""
    spec = drawn_maps.area_spec(game)
    built, project = area_map(spec), projection(spec)
    for place in spec["place"]:
        at = project.point(place["at"])
        found = next((built.ids[i] for i, ring in enumerate(built.polygons) if inside(at, ring)), "sea")
        given = str(place.get("area") or "sea")
        error = 0.0
        if given != found and given in built.ids:
            units = distance_to_edge(at, built.polygons[built.ids.index(given)])
            error = units * project.metres_per_unit / 1000
        yield str(place["name"]), given, found, f"{error:.2f}", _short(str(place["evidence"]))


def _short(evidence: str) -> str:
    return evidence if len(evidence) <= 48 else evidence[:47].rstrip() + "…"


def _table(head: Row, rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(4)]
    for row in (head, *rows):
        cells = [f"{row[0]:<{widths[0]}}", *(f"{row[k]:>{widths[k]}}" for k in (1, 2, 3)), row[4]]
        yield "  ".join(cells).rstrip()


def spec_title(game: str) -> str:
    """The map's title."""
    areas = game in drawn_maps.AREA_GAMES
    values: Mapping[str, Any] = drawn_maps.area_spec(game) if areas else drawn_maps.hex_map(game).spec.values
    return str(values.get("title", game))

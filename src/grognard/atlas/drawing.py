"""The whole drawing of a map, layer on layer. The layers are loaded when something is drawn: maps are kept drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.atlas.areas import AreaMap, projection
from grognard.atlas.geometry import number
from grognard.atlas.hexsheet import HexSheet


def draw_area_map(m: AreaMap, spec: Mapping[str, Any]) -> str:
    """The whole sheet as one SVG: from the sea floor up to the lettering, with nothing fetched from elsewhere."""
    from grognard.atlas import lettering, margins, terrain

    project = projection(spec)
    layers = (
        terrain.definitions(m),
        terrain.sea(m, spec, project),
        margins.graticule(m, project),
        terrain.ground(m, spec),
        terrain.relief(m, spec, project),
        terrain.sand(m, spec),
        terrain.works(spec, project),
        terrain.borders(m),
        margins.frame(m, spec, project),
        lettering.marker_slots(m, spec),
        lettering.places(spec, project),
        lettering.area_names(m, spec, project),
        lettering.landing_beaches(spec, project),
        margins.holding_boxes(m),
        margins.title_block(spec),
        margins.terrain_key(spec),
        margins.compass(spec),
        margins.scale_bar(spec, project),
    )
    size = f"{number(m.width)} {number(m.height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{"".join(layers)}</svg>'


def draw_hex_map(sheet: HexSheet) -> str:
    """The whole sheet as one SVG: from the sea floor up to the lettering, with nothing fetched from elsewhere."""
    from grognard.atlas import hexlabels, hexlines, hexmargins, hexterrain

    layers = (
        hexterrain.definitions(sheet),
        hexmargins.paper(sheet),
        '<g clip-path="url(#map-field)">',
        hexterrain.sea(sheet),
        hexterrain.ground(sheet),
        hexterrain.relief(sheet),
        hexterrain.textures(sheet),
        hexlines.background(sheet),
        hexterrain.shore(sheet),
        hexlines.lakes(sheet),
        hexlines.rivers(sheet),
        hexterrain.beyond(sheet),
        hexterrain.grid(sheet),
        hexlines.regions(sheet),
        hexlines.networks(sheet),
        hexlabels.water_names(sheet),
        hexlabels.places(sheet),
        hexlabels.hex_numbers(sheet),
        "</g>",
        hexmargins.frame(sheet),
        hexmargins.boxes(sheet),
        hexmargins.title_block(sheet),
        hexmargins.key(sheet),
        hexmargins.compass(sheet),
        hexmargins.scale_bar(sheet),
    )
    size = f"{number(sheet.width)} {number(sheet.height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{"".join(layers)}</svg>'

"""Counters and markers as one sheet of SVG symbols, each 46 by 46, for the page to place by id.

Detail by zoom: what has class d1 is always worth showing, d2 (values, steps, size) from a middle distance, d3 (names,
notes) close up. A symbol shown through `<use>` is styled where it is defined, so the sheet brings its own rule: whoever
shows it sets `--d2: none` or `--d3: none` on any element around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from grognard.atlas.symbols import FRAMED_NAMES, SYMBOL_NAMES, size_mark, symbol, symbol_id

SANS = "'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"
BOMBARD_RED = "#a5140e"
BOMBARD_LIGHT = "#ffd9a0"
_PALE_EDGE = ' stroke="#fff6e2" stroke-width="1.3" stroke-opacity=".8" paint-order="stroke"'
STYLE = ".d2{display:var(--d2,inline)}.d3{display:var(--d3,inline)}"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter.

    `values` is the bottom row: (text, style) with style "bombard", "range" (raised, after the one before), "assault",
    "assault-at" (with the anti-tank triangle) or "move". Each style has its place, so that eyes learn it. Games whose
    counters print their values in a plain row give them the style "plain": they are spread evenly in the given order.
    """

    id: str
    side: int
    fill: str
    ink: str
    symbol: str
    stripe: str = ""
    size: str = ""
    name: str = ""
    note: str = ""
    values: tuple[tuple[str, str], ...] = ()
    armor: str = ""
    steps: int = 1
    full: int = 1
    second: str = ""
    """A second line of identity, such as the parent formation, at the upper right."""
    back: str = ""
    """One of BACKS: the side of a counter that tells nothing but whose it is; all else but colours is left out."""
    emblem: str = ""
    """One of EMBLEMS, for a back."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker's face. `kind` names its picture: one of MARKER_KINDS."""

    id: str
    kind: str
    fill: str = ""
    ink: str = ""


def counter_sheet(faces: Sequence[Face], markers: Sequence[Marker]) -> str:
    """All faces, markers and bare military symbols, as `<symbol>`s in one SVG that itself shows nothing."""
    signs = "".join(f'<symbol id="{symbol_id(n)}" viewBox="0 0 28 18">{symbol(n)}</symbol>' for n in SYMBOL_NAMES)
    pieces = "".join(_symbol(f.id, face_svg(f)) for f in faces)
    marks = "".join(_symbol(m.id, marker_svg(m)) for m in markers)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 46 46" width="0" height="0">'
        f"<style>{STYLE}</style><defs>{signs}{pieces}{marks}</defs></svg>"
    )


def readable_ink(fill: str) -> str:
    """Black or white, whichever reads better on a colour given as #rrggbb."""
    red, green, blue = (_linear(int(fill[k : k + 2], 16) / 255) for k in (1, 3, 5))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#16130f" if (light + 0.05) ** 2 > 1.05 * 0.05 else "#fffaf0"


def face_svg(face: Face) -> str:
    """The inside of a counter's symbol."""
    if face.back:
        return _back(face)
    return (
        f'<g font-family="{SANS}" color="{face.ink}" fill="{face.ink}">'
        f"{_body(face.side, face.fill, face.ink)}{_stripe(face)}{_reduced_band(face)}{_sign(face)}{_size(face)}"
        f"{_pips(face)}{_armor(face)}{_values(face)}{_words(face)}{_second(face)}</g>"
    )


def _back(face: Face) -> str:
    """A back: pattern and emblem in the counter's ink, the same for every unit that shares its colours."""
    emblem = _EMBLEMS.get(face.emblem, _EMBLEMS["lattice"])
    if face.back == "generic":
        body = f'<g transform="translate(23 23)" opacity=".8">{emblem}</g>'
    else:
        mark = "?" if face.back == "untried" else "…"
        look = 'font-size="25" font-weight="bold" text-anchor="middle" stroke-width="2.4" paint-order="stroke"'
        body = (
            f'<g transform="translate(23 23)" opacity=".3">{emblem}</g>'
            f'<text x="23" y="{31.6 if mark == "?" else 26.0}" {look} stroke="{face.fill}">{mark}</text>'
        )
    hatch = ""
    if face.back == "concealed":
        lines = "".join(f"M{2.5 + k} 43.5L{min(43.5, 43.5 + k)} {max(2.5, 2.5 + k)}" for k in range(0, 41, 5))
        lines += "".join(f"M2.5 {43.5 - k}L{43.5 - k} 2.5" for k in range(5, 41, 5))
        hatch = f'<path d="{lines}" fill="none" stroke="currentColor" stroke-width=".7" stroke-opacity=".4"/>'
    rim = '<path d="M4.5 4.5h37v37h-37z" fill="none" stroke="currentColor" stroke-width="1" stroke-opacity=".6"/>'
    return (
        f'<g font-family="{SANS}" color="{face.ink}" fill="{face.ink}">{_body(face.side, face.fill, face.ink)}'
        f'<g class="d1">{hatch}{rim}{body}</g></g>'
    )


def _second(face: Face) -> str:
    if not face.second:
        return ""
    wide = ' textLength="15" lengthAdjust="spacingAndGlyphs"' if len(face.second) > 5 else ""
    return (
        f'<text class="d3" x="44" y="8.8" font-size="5.4" font-weight="600" text-anchor="end"{wide}>'
        f"{escape(face.second)}</text>"
    )


def marker_svg(marker: Marker) -> str:
    """The inside of a marker's symbol."""
    fill, ink, picture = _MARKERS[marker.kind]
    fill, ink = marker.fill or fill, marker.ink or ink
    side = 1 if marker.kind in _CUT_CORNER else 0
    return f'<g font-family="{SANS}" color="{ink}" fill="{ink}">{_body(side, fill, ink)}{picture}</g>'


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{escape(name)}" viewBox="0 0 46 46">{body}</symbol>'


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _outline(side: int) -> str:
    """Side 0 has rounded corners all round, side 1 a corner cut off: told apart without colour."""
    if side == 0:
        return "M5 .8h36a4.2 4.2 0 0 1 4.2 4.2v36a4.2 4.2 0 0 1-4.2 4.2H5A4.2 4.2 0 0 1 .8 41V5A4.2 4.2 0 0 1 5 .8z"
    return "M.8.8h36.2L45.2 9v36.2H.8z"


def _body(side: int, fill: str, ink: str) -> str:
    """The card, its lit upper edge and its dark lower edge."""
    shine = "M2 41V5a3 3 0 0 1 3-3h36" if side == 0 else "M2 44V2h34.6"
    shade = "M5 44h36a3 3 0 0 0 3-3V5" if side == 0 else "M2 44h42V9.6"
    return (
        f'<g class="d1" fill="none"><path d="{_outline(side)}" fill="{fill}" stroke="#1d1812" stroke-width="1.1"/>'
        f'<path d="{shine}" stroke="#fff" stroke-opacity=".38" stroke-width="1.2"/>'
        f'<path d="{shade}" stroke="#000" stroke-opacity=".22" stroke-width="1.2"/></g>'
    )


def _stripe(face: Face) -> str:
    if not face.stripe:
        return ""
    path = "M1.4 30.6h43.2v2.6H1.4z"
    return f'<path class="d1" d="{path}" fill="{face.stripe}" stroke="#1d1812" stroke-opacity=".55" stroke-width=".5"/>'


def _reduced_band(face: Face) -> str:
    """A pale band behind the symbol once a step is lost: as the back of a printed counter."""
    if face.steps >= face.full:
        return ""
    return '<path class="d1" d="M1.4 14.6h43.2v10.8H1.4z" fill="#fff" fill-opacity=".62"/>'


def _sign(face: Face) -> str:
    """The symbol in its box, filled in the formation's colour where there is one; a chit has none."""
    if not face.symbol:
        return ""
    box = ""
    ink = face.ink
    if face.symbol in FRAMED_NAMES:
        paper = face.stripe or "#fbf6e6"
        ink = readable_ink(paper)
        box = f'<path d="M10 12h26v16H10z" fill="{paper}"/>'
    place = f'href="#{symbol_id(face.symbol)}" x="9" y="11" width="28" height="18"'
    return f'<g class="d1" color="{ink}">{box}<use {place}/></g>'


def _size(face: Face) -> str:
    return f'<g class="d2" transform="translate(23 7)">{size_mark(face.size)}</g>' if face.size else ""


def _pips(face: Face) -> str:
    """A dot for each step the unit can have, filled for each it still has; a unit of one step needs none."""
    if face.full < 2:
        return ""
    dots = "".join(
        f'<circle cx="{4.6 + 3.5 * k:.1f}" cy="5" r="1.25" fill="{face.ink if k < face.steps else "none"}"/>'
        for k in range(face.full)
    )
    return f'<g class="d2" stroke="{face.ink}" stroke-width=".7">{dots}</g>'


def _armor(face: Face) -> str:
    """The armor number in a shield at the left of the symbol."""
    if not face.armor:
        return ""
    return (
        '<g class="d2"><path d="M2.2 15h6v5.4q0 2.4-3 3.8-3-1.4-3-3.8z" fill="#fbf6e6" stroke="#1d1812" '
        f'stroke-width=".7"/><text x="5.2" y="21.3" font-size="6.6" font-weight="bold" text-anchor="middle" '
        f'fill="#16130f">{escape(face.armor)}</text></g>'
    )


def _values(face: Face) -> str:
    """Bombardment at the left in red, assault in the middle, movement at the right; a lone value in the middle."""
    if not face.values:
        return ""
    if all(style == "plain" for _, style in face.values):
        return _plain_row(face)
    main = [style for _, style in face.values if style != "range"]
    red = BOMBARD_RED if readable_ink(face.fill) != "#fffaf0" else BOMBARD_LIGHT
    parts = []
    for k, (text, style) in enumerate(face.values):
        raised = face.values[k + 1][0] if k + 1 < len(face.values) and face.values[k + 1][1] == "range" else ""
        shown = escape(text)
        if style == "bombard":
            x = 23.0 - (2.6 if raised else 0) if len(main) == 1 else 7.2
            parts.append(_figure(shown, x, red))
            if raised:
                parts.append(_raised(escape(raised), x + 3.6 * max(1, len(text)) + 0.4, red))
        elif style in ("assault", "assault-at"):
            parts.append(_figure(shown, 23.0, face.ink))
            if style == "assault-at":
                parts.append('<path d="M13.6 42.6l3-6 3 6z" fill="#0d0b09" stroke="#fff" stroke-width=".5"/>')
        elif style == "move":
            parts.append(_figure(shown, 38.6, face.ink))
    return f'<g class="d2">{"".join(parts)}</g>'


def _plain_row(face: Face) -> str:
    """Values spread evenly in the order of the printed counter, smaller when the row is long."""
    texts = [text for text, _ in face.values]
    letters = sum(max(1, len(text)) for text in texts) + 0.6 * (len(texts) - 1)
    size = min(11.5, 42.0 / (0.66 * letters))
    parts = []
    for k, text in enumerate(texts):
        x = 23.0 + (k - (len(texts) - 1) / 2) * 40.0 / max(2, len(texts))
        look = f'font-size="{size:.1f}" font-weight="bold" text-anchor="middle"'
        parts.append(f'<text x="{x:.1f}" y="43" {look}>{escape(text)}</text>')
    return f'<g class="d2">{"".join(parts)}</g>'


def _figure(text: str, x: float, ink: str) -> str:
    """A large figure; red ones get a pale edge, because red on a middling colour is hard to read."""
    edge = _PALE_EDGE if ink == BOMBARD_RED else ""
    look = f'font-size="11.5" font-weight="bold" text-anchor="middle" fill="{ink}"{edge}'
    return f'<text x="{x:.1f}" y="43" {look}>{text}</text>'


def _raised(text: str, x: float, ink: str) -> str:
    edge = _PALE_EDGE if ink == BOMBARD_RED else ""
    return f'<text x="{x:.1f}" y="38" font-size="6.2" font-weight="bold" fill="{ink}"{edge}>{text}</text>'


def _words(face: Face) -> str:
    """The name at the right of the symbol, or above it when it is long; the note at the left. Only close up."""
    parts = []
    if len(face.name) > 11:
        lines = face.name.split(" – ", 1) if len(face.name) > 13 else [face.name]
        for k, line in enumerate(lines):
            wide = ' textLength="36" lengthAdjust="spacingAndGlyphs"' if len(line) > 14 else ""
            y = 9.6 - 4.6 * (len(lines) - 1 - k)
            parts.append(f'<text x="22.5" y="{y:.1f}" font-size="4.6" text-anchor="middle"{wide}>{escape(line)}</text>')
    elif face.name:
        parts.append(_upright(face.name, 42.6))
    if face.note:
        parts.append(_upright(face.note, 6.6, 24.0 if face.armor else 20.0))
    if not parts:
        return ""
    # On the pale band of a reduced counter light letters need an edge in the counter's own colour.
    edge = f' stroke="{face.fill}" stroke-width="1.4" paint-order="stroke"' if face.steps < face.full else ""
    return f'<g class="d3" font-weight="600"{edge}>{"".join(parts)}</g>'


def _upright(text: str, x: float, y: float = 20.0) -> str:
    """Small text turned along the side of the symbol, squeezed when it would outgrow it."""
    wide = ' textLength="21" lengthAdjust="spacingAndGlyphs"' if len(text) > 7 else ""
    return (
        f'<text transform="translate({x:.1f} {y:.1f}) rotate(-90)" font-size="5.6" text-anchor="middle"{wide}>'
        f"{escape(text)}</text>"
    )


def _rays(count: int, inner: float, outer: float, spread: float) -> str:
    """Pointed rays around the origin."""
    out = []
    for k in range(count):
        turn = k * math.tau / count - math.pi / 2
        ends = [(inner, turn - spread), (outer, turn), (inner, turn + spread)]
        out.append("M" + "L".join(f"{math.cos(a) * r:.1f} {math.sin(a) * r:.1f}" for r, a in ends) + "Z")
    return f'<path d="{"".join(out)}" fill="currentColor"/>'


_EMBLEMS = {
    # A disc with broad rays, a sun with twelve points, a star in a ring, a crown of bars: patterns, not insignia.
    "disc": '<circle r="7.5" fill="currentColor"/>' + _rays(8, 10, 17, 0.16),
    "sun": '<circle r="6.5" fill="currentColor"/>' + _rays(12, 8.2, 14.5, 0.2),
    "star": '<circle r="14.5" fill="none" stroke="currentColor" stroke-width="1.6"/>' + _rays(5, 4.6, 12, 0.63),
    "rose": '<circle r="4.5" fill="currentColor"/><g fill="none" stroke="currentColor" stroke-width="1.7">'
    + "".join(
        f'<circle cx="{9 * math.cos(k * math.tau / 6):.1f}" cy="{9 * math.sin(k * math.tau / 6):.1f}" r="4.2"/>'
        for k in range(6)
    )
    + "</g>",
    "lattice": '<path d="M-14-14L14 14M14-14L-14 14M0-16V16M-16 0H16" stroke="currentColor" stroke-width="1.4"/>'
    '<circle r="9" fill="none" stroke="currentColor" stroke-width="1.4"/>',
}
EMBLEMS = tuple(_EMBLEMS)
BACKS = ("untried", "concealed", "generic")

_STRIPES = "".join(f'<path d="M13 {9 + 4 * k}h24v2H13z" fill="#b5342b"/>' for k in range(4))
_STARS = "".join(
    f'<circle cx="{15.4 + 3.2 * i:.1f}" cy="{10.6 + 3.2 * j:.1f}" r=".7" fill="#fff"/>'
    for i in range(3)
    for j in range(2)
)

_POLE = (
    '<path d="M5 44l8-9 6 3 7-6 15 12z" fill="#7b6a4e"/><path d="M12 40V4" stroke="#2a2018" stroke-width="2" '
    'stroke-linecap="round"/>'
)

_CAVE = (
    '<path d="M3 40q1-26 20-30 19 4 20 30z" fill="#8d7355" stroke="#3a2817" stroke-width="1.2"/>'
    '<path d="M8 24l4-3M13 15l3 3M31 14l-2 4M38 24l-4-2" stroke="#3a2817" stroke-width="1" fill="none"/>'
)

_MARKERS: dict[str, tuple[str, str, str]] = {
    "cave": (
        "#d9c4a0",
        "#2a1c10",
        _CAVE + '<path d="M13 40q-1-17 10-18 11 1 10 18z" fill="#17100a"/>'
        '<path d="M17 40q0-11 6-12" fill="none" stroke="#5a4630" stroke-width="1"/>',
    ),
    # Known to its owner only: the mouth is closed with a broken line.
    "cave-hidden": (
        "#d9c4a0",
        "#2a1c10",
        '<g opacity=".75">' + _CAVE + '<path d="M13 40q-1-17 10-18 11 1 10 18" fill="none" stroke="#17100a" '
        'stroke-width="1.6" stroke-dasharray="3 2"/></g>',
    ),
    "control": (
        "#5e7150",
        "#fffaf0",
        '<circle cx="23" cy="23" r="16" fill="#2f4a7a" stroke="#fffaf0" stroke-width="1.6"/>'
        '<path d="M23 9.4l3.2 9.3 9.8.1-7.9 5.9 2.9 9.5-8-5.6-8 5.6 2.9-9.5-7.9-5.9 9.8-.1z" fill="#fffaf0"/>',
    ),
    "beachhead": (
        "#d8cda9",
        "#22303a",
        '<path d="M2 35q5-4 10.5 0t10.5 0 10.5 0 10.5 0v9.2H2z" fill="#7fa6b5"/>'
        '<path d="M10 12h26v17l-4 4H14l-4-4z" fill="#5f6b52" stroke="#22303a" stroke-width="1.3"/>'
        '<path d="M14 12v11h18V12" fill="none" stroke="#22303a" stroke-width="1.2"/>'
        '<path d="M23 31V15M18 20l5-5.5 5 5.5" fill="none" stroke="#fffaf0" stroke-width="2.4"/>',
    ),
    "safe": (
        "#cfd9c6",
        "#22303a",
        '<path d="M9 44L19 20h8l10 24z" fill="#8c877d" stroke="#3a3630" stroke-width="1"/>'
        '<path d="M23 42v-5M23 34v-4M23 27v-3" stroke="#fff" stroke-width="1.6"/>'
        '<path d="M23 3.5q1.3.8 1.3 3v2l11.7 2.5v2l-11.7.7-.5 3.8 3.2 1v1.2h-8v-1.2l3.2-1-.5-3.8-11.7-.7v-2'
        'l11.7-2.5v-2q0-2.2 1.3-3z" fill="#22303a"/>',
    ),
    "flag": (
        "#e9dfc4",
        "#2a2018",
        '<path d="M6 44l9-12 5 4 7-8 14 16z" fill="#7b5a3e"/><path d="M12 39V6" stroke="#2a2018" stroke-width="1.8"/>'
        '<path d="M13 8h24v16H13z" fill="#fffaf0" stroke="#2a2018" stroke-width=".8"/>'
        + _STRIPES
        + '<path d="M13 8h11v8.6H13z" fill="#2f4a7a"/>'
        + _STARS,
    ),
    "turn": (
        "#efe6cc",
        "#2a2018",
        '<path d="M13 7h20M13 39h20" stroke="#2a2018" stroke-width="3"/>'
        '<path d="M15 8q0 9 7 15-7 6-7 15h16q0-9-7-15 7-6 7-15z" fill="#fffaf0" stroke="#2a2018" stroke-width="1.5"/>'
        '<path d="M18.5 15h9q-1.5 4-4.5 6.5-3-2.5-4.5-6.5zM17 38q1-6 6-8 5 2 6 8z" fill="#b8862f"/>',
    ),
    # The turn marker's other side: a raid by night is on.
    "turn-raid": (
        "#2b2f45",
        "#fffaf0",
        '<path d="M29 6a17 17 0 1 0 11 24A14 14 0 0 1 29 6z" fill="#e9d48a"/>'
        '<path d="M12 36L36 12l2-5-5 2L9 33zM8 30l7 7M10 35l-4 4" fill="#d5d9e2" stroke="#fffaf0" stroke-width="1.4"/>',
    ),
    # Aircraft seen from above, nose up, in the marker's ink: airpower, and a raid of heavy bombers.
    "fighter": (
        "#dfe6ea",
        "#22303a",
        '<path d="M23 5q2.2 1.6 2.4 8l15.6 5.200v4.300L25.4 23l-.9 10.5 6 3v3L23 38l-7.5 1.500v-3l6-3'
        'L20.6 23 5 22.500v-4.300L20.6 13Q20.8 6.6 23 5z" fill="currentColor"/>'
        '<path d="M23 14v5" stroke="#fff" stroke-opacity=".55" stroke-width="2.2" stroke-linecap="round"/>'
        '<path d="M18 4.600h10" stroke="currentColor" stroke-width="1.3" stroke-linecap="round"/>',
    ),
    "bomber": (
        "#c9cfd6",
        "#22303a",
        '<path d="M23 3q2.1 2 2.2 9.500L44 17v3.600L25.2 22l-.7 13.5 8 2.500v2.800l-9.5-.6-9.5.6V38l8-2.5'
        'L20.8 22 2 20.600V17l18.8-4.500Q20.9 5 23 3z" fill="currentColor"/>'
        '<path d="M8.5 13v8.500M15 11.500V22M31 11.500V22M37.5 13v8.5" stroke="currentColor" stroke-width="2.6" '
        'stroke-linecap="round"/><path d="M5.5 11.600h6M12 10h6M28 10h6M34.5 11.600h6" stroke="currentColor" '
        'stroke-width="1.1" stroke-linecap="round"/>',
    ),
    "parachute": (
        "#cfe0ea",
        "#22303a",
        '<path d="M6 21a17 16 0 0 1 34 0q-4.2-3-8.5 0-4.2-3-8.5 0-4.2-3-8.5 0-4.3-3-8.5 0z" fill="#fffaf0" '
        'stroke="currentColor" stroke-width="1.5"/><path d="M14.5 21Q16 9 23 5q7 4 8.5 16" fill="none" '
        'stroke="currentColor" stroke-width="1"/><path d="M6 21l13 11M14.5 21l5 11M31.5 21l-5 11M40 21L27 32" '
        'stroke="currentColor" stroke-width="1.1"/><path d="M16 32h14v9.500H16z" fill="#b8862f" '
        'stroke="currentColor" stroke-width="1.4"/><path d="M16 36.700h14M23 32v9.5" stroke="currentColor"/>',
    ),
    # Who holds a place: a flag with a plain disc, or one with a pointed sun in its corner.
    "flag-disc": (
        "#e9dfc4",
        "#2a2018",
        _POLE + '<path d="M13 7h25v18H13z" fill="#fffaf0" stroke="#2a2018" stroke-width=".9"/>'
        '<circle cx="25.5" cy="16" r="5.6" fill="#b3231c"/>',
    ),
    "flag-sun": (
        "#e9dfc4",
        "#2a2018",
        _POLE + '<path d="M13 7h25v18H13z" fill="#b3231c" stroke="#2a2018" stroke-width=".9"/>'
        '<path d="M13.4 7.400h12.200v9H13.400z" fill="#243d6d"/>'
        '<g transform="translate(19.5 11.9) scale(.27)" color="#fffaf0">' + _EMBLEMS["sun"] + "</g>",
    ),
    # A log bunker with its slit, and crossed blades under leaves.
    "bunker": (
        "#d9c4a0",
        "#2a1c10",
        '<path d="M4 38V24l8-11h22l8 11v14z" fill="none" stroke="currentColor" stroke-width="2"/>'
        '<path d="M4 24h38M4 31h38M12 13l-2 11M34 13l2 11" stroke="currentColor" stroke-width="1.2" fill="none"/>'
        '<path d="M14 25.500h18v4H14z" fill="currentColor"/>',
    ),
    "ambush": (
        "#cfd9b0",
        "#22301a",
        '<path d="M10 38L33 11l4-2-1 4L13 41zM36 38L13 11l-4-2 1 4L33 41z" fill="#d5d9e2" stroke="currentColor" '
        'stroke-width="1.2"/><path d="M8 33l7 7M38 33l-7 7" stroke="currentColor" stroke-width="2.2"/>'
        '<path d="M23 3q9 5 0 15-9-10 0-15z" fill="#5d7a3a" stroke="currentColor" stroke-width="1"/>',
    ),
    "flag-star": (
        "#e9dfc4",
        "#2a2018",
        _POLE + '<path d="M13 7h25v18H13z" fill="#2f4a7a" stroke="#2a2018" stroke-width=".9"/>'
        '<path d="M25.5 9l1.700 4.900 5.200.1-4.200 3.100 1.500 5-4.200-3-4.200 3 1.500-5-4.200-3.100 5.200-.1z" '
        'fill="#fffaf0"/>',
    ),
    # A railroad torn up: sleepers, and rails bent apart over a blast.
    "rail-break": (
        "#e9dfc4",
        "#2a2018",
        '<path d="M4 31h9M4 35.500h7M33 31h9M35 35.500h7" stroke="#7b5a3e" stroke-width="2.4"/>'
        '<path d="M3 29h12l4-6M43 29H31l-4-6M3 38h9l5 4M43 38h-9l-5 4" fill="none" stroke="currentColor" '
        'stroke-width="2"/><path d="M23 5l3 8 7-4-3 8 8 3-8 3 3 7-8-4-2 8-3-8-7 4 3-8-8-2 8-4-4-7 8 3z" '
        'fill="#c8401e" stroke="currentColor" stroke-width="1"/>',
    ),
    "back": (
        "#9c7448",
        "#2a1c10",
        '<path d="M6 6h26l8 7v27H6z" fill="none" stroke="#2a1c10" stroke-opacity=".5" stroke-width="1"/>'
        '<text x="23" y="33" font-size="27" font-weight="bold" text-anchor="middle" fill="#2a1c10" fill-opacity=".8">?'
        "</text>",
    ),
    "vp": (
        "#efe6cc",
        "#2a2018",
        '<circle cx="23" cy="23" r="15" fill="none" stroke="currentColor" stroke-width="2"/><text x="23" y="28.5" '
        'font-size="15" font-weight="bold" text-anchor="middle">VP</text>',
    ),
}

_CUT_CORNER = frozenset({"cave", "cave-hidden", "back"})

MARKER_KINDS = tuple(_MARKERS)

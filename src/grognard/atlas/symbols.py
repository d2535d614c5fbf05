"""Military symbols of the 1940s, drawn by us in a box of 28 by 18, in whatever colour the counter's ink has.

Lines take the ink (`currentColor`); nothing has a colour of its own, so one drawing serves every nation. Land units
stand in a frame, as on the staff maps of the time; aircraft and ships are silhouettes.
"""

from __future__ import annotations

import math

WIDTH, HEIGHT = 28, 18

_FRAME = '<rect x="1" y="1" width="26" height="16"/>'
_CROSS = '<path d="M1 1l26 16M27 1L1 17"/>'
_SLASH = '<path d="M1 17L27 1"/>'
_DOT = '<circle cx="14" cy="9" r="3.4" fill="currentColor" stroke="none"/>'
_TRACK = '<rect x="6" y="5" width="16" height="8" rx="4"/>'


def _star(x: float, y: float, radius: float) -> str:
    points = []
    for k in range(10):
        reach = radius if k % 2 == 0 else radius * 0.4
        angle = k * math.pi / 5 - math.pi / 2
        points.append(f"{x + math.cos(angle) * reach:.2f} {y + math.sin(angle) * reach:.2f}")
    return f'<path d="M{"L".join(points)}Z" fill="currentColor" stroke="none"/>'


_FRAMED = {
    "infantry": _CROSS,
    # An anchor hangs in the crossing: the sea soldiers.
    "marines": '<g stroke-width="1.1"><path d="M1 1l26 16M27 1L1 17"/>'
    '<path d="M14 3.4v10.8M11.6 6.2h4.8M10 11.2q.4 3.4 4 3.4t4-3.4"/>'
    '<circle cx="14" cy="3" r="1.1" fill="none"/></g>',
    "machine gun": _CROSS + '<path d="M14 15V4.2M11 7.2l3-3.4 3 3.4" stroke-width="1.7"/>',
    "mortar": '<circle cx="14" cy="13" r="2.4"/><path d="M14 10.6V3.4M11.4 6L14 3.2 16.6 6"/>',
    "artillery": _DOT,
    "gun emplacement": '<path d="M1 13h4v-4h5v4h8v-4h5v4h4" stroke-width="1.6"/>'
    '<circle cx="14" cy="6.4" r="2.7" fill="currentColor" stroke="none"/>',
    "tank": _TRACK,
    "rocket artillery": '<circle cx="14" cy="12.6" r="2.5" fill="currentColor" stroke="none"/>'
    '<path d="M9.4 8.4L14 5.2l4.6 3.2M9.4 5.4L14 2.2l4.6 3.2"/>',
    "anti-tank": '<path d="M1 17L14 1l13 16"/>',
    "hq": '<path d="M1 6.4h26" stroke-width="1.2"/><path d="M1.4 1.4h25.2v5H1.4z" fill="currentColor" stroke="none"/>',
    "cavalry": _SLASH,
    "engineer": '<path d="M7 13V6h14v7M14 6v7" stroke-width="1.8"/>',
    "paratroop": _CROSS + '<path d="M6 15.2q4-4.6 8 0 4-4.6 8 0" stroke-width="1.6"/>',
    "mountain infantry": _CROSS + '<path d="M10 17l4-6 4 6z" fill="currentColor" stroke="none"/>',
    "militia": '<path d="M1 1l9 5.6M27 1l-9 5.6M1 17l9-5.6M27 17l-9-5.6"/><circle cx="14" cy="9" r="3.2"/>',
    "motorised": _CROSS
    + '<circle cx="9.4" cy="14.4" r="1.9" fill="currentColor" stroke="none"/><circle cx="18.6" cy="14.4" r="1.9" '
    'fill="currentColor" stroke="none"/>',
    "mechanised": _CROSS + _TRACK,
    "recon": _SLASH + _TRACK,
    "supply": '<path d="M1 13h26"/>',
    "transporter": '<path d="M1 13h26"/><circle cx="14" cy="7" r="3.6"/><path d="M14 3.4v7.2M10.4 7h7.2" '
    'stroke-width="1"/>',
    "ranger": _CROSS + _star(14, 8.6, 5),
    "garrison": _CROSS + '<path d="M1 4.6h3.6V1M9 1v3.6h3.6V1M16 1v3.6h3.4V1M23.4 1v3.6H27" stroke-width="1.3"/>',
}

_SILHOUETTES = {
    # Seen from above, nose up: a single-engined naval bomber.
    "air support": '<path d="M14 .8q1.3.7 1.3 3.2v1.6l10.9 1.3q1.3.2 1.3 1.2v1.3l-12.2.9-.5 4.2 3.6.9v1.3l-4.4.2'
    '-4.4-.2v-1.3l3.6-.9-.5-4.2L.5 9.4V8.1q0-1 1.3-1.2l10.9-1.3V4q0-2.5 1.3-3.2z" fill="currentColor" stroke="none"/>',
    # Seen from the side: an old battleship with two turrets forward, one aft and a fighting top.
    "naval support": '<path d="M.4 11.6h3.4v-1.5L1.6 9.4l.2-.7 3.1.5h2.3v2.4h.9V9.9L6.8 8.1l.2-.6 2.9.6h1.6v1.1h.6V5.6'
    "h.9V2.4h-.5V1.3h2.4v1.1h-.5v3.2h1.5V4.2h2v1.4h.6v3.6h1.6v-.9h2.2l4.1-.8.2.7-3.2 1v1.1h1.6l2.6.4-1.7 4.6q-.2.6-1 .6"
    'H3.2q-.8 0-1.1-.7z" fill="currentColor" stroke="none"/>',
}

SYMBOL_NAMES = (*_FRAMED, *_SILHOUETTES)
FRAMED_NAMES = frozenset(_FRAMED)

SIZE_MARKS = ("I", "II", "III", "X", "XX", "XXX", "XXXX")


def symbol(name: str) -> str:
    """The drawing of a unit symbol, without its box's fill; 28 wide, 18 high."""
    if name in _SILHOUETTES:
        return _SILHOUETTES[name]
    return (
        f'<g fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">{_FRAMED[name]}{_FRAME}</g>'
    )


def symbol_id(name: str) -> str:
    """The id under which a sheet holds a symbol."""
    return "s-" + name.replace(" ", "-")


def size_mark(mark: str) -> str:
    """Bars or crosses in a row around the origin, about five high; empty for a unit without a size."""
    pitch = 2.6 if "X" not in mark else 5.0
    left = -pitch * (len(mark) - 1) / 2
    parts = []
    for k, letter in enumerate(mark):
        x = left + k * pitch
        parts.append(f"M{x:.1f}-2.4v4.8" if letter == "I" else f"M{x - 1.9:.1f}-2.2l3.8 4.4m0-4.4l-3.8 4.4")
    if not parts:
        return ""
    return f'<path d="{"".join(parts)}" fill="none" stroke="currentColor" stroke-width="1.3"/>'

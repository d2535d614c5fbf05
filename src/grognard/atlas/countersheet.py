"""Every counter of a game on one visible sheet, front and back, in the order of its data."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grognard.atlas.counters import Face, Marker, counter_sheet
from grognard.atlas.lettering import SERIF

PITCH, EDGE, HEAD = 54, 34, 92
PAPER = "#e9e2cf"


def visible_sheet(title: str, faces: Sequence[Face], markers: Sequence[Marker] = (), columns: int = 22) -> str:
    """The counters in rows, each colour beginning a row of its own, markers last."""
    groups: list[list[str]] = []
    last: tuple[int, str] | None = None
    for face in sorted(faces, key=lambda f: f.side):
        key = (face.side, face.fill)
        if key != last:
            groups.append([])
            last = key
        groups[-1].append(face.id)
    groups = _joined(groups)
    if markers:
        groups.append([marker.id for marker in markers])
    uses = []
    down = float(HEAD)
    for group in groups:
        for k, ident in enumerate(group):
            x, y = EDGE + k % columns * PITCH, down + k // columns * PITCH
            uses.append(f'<use href="#{ident}" x="{x}" y="{y:g}" width="46" height="46"/>')
        down += ((len(group) - 1) // columns + 1) * PITCH + 14
    wide, high = 2 * EDGE + columns * PITCH - 8, down + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high:g}" viewBox="0 0 {wide} {high:g}">'
        f'<rect width="{wide}" height="{high:g}" fill="{PAPER}"/><text x="{EDGE}" y="56" font-family="{SERIF}" '
        f'font-size="30" font-weight="bold" letter-spacing="2" fill="#26353b">{escape(title.upper())}</text>'
        f'<path d="M{EDGE} 70h{wide - 2 * EDGE}" stroke="#7a2a20" stroke-width="2"/>'
        f"{counter_sheet(faces, markers)}{''.join(uses)}</svg>\n"
    )


def _joined(groups: list[list[str]]) -> list[list[str]]:
    """Short groups run on in one row: a row for each odd counter would waste the sheet."""
    out: list[list[str]] = []
    for group in groups:
        if out and len(group) < 8 and len(out[-1]) < 60:
            out[-1] += group
        else:
            out.append(group)
    return out

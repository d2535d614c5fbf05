"""Pictures of positions as standalone SVG: the map with counters and markers as on the page."""

from __future__ import annotations

from html import escape
from typing import Any

from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.match.visibility import seen_by

COUNTER = 46.0
MARK = 27.0
BOX_TITLE = 24.0
GAP = 4.0
EDGES = 4
"""Counters of a stack whose edges show."""
LOOKS = {"fired": "turned", "concealed": "ghost"}


def picture(game: Game, state: Any, side: Side | None = None) -> str:
    """The drawing; `side` draws what that side may know, otherwise everything is open."""
    board, view = game.board(), seen_by(game, state, side)
    chart, sheet = game.map_svg(), game.counters_svg()
    wide, high = board["map"]["width"], board["map"]["height"]
    head, _, drawing = chart.partition(">")
    title = f"{game.title}, turn {view['turn']}, {board['phases'][view['phase']]['name']}"
    return (
        f"{_sized(head, wide, high)}><title>{escape(title)}</title>{drawing.removesuffix('</svg>').rstrip()}"
        f"{sheet}{pieces(board, view)}</svg>\n"
    )


def pieces(board: dict[str, Any], view: dict[str, Any]) -> str:
    """The counters and markers on the map, to be drawn over it, with the counters' symbols at hand."""
    return _marks(board, view) + _units(board, view)


def _sized(head: str, wide: float, high: float) -> str:
    return head if " width=" in head else f'{head} width="{wide:g}" height="{high:g}"'


def _units(board: dict[str, Any], view: dict[str, Any]) -> str:
    there: dict[int, list[Any]] = {}
    for row in view["units"]:
        there.setdefault(row[1], []).append(row)
    under = {at: (number, board["markers"][m]) for at, m, number in view["marks"] if board["markers"][m].get("below")}
    out = []
    for at, rows in there.items():
        space = board["spaces"][at]
        if "rect" in space:
            out.append(_box(board, space["rect"], rows))
        elif "at" in space:
            out.append(_below(space, *under[at]) if at in under else "")
            out.append(_pile(board, space, rows))
    return "".join(out)


def _pile(board: dict[str, Any], space: dict[str, Any], rows: list[Any]) -> str:
    """Each side's stack beside the place's middle; what is concealed lies lower."""
    x, y = space["at"]
    ghost = sum(flag["bit"] for flag in board["flags"] if _look(flag) == "ghost")
    sides = sorted({board["units"][row[0]]["side"] for row in rows})
    alone = len(sides) == 1 and space["kind"] == "hex"
    out = []
    for side in sides:
        mine = [row for row in rows if board["units"][row[0]]["side"] == side]
        way = -1 if side == 0 else 1
        middle = x + (0 if alone else way * (COUNTER / 2 + 3))
        shown = [row for row in mine if not row[3] & ghost]
        hidden = [row for row in mine if row[3] & ghost]
        if shown:
            out.append(_stack(board, shown, middle, y))
        if hidden:
            aside, drop = (way * COUNTER * 0.45, COUNTER * 0.72) if shown else (0.0, 0.0)
            out.append(_stack(board, hidden, middle + aside, y + drop))
    return "".join(out)


def _below(space: dict[str, Any], number: int, marker: dict[str, Any]) -> str:
    """Counters that lie unseen under the one on top: their edges, and how many there are in all."""
    x, y = space["at"]
    step = COUNTER * 0.075
    edges = min(number, EDGES - 1)
    backs = "".join(
        f'<use href="#{marker["symbol"]}" x="{x - COUNTER / 2 + depth * step:.1f}" '
        f'y="{y - COUNTER / 2 - depth * step:.1f}" width="{COUNTER:g}" height="{COUNTER:g}"/>'
        for depth in range(edges, 0, -1)
    )
    return backs + _count(number + 1, x + COUNTER / 2 + edges * step, y - COUNTER / 2 - edges * step)


def _stack(board: dict[str, Any], rows: list[Any], x: float, y: float) -> str:
    step = COUNTER * 0.075
    out = []
    for depth, row in reversed(list(enumerate(reversed(rows)))):
        if depth < EDGES:
            out.append(_counter(board, row, x + depth * step, y - depth * step, COUNTER))
    if len(rows) > 1:
        edge = min(len(rows) - 1, EDGES - 1) * step
        out.append(_count(len(rows), x + COUNTER / 2 + edge, y - COUNTER / 2 - edge))
    return "".join(out)


def _box(board: dict[str, Any], rect: list[float], rows: list[Any]) -> str:
    """Every unit of a box is seen: as large as fits."""
    left, top, wide, high = rect[0] + 8, rect[1] + BOX_TITLE, rect[2] - 16, rect[3] - BOX_TITLE - 8
    size = COUNTER
    while size > 12 and _fits(wide, size) * _fits(high, size) < len(rows):
        size -= 1
    size = min(size, wide, high)
    columns = _fits(wide, size)
    out = []
    for i, row in enumerate(rows):
        x = left + (i % columns) * (size + GAP) + size / 2
        y = top + (i // columns) * (size + GAP) + size / 2
        out.append(_counter(board, row, x, y, size))
    return "".join(out)


def _fits(length: float, size: float) -> int:
    return max(1, int((length + GAP) // (size + GAP)))


def _counter(board: dict[str, Any], row: Any, x: float, y: float, size: float) -> str:
    number, _, steps, flags, *opened = row
    unit = {**board["units"][number], **(board["faces"][opened[0]] if opened else {})}
    faces = unit["faces"]
    face = unit.get("symbol") or faces.get(str(steps)) or faces[min(faces, key=lambda n: abs(int(n) - steps))]
    looks = [(flag, _look(flag)) for flag in board["flags"] if flags & flag["bit"]]
    turned = f' transform="rotate(90 {x:.1f} {y:.1f})"' if any(look == "turned" for _, look in looks) else ""
    ghost = any(look == "ghost" for _, look in looks)
    out = [
        f'<use href="#{face}" x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:g}" height="{size:g}"'
        f"{' opacity=' + chr(34) + '.74' + chr(34) if ghost else ''}{turned}/>"
    ]
    if ghost:
        out.append(
            f'<rect x="{x - size / 2 + 1:.1f}" y="{y - size / 2 + 1:.1f}" width="{size - 2:g}" height="{size - 2:g}" '
            'rx="4" fill="none" stroke="#fff" stroke-width="1.5" stroke-dasharray="4 3"/>'
        )
    badges = [flag["name"] for flag, look in looks if look == "badge"]
    for corner, name in enumerate(badges[:2]):
        out.append(_badge(name[:1], x + size / 2 * (1 - 2 * corner), y + size / 2, size * 0.16, "#fffbe8", "#222"))
    return f"<g><title>{escape(unit['name'])}</title>{''.join(out)}</g>"


def _marks(board: dict[str, Any], view: dict[str, Any]) -> str:
    held = {row[1] for row in view["units"]}
    rows: dict[int, list[Any]] = {}
    for mark in view["marks"]:
        if board["markers"][mark[1]].get("below"):
            continue
        rows.setdefault(mark[0], []).append(mark)
    out = []
    for at, row in rows.items():
        space = board["spaces"][at]
        if "rect" in space:
            left, top, wide, _ = space["rect"]
            size, x, y = 22.0, left + wide - len(row) * (MARK + 3) / 2 - 6, top + 13
        else:
            size, (x, y) = MARK, space["at"]
            y -= COUNTER / 2 + size / 2 + 9 if at in held else 0
        for i, (_, marker, number) in enumerate(row):
            about = board["markers"][marker]
            middle = x + (i - (len(row) - 1) / 2) * (size + 3)
            out.append(
                f'<g><title>{escape(about["name"])}</title><use href="#{about["symbol"]}" x="{middle - size / 2:.1f}" '
                f'y="{y - size / 2:.1f}" width="{size:g}" height="{size:g}"/></g>'
            )
            if number > 1:
                out.append(_count(number, middle + size / 2, y - size / 2))
    return "".join(out)


def _count(number: int, x: float, y: float) -> str:
    return _badge(str(number), x, y, 8.0, "#1b1b1b", "#fff")


def _badge(text: str, x: float, y: float, radius: float, fill: str, ink: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{ink}" stroke-width=".8"/>'
        f'<text x="{x:.1f}" y="{y + radius * 0.42:.1f}" font-family="sans-serif" font-size="{radius * 1.3:.1f}" '
        f'font-weight="bold" text-anchor="middle" fill="{ink}">{escape(text)}</text>'
    )


def _look(flag: dict[str, Any]) -> str:
    return str(flag.get("look") or LOOKS.get(flag["id"], "badge"))

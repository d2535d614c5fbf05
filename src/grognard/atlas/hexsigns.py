"""Signs that stand in hexes, as SVG around the origin: cities, ports, airfields, objectives, depots, set-up.

Kinds are the game's own words; a sign is found by the words in them. What has no sign is not drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from grognard.atlas.lettering import SANS
from grognard.maps.hexmap import Place

INK = "#231d17"
PAPER = "#fbf5e2"
NATIONS = {
    "japanese": "#b3261e",
    "chinese": "#2d5fa0",
    "allied": "#3f6b3a",
    "british": "#8a6a2f",
    "us": "#4c6b35",
}
_PORT = (
    '<circle r="6.6" fill="#f3f7f5" stroke="#1d4f68" stroke-width="1"/><g fill="none" stroke="#1d4f68" '
    'stroke-width="1.3" stroke-linecap="round"><path d="M0-2.6V4M-2-1.2h4M-3.7 1Q-3.4 4 0 4.2 3.4 4 3.7 1"/></g>'
    '<circle cy="-3.7" r="1.1" fill="none" stroke="#1d4f68" stroke-width="1"/>'
)
_PLANE = (
    '<circle r="6.6" fill="#f6f1e0" stroke="#2f2a24" stroke-width="1"/><path d="M0-4.8q.7.4.7 1.7v.9l4.2 1.5v1.1l-4.2'
    '-.5-.3 2.6 1.5.8v.8L0 3.8l-1.9.3v-.8l1.5-.8-.3-2.6-4.2.5V-.7L-.7-2.2v-.9q0-1.3.7-1.7z" fill="#2f2a24"/>'
)
_FACTORY = (
    '<rect x="-6.6" y="-6.6" width="13.2" height="13.2" rx="2" fill="#f6f1e0" stroke="#2f2a24" stroke-width="1"/>'
    '<path d="M-5 4.6V-.6l3 2V-.6l3 2V-.6l1.2.8.4-5h1.6l.4 5.6v3.8z" fill="#5a4636"/>'
)
_FORT = '<path d="M-6 5.4V-4.4h3v2.4h1.8v-2.4h2.4V-2H3v-2.4h3v9.8z" fill="#8b8272" stroke="#231d17" stroke-width="1"/>'
_DEPOT = (
    '<rect x="-6" y="-5" width="12" height="10" fill="#d9b46a" stroke="#231d17" stroke-width="1"/>'
    '<path d="M-6-5L6 5M6-5L-6 5" stroke="#231d17" stroke-width=".8"/>'
)
_SOURCE = (
    '<circle r="6.8" fill="#2a4d33" stroke="#fbf5e2" stroke-width="1"/><path d="M-3.6 0H3M.4-3L3.6 0 .4 3" fill="none" '
    'stroke="#fbf5e2" stroke-width="1.7"/>'
)
_ANCHOR = (
    '<path d="M0-5V5M-2.6-3h5.2M-5 1.4Q-4.6 5 0 5.4 4.6 5 5 1.4" fill="none" stroke="#1d4f68" stroke-width="1.6"/>'
)
_FLAG = (
    '<path d="M-3.6 6V-6" stroke="#231d17" stroke-width="1.4"/>'
    '<path d="M-3-6q3.4-1.6 4.6 0t4.4 0v6q-3 1.6-4.6 0T-3 0z" fill="#b3261e" stroke="#fbf5e2" stroke-width=".8"/>'
)
_VICTORY = (
    '<path d="M0-7.2l1.9 4.6 5 .4-3.8 3.2 1.2 4.9L0 3.3l-4.3 2.6 1.2-4.9-3.8-3.2 5-.4z" fill="#e7b73c" '
    'stroke="#4a3410" stroke-width=".9" stroke-linejoin="round"/>'
)


def main_sign(place: Place, control: str) -> str:
    """The sign at the middle of a place's hex: how large a place it is and whose at the start."""
    fill = _colour(control)
    kinds = set(place.kinds)
    if kinds & {"lake", "sea", "shore", "label"}:
        return ""
    if "peak" in kinds:
        return ""
    if "city" in kinds or "major city" in kinds:
        return _city(place.rank, fill)
    if "town" in kinds:
        if control:
            return f'<circle r="6" fill="{PAPER}" stroke="{INK}" stroke-width="1.3"/><circle r="3.4" fill="{fill}"/>'
        return f'<circle r="3.4" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>'
    if "port" in kinds or any("port" in kind for kind in kinds):
        return _square(4.6, fill)
    if kinds & {"village", "airfield", "industry", "industrial"} or "objective" in kinds:
        return f'<circle r="3" fill="{fill}" stroke="{PAPER}" stroke-width="1"/>'
    return f'<circle r="2.3" fill="{INK}" stroke="{PAPER}" stroke-width=".8"/>'


def _city(rank: int, fill: str) -> str:
    """A block of houses, larger for larger cities, with the colour of the side that holds it at the start."""
    r = {1: 9.0, 2: 7.6, 3: 6.4}.get(rank, 5.6)
    inner = r * 0.52
    return (
        f'<rect x="{-r:.1f}" y="{-r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="1.5"/><rect x="{-inner:.1f}" y="{-inner:.1f}" width="{2 * inner:.1f}" height="{2 * inner:.1f}" '
        f'fill="{fill}" stroke="{INK}" stroke-width=".6"/>'
    )


def _square(r: float, fill: str) -> str:
    return (
        f'<rect x="{-r}" y="{-r}" width="{2 * r}" height="{2 * r}" fill="{fill}" stroke="{PAPER}" stroke-width="1.2"/>'
    )


def _colour(control: str) -> str:
    words = control.lower()
    return next((colour for word, colour in NATIONS.items() if word in words), "#4a4038")


def side_signs(place: Place) -> Iterator[tuple[str, str]]:
    """The smaller signs of a place, each with the word that keeps it from being drawn twice."""
    kinds = place.kinds
    value = place.facts.get("value", place.facts.get("vp", place.facts.get("points")))
    if value is not None:
        yield "objective", value_badge(str(value), place.facts.get("control", ""))
    elif "victory" in kinds:
        yield "victory", _VICTORY
    elif "objective" in kinds:
        yield "objective", _FLAG
    if "range" in place.facts:
        yield "depot", range_badge(str(place.facts["range"]), str(place.facts.get("nation", "")))
    for kind in kinds:
        if "major port" in kind:
            yield "port", f'<g transform="scale(1.22)">{_PORT}</g>'
        elif "port" in kind and "air" not in kind and "inland" not in kind and "treaty" not in kind:
            yield "port", _PORT
        elif kind.startswith("air"):
            yield "air", _PLANE
        elif kind.startswith("industr"):
            yield "industry", _FACTORY


def value_badge(text: str, control: object = "") -> str:
    """An objective's value on a badge: square where the Japanese hold it at the start, else round."""
    fill = _colour(str(control)) if control else "#7a1f17"
    edge = f'fill="{fill}" stroke="#f4d27a" stroke-width="1.6"'
    square = "japan" in str(control).lower()
    shape = f'<path d="M-6.6-6.6H6.6V6.6H-6.6z" {edge}/>' if square else f'<circle r="7" {edge}/>'
    return (
        f'{shape}<text y="3.5" font-family="{SANS}" '
        f'font-size="9.6" font-weight="bold" text-anchor="middle" fill="#fffaf0">{escape(text)}</text>'
    )


def range_badge(text: str, nation: str = "") -> str:
    """A depot with its range, edged in its nation's colour."""
    return (
        f'<rect x="-6.6" y="-6" width="13.2" height="12" rx="1.5" fill="#e6c987" stroke="{_colour(nation)}" '
        'stroke-width="1.7"/>'
        f'<text y="3.4" font-family="{SANS}" font-size="9" font-weight="bold" text-anchor="middle" fill="#231d17">'
        f"{escape(text)}</text>"
    )


def letter_box(text: str, fill: str = PAPER, ink: str = INK) -> str:
    """A small lettered box, as for set-up codes."""
    wide = 5.2 + 4.1 * len(text)
    return (
        f'<rect x="{-wide / 2:.1f}" y="-5" width="{wide:.1f}" height="10" rx="1.5" fill="{fill}" stroke="{INK}" '
        f'stroke-width=".8"/><text y="2.9" font-family="{SANS}" font-size="7.6" font-weight="bold" '
        f'text-anchor="middle" fill="{ink}">{escape(text)}</text>'
    )


def _setup(code: str) -> str:
    """A set-up letter: white on black for J, white on red for R, black on white for the rest."""
    group, _, letter = code.rpartition("-")
    fill, ink = {"J": (INK, PAPER), "R": ("#b3261e", PAPER)}.get(group, (PAPER, INK))
    return letter_box(letter, fill, ink)


def diamond(count: str) -> str:
    """A set-up diamond with its number of units."""
    return (
        '<path d="M0-9.4L9.4 0 0 9.4-9.4 0Z" fill="#2d5fa0" fill-opacity=".92" stroke="#fbf5e2" stroke-width="1.3"/>'
        f'<text y="3.6" font-family="{SANS}" font-size="10" font-weight="bold" text-anchor="middle" fill="#fffaf0">'
        f"{escape(count)}</text>"
    )


def star(fill: str) -> str:
    """The sign of reinforcements."""
    return (
        f'<path d="M0-7.4l2 4.7 5.1.4-3.9 3.3 1.2 5L0 3.4-4.4 6l1.2-5-3.9-3.3 5.1-.4z" fill="{fill}" stroke="{PAPER}" '
        'stroke-width="1"/>'
    )


def feature_sign(kind: str) -> tuple[str, str]:
    """A feature's word, by which it is drawn once per hex, and its sign; no sign for what is not drawn."""
    words = kind.lower()
    if words.startswith("diamond"):
        return "diamond", diamond(kind.split()[-1])
    if words.startswith("later") or "at start" in words or "city" in words:
        return words, ""
    if words.startswith("setup"):
        return words, _setup(kind.split()[-1])
    if words == "militia":
        return "militia", letter_box("M", "#e8eef6")
    if words.startswith("air"):
        return "air", _PLANE
    if words == "fort":
        return "fort", _FORT
    if "depot" in words:
        return "depot", _DEPOT
    if "star" in words:
        return words, star(_colour(words))
    if "supply source" in words or "supply entry" in words:
        return "source", _SOURCE.replace("#2a4d33", _colour(words) if "entry" in words else "#2a4d33")
    if words == "anchor":
        return "anchor", _ANCHOR
    if words.endswith("port") and "objective" not in words:
        return "port", _PORT
    if words.startswith("industr"):
        return "industry", _FACTORY
    return words, ""

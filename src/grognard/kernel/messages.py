"""Message types that a game sends to the page: the one place that names their fields.

`docs/programmers/protocol.md` describes them.

The types of the page (`web/core/types.js`) are made from these by `tests/make_types.py`, and `tests/test_messages.py`
holds the games and the document to them. A field with a default may be left out where it has that value. What a desk
and a layer hold is said where they are made (`kernel/worksheet.py`, `kernel/overlays.py`); what the server adds, in
`server/http/messages_to_page.py`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType


class Shape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An object on the wire."""


Option = Annotated[tuple[str | int, ...], Meta(title="Option", min_length=1)]
"""A verb and its arguments."""
PlacedUnit = Annotated[tuple[int, ...], Meta(title="PlacedUnit", min_length=4, max_length=5)]
"""Unit, space, steps, flags; where another face lies open than its own, the number of that."""
Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Reason(Shape):
    """A sentence and the cases that say so."""

    text: str
    cases: tuple[str, ...]


# --- the board


class Fact(Shape):
    """One line about a thing."""

    name: str
    value: str
    cases: list[str]


class Side(Shape):
    """An army, in its colours."""

    id: str
    name: str
    adjective: str
    colour: str
    ink: str


class Space(Shape, kw_only=True):
    """An area or a hex with its outline and where stacks stand, or a box; slot: where some markers stand; badge: where
    its worth is written; sea: a hex that is nothing else."""

    id: str
    name: str
    kind: str
    path: str = ""
    at: Point | UnsetType = UNSET
    rect: Box | UnsetType = UNSET
    facts: list[Fact]
    adjacent: list[int]
    slot: Point | UnsetType = UNSET
    badge: Point | UnsetType = UNSET
    sea: bool = False


class Unit(Shape):
    """A counter: its pictures by the number of its steps."""

    id: str
    name: str
    side: int
    type: str
    steps: int
    faces: dict[str, str]
    facts: list[Fact]


class Face(Shape):
    """A state that a unit may show on its counter."""

    symbol: str
    name: str = ""
    type: str = ""
    facts: list[Fact] = []


class Flag(Shape):
    """A state of a counter, told by one bit."""

    bit: int
    id: str
    name: str
    cases: list[str]
    look: str = ""


class Marker(Shape):
    """A marker: a thing in spaces that is no unit."""

    id: str
    name: str
    symbol: str
    cases: list[str]
    slot: bool = False
    below: bool = False


class Phase(Shape):
    """A line of the sequence of play."""

    id: str
    name: str
    short: str
    side: int | None
    cases: list[str]


class Track(Shape, kw_only=True):
    """A gauge."""

    id: str
    name: str
    side: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    warn: int | UnsetType = UNSET
    labels: list[str] = []
    events: list[str] = []
    cases: list[str]


class Verb(Shape):
    """The reading of an option: its arguments and its words."""

    label: str
    args: list[Literal["unit", "space", "word"]]
    cases: list[str]
    primary: bool = False
    quiet: bool = False
    remember: bool = False
    gathers: bool = False
    drops: bool = False
    fills: bool = False
    resolves: bool = False
    forgoes: bool = False
    ends: bool = False
    repeats: bool = False
    spends: bool = False
    renews: bool = False
    musters: bool = False
    settles: bool = False
    words: dict[str, str] = {}


class Paper(Shape):
    """The size of the map; frame: the part of it that small pictures show."""

    width: float
    height: float
    frame: Box


class About(Shape):
    """To whom a game is owed, and what it is held by."""

    credits: list[str]
    evidence: str
    publisher: str = ""
    designer: str = ""
    year: int | UnsetType = UNSET
    follows: str = ""


class Board(Shape, kw_only=True):
    """The board: data of a game that never change."""

    game: str
    title: str
    version: str
    sides: list[Side]
    phases: list[Phase]
    verbs: dict[str, Verb]
    map: Paper
    general: bool
    spaces: list[Space]
    units: list[Unit]
    faces: list[Face] = []
    flags: list[Flag]
    markers: list[Marker]
    tracks: list[Track]
    about: About


# --- the position


class View(Shape, kw_only=True):
    """A position as one side sees it; past: the phases that are over; plans: which unit aims at which space."""

    turn: int
    phase: int
    past: list[int] = []
    units: list[PlacedUnit]
    marks: list[tuple[int, int, int]]
    tracks: dict[str, int]
    plans: list[tuple[int, int]]


class PreviewLine(Shape, kw_only=True):
    """A number of a preview; p2: upper end of a range; low, high: around an expectation; raw: before shifts."""

    text: str
    words: str = ""
    value: str = ""
    p: float | UnsetType = UNSET
    p2: float | UnsetType = UNSET
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET
    raw: float | UnsetType = UNSET
    cases: list[str] = []
    total: bool = False


class Preview(Shape, kw_only=True):
    """Odds of dice before they are thrown; hope: the chance of the aim of another round."""

    title: str
    space: int | None = None
    dice: int | None = None
    hit: str = ""
    items: list[PreviewLine]
    against: str = ""
    reduce: list[PreviewLine]
    shifts: list[PreviewLine] = []
    columns: list[PreviewLine] = []
    outcomes: list[PreviewLine] = []
    mean: float | None = None
    unit: str = ""
    notes: list[PreviewLine] = []
    mean2: float | UnsetType = UNSET
    hope: float | UnsetType = UNSET


class Way(Shape, kw_only=True):
    """The reach of units in one way; begin: says the first step; order: units that move one by one; press: over
    dice."""

    name: str
    units: list[int]
    spaces: list[tuple[int, float, int, float]]
    look: str
    points: str
    cases: list[str]
    origin: int = msgspec.field(name="from")
    start: list[Option]
    begin: tuple[str | int, ...] = ()
    step: str
    end: Option | None = None
    order: bool = False
    press: bool = False
    notes: list[Reason]


class LedgerEntry(Shape):
    """The points that one cause brings a side."""

    side: int
    points: int
    most: int | None
    of: int | None
    due: bool
    spaces: tuple[int, ...]
    text: str
    cases: tuple[str, ...]


class Ledger(Shape):
    """The score with every cause."""

    unit: str
    tracks: tuple[str, ...]
    closed: bool
    verdict: Reason
    entries: list[LedgerEntry]

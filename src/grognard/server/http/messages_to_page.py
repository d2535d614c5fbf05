"""Message types that the server sends to the page: the one place that names their fields.

`docs/programmers/protocol.md` describes them.

What games give to it is said in `kernel/messages.py`; what the page sends, in `server/http/request_parsing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from grognard.kernel.messages import Option, PlacedUnit, Preview, Reason, Shape, View
from grognard.kernel.worksheet import Sheet

# --- the table


class LogLine(Shape, kw_only=True):
    """A line of a seat's log; sum: how it was reckoned; joins and whole: the run of lines that it goes on with."""

    n: int
    turn: int
    phase: int
    side: int | None
    text: str
    cases: tuple[str, ...]
    dice: tuple[int, ...] = ()
    faces: int = 6
    units: list[int]
    spaces: list[int]
    hits: int | UnsetType = UNSET
    low: int | UnsetType = UNSET
    loss: int | UnsetType = UNSET
    sum: Sequence[Reason] = ()
    joins: int | UnsetType = UNSET
    whole: str = ""


class Consequence(Shape):
    """The first sentences that a button would bring to the log; option: its number among the options."""

    option: int
    texts: list[str]


class Ask(Shape):
    """The open question: whole for the side that it is put to."""

    side: int
    mine: bool
    prompt: str
    cases: tuple[str, ...]
    options: list[Option]
    previews: list[Preview]
    moving: int | None
    desk: list[Sheet]
    held: list[Reason]
    units: list[int] | UnsetType = UNSET
    spaces: list[int] | UnsetType = UNSET


class Result(Shape):
    """Result of a match."""

    winner: int | None
    text: str
    cases: tuple[str, ...]


class Left(Shape):
    """A unit that did not follow an order, and why."""

    unit: int
    reasons: list[Reason]


class Outcome(Shape):
    """Result of an order."""

    count: int
    done: list[int]
    ended: str
    left: list[Left]


class Table(Shape, kw_only=True):
    """A match as one seat sees it; side: null for spectators; open: nothing is hidden from anybody at this moment."""

    match: str
    game: str
    side: int | None
    seats: dict[str, str]
    view: View
    ask: Ask | None
    standing: list[Option]
    undo: bool
    open: bool | UnsetType = UNSET
    commitment: str
    seed: str | None
    result: Result | None
    holds: Sequence[tuple[int, int, int]] = ()
    since: int | UnsetType = UNSET
    shares: dict[str, str]
    stamp: str
    reset: bool
    log: list[LogLine]
    order: Outcome | UnsetType = UNSET


class PlaybackStep(Shape, kw_only=True):
    """Changes by one decision in a seat's view, to be shown by themselves; line: the last of its log; gone: units
    that are out of sight; marks, holds: all of them, where one has become another."""

    line: int
    turn: int
    phase: int
    past: Sequence[int] = ()
    units: Sequence[PlacedUnit] = ()
    gone: Sequence[int] = ()
    marks: list[tuple[int, int, int]] | UnsetType = UNSET
    tracks: dict[str, int]
    plans: Sequence[tuple[int, int]] = ()
    holds: list[tuple[int, int, int]] | UnsetType = UNSET


# --- what is asked about a table


class Reasons(Shape):
    """Why something is not on offer."""

    reasons: list[Reason]


class VerbState(Shape):
    """Whether a unit may do one thing now."""

    verb: str
    label: str
    offered: bool
    reasons: list[Reason]


class Given(Shape):
    """A standing order as it was given; turn: for that turn alone, 0 for good."""

    choice: str
    units: tuple[int, ...]
    turn: int


class StandingOrder(Shape):
    """A standing order that a seat may give, and the one it has."""

    id: str
    name: str
    choices: Mapping[str, str]
    units: bool
    cases: tuple[str, ...]
    given: Given | None


class StandingOrders(Shape):
    """All that a seat may decide ahead."""

    orders: list[StandingOrder]


class Advice(Shape):
    """Advice of the staff; options: its whole order."""

    option: Option
    options: list[Option]
    text: str
    stamp: str
    reason: str


class PlannedOrder(Shape):
    """One order of the staff's plan."""

    options: list[Option]
    text: str
    reason: str
    units: list[int]
    goal: int | None
    weighs: bool
    """It answers a question that the player is to weigh, where it was not planned beforehand."""


class StaffPlan(Shape):
    """Plan of the staff."""

    stamp: str
    orders: list[PlannedOrder]


class Share(Shape):
    """Share of games that a side won, with its 95 % interval."""

    share: float
    low: float
    high: float


class Estimate(Shape):
    """Estimate from games played on from here."""

    stamp: str
    games: int
    most: int
    players: str
    sides: list[Share]
    draw: float


# --- the general


class WeighedPlan(Shape):
    """A plan that the general has weighed; difference, error: of its chance from the chosen plan's."""

    text: str
    chance: float
    difference: float
    error: float


class GeneralAdvice(Shape):
    """Advice of the general, with the alternatives it weighed; the first plan is the chosen one."""

    option: Option
    text: str
    reason: str
    plans: list[WeighedPlan]
    stamp: str


class Considering(Shape):
    """Progress of a general's thinking, and its side."""

    side: int | None
    done: float
    hurried: bool


class Swing(Shape):
    """A decision or a roll, and the first side's chance before and after it; line: of the log."""

    kind: str
    number: int
    turn: int
    phase: int
    side: int
    text: str
    before: float
    after: float
    line: int


class Mistake(Shape):
    """A decision that the general would have made otherwise; worth, error: in points of the chance."""

    number: int
    turn: int
    phase: int
    side: int
    text: str
    worth: float
    error: float
    line: int


class TurningPoints(Shape):
    """Events that moved the chances most."""

    decision: list[Swing]
    roll: list[Swing]


class Progress(Shape):
    """Progress of an analysis."""

    done: float


class Analysis(Shape):
    """Analysis of a match; curve: the first side's chance after each line of the log; mistakes: null where they were
    not looked for."""

    done: float
    curve: list[float]
    turning_points: TurningPoints
    mistakes: list[Mistake] | None
    decisions: list[float]
    dice: float


# --- games and matches


class Named(Shape):
    """A thing to choose."""

    id: str
    name: str
    blurb: str = ""


class GameOption(Shape):
    """An option of a new match."""

    id: str
    name: str
    blurb: str
    choices: list[str]
    default: str


class GameSide(Shape):
    """A side, for the front room."""

    id: str
    name: str
    colour: str


class Rank(Shape):
    """A program's strength against the staff, as measured."""

    elo: float
    low: float
    high: float
    games: int
    longest: float


class LessonAfter(Shape):
    """Entry of the home page for a lesson after the first."""

    title: str
    minutes: int
    steps: int


class Lessons(Shape):
    """Entry of the home page for the first lesson; more: for those after it."""

    side: str
    minutes: int
    steps: int
    more: list[LessonAfter]


class Game(Shape):
    """A game on offer; reading: minutes for its pages on how to play, 0 where there are none."""

    id: str
    title: str
    subtitle: str
    blurb: str
    length: str
    complexity: str
    sides: list[GameSide]
    bots: list[str]
    ranks: dict[str, Rank]
    scenarios: list[Named]
    options: list[GameOption]
    lessons: Lessons | None
    reading: int
    puzzles: int
    editor: bool
    ready: bool


class Seat(Shape):
    """A seat and its player; token: it is ours; open: a person's, and nobody's yet."""

    kind: str
    token: str = ""
    open: bool = False


class Sitters(Shape):
    """Players of a match; decides: the side that is asked; lacks: one's sides that have no number in the dice."""

    id: str
    game: str
    seats: dict[str, Seat]
    decides: str | UnsetType | None = UNSET
    lacks: list[str] | UnsetType = UNSET


class NewMatch(Shape):
    """A match that was made."""

    id: str
    seats: dict[str, Seat]
    invitation: str = ""
    notes: Sequence[str] = ()


class MatchRow(Shape):
    """A match in the list."""

    id: str
    game: str
    title: str
    scenario: str
    seats: dict[str, Seat]
    turn: int
    status: str
    decides: str | None
    updated: float


# --- lessons, positions by hand, rules


class Goal(Shape):
    """The goal of a lesson's step."""

    unit: int | None
    space: int | None
    phase: int | None


class Step(Shape):
    """One idea of a lesson."""

    title: str
    text: str
    cases: list[str]
    then: str
    scene: bool
    units: list[int]
    spaces: list[int]
    do: list[Option]
    answers: list[Option]
    goal: Goal | None


class Lesson(Shape):
    """A guided first turn, or one of the lessons after it."""

    side: str
    minutes: int
    title: str
    steps: list[Step]


class Puzzle(Shape):
    """A position with a goal; ways: what is known to solve it."""

    title: str
    text: str
    side: str
    cases: list[str]
    hint: str
    units: list[int]
    spaces: list[int]
    ways: list[list[Option]]


class Puzzles(Shape):
    """The puzzles of a game."""

    puzzles: list[Puzzle]


class Verdict(Shape):
    """State of a puzzle: open, solved or failed."""

    verdict: str


class EditField(Shape):
    """An editable field of a custom position."""

    id: str
    name: str
    kind: str
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    choices: Sequence[Named] = ()
    among: Sequence[int] = ()


class Editor(Shape):
    """All that can be changed."""

    fields: list[EditField]


class Asked(Shape):
    """The first question of a custom position."""

    side: int
    prompt: str


class EditedPosition(Shape):
    """A position by hand, everything open."""

    view: View
    values: dict[str, Any]
    errors: list[str]
    asked: Asked | None


class RefusedPosition(Shape):
    """A change that no position comes of."""

    refused: str


class Case(Shape):
    """A rule in our words."""

    id: str
    rule: str
    kind: str


class Ruling(Shape):
    """A ruling on a doubt."""

    id: str
    cases: list[str]
    ruling: str
    problem: str
    kind: str = ""


class Term(Shape, kw_only=True):
    """A word of the glossary."""

    term: str
    also: Sequence[str] = ()
    means: str
    cases: Sequence[str] = ()


class Cases(Shape):
    """The rules of a game."""

    cases: list[Case]
    rulings: list[Ruling]
    chapters: dict[str, str]
    glossary: list[Term]


class FoundRules(Shape):
    """The rules that words lead to."""

    ids: list[str]
    stems: list[str]
    terms: list[Term]

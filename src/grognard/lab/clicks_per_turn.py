"""Clicks per turn: staffs play, and their decisions are rebuilt from the page's own gestures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.bots import make
from grognard.bots.hints import STAFF
from grognard.kernel.flow import CONCEDE, Decision, space_of, unit_of
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.lab.confidence_intervals import quantile
from grognard.lab.gesture_planner import BY_HAND, HABITS, ONE_BY_ONE, SHEETS, Gesture, Reader, Step
from grognard.lab.handovers import SENSIBLE, by_turn
from grognard.match import Match
from grognard.match.header import HUMAN

GAMES = 4
"""Staff games per game."""
TURNS = {"whitesun": 99, "iwojima": 99}
"""Turns that are played; of the large games the first ones, which are the fullest."""
FEW_TURNS = 4
PHASES = {"whitesun": (1, 2)}
"""Where a turn is long, and its phases are counted one by one: those of the operations."""
LEVELS = {"one_by_one": ONE_BY_ONE, "by_hand": BY_HAND, "with_sheets": SHEETS, "with_habits": HABITS}


@dataclass(slots=True)
class Turn:
    """The clicks of one turn (or phase) of one game."""

    decisions: int = 0
    clicks: dict[tuple[str, int], int] = field(default_factory=dict)
    """By how much of the page is used, and by side; `gestures` is all of it, and a drag is one."""
    covers: int = 0
    """How often the screen goes to the other side covered, because something is hidden."""
    hands: int = 0
    """The same at an open table, where nothing is covered: only where the other side has a choice."""

    def add(self, name: str, side: Side, clicks: int) -> None:
        self.clicks[name, side] = self.clicks.get((name, side), 0) + clicks

    def most(self, name: str) -> int:
        """Of the busier player."""
        return max((clicks for (level, _), clicks in self.clicks.items() if level == name), default=0)


def played(game: Game, seed: int, turns: int) -> Iterator[Step]:
    """The decisions of a staff game, each with the question it answered."""
    match = Match.new(game, "", {}, {side.id: HUMAN for side in game.sides}, seed)
    staffs = [make(STAFF, game, side, random.Random(f"{seed}/{side}")) for side in game.every_side]
    begun: tuple[Any, Step] | None = None
    while (asked := match.asked) is not None and match.state.turn <= turns:
        s, side = match.state, asked.side
        option = staffs[side].choose(game.redact(s, side), asked)
        where = {row[0]: row[1] for row in game.view(s, side)["units"]}
        idle = is_idle(game, s, asked)
        at = s.agenda[-1].moving(s)
        said = (asked.prompt, option, asked.options)
        hope = hope_of(game, s, asked)
        step = Step(s.turn, s.phase, side, *said, s.news, s.rolls, where, at, [], idle, game.hides(s), hope)
        verb = game.verbs[step.verb]
        if begun is not None and not verb.drops:
            start(game, *begun)
            begun = None
        if verb.gathers:
            begun = (s.copy(), step)
        elif verb.drops and begun is not None:
            begun[1].ways.append({"dropped": unit_of(option)})
        elif at >= 0:
            step.ways.extend(game.reach(s, side, ()))
        yield step
        match.submit(side, option)


def start(game: Game, s: Any, step: Step) -> None:
    """The reach at the beginning of a move: one unit, or a stack without those that are left behind."""
    dropped = {way["dropped"] for way in step.ways}
    step.ways.clear()
    units = game.units_of(step.option)
    if game.verbs[step.verb].args[:1] == ("space",):
        here = space_of(step.option)
        stack = [unit for unit, space in step.where.items() if space == here and unit not in dropped]
        units = [unit for unit in stack if any(o[1] == unit and game.verbs[str(o[0])].gathers for o in step.options)]
    step.ways.extend(game.reach(s, step.side, units))


def hope_of(game: Game, s: Any, asked: Decision) -> float:
    """The odds of another round as the page is told them, where there is a choice."""
    if not any(game.verbs[str(o[0])].renews for o in asked.options):
        return 0.0
    known = game.redact(s, asked.side)
    return max((float(card.get("hope", 0)) for card in game.previews(known, asked.side)), default=0.0)


def is_idle(game: Game, s: Any, asked: Decision) -> bool:
    """One answer and nothing else to be done: the page gives it by itself where that betrays nothing."""
    if len(asked.options) > 1 or game.verbs[str(asked.options[0][0])].args:
        return False
    acts = [o for o in game.standing(s, asked.side) if o != CONCEDE]
    return all(game.verbs[str(o[0])].quiet for o in acts)


def counted(game: Game, steps: Sequence[Step], key: Callable[[Step], Any]) -> dict[Any, Turn]:
    """Clicks and changes of seat by turn, or by whatever `key` says."""
    found: dict[Any, Turn] = {}
    last: int | None = None
    open_last: int | None = None
    for step in steps:
        turn = found.setdefault(key(step), Turn())
        turn.decisions += 1
        turn.covers += step.hides and last not in (None, step.side)
        last = step.side
        if len(step.options) > 1:
            turn.hands += open_last not in (None, step.side)
            open_last = step.side
    for name, use in LEVELS.items():
        for gesture in Reader(game, steps, use).read():
            turn = found[key(gesture.first)]
            turn.add(name, gesture.first.side, gesture.clicks)
            if use == HABITS:
                turn.add("gestures", gesture.first.side, gesture.drags)
    return found


class Row(NamedTuple):
    """One game: medians and the largest, per player and turn."""

    games: int
    turns: int
    decisions: float
    one_by_one: float
    by_hand: float
    with_sheets: float
    with_habits: float
    gestures: float
    worst: int
    covers: float
    hands: float
    ordered: float


def measured(game: Game, games: int = GAMES, seed: int = 1) -> tuple[Row, list[tuple[str, float]]]:
    """Play, and count per turn or phase; and which questions cost the clicks."""
    turns: list[Turn] = []
    ordered: list[int] = []
    kinds: Counter[str] = Counter()
    for number in range(games):
        steps = list(played(game, seed + number, TURNS.get(game.id, FEW_TURNS)))
        phases = PHASES.get(game.id)
        by_key = counted(game, steps, _phase if phases else _turn)
        found = [turn for key, turn in by_key.items() if not phases or key[1] in phases]
        turns += found
        orders = SENSIBLE.get(game.id, {})
        ordered += (
            by_turn(game, seed + number, TURNS.get(game.id, FEW_TURNS), orders) if orders else [t.hands for t in found]
        )
        for gesture in Reader(game, steps, HABITS).read():
            kinds[_kind(game, gesture)] += gesture.clicks

    def median(name: str) -> float:
        return quantile([turn.most(name) for turn in turns], 0.5)

    row = Row(
        games=games,
        turns=len(turns),
        decisions=quantile([turn.decisions for turn in turns], 0.5),
        one_by_one=median("one_by_one"),
        by_hand=median("by_hand"),
        with_sheets=median("with_sheets"),
        with_habits=median("with_habits"),
        gestures=median("gestures"),
        worst=max(turn.most("gestures") for turn in turns),
        covers=quantile([turn.covers for turn in turns], 0.5),
        hands=quantile([turn.hands for turn in turns], 0.5),
        ordered=quantile(ordered, 0.5),
    )
    return row, [(kind, clicks / len(turns)) for kind, clicks in kinds.most_common() if clicks]


def _kind(game: Game, gesture: Gesture) -> str:
    first = gesture.first
    return f"{game.sides[first.side].id} {first.prompt}: {first.verb} ({gesture.how})"


def _phase(step: Step) -> tuple[int, int]:
    return step.turn, step.phase


def _turn(step: Step) -> tuple[int, int]:
    return step.turn, 0

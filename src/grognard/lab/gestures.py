"""How many clicks a turn takes: staffs play, and what they decide is put together from the page's own gestures.

The page sends one list of options per gesture; this module reads a staff's decisions and says with how few gestures the
page would have sent the same list. Nothing that was rolled or discovered lies inside one gesture, except where the page
has a button that goes on over dice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.bots import make
from grognard.bots.counsel import STAFF
from grognard.kernel.flow import Option
from grognard.kernel.game import Game
from grognard.lab.statistics import quantile
from grognard.match import Match
from grognard.match.header import HUMAN

GAMES = 4
"""Staff games per game."""
TURNS = {"whitesun": 99, "iwojima": 99}
"""Turns that are played; of the large games the first ones, which are the fullest."""
FEW_TURNS = 4
STOP = "stop"
"""The verb that ends a move, in all games."""


class Step(NamedTuple):
    """One decision, and what the page shows before it."""

    turn: int
    phase: int
    side: int
    prompt: str
    option: Option
    options: Sequence[Option]
    news: int
    where: dict[int, int]
    """Unit to space, as the deciding side sees it."""
    moving: bool
    """Something is under way, step by step."""

    @property
    def verb(self) -> str:
        return str(self.option[0])


@dataclass(slots=True)
class Turn:
    """What one turn (or phase) of one game took."""

    decisions: int = 0
    one_by_one: dict[int, int] = field(default_factory=dict)
    """By side: clicks when every option is put together by itself, and a move within reach is one."""
    by_hand: dict[int, int] = field(default_factory=dict)
    """By side: clicks with groups and batches, everything chosen by oneself."""
    with_rest: dict[int, int] = field(default_factory=dict)
    """By side: clicks when sets, repeats and stacks were one gesture each too: the page does not have this yet."""
    covers: int = 0
    """How often the screen goes to the other side, covered."""
    hands: int = 0
    """The same at an open table: only where the other side has a choice."""

    def add(self, counts: dict[int, int], side: int, clicks: int) -> None:
        counts[side] = counts.get(side, 0) + clicks


def played(game: Game, seed: int, turns: int) -> Iterator[Step]:
    """The decisions of a staff game, each with the question it answered."""
    match = Match.new(game, "", {}, {side.id: HUMAN for side in game.sides}, seed)
    staffs = [make(STAFF, game, side, random.Random(f"{seed}/{side}")) for side in range(len(game.sides))]
    while (asked := match.asked) is not None and match.state.turn <= turns:
        s, side = match.state, asked.side
        option = staffs[side].choose(game.redact(s, side), asked)
        where = {row[0]: row[1] for row in game.view(s, side)["units"]}
        moving = s.agenda[-1].moving(s) >= 0
        yield Step(s.turn, s.phase, side, asked.prompt, option, asked.options, s.news, where, moving)
        match.submit(side, option)


def counted(game: Game, steps: Sequence[Step], key: Callable[[Step], Any]) -> dict[Any, Turn]:
    """Clicks and changes of seat by turn, or by whatever `key` says."""
    found: dict[Any, Turn] = {}
    last: int | None = None
    open_last: int | None = None
    for step in steps:
        turn = found.setdefault(key(step), Turn())
        turn.decisions += 1
        turn.covers += last not in (None, step.side)
        last = step.side
        if len(step.options) > 1:
            turn.hands += open_last not in (None, step.side)
            open_last = step.side
    for name, count in (("one_by_one", one_by_one), ("by_hand", by_hand), ("with_rest", with_rest)):
        for first, clicks in count(game, steps):
            turn = found[key(first)]
            turn.add(getattr(turn, name), first.side, clicks)
    return found


# --- one option after another


def one_by_one(game: Game, steps: Sequence[Step]) -> Iterator[tuple[Step, int]]:
    """Clicks on the units and spaces of each option, or on its button; a move within reach is sent whole."""
    for run in _moves(game, steps):
        first = run[0]
        if _is_move(game, first):
            yield first, _picking(game, run) + _pieces(game, run)
        else:
            yield first, _clicks(game, first)


def _clicks(game: Game, step: Step) -> int:
    return max(1, sum(kind != "word" for kind in game.verbs[step.verb].args))


def _is_move(game: Game, step: Step) -> bool:
    verb = game.verbs[step.verb]
    return verb.gathers or (step.moving and verb.args == ("space",))


def _moves(game: Game, steps: Sequence[Step]) -> Iterator[list[Step]]:
    """The steps of each move together; every other decision by itself."""
    run: list[Step] = []
    for step in steps:
        begins = game.verbs[step.verb].gathers
        part = game.verbs[step.verb].drops or step.verb == STOP or _is_move(game, step)
        if run and not (_is_move(game, run[0]) and part and not begins and step.side == run[0].side):
            yield run
            run = []
        run.append(step)
    if run:
        yield run


def _pieces(game: Game, run: Sequence[Step]) -> int:
    """Into how many gestures a move falls: it is cut where something was learnt, and a click on the goal ends it."""
    pieces, before = 0, None
    for step in run:
        if game.verbs[step.verb].args == ("space",) and not game.verbs[step.verb].gathers:
            pieces += step.news != before
            before = step.news
        elif step.verb == STOP and step.news != before:
            pieces += 1
    return max(1, pieces)


def _picked(game: Game, run: Sequence[Step]) -> set[int]:
    first = run[0]
    if not game.verbs[first.verb].gathers:
        return set()
    named = [int(arg) for arg in first.option[1:]]
    if game.verbs[first.verb].args[:1] == ("space",):
        able = {unit for unit, space in first.where.items() if space == named[0]}
        return able - {int(step.option[1]) for step in run if game.verbs[step.verb].drops}
    return {named[0]}


def _picking(game: Game, run: Sequence[Step]) -> int:
    """Clicks to pick what moves: the stack at once, less those dropped, or one after another."""
    return _pick_clicks(game, run[0], _picked(game, run))


def _pick_clicks(game: Game, first: Step, units: set[int]) -> int:
    able = {
        int(o[1]) for o in first.options if game.verbs[str(o[0])].gathers and game.verbs[str(o[0])].args[0] == "unit"
    } or set(first.where)
    clicks = 0
    for space in {first.where.get(unit, -1) for unit in units}:
        mine = {unit for unit in units if first.where.get(unit, -1) == space}
        mates = {unit for unit in able if first.where.get(unit, -2) == space} | mine
        clicks += min(len(mine), 1 + len(mates - mine))
    return clicks


# --- orders and batches


def by_hand(game: Game, steps: Sequence[Step]) -> Iterator[tuple[Step, int]]:
    """As the page is: groups go together, the next unit ends the last move, a row of fights is one button."""
    yield from _batched(game, steps, fills=False)


def with_rest(game: Game, steps: Sequence[Step]) -> Iterator[tuple[Step, int]]:
    """As the page shall be: a number beside a button, a stack taken in at a click, "order the rest for me" for sets."""
    yield from _batched(game, steps, fills=True)


def _batched(game: Game, steps: Sequence[Step], fills: bool) -> Iterator[tuple[Step, int]]:
    runs = list(_moves(game, steps))
    at = 0
    while at < len(runs):
        end, clicks = _batch(game, runs, at, fills)
        yield runs[at][0], clicks
        at = end


def _batch(game: Game, runs: list[list[Step]], at: int, fills: bool) -> tuple[int, int]:
    """Up to which run one gesture or batch goes, and its clicks."""
    first = runs[at][0]
    verb = game.verbs[first.verb]
    end = at + 1
    if _is_move(game, first):
        while end < len(runs) and _same_goal(game, runs[end - 1], runs[end]):
            end += 1
        units = set().union(*(_picked(game, run) for run in runs[at:end]))
        cuts = sum(_pieces(game, run) - 1 for run in runs[at:end])
        return end, _pick_clicks(game, first, units) + 1 + cuts
    if verb.fills and fills:
        return _while(runs, at, lambda s: s.prompt == first.prompt and game.verbs[s.verb].fills), 1
    if verb.resolves:
        return _while(runs, at, lambda s: (s.verb, s.prompt) == (first.verb, first.prompt)), 1
    if first.verb == STOP and end < len(runs) and runs[end][0].side == first.side and _begins(game, runs[end][0]):
        return end, 0  # a click on the next unit says it
    if all(kind == "word" for kind in verb.args):
        end = _while(runs, at, lambda s: s.option == first.option) if fills else at + 1
        # A number beside the button: open it, choose it.
        return end, min(end - at, 2)
    same = (first.verb, first.prompt, first.news, first.option[2:])
    if verb.args == ("unit", "space") and not fills:
        end = _while(runs, at, lambda s: (s.verb, s.prompt, s.news, s.option[2:]) == same)
        return end, end - at + 1
    if verb.args in (("unit", "space"), ("unit",)) and fills:
        end = _while(runs, at, lambda s: (s.verb, s.prompt, s.news, s.option[2:]) == same)
        units = {int(runs[i][0].option[1]) for i in range(at, end)}
        return end, _set_clicks(first, units) + len(verb.args) - 1
    return end, _clicks(game, first)


def _begins(game: Game, step: Step) -> bool:
    return game.verbs[step.verb].args[:1] == ("unit",)


def _same_goal(game: Game, one: list[Step], two: list[Step]) -> bool:
    """Whether a second move goes where the first one went, by the same verb, with nothing learnt between them."""
    kind = game.verbs[one[0].verb].gathers and game.verbs[two[0].verb].gathers
    learnt = two[-1].news != one[0].news
    same = one[0].verb == two[0].verb and _goal(game, one) == _goal(game, two) != -1
    return kind and same and not learnt


def _goal(game: Game, run: list[Step]) -> int:
    return next((int(s.option[1]) for s in reversed(run[1:]) if game.verbs[s.verb].args == ("space",)), -1)


def _while(runs: list[list[Step]], at: int, fits: Callable[[Step], bool]) -> int:
    side = runs[at][0].side
    end = at + 1
    while end < len(runs) and runs[end][0].side == side and fits(runs[end][0]):
        end += 1
    return end


def _set_clicks(first: Step, units: set[int]) -> int:
    """Clicks to name some units: a stack at once where all of it that can do the same is meant."""
    able = {int(o[1]) for o in first.options if o[0] == first.verb}
    clicks = 0
    for space in {first.where.get(unit, -1) for unit in units}:
        mine = {unit for unit in units if first.where.get(unit, -1) == space}
        clicks += 1 if mine >= {unit for unit in able if first.where.get(unit, -2) == space} else len(mine)
    return clicks


# --- the table


class Row(NamedTuple):
    """One game: medians and the largest, per player and turn."""

    games: int
    turns: int
    decisions: float
    one_by_one: float
    by_hand: float
    with_rest: float
    worst: int
    covers: float
    hands: float


def measured(game: Game, games: int = GAMES, seed: int = 1) -> Row:
    """Play, and count per turn (in a game of one turn, per phase)."""
    turns: list[Turn] = []
    for number in range(games):
        steps = list(played(game, seed + number, TURNS.get(game.id, FEW_TURNS)))
        is_one_turn = len({step.turn for step in steps}) == 1
        turns += counted(game, steps, _phase if is_one_turn else _turn).values()

    def most(name: str) -> list[int]:
        return [max(getattr(turn, name).values(), default=0) for turn in turns]

    rest = most("with_rest")
    return Row(
        games, len(turns),
        quantile([turn.decisions for turn in turns], 0.5),
        quantile(most("one_by_one"), 0.5), quantile(most("by_hand"), 0.5), quantile(rest, 0.5), max(rest),
        quantile([turn.covers for turn in turns], 0.5), quantile([turn.hands for turn in turns], 0.5),
    )  # fmt: skip


def _phase(step: Step) -> int:
    return step.phase


def _turn(step: Step) -> int:
    return step.turn

"""Puzzles: a position, the side to move, and the goal, judged by the rules engine.

A game's `data/puzzles.toml` holds them:

    [[puzzle]]
    title = "The last Cave"
    text = "What is wanted, in two or three sentences."
    side = "US"
    cases = ["9.3.4a"]
    look = ["CHI"]                         spaces and units to point at
    position = {turn = 4, …}               in the words of the game's sandbox
    options = {windows = "able"}
    seed = 3                               its dice: the same for everybody who tries
    goal = {take = "CHI", until = "phase"}
    replies = ["fire", "pass"]             what the other side answers: the first of these verbs that is on offer
    hint = "One sentence."
    ways = [[["assign", "U-NS1", "CHI"], ["confirm"]]]     what is known to solve it, for the tests and for who gives up
    idle = [["confirm"], ["end-movement"]]                 doing nothing, which must not solve it

A goal may ask for several things at once; all must be so. `enter`: a unit of the side gets into a space. `hold`: one of
the spaces that the game is about is the side's. `clear`: these units are off the map. `chance`: the side goes into
something whose odds the engine puts at `least` for what is named in `of`, the beginning of an outcome or a note of the
preview; the dice after it do not matter. `by` says whose entering and taking counts. And when the `phase` or the `turn`
is over (`until`): `take`, the side stands in a space and the enemy does not; `keep`, these units are still on the map;
`score`, at least so much of what the game counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import msgspec

from grognard import games
from grognard.kernel.flow import ONGOING, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.lazy import once
from grognard.match import Match
from grognard.server.learn.lessons import position_of

FILE = "puzzles.toml"
OPEN, SOLVED, FAILED = "open", "solved", "failed"
ON_MAP = ("hex", "area")
MOST_REPLIES = 60


class Chance(msgspec.Struct, forbid_unknown_fields=True):
    """The odds that a goal demands."""

    of: str
    least: float
    at: str = ""
    """Where; anywhere without it."""


class Goal(msgspec.Struct, forbid_unknown_fields=True):
    """The goal of a puzzle."""

    until: str = "phase"
    by: list[str] = []
    """Whose entering and standing counts; without it that of any unit of the side."""
    enter: str = ""
    hold: str = ""
    clear: list[str] = []
    chance: Chance | None = None
    take: str = ""
    keep: list[str] = []
    score: dict[str, float] = {}


class Puzzle(msgspec.Struct, forbid_unknown_fields=True):
    """One puzzle."""

    title: str
    text: str
    side: str
    position: dict[str, Any]
    goal: Goal
    hint: str
    ways: list[list[list[str]]]
    idle: list[list[str]]
    cases: list[str]
    look: list[str] = []
    options: dict[str, str] = {}
    seed: int = 1
    replies: list[str] = []


class PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """A game's `puzzles.toml`."""

    puzzle: list[Puzzle]


# msgspec looks at a class when it is first used, and crashes if two threads do so at once: it looks at this one now.
msgspec.json.Decoder(PuzzleFile)


@once
def puzzles_of(ident: str) -> list[Puzzle]:
    """A game's puzzles; a file that cannot be read is refused with what is wrong in it."""
    text = games.data_file(ident, FILE)
    if text is None:
        return []
    try:
        return msgspec.convert(tomllib.loads(text), PuzzleFile).puzzle
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(f"{FILE}: {error}.") from None


def found(game: Game, number: int) -> Puzzle:
    """One of a game's puzzles; the first is 0."""
    puzzles = puzzles_of(game.id)
    if not 0 <= number < len(puzzles):
        raise Refused(f"{game.title} has {len(puzzles)} puzzles.")
    return puzzles[number]


def sheet(game: Game) -> dict[str, Any]:
    """The puzzles for the page: names of units and spaces as the numbers that the board gives them."""
    return {
        "puzzles": [
            {
                "title": puzzle.title,
                "text": puzzle.text,
                "side": puzzle.side,
                "cases": puzzle.cases,
                "hint": puzzle.hint,
                "units": [game.unit_index[name] for name in puzzle.look if name in game.unit_index],
                "spaces": [game.space_index[name] for name in puzzle.look if name in game.space_index],
                "ways": [[game.from_words(words) for words in way] for way in puzzle.ways],
            }
            for puzzle in puzzles_of(game.id)
        ]
    }


def begin(game: Game, puzzle: Puzzle) -> Match:
    """A match from a puzzle's position."""
    start = position_of(game, "", puzzle.options, puzzle.position)
    return Match.new(game, "", puzzle.options, seed=puzzle.seed, start=start)


def reply(match: Match, puzzle: Puzzle) -> Option | None:
    """The other side's answer, if it is asked: by the puzzle's list, else by the game's usual option."""
    asked = match.asked
    if asked is None or asked.side == match.game.side_index(puzzle.side):
        return None
    wanted = {verb: number for number, verb in enumerate(puzzle.replies)}
    usual = len(wanted)

    def rank(option: Option) -> int:
        verb = str(option[0])
        return wanted.get(verb, usual if match.game.verbs[verb].primary else usual + 1)

    return min(asked.options, key=rank)


def answer_all(match: Match, puzzle: Puzzle) -> int:
    """Let the other side answer until the solver is asked, or all is judged; how often it did."""
    for count in range(MOST_REPLIES):
        option = reply(match, puzzle)
        if option is None or verdict(match, puzzle) != OPEN:
            return count
        asked = match.asked
        assert asked is not None
        match.submit(asked.side, option)
    return MOST_REPLIES


def verdict(match: Match, puzzle: Puzzle) -> str:
    """Whether a match has come to what the puzzle wants: judged at every position it went through."""
    game, goal = match.game, puzzle.goal
    side = game.side_index(puzzle.side)
    entered, likely = not goal.enter, goal.chance is None
    began: tuple[int, int] | None = None
    for number, state in enumerate(match.walk()):
        now = (state.turn, state.phase if goal.until == "phase" else -1)
        began = began or now
        entered = entered or bool(_at(game, state, goal.enter, side, goal.by))
        if not likely and number < len(match.played):
            played = match.played[number]
            thrown = played.side == side and bool(played.rolls)  # a plan alone is no attack yet
            likely = thrown and _odds(game, state, side, played.option, goal) >= _least(goal)
        held = not goal.hold or bool(game.prizes(state)[side] >> game.space_index[goal.hold] & 1)
        cleared = held and not any(_is_on_map(game, state, unit) for unit in goal.clear)
        over = now != began or state.winner != ONGOING
        late = bool(goal.take or goal.keep or goal.score)
        if entered and likely and cleared and (not late or (over and _stands(game, state, side, goal))):
            return SOLVED
        if over:
            return FAILED
    return OPEN


def _least(goal: Goal) -> float:
    return goal.chance.least - 1e-6 if goal.chance else 0.0


def _odds(game: Game, state: Any, side: Side, option: Option, goal: Goal) -> float:
    """The odds of the event that the goal names, if the side takes this option."""
    asked = state.pending
    if goal.chance is None or not isinstance(asked, Decision) or option not in asked.options:
        return 0.0
    known = game.known(state, side)
    own = game.preview(known, side, option)
    # A plain button carries out what was planned before it.
    planned = [] if game.verbs[str(option[0])].args else game.previews(known, side)
    best = 0.0
    for shown in [own] if own is not None else planned:
        if goal.chance.at and shown.get("space") != game.space_index[goal.chance.at]:
            continue
        parts = [*shown.get("outcomes", ()), *shown.get("notes", ())]
        named = [part for part in parts if str(part.get("text", "")).startswith(goal.chance.of)]
        best = max(best, sum(float(part.get("p") or 0.0) for part in named))
    return best


def _stands(game: Game, state: Any, side: Side, goal: Goal) -> bool:
    if goal.take and (not _at(game, state, goal.take, side, goal.by) or _at(game, state, goal.take, 1 - side)):
        return False
    score = game.score(state)
    return all(_is_on_map(game, state, unit) for unit in goal.keep) and all(
        score[name] >= least for name, least in goal.score.items()
    )


def _at(game: Game, state: Any, space: str, side: Side, by: Sequence[str] = ()) -> list[int]:
    """A side's units in a space; only those named, if any are."""
    if not space:
        return []
    there = game.space_index[space]
    sides = _sides(game.id)
    counts = {game.unit_index[name] for name in by}
    units = (unit for unit, where in enumerate(state.where) if where == there and sides[unit] == side)
    return [unit for unit in units if not counts or unit in counts]


def _is_on_map(game: Game, state: Any, unit: str) -> bool:
    where = state.where[game.unit_index[unit]]
    return 0 <= where < len(game.space_ids) and _kinds(game.id)[where] in ON_MAP


@once
def _sides(ident: str) -> list[int]:
    return [int(unit["side"]) for unit in games.load(ident).board()["units"]]


@once
def _kinds(ident: str) -> list[str]:
    return [str(space["kind"]) for space in games.load(ident).board()["spaces"]]

"""Lessons of a game: positions made with the sandbox, one idea at a time, the rule beside it.

The first is the guided first turn, the second the rest of a turn, the third a fight over an objective. Each is a file
of the game's data (`lessons.toml`, `lessons-2.toml`, `lessons-3.toml`) that says who learns, how long it takes, and the
steps:

    title = "The rest of a turn"           of the second and third lesson
    side = "US"
    minutes = 10

    [[step]]
    title = "Ships first"
    text = "What is explained, in two or three sentences."
    cases = ["9.1a"]
    look = ["CHI", "U-NS1"]                spaces and units to point at
    position = {turn = 1, phase = "us-bombardment", units = {U-NS1 = "SUPPORT"}}
    options = {windows = "able"}           options of the match, with a position
    seed = 7                               its dice
    do = [["assign", "U-NS1", "CHI"]]      what the learner does, in order; without it the step is only read
    goal = {unit = "U-23", at = "OKI"}     or what it must come to: then any way there will do, and `do` is one of them
    answers = [["pass"]]                   what the other side answers after it
    then = "What it shows."

A step with a `position` begins a new scene: a match of its own, which the rules enforce like any other. Whatever the
sandbox of the game understands may stand there. A scene runs until the next position.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grognard import games
from grognard.kernel.flow import Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.lazy import once
from grognard.match import Match

FILES = ("lessons.toml", "lessons-2.toml", "lessons-3.toml")
LONGEST = 420
"""Characters that a step may say at once: more is not read."""


class Goal(msgspec.Struct, forbid_unknown_fields=True):
    """The goal of a step."""

    unit: str = ""
    at: str = ""
    phase: str = ""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One idea."""

    title: str
    text: str
    cases: list[str] = []
    look: list[str] = []
    position: dict[str, Any] | None = None
    scenario: str = ""
    options: dict[str, str] = {}
    seed: int = 1
    do: list[list[str]] = []
    goal: Goal | None = None
    answers: list[list[str]] = []
    then: str = ""


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """The steps of a game, and for whom."""

    side: str
    minutes: int
    step: list[Step]
    title: str = ""


# msgspec looks at a class when it is first used, and crashes if two threads do so at once: it looks at this one now.
msgspec.json.Decoder(Lesson)


@once
def lesson_of(ident: str, number: int = 0) -> Lesson | None:
    """One of a game's lessons, the first is 0, if it has it; a file that cannot be read is refused with what is wrong
    in it."""
    name = FILES[number]
    text = games.data_file(ident, name)
    if text is None:
        return None
    try:
        return msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(f"{name}: {error}.") from None


def offer(ident: str) -> dict[str, Any] | None:
    """Data of a game's lessons for the home page: the first one, and those after it."""
    first, *more = [lesson_of(ident, number) for number in range(len(FILES))]
    if first is None:
        return None
    later = [{"title": one.title, "minutes": one.minutes, "steps": len(one.step)} for one in more if one is not None]
    return {"side": first.side, "minutes": first.minutes, "steps": len(first.step), "more": later}


def sheet(game: Game, number: int = 0) -> dict[str, Any]:
    """A lesson for the page: names of units and spaces as the numbers that the board gives them."""
    lesson = _found(game, number)
    return {
        "side": lesson.side,
        "minutes": lesson.minutes,
        "title": lesson.title,
        "steps": [_for_page(game, step) for step in lesson.step],
    }


def _found(game: Game, number: int) -> Lesson:
    lesson = lesson_of(game.id, number) if 0 <= number < len(FILES) else None
    if lesson is None:
        raise Refused(f"{game.title} has no such lesson.")
    return lesson


def _for_page(game: Game, step: Step) -> dict[str, Any]:
    goal = step.goal
    return {
        "title": step.title,
        "text": step.text,
        "cases": step.cases,
        "then": step.then,
        "scene": step.position is not None,
        "units": [game.unit_index[name] for name in step.look if name in game.unit_index],
        "spaces": [game.space_index[name] for name in step.look if name in game.space_index],
        "do": [game.from_words(words) for words in step.do],
        "answers": [game.from_words(words) for words in step.answers],
        "goal": goal
        and {
            "unit": game.unit_index[goal.unit] if goal.unit else None,
            "space": game.space_index[goal.at] if goal.at else None,
            "phase": [phase.id for phase in game.phases].index(goal.phase) if goal.phase else None,
        },
    }


def match_at(game: Game, number: int, which: int = 0) -> Match:
    """The match of the scene that a step of one of the lessons belongs to, played up to that step."""
    lesson = _found(game, which)
    if not 0 <= number < len(lesson.step):
        raise Refused(f"The lesson has {len(lesson.step)} steps.")
    first = max((n for n in range(number + 1) if lesson.step[n].position is not None), default=0)
    match = begin(game, lesson.step[first])
    for step in lesson.step[first:number]:
        play(match, lesson, step)
    return match


def begin(game: Game, step: Step) -> Match:
    """A match from a step's position; without one from the start of the scenario."""
    return Match.new(
        game,
        step.scenario,
        step.options,
        seed=step.seed,
        start=position_of(game, step.scenario, step.options, step.position) if step.position else None,
    )


def position_of(game: Game, scenario: str, options: Mapping[str, str], change: Mapping[str, Any]) -> dict[str, Any]:
    """A position by hand, as the header of a match keeps it."""
    chosen = {choice.id: options.get(choice.id, choice.default) for choice in game.options}
    state = game.new(scenario or game.scenarios[0].id, chosen)
    game.edit(state, change)
    values: dict[str, Any] = state.to_json()
    return values


def play(match: Match, lesson: Lesson, step: Step) -> None:
    """Do what a step wants, and answer for the other side."""
    _submit(match, match.game.side_index(lesson.side), step.do)
    for words in step.answers:
        asked = match.asked
        if asked is None:
            raise Refused(f"{step.title}: the match is over before {' '.join(words)!r}.")
        _submit(match, asked.side, [words])


def _submit(match: Match, side: Side, options: Sequence[Sequence[str]]) -> None:
    for words in options:
        option: Option = match.game.from_words(words)
        match.submit(side, option)

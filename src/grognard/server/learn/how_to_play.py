"""Prose on how to play a game, two pages: its goal, a turn in six steps, one fight worked out, three mistakes.

Each game has it in its data, in `how-to-play.toml`:

    goal = ["A paragraph.", …]
    [[step]]                    six
    title = "Movement"
    text = "What happens, in two or three sentences."
    cases = ["10.9"]
    [first]                     what stands beside the first question of the side that begins
    side = "Japanese"
    phase = "airpower"
    why = "What is at stake."
    [[first.suggestion]]        three
    name = "Over Changsha"
    space = "1813"
    text = "the door to the south"
    [fight]
    title = "One fight: Hengyang"
    lesson = 3                  the lesson that plays it: every figure in the text is one that comes up there
    text = ["A paragraph.", …]
    [[mistake]]                 three, as the steps are

Its pictures are the game's own: the map, and the fight as `tests/browser/make_pictures.py` draws it.
"""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from grognard import games
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.lazy import once

FILE = "how-to-play.toml"
WORDS_A_MINUTE = 200


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """A step of the turn, or a mistake."""

    title: str
    text: str
    cases: list[str] = []


class Fight(msgspec.Struct, forbid_unknown_fields=True):
    """The fight, and the lesson that plays it."""

    title: str
    lesson: int
    text: list[str]


class Suggestion(msgspec.Struct, forbid_unknown_fields=True):
    """A place that one could choose at the first question, and why."""

    name: str
    space: str
    text: str


class FirstQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """Why the first question of a side matters, and three places to begin with."""

    side: str
    phase: str
    why: str
    suggestion: list[Suggestion]


class HowToPlay(msgspec.Struct, forbid_unknown_fields=True):
    """The two pages."""

    goal: list[str]
    step: list[Part]
    fight: Fight
    mistake: list[Part]
    first: FirstQuestion

    @property
    def words(self) -> int:
        """The number of its words."""
        parts = [*self.step, *self.mistake]
        texts = [*self.goal, *self.fight.text, *(f"{part.title} {part.text}" for part in parts)]
        return sum(len(text.split()) for text in texts)


# msgspec looks at a class when it is first used, and crashes if two threads do so at once: it looks at this one now.
msgspec.json.Decoder(HowToPlay)


@once
def how_to_play(ident: str) -> HowToPlay | None:
    """The pages of a game, if it has them."""
    text = games.data_file(ident, FILE)
    if text is None:
        return None
    try:
        return msgspec.convert(tomllib.loads(text), HowToPlay)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(f"{FILE}: {error}.") from None


def minutes(pages: HowToPlay) -> int:
    """The time that it takes to read them."""
    return max(1, round(pages.words / WORDS_A_MINUTE))


def sheet(game: Game) -> dict[str, Any] | None:
    """The two pages for the browser."""
    pages = how_to_play(game.id)
    if pages is None:
        return None
    return {
        "minutes": minutes(pages),
        "goal": pages.goal,
        "steps": pages.step,
        "fight": pages.fight,
        "mistakes": pages.mistake,
    }


def first_question(game: Game) -> dict[str, Any] | None:
    """Why the first question matters, and three places to begin with; None for a game without such a page."""
    pages = how_to_play(game.id)
    if pages is None:
        return None
    first = pages.first
    return {
        "side": game.side_index(first.side),
        "phase": [phase.id for phase in game.phases].index(first.phase),
        "why": first.why,
        "suggestions": [
            {"name": each.name, "space": game.space_index[each.space], "text": each.text} for each in first.suggestion
        ],
    }

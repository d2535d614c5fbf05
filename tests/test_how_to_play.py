"""How to play, in prose: it is whole, it names rules that there are, and its fight is the one that the engine plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games import game_ids, load
from grognard.kernel.game import Game
from grognard.match import Match
from grognard.server.learn import lessons
from grognard.server.learn.how_to_play import HowToPlay, how_to_play, minutes
from grognard.server.matches.seat_view import line_of

FIGURE = re.compile(r"(?<![\w/–:-])\d+(?:\.\d+)?")


def pages_of(ident: str) -> HowToPlay:
    pages = how_to_play(ident)
    assert pages is not None, f"{ident} has no how-to-play.toml"
    return pages


@pytest.mark.parametrize("ident", game_ids())
def test_it_is_two_pages_with_goal_six_steps_a_fight_and_three_mistakes(ident: str) -> None:
    pages, game = pages_of(ident), load(ident)
    assert (len(pages.step), len(pages.mistake)) == (6, 3)
    assert 450 < pages.words < 900, pages.words
    assert 2 <= minutes(pages) <= 5
    known = {case.id if hasattr(case, "id") else case["id"] for case in game.cases}
    for part in (*pages.step, *pages.mistake):
        assert part.cases, part.title
        assert set(part.cases) <= known, (part.title, set(part.cases) - known)


def spoken(game: Game, match: Match, option: Any, side: int) -> Iterator[str]:
    """What the engine says of a decision: the odds before and after it, and the lines of the log."""
    told = len(match.log)
    match.submit(side, option)
    asked = match.asked
    if asked is not None:
        yield from odds(game.previews(match.known(asked.side), asked.side))
    for line in match.log[told:]:
        for reader in game.every_side:
            if line.event.seen >> reader & 1:
                values = line_of(game, line.event, reader, 1)
                yield f"{values['text']} {' '.join(map(str, values.get('dice') or ()))}"


def odds(previews: list[dict[str, Any]]) -> Iterator[str]:
    for preview in previews:
        rows = [row for part in ("items", "reduce", "shifts", "columns") for row in preview.get(part, ())]
        yield from (f"{row['text']} {row.get('value', '')}" for row in rows)
        for row in preview.get("outcomes", ()):
            yield f"{row['text']} {row.get('words', '')} {round(100 * row['p'])}"
        if preview.get("mean") is not None:
            yield f"{preview['mean']:.2f}"


@pytest.mark.parametrize("ident", game_ids())
def test_every_figure_of_the_fight_comes_up_when_the_engine_plays_it(ident: str) -> None:
    game, pages = load(ident), pages_of(ident)
    lesson = lessons.lesson_of(ident, pages.fight.lesson - 1)
    assert lesson is not None
    match = lessons.begin(game, lesson.step[0])
    said = [f"{match.state.turn}", *map(str, game.view(match.known(0), 0)["tracks"].values())]
    for step in lesson.step:
        if step.position is not None and step is not lesson.step[0]:
            match = lessons.begin(game, step)
        for words in step.do:
            said += spoken(game, match, game.from_words(words), game.side_index(lesson.side))
        for words in step.answers:
            assert match.asked is not None
            said += spoken(game, match, game.from_words(words), match.asked.side)
    heard = {figure for text in said for figure in FIGURE.findall(text.replace("−", " ").replace("+", " "))}
    heard |= set(re.findall(r"\d+", " ".join(said)))
    written = {figure for text in pages.fight.text for figure in FIGURE.findall(text.replace("−", " "))}
    assert len(written) > 6
    assert written <= heard, sorted(written - heard)


@pytest.mark.parametrize("ident", game_ids())
def test_the_first_question_has_a_reason_and_three_places_with_names(ident: str) -> None:
    game, first = load(ident), pages_of(ident).first
    assert first.side in [side.id for side in game.sides]
    assert first.phase in [phase.id for phase in game.phases]
    assert 20 < len(first.why.split()) < 60
    assert len(first.suggestion) == 3
    names = dict(zip(game.space_ids, [space["name"] for space in game.board()["spaces"]], strict=True))
    for each in first.suggestion:
        word = names[each.space].split()[0]
        assert word in each.name, (each.name, names[each.space])

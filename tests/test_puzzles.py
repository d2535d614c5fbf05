"""The puzzles: each known way solves it, doing nothing does not, and the engine judges."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from async_waiting import wait_for
from grognard.games import game_ids, load
from grognard.match import Match
from grognard.server.app import create_app
from grognard.server.learn import lessons, puzzles

ALL = [(game, number) for game in game_ids() for number in range(len(puzzles.puzzles_of(game)))]
A_GAME = 5


def played(game: str, puzzle: puzzles.Puzzle, way: list[list[str]]) -> Match:
    """A match in which a side tries a way, and the other answers as it would on the page."""
    match = puzzles.begin(load(game), puzzle)
    side = match.game.side_index(puzzle.side)
    puzzles.answer_all(match, puzzle)
    for words in way:
        if puzzles.verdict(match, puzzle) != puzzles.OPEN:
            break
        match.submit(side, match.game.from_words(words))
        puzzles.answer_all(match, puzzle)
    return match


@pytest.mark.parametrize(("game", "number"), ALL)
def test_every_known_way_solves_a_puzzle_and_doing_nothing_does_not(game: str, number: int) -> None:
    puzzle = puzzles.puzzles_of(game)[number]
    assert puzzle.ways
    for way in puzzle.ways:
        match = played(game, puzzle, way)
        assert puzzles.verdict(match, puzzle) == puzzles.SOLVED, (puzzle.title, way)
    assert puzzles.verdict(played(game, puzzle, []), puzzle) == puzzles.OPEN
    assert puzzles.verdict(played(game, puzzle, puzzle.idle), puzzle) == puzzles.FAILED, puzzle.title


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_puzzles_cite_rules_that_exist_and_are_short_enough_to_be_read(game: str) -> None:
    loaded = load(game)
    cases = {case["id"] for case in loaded.cases}
    found = puzzles.puzzles_of(game)
    assert len(found) == A_GAME
    assert len({puzzle.title for puzzle in found}) == len(found)
    for puzzle in found:
        assert puzzle.cases, puzzle.title
        assert set(puzzle.cases) <= cases, puzzle.title
        assert puzzle.look, puzzle.title
        assert all(name in loaded.unit_index or name in loaded.space_index for name in puzzle.look), puzzle.title
        assert len(puzzle.text) <= lessons.LONGEST
        assert len(puzzle.hint) <= lessons.LONGEST


def test_a_puzzle_is_solved_through_the_server_which_answers_for_the_other_side(tmp_path: Path) -> None:
    async def asked() -> None:
        app = create_app(tmp_path / "matches.db")
        there = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        async with app.router.lifespan_context(app), there as client:
            sheet = (await client.get("/api/games/iwojima/puzzles")).json()["puzzles"]
            made = (await client.post("/api/games/iwojima/puzzle", json={"puzzle": 0})).json()
            side = sheet[0]["side"]
            one, seat = f"/api/matches/{made['id']}", {"Authorization": f"Bearer {made['seats'][side]['token']}"}
            verdict = (await client.post(f"{one}/puzzle", headers=seat)).json()["verdict"]
            assert verdict == puzzles.OPEN
            for option in sheet[0]["ways"][0]:
                table = (await client.get(one, headers=seat)).json()
                await client.post(f"{one}/decide", headers=seat, json={"stamp": table["stamp"], "options": [option]})
                verdict = (await client.post(f"{one}/puzzle", headers=seat)).json()["verdict"]
            assert verdict == puzzles.SOLVED
            assert (await client.get("/api/matches")).json() == []
            plain = (await client.post("/api/games/iwojima/learn", json={})).json()
            token = {"Authorization": f"Bearer {plain['seats']['US']['token']}"}
            assert (await client.post(f"/api/matches/{plain['id']}/puzzle", headers=token)).status_code == 404
            late = await client.post("/api/games/iwojima/puzzle", json={"puzzle": 99})
            assert (late.status_code, late.json()["code"]) == (400, "malformed")

    wait_for(asked())

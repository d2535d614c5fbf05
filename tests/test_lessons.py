"""The lessons of the games: every step can be done by the rules, and comes to what its text says."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from async_waiting import wait_for
from grognard.games import game_ids, load
from grognard.match import Match
from grognard.server.app import create_app
from grognard.server.learn import lessons

TAUGHT = [game for game in game_ids() if lessons.offer(game)]
ALL = [(game, number) for game in TAUGHT for number in range(len(lessons.FILES))]
FEWEST, MOST = 6, 12
WORDS_A_MINUTE = 130
SECONDS_A_CLICK = 6


def lesson(game: str, number: int = 0) -> lessons.Lesson:
    """A lesson that a game has."""
    found = lessons.lesson_of(game, number)
    assert found is not None
    return found


@cache
def played(game: str, number: int = 0) -> list[tuple[lessons.Step, Any, list[str]]]:
    """Every step with the position after it, and what the learner heard in it."""
    loaded, taught = load(game), lesson(game, number)
    side = loaded.side_index(taught.side)
    out: list[tuple[lessons.Step, Any, list[str]]] = []
    match: Match | None = None
    for step in taught.step:
        if match is None or step.position is not None:
            match = lessons.begin(loaded, step)
        before = len(match.log_for(side))
        lessons.play(match, taught, step)
        heard = [loaded.sentence(told.event) for told in match.log_for(side)[before:]]
        out.append((step, match.state.copy(), heard))
        asked = match.asked
        assert asked is not None, f"{step.title}: the match is over"
        assert asked.side == side, f"{step.title}: the other side is asked {asked.prompt}"
    return out


@pytest.mark.parametrize(("game", "number"), ALL)
def test_every_step_can_be_done_and_the_learner_is_asked_next(game: str, number: int) -> None:
    steps = played(game, number)
    assert FEWEST <= len(steps) <= MOST
    assert sum(bool(step.do) for step, _, _ in steps) >= len(steps) // 2, "a lesson is for doing"
    assert steps[0][0].position is not None
    assert not steps[-1][0].do
    assert lesson(game, number).side in [side.id for side in load(game).sides]


@pytest.mark.parametrize(("game", "number"), ALL)
def test_what_is_cited_and_pointed_at_exists(game: str, number: int) -> None:
    loaded = load(game)
    cases = {case["id"] for case in loaded.cases}
    for step in lesson(game, number).step:
        assert set(step.cases) <= cases, step.title
        assert step.cases, step.title
        for name in step.look:
            assert name in loaded.unit_index or name in loaded.space_index, (step.title, name)
        assert len(step.text) <= lessons.LONGEST
        assert len(step.then) <= lessons.LONGEST


@pytest.mark.parametrize(("game", "number"), ALL)
def test_a_lesson_takes_no_longer_than_it_says(game: str, number: int) -> None:
    taught = lesson(game, number)
    words = sum(len(f"{step.title} {step.text} {step.then}".split()) for step in taught.step)
    clicks = sum(2 * len(step.do) + 1 for step in taught.step)
    assert words / WORDS_A_MINUTE + clicks * SECONDS_A_CLICK / 60 <= taught.minutes <= 10


@pytest.mark.parametrize(("game", "number"), ALL)
def test_goals_are_reached_by_what_the_lesson_does(game: str, number: int) -> None:
    loaded: Any = load(game)
    for step, state, _ in played(game, number):
        if step.goal and step.goal.unit:
            assert loaded.space_ids[state.where[loaded.unit_index[step.goal.unit]]] == step.goal.at
        if step.goal and step.goal.phase:
            assert step.goal.phase == loaded.phases[state.phase].id


@pytest.mark.parametrize("game", TAUGHT)
def test_any_step_can_be_gone_to_at_once(game: str) -> None:
    loaded = load(game)
    for which in range(len(lessons.FILES)):
        taught = lesson(game, which)
        for number, step in enumerate(taught.step):
            if number + 1 == len(taught.step) or taught.step[number + 1].position is not None:
                match = lessons.match_at(loaded, number, which)
                lessons.play(match, taught, step)


DICE = {
    ("iwojima", "Add the carriers, then fire"): "3 Hits, Damage 0",
    ("iwojima", "Fire from nowhere"): "2 steps left",
    ("iwojima", "Assault"): "Naval MG loses 1 step in Futatsune Hama (eliminated for good)",
    ("iwojima", "Build a Beachhead"): "The Beachhead marker in Okina Hama is removed",
    ("iwojima", "The flag"): "US VP +5",
    ("ichigo", "Tanks"): "62nd Army is eliminated",
    ("ichigo", "Momentum"): "every defender is eliminated",
    ("whitesun", "Three dice"): "Defence die 2: no defender",
    ("whitesun", "Who shows up"): "Shanxi is destroyed for good",
    ("whitesun", "Elites shoot first"): "14th Division is reduced",
    ("whitesun", "The railway"): "Peking 1419 (Chinese), 1 MP, 17 left",
    ("whitesun", "From the sea"): "Defence die 1: 1 defender",
    ("whitesun", "You choose their losses too"): "40 Corps is destroyed for good",
    ("whitesun", "Another round?"): "Round 2 at Shanghai 2504, 18 MP left",
    ("whitesun", "The end of the tether"): "the war goes on",
    ("formosa", "Plan the strikes"): "Japanese loss: 3 air points",
    ("formosa", "Assault"): "20 to 4, 500%, column 600–699%",
    ("formosa", "Columns for sale"): "27 to 7, 385%, column 600–699%",
    ("formosa", "Interdiction"): "Allied logistics points: +7, now 14.",
    ("iwojima", "Guns ashore"): "3 Hits, Damage 2",
    ("iwojima", "Your Defensive Fire"): "2 Hits on I/145 in Chidori Airfield: Damage 2.",
    ("iwojima", "One heavy blow"): "6 Hits, Damage 3.",
    ("iwojima", "What it was for"): "US VP +2, now 22 VP",
    ("ichigo", "Who rules the air"): "Japanese airpower over Hengyang 1815.",
    ("ichigo", "Tanks where it counts"): "14 to 2, 7:1, rolled at 8:1",
    ("ichigo", "While they run"): "15 to 1, 15:1",
    ("whitesun", "Ashore"): "Wenchow 3302 is Japanese.",
    ("whitesun", "Guerrillas"): "The railroad is broken at 1417.",
    ("whitesun", "Press on"): "3 hits.",
    ("whitesun", "The last one"): "Changsha 3913 is Japanese.",
    ("nemesis", "In defence"): "enforced at the price of 1 step",
    ("nemesis", "Banzai"): "A modified 2: the attacker loses 1 step and the defender loses 1 step; a retreat",
    ("nemesis", "The flag"): "Hirohito +1, now at 7.",
    ("formosa", "You must attack"): "DR: the defenders retreat",
    (
        "nemesis",
        "The spearhead",
    ): "A modified 5: the attacker loses 1 step and the defender loses 1 step; a retreat may be forced",
    ("nemesis", "Objectives and the Superior"): "Hirohito +1, now at 6",
    ("nemesis", "Mules"): "124th Regiment is in Full Supply",
}
"""What the text after a step says of its dice."""


@pytest.mark.parametrize("game", sorted({game for game, _ in DICE}))
def test_the_dice_of_a_lesson_are_those_its_text_speaks_of(game: str) -> None:
    heard: dict[str, str] = {}
    for number in range(len(lessons.FILES)):
        for step, _, said in played(game, number):
            heard[step.title] = " ".join([heard.get(step.title, ""), *said])
    for (of, title), words in DICE.items():
        if of == game:
            assert words in heard[title], heard[title]


def test_a_lesson_is_a_match_that_does_not_crowd_the_list(tmp_path: Path) -> None:
    async def asked() -> None:
        app = create_app(tmp_path / "matches.db")
        there = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        async with app.router.lifespan_context(app), there as client:
            made = (await client.post("/api/games/iwojima/learn", json={"step": 2})).json()
            seat = {"Authorization": f"Bearer {made['seats']['US']['token']}"}
            table = (await client.get(f"/api/matches/{made['id']}", headers=seat)).json()
            assert ["assign", 20, 4] in table["ask"]["options"]
            sheet = (await client.get("/api/games/iwojima/lessons")).json()
            assert sheet["steps"][2]["do"] == [["assign", 20, 4]]
            third = (await client.get("/api/games/iwojima/lessons-3")).json()
            assert third["title"] == "The fight for Motoyama Airfield"
            later = await client.post("/api/games/iwojima/learn", json={"step": 3, "lesson": 2})
            assert later.status_code == 200
            none = await client.post("/api/games/iwojima/learn", json={"lesson": 3})
            assert (none.status_code, none.json()["code"]) == (400, "malformed")
            assert (await client.get("/api/matches")).json() == []
            late = await client.post("/api/games/iwojima/learn", json={"step": 99})
            assert (late.status_code, late.json()["code"]) == (400, "malformed")

    wait_for(asked())


AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec

from grognard.server.learn.lessons import Lesson

sys.setswitchinterval(1e-6)
gate = Barrier(16)


def read(number):
    gate.wait()
    return msgspec.convert({"side": "US", "minutes": number, "step": []}, Lesson).minutes


with ThreadPoolExecutor(16) as threads:
    assert list(threads.map(read, range(16))) == list(range(16))
"""


def test_lessons_can_be_read_by_several_threads_from_the_first_moment() -> None:
    """A server that had just been started once fell over here, without a word."""
    read = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True)
    assert (read.returncode, read.stderr) == (0, "")


def test_lessons_say_of_control_fire_and_steps_what_the_rules_say() -> None:
    """Iwo Jima 13a, R26 and which areas a mountain looks into; White Sun R18."""
    said = {game: [f"{step.text} {step.then}" for step in lesson(game).step] for game in ("iwojima", "whitesun")}
    hands = [text for text in said["iwojima"] if "changes hands" in text]
    assert hands
    assert all("In the Control Phase" in text and "at once" not in text for text in hands)
    fired = [text for text in said["iwojima"] if "have Fired" in text]
    assert fired
    assert all("until the Japanese Reset Phase" in text for text in fired)
    board = {space["name"]: space for space in load("iwojima").board()["spaces"]}
    chidori = next(space for name, space in board.items() if name.startswith("Chidori Airfield"))
    mountain = next(number for number, name in enumerate(board) if name == "Mt Suribachi")
    assert mountain not in chidori["adjacent"]
    assert any("Chidori is not one of them" in text for text in said["iwojima"])
    turned = [text for text in said["whitesun"] if "turned over" in text]
    assert turned
    assert all("the next it begins at full strength" in text for text in turned)

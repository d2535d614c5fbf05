"""What the staff would do, and who seems to be winning: from what a side may know, and never in the way."""

from __future__ import annotations

import random
import signal
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from grognard import bots, games
from grognard.bots.hints import from_odds, has_staff, in_words, staff_hint
from grognard.kernel.flow import Decision
from grognard.lab.load_test import processor_time
from grognard.lab.rollout import rollouts
from grognard.lab.simulate import Plan, recorded
from grognard.match import Match
from grognard.server.advisor.hints import BUDGET
from match_server import Seats, Server
from random_games import some_of


def staff_games() -> list[str]:
    return [ident for ident in games.game_ids() if has_staff(games.load(ident))]


ENOUGH = 15
"""Questions before no further game is played."""


def questions(game: str, every: int) -> Iterator[tuple[Match, Decision]]:
    """Questions of a random game; of several, where random games are soon over."""
    asked_in_all = 0
    for seed in count(5):
        match = Match.new(games.load(game), seed=seed)
        rng = random.Random(seed)
        while (asked := match.asked) is not None:
            if len(match.played) % every == 0:
                asked_in_all += 1
                yield match, asked
            match.submit(asked.side, rng.choice(asked.options))
        if asked_in_all >= ENOUGH:
            return


def known_to(match: Match, asked: Decision) -> dict[str, Any]:
    values: dict[str, Any] = match.game.redact(match.state, asked.side).to_json()
    return values


# --- the staff's answer


@pytest.mark.parametrize("game", staff_games())
def test_the_staff_answers_every_question_with_something_on_offer(game: str, long: bool) -> None:
    reasons = 0
    for match, asked in questions(game, every=30 if long else 70):
        found = staff_hint(game, "table", asked.side, known_to(match, asked), asked)
        assert found.option in [*asked.options, *match.game.standing(match.state, asked.side)]
        assert "{" not in found.text
        reasons += bool(found.reason)
    assert reasons > 3


def test_the_staff_keeps_to_its_plan_from_question_to_question() -> None:
    """The whole set-up on advice alone: what it has placed it never lifts again."""
    match = Match.new(games.load("iwojima"), seed=1)
    placed: set[Any] = set()
    while (asked := match.asked) is not None and asked.prompt == "set-up":
        verb, *what = staff_hint("iwojima", "one", 1, known_to(match, asked), asked).option
        if verb == "place":
            placed.add(what[0])
        assert not (verb == "lift" and what[0] in placed)
        match.submit(1, (verb, *what))
        assert len(match.played) < 80
    assert len(placed) >= 3
    assert match.asked is not None
    assert match.asked.side == 0


def test_ending_something_is_reason_enough_when_nothing_else_is_said() -> None:
    for match, asked in questions("iwojima", every=1):
        found = staff_hint("iwojima", "ends", asked.side, known_to(match, asked), asked)
        if match.game.verbs[str(found.option[0])].primary and len(asked.options) > 1:
            assert found.reason
            return
    raise AssertionError("the staff never ended anything")


def test_an_option_reads_as_on_the_page() -> None:
    game = games.load("iwojima")
    option = ("assign", game.unit_index["U-NS1"], game.space_index["CHI"])
    assert in_words(game, option) == "Bombard Chidori Airfield with Tennessee – Idaho"


def test_odds_make_a_reason_where_the_staff_gives_none() -> None:
    assert from_odds(None) == ""
    assert from_odds({"title": "Assault", "mean": 1.84, "unit": "Damage"}) == "Assault: 1.8 Damage on average."
    assert from_odds({"title": "Assault", "mean": 1.0, "mean2": 2.0, "unit": "Damage"}) == (
        "Assault: 1.0 to 2.0 Damage on average."
    )
    outcomes = [{"text": "nothing", "p": 0.2}, {"text": "a step", "p": 0.8}]
    assert from_odds({"title": "Battle", "outcomes": outcomes}) == "Battle: most likely a step (80 %)."
    assert from_odds({"title": "Battle"}) == ""


# --- playing on


@pytest.mark.parametrize("game", some_of(3, ("iwojima", "whitesun", "ichigo", "nemesis", "formosa")))
def test_games_are_played_on_from_what_a_side_knows(game: str, long: bool) -> None:
    for match, asked in islice(questions(game, every=1200), None if long else 1):
        found = rollouts(game, asked.side, known_to(match, asked), asked, "seed", 0.01, 1)
        assert found.tried >= 1
        assert sum(found.wins.values()) == found.tried
        assert found.players in bots.names(match.game)


def test_a_lost_position_is_seen_to_be_lost() -> None:
    whole = recorded(Plan("iwojima", ("staff", "staff"), 1), games.load("iwojima"), 2)
    match = whole.branch(len(whole.played) - 12)
    asked = match.asked
    assert asked is not None
    known = known_to(match, asked)
    found = rollouts("iwojima", asked.side, known, asked, "seed", 30.0, 20)
    assert found.tried == 20
    assert found.wins.get(whole.state.winner, 0) >= 15, found
    again = rollouts("iwojima", asked.side, known, asked, "seed", 30.0, 20)
    assert found.wins == again.wins, "the same for the same seed"


# --- over the wire


def test_advice_for_a_person_against_a_program(server: Server) -> None:
    game = server.new("human", "random", seed=2)
    table = wait_for(game, 0)
    answer = game.get(0, "/advice")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["option"] in table["ask"]["options"]
    assert found["text"]
    assert found["reason"].endswith(".")
    assert found["stamp"] == table["stamp"]
    assert game.get(0, "/advice").json() == found


def test_at_a_shared_screen_both_tokens_are_shown(server: Server) -> None:
    game = server.new(seed=2)
    refused = game.get(1, "/advice")
    assert (refused.status_code, refused.json()["code"]) == (403, "fair")
    assert "two people" in refused.json()["error"]
    both = game.server.http.get(f"/api/matches/{game.id}/advice", params={"seat": [game.tokens[1], game.tokens[0]]})
    assert both.status_code == 200, both.text


def test_advice_is_for_who_is_asked(server: Server) -> None:
    game = server.new(seed=2)
    answer = game.server.http.get(f"/api/matches/{game.id}/advice", params={"seat": game.tokens})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")
    stranger = game.server.http.get(f"/api/matches/{game.id}/advice", params={"seat": "nobody"})
    assert (stranger.status_code, stranger.json()["code"]) == (403, "wrong-seat")


def test_the_estimate_grows_and_says_how_sure_it_is(server: Server) -> None:
    game = server.new("human", "random", seed=2)
    wait_for(game, 0)
    first = game.get(0, "/estimate").json()
    second = game.get(0, "/estimate").json()
    assert 0 < first["games"] < second["games"] <= second["most"]
    assert second["players"] == "staff"
    assert sum(side["share"] for side in second["sides"]) + second["draw"] == pytest.approx(1)
    for side in second["sides"]:
        assert side["low"] <= side["share"] <= side["high"]
    assert second["sides"][0]["high"] - second["sides"][0]["low"] < 1


def test_between_people_an_estimate_must_be_agreed_on(server: Server) -> None:
    refused = server.new(seed=2).get(1, "/estimate")
    assert (refused.status_code, refused.json()["code"]) == (403, "fair")
    assert "must be allowed" in refused.json()["error"]
    agreed = server.new(seed=2, estimate=True)
    assert agreed.get(1, "/estimate").status_code == 200
    assert agreed.get(1, "/advice").status_code == 403


def test_the_agreement_outlives_the_server(tmp_path: Path) -> None:
    first = Server(tmp_path / "matches.sqlite")
    game = first.new(seed=2, estimate=True)
    first.stop()
    again = Server(tmp_path / "matches.sqlite")
    try:
        game.server = again
        assert game.get(1, "/estimate").status_code == 200
    finally:
        again.stop()


def test_games_are_not_played_on_in_the_server(server: Server) -> None:
    """Whoever decides meanwhile does not wait for them: the server's own process has next to nothing to do."""
    busy = server.new("human", "random", seed=2)
    wait_for(busy, 0)
    assert busy.get(0, "/estimate").status_code == 200, "the back room is open"
    before = processor_time(server.process.pid)
    games_before = busy.get(0, "/estimate").json()["games"]
    played = busy.get(0, "/estimate").json()["games"] - games_before
    after = processor_time(server.process.pid)
    assert played > 0
    if before is not None and after is not None:
        assert after - before < BUDGET / 2, "two batches of games took the server's own time"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_worker_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path / "matches.sqlite")
    game = server.new("human", "random", seed=2)
    wait_for(game, 0)
    assert game.get(0, "/advice").status_code == 200
    pid = server.process.pid
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    helpers = [int(child) for task in tasks for child in task.read_text(encoding="ascii").split()]
    assert helpers
    server.stop(signal.SIGKILL)
    until = time.monotonic() + 120
    while any(is_alive(helper) for helper in helpers):
        assert time.monotonic() < until, "a process was left behind"
        time.sleep(0.1)


def is_alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def wait_for(game: Seats, side: int) -> dict[str, Any]:
    """The table once a side is asked."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        table = game.table(side)
        if table["ask"] and table["ask"]["mine"]:
            return table
        time.sleep(0.02)
    raise AssertionError("nobody asked")

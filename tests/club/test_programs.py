"""Programs as members: our own client and the examples play whole games over the stream."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from club_server import Browser, ClubServer
from grognard import games
from two_members import eventually, get, post

EXAMPLES = Path(__file__).parents[2] / "examples"
CLIENT = [sys.executable, "-m", "grognard.cli", "bot"]


def token_of(member: Browser, *scopes: str) -> str:
    return str(member.say("me/tokens", name="bot", scopes=list(scopes or ("play", "challenge")))["token"])


def test_the_examples_play_with_each_other_for_a_rating(club: ClubServer, long: bool) -> None:
    """The one in Python and the one in JavaScript; where there is no Node, the first against a bot. In `make soak` a
    whole game; else the US player's owner gives it up when both have decided."""
    node = shutil.which("node")
    us = club.member()
    if node:
        table = post(us, "lobby", game="iwojima", side="US", rated=True)["id"]
        jp = club.member()
        match = post(jp, f"lobby/{table}/join")["matches"][0]
        players = {"US": (us, sys.executable, "club_bot.py"), "JP": (jp, node, "club_bot.mjs")}
    else:
        match = post(us, "lobby", game="iwojima", side="US", rated=True, bot="random")["matches"][0]
        players = {"US": (us, sys.executable, "club_bot.py")}
    running = [
        subprocess.Popen(
            [runs, str(EXAMPLES / example), club.url, token_of(member), "--once"], stdout=subprocess.PIPE, text=True
        )
        for member, runs, example in players.values()
    ]
    if not long:
        eventually(lambda: get(us, f"matches/{match}")["view"]["turn"] > 1)
        eventually(lambda: gives_up(us, match))
    for process in running:
        ended = json.loads(process.communicate(timeout=240)[0])
        assert process.returncode == 0
        assert ended["match"] == match
        assert ended["result"]["how"] == ("rules" if long else "concession")
    assert set(get(us, f"matches/{match}")["shares"]) == set(players)  # their own numbers were in the dice
    for member, *_ in players.values():
        name = member.ask("me")["name"]
        assert eventually(lambda name=name: get(us, f"members/{name}")["ratings"])[0]["games"] == 1


def gives_up(who: Browser, match: str) -> bool:
    """Whether he was not overtaken by what his program decided meanwhile."""
    stamp = get(who, f"matches/{match}")["stamp"]
    return who.post(f"/api/matches/{match}/decide", json={"stamp": stamp, "option": ["concede"]}).is_success


def test_the_plain_example_is_short() -> None:
    assert len((EXAMPLES / "club_bot.py").read_text(encoding="utf-8").splitlines()) < 60


class Client:
    """`grognard bot` in a process of its own, and what it says."""

    def __init__(self, url: str, token: str, *more: str) -> None:
        command = [*CLIENT, url, *more]
        settings = os.environ | {"GROGNARD_TOKEN": token}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings)
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def hear(self, words: str, seconds: float = 120) -> str:
        until = time.monotonic() + seconds
        while True:
            line = self._lines.get(timeout=max(until - time.monotonic(), 0))
            if words in line:
                return line

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(120)


def test_our_client_takes_up_challenges_and_plays_whole_games(club: ClubServer) -> None:
    robot, anna = club.member(), club.member()
    name = robot.ask("me")["name"]
    refused = post(anna, "lobby", game="iwojima", side="US", rated=True, to=name)["id"]
    client = Client(club.url, token_of(robot), "--bot", "staff", "--matches", "2", "--most", "2")
    client.hear("challenges to Iwo Jima: accepted.")  # one that waited already
    assert refused not in [row["id"] for row in get(anna, "lobby")["challenges"]]
    # Both sides of the next one are programs: one plays for Anna too.
    post(robot, "lobby", game="iwojima", side="US", rated=False, bot="random")
    other = Client(club.url, token_of(anna), "--bot", "random", "--matches", "1")
    assert client.process.wait(120) == 0
    assert other.process.wait(120) == 0
    other.hear("over, ")
    for _ in range(2):
        assert "(rules)" in client.hear("over, ")
    shown = get(anna, f"members/{name}")
    assert sum(row["won"] + row["drawn"] + row["lost"] for row in shown["record"]) == 2
    assert shown["ratings"][0]["games"] == 1


def test_our_client_comes_back_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    server = ClubServer(tmp_path)
    robot, anna = server.member("Robot"), server.member("Anna")
    client = Client(server.url, token_of(robot), "--most", "1")
    post(anna, "lobby", game="iwojima", side="US", to="Robot")
    client.hear("Anna challenges to Iwo Jima: accepted.")
    match = client.hear("Iwo Jima against Anna: match ").rsplit(" ", 1)[1].rstrip(".")
    eventually(lambda: "JP" in get(anna, f"matches/{match}")["shares"])
    post(anna, "lobby", game="nemesis", to="Robot")
    client.hear("Anna challenges to Nemesis: declined: enough matches go on.")
    port = server.port
    server.stop()
    client.hear("Disconnected: ")
    again = ClubServer(tmp_path, port=port)
    assert again.port == port
    client.hear("Iwo Jima against Anna: match ")
    assert client.end() == 130
    assert client.process.poll() == 130
    again.stop()


@pytest.mark.parametrize(
    ("url", "token", "said"),
    [
        ("", "grog_" + "x" * 40, "Sign in first.\n"),
        ("", "", "Give the member's token: --token, or GROGNARD_TOKEN in the environment.\n"),
        ("play.example.org", "x", "'play.example.org' is not the address of a club, as in https://play.example.org.\n"),
    ],
)
def test_our_client_says_what_cannot_be(club: ClubServer, url: str, token: str, said: str) -> None:
    line = [*CLIENT, url or club.url, "--token", token]
    settings = {name: value for name, value in os.environ.items() if name != "GROGNARD_TOKEN"}
    done = subprocess.run(line, capture_output=True, text=True, check=False, env=settings)
    assert (done.returncode, done.stderr) == (2, said)


def test_a_program_is_asked_again_when_its_answer_changed_nothing_that_it_sees(club: ClubServer) -> None:
    """The Japanese player lays out plan B, and lays it out again: the table is the same to the last byte."""
    anna, ben = club.member(), club.member()
    table = post(anna, "lobby", game="iwojima", side="US")["id"]
    match = post(ben, f"lobby/{table}/join")["matches"][0]
    stamps: list[str] = []
    quiet = 0
    with (
        club.browser() as program,
        program.stream("GET", "/api/stream", headers={"Authorization": f"Bearer {token_of(ben)}"}) as stream,
    ):
        for line in stream.iter_lines():
            quiet += not line.strip()
            assert quiet < 3, "nothing came but signs of life"
            if not line.strip() or (event := json.loads(line))["event"] != "decision":
                continue
            stamps.append(event["table"]["stamp"])
            if len(stamps) == 4:
                break
            post(ben, f"matches/{match}/decide", seat="JP", stamp=stamps[-1], option=["set-up", "B"])
    assert len(set(stamps)) < len(stamps)


def lines_of(club: ClubServer, token: str, wanted: str, **query: Any) -> dict[str, Any]:
    with (
        club.browser() as program,
        program.stream("GET", "/api/stream", params=query, headers={"Authorization": f"Bearer {token}"}) as stream,
    ):
        for line in stream.iter_lines():
            if line.strip() and (event := json.loads(line))["event"] == wanted:
                return dict(event)
    raise AssertionError("the stream ended")


def test_a_program_is_told_no_more_than_its_side_may_know(club: ClubServer) -> None:
    anna, ben = club.member(), club.member()
    table = post(anna, "lobby", game="iwojima", side="US", rated=True)["id"]
    match = post(ben, f"lobby/{table}/join")["matches"][0]
    asked = get(anna, f"matches/{match}")["ask"]["side"]
    who = (anna, ben)[asked]
    event = lines_of(club, token_of(who), "decision", position="1")
    game = games.load("iwojima")
    known = game.state_type.from_json(game, event["position"]["state"])
    assert game.redact(known, asked).to_json() == known.to_json()
    assert (known.rolls, known.news) == (0, 0)
    assert "position" not in lines_of(club, token_of(who), "decision")
    other = token_of((anna, ben)[1 - asked])
    assert lines_of(club, other, "started", position="1")["match"] == match
    answer = who.get("/api/stream", headers={"Authorization": f"Bearer {token_of(who, 'talk')}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope")
    eventually(lambda: get(who, "lobby")["mine"])

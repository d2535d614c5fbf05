"""Programs as members: the example in plain Python plays a whole game over the stream."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from clubbed import ClubServer

EXAMPLE = Path(__file__).parents[2] / "examples" / "club_bot.py"


def test_the_plain_example_plays_a_whole_game_for_a_rating(club: ClubServer) -> None:
    member = club.member()
    token = member.say("me/tokens", name="bot", scopes=["play", "challenge"])["token"]
    answer = member.post("/api/lobby", json={"game": "iwojima", "side": "US", "rated": True, "bot": "random"})
    assert answer.status_code == 200, answer.text
    command = [sys.executable, str(EXAMPLE), club.url, token, "--once"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    ended = json.loads(done.stdout)
    assert ended["match"] == answer.json()["matches"][0]
    assert ended["result"]["how"] == "rules"
    name = member.ask("me")["name"]
    assert member.get(f"/api/members/{name}").json()["ratings"][0]["games"] == 1


def test_the_plain_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 60

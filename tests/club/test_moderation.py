"""Keeping a club, on the page's calls and at the command line: every act is on record."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from clubbed import PASSWORD, ClubServer, refused
from grognard.store.moderation import Keep


def command(club: ClubServer, *words: str, said: str = "") -> tuple[int, str]:
    line = [sys.executable, "-m", "grognard.cli", "club", *words, "--db", club.db]
    done = subprocess.run(line, capture_output=True, text=True, check=False, input=said)
    return done.returncode, done.stdout + done.stderr.replace(f"Store: {club.db}\n", "")


def acts(browser: Any) -> list[tuple[str, str]]:
    return [(row["act"], row["by_name"]) for row in browser.ask("audit")]


def test_an_owner_keeps_the_club(club: ClubServer) -> None:
    assert command(club, "add", "Head", "--role", "owner", said=f"{PASSWORD}\n") == (0, "Head is a member (owner).\n")
    head, ben = club.browser(), club.member("Ben Kept")
    assert head.enter("Head")["me"]["roles"] == ["owner"]
    who = ben.ask("me")["id"]
    head.say(f"members/{who}/ban", days=7, why="insults")
    refused(ben.get("/api/club/me"), 401, "enter")
    told = ben.enter("Ben Kept", status=403)
    assert told["code"] == "suspended"
    assert told["error"].endswith(": insults.")
    head.say(f"members/{who}/ban", days=0)
    ben.enter("Ben Kept")
    assert head.say(f"members/{who}/role", roles=["umpire"]) == {"roles": ["umpire"]}
    refused(head.post(f"/api/club/members/{head.ask('me')['id']}/role", json={"roles": []}), 409, "self")
    made = head.say("invitations", note="for Carl", uses=2)
    assert [row["id"] for row in head.ask("invitations")] == [made["id"]]
    assert made["code"] not in str(head.ask("invitations"))
    keep = Keep(club.db)
    report = keep.add_report(who, head.ask("me")["id"], "m1", 3, "rude")
    keep.close()
    assert head.ask("reports")[0]["by_name"] == "Ben Kept"
    head.say(f"reports/{report}", answer="talked to both")
    assert head.ask("reports") == []
    assert acts(head) == [
        ("report closed", "Head"), ("invitation", "Head"), ("roles", "Head"), ("suspension", "Head"),
        ("suspension", "Head"), ("member added", "the command line"),
    ]  # fmt: skip
    assert head.ask("statistics")["members"] >= 2


def test_the_command_says_what_cannot_be(club: ClubServer) -> None:
    assert command(club, "role", "Nobody", "owner") == (2, "There is no member Nobody.\n")
    assert command(club, "add", "X Y", "--role", "king", said="x\n")[1].startswith("There is no role 'king'")
    assert command(club, "mail", "a@example.org")[1].startswith("No mail server is configured")

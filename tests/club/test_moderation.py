"""Keeping a club, on the page's calls and at the command line: every act is on record."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grognard
from club_server import PASSWORD, Browser, ClubServer, refused
from grognard.club import audit_sentences
from grognard.store.members import Members
from grognard.store.moderation import ModerationRecords
from two_members import Pair, begin, post


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
    keep = ModerationRecords(club.db)
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


# --- reports of members and matches, appeals, and the log as sentences


def moderator(club: ClubServer, role: str = "moderator") -> Browser:
    who = club.member()
    people = Members(club.db)
    people.change(str(who.ask("me")["id"]), roles=role)
    people.close()
    again = club.browser()
    again.enter(str(who.ask("me")["name"]))
    return again


def test_a_member_and_a_match_can_be_reported_and_who_is_reported_does_not_see_it(club: ClubServer) -> None:
    pair, one, two = Pair(club, club), moderator(club), moderator(club)
    match = begin(pair)
    ben, moderators = pair.names[1], str(one.ask("me")["name"])
    post(pair.anna, "club/report", name=ben, why="stalls every game")
    post(pair.anna, "club/report", match=match, name=ben, why="this one too")
    post(pair.anna, "club/report", match=match, why="it is stuck")
    post(pair.anna, "club/report", name=moderators, why="rude")
    mine = [row for row in two.ask("reports") if row["by_name"] == pair.names[0]]
    assert [(row["kind"], row.get("against_name", ""), row["match"]) for row in mine] == [
        ("member", ben, ""), ("match", ben, match), ("match", "", match), ("member", moderators, ""),
    ]  # fmt: skip
    assert [row["why"] for row in one.ask("reports") if row["by_name"] == pair.names[0]] == [
        "stalls every game", "this one too", "it is stuck",
    ]  # fmt: skip
    refused(one.post(f"/api/club/reports/{mine[-1]['id']}", json={}), 403, "fair")
    refused(pair.anna.post("/api/club/report", json={"why": "x"}), 400, "malformed")
    refused(pair.anna.post("/api/club/report", json={"name": pair.names[0], "why": "x"}), 400, "malformed")
    refused(pair.anna.post("/api/club/report", json={"name": "nobody at all", "why": "x"}), 404, "unknown")
    refused(pair.anna.post("/api/club/report", json={"name": ben, "why": " "}), 400, "malformed")
    refused(pair.anna.post("/api/club/report", json={"name": moderators, "match": match, "why": "x"}), 400, "malformed")
    for row in mine:
        two.say(f"reports/{row['id']}", answer="seen")


def test_an_appeal_is_heard_by_another_than_who_suspended(club: ClubServer) -> None:
    one, two, member = moderator(club), moderator(club), club.member()
    me = member.ask("me")
    stranger = club.browser()
    words = {"name": me["name"], "password": PASSWORD, "why": "It was a joke."}
    refused(stranger.post("/api/club/appeal", json=words), 409, "illegal")
    one.say(f"members/{me['id']}/ban", days=1, why="insults")
    assert "waits for a moderator" in stranger.say("appeal", **words)["text"]
    refused(stranger.post("/api/club/appeal", json=words), 409, "illegal")
    refused(stranger.post("/api/club/appeal", json=words | {"password": "not the password"}), 403, "wrong-password")
    appeal = next(row for row in two.ask("reports") if row["kind"] == "appeal")
    assert (appeal["by_name"], appeal["why"]) == (me["name"], "It was a joke.")
    refused(one.post(f"/api/club/reports/{appeal['id']}", json={}), 403, "fair")
    two.say(f"reports/{appeal['id']}", answer="agreed")
    two.say(f"members/{me['id']}/ban", days=0)
    stranger.enter(str(me["name"]))
    said = [row["text"] for row in two.ask("audit")][:3]
    first, second = (str(who.ask("me")["name"]) for who in (one, two))
    assert said == [
        f"{second} ended the suspension of {me['name']}.",
        f"{second} settled a report: agreed.",
        f"{first} suspended {me['name']} for 1 day because of this: insults.",
    ]


@pytest.mark.parametrize(
    ("act", "detail", "said"),
    [
        ("suspension", "for 7 days: spam.", "Ann suspended Ben for 7 days because of this: spam."),
        ("suspension", "for 0.5 days: ", "Ann suspended Ben for 0.5 days."),
        ("suspension", "for good: ", "Ann suspended Ben permanently."),
        ("roles", "moderator umpire", "Ann gave Ben the roles moderator, umpire."),
        ("roles", "none", "Ann took all roles from Ben."),
        ("invitation", "20 uses: the class", "Ann made an invitation that can be used 20 times, for the class."),
        ("match settled", "draw", "Ann settled the match Ben: a draw."),
        ("tournament begun", "Cup", "Ann started the tournament Cup."),
        ("of another time", "x", "Ann noted: of another time, Ben, x."),
    ],
)
def test_the_audit_log_reads_as_sentences(act: str, detail: str, said: str) -> None:
    assert audit_sentences.sentence(act, "Ann", "Ben", detail) == said


def test_every_act_that_is_kept_has_its_sentence() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(grognard.__file__).parent.rglob("*.py"))
    acts = set(re.findall(r"""\bnoted\((?:""|by|[\w.]+\.id), "([a-z ]+)\"""", source))
    acts |= {"line shown again", "report closed"}
    assert len(acts) > 10
    assert acts == set(audit_sentences.SENTENCES)

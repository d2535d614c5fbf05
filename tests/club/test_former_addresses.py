"""Addresses, chat rooms and scopes keep working under the names that they had before."""

from __future__ import annotations

import json

import pytest

from club_server import PASSWORD, ClubServer, fresh_name
from grognard.server.former_addresses import present_address
from two_members import Pair, begin, get, post


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/api/club/enter", "/api/club/sign-in"),
        ("/api/club/mail", "/api/club/email"),
        ("/api/club/me/notices/test", "/api/club/me/notifications/test"),
        ("/api/leaders/iwojima", "/api/leaderboard/iwojima"),
        ("/api/matches/abc/talk", "/api/matches/abc/chat"),
        ("/api/matches/abc/talk/3/hide", "/api/matches/abc/chat/3/hide"),
        ("/api/tournaments/abc/enter", "/api/tournaments/abc/join"),
    ],
)
def test_a_call_is_known_by_its_former_address(former: str, present: str) -> None:
    assert present_address(former) == present
    assert present_address(present) == present


@pytest.mark.parametrize("path", ["/", "/api/club", "/api/clubs/enter", "/api/club/entering", "/leadership/x"])
def test_other_addresses_are_left_alone(path: str) -> None:
    assert present_address(path) == path


@pytest.mark.parametrize(
    "path",
    ["//elsewhere.example/api/matches/x/talk", "//elsewhere.example/api/tournaments/x/enter", "/x/api/matches/x/talk"],
)
def test_no_address_leads_to_another_site(club: ClubServer, path: str) -> None:
    assert present_address(path) == path
    answer = club.browser().get(f"http://127.0.0.1:{club.port}{path}")
    assert (answer.status_code, answer.headers.get("location")) == (404, None)


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/club/keeping", "/club/moderation"),
        ("/club/leaders", "/club/leaderboard"),
        ("/leaders/iwojima?side=US", "/leaderboard/iwojima?side=US"),
        ("/leaders//elsewhere.example", "/leaderboard//elsewhere.example"),
    ],
)
def test_a_page_is_redirected_within_the_site(club: ClubServer, former: str, present: str) -> None:
    answer = club.browser().get(former)
    assert (answer.status_code, answer.headers["location"]) == (308, present)


def test_signing_up_in_and_out_by_the_former_calls(club: ClubServer) -> None:
    browser, name = club.browser(), fresh_name()
    browser.say("register", name=name, password=PASSWORD)
    browser.say("leave")
    assert browser.ask("")["me"] is None
    assert browser.say("enter", name=name, password=PASSWORD)["me"]["name"] == name


def test_chat_is_read_and_written_under_its_former_names(club: ClubServer) -> None:
    pair = Pair(club, club)
    match = begin(pair)
    post(pair.anna, f"matches/{match}/talk", text="Good luck")
    assert [line["text"] for line in get(pair.ben, f"matches/{match}/chat")] == ["Good luck"]
    carl = club.member()
    post(carl, f"matches/{match}/talk", room="watchers", text="The south is open")
    for room in ("watchers", "spectators"):
        assert [line["text"] for line in get(carl, f"matches/{match}/talk", room=room)] == ["The south is open"]
    facts = get(carl, f"matches/{match}/club")
    assert facts["watchers"] == facts["spectators"]


def test_a_token_may_be_asked_for_with_the_former_scope(club: ClubServer) -> None:
    ann = club.member()
    made = ann.say("me/tokens", name="my bot", scopes=["play", "talk"])
    assert made["scopes"] == ["play", "chat"]
    assert json.loads(ann.get("/api/club/me/tokens").text)[0]["scopes"] == ["play", "chat"]

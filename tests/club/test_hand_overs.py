"""Whoever is asked is told so, once for each time the question comes to him; and what keepers do is on record."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from club_server import Browser, ClubServer, refused
from grognard.store.members import Members
from notification_receivers import Letters
from two_members import Pair, begin, decide, eventually, get, post


@pytest.fixture(scope="module")
def sink() -> Iterator[Letters]:
    letters = Letters()
    yield letters
    letters.stop()


@pytest.fixture(scope="module")
def club(sink: Letters, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(
        tmp_path_factory.mktemp("told"), club={"address": "https://play.example.org"}, notices={"wait": 1.0},
        mail={"host": "127.0.0.1", "port": sink.port, "security": "none", "sender": "club@example.org"},
    )  # fmt: skip
    yield running
    running.stop()


def by_mail(who: Browser, sink: Letters, email: str) -> None:
    who.say("me/email", email=email)
    code = re.search(r"#verify=([\w-]+)", sink.to(email)[0].get_content())
    assert code
    who.say("me/verify", code=code[1])
    who.say("me/notifications", mail="each")


def moves(sink: Letters, email: str) -> list[str]:
    return [str(each["subject"]) for each in sink.got if each["to"] == email and "your move" in str(each["subject"])]


def play_on(who: Browser, match: str) -> int:
    """Decide until the other side is asked; how often."""
    for done in range(200):
        table = get(who, f"matches/{match}")
        if not table["ask"]["mine"]:
            return done
        # Some placing first, then whatever ends the question: the option that names least.
        decide(who, match, (max if done < 3 else min)(table["ask"]["options"], key=len))
    raise AssertionError("the question never went over")


def test_a_hand_over_is_told_by_one_letter_and_by_none_to_who_looks(club: ClubServer, sink: Letters) -> None:
    pair = Pair(club, club)
    letters = ["anna@example.org", "ben@example.org"]
    for who, email in zip((pair.anna, pair.ben), letters, strict=True):
        by_mail(who, sink, email)
    match = begin(pair, pace={"kind": "none"})
    first = get(pair.anna, f"matches/{match}")["ask"]["side"]
    one, two = (pair.anna, pair.ben)[first], (pair.anna, pair.ben)[1 - first]
    eventually(lambda: len(moves(sink, letters[first])) == 1)
    assert play_on(one, match) > 1  # many decisions are one hand-over
    told = eventually(lambda: moves(sink, letters[1 - first]))
    assert told == ["Grognard Club: Iwo Jima: it is your move"]
    play_on(two, match)
    one.say("seen", match=match, revision=1, visible=True)
    time.sleep(2.5)
    assert len(moves(sink, letters[first])) == 1
    assert len(moves(sink, letters[1 - first])) == 1


def keeper(club: ClubServer, role: str) -> Browser:
    browser = club.member()
    people = Members(club.db)
    people.change(browser.ask("me")["id"], roles=role)
    people.close()
    eventually(lambda: browser.ask("me")["roles"] == [role])
    return browser


def test_what_keepers_do_at_a_match_is_in_the_audit_log(club: ClubServer) -> None:
    pair = Pair(club, club)
    match = begin(pair)
    post(pair.ben, f"matches/{match}/chat", text="Something rude")
    post(pair.anna, "club/report", match=match, n=1, why="Rude")
    umpire, moderator = keeper(club, "umpire"), keeper(club, "moderator")
    report = moderator.ask("reports")[-1]
    assert (report["by_name"], report["against_name"]) == tuple(pair.names)
    assert (report["match"], report["n"], report["why"]) == (match, 1, "Rude")
    refused(umpire.post(f"/api/matches/{match}/chat/1/hide", json={}), 403, "role")
    post(moderator, f"matches/{match}/chat/1/hide")
    assert get(pair.anna, f"matches/{match}/chat")[0]["text"] == "A moderator has hidden this message."
    post(moderator, f"matches/{match}/chat/1/hide", hidden=False)
    assert get(pair.anna, f"matches/{match}/chat")[0]["text"] == "Something rude"
    refused(umpire.post(f"/api/matches/{match}/adjudicate", json={"winner": "XX"}), 400, "malformed")
    facts = post(umpire, f"matches/{match}/adjudicate", winner="JP")
    assert (facts["result"]["how"], facts["result"]["winner"]) == ("adjudication", "JP")
    refused(umpire.post(f"/api/matches/{match}/adjudicate", json={"winner": "US"}), 409, "over")
    acts = [(row["by_name"], row["act"], row["detail"]) for row in moderator.ask("audit") if row["subject"] == match]
    names = [who.ask("me")["name"] for who in (umpire, moderator)]
    assert acts == [
        (names[0], "match settled", "JP"),
        (names[1], "line shown again", "line 1"),
        (names[1], "line hidden", "line 1"),
    ]

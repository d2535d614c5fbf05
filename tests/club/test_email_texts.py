"""What a club's emails say, as the one reads them who gets them: true, complete, and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest

from club_server import Browser, ClubServer
from grognard.club import clock, notification_text
from grognard.club.config import ClubSettings, Config, MailSettings
from grognard.club.notification_text import worded
from grognard.server.club.notification_delivery import sender_of
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from notification_receivers import Letters
from two_members import MINUTE, concede, decide, eventually, get, post, warned, wind

ADDRESS = "https://play.example.org"
DAYS = {"kind": "days", "days": 2, "reserve": 10}


@pytest.fixture(scope="module")
def sink() -> Iterator[Letters]:
    letters = Letters()
    yield letters
    letters.stop()


@pytest.fixture(scope="module")
def club(sink: Letters, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(
        tmp_path_factory.mktemp("texts"),
        club={"address": ADDRESS, "name": "Die Eule"},
        mail={"host": "127.0.0.1", "port": sink.port, "security": "none", "sender": "club@example.org"},
        notices={"wait": 0.2},
    )
    yield running
    running.stop()


def reader(club: ClubServer, name: str, email: str) -> Browser:
    """A member whose address is known to be theirs."""
    browser = club.member(name, email=email)
    people = Members(club.db)
    people.change(str(browser.ask("me")["id"]), verified=1)
    people.close()
    browser.say("me/notifications", mail="each")
    return browser


def about(sink: Letters, email: str, words: str) -> EmailMessage:
    """The letter with these words in its subject."""
    found: EmailMessage = eventually(lambda: next((m for m in sink.to(email, 0) if words in str(m["subject"])), None))
    return found


def rating(who: Browser) -> int:
    return int(get(who, f"members/{who.ask('me')['name']}")["ratings"][0]["rating"])


def test_a_match_by_letter_from_challenge_to_rating(club: ClubServer, sink: Letters) -> None:
    ann, ben = reader(club, "Ann Reads", "ann-reads@example.org"), reader(club, "Ben Reads", "ben-reads@example.org")
    wanted = {"game": "iwojima", "side": "US", "rated": True, "pace": DAYS, "to": "Ben Reads"}
    table = post(ann, "lobby", **wanted)["id"]
    challenge = about(sink, "ben-reads@example.org", "challenges you")
    assert str(challenge["from"]) == "Die Eule <club@example.org>"
    assert str(challenge["subject"]) == "Die Eule: Ann Reads challenges you"
    terms = "you play Japan, 2 days for each turn to decide and 10 days in reserve, rated"
    assert f"The game is Iwo Jima: {terms}. Accept or decline in the lobby." in challenge.get_content()
    match = post(ben, f"lobby/{table}/accept")["matches"][0]
    taken = about(sink, "ann-reads@example.org", "accepted your challenge")
    assert f"{ADDRESS}/match/{match}\r\n" in taken.get_content()
    first = get(ann, f"matches/{match}")["ask"]["side"]
    both = [(ann, "ann-reads@example.org", "Ann Reads"), (ben, "ben-reads@example.org", "Ben Reads")]
    (one, address, name), (other, second, _) = both[first], both[1 - first]
    begun = about(sink, address, "it is your move").get_content()
    against = "Ben Reads" if name == "Ann Reads" else "Ann Reads"
    assert begun.startswith(f"Your match against {against} has begun. Decide by ")
    assert " UTC.\r\n" in begun
    while get(one, f"matches/{match}")["ask"]["mine"]:
        decide(one, match, min(get(one, f"matches/{match}")["ask"]["options"], key=len))
    assert f"{name} has played (turn " in about(sink, second, "it is your move").get_content()
    concede(other, match)
    won = about(sink, address, "the match is over").get_content()
    lost = about(sink, second, "the match is over").get_content()
    assert f"Your match against {against} is over. You won. Your rating is {rating(one)} now (+" in won
    now = f"Your rating is {rating(other)} now (\N{MINUS SIGN}{1500 - rating(other)})."
    assert f"Your match against {name} is over. {name} won. {now}" in lost


def test_a_void_match_changes_no_rating_and_the_letter_says_why(club: ClubServer, sink: Letters) -> None:
    ann, ben = reader(club, "Ann Voids", "ann-voids@example.org"), reader(club, "Ben Voids", "ben-voids@example.org")
    table = post(ann, "lobby", game="iwojima", side="US", rated=True, pace=MINUTE)["id"]
    match = post(ben, f"lobby/{table}/join")["matches"][0]
    eventually(lambda: get(ann, f"matches/{match}/club")["clock"]["side"])
    people = Members(club.db)
    lobby = Lobby(people)
    wind(lobby, match, 61.0)
    eventually(lambda: warned(lobby, match))
    wind(lobby, match, 0.0, warned=11.0)
    other = (ben, ann)[get(ann, f"matches/{match}")["ask"]["side"]]
    eventually(lambda: get(other, f"matches/{match}/club")["clock"]["claim"])
    post(other, f"matches/{match}/claim")
    people.close()
    for email, opponent in (("ann-voids@example.org", "Ben Voids"), ("ben-voids@example.org", "Ann Voids")):
        text = about(sink, email, "the match is over").get_content()
        assert text.startswith(f"Your match against {opponent} is over. The match is void: the time of ")
        assert "rating" not in text


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (None, "soon"),
        (0.0, "in less than 1 minute"),
        (0.01, "in less than 1 minute"),
        (0.02, "in about 1 minute"),
        (0.5, "in about 30 minutes"),
        (1.2, "in about 1 hour"),
        (5.0, "in 5 hours"),
    ],
)
def test_the_time_that_is_left_is_true(hours: float | None, said: str) -> None:
    facts: dict[str, Any] = {"game": "Iwo Jima"} | ({} if hours is None else {"hours": hours})
    assert worded("time-short", "m", facts, "Club", ADDRESS).title == f"Iwo Jima: your time runs out {said}"


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (clock.NoPace(), "no clock"),
        (clock.Live(minutes=30), "30 minutes for each player"),
        (clock.Live(minutes=1, increment=5), "1 minute for each player and 5 seconds for each turn to decide"),
        (clock.Days(days=1), "1 day for each turn to decide"),
        (clock.Days(days=2, reserve=10), "2 days for each turn to decide and 10 days in reserve"),
    ],
)
def test_a_pace_in_words(pace: clock.Pace, said: str) -> None:
    assert clock.in_words(pace) == said


def test_a_long_reason_is_not_cut_and_a_long_name_is() -> None:
    kept = notification_text.facts_of({"why": "w" * 200, "opponent": "o" * 200})
    assert (len(kept["why"]), len(kept["opponent"])) == (200, notification_text.LONGEST)


def test_the_club_signs_unless_its_owner_named_a_sender() -> None:
    def sender(name: str, given: str) -> str:
        return sender_of(Config(club=ClubSettings(name=name), mail=MailSettings("h", sender=given)))

    assert sender("Die Eule", "club@example.org") == "Die Eule <club@example.org>"
    assert sender("Die Eule", "Owl <club@example.org>") == "Owl <club@example.org>"
    assert sender("Owls, Ltd. <x@y.z>", "c@example.org") == '"Owls, Ltd. <x@y.z>" <c@example.org>'


def test_a_subject_names_the_club_once() -> None:
    test = worded("test", "", {}, "Club", ADDRESS)
    assert notification_text.subject(test, "Club") == test.title
    words = worded("joined", "m", {"opponent": "Ben"}, "Club", ADDRESS)
    assert notification_text.subject(words, "Club") == "Club: Ben joined your game"

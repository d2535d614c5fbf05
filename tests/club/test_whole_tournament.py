"""A tournament of six from its announcement to the archive, with two browsers and four programs and every email read.

On a file and on PostgreSQL with two server processes; the second time one player drops out and a substitute plays on.
"""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest

from club_server import Browser, ClubServer
from databases import fresh_database
from grognard.match import save as saves
from grognard.store.members import Members
from notification_receivers import Letters, free_port
from two_members import eventually, get, post

DAYS = {"kind": "days", "days": 3, "reserve": 0}
NAMES = ["Ann Rating", "Ben Browser", "Carla Prog", "Dan Prog", "Eve Prog", "Finn Prog"]
SUBSTITUTE, WATCHER = "Sue Spare", "Will Watcher"
NOT_WORDS = re.compile(r"None|\{|\}|\bnan\b|\bat 0x|Traceback|undefined|  +[^ ]")
Call = httpx.Client


class House:
    """The processes of a club, the letters it sends, and its members by name."""

    def __init__(self, servers: list[ClubServer], letters: Letters) -> None:
        self.servers, self.letters = servers, letters
        self.players: dict[str, Call] = {}
        self.browsers: dict[str, Browser] = {}

    def email(self, name: str) -> str:
        return f"{name.split()[0].lower()}@example.org"

    def come(self, name: str, roles: str = "", program: bool = False) -> None:
        """A member with an email address that is theirs, now at one process and now at the other."""
        server = self.servers[len(self.players) % len(self.servers)]
        browser = server.member(name, email=self.email(name))
        people = Members(server.db)
        people.change(str(browser.ask("me")["id"]), verified=1, roles=roles)
        people.close()
        browser.say("me/notifications", mail="each", announcements=name != SUBSTITUTE)
        if roles:
            browser = server.browser()
            browser.enter(name)
        self.browsers[name] = browser
        self.players[name] = browser
        if program:
            token = browser.say("me/tokens", name="plays", scopes=["play", "challenge"])["token"]
            self.players[name] = httpx.Client(
                base_url=server.url, timeout=120, headers={"authorization": f"Bearer {token}"}, verify=False
            )

    def got(self, name: str, words: str, count: int = 1) -> list[EmailMessage]:
        """Letters with these words in the subject, once so many have come."""
        mine = self.email(name)
        return eventually(
            lambda: len(f := [m for m in self.letters.to(mine, 0) if words in str(m["subject"])]) >= count and f
        )  # type: ignore[no-any-return]


@contextmanager
def opened(folder: Path, shared: bool) -> Iterator[House]:
    letters, db = Letters(), fresh_database() if shared else None
    tables: dict[str, Any] = {
        "club": {"address": "https://play.example.org", "name": "Die Eule"},
        "mail": {"host": "127.0.0.1", "port": letters.port, "security": "none", "sender": "club@example.org"},
        "notices": {"wait": 0.2},
    }
    servers = [ClubServer(folder, db, port=free_port(), **tables) for _ in range(2 if shared else 1)]
    try:
        house = House(servers, letters)
        house.come("Uma Umpire", roles="umpire")
        house.come(WATCHER)
        for number, name in enumerate(NAMES):
            house.come(name, program=number >= 2)
        house.come(SUBSTITUTE)
        yield house
    finally:
        for server in servers:
            server.stop()
        letters.stop()


def paired(house: House, ident: str, number: int) -> list[dict[str, Any]]:
    """The pairings of a round, as soon as all their games are there."""

    def there() -> Any:
        rounds = get(house.browsers["Uma Umpire"], f"tournaments/{ident}")["results"]
        now = rounds[number - 1]["pairings"] if len(rounds) >= number else []
        return now if now and all(len(p["matches"]) == 2 or p["score"] is not None for p in now) else None

    return eventually(there)  # type: ignore[no-any-return]


def concede(who: Call, match: str) -> None:
    def conceded() -> bool:
        table = who.get(f"/api/matches/{match}").json()
        body = {"stamp": table["stamp"], "option": ["concede"]}
        answer = who.post(f"/api/matches/{match}/decide", json=body)
        assert answer.is_success or answer.json()["code"] in ("stale", "over"), answer.text
        return answer.is_success

    eventually(conceded)


def play(house: House, ident: str, number: int) -> None:
    """In every pairing the name that comes later concedes both games."""
    for pairing in paired(house, ident, number):
        if pairing["score"] is None:
            loser = max(pairing["first"], pairing["second"])
            for game in pairing["games"]:
                if not game["winner"]:
                    concede(house.players[loser], game["match"])


def over(house: House, ident: str) -> dict[str, Any]:
    umpire = house.browsers["Uma Umpire"]
    return eventually(lambda: (t := get(umpire, f"tournaments/{ident}"))["status"] == "over" and t)  # type: ignore[no-any-return]


def announced(house: House) -> str:
    now = time.time()
    wanted = {
        "name": "Winter Cup", "kind": "swiss", "game": "iwojima", "pace": DAYS, "rounds": 3, "most": 6, "daily": 1,
        "text": "Prizes: a book.\nAsk Uma.", "closes": now + 30 * 86_400,
    }  # fmt: skip
    umpire = house.browsers["Uma Umpire"]
    return str(eventually(lambda: (a := umpire.post("/api/tournaments", json=wanted)).is_success and a.json()["id"]))


def read_all(house: House) -> None:
    """Every letter is in order: from the club, to one member, one subject, a link, and no word that is none."""
    for letter in house.letters.got:
        subject, text = str(letter["subject"]), letter.get_content()
        assert subject.startswith("Die Eule: "), subject
        assert str(letter["from"]) == "Die Eule <club@example.org>"
        assert letter["List-Unsubscribe"] or "email address" in subject, subject
        assert "https://play.example.org/" in text
        assert not NOT_WORDS.search(subject + text), (subject, text)


STORES = pytest.mark.parametrize("shared", [False, True], ids=["sqlite", "postgresql"])


@STORES
def test_a_tournament_of_six_from_announcement_to_archive(tmp_path: Path, shared: bool) -> None:
    with opened(tmp_path, shared) as house:
        ident = announced(house)
        news = house.got(WATCHER, "a new tournament")[0].get_content().replace("\r\n", "\n")
        assert news.startswith(
            "Prizes: a book.\nAsk Uma.\n\nThe game is Iwo Jima: Swiss, 3 days for each turn to decide, rated. Join by "
        )
        assert "Players are expected to play 1 game a day." in news
        assert f"https://play.example.org/tournaments/{ident}\n" in news
        assert not [m for m in house.letters.to(house.email(SUBSTITUTE), 0) if "new tournament" in str(m["subject"])]
        for name in NAMES:
            assert house.players[name].post(f"/api/tournaments/{ident}/join", json={}).is_success
        for number in (1, 2, 3):
            for pairing in paired(house, ident, number):
                for name, other, side in ((pairing["first"], pairing["second"], "United States"),
                                          (pairing["second"], pairing["first"], "Japan")):  # fmt: skip
                    told = house.got(name, f"Winter Cup: round {number} of 3")[0].get_content()
                    assert f"You play {other} in two games of Iwo Jima. In game 1 you play {side}" in told
                    assert "You have 3 days for each turn to decide." in told
            play(house, ident, number)
        shown = over(house, ident)
        assert shown["winner"] == NAMES[0]
        assert shown["standings"][0]["points"] == 6.0
        for place, row in enumerate(shown["standings"], 1):
            told = house.got(row["player"], "Winter Cup is over")[0].get_content().replace("\r\n", "\n")
            ending = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
            assert told.startswith(f"You are {place}{ending}. The final table:\n\n1. {NAMES[0]}: 6\n")
            assert f"\n{place}. {row['player']}: {row['points']:g}\n" in f"\n{told}"
        archive = house.browsers["Uma Umpire"].get(f"/api/tournaments/{ident}/archive").content
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            records = [name for name in files.namelist() if name.startswith("records/")]
            assert len(records) == 2 * 3 * 3
            for name in records:
                assert saves.load(files.read(name).decode()).match.over
        read_all(house)


@STORES
def test_the_same_with_a_player_who_drops_out_and_a_substitute(tmp_path: Path, shared: bool) -> None:
    with opened(tmp_path, shared) as house:
        ident = announced(house)
        for name in NAMES:
            assert house.players[name].post(f"/api/tournaments/{ident}/join", json={}).is_success
        post(house.browsers[SUBSTITUTE], f"tournaments/{ident}/stand-by")
        play(house, ident, 1)
        # Eve drops out while the second round is being played: her open games are lost at once.
        second = paired(house, ident, 2)
        eves = next(p for p in second if "Eve Prog" in (p["first"], p["second"]))
        assert house.players["Eve Prog"].post(f"/api/tournaments/{ident}/withdraw", json={}).is_success
        lost: Callable[[], Any] = lambda: next(  # noqa: E731
            p for p in paired(house, ident, 2) if p["n"] == eves["n"]
        )["score"] is not None
        eventually(lost)
        body = {"name": "Eve Prog", "by": SUBSTITUTE, "why": "Eve fell ill"}
        post(house.browsers["Uma Umpire"], f"tournaments/{ident}/substitute", **body)
        told = house.got(SUBSTITUTE, "Winter Cup: you play")[0].get_content()
        assert told.startswith("You take the place of Eve Prog. Reason: Eve fell ill")
        play(house, ident, 2)
        third = paired(house, ident, 3)
        assert SUBSTITUTE in {p[side] for p in third for side in ("first", "second")}
        assert "Eve Prog" not in {p[side] for p in third for side in ("first", "second")}
        house.got(SUBSTITUTE, "Winter Cup: round 3 of 3")
        play(house, ident, 3)
        shown = over(house, ident)
        assert shown["winner"] == NAMES[0]
        assert [(r["act"], r["why"]) for r in shown["rulings"]] == [("substituted", "Eve fell ill")]
        assert {row["player"] for row in shown["standings"]} == {*NAMES, SUBSTITUTE} - {"Eve Prog"}
        house.got(SUBSTITUTE, "Winter Cup is over")
        read_all(house)

"""What a club keeps of its matches: the same over a real file and a real PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard import games
from grognard.club.clock import Clock, Days, Live, Span, start
from grognard.club.ratings import Result, rate
from grognard.match import Match
from grognard.store import open_store
from grognard.store.chat import PLAYERS, SPECTATORS, Chat
from grognard.store.engine import Tables
from grognard.store.lobby import JOINED, OVER, WITHDRAWN, ClubMatch, FullError, Lobby, Offer, seated
from grognard.store.match_rows import standing_of, stored_of
from grognard.store.members import Members
from grognard.store.results import Played, Results

PACE = Days(2, 1, 3, (22, 7, "Asia/Tokyo"))


@pytest.fixture
def tables(address: str | Path) -> Iterator[Tables]:
    open_store(address).close()
    opened = Tables(address)
    yield opened
    opened.close()


@pytest.fixture
def lobby(tables: Tables) -> Lobby:
    return Lobby(tables)


def kept(address: str | Path, *names: str) -> None:
    """Real matches under these ids."""
    store = open_store(address)
    for name in names:
        match = Match.new(games.load("iwojima"), seed=1)
        store.create(name, stored_of(name, match, {}), standing_of(match)).result()
    store.close()


def an_offer(ident: str, **more: object) -> Offer:
    values = {"by": "anna", "game": "iwojima", "scenario": "standard", "options": {}, "side": "US", "rated": True}
    return Offer(id=ident, pace=PACE, made=time.time(), **(values | more))  # type: ignore[arg-type]


def a_match(name: str, **more: object) -> ClubMatch:
    values = {"game": "iwojima", "scenario": "standard", "options": {"windows": "auto"}, "rated": True}
    values |= {"seats": {"US": "anna", "JP": "ben"}, "pace": PACE, "clock": start(PACE, 2)}
    return ClubMatch(match=name, made=time.time(), **(values | more))  # type: ignore[arg-type]


def test_of_two_who_put_up_the_same_table_at_once_one_is_told_that_he_did(lobby: Lobby) -> None:
    ready, put_up = threading.Barrier(2), {}

    def ask(member: str) -> None:
        ready.wait(60)
        put_up[member] = lobby.offer(an_offer("re-1", by=member))

    both = [threading.Thread(target=ask, args=[member]) for member in ("anna", "ben")]
    for each in both:
        each.start()
    for each in both:
        each.join(120)
    assert sorted(put_up.values()) == [False, True]
    found = lobby.offer_of("re-1")
    assert found is not None
    assert put_up[found.by]


def test_a_table_is_listed_for_all_and_a_challenge_for_two(lobby: Lobby) -> None:
    lobby.offer(an_offer("open"))
    lobby.offer(an_offer("challenge", to="ben"))
    lobby.offer(an_offer("private", digest="d1gest"))
    seen = {who: {offer.id for offer in lobby.offers(who)} for who in ("anna", "ben", "carl", "")}
    assert seen == {
        "anna": {"open", "challenge", "private"}, "ben": {"open", "challenge"}, "carl": {"open"}, "": {"open"},
    }  # fmt: skip
    assert lobby.offer_of("open") == next(offer for offer in lobby.offers("") if offer.id == "open")
    assert lobby.offer_of("open").pace == PACE
    assert lobby.offer_of(digest="d1gest").id == "private"
    assert lobby.offer_of(digest="") is None
    with pytest.raises(FullError):
        lobby.offer(an_offer("one more"), most=3)
    assert lobby.offer(an_offer("one more"), most=4)


def test_of_many_who_sit_down_at_once_one_has_the_seat(lobby: Lobby) -> None:
    lobby.offer(an_offer("open"))
    took: list[bool] = []
    threads = [threading.Thread(target=lambda: took.append(lobby.settle("open", JOINED))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(took) == [False] * 7 + [True]
    assert not lobby.settle("open", WITHDRAWN)
    assert lobby.offers("") == []


def test_a_match_is_read_as_it_was_written_and_changed_by_one_at_a_time(lobby: Lobby, address: str | Path) -> None:
    kept(address, "aaa")
    row = a_match("aaa")
    lobby.add(row)
    assert lobby.match("aaa") == row
    assert lobby.match("bbb") is None
    clock = Clock((1.0, 2.0), 1, 5.0, (0.0, 0.0), ((Span(1, 2),), ()))
    new = lobby.change(row, clock=clock, draw="US", asks="JP")
    assert new is not None
    assert lobby.match("aaa") == new
    assert lobby.match("aaa").clock == clock
    assert lobby.change(row, draw="JP") is None
    assert lobby.change(new, [seated("aaa", "JP", "carl")], draw="") is not None
    assert lobby.match("aaa").seats == {"US": "anna", "JP": "carl"}


def test_what_waits_is_counted_and_what_is_due_is_found(lobby: Lobby, address: str | Path) -> None:
    kept(address, "aaa", "bbb")
    decides = standing_of(Match.new(games.load("iwojima"), seed=1)).decides
    other = "JP" if decides == "US" else "US"
    lobby.add(a_match("aaa", seats={decides: "anna", other: "ben"}, due=100.0))
    lobby.add(a_match("bbb", seats={decides: "ben", other: "anna"}, due=300.0, watch=False))
    assert {waiting.row.match: waiting.decides for waiting in lobby.matches_of("anna")} == {
        "aaa": decides,
        "bbb": decides,
    }
    assert lobby.waits_for("anna") == 1
    assert lobby.due(200.0) == ["aaa"]
    assert [waiting.row.match for waiting in lobby.live()] == ["aaa"]
    lobby.change(lobby.match("aaa"), status=OVER)
    assert lobby.waits_for("anna") == 0
    assert lobby.due(200.0) == []
    assert lobby.live() == []


def test_time_without_a_server_is_written_down_once(lobby: Lobby) -> None:
    assert lobby.beat(1000.0, 8) is None
    assert lobby.beat(1002.0, 8) is None
    assert lobby.beat(1001.0, 8) is None
    assert lobby.beat(1100.0, 8) == Span(1002.0, 1100.0)
    assert lobby.beat(1100.0, 8) is None
    assert lobby.standstills(0) == [Span(1002.0, 1100.0)]
    assert lobby.standstills(1100.0) == []


def test_watchers_of_several_processes_are_counted_together(lobby: Lobby) -> None:
    lobby.watching("aaa", "one", 2)
    lobby.watching("aaa", "two", 3)
    lobby.watching("aaa", "two", 1)
    lobby.watching("bbb", "one", 7)
    assert lobby.spectators("aaa", "me") == 3
    assert lobby.spectators("aaa", "one") == 1
    lobby.watching("aaa", "one", 0)
    assert lobby.spectators("aaa", "me") == 1


def a_result(number: int, first: str, second: str, score: float, rated: bool = True) -> Played:
    return Played(
        match=f"m{number}", at=1000.0 * number, game="formosa", scenario="1", first=first, second=second, score=score,
        how="rules", rated=rated, turn=3,
    )  # fmt: skip


GAMES = [("anna", "ben", 1.0), ("ben", "bot:staff", 0.5), ("carl", "anna", 0.0), ("anna", "ben", 0.0)]


def test_ratings_follow_from_the_results_and_are_the_same_when_computed_again(tables: Tables) -> None:
    results = Results(tables)
    for number, (first, second, score) in enumerate(GAMES):
        assert results.add(a_result(number, first, second, score)) is not None
    results.add(a_result(9, "anna", "carl", 1.0, rated=False))
    assert results.add(a_result(0, "anna", "ben", 0.0)) is None
    people = ["anna", "ben", "carl", "bot:staff"]
    kept_ratings = results.ratings(people)
    pure = rate(Result(1000.0 * n, "formosa", "1", *game) for n, game in enumerate(GAMES))
    assert kept_ratings == pure
    before = results.of("anna")
    assert results.again() == len(GAMES)
    assert results.ratings(people) == pure
    assert results.of("anna") == before
    assert [who for who, _ in results.leaders("formosa")] == sorted(people, key=lambda who: -pure[who, "formosa"].value)
    assert [played.match for played in results.of("anna", "ben")] == ["m3", "m0"]
    assert results.of("anna")[0].first_after == 0.0  # it did not count
    assert results.of("ben", "anna")[1].first_after == pytest.approx(
        rate([Result(0, "formosa", "1", *GAMES[0])])["anna", "formosa"].value
    )


def test_results_that_come_at_once_are_rated_one_after_the_other(tables: Tables) -> None:
    results = Results(tables)
    games_played = [a_result(n, "anna", "ben", float(n % 2)) for n in range(8)]
    threads = [threading.Thread(target=results.add, args=(played,)) for played in games_played]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = results.ratings(["anna"])
    assert found["anna", "formosa"].games == 8
    results.again()
    assert results.ratings(["anna"]) == found


def test_talk_is_numbered_searched_and_hidden(tables: Tables) -> None:
    chat = Chat(tables)
    chat.say("aaa", PLAYERS, "anna", "US", "Good luck – 頑張って!")
    chat.say("aaa", SPECTATORS, "carl", "", "He will lose 100% of it")
    chat.say("aaa", PLAYERS, "ben", "JP", "You too")
    chat.say("bbb", PLAYERS, "ben", "JP", "Elsewhere")
    assert [line.n for line in chat.lines("aaa", PLAYERS)] == [1, 3]
    assert [line.text for line in chat.lines("aaa", PLAYERS, search="LUCK")] == ["Good luck – 頑張って!"]
    assert [line.n for line in chat.lines("aaa", SPECTATORS, search="100%")] == [2]
    assert chat.lines("aaa", SPECTATORS, search="1_0") == []
    assert [line.n for line in chat.lines("aaa", PLAYERS, after=1)] == [3]
    assert chat.hide("aaa", 3, "moderator")
    assert chat.line("aaa", 3).hidden == "moderator"
    assert chat.lines("aaa", PLAYERS, search="too") == []
    assert not chat.hide("aaa", 99, "moderator")


def test_notes_and_blocks_are_ones_own(tables: Tables, address: str | Path) -> None:
    people = Members(address)
    anna, ben = (people.add(name, "x").id for name in ("Anna", "Benno"))
    people.close()
    chat = Chat(tables)
    chat.put_note("aaa", anna, "He likes caves")
    chat.put_note("aaa", ben, "Attack on the left")
    assert chat.note("aaa", anna) == "He likes caves"
    assert chat.notes_with(anna, "CAVE") == [("aaa", "He likes caves")]
    assert chat.notes_with(anna, "left") == []
    chat.put_note("aaa", anna, "")
    assert chat.note("aaa", anna) == ""
    chat.block(anna, ben, True)
    chat.block(anna, ben, True)
    assert chat.blocked_by(anna) == {ben}
    assert chat.blocked_by(ben) == set()
    assert chat.apart(ben, anna)
    chat.block(anna, ben, False)
    assert not chat.apart(ben, anna)


def test_a_live_pace_is_kept_too(lobby: Lobby, address: str | Path) -> None:
    kept(address, "aaa")
    lobby.add(a_match("aaa", pace=Live(30, 10), clock=start(Live(30, 10), 2)))
    assert lobby.match("aaa").pace == Live(30, 10)
    assert lobby.match("aaa").clock.left == (1800.0, 1800.0)

"""Members play with each other: lobby, seats, clock, endings, ratings and talk, over real server processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update
from websockets.sync.client import connect

from club_server import PASSWORD, Browser, ClubServer, refused
from databases import fresh_database
from grognard.match.verify import verify
from grognard.server.club.login_throttle import WRONG
from grognard.store import schema
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from two_members import LIVE, Pair, begin, concede, eventually, get, post, wind


@pytest.fixture(scope="module", params=[pytest.param("one", marks=pytest.mark.soak), "two"])
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ClubServer, ...]]:
    folders = [tmp_path_factory.mktemp("club") for _ in range(2)]
    if request.param == "one":
        running = [ClubServer(folders[0], club={"guests_play": True})]
    else:
        db = fresh_database()
        running = [ClubServer(folder, db, club={"guests_play": True}) for folder in folders]
    yield (running[0], running[-1])
    for server in running:
        server.stop()


@pytest.fixture
def pair(servers: tuple[ClubServer, ClubServer]) -> Pair:
    return Pair(*servers)


def abandoned(pair: Pair, match: str) -> None:
    """Both agree that it ends without a result."""
    post(pair.anna, f"matches/{match}/abandon")
    assert post(pair.ben, f"matches/{match}/abandon")["result"]["how"] == "abandoned"


def test_a_match_that_ended_outside_the_rules_waits_for_nobody_in_the_list(pair: Pair) -> None:
    match = begin(pair)
    assert [(row["status"], row["decides"]) for row in get(pair.ben, "matches")] == [("open", "JP")]
    abandoned(pair, match)
    for who in (pair.anna, pair.ben):
        assert [(row["status"], row["decides"]) for row in get(who, "matches")] == [("over", None)]


def test_a_table_is_opened_joined_played_conceded_and_rated(pair: Pair) -> None:
    match = begin(pair)
    assert get(pair.anna, f"matches/{match}")["side"] == 0
    assert get(pair.ben, f"matches/{match}")["side"] == 1
    facts = get(pair.ben, f"matches/{match}/club")
    assert {side: seat["name"] for side, seat in facts["seats"].items()} == dict(
        zip(["US", "JP"], pair.names, strict=True)
    )
    assert facts["rated"]
    assert facts["clock"]["left"].keys() == {"US", "JP"}
    asked = get(pair.anna, f"matches/{match}")["ask"]["side"]
    mine = eventually(lambda: get([pair.anna, pair.ben][asked], "lobby")["mine"])
    assert mine[0]["waits"] == "me"
    assert mine[0]["opponent"] == pair.names[1 - asked]
    assert get([pair.anna, pair.ben][asked], "club")["waiting"] == 1
    assert get([pair.anna, pair.ben][1 - asked], "club")["waiting"] == 0
    concede(pair.ben, match)
    over = eventually(lambda: get(pair.anna, f"matches/{match}/club")["result"])
    assert over == {"winner": "US", "how": "concession", "text": ""}
    found = eventually(lambda: get(pair.anna, f"members/{pair.names[0]}")["ratings"])
    assert found[0]["game"] == "iwojima"
    assert found[0]["rating"] > 1600
    assert found[0]["provisional"]
    shown = get(pair.ben, f"members/{pair.names[1]}")
    assert shown["record"] == [{"game": "iwojima", "side": "JP", "won": 0, "drawn": 0, "lost": 1}]
    assert [point["rating"] < 1400 for point in shown["graph"]] == [True]
    assert get(pair.ben, f"members/{pair.names[1]}/against/{pair.names[0]}")["lost"] == 1
    leaders = [row["name"] for row in get(pair.ben, "leaderboard/iwojima")]
    assert leaders.index(pair.names[0]) < leaders.index(pair.names[1])


def test_a_challenge_is_for_one_who_accepts_or_declines(pair: Pair) -> None:
    carl = pair.servers[0].member()
    asked = post(pair.anna, "lobby", game="nemesis", to=pair.names[1])["id"]
    assert [table["id"] for table in get(pair.ben, "lobby")["challenges"]] == [asked]
    assert get(carl, "lobby")["challenges"] == []
    refused(carl.post(f"/api/lobby/{asked}/accept", json={}), 404, "unknown")
    refused(carl.post(f"/api/lobby/{asked}/join", json={}), 403, "wrong-seat")
    refused(carl.post(f"/api/lobby/{asked}/decline", json={}), 404, "unknown")
    refused(carl.post(f"/api/lobby/{asked}/withdraw", json={}), 403, "wrong-seat")
    post(pair.ben, f"lobby/{asked}/decline")
    refused(pair.ben.post(f"/api/lobby/{asked}/accept", json={}), 409, "full")
    again = post(pair.anna, "lobby", game="nemesis", to=pair.names[1], both=True)["id"]
    made = post(pair.ben, f"lobby/{again}/accept")["matches"]
    assert len(made) == 2
    sides = [get(pair.anna, f"matches/{match}")["side"] for match in made]
    assert sorted(sides) == [0, 1]
    assert get(pair.anna, f"matches/{made[0]}/club")["pair"] == made[1]


def test_a_private_table_is_found_by_its_link_alone(pair: Pair) -> None:
    made = post(pair.anna, "lobby", game="iwojima", private=True)
    assert made["link"] == f"/#join={made['code']}"
    assert made["id"] not in [table["id"] for table in get(pair.ben, "lobby")["tables"]]
    refused(pair.ben.post(f"/api/lobby/{made['id']}/join", json={"code": "x"}), 404, "unknown")
    refused(pair.ben.post("/api/lobby/code", json={"code": "nonsense"}), 404, "unknown")
    assert post(pair.ben, "lobby/code", code=made["code"])["by"]["name"] == pair.names[0]
    assert post(pair.ben, f"lobby/{made['id']}/join", code=made["code"])["matches"]


def test_what_makes_no_sense_is_refused_in_a_sentence(pair: Pair) -> None:
    for body, code in [
        ({"game": "chess"}, "unknown"),
        ({"game": "whitesun"}, "malformed"),
        ({"game": "iwojima", "side": "XX"}, "malformed"),
        ({"game": "iwojima", "scenario": "nope"}, "malformed"),
        ({"game": "iwojima", "options": {"windows": "wide"}}, "malformed"),
        ({"game": "iwojima", "pace": {"kind": "live", "minutes": 0}}, "malformed"),
        ({"game": "iwojima", "pace": {"kind": "days", "days": 1, "nights": [22, 7, "Moon/Sea"]}}, "malformed"),
        ({"game": "iwojima", "pace": {"kind": "fast"}}, "malformed"),
        ({"game": "iwojima", "between": [2000, 1000]}, "malformed"),
        ({"game": "iwojima", "to": "Nobody Here"}, "unknown"),
        ({"game": "iwojima", "to": pair.names[0]}, "malformed"),
        ({"game": "iwojima", "bot": "deep"}, "malformed"),
        ({"game": "iwojima", "to": pair.names[1], "private": True}, "malformed"),
    ]:
        answer = pair.anna.post("/api/lobby", json=body)
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code), (body, answer.text)


def test_a_table_for_others_of_a_certain_strength_turns_others_away(pair: Pair) -> None:
    table = post(pair.anna, "lobby", game="iwojima", between=[1800, 2400])["id"]
    refused(pair.ben.post(f"/api/lobby/{table}/join", json={}), 403, "range")
    refused(pair.anna.post(f"/api/lobby/{table}/join", json={}), 409, "illegal")
    post(pair.anna, f"lobby/{table}/withdraw")
    refused(pair.ben.post(f"/api/lobby/{table}/join", json={}), 409, "full")


def test_a_guest_plays_where_the_club_lets_him_and_never_for_a_rating(pair: Pair) -> None:
    guest = pair.servers[1].browser()
    rated = post(pair.anna, "lobby", game="iwojima", rated=True, side="US")["id"]
    refused(guest.post(f"/api/lobby/{rated}/join", json={}), 403, "enter")
    post(pair.anna, f"lobby/{rated}/withdraw")
    table = post(pair.anna, "lobby", game="iwojima", side="US")["id"]
    match = post(guest, f"lobby/{table}/join")["matches"][0]
    assert get(guest, f"matches/{match}")["side"] == 1
    assert get(guest, f"matches/{match}/club")["seats"]["JP"]["name"] == "a guest"


def test_a_draw_is_offered_declined_and_agreed_on_and_the_record_still_verifies(pair: Pair) -> None:
    match = begin(pair)
    one = f"matches/{match}"
    refused(pair.ben.post(f"/api/{one}/draw", json={"act": "accept"}), 409, "stale")
    post(pair.anna, f"{one}/draw", act="offer")
    assert get(pair.ben, f"{one}/club")["draw"] == "US"
    post(pair.ben, f"{one}/draw", act="decline")
    assert get(pair.ben, f"{one}/club")["draw"] is None
    post(pair.ben, f"{one}/draw", act="offer")
    facts = post(pair.anna, f"{one}/draw", act="accept")
    assert facts["result"]["how"] == "agreement"
    assert facts["result"]["text"].startswith("A draw")
    refused(pair.anna.post(f"/api/{one}/decide", json={"stamp": "x", "option": ["concede"]}), 409, "over")
    assert get(pair.ben, f"replays/{match}")["side"] is None
    save = pair.anna.get(f"/api/{one}/save")
    assert save.status_code == 200
    assert verify(save.text).ok
    ratings = get(pair.anna, f"members/{pair.names[0]}")
    assert ratings["record"][0]["drawn"] == 1
    again = post(pair.anna, f"{one}/rematch")
    assert again["matches"] == []
    made = post(pair.ben, f"{one}/rematch")["matches"]
    assert get(pair.anna, f"matches/{made[0]}")["side"] == 1
    assert post(pair.anna, f"{one}/rematch")["matches"] == made


def test_a_rematch_that_both_ask_for_at_the_same_moment_is_made_once(pair: Pair) -> None:
    match = begin(pair)
    abandoned(pair, match)
    with ThreadPoolExecutor() as at_once:
        answers = [
            *at_once.map(lambda member: member.post(f"/api/matches/{match}/rematch", json={}), (pair.anna, pair.ben))
        ]
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    made = [each for answer in answers for each in answer.json()["matches"]]
    assert len(set(made)) == 1
    assert {get(each, f"matches/{made[0]}")["side"] for each in (pair.anna, pair.ben)} == {0, 1}


def test_nobody_is_asked_for_a_rematch_by_whom_they_have_blocked(pair: Pair) -> None:
    match = begin(pair)
    concede(pair.anna, match)
    eventually(lambda: get(pair.anna, f"matches/{match}/club")["result"])
    post(pair.ben, "club/block", name=pair.names[0])
    try:
        refused(pair.anna.post(f"/api/matches/{match}/rematch", json={}), 403, "blocked")
        refused(pair.ben.post(f"/api/matches/{match}/rematch", json={}), 403, "blocked")
        assert [each for each in get(pair.ben, "lobby")["challenges"] if each["id"] == f"re-{match}"] == []
    finally:
        post(pair.ben, "club/block", name=pair.names[0], blocked=False)
    assert post(pair.anna, f"matches/{match}/rematch")["id"] == f"re-{match}"
    post(pair.ben, "club/block", name=pair.names[0])
    try:
        refused(pair.ben.post(f"/api/matches/{match}/rematch", json={}), 403, "blocked")
    finally:
        post(pair.ben, "club/block", name=pair.names[0], blocked=False)


def test_whose_opponent_has_blocked_them_takes_no_seat_there(pair: Pair) -> None:
    match = begin(pair, rated=False)
    eve = pair.servers[0].member()
    post(pair.ben, "club/block", name=eve.ask("me")["name"])
    post(pair.anna, f"matches/{match}/replace", act="leave", open=True)
    table = next(each for each in get(pair.ben, "lobby")["tables"] if each["match"] == match)
    refused(eve.post(f"/api/lobby/{table['id']}/join", json={}), 403, "blocked")


def test_a_rated_program_is_hurried_by_nobody(pair: Pair) -> None:
    for rated in (True, False):
        match = post(pair.anna, "lobby", game="iwojima", bot="random", side="US", rated=rated)["matches"][0]
        answer = pair.anna.post(f"/api/matches/{match}/hurry?seat=US", json={})
        assert answer.status_code == (409 if rated else 200), answer.text


def test_a_match_is_abandoned_in_its_first_turns_without_a_result(pair: Pair) -> None:
    match = begin(pair)
    assert post(pair.ben, f"matches/{match}/abandon")["void"] == "JP"
    assert get(pair.anna, f"matches/{match}/club")["result"] is None
    assert post(pair.anna, f"matches/{match}/abandon", act="decline")["void"] is None
    post(pair.anna, f"matches/{match}/abandon")
    assert post(pair.ben, f"matches/{match}/abandon", act="accept")["result"]["how"] == "abandoned"
    assert get(pair.anna, f"members/{pair.names[0]}")["record"] == []
    refused(pair.anna.post(f"/api/matches/{match}/claim", json={}), 409, "over")


def test_a_match_without_a_clock_is_ended_by_one_when_the_other_has_vanished(pair: Pair) -> None:
    match = begin(pair, pace={"kind": "none"}, rated=False)
    people = Members(pair.servers[0].db)
    lobby = Lobby(people)
    row = lobby.match(match)
    assert row is not None
    long_ago = row.made - 31 * 86_400
    assert lobby.change(row, since=long_ago, made=long_ago) is not None
    with people.write() as db:
        db.execute(update(schema.matches).where(schema.matches.c.id == match).values(updated=long_ago))
    people.close()
    assert post(pair.ben, f"matches/{match}/abandon")["result"]["how"] == "abandoned"


def test_the_seat_of_a_player_who_has_come_back_is_nobody_elses(pair: Pair) -> None:
    match = begin(pair, rated=False)
    people = Members(pair.servers[0].db)
    lobby = Lobby(people)
    asked = get(pair.anna, f"matches/{match}")["ask"]["side"]
    slow, other = (pair.anna, pair.ben) if asked == 0 else (pair.ben, pair.anna)
    wind(lobby, match, 3600)
    eventually(lambda: other.post(f"/api/matches/{match}/claim", json={}).json().get("code") == "warned" or True)
    eventually(lambda: (row := lobby.match(match)) is not None and row.warned)
    wind(lobby, match, 0, warned=3600)
    for _ in range(3):
        post(other, f"matches/{match}/replace", open=True)
    open_ = [each for each in get(other, "lobby")["tables"] if each["match"] == match]
    assert len(open_) == 1, "one offer a seat"
    wind(lobby, match, -36_000)
    carl = pair.servers[0].member()
    refused(carl.post(f"/api/lobby/{open_[0]['id']}/join", json={}), 409, "full")
    assert get(slow, f"matches/{match}")["side"] == asked
    assert [each for each in get(other, "lobby")["tables"] if each["match"] == match] == []
    people.close()


def test_nobody_claims_time_that_has_not_run_out_nor_settles_what_he_is_not_the_umpire_of(pair: Pair) -> None:
    match = begin(pair)
    carl = pair.servers[0].member()
    for who in (pair.anna, pair.ben):
        refused(who.post(f"/api/matches/{match}/claim", json={}), 409, "illegal")
        refused(who.post(f"/api/matches/{match}/replace", json={"bot": "staff"}), 409, "illegal")
        refused(who.post(f"/api/matches/{match}/adjudicate", json={"winner": "US"}), 403, "role")
    for what in ("claim", "abandon", "draw", "replace", "rematch", "vacation"):
        refused(carl.post(f"/api/matches/{match}/{what}", json={}), 403, "wrong-seat")
    refused(pair.anna.post(f"/api/matches/{match}/vacation", json={"days": 1}), 409, "illegal")


def test_a_bot_is_played_for_a_rating_and_gives_no_advice(pair: Pair) -> None:
    match = post(pair.anna, "lobby", game="iwojima", bot="random", side="US", rated=True)["matches"][0]
    refused(pair.anna.get(f"/api/matches/{match}/advice"), 403, "fair")
    refused(pair.anna.get(f"/api/matches/{match}/estimate"), 403, "fair")
    refused(pair.anna.post(f"/api/matches/{match}/branch", json={"at": 0}), 403, "fair")
    concede(pair.anna, match)
    eventually(lambda: get(pair.anna, f"matches/{match}/club")["result"])
    bot = eventually(lambda: [row for row in get(pair.anna, "leaderboard/iwojima") if row["kind"] == "bot"])
    assert bot[0]["name"] == "random"
    assert get(pair.anna, "members/bot:random")["kind"] == "bot"


def test_watchers_see_what_both_sides_see_and_talk_among_themselves(pair: Pair) -> None:
    match = begin(pair)
    carl = pair.servers[1].member()
    one = f"matches/{match}"
    table = get(carl, f"{one}/watch")
    assert table["side"] is None
    assert table["ask"]["options"] == []
    assert table["standing"] == []
    assert table["seed"] is None
    refused(carl.get(f"/api/{one}"), 403, "wrong-seat")
    refused(carl.get(f"/api/replays/{match}"), 403, "secret")
    refused(carl.get(f"/api/{one}/chat", params={"room": "players"}), 403, "secret")
    refused(carl.post(f"/api/{one}/chat", json={"room": "players", "text": "hello"}), 403, "secret")
    post(pair.anna, f"{one}/chat", text="Good luck, <b>Ben</b> – 頑張って")
    post(carl, f"{one}/chat", room="spectators", text="The US side looks weak")
    for who in (pair.anna, pair.ben):
        refused(who.get(f"/api/{one}/chat", params={"room": "spectators"}), 403, "secret")
        refused(who.post(f"/api/{one}/chat", json={"room": "spectators", "text": "x"}), 403, "secret")
    lines = get(pair.ben, f"{one}/chat", room="players", search="LUCK")
    assert [(line["by"], line["text"]) for line in lines] == [(pair.names[0], "Good luck, <b>Ben</b> – 頑張って")]
    assert get(carl, f"{one}/chat", room="spectators")[0]["n"] == 2
    refused(pair.anna.post(f"/api/{one}/chat", json={"text": " \u202e\x00 "}), 400, "malformed")
    refused(pair.anna.post(f"/api/{one}/chat", json={"text": "x" * 1001}), 413, "too-long")
    abandoned(pair, match)
    assert get(pair.anna, f"{one}/chat", room="spectators")[0]["text"] == "The US side looks weak"
    assert get(carl, f"{one}/chat", room="players")


def test_notes_are_ones_own_and_a_blocked_member_is_neither_heard_nor_played(pair: Pair) -> None:
    match = begin(pair)
    post(pair.anna, f"matches/{match}/notes", text="He is short of ammunition")
    assert get(pair.anna, f"matches/{match}/notes")["text"] == "He is short of ammunition"
    assert get(pair.ben, f"matches/{match}/notes")["text"] == ""
    assert get(pair.anna, "notes", search="ammunition")[0]["match"] == match
    assert get(pair.ben, "notes", search="ammunition") == []
    post(pair.ben, f"matches/{match}/chat", text="Something rude")
    post(pair.anna, "club/report", match=match, n=1, why="Rude")
    post(pair.anna, "club/block", name=pair.names[1])
    assert get(pair.anna, f"matches/{match}/chat") == []
    assert get(pair.anna, "club/blocks") == [pair.names[1]]
    refused(pair.ben.post("/api/lobby", json={"game": "iwojima", "to": pair.names[0]}), 403, "blocked")
    table = post(pair.anna, "lobby", game="iwojima")["id"]
    refused(pair.ben.post(f"/api/lobby/{table}/join", json={}), 403, "blocked")
    refused(pair.ben.post(f"/api/matches/{match}/chat/1/hide", json={}), 403, "role")
    post(pair.anna, "club/block", name=pair.names[1], blocked=False)
    assert len(get(pair.anna, f"matches/{match}/chat")) == 1


def cookies(who: Browser) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in who.cookies.items())}


def test_pages_are_told_at_once_of_watchers_offers_and_endings(pair: Pair) -> None:
    match = begin(pair)
    one, two = (f"ws://127.0.0.1:{server.port}/api/matches/{match}" for server in pair.servers)

    def club(line: Any, wanted: Any) -> Any:
        for _ in range(20):
            said = __import__("json").loads(line.recv(timeout=120))
            if "club" in said and wanted(said["club"]):
                return said["club"]
        raise AssertionError("it was never said")

    with connect(f"{one}/ws", additional_headers=cookies(pair.anna)) as anna:
        club(anna, lambda facts: facts["spectators"] == 0)
        with connect(f"{two}/watch/ws") as guest:
            club(anna, lambda facts: facts["spectators"] == 1)
            post(pair.ben, f"matches/{match}/draw", act="offer")
            club(anna, lambda facts: facts["draw"] == "JP")
            post(pair.anna, f"matches/{match}/draw", act="accept")
            assert club(guest, lambda facts: facts["result"])["result"]["how"] == "agreement"
        club(anna, lambda facts: facts["spectators"] == 0)


def test_wrong_passwords_are_counted_for_all_processes_together(pair: Pair) -> None:
    def enter(number: int, password: str) -> int:
        browser = pair.servers[number % 2].browser()
        return browser.post("/api/club/sign-in", json={"name": pair.names[0], "password": password}).status_code

    most = WRONG["both"].once
    assert [enter(number, PASSWORD) for number in range(2)] == [200, 200]  # what is right is not counted
    assert [enter(number, "a wrong password") for number in range(most + 2)] == [403] * most + [429] * 2
    assert enter(0, PASSWORD) == enter(1, PASSWORD) == 429


def test_a_match_of_the_club_is_neither_sealed_nor_deleted(pair: Pair) -> None:
    match = post(pair.anna, "lobby", game="iwojima", side="US", rated=True, bot="random")["matches"][0]
    for what in ("sealed", "away"):
        refused(pair.anna.post(f"/api/matches/{match}/{what}", json={}), 403, "fair")
    assert get(pair.anna, f"matches/{match}")["side"] == 0


def test_a_number_for_the_dice_makes_no_decision_come_too_late(pair: Pair) -> None:
    match = begin(pair)
    asked = get(pair.anna, f"matches/{match}")["ask"]["side"]
    who, seat = [(pair.anna, "US"), (pair.ben, "JP")][asked]
    table = get(who, f"matches/{match}")
    post(who, f"matches/{match}/sit", shares={seat: "5f" * 32})
    assert get(who, f"matches/{match}")["shares"] == {seat: "5f" * 32}
    post(who, f"matches/{match}/decide", stamp=table["stamp"], option=table["ask"]["options"][0])


def test_a_tournament_is_begun_once_and_goes_on_whichever_process_hears_of_it(pair: Pair) -> None:
    keeper = pair.servers[0].member()
    people = Members(pair.servers[0].db)
    people.change(str(keeper.ask("me")["id"]), roles="umpire")
    people.close()
    wanted = {"name": "Cup", "kind": "round-robin", "game": "iwojima", "pace": LIVE, "most": 2}
    made = eventually(lambda: (answer := keeper.post("/api/tournaments", json=wanted)).is_success and answer.json())
    with ThreadPoolExecutor(2) as both:
        list(both.map(lambda who: post(who, f"tournaments/{made['id']}/enter"), (pair.anna, pair.ben)))

    def paired(who: Browser) -> Any:
        results = get(who, f"tournaments/{made['id']}")["results"]
        return results and len(results[0]["pairings"][0]["matches"]) == 2 and results

    first, second = (eventually(lambda who=who: paired(who), 20) for who in (pair.anna, pair.ben))
    assert first == second
    assert len(first[0]["pairings"]) == len(first) == 1
    assert len(get(pair.anna, "lobby")["mine"]) == 2
    for match in first[0]["pairings"][0]["matches"]:
        concede(pair.ben, match)
    path = f"tournaments/{made['id']}"
    for who in (pair.anna, pair.ben):
        over = eventually(lambda who=who: (one := get(who, path))["status"] == "over" and one, 20)
        assert over["winner"] == pair.names[0]
        assert len(over["results"]) == 1

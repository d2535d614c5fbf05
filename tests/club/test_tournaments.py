"""Tournaments over a real server: signed up for, paired, played to their ends, and followed without an account."""

from __future__ import annotations

import csv
import io
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club_server import PASSWORD, Browser, ClubServer, refused
from grognard.cli import main
from grognard.club.pairing import GAMES, Pairing
from grognard.club.tournaments import KINDS, KNOCK_OUT, ROUND_ROBIN, SWISS, forfeited, next_round, rounds_of, victor
from grognard.match import save as saves
from grognard.server.club import tournament_export
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from two_members import decide, eventually, get, post, wind

LIVE = {"kind": "live", "minutes": 1, "increment": 0}
Players = dict[str, Browser]


# --- what comes next, as pure rules


def played_out(kind: str, entrants: list[str], gone: tuple[str, ...] = (), rounds: int = 0) -> list[Pairing]:
    """A tournament in which the name that comes first in the alphabet wins."""
    done: list[Pairing] = []
    while found := next_round(kind, entrants, done, gone, rounds):
        assert {each.round for each in found} == {1 + max((each.round for each in done), default=0)}
        done += [each._replace(score=2.0 * (each.first < each.second)) if each.score is None and not each.bye else each
                 for each in found]  # fmt: skip
    return done


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [2, 3, 5, 8])
def test_every_kind_comes_to_its_end_with_one_winner(kind: str, number: int) -> None:
    entrants = list("cabdehgf"[:number])
    done = played_out(kind, entrants)
    assert max(each.round for each in done) == rounds_of(kind, number)
    assert victor(kind, entrants, done) == min(entrants)


def test_who_has_withdrawn_loses_what_he_does_not_play() -> None:
    assert forfeited(Pairing(1, "a", "b"), ["b"]) == Pairing(1, "a", "b", float(GAMES), True)
    assert forfeited(Pairing(1, "a", "b"), ["a"]) == Pairing(1, "a", "b", 0.0, True)
    assert forfeited(Pairing(1, "a", "b"), ["a", "b"]) == Pairing(1, "a", "b", 1.0, True)
    assert forfeited(Pairing(1, "a", "b", 1.5), ["a"]) == Pairing(1, "a", "b", 1.5)
    done = played_out(ROUND_ROBIN, list("abcd"), gone=("a",))
    assert all(each.forfeit for each in done if "a" in (each.first, each.second))
    assert victor(ROUND_ROBIN, list("abcd"), done) == "b"
    assert all("a" not in (each.first, each.second) for each in played_out(SWISS, list("abcde"), gone=("a",)))
    assert victor(KNOCK_OUT, list("abcd"), played_out(KNOCK_OUT, list("abcd"), gone=("a",))) == "b"


def test_a_swiss_may_have_fewer_rounds_and_never_more_than_opponents() -> None:
    assert rounds_of(SWISS, 8) == 3
    assert rounds_of(SWISS, 8, 5) == 5
    assert rounds_of(SWISS, 4, 9) == 3


# --- over a real server


@pytest.fixture(scope="module")
def keeper(club: ClubServer) -> Browser:
    return umpire(club)


def umpire(club: ClubServer) -> Browser:
    who = club.member()
    people = Members(club.db)
    found = who.ask("me")
    people.change(str(found["id"]), roles="umpire")
    people.close()
    again = club.browser()  # the server looks up a session it has just seen only after some seconds
    again.enter(str(found["name"]))
    return again


@pytest.fixture(scope="module")
def eight(club: ClubServer) -> Players:
    members = [club.member() for _ in range(8)]
    return {str(who.ask("me")["name"]): who for who in members}


@pytest.fixture
def lobby(club: ClubServer) -> Iterator[Lobby]:
    people = Members(club.db)
    yield Lobby(people)
    people.close()


def announced(keeper: Browser, kind: str, **more: Any) -> str:
    wanted = {"name": f"The {kind}", "kind": kind, "game": "iwojima", "pace": LIVE} | more
    return str(eventually(lambda: _created(keeper, wanted)))


def _created(keeper: Browser, wanted: dict[str, Any]) -> Any:
    answer = keeper.post("/api/tournaments", json=wanted)
    return answer.json()["id"] if answer.status_code == 200 else None


def concede(who: Browser, match: str) -> None:
    table = get(who, f"matches/{match}")
    post(who, f"matches/{match}/decide", stamp=table["stamp"], option=["concede"])


def play_round(players: Players, shown: dict[str, Any]) -> None:
    """In every open pairing of the round whose name comes later concedes both games."""
    for pairing in shown["results"][-1]["pairings"]:
        if pairing["score"] is None and pairing["second"]:
            loser = max(pairing["first"], pairing["second"])
            for match in pairing["matches"]:
                concede(players[loser], match)


def ready(who: Browser, ident: str, number: int) -> Any:
    """The tournament, as soon as a round is paired and its matches are there."""

    def looked() -> Any:
        shown = get(who, f"tournaments/{ident}")
        now = shown["results"][number - 1]["pairings"] if len(shown["results"]) >= number else []
        there = now and all(len(each["matches"]) == 2 or not each["second"] or each["forfeit"] for each in now)
        return shown if there else None

    return eventually(looked, 20)


def over(who: Browser, ident: str) -> Any:
    return eventually(lambda: (shown := get(who, f"tournaments/{ident}"))["status"] == "over" and shown, 20)


def test_a_swiss_of_eight_is_played_to_its_end_and_followed_by_a_stranger(
    club: ClubServer, keeper: Browser, eight: Players
) -> None:
    ident = announced(keeper, SWISS, most=8)
    for who in eight.values():
        post(who, f"tournaments/{ident}/join")
    stranger = club.browser()
    for number in (1, 2, 3):
        shown = ready(stranger, ident, number)
        assert (shown["status"], shown["round"], shown["rounds"]) == ("running", number, 3)
        play_round(eight, shown)
    shown = over(stranger, ident)
    assert shown["winner"] == min(eight)
    assert [row["points"] for row in shown["standings"]] == sorted(
        (row["points"] for row in shown["standings"]), reverse=True
    )
    assert shown["standings"][0] | {"buchholz": 0, "berger": 0, "direct": 0} == {
        "player": min(eight), "points": 6.0, "direct": 0, "buchholz": 0, "berger": 0, "wins": 3, "played": 3,
    }  # fmt: skip
    met = [frozenset((p["first"], p["second"])) for each in shown["results"] for p in each["pairings"]]
    assert len(set(met)) == 12
    listed = get(stranger, "tournaments")["tournaments"]
    assert [(t["name"], t["entrants"], t["status"]) for t in listed if t["id"] == ident] == [("The swiss", 8, "over")]


def test_a_knock_out_in_which_one_vanishes_and_one_withdraws_comes_to_its_end(
    keeper: Browser, eight: Players, lobby: Lobby
) -> None:
    names = sorted(eight)[:4]
    players = {name: eight[name] for name in names}
    ident = announced(keeper, KNOCK_OUT, rated=False)
    for who in players.values():
        post(who, f"tournaments/{ident}/join")
    refused(players[names[0]].post(f"/api/tournaments/{ident}/start"), 403, "role")
    post(keeper, f"tournaments/{ident}/start")
    first = ready(keeper, ident, 1)["results"][0]["pairings"]
    # In the first pairing the one vanishes: his opponent moves, and then nobody does.
    gone, stays = first[0]["first"], first[0]["second"]
    for match in first[0]["matches"]:
        facts = get(eight[stays], f"matches/{match}/club")
        side = next(side for side, seat in facts["seats"].items() if seat["name"] == gone)
        if side == "US":
            decide(eight[stays], match, ["auto-set-up"])
        eventually(lambda m=match, s=side: get(eight[stays], f"matches/{m}/club")["clock"]["side"] == s)
        wind(lobby, match, 90.0)
    for match in first[0]["matches"]:
        eventually(lambda m=match: (row := lobby.match(m)) is not None and row.warned)
        wind(lobby, match, 0.0, warned=10.0)
    for match in first[0]["matches"]:
        eventually(lambda m=match: get(eight[stays], f"matches/{m}/club")["result"])
    # In the second one somebody withdraws.
    left, goes_on = first[1]["first"], first[1]["second"]
    post(eight[left], f"tournaments/{ident}/withdraw")
    shown = ready(keeper, ident, 2)
    assert [(p["score"], p["forfeit"]) for p in shown["results"][0]["pairings"]] == [(0.0, True), (0.0, True)]
    final = shown["results"][1]["pairings"][0]
    assert {final["first"], final["second"]} == {stays, goes_on}
    assert "withdrawn" in get(keeper, f"matches/{first[1]['matches'][0]}/club")["result"]["text"]
    play_round(eight, shown)
    shown = over(keeper, ident)
    assert shown["winner"] == min(stays, goes_on)
    assert {p["name"] for p in shown["players"] if p["gone"]} == {left}


def test_what_a_tournament_refuses(club: ClubServer, keeper: Browser, eight: Players) -> None:
    ann, ben, *_ = eight.values()
    wanted = {"name": "Open", "kind": SWISS, "game": "iwojima", "pace": LIVE}
    refused(ann.post("/api/tournaments", json=wanted), 403, "role")
    refused(club.browser().post("/api/tournaments", json=wanted), 401, "enter")
    for wrong in (
        {"name": " "}, {"name": "x" * 99}, {"kind": "melee"}, {"game": "whitesun"}, {"pace": {"kind": "none"}},
        {"most": 1}, {"rounds": 99}, {"scenario": "moon"}, {"options": {"windows": "shut"}},
        {"closes": 5.0}, {"begins": 1e12}, {"daily": 99}, {"decider": "time"}, {"decider": "dice"},
        {"kind": KNOCK_OUT, "accelerated": True}, {"closes": time.time() + 900, "begins": time.time() + 600},
        {"text": "a\u0007b"},
    ):  # fmt: skip
        refused(keeper.post("/api/tournaments", json=wanted | wrong), 400, "malformed")
    refused(keeper.post("/api/tournaments", json=wanted | {"game": "chess"}), 404, "unknown")
    refused(keeper.get("/api/tournaments/nothing"), 404, "unknown")
    ident = announced(keeper, SWISS, most=3)
    refused(keeper.post(f"/api/tournaments/{ident}/start"), 409, "illegal")
    for path in ("cancel", "correct", "admit", "substitute", "withdraw"):
        body = {"name": ann.ask("me")["name"], "by": "x", "round": 1, "n": 1, "score": 1.0}
        assert keeper.post(f"/api/tournaments/{ident}/{path}", json=body).status_code in (400, 404), path
    refused(club.browser().post(f"/api/tournaments/{ident}/join"), 401, "enter")
    refused(ann.post(f"/api/tournaments/{ident}/withdraw", json={}), 409, "illegal")
    assert post(ann, f"tournaments/{ident}/join")["mine"]
    assert post(ann, f"tournaments/{ident}/join")["entrants"] == 1
    assert not post(ann, f"tournaments/{ident}/withdraw")["mine"]
    post(ann, f"tournaments/{ident}/join")
    post(ben, f"tournaments/{ident}/join")
    name = ben.ask("me")["name"]
    refused(ann.post(f"/api/tournaments/{ident}/withdraw", json={"name": name}), 403, "role")
    assert post(keeper, f"tournaments/{ident}/withdraw", name=name, why="asked for it")["entrants"] == 1
    post(keeper, f"tournaments/{ident}/cancel", why="the hall is closed")
    refused(keeper.post(f"/api/tournaments/{ident}/cancel", json={"why": "again"}), 409, "over")
    assert [(r["act"], r["why"]) for r in get(ann, f"tournaments/{ident}")["rulings"]] == [
        ("withdrawn", "asked for it"), ("cancelled", "the hall is closed")
    ]  # fmt: skip
    refused(ben.post(f"/api/tournaments/{ident}/join"), 409, "over")


def test_an_umpire_who_plays_names_a_second_and_settles_nothing(club: ClubServer, keeper: Browser) -> None:
    """In a club of its own the only umpire could not play at all; here there is a second."""
    plays, ben, carl = umpire(club), club.member(), club.member()
    ident = announced(keeper, ROUND_ROBIN)
    for who in (plays, ben, carl):
        post(who, f"tournaments/{ident}/enter")
    post(keeper, f"tournaments/{ident}/start")
    shown = ready(keeper, ident, 1)
    match = next(each for each in shown["results"][0]["pairings"] if each["second"])["matches"][0]
    at = f"/api/matches/{match}/adjudicate"
    refused(plays.post(at, json={"winner": "US"}), 403, "fair")
    name = ben.ask("me")["name"]
    refused(plays.post(f"/api/tournaments/{ident}/withdraw", json={"name": name}), 403, "fair")
    refused(plays.post(f"/api/tournaments/{ident}/cancel", json={}), 403, "fair")
    assert keeper.post(at, json={"winner": "US"}).status_code == 200


def test_the_only_umpire_does_not_play(tmp_path: Path) -> None:
    club = ClubServer(tmp_path)
    only = umpire(club)
    ident = announced(only, ROUND_ROBIN)
    refused(only.post(f"/api/tournaments/{ident}/enter"), 409, "illegal")
    second = umpire(club)
    assert post(only, f"tournaments/{ident}/enter")["mine"]
    refused(second.post(f"/api/tournaments/{ident}/enter"), 409, "illegal")
    club.stop()


def test_a_round_robin_of_three_outlives_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("robin")
    club = ClubServer(folder)
    keeper, _ = umpire(club), umpire(club)  # the second does not play
    players = {str(who.ask("me")["name"]): who for who in (keeper, club.member(), club.member())}
    ident = announced(keeper, ROUND_ROBIN, most=3)
    for who in players.values():
        post(who, f"tournaments/{ident}/join")
    shown = ready(keeper, ident, 1)
    play_round(players, shown)
    port = club.port
    club.stop()
    club = ClubServer(folder, port=port)
    for number in (2, 3):
        play_round(players, ready(keeper, ident, number))
    shown = over(keeper, ident)
    assert shown["winner"] == min(players)
    assert [row["points"] for row in shown["standings"]] == [4.0, 2.0, 0.0]
    exported(club, keeper, ident, shown)
    club.stop()


def exported(club: ClubServer, keeper: Browser, ident: str, shown: dict[str, Any]) -> None:
    """A stranger takes the results away in three forms, an umpire the records too."""
    stranger, export = club.browser(), f"/api/tournaments/{ident}/export"
    told = stranger.get(export).json()
    assert told["standings"] == shown["standings"]
    assert not {"mine", "keeps"} & set(told)
    rows = list(csv.DictReader(stranger.get(export, params={"as": "csv"}).text.splitlines()))
    assert [float(row["first points"]) + float(row["second points"]) for row in rows] == [2.0] * 3
    page = stranger.get(export, params={"as": "html"})
    assert page.headers["content-disposition"] == f'attachment; filename="tournament-{ident}.html"'
    assert page.text.count("<tr>") == 4 + 3 * 2
    refused(stranger.get(export, params={"as": "pdf"}), 400, "malformed")
    refused(stranger.get(f"/api/tournaments/{ident}/archive"), 401, "enter")
    with zipfile.ZipFile(io.BytesIO(keeper.get(f"/api/tournaments/{ident}/archive").content)) as archive:
        matches = {match for row in rows for match in row["matches"].split()}
        forms = {f"tournament.{form}" for form in ("json", "csv", "html")}
        assert set(archive.namelist()) == forms | {f"records/{match}.txt" for match in matches}
        assert len(matches) == 6
        for match in matches:
            assert saves.load(archive.read(f"records/{match}.txt").decode()).match.over


def test_an_export_carries_no_formula_and_no_markup() -> None:
    pairing = {"first": "=cmd()", "second": "<b>Ben", "matches": ["m1", "m2"], "score": 1.5, "forfeit": False}
    row = {"player": "<b>Ben", "points": 0.5, "direct": 0.0, "buchholz": 0.0, "berger": 0.0, "wins": 0, "played": 1}
    told = tournament_export.public({
        "name": "A & B", "title": "Iwo Jima", "winner": None, "mine": True, "standings": [row], "rulings": [],
        "results": [{"round": 1, "pairings": [pairing, pairing | {"second": None, "matches": [], "score": None}]}],
    })  # fmt: skip
    assert tournament_export.as_csv(told).splitlines()[1:] == [
        "1,'=cmd(),<b>Ben,1.5,0.5,no,m1 m2", "1,'=cmd(),bye,2,,no,"
    ]  # fmt: skip
    page = tournament_export.as_html(told)
    assert "&lt;b&gt;Ben" in page
    assert "<b>" not in page
    assert "<h1>A &amp; B</h1>" in page


def test_the_owner_keeps_tournaments_at_the_command_line(
    club: ClubServer, eight: Players, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(*words: str) -> tuple[int, str]:
        done = main(["club", "tournament", "--db", club.db, *words])
        said = capsys.readouterr()
        return done, said.out + said.err

    done, said = command("--new", "Owner's Cup", "--kind", "knock-out", "--game", "iwojima")
    assert done == 0
    ident = said.split()[0]
    assert command("--start", ident)[0] != 0
    for who in list(eight.values())[:2]:
        post(who, f"tournaments/{ident}/join")
    assert command("--start", ident)[0] == 0
    assert f"{ident}  Owner's Cup  (knock-out, iwojima, 2 players, running)" in command()[1]
    assert command("--cancel", ident, "--why", "no hall")[0] == 0
    assert command("--cancel", ident, "--why", "no hall")[0] != 0
    assert command("--new", "x", "--kind", "melee", "--game", "iwojima")[0] != 0


# --- what an umpire rules


def test_a_round_robin_with_a_substitute_who_plays_on_open_games_and_keeps_the_points(
    club: ClubServer, keeper: Browser, eight: Players
) -> None:
    names = sorted(eight)[:5]
    players, sub = {name: eight[name] for name in names[:4]}, names[4]
    ident = announced(keeper, ROUND_ROBIN, rated=False)
    for who in players.values():
        post(who, f"tournaments/{ident}/join")
    refused(players[names[0]].post(f"/api/tournaments/{ident}/stand-by", json={}), 409, "illegal")
    assert post(eight[sub], f"tournaments/{ident}/stand-by")["standsBy"]
    post(keeper, f"tournaments/{ident}/start")
    shown = ready(keeper, ident, 1)
    refused(eight[sub].post(f"/api/tournaments/{ident}/join", json={}), 409, "over")
    # One of them wins a game, and then goes; the other game of that pairing is open.
    first = shown["results"][0]["pairings"][0]
    leaves, stays = first["first"], first["second"]
    concede(players[stays], first["matches"][0])
    why = "moved abroad"
    at = f"/api/tournaments/{ident}/substitute"
    refused(keeper.post(at, json={"name": leaves, "by": sub}), 400, "malformed")
    refused(keeper.post(at, json={"name": leaves, "by": stays, "why": why}), 409, "illegal")
    shown = post(keeper, f"tournaments/{ident}/substitute", name=leaves, by=sub, why=why)
    game = eventually(
        lambda: next((g for p in get(keeper, f"tournaments/{ident}")["results"][0]["pairings"] if p["n"] == first["n"]
                      for g in p["games"] if g["asks"] and sub in g["sides"].values()), None)
    )  # fmt: skip
    assert game["match"] == first["matches"][1]
    concede(players[stays], game["match"])
    players[sub] = eight[sub]

    def settled() -> Any:
        pairings = get(keeper, f"tournaments/{ident}")["results"][0]["pairings"]
        return next(p["score"] for p in pairings if p["n"] == first["n"]) is not None

    eventually(settled)
    for number in (1, 2, 3):
        shown = ready(keeper, ident, number)
        play_round(players, shown)
    shown = over(keeper, ident)
    table = {row["player"]: row["points"] for row in shown["standings"]}
    assert leaves not in table
    assert sum(table.values()) == 12.0
    assert table[sub] >= 2.0
    assert [(r["act"], r["subject"], r["other"], r["why"]) for r in shown["rulings"]] == [
        ("substituted", leaves, sub, why)
    ]  # fmt: skip
    # Nobody can read that a result was right which the umpire sets right afterwards.
    refused(keeper.post(f"/api/tournaments/{ident}/correct",
                        json={"round": 1, "n": 1, "score": 0.3, "why": why}), 400, "malformed")  # fmt: skip
    last = shown["results"][-1]["pairings"][0]
    wanted = {"round": 3, "n": last["n"], "score": 2 - last["score"], "why": "a slip of the hand"}
    corrected = post(keeper, f"tournaments/{ident}/correct", **wanted)
    assert corrected["results"][-1]["pairings"][0]["score"] == wanted["score"]
    page = club.browser().get(f"/api/tournaments/{ident}/export", params={"as": "html"}).text
    assert "a slip of the hand" in page
    assert f"let {sub} take the place of {leaves}." in page


def test_a_late_entry_plays_from_the_next_round_on(keeper: Browser, eight: Players) -> None:
    names = sorted(eight)[:4]
    players, late = {name: eight[name] for name in names[:3]}, names[3]
    ident = announced(keeper, SWISS, rated=False, rounds=3)
    for who in players.values():
        post(who, f"tournaments/{ident}/join")
    post(eight[late], f"tournaments/{ident}/stand-by")
    post(keeper, f"tournaments/{ident}/start")
    shown = ready(keeper, ident, 1)
    refused(keeper.post(f"/api/tournaments/{ident}/admit", json={"name": names[0], "why": "x"}), 409, "illegal")
    shown = post(keeper, f"tournaments/{ident}/admit", name=late, why="the train was late")
    assert [(p["name"], p["since"]) for p in shown["players"] if p["since"]] == [(late, 2)]
    play_round(players, ready(keeper, ident, 1))
    players[late] = eight[late]
    shown = ready(keeper, ident, 2)
    met = {p[side] for p in shown["results"][1]["pairings"] for side in ("first", "second")}
    assert met == set(names)
    for number in (2, 3):
        play_round(players, ready(keeper, ident, number))
    assert over(keeper, ident)["standings"][0]["player"] == names[0]


def test_a_tied_pairing_is_decided_by_a_third_game_on_half_the_time(keeper: Browser, eight: Players) -> None:
    ann, ben = sorted(eight)[:2]
    ident = announced(keeper, KNOCK_OUT, decider="time")
    for name in (ann, ben):
        post(eight[name], f"tournaments/{ident}/join")
    post(keeper, f"tournaments/{ident}/start")
    one, two = ready(keeper, ident, 1)["results"][0]["pairings"][0]["matches"]
    concede(eight[ann], one)
    concede(eight[ben], two)
    pairing = eventually(
        lambda: (p := get(keeper, f"tournaments/{ident}")["results"][0]["pairings"][0])["matches"][2:] and p
    )
    assert pairing["score"] is None
    third = pairing["matches"][2]
    assert get(eight[ann], f"matches/{third}/club")["pace"] == {"kind": "live", "minutes": 1.0, "increment": 0.0}
    seeded = pairing["first"]
    concede(eight[seeded], third)
    shown = over(keeper, ident)
    assert shown["winner"] == pairing["second"]
    assert shown["results"][0]["pairings"][0]["decided"] == pairing["second"]


def test_an_account_that_ends_does_not_end_the_tournament_of_the_others(club: ClubServer, keeper: Browser) -> None:
    three = [club.member() for _ in range(3)]
    players = {str(who.ask("me")["name"]): who for who in three}
    ident = announced(keeper, ROUND_ROBIN, rated=False)
    for who in three:
        post(who, f"tournaments/{ident}/join")
    post(keeper, f"tournaments/{ident}/start")
    pairing = next(p for p in ready(keeper, ident, 1)["results"][0]["pairings"] if p["second"])
    leaves, stays = pairing["first"], pairing["second"]
    players.pop(leaves).say("me/delete", password=PASSWORD)
    one, two = sorted(players)

    def met() -> Any:
        found = [p for r in get(keeper, f"tournaments/{ident}")["results"] for p in r["pairings"]]
        return next((p for p in found if {p["first"], p["second"]} == {one, two} and len(p["matches"]) == 2), None)

    for match in eventually(met)["matches"]:
        concede(players[two], match)
    shown = over(keeper, ident)
    assert shown["winner"] == one
    assert sorted(row["points"] for row in shown["standings"]) == [0.0, 2.0, 4.0]
    assert stays in players

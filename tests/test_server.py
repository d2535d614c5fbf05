"""The server as a page meets it: a real process, a real file, HTTP and WebSocket on a loopback port."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import re
import socket
import time
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from async_waiting import wait_for
from grognard.games import game_ids, load
from grognard.lab.load_test import Player, Ready
from grognard.match import Match
from grognard.match.save import write
from grognard.match.verify import verify
from grognard.server.app import create_app
from match_server import Seats, Server
from test_match import play
from test_save import own_game


@pytest.fixture
def game(server: Server) -> Seats:
    """A hot-seat match in which the US player plans his bombardment."""
    made = server.new()
    made.decide(1, ["set-up", "A"], ["confirm-set-up"])
    assert made.table(0)["ask"]["mine"]
    return made


def first(table: dict[str, Any], verb: str) -> list[Any]:
    """The first option of a verb."""
    option: list[Any] = next(option for option in table["ask"]["options"] if option[0] == verb)
    return option


# --- what does not change


@pytest.mark.parametrize("ident", game_ids())
def test_every_board_names_pictures_and_cases_that_are_served_too(server: Server, ident: str) -> None:
    board = server.get(f"/api/games/{ident}/board").json()
    game = load(ident)
    assert len(board["spaces"]) == len(game.space_ids)
    assert len(board["phases"]) == len(game.phases)
    counters = server.get(f"/api/games/{ident}/counters.svg").text
    symbols = {e.get("id") for e in ElementTree.fromstring(counters).iter() if e.tag.endswith("symbol")}
    assert {face for unit in board["units"] for face in unit["faces"].values()} <= symbols
    assert {thing["symbol"] for thing in (*board.get("faces", ()), *board["markers"])} <= symbols
    assert server.get(f"/api/games/{ident}/map.svg").text.startswith("<svg")
    index = server.get(f"/api/games/{ident}/cases").json()
    known = {row["id"] for row in (*index["cases"], *index["rulings"])}
    parts = [*board["verbs"].values(), *board["markers"], *board["flags"], *board["tracks"], *board["phases"]]
    parts += [fact for thing in (*board["spaces"], *board["units"]) for fact in thing["facts"]]
    assert {case for part in parts for case in part["cases"]} <= known


def test_games_and_their_sheets_are_served_packed_and_cached(server: Server) -> None:
    offered = server.http.get("/api/games").json()
    assert offered[0]["id"] == "iwojima"
    assert "random" in offered[0]["bots"]
    assert [side["id"] for side in offered[0]["sides"]] == ["US", "JP"]
    for sheet, kind in (
        ("board", "application/json"),
        ("cases", "application/json"),
        ("map.svg", "image/svg+xml"),
        ("counters.svg", "image/svg+xml"),
    ):
        answer = server.http.get(f"/api/games/iwojima/{sheet}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-encoding"] == "gzip"
        again = server.http.get(f"/api/games/iwojima/{sheet}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_page_and_its_files_are_served_and_nothing_else(server: Server) -> None:
    for path in ("/", "/match/anything"):
        answer = server.http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert server.http.get("/static/api/matches.js").headers["content-type"].startswith("text/javascript")
    for path in ("/static/__init__.py", "/static/../cli.py", "/static/%2e%2e/cli.py", "/static/", "/etc/passwd",
                 "/static/club/__init__.py", "/static/club/club/x.js", "/static/club/"):  # fmt: skip
        assert server.http.get(path).status_code == 404


def test_a_room_names_at_once_all_that_it_will_ask_for(server: Server) -> None:
    made = server.http.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "random"}}).json()
    page = server.http.get(f"/match/{made['id']}").text
    modules = re.findall(r'<link rel="modulepreload" href="(/static/[0-9a-f]{12}/[\w/]+\.js)">', page)
    names = {module.split("/", 3)[3] for module in modules}
    assert {"main.js", "table/matchPage.js", "map/mapView.js", "map/counters.js", "map/counterLayout.js"} <= names
    assert len(modules) == len(names)
    for module in modules:
        answer = server.http.get(module)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        imported = re.findall(r'^(?:import|export|\}) .*from "(\..*\.js)";', answer.text, re.MULTILINE)
        folder = os.path.dirname(module.split("/", 3)[3])
        assert {os.path.normpath(os.path.join(folder, name)) for name in imported} <= names, module
    sheets = re.findall(r'<link rel="preload" as="\w+"(?: crossorigin)? href="(/api/games/iwojima/[\w.]+)">', page)
    assert [sheet.rpartition("/")[2] for sheet in sheets] == ["ground.svg", "board", "fine.svg", "counters.svg"]
    assert all(server.http.get(sheet).status_code == 200 for sheet in sheets)
    front = server.http.get("/").text
    assert "front/frontPage.js" in front
    assert "map/mapView.js" not in front
    assert "/api/games/" not in front


def test_the_page_asks_for_its_styles_once_and_has_those_of_every_room_in_order(server: Server) -> None:
    written = files("grognard.web").joinpath("index.html").read_text("utf-8")
    rooms = re.findall(r'<link rel="stylesheet" href="/static/([\w/]+\.css)">', written)
    assert len(rooms) > 10
    asked = re.findall(r'<link rel="stylesheet" href="(.*?)">', server.http.get("/").text)
    assert len(asked) == 1
    sheet = server.http.get(asked[0])
    assert sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]
    assert sheet.text == "".join(files("grognard.web").joinpath(name).read_text("utf-8") for name in rooms)
    assert "url(" not in sheet.text, "what is named from where its room lies is not found from here"


def test_the_pages_files_are_kept_only_under_the_edition_of_now(server: Server) -> None:
    edition = re.findall(r"/static/([0-9a-f]{12})/main.js", server.http.get("/").text)[0]
    of_now = server.http.get(f"/static/{edition}/main.js")
    assert of_now.headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/static/main.js", "/static/0123456789ab/main.js"):
        other = server.http.get(path)
        assert (other.status_code, other.headers["cache-control"]) == (200, "no-cache")
        assert other.text == of_now.text
    for path in ("/static/latest/main.js", f"/static/{edition}/{edition}/main.js", f"/static/{edition}/none.js"):
        assert server.http.get(path).status_code == 404


# --- playing


def test_a_whole_game_from_the_first_decision_to_its_verified_save(server: Server) -> None:
    made = server.new(seed=4)
    before = made.table(0)
    assert before["seed"] is None
    assert made.play(random.Random(4), haste=0.6) > 60
    table = made.table(0)
    assert table["ask"] is None
    assert table["standing"] == []
    assert table["result"]["winner"] in (0, 1)
    assert table["result"]["text"]
    assert hashlib.sha256(bytes.fromhex(table["seed"])).hexdigest() == table["commitment"] == before["commitment"]
    text = made.get(0, "/save").text
    assert verify(text).ok
    assert made.post(0, "/decide", stamp=table["stamp"], option=["concede"]).json()["code"] == "over"
    copy = server.load(text)
    assert copy.table(1)["log"] == made.table(1)["log"]
    row = next(row for row in made.listed() if row["id"] == made.id)
    assert (row["status"], row["decides"], row["title"]) == ("over", None, "Iwo Jima")
    assert row["seats"]["US"]["token"] == "US"


DIE_HARDS = {"25.6": "on", "25.10": "on"}


@pytest.mark.parametrize(
    ("ident", "more"),
    [
        *((ident, {}) for ident in game_ids()),
        ("formosa", {"options": DIE_HARDS}),
        ("formosa", {"scenario": "2", "options": DIE_HARDS}),
    ],
)
def test_a_match_of_any_game_is_played_by_hand_saved_and_loaded(
    server: Server, ident: str, more: dict[str, Any]
) -> None:
    board = server.get(f"/api/games/{ident}/board").json()
    made = server.open(ident, seed=11, **more)
    waiting = [f"Waiting for the {side['adjective']} player." for side in board["sides"]]
    rng = random.Random(11)
    for _ in range(80):
        tables = [made.table(side) for side in range(len(made.tokens))]
        asked = tables[0]["ask"]["side"]
        for side, table in enumerate(tables):
            assert table["ask"]["mine"] == (side == asked)
            assert (table["ask"]["options"] == []) == (side != asked)
            assert (table["ask"]["prompt"] == waiting[asked]) == (side != asked)
            view = table["view"]
            assert set(view["tracks"]) <= {track["id"] for track in board["tracks"]}
            assert all(0 <= marker < len(board["markers"]) for _, marker, _ in view["marks"])
            assert all(str(steps) in board["units"][unit]["faces"] for unit, _, steps, *_ in view["units"])
        option = rng.choice(tables[asked]["ask"]["options"])
        assert made.post(asked, "/decide", stamp=tables[asked]["stamp"], option=option).status_code == 200
    if len(made.tokens) > 1:
        assert made.get(0, "/save").status_code == 403
    again = server.load(made.save())
    assert again.table(0)["view"] == made.table(0)["view"]


def test_log_lines_come_once_and_are_counted_for_the_seat(game: Seats) -> None:
    game.play(random.Random(2), 60)
    table = game.table(0)
    assert [line["n"] for line in table["log"]] == list(range(1, len(table["log"]) + 1))
    later = game.table(0, since=len(table["log"]) - 2)
    assert later["log"] == table["log"][-2:]
    assert later["stamp"] == table["stamp"]
    assert game.table(0, since=10_000)["reset"] is True


def test_a_seat_against_a_bot_is_played_on_by_the_server(server: Server) -> None:
    made = server.new(jp="random")
    with server.listen(made.id, made.tokens[0]) as line:
        while not json.loads(line.recv(timeout=120))["ask"]["mine"]:
            pass
    rng = random.Random(3)
    decided, until = 0, time.monotonic() + 120
    while decided < 80 and time.monotonic() < until:
        table = made.table(0)
        if table["ask"] is None:
            break
        if table["ask"]["mine"]:
            option = rng.choice(table["ask"]["options"])
            assert made.post(0, "/decide", stamp=table["stamp"], option=option).status_code == 200
            decided += 1
        else:
            time.sleep(0.01)
    assert decided == 80 or made.table(0)["result"]
    assert len(made.table(0)["log"]) > 5


def test_two_bots_play_to_the_end_by_themselves(server: Server) -> None:
    made = server.http.post("/api/matches", json={"game": "iwojima", "seats": {"US": "random", "JP": "random"}}).json()
    until = time.monotonic() + 120
    while time.monotonic() < until:
        query = {"seat": made["seats"]["US"]["token"]}
        row = next(row for row in server.http.get("/api/matches", params=query).json() if row["id"] == made["id"])
        if row["status"] == "over":
            return
        time.sleep(0.1)
    pytest.fail("the bots did not finish")


def test_several_options_at_once_all_or_none(game: Seats) -> None:
    table = game.table(0)
    order = first(table, "assign")
    refused = game.post(0, "/decide", stamp=table["stamp"], options=[order, order])
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal")
    assert game.table(0) == table
    taken = game.post(0, "/decide", stamp=table["stamp"], options=[order, ["withdraw", order[1]], order])
    assert taken.status_code == 200


def test_undo_brings_the_table_back_to_the_byte(game: Seats) -> None:
    before = game.get(0).content
    table = game.decide(0, first(game.table(0), "assign"))
    assert table["undo"] is True
    answer = game.post(0, "/undo", stamp=table["stamp"])
    assert answer.json()["reset"] is True
    assert answer.json()["log"] == json.loads(before)["log"]
    assert game.get(0).content == before


# --- the past


def test_an_earlier_position_is_shown_by_the_seats_own_log_line(game: Seats) -> None:
    shown = {}
    rng = random.Random(5)
    for _ in range(40):
        game.play(rng, 1)
        table = game.table(0)
        shown[len(table["log"])] = table["view"]
    for line in (min(shown), max(shown)):
        past = game.get(0, f"/at/{line}").json()
        assert past["ask"] is None
        assert past["standing"] == []
        assert past["undo"] is False
    assert game.get(0, f"/at/{max(shown)}", since=0).json()["log"] == game.table(0)["log"]
    assert game.get(0, "/at/0").status_code == 200
    assert game.get(0, "/at/100000").status_code == 404
    assert game.get(0, "/at/x").status_code == 400


def test_what_happened_between_two_lines_comes_step_by_step(game: Seats) -> None:
    game.play(random.Random(6), 120)
    count = len(game.table(0)["log"])
    steps = game.get(0, "/steps", since=3).json()
    assert [step["line"] for step in steps] == sorted({step["line"] for step in steps})
    assert steps[-1]["line"] == count
    assert game.get(0, "/steps", since=3, until=steps[1]["line"]).json() == steps[:2]
    assert game.get(0, "/steps", since=count).json() == []
    assert game.get(0, "/steps", since=count + 50).json() == []


def test_a_branch_is_a_match_of_its_own(game: Seats) -> None:
    game.play(random.Random(6), 80)
    table = game.table(0)
    line = len(table["log"]) // 2
    past = game.get(0, f"/at/{line}").json()
    branch = game.server.seats(game.post(0, "/branch", seat=game.tokens, at=line))
    assert branch.id != game.id
    now = branch.table(0)
    assert now["view"] == past["view"]
    assert now["commitment"] != table["commitment"]
    branch.play(random.Random(7), 20)
    assert game.table(0) == table


# --- secrets


def test_what_the_other_side_does_in_secret_changes_no_byte(server: Server) -> None:
    made = server.new()
    before = made.get(0).content
    with server.listen(made.id, made.tokens[0]) as line:
        line.recv(timeout=120)
        made.decide(1, ["set-up", "A"], ["lift", first_placed(made)])
        made.decide(1, ["ask", "able"])
        made.decide(1, ["ask", "always"])
        assert made.get(0).content == before
        with pytest.raises(TimeoutError):
            line.recv(timeout=0.5)
        made.decide(1, ["set-up", "A"], ["confirm-set-up"])
        pushed = json.loads(line.recv(timeout=120))
        assert pushed["stamp"] != json.loads(before)["stamp"]
        assert pushed["ask"]["mine"] is True


def first_placed(made: Seats) -> int:
    """Some Japanese unit, by its number on the board."""
    board = made.server.http.get("/api/games/iwojima/board").json()
    return next(n for n, unit in enumerate(board["units"]) if unit["side"] == 1)


def test_the_other_sides_question_is_neutral(game: Seats) -> None:
    ask = game.table(1)["ask"]
    assert (ask["mine"], ask["options"], ask["previews"], ask["cases"]) == (False, [], [], [])


def test_a_save_with_the_other_sides_secrets_is_refused(server: Server, game: Seats) -> None:
    alone = game.get(0, "/save")
    assert (alone.status_code, alone.json()["code"]) == (403, "secret")
    both = server.http.get(f"/api/matches/{game.id}/save", params={"seat": game.tokens})
    assert both.status_code == 200
    assert '"seeds"' not in both.text
    with_bot = server.new(jp="random")
    refused = with_bot.get(0, "/save")
    assert (refused.status_code, refused.json()["code"]) == (403, "secret")
    assert "kept here" in refused.json()["error"]


# --- what is refused


REFUSALS: list[tuple[str, str, str, Any, int, str]] = [
    ("illegal", "POST", "/decide", {"option": ["assign", 999, 0]}, 409, "illegal"),
    ("unknown verb", "POST", "/decide", {"option": ["nuke"]}, 409, "illegal"),
    ("part of an option", "POST", "/decide", {"option": ["assign"]}, 409, "illegal"),
    ("not your turn", "POST", "/decide", {"side": 1, "option": ["confirm"]}, 409, "not-your-turn"),
    ("stale", "POST", "/decide", {"stamp": "0" * 16, "option": ["confirm"]}, 409, "stale"),
    ("the other's stamp", "POST", "/decide", {"stamp": "other", "option": ["concede"]}, 409, "stale"),
    ("wrong seat", "POST", "/decide", {"seat": "nobody", "option": ["confirm"]}, 403, "wrong-seat"),
    ("empty seat", "POST", "/decide", {"seat": "", "option": ["confirm"]}, 403, "wrong-seat"),
    ("no option", "POST", "/decide", {}, 400, "malformed"),
    ("both kinds", "POST", "/decide", {"option": ["confirm"], "options": [["confirm"]]}, 400, "malformed"),
    ("no options", "POST", "/decide", {"options": []}, 400, "malformed"),
    ("too many", "POST", "/decide", {"options": [["confirm"]] * 1001}, 400, "malformed"),
    ("empty option", "POST", "/decide", {"option": []}, 400, "malformed"),
    ("number as verb", "POST", "/decide", {"option": [1, 2]}, 400, "malformed"),
    ("float", "POST", "/decide", {"option": ["assign", 1.5, 2]}, 400, "malformed"),
    ("boolean", "POST", "/decide", {"option": ["assign", True, 2]}, 400, "malformed"),
    ("nested", "POST", "/decide", {"option": ["assign", [1], 2]}, 400, "malformed"),
    ("null", "POST", "/decide", {"option": ["assign", None, 2]}, 400, "malformed"),
    ("text for since", "POST", "/decide", {"option": ["confirm"], "since": "x"}, 400, "malformed"),
    ("number for seat", "POST", "/decide", {"seat": 5, "option": ["confirm"]}, 400, "malformed"),
    ("not JSON", "POST", "/decide", b"{", 400, "malformed"),
    ("not an object", "POST", "/decide", b"[]", 400, "malformed"),
    ("not UTF-8", "POST", "/decide", b'{"seat":"\xff"}', 400, "malformed"),
    ("half a character", "POST", "/decide", rb'{"seat":"\ud800","stamp":"","option":["x"]}', 400, "malformed"),
    ("endless number", "POST", "/decide", {"option": ["assign", 10**400, 2]}, 409, "illegal"),
    ("large number", "POST", "/decide", {"option": ["assign", 2**70, 2]}, 409, "illegal"),
    ("nothing", "POST", "/decide", b"", 400, "malformed"),
    ("deep", "POST", "/decide", b'{"option":' + b"[" * 100_000, 400, "malformed"),
    ("too long", "POST", "/decide", b" " * 300_000, 413, "too-long"),
    ("nothing to undo", "POST", "/undo", {}, 409, "no-undo"),
    ("undo of the other", "POST", "/undo", {"side": 1}, 409, "no-undo"),
    ("stale undo", "POST", "/undo", {"stamp": "x"}, 409, "stale"),
    ("undo from no seat", "POST", "/undo", {"seat": "x"}, 403, "wrong-seat"),
    ("malformed undo", "POST", "/undo", b"null", 400, "malformed"),
    ("branch by one of two", "POST", "/branch", {"at": 0}, 403, "fair"),
    ("branch beyond the log", "POST", "/branch", {"seat": "all", "at": 10_000}, 404, "unknown"),
    ("branch before it", "POST", "/branch", {"seat": "all", "at": -1}, 404, "unknown"),
    ("branch from no seat", "POST", "/branch", {"seat": "x", "at": 0}, 403, "wrong-seat"),
    ("malformed branch", "POST", "/branch", {"at": "first"}, 400, "malformed"),
    ("table of no seat", "GET", "", {"seat": "x"}, 403, "wrong-seat"),
    ("malformed since", "GET", "", {"since": "-1"}, 400, "malformed"),
    ("preview of nothing", "GET", "/preview", {}, 400, "malformed"),
    ("preview not on offer", "GET", "/preview", {"option": '["assign",999,0]'}, 409, "illegal"),
    ("preview of the other's", "GET", "/preview", {"side": 1, "option": '["confirm"]'}, 409, "illegal"),
    ("preview of noise", "GET", "/preview", {"option": "{"}, 400, "malformed"),
    ("preview from no seat", "GET", "/preview", {"seat": "x", "option": '["confirm"]'}, 403, "wrong-seat"),
    ("why not no unit", "GET", "/whynot", {"unit": "9999"}, 400, "malformed"),
    ("why not noise", "GET", "/whynot", {"space": "x"}, 400, "malformed"),
    ("why not from no seat", "GET", "/whynot", {"seat": "x"}, 403, "wrong-seat"),
    ("why not no verb", "GET", "/whynot", {"unit": "1", "verb": "steal"}, 400, "malformed"),
    ("verbs of nobody", "GET", "/verbs", {}, 400, "malformed"),
    ("verbs of no unit", "GET", "/verbs", {"unit": "9999"}, 400, "malformed"),
    ("verbs from no seat", "GET", "/verbs", {"seat": "x", "unit": "1"}, 403, "wrong-seat"),
    ("past of no seat", "GET", "/at/0", {"seat": "x"}, 403, "wrong-seat"),
    ("past beyond the log", "GET", "/at/99999", {}, 404, "unknown"),
    ("steps of no seat", "GET", "/steps", {"seat": "x"}, 403, "wrong-seat"),
    ("steps since no line", "GET", "/steps", {"since": "x"}, 400, "malformed"),
    ("save of no seat", "GET", "/save", {"seat": "x"}, 403, "wrong-seat"),
    ("wrong method", "GET", "/decide", {}, 405, "method"),
    ("no such call", "GET", "/steal", {}, 404, "unknown"),
]


@pytest.mark.parametrize(
    ("verb", "path", "sent", "status", "code"), [r[1:] for r in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_a_bad_request_is_refused_and_changes_no_byte(
    server: Server, game: Seats, verb: str, path: str, sent: Any, status: int, code: str
) -> None:
    before = [game.get(side).content for side in (0, 1)]
    if isinstance(sent, bytes):
        answer = server.http.request(verb, f"/api/matches/{game.id}{path}", content=sent)
    else:
        side = sent.get("side", 0)
        body = {"seat": game.tokens[side], **{key: value for key, value in sent.items() if key != "side"}}
        if body["seat"] == "all":
            body["seat"] = game.tokens
        if verb == "POST":
            stamp = sent.get("stamp", json.loads(before[side])["stamp"])
            body["stamp"] = json.loads(before[1])["stamp"] if stamp == "other" else stamp
            answer = server.http.post(f"/api/matches/{game.id}{path}", json=body)
        else:
            answer = server.http.get(f"/api/matches/{game.id}{path}", params=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["error"].endswith((".", "”"))
    assert [game.get(side).content for side in (0, 1)] == before


def test_a_standing_act_has_no_odds(game: Seats) -> None:
    """It is on offer, so it is not refused; no die follows it."""
    assert json.loads(game.get(0).content)["standing"][-1] == ["concede"]
    answer = game.get(0, "/preview", option='["concede"]')
    assert (answer.status_code, answer.json()) == (200, None)


@pytest.mark.parametrize("name", game_ids())
def test_why_not_is_answered_for_units_places_verbs_and_the_end_of_the_question(server: Server, name: str) -> None:
    seats = server.open(name)
    side = next(i for i in range(len(seats.tokens)) if json.loads(seats.get(i).content)["ask"]["mine"])
    table = json.loads(seats.get(side).content)
    board = server.get(f"/api/games/{name}/board").json()
    mine = [row[0] for row in table["view"]["units"] if board["units"][row[0]]["side"] == side][:3]
    for more in ({}, *({"unit": unit} for unit in mine), *({"unit": unit, "space": 0} for unit in mine), {"space": 0}):
        reasons = seats.get(side, "/whynot", **more).json()["reasons"]
        assert reasons, more
        assert all(reason["text"].endswith((".", ".)", ")")) for reason in reasons), reasons
    verb = table["ask"]["options"][0][0]
    for unit in mine:
        assert seats.get(side, "/whynot", unit=unit, verb=verb).json()["reasons"]
        for row in seats.get(side, "/verbs", unit=unit).json():
            assert set(row) == {"verb", "label", "offered", "reasons"}
            assert row["offered"] == (not row["reasons"])
            assert "{" not in row["label"]
    if len(seats.tokens) > 1:
        assert seats.get(1 - side, "/verbs", unit=0).json() == []


@pytest.mark.parametrize(
    "verb", ["confirm-set-up", "place", "bombard", "land", "fire", "reveal", "march", "pass", "ask"]
)
def test_no_verb_out_of_its_turn_is_ever_carried_out(game: Seats, verb: str) -> None:
    """Whatever a page sends with whatever arguments: only what is on offer to that seat happens."""
    board = game.server.http.get("/api/games/iwojima/board").json()
    pools = {"unit": range(len(board["units"])), "space": range(len(board["spaces"])), "word": ("A", "x", "")}
    rng = random.Random(verb)
    before = [game.get(side).content for side in (0, 1)]
    tables = [json.loads(body) for body in before]
    for _ in range(40):
        side = rng.randrange(2)
        option = [verb, *(rng.choice(pools[kind]) for kind in board["verbs"][verb]["args"])]
        if option in tables[side]["ask"]["options"] or option in tables[side]["standing"]:
            continue
        answer = game.post(side, "/decide", stamp=tables[side]["stamp"], option=option)
        assert answer.status_code == 409
        assert answer.json()["code"] == ("illegal" if side == 0 else "not-your-turn")
    assert [game.get(side).content for side in (0, 1)] == before


def test_a_preview_for_a_table_that_has_changed_is_null(game: Seats) -> None:
    """The pointer rests on something while the next table is on its way: that is nobody's mistake."""
    table = game.table(0)
    order = first(table, "assign")
    asked = {"option": json.dumps(order)}
    assert game.get(0, "/preview", stamp=table["stamp"], **asked).json() == game.get(0, "/preview", **asked).json()
    assert game.get(0, "/preview", **asked).json() is not None
    game.post(0, "/decide", stamp=table["stamp"], option=order)
    late = game.get(0, "/preview", stamp=table["stamp"], **asked)
    assert (late.status_code, late.json()) == (200, None)
    assert game.get(0, "/preview", stamp=game.table(0)["stamp"], **asked).status_code == 409


def test_the_second_of_two_tabs_is_stale(game: Seats) -> None:
    table = game.table(0)
    order = first(table, "assign")
    assert game.post(0, "/decide", stamp=table["stamp"], option=order).status_code == 200
    after = game.get(0).content
    second = game.post(0, "/decide", stamp=table["stamp"], option=order)
    assert (second.status_code, second.json()["code"]) == (409, "stale")
    undone = game.post(0, "/undo", stamp=table["stamp"])
    assert (undone.status_code, undone.json()["code"]) == (409, "stale")
    assert game.get(0).content == after


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"game": "chess"}, 404, "iwojima"),
        ({"game": "iwojima", "scenario": "x"}, 400, "standard"),
        ({"game": "iwojima", "options": {"windows": "x"}}, 400, "always or able"),
        ({"game": "iwojima", "seats": {"UK": "human"}}, 400, "US or JP"),
        ({"game": "iwojima", "seats": {"US": "deep-thought"}}, 400, "random"),
        ({"game": "iwojima", "seed": "lucky"}, 400, "whole number"),
        ({"game": 5}, 400, "str"),
        ({}, 400, "game"),
    ],
)
def test_a_match_that_cannot_be_made_is_refused(server: Server, body: dict[str, Any], status: int, says: str) -> None:
    count = len(server.http.get("/api/matches").json())
    answer = server.http.post("/api/matches", json=body)
    assert answer.status_code == status
    assert says in answer.json()["error"]
    assert len(server.http.get("/api/matches").json()) == count


def test_unknown_matches_games_and_saves_are_refused(server: Server, game: Seats) -> None:
    assert server.http.get("/api/matches/none", params={"seat": "x"}).json()["code"] == "unknown"
    assert server.http.get("/api/games/chess/board").status_code == 404
    assert server.http.get("/api/games/iwojima/secrets").status_code == 404
    for text, says in ((b"hello", "Line 1"), (b"grognard 1\n{}\n", "Line 2"), (b"\xff\xfe", "UTF-8")):
        answer = server.http.post("/api/load", content=text)
        assert answer.status_code == 400
        assert says in answer.json()["error"]
    assert server.http.post("/api/load", content=b"x" * 1_100_000).status_code == 413


def test_pages_of_other_sites_are_turned_away(server: Server, game: Seats) -> None:
    foreign = [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}, {"host": "[bad"}]
    for headers in foreign:
        answer = server.http.get("/api/matches", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
    own = server.http.get("/api/matches", headers={"origin": f"http://127.0.0.1:{server.port}"})
    assert own.status_code == 200
    url = f"ws://127.0.0.1:{server.port}/api/matches/{game.id}/ws"
    shown = {"Authorization": f"Bearer {game.tokens[0]}"}
    with pytest.raises(InvalidStatus) as caught:
        connect(url, origin="http://evil.example", additional_headers=shown)  # type: ignore[arg-type]
    assert caught.value.response.status_code == 403


def test_the_head_of_an_answer_comes_with_its_body(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        for _ in range(40):
            line.sendall(f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            assert line.recv(4096).endswith(b'{"ok":true}')


def test_a_fault_of_ours_is_answered_in_json_with_the_headers_of_every_answer(tmp_path: Path) -> None:
    async def broken(request: Request) -> Response:
        raise ZeroDivisionError

    app = create_app(tmp_path / "matches.sqlite")
    app.router.routes.insert(0, Route("/broken", broken))
    place = ("127.0.0.1", 50000)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False, client=place) as client:
        house, app.state.registry = app.state.registry, None
        answers = [client.get("/broken"), client.get("/api/matches/nothing")]
        app.state.registry = house
        figures = client.get("/metrics").text
    for answer in answers:
        assert answer.status_code == 500
        assert answer.json() == {"error": "The server failed. The position is unchanged.", "code": "fault"}
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-request-id"]
    assert 'call="broken"' in figures


def test_what_is_not_http_gets_a_json_refusal_and_the_server_goes_on(server: Server) -> None:
    for noise in (b"\x16\x03\x01 hello\r\n\r\n", b"GET\r\n\r\n", b"POST / HTTP/1.1\r\ncontent-length: many\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
            line.sendall(noise)
            answer = line.recv(4096)
        assert answer.startswith(b"HTTP/1.1 400")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "malformed"
    assert server.http.get("/api/games").status_code == 200


# --- listening


def test_a_push_comes_to_the_seats_whose_table_changed(server: Server, game: Seats) -> None:
    with server.listen(game.id, game.tokens[0]) as us, server.listen(game.id, game.tokens[1]) as jp:
        before = [json.loads(line.recv(timeout=120)) for line in (us, jp)]
        table = game.decide(0, first(before[0], "assign"))
        pushed = json.loads(us.recv(timeout=120))
        assert (pushed["stamp"], pushed["view"], pushed["log"]) == (table["stamp"], table["view"], [])
        game.decide(0, ["confirm"])
        assert json.loads(us.recv(timeout=120))["ask"]["mine"] is False
        while not (seen := json.loads(jp.recv(timeout=120)))["ask"]["mine"]:
            pass
        assert seen["ask"]["options"]


def test_a_listener_is_told_when_lines_are_taken_back(server: Server) -> None:
    made = server.new()
    made.decide(1, ["set-up", "A"])
    with server.listen(made.id, made.tokens[1]) as line:
        table = json.loads(line.recv(timeout=120))
        back = made.post(1, "/undo", stamp=table["stamp"]).json()
        pushed = json.loads(line.recv(timeout=120))
        assert pushed["stamp"] == back["stamp"]
        assert pushed["view"] == back["view"]


def test_a_listener_that_sends_noise_is_told_so_and_stays(server: Server, game: Seats) -> None:
    with server.listen(game.id, game.tokens[0]) as line:
        line.recv(timeout=120)
        for noise in ("{", "[]", '{"ping":2}', '{"option":["confirm"]}', b"\xff\x00", "", "[" * 8_000):
            line.send(noise)
            answer = json.loads(line.recv(timeout=120))
            assert answer["code"] == "malformed"
        line.send('{"ping":1}')
        assert json.loads(line.recv(timeout=120)) == {"pong": 1}


def test_a_listener_without_a_seat_is_refused_in_json(server: Server, game: Seats) -> None:
    for match, token, status in ((game.id, "nobody", 403), ("none", game.tokens[0], 404)):
        with pytest.raises(InvalidStatus) as caught:
            server.listen(match, token)
        assert caught.value.response.status_code == status
        assert json.loads(caught.value.response.body or b"")["error"]


def test_a_save_of_other_rules_is_said_to_be_so_and_what_fits_can_be_played_on(server: Server, tmp_path: Path) -> None:
    other = own_game(tmp_path / "own", "tables.toml", "surprise = 2 ", "surprise = 3 ")
    text = write(play(Match.new(other, seed=1), random.Random(1))).encode()
    refused = server.http.post("/api/load", content=text)
    assert (refused.status_code, refused.json()["code"]) == (400, "version")
    made = server.http.post("/api/load?fits", content=text)
    fits = server.seats(made)
    assert "Up to here" in made.json()["notes"][0]
    assert fits.table(0)["log"]
    assert fits.play(random.Random(1), 5) == 5


# --- who measures it


def test_a_load_loads_nothing_while_it_is_measured_where_anybody_has_a_match_ready(server: Server) -> None:
    whole = play(Match.new(load("whitesun"), seed=1), random.Random(1))
    ending = write(whole.branch(len(whole.played) - 1)).encode()
    ready: list[Ready] = []

    async def measured() -> tuple[Player, Player]:
        short = Player(server.port, ending, random.Random(1), ready=ready)
        long = Player(server.port, write(Match.new(load("iwojima"), seed=1)).encode(), random.Random(2), ready=ready)
        await short.open()
        await long.open(spare=1)
        while ready:
            await short.play(time.perf_counter() + 0.05, 0)
        short.hang_up()
        long.hang_up()
        return short, long

    short, long = wait_for(asyncio.wait_for(measured(), 60))
    assert (short.loads, long.loads) == (0, 0)
    assert len(short.latencies) > 1

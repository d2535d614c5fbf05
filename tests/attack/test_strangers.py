"""A real server as an attacker meets it: nothing that is sent stops it, opens another's seat or gets a bare failure."""

from __future__ import annotations

import json
import random
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from grognard.games import game_ids, load
from grognard.kernel.flow import Refused
from grognard.match import Match
from grognard.match.header_validation import check_of, dump
from grognard.match.save import write
from grognard.match.save_lines import Chain
from grognard.match.verify import SOUND, verify
from grognard.server.app import create_app
from grognard.server.http.rate_limits import QUOTAS, RATES, SEVERAL, Buckets, kind_of
from grognard.server.http.rate_limits import address_of as address_of_asker
from grognard.server.start import address_of, hosts_of
from match_server import Seats, Server

PAGE = {"X-Grognard": "page"}


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("attack") / "errors.txt"


@pytest.fixture(scope="module")
def server(heard: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with heard.open("w") as errors:
        running = Server(tmp_path_factory.mktemp("attack") / "matches.sqlite", head=2, errors=errors)
        running.http.timeout = httpx.Timeout(90)
        yield running
        running.stop()
    assert "Traceback" not in heard.read_text(), heard.read_text()[-3000:]


def browser(server: Server) -> httpx.Client:
    """Our own page in a browser: it keeps cookies and marks its calls."""
    return httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=120, headers=PAGE, verify=False)


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["error"].endswith(".")


# --- positions, saves


def test_the_request_of_71_bytes_stops_nobody(server: Server) -> None:
    body = b'{"game":"nemesis","position":{"add":{"J31-58":["0101",1000000000000]}}}'
    refused(server.http.post("/api/matches", content=body), 400, "malformed")
    answer = server.http.post("/api/games/nemesis/position", json={"change": {"add": {"J31-58": ["0101", 10**12]}}})
    assert "refused" in answer.json()
    assert server.get("/api/games").status_code == 200


def test_a_save_with_a_negative_set_or_with_words_to_spread_is_refused(server: Server) -> None:
    game = load("iwojima")
    match = Match.new(game, seed=1)
    lines = write(match).rstrip("\n").split("\n")
    header = json.loads(lines[1])
    del header["check"]
    start = match.state.to_json()
    start["at"][3] = -8
    for change, more in (({"start": start}, []), ({}, ["US assign " + "+".join("x" * 4000) + " y" * 4000])):
        new = {**header, **change}
        chain = Chain(dump(new))
        bodies = [lines[2].rpartition(" #")[0], *more]
        text = [lines[0], dump({**new, "check": check_of(new)}), *(chain.close(body) for body in bodies)]
        refused(server.http.post("/api/load", content="\n".join(text).encode()), 400, "save")


@pytest.mark.parametrize("game", game_ids())
def test_a_match_from_a_position_by_hand_is_played_where_it_can_do_no_harm(server: Server, game: str) -> None:
    made = server.open(game, position={"turn": 1})
    rng = random.Random(1)
    asked = made.table(0)["ask"]
    side = asked["side"]
    table = made.table(side)
    option = rng.choice(table["ask"]["options"])
    for what, query in (("/preview", {"option": json.dumps(option)}), ("/overlays", {}), ("/whynot", {"unit": 0})):
        assert made.get(side, what, **query).status_code in (200, 409), what
    assert made.decide(side, option)["stamp"] != table["stamp"]
    assert made.post(side, "/decide", stamp="0" * 16, option=option).status_code == 409


NOISE: list[tuple[str, bytes]] = [
    ("/api/matches", b"[" * 100_000),
    ("/api/matches", b'{"game":"iwojima","position":' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}"),
    ("/api/matches", rb'{"game":"iwojima","position":{"\ud800":1}}'),
    ("/api/matches", b'{"game":"iwojima","position":{"turn":true}}'),
    ("/api/matches", b'{"game":"iwojima","position":{"turn":1e400}}'),
    ("/api/matches", b'{"game":"iwojima","shares":{"US":"1"},"commitment":"x"}'),
    ("/api/matches", b'{"game":"../../etc/passwd"}'),
    ("/api/load", b"grognard 3\n" + b"[" * 200_000 + b"\n= turn 1 x #0000\n"),
    ("/api/load", b"grognard 3\n{}\n"),
    ("/api/load", b"\xff\xfe"),
    ("/api/load", b"grognard 99999999999999999999\n"),
    ("/api/games/iwojima/position", b'{"change":{"units":{"U-23":["CHI",-1]}}}'),
    ("/api/games/iwojima/position", b"null"),
    ("/api/games/%2e%2e/position", b"{}"),
    ("/api/dice", b"\x00" * 1000),
]


@pytest.mark.parametrize("number", range(len(NOISE)))
def test_noise_is_answered_with_a_sentence(server: Server, number: int) -> None:
    path, body = NOISE[number]
    answer = server.http.post(path, content=body)
    assert answer.status_code < 500, answer.text
    assert answer.status_code in (200, 400, 404, 409, 413), answer.text
    assert answer.json()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/server/app.py", "/static/..%2f..%2fserver%2fapp.py", "/static//etc/passwd",
        "/static/index.html%00.js", "/api/games/..%2f..%2fetc/board", "/api/matches/..%2f..%2fx/save",
        "/api/games/iwojima/..%2f..%2f..%2fpyproject.toml", "/static/" + "a" * 5000 + ".js",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_house(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code in (400, 403, 404), answer.status_code
    assert "import" not in answer.text


# --- lines that are slow, broken off or full of garbage


def test_a_head_that_comes_too_slowly_is_dropped(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")
        assert line.recv(100) == b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        assert line.recv(100) == b"", "nor does an empty line stay for ever"


def test_a_head_without_end_is_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx-long: ")
        got = b""
        try:
            for _ in range(100):
                line.sendall(b"a" * 8192)
            got = line.recv(1000)
        except OSError:
            got = b"HTTP/1.1 431"
        assert got[:12] in (b"HTTP/1.1 431", b"")


def answers(line: socket.socket, many: int, bodies: bool = True) -> list[tuple[bytes, bytes]]:
    """So many answers on one line: the head and the body of each."""
    came = line.makefile("rb")
    out = []
    for _ in range(many):
        head = b"".join(iter(lambda: came.readline().lower(), b"\r\n"))
        size = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
        out.append((head, came.read(size) if bodies else b""))
    return out


def test_who_asks_on_before_he_is_answered_has_all_answers_in_order(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        paths = ("/healthz", "/api/nothing", "/api/games", "/healthz")
        line.sendall(b"".join(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode() for path in paths))
        got = answers(line, 4)
    assert [head.split()[1] for head, _ in got] == [b"200", b"404", b"200", b"200"]
    assert got[0][1] == got[3][1] == b'{"ok":true}'
    assert len(json.loads(got[2][1])) >= 5
    for head, _ in got:
        for name in (b"date", b"x-request-id", b"content-security-policy", b"x-content-type-options"):
            assert head.count(b"\r\n" + name + b": ") == 1, (name, head)


def test_a_line_is_closed_when_that_was_asked_for_and_when_nothing_more_comes(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        assert b"connection: close" in answers(line, 1)[0][0]
        assert line.recv(100) == b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        line.sendall(b"HEAD /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        [(head, _)] = answers(line, 1, bodies=False)
        assert int(head.split(b"content-length: ")[1].split(b"\r\n")[0]) > 100
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert answers(line, 1)[0][1] == b'{"ok":true}', "a head without a body comes alone"
        began = time.monotonic()
        assert line.recv(100) == b"", "five seconds later nobody waits any more"
        assert 3 < time.monotonic() - began < 60


def test_who_breaks_off_in_the_middle_leaves_no_trace(server: Server) -> None:
    for path in ("/api/matches", "/api/load"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
            line.sendall(f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9000\r\n\r\n{{".encode())
    assert server.get("/api/games").status_code == 200


def test_garbage_in_frames_is_refused_and_the_line_ends_or_stays(server: Server) -> None:
    made = server.new()
    rng = random.Random(3)
    with server.listen(made.id, made.tokens[0]) as line:
        line.recv(timeout=120)
        for noise in (b"\x00" * 100, "[" * 5000, '{"ping":2}', rng.randbytes(300), '{"ping":1}'):
            line.send(noise)
        answers = [json.loads(line.recv(timeout=120)) for _ in range(5)]
        assert answers[-1] == {"pong": 1}
        line.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=120)
    assert made.table(0)


# --- seats


def test_nobody_is_told_of_matches_that_are_not_his(server: Server) -> None:
    made = server.new()
    assert server.http.get("/api/matches").json() == []
    assert server.http.get("/api/matches", headers={"Authorization": "Bearer nobody"}).json() == []
    mine = made.listed()
    assert [row["id"] for row in mine] == [made.id]
    assert made.tokens[0] not in json.dumps(mine)


def test_a_token_in_an_address_opens_nothing(server: Server) -> None:
    made = server.new()
    token = made.tokens[0]
    plain = httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=120)
    for path in ("", "/save", "/report", "/overlays", "/advice", "/at/0", "/picture"):
        refused(plain.get(f"/api/matches/{made.id}{path}", params={"seat": token}), 403, "wrong-seat")
    body = {"seat": token, "stamp": "", "option": ["x"]}
    refused(plain.post(f"/api/matches/{made.id}/decide", json=body), 403, "wrong-seat")
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://127.0.0.1:{server.port}/api/matches/{made.id}/ws?seat={token}")
    assert caught.value.response.status_code == 403


def test_the_page_holds_its_seats_by_a_cookie_that_no_script_reads(server: Server) -> None:
    with browser(server) as mine, browser(server) as other:
        answer = mine.post("/api/matches", json={"game": "iwojima"})
        cookie = answer.headers["set-cookie"]
        assert re.search("httponly", cookie, re.IGNORECASE)
        assert re.search("samesite=strict", cookie, re.IGNORECASE)
        assert not re.search("secure", cookie, re.IGNORECASE)
        made = answer.json()
        assert made["seats"] == {"US": {"kind": "human", "token": "US"}, "JP": {"kind": "human", "token": "JP"}}
        assert "invitation" not in made
        one = f"/api/matches/{made['id']}"
        for seat, side in (("US", 0), ("JP", 1)):
            assert mine.get(one, params={"seat": seat}).json()["side"] == side
        refused(mine.get(one, params={"seat": "XX"}), 403, "wrong-seat")
        refused(other.get(one, params={"seat": "US"}), 403, "wrong-seat")
        assert [row["id"] for row in mine.get("/api/matches").json()] == [made["id"]]
        assert other.get("/api/matches").json() == []
        second = mine.post("/api/matches", json={"game": "iwojima"}).json()
        assert {row["id"] for row in mine.get("/api/matches").json()} == {made["id"], second["id"]}


def test_an_invitation_hands_a_seat_over_once(server: Server) -> None:
    with browser(server) as host, browser(server) as guest, browser(server) as third:
        one = f"/api/matches/{host.post('/api/matches', json={'game': 'iwojima'}).json()['id']}"
        code = host.post(f"{one}/invite", json={"seat": "JP"}).json()["code"]
        refused(guest.post(f"{one}/sit", json={"code": "wrong"}), 403, "wrong-seat")
        assert guest.post(f"{one}/sit", json={"code": code}).json()["seats"]["JP"] == {"kind": "human", "token": "JP"}
        refused(third.post(f"{one}/sit", json={"code": code}), 403, "wrong-seat")
        assert guest.get(one).json()["side"] == 1
        refused(guest.get(one, params={"seat": "US"}), 403, "wrong-seat")
        refused(host.get(one, params={"seat": "JP"}), 403, "wrong-seat")
        assert host.get(one).json()["side"] == 0


def test_a_token_of_before_is_changed_for_the_cookie_once(server: Server) -> None:
    """A match that a browser made before there were cookies: it has the tokens, and nobody else."""
    made = server.new()
    with browser(server) as page, browser(server) as thief:
        one = f"/api/matches/{made.id}"
        assert page.post(f"{one}/sit", json={"tokens": made.tokens}).status_code == 200
        assert page.get(one, params={"seat": "JP"}).status_code == 200
        refused(thief.post(f"{one}/sit", json={"tokens": made.tokens}), 403, "wrong-seat")
        refused(made.get(0), 403, "wrong-seat")


def test_the_moment_of_a_decision_between_people_is_not_told(server: Server) -> None:
    made = server.new()
    alone = Seats(server, made.id, made.tokens[:1])
    assert alone.listed()[0]["updated"] % 86_400 == 0
    assert abs(made.listed()[0]["updated"] - time.time()) < 600


# --- branches


def test_a_match_between_people_is_branched_by_all_of_them_or_when_it_is_over(server: Server) -> None:
    made = server.new()
    made.play(random.Random(2), 12)
    refused(made.post(0, "/branch", at=0), 403, "fair")
    both = server.http.post(f"/api/matches/{made.id}/branch", json={"seat": made.tokens, "at": 0})
    assert both.status_code == 200


def test_the_end_of_a_branch_opens_nothing_of_its_open_parent(server: Server) -> None:
    made = server.new("human", "random")
    branch = server.seats(made.post(0, "/branch", at=0))
    concede(branch)
    for path in (f"/api/replays/{branch.id}", f"/api/replays/{branch.id}/at/0", f"/api/replays/{branch.id}/report"):
        refused(server.http.get(path), 403, "secret")
    refused(branch.get(0, "/save"), 403, "secret")
    refused(server.http.post(f"/api/replays/{branch.id}/branch", json={"at": 0}), 403, "secret")
    concede(made)
    assert server.http.get(f"/api/replays/{branch.id}").status_code == 200


def concede(made: Seats) -> None:
    """The program may decide between the look and the word: then look again."""
    until = time.monotonic() + 120
    while made.post(0, "/decide", stamp=made.table(0)["stamp"], option=["concede"]).status_code != 200:
        assert time.monotonic() < until


# --- host and origin


def test_another_name_for_this_machine_is_turned_away(server: Server) -> None:
    for headers in (
        {"host": "evil.example"},
        {"host": f"evil.example:{server.port}"},
        {"origin": "http://evil.example"},
    ):
        refused(server.http.get("/api/games", headers=headers), 403, "foreign")


def test_a_server_that_listens_everywhere_must_say_under_which_names() -> None:
    for address in ("0.0.0.0", "::"):
        with pytest.raises(Refused, match="--name"):
            hosts_of(address)
    assert hosts_of("0.0.0.0", ["Games.Example.org"]) >= {"games.example.org", "127.0.0.1"}
    assert "0.0.0.0" not in hosts_of("0.0.0.0", ["x"])
    assert "192.168.1.20" in hosts_of("192.168.1.20")
    assert address_of("0.0.0.0", 8000, ["192.168.1.20"]) == "http://192.168.1.20:8000/"
    assert address_of("192.168.1.20", 8000, ["games.example.org"]) == "http://192.168.1.20:8000/"


def test_the_figures_are_for_this_machine_alone(tmp_path: Path) -> None:
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.20", 403), ("203.0.113.7", 403)):
        app = create_app(tmp_path / "matches.sqlite", hosts=frozenset({"localhost"}))
        with TestClient(app, base_url="http://localhost", client=(address, 50000)) as client:
            assert client.get("/metrics").status_code == status, address
            assert client.get("/healthz").status_code == 200


# --- dice


def test_a_match_whose_players_all_added_to_the_dice_is_sound(server: Server) -> None:
    commitment = server.http.post("/api/dice", json={}).json()["commitment"]
    body = {"commitment": commitment, "shares": {"US": "ab" * 32}}
    made = server.open("iwojima", **body)
    refused(server.http.post("/api/matches", json={"game": "iwojima", **body}), 409, "stale")
    assert made.table(0)["commitment"] == commitment
    assert made.post(1, "/sit", shares={"JP": "cd" * 32}).status_code == 200
    refused(made.post(1, "/sit", shares={"JP": "ef" * 32}), 409, "illegal")
    refused(made.post(1, "/sit", shares={"US": "ef" * 32}), 403, "wrong-seat")
    assert made.table(0)["shares"] == {"US": "ab" * 32, "JP": "cd" * 32}
    made.play(random.Random(1), 40)
    table = made.table(0)
    assert made.post(0, "/decide", stamp=table["stamp"], option=["concede"]).status_code == 200
    report = verify(made.save())
    assert report.status == SOUND, report.text


# --- rates


def test_who_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    limited = Server(tmp_path / "matches.sqlite", limited=True)
    codes = []
    for _ in range(RATES["load"].once * SEVERAL + 20):
        answer = limited.http.post("/api/load", content=b"x")
        codes.append(answer.status_code)
        if answer.status_code == 429:
            break
    assert codes[:10] == [400] * 10
    assert codes[-1] == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert limited.http.get("/api/games").status_code == 200, "other kinds of calls go on"
    limited.stop()


def test_nobody_has_more_open_matches_or_programs_at_work_than_his_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(QUOTAS, "open", QUOTAS["open"]._replace(most=3))
    monkeypatch.setitem(QUOTAS, "programs", QUOTAS["programs"]._replace(most=1))
    app = create_app(tmp_path / "matches.sqlite", limited=True)
    with TestClient(app, base_url="http://localhost", headers=PAGE) as client:
        made = [client.post("/api/matches", json={"game": "iwojima"}) for _ in range(4)]
        assert [answer.status_code for answer in made] == [200, 200, 200, 429]
        refused(made[-1], 429, "quota")
        assert int(made[-1].headers["retry-after"]) >= 1
        assert client.post("/api/games/iwojima/learn", json={}).status_code == 200, "a lesson is no such match"
        one = f"/api/matches/{made[0].json()['id']}"
        stamp = client.get(one).json()["stamp"]
        assert client.post(f"{one}/decide", json={"stamp": stamp, "option": ["concede"]}).status_code == 200
        assert client.post("/api/matches", json={"game": "iwojima"}).status_code == 200, "one was finished"
        for n in range(8):  # other browsers of the same house, or one that says it is another each time
            client.cookies.clear()
            assert client.post("/api/matches", json={"game": "iwojima"}).status_code == 200, n
        client.cookies.clear()
        refused(client.post("/api/matches", json={"game": "iwojima"}), 429, "quota")
        refused(client.post("/api/games/iwojima/learn", json={}), 429, "quota")
    app = create_app(tmp_path / "programs.sqlite", limited=True)
    with TestClient(app, base_url="http://localhost", headers=PAGE) as client:
        watched = {"game": "nemesis", "seats": {"Allied": "staff", "Japanese": "staff"}}
        assert client.post("/api/matches", json=watched).status_code == 200
        refused(client.post("/api/matches", json=watched), 429, "quota")
        assert client.post("/api/matches", json={"game": "nemesis"}).status_code == 200, "people need none"


def test_an_option_that_is_none_of_the_moment_has_a_preview_or_a_sentence(server: Server) -> None:
    made = server.new()
    for option in (["concede"], ["nonsense"], ["assign", 99999], ["offer-draw", "x", 1]):
        for side in (0, 1):
            assert made.get(side, "/preview", option=json.dumps(option)).status_code in (200, 400, 409), option


def test_an_evening_of_a_family_stays_far_below_every_rate() -> None:
    """Four people, each with a decision every two seconds, and twenty looks at the table for each."""
    buckets = Buckets()
    for second in range(0, 3600, 2):
        for person in range(4):
            assert buckets.take("play", "house", SEVERAL, second) == 0
            assert buckets.take("play", f"seat {person}", 1, second) == 0
            for _ in range(20):
                assert buckets.take("look", "house", SEVERAL, second) == 0


def test_every_call_has_a_kind() -> None:
    calls: dict[tuple[str, str], Any] = {
        ("POST", "/api/matches/x/decide"): "play",
        ("POST", "/api/matches/x/order"): "play",
        ("PUT", "/api/matches/x/standing/pass"): "sit",
        ("DELETE", "/api/matches/x/standing"): "sit",
        ("POST", "/api/matches/x/sealed"): "load",
        ("POST", "/api/matches"): "make",
        ("POST", "/api/matches/x/branch"): "make",
        ("POST", "/api/load"): "load",
        ("GET", "/api/matches/x/advice"): "work",
        ("HEAD", "/api/matches/x/advice"): "work",
        ("GET", "/api/matches/x/steps"): "work",
        ("GET", "/api/replays/x/picture.png"): "work",
        ("HEAD", "/api/matches"): "look",
        ("GET", "/api/matches/x"): "look",
        ("GET", "/api/matches"): "look",
        ("POST", "/api/dice"): "sit",
        ("GET", "/static/main.js"): "page",
        ("DELETE", "/"): "page",
    }
    assert {call: kind_of(*call) for call in calls} == calls


def test_over_https_the_cookie_is_for_https_alone(tmp_path: Path) -> None:
    behind = Server(tmp_path / "matches.sqlite", proxies=1)
    answer = behind.http.post("/api/matches", json={"game": "iwojima"}, headers=PAGE)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-grognard=")
    assert re.search("secure", cookie, re.IGNORECASE)
    behind.stop()


LINES = {
    "the proxy's own": (1, [b"192.0.2.1"], "192.0.2.1"),
    "added to a lie": (1, [b"203.0.113.9, 192.0.2.1"], "192.0.2.1"),
    "added in a line of its own": (1, [b"203.0.113.9", b"192.0.2.1"], "192.0.2.1"),
    "blanks and nothing": (1, [b"203.0.113.9, , 192.0.2.1 , "], "192.0.2.1"),
    "two proxies": (2, [b"203.0.113.9, 192.0.2.1", b"10.0.0.2"], "192.0.2.1"),
    "fewer than there should be": (3, [b"192.0.2.1"], "192.0.2.1"),
    "none": (1, [], "127.0.0.1"),
    "no proxy of ours": (0, [b"203.0.113.9"], "127.0.0.1"),
}


@pytest.mark.parametrize("what", LINES)
def test_an_address_is_what_our_own_proxies_say_counted_from_the_last(what: str) -> None:
    proxies, lines, address = LINES[what]
    headers = [(b"x-forwarded-for", line) for line in lines]
    asked = HTTPConnection({"type": "http", "headers": headers, "client": ("127.0.0.1", 5)})
    assert address_of_asker(asked, proxies) == address


def test_no_limit_is_evaded_by_inventing_addresses(tmp_path: Path) -> None:
    behind = Server(tmp_path / "matches.sqlite", limited=True, proxies=1)
    most = RATES["make"].once * SEVERAL * 2  # on a busy machine some come back meanwhile
    for number in range(most):
        told = [("x-forwarded-for", f"203.0.113.{number % 250}"), ("x-forwarded-for", "192.0.2.1")]
        answer = behind.http.post("/api/games/iwojima/position", content=b"{", headers=told)
        if answer.status_code == 429:
            break
    assert answer.status_code == 429, "another address each time, and no end to it"
    behind.stop()

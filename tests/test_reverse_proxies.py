"""Behind a real front door: what a club does at home it does behind nginx, HAProxy and Caddy too, as
`docs/hosts/deployment.md` sets them up, also while one part after the other is started anew."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from club_server import PAGE, Browser, ClubServer, fresh_name
from grognard.match.save import LARGEST
from grognard.store import open_store
from grognard.store.doctor import every, look
from reverse_proxies import DOORS, NAME, PATIENCE, URL, Authority, Crew, Database, Door, Nginx, in_document
from two_members import LIVE, eventually, get, post

AWAY = (OSError, httpx.TransportError, ssl.SSLError)
GONE = (502, 503, 504)
"""What a door says while nobody is behind it, and a server while its database is away."""
SLOW = 150
"""Silent connections of one address; a small crowd, so that the machine's other work goes on."""


class Stand(NamedTuple):
    """A door and all that is behind it."""

    door: Door
    crew: Crew
    database: Database
    db: str


@pytest.fixture(scope="module", params=DOORS)
def stand(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    folder = tmp_path_factory.mktemp(request.param)
    with ExitStack() as ends:
        database = Database(hasty=True)
        ends.callback(database.stop)
        db = database.fresh()
        crew = Crew(folder, db)
        ends.callback(crew.stop)
        door = DOORS[request.param](folder, Authority(folder), crew.port)
        ends.callback(door.stop)
        yield Stand(door, crew, database, db)


def seated(anna: Browser, ben: Browser, **more: Any) -> str:
    """A match between two members; each decides for one side."""
    table = post(anna, "lobby", **{"game": "iwojima", "side": "US", "rated": False, "pace": LIVE} | more)["id"]
    return str(post(ben, f"lobby/{table}/join")["matches"][0])


def random_decision(who: Browser, match: str, luck: random.Random) -> None:
    table = get(who, f"matches/{match}")
    post(who, f"matches/{match}/decide", stamp=table["stamp"], option=luck.choice(table["ask"]["options"]))


def asked(pair: tuple[Browser, Browser], match: str) -> Browser:
    """Who of the two has to decide."""
    return pair[get(pair[0], f"matches/{match}")["ask"]["side"]]


# --- in every run: the settings are true, and one game behind nginx


def test_the_documents_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not on this machine")
    unit = tmp_path / "grognard.service"
    printed = in_document("ini")
    assert "/opt/grognard/bin/grognard " in printed
    unit.write_text(printed.replace("/opt/grognard/bin/grognard", sys.executable), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False, timeout=60)
    assert (told.returncode, [line for line in told.stderr.splitlines() if "grognard.service" in line]) == (0, [])


@pytest.mark.skipif(not (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()), reason="nginx is not installed")
def test_a_club_behind_nginx(tmp_path: Path) -> None:
    """Play, a WebSocket and whose address counts, as the documents set it up."""
    club = ClubServer(tmp_path, server={"https": True, "names": [NAME]})
    door = Nginx(tmp_path, Authority(tmp_path), club.port)
    try:
        anna, ben = pair = door.member(fresh_name()), door.member(fresh_name())
        match = seated(*pair)
        who = asked(pair, match)
        with door.listen(who, f"/api/matches/{match}/ws") as ears:
            random_decision(who, match, random.Random(1))
            wanted = get(who, f"matches/{match}")["stamp"]
            assert eventually(lambda: json.loads(ears.recv(20)).get("stamp") == wanted)
        assert anna.get("/metrics").status_code == 404
        assert ben.get("/", headers={"Host": "evil.example.org"}).status_code == 403
    finally:
        door.stop()
        club.stop()


# --- at length: each door


@pytest.mark.soak
def test_pages_and_programs_play_behind_a_door(stand: Stand) -> None:
    """Cookies, WebSockets with every change, and the answers of one of two processes after the other."""
    door, luck = stand.door, random.Random(1)
    pair = door.member(fresh_name()), door.member(fresh_name())
    match = seated(*pair)
    stamps = [set[str](), set[str]()]
    path = f"/api/matches/{match}/ws"
    with door.listen(pair[0], path) as here, door.listen(pair[1], path) as there:
        for _ in range(40):
            random_decision(asked(pair, match), match, luck)
        final = [get(who, f"matches/{match}")["stamp"] for who in pair]
        for side, ears in enumerate((here, there)):
            until = time.monotonic() + 30
            while final[side] not in stamps[side]:
                assert time.monotonic() < until, "the last change never came"
                stamps[side].add(json.loads(ears.recv(30)).get("stamp", ""))
    with pytest.raises(InvalidStatus) as refusal, door.listen(door.browser(), path):
        pass
    assert refusal.value.response.status_code == 403


@pytest.mark.soak
def test_a_stream_comes_line_by_line(stand: Stand) -> None:
    """No door keeps a line back until there are more: a program would lose its time."""
    door, luck = stand.door, random.Random(2)
    pair = door.member(fresh_name()), door.member(fresh_name())
    match = seated(*pair)
    token = pair[0].say("me/tokens", name="bot", scopes=["play"])["token"]
    program = httpx.Client(base_url=URL, transport=pair[0]._transport, timeout=40)
    late = []
    with program.stream("GET", "/api/stream", headers={"Authorization": f"Bearer {token}"}) as answer:
        lines = answer.iter_lines()
        assert answer.status_code == 200
        assert await_event(lines, "started")["match"] == match
        for _ in range(10):
            while asked(pair, match) is not pair[1]:
                random_decision(pair[0], match, luck)
            while asked(pair, match) is pair[1]:
                random_decision(pair[1], match, luck)
            began = time.monotonic()
            await_event(lines, "decision", get(pair[0], f"matches/{match}")["stamp"])
            late.append(time.monotonic() - began)
        assert max(late) < 5, late
        quiet = time.monotonic()
        assert next(lines) == "", "every fifteen seconds an empty line says that it lives"
        assert time.monotonic() - quiet < 20


def await_event(lines: Iterator[str], kind: str, stamp: str = "") -> Any:
    for line in lines:
        if line and (event := json.loads(line))["event"] == kind and stamp in ("", event.get("table", {}).get("stamp")):
            return event
    raise AssertionError(f"the stream ended before {kind}")


@pytest.mark.soak
def test_uploads_come_whole_and_those_too_long_are_answered(stand: Stand) -> None:
    anna = stand.door.member(fresh_name())
    made = anna.post("/api/matches", json={"game": "iwojima", "seed": 3}).json()["id"]
    table = get(anna, f"matches/{made}")
    post(anna, f"matches/{made}/decide", stamp=table["stamp"], option=["concede"])
    save = anna.get(f"/api/matches/{made}/save").text
    loaded = anna.post("/api/load", content=save.encode())
    assert loaded.status_code == 200, loaded.text
    assert anna.get(f"/api/matches/{loaded.json()['id']}/save").text.splitlines()[1:] == save.splitlines()[1:]
    long = anna.post("/api/load", content=(save + "\n" * (LARGEST - len(save) - 10)).encode())
    assert long.status_code == 200 or long.json()["code"] == "save", long.text
    for size in (LARGEST * 5, 20_000_000):
        with suppress(httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):  # the line is cut in mid-word
            assert anna.post("/api/load", content=b"x" * size).status_code in (400, 413)
    assert anna.ask("me")["name"]


@pytest.mark.soak
def test_who_asks_too_often_is_counted_by_his_own_address(stand: Stand) -> None:
    """Whatever he says of himself, and nobody else pays for it."""
    door = stand.door
    eve, other = door.browser("127.0.0.7"), door.browser("127.0.0.8")
    for claim in (
        lambda n: {},
        lambda n: {"X-Forwarded-For": f"10.0.{n // 250}.{n % 250}"},
        lambda n: {"X-Forwarded-For": f"10.1.{n // 250}.{n % 250}, 10.2.0.1", "Forwarded": f"for=10.3.0.{n}"},
        lambda n: {"X-Real-IP": f"10.4.0.{n}"},
    ):
        # Two processes, each with 40 at once and 80 a minute for an address.
        codes = Counter(
            eve.post("/api/club/reset", json={"code": "no", "password": "no such"}, headers=claim(n)).status_code
            for n in range(240)
        )
        assert codes[429] > 40, codes
    assert other.post("/api/club/reset", json={"code": "no", "password": "no such"}).status_code != 429


ADDS = """
defaults
    mode http
    timeout connect 5s
    timeout client 1m
    timeout server 1m
frontend door
    bind 127.0.0.1:{port} ssl crt {both}
    option forwardfor
    default_backend grognard
backend grognard
    server one 127.0.0.1:{behind}
"""


class Adding(DOORS["haproxy"]):  # type: ignore[misc]
    """HAProxy as its own manual sets it up: it adds a line, and leaves standing those that came."""

    def settings(self) -> str:
        return ADDS.format(port=self.port, both=self.authority.both, behind=self.behind)


@pytest.mark.soak
def test_behind_a_door_that_adds_a_line_the_last_one_counts(tmp_path: Path) -> None:
    club = ClubServer(tmp_path, server={"https": True, "names": [NAME]})
    door = Adding(tmp_path, Authority(tmp_path), club.port)
    try:
        eve, other = door.browser("127.0.0.7"), door.browser("127.0.0.8")
        codes = Counter(
            eve.post(
                "/api/club/reset", json={"code": "no", "password": "no such"},
                headers={"X-Forwarded-For": f"10.0.0.{n}"},
            ).status_code
            for n in range(120)
        )  # fmt: skip
        assert codes[429] > 20, codes
        assert other.post("/api/club/reset", json={"code": "no", "password": "no such"}).status_code != 429
    finally:
        door.stop()
        club.stop()


@pytest.mark.soak
def test_what_only_the_owner_looks_at_stays_inside(stand: Stand) -> None:
    eve = stand.door.browser()
    for path in ("/metrics", "/readyz"):
        assert eve.get(path).status_code == 404
    for path in ("/metrics/", "//metrics", "/./metrics", "/%6detrics", "/metrics?x", "/x/../metrics", "/metrics%00"):
        answer = raw(stand.door, f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
        assert b"grognard_requests_total" not in answer, path
    foreign = raw(stand.door, b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert b"iwojima" not in foreign


def raw(door: Door, sent: bytes) -> bytes:
    """What comes back over a line of one's own."""
    with door.line() as line:
        line.settimeout(30)
        line.sendall(sent)
        parts = []
        with suppress(OSError):
            while part := line.recv(65536):
                parts.append(part)
        return b"".join(parts)


@pytest.mark.soak
def test_http_2_serves_pages_and_calls(stand: Stand, tmp_path: Path) -> None:
    """Spoken by curl, as browsers speak it: a page with its files, a member, a decision."""
    asked = [shutil.which("curl") or "curl", "--silent", "--show-error", "--http2", "--max-time", "60"]
    way = ["--cacert", str(stand.door.authority.root), "--connect-to", f"{NAME}:443:127.0.0.1:{stand.door.port}"]
    jar = ["--cookie", str(tmp_path / "jar"), "--cookie-jar", str(tmp_path / "jar")]

    def curl(path: str, body: Any = None, *more: str) -> tuple[str, str, str]:
        sent = [] if body is None else ["--data", json.dumps(body), "-H", "content-type: application/json"]
        marked = ["-H", f"X-Grognard: {PAGE['X-Grognard']}", "-H", f"Origin: {URL}"]
        done = subprocess.run(
            [*asked, *way, *jar, *marked, *sent, *more, "-w", "\n%{http_version} %{http_code}", f"{URL}{path}"],
            capture_output=True, text=True, check=True, timeout=90,
        )  # fmt: skip
        text, _, status = done.stdout.rpartition("\n")
        return text, *status.split()  # type: ignore[return-value]

    name = fresh_name()
    assert curl("/api/club/sign-up", {"name": name, "password": "a long enough secret"})[1:] == ("2", "200")
    assert json.loads(curl("/api/club/me")[0])["name"] == name
    made = json.loads(curl("/api/matches", {"game": "iwojima"})[0])["id"]
    table = json.loads(curl(f"/api/matches/{made}")[0])
    told = curl(f"/api/matches/{made}/decide", {"stamp": table["stamp"], "option": ["concede"]})
    assert told[1:] == ("2", "200")
    assert curl("/")[1:] == ("2", "200")
    many = subprocess.run(
        [*asked, *way, "--parallel", "--parallel-max", "20", "-o", "/dev/null", "-w", "%{http_code} ",
         f"{URL}/static/icon.svg?[1-100]"],
        capture_output=True, text=True, check=True, timeout=90,
    )  # fmt: skip
    assert many.stdout.split() == ["200"] * 100


@pytest.mark.soak
@pytest.mark.parametrize("way", ["heads", "bodies", "settings", "readers"])
def test_slow_clients_hold_up_nobody(stand: Stand, way: str) -> None:
    """A crowd drips its heads or bodies, speaks HTTP/2 and says nothing, or does not read what it asked for: others are
    answered as ever."""
    door = stand.door
    anna = door.member(fresh_name(), "127.0.0.9")
    lines: list[ssl.SSLSocket] = []
    try:
        for _ in range(SLOW):
            with suppress(OSError):
                lines.append(slow(door, way))
        assert len(lines) > SLOW / 2
        took = []
        for n in range(40):
            for line in lines[n::20] if way in ("heads", "bodies") else ():
                with suppress(OSError):
                    line.send(b"x")
            began = time.monotonic()
            assert anna.ask("me")["name"]
            took.append(time.monotonic() - began)
            time.sleep(0.05)
        assert sorted(took)[len(took) // 2] < 0.5, took
        assert max(took) < 5, took
    finally:
        for line in lines:
            line.close()


def slow(door: Door, way: str) -> ssl.SSLSocket:
    """One of the crowd."""
    line = door.line(("h2",) if way == "settings" else ("http/1.1",), "127.0.0.10")
    head = f"POST /api/load HTTP/1.1\r\nHost: {NAME}\r\n".encode()
    line.sendall({
        "heads": head + b"X-Slow: ",
        "bodies": head + b"Content-Length: 90000\r\n\r\nx",
        "settings": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0",
        "readers": f"GET /api/games/iwojima/board HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode() * 4,
    }[way])  # fmt: skip
    return line


# --- every part is started anew while people play


class Player(threading.Thread):
    """Plays a match for two members. What was shown must be there whatever is started anew, with at most the one
    decision on top that was not answered."""

    def __init__(self, door: Door, number: int, ending: threading.Event) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self._luck, self._ending = random.Random(number), ending
        self.pair = door.member(fresh_name(), f"127.0.1.{number}"), door.member(fresh_name(), f"127.0.1.{number}")
        self.match = seated(*self.pair)
        self.acknowledged = 0
        self.away: list[float] = []
        self.problem = ""
        self._shown: list[list[Any]] = [[], []]

    def run(self) -> None:
        try:
            while not self._ending.is_set():
                self._decide()
                time.sleep(0.05)
        except Exception as fault:
            self.problem = f"{self.name}: {fault!r}"

    def look(self, side: int) -> Any:
        """The table from whoever answers."""
        began, broken = time.monotonic(), False
        while time.monotonic() - began < PATIENCE:
            try:
                answer = self.pair[side].get(f"/api/matches/{self.match}", timeout=15)
            except AWAY:
                broken = True
            else:
                if answer.status_code == 200:
                    if broken:
                        self.away.append(time.monotonic() - began)
                    return self._noted(side, answer.json())
                assert answer.status_code in GONE, f"a look was answered {answer.status_code} {answer.text[:200]}"
                broken = True
            time.sleep(0.05)
        raise AssertionError(f"nobody answered for {PATIENCE} s")

    def _noted(self, side: int, table: Any) -> Any:
        shown = self._shown[side]
        assert table["log"][: len(shown)] == shown, "what was shown is not there any more"
        self._shown[side] = table["log"]
        return table

    def _decide(self) -> None:
        side = self.look(0)["ask"]["side"]
        table = self.look(side)
        if not table["ask"]["mine"]:
            return
        body = {"stamp": table["stamp"], "option": self._luck.choice(table["ask"]["options"])}
        try:
            answer = self.pair[side].post(f"/api/matches/{self.match}/decide", json=body, timeout=15)
        except AWAY:
            return
        if answer.status_code == 200:
            self.acknowledged += 1
            self._noted(side, answer.json())
            return
        # A decision in doubt may have been taken after one looked; it is looked at again.
        stale = answer.status_code == 409 and answer.json()["code"] == "stale"
        assert stale or answer.status_code in GONE, f"a decision was answered {answer.status_code} {answer.text[:200]}"


class Watcher(threading.Thread):
    """A page that listens, and comes back when its line breaks."""

    def __init__(self, door: Door, player: Player, ending: threading.Event) -> None:
        super().__init__(name="watcher", daemon=True)
        self._door, self._player, self._ending = door, player, ending
        self.stamp = ""
        self.lines = 0

    def run(self) -> None:
        path = f"/api/matches/{self._player.match}/ws"
        while not self._ending.is_set():
            with suppress(*AWAY, InvalidHandshake, ConnectionClosed, EOFError):
                self._hear(path)
            time.sleep(0.1)

    def _hear(self, path: str) -> None:
        with self._door.listen(self._player.pair[0], path) as ears:
            self.lines += 1
            while not self._ending.is_set():
                with suppress(TimeoutError):
                    self.stamp = json.loads(ears.recv(1)).get("stamp", self.stamp)


def one_worker(stand: Stand) -> None:
    figures = f"http://127.0.0.1:{stand.crew.port}/metrics"
    eventually(lambda: "\ngrognard_processes 2" in httpx.get(figures, timeout=20).text)
    os.kill(random.Random().choice(stand.crew.workers()), signal.SIGKILL)


def database_killed(stand: Stand) -> None:
    stand.database.end(signal.SIGQUIT)
    stand.database.begin()


def database_away(stand: Stand) -> None:
    stand.database.end(signal.SIGINT)
    time.sleep(3)
    stand.database.begin()


RESTARTS: dict[str, tuple[int, Callable[[Stand], None]]] = {
    "the door reads its settings again": (4, lambda stand: stand.door.reload()),
    "the door is killed": (3, lambda stand: stand.door.kill()),
    "a process is killed": (4, one_worker),
    "the club is started anew": (2, lambda stand: stand.crew.restart()),
    "the database is killed": (2, database_killed),
    "the database is away for three seconds": (2, database_away),
}
"""What is started anew, and how often."""


@pytest.mark.soak
def test_every_part_is_started_anew_under_load(stand: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    ending = threading.Event()
    players = [Player(stand.door, number, ending) for number in (1, 2)]
    watchers = [Watcher(stand.door, player, ending) for player in players]
    figures: dict[str, list[tuple[float, float]]] = {}
    try:
        for thread in (*players, *watchers):
            thread.start()
        for what, (times, act) in RESTARTS.items():
            for _ in range(times):
                settled(players, 5)
                began = time.monotonic()
                act(stand)
                acted = time.monotonic() - began
                figures.setdefault(what, []).append((acted, settled(players, 3)))
        settled(players, 5)
    finally:
        ending.set()
        for thread in (*players, *watchers):
            thread.join(2 * PATIENCE)
    assert [player.problem for player in players if player.problem] == []
    with capsys.disabled():
        print(f"\n{stand.door.program}: {sum(player.acknowledged for player in players)} decisions acknowledged")
        for what, seconds in figures.items():
            shown = ", ".join(f"{after:.1f} (after {acted:.1f})" for acted, after in seconds)
            print(f"  {what}: all played on within {shown} s")
    for player, watcher in zip(players, watchers, strict=True):
        player.look(0)
        assert watcher.lines > 1, "its line broke and it came back"
    store = open_store(stand.db)
    try:
        assert [finding for ident in every(store) if (finding := look(store, ident))] == []
    finally:
        store.close()


def settled(players: list[Player], decisions: int) -> float:
    """How many seconds it took until each had so many more decisions acknowledged."""
    began = time.monotonic()
    wanted = [player.acknowledged + decisions for player in players]
    while any(player.acknowledged < want for player, want in zip(players, wanted, strict=True)):
        assert not any(player.problem for player in players), [player.problem for player in players]
        assert time.monotonic() - began < 2 * PATIENCE, "nobody plays on"
        time.sleep(0.02)
    return time.monotonic() - began


@pytest.mark.soak
def test_while_the_database_is_away_that_is_what_is_said(stand: Stand) -> None:
    """A call is told so in a sentence; the page's own files need no database."""
    anna = stand.door.member(fresh_name())
    made = anna.post("/api/matches", json={"game": "iwojima"}).json()["id"]
    paths = ("/api/club", "/api/lobby", "/api/games", f"/api/matches/{made}", "/static/icon.svg", "/")
    stand.database.end(signal.SIGINT)
    time.sleep(7)  # for five seconds members are known without a look
    try:
        answers = [anna.get(path) for path in paths for _ in range(3)]
    finally:
        stand.database.begin()
        eventually(lambda: all(anna.get(path).status_code == 200 for path in paths for _ in range(3)))
    for answer in answers:
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["code"]) == (503, "storage"), answer.request.url
        assert answer.status_code == 200 or "/static/" not in str(answer.request.url)

"""Who may do what at a club: every call of the server stands in one table, and everybody tries every one of them.

Whoever is not named there is turned away, before anything is changed; and what is somebody's own is in no answer to
anybody else. A call that is in no line of the table fails the test.
"""

from __future__ import annotations

import http.client
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from club_server import ClubServer
from grognard.club.config import ClubSettings, Config
from grognard.server.app import create_app
from grognard.store.members import Members

DOORS = {"enter", "scope", "role", "wrong-seat", "secret", "fair", "foreign", "record"}
"""The codes by which somebody is turned away; any other answer means that he was let in."""
STRANGERS = {"stranger", "guest"}
KEEPERS = {"moderator", "umpire", "owner"}
MEMBERS = {"other", "us", "jp"} | KEEPERS
PROGRAMS = {"plays", "talks", "challenges"}
"""Programs of the US player, each with a token for one thing."""
ALL = STRANGERS | MEMBERS | PROGRAMS
PAGES = {"guest"} | MEMBERS
SEATED = {"us", "jp", "plays"}
NOBODY: set[str] = set()
STAMP = {"stamp": "0" * 16}
ONE = "/api/matches/{match}"


class May(NamedTuple):
    """Who may ask for what. `hidden`: for others it does not exist."""

    method: str
    path: str
    who: set[str]
    body: dict[str, Any] | None = None
    hidden: bool = False
    query: str = ""
    tries: set[str] = ALL


FIRST = [
    # --- the page, the games, and what anybody can do without a club
    *(May("GET", path, ALL, tries={"stranger"}) for path in (
        "/", "/match/{match}", "/tournaments", "/tournaments/{tournament}", "/replay/{match}", "/rules/{game}",
        "/learn/{game}", "/howto/{game}", "/puzzles", "/puzzles/{game}",
        "/edit/{game}", "/club/{room}", "/member/{name}", "/leaderboard/{game}", "/watch/{match}",
        "/worker.js", "/static/{name:path}", "/healthz", "/readyz", "/metrics", "/api/games", "/api/games/{game}/rules",
        "/api/games/{game}/{sheet}", "/api/matches",
    )),
    *(May("POST", path, ALL, body, tries={"stranger"}) for path, body in (
        ("/api/games/{game}/learn", {"step": -1}), ("/api/games/{game}/puzzle", {"puzzle": -1}),
        ("/api/games/{game}/position", {"scenario": "none"}),
        ("/api/matches", {"game": "none"}), ("/api/load", {}), ("/api/sealed", {"save": ""}), ("/api/dice", {}),
        ("/api/qr", {"text": "x"}),
    )),
    # --- a match that is being played
    *(May("GET", ONE + path, SEATED, query=query) for path, query in (
        ("", ""), ("/at/{line}", ""), ("/preview", 'option=["x"]'), ("/reach", "unit=0"), ("/overlays", ""),
        ("/ledger", ""), ("/whynot", ""), ("/verbs", "unit=0"), ("/picture", ""), ("/standing", ""),
        ("/consequences", ""), ("/steps", ""), ("/emails", ""),
    )),
    May("GET", ONE + "/report", SEATED, tries=ALL - SEATED),  # written by a worker, which takes its time
    May("WS", ONE + "/ws", SEATED),
    May("GET", ONE + "/seats", ALL),  # null for who does not sit there
    *(May("GET", ONE + path, NOBODY) for path in ("/advice", "/plan", "/estimate", "/general", "/analysis", "/save")),
    *(May("GET", "/api/replays/{match}" + path, NOBODY)
      for path in ("", "/at/{line}", "/ledger", "/report", "/analysis", "/picture.png")),
    May("GET", ONE + "/considering", SEATED),
    May("POST", ONE + "/hurry", SEATED, {}),
    May("POST", "/api/replays/{match}/branch", NOBODY, {"at": 0}),
    May("POST", ONE + "/branch", NOBODY, {"at": 0}),
    May("POST", ONE + "/sealed", NOBODY, {"phrase": "a phrase of many words"}),
    May("POST", ONE + "/away", NOBODY, {}),
    May("POST", ONE + "/puzzle", SEATED, {}),  # it is none, they are told
    May("POST", ONE + "/sit", NOBODY, {"code": "wrong"}),
    May("POST", "/api/sit", NOBODY, {"code": "WRNG-WRNG"}),
    May("POST", ONE + "/invite", NOBODY, {"seat": "US"}),
    May("POST", ONE + "/invite", {"us", "plays"}, {"seat": "US", "device": True}),
    May("POST", ONE + "/decide", SEATED, STAMP | {"option": ["x"]}),
    May("POST", ONE + "/undo", SEATED, STAMP),
    May("POST", ONE + "/order", SEATED, STAMP | {"options": [["x"]]}),
    May("PUT", ONE + "/standing/{order}", SEATED, {"choice": "none"}),
    May("DELETE", ONE + "/standing/{order}", SEATED),
    May("DELETE", ONE + "/standing", {"jp"}, tries=ALL - {"us", "plays"}),
    # --- between friends by link; in a match of the club its players are told that it is none
    May("POST", ONE + "/name", SEATED, {"name": "Ann"}),
    May("POST", ONE + "/takeback", SEATED, {"act": "decline"}),
    May("POST", ONE + "/emails", SEATED, {"email": ""}),
    *(May("POST", f"{ONE}/emails/{act}", NOBODY, {"code": "wrong"}, hidden=True) for act in ("confirm", "stop")),
    # --- the same match, in the club
    May("GET", ONE + "/club", ALL),
    May("GET", ONE + "/watch", ALL),
    May("WS", ONE + "/watch/ws", ALL),
    May("POST", ONE + "/draw", SEATED, {"act": "decline"}),
    May("POST", ONE + "/claim", SEATED, {}),
    May("POST", ONE + "/replace", SEATED, {}),
    May("POST", ONE + "/rematch", SEATED, {}),
    May("POST", ONE + "/vacation", SEATED, {"days": 1}),
    May("DELETE", ONE + "/vacation", SEATED),
    May("POST", ONE + "/adjudicate", {"umpire", "owner"}, {"winner": "none"}),
    May("GET", ONE + "/chat", {"us", "jp", "plays", "talks", "moderator", "owner"}, query="room=players"),
    May("GET", ONE + "/chat", ALL - {"us", "jp", "plays", "talks", "challenges"}, query="room=watchers"),
    May("POST", ONE + "/chat", {"us", "jp", "talks", "moderator", "owner"}, {"text": " "}),
    May("POST", ONE + "/chat", {"other"} | KEEPERS, {"text": " ", "room": "spectators"}),
    May("POST", ONE + "/chat/{n:int}/hide", {"moderator", "owner"}, {"hidden": False}),
    May("GET", ONE + "/notes", MEMBERS),
    May("POST", ONE + "/notes", MEMBERS - {"us"}, {"text": "mine"}, tries=ALL - {"us"}),
    # --- a match whose players let nobody watch
    *(May("GET", "/api/matches/{closed}" + path, SEATED | {"umpire", "owner"}) for path in ("/watch", "/club")),
    May("WS", "/api/matches/{closed}/watch/ws", SEATED | {"umpire", "owner"}),
    May("GET", "/api/matches/{closed}/chat", {"umpire", "owner"}, query="room=watchers"),
    # --- oneself
    May("GET", "/api/club", ALL),
    May("GET", "/api/club/me", MEMBERS | PROGRAMS),
    *(May("GET", "/api/club/me/" + path, MEMBERS) for path in ("sessions", "tokens", "export", "notifications")),
    *(May("GET", path, MEMBERS) for path in ("/api/notes", "/api/club/blocks")),
    May("POST", "/api/club/me/name", MEMBERS, {"name": ""}),
    May("POST", "/api/club/me/email", MEMBERS, {"email": "none", "password": ""}),
    May("POST", "/api/club/me/tokens", MEMBERS, {"name": "", "scopes": []}),
    May("POST", "/api/club/me/notifications", MEMBERS, {"webhook": {"shape": "plain", "url": "nowhere"}}),
    May("POST", "/api/club/me/notifications/test", MEMBERS, {"way": "push"}),
    May("POST", "/api/club/me/push", MEMBERS, {"endpoint": "nowhere", "keys": {"p256dh": "", "auth": ""}}),
    May("DELETE", "/api/club/me/sessions/{session}", {"us"}, hidden=True),
    May("DELETE", "/api/club/me/tokens/{token}", NOBODY, hidden=True),
    May("DELETE", "/api/club/me/push/{push}", NOBODY, hidden=True),
    May("POST", "/api/club/seen", MEMBERS, {"match": ""}),
    May("POST", "/api/club/block", MEMBERS, {"name": "nobody of that name"}),
    May("POST", "/api/club/report", MEMBERS, {"match": "{match}", "n": 999, "why": "x"}),
    May("POST", "/api/club/report", {"us", "jp", "moderator", "owner"}, {"match": "{match}", "n": 1, "why": "x"}),
    May("POST", "/api/club/report", MEMBERS, {"name": "nobody of that name", "why": "x"}),
    May("POST", "/api/club/appeal", PAGES, {}),
    *(May(method, "/api/club/unsubscribe/{code}", NOBODY, {}, hidden=True) for method in ("GET", "POST")),
    May("GET", "/api/club/take-back/{code}", ALL),
    May("POST", "/api/club/take-back/{code}", NOBODY, {}, hidden=True),
    *(May("POST", "/api/club/" + path, PAGES, {}) for path in ("sign-up", "sign-in", "forgot", "reset", "me/verify")),
    # --- keeping
    *(May("GET", "/api/club/" + path, {"moderator", "owner"})
      for path in ("members", "invitations", "reports", "audit", "statistics")),
    May("POST", "/api/club/members/{member}/ban", {"moderator", "owner"}, {"days": 0}),
    May("POST", "/api/club/members/{member}/role", {"owner"}, {"roles": []}),
    May("POST", "/api/club/members/{umpire}/ban", {"owner"}, {"days": 0}),
    May("POST", "/api/club/invitations", {"moderator", "owner"}, {"uses": 0}),
    May("DELETE", "/api/club/invitations/{invitation}", {"moderator", "owner"}),
    May("POST", "/api/club/reports/{report}", {"moderator", "owner"}, {}),
    May("POST", "/api/club/email", {"owner"}, {"to": "none"}),
    # --- lobby, results, tournaments, the stream
    *(May("GET", path, ALL) for path in (
        "/api/lobby", "/api/leaderboard/{game}", "/api/members/{name}", "/api/members/{name}/against/{other}",
        "/api/tournaments", "/api/tournaments/{tournament}", "/api/tournaments/{tournament}/export",
    )),
    May("POST", "/api/lobby", MEMBERS | {"challenges"}, {"game": "iwojima", "bot": "none"}),
    May("POST", "/api/lobby/code", NOBODY, {"code": "wrong"}, hidden=True),
    May("POST", "/api/lobby/{table}/join", MEMBERS | {"challenges"}, {}),  # a rated table of one's own, or too strong
    May("POST", "/api/lobby/{private}/join", NOBODY, {"code": "wrong"}, hidden=True),
    May("POST", "/api/lobby/{challenge}/join", NOBODY, {}),
    May("POST", "/api/lobby/{challenge}/withdraw", NOBODY, {}),
    May("POST", "/api/tournaments", {"umpire", "owner"}, {"name": "", "kind": "swiss", "game": "iwojima"}),
    May("POST", "/api/tournaments/{tournament}/join", MEMBERS | {"challenges"}, {}),
    May("POST", "/api/tournaments/{tournament}/withdraw", MEMBERS | {"challenges"}, {}),
    May("POST", "/api/tournaments/{tournament}/withdraw", {"umpire", "owner"}, {"name": "nobody of that name"}),
    May("POST", "/api/tournaments/{tournament}/admit", {"umpire", "owner"}, {"name": "nobody of that name"}),
    May("POST", "/api/tournaments/{tournament}/substitute", {"umpire", "owner"}, {"name": "nobody", "by": "nobody"}),
    May("POST", "/api/tournaments/{tournament}/correct", {"umpire", "owner"}, {"round": 1, "n": 1, "score": 1}),
    May("GET", "/api/tournaments/{tournament}/archive", {"umpire", "owner"}),
    May("POST", "/api/tournaments/{tournament}/start", {"umpire", "owner"}, {}),
    May("POST", "/api/tournaments/{tournament}/stand-by", MEMBERS | {"challenges"}, {}),
    May("GET", "/api/stream", MEMBERS | {"plays"}),
]  # fmt: skip
"""What changes nothing that another line needs."""
LAST = [
    May("POST", "/api/lobby/{challenge}/decline", {"us", "challenges"}, {}, hidden=True),
    May("POST", "/api/lobby/{challenge}/accept", {"us", "challenges"}, {}, hidden=True),
    May("POST", "/api/lobby/{table}/withdraw", {"victim"}, {}, tries=ALL | {"victim"}),
    May("POST", "/api/tournaments/{tournament}/cancel", {"umpire", "owner"}, {}),
    May("POST", ONE + "/abandon", SEATED, {}),
    May("POST", "/api/club/me/password", MEMBERS, {"old": "", "new": "x"}),
    May("POST", "/api/club/me/delete", MEMBERS, {"password": ""}, tries=ALL - MEMBERS),
    May("POST", "/api/club/sign-out", ALL, {}),
]
TABLE = FIRST + LAST


class World:
    """A club with everything in it that somebody might want to get at."""

    def __init__(self, server: ClubServer) -> None:
        self.server = server
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        self.heads: dict[str, dict[str, str]] = {"stranger": {}, "guest": {"X-Grognard": "page"}}
        people = Members(server.db)
        ids = {}
        for name in sorted(MEMBERS | {"victim"}):
            member = people.add(f"{name.title()} Member", "", f"canary-{name}@club.invalid")
            roles = {"roles": name} if name in KEEPERS else {}
            people.change(member.id, verified=1, **roles)
            ids[name] = member.id
            cookie = f"grognard-member={people.begin_session(member.id, 'a browser')}"
            self.heads[name] = {"X-Grognard": "page", "Cookie": cookie}
        people.begin_session(ids["us"], "another browser")
        spare = min(people.sessions_of(ids["us"], 0), key=lambda session: session.device == "a browser").id
        for scope in ("play", "talk", "challenge"):
            shown, _ = people.add_token(ids["us"], scope, [scope])
            self.heads[f"{scope}s"] = {"Authorization": f"Bearer {shown}"}
        token = people.add_token(ids["victim"], "a program", ["play"])[1].id
        people.close()
        pace = {"kind": "days", "days": 3, "reserve": 3, "vacation": 9}
        match, closed = (self._match(pace, watch) for watch in (True, False))
        offer = {"game": "iwojima", "side": "US", "pace": pace}
        self.values = {
            "match": match, "closed": closed, "member": ids["victim"], "umpire": ids["umpire"], "session": spare,
            "token": token, "game": "iwojima", "line": "0", "order": "none", "n:int": "1", "name:path": "main.js",
            "sheet": "board", "room": "account", "name": "Us%20Member", "other": "Jp%20Member", "push": "none",
            "code": "none.none", "invitation": "none", "report": "none",
            "table": self.say("victim", "lobby", **offer, between=[3500, 3900])["id"],
            "challenge": self.say("victim", "lobby", **offer, to="Us Member")["id"],
            "private": self.say("victim", "lobby", **offer, private=True)["id"],
            "tournament": self.say("umpire", "tournaments", name="Cup", kind="swiss", game="iwojima", pace=pace)["id"],
        }  # fmt: skip
        self.say("us", f"matches/{match}/chat", text="canary-players")
        self.say("other", f"matches/{match}/chat", text="canary-watchers", room="spectators")
        self.say("us", f"matches/{match}/notes", text="canary-note")
        self.say("us", "club/me/notifications", webhook={"shape": "plain", "url": "https://canary-hook.invalid/"})
        order = json.loads(self.ask("us", "GET", f"/api/matches/{match}/standing")[2])["orders"][0]
        given = {"choice": next(iter(order["choices"]))}
        assert self.ask("us", "PUT", f"/api/matches/{match}/standing/{order['id']}", given)[0] == 200

    def _match(self, pace: dict[str, Any], watch: bool) -> str:
        wanted = {"game": "iwojima", "side": "US", "rated": True, "pace": pace, "watch": watch}
        table = self.say("us", "lobby", **wanted)["id"]
        return str(self.say("jp", f"lobby/{table}/join")["matches"][0])

    def say(self, who: str, path: str, **body: Any) -> Any:
        status, _, answer = self.ask(who, "POST", f"/api/{path}", body)
        assert status == 200, answer
        return json.loads(answer)

    def ask(self, who: str, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str, str]:
        """The status, the code of a refusal, and all of the answer."""
        if method == "WS":
            return self._listen(who, path)
        sent = None if body is None else json.dumps(body)
        self.line.request(method, path, sent, self.heads[who])
        answer = self.line.getresponse()
        if path == "/api/stream" and answer.status == 200:
            self.line.close()
            return 200, "", ""
        text = answer.read().decode("utf-8", "replace")
        return answer.status, code_of(answer.status, text), text

    def _listen(self, who: str, path: str) -> tuple[int, str, str]:
        try:
            with connect(f"ws://127.0.0.1:{self.server.port}{path}", additional_headers=self.heads[who]) as line:
                return 101, "", str(line.recv(timeout=120))
        except InvalidStatus as refused:
            text = bytes(refused.response.body or b"").decode()
            return refused.response.status_code, code_of(refused.response.status_code, text), text

    def tried(self, line: May, who: str) -> tuple[bool, str]:
        """Whether somebody is let in, and what he is told."""
        filled = re.sub(r"\{([\w:]+)\}", lambda part: self.values[part[1]], line.path)
        body = line.body and {name: self.values["match"] if value == "{match}" else value
                              for name, value in line.body.items()}  # fmt: skip
        _, code, text = self.ask(who, line.method, filled + (f"?{line.query}" if line.query else ""), body)
        assert code != "fault", (who, line, text)
        return code not in DOORS | ({"unknown"} if line.hidden else set()), text

    def kept(self) -> dict[str, list[Any]]:
        """All that is in the store, but for when somebody was last seen."""
        with sqlite3.connect(self.server.db, timeout=120) as db:
            tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            found = {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in tables}
        db.close()
        return {name: rows for name, rows in found.items() if name not in UNSTEADY}


SORT = {"challenge": "table", "private": "table", "closed": "match", "umpire": "member"}
"""Of what sort the things are that have a name of their own here."""
UNSTEADY = {"club_facts", "sessions", "member_tokens", "tries", "standstills", "sqlite_stat1"}


def code_of(status: int, text: str) -> str:
    """The code of a refusal; of a page that is not there `unknown`."""
    if status < 400:
        return ""
    try:
        return str(json.loads(text)["code"])
    except (ValueError, KeyError, TypeError):
        return "unknown" if status == 404 else f"status {status}"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    running = ClubServer(tmp_path_factory.mktemp("who-may"), notices={"wait": 600.0})
    try:
        yield World(running)
    finally:
        running.stop()


def test_every_call_of_a_club_is_in_the_table(tmp_path: Path) -> None:
    app = create_app(tmp_path / "matches.sqlite", club=Config(club=ClubSettings()))
    calls = set()
    for route in app.routes:
        methods = getattr(route, "methods", None) or {"WS"}
        calls |= {(method, str(getattr(route, "path", ""))) for method in methods - {"HEAD"}}
    known = {
        (line.method, re.sub(r"\{(\w+)\}", lambda part: f"{{{SORT.get(part[1], part[1])}}}", line.path))
        for line in TABLE
    }
    assert calls == known


def test_whoever_may_not_is_turned_away_and_changes_nothing(world: World) -> None:
    before = world.kept()
    for line in TABLE:
        for who in sorted(line.tries - line.who):
            let_in, text = world.tried(line, who)
            assert not let_in, (who, line, text)
    assert world.kept() == before


OWN = {
    "canary-us@": {"us"},
    "canary-jp@": {"jp"},
    "canary-victim@": {"victim"},
    "canary-note": {"us"},
    "canary-hook": {"us"},
    "canary-players": {"us", "jp", "plays", "talks", "moderator", "owner"},
    "canary-watchers": {"other", *STRANGERS, *KEEPERS},
}
"""What is somebody's own, and who may find it in an answer while the match goes on."""


def test_whoever_may_is_let_in_and_is_told_nothing_that_is_not_his(world: World) -> None:
    own = OWN | {world.values["challenge"]: {"us", *PROGRAMS}, world.values["private"]: {"victim"}}
    found = set()
    for line in FIRST:
        for who in sorted(line.tries & line.who):
            let_in, text = world.tried(line, who)
            assert let_in, (who, line, text)
            for word in own:
                if word in text:
                    assert who in own[word], (who, line, word)
                    found.add(word)
    assert {"canary-us@", "canary-note", "canary-hook", "canary-players", "canary-watchers"} <= found
    for line in LAST:
        for who in sorted(line.tries & line.who):
            let_in, text = world.tried(line, who)
            assert let_in or line.hidden, (who, line, text)  # of two who take one challenge the second finds it gone


def test_where_guests_may_not_watch_nothing_is_shown_to_them(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    server = ClubServer(tmp_path, club={"guests_watch": False})
    request.addfinalizer(server.stop)
    world = World(server)
    shown = ("/api/lobby", "/api/leaderboard/{game}", "/api/members/{name}", "/api/members/{name}/against/{other}",
             "/api/tournaments", "/api/tournaments/{tournament}", ONE + "/club", ONE + "/watch")  # fmt: skip
    lines = [May("GET", path, NOBODY) for path in shown] + [May("WS", ONE + "/watch/ws", NOBODY)]
    lines.append(May("GET", ONE + "/chat", NOBODY, query="room=watchers"))
    for line in lines:
        for who in sorted(STRANGERS):
            assert not world.tried(line, who)[0], (who, line)
        assert world.tried(line, "other")[0], line

"""A server under one's hands: a real process on a loopback port, matches on it, and the seats of those matches."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

import forked_servers
from grognard.match import Match
from grognard.match.save import write

UNHURRIED = (
    "from grognard.work.limits import LIMITS; "
    "LIMITS.update({name: each._replace(patience=0, wall=600) for name, each in LIMITS.items()}); "
)
"""What a server does for its pages waits for nobody else, and is not given up because the machine is busy."""
RUN = (
    UNHURRIED + "import sys; from grognard import interrupt; from grognard.server import start; "
    "from grognard.server.http import connection; connection.HEAD_SECONDS = float(sys.argv[2]); "
    "manner = start.ServeOptions(limited=bool(sys.argv[3]), proxies=int(sys.argv[4])); "
    "sys.exit(interrupt.guarded(lambda: start.serve(start.bind(port=0), sys.argv[1], manner=manner)))"
)
"""A server that ends as the command does: Ctrl-C starts a clock, and only a guarded one keeps to its status."""


class Client(httpx.Client):
    """A program at a server: it shows the tokens that it is given as `seat` in the header where they belong."""

    def request(self, method: str, url: Any, **more: Any) -> httpx.Response:
        tokens = []
        for where in ("params", "json"):
            given = more.get(where)
            if isinstance(given, dict) and isinstance(given.get("seat"), str | list):
                more[where] = {name: value for name, value in given.items() if name != "seat"}
                tokens = [given["seat"]] if isinstance(given["seat"], str) else given["seat"]
        if any(tokens):
            more["headers"] = {**(more.get("headers") or {}), "Authorization": f"Bearer {', '.join(tokens)}"}
        return super().request(method, url, **more)


class Server:
    """A server process on a file or database of matches."""

    def __init__(
        self, db: Path | str, limited: bool = False, proxies: int = 0, head: float = 15, errors: Any = None
    ) -> None:
        """`errors` is a file for what it complains about; `head` are the seconds for the head of a request."""
        self.db = db
        self.process = forked_servers.Process(RUN, str(db), str(head), "x" * limited, str(proxies), errors=errors)
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert said, "the server did not say its address"
        self.port = int(said[1])
        self.http = Client(base_url=f"http://127.0.0.1:{self.port}", timeout=120, verify=False)

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()
        self.http.close()
        self.process.stdout.close()

    def get(self, path: str) -> httpx.Response:
        """What there is under an address."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer

    def listen(self, match: str, token: str, since: int = 0) -> ClientConnection:
        url = f"ws://127.0.0.1:{self.port}/api/matches/{match}/ws?since={since}"
        return connect(url, additional_headers={"Authorization": f"Bearer {token}"}, open_timeout=60)

    def new(self, us: str = "human", jp: str = "human", **more: Any) -> Seats:
        """A match of Iwo Jima."""
        return self.open("iwojima", seats={"US": us, "JP": jp}, **more)

    def open(self, game: str, **more: Any) -> Seats:
        """A new match; every seat is a person's unless `seats` says otherwise."""
        return self.seats(self.http.post("/api/matches", json={"game": game, **more}))

    def load(self, save: str) -> Seats:
        """A match from a save file."""
        return self.seats(self.http.post("/api/load", content=save.encode()))

    def begin(self, position: Any) -> Seats:
        """A match that starts from a position."""
        return self.load(write(Match.new(position.game, seed=1, start=position.to_json())))

    def seats(self, answer: httpx.Response) -> Seats:
        """The seats that the server handed out."""
        assert answer.status_code == 200, answer.text
        made = answer.json()
        return Seats(self, made["id"], [seat.get("token", "") for seat in made["seats"].values()])


class Seats:
    """A match on a server, and the seats that this client holds."""

    def __init__(self, server: Server, id_: str, tokens: list[str]) -> None:
        self.server = server
        self.id = id_
        self.tokens = tokens

    def get(self, side: int, what: str = "", **query: Any) -> httpx.Response:
        return self.server.http.get(f"/api/matches/{self.id}{what}", params={"seat": self.tokens[side], **query})

    def post(self, side: int, what: str, **body: Any) -> httpx.Response:
        return self.server.http.post(f"/api/matches/{self.id}{what}", json={"seat": self.tokens[side]} | body)

    def table(self, side: int, since: int = 0) -> dict[str, Any]:
        answer = self.get(side, since=since)
        assert answer.status_code == 200, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def decide(self, side: int, *options: list[Any]) -> dict[str, Any]:
        """Decide on what this side sees now."""
        answer = self.post(side, "/decide", stamp=self.table(side)["stamp"], options=list(options))
        assert answer.status_code == 200, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def listed(self) -> list[dict[str, Any]]:
        """The list of matches, for the seats held here."""
        rows: list[dict[str, Any]] = self.server.http.get("/api/matches", params={"seat": self.tokens}).json()
        return rows

    def save(self) -> str:
        """The save file, for all seats held here."""
        answer = self.server.http.get(f"/api/matches/{self.id}/save", params={"seat": [t for t in self.tokens if t]})
        assert answer.status_code == 200, answer.text
        return answer.text

    def play(self, rng: random.Random, decisions: int = 100_000, haste: float = 0.0) -> int:
        """Random decisions for the seats held here, in order; how many were taken. In haste, now and then the option
        that names least: it ends a question. Lines of the log that were read are not asked for again."""
        read = [0] * len(self.tokens)

        def heard(side: int, table: dict[str, Any]) -> dict[str, Any]:
            read[side] = len(table["log"]) + (0 if table["reset"] else read[side])
            return table

        side, table = 0, heard(0, self.table(0))
        for done in range(decisions):
            if table["ask"] is None:
                return done
            if not table["ask"]["mine"]:
                side = table["ask"]["side"]
                table = heard(side, self.table(side, since=read[side]))
            options = table["ask"]["options"]
            option = min(options, key=len) if rng.random() < haste else rng.choice(options)
            answer = self.post(side, "/decide", stamp=table["stamp"], option=option, since=read[side])
            assert answer.status_code == 200, answer.text
            table = heard(side, answer.json())
        return decisions

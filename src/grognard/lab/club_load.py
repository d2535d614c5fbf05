"""Load test of a club: members come, look at the lobby, play what waits for them, and go; others follow.

Run as a process of its own: `python -m grognard.lab.club_load PORT PID SECONDS ONLINE PACE PUSH MAIL FILE`. It is also
the push service and the mail server to which the club's notices go, so that it can tell how long each was under way.
It prints what it measured as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from grognard.lab.club_population import MadeUpMembers, Person
from grognard.lab.confidence_intervals import quantile
from grognard.lab.load_test import Line, Table, processor_time

WATCHERS = 10
"""One in so many of those who are here watches a match of others."""
COMES = 0.3
"""Seconds between two who come at the beginning: what is measured is measured when all are there."""
COOKIE = "grognard-member"
LATEST = 60.0
"""Seconds after its time at which it ends whatever was decided."""
PATIENCE = 30.0
"""Seconds after the end in which the last notices may still arrive."""
_table = msgspec.json.Decoder(Table)


class Mine(msgspec.Struct):
    """One of a member's matches, as the lobby lists it."""

    match: str
    waits: str


class Lobby(msgspec.Struct):
    """The part of the lobby that matters here."""

    mine: list[Mine]


_lobby = msgspec.json.Decoder(Lobby)


class Notices:
    """Receiver of notifications: the hand-overs that nobody was told of yet, and the delays of the others."""

    def __init__(self) -> None:
        self.open: dict[tuple[str, str], float] = {}
        """By the match and the member who is asked: when it was handed over."""
        self.took: dict[str, list[float]] = {"push": [], "mail": []}
        self.seen = 0
        """Hand-overs that the member saw before they were told."""

    def handed_over(self, match: str, to: str) -> None:
        """Somebody is asked from now on."""
        self.open[match, to] = time.time()

    def looked(self, match: str, who: str) -> None:
        """A player has come to a match unasked."""
        self.seen += self.open.pop((match, who), None) is not None

    def arrived(self, way: str, match: str, who: str) -> None:
        """A notice is here."""
        since = self.open.pop((match, who), None)
        if since is not None:
            self.took[way].append(time.time() - since)

    async def push_service(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a push message."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            size, topic = (re.search(rf"(?i)\r\n{name}: *([\w-]+)", head) for name in ("content-length", "topic"))
            await reader.readexactly(int(size[1]) if size else 0)
            if topic:
                self.arrived("push", topic[1], head.split()[1].rpartition("/")[2])
            writer.write(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            await writer.drain()
        writer.close()

    async def mail_server(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take letters."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            writer.write(b"220 here\r\n")
            word = b""
            while word != b"QUIT":
                word = (await reader.readuntil(b"\r\n"))[:4].upper()
                if word == b"DATA":
                    writer.write(b"354 go on\r\n")
                    letter = (await reader.readuntil(b"\r\n.\r\n")).decode("utf-8", "replace")
                    to, match = re.search(r"(?m)^To: (\w+)@", letter), re.search(r"/match/([\w-]+)", letter)
                    if to and match:
                        self.arrived("mail", match[1], to[1])
                writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 good\r\n")
        writer.close()


class Hall:
    """The whole load: who is here, who waits outside, and what was measured."""

    def __init__(self, port: int, folk: MadeUpMembers, pace: float) -> None:
        self.port = port
        self.pace = pace
        self.comes = min(COMES, pace)
        self.began = self.until = 0.0
        """When all are there, and when it ends."""
        self.least = 0
        self.ids = {person.name: person.id for person in folk.people}
        self.outside = list(folk.people)
        random.Random(2).shuffle(self.outside)
        self.notices = Notices()
        self.players: dict[str, str] = {}
        """By match: who is at it."""
        self.decided: list[float] = []
        self.coming: list[float] = []
        """Decisions while people were still coming."""
        self.opened: list[float] = []
        self.lobbies: list[float] = []
        self.counts: Counter[str] = Counter()

    @property
    def is_open(self) -> bool:
        """Whether it goes on: for its time, and on a busy machine until there is something to be measured."""
        late = time.perf_counter() - self.until
        some = len(self.decided) >= self.least and self.counts["hand-overs"] > 0
        return late < 0 or (not some and late < LATEST)

    async def place(self, number: int) -> None:
        """One place in the hall: as soon as somebody goes, another comes."""
        rng = random.Random(number)
        await asyncio.sleep(number * self.comes)
        while self.is_open:
            person = self.outside.pop(0)
            await Visit(self, person, rng).play()
            self.outside.append(person)

    async def watcher(self, number: int) -> None:
        """Somebody who watches matches at which others are."""
        rng = random.Random(-number)
        person = self.outside.pop(0)
        visit = Visit(self, person, rng)
        while self.is_open:
            await asyncio.sleep(rng.random())
            if self.players:
                await visit.watch(rng.choice(list(self.players)), 10 * self.pace)


class Visit:
    """A member who is here."""

    def __init__(self, hall: Hall, person: Person, rng: random.Random) -> None:
        self._hall = hall
        self._person = person
        self._rng = rng
        self._shown = {"cookie": f"{COOKIE}={person.session}", "x-grognard": "page"}
        self._line = Line(hall.port, "".join(f"{name}: {value}\r\n" for name, value in self._shown.items()))

    async def play(self) -> None:
        """Look at the lobby, and play at what waits."""
        hall = self._hall
        hall.counts["visits"] += 1
        await self._line.call("GET", "/api/club")
        began = time.perf_counter()
        mine = _lobby.decode(await self._line.call("GET", "/api/lobby")).mine
        hall.lobbies.append(time.perf_counter() - began)
        for each in mine:
            if each.waits == "me" and hall.is_open:
                await self._sit(each.match)
        await asyncio.sleep(self._rng.random() * hall.pace)
        self._line.hang_up()

    async def _sit(self, match: str) -> None:
        hall, one = self._hall, f"/api/matches/{match}"
        began = time.perf_counter()
        table = _table.decode(await self._line.call("GET", one))
        hall.opened.append(time.perf_counter() - began)
        hall.notices.looked(match, self._person.id)
        hall.players[match] = self._person.id
        held = len(table.log)
        async with self._listening(f"{one}/ws?since={held}"):
            await self._line.call("POST", "/api/club/seen", json.dumps({"match": match}).encode())
            facts = json.loads(await self._line.call("GET", f"{one}/club"))
            while table.ask is not None and table.ask.mine and hall.is_open:
                await asyncio.sleep(hall.pace * (0.5 + self._rng.random()))
                option = bytes(self._rng.choice(table.ask.options))
                body = b'{"stamp":"%b","since":%d,"option":%b}' % (table.stamp.encode(), held, option)
                began = time.perf_counter()
                answer = await self._line.call("POST", f"{one}/decide", body)
                now = time.perf_counter()
                (hall.decided if began >= hall.began else hall.coming).append(now - began)
                table = _table.decode(answer)
                held = len(table.log) + (0 if table.reset else held)
        del hall.players[match]
        if table.ask is not None and not table.ask.mine:
            hall.counts["hand-overs"] += 1
            names = [seat["name"] for seat in facts["seats"].values()]
            hall.notices.handed_over(match, next(hall.ids[name] for name in names if name != self._person.name))

    async def watch(self, match: str, seconds: float) -> None:
        """Look on for a while."""
        one = f"/api/matches/{match}"
        await self._line.call("GET", f"{one}/watch")
        async with self._listening(f"{one}/watch/ws"):
            await asyncio.sleep(min(seconds, max(0.0, self._hall.until - time.perf_counter())))

    @contextlib.asynccontextmanager
    async def _listening(self, path: str) -> AsyncIterator[None]:
        address = f"ws://127.0.0.1:{self._hall.port}{path}"
        opening = connect(
            address, additional_headers=self._shown, max_size=2**22, compression=None, open_timeout=60
        )  # fmt: skip
        async with opening as line:
            hearing = asyncio.create_task(self._hear(line))
            try:
                yield
            finally:
                hearing.cancel()

    async def _hear(self, line: ClientConnection) -> None:
        async for _ in line:
            self._hall.counts["pushes"] += 1


async def _at(when: float, look: Callable[[], float | None]) -> float | None:
    """The view of a moment."""
    await asyncio.sleep(max(0.0, when - time.perf_counter()))
    return look()


async def run(server: int, seconds: float, online: int, hall: Hall, ports: tuple[int, int]) -> dict[str, float]:
    """Fill the hall, keep it full for so long, and wait for the last notices."""
    told = hall.notices
    services = [
        await asyncio.start_server(take, "127.0.0.1", port, limit=2**20)
        for take, port in zip((told.push_service, told.mail_server), ports, strict=True)
    ]
    watching = online // WATCHERS
    hall.began = time.perf_counter() + (online - watching) * hall.comes
    hall.until, hall.least = hall.began + seconds, online
    clock = asyncio.create_task(_at(hall.began, lambda: processor_time(server)))
    await asyncio.gather(
        *(hall.place(number) for number in range(online - watching)),
        *(hall.watcher(number) for number in range(watching)),
    )
    took_all = time.perf_counter() - hall.began
    before, after = await clock, processor_time(server)
    patience = time.perf_counter() + PATIENCE
    while told.open and time.perf_counter() < patience:
        await asyncio.sleep(0.1)
    for service in services:
        service.close()
    decided = len(hall.decided)
    used = {} if before is None or after is None else {"processor ms": 1000 * (after - before) / max(1, decided)}
    took = told.took["push"] + told.took["mail"]
    return {
        "decisions": decided,
        "per second": decided / took_all,
        **{f"decision p{share} ms": 1000 * quantile(hall.decided, share / 100) for share in (50, 95, 99)},
        "coming p99 ms": 1000 * quantile(hall.coming, 0.99),
        "opened p99 ms": 1000 * quantile(hall.opened, 0.99),
        "lobby p99 ms": 1000 * quantile(hall.lobbies, 0.99),
        **{name: hall.counts[name] for name in ("visits", "hand-overs", "pushes")},
        "by push": len(told.took["push"]),
        "by mail": len(told.took["mail"]),
        "seen before": told.seen,
        "never told": len(told.open),
        "notice p50 s": quantile(took, 0.50),
        "notice p99 s": quantile(took, 0.99),
        "notice latest s": max(took, default=0.0),
        **used,
    }


def main(arguments: list[str]) -> None:
    """Measure and print."""
    port, server, seconds, online, pace, push, mail, file = arguments
    hall = Hall(int(port), msgspec.json.decode(Path(file).read_bytes(), type=MadeUpMembers), float(pace))
    runner = asyncio.run
    if sys.platform != "win32":
        import uvloop

        runner = uvloop.run
    print(json.dumps(runner(run(int(server), float(seconds), int(online), hall, (int(push), int(mail))))))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Load test of a server: many matches at once, each deciding as fast as the answers come, over plain HTTP.

Run as a process of its own, to leave the server its processor: `python -m grognard.lab.load_test PORT PID SECONDS
PACE FOLDER`. Each save in the folder becomes one match. It prints what it measured as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.lab.confidence_intervals import quantile

SPARE = 2
"""Matches that are made ready for each player: to load one costs as much as many decisions, and is not what is
measured. A player who is through takes one of anybody's: some end after a few decisions, others after hundreds."""


class Ask(msgspec.Struct):
    """The part of a table's question that matters here."""

    side: int
    mine: bool
    options: list[msgspec.Raw]


class Table(msgspec.Struct):
    """The part of a table that matters here."""

    side: int
    stamp: str
    reset: bool
    log: list[msgspec.Raw]
    ask: Ask | None


class Seat(msgspec.Struct):
    """A seat of a new match."""

    kind: str
    token: str = ""


class Opened(msgspec.Struct):
    """The answer to a loaded save."""

    id: str
    seats: dict[str, Seat]


_table = msgspec.json.Decoder(Table)
_opened = msgspec.json.Decoder(Opened)


class Line:
    """One connection to a server, opened anew when it was closed."""

    def __init__(self, port: int, more: str = "") -> None:
        self._port = port
        self._more = more.encode()
        """Lines of the head that every call has, each with its end."""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)

    def hang_up(self) -> None:
        """Nothing more will be asked."""
        if self._writer is not None:
            self._writer.close()

    async def call(self, verb: str, path: str, body: bytes = b"", token: str = "", again: bool = False) -> bytes:
        """Ask, and have the answer."""
        if self._reader is None or self._reader.at_eof():  # the server hangs up on who says nothing for long
            self.hang_up()
            await self.open()
        assert self._reader is not None
        assert self._writer is not None
        shown = b"authorization: Bearer %b\r\n" % token.encode() if token else b""
        self._writer.write(
            b"%b %b HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n%b%bcontent-length: %d\r\n\r\n%b"
            % (verb.encode(), path.encode(), self._port, self._more, shown, len(body), body)
        )
        try:
            head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        except (asyncio.IncompleteReadError, ConnectionError) as cut:
            if again or (isinstance(cut, asyncio.IncompleteReadError) and cut.partial):
                raise
            await self.open()  # it hung up while we asked: it has not read that
            return await self.call(verb, path, body, token, again=True)
        size = int(head.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        answer = await self._reader.readexactly(size)
        if not head.startswith(b"http/1.1 200"):
            raise RuntimeError(f"{verb} {path}: {answer[:300]!r}")
        return answer


class Ready(NamedTuple):
    """A match to go on with."""

    id: str
    tokens: list[str]
    held: list[int]
    table: Table


class Player:
    """Both humans of one match, on one connection."""

    def __init__(
        self, port: int, save: bytes, rng: random.Random, path: str = "/api/load", ready: list[Ready] | None = None
    ) -> None:
        """`ready` are the matches to go on with, if the player shares them with others."""
        self._port = port
        self._line = Line(port)
        self._save = save
        self._path = path
        self._rng = rng
        self._ready = [] if ready is None else ready
        self.latencies: list[float] = []
        self.looks = 0
        self.loads = 0
        """Matches that had to be loaded while it was measured, because those that were ready were over."""

    async def open(self, spare: int = 0) -> None:
        """Connect and load the match, and others to go on with when it is over."""
        await self._line.open()
        for _ in range(spare):
            await self._load()
            self._ready.append(Ready(self._id, self._tokens, self._held, self._table))
        await self._load()

    async def _load(self) -> None:
        made = _opened.decode(await self._line.call("POST", self._path, self._save))
        self._id = made.id
        self._tokens = [seat.token for seat in made.seats.values()]
        self._held = [0] * len(self._tokens)
        for side in reversed(range(len(self._tokens))):  # as both players' pages do
            await self._look(side)

    def hang_up(self) -> None:
        """Nothing more will be asked."""
        self._line.hang_up()

    def addresses(self) -> list[tuple[str, dict[str, str]]]:
        """The WebSocket addresses of the seats, with their credentials."""
        base = f"ws://127.0.0.1:{self._port}/api/matches/{self._id}/ws"
        return [(base, {"authorization": f"Bearer {token}"}) for token in self._tokens]

    async def _look(self, side: int) -> None:
        path = f"/api/matches/{self._id}?since={self._held[side]}"
        self._hear(await self._line.call("GET", path, token=self._tokens[side]))

    def _hear(self, answer: bytes) -> None:
        """Keep a table, and how many log lines its seat now holds, as the page does."""
        table = self._table = _table.decode(answer)
        held = 0 if table.reset else self._held[table.side]
        self._held[table.side] = held + len(table.log)

    async def play(self, until: float, pace: float) -> None:
        """Decide until the time is up; with a pace, at most once in so many seconds."""
        due = time.perf_counter() + self._rng.random() * pace
        while time.perf_counter() < until:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            await self._decide()

    async def _decide(self) -> None:
        ask = self._table.ask
        if ask is None:
            await self._begin_another()
            ask = self._table.ask
        if ask is not None and not ask.mine:
            self.looks += 1
            await self._look(ask.side)
            ask = self._table.ask
        assert ask is not None
        option = bytes(self._rng.choice(ask.options))
        token, stamp, held = self._tokens[ask.side], self._table.stamp, self._held[ask.side]
        head = f'{{"stamp":"{stamp}","since":{held},"option":'
        began = time.perf_counter()
        answer = await self._line.call("POST", f"/api/matches/{self._id}/decide", head.encode() + option + b"}", token)
        self.latencies.append(time.perf_counter() - began)
        self._hear(answer)

    async def _begin_another(self) -> None:
        if self._ready:
            self._id, self._tokens, self._held, self._table = self._ready.pop()
        else:
            self.loads += 1
            await self._load()


async def run(port: int, server: int, seconds: float, pace: float, folder: Path) -> dict[str, float]:
    """Open all matches, then play them all at once."""
    saves = [path.read_bytes() for path in sorted(folder.glob("*.txt"))]
    ready: list[Ready] = []
    players = [Player(port, save, random.Random(number), ready=ready) for number, save in enumerate(saves)]
    for player in players:
        await player.open(SPARE)
    before = processor_time(server)
    began = time.perf_counter()
    await asyncio.gather(*(player.play(began + seconds, pace * len(players)) for player in players))
    took = time.perf_counter() - began
    after = processor_time(server)
    latencies = [latency for player in players for latency in player.latencies]
    used = {} if before is None or after is None else {"processor us": 1e6 * (after - before) / len(latencies)}
    return {
        "matches": len(players),
        "decisions": len(latencies),
        "per second": len(latencies) / took,
        "looks per second": sum(player.looks for player in players) / took,
        "loads per second": sum(player.loads for player in players) / took,
        "p50 ms": 1000 * quantile(latencies, 0.50),
        "p99 ms": 1000 * quantile(latencies, 0.99),
        **used,
    }


def processor_time(process: int) -> float | None:
    """Seconds of processor time that a process has used, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(arguments: list[str]) -> None:
    """Measure and print."""
    port, server, seconds, pace, folder = arguments
    runner = asyncio.run
    if sys.platform != "win32":
        import uvloop

        runner = uvloop.run
    print(json.dumps(runner(run(int(port), int(server), float(seconds), float(pace), Path(folder)))))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Bots that run as programs of their own, in any language, over a line protocol like that of chess engines.

We write a word and a JSON value on its standard input, it answers on its standard output:

    newgame {…}     what is fixed: game, side, scenario, the names of units and spaces, the verbs    → `ready`
    position {…}    what its side may know now
    decide {…}      the question, every legal option in words, and the seconds it has                → `best N`
    quit

Between `decide` and `best` it may write `info …`: the last such line is the reason that people read. `best` names an
option by its number from 0, or by the option's own words as a JSON list. A program that is silent, slow, dead or
answers nonsense concedes, with a sentence that says so; nothing else is harmed. See `docs/programmers/bots.md`.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import random
import shlex
import subprocess
import threading
import time
import weakref
from contextlib import suppress
from typing import IO, Any

from grognard import interrupt
from grognard.deadlines import DEADLINES
from grognard.kernel.flow import CONCEDE, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

PREFIX = "exec:"
PROTOCOL = 1
START_SECONDS = DEADLINES["program-start"].seconds
"""To be ready for a new game."""
DECIDE_SECONDS = DEADLINES["program"].seconds
LONGEST_LINE = 100_000
MOST_INFO = 1_000
"""Lines that a program may say before it decides."""

_log = logging.getLogger("grognard")


class Broken(Exception):
    """A fault of the program, worded to follow its name: `gave no answer within 5 s`."""


class Engine:
    """A running program and the lines that come from it."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command, posix=os.name == "posix"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True, encoding="utf-8", errors="replace",
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise Broken(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        interrupt.adopt(self._process)
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self._process.stdout is not None
        threading.Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()
        self.close = weakref.finalize(self, _end, self._process)

    def send(self, word: str, value: Any = None) -> None:
        """Write one line. A program that has ended is not told so here: what it said last is heard first."""
        line = word if value is None else f"{word} {json.dumps(value, separators=(',', ':'))}"
        assert self._process.stdin is not None
        # One that reads nothing would keep us waiting as soon as the pipe is full.
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        overdue = threading.Timer(DECIDE_SECONDS, end)
        overdue.daemon = True
        overdue.start()
        with suppress(OSError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        overdue.cancel()
        if late.is_set():
            raise Broken(f"did not read what it was told within {DECIDE_SECONDS:g} s")

    def hear(self, word: str, seconds: float) -> tuple[str, str]:
        """The rest of the line after a word, and the last `info` before it."""
        until = time.monotonic() + seconds
        info = ""
        for _ in range(MOST_INFO):
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Broken(f"gave no answer within {seconds:g} s") from None
            if line is None:
                raise Broken("has ended")
            said, _, rest = line.strip().partition(" ")
            if said == word:
                return rest.strip(), info
            if said != "info":
                raise Broken(f"said {line.strip()[:60]!r} where {word!r} was expected")
            info = rest.strip()[:300]
        raise Broken(f"said more than {MOST_INFO:,} lines without an answer")


def _listen(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Lines of the program's output; None when it has ended."""
    try:
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    except (OSError, ValueError):
        pass
    lines.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    interrupt.release(process)


class ExternalBot:
    """A seat that is held by a program."""

    def __init__(self, command: str, game: Game, side: Side, rng: random.Random) -> None:
        self.command = command
        self.game = game
        self.side = side
        self.reason = ""
        self._rng = rng
        self._engine: Engine | None = None

    def choose(self, known: Any, asked: Decision) -> Option:
        """Its answer; it concedes when it has none that can be used."""
        try:
            return self._answer(known, asked)
        except Broken as broken:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
            self.reason = f"{self.command} {broken}: it concedes."
            _log.warning("%s", self.reason)
            return CONCEDE

    def _answer(self, known: Any, asked: Decision) -> Option:
        game = self.game
        if self._engine is None:
            self._engine = self._started(known)
        engine = self._engine
        engine.send("position", game.view(known, self.side))
        options = [game.to_words(option) for option in asked.options]
        question = {
            "asked": asked.prompt, "prompt": game.prompt(known, asked, self.side), "cases": asked.cases,
            "options": options, "seconds": DECIDE_SECONDS,
        }  # fmt: skip
        engine.send("decide", question)
        said, self.reason = engine.hear("best", DECIDE_SECONDS)
        return asked.options[_number(said, options)]

    def _started(self, known: Any) -> Engine:
        engine = Engine(self.command)
        engine.send("newgame", about(self.game, self.side, known, self._rng.getrandbits(53)))
        engine.hear("ready", START_SECONDS)
        return engine


def about(game: Game, side: Side, known: Any, seed: int) -> dict[str, Any]:
    """Facts of a match that are sent to a program first. `seed` is for its own luck, so that games can be repeated."""
    board = game.board()
    return {
        "protocol": PROTOCOL,
        "game": game.id,
        "version": game.version,
        "side": side,
        "sides": [party.id for party in game.parties()],
        "units": [{"id": unit["id"], "name": unit["name"], "side": unit["side"]} for unit in board["units"]],
        "spaces": [
            {"id": space["id"], "name": space["name"], "adjacent": space.get("adjacent", [])}
            for space in board["spaces"]
        ],
        "phases": [phase.id for phase in game.phases],
        "verbs": {verb: list(how.args) for verb, how in game.verbs.items()},
        "seed": seed,
    }


def _number(said: str, options: list[list[str]]) -> int:
    """Which option was meant."""
    if said.isascii() and said.isdigit() and len(said) < 9:
        if int(said) < len(options):
            return int(said)
        raise Broken(f"chose option {said} of {len(options)}, counted from 0")
    try:
        words = json.loads(said)
    except ValueError:
        raise Broken(f"chose {said[:60]!r}, which is neither a number nor a list of words") from None
    if words not in options:
        raise Broken(f"chose {said[:60]}, which is not on offer")
    return options.index(words)


def maker(name: str) -> Any:
    """A function that seats the program that `exec:COMMAND` names."""
    command = name.removeprefix(PREFIX).strip()
    if not command:
        raise Refused(f"{PREFIX} is followed by the command that starts your program, such as {PREFIX}./mybot.")
    return lambda game, side, rng: ExternalBot(command, game, side, rng)

"""Command `bot`: runs one of our bots as a member of a club, over the public bot API (docs/programmers/bots.md)."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import secrets
import ssl
import sys
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlsplit

from grognard import bots, games, interrupt
from grognard.cli.argument_types import Commands, command, whole
from grognard.kernel.flow import Decision, Option, Refused

SILENCE = 45.0
"""Seconds without a line after which a stream is dead: the club says something every 15."""
PATIENCE = 60.0
"""Seconds for any other answer."""
LONGEST_WAIT = 30.0
"""Seconds between two tries to reach the club, at most."""
TOKEN = "GROGNARD_TOKEN"


class Gone(Exception):
    """The club cannot be reached, or has ended the stream."""


class Denied(Exception):
    """The club has refused a call: its sentence, and its word for it."""

    def __init__(self, status: int, text: str, code: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.wait = wait


def add(commands: Commands) -> None:
    """The command of this module."""
    about = "play in a club as a member: accepts challenges and plays any number of matches until you stop it"
    parser = command(
        commands, "bot", _bot, about,
        "bot https://play.example.org --token grog_… --bot staff", f"bot http://127.0.0.1:8000  (with {TOKEN} set)",
    )  # fmt: skip
    parser.add_argument("url", metavar="URL", help="the club's address")
    parser.add_argument("--token", default="", metavar="T", help=f"the member's token (default: that in {TOKEN})")
    parser.add_argument("--bot", default="staff", metavar="B", help="which of our bots plays (default: staff)")
    parser.add_argument("--most", type=whole(1, 300), default=20, metavar="N", help="matches at a time (default: 20)")
    parser.add_argument("--matches", type=whole(1), metavar="N", help="leave when so many are over (default: never)")


def _bot(chosen: argparse.Namespace) -> int:
    token = chosen.token or os.environ.get(TOKEN, "")
    if not token:
        raise Refused(f"Give the member's token: --token, or {TOKEN} in the environment.")
    line = Line(chosen.url, token)
    Player(line, chosen.bot, chosen.most, chosen.matches).play()
    return 0


class Line:
    """The way to a club: one connection for the stream, one for everything else."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(f"{url!r} is not the address of a club, as in https://play.example.org.")
        if not token.isascii() or not token.isprintable():
            raise Refused("A token has only plain characters, like `grog_…`.")
        self._secure, self._host, self._port = parts.scheme == "https", parts.hostname, parts.port
        self._root = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._calls: http.client.HTTPConnection | None = None

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        if self._secure:
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=seconds, context=ssl.create_default_context()
            )
        return http.client.HTTPConnection(self._host, self._port, timeout=seconds)

    def call(self, path: str, body: dict[str, Any]) -> Any:
        """The club's JSON answer; raises `Denied` when it refuses, `Gone` when it does not answer."""
        idle, connection = self._calls is not None, self._calls or self._connection(PATIENCE)
        self._calls = None
        try:
            connection.request("POST", self._root + path, json.dumps(body), self._headers)
            answer = connection.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException) as failed:
            connection.close()
            if not idle:
                raise Gone(_why(failed)) from None
            # A line that was idle may have been hung up in between. What was done all the same is refused as stale.
            return self.call(path, body)
        self._calls = connection
        return _checked(answer, said)

    def events(self) -> Iterator[dict[str, Any]]:
        """The stream, until it ends."""
        connection = self._connection(SILENCE)
        try:
            connection.request("GET", f"{self._root}/api/stream?position=1", headers=self._headers)
            answer = connection.getresponse()
            if answer.status != HTTPStatus.OK:
                _checked(answer, answer.read())
            while line := answer.readline():
                interrupt.check()
                yield json.loads(line) if line.strip() else {"event": ""}
        except (OSError, http.client.HTTPException) as failed:
            raise Gone(_why(failed)) from None
        finally:
            connection.close()
        raise Gone("the club has ended the stream")


def _checked(answer: http.client.HTTPResponse, said: bytes) -> Any:
    try:
        body = json.loads(said)
    except ValueError:
        body = {}
    if answer.status == HTTPStatus.OK:
        return body
    text = body.get("error") or f"The server answers {answer.status} {answer.reason}."
    wait = answer.headers.get("Retry-After", "")
    raise Denied(answer.status, text, body.get("code", ""), float(wait) if wait.isdigit() else 0.0)


def _why(failed: Exception) -> str:
    return getattr(failed, "strerror", None) or str(failed) or type(failed).__name__


class Player:
    """The member: its matches, each with a bot of its own for each seat."""

    def __init__(self, line: Line, bot: str, most: int, matches: int | None) -> None:
        self._line = line
        self._bot = bot
        self._most = most
        self._left = matches
        self._seated: dict[tuple[str, str], bots.Bot] = {}
        self._names: dict[str, str] = {}
        """The matches that go on, as they are spoken of."""

    def play(self) -> None:
        """Take part until enough matches are over; come back whenever the club was away."""
        tries = 0
        while self._left is None or self._left > 0:
            try:
                for event in self._line.events():
                    tries = 0
                    self._take(event)
                    if self._left is not None and self._left <= 0:
                        return
            except Gone as gone:
                self._names.clear()  # what still goes on is said again when the stream is back
                wait = min(LONGEST_WAIT, 2.0 ** min(tries, 10))
                tries += 1
                _say(f"Disconnected: {gone}. Trying again in {wait:g} seconds.")
                time.sleep(wait)
            except Denied as denied:
                if not _passes(denied):
                    raise Refused(str(denied)) from None
                time.sleep(denied.wait or 5.0)

    def _take(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "challenge":
            self._answer(event)
        elif kind == "started":
            if event["match"] not in self._names:
                title, others = _title(event["game"]), [n for s, n in event["names"].items() if s not in event["seats"]]
                self._names[event["match"]] = f"{title} against {' and '.join(others) or 'oneself'}"
                _say(f"{self._names[event['match']]}: match {event['match']}.")
                self._add_shares(event)
        elif kind == "decision":
            self._decide(event)
        elif kind == "ended":
            self._end(event)

    def _add_shares(self, event: dict[str, Any]) -> None:
        """Numbers of our own for the dice, so that nobody can have chosen them (docs/players/dice.md)."""
        shares = {seat: secrets.token_hex(32) for seat in event["seats"]}
        try:
            self._line.call(f"/api/matches/{quote(event['match'])}/sit", {"shares": shares})
        except Denied as denied:
            if denied.code != "illegal":  # a stream that came back names matches whose dice have ours already
                _say(f"{self._names[event['match']]}: the dice have no number of ours: {denied}")

    def _answer(self, event: dict[str, Any]) -> None:
        """Take up a challenge to a game that the bot plays, while there is room for one more match."""
        knows = event["game"] in games.game_ids() and bots.is_offered(self._bot, games.load(event["game"]))
        room = len(self._names) + 1 + event["both"] <= self._most
        act, done = ("accept", "accepted") if knows and room else ("decline", "declined")
        try:
            self._line.call(f"/api/lobby/{quote(event['id'])}/{act}", {})
        except Denied as denied:
            _say(f"The challenge of {event['by']}: {denied}")  # withdrawn, or the token is not for this
        else:
            reason = "" if act == "accept" else f": {'enough matches go on' if knows else 'the bot does not play it'}"
            _say(f"{event['by']} challenges to {_title(event['game'])}: {done}{reason}.")

    def _decide(self, event: dict[str, Any]) -> None:
        table, match = event["table"], event["match"]
        option = self._choice(event)
        for _ in range(20):
            body = {"seat": event["seat"], "stamp": table["stamp"], "option": option, "since": table["since"]}
            try:
                self._line.call(f"/api/matches/{quote(match)}/decide", body)
                return
            except Denied as denied:
                if denied.code in ("stale", "not-your-turn", "over"):
                    return  # it has gone on meanwhile: what is asked now comes with the next line
                if not _passes(denied):
                    raise Refused(f"{self._names.get(match, match)}: {denied}") from None
                time.sleep(denied.wait or 1.0)
        raise Gone(f"match {match} takes no decision")

    def _choice(self, event: dict[str, Any]) -> Option:
        table, position = event["table"], event["position"]
        game = games.load(table["game"])
        if position["version"] != game.version:
            raise Refused(f"The club plays another edition of {game.title} than this program knows; install the same.")
        side = table["side"]
        asked = Decision(
            side, position["asked"], [tuple(option) for option in table["ask"]["options"]],
            tuple(table["ask"]["cases"]), _frozen(position["about"]),
        )  # fmt: skip
        known = game.state_type.from_json(game, position["state"])
        known.pending = asked
        key = event["match"], event["seat"]
        if key not in self._seated:
            self._seated[key] = bots.make(self._bot, game, side, random.Random())
        option = self._seated[key].choose(known, asked)
        return option if option in asked.options or option in game.standing(known, side) else asked.options[0]

    def _end(self, event: dict[str, Any]) -> None:
        match, result = event["match"], event["result"]
        self._seated = {key: bot for key, bot in self._seated.items() if key[0] != match}
        name = self._names.pop(match, f"match {match}")
        won = f"{result['winner']} has won" if result["winner"] else "nobody has won"
        _say(f"{name}: over, {won} ({result['how']}).")
        if self._left is not None:
            self._left -= 1


def _passes(denied: Denied) -> bool:
    """Whether it is worth asking again."""
    return denied.status == HTTPStatus.TOO_MANY_REQUESTS or denied.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _title(game: str) -> str:
    return games.about(game).title if game in games.game_ids() else game


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _say(text: str) -> None:
    print(text, flush=True, file=sys.stdout)

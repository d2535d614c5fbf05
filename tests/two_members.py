"""Two members of a club who sit down with each other, and the calls they make."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec

from club_server import Browser, ClubServer
from grognard.store.lobby import Lobby

LIVE = {"kind": "live", "minutes": 30, "increment": 5}
MINUTE = {"kind": "live", "minutes": 1, "increment": 0}


class Pair:
    """Two members, each at a server process of his own or both at one."""

    def __init__(self, one: ClubServer, two: ClubServer) -> None:
        self.servers = one, two
        self.anna, self.ben = one.member(), two.member()
        self.names = [str(who.ask("me")["name"]) for who in (self.anna, self.ben)]


def post(who: Browser, path: str, status: int = 200, **body: Any) -> Any:
    answer = who.post(f"/api/{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def get(who: Browser, path: str, status: int = 200, **query: Any) -> Any:
    answer = who.get(f"/api/{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def begin(pair: Pair, **more: Any) -> str:
    """Anna opens a table as the US side, Ben joins it."""
    wanted = {"game": "iwojima", "side": "US", "rated": True, "pace": LIVE} | more
    table = post(pair.anna, "lobby", **wanted)["id"]
    return str(post(pair.ben, f"lobby/{table}/join")["matches"][0])


def eventually(look: Any, seconds: float = 90.0) -> Any:
    """What is soon so: the club writes after the match has."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.03)
    return found


def decide(who: Browser, match: str, option: list[Any] | None = None, rng: random.Random | None = None) -> Any:
    table = get(who, f"matches/{match}")
    chosen = option or (rng or random.Random(1)).choice(table["ask"]["options"])
    return post(who, f"matches/{match}/decide", stamp=table["stamp"], option=chosen)


def concede(who: Browser, match: str) -> None:
    """A program may decide between the look and the word: then look again."""

    def conceded() -> bool:
        table = get(who, f"matches/{match}")
        assert ["concede"] in table["standing"]
        answer = who.post(f"/api/matches/{match}/decide", json={"stamp": table["stamp"], "option": ["concede"]})
        assert answer.status_code == 200 or answer.json()["code"] == "stale", answer.text
        return answer.status_code == 200

    eventually(conceded)


def wind(lobby: Lobby, match: str, seconds: float, warned: float = 0.0) -> None:
    """So much time has passed for who must decide; and so much since he was warned."""

    def wound() -> bool:
        row = lobby.match(match)
        assert row is not None
        assert row.clock is not None
        clock = msgspec.structs.replace(row.clock, since=row.clock.since - seconds)
        given = {"warned": row.warned - warned} if row.warned else {}
        return lobby.change(row, clock=clock, due=time.time(), **given) is not None

    eventually(wound)


def warned(lobby: Lobby, match: str) -> bool:
    row = lobby.match(match)
    return row is not None and row.warned > 0


def sat_down(pair: Pair, **more: Any) -> tuple[str, Browser, Browser, str, str]:
    """A match; who must decide, the other, and the sides of both."""
    match = begin(pair, **({"pace": MINUTE} | more))
    eventually(lambda: get(pair.anna, f"matches/{match}/club")["clock"]["side"])
    first = get(pair.anna, f"matches/{match}")["ask"]["side"]
    both, sides = (pair.anna, pair.ben), ("US", "JP")
    return match, both[first], both[1 - first], sides[first], sides[1 - first]


def came(pair: Pair, **more: Any) -> tuple[str, Browser, Browser, str]:
    """A match in which who must decide has decided before; that player, the other, and the other's side."""
    match, one, two, side, other = sat_down(pair, **more)
    decide(one, match, min(get(one, f"matches/{match}")["ask"]["options"], key=len))
    if get(one, f"matches/{match}")["ask"]["mine"]:
        return match, one, two, other
    while get(two, f"matches/{match}")["ask"]["mine"]:
        decide(two, match, min(get(two, f"matches/{match}")["ask"]["options"], key=len))
    eventually(lambda: get(one, f"matches/{match}/club")["clock"]["side"] == side)
    return match, one, two, other

"""A club killed between a fact and what follows from it: after the restart everything that follows is found again.

The server kills itself before its Nth call of the club's tables, for every N that lies on the way of an act; then it is
started anew, and what must follow is looked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import func, select

from clubbed import PASSWORD, RUN, Browser, ClubServer
from databases import fresh_database
from grognard.store import schema
from grognard.store.engine import Tables
from paired import LIVE, Pair, begin, concede, decide, eventually, get, post
from random_games import some_of

KILLED = """
import contextlib, os, signal
from grognard.server.club import match_lifecycle, tournament_runner
from grognard.store import engine

match_lifecycle.BEAT = tournament_runner.EVERY = 3600.0
step = 0


def counted(name, own):
    @contextlib.contextmanager
    def method(self):
        global step
        if os.path.exists(os.environ["KILL_WHEN"]):
            step += 1
            if step == int(os.environ["KILL_AT"]):
                os.kill(os.getpid(), signal.SIGKILL)
        with own(self) as db:
            yield db

    setattr(engine.Tables, name, method)


for name in ("read", "write"):
    counted(name, getattr(engine.Tables, name))
"""
"""Before a server's program: it dies at its Nth call of the tables after a file has appeared, and looks for nothing."""
QUICK = """
from grognard.server.club import match_lifecycle, tournament_runner
match_lifecycle.BEAT = match_lifecycle.RECONCILE = match_lifecycle.SETTLED = tournament_runner.EVERY = 0.2
"""
"""The same for a server whose rounds come at once."""
MOST = 60
"""Calls of the tables that an act may take."""
SECONDS = 60.0
"""In which everything that follows must be there."""


class Scene(NamedTuple):
    """Who acts in a club, at which match."""

    server: ClubServer
    anna: Browser
    ben: Browser
    match: str
    names: list[str]


class Act(NamedTuple):
    """What is done while the server dies, and what must hold afterwards."""

    do: Callable[[Scene], Any]
    holds: Callable[[Scene, Tables], bool]


def asked(scene: Scene) -> Browser:
    """The player whose move it is."""
    return (scene.anna, scene.ben)[get(scene.anna, f"matches/{scene.match}")["ask"]["side"]]


def until_it_is_the_others_turn(scene: Scene) -> None:
    who = asked(scene)
    for _ in range(400):
        decide(who, scene.match)
        if asked(scene) is not who:
            return


def clock_and_notice_follow_the_match(scene: Scene, tables: Tables) -> bool:
    m, c, s, n = schema.matches.c, schema.club_matches.c, schema.seats.c, schema.notices.c
    with tables.read() as db:
        decides = db.execute(select(m.decides).where(m.id == scene.match)).scalar()
        row = db.execute(select(c.asks, c.clock).where(c.match == scene.match)).one()
        to = db.execute(select(s.member).where(s.match == scene.match, s.side == decides)).scalar()
        told = db.execute(select(func.count()).where(n.member == to, n.kind == "your-turn")).scalar()
    runs = f'"side":{["US", "JP"].index(str(decides))}' in row.clock
    return bool(row.asks == decides and runs and told)


def result_ratings_and_notices_are_there_once(scene: Scene, tables: Tables) -> bool:
    with tables.read() as db:
        over = db.execute(select(schema.matches.c.status).where(schema.matches.c.id == scene.match)).scalar() == "over"
        row = db.execute(select(schema.club_matches).where(schema.club_matches.c.match == scene.match)).one()
        results = db.execute(select(func.count()).where(schema.results.c.match == scene.match)).scalar()
        rated = db.execute(select(func.count()).select_from(schema.ratings)).scalar()
        told = db.execute(select(func.count()).where(schema.notices.c.kind == "ended")).scalar()
    if not over:  # it died before the decision was stored
        return (row.status, results, rated, told) == ("open", 0, 0, 0)
    return (row.status, row.how, results, rated, told) == ("over", "concession", 1, 2, 2)


def offered(scene: Scene) -> None:
    scene.names.append(post(scene.anna, "lobby", game="iwojima", side="US", rated=True, pace=LIVE)["id"])


def a_joined_table_has_its_match_or_can_be_joined(scene: Scene, tables: Tables) -> bool:
    with tables.read() as db:
        offer = db.execute(select(schema.lobby).where(schema.lobby.c.id == scene.names[-1])).one()
        made = db.execute(select(func.count()).where(schema.club_matches.c.match == offer.match)).scalar()
        told = db.execute(select(func.count()).where(schema.notices.c.kind == "joined")).scalar()
    # One more was told of the table at which the match of all these acts was made.
    return (offer.status, made, told) in (("joined", 1, 2), ("open", 0, 1))


def matches_of_who_left_are_over(scene: Scene, tables: Tables) -> bool:
    c, s, m = schema.club_matches.c, schema.seats.c, schema.members.c
    with tables.read() as db:
        sitting = select(func.count()).where(s.match == scene.match, s.member == m.id, m.gone > 0)
        status = db.execute(select(c.status).where(c.match == scene.match)).scalar()
        return status == ("over" if db.execute(sitting).scalar() else "open")


ACTS = {
    "a decision": Act(until_it_is_the_others_turn, clock_and_notice_follow_the_match),
    "the end of a match": Act(lambda scene: concede(scene.ben, scene.match), result_ratings_and_notices_are_there_once),
    "a table that is joined": Act(
        lambda scene: post(scene.ben, f"lobby/{scene.names[-1]}/join"), a_joined_table_has_its_match_or_can_be_joined
    ),
    "the end of an account": Act(
        lambda scene: scene.ben.say("me/delete", password=PASSWORD), matches_of_who_left_are_over
    ),
}


def killed_at(step: int, what: str, folder: Path, db: str) -> bool:
    """Whether the server died at that step of the act; then it has been started anew, and all that follows is there."""
    act, armed = ACTS[what], folder / "armed"
    os.environ |= {"KILL_WHEN": str(armed), "KILL_AT": str(step)}
    server = ClubServer(folder, db, program=KILLED + RUN)
    pair = Pair(server, server)
    scene = Scene(server, pair.anna, pair.ben, begin(pair), list(pair.names))
    if what == "a table that is joined":
        offered(scene)
    armed.touch()
    with suppress(httpx.TransportError, AssertionError):
        act.do(scene)
    armed.unlink()
    died = True
    with suppress(ProcessLookupError):
        died = server.process.poll() is not None
        server.stop()
    again = ClubServer(folder, db, port=server.port, program=QUICK + RUN)
    tables = Tables(db)
    eventually(lambda: act.holds(scene, tables), SECONDS)
    tables.close()
    again.stop()
    return died


@pytest.mark.parametrize("engine", some_of(1, ["sqlite", "postgresql"]))
@pytest.mark.parametrize("what", ACTS)
@pytest.mark.parametrize("first", some_of(2, [2, 5, *(n for n in range(1, MOST) if n not in (2, 5))]))
def test_whatever_follows_is_there_after_a_kill(what: str, first: int, engine: str, tmp_path: Path) -> None:
    db = str(tmp_path / "matches.sqlite") if engine == "sqlite" else fresh_database()
    killed_at(first, what, tmp_path, db)

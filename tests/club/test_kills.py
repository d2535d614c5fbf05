"""A club killed between a fact and what follows from it: after the restart everything that follows is found again.

The server kills itself before its Nth call of the club's tables or of the store of matches, for every N that lies on
the way of an act; then it is started anew, or another process was alive all the time, and what must follow is looked
for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import Connection, func, select

from club_server import PASSWORD, RUN, Browser, ClubServer
from databases import fresh_database
from grognard.store import schema
from grognard.store.engine import Tables
from grognard.store.match_rows import made_of
from grognard.store.members import TAKE_BACK, Members, new_code
from random_games import some_of
from two_members import LIVE, Pair, begin, concede, decide, eventually, get, post

KILLED = """
import contextlib, os, signal
from grognard.server.club import match_lifecycle, tournament_runner
from grognard.store import engine, tournaments, write_thread

match_lifecycle.BEAT = tournament_runner.EVERY = 3600.0
tournaments.LEASE = 0.5
step = 0
put = write_thread.Writer._put


def count():
    global step
    if os.path.exists(os.environ["KILL_WHEN"]):
        step += 1
        if step == int(os.environ["KILL_AT"]):
            os.kill(os.getpid(), signal.SIGKILL)


def counted(name, own):
    @contextlib.contextmanager
    def method(self):
        count()
        with own(self) as db:
            yield db

    setattr(engine.Tables, name, method)


def counted_put(self, work):
    count()
    return put(self, work)


write_thread.Writer._put = counted_put


for name in ("read", "write"):
    counted(name, getattr(engine.Tables, name))
"""
"""Before a server's program: it dies at its Nth call of the tables after a file has appeared, and looks for nothing."""
QUICK = """
from grognard.server.club import match_lifecycle, tournament_runner
match_lifecycle.BEAT = match_lifecycle.RECONCILE = tournament_runner.EVERY = 0.2
match_lifecycle.SETTLED = match_lifecycle.ORPHANED = 2.0
"""
"""The same for a server whose rounds come at once."""
HOUSE: dict[str, dict[str, Any]] = {
    "club": {"address": "https://play.example.org"},
    "mail": {"host": "127.0.0.1", "port": 9, "security": "none", "sender": "club@example.org"},
}
"""A club whose mail server is never there: letters wait."""
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
    """Of both, and the ids of what was made for the act."""
    carl: Browser
    keeper: Browser
    """Who keeps tournaments, and plays in none."""


class Act(NamedTuple):
    """What is done while the server dies, and what must hold afterwards."""

    do: Callable[[Scene], Any]
    holds: Callable[[Scene, Tables], bool]
    prepare: Callable[[Scene], None] = lambda scene: None
    """What is done before, while it lives."""
    rated: bool = True


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


# --- tournaments


def announced(scene: Scene) -> None:
    """A tournament of the three, who have signed up."""
    people = Members(scene.server.db)
    people.change(str(scene.keeper.ask("me")["id"]), roles="umpire")
    people.close()
    wanted = {"name": "The cup", "kind": "round-robin", "game": "iwojima", "pace": LIVE}
    ident = eventually(lambda: scene.keeper.post("/api/tournaments", json=wanted).json().get("id"))
    scene.names.append(ident)
    for who in (scene.anna, scene.ben, scene.carl):
        post(who, f"tournaments/{ident}/enter")


def in_its_first_round(scene: Scene) -> None:
    """It is under way, and one of the two games of its first pairing is over."""
    announced(scene)
    post(scene.keeper, f"tournaments/{scene.names[-1]}/start")
    scene.names.append(str(games_of(scene)[1]))
    given_up(scene, str(games_of(scene)[0]))


def games_of(scene: Scene) -> list[Any]:
    """The games of the only pairing of the round in which two play."""

    def found() -> Any:
        shown = get(scene.anna, f"tournaments/{scene.names[2]}")["results"]
        played = [each for each in shown[-1]["pairings"] if each["second"]] if shown else []
        return played[0]["matches"] if played and len(played[0]["matches"]) == 2 else None

    made: list[Any] = eventually(found)
    return made


def given_up(scene: Scene, match: str) -> None:
    """One of its players concedes it."""
    for who in (scene.anna, scene.ben, scene.carl):
        if who.get(f"/api/matches/{match}").is_success:
            concede(who, match)
            return


def pairings_have_their_matches_once(scene: Scene, tables: Tables) -> bool:
    """What is paired is paired once, and both its games are there and no others."""
    p, c, t = schema.pairings.c, schema.club_matches.c, schema.tournaments.c
    with tables.read() as db:
        one = db.execute(select(t.status, t.round).where(t.id == scene.names[2])).one()
        rows = db.execute(select(p.round, p.match, p.other, p.score).where(p.second != "")).all()
        there = {row[0] for row in db.execute(select(c.match).where(c.match != scene.match))}
        over = db.execute(select(func.count()).where(c.status == "over", c.match.in_(there))).scalar()
        made = db.execute(select(func.count()).select_from(schema.results)).scalar()
    if one.status == "open":  # it died before the start was stored
        return not rows and not there
    wanted = {row.match for row in rows} | {row.other for row in rows}
    round_now = 2 if over == 2 else 1
    return (
        (one.status, one.round) == ("running", round_now)
        and [row.round for row in rows] == list(range(1, round_now + 1))
        and "" not in wanted
        and wanted == there
        and all((row.score >= 0) == (row.round < round_now) for row in rows)
        and made == over
    )


# --- seats


def a_seat_is_free(scene: Scene) -> None:
    post(scene.ben, f"matches/{scene.match}/replace", act="leave", open=True)
    scene.names.append(next(each["id"] for each in get(scene.carl, "lobby")["tables"] if each["match"] == scene.match))


def whoever_has_the_seat_has_its_key(scene: Scene, tables: Tables) -> bool:
    """The club and the match say the same of who sits there."""
    m, s, o = schema.matches.c, schema.seats.c, schema.lobby.c
    with tables.read() as db:
        who = db.execute(select(s.member).where(s.match == scene.match, s.side == "JP")).scalar() or ""
        row = db.execute(select(m.header, m.tokens).where(m.id == scene.match)).one()
        key = db.execute(select(schema.members.c.key).where(schema.members.c.id == who)).scalar()
        tables_now = {row[0] for row in db.execute(select(o.status).where(o.match == scene.match, o.side == "JP"))}
    sitter = json.loads(row.header)["seats"]["JP"]
    if who.startswith("bot:"):
        return sitter == "random" and "JP" not in json.loads(row.tokens) and tables_now == {"joined"}
    left = who == str(scene.carl.ask("me")["id"]) if tables_now == {"joined"} else tables_now <= {"open"}
    return left and json.loads(row.tokens)["JP"] == made_of(str(key), scene.match, "JP")


# --- accounts, and what is told


def taken_with(scene: Scene) -> None:
    """Carl has a verified address, and somebody has put another in its place; the code that takes it back."""
    people = Members(scene.server.db)
    carl = str(scene.carl.ask("me")["id"])
    shown, kept = new_code(carl, TAKE_BACK, "carl@example.org", 24)
    people.change(carl, [kept], email="thief@example.org", verified=1)
    people.close()
    scene.names.extend((carl, shown))


def verified(scene: Scene) -> None:
    people = Members(scene.server.db)
    carl = str(scene.carl.ask("me")["id"])
    people.change(carl, email="carl@example.org", verified=1)
    people.close()
    scene.names.append(carl)


def letters_to(db: Connection, *who: str) -> list[int]:
    return [sum(f'"{one}"' in body for body in db.scalars(select(schema.deliveries.c.body))) for one in who]


def whoever_loses_an_address_is_told(scene: Scene, tables: Tables) -> bool:
    """With another address come the email that verifies it and the one that undoes it."""
    m, c = schema.members.c, schema.codes.c
    with tables.read() as db:
        email = db.execute(select(m.email).where(m.id == scene.names[-1])).scalar()
        purposes = sorted(db.scalars(select(c.purpose).where(c.member == scene.names[-1])))
        letters = letters_to(db, "carl@example.org", "new@example.org")
    if email == "carl@example.org":  # it died before
        return (purposes, letters) == ([], [0, 0])
    return (purposes, letters) == (["take-back", "verify"], [1, 1])


def an_account_is_taken_back_or_can_be(scene: Scene, tables: Tables) -> bool:
    m, c, s = schema.members.c, schema.codes.c, schema.sessions.c
    carl = scene.names[-2]
    with tables.read() as db:
        one = db.execute(select(m.email, m.secret).where(m.id == carl)).one()
        purposes = list(db.scalars(select(c.purpose).where(c.member == carl)))
        sessions = db.execute(select(func.count()).where(s.member == carl)).scalar()
        letters = letters_to(db, "carl@example.org")
    if one.email != "carl@example.org":
        return (purposes, sessions, letters, bool(one.secret)) == (["take-back"], 1, [0], True)
    return (purposes, sessions, letters, bool(one.secret)) == (["reset"], 0, [1], False)


def keeps_the_club(scene: Scene) -> None:
    people = Members(scene.server.db)
    people.change(str(scene.keeper.ask("me")["id"]), roles="moderator")
    people.close()
    scene.names.append(str(scene.carl.ask("me")["id"]))
    eventually(lambda: scene.keeper.get("/api/club/audit").is_success)


def what_keepers_do_is_on_record(scene: Scene, tables: Tables) -> bool:
    m, a, s = schema.members.c, schema.audit.c, schema.sessions.c
    carl = scene.names[-1]
    with tables.read() as db:
        banned = db.execute(select(m.banned).where(m.id == carl)).scalar()
        noted = db.execute(select(func.count()).where(a.act == "suspension", a.subject == carl)).scalar()
        sessions = db.execute(select(func.count()).where(s.member == carl)).scalar()
    return (noted, sessions) == ((1, 0) if banned else (0, 1))


def whoever_is_challenged_is_told(scene: Scene, tables: Tables) -> bool:
    t, n = schema.lobby.c, schema.notices.c
    with tables.read() as db:
        challenges = db.execute(select(func.count()).where(t.to != "")).scalar()
        return challenges == db.execute(select(func.count()).where(n.kind == "challenge")).scalar()


def whoever_is_offered_a_draw_is_told(scene: Scene, tables: Tables) -> bool:
    c, n = schema.club_matches.c, schema.notices.c
    with tables.read() as db:
        offered = db.execute(select(c.draw).where(c.match == scene.match)).scalar()
        return bool(offered) == bool(db.execute(select(func.count()).where(n.kind == "draw-offered")).scalar())


def whoever_is_written_to_is_told(scene: Scene, tables: Tables) -> bool:
    n = schema.notices.c
    with tables.read() as db:
        said = db.execute(select(func.count()).select_from(schema.chat)).scalar()
        return said == db.execute(select(func.count()).where(n.kind == "message")).scalar()


def no_match_is_without_its_club(tables: Tables) -> bool:
    """In these clubs nobody plays at home."""
    m, c = schema.matches.c, schema.club_matches.c
    with tables.read() as db:
        return not db.execute(select(m.id).where(m.id.not_in(select(c.match)))).all()


ACTS = {
    "a decision": Act(until_it_is_the_others_turn, clock_and_notice_follow_the_match),
    "the end of a match": Act(lambda scene: concede(scene.ben, scene.match), result_ratings_and_notices_are_there_once),
    "a table that is joined": Act(
        lambda scene: post(scene.ben, f"lobby/{scene.names[-1]}/join"),
        a_joined_table_has_its_match_or_can_be_joined,
        offered,
    ),
    "the end of an account": Act(
        lambda scene: scene.ben.say("me/delete", password=PASSWORD), matches_of_who_left_are_over
    ),
    "the start of a tournament": Act(
        lambda scene: (post(scene.keeper, f"tournaments/{scene.names[-1]}/start"), games_of(scene)),
        pairings_have_their_matches_once,
        announced,
    ),
    "the end of a round": Act(
        lambda scene: (given_up(scene, scene.names[-1]), games_of(scene)),
        pairings_have_their_matches_once,
        in_its_first_round,
    ),
    "a seat that is taken over": Act(
        lambda scene: post(scene.carl, f"lobby/{scene.names[-1]}/join"),
        whoever_has_the_seat_has_its_key,
        a_seat_is_free,
        rated=False,
    ),
    "a seat that a bot takes over": Act(
        lambda scene: post(scene.ben, f"matches/{scene.match}/replace", act="leave", bot="random"),
        whoever_has_the_seat_has_its_key,
        rated=False,
    ),
    "another address": Act(
        lambda scene: scene.carl.say("me/email", email="new@example.org", password=PASSWORD),
        whoever_loses_an_address_is_told,
        verified,
    ),
    "an account that is taken back": Act(
        lambda scene: scene.carl.post(f"/api/club/take-back/{scene.names[-1]}"),
        an_account_is_taken_back_or_can_be,
        taken_with,
    ),
    "a suspension": Act(
        lambda scene: scene.keeper.say(f"members/{scene.names[-1]}/ban", days=3, why="Noise"),
        what_keepers_do_is_on_record,
        keeps_the_club,
    ),
    "a challenge": Act(
        lambda scene: post(scene.anna, "lobby", game="iwojima", side="US", pace=LIVE, to=scene.names[1]),
        whoever_is_challenged_is_told,
    ),
    "an offer of a draw": Act(
        lambda scene: post(scene.anna, f"matches/{scene.match}/draw", act="offer"),
        whoever_is_offered_a_draw_is_told,
    ),
    "a message": Act(
        lambda scene: post(scene.anna, f"matches/{scene.match}/chat", room="players", text="Good luck"),
        whoever_is_written_to_is_told,
    ),
}


def killed_at(step: int, what: str, folder: Path, db: str, other: bool) -> bool:
    """Whether the server died at that step of the act; then another has all that follows, which was alive beside it or
    has been started anew."""
    act, armed = ACTS[what], folder / "armed"
    os.environ |= {"KILL_WHEN": str(armed), "KILL_AT": str(step)}
    server = ClubServer(folder, db, program=KILLED + RUN, **HOUSE)
    pair = Pair(server, server)
    match = begin(pair, rated=act.rated)
    scene = Scene(server, pair.anna, pair.ben, match, list(pair.names), server.member(), server.member())
    act.prepare(scene)
    beside = folder / "beside"
    beside.mkdir()
    second = ClubServer(beside, db, program=QUICK + RUN, **HOUSE) if other else None
    armed.touch()
    failed: Exception | None = None
    try:
        act.do(scene)
    except (httpx.TransportError, AssertionError) as error:
        failed = error
    armed.unlink()
    if isinstance(failed, httpx.TransportError):
        server.process.wait()
    died = server.process.poll() is not None
    with suppress(ProcessLookupError):
        server.stop()
    if failed is not None and not died:
        raise failed  # the act itself is not as it should be
    again = second or ClubServer(beside, db, program=QUICK + RUN, **HOUSE)
    for who in (scene.anna, scene.ben, scene.carl):
        who.base_url = again.url
    tables = Tables(db)
    try:
        eventually(lambda: act.holds(scene, tables) and no_match_is_without_its_club(tables), SECONDS)
    finally:
        tables.close()
        again.stop()
    return died


NOW = [
    ("a decision", 3, "sqlite"), ("a decision", 5, "beside"), ("the end of a match", 4, "sqlite"),
    ("the end of a match", 5, "beside"), ("a table that is joined", 13, "sqlite"),
    ("a table that is joined", 14, "beside"),
    ("the end of an account", 6, "sqlite"), ("the start of a tournament", 9, "postgresql"),
    ("the start of a tournament", 14, "beside"), ("the end of a round", 12, "sqlite"),
    ("a seat that is taken over", 14, "sqlite"), ("a seat that a bot takes over", 8, "beside"),
    ("another address", 5, "sqlite"), ("an account that is taken back", 2, "postgresql"),
]  # fmt: skip
ENGINES = ("sqlite", "postgresql", "beside")
"""The last is PostgreSQL with another process that lives."""
ALL = [(what, step, engine) for what in ACTS for engine in ENGINES for step in range(1, MOST)]
longest: dict[tuple[str, str], int] = {}
"""By act and engine, a step that it did not come to: there are no further ones."""


@pytest.mark.parametrize(
    ("what", "step", "engine"), some_of(len(NOW), [*NOW, *(each for each in ALL if each not in NOW)])
)
def test_whatever_follows_is_there_after_a_kill(what: str, step: int, engine: str, tmp_path: Path) -> None:
    if step > longest.get((what, engine), MOST):
        pytest.skip("the act takes fewer calls")
    db = str(tmp_path / "matches.sqlite") if engine == "sqlite" else fresh_database()
    if not killed_at(step, what, tmp_path, db, engine == "beside"):
        longest[what, engine] = min(step, longest.get((what, engine), MOST))

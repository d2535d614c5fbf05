"""One damaged row stops nobody else: every column of every table is damaged in turn, and the club goes on.

The columns come from the schema, so that a new one is among them by itself. While a value is damaged the clocks of
another match still warn, forfeit and rate, its players still get their emails, and the pages of others are answered.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import Float, Integer, Table

from club_server import RUN, ClubServer
from databases import fresh_database
from grognard import cli
from grognard.store import open_store, schema
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from notification_receivers import Letters
from random_games import some_of
from two_members import LIVE, Pair, begin, came, post, wind

HARSH = """
from grognard.server.club import club_service, match_lifecycle, notification_delivery, row_by_row, tournament_runner
match_lifecycle.BEAT = match_lifecycle.RECONCILE = tournament_runner.EVERY = 0.05
match_lifecycle.SETTLED = 5.0
match_lifecycle.NAMES_FOR = match_lifecycle.LIVE_FOR = club_service.KNOWN_FOR = -1.0
match_lifecycle.SWEEP = notification_delivery.SWEEP = notification_delivery.DIGEST = 0.5
notification_delivery.LOOK = 0.05
row_by_row.PUT_OFF = 0.0
"""
"""Before a server's program: its rounds come at once, and it looks at everything anew each time."""
SECONDS = 20.0
"""In which the others must be served."""
WIDEST = 2**63 - 1
TEXTS: dict[str, Any] = {
    "nothing": None,
    "bytes": b"\xff\xfe\x00",
    "empty": "",
    "half of JSON": '{"a": [',
    "other JSON": "[1, null]",
    "deep": "[" * 5_000,
    "huge": "w" * 300_000,
    "of nobody": "nobody-at-all",
    "a number": 12,
}
NUMBERS: dict[str, Any] = {"nothing": None, "a word": "word", "huge": WIDEST, "below zero": -1, "bytes": b"\xff\x00"}
TIMES: dict[str, Any] = {
    "nothing": None, "a word": "word", "without end": float("inf"), "huge": 1e300, "below zero": -1.0, "bytes": b"\xff",
}  # fmt: skip
MOST_KINDS = len(TEXTS) + 1
FOREIGN_TEXT = "foreign bytes"
"""Text that is not UTF-8: only a file can hold it."""
OF_ONE_TYPE = {"empty", "half of JSON", "other JSON", "deep", "huge", "of nobody", "below zero", "without end"}
"""Damage that PostgreSQL lets in, which looks after types and missing values by itself."""
FOREIGN = b"\xff\xc3\x28"


def kinds(column: Any, shared: bool) -> dict[str, Any]:
    """The damage that is done to a column."""
    number = isinstance(column.type, Integer)
    found = NUMBERS if number else TIMES if isinstance(column.type, Float) else TEXTS | {FOREIGN_TEXT: None}
    if not shared:
        return found
    huge_int = 2**31 - 1 if number and column.type is not schema.WIDE else WIDEST
    return {kind: huge_int if number and kind == "huge" else value for kind, value in found.items()
            if kind in OF_ONE_TYPE and not (kind == "huge" and column.primary_key)}  # fmt: skip


class Store:
    """Another program's hands on the tables: nothing that ours would check is checked."""

    def __init__(self, db: str) -> None:
        self.db, self.shared = db, "://" in db

    def run(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        if self.shared:
            with psycopg.connect(self.db, row_factory=psycopg.rows.dict_row) as pg:
                pg.execute("SET session_replication_role = replica")
                done = pg.execute(sql.SQL(statement.replace("%", "%%").replace("?", "%s")), values)
                return done.fetchall() if done.description else []
        with closing(sqlite3.connect(self.db, timeout=30)) as file, file:
            file.row_factory = sqlite3.Row
            file.text_factory = bytes
            return [dict(row) for row in file.execute(statement, values)]

    def loosen(self) -> None:
        """What the engine itself refuses can lie in a file all the same, after a fault of the disk."""
        if not self.shared:
            with closing(sqlite3.connect(self.db)) as file, file:
                file.execute("PRAGMA writable_schema=ON")
                file.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT', ''), 'NOT NULL', '') "
                             "WHERE name <> 'alembic_version' AND sql NOT LIKE '%WITHOUT ROWID%'")  # fmt: skip

    def put(self, table: Table, row: dict[str, Any]) -> None:
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" * len(row))
        self.run(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', *row.values())

    def take(self, table: Table, row: dict[str, Any]) -> None:
        same = "IS NOT DISTINCT FROM" if self.shared else "IS"
        keys = [column.name for column in table.primary_key]
        self.run(
            f'DELETE FROM "{table.name}" WHERE ' + " AND ".join(f'"{key}" {same} ?' for key in keys),
            *(row[key] for key in keys),
        )
        for column in table.columns:
            if column.unique:
                self.run(f'DELETE FROM "{table.name}" WHERE "{column.name}" {same} ?', row[column.name])


def blank(table: Table, **values: Any) -> dict[str, Any]:
    """A row of a table, with nothing in the columns that are not given."""
    nothing = {
        column.name: 0 if isinstance(column.type, Integer) else 0.0 if isinstance(column.type, Float) else ""
        for column in table.columns
    }
    return nothing | values


class Club:
    """A club with rows to be damaged in every table, and members who have nothing to do with them."""

    def __init__(self, folder: Path, db: str, errors: Any, sets: int = MOST_KINDS) -> None:
        open_store(db if "://" in db else Path(db)).close()
        self.store = Store(db)
        self.store.loosen()
        self.letters = Letters()
        mail = {"host": "127.0.0.1", "port": self.letters.port, "security": "none", "sender": "club@example.org"}
        self.server = ClubServer(
            folder, db, errors=errors, program=HARSH + RUN, mail=mail, notices={"wait": 0},
            club={"forfeits": "automatic", "address": "https://play.example.org"},
        )  # fmt: skip
        self.people = Members(db)
        self.lobby = Lobby(self.people)
        self.pair = Pair(self.server, self.server)
        self.keeper = self.server.member()
        self.people.change(str(self.keeper.ask("me")["id"]), roles="owner moderator umpire")
        for who in (self.pair.anna, self.pair.ben):
            own = who.ask("me")
            self.people.change(own["id"], email=f"{own['name']}@example.org", verified=1, mail="each")
        self.tournament = str(self._announced())
        victims = Pair(self.server, self.server)
        self.rows = [self._victims(victims, number) for number in range(sets)]

    def _announced(self) -> Any:
        wanted = {"name": "The healthy", "kind": "swiss", "game": "iwojima", "pace": LIVE}
        return post(self.keeper, "tournaments", **wanted)["id"]

    def _victims(self, pair: Pair, number: int) -> dict[str, dict[str, Any]]:
        """A row of each table that has its part in the club's work: one set of them for each kind of damage."""
        vera, otto = (str(who.ask("me")["id"]) for who in (pair.anna, pair.ben))
        match, now = begin(pair), time.time()
        post(pair.anna, f"matches/{match}/chat", room="players", text="Hello.")
        sick = str(post(self.keeper, "tournaments", name="The sick", kind="swiss", game="iwojima", pace=LIVE)["id"])
        t = schema
        own = vera
        vera += str(number or "")  # each set has a member of its own
        given: dict[Table, dict[str, Any]] = {
            t.commitments: {"commitment": f"c{number}", "secret": "00", "made": now},
            t.makers: {"match": match, "maker": f"m{number}"},
            t.member_tokens: {"id": f"tok{number}", "member": vera, "digest": f"d1{number}", "scopes": "play",
                              "made": now},
            t.codes: {"digest": f"d2{number}", "member": vera, "purpose": "verify", "until": now + 9e5},
            t.invitations: {"id": f"inv{number}", "digest": f"d3{number}", "uses": 3, "made": now, "until": now + 9e5},
            t.pushes: {"id": f"psh{number}", "member": vera, "endpoint": f"https://push.invalid/{number}", "made": now},
            t.notices: {"id": f"ntc{number}", "member": vera, "kind": "ended", "match": match, "facts": "{}",
                        "made": now, "due": now, "digested": 1},
            t.deliveries: {"id": f"dlv{number}", "member": vera, "way": "mail", "due": now,
                           "body": '{"subject": "a", "text": "b"}'},
            t.sights: {"member": vera, "match": match, "revision": 1, "at": now},
            t.reports: {"id": f"rep{number}", "by": vera, "against": otto, "match": match, "why": "noise", "made": now},
            t.audit: {"id": f"aud{number}", "at": now, "act": "note"},
            t.club_facts: {"name": "alive" if not number else f"fact {number}", "value": repr(now)},
            t.lobby: {"id": f"tbl{number}", "by": vera, "game": "iwojima", "options": "{}", "side": "US",
                      "pace": '{"kind":"none"}', "watch": 1, "made": now, "status": "open"},
            t.results: {"n": 1 + number, "match": match, "at": now, "game": "iwojima", "first": vera, "second": otto,
                        "score": 1.0, "how": "rules", "rated": 1, "turn": 1},
            t.ratings: {"member": vera, "game": "iwojima", "value": 1500.0, "deviation": 50.0, "volatility": 0.06,
                        "games": 30, "at": now},
            t.notes: {"match": match, "member": vera, "text": "mine"},
            t.blocks: {"member": vera, "other": f"other {number}"},
            t.standstills: {"start": now - 500.0 - number, "end": now - 490.0},
            t.spectators: {"match": match, "by": "p", "number": 1, "at": now},
            t.tournaments: {},
            t.entrants: {"tournament": sick, "member": vera, "at": now, "seed": 1},
            t.pairings: {"tournament": sick, "round": 1, "n": 1, "first": vera, "second": otto, "match": match,
                         "other": match, "score": -1.0},
            t.rulings: {"tournament": sick, "n": 1, "at": now, "by": vera, "act": "withdrawn", "subject": otto},
            t.wrong: {"owner": f"w{number}", "tokens": 1.0, "at": now},
        }  # fmt: skip
        self.store.run("UPDATE tournaments SET status='running', round=1 WHERE id=?", sick)
        for table, values in given.items():
            if values:
                row = blank(table, **values)
                self.store.take(table, row)
                self.store.put(table, row)
        ours = {
            t.members: ("id", own), t.sessions: ("member", own), t.matches: ("id", match),
            t.club_matches: ("match", match), t.seats: ("match", match), t.decisions: ("match", match),
            t.chat: ("match", match), t.tournaments: ("id", sick),
        }  # fmt: skip
        rows = {table.name: blank(table, **values) for table, values in given.items() if values}
        for table, (name, value) in ours.items():
            found = self.store.run(f'SELECT * FROM "{table.name}" WHERE "{name}"=?', value)
            if table is t.decisions and not found:
                found = [blank(table, match=match)]
            rows[table.name] = {k: v.decode() if isinstance(v, bytes) else v for k, v in found[0].items()}
        if number:  # another member with a session, like the first
            for table, unlike in ((t.members, ("id", "name", "skeleton", "capitals")), (t.sessions, ("id", "digest"))):
                rows[table.name] |= {"member": vera} if table is t.sessions else {}
                rows[table.name] |= {name: f"{rows[table.name][name]}{number}" for name in unlike}
                self.store.put(table, rows[table.name])
        rows["club_matches"] |= {"due": 1.0}  # it is looked at in every round
        return rows

    # --- what must go on

    def goes_on(self) -> None:
        """Another match is warned, forfeited, rated and told of; the pages of others are answered."""
        match = came(self.pair, pace=LIVE)[0]
        before = {who: len(self._letters(who)) for who in self.pair.names}
        self._soon(f"the clock of {match} runs", lambda: (row := self.lobby.match(match)) and row.clock and row.asks)
        wind(self.lobby, match, 1e5)
        self._soon("a warning", lambda: (row := self.lobby.match(match)) is not None and row.warned > 0)
        wind(self.lobby, match, 0.0, warned=60.0)
        self._soon("a forfeit", lambda: (row := self.lobby.match(match)) is not None and row.status == "over")
        self._soon("a rating", lambda: self.store.run("SELECT n FROM results WHERE match=?", match))
        for who in self.pair.names:
            self._soon(f"an email to {who}", partial(self._told, who, before[who]))
        self.pages()

    def _letters(self, name: str) -> list[Any]:
        return [each for each in self.letters.got if each["to"] == f"{name}@example.org" and "over" in str(each)]

    def _told(self, name: str, before: int) -> bool:
        return len(self._letters(name)) > before

    def _soon(self, what: str, look: Callable[[], Any]) -> None:
        until = time.monotonic() + SECONDS
        while not look():
            assert time.monotonic() < until, f"{what} did not come"
            time.sleep(0.02)

    def pages(self) -> None:
        """What others see."""
        anna, ben = self.pair.names
        shown = [
            "lobby", "tournaments", f"tournaments/{self.tournament}", "leaderboard/iwojima", f"members/{anna}",
            f"members/{anna}/against/{ben}", "club", "club/me", "club/me/notices", "club/me/export", "notes",
            "club/blocks", "matches",
        ]  # fmt: skip
        kept = ["lobby", "club/members", "club/reports", "club/audit", "club/invitations", "club/statistics"]
        for who, paths in ((self.pair.anna, shown), (self.keeper, kept), (self.server.browser(), shown[:6])):
            for path in paths:
                answer = who.get(f"/api/{path}")
                assert answer.status_code < 500, f"{path}: {answer.status_code} {answer.text}"

    def damage(self, table: Table, column: str, damage: dict[str, Any]) -> str:
        """Damage a value in every way at once, look whether the rest goes on, and take it back; what was wrong."""
        if table is schema.club_facts:  # of these there is one each
            return "".join(self._damage(table, column, {0: one}) for one in damage.items())
        wrong = self._damage(table, column, dict(enumerate(damage.items())))
        if wrong:
            wrong = "".join(self._damage(table, column, {0: one}) for one in damage.items()) or wrong
        return wrong

    def _damage(self, table: Table, column: str, damage: dict[int, tuple[str, Any]]) -> str:
        for number, (kind, value) in damage.items():
            self.spoil(table, self.rows[number][table.name], column, kind, value)
        try:
            self.goes_on()
        except Exception as wrong:
            said = str(wrong).splitlines()[0][:200]
            return f"{table.name}.{column} {', '.join(kind for kind, _ in damage.values())}: {said}\n"
        finally:
            for number, (kind, value) in damage.items():
                self._mend(table, self.rows[number][table.name], column, kind, value)
        return ""

    def spoil(self, table: Table, row: dict[str, Any], column: str, kind: str, value: Any) -> None:
        sick = row | {column: value}
        self.store.take(table, row)
        self.store.take(table, sick)
        try:
            self.store.put(table, sick)
        except sqlite3.IntegrityError:  # no file can hold this
            self.store.put(table, row)
            return
        if kind == FOREIGN_TEXT:
            keys = [key.name for key in table.primary_key]
            where = " AND ".join(f'"{key}" IS ?' for key in keys)
            self.store.run(
                f'UPDATE "{table.name}" SET "{column}"=CAST(? AS TEXT) WHERE {where}',
                FOREIGN, *(sick[key] for key in keys),
            )  # fmt: skip

    def _mend(self, table: Table, row: dict[str, Any], column: str, kind: str, value: Any) -> None:
        self.store.take(table, row | {column: value})
        if kind == FOREIGN_TEXT:
            self.store.run(f'DELETE FROM "{table.name}" WHERE "{column}" IS CAST(? AS TEXT)', FOREIGN)
        self.store.take(table, row)
        self.store.put(table, row)

    def close(self) -> None:
        self.people.close()
        self.server.stop()
        self.letters.stop()


@pytest.fixture(scope="module", params=some_of(1, ["sqlite", "postgresql"]))
def sick(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("damage")
    db = str(folder / "matches.sqlite") if request.param == "sqlite" else fresh_database()
    with (folder / "errors").open("w") as errors:
        club = Club(folder, db, errors)
        yield club
        club.close()


FIRST = ("club_matches.clock", "club_matches.pace", "lobby.pace", "standstills.end", "notices.facts", "results.n")
ALL = [f"{table.name}.{column.name}" for table in schema.tables.sorted_tables for column in table.columns]
PLACES = some_of(1, [" ".join(FIRST), *(each for each in ALL if each not in FIRST)])


@pytest.mark.parametrize("places", PLACES)
def test_whatever_is_damaged_in_a_column_everything_else_goes_on(sick: Club, places: str) -> None:
    for place in places.split():
        name, _, column = place.partition(".")
        table = schema.tables.tables[name]
        wrong = sick.damage(table, column, kinds(table.c[column], sick.store.shared))
        assert not wrong, wrong


def test_a_damaged_row_is_reported_once_and_the_doctor_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "matches.sqlite"
    with (tmp_path / "errors").open("w") as errors:
        club = Club(tmp_path, str(db), errors, 1)
        for table, column, value in (
            (schema.lobby, "pace", '{"kind":'), (schema.club_matches, "clock", "[" * 5_000),
            (schema.ratings, "value", "word"), (schema.seats, "match", "nobody"),
        ):  # fmt: skip
            club.spoil(table, club.rows[0][table.name], column, "", value)
        for _ in range(5):
            club.pages()
        figures = club.server.browser().get("/metrics").text
        club.close()
    assert cli.main(["doctor", "--db", str(db)]) == 1
    said = capsys.readouterr().out
    assert 'Table lobby, row tbl0: pace cannot be read: {"kind":.' in said
    assert "clock cannot be read: [[[[" in said
    assert "value is not a number: word." in said
    assert "match refers to nothing: nobody." in said
    assert "4 rows are passed over, and everything else goes on." in said
    assert "`grognard doctor --mend` removes those that can be done without." in said
    log = (tmp_path / "errors").read_text()
    assert log.count("In the table lobby the row tbl0 cannot be read and is passed over") == 1
    assert "`grognard doctor` says what to do." in log
    assert int(figures.partition("\ngrognard_rows_passed_over ")[2].split()[0]) >= 2
    assert cli.main(["doctor", "--mend", "--db", str(db)]) == 1
    assert "(removed)." in capsys.readouterr().out
    cli.main(["doctor", "--db", str(db)])
    assert "Table lobby" not in capsys.readouterr().out

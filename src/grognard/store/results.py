"""Storage of results in their order, and of the ratings made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from grognard.club.match_endings import VOID
from grognard.club.ratings import Rating, Result, after, rate
from grognard.store import schema
from grognard.store.engine import Also, Tables, locked, readable, typed

HIGHEST = 2**53
"""A number of a result beyond this is damage."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one match."""

    match: str
    at: float
    game: str
    scenario: str
    first: str
    second: str
    score: float
    how: str
    rated: bool
    turn: int
    first_after: float = 0.0
    second_after: float = 0.0
    n: int = 0


class Results:
    """The tables of results and ratings."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def add(self, played: Played) -> Played | None:
        """Write a result down, once, and rate its players; None when it stood there already."""
        with self._tables.write() as db:
            return self.put(db, played)

    def put(self, db: Connection, played: Played) -> Played | None:
        """The same, in the transaction that ends the match."""
        t = schema.results
        _one_writer(db)
        if db.execute(select(t.c.n).where(t.c.match == played.match)).first() is not None:
            return None
        number = 1 + (db.execute(select(func.max(t.c.n)).where(t.c.n < HIGHEST)).scalar() or 0)
        played = msgspec.structs.replace(played, n=number)
        if played.rated:
            played = self._rated(db, played)
        db.execute(insert(t).values(**msgspec.structs.asdict(played) | {"rated": int(played.rated)}))
        return played

    def uncounted(self, limit: int = 50) -> list[str]:
        """Matches between two members that are over and have no result; those that count for nobody never have one."""
        c, s, r = schema.club_matches.c, schema.seats.c, schema.results.c
        players = select(func.count(s.member.distinct())).where(s.match == c.match, s.member != "").scalar_subquery()
        none = ~select(r.match).where(r.match == c.match).exists()
        query = select(c.match).where(c.status == "over", c.how.not_in(VOID), players == 2, none)
        with self._tables.read() as db:
            return list(db.scalars(query.limit(limit)))

    def _rated(self, db: Connection, played: Played) -> Played:
        before = [self.known(db, who, played.game) for who in (played.first, played.second)]
        ratings = after(before[0], before[1], _result(played))
        for who, rating in zip((played.first, played.second), ratings, strict=True):
            _put(db, who, played.game, rating)
        return msgspec.structs.replace(played, first_after=ratings[0].value, second_after=ratings[1].value)

    def known(self, db: Connection, member: str, game: str) -> Rating:
        """A player's rating in one game, as of this transaction."""
        t = schema.ratings.c
        row = db.execute(select(*_COLUMNS).where(t.member == member, t.game == game)).first()
        return Rating() if row is None else typed(Rating, list(row))

    def rating(self, member: str, game: str) -> Rating:
        """A player's rating in one game."""
        with self._tables.read() as db:
            return self.known(db, member, game)

    def ratings(self, members: Sequence[str]) -> dict[tuple[str, str], Rating]:
        """The ratings of some players, in all games."""
        t = schema.ratings.c
        with self._tables.read() as db:
            rows = db.execute(select(t.member, t.game, *_COLUMNS).where(t.member.in_(list(members))))
            return dict(
                readable(rows, lambda row: ((row[0], row[1]), typed(Rating, list(row[2:]))), "ratings", "member")
            )

    def leaders(self, game: str, limit: int = 100) -> list[tuple[str, Rating]]:
        """Those with a rating in a game, the highest first."""
        t = schema.ratings.c
        with self._tables.read() as db:
            rows = db.execute(
                select(t.member, *_COLUMNS).where(t.game == game).order_by(t.value.desc(), t.member).limit(limit)
            )
            return readable(rows, lambda row: (typed(str, row[0]), typed(Rating, list(row[1:]))), "ratings", "member")

    def of(self, member: str, against: str = "", limit: int = 2000) -> list[Played]:
        """A player's results, the newest first; with another named, those between the two."""
        t = schema.results.c
        mine = or_(t.first == member, t.second == member)
        if against:
            mine = or_(and_(t.first == member, t.second == against), and_(t.first == against, t.second == member))
        with self._tables.read() as db:
            rows = db.execute(select(schema.results).where(mine).order_by(t.n.desc()).limit(limit)).mappings()
            return readable(rows, lambda row: _played(dict(row)), "results", "match")

    def again(self, follows: Callable[[int], Sequence[Also]] = lambda count: ()) -> int:
        """Compute all ratings anew from the results, and write what follows; how many results counted."""
        t = schema.results
        with self._tables.write() as db:
            _one_writer(db)
            rows = [_played(dict(row)) for row in db.execute(select(t).order_by(t.c.n)).mappings()]
            counting = [row for row in rows if row.rated]
            db.execute(delete(schema.ratings))
            now: dict[tuple[str, str], Rating] = {}
            for row in counting:
                one, two = (row.first, row.game), (row.second, row.game)
                now[one], now[two] = after(now.get(one, Rating()), now.get(two, Rating()), _result(row))
                values = {"first_after": now[one].value, "second_after": now[two].value}
                db.execute(update(t).where(t.c.n == row.n).values(**values))
            assert now == rate(map(_result, counting))
            for (member, game), rating in now.items():
                _put(db, member, game, rating)
            for write in follows(len(counting)):
                write(db)
            return len(counting)


_COLUMNS = [schema.ratings.c[name] for name in Rating._fields]


def _one_writer(db: Connection) -> None:
    """Ratings follow from the results in their order: two at once would each build on the same past."""
    locked(db, "results")


def _put(db: Connection, member: str, game: str, rating: Rating) -> None:
    t = schema.ratings
    db.execute(delete(t).where(t.c.member == member, t.c.game == game))
    db.execute(insert(t).values(member=member, game=game, **rating._asdict()))


def _result(played: Played) -> Result:
    return Result(played.at, played.game, played.scenario, played.first, played.second, played.score)


def _played(row: dict[str, object]) -> Played:
    values: dict[str, Any] = {str(name): value for name, value in row.items()}
    return typed(Played, values | {"rated": bool(values["rated"])})

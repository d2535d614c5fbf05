"""Deletion of an account, and export of its data: seats, results and settings."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, or_, select, update

from grognard.store import schema
from grognard.store.engine import Tables
from grognard.store.lobby import OPEN, OVER, WITHDRAWN


def all_of(tables: Tables, member: str) -> dict[str, Any]:
    """A member's tables on offer, matches, results, ratings, chat, notes and blocks, as plain values.

    Of others it holds no more than that they are another: their names are theirs.
    """
    m, s, r, k = schema.club_matches.c, schema.seats.c, schema.results.c, schema.chat.c
    matches = (
        select(m.match, m.game, m.scenario, s.side, m.rated, m.pace, m.made, m.status, m.how, m.winner, m.ended)
        .select_from(schema.seats.join(schema.club_matches, m.match == s.match))
        .where(s.member == member)
        .order_by(m.made)
    )
    results = select(schema.results).where(or_(r.first == member, r.second == member)).order_by(r.n)
    lobby, ratings, notes = schema.lobby.c, schema.ratings.c, schema.notes.c
    offers = select(lobby.id, lobby.game, lobby.scenario, lobby.side, lobby.rated, lobby.made, lobby.status)
    with tables.read() as db:

        def rows(query: Any) -> list[dict[str, Any]]:
            return [dict(row) for row in db.execute(query).mappings()]

        return {
            "tables": rows(offers.where(lobby.by == member).order_by(lobby.made)),
            "matches": [row | {"pace": msgspec.json.decode(row["pace"])} for row in rows(matches)],
            "results": [_own(row, member) for row in rows(results)],
            "ratings": rows(select(schema.ratings).where(ratings.member == member).order_by(ratings.game)),
            "chat": rows(select(k.match, k.n, k.room, k.at, k.text).where(k.by == member).order_by(k.at)),
            "notes": rows(select(notes.match, notes.text).where(notes.member == member).order_by(notes.match)),
            "blocks": len(rows(select(schema.blocks).where(schema.blocks.c.member == member))),
        }


def _own(row: dict[str, Any], member: str) -> dict[str, Any]:
    """A result from one player's side."""
    first = row["first"] == member
    kept = {name: row[name] for name in ("match", "at", "game", "scenario", "how", "rated", "turn")}
    return kept | {
        "score": row["score"] if first else 1 - row["score"],
        "rating": row["first_after"] if first else row["second_after"],
    }


def clear(tables: Tables, member: str) -> list[str]:
    """Remove a member's offers, challenges and notes. Returns the matches that the member leaves open."""
    lobby, notes, blocks = schema.lobby, schema.notes, schema.blocks
    m, s = schema.club_matches.c, schema.seats.c
    with tables.write() as db:
        own = or_(lobby.c.by == member, lobby.c.to == member)
        db.execute(update(lobby).where(own, lobby.c.status == OPEN).values(status=WITHDRAWN))
        db.execute(delete(notes).where(notes.c.member == member))
        db.execute(delete(blocks).where(or_(blocks.c.member == member, blocks.c.other == member)))
        joined = schema.seats.join(schema.club_matches, m.match == s.match)
        left = select(m.match).select_from(joined).where(s.member == member, m.status != OVER)
        return [row[0] for row in db.execute(left)]

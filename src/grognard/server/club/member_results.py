"""Results of members: ratings, records, head to head, leaderboards."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club.member import Member
from grognard.club.ratings import Rating, rested
from grognard.server.club.authentication import member_of, sign_in_first
from grognard.server.club.lobby import lifecycle_of
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.club.player_names import BOT, kind_of, name_of
from grognard.server.http.errors import unknown
from grognard.server.http.json_responses import as_json
from grognard.server.matches.installed_games import find_kind
from grognard.server.workers.bot_players import bot_names
from grognard.store.results import Played

GRAPH = 500
RECENT = 30
OPPONENTS = 50


def routes() -> list[Route]:
    """The calls of this module."""
    return [
        Route("/api/leaderboard/{game}", _leaders, methods=["GET"]),
        Route("/api/members/{name}", _member, methods=["GET"]),
        Route("/api/members/{name}/against/{other}", _against, methods=["GET"]),
    ]


async def _looking(request: Request) -> MatchLifecycle:
    lifecycle = lifecycle_of(request)
    if not lifecycle.club.config.house.guests_watch and await member_of(request) is None:
        raise sign_in_first()
    return lifecycle


async def _player(lifecycle: MatchLifecycle, name: str) -> tuple[str, Member | None]:
    """The player of a name: a member, or one of our own bots (`bot:staff`)."""
    if name.startswith(BOT):
        return name, None
    member = await lifecycle.club.run(lifecycle.club.people.named, name)
    if member is None or member.gone:
        raise unknown(f"There is no member named {name[:40]!r}.")
    return member.id, member


async def _member(request: Request) -> Response:
    lifecycle = await _looking(request)
    ident, member = await _player(lifecycle, request.path_params["name"])
    ratings = await lifecycle.club.run(lifecycle.results.ratings, [ident])
    played = await lifecycle.club.run(lifecycle.results.of, ident)
    if member is None and not played and not ratings:
        raise unknown("There is no such player.")
    return as_json(
        {
            "name": name_of(ident, member),
            "kind": kind_of(ident, member),
            "since": member.since if member else None,
            "ratings": [{"game": game, **shown(rating)} for (_, game), rating in sorted(ratings.items())],
            "record": _record(ident, played),
            "opponents": await _opponents(lifecycle, ident, played),
            "graph": [_point(ident, row) for row in reversed(played[:GRAPH]) if row.rated],
            "recent": await _rows(lifecycle, ident, played[:RECENT]),
        }
    )


async def _against(request: Request) -> Response:
    lifecycle = await _looking(request)
    one, member = await _player(lifecycle, request.path_params["name"])
    two, other = await _player(lifecycle, request.path_params["other"])
    played = await lifecycle.club.run(lifecycle.results.of, one, two)
    count = Counter(_outcome(one, row) for row in played)
    return as_json(
        {
            "name": name_of(one, member),
            "against": name_of(two, other),
            **{word: count[word] for word in ("won", "drawn", "lost")},
            "record": _record(one, played),
            "games": await _rows(lifecycle, one, played[:RECENT]),
        }
    )


async def _leaders(request: Request) -> Response:
    """The highest ratings in a game; those who are still a guess stand after those who are not."""
    lifecycle = await _looking(request)
    game = find_kind(request.path_params["game"])
    rows = await lifecycle.club.run(lifecycle.results.leaders, game.id)
    people = await lifecycle.people([who for who, _ in rows])
    ours = {BOT + name for name in bot_names(game)}
    shown_rows = [
        {"name": name_of(who, people[who]), "kind": kind_of(who, people[who]), **shown(rating)}
        for who, rating in rows
        if who in ours or ((found := people[who]) is not None and not found.gone)
    ]
    return as_json(sorted(shown_rows, key=lambda row: row["provisional"]))


def shown(rating: Rating) -> dict[str, Any]:
    """A rating as it stands today."""
    now = rested(rating, time.time())
    return {
        "rating": round(now.value),
        "deviation": round(now.deviation),
        "provisional": now.provisional,
        "games": now.games,
    }


def _outcome(who: str, row: Played) -> str:
    score = row.score if row.first == who else 1 - row.score
    return {1.0: "won", 0.0: "lost"}.get(score, "drawn")


def _record(who: str, played: list[Played]) -> list[dict[str, Any]]:
    """By game and side."""
    count: dict[tuple[str, str], Counter[str]] = {}
    for row in played:
        side = find_kind(row.game).sides[0 if row.first == who else 1].id
        count.setdefault((row.game, side), Counter())[_outcome(who, row)] += 1
    return [
        {"game": game, "side": side, **{word: found[word] for word in ("won", "drawn", "lost")}}
        for (game, side), found in sorted(count.items())
    ]


async def _opponents(lifecycle: MatchLifecycle, who: str, played: list[Played]) -> list[dict[str, Any]]:
    """By opponent, those met most often first."""
    count: dict[str, Counter[str]] = {}
    for row in played:
        count.setdefault(row.second if row.first == who else row.first, Counter())[_outcome(who, row)] += 1
    often = sorted(count.items(), key=lambda met: -met[1].total())[:OPPONENTS]
    people = await lifecycle.people([other for other, _ in often])
    return [
        {
            "name": name_of(other, people[other]), "kind": kind_of(other, people[other]),
            **{word: found[word] for word in ("won", "drawn", "lost")},
        }
        for other, found in often
    ]  # fmt: skip


def _point(who: str, row: Played) -> dict[str, Any]:
    return {"at": row.at, "game": row.game, "rating": round(row.first_after if row.first == who else row.second_after)}


async def _rows(lifecycle: MatchLifecycle, who: str, played: list[Played]) -> list[dict[str, Any]]:
    others = [row.second if row.first == who else row.first for row in played]
    people = await lifecycle.people(others)
    return [
        {
            "match": row.match, "at": row.at, "game": row.game, "scenario": row.scenario,
            "side": find_kind(row.game).sides[0 if row.first == who else 1].id,
            "opponent": name_of(other, people[other]), "kind": kind_of(other, people[other]),
            "outcome": _outcome(who, row), "how": row.how, "turn": row.turn, "rated": row.rated,
        }
        for row, other in zip(played, others, strict=True)
    ]  # fmt: skip

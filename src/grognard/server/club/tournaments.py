"""Tournament routes: followed by anybody, entered by members, run by umpires."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import clock as clocks
from grognard.club import tournaments as rules
from grognard.club.member import UMPIRE, Member
from grognard.club.pairing import GAMES, standings
from grognard.club.tournaments import Wanted
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Line, Name, Number
from grognard.server.club.authentication import keeper, member_of, sign_in_first, the_member
from grognard.server.club.lobby import lifecycle_of
from grognard.server.club.player_names import name_of
from grognard.server.club.tournament_runner import TournamentRunner
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.matches.installed_games import find_game, title_of
from grognard.store.lobby import OPEN as MATCH_OPEN
from grognard.store.lobby import ClubMatch
from grognard.store.moderation import noted
from grognard.store.tournaments import (
    OPEN,
    OVER,
    RUNNING,
    Entrant,
    Meeting,
    Ruled,
    Tournament,
    places_of,
)


class Player(msgspec.Struct):
    """`POST …/withdraw`: oneself, or for an umpire somebody else by name, with a reason."""

    name: Name = ""
    why: Line = ""


class Reason(msgspec.Struct):
    """`POST …/cancel`."""

    why: Line = ""


class Replacement(msgspec.Struct):
    """`POST …/substitute`: the player, and who takes their place."""

    name: Name
    by: Name
    why: Line = ""


class Correction(msgspec.Struct):
    """`POST …/correct`: the points of the first in a pairing, out of two."""

    round: Number
    n: Number
    score: float
    why: Line = ""


def routes() -> list[Route]:
    """The calls of this module."""
    one = "/api/tournaments/{tournament}"
    return [
        Route("/api/tournaments", _list, methods=["GET"]),
        Route("/api/tournaments", _create, methods=["POST"]),
        Route(one, _one, methods=["GET"]),
        Route(f"{one}/join", _join, methods=["POST"]),
        Route(f"{one}/withdraw", _withdraw, methods=["POST"]),
        Route(f"{one}/start", _start, methods=["POST"]),
        Route(f"{one}/cancel", _cancel, methods=["POST"]),
        Route(f"{one}/stand-by", _stand_by, methods=["POST"]),
        Route(f"{one}/admit", _admit, methods=["POST"]),
        Route(f"{one}/substitute", _substitute, methods=["POST"]),
        Route(f"{one}/correct", _correct, methods=["POST"]),
    ]


def director_of(request: Request) -> TournamentRunner:
    """The club's director."""
    lifecycle_of(request)
    runner: TournamentRunner = request.app.state.runner
    return runner


async def looking(request: Request) -> Member | None:
    """Anybody may follow a tournament where guests may watch."""
    member = await member_of(request)
    if member is None and not lifecycle_of(request).club.config.house.guests_watch:
        raise sign_in_first()
    return member


async def _list(request: Request) -> Response:
    member = await looking(request)
    runner = director_of(request)
    run = runner.lifecycle.club.run
    found = await run(runner.store.listed)
    sizes = await run(runner.store.sizes, [each.id for each in found])
    keeps = member is not None and member.may(UMPIRE)
    return as_json({"tournaments": [_brief(each, sizes.get(each.id, 0)) for each in found], "keeps": keeps})


def _brief(one: Tournament, entrants: int) -> dict[str, Any]:
    rounds = rules.rounds_of(one.kind, entrants, one.rounds) if entrants > 1 else 0
    return {
        "id": one.id, "name": one.name, "kind": one.kind, "game": one.game, "title": title_of(one.game),
        "scenario": one.scenario, "pace": one.pace, "rated": one.rated, "most": one.most, "status": one.status,
        "round": one.round, "rounds": rounds, "entrants": entrants, "made": one.made, "started": one.started or None,
        "ended": one.ended or None, "closes": one.closes or None, "begins": one.begins or None, "daily": one.daily,
        "accelerated": one.accelerated, "decider": one.decider,
    }  # fmt: skip


async def found_in(request: Request) -> tuple[TournamentRunner, Tournament]:
    """The tournament that a call names."""
    runner = director_of(request)
    one = await runner.lifecycle.club.run(runner.store.one, request.path_params["tournament"])
    if one is None:
        raise unknown("There is no such tournament.")
    return runner, one


async def _one(request: Request) -> Response:
    member = await looking(request)
    runner, one = await found_in(request)
    return as_json(await shown(runner, one, member))


async def shown(runner: TournamentRunner, one: Tournament, member: Member | None) -> dict[str, Any]:
    """A tournament, for its page: who plays, what was played and is being played, who stands where, what was ruled."""
    run = runner.lifecycle.club.run
    entrants: list[Entrant] = await run(runner.store.entrants, one.id)
    meetings: list[Meeting] = await run(runner.store.meetings, one.id)
    rulings = await run(runner.store.rulings, one.id)
    places = places_of(entrants)
    everybody = {each.member for each in entrants} | {each.by for each in rulings if each.by}
    people = await runner.lifecycle.people(list(everybody))
    names = {who: name_of(who, people.get(who)) for who in everybody}
    open_games = [match for each in meetings if each.open for match in each.matches]
    rows = await run(runner.lifecycle.lobby.several, open_games)
    played = rules.in_place([meeting.pairing for meeting in meetings], places.holders)
    winner = rules.victor(one.kind, places.order, played) if one.status == OVER else ""
    rounds = sorted({meeting.round for meeting in meetings})
    paired = [(each.round, _meeting(each, names, member, rows, runner)) for each in meetings]
    mine = next((each for each in entrants if member is not None and each.member == member.id), None)
    return _brief(one, len(places.order)) | {
        "text": one.text,
        "players": [
            {"name": names[each.member], "gone": bool(each.gone), "since": each.since or None,
             "instead": names.get(each.instead) if each.instead else None}
            for each in entrants if not each.waits
        ],
        "substitutes": [names[each.member] for each in entrants if each.waits],
        "results": [
            {"round": n, "pairings": [each for round_, each in paired if round_ == n]} for n in rounds
        ],
        "standings": [row._asdict() | {"player": names[row.player]} for row in standings(places.order, played)],
        "rulings": [
            {"at": each.at, "by": names.get(each.by, ""), "act": each.act, "subject": names.get(each.subject, ""),
             "other": names.get(each.other, ""), "detail": each.detail, "why": each.why}
            for each in rulings
        ],
        "winner": names.get(winner) if winner else None,
        "mine": mine is not None and not mine.gone and not mine.waits,
        "standsBy": mine is not None and mine.waits,
        "joins": one.takes_entries(time.time()),
        "keeps": member is not None and member.may(UMPIRE),
    }  # fmt: skip


def _meeting(
    meeting: Meeting,
    names: Mapping[str, str],
    member: Member | None,
    rows: Mapping[str, ClubMatch],
    runner: TournamentRunner,
) -> dict[str, Any]:
    return {
        "own": member is not None and member.id in (meeting.first, meeting.second),
        "first": names.get(meeting.first, ""),
        "second": names.get(meeting.second, "") if meeting.second else None,
        "matches": meeting.matches,
        "games": [_game(row, names, runner) for match in meeting.matches if (row := rows.get(match)) is not None],
        "score": None if meeting.score < 0 else meeting.score,
        "forfeit": meeting.forfeit,
        "decided": names.get(meeting.decided) if meeting.decided else None,
        "n": meeting.n,
    }


def _game(row: ClubMatch, names: Mapping[str, str], runner: TournamentRunner) -> dict[str, Any]:
    """One open game: who plays which side, and who must decide until when."""
    open_ = row.status == MATCH_OPEN
    out = clocks.runs_out_at(row.pace, row.clock, runner.lifecycle.down) if open_ and row.clock else None
    winner = row.seats.get(row.winner, "")
    return {
        "match": row.match,
        "sides": {side: names.get(who, "") for side, who in sorted(row.seats.items())},
        "asks": names.get(row.seats.get(row.asks, ""), "") or None if open_ else None,
        "until": out,
        "winner": names.get(winner) or None,
    }


async def _create(request: Request) -> Response:
    """Announce a tournament."""
    runner, wanted = director_of(request), await request_parsing.read(request, Wanted)
    member = await keeper(request, UMPIRE)
    try:
        wanted = rules.check(wanted, find_game(wanted.game), time.time())
    except Refused as refused:
        raise malformed(str(refused)) from None
    run = runner.lifecycle.club.run
    wishing = [who for who in await run(runner.store.wishing) if who != member.id]
    made = await run(runner.store.create, wanted, member.id, [runner.notices.announced(wishing)])
    return as_json(_brief(made, 0))


async def _join(request: Request) -> Response:
    """Sign up, for oneself; a full table begins."""
    runner, one = await found_in(request)
    member = await the_member(request, "challenge")
    if one.status != OPEN:
        raise ApiError(409, "over", "The tournament has started; you can no longer join.")
    if not one.takes_entries(time.time()):
        raise ApiError(409, "over", "Entries are closed. You can still be a substitute.")
    if member.may(UMPIRE) and not await runner.has_second(member.id, one.id):
        text = "You are an umpire: have the owner name a second umpire, who does not play here, before you join."
        raise ApiError(409, "illegal", text)
    if not await runner.lifecycle.club.run(runner.store.enter, one.id, member.id):
        raise ApiError(409, "full", "The tournament is full or has just started.")
    await runner.look(one.id)
    return await _again(runner, one, member)


async def _withdraw(request: Request) -> Response:
    """Leave a tournament: before it begins without a trace, afterwards what is open is lost."""
    runner, one = await found_in(request)
    wanted = await request_parsing.read(request, Player)
    run = runner.lifecycle.club.run
    who, ruling = await the_member(request, "challenge"), None
    member = who
    if wanted.name:
        member = await _judge(request, runner, one)
        ruling = Ruled(member.id, _reason(wanted.why))
        who = await _named(runner, wanted.name)
    also = [noted(member.id, "withdrawn from a tournament", one.id, who.name)] if ruling is not None else []
    if not await run(runner.store.withdraw, one.id, who.id, ruling, also):
        raise ApiError(409, "illegal", "There is nobody to withdraw, or the tournament is over.")
    await runner.look(one.id)
    return await _again(runner, one, member)


async def _judge(request: Request, runner: TournamentRunner, one: Tournament) -> Member:
    """An umpire who does not play in the tournament."""
    member = await keeper(request, UMPIRE)
    if await runner.plays(member.id, one.id):
        raise ApiError(403, "fair", "You play in this tournament: another umpire must decide this.")
    return member


async def _named(runner: TournamentRunner, name: str) -> Member:
    found: Member | None = await runner.lifecycle.club.run(runner.lifecycle.club.people.named, name)
    if found is None:
        raise unknown(f"There is no member named {name[:40]!r}.")
    return found


def _reason(text: str) -> str:
    try:
        return rules.reason(text)
    except Refused as refused:
        raise malformed(str(refused)) from None


async def _stand_by(request: Request) -> Response:
    """Be a substitute, who plays when an umpire says so: that is one's consent."""
    runner, one = await found_in(request)
    member = await the_member(request, "challenge")
    if one.status not in (OPEN, RUNNING):
        raise ApiError(409, "over", "The tournament is over.")
    if not await runner.lifecycle.club.run(runner.store.enter, one.id, member.id, True):
        raise ApiError(409, "illegal", "You play in this tournament, or have played.")
    return await _again(runner, one, member)


async def _admit(request: Request) -> Response:
    """Let a substitute play as a late entry: before the start, or from the next round of a Swiss on."""
    runner, one = await found_in(request)
    wanted = await request_parsing.read(request, Player)
    member = await _judge(request, runner, one)
    why, who = _reason(wanted.why), await _named(runner, wanted.name)
    run = runner.lifecycle.club.run
    entrants = await run(runner.store.entrants, one.id)
    rounds = rules.rounds_of(one.kind, len(places_of(entrants).order) + 1, one.rounds)
    if one.status == RUNNING and (one.kind != rules.SWISS or one.round >= rounds):
        raise ApiError(409, "illegal", "Late entries are possible before the last round of a Swiss only.")
    if one.status not in (OPEN, RUNNING):
        raise ApiError(409, "over", "The tournament is over.")
    if len(places_of(entrants).order) >= (
        one.most or (rules.MOST_AT_ONCE if one.kind == rules.ROUND_ROBIN else rules.MOST)
    ):
        raise ApiError(409, "full", "The tournament is full.")
    since = one.round + 1 if one.status == RUNNING else 0
    if not await run(runner.store.admit, one.id, who.id, since, Ruled(member.id, why)):
        raise ApiError(409, "illegal", f"{who.name} is not a substitute of this tournament.")
    await runner.look(one.id)
    return await _again(runner, one, member)


async def _substitute(request: Request) -> Response:
    """Let a substitute take the place of a player: points, remaining rounds, and games that are being played."""
    runner, one = await found_in(request)
    wanted = await request_parsing.read(request, Replacement)
    member = await _judge(request, runner, one)
    why = _reason(wanted.why)
    replaced, by = await _named(runner, wanted.name), await _named(runner, wanted.by)
    if one.status != RUNNING:
        raise ApiError(409, "illegal", "Places are taken while the tournament is being played.")
    told = [runner.notices.substituted(one, by.id, replaced.name, why)]
    ruling = Ruled(member.id, why)
    if not await runner.lifecycle.club.run(runner.store.substitute, one.id, replaced.id, by.id, ruling, told):
        raise ApiError(409, "illegal", f"{replaced.name} has no place here, or {by.name} is not a substitute.")
    await runner.look(one.id)
    return await _again(runner, one, member)


async def _correct(request: Request) -> Response:
    """Set the result of a pairing that is over; of a knock-out, while nobody has gone on from it."""
    runner, one = await found_in(request)
    wanted = await request_parsing.read(request, Correction)
    member = await _judge(request, runner, one)
    why = _reason(wanted.why)
    run = runner.lifecycle.club.run
    meetings = await run(runner.store.meetings, one.id)
    meeting = next((each for each in meetings if (each.round, each.n) == (wanted.round, wanted.n)), None)
    if meeting is None or not meeting.second:
        raise unknown("There is no such pairing.")
    if wanted.score not in {half / 2 for half in range(2 * GAMES + 1)}:
        raise malformed(f"The first player has 0 to {GAMES} points, in halves.")
    if meeting.open:
        raise ApiError(409, "illegal", "This pairing is being played: settle its games at their tables.")
    if one.kind == rules.KNOCK_OUT and one.round > meeting.round:
        raise ApiError(409, "illegal", "The next round has been paired by this result.")
    await run(runner.store.correct, one.id, meeting, wanted.score, Ruled(member.id, why))
    return await _again(runner, one, member)


async def _start(request: Request) -> Response:
    """Begin with those who are there."""
    runner, one = await found_in(request)
    member = await keeper(request, UMPIRE)
    run = runner.lifecycle.club.run
    entrants = [each for each in await run(runner.store.entrants, one.id) if not each.waits]
    if one.status != OPEN:
        raise ApiError(409, "over", "The tournament has already started or is over.")
    most = rules.MOST_AT_ONCE if one.kind == rules.ROUND_ROBIN else rules.MOST
    if not rules.LEAST <= len(entrants) <= most:
        raise ApiError(
            409, "illegal", f"It begins with {rules.LEAST} to {most} entrants; {len(entrants)} have signed up."
        )
    if not await runner.begin(one, [noted(member.id, "tournament begun", one.id, one.name)]):
        raise ApiError(409, "stale", "The list of players has just changed; look again.")
    await runner.look(one.id)
    return await _again(runner, one, member)


async def _cancel(request: Request) -> Response:
    """Call it off; its matches go on as matches of the club."""
    runner, one = await found_in(request)
    wanted = await request_parsing.read(request, Reason)
    member = await keeper(request, UMPIRE)
    run = runner.lifecycle.club.run
    if one.status == RUNNING and await runner.plays(member.id, one.id):
        raise ApiError(403, "fair", "You play in this tournament: another umpire must call it off.")
    if one.status not in (OPEN, RUNNING):
        raise ApiError(409, "over", "The tournament is over.")
    why = _reason(wanted.why)
    players = [each.member for each in await run(runner.store.entrants, one.id) if each.member != member.id]
    also = [noted(member.id, "tournament called off", one.id, one.name), runner.notices.called_off(one, players, why)]
    if not await run(runner.store.cancel, one.id, Ruled(member.id, why), also):
        raise ApiError(409, "over", "The tournament is over.")
    return await _again(runner, one, member)


async def _again(runner: TournamentRunner, one: Tournament, member: Member) -> Response:
    now = await runner.lifecycle.club.run(runner.store.one, one.id)
    return as_json(await shown(runner, now or one, member))

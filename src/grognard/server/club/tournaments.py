"""Tournament routes: followed by anybody, entered by members, run by umpires."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import tournaments as rules
from grognard.club.member import UMPIRE, Member
from grognard.club.pairing import standings
from grognard.club.tournaments import Wanted
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Name
from grognard.server.club.authentication import keeper, member_of, sign_in_first, the_member
from grognard.server.club.lobby import lifecycle_of
from grognard.server.club.player_names import name_of
from grognard.server.club.tournament_runner import TournamentRunner
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.matches.installed_games import find_game, title_of
from grognard.store.moderation import noted
from grognard.store.tournaments import OPEN, OVER, RUNNING, Entrant, Meeting, Tournament


class Player(msgspec.Struct):
    """`POST …/withdraw`: oneself, or for an umpire somebody else by name."""

    name: Name = ""


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
        "ended": one.ended or None,
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
    """A tournament, for its page: who plays, what was played, who stands where."""
    run = runner.lifecycle.club.run
    entrants: list[Entrant] = await run(runner.store.entrants, one.id)
    meetings: list[Meeting] = await run(runner.store.meetings, one.id)
    order = [each.member for each in entrants]
    people = await runner.lifecycle.people(order)
    names = {who: name_of(who, people.get(who)) for who in order}
    played = [meeting.pairing for meeting in meetings]
    winner = rules.victor(one.kind, order, played) if one.status == OVER else ""
    rounds = sorted({meeting.round for meeting in meetings})
    paired = [(each.round, _meeting(each, names, member)) for each in meetings]
    return _brief(one, len(entrants)) | {
        "players": [{"name": names[each.member], "gone": bool(each.gone)} for each in entrants],
        "results": [
            {"round": n, "pairings": [each for round_, each in paired if round_ == n]} for n in rounds
        ],
        "standings": [row._asdict() | {"player": names[row.player]} for row in standings(order, played)],
        "winner": names.get(winner) if winner else None,
        "mine": member is not None and any(each.member == member.id and not each.gone for each in entrants),
        "keeps": member is not None and member.may(UMPIRE),
    }


def _meeting(meeting: Meeting, names: dict[str, str], member: Member | None) -> dict[str, Any]:
    return {
        "own": member is not None and member.id in (meeting.first, meeting.second),
        "first": names.get(meeting.first, ""),
        "second": names.get(meeting.second, "") if meeting.second else None,
        "matches": [match for match in (meeting.match, meeting.other) if match],
        "score": None if meeting.score < 0 else meeting.score,
        "forfeit": meeting.forfeit,
    }


async def _create(request: Request) -> Response:
    """Announce a tournament."""
    runner, wanted = director_of(request), await request_parsing.read(request, Wanted)
    member = await keeper(request, UMPIRE)
    try:
        wanted = rules.check(wanted, find_game(wanted.game))
    except Refused as refused:
        raise malformed(str(refused)) from None
    run = runner.lifecycle.club.run
    return as_json(_brief(await run(runner.store.create, wanted, member.id), 0))


async def _join(request: Request) -> Response:
    """Sign up, for oneself; a full table begins."""
    runner, one = await found_in(request)
    member = await the_member(request, "challenge")
    if one.status != OPEN:
        raise ApiError(409, "over", "The tournament has started; you can no longer join.")
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
    who = member = await the_member(request, "challenge")
    if wanted.name:
        member = await keeper(request, UMPIRE)
        if await runner.plays(member.id, one.id):
            raise ApiError(403, "fair", "You play in this tournament: another umpire must withdraw its players.")
        found = await run(runner.lifecycle.club.people.named, wanted.name)
        if found is None:
            raise unknown(f"There is no member named {wanted.name[:40]!r}.")
        who = found
    also = [noted(member.id, "withdrawn from a tournament", one.id, who.name)] if who.id != member.id else []
    if not await run(runner.store.withdraw, one.id, who.id, also):
        raise ApiError(409, "illegal", "There is nobody to withdraw, or the tournament is over.")
    await runner.look(one.id)
    return await _again(runner, one, member)


async def _start(request: Request) -> Response:
    """Begin with those who are there."""
    runner, one = await found_in(request)
    member = await keeper(request, UMPIRE)
    run = runner.lifecycle.club.run
    entrants = await run(runner.store.entrants, one.id)
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
    member = await keeper(request, UMPIRE)
    run = runner.lifecycle.club.run
    if one.status == RUNNING and await runner.plays(member.id, one.id):
        raise ApiError(403, "fair", "You play in this tournament: another umpire must call it off.")
    if one.status not in (OPEN, RUNNING) or not await run(runner.store.cancel, one.id, member.id, one.name):
        raise ApiError(409, "over", "The tournament is over.")
    return await _again(runner, one, member)


async def _again(runner: TournamentRunner, one: Tournament, member: Member) -> Response:
    now = await runner.lifecycle.club.run(runner.store.one, one.id)
    return as_json(await shown(runner, now or one, member))

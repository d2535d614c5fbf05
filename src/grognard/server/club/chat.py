"""Chat at a match: the players' room, the spectators' room that players see after the end, and private notes.

All of it is plain text, kept and shown as it was written.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club.member import MODERATOR, Member
from grognard.kernel.text_limits import Line, Name, Number, Text, Word
from grognard.server.club.authentication import asker_of, keeper, member_of, sign_in_first, the_member
from grognard.server.club.lobby import lifecycle_of
from grognard.server.club.match_actions import or_of_friends, watched
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.club.player_names import name_of
from grognard.server.http import credentials, request_parsing
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.http.request_parsing import number_in
from grognard.server.http.user_text import plain
from grognard.server.matches import friend_matches
from grognard.server.matches.live_match import LiveMatch
from grognard.store.chat import PLAYERS, SPECTATORS, Said
from grognard.store.engine import Also
from grognard.store.lobby import OVER, ClubMatch
from grognard.store.moderation import noted

LONGEST = 1000
LONGEST_NOTE = 20_000
LONGEST_SEARCH = 100
MOST_LINES = 2**31 - 1
"""Of one match: what the column of their numbers holds."""
ROOMS = {"players": PLAYERS, "spectators": SPECTATORS, "watchers": SPECTATORS}
"""The rooms by the names that calls use, the older name of one among them."""
HIDDEN = "A moderator has hidden this message."


class Say(msgspec.Struct):
    """`POST …/chat`."""

    text: Line
    room: Word = "players"


class Note(msgspec.Struct):
    """`POST …/notes`."""

    text: Text


class Named(msgspec.Struct):
    """`POST /api/club/block`."""

    name: Name
    blocked: bool = True


class Report(msgspec.Struct):
    """`POST /api/club/report`: a line of a match's chat, a match, or a member by name."""

    why: Line
    match: Word = ""
    n: Number = 0
    name: Name = ""


class Hide(msgspec.Struct):
    """`POST …/chat/N/hide`."""

    hidden: bool = True


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/chat", or_of_friends(_lines, friend_matches.read_lines), methods=["GET"]),
        Route(f"{one}/chat", or_of_friends(_say, friend_matches.say), methods=["POST"]),
        Route(f"{one}/chat/{{n:int}}/hide", _hide, methods=["POST"]),
        Route(f"{one}/notes", _note, methods=["GET"]),
        Route(f"{one}/notes", _put_note, methods=["POST"]),
        Route("/api/notes", _notes, methods=["GET"]),
        Route("/api/club/blocks", _blocks, methods=["GET"]),
        Route("/api/club/block", _block, methods=["POST"]),
        Route("/api/club/report", _report, methods=["POST"]),
    ]


def _room(wanted: str) -> str:
    if wanted not in ROOMS:
        raise malformed("A chat room is players or spectators.")
    return ROOMS[wanted]


async def _doors(request: Request, live: LiveMatch, row: ClubMatch, wanted: str) -> str:
    """Check access to a chat room; the side from whose seat the asker speaks, if they have one."""
    held = live.held(credentials.credentials(request))
    side = live.match.game.sides[held[0]].id if held else ""
    member = await member_of(request)
    sits = bool(side) or (member is not None and member.id in row.seats.values())
    keeps = member is not None and member.may(MODERATOR)
    if wanted == PLAYERS and not sits and not keeps and row.status != OVER:
        raise ApiError(403, "secret", "Only the players can read their chat until the match is over.")
    # Players who were let in, by whatever seat or session, would read what others see in their position.
    if wanted == SPECTATORS and sits and row.status != OVER:
        raise ApiError(403, "secret", "Players can read the spectators’ chat after the match.")
    return side


async def _lines(request: Request) -> Response:
    lifecycle, live = lifecycle_of(request), await watched(request)
    row, asker = await lifecycle.the_row(live.id, fresh=False), asker_of(request)
    if asker is not None and not asker.session and not {"chat", "play"} & set(asker.scopes):
        await the_member(request, "chat")
    wanted = _room(request.query_params.get("room", "players"))
    await _doors(request, live, row, wanted)
    member = await member_of(request)
    search = request.query_params.get("search", "")[:LONGEST_SEARCH]
    lines = await lifecycle.club.run(lifecycle.chat.lines, live.id, wanted, number_in(request, "after") or 0, search)
    deaf = await lifecycle.club.run(lifecycle.chat.blocked_by, member.id) if member else set()
    people = await lifecycle.people([line.by for line in lines])
    keeps = member is not None and member.may(MODERATOR)
    return as_json([_line(line, people, keeps) for line in lines if line.by not in deaf or not line.by])


def _line(line: Said, people: dict[str, Member | None], keeps: bool) -> dict[str, Any]:
    shown = {"n": line.n, "by": name_of(line.by, people.get(line.by)), "side": line.side or None, "at": line.at}
    if line.hidden:
        return shown | {"text": line.text if keeps else HIDDEN, "hidden": True}
    return shown | {"text": line.text}


async def _say(request: Request) -> Response:
    lifecycle = lifecycle_of(request)
    wanted = await request_parsing.read(request, Say)
    live = await watched(request)
    row = await lifecycle.the_row(live.id)
    asker = asker_of(request)
    if asker is not None:
        await the_member(request, "chat")
    room = _room(wanted.room)
    side = await _doors(request, live, row, room)
    if asker is None and not (side and room == PLAYERS):
        raise sign_in_first()
    text = plain(wanted.text, LONGEST)
    by = asker.member.id if asker else ""
    told = await _told(lifecycle, live, row, by) if room == PLAYERS and row.status != OVER else []
    line = await lifecycle.club.run(lifecycle.chat.say, live.id, room, by, side, text, told)
    lifecycle.announce_chat(live, row, line.room, line.n)
    await lifecycle.club.run(lifecycle.lobby.announce, f"{lifecycle.me} chat {line.room}", live.id)
    people = await lifecycle.people([by])
    return as_json(_line(line, people, False))


async def _told(lifecycle: MatchLifecycle, live: LiveMatch, row: ClubMatch, by: str) -> list[Also]:
    """Notices to the other players that somebody has written."""
    told: list[Also] = []
    for who in row.seats.values():
        if who and who != by and not await lifecycle.club.run(lifecycle.chat.apart, who, by):
            told += await lifecycle.notice(row, who, "message", live)
    return told


async def _hide(request: Request) -> Response:
    """A moderator takes a line out of sight, or puts it back."""
    lifecycle, wanted = lifecycle_of(request), await request_parsing.read(request, Hide)
    moderator = await keeper(request, MODERATOR)
    match, n = request.path_params["match"], request.path_params["n"]
    by = moderator.id if wanted.hidden else ""
    record = noted(moderator.id, "line hidden" if wanted.hidden else "line shown again", match, f"line {n}")
    if n > MOST_LINES or not await lifecycle.club.run(lifecycle.chat.hide, match, n, by, [record]):
        raise unknown("There is no such message.")
    return as_json({})


async def _note(request: Request) -> Response:
    lifecycle, live, member = lifecycle_of(request), await watched(request), await the_member(request)
    return as_json({"text": await lifecycle.club.run(lifecycle.chat.note, live.id, member.id)})


async def _put_note(request: Request) -> Response:
    lifecycle, wanted = lifecycle_of(request), await request_parsing.read(request, Note)
    live, member = await watched(request), await the_member(request)
    text = plain(wanted.text, LONGEST_NOTE, empty=True)
    await lifecycle.club.run(lifecycle.chat.put_note, live.id, member.id, text)
    return as_json({"text": text})


async def _notes(request: Request) -> Response:
    """One's own notes that hold some words."""
    lifecycle, member = lifecycle_of(request), await the_member(request)
    search = request.query_params.get("search", "")[:LONGEST_SEARCH]
    found = await lifecycle.club.run(lifecycle.chat.notes_with, member.id, search)
    return as_json([{"match": match, "text": text} for match, text in found])


async def _blocks(request: Request) -> Response:
    lifecycle, member = lifecycle_of(request), await the_member(request)
    others = sorted(await lifecycle.club.run(lifecycle.chat.blocked_by, member.id))
    people = await lifecycle.people(others)
    return as_json([name_of(other, people[other]) for other in others])


async def _block(request: Request) -> Response:
    lifecycle, wanted = lifecycle_of(request), await request_parsing.read(request, Named)
    member = await the_member(request)
    other = await lifecycle.club.run(lifecycle.club.people.named, wanted.name)
    if other is None or other.id == member.id:
        raise unknown(f"There is no other member named {wanted.name[:40]!r}.")
    await lifecycle.club.run(lifecycle.chat.block, member.id, other.id, wanted.blocked)
    return as_json({})


async def _report(request: Request) -> Response:
    """Have those who keep the club look at a line."""
    lifecycle, wanted = lifecycle_of(request), await request_parsing.read(request, Report)
    member = await the_member(request)
    if not wanted.n:
        return await _report_other(request, lifecycle, member, wanted)
    line = await lifecycle.club.run(lifecycle.chat.line, wanted.match, wanted.n)
    live = await lifecycle.registry.match(wanted.match)
    if line is None:
        raise unknown("There is no such message.")
    await _doors(request, live, await lifecycle.the_row(wanted.match), line.room)
    why = plain(wanted.why, LONGEST)
    await lifecycle.club.run(lifecycle.club.keep.add_report, member.id, line.by, wanted.match, wanted.n, why)
    return as_json({})


async def _report_other(request: Request, lifecycle: MatchLifecycle, member: Member, wanted: Report) -> Response:
    """Have moderators look at a match, or at a member, who played in it if both are named."""
    run, against = lifecycle.club.run, None
    why = plain(wanted.why, LONGEST)
    if wanted.name:
        against = await run(lifecycle.club.people.named, wanted.name)
        if against is None or against.gone:
            raise unknown(f"There is no member named {wanted.name[:40]!r}.")
        if against.id == member.id:
            raise malformed("You cannot report yourself.")
    if wanted.match:
        row = await lifecycle.the_row(wanted.match)
        if not row.watch and row.status != OVER and member.id not in row.seats.values():
            raise ApiError(403, "secret", "The players of this match do not allow spectators.")
        if against is not None and against.id not in row.seats.values():
            raise malformed("This member does not play in that match.")
    elif against is None:
        raise malformed("Name a member, or a match.")
    whom = against.id if against is not None else ""
    await run(lifecycle.club.keep.add_report, member.id, whom, wanted.match, 0, why)
    return as_json({})

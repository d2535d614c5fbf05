"""Moderation: members, suspensions, roles, invitations, reports, the audit log, figures."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import audit_sentences, emails
from grognard.club.member import FOR_EVER, MODERATOR, OWNER, ROLES, Member, shown_name
from grognard.kernel.text_limits import Line, Name, Password, Word
from grognard.server.club.authentication import check_page, keeper
from grognard.server.club.club_service import club_of
from grognard.server.club.notification_delivery import try_email
from grognard.server.club.registration_and_sign_in import accepted, check_password
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.http.user_text import plain
from grognard.store.members import signed_out
from grognard.store.moderation import Act, Report, noted

if TYPE_CHECKING:
    from grognard.server.club.club_service import ClubService
    from grognard.server.club.match_lifecycle import MatchLifecycle

DAY = 86_400.0
MOST_DAYS = 3650
LONGEST_APPEAL = 1_000


class Ban(msgspec.Struct):
    """`POST /api/club/members/ID/ban`: 0 days end a suspension, none at all is for good."""

    days: float | None = None
    why: Line = ""


class Roles(msgspec.Struct):
    """`POST /api/club/members/ID/role`."""

    roles: list[Word]


class NewInvitation(msgspec.Struct):
    """`POST /api/club/invitations`."""

    note: Line = ""
    uses: int = 1
    days: float = 14


class TestEmail(msgspec.Struct):
    """`POST /api/club/email`."""

    to: Line


class Appeal(msgspec.Struct):
    """`POST /api/club/appeal`."""

    name: Name
    password: Password
    why: Line


class Answer(msgspec.Struct):
    """`POST /api/club/reports/ID`."""

    answer: Line = ""


def routes() -> list[Route]:
    """The calls of this module."""
    return [
        Route("/api/club/members", _members),
        Route("/api/club/members/{member}/ban", _ban, methods=["POST"]),
        Route("/api/club/members/{member}/role", _role, methods=["POST"]),
        Route("/api/club/invitations", _invitations, methods=["GET"]),
        Route("/api/club/invitations", _invite, methods=["POST"]),
        Route("/api/club/invitations/{invitation}", _end_invitation, methods=["DELETE"]),
        Route("/api/club/reports", _reports, methods=["GET"]),
        Route("/api/club/reports/{report}", _close_report, methods=["POST"]),
        Route("/api/club/appeal", _appeal, methods=["POST"]),
        Route("/api/club/audit", _audit),
        Route("/api/club/statistics", _statistics),
        Route("/api/club/email", _email, methods=["POST"]),
    ]


async def _members(request: Request) -> Response:
    """Members by name; addresses are not for the others, no matter who they are."""
    await keeper(request, MODERATOR)
    club = club_of(request)
    asked = request.query_params
    rows = await club.run(club.people.search, asked.get("q", "")[:40], asked.get("after", "")[:40])
    return as_json([
        {name: getattr(member, name) for name in ("id", "name", "kind", "roles", "since", "banned", "why")}
        for member in rows
    ])  # fmt: skip


async def _subject(request: Request, by: Member) -> Member:
    """The member in the address, if this moderator may act on them."""
    club = club_of(request)
    member = await club.run(club.people.member, request.path_params["member"])
    if member is None or member.gone:
        raise unknown("There is no such member.")
    if member.roles and OWNER not in by.roles:
        raise ApiError(403, "role", "Only the owner can do this to a moderator or umpire.")
    return member


async def _ban(request: Request) -> Response:
    by = await keeper(request, MODERATOR)
    wanted = await request_parsing.read(request, Ban)
    member = await _subject(request, by)
    if member.id == by.id:
        raise ApiError(409, "self", "You cannot suspend yourself.")
    if wanted.days is not None and not 0 <= wanted.days <= MOST_DAYS:
        raise malformed(f"A suspension lasts 0 to {MOST_DAYS} days, or permanently.")
    until = FOR_EVER if wanted.days is None else time.time() + wanted.days * DAY if wanted.days else 0.0
    club = club_of(request)
    length = "for good" if wanted.days is None else f"for {wanted.days:g} days" if until else "ended"
    also = [noted(by.id, "suspension", member.id, f"{length}: {wanted.why}"), *([signed_out(member.id)] * bool(until))]
    await club.run(club.people.change, member.id, also, banned=until, why=wanted.why[:200])
    club.forget(member.id)
    return as_json({"banned": until})


async def _role(request: Request) -> Response:
    by = await keeper(request)
    wanted = await request_parsing.read(request, Roles)
    if set(wanted.roles) - set(ROLES):
        raise malformed(f"The roles are: {', '.join(ROLES)}.")
    member = await _subject(request, by)
    if member.id == by.id and OWNER not in wanted.roles:
        raise ApiError(409, "self", "You cannot give up the role of owner yourself; another owner can remove it.")
    club = club_of(request)
    roles = [role for role in ROLES if role in wanted.roles]
    also = [noted(by.id, "roles", member.id, " ".join(roles) or "none")]
    await club.run(club.people.change, member.id, also, roles=" ".join(roles))
    club.forget(member.id)
    return as_json({"roles": roles})


async def _invitations(request: Request) -> Response:
    await keeper(request, MODERATOR)
    club = club_of(request)
    return as_json(await club.run(club.people.invitations))


async def _invite(request: Request) -> Response:
    by = await keeper(request, MODERATOR)
    wanted = await request_parsing.read(request, NewInvitation)
    if not 1 <= wanted.uses <= 1000 or not 0 < wanted.days <= MOST_DAYS:
        raise malformed(f"An invitation can be used 1 to 1,000 times, for at most {MOST_DAYS} days.")
    club = club_of(request)
    code, made = await club.run(
        club.people.invite, by.id, wanted.note[:100], wanted.uses, wanted.days,
        lambda made: [noted(by.id, "invitation", made.id, f"{wanted.uses} uses: {wanted.note}")],
    )  # fmt: skip
    return as_json({**msgspec.structs.asdict(made), "code": code, "link": f"{club.address}/#sign-up={code}"})


async def _end_invitation(request: Request) -> Response:
    by = await keeper(request, MODERATOR)
    club = club_of(request)
    ident = request.path_params["invitation"]
    if not await club.run(club.people.end_invitation, ident, [noted(by.id, "invitation ended", ident)]):
        raise unknown("There is no such invitation.")
    return as_json({"ended": 1})


async def _concerns(club: ClubService, row: Report, by: Member) -> bool:
    """Whether a report is about this moderator, who neither sees nor settles it while there is another."""
    if row.against != by.id:
        return False
    keepers = await club.run(club.people.keepers, MODERATOR)
    return any(each.id != by.id for each in keepers)


async def _reports(request: Request) -> Response:
    by = await keeper(request, MODERATOR)
    club = club_of(request)
    every = await club.run(club.keep.reports, "closed" in request.query_params)
    rows = [row for row in every if not await _concerns(club, row, by)]
    people = await club.run(club.people.by_ids, [who for row in rows for who in (row.by, row.against, row.closed_by)])
    said = await club.run(_said, request.app.state.lifecycle, rows)
    shown = [msgspec.structs.asdict(row) | line | {"kind": _kind(row)} for row, line in zip(rows, said, strict=True)]
    return as_json([_named(row, people, "by", "against", "closed_by") for row in shown])


def _kind(row: Report) -> str:
    """Subject of a report: a message, a match, a member, or one's own suspension."""
    if row.by == row.against:
        return "appeal"
    return "message" if row.n else "match" if row.match else "member"


def _said(lifecycle: MatchLifecycle, rows: list[Report]) -> list[dict[str, Any]]:
    """The lines that the reports are about."""
    lines = [lifecycle.chat.line(row.match, row.n) for row in rows]
    return [
        {"text": line.text, "hidden": bool(line.hidden)} if line else {"text": "", "hidden": True} for line in lines
    ]


async def _close_report(request: Request) -> Response:
    by = await keeper(request, MODERATOR)
    wanted = await request_parsing.read(request, Answer)
    club = club_of(request)
    report = request.path_params["report"]
    row = next((row for row in await club.run(club.keep.reports) if row.id == report), None)
    if row is not None and await _concerns(club, row, by):
        raise ApiError(403, "fair", "This report is about you: another moderator must settle it.")
    if row is not None and _kind(row) == "appeal" and not await _may_hear(club, row, by):
        raise ApiError(403, "fair", "You imposed this suspension: another moderator must hear the appeal.")
    if not await club.run(club.keep.close_report, report, by.id, wanted.answer):
        raise unknown("There is no such report, or it is already settled.")
    return as_json({"closed": True})


async def _may_hear(club: ClubService, appeal: Report, by: Member) -> bool:
    """Whether a moderator may settle an appeal: one who did not impose the suspension, or the only moderator."""
    imposed = await club.run(club.keep.imposed_by, appeal.against)
    keepers = await club.run(club.people.keepers, MODERATOR)
    return imposed != by.id or len({each.id for each in keepers} - {appeal.against}) < 2


async def _appeal(request: Request) -> Response:
    """A suspended member appeals, with name and password because they cannot sign in; once at a time."""
    check_page(request)
    wanted = await request_parsing.read(request, Appeal)
    member = await check_password(request, wanted.name, wanted.password)
    club, why = club_of(request), plain(wanted.why, LONGEST_APPEAL)
    if not member.is_suspended(time.time()):
        raise ApiError(409, "illegal", "You are not suspended.")
    if not await club.run(club.keep.appeal, member.id, why):
        raise ApiError(409, "illegal", "Your appeal is waiting for a moderator already.")
    return as_json({"text": "Your appeal waits for a moderator."})


async def _audit(request: Request) -> Response:
    await keeper(request, MODERATOR)
    club = club_of(request)
    rows = await club.run(club.keep.acts)
    people = await club.run(club.people.by_ids, [who for row in rows for who in (row.by, row.subject)])
    return as_json([_named(msgspec.structs.asdict(row) | {"text": _told(row, people)}, people, "by", "subject")
                    for row in rows])  # fmt: skip


def _told(row: Act, people: dict[str, Member]) -> str:
    """An act as a sentence."""
    by = shown_name(people.get(row.by)) if row.by else ""
    subject = shown_name(people[row.subject]) if row.subject in people else row.subject
    return audit_sentences.sentence(row.act, by, subject, row.detail)


def _named(row: dict[str, Any], people: dict[str, Member], *columns: str) -> dict[str, Any]:
    """Names beside the ids of members; an act without one is the owner's own, at the command line."""
    names = {f"{c}_name": shown_name(people.get(row[c])) for c in columns if row[c] in people}
    return {**row, **names, **({"by_name": "the command line"} if not row.get("by") else {})}


async def _email(request: Request) -> Response:
    """Send a test email, and say whether the mail server accepts it."""
    await keeper(request)
    club = club_of(request)
    if not club.config.mail.host:
        raise ApiError(409, "no-mail", "This club cannot send email: set `[mail]` in its configuration.")
    to = accepted(emails.address, (await request_parsing.read(request, TestEmail)).to)
    problem = await asyncio.to_thread(try_email, club.config, to)
    if problem:
        raise ApiError(502, "mail", problem)
    return as_json({"text": f"{club.config.mail.host} has accepted a test email to {to}."})


async def _statistics(request: Request) -> Response:
    await keeper(request, MODERATOR)
    club = club_of(request)
    return as_json(await club.run(club.people.standing) | await club.run(club.keep.matches))

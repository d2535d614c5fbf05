"""Sign-up, sign-in and sign-out, and a member's name, password and sessions."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import browser_names, emails, member_names, passwords
from grognard.club.member import Member
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Line, Name, Password, Word
from grognard.server.club.authentication import (
    Asker,
    asker_of,
    check_page,
    give_session,
    keeper,
    know_browser,
    known_browser,
    member_of,
    take_session,
    the_member,
)
from grognard.server.club.club_service import ClubService, club_of
from grognard.server.club.email_limits import take_email
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json
from grognard.server.http.rate_limits import address_of
from grognard.store.members import TakenError

__all__ = ["keeper", "member_of", "routes", "the_member"]

WRONG = "That name and that password do not belong together."


class SignUp(msgspec.Struct):
    """`POST /api/club/sign-up`."""

    name: Name
    password: Password
    email: Line = ""
    invitation: Word = ""


class SignIn(msgspec.Struct):
    """`POST /api/club/sign-in`."""

    name: Name
    password: Password


class NewName(msgspec.Struct):
    """`POST /api/club/me/name`."""

    name: Name


class NewPassword(msgspec.Struct):
    """`POST /api/club/me/password`."""

    old: Password
    new: Password


def routes() -> list[Route]:
    """The calls of this module."""
    mine = "/api/club/me"
    return [
        Route("/api/club", _club),
        Route("/api/club/sign-up", _sign_up, methods=["POST"]),
        Route("/api/club/sign-in", _sign_in, methods=["POST"]),
        Route("/api/club/sign-out", _sign_out, methods=["POST"]),
        Route(mine, _me),
        Route(f"{mine}/name", _name, methods=["POST"]),
        Route(f"{mine}/password", _password, methods=["POST"]),
        Route(f"{mine}/sessions", _sessions),
        Route(f"{mine}/sessions/{{session}}", _end_session, methods=["DELETE"]),
    ]


def me(member: Member) -> dict[str, Any]:
    """A member's own data."""
    return {
        "id": member.id,
        "name": member.name,
        "roles": member.roles,
        "kind": member.kind,
        "email": member.email,
        "verified": member.verified,
        "since": member.since,
    }


async def _club(request: Request) -> Response:
    """Public data of the club, and of the member who asks."""
    club = club_of(request)
    house = club.config.house
    found = asker_of(request)
    about = {
        "name": house.name,
        "registration": house.registration,
        "guests": {"watch": house.guests_watch, "play": house.guests_play},
        "mail": bool(club.config.mail.host),
        "push": club.push_key,
        "forfeits": house.forfeits,
    }
    waiting = await club.waiting(found.member) if found else 0
    return as_json({"club": about, "me": _told(found) if found else None, "waiting": waiting})


def _told(asker: Asker) -> dict[str, Any]:
    """A member's own data, for their page or program: programs are not told the email address."""
    return me(asker.member) | ({} if asker.session else {"email": "", "verified": False})


def accepted(check: Any, given: str) -> str:
    """A name, password or address that may be; another is refused as the rule words it."""
    try:
        text: str = check(given)
    except Refused as refused:
        raise malformed(str(refused)) from None
    return text


async def _sign_up(request: Request) -> Response:
    check_page(request)
    club = club_of(request)
    wanted = await request_parsing.read(request, SignUp)
    if club.config.house.registration == "closed":
        raise ApiError(403, "closed", "This club is closed to new members.")
    invited = club.config.house.registration == "invitation"
    if invited and not await club.run(club.people.is_invited, wanted.invitation):
        raise ApiError(403, "invitation", "You need a valid invitation to join this club.")
    name = accepted(member_names.accepted, wanted.name)
    password = accepted(passwords.accepted, wanted.password)
    email = accepted(emails.address, wanted.email) if wanted.email else ""
    if await club.run(club.people.is_taken, name):
        raise _taken(name)
    if email:
        from_ = address_of(request, request.app.state.proxies)
        await club.run(take_email, club.tries, to=email, address=from_)
    secret = await club.hash(passwords.hashed, password)
    try:
        code = wanted.invitation if invited else None
        member = await club.run(
            club.people.add, name, secret, email, invitation=code, follows=lambda made: club.verification(made, email)
        )
    except TakenError:
        raise _taken(name) from None
    except Refused as refused:
        raise ApiError(403, "invitation", str(refused)) from None
    return await _welcome(request, club, member)


def _taken(name: str) -> ApiError:
    return ApiError(409, "taken", f"Another member is called {name}, or has a name that looks the same.")


async def _welcome(request: Request, club: ClubService, member: Member) -> Response:
    """A new session."""
    device = browser_names.described(request.headers.get("user-agent", ""))
    token = await club.run(club.people.begin_session, member.id, device)
    answer = as_json({"me": me(member)})
    give_session(request, answer, token, club.config.house.session_days)
    await _know(request, answer, member)
    return answer


async def _know(request: Request, answer: Response, member: Member) -> None:
    """Strangers who try this member's name do not keep this browser out."""
    club = club_of(request)
    kept = await club.run(club.people.secret_by_id, member.id)
    know_browser(request, answer, club.patience.mark(member.id, kept))


async def check_password(request: Request, name: str, password: str) -> Member:
    """The member whose name and password these are. What is wrong is not said, and takes as long."""
    club = club_of(request)
    address = address_of(request, request.app.state.proxies)
    member, kept = await club.run(club.people.secret_of, name)
    browser = club.patience.browser(known_browser(request), member.id if member else "", kept)
    await club.run(club.patience.take, name, address, browser)
    if not await club.hash(passwords.fits, password, kept) or member is None:
        raise ApiError(403, "wrong-password", WRONG)
    await club.run(club.patience.give_back, name, address, browser)
    if passwords.is_outdated(kept):
        club.later(_rehash(club, member.id, password))
    return member


async def _rehash(club: ClubService, member: str, password: str) -> None:
    await club.run(club.people.change, member, secret=await club.hash(passwords.hashed, password))


async def _sign_in(request: Request) -> Response:
    check_page(request)
    wanted = await request_parsing.read(request, SignIn)
    member = await check_password(request, wanted.name, wanted.password)
    club = club_of(request)
    club.check_suspended(member)
    return await _welcome(request, club, member)


async def _sign_out(request: Request) -> Response:
    club, found = club_of(request), asker_of(request)
    if found is not None and found.session:
        await club.run(club.people.end_sessions, found.member.id, only=found.session)
        club.forget(found.member.id)
    answer = as_json({"me": None})
    take_session(request, answer)
    return answer


async def _me(request: Request) -> Response:
    found = asker_of(request)
    return as_json(_told(found) if found else me(await the_member(request)))


async def _name(request: Request) -> Response:
    member = await the_member(request)
    wanted = await request_parsing.read(request, NewName)
    name = accepted(member_names.accepted, wanted.name)
    club = club_of(request)
    try:
        await club.run(club.people.change, member.id, name=name)
    except TakenError:
        raise _taken(name) from None
    return await changed(club, member)


async def changed(club: ClubService, member: Member) -> Response:
    """A member's data after a change."""
    club.forget(member.id)
    now = await club.run(club.people.member, member.id)
    return as_json({"me": me(now or member)})


async def _password(request: Request) -> Response:
    """Another password: every other session ends, and so do the tokens of programs."""
    member = await the_member(request)
    wanted = await request_parsing.read(request, NewPassword)
    new = accepted(passwords.accepted, wanted.new)
    await check_password(request, member.name, wanted.old)
    club, found = club_of(request), asker_of(request)
    secret, session = await club.hash(passwords.hashed, new), found.session if found else ""
    await club.run(club.people.new_secret, member.id, secret, session)
    answer = await changed(club, member)
    await _know(request, answer, member)
    return answer


async def _sessions(request: Request) -> Response:
    member = await the_member(request)
    club, found = club_of(request), asker_of(request)
    here = found.session if found else ""
    rows = await club.run(club.people.sessions_of, member.id, club.oldest)
    return as_json([{**msgspec.structs.asdict(row), "here": row.id == here} for row in rows])


async def _end_session(request: Request) -> Response:
    """End one session; `others`: all but this one."""
    member = await the_member(request)
    club, found = club_of(request), asker_of(request)
    wanted = request.path_params["session"]
    which = {"but": found.session if found else ""} if wanted == "others" else {"only": wanted}
    count = await club.run(club.people.end_sessions, member.id, **which)
    club.forget(member.id)
    if not count and wanted != "others":
        raise ApiError(404, "unknown", "There is no such session.")
    return as_json({"ended": count})

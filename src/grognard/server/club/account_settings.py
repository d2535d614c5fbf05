"""A member's account: email address, forgotten password, API tokens, data export, deletion."""

from __future__ import annotations

import json
import time
from html import escape
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from grognard.club import emails, passwords
from grognard.club.member import FORMER_SCOPES, SCOPES, Member
from grognard.kernel.text_limits import Line, Name, Password, Word
from grognard.server.club.authentication import asker_of, check_page, take_session, the_member
from grognard.server.club.club_service import ClubService, club_of
from grognard.server.club.email_limits import take_email
from grognard.server.club.notification_settings import PAGE
from grognard.server.club.registration_and_sign_in import accepted, changed, check_password
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json
from grognard.server.http.rate_limits import address_of
from grognard.store.members import RESET

MOST_TOKENS = 10
FRESH = 600.0
"""Seconds after signing in for which no password is asked for."""
LONGEST_NAME = 40
INVALID = "This link is no longer valid: it was used, has expired, or was replaced by a newer one."
SENT = "If a member has verified this address, we have sent a link to it."


class Address(msgspec.Struct):
    """`POST /api/club/forgot`."""

    email: Line = ""


class NewAddress(msgspec.Struct):
    """`POST /api/club/me/email`: the password, unless one has just signed in."""

    email: Line = ""
    password: Password = ""


class Code(msgspec.Struct):
    """`POST /api/club/me/verify`."""

    code: Word


class Reset(msgspec.Struct):
    """`POST /api/club/reset`."""

    code: Word
    password: Password


class Leave(msgspec.Struct):
    """`POST /api/club/me/delete`."""

    password: Password


class NewToken(msgspec.Struct):
    """`POST /api/club/me/tokens`."""

    name: Name
    scopes: list[Word] = []
    password: Password = ""


def routes() -> list[Route]:
    """The calls of this module."""
    mine = "/api/club/me"
    return [
        Route(f"{mine}/email", _email, methods=["POST"]),
        Route(f"{mine}/verify", _verify, methods=["POST"]),
        Route("/api/club/take-back/{code}", _take_back, methods=["GET", "POST"]),
        Route("/api/club/forgot", _forgot, methods=["POST"]),
        Route("/api/club/reset", _reset, methods=["POST"]),
        Route(f"{mine}/tokens", _tokens, methods=["GET"]),
        Route(f"{mine}/tokens", _new_token, methods=["POST"]),
        Route(f"{mine}/tokens/{{token}}", _end_token, methods=["DELETE"]),
        Route(f"{mine}/export", _export),
        Route(f"{mine}/delete", _delete, methods=["POST"]),
    ]


async def _email(request: Request) -> Response:
    """Another address, or none; it counts when it is verified."""
    member = await the_member(request)
    wanted = await request_parsing.read(request, NewAddress)
    email = accepted(emails.address, wanted.email) if wanted.email else ""
    club = club_of(request)
    await check_owner(request, member, wanted.password)
    if email:
        from_ = address_of(request, request.app.state.proxies)
        await club.run(take_email, club.tries, member=member.id, to=email, address=from_)
    before = await club.run(club.people.member, member.id)
    undone = before is not None and before.verified and before.email.lower() != email.lower()
    letters = [*(club.take_back(before) if undone and before else []), *club.verification(member, email)]
    await club.run(club.people.change, member.id, letters, email=email, verified=0)
    return await changed(club, member)


async def check_owner(request: Request, member: Member, password: str) -> None:
    """Refuse what a session alone may not do: anyone who found it open has no password and has not just signed in."""
    club, found = club_of(request), asker_of(request)
    if password:
        await check_password(request, member.name, password)
        return
    sessions = await club.run(club.people.sessions_of, member.id, club.oldest)
    own = next((each for each in sessions if found is not None and each.id == found.session), None)
    if own is None or time.time() - own.made > FRESH:
        raise ApiError(403, "password", "Enter your password to change this.")


async def _take_back(request: Request) -> Response:
    """The former address of a member takes the account back: everybody is signed out, and a new password is asked for.

    Programs that look through mail open links: anyone who opens this one presses a button.
    """
    club, code = club_of(request), request.path_params["code"]
    if request.method == "GET":
        button = '<form method="post"><button>Take my account back</button></form>'
        text = "Your previous address will be restored, and you will be signed out everywhere."
        return HTMLResponse(PAGE.format(title="Your email address", text=text, more=button))
    found = await club.run(club.people.take_back, code, club.reset)
    if found is None:
        text = "This link is no longer valid."
        return HTMLResponse(PAGE.format(title="Your email address", text=text, more=""), 404)
    club.forget(found.id)
    text = f"Done. A link for a new password is on its way to {found.email}."
    return HTMLResponse(PAGE.format(title="Your email address", text=escape(text), more=""))


async def _verify(request: Request) -> Response:
    """The code from the email, in whichever browser it was opened."""
    check_page(request)
    club = club_of(request)
    wanted = await request_parsing.read(request, Code)
    found = await club.run(club.people.verify, wanted.code)
    if found is None:
        raise ApiError(403, "code", INVALID)
    member, email = found
    club.forget(member)
    return as_json({"verified": email})


async def _forgot(request: Request) -> Response:
    """Always the same answer, at once: who is a member here is nobody's business."""
    check_page(request)
    club = club_of(request)
    email = (await request_parsing.read(request, Address)).email.strip()[:320]
    if club.config.mail.host:
        club.later(club.send_reset(email))
    return as_json({"text": SENT})


async def _reset(request: Request) -> Response:
    """A new password by the code from the email; all sessions end."""
    check_page(request)
    club = club_of(request)
    wanted = await request_parsing.read(request, Reset)
    password = accepted(passwords.accepted, wanted.password)
    # Looked at first, for a hash takes long; of two who show it at once the transaction has one.
    good = await club.run(club.people.is_code, wanted.code, RESET)
    secret = await club.hash(passwords.hashed, password) if good else ""
    member = await club.run(club.people.reset, wanted.code, secret) if good else ""
    if not member:
        raise ApiError(403, "code", INVALID)
    club.forget(member)
    return as_json({"done": True})


async def _tokens(request: Request) -> Response:
    member = await the_member(request)
    club = club_of(request)
    return as_json(await club.run(club.people.tokens_of, member.id))


async def _new_token(request: Request) -> Response:
    """A token for a program; it is shown this once."""
    member = await the_member(request)
    wanted = await request_parsing.read(request, NewToken)
    name = " ".join(wanted.name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise malformed(f"A token name has 1 to {LONGEST_NAME} characters.")
    asked = {FORMER_SCOPES.get(scope, scope) for scope in wanted.scopes}
    scopes = [scope for scope in SCOPES if scope in asked]
    if not scopes or asked - set(SCOPES):
        raise malformed(f"A token needs at least one of these scopes: {', '.join(SCOPES)}.")
    club = club_of(request)
    await check_owner(request, member, wanted.password)
    added = await club.run(club.people.add_token, member.id, name, scopes, MOST_TOKENS)
    if added is None:
        raise ApiError(409, "many", f"You can have at most {MOST_TOKENS} tokens. Revoke one first.")
    shown, made = added
    return as_json({**msgspec.structs.asdict(made), "token": shown})


async def _end_token(request: Request) -> Response:
    member = await the_member(request)
    club = club_of(request)
    if not await club.run(club.people.end_token, member.id, request.path_params["token"]):
        raise ApiError(404, "unknown", "There is no such token.")
    club.forget(member.id)
    return as_json({"ended": 1})


async def _export(request: Request) -> Response:
    """All that is kept about a member, as a file."""
    member = await the_member(request)
    club = club_of(request)
    text = json.dumps(await club.run(_all_of, club, member), indent=1, ensure_ascii=False)
    name = f'attachment; filename="grognard-{member.id}.json"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(text, headers=headers, media_type="application/json")


def _all_of(club: ClubService, member: Member) -> dict[str, Any]:
    own = club.people.columns(member.id)
    for secret in ("key", "secret", "skeleton", "capitals", "alike", "drawn"):
        own.pop(secret, None)
    out: dict[str, Any] = {
        "member": own,
        "sessions": msgspec.to_builtins(club.people.sessions_of(member.id, 0)),
        "tokens": msgspec.to_builtins(club.people.tokens_of(member.id)),
        "notices": msgspec.to_builtins(club.outbox.wishes(member.id)),
    }
    return out | {name: made(member.id) for name, made in club.exports.items()}


async def _delete(request: Request) -> Response:
    """The end of an account: finished matches stay, with a former member in them."""
    member = await the_member(request)
    wanted = await request_parsing.read(request, Leave)
    await check_password(request, member.name, wanted.password)
    club = club_of(request)
    for farewell in club.leaving:
        await club.run(farewell, member.id)
    await club.run(club.outbox.drop_all, member.id)
    await club.run(club.people.forget, member.id)
    club.forget(member.id)
    answer = as_json({"me": None})
    take_session(request, answer)
    return answer

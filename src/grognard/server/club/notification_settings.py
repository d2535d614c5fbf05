"""Notification settings of a member: wishes, browsers, delivery log, a test, unsubscribe links."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from grognard.club import browser_names, notification_text
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Line, Number, Word
from grognard.kernel.words import numbered
from grognard.server.club import outgoing_http
from grognard.server.club.authentication import the_member
from grognard.server.club.club_service import club_of
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json
from grognard.store.login_attempts import Allowance

MOST_PUSHES = 8
TESTS = 5, 1.0
"""Test notices that a member may ask for in one go, and how many more a minute."""
_KEY = re.compile(r"[\w-]{86,88}=?")
_AUTH = re.compile(r"[\w-]{22}(==)?")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><p>{text}</p>{more}</html>"""


class Hook(msgspec.Struct):
    """The address of a webhook."""

    shape: Literal["discord", "slack", "matrix", "plain"]
    url: Line


class Wishes(msgspec.Struct):
    """`POST /api/club/me/notifications`; what is left out stays as it is."""

    mail: Literal["off", "each", "daily"] | None = None
    reminders: bool | None = None
    announcements: bool | None = None
    webhook: Hook | msgspec.UnsetType | None = msgspec.UNSET


class Keys(msgspec.Struct):
    """Of a browser."""

    p256dh: Word
    auth: Word


class NewPush(msgspec.Struct):
    """`POST /api/club/me/push`: what the browser calls a subscription."""

    endpoint: Line
    keys: Keys
    device: Line = ""


class Seen(msgspec.Struct):
    """`POST /api/club/seen`."""

    match: Word
    revision: Number = 0
    visible: bool = True


class Test(msgspec.Struct):
    """`POST /api/club/me/notifications/test`."""

    way: Literal["mail", "push", "webhook"]


def routes() -> list[Route]:
    """The calls of this module."""
    mine = "/api/club/me"
    return [
        Route(f"{mine}/notifications", _wishes, methods=["GET"]),
        Route(f"{mine}/notifications", _wish, methods=["POST"]),
        Route(f"{mine}/notifications/test", _test, methods=["POST"]),
        Route(f"{mine}/push", _add_push, methods=["POST"]),
        Route(f"{mine}/push/{{push}}", _end_push, methods=["DELETE"]),
        Route("/api/club/seen", _seen, methods=["POST"]),
        Route("/api/club/unsubscribe/{code}", _unsubscribe, methods=["GET", "POST"]),
    ]


async def _wishes(request: Request) -> Response:
    member = await the_member(request)
    club = club_of(request)
    found = await club.run(club.outbox.wishes, member.id)
    push = [{"id": each.id, "device": each.device} for each in found.push]
    return as_json({"mail": found.mail, "push": push, "webhook": found.webhook, "reminders": found.reminders,
                     "announcements": found.announcements})  # fmt: skip


async def _wish(request: Request) -> Response:
    member = await the_member(request)
    club = club_of(request)
    wanted = await request_parsing.read(request, Wishes)
    values: dict[str, Any] = {}
    if wanted.mail is not None:
        values["mail"] = wanted.mail
    if wanted.reminders is not None:
        values["reminders"] = int(wanted.reminders)
    if wanted.announcements is not None:
        values["announcements"] = int(wanted.announcements)
    if isinstance(wanted.webhook, Hook):
        url = _checked(request, wanted.webhook.url)
        values["webhook"] = json.dumps({"shape": wanted.webhook.shape, "url": url})
    elif wanted.webhook is None:
        values["webhook"] = ""
    if values:
        await club.run(club.people.change, member.id, **values)
    return await _wishes(request)


def _checked(request: Request, url: str) -> str:
    try:
        return outgoing_http.checked(url, club_of(request).config.notices.private_addresses)
    except Refused as refused:
        raise malformed(str(refused)) from None


async def _add_push(request: Request) -> Response:
    member = await the_member(request)
    club = club_of(request)
    wanted = await request_parsing.read(request, NewPush)
    url = _checked(request, wanted.endpoint)
    if not _KEY.fullmatch(wanted.keys.p256dh) or not _AUTH.fullmatch(wanted.keys.auth):
        raise malformed("These are not the keys of a push subscription.")
    device = " ".join(wanted.device.split())[:60] or browser_names.described(request.headers.get("user-agent", ""))
    keys = wanted.keys
    ident = await club.run(club.outbox.add_push, member.id, url, keys.p256dh, keys.auth, device, MOST_PUSHES)
    return as_json({"id": ident, "device": device})


async def _end_push(request: Request) -> Response:
    member = await the_member(request)
    club = club_of(request)
    if not await club.run(club.outbox.end_push, request.path_params["push"], member.id):
        raise ApiError(404, "unknown", "There is no such browser.")
    return as_json({"ended": 1})


async def _seen(request: Request) -> Response:
    """The page says that a match was really shown: a notice of what happened before is not needed."""
    member = await the_member(request)
    wanted = await request_parsing.read(request, Seen)
    if not 0 < len(wanted.match) <= 40 or not 0 <= wanted.revision < 2**53:
        raise malformed("Say which match was seen.")
    club = club_of(request)
    if wanted.visible:
        await club.run(club.outbox.see, member.id, wanted.match, wanted.revision)
    return as_json({"seen": wanted.visible})


async def _test(request: Request) -> Response:
    """A test notice, by one way."""
    member = await the_member(request)
    wanted = await request_parsing.read(request, Test)
    club = club_of(request)
    wait = await club.run(club.tries.take, [Allowance(f"test notice {member.id}", *TESTS)])
    if wait:
        seconds = math.ceil(wait)
        raise ApiError(429, "busy", f"Too many tests. Try again in {numbered(seconds, 'second')}.", seconds)
    house = club.config.house
    words = notification_text.worded("test", "", {}, house.name, house.address)
    wishes = await club.run(club.outbox.wishes, member.id)
    if wanted.way == "mail":
        if not club.config.mail.host:
            raise ApiError(409, "no-mail", "This club cannot send email.")
        if not (wishes.email and wishes.verified):
            raise ApiError(409, "no-mail", "Verify your email address first.")
        body = {"subject": words.title, "text": f"{words.text}\n\n{words.link}\n", "notice": True, "test": True}
        await club.run(club.outbox.send, member.id, "mail", body)
        return as_json({"sent": 1})
    if wanted.way == "push":
        say = {"title": words.title, "text": words.text, "path": "/", "match": "", "kind": "test"}
        for push in wishes.push:
            await club.run(club.outbox.send, member.id, "push", {"say": say, "topic": ""}, push.id)
        if not wishes.push:
            raise ApiError(409, "no-push", "Notifications are not turned on in any of your browsers.")
        return as_json({"sent": len(wishes.push)})
    if wishes.webhook is None:
        raise ApiError(409, "no-webhook", "Enter the address of your webhook first.")
    shape = wishes.webhook["shape"]
    body = {"shape": shape, "body": notification_text.hook_body(shape, words, "test", "")}
    await club.run(club.outbox.send, member.id, "webhook", body)
    return as_json({"sent": 1})


async def _unsubscribe(request: Request) -> Response:
    """No more emails. Mail programs post here by themselves; who opens the link presses a button, because programs
    that look through mail open links too."""
    club = club_of(request)
    member = club.post.unsubscribed(request.path_params["code"])
    if not member:
        return HTMLResponse(PAGE.format(title="Unsubscribe", text="This link is not valid.", more=""), 404)
    if request.method == "GET":
        button = '<form method="post"><button>Unsubscribe</button></form>'
        text = "You will get no more notification emails. You can turn them on again on your account page."
        return HTMLResponse(PAGE.format(title="Unsubscribe", text=text, more=button))
    await club.run(club.people.change, member, mail="off")
    return HTMLResponse(PAGE.format(title="Unsubscribed", text="You will get no more notification emails.", more=""))

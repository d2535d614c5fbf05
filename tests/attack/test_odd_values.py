"""What no column holds is refused in a sentence: a text with NUL in it, and a number beyond all bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_origin, get_type_hints
from urllib.parse import quote

import msgspec
import pytest
from starlette.routing import Route

from club_server import Browser, ClubServer, fresh_name
from databases import fresh_database
from grognard.club.config import Config
from grognard.server.app import create_app
from grognard.store.members import Members
from message_fields import queries_of, shapes_of

NUL = "a\0b"
NUMBERS = (2**31, -(2**31) - 1, 2**63, 10**30)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    db = fresh_database() if request.param == "postgresql" else None
    server = ClubServer(tmp_path_factory.mktemp("odd"), db=db)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def owner(club: ClubServer) -> Browser:
    name = fresh_name()
    club.member(name)
    people = Members(club.db)
    member = people.named(name)
    assert member is not None
    people.change(member.id, roles="owner")
    people.close()
    browser = club.browser()
    browser.enter(name)
    return browser


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[Route]:
    app = create_app(tmp_path_factory.mktemp("routes") / "routes.sqlite", club=Config())
    return [route for route in app.routes if isinstance(route, Route) and "stream" not in route.path]


def value_of(kind: Any, text: str, number: int) -> Any:
    """A value of this type, with a text and a number in it wherever there can be one."""
    kind = getattr(kind, "__origin__", kind) if hasattr(kind, "__metadata__") else kind
    origin, given = get_origin(kind), getattr(kind, "__args__", ())
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return body_of(kind, text, number)
    if origin in (list, tuple):
        return [value_of(each, text, number) for each in given if each is not Ellipsis]
    if origin is dict:
        return {value_of(given[0], text, number): value_of(given[1], text, number)}
    if given:
        return value_of(next((each for each in given if each is not type(None)), str), text, number)
    return {str: text, int: number, float: number, bool: True}.get(kind, text)


def body_of(shape: type[msgspec.Struct], text: str, number: int) -> dict[str, Any]:
    tag = shape.__struct_config__.tag_field
    body = {tag: shape.__struct_config__.tag} if tag else {}
    return body | {name: value_of(kind, text, number) for name, kind in get_type_hints(shape).items()}


def failures(browser: Browser) -> str:
    lines = re.findall(r"^grognard_store_failures_total.*$", browser.get("/metrics").text, re.MULTILINE)
    return " ".join(lines)


def test_no_call_fails_at_a_text_or_a_number_that_no_column_holds(
    club: ClubServer, owner: Browser, routes: list[Route]
) -> None:
    tried = 0
    for route in routes:
        verb = next((each for each in sorted(route.methods or ()) if each in ("POST", "PUT")), None)
        path = re.sub(r"\{[^}]*\}", "x", route.path)
        for shape in shapes_of(route.endpoint) if verb else ():
            for text, number in [(NUL, 1), *(("x", number) for number in NUMBERS)]:
                whole = body_of(shape, text, number)
                for body in (whole, *({name: value} for name, value in whole.items())):
                    answer = owner.request(str(verb), path, json=body)
                    assert answer.status_code < 500, (path, body, answer.text)
                    tried += 1
    assert tried > 200
    assert failures(owner) == ""


def test_no_call_fails_at_an_address_that_no_column_holds(
    club: ClubServer, owner: Browser, routes: list[Route]
) -> None:
    for route in routes:
        verb = sorted((route.methods or {"GET"}) - {"HEAD"})[0]
        paths, plain = [], re.sub(r"\{[^}]*\}", "x", route.path)
        for odd in (NUL, *map(str, NUMBERS)):
            paths += [re.sub(r"\{[^}]*\}", quote(odd), route.path)] if "{" in route.path else []
            paths += [f"{plain}?{name}={quote(odd)}" for name in queries_of(route.endpoint)]
        for path in paths:
            answer = owner.request(verb, path)
            assert answer.status_code < 500, (verb, path, answer.text)
    assert failures(owner) == ""


def test_what_a_member_writes_has_no_nul_in_it(club: ClubServer, owner: Browser) -> None:
    match = owner.post("/api/lobby", json={"game": "iwojima", "bot": "random"}).json()["matches"][0]
    at = f"/api/matches/{match}"
    assert owner.post(f"{at}/chat", json={"text": "hello"}).status_code == 200
    for path, body in (
        (f"{at}/chat", {"text": NUL}),
        (f"{at}/notes", {"text": NUL}),
        ("/api/club/report", {"match": match, "n": 1, "why": NUL}),
        ("/api/club/report", {"match": match, "n": 2**31, "why": "why"}),
        ("/api/club/invitations", {"note": NUL}),
        ("/api/club/me/tokens", {"name": NUL, "scopes": ["play"]}),
        ("/api/club/me/notices", {"webhook": {"shape": "discord", "url": "https://example.org/" + NUL}}),
    ):
        answer = owner.post(path, json=body)
        assert answer.status_code == 400, (path, body, answer.text)
        assert "\0" not in answer.text
    for path in (f"{at}/chat/{2**31}/hide", f"{at}/talk/{2**70}/hide"):
        assert owner.post(path, json={}).status_code == 404
    assert failures(owner) == ""


def test_a_text_about_nul_is_not_one_with_it(club: ClubServer, owner: Browser) -> None:
    match = owner.post("/api/lobby", json={"game": "iwojima", "bot": "random"}).json()["matches"][0]
    assert owner.post(f"/api/matches/{match}/chat", json={"text": r"write \u0000 for NUL"}).status_code == 200

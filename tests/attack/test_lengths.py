"""Nothing from outside is worked on before its length is judged: heads, names, and every text field of every route."""

from __future__ import annotations

import re
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints
from urllib.parse import quote

import msgspec
import pytest
from starlette.routing import Route

from club_server import Browser, ClubServer
from grognard import python_holes
from grognard.club import member_names, passwords
from grognard.club.config import Config
from grognard.kernel.flow import Refused
from grognard.languages import first_of
from grognard.server.app import create_app
from grognard.server.http.connection import LONGEST_HEAD, LONGEST_LINE
from message_fields import queries_of, shapes_of
from random_games import some_of

SHAPES = {
    "marks out of order": "a" + "̖́",
    "backslashes": "\\a",
    "blanks": " ",
    "brackets": "[({",
    "surrogates": "\\ud800",
    "digits": "9",
}
"""Texts that make some program take the square of their length, repeated."""
JUST_NOW = 0.4
"""Seconds of processor time that any request may take."""
A_CHARACTER = 20e-6
"""Seconds more for each character that it sends."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    heard = tmp_path_factory.mktemp("lengths") / "errors.txt"
    with heard.open("w") as errors:
        server = ClubServer(tmp_path_factory.mktemp("club"), errors=errors)
        yield server
        server.stop()
    assert "Traceback" not in heard.read_text(), heard.read_text()[-3000:]


@pytest.fixture(scope="module")
def member(club: ClubServer) -> Browser:
    return club.member()


def worked(server: ClubServer) -> float:
    """The processor time that a server has taken, which a busy machine does not change."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# --- heads


def sent(server: ClubServer, *lines: bytes, first: bytes = b"GET /api/club HTTP/1.1", more: bytes = b"") -> bytes:
    """The first line of the answer to a request by hand."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        text = b"\r\n".join((first, b"host: 127.0.0.1", *lines)) + b"\r\n\r\n" + more
        try:
            line.sendall(text)
            return line.makefile("rb").readline()
        except OSError:
            return b""


def full(name: bytes, text: bytes, length: int = LONGEST_LINE) -> bytes:
    """A header of exactly this length, with a line's end."""
    room = length - len(name) - len(b": \r\n")
    return name + b": " + (text * room)[:room]


SHOWN = {
    "a quoted cookie": (b"cookie", b'x="' + b"\\a" * 4000),
    "our cookie, quoted": (b"cookie", b'grognard-member="' + b"\\a" * 4000),
    "cookies without end": (b"cookie", b"grognard=;"),
    "blanks in credentials": (b"authorization", b"Bearer " + b" " * 9000),
    "commas in credentials": (b"authorization", b"Bearer " + b"," * 9000),
    "languages": (b"accept-language", b"de-"),
    "forwarded": (b"x-forwarded-for", b"1.1.1.1, "),
    "tags": (b"if-none-match", b'W/"a", '),
}


@pytest.mark.parametrize("what", SHOWN)
def test_a_header_of_the_greatest_length_is_read_in_no_time(club: ClubServer, what: str) -> None:
    before = worked(club)
    assert sent(club, full(*SHOWN[what]))[:12] == b"HTTP/1.1 200"
    assert worked(club) - before < JUST_NOW


@pytest.mark.parametrize("what", SHOWN)
def test_a_longer_line_of_a_head_is_refused_unread(club: ClubServer, what: str) -> None:
    name, text = SHOWN[what]
    for length in (LONGEST_LINE + 1, 58_000, 80_000):
        before = worked(club)
        assert sent(club, full(name, text, length)) == b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
        assert worked(club) - before < JUST_NOW


def test_many_lines_are_refused_by_their_sum(club: ClubServer) -> None:
    fits = [b"x-%d: %s" % (n, b"a" * 1000) for n in range(LONGEST_HEAD // 1100)]
    assert sent(club, *fits)[:12] == b"HTTP/1.1 200"
    for lines in (fits * 2, [b"x: "] * 4000):
        assert sent(club, *lines)[:12] == b"HTTP/1.1 431"


def test_a_long_address_is_refused(club: ClubServer) -> None:
    assert sent(club, first=b"GET /" + b"a" * LONGEST_LINE + b" HTTP/1.1")[:12] == b"HTTP/1.1 431"
    assert sent(club, first=b"GET /api/lobby?" + b"%5c" * 2700 + b" HTTP/1.1")[:12] == b"HTTP/1.1 200"


UPGRADE = {
    "connection": b"upgrade",
    "upgrade": b"websocket",
    "sec-websocket-version": b"13",
    "sec-websocket-key": b"dGhlIHNhbXBsZSBub25jZQ==",
}
BEGUN = {
    "a long line": (b"431", {}, [full(b"cookie", b"a=", 60_000)]),
    "many lines": (b"431", {}, [b"x: y"] * 200),
    "no key": (b"400", {"sec-websocket-key": b""}, []),
    "another key": (b"400", {"sec-websocket-key": b"a" * 4000}, []),
    "another version": (b"400", {"sec-websocket-version": b"99"}, []),
    "no match": (b"404", {}, []),
}


@pytest.mark.parametrize("what", BEGUN)
def test_a_socket_that_is_wrongly_asked_for_is_answered_at_once(club: ClubServer, what: str) -> None:
    status, other, lines = BEGUN[what]
    asked = [name.encode() + b": " + value for name, value in (UPGRADE | other).items()]
    began = time.monotonic()
    answer = sent(club, *asked, *lines, first=b"GET /api/matches/x/ws HTTP/1.1")
    assert answer[9:12] == status, answer
    assert time.monotonic() - began < 30


def test_a_socket_whose_address_is_as_long_as_may_be_is_answered(club: ClubServer) -> None:
    asked = [name.encode() + b": " + value for name, value in UPGRADE.items()]
    for length, status in ((LONGEST_LINE - 100, b"404"), (LONGEST_LINE - 5, b"431")):
        first = b"GET /api/matches/x/ws?since=" + b"a" * (length - 28) + b" HTTP/1.1"
        assert sent(club, *asked, first=first)[9:12] == status


def test_trailers_have_an_end(club: ClubServer) -> None:
    """What may follow a body in pieces is part of the head, and as long as that."""
    with socket.create_connection(("127.0.0.1", club.port), timeout=120) as line:
        head = b"POST /api/club/sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
        line.sendall(head + b"0\r\nx: ")
        closed = False
        try:
            for _ in range(200):
                line.sendall(b"a" * 8192)
        except OSError:
            closed = True
        got = b"" if closed else line.recv(100)
    assert closed or got.startswith((b"HTTP/1.1 431", b"HTTP/1.1 4")), got
    assert sent(club)[:12] == b"HTTP/1.1 200"


def test_a_body_in_pieces_may_be_longer_than_a_head(club: ClubServer) -> None:
    pieces = b"".join(b"3e8\r\n" + b" " * 1000 + b"\r\n" for _ in range(100))
    body = pieces + b"2\r\n{}\r\n0\r\n\r\n"
    lines = (b"transfer-encoding: chunked", b"x-grognard: page", b"content-type: application/json")
    assert sent(club, *lines, first=b"POST /api/club/sign-in HTTP/1.1", more=body)[:12] == b"HTTP/1.1 400"


@pytest.mark.parametrize("accepted", ["de;q=.", "de;q=1.", "de;q=٣", "de-" * 60, ";q=" * 60, "zh-" + "x" * 190])
def test_any_wish_for_a_language_is_understood_or_passed_over(accepted: str) -> None:
    assert first_of(accepted) in ("en", "de", "zh-Hans", "zh-Hant")


# --- names and passwords


@pytest.mark.parametrize("shape", SHAPES)
def test_long_names_and_passwords_are_refused_before_they_are_normalised(shape: str) -> None:
    text = SHAPES[shape] * 100_000
    began = time.process_time()
    for look in (
        member_names.accepted,
        member_names.skeleton,
        member_names.capitals,
        passwords.accepted,
        passwords.hashed,
    ):
        with pytest.raises(Refused):
            look(text)
    assert not passwords.fits(text, "")
    assert time.process_time() - began < 2


def test_holes_of_python_are_told() -> None:
    found = python_holes.known()
    assert set(found) <= set(python_holes.HOLES)
    assert all(name in python_holes.warning() for name in found)
    assert bool(found) == bool(python_holes.warning())


# --- every text field of every route


def app_routes(folder: Path) -> list[Route]:
    app = create_app(folder / "routes.sqlite", club=Config())
    return [route for route in app.routes if isinstance(route, Route)]


def bounds_of(kind: Any) -> list[int | None]:
    """The greatest lengths of all texts in a type; None for one that has none."""
    if kind is str:
        return [None]
    if get_origin(kind) is not None and getattr(kind, "__metadata__", None):
        base, *more = get_args(kind)
        most = next((each.max_length for each in more if isinstance(each, msgspec.Meta)), None)
        return [most] if base is str else bounds_of(base)
    if str(get_origin(kind)) == "typing.Literal":
        return []
    return [most for part in get_args(kind) for most in bounds_of(part)]


def text_fields(shape: type[msgspec.Struct]) -> dict[str, int]:
    """The fields of a message that are texts, with their greatest lengths."""
    hints = get_type_hints(shape, include_extras=True)
    return {name: most[0] for name, kind in hints.items() if (most := bounds_of(kind)) and most[0] is not None}


def every_shape(folder: Path) -> list[type[msgspec.Struct]]:
    return list(dict.fromkeys(shape for route in app_routes(folder) for shape in shapes_of(route.endpoint)))


def test_every_text_that_a_message_holds_has_a_greatest_length(tmp_path: Path) -> None:
    shapes = every_shape(tmp_path)
    assert len(shapes) > 30
    unbounded = [
        f"{shape.__name__}.{name}"
        for shape in shapes
        for name, kind in get_type_hints(shape, include_extras=True).items()
        if None in bounds_of(kind)
    ]
    assert unbounded == []


def test_no_message_is_overlooked(tmp_path: Path) -> None:
    """A message type says in its first line which call it is for: each is found by the routes."""
    ours = [each for name, each in sys.modules.items() if name.startswith(("grognard.server", "grognard.club"))]
    held = [each for module in ours for each in vars(module).values() if isinstance(each, type)]
    messages = [each for each in held if issubclass(each, msgspec.Struct)]
    named = {each for each in messages if re.match(r"`(POST|PUT)", each.__doc__ or "")}
    assert len(named) > 25
    assert named - set(every_shape(tmp_path)) == set()


def filled(shape: str, length: int) -> str:
    return (SHAPES[shape] * length)[:length]


def hold(server: ClubServer, before: float, length: int, what: str) -> None:
    assert worked(server) - before < JUST_NOW + A_CHARACTER * length, what


@pytest.mark.parametrize("shape", some_of(1, SHAPES))
def test_every_text_field_is_refused_one_beyond_its_length_and_read_in_time_at_it(
    club: ClubServer, member: Browser, tmp_path: Path, shape: str
) -> None:
    tried = 0
    for route in app_routes(tmp_path):
        verb = next((each for each in sorted(route.methods or ()) if each in ("POST", "PUT")), None)
        if verb is None or route.path.endswith(("/delete", "/sign-out")):
            continue
        path = re.sub(r"\{[^}]*\}", "x", route.path)
        for kind in shapes_of(route.endpoint):
            for field, most in text_fields(kind).items():
                holder = get_origin(get_type_hints(kind)[field])
                for length in (16, most, most + 1):
                    text = filled(shape, length)
                    value: Any = [text] if holder is list else {text: text} if holder is dict else text
                    before = worked(club)
                    answer = member.request(verb, path, json={field: value})
                    hold(club, before, length, f"{verb} {path} {field} {length}")
                    assert answer.status_code < 500, (path, field, answer.text)
                    if length > most:
                        assert answer.status_code in (400, 401, 403, 404, 413), (path, field, answer.text)
                    tried += 1
    assert tried > 100


@pytest.mark.parametrize("shape", some_of(1, SHAPES))
def test_every_parameter_and_every_part_of_a_path_is_read_in_time(
    club: ClubServer, member: Browser, tmp_path: Path, shape: str
) -> None:
    text = quote(filled(shape, 7000).replace("\\ud800", "\ud800"), errors="surrogatepass")[:7000].rpartition("%")[0]
    tried = 0
    for route in app_routes(tmp_path):
        verb = sorted((route.methods or {"GET"}) - {"HEAD"})[0]
        if "/stream" in route.path or "/events" in route.path:
            continue
        wanted = [(re.sub(r"\{[^}]*\}", "x", route.path), {name: text}) for name in queries_of(route.endpoint)]
        if "{" in route.path:
            wanted.append((re.sub(r"\{[^}]*\}", text, route.path, count=1), {}))
        for path, query in wanted:
            address = path + "".join(f"?{name}={value}" for name, value in query.items())
            if len(re.sub(r"\{[^}]*\}", "x", address)) > LONGEST_LINE - 100:
                continue
            before = worked(club)
            answer = member.request(verb, re.sub(r"\{[^}]*\}", "x", address))
            hold(club, before, len(text), f"{verb} {route.path} {list(query)}")
            assert answer.status_code < 500, (route.path, query.keys(), answer.text[:300])
            tried += 1
    assert tried > 50

"""Keys of seats: a copy of the store opens none, and those of before go on opening what they opened."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text, update

from clubbed import Browser, ClubServer, refused
from databases import fresh_database
from grognard.store import checksums, open_store, schema
from grognard.store.engine import Tables
from grognard.store.match_rows import made_of
from paired import get, post

COOKIE = "grognard"


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClubServer]:
    db = fresh_database() if request.param == "postgresql" else None
    servers = [ClubServer(tmp_path, db=db, club={"guests_play": True})]

    def again() -> ClubServer:
        servers[-1].stop()
        open_store(servers[-1].db).close()  # brings it up to date, and says so where a server says its address
        servers.append(ClubServer(tmp_path, db=db, club={"guests_play": True}))
        return servers[-1]

    servers[0].again = again  # type: ignore[attr-defined]
    yield servers[0]
    servers[-1].stop()


def everything(club: ClubServer) -> set[str]:
    """Every text in the store, and every text in the JSON of its columns."""
    found: set[str] = set()

    def gather(value: Any) -> None:
        if isinstance(value, dict):
            for each in value.items():
                gather(list(each))
        elif isinstance(value, list):
            for each in value:
                gather(each)
        elif isinstance(value, str) and value:
            found.add(value)
            if value[0] in "{[":
                gather(json.loads(value))

    tables = Tables(club.db)
    with tables.read() as db:
        for table in schema.tables.sorted_tables:
            for row in db.execute(select(table)):
                gather([each for each in row if isinstance(each, str)])
    tables.close()
    return found


def seats_at(club: ClubServer, match: str, shown: str) -> list[int]:
    """The status of looks at a match with something shown in each way there is."""
    thief = club.browser()
    for name in (COOKIE, "grognard-member", "grognard-known"):
        thief.cookies.set(name, shown)
    with_cookie = thief.get(f"/api/matches/{match}").status_code
    bearer = club.browser().get(f"/api/matches/{match}", headers={"Authorization": f"Bearer {shown}"}).status_code
    return [with_cookie, bearer]


def opened(club: ClubServer) -> tuple[Browser, Browser, Browser, str, str, str]:
    """A member's match, a browser's, and the table of a guest."""
    ann, page, guest = club.member(), club.browser(), club.browser()
    own = post(ann, "lobby", game="iwojima", bot="random", side="US")["matches"][0]
    alone = page.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "random"}}).json()["id"]
    table = post(guest, "lobby", game="iwojima", side="US", rated=False)["id"]
    return ann, page, guest, own, alone, table


def test_nothing_that_lies_in_the_store_opens_a_seat(club: ClubServer) -> None:
    ann, page, guest, own, alone, table = opened(club)
    ben = club.member()
    shared = post(ben, f"lobby/{table}/join")["matches"][0]
    stolen = {each for each in everything(club) if each.isascii() and each.isprintable() and len(each) < 200}
    assert len(stolen) > 50
    for shown in sorted(each for each in stolen if len(each) > 15 and " " not in each and ";" not in each):
        for match in (own, alone, shared):
            assert seats_at(club, match, shown) == [403, 403], shown
    for browser, match in ((ann, own), (page, alone), (guest, shared), (ben, shared)):
        get(browser, f"matches/{match}")


def grow_old(club: ClubServer, page: str, guest: str) -> str:
    """The store as it was before keys were digested: the members' keys and the guests' in clear, seats made of them."""
    tables, members = Tables(club.db), {}
    with tables.write() as db:
        for ident, key in db.execute(select(schema.members.c.id, schema.members.c.key)).all():
            members[key] = secrets.token_urlsafe(32)
            db.execute(update(schema.members).where(schema.members.c.id == ident).values(key=members[key]))
        db.execute(update(schema.lobby).where(schema.lobby.c.key != "").values(key=guest))
        m = schema.matches.c
        for match, header, kept, opening in db.execute(select(m.id, m.header, m.tokens, m.opening)).all():
            tokens = json.loads(kept)
            for side, token in tokens.items():
                old = next((old for new, old in members.items() if made_of(new, match, side) == token), page)
                tokens[side] = made_of(old, match, side)
            new = json.dumps(tokens)
            head = checksums.of_head(match, header, new, opening)
            db.execute(update(schema.matches).where(m.id == match).values(tokens=new, head=head))
        older = "UPDATE alembic_version SET version_num='0006'" if tables.shared else "PRAGMA user_version=6"
        db.execute(text(older))
    tables.close()
    return next(iter(members.values()))


def test_cookies_of_before_open_their_seats_and_keys_from_an_old_copy_none(club: ClubServer) -> None:
    ann, page, guest, own, alone, table = opened(club)
    cookies = {who: secrets.token_urlsafe(32) for who in (page, guest)}
    key = grow_old(club, cookies[page], cookies[guest])
    old = everything(club)
    assert {key, cookies[guest]} <= old
    new: ClubServer = club.again()  # type: ignore[attr-defined]
    name = ann.ask
    ann.base_url = page.base_url = guest.base_url = new.url
    assert name("me")["name"]
    for who in (page, guest):
        who.cookies.clear()
        who.cookies.set(COOKIE, cookies[who])
    get(ann, f"matches/{own}")
    get(page, f"matches/{alone}")
    shared = post(new.member(), f"lobby/{table}/join")["matches"][0]
    get(guest, f"matches/{shared}")
    assert {key, cookies[guest]} & everything(new) == set()
    assert seats_at(new, own, key) == [403, 403]
    post(ann, f"matches/{own}/chat", text="still here")
    browser = new.browser()
    browser.cookies.set(COOKIE, cookies[page])
    made = browser.post("/api/matches", json={"game": "iwojima"}).json()["id"]
    get(browser, f"matches/{made}")


def test_no_device_sits_beside_a_member_without_being_signed_in(club: ClubServer) -> None:
    ann, page, _, own, alone, _ = opened(club)
    refused(ann.post(f"/api/matches/{own}/invite", json={"seat": "US", "device": True}), 409, "illegal")
    assert page.post(f"/api/matches/{alone}/invite", json={"seat": "US", "device": True}).json()["code"]
    cookies = {who: secrets.token_urlsafe(32) for who in ("page", "guest", "beside")}
    grow_old(club, cookies["page"], cookies["guest"])
    tables, m = Tables(club.db), schema.matches.c
    with tables.write() as db:  # as a code for another device seated it, before
        header, kept, opening = db.execute(select(m.header, m.tokens, m.opening).where(m.id == own)).one()
        more = {"US+": made_of(cookies["beside"], own, "US"), "?US+": "CODE@9999999999"}
        tokens = json.dumps({**json.loads(kept), **more})
        head = checksums.of_head(own, header, tokens, opening)
        db.execute(update(schema.matches).where(m.id == own).values(tokens=tokens, head=head))
    tables.close()
    new: ClubServer = club.again()  # type: ignore[attr-defined]
    ann.base_url = new.url
    get(ann, f"matches/{own}")
    assert seats_at(new, own, cookies["beside"]) == [403, 403]
    assert "CODE@9999999999" not in everything(new)


def test_a_key_says_what_it_is(club: ClubServer) -> None:
    _, page, _, own, *_ = opened(club)
    shown = next(each.value or "" for each in page.cookies.jar if each.name == COOKIE)
    assert shown.startswith("seat_")
    member = next(each for each in everything(club) if each.startswith("member_"))
    refused(club.browser().get(f"/api/matches/{own}", headers={"Authorization": f"Bearer {member}"}), 403, "wrong-seat")

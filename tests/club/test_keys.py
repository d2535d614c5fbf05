"""Keys, tokens and invitations: a copy of the store opens no seat, and earlier ones go on opening theirs."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text, update

from club_server import Browser, ClubServer, refused
from databases import fresh_database
from grognard.store import checksums, open_store, schema
from grognard.store.engine import Tables
from grognard.store.match_rows import made_of
from two_members import get, post

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


LATER = {
    "members": ("announcements", "alike", "drawn"),
    "tournaments": ("text", "closes", "begins", "daily", "accelerated", "decider", "reminded"),
    "entrants": ("waits", "since", "instead"),
    "pairings": ("third", "decided"),
}
"""Columns that have come since keys are digests."""


def again_from(club: ClubServer, version: int) -> ClubServer:
    """The club started anew, on a store without what versions later than this one have added."""
    tables = Tables(club.db)
    with tables.write() as db:
        for index in ("ix_pairings_third", "ix_members_alike", "ix_members_drawn"):
            db.execute(text(f"DROP INDEX {index}"))
        db.execute(text("DROP TABLE rulings"))
        for table, columns in LATER.items():
            for column in columns:
                db.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        of_file = f"PRAGMA user_version={version}"
        db.execute(text(f"UPDATE alembic_version SET version_num='{version:04}'" if tables.shared else of_file))
    tables.close()
    new: ClubServer = club.again()  # type: ignore[attr-defined]
    return new


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
    tables.close()
    return next(iter(members.values()))


def test_cookies_of_before_open_their_seats_and_keys_from_an_old_copy_none(club: ClubServer) -> None:
    ann, page, guest, own, alone, table = opened(club)
    cookies = {who: secrets.token_urlsafe(32) for who in (page, guest)}
    key = grow_old(club, cookies[page], cookies[guest])
    old = everything(club)
    assert {key, cookies[guest]} <= old
    new = again_from(club, 6)
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
    new = again_from(club, 6)
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


def by_tokens(club: ClubServer) -> tuple[str, dict[str, str], str]:
    """A match that a program made: its id, its tokens and its invitation."""
    with httpx.Client(base_url=club.url, timeout=120) as program:
        made = program.post("/api/matches", json={"game": "iwojima"}).json()
    return made["id"], {side: seat["token"] for side, seat in made["seats"].items()}, made["invitation"]


def test_neither_tokens_nor_invitations_lie_in_the_store(club: ClubServer) -> None:
    match, tokens, invitation = by_tokens(club)
    host = club.browser()
    shared = host.post("/api/matches", json={"game": "iwojima", "invite": ["JP"]}).json()["id"]
    code = post(host, f"matches/{shared}/invite", seat="JP")["code"]
    assert post(host, f"matches/{shared}/invite", seat="JP")["code"] == code
    typed = post(host, f"matches/{shared}/invite", seat="US", device=True)["code"]
    told = [*tokens.values(), invitation, code]
    assert [each.partition("_")[0] for each in told] == ["bot", "bot", "invite", "invite"]
    kept = everything(club)
    for secret in (*told, typed, typed.replace("-", "")):
        assert not any(secret in each for each in kept), secret
    for shown in sorted(each for each in kept if each.isascii() and 15 < len(each) < 200 and " " not in each):
        if ";" not in shown:
            assert seats_at(club, match, shown) == [403, 403], shown
            assert seats_at(club, shared, shown) == [403, 403], shown
    parts = {part for each in kept if each.isascii() and len(each) < 400 for part in re.split(r"[ @]", each)}
    for each in sorted(part for part in parts if 7 < len(part) <= 100):
        for one in (match, shared):
            assert club.browser().post(f"/api/matches/{one}/sit", json={"code": each}).status_code == 403, each
            assert club.browser().post(f"/api/matches/{one}/sit", json={"tokens": [each]}).status_code == 403, each
    for side, token in tokens.items():
        shown = {"Authorization": f"Bearer {token}"}
        assert club.browser().get(f"/api/matches/{match}", params={"seat": side}, headers=shown).status_code == 200
    assert post(club.browser(), f"matches/{match}/sit", code=invitation)["seats"]["US"]["token"] == "US"
    assert post(club.browser(), f"matches/{shared}/sit", code=code)["seats"]["JP"]["token"] == "JP"
    assert post(club.browser(), "sit", code=typed)["seats"]["US"]["token"] == "US"


def test_tokens_and_invitations_of_before_go_on_working(club: ClubServer) -> None:
    host, (match, _, _) = club.browser(), by_tokens(club)
    shared = host.post("/api/matches", json={"game": "iwojima", "invite": ["JP"]}).json()["id"]
    token, invitation, code = (secrets.token_urlsafe(18) for _ in range(3))
    more = {match: {"US": token, "?": invitation}, shared: {"?JP": code, "?US+": f"ABCDEFGH@{int(time.time()) + 500}"}}
    tables, m = Tables(club.db), schema.matches.c
    with tables.write() as db:
        for ident, given in more.items():
            header, kept, opening = db.execute(select(m.header, m.tokens, m.opening).where(m.id == ident)).one()
            old = json.dumps({**json.loads(kept), **given})
            head = checksums.of_head(ident, header, old, opening)
            db.execute(update(schema.matches).where(m.id == ident).values(tokens=old, head=head))
    tables.close()
    new = again_from(club, 7)
    assert not any(each in whole for whole in everything(new) for each in (token, invitation, code, "ABCDEFGH"))
    host.base_url = new.url
    get(host, f"matches/{shared}")
    assert post(host, f"matches/{shared}/invite", seat="JP")["code"] != code, "another one, beside the one of before"
    with httpx.Client(base_url=new.url, headers={"Authorization": f"Bearer {token}"}, timeout=120) as program:
        assert program.get(f"/api/matches/{match}").status_code == 200
    assert post(new.browser(), f"matches/{match}/sit", code=invitation)["seats"]["US"]["token"] == "US"
    assert post(new.browser(), f"matches/{shared}/sit", code=code)["seats"]["JP"]["token"] == "JP"
    assert post(new.browser(), "sit", code="abcd efgh")["seats"]["US"]["token"] == "US"


def test_each_device_of_a_player_has_an_invitation_that_stays(club: ClubServer) -> None:
    desk, phone = club.browser(), club.browser()
    match = desk.post("/api/matches", json={"game": "iwojima", "invite": ["JP"]}).json()["id"]
    typed = post(desk, f"matches/{match}/invite", seat="US", device=True)["code"]
    post(phone, "sit", code=typed)
    codes = [post(each, f"matches/{match}/invite", seat="JP")["code"] for each in (desk, phone, desk)]
    assert codes[0] == codes[2] != codes[1]
    post(club.browser(), f"matches/{match}/sit", code=codes[0])
    refused(club.browser().post(f"/api/matches/{match}/sit", json={"code": codes[1]}), 403, "wrong-seat")

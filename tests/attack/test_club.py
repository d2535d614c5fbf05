"""A club as an attacker meets it: nobody does or sees what is not his."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from club_server import PASSWORD, ClubServer, refused
from grognard.server.club.login_throttle import WRONG, LoginThrottle
from grognard.server.http.errors import ApiError
from grognard.store.engine import Tables
from grognard.store.login_attempts import LoginAttempts
from grognard.store.members import Members


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(tmp_path_factory.mktemp("attacked"))
    yield running
    running.stop()


def test_a_cookie_without_the_pages_mark_does_nothing(club: ClubServer) -> None:
    ann = club.member()
    name = ann.ask("me")["name"]
    for call in ("me/name", "me/password", "me/delete", "me/email", "me/tokens", "me/notifications", "seen"):
        refused(ann.post(f"/api/club/{call}", json={"name": "Stolen"}, headers={"X-Grognard": ""}), 401, "enter")
    refused(ann.delete("/api/club/me/sessions/others", headers={"X-Grognard": ""}), 401, "enter")
    for call in ("sign-in", "sign-up", "forgot", "reset"):
        refused(club.browser().post(f"/api/club/{call}", json={}, headers={"X-Grognard": ""}), 403, "foreign")
    refused(ann.post("/api/club/me/name", json={}, headers={"Origin": "https://evil.example"}), 403, "foreign")
    assert ann.ask("me")["name"] == name


def test_nobody_ends_what_is_another_members(club: ClubServer) -> None:
    ann, eve = club.member(), club.member()
    session = ann.ask("me/sessions")[0]["id"]
    token = ann.say("me/tokens", name="bot", scopes=["play"])["id"]
    for path in (f"sessions/{session}", f"tokens/{token}", "push/123"):
        refused(eve.delete(f"/api/club/me/{path}"), 404, "unknown")
    assert len(ann.ask("me/tokens")) == 1
    assert ann.ask("me/sessions")[0]["id"] == session


def test_keeping_is_for_those_who_keep(club: ClubServer) -> None:
    ann, eve = club.member(), club.member()
    who = ann.ask("me")["id"]
    for path in ("members", "invitations", "reports", "audit", "statistics"):
        refused(eve.get(f"/api/club/{path}"), 403, "role")
        refused(club.browser().get(f"/api/club/{path}"), 401, "enter")
    acts = ((f"members/{who}/ban", {}), (f"members/{who}/role", {"roles": ["owner"]}), ("invitations", {}))
    for path, body in acts:
        refused(eve.post(f"/api/club/{path}", json=body), 403, "role")
    people = Members(club.db)
    people.change(eve.ask("me")["id"], roles="moderator")
    people.change(who, roles="umpire")
    people.close()
    mod = club.browser()
    mod.enter(eve.ask("me")["name"])
    refused(mod.post(f"/api/club/members/{who}/ban", json={}), 403, "role")  # one who keeps the club too
    refused(mod.post(f"/api/club/members/{who}/role", json={"roles": []}), 403, "role")
    assert "email" not in mod.ask("members")[0]


def test_a_programs_token_does_what_it_is_for_and_no_more(club: ClubServer) -> None:
    ann = club.member()
    made = ann.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "random"}}).json()["id"]
    shown = {scope: ann.say("me/tokens", name=scope, scopes=[scope])["token"] for scope in ("play", "talk")}
    program = club.browser()
    for scope, status in (("play", 200), ("talk", 403)):
        bearer = {"Authorization": f"Bearer {shown[scope]}"}
        assert program.get(f"/api/matches/{made}", headers=bearer).status_code == status
        for path in ("me/sessions", "me/tokens", "me/export", "me/notifications"):
            refused(program.get(f"/api/club/{path}", headers=bearer), 403, "scope")
        refused(program.post("/api/club/me/delete", json={"password": PASSWORD}, headers=bearer), 403, "scope")
    assert all(shown[scope] not in ann.get("/api/club/me/tokens").text for scope in shown)


def test_wrong_passwords_are_borne_a_few_times(club: ClubServer) -> None:
    club.member("Patient")
    answers = [
        club.browser().post("/api/club/sign-in", json={"name": "Patient", "password": "a wrong password"}).status_code
        for _ in range(WRONG["both"].once + 2)
    ]
    assert answers == [403] * WRONG["both"].once + [429] * 2
    late = club.browser().post("/api/club/sign-in", json={"name": "Patient", "password": PASSWORD})
    refused(late, 429, "busy")
    assert int(late.headers["retry-after"]) > 1
    club.member()  # others are not held up


def use_up(club: ClubServer, name: str) -> None:
    """Wrong passwords for a name from everywhere, until no more are let through."""
    tables = Tables(club.db)
    patience = LoginThrottle(LoginAttempts(tables), "")
    for number in range(WRONG["name"].once):
        patience.take(name, f"198.51.100.{number}")
    with pytest.raises(ApiError):
        patience.take(name, "203.0.113.1")
    tables.close()


def test_strangers_who_try_a_name_do_not_lock_its_member_out(club: ClubServer) -> None:
    home = club.member("Wanted")
    home.say("leave")
    use_up(club, "Wanted")
    refused(club.browser().post("/api/club/sign-in", json={"name": "Wanted", "password": PASSWORD}), 429, "busy")
    home.enter("Wanted")
    for _ in range(WRONG["browser"].once):
        home.enter("Wanted", "a wrong password", status=403)
    refused(home.post("/api/club/sign-in", json={"name": "Wanted", "password": PASSWORD}), 429, "busy")


def test_a_browser_is_known_for_one_name_and_until_the_password_changes(club: ClubServer) -> None:
    old, ann = club.member("Moving"), club.browser()
    ann.enter("Moving")
    known = next(each for each in ann.cookies.jar if each.name == "grognard-known")
    assert known.has_nonstandard_attr("HttpOnly")
    ann.say("me/password", old=PASSWORD, new="another long secret")
    use_up(club, "Moving")
    refused(old.post("/api/club/sign-in", json={"name": "Moving", "password": "another long secret"}), 429, "busy")
    ann.enter("Moving", "another long secret")
    club.member("Somebody")
    use_up(club, "Somebody")
    refused(ann.post("/api/club/sign-in", json={"name": "Somebody", "password": PASSWORD}), 429, "busy")
    for made_up in ("", "seen_" + "x" * 22 + "." + "0" * 64, "seen_" + "x" * 5000):
        stranger = club.browser()
        stranger.cookies.set("grognard-known", made_up)
        refused(stranger.post("/api/club/sign-in", json={"name": "Moving", "password": PASSWORD}), 429, "busy")

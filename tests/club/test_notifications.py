"""Notices arrive: by mail, Web Push and webhooks, once each, and not where they are not needed."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from club_server import PASSWORD, Browser, ClubServer, fresh_name, refused
from databases import fresh_database
from grognard.club import emails, notification_text
from grognard.club.config import ClubSettings, Config, MailSettings, NotificationSettings
from grognard.kernel.flow import Refused
from grognard.server.club import outgoing_http
from grognard.server.club.email_limits import EMAIL_RATES
from grognard.server.club.notification_delivery import DeliveryService, contact_of
from grognard.store import open_store
from grognard.store.members import Members
from grognard.store.outbox import Outbox
from grognard.store.schema import deliveries
from notification_receivers import Endpoint, Letters, Phone, until

ADDRESS = "https://play.example.org"


@pytest.fixture(scope="module")
def sink() -> Iterator[Letters]:
    letters = Letters()
    yield letters
    letters.stop()


@pytest.fixture(scope="module")
def afield() -> Iterator[Endpoint]:
    endpoint = Endpoint()
    yield endpoint
    endpoint.stop()


def tables(sink: Letters) -> dict[str, dict[str, Any]]:
    return {
        "club": {"address": ADDRESS, "name": "Die Eule"},
        "mail": {"host": "127.0.0.1", "port": sink.port, "security": "none", "sender": "club@example.org"},
        "notices": {"wait": 0.3, "private_addresses": True},
    }


@pytest.fixture(scope="module")
def club(sink: Letters, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(tmp_path_factory.mktemp("told"), **tables(sink))
    yield running
    running.stop()


def code_in(letter: Any, what: str) -> str:
    found = re.search(rf"{ADDRESS}/#{what}=([\w-]+)", letter.get_content())
    assert found, letter.get_content()
    return found[1]


def verified(club: ClubServer, sink: Letters, email: str) -> Browser:
    browser = club.member(email=email)
    browser.say("me/verify", code=code_in(sink.to(email)[0], "verify"))
    assert browser.ask("me")["verified"]
    return browser


def box(club: ClubServer) -> Outbox:
    return Outbox(club.db)


# --- letters


def test_an_address_is_verified_by_letter_and_a_password_reset(club: ClubServer, sink: Letters) -> None:
    ann = club.member("Ann Letter", email="ann@example.org")
    letter = sink.to("ann@example.org")[0]
    assert letter["subject"] == "Die Eule: verify your email address"
    code = code_in(letter, "verify")
    assert not ann.ask("me")["verified"]
    assert club.browser().say("me/verify", code=code) == {"verified": "ann@example.org"}
    assert ann.ask("me")["verified"]
    refused(ann.post("/api/club/me/verify", json={"code": code}), 403, "code")
    there = club.browser()
    known = there.say("forgot", email="ANN@example.org")
    assert known == there.say("forgot", email="nobody@example.org")
    new = code_in(sink.to("ann@example.org", 2)[1], "reset")
    refused(there.post("/api/club/reset", json={"code": new, "password": "short"}), 400, "malformed")
    there.say("reset", code=new, password="quite another secret")
    refused(there.post("/api/club/reset", json={"code": new, "password": "quite another secret"}), 403, "code")
    refused(ann.get("/api/club/me"), 401, "enter")
    there.enter("Ann Letter", status=403)
    there.enter("Ann Letter", "quite another secret")
    assert not [each for each in sink.got if each["to"] == "nobody@example.org"]


def test_an_address_that_is_not_verified_gets_no_notice(club: ClubServer, sink: Letters) -> None:
    browser = club.member(email="unread@example.org")
    refused(browser.post("/api/club/me/notifications/test", json={"way": "mail"}), 409, "no-mail")
    for email in ("no address", "a@b", "a@b.c\nBcc: x@y.z", "two@@example.org"):
        refused(browser.post("/api/club/me/email", json={"email": email}), 400, "malformed")


def test_letters_stop_with_one_click(club: ClubServer, sink: Letters) -> None:
    browser = verified(club, sink, "stop@example.org")
    browser.say("me/notifications/test", way="mail")
    letter = sink.to("stop@example.org", 2)[1]
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = letter["List-Unsubscribe"].strip("<>").removeprefix(ADDRESS)
    stranger = club.browser()
    assert "Unsubscribe" in stranger.get(path).text
    assert browser.ask("me/notifications")["mail"] == "each"  # to look is not to press
    assert stranger.post(path, headers={"X-Grognard": ""}).status_code == 200
    assert browser.ask("me/notifications")["mail"] == "off"
    assert stranger.get(path[:-1] + ("A" if path[-1] != "A" else "B")).status_code == 404


# --- push


def test_a_push_arrives_sealed_and_signed(club: ClubServer, afield: Endpoint) -> None:
    browser = club.member()
    phone = Phone(f"{afield.url}/phone-one")
    made = browser.say("me/push", **phone.subscription, device="my phone")
    assert browser.ask("me/notifications")["push"] == [{"id": made["id"], "device": "my phone"}]
    browser.say("me/notifications/test", way="push")
    _, _, headers, body = afield.at("/phone-one")[0]
    assert b"Die Eule" not in body
    said = phone.read(body)
    assert said["title"] == "Die Eule: test notification"
    assert headers["content-encoding"] == "aes128gcm"
    key = browser.ask("")["club"]["push"]
    assert f"k={key}" in headers["authorization"]
    claims = headers["authorization"].partition("t=")[2].split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"] == afield.url
    assert browser.delete(f"/api/club/me/push/{made['id']}").json() == {"ended": 1}
    refused(browser.post("/api/club/me/notifications/test", json={"way": "push"}), 409, "no-push")


def test_the_service_worker_keeps_its_address(club: ClubServer) -> None:
    """Browsers that registered it ask for it there for good."""
    worker = club.member().get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert 'addEventListener("push"' in worker.text


def test_a_browser_that_is_gone_is_forgotten(club: ClubServer, afield: Endpoint) -> None:
    browser = club.member()
    browser.say("me/push", **Phone(f"{afield.url}/gone").subscription)
    browser.say("me/notifications/test", way="push")
    until(lambda: [1] if not browser.ask("me/notifications")["push"] else [])


def test_the_push_keys_outlive_the_server(tmp_path: Path, sink: Letters) -> None:
    keys = []
    for _ in range(2):
        server = ClubServer(tmp_path, **tables(sink))
        keys.append(server.browser().ask("")["club"]["push"])
        server.stop()
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


# --- webhooks


@pytest.mark.parametrize("shape", ["discord", "slack", "matrix", "plain"])
def test_a_webhook_is_asked_in_its_own_shape(shape: str, club: ClubServer, afield: Endpoint) -> None:
    browser = club.member()
    browser.say("me/notifications", webhook={"shape": shape, "url": f"{afield.url}/{shape}?key=1"})
    browser.say("me/notifications/test", way="webhook")
    method, path, _, raw = afield.at(f"/{shape}")[0]
    body = json.loads(raw)
    line = "Die Eule: test notification. It works: this is how you will hear that it is your move. "
    if shape == "discord":
        assert body == {"content": f"{line}{ADDRESS}/", "allowed_mentions": {"parse": []}}
    elif shape == "slack":
        assert body == {"text": f"{line}{ADDRESS}/"}
    elif shape == "matrix":
        assert (method, body["msgtype"]) == ("PUT", "m.text")
        assert re.fullmatch(r"/matrix/\w+\?key=1", path)
    else:
        assert body["kind"] == "test"
    assert browser.say("me/notifications", webhook=None)["webhook"] is None


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1",
     "64:ff9b::a00:1", "2002:7f00:1::", "0.0.0.0", "224.0.0.1", "100.64.0.1", "::", "fec0::1", "feff:ffff::1",
     "192.0.0.1", "192.0.0.9", "192.0.0.255", "::ffff:192.0.0.10", "3fff::1", "3fff:0fff:ffff::1", "5f00::1"],
)  # fmt: skip
def test_addresses_inside_are_not_public(address: str) -> None:
    assert not outgoing_http.is_public(address)
    assert outgoing_http.is_public("93.184.216.34")
    assert outgoing_http.is_public("2606:4700::1111")


def test_nobody_makes_the_server_ask_its_own_network() -> None:
    for url in (
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://u:p@example.org/",
        "file:///etc/passwd",
    ):
        with pytest.raises(Refused):
            outgoing_http.checked(url, private=False)
    for host in ("localhost", "127.0.0.1", "[::1]", "2130706433"):
        with pytest.raises((Refused, OSError)):
            outgoing_http.send(f"https://{host}/", b"", {}, private=False)


def test_a_club_takes_no_inner_addresses_unless_its_owner_allows_it(tmp_path: Path, afield: Endpoint) -> None:
    server = ClubServer(tmp_path)
    browser = server.member()
    hook = {"shape": "plain", "url": f"{afield.url}/inside"}
    refused(browser.post("/api/club/me/notifications", json={"webhook": hook}), 400, "malformed")
    refused(browser.post("/api/club/me/push", json=Phone(f"{afield.url}/inside").subscription), 400, "malformed")
    browser.say("me/notifications", webhook={"shape": "plain", "url": "https://localhost/inside"})
    browser.say("me/notifications/test", way="webhook")
    me, outbox = browser.ask("me")["id"], Outbox(server.db)
    told = until(lambda: [each for each in outbox.outcomes(me) if each["outcome"]])
    assert told[0]["outcome"] == "given up: localhost is not a public address."
    outbox.close()
    server.stop()


def test_headers_that_programs_follow_are_sent_as_they_are(sink: Letters, tmp_path: Path) -> None:
    """RFC 2369 and 8058: no mail program reads encoded words there."""
    address = f"{'a' * 60}@{'b' * 60}.example.org"
    server = ClubServer(tmp_path, **tables(sink) | {"club": {"address": f"https://{'c' * 60}.example.org"}})
    browser = server.member(email=address)
    found = re.search(r"#verify=([\w-]+)", sink.to(address)[0].get_content())
    assert found
    browser.say("me/verify", code=found[1])
    browser.say("me/notifications", mail="each")
    browser.say("me/notifications/test", way="mail")
    sink.to(address, 2)
    raw = next(each for each in reversed(sink.raw) if address.encode() in each)
    head = raw.partition(b"\r\n\r\n")[0]
    assert b"\r\nTo: " + address.encode() + b"\r\n" in head
    assert b"\r\nList-Unsubscribe: <https://" in head
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in head
    assert b"=?" not in head
    server.stop()


@pytest.mark.parametrize(
    "address",
    ["=?utf-8?q?somebody=40example.org=2c?=@example.com", "a=?utf-8?b?YQ==?=@example.org", "ann@=?utf-8?q?a?=.example"],
)
def test_an_address_that_reads_as_encoded_words_is_none(address: str) -> None:
    with pytest.raises(Refused, match="not an email address"):
        emails.address(address)
    assert emails.address("a=b?c@example.org") == "a=b?c@example.org"


def test_an_address_of_before_that_reads_as_encoded_words_gets_no_letter(sink: Letters, tmp_path: Path) -> None:
    server = ClubServer(tmp_path, **tables(sink))
    browser = server.member()
    me, people, outbox = browser.ask("me")["id"], Members(server.db), Outbox(server.db)
    people.change(me, email="=?utf-8?q?victim=40example.org=2c?=@example.com", verified=1)
    before = len(sink.raw)
    browser.say("me/notices/test", way="mail")
    told = until(lambda: [each for each in outbox.outcomes(me) if each["outcome"]])
    assert told[0]["outcome"].startswith("given up: That is not an email address")
    assert len(sink.raw) == before
    for each in (people, outbox):
        each.close()
    server.stop()


def test_nobody_has_many_letters_sent_to_strangers(sink: Letters, tmp_path: Path) -> None:
    server = ClubServer(tmp_path, **tables(sink))
    ann = server.member()
    for number in range(EMAIL_RATES["member"].once):
        ann.say("me/email", email=f"stranger{number}@example.org")
    answer = ann.post("/api/club/me/email", json={"email": "one.more@example.org"})
    refused(answer, 429, "busy")
    assert ann.ask("me")["email"] == f"stranger{EMAIL_RATES['member'].once - 1}@example.org", "nothing has changed"
    for _ in range(EMAIL_RATES["to"].once):
        server.member(email="victim@example.org")
    late, name = server.browser(), fresh_name()
    refused(late.post("/api/club/register", json={"name": name, "password": PASSWORD, "email": "Victim@example.org"}),
            429, "busy")  # fmt: skip
    late.register(name)
    room = EMAIL_RATES["address"].once - EMAIL_RATES["member"].once - EMAIL_RATES["to"].once
    for number in range(room):
        server.member(email=f"another{number}@example.org")
    refused(late.post("/api/club/me/email", json={"email": "last@example.org"}), 429, "busy")
    server.stop()


def test_reset_letters_to_one_address_have_a_limit(sink: Letters, tmp_path: Path) -> None:
    server = ClubServer(tmp_path, **tables(sink))
    address = f"{fresh_name().lower()}@example.org"
    browser = server.member(email=address)
    found = re.search(r"#verify=([\w-]+)", sink.to(address)[0].get_content())
    assert found
    browser.say("me/verify", code=found[1])
    for _ in range(EMAIL_RATES["to"].once + 3):
        assert server.browser().say("forgot", email=address)["text"], "the answer is always the same"
    sink.to(address, EMAIL_RATES["to"].once)
    time.sleep(1.5)
    assert len(sink.to(address, EMAIL_RATES["to"].once)) == EMAIL_RATES["to"].once
    server.stop()


# --- one per hand-over


def test_a_hand_over_is_told_once_and_not_to_who_looks(club: ClubServer, afield: Endpoint) -> None:
    browser = club.member()
    me = browser.ask("me")["id"]
    browser.say("me/notifications", webhook={"shape": "plain", "url": f"{afield.url}/turns"})
    outbox = box(club)
    facts = {"game": "Iwo Jima", "opponent": "Ben", "turn": 3}
    for _ in range(5):
        outbox.tell(me, "your-turn", "m1", facts, 0.3)
    told = json.loads(afield.at("/turns")[0][3])
    assert told == {
        "kind": "your-turn", "match": "m1", "title": "Iwo Jima: it is your move", "link": f"{ADDRESS}/match/m1",
        "text": "Ben has played (turn 3).",
    }  # fmt: skip
    # An old sight does not count, one after the hand-over does, and a page in the background does not.
    browser.say("seen", match="m2", revision=1, visible=True)
    outbox.tell(me, "your-turn", "m2", facts, 0.3)
    assert json.loads(afield.at("/turns", 2)[1][3])["match"] == "m2"
    outbox.tell(me, "your-turn", "m3", facts, 1.0)
    browser.say("seen", match="m3", revision=7, visible=True)
    outbox.tell(me, "your-turn", "m4", facts, 1.0)
    browser.say("seen", match="m4", revision=7, visible=False)
    assert json.loads(afield.at("/turns", 3)[2][3])["match"] == "m4"
    time.sleep(0.5)
    assert len(afield.at("/turns")) == 3
    outbox.close()


def test_a_match_that_went_on_is_not_told(club: ClubServer, afield: Endpoint) -> None:
    browser = club.member()
    me = browser.ask("me")["id"]
    browser.say("me/notifications", webhook={"shape": "plain", "url": f"{afield.url}/went-on"})
    made = browser.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "human"}}).json()["id"]
    asked = browser.get(f"/api/matches/{made}").json()["ask"]["side"]
    decides, other = ("US", "JP") if asked == 0 else ("JP", "US")
    outbox = box(club)
    outbox.tell(me, "your-turn", made, {"side": other}, 0.0)
    outbox.tell(me, "time-short", made, {"side": decides, "hours": 2}, 0.0)
    told = json.loads(afield.at("/went-on")[0][3])
    assert (told["kind"], told["title"]) == ("time-short", "Your match: your time runs out in 2 hours")
    browser.say("me/notifications", reminders=False)
    outbox.tell(me, "time-short", made, {"side": decides, "hours": 1}, 0.0)
    time.sleep(1.2)
    assert len(afield.at("/went-on")) == 1
    outbox.close()


def test_a_notice_knows_no_secret() -> None:
    with pytest.raises(ValueError, match="may not know"):
        notification_text.facts_of({"game": "Iwo Jima", "units": "J-309"})
    for kind in notification_text.KINDS:
        words = notification_text.worded(kind, "m", {"game": "G", "opponent": "Ben", "side": "JP"}, "Club", ADDRESS)
        assert "JP" not in words.title + words.text


# --- the box and the post, on both engines


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url = str(tmp_path / "matches.sqlite") if request.param == "sqlite" else fresh_database()
    open_store(url if "://" in url else Path(url)).close()
    return url


def test_a_letter_waits_while_the_mail_server_is_down(db: str) -> None:
    down = Letters()
    down.stop()
    mail = MailSettings("127.0.0.1", down.port, "none", sender="club@example.org")
    people, outbox = Members(db), Outbox(db)
    ann = people.add(fresh_name(), "", "late@example.org")
    post = DeliveryService(Config(club=ClubSettings(address=ADDRESS), mail=mail), outbox)
    outbox.send(ann.id, "mail", {"to": "late@example.org", "subject": "S", "text": "T"})

    def state() -> Any:
        with outbox.read() as rows:
            return rows.execute(select(deliveries)).one()

    post._round()
    until(lambda: [1] if state().outcome else [])
    assert state().outcome == "failed: Connection refused"
    assert (state().tries, state().due > time.time() + 10) == (1, True)
    up = Letters(down.port)
    with outbox.write() as rows:
        rows.execute(update(deliveries).values(due=time.time() - 1))
    post._round()
    assert up.to("late@example.org")[0].get_content().strip() == "T"
    until(lambda: [1] if state().outcome == "sent" else [])
    assert (state().due, state().body) == (0, "{}")
    up.stop()
    outbox.close()
    people.close()


def test_daily_letters_are_one_a_day(db: str) -> None:
    sink = Letters()
    people, outbox = Members(db), Outbox(db)
    ann = people.add(fresh_name(), "", "daily@example.org")
    people.change(ann.id, verified=1, mail="daily")
    mail = MailSettings("127.0.0.1", sink.port, "none", sender="club@example.org")
    for turn in (1, 2):
        outbox.tell(ann.id, "message", f"m{turn}", {"game": "Iwo Jima", "opponent": "Ben"}, 0.0)
    club, notices = ClubSettings(address=ADDRESS, name="Die Eule"), NotificationSettings(wait=0)
    config = Config(club=club, mail=mail, notices=notices)
    post = DeliveryService(config, outbox)
    post._round()
    assert not sink.got
    day = time.time()
    assert outbox.digest(day, post._summed_up) == 1
    assert outbox.digest(day, post._summed_up) == 0
    post._round()
    letter = sink.to("daily@example.org")[0]
    assert letter["subject"] == "Die Eule: 2 notifications"
    assert letter.get_content().count("Ben wrote to you") == 2
    sink.stop()
    outbox.close()
    people.close()


def test_talk_is_told_once_until_the_member_has_looked(db: str) -> None:
    people, outbox = Members(db), Outbox(db)
    ann = people.add(fresh_name(), "x", "")

    def tell(match: str = "m") -> str:
        return outbox.tell(ann.id, "message", match, {"opponent": "Ben"}, 0.0)

    first = tell()
    assert tell() == first
    assert tell("another") != first
    outbox.spread(lambda notice, way, shape: {})
    assert tell() == first  # it was sent, and he has not looked since
    outbox.see(ann.id, "m", 1)
    again = tell()
    assert again != first
    assert tell() == again
    people.close()
    outbox.close()


def test_two_processes_send_no_notice_twice(tmp_path: Path, afield: Endpoint, sink: Letters) -> None:
    url = fresh_database()
    open_store(url).close()
    servers = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        servers.append(ClubServer(tmp_path / name, url, **tables(sink)))
    here, there = servers[0].member("Twofold"), servers[1].browser()
    there.enter("Twofold")
    here.say("me/notifications", webhook={"shape": "plain", "url": f"{afield.url}/twice"})
    outbox, me = Outbox(url), here.ask("me")["id"]
    for n in range(60):
        outbox.tell(me, "message", f"m{n}", {"opponent": "Ben"}, 0.0)
    afield.at("/twice", 60, 40)
    time.sleep(1.0)
    got = [json.loads(each[3])["match"] for each in afield.at("/twice")]
    assert sorted(got) == sorted(f"m{n}" for n in range(60))
    # What one process ends the other knows at once.
    assert there.ask("me")["name"] == "Twofold"
    here.delete("/api/club/me/sessions/others")
    until(lambda: [1] if there.get("/api/club/me").status_code == 401 else [], seconds=10)
    outbox.close()
    for server in servers:
        server.stop()


def test_a_deleted_member_is_told_nothing_and_leaves_no_name(club: ClubServer, afield: Endpoint) -> None:
    browser = club.member("Farewell", email="farewell@example.org")
    me = browser.ask("me")["id"]
    made = browser.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "random"}}).json()["id"]
    browser.say("me/push", **Phone(f"{afield.url}/farewell").subscription)
    token = browser.say("me/tokens", name="bot", scopes=["play"])["token"]
    kept = browser.ask("me/export")
    assert kept["member"]["email"] == "farewell@example.org"
    assert [each["name"] for each in kept["tokens"]] == ["bot"]
    assert not {"key", "secret"} & set(kept["member"])
    refused(browser.post("/api/club/me/delete", json={"password": "not mine, surely"}), 403, "wrong-password")
    browser.say("me/delete", password=PASSWORD)
    assert club.browser().get("/api/club/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert browser.get(f"/api/matches/{made}").status_code == 403
    browser.enter("Farewell", status=403)
    people = Members(club.db)
    left = people.columns(me)
    people.close()
    assert (left["name"], left["email"], left["secret"], left["webhook"]) == ("", "", "", "")
    outbox = box(club)
    assert outbox.wishes(me).push == []
    outbox.close()
    club.member("Farewell")


@pytest.mark.parametrize(
    ("contact", "address", "said"),
    [
        ("", "https://play.example.org:8443", "https://play.example.org:8443"),
        ("", "http://192.168.1.20:8000", "mailto:nobody@localhost"),
        ("head@example.org", "http://192.168.1.20:8000", "mailto:head@example.org"),
    ],
)
def test_a_push_names_somebody_whom_its_service_takes(contact: str, address: str, said: str) -> None:
    assert contact_of(Config(club=ClubSettings(address=address), notices=NotificationSettings(contact=contact))) == said

"""Registering, entering, leaving; one's name, password and sessions; seats that follow a member."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from club_server import PASSWORD, ClubServer, refused, written
from grognard.club import config, member_names, passwords
from grognard.club.browser_names import described
from grognard.kernel.flow import Refused
from grognard.store import open_store
from grognard.store.members import Members
from match_server import Server


def test_at_home_there_is_no_club(server: Server) -> None:
    assert server.get("/api/club").json() == {"club": None}
    assert server.http.post("/api/club/sign-in", json={"name": "Ann", "password": "x"}).status_code == 404


def test_a_member_registers_enters_and_leaves(club: ClubServer) -> None:
    with club.browser() as ann:
        about = ann.ask("")
        assert about["me"] is None
        assert about["club"]["registration"] == "open"
        assert about["club"]["guests"] == {"watch": True, "play": False}
        me = ann.register("Ann")["me"]
        assert (me["name"], me["roles"], me["kind"], me["verified"]) == ("Ann", [], "person", False)
        assert ann.ask("me") == me == ann.ask("")["me"]
        ann.say("sign-out")
        refused(ann.get("/api/club/me"), 401, "enter")
        assert ann.enter("ann")["me"] == me


def test_the_cookie_is_for_this_site_and_no_script(club: ClubServer) -> None:
    answer = club.browser().post("/api/club/sign-up", json={"name": "Cookie Monster", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("grognard-member=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "2 to 24"), ("x", "2 to 24"), ("y" * 25, "2 to 24"), ("  ", "2 to 24"), ("a\u200bnn", "cannot be seen"),
        ("a\nb", "cannot be seen"), ("\u202enna", "cannot be seen"), ("<b>", "without <"), ("1914", "a letter in it"),
        ("Раvel", "one script"), ("Z̷̧̛a", "accents"), ("Moderator", "the club's own"), ("a former member", "own"),
        ("м0derat0r", "one script"), ("____", "a letter"),
        ("Ann\ufe0fa", "cannot be seen"), ("Ann\u3164a", "cannot be seen"), ("Ann\u115fa", "cannot be seen"),
        ("Ann\u180ba", "cannot be seen"), ("Ann\u17b4a", "cannot be seen"), ("Ann\U000e0100a", "cannot be seen"),
        ("Ann\u00ada", "cannot be seen"), ("\u3164\u3164", "cannot be seen"), ("Ann\uffa0a", "cannot be seen"),
        ("ꓐꓳꓐ", "wide use"), ("ꓐob", "wide use"), ("ᎪᎡᎢ", "wide use"), ("ꭰꭱ", "wide use"), ("ⲀⲚⲀ", "wide use"),
        ("𐐀𐐁", "wide use"), ("ᴀɴɴа", "one script"), ("Аnna", "one script"), ("Ωmega", "one script"),
        ("山Анна", "one script"), ("ひ김", "one script"), ("김ㄅ", "one script"), ("देবী", "one script"),
    ],
)  # fmt: skip
def test_names_that_cannot_be_are_refused(name: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        member_names.accepted(name)


ANY_SCRIPT = [
    "Łukasz",
    "Анна",
    "Νίκος",
    "山本 五十六",
    "ひらがな",
    "김철수",
    "محمد",
    "देवी",
    "O'Brien",
    "R2-D2",
    "スーパー Max",
    "山本ひろ A",
    "김 Kim 金",
    "李ㄌ Li",
    "Ελένη",
    "שרה",
    "สมชาย",
    "გიორგი",
    "José",
]


@pytest.mark.parametrize("name", ANY_SCRIPT)
def test_names_of_any_script_are_accepted(name: str) -> None:
    assert member_names.accepted(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Pavel", "pavel"), ("сор", "cop"), ("Tom K", "tom_k"), ("Ill", "1ll"), ("ΑΝΤ", "ANT"), ("rnark", "mark"),
     ("0scar", "Oscar"), ("Müller", "Muller"), ("ΝΙΚΟΣ", "νικος"), ("ﬁne", "fine")],
)  # fmt: skip
def test_names_that_read_alike_are_one(one: str, other: str) -> None:
    assert member_names.skeleton(one) == member_names.skeleton(other) or member_names.capitals(
        one
    ) == member_names.capitals(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("カトー", "力卜一"), ("ニロエ", "二口工"), ("ᴏᴛᴛᴏ", "Otto"), ("соѕ", "cos"), ("Zoë", "Zoё"), ("Sοlο", "Solo")],
)  # fmt: skip
def test_names_that_unicode_holds_to_be_confusable_are_alike(one: str, other: str) -> None:
    assert member_names.alike(one) == member_names.alike(other)


def test_no_two_of_many_names_are_alike() -> None:
    names = [*ANY_SCRIPT, "Anna", "Hanna", "Ida", "Ada", "Otto", "Oto", "Emil", "Emi", "Max", "Mia", "山本", "山下"]
    for key in (member_names.skeleton, member_names.capitals, member_names.alike, member_names.drawn):
        assert len({key(name) for name in names}) == len(names)


def test_a_name_is_refused_that_unicode_holds_to_be_confusable_with_a_members(club: ClubServer) -> None:
    club.member("カトー")
    refused(club.browser().post("/api/club/sign-up", json={"name": "力卜一", "password": PASSWORD}), 409, "taken")
    other = club.member()
    refused(other.post("/api/club/me/name", json={"name": "力卜一"}), 409, "taken")


def test_members_of_before_keep_names_that_could_not_be_chosen_now(club: ClubServer) -> None:
    people, old = Members(club.db), "ᎪᎡᎢ"
    with pytest.raises(Refused):
        member_names.accepted(old)
    people.add(old, passwords.hashed(PASSWORD))
    people.close()
    browser = club.browser()
    browser.enter(old)
    assert browser.ask("me")["name"] == old


def test_a_taken_name_is_refused_also_when_it_only_reads_like_it(club: ClubServer) -> None:
    club.member("Oleg K")
    for name in ("oleg_k", "0leg K", "oleg.k"):
        answer = club.browser().post("/api/club/sign-up", json={"name": name, "password": PASSWORD})
        assert answer.status_code in (400, 409), answer.text
    refused(club.browser().post("/api/club/sign-up", json={"name": "OLEG K", "password": PASSWORD}), 409, "taken")


def test_a_password_is_long_enough_and_not_common(club: ClubServer) -> None:
    for password, why in (("short", "8 to 200"), ("x" * 201, "8 to 200"), ("Password123", "too common")):
        answer = club.browser().post("/api/club/sign-up", json={"name": "Careless", "password": password})
        refused(answer, 400, "malformed")
        assert why in answer.json()["error"]
    kept = passwords.hashed("correct horse")
    assert kept.startswith("$argon2id$")
    assert passwords.fits("correct horse", kept)
    assert not passwords.fits("correct house", kept)
    assert not passwords.fits("correct horse", "")
    assert len(passwords._common()) == 1000


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(club: ClubServer) -> None:
    club.member("Berta")
    wrong = club.browser().post("/api/club/sign-in", json={"name": "Berta", "password": "not hers at all"})
    unknown = club.browser().post("/api/club/sign-in", json={"name": "Nobody Here", "password": "not hers at all"})
    assert (wrong.status_code, wrong.content) == (unknown.status_code, unknown.content)
    refused(wrong, 403, "wrong-password")


def test_a_member_changes_name_and_password_and_other_sessions_end(club: ClubServer) -> None:
    here = club.member("Clara")
    there = club.browser()
    there.enter("Clara")
    assert here.say("me/name", name="Klara")["me"]["name"] == "Klara"
    wrong = {"old": "wrong one", "new": "another secret"}
    refused(here.post("/api/club/me/password", json=wrong), 403, "wrong-password")
    here.say("me/password", old=PASSWORD, new="another secret")
    assert here.ask("me")["name"] == "Klara"
    refused(there.get("/api/club/me"), 401, "enter")
    there.enter("Klara", status=403)
    there.enter("Klara", "another secret")
    club.member("Clara")  # the old name is free again


def test_sessions_are_seen_and_ended(club: ClubServer) -> None:
    here, there, third = club.member("Dora"), club.browser(), club.browser()
    there.enter("Dora")
    third.enter("Dora")
    rows = here.ask("me/sessions")
    assert len(rows) == 3
    assert [row["device"] for row in rows] == ["Firefox on Linux"] * 3
    mine = there.ask("me/sessions")
    ended = next(row["id"] for row in mine if row["here"])
    assert here.delete(f"/api/club/me/sessions/{ended}").json() == {"ended": 1}
    refused(there.get("/api/club/me"), 401, "enter")
    assert here.delete("/api/club/me/sessions/others").json() == {"ended": 1}
    refused(third.get("/api/club/me"), 401, "enter")
    assert here.ask("me")["name"] == "Dora"
    refused(here.delete("/api/club/me/sessions/none"), 404, "unknown")


def test_a_seat_follows_its_member_to_another_browser(club: ClubServer) -> None:
    here, there, stranger = club.member("Emil"), club.browser(), club.member("Stranger")
    made = here.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "random"}}).json()
    there.enter("Emil")
    assert there.get(f"/api/matches/{made['id']}").status_code == 200
    assert [row["id"] for row in there.get("/api/matches").json()] == [made["id"]]
    refused(stranger.get(f"/api/matches/{made['id']}"), 403, "wrong-seat")
    there.say("sign-out")
    refused(there.get(f"/api/matches/{made['id']}"), 403, "wrong-seat")


def test_an_invitation_to_a_seat_can_be_taken_by_a_member(club: ClubServer) -> None:
    host, friend = club.member(), club.member()
    wanted = {"game": "iwojima", "seats": {"US": "human", "JP": "human"}}
    made = host.post("/api/matches", json=wanted).json()
    code = host.post(f"/api/matches/{made['id']}/invite", json={"seat": "JP"}).json()["code"]
    assert friend.post(f"/api/matches/{made['id']}/sit", json={"code": code}).status_code == 200
    assert friend.get(f"/api/matches/{made['id']}").json()["side"] == 1
    assert host.get(f"/api/matches/{made['id']}").json()["side"] == 0


# --- configuration


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[club]\nname = 3", "`club.name`: expected text, got a whole number."),
        ("[club]\nregistration = 'maybe'", "`club.registration`"),
        ("[club]\nnam = 'x'", "there is no key `club.nam`"),
        ("[clubs]", "there is no key `clubs`"),
        ("[club", "is not TOML"),
        ("[mail]\nhost = 'localhost'", "`mail.sender`"),
        ("[mail]\nport = 70000", "`mail.port` is 70000; it may be from 0 to 65535."),
        ("[club]\naddress = 'play.example.org'", "`club.address`"),
        ("[notices]\nwait = -1", "`notices.wait`"),
    ],
)
def test_a_bad_value_gets_a_sentence(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as wrong:
        config.read(file)
    assert why in str(wrong.value)
    assert str(wrong.value).endswith(".")


def test_a_file_that_cannot_be_read_stops_the_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grognard.cli", "serve", "--config", str(tmp_path / "none.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "none.toml cannot be read" in done.stderr


def test_playing_at_home_loads_nothing_of_the_club(tmp_path: Path) -> None:
    parts = ("sqlalchemy", "argon2", "pywebpush", "aiosmtpd", "cryptography", "regex", "requests", "smtplib")
    code = (
        "import sys; from pathlib import Path; from grognard.server.app import create_app; "
        f"create_app(Path({str(tmp_path / 'm.sqlite')!r})); print([m for m in {parts} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_browsers_are_known_by_a_few_words() -> None:
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
    assert described(phone) == "Safari on iPhone"
    assert described("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0") == "Edge on Windows"
    assert described("python-httpx/0.28") == "a program"


def test_registration_by_invitation_and_closed(tmp_path: Path) -> None:
    closed = ClubServer(tmp_path, club={"registration": "closed"})
    refused(closed.browser().post("/api/club/sign-up", json={"name": "Late", "password": PASSWORD}), 403, "closed")
    closed.stop()
    from grognard.store.members import Members

    open_store(Path(closed.db)).close()
    people = Members(closed.db)
    code, _ = people.invite("", "for Ann", 1, 7)
    people.close()
    (tmp_path / "by").mkdir()
    by = ClubServer(tmp_path / "by", closed.db, club={"registration": "invitation"})
    for given in ("", "wrong"):
        wanted = {"name": "Ann", "password": PASSWORD, "invitation": given}
        answer = by.browser().post("/api/club/sign-up", json=wanted)
        refused(answer, 403, "invitation")
    by.browser().register("Ann", invitation=code)
    answer = by.browser().post("/api/club/sign-up", json={"name": "Ben", "password": PASSWORD, "invitation": code})
    refused(answer, 403, "invitation")
    by.stop()


def test_a_config_file_is_read_by_the_server(tmp_path: Path) -> None:
    given = config.read(written(tmp_path, club={"name": "Die Eule", "guests_play": True}))
    assert given.house.name == "Die Eule"
    assert given.house.guests_play

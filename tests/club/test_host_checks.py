"""What a club needs around it: asked of real sockets, and each fault comes with what to do."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from club_server import ClubServer
from databases import fresh_database
from grognard import cli
from grognard.club.config import ClubSettings, Config, MailSettings
from grognard.kernel.flow import Refused
from grognard.server.club import dns_text, host_checks
from grognard.server.club.host_checks import ADVICE, BAD, GOOD, findings, of_address, of_database, of_disk, of_sender
from notification_receivers import Letters, free_port

RECORDS = {
    "example.org": ["v=spf1 mx -all", "another text " + "x" * 300],
    "_dmarc.example.org": ["v=DMARC1; p=none"],
    "twice.org": ["v=spf1 -all", "v=SPF1 mx -all"],
}


class NameServer:
    """A DNS server on UDP that knows a few texts."""

    def __init__(self) -> None:
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind(("127.0.0.1", 0))
        self.place = ("127.0.0.1", int(self._line.getsockname()[1]))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                asked, who = self._line.recvfrom(4096)
            except OSError:
                return
            self._line.sendto(b"\0" * 12, who)  # an answer to something else, which is passed over
            self._line.sendto(answer(asked), who)

    def stop(self) -> None:
        self._line.close()


def answer(asked: bytes) -> bytes:
    labels, at = [], 12
    while asked[at]:
        labels.append(asked[at + 1 : at + 1 + asked[at]].decode())
        at += 1 + asked[at]
    name = ".".join(labels)
    code = {"broken.org": 2}.get(name, 0 if name in RECORDS else 3)
    rows = b""
    for text in RECORDS.get(name, []):
        raw = text.encode()
        parts = b"".join(bytes([len(raw[i : i + 255])]) + raw[i : i + 255] for i in range(0, len(raw), 255))
        rows += b"\xc0\x0c" + struct.pack(">HHIH", 16, 1, 60, len(parts)) + parts
    head = asked[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, len(RECORDS.get(name, [])), 0, 0)
    return head + asked[12 : at + 5] + rows


@pytest.fixture(scope="module")
def names() -> Iterator[NameServer]:
    server = NameServer()
    yield server
    server.stop()


def test_texts_are_read_from_a_name_server(names: NameServer) -> None:
    assert dns_text.text_records("example.org", names.place) == RECORDS["example.org"]
    assert dns_text.text_records("nothing.example.org", names.place) == []
    with pytest.raises(Refused, match=r"did not answer for broken\.org"):
        dns_text.text_records("broken.org", names.place)


@pytest.mark.parametrize(
    ("sender", "grades", "does"),
    [
        ("Owl <club@example.org>", [GOOD, GOOD, ADVICE], "NAME._domainkey.example.org"),
        ("club@twice.org", [BAD, ADVICE, ADVICE], "Merge them into one."),
        ("club@bare.org", [BAD, ADVICE, ADVICE], '"v=spf1 mx a:mail.example.org -all"'),
        ("club@broken.org", [BAD], "/etc/resolv.conf"),
    ],
)
def test_the_records_of_the_sender_are_judged(names: NameServer, sender: str, grades: list[str], does: str) -> None:
    config = Config(club=ClubSettings(), mail=MailSettings("mail.example.org", sender=sender))
    found = list(of_sender(config, lambda name: dns_text.text_records(name, names.place)))
    assert [each.grade for each in found] == grades
    assert any(does in each.do for each in found)
    assert all(each.do for each in found if each.grade != GOOD)


def test_a_club_that_runs_is_found_in_order(names: NameServer, tmp_path: Path) -> None:
    club, letters = ClubServer(tmp_path), Letters()
    mail = MailSettings("127.0.0.1", letters.port, "none", sender="club@example.org")
    config = Config(club=ClubSettings(address=club.url), mail=mail)
    try:
        found = list(findings(config, club.db, lambda name: dns_text.text_records(name, names.place)))
    finally:
        club.stop()
        letters.stop()
    assert [each for each in found if each.grade == BAD] == []
    said = " ".join(each.text for each in found)
    for words in ("has an SPF record", "127.0.0.1 answers", f"{club.url} answers", "clock", "can be used", "GB free"):
        assert words in said


def test_what_does_not_answer_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_checks, "SECONDS", 2.0)
    port = free_port()
    mail = MailSettings("127.0.0.1", port, sender="c@example.org")
    closed = Config(club=ClubSettings(address=f"https://127.0.0.1:{port}"), mail=mail)
    assert [each.grade for each in of_address(closed)] == [BAD]
    assert [each.grade for each in host_checks.of_mail_server(closed)] == [BAD]
    assert [each.grade for each in of_database("postgresql://nobody@127.0.0.1:1/none")] == [BAD]
    assert [each.grade for each in of_database(tmp_path / "none.sqlite")] == [ADVICE]
    assert [each.grade for each in of_database(fresh_database())] == [GOOD, GOOD]
    monkeypatch.setattr(host_checks, "LEAST_FREE", 1e18)
    assert [each.grade for each in of_disk(tmp_path / "club.sqlite")] == [BAD]


def test_clocks_that_differ_are_told() -> None:
    assert host_checks._clock(3.0, "the database").grade == GOOD
    off = host_checks._clock(-42.0, "the database")
    assert (off.grade, "differ by 42 seconds" in off.text) == (BAD, True)


def test_the_command_says_what_to_do_and_fails_where_something_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, db = tmp_path / "club.toml", tmp_path / "m.sqlite"
    file.write_text(f'[server]\ndb = "{db}"\n[club]\naddress = "http://127.0.0.1:{free_port()}"\n', encoding="utf-8")
    from grognard.store import open_store

    open_store(db).close()
    began = time.monotonic()
    assert cli.main(["doctor", "--config", str(file)]) == 1
    said = capsys.readouterr().out
    assert time.monotonic() - began < 60
    assert "WRONG   http://127.0.0.1:" in said
    assert "Start the server and its proxy" in said
    assert f"The store {db} can be used." in said
    assert "0 matches, all sound." in said

"""Checks of what a club needs around it: mail sender, mail server, TLS, clock, disk, database, push keys.

Each finding says what is so and, where something is wrong, what to do.
"""

from __future__ import annotations

import http.client
import shutil
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from grognard.club.config import Config
from grognard.kernel.flow import Refused
from grognard.kernel.words import numbered
from grognard.server.club.dns_text import text_records
from grognard.server.club.notification_delivery import PORTS, contact_of
from grognard.store import is_url

GOOD, ADVICE, BAD = "good", "advice", "bad"
SECONDS = 10.0
MOST_OFF = 5.0
"""Seconds by which two clocks may differ."""
LEAST_FREE, LEAST_SHARE = 2e9, 0.05
"""Bytes, and share of the disk, that should be free."""
RENEWS = 14
"""Days before its end at which a certificate should have been renewed."""
DAY = 86_400.0
Texts = Callable[[str], list[str]]


class Finding(NamedTuple):
    """A fact, how good it is, and what to do."""

    grade: str
    text: str
    do: str = ""


def findings(config: Config, db: str | Path, texts: Texts = text_records) -> Iterator[Finding]:
    """All findings about a club as it is configured."""
    yield from of_sender(config, texts)
    yield from of_mail_server(config)
    yield from of_address(config)
    yield from of_disk(db)
    yield from of_database(db)
    yield from of_push(config)


def of_sender(config: Config, texts: Texts) -> Iterator[Finding]:
    """SPF, DMARC and DKIM of the domain that emails come from."""
    if not config.mail.host:
        yield Finding(
            ADVICE, "The club sends no email.", "Add a [mail] table (docs/hosts/club.md) to send notifications."
        )
        return
    domain = parseaddr(config.mail.sender)[1].rpartition("@")[2]
    try:
        spf = [each for each in texts(domain) if each.lower().startswith("v=spf1")]
        dmarc = [each for each in texts(f"_dmarc.{domain}") if each.upper().startswith("V=DMARC1")]
    except Refused as failed:
        yield Finding(BAD, str(failed), "Check the machine's resolver (/etc/resolv.conf).")
        return
    if len(spf) == 1:
        yield Finding(GOOD, f"{domain} has an SPF record: {spf[0][:120]}")
    elif spf:
        yield Finding(
            BAD, f"{domain} has {len(spf)} SPF records; receivers ignore all of them.", "Merge them into one."
        )
    else:
        record = f"v=spf1 mx a:{config.mail.host} -all"
        do = f'Publish a TXT record for {domain} that names your mail server, such as "{record}".'
        yield Finding(BAD, f"{domain} has no SPF record: many receivers take its emails for spam.", do)
    if dmarc:
        yield Finding(GOOD, f"{domain} has a DMARC record: {dmarc[0][:120]}")
    else:
        do = f'Publish a TXT record for _dmarc.{domain}, such as "v=DMARC1; p=none; rua=mailto:postmaster@{domain}".'
        yield Finding(ADVICE, f"{domain} has no DMARC record.", do)
    do = f"Ask whoever runs {config.mail.host} for the selector, and see that NAME._domainkey.{domain} has its key."
    yield Finding(ADVICE, "DKIM: the mail server signs emails, which cannot be seen from here.", do)


def of_mail_server(config: Config) -> Iterator[Finding]:
    """Whether the mail server answers."""
    mail = config.mail
    if not mail.host:
        return
    port = mail.port or PORTS[mail.security]
    try:
        with socket.create_connection((mail.host, port), SECONDS) as line:
            line.settimeout(SECONDS)
            if mail.security == "tls":
                line = ssl.create_default_context().wrap_socket(line, server_hostname=mail.host)
            with line, line.makefile("rb") as heard:
                said = heard.readline(1000).decode("latin-1").strip()
    except (OSError, ValueError) as failed:
        do = "Check mail.host, mail.port, mail.security and the firewall."
        yield Finding(BAD, f"The mail server {mail.host}, port {port}, does not answer: {failed}.", do)
        return
    if said.startswith("220"):
        yield Finding(GOOD, f"The mail server {mail.host} answers; `grognard club mail ADDRESS` sends a test email.")
    else:
        yield Finding(BAD, f"The mail server {mail.host} greets with {said[:80]!r}.", "Ask whoever runs it.")


def of_address(config: Config) -> Iterator[Finding]:
    """TLS in front of the club, and whether the clocks agree."""
    house = config.house
    parts = urlsplit(house.address)
    host = parts.hostname or ""
    if not host:
        yield Finding(ADVICE, "The club has no address.", "Set club.address: links in emails need it.")
        return
    local = host in ("localhost", "127.0.0.1", "::1")
    try:
        if parts.scheme == "https":
            yield from _certificate(host, parts.port or 443)
            asked: http.client.HTTPConnection = http.client.HTTPSConnection(host, parts.port or 443, timeout=SECONDS)
        else:
            grade, do = (
                (GOOD, "") if local else (BAD, "Put a proxy with a certificate in front (docs/hosts/deployment.md).")
            )
            yield Finding(
                grade, f"{house.address} is reached without TLS{'' if local else ': passwords can be read'}.", do
            )
            asked = http.client.HTTPConnection(host, parts.port or 80, timeout=SECONDS)
        try:
            asked.request("GET", "/healthz")
            answer = asked.getresponse()
            answer.read(4096)
            date = answer.getheader("Date")
        finally:
            asked.close()
    except (OSError, http.client.HTTPException, ValueError) as failed:
        yield Finding(
            BAD,
            f"{house.address} does not answer: {failed}.",
            "Start the server and its proxy, or correct club.address.",
        )
        return
    if answer.status == 200:
        yield Finding(GOOD, f"{house.address} answers.")
    else:
        yield Finding(
            BAD, f"{house.address}/healthz answers with {answer.status}.", "See that the proxy passes everything on."
        )
    if date:
        yield _clock(parsedate_to_datetime(date).timestamp() - time.time(), "the server in front", 1.0)


def _certificate(host: str, port: int) -> Iterator[Finding]:
    with (
        socket.create_connection((host, port), SECONDS) as line,
        ssl.create_default_context().wrap_socket(line, server_hostname=host) as secured,
    ):
        held = secured.getpeercert() or {}
    left = (ssl.cert_time_to_seconds(str(held["notAfter"])) - time.time()) / DAY
    said = f"The certificate of {host} is valid for {numbered(int(left), 'day')} more."
    yield (
        Finding(GOOD, said)
        if left > RENEWS
        else Finding(BAD, said, "Renew it now, and see why it does not renew itself.")
    )


def _clock(off: float, whose: str, rounded: float = 0.0) -> Finding:
    if abs(off) <= MOST_OFF + rounded:
        return Finding(GOOD, f"The clock of this machine agrees with that of {whose}.")
    do = "Turn on time synchronisation: `timedatectl set-ntp true`. Players' clocks depend on it."
    return Finding(BAD, f"The clock of this machine and that of {whose} differ by {abs(off):.0f} seconds.", do)


def of_disk(db: str | Path) -> Iterator[Finding]:
    """Free space where the store lies."""
    place = Path("/") if is_url(db) else Path(db).absolute().parent
    while not place.exists():
        place = place.parent
    total, _, free = shutil.disk_usage(place)
    said = f"The disk of {place} has {free / 1e9:.1f} of {total / 1e9:.1f} GB free."
    enough = free >= LEAST_FREE and free >= total * LEAST_SHARE
    yield Finding(GOOD, said) if enough else Finding(BAD, said, "Make room: a full disk stops every decision.")


def of_database(db: str | Path) -> Iterator[Finding]:
    """Whether the store can be opened, and a database's clock."""
    from sqlalchemy import text

    from grognard.store import open_store, without_password
    from grognard.store.engine import Tables
    from grognard.store.interface import StoreError

    shown = without_password(db)
    if not is_url(db) and not Path(db).exists():
        yield Finding(ADVICE, f"There is no file {shown} yet.", "It is made when the server starts.")
        return
    try:
        open_store(db).close()
        tables = Tables(db)
        try:
            with tables.read() as there:
                now = (
                    there.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar()
                    if tables.shared
                    else None
                )
        finally:
            tables.close()
    except (Refused, StoreError) as failed:
        yield Finding(
            BAD,
            f"The store {shown} cannot be used: {str(failed).rstrip('.')}.",
            "Check that the database runs and lets this user in.",
        )
        return
    yield Finding(GOOD, f"The store {shown} can be used.")
    if now is not None:
        yield _clock(float(now) - time.time(), "the database")


def of_push(config: Config) -> Iterator[Finding]:
    """Whom push services can turn to; the keys are made by the server and kept in its store."""
    contact = contact_of(config)
    if contact == "mailto:nobody@localhost":
        do = "Set notices.contact to an email address: some push services refuse messages without one."
        yield Finding(ADVICE, "Push services are told of nobody to turn to.", do)
    else:
        yield Finding(GOOD, f"Push services can turn to {contact}.")

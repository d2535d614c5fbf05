"""Delivery of notifications by email, Web Push and webhooks, with retries until they arrive or are void."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import http.client
import json
import logging
import os
import secrets
import smtplib
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email import policy
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from grognard.club import emails, notification_text
from grognard.club.config import Config, MailSettings
from grognard.deadlines import DEADLINES, Countdown
from grognard.kernel.flow import Refused
from grognard.server.club import outgoing_http
from grognard.store.interface import StoreError
from grognard.store.outbox import Delivery, Notice, Outbox

LOOK = 0.5
"""Seconds between two looks into the box."""
AGAIN = (20.0, 120.0, 600.0, 3600.0, 4 * 3600.0, 12 * 3600.0)
"""Seconds before each new try; after the last it is given up."""
SWEEP = 3600.0
DIGEST = 30.0
"""Seconds between two looks whether it is time for daily emails."""
PUSH_LIVES = 86_400
"""Seconds for which a push service keeps what it cannot deliver."""
WHOLE_LINES = policy.SMTP.clone(max_line_length=998)
"""Lines are as long as they may be: folded, an address in a header becomes encoded words, which nobody can follow."""
STREAM = socket.SOCK_STREAM
PORTS = {"starttls": 587, "tls": 465, "none": 25}
_log = logging.getLogger("grognard")


class GaveUp(Exception):
    """It is no use to try again."""


class DeliveryService:
    """One for each server process."""

    def __init__(self, config: Config, outbox: Outbox) -> None:
        self._config = config
        self._outbox = outbox
        self._me = f"{os.getpid()}.{secrets.token_hex(4)}"
        self._key = outbox.fact("vapid", _new_push_key)
        self._secret = outbox.fact("unsubscribe", lambda: secrets.token_urlsafe(32))
        self._workers = ThreadPoolExecutor(6, "post")
        self._looking = ThreadPoolExecutor(1, "outbox")
        self._digested = time.monotonic() - DIGEST - 1
        self._task: asyncio.Task[None] | None = None

    @property
    def public_key(self) -> str:
        """By which push services know that a notice is from us."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = _private(self._key).public_key()
        return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def start(self) -> None:
        """Begin to work, in the loop."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Finish what is being sent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        for threads in (self._looking, self._workers):
            await asyncio.to_thread(threads.shutdown, True, cancel_futures=True)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        swept = time.monotonic()
        while True:
            try:
                await loop.run_in_executor(self._looking, self._round)
                if time.monotonic() - swept > SWEEP:
                    swept = time.monotonic()
                    await loop.run_in_executor(self._looking, self._outbox.sweep)
            except StoreError as failed:
                _log.error("%s", failed)
            except Exception:
                _log.exception("The post stumbled.")
            await asyncio.sleep(LOOK)

    def _round(self) -> None:
        """One look into the box."""
        if time.monotonic() - self._digested > DIGEST:
            self._digested = time.monotonic()
            hour = self._config.mail.digest_hour * 3600.0
            self._outbox.digest((time.time() - hour) // 86_400 * 86_400 + hour, self._summed_up)
        if self._outbox.is_idle():
            return
        self._outbox.spread(self._worded)
        for delivery in self._outbox.take(self._me):
            with contextlib.suppress(RuntimeError):  # we are closing; the lease ends, and another process goes on
                self._workers.submit(self._try, delivery)

    # --- words

    def _words(self, notice: Notice) -> notification_text.Words:
        house = self._config.house
        return notification_text.worded(notice.kind, notice.match, notice.facts, house.name, house.address)

    def _worded(self, notice: Notice, way: str, shape: str) -> dict[str, Any]:
        words = self._words(notice)
        if way == "webhook":
            return {"shape": shape, "body": notification_text.hook_body(shape, words, notice.kind, notice.match)}
        if way == "push":
            path = urlsplit(words.link).path
            said = {"title": words.title, "text": words.text, "path": path, "match": notice.match, "kind": notice.kind}
            return {"say": said, "topic": notice.match[:32]}
        subject = notification_text.subject(words, self._config.house.name)
        return {"subject": subject, "text": f"{words.text}\n\n{words.link}\n", "notice": True}

    def _summed_up(self, told: Sequence[Notice]) -> dict[str, Any]:
        house = self._config.house
        words = notification_text.summed_up([self._words(notice) for notice in told], house.name, house.address)
        return {"subject": words.title, "text": f"{words.text}\n", "notice": True}

    def unsubscribe_code(self, member: str) -> str:
        """Code in an email by which its reader unsubscribes without signing in."""
        digest = hmac.digest(self._secret.encode(), member.encode(), "sha256")
        return f"{member}.{_text(digest[:18])}"

    def unsubscribed(self, code: str) -> str:
        """The member whose code this is; empty for a wrong one."""
        member = code.partition(".")[0]
        return member if hmac.compare_digest(self.unsubscribe_code(member).encode(), code.encode()) else ""

    async def send_once(self, to: str, subject: str, text: str) -> bool:
        """An email to somebody who is no member; False where it is worth while to try again."""
        letter = self._letter(to, subject, secrets.token_hex(8))
        letter.set_content(text)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._workers, hand_over, self._config.mail, letter)
        except (OSError, smtplib.SMTPException) as failed:
            _log.warning("An email to a player without an account was refused: %s", _plain(failed))
            codes = [code for code, _ in getattr(failed, "recipients", {}).values()]
            ours = isinstance(failed, smtplib.SMTPAuthenticationError)  # the owner may mend that
            return not ours and min(codes, default=getattr(failed, "smtp_code", 0)) >= 500
        return True

    def _letter(self, to: str, subject: str, ident: str) -> EmailMessage:
        letter, sender = EmailMessage(WHOLE_LINES), sender_of(self._config)
        letter["From"], letter["To"], letter["Subject"] = sender, to, _one_line(subject)
        letter["Date"] = formatdate(usegmt=True)
        letter["Message-ID"] = make_msgid(ident, domain=sender.rpartition("@")[2].strip("> "))
        letter["Auto-Submitted"] = "auto-generated"
        return letter

    # --- sending

    def _try(self, delivery: Delivery) -> None:
        again = 0.0
        try:
            outcome, after = self.deliver(delivery)
        except (GaveUp, Refused) as given_up:
            outcome, after = f"given up: {given_up}", 0.0
        except (OSError, smtplib.SMTPException, http.client.HTTPException) as failed:
            outcome, after = f"failed: {_plain(failed)}", -1.0
        except Exception:
            _log.exception("A notice could not be sent.")
            outcome, after = "given up: a fault", 0.0
        if after and delivery.tries <= len(AGAIN):
            again = time.time() + max(after, AGAIN[delivery.tries - 1])
        try:
            self._outbox.finish(delivery.id, self._me, outcome, again)
        except StoreError as failed:
            _log.error("%s", failed)

    def deliver(self, delivery: Delivery) -> tuple[str, float]:
        """Send it: what came of it, and whether to try again (in so many seconds, or when we think fit: -1)."""
        if delivery.way == "mail":
            return self._mail(delivery)
        if delivery.way == "push":
            return self._push(delivery)
        return self._hook(delivery)

    def _mail(self, delivery: Delivery) -> tuple[str, float]:
        mail, body = self._config.mail, delivery.body
        if not mail.host:
            raise GaveUp("no mail server is configured")
        to = body.get("to", "")
        if not to:
            wishes = self._outbox.wishes(delivery.member)
            if wishes.mail == "off" and not body.get("test"):
                raise GaveUp("the member turned this off")
            to = wishes.email
        letter = self._letter(emails.address(to), body["subject"], delivery.id[:32])
        text = body["text"]
        if body.get("notice"):
            link = f"{self._config.house.address.rstrip('/')}/api/club/unsubscribe/"
            link += self.unsubscribe_code(delivery.member)
            letter["List-Unsubscribe"], letter["List-Unsubscribe-Post"] = f"<{link}>", "List-Unsubscribe=One-Click"
            text += f"\nUnsubscribe: {link}\n"
        letter.set_content(text)
        try:
            hand_over(self._config.mail, letter)
        except smtplib.SMTPRecipientsRefused as refused:
            code = min((int(code) for code, _ in refused.recipients.values()), default=550)
            if code >= 500:
                raise GaveUp(f"the mail server rejected the address ({code})") from None
            return f"refused for now ({code})", -1.0
        except smtplib.SMTPResponseException as refused:
            if refused.smtp_code >= 500 and not isinstance(refused, smtplib.SMTPAuthenticationError):
                raise GaveUp(f"the mail server rejected the email ({refused.smtp_code})") from None
            return f"refused for now ({refused.smtp_code})", -1.0
        return "sent", 0.0

    def _push(self, delivery: Delivery) -> tuple[str, float]:
        from pywebpush import WebPusher

        push = next((each for each in self._outbox.wishes(delivery.member).push if each.id == delivery.target), None)
        if push is None:
            raise GaveUp("the browser is no longer registered")
        keys = {"p256dh": push.p256dh, "auth": push.auth}
        try:
            said = json.dumps(delivery.body["say"]).encode()
            sealed = WebPusher({"endpoint": push.endpoint, "keys": keys}).encode(said)
        except Exception as wrong:
            self._outbox.end_push(push.id)
            raise GaveUp(f"the browser's keys are invalid: {type(wrong).__name__}") from None
        headers = {
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(PUSH_LIVES),
            "Urgency": "high", **self._signed(push.endpoint),
        }  # fmt: skip
        if delivery.body["topic"]:
            headers["Topic"] = delivery.body["topic"]
        reply = outgoing_http.send(push.endpoint, sealed["body"], headers, self._config.notices.private_addresses)
        if reply.status in (404, 410):
            self._outbox.end_push(push.id)
            raise GaveUp(f"the browser is no longer registered ({reply.status})")
        return _judged(reply)

    def _signed(self, endpoint: str) -> dict[str, str]:
        from py_vapid import Vapid02

        parts = urlsplit(endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
        claims = {"aud": origin, "exp": int(time.time()) + 12 * 3600, "sub": contact_of(self._config)}
        key = Vapid02.from_raw(self._key.encode())
        key.conf["no-strict"] = True  # it would take no page with a port
        signed: dict[str, str] = key.sign(claims)
        return signed

    def _hook(self, delivery: Delivery) -> tuple[str, float]:
        hook = self._outbox.wishes(delivery.member).webhook
        if hook is None or hook["shape"] != delivery.body["shape"]:
            raise GaveUp("the member turned this off")
        url, method = hook["url"], "POST"
        if hook["shape"] == "matrix":
            # Matrix knows a message again by the last part of its address: one that is sent twice appears once.
            path, mark, query = url.partition("?")
            url, method = f"{path.rstrip('/')}/{delivery.id}{mark}{query}", "PUT"
        body = json.dumps(delivery.body["body"]).encode()
        headers = {"Content-Type": "application/json"}
        return _judged(outgoing_http.send(url, body, headers, self._config.notices.private_addresses, method))


def hand_over(mail: MailSettings, letter: EmailMessage) -> None:
    """Give an email to the mail server; one that is slow is given up at the deadline."""
    countdown = Countdown(DEADLINES["email"].seconds)
    place = countdown.call(lambda: socket.getaddrinfo(mail.host, mail.port or PORTS[mail.security], type=STREAM)[0][4])
    line = socket.create_connection((str(place[0]), int(place[1])), countdown.left())
    try:
        with countdown.watching(line):
            if mail.security == "tls":
                line = outgoing_http.trusted().wrap_socket(line, server_hostname=mail.host)
            with _Connected(line, mail.host, countdown.call(socket.getfqdn)) as server:
                if mail.security == "starttls":
                    server.starttls(context=outgoing_http.trusted())
                if mail.user:
                    file = mail.password_file
                    server.login(mail.user, Path(file).read_text(encoding="utf-8").strip() if file else mail.password)
                server.send_message(letter)
    finally:
        line.close()


class _Connected(smtplib.SMTP):
    """SMTP on a connection that is there already."""

    def __init__(self, line: socket.socket, host: str, own_name: str) -> None:
        self._line = line
        super().__init__(host, local_hostname=own_name)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return self._line


def try_email(config: Config, to: str) -> str:
    """Send an email at once: what went wrong, or nothing."""
    words = notification_text.worded("test", "", {}, config.house.name, config.house.address)
    letter = EmailMessage(WHOLE_LINES)
    letter["From"], letter["To"], letter["Subject"] = sender_of(config), to, _one_line(words.title)
    letter["Date"], letter["Auto-Submitted"] = formatdate(usegmt=True), "auto-generated"
    letter.set_content(f"{words.text}\n\n{words.link}\n")
    try:
        hand_over(config.mail, letter)
    except (OSError, smtplib.SMTPException) as failed:
        return f"{config.mail.host} did not accept the email: {str(failed).strip() or type(failed).__name__}."
    return ""


def sender_of(config: Config) -> str:
    """The sender of every email: the club by name, unless the owner has put another name before the address."""
    sender = config.mail.sender
    return formataddr((_one_line(config.house.name), sender)) if "<" not in sender and sender else sender


def contact_of(config: Config) -> str:
    """Whom a push service can turn to: it takes a mail address, or a page over https."""
    for given in (config.notices.contact, config.house.address):
        if "@" in given and ":" not in given:
            return f"mailto:{given}"
        if given.startswith(("mailto:", "https:")):
            return given
    return "mailto:nobody@localhost"


def _judged(reply: outgoing_http.Reply) -> tuple[str, float]:
    if 200 <= reply.status < 300:
        return "sent", 0.0
    if reply.status in (408, 425, 429) or reply.status >= 500:
        return f"refused for now ({reply.status})", reply.after or -1.0
    raise GaveUp(f"refused ({reply.status})")


def _new_push_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    return _text(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


def _private(key: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    raw = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(failed: Exception) -> str:
    """The error without what may be secret."""
    return getattr(failed, "strerror", None) or type(failed).__name__

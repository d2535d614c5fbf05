"""Configuration file of `grognard serve --config FILE`; docs/hosts/configuration.md is made from it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from grognard.kernel.flow import Refused

_PART = re.compile(r" - at `\$\.?(.*?)`$")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the file."""


class ServerSettings(Part, frozen=True):
    """`[server]`: options of `grognard serve`; those on the command line win."""

    host: str = ""
    """address to listen on; empty: 127.0.0.1"""
    port: int = 0
    """port; 0: 8000, or the next free one"""
    names: list[str] = []
    """host names under which the server is reached"""
    https: bool = False
    """the server is reached over https, through a proxy"""
    proxies: int = 0
    """number of your own proxies that a request passes, each of which adds to `X-Forwarded-For`; 0: one with https"""
    db: str = ""
    """SQLite file or `postgresql://` address; empty: `GROGNARD_DB`, or a file in your data folder"""
    workers: int = 0
    """server processes, on one database; 0: one"""
    drain: int = 0
    """seconds for which a worker says `not ready` before it ends"""
    log: Literal["", "plain", "json"] = ""
    """`"json"`: every request as a JSON object on one line; empty: plain"""


class ClubSettings(Part, frozen=True):
    """`[club]`: registration and rules between members. A file with this table starts a club, also without `--club`."""

    name: str = "Grognard Club"
    """name on the page and in emails"""
    address: str = ""
    """where the club is reached, such as `https://play.example.org`: for links in emails and notifications"""
    registration: Literal["open", "invitation", "closed"] = "open"
    """who may sign up"""
    guests_watch: bool = True
    """guests may watch, where the players allow it"""
    guests_play: bool = False
    """guests may open unrated games in the lobby. Where this is `false` and registration is not `"open"`, guests \
begin no match at all, not even against a bot; lessons and puzzles stay open to everybody"""
    forfeits: Literal["claimed", "automatic"] = "claimed"
    """a player who runs out of time loses when the opponent claims it, or at once; before that player's first \
decision the match is void instead"""
    session_days: int = 60
    """days without a visit after which a member must sign in again"""


class MailSettings(Part, frozen=True):
    """`[mail]`: email. Without `host` nobody can verify an address, reset a password or be notified by email."""

    host: str = ""
    """SMTP server"""
    port: int = 0
    """port; 0: 587 for `"starttls"`, 465 for `"tls"`, 25 for `"none"`"""
    security: Literal["starttls", "tls", "none"] = "starttls"
    """encryption"""
    user: str = ""
    """name to sign in with; empty: no sign-in"""
    password: str = ""
    """password to sign in with"""
    password_file: str = ""
    """file that holds the password, instead of `password`"""
    sender: str = ""
    """address that emails come from"""
    digest_hour: int = 7
    """hour (UTC) at which daily emails are sent"""


class NotificationSettings(Part, frozen=True):
    """`[notices]`: notifications."""

    wait: float = 3.5
    """seconds for which a notification waits to see whether its match is being looked at"""
    private_addresses: bool = False
    """members may have notifications sent to hosts of your own network"""
    contact: str = ""
    """email address or page for those who run push services; empty: the club's address"""


class Config(Part, frozen=True):
    """The whole file."""

    server: ServerSettings = ServerSettings()
    club: ClubSettings | None = None
    mail: MailSettings = MailSettings()
    notices: NotificationSettings = NotificationSettings()

    @property
    def house(self) -> ClubSettings:
        """The club's own table."""
        return self.club or ClubSettings()


def read(path: Path) -> Config:
    """The file; what is wrong with it is said in a sentence."""
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not TOML: {error}.") from None
    try:
        config = msgspec.convert(values, Config)
    except msgspec.ValidationError as error:
        raise Refused(f"{path}: {_sentence(str(error))}") from None
    problem = wrong_with(config)
    if problem:
        raise Refused(f"{path}: {problem}")
    return config


def _sentence(error: str) -> str:
    """msgspec's error as a sentence for people."""
    found = _PART.search(error)
    where = found[1] if found else ""
    what = _PART.sub("", error)
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", what)
    if unknown:
        name = f"{where}.{unknown[1]}" if where else unknown[1]
        return f"there is no key `{name}`; docs/hosts/configuration.md lists all."
    what = what.replace("`str`", "text").replace("`int`", "a whole number").replace("`float`", "a number")
    what = what.replace("`bool`", "true or false").replace("`array`", "a list").replace("`object`", "a table")
    return f"`{where}`: {what[:1].lower()}{what[1:]}." if where else f"{what}."


def wrong_with(config: Config) -> str:
    """The first value that makes no sense, as a sentence."""
    house, mail, notices, server = config.house, config.mail, config.notices, config.server
    bounds: tuple[tuple[str, float, float, float], ...] = (
        ("server.port", server.port, 0, 65535),
        ("server.workers", server.workers, 0, 64),
        ("server.drain", server.drain, 0, 600),
        ("club.session_days", house.session_days, 1, 3650),
        ("mail.port", mail.port, 0, 65535),
        ("mail.digest_hour", mail.digest_hour, 0, 23),
        ("notices.wait", notices.wait, 0, 3600),
    )
    for name, value, low, high in bounds:
        if not low <= value <= high:
            return f"`{name}` is {value:g}; it may be from {low:g} to {high:g}."
    if not 1 <= len(house.name.strip()) <= 60 or not house.name.isprintable():
        return "`club.name` has 1 to 60 characters, on one line."
    if house.address and not _is_address(house.address):
        return "`club.address` is an address such as https://play.example.org, without a path."
    if mail.host and not re.fullmatch(r"(.+ <)?[^@<>\s]+@[^@<>\s]+>?", mail.sender):
        return "`mail.sender` is the mail address that emails come from, as in club@example.org."
    if mail.host and not house.address:
        return "`club.address` is needed for the links in emails."
    if mail.password and mail.password_file:
        return "`mail.password` and `mail.password_file` are two ways to say one thing; keep one."
    return ""


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/") and not parts.query

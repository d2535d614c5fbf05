"""Configuration file of `grognard serve --config FILE`; docs/hosts/club.md describes every key."""

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
    """`[server]`: what `grognard serve` can be told on the command line, which wins."""

    host: str = ""
    port: int = 0
    names: list[str] = []
    https: bool = False
    proxies: int = 0
    """Of our own, that a request passes; 1 where it is https and none are named."""
    db: str = ""
    workers: int = 0
    drain: int = 0
    log: Literal["", "plain", "json"] = ""


class ClubSettings(Part, frozen=True):
    """`[club]`: who may come in, and what holds between members."""

    name: str = "Grognard Club"
    address: str = ""
    """Under which it is reached, for links in notices."""
    registration: Literal["open", "invitation", "closed"] = "open"
    guests_watch: bool = True
    guests_play: bool = False
    forfeits: Literal["claimed", "automatic"] = "claimed"
    session_days: int = 60


class MailSettings(Part, frozen=True):
    """`[mail]`: the SMTP server that letters go through."""

    host: str = ""
    port: int = 0
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    password_file: str = ""
    sender: str = ""
    digest_hour: int = 7
    """UTC."""


class NotificationSettings(Part, frozen=True):
    """`[notices]`: how long a notice waits to see whether it is needed, and where it may be sent."""

    wait: float = 3.5
    private_addresses: bool = False
    contact: str = ""
    """For those who run push services: a mail address or a page."""


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
        return f"there is no key `{name}`; docs/hosts/club.md lists all."
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
        return "`mail.sender` is the mail address that letters come from, as in club@example.org."
    if mail.host and not house.address:
        return "`club.address` is needed for the links in letters."
    if mail.password and mail.password_file:
        return "`mail.password` and `mail.password_file` are two ways to say one thing; keep one."
    return ""


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/") and not parts.query

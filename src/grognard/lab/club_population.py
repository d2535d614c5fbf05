"""A made-up club for benchmarks: members with notification settings, and matches under way.

Made by the program's own functions, straight into the store. One password is hashed for all of them: that takes long
on purpose, and nobody enters by it here.
"""

from __future__ import annotations

import base64
import json
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard import extras
from grognard.club import clock as clocks
from grognard.club import passwords
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.lab.benchmarks import open_match
from grognard.match import Match
from grognard.store import open_store
from grognard.store.match_rows import made_of, standing_of, stored_of

PACE = clocks.Days(days=3, reserve=10, vacation=14)
DIFFERENT = 12
"""Positions of each game from which matches go on; each match has an id, players and decisions of its own."""
FILE, PEOPLE = "club.sqlite", "people.json"


class Person(msgspec.Struct, frozen=True, array_like=True):
    """A member, with the cookie of their session."""

    id: str
    name: str
    key: str
    session: str


class MadeUpMembers(msgspec.Struct, frozen=True):
    """The members of the club, and their matches."""

    matches: int
    games: list[str]
    push: str
    """Where push messages and letters go, as it is written down for the members."""
    people: list[Person]


class Place(NamedTuple):
    """The address where notifications arrive."""

    push: int
    mail: int

    @property
    def address(self) -> str:
        """Of the push service."""
        return f"http://127.0.0.1:{self.push}"


def settled(folder: Path, games: Sequence[Game], members: int, matches: int, place: Place) -> MadeUpMembers:
    """The club in a folder: the one that is there, where it is of this size, or a new one."""
    known = folder / PEOPLE
    wanted = [game.id for game in games]
    if known.is_file():
        folk = msgspec.json.decode(known.read_bytes(), type=MadeUpMembers)
        if (len(folk.people), folk.matches, folk.games) == (members, matches, wanted):
            return _moved(folder, folk, place)
    for old in folder.glob(f"{FILE}*"):
        old.unlink()
    open_store(folder / FILE).close()
    people = _join(folder / FILE, members, place)
    _begin(folder / FILE, games, matches, people)
    folk = MadeUpMembers(matches, wanted, place.address, people)
    known.write_bytes(msgspec.json.encode(folk))
    return folk


def _moved(folder: Path, folk: MadeUpMembers, place: Place) -> MadeUpMembers:
    """The same club, whose push service has moved to another port."""
    from sqlalchemy import func, update

    from grognard.store.engine import Tables
    from grognard.store.schema import deliveries, notices, pushes

    tables = Tables(folder / FILE)
    with tables.write() as db:
        db.execute(update(pushes).values(endpoint=func.replace(pushes.c.endpoint, folk.push, place.address)))
        # What waited when the last run ended is of no use in this one.
        for table in (notices, deliveries):
            db.execute(update(table).values(due=0))
    tables.close()
    folk = msgspec.structs.replace(folk, push=place.address)
    (folder / PEOPLE).write_bytes(msgspec.json.encode(folk))
    return folk


def _join(db: Path, count: int, place: Place) -> list[Person]:
    """Members: one half is told by Web Push, the other by mail."""
    try:
        from grognard.store.members import Members
        from grognard.store.outbox import Outbox

        secret = passwords.hashed(f"a club of {count}")
    except ImportError:
        raise Refused(f"`bench --club` needs the parts of a club: {extras.install('club')}.") from None
    people, outbox = Members(db), Outbox(db)
    keys = _browser_keys()
    found = []
    for number in range(count):
        member = people.add(f"Member {number + 1}", secret)
        if number % 2:
            people.change(member.id, email=f"{member.id}@club.invalid", verified=1, mail="each")
        else:
            outbox.add_push(member.id, f"{place.address}/push/{member.id}", *keys, "a browser", 8)
        found.append(Person(member.id, member.name, member.key, people.begin_session(member.id, "a browser")))
    people.close()
    outbox.close()
    return found


def _browser_keys() -> tuple[str, str]:
    """The keys of a browser to which push messages are sealed; all members have the same one here."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint), os.urandom(16)
    return base64.urlsafe_b64encode(raw[0]).decode().rstrip("="), base64.urlsafe_b64encode(raw[1]).decode().rstrip("=")


def _begin(db: Path, games: Sequence[Game], count: int, people: Sequence[Person]) -> None:
    """Matches of the club somewhere in the middle, each between two members by lot."""
    from grognard.store.engine import Tables
    from grognard.store.lobby import Lobby

    rng = random.Random(1)
    begun = [open_match(game, number) for number in range(min(DIFFERENT, count)) for game in games]
    store = open_store(db)
    rows, kept = [], []
    for number in range(count):
        ident, match = f"{number:06x}b7", begun[number % len(begun)]
        players = dict(zip((side.id for side in match.game.sides), rng.sample(people, 2), strict=True))
        tokens = {side: made_of(who.key, ident, side) for side, who in players.items()}
        kept.append(store.create(ident, stored_of(ident, match, tokens), standing_of(match)))
        rows.append(_row(ident, match, {side: who.id for side, who in players.items()}))
    for done in kept:
        done.result()
    store.close()
    tables = Tables(db)
    lobby = Lobby(tables)
    for row in rows:
        lobby.add(row)
    tables.close()


def _row(ident: str, match: Match, seats: dict[str, str]) -> Any:
    from grognard.store.lobby import ClubMatch

    asked, now = match.asked, time.time()
    assert asked is not None
    clock = clocks.start(PACE, len(seats))
    assert clock is not None
    clock = clocks.hand_over(PACE, clock, asked.side, now, ())
    return ClubMatch(
        match=ident, game=match.game.id, scenario=match.header.scenario, options=match.header.options, rated=True,
        pace=PACE, clock=clock, asks=match.game.sides[asked.side].id, since=now, made=now,
        due=clocks.warns_at(PACE, clock, ()) or 0.0, seats=seats,
    )  # fmt: skip


def config_of(place: Place) -> str:
    """The club's configuration file: as it comes, but for where notices go."""
    mail = {"host": "127.0.0.1", "port": place.mail, "security": "none", "sender": "club@club.invalid"}
    lines = ["[club]", 'address = "http://127.0.0.1"', "[mail]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in mail.items()]
    return "\n".join([*lines, "[notices]", "private_addresses = true", ""])

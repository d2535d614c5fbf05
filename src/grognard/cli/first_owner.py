"""The first owner of a club from environment variables, where nobody can type: in a container."""

from __future__ import annotations

import os
from pathlib import Path

from grognard.kernel.flow import Refused

NAME, PASSWORD, PASSWORD_FILE = "GROGNARD_OWNER", "GROGNARD_OWNER_PASSWORD", "GROGNARD_OWNER_PASSWORD_FILE"


def add_first_owner(db: str | Path | None) -> str:
    """Add the owner that the environment names, unless the club has an owner; their name, or nothing.

    The password comes from `GROGNARD_OWNER_PASSWORD`, or from the file that `GROGNARD_OWNER_PASSWORD_FILE` names.
    """
    wanted = os.environ.get(NAME, "")
    if not wanted:
        return ""
    from grognard.club import member_names, passwords
    from grognard.club.member import OWNER
    from grognard.store import default_path, open_store
    from grognard.store.members import Members, TakenError
    from grognard.store.moderation import noted

    place = db or default_path()
    open_store(place).close()  # the tables as they should be
    people = Members(place)
    try:
        if any(OWNER in each.roles for each in people.keepers(OWNER)):
            return ""
        name = member_names.accepted(wanted)
        try:
            secret = passwords.hashed(passwords.accepted(_password()))
            people.add(name, secret, roles=OWNER, follows=lambda made: [noted("", "member added", made.id, OWNER)])
        except TakenError:
            raise Refused(f"{NAME} names a member who is there: use `grognard club role {name} owner`.") from None
        return name
    finally:
        people.close()


def _password() -> str:
    given, file = os.environ.get(PASSWORD, ""), os.environ.get(PASSWORD_FILE, "")
    if bool(given) == bool(file):
        raise Refused(f"{NAME} needs a password: set either {PASSWORD} or {PASSWORD_FILE}.")
    if given:
        return given
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{PASSWORD_FILE}: {file} cannot be read: {getattr(error, 'strerror', None) or error}.") from None

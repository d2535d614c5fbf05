"""The first owner of a club by environment variables: made once, and only where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from club_server import PASSWORD
from grognard.cli.first_owner import add_first_owner
from grognard.club import passwords
from grognard.kernel.flow import Refused
from grognard.store.members import Members


def test_the_first_owner_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db, secret = tmp_path / "club.sqlite", tmp_path / "secret"
    secret.write_text(f"{PASSWORD}\n", encoding="utf-8")
    assert add_first_owner(db) == ""
    monkeypatch.setenv("GROGNARD_OWNER", "Ann First")
    with pytest.raises(Refused, match="needs a password"):
        add_first_owner(db)
    monkeypatch.setenv("GROGNARD_OWNER_PASSWORD_FILE", str(tmp_path / "nothing"))
    with pytest.raises(Refused, match="cannot be read"):
        add_first_owner(db)
    monkeypatch.setenv("GROGNARD_OWNER_PASSWORD_FILE", str(secret))
    assert add_first_owner(db) == "Ann First"
    assert add_first_owner(db) == ""
    monkeypatch.setenv("GROGNARD_OWNER", "Ben Second")
    assert add_first_owner(db) == ""
    people = Members(db)
    ann, kept = people.secret_of("Ann First")
    people.close()
    assert ann is not None
    assert ann.roles == ("owner",)
    assert passwords.fits(PASSWORD, kept)


def test_a_weak_password_makes_no_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_OWNER", "Ann Weak")
    monkeypatch.setenv("GROGNARD_OWNER_PASSWORD", "123")
    with pytest.raises(Refused):
        add_first_owner(tmp_path / "club.sqlite")
    people = Members(tmp_path / "club.sqlite")
    assert people.search() == []
    people.close()

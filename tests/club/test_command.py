"""The command `club`: its store is the one that the server would use, and figures count what is really open."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from club_server import PASSWORD, ClubServer, written
from grognard.store import open_store, without_password
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from two_members import Pair, begin, eventually, get, post, sat_down, warned, wind


def command(folder: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """`grognard club` as in the shell of somebody with a data folder of their own."""
    surroundings = os.environ | {"XDG_DATA_HOME": str(folder / "data"), "HOME": str(folder)}
    surroundings.pop("GROGNARD_DB", None)
    line = [sys.executable, "-m", "grognard.cli", "club", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, input=said, env=surroundings)


def test_each_command_works_on_the_store_of_the_configuration_and_says_which(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    config = str(written(tmp_path, server={"db": str(kept)}))
    absent = command(tmp_path, "matches", "--config", config)
    assert (absent.returncode, absent.stdout, absent.stderr) == (2, "", f"There is no file {kept}.\n")
    made = command(tmp_path, "add", "Ann", "--role", "owner", "--config", config, said=f"{PASSWORD}\n")
    assert (made.returncode, made.stdout) == (0, "Ann is a member (owner).\n")
    for words, said in (
        (("matches",), "There are no matches yet.\n"),
        (("members",), None),
        (("statistics",), None),
        (("audit",), None),
    ):
        done = command(tmp_path, *words, "--config", config)
        assert (done.returncode, done.stderr) == (0, f"Store: {kept}\n")
        assert said is None or done.stdout == said
    assert not (tmp_path / "data").exists()


def test_a_password_in_the_address_of_a_database_is_not_shown() -> None:
    assert without_password("postgresql://ann:se:cret@host:5432/club") == "postgresql://ann@host:5432/club"
    assert without_password("postgresql://host/club") == "postgresql://host/club"
    assert without_password(Path("a//b:c@d.sqlite")) == "a/b:c@d.sqlite"


def _typed(folder: Path, config: str, *lines: str) -> tuple[int, str]:
    """What somebody at a terminal sees who types these lines."""
    mine, theirs = pty.openpty()
    line = [sys.executable, "-m", "grognard.cli", "club", "add", "Ben", "--config", config]
    process = subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    seen, left = "", list(lines)
    while True:
        try:
            seen += os.read(mine, 4096).decode()
        except OSError:
            break
        if left and seen.count(": ") - seen.count("Store: ") > len(lines) - len(left):
            os.write(mine, f"{left.pop(0)}\n".encode())
    os.close(mine)
    return process.wait(), seen


def test_a_password_is_asked_for_twice(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    open_store(kept).close()
    config = str(written(tmp_path, server={"db": str(kept)}))
    status, seen = _typed(tmp_path, config, PASSWORD, PASSWORD + "!")
    assert status == 2
    assert "These are two different passwords; nothing has changed." in seen
    people = Members(kept)
    assert people.named("Ben") is None
    status, seen = _typed(tmp_path, config, PASSWORD, PASSWORD)
    assert status == 0, seen
    assert people.named("Ben") is not None
    people.close()


@pytest.mark.parametrize("how", ["claim", "left"])
def test_a_match_that_ended_beside_its_rules_is_over_in_lists_and_figures(tmp_path: Path, how: str) -> None:
    club = ClubServer(tmp_path)
    try:
        pair = Pair(club, club)
        people = Members(club.db)
        lobby = Lobby(people)
        if how == "claim":
            match, _, other, _, _ = sat_down(pair)
            wind(lobby, match, 61.0)
            eventually(lambda: warned(lobby, match))
            wind(lobby, match, 0.0, warned=11.0)
            eventually(lambda: get(other, f"matches/{match}/club")["clock"]["claim"])
            post(other, f"matches/{match}/claim")
        else:
            match = begin(pair)
            post(pair.ben, "club/me/delete", password=PASSWORD)
            eventually(lambda: (row := lobby.match(match)) is not None and row.status == "over")
        assert f"{match}  iwojima, turn 1, over," in command(tmp_path, "matches", "--db", club.db).stdout
        figures = command(tmp_path, "statistics", "--db", club.db).stdout
        assert "matches open: 0\nmatches over: 1\n" in figures
        store = open_store(club.db)
        with people.write() as db:
            db.exec_driver_sql("INSERT INTO makers VALUES (?, 'somebody')", (match,))
        people.close()
        assert store.made_by("somebody", 0).result() == 0
        store.close()
    finally:
        club.stop()

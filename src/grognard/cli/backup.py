"""Commands `backup`, `restore` and `doctor`, for the store of matches."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from grognard import python_holes
from grognard.cli.argument_types import Commands, add_db, command
from grognard.kernel.flow import Refused

if TYPE_CHECKING:
    from grognard.store.row_check import Damage


def add(commands: Commands) -> None:
    """The commands of this module."""
    backup = command(
        commands, "backup", _backup, "copy all matches into a new file, even while the server runs",
        "backup matches-2026-11-16.sqlite", "backup copy.sqlite --db postgresql:///grognard --verify",
    )  # fmt: skip
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy to write; it must not exist yet")
    add_db(backup)
    backup.add_argument(
        "--verify", action="store_true", help="restore the copy into a temporary store and check everything there"
    )

    restore = command(
        commands, "restore", _restore, "restore matches from a copy, even while the server runs",
        "restore matches-2026-11-16.sqlite", "restore copy.sqlite --db postgresql:///grognard --replace",
    )  # fmt: skip
    restore.add_argument("file", type=Path, metavar="FILE", help="a file that `backup` wrote, or any file of matches")
    add_db(restore)
    restore.add_argument(
        "--replace", action="store_true", help="also reset matches that have gone on since (default: leave them)"
    )
    restore.add_argument(
        "--credentials", action="store_true",
        help="also restore sessions, tokens and invitations, including those ended since (default: leave them)",
    )  # fmt: skip

    doctor = command(
        commands, "doctor", _doctor, "check every stored match, and repair what can be repaired",
        "doctor", "doctor --mend", "doctor --db postgresql:///grognard", "doctor --config club.toml",
    )  # fmt: skip
    add_db(doctor)
    doctor.add_argument(
        "--config", type=Path, metavar="FILE",
        help="also check what the club of this configuration needs: email, TLS, clock, disk, database",
    )  # fmt: skip
    doctor.add_argument("--mend", action="store_true", help="repair what can be repaired (default: only report)")


def _kept(chosen: argparse.Namespace) -> Path | str:
    """The store that is meant, if it is there."""
    from grognard.store import default_path

    db: Path | str = chosen.db or default_path()
    if isinstance(db, Path) and not db.exists():
        raise Refused(f"There is no file {db}.")
    return db


def _backup(chosen: argparse.Namespace) -> int:
    from grognard.store.backup import backup

    count = backup(_kept(chosen), chosen.file)
    print(f"{_matches(count)} copied to {chosen.file}.")
    if not chosen.verify:
        return 0
    from grognard.store.backup_check import verify

    problems = verify(chosen.file, count)
    for problem in problems:
        print(problem)
    if not problems:
        print("The copy was restored into a temporary store, where every match and row is sound.")
    return 1 if problems else 0


def _restore(chosen: argparse.Namespace) -> int:
    from grognard.store import default_path
    from grognard.store.backup import restore

    done = restore(chosen.file, chosen.db or default_path(), chosen.replace, chosen.credentials)
    print(f"{_matches(done.added)} added, {done.mended} mended, {done.set_back} set back, {done.left} left alone.")
    if done.belongings:
        rows = ", ".join(f"{table.replace('_', ' ')} {count}" for table, count in done.belongings.items())
        print(f"Of the club: {rows}.")
    for ident in done.damaged:
        print(f"Match {ident} is damaged in the copy and was not taken.")
    return 1 if done.damaged else 0


def _doctor(chosen: argparse.Namespace) -> int:
    from grognard.store import open_store
    from grognard.store.doctor import Finding, examine
    from grognard.store.row_check import look_at_rows
    from grognard.store.sqlite_check import look_at_pages

    def say(finding: Finding) -> None:
        print(f"Match {finding.match}: {finding.text.rstrip('.')}{' (mended)' if finding.mended else ''}.", flush=True)

    bad = _surroundings(chosen) if chosen.config else 0
    db = _kept(chosen)
    ill_pages = look_at_pages(db, chosen.mend) if isinstance(db, Path) else []
    for line in ill_pages:
        print(line)
    if warning := python_holes.warning():
        print(warning)
    store = open_store(db)
    try:
        count, ill = examine(store, chosen.mend, say)
    finally:
        store.close()
    ill_rows = look_at_rows(db, chosen.mend)
    for row in ill_rows:
        done = " (removed)" if row.removed else ""
        print(f"Table {row.table}, row {row.key}: {row.text}{done}.")
    if left := [row for row in ill_rows if not row.removed]:
        print(_advice(left))
    if not ill and not ill_pages and not left:
        print(f"{_matches(count)}, all sound.")
        return 1 if bad else 0
    if ill:
        print(f"{ill} of {_matches(count)} ill, the others can be played. `grognard restore` takes them from a copy.")
    return 1


def _surroundings(chosen: argparse.Namespace) -> int:
    """Say what a club's configuration needs, and what to do; how much of it is wrong."""
    from grognard.cli.argument_types import place
    from grognard.club import config
    from grognard.server.club.host_checks import ADVICE, BAD, findings
    from grognard.store import default_path

    given = config.read(chosen.config)
    chosen.db = chosen.db or (place(given.server.db) if given.server.db else None)
    marks, bad = {BAD: "WRONG", ADVICE: "advice"}, 0
    for finding in findings(given, chosen.db or default_path()):
        bad += finding.grade == BAD
        print(f"{marks.get(finding.grade, 'good'):6}  {finding.text}", flush=True)
        if finding.do:
            print(f"        {finding.do}")
    return bad


def _advice(left: list[Damage]) -> str:
    """Say what to do about damaged rows."""
    from grognard.store.row_check import FLEETING

    words = [f"{len(left)} {'row is' if len(left) == 1 else 'rows are'} passed over, and everything else goes on."]
    if any(row.table in FLEETING for row in left):
        words.append("`grognard doctor --mend` removes those that can be done without.")
    if any(row.table == "ratings" for row in left):
        words.append("`grognard club ratings --again` makes all ratings anew.")
    if any(row.table not in (*FLEETING, "ratings") for row in left):
        words.append("`grognard restore FILE --replace` takes the others from a copy.")
    return " ".join(words)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count:,} matches"

"""Verification of a backup: restored into a temporary store, where every match is replayed and every row is read."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.store import open_store
from grognard.store.backup import restore
from grognard.store.doctor import Finding, examine
from grognard.store.row_check import look_at_rows


def verify(copy: Path, count: int) -> list[str]:
    """Faults of a copy that should hold so many matches, each as a sentence."""
    problems: list[str] = []

    def say(finding: Finding) -> None:
        problems.append(f"Match {finding.match} of the copy: {finding.text.rstrip('.')}.")

    with TemporaryDirectory(prefix="grognard-verify-") as folder:
        place = Path(folder) / "restored.sqlite"
        done = restore(copy, place, credentials=True)
        problems += [f"Match {ident} is damaged in the copy." for ident in done.damaged]
        if done.added + len(done.damaged) != count:
            problems.append(f"The copy should hold {count} matches; {done.added} could be restored.")
        store = open_store(place)
        try:
            examine(store, False, say)
        finally:
            store.close()
        problems += [f"Table {row.table} of the copy, row {row.key}: {row.text}." for row in look_at_rows(place)]
    return problems

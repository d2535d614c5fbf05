"""Damage is noticed before anybody is told what is wrong, hides one match and no other, and is mended where it can."""

from __future__ import annotations

import os
import random
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest

from grognard import games
from grognard.kernel.flow import Refused
from grognard.match import Match
from grognard.store import checksums, open_store
from grognard.store.backup import backup
from grognard.store.backup_check import verify
from grognard.store.doctor import examine, look
from grognard.store.interface import Change, DamagedError, Line, Standing, Store, StoreError
from grognard.store.match_rows import match_of, standing_of, stored_of

ROUNDS = 25


def behind_its_back(address: str | Path, statement: str, *values: Any) -> None:
    """Write to a store as no program of ours would."""
    if isinstance(address, Path):
        db = sqlite3.connect(address)
        db.execute(statement, values)
        db.commit()
        db.close()
    else:
        with psycopg.connect(address) as pg:
            pg.execute(statement.replace("?", "%s"), values)


def played(decisions: int, seed: int = 3) -> Match:
    rng = random.Random(seed)
    match = Match.new(games.load("iwojima"), seed=seed)
    for _ in range(decisions):
        assert match.asked is not None
        match.submit(match.asked.side, rng.choice(match.asked.options))
    return match


def keep(store: Store, ident: str, match: Match) -> None:
    store.create(ident, stored_of(ident, match, {"US": "t", "JP": "u"}), standing_of(match)).result()


def find_roll(match: Match) -> int:
    """The number of a decision that threw dice."""
    return next(n for n, each in enumerate(match.played) if each.rolls)


DAMAGE = {
    "words": ("UPDATE decisions SET words='nuke' WHERE match='ill' AND n=?", "is not as it was written", True),
    "dice": ("UPDATE decisions SET rolls='6 6 6' WHERE match='ill' AND n=?", "is not as it was written", True),
    "checksum": ("UPDATE decisions SET sum=77 WHERE match='ill' AND n=?", "is not as it was written", True),
    "lost": ("DELETE FROM decisions WHERE match='ill' AND n=?", "is missing", True),
    "last lost": ("DELETE FROM decisions WHERE match='ill' AND n=39 AND n>?", "the last 1 decisions are missing", True),
    "two lost": ("DELETE FROM decisions WHERE match='ill' AND n IN (?, 38, 39)", "missing", False),
    "standing": ("UPDATE matches SET turn=8 WHERE id='ill' AND length>?", "standing", True),
    "header": ("UPDATE matches SET header='{}' WHERE id='ill' AND length>?", "header", False),
    "tokens": ("UPDATE matches SET tokens='{}' WHERE id='ill' AND length>?", "header", False),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_match_hides_itself_and_no_other_and_is_mended_where_it_can_be(
    store: Store, address: str | Path, what: str
) -> None:
    statement, says, can_be_mended = DAMAGE[what]
    match = played(40)
    for ident in ("well", "ill"):
        keep(store, ident, match)
    before = store.raw("ill").result()
    behind_its_back(address, statement, find_roll(match))
    with pytest.raises(DamagedError, match=says):
        store.read("ill").result()
    assert store.read("well").result() is not None
    listed = {row.id for row in store.recent(9).result()}
    assert listed == ({"well"} if says == "header" else {"well", "ill"})
    findings: list[Any] = []
    assert examine(store, say=findings.append) == (2, 1)
    assert [(each.match, each.mended) for each in findings] == [("ill", False)]
    assert says in findings[0].text
    assert examine(store, mend=True) == (2, 0 if can_be_mended else 1)
    if can_be_mended:
        after = store.raw("ill").result()
        assert before is not None
        assert after is not None
        assert after[1] == before[1]
        assert after[0].revision == before[0].revision + 1
        assert match_of(store.read("ill").result() or pytest.fail("gone")).state.fingerprint() == (
            match.state.fingerprint()
        )


def test_a_row_of_noise_does_not_take_the_list_with_it(store: Store, address: str | Path) -> None:
    for ident in ("well", "ill"):
        keep(store, ident, played(5))
    noise = "[" * 5000
    head = checksums.of_head("ill", noise, "", "")
    behind_its_back(address, "UPDATE matches SET header=?, tokens='', opening='', head=? WHERE id='ill'", noise, head)
    assert [row.id for row in store.recent(9).result()] == ["well"]
    for tokens in ("", "[", "[]", '{"US": 3}', '{"US": "changed"}'):
        behind_its_back(address, "UPDATE matches SET tokens=? WHERE id='ill'", tokens)
        held = store.recent(9, lambda match, tokens: all(token.encode() for token in tokens.values())).result()
        assert [row.id for row in held] == ["well"]


def test_dice_that_the_secret_does_not_give_are_found_though_every_checksum_fits(store: Store) -> None:
    match = played(40)
    stored = stored_of("m", match, {})
    at = find_roll(match)
    faces = stored.lines[at].rolls
    stored.lines[at] = stored.lines[at]._replace(rolls=faces.translate(str.maketrans("123456", "234561")))
    store.create("m", stored, standing_of(match)).result()
    read = store.read("m").result()
    assert read is not None
    with pytest.raises(DamagedError, match="differs at decision"):
        match_of(read)
    finding = look(store, "m", mend=True)
    assert finding is not None
    assert not finding.mended


# --- the file itself


def deciding(store: Store, n: int) -> None:
    line = Line(0, f"d{n}", "")
    before = store.read("m").result()
    assert before is not None
    last = before.sums[-1] if before.sums else 0
    change = Change("m", n, n, [line], Standing(1, "open", "US"), False, last, checksums.chain("m", n, last, [line]))
    store.change(change).result()


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.replace(other, path)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def delete_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def cut_log(path: Path) -> None:
    os.truncate(f"{path}-wal", 0)


@pytest.mark.parametrize("harm", [delete, replace, cut, delete_log, cut_log])
def test_a_file_that_is_harmed_while_it_is_served_is_noticed_before_the_next_answer(tmp_path: Path, harm: Any) -> None:
    path = tmp_path / "m.sqlite"
    store = open_store(path)
    try:
        keep(store, "m", played(0))
        for n in range(3):
            deciding(store, n)
        store.check()
        harm(path)
        with pytest.raises(StoreError, match="Put it back and start again"):
            store.check()
        for call in (store.recent(1), store.read("m"), store.ids("", 1)):
            with pytest.raises(StoreError):
                call.result()
    finally:
        store.close()


def test_an_empty_file_is_not_silently_an_empty_store(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    path.touch()
    with pytest.raises(Refused, match="is empty"):
        open_store(path)
    assert path.stat().st_size == 0


def test_a_file_that_was_cut_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    store = open_store(path)
    for n in range(ROUNDS):
        keep(store, f"m{n}", played(20))
    store.close()
    os.truncate(path, path.stat().st_size - 3 * 4096)
    with pytest.raises(Refused, match="damaged"):
        open_store(path)


def test_a_database_that_goes_away_is_an_error_of_the_store_and_comes_back(tmp_path: Path) -> None:
    from databases import fresh_database

    url = fresh_database()
    store = open_store(url)
    try:
        keep(store, "m", played(2))
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname=current_database() "
                "AND pid<>pg_backend_pid()"
            )
        with pytest.raises(StoreError):
            store.read("m").result()
        assert store.read("m").result() is not None
    finally:
        store.close()


def test_a_copy_is_verified_by_restoring_it(store: Store, address: str | Path, tmp_path: Path) -> None:
    keep(store, "well", played(40))
    copy = tmp_path / "copy.sqlite"
    count = backup(address, copy)
    assert verify(copy, count) == []
    assert verify(copy, count + 1) == ["The copy should hold 2 matches; 1 could be restored."]
    behind_its_back(copy, "UPDATE decisions SET words='nuke' WHERE match='well' AND n=?", 5)
    assert verify(copy, count) != []

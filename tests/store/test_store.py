"""What every store does, over a real SQLite file and a real PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from databases import fresh_database
from grognard.kernel.flow import Refused
from grognard.store import open_store
from grognard.store.checksums import chain
from grognard.store.interface import (
    Change,
    Entry,
    Held,
    Line,
    News,
    OvertakenError,
    Standing,
    Store,
    Stored,
    StoreError,
    TooManyError,
)

STANDING = Standing(1, "open", "US")
LINE = Line(0, "confirm", "[12,3]")


def create(store: Store, name: str, lines: tuple[Line, ...] = (), **more: Any) -> None:
    header = {"game": "iwojima", "seats": {"US": "human"}, **more}
    store.create(name, Stored(header, {"US": "token"}, "[1]", list(lines), 0), STANDING).result()


def change(store: Store, match: str, lines: list[Line], revision: int | None = None, keep: int | None = None) -> Change:
    """What adds lines to a match as it stands, after its first `keep` decisions."""
    stored = store.read(match).result()
    assert stored is not None
    kept = len(stored.lines) if keep is None else keep
    before = stored.sums[kept - 1] if kept else 0
    number = stored.revision if revision is None else revision
    sums = chain(match, kept, before, lines)
    return Change(match, number, kept, lines, Standing(2, "open", "JP"), keep is not None, before, sums)


def test_a_match_is_read_as_it_was_written(store: Store) -> None:
    lines = (LINE, Line(1, "auto-set-up", "[]"), Line(0, 'write “übung” \\ "x"', "[[1,2],[3]]"))
    create(store, "m", lines, note="Übung")
    read = store.read("m").result()
    assert read is not None
    assert (read.header["note"], read.tokens, read.opening) == ("Übung", {"US": "token"}, "[1]")
    assert (tuple(read.lines), read.revision) == (lines, 0)
    assert store.read("n").result() is None
    assert store.revision("n").result() is None


def test_a_change_adds_decisions_and_moves_the_revision(store: Store) -> None:
    create(store, "m", (LINE,))
    store.change(change(store, "m", [LINE, LINE])).result()
    read = store.read("m").result()
    assert read is not None
    assert (read.lines, read.revision) == ([LINE] * 3, 1)
    assert store.revision("m").result() == 1
    [row] = store.recent(5).result()
    assert row.standing == Standing(2, "open", "JP")


def test_decisions_that_are_taken_back_are_gone(store: Store) -> None:
    create(store, "m", (LINE,) * 4)
    other = Line(1, "pass", "[]")
    store.change(change(store, "m", [other], keep=2)).result()
    read = store.read("m").result()
    assert read is not None
    assert read.lines == [LINE, LINE, other]


def test_a_match_can_be_read_from_a_decision_on(store: Store) -> None:
    create(store, "m", tuple(Line(0, f"d{n}", "[]") for n in range(5)))
    whole = store.read("m").result()
    part = store.read("m", since=3).result()
    assert whole is not None
    assert part is not None
    assert [line.words for line in part.lines] == ["d3", "d4"]
    assert part.before == whole.sums[2]
    store.change(change(store, "m", [], keep=1)).result()
    gone = store.read("m", since=3).result()
    assert gone is not None
    assert (gone.lines, gone.before) == ([], None)


def test_a_change_that_was_overtaken_does_not_hold_up_the_others_of_its_group(store: Store) -> None:
    names = [f"m{n}" for n in range(20)]
    for name in names:
        create(store, name)
    changes = [change(store, name, [LINE], revision=n % 5 // 4) for n, name in enumerate(names)]
    futures = [store.change(each) for each in changes]
    for each, future in zip(changes, futures, strict=True):
        if each.revision:
            with pytest.raises(OvertakenError):
                future.result()
        else:
            future.result()
        stored = store.read(each.match).result()
        assert stored is not None
        assert (stored.lines, stored.revision) == (([], 0) if each.revision else ([LINE], 1))


def test_of_two_writers_one_is_overtaken(opened: Callable[[], Store]) -> None:
    stores = [opened(), opened()]
    create(stores[0], "m")
    for round_ in range(10):
        wanted = [change(store, "m", [Line(n, f"r{round_}", "[]")]) for n, store in enumerate(stores)]
        outcome = [future.exception() for future in [s.change(c) for s, c in zip(stores, wanted, strict=True)]]
        assert sorted(type(each).__name__ for each in outcome) == ["NoneType", "OvertakenError"]
        read = stores[1].read("m").result()
        assert read is not None
        assert (len(read.lines), read.revision) == (round_ + 1, round_ + 1)


def test_two_writers_of_many_matches_never_wait_in_a_circle(opened: Callable[[], Store]) -> None:
    stores = [opened(), opened()]
    names = [f"m{n}" for n in range(30)]
    for name in names:
        create(stores[0], name)

    def write(store: Store, order: list[str], done: list[int]) -> None:
        for _ in range(5):
            pending = [store.change(change(store, name, [LINE])) for name in order]
            done.append(sum(future.exception() is None for future in pending))

    done: list[int] = []
    threads = [
        threading.Thread(target=write, args=(store, order, done))
        for store, order in zip(stores, (names, names[::-1]), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(done) == 10
    assert sum(len(read.lines) for name in names if (read := stores[0].read(name).result())) == sum(done)


def test_header_and_tokens_can_be_amended(store: Store) -> None:
    create(store, "m", (LINE,))
    store.amend("m", 0, {"game": "iwojima", "seats": {"US": "staff"}}, {"US": "other"}).result()
    read = store.read("m").result()
    assert read is not None
    assert (read.header["seats"], read.tokens, read.revision) == ({"US": "staff"}, {"US": "other"}, 1)
    with pytest.raises(OvertakenError):
        store.amend("m", 0, {}, {}).result()
    store.change(change(store, "m", [LINE])).result()


def test_the_list_has_the_latest_first_and_no_lessons(store: Store) -> None:
    for name in ("a", "learn-b", "c", "d"):
        create(store, name)
    store.change(change(store, "a", [LINE])).result()
    assert [row.id for row in store.recent(2).result()] == ["a", "d"]
    assert [row.id for row in store.recent(9).result()] == ["a", "d", "c"]
    assert store.ids("a", 2).result() == ["c", "d"]


def test_the_list_of_one_player_is_found_by_tokens_alone(store: Store) -> None:
    for name in ("a", "b", "c"):
        create(store, name)
    held = {"a", "c", "elsewhere"}
    assert [row.id for row in store.recent(9, lambda match, tokens: match in held).result()] == ["c", "a"]
    assert [row.id for row in store.recent(1, lambda match, tokens: match == "a").result()] == []
    assert [row.tokens for row in store.recent(9, lambda match, tokens: tokens == {"US": "no"}).result()] == []


def test_headers_that_strangers_made_long_cost_nobody_else_anything(store: Store) -> None:
    for number in range(60):
        create(store, f"m{number}", between={"lines": ["\U0001f600" * 20_000]})

    def taken(held: Held | None) -> float:
        before = time.process_time()
        store.recent(60, held).result()
        return time.process_time() - before

    alone = min(taken(lambda match, tokens: match == "m7") for _ in range(3))
    everything = min(taken(None) for _ in range(3))
    assert alone < everything / 4


def test_a_match_is_put_in_place_of_another(store: Store) -> None:
    create(store, "m", (LINE, LINE))
    raw = store.raw("m").result()
    assert raw is not None
    head, entries = raw
    store.change(change(store, "m", [LINE])).result()
    store.put(head, entries).result()
    assert store.raw("m").result() == raw
    assert isinstance(entries[0], Entry)


@pytest.fixture
def several() -> Iterator[list[Store]]:
    """Two processes' stores on one database: a file has only one that serves it."""
    url = fresh_database()
    stores = [open_store(url), open_store(url)]
    yield stores
    for store in stores:
        store.close()


def test_changes_are_heard_by_every_process(several: list[Store]) -> None:
    mine, other = several
    create(mine, "m")
    heard: list[News | None] = []
    ready, done = threading.Event(), threading.Event()

    def tell(news: News | None) -> None:
        heard.append(news)
        (ready if news is None else done).set()

    other.hear(tell)
    assert ready.wait(120)
    mine.change(change(mine, "m", [LINE])).result()
    assert done.wait(120)
    assert heard[-1] is not None
    assert heard[-1][1:] == ("m", 1)


def test_programs_play_in_one_process_at_a_time(several: list[Store]) -> None:
    mine, other = several
    assert mine.claim("m").result()
    assert mine.claim("m").result()
    assert not other.claim("m").result()
    assert other.claim("n").result()
    mine.release("m").result()
    assert other.claim("m").result()
    other.close()
    assert mine.claim("m").result()


def test_who_comes_after_the_store_was_closed_is_told_so(address: str | Path) -> None:
    store = open_store(address)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.read("x").result(timeout=5)


def test_a_store_of_a_newer_program_is_left_alone(address: str | Path) -> None:
    open_store(address).close()
    if isinstance(address, Path):
        import sqlite3

        db = sqlite3.connect(address)
        db.execute("PRAGMA user_version=99")
        db.close()
    else:
        import psycopg

        with psycopg.connect(address) as pg:
            pg.execute("UPDATE alembic_version SET version_num='0099'")
    with pytest.raises(Refused, match="newer Grognard"):
        open_store(address)


# --- commitments and makers


def test_a_secret_that_was_committed_to_is_found_once_by_whoever_asks(opened: Callable[[], Store]) -> None:
    one, other = opened(), opened()
    one.commit("aa" * 32, b"s" * 32, 0).result()
    one.commit("bb" * 32, b"t" * 32, 0).result()
    assert other.redeem("aa" * 32, 0).result() == b"s" * 32
    assert one.redeem("aa" * 32, 0).result() is None
    assert other.redeem("aa" * 32, 0).result() is None
    assert other.redeem("cc" * 32, 0).result() is None
    assert one.redeem("bb" * 32, time.time() + 10).result() is None, "its time is over"
    one.commit("dd" * 32, b"u" * 32, 0).result()
    one.commit("ee" * 32, b"v" * 32, time.time() + 10).result()
    assert one.redeem("dd" * 32, 0).result() is None, "thrown away with the next one"


def test_open_matches_are_counted_for_whoever_made_them(store: Store) -> None:
    for name, makers, standing in (
        ("a", ("key", "house"), STANDING),
        ("b", ("house",), STANDING),
        ("c", ("key", "house"), Standing(3, "over", "")),
        ("d", (), STANDING),
    ):
        store.create(name, Stored({"game": "x"}, {}, "[]", [], 0), standing, dict.fromkeys(makers, 0)).result()
    assert [store.made_by(maker, 0).result() for maker in ("key", "house", "nobody")] == [1, 2, 0]
    assert store.made_by("house", time.time() + 10).result() == 0
    found = store.raw("a").result()
    assert found is not None
    store.put(*found).result()


def test_of_twelve_who_come_together_as_many_get_a_match_as_may(opened: Callable[[], Store]) -> None:
    stores = [opened() for _ in range(3)]

    def make(n: int) -> str:
        for _ in range(500):
            try:
                given = Stored({"game": "x"}, {}, "[]", [], 0), STANDING, {"key": 7, "house": 28}
                stores[n % len(stores)].create(f"m{n}", *given).result()
                return "made"
            except TooManyError as full:
                return f"refused at {full.args[0]}"
            except OvertakenError:
                time.sleep(0.01)
        return "never"

    with ThreadPoolExecutor(12) as threads:
        outcomes = list(threads.map(make, range(24)))
    assert (outcomes.count("made"), outcomes.count("refused at 7")) == (7, 17)
    assert stores[0].made_by("key", 0).result() == 7

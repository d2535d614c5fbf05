"""The script that puts small faults into the program: each place once, and nothing that does not decide."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / "bench" / "mutations.py"
SOURCE = '''
"""A chapter."""
LEAST: int = 3

def dies(steps: int, hits: int | None = None) -> bool:
    """11.2: 4 hits are enough."""
    if not hits:
        raise ValueError(f"{steps - 1} steps")
    return steps < LEAST and hits - 1 >= steps or "no" + "body" == ""
'''


@pytest.fixture(scope="module")
def mutations() -> Any:
    spec = importlib.util.spec_from_file_location("mutations", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_place_that_decides_or_reckons_is_changed_once(mutations: Any) -> None:
    count = len(list(mutations.sites(ast.parse(SOURCE))))
    changed = [mutations.mutated(SOURCE, number) for number in range(count)]
    assert sorted(what for _, what in changed) == [
        "line 3: 3 -> 4",
        "line 7: not hits -> not not hits",
        "line 9: 'no' + 'body' == '' -> 'no' + 'body' != ''",
        "line 9: 1 -> 2",
        "line 9: hits - 1 -> hits + 1",
        "line 9: hits - 1 >= steps -> hits - 1 > steps",
        "line 9: steps < LEAST -> steps <= LEAST",
        "line 9: steps < LEAST and hits - 1 >= steps -> steps < LEAST or hits - 1 >= steps",
        "line 9: steps < LEAST and hits - 1 >= steps or 'no' + 'body' == '' -> "
        "(steps < LEAST and hits - 1 >= steps) and 'no' + 'body' == ''",
    ]
    plain = ast.unparse(ast.parse(SOURCE))
    assert len({text for text, _ in changed} | {plain}) == count + 1


def test_faults_are_drawn_by_lot_from_all_files_and_alike_for_a_seed(mutations: Any) -> None:
    for target, (files, tests) in mutations.TARGETS.items():
        drawn = mutations.chosen(target, 10_000, 1)
        assert drawn == mutations.chosen(target, 10_000, 1)
        assert {fault.file for fault in drawn} == set(files)
        assert all((mutations.ROOT / "tests" / name).exists() for name in tests)
        assert mutations.tests_of(target, mutations.ROOT, False)


def test_what_changes_nothing_is_known_by_its_statement_and_told_where_it_fits_no_longer(mutations: Any) -> None:
    file = "kernel/map_search.py"
    source = mutations.source_of(file)
    every = list(mutations.statements(source))
    assert len(every) == mutations.count_of(file)
    assert every[::20] == [mutations.statement(source, number) for number in range(0, len(every), 20)]
    one = ("if spent > best[here]:", "if spent >= best[here]:")
    both = ("return way[::-1]", "return way[::-2]")
    gone = ("if spent > best[here]:", "if spent < best[here]:")
    assert (every.count(one), every.count(both), every.count(gone)) == (1, 2, 0)
    found, stale = mutations.alike(
        [{"file": file, "was": was, "now": now, "why": "no more"} for was, now in (one, both, gone)]
    )
    assert found == {(file, every.index(one)): "no more"}
    assert [line.split(" fits ")[1].split(",")[0] for line in stale] == ["2 places", "0 places"]


def test_every_fault_that_is_known_to_change_nothing_is_in_the_program_once_and_says_why(mutations: Any) -> None:
    entries = tomllib.loads(mutations.ALIKE.read_text(encoding="utf-8"))["fault"]
    found, stale = mutations.alike(entries)
    assert stale == []
    assert len(found) == len(entries)
    targets = {file for files, _ in mutations.TARGETS.values() for file in files}
    assert all(entry["file"] in targets and len(entry["why"]) > 20 for entry in entries)

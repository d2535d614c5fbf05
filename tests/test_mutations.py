"""The script that puts small faults into the program: each place once, and nothing that does not decide."""

from __future__ import annotations

import ast
import importlib.util
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

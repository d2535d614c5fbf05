"""Do the tests notice? Small faults, one at a time, in the kernel and in one chapter of every game.

`python bench/mutants.py --mutants 150` takes some minutes: each fault is put into a copy of the program and the tests
that guard the file are run until the first that fails. A fault that no test notices is shown with its line.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
GUARDED = {
    "kernel/flow.py": ("test_kernel.py", "iwojima/test_05_sequence.py"),
    "kernel/play.py": ("test_kernel.py", "iwojima/test_05_sequence.py", "test_match.py"),
    "kernel/graph.py": ("test_kernel.py", "test_hexmap.py"),
    "kernel/bits.py": ("test_kernel.py", "test_bounds.py"),
    "kernel/tables.py": ("test_kernel.py", "ichigo/test_11_combat.py"),
    "kernel/sandbox.py": ("test_positions.py", "test_kernel.py"),
    "kernel/bounds.py": ("test_bounds.py",),
    "games/iwojima/assault.py": ("iwojima/test_12_assault.py", "iwojima/test_19_japanese_assault.py"),
    "games/ichigo/movement.py": ("ichigo/test_10_movement.py", "ichigo/test_reach.py", "ichigo/test_hunt.py"),
    "games/nemesis/supply.py": ("nemesis/test_07_supply.py", "nemesis/test_second.py", "nemesis/test_hunt.py"),
    "games/formosa/retreat.py": ("formosa/test_15_retreat.py", "formosa/test_15_combat.py"),
    "games/whitesun/combat.py": ("whitesun/test_10_combat.py", "whitesun/test_hunt.py"),
}
"""Per file, the tests that ought to notice."""
OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
UNNOTICED = {"why_not", "why_not_do", "why_not_end", "bar"}
"""What only words a reason has tests of its own over all games."""
PATIENCE = 5
"""How many times as long as without a fault, in processor time, a run may take before it is taken for endless."""


class Mutant(NamedTuple):
    """A file with one fault."""

    file: str
    line: int
    what: str
    text: str


def mutants_of(file: str) -> Iterator[Mutant]:
    """Every fault of the kinds known here."""
    tree = ast.parse((ROOT / "src/grognard" / file).read_text(encoding="utf-8"))
    for number, (node, of) in enumerate(_places(tree)):
        changed = copy.deepcopy(tree)
        what = _spoil(list(_places(changed))[number][0], of)
        if what:
            yield Mutant(file, node.lineno, what, ast.unparse(changed))


def _places(tree: ast.Module) -> Iterator[tuple[ast.expr, int]]:
    """What can be spoiled, in order; with each, which of its operators."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function.name in UNNOTICED:
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Compare):
                    yield from ((node, of) for of in range(len(node.ops)))
                elif isinstance(node, ast.BoolOp | ast.BinOp) or _is_not(node) or _is_number(node):
                    assert isinstance(node, ast.expr)
                    yield node, 0


def _is_not(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _spoil(node: ast.expr, of: int) -> str:
    before = ast.unparse(node)
    if isinstance(node, ast.Compare):
        node.ops[of] = OTHER[type(node.ops[of])]()
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        if type(node.op) not in OTHER:
            return ""
        node.op = OTHER[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    return f"{before}  →  {ast.unparse(node)}"


def notices(folder: Path, mutant: Mutant | None, file: str, most: int = 600) -> bool:
    """Whether a test fails with this fault; without one, whether any does. `most`: seconds of processor time."""
    home = folder / "src/grognard" / file
    whole = home.read_text(encoding="utf-8")
    if mutant:
        home.write_text(mutant.text, encoding="utf-8")
    tests = [f"tests/{name}" for name in GUARDED[file] if name.split("/")[-1].startswith("test_")]
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)),
        )  # fmt: skip
    finally:
        home.write_text(whole, encoding="utf-8")
    return done.returncode != 0  # also when it was ended because it went on and on: that is noticed


def spent() -> float:
    """Seconds of processor time of all runs so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Spoil, look, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=150, help="in all, shared out evenly (default: 150)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--asked", type=float, default=92.0, help="per cent that must be noticed (default: 92)")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    tried = noticed = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name in ("src", "tests", "docs", "examples", "bench"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
            shutil.copy(ROOT / name, folder / name)
        for number, file in enumerate(GUARDED):
            share = chosen.mutants // len(GUARDED) + (number < chosen.mutants % len(GUARDED))
            every = list(mutants_of(file))
            some = rng.sample(every, min(share, len(every)))
            if chosen.only not in file:
                continue
            before = spent()
            if notices(folder, None, file):
                print(f"{file}: its tests fail without any fault", flush=True)
                return 1
            most = int(PATIENCE * (spent() - before)) + 5
            missed = [mutant for mutant in some if not notices(folder, mutant, file, most)]
            tried, noticed = tried + len(some), noticed + len(some) - len(missed)
            print(f"{file}: {len(some) - len(missed)} of {len(some)} noticed", flush=True)
            for mutant in missed:
                print(f"    line {mutant.line}: {mutant.what}", flush=True)
    share_noticed = 100 * noticed / tried
    print(f"{noticed} of {tried} faults noticed ({share_noticed:.0f} %; {chosen.asked:.0f} % are asked)")
    return 0 if share_noticed >= chosen.asked else 1


if __name__ == "__main__":
    sys.exit(main())

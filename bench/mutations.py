"""How many small faults the tests would catch: `python bench/mutations.py [TARGET…] [--each 12] [--keep FILE]`.

A copy of the program is changed in one place (a comparison, a sign, a number, a condition), and the tests of that
chapter are run on it: first those that try single cases, then the long ones. A fault that no test notices is printed
with its place. With `--keep` what is known is not tried again.

Faults that change nothing, so that no test could notice them, stand in `mutations_alike.toml`, each with the statement
before and after and the reason. They are not tried, and both scores are printed: with them and without.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from changed_tests import LONG
from grognard.lab.confidence_intervals import wilson

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
ALIKE = Path(__file__).with_name("mutations_alike.toml")
SECONDS = 300
"""Whatever takes longer, and four times as long as without a fault, has been noticed: somebody would wait for ever."""
KERNEL = ("test_kernel_edges.py", "test_kernel.py", "test_hexmap.py", "test_explanations.py", "test_match.py",
          "test_dice.py", "test_orders.py", "test_standing_orders.py", "test_moving_units.py", "test_bounds.py",
          "test_positions.py", "test_score_ledger.py", "test_deferred_options.py", "test_serialization.py",
          "iwojima", "whitesun")  # fmt: skip
TARGETS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "kernel": (
        tuple(f"kernel/{name}.py" for name in ("bits", "bounds", "dice", "flow", "graph", "log_grouping",
              "map_search", "odds", "orders", "play", "score_ledger", "serialization", "standing_orders", "state")),
        KERNEL,
    ),
    "iwojima": (("games/iwojima/assault.py", "games/iwojima/losses.py"), ("iwojima",)),
    "ichigo": (("games/ichigo/combat.py",), ("ichigo", "test_deferred_options.py")),
    "whitesun": (("games/whitesun/combat.py", "games/whitesun/losses.py"), ("whitesun",)),
    "formosa": (("games/formosa/retreat.py", "games/formosa/battle.py"), ("formosa", "test_deferred_options.py")),
    "nemesis": (("games/nemesis/combat.py", "games/nemesis/retreat.py"), ("nemesis", "test_deferred_options.py")),
}  # fmt: skip
"""The kernel and one chapter of each game: the files, and the tests that guard them."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Site(NamedTuple):
    """One place that can be changed."""

    line: int
    before: str
    change: Callable[[], None]
    node: ast.AST


def sites(tree: ast.AST) -> Iterator[Site]:
    """Every place in which a module decides or reckons; types, texts and messages are left alone."""
    for node in _code(tree):
        if isinstance(node, ast.Compare):
            for k, op in enumerate(node.ops):
                yield Site(node.lineno, ast.unparse(node), _put(node.ops, k, SWAPS[type(op)]()), node)
        elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
            if isinstance(node, ast.BoolOp) or not _is_text(node):
                yield Site(node.lineno, ast.unparse(node), _set(node, "op", SWAPS[type(node.op)]()), node)
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            negated = ast.UnaryOp(ast.Not(), node.test)
            yield Site(node.lineno, ast.unparse(node.test), _set(node, "test", negated), negated)
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            other: int | bool = (not node.value) if isinstance(node.value, bool) else node.value + 1
            yield Site(node.lineno, str(node.value), _set(node, "value", other), node)


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of what runs, in order."""
    if isinstance(tree, ast.AnnAssign):
        if tree.value is not None:
            yield from _code(tree.value)
        return
    if isinstance(tree, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Assert | ast.Raise):
        return
    yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("decorator_list", "annotation", "returns", "keywords", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _code(child)


def _is_text(node: ast.AST) -> bool:
    """Words that are put together, and unions of types, are no sums."""
    texts = (each for each in ast.walk(node) if isinstance(each, ast.JoinedStr | ast.Constant))
    return any(isinstance(each, ast.JoinedStr) or isinstance(each.value, str) for each in texts)


def _put(where: list[Any], at: int, what: Any) -> Callable[[], None]:
    return lambda: where.__setitem__(at, what)


def _set(node: ast.AST, name: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, name, value)


def mutated(source: str, number: int) -> tuple[str, str]:
    """The module with its so-many-th place changed, and what was changed, in a line."""
    tree = copy.deepcopy(ast.parse(source))
    site = list(sites(tree))[number]
    site.change()
    after = ast.unparse(ast.fix_missing_locations(site.node))
    return ast.unparse(ast.fix_missing_locations(tree)), f"line {site.line}: {site.before} -> {after}"


def statement(source: str, number: int) -> tuple[str, str]:
    """The statement that the so-many-th change is in, before and after, each in a line."""
    before, after = ast.unparse(ast.parse(source)).splitlines(), mutated(source, number)[0].splitlines()
    was, now = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
    return was.strip(), now.strip()


def statements(source: str, lines: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """That of every change, in order. Each piece of a module is taken for itself: all of it each time would be slow.
    Where `lines` are given, a piece that has none of them is only counted."""
    for piece in _pieces(ast.parse(source).body):
        text = ast.unparse(piece)
        count = len(list(sites(ast.parse(text))))
        if lines and not any(line.strip() in lines for line in text.splitlines()):
            yield from repeat(("", ""), count)
            continue
        for number in range(count):
            yield statement(text, number)


def _pieces(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for each in body:
        yield from _pieces(each.body) if isinstance(each, ast.ClassDef) else [each]


def source_of(file: str) -> str:
    """A module of the program, as it is."""
    return (ROOT / "src/grognard" / file).read_text(encoding="utf-8")


def count_of(file: str) -> int:
    """How many places of a module can be changed."""
    return len(list(sites(ast.parse(source_of(file)))))


class Fault(NamedTuple):
    """One change to be tried."""

    target: str
    file: str
    number: int


def alike(entries: list[dict[str, str]]) -> tuple[dict[tuple[str, int], str], list[str]]:
    """The faults that are known to change nothing, with the reason; and the entries that fit no place, or several."""
    found: dict[tuple[str, int], str] = {}
    stale = []
    for file in sorted({entry["file"] for entry in entries}):
        known = [entry for entry in entries if entry["file"] == file]
        changes = list(statements(source_of(file), {entry["was"] for entry in known}))
        for entry in known:
            places = [n for n, change in enumerate(changes) if change == (entry["was"], entry["now"])]
            if len(places) == 1:
                found[file, places[0]] = entry["why"]
            else:
                stale.append(f"{file}: {entry['now']!r} fits {len(places)} places, and is not counted as alike")
    return found, stale


def chosen(target: str, each: int, seed: int) -> list[Fault]:
    """So many places of a target, by lot."""
    files, _ = TARGETS[target]
    every = [Fault(target, file, number) for file in files for number in range(count_of(file))]
    return sorted(random.Random(f"{seed}/{target}").sample(every, min(each, len(every))))


def copied(folder: Path) -> Path:
    """A copy of the program, its tests and the scripts that they try."""
    left_out = shutil.ignore_patterns("__pycache__", "browser", "*.egg-info")
    for name in ("src", "tests", "bench"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def tests_of(target: str, folder: Path, long: bool) -> list[str]:
    """The tests that guard a target: short ones, or whole games."""
    found = []
    for name in TARGETS[target][1]:
        path = folder / "tests" / name
        found += sorted(path.glob("test_*.py")) if path.is_dir() else [path]
    return [str(file) for file in found if any(word in file.stem for word in LONG) is long]


def is_noticed(folder: Path, target: str, seconds: float) -> bool:
    """Whether some test fails on the copy as it stands, or goes on for longer than that."""
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    for long in (False, True):
        plain = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *plain, "-m", "not browser", *tests_of(target, folder, long)],
                cwd=folder, env=environment, capture_output=True, check=False, timeout=seconds,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return True
        if done.returncode in (1, 2, 4):  # a test fails, cannot be read, or nothing can be imported at all
            return True
        if done.returncode != 0:
            raise SystemExit(f"The tests of {target} could not be run: {done.stdout.decode()[-500:]}")
    return False


def tried(fault: Fault, folder: Path, seconds: float) -> dict[str, Any]:
    """One fault: made, looked for, mended again."""
    path = folder / "src/grognard" / fault.file
    source = path.read_text(encoding="utf-8")  # of the copy: whoever works on meanwhile disturbs nothing
    text, what = mutated(source, fault.number)
    path.write_text(text, encoding="utf-8")
    try:
        return fault._asdict() | {"what": what, "noticed": is_noticed(folder, fault.target, seconds)}
    finally:
        path.write_text(source, encoding="utf-8")


def patience(folder: Path, target: str) -> float:
    """How long the tests of a target may take, by how long they take without any fault."""
    begun = time.monotonic()
    if is_noticed(folder, target, 10 * SECONDS):
        raise SystemExit(f"The tests of {target} fail without any fault.")
    return max(SECONDS, 4 * (time.monotonic() - begun))


def share(noticed: int, count: int) -> str:
    """A score with the interval in which it lies by nineteen chances in twenty."""
    low, high = wilson(noticed, count)
    return f"{noticed} of {count}: {noticed / max(count, 1):.0%} ({low:.0%} to {high:.0%})"


def main() -> int:
    """Try the faults, print what nobody noticed, and the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("target", nargs="*", choices=[*TARGETS, []], default=[])
    parser.add_argument("--each", type=int, default=12, help="faults of each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="where results go, and come from when it is run again")
    given = parser.parse_args()
    targets = given.target or list(TARGETS)
    same, stale = alike(tomllib.loads(ALIKE.read_text(encoding="utf-8")).get("fault", []))
    print(*stale, sep="\n", end="\n" if stale else "")
    drawn = [fault for target in targets for fault in chosen(target, given.each, given.seed)]
    nothing = [fault for fault in drawn if (fault.file, fault.number) in same]
    kept = given.keep.read_text(encoding="utf-8") if given.keep and given.keep.exists() else ""
    known = {(row["file"], row["what"]): row for row in map(json.loads, kept.splitlines())}
    rows, wanted = [], []
    for fault in drawn:
        what = mutated(source_of(fault.file), fault.number)[1]
        if fault in nothing:
            print(f"{fault.file} {what}: changes nothing ({same[fault.file, fault.number]})")
        elif (fault.file, what) in known:
            rows.append(known[fault.file, what])
        else:
            wanted.append(fault)
    with tempfile.TemporaryDirectory(prefix="grognard-mutations-") as name, ThreadPoolExecutor(given.workers) as pool:
        places: SimpleQueue[Path] = SimpleQueue()
        for number in range(given.workers):
            places.put(copied(Path(name) / str(number)))

        def at_a_place(work: Callable[[Path], T]) -> T:
            folder = places.get()
            try:
                return work(folder)
            finally:
                places.put(folder)

        def patient(target: str) -> float:
            return at_a_place(lambda folder: patience(folder, target))

        def looked_for(fault: Fault) -> dict[str, Any]:
            return at_a_place(lambda folder: tried(fault, folder, seconds[fault.target]))

        named = sorted({fault.target for fault in wanted})
        seconds = dict(zip(named, pool.map(patient, named), strict=True))
        for row in pool.map(looked_for, wanted):
            rows.append(row)
            if given.keep:
                with given.keep.open("a", encoding="utf-8") as out:
                    print(json.dumps(row), file=out)
            if not row["noticed"]:
                print(f"{row['file']} {row['what']}: no test noticed", flush=True)
    for target in targets:
        mine = [row["noticed"] for row in rows if row["target"] == target]
        without = sum(fault.target == target for fault in nothing)
        print(f"{target}: {sum(mine)} of {len(mine)} noticed" + (f", {without} change nothing" if without else ""))
    noticed = sum(row["noticed"] for row in rows)
    print(f"of all that were drawn {share(noticed, len(rows) + len(nothing))}")
    print(f"of those that change something {share(noticed, len(rows))}")
    return 0 if noticed >= 0.92 * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())

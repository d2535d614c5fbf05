"""Holds two states of the program side by side: `grognard bench` with the one and the other in turn, several times.

    git worktree add /tmp/before COMMIT
    python bench/in_turn.py /tmp/before/src src --rounds 5 -- iwojima --quick
    python bench/in_turn.py /tmp/before/src src --rounds 5 --json ratios.json -- --club --quick

A machine does not keep its pace, so only what was measured in the same minutes is compared: each round gives
one ratio a figure, and their median counts. Above 1 the second state is the better one, whatever the figure's unit.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LESS_IS_BETTER = ("s", "ms", "us", "kB", "MB", "B")


def figures(told: dict[str, Any], path: str = "") -> Iterator[tuple[str, float, str]]:
    """Name, value and unit of every figure in a report."""
    for name, what in told.items():
        if not isinstance(what, dict):
            continue
        at = f"{path}: {name}" if path else name
        if isinstance(what.get("value"), int | float) and "unit" in what:
            yield at, float(what["value"]), str(what["unit"])
        else:
            yield from figures(what, at)


def measured(source: Path, arguments: list[str]) -> dict[str, tuple[float, str]]:
    """One run of the bench with one state of the program."""
    with tempfile.TemporaryDirectory(prefix="in-turn-") as folder:
        file = Path(folder) / "figures.json"
        path = os.pathsep.join([str(source.resolve()), *filter(None, [os.environ.get("PYTHONPATH", "")])])
        command = [sys.executable, "-m", "grognard.cli", "bench", "--json", str(file), *arguments]
        subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, check=True, stdout=subprocess.DEVNULL)
        told = json.loads(file.read_text(encoding="utf-8"))
    return {name: (value, unit) for name, value, unit in figures(told)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the `src` folder of the first state")
    parser.add_argument("after", type=Path, help="the `src` folder of the second state")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    ours, _, told = " ".join(sys.argv[1:]).partition(" -- ")
    chosen, arguments = parser.parse_args(ours.split()), told.split()
    ratios: dict[str, list[float]] = {}
    values: dict[str, list[tuple[float, float]]] = {}
    for number in range(chosen.rounds):
        sides = [chosen.before, chosen.after]
        found = {side: measured(side, arguments) for side in (sides if number % 2 == 0 else sides[::-1])}
        before, after = (found[side] for side in sides)
        for name in before.keys() & after.keys():
            (old, unit), (new, _) = before[name], after[name]
            if old > 0 and new > 0:
                less = unit.split(" ")[0].rstrip(",") in LESS_IS_BETTER
                ratios.setdefault(name, []).append(old / new if less else new / old)
                values.setdefault(name, []).append((old, new))
        print(f"round {number + 1} of {chosen.rounds} is over", file=sys.stderr, flush=True)
    rows = {
        name: {
            "ratio": round(statistics.median(some), 3),
            "least": round(min(some), 3),
            "most": round(max(some), 3),
            "before": statistics.median(old for old, _ in values[name]),
            "after": statistics.median(new for _, new in values[name]),
        }
        for name, some in sorted(ratios.items())
    }
    for name, row in rows.items():
        spread = f"({row['least']:.3f} to {row['most']:.3f})"
        print(f"{row['ratio']:6.3f} {spread}  {name}: {row['before']:.4g}, {row['after']:.4g}")
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

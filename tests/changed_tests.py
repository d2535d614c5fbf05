"""What `make check` runs: the quick tests of whatever differs from main, one path a line."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
LONG = ("fuzz", "staff", "secrets", "interrupt", "crash", "programs", "second", "property", "hold", "simulated")
"""Whole games are left to `make test`,"""
STARTS = re.compile(
    r"^(?:from|import) (?:match_server|club_server|two_members|databases|playwright)\b|\b(?:server|club): ", re.M
)
"""and so is what starts processes: servers, databases, browsers."""


def differing() -> list[str]:
    """The files that differ from main, those that git does not know yet included; none without git."""
    base = _git("merge-base", "main", "HEAD") or ["HEAD"]
    return _git("diff", "--name-only", base[0]) + _git("ls-files", "--others", "--exclude-standard")


def _git(*words: str) -> list[str]:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return done.stdout.split()


def tests_of(file: str) -> Iterator[Path]:
    """The tests that guard a file: those of its game, or those that are called after it or its package."""
    path = Path(file)
    tests = ROOT / "tests"
    if path.parts[0] == "tests":
        if path.name.startswith("test_"):
            yield ROOT / path
        return
    names = (*path.parts[2:-1], path.stem) if path.parts[:2] == ("src", "grognard") else ()
    for name in names:
        yield from sorted((tests / name).glob("test_*.py"))
        yield from sorted(tests.glob(f"test_{name}*.py"))


def chosen(files: Iterable[str]) -> list[Path]:
    """The quick tests of these files."""
    found = {test for file in files for test in tests_of(file)}
    return sorted(test for test in found if test.exists() and is_quick(test))


def is_quick(test: Path) -> bool:
    return not any(word in test.stem for word in LONG) and not STARTS.search(test.read_text(encoding="utf-8"))


def main() -> None:
    for test in chosen(differing()):
        print(test.relative_to(ROOT))


if __name__ == "__main__":
    main()

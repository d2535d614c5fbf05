"""What each extra weighs and costs: a fresh environment for each, with pip and an index.

    python bench/extras.py                       # of this checkout
    python bench/extras.py --extras learn,study --python /usr/bin/python3

Printed: megabytes on disk without pip itself, seconds of the installation on the wall, and in milliseconds of processor
time `import grognard` and the first position of each game, each in a process of its own (the least of five).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("", "learn", "study", "cluster", "club", "all")
IMPORT = "import time; began = time.process_time(); import grognard; print(time.process_time() - began)"
FIRST = (
    "import sys, time, grognard; began = time.process_time(); "
    "grognard.start(sys.argv[1], seed=1).options; print(time.process_time() - began)"
)


def size(folder: Path) -> float:
    """Megabytes of all files but pip's and setuptools' own."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    own = ("pip", "setuptools", "pkg_resources", "_distutils_hack")
    return sum(f.stat().st_size for f in files if not any(part.split("-")[0] in own for part in f.parts)) / 1e6


def least(python: Path, code: str, *told: str) -> float:
    """Milliseconds, the least of five processes."""
    runs = [subprocess.run([python, "-c", code, *told], capture_output=True, text=True, check=True) for _ in range(5)]
    return 1000 * min(float(done.stdout) for done in runs)


def main() -> None:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", default=",".join(EXTRAS), help="some of them, with commas between")
    parser.add_argument("--python", default=sys.executable)
    chosen = parser.parse_args()
    for extra in chosen.extras.split(","):
        with tempfile.TemporaryDirectory(prefix="extras-") as folder:
            env = Path(folder) / "env"
            subprocess.run([chosen.python, "-m", "venv", str(env)], check=True)
            before, began = size(env), time.perf_counter()
            wanted = f"{ROOT}[{extra}]" if extra else str(ROOT)
            pip = [str(env / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", wanted]
            subprocess.run(pip, check=True)
            took, python = time.perf_counter() - began, env / "bin" / "python"
            ask = [python, "-c", "import grognard; print(*grognard.game_ids())"]
            names = subprocess.run(ask, capture_output=True, text=True, check=True)
            firsts = ", ".join(f"{name} {least(python, FIRST, name):.0f}" for name in names.stdout.split())
            print(
                f"[{extra}] {size(env) - before:.0f} MB in {took:.0f} s; import {least(python, IMPORT):.0f} ms; "
                f"first position {firsts} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()

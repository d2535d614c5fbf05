"""Wheels, and fresh environments to install them in: nothing of this one is seen there but what was put there.

What a wheel needs to run is copied from the environment of the tests, by what its metadata asks for: quick, without a
network, and whatever the metadata forgets is missing. The whole way through pip and an index is for `make soak`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from zipfile import Path as InZip

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
SOURCES = ("src", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in")


def sources(into: Path) -> Path:
    """What packages are built from, without what earlier builds have left."""
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, into / name)
    return into


def built(project: Path, kind: str, into: Path) -> Path:
    """A `wheel` or `sdist` of a project, by the build backend that its pyproject.toml names."""
    into.mkdir(parents=True, exist_ok=True)
    call = f"import sys; from setuptools import build_meta; print(build_meta.build_{kind}(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", call, str(into)], cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return into / done.stdout.splitlines()[-1]


def environment(folder: Path, wheels: Iterable[Path], also: Iterable[str] = ()) -> Path:
    """The Python of a new environment with these wheels and what they need to run; `also` names packages of ours."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    home = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-compile", "--disable-pip-version-check", *map(str, wheels)], check=True)
    names = {wheel.name.split("-")[0] for wheel in wheels}
    wanted = list(also)
    for wheel in wheels:
        info = next(item for item in InZip(wheel).iterdir() if item.name.endswith(".dist-info"))
        wanted += needs(PathDistribution(info))  # type: ignore[arg-type]
    while wanted:
        name = wanted.pop().lower().replace("_", "-")
        if name not in names:
            names.add(name)
            found = distribution(name)
            copied(found, home)
            wanted += needs(found)
    return python


def needs(found: Distribution) -> list[str]:
    """What a package needs to run here, without its extras."""
    asked = [Requirement(line) for line in found.requires or ()]
    return [one.name for one in asked if one.marker is None or one.marker.evaluate({"extra": ""})]


def copied(found: Distribution, home: Path) -> None:
    """A package's files, as they were installed; programs and compiled files stay behind."""
    for file in found.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            target = home / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)

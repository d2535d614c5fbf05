"""What is released: a wheel and a source package that install and play where nothing else is, offline."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

import grognard
from grognard import extras
from grognard.games import OURS
from virtual_environments import ROOT, built, environment

PYTHONS = ("3.11", "3.12", "3.13")
NEVER = ("__pycache__", "_cache/", ".sqlite")


@pytest.fixture(scope="module")
def released(project: Path, wheel: Path) -> dict[str, Path]:
    """The wheel and the source package of what is here."""
    return {"wheel": wheel, "sdist": built(project, "sdist", project / "dist")}


@pytest.fixture(scope="module")
def python(released: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel and what it asks for, and nothing else."""
    return environment(tmp_path_factory.mktemp("empty") / "env", [released["wheel"]])


def contents(package: Path) -> set[str]:
    if package.suffix == ".whl":
        return set(zipfile.ZipFile(package).namelist())
    with tarfile.open(package) as archive:
        return {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}


def test_everything_that_the_program_reads_is_inside(released: dict[str, Path]) -> None:
    source = ROOT / "src"
    files = [str(file.relative_to(source)) for file in source.rglob("*") if file.is_file()]
    wanted = {name for name in files if not any(word in name for word in (*NEVER, ".egg-info"))}
    assert any(name.endswith("relief.webp") for name in wanted)
    assert any(name.endswith("index.html") for name in wanted)
    assert wanted - contents(released["wheel"]) == set()
    assert {f"src/{name}" for name in wanted} - contents(released["sdist"]) == set()


def test_nothing_else_is_inside_and_no_compiler_is_needed(released: dict[str, Path]) -> None:
    assert released["wheel"].name.endswith("-py3-none-any.whl")
    for package in released.values():
        assert [name for name in contents(package) if any(word in name for word in NEVER)] == []
    assert {"LICENSE", "README.md", "pyproject.toml"} <= contents(released["sdist"])


def test_the_version_stands_in_one_place(released: dict[str, Path], python: Path) -> None:
    said = subprocess.run([python, "-m", "grognard.cli", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == f"grognard {grognard.__version__}"
    assert {package.name.split("-")[1].removesuffix(".tar.gz") for package in released.values()} == {
        grognard.__version__
    }
    assert f"## {grognard.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert grognard.__version__ not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def playing(command: list[str], folder: Path) -> Iterator[str]:
    """The address of a match that a command has started."""
    process = subprocess.Popen(
        [*command, "--no-open", "--db", str(folder / "matches.sqlite")], stdout=subprocess.PIPE, text=True, cwd=folder
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline() + process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/match/\S+", said)
        assert found, said
        yield found[0]
    finally:
        process.terminate()
        process.wait(120)
        process.stdout.close()


def answer(address: str) -> bytes:
    with urlopen(address, timeout=120) as got:
        data: bytes = got.read()
    return data


def plays(command: list[str], folder: Path) -> None:
    """The page is there with its parts, and so is every game with map, counters, picture and rules."""
    for address in playing(command, folder):
        server = "/".join(address.split("/")[:3])
        page = answer(f"{address.partition('#')[0]}").decode()
        parts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
        assert parts
        assert all(answer(server + part) for part in parts)
        games: list[dict[str, Any]] = json.loads(answer(f"{server}/api/games"))
        assert [game["id"] for game in games] == list(OURS)
        assert all("staff" in game["bots"] and game["lessons"] for game in games)
        for what in ("board", "map.svg", "counters.svg", "cases", "picture"):
            assert len(answer(f"{server}/api/games/iwojima/{what}")) > 1000
        assert all(answer(f"{server}/api/games/{game['id']}/picture") for game in games)


def test_the_installed_program_plays(python: Path, tmp_path: Path) -> None:
    program = python.with_name("grognard")
    plays([str(program), "play", "iwojima"], tmp_path)
    simulate = [str(program), "simulate", "iwojima", "--games", "1", "--bots", "random,random"]
    done = subprocess.run(simulate, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_an_extra_is_installed_from_where_grognard_came(python: Path, released: dict[str, Path]) -> None:
    """What is said where one is missing: from the wheel, and here from the checkout."""
    ask = [str(python), "-c", "import grognard.lab.env as env; env.make('iwojima')"]
    done = subprocess.run(ask, capture_output=True, text=True)
    told = f"pip install '{released['wheel']}[learn]'"
    assert re.fullmatch(rf".*Refused: Environments need \w+: {re.escape(told)}\.", done.stderr.splitlines()[-1])
    assert extras.install("learn") == f"pip install -e '{ROOT}[learn]'"


DOCUMENTED = re.compile(r"(?:pip|bin/pip) install (?:-e )?'([^'\n]*\[[\w,]+\])'")


@pytest.mark.soak
@pytest.mark.parametrize("document", ["programmers/environments.md", "designers/lab/README.md", "hosts/club.md"])
def test_what_documents_install_can_be_installed_as_printed(
    document: str, project: Path, released: dict[str, Path], tmp_path: Path
) -> None:
    """Each line with an extra, in a fresh environment and in a folder that holds the checkout or the wheel."""
    printed = DOCUMENTED.findall((ROOT / "docs" / document).read_text(encoding="utf-8"))
    assert printed
    folder = shutil.copytree(project, tmp_path / "source", ignore=shutil.ignore_patterns("dist", "build"))
    shutil.copy(released["wheel"], folder)
    for number, wanted in enumerate(printed):
        env = tmp_path / f"env{number}"
        subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
        pip = [str(env / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", wanted]
        done = subprocess.run(pip, capture_output=True, text=True, cwd=folder)
        assert done.returncode == 0, f"{wanted}: {done.stderr[-1000:]}"
        if "learn" in wanted:
            look = "import grognard; env = grognard.env('iwojima'); env.reset(seed=1); env.observe('US')"
            subprocess.run([str(env / "bin" / "python"), "-c", look], check=True, cwd=tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
@pytest.mark.parametrize("version", PYTHONS)
def test_pip_installs_it_on_every_python_and_it_plays(
    released: dict[str, Path], version: str, kind: str, tmp_path: Path
) -> None:
    found = interpreter(version)
    if found is None:
        pytest.skip(f"there is no Python {version} on this machine")
    subprocess.run([found, "-m", "venv", str(tmp_path / "env")], check=True)
    pip = [str(tmp_path / "env" / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, str(released[kind])], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    plays([str(tmp_path / "env" / "bin" / "grognard"), "play", "iwojima"], tmp_path)


def interpreter(version: str) -> str | None:
    """A Python of this version: on the path, or one of pyenv's."""
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")

"""The command line, run as people run it: the real command in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard import cli, games
from grognard.kernel.flow import Refused
from grognard.lab.simulate import Plan, recorded
from grognard.match import save as saves

COMMAND = [sys.executable, "-m", "grognard.cli"]


def run(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command with these arguments."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game as a file."""
    match = recorded(Plan("iwojima", ("random", "random"), 1), games.load("iwojima"), 0)
    path = tmp_path_factory.mktemp("saves") / "game.txt"
    path.write_text(saves.write(match), encoding="utf-8")
    return path


def own_tables(folder: Path) -> Path:
    """A folder with one value of ours changed."""
    text = games.data_files("iwojima")["tables.toml"]
    assert "goal = 40" in text
    folder.mkdir()
    (folder / "tables.toml").write_text(text.replace("goal = 40", "goal = 10"), encoding="utf-8")
    return folder


# --- what cannot be done as asked

NO_WATERLOO = f"There is no game 'waterloo': {', '.join(games.game_ids())}."
BAD = {
    "": "Say what grognard shall do: games, play, serve",
    "conquer": "There is no command 'conquer': games, play, serve",
    "play": "GAME is missing: see grognard play --help.",
    "play waterloo": NO_WATERLOO,
    "play iwojima --side UK": "There is no side 'UK' in Iwo Jima: US, JP or both.",
    "play iwojima --bot napoleon": "There is no bot 'napoleon' for Iwo Jima: general, staff, recruit, random.",
    "play iwojima --side both --bot random": "no seat left for a bot",
    "play iwojima --scenario winter": "There is no scenario 'winter' in Iwo Jima: standard.",
    "play iwojima --option fog=on": "There is no option 'fog' in Iwo Jima: windows, firing.",
    "play iwojima --option windows=never": "Option 'windows' is auto or always or able, not 'never'.",
    "play iwojima --option windows": "'windows' is not of the form name=value.",
    "play iwojima --seed many": "--seed: 'many' is not a whole number.",
    "play iwojima --data nowhere": "There is no folder nowhere.",
    "play iwojima --port 70000": "--port: '70000' is not a whole number from 1 to 65535.",
    "serve --host 127.0.0.1 --port x": "--port: 'x' is not a whole number from 0 to 65535.",
    "serve --data iwojima=nowhere": "There is no folder nowhere.",
    "serve --db .": ". cannot be opened to keep matches in",
    "serve --colour red": "--colour red is not known here: see grognard --help.",
    "simulate iwojima": "--games is missing: see grognard simulate --help.",
    "simulate iwojima --games 0": "--games: '0' is not a whole number of at least 1.",
    "simulate iwojima --games 2 --jobs -1": "--jobs: '-1' is not a whole number from 1 to 1024.",
    "simulate iwojima --games 2 --bots a,b,c": "--bots takes one name, or one for each of US, JP",
    "simulate iwojima --games 2 --bots staff,genius": "There is no bot 'genius' for Iwo Jima: general, staff, ",
    "simulate iwojima --games 2 --json no/where.json": "no/where.json cannot be written: there is no folder",
    "simulate iwojima --games 2 --failures nowhere": "There is no folder nowhere.",
    "cases waterloo": NO_WATERLOO,
    "cases iwojima --tests nowhere": "There is no folder nowhere/iwojima.",
    "rules waterloo": NO_WATERLOO,
    "rules iwojima 9.99": "no case and no words '9.99'; near it: ",
    "rules iwojima cavve": "no case and no words 'cavve'; near it: cave",
    "replay nothing.txt": "nothing.txt cannot be read: No such file or directory.",
    "replay .": ". cannot be read: Is a directory.",
    "verify nothing.txt": "nothing.txt cannot be read: No such file or directory.",
    "data": "Say what grognard data shall do: export, check.",
    "data import iwojima here": "There is no command 'import': export, check.",
    "data export waterloo here": NO_WATERLOO,
    "data check iwojima nowhere": "There is no folder nowhere.",
    "data check iwojima .": ". holds none of beliefs.toml, cases.toml, glossary.toml, how-to-play.toml,",
    "bench waterloo": NO_WATERLOO,
    "bench --json no/where.json": "no/where.json cannot be written: there is no folder",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_sentence_and_status_2(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = cli.main(line.split())
    except SystemExit as left:
        status = int(str(left.code))
    out, err = capsys.readouterr()
    assert status == 2
    assert BAD[line] in err
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    assert not out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", ["", "play waterloo", "simulate iwojima --games 0", "replay nothing.txt"])
def test_the_real_command_complains_alike(line: str, tmp_path: Path) -> None:
    done = run(*line.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert BAD[line] in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


# --- finding one's way


def test_every_command_teaches_with_an_example() -> None:
    done = run("--help")
    assert done.returncode == 0
    for name in ("games", "play", "serve", "simulate", "cases", "rules", "replay", "verify", "data", "bench"):
        assert f"    {name}" in done.stdout


@pytest.mark.parametrize("name", ["games", "play", "serve", "simulate", "cases", "rules", "replay", "verify", "bench"])
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([name, "--help"])
    assert left.value.code == 0
    assert f"grognard {name}" in capsys.readouterr().out.split("examples:")[1]


def test_games_lists_sides_bots_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    out = capsys.readouterr().out
    assert "iwojima: Iwo Jima" in out
    assert "sides: US (United States), JP (Japan)" in out
    assert "windows=auto or always or able" in out


def test_rules_by_case_by_chapter_and_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "iwojima", "r34"]) == 0
    assert "the game stops at the 40th VP" in capsys.readouterr().out
    assert cli.main(["rules", "iwojima", "24"]) == 0
    out = capsys.readouterr().out
    assert "24(1)" in out
    assert "24(3)" in out
    assert "2.4" not in out
    assert cli.main(["rules", "iwojima", "reaching", "40"]) == 0
    assert "A player who *reaches* *40* VP wins at once" in capsys.readouterr().out


def test_a_reader_that_leaves_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m grognard.cli rules iwojima | head -n 1", shell=True, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.stdout.count("\n") == 1
    assert not done.stderr


# --- playing


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_play_makes_the_match_serves_it_and_ends_quietly(tmp_path: Path) -> None:
    port = free_port()
    mine = own_tables(tmp_path / "mine")
    line = f"play iwojima --side JP --bot random --seed 7 --no-open --data {mine}"
    playing = subprocess.Popen(
        [*COMMAND, *line.split(), "--port", str(port), "--db", str(tmp_path / "m.sqlite")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert playing.stdout is not None
        assert playing.stdout.readline() == "Iwo Jima, US: random against JP: you.\n"
        address = playing.stdout.readline().removeprefix("Grognard is at ").split()[0]
        assert address.startswith(f"http://127.0.0.1:{port}/match/")
        with urllib.request.urlopen(address, timeout=120) as page:
            assert page.status == 200
        ident, _, code = address.rpartition("/")[2].partition("#sit=")
        sat = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/matches/{ident}/sit", json.dumps({"code": code}).encode()
        )
        with urllib.request.urlopen(sat, timeout=120) as answer:
            match = json.load(answer)
        assert match["id"] == ident
        assert match["seats"]["US"] == {"kind": "random"}
        assert match["seats"]["JP"]["token"]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games/iwojima/board", timeout=120) as answer:
            assert json.load(answer)["version"] == games.load("iwojima", mine).version
    finally:
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate(timeout=120)
    assert playing.returncode == 130
    assert not err


def test_a_port_in_use_is_refused_before_a_match_is_made(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("play", "iwojima", "--port", str(port), "--db", str(tmp_path / "m.sqlite"))
    assert done.returncode == 2
    assert done.stderr == f"Nothing can be served on port {port} of 127.0.0.1: Address already in use.\n"
    assert not list(tmp_path.iterdir())


# --- simulating


def test_the_same_seed_gives_the_same_games_whatever_the_jobs(tmp_path: Path) -> None:
    line = ["simulate", "iwojima", "--games", "6", "--bots", "staff,random", "--seed", "11"]
    one = run(*line, "--jobs", "1", "--json", "one.json", cwd=tmp_path, PYTHONHASHSEED="1")
    two = run(*line, "--jobs", "2", "--json", "two.json", cwd=tmp_path, PYTHONHASHSEED="2")
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    first, second = (json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("one.json", "two.json"))
    assert first.pop("seconds") > 0
    assert second.pop("seconds") > 0
    assert first == second
    assert first["games"] == 6 == sum(first["results"]["wins"].values()) + first["results"]["draws"]
    assert [row[0] for row in first["each"]] == list(range(6))
    for words in ("95 % interval", "How they ended", "US VP", "decisions", "games per second", "turns"):
        assert words in one.stdout
    assert not one.stderr
    again = run(*line[:3], "1", *line[4:], "--first", "4", "--json", "again.json", cwd=tmp_path)
    assert again.returncode == 0
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))["each"] == [first["each"][4]]


def test_a_failing_game_is_dumped_as_a_save_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games.load("iwojima")
    monkeypatch.setattr(type(game), "check", lambda self, s: ["a flag is upside down"] if s.rolls > 3 else [])
    line = ["simulate", "iwojima", "--games", "1", "--bots", "random", "--check", "--failures", str(tmp_path)]
    assert cli.main(line) == 1
    err = capsys.readouterr().err
    assert err.startswith("Game 0 failed after ")
    assert "broken invariant: a flag is upside down; saved as" in err
    loaded = saves.load((tmp_path / "failed-iwojima-1-0.txt").read_text(encoding="utf-8"))
    assert loaded.match.state.rolls > 3
    assert set(loaded.match.header.seats.values()) == {"human"}


# --- saves


def test_verify_finds_the_line_that_was_altered(save: Path, tmp_path: Path) -> None:
    done = run("verify", str(save))
    assert done.returncode == 3
    assert "sound as far as it can be checked, because its maker chose the seed" in done.stdout
    lines = save.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if n > 3 and "[" in line)
    before, bracket, after = lines[number].partition("[")
    lines[number] = before + bracket + ("2" if after[0] == "1" else "1") + after[1:]
    altered = tmp_path / "altered.txt"
    altered.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("verify", str(altered))
    assert done.returncode == 1
    assert f"altered at line {number + 1}: " in done.stderr
    assert done.stderr.count("\n") == 1
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("Dear diary\n", encoding="utf-8")
    done = run("verify", str(foreign))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    foreign.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(foreign)).stderr == f"{foreign} is not a save: it is not UTF-8 text at byte 0.\n"


def test_replay_shows_a_position_in_words(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = saves.load(save.read_text(encoding="utf-8")).match.played
    at = str(1 + next(number for number, each in enumerate(played) if each.rolls))
    assert cli.main(["replay", str(save), "--at", at]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Decision {at} of ")
    assert "concealed" in out
    assert "Landing Area Box (LANDING)" in out
    assert "Turn 1, " in out
    assert cli.main(["replay", str(save), "--at", at, "--side", "US"]) == 0
    assert "concealed)" not in capsys.readouterr().out
    assert cli.main(["replay", str(save)]) == 0
    assert "The match is over." in capsys.readouterr().out
    assert cli.main(["replay", str(save), "--at", "100000"]) == 2
    assert "--at is from 0 to" in capsys.readouterr().err
    assert cli.main(["replay", str(save), "--side", "UK"]) == 2


def test_replay_draws_a_position(save: Path, tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    assert run("replay", str(save), "--at", "90", "--svg", str(picture)).returncode == 0
    root = ElementTree.parse(picture).getroot()
    assert root.tag.endswith("svg")
    named = {use.get("href") for use in root.iter("{http://www.w3.org/2000/svg}use")}
    ids = {f"#{element.get('id')}" for element in root.iter() if element.get("id")}
    assert any(name and name.startswith("#c-") for name in named)
    assert named <= ids


# --- data


def test_data_is_exported_once_and_checked(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done = run("data", "export", "iwojima", str(folder))
    assert done.returncode == 0
    assert {path.name for path in folder.iterdir()} == set(games.data_files("iwojima"))
    before = {path: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    again = run("data", "export", "iwojima", str(folder))
    assert again.returncode == 2
    assert "already holds beliefs.toml, cases.toml, glossary.toml, how-to-play.toml, lessons-2.toml," in again.stderr
    assert {path: path.read_text(encoding="utf-8") for path in folder.iterdir()} == before
    checked = run("data", "check", "iwojima", str(folder))
    assert checked.returncode == 0
    assert f"version {games.load('iwojima').version}" in checked.stdout


def test_a_wrong_value_is_named_by_file_line_and_field(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    lines = games.data_files("iwojima")["units.csv"].splitlines()
    column = lines[0].split(",").index("steps")
    cells = lines[6].split(",")
    cells[column] = "many"
    lines[6] = ",".join(cells)
    (tmp_path / "mine" / "units.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for line in ("data check iwojima mine", "simulate iwojima --games 1 --data mine", "play iwojima --data mine"):
        done = run(*line.split(), cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith("units.csv, line 7, steps: 'many' is not a whole number")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["cases.toml", "glossary.toml", "map.toml", "tables.toml"])
def test_a_file_that_is_not_toml_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    text = games.data_files("ichigo")[name]
    (tmp_path / name).write_text(f"{text}[[odd]\n", encoding="utf-8")
    with pytest.raises(Refused, match=f"^{name}, line {text.count(chr(10)) + 1}, text: not TOML: "):
        games.load("ichigo", tmp_path)


def test_own_data_is_played_with_and_pinned_in_the_save(tmp_path: Path) -> None:
    """Own values make another version; a save of it replays with the same folder."""
    own_tables(tmp_path / "mine")
    line = "simulate iwojima --games 2 --bots random --jobs 2 --data mine --json r.json"
    assert run(*line.split(), cwd=tmp_path).returncode == 0
    found = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert found["version"] != games.load("iwojima").version
    game = games.load("iwojima", tmp_path / "mine")
    match = recorded(Plan("iwojima", ("random", "random"), 1, folder=tmp_path / "mine"), game, 0)
    (tmp_path / "own.txt").write_text(saves.write(match), encoding="utf-8")
    assert run("verify", "own.txt", "--data", "mine", cwd=tmp_path).returncode == 3
    assert run("verify", "own.txt", cwd=tmp_path).returncode == 1

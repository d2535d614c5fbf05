"""Studies: results of many games in a folder of Parquet files, with a note of what was played.

A chunk's file depends on the study and on the numbers of its games alone, not on who played it, when, or beside whom:
so a study can be stopped and resumed, extended, played on one machine or on many, and merged, and is always the same to
the last byte.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from grognard import games
from grognard.kernel.flow import Refused
from grognard.lab.game_observer import Dice, Throw, Turn, Watched, watch
from grognard.lab.simulate import Plan, Result, checked

NOTE = "study.json"
CHUNK = 20
FORMAT = 2

_NUMBER = pa.struct([("name", pa.string()), ("value", pa.float64())])
_TURN = pa.struct([
    ("turn", pa.int16()), ("numbers", pa.list_(_NUMBER)), ("units", pa.list_(pa.int32())),
    ("steps", pa.list_(pa.int32())), ("held", pa.list_(pa.list_(pa.int16()))),
])  # fmt: skip
SCHEMA = pa.schema([
    ("number", pa.int64()), ("winner", pa.int8()), ("ending", pa.string()), ("decisions", pa.int32()),
    ("score", pa.list_(_NUMBER)), ("problem", pa.string()), ("turns", pa.list_(_TURN)),
    ("fought", pa.list_(pa.struct([("space", pa.int16()), ("times", pa.int32())]))),
    ("walked", pa.list_(pa.struct([("from", pa.int16()), ("to", pa.int16()), ("times", pa.int32())]))),
    ("died", pa.list_(pa.struct([
        ("turn", pa.int16()), ("party", pa.int8()), ("space", pa.int16()), ("steps", pa.int32()),
    ]))),
    ("thrown", pa.list_(pa.struct([
        ("side", pa.int8()), ("kind", pa.string()), ("faces", pa.int32()), ("from", pa.int16()), ("dice", pa.int32()),
        ("pips", pa.int64()), ("hits", pa.int32()),
    ]))),
    ("ended", pa.list_(pa.int16())),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Note:
    """The settings of a study: two that differ in any of them cannot be added up."""

    format: int
    game: str
    version: str
    """Edition and fingerprint of the data."""
    scenario: str
    options: list[list[str]]
    bots: list[str]
    seed: int
    chunk: int
    code: str
    """The state of the program's own repository, where there is one."""

    def same(self, other: Note) -> bool:
        """Whether results of both belong together; the code may have moved on, as long as the edition has not."""
        return replace(self, code="") == replace(other, code="")


def note_of(plan: Plan, chunk: int = CHUNK) -> Note:
    """The note of a plan."""
    game = checked(plan)
    options = sorted([name, value] for name, value in plan.options)
    return Note(FORMAT, plan.game, game.version, plan.scenario, options, list(plan.bots), plan.seed, chunk, _code())


def _code() -> str:
    """The commit of this program and whether it was changed since; empty outside a repository."""
    here = Path(__file__).parent
    try:
        said = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=here, capture_output=True, text=True,
            timeout=10, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return said.stdout.strip()


class Study:
    """A folder of results."""

    def __init__(self, folder: Path, note: Note) -> None:
        self.folder = folder
        self.note = note

    @classmethod
    def begin(cls, folder: Path, plan: Plan, chunk: int = CHUNK) -> Study:
        """A new study, or one that goes on: what is in the folder must be of the same kind."""
        note = note_of(plan, chunk)
        if not (folder / NOTE).exists():
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise Refused(f"{folder} holds something else: name a new folder, or one with a study in it.")
            folder.mkdir(parents=True, exist_ok=True)
            _write(folder / NOTE, (json.dumps(asdict(note), indent=1) + "\n").encode())
            return cls(folder, note)
        study = cls.open(folder)
        if study.note.version != note.version:
            raise Refused(
                f"The study in {folder} was played under edition {study.note.version} of the rules and data, this is "
                f"{note.version}: begin a new folder."
            )
        if not study.note.same(replace(note, chunk=study.note.chunk)):
            raise Refused(f"The study in {folder} is of other bots, options, scenario or seed: begin a new folder.")
        return study

    @classmethod
    def open(cls, folder: Path) -> Study:
        """A study that is there."""
        try:
            values = json.loads((folder / NOTE).read_text(encoding="utf-8"))
            note = Note(**values)
        except FileNotFoundError:
            raise Refused(f"There is no study in {folder}: it has no {NOTE}.") from None
        except (OSError, ValueError, TypeError) as error:
            raise Refused(f"{folder / NOTE} cannot be read: {error}.") from None
        if note.format != FORMAT:
            raise Refused(f"{folder} was kept in form {note.format}, this is form {FORMAT}: play it again.")
        return cls(folder, note)

    def plan(self, games: int = 0) -> Plan:
        """The plan of this study, for so many games."""
        note = self.note
        options = tuple((name, value) for name, value in note.options)
        return Plan(note.game, tuple(note.bots), games, note.seed, scenario=note.scenario, options=options)

    # --- chunks

    def chunks(self, games: int) -> list[range]:
        """The numbers of the first games, chunk by chunk."""
        size = self.note.chunk
        return [range(first, min(first + size, games)) for first in range(0, games, size)]

    def missing(self, games: int) -> list[range]:
        """The chunks that are still to be played."""
        return [numbers for numbers in self.chunks(games) if not self._file(numbers).exists()]

    def keep(self, numbers: range, rows: Iterable[Watched]) -> None:
        """Write a chunk, whole or not at all. A shorter one that it contains is taken away."""
        table = pa.Table.from_pylist([_row(row) for row in rows], SCHEMA)
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        _write(self._file(numbers), sink.getvalue().to_pybytes())
        for other in self.files():
            if other != self._file(numbers) and _numbers(other).start == numbers.start:
                other.unlink()

    def files(self) -> list[Path]:
        """The chunks that are there, in order."""
        return sorted(self.folder.glob("games-*.parquet"))

    def _file(self, numbers: range) -> Path:
        return self.folder / f"games-{numbers.start:09d}-{numbers.stop - 1:09d}.parquet"

    # --- reading

    def rows(self) -> Iterator[Watched]:
        """Every game that is kept, in order."""
        for file in self.files():
            yield from read(file)

    def count(self) -> int:
        """The number of games kept."""
        return sum(len(_numbers(file)) for file in self.files())


def read(file: Path) -> list[Watched]:
    """The games of one file; a damaged one is said to be so."""
    try:
        rows = pq.read_table(file, schema=SCHEMA).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise Refused(
            f"{file} is damaged ({str(error).splitlines()[0].rstrip('.')}): delete it, and its games are played again."
        ) from None
    return [_watched(row) for row in rows]


def merge(parts: list[Path], target: Path) -> Study:
    """Studies of one kind, each with some of the games, as one."""
    studies = [Study.open(part) for part in parts]
    if not studies:
        raise Refused("Name the studies to merge.")
    first = studies[0]
    for other in studies[1:]:
        if not first.note.same(other.note):
            raise Refused(f"{first.folder} and {other.folder} are not of one kind: {_difference(first, other)}.")
    if target.exists():
        raise Refused(f"{target} is there already: name a new folder.")
    target.mkdir(parents=True)
    _write(target / NOTE, (json.dumps(asdict(first.note), indent=1) + "\n").encode())
    merged = Study(target, first.note)
    best: dict[int, Path] = {}
    for study in studies:
        for file in study.files():
            start = _numbers(file).start
            if start not in best or len(_numbers(file)) > len(_numbers(best[start])):
                best[start] = file
    for file in best.values():
        read(file)
        _write(target / file.name, file.read_bytes())
    return merged


def _difference(one: Study, other: Study) -> str:
    a, b = asdict(one.note), asdict(other.note)
    return ", ".join(f"{name} is {a[name]} and {b[name]}" for name in a if name != "code" and a[name] != b[name])


def _numbers(file: Path) -> range:
    _, first, last = file.stem.split("-")
    return range(int(first), int(last) + 1)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, whenever the power goes."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def play_chunk(plan: Plan, numbers: range) -> list[Watched]:
    """The games of a chunk: what a worker does, wherever it is."""
    game = games.load(plan.game, plan.folder)
    return [watch(plan, game, number) for number in numbers]


Played = Iterator[tuple[range, list[Watched]]]
Engine = Callable[[Plan, list[range]], Played]
"""Plays chunks in any order and hands them over as they are done."""


def run(
    study: Study,
    count: int,
    engine: Engine,
    told: Callable[[int], None] = lambda done: None,
    folder: Path | None = None,
    first: int = 0,
) -> None:
    """Play what is missing of the first so many games, with an owner's own data from `folder`.

    `first`: games with lower numbers are somebody else's part.

    `told` hears how many games are there.
    """
    plan = replace(study.plan(count), folder=folder)
    missing = [numbers for numbers in study.missing(count) if numbers.start >= first]
    done = count - sum(map(len, missing))
    told(done)
    if not missing:
        return
    for numbers, rows in engine(plan, missing):
        study.keep(numbers, rows)
        done += len(numbers)
        told(done)


# --- a game as a row


def _row(seen: Watched) -> dict[str, Any]:
    r = seen.result
    return {
        "number": r.number, "winner": r.winner, "ending": r.ending, "decisions": r.decisions,
        "score": _named_values(r.score), "problem": r.problem,
        "turns": [
            {"turn": t.turn, "numbers": _named_values(t.numbers), "units": t.units, "steps": t.steps, "held": t.held}
            for t in seen.turns
        ],
        "fought": [{"space": space, "times": times} for space, times in sorted(seen.fought.items())],
        "walked": [{"from": a, "to": b, "times": times} for (a, b), times in sorted(seen.walked.items())],
        "died": [
            {"turn": turn, "party": party, "space": space, "steps": steps}
            for (turn, party, space), steps in sorted(seen.died.items())
        ],
        "thrown": [
            {"side": throw.side, "kind": throw.kind, "faces": throw.faces, "from": throw.hits, **fell._asdict()}
            for throw, fell in sorted(seen.thrown.items())
        ],
        "ended": seen.ended,
    }  # fmt: skip


def _watched(row: dict[str, Any]) -> Watched:
    score = {item["name"]: item["value"] for item in row["score"]}
    result = Result(row["number"], row["winner"], row["ending"], row["decisions"], score, row["problem"])
    seen = Watched(result)
    for t in row["turns"]:
        numbers = {item["name"]: item["value"] for item in t["numbers"]}
        seen.turns.append(Turn(t["turn"], numbers, t["units"], t["steps"], t["held"]))
    seen.fought.update({item["space"]: item["times"] for item in row["fought"]})
    seen.walked.update({(item["from"], item["to"]): item["times"] for item in row["walked"]})
    seen.died.update({(item["turn"], item["party"], item["space"]): item["steps"] for item in row["died"]})
    for item in row["thrown"]:
        throw = Throw(item["side"], item["kind"], item["faces"], item["from"])
        seen.thrown[throw] = Dice(item["dice"], item["pips"], item["hits"])
    seen.ended = row["ended"]
    return seen


def _named_values(values: dict[str, float]) -> list[dict[str, Any]]:
    return [{"name": name, "value": float(value)} for name, value in values.items()]

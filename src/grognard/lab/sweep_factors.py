"""Factors of a sweep, with a name and levels: values of the data files, options, scenario, bots."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from grognard import games
from grognard.kernel.flow import Refused
from grognard.lab.simulate import Plan

FORMS = (
    "FILE:ROW.COLUMN=a,b (a CSV file), FILE:SECTION.KEY=a,b (a TOML file), option:NAME=a,b, scenario=a,b "
    "or bots=a+b,c+d"
)


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that is varied."""

    name: str
    levels: tuple[str, ...]
    kind: str
    """`data`, `option`, `scenario` or `bots`."""
    file: str = ""
    row: str = ""
    column: str = ""
    evidence: str = ""
    """What is said of a data value: cited, derived or reconstructed."""


def factor(text: str, game: str, cited_too: bool = False) -> Factor:
    """A factor as it is written on the command line."""
    name, equals, values = text.rpartition("=")
    levels = tuple(value.strip() for value in values.split(",") if value.strip())
    if not equals or not name or len(levels) < 2:
        raise Refused(f"{text!r} names nothing to vary with two values or more: {FORMS}.")
    if len(set(levels)) < len(levels):
        raise Refused(f"{text!r} names a value twice.")
    if name == "scenario":
        return Factor(name, levels, "scenario")
    if name == "bots":
        return Factor(name, levels, "bots")
    kind, colon, rest = name.partition(":")
    if kind == "option" and colon:
        return Factor(rest, levels, "option")
    row, dot, column = rest.rpartition(".")
    texts = games.data_files(game)
    if not (colon and dot and row):
        raise Refused(f"{text!r} is none of {FORMS}.")
    if kind not in texts:
        raise Refused(f"There is no data file {kind!r} in {game}: {', '.join(sorted(texts))}.")
    evidence = _evidence(kind, texts[kind], row, column)
    if not cited_too and not re.search("reconstructed|derived", evidence):
        raise Refused(f"{name} is {evidence or 'cited'}: it stays as it is printed, unless you say --cited too.")
    return Factor(name, levels, "data", kind, row, column, evidence)


def _evidence(file: str, text: str, row: str, column: str) -> str:
    """The evidence of a value; a value that is not there is refused with those that are."""
    if file.endswith(".csv"):
        rows = list(csv.DictReader(io.StringIO(text)))
        found = next((each for each in rows if row in list(each.values())[:1]), None)
        if found is None:
            raise Refused(f"There is no row {row!r} in {file}.")
        if column not in found:
            raise Refused(f"There is no column {column!r} in {file}: {', '.join(found)}.")
        return str(found.get("evidence") or "")
    section: Any = tomllib.loads(text)
    for part in row.split("."):
        if not isinstance(section, Mapping) or part not in section:
            raise Refused(f"There is no section {row!r} in {file}.")
        section = section[part]
    if not isinstance(section, Mapping) or column not in section:
        keys = ", ".join(section) if isinstance(section, Mapping) else "none"
        raise Refused(f"There is no {column!r} in section {row!r} of {file}: {keys}.")
    return str(section.get("evidence", ""))


@dataclass(frozen=True, slots=True)
class Cell:
    """One choice of levels."""

    levels: tuple[int, ...]
    """Per factor, the number of its level."""

    @property
    def name(self) -> str:
        """As a folder is called."""
        return "cell-" + "-".join(map(str, self.levels))


def cells(factors: tuple[Factor, ...]) -> list[Cell]:
    """Every combination of levels, the first of all first."""
    return [Cell(levels) for levels in product(*(range(len(factor.levels)) for factor in factors))]


def plan_of(base: Plan, factors: tuple[Factor, ...], cell: Cell, folder: Path) -> Plan:
    """The plan of a cell: the same seed, so the same dice, in all of them. Changed data files go into `folder`."""
    plan = base
    texts: dict[str, str] = {}
    for factor_, number in zip(factors, cell.levels, strict=True):
        value = factor_.levels[number]
        if factor_.kind == "scenario":
            plan = replace(plan, scenario=value)
        elif factor_.kind == "bots":
            plan = replace(plan, bots=tuple(value.split("+")) if "+" in value else (value,) * len(base.bots))
        elif factor_.kind == "option":
            plan = replace(plan, options=tuple((dict(plan.options) | {factor_.name: value}).items()))
        else:
            before = texts.get(factor_.file) or games.data_files(plan.game)[factor_.file]
            texts[factor_.file] = changed(before, factor_, value)
    if texts:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        plan = replace(plan, folder=folder)
    return plan


def changed(text: str, what: Factor, value: str) -> str:
    """A data file with one value in place of another; every other byte stays."""
    lines = text.splitlines(keepends=True)
    if what.file.endswith(".csv"):
        head = next(csv.reader([lines[0]]))
        for i, line in enumerate(lines[1:], 1):
            cells_ = next(csv.reader([line]))
            if cells_ and cells_[0] == what.row:
                cells_[head.index(what.column)] = value
                out = io.StringIO()
                csv.writer(out, lineterminator="\n").writerow(cells_)
                lines[i] = out.getvalue()
                return "".join(lines)
        raise AssertionError(what.row)
    section = ""
    value_of = re.compile(rf"(\s*{re.escape(what.column)}\s*=\s*)([^#\n]*?)(\s*(#.*)?\n?)$")
    for i, line in enumerate(lines):
        if heading := re.match(r"\s*\[([^\[\]]+)\]", line):
            section = heading[1].strip()
        elif section == what.row and (found := value_of.match(line)):
            lines[i] = f"{found[1]}{value}{found[3]}"
            return "".join(lines)
    raise Refused(f"{what.name} cannot be changed by a sweep: it does not stand on a line of its own.")

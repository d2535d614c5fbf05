"""Rule cases covered by tests, read from the tests' own text without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from grognard.kernel.flow import Refused
from grognard.kernel.game import Game


class Claim(NamedTuple):
    """A test says that it covers a case."""

    case: str
    test: str
    """`file::name`, as pytest calls it."""
    line: int


class Entry(NamedTuple):
    """A case or a ruling, with its tests."""

    id: str
    kind: str
    wording: str
    tests: list[str]

    @property
    def missing(self) -> bool:
        """Whether it can be tested and is not."""
        return self.kind != "note" and not self.tests


@dataclass(slots=True)
class Coverage:
    """The case index of a game against its tests."""

    entries: list[Entry] = field(default_factory=list)
    unknown: list[Claim] = field(default_factory=list)
    """Tests that name a case that the game does not have."""

    @property
    def missing(self) -> list[Entry]:
        """The cases that need a test and have none."""
        return [entry for entry in self.entries if entry.missing]


def coverage(game: Game, folder: Path) -> Coverage:
    """The cases and rulings of a game, each with the tests under a folder that name it."""
    found: dict[str, list[str]] = {}
    claims = list(claims_in(folder))
    for claim in claims:
        found.setdefault(claim.case, []).append(claim.test)
    out = Coverage()
    for row in game.cases:
        out.entries.append(Entry(row["id"], row.get("kind", ""), row["rule"], found.get(row["id"], [])))
    for row in game.rulings:
        out.entries.append(Entry(row["id"], row.get("kind", "ruling"), row["ruling"], found.get(row["id"], [])))
    known = {entry.id for entry in out.entries}
    out.unknown = [claim for claim in claims if claim.case not in known]
    return out


def claims_in(folder: Path) -> Iterator[Claim]:
    """The cases that the tests of a folder claim to cover."""
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError) as error:
            line = getattr(error, "lineno", None) or 1
            raise Refused(f"{name}, line {line}: this is not Python that can be read.") from None
        yield from _claims(tree.body, name, name, _module_marks(tree, name))


def _module_marks(tree: ast.Module, file: str) -> list[tuple[str, int]]:
    """`pytestmark = pytest.mark.case(…)`: for every test of the file."""
    out: list[tuple[str, int]] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets):
            out += _named_in(node.value, file)
    return out


def _claims(body: list[ast.stmt], file: str, prefix: str, inherited: list[tuple[str, int]]) -> Iterator[Claim]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _claims(node.body, file, f"{prefix}::{node.name}", inherited + _decorated(node, file))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            for case, line in dict.fromkeys(inherited + _decorated(node, file)):
                yield Claim(case, f"{prefix}::{node.name}", line)


def _decorated(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, file: str) -> list[tuple[str, int]]:
    return [named for decorator in node.decorator_list for named in _named_in(decorator, file)]


def _named_in(tree: ast.expr, file: str) -> list[tuple[str, int]]:
    """The ids in every `case("…")` or `….case("…")` of an expression."""
    out: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name != "case":
            continue
        for arg in node.args:
            if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
                raise Refused(f"{file}, line {arg.lineno}: the ids of cases must be written out as text.")
            out.append((arg.value, node.lineno))
    return out

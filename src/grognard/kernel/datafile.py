"""Reading of a game's data files, with errors that name file, line and field."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from grognard.kernel.flow import Refused


class DataError(Refused):
    """Something in a data file is wrong: file, line, field, and what is allowed."""

    def __init__(self, file: str, line: int, field: str, wrong: str) -> None:
        super().__init__(f"{file}, line {line}, {field}: {wrong}")


def whole(low: int, high: int) -> Callable[[str], int]:
    """A cell that must be a whole number in a range."""

    def parse(cell: str) -> int:
        if not re.fullmatch(r"-?\d+", cell) or not low <= int(cell) <= high:
            raise ValueError(f"{cell!r} is not a whole number from {low} to {high}")
        return int(cell)

    return parse


def one_of(*allowed: str) -> Callable[[str], str]:
    """A cell that must be one of some words."""

    def parse(cell: str) -> str:
        if cell not in allowed:
            raise ValueError(f"{cell!r} is not one of {', '.join(repr(word) for word in allowed)}")
        return cell

    return parse


def per_step(cell: str) -> str:
    """A cell that is empty, or a whole number below 100 for each number of steps: `4/2`."""
    if not re.fullmatch(r"(\d{1,2}(/\d{1,2})*)?", cell):
        raise ValueError(f"{cell!r} is not a number for each number of steps, such as 4/2")
    return cell


def yes_no(cell: str) -> bool:
    """A cell that must be yes or no."""
    return one_of("yes", "no")(cell) == "yes"


def text(cell: str) -> str:
    """Any words but none at all."""
    if not cell:
        raise ValueError("it is empty")
    return cell


def several(parse: Callable[[str], str] = text) -> Callable[[str], tuple[str, ...]]:
    """A cell of any number of words or phrases, with semicolons between."""
    return lambda cell: tuple(parse(part.strip()) for part in cell.split(";") if part.strip())


def optional(parse: Callable[[str], Any], default: Any) -> Callable[[str], Any]:
    """A cell that may be empty."""
    return lambda cell: parse(cell) if cell else default


def read_csv(file: str, content: str, columns: Mapping[str, Callable[[str], Any]]) -> list[tuple[int, dict[str, Any]]]:
    """The rows of a CSV file, each with its line number, every cell parsed and checked."""
    rows = csv.reader(io.StringIO(content))
    head = next(rows, [])
    if head != list(columns):
        raise DataError(file, 1, "heading", f"the columns must be {','.join(columns)}")
    out = []
    for cells in rows:
        line = rows.line_num
        if len(cells) != len(head):
            raise DataError(file, line, "row", f"{len(cells)} cells where {len(head)} are needed")
        row = {}
        for name, cell in zip(head, cells, strict=True):
            try:
                row[name] = columns[name](cell.strip())
            except ValueError as error:
                raise DataError(file, line, name, str(error)) from None
        out.append((line, row))
    return out


@lru_cache(maxsize=16)
def _headings(content: str) -> dict[str, list[int]]:
    """The lines on which each heading `[key]` or `[[key]]` of a TOML file stands."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(content.splitlines(), 1):
        heading = re.match(r"\s*(\[\[?[^\[\]]*\]\]?)", line)
        if heading:
            found.setdefault(heading[1], []).append(number)
    return found


class Toml:
    """One table of a TOML file that knows where it stands, so that a wrong value can be pointed at."""

    def __init__(self, file: str, content: str, values: Mapping[str, Any], line: int = 1) -> None:
        self.file = file
        self.content = content
        self.values = values
        self.line = line

    @classmethod
    def parse(cls, file: str, content: str) -> Toml:
        """The whole file."""
        try:
            return cls(file, content, tomllib.loads(content))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            wrong = re.sub(r" \(at .*\)$", "", str(error))
            line = int(found[1]) if found else content.count("\n") + 1
            raise DataError(file, line, "text", f"not TOML: {wrong}") from None

    def wrong(self, key: str, why: str) -> DataError:
        """An error at the line of a key of this table."""
        lines = self.content.splitlines()
        for number in range(self.line - 1, len(lines)):
            if re.match(rf'\s*"?{re.escape(key)}"?\s*=', lines[number]):
                return DataError(self.file, number + 1, key, why)
        return DataError(self.file, self.line, key, why)

    def table(self, key: str) -> Toml:
        """A table `[key]`."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, f"the table [{key}] is missing")
        return Toml(self.file, self.content, value, self._heading(f"[{key}]", 0))

    def tables(self, key: str) -> Iterator[Toml]:
        """Each entry `[[key]]`."""
        rows = self.values.get(key)
        if not isinstance(rows, list) or not rows:
            raise self.wrong(key, f"there is no entry [[{key}]]")
        for i, value in enumerate(rows):
            yield Toml(self.file, self.content, value, self._heading(f"[[{key}]]", i))

    def _heading(self, heading: str, nth: int) -> int:
        found = _headings(self.content).get(heading, [])
        return found[nth] if nth < len(found) else self.line

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number in a range."""
        value = self.values.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(key, f"{value!r} is not a whole number from {low} to {high}")
        return value

    def string(self, key: str, allowed: Sequence[str] = ()) -> str:
        """A text, of some words where they are given."""
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.wrong(key, f"{value!r} is not a text")
        if allowed and value not in allowed:
            raise self.wrong(key, f"{value!r} is not one of {', '.join(repr(word) for word in allowed)}")
        return value

    def strings(self, key: str, allowed: Sequence[str] = ()) -> list[str]:
        """A list of texts."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.wrong(key, f"{value!r} is not a list of texts")
        for v in value:
            if allowed and v not in allowed:
                raise self.wrong(key, f"{v!r} is not one of {', '.join(allowed)}")
        return value

    def integers(self, key: str, low: int, high: int) -> list[int]:
        """A list of whole numbers in a range."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(type(v) is int and low <= v <= high for v in value):
            raise self.wrong(key, f"{value!r} is not a list of whole numbers from {low} to {high}")
        return value

    def by_face(self, key: str, parse: Callable[[str], Any], sides: int = 6) -> tuple[Any, ...]:
        """A value per face of a die: index 0 is unused."""
        value = self.values.get(key)
        if not isinstance(value, dict) or set(value) != {str(n) for n in range(1, sides + 1)}:
            raise self.wrong(key, f"a value for each face 1 to {sides} is needed")
        try:
            return (None, *(parse(str(value[str(n)])) for n in range(1, sides + 1)))
        except ValueError as error:
            raise self.wrong(key, str(error)) from None

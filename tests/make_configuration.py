"""Makes docs/hosts/configuration.md from the code: `python tests/make_configuration.py`. A test compares the two."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from grognard.club import config

FILE = Path(__file__).parent.parent / "docs" / "hosts" / "configuration.md"
HEAD = """# The configuration file

This page is generated from the code (`python tests/make_configuration.py`). After reading it you can write the TOML \
file for `grognard serve --config FILE`. Every key may be left out. A key that does not exist, or a value that makes \
no sense, is refused with a sentence before the server starts. [Setting up a server](deployment.md) shows a whole file.
"""


def meanings(table: type) -> dict[str, str]:
    """The text under each key of a table of the file."""
    body = ast.parse(inspect.getsource(table)).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, said in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
            found[ast.unparse(field.target)] = str(said.value.value)
    return found


def toml(value: Any) -> str:
    """A value as the file has it."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def part(table: type) -> str:
    """The section of one table of the file."""
    said = meanings(table)
    name, _, rest = str(table.__doc__).partition(": ")
    lines = [f"## {name}\n", rest[0].upper() + rest[1:] + "\n", "| key | default | meaning |", "|---|---|---|"]
    for key, kind in get_type_hints(table).items():
        known = [each for each in get_args(kind) if each] if get_origin(kind) is Literal else []
        choice = f" ({', '.join(f'`{toml(each)}`' for each in known)})" if known else ""
        lines.append(f"| `{key}` | `{toml(getattr(table(), key))}` | {said[key]}{choice} |")
    return "\n".join([*lines, ""])


def page() -> str:
    """The whole page."""
    tables = (config.ServerSettings, config.ClubSettings, config.MailSettings, config.NotificationSettings)
    return "\n".join((HEAD, *(part(table) for table in tables)))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")

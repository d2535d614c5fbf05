"""Every text that our games and our server may say, found in the code and the data: what a catalogue may hold.

python tests/make_catalogue.py                 how much of it each catalogue has
python tests/make_catalogue.py --po de games   a catalogue of what German lacks, to be filled in
"""

from __future__ import annotations

import ast
import itertools
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "grognard"
SPEAKING = ("kernel", "games", "match", "bots", "server")
"""The rooms whose words go out to players."""
MOST = 32
"""Ways to read one sentence with its alternatives."""
READ = ("term", "means", "rule", "ruling", "problem", "title", "text", "then", "hint", "name", "label", "blurb")
"""What people read in a data file."""

AGREEING = ("does", "all_do")
"""Functions that put a verb after its unit, in the form that fits."""

Text = tuple[str, ...]
"""A text with its open places; a second form is its plural."""


@cache
def texts_of(room: str) -> frozenset[Text]:
    """All texts of a folder of the sources."""
    found: set[Text] = set()
    for path in sorted((SRC / room).rglob("*.py")):
        found |= set(texts_in(ast.parse(path.read_text(encoding="utf-8"))))
    for path in sorted((SRC / room).rglob("data/*.toml")):
        found |= {(text,) for text in read_in(tomllib.loads(path.read_text(encoding="utf-8")))}
    return frozenset(found)


def read_in(data: object, key: str = "") -> Iterator[str]:
    """What people read in a data file."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from read_in(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from read_in(value, key)
    elif isinstance(data, str) and key in READ:
        yield data


def texts_in(tree: ast.Module) -> Iterator[Text]:
    """The texts of a module: sentences with open places, plain ones, and plurals."""
    inner = {id(part) for joined in ast.walk(tree) if isinstance(joined, ast.JoinedStr) for part in joined.values}
    inner |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # what describes the code
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in inner:
            yield from ((text,) for text in sentences(node) if is_text(text))
        elif isinstance(node, ast.Constant) and id(node) not in inner:
            if isinstance(node.value, str) and is_text(node.value) and "\n" not in node.value:
                yield (node.value,)
        elif isinstance(node, ast.Call) and called(node) == "numbered":
            words = [arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant)]
            if words:
                one, many = str(words[0]), str(words[1] if len(words) > 1 else f"{words[0]}s")
                yield (f"{{n}} {one}", f"{{n}} {many}")


def is_text(text: str) -> bool:
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) is not None and not re.fullmatch(r"[a-z_.-]+", text)


def sentences(joined: ast.JoinedStr) -> list[str]:
    """The ways in which an f-string may read, its places named after what they hold."""
    names: dict[str, str] = {}
    ways = [list(parts(value, names)) for value in joined.values]
    return ["".join(way) for way in itertools.islice(itertools.product(*ways), MOST)]


def parts(value: ast.expr, names: dict[str, str]) -> Iterator[str]:
    if isinstance(value, ast.Constant):
        yield str(value.value)
    elif isinstance(value, ast.FormattedValue):
        yield from readings(value.value, names)


def readings(value: ast.expr, names: dict[str, str]) -> Iterator[str]:
    """One text, one of two, or an open place."""
    if isinstance(value, ast.Constant):
        yield str(value.value)
    elif isinstance(value, ast.IfExp):
        yield from readings(value.body, names)
        yield from readings(value.orelse, names)
    elif isinstance(value, ast.BoolOp):
        for each in value.values:
            yield from readings(each, names)
    elif isinstance(value, ast.JoinedStr):
        ways = [list(parts(each, names)) for each in value.values]
        yield from ("".join(way) for way in itertools.islice(itertools.product(*ways), MOST))
    elif isinstance(value, ast.Call) and called(value) == "with_article":
        yield from (f"{article} {what}" for article in ("a", "an") for what in readings(value.args[0], names))
    elif isinstance(value, ast.Call) and len(spoken := verbs(value)) > 1:
        who = f"{next(readings(value.args[0], names))} " if called(value) in ("plural", *AGREEING) else ""
        yield from (who + verb for verb in spoken)
    else:
        source = ast.unparse(value)
        if source not in names:
            name = named(value)
            taken = set(names.values())
            names[source] = next(each for each in (name, *(f"{name}{n}" for n in range(2, 99))) if each not in taken)
        yield f"{{{names[source]}}}"


def verbs(call: ast.Call) -> list[str]:
    """The forms of a verb that a function chooses from: `verb(units, "is", "are")`."""
    words = [arg.value for arg in call.args[1:] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if called(call) in AGREEING and len(words) == 1:
        words.append(words[0].removesuffix("s"))
    fits = len(words) == len(call.args) - 1 or called(call) in AGREEING
    return words if called(call) != "numbered" and fits else []


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def named(value: ast.expr) -> str:
    """What a place is called: the last name that is spoken of."""
    if isinstance(value, ast.Call):
        given = [arg for arg in value.args if not isinstance(arg, ast.Constant)]
        return named(given[0]) if given else called(value) or "what"
    if isinstance(value, ast.Attribute):
        return value.attr
    if isinstance(value, ast.Name):
        return value.id
    if isinstance(value, ast.Subscript):
        return named(value.slice) if isinstance(value.slice, ast.Name | ast.Attribute) else named(value.value)
    return "what"


def all_texts(rooms: Sequence[str] = SPEAKING) -> list[Text]:
    """The texts of all rooms that speak to players, in order."""
    return sorted(set().union(*(texts_of(room) for room in rooms)))


def golden_lines(game: str) -> set[str]:
    """What the log of a game's golden game says, and how it was reckoned."""
    said = set()
    for line in (SRC.parents[1] / "tests" / game / "golden.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" " * 7):
            text = re.sub(r" \{[^}]*\}$", "", line.strip().removeprefix("= "))
            text = re.sub(r" \(only[^)]*\)$", "", text)
            said.add(re.sub(r" \[[\d ]+\]$", "", text))
    return said


def main() -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    from grognard.languages import LANGUAGES
    from grognard.languages.catalogue import catalogue_of

    if "--po" in sys.argv:
        _, language, *rooms = sys.argv[sys.argv.index("--po") :]
        known, empty = catalogue_of(language).known, Catalog(locale=language.replace("-", "_"))
        for text in all_texts(rooms or SPEAKING):
            if known(text[0]) is None:
                empty.add(text if len(text) > 1 else text[0])
        write_po(sys.stdout.buffer, empty, width=120)
        return
    texts = all_texts()
    print(f"{len(texts)} texts")
    for language in LANGUAGES:
        known = catalogue_of(language).known
        print(f"{language}: {sum(known(text[0]) is not None for text in texts)}")


if __name__ == "__main__":
    main()

"""The house: who may know whom. Arrows point down, and nobody stands in a circle, not even of types."""

from __future__ import annotations

import ast
import graphlib
import re
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parent.parent / "src" / "grognard"
BELOW = {
    "interrupt": (),
    "kernel": (),
    "maps": ("kernel",),
    "atlas": ("kernel", "maps"),
    "games": ("kernel", "maps", "atlas"),
    "match": ("kernel", "games"),
    "bots": ("kernel", "games", "match", "interrupt"),
    "club": ("kernel", "match"),
    "store": ("kernel", "games", "match", "club"),
    "work": ("kernel", "games", "interrupt"),
    "lab": ("kernel", "games", "match", "bots", "store", "interrupt"),
    "position": ("kernel", "games", "match", "lab"),
    "server": ("kernel", "games", "match", "bots", "club", "store", "work", "lab", "interrupt", "web"),
    "web": (),
}
"""What each room may import from; the command line may import from all."""
DRAWING = ("board", "faces", "markers")
"""The modules of a game that know how it is drawn; its rules do not."""


def modules() -> dict[str, Path]:
    found = {}
    for path in SRC.rglob("*.py"):
        parts = path.relative_to(SRC).with_suffix("").parts
        found[".".join(("grognard", *parts)).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def imported(name: str) -> Iterator[str]:
    """The modules of ours that a module names anywhere, for its types too."""
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grognard"):
            for each in node.names:
                whole = f"{node.module}.{each.name}"
                yield whole if whole in MODULES else str(node.module)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("grognard"))


GRAPH = {name: sorted(set(imported(name)) - {name}) for name in MODULES}


def room(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


def test_rooms_know_only_what_lies_below_them() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in GRAPH.items()
        if room(name) not in ("", "cli")
        for other in others
        if room(other) != room(name) and room(other) not in BELOW[room(name)]
    ]
    assert wrong == []


def test_rules_do_not_know_how_they_are_drawn() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in GRAPH.items()
        if room(name) == "games" and name.split(".")[-1] not in DRAWING
        for other in others
        if room(other) == "atlas"
    ]
    assert wrong == []


def test_games_do_not_know_each_other() -> None:
    def game(name: str) -> str:
        return ".".join(name.split(".")[:3])

    wrong = [
        f"{name} imports {other}"
        for name, others in GRAPH.items()
        if room(name) in ("games", "bots") and len(name.split(".")) > 3
        for other in others
        if room(other) == room(name) and len(other.split(".")) > 3 and game(other) != game(name)
        if game(other) != "grognard.bots.general"  # what the generals of all games share; it knows none of them
    ]
    assert wrong == []


READERS = ("view", "preview", "previews", "reach", "overlays", "why_not", "verbs_for", "held_open", "desk", "ledger")
"""What a game works out for one side."""


def test_who_reads_a_position_for_a_side_is_handed_what_the_side_may_know() -> None:
    calls = [
        (name, call)
        for name in MODULES
        if room(name) in ("server", "match")
        for call in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in READERS
        if ast.unparse(call.func.value).split(".")[-1] == "game"
    ]
    assert len(calls) > 8
    handed = [(name, ast.unparse(call.args[0]), ast.unparse(call)) for name, call in calls]
    wrong = [f"{name}: {text}" for name, first, text in handed if first != "known" and ".known(" not in first]
    assert wrong == []


def test_the_picture_of_the_house_names_what_is_there() -> None:
    text = (SRC.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w/<>]+\.(?:py|js|toml|md))`", text) if "/" in name}
    assert len(named) > 10
    places = (SRC, SRC / "games" / "ichigo", SRC.parent.parent)
    missing = [name for name in named if not any((at / name.replace("<g>", "ichigo")).exists() for at in places)]
    assert missing == []


def test_nobody_stands_in_a_circle() -> None:
    within = {name: [other for other in others if other in GRAPH] for name, others in GRAPH.items()}
    try:
        graphlib.TopologicalSorter(within).prepare()
    except graphlib.CycleError as found:
        raise AssertionError(" ← ".join(found.args[1])) from None

"""The house: who may know whom. Arrows point down, and nobody stands in a circle, not even of types."""

from __future__ import annotations

import ast
import graphlib
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src" / "grognard"
BELOW = {
    "collector": (),
    "extras": (),
    "interrupt": (),
    "large_pages": (),
    "python_holes": (),
    "deadlines": (),
    "languages": (),
    "kernel": (),
    "maps": ("kernel",),
    "atlas": ("kernel", "maps", "extras"),
    "games": ("kernel", "maps", "atlas"),
    "match": ("kernel", "games", "collector"),
    "bots": ("kernel", "games", "match", "interrupt", "deadlines"),
    "club": ("kernel", "match"),
    "store": ("kernel", "games", "match", "club", "collector", "deadlines", "extras"),
    "work": ("kernel", "games", "interrupt", "large_pages"),
    "lab": ("kernel", "games", "match", "bots", "club", "store", "collector", "extras", "interrupt", "large_pages"),
    "position": ("kernel", "games", "match", "lab"),
    "server": (
        "kernel",
        "games",
        "match",
        "bots",
        "club",
        "store",
        "work",
        "lab",
        "collector",
        "interrupt",
        "large_pages",
        "python_holes",
        "deadlines",
        "languages",
        "web",
    ),
    "web": (),
    "newgame": ("kernel",),
    "testing": ("kernel", "games", "match", "bots", "server"),
}
"""What each room may import from; the command line may import from all."""
DRAWING = ("board", "counter_faces", "markers")
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


@cache
def graph() -> dict[str, list[str]]:
    """What each module imports: read when it is first wanted, for many look at this file and few ask."""
    return {name: sorted(set(imported(name)) - {name}) for name in MODULES}


def room(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


def test_rooms_know_only_what_lies_below_them() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in graph().items()
        if room(name) not in ("", "cli")
        for other in others
        if room(other) != room(name) and room(other) not in BELOW[room(name)]
    ]
    assert wrong == []


def test_rules_do_not_know_how_they_are_drawn() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in graph().items()
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
        for name, others in graph().items()
        if room(name) in ("games", "bots") and len(name.split(".")) > 3
        for other in others
        if room(other) == room(name) and len(other.split(".")) > 3 and game(other) != game(name)
        if game(other) != "grognard.bots.general"  # what the generals of all games share; it knows none of them
    ]
    assert wrong == []


READERS = ("view", "preview", "previews", "reach", "overlays", "why_not", "verbs_for", "held_open", "desk", "ledger")
"""What a game works out for one side."""
EVERYTHING_OPEN = "grognard.match.visibility: game.view(state, each)"
"""For whom nothing is hidden all views are laid over each other."""


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
    assert wrong == [EVERYTHING_OPEN]


@pytest.mark.parametrize("page", ["architecture.md", "glossary.md"])
def test_what_pages_on_the_house_name_is_there(page: str) -> None:
    text = (SRC.parent.parent / "docs" / "developers" / page).read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w/<>]+\.(?:py|js|toml|md))`", text) if "/" in name}
    assert len(named) > 10
    places = (SRC, SRC / "games" / "ichigo", SRC.parent.parent)
    missing = [name for name in named if not any((at / name.replace("<g>", "ichigo")).exists() for at in places)]
    assert missing == []


SERVER_BELOW = {
    "http": (),
    "workers": ("http",),
    "matches": ("http", "workers"),
    "advisor": ("http", "workers", "matches"),
    "learn": ("http", "workers", "matches"),
    "club": ("http", "workers", "matches"),
}
"""Of the server, what each room may import from; the application, which stands above them, may import from all."""


def test_rooms_of_the_server_know_only_what_lies_below_them() -> None:
    def inner(name: str) -> str:
        return name.split(".")[2] if room(name) == "server" and len(name.split(".")) > 2 else ""

    rooms = {path.name for path in (SRC / "server").iterdir() if (path / "__init__.py").exists()}
    assert rooms == {*SERVER_BELOW}
    wrong = [
        f"{name} imports {other}"
        for name, others in graph().items()
        if inner(name) in SERVER_BELOW
        for other in others
        if room(other) == "server" and inner(other) not in (inner(name), *SERVER_BELOW[inner(name)])
    ]
    assert wrong == []


def test_rooms_below_the_club_do_not_reach_up_to_it_through_the_application() -> None:
    """An attribute of the running application is no import, and still an arrow."""
    wrong = [
        f"{name}: {node.attr}"
        for name, path in MODULES.items()
        if name.startswith(("grognard.server.matches.", "grognard.server.workers.", "grognard.server.advisor.",
                            "grognard.server.learn.", "grognard.server.http."))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("app.state")
        if node.attr in ("club", "lifecycle", "runner")
    ]  # fmt: skip
    assert wrong == []


RIDDLES = ("Who", "What", "How", "Where", "Whoever", "Whatever", "When")
"""How no docstring begins: it says what a thing is or does."""


def test_docstrings_say_plainly_what_a_thing_is_or_does() -> None:
    wrong, seen = [], 0
    for name, path in MODULES.items():
        if room(name) == "games":
            continue  # the chapters of the games speak as their rulebooks do
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                said, seen = ast.get_docstring(node) or "", seen + 1
                if said.split(" ")[0].rstrip("?,:") in RIDDLES:
                    wrong.append(f"{name}: {said.splitlines()[0]}")
    assert seen > 2000
    assert wrong == []


def test_nobody_stands_in_a_circle() -> None:
    within = {name: [other for other in others if other in graph()] for name, others in graph().items()}
    try:
        graphlib.TopologicalSorter(within).prepare()
    except graphlib.CycleError as found:
        raise AssertionError(" ← ".join(found.args[1])) from None


WEB = SRC / "web"
MADE = re.compile(r'^(?:import|export|\}) .*from "(\.\.?/[\w/]+\.js)";|^import "(\.\.?/[\w/]+\.js)";', re.MULTILINE)
TYPED = re.compile(r'[{<|(\s]import\("(\.\.?/[\w/]+\.js)"\)\.')
AWAITED = re.compile(r'await import\("(\.\.?/[\w/]+\.js)"\)')
BOUND = {
    ("session/incoming.js", "session/session.js"),
    ("session/selection.js", "session/session.js"),
    ("session/orders.js", "session/session.js"),
    ("session/reach.js", "session/session.js"),
    ("session/sendOptions.js", "session/session.js"),
    ("session/longMarches.js", "session/session.js"),
    ("editor/editorPanel.js", "editor/editor.js"),
}
"""Of the page's modules, those that name the type of what holds them: nothing else goes round in a circle."""


def page_graph(types: bool, awaited: bool = False) -> dict[str, set[str]]:
    """Per module of the page, those that it imports, also when they are wanted first, or whose types it names."""
    graph = {}
    for path in WEB.rglob("*.js"):
        name, text = path.relative_to(WEB).as_posix(), path.read_text(encoding="utf-8")
        found = [first or second for first, second in MADE.findall(text)] + (TYPED.findall(text) if types else [])
        found += AWAITED.findall(text) if awaited else []
        whole = {posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in found}
        graph[name] = whole - {name} - {other for one, other in BOUND if types and one == name}
    return graph


@pytest.mark.parametrize("types", [False, True], ids=["modules", "types"])
def test_no_module_of_the_page_stands_in_a_circle(types: bool) -> None:
    graph = page_graph(types)
    assert sum(map(len, graph.values())) > 200
    assert {other for others in graph.values() for other in others} <= set(graph)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as found:
        raise AssertionError(" ← ".join(found.args[1])) from None


PAGE_ROOMS = (
    "core", "languages", "api", "widgets", "session", "matches", "rules", "map", "theatre", "prompt", "sidebar",
    "general", "replay", "learn", "club", "table", "club/pages", "editor", "front", "",
)  # fmt: skip
"""The rooms of the page from the bottom up: each imports only from itself and from those before it."""


@pytest.mark.parametrize("types", [False, True], ids=["modules", "types"])
def test_no_import_between_rooms_of_the_page_runs_up(types: bool) -> None:
    height = {room_: number for number, room_ in enumerate(PAGE_ROOMS)}
    graph = page_graph(types, awaited=True)
    assert {posixpath.dirname(name) for name in graph} == set(height)
    wrong = [
        f"{name} imports {other}"
        for name, others in graph.items()
        for other in others
        if height[posixpath.dirname(other)] > height[posixpath.dirname(name)]
    ]
    assert wrong == []


def told(room_: str) -> set[str]:
    """The modules that a room's `__init__` speaks of."""
    tree = ast.parse(MODULES[f"grognard.{room_}"].read_text(encoding="utf-8"))
    return set(re.findall(r"`(\w+)", ast.get_docstring(tree) or ""))


@pytest.mark.parametrize("name", [name for name in BELOW if (SRC / name).is_dir() and name not in ("games", "web")])
def test_a_room_says_which_of_its_modules_others_import(name: str) -> None:
    borrowed = {
        other.split(".")[2]
        for module, others in graph().items()
        if room(module) != name
        for other in others
        if room(other) == name and len(other.split(".")) > 2
    }
    assert borrowed - told(name) == set()


def test_of_a_game_only_its_own_bots_import_modules() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in others
        if room(other) == "games" and len(other.split(".")) > 3
        if name.split(".")[1:3] not in (["games", other.split(".")[2]], ["bots", other.split(".")[2]])
    ]
    assert wrong == []

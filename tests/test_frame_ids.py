"""Positions and saves call a procedure by its id: no id may change, vanish or stand for two, wherever the class is."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

import grognard.games
import grognard.kernel
from grognard.kernel.flow import Frame

SMALL = {("nemesis.reinforcement_allied.AlliedReplacements", "support")}
"""Numbers of a few bits, which stand for no units or spaces."""
KNOWN = Path(__file__).with_name("frame_ids.txt")


def modules() -> Iterator[str]:
    for package in (grognard.kernel, grognard.games):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield found.name


@cache
def frames() -> tuple[type[Frame], ...]:
    """Every procedure of the kernel and of all games."""
    for module in modules():
        importlib.import_module(module)
    return tuple(kinds_of(Frame))


def kinds_of(cls: type[Frame]) -> Iterator[type[Frame]]:
    for sub in cls.__subclasses__():
        # `dataclass(slots=True)` makes a second class of each; the registry holds the one that is used.
        if sub.__module__.startswith("grognard.") and "__slots__" in sub.__dict__:
            yield sub
        yield from kinds_of(sub)


def test_every_id_that_a_save_may_hold_is_still_known_and_none_is_new_without_being_written_down():
    ids = {frame.id for frame in frames() if "id" in frame.__dict__}
    known = KNOWN.read_text(encoding="utf-8").split()
    assert len(known) == len(set(known))
    assert ids - set(known) == set(), "write new ids down in tests/frame_ids.txt"
    assert set(known) - ids == set(), "a save that holds one of these could not be opened any more"


def test_every_procedure_has_an_id_of_its_own():
    for frame in frames():
        if "id" not in frame.__dict__:
            assert frame.__subclasses__(), f"{frame.__qualname__} has no id"
        else:
            assert Frame.registry[frame.id].__qualname__ == frame.__qualname__


def test_two_procedures_cannot_share_an_id():
    taken = frames()[0].id
    with pytest.raises(TypeError, match=taken):
        type("Another", (Frame,), {"id": taken})


def test_every_set_of_a_procedure_has_the_type_of_one():
    """What a procedure handles by its bits may be as large as a set of all units or spaces: as a plain number it would
    be out of bounds, and the position could not be read again."""
    handled = {(cls.id, name) for cls in frames() if is_dataclass(cls) for name in handled_by_bits(cls, "int")}
    assert handled == SMALL
    sets = {(cls.id, name) for cls in frames() if is_dataclass(cls) for name in handled_by_bits(cls, "Units", "Spaces")}
    assert len(sets) > 3


@cache
def classes_in(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def handled_by_bits(cls: type[Frame], *types: str) -> Iterator[str]:
    """Fields of these types that its methods make of bits, join with others bit by bit, or go through as members."""
    whole = {field.name for field in fields(cls) if field.type in types}
    for node in ast.walk(classes_in(cls.__module__)[cls.__name__]):
        match node:
            case ast.Assign(targets=[place], value=ast.Call(ast.Name("bitset"))):
                used: list[ast.AST] = [place]
            case ast.AugAssign(target=place, op=ast.BitOr() | ast.BitAnd() | ast.BitXor()):
                used = [place]
            case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.BitXor(), right):
                used = [left, right]
            case ast.BinOp(left, ast.RShift(), _):
                used = [left]
            case ast.Call(ast.Name("members" | "each"), [place]):
                used = [place]
            case _:
                continue
        for each in used:
            match each:
                case ast.Attribute(ast.Name("self"), name) if name in whole:
                    yield name

"""Copies and plain values of positions and frames, by code that is generated once per class.

Their fields' types say which of them are lists, whose copies are made one by one, and which hold what cannot change.
A `bytearray` is a list of numbers up to 255 that is copied all at once, and written as a list.
To ask every value what it is, position after position, took longer than the copying itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any

PACKED = "bytearray"
_MANY = "list["


class Made(dict[type, Callable[[Any], Any]]):
    """Functions by class, each made when it is first asked for."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[type], Callable[[Any], Any]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, cls: type) -> Callable[[Any], Any]:
        self[cls] = made = self._make(cls)
        return made


def copier(cls: type, **special: str) -> Callable[[Any], Any]:
    """A function that makes an equal object and shares nothing that can change.

    `special` gives the expression for a field that has a way of its own; what it names is in `copies`.
    """
    lines = ["new = make(cls)", *(f"new.{name} = {value}" for name, value in _read(cls, special)), "return new"]
    return _function(lines, cls=cls, make=object.__new__, copies=copies)


def lister(cls: type) -> Callable[[Any], list[Any]]:
    """A function that gives the values of all fields in order."""
    return _function([f"return [{', '.join(value for _, value in _read(cls, {}))}]"])


def mapper(cls: type, without: Sequence[str], **special: str) -> Callable[[Any], dict[str, Any]]:
    """A function that gives the values of fields by what saves call them."""
    special = {name: f"list(s.{name})" for name in packed(cls)} | special
    ids = saved_as(cls)
    pairs = [f"{ids[name]!r}: {value}" for name, value in _read(cls, special) if name not in without]
    return _function([f"return {{{', '.join(pairs)}}}"])


def saved_as(cls: type) -> dict[str, str]:
    """Per field, what saves call it: its `id`, which stays when the field gets another name, or its name."""
    return {f.name: f.metadata.get("id", f.name) for f in fields(cls)}


def packed(cls: type) -> tuple[str, ...]:
    """The fields that are bytearrays."""
    return tuple(f.name for f in fields(cls) if f.type == PACKED)


def entry_type(declared: str) -> str:
    """The type of a list's entries; of any other type, the type itself."""
    return declared.removeprefix(_MANY).rstrip("]") if declared.startswith(_MANY) else declared


def _read(cls: type, special: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each field and the expression that reads it from `s`."""
    for f in fields(cls):
        held = f"s.{f.name}[:]" if f.type == PACKED or str(f.type).startswith(_MANY) else f"s.{f.name}"
        yield f.name, special.get(f.name, held)


def _function(lines: list[str], **names: Any) -> Callable[[Any], Any]:
    exec("def made(s):\n    " + "\n    ".join(lines), names)
    made: Callable[[Any], Any] = names["made"]
    return made


copies = Made(copier)
"""Of frames, by class."""
lists = Made(lister)
"""Of the values of frames, by class."""

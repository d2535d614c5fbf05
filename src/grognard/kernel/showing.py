"""Pieces of the board and of previews that look the same in every game (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.kernel.game import Game, Verb

Reached = tuple[int, float, int, float]
"""A space, what it costs to get there, the space before it, and the chance that the move can end there."""


def fact(name: str, value: str, *cases: str) -> dict[str, Any]:
    """One line about a thing."""
    return {"name": name, "value": value, "cases": list(cases)}


def line(text: str, value: str, *cases: str) -> dict[str, Any]:
    """One itemised number of a preview."""
    return {"text": text, "value": value, "cases": list(cases)}


def way_to_move(name: str, units: Sequence[int], spaces: Iterable[Reached], **more: Any) -> dict[str, Any]:
    """One way in which units may move, and how far; `more` as docs/protocol.md has it."""
    return {"name": name, "units": list(units), "spaces": [list(row) for row in spaces], **more}


def verb(v: Verb) -> dict[str, Any]:
    """A verb as the page wants it."""
    out: dict[str, Any] = {"label": v.label, "args": list(v.args), "cases": list(v.cases)}
    for name in ("primary", "quiet", "remember", "gathers", "drops"):
        if getattr(v, name):
            out[name] = True
    if v.words:
        out["words"] = dict(v.words)
    return out


def heading(g: Game, phase_names: Iterable[str]) -> dict[str, Any]:
    """The parts of a board that follow from the game itself: title, sides, phases, verbs."""
    return {
        "game": g.id,
        "title": g.title,
        "version": g.version,
        "sides": [
            {"id": s.id, "name": s.name, "adjective": s.adjective, "colour": s.colour, "ink": s.ink}
            for s in g.parties()
        ],
        "phases": [
            {"id": p.id, "name": p.name, "short": short, "side": p.side, "cases": list(p.cases)}
            for p, short in zip(g.phases, phase_names, strict=True)
        ],
        "verbs": {name: verb(v) for name, v in g.verbs.items()},
    }

"""Description of a position in words, as one side sees it or with everything open."""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import ONGOING, Decision
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.lab.match_log import entries, joined
from grognard.match import Match
from grognard.match.visibility import seen_by


def position(game: Game, state: Any, side: Side | None = None) -> list[str]:
    """The position as lines of text: turn and phase, gauges, then every space that holds something."""
    board, view = game.board(), seen_by(game, state, side)
    phase = board["phases"][view["phase"]]["name"]
    out = [f"{game.title}, turn {view['turn']}, {phase}", _asked(game, state, side), ""]
    out += [f"  {name}: {value}" for name, value in _gauges(board, view["tracks"])]
    for at, space in enumerate(board["spaces"]):
        units = [row for row in view["units"] if row[1] == at]
        marks = [row for row in view["marks"] if row[0] == at]
        if not units and not marks:
            continue
        out += ["", f"{space['name']} ({space['id']})"]
        if marks:
            out.append("  " + ", ".join(_mark(board, row) for row in marks))
        for i, owner in enumerate(board["sides"]):
            mine = [_unit(board, row) for row in units if board["units"][row[0]]["side"] == i]
            if mine:
                out.append(f"  {owner['adjective']}: {', '.join(mine)}")
    return out


def log(match: Match, count: int, side: Side | None = None) -> list[str]:
    """The log up to so many decisions, by turn and phase, with dice and the reckoning of each result."""
    out: list[str] = []
    heading = ""
    for line in joined(entries(match, side, count)):
        here = f"Turn {line.turn}, {match.game.phases[line.phase].name}"
        if here != heading:
            out += ["", here] if out else [here]
            heading = here
        parts = line.parts or (line,)
        dice = " ".join(str(face) for part in parts for face in part.dice)
        out.append(f"  {line.text}{f' [{dice}]' if dice else ''}")
        out += [f"    · {reckoned(term)}" for part in parts for term in part.sum]
    return out


def reckoned(term: tuple[str, tuple[str, ...]]) -> str:
    """A line of a reckoning with its cases."""
    text, cases = term
    return f"{text} ({', '.join(cases)})" if cases else text


def _asked(game: Game, state: Any, side: Side | None) -> str:
    if state.winner != ONGOING:
        return "The match is over."
    if not isinstance(state.pending, Decision):
        return "Dice are being rolled."
    asked = state.pending
    who = game.sides[asked.side].name
    return f"{who} decides: {game.prompt(state, asked, asked.side if side is None else side)}"


def _gauges(board: dict[str, Any], values: dict[str, Any]) -> list[tuple[str, str]]:
    out = []
    for track in board["tracks"]:
        if track["id"] not in values or track["id"] == "turn":
            continue
        value, labels = values[track["id"]], track.get("labels")
        out.append((track["name"], labels[value] if labels and 0 <= value < len(labels) else str(value)))
    return out


def _mark(board: dict[str, Any], row: tuple[int, int, int]) -> str:
    name = board["markers"][row[1]]["name"]
    return f"{name} × {row[2]}" if row[2] > 1 else str(name)


def _unit(board: dict[str, Any], row: tuple[int, ...]) -> str:
    unit, _, steps, flags, *face = row
    about = board["units"][unit]
    name = board["faces"][face[0]].get("name") if face else about["name"]
    words = [f"{steps}/{about['steps']}"] if about.get("steps", 1) > 1 and steps else []
    words += [flag["name"].lower() for flag in board["flags"] if flags & flag["bit"]]
    return f"{name} ({', '.join(words)})" if words else str(name)

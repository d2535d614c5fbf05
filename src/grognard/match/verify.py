"""Was this game played as its save says? Every roll, decision, mark and the result, replayed and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from grognard import games
from grognard.kernel.flow import DRAW
from grognard.kernel.game import Game
from grognard.match.save import SaveError, load


@dataclass(slots=True)
class Report:
    """What verification found."""

    ok: bool
    text: str
    """One sentence: the result, or what fails."""
    line: int | None = None
    """The line that fails."""
    notes: list[str] = field(default_factory=list)


def verify(text: str, find: Callable[[str], Game] = games.load) -> Report:
    """Check a finished save: the dice against the secret and its commitment, the decisions against the rules."""
    try:
        loaded = load(text, find)
    except SaveError as error:
        return Report(False, str(error), error.line)
    match, notes = loaded.match, loaded.notes
    if not match.over:
        return Report(
            False,
            f"Line {loaded.last_line}: the match is not over; its dice are still secret.",
            loaded.last_line,
            notes,
        )
    rolls = match.state.rolls
    ends = [*(seed.first for seed in match.header.seeds[1:]), rolls]
    checked = 0
    for seed, end in zip(match.header.seeds, ends, strict=True):
        if seed.secret is not None:
            checked += end - seed.first
        elif end > seed.first:
            notes.append(
                f"Rolls {seed.first + 1} to {end} belong to a match that was still open: their seed is not here."
            )
    if rolls and not checked:
        return Report(False, "Line 2: the seeds are missing, so that no roll can be checked.", 2, notes)
    state = match.state
    winner = "a draw" if state.winner == DRAW else f"{match.game.parties()[state.winner].name} won"
    counted = f"{checked} rolls and {len(match.played)} decisions checked, all sound"
    return Report(True, f"{match.game.title}: {winner} on turn {state.turn}; {counted}.", None, notes)

"""Verification of a save: every roll, decision, mark and the result, replayed and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from grognard import games
from grognard.kernel.flow import DRAW
from grognard.kernel.game import Game
from grognard.match.header import BOUND, HUMAN
from grognard.match.match import Match
from grognard.match.save import SaveError, load

SOUND, PARTLY, ALTERED = "sound", "sound as far as it can be checked", "altered"
"""The three answers. The second is never the first: what cannot be checked is not taken on trust."""


@dataclass(slots=True)
class Report:
    """Results of a verification."""

    status: str
    text: str
    """One sentence: the result, or what fails."""
    line: int | None = None
    """The line that fails."""
    notes: list[str] = field(default_factory=list)
    """What the reader of the save should know besides."""
    because: list[str] = field(default_factory=list)
    """Why it could not be checked further."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found to be altered."""
        return self.status != ALTERED


def verify(text: str, find: Callable[[str], Game] = games.load) -> Report:
    """Check a save: the dice against the secret and its commitment, the decisions and the result against the rules."""
    try:
        loaded = load(text, find)
    except SaveError as error:
        return Report(ALTERED, str(error), error.line)
    match = loaded.match
    known, reasons = _secrets(match)
    reasons += _origin(match) + _shares(match)
    state = match.state
    if not match.over:
        outcome = f"open on turn {state.turn}"
    elif state.winner == DRAW:
        outcome = f"a draw on turn {state.turn}"
    else:
        outcome = f"{match.game.parties()[state.winner].name} won on turn {state.turn}"
    counted = f"{known} of {state.rolls} rolls and {len(match.played)} decisions checked"
    status = PARTLY if reasons else SOUND
    said = f"{match.game.title}: {outcome}; {counted}, {status}"
    if reasons:
        said += f", because {'; '.join(reasons)}"
    return Report(status, f"{said}.", None, loaded.notes, reasons)


def _secrets(match: Match) -> tuple[int, list[str]]:
    """The number of rolls checked, and why no more."""
    rolls, seeds = match.state.rolls, match.header.seeds
    known, missing = 0, []
    for seed, end in zip(seeds, [*(seed.first for seed in seeds[1:]), rolls], strict=True):
        if seed.secret is not None:
            known += max(0, end - seed.first)
        elif end > seed.first:
            missing.append(f"the secret of rolls {seed.first + 1} to {end} is not here")
    if not match.over:
        missing.append("the match is not over, and its dice are still secret")
    return known, missing


def _origin(match: Match) -> list[str]:
    """The choices that the match's creator had before the first roll."""
    header = match.header
    reasons = []
    if header.start is not None:
        reasons.append("it starts from a position set up by hand")
    if header.parent is not None:
        reasons.append("it is a branch of another match")
    elif len(header.seeds) > 1:
        reasons.append("it was taken up again with other dice")
    if header.chosen:
        reasons.append("its maker chose the seed")
    elif header.dice != BOUND:
        reasons.append("it is of a time when dice were not bound to the players")
    return reasons


def _shares(match: Match) -> list[str]:
    """Whose number is not in all of the dice."""
    header = match.header
    if header.dice != BOUND:
        return []
    since = {share.side: share.first for _, share in match.shares}
    reasons = []
    people = [side for side, kind in header.seats.items() if kind == HUMAN]
    for side in people:
        if side in header.shares or since.get(side) == 0:
            continue
        if side in since:
            reasons.append(f"{side}'s own number came into the dice after roll {since[side]}")
        else:
            reasons.append(f"{side} added no number of its own to the dice")
    return reasons if people else ["no player added a number to the dice"]

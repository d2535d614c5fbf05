"""A saved game as plain text, line by line: each decision, its result, and the sides that saw it.

Two versions of the rules that play a record differently give texts that differ, and the difference can be read.
"""

from __future__ import annotations

from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.log_grouping import Runs
from grognard.match.match import Match, Told
from grognard.match.notation import option_to_text
from grognard.match.save import load


def playthrough(save: str) -> str:
    """The whole record as text."""
    match = load(save).match
    game = match.game
    lines = [f"{game.title}, {match.header.scenario}, {len(match.played)} decisions"]
    told = iter(match.log)
    fact = next(told, None)
    runs, whole = Runs(game), ""
    for number in range(len(match.played) + 1):
        if number:
            played = match.played[number - 1]
            lines.append(f"{number:4d} {game.sides[played.side].id} {option_to_text(game, played.option)}")
        while fact is not None and fact.after == number:
            before, whole = whole, runs.add(fact.event, Side(0)) if fact.event.seen else ""
            if before and not whole:
                lines.append(f"       = {before}")
            lines.append(f"       {_line(game, fact)}")
            lines += [f"         {text} {{{' '.join(cases)}}}" for text, cases in game.reckoning(fact.event, None)]
            fact = next(told, None)
        if number in match.turns:
            turn, fingerprint = match.turns[number]
            lines.append(f"= turn {turn} {fingerprint}")
    lines.append(f"= end {_final(match)}")
    return "\n".join(lines) + "\n"


def _line(game: Game, fact: Told) -> str:
    event = fact.event
    dice = f" [{' '.join(map(str, event.dice))}]" if event.dice else ""
    hidden = (
        "" if event.seen < 0 else f" (only {', '.join(s.id for i, s in enumerate(game.sides) if event.seen >> i & 1)})"
    )
    return f"{game.sentence(event)}{dice}{hidden} {{{' '.join(event.cases)}}}"


def _final(match: Match) -> str:
    return f"{match.state.ending} {match.state.fingerprint()}"

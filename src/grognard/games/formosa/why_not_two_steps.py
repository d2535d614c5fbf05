"""Why-not looks two choices ahead: what is possible after another choice is told so, and what to choose first."""

from __future__ import annotations

from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import State
from grognard.kernel.flow import ONGOING, Bar, Decision, GameOver, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.play import advance

ONLY: dict[str, Side] = {
    "fly": ALLIED, "drive": ALLIED, "motorize": ALLIED, "bomb": ALLIED, "no-strike": ALLIED, "gunfire": ALLIED,
    "fly-supply": ALLIED, "recruit-97th": ALLIED, "commit-b29": ALLIED, "stage-gunfire": ALLIED,
    "hold-gunfire": ALLIED, "raid": JAPANESE, "show-fortress": JAPANESE, "stay-hidden": JAPANESE, "prove": JAPANESE,
    "assign-kamikaze": JAPANESE,
}  # fmt: skip
"""What one side alone can ever do, of that which a question of both sides may offer."""


def in_two(g: Game[State], s: State, asked: Decision, unit: Unit, space: Space, is_vague: bool) -> list[Bar]:
    """What to choose so that a unit and a space come together; nothing where two choices do not bring it about.

    `is_vague`: the procedure itself has nothing particular to say.
    """
    here = g.text.subject(asked)
    if space in here["spaces"] or is_vague:
        for option in asked.options:
            if g.units_of(option) == [unit] and not g.spaces_of(option):
                return [Bar(f"Choose the unit alone: {g.plain(option)}.", asked.cases)]
    for option in asked.options:
        if unit not in g.units_of(option) and space not in g.spaces_of(option):
            continue
        if _brings(g, s, asked.side, option, unit, space):
            return [Bar(f"First: {g.plain(option)}. Then it is possible.", asked.cases)]
    if unit in here["units"] or is_vague:
        for option in asked.options:
            if g.spaces_of(option) == [space] and not g.units_of(option):
                return [Bar(f"Choose the hex alone: {g.plain(option)}.", asked.cases)]
    return []


def _brings(g: Game[State], s: State, side: Side, option: Option, unit: Unit, space: Space) -> bool:
    """Whether after this choice, which tells nobody anything, the other of the two is on offer for the first."""
    trial = s.copy()
    trial.pending = None
    try:
        trial.agenda[-1].answer(trial, option)
        advance(trial, None)
    except GameOver:
        return False
    then = trial.pending
    if trial.news == s.news and trial.where[unit] == space != s.where[unit]:
        return True  # there is nowhere else to go: it is done at once
    if trial.winner != ONGOING or not isinstance(then, Decision) or then.side != side or trial.news != s.news:
        return False
    if len(trial.agenda) <= len(s.agenda):
        return False  # the choice did not open this question: something else was over with it
    about = g.text.subject(then)
    if unit in about["units"]:
        return bool(g.offered(then, "", None, space))
    return space in about["spaces"] and bool(g.offered(then, "", unit, None))

"""Costly plans in a match: what a player did in a phase against what the general would have done.

Both are followed through the same worlds, which are drawn from what the side could know at the time; so nobody is
blamed for what they could not see. A plan is called a mistake when the general would have left it for its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.bots.general.plan_search import about, table_at
from grognard.bots.general.plans import Plan, Verdict, gathering, searching
from grognard.bots.general.settings import GeneralSettings
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.match import SHARE

MOST = 5
LEAST = 0.02
"""Points of the chance below which nobody would call it one."""


class Mistake(NamedTuple):
    """A phase in which another plan would have been better."""

    number: int
    """Of the phase's first decision, from 1."""
    turn: int
    phase: int
    side: Side
    text: str
    """What the general would have done."""
    worth: float
    error: float
    """Of the worth, one standard error."""


class Review:
    """Looks at every plan of a match once, where its phase begins."""

    def __init__(self, match: Match, settings: GeneralSettings, nodes: int) -> None:
        self._match = match
        self._settings = settings
        self._nodes = nodes
        self._seen: set[tuple[int, int, int]] = set()
        self._done = self._by_phase() if nodes else {}
        self.found: list[Mistake] = []

    def _by_phase(self) -> dict[tuple[int, int, int], list[Option]]:
        """By side, turn and phase, all that was done."""
        out: dict[tuple[int, int, int], list[Option]] = {}
        for state, played in zip(self._match.walk(), self._match.played, strict=False):
            if played.option[0] != SHARE:
                out.setdefault((played.side, state.turn, state.phase), []).append(played.option)
        return out

    def at(self, s: Any, number: int) -> Iterator[float]:
        """Before a decision: when a plan begins with it, weigh it."""
        asked = s.pending
        if not self._nodes or s.winner != ONGOING or not isinstance(asked, Decision):
            return
        side, settings, game = asked.side, self._settings, self._match.game
        key = (side, s.turn, s.phase)
        if asked.prompt not in settings.prompts.get(side, ()) or key in self._seen or not self._done.get(key):
            return
        self._seen.add(key)
        known = game.redact(s, side)
        known.pending = asked
        seed = f"analysis/{number}"
        staff = settings.staff(game, side, random.Random(seed), settings.own(side))
        table = table_at(settings, game, side, known, seed, staff)
        own = Plan({}, self._done[key], script=tuple(self._done[key]))
        few = max(2, min(settings.plans, self._nodes // 8))
        plans = yield from gathering(table, random.Random(seed), few=few)
        verdict: Verdict = yield from searching(table, [own, *plans], self._nodes, lambda: False)
        worth, error = verdict.gain(verdict.chosen)
        if verdict.chosen is not own and worth >= LEAST:
            text = about(settings, known, side, verdict.chosen)
            self.found.append(Mistake(number, s.turn, s.phase, side, text, worth, error))

    def dearest(self) -> list[Mistake]:
        """The worst, the dearest first."""
        return sorted(self.found, key=lambda mistake: -mistake.worth)[:MOST]

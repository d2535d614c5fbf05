"""Hints by the staff bot, and estimates of the winning chances.

Both are worked out in worker processes, from what the asking side may know and nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.bots.hints import from_odds, has_staff, staff_hint
from grognard.bots.staff_plans import FILL, ORDER, PHASE, QUESTION, SETTLE, planned, why
from grognard.kernel.flow import DRAW, Decision
from grognard.kernel.ids import Side
from grognard.lab.confidence_intervals import wilson
from grognard.lab.rollout import rollouts
from grognard.match.header import HUMAN
from grognard.server.http import messages_to_page
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import seated, sides_in
from grognard.server.workers import worker_pool

BUDGET = 0.6
"""Seconds of games between two answers."""
MOST_GAMES = 200
"""Games for one position: the share is then known to about ±7 %."""
ARMIES = 2
"""Also where one of them is played by the rules."""


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/advice", _advice, methods=["GET"]),
        Route(f"{one}/plan", _plan, methods=["GET"]),
        Route(f"{one}/estimate", _estimate, methods=["GET"]),
    ]


def is_between_people(live: LiveMatch, shown: set[Side]) -> bool:
    """Whether a person sits at this match whose seat the asking page does not hold."""
    seats = live.match.header.seats
    if live.rated and not live.over:
        return True
    return any(kind == HUMAN and live.match.game.side_index(side) not in shown for side, kind in seats.items())


@dataclass(slots=True)
class Question:
    """The question to a side, and the side's knowledge: all that goes to the worker."""

    game: str
    side: Side
    known: dict[str, Any]
    asked: Decision
    stamp: str


def question_of(live: LiveMatch, side: Side) -> Question:
    """The open question as a side may know the position; the lock is held."""
    match = live.match
    asked = match.asked
    if asked is None:
        raise ApiError(409, "over", "The match is over.")
    if asked.side != side:
        raise ApiError(409, "not-your-turn", "It is the other side's decision.")
    known = match.known(side).to_json()
    return Question(match.game.id, side, known, asked, live.table(side).stamp)


# --- advice


async def _for_staff(request: Request, fills: bool = False) -> tuple[LiveMatch, Side, Question]:
    """Check who asks the staff and for what: in a match between two people only to fill in what is owed."""
    live, side = await seated(request)
    if is_between_people(live, sides_in(request, live)) and not (fills and _is_owed(live)):
        raise ApiError(403, "fair", "In a match between two people you cannot ask the staff.")
    if not has_staff(live.match.game):
        raise unknown(f"{live.match.game.title} has no staff to ask.")
    async with live.lock:
        return live, side, question_of(live, side)


def _is_owed(live: LiveMatch) -> bool:
    """Whether all that is asked for is a set that must be filled, such as losses: a matter of book-keeping."""
    asked, verbs = live.match.asked, live.match.game.verbs
    return asked is not None and all(verbs[str(option[0])].fills for option in asked.options)


async def _plan(request: Request) -> Response:
    """The staff's orders to the end of the phase, of this kind of question or set, or to what nobody can know."""
    scope = request.query_params.get("scope", PHASE)
    if scope not in (PHASE, QUESTION, FILL, SETTLE):
        raise malformed(f"`scope` is {PHASE!r}, {QUESTION!r}, {FILL!r} or {SETTLE!r}.")
    live, side, question = await _for_staff(request, fills=scope == FILL)
    given = question.game, live.id, side, question.known, question.asked, scope
    orders = await worker_pool.run_job(request, "advice", planned, *given)
    found = [messages_to_page.PlannedOrder(**order._asdict()) for order in orders]
    return as_json(messages_to_page.StaffPlan(question.stamp, found))


async def _advice(request: Request) -> Response:
    live, side, question = await _for_staff(request)
    given = question.game, live.id, side, question.known, question.asked
    found = await worker_pool.run_job(request, "advice", staff_hint, *given)
    whole = await worker_pool.run_job(request, "advice", planned, *given, ORDER)
    async with live.lock:
        match = live.match
        if live.table(side).stamp != question.stamp:
            raise ApiError(409, "stale", "The position has changed. Look again before you decide.")
        asked = question.asked
        reason = found.reason
        if not reason and found.option in asked.options and not live.is_by_hand:
            reason = from_odds(match.game.preview(match.known(side), side, found.option))
        reason = reason or why(match.game, found.option, asked)
    # Advice is the whole order, not its first hex, as long as both are of one mind.
    agreed = bool(whole) and whole[0].options[0] == found.option
    options, text = (whole[0].options, whole[0].text) if agreed else ([found.option], found.text)
    return as_json(messages_to_page.Advice(found.option, options, text, question.stamp, reason))


# --- who is winning


@dataclass(slots=True)
class Estimate:
    """Results so far for one position."""

    stamp: str
    players: str = ""
    wins: Counter[int] = field(default_factory=Counter)
    batches: int = 0
    tried: int = 0

    @property
    def games(self) -> int:
        return self.wins.total()

    def values(self) -> messages_to_page.Estimate:
        """For the page: shares with their 95 % intervals."""
        games = self.games
        shares = []
        for side in range(ARMIES):
            low, high = wilson(self.wins[side], games)
            shares.append(messages_to_page.Share(self.wins[side] / games if games else 0.0, low, high))
        draw = self.wins[DRAW] / games if games else 0.0
        return messages_to_page.Estimate(self.stamp, games, MOST_GAMES, self.players, shares, draw)


_estimates: WeakKeyDictionary[LiveMatch, dict[int, Estimate]] = WeakKeyDictionary()


async def _estimate(request: Request) -> Response:
    """Play some games on from here and say how all so far ended; the page asks again for more."""
    live, side = await seated(request)
    if is_between_people(live, sides_in(request, live)) and (live.rated or not live.match.header.estimate):
        raise ApiError(403, "fair", "In a match between two people this must be allowed when the match is created.")
    async with live.lock:
        question = question_of(live, side)
    kept = _estimates.setdefault(live, {})
    estimate = kept.get(side)
    if estimate is None or estimate.stamp != question.stamp:
        estimate = kept[side] = Estimate(question.stamp)
    if estimate.tried < MOST_GAMES:
        estimate.batches += 1
        seed = f"{question.stamp}/{estimate.batches}"
        given = question.game, side, question.known, question.asked, seed, BUDGET, MOST_GAMES - estimate.tried
        more = await worker_pool.run_job(request, "estimates", rollouts, *given)
        estimate.players = more.players
        estimate.wins.update(more.wins)
        estimate.tried += more.tried
    return as_json(estimate.values())

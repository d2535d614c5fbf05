"""Advice of the general, the progress of its thinking, and the analysis of finished matches."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.bots.budget import Budget
from grognard.bots.general.settings import settings_of
from grognard.kernel.ids import Side
from grognard.lab.mistakes import Mistake
from grognard.match import save as saves
from grognard.server.advisor.hints import is_between_people, question_of
from grognard.server.http import messages_to_page
from grognard.server.http.errors import ApiError, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import registry_of, requested_match, seated, sides_in
from grognard.server.workers import general_in_worker, worker_pool

ADVICE = 0.5
"""Share of the nodes for a move of its own that the general takes for advice."""


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/general", _general, methods=["GET"]),
        Route(f"{one}/considering", _considering, methods=["GET"]),
        Route(f"{one}/hurry", _hurry, methods=["POST"]),
        Route(f"{one}/analysis", _analysis, methods=["GET"]),
        Route("/api/replays/{match}/analysis", _replay_analysis, methods=["GET"]),
    ]


# --- advice


async def _general(request: Request) -> Response:
    """The general's plan, its sentence and the two best alternatives; refused in a match between two people."""
    live, side = await seated(request)
    if is_between_people(live, sides_in(request, live)):
        raise ApiError(403, "fair", "In a match between two people you cannot ask the general.")
    settings = settings_of(live.match.game.id)
    if settings is None:
        raise unknown(f"{live.match.game.title} has no general to ask.")
    async with live.lock:
        question = question_of(live, side)
    budget = Budget(nodes=max(2 * settings.plans, int(ADVICE * settings.nodes)))
    given = question.game, live.id, side, question.known, question.asked, budget
    found = await worker_pool.run_job(request, "advice", general_in_worker.advised, *given)
    async with live.lock:
        if live.table(side).stamp != question.stamp:
            raise ApiError(409, "stale", "The position has changed. Look again before you decide.")
    plans = [messages_to_page.WeighedPlan(**plan) for plan in found["plans"]]
    advice = messages_to_page.GeneralAdvice(found["option"], found["text"], found["reason"], plans, question.stamp)
    return as_json(advice)


# --- progress


async def _considering(request: Request) -> Response:
    """The progress of a general's thinking at this match, never its contents: a general's plans are its own."""
    live, _ = await seated(request)
    return as_json(live.thoughts.values())


async def _hurry(request: Request) -> Response:
    """Have the general decide by what it knows so far."""
    live, _ = await seated(request)
    if await registry_of(request).club.is_rated(live.id):
        raise ApiError(409, "illegal", "In a rated match you cannot hurry a bot, because it would play worse.")
    live.thoughts.hurry()
    return as_json(live.thoughts.values())


# --- a match that is over

_found: WeakKeyDictionary[LiveMatch, tuple[int, dict[str, Any]]] = WeakKeyDictionary()


async def _analysis(request: Request) -> Response:
    live, side = await seated(request)
    return await _analysed(request, live, side)


async def _replay_analysis(request: Request) -> Response:
    return await _analysed(request, await requested_match(request), None)


async def _analysed(request: Request, live: LiveMatch, side: Side | None) -> Response:
    """Some of the analysis, or all of it: the page asks again until it is done."""
    if await registry_of(request).is_closed(live):
        raise ApiError(403, "secret", "You can analyse a match when it is over, and the one it branched from too.")
    if settings_of(live.match.game.id) is None:
        raise unknown(f"{live.match.game.title} has no value of positions to analyse it by.")
    async with live.lock:
        count, text = len(live.match.played), saves.write(live.match)
    if live not in _found or _found[live][0] != count:
        done, found = await worker_pool.run_job(request, "generals", general_in_worker.analysed, live.id, text)
        if found is None:
            return as_json(messages_to_page.Progress(round(done, 3)))
        _found[live] = (count, found)
    async with live.lock:
        return as_json(in_lines(_found[live][1], live.decisions_of(side)))


def mistakes_in(live: LiveMatch) -> list[Mistake]:
    """Mistakes found in a match that was analysed, for its report."""
    count, found = _found.get(live, (-1, {}))
    return [Mistake(**row) for row in found["mistakes"] or ()] if count == len(live.match.played) else []


def in_lines(found: dict[str, Any], after: list[int]) -> messages_to_page.Analysis:
    """An analysis by the lines of a log (after how many decisions each was told) in place of decisions."""
    chances = {number: chance for number, _, chance in found["curve"]}
    numbers = sorted(chances)
    curve, at = [], 0
    for count in after:
        while at + 1 < len(numbers) and numbers[at + 1] <= count:
            at += 1
        curve.append(chances[numbers[at]])

    def line(row: dict[str, Any]) -> int:
        return next((n for n, count in enumerate(after, 1) if count >= row["number"]), len(after))

    turning = {
        kind: [messages_to_page.Swing(**row, line=line(row)) for row in rows]
        for kind, rows in found["turning_points"].items()
    }
    looked = found["mistakes"]
    mistakes = None if looked is None else [messages_to_page.Mistake(**row, line=line(row)) for row in looked]
    points = messages_to_page.TurningPoints(**turning)
    return messages_to_page.Analysis(1.0, curve, points, mistakes, found["decisions"], found["dice"])

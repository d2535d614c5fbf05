"""Report of a simulation, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.kernel.flow import DRAW, EVERYONE, Event
from grognard.kernel.game import Game
from grognard.lab.confidence_intervals import mean, wilson
from grognard.lab.simulate import Outcome, Result


def finished(outcome: Outcome) -> list[Result]:
    """The games that count."""
    return [result for result in outcome.results if not result.problem]


def to_json(game: Game, outcome: Outcome) -> dict[str, Any]:
    """Everything: `results` and `each` depend on the seed alone, `seconds` does not."""
    plan, played = outcome.plan, finished(outcome)
    wins = Counter(result.winner for result in played)
    return {
        "game": game.id,
        "version": game.version,
        "scenario": plan.scenario or game.scenarios[0].id,
        "options": dict(plan.options),
        "bots": {side.id: name for side, name in zip(game.sides, plan.bots, strict=True)},
        "seed": plan.seed,
        "first": plan.first,
        "games": plan.games,
        "results": {
            "wins": {side.id: wins[i] for i, side in enumerate(game.parties())},
            "interval": {side.id: wilson(wins[i], len(played)) for i, side in enumerate(game.parties())},
            "draws": wins[DRAW],
            "endings": {
                f"{_winner(game, winner)} {ending}": n for (winner, ending), n in _endings(played) if winner >= DRAW
            },
            "means": means(played),
        },
        "failures": [{"game": result.number, "problem": result.problem} for result in outcome.failures],
        "each": [[r.number, _winner(game, r.winner), r.ending, r.decisions, r.score] for r in played],
        "seconds": outcome.seconds,
    }


def means(played: list[Result]) -> dict[str, float]:
    """The mean of every number that the game reports, and of decisions."""
    names = list(played[0].score) if played else []
    out = {name: mean([result.score[name] for result in played]) for name in names}
    return {**out, "decisions": mean([result.decisions for result in played])}


def lines(game: Game, outcome: Outcome) -> list[str]:
    """The table."""
    plan, played = outcome.plan, finished(outcome)
    count = len(played)
    wins = Counter(result.winner for result in played)
    against = " against ".join(f"{name} ({side.id})" for side, name in zip(game.sides, plan.bots, strict=True))
    out = [f"{game.title}: {against}, {plan.games:,} games, seed {plan.seed}", ""]
    if played:
        out.append(f"{'':24}{'wins':>8}{'share':>9}   95 % interval")
        for i, side in enumerate(game.parties()):
            low, high = wilson(wins[i], count)
            share = 100 * wins[i] / count
            out.append(f"{side.name:24}{wins[i]:>8,}{share:>7.1f} %   {100 * low:.1f} to {100 * high:.1f} %")
        out.append(f"{'Draw':24}{wins[DRAW]:>8,}{100 * wins[DRAW] / count:>7.1f} %")
        out += ["", "How they ended"]
        out += [f"{n:>8,}  {ending_words(game, winner, ending)}" for (winner, ending), n in _endings(played)]
        out += ["", "Means"]
        out += [f"{value:>10,.2f}  {name}" for name, value in means(played).items()]
        out.append("")
    out.append(f"{len(outcome.results) / max(outcome.seconds, 1e-9):,.1f} games per second, {outcome.seconds:,.1f} s")
    return out


def _endings(played: list[Result]) -> list[tuple[tuple[int, str], int]]:
    found = Counter((result.winner, result.ending) for result in played)
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))


def _winner(game: Game, winner: int) -> str:
    return "draw" if winner == DRAW else game.parties()[winner].id


def ending_words(game: Game, winner: int, ending: str) -> str:
    return game.sentence(Event("game-over", (winner, ending), (), EVERYONE, (), 0, 0))

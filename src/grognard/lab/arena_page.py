"""Table and plot of an arena."""

from __future__ import annotations

from html import escape
from itertools import combinations
from typing import Any

from grognard.lab.arena import Arena, Standing, between, standings
from grognard.lab.confidence_intervals import wilson
from grognard.lab.sprt import Hypotheses, log_likelihood_ratio, verdict

WIDE, ROW, LEFT, RIGHT, TOP, BOTTOM = 640, 34, 150, 40, 44, 46


def lines(arena: Arena) -> list[str]:
    """The table for a terminal."""
    game = arena.plan.load()
    found, seat = standings(arena)
    width = max(len("bot"), *(len(one.bot) for one in found))
    sides = "".join(f"  {side.id:>12}" for side in game.sides) if len(game.sides) > 1 else ""
    out = [
        f"{game.title}, edition {game.version}, seed {arena.plan.seed}: {len(arena.counted()):,} games"
        + (", each number from both sides." if sides else "."),
        "",
        f"{'bot':<{width}}   Elo  95 % interval    points  games{sides}  thinking",
    ]
    for one in found:
        elo = one.strength
        shares = "".join(f"  {_percent(points, games):>12}" for points, games in one.by_side) if sides else ""
        interval = f"{elo.low:+.0f} to {elo.high:+.0f}"
        out.append(
            f"{one.bot:<{width}}  {elo.elo:>+4.0f}  {interval:<15}  {_percent(one.points, one.games):>6}"
            f"  {one.games:>5}{shares}  {_thinking(one)}"
        )
    if sides:
        out += ["", f"{game.sides[0].name} is worth {seat:+.0f} Elo to whoever plays it.", ""]
        for a, b in combinations([one.bot for one in found], 2):
            points, games = between(arena, a, b)
            if not games:
                continue
            low, high = wilson(points, games)
            out.append(f"{a} against {b}: {_percent(points, games)} of {games} ({100 * low:.0f} to {100 * high:.0f} %)")
    if arena.test is not None:
        out += ["", _tested(arena, arena.test)]
    return out


def _tested(arena: Arena, test: Hypotheses) -> str:
    """The outcome of a sequential test."""
    pairs = arena.pairs()
    one, other = arena.bots
    found = verdict(pairs, test)
    numbers = f"after {len(pairs):,} pairs (log-likelihood ratio {log_likelihood_ratio(pairs, test):+.2f}"
    numbers += f", decided at ±{test.bound:.2f})"
    if not found:
        return f"Undecided {numbers}: more games are needed to tell {test.weaker:+g} from {test.stronger:+g} Elo."
    more, less = (test.stronger, test.weaker) if found == "stronger" else (test.weaker, test.stronger)
    return f"{one} against {other}: {more:+g} Elo explains the games better than {less:+g}, {numbers}."


def _percent(points: float, games: int) -> str:
    return f"{100 * points / games:.1f} %" if games else "none"


def _thinking(one: Standing) -> str:
    return f"{1000 * one.thinking:.1f} ms a question"


def to_json(arena: Arena) -> dict[str, Any]:
    """The same for programs."""
    game = arena.plan.load()
    found, seat = standings(arena)
    who = ",".join(arena.bots)
    return {
        "made": f"grognard arena {game.id} --bots {who} --games {arena.games} --seed {arena.plan.seed}"
        + (f" --against {arena.against}" if arena.against else ""),
        "game": game.id,
        "version": game.version,
        "seed": arena.plan.seed,
        "scenario": arena.plan.scenario,
        "games": len(arena.counted()),
        "failed": len(arena.failures()),
        "first_side_elo": round(seat, 1),
        "bots": [
            {
                "bot": one.bot,
                "elo": round(one.strength.elo, 1),
                "interval": [round(one.strength.low, 1), round(one.strength.high, 1)],
                "points": one.points,
                "games": one.games,
                "sides": {side.id: list(got) for side, got in zip(game.sides, one.by_side, strict=True)},
                "seconds_a_question": round(one.thinking, 5),
                "longest": round(one.longest, 3),
            }
            for one in found
        ],
    }


def plot(arena: Arena) -> str:
    """The strengths as a picture: a dot and its interval for each bot."""
    game = arena.plan.load()
    found, _ = standings(arena)
    low = min(one.strength.low for one in found)
    high = max(one.strength.high for one in found)
    step = next(step for step in (25, 50, 100, 200, 400, 800, 1600) if (high - low) / step <= 8 or step == 1600)
    first, last = int(low // step) * step, (int(high // step) + 1) * step
    high_edge = TOP + ROW * len(found)

    def x(elo: float) -> float:
        return LEFT + (elo - first) / (last - first) * (WIDE - LEFT - RIGHT)

    title = f"{game.title}: strength in Elo, 95 % intervals, {len(arena.counted()):,} games"
    out = [f'<text x="{LEFT}" y="24" font-weight="bold">{escape(title)}</text>']
    for at in range(first, last + 1, step):
        out.append(f'<path d="M{x(at):.1f} {TOP}V{high_edge}" stroke="#cbc7bb"/>')
        out.append(f'<text x="{x(at):.1f}" y="{high_edge + 18}" text-anchor="middle">{at:+d}</text>')
    for row, one in enumerate(found):
        y = TOP + ROW * row + ROW / 2
        elo = one.strength
        said = f"{one.bot}: {elo.elo:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
        out.append(
            f"<g><title>{escape(said)}</title>"
            f'<text x="{LEFT - 10}" y="{y + 5:.1f}" text-anchor="end">{escape(one.bot)}</text>'
            f'<path d="M{x(elo.low):.1f} {y:.1f}H{x(elo.high):.1f}" stroke="#3b4a54" stroke-width="2"/>'
            f'<circle cx="{x(elo.elo):.1f}" cy="{y:.1f}" r="5" fill="#a33b20"/></g>'
        )
    high_all = high_edge + BOTTOM
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high_all}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title)}">'
        f'<rect width="{WIDE}" height="{high_all}" fill="#fbfaf6"/>'
        f"{''.join(out)}</svg>\n"
    )

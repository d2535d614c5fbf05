"""Commands `simulate` and `bench`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from grognard import games
from grognard.cli.argument_types import Commands, add_match_settings, any_whole, command, options_in, whole
from grognard.cli.file_access import check_target, write_json, write_text
from grognard.cli.terminal import Bar
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game


def add(commands: Commands) -> None:
    """The commands of this module."""
    many = command(
        commands, "simulate", _simulate, "let bots play many games and report who won, how, and by how much",
        "simulate iwojima --games 1000 --bots staff,staff --jobs 2",
        "simulate iwojima --games 200 --bots random --check --json result.json",
    )  # fmt: skip
    many.add_argument("game", metavar="GAME", help="one of `grognard games`")
    many.add_argument("--games", type=whole(1), required=True, metavar="N", help="how many games")
    many.add_argument("--jobs", type=whole(1, 1024), metavar="J", help="processes (default: one per processor)")
    many.add_argument("--seed", type=any_whole, default=1, metavar="N", help="same seed, same games (default: 1)")
    many.add_argument("--bots", default="", metavar="A,B", help="a bot per side, or one for all (default: staff)")
    add_match_settings(many)
    many.add_argument("--first", type=whole(0), default=0, metavar="N", help="number of the first game (default: 0)")
    many.add_argument("--check", action="store_true", help="look for broken invariants after every decision")
    many.add_argument("--json", type=Path, metavar="FILE", help="write the results, game by game, to FILE")
    many.add_argument(
        "--failures", type=Path, default=Path(), metavar="DIR", help="where saves of failed games go (default: here)"
    )

    benchmarks = command(
        commands, "bench", _bench, "measure the speed of rules, saves, server and page against the targets",
        "bench", "bench iwojima --quick", "bench --web", "bench --club", "bench --peer waterloo-campaign-1815",
    )  # fmt: skip
    benchmarks.add_argument("game", nargs="?", metavar="GAME", help="one game (default: all)")
    benchmarks.add_argument("--web", action="store_true", help="measure the page instead, in a real browser")
    benchmarks.add_argument("--club", action="store_true", help="measure a club of ten thousand members instead")
    benchmarks.add_argument(
        "--peer", type=Path, metavar="DIR", help="measure random play in turn with the Rally the Troops module in DIR"
    )
    benchmarks.add_argument(
        "--keep", type=Path, metavar="DIR", help="with --club: make the club in DIR, and use it again"
    )
    benchmarks.add_argument("--quick", action="store_true", help="a few seconds in all: rougher figures")
    benchmarks.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")


def _simulate(chosen: argparse.Namespace) -> int:
    from grognard.lab import simulate, simulation_report

    check_target(chosen.json)
    if not chosen.failures.is_dir():
        raise Refused(f"There is no folder {chosen.failures}.")
    game = games.load(chosen.game, chosen.data)
    plan = simulate.Plan(
        chosen.game,
        bots_named(game, chosen.bots),
        chosen.games,
        chosen.seed,
        chosen.first,
        chosen.scenario,
        tuple(options_in(chosen.option).items()),
        chosen.data,
        chosen.check,
    )
    simulate.checked(plan)
    bar = Bar(plan.games)
    try:
        outcome = simulate.simulate(plan, chosen.jobs or simulate.processors(), bar)
    finally:
        bar.close()
    print("\n".join(simulation_report.lines(game, outcome)))
    if chosen.json:
        write_json(chosen.json, simulation_report.to_json(game, outcome))
    for failed in outcome.failures:
        _dump(plan, game, failed, chosen.failures)
    return 1 if outcome.failures else 0


def bots_named(game: Game, given: str) -> tuple[str, ...]:
    """A bot per side."""
    from grognard import bots

    names = given.split(",") if given else [bots.usual(game)]
    if len(names) == 1:
        names *= len(game.sides)
    if len(names) != len(game.sides):
        sides = ", ".join(side.id for side in game.sides)
        raise Refused(f"--bots takes one name, or one for each of {sides}; {given!r} has {len(names)}.")
    for name in names:
        bots.maker_of(name, game)
    return tuple(names)


def _dump(plan: object, game: Game, failed: object, folder: Path) -> None:
    """Say what failed and write the game as a save."""
    from grognard.lab import simulate

    assert isinstance(plan, simulate.Plan)
    assert isinstance(failed, simulate.Result)
    text = simulate.failing_save(plan, game, failed)
    kept = "it failed before the first decision, so that there is nothing to save"
    if text is not None:
        path = folder / f"failed-{game.id}-{plan.seed}-{failed.number}.txt"
        write_text(path, text)
        kept = f"saved as {path}"
    print(
        f"Game {failed.number} failed after {failed.decisions:,} decisions: {failed.problem}; {kept}.", file=sys.stderr
    )


def _bench(chosen: argparse.Namespace) -> int:
    check_target(chosen.json)
    wanted = [games.load(chosen.game)] if chosen.game else [games.load(ident) for ident in games.game_ids()]
    figures = _measured(chosen, wanted)
    if chosen.json:
        write_json(chosen.json, figures)
    return 0


def _measured(chosen: argparse.Namespace, wanted: list[Game]) -> dict[str, Any]:
    from grognard.lab import benchmarks, club_benchmark, page_benchmark, peer_benchmark

    def say(line: str) -> None:
        print(line, flush=True)

    if chosen.peer:
        return peer_benchmark.peerbench(wanted, chosen.peer, chosen.quick, say)
    if chosen.club:
        return club_benchmark.clubbench(
            wanted, club_benchmark.QUICK if chosen.quick else club_benchmark.WHOLE, say, chosen.keep
        )
    return (page_benchmark.webbench if chosen.web else benchmarks.bench)(wanted, chosen.quick, say)

"""Commands `lab …`: studies of many games, kept in a folder, and their evaluation."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grognard import extras, games
from grognard.cli.argument_types import Commands, Parser, add_match_settings, any_whole, command, options_in, whole
from grognard.cli.file_access import check_target, write_text
from grognard.cli.simulate import bots_named
from grognard.cli.terminal import Bar
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.lab.simulate import Plan, checked, processors, recorded
from grognard.match import save as saves

TIMES = 6
"""How often each position is played on."""
NEEDED = ("matplotlib", "numpy", "pyarrow", "resvg_py")


def add(commands: Commands) -> None:
    """The commands of this module."""
    lab = command(
        commands, "lab", lambda chosen: 0, "study a game by playing it many times, on one machine or several",
        "lab report iwojima --games 200 -o iwojima.html", "lab play ichigo --games 5000 --into ichigo-study",
        "lab report --study ichigo-study -o ichigo.html", "lab facts ichigo --study ichigo-study -o ichigo.md",
        "lab compare study-a study-b -o both.html",
    )  # fmt: skip
    what = lab.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=Parser)

    play = command(
        what, "play", _play, "play games into a folder; a study that was stopped goes on where it was",
        "lab play iwojima --games 10000 --into iwo", "lab play iwojima --games 20000 --into iwo --on ray",
        "lab play iwojima --games 20000 --first 10000 --into second-half",
    )  # fmt: skip
    play.add_argument("game", metavar="GAME", help="one of `grognard games`")
    _add_playing(play)
    play.add_argument("--into", type=Path, required=True, metavar="DIR", help="the study's folder")
    play.add_argument("--first", type=whole(0), default=0, metavar="N",
                      help="leave games with lower numbers to another part, for `lab merge` (default: 0)")  # fmt: skip
    play.add_argument("--chunk", type=whole(1, 100_000), default=20, metavar="N", help="games a file (default: 20)")

    report = command(
        what, "report", _report, "a page with pictures: who won, how, where, and what decided it",
        "lab report iwojima --games 200 --bots staff,staff -o iwojima.html",
        "lab report --study iwo -o iwojima.html",
    )  # fmt: skip
    report.add_argument("game", nargs="?", metavar="GAME", help="one of `grognard games`")
    _add_playing(report, 200)
    report.add_argument("--study", type=Path, metavar="DIR", help="report on a study that was played before")
    report.add_argument("--luck", type=whole(0, 200), default=10, metavar="N",
                        help="positions that are played on with other dice (default: 10; 0: none)")  # fmt: skip
    report.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the page")

    facts = command(
        what, "facts", _facts, "facts for players: when places fall, where losses are highest, games worth watching",
        "lab facts iwojima --study iwo -o iwojima.md", "lab facts iwojima --games 1000 -o iwojima.md",
    )  # fmt: skip
    facts.add_argument("game", metavar="GAME", help="one of `grognard games`")
    _add_playing(facts, 1000)
    facts.add_argument("--study", type=Path, metavar="DIR", help="read a study that was played before")
    facts.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the page, in Markdown")

    record = command(
        what, "record", _record, "save one game of a study as a file that opens on the page",
        "lab record iwojima 417 -o game-417.txt",
    )  # fmt: skip
    record.add_argument("game", metavar="GAME", help="one of `grognard games`")
    record.add_argument("number", type=whole(0), metavar="NUMBER", help="as reports and facts name it")
    _add_bots(record)
    add_match_settings(record)
    record.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the record")

    compare = command(
        what, "compare", _compare, "compare two studies of one game, with the significance of every difference",
        "lab compare study-a study-b -o both.html",
    )  # fmt: skip
    compare.add_argument("one", type=Path, metavar="A", help="a study's folder")
    compare.add_argument("other", type=Path, metavar="B", help="another")
    compare.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the page")

    sweep = command(
        what, "sweep", _sweep, "vary values, options, scenarios or bots, with the same dice in every cell",
        'lab sweep ichigo --vary "units.csv:CH-HM.defence=1,2,3" --games 200 --into militia',
        "lab sweep formosa --vary option:25.1=off,on --vary scenario=1,2 --games 100 --into options",
    )  # fmt: skip
    sweep.add_argument("game", metavar="GAME", help="one of `grognard games`")
    sweep.add_argument("--vary", action="append", required=True, metavar="WHAT=a,b", help="may be repeated")
    _add_playing(sweep)
    sweep.add_argument("--into", type=Path, required=True, metavar="DIR", help="the folder of the cells")
    sweep.add_argument("--cited", choices=["too"], help="also vary what the printed rules cite")
    sweep.add_argument("--all", action="store_true", help="play every cell to the end, even if it is clear earlier")

    merge = command(
        what, "merge", _merge, "merge studies that hold parts of the same games",
        "lab merge part-1 part-2 --into whole",
    )  # fmt: skip
    merge.add_argument("parts", nargs="+", type=Path, metavar="DIR", help="folders of studies")
    merge.add_argument("--into", type=Path, required=True, metavar="DIR", help="the new folder")


def _add_playing(parser: Parser, count: int | None = None) -> None:
    games_ = f"how many games (default: {count})" if count else "how many games in all"
    parser.add_argument("--games", type=whole(1), default=count, required=count is None, metavar="N", help=games_)
    _add_bots(parser)
    parser.add_argument("--jobs", type=whole(1, 1024), metavar="J", help="processes (default: one per processor)")
    parser.add_argument("--on", default="", metavar="ray|ray://HOST:PORT", help="play on Ray, here or on a cluster")
    add_match_settings(parser)


def _add_bots(parser: Parser) -> None:
    parser.add_argument("--bots", default="", metavar="A,B", help="a bot per side, or one for all (default: staff)")
    parser.add_argument("--seed", type=any_whole, default=1, metavar="N", help="same seed, same games (default: 1)")


def _need_extra() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Refused(f"Studies need {', '.join(missing)}: {extras.install('study')}.")


def _plan(chosen: argparse.Namespace) -> Plan:
    if not chosen.game:
        raise Refused("Say which game: grognard lab report GAME, or --study DIR.")
    game = games.load(chosen.game, chosen.data)
    bots = bots_named(game, chosen.bots)
    options = tuple(options_in(chosen.option).items())
    return Plan(chosen.game, bots, chosen.games, chosen.seed, 0, chosen.scenario, options, chosen.data)


def _play(chosen: argparse.Namespace) -> int:
    _need_extra()
    from grognard.lab.study import Study

    study = Study.begin(chosen.into, _plan(chosen), chosen.chunk)
    if chosen.first % study.note.chunk or chosen.first >= chosen.games:
        raise Refused(f"--first takes a multiple of {study.note.chunk}, the games of a file, below --games.")
    _run(study, chosen, chosen.first)
    print(f"{chosen.into}: {study.count():,} games.")
    return 0


def _run(study: object, chosen: argparse.Namespace, first: int = 0) -> None:
    from grognard.lab.executors import engine
    from grognard.lab.study import Study, run

    assert isinstance(study, Study)
    bar = Bar(chosen.games)
    try:
        run(study, chosen.games, engine(chosen.on, chosen.jobs or processors()), bar, chosen.data, first)
    finally:
        bar.close()


def _report(chosen: argparse.Namespace) -> int:
    return _read(chosen, _write_report)


def _facts(chosen: argparse.Namespace) -> int:
    return _read(chosen, _write_facts)


def _read(chosen: argparse.Namespace, write: Callable[[Any, argparse.Namespace], int]) -> int:
    """A page from a study that is there, or from games that are played for it now."""
    _need_extra()
    from grognard.lab.study import Study

    check_target(chosen.output)
    if chosen.study is not None:
        study = Study.open(chosen.study)
        if chosen.game not in (None, study.note.game):
            raise Refused(f"{chosen.study} is a study of {study.note.game}, not of {chosen.game}.")
        return write(study, chosen)
    plan = _plan(chosen)
    with tempfile.TemporaryDirectory() as folder:
        study = Study.begin(Path(folder) / "study", plan)
        _run(study, chosen)
        return write(study, chosen)


def _found(study: Any, chosen: argparse.Namespace) -> tuple[Game, Any, int]:
    """The game of a study, what its finished games say, and how many games are kept."""
    from grognard.lab.study_findings import Findings

    game = games.load(study.note.game, chosen.data)
    if game.version != study.note.version:
        raise Refused(
            f"{study.folder} was played under edition {study.note.version} of the rules and data, this is "
            f"{game.version}: play it again into a new folder."
        )
    rows = list(study.rows())
    found = Findings.of(game, rows)
    if not found.rows:
        raise Refused(f"There is no finished game in {study.folder}: play some with grognard lab play.")
    return game, found, len(rows)


def _write_report(study: Any, chosen: argparse.Namespace) -> int:
    from grognard.lab import luck_share, study_page
    from grognard.lab.executors import several

    game, found, count = _found(study, chosen)
    plan = study.plan(count)
    groups = several(partial(luck_share.played_on, plan, TIMES), range(chosen.luck), chosen.jobs or processors())
    usable = [group for group in groups if group]
    luck = study_page.Luck(luck_share.FROM_TURN, f"victory of {found.names[0]}", usable) if len(usable) > 1 else None
    write_text(chosen.output, study_page.page(game, study.note, found, luck, count - len(found.rows)))
    print(f"{chosen.output}: {len(found.rows):,} games of {game.title}.")
    return 0


def _write_facts(study: Any, chosen: argparse.Namespace) -> int:
    from grognard.lab import game_statistics_page
    from grognard.lab.game_statistics import Facts

    game, found, count = _found(study, chosen)
    write_text(chosen.output, game_statistics_page.page(Facts(game, study.note, found), count - len(found.rows)))
    print(f"{chosen.output}: {len(found.rows):,} games of {game.title}.")
    return 0


def _record(chosen: argparse.Namespace) -> int:
    check_target(chosen.output)
    chosen.games = chosen.number + 1
    plan = _plan(chosen)
    match = recorded(plan, checked(plan), chosen.number)
    write_text(chosen.output, saves.write(match))
    print(f"{chosen.output}: game {chosen.number}, {len(match.played):,} decisions.")
    return 0


def _compare(chosen: argparse.Namespace) -> int:
    _need_extra()
    from grognard.lab import study_page
    from grognard.lab.study import Study
    from grognard.lab.study_findings import Findings

    check_target(chosen.output)
    one, other = Study.open(chosen.one), Study.open(chosen.other)
    if one.note.game != other.note.game:
        raise Refused(f"{chosen.one} is of {one.note.game}, {chosen.other} of {other.note.game}.")
    game = games.load(one.note.game)
    a, b = (Findings.of(game, study.rows()) for study in (one, other))
    if not a.rows or not b.rows:
        raise Refused("One of the studies has no finished game.")
    write_text(chosen.output, study_page.comparison(game, (one.note, other.note), (a, b)))
    print(f"{chosen.output}: {len(a.rows):,} and {len(b.rows):,} games of {game.title}.")
    return 0


def _sweep(chosen: argparse.Namespace) -> int:
    _need_extra()
    from grognard.lab.executors import engine
    from grognard.lab.sweep import MOST_CELLS, Sweep, lines
    from grognard.lab.sweep_factors import cells, factor

    base = _plan(chosen)
    factors = tuple(factor(text, chosen.game, chosen.cited == "too") for text in chosen.vary)
    if len(cells(factors)) > MOST_CELLS:
        raise Refused(f"That makes {len(cells(factors)):,} cells of at most {MOST_CELLS}. Vary fewer things at once.")
    found = Sweep(chosen.into, base, factors)
    bar = Bar(chosen.games * len(found.cells))
    try:
        found.play(chosen.games, engine(chosen.on, chosen.jobs or processors()), bar, early=not chosen.all)
    finally:
        bar.close()
    text = "\n".join(lines(found, games.about(chosen.game).sides[0].name))
    write_text(chosen.into / "sweep.txt", text + "\n")
    print(text)
    return 0


def _merge(chosen: argparse.Namespace) -> int:
    _need_extra()
    from grognard.lab.study import merge

    merged = merge(chosen.parts, chosen.into)
    print(f"{chosen.into}: {merged.count():,} games.")
    return 0

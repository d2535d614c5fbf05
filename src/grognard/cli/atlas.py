"""Commands `atlas check` and `atlas render`."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from grognard import games
from grognard.cli.argument_types import Commands, Parser, command, whole
from grognard.cli.file_access import check_target, load_save, write_text
from grognard.kernel.flow import Refused

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
WIDEST = 12000


def add(commands: Commands) -> None:
    """The commands of this module."""
    atlas = command(
        commands, "atlas", lambda chosen: 0, "check the maps: every place with its error, and every broken constraint",
        "atlas check", "atlas check ichigo",
    )  # fmt: skip
    what = atlas.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=Parser)
    check = command(
        what, "check", _check, "check maps; print where each place is, where it should be, and the distance",
        "atlas check", "atlas check ichigo",
    )  # fmt: skip
    check.add_argument("game", nargs="?", metavar="GAME", help="one game (default: all that have a map)")

    render = command(
        commands, "render", _render, "draw a map, a position on it, or all counters of a game, as SVG or PNG",
        "render ichigo -o map.svg", "render ichigo --counters -o counters.png",
        "render iwojima --save game.txt --at 120 -o position.png",
    )  # fmt: skip
    render.add_argument("game", metavar="GAME", help="one of the games of `grognard atlas check`")
    render.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="FILE.svg or FILE.png")
    render.add_argument("--counters", action="store_true", help="every counter, front and back, instead of the map")
    render.add_argument("--save", type=Path, metavar="SAVE", help="put the counters of a saved game on the map")
    render.add_argument("--at", type=whole(0), metavar="N", help="after decision N of the save (default: the last)")
    render.add_argument("--width", type=whole(64, WIDEST), metavar="W", help="pixels of a PNG (default: as drawn)")


# --- atlas check


def _check(chosen: argparse.Namespace) -> int:
    from grognard.atlas import drawn_maps, report

    wanted = [chosen.game] if chosen.game else [game for game in drawn_maps.GAMES if drawn_maps.has_map(game)]
    broken = 0
    for game in wanted:
        drawn_maps.check_id(game)
        for line in report.lines(game):
            print(line)
        found = report.faults(game)
        for fault in found:
            print(f"{game}: {fault}", file=sys.stderr)
        words = "no constraint is broken" if not found else f"{len(found)} broken constraints"
        print(f"{game}: {words}.\n")
        broken += len(found)
    return 1 if broken else 0


# --- render


def _render(chosen: argparse.Namespace) -> int:
    from grognard.atlas import drawn_maps

    drawn_maps.check_id(chosen.game)
    target: Path = chosen.output
    if target.suffix.lower() not in (".svg", ".png"):
        raise Refused(f"{target} must end in .svg or .png.")
    if chosen.counters and chosen.save:
        raise Refused("--counters draws the counters by themselves: leave out --save.")
    if chosen.at is not None and not chosen.save:
        raise Refused("--at counts the decisions of a save: name it with --save.")
    check_target(target)
    browser = _browser() if target.suffix.lower() == ".png" else ""
    drawing = _drawing(chosen)
    wide, high = _size(drawing)
    if browser:
        scale = (chosen.width or round(wide)) / wide
        _photograph(browser, drawing, target, wide * scale, high * scale)
    else:
        write_text(target, drawing)
    print(f"{target}: {wide:g} by {high:g} units, {target.stat().st_size:,} bytes.")
    return 0


def _drawing(chosen: argparse.Namespace) -> str:
    from grognard.atlas import drawn_maps

    if chosen.counters:
        return _counters(chosen.game)
    if chosen.save:
        return _position(chosen)
    return drawn_maps.drawing(chosen.game)


def _counters(game: str) -> str:
    """The counter sheet; a game that can be played gives its own faces, the others those of their data."""
    from grognard.atlas import report
    from grognard.atlas.countersheet import visible_sheet

    try:
        module = import_module(f"grognard.games.{game}.counter_faces")
    except ModuleNotFoundError:
        raise Refused(f"The counters of {game} are not drawn yet.") from None
    markers = module.markers() if hasattr(module, "markers") else ()
    return visible_sheet(report.spec_title(game), module.faces(games.load(game)), markers)


def _position(chosen: argparse.Namespace) -> str:
    from grognard.lab.position_picture import picture

    match = load_save(chosen.save).match
    if match.game.id != chosen.game:
        raise Refused(f"{chosen.save} is a game of {match.game.title}, not of {chosen.game}.")
    count = len(match.played) if chosen.at is None else chosen.at
    if count > len(match.played):
        raise Refused(f"{chosen.save} has {len(match.played)} decisions: --at is from 0 to {len(match.played)}.")
    return picture(match.game, match.position(count))


def _size(drawing: str) -> tuple[float, float]:
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
    assert found, "every drawing of ours says how large it is"
    return float(found[1]), float(found[2])


def _browser() -> str:
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise Refused("A PNG needs Chromium or Chrome on the path: install one, or write an .svg.")


def _photograph(browser: str, drawing: str, target: Path, wide: float, high: float) -> None:
    """Have a browser draw the SVG into a PNG; it runs by itself, with a profile that is thrown away."""
    style = "body{margin:0}div>svg{display:block;width:100%;height:100%}"
    head = f'<!doctype html><meta charset="utf-8"><style>{style}</style>'
    body = f'{head}<div style="width:{wide:.0f}px;height:{high:.0f}px">{drawing}</div>'
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "page.html", Path(folder) / "shot.png"
        page.write_text(body, encoding="utf-8")
        order = [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile",
            f"--window-size={wide:.0f},{high:.0f}",
            f"--screenshot={shot}",
            page.as_uri(),
        ]
        try:
            subprocess.run(order, check=True, capture_output=True, timeout=180)
            content = shot.read_bytes()
        except (OSError, subprocess.SubprocessError):
            raise Refused(f"{browser} could not draw the picture: write an .svg instead.") from None
    try:
        target.write_bytes(content)
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}.") from None

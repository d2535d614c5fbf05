"""After-action report of a match: one self-contained HTML page.

Of a finished match everything is told. Of one that goes on, only what one side was told and may see: the page is made
from that side's view and log alone, so that it is the same for all that the side cannot know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

from grognard.kernel.game import Game
from grognard.kernel.ids import Side, per
from grognard.lab import dice_record, svg_charts
from grognard.lab.match_log import Entry, entries, joined
from grognard.lab.mistakes import Mistake
from grognard.lab.position_description import reckoned
from grognard.lab.position_picture import pieces
from grognard.lab.svg_charts import Series, plain
from grognard.lab.turning_points import chapter
from grognard.match import Match
from grognard.match.visibility import seen_by

MAP = "the-map"
NEUTRAL = "#8a8a8a"
PIPS = {1: "8 8", 2: "4 4 12 12", 3: "4 4 8 8 12 12", 4: "4 4 12 4 4 12 12 12", 5: "4 4 12 4 8 8 4 12 12 12",
        6: "4 4 12 4 4 8 12 8 4 12 12 12"}  # fmt: skip


class Moment(NamedTuple):
    """The match at the beginning of a phase, or at its end."""

    turn: int
    phase: int
    view: dict[str, Any]
    numbers: dict[str, float]


def report(match: Match, side: Side | None = None, mistakes: Sequence[Mistake] = ()) -> str:
    """The page: all of a finished match, with what the general found in it, or what a side may know of any."""
    if side is None and not match.over:
        raise ValueError("the match is not over: a report of it is one side's")
    return _Report(match, side, mistakes).page()


class _Report:
    def __init__(self, match: Match, side: Side | None, mistakes: Sequence[Mistake]) -> None:
        self.match = match
        self.mistakes = mistakes
        self.game: Game = match.game
        self.side = side
        self.board = self.game.board()
        self.lines = entries(match, side)
        self.moments = self._moments()
        self.turns = max(moment.turn for moment in self.moments)
        self.armies: list[dict[str, str]] = self.board["sides"]
        """More than the players where one of them is played by the rules."""
        self.colours = [army["colour"] for army in self.armies]

    def page(self) -> str:
        """The whole page."""
        game = self.game
        pictures = [self._picture(self._start(), "At the start", "start")]
        decided = chapter(self.match, self.mistakes) if self.side is None else ""
        body = [self._head(), self._plots(), decided, self._dice(), *pictures]
        body += [self._turn(turn) for turn in sorted({line.turn for line in self.lines})]
        drawn = "".join(body)
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(game.title)}: after-action report</title><style>{_style()}</style></head><body>"
            f"{self._symbols(drawn)}<main>{drawn}</main></body></html>\n"
        )

    # --- the course of the match

    def _moments(self) -> list[Moment]:
        """The match phase by phase, as far as this side may see it."""
        out: list[Moment] = []
        key: tuple[int, int] | None = None
        for state in self.match.walk():
            if key != (state.turn, state.phase):
                key = (state.turn, state.phase)
                out.append(self._moment(state))
        out.append(self._moment(self.match.state))
        return out

    def _moment(self, state: Any) -> Moment:
        view = seen_by(self.game, state, self.side)
        return Moment(state.turn, state.phase, view, self._numbers(state, view))

    def _numbers(self, state: Any, view: dict[str, Any]) -> dict[str, float]:
        """The numbers that the game keeps score of; for one side, the tracks that it sees."""
        if self.side is None:
            scores = self.game.score(state)
            return {name: value for name, value in scores.items() if name != "turns" and not isinstance(value, bool)}
        counted = [track for track in self.board["tracks"] if track.get("max") and not track.get("labels")]
        return {track["name"]: view["tracks"][track["id"]] for track in counted if track["id"] in view["tracks"]}

    def _start(self) -> Moment:
        """The first position after the set-up."""
        return next((m for m in self.moments if "set-up" not in self.game.phases[m.phase].id), self.moments[0])

    def _end_of(self, turn: int) -> Moment:
        """The position with which the next turn begins, or the last one."""
        return next((moment for moment in self.moments if moment.turn > turn), self.moments[-1])

    # --- parts of the page

    def _head(self) -> str:
        game, header = self.game, self.match.header
        scenario = next(choice.name for choice in game.scenarios if choice.id == header.scenario)
        seats = ", ".join(f"{side.name}: {escape(header.seats[side.id])}" for side in game.sides)
        whose = "" if self.side is None else f"<p class='whose'>As the {escape(game.sides[self.side].name)} saw it.</p>"
        ended = next((line.text for line in reversed(self.lines)), "") if self.match.over else ""
        result = ended or f"The match goes on: turn {self.match.state.turn}."
        final = self.moments[-1].numbers
        scores = "".join(
            f"<li><span>{escape(name[:1].upper() + name[1:])}</span> <b>{plain(value)}</b></li>"
            for name, value in final.items()
        )
        return (
            f"<header><p class='kind'>After-action report</p><h1>{escape(game.title)}</h1>"
            f"<p class='about'>{escape(scenario)}. {seats}.</p>{whose}"
            f"<p class='result'>{escape(result)}</p><ul class='scores'>{scores}</ul>"
            f"<nav>{self._contents()}</nav></header>"
        )

    def _contents(self) -> str:
        turns = sorted({line.turn for line in self.lines})
        return "".join(f'<a href="#turn-{turn}">Turn {turn}</a> ' for turn in turns) + '<a href="#dice">Dice</a>'

    def _plots(self) -> str:
        out = [
            svg_charts.lines(unit[:1].upper() + unit[1:], unit, series, self.turns)
            for unit, series in self._score_series().items()
            if any(len({y for _, y in one.points}) > 1 for one in series)
        ]
        lost = [Series(army["adjective"], self.colours[i], self._losses(i)) for i, army in per(Side, self.armies)]
        if any(y for one in lost for _, y in one.points):
            out.append(svg_charts.bars("Steps lost, by turn", "steps", lost, self.turns))
        strength = [
            Series(army["adjective"], self.colours[i], [(self._when(m), self._strength(m, i)) for m in self.moments])
            for i, army in per(Side, self.armies)
        ]
        seen = "Steps on the map" if self.side is None else "Steps on the map, as far as they were seen"
        out.append(svg_charts.lines(seen, "steps", strength, self.turns))
        return f"<section id='plots'><h2>The course of the match</h2><div class='plots'>{''.join(out)}</div></section>"

    def _score_series(self) -> dict[str, list[Series]]:
        """Numbers of the same kind (`US VP`, `JP VP`) share a plot."""
        out: dict[str, list[Series]] = {}
        for name in self.moments[0].numbers:
            points = [(self._when(m), float(m.numbers[name])) for m in self.moments if name in m.numbers]
            whose = self._owner(name)
            one = Series(name, NEUTRAL if whose is None else self.colours[whose], points)
            unit = name.rsplit(" ", 1)[-1] if whose is not None else name
            out.setdefault(unit, []).append(one)
        return out

    def _owner(self, name: str) -> int | None:
        for i, army in enumerate(self.armies):
            if name.startswith((army["id"], army["adjective"], army["name"])):
                return i
        return None

    def _when(self, moment: Moment) -> float:
        """Turns on a scale, with the moments of each spread over it; the very end lies at the end of the last."""
        if moment is self.moments[-1]:
            return moment.turn + 1.0
        alike = [other for other in self.moments if other.turn == moment.turn]
        return moment.turn + next(i for i, other in enumerate(alike) if other is moment) / len(alike)

    def _strength(self, moment: Moment, side: Side) -> float:
        """The steps of a side that stand on the map itself, not in a box beside it."""
        spaces, units = self.board["spaces"], self.board["units"]
        mine = (row for row in moment.view["units"] if units[row[0]]["side"] == side)
        return float(sum(row[2] for row in mine if "rect" not in spaces[row[1]]))

    def _losses(self, side: Side) -> list[tuple[float, float]]:
        return [
            (turn, sum(line.loss for line in self.lines if line.turn == turn and line.side == side))
            for turn in range(1, self.turns + 1)
        ]

    def _dice(self) -> str:
        records = dice_record.records(self.lines, len(self.armies))
        rows = "".join(self._dice_row(record) for record in records)
        stray = "".join(
            f"<li><a href='#turn-{entry.turn}'>Turn {entry.turn}</a> {escape(entry.text)} {_dice_of(entry)} "
            f"<b>{_signed(tally.luck)}</b> {'hits' if entry.hits else 'pips'} ({_signed(tally.sigmas)} σ)</li>"
            for entry, tally in dice_record.remarkable(self.lines)
        )
        hits = any(record.hits.dice for record in records)
        head = "<th>Hits</th><th>Expected</th><th>Luck</th>" if hits else ""
        return (
            "<section id='dice'><h2>The dice</h2><div class='wide'><table><thead><tr><th></th><th>Rolls</th>"
            f"<th>Mean face</th><th>Expected</th><th>Faces above expectation</th>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table></div><p class='note'>Luck is what came less what was to be expected, ± one "
            "standard deviation (σ); the last figure is the share of such records that would be less lucky. Whether "
            "high faces are good depends on the table they are rolled on; hits are always good for who rolls them.</p>"
            f"<h3>Rolls that strayed furthest</h3><ul class='stray'>{stray}</ul></section>"
        )

    def _dice_row(self, record: dice_record.Record) -> str:
        name = "Neither side" if record.side is None else self.armies[record.side]["name"]
        rolls = f"{record.rolls} roll{'' if record.rolls == 1 else 's'}, {record.faces.dice} dice"
        faces, hits = record.faces, record.hits
        cells = [f"<td>{rolls}</td>"]
        if faces.dice:
            cells += [
                f"<td>{faces.got / faces.dice:.2f} pips</td>",
                f"<td>{faces.expected / faces.dice:.2f} pips</td>",
                f"<td>{_luck(faces, 'pips')}</td>",
            ]
        else:
            cells += ["<td></td>"] * 3
        if hits.dice:
            cells += [
                f"<td>{plain(hits.got)} hits in {hits.dice} dice</td>",
                f"<td>{hits.expected:.1f} hits</td>",
                f"<td>{_luck(hits, 'hits')}</td>",
            ]
        return f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>"

    def _turn(self, turn: int) -> str:
        told = [line for line in self.lines if line.turn == turn]
        labels = next((track.get("labels") for track in self.board["tracks"] if track["id"] == "turn"), None) or []
        date = labels[turn - 1] if 0 < turn <= len(labels) else ""
        parts = []
        for phase, lines in groupby(joined(told), key=lambda line: line.phase):
            name = self.board["phases"][phase]["name"]
            parts.append(f"<h3>{escape(name)}</h3><ul>{''.join(map(self._line, lines))}</ul>")
        end = "At the end" if turn == self.turns else f"At the end of turn {turn}"
        return (
            f'<section id="turn-{turn}" class="turn"><h2>Turn {turn} <small>{escape(date)}</small></h2>'
            f"{self._balance(turn)}<div class='told'>{''.join(parts)}</div>"
            f"{self._picture(self._end_of(turn), end, f'map-{turn}')}</section>"
        )

    def _balance(self, turn: int) -> str:
        """The balance of the turn, in figures."""
        before = next((m for m in self.moments if m.turn == turn), self.moments[0]).numbers
        after = self._end_of(turn).numbers
        changes = [
            f"{escape(name)} {plain(after[name])} ({_signed(after[name] - value, 0)})"
            for name, value in before.items()
            if name in after and after[name] != value
        ]
        for i, army in enumerate(self.armies):
            lost = sum(line.loss for line in self.lines if line.turn == turn and line.side == i)
            if lost:
                changes.append(f"{escape(army['adjective'])} losses {lost} step{'' if lost == 1 else 's'}")
        return f"<p class='balance'>{' · '.join(changes)}</p>" if changes else ""

    def _line(self, line: Entry) -> str:
        whose = "none" if line.side is None else str(line.side)
        loss = " loss" if line.loss else ""
        dice = f" {_dice_of(line)}" if line.dice and line.faces <= dice_record.MOST_FACES else ""
        told = f"{escape(line.text)}{dice}"
        if line.parts or line.sum:
            told = f"<details><summary>{told}</summary>{self._fold(line)}</details>"
        return f"<li class='side{whose}{loss}'>{told}</li>"

    def _fold(self, line: Entry) -> str:
        """The single lines of a run, and how a result was reckoned."""
        terms = "".join(f"<li>{escape(reckoned(term))}</li>" for term in line.sum)
        return f"<ul>{''.join(map(self._line, line.parts))}{terms}</ul>"

    def _picture(self, moment: Moment, caption: str, ident: str) -> str:
        wide, high = self.board["map"]["width"], self.board["map"]["height"]
        return (
            f"<figure class='map'><figcaption>{escape(caption)}</figcaption><label for='{ident}'>"
            f"<input type='checkbox' id='{ident}' aria-label='{escape(caption)}: larger'>"
            f'<svg class="{MAP}" viewBox="0 0 {wide:g} {high:g}" role="img" aria-label="{escape(caption)}">'
            f"{pieces(self.board, moment.view)}</svg></label></figure>"
        )

    # --- what all pictures share

    def _symbols(self, drawn: str) -> str:
        """The map, the counters that are drawn anywhere, and the faces of dice, once.

        The map is a picture behind the counters of every turn: drawn anew each time it would make the page slow.
        """
        dice = "".join(_die_symbol(face, pips) for face, pips in PIPS.items())
        chart = f'.{MAP}{{background:url("{chart_address(self.game)}") 0 0/100% 100%}}'
        return (
            '<svg width="0" height="0" class="symbols" aria-hidden="true">'
            f"{_needed(self.game.counters_svg(), drawn)}{dice}</svg>"
            f"<style>{self._side_styles()}{chart}</style>"
        )

    def _side_styles(self) -> str:
        return "".join(f".side{i}{{--side:{colour}}}" for i, colour in enumerate(self.colours))


@lru_cache(maxsize=8)
def chart_address(game: Game) -> str:
    """The map as an address that holds the whole picture, for a style sheet within a page."""
    size = game.board()["map"]
    head, _, rest = game.map_svg().partition(">")
    sized = "" if " width=" in head else f' width="{size["width"]:g}" height="{size["height"]:g}"'
    svg = f"{head}{sized}>{rest}"
    for raw in '%#"<>\n':
        svg = svg.replace(raw, f"%{ord(raw):02X}")
    return f"data:image/svg+xml,{svg}"


def _needed(sheet: str, drawn: str) -> str:
    """The symbols of the sheet that are drawn, and those that these are made of."""
    symbols = {found[1]: found[0] for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', sheet, re.DOTALL)}
    wanted = set(re.findall(r'href="#([^"]+)"', drawn)) & set(symbols)
    queue = list(wanted)
    for name in queue:
        more = set(re.findall(r'href="#([^"]+)"', symbols[name])) & set(symbols) - wanted
        wanted |= more
        queue += more
    return "".join(body for name, body in symbols.items() if name in wanted)


def _die_symbol(face: int, pips: str) -> str:
    at = pips.split()
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="1.6"/>' for x, y in zip(at[::2], at[1::2], strict=True))
    return (
        f'<symbol id="die-{face}" viewBox="0 0 16 16"><rect x=".5" y=".5" width="15" height="15" rx="3" '
        f'class="die-face"/>{dots}</symbol>'
    )


def _dice_of(entry: Entry) -> str:
    """The dice of a line: pips where they have six faces, figures otherwise."""
    if entry.faces != 6:
        return f"<span class='dice'>[{' '.join(map(str, entry.dice))}]</span>"
    faces = "".join(
        f'<svg class="die{" hit" if entry.hits and die >= entry.hits else ""}" viewBox="0 0 16 16" role="img" '
        f'aria-label="{die}"><use href="#die-{die}"/></svg>'
        for die in entry.dice
    )
    return f"<span class='dice'>{faces}</span>"


def _luck(tally: dice_record.Tally, unit: str) -> str:
    against = f"{_signed(tally.sigmas)} σ, {100 * tally.rank:.0f} %"
    return f"<b>{_signed(tally.luck)}</b> ± {tally.spread:.1f} {unit} ({against})"


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _style() -> str:
    return files("grognard.lab").joinpath("after_action.css").read_text(encoding="utf-8")

"""Plots of a study as SVG: bands, bars and matrices by matplotlib, heat maps on the game's own map."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from textwrap import fill
from typing import Any

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from grognard.kernel.game import Game, Party
from grognard.kernel.ids import Space
from grognard.lab.study_findings import Band, Fact, Share

INK = "#2b2b2b"
HEAT = "#b3261e"


def _drawn(figure: Figure, title: str) -> str:
    """The figure as SVG for a page: no ids that another figure could have too, no date, letters as letters."""
    out = io.StringIO()
    salt = re.sub(r"\W+", "-", title)
    with matplotlib.rc_context({"svg.hashsalt": salt, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    pyplot.close(figure)
    text = out.getvalue()
    svg = text[text.index("<svg") :].rstrip()
    mark = f"{salt}-"
    svg = re.sub(r'\bid="', f'id="{mark}', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1{mark}", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)


def _axes(wide: float = 6.2, high: float = 3.0) -> tuple[Figure, Any]:
    figure, axes = pyplot.subplots(figsize=(wide, high))
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=INK)
    return figure, axes


def shares(title: str, rows: Sequence[Share], colours: Sequence[str]) -> str:
    """Shares with their intervals, one bar each."""
    figure, axes = _axes(4.6, 0.6 + 0.42 * len(rows))
    for i, row in enumerate(reversed(rows)):
        colour = colours[(len(rows) - 1 - i) % len(colours)]
        axes.barh(i, 100 * row.share, color=colour, height=0.62)
        axes.plot([100 * row.low, 100 * row.high], [i, i], color=INK, linewidth=1.4, marker="|")
        axes.text(100 * row.high + 1.2, i, f"{100 * row.share:.1f} %", va="center", fontsize=9)
    axes.set_yticks(range(len(rows)), [fill(row.name, 30) for row in reversed(rows)], fontsize=9)
    axes.set_xlim(0, 108)
    axes.set_xlabel("share of the games, %, with 95 % interval")
    return _drawn(figure, title)


def bands(title: str, unit: str, series: Sequence[tuple[str, str, Sequence[Band]]]) -> str:
    """Numbers by turn: the median, the middle half and four fifths of the games."""
    figure, axes = _axes()
    for name, colour, points in series:
        turns = [band.turn for band in points]
        low, quarter, middle, three, high = zip(*(band.quantiles for band in points), strict=True)
        axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.fill_between(turns, quarter, three, color=colour, alpha=0.3, linewidth=0)
        axes.plot(turns, middle, color=colour, marker="o", markersize=3.5, label=name)
    axes.set_xlabel("turn")
    axes.set_ylabel(unit)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if len(series) > 1:
        axes.legend(frameon=False, fontsize=9)
    return _drawn(figure, title)


def bars_by_turn(title: str, unit: str, series: Sequence[tuple[str, str, Sequence[tuple[int, float]]]]) -> str:
    """Means of each turn, side by side."""
    figure, axes = _axes()
    width = 0.8 / len(series)
    for i, (name, colour, points) in enumerate(series):
        axes.bar([turn + (i - (len(series) - 1) / 2) * width for turn, _ in points], [v for _, v in points],
                 width=width, color=colour, label=name)  # fmt: skip
    axes.set_xlabel("turn")
    axes.set_ylabel(unit)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(frameon=False, fontsize=9)
    return _drawn(figure, title)


def histogram(title: str, unit: str, values: Sequence[float]) -> str:
    """The frequency of each size."""
    figure, axes = _axes(6.2, 2.4)
    whole = all(float(value).is_integer() for value in values) and max(values) - min(values) < 40
    bins: Any = [x - 0.5 for x in range(int(min(values)), int(max(values)) + 2)] if whole else 24
    axes.hist(values, bins=bins, color="#7a8a99", edgecolor="white", linewidth=0.6)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(unit)
    axes.set_ylabel("games")
    return _drawn(figure, title)


def matrix(
    title: str, names: Sequence[str], turns: Sequence[int], values: Sequence[Sequence[float]], of: Sequence[Party]
) -> str:
    """The holder of each space over time: a row per space, a column per turn, in the parties' own colours."""
    colours = LinearSegmentedColormap.from_list("parties", [of[1].colour, "#f6f2e8", of[0].colour])
    figure, axes = _axes(1.6 + 0.42 * len(turns), 0.9 + 0.21 * len(names))
    shown = axes.imshow(values, aspect="auto", cmap=colours, vmin=0, vmax=1)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.set_xticks(range(len(turns)), [str(turn) for turn in turns])
    axes.set_xlabel("turn")
    figure.colorbar(shown, label=f"share of games with {of[0].name} there", shrink=0.7)
    return _drawn(figure, title)


def weights(title: str, facts: Sequence[Fact], of: str) -> str:
    """The facts that foretold the winner: one bar a fact, with its error."""
    figure, axes = _axes(6.2, 0.8 + 0.3 * len(facts))
    for i, fact in enumerate(reversed(facts)):
        axes.barh(i, fact.weight, xerr=1.96 * fact.error, color="#5b7fa6" if fact.weight > 0 else "#b06a5b",
                  error_kw={"ecolor": INK, "elinewidth": 1.0}, height=0.6)  # fmt: skip
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(facts)), [fact.name for fact in reversed(facts)], fontsize=8)
    axes.set_xlabel(f"log-odds of a victory of {of}, per spread of the fact")
    return _drawn(figure, title)


# --- on the game's own map


def heat(game: Game, title: str, values: Mapping[Space, float], colour: str = HEAT, most: float | None = None) -> str:
    """A dot on each space, the larger the more."""
    board = _board(game)
    top = most or max(values.values(), default=0.0) or 1.0
    reach = _reach(game)
    dots = []
    for space, value in sorted(values.items(), key=lambda item: -item[1]):
        at = board["spaces"][space].get("at")
        if at is None or value <= 0:
            continue
        size = reach * min(1.0, (value / top) ** 0.5)
        words = f"{board['spaces'][space]['name']}: {value:.2f}"
        dots.append(f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{size:.1f}"><title>{escape(words)}</title></circle>')
    body = f'<g fill="{colour}" fill-opacity=".62" stroke="#fff" stroke-width="1.5">{"".join(dots)}</g>'
    return on_map(game, title, body)


def holders(game: Game, title: str, shares_: Mapping[Space, float]) -> str:
    """A disc on each space the game is about, as much of it in the first party's colour as it has it."""
    board, parties = _board(game), game.parties()
    radius = _reach(game) * 0.62
    out = []
    for space, value in shares_.items():
        at = board["spaces"][space].get("at")
        if at is None:
            continue
        x, y = at
        words = f"{board['spaces'][space]['name']}: {parties[0].name} in {100 * value:.0f} % of the games"
        around = 2 * 3.14159265 * radius / 2
        out.append(
            f'<g><title>{escape(words)}</title><circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}" '
            f'fill="{parties[1].colour}" stroke="#fff" stroke-width="2"/><circle cx="{x:.0f}" cy="{y:.0f}" '
            f'r="{radius / 2:.1f}" fill="none" stroke="{parties[0].colour}" stroke-width="{radius:.1f}" '
            f'stroke-dasharray="{around * value:.1f} {around:.1f}" transform="rotate(-90 {x:.0f} {y:.0f})"/></g>'
        )
    return on_map(game, title, "".join(out))


def roads(game: Game, title: str, values: Mapping[tuple[Space, Space], float]) -> str:
    """A line for each step between two spaces, the broader the more often it was made."""
    board = _board(game)
    top = max(values.values(), default=1.0)
    out = []
    for (a, b), value in values.items():
        here, there = board["spaces"][a].get("at"), board["spaces"][b].get("at")
        if here is None or there is None or value < top / 200:
            continue
        out.append(
            f'<path d="M{here[0]:.0f} {here[1]:.0f}L{there[0]:.0f} {there[1]:.0f}" '
            f'stroke-width="{1 + 15 * (value / top) ** 0.5:.1f}"/>'
        )
    body = f'<g stroke="#3f4f9f" stroke-opacity=".66" stroke-linecap="round" fill="none">{"".join(out)}</g>'
    return on_map(game, title, body)


def on_map(game: Game, title: str, body: str) -> str:
    """Something drawn over the map, which the page holds once."""
    size = _board(game)["map"]
    return (
        f'<svg class="the-map" viewBox="0 0 {size["width"]:g} {size["height"]:g}" role="img" '
        f'aria-label="{escape(title)}">{body}</svg>'
    )


@lru_cache(maxsize=8)
def _board(game: Game) -> dict[str, Any]:
    return game.board()


@lru_cache(maxsize=8)
def _reach(game: Game) -> float:
    """The greatest size of a dot: half the distance between two neighbouring spaces of the map."""
    spaces = _board(game)["spaces"]
    gaps = [
        ((a["at"][0] - b["at"][0]) ** 2 + (a["at"][1] - b["at"][1]) ** 2) ** 0.5
        for a in spaces
        if "at" in a and a["kind"] != "box"
        for b in (spaces[n] for n in a.get("adjacent", ())[:3])
        if "at" in b
    ]
    gaps.sort()
    return 0.62 * gaps[len(gaps) // 2] if gaps else 40.0

"""A study as one self-contained HTML page; and two of them side by side."""

from __future__ import annotations

import base64
from collections import Counter
from html import escape
from importlib.resources import files
from typing import NamedTuple

from grognard.kernel.flow import DRAW
from grognard.kernel.game import Game
from grognard.kernel.ids import Space
from grognard.lab import study_plots
from grognard.lab.confidence_intervals import mean
from grognard.lab.env.raster import map_address
from grognard.lab.game_observer import Watched
from grognard.lab.simulate import Plan, recorded
from grognard.lab.simulation_report import ending_words
from grognard.lab.study import Note
from grognard.lab.study_findings import Findings, Share, share, spread_by_dice
from grognard.match import save as saves

FACTS_TURN = 3
MOST_FACTS = 14
GREY = "#9a9a9a"


class Luck(NamedTuple):
    """Some positions, each played on several times with other dice."""

    turn: int
    what: str
    groups: list[list[float]]


class Panel(NamedTuple):
    """One picture with its heading and a sentence."""

    title: str
    words: str
    drawing: str


def page(game: Game, note: Note, found: Findings, luck: Luck | None, failed: int) -> str:
    """The report."""
    body = "".join(
        _section(heading, panels)
        for heading, panels in (
            ("Who won, and how", _results(found)),
            ("The course of the games", _course(found)),
            ("Where", _where(found)),
            ("What decided it", _decided(found, luck)),
            ("Games to open", [_games(game, note, found)]),
        )
    )
    return _framed(game, f"{game.title}: {len(found.rows):,} games", _head(game, note, found, failed) + body)


def _framed(game: Game, title: str, body: str) -> str:
    style = (files("grognard.lab") / "study_page.css").read_text(encoding="utf-8")
    chart = f'.the-map{{background:url("{map_address(game)}") 0 0/100% 100%}}'
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}{chart}</style></head><body><main>{body}</main></body></html>\n"
    )


def _section(heading: str, panels: list[Panel]) -> str:
    return f"<section><h2>{escape(heading)}</h2><div class='panels'>{''.join(map(_panel, panels))}</div></section>"


def _panel(panel: Panel) -> str:
    words = f"<p>{panel.words}</p>" if panel.words else ""
    return f"<figure><figcaption>{escape(panel.title)}</figcaption>{words}{panel.drawing}</figure>"


def _head(game: Game, note: Note, found: Findings, failed: int) -> str:
    against = " against ".join(f"{bot} ({side.name})" for bot, side in zip(note.bots, game.sides, strict=True))
    scenario = next(choice.name for choice in game.scenarios if choice.id == (note.scenario or game.scenarios[0].id))
    options = ", ".join(f"{name} = {value}" for name, value in note.options)
    left_out = f"; {failed:,} failed and are not counted" if failed else ""
    facts = [
        ("Players", against),
        ("Scenario", f"{scenario}{'; ' + options if options else ''}"),
        ("Games", f"{len(found.rows):,}, seed {note.seed}{left_out}"),
        ("Rules and data", f"edition {note.version}{f', program {note.code}' if note.code else ''}"),
    ]
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<header><p class='kind'>Laboratory report</p><h1>{escape(game.title)}</h1><dl>{rows}</dl></header>"


# --- the parts


def _colours(found: Findings) -> list[str]:
    return [*(party.colour for party in found.game.parties()), GREY]


def _results(found: Findings) -> list[Panel]:
    endings = []
    colours = []
    for row in found.endings():
        winner, _, ending = row.name.partition("/")
        endings.append(row._replace(name=ending_words(found.game, int(winner), ending)))
        colours.append(GREY if int(winner) == DRAW else found.game.parties()[int(winner)].colour)
    turns = [float(row.turns[-1].turn) for row in found.rows]
    decisions = [float(row.result.decisions) for row in found.rows]
    return [
        Panel("Winners", "", study_plots.shares("Winners", found.results(), _colours(found))),
        Panel("Endings", "", study_plots.shares("Endings", endings, colours)),
        Panel(
            "Length in turns",
            f"Mean {mean(turns):.1f} turns.",
            study_plots.histogram("Length in turns", "turns", turns),
        ),
        Panel(
            "Length in decisions", f"Mean {mean(decisions):,.0f} decisions.",
            study_plots.histogram("Length in decisions", "decisions", decisions),
        ),
    ]  # fmt: skip


def _course(found: Findings) -> list[Panel]:
    words = "Line: the median. Dark: the middle half of the games. Light: four fifths of them."
    colours = _colours(found)
    out = []
    for name in found.numbers():
        points = found.bands(lambda turn, name=name: turn.numbers[name])  # type: ignore[misc]
        if len({q for band in points for q in band.quantiles}) > 1:
            title = name[:1].upper() + name[1:]
            out.append(Panel(title, "", study_plots.bands(title, name, [(name, _colour_of(found, name), points)])))
    steps = [
        (name, colours[i], found.bands(lambda turn, i=i: turn.steps[i]))  # type: ignore[misc]
        for i, name in enumerate(found.names)
    ]
    units = [
        (name, colours[i], found.bands(lambda turn, i=i: turn.units[i]))  # type: ignore[misc]
        for i, name in enumerate(found.names)
    ]
    lost = [(name, colours[i], found.losses(i)) for i, name in enumerate(found.names)]
    out.append(Panel("Units on the map", words, study_plots.bands("Units on the map", "units", units)))
    out.append(Panel("Steps on the map", "", study_plots.bands("Steps on the map", "steps", steps)))
    out.append(
        Panel("Steps lost, by turn", "Mean a game.", study_plots.bars_by_turn("Steps lost by turn", "steps", lost))
    )
    return out


def _colour_of(found: Findings, name: str) -> str:
    """A number that begins with a party's name is drawn in its colour."""
    for party in found.game.parties():
        if name.startswith((party.adjective, party.id, party.name)):
            return party.colour
    return "#5f6f5f"


def _where(found: Findings) -> list[Panel]:
    game, last = found.game, found.last_turn()
    first = found.names[0]
    out = []
    turns = list(range(1, last + 1))
    tempo = [found.holders(turn) for turn in turns]
    if tempo[-1]:
        spaces = [
            space for space in tempo[-1] if len({round(then.get(space, 0.0), 2) for then in tempo}) > 1
        ] or list(tempo[-1])  # fmt: skip
        table = [[then.get(space, 0.0) for then in tempo] for space in spaces]
        names = [game.text.space(space) for space in spaces]
        title = f"When {first} has what"
        words = f"Spaces that change hands. Share of the games in which {escape(first)} has them after each turn."
        out.append(Panel(title, words, study_plots.matrix(title, names, turns, table, game.parties())))
        for turn in sorted({max(1, last // 3), last}):
            title = f"Who has what after turn {turn}"
            out.append(Panel(title, "", study_plots.holders(game, title, tempo[turn - 1])))
    fought = found.per_game(lambda row: row.fought)
    died = found.per_game(_deaths)
    out.append(Panel("Fought over", "Rolls about a space, a game.", study_plots.heat(game, "Fought over", fought)))
    out.append(Panel("Where steps were lost", "Steps, a game.", study_plots.heat(game, "Steps lost", died, "#4a3a8a")))
    walked = found.steps_between()
    if walked:
        out.append(
            Panel("Ways that were used", "The broader, the more often.", study_plots.roads(game, "Ways", walked))
        )
    return out


def _deaths(row: Watched) -> Counter[Space]:
    out: Counter[Space] = Counter()
    for (_, _, space), steps in row.died.items():
        out[space] += steps
    return out


def _decided(found: Findings, luck: Luck | None) -> list[Panel]:
    out = []
    first = found.names[0]
    for turn in sorted({1, FACTS_TURN}):
        told = found.foretold(turn)
        if told is None:
            continue
        title = f"What foretold the winner at the end of turn {turn}"
        words = (
            f"From {told.games:,} games that were decided later. On games that were not fitted, a won one is told from "
            f"a lost one in {100 * told.area:.0f} % of all pairs (50 % is a guess)."
        )
        out.append(Panel(title, words, study_plots.weights(title, told.facts[:MOST_FACTS], first)))
    if luck is not None and luck.groups:
        within, between = spread_by_dice(luck.groups)
        total = within + between
        part = 100 * within / total if total else 100.0
        words = (
            f"{len(luck.groups)} positions at the beginning of turn {luck.turn}, each played on "
            f"{len(luck.groups[0])} times with other dice. Of the variance of {escape(luck.what)}, {part:.0f} % is "
            f"between games from the same position (the dice, and what bots do with them), the rest between positions."
        )
        rows = [
            share(f"position {i + 1}", sum(result > 0 for result in group), len(group))
            for i, group in enumerate(luck.groups)
        ]
        title = "Luck against what came before"
        out.append(Panel(title, words, study_plots.shares(title, rows, [found.game.parties()[0].colour])))
    return out or [Panel("Too few decided games", "At least 40 are needed to say what foretold the winner.", "")]


# --- games to open


def _games(game: Game, note: Note, found: Findings) -> Panel:
    """Records of a typical game and of extreme ones, inside the page."""
    options = tuple((name, value) for name, value in note.options)
    plan = Plan(note.game, tuple(note.bots), len(found.rows), note.seed, scenario=note.scenario, options=options)
    lines = []
    for words, row in _notable(found):
        text = saves.write(recorded(plan, game, row.result.number))
        name = f"{game.id}-{note.seed}-{row.result.number}.txt"
        address = base64.b64encode(text.encode()).decode()
        ended = ending_words(game, row.result.winner, row.result.ending)
        lines.append(
            f'<li><a download="{name}" href="data:text/plain;base64,{address}">{escape(words)}</a>: game '
            f"{row.result.number}, {row.turns[-1].turn} turns. {escape(ended)}</li>"
        )
    words = "Save one and open it on the front page: it replays move by move."
    return Panel("Records", words, f"<ul class='games'>{''.join(lines)}</ul>")


def _notable(found: Findings) -> list[tuple[str, Watched]]:
    """A typical game, the shortest, the longest, and those with the fewest and the most losses."""
    rows = found.rows
    if not rows:
        return []
    middle = sorted(rows, key=lambda row: row.result.decisions)[len(rows) // 2]
    bloody = sorted(rows, key=lambda row: (sum(row.died.values()), row.result.number))
    lengths = sorted(rows, key=lambda row: (row.turns[-1].turn, row.result.decisions, row.result.number))
    return [
        ("A typical game", middle), ("The shortest", lengths[0]), ("The longest", lengths[-1]),
        ("The fewest losses", bloody[0]), ("The most losses", bloody[-1]),
    ]  # fmt: skip


# --- two studies


def comparison(game: Game, notes: tuple[Note, Note], found: tuple[Findings, Findings]) -> str:
    """The same pictures of two studies, with what differs and how sure that is."""
    a, b = found
    rows = []
    for one, other in zip(a.results(), b.results(), strict=True):
        low, high = difference(one, len(a.rows), other, len(b.rows))
        clear = "differs" if low > 0 or high < 0 else "may be chance"
        rows.append(
            f"<tr><th>{escape(one.name)}</th><td>{_percent(one)}</td><td>{_percent(other)}</td>"
            f"<td>{100 * (other.share - one.share):+.1f} ({100 * low:+.1f} to {100 * high:+.1f}) points</td>"
            f"<td>{clear}</td></tr>"
        )
    head = "".join(
        f"<p><b>{letter}</b>: {escape(_named(note))}, {len(each.rows):,} games</p>"
        for letter, note, each in zip("AB", notes, found, strict=True)
    )
    table = (
        "<table><thead><tr><th></th><th>A</th><th>B</th><th>B − A, 95 % interval</th><th></th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    sections = ""
    for heading, part in (("Who won, and how", _results), ("The course of the games", _course), ("Where", _where)):
        left, right = ({panel.title: panel for panel in part(each)} for each in found)
        titles = [title for title in left if title in right]
        pairs = "".join(
            f"<div class='pair'>{_panel(left[title]._replace(title=f'A: {title}'))}"
            f"{_panel(right[title]._replace(title=f'B: {title}'))}</div>"
            for title in titles
        )
        sections += f"<section><h2>{heading}</h2>{pairs}</section>"
    kind = f"<header><p class='kind'>Two studies side by side</p><h1>{escape(game.title)}</h1>{head}{table}</header>"
    return _framed(game, f"{game.title}: two studies", kind + sections)


def _named(note: Note) -> str:
    options = ", ".join(f"{name} = {value}" for name, value in note.options)
    return f"{' against '.join(note.bots)}{'; ' + options if options else ''}; edition {note.version}, seed {note.seed}"


def _percent(row: Share) -> str:
    return f"{100 * row.share:.1f} % ({100 * row.low:.1f} to {100 * row.high:.1f})"


def difference(one: Share, games: int, other: Share, others: int) -> tuple[float, float]:
    """The 95 % interval of a difference of two shares (Newcombe's, from the Wilson intervals of both)."""
    if not games or not others:
        return -1.0, 1.0
    gap = other.share - one.share
    low = gap - ((other.share - other.low) ** 2 + (one.high - one.share) ** 2) ** 0.5
    high = gap + ((other.high - other.share) ** 2 + (one.share - one.low) ** 2) ** 0.5
    return low, high

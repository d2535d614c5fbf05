"""Analysis of a finished match: the winning chances over time, and the events that moved them most.

The chances are those of the game's value (`bots/<game>/value.json`), read off the true position after every decision
and every roll. What a decision or a roll moved is told by one and the same half-turn's model. What follows by itself
when a phase ends (markers score, units recover) and what changes when the next half-turn's model takes over is the
course of the game: it counts with the dice, so that the decisions of all sides and the luck add up to the change.

A turning point is a deed: what the log tells of it, or an order that names a unit or a place. A button that merely goes
on is none.
"""

from __future__ import annotations

from collections.abc import Generator
from html import escape
from typing import Any, NamedTuple

from grognard import interrupt
from grognard.bots.general import fitted_value
from grognard.bots.general.plans import finished
from grognard.bots.general.settings import settings_of
from grognard.bots.hints import in_words
from grognard.kernel.flow import CONCEDE, DRAW, ONGOING, Option, Refused, Roll
from grognard.kernel.game import Game
from grognard.kernel.ids import NO_SIDE, Side, per
from grognard.kernel.play import apply, throw
from grognard.lab.mistakes import Mistake, Review
from grognard.match import Match
from grognard.match.match import SHARE

MOST = 5
"""Turning points of a kind."""
DECISION, ROLL, COURSE = "decision", "roll", "course"
"""The last: what followed by itself, with the end of a phase."""


class Swing(NamedTuple):
    """The change of the first side's chance by one decision or roll."""

    kind: str
    number: int
    """Of the decision, from 1; a roll has that of the decision it followed."""
    turn: int
    phase: int
    side: Side
    """Who decided, or whose phase it was."""
    text: str
    before: float
    after: float

    @property
    def moved(self) -> float:
        """By how much the first side gained."""
        return self.after - self.before


class Point(NamedTuple):
    """The curve: after so many decisions, in this turn, the first side's chance."""

    number: int
    turn: int
    chance: float


class Analysis(NamedTuple):
    """A match gone through."""

    points: list[Point]
    swings: list[Swing]
    mistakes: list[Mistake]
    """What the general would have done instead, the dearest first."""
    reviewed: bool
    """Whether they were looked for."""

    def most(self, kind: str) -> list[Swing]:
        """The decisions or rolls that moved most, in the order in which they came."""
        told = (s for s in self.swings if s.kind == kind and s.moved and s.text)
        found = sorted(told, key=lambda s: -abs(s.moved))[:MOST]
        return sorted(found, key=lambda s: s.number)

    def luck(self) -> float:
        """The gain of the first side by the dice and by the course of the game: all that nobody decided."""
        moved = self.points[-1].chance - self.points[0].chance
        return moved - self.total(DECISION)

    def total(self, kind: str, side: Side | None = None) -> float:
        """The gain of the first side by all decisions (of a side), or by all rolls."""
        return sum(s.moved for s in self.swings if s.kind == kind and side in (None, s.side))


def analyse(match: Match, nodes: int | None = 0) -> Analysis:
    """Go through a match; a game that has no value yet is refused. `nodes`: simulations at every plan, for
    mistakes; None: as many as the game's own general thinks right."""
    return finished(analysing(match, nodes))


def analysing(match: Match, nodes: int | None = 0) -> Generator[float, None, Analysis]:
    """The same in small pieces: after each it says how much of it is done."""
    game = match.game
    settings = settings_of(game.id)
    if settings is None:
        raise Refused(f"{game.title} has no value of positions yet, so its games cannot be analysed.")
    model = fitted_value.load(settings.package, settings.value, settings.names)

    def chance(s: Any, half: int) -> float:
        if s.winner != ONGOING:
            return 0.5 if s.winner == DRAW else float(s.winner == 0)
        return model.chance(half, settings.features(s))

    s = match.position(0)
    told = _rolls_told(match)
    deeds = _deeds_told(match)
    swings: list[Swing] = []
    points = [Point(0, s.turn, chance(s, settings.half_turn(s)))]
    nodes = settings.review if nodes is None else nodes
    review = Review(match, settings, nodes)
    for number, played in enumerate(match.played, 1):
        interrupt.check()
        part = number / len(match.played)
        yield part
        for _ in review.at(s, number):
            yield part
        if played.option[0] == SHARE:
            continue
        turn, phase, half = s.turn, s.phase, settings.half_turn(s)
        before = chance(s, half)
        apply(s, played.side, played.option, None)
        after = chance(s, half)
        gave_up = played.option == CONCEDE
        text = (
            f"{game.sides[played.side].name}: gave up"
            if gave_up
            else deeds.get(number) or _ordered(game, played.option)
        )
        kind = DECISION if (s.turn, s.phase) == (turn, phase) else COURSE
        swings.append(Swing(kind, number, turn, phase, played.side, text, before, after))
        for faces in played.rolls:
            assert isinstance(s.pending, Roll)
            turn, phase = s.turn, s.phase
            whose = game.phases[phase].side
            before = after
            throw(s, faces, None)
            after = chance(s, half)
            text = told.get(number, []).pop(0) if told.get(number) else "dice"
            swings.append(Swing(ROLL, number, turn, phase, NO_SIDE if whose is None else whose, text, before, after))
        points.append(Point(number, s.turn, chance(s, settings.half_turn(s))))
    return Analysis(points, swings, review.dearest(), bool(nodes))


def _rolls_told(match: Match) -> dict[int, list[str]]:
    """By decision, the sentence of every roll that followed it."""
    out: dict[int, list[str]] = {}
    for event, after in match.log:
        if event.dice:
            out.setdefault(after, []).append(match.game.sentence(event))
    return out


def _deeds_told(match: Match) -> dict[int, str]:
    """By decision, the first sentence that the log has of what was done by it, without the dice."""
    out: dict[int, str] = {}
    for event, after in match.log:
        text = "" if event.dice else match.game.sentence(event)
        if text and after not in out and any(match.game.mentions(event).get(kind) for kind in ("units", "spaces")):
            out[after] = text
    return out


def _ordered(game: Game, option: Option) -> str:
    """An order that names a unit or a place, in words; nothing for a button."""
    verb = game.verbs.get(str(option[0]))
    return in_words(game, option) if verb and {"unit", "space"} & {*verb.args} else ""


# --- for people


def lines(match: Match, found: Analysis) -> list[str]:
    """The findings as text."""
    game = match.game
    names = [side.name for side in game.sides]
    first = names[0]
    out = [f"{game.title}: the chance of {first}, turn by turn"]
    for turn in sorted({point.turn for point in found.points}):
        inside = [point.chance for point in found.points if point.turn == turn]
        filled = round(30 * inside[-1])
        out.append(f"  {turn:>2}  {'#' * filled}{'.' * (30 - filled)}  {100 * inside[-1]:.0f} %")
    for kind, title in ((DECISION, "Decisions"), (ROLL, "Rolls")):
        out += ["", f"{title} that moved it most"]
        out += [f"  {said(game, names, swing)}" for swing in found.most(kind)] or ["  none"]
    out += ["", "Luck against skill, in points of the chance:"]
    out += [f"  {line}" for line in sums(names, found)]
    if found.mistakes:
        out += ["", "What the general would have done instead, and what it was worth"]
        out += [f"  {told(game, names, mistake)}" for mistake in found.mistakes]
    return out


def sums(names: list[str], found: Analysis) -> list[str]:
    """The gains by decisions, and by all that nobody decided, in points of the chance: together the whole change."""
    out = [
        f"decisions of {name}: {_points(found.total(DECISION, side) * (1 if side == 0 else -1))} for {name}"
        for side, name in per(Side, names)
    ]
    return [*out, f"dice and the course of the game: {_points(found.luck())} for {names[0]}"]


def told(game: Game, names: list[str], mistake: Mistake) -> str:
    """A mistake in a line."""
    where = f"turn {mistake.turn}, {game.phases[mistake.phase].name}, decision {mistake.number}"
    worth = f"{100 * mistake.worth:.0f} points (± {100 * mistake.error:.0f})"
    return f"{worth}  {names[mistake.side]}: {mistake.text.rstrip('.')} ({where})"


def said(game: Game, names: list[str], swing: Swing) -> str:
    """A turning point in a line."""
    whose = f"{names[swing.side]}, " if swing.side >= 0 and swing.kind == DECISION else ""
    where = f"turn {swing.turn}, {game.phases[swing.phase].name}, decision {swing.number}"
    change = f"{100 * swing.before:.0f} % → {100 * swing.after:.0f} %"
    return f"{change}  {whose}{swing.text.rstrip('.')} ({where})"


def _points(moved: float) -> str:
    return f"{100 * moved:+.0f}".replace("-", "−")


def to_json(match: Match, found: Analysis) -> dict[str, Any]:
    """The same for programs and pages."""
    decided = [round(found.total(DECISION, side), 4) for side in match.game.every_side]
    moved = round(found.points[-1].chance, 4) - round(found.points[0].chance, 4)
    return {
        "game": match.game.id,
        "side": match.game.sides[0].id,
        "curve": [[point.number, point.turn, round(point.chance, 4)] for point in found.points],
        "turning_points": {
            kind: [
                {**swing._asdict(), "before": round(swing.before, 4), "after": round(swing.after, 4)}
                for swing in found.most(kind)
            ]
            for kind in (DECISION, ROLL)
        },
        "decisions": decided,
        "dice": round(moved - sum(decided), 4),
        "mistakes": [
            {**mistake._asdict(), "worth": round(mistake.worth, 4), "error": round(mistake.error, 4)}
            for mistake in found.mistakes
        ]
        if found.reviewed
        else None,
    }


def curve(match: Match, found: Analysis) -> str:
    """The curve as SVG, turns along the foot, turning points marked."""
    wide, high, left, right, top, foot = 720, 300, 52, 16, 40, 40
    last = max(1, found.points[-1].number)

    def at(number: int, chance: float) -> tuple[float, float]:
        return left + number / last * (wide - left - right), high - foot - chance * (high - top - foot)

    first = match.game.sides[0].name
    title = f"{match.game.title}: the chance of {first}"
    out = [f'<text x="{left}" y="22" font-weight="bold">{escape(title)}</text>']
    for percent in (0, 25, 50, 75, 100):
        _, y = at(0, percent / 100)
        out.append(f'<path d="M{left} {y:.1f}H{wide - right}" stroke="#d8d3c5"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    turns: dict[int, int] = {}
    for point in found.points:
        turns.setdefault(point.turn, point.number)
    for turn, number in turns.items():
        x, _ = at(number, 0)
        out.append(f'<path d="M{x:.1f} {top}V{high - foot}" stroke="#e6e2d6"/>')
        out.append(f'<text x="{x + 3:.1f}" y="{high - foot + 16}">{turn}</text>')
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(point.number, point.chance) for point in found.points))
    out.append(f'<path d="M{path}" fill="none" stroke="#3b4a54" stroke-width="2"/>')
    for kind, colour in ((DECISION, "#a33b20"), (ROLL, "#2f6f8f")):
        for swing in found.most(kind):
            x, y = at(swing.number, swing.after)
            said = f"{swing.text} ({100 * swing.before:.0f} % → {100 * swing.after:.0f} %)"
            shape = (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'
                if kind == DECISION
                else f'<path d="M{x - 5:.1f} {y - 5:.1f}h10v10h-10z" fill="{colour}"/>'
            )
            out.append(f"<g><title>{escape(said)}</title>{shape}</g>")
    out.append(f'<text x="{wide / 2}" y="{high - 6}" text-anchor="middle">turn; ● decisions, ■ rolls</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12" '
        f'role="img" aria-label="{escape(title)}"><rect width="{wide}" height="{high}" fill="#fbfaf6"/>'
        f"{''.join(out)}</svg>\n"
    )

"""Statistics of a game from many kept games: what falls when, the deadliest places, the dice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space, Unit, every, per
from grognard.lab.dice_record import Tally
from grognard.lab.game_observer import Throw, Watched
from grognard.lab.study import Note, Study
from grognard.lab.study_findings import Findings, Share, area_under_curve, share
from grognard.match.header import Header

BATTLE = ("battle", "combat")
"""Rolls on a table of results, on which in all games a high die is good for who rolls it."""
LOST = re.compile("Dead|Eliminated|Losses|Out of the Game")
"""Boxes of what was lost, as boards name them."""
COMEBACK_TURN = 3
ENOUGH = 0.03
"""How much better another measure of the score must tell victories from defeats to be taken instead."""


class Fall(NamedTuple):
    """A place and how it changes hands."""

    space: Space
    holder: int
    """The party that has it when the game begins."""
    by_turn: list[float]
    """Share of the games in which somebody else has had it by the end of each turn."""
    ever: Share
    turn: float
    """The mean turn, where it falls."""
    again: float
    """Share of the games, of those in which it fell, that end with it back in the first hands."""


class Deadly(NamedTuple):
    """A place and the steps that are lost there."""

    space: Space
    steps: list[float]
    """Per party, a game."""
    part: float
    """Of all losses."""


class Notable(NamedTuple):
    """A game worth a look, and why."""

    title: str
    number: int
    words: str


@dataclass(slots=True)
class Facts:
    """The facts of a study."""

    game: Game
    note: Note
    found: Findings

    @property
    def rows(self) -> list[Watched]:
        """The games."""
        return self.found.rows

    # --- places

    def falls(self) -> tuple[list[Fall], list[Space]]:
        """The places that change hands, the surest to fall first; and those that never do."""
        plan = Study(Path(), self.note).plan()
        header = Header.new(self.game, plan.scenario, dict(plan.options))
        first = self.game.prizes(self.game.new(header.scenario, header.options))
        out, never = [], []
        for party, held in enumerate(first):
            for space in members(held):
                fall = self._fall(space, party)
                if fall.ever.games:
                    out.append(fall)
                else:
                    never.append(space)
        return sorted(out, key=lambda fall: (-fall.ever.games, fall.turn, fall.space)), never

    def _fall(self, space: Space, holder: int) -> Fall:
        turns: list[int] = []
        back = 0
        for row in self.rows:
            fell = next((turn.turn for turn in row.turns if space not in turn.held[holder]), 0)
            if fell:
                turns.append(fell)
                back += space in row.turns[-1].held[holder]
        last, games = self.found.last_turn(), len(self.rows)
        counts = Counter(turns)
        by_turn = [sum(counts[t] for t in range(1, turn + 1)) / games for turn in range(1, last + 1)]
        mean = sum(turns) / len(turns) if turns else 0.0
        return Fall(space, holder, by_turn, share("", len(turns), games), mean, back / len(turns) if turns else 0.0)

    def deadliest(self, most: int = 10) -> list[Deadly]:
        """The places where most steps are lost."""
        lost: Counter[tuple[Space, int]] = Counter()
        for row in self.rows:
            for (_, party, space), steps in row.died.items():
                lost[space, party] += steps
        games, parties = len(self.rows), range(len(self.game.parties()))
        total = lost.total() or 1
        spaces = {space for space, _ in lost if space >= 0}
        out = [
            Deadly(
                space, [lost[space, party] / games for party in parties],
                sum(lost[space, party] for party in parties) / total,
            )
            for space in spaces
        ]  # fmt: skip
        return sorted(out, key=lambda place: (-place.part, place.space))[:most]

    def fought_over(self, most: int = 10) -> list[tuple[Space, float]]:
        """The places that most rolls are about, with their number a game."""
        found = self.found.per_game(lambda row: row.fought)
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:most]

    def busiest(self, most: int = 5) -> list[tuple[tuple[Space, Space], float]]:
        """The steps between two places that are made most often, with their number a game."""
        return sorted(self.found.steps_between().items(), key=lambda item: (-item[1], item[0]))[:most]

    # --- units

    def lost_units(self, party: int, most: int = 6) -> list[tuple[Unit, Share]]:
        """The units of a party that most often end among the lost."""
        board = self.game.board()
        boxes = {i for i, space in enumerate(board["spaces"]) if space["kind"] == "box" and LOST.search(space["name"])}
        side_of = self.game.text.facts.side_of
        lost: Counter[Unit] = Counter()
        for row in self.rows:
            lost.update(unit for unit, space in per(Unit, row.ended) if space in boxes and side_of[unit] == party)
        ordered = sorted(lost.items(), key=lambda item: (-item[1], item[0]))[:most]
        return [(unit, share("", times, len(self.rows))) for unit, times in ordered]

    def unit_name(self, unit: Unit) -> str:
        """A unit's name, with its id where others are called the same."""
        name = self.game.text.unit(unit)
        return name if self.game.text.facts.unit_names.count(name) == 1 else f"{name} {self.game.unit_ids[unit]}"

    # --- dice

    def dice_of(self, row: Watched, side: Side) -> Tally:
        """A side's dice in battle: in hits, where the game counts hits, otherwise in pips."""
        out = Tally()
        in_hits = any(throw.hits for throw in row.thrown)
        for throw, fell in row.thrown.items():
            if throw.side != side or not _in_battle(throw, in_hits):
                continue
            faces = throw.faces
            if in_hits:
                chance = (faces + 1 - throw.hits) / faces
                out.add(fell.dice, fell.hits, chance, chance * (1 - chance))
            else:
                out.add(fell.dice, fell.pips, (faces + 1) / 2, (faces * faces - 1) / 12)
        return out

    def counts_hits(self) -> bool:
        """Whether battles are read in hits."""
        return any(throw.hits for row in self.rows for throw in row.thrown)

    def luck_of(self, row: Watched) -> float:
        """The luck of the first party minus the second's, in standard deviations of that difference."""
        one, other = (self.dice_of(row, side) for side in every(Side, 2))
        return (one.sigmas - other.sigmas) / 2**0.5

    def luck_wins(self) -> Share:
        """The share of won games that the side with the luckier dice won."""
        won = [(row.result.winner, self.luck_of(row)) for row in self.rows if row.result.winner != DRAW]
        won = [(winner, luck) for winner, luck in won if luck]
        return share("", sum((luck > 0) == (winner == 0) for winner, luck in won), len(won))

    # --- games

    def notable(self) -> list[Notable]:
        """Games worth a look."""
        rows, names = self.rows, self.found.names
        lengths = sorted(rows, key=lambda row: (row.turns[-1].turn, row.result.decisions, row.result.number))
        bloody = sorted(rows, key=lambda row: (sum(row.died.values()), row.result.number))
        out = [
            Notable("The longest", lengths[-1].result.number, _length(lengths[-1])),
            Notable("The shortest", lengths[0].result.number, _length(lengths[0])),
            Notable("The bloodiest", bloody[-1].result.number, f"{sum(bloody[-1].died.values()):,} steps lost"),
            Notable("The least bloody", bloody[0].result.number, f"{sum(bloody[0].died.values()):,} steps lost"),
        ]
        out += self._lucky(names)
        return [*out, *self._closest(), *self._comeback()]

    def _lucky(self, names: list[str]) -> list[Notable]:
        unit = "hits" if self.counts_hits() else "pips"
        told = [(self.dice_of(row, side), side, row) for row in self.rows for side in every(Side, len(names))]
        told = [item for item in told if item[0].dice]
        if not told:
            return []

        def said(title: str, tally: Tally, side: Side, row: Watched) -> Notable:
            words = (
                f"{names[side]}: {tally.got:,.0f} {unit} with {tally.dice:,} dice in battle, {tally.expected:,.0f} "
                f"were to be expected ({tally.sigmas:+.1f} standard deviations)"
            )
            return Notable(title, row.result.number, words)

        order = sorted(told, key=lambda item: (item[0].sigmas, item[2].result.number))
        winners = [item for item in order if item[2].result.winner == item[1]]
        out = [said("The luckiest", *order[-1])]
        if winners:
            out.append(said("Won with the worst dice", *winners[0]))
        return out

    def _closest(self) -> list[Notable]:
        """The game whose score stood nearest to the line between victory and defeat."""
        decided = [row for row in self.rows if row.result.winner != DRAW]
        won = np.array([row.result.winner == 0 for row in decided], dtype=float)
        if not 0 < won.sum() < len(won):
            return []
        best: tuple[float, str, Callable[[Watched], float]] = (0.0, "", lambda row: 0.0)
        for name, value in _measures(decided):
            area = area_under_curve(np.array([value(row) for row in decided]), won)
            if max(area, 1 - area) > best[0] + ENOUGH:
                best = (max(area, 1 - area), name, value)
        _, name, value = best
        values = np.array([value(row) for row in decided])
        line = _dividing(values, won)
        nearest = min(decided, key=lambda row: (abs(value(row) - line), -row.result.decisions, row.result.number))
        words = f"{name} {value(nearest):+g}, where {line:+g} divides victories from defeats best"
        return [Notable("The closest", nearest.result.number, words)]

    def _comeback(self) -> list[Notable]:
        """The winner whom the position at the end of turn 3 had given the least."""
        told = self.found.foretold(COMEBACK_TURN)
        if told is None:
            return []
        winner = {row.result.number: row.result.winner for row in self.rows}
        chances = {n: 1 / (1 + np.exp(-odds if winner[n] == 0 else odds)) for n, odds in told.said.items()}
        number = min(chances, key=lambda n: (chances[n], n))
        given = f"{100 * chances[number]:.0f} %" if chances[number] >= 0.01 else "less than 1 %"
        words = (
            f"{self.found.names[winner[number]]} had {given} after turn {COMEBACK_TURN}, by what foretells the winner"
        )
        return [Notable("The greatest comeback", number, words)]


def _in_battle(throw: Throw, in_hits: bool) -> bool:
    return bool(throw.hits) if in_hits else throw.kind in BATTLE


def _length(row: Watched) -> str:
    return f"{row.turns[-1].turn} turns, {row.result.decisions:,} decisions"


def _measures(rows: Iterable[Watched]) -> list[tuple[str, Callable[[Watched], float]]]:
    """Each difference of two numbers of the score of one kind (the last word is the same), then each number."""
    names = [name for name in next(iter(rows)).result.score if name != "turns"]
    out = [(f"{a} − {b}", _gap(a, b)) for a, b in combinations(names, 2) if a.split()[-1] == b.split()[-1]]
    return out + [(name, _gap(name)) for name in names]


def _gap(a: str, b: str = "") -> Callable[[Watched], float]:
    return lambda row: row.result.score[a] - row.result.score.get(b, 0.0)


def _dividing(values: np.ndarray, won: np.ndarray) -> float:
    """The value at which fewest games lie on the wrong side."""
    ordered = np.unique(values)
    middles = (ordered[:-1] + ordered[1:]) / 2 if len(ordered) > 1 else ordered
    wrong = [min(((values > m) != (won > 0)).sum(), ((values > m) == (won > 0)).sum()) for m in middles]
    return float(middles[int(np.argmin(wrong))])

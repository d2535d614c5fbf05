"""Pairings and standings of tournaments, as pure functions of entrants and results.

A pairing is a match of two games, one with each side, so that no draw of sides decides it; its score is out of two.
Who does not come loses by forfeit: it counts for the standings, and less for the tie-breaks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

GAMES = 2
"""Of a pairing: each plays each side once."""
BYE = ""
"""Who is paired with nobody."""


class Pairing(NamedTuple):
    """Two who meet in a round. The score of the first, out of two; None while they play."""

    round: int
    first: str
    second: str
    score: float | None = None
    forfeit: bool = False
    """Decided because somebody did not play."""
    decided: str = ""
    """Who won the game that decided a tie."""

    @property
    def bye(self) -> bool:
        """Whether somebody goes on without a game."""
        return self.second == BYE

    def of(self, player: str) -> float:
        """A player's points from it."""
        if self.bye:
            return float(GAMES)
        if self.score is None:
            return 0.0
        return self.score if player == self.first else GAMES - self.score

    def against(self, player: str) -> str:
        """Whom a player meets in it."""
        return self.second if player == self.first else self.first


class Place(NamedTuple):
    """One line of the standings."""

    player: str
    points: float
    direct: float
    """Points against those with as many."""
    buchholz: float
    """Points of the opponents met."""
    berger: float
    """Points of the opponents beaten, half for a tie."""
    wins: int
    """Pairings won at the table."""
    played: int


def round_robin(entrants: Sequence[str], played: Sequence[Pairing] = ()) -> list[Pairing]:
    """Pairings of a round robin by the Berger tables; one that began in another order goes on in it."""
    table = berger(entrants)
    begun = {(pairing.round, frozenset(pairing[1:3])) for pairing in played}
    if begun <= {(pairing.round, frozenset(pairing[1:3])) for pairing in table}:
        return table
    return _circle(entrants)


def berger(entrants: Sequence[str]) -> list[Pairing]:
    """The Berger tables: in round r those meet whose numbers add up to r + 1, counted round the table of all but the
    last, who meets the one left over. With an odd number of entrants that one rests."""
    ring = [*entrants, *([BYE] if len(entrants) % 2 else [])]
    around, last = len(ring) - 1, ring[-1]
    pairings = []
    for number in range(1, around + 1):
        alone = next(n for n in range(around) if (2 * n + 1 - number) % around == 0)
        pairs = [(ring[alone], last) if alone < len(ring) // 2 else (last, ring[alone])]
        for step in range(1, len(ring) // 2):
            one, two = sorted(((alone + step) % around, (alone - step) % around))
            # Of an even sum the higher number is the first, so that everybody is first as often as second.
            pairs.append((ring[two], ring[one]) if (one + two) % 2 == 0 else (ring[one], ring[two]))
        pairings += [Pairing(number, *pair) for pair in pairs if BYE not in pair]
    return pairings


def _circle(entrants: Sequence[str]) -> list[Pairing]:
    """The order of earlier tournaments: one player stands still, the others move round."""
    ring = [*entrants, *([BYE] if len(entrants) % 2 else [])]
    pairings = []
    for number in range(1, len(ring)):
        half = len(ring) // 2
        for one, two in zip(ring[:half], reversed(ring[half:]), strict=True):
            if BYE not in (one, two):
                pairings.append(Pairing(number, one, two))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return pairings


def swiss_rounds(entrants: int) -> int:
    """Rounds after which one can have won all."""
    return max(1, (entrants - 1).bit_length())


NOTHING: Mapping[str, float] = {}


def baku(entrants: Sequence[str], number: int, rounds: int) -> dict[str, float]:
    """The virtual points of a round of an accelerated Swiss, by FIDE's Baku acceleration; `entrants` are those with
    whom it began, in the order of their strength.

    The upper half, rounded up to an even number, has them: those of a won pairing in the first half of the accelerated
    rounds, half of that in the others. Accelerated is the first half of all rounds.
    """
    upper = 2 * -(-len(entrants) // 4)
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    points = float(GAMES) if number <= whole else GAMES / 2 if number <= accelerated else 0.0
    return {player: points for player in entrants[:upper] if points}


def swiss(
    entrants: Sequence[str], played: Sequence[Pairing], gone: Sequence[str] = (), virtual: Mapping[str, float] = NOTHING
) -> list[Pairing]:
    """The next round: those who stand alike meet, nobody twice; `entrants` are in the order of their strength, and
    have the `virtual` points of an accelerated round.

    Where one is left over it is the lowest who has not been so yet and without whom the others can be paired anew: of
    those with the fewest points the one who has missed the fewest games. Two who have met are paired again only when
    there is no other way to pair everybody.
    """
    number = 1 + max((pairing.round for pairing in played), default=0)
    place = {row.player: rank for rank, row in enumerate(standings(entrants, played))}
    points = {player: _points(player, played) + virtual.get(player, 0.0) for player in entrants if player not in gone}
    waiting = sorted(points, key=lambda player: (-points[player], place[player]))
    met = {frozenset((pairing.first, pairing.second)) for pairing in played}
    found: list[Pairing] = []
    if len(waiting) % 2:
        rested = {pairing.first for pairing in played if pairing.bye}
        upwards = sorted(waiting, key=lambda player: (points[player], _missed(player, number, played), -place[player]))
        candidates = [player for player in upwards if player not in rested] or [waiting[-1]]
        without = ((player, [other for other in waiting if other != player]) for player in candidates)
        idle = next((player for player, others in without if _pairs_of(others, met, points)), candidates[0])
        waiting.remove(idle)
        found.append(Pairing(number, idle, BYE))
    pairs = _pairs_of(waiting, met, points) or _greedy(waiting, met)
    return [*(Pairing(number, one, two) for one, two in pairs), *found]


def knock_out(entrants: Sequence[str], played: Sequence[Pairing]) -> list[Pairing]:
    """The next round; `entrants` are seeded, the best first, so that the two best meet last. A tie goes to who won the
    deciding game, else to the seed.

    Nothing while a round is being played, nor when one is left.
    """
    if any(pairing.score is None and not pairing.bye for pairing in played):
        return []
    seed = {player: rank for rank, player in enumerate(entrants)}
    if not played:
        size = 1 << (len(entrants) - 1).bit_length() if len(entrants) > 1 else 1
        order = _bracket(size)
        alive = [entrants[rank] if rank < len(entrants) else BYE for rank in order]
    else:
        last = max(pairing.round for pairing in played)
        alive = [winner(pairing, seed) for pairing in played if pairing.round == last]
    if len(alive) < 2:
        return []
    number = 1 + max((pairing.round for pairing in played), default=0)
    pairs = [
        sorted(pair, key=lambda p: (p == BYE, seed.get(p, 0))) for pair in zip(alive[::2], alive[1::2], strict=True)
    ]
    return [Pairing(number, one, two) for one, two in pairs]


def winner(pairing: Pairing, seed: dict[str, int]) -> str:
    """The player who advances."""
    if pairing.bye or pairing.of(pairing.first) > pairing.of(pairing.second):
        return pairing.first
    if pairing.of(pairing.first) < pairing.of(pairing.second):
        return pairing.second
    if pairing.decided:
        return pairing.decided
    return min(pairing.first, pairing.second, key=lambda player: seed[player])


def standings(entrants: Sequence[str], played: Sequence[Pairing]) -> list[Place]:
    """The table: points, then what they scored among themselves, then the strength of those whom they met and beat."""
    points = {player: _points(player, played) for player in entrants}
    seed = {player: rank for rank, player in enumerate(entrants)}
    rows = [_place(player, points, played) for player in entrants]
    return sorted(rows, key=lambda row: (*(-value for value in row[1:6]), seed[row.player]))


def _place(player: str, points: dict[str, float], played: Sequence[Pairing]) -> Place:
    own = [pairing for pairing in played if player in (pairing.first, pairing.second) and not pairing.bye]
    done = [pairing for pairing in own if pairing.score is not None]
    at_table = [pairing for pairing in done if not pairing.forfeit]
    alike = [p for p in done if points.get(p.against(player)) == points[player]]
    # Among more than two it tells something only when all of them met.
    group = sum(value == points[player] for value in points.values())
    direct = sum(p.of(player) for p in alike) if len(alike) >= group - 1 else 0.0
    return Place(
        player,
        points[player],
        direct,
        sum(points.get(p.against(player), 0.0) for p in at_table),
        sum(points.get(p.against(player), 0.0) * p.of(player) / GAMES for p in at_table),
        sum(p.of(player) > GAMES / 2 for p in at_table),
        len(done),
    )


def _missed(player: str, number: int, played: Sequence[Pairing]) -> int:
    """Rounds in which a player sat at no table."""
    at_table = [p for p in played if player in (p.first, p.second) and not p.bye and not p.forfeit]
    return number - 1 - len(at_table)


def _points(player: str, played: Sequence[Pairing]) -> float:
    return sum(pairing.of(player) for pairing in played if player in (pairing.first, pairing.second))


def _pairs_of(waiting: list[str], met: set[frozenset[str]], points: dict[str, float]) -> list[tuple[str, str]] | None:
    return _paired(waiting, met, points, [20_000])


def _paired(
    waiting: list[str], met: set[frozenset[str]], points: dict[str, float], tries: list[int]
) -> list[tuple[str, str]] | None:
    """Pairs without a second meeting, each with the nearest in points that is left; None when there are none.

    `tries` bounds the search: where so many who met all of each other are left there may be no answer at all.
    """
    if not waiting:
        return []
    one, rest = waiting[0], waiting[1:]
    for two in sorted(rest, key=lambda other: _distance(one, other, rest, points)):
        if frozenset((one, two)) in met:
            continue
        tries[0] -= 1
        if tries[0] < 0:
            return None
        others = _paired([player for player in rest if player != two], met, points, tries)
        if others is not None:
            return [(one, two), *others]
    return None


def _distance(one: str, other: str, rest: list[str], points: dict[str, float]) -> tuple[float, int]:
    """Nearest in points; within one score the upper half meets the lower, as is the custom."""
    alike = [player for player in rest if points[player] == points[one]]
    middle = len(alike) // 2
    shift = abs(alike.index(other) - middle) if other in alike else rest.index(other)
    return abs(points[other] - points[one]), shift


def _greedy(waiting: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    pairs = []
    left = list(waiting)
    while left:
        one = left.pop(0)
        two = next((other for other in left if frozenset((one, other)) not in met), left[0])
        left.remove(two)
        pairs.append((one, two))
    return pairs


def _bracket(size: int) -> list[int]:
    """The order of seeds in which neighbours meet: 0 and 1 only at the end."""
    order = [0]
    while len(order) < size:
        order = [rank for seed in order for rank in (seed, 2 * len(order) - 1 - seed)]
    return order

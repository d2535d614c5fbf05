"""Battles thought through to their end: what the next round brings, and fighting on while the points last.

Who takes a loss is the player's choice; here Japanese losses go as in `strength`, and of the Chinese those go first
whose dice would hit most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.facts import COMMUNIST, ELITE, IMPERIAL, REGULAR
from grognard.games.whitesun.hits import chinese_hits, happening, japanese_hits
from grognard.games.whitesun.round_strength import Numbers, Strength, both, fire, numbers, strength_of
from grognard.games.whitesun.state import State, defenders
from grognard.kernel.bits import each
from grognard.kernel.ids import Space
from grognard.kernel.odds import pool

NEGLIGIBLE, SELDOM = 1e-4, 1e-2
"""What is as rare is left out: of the next round, and of those after it."""
ENOUGH = ((10, 2), (6, 4), (3, 8))
"""A force of so many dice has taken the hex, or is gone, after so many further rounds as good as surely, and after half
as many more as there are defenders."""
MOST_ROUNDS = 20
Foe = tuple[int, float]
"""A defender: its kind (elite, Communist, or regular and garrison) and its dice."""
Foes = tuple[Foe, ...]
Standing = tuple[int, int, int, float]
"""After the Japanese fire: defenders killed, depots left, Japanese steps lost so far, and the chance of all that."""


def foes_in(s: State, hex_: Space) -> Foes:
    """The defenders in a hex but for the fighters, which take a step and are gone."""
    g = s.game
    out: list[Foe] = []
    for unit in each(defenders(s, hex_) & ~g.fighters):
        if g.communists >> unit & 1:
            out.append((COMMUNIST, 1))
        else:
            out.append((ELITE if g.elites >> unit & 1 else REGULAR, g.dice[unit][g.full[unit]]))
    return tuple(out)


@lru_cache(maxsize=1 << 14)
def in_order(foes: Foes, n: Numbers) -> Foes:
    """Defenders in the order in which they are struck: whose dice hit most first."""
    faces = {ELITE: n.elite, COMMUNIST: n.communist, REGULAR: n.regular}
    return tuple(sorted(foes, key=lambda foe: (-faces[foe[0]] * foe[1], foe)))


@dataclass(slots=True)
class Outlook:
    """What a battle may bring: how the next round may end, and how it may if it is fought on."""

    taken: float = 0.0
    """In the next round."""
    destroyed: float = 0.0
    """The force, in the next round."""
    lost: float = 0.0
    """Japanese steps lost in it, on average."""
    beaten: float = 0.0
    """Chinese units beaten in it, on average."""
    taken_in_the_end: float = 0.0
    destroyed_in_the_end: float = 0.0


class Line:
    """Defenders in a further round, in the order in which they are struck, and what is known of how they end."""

    __slots__ = ("behind", "elite", "ends", "fires", "foes", "regular", "under_fire")

    def __init__(self, foes: Foes, behind: list[Line]) -> None:
        self.foes = foes
        self.elite = elite_dice(foes)
        self.regular = regular_dice(foes)
        self.behind = behind
        """This line, and what is left of it when the first have fallen, the first two, and so on."""
        self.ends: dict[int, tuple[float, float]] = {}
        self.under_fire: dict[int, tuple[float, float]] = {}
        self.fires: dict[int, list[Standing]] = {}


class Course:
    """The battles of one force whose further rounds are fought with the same hit numbers: all that is asked of them
    again is kept."""

    def __init__(self, strength: Strength, ships: int, later: Numbers, seldom: float) -> None:
        self.strength = strength
        self.seldom = seldom
        """What is as rare in a further round is left out."""
        self.ships = ships
        self.later = later
        self._outlooks: dict[tuple[Foes, int, int, Numbers, int], Outlook] = {}
        self._fires: dict[tuple[int, Foes | tuple[float, int], int, int, Numbers, float], list[Standing]] = {}
        self._lines: dict[Foes, Line] = {}

    def outlook(self, foes: Foes, depot: int, lost: int, n: Numbers, further: int) -> Outlook:
        """10.1: the next round with hit numbers of its own, and as many further ones as can be paid for."""
        key = (foes, depot, lost, n, further)
        found = self._outlooks.get(key)
        if found is None:
            found = self._outlooks[key] = self._outlook(in_order(foes, n), *key[1:])
        return found

    def _outlook(self, foes: Foes, depot: int, lost: int, n: Numbers, further: int) -> Outlook:
        out = Outlook()
        steps, every, faces = self.strength.steps, len(foes), n.regular
        lines: dict[int, Line] = {}
        asked = questions(further, faces)
        for killed, works, gone, p in self.after_fire(foes, elite_dice(foes), depot, lost, n, NEGLIGIBLE):
            out.beaten += p * killed
            out.lost += p * (gone - lost)
            if gone >= steps:
                out.destroyed += p
                out.destroyed_in_the_end += p
            elif killed == every:
                out.taken += p
                out.taken_in_the_end += p
            else:
                line = lines.get(killed)
                if line is None:
                    line = lines[killed] = self.line(in_order(foes[killed:], self.later))
                lost_too, all_lost = toll(line.regular, faces, steps - gone)
                out.lost += p * lost_too
                out.destroyed += p * all_lost
                more = line.under_fire.get(asked[works] | gone)
                if more is None:
                    more = self.under_fire(line, works, gone, faces, further)
                out.taken_in_the_end += p * more[0]
                out.destroyed_in_the_end += p * more[1]
        return out

    def rounds_that_matter(self, foes: int, lost: int) -> int:
        """A strong force needs few rounds: what is left to do after many is not worth the reckoning."""
        dice = sum(self.strength.after(lost))
        return next((rounds + foes // 2 for enough, rounds in ENOUGH if dice >= enough), MOST_ROUNDS)

    def line(self, foes: Foes) -> Line:
        """Defenders in the order of further rounds, as one thing with all that is known of them."""
        found = self._lines.get(foes)
        if found is None:
            behind: list[Line] = []
            found = self._lines[foes] = Line(foes, behind)
            behind.append(found)
            if foes:
                behind += self.line(foes[1:]).behind
        return found

    def end(self, line: Line, depot: int, lost: int, rounds: int) -> tuple[float, float]:
        """9.4, 10.1k: the chances that the hex is taken and that the force is destroyed in so many further rounds."""
        taken = destroyed = 0.0
        steps, faces, every, behind = self.strength.steps, self.later.regular, len(line.foes), line.behind
        asked = questions(rounds - 1, faces)
        for killed, works, gone, p in self.later_fire(line, depot, lost):
            if gone >= steps:
                destroyed += p
            elif killed == every:
                taken += p
            else:
                left = behind[killed]
                more = left.under_fire.get(asked[works] | gone)
                if more is None:
                    more = self.under_fire(left, works, gone, faces, rounds - 1)
                taken += p * more[0]
                destroyed += p * more[1]
        found = line.ends[questions(rounds)[depot] | lost] = taken, destroyed
        return found

    def under_fire(self, line: Line, depot: int, lost: int, faces: int, rounds: int) -> tuple[float, float]:
        """10.1e: the same for a round that is not over: regulars and garrisons are still to fire."""
        taken = destroyed = 0.0
        left = self.strength.steps - lost
        asked, ends = questions(rounds)[depot], line.ends
        for hits, p in hits_on(line.regular, faces, left, self.seldom):
            if hits >= left:
                destroyed += p
            elif rounds:
                more = ends.get(asked | lost + hits)
                if more is None:
                    more = self.end(line, depot, lost + hits, rounds)
                taken += p * more[0]
                destroyed += p * more[1]
        found = line.under_fire[questions(rounds, faces)[depot] | lost] = taken, destroyed
        return found

    def later_fire(self, line: Line, depot: int, lost: int) -> list[Standing]:
        """`after_fire` in a further round, kept."""
        key = questions(0)[depot] | lost
        found = line.fires.get(key)
        if found is None:
            found = line.fires[key] = self.after_fire(line.foes, line.elite, depot, lost, self.later, self.seldom)
        return found

    def after_fire(
        self, foes: Foes, elite: tuple[float, int], depot: int, lost: int, n: Numbers, floor: float
    ) -> list[Standing]:
        """10.1b-d: how it may stand when the flotilla, Communists and elites, and the Japanese have fired; without what
        is rarer than that. It hangs on who fires and how many stand there: kept by that."""
        key = (len(foes), foes if self.ships else elite, depot, lost, n, floor)
        found = self._fires.get(key)
        if found is None:
            all_of_it: list[Standing] = []
            for killed, works, p in kills(self.ships, 0, n.imperial, 0, len(foes), depot):
                self.ground_fire(all_of_it, killed, foes[killed:], works, lost, p, n, floor)
            whole = sum(p for _, _, _, p in all_of_it)
            found = self._fires[key] = [(killed, works, gone, p / whole) for killed, works, gone, p in all_of_it]
        return found

    def ground_fire(
        self, found: list[Standing], before: int, foes: Foes, depot: int, lost: int, p: float, n: Numbers, floor: float
    ) -> None:
        """10.1c-d: Communists and elites, then the Japanese; hits take effect at once."""
        steps = self.strength.steps
        if not foes:
            found.append((before, depot, lost, p))
            return
        elite, red = elite_dice(foes)
        for hits, p_hits in enumerate(capped(both(elite, n.elite, red, n.communist), steps - lost)):
            gone = lost + hits
            if gone == steps:
                found.append((before, depot, gone, p * p_hits))
                continue
            imperial, puppets = self.strength.dice[gone]
            for killed, works, q in kills(imperial, puppets, n.imperial, n.puppet, len(foes), depot):
                if p * p_hits * q > floor:
                    found.append((before + killed, works, gone, p * p_hits * q))


@lru_cache(maxsize=1 << 10)
def questions(rounds: int, faces: int = 0) -> tuple[int, int]:
    """What tells apart the questions about one line, without and with a depot, as numbers to which the steps lost are
    added: they are found quicker than tuples."""
    whole = (faces << 12 | rounds) << 9
    return whole, whole | 1 << 8


def next_round(s: State, hex_: Space, most: int = MOST_ROUNDS) -> Outlook:
    """9.4, 10.1k: another round of the battle under way, and fighting on while the points last, with nothing left out;
    or no more than so many further rounds."""
    g, event = s.game, happening(s)
    n, later = (numbers(s, hex_, s.round + ahead, event) for ahead in (1, 2))
    depot = int(bool(s.at[hex_] & g.depots))
    fought = course(strength_of(s, s.force), flotilla.dice(s, hex_), later, NEGLIGIBLE)
    return fought.outlook(foes_in(s, hex_), depot, 0, n, min(most, (s.mp - s.paid) // s.paid))


def raid_chance(s: State, strength: Strength, hex_: Space) -> float:
    """8.5b, R51: the chance that a force beats the raiders: they fire first."""
    hit = chinese_hits(s, COMMUNIST, 1, "").faces / 6
    ours = japanese_hits(s, IMPERIAL, hex_, 1, "").faces
    return sum(p * (1 - pool(strength.after(lost)[0], ours)[0]) for lost, p in ((0, 1 - hit), (1, hit)))


def capped(chances: tuple[float, ...], most: int) -> tuple[float, ...]:
    """The chance of each number up to the most that counts."""
    return (*chances[:most], sum(chances[most:])) if len(chances) > most else chances


@lru_cache(maxsize=1 << 14)
def elite_dice(foes: Foes) -> tuple[float, int]:
    """10.1c: the dice of elites, and those of Communists."""
    return sum(dice for kind, dice in foes if kind == ELITE), sum(1 for kind, _ in foes if kind == COMMUNIST)


@lru_cache(maxsize=1 << 14)
def regular_dice(foes: Foes) -> float:
    """10.1e: the dice of regulars and garrisons."""
    return sum(dice for kind, dice in foes if kind == REGULAR)


@lru_cache(maxsize=1 << 14)
def kills(dice: int, more: int, faces: int, faces_too: int, every: int, depot: int) -> list[tuple[int, int, float]]:
    """10.4a, R66: defenders that fall to so many dice, depots that are left, and the chance; the depot takes the first
    hit, surplus hits are lost."""
    chances = capped(both(dice, faces, more, faces_too), every + depot)
    return [(max(0, hits - depot), max(0, depot - hits), p) for hits, p in enumerate(chances)]


@lru_cache(maxsize=1 << 14)
def toll(dice: float, faces: int, steps: int) -> tuple[float, float]:
    """10.1e: the steps that so many dice take of a force, on average, and the chance that they take all of them."""
    hits = fire(dice, faces)
    return sum(min(k, steps) * p for k, p in enumerate(hits)), sum(hits[steps:])


@lru_cache(maxsize=1 << 14)
def hits_on(dice: float, faces: int, steps: int, seldom: float) -> tuple[tuple[int, float], ...]:
    """The chance of each number of hits on a force of so many steps, without what is seldom."""
    hits = fire(dice, faces)
    chances = [*enumerate(hits[:steps]), (steps, sum(hits[steps:]))]
    kept = [(number, p) for number, p in chances if p > seldom]
    whole = sum(p for _, p in kept)
    return tuple((number, p / whole) for number, p in kept)


@lru_cache(maxsize=256)
def course(strength: Strength, ships: int, later: Numbers, seldom: float = SELDOM) -> Course:
    """The same for the same force and hit numbers, with all that it knows."""
    return Course(strength, ships, later, seldom)

"""What entering a hex may bring: the exact chances of the dice, before they are thrown.

Chances run over events, the defence die, what the pool may give, and the first round of the battle. Who takes a loss
is the player's choice; here two-step units are reduced first, then those with fewest dice go. The flotilla's dice
count with the Japanese ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.defence import called_for, no_show, rolls_defence
from grognard.games.whitesun.events import no_effect
from grognard.games.whitesun.facts import BASE_AREA, COMMUNIST, ELITE, IMPERIAL, PUPPET, REGULAR, Facts, Happening
from grognard.games.whitesun.hits import chinese_hits, dice_of, japanese_hits
from grognard.games.whitesun.state import State, defenders, is_own
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.ids import NO_UNIT, Space, Unit, Units
from grognard.kernel.odds import added, at_least, pool

Company = tuple[int, int, int, int]
"""Defenders: how many there are, elite dice, Communist dice, and the fighters, which take a step and are gone. Dice of
regulars and garrisons are kept as a mean."""
Met = dict[Company, tuple[float, float]]
"""Per company its chance, and the dice of its regulars and garrisons on average."""
FACES = range(1, 7)
FURTHER_ROUNDS = 3
NEGLIGIBLE = 1e-4
HARMLESS = ("rape", "kill-all", "cut-short", "overzealous", "hundred", "fierce")
"""Events that do not change hit numbers."""


# --- the force


@dataclass(frozen=True, slots=True)
class Strength:
    """A force: Imperial and puppet dice after each number of steps lost, in the order in which they would be."""

    dice: tuple[tuple[int, int], ...]
    steps: int

    def after(self, lost: int) -> tuple[int, int]:
        """The dice left."""
        return self.dice[min(lost, self.steps)]


def strength_of(s: State, force: Units, fresh: bool = False) -> Strength:
    """R16, R18: reductions first, asterisked units next, then by fewest dice. Fresh units have all their steps."""
    g = s.game
    left = {u: g.full[u] if fresh else s.steps[u] for u in members(force)}
    reduced = [u for u, steps in left.items() if steps > 1]
    order = reduced + sorted(left, key=lambda u: (not g.asterisk >> u & 1, g.dice[u][1], not g.puppets >> u & 1, u))
    out = []
    for unit in [NO_UNIT, *order]:
        if unit >= 0:
            left[unit] -= 1
        imperial = sum(g.dice[u][n] for u, n in left.items() if g.imperial >> u & 1)
        out.append((imperial, sum(g.dice[u][n] for u, n in left.items() if g.puppets >> u & 1)))
    return Strength(tuple(out), len(order))


# --- the defenders


def in_place(s: State, hex_: Space) -> tuple[Company, float]:
    """8.3, 8.10: Chinese units that are in the hex already, and the dice of regulars and garrisons among them."""
    g = s.game
    every = defenders(s, hex_)
    here = every & ~g.fighters
    planes = int(bool(every & g.fighters))
    company = (here.bit_count(), dice_of(s, here & g.elites), dice_of(s, here & g.communists), planes)
    return company, float(dice_of(s, here & (g.regulars | g.garrisons)))


def companies(s: State, hex_: Space) -> Met:
    """8.2, 8.6-8.8: everything that may defend a hex, with its chance."""
    g = s.game
    there, fixed = in_place(s, hex_)
    if not rolls_defence(s, hex_):
        return {there: (1.0, fixed)}
    out: Met = {}
    kept_back = bool(no_show(s, hex_, each(g.elites)[0]))
    stay_away = bitset(u for u in each(g.armies) if no_show(s, hex_, u))
    for die in FACES:
        number = called_for(s, hex_, die)
        if g.defence_line[hex_] == BASE_AREA:
            drawn: Met = {(number, 0, number, 0): (1.0, 0.0)}
        else:
            drawn = draws(g, s.at[g.pool] & ~stay_away, number, kept_back)
        for (m, e, c, a), (p, regular) in drawn.items():
            company = (m + there[0], e + there[1], c + there[2], a + there[3])
            _gather(out, company, p / 6, regular + fixed)
    return out


def _gather(met: Met, company: Company, p: float, regular: float) -> None:
    before, dice = met.get(company, (0.0, 0.0))
    met[company] = (before + p, (before * dice + p * regular) / (before + p))


@lru_cache(maxsize=512)
def draws(g: Facts, urn: Units, number: int, kept_back: bool) -> Met:
    """R6, R7: the chance of each company among so many units drawn; elites that are kept back count as drawn."""
    groups: dict[Company, int] = {}
    for unit in members(urn):
        groups[kind(g, unit, kept_back)] = groups.get(kind(g, unit, kept_back), 0) + 1
    size = urn.bit_count()
    number = min(number, size)
    ways: dict[tuple[int, int, Company], int] = {(0, 0, (0, 0, 0, 0)): 1}
    for (one, elite, red, planes), count in sorted(groups.items()):
        plain = int(one > 0 and not elite and not red)
        new: dict[tuple[int, int, Company], int] = {}
        for (taken, regulars, (m, e, c, a)), many in ways.items():
            for k in range(min(count, number - taken) + 1):
                company = (m + k * one, e + k * elite, c + k * red, a + k * planes)
                key = (taken + k, regulars + k * plain, company)
                new[key] = new.get(key, 0) + many * comb(count, k)
        ways = new
    whole = comb(size, number)
    usual = [g.dice[u][1] for u in members(urn & g.regulars)]
    mean = sum(usual) / len(usual) if usual else 0.0
    out: Met = {}
    for (taken, regulars, met), many in ways.items():
        if taken == number:
            _gather(out, met, many / whole, regulars * mean)
    return out


def kind(g: Facts, unit: Unit, kept_back: bool) -> Company:
    """What one drawn unit adds to the defence. The fighters take a step, whatever the dice, and are gone (R58)."""
    bit = 1 << unit
    if g.fighters & bit:
        return (0, 0, 0, 1)
    if kept_back and g.elites & bit:
        return (0, 0, 0, 0)
    if g.communists & bit:
        return (1, 0, 1, 0)
    return (1, g.dice[unit][g.full[unit]], 0, 0) if g.elites & bit else (1, 0, 0, 0)


# --- one round


@dataclass(frozen=True, slots=True)
class Numbers:
    """Faces that hit, by who fires."""

    imperial: int
    puppet: int
    elite: int
    communist: int
    regular: int


def numbers(s: State, hex_: Space, round_: int, event: str) -> Numbers:
    """10.2: for one round."""
    return Numbers(
        japanese_hits(s, IMPERIAL, hex_, round_, event).faces,
        japanese_hits(s, PUPPET, hex_, round_, event).faces,
        chinese_hits(s, ELITE, round_, event).faces,
        chinese_hits(s, COMMUNIST, round_, event).faces,
        chinese_hits(s, REGULAR, round_, event).faces,
    )


def first_fire(company: Company, n: Numbers) -> tuple[float, ...]:
    """10.1c: the chance of each number of hits by Communists and elites."""
    return both(company[1], n.elite, company[2], n.communist)


@lru_cache(maxsize=1 << 14)
def both(dice: int, hitting: int, more: int, hitting_too: int) -> tuple[float, ...]:
    """The chance of each number of hits of two kinds of dice."""
    return added(pool(dice, hitting), pool(more, hitting_too))


@lru_cache(maxsize=1 << 14)
def both_at_least(dice: int, hitting: int, more: int, hitting_too: int, needed: int) -> float:
    """The chance of so many hits or more."""
    return at_least(both(dice, hitting, more, hitting_too), needed)


def clear_chance(strength: Strength, lost: int, ships: int, company: Company, depot: int, n: Numbers) -> float:
    """10.1g: the chance that the round ends with no defender left and somebody of the force."""
    out = 0.0
    needed = company[0] + depot
    for hits, p in enumerate(first_fire(company, n)):
        if lost + hits >= strength.steps:
            break
        imperial, puppets = strength.dice[lost + hits]
        out += p * both_at_least(imperial + ships, n.imperial, puppets, n.puppet, needed)
    return out


def expected_loss(strength: Strength, lost: int, ships: int, company: Company, regular: float, n: Numbers) -> float:
    """10.1c, e: about the steps lost in a round; regulars that are still there fire back."""
    before = (company[1] * n.elite + company[2] * n.communist) / 6
    imperial, puppets = strength.after(lost + round(before))
    hits = ((imperial + ships) * n.imperial + puppets * n.puppet) / 6
    standing = max(0.0, 1 - hits / company[0]) if company[0] else 0.0
    return min(strength.steps - lost, before + standing * regular * n.regular / 6)


# --- entering a hex


@dataclass(slots=True)
class EntryOdds:
    """The chances of an entry: they add up to one."""

    undefended: float = 0.0
    """Taken, nobody there."""
    first_round: float = 0.0
    """Taken in the first round."""
    contested: float = 0.0
    """Defenders are left after it, or the force is gone."""
    given: float = 0.0
    """The hex falls to an event, and the force is out for the turn."""
    ended: float = 0.0
    """An event or the flood ends the operation."""
    loss: float = 0.0
    """Steps lost on average, by the event and in the first round."""
    later: float = 0.0
    """Taken in further rounds, about."""
    beaten: float = 0.0
    """Chinese units beaten in the first round, on average."""

    @property
    def through(self) -> float:
        """About the chance that the force takes the hex, fighting on if need be, and can go on."""
        return self.undefended + self.first_round + self.later


def entry_odds(
    s: State,
    strength: Strength,
    hex_: Space,
    mp: int,
    lost: int = 0,
    brief: bool = False,
    cost: int = 0,
    start: Space | None = None,
) -> EntryOdds:
    """R39: flood, event, draw, first round; then as many rounds as the points allow, if a round's cost is known.

    In brief, events that only change hit numbers are left out. It comes from where the force is, unless said otherwise.
    """
    g = s.game
    if is_own(s, hex_) or g.treaty_ports >> hex_ & 1:
        return EntryOdds(undefended=1.0)
    entry = Reckoning(s, strength, hex_, mp, brief)
    entry.rounds = min(FURTHER_ROUNDS, mp // cost) if cost else FURTHER_ROUNDS
    entry.ships = flotilla.dice_ahead(s, hex_, s.force_hex if start is None else start)
    share = 1.0
    if g.flood_plain >> hex_ & 1 and not s.flood_used:
        entry.odds.ended += 1 / 6
        share = 5 / 6
    weights: dict[str, float] = {}
    for event in g.events:
        name = "" if no_effect(s, hex_, event) or (brief and event.id not in HARMLESS) else event.id
        weights[name] = weights.get(name, 0.0) + share * len(event.faces) / 36
    for name, weight in weights.items():
        entry.add_event(name, weight, lost)
    return entry.odds


class Reckoning:
    """Adds up the chances of one entry."""

    def __init__(self, s: State, strength: Strength, hex_: Space, mp: int, brief: bool) -> None:
        self.s = s
        self.strength = strength
        self.hex = hex_
        self.mp = mp
        self.dice = (3,) if brief else tuple(FACES)
        """Faces of a setback's die that are looked at: in brief a middling one stands for all."""
        self.odds = EntryOdds()
        self.met = companies(s, hex_)
        self.depot = int(bool(s.at[hex_] & s.game.depots))
        self.ships = 0
        self.rounds = FURTHER_ROUNDS
        """Further ones that can be paid for (9.4)."""
        self.known: dict[str, tuple[Numbers, Numbers]] = {}
        """Hit numbers in the first round and in further ones, by event."""

    def add_event(self, name: str, weight: float, lost: int) -> None:
        """The share of one event."""
        if name in ("rape", "kill-all"):
            self.odds.given += weight
        elif name == "cut-short":
            self.odds.ended += weight
        elif name in ("overzealous", "hundred", "fierce"):
            self.add_setback(self.s.game.events[self.s.game.event_index[name]], weight, lost)
        else:
            self.add_battle(name, weight, lost)

    def add_setback(self, event: Happening, weight: float, lost: int) -> None:
        """RE.31, RE.44, RE.61: steps, then movement points, then the battle."""
        odds, most = self.odds, self.strength.steps
        survives = chance_of_points(event.mp_dice, self.mp)
        share = weight / len(self.dice)
        for die in self.dice:
            steps = -(-die // 2) if event.steps == "half" else die
            odds.loss += share * min(steps, most - lost)
            if lost + steps >= most:
                odds.ended += share
                continue
            odds.ended += share * (1 - survives)
            self.add_battle("", share * survives, lost + steps)

    def add_battle(self, event: str, weight: float, lost: int) -> None:
        """10.1: the first round against whoever may be met; about what further ones would bring."""
        odds, strength = self.odds, self.strength
        if event not in self.known:
            self.known[event] = numbers(self.s, self.hex, 1, event), numbers(self.s, self.hex, 2, event)
        first, second = self.known[event]
        for company, (p, regular) in self.met.items():
            share = weight * p
            if company[3]:
                odds.loss += share
                if lost + 1 >= strength.steps:
                    odds.contested += share
                    continue
            if not company[0]:
                if company[3]:
                    odds.first_round += share
                else:
                    odds.undefended += share
                continue
            self.add_rounds(share, company, regular, lost + company[3], first, second)

    def add_rounds(
        self, share: float, company: Company, regular: float, lost: int, first: Numbers, second: Numbers
    ) -> None:
        """10.1b-k: the dice of a battle against one company, after the fighters."""
        odds, strength, ships = self.odds, self.strength, self.ships
        clear = clear_chance(strength, lost, ships, company, self.depot, first)
        gone = expected_loss(strength, lost, ships, company, regular, first)
        odds.first_round += share * clear
        odds.contested += share * (1 - clear)
        odds.loss += share * gone
        if share * (1 - clear) > NEGLIGIBLE:
            imperial, puppets = strength.after(lost)
            left = left_over(company, self.depot, imperial + ships, first.imperial, puppets, first.puppet)
            fixed = regular / company[0]
            later = fought_on(strength, lost + round(gone), ships, left, fixed, second, self.rounds)
            odds.later += share * (1 - clear) * later
        imperial, puppets = strength.after(lost + round((company[1] * first.elite + company[2] * first.communist) / 6))
        hits = both(imperial + ships, first.imperial, puppets, first.puppet)
        odds.beaten += share * sum(min(company[0], max(0, k - self.depot)) * p for k, p in enumerate(hits))


@lru_cache(maxsize=1 << 14)
def fought_on(
    strength: Strength, lost: int, ships: int, left: Company, regular: float, n: Numbers, rounds: int
) -> float:
    """9.4: about the chance to take the hex in so many further rounds; `regular` are such dice per defender."""
    taken, open_still = 0.0, 1.0
    for _ in range(rounds):
        if lost >= strength.steps:
            break
        clear = clear_chance(strength, lost, ships, left, 0, n)
        taken += open_still * clear
        open_still *= 1 - clear
        imperial, puppets = strength.after(lost)
        gone = expected_loss(strength, lost, ships, left, regular * left[0], n)
        left = left_over(left, 0, imperial + ships, n.imperial, puppets, n.puppet)
        lost += round(gone)
    return taken


@lru_cache(maxsize=1024)
def chance_of_points(dice: int, mp: int) -> float:
    """R42, R43: the chance that something is left of the movement points."""
    total: tuple[float, ...] = (1.0,)
    for _ in range(dice):
        total = added(total, (0.0, *[1 / 6] * 6))
    return sum(total[:mp]) if dice else 1.0


@lru_cache(maxsize=1 << 14)
def left_over(company: Company, depot: int, dice: int, hitting: int, more: int, hitting_too: int) -> Company:
    """About what is left of the defenders after a round that did not clear the hex: at least one."""
    failed = both(dice, hitting, more, hitting_too)[: company[0] + depot]
    total = sum(failed)
    killed = sum(max(0, k - depot) * p for k, p in enumerate(failed)) / total if total else 0.0
    left = max(1, round(company[0] - killed))
    share = left / company[0]
    return (left, round(company[1] * share), round(company[2] * share), 0)

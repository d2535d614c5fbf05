"""Odds of entering a hex: the chances of the dice, before they are thrown.

Chances run over events, the defence die, what the pool may give, and the rounds of the battle as far as the points
allow. Who takes a loss is the player's choice: `strength` and `battles` say what is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.battle_forecasts import Course, Foe, Foes, course, foes_in
from grognard.games.whitesun.defence import called_for, no_show, rolls_defence
from grognard.games.whitesun.events import no_effect
from grognard.games.whitesun.facts import BASE_AREA, COMMUNIST, ELITE, REGULAR, Facts, Happening
from grognard.games.whitesun.round_strength import Numbers, Strength, numbers
from grognard.games.whitesun.state import State, defenders, is_own
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.ids import NO_UNITS, Space, Unit, Units
from grognard.kernel.odds import added

Met = dict[tuple[Foes, int], float]
"""The chance of each company of defenders: those who fight, and whether the fighters come with them (R58)."""
FACES = range(1, 7)
LIGHT = 2
"""Regulars of up to so many dice are about alike, and so are those of more, and all elites: they are counted with the
dice that they have on average."""
PARTS = 4
"""An average of dice is taken to the nearest of so many parts of a die, so that what was reckoned is of use again."""
FIRST_OF_ALL = ("unity", "shouling")
"""Events that change Chinese dice for the whole battle: in further rounds, where few are left, they are left out."""
STAYS_AWAY: Foe = (-1, 0)
PLANES: Foe = (-2, 0)


# --- the defenders


@dataclass(frozen=True, eq=False, slots=True)
class Companies:
    """Everything that may defend a hex."""

    chances: Met
    kinds: frozenset[int]
    """Of defender that may be met."""
    most: int
    """Defenders besides the fighters."""
    mean: float
    """Defenders, the fighters among them."""


def companies(s: State, hex_: Space) -> Companies:
    """8.2, 8.3, 8.6-8.8, 8.10: everything that may defend a hex, with its chance."""
    g = s.game
    there, planes = foes_in(s, hex_), int(bool(defenders(s, hex_) & g.fighters))
    rolled = rolls_defence(s, hex_)
    urn = s.at[g.pool] & ~bitset(u for u in each(g.armies) if no_show(s, hex_, u)) if rolled else NO_UNITS
    called = tuple(called_for(s, hex_, die) for die in FACES) if rolled else (0,)
    return _companies(g, there, planes, urn, called, kept_back(s, hex_), g.defence_line[hex_] == BASE_AREA)


def kept_back(s: State, hex_: Space) -> bool:
    """8.7a: whether elites stay away from a hex."""
    return bool(no_show(s, hex_, each(s.game.elites)[0]))


@lru_cache(maxsize=256)
def _companies(
    g: Facts, there: Foes, planes: int, urn: Units, called: tuple[int, ...], kept: bool, base_area: bool
) -> Companies:
    """By all that they hang on, and kept."""
    out: Met = {}
    for number in called:
        red: Met = {(((COMMUNIST, 1),) * number, 0): 1.0}
        drawn = red if base_area else draws(g, urn, number, kept)
        for (foes, more), p in drawn.items():
            company = (tuple(sorted((*foes, *there))), more + planes)
            out[company] = out.get(company, 0.0) + p / len(called)
    kinds = frozenset(kind for foes, _ in out for kind, _ in foes)
    mean = sum(p * (len(foes) + here) for (foes, here), p in out.items())
    return Companies(out, kinds, max(len(foes) for foes, _ in out), mean)


@lru_cache(maxsize=512)
def draws(g: Facts, urn: Units, number: int, kept: bool) -> Met:
    """R6, R7: the chance of each company among so many units drawn; elites that are kept back count as drawn."""
    groups = alike(g, urn, kept)
    size = urn.bit_count()
    number = min(number, size)
    ways: dict[tuple[int, Foes, int], int] = {(0, (), 0): 1}
    for foe, count in groups:
        new: dict[tuple[int, Foes, int], int] = {}
        for (taken, foes, planes), many in ways.items():
            for k in range(min(count, number - taken) + 1):
                more = (foe,) * k if foe not in (STAYS_AWAY, PLANES) else ()
                key = (taken + k, foes + more, planes + k * (foe == PLANES))
                new[key] = new.get(key, 0) + many * comb(count, k)
        ways = new
    whole = comb(size, number)
    return {(foes, planes): many / whole for (taken, foes, planes), many in ways.items() if taken == number}


def alike(g: Facts, urn: Units, kept: bool) -> list[tuple[Foe, int]]:
    """Units of the pool by what they bring to a battle, about, and how many there are of each kind."""
    groups: dict[tuple[int, bool], list[float]] = {}
    for unit in members(urn):
        kind, dice = foe_of(g, unit, kept)
        groups.setdefault((kind, kind == REGULAR and dice > LIGHT), []).append(dice)
    return sorted(
        ((kind, round(PARTS * sum(dice) / len(dice)) / PARTS), len(dice)) for (kind, _), dice in groups.items()
    )


def foe_of(g: Facts, unit: Unit, kept: bool) -> Foe:
    """What one drawn unit adds to the defence. The fighters take a step, whatever the dice, and are gone (R58)."""
    bit = 1 << unit
    if g.fighters & bit:
        return PLANES
    if g.communists & bit:
        return (COMMUNIST, 1)
    if g.elites & bit:
        return STAYS_AWAY if kept else (ELITE, g.dice[unit][g.full[unit]])
    return (REGULAR, g.dice[unit][g.full[unit]])


# --- entering a hex


@dataclass(slots=True)
class EntryOdds:
    """The chances of an entry: those of the first five add up to one."""

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
    """Taken in further rounds."""
    beaten: float = 0.0
    """Chinese units beaten in the first round, on average."""
    met: float = 0.0
    """Defenders on average, where it comes to a draw."""

    @property
    def through(self) -> float:
        """The chance that the force takes the hex, fighting on while the points last, and can go on."""
        return self.undefended + self.first_round + self.later

    def add(self, weight: float, more: EntryOdds) -> None:
        """The share of one battle."""
        self.undefended += weight * more.undefended
        self.first_round += weight * more.first_round
        self.contested += weight * more.contested
        self.loss += weight * more.loss
        self.later += weight * more.later
        self.beaten += weight * more.beaten


def entry_odds(
    s: State, strength: Strength, hex_: Space, cost: int, mp: int, lost: int = 0, start: Space | None = None
) -> EntryOdds:
    """R39: flood, event, draw, first round; then as many rounds as the points allow that are left after the entry.

    The force comes from where it is, unless said otherwise, and has lost so many steps of its strength.
    """
    g = s.game
    if is_own(s, hex_) or g.treaty_ports >> hex_ & 1:
        return EntryOdds(undefended=1.0)
    entry = Entering(s, strength, hex_, cost, flotilla.dice_ahead(s, hex_, s.force_hex if start is None else start))
    flood = flood_chance(s, hex_)
    entry.odds.ended += flood
    weights: dict[str, float] = {}
    for event in g.events:
        name = "" if no_effect(s, hex_, event) else event.id
        weights[name] = weights.get(name, 0.0) + (1 - flood) * len(event.faces) / 36
    for name, weight in weights.items():
        entry.add_event(name, weight, lost, mp)
    for (first, later, gone, further), weight in entry.battles.items():
        entry.fight(weight, first, later, gone, further)
    return entry.odds


def flood_chance(s: State, hex_: Space) -> float:
    """10.3: the chance that the Yellow River ends the operation before anything else."""
    g = s.game
    if not g.flood_plain >> hex_ & 1 or s.flood_used:
        return 0.0
    return (7 - g.number_of["flood"]) / 6


class Entering:
    """Adds up the chances of one entry."""

    def __init__(self, s: State, strength: Strength, hex_: Space, cost: int, ships: int) -> None:
        self.s = s
        self.strength = strength
        self.hex = hex_
        self.cost = cost
        self.ships = ships
        self.odds = EntryOdds()
        self.companies = companies(s, hex_)
        self.odds.met = self.companies.mean
        self.depot = int(bool(s.at[hex_] & s.game.depots))
        self.battles: dict[tuple[Numbers, Numbers, int, int], float] = {}
        """By the hit numbers in the first round and in further ones, the steps that an event took and the further
        rounds that can be paid for: how likely such a battle is."""

    def add_event(self, name: str, weight: float, lost: int, mp: int) -> None:
        """The share of one event."""
        event = self.s.game.events[self.s.game.event_index[name]] if name else None
        if name in ("rape", "kill-all"):
            self.odds.given += weight
        elif name == "cut-short":
            self.odds.ended += weight
        elif event is not None and event.steps:
            self.add_setback(event, weight, lost, mp)
        else:
            self.add_battle(name, weight, lost, mp)

    def add_setback(self, event: Happening, weight: float, lost: int, mp: int) -> None:
        """RE.31, RE.44, RE.61: steps, then movement points, then the battle."""
        odds, most = self.odds, self.strength.steps
        for steps, share in steps_lost(event.steps):
            part = weight * share
            odds.loss += part * min(steps, most - lost)
            if lost + steps >= most:
                odds.ended += part
                continue
            further: dict[int, float] = {}
            for points, p in enumerate(points_lost(event.mp_dice)):
                left = mp - points
                if event.mp_dice and left <= 0:
                    odds.ended += part * p
                else:
                    further[left // self.cost] = further.get(left // self.cost, 0.0) + part * p
            for rounds, p in further.items():
                self.add_battle("", p, lost + steps, rounds * self.cost)

    def add_battle(self, event: str, weight: float, lost: int, mp: int) -> None:
        """Events that come to the same for those who may be met are reckoned as one."""
        first = self.that_matter(numbers(self.s, self.hex, 1, event))
        later = self.that_matter(numbers(self.s, self.hex, 2, "" if event in FIRST_OF_ALL else event))
        matter = course(self.strength, self.ships, later).rounds_that_matter(self.companies.most, lost)
        key = (first, later, lost, min(mp // self.cost, matter))
        self.battles[key] = self.battles.get(key, 0.0) + weight

    def that_matter(self, n: Numbers) -> Numbers:
        """Hit numbers, without those of kinds that cannot be met."""
        elite, red, regular = (kind in self.companies.kinds for kind in (ELITE, COMMUNIST, REGULAR))
        return Numbers(n.imperial, n.puppet, n.elite * elite, n.communist * red, n.regular * regular)

    def fight(self, weight: float, first: Numbers, later: Numbers, lost: int, further: int) -> None:
        """10.1: against the defenders that may be met."""
        fought = course(self.strength, self.ships, later)
        self.odds.add(weight, met_in_battle(self.companies, fought, self.depot, first, lost, further))


@lru_cache(maxsize=1 << 12)
def met_in_battle(found: Companies, fought: Course, depot: int, first: Numbers, lost: int, further: int) -> EntryOdds:
    """10.1: a battle against the defenders that may be met; the fighters take their step first."""
    odds = EntryOdds()
    for (foes, planes), p in found.chances.items():
        odds.loss += p * planes
        if lost + planes >= fought.strength.steps:
            odds.contested += p
        elif foes:
            battle = fought.outlook(foes, depot, lost + planes, first, further)
            odds.first_round += p * battle.taken
            odds.contested += p * (1 - battle.taken)
            odds.later += p * (battle.taken_in_the_end - battle.taken)
            odds.loss += p * battle.lost
            odds.beaten += p * battle.beaten
        elif planes:
            odds.first_round += p
        else:
            odds.undefended += p
    return odds


@lru_cache(maxsize=4)
def steps_lost(how: str) -> tuple[tuple[int, float], ...]:
    """RE.31, RE.44, RE.61: the chance of each number of steps that a die takes: half of it, rounded up, or all."""
    out: dict[int, float] = {}
    for die in FACES:
        steps = -(-die // 2) if how == "half" else die
        out[steps] = out.get(steps, 0.0) + 1 / 6
    return tuple(out.items())


@lru_cache(maxsize=4)
def points_lost(dice: int) -> tuple[float, ...]:
    """R42, R43: the chance of each number of movement points that so many dice take."""
    total: tuple[float, ...] = (1.0,)
    for _ in range(dice):
        total = added(total, (0.0, *[1 / 6] * 6))
    return total

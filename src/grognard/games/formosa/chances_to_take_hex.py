"""15.5-15.8, 25.6: the chances to clear a hex and to enter it, and what both sides lose, before the die is thrown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from grognard.games.formosa.facts import ALLIED, CW, JAPANESE, US
from grognard.games.formosa.losses import leaves_die_hards, may_fight_on
from grognard.games.formosa.odds import Combat, base_column, column, nations_of, shifts
from grognard.games.formosa.retreat import advancers, ignores_retreat, retreat_options
from grognard.games.formosa.stacking import room
from grognard.games.formosa.state import FLOWN, State, factor, plays
from grognard.games.formosa.supply import concealed_in_reach, in_supply
from grognard.games.formosa.support import air_over
from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import NO_SPACES, Spaces, Unit

FACES = 6


class Outlook(NamedTuple):
    """What one combat may bring, counterattacks apart."""

    gone: float
    """The chance that no defender, and no guerrilla in the place of one, is left in any of the hexes."""
    taken: float
    """The chance that a defending hex is cleared and a surviving attacker can enter it, whatever the defender gives
    up."""
    own: float
    theirs: float
    """Factors lost on the average where each side gives up its weakest; retreats apart."""


class Fallen(NamedTuple):
    """How a result may leave the defender: who died, in the order in which they may rise, and who is still there."""

    dead: tuple[Unit, ...]
    held: Spaces
    """Hexes where a defender stays."""


def outlook(s: State, c: Combat, shift: int = 0) -> Outlook:
    """Face by face, so many columns further to the right."""
    table = s.game.crt[c.side]
    at = column(s, c)
    if shift:
        net = sum(m.value for m in shifts(s, c)) + shift
        at = max(0, min(base_column(s, c) + net, len(table.columns) - 1))
    results = [table.result(at, face) for face in range(1, FACES + 1)]
    entering = {unit: can_enter(s, c, unit) for unit in c.units}
    by_result = {result: after(s, c, result, entering) for result in set(results)}
    return Outlook(*(sum(part) / FACES for part in zip(*(by_result[result] for result in results), strict=True)))


def after(s: State, c: Combat, result: str, entering: Mapping[Unit, Spaces]) -> Outlook:
    """15.5: the same for one result; `entering`: the defending hexes that each attacker could enter."""
    own, theirs = lost(s, c, result)
    ways = list(left_by(s, c, result))
    if not ways:
        return Outlook(0.0, 0.0, own, theirs)
    gone = min(cleared(s, c, way, NO_SPACES, whole=True) for way in ways)
    reach = [reduce(or_, (entering[u] for u in units), NO_SPACES) for units in kept(s, c, result, entering)]
    if result == "B1":  # the attacker gives up a unit before the defender does
        taken = max((min(cleared(s, c, way, entered) for way in ways) for entered in reach), default=0.0)
    else:  # the attacker sees first what is left
        taken = min(cleared(s, c, way, reduce(or_, reach, NO_SPACES)) for way in ways)
    return Outlook(gone, taken, own, theirs)


# --- 15.5, 15.7 what is left of the defender


def left_by(s: State, c: Combat, result: str) -> Iterator[Fallen]:
    """15.5a: each way in which the defender may come out of a result that hits; none where no unit is hit."""
    if result == "DE":
        yield fallen(s, c, c.defenders)
    elif result == "DR":
        yield retreated(s, c)
    elif result in ("D1", "B1"):
        for unit in may_give_up(s, c.defenders):
            yield fallen(s, c, [unit])
    elif result == "BB":
        spare = force(s, c.defenders) - force(s, c.units)
        stays = [unit for unit in c.defenders if force(s, with_camp(s, c, unit)) <= spare]
        if not stays:
            yield fallen(s, c, c.defenders)
        for unit in stays:
            yield fallen(s, c, [u for u in c.defenders if u not in with_camp(s, c, unit)])


def fallen(s: State, c: Combat, dead: Sequence[Unit]) -> Fallen:
    """These are dead; the others hold their hexes. The last that fell is the first that may rise."""
    return Fallen(tuple(reversed(dead)), bitset(s.where[u] for u in c.defenders if u not in dead))


def retreated(s: State, c: Combat) -> Fallen:
    """15.7: statics hold their hex, a unit that finds no way is eliminated, and so is the camp; nobody else is left."""
    g = s.game
    held = [u for u in c.defenders if ignores_retreat(s, s.where[u], 1 - c.side)]
    going = [u for u in c.defenders if u not in held and not g.camp >> u & 1]
    closed = bitset(s.where[u] for u in going)
    stuck = [u for u in going if not retreat_options(s, u, s.where[u], False, 0, closed)]
    return Fallen(tuple(stuck), bitset(s.where[u] for u in held))


def with_camp(s: State, c: Combat, unit: Unit) -> list[Unit]:
    """25.10b: a defender that is spared, and the camp, which is not lost before it."""
    camp, where = s.game.camp, s.where
    return [u for u in c.defenders if u == unit or (camp >> u & 1 and where[u] == where[unit])]


def may_give_up(s: State, units: Sequence[Unit]) -> list[Unit]:
    """15.5a, 25.10b: any of them, the camp only when it is alone in its hex."""
    camp, where = s.game.camp, s.where
    return [u for u in units if not camp >> u & 1 or all(v == u or where[v] != where[u] for v in units)]


# --- 25.6 die-hards


def cleared(s: State, c: Combat, way: Fallen, entered: Spaces, whole: bool = False) -> float:
    """The chance that one of these hexes is empty; with `whole`, that all defending hexes are."""
    targets, total = bitset(c.targets), 0.0
    for chance, risen in rising(s, way.dead):
        left = way.held | risen
        total += chance * (not left & targets if whole else bool(targets & entered & ~left))
    return total


def rising(s: State, dead: Sequence[Unit]) -> list[tuple[float, Spaces]]:
    """25.6a, R93: chances, and the hexes in which guerrillas rise, while there are any to be had.

    One is had that is not seen on the map: nobody but its owner knows where it is.
    """
    g = s.game
    if not plays(s, "25.6"):
        return [(1.0, NO_SPACES)]
    seen = sum(s.where[u] < g.hexes for u in each(g.guerrillas & ~s.concealed & ~bitset(dead)))
    found: dict[tuple[int, Spaces], float] = {(g.guerrillas.bit_count() - seen, NO_SPACES): 1.0}
    for unit in dead:
        hex_ = s.where[unit]
        if not may_fight_on(s, unit) or not leaves_die_hards(s, unit, hex_, False):
            continue
        rises = max(0, g.cf[unit] - 1) / FACES
        grown: dict[tuple[int, Spaces], float] = {}
        for (at_hand, hexes), chance in found.items():
            p = rises if at_hand else 0.0
            for key, share in (((at_hand - 1, hexes | 1 << hex_), p), ((at_hand, hexes), 1 - p)):
                if share:
                    grown[key] = grown.get(key, 0.0) + chance * share
        found = grown
    return [(chance, hexes) for (_, hexes), chance in found.items()]


def may_rise(s: State, c: Combat) -> bool:
    """25.6: whether any of the defenders could be followed by a guerrilla."""
    return plays(s, "25.6") and any(
        may_fight_on(s, u) and leaves_die_hards(s, u, s.where[u], False) and s.game.cf[u] > 1 for u in c.defenders
    )


# --- 15.8 who goes in


def can_enter(s: State, c: Combat, unit: Unit) -> Spaces:
    """15.8.1b, R32, R60: the defending hexes into which an attacker could go."""
    g = s.game
    row, nation = g.enterable[g.is_mech[unit]][s.where[unit]], g.nation_of[unit]
    landing = c.is_assault and g.sea >> s.where[unit] & 1
    return bitset(t for t in c.targets if (landing or row >> t & 1) and room(s, t, nation) > 0)


def kept(s: State, c: Combat, result: str, entering: Mapping[Unit, Spaces]) -> list[list[Unit]]:
    """15.5a: the sets of attackers that can be left to go in."""
    able = [u for u in advancers(s, c.units) if entering[u]]
    if result == "B1":
        return [[u for u in able if u != lost_one] for lost_one in c.units]
    if result == "BB":
        spare = force(s, c.units) - force(s, c.defenders)
        return [[u for u in able if factor(s, u) <= spare]] if spare > 0 else []
    return [able]


# --- 15.5 what it costs


def force(s: State, units: Sequence[Unit]) -> int:
    """15.5f: printed combat factors."""
    return sum(factor(s, u) for u in units)


def lost(s: State, c: Combat, result: str) -> tuple[int, int]:
    """15.5: factors that each side gives up, the weakest units first."""
    attack, defence = force(s, c.units), force(s, c.defenders)
    if result == "BB":
        return least(s, c.units, defence), least(s, c.defenders, attack)
    own = attack if result == "AE" else weakest(s, c.units) if result in ("A1", "B1") else 0
    return own, defence if result == "DE" else weakest(s, c.defenders) if result in ("D1", "B1") else 0


def weakest(s: State, units: Sequence[Unit]) -> int:
    """15.5a, 25.10b: the smallest factor that may be given up."""
    return min(factor(s, u) for u in may_give_up(s, units))


def least(s: State, units: Sequence[Unit], owed: int) -> int:
    """15.5f, R53, 25.10b: the smallest sum of units that is at least what is owed; all of them if there is none."""
    camps = [u for u in units if s.game.camp >> u & 1]
    others = [u for u in units if u not in camps]
    mates = [u for u in others if s.where[u] in {s.where[camp] for camp in camps}]
    sums = sums_of(s, others)
    if camps:
        sums |= {force(s, [*camps, *mates]) + more for more in sums_of(s, [u for u in others if u not in mates])}
    return min((total for total in sums if total >= owed), default=force(s, units))


def sums_of(s: State, units: Sequence[Unit]) -> set[int]:
    """The factors of every selection of some units."""
    sums = {0}
    for unit in units:
        sums |= {before + factor(s, unit) for before in sums}
    return sums


# --- R49 what the defender may still add


def answer_to_come(s: State, c: Combat) -> int:
    """R49: how many columns the defender may still add, as far as the attacker can know."""
    other = 1 - c.side
    by = s.game.shift
    columns = by["lp"] if not c.defence_lp and s.lp[other] and could_have_line(s, c) else 0
    if other == JAPANESE:
        return columns
    coast = s.game.coast | s.game.sea
    if not s.no_gunfire and any(coast >> s.where[u] & 1 for u in c.defenders):
        columns += (s.game.most_gunfire - c.gunfire) * by["gunfire"]
    return columns + (by["air_supply"] if could_be_supplied_by_air(s, c) else 0)


def could_have_line(s: State, c: Combat) -> bool:
    """15.4.1j, 19.3b: a line of supply, or for the Japanese one to a source that may lie concealed."""
    if any(in_supply(s, u) for u in c.defenders):
        return True
    return c.side == ALLIED and any(concealed_in_reach(s, u) for u in c.defenders)


def could_be_supplied_by_air(s: State, c: Combat) -> bool:
    """19.4, R78: the air supply unit has not been seen to fly, a US unit defends, and none has a line of supply."""
    if c.air_supply or s.air_supply == FLOWN or c.is_assault or US not in nations_of(s, c.defenders):
        return False
    if any(in_supply(s, u) for u in c.defenders):
        return False
    return any(h != s.b29_hex and CW not in air_over(s, ALLIED, h) for h in c.targets)

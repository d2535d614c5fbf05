"""15.2-15.4: strengths, percentage and column shifts of one combat."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import State, factor, spaces_of
from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.tables import Modifier
from grognard.kernel.words import numbered


class Fight(Protocol):
    """A combat under way, as far as commitments and reckonings look at it."""

    side: Side
    units: list[Unit]
    targets: list[Space]
    defenders: list[Unit]
    is_assault: int
    attack_lp: int
    defence_lp: int
    gunfire: list[int]
    air_supply: int


@dataclass(slots=True)
class Combat:
    """What one combat consists of, as far as it is settled."""

    side: Side
    units: list[Unit]
    targets: list[Space]
    defenders: list[Unit]
    is_assault: bool = False
    is_counterattack: bool = False
    attack_lp: int = 0
    defence_lp: int = 0
    gunfire: int = 0
    """Gunfire units on the Allied side, attacking or defending."""
    air_supply: int = 0

    @property
    def allied_sign(self) -> int:
        """To which side a shift in Allied favour goes."""
        return 1 if self.side == ALLIED else -1


def strength(s: State, units: list[Unit]) -> int:
    """15.0i, 15.1c: combat factors are added."""
    return sum([factor(s, u) for u in units])


def percentage(attack: int, defence: int) -> int:
    """15.2a, R48: rounded down; without any defence beyond the table."""
    return 100 * attack // defence if defence else 10**6


def column_of(s: State, percent: int) -> int:
    """15.3: the last column that a percentage reaches."""
    return bisect_right(s.game.column_from, percent) - 1


def base_column(s: State, c: Combat) -> int:
    """15.3: the column before shifts."""
    return column_of(s, percentage(strength(s, c.units), strength(s, c.defenders)))


class Reckoned(NamedTuple):
    """15.2-15.4: how the column of a combat is found."""

    attack: int
    defence: int
    percent: int
    before: int
    """The column before shifts."""
    shifts: list[Modifier]
    after: int
    """The column that counts."""


def reckoned(s: State, c: Combat) -> Reckoned:
    """15.3c, 15.4a-b, R49: the net shift is applied once and kept on the table."""
    attack, defence = strength(s, c.units), strength(s, c.defenders)
    percent = percentage(attack, defence)
    before, moved = column_of(s, percent), shifts(s, c)
    return Reckoned(attack, defence, percent, before, moved, s.game.crt[c.side].shifted(before, moved))


def column(s: State, c: Combat) -> int:
    """15.3c, 15.4a-b: the column that counts."""
    return reckoned(s, c).after


def nations_of(s: State, units: list[Unit]) -> set[int]:
    """The nations that take part."""
    return {s.game.nation_of[u] for u in units}


def tac_points(s: State, c: Combat) -> int:
    """5.1d, 16.3d, R64: points on the defending hexes, of a nation that attacks."""
    if not s.support_hex:
        return 0
    nations = nations_of(s, c.units)
    return sum(h in c.targets and nation in nations for h, nation in zip(s.support_hex, s.support_nation, strict=True))


def attack_hexes(s: State, c: Combat) -> Spaces:
    """The hexes out of which the attack is made."""
    return spaces_of(s, c.units)


def is_concentric(s: State, c: Combat, hexes: Spaces) -> bool:
    """15.4.1f, R51: attackers in, or next to, all six hexes around a single defending hex; sea counts like land."""
    if len(c.targets) != 1:
        return False
    near = s.game.near
    return not any(not near[h] & hexes for h in each(near[c.targets[0]] & ~hexes))


def all_across_river(s: State, c: Combat, hexes: Spaces) -> bool:
    """15.4.1m, R47: every attacker attacks every defending hex across a river."""
    rivers, across = s.game.rivers, hexes
    for target in c.targets:
        across &= rivers[target]
    return across == hexes


def terrain(s: State, c: Combat) -> tuple[int, str]:
    """15.4.1l, n, R47: the best in-hex shift among the defending hexes, for the side that defends."""
    return max(s.game.terrain_shift[1 - c.side][target] for target in c.targets)


def shifts(s: State, c: Combat) -> list[Modifier]:
    """15.4.1, 8.10: every column shift, to the right for the attacker."""
    g = s.game
    by = g.shift
    if c.is_counterattack:
        return [Modifier(by["counterattack"], "Counterattack", ("15.4.1g", "15.6b"))]
    found: list[Modifier] = []
    hexes = attack_hexes(s, c)

    def add(value: int, text: str, *cases: str) -> None:
        if value:
            found.append(Modifier(value, text, cases))

    if points := tac_points(s, c):
        add(points * by["tac"], f"Ground support, {numbered(points, 'point')}", "15.4.1a", "16.3d")
    if c.gunfire:
        gunfire_case = "15.4.1a" if c.side == ALLIED else "15.4.1b"
        add(c.allied_sign * c.gunfire * by["gunfire"], f"Naval gunfire, {c.gunfire}", gunfire_case, "17.0d")
    if s.suppressed >= 0 and not c.is_assault:
        if c.side == ALLIED and s.suppressed in c.targets:
            add(by["suppression"], "Suppressed by the B-29", "15.4.1c", "16.5g")
        if c.side == JAPANESE and hexes >> s.suppressed & 1:
            add(-by["suppression"], "Attack out of the suppressed hex", "16.5j", "R52")
    mobile = ~s.bases
    if bitset(c.units) & mobile & g.attack_letter:
        add(by["attack_letter"], "Attacker with A", "15.4.1d")
    if bitset(c.defenders) & mobile & g.defence_letter:
        add(-by["defence_letter"], "Defender with D", "15.4.1e")
    if is_concentric(s, c, hexes):
        add(by["concentric"], "Concentric attack", "15.4.1f", "R51")
    if c.attack_lp:
        add(c.attack_lp * by["lp"], f"Attack, {numbered(c.attack_lp, 'logistics point')}", "15.4.1h", "15.4.1i")
    if c.defence_lp:
        add(-c.defence_lp * by["lp"], f"Defence, {numbered(c.defence_lp, 'logistics point')}", "15.4.1j")
    add(c.allied_sign * c.air_supply * by["air_supply"], "Air supply", "15.4.1k", "19.4c")
    columns, name = terrain(s, c)
    add(-columns, name.capitalize(), "15.4.1l", "15.4.1n")
    if all_across_river(s, c, hexes):
        add(-g.river_shift[1 - c.side], "All across a river", "15.4.1m")
    return found

"""Chapter 11: strengths, odds and column shifts (11.6-11.18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, SIDE_OF_NATION, US
from grognard.games.ichigo.state import LAUNCHED, State, factor, has_garrison
from grognard.games.ichigo.supply import OUT, is_attenuated, supply
from grognard.kernel.bits import members
from grognard.kernel.flow import Bar
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.odds import odds_column
from grognard.kernel.tables import Modifier


@dataclass(slots=True)
class Attack:
    """What one battle consists of, as far as it is settled."""

    nation: int
    target: Space
    units: list[Unit]
    tanks: int = 0
    special: int = 0
    defending_tanks: int = 0


def attack_strength(s: State, target: Space, units: Sequence[Unit]) -> int:
    """11.13a, 7.3b, 7.9b, R50: halved across a river, halved out of supply; one rounding up for the whole battle."""
    return rounded(sum(quarters(factor(s, unit, attacking=True), halvings(s, unit, target)) for unit in units))


def halvings(s: State, unit: Unit, target: Space) -> tuple[bool, bool]:
    """11.13a, 7.3b, 7.9b: whether it attacks across a river, and whether it is out of supply."""
    return s.game.crosses_river(s.where[unit], target), supply(s, unit) == OUT


def starved_case(nation: int) -> str:
    """7.3b, 7.9b: each army has its own paragraph on attacks out of supply."""
    return "7.9b" if nation == US else "7.3b"


def quarters(strength: int, halved: tuple[bool, bool]) -> int:
    """R50: a factor after its halvings, in quarters, so that nothing is rounded yet."""
    return 4 * strength >> sum(halved)


def rounded(all_quarters: int) -> int:
    """R50, 11.13a: the one rounding, up."""
    return -(-all_quarters // 4)


def defence_strength(s: State, target: Space) -> int:
    """11.1, 11.29a-b: all units of the hex together, or its garrison alone."""
    units = defenders(s, target)
    if not units:
        return s.game.garrison_factor if has_garrison(s, target) else 0
    return sum(factor(s, unit, attacking=False) for unit in units)


def defenders(s: State, target: Space) -> list[Unit]:
    """11.1b: everything in the hex, in the order of the stack."""
    return sorted(members(s.at[target]), key=s.order.__getitem__)


def column(s: State, nation: int, attack: int, defence: int) -> int:
    """11.6-11.8, R53, R68: the attacker's own heading line; what lies beyond its ends is in its end column."""
    return max(0, odds_column(attack, defence, s.game.odds_lines[nation]))


def beyond(s: State, nation: int, attack: int, defence: int) -> bool:
    """11.8a, R53: whether the odds lie outside of the attacker's heading line, and are read at its end."""
    (a, d), (b, e) = s.game.odds_lines[nation][0], s.game.odds_lines[nation][-1]
    return attack * d < a * defence or attack * e >= (b + 1) * defence


def odds_words(attack: int, defence: int) -> str:
    """11.6, 11.7: `3:1`, `1:3`."""
    if attack >= defence:
        return f"{attack // max(defence, 1)}:1"
    return f"1:{-(-defence // max(attack, 1))}"


def is_concentric(s: State, target: Space, hexes: set[Space]) -> bool:
    """11.14b, 11.15a, R52: two opposite hexes, three alternate ones, or more than three; never against a city."""
    g = s.game
    if g.cities >> target & 1:
        return False
    sides = {g.map.direction(target, h) for h in hexes}
    opposite = any((d + 3) % 6 in sides for d in sides)
    return opposite or sides >= {0, 2, 4} or sides >= {1, 3, 5} or len(sides) > 3


def shifts(s: State, attack: Attack) -> list[Modifier]:
    """11.9-11.18, 8.5, 7.4c: every column shift, to the right for the attacker; all are cumulative."""
    g = s.game
    side = SIDE_OF_NATION[attack.nation]
    return [
        *terrain_shifts(s, attack.target),
        *concentric_shift(s, attack),
        *air_shift(s, side, attack.target),
        *supply_shift(s, attack),
        *gunfire_shift(s, side, attack.target),
        *(Modifier(g.shift["tank"], "Tank regiment", ("11.17e",)) for _ in range(attack.tanks)),
        *(Modifier(g.shift["special_forces"], "1st Special Forces Group", ("11.28b",)) for _ in range(attack.special)),
        *(Modifier(-g.shift["tank"], "Defending tank regiment", ("11.17e",)) for _ in range(attack.defending_tanks)),
    ]


def terrain_shifts(s: State, target: Space) -> list[Modifier]:
    """11.10-11.12, 11.14a."""
    g = s.game
    out = []
    if g.rough >> target & 1:
        out.append(Modifier(g.shift["rough"], "Rough", ("11.11",)))
    if g.mountains >> target & 1:
        out.append(Modifier(g.shift["mountain"], "Mountain", ("11.12",)))
    if g.cities >> target & 1:
        out.append(Modifier(g.shift["city"], "City", ("11.14a",)))
    return out


def concentric_shift(s: State, attack: Attack) -> list[Modifier]:
    """11.15a-b: Japanese and US attackers only."""
    if attack.nation == CHINA or not is_concentric(s, attack.target, {s.where[u] for u in attack.units}):
        return []
    name = "concentric_us" if attack.nation == US else "concentric_japanese"
    return [Modifier(s.game.shift[name], "Concentric attack", ("11.15a",))]


def air_shift(s: State, side: Side, target: Space) -> list[Modifier]:
    """8.5, 11.18: one column for the side that has airpower over the target, never more."""
    if not s.air_range >> target & 1:
        return []
    value = s.game.shift["airpower"]
    return [Modifier(value if s.air_side == side else -value, "Airpower", ("8.5", "11.18"))]


def supply_shift(s: State, attack: Attack) -> list[Modifier]:
    """7.4c-e, R51: a Japanese attack in attenuated supply, unless every unit is out of supply."""
    if attack.nation != JAPAN or not is_attenuated(s) or all(supply(s, u) == OUT for u in attack.units):
        return []
    return [Modifier(s.game.shift["attenuated"], "Attenuated supply", ("7.4c",))]


def gunfire_shift(s: State, side: Side, target: Space) -> list[Modifier]:
    """11.16: once Causeway is launched the fleet helps Allied attackers and defenders in coastal hexes."""
    if s.causeway != LAUNCHED or not s.game.coast >> target & 1:
        return []
    value = s.game.shift["gunfire"]
    return [Modifier(value if side == ALLIED else -value, "Naval gunfire", ("11.16",))]


def final_column(s: State, attack: Attack) -> int:
    """R53: odds in the own line, then the net of all shifts, then the ends of the table."""
    raw = column(s, attack.nation, attack_strength(s, attack.target, attack.units), defence_strength(s, attack.target))
    return s.game.results.shifted(raw, shifts(s, attack))


# --- 11.17, 11.28 support


def may_support(s: State, units: Sequence[Unit]) -> int:
    """11.17c, R54: brigades and divisions in supply or attenuated supply: each may have one tank regiment."""
    g = s.game
    able = (g.divisions | g.brigades) & g.of_side[JAPANESE]
    return sum(bool(able >> u & 1) and supply(s, u) != OUT for u in units)


def tanks_at_hand(s: State) -> list[Unit]:
    """2.13b, 3.4b: the regiments in the support box."""
    return members(s.at[s.game.support] & s.game.tanks)


def special_forces_at_hand(s: State) -> list[Unit]:
    """11.28a."""
    return members(s.at[s.game.support] & s.game.special_forces)


def regiment_bar(s: State, unit: Unit) -> Bar | None:
    """11.17a, f, 5.3.6: why this tank regiment cannot join any battle now."""
    g = s.game
    name, here = g.unit_names[unit], s.where[unit]
    if here == g.japanese_dead:
        return Bar(f"{name} has been spent and is gone for good.", ("11.17f",))
    if here == g.kwantung:
        return Bar(f"{name} comes with the Kwantung Army, if Causeway is launched.", ("5.3.6", "11.17a"))
    return None if here == g.support else Bar(f"{name} is not in play.", ("11.17a",))


def support_bar(s: State, target: Space, units: list[Unit], committed: int, momentum: bool) -> Bar | None:
    """11.17b-c, g, R54, R91: why no further tank regiment may join a battle, in attack or defence."""
    if momentum:
        return Bar("Tank regiments take no part in momentum attacks.", ("11.17g", "11.25e", "R91"))
    if not s.game.mainland >> target & 1:
        return Bar("Tank regiments support battles on the mainland only.", ("11.17b",))
    if committed >= len(tanks_at_hand(s)):
        return Bar("No further tank regiment is at hand.", ("11.17a",))
    if not units:
        return Bar("Attackers come first: each in supply may have one tank regiment.", ("11.17c", "R54"))
    if not may_support(s, units):
        return Bar("None of these units is in supply, and only such a unit is supported by tanks.", ("11.17c", "R54"))
    if committed >= may_support(s, units):
        return Bar("Each brigade or division in supply may have only one tank regiment.", ("11.17c", "R54"))
    return None

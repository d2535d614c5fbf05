"""6.1-D..F and 1.2-B-c: strengths, odds, column shifts and modifiers of one assault or attack."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.state import FULL, OUT_OF_SUPPLY, State, bunkered, units_in
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Term
from grognard.kernel.ids import NO_UNIT, Side, Space, Unit
from grognard.kernel.odds import odds_column
from grognard.kernel.tables import Modifier


@dataclass(slots=True)
class Attack:
    """What an assault or attack is made of, for the sums."""

    side: Side
    target: Space
    units: list[Unit]
    air: Unit = NO_UNIT
    spearhead: Unit = NO_UNIT
    meeting: Unit = NO_UNIT
    massive: int = 0
    banzai: int = 0


# --- 6.1-D strengths and odds


def strength(s: State, unit: Unit, attacking: bool) -> int:
    """7.1-B-b..e, R50: halved and rounded up for each unit alone: Limited when attacking, Out of Supply always."""
    g = s.game
    value = g.strength[unit][s.steps[unit]]
    level = s.level[unit]
    halved = level != FULL if attacking else level == OUT_OF_SUPPLY
    return (value + 1) // 2 if halved else value


def defenders(s: State, target: Space, attacker: Side) -> list[Unit]:
    """6.2-D-e: the units that count in a defence: those that have not retreated in this phase."""
    return [u for u in units_in(s, target, 1 - attacker) if not s.retreated >> u & 1]


def attackers(attack: Attack) -> list[Unit]:
    """1.2-B-h: all that add strength, with the Air Support unit."""
    return attack.units if attack.air < 0 else [*attack.units, attack.air]


def attack_total(s: State, attack: Attack) -> int:
    """6.1-D-a."""
    return sum(strength(s, u, True) for u in attackers(attack))


def defence_total(s: State, attack: Attack) -> int:
    """6.1-D-a."""
    return sum(strength(s, u, False) for u in defenders(s, attack.target, attack.side))


def start_column(s: State, attack: Attack) -> int:
    """6.1-D-a..d, R95: the last column whose odds are reached; -1 where combat is not permitted."""
    return odds_column(attack_total(s, attack), defence_total(s, attack), s.game.ratios)


# --- 6.1-F Quality


def crosses_river(s: State, start: Space, goal: Space) -> bool:
    """2.6-d, R19, R48: a Major River, from the Light Monsoon on also a Minor one; a Road over it does not help."""
    g = s.game
    return (start, goal) in g.major or (s.turn >= g.light_from and (start, goal) in g.minor)


def attack_quality(s: State, unit: Unit, target: Space) -> int:
    """6.1-F-l, m, R48: one less across a river; a Bunker of one's own does not help."""
    g = s.game
    return g.quality[unit] - (g.combat["river_quality"] if crosses_river(s, s.where[unit], target) else 0)


def is_dug_in(s: State, unit: Unit) -> bool:
    """6.1-F-j: under a Bunker, and neither cavalry nor motorized."""
    return bool(bunkered(s) >> s.where[unit] & 1) and not s.game.no_bunker >> unit & 1


def defence_quality(s: State, unit: Unit) -> int:
    """6.1-F-j, 6.2-B-c: one more under a Bunker."""
    return s.game.quality[unit] + (s.game.combat["bunker_quality"] if is_dug_in(s, unit) else 0)


# --- 1.2-B support


def attacking_support(s: State, attack: Attack) -> int:
    """1.2-B-b, c, 6.1-F-k, R50: against a Bunker Artillery and Air are no Support."""
    g = s.game
    counted = g.support
    if bunkered(s) >> attack.target & 1:
        counted &= ~(g.artillery | g.air)
    return sum(strength(s, u, True) for u in attackers(attack) if counted >> u & 1)


def defending_support(s: State, attack: Attack) -> int:
    """1.2-B-b, c."""
    units = defenders(s, attack.target, attack.side)
    return sum(strength(s, u, False) for u in units if s.game.support >> u & 1)


# --- 6.1-F shifts


def shifts(s: State, attack: Attack) -> list[Modifier]:
    """6.1-F-d..f: columns, up for the attacker. Spearhead and meeting unit must be named."""
    g = s.game
    out = []
    ours, theirs = attack_quality(s, attack.spearhead, attack.target), defence_quality(s, attack.meeting)
    if ours != theirs:
        out.append(Modifier(ours - theirs, f"Quality {ours} against {theirs}", quality_cases(s, attack)))
    if g.defensive_terrain >> attack.target & 1 and not (g.artillery | g.tanks) >> attack.meeting & 1:
        out.append(Modifier(-g.combat["terrain_shift"], terrain_name(s, attack.target), ("6.1-F-e", "R51")))
    ours, theirs = attacking_support(s, attack), defending_support(s, attack)
    if abs(ours - theirs) >= g.combat["support_advantage"]:
        value = g.combat["support_shift"] if ours > theirs else -g.combat["support_shift"]
        out.append(Modifier(value, f"Support Advantage, {ours} to {theirs}", ("6.1-F-f", "1.2-B-c")))
    return out


def quality_cases(s: State, attack: Attack) -> tuple[str, ...]:
    """6.1-F-d and what changed the numbers."""
    river = ("6.1-F-m",) if crosses_river(s, s.where[attack.spearhead], attack.target) else ()
    return ("6.1-F-d", *river, *(("6.1-F-j",) if is_dug_in(s, attack.meeting) else ()))


def terrain_name(s: State, hex_: Space) -> str:
    """R51: never more than one column, whatever comes together."""
    return "Town" if s.game.towns >> hex_ & 1 else s.game.map.terrain[hex_].capitalize()


def net_shift(s: State, moved: list[Modifier]) -> int:
    """6.1-F-a, R49: at most four columns either way."""
    most = s.game.combat["most_shift"]
    return min(max(sum(m.value for m in moved), -most), most)


def final_column(s: State, attack: Attack) -> tuple[int, int]:
    """6.1-F-a..c, R49: the column after all shifts, and the modifier for going beyond an end of the table."""
    last = len(s.game.results.columns) - 1
    column = start_column(s, attack) + net_shift(s, shifts(s, attack))
    drm = s.game.combat["end_drm"]
    if column > last:
        return last, drm
    return (0, -drm) if column < 0 else (column, 0)


def die_modifiers(s: State, attack: Attack) -> list[Modifier]:
    """6.1-F-b, c, g, i: what changes the die, up for the attacker."""
    g = s.game
    _, end = final_column(s, attack)
    out = []
    if end:
        words, case = ("Beyond the last column", "6.1-F-b") if end > 0 else ("Below the first column", "6.1-F-c")
        out.append(Modifier(end, words, (case,)))
    if attack.banzai:
        sign = 1 if attack.side == JAPANESE else -1
        out.append(Modifier(sign * g.combat["banzai_drm"], "Banzai", ("6.1-F-g",)))
    if is_confused(s, attack):
        sign = 1 if attack.side == JAPANESE else -1
        out.append(Modifier(sign * g.combat["confusion_drm"], "Command Confusion", ("6.1-F-i", "R54")))
    return out


def is_confused(s: State, attack: Attack) -> bool:
    """6.1-F-i, R54: British and Chinese together, attacking or in the stack attacked; US and Air do not matter."""
    g = s.game
    units = attack.units if attack.side == ALLIED else units_in(s, attack.target, ALLIED)
    together = bitset(units)
    return bool(together & g.british) and bool(together & g.chinese)


# --- 6.1-F-n Massive Combat and 6.1-F-g Banzai


def massive_bar(s: State, attack: Attack) -> str:
    """6.1-F-n, o, R12, R55: why no Massive Combat can be declared, or nothing."""
    g = s.game
    if sum(s.steps[u] for u in attack.units) < g.combat["massive_steps"]:
        return f"fewer than {g.combat['massive_steps']} steps attack"
    if attack.air < 0 and not any(g.artillery >> u & 1 for u in attack.units):
        return "neither Artillery nor Air Support takes part"
    if final_column(s, attack)[0] > g.massive_column:
        return f"the final column is above {g.results.columns[g.massive_column]}"
    if attack.side == ALLIED and s.scale < g.combat["massive_price"]:
        return "the Allied Reinforcement Scale is at 0"
    return ""


def may_declare_banzai(s: State, attack: Attack) -> bool:
    """6.1-F-g, 6.1-E-b, R52: a participating or counted defending unit that is bold and no Artillery."""
    g = s.game
    units = attack.units if attack.side == JAPANESE else defenders(s, attack.target, attack.side)
    return any(g.banzai_units & ~g.artillery & 1 << u for u in units)


# --- 6.1-E who may stand in front


def spearheads(s: State, attack: Attack) -> list[Unit]:
    """6.1-E-a, R47: any participating unit but Artillery and Air."""
    return [u for u in attack.units if not s.game.artillery >> u & 1]


def meeting_units(s: State, attack: Attack) -> list[Unit]:
    """6.1-E-b, R47: any counted defender; Artillery only if there is no other."""
    units = defenders(s, attack.target, attack.side)
    return [u for u in units if not s.game.artillery >> u & 1] or units


def with_best_front(s: State, attack: Attack) -> Attack:
    """Before anybody is named: the best spearhead against the meeting unit that helps the defence most."""
    found = Attack(**{name: getattr(attack, name) for name in Attack.__slots__})
    if found.spearhead < 0:
        found.spearhead = max(spearheads(s, attack), key=lambda u: attack_quality(s, u, attack.target))
    if found.meeting < 0:

        def columns(unit: Unit) -> int:
            found.meeting = unit
            return sum(m.value for m in shifts(s, found))

        found.meeting = min(meeting_units(s, attack), key=columns)
    return found


# --- the reckoning, for the log


def strength_terms(s: State, attack: Attack) -> list[Term]:
    """6.1-D-a, 7.1-B-e, 6.2-D-e: what each unit counts, both totals and the odds."""
    there = units_in(s, attack.target, 1 - attack.side)
    counted = defenders(s, attack.target, attack.side)
    out = [_strength_term(s, u, True) for u in attackers(attack)]
    out.append(Term("total", (attack.side, attack_total(s, attack), 1), ("6.1-D-a",)))
    out += [_strength_term(s, u, False) for u in counted]
    out += [Term("left-out", (u, s.whole_flees), ("6.2-D-e",)) for u in there if u not in counted]
    out.append(Term("total", (1 - attack.side, defence_total(s, attack), 0), ("6.1-D-a",)))
    return out


def _strength_term(s: State, unit: Unit, attacking: bool) -> Term:
    value, whole = strength(s, unit, attacking), s.game.strength[unit][s.steps[unit]]
    case = "6.1-D-a" if value == whole else "7.1-B-e"
    return Term("strength", (unit, value, whole, s.level[unit]), (case,))


def column_terms(s: State, attack: Attack) -> list[Term]:
    """6.1-D, F: from the odds over every shift to the column."""
    moved = shifts(s, attack)
    names = s.game.results.columns
    odds = (attack_total(s, attack), defence_total(s, attack), names[start_column(s, attack)])
    out = [
        Term("odds", odds, ("6.1-D-a", "6.1-D-b")),
        *quality_terms(s, attack.spearhead, attack.meeting, attack.target),
    ]
    out += [Term("shift", (m.value, m.text), m.cases) for m in moved]
    over = net_shift(s, moved) - sum(m.value for m in moved)
    if over:
        out.append(Term("shift", (over, f"At most {s.game.combat['most_shift']} columns"), ("6.1-F-a", "R49")))
    out.append(Term("column", (names[final_column(s, attack)[0]],), ("6.1-F-a",)))
    return out


def quality_terms(s: State, ours: Unit, theirs: Unit, target: Space) -> list[Term]:
    """6.1-F-d, j, m, R48: the two in front, each with what changes its Quality."""
    g = s.game
    river = g.quality[ours] - attack_quality(s, ours, target)
    bunker = defence_quality(s, theirs) - g.quality[theirs]
    return [
        Term("quality", (ours, g.quality[ours], river, 0), ("6.1-F-d", *(("6.1-F-m",) if river else ()))),
        Term("quality", (theirs, g.quality[theirs], 0, bunker), ("6.1-F-d", *(("6.1-F-j",) if bunker else ()))),
    ]


def result_terms(s: State, attack: Attack, face: int, result: str) -> list[Term]:
    """6.1-G-a: column, die and what the table says."""
    changes = die_modifiers(s, attack)
    out = [*column_terms(s, attack), Term("die", (face,), ("6.1-G-a",))]
    out += [Term("modifier", (m.value, m.text), m.cases) for m in changes]
    if changes:
        out.append(Term("modified", (face + sum(m.value for m in changes),), ("6.1-G-a",)))
    out.append(Term("outcome", (result,), ("6.1-G-a",)))
    return [*out, Term("massive", (), ("6.1-F-p", "R56"))] if attack.massive else out


def odds_words(s: State, attack: Attack) -> str:
    """`3-1` for 16 to 5."""
    column = start_column(s, attack)
    return "below 1-2" if column < 0 else s.game.results.columns[column]


def parse(result: str) -> tuple[int, int, bool]:
    """6.1-G-a: `1-2r` is one step of the attacker, two of the defender, and a retreat that may be forced."""
    attacker, _, defender = result.partition("-")
    return int(attacker), int(defender.removesuffix("r")), result.endswith("r")


def air_at_hand(s: State, side: Side) -> list[Unit]:
    """1.2-B-d, e: Available Air Support units of a side."""
    g = s.game
    return [u for u in each(g.air & g.of_side[side] & ~s.used_air) if s.where[u] != g.out]

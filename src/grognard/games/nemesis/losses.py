"""2.4, 2.5, 3.4, 6.1-G: what happens to a counter that loses a step, and to those that are eliminated."""

from __future__ import annotations

from grognard.games.nemesis.facts import ALLIED, JAPANESE, JAPANESE_BUNKER
from grognard.games.nemesis.satisfaction import add_lament, raise_scale
from grognard.games.nemesis.state import Piece, State, bunkered, clear_marks, inherit, place
from grognard.kernel.bits import each, members
from grognard.kernel.ids import NO_UNIT, Space, Spaces, Unit

GONE = NO_UNIT


def lose_step(s: State, unit: Unit, permanent: bool = False, *cases: str) -> Unit:
    """6.1-G-d: one step fewer. The counter that stands for the unit afterwards, or GONE.

    `permanent`: a Banzai was declared and this loss falls under it (6.1-F-h, R53).
    """
    g = s.game
    if g.regiments >> unit & 1:
        return _regiment_loses(s, unit, permanent, *cases)
    if g.chindits >> unit & 1:
        return _chindit_loses(s, unit, *cases)
    s.steps[unit] -= 1
    s.tell("step-lost", unit, s.where[unit], s.steps[unit], cases=cases)
    if s.steps[unit]:
        return unit
    eliminate(s, unit, permanent)
    return GONE


def destroy(s: State, unit: Unit, permanent: bool = False, *cases: str) -> None:
    """R15: every step is lost as if singly."""
    while unit != GONE:
        unit = lose_step(s, unit, permanent, *cases)


def steps_of(s: State, units: list[Unit]) -> int:
    """R55: how many steps some units have."""
    return sum(s.steps[u] for u in units)


def what_is_left(s: State, goer: Piece) -> Piece | None:
    """6.1-G-f, 3.4-c: what would stand for a unit if it lost a step."""
    g = s.game
    unit, steps, level = goer[:3]
    if steps == 1:
        return None
    if steps == 2 and g.regiments >> unit & 1:
        return Piece(take_battalion(s, g.division[unit]), 1, level, frees=1)
    if steps == 2 and g.chindit_brigades >> unit & 1:
        return Piece(members(s.at[g.chindit_box])[0], 1, level)
    return Piece(unit, steps - 1, level)


# --- 6.1-G-e, f: Japanese regiments


def take_battalion(s: State, division: int) -> Unit:
    """R37: a battalion of a division from the Battalions Box, which never runs out."""
    g = s.game
    return members(s.at[g.battalion_box] & g.battalions & g.of_division[division])[0]


def _regiment_loses(s: State, unit: Unit, permanent: bool, *cases: str) -> Unit:
    """6.1-G-e, f, R13: the battalion in the Losses Box is the loss; a reduced regiment becomes a battalion."""
    g = s.game
    hex_, division = s.where[unit], g.division[unit]
    s.tell("step-lost", unit, hex_, s.steps[unit] - 1, cases=cases)
    stands = unit
    if s.steps[unit] == g.full[unit]:
        s.steps[unit] -= 1
    else:
        stands = take_battalion(s, division)
        place(s, stands, hex_)
        inherit(s, unit, stands)
        take_off_map(s, unit)
        s.tell("becomes", unit, stands, hex_, cases=("6.1-G-f",))
    eliminate(s, take_battalion(s, division), permanent)
    return stands


def take_off_map(s: State, unit: Unit) -> None:
    """6.1-G-f: a regiment counter goes off the map, without Lament, until battalions merge."""
    place(s, unit, s.game.regiment_box)
    clear_marks(s, unit)
    s.steps[unit] = s.game.full[unit]


# --- 3.4 Chindits


def _chindit_loses(s: State, unit: Unit, *cases: str) -> Unit:
    """3.4-b..d, 2.4-d, R16: three steps, the last of them a battalion."""
    g = s.game
    hex_ = s.where[unit]
    s.steps[unit] -= 1
    s.tell("step-lost", unit, hex_, s.steps[unit], cases=cases)
    add_lament(s, ALLIED, g.lament["chindit_step"], "2.4-d")
    if not g.chindit_brigades >> unit & 1:
        put_away(s, unit, g.chindit_box)
        return GONE
    if s.steps[unit] > 1:
        return unit
    stands = members(s.at[g.chindit_box])[0]
    place(s, stands, hex_)
    inherit(s, unit, stands)
    put_away(s, unit, g.permanent_losses[ALLIED])
    raise_scale(s, 1, "2.5-c", "R16")
    s.tell("becomes", unit, stands, hex_, cases=("3.4-c",))
    return stands


# --- elimination


def put_away(s: State, unit: Unit, box: Space) -> None:
    """Into a box, as if new."""
    place(s, unit, box)
    clear_marks(s, unit)
    s.steps[unit] = s.game.full[unit]


def eliminate(s: State, unit: Unit, permanent: bool = False) -> None:
    """1.2-E-a, 2.4, 2.5-c, d: to the proper Losses Box, with its Lament and its point on the scale."""
    g = s.game
    side = g.side_of[unit]
    for_good = permanent or bool(g.non_replaceable >> unit & 1)
    put_away(s, unit, (g.permanent_losses if for_good else g.losses)[side])
    s.tell("eliminated", unit, int(for_good), cases=("1.2-E-a",) if for_good else ("6.1-G-d",))
    points, case = lament_for(s, unit, permanent)
    add_lament(s, side, points, case)
    if side == ALLIED and not g.yunnan >> unit & 1:
        raise_scale(s, 1, "2.5-c")


def lament_for(s: State, unit: Unit, banzai: bool) -> tuple[int, str]:
    """2.4-a..f, R13, R14: the more special line first; a Banzai never makes a loss cheaper."""
    g = s.game
    bit = 1 << unit
    if g.quality[unit] == 1:
        return g.lament["quality_1"], "2.4-a"
    if banzai and g.side_of[unit] == JAPANESE and g.small & bit:
        return g.lament["banzai"], "2.4-e"
    if g.small & bit:
        return g.lament["small"], "2.4-b"
    if g.single_step_rifles & bit:
        return g.lament["local_rifles"], "2.4-c"
    return g.lament["large"], "2.4-f"


# --- 5.1-B-c Bunkers without proper occupants


def check_bunkers(s: State, hexes: Spaces) -> None:
    """5.1-B-c, R33, R118: a Bunker needs a friendly unit that is neither cavalry nor motorized."""
    g = s.game
    proper = [g.ground_of[side] & ~g.no_bunker for side in (ALLIED, JAPANESE)]
    japanese = s.bunkers[JAPANESE_BUNKER]
    for hex_ in each(hexes & bunkered(s)):
        if not s.at[hex_] & proper[japanese >> hex_ & 1]:
            s.bunkers = [pool & ~(1 << hex_) for pool in s.bunkers]
            s.tell("bunker-lost", hex_, cases=("5.1-B-c", "R33"))

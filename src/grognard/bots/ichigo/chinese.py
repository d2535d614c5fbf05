"""The Chinese armies: small moves by the die, reinforcements where the spearheads point, the airlift."""

from __future__ import annotations

from grognard.bots.ichigo.air import ahead, best_marker
from grognard.bots.ichigo.chinese_aims import Posts
from grognard.bots.ichigo.chinese_columns import Columns, goals
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.ground import Moves, distances, march
from grognard.bots.ichigo.weights import allied
from grognard.games.ichigo.air import Airlift, has_air_superiority
from grognard.games.ichigo.facts import CHINA, JAPAN
from grognard.games.ichigo.movement import Move, may_move, movement_points, needs_die
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.kernel.bits import bitset, members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit, Units
from grognard.kernel.words import numbered

RESERVE = 8
"""Movement points within which reinforcements help a column."""


def posts(staff: Staff, s: State) -> Posts:
    """Hexes where units are wanted; made again when something has changed."""
    key = (s.turn, s.phase, s.japanese, s.present[JAPAN], (s.present[CHINA] & s.game.east).bit_count())
    found = staff.recall("posts", key, lambda: Posts(s, staff.belief(s), allied(staff.weights)))
    found.s = s
    return found


def movement(staff: Staff, s: State, asked: Decision) -> Option:
    """10.15: the unit that gains most by going; first the airlift, which asks for dice not yet rolled."""
    wanted = posts(staff, s)
    lift = airlift(s, asked, wanted)
    if lift is not None:
        return staff.because(lift, "The airlift takes it where it is needed.")
    marching = columns(staff, s)
    if marching is not None and (unit := marching.next(s)) is not None:
        return staff.because(("move", unit), f"To {s.game.space_names[marching.goal[unit]]}.")
    seen = Moves(s, CHINA)
    able = may_move(s, CHINA)
    if marching is not None:
        able &= ~bitset(marching.goal)
    queue = staff.recall("queue", (s.turn, s.phase), lambda: by_gain(s, wanted, seen, able))
    while queue:
        units = members(s.at[queue[0]] & able)
        if units and max_gain(s, wanted, seen, units[0], expected_points(s, units[0])) > wanted.w.worthwhile:
            return staff.because(("move", units[0]), "It is needed elsewhere.")
        queue.pop(0)
    return ("end-movement",)


def columns(staff: Staff, s: State) -> Columns | None:
    """Columns that march on each city in this phase."""
    w = allied(staff.weights)
    marching = w.columns or w.late_columns
    return staff.recall("columns", (s.turn, s.phase), lambda: Columns(s, w)) if marching else None


def by_gain(s: State, wanted: Posts, seen: Moves, able: Units) -> list[Space]:
    """The hexes whose units have most to gain by going, best first."""
    found = []
    for hex_ in members(s.present[CHINA]):
        units = members(s.at[hex_] & able)
        if units and (gain := max_gain(s, wanted, seen, units[0], expected_points(s, units[0]))) > wanted.w.worthwhile:
            found.append((-gain, hex_))
    return [hex_ for _, hex_ in sorted(found)]


def expected_points(s: State, unit: Unit) -> int:
    """The most that the die may give, or what it has given."""
    if needs_die(s, unit):
        return 6 if s.causeway == LAUNCHED else 6 - s.game.chinese_less
    return movement_points(s, unit)


def max_gain(s: State, wanted: Posts, seen: Moves, unit: Unit, points: int) -> float:
    """The best that a unit can do within some points; far places are less sure while the die is not rolled."""
    here = s.where[unit]
    unsure = wanted.w.far_off if needs_die(s, unit) else 0.0
    found = seen.reach(here, points)
    gains = (wanted.arriving(h) * (1 - unsure * cost * 2) for h, cost in found.items() if h != here)
    return max(gains, default=-9.0) - wanted.leaving(here)


def move_on(staff: Staff, s: State, asked: Decision) -> Option:
    """10.15: with the die rolled, to the best hex within reach."""
    frame = s.agenda[-1]
    assert isinstance(frame, Move)
    unit = frame.units[0]
    if not frame.steps:
        staff.forget("way")
    way = staff.recall("way", (s.turn, s.phase, unit), lambda: best_way(staff, s, frame))
    here = s.where[unit]
    if here in way and here != way[-1] and (step := ("to", way[way.index(here) + 1])) in asked.options:
        return step
    if not frame.steps:  # it has not moved: nobody of its hex is tried again in this phase
        queue: list[Space] = staff.recall("queue", (s.turn, s.phase), list)
        queue[:] = [hex_ for hex_ in queue if hex_ != here]
    return staff.because(("stop",), "No hex in reach needs it more.")


def best_way(staff: Staff, s: State, frame: Move) -> list[Space]:
    """The way to the hex where the unit is worth most."""
    marching = columns(staff, s)
    if marching is not None and frame.units[0] in marching.goal:
        return marching.way(s, frame.units[0], frame.mp)
    wanted = posts(staff, s)
    seen = Moves(s, CHINA)
    here = s.where[frame.units[0]]
    best, top = here, wanted.leaving(here) + wanted.w.worthwhile
    for hex_, cost in sorted(seen.reach(here, frame.mp).items()):
        if hex_ == here or not frame.may_end_in(s, hex_):
            continue
        worth = wanted.arriving(hex_) - 0.005 * cost
        if worth > top:
            best, top = hex_, worth
    return seen.way(here, best, frame.mp)


def airlift(s: State, asked: Decision, wanted: Posts) -> Option | None:
    """8.10: from the safest city to the one most in need."""
    if not has_air_superiority(s) or s.airlift_used:
        return None
    options = [o for o in asked.options if o[0] == "airlift"]
    if not options:
        return None
    values = [wanted.arriving(h) for h in members(s.game.cities & s.game.mainland & ~s.japanese)]
    unit = min((unit_of(o) for o in options), key=lambda u: (wanted.leaving(s.where[u]), u))
    enough = wanted.leaving(s.where[unit]) + wanted.w.airlift
    return ("airlift", unit) if max(values, default=0.0) > enough else None


def fly_to(staff: Staff, s: State, asked: Decision) -> Option:
    """8.10b: where it is needed most."""
    frame = s.agenda[-1]
    assert isinstance(frame, Airlift)
    wanted = posts(staff, s)
    cities = [o for o in asked.options if o[0] == "fly-to"]
    return max(cities, key=lambda o: (wanted.arriving(space_of(o)), -space_of(o)), default=("call-off",))


def place_chinese(staff: Staff, s: State, asked: Decision) -> Option:
    """9.7b: in the city ahead of the spearhead."""
    wanted, w = posts(staff, s), allied(staff.weights)
    sought = goals(s, w)

    def worth(option: Option) -> tuple[float, int]:
        hex_ = space_of(option)
        near = max((1 - march(s.game, goal)[hex_] / RESERVE for goal in sought), default=0.0)
        return wanted.arriving(hex_) + w.reserve * max(0.0, near), -hex_

    best = max(asked.options, key=worth)
    far = distances(s.game, space_of(best))
    nearest = min((far[h] for h in members(s.present[JAPAN])), default=0)
    said = f"The nearest Japanese unit is {numbered(nearest, 'hex', 'hexes')} away."
    return staff.because(best, said if nearest else "")


def allied_markers(staff: Staff, s: State, asked: Decision) -> Option:
    """8.2: over what the Japanese need most and can reach."""
    wanted = posts(staff, s)
    targets = {h: wanted.value.get(h, 0.1) * wanted.urgency.get(h, 0.5) for h in members(ahead(staff, s))}
    return best_marker(staff, s, asked, targets)

"""Knowledge of each side (3.Status): views, redaction, resampling, invariants.

The US player never learns where Concealed units and Caves are, how many steps they have, what bombardment did to them,
nor that they moved. The Japanese player never sees a US plan before it is confirmed (R55).
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from grognard.games.iwojima.assault import DesignateAssault
from grognard.games.iwojima.belief import stage_of
from grognard.games.iwojima.bombardment import DesignateBombardment
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.japanese_movement import JapaneseMove, on_the_map
from grognard.games.iwojima.losses import OrderRow
from grognard.games.iwojima.movement import UsMove, UsMovement
from grognard.games.iwojima.setup import SetUp
from grognard.games.iwojima.state import State, count, survivors
from grognard.kernel.bits import bitset, each
from grognard.kernel.board_parts import rows
from grognard.kernel.flow import ONGOING
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Side, Space, Unit, Units, per
from grognard.kernel.sight import Sight, flags_of, marks_of
from grognard.kernel.state import misplaced, place

FIRED, CONCEALED, FACE_DOWN, MOVED, ELIMINATED, LOSES_FIRST, LOSES_SECOND, LOSES_LATER, LEFT = (
    1 << bit for bit in range(9)
)
LOSES = (LOSES_FIRST, LOSES_SECOND, LOSES_LATER)
CAVE, HIDDEN_CAVE, CONTROL, BEACHHEAD, SAFE, FLAG = range(6)


HIDDEN_FIRED = 0.1
"""The part of Concealed units that have fired and lie turned."""

UNLIKELY_CAVE = 0.1
"""Caves on average that may lie where no general digs."""

PRINTED, MOVED_ON = 0.5, 0.1
"""How often a garrison is believed to lie as one of the set-ups of the data, and how often a unit of it elsewhere."""

OPEN = (
    "turn phase winner ending face_down control shown probed beachheads safe flag vp weather landed "
    "named kirikami banzai third_landed removed once"
)
"""The fields of a position that everybody sees whole."""
HIDDEN: dict[str, tuple[Side, ...]] = {
    "agenda": (US,),
    "rolls": (US,),
    "news": (US,),
    "unseen": (US,),
    "where": (US,),
    "steps": (US,),
    "at": (US,),
    "fired": (US,),
    "concealed": (US,),
    "moved": (US,),
    "caves": (US,),
    "allowance": (US,),
    "ask": (US,),
    "loss_order": (US,),
    "by_order": (US,),
    "spent": (US,),
    "target": (US, JP),
}
"""All others, with the sides that may not see all of each: `redact` takes that out (tests/test_classed_fields.py)."""


def unknown_to_us(s: State) -> Units:
    """Japanese units of which the US player knows neither place nor fate."""
    return s.concealed | s.at[s.game.secret] | s.at[s.game.hand]


def planner(s: State) -> Side | None:
    """The side whose plan is being made and not yet confirmed (R55)."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, DesignateBombardment | DesignateAssault):
        return top.side
    return None


def view(s: State, side: Side) -> dict[str, Any]:
    """What one side may know, as the page wants it. When the game is over everything is open."""
    g = s.game
    over = s.winner != ONGOING
    hidden = NO_UNITS if side == JP or over else unknown_to_us(s)
    seen = sight(s, side)
    planning = planner(s)
    if planning is not None and planning != side and not over:
        plans: list[tuple[Unit, Space]] = []
    else:
        plans = [(unit, area) for unit, area in per(Unit, s.target) if area >= 0 and not hidden >> unit & 1]
    return {
        "turn": s.turn,
        "phase": s.phase,
        "units": rows(each(seen.units), s.where, s.steps, flags_of(seen.flags, g.units)),
        "marks": marks_of(seen),
        "tracks": dict(seen.tracks),
        "plans": plans,
    }


def sight(s: State, side: Side) -> Sight:
    """Units with what is noted on them (of the enemy's moves nothing), markers and gauges that a side sees."""
    g = s.game
    over = s.winner != ONGOING
    hidden = NO_UNITS if side == JP or over else unknown_to_us(s)
    flags = (
        (ELIMINATED, _without_steps(bytes(s.steps))),
        (FIRED, s.fired),
        (CONCEALED, s.concealed),
        (FACE_DOWN, s.face_down),
        (MOVED, s.moved & (g.jp if side == JP else g.us)),
        (LEFT, s.at[g.reserve] & g.supports),
        *((flag, 1 << unit) for unit, flag in (loss_places(s).items() if s.loss_order else ())),
    )
    caves = [(area, CAVE, number) for area, number in per(Space, s.shown) if number]
    if side == JP or over:
        caves += [(area, HIDDEN_CAVE, number) for area, number in per(Space, s.caves) if number]
    areas = [(CONTROL, s.control), (BEACHHEAD, s.beachheads), (SAFE, s.safe)]
    if s.flag:
        areas.append((FLAG, g.flag_boxes))
    setting_up = g.phases[s.phase].id == "set-up"
    tracks = {
        "turn": s.turn,
        "vp-us": s.vp[US],
        "vp-jp": s.vp[JP],
        "weather": s.weather,
        # How far the set-up has come is nobody's business; afterwards everybody can count what was Revealed.
        "caves": g.caves if setting_up and side == US else sum(s.caves),
        "kirikami": s.kirikami,
    }
    if side == JP:
        tracks["moves"] = s.allowance
    return Sight(g.all_units & ~hidden, s.steps, flags, caves, areas, tracks)


@lru_cache(maxsize=256)
def _without_steps(steps: bytes) -> Units:
    """The units that have none left."""
    return bitset(unit for unit, left in per(Unit, steps) if not left)


def loss_places(s: State) -> dict[Unit, int]:
    """R47: the flags of units that have a place in the standing loss order of their area."""
    places: dict[Unit, int] = {}
    counted = [0] * s.game.areas
    for unit in s.loss_order:
        area = s.where[unit]
        places[unit] = LOSES[min(counted[area], len(LOSES) - 1)]
        counted[area] += 1
    return places


def redact(s: State, side: Side) -> State:
    """A copy without what a side may not know: unknown units lie in hand at full strength.

    How many Caves are unseen is no secret, where they are is: they lie in rising order wherever they may be.
    """
    known = s.copy()
    g = s.game
    planning = planner(s)
    if planning is not None and planning != side:
        known.target = [NO_SPACE] * g.units
    if side == JP:
        return known
    for unit in each(unknown_to_us(s)):
        place(known, unit, g.hand)
        known.steps[unit] = g.full[unit]
        known.target[unit] = NO_SPACE
    known.concealed = unknown_to_us(s)
    known.fired &= ~known.concealed
    known.spent &= ~known.concealed
    known.moved &= g.us
    known.caves = [0] * g.areas
    if g.phases[s.phase].id != "set-up":
        put_caves(known, sum(s.caves))
    # Whether the set-up was drawn by lot or laid out by hand is nobody's business: only rolls that were seen count.
    known.rolls -= s.unseen
    known.news -= s.unseen
    known.unseen = 0
    known.allowance = 0
    known.ask = known.by_order = 0
    known.loss_order = []
    if known.pending is not None and getattr(known.pending, "side", US) != US:
        known.agenda = []
        known.pending = None
    return known


def resample(s: State, side: Side, rng: random.Random) -> State:
    """A full position that a side could not tell from the true one by its view.

    Units named by a procedure under way (a Concealed move, a secret row) stay as they are, so that the position can
    be played on.
    """
    other = s.copy()
    if side == JP:
        return other
    if any(isinstance(frame, SetUp) for frame in s.agenda):
        deal_set_up(other, rng)
        return other
    fixed = busy_units(s)
    loose = [u for u in each(unknown_to_us(s)) if u not in fixed]
    deal_units(other, s, loose, rng)
    deal_caves(other, rng)
    deal_loss_order(other, fixed, rng)
    return other


def deal_units(other: State, s: State, loose: list[Unit], rng: random.Random) -> None:
    """The unseen units anew, one after the other in any order, each by its own chances (`belief.py`).

    Nobody is dead or hurt before the first roll that the US side has seen: the roll of an automatic set-up is none.
    """
    g = s.game
    known = g.beliefs
    homes = possible_homes(s)
    theirs = g.phases[s.phase].side == JP and g.phases[s.phase].id != "set-up"
    half = min(2 * (s.turn - 1) + theirs, len(known.dead) - 1)
    shot_at = s.rolls > s.unseen
    stage = stage_of(max(1, half)) if shot_at else 0
    order = loose[:]
    rng.shuffle(order)
    for unit in order:
        bury(other, unit)
    # A garrison is laid out as a whole: half of the worlds begin with one of the set-ups that everybody can read.
    laid_out = dict(g.setups[rng.choice(sorted(g.setups))][0]) if rng.random() < PRINTED and not shot_at else {}
    for unit in order:
        hid_again = g.red >> unit & 1 and s.turn > g.red_revealed_turn and g.mp[unit] == 0
        if shot_at and (hid_again or rng.random() < known.dead[half]):
            continue
        open_homes = [a for a in homes if count(other.at[a] & g.jp) < g.max_jp]
        if not open_homes:
            continue
        home = laid_out.get(unit, NO_SPACE)
        if home not in open_homes or rng.random() < MOVED_ON:
            home = rng.choices(open_homes, known.spread(stage, unit, open_homes))[0]
        place(other, unit, home)
        full = g.full[unit]
        whole = full == 1 or not shot_at or rng.random() < known.whole[half]
        other.steps[unit] = full if whole else rng.randint(1, full - 1)
        other.concealed |= 1 << unit
        if s.turn > 1 and rng.random() < HIDDEN_FIRED:
            other.fired |= 1 << unit
    if loose and not on_the_map(other):
        keep_one_alive(other, loose[0], homes, rng)


def bury(s: State, unit: Unit) -> None:
    """Among the dead that the US side has not seen die."""
    bit = 1 << unit
    s.steps[unit] = 0
    s.concealed &= ~bit
    s.fired &= ~bit
    place(s, unit, s.game.secret)


def deal_set_up(s: State, rng: random.Random) -> None:
    """A set-up as far as it may have come: nobody but the Japanese player knows how far that is."""
    g = s.game
    for unit in g.jp_units:
        open_areas = [a for a in g.every_area if count(s.at[a]) < g.max_jp]
        place(s, unit, rng.choice([g.hand, *open_areas]))
    s.caves = [rng.randint(0, 1) for _ in g.every_area]


def busy_units(s: State) -> set[Unit]:
    """Concealed units that a frame of the agenda names."""
    busy: set[Unit] = set()
    for frame in s.agenda:
        if isinstance(frame, JapaneseMove):
            busy.add(frame.unit)
        elif isinstance(frame, OrderRow) and frame.secret:
            busy.update(frame.units)
    top = planner(s)
    if top == JP:
        busy.update(u for u in each(s.concealed) if s.target[u] >= 0)
    return busy


def possible_homes(s: State) -> list[Space]:
    """Areas in which something Concealed may be, as far as the US player can tell."""
    g = s.game
    in_movement = any(isinstance(frame, UsMovement | UsMove) for frame in s.agenda)
    return [a for a in g.every_area if not s.control >> a & 1 and (in_movement or not s.at[a] & g.us_ground)]


def keep_one_alive(s: State, unit: Unit, homes: list[Space], rng: random.Random) -> None:
    """A game that goes on has a Japanese unit left (24(1))."""
    s.steps[unit] = 1
    s.concealed |= 1 << unit
    place(s, unit, rng.choice(homes or s.game.every_area))


def deal_caves(s: State, rng: random.Random) -> None:
    """Concealed Caves anew, in areas that nobody has searched."""
    number = sum(s.caves)
    s.caves = [0] * s.game.areas
    places = cave_places(s)
    # One free place after the other: where generals dig, sooner.
    believed = s.game.beliefs.caves
    for _ in range(number):
        area = rng.choices(places, [believed[each_] + UNLIKELY_CAVE for each_ in places])[0]
        places.remove(area)
        s.caves[area] += 1


def cave_places(s: State) -> list[Space]:
    """Each place where a Concealed Cave may lie, as its area."""
    return [area for area, number in zip(s.game.every_area, cave_room(s), strict=True) for _ in range(number)]


def cave_room(s: State) -> list[int]:
    """How many Concealed Caves each area has room for: none where it was searched, nor among US units."""
    g = s.game
    closed = s.probed | s.control
    if not any(isinstance(frame, UsMovement | UsMove) for frame in s.agenda):
        closed |= bitset(area for area in g.every_area if s.at[area] & g.us_ground)
    return [0 if closed >> area & 1 else g.max_caves - s.shown[area] for area in g.every_area]


def put_caves(s: State, number: int) -> None:
    """So many Concealed Caves, in rising order wherever they may be."""
    for area in cave_places(s)[:number]:
        s.caves[area] += 1


def deal_loss_order(s: State, fixed: set[Unit], rng: random.Random) -> None:
    """R47: the Japanese player may keep any standing loss orders, or none."""
    loose = [unit for unit in each(s.concealed) if unit not in fixed]
    kept = [unit for unit in s.loss_order if unit in fixed]
    s.loss_order = [*kept, *rng.sample(loose, rng.randint(0, len(loose)))]


def check(s: State) -> list[str]:
    """Every broken invariant of a position, as sentences. It runs after each decision of the fuzzer, so it is quick."""
    return [*_check_units(s), *_check_areas(s), *_check_totals(s)]


def _check_units(s: State) -> list[str]:
    """Each unit in one place, with steps that fit it and the place."""
    g = s.game
    wrong = misplaced(s)
    dead = s.at[g.eliminated] | s.at[g.secret]
    for unit, space in per(Unit, s.where):
        left, bit = s.steps[unit], 1 << unit
        if not 0 <= left <= g.full[unit]:
            wrong.append(f"{g.unit_ids[unit]} has {left} steps of {g.full[unit]}")
        if bool(dead & bit) != (left == 0) and space != g.reserve:
            wrong.append(f"{g.unit_ids[unit]} has {left} steps in {g.space_names[space]}")
    if g.supports & ~(s.at[g.support] | s.at[g.reserve]) or any(s.steps[u] != 1 for u in each(g.supports)):
        wrong.append("a support unit is damaged or on the map")
    if g.jp & (s.at[g.landing] | s.at[g.reserve] | s.at[g.support]):
        wrong.append("a Japanese unit is in a US box")
    for unit in each(s.at[g.reserve] & g.us_ground & ~g.third_division):
        if s.steps[unit]:
            wrong.append(f"{g.unit_ids[unit]} waits in the Reserve Box, where only the 3rd Division waits")
    if s.concealed & ~g.jp:
        wrong.append("a US unit is Concealed")
    if s.loss_order and (len(set(s.loss_order)) < len(s.loss_order) or bitset(s.loss_order) & ~s.concealed):
        wrong.append("a standing loss order names a unit twice, or one that is not Concealed")
    return wrong


def _check_areas(s: State) -> list[str]:
    """Stacking, Caves, and nothing hidden where it cannot be (13c, 10.5b, 17.2(3)b, R24)."""
    g = s.game
    wrong = []
    in_movement = any(isinstance(frame, UsMovement | UsMove) for frame in s.agenda)
    settled = s.winner == ONGOING and not in_movement
    for area in g.every_area:
        here, bit, name = s.at[area], 1 << area, g.space_names[area]
        caves, shown = s.caves[area], s.shown[area]
        us = here & g.us_ground
        if us.bit_count() > g.max_us or (here & g.jp).bit_count() > g.max_jp:
            wrong.append(f"{name} is overstacked")
        if caves < 0 or shown < 0 or caves + shown > g.max_caves:
            wrong.append(f"{name} has {caves} and {shown} Caves")
        if s.control & bit and (here & s.concealed or caves or shown):
            wrong.append(f"something Concealed or a Cave is in US-controlled {name}")
        if us and settled and (here & s.concealed or caves):
            wrong.append(f"something Concealed is among US units in {name}")
        if s.probed & bit and caves:
            wrong.append(f"a Concealed Cave is in searched {name}")
    return wrong


def _check_totals(s: State) -> list[str]:
    """Markers within their numbers and boxes, and no game that should be over."""
    g = s.game
    wrong = []
    if (s.beachheads | s.safe) & ~s.control:
        wrong.append("a US marker is in a Japanese-controlled area")
    if s.beachheads & ~g.beachhead_boxes or s.safe & ~g.safe_boxes:
        wrong.append("a marker stands outside its box")
    if count(s.beachheads) > g.beachheads or count(s.safe) > g.safe_markers:
        wrong.append("there are too many markers on the map")
    if sum(s.caves) + sum(s.shown) > g.caves:
        wrong.append(f"there are more than {g.caves} Caves")
    if not 0 <= s.flag <= 2 or not 0 <= s.kirikami <= 1 or not 0 <= s.banzai <= 1:
        wrong.append("the flag or a charge is marked more than once")
    if min(s.vp) < 0:
        wrong.append("a side has fewer than 0 VP")
    if s.winner == ONGOING:
        if max(s.vp) >= g.goal:
            wrong.append("a side has the VP to win and the game goes on")
        if not s.at[g.hand] and not survivors(s, JP):
            wrong.append("no Japanese unit is left and the game goes on")
        if not survivors(s, US):
            wrong.append("no US ground unit is left and the game goes on")
    return wrong

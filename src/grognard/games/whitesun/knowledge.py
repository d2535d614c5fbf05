"""Knowledge of the player: everything but the dice to come."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.administration import garrisons_needed
from grognard.games.whitesun.defence import Entry
from grognard.games.whitesun.facts import FORCES, Facts
from grognard.games.whitesun.forming_forces import Muster
from grognard.games.whitesun.state import State, nothing_follows, own
from grognard.games.whitesun.victory import has_won, holds_trunk_line, missing_objectives, missing_victory_hexes
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import ONGOING
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Unit, Units, every, per
from grognard.kernel.position_cache import again
from grognard.kernel.sight import Sight, flags_of, marks_of
from grognard.kernel.state import misplaced

IN_FORCE, ELIMINATED, STANDING = 1, 2, 4
CONTROL, BREAK = range(2)


OPEN = (
    "agenda turn phase rolls news winner ending where steps at tie_returns japanese broken held standing "
    "raiders_out changsha_set rape_used flood_used hundred_used fierce_used great_victory amphibious southern "
    "flotilla flotilla_used flotilla_along force force_hex force_from mp paid began_with objective entered "
    "event round fallen lost trail trail_start trail_turn trail_end"
)
"""The fields of a position that everybody sees whole."""
HIDDEN: dict[str, tuple[Side, ...]] = {}
"""All others, with the sides that may not see all of each: `redact` takes that out (tests/test_classed_fields.py)."""


def view(s: State, side: Side) -> dict[str, Any]:
    """All of it, as the page wants it."""
    g, seen = s.game, sight(s, side)
    flags = flags_of(seen.flags, g.units)
    return {
        "turn": s.turn,
        "phase": s.phase,
        "units": list(zip(every(Unit, g.units), s.where, seen.steps, flags, strict=True)),
        "marks": marks_of(seen),
        "tracks": seen.tracks,
        "plans": [(unit, s.objective) for unit in each(s.force)] if s.objective >= 0 else [],
    }


def sight(s: State, side: Side) -> Sight:
    """Units with what is noted on them, control where it is not understood, and the gauges.

    3.4d-e: inside the line control is understood from Turn 2 on.
    """
    g = s.game
    inside = g.inside if s.turn > 1 else NO_SPACES
    spent = (s.amphibious, s.southern, s.great_victory, s.flood_used, s.rape_used)
    on_tracks = (s.turn, s.mp, s.at[g.ready], s.at[g.pool], s.flotilla, s.japanese, s.broken, spent)
    everybody: Units = (1 << g.units) - 1  # type: ignore[assignment]
    return Sight(
        everybody,
        _faces(g, bytes(s.steps), flotilla.face(s)),
        noted_on(s),
        (),
        ((CONTROL, s.japanese & ~s.broken & ~inside), (BREAK, s.broken)),
        again(s, tracks, on_tracks),
    )


@lru_cache(maxsize=256)
def _faces(g: Facts, steps: bytes, of_flotilla: int) -> bytes:
    """Per unit, the side that lies up: works have one, the flotilla turns with the river (9.17f)."""
    faces = bytearray(left or 1 for left in steps)
    faces[g.flotilla] = of_flotilla
    return bytes(faces)


def noted_on(s: State) -> tuple[tuple[int, Units], ...]:
    """Who is in the force, who is out of the game, and the garrisons that stand."""
    g = s.game
    out = s.at[g.out] & ~g.imperial if nothing_follows(s) else s.at[g.out]  # R20: most have only operated
    if s.flotilla != flotilla.GONE:
        out &= ~(1 << g.flotilla)
    gone = s.at[g.dead] | out | s.raiders_out
    return (IN_FORCE, bitset(chosen_units(s)) | s.force), (ELIMINATED, gone), (STANDING, s.standing)


def chosen_units(s: State) -> list[Unit]:
    """Units picked for the force that is being put together."""
    top = s.agenda[-1] if s.agenda else None
    return top.units if isinstance(top, Muster) else []


def tracks(s: State) -> dict[str, int]:
    """The gauges that matter now: survival on Turn 1, victory afterwards; capacities where there are any."""
    g = s.game
    out = {
        "turn": s.turn,
        "mp": s.mp,
        "ready": (s.at[g.ready] & g.ground).bit_count(),
        "pool": s.at[g.pool].bit_count(),
        "sea": g.amphibious_most - s.amphibious,
        "flotilla": s.flotilla,
    }
    if s.turn == 1:
        out["objectives"] = (g.objectives & own(s)).bit_count()
    else:
        out["victory-hexes"] = g.victory_hexes.bit_count() - missing_victory_hexes(s).bit_count()
        out["trunk-line"] = int(holds_trunk_line(s))
        out["breaks"] = s.broken.bit_count()
        out["garrisons"] = garrisons_needed(s)
    if g.from_the_south[s.turn]:
        out["south"] = g.from_the_south[s.turn] - s.southern
    spent = {"great-victory": s.great_victory, "flood": s.flood_used, "atrocities": s.rape_used}
    return out | {name: value for name, value in spent.items() if value}


def redact(s: State, side: Side) -> State:
    """A copy: there is nothing to take out, for the dice are not in the position."""
    return s.copy()


def resample(s: State, side: Side, rng: random.Random) -> State:
    """The position itself: what the pool gives is settled by the next die, not before."""
    return s.copy()


# --- invariants


def check(s: State) -> list[str]:
    """Every broken invariant of a position, as sentences."""
    return [*_check_counters(s), *_check_places(s), *_check_force(s), *flotilla.wrong(s), *_check_control(s)]


def _check_counters(s: State) -> list[str]:
    """2.1: 280 counters, each in one place."""
    g = s.game
    wrong = misplaced(s)
    if sum(map(int.bit_count, s.at)) + sum(row["count"] for row in g.markers) != 280:
        wrong.append("the 280 counters are not all accounted for")
    for unit in every(Unit, g.units):
        whole = s.steps[unit] == g.full[unit]
        if not whole and not (s.force >> unit & 1 and 0 < s.steps[unit] < g.full[unit]):
            wrong.append(f"{g.unit_ids[unit]} has {s.steps[unit]} steps outside an operation")
    return wrong


ALLOWED = {
    "Imperial": ("RESERVE", "READY", "GARRISON", "CITIES", "T2", "T3", "T4", "OUT"),
    "Puppet": ("RESERVE", "READY", "OUT"),
    "Navy": ("T1", "T2", "T3", "T4", "RESERVE", "OUT"),
    "Elite": ("POOL", "T2", "T3", "T4", "DEAD"),
    "Regular": ("POOL", "T2", "T3", "T4", "DEAD"),
    "Garrison": ("DEAD",),
    "Works": ("DEAD", "T2"),
    "Air": ("POOL", "T2", "DEAD"),
    "Communist": ("POOL", "BASE", "DEAD"),
}


def _check_places(s: State) -> list[str]:
    """Every kind of unit in one of its boxes or on the map; nobody at sea; garrisons where they belong."""
    g = s.game
    wrong = []
    for unit, space in per(Unit, s.where):
        name = g.unit_ids[unit]
        if space < g.hexes:
            if not g.land >> space & 1:
                wrong.append(f"{name} is at sea")
            if g.ground >> unit & 1 and not s.force >> unit & 1:
                wrong.append(f"{name} stands on the map without an operation")
        elif g.space_ids[space] not in ALLOWED[FORCES[g.force_of[unit]]]:
            wrong.append(f"{name} is in {g.space_names[space]}")
        if g.regiments >> unit & 1 and space == g.pool:
            wrong.append(f"{name} is in the pool")
        if (g.garrisons | g.works) >> unit & 1 and space not in (g.setup_at[unit], g.dead, g.changsha):
            wrong.append(f"{name} has moved")
    for hex_ in each(own(s)):
        if s.at[hex_] & (g.fighting | g.works) and hex_ != s.force_hex:
            wrong.append(f"Chinese counters are in Japanese {g.space_names[hex_]}")
    if s.at[g.city_box].bit_count() > g.cities.bit_count() or s.at[g.garrison_box].bit_count() > g.area_garrison:
        wrong.append("there are too many garrisons")
    return wrong


def _check_force(s: State) -> list[str]:
    """6.2, 9.1, 9.13: the force is in one hex, no larger than allowed, with points within its allowance."""
    g = s.game
    wrong = []
    if s.force.bit_count() > g.most_units[s.turn]:
        wrong.append("the force is too large")
    if s.force and any(s.where[u] != s.force_hex for u in each(s.force)):
        wrong.append("the force is not in one hex")
    idle = not s.force and s.winner == ONGOING and not any(isinstance(f, Entry) for f in s.agenda)
    if idle and (s.mp or s.objective != NO_SPACE or s.force_hex != NO_SPACE):
        wrong.append("an operation goes on without a force")
    if not 0 <= s.mp <= g.mp[s.turn]:
        wrong.append(f"{s.mp} MP are left")
    once = (s.rape_used, s.flood_used, s.hundred_used, s.fierce_used, s.changsha_set, s.great_victory, s.flotilla_used)
    if any(not 0 <= used <= 1 for used in once):
        wrong.append("what happens once has happened several times")
    if min(s.amphibious, s.southern) < 0:
        wrong.append("fewer than no units have come by sea or over the south edge")
    if s.amphibious > g.amphibious_most or s.southern > g.from_the_south[s.turn]:
        wrong.append("too many units have come by sea or over the south edge")
    return wrong


def _check_control(s: State) -> list[str]:
    """3.3, 4.2, 9.16: control of land only, breaks in Japanese hexes, no victory overlooked."""
    g = s.game
    wrong = []
    if s.japanese & ~g.land:
        wrong.append("the sea is under control")
    if s.broken & ~s.japanese:
        wrong.append("a railroad is broken that is not Japanese")
    if s.turn < g.treaty_ports_from and s.japanese & g.treaty_ports:
        wrong.append("a treaty port was taken too early")
    if s.turn > 1 and g.inside & ~s.japanese:
        wrong.append("a hex inside the objective line is Chinese")
    if s.winner == ONGOING and g.phases[s.phase].id != "administration" and has_won(s):
        wrong.append("the war is won and goes on")
    if s.turn > 1 and missing_objectives(s) & ~s.broken:
        wrong.append("an objective of Turn 1 was lost")
    return wrong

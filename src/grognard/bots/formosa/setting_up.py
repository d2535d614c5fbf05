"""Set-up: the Japanese garrison, and what the Allies look at first (3.0, 24.1)."""

from __future__ import annotations

from grognard.bots.formosa.staff_notes import Planner
from grognard.bots.formosa.weights import JapaneseWeights, japanese
from grognard.bots.formosa.worth import values
from grognard.games.formosa.facts import JAPANESE, Facts
from grognard.games.formosa.recruiting import price
from grognard.games.formosa.stacking import counted
from grognard.games.formosa.state import State
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit

AT_HOME = 3.0
"""What it is worth that a coastal defence stands in the port it is named for."""


def use(s: State, unit: Unit, w: JapaneseWeights) -> float:
    """Worth of a counter to the garrison, in factors."""
    g = s.game
    extra = w.setup_static if g.fortresses >> unit & 1 else w.setup_letter if g.attack_letter >> unit & 1 else 0.0
    return g.cf[unit] + extra


def set_up(staff: Planner, s: State, asked: Decision) -> Option | None:
    """24.1b: fortresses first, then regiments, then purchases while more than a reserve is left."""
    g = s.game
    w = japanese(staff.weights)
    owed = [o for o in asked.options if o[0] == "set-up"]
    if owed:
        return max(owed, key=lambda o: (g.takes_static_place >> unit_of(o) & 1, use(s, unit_of(o), w), -unit_of(o)))
    spare = s.lp[JAPANESE] - w.setup_kept
    shop = [o for o in asked.options if o[0] == "recruit" and 0 < price(s, unit_of(o)) <= spare]
    if shop:
        best = max(shop, key=lambda o: (use(s, unit_of(o), w) / price(s, unit_of(o)), -unit_of(o)))
        return staff.because(best, "It gives the most strength for its price.")
    return ("end-set-up",)


def set_up_unit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """3.0d: where points are; the second and third of a stack behind walls."""
    unit: Unit = asked.about[0]
    w = japanese(staff.weights)

    def good(option: Option) -> float:
        return garrison_score(s, unit, space_of(option), w) + staff.rng.random() * w.setup_jitter

    best = max(asked.options, key=good)
    return staff.because(
        best, f"{s.game.space_names[space_of(best)]} needs it most: for its victory points, defences and beaches."
    )


def garrison_score(s: State, unit: Unit, hex_: Space, w: JapaneseWeights) -> float:
    """Score of a unit's place before anybody has landed."""
    g = s.game
    value = values(g).get(hex_, 0.0)
    if g.takes_static_place >> unit & 1:
        return value + (0.5 if g.cities >> hex_ & 1 else 0.0) + AT_HOME * is_at_home(g, unit, hex_)
    if g.camp >> unit & 1:
        return -float(bool(g.coast >> hex_ & 1)) + 0.5 * s.at[hex_].bit_count()
    k = counted(s, hex_, JAPANESE).bit_count()
    keep = (1.0, w.setup_second, w.setup_third)
    if k >= len(keep):
        return -9.0
    walls = 1.0 + w.setup_walls * g.terrain_shift[JAPANESE][hex_][0]
    anchored = bool(s.at[hex_] & g.fortresses)
    total = value * keep[k] * walls * (w.setup_anchor if anchored else 1.0)
    if not k and g.landable >> hex_ & 1:
        total += w.setup_beach + beach_value(g, hex_, w)
    if not k and g.airfields >> hex_ & 1:
        total += 0.3
    return total


def is_at_home(g: Facts, unit: Unit, hex_: Space) -> bool:
    """Whether a coastal defence bears the name of the port."""
    return bool(g.coastal_defences >> unit & 1) and g.unit_names[unit].split()[0] in g.space_names[hex_]


def beach_value(g: Facts, hex_: Space, w: JapaneseWeights) -> float:
    """A beach by what lies next to it."""
    return w.setup_beyond * sum(values(g).get(h, 0.0) for h in g.land_steps[hex_])


def reconnaissance(staff: Planner, s: State, asked: Decision) -> Option | None:
    """24.1o: ports first, the thinly held ones before the others."""
    g = s.game

    def good(option: Option) -> float:
        hex_ = space_of(option)
        return values(g).get(hex_, 0.0) + 2.0 * bool(g.ports >> hex_ & 1) - 0.5 * s.at[hex_].bit_count()

    return max((o for o in asked.options if o[0] == "scout"), key=good, default=None)

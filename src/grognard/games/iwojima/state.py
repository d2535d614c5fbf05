"""Chapter 3: the position, and the few ways in which a counter may change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grognard.games.iwojima.facts import JP, US, Facts
from grognard.kernel.bits import each
from grognard.kernel.flow import EVERYONE, GameOver
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.state import Pieces, place

JP_ONLY = 1 << JP


@dataclass(slots=True, eq=False)
class State(Pieces[Facts]):
    """One position of Iwo Jima."""

    fired: Units = NO_UNITS
    """Units turned to Fired; for support units: used this turn."""
    concealed: Units = NO_UNITS
    face_down: Units = NO_UNITS
    """Air units grounded by the weather."""
    moved: Units = NO_UNITS
    """Units that have moved in this Movement Phase."""
    control: Spaces = NO_SPACES
    """Areas with a US Control marker."""
    caves: list[int] = field(default_factory=list)
    """Per area, Concealed Caves."""
    shown: list[int] = field(default_factory=list)
    """Per area, Revealed Caves."""
    probed: Spaces = NO_SPACES
    """Areas whose Caves have all been Revealed, so that everybody knows that no more are there."""
    beachheads: Spaces = NO_SPACES
    safe: Spaces = NO_SPACES
    flag: int = 0
    """0 in the Reserve Box, 1 placed this turn, 2 placed and scored."""
    vp: list[int] = field(default_factory=list)
    weather: int = 0
    landed: list[int] = field(default_factory=list)
    """Per area, units that landed there this turn."""
    target: list[Space] = field(default_factory=list)
    """Per unit, the area it is to bombard or assault, or -1."""
    named: Spaces = NO_SPACES
    """Areas whose designation is confirmed and still to be resolved."""
    allowance: int = 0
    """Japanese units that may still move this phase."""
    kirikami: int = 0
    banzai: int = 0
    third_landed: int = 0
    """Whether the 3rd Division's entry away from a Beachhead has been scored."""
    ask: int = 0
    """0: the Japanese player is asked at every window; 1: only when something can be done there."""
    loss_order: list[Unit] = field(default_factory=list)
    """R47: Concealed units with a place in the standing loss order of the area they are in, first to lose first."""
    by_order: int = 0
    """1: the Japanese player is never asked about Concealed losses: the standing loss orders are used (R47)."""
    removed: Units = NO_UNITS
    """Units taken out of the game for overstacking: they never come back (R6)."""
    once: int = 0
    """1: the other reading of R26, by which no unit fires twice between two turns."""
    spent: Units = NO_UNITS
    """Under that reading, the Japanese units that have given Defensive Fire in this turn."""
    unseen: int = 0
    """Rolls that only the Japanese player saw: those of a set-up drawn by lot. It is not saved with the position."""

    def to_json(self) -> dict[str, Any]:
        """What only the other reading of R26 needs is left out elsewhere: other games keep their fingerprints."""
        values = Pieces.to_json(self)
        del values["unseen"]
        return {name: value for name, value in values.items() if value or name not in ("once", "spent")}


def count(members: Units | Spaces) -> int:
    """How many units or areas a set holds."""
    return members.bit_count()


# --- 3, Stacking


def us_room(s: State, area: Space) -> bool:
    """3.Stacking-a, R6: a further US ground unit may stand here."""
    return count(s.at[area] & s.game.us_ground) < s.game.max_us


def jp_room(s: State, area: Space) -> bool:
    """3.Stacking-a, R6: a further Japanese unit may stand here, Concealed and Revealed counted together."""
    return count(s.at[area] & s.game.jp) < s.game.max_jp


def enforce_stacking(s: State, area: Space, last: Unit) -> None:
    """3.Stacking-b, R6: the unit that entered last leaves the game for good when a limit is passed.

    Play never gets here: every entry that would pass a limit is refused.
    """
    g = s.game
    own, limit = (g.us_ground, g.max_us) if g.side_of[last] == US else (g.jp, g.max_jp)
    if count(s.at[area] & own) > limit:
        s.steps[last] = 0
        s.concealed &= ~(1 << last)
        s.removed |= 1 << last
        place(s, last, g.reserve)
        s.tell("overstacked", last, area, cases=("3.Stacking-b",))


# --- 3, Unit Status Change


def reveal(s: State, unit: Unit, *cases: str) -> None:
    """3.StatusChange: the unit goes to the main map, with its steps and facing."""
    bit = 1 << unit
    if s.concealed & bit:
        s.concealed &= ~bit
        leave_loss_order(s, unit)
        s.news += 1
        fired = s.fired >> unit & 1
        s.tell("revealed", unit, s.where[unit], s.steps[unit], fired, cases=cases or ("3.StatusChange-c",))


def reveal_caves(s: State, area: Space, number: int, *cases: str) -> None:
    """3.StatusChange-d: Caves come to the main map for good."""
    if number:
        s.caves[area] -= number
        s.shown[area] += number
        s.news += 1
        s.tell("caves-revealed", area, number, cases=cases)


def probe_caves(s: State, area: Space, *cases: str) -> None:
    """Every Cave of an area is Revealed, and everybody knows that there are no more."""
    reveal_caves(s, area, s.caves[area], *cases)
    s.probed |= 1 << area


def is_public(s: State) -> bool:
    """R56: all Japanese units are Revealed or openly dead, so that nothing Concealed is left to be found."""
    return not s.concealed and not s.at[s.game.secret]


# --- 3, Step Losses


def lose_step(s: State, unit: Unit, *cases: str) -> None:
    """3.Losses, 23.2(1): one step fewer; a US step is a Japanese VP at once; the last step is the unit's end."""
    g = s.game
    s.steps[unit] -= 1
    seen = JP_ONLY if s.concealed >> unit & 1 else EVERYONE
    s.tell("step-lost", unit, s.where[unit], s.steps[unit], cases=cases, seen=seen)
    if not s.steps[unit]:
        bury(s, unit)
    if g.side_of[unit] == US:
        score(s, JP, g.vp_step, "step", unit, "23.2(1)")
    if not s.steps[unit]:
        check_survivors(s, g.side_of[unit])


def eliminate(s: State, unit: Unit) -> None:
    """A unit leaves the game with all its steps: the spent rocket (22.5b), the HQ after a Banzai Charge (22.3.1c)."""
    bury(s, unit)
    check_survivors(s, s.game.side_of[unit])


def bury(s: State, unit: Unit) -> None:
    """R7: US units go to the Reserve Box, Revealed Japanese units to the public box, Concealed ones to the secret."""
    g = s.game
    bit = 1 << unit
    s.steps[unit] = 0
    s.fired &= ~bit
    s.target[unit] = NO_SPACE
    if g.us >> unit & 1:
        place(s, unit, g.reserve)
    elif s.concealed & bit:
        s.concealed &= ~bit
        leave_loss_order(s, unit)
        place(s, unit, g.secret)
    else:
        place(s, unit, g.eliminated)


def leave_loss_order(s: State, unit: Unit) -> None:
    """R47: a unit that is Revealed, dies or goes elsewhere has no place in its area's standing loss order any more."""
    if unit in s.loss_order:
        s.loss_order.remove(unit)


# --- 24 End of game


def score(s: State, side: Side, points: int, why: str, about: int, *cases: str) -> None:
    """3.VP-a, 24(2): VP are marked as they fall, with what they are for, and 40 end the game at once."""
    s.vp[side] += points
    s.tell("scored", side, points, s.vp[side], why, about, cases=cases)
    if s.vp[side] >= s.game.goal:
        raise GameOver(side, "forty", ("24(2)",))


def check_survivors(s: State, side: Side) -> None:
    """24(1), R33: a side with no unit left loses at once. Waiting 3rd Division and landing units still count."""
    if not survivors(s, side):
        raise GameOver(1 - side, "wiped-out", ("24(1)",))


def survivors(s: State, side: Side) -> Units:
    """24(1), R33: the ground units that a side has left, ashore, aboard or waiting to be committed."""
    g = s.game
    if side == JP:
        return g.jp & ~s.at[g.eliminated] & ~s.at[g.secret] & ~s.at[g.reserve]
    alive = g.us_ground & ~s.at[g.reserve]
    for unit in each(g.third_division & s.at[g.reserve]):
        if s.steps[unit]:
            alive |= 1 << unit
    return alive

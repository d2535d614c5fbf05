"""The position, and the few ways in which a counter or a hex may change (2.12-2.15, 3.5, 9.7)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, US, Facts
from grognard.kernel import state as kernel
from grognard.kernel.bits import members
from grognard.kernel.flow import Term
from grognard.kernel.ids import NO_SIDE, NO_SPACE, NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit, Units

UNDECIDED, LAUNCHED, CANCELLED = range(3)


@dataclass(slots=True, eq=False)
class State(kernel.Pieces[Facts]):
    """One position of Operation Ichi-Go."""

    counting = ("rolls", "news", "clock", "order")

    present: list[Spaces] = field(default_factory=list)
    """Per nation (China, US, Japan), the hexes where it has units."""
    order: list[int] = field(default_factory=list)
    """Per unit, when it came to its hex: the first that came lies on top (R63)."""
    clock: int = 0
    front: list[Unit] = field(default_factory=list)
    """Per Chinese regular (in their order), the unit whose front it carries. Nobody may know it while untried."""
    tried: Units = NO_UNITS
    """Chinese regulars whose front is open."""
    japanese: Spaces = NO_SPACES
    """Tracked hexes under Japanese control (3.5, R14); every other tracked hex is Allied."""
    fallen: Spaces = NO_SPACES
    """Initially Japanese cities that have ever been Allied-controlled (R70)."""
    causeway: int = UNDECIDED
    beachheads: list[Space] = field(default_factory=list)
    """The Formosa and the mainland beachhead hex, as far as they exist."""
    collapse_rolled: int = 0
    air_side: Side = NO_SIDE
    """Who holds air superiority this turn (R28), if anybody does."""
    air_markers: Spaces = NO_SPACES
    air_range: Spaces = NO_SPACES
    b29: Space = NO_SPACE
    b29_used: int = 0
    cut_off: Units = NO_UNITS
    """Japanese units that the B-29 raid puts out of supply for the turn (R30)."""
    airlift_used: int = 0
    airdrop_used: int = 0
    aerial: Space = NO_SPACE
    """The hex of the aerial supply marker."""
    aerial_placed: int = 0
    fourteenth_open: int = 1
    began: list[int] = field(default_factory=list)
    """Per unit, the hex in which it began this movement phase; once airlifted, the key of its own die (R46, R85)."""
    rolled_hexes: list[int] = field(default_factory=list)
    rolled_mp: list[int] = field(default_factory=list)
    """Movement dice of this phase by where units began it (R45, R46)."""
    moved: Units = NO_UNITS
    attacked: Units = NO_UNITS
    """Units that have made their attack this phase."""
    targets: Spaces = NO_SPACES
    """Hexes that have been attacked this phase (R49)."""
    beaten: Spaces = NO_SPACES
    """Cities whose garrison has been beaten this phase; it is back when the phase ends (R18)."""
    strategic: Units = NO_UNITS
    """Units that may move strategically in this phase: judged when it began (10.17, R47)."""
    fights_first: int = 0
    """Whether the nation whose phases these are fights before it moves (5.5)."""
    arrived: Units = NO_UNITS
    """Units that came in during this Phase I or V."""


def place(s: State, unit: Unit, space: Space) -> None:
    """Put a unit in a space, at the bottom of its stack."""
    g = s.game
    old = s.where[unit]
    kernel.place(s, unit, space)
    s.clock += 1
    s.order[unit] = s.clock
    nation = g.nation_of[unit]
    own = g.of_nation[nation]
    for hex_ in (old, space):
        if hex_ < g.hexes:
            if s.at[hex_] & own:
                s.present[nation] |= 1 << hex_
            else:
                s.present[nation] &= ~(1 << hex_)


def allied_hexes(s: State) -> Spaces:
    """Hexes with a Chinese or US unit."""
    return s.present[CHINA] | s.present[US]


def enemy_hexes(s: State, side: Side) -> Spaces:
    """Hexes with units of the other side."""
    return s.present[JAPAN] if side == ALLIED else allied_hexes(s)


def has_garrison(s: State, hex_: Space) -> bool:
    """11.29a, R16, R19: an initially Japanese city, Japanese-controlled, with no Japanese unit in it."""
    return bool(garrisons(s) >> hex_ & 1)


def garrisons(s: State) -> Spaces:
    """11.29a, d, e: the cities that their garrison defends now."""
    return s.game.japanese_cities & s.japanese & ~s.present[JAPAN] & ~s.beaten


# --- 3.5 control


def tracked(s: State) -> Spaces:
    """R14: cities, railroad, land north edge, beachheads."""
    hexes = s.game.tracked_at_start
    for beach in s.beachheads:
        hexes |= 1 << beach
    return hexes


def take_control(s: State, hex_: Space, side: Side) -> bool:
    """3.5a, R15: a unit of the other side is in the hex; whether control changed. Victory checks are the caller's."""
    bit = 1 << hex_
    if not tracked(s) & bit or bool(s.japanese & bit) == (side == JAPANESE):
        return False
    s.japanese ^= bit
    if side == ALLIED:
        s.fallen |= bit & s.game.japanese_cities
    s.tell("control", hex_, side, cases=("3.5a",), sum=lambda: control_terms(s, bit))
    return True


def control_terms(s: State, bit: Spaces) -> list[Term]:
    """3.5a, 4.2, 8.7: what else a hex means that has changed hands."""
    g = s.game
    out = []
    if g.rail_set & bit:
        out.append(Term("railroad", ((g.rail_set & s.japanese).bit_count(), len(g.railroad)), ("4.2c",)))
    if g.airbases & bit:
        held = (g.airbases & ~s.japanese).bit_count()
        out.append(Term("bases", (held, g.air_by_bases[held]), ("8.7a",)))
    if g.japanese_cities & bit:
        out.append(Term("garrison-back" if s.japanese & bit else "garrison-gone", (), ("11.29d",)))
    return out


# --- 2.14, 2.15, 3.3: strength and fronts


def face(s: State, unit: Unit) -> Unit:
    """The unit whose values this counter has: its own, or the front that a Chinese regular carries."""
    g = s.game
    return s.front[g.regular_index[unit]] if g.regulars >> unit & 1 else unit


def is_untried(s: State, unit: Unit) -> bool:
    """3.3a: a Chinese regular whose front nobody has seen."""
    return bool(s.game.regulars & ~s.tried & 1 << unit)


def factor(s: State, unit: Unit, attacking: bool) -> int:
    """2.10, 2.12: the combat factor at the steps it has; statics have none in attack."""
    values = (s.game.attack if attacking else s.game.defence)[face(s, unit)]
    return values[s.steps[unit]] if s.steps[unit] < len(values) else values[-1]


def lose_step(s: State, unit: Unit, *cases: str) -> None:
    """2.15b-d: one step fewer, or the unit's end."""
    s.steps[unit] -= 1
    s.tell("step-lost", unit, face(s, unit), s.where[unit], s.steps[unit], cases=cases)
    if not s.steps[unit]:
        eliminate(s, unit)


def eliminate(s: State, unit: Unit) -> None:
    """R81: Chinese regulars go back to the pool, untried; all others are dead for good."""
    g = s.game
    bit = 1 << unit
    if g.regulars & bit:
        return_to_pool(s, unit)
        return
    s.steps[unit] = 0
    s.cut_off &= ~bit
    place(s, unit, g.japanese_dead if g.nation_of[unit] == JAPAN else g.allied_dead)


def return_to_pool(s: State, unit: Unit) -> None:
    """2.14b, 9.7d, R86: untried again, and nobody can follow it from there: lots are drawn when the pool is used."""
    s.tried &= ~(1 << unit)
    s.steps[unit] = s.game.full[unit]
    place(s, unit, s.game.pool)


def nation_units(s: State, hex_: Space, nation: int) -> list[Unit]:
    """The units of a nation in a hex, in the order in which they came."""
    return sorted(members(s.at[hex_] & s.game.of_nation[nation]), key=s.order.__getitem__)

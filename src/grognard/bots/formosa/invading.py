"""Landings and shipping: which shore, with whom, and who follows (10, 21)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.bots.formosa.combat_outcomes import Clash, prospect
from grognard.bots.formosa.staff_notes import Planner
from grognard.bots.formosa.weights import AlliedWeights, allied
from grognard.bots.formosa.worth import objectives, pull, site_values, strength_at, values
from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.formosa.invasion import transports
from grognard.games.formosa.state import State, allied_hexes, functional, units_at
from grognard.games.formosa.supply import closed, working_ports
from grognard.games.formosa.transfer import destinations
from grognard.games.formosa.zones import exerting
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNITS, Space, Unit, Units

NEIGHBOURS = 3
FIGHTER = 3
LINE = 5
"""How long a line of supply may be."""
BEGINNINGS = 8
"""How many first landings are followed up in thought."""
LEAST_ABOARD = 2
"""Fighters without whom no further marker is used."""


@dataclass(slots=True)
class Landing:
    """One shore, with so many markers."""

    target: Space
    markers: int
    gain: float
    seas: list[Space] = field(default_factory=list)


def fighters(s: State, units: Units) -> list[Unit]:
    """Those that lead a landing, best first: one with the attack letter, then by strength."""
    g = s.game
    found = [u for u in each(units) if g.cf[u] > FIGHTER and s.where[u] >= g.hexes]
    found.sort(key=lambda u: (-g.cf[u], u))
    return found


def landings(s: State, markers: int, stack: int, w: AlliedWeights, taken: tuple[Space, ...] = ()) -> list[Landing]:
    """Every shore that could be landed on, the most promising first."""
    g = s.game
    goals = objectives(s, ALLIED)
    ready = fighters(s, transports(s))
    if not ready:
        return []
    friends = allied_hexes(s) & g.land | bitset(taken)
    ports = working_ports(s) | bitset(taken) & g.ports
    has_port = bool(ports)
    supplied_from = g.traces(ports, closed(s, ALLIED), 0)[LINE - 1] if ports else NO_SPACES
    found: list[Landing] = []
    for hex_ in each(g.landable & ~(allied_hexes(s) | bitset(taken))):
        gain, away = w.shore_pull * pull(s, hex_, goals, w), g.map.distances[hex_]
        crowd = [h for h in each(s.present[JAPAN]) if away[h] == 2]
        gain -= w.shore_crowd * sum(strength_at(s, h, JAPANESE, ALLIED, w) for h in crowd)
        if g.ports >> hex_ & 1:
            gain += w.next_port if has_port else w.first_port
        elif not ports >> hex_ & 1 and not g.enterable[0][hex_] & supplied_from:
            gain -= w.shore_unsupplied
        if friends:
            near = min(away[h] for h in each(friends))
            gain += w.shore_together if near <= NEIGHBOURS else -w.shore_alone * (len(taken) > 0)
        if s.present[JAPAN] >> hex_ & 1:
            found += assaults(s, hex_, gain, ready, markers, w)
        else:
            value = values(g).get(hex_, 0.0)
            gain += w.shore_value * value + forced(s, hex_, ready[:stack], w) - w.marker
            found.append(Landing(hex_, 1, gain))
    return sorted(found, key=lambda x: (-x.gain / x.markers, x.target))


def campaign(s: State, w: AlliedWeights) -> list[Landing]:
    """All landings of a phase: of those that begin well, the row that promises most in all."""
    taken = tuple(s.marker_target)
    firsts = promising(s, s.amphibious, len(s.marker_hex), taken, w)[:BEGINNINGS]
    rows = [follow_up(s, first, taken, w) for first in firsts]
    return max(rows, key=lambda row: sum(x.gain for x in row), default=[])


def promising(s: State, markers: int, sent: int, taken: tuple[Space, ...], w: AlliedWeights) -> list[Landing]:
    """The landings that pay, while there are enough fighters for them."""
    ready = len(fighters(s, transports(s)))
    if not markers or (sent and ready - sent * (s.game.marker_units - 1) < LEAST_ABOARD):
        return []
    found = landings(s, markers, s.game.marker_units, w, taken)
    return [x for x in found if x.gain >= w.shore_least]


def follow_up(s: State, first: Landing, taken: tuple[Space, ...], w: AlliedWeights) -> list[Landing]:
    """A landing and those that are best after it, one after the other."""
    row = [first]
    sent = len(s.marker_hex) + first.markers
    left = s.amphibious - first.markers
    while found := promising(s, left, sent, (*taken, *(x.target for x in row)), w):
        row.append(found[0])
        sent += found[0].markers
        left -= found[0].markers
    return row


def assaults(s: State, target: Space, gain: float, ready: list[Unit], markers: int, w: AlliedWeights) -> list[Landing]:
    """10.2.2: with one, two or three markers at sea."""
    g = s.game
    used = set(s.marker_hex)
    seas = [h for h in each(g.sea_near[target]) if h not in used]
    found = []
    for count in range(1, min(3, markers, len(seas)) + 1):
        units = ready[: g.marker_units * count - 1]
        places = {u: seas[i // g.marker_units] for i, u in enumerate(units)}
        lp = min(g.most_attack_lp[ALLIED], s.lp[ALLIED])
        clash = Clash(
            ALLIED, ALLIED, units, [target], w, where=places, assault=True,
            tac=min(2, sum(s.tac_tactical[:2]) or 2), gunfire=2 * (not s.no_gunfire), attack_lp=lp,
            defence_lp=min(1, s.lp[JAPANESE]),
        )  # fmt: skip
        outlook = prospect(s, clash)
        after = forced(s, target, units[:4], w)
        total = outlook.gain + outlook.clears * (gain + min(after, 0.0)) - w.marker * count - w.assault
        found.append(Landing(target, count, total, seas[:count]))
    return found


def forced(s: State, hex_: Space, units: list[Unit], w: AlliedWeights) -> float:
    """10.2.1c: the attack that those who land must make on the units next to them."""
    contacts = s.game.land_near[hex_] & exerting(s, JAPANESE) & ~(1 << hex_)
    if not contacts:
        return 0.0
    tac = 2 if sum(s.tac_tactical[:2]) or not s.planned else 0
    clash = Clash(ALLIED, ALLIED, units, members(contacts), w, where=dict.fromkeys(units, hex_), tac=tac, gunfire=1)
    gain = prospect(s, clash).gain
    return min(w.shore_fear * gain, 0.5 * gain)


# --- 10.1 markers


def markers(staff: Planner, s: State, asked: Decision) -> Option | None:
    """10.1h: shore after shore; an assault takes its markers one after the other."""
    pending: list[tuple[Space, Space]] = staff.recall("assault", s.turn, list)
    while pending:
        option: Option = ("assault-marker", *pending.pop(0))
        if option in asked.options:
            return option
    plan = staff.recall("landings", s.turn, lambda: campaign(s, allied(staff.weights)))
    if not plan:
        return drop_zone(s, asked) or ("end-markers",)
    best = plan.pop(0)
    why = f"{s.game.space_names[best.target]} is worth {best.gain:.1f} VP."
    if not best.seas:
        return staff.because(("land-marker", best.target), why)
    pending[:] = [(sea, best.target) for sea in best.seas]
    return staff.because(("assault-marker", *pending.pop(0)), why)


def drop_zone(s: State, asked: Decision) -> Option | None:
    """10.3: airborne units on an airfield that nobody holds."""
    g = s.game
    if not s.at[g.staging] & g.airborne:
        return None
    drops = [o for o in asked.options if o[0] == "drop-marker" and not g.land_near[space_of(o)] & s.present[JAPAN]]
    return max(drops, key=lambda o: values(g).get(space_of(o), 0.0), default=None)


def board(staff: Planner, s: State, asked: Decision) -> Option | None:
    """10.2: an engineer for a site that has none, an attack letter, and the strongest that still wait off the map."""
    g = s.game
    hex_: Space = asked.about[0]
    target: Space = asked.about[1]
    aboard: int = asked.about[2]
    units = [unit_of(o) for o in asked.options if o[0] == "board" and s.where[unit_of(o)] >= g.hexes]
    if not units:
        return ("end-boarding",)
    meant = NO_UNITS
    for sea, goal in zip(s.marker_hex, s.marker_target, strict=True):
        if goal == target:
            meant |= s.at[sea]
    here = s.at[hex_] | meant | s.at[target]
    builders = [u for u in units if g.engineers >> u & 1]
    wants_base = g.sites >> target & 1 and not here & g.engineers
    if builders and wants_base and aboard == g.marker_units - 1:
        return staff.because(("board", builders[0]), "Engineers are needed to build the base.")
    letters = [u for u in units if g.attack_letter >> u & 1 and g.cf[u] > FIGHTER]
    if letters and not here & g.attack_letter:
        return ("board", letters[0])
    strong = fighters(s, bitset(units))
    strong = [u for u in strong if not g.is_mech[u]] or strong
    if strong:
        return ("board", strong[0])
    if builders and wants_base:
        return ("board", builders[0])
    return ("end-boarding",)


def assault(staff: Planner, s: State, asked: Decision) -> Option | None:
    """The most valuable shore first, while there is gunfire."""
    return max(asked.options, key=lambda o: values(s.game).get(space_of(o), 0.0))


def land(staff: Planner, s: State, asked: Decision) -> Option | None:
    """10.2.2i: the engineer where there is something to build, then the strongest."""
    g = s.game
    target: Space = asked.about[0]
    wants_base = g.sites >> target & 1 and not s.at[target] & g.engineers

    def good(option: Option) -> float:
        unit = unit_of(option)
        if g.engineers >> unit & 1:
            return 9.0 if wants_base else -1.0
        return g.cf[unit] + 0.5 * (g.attack_letter >> unit & 1)

    return max(asked.options, key=good)


# --- 21 naval transfer


def transfer(staff: Planner, s: State, asked: Decision) -> Option | None:
    """21.0: engineers, then fighters, then headquarters and guns out of the Staging Area."""
    g = s.game
    working = functional(s)
    waiting = [
        u
        for o in asked.options
        if o[0] == "ship" and (s.where[u := unit_of(o)] >= g.hexes or (g.engineers >> u & working >> s.where[u] & 1))
    ]
    best: tuple[float, Unit, Space] | None = None
    kinds: dict[tuple[int, int, int, Space], tuple[float, Space]] = {}
    for unit in waiting:
        kind = (g.nation_of[unit], g.cf[unit], g.is_mech[unit], s.where[unit])
        if kind not in kinds:
            options = [(ship_score(s, unit, h, allied(staff.weights)), h) for h in destinations(s, unit) if h < g.hexes]
            kinds[kind] = max(options, default=(-1.0, NO_SPACE))
        score, hex_ = kinds[kind]
        if hex_ >= 0 and score > 0 and (best is None or score > best[0]):
            best = score, unit, hex_
    if best is None:
        return ("end-transfer",)
    staff.voyage = best[1], best[2]
    return staff.because(("ship", best[1]), f"It is needed at {g.space_names[best[2]]}.")


def ship_score(s: State, unit: Unit, hex_: Space, w: AlliedWeights) -> float:
    """Gain from putting a unit ashore there."""
    g = s.game
    here = units_at(s, hex_, ALLIED)
    if g.engineers >> unit & 1:
        site = site_values(g).get(hex_, 0.0)
        ashore = s.where[unit] < g.hexes
        if functional(s) >> hex_ & 1 or here & g.engineers & ~s.bases:
            return 0.3 if not ashore and not here & g.engineers & ~s.bases else -1.0
        return 1.0 + site if site else -1.0 if ashore else 0.1
    room = g.most_mobile[ALLIED] - (here & ~s.bases).bit_count()
    builder_missing = g.sites >> hex_ & 1 and not here & g.engineers
    if room <= 1 and builder_missing:
        return -1.0
    goals = objectives(s, ALLIED)
    if g.headquarters >> unit & 1:
        return 0.6 + 0.1 * pull(s, hex_, goals, w) if not here & g.headquarters else -1.0
    contact = bool(g.land_near[hex_] & exerting(s, JAPANESE))
    return 0.8 + 0.1 * pull(s, hex_, goals, w) + (0.5 if contact else 0.0) + 0.02 * g.cf[unit]


def ship(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Goal of a shipped unit."""
    unit: Unit = asked.about[0]
    if staff.voyage[0] == unit:
        option: Option = ("ship-to", staff.voyage[1])
        if option in asked.options:
            return option
    goals = objectives(s, ALLIED)
    g = s.game
    w = allied(staff.weights)
    return max(asked.options, key=lambda o: pull(s, space_of(o), goals, w) if space_of(o) < g.hexes else -1.0)

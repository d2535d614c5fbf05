"""Logistics points: what is bought, where it goes, and which bases are built (7, 8, 20)."""

from __future__ import annotations

from grognard.bots.formosa.distances import distances
from grognard.bots.formosa.hex_choice import builders_left, closeness, keeping, may_build
from grognard.bots.formosa.invading import landings
from grognard.bots.formosa.staff_notes import Planner
from grognard.bots.formosa.weights import AlliedWeights, allied, japanese
from grognard.bots.formosa.worth import objectives, pull, site_values, turns_left, values
from grognard.games.formosa.bases import base_price
from grognard.games.formosa.facts import ALLIED, CW, JAPANESE, US
from grognard.games.formosa.recruiting import price
from grognard.games.formosa.stacking import counted
from grognard.games.formosa.state import State, allied_hexes, functional, gunfire_in_play, tac_in_play
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Space, Spaces, Unit
from grognard.kernel.words import numbered

MARKER_PRICE = 3
LAST_REBUILDING = 2


def allied_set_up(staff: Planner, s: State, asked: Decision) -> Option | None:
    """24.1j: markers, the B-29, and enough left for the first base."""
    w = allied(staff.weights)
    if s.amphibious < w.first_markers[s.scenario] and ("buy", "amphibious") in asked.options:
        return ("buy", "amphibious")
    if s.lp[ALLIED] > w.kept_at_start + 3 and ("buy", "b29") in asked.options:
        return ("buy", "b29")
    return ("end-set-up",)


def recruit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.0b."""
    return (allied_recruit if staff.side == ALLIED else japanese_recruit)(staff, s, asked)


# --- Allied


def unbuilt(s: State) -> Spaces:
    """Sites that the Allies hold without a base."""
    return allied_hexes(s) & s.game.sites & ~functional(s)


def allied_recruit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Bases are paid first; then losses are made good, engineers, markers, fresh divisions, aircraft."""
    g = s.game
    w = allied(staff.weights)
    lp = s.lp[ALLIED]
    last = turns_left(s) <= 1
    due = sum(base_price(s, h) for h in members(unbuilt(s)))
    reserve = min(due, w.kept_for_bases) + (0 if last else w.kept)
    units = [unit_of(o) for o in asked.options if o[0] == "recruit"]
    lost = [u for u in units if s.where[u] == g.replacements[ALLIED]]
    fresh = [u for u in units if s.where[u] != g.replacements[ALLIED]]
    if last:
        paying = [u for u in lost if g.worth_vp >> u & 1]
        if paying:
            cheapest = min(paying, key=lambda u: price(s, u))
            return staff.because(("recruit", cheapest), "A unit back in play is a point less for the enemy.")
        return ("end-recruit",)
    builders = [u for u in (*lost, *fresh) if g.engineers >> u & 1]
    at_work = [u for u in members(g.engineers & ~s.bases) if s.where[u] < g.hexes or s.where[u] == g.staging]
    if builders and len(at_work) <= unbuilt(s).bit_count() + 1 and lp - price(s, builders[0]) >= w.kept:
        sites = numbered(unbuilt(s).bit_count(), "base site")
        why = f"{numbered(len(at_work), 'engineer')} for {sites}: two in reserve are worth having."
        return staff.because(("recruit", builders[0]), why)
    affordable = [u for u in lost if lp - price(s, u) >= reserve]
    if affordable:
        best = max(affordable, key=lambda u: (g.cf[u] + 2) / price(s, u))
        return staff.because(("recruit", best), "Replace losses while it is cheap.")
    if ("buy", "amphibious") in asked.options and (worth := another_landing(s, lp - reserve, w)):
        return staff.because(("buy", "amphibious"), f"Another landing is worth {worth:.1f} VP.")
    for nation, what in ((US, "us-gunfire"), (CW, "cw-gunfire")):
        short = gunfire_in_play(s, nation) < (w.least_guns if nation == US else s.scenario)
        if short and ("buy", what) in asked.options and lp - g.price["gunfire"] >= reserve:
            return ("buy", what)
    if tac_in_play(s, US) < w.least_tac and ("buy", "us-tac") in asked.options and lp - 1 >= reserve:
        return ("buy", "us-tac")
    able = [u for u in fresh if lp - price(s, u) >= reserve and g.cf[u] > 3 and not g.airborne >> u & 1]
    if able and turns_left(s) > w.fresh_turns:
        return ("recruit", max(able, key=lambda u: (g.cf[u] / price(s, u), -u)))
    staffs = [u for u in fresh if g.headquarters >> u & 1 and lp - price(s, u) >= reserve + 4]
    if staffs and turns_left(s) > 3:
        return ("recruit", staffs[0])
    if s.b29 == 0 and lp - g.price["b29"] >= reserve + 4 and ("buy", "b29") in asked.options:
        return ("buy", "b29")
    return ("end-recruit",)


def another_landing(s: State, spare: float, w: AlliedWeights) -> float:
    """The gain of one more landing with units that wait off the map; nothing where it would not pay."""
    g = s.game
    waiting = s.at[g.staging] | (s.at[g.amoy_box] if s.amoy else NO_UNITS)
    fighters = sum(g.cf[u] > 3 for u in members(waiting & g.of_side[ALLIED]))
    if spare < MARKER_PRICE or turns_left(s) < 2 or fighters < 3 + 4 * s.amphibious or s.amphibious >= 2:
        return 0.0
    best = landings(s, s.amphibious + 1, 4, w)
    return best[0].gain if best and best[0].gain > w.new_landing else 0.0


def deploy(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.1: Allied units to the port nearest to what is wanted, Japanese ones to what is threatened."""
    unit: Unit = asked.about[0]
    g = s.game
    if staff.side == ALLIED:
        w = allied(staff.weights)
        goals = objectives(s, ALLIED)
        if g.engineers >> unit & 1:
            goals = {h: site_values(g)[h] for h in members(unbuilt(s))} or goals
        if s.amphibious and not g.engineers >> unit & 1 and ("deploy", g.staging) in asked.options:
            return ("deploy", g.staging)
        return max(asked.options, key=lambda o: pull(s, space_of(o), goals, w) if space_of(o) < g.hexes else 0.0)

    own = japanese(staff.weights)

    def good(option: Option) -> float:
        hex_ = space_of(option)
        k = counted(s, hex_, JAPANESE).bit_count()
        value = values(g).get(hex_, 0.0) * closeness(s, hex_, own)
        if g.guerrillas >> unit & 1:
            return value * (own.guerrilla_empty if not s.at[hex_] else 0.4)
        return value * keeping(own)[min(k, 2)]

    return max(asked.options, key=good)


def better_site(s: State, unit: Unit) -> Space:
    """20.2: a richer site, held and near, for which there is no other engineer; or nowhere."""
    g = s.game
    here = s.where[unit]
    if g.ports >> here & 1 or builders_left(s) or turns_left(s) < LAST_REBUILDING:
        return NO_SPACE
    for hex_ in members(unbuilt(s)):
        richer = site_values(g)[hex_] >= site_values(g)[here] + 1 and base_price(s, hex_) <= s.lp[ALLIED]
        if richer and distances(g, hex_, 0)[here] <= 2 * g.mf[unit]:
            return hex_
    return NO_SPACE


def bases(staff: Planner, s: State, asked: Decision) -> Option | None:
    """20.1: whatever gives points, the most first; an airfield is given up for a port near by."""
    g = s.game
    for option in asked.options:
        if option[0] == "demobilize" and (goal := better_site(s, unit_of(option))) >= 0:
            return staff.because(option, f"The engineers are needed at {g.space_names[goal]}.")
    build = [o for o in asked.options if o[0] == "build" and may_build(s, s.where[unit_of(o)], allied(staff.weights))]
    if build:
        best = max(build, key=lambda o: site_values(g)[s.where[unit_of(o)]])
        return staff.because(best, f"{site_values(g)[s.where[unit_of(best)]]:g} VP and logistics points.")
    return ("end-building",)


# --- Japanese


def japanese_recruit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Second-line troops while a reserve for the defence is left; the fleet and Kamikazes when rich."""
    g = s.game
    w = japanese(staff.weights)
    lp = s.lp[JAPANESE]
    reserve = 0 if turns_left(s) <= 1 else w.reserve
    units = [unit_of(o) for o in asked.options if o[0] == "recruit"]
    if ("buy", "fleet") in asked.options and lp >= w.fleet and 2 <= s.turn < g.last_turns[s.scenario] - 2:
        return ("buy", "fleet")
    if units and lp > reserve:
        return staff.because(
            ("recruit", max(units, key=lambda u: (g.cf[u], not g.guerrillas >> u & 1, -u))),
            "It is one more unit to hold a hex.",
        )
    if lp >= w.rich and ("buy", "tac") in asked.options:
        return ("buy", "tac")
    if ("buy", "kamikaze") in asked.options and lp >= w.rich + 2:
        return ("buy", "kamikaze")
    return ("end-recruit",)

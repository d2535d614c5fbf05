"""Logistics points: what is bought, where it goes, and which bases are built (7, 8, 20)."""

from __future__ import annotations

from grognard.bots.formosa.fields import distances
from grognard.bots.formosa.invading import landings
from grognard.bots.formosa.plan import Planner
from grognard.bots.formosa.seats import KEEP, builders_left, closeness, may_build
from grognard.bots.formosa.worth import objectives, pull, site_values, turns_left, values
from grognard.games.formosa.bases import base_price
from grognard.games.formosa.facts import ALLIED, CW, JAPANESE, US
from grognard.games.formosa.recruit import price
from grognard.games.formosa.stacking import counted
from grognard.games.formosa.state import State, allied_hexes, functional, gunfire_in_play, tac_in_play
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option

FIRST_MARKERS = (5, 6)
"""Amphibious markers for the first landing, per scenario."""
KEPT_AT_START = 11
KEPT = 4
"""Allied logistics points for columns."""
LEAST_TAC = 14
LEAST_GUNS = 3
MARKER_PRICE = 3
NEW_LANDING = 2.2
"""From which worth on a further landing is bought."""
LAST_REBUILDING = 2
JAPANESE_RESERVE = 4
RICH = 9
FLEET_LP = 11


def allied_set_up(staff: Planner, s: State, asked: Decision) -> Option | None:
    """24.1j: markers, the B-29, and enough left for the first base."""
    if s.amphibious < FIRST_MARKERS[s.scenario] and ("buy", "amphibious") in asked.options:
        return ("buy", "amphibious")
    if s.lp[ALLIED] > KEPT_AT_START + 3 and ("buy", "b29") in asked.options:
        return ("buy", "b29")
    return ("end-set-up",)


def recruit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.0b."""
    return (allied_recruit if staff.side == ALLIED else japanese_recruit)(staff, s, asked)


# --- Allied


def unbuilt(s: State) -> int:
    """Sites that the Allies hold without a base."""
    return allied_hexes(s) & s.game.sites & ~functional(s)


def allied_recruit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Bases are paid first; then losses are made good, engineers, markers, fresh divisions, aircraft."""
    g = s.game
    lp = s.lp[ALLIED]
    last = turns_left(s) <= 1
    reserve = sum(base_price(s, h) for h in members(unbuilt(s)))
    reserve = min(reserve, 8) + (0 if last else KEPT)
    units = [int(o[1]) for o in asked.options if o[0] == "recruit"]
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
    if builders and len(at_work) <= unbuilt(s).bit_count() + 1 and lp - price(s, builders[0]) >= KEPT:
        return staff.because(("recruit", builders[0]), "There are more sites than engineers.")
    affordable = [u for u in lost if lp - price(s, u) >= reserve]
    if affordable:
        best = max(affordable, key=lambda u: (g.cf[u] + 2) / price(s, u))
        return staff.because(("recruit", best), "Losses are made good while it is cheap.")
    if wants_marker(s, lp - reserve) and ("buy", "amphibious") in asked.options:
        return staff.because(("buy", "amphibious"), "Another shore lies open.")
    for nation, what in ((US, "us-gunfire"), (CW, "cw-gunfire")):
        short = gunfire_in_play(s, nation) < (LEAST_GUNS if nation == US else s.scenario)
        if short and ("buy", what) in asked.options and lp - g.price["gunfire"] >= reserve:
            return ("buy", what)
    if tac_in_play(s, US) < LEAST_TAC and ("buy", "us-tac") in asked.options and lp - 1 >= reserve:
        return ("buy", "us-tac")
    able = [u for u in fresh if lp - price(s, u) >= reserve and g.cf[u] > 3 and not g.airborne >> u & 1]
    if able and turns_left(s) > 2:
        return ("recruit", max(able, key=lambda u: (g.cf[u] / price(s, u), -u)))
    staffs = [u for u in fresh if g.headquarters >> u & 1 and lp - price(s, u) >= reserve + 4]
    if staffs and turns_left(s) > 3:
        return ("recruit", staffs[0])
    if s.b29 == 0 and lp - g.price["b29"] >= reserve + 4 and ("buy", "b29") in asked.options:
        return ("buy", "b29")
    return ("end-recruit",)


def wants_marker(s: State, spare: int) -> bool:
    """Whether one more landing would pay, with units that wait off the map."""
    g = s.game
    waiting = s.at[g.staging] | (s.at[g.amoy_box] if s.amoy else 0)
    fighters = sum(g.cf[u] > 3 for u in members(waiting & g.of_side[ALLIED]))
    if spare < MARKER_PRICE or turns_left(s) < 2 or fighters < 3 + 4 * s.amphibious or s.amphibious >= 2:
        return False
    best = landings(s, s.amphibious + 1, 4)
    return bool(best) and best[0].gain > NEW_LANDING


def deploy(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.1: Allied units to the port nearest to what is wanted, Japanese ones to what is threatened."""
    unit = int(asked.about[0])
    g = s.game
    if staff.side == ALLIED:
        goals = objectives(s, ALLIED)
        if g.engineers >> unit & 1:
            goals = {h: site_values(g)[h] for h in members(unbuilt(s))} or goals
        if s.amphibious and not g.engineers >> unit & 1 and ("deploy", g.staging) in asked.options:
            return ("deploy", g.staging)
        return max(asked.options, key=lambda o: pull(s, int(o[1]), goals) if int(o[1]) < g.hexes else 0.0)

    def good(option: Option) -> float:
        hex_ = int(option[1])
        k = counted(s, hex_, JAPANESE).bit_count()
        value = values(g).get(hex_, 0.0) * closeness(s, hex_)
        if g.guerrillas >> unit & 1:
            return value * (1.5 if not s.at[hex_] else 0.4)
        return value * KEEP[min(k, 2)]

    return max(asked.options, key=good)


def better_site(s: State, unit: int) -> int:
    """20.2: a richer site, held and near, for which there is no other engineer; or nowhere."""
    g = s.game
    here = s.where[unit]
    if g.ports >> here & 1 or builders_left(s) or turns_left(s) < LAST_REBUILDING:
        return -1
    for hex_ in members(unbuilt(s)):
        richer = site_values(g)[hex_] >= site_values(g)[here] + 1 and base_price(s, hex_) <= s.lp[ALLIED]
        if richer and distances(g, hex_, 0)[here] <= 2 * g.mf[unit]:
            return hex_
    return -1


def bases(staff: Planner, s: State, asked: Decision) -> Option | None:
    """20.1: whatever gives points, the most first; an airfield is given up for a port near by."""
    g = s.game
    for option in asked.options:
        if option[0] == "demobilize" and (goal := better_site(s, int(option[1]))) >= 0:
            return staff.because(option, f"The engineers are wanted at {g.space_names[goal]}.")
    build = [o for o in asked.options if o[0] == "build" and may_build(s, s.where[int(o[1])])]
    if build:
        best = max(build, key=lambda o: site_values(g)[s.where[int(o[1])]])
        return staff.because(best, f"{site_values(g)[s.where[int(best[1])]]:g} VP and logistics points.")
    return ("end-building",)


# --- Japanese


def japanese_recruit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Second-line troops while a reserve for the defence is left; the fleet and Kamikazes when rich."""
    g = s.game
    lp = s.lp[JAPANESE]
    reserve = 0 if turns_left(s) <= 1 else JAPANESE_RESERVE
    units = [int(o[1]) for o in asked.options if o[0] == "recruit"]
    if ("buy", "fleet") in asked.options and lp >= FLEET_LP and 2 <= s.turn < g.last_turns[s.scenario] - 2:
        return ("buy", "fleet")
    if units and lp > reserve:
        return staff.because(
            ("recruit", max(units, key=lambda u: (g.cf[u], not g.guerrillas >> u & 1, -u))), "One more to hold a hex."
        )
    if lp >= RICH and ("buy", "tac") in asked.options:
        return ("buy", "tac")
    if ("buy", "kamikaze") in asked.options and lp >= RICH + 2:
        return ("buy", "kamikaze")
    return ("end-recruit",)

"""The US Army: landings, the 11th Airborne, supply by air, the B-29."""

from __future__ import annotations

from grognard.bots.ichigo.campaign import Campaign
from grognard.bots.ichigo.chinese_aims import left
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.ground import distances, march
from grognard.bots.ichigo.marching import go_on, next_move, phase_orders
from grognard.bots.ichigo.weights import allied
from grognard.games.ichigo.causeway import Landing
from grognard.games.ichigo.facts import JAPAN, JAPANESE, US
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.supply import aerial_options
from grognard.games.ichigo.victory import controls, holds_railroad
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.words import numbered

# --- Phase I


def landing(staff: Staff, s: State, asked: Decision) -> Option:
    """5.3.4, 5.3.12: everybody who finds room; later, the units that Formosa no longer needs."""
    frame = s.agenda[-1]
    assert isinstance(frame, Landing)
    g = s.game
    ashore = [o for o in asked.options if o[0] == "land"]
    if ashore:
        goal = s.beachheads[-1]
        best = max(ashore, key=lambda o: (o[2] == goal, g.attack[unit_of(o)][-1], -unit_of(o)))
        return staff.because(best, "Every division is needed ashore.")
    clear = not s.present[JAPAN] & g.formosa
    formosa = sum((s.at[h] & g.of_nation[US]).bit_count() for h in members(s.present[US] & g.formosa))
    ashore_there = (s.at[s.beachheads[0]] & g.of_nation[US]).bit_count()
    if clear and formosa > allied(staff.weights).formosa_guard and ashore_there > 1:
        sailing = [o for o in asked.options if o[0] == "transfer" and s.where[unit_of(o)] == s.beachheads[0]]
        if sailing:
            best = max(sailing, key=lambda o: (s.steps[unit_of(o)], -unit_of(o)))
            return staff.because(best, "Formosa is clear.")
    return ("end-landing",)


def choose_beach(staff: Staff, s: State, asked: Decision) -> Option:
    """5.3.12a: the port that is easiest to shut off, and not under the guns of an army."""
    g = s.game

    def cost(option: Option) -> tuple[float, int]:
        hex_ = space_of(option)
        ways = march(g, hex_)
        belief = staff.belief(s)
        near = sum(belief.striking(h, JAPAN) for h in members(s.present[JAPAN]) if ways[h] <= g.mp_full)
        return (len(g.open_steps[hex_]) + allied(staff.weights).beach_near * near, hex_)

    best = min(asked.options, key=cost)
    ways = numbered(len(g.open_steps[space_of(best)]), "hex", "hexes")
    return staff.because(best, f"It can be reached over land from {ways} only.")


def displace(staff: Staff, s: State, asked: Decision) -> Option:
    """R38: Japanese units where they do least harm, out of the ring if they can be."""
    g = s.game
    return min(asked.options, key=lambda o: ((s.at[space_of(o)] & g.of_nation[JAPAN]).bit_count(), space_of(o)))


# --- Phases II and III


def draft(staff: Staff, s: State, nation: int) -> Campaign:
    """The plan of a movement phase."""
    campaign = Campaign(s, nation, staff.belief(s), staff.aims(s, nation))
    campaign.draw_up()
    return campaign


def movement(staff: Staff, s: State, asked: Decision) -> Option:
    """10.16: the airborne division, then the orders."""
    special = airborne(s, asked)
    if special is not None:
        return staff.because(special, "The 11th Airborne goes where it is needed most.")
    return next_move(staff, s, asked, phase_orders(staff, s, US, draft))


def move_on(staff: Staff, s: State, asked: Decision) -> Option | None:
    """The next hex."""
    return go_on(staff, s, asked, phase_orders(staff, s, US, draft))


def airborne(s: State, asked: Decision) -> Option | None:
    """8.11: on an end of the railroad, or on the railroad itself, in the last two turns and far from any enemy."""
    if left(s) > 1:
        return None
    g = s.game
    drops = {space_of(o) for o in asked.options if o[0] == "airdrop"}
    wanted = {h for h in (g.north_end, g.south_end) if controls(s, h, JAPANESE)}
    if holds_railroad(s):
        wanted |= set(members(g.rail_set))
    found = wanted & drops
    if not found:
        return None
    foes = members(s.present[JAPAN])
    return ("airdrop", max(found, key=lambda h: (min((distances(g, h)[f] for f in foes), default=9), -h)))


def aerial_supply(s: State) -> Option | None:
    """7.8: to the largest stack that has no other supply."""
    if s.causeway != LAUNCHED:
        return None
    options = [o for o in aerial_options(s) if o[0] == "supply-by-air"]
    return max(options, key=lambda o: (s.at[space_of(o)].bit_count(), -space_of(o)), default=None)


# --- 8.9


def raid(staff: Staff, s: State, asked: Decision) -> Option:
    """8.9: where most Japanese strength is cut off; without Causeway there is one raid, and late is best."""
    g = s.game
    belief = staff.belief(s)
    stacks = [(h, belief.striking(h, JAPAN)) for h in members(s.present[JAPAN])]

    def hit(option: Option) -> float:
        far = distances(g, space_of(option))
        return sum(f for h, f in stacks if far[h] <= g.b29_radius)

    raids = [o for o in asked.options if o[0] == "raid"]
    best = max(raids, key=lambda o: (hit(o), -space_of(o)), default=None)
    if best is None or not hit(best):
        return ("no-raid",)
    if s.causeway != LAUNCHED and left(s) and hit(best) < allied(staff.weights).raid * left(s):
        return ("no-raid",)
    return staff.because(best, "No other raid is known to cut off more Japanese strength.")

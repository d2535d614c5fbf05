"""Air and naval strikes, raids, and what is shown for them (16, 18, 25.7, 25.8)."""

from __future__ import annotations

from grognard.bots.formosa.hex_choice import closeness
from grognard.bots.formosa.staff_notes import Planner
from grognard.bots.formosa.weights import AlliedWeights, JapaneseWeights, allied, japanese
from grognard.bots.formosa.worth import strength_at, turns_left, values
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, NATIONS, US
from grognard.games.formosa.state import State, allied_hexes
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of
from grognard.kernel.ids import Space, Unit

FIRST_TURNS = 4
SIGHT = 4


def planning(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.1b."""
    if staff.side == ALLIED:
        option = allied_planning(s, asked, allied(staff.weights))
    else:
        option = japanese_planning(s, asked, japanese(staff.weights))
    return option and staff.because(option, "Air superiority first, then the guns and ground units.")


def allied_planning(s: State, asked: Decision, w: AlliedWeights) -> Option:
    """Some for the sky, the rest over the ground; guns and the B-29 always."""
    wanted = w.sky_first if s.turn <= FIRST_TURNS else w.sky_later
    sky: Option = ("assign", NATIONS[US], "superiority")
    if s.tac_superiority[US] < wanted and sky in asked.options:
        return sky
    for nation in (US, CW):
        for verb in ("assign-rest", "assign"):
            rest: Option = (verb, NATIONS[nation], "tactical")
            if rest in asked.options:
                return rest
    if ("commit-b29",) in asked.options:
        return ("commit-b29",)
    for option in asked.options:
        if option[0] == "stage-gunfire":
            return option
    return ("end-planning",)


def japanese_planning(s: State, asked: Decision, w: JapaneseWeights) -> Option:
    """A few points for an attack when the enemy is ashore, the rest for the sky; Kamikazes against a landing."""
    ashore = bool(allied_hexes(s) & s.game.land)
    support: Option = ("assign", NATIONS[JAPAN], "tactical")
    if ashore and s.tac_tactical[JAPAN] < w.support and support in asked.options:
        return support
    for verb in ("assign-rest", "assign"):
        rest: Option = (verb, NATIONS[JAPAN], "superiority")
        if rest in asked.options:
            return rest
    if s.kamikaze and (s.turn == 1 or s.kamikaze + s.tokku >= w.tokku or turns_left(s) <= 2):
        return ("assign-kamikaze",)
    return ("end-planning",)


def air_losses(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.2d-e: from the sky first: those have done what they can."""
    order = {"superiority": 0, "flown": 1, "interdiction": 2, "available": 3, "tactical": 4, "support": 5}
    option = min(asked.options, key=lambda o: order.get(str(o[2]), 9))
    done = option[2] in ("superiority", "flown", "available")
    return staff.because(option, "It can do no more this turn.") if done else option


def kamikaze_losses(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.6c: guns before markers while there are more than a few."""
    guns = [o for o in asked.options if o[0] == "lose-gunfire"]
    if guns and (sum(s.gunfire_staged) > 2 or s.amphibious):
        return guns[0]
    return asked.options[0]


def sortie(staff: Planner, s: State, asked: Decision) -> Option | None:
    """18.0a: as soon as the fleet is there."""
    return ("sortie",) if ("sortie",) in asked.options else ("no-sortie",)


def b29(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.5: the strongest stack near our own, or before the landing the best port."""
    g = s.game
    ashore = members(allied_hexes(s) & g.land)

    def good(option: Option) -> float:
        hex_ = space_of(option)
        near = min((g.map.distance(hex_, h) for h in ashore), default=2)
        return (strength_at(s, hex_, JAPANESE, ALLIED, staff.weights) + 2 * values(g).get(hex_, 0.0)) * 0.5**near

    return max((o for o in asked.options if o[0] == "bomb"), key=good, default=None)


def show_fortress(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.5b: the fortified column is the safest, where there is more than one to lose."""
    shown = [o for o in asked.options if o[0] == "show-fortress"]
    g = s.game
    hex_: Space = asked.about[0]
    return shown[0] if shown and not g.high >> hex_ & 1 else ("stay-hidden",)


def interdiction(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.4: over concealed stacks near the front, to see them and to hold them up."""
    g = s.game
    ashore = members(allied_hexes(s) & g.land)
    hidden = {s.where[u] for u in members(s.concealed) if s.where[u] < g.hexes}

    def near(hex_: Space) -> int:
        return min((g.map.distance(hex_, h) for h in ashore), default=99)

    def first(option: Option) -> tuple[int, float, Space]:
        hex_ = space_of(option, 2)
        return near(hex_), -values(g).get(hex_, 0.0), hex_

    wanted = [o for o in asked.options if o[0] == "interdict" and o[2] in hidden and near(space_of(o, 2)) <= SIGHT]
    return min(wanted, key=first, default=("end-interdiction",))


def raid(staff: Planner, s: State, asked: Decision) -> Option | None:
    """25.7, 25.8: where points are threatened and nobody stands yet."""
    g = s.game
    allied = allied_hexes(s)

    def good(option: Option) -> float:
        hex_ = space_of(option)
        value = values(g).get(hex_, 0.0) * closeness(s, hex_, japanese(staff.weights))
        return value * (0.5 if allied >> hex_ & 1 or s.at[hex_] else 1.0)

    return max(asked.options, key=good)


def prove_supply(staff: Planner, s: State, asked: Decision) -> Option | None:
    """R21: a fortress is shown for a unit that can be bought back in time."""
    unit: Unit = asked.about[0]
    proofs = [o for o in asked.options if o[0] == "prove"]
    return proofs[0] if proofs and turns_left(s) > 2 and s.game.cf[unit] > 1 else ("let-go",)

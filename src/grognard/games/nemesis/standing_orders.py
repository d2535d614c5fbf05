"""Decisions that a player may take ahead. Hidden is only which chit is first, and both are asked for it every turn."""

from __future__ import annotations

from grognard.games.nemesis.facts import ALLIED, CHITS, JAPANESE
from grognard.games.nemesis.odds import defence_quality
from grognard.games.nemesis.rail import rail_reach
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Space, Unit, Units
from grognard.kernel.standing_orders import Given, Standing, named_first, the_verb

CLEAR = 3
"""Hexes from the enemy at which a train stops."""


def homewards(s: State, asked: Decision, given: Given) -> Option | None:
    """5.1-F-b, 6.2-D-a: the option that ends nearest to where supply enters; off the map or in halves only if it must
    be."""
    g = s.game
    entries = members(g.all_entries[asked.side])
    whole = [option for option in asked.options if len(option) == 3]

    def far(option: Option) -> int:
        return min((g.map.distance(space_of(option, 2), entry) for entry in entries), default=0)

    return min(whole, key=lambda option: (far(option), option[1:]), default=asked.options[0])


def beaten(s: State, asked: Decision, given: Given) -> Option | None:
    """6.2-C: retreat or refuse, once for the hex; then every unit of it towards its supply."""
    if asked.prompt != "retreat-or-refuse":
        return homewards(s, asked, given)
    cheap = given.choice == "cheap" and asked.about[1] <= 1
    return ("refuse",) if (given.choice == "refuse" or cheap) and ("refuse",) in asked.options else ("retreat",)


def in_front(s: State, asked: Decision, given: Given) -> Option | None:
    """6.1-E-b, 6.2-A-c: those named first, else the best Quality, the stronger first."""
    verb = "meet" if asked.prompt == "meeting" else "refuse-with"
    return named_first(asked, verb, given.units, lambda unit: (-defence_quality(s, unit), -s.steps[unit]))


def losses(s: State, asked: Decision, given: Given) -> Option | None:
    """6.1-G-g: those named first, else who has most steps, the worse Quality first."""
    return named_first(asked, "lose", given.units, lambda unit: (-s.steps[unit], s.game.quality[unit]))


def monsoon(s: State, asked: Decision, given: Given) -> Option | None:
    """2.6-c, g: those named first, else who has most steps, the worse Quality first."""
    return named_first(asked, "suffer", given.units, lambda unit: (-s.steps[unit], s.game.quality[unit]))


def first_chit(s: State, asked: Decision, given: Given) -> Option | None:
    """4.0-A-d: this one, where it was not played fourth; that everybody knows."""
    return "choose-first", given.choice


def rear(s: State, asked: Decision, given: Given) -> Option | None:
    """8.1: what may come back does, those named first, else of the division nearest to the enemy, and joins what it
    lacks there; what arrives at the Star goes on by rail, if it is told to."""
    g, options = s.game, asked.options
    if asked.prompt == "replacements":
        back = named_first(asked, "bring-back", given.units, lambda unit: _nearest(s, s.on_map & _kin(s, unit)))
        return back or next((option for option in options if option[0] == "refit"), ("end-replacements",))
    if asked.prompt == "place-replacement":
        kin = _kin(s, asked.about[0])

        def wanting(hex_: Space) -> bool:
            return any(s.steps[unit] < g.full[unit] for unit in members(s.at[hex_] & kin))

        return min(options, key=lambda option: (not wanting(space_of(option)), _far(s, space_of(option)), option))
    if asked.prompt == "detrain":
        return "detrain", _stop(s, asked.about[0])
    if asked.prompt == "rail":
        arrived = s.at[g.stars["Japanese"]] if given.choice == "forward" else NO_UNITS
        able = [unit_of(option) for option in options if option[0] == "entrain"]
        going = (unit for unit in able if arrived >> unit & 1 and _stop(s, unit) >= 0)
        return next((("entrain", unit) for unit in going), ("end-rail",))
    return options[0]


def _kin(s: State, unit: Unit) -> Units:
    """The ground units of its division; of Support units nobody."""
    g = s.game
    return g.of_division[g.division[unit]] & g.ground if g.battalions >> unit & 1 else NO_UNITS


def _far(s: State, hex_: Space) -> int:
    """Hexes to the nearest enemy."""
    return min((s.game.map.distance(hex_, enemy) for enemy in members(s.present[ALLIED])), default=0)


def _nearest(s: State, units: Units) -> int:
    return min((_far(s, s.where[unit]) for unit in members(units)), default=s.game.hexes)


def _stop(s: State, unit: Unit) -> Space:
    """8.1-B-d: the station nearest to the enemy, not beside one, that has room; none if that is where it stands."""
    here = s.where[unit]
    ahead = [
        (_far(s, hex_), hex_)
        for hex_ in members(rail_reach(s, JAPANESE, here) & ~(1 << here))
        if CLEAR <= _far(s, hex_) < _far(s, here) and not is_full_for(s, hex_, unit)
    ]
    return min(ahead, default=(0, NO_SPACE))[1]


ORDERS = (
    Standing(
        "beaten",
        "My units must retreat or refuse",
        ("retreat-or-refuse", "retreat", "retreat-on"),
        {
            "retreat": "Retreat, each towards its supply",
            "cheap": "Refuse if it costs 1 step, else retreat",
            "refuse": "Refuse whenever allowed",
        },
        beaten,
        defending=True,
        cases=("6.2-C-a", "6.2-C-b", "6.2-D-a"),
    ),
    Standing(
        "front",
        "I must name the unit that meets a charge or refuses to retreat",
        ("meeting", "refuser"),
        {"best": "These units first, then those with the best Quality"},
        in_front,
        units=True,
        cases=("6.1-E-b", "6.2-A-c"),
    ),
    Standing(
        "losses",
        "My units lose steps in the defence",
        ("losses",),
        {"order": "These units first, then those with the most steps"},
        losses,
        units=True,
        defending=True,
        cases=("6.1-G-g",),
    ),
    Standing(
        "transporters",
        "My Transporters must give way",
        ("withdraw", "relocate"),
        {"home": "Each moves towards its supply"},
        homewards,
        defending=True,
        cases=("5.1-F-b", "5.1-F-f"),
    ),
    Standing(
        "banzai", "A Banzai is possible in the enemy's attack", ("banzai",),
        {"no-banzai": "Never", "banzai": "Always"}, the_verb, JAPANESE, defending=True, cases=("6.1-F-g",),
    ),
    Standing(
        "monsoon",
        "The monsoon takes steps from my units",
        ("monsoon",),
        {"order": "These units first, then those with the most steps"},
        monsoon,
        units=True,
        cases=("2.6-c", "2.6-g"),
    ),
    Standing(
        "rear",
        "My Reinforcements phase",
        ("replacements", "place-replacement", "arrival", "arrivals", "rail", "detrain"),
        {
            "fill": "Bring back these first, then what the front needs most; no rail movement",
            "forward": "The same; arrivals at the Star continue by rail towards the enemy",
        },
        rear,
        JAPANESE,
        units=True,
        cases=("8.1-A-a", "8.1-B-b", "8.1-B-d"),
    ),
    Standing(
        "chit", "My first chit of the next turns", ("choose-first",), {chit: chit for chit in CHITS}, first_chit,
        cases=("4.0-A-d",),
    ),
)  # fmt: skip

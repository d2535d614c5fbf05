"""What a player may decide ahead. Hidden is only which chit is first, and both are asked for it every turn."""

from __future__ import annotations

from grognard.games.nemesis.facts import CHITS, JAPANESE
from grognard.games.nemesis.odds import defence_quality
from grognard.games.nemesis.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of
from grognard.kernel.standing import Given, Standing, named_first, the_verb


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


def first_chit(s: State, asked: Decision, given: Given) -> Option | None:
    """4.0-A-d: this one, where it was not played fourth; that everybody knows."""
    return "choose-first", given.choice


ORDERS = (
    Standing(
        "beaten",
        "My units are told to retreat",
        ("retreat-or-refuse", "retreat", "retreat-on"),
        {
            "retreat": "Retreat, each towards its supply",
            "cheap": "Refuse where it costs 1 step, else retreat",
            "refuse": "Refuse wherever I may",
        },
        beaten,
        defending=True,
        cases=("6.2-C-a", "6.2-C-b", "6.2-D-a"),
    ),
    Standing(
        "front",
        "I must name who meets a charge or refuses to retreat",
        ("meeting", "refuser"),
        {"best": "These first, else the best Quality"},
        in_front,
        units=True,
        cases=("6.1-E-b", "6.2-A-c"),
    ),
    Standing(
        "losses",
        "My units lose steps in the defence",
        ("losses",),
        {"order": "These first, else those with most steps"},
        losses,
        units=True,
        defending=True,
        cases=("6.1-G-g",),
    ),
    Standing(
        "transporters",
        "My Transporters must give way",
        ("withdraw", "relocate"),
        {"home": "Each towards its supply"},
        homewards,
        defending=True,
        cases=("5.1-F-b", "5.1-F-f"),
    ),
    Standing(
        "banzai", "A Banzai is possible in the enemy's attack", ("banzai",),
        {"no-banzai": "Never", "banzai": "Always"}, the_verb, JAPANESE, defending=True, cases=("6.1-F-g",),
    ),
    Standing(
        "chit", "My first chit of the next turns", ("choose-first",), {chit: chit for chit in CHITS}, first_chit,
        cases=("4.0-A-d",),
    ),
)  # fmt: skip

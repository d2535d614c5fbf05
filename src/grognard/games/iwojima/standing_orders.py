"""Standing orders. The Japanese windows are secrets (R56): an order for them has an answer to each."""

from __future__ import annotations

from grognard.games.iwojima.defensive_fire import fire_dice
from grognard.games.iwojima.facts import JP
from grognard.games.iwojima.state import State
from grognard.kernel.flow import Decision, Option, unit_of
from grognard.kernel.standing_orders import Given, Standing, only, the_verb

FIRE = "fire-"
LEAST = (3, 4, 5, 6)
"""Dice from which one may be told to fire."""


def at_entry(s: State, asked: Decision, given: Given) -> Option:
    """R12: fire with the unit that rolls the most dice, if there are enough of them; else pass, whatever is hidden."""
    able = [unit_of(option) for option in asked.options if option[0] == "fire"]
    if given.choice == "pass" or not able:
        return ("pass",)
    most = max(able, key=lambda unit: (fire_dice(s, unit), -unit))
    least = int(given.choice.removeprefix(FIRE)) if given.choice.startswith(FIRE) else 0
    return ("fire", most) if fire_dice(s, most) >= least else ("pass",)


def losses(s: State, asked: Decision, given: Given) -> Option:
    """9.3.3(3), R47: those named first, the rest in a sound row."""
    if asked.options == [("go-on",)]:
        return ("go-on",)
    on_offer = {option[1] for option in asked.options if option[0] == "rank"}
    return next((("rank", unit) for unit in given.units if unit in on_offer), ("rank-rest",))


def beaten(s: State, asked: Decision, given: Given) -> Option:
    """11.1.2(1), 12.2.3(2): away where there is a way, or stay whatever it costs."""
    stay: Option = ("stay",) if asked.prompt == "fall-back" else ("no-more-retreats",)
    away = next((option for option in asked.options if option[0] in ("fall-back", "retreat")), stay)
    return away if given.choice == "retreat" else stay


ORDERS = (
    Standing(
        "entry",
        "An enemy unit enters an area where I might fire",
        ("defensive-fire",),
        {
            "pass": "Pass",
            "fire": "Fire with the unit that rolls the most dice; pass if none can",
            **{f"{FIRE}{n}": f"Fire only with {n} or more dice, else pass" for n in LEAST},
        },
        at_entry,
        cases=("11a", "18b", "R12", "R56"),
    ),
    Standing(
        "windows",
        "Before the dice of a US bombardment or assault",
        ("bombardment-window", "assault-window"),
        {"pass": "Reveal nothing"},
        only("pass"),
        JP,
        cases=("R8", "R56"),
    ),
    Standing(
        "row",
        "I choose the order in which enemy units lose steps",
        ("order-row",),
        {"rank-rest": "First the units that one loss eliminates, strongest first; tanks with Armor last"},
        the_verb,
        cases=("9.3.3(1)", "12.2.3(1)", "16.5", "R20"),
    ),
    Standing(
        "losses",
        "My Concealed units are hit",
        ("order-concealed", "concealed-losses"),
        {"order": "These units first, then the least valuable"},
        losses,
        JP,
        units=True,
        cases=("9.3.3(3)", "R47"),
    ),
    Standing(
        "beaten",
        "My unit may retreat from fire or an assault",
        ("fall-back", "retreats"),
        {"stay": "Stay and take it", "retreat": "Retreat whenever possible"},
        beaten,
        cases=("11.1.2(1)a", "12.2.3(2)a"),
    ),
    Standing("kirikami", "A Kirikami Charge is possible", ("kirikami",), {"pass": "Never"}, only("pass"), JP,
             cases=("22.3.2a",)),
)  # fmt: skip

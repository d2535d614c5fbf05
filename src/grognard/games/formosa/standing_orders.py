"""Standing orders. A player who is always asked, whatever they hold, must be answered for in every case (R49)."""

from __future__ import annotations

from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import State, factor
from grognard.kernel.flow import Decision, Option
from grognard.kernel.standing_orders import Given, Standing, named_first, only

LP: Option = ("add-lp",)


def support(s: State, asked: Decision, given: Given) -> Option:
    """15.4, R49: nothing, or one Logistics Point where the defence has none yet."""
    fight = s.agenda[-1]
    first = LP in asked.options and not getattr(fight, "defence_lp", 0)
    return LP if given.choice == "lp" and first else ("ready",)


def losses(s: State, asked: Decision, given: Given) -> Option | None:
    """15.5a: those named first, else the smallest factor."""
    return named_first(asked, "lose", given.units, lambda unit: factor(s, unit))


def away(s: State, asked: Decision, given: Given) -> Option | None:
    """15.7: the rules point towards supply; of equal ways the first."""
    return asked.options[0]


def kamikaze(s: State, asked: Decision, given: Given) -> Option | None:
    """16.6c: what is hit first, as long as there is any."""
    wanted = next((option for option in asked.options if option[0] == given.choice), None)
    return wanted or asked.options[0]


ORDERS = (
    Standing(
        "support",
        "My units are attacked and may receive support",
        ("commit-defence",),
        {"ready": "Add nothing", "lp": "Spend one logistics point whenever possible"},
        support,
        cases=("15.4a", "15.4.1j", "R49"),
    ),
    Standing(
        "losses",
        "My units are lost in the defence",
        ("losses",),
        {"order": "These units first, then the weakest"},
        losses,
        units=True,
        defending=True,
        cases=("15.5a",),
    ),
    Standing(
        "beaten", "My units must retreat in the defence", ("retreats", "retreat"),
        {"supply": "Each retreats by the first route towards supply"}, away, defending=True, cases=("15.7a", "15.7e"),
    ),
    Standing(
        "prove", "A lost unit could be replaced if I reveal a source of supply", ("prove-supply",),
        {"let-go": "Reveal nothing"}, only("let-go"), JAPANESE, cases=("R21", "19.3b"),
    ),
    Standing(
        "kamikaze", "Kamikazes have hit", ("kamikaze-losses",),
        {"lose-gunfire": "Gunfire first", "lose-marker": "Amphibious markers first"}, kamikaze, ALLIED,
        cases=("16.6c", "R70"),
    ),
)  # fmt: skip

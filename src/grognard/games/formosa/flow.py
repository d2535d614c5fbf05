"""Chapter 6: the sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.formosa import (
    b29,
    bases,
    combat,
    invasion,
    logistics,
    movement_phase,
    recruiting,
    setup,
    strikes,
    support,
    transfer,
    victory,
)
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.logistics import amoy_holds_out, is_later_turn
from grognard.games.formosa.setup import is_not_set_up
from grognard.games.formosa.state import State
from grognard.kernel.flow import Phase


def checked(begin: Callable[[State], None]) -> Callable[[State], None]:
    """4.1a, R5: sudden death is looked for when a phase begins."""

    def start(s: State) -> None:
        victory.settled(s)
        begin(s)

    return start


TURN = (
    Phase("japanese-set-up", "Japanese Set-up", setup.begin_japanese, JAPANESE, ("3.0b", "24.1b"), is_not_set_up),
    Phase("reconnaissance", "Reconnaissance", setup.begin_reconnaissance, ALLIED, ("24.1o",), is_not_set_up),
    Phase("allied-set-up", "Allied Set-up", setup.begin_allied, ALLIED, ("3.0b", "24.1h"), is_not_set_up),
    Phase("logistics", "Logistics", checked(logistics.begin), None, ("6.1a", "7.2a"), is_later_turn),
    Phase("recruit", "Recruit", checked(recruiting.begin), None, ("6.1b", "8.0b"), is_later_turn),
    Phase("amoy", "Amoy Operation", checked(logistics.begin_amoy), ALLIED, ("6.1c", "9.1a"), amoy_holds_out),
    Phase("planning", "Strike Planning", checked(strikes.begin_planning), None, ("6.1d", "16.1b")),
    Phase("reveal", "Strike Reveal", strikes.reveal_plans, None, ("6.1e", "16.1d")),
    Phase("superiority", "Air Superiority", strikes.begin_superiority, None, ("6.1f", "16.2a")),
    Phase("special-attack", "Special Attack", strikes.begin_special_attack, JAPANESE, ("6.1g", "16.6a", "18.0a")),
    Phase("b29", "B-29", b29.begin, ALLIED, ("6.1h", "16.5a"), b29.is_committed),
    Phase("invasion", "Invasion", checked(invasion.begin), ALLIED, ("6.1i", "10.0b")),
    Phase("transfer", "Naval Transfer", checked(transfer.begin), ALLIED, ("6.1j", "21.0b")),
    Phase("allied-movement", "Allied Movement", checked(movement_phase.begin(ALLIED)), ALLIED, ("6.1k", "12.0a")),
    Phase("allied-combat", "Allied Combat", checked(combat.begin(ALLIED)), ALLIED, ("6.1l", "15.0a")),
    Phase("bases", "Base Building", checked(bases.begin), ALLIED, ("6.1m", "20.1a")),
    Phase("interdiction", "Interdiction", checked(support.begin_interdiction), ALLIED, ("6.1n", "16.4a")),
    Phase(
        "japanese-movement", "Japanese Movement", checked(movement_phase.begin(JAPANESE)), JAPANESE, ("6.1o", "12.0a")
    ),
    Phase("japanese-combat", "Japanese Combat", checked(combat.begin(JAPANESE)), JAPANESE, ("6.1o", "15.0a")),
    Phase("air-return", "Air Return", checked(support.air_return), None, ("6.1p",)),
    Phase("end", "End of Turn", victory.end_of_turn, None, ("6.1q", "4.2a")),
)

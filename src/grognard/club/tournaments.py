"""Tournaments as pure data: kinds, states and the next step; `pairing` makes the rounds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.club import clock
from grognard.club.clock import NoPace, Pace
from grognard.club.game_offers import scenario_of
from grognard.club.pairing import BYE, GAMES, Pairing, knock_out, round_robin, standings, swiss, swiss_rounds, winner
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.text_limits import Line, Word

ROUND_ROBIN, SWISS, KNOCK_OUT = "round-robin", "swiss", "knock-out"
KINDS = {ROUND_ROBIN: "round robin", SWISS: "Swiss", KNOCK_OUT: "knock-out"}
LONGEST_NAME = 60
LEAST, MOST = 2, 256
"""Entrants."""
MOST_AT_ONCE = 32
"""Entrants of a round robin: everybody meets everybody."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """`POST /api/tournaments`."""

    name: Line
    kind: Word
    game: Word
    scenario: Word = ""
    options: dict[Word, Word] = {}
    pace: Pace = NoPace()
    rated: bool = True
    most: int = 0
    rounds: int = 0


def check(wanted: Wanted, game: Game) -> Wanted:
    """A complete announcement, defaults filled in; refused in a sentence where it makes no sense."""
    name = " ".join(wanted.name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(f"A tournament has a name of at most {LONGEST_NAME} characters.")
    if wanted.kind not in KINDS:
        raise Refused(f"A tournament is a {', '.join(KINDS)}.")
    scenario = scenario_of(game, wanted.scenario, wanted.options)
    clock.check(wanted.pace)
    if isinstance(wanted.pace, NoPace):
        raise Refused("Choose a time control: without one, an absent player would hold up the tournament.")
    largest = MOST_AT_ONCE if wanted.kind == ROUND_ROBIN else MOST
    if wanted.most and not LEAST <= wanted.most <= largest:
        raise Refused(f"A {KINDS[wanted.kind]} is for {LEAST} to {largest} entrants.")
    if not 0 <= wanted.rounds <= 20 or (wanted.rounds and wanted.kind != SWISS):
        raise Refused("Only a Swiss has a number of rounds, at most 20.")
    return msgspec.structs.replace(wanted, name=name, scenario=scenario)


def rounds_of(kind: str, entrants: int, rounds: int = 0) -> int:
    """The number of rounds."""
    if kind == ROUND_ROBIN:
        return entrants - 1 + entrants % 2
    return min(rounds, entrants - 1) if rounds and kind == SWISS else swiss_rounds(entrants)


def next_round(
    kind: str, entrants: Sequence[str], played: Sequence[Pairing], gone: Sequence[str] = (), rounds: int = 0
) -> list[Pairing]:
    """Pairings of the round after these, which are all decided; nothing when the tournament is over.

    `entrants` are in the order of their strength. A withdrawn player loses where the rules of the kind pair them.
    """
    done = max((pairing.round for pairing in played), default=0)
    if len(entrants) < LEAST or done >= rounds_of(kind, len(entrants), rounds):
        return []
    if kind == ROUND_ROBIN:
        found = [pairing for pairing in round_robin(entrants, played) if pairing.round == done + 1]
    elif kind == KNOCK_OUT:
        found = knock_out(entrants, played)
    else:
        if len(set(entrants) - set(gone)) < LEAST:
            return []
        found = swiss(entrants, played, gone)
    return [forfeited(pairing, gone) for pairing in found]


def forfeited(pairing: Pairing, gone: Sequence[str]) -> Pairing:
    """Result of a pairing that a withdrawn player does not play: a loss, or a tie where both have withdrawn."""
    first, second = pairing.first in gone, pairing.second in gone
    if pairing.bye or pairing.score is not None or not (first or second):
        return pairing
    score = GAMES / 2 if first and second else 0.0 if first else float(GAMES)
    return pairing._replace(score=score, forfeit=True)


def victor(kind: str, entrants: Sequence[str], played: Sequence[Pairing]) -> str:
    """The winner of a tournament that is over; nobody where nothing was played."""
    if not played:
        return ""
    if kind == KNOCK_OUT:
        seed = {player: rank for rank, player in enumerate(entrants)}
        final = max(played, key=lambda pairing: pairing.round)
        return winner(final, seed) if final.second != BYE or len(entrants) > 1 else final.first
    return standings(entrants, played)[0].player

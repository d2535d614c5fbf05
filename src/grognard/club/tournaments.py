"""Tournaments as pure data: kinds, states and the next step; `pairing` makes the rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.club import clock
from grognard.club.clock import Days, Live, NoPace, Pace
from grognard.club.game_offers import scenario_of
from grognard.club.pairing import (
    BYE,
    GAMES,
    Pairing,
    baku,
    knock_out,
    round_robin,
    standings,
    swiss,
    swiss_rounds,
    winner,
)
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.text_limits import Line, Number, Word

ROUND_ROBIN, SWISS, KNOCK_OUT = "round-robin", "swiss", "knock-out"
KINDS = {ROUND_ROBIN: "round robin", SWISS: "Swiss", KNOCK_OUT: "knock-out"}
SEED, TIME = "seed", "time"
DECIDERS = (SEED, TIME)
"""Deciders of a tied pairing of a knock-out: the better seed, or a third game on half the time."""
LONGEST_NAME, LONGEST_REASON = 60, 500
DAY = 86_400.0
FARTHEST = 2 * 365 * DAY
"""Seconds ahead for which a tournament may be announced."""
MOST_A_DAY = 20
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
    text: Line = ""
    closes: float = 0.0
    """When entries close; 0: when it starts."""
    begins: float = 0.0
    """When it starts by itself; 0: when it is full, or an umpire starts it."""
    daily: Number = 0
    """Games a day that players are expected to play; 0: not said."""
    accelerated: bool = False
    decider: Word = SEED


def check(wanted: Wanted, game: Game, now: float) -> Wanted:
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
    if wanted.accelerated and wanted.kind != SWISS:
        raise Refused("Only a Swiss can be accelerated.")
    if wanted.decider not in DECIDERS or (wanted.decider != SEED and wanted.kind != KNOCK_OUT):
        raise Refused("Only a knock-out has a decider: the seed, or a third game on half the time.")
    if wanted.daily > MOST_A_DAY:
        raise Refused(f"Players can be expected to play at most {MOST_A_DAY} games a day.")
    text = wanted.text.strip()
    if not all(letter.isprintable() or letter == "\n" for letter in text):
        raise Refused("The announcement contains characters that cannot be shown.")
    _check_dates(wanted, now)
    return msgspec.structs.replace(wanted, name=name, scenario=scenario, text=text)


def _check_dates(wanted: Wanted, now: float) -> None:
    """Refuse dates in the past, too far ahead, or in the wrong order."""
    for at in (wanted.closes, wanted.begins):
        if at and not now < at < now + FARTHEST:
            raise Refused("A tournament's dates lie in the future, at most 2 years ahead.")
    if wanted.begins and wanted.closes > wanted.begins:
        raise Refused("Entries close before the tournament starts.")


def reason(text: str) -> str:
    """An umpire's reason, which everybody can read; refused where there is none."""
    said = " ".join(text.split())
    if not said or not said.isprintable() or len(said) > LONGEST_REASON:
        raise Refused(f"Give a reason of at most {LONGEST_REASON} characters; everybody can read it.")
    return said


def quicker(pace: Pace) -> Pace:
    """The time control of a deciding game: half the time."""
    if isinstance(pace, Live):
        return msgspec.structs.replace(pace, minutes=max(1, pace.minutes / 2), increment=pace.increment / 2)
    if isinstance(pace, Days):
        return msgspec.structs.replace(pace, days=max(0.25, pace.days / 2), reserve=pace.reserve / 2)
    return pace


def place_holders(instead: Mapping[str, str]) -> dict[str, str]:
    """The present player of each place that was given up, from whom each substitute replaced."""
    taken = {replaced: by for by, replaced in instead.items() if replaced}
    found = {}
    for replaced in taken:
        holder = taken[replaced]
        while holder in taken:
            holder = taken[holder]
        found[replaced] = holder
    return found


def in_place(played: Sequence[Pairing], holders: Mapping[str, str]) -> list[Pairing]:
    """Pairings as those of the places: a substitute goes on with what the one before them scored."""
    return [
        each._replace(
            first=holders.get(each.first, each.first), second=holders.get(each.second, each.second),
            decided=holders.get(each.decided, each.decided),
        )
        for each in played
    ]  # fmt: skip


CANCELLED, WITHDRAWN, SUBSTITUTED, ADMITTED, CORRECTED, TOO_FEW = RULINGS = (
    "cancelled", "withdrawn", "substituted", "admitted", "corrected", "too-few",
)  # fmt: skip
"""What umpires rule, in public; the last is the club's own."""


def ruled(act: str, by: str, subject: str, other: str, detail: str) -> str:
    """A ruling in a sentence, by names."""
    return {
        CANCELLED: f"{by} called the tournament off.",
        WITHDRAWN: f"{by} withdrew {subject}.",
        SUBSTITUTED: f"{by} let {other} take the place of {subject}.",
        ADMITTED: f"{by} admitted {subject} as a late entry.",
        CORRECTED: f"{by} set the result of {subject} against {other} to {detail}.",
        TOO_FEW: "The tournament was called off.",
    }[act]


def rounds_of(kind: str, entrants: int, rounds: int = 0) -> int:
    """The number of rounds."""
    if kind == ROUND_ROBIN:
        return entrants - 1 + entrants % 2
    return min(rounds, entrants - 1) if rounds and kind == SWISS else swiss_rounds(entrants)


def next_round(
    kind: str,
    entrants: Sequence[str],
    played: Sequence[Pairing],
    gone: Sequence[str] = (),
    rounds: int = 0,
    accelerated: int = 0,
) -> list[Pairing]:
    """Pairings of the round after these, which are all decided; nothing when the tournament is over.

    `entrants` are in the order of their strength; with the first so many of them an accelerated Swiss began. A
    withdrawn player loses where the rules of the kind pair them.
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
        virtual = baku(entrants[:accelerated], done + 1, rounds_of(kind, len(entrants), rounds))
        found = swiss(entrants, played, gone, virtual)
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

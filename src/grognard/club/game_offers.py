"""Game offers in the lobby: game, side, opponent and pace."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.club import clock
from grognard.club.clock import NoPace, Pace
from grognard.club.ratings import Rating
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.text_limits import Name, Word

LOWEST, HIGHEST = 0, 4000


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """`POST /api/lobby`."""

    game: Word
    scenario: Word = ""
    options: dict[Word, Word] = {}
    side: Word = "lot"
    """Mine: a side's id, or `lot`."""
    rated: bool = False
    pace: Pace = NoPace()
    between: tuple[float, float] | None = None
    to: Name | None = None
    """The name of who is challenged."""
    bot: Word = ""
    """One of our programs, in place of a person: the match begins at once."""
    private: bool = False
    both: bool = False
    watch: bool = True


def scenario_of(game: Game, scenario: str, options: Mapping[str, str]) -> str:
    """The scenario, the first where none is named; refused where the game does not know it or an option, or is for
    one player."""
    if len(game.sides) != 2:
        raise Refused(f"{game.title} is for one player.")
    scenario = scenario or game.scenarios[0].id
    if scenario not in [each.id for each in game.scenarios]:
        raise Refused(f"{game.title} has no scenario {scenario[:40]!r}.")
    for name, value in options.items():
        choice = next((each for each in game.options if each.id == name), None)
        if choice is None or value not in choice.choices:
            raise Refused(f"{game.title} has no option {name[:40]!r} with the value {value[:40]!r}.")
    return scenario


def check(wanted: Wanted, game: Game) -> Wanted:
    """A complete offer, defaults filled in; refused in a sentence where it makes no sense."""
    scenario = scenario_of(game, wanted.scenario, wanted.options)
    if wanted.side != "lot" and wanted.side not in [side.id for side in game.sides]:
        raise Refused(f"A side of {game.title} is {' or '.join(side.id for side in game.sides)}, or lot.")
    clock.check(wanted.pace)
    if wanted.between is not None:
        low, high = wanted.between
        if not LOWEST <= low <= high <= HIGHEST:
            raise Refused(f"A range of ratings is two numbers between {LOWEST} and {HIGHEST}, the lower first.")
    if sum((wanted.to is not None, bool(wanted.bot), wanted.private)) > 1:
        raise Refused("Choose one opponent: a member, a bot, or anyone with the link.")
    return msgspec.structs.replace(wanted, scenario=scenario)


def fits(between: tuple[float, float] | None, rating: Rating) -> bool:
    """Whether somebody is of the strength that is asked for."""
    return between is None or between[0] <= rating.value <= between[1]

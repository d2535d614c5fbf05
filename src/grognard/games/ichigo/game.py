"""Operation Ichi-Go as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.games.ichigo import (
    board,
    combat,
    knowledge,
    overlays,
    previews,
    reach,
    sandbox,
    score_ledger,
    setup,
    supply,
    victory,
)
from grognard.games.ichigo.facts import ALLIED, JAPANESE, Facts
from grognard.games.ichigo.flow import TURN
from grognard.games.ichigo.standing_orders import ORDERS
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.text import Text
from grognard.games.ichigo.verbs import VERBS
from grognard.kernel.flow import Bar, Decision, Event, Option, space_of, unit_of
from grognard.kernel.flow import Sequence as SequenceOfPlay
from grognard.kernel.game import Choice, Game, Party
from grognard.kernel.ids import Side, Spaces, Unit
from grognard.kernel.overlays import Overlay
from grognard.kernel.score_ledger import Ledger
from grognard.kernel.sight import Sight


class IchiGo(Facts, Game[State]):
    """The game with its data."""

    id = "ichigo"
    title = "Operation Ichi-Go"
    subtitle = "China, April 1944 – March 1945"
    blurb = (
        "The last Japanese offensive in China, down the railway from the Yellow River to Indochina, against armies "
        "whose strength nobody knows. From October 1944 the Americans may come, if what happens in China calls them."
    )
    length = "3–5 hours, 9 or 12 turns"
    complexity = "Medium"
    scenarios = (Choice("campaign", "The campaign", "April 1944; it forks in October."),)
    sides = (
        Party("Allied", "China and the United States", "Allied", "#243d6d", "#ffffff"),
        Party("Japanese", "Japan", "Japanese", "#ae1a1a", "#ffffff"),
    )
    phases = TURN
    verbs = VERBS
    orders = ORDERS
    state_type = State
    of_knowledge = knowledge
    of_odds = previews
    of_pictures = board
    of_sandbox = sandbox
    turn_cases = ("5.0a",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        Game.__init__(self, texts)
        Facts.__init__(self, texts)
        self.text = Text(self)

    def new(self, scenario: str, options: Mapping[str, str]) -> State:
        s = setup.new_position(self)
        s.agenda.append(SequenceOfPlay())
        return s

    def sight(self, s: State, side: Side) -> Sight:
        return knowledge.sight(s, side)

    def standing_acts(self, s: State, side: Side, asked: Decision) -> list[Option]:
        """R63: the owner orders stacks in their own turn; 7.8b: aerial supply at any moment; R55: early tanks."""
        options: list[Option] = []
        if not asked.atomic:
            if side == ALLIED and s.causeway == LAUNCHED:
                options += supply.aerial_options(s)
            if side == JAPANESE and combat.volunteer_bar(s) is None:
                options.append(("volunteer-tank",))
            if asked.side == side:
                options += knowledge.order_stacks(s, side)
        return options

    def act(self, s: State, side: Side, option: Option) -> None:
        verb = option[0]
        if verb == "supply-by-air":
            supply.supply_by_air(s, space_of(option))
        elif verb == "lift-supply":
            supply.lift_supply(s)
        elif verb == "volunteer-tank":
            combat.volunteer_tank(s)
        else:
            knowledge.put_on_top(s, unit_of(option))

    def reach(self, s: State, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
        return reach.ways_to_move(s, side, units)

    def not_ours(self, s: State, side: Side, unit: Unit) -> Bar | None:
        return Bar("It is not your unit.", ("5.0a", "6.6a")) if self.side_of[unit] != side else None

    def overlays(self, s: State, side: Side) -> list[Overlay]:
        return overlays.overlays(s, side)

    def ledger(self, s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
        return score_ledger.ledger(s, side, told)

    def prizes(self, s: State) -> tuple[Spaces, ...]:
        wanted = self.cities | self.airbases
        return wanted & ~s.japanese, wanted & s.japanese

    def score(self, s: State) -> dict[str, float]:
        rail = (self.rail_set & s.japanese).bit_count()
        return {"Japanese VP": victory.points(s), "turns": s.turn, "Causeway": s.causeway == LAUNCHED, "railroad": rail}


def build(texts: Mapping[str, str]) -> IchiGo:
    """The game from the text of its data files."""
    return IchiGo(texts)

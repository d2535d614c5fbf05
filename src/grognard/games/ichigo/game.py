"""Operation Ichi-Go as the rest of the house sees it."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from grognard.games.ichigo import board, combat, knowledge, previews, sandbox, setup, supply, victory
from grognard.games.ichigo.facts import ALLIED, JAPANESE, Facts
from grognard.games.ichigo.flow import TURN
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.text import Text
from grognard.games.ichigo.verbs import VERBS
from grognard.kernel.flow import CONCEDE, ONGOING, Bar, Decision, Event, Option, Refused
from grognard.kernel.flow import Sequence as SequenceOfPlay
from grognard.kernel.game import Choice, Game, Side, version_of


class IchiGo(Facts, Game):
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
        Side("Allied", "China and the United States", "Allied", "#243d6d", "#ffffff"),
        Side("Japanese", "Japan", "Japanese", "#ae1a1a", "#ffffff"),
    )
    phases = TURN
    verbs = VERBS
    state_type = State

    def __init__(self, texts: Mapping[str, str]) -> None:
        Facts.__init__(self, texts)
        self.text = Text(self)
        self.version = version_of(texts)
        index = tomllib.loads(texts["cases.toml"])
        self._cases: list[dict[str, Any]] = index["case"]
        self._rulings: list[dict[str, Any]] = index["ruling"]

    @property
    def cases(self) -> Sequence[Mapping[str, Any]]:
        return self._cases

    @property
    def rulings(self) -> Sequence[Mapping[str, Any]]:
        return self._rulings

    # --- playing

    def new(self, scenario: str, options: Mapping[str, str]) -> State:
        s = setup.new_position(self)
        s.agenda.append(SequenceOfPlay())
        return s

    def standing(self, s: State, side: int) -> list[Option]:
        """R63: the owner orders his stacks in his own turn; 7.8b: aerial supply at any moment; R55: early tanks."""
        asked = s.pending
        if s.winner != ONGOING or not isinstance(asked, Decision):
            return []
        options: list[Option] = []
        if not asked.atomic:
            if side == ALLIED and s.causeway == LAUNCHED:
                options += supply.aerial_options(s)
            if side == JAPANESE and combat.volunteer_bar(s) is None:
                options.append(("volunteer-tank",))
            if asked.side == side:
                options += [("top", u) for u in knowledge.may_top(s, side)]
        options.append(CONCEDE)
        return options

    def act(self, s: State, side: int, option: Option) -> None:
        verb = option[0]
        if verb == "supply-by-air":
            supply.supply_by_air(s, int(option[1]))
        elif verb == "lift-supply":
            supply.lift_supply(s)
        elif verb == "volunteer-tank":
            combat.volunteer_tank(s)
        else:
            knowledge.put_on_top(s, int(option[1]))

    # --- knowing

    def view(self, s: State, side: int) -> dict[str, Any]:
        return knowledge.view(s, side)

    def redact(self, s: State, side: int) -> State:
        return knowledge.redact(s, side)

    def resample(self, s: State, side: int, rng: random.Random) -> State:
        return knowledge.resample(s, side, rng)

    def check(self, s: State) -> list[str]:
        return knowledge.check(s)

    # --- telling

    def sentence(self, event: Event, side: int) -> str:
        return self.text.sentence(event)

    def mentions(self, event: Event, side: int) -> dict[str, Any]:
        return self.text.mentions(event)

    def prompt(self, s: State, decision: Decision, side: int) -> str:
        return self.text.prompt(decision) if side == decision.side else self.text.waiting(decision.side)

    def subject(self, decision: Decision) -> dict[str, Any]:
        return self.text.subject(decision)

    def preview(self, s: State, side: int, option: Option) -> dict[str, Any] | None:
        asked = s.pending
        if not isinstance(asked, Decision) or asked.side != side or option not in asked.options:
            raise Refused("That is not a legal choice here.")
        return previews.of_option(s, side, option)

    def previews(self, s: State, side: int) -> list[dict[str, Any]]:
        return previews.current(s, side)

    def why_not(self, s: State, side: int, unit: int | None, space: int | None) -> list[Bar]:
        """Reasons from the procedure that asks now. Of what a side may not see, nothing."""
        asked = s.pending
        if s.winner != ONGOING:
            return [Bar("The game is over.", ())]
        if not isinstance(asked, Decision) or asked.side != side:
            return [Bar("It is the other side's decision.", ("5.0a",))]
        if unit is not None and self.side_of[unit] != side:
            return [Bar("It is not your unit.", ("5.0a", "6.6a"))]
        if any(self.speaks_of(option, unit, space) for option in asked.options):
            return [Bar("It is on offer.", asked.cases)]
        found = s.agenda[-1].why_not(s, side, unit, space)
        if found:
            return found
        phase = self.phases[s.phase]
        return [Bar(f"{phase.name}: nothing can be done with it now.", phase.cases)]

    # --- showing

    def board(self) -> dict[str, Any]:
        return board.board(self)

    def map_svg(self) -> str:
        return board.map_svg(self)

    def counters_svg(self) -> str:
        return board.counters_svg(self)

    def score(self, s: State) -> dict[str, float]:
        rail = (self.rail_set & s.japanese).bit_count()
        return {"Japanese VP": victory.points(s), "turns": s.turn, "Causeway": s.causeway == LAUNCHED, "railroad": rail}

    def edit(self, s: State, change: Mapping[str, Any]) -> None:
        sandbox.edit(s, change)


def build(texts: Mapping[str, str]) -> IchiGo:
    """The game from the text of its data files."""
    return IchiGo(texts)

"""Iwo Jima as the rest of the house sees it."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from grognard.games.iwojima import board, knowledge, movement, previews, reveals, sandbox, setup
from grognard.games.iwojima.facts import JP, US, Facts
from grognard.games.iwojima.flow import TURN
from grognard.games.iwojima.state import State
from grognard.games.iwojima.text import Text
from grognard.games.iwojima.verbs import VERBS
from grognard.kernel.flow import CONCEDE, ONGOING, Bar, Decision, Event, Option, Refused
from grognard.kernel.flow import Sequence as SequenceOfPlay
from grognard.kernel.game import Choice, Game, Side, version_of


class IwoJima(Facts, Game):
    """The game with its data."""

    id = "iwojima"
    title = "Iwo Jima"
    subtitle = "Rage Against the Marines, 1945"
    blurb = (
        "Three Marine divisions against a hidden garrison. The US side must win the airfields before its losses "
        "decide the game; the Japanese side fires from caves nobody has seen and makes every step count."
    )
    length = "60–90 minutes, up to 9 turns"
    complexity = "Easy to learn"
    scenarios = (Choice("standard", "The battle", "17 February to 14 March 1945."),)
    options = (
        Choice(
            "windows",
            "Japanese windows",
            "Ask the Japanese player at every window, so that nothing is given away, or only when he is able to act. "
            "Auto: always against a person, able against a bot.",
            ("auto", "always", "able"),
            "auto",
        ),
    )
    sides = (
        Side("US", "United States", "US", "#5b7d9e", "#ffffff"),
        Side("JP", "Japan", "Japanese", "#b08d57", "#1b1b1b"),
    )
    phases = TURN
    verbs = VERBS
    state_type = State

    def __init__(self, texts: Mapping[str, str]) -> None:
        Facts.__init__(self, texts)
        self.text = Text(self)
        self.map_spec = tomllib.loads(texts["map.toml"])
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
        s.ask = 1 if options.get("windows", "always") == "able" else 0
        s.agenda.append(SequenceOfPlay())
        return s

    def settle(self, options: dict[str, str], seats: Mapping[str, str]) -> dict[str, str]:
        """R56: a bot does not notice how long nobody was asked; a person might."""
        if options["windows"] != "auto":
            return options
        return options | {"windows": "always" if seats["US"] == "human" else "able"}

    def standing(self, s: State, side: int) -> list[Option]:
        """R8: the Japanese player may reveal; R30: the US player may commit the 3rd Division at his own decisions."""
        asked = s.pending
        if s.winner != ONGOING or not isinstance(asked, Decision):
            return []
        options: list[Option] = []
        if side == US:
            if asked.side == US:
                options += [("commit", u) for u in movement.uncommitted(s)]
        else:
            if not asked.atomic:
                options += [option for option in reveals.may_reveal(s) if option not in asked.options]
            options.append(("ask", "always" if s.ask else "able"))
        options.append(CONCEDE)
        return options

    def act(self, s: State, side: int, option: Option) -> None:
        if option[0] == "commit":
            movement.commit(s, int(option[1]))
        elif option[0] == "ask":
            s.ask = 1 if option[1] == "able" else 0
        else:
            reveals.show(s, option)

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
        """Reasons from the procedure that asks now, after the general ones. Of what a side may not see, nothing."""
        asked = s.pending
        if s.winner != ONGOING:
            return [Bar("The game is over.", ())]
        if not isinstance(asked, Decision) or asked.side != side:
            return [Bar("It is the other side's decision.", ("5",))]
        if unit is not None and side == US and knowledge.unknown_to_us(s) >> unit & 1:
            return [Bar("Nothing is known of that unit.", ("2.2.2b",))]
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
        return {"US VP": s.vp[US], "JP VP": s.vp[JP], "turns": s.turn}

    def edit(self, s: State, change: Mapping[str, Any]) -> None:
        sandbox.edit(s, change)


def build(texts: Mapping[str, str]) -> IwoJima:
    """The game from the text of its data files."""
    return IwoJima(texts)

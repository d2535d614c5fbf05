"""Armies of the White Sun as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Several
from typing import Any

from grognard.games.whitesun import board, knowledge, overlays, previews, reach, sandbox, score_ledger, setup, victory
from grognard.games.whitesun.facts import JAPANESE, Facts
from grognard.games.whitesun.flow import TURN
from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.text import Text
from grognard.games.whitesun.verbs import VERBS
from grognard.kernel.flow import Bar, Event, Sequence
from grognard.kernel.game import Choice, Game, Party
from grognard.kernel.ids import Side, Spaces, Unit
from grognard.kernel.overlays import Overlay
from grognard.kernel.score_ledger import Ledger
from grognard.kernel.sight import Sight

RETURNS = "returns"


class WhiteSun(Facts, Game[State]):
    """The game with its data."""

    id = "whitesun"
    title = "Armies of the White Sun"
    subtitle = "The Second Sino-Japanese War, July 1937 – 1943"
    blurb = (
        "Alone in command of the Japanese armies in China, against a country that the rules play: who defends a hex is "
        "drawn when you enter it. Take the coast and the railroads in time, and then reach for Chungking."
    )
    length = "2–4 hours, 4 turns"
    complexity = "Medium, for one player"
    scenarios = (Choice("campaign", "The campaign", "July 1937 to 1943."),)
    options = (
        Choice(
            "cohesion_tie",
            "A cohesion die equal to the unit's strength",
            "The rule eliminates the unit; the rulebook's example lets it return.",
            ("eliminated", RETURNS),
            "eliminated",
        ),
    )
    sides = (Party("Japanese", "Japan", "Japanese", "#ae1a1a", "#ffffff"),)
    system = Party("Chinese", "China", "Chinese", "#1f4e8c", "#ffffff")
    phases = TURN
    verbs = VERBS
    state_type = State
    of_knowledge = knowledge
    of_odds = previews
    of_pictures = board
    of_sandbox = sandbox
    turn_cases = ("2.6a",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        Game.__init__(self, texts)
        Facts.__init__(self, texts)
        self.text = Text(self)

    def new(self, scenario: str, options: Mapping[str, str]) -> State:
        s = setup.new_position(self, options.get("cohesion_tie") == RETURNS)
        s.agenda.append(Sequence())
        return s

    def sight(self, s: State, side: Side) -> Sight:
        return knowledge.sight(s, side)

    def not_ours(self, s: State, side: Side, unit: Unit) -> Bar | None:
        if self.side_of[unit] == JAPANESE or "chinese" in str(getattr(s.pending, "prompt", "")):
            return None
        return Bar("The rules command the Chinese.", ("2.6b",))

    def reach(self, s: State, side: Side, units: Several[Unit]) -> list[dict[str, Any]]:
        return reach.ways_to_move(s, units)

    def overlays(self, s: State, side: Side) -> list[Overlay]:
        return overlays.overlays(s)

    def ledger(self, s: State, side: Side | None, told: Several[Event]) -> Ledger:
        return score_ledger.ledger(s, side, told)

    def known(self, s: State, side: Side) -> State:
        """All of it: there is nothing to take out, and so nothing to copy."""
        return s

    def prizes(self, s: State) -> tuple[Spaces, ...]:
        wanted = self.objectives | self.victory_hexes
        return wanted & own(s), wanted & ~own(s)

    def score(self, s: State) -> dict[str, float]:
        return {
            "turns": s.turn,
            "survived Turn 1": float(s.turn > 1),
            "objectives missing": float(victory.missing_objectives(s).bit_count()),
            "victory hexes missing": float(victory.missing_victory_hexes(s).bit_count()),
            "trunk line": float(victory.holds_trunk_line(s)),
            "operations": float(len(s.trail_start)),
            "Chinese destroyed": float((s.at[self.dead] & (self.elites | self.regulars)).bit_count()),
        }


def build(texts: Mapping[str, str]) -> WhiteSun:
    """The game from the text of its data files."""
    return WhiteSun(texts)

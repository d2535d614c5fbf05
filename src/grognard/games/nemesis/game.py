"""Nemesis as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.games.nemesis import board, knowledge, overlays, previews, reach, sandbox, score_ledger, setup
from grognard.games.nemesis.facts import ALLIED, JAPANESE, Facts
from grognard.games.nemesis.flow import TURN, Turn, choices_meanwhile, choose_meanwhile
from grognard.games.nemesis.movement import Movement
from grognard.games.nemesis.reinforcement_allied import BringOn, YunnanReturns
from grognard.games.nemesis.reinforcement_japanese import JapaneseRail, Replacements
from grognard.games.nemesis.stacking import overstacked
from grognard.games.nemesis.standing_orders import ORDERS
from grognard.games.nemesis.state import State, controlled
from grognard.games.nemesis.text import Text
from grognard.games.nemesis.verbs import VERBS
from grognard.kernel.flow import ONGOING, Bar, Decision, Event, Option
from grognard.kernel.game import Choice, Game, Party
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.overlays import Overlay
from grognard.kernel.score_ledger import Ledger
from grognard.kernel.sight import Sight
from grognard.kernel.words import listed

WARNED = ("movement", "into-the-fire", "assaults", "attacks", "rail", "bring-on")
"""Questions after which a phase may end."""
PLACED_NEXT = (Replacements, YunnanReturns)
"""Who choose a unit whose place is asked for next."""
LEAD_ON = (Movement, JapaneseRail, BringOn)
"""Who choose a unit first and then where it goes."""


class Nemesis(Facts, Game[State]):
    """The game with its data."""

    id = "nemesis"
    title = "Nemesis"
    subtitle = "Burma, March – August 1944"
    blurb = (
        "Mutaguchi marches on Imphal over the mountains with three weeks of rice; Slim waits for him, Stilwell comes "
        "down from the north, the Chindits land behind the lines. Chits decide what comes next, mules who eats."
    )
    length = "5–8 hours, 10 turns"
    complexity = "High"
    scenarios = (Choice("campaign", "The campaign", "From the march on Imphal to the end of the monsoon."),)
    options = (
        Choice(
            "flight",
            "Retreat into a regiment",
            "A battalion that retreats into a reduced regiment of its division merges with it. Part: the regiment may "
            "still be attacked once and loses nothing if it must retreat. Whole: the regiment counts as retreated: it "
            "is not attacked in this phase, and a further retreat costs it a step.",
            ("part", "whole"),
            "part",
        ),
        Choice(
            "storm",
            "Pursuing a beaten unit",
            "Units that retreat into an Objective can be driven out of it, at a step each, without a die. Enemy: out "
            "of an Objective that they control. Both: also out of one that the attacker controls.",
            ("enemy", "both"),
            "enemy",
        ),
        Choice(
            "flags",
            "Which flag is removed",
            "With all 16 flags on the map, a new Objective takes its flag from another one. Order: first from those "
            "that its owner controlled from the start, then from those without its units. Any: from any of them.",
            ("order", "any"),
            "order",
        ),
    )
    sides = (
        Party("Allied", "Britain, China and the United States", "Allied", "#b58d63", "#15171a"),
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
    turn_cases = ("4.0-A-a",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        Game.__init__(self, texts)
        Facts.__init__(self, texts)
        self.text = Text(self)

    def new(self, scenario: str, options: Mapping[str, str]) -> State:
        s = setup.new_position(self)
        s.whole_flees = int(options.get("flight") == "whole")
        s.storms_own = int(options.get("storm") == "both")
        s.any_flag = int(options.get("flags") == "any")
        s.agenda.append(Turn())
        return s

    def sight(self, s: State, side: Side) -> Sight:
        return knowledge.sight(s, side)

    def standing_acts(self, s: State, side: Side, asked: Decision) -> list[Option]:
        return choices_meanwhile(s, side, asked)

    def act(self, s: State, side: Side, option: Option) -> None:
        choose_meanwhile(s, side, option)

    def hides(self, s: State) -> bool:
        return knowledge.hides(s)

    def not_ours(self, s: State, side: Side, unit: Unit) -> Bar | None:
        return Bar("It is not your unit.", ("4.0-A-a",)) if self.side_of[unit] != side else None

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None, verb: str = "") -> list[Bar]:
        """Where only a unit is asked for, one that is on offer needs no hex."""
        if unit is not None and space is not None and not verb and s.winner == ONGOING:
            asked = s.pending
            if isinstance(asked, Decision) and asked.side == side and self.is_enough(s, asked, unit):
                if isinstance(s.agenda[-1], PLACED_NEXT):
                    return [Bar(f"Choose {self.unit_names[unit]} first: the hex is asked for next.", asked.cases)]
                return [Bar(f"Choose {self.unit_names[unit]} alone: no hex is asked for.", asked.cases)]
        return Game.why_not(self, s, side, unit, space, verb)

    def is_enough(self, s: State, asked: Decision, unit: Unit) -> bool:
        """Whether a unit is on offer by itself, and leads to no choice of a hex."""
        if isinstance(s.agenda[-1], LEAD_ON):
            return False
        placed = any("space" in self.verbs[verb].args for verb in s.agenda[-1].verbs)
        return not placed and self.offered(asked, "", unit, None)

    def prompt(self, s: State, decision: Decision, side: Side) -> str:
        """2.2-i: a player who may still move or fight is told of stacks that would be cut down."""
        words = Game.prompt(self, s, decision, side)
        over = overstacked(s, side) if side == decision.side and decision.prompt in WARNED else []
        return f"{words} Too many units in {listed([self.space_names[h] for h in over])}." if over else words

    def reach(self, s: State, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
        return reach.ways_to_move(s, side, units)

    def overlays(self, s: State, side: Side) -> list[Overlay]:
        return overlays.overlays(s, side)

    def ledger(self, s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
        return score_ledger.ledger(s, side, told)

    def prizes(self, s: State) -> tuple[Spaces, ...]:
        return controlled(s, ALLIED), controlled(s, JAPANESE)

    def worth(self, space: Space) -> int:
        return self.value.get(space, 0)

    def score(self, s: State) -> dict[str, float]:
        return {
            "Hirohito": s.superior[JAPANESE],
            "Churchill": s.superior[ALLIED],
            "Japanese flags": s.flags[JAPANESE].bit_count(),
            "Allied flags": s.flags[ALLIED].bit_count(),
            "turns": s.turn,
        }


def build(texts: Mapping[str, str]) -> Nemesis:
    """The game from the text of its data files."""
    return Nemesis(texts)

"""Iwo Jima as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Several
from typing import Any

from grognard.games.iwojima import (
    board,
    knowledge,
    losses,
    movement,
    overlays,
    previews,
    reach,
    reveals,
    sandbox,
    score_ledger,
    setup,
)
from grognard.games.iwojima.facts import JP, US, Facts
from grognard.games.iwojima.flow import TURN
from grognard.games.iwojima.standing_orders import ORDERS
from grognard.games.iwojima.state import State
from grognard.games.iwojima.text import Text
from grognard.games.iwojima.verbs import VERBS
from grognard.kernel.flow import Bar, Decision, Event, Option, Sequence, unit_of
from grognard.kernel.game import GENERAL, Choice, Game, Party
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.overlays import Overlay
from grognard.kernel.score_ledger import Ledger
from grognard.kernel.sight import Sight


class IwoJima(Facts, Game[State]):
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
            "Always: the Japanese player is asked at every window, so that nothing is given away. Able: only when "
            "there is something to decide, which is quicker, but a person on the US side can tell from the pace. "
            "Auto: always against a person, able against a bot.",
            ("auto", "always", "able"),
            "auto",
        ),
        Choice(
            "firing",
            "Firing again",
            "The rules can be read either way: section 3 lets each unit fire once a turn, and the Reset Phases (5.2.1, "
            "5.3.1) turn each side's units upright in the middle of it. Reset: a Japanese unit that gave Defensive "
            "Fire may bombard or assault later in the same turn. Turn: it may not, until the next turn.",
            ("reset", "turn"),
            "reset",
        ),
    )
    sides = (
        Party("US", "United States", "US", "#5b7d9e", "#ffffff"),
        Party("JP", "Japan", "Japanese", "#b08d57", "#1b1b1b"),
    )
    phases = TURN
    verbs = VERBS
    orders = ORDERS
    state_type = State
    of_knowledge = knowledge
    of_odds = previews
    of_pictures = board
    of_sandbox = sandbox
    turn_cases = ("5",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        Game.__init__(self, texts)
        Facts.__init__(self, texts)
        self.text = Text(self)

    def new(self, scenario: str, options: Mapping[str, str]) -> State:
        s = setup.new_position(self)
        s.ask = int(options.get("windows") == "able")
        s.once = int(options.get("firing") == "turn")
        s.agenda.append(Sequence())
        return s

    def sight(self, s: State, side: Side) -> Sight:
        return knowledge.sight(s, side)

    def settle(self, options: dict[str, str], seats: Mapping[str, str]) -> dict[str, str]:
        """R56: a bot does not notice how long nobody was asked; a person might."""
        if options["windows"] != "auto":
            return options
        return options | {"windows": "always" if seats["US"] == "human" else "able"}

    def standing_acts(self, s: State, side: Side, asked: Decision) -> list[Option]:
        """R8, R47: the Japanese player may reveal and order losses; R30: the US player may commit the 3rd Division."""
        options: list[Option] = []
        if side == US:
            if asked.side == US:
                options += [("commit", u) for u in movement.uncommitted(s)]
        else:
            if not asked.atomic:
                options += [option for option in reveals.may_reveal(s) if option not in asked.options]
                options += losses.may_order_losses(s)
            options.append(("ask", "always" if s.ask else "able"))
        return options

    def act(self, s: State, side: Side, option: Option) -> None:
        if option[0] == "commit":
            movement.commit(s, unit_of(option))
        elif option[0] == "ask":
            s.ask = 1 if option[1] == "able" else 0
        elif option[0] in ("lose-next", "no-loss-order", "losses"):
            losses.order_losses(s, option)
        else:
            reveals.show(s, option)

    def not_ours(self, s: State, side: Side, unit: Unit) -> Bar | None:
        if side == US and knowledge.unknown_to_us(s) >> unit & 1:
            return Bar("Nothing is known of that unit.", ("2.2.2b",))
        return None

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None, verb: str = "") -> list[Bar]:
        found = super().why_not(s, side, unit, space, verb)
        if (
            unit is None
            and space is not None
            and space < self.areas
            and not verb
            and found[0].text.endswith(GENERAL[1])
        ):
            return [reach.who_comes(s, side, space) or found[0]]
        return found

    def reach(self, s: State, side: Side, units: Several[Unit]) -> list[dict[str, Any]]:
        return reach.ways_to_move(s, side, units)

    def overlays(self, s: State, side: Side) -> list[Overlay]:
        return [overlays.control(s)]

    def ledger(self, s: State, side: Side | None, told: Several[Event]) -> Ledger:
        return score_ledger.ledger(s, side, told)

    def prizes(self, s: State) -> tuple[Spaces, ...]:
        return s.control, self.all_areas & ~s.control

    def score(self, s: State) -> dict[str, float]:
        return {"US VP": s.vp[US], "JP VP": s.vp[JP], "turns": s.turn}


def build(texts: Mapping[str, str]) -> IwoJima:
    """The game from the text of its data files."""
    return IwoJima(texts)

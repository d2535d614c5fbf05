"""Operation Causeway: Formosa 1944 as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Several
from typing import Any

from grognard.games.formosa import (
    board,
    concealment,
    knowledge,
    overlays,
    previews,
    reach,
    sandbox,
    score_ledger,
    setup,
    victory,
    why_not_two_steps,
    worksheets,
)
from grognard.games.formosa.facts import ALLIED, JAPANESE, Facts
from grognard.games.formosa.flow import TURN
from grognard.games.formosa.standing_orders import ORDERS
from grognard.games.formosa.state import State, allied_hexes
from grognard.games.formosa.text import Text
from grognard.games.formosa.verbs import VERBS
from grognard.kernel.flow import ONGOING, Bar, Decision, Event, Option, Sequence, unit_of
from grognard.kernel.game import GENERAL, ON_OFFER, Choice, Game, Party
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.overlays import Overlay
from grognard.kernel.score_ledger import Ledger
from grognard.kernel.sight import Sight

OFF_ON = ("off", "on")
GUNFIRE_READING = (
    "Another reading of 17.0: a gunfire unit supports any number of combats in a phase, one after the other. "
    "We let it support one combat in each phase (R72)."
)
COAST_READING = (
    "Another reading of 21.0: one unit a turn embarks from any coastal hex, rough and mountain too. "
    "We let units embark only in ports and on open coast (R81)."
)
LOSSES_READING = (
    "Another reading of 4.2: only Allied units that are gone for good give the Japanese a victory point. "
    "We count every unit that is lost at the end, also one that could still be bought back (R7)."
)
RAIDERS_READING = (
    "Another reading of 25.6: airborne raiders that have landed leave no guerrillas. "
    "We let them, since they act as regular infantry (R93)."
)


class Formosa(Facts, Game[State]):
    """The game with its data."""

    id = "formosa"
    title = "Operation Causeway: Formosa 1944"
    subtitle = "Formosa, March – July 1945"
    blurb = (
        "The invasion that was planned and never made. Logistics points buy everything: divisions, landings, bases, "
        "strikes. The Japanese wait under question marks; every unit next to the enemy must attack."
    )
    length = "4–8 hours, 13 or 8 turns"
    complexity = "High"
    scenarios = (
        Choice("1", "Planned operation", "The Philippines bypassed: March 1945, US forces only, 13 turns."),
        Choice("2", "After the Philippines", "June 1945: stronger Allies, Commonwealth units, 8 turns."),
    )
    options = (
        Choice("25.1", "Exploitation", "After all defenders are eliminated a stack may attack again.", OFF_ON, "off"),
        Choice("25.2", "Battlefield logistics", "A great victory earns 1 logistics point.", OFF_ON, "off"),
        Choice("25.3", "Air transport", "The air supply unit flies a unit in.", OFF_ON, "off"),
        Choice("25.4", "Marine replacements", "Replaced Marines may join a headquarters.", OFF_ON, "off"),
        Choice("25.5", "97th Division", "May be recruited, for 5 victory points.", OFF_ON, "off"),
        Choice("25.6", "Die-hards", "Lost infantry may fight on as guerrillas.", OFF_ON, "off"),
        Choice("25.7", "Marine Brigade", "Japanese marines may land from the sea.", OFF_ON, "off"),
        Choice("25.8", "Airborne raiders", "Japanese raiders drop on airfields.", OFF_ON, "off"),
        Choice("25.9", "Takasago", "The Takasago Special Force.", OFF_ON, "off"),
        Choice("25.10", "Prisoner-of-war camp", "A camp to free, or to bomb by mistake.", OFF_ON, "off"),
        Choice("R72", "Gunfire in every combat", GUNFIRE_READING, OFF_ON, "off"),
        Choice("R81", "Embarking from any coast", COAST_READING, OFF_ON, "off"),
        Choice("R7", "Points for units gone for good", LOSSES_READING, OFF_ON, "off"),
        Choice("R93", "Raiders are no die-hards", RAIDERS_READING, OFF_ON, "off"),
    )
    sides = (
        Party("Allied", "Allies", "Allied", "#243d6d", "#ffffff"),
        Party("Japanese", "Japan", "Japanese", "#ae1a1a", "#ffffff"),
    )
    phases = TURN
    verbs = VERBS
    orders = ORDERS
    state_type = State
    desks = worksheets.DESKS
    of_knowledge = knowledge
    of_odds = previews
    of_pictures = board
    of_sandbox = sandbox
    turn_cases = ("2.1e", "6.0a")

    def __init__(self, texts: Mapping[str, str]) -> None:
        Game.__init__(self, texts)
        Facts.__init__(self, texts)
        self.text = Text(self)

    def new(self, scenario: str, options: Mapping[str, str]) -> State:
        s = setup.new_position(self, scenario, options)
        s.agenda.append(Sequence())
        return s

    def sight(self, s: State, side: Side) -> Sight:
        return knowledge.sight(s, side)

    def standing_acts(self, s: State, side: Side, asked: Decision) -> list[Option]:
        """11.1b, R34: the Japanese player may reveal a concealed unit between any two actions of either side."""
        if side != JAPANESE or asked.atomic:
            return []
        return [("reveal", u) for u in concealment.may_reveal(s)]

    def act(self, s: State, side: Side, option: Option) -> None:
        concealment.reveal_by_choice(s, unit_of(option))

    def reach(self, s: State, side: Side, units: Several[Unit]) -> list[dict[str, Any]]:
        return reach.ways_to_move(s, side, units)

    def overlays(self, s: State, side: Side) -> list[Overlay]:
        return overlays.overlays(s, side)

    def not_ours(self, s: State, side: Side, unit: Unit) -> Bar | None:
        if self.side_of[unit] != side:
            return Bar("It is not your unit.", ("2.1e", "11.0d"))
        return None

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None, verb: str = "") -> list[Bar]:
        """Where a unit and a space come together after one more choice, that choice; else why they do not."""
        found = super().why_not(s, side, unit, space, verb)
        asked = s.pending
        mine = s.winner == ONGOING and isinstance(asked, Decision) and asked.side == side
        if verb or unit is None or space is None or not mine or self.not_ours(s, side, unit):
            return found
        assert isinstance(asked, Decision)
        if found[0].text.startswith(ON_OFFER):
            return found
        return why_not_two_steps.in_two(self, s, asked, unit, space, found[0].text.endswith(GENERAL)) or found

    def verbs_for(self, s: State, side: Side, unit: Unit) -> list[tuple[str, list[Bar]]]:
        """Without what only the other side can ever do."""
        return [row for row in super().verbs_for(s, side, unit) if why_not_two_steps.ONLY.get(row[0], side) == side]

    def ledger(self, s: State, side: Side | None, told: Several[Event]) -> Ledger:
        return score_ledger.ledger(s, side, told)

    def prizes(self, s: State) -> tuple[Spaces, ...]:
        wanted = self.sites | self.industry | self.peaks
        held = wanted & allied_hexes(s)
        return held, wanted & ~held

    def worth(self, space: Space) -> int:
        vp, bit = self.vp, 1 << space
        kinds = (
            (self.major_ports, "major_port"),
            (self.minor_ports, "minor_port"),
            (self.airfields, "airfield"),
            (self.industry, "industry"),
            (self.peaks, "peak"),
        )
        return sum(vp[kind] for hexes, kind in kinds if hexes & bit)

    def score(self, s: State) -> dict[str, float]:
        return {
            "net VP": victory.net(s),
            "Allied VP": victory.score_of(s, ALLIED),
            "Japanese VP": victory.score_of(s, JAPANESE),
            "turns": s.turn,
            "band": victory.band(s),
        }


def build(texts: Mapping[str, str]) -> Formosa:
    """The game from the text of its data files."""
    return Formosa(texts)

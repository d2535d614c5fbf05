"""Chapter 5: the sequence of play. Whether units move or fight first is chosen each turn (5.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.games.ichigo import air, causeway, combat, movement, reinforcement, setup, victory
from grognard.games.ichigo.causeway import is_launched, is_not_launched
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, US
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.kernel.flow import Bar, Decision, Frame, Option, Phase
from grognard.kernel.ids import Side, Space, Unit

# --- 5.5 the order of movement and combat


def choose_order(nation: int) -> Callable[[State], None]:
    """5.5, R34: announced when the first of the two phases begins."""

    def start(s: State) -> None:
        s.agenda.append(ChooseOrder(nation))

    return start


def who_chooses(s: State, nation: int) -> Side:
    """5.1b, 5.3.1, 5.5: the Japanese player, for the Chinese too until Causeway is launched."""
    if nation == US or (nation == CHINA and s.causeway == LAUNCHED):
        return ALLIED
    return JAPANESE


@dataclass(slots=True)
class ChooseOrder(Frame):
    """5.5: move then fight, or fight then move, for all units of a nation alike."""

    id = "ichigo.flow.ChooseOrder"
    verbs = ("move-first", "fight-first")
    nation: int

    def run(self, s: State) -> Decision:
        options: list[Option] = [("move-first",), ("fight-first",)]
        by = who_chooses(s, self.nation)
        return Decision(by, "order", options, self.cases(s), (self.nation, by))

    def cases(self, s: State) -> tuple[str, ...]:
        """5.1b, 5.5: each choice has its own paragraph."""
        if self.nation == JAPAN:
            return ("5.5a",)
        return ("5.5c",) if who_chooses(s, self.nation) == ALLIED else ("5.5b", "5.1b")

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        s.news += 1
        s.fights_first = int(option[0] == "fight-first")
        s.tell("order", self.nation, who_chooses(s, self.nation), s.fights_first, cases=self.cases(s))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("The order is chosen for all units of the nation at once.", self.cases(s))]


def moves_first(s: State) -> bool:
    """5.5a."""
    return not s.fights_first


def fights_first(s: State) -> bool:
    """5.5a."""
    return bool(s.fights_first)


def us(test: Callable[[State], bool]) -> Callable[[State], bool]:
    """5.0b: Phases II and III exist only once Causeway is launched."""
    return lambda s: is_launched(s) and test(s)


MOVE, FIGHT = ("5.1a", "10.0b"), ("5.1a", "11.0a")

TURN = (
    Phase("set-up", "Set-up", setup.begin, None, ("3.0", "3.3a"), when=setup.is_not_dealt),
    Phase("start", "Start of Turn", causeway.start_turn, ALLIED, ("5.2a", "8.9a", "R20")),
    Phase("landing", "I US Landing", causeway.begin_landing, ALLIED, ("5.1a", "5.3.4"), when=is_launched),
    Phase("us-order", "US Order", choose_order(US), ALLIED, ("5.5c",), when=is_launched),
    Phase("us-movement", "US Movement", movement.begin(US), ALLIED, MOVE, when=us(moves_first)),
    Phase("us-combat", "US Combat", combat.begin(US), ALLIED, FIGHT, when=is_launched),
    Phase("us-movement-after", "US Movement", movement.begin(US), ALLIED, MOVE, when=us(fights_first)),
    Phase("airpower", "IV Airpower", air.begin, None, ("5.1a", "8.1a"), when=is_not_launched),
    Phase("reinforcement", "V Japanese Reinforcement", reinforcement.begin_japanese, JAPANESE, ("5.1a", "9.1a")),
    Phase("japanese-order", "Japanese Order", choose_order(JAPAN), JAPANESE, ("5.5a",)),
    Phase("japanese-movement", "Japanese Movement", movement.begin(JAPAN), JAPANESE, MOVE, when=moves_first),
    Phase("japanese-combat", "Japanese Combat", combat.begin(JAPAN), JAPANESE, FIGHT),
    Phase("japanese-movement-after", "Japanese Movement", movement.begin(JAPAN), JAPANESE, MOVE, when=fights_first),
    Phase("chinese-order", "Chinese Order", choose_order(CHINA), None, ("5.5b", "5.5c")),
    Phase("chinese-movement", "Chinese Movement", movement.begin(CHINA), ALLIED, MOVE, when=moves_first),
    Phase("chinese-combat", "Chinese Combat", combat.begin(CHINA), ALLIED, FIGHT),
    Phase("chinese-movement-after", "Chinese Movement", movement.begin(CHINA), ALLIED, MOVE, when=fights_first),
    Phase("chinese-reinforcement", "X Chinese Reinforcement", reinforcement.begin_chinese, ALLIED, ("5.1a", "9.7a")),
    Phase("end", "End of Turn", victory.end_of_turn, None, ("8.6", "4.2a", "4.3a")),
)

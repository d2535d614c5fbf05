"""Prompts: what the player is asked, in the hobby's words."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.whitesun.facts import Facts
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import Words, numbered

SUBJECTS: dict[str, tuple[str, ...]] = {
    "march": ("space", "", "units"),
    "muster": ("", "", "units"),
    "losses": ("", "space"),
    "chinese-losses": ("", "space"),
    "fighters": ("space",),
    "another-round": ("space",),
    "occupy": ("space",),
}


class Prompts(Words[Facts]):
    """The game's prompts."""

    subjects: ClassVar[dict[str, tuple[str, ...]]] = SUBJECTS

    def ask_muster(self, kind: str, target: Space, units: list[Unit], mp: int, most: int) -> str:
        chosen = f"{len(units)} of {most} units" if units else f"up to {most} units"
        if kind == "port":
            return f"Take {self.space(target)}: {chosen}, {mp} MP, then choose where to start."
        if kind == "changsha":
            return f"Drive on Changsha: {chosen}, {mp} MP."
        if kind == "raid":
            return f"Guerrillas at {self.space(target)}: {chosen} to meet them."
        if units:
            more = "choose more, or where" if len(units) < most else "choose where"
            return f"{chosen}, {mp} MP: {more} the operation starts."
        return f"Choose {chosen} for the next operation, or end the phase."

    def ask_march(self, hex_: Space, mp: int, units: list[Unit]) -> str:
        return f"{numbered(len(units), 'unit')} in {self.space(hex_)}, {mp} MP left: advance or halt."

    def ask_losses(self, owed: int, hex_: Space) -> str:
        return f"Take {numbered(owed, 'step loss', 'step losses')} at {self.space(hex_)}."

    def ask_chinese_losses(self, owed: int, hex_: Space) -> str:
        return f"{numbered(owed, 'hit')} at {self.space(hex_)}: choose a Chinese unit to eliminate."

    def ask_fighters(self, hex_: Space) -> str:
        return "The Flying Tigers strike: which unit loses a step?"

    def ask_another_round(self, hex_: Space, dice: int, against: int, cost: int, mp: int) -> str:
        who = numbered(against, "Chinese unit")
        with_ = numbered(dice, "die", "dice")
        return f"{who} still in {self.space(hex_)}. Another round with {with_} for {cost} of {mp} MP, or withdraw?"

    def ask_garrison_area(self, owed: int) -> str:
        return f"Choose {numbered(owed, 'more unit', 'more units')} for the garrison of the objective area."

    def ask_keep_cities(self, needed: int, ready: int) -> str:
        return (
            f"The cities beyond the line need {needed} of {numbered(ready, 'unit')}: give up cities, or keep them all."
        )

    def ask_garrison_cities(self, owed: int) -> str:
        return f"Choose {numbered(owed, 'unit')} to garrison the cities beyond the line."

    def ask_station(self) -> str:
        return "Where does the Yangtze River Flotilla stand this turn?"

    def ask_call_up(self, row: str) -> str:
        return f"Call up a {row} from garrison duty."

    def ask_choose_port(self) -> str:
        return "Choose the port to take."

    def ask_occupy(self, hex_: Space) -> str:
        return f"Which unit occupies {self.space(hex_)}?"

    def ask_spend(self) -> str:
        return "The roll brings no operation: choose a ready unit that is used up."

"""Names in sentences: sides, Generals, Superiors, and whether a unit's name is one or many."""

from __future__ import annotations

from grognard.games.nemesis.facts import Facts
from grognard.kernel.ids import Unit
from grognard.kernel.words import Words

SIDES = ("Allied", "Japanese")
SIDE_NAMES = ("The Allied side", "The Japanese side")
PEOPLE = ("The Allies", "The Japanese")
GENERALS = ("Slim", "Mutaguchi")
SUPERIORS = ("Churchill", "Hirohito")
LEVELS = ("in Full Supply", "in Limited Supply", "Out of Supply")


def signed(number: int) -> str:
    """A number with its sign: `+1`, `−2`."""
    return f"{number:+d}".replace("-", "−")


class NamesInSentences(Words[Facts]):
    """What every sentence of the game may need."""

    def is_many(self, units: list[Unit]) -> bool:
        """Whether names take the plural."""
        return len(units) != 1 or bool(self.facts.plural >> units[0] & 1)

    def does(self, unit: Unit, one: str, many: str = "") -> str:
        """A unit and its verb: `58th Regiment loses`, `Assam Rifles lose`."""
        return self.facts.does(unit, one, many)

    def all_do(self, units: list[Unit], one: str, many: str = "") -> str:
        """Several units and their verb."""
        return f"{self.units(units)} {(many or one.removesuffix('s')) if self.is_many(units) else one}"

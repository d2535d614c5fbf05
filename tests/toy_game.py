"""A game small enough to see through, with all that explains itself: one patrol each on a road of five places.

Red marches a place at a time, scouts (which tells a sum, part of it for Red alone), or halts; Blue only watches.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

from grognard.kernel.flow import Bar, Decision, Frame, GameOver, Option, Phase, Term
from grognard.kernel.game import Choice, Game, Party, Verb
from grognard.kernel.state import Pieces, place, set_out
from grognard.kernel.words import Words
from grognard.match.match import Match

RED, BLUE = 0, 1
PATROL, ENEMY = 0, 1
MOST = 4
"""Points that a march has."""

TEXTS = {
    "tables.toml": '[game]\nedition = "1"',
    "map.toml": "",
    "units.csv": "",
    "cases.toml": 'ruling = []\n[chapters]\n1 = "Marching"\n'
    '[[case]]\nid = "1.1"\nrule = "A step costs 1 MP."\n[[case]]\nid = "1.2"\nrule = "Nobody passes the enemy."\n',
    "glossary.toml": '[[term]]\nterm = "movement point"\nalso = ["MP"]\nmeans = "What a step costs."\ncases = ["1.1"]',
}


@dataclass(slots=True, eq=False)
class Road(Pieces):
    """The position: who is where, and how far the march has gone."""

    gone: int = 0


@dataclass(slots=True)
class March(Frame):
    """Red steps, scouts or halts."""

    id = "toy.march"
    verbs = ("step", "scout", "rest")

    def run(self, s: Road) -> Decision:
        steps: list[Option] = [("step", PATROL, at) for at in range(5) if step_bar(s, at) is None]
        ends: list[Option] = [("halt",)] if s.gone else []
        return Decision(RED, "march", [*steps, ("scout", PATROL), *ends], ("1.1",), always=True)

    def answer(self, s: Road, option: Option) -> None:
        if option[0] == "halt":
            raise GameOver(RED, "halted", ("1.1",))
        if option[0] == "scout":
            s.tell("scouted", PATROL, cases=("1.2",), sum=lambda: [
                Term("eyes", (2,), ("1.1",)), Term("secret", (s.where[ENEMY],), ("1.2",), seen=1 << RED)])  # fmt: skip
            return
        start, goal = s.where[PATROL], int(option[2])
        place(s, PATROL, goal)
        s.gone += 1
        s.tell("moved", PATROL, start, goal, cases=("1.1",))

    def why_not(self, s: Road, side: int, unit: int | None, space: int | None) -> list[Bar]:
        bar = None if space is None else step_bar(s, space)
        return [bar] if bar else []

    def why_not_do(self, s: Road, side: int, verb: str, unit: int | None, space: int | None) -> list[Bar]:
        return [Bar("Nobody rests on the road.", ("1.1",))] if verb == "rest" else self.why_not(s, side, unit, space)

    def why_not_end(self, s: Road, side: int) -> list[Bar]:
        return [] if s.gone else [Bar("The march has not begun.", ("1.1",))]


def step_bar(s: Road, goal: int) -> Bar | None:
    """1.1, 1.2: why the patrol may not step there."""
    if s.gone >= MOST:
        return Bar("It has no MP left.", ("1.1",))
    if goal == s.where[ENEMY]:
        return Bar("The enemy stands there.", ("1.2",))
    if abs(goal - s.where[PATROL]) != 1:
        return Bar("It is not the next place.", ("1.1",))
    return None


class Text(Words[Any]):
    adjectives = ("Red", "Blue")
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "moved": ("unit", "space", "space"), "scouted": ("unit",)}  # fmt: skip
    subjects: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    hops = ("moved",)

    def say_moved(self, unit: int, start: int, goal: int) -> str:
        return f"{self.unit(unit)}: {self.space(start)} → {self.space(goal)}."

    def say_scouted(self, unit: int) -> str:
        return f"{self.unit(unit)} looks about."

    def say_game_over(self, winner: int, ending: str) -> str:
        return "Red halts."

    def term_eyes(self, number: int) -> str:
        return f"{number} pairs of eyes"

    def term_secret(self, space: int) -> str:
        return f"the enemy is in {self.space(space)}"

    def ask_march(self) -> str:
        return "March on?"


class Roads(Game):
    """The toy."""

    id = "toy"
    title = "Roads"
    subtitle = blurb = length = complexity = ""
    scenarios = (Choice("road", "The road"),)
    sides = (Party("Red", "Red", "Red", "#900", "#fff"), Party("Blue", "Blue", "Blue", "#009", "#fff"))
    phases = (Phase("march", "March", lambda s: s.agenda.append(March()), RED, ("1.1",)),)
    verbs: ClassVar[Mapping[str, Verb]] = {
        "step": Verb("March with {unit} to {space}", ("unit", "space"), ("1.1",)),
        "scout": Verb("Scout with {unit}", ("unit",), ("1.2",)),
        "rest": Verb("Rest with {unit}", ("unit",), ("1.1",)),
        "halt": Verb("Halt", primary=True),
        "concede": Verb("Concede"),
    }
    state_type = Road
    turn_cases = ("1.1",)
    unit_ids = ("PATROL", "ENEMY")
    space_ids = ("A", "B", "C", "D", "E")

    def __init__(self) -> None:
        super().__init__(TEXTS)
        self.unit_index = {name: i for i, name in enumerate(self.unit_ids)}
        self.space_index = {name: i for i, name in enumerate(self.space_ids)}
        names = SimpleNamespace(unit_names=("The patrol", "The enemy"), space_names=self.space_ids, side_of=(RED, BLUE))
        self.text = Text(names)
        self.of_knowledge = self  # type: ignore[assignment]
        self.of_odds = SimpleNamespace(of_option=lambda s, side, option: None, current=lambda s, side: [])  # type: ignore[assignment]

    def new(self, scenario: str, options: Mapping[str, str]) -> Road:
        s = Road(self, steps=[1, 1])
        set_out(s, [0, 4], 5)
        s.agenda.append(March())
        return s

    def score(self, s: Any) -> dict[str, float]:
        return {}

    def board(self) -> dict[str, Any]:
        facts = self.text.facts
        return {
            "units": [{"name": name} for name in facts.unit_names],
            "spaces": [{"name": name} for name in facts.space_names],
        }

    def view(self, s: Any, side: int) -> dict[str, Any]:
        return {"turn": 1, "phase": 0, "units": [[PATROL, s.where[PATROL], 1, 0]], "marks": [], "tracks": {}}

    def redact(self, s: Any, side: int) -> Any:
        return s.copy()

    def resample(self, s: Any, side: int, rng: random.Random) -> Any:
        return s.copy()

    def check(self, s: Any) -> list[str]:
        return []

    def reach(self, s: Any, side: int, units: Sequence[int]) -> list[dict[str, Any]]:
        if list(units) != [PATROL]:
            return []
        here = s.where[PATROL]
        far = [at for at in range(here + 1, s.where[ENEMY]) if at - here <= MOST - s.gone]
        return [{"name": "March", "points": f"{MOST - s.gone} MP", "cases": ("1.1",), "units": [PATROL], "from": here,
                 "start": [], "step": "step", "end": None, "spaces": [(at, at - here, at - 1, 1.0) for at in far],
                 "notes": []}]  # fmt: skip

    def not_ours(self, s: Any, side: int, unit: int) -> Bar | None:
        return Bar("That is the enemy's.", ("1.2",)) if unit != PATROL and side == RED else None


def road(*options: Option) -> Match:
    """A match on the road after some decisions of Red."""
    match = Match.new(Roads(), seed=1)
    for option in options:
        match.submit(RED, option)
    return match

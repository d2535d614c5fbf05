"""The interface of a game package: one object that holds its data and answers for its rules."""

from __future__ import annotations

import hashlib
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from grognard.kernel.datafile import Toml
from grognard.kernel.flow import CONCEDE, ONGOING, Bar, Decision, Event, Option, Phase, Refused, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, every, per
from grognard.kernel.overlays import Overlay
from grognard.kernel.rules_search import Rulebook
from grognard.kernel.score_ledger import Ledger
from grognard.kernel.sight import Sight, sight_of_view
from grognard.kernel.standing_orders import Standing
from grognard.kernel.state import State
from grognard.kernel.words import Words, numbered
from grognard.kernel.worksheet import Sheet


@dataclass(frozen=True, slots=True)
class Party:
    """One player's army."""

    id: str
    name: str
    adjective: str
    colour: str
    ink: str


@dataclass(frozen=True, slots=True)
class Verb:
    """The reading of an option's verb: its arguments and its words on the page."""

    label: str
    args: tuple[str, ...] = ()
    """`unit`, `space` or `word`, in order."""
    cases: tuple[str, ...] = ()
    primary: bool = False
    quiet: bool = False
    """Offered in a menu, not as a glow on the map."""
    remember: bool = False
    """The page may offer the choices that led here again in the next match."""
    gathers: bool = False
    """It begins a move: the page lets its units be picked, one or several of a stack, and shows how far they get."""
    drops: bool = False
    """Its unit was taken in before: the page shows it as picked, and a click takes it out again."""
    fills: bool = False
    """One of a set, such as losses: the page offers to have the rest of the set filled in."""
    resolves: bool = False
    """Says only which of several is next: the page offers to take all of them, one after another."""
    forgoes: bool = False
    """Gives up what the question is about: not the button that is pressed by habit while there is a choice."""
    why: str = ""
    """What speaks for it where the adviser gives no reason of its own."""
    ends: bool = False
    """Ends a phase or a plan: the page says beside it how many units could still do something."""
    repeats: bool = False
    """May be said several times with the same arguments: the page lets a number be chosen for the next click."""
    spends: bool = False
    """Pays for its unit at once: a click on the counter asks first, with the price."""
    renews: bool = False
    """Another round of the same: the page offers to say it by itself while the odds (`hope` of the preview) hold."""
    musters: bool = False
    """Has units take part: the page begins a plan with everybody who may, and lets them be taken out again."""
    settles: bool = False
    """Ends what follows a fight: the page offers it on one sheet with the losses and who advances."""
    weighs: bool = False
    """Belongs to a choice that the player is to make: a phase that is finished for them stops where it is on offer."""
    words: Mapping[str, str] = field(default_factory=dict)


LEAST_MISSED = "The least valuable goes first."
EVERY_ONE_HELPS = "Every additional attacker improves the odds."
TO_HOLD_IT = "The captured hex must be held."
ALL_ARE_DUE = "All are resolved; the order matters little."
ON_ITS_WAY = "The move continues to its goal."
ARRIVED = "It has reached its goal."
AS_PLANNED = "The plan is complete."
NOTHING_ELSE = "There is nothing else to do here."
"""What games say alike of such verbs (`Verb.why`)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A scenario or an option of a match, with what may be chosen."""

    id: str
    name: str
    blurb: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""


ON_OFFER = "It is on offer"
"""How an answer to "why not?" begins where nothing forbids it."""
GENERAL = ("not now.", "nothing can be done with it now.")
"""How an answer ends that says nothing particular; property tests hold the games to say more."""
OPEN_END = "Nothing prevents it."
AT_LAST = "A choice is required: pick one of the options offered."
"""Why a question that has no end of its own goes on."""

JUDGED = ("map.toml", "units.csv", "tables.toml")
"""The data files that decide what happens in play."""


def each_once(bars: Sequence[Bar]) -> list[Bar]:
    """Each reason once: what two rules forbid in the same words is one reason with the cases of both."""
    cases: dict[str, tuple[str, ...]] = {}
    for bar in bars:
        known = cases.get(bar.text, ())
        cases[bar.text] = (*known, *(case for case in bar.cases if case not in known))
    return [Bar(text, found) for text, found in cases.items()]


def version_of(texts: Mapping[str, str]) -> str:
    """The edition of the rules and a fingerprint of the data: what a save pins."""
    edition = Toml.parse("tables.toml", texts["tables.toml"]).values["game"]["edition"]
    judged = "".join(texts[name] for name in JUDGED)
    return f"{edition}-{hashlib.sha256(judged.encode()).hexdigest()[:8]}"


if TYPE_CHECKING:
    from typing_extensions import TypeVar as WithDefault

    P = WithDefault("P", bound=State, default=Any)
else:
    P = TypeVar("P")
"""A game's positions."""
Read = TypeVar("Read", bound=State, contravariant=True)
"""The same, where they are only read."""


class Knowledge(Protocol[P]):
    """A game's module on who may know what."""

    def view(self, s: P, side: Side, /) -> dict[str, Any]:
        """The position as one side may know it, for the page."""

    def redact(self, s: P, side: Side, /) -> P:
        """A copy of the position with all that a side may not know taken out: what its bot is handed."""

    def resample(self, s: P, side: Side, rng: random.Random, /) -> P:
        """A full position that a side could not tell from the true one."""

    def check(self, s: P, /) -> list[str]:
        """Every broken invariant of the position, as sentences; none in a sound one."""


class Previews(Protocol[Read]):
    """A game's module on what the dice may bring."""

    def of_option(self, s: Read, side: Side, option: Option, /) -> dict[str, Any] | None:
        """The exact odds behind an option, with every modifier and its case; None when no die follows."""

    def current(self, s: Read, side: Side, /) -> list[dict[str, Any]]:
        """The odds of what is planned or under way now."""


class Pictures(Protocol):
    """A game's module on what the page draws."""

    def board(self, g: Any, /) -> dict[str, Any]:
        """The fixed part of what the page shows."""

    def map_svg(self, g: Any, /) -> str:
        """The map."""

    def counters_svg(self, g: Any, /) -> str:
        """Every counter face and marker."""


class Editing(Protocol[Read]):
    """A game's module on positions made by hand."""

    def edit(self, s: Read, change: Mapping[str, Any], /) -> None:
        """Change a position: the sandbox's verbs for this game."""


class Game(ABC, Generic[P]):
    """A game with its data loaded. Positions refer to it as `s.game`; it never changes.

    A game gives its modules (`of_knowledge`, `of_odds`, `of_pictures`, `of_sandbox`) and its sentences (`text`), says
    how a position begins and which standing acts there are; the rest of the house calls the methods below.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    subtitle: ClassVar[str]
    blurb: ClassVar[str]
    length: ClassVar[str]
    complexity: ClassVar[str]
    scenarios: ClassVar[tuple[Choice, ...]]
    options: ClassVar[tuple[Choice, ...]] = ()
    sides: ClassVar[tuple[Party, ...]]
    """The sides that decide: two, or one that plays against the rules themselves."""
    system: ClassVar[Party | None] = None
    """In a game for one player: the side that the rules play. It has no seat; it can win."""
    phases: ClassVar[tuple[Phase, ...]]
    verbs: ClassVar[Mapping[str, Verb]]
    state_type: ClassVar[type[State]]

    orders: ClassVar[tuple[Standing, ...]] = ()
    """What a player may decide ahead."""
    desks: ClassVar[Mapping[str, Callable[[Any, Decision], list[Sheet]]]] = {}
    """Per prompt that has a desk, what lies on it: from a redacted position and the question."""

    of_knowledge: Knowledge[P]
    of_odds: Previews[P]
    of_pictures: Pictures
    of_sandbox: Editing[P]
    turn_cases: ClassVar[tuple[str, ...]]
    """Where the rules say whose turn it is."""

    version: str
    """Of the rules and data together: a save pins it."""
    cases: Sequence[Mapping[str, Any]]
    """The case index: id, rule, kind."""
    rulings: Sequence[Mapping[str, Any]]
    """The rulings: id, cases, ruling."""
    chapters: Mapping[str, str]
    """What each chapter is about, by the letters or digits that its cases begin with; a game may leave them out."""
    glossary: Sequence[Mapping[str, Any]]
    """The game's terms: `term`, `also` (other words and short forms for it), `means`, `cases`."""
    text: Words[Any]
    unit_ids: tuple[str, ...]
    space_ids: tuple[str, ...]
    unit_index: dict[str, Unit]
    space_index: dict[str, Space]

    @classmethod
    def parties(cls) -> tuple[Party, ...]:
        """Everyone who can own units and win: the sides, and after them the side that the rules play."""
        return cls.sides if cls.system is None else (*cls.sides, cls.system)

    @property
    def every_side(self) -> Sequence[Side]:
        """The sides that decide, by their numbers."""
        return every(Side, len(self.sides))

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.version = version_of(texts)
        index = Toml.parse("cases.toml", texts["cases.toml"]).values
        self.cases = index["case"]
        self.rulings = index["ruling"]
        self.chapters = index.get("chapters", {})
        self.glossary = Toml.parse("glossary.toml", texts.get("glossary.toml", "")).values.get("term", [])

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules, to be searched."""
        return Rulebook(self.cases, self.rulings, self.chapters, self.glossary)

    # --- playing

    @abstractmethod
    def new(self, scenario: str, options: Mapping[str, str]) -> P:
        """The position before the first decision; `advance` brings it there."""

    def settle(self, options: dict[str, str], seats: Mapping[str, str]) -> dict[str, str]:
        """The options of a new match once it is known who sits where (`human`, or a bot's name)."""
        return options

    def standing(self, s: P, side: Side) -> list[Option]:
        """The options that a side has at any time, no matter who is asked."""
        asked = s.pending
        if s.winner != ONGOING or not isinstance(asked, Decision):
            return []
        return [*self.standing_acts(s, side, asked), CONCEDE]

    def standing_acts(self, s: P, side: Side, asked: Decision) -> list[Option]:
        """The standing acts that the rules give a side while this question is open."""
        return []

    def act(self, s: P, side: Side, option: Option) -> None:
        """Carry out a standing act."""
        raise Refused(f"{self.title} has no standing acts.")

    # --- knowing

    def view(self, s: P, side: Side) -> dict[str, Any]:
        """The position as one side may know it, for the page."""
        return self.of_knowledge.view(s, side)

    def sight(self, s: P, side: Side) -> Sight:
        """The same as sets, for programs that learn. It is made of the view, unless a game has something quicker."""
        return sight_of_view(self.view(s, side), len(self.unit_ids))

    def redact(self, s: P, side: Side) -> P:
        """A copy of the position with all that a side may not know taken out: what its bot is handed."""
        return self.of_knowledge.redact(s, side)

    def hides(self, s: P) -> bool:
        """Whether something may be kept from a side now, or what is asked is answered in secret. Everybody is told."""
        return True

    def known(self, s: P, side: Side) -> P:
        """The position as a side may know it, for readers on its behalf; once the game is over, all of it."""
        return self.redact(s, side) if s.winner == ONGOING else s

    def resample(self, s: P, side: Side, rng: random.Random) -> P:
        """A full position that a side could not tell from the true one."""
        return self.of_knowledge.resample(s, side, rng)

    def check(self, s: P) -> list[str]:
        """Every broken invariant of the position, as sentences; none in a sound one."""
        return self.of_knowledge.check(s)

    # --- telling

    def sentence(self, event: Event) -> str:
        """A log line in the hobby's words."""
        return self.text.sentence(event)

    def reckoning(self, event: Event, side: Side | None) -> list[tuple[str, tuple[str, ...]]]:
        """The reckoning of a log line's result, as far as a side may know (None: all of it): sentences with cases."""
        return self.text.reckoning(event, side)

    def together(self, run: Sequence[Event]) -> str:
        """One log line for several events in a row; empty when the last of them stands alone."""
        return self.text.together(run)

    def mentions(self, event: Event) -> dict[str, Any]:
        """Targets of a log line: `side`, `units`, `spaces`, and `hits`, the face from which its dice hit."""
        return self.text.mentions(event)

    def prompt(self, s: P, decision: Decision, side: Side) -> str:
        """The question as the asked side reads it; anyone else gets a neutral line."""
        return self.text.prompt(decision) if side == decision.side else self.text.waiting(decision.side)

    def subject(self, decision: Decision) -> dict[str, Any]:
        """The `units` and `spaces` that a question is about, for the page to outline."""
        return self.text.subject(decision)

    def preview(self, s: P, side: Side, option: Option) -> dict[str, Any] | None:
        """The exact odds behind an option, with every modifier and its case; None when no die follows."""
        asked = s.pending
        if not isinstance(asked, Decision) or asked.side != side or option not in asked.options:
            raise Refused("That is not a legal choice here.")
        return self.of_odds.of_option(s, side, option)

    def previews(self, s: P, side: Side) -> list[dict[str, Any]]:
        """The odds of what is planned or under way now."""
        return self.of_odds.current(s, side)

    def desk(self, s: P, asked: Decision) -> list[Sheet]:
        """The sheets beside a question, made from nothing but what the asked side may know."""
        sheets = self.desks.get(asked.prompt)
        return sheets(self.redact(s, asked.side), asked) if sheets else []

    def reach(self, s: P, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
        """The reach of some units of a stack, in each way they may move; without units, of the move under way."""
        return []

    def why_not(self, s: P, side: Side, unit: Unit | None, space: Space | None, verb: str = "") -> list[Bar]:
        """Why a unit, a space, or a unit in a space is not on offer: the general reasons, then the procedure's own.

        With a verb, why that is not; with nothing named, why what is asked cannot be ended yet.
        """
        asked = s.pending
        if s.winner != ONGOING:
            return [Bar("The game is over.", ())]
        if not isinstance(asked, Decision) or asked.side != side:
            return [Bar("It is the other side's decision.", self.turn_cases)]
        bar = None if unit is None else self.not_ours(s, side, unit)
        if bar is not None:
            return [bar]
        frame, phase = s.agenda[-1], self.phases[s.phase]
        if verb:
            if self.offered(asked, verb, unit, space):
                return [Bar(f"{ON_OFFER}.", asked.cases)]
            barred = each_once(frame.why_not_do(s, side, verb, unit, space))
            return barred or [Bar(f"{phase.name}: {GENERAL[0]}", phase.cases)]
        if unit is None and space is None:
            end = Bar(OPEN_END if self.can_end(asked) else AT_LAST, asked.cases)
            return frame.why_not_end(s, side) or [end]
        if self.offered(asked, "", unit, space):
            return [Bar(f"{ON_OFFER}.", asked.cases)]
        if unit is not None and space is not None:
            for way in self.reach(s, side, [unit]):
                cost = next((cost for goal, cost, _, chance in way["spaces"] if goal == space and chance), None)
                if cost is not None:
                    return [Bar(self.text.in_reach(way, cost), way["cases"])]
        found = each_once(frame.why_not(s, side, unit, space))
        return found or [Bar(f"{phase.name}: {GENERAL[1]}", phase.cases)]

    def held_open(self, s: P, side: Side) -> list[Bar]:
        """Why a question that has no end on offer cannot be ended yet; nothing when it can, or never could."""
        asked = s.pending
        if not isinstance(asked, Decision) or asked.side != side or self.can_end(asked):
            return []
        bars: list[Bar] = s.agenda[-1].why_not_end(s, side)
        return bars

    def can_end(self, asked: Decision) -> bool:
        """Whether a question has a plain button on offer: in all games that is how a phase or a plan ends."""
        plain = self._plain
        return any(option[0] in plain for option in reversed(asked.options))  # it is mostly the last

    @cached_property
    def _plain(self) -> frozenset[str]:
        """The verbs that take nothing."""
        return frozenset(name for name, verb in self.verbs.items() if not verb.args)

    def offered(self, asked: Decision, verb: str, unit: Unit | None, space: Space | None) -> bool:
        """Whether a verb (any, when it is empty) is on offer for a unit and a space; None is any."""
        return any(verb in ("", option[0]) and self.speaks_of(option, unit, space) for option in asked.options)

    def verbs_for(self, s: P, side: Side, unit: Unit) -> list[tuple[str, list[Bar]]]:
        """All that the open question may let a unit do, each with why it may not; no reason for what is on offer."""
        asked = s.pending
        if s.winner != ONGOING or not isinstance(asked, Decision) or asked.side != side:
            return []
        if self.not_ours(s, side, unit) is not None:
            return []
        about = [verb for verb in s.agenda[-1].verbs if "unit" in self.verbs[verb].args]
        return [
            (verb, [] if self.offered(asked, verb, unit, None) else self.why_not(s, side, unit, None, verb))
            for verb in about
        ]

    def not_ours(self, s: P, side: Side, unit: Unit) -> Bar | None:
        """Why a side may not even ask about a unit, whatever goes on: nothing is told of what it may not see."""
        return None

    def overlays(self, s: P, side: Side) -> list[Overlay]:
        """The layers that a side may lay over the map now."""
        return []

    def ledger(self, s: P, side: Side | None, told: Sequence[Event]) -> Ledger | None:
        """The score with every cause, from what a side may know: a redacted position and what it was told. Without a
        side, of a game that is over, everything; a game that keeps no score has none."""
        return None

    # --- showing

    def board(self) -> dict[str, Any]:
        """The fixed part of what the page shows."""
        return self.of_pictures.board(self)

    def map_svg(self) -> str:
        """The map."""
        return self.of_pictures.map_svg(self)

    def counters_svg(self) -> str:
        """Every counter face and marker."""
        return self.of_pictures.counters_svg(self)

    @abstractmethod
    def score(self, s: P) -> dict[str, float]:
        """The numbers a simulation reports: victory points and the like."""

    def prizes(self, s: P) -> tuple[Spaces, ...]:
        """The spaces that the game is about: per party, those that it has."""
        return (NO_SPACES,) * len(self.parties())

    def worth(self, space: Space) -> int:
        """The worth of a prize to its holder, in the game's points; 0 where it is not a number."""
        return 0

    def edit(self, s: P, change: Mapping[str, Any]) -> None:
        """Change a position by hand: the sandbox's verbs for this game."""
        self.of_sandbox.edit(s, change)

    # --- what an option speaks of

    def speaks_of(self, option: Option, unit: Unit | None, space: Space | None) -> bool:
        """Whether an option names this unit and this space; None is any."""
        return unit in (None, *self.units_of(option)) and space in (None, *self.spaces_of(option))

    def units_of(self, option: Option) -> list[Unit]:
        """The units that an option names."""
        return [unit_of(option, at) for at, kind in enumerate(self.verbs[str(option[0])].args, 1) if kind == "unit"]

    def spaces_of(self, option: Option) -> list[Space]:
        """The spaces that an option names."""
        return [space_of(option, at) for at, kind in enumerate(self.verbs[str(option[0])].args, 1) if kind == "space"]

    # --- options in words, for save files and people

    def to_words(self, option: Option) -> list[str]:
        """An option with unit and space ids in place of their numbers."""
        verb = str(option[0])
        names = [verb]
        for kind, arg in zip(self.verbs[verb].args, option[1:], strict=True):
            table = self.unit_ids if kind == "unit" else self.space_ids if kind == "space" else None
            names.append(table[int(arg)] if table else str(arg))
        return names

    def from_words(self, names: Sequence[str]) -> Option:
        """The option that `to_words` wrote."""
        if not names or names[0] not in self.verbs:
            raise Refused(f"{names[0] if names else 'Nothing'!r} is not possible in {self.title}.")
        kinds = self.verbs[names[0]].args
        if len(kinds) != len(names) - 1:
            raise Refused(f"{names[0]!r} takes {numbered(len(kinds), 'argument')}, not {len(names) - 1}.")
        out: list[str | int] = [names[0]]
        for kind, name in zip(kinds, names[1:], strict=True):
            if kind == "word":
                out.append(name)
                continue
            index = self.unit_index if kind == "unit" else self.space_index
            if name not in index:
                raise Refused(f"There is no {kind} {name[:40]!r} in {self.title}.")
            out.append(index[name])
        return tuple(out)

    def is_well_formed(self, option: Option) -> bool:
        """Whether its verb takes such arguments: so many, and units and spaces that there are."""
        counts = self._forms[option[0]]
        if len(counts) != len(option):
            return False
        for count, arg in zip(counts, option, strict=True):
            if count < 0:
                if arg.__class__ is not str:
                    return False
            elif arg.__class__ is not int or not 0 <= arg < count:
                return False
        return True

    @cached_property
    def _forms(self) -> dict[str | int, tuple[int, ...]]:
        """Per verb, of how many things each of its arguments is one; -1 for a word, as the verb itself is."""
        counts = {"unit": len(self.unit_ids), "space": len(self.space_ids), "word": -1}
        return {name: (-1, *(counts[kind] for kind in verb.args)) for name, verb in self.verbs.items()}

    def plain(self, option: Option) -> str:
        """An option as a sentence has it: its verb's label with the names put in."""
        verb = self.verbs[str(option[0])]
        names: dict[str, list[str]] = {"unit": [], "space": [], "word": []}
        for kind, arg in zip(verb.args, option[1:], strict=True):
            names[kind].append(self._said(verb, kind, arg))
        text = re.sub(
            r"\{(unit|space|word)\d*\}", lambda gap: "".join(names[gap[1]][:1] and [names[gap[1]].pop(0)]), verb.label
        )
        return ", ".join([text, *names["word"]])

    def _said(self, verb: Verb, kind: str, arg: str | int) -> str:
        if kind == "unit":
            return self.text.unit(Unit(arg))
        return self.text.space(Space(arg)) if kind == "space" else verb.words.get(str(arg), str(arg))

    def side_index(self, name: str) -> Side:
        """The number of a side by its id."""
        for side, party in per(Side, self.sides):
            if party.id == name:
                return side
        raise Refused(f"There is no side {name!r} in {self.title}: {' or '.join(side.id for side in self.sides)}.")

"""The fewest gestures on the page that send a list of decisions: its own functions, read backwards.

A gesture is a list of options that the page sends for some clicks. Nothing that was rolled or discovered lies inside
one, except where the page itself goes on over it: a march that presses on, a row of fights, a move that goes on after
the other side's pass. What the page works out (the way to a goal, the filling of a set) must be what was decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from grognard.kernel.flow import Option, space_of, unit_of
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.orders import options_of, path

STOP = "stop"
"""The verb that ends a move, in all games."""
NUMBERS = (1, 2, 3, 4, 5, 10)
"""How often one click can be told to say the same (web/prompt/bulkButtons.js)."""
LEVEL = 0.5
"""From this chance on another round is fought without asking, once that was said (web/prompt/autoRounds.js)."""
MANY = 3
"""So many idle units are asked about before a phase ends in which nothing was ordered (web/prompt/idleUnits.js)."""


class Step(NamedTuple):
    """One decision, and what the page shows before it."""

    turn: int
    phase: int
    side: Side
    prompt: str
    option: Option
    options: Sequence[Option]
    news: int
    rolls: int
    where: dict[Unit, Space]
    """Unit to space, as the deciding side sees it."""
    moving: Space
    """Where something is under way, step by step; else -1."""
    ways: list[dict[str, Any]]
    """How far what is under way, or what this decision begins to move, could go."""
    idle: bool
    """Nothing but this answer could be given, and nothing else be done."""
    hides: bool = True
    """Something is hidden from somebody: the table does not pass uncovered."""
    hope: float = 0.0
    """Where another round is asked about: the chance of what it is fought for."""

    @property
    def verb(self) -> str:
        return str(self.option[0])


class Gesture(NamedTuple):
    """The decisions that one gesture or sheet sends."""

    first: Step
    clicks: int
    drags: int
    """The same when a counter is carried to its goal in one movement of the hand."""
    how: str
    options: list[Option]


ONE_BY_ONE, BY_HAND, SHEETS, HABITS = range(4)
"""How much of the page is used: moves within reach only; groups, rows and numbers; sheets that are filled in; and those
that are told to fill themselves in for the rest of a phase."""


class Reader:
    """Reads decisions as gestures."""

    def __init__(self, game: Game, steps: Sequence[Step], use: int) -> None:
        self.game = game
        self.steps = steps
        self.use = use
        self.most: dict[tuple[Any, ...], int] = {}
        """How many units could do something when a question was first asked."""
        self.chain: list[tuple[dict[str, Any], list[Space]]] = []
        """The parts of a march under way: how far it could go, and where it went."""
        self.filled: Counter[tuple[Any, ...]] = Counter()
        """How often a set of a kind was filled in, by phase."""
        self.renewed: set[tuple[int, int, int]] = set()
        """Sides and phases in which another round goes without asking."""
        self.unsteady = {
            (step.side, step.turn, step.phase)
            for step in steps
            if step.hope >= LEVEL and not game.verbs[step.verb].renews
        }
        """Where one broke off at odds at which the page would have gone on: there nothing was left to it."""
        self.boxes = {at for at, space in enumerate(game.board()["spaces"]) if "rect" in space}

    def read(self) -> Iterator[Gesture]:
        """All of them, each by its own side; forced answers cost nothing."""
        for side in self.game.every_side:
            mine = [at for at, step in enumerate(self.steps) if step.side == side]
            at = 0
            while at < len(mine):
                gesture = self.pressed(self.gesture(mine, at))
                yield gesture
                at += len(gesture.options)

    def gesture(self, mine: list[int], at: int) -> Gesture:
        """The gesture that begins with the decision `at` of a side."""
        first = self.steps[mine[at]]
        # A plan in which there was something to order is looked at before it ends, though nothing is left to say.
        planned = self.ends(first) in self.most
        self.see(first)
        verb = self.game.verbs[first.verb]
        ahead = [self.steps[i] for n, i in enumerate(mine[at:]) if i == mine[at] + n]
        if first.idle and not planned and self.use > ONE_BY_ONE:
            return Gesture(first, 0, 0, "forced", [first.option])
        if (verb.gathers or first.moving >= 0) and (moved := self.moved(mine, at)) is not None:
            return moved
        if self.use == ONE_BY_ONE:
            return self.click(first)
        if self.use >= HABITS and verb.renews and first.hope >= LEVEL:
            return self.renew(first)
        if self.use > ONE_BY_ONE and len(ahead) > 1 and (joined := self.joined(ahead)) is not None:
            return joined
        if self.use >= SHEETS and (verb.fills or (verb.settles and self.owed(first))):
            sheet, by_hand = self.sheet(ahead), self.plain(ahead)
            if sheet.clicks * len(by_hand.options) <= by_hand.clicks * len(sheet.options):
                return self.by_habit(sheet, [self.steps[i] for i in mine[at + len(sheet.options) :]])
        return self.plain(ahead)

    def see(self, step: Step) -> None:
        """Count the units that could do something when a question is first asked."""
        key = self.ends(step)
        if key:
            self.most[key] = max(self.most.get(key, 0), len(self.able(step)))

    def ends(self, step: Step) -> tuple[Any, ...]:
        verbs = sorted({str(o[0]) for o in step.options if self.game.verbs[str(o[0])].ends})
        return (step.side, step.turn, step.phase, *verbs) if verbs else ()

    def able(self, step: Step) -> set[Unit]:
        verbs = self.game.verbs
        acts = (o for o in step.options if verbs[str(o[0])].args[:1] == ("unit",))
        return {unit_of(o) for o in acts if not verbs[str(o[0])].quiet and not verbs[str(o[0])].drops}

    def pressed(self, gesture: Gesture) -> Gesture:
        """A march that only sets broke off which fill themselves in goes on to the goal that was clicked at first."""
        first = gesture.first
        spaces = [space_of(o, -1) for o in gesture.options if self.game.verbs[str(o[0])].args[-1:] == ("space",)]
        if gesture.how == "on" and spaces and first.ways and first.ways[0].get("press"):
            self.chain.append((first.ways[0], spaces))
            if all(path(way, spaces[-1])[: len(gone)] == gone for way, gone in self.chain) and len(self.chain) > 1:
                return gesture._replace(clicks=0, drags=0)
            self.chain = [(first.ways[0], spaces)]
        elif gesture.how not in ("sheet", "renew") or gesture.clicks:
            self.chain = []
        return gesture

    # --- moves

    def moved(self, mine: list[int], at: int) -> Gesture | None:
        """A move to a goal, of one unit or of all that go there one after another."""
        first = self.steps[mine[at]]
        run, goal = self.one_move(mine, at)
        if not run:
            return None
        units = self.picked(first, [self.steps[i] for i in run])
        options = [self.steps[i].option for i in run]
        end = at + len(run)
        if not self.game.verbs[first.verb].gathers:
            return Gesture(first, 1, 1, "on", options)  # under way: a click on the goal
        while end < len(mine) and goal is not None and self.use > ONE_BY_ONE:
            then = self.steps[mine[end]]
            more, there = self.one_move(mine, end)
            alike = then.verb == first.verb and there == goal and bool(more)
            if not alike or not self.calm(run[-1], mine[end], first) or units & self.picked(then, [then]):
                break
            run = more
            units |= self.picked(then, [self.steps[i] for i in more])
            options += [self.steps[i].option for i in more]
            end += len(more)
        picks = self.pick_clicks(first, units)
        # A picked stack, or one counter of an open one, is carried to its goal in one go.
        return Gesture(first, picks + 1, picks, "move", options)

    def one_move(self, mine: list[int], at: int) -> tuple[list[int], int | None]:
        """The decisions of one move up to where one click brings it, and that goal."""
        first = self.steps[mine[at]]
        said = [i for i in mine[at:] if self.belongs(first, self.steps[i])]
        said = said[: next((n for n, i in enumerate(said) if n and mine[at + n] != i), len(said))]
        best: tuple[list[int], int | None] = ([], None)
        for way in first.ways:
            found = self.along(way, said)
            if len(found[0]) > len(best[0]):
                best = found
        return best

    def belongs(self, first: Step, step: Step) -> bool:
        verb = self.game.verbs[step.verb]
        return step is first or (
            not verb.gathers and (verb.drops or step.verb == STOP or (step.moving >= 0 and verb.args == ("space",)))
        )

    def along(self, way: dict[str, Any], said: list[int]) -> tuple[list[int], int | None]:
        """As far as a way says what was decided: its start, the spaces up to a goal, and its end."""
        best: tuple[list[int], int | None] = ([], None)
        goals = [
            space_of(self.steps[i].option, -1) for i in said if "space" in self.game.verbs[self.steps[i].verb].args
        ]
        for goal in dict.fromkeys(goals):
            options = [tuple(option) for option in options_of(way, path(way, goal))]
            run = said[: len(options)]
            decided, begun = [self.steps[i].option for i in run], len(way["start"])
            # Who is left behind is named in any order.
            alike = decided[begun:] == options[begun:] and set(decided[:begun]) == set(options[:begun])
            if not options or not alike or not self.unbroken(run, way):
                continue
            after = said[len(options)] if len(said) > len(options) else None
            ends = way.get("end")
            if after is not None and ends and self.steps[after].option == tuple(ends):
                run = [*run, after]
            if len(run) > len(best[0]):
                best = (run, goal)
        return best

    def unbroken(self, run: list[int], way: dict[str, Any]) -> bool:
        first, last = self.steps[run[0]], self.steps[run[-1]]
        if way.get("press"):
            # Over dice while nothing else is asked of this side; or over the other side's passes.
            return all(self.passes(i) for i in range(run[0], run[-1]) if i not in run)
        return first.news == last.news and run == list(range(run[0], run[-1] + 1))

    def calm(self, last: int, then: int, first: Step) -> bool:
        """Whether an order goes on from one unit to the next: nothing was learnt, the other side has only passed."""
        between = range(last + 1, then)
        if first.ways and first.ways[0].get("press"):
            return all(self.passes(i) for i in between) and self.steps[then].rolls == self.steps[last].rolls
        return not between and self.steps[then].news == first.news

    def passes(self, i: int) -> bool:
        return self.game.verbs[self.steps[i].verb].forgoes

    def picked(self, first: Step, run: Sequence[Step]) -> set[Unit]:
        if not self.game.verbs[first.verb].gathers:
            return set()
        if self.game.verbs[first.verb].args[:1] == ("unit",):
            return {unit_of(first.option)}
        able = {unit for unit, space in first.where.items() if space == space_of(first.option)}
        return able - {unit_of(step.option) for step in run if self.game.verbs[step.verb].drops}

    def pick_clicks(self, first: Step, units: set[Unit]) -> int:
        """A stack at once, less those that are dropped, or one after another; a box needs one click more for all."""
        verbs = self.game.verbs
        begins = (o for o in first.options if verbs[str(o[0])].gathers and verbs[str(o[0])].args[0] == "unit")
        able = {unit_of(o) for o in begins} or set(first.where)
        clicks = 0
        for space in {first.where.get(unit, -1) for unit in units}:
            mine = {unit for unit in units if first.where.get(unit, -1) == space}
            mates = {unit for unit in able if first.where.get(unit, -2) == space} | mine
            clicks += min(len(mine), 1 + (space in self.boxes) + len(mates - mine))
        return clicks

    # --- everything else

    def sheet(self, ahead: list[Step]) -> Gesture:
        """A set that the staff fills in: one button where it is owed, else one more to have it filled in."""
        first = ahead[0]
        run = _while(ahead, lambda s: self.fits(s.verb) and (s.news, s.phase) == (first.news, first.phase))
        options = [step.option for step in run]
        if not self.owed(first):
            end = ahead[len(run)] if len(run) < len(ahead) else None
            if end is not None and self.game.verbs[end.verb].ends and any(end.option == o for o in first.options):
                options.append(end.option)  # one button takes the set and ends the question
            return Gesture(first, 2, 2, "rest", options)
        return Gesture(first, 1, 1, "sheet", options)

    def by_habit(self, sheet: Gesture, later: Sequence[Step]) -> Gesture:
        """Count the clicks of repeated duties in a phase: they fill themselves in after one more click."""
        first = sheet.first
        kind = self.kind(first)
        if sheet.how == "rest":
            # Who has asked for the rest once has such sets filled in from then on: only the button is left.
            clicks = 1 if self.filled[(first.side, *kind)] else 2
            self.filled[(first.side, *kind)] += 1
            return sheet._replace(clicks=clicks, drags=clicks) if self.use >= HABITS else sheet
        if self.use < HABITS:
            return sheet
        key = (first.side, first.turn, first.phase, *kind)
        again = any(self.owed(s) and self.kind(s) == kind and (s.turn, s.phase) == key[1:3] for s in later)
        clicks = 0 if self.filled[key] else 1 + again
        self.filled[key] += again
        return sheet._replace(clicks=clicks, drags=clicks)

    def kind(self, step: Step) -> list[str]:
        """The gesture that fills the set that is asked about (web/prompt/autoFillSheet.js)."""
        return sorted({str(o[0]) for o in step.options if self.game.verbs[str(o[0])].fills})

    def owed(self, step: Step) -> bool:
        """Nothing else can be said than what fills the set or settles a fight with it."""
        return len(step.options) > 1 and all(self.fits(str(o[0])) for o in step.options)

    def fits(self, verb: str) -> bool:
        """Whether a verb may stand on a sheet."""
        return self.game.verbs[verb].fills or self.game.verbs[verb].settles

    def joined(self, ahead: list[Step]) -> Gesture | None:
        """An attack that everybody joins who may (web/session/everybodyJoins.js), less those who are taken out."""
        first, verbs = ahead[0], self.game.verbs
        run = _while(ahead, lambda s: verbs[s.verb].musters and s.side == first.side)
        if verbs[first.verb].musters or len(run) < 2:
            return None
        able = {unit_of(o) for o in run[1].options if verbs[str(o[0])].musters and len(o) > 1}
        chosen = {unit_of(step.option) for step in run[1:] if len(step.option) > 1}
        if any(len(step.option) == 1 for step in run[1:]):
            chosen = able
        # Where not all may join together, nobody does unasked.
        if len(able) > 1 and all(len(o) > 1 or not verbs[str(o[0])].musters for o in run[1].options):
            return None
        clicks = self.click(first).clicks + len(able - chosen)
        return Gesture(first, clicks, clicks, "attack", [step.option for step in run])

    def renew(self, first: Step) -> Gesture:
        """Another round: the first click says from which chance on they go without asking in this phase."""
        phase = (first.side, first.turn, first.phase)
        clicks = int(phase not in self.renewed)
        if phase not in self.unsteady:
            self.renewed.add(phase)
        return Gesture(first, clicks, clicks, "renew", [first.option])

    def plain(self, ahead: list[Step]) -> Gesture:
        """Options put together by clicks, with the page's short cuts for rows, numbers, stacks and groups."""
        first = ahead[0]
        verb = self.game.verbs[first.verb]
        if verb.resolves and sum(o[0] == first.verb for o in first.options) > 1:
            run = _while(ahead, lambda s: (s.verb, s.prompt) == (first.verb, first.prompt))
            return Gesture(first, 1, 1, "resolve", [step.option for step in run])
        if first.verb == STOP and len(ahead) > 1 and self.game.verbs[ahead[1].verb].args[:1] == ("unit",):
            return Gesture(first, 0, 0, "next", [first.option])  # a click on the next unit says it
        if verb.repeats:
            run = _while(ahead, lambda s: s.option == first.option)
            many = _times(len(run), self.click(first).clicks)
            return Gesture(first, many, many, "times", [step.option for step in run])
        same = (first.verb, first.prompt, first.news, first.option[2:])
        if verb.args[:1] == ("unit",) and len(verb.args) < 3 and not verb.gathers:
            run = _while(ahead, lambda s: (s.verb, s.prompt, s.news, s.option[2:]) == same)
            if len(run) > 1:
                return self.several(first, run)
        return self.click(first)

    def click(self, first: Step) -> Gesture:
        """One option: clicks on its units and spaces, a small menu for its words, or its button."""
        verb = self.game.verbs[first.verb]
        clicks = max(1, sum(kind != "word" for kind in verb.args))
        if "space" in verb.args and "word" in verb.args:
            clicks += 1
        drags = 1 if verb.args == ("unit", "space") else clicks
        asked = self.asked(first)
        return Gesture(first, clicks + asked, drags + asked, "click", [first.option])

    def several(self, first: Step, run: list[Step]) -> Gesture:
        """The same for several units: picked together, or a stack that joins at once."""
        verb = self.game.verbs[first.verb]
        units = {unit_of(step.option) for step in run}
        options = [step.option for step in run]
        if verb.args == ("unit", "space"):
            return Gesture(first, len(units) + 1, len(units), "together", options)
        stacks = len(units)
        if verb.fills:
            able = {unit_of(o) for o in first.options if o[0] == first.verb}
            stacks = 0
            for space in {first.where.get(unit, -1) for unit in units}:
                mine = {unit for unit in units if first.where.get(unit, -1) == space}
                stacks += 1 if mine >= {u for u in able if first.where.get(u, -2) == space} else len(mine)
        picks = self.pick_clicks(first, units) + 1
        best = min(stacks, picks, len(units))
        return Gesture(first, best, best, "together", options)

    def asked(self, step: Step) -> int:
        """One more click where a phase ends in which nothing was ordered."""
        if not self.game.verbs[step.verb].ends:
            return 0
        idle = len(self.able(step))
        return int(idle >= MANY and idle == self.most.get(self.ends(step), 0))


def _while(ahead: list[Step], fits: Callable[[Step], bool]) -> list[Step]:
    end = next((n for n, step in enumerate(ahead) if n and not fits(step)), len(ahead))
    return ahead[:end]


@cache
def _times(count: int, clicks: int) -> int:
    """Clicks to say something so often: a number first, where there is one that helps."""
    if count == 0:
        return 0
    return min(clicks + (n > 1) + _times(count - n, clicks) for n in NUMBERS if n <= count)

"""Sections 9.3.3 and 12.2.3: Damage goes along a row of units, one step at a time, round and round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.state import JP_ONLY, State, lose_step
from grognard.kernel.bits import members
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, Side, Space, Unit


def hits(s: State, dice: tuple[int, ...]) -> int:
    """9.3.1: each 5 or 6 is a Hit."""
    needed = s.game.hit
    return sum(face >= needed for face in dice)


def reduction(s: State, area: Space, attacker: Side) -> int:
    """9.3.2, 12.2.2, 16.4, 19a-2: the Basic Defense Value shields the side in control, Caves only the Japanese."""
    return sum(reductions(s, area, attacker))


def reductions(s: State, area: Space, attacker: Side) -> tuple[int, int]:
    """9.3.2, 16.4: what the ground takes off, and what Caves do."""
    us_controls = bool(s.control >> area & 1)
    if us_controls == (attacker == US):
        return 0, 0
    return s.game.bdv[area], 0 if us_controls else s.caves[area] + s.shown[area]


def take_losses(s: State, row: list[Unit], damage: int, spare: dict[Unit, int], *cases: str) -> int:
    """9.3.3(2), 12.2.3(3): one step to each unit in turn; spared losses use up a point. What is left is lost.

    `spare` holds how many losses a unit ignores first: Armor (R18) and one for a declared retreat.
    """
    ignored: dict[Unit, int] = {}
    while damage and any(s.steps[unit] for unit in row):
        for unit in row:
            if not damage:
                break
            if not s.steps[unit]:
                continue
            damage -= 1
            if spare.get(unit):
                spare[unit] -= 1
                ignored[unit] = ignored.get(unit, 0) + 1
            else:
                lose_step(s, unit, *cases)
    for unit, number in ignored.items():
        s.tell("spared", unit, number, s.game.armor[unit], cases=("22.4.3a", "R18") if s.game.armor[unit] else cases)
    return damage


def armor_of(s: State, units: list[Unit]) -> dict[Unit, int]:
    """22.4.3a, R18: US tanks ignore the first two losses of each attack."""
    return {unit: s.game.armor[unit] for unit in units if s.game.armor[unit]}


def order_matters(s: State, units: list[Unit], damage: int, retreats: bool) -> bool:
    """Whether the row's order can change anything: not for one unit, nor when all or none suffer."""
    if damage <= 0 or len(units) < 2:
        return False
    bearable = sum(s.steps[u] + s.game.armor[u] for u in units) + (len(units) if retreats else 0)
    return damage < bearable


def suggested_order(s: State, units: list[Unit]) -> list[Unit]:
    """A sound row for the attacker: first what falls to one loss, most dangerous first; armour last."""
    g = s.game

    def rank(unit: Unit) -> tuple[bool, bool, int, Unit]:
        left = s.steps[unit]
        danger = max(g.assault[unit][left], abs(g.bombard[unit][left]))
        return g.armor[unit] > 0, left > 1, -danger, unit

    return sorted(units, key=rank)


# --- R47: the Japanese player's standing loss orders


def standing_order(s: State, units: list[Unit]) -> list[Unit]:
    """R47: those of an area's Concealed units that have a place in its standing loss order, first to lose first."""
    return [unit for unit in s.loss_order if unit in units]


def may_order_losses(s: State) -> list[Option]:
    """R47: give a unit the next place where at least two are Concealed, or drop an area's order."""
    options: list[Option] = []
    for area in s.game.every_area:
        hidden = members(s.at[area] & s.concealed)
        ordered = standing_order(s, hidden)
        if len(hidden) - len(ordered) > 1:  # the last one's place is plain
            options += [("lose-next", unit) for unit in hidden if unit not in ordered]
        if ordered:
            options.append(("no-loss-order", area))
    options.append(("losses", "ask" if s.by_order else "order"))
    return options


def order_losses(s: State, option: Option) -> None:
    """R47: carry it out. Nobody but the Japanese player hears of it."""
    if option[0] == "losses":
        s.by_order = 1 if option[1] == "order" else 0
        return
    if option[0] == "lose-next":
        s.loss_order.append(unit_of(option))
        area = s.where[unit_of(option)]
    else:
        area = space_of(option)
        s.loss_order = [unit for unit in s.loss_order if s.where[unit] != area]
    s.tell("loss-order", area, [u for u in s.loss_order if s.where[u] == area], cases=("R47",), seen=JP_ONLY)


def made_because(s: State, units: list[Unit]) -> str:
    """R47: why nobody is asked for a row of Concealed units."""
    if s.by_order or standing_order(s, units):
        return "The standing loss order makes the row; it may be changed before the next attack."
    return "Any row would come to the same: nothing is chosen."


# --- 9.3, 12.2


@dataclass(slots=True)
class Attack(Frame):
    """9.3, 12.2: one area attacked, from the dice through its steps in order. A bombardment and an assault are both."""

    id = "iwojima.losses.Attack"
    side: Side
    area: Space
    hits: int = -1
    damage: int = 0
    stage: int = 0
    row: list[Unit] = field(default_factory=list)

    def dice(self, s: State) -> Roll:
        """What is rolled."""
        raise TypeError(f"{type(self).__name__} rolls nothing")

    def steps(self) -> Sequence[Callable[[State], None]]:
        """What follows the dice, in the order of the rules; each may push frames."""
        raise TypeError(f"{type(self).__name__} does nothing")

    def run(self, s: State) -> Roll | None:
        if self.hits < 0:
            return self.dice(s)
        self.stage += 1
        self.steps()[self.stage - 1](s)
        return None

    def score_hits(self, s: State, number: int, dice: list[Term], *cases: str) -> None:
        """9.3.2, 12.2.2: Hits become Damage."""
        self.hits = number
        self.damage = max(0, number - reduction(s, self.area, self.side))
        ground, caves = reductions(s, self.area, self.side)
        sums = [*dice, Term("damage", (self.area, number, ground, caves, self.damage), cases)]
        s.tell("damage", self.area, self.hits, self.damage, cases=cases, sum=sums)

    def end(self, s: State, units: list[Unit]) -> None:
        """9.3.5, 12.2.6: the attacking units are Fired, and the area is done."""
        for unit in units:
            s.target[unit] = NO_SPACE
            s.fired |= 1 << unit
        s.named &= ~(1 << self.area)
        s.agenda.pop()


@dataclass(slots=True)
class OrderRow(Frame):
    """9.3.3(1), 12.2.3(1), 16.5: a player puts units in a row, one by one. The finished row goes to the frame below.

    With `secret` it is the Japanese player's row of Concealed units (9.3.3(3)): they are asked whether or not there is
    anything to order, because a question that comes only then would betray them (R47). A standing loss order makes
    the row for them, behind the same pause; when they take all Concealed losses by order there is never a pause.
    """

    id = "iwojima.losses.OrderRow"
    verbs = ("rank", "rank-rest", "go-on")
    side: Side
    area: Space
    units: list[Unit]
    damage: int
    secret: int = 0
    retreats: int = 0
    """Whether units of the row may still declare retreats, so that no Damage is sure to kill them all."""
    row: list[Unit] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        left = [u for u in self.units if u not in self.row]
        if not self.is_made(s):
            prompt = "order-concealed" if self.secret else "order-row"
            options: list[Option] = [("rank", u) for u in left]
            options.append(("rank-rest",))
            return Decision(self.side, prompt, options, self.cases(), (self.area, self.damage), atomic=True)
        ordered = self.is_ordered(s)
        if self.secret and not s.ask and not s.by_order:
            about = (self.area, self.damage, int(ordered))
            return Decision(JP, "concealed-losses", [("go-on",)], ("R47",), about, always=True, atomic=True)
        self.finish(s, self.the_rest(s, left) if ordered else left)
        return None

    def answer(self, s: State, option: Option) -> None:
        left = [u for u in self.units if u not in self.row]
        if option[0] != "rank":
            self.finish(s, self.the_rest(s, left))
            return
        self.row.append(unit_of(option))
        left.remove(unit_of(option))
        if len(left) == 1 or len(self.row) >= self.damage:  # the rest of the order changes nothing
            self.finish(s, left)

    def is_ordered(self, s: State) -> bool:
        """R47: a standing order makes the row."""
        return bool(self.secret) and (bool(s.by_order) or bool(standing_order(s, self.units)))

    def is_made(self, s: State) -> bool:
        """R47: there is nothing to be put in a row: an order does it, or every row comes to the same."""
        return self.is_ordered(s) or not (self.row or order_matters(s, self.units, self.damage, bool(self.retreats)))

    def the_rest(self, s: State, left: list[Unit]) -> list[Unit]:
        """Units that nobody put in the row: by the standing loss order, then by a sound row, or (in secret) its end."""
        first = standing_order(s, left) if self.secret else []
        rest = suggested_order(s, [u for u in left if u not in first])
        return [*first, *(rest[::-1] if self.secret else rest)]

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            area = g.space_names[self.area]
            return [] if space is None else [Bar(f"The losses in {area} come first.", self.cases())]
        if unit in self.row:
            return [Bar(f"{g.does(unit, 'has', 'have')} a place in the row already.", self.cases())]
        if unit not in self.units:
            hit = f"not among the units that are hit in {g.space_names[self.area]}"
            return [Bar(f"{g.does(unit, 'is', 'are')} {hit}.", self.cases())]
        if self.is_made(s):
            return [Bar(made_because(s, self.units), ("R47",))]
        return [Bar(f"{g.unit_names[unit]} may be next in the row: no area is needed.", self.cases())]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, None) if verb == "rank" else []

    def cases(self) -> tuple[str, ...]:
        """What governs the row."""
        return ("9.3.3(3)", "R47") if self.secret else ("9.3.3(1)", "12.2.3(1)")

    def finish(self, s: State, rest: list[Unit]) -> None:
        """The row stands."""
        s.agenda.pop()
        attack = s.agenda[-1]
        assert isinstance(attack, Attack)
        attack.row = [*self.row, *rest]

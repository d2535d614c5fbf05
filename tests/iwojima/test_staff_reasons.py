"""The staff's reasons name facts that are so: each is looked up in the position in which it was given.

A reason is a fact ("It has 1 step left."), or a judgement with a fact in it ("It saves 1 step, and others hold the
area."). `FACTS` says for each what must be so; what is judgement alone stands in `JUDGED`. A new reason has to be put
into one of them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from grognard import bots
from grognard.bots.iwojima.common import mean_damage
from grognard.games import load
from grognard.games.iwojima.assault import assault_dice, assaulting
from grognard.games.iwojima.defensive_fire import fire_dice, is_observed
from grognard.games.iwojima.facts import JP
from grognard.games.iwojima.losses import armor_of, reduction
from grognard.games.iwojima.previews import losses_along
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from random_games import some

case = pytest.mark.case
G: Any = load("iwojima")


class Given(NamedTuple):
    """A reason, with the position and the question, the option that it is for, and the match of its words."""

    s: Any
    asked: Any
    option: Any
    words: Any

    @property
    def unit(self) -> int:
        return int(self.option[1])

    @property
    def area(self) -> int:
        """The area that the words name."""
        return int(G.space_names.index(self.words[1]))

    @property
    def fight(self) -> int:
        """The area of the assault that the option names."""
        return int(self.option[1] if self.option[0] == "assault-all" else self.s.where[self.unit])

    @property
    def fires(self) -> list[int]:
        """The units that could fire."""
        return [o[1] for o in self.asked.options if o[0] == "fire"]


def harm(s: Any, unit: int, mover: int) -> float:
    return mean_damage(fire_dice(s, unit), 0 if G.anti_tank >> unit & 1 else G.armor[mover], s.steps[mover])


def most_harm(x: Given) -> float:
    return max(harm(x.s, unit, x.asked.about[0]) for unit in x.fires)


def left_after(s: Any, more: set[int]) -> dict[int, int]:
    """The steps of the row in an assault if those who have declared it retreat, and these."""
    attack = s.agenda[-2]
    spare = armor_of(s, attack.row)
    for unit in {u for u, a in zip(attack.row, attack.away, strict=True) if a >= 0} | more:
        spare[unit] = spare.get(unit, 0) + 1
    lost = losses_along(s, attack.row, attack.damage, spare)
    return {unit: s.steps[unit] - lost[unit] for unit in attack.row}


def saved(x: Given) -> int:
    return sum(left_after(x.s, {x.unit}).values()) - sum(left_after(x.s, set()).values())


def others_hold(x: Given) -> bool:
    attack = x.s.agenda[-2]
    staying = [u for u, a in zip(attack.row, attack.away, strict=True) if a < 0 and u != x.unit]
    left = left_after(x.s, {x.unit})
    return any(left[unit] for unit in staying)


def survives_in_row(x: Given) -> bool:
    order = x.s.agenda[-1]
    placed = [*order.row, x.unit]
    row = [*placed, *order.the_rest(x.s, [u for u in order.units if u not in placed])]
    return losses_along(x.s, row, order.damage, {})[x.unit] < x.s.steps[x.unit]


def new_dice(s: Any, option: Any) -> int:
    """The dice that a recovered step brings."""
    if len(option) < 2:
        return 0
    unit, left = option[1], s.steps[option[1]]
    return sum(int(row[unit][left + 1] - row[unit][left]) for row in (G.assault, G.bombard))


def heaviness(s: Any, area: int) -> int:
    return sum(assault_dice(s, unit) for unit in assaulting(s, JP, area))


def earns(s: Any) -> int:
    """The US VP by the end, if the airfields held now are held."""
    both = 2 * (s.control & G.both_airfields == G.both_airfields)
    return int(s.vp[0] + (2 * (s.control & G.safe_boxes).bit_count() + both) * (G.last_turn - s.turn + 1))


def is_type(kind: str) -> Callable[[Given], bool]:
    return lambda x: G.unit_type[x.unit] == kind


def step_is_saved(x: Given) -> bool:
    mover, _, damage = x.asked.about[:3]
    return bool(1 <= damage <= x.s.steps[mover])


FACTS: dict[str, Callable[[Given], bool]] = {
    r"A regiment comes back": is_type("marines"),
    r"A tank unit comes back": is_type("tank"),
    r"An artillery unit comes back": is_type("artillery"),
    r"Its step restores the most dice": lambda x: all(
        new_dice(x.s, x.option) >= new_dice(x.s, o) for o in x.asked.options
    ),
    r"The unit with the weakest Bombardment Rating": lambda x: all(
        G.bombard[x.unit][1] <= G.bombard[o[1]][1] for o in x.asked.options
    ),
    r"(.+) can be taken at an acceptable": lambda x: bool(~x.s.control >> x.area & 1 or x.s.at[x.area] & G.jp),
    r"(.+) is the best position for the next": lambda x: x.s.turn < G.last_turn,
    r"The airfields held will reach 40 VP": lambda x: earns(x.s) >= G.goal,
    r"Every Hit does Damage or": lambda x: bool(x.s.shown[x.fight]),
    r"The ground absorbs (\d+)": lambda x: not x.s.shown[x.fight] and reduction(x.s, x.fight, 0) == int(x.words[1]),
    r"Nothing protects": lambda x: reduction(x.s, x.fight, 0) == 0,
    r"The step saved is worth": step_is_saved,
    r"It is eliminated whether": lambda x: x.asked.about[2] > x.s.steps[x.asked.about[0]],
    r"The assault needs its dice": lambda x: (
        x.asked.about[2] < x.s.steps[x.asked.about[0]] and not x.s.fired >> x.asked.about[0] & 1
    ),
    r"It saves (\d+) steps?, and others hold": lambda x: saved(x) == int(x.words[1]) and others_hold(x),
    r"It saves (\d+) steps?, and the area": lambda x: saved(x) == int(x.words[1]) and not others_hold(x),
    r"No retreat saves a step": lambda x: all(
        saved(x._replace(option=o)) <= 0 for o in x.asked.options if o[0] == "retreat"
    ),
    r"The guns at (.+) do the most": lambda x: any(
        G.range[u] > 1 for u in members(x.s.at[x.area] & G.jp & G.artillery & ~x.s.concealed)
    ),
    r"The Revealed units at (.+) are": lambda x: bool(x.s.at[x.area] & G.jp & ~x.s.concealed),
    r"(.+) is to be taken, and units": lambda x: (
        bool(x.s.concealed | x.s.at[G.secret]) and not x.s.control >> x.area & 1
    ),
    r"It has 1 step left": lambda x: x.s.steps[x.unit] == 1,
    r"(\d+) (die|dice), the most": lambda x: all(
        int(x.words[1]) == fire_dice(x.s, x.unit) >= fire_dice(x.s, unit) for unit in x.fires
    ),
    r"(\d+) (?:die|dice): ([\d.]+) steps": lambda x: (
        int(x.words[1]) == fire_dice(x.s, x.unit)
        and abs(harm(x.s, x.unit, x.asked.about[0]) - float(x.words[2])) < 0.06
    ),
    r"Artillery reaches": lambda x: G.range[x.unit] > 1 or bool((G.near[x.option[2]] | 1 << x.option[2]) & G.beaches),
    r"A Cave shields the guns": lambda x: any(G.range[u] > 1 for u in members(x.s.at[x.option[1]] & G.artillery)),
    r"Caves make the airfield": lambda x: bool(G.airfields >> x.option[1] & 1),
    r"A Cave shields the units": lambda x: bool(x.s.at[x.option[1]] & G.jp),
    r"The enemy needs the airfields": lambda x: bool(G.airfields >> x.option[2] & 1),
    r"Hills make": lambda x: bool(G.hills >> x.option[2] & 1),
    r"It survives its losses": survives_in_row,
    r"No unit in the area can fire": lambda x: not x.fires,
    r"No shot could do": lambda x: bool(x.fires) and most_harm(x) < 1e-9,
    r"Fire would cost ([\d.]+) steps on average: not enough\.": lambda x: abs(most_harm(x) - float(x.words[1])) < 0.06,
    r"Fire would cost ([\d.]+) steps on average: not enough to Reveal": lambda x: all(
        x.s.concealed >> unit & 1 for unit in x.fires
    ),
    r"Fire would hardly": lambda x: bool(G.armor[x.asked.about[0]]),
    r"First the areas with the most US": lambda x: all(
        (x.s.at[x.option[1]] & G.us_ground).bit_count() >= max(1, (x.s.at[o[1]] & G.us_ground).bit_count())
        for o in x.asked.options
    ),
    r"The targets hold no US units": lambda x: not any(x.s.at[o[1]] & G.us_ground for o in x.asked.options),
    r"While Concealed, it takes .* gains surprise": lambda x: (
        not x.s.fired >> x.unit & 1 and not is_observed(x.s, x.s.where[x.unit])
    ),
    r"While Concealed, it takes .* US observers": lambda x: is_observed(x.s, x.s.where[x.unit]),
    r"(.+) is undefended": lambda x: bool(x.s.control >> x.area & 1 and not x.s.at[x.area] & G.us_ground),
    r"(.+) needs another defender": lambda x: any(x.s.at[a] & G.us_ground for a in G.adjacent[x.area]),
    r"A raid into (.+) gains": lambda x: bool(x.s.at[x.area] & G.us_ground),
    r"Retreating saves steps": step_is_saved,
    r"The assault is worth the loss": lambda x: x.asked.about[2] > 0,
    r"It has lost nothing": lambda x: x.asked.about[2] == 0,
    r"More units survive": lambda x: saved(x) > 0,
    r"Units that do not assault keep": lambda x: x.s.turn < G.last_turn,
    r"The strongest assault": lambda x: all(
        heaviness(x.s, x.option[1]) >= heaviness(x.s, o[1]) for o in x.asked.options if o[0] == "assault-area"
    ),
    r"A Beachhead lets": lambda x: x.option[0] == "beachhead",
    r"A Safe to Land airfield": lambda x: x.option[0] == "safe",
    r"The flag earns": lambda x: x.option[0] == "flag",
    r"At a Beachhead the 3rd": lambda x: bool(x.s.beachheads),
}
"""What must be so where a reason is given."""
JUDGED = (
    r".+ is the best position\.", r"The area must be held", r"It is the most dangerous", r"It holds the area",
    r"It is the least valuable", r"Shelling .+ is worth", r"First the units that one loss",
    r"Staying is worth", r"It is more useful in", r"The assault is worth [\d.]+ VP", r"No assault is worth",
    r"No move is worth", r"The goal is", r"There is nothing to gain", r"A Kirikami Charge would", r"Kirikami:",
    r"Banzai! ", r"A changed set-up", r"This Cave is more", r"The enemy must spend", r"The plan is “",
    r"Its shells reach", r"The HQ stays far", r"Here it delays", r"In .+ the HQ is safer",
    r"While Concealed, it takes losses only after all Revealed units\.$",
)  # fmt: skip
"""Reasons that weigh, or say what the staff will do."""


def reasons(seed: int) -> Iterator[tuple[str, Given]]:
    """All that two staffs say in a game."""
    dice = KeyedDice(b"reasons %d" % seed)
    s = G.new("standard", {"windows": "always" if seed % 2 else "able"})
    advance(s, dice)
    seats = [bots.make("staff", G, side, random.Random(f"{seed}/{side}")) for side in range(2)]
    while s.winner == ONGOING:
        staff = seats[s.pending.side]
        option = staff.choose(G.redact(s, s.pending.side), s.pending)
        if staff.reason:
            yield staff.reason, Given(s, s.pending, option, None)
        apply(s, s.pending.side, option, dice)


@case("11b", "12.2.4", "17.2(4)a", "8d", "9.3.3(4)")
@pytest.mark.parametrize("seed", some(6, 60))
def test_every_fact_in_a_reason_of_the_staff_is_so(seed: int) -> None:
    met: Counter[str] = Counter()
    for reason, given in reasons(seed):
        found = [(words, match) for words in FACTS if (match := re.match(words, reason))]
        assert found or any(re.match(words, reason) for words in JUDGED), f"what is claimed by {reason!r}?"
        assert re.search(r"\b1 (dice|steps|units|VPs)\b|%\d|\d%", reason) is None
        for words, match in found:
            met[words] += 1
            assert FACTS[words](given._replace(words=match)), (reason, G.to_words(given.option), given.s.turn)
    assert len(met) > 15


@case("R26")
def test_by_the_stricter_reading_the_staff_plans_no_assault_of_who_has_given_defensive_fire(table):
    """Its plan is one that it may carry out: else one unit that may not assault keeps all others from it."""
    units = {"U-23": ["OKI", 1], "J-309": "CHI", "J-310": "CHI", "J-HQ": "KIT"}
    t = table(turn=9, phase="us-movement", units=units, control=["OKI"], options={"firing": "turn"})
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[1] * 5).do("stay")
    t.edit(phase="jp-assault", fired=[], revealed=["J-309", "J-310"])
    assert t.options("assault") == [("assault", "J-310")]
    staff = bots.make("staff", G, JP, random.Random(1))
    option = staff.choose(G.redact(t.state, JP), t.asked)
    assert t.game.to_words(option) == ["assault", "J-310"]

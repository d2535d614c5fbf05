"""What a card says before the dice is what comes, in the true position and in worlds drawn for who must guess.

Each card is held to continuations with the choices that it assumes itself: nobody Reveals anything more, nobody
retreats, rows are sound, a unit under fire stays. Where the US player cannot see the Caves, worlds that he could not
tell from the true one are drawn, and what comes in each of them lies within the range that he was told.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from grognard.games import load
from grognard.games.iwojima.assault import DesignateAssault, ResolveAssaults
from grognard.games.iwojima.bombardment import DesignateBombardment, ResolveBombardments
from grognard.games.iwojima.defensive_fire import EntryWindow
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.bits import members
from grognard.kernel.dice import Dice, KeyedDice
from grognard.kernel.flow import ONGOING, Option
from grognard.kernel.play import advance, apply
from odds_hold import by_lot, chances, hold
from random_games import some

case = pytest.mark.case
GAME: Any = load("iwojima")
OPTIONS = ({"firing": "reset", "windows": "always"}, {"firing": "turn", "windows": "able"})
ASSUMED = ("pass", "rank-rest", "go-on", "no-more-retreats", "stay")
"""What everybody does who is asked in between: what the cards assume."""
ATTACKS = {"assign", "bombard", "assault", "assault-all", "assault-area", "fire"}
BOLD = {"assign", "assault", "move", "land", "fire", "march"}
ABOUT = 0.15
"""How far an average may be off, in steps."""
ERRORS = 4.5
"""Standard errors: hundreds of figures are compared."""


SOON_OVER = 28
"""VP from which an attack might end the game before all its losses are taken."""


class Came(NamedTuple):
    """What came of one attack."""

    outcome: str
    steps: int
    cleared: bool
    cave: bool
    marker: bool


def questions(seed: int, options: dict[str, str]) -> Iterator[Any]:
    """The questions of a bold random game that have a card for an attack."""
    rng = random.Random(seed)
    dice = KeyedDice(b"forecast %d" % seed)
    s = GAME.new("standard", options)
    advance(s, dice)
    kinds = (DesignateBombardment, DesignateAssault, ResolveBombardments, ResolveAssaults, EntryWindow)
    while s.winner == ONGOING:
        attacks = any(option[0] in ATTACKS for option in s.pending.options)
        if attacks and isinstance(s.agenda[-1], kinds) and max(s.vp) < SOON_OVER:
            yield s.copy()
        bold = [option for option in s.pending.options if option[0] in BOLD]
        apply(s, s.pending.side, rng.choice(bold if bold and rng.random() < 0.7 else s.pending.options), dice)


def continued(s: Any, option: Option, dice: Dice) -> Came:
    """The attack that an option names or plans, resolved with the choices that cards assume."""
    t = s.copy()
    advance(t, None)
    t.log = []
    side, frame, area = t.pending.side, t.agenda[-1], area_of(s, option)
    is_fire = isinstance(frame, EntryWindow)
    target = [frame.mover] if is_fire else in_view(t, side, area)
    apply(t, side, option, dice)
    if isinstance(frame, DesignateBombardment | DesignateAssault):
        apply(t, side, ("confirm",), dice)
    while t.winner == ONGOING and not is_resolved(t, area, is_fire):
        asked = t.pending
        on = next((o for o in asked.options if o[0] in ("bombard", "assault-area") and o[1] == area), None)
        apply(t, asked.side, on or next(o for o in asked.options if o[0] in ASSUMED), dice)
    return told(t, area, target, is_fire)


def area_of(s: Any, option: Option) -> int:
    """The area that an option attacks."""
    if option[0] == "assault":
        return int(s.where[option[1]])
    return int(s.agenda[-1].area if option[0] == "fire" else option[-1])


def in_view(s: Any, side: int, area: int) -> list[int]:
    """The units that the attacker sees there."""
    g = s.game
    return members(s.at[area] & (g.jp & ~s.concealed if side == US else g.us_ground))


def is_resolved(t: Any, area: int, is_fire: bool) -> bool:
    """Whether the attack is over, its losses, Caves and markers included."""
    kind = "fire-damage" if is_fire else "damage"
    at = 1 if is_fire else 0
    if not any(event.kind == kind and event.args[at] == area for event in t.log):
        return False
    busy = ("iwojima.bombardment.Bombard", "iwojima.assault.Assault", "iwojima.defensive_fire.DefensiveFire")
    return not any(frame.id in busy and frame.area == area for frame in t.agenda)


def told(t: Any, area: int, target: Sequence[int], is_fire: bool) -> Came:
    """What the log says of it."""
    lost = [e for e in t.log if e.kind == "step-lost" and e.args[0] in target]
    kinds = {e.kind for e in t.log if e.args[:1] == (area,)}
    steps, gone = len(lost), {e.args[0] for e in lost if not e.args[2]}
    if is_fire:
        name = t.game.unit_names[target[0]]
        number = f"{steps} step{'s' * (steps > 1)} lost" if steps else "no steps lost"
        words = f"{name} eliminated" if gone else number
    else:
        points = next(e.args[2] for e in t.log if e.kind == "damage" and e.args[0] == area)
        words = f"{points} Damage" if points else "no Damage"
    marker = bool(kinds & {"beachhead-lost", "safe-lost"})
    return Came(words, steps, bool(target) and gone >= set(target), "cave-collapsed" in kinds, marker)


def held(card: dict[str, Any], came: Counter[Came]) -> int:
    """The card's figures against what came; how many there were."""
    times = came.total()
    outcomes: Counter[str] = Counter()
    for one, number in came.items():
        outcomes[one.outcome] += number
    said = chances(card["outcomes"])
    unsaid = sum(number for words, number in outcomes.items() if words not in said)
    assert unsaid <= max(3, times / 200), (card, outcomes)  # what is rarer than one in 2,000 is not on a card
    hold(said, Counter({words: n for words, n in outcomes.items() if words in said}), ERRORS)
    figures = len(said)
    for note in card["notes"]:
        if span := re.match(r"On average ([\d.]+)(?:–([\d.]+))? steps", note["text"]):
            mean = sum(one.steps * number for one, number in came.items()) / times
            spread = (sum((one.steps - mean) ** 2 * number for one, number in came.items()) / times / times) ** 0.5
            slack = ABOUT + ERRORS * spread
            assert float(span[1]) - slack <= mean <= float(span[2] or span[1]) + slack, (note, mean)
            figures += 1
        if "p" not in note:
            continue
        what = "cave" if "Cave" in note["text"] else "marker" if "marker" in note["text"] else "cleared"
        share = sum(number for one, number in came.items() if getattr(one, what))
        if "if there is one" in note["text"] and not share:
            continue  # in this world there is none
        low, high = note["p"], note.get("p2", note["p"])
        hold({"yes": (low, high), "no": (1 - high, 1 - low)}, Counter({"yes": share, "no": times - share}), ERRORS)
        figures += 1
    return figures


def asked_again(s: Any) -> Any:
    """The same position with its question."""
    t = s.copy()
    advance(t, None)
    return t


def check(s: Any, option: Option, times: int, worlds: int, rng: random.Random) -> int:
    """One card against the true position, or against drawn worlds where it leaves something open."""
    side = s.pending.side
    card = GAME.preview(asked_again(s), side, option)
    assert card is not None, option
    known = GAME.redact(s, side)
    advance(known, None)
    assert GAME.preview(known, side, option) == card  # made from nothing but what its reader may know
    is_open = any("p2" in row for row in [*card["outcomes"], *card["notes"]])
    drawn = [asked_again(GAME.resample(s, side, rng)) for _ in range(worlds)] if is_open else []
    figures = 0
    for world in [asked_again(s), *drawn]:
        if not drawn or GAME.preview(world, side, option) == card:
            figures += held(card, by_lot(lambda dice, w=world: continued(w, option, dice), times, rng))
    return figures


@case("9.3.1", "9.3.2a", "9.2a", "11.1.1a", "11.1.1b", "12.2.1", "16e", "18b", "19a-2", "22.3.2c", "22.5a", "R26")
@pytest.mark.parametrize("options", OPTIONS, ids=["reset", "turn"])
@pytest.mark.parametrize("seed", some(2, 10))
def test_what_a_card_says_before_the_dice_is_what_comes(seed: int, options: dict[str, str], long: bool) -> None:
    times, worlds, most = (2000, 3, 60) if long else (150, 2, 40)
    rng = random.Random(seed)
    found = list(questions(seed, options))
    met: Counter[str] = Counter()
    figures = 0
    for s in rng.sample(found, min(most, len(found))):
        attacks = [option for option in s.pending.options if option[0] in ATTACKS]
        # An attack at somebody in view says most.
        seen = [option for option in attacks if option[0] == "fire" or in_view(s, s.pending.side, area_of(s, option))]
        option = rng.choice(seen or attacks)
        figures += check(s, option, times, worlds, rng)
        met[f"{s.pending.side} {option[0]}"] += 1
    assert figures > 100
    assert {f"{US} assign", f"{JP} assign", f"{JP} fire"} <= set(met)

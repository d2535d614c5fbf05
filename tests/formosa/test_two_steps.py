"""What "why can't I?" denies of a unit and a hex is not possible after one more choice, and its sentences agree."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import random_act
from grognard.games.formosa.state import OPTIONS
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, GameOver
from grognard.kernel.game import ON_OFFER
from grognard.kernel.play import advance, apply
from random_games import some

MANY = [name for unit, name in enumerate(GAME.unit_names) if GAME.is_plural(unit)]
DISAGREES = re.compile(
    rf"(?<!of )(?:{'|'.join(map(re.escape, MANY))}) "
    r"(is|has|does|was|never moves|comes|goes|costs|takes|lands|retreats|advances|stands|tries|returns|sails)\b"
)
ASKS = re.compile(rf"\b(is|does|has) (?:{'|'.join(map(re.escape, MANY))})\b")
WRONG = re.compile(r"\b1 (points|units|hexes|factors|columns|dice)\b|\b[Aa] (Allied|air|amphibious|enemy)\b")
AHEAD = ("First: ", "Choose the unit alone", "Choose the hex alone")


def questions(seed: int, every: int, most: int) -> Any:
    """Some questions of a random game with all options by lot."""
    rng = random.Random(seed)
    s = GAME.new(str(1 + seed % 2), {name: rng.choice(("on", "on", "off")) for name in OPTIONS})
    dice = KeyedDice(b"two steps %d" % seed)
    advance(s, dice)
    for number in range(most):
        if s.winner != ONGOING:
            return
        if number % every == 0:
            yield s, rng
        apply(s, *random_act(s, rng, 0.6), dice)


def opened_by(s: Any, option: Any) -> Decision | None:
    """What the same side is asked after a choice that tells nobody anything."""
    trial, asked = s.copy(), s.pending
    trial.pending = None
    try:
        trial.agenda[-1].answer(trial, option)
        advance(trial, None)
    except GameOver:
        return None
    then = trial.pending
    known = trial.winner == ONGOING and isinstance(then, Decision) and then.side == asked.side and trial.news == s.news
    return then if known else None


@pytest.mark.parametrize("seed", some(2, 30))
def test_nothing_is_denied_that_one_choice_makes_possible(seed: int, long: bool) -> None:
    looked = 0
    for s, rng in questions(seed, 5 if long else 13, 3000 if long else 500):
        asked = s.pending
        naming = [o for o in asked.options if len(GAME.units_of(o)) == 1 and not GAME.spaces_of(o)]
        for option in rng.sample(naming, min(3, len(naming))):
            unit = GAME.units_of(option)[0]
            then = opened_by(s, option)
            if then is None or unit not in GAME.text.subject(then)["units"]:
                continue
            spaces = [GAME.spaces_of(o)[0] for o in then.options if GAME.spaces_of(o) and not GAME.units_of(o)]
            for space in rng.sample(spaces, min(2, len(spaces))):
                said = GAME.why_not(s, asked.side, unit, space)[0].text
                assert said.startswith((ON_OFFER, *AHEAD)), (asked.prompt, GAME.plain(option), said)
                looked += 1
    assert looked > 5


@pytest.mark.parametrize("seed", some(2, 20))
def test_reasons_agree_with_the_names_of_their_units(seed: int, long: bool) -> None:
    read = set()
    for s, rng in questions(seed, 7, 3000 if long else 600):
        side = s.pending.side
        own = members(GAME.of_side[side])
        plural = [u for u in own if GAME.is_plural(u)]
        for unit in [*rng.sample(plural, 3), *rng.sample(own, 1)]:
            space = rng.randrange(len(GAME.space_ids))
            read |= {bar.text for bar in GAME.why_not(s, side, unit, None)}
            read |= {bar.text for bar in GAME.why_not(s, side, unit, space)}
            read |= {bar.text for _, why in GAME.verbs_for(s, side, unit) for bar in why}
        read.add(GAME.prompt(s, s.pending, side))
    assert len(read) > 30
    assert [t for t in read if DISAGREES.search(t) or ASKS.search(t) or WRONG.search(t)] == []

"""Saves of the edition before: a match in mid-play and a finished one of each game whose rules were changed since.

What replays alike is opened whole; where the rules of today do not allow a choice, or make another position of it, the
reader says so, names both editions and hands over all that came before. The saves in `saves/format2` were played from
the start; those of White Sun there begin with another set-up than today's, so that two more in `saves/earlier` begin on
its last turn; that of Formosa there is of edition 4, and one of edition 5 with all options is beside them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from grognard.match import save
from grognard.match.match import Match
from grognard.match.verify import verify

SAVES = Path(__file__).parent / "saves"
ALIKE = {
    "earlier/formosa-options-over": 1000,
    "earlier/formosa-over": 100,
    "earlier/whitesun-open": 16,
    "earlier/whitesun-over": 44,
    "format2/formosa-open": 120,
    "format2/formosa-over": 150,
    "format2/ichigo-open": 120,
    "format2/ichigo-over": 200,
    "format2/nemesis-open": 120,
    "format2/nemesis-over": 900,
    "format2/whitesun-open": 0,
    "format2/whitesun-over": 0,
}
"""At least so many decisions of each are taken over."""
WHOLE = {"earlier/formosa-options-over", "earlier/formosa-over", "earlier/whitesun-open", "earlier/whitesun-over"}


def opened(name: str) -> tuple[Match, str]:
    """A save, and what its reader says of it."""
    try:
        loaded = save.load((SAVES / f"{name}.grog").read_text(encoding="utf-8"))
    except save.SaveError as differs:
        if differs.match is None:
            raise
        return differs.match, str(differs)
    return loaded.match, " ".join(loaded.notes)


@pytest.mark.parametrize("name", ALIKE)
def test_a_save_of_the_edition_before_opens_and_says_so(name: str) -> None:
    then = json.loads((SAVES / f"{name}.grog").read_text(encoding="utf-8").split("\n")[1])["version"]
    match, said = opened(name)
    now = match.game.version
    assert int(then.split("-")[0]) < int(now.split("-")[0])
    assert then in said
    assert now in said
    assert "replays alike" in said
    assert len(match.played) >= ALIKE[name]
    assert match.game.check(match.state) == []


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_what_replays_alike_is_opened_whole(name: str) -> None:
    match, said = opened(name)
    assert said.endswith("It replays alike.")
    assert match.over == name.endswith("over")
    assert verify((SAVES / f"{name}.grog").read_text(encoding="utf-8")).ok


@pytest.mark.parametrize("name", [name for name in ALIKE if name.endswith("open")])
def test_what_was_opened_in_mid_play_is_played_on(name: str) -> None:
    match, _ = opened(name)
    match.renew_dice()
    rng = random.Random(name)
    before = len(match.played)
    while not match.over and len(match.played) < before + 10:
        asked = match.asked
        assert asked is not None
        match.submit(asked.side, rng.choice(asked.options))
    assert len(match.played) > before
    assert save.load(save.write(match)).match.state == match.state

"""Layers over the map: what they say, and that they tell no secret."""

from __future__ import annotations

import random
from typing import Any

from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from ichigo.conftest import GAME
from ichigo.test_fuzz import random_act


def layer(t: Any, side: str, id_: str) -> Any:
    return next(o for o in t.game.overlays(t.state, t.game.side_index(side)) if o.id == id_)


def test_a_unit_without_supply_is_marked_and_its_hex_is_not_tinted(table: Any) -> None:
    every = [*(f"{c}01" for c in range(14, 29)), "0925"]
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2103"}, allied=every)
    out = layer(t, "Allied", "japanese-supply")
    assert (t.unit("J-CEA-D3"), "bad", "out of supply") in out.units
    assert t.space("2103") not in dict(out.spaces)
    t.edit(japanese=["2101"])
    back = layer(t, "Allied", "japanese-supply")
    assert t.unit("J-CEA-D3") not in [unit for unit, _, _ in back.units]
    assert dict(back.spaces)[t.space("2103")] == "good"


def test_control_tints_every_tracked_hex_once(table: Any) -> None:
    t = table(turn=2, phase="japanese-order")
    spaces = [space for space, _ in layer(t, "Allied", "control").spaces]
    assert len(spaces) == len(set(spaces))
    tones = dict(layer(t, "Allied", "control").spaces)
    assert tones[t.space("3106")] == "side1"
    assert tones[t.space("0712")] == "side0"


def test_the_us_layer_comes_with_causeway(table: Any) -> None:
    assert "us-supply" not in [o.id for o in GAME.overlays(table(turn=2, phase="japanese-order").state, 0)]


def test_layers_depend_only_on_what_a_side_sees() -> None:
    checked = 0
    for seed in range(3):
        dice = KeyedDice(bytes([seed]) * 32)
        rng = random.Random(seed)
        s = GAME.new("", {})
        advance(s, dice)
        for n in range(400):
            if s.winner != ONGOING:
                break
            if n % 40 == 0:
                for side in range(2):
                    other = GAME.resample(s, side, random.Random(n))
                    assert GAME.overlays(other, side) == GAME.overlays(s, side)
                    checked += 1
            apply(s, *random_act(s, rng), dice)
    assert checked >= 40

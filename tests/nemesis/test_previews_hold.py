"""Previewed chances against what comes of it: every face of the die, and many dice by lot; and what previews say."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games.nemesis.battle import AFTER_LOSSES, Battle
from grognard.games.nemesis.chances_to_take_hex import Outlook, outlook
from grognard.games.nemesis.combat import PlanAttack
from grognard.games.nemesis.odds import Attack, parse, with_best_front
from grognard.games.nemesis.state import units_in
from grognard.kernel.dice import KeyedDice, ScriptedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_fuzz import random_act
from odds_hold import Figure, hold_again

case = pytest.mark.case
READINGS: tuple[dict[str, str], ...] = ({}, {"flight": "whole", "storm": "both", "flags": "any"})
POSITIONS, TIMES = 200, 20_000
"""Of the long run, `make soak`."""


def planned(count: int) -> Iterator[Any]:
    """Positions of random games in which an attack could be confirmed."""
    left = count
    for seed in range(20):
        rng, dice = random.Random(seed), KeyedDice(b"hold %d" % seed)
        s = GAME.new("", READINGS[seed % 2])
        advance(s, dice)
        number = 0
        while s.winner == ONGOING and number < 4000:
            number += 1
            if ("confirm",) in s.pending.options and isinstance(s.agenda[-1], PlanAttack) and rng.random() < 0.5:
                yield s.copy()
                left -= 1
                if not left:
                    return
            apply(s, *random_act(s, rng, eager=0.6), dice)


def again(s: Any) -> Any:
    t = s.copy()
    advance(t, None)
    return t


def resolve(s: Any, attack: Attack, dice: Any) -> tuple[str, bool, bool, bool, int, int]:
    """One resolution as the preview takes it: the result, taken, emptied, forced, and the steps that each side lost."""
    t = again(s)
    t.log = []
    there = sum(t.steps[u] for u in units_in(t, attack.target, 1 - attack.side))
    payers = [u for u in attack.units if not GAME.artillery >> u & 1]
    apply(t, attack.side, ("confirm",), dice)
    wanted = {"spearhead": ("spearhead", attack.spearhead), "meeting": ("meet", attack.meeting)}
    quiet = {"massive": ("no-massive",), "banzai": ("no-banzai",)}
    while True:
        battle = next((f for f in t.agenda if isinstance(f, Battle)), None)
        prompt = t.pending.prompt
        # Who loses a second step is asked after the first: losses are over when they are asked for no more.
        if battle is None or (battle.stage >= AFTER_LOSSES and prompt != "losses"):
            break
        option = wanted.get(prompt) or quiet.get(prompt) or t.pending.options[0]
        apply(t, t.pending.side, option, dice)
    result = next(e for e in t.log if e.kind == "result").args[1]
    forcible = any(e.kind == "force" for e in t.log) or (t.pending is not None and t.pending.prompt == "force")
    lost, slain, _ = parse(result)
    ours = sum(s.steps[u] for u in payers)
    emptied = not t.present[1 - attack.side] >> attack.target & 1 or there <= slain
    return result, emptied and lost < ours, emptied, forcible, min(lost, ours), min(slain, there)


def test_every_face_of_the_die_does_what_the_preview_says() -> None:
    for s in planned(40):
        t = again(s)
        attack = with_best_front(t, t.agenda[-1].attack())
        said = GAME.preview(t, attack.side, ("confirm",))
        assert said is not None
        look = outlook(t, attack)
        came = [resolve(s, attack, ScriptedDice([face, *[1] * 40])) for face in range(1, 7)]
        results = Counter(row[0] for row in came)
        assert {row["text"]: round(row["p"] * 6) for row in said["outcomes"]} == dict(results)
        assert math.isclose(look.taken * 6, sum(row[1] for row in came))
        assert math.isclose(look.emptied * 6, sum(row[2] for row in came))
        assert math.isclose(look.forced * 6, sum(row[3] for row in came)), (look, came)
        assert math.isclose(look.ours * 6, sum(row[4] for row in came))
        assert math.isclose(look.theirs * 6, sum(row[5] for row in came))
        assert any(note.get("p") == round(look.taken, 6) for note in said["notes"])


@pytest.mark.soak
def test_many_dice_agree_with_the_preview() -> None:
    for number, s in enumerate(planned(POSITIONS)):
        hold_again(lambda lot, s=s, number=number: figures(s, number, TIMES, lot))


def figures(s: Any, number: int, times: int, lot: int) -> Iterator[Figure]:
    """What the preview says, and what came of so many dice, each face of which was resolved once."""
    t = again(s)
    attack = with_best_front(t, t.agenda[-1].attack())
    look: Outlook = outlook(t, attack)
    faces = {face: resolve(s, attack, ScriptedDice([face, *[1] * 40])) for face in range(1, 7)}
    rng = random.Random(f"{number}/{lot}")
    thrown = [faces[rng.randint(1, 6)] for _ in range(times)]
    for what, chance, at in (("taken", look.taken, 1), ("emptied", look.emptied, 2), ("forced", look.forced, 3)):
        yield Figure(what, chance, sum(row[at] for row in thrown) / times, times)


# --- what previews say


def lines(preview: dict[str, Any]) -> str:
    return " | ".join(f"{row['text']}: {row.get('value', '')}" for row in preview["items"])


@case("6.1-D-d")
def test_below_1_2_the_plan_still_shows_its_numbers(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-b1": "0707", "B5-161": "0606", "B17-48": "0606"})
    t.to_combat()
    t = table(phase="japanese-attack", units={"J31-58": "0707", "J31-b1": "0605", "B5-161": "0606", "B17-48": "0606"})
    t.to_combat().do("attack", "0606").do("join", "J31-b1")
    shown = GAME.previews(t.state, 1)
    assert len(shown) == 1
    assert "below 1-2" in lines(shown[0])
    assert "Strength 7" in lines(shown[0])


@case("6.2-C-c", "R60")
def test_a_refusal_that_cannot_be_paid_says_that_all_die(table: Any) -> None:
    units = {"J31-58": "0707", "J31-124": "0707", "BL-RIF": "0606", "B5-161": ["0606", 1]}
    t = table(phase="japanese-attack", units=units, dice=[5])
    t.to_combat().attack("0606", "J31-58", "J31-124").do("spearhead", "J31-58").do("meet", "BL-RIF").do("no-banzai")
    t.do("lead", "J31-58").finish("enforce")
    assert t.asked.prompt == "retreat-or-refuse"
    preview = GAME.preview(t.state, 0, ("refuse",))
    assert preview is not None
    assert "all in the hex die" in lines(preview)


@case("2.2-i", "R66")
def test_an_advance_of_all_that_overstacks_says_so(table: Any) -> None:
    units = {"J31-58": "0707", "J31-124": "0707", "J15-51": "0607", "J15-60": "0607", "BL-RIF": "0606"}
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0606", "J31-58", "J31-124", "J15-51", "J15-60").do("spearhead", "J31-58").do("no-banzai")
    preview = GAME.preview(t.state, 1, ("advance-all",))
    assert preview is not None
    assert "Too many for the hex" in lines(preview)


@case("5.1-C-a")
def test_a_step_that_ends_operational_movement_says_so(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1007", "BL-ASM": "0906"})
    t.do("move", "J31-58")
    shown = [GAME.preview(t.state, 1, ("to", t.space(h))) for h in t.goals("to")]
    assert any("Operational Movement ends here" in lines(p) for p in shown if p)


@case("6.1-B-f", "R45")
def test_the_plan_of_a_storm_says_what_its_leader_may_lose(table: Any) -> None:
    t = table(
        phase="japanese-attack", units={"JX-INA1": "0706", "J31-58": "0706", "BL-ASM": "0606"}, retreated=["BL-ASM"]
    )
    t.to_combat().do("storm", "0606").do("join-all")
    assert GAME.prompt(t.state, t.asked, 1).endswith("have just retreated there: who drives them on?")
    shown = lines(GAME.previews(t.state, 1)[0])
    assert "No defenders" not in shown
    assert "INA 1st (Subhas) Regiment as leader, Quality 1 against 3: loses a step" in shown
    assert "58th Regiment as leader, Quality 3 against 3: pays nothing" in shown


@case("7.2-a")
def test_with_the_general_at_0_no_die_is_named(table: Any) -> None:
    t = table(phase="end", units={"J31-58": "1111"})
    shown = GAME.previews(t.state, t.asked.side)
    assert shown[0]["hit"] == "none"


@case("6.1-F-g", "R52")
def test_what_a_banzai_of_the_other_side_would_make_of_it_is_shown(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-b1": "0419"}
    t = table(phase="allied-attack", units=units)
    t.to_combat().do("attack", "0419").do("join-all")
    notes = [note["text"] for note in GAME.previews(t.state, 0)[0]["notes"]]
    assert any(text.startswith("With a Banzai the Japanese make it") for text in notes)
    assert any(text.startswith("Taken:") for text in notes)

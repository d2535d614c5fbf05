"""What a preview promises is what the dice bring: every face of the die, played out by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import soak_mode
from formosa.conftest import GAME
from grognard.games.formosa.chances_to_take_hex import outlook
from grognard.games.formosa.combat import PlanAttack
from grognard.games.formosa.state import tac_in_play, units_at
from grognard.kernel.bits import members
from grognard.kernel.dice import Dice
from grognard.kernel.flow import Decision, Roll
from grognard.kernel.play import advance, apply, throw
from odds_hold import Figure, Thrown, by_lot, chances, hold, hold_again, resolved
from random_games import some

case = pytest.mark.case
POSITIONS = 30
FACES = range(1, 7)
WITHIN = ("losses", "retreat", "retreats", "advance", "counterattack", "prove-supply", "commit-defence")
"""What is asked in the course of a combat."""


def duel(table: Any, rng: random.Random) -> Any:
    """Some units of both sides in two adjacent hexes, everything planned, nothing left to add."""
    while True:
        target = rng.choice(members(GAME.land))
        near = [h for h in GAME.land_steps[target] if not GAME.high >> h & 1]
        if near and GAME.map.distance(target, GAME.space_index["1706"]) > 2:
            break
    home = rng.choice(near)
    allies = rng.sample(["A01", "A02", "A07", "A08", "A31", "A34", "A39"], rng.randint(1, 4))
    enemies = rng.sample(["J01", "J07", "J45", "J46", "J51"], rng.randint(1, 3))
    units = dict.fromkeys(allies, GAME.space_ids[home]) | dict.fromkeys(enemies, GAME.space_ids[target])
    if rng.random() < 0.3 and (GAME.cities | GAME.towns) >> target & 1:
        units["J38"] = GAME.space_ids[target]
    t = table(turn=1, phase="allied-combat", units={**units, "A46": "1706"}, lp={"Allied": 0, "Japanese": 0})
    t.plan(GAME.space_ids[target], *allies)
    return t


def played(s: Any, target: int, dice: Dice) -> bool:
    """Whether the attackers stand in the hex afterwards: they give up whom they can best spare, and go in."""
    advance(s, None)
    thrown = False
    while not units_at(s, target, 0):
        asked = s.pending
        if isinstance(asked, Roll):
            throw(s, dice.roll(s.rolls, asked.count, asked.sides))
            thrown = True
        elif not isinstance(asked, Decision) or (thrown and asked.prompt not in WITHIN):
            return False
        else:
            apply(s, asked.side, chosen(s, asked, target), None)
    return True


def chosen(s: Any, asked: Decision, target: int) -> Any:
    """The attacker keeps one who can enter; everybody else takes what comes."""
    options = asked.options
    verbs = {str(option[0]): option for option in options}
    for verb in ("confirm", "ready", "let-go"):
        if verb in verbs:
            return verbs[verb]
    if "advance" in verbs:
        return next((o for o in options if o[-1] == target), options[0])
    if "lose" in verbs and asked.side == 0:
        units = [int(option[1]) for option in options]
        able = [u for u in units if GAME.enterable[GAME.is_mech[u]][s.where[u]] >> target & 1]
        keeper = min(able, key=lambda u: GAME.cf[u], default=-1)
        return min(options, key=lambda option: (option[1] == keeper, -GAME.cf[int(option[1])]))
    return options[0]


@case("15.8a", "15.5e", "15.5f", "15.7g")
@pytest.mark.parametrize("seed", some(3, 20))
def test_the_chance_to_take_a_hex_is_what_the_six_faces_bring(table: Any, seed: int) -> None:
    rng = random.Random(seed)
    for s, target, promised in duels(table, rng, POSITIONS // 3):
        brought = sum(played(s.copy(), target, Thrown(rng, [(face,)])) for face in FACES) / 6
        assert brought == pytest.approx(promised), (s.where, GAME.space_ids[target])


def duels(table: Any, rng: random.Random, count: int) -> Iterator[tuple[Any, int, float]]:
    """Positions, each with the hex that is attacked and the chance to take it that is previewed."""
    for _ in range(count):
        s = duel(table, rng).state
        frame = s.agenda[-1]
        if isinstance(frame, PlanAttack) and frame.units:
            yield s, frame.targets[0], outlook(s, frame.combat(s)).taken


def figures(s: Any, target: int, promised: float, times: int, lot: int) -> Iterator[Figure]:
    """What the preview says of taking a hex, and what came of so many combats."""
    came = by_lot(lambda dice: played(s.copy(), target, dice), times, random.Random(f"{lot}/{s.fingerprint()}"))
    yield Figure(f"{GAME.space_ids[target]} is taken", promised, came[True] / times, times)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_many_dice_agree_with_the_preview(table: Any, seed: int) -> None:
    for duel_ in duels(table, random.Random(100 + seed), 10):
        hold_again(lambda lot, duel_=duel_: figures(*duel_, 20_000, lot))


# --- both sides, several hexes, all that chapter 25 adds


ALLIED = ["A01", "A02", "A07", "A08", "A31", "A34", "A51", "A39"]
JAPANESE = ["J01", "J02", "J07", "J13", "J26", "J45", "J46", "J51", "J55", "J56", "J66"]
GUERRILLAS = [f"J{number}" for number in range(55, 61)]
FAR_OFF = ("1702", "1703", "1604")


def melee(table: Any, rng: random.Random) -> Any:
    """An attack of either side on one or two hexes, out of one or two; some guerrillas are already on the map."""
    attacker = rng.randrange(2)
    while True:
        home = rng.choice(members(GAME.land))
        near = [h for h in GAME.land_steps[home] if GAME.map.distance(h, GAME.space_index["1604"]) > 3]
        if near:
            break
    targets = rng.sample(near, min(len(near), rng.choice((1, 1, 2))))
    ours, theirs = (ALLIED, JAPANESE)[attacker], (JAPANESE, ALLIED)[attacker]
    units = dict.fromkeys(rng.sample(ours, rng.randint(1, 3)), GAME.space_ids[home])
    pool = rng.sample(theirs, rng.randint(len(targets), 2 * len(targets) + 1))
    units |= {unit: GAME.space_ids[targets[i % len(targets)]] for i, unit in enumerate(pool)}
    if not attacker:
        for unit, allowed in (("J38", GAME.cities | GAME.towns), ("J68", GAME.towns)):
            if allowed >> targets[0] & 1 and rng.random() < 0.4:
                units[unit] = GAME.space_ids[targets[0]]
    shown = rng.sample([u for u in GUERRILLAS if u not in units], rng.choice((0, 3, 4)))
    units |= {unit: FAR_OFF[i % 3] for i, unit in enumerate(shown) if unit not in units}
    bases = ["A39"] if units.get("A39") and GAME.sites >> GAME.space_index[units["A39"]] & 1 else []
    options = ["25.6", "25.10", *(["R93"] if rng.random() < 0.5 else [])]
    change = {"turn": 1, "lp": {"Allied": 0, "Japanese": 0}, "bases": bases}
    phase = ("allied", "japanese")[attacker] + "-combat"
    t = table("1", options, phase=phase, units={"A46": "1706", **units}, **change)
    return t, targets, [u for u in units if u in ours]


def planned(table: Any, rng: random.Random) -> Any:
    """Such an attack as it is declared, or nothing where the duties make another one of it."""
    t, targets, units = melee(table, rng)
    if t.prompt() == "combat" and t.offers("attack", GAME.space_ids[targets[0]]):
        t.do("attack", GAME.space_ids[targets[0]])
    if t.prompt() != "plan-attack":
        return None
    for hex_ in targets[1:]:
        if t.offers("also", GAME.space_ids[hex_]):
            t.do("also", GAME.space_ids[hex_])
    for unit in units:
        if t.prompt() == "plan-attack" and t.offers("join", unit):
            t.do("join", unit)
    if t.prompt() != "plan-attack" or not t.offers("confirm"):
        return None
    return t.state


def worth(s: Any, side: int, targets: list[int], whole: bool) -> float:
    """The chance that a hex is taken (or, with `whole`, that all are free) when both sides choose as best they can."""
    advance(s, None)
    asked = s.pending
    if any(getattr(frame, "is_counterattack", 0) for frame in s.agenda):
        return 0.0
    if not whole and any(units_at(s, h, side) for h in targets):
        return 1.0
    if isinstance(asked, Roll):
        if asked.purpose not in ("battle", "die-hards"):
            return over(s, side, targets, whole)
        return sum(thrown_to(s, face, side, targets, whole) for face in FACES) / 6
    if not isinstance(asked, Decision) or asked.prompt not in DURING:
        return over(s, side, targets, whole)
    if asked.prompt == "counterattack" or (whole and asked.prompt == "advance"):
        return over(s, side, targets, whole)
    if asked.prompt in ("retreat", "retreats", "prove-supply", "commit-attack", "commit-defence"):
        option = ("ready",) if asked.prompt.startswith("commit") else asked.options[-1]
        return taken_by(s, option, side, targets, whole)
    values = [taken_by(s, option, side, targets, whole) for option in asked.options]
    return max(values) if asked.side == side else min(values)


DURING = (*WITHIN, "commit-attack", "land")


def over(s: Any, side: int, targets: list[int], whole: bool) -> float:
    return float(whole and not any(units_at(s, h, 1 - side) for h in targets))


def thrown_to(s: Any, face: int, side: int, targets: list[int], whole: bool) -> float:
    trial = s.copy()
    throw(trial, (face,))
    return worth(trial, side, targets, whole)


def taken_by(s: Any, option: Any, side: int, targets: list[int], whole: bool) -> float:
    trial = s.copy()
    apply(trial, s.pending.side, option, None)
    return worth(trial, side, targets, whole)


@case("25.6a", "25.6b", "25.10b", "15.5a", "15.5e", "15.5f", "15.7f", "15.7g", "15.8d")
@pytest.mark.parametrize("seed", some(2, 40))
def test_the_card_is_what_every_die_and_the_best_choices_of_both_sides_bring(table: Any, seed: int) -> None:
    rng, seen = random.Random(seed), 0
    while seen < POSITIONS // 2:
        s = planned(table, rng)
        if s is None:
            continue
        seen += 1
        frame = s.agenda[-1]
        side, targets, said = frame.side, list(frame.targets), outlook(s, frame.combat(s))
        trial = s.copy()
        apply(trial, side, ("confirm",), None)
        about = [(GAME.unit_ids[u], GAME.space_ids[s.where[u]]) for u in [*frame.units, *frame.combat(s).defenders]]
        assert worth(trial.copy(), side, targets, True) == pytest.approx(said.gone), (about, "gone")
        assert worth(trial, side, targets, False) == pytest.approx(said.taken), (about, "taken")


def given_up(s: Any, side: int, units: list[int]) -> float:
    """The factors that a side loses on the average, when it gives up as few as it may."""
    advance(s, None)
    asked = s.pending
    if isinstance(asked, Roll) and asked.purpose in ("battle", "die-hards"):
        values = []
        for face in FACES:
            trial = s.copy()
            trial.log = []
            throw(trial, (face,))
            results = [event.args[1] for event in trial.log if event.kind == "result"]
            values.append(0.0 if set(results) & {"AR", "CA", "DR"} else given_up(trial, side, units))
        return sum(values) / 6
    if isinstance(asked, Decision) and asked.prompt in ("losses", "prove-supply", "commit-attack", "commit-defence"):
        options = [("ready",)] if asked.prompt.startswith("commit") else asked.options
        values = []
        for option in options if asked.side == side else options[:1]:
            trial = s.copy()
            apply(trial, asked.side, option, None)
            values.append(given_up(trial, side, units))
        return min(values)
    boxes = (GAME.replacements[side], GAME.eliminated[side])
    return float(sum(GAME.cf[u] for u in units if s.where[u] in boxes))


@case("15.5a", "15.5f", "25.10b", "R53")
@pytest.mark.parametrize("seed", some(1, 20))
def test_the_factors_that_the_card_says_are_lost_are_the_fewest_that_can_be(table: Any, seed: int) -> None:
    rng, seen = random.Random(50 + seed), 0
    while seen < 10:
        s = planned(table, rng)
        if s is None or s.bases or any(s.where[u] < GAME.hexes for u in members(GAME.guerrillas)):
            continue
        seen += 1
        frame = s.agenda[-1]
        c, side = frame.combat(s), frame.side
        said = outlook(s, c)
        apply(s, side, ("confirm",), None)
        assert given_up(s.copy(), side, c.units) == pytest.approx(said.own)
        assert given_up(s, 1 - side, c.defenders) == pytest.approx(said.theirs)


@case("10.2.2e", "10.2.2h", "R93", "25.6b")
@pytest.mark.parametrize("seed", some(2, 20))
def test_the_card_of_an_assault_is_what_the_dice_bring(table: Any, seed: int) -> None:
    rng = random.Random(seed)
    shores = [h for h in members(GAME.landable) if GAME.sea_near[h]]
    target = rng.choice(shores)
    sea = GAME.space_ids[rng.choice(members(GAME.sea_near[target]))]
    landing = rng.sample(["A01", "A02", "A07", "A31", "A39"], rng.randint(1, 4))
    units = dict.fromkeys(landing, "STAGING") | {"A46": "1706"}
    units |= dict.fromkeys(rng.sample(["J01", "J13", "J45", "J55", "J66"], rng.randint(1, 3)), GAME.space_ids[target])
    t = table("1", ["25.6"], turn=1, phase="invasion", units=units, amphibious=1, lp={"Allied": 1, "Japanese": 0})
    t.do("assault-marker", sea, GAME.space_ids[target])
    for unit in landing:
        t.do("board", unit)
    t.do("end-boarding") if t.prompt() == "board" else None
    assert t.prompt() == "commit-attack"
    s = t.state
    said = outlook(s, s.agenda[-1].combat())
    assert worth(s.copy(), 0, [target], True) == pytest.approx(said.gone)
    assert worth(s, 0, [target], False) == pytest.approx(said.taken)


@case("19.4c", "R49", "R78")
@pytest.mark.parametrize(("air", "options"), [("available", 1), ("reserve", 1), ("flown", 0)])
def test_what_the_allied_defender_may_add_has_air_supply_in_it(table: Any, air: str, options: int) -> None:
    units = {"J01": "0614", "A01": "0615"}
    t = table(turn=2, phase="japanese-combat", units=units, air_supply=air, lp={"Allied": 3, "Japanese": 0})
    t.plan("0615", "J01")
    (shown,) = GAME.previews(t.state, 1)
    words = [note["text"] for note in shown["notes"] if note["text"].startswith("If the defender")]
    assert words == ["If the defender adds all that is possible, 1 column left"] * options


# --- other dice of chapter 25


@case("25.8b", "25.8d", "R95")
@pytest.mark.parametrize("held", [True, False])
def test_the_forecast_of_a_raid_is_what_the_dice_bring(table: Any, held: bool) -> None:
    units = {"A01": "0521" if held else "0420", "J66": "J-REINFORCEMENTS"}
    tac = {"US": {"available": 6}}
    t = table("1", ["25.8"], turn=2, phase="japanese-movement", units=units, tac=tac).do("raid", "J66")
    option = GAME.from_words(["raid-at", "0521"])
    shown = GAME.preview(t.state, 1, option)

    def came(before: Any, after: Any) -> str:
        where = after.where[t.unit("J66")]
        if where != GAME.eliminated[1]:
            return "lands" if where < GAME.hexes else "turned back"
        lost = tac_in_play(before, 0) - tac_in_play(after, 0)
        landed = {0: "nothing destroyed", 1: "1 air point destroyed", 2: "2 air points destroyed"}[lost]
        return landed if after.rolls == before.rolls + 2 else "lost"

    hold(chances(shown["outcomes"]), resolved(t.state, option, came, 2000 if soak_mode.is_on else 300), 4)


@case("25.10e", "25.10f")
@pytest.mark.parametrize(("units", "chance"), [({}, 1 / 6), ({"J45": "0517"}, 1 / 12)])
def test_bombing_a_known_camp_says_what_it_may_cost(table: Any, units: dict[str, str], chance: float) -> None:
    t = table("1", ["25.10"], turn=2, phase="b29", units={"J68": "0517", "A01": "0420", **units}, b29="committed")
    option = GAME.from_words(["bomb", "0517"])
    notes = [note for note in GAME.preview(t.state, 0, option)["notes"] if "camp" in note["text"]]
    assert [note["p"] for note in notes] == [pytest.approx(chance, abs=1e-5)]
    assert "+5 Japanese victory points" in notes[0]["text"]
    was = GAME.preview(t.state, 0, option)
    bombed = {"the camp": (chance, chance), "not": (1 - chance, 1 - chance)}
    came = resolved(t.state, option, lambda _, s: "the camp" if s.japanese_bonus else "not", 300)
    assert was is not None
    hold(bombed, came, 4)


@case("25.10a", "25.10e", "11.0c")
def test_where_the_camp_lies_concealed_every_concealed_counter_in_a_town_may_be_it(table: Any) -> None:
    units = {"J68": "0517", "J01": "0613", "J02": "0612", "A01": "0420"}
    t = table("1", ["25.10"], turn=2, phase="b29", units=units, concealed=["J68", "J01", "J02"], b29="committed")
    said = {
        hex_: [n["text"] for n in GAME.preview(t.state, 0, GAME.from_words(["bomb", hex_]))["notes"]]
        for hex_ in ("0517", "0613", "0612")
    }
    assert said["0517"] == said["0613"]
    assert any("may be the prisoner-of-war camp" in text for text in said["0517"])
    assert not any("camp" in text for text in said["0612"])


@case("25.6a", "15.8a")
def test_die_hards_lower_the_chance_to_take_a_hex_on_card_and_desk(table: Any) -> None:
    units = {"J01": "0716"} | dict.fromkeys(("A01", "A02", "A03", "A04"), "0616")
    figures = {}
    for options in (["25.1"], ["25.1", "25.6"]):
        t = table("1", options, turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
        t.plan("0716", "A01")
        (shown,) = GAME.previews(t.state, 0)
        notes = {note["text"]: note.get("p") for note in shown["notes"]}
        figures["25.6" in options] = notes["You take it: cleared, and somebody left to enter"]
        assert any("guerrilla unit" in text for text in notes) == ("25.6" in options)
    assert figures[False] == pytest.approx(1)
    assert figures[True] < figures[False]


@case("15.2a", "15.8a", "R49")
def test_the_preview_answers_the_attackers_question(table: Any) -> None:
    units = {"A01": "0614", "A02": "0614", "J01": "0615", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 1}).plan("0615", "A01")
    (shown,) = GAME.previews(t.state, 0)
    notes = {note["text"]: note.get("p") for note in shown["notes"]}
    taken = notes["You take it: cleared, and somebody left to enter"]
    most = notes["The defenders are eliminated (before any counterattack)"]
    assert notes["If the defender adds all that is possible, 1 column left"] <= taken <= most
    assert any(text.startswith("Factors lost on the average: attacker") for text in notes)


@case("19.3b")
def test_the_japanese_layer_says_what_a_reveal_would_supply(table: Any) -> None:
    units = {"J01": "0614", "J38": "0615", "A01": "1706"}
    t = table(turn=2, phase="japanese-movement", units=units, concealed=["J38"])
    for side, words in ((1, ["could be supplied by revealing 1st Heavy Weapons Brigade"]), (0, ["no line of supply"])):
        layer = next(layer for layer in GAME.overlays(t.state, side) if layer.id == "japanese-supply")
        assert [text for unit, _, text in layer.units if unit == t.unit("J01")] == words

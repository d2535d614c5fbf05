"""What comes from outside is measured before a rule sees it: positions by hand, saves, and their JSON."""

from __future__ import annotations

import copy
import json
import os
import random
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from grognard.games import game_ids, load
from grognard.kernel import bounds
from grognard.kernel.flow import ONGOING, Refused
from grognard.kernel.sandbox import fields_of
from grognard.match import Match
from grognard.match import save as saves
from grognard.match.header_validation import check_of, dump
from grognard.match.save import SaveError, write
from grognard.match.save_lines import Chain
from grognard.server.matches import custom_positions

SAVES = Path(__file__).parent / "saves" / "format2"
SOAK = int(os.environ.get("GROGNARD_SOAK", "1"))
"""How many times as many, for a long run by night."""
EDITOR_VALUES = 400 * SOAK
MUTATED_SAVES = 400 * SOAK
"""Per game; five games make 2,000 of each."""
LONGEST = 2.0
"""Seconds of processor time for one of them."""


@lru_cache(maxsize=8)
def opening(game: str) -> dict[str, Any]:
    """A position by hand that is sound."""
    return custom_positions.start_of(load(game), "", {}, {})


def save_from(game: str, start: dict[str, Any], lines: list[str] | None = None) -> str:
    """A save that somebody wrote himself: all its checks fit."""
    text = write(Match.new(load(game), seed=1, start=opening(game)))
    head, second, *rest = text.rstrip("\n").split("\n")
    header = json.loads(second)
    del header["check"]
    header["start"] = start
    chain = Chain(dump(header))
    bodies = lines if lines is not None else [line.rpartition(" #")[0] for line in rest]
    top = [head, dump({**header, "check": check_of(header)})]
    return "\n".join([*top, *(chain.close(body) for body in bodies)]) + "\n"


def refusal(game: str, **change: Any) -> str:
    """What the editor is told."""
    with pytest.raises(Refused) as refused:
        custom_positions.shown(load(game), "", {}, change)
    return str(refused.value)


# --- the three attacks


def test_a_regiment_of_a_million_million_steps_is_refused() -> None:
    assert "between" in refusal("nemesis", add={"J31-58": ["0101", 1_000_000_000_000]})
    assert "between 0 and" in refusal("nemesis", add={"J31-58": ["0101", 900]})


def test_a_save_that_starts_with_a_negative_set_of_units_is_refused() -> None:
    start = copy.deepcopy(opening("iwojima"))
    start["at"][3] = -8
    with pytest.raises(SaveError, match="out of bounds"):
        saves.load(save_from("iwojima", start))


def test_arguments_are_counted_before_they_are_spread() -> None:
    text = write(Match.new(load("iwojima"), seed=1)).rstrip("\n").split("\n")
    header = json.loads(text[1])
    del header["check"]
    chain = Chain(dump(header))
    line = "US assign " + "+".join(["x"] * 6000) + " " + " ".join(["y"] * 6000)
    forged = "\n".join([*text[:2], chain.close(text[2].rpartition(" #")[0]), chain.close(line)]) + "\n"
    begun = time.process_time()
    with pytest.raises(SaveError, match="takes 2 arguments, not 6001"):
        saves.load(forged)
    assert time.process_time() - begun < LONGEST


# --- what a position may hold


@pytest.mark.parametrize("game", game_ids())
def test_every_value_of_a_position_is_of_its_type_and_within_bounds(game: str) -> None:
    loaded, sound = load(game), opening(game)
    assert bounds.position(loaded, sound).to_json() == sound
    for name, value in sound.items():
        worse: list[Any] = [None, True, 1.0, "x", [], {}, [[]]]
        if isinstance(value, int):
            worse += [-3, 1 << 2000]
        elif isinstance(value, list) and name != "agenda":
            worse += [[*value, 0.5], [*value, -3], [True] * len(value), [0] * 3000]
        for other in worse:
            if other == value and type(other) is type(value):
                continue
            if name in ("ending",) and isinstance(other, str):
                continue
            if isinstance(value, list) and other == [] and not value:
                continue
            changed = {**sound, name: other}
            if other == [] and name not in ("agenda", "where", "steps", "at"):
                continue
            with pytest.raises(Refused):
                bounds.position(loaded, changed)


@pytest.mark.parametrize("game", game_ids())
def test_procedures_of_other_games_and_of_wrong_types_are_refused(game: str) -> None:
    loaded, sound = load(game), opening(game)
    assert load("ichigo").id != load("iwojima").id
    other = "iwojima.setup.SetUp" if game != "iwojima" else "ichigo.setup.Deal"
    agenda = sound["agenda"]
    for rows in (
        [], [[other]], [["kernel.flow.Frame"]], ["x"], [[]], [[5]], [["kernel.flow.Sequence", "x"]],
        [["kernel.flow.Sequence", True]], [["kernel.flow.Sequence", 0, 0]], [["kernel.flow.Sequence", 1 << 70]],
        agenda * 100, {"a": 1}, None,
    ):  # fmt: skip
        with pytest.raises(Refused):
            bounds.position(loaded, {**sound, "agenda": rows})


@pytest.mark.parametrize("game", game_ids())
def test_the_invariants_of_the_game_hold_for_every_position_to_start_from(game: str) -> None:
    """A unit that is elsewhere than `at` says is within bounds, and yet no position."""
    start = copy.deepcopy(opening(game))
    start["where"][0] = (start["where"][0] + 1) % len(load(game).space_ids)
    bounds.position(load(game), start)
    with pytest.raises(Refused, match="not where it stands"):
        Match.new(load(game), seed=1, start=start)
    with pytest.raises(SaveError, match="not where it stands"):
        saves.load(save_from(game, start))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 30 + "1" + "}" * 30, "nested too deeply"),
        ('{"a":"\\ud800"}', "half of a character"),
        ("[" + ",".join(["1"] * 30_000) + "]", "too much"),
        ("nonsense", "not JSON"),
        ("1" * 5000, "not JSON"),
    ],
)
def test_json_from_outside_is_not_deep_and_holds_whole_characters(text: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        bounds.read_json(text)


# --- to the last number


def refused(check: Any, *given: Any) -> str:
    with pytest.raises(Refused) as said:
        check(*given)
    return str(said.value)


def test_json_is_read_to_the_last_level_and_the_last_value() -> None:
    def deep(levels: int) -> str:
        return "[" * (levels - 1) + "1" + "]" * (levels - 1)

    assert bounds.read_json(deep(12)) == json.loads(deep(12))
    assert "nested too deeply" in refused(bounds.read_json, deep(13))
    assert len(bounds.read_json(json.dumps([0] * 19_999))) == 19_999
    assert "too much" in refused(bounds.read_json, json.dumps([0] * 20_000))
    table = {str(n): [n] for n in range(9_999)}
    assert bounds.read_json(json.dumps(table)) == table
    assert "too much" in refused(bounds.read_json, json.dumps(table | {"more": [1]}))


@pytest.mark.parametrize(("game", "most"), [("iwojima", 999), ("whitesun", 1225), ("ichigo", 999)])
def test_what_the_sandbox_is_told_is_of_a_size_that_occurs(game: str, most: int) -> None:
    loaded = load(game)
    sound: list[Any] = [-2, 0, most, "x" * 100, [most, ["x" * 100]], {"x" * 100: {"y": -2}}]
    for value in sound:
        bounds.check_words(loaded, {"word": value})
    for value, says in (
        (-3, f"A number in 'word' is not between -2 and {most}."),
        (most + 1, f"A number in 'word' is not between -2 and {most}."),
        ("x" * 101, "A word in 'word' is too long."),
        ({"x" * 101: 1}, "A name in 'word' is too long."),
        (True, "'word' takes words and whole numbers."),
        (None, "'word' takes words and whole numbers."),
    ):
        for shape in (value, [0, value], {"y": value}, {"y": [value]}):
            assert refused(bounds.check_words, loaded, {"fine": 1, "word": shape}) == says
    assert refused(bounds.check_words, loaded, {"word": 1, "x": [[[[[[[[[[[[1]]]]]]]]]]]]}).startswith(
        "It holds too much"
    )


EDGES: list[tuple[str, str, int, int]] = [
    ("iwojima", "turn", 0, 99),
    ("iwojima", "phase", 0, 14),
    ("iwojima", "winner", -2, 1),
    ("iwojima", "where", 0, 26),
    ("iwojima", "steps", 0, 99),
    ("iwojima", "rolls", 0, 1_000_000),
    ("iwojima", "news", 0, 1_000_000),
    ("iwojima", "fired", 0, (1 << 48) - 1),
    ("iwojima", "control", 0, (1 << 27) - 1),
    ("iwojima", "at", 0, (1 << 48) - 1),
    ("iwojima", "weather", -2, 10_999),
    ("iwojima", "vp", -2, 10_999),
    ("ichigo", "clock", 0, 1_000_000),
    ("nemesis", "where", 0, 915),
    ("nemesis", "phase", 0, 9),
    ("nemesis", "level", 0, 255),
]


@pytest.mark.parametrize(("game", "name", "least", "most"), EDGES)
def test_a_value_of_a_position_is_in_bounds_to_the_last(game: str, name: str, least: int, most: int) -> None:
    loaded, sound = load(game), opening(game)

    def put(value: int) -> dict[str, Any]:
        old = sound[name]
        return sound | {name: [*old[:-1], value] if isinstance(old, list) else value}

    for value in (least, most):
        bounds.check_values(loaded, put(value))
    for value in (least - 1, most + 1):
        assert refused(bounds.check_values, loaded, put(value)) == f"The position's {name!r} is out of bounds."


def test_words_and_lists_of_a_position_are_as_long_as_they_may_be() -> None:
    game, sound = load("iwojima"), opening("iwojima")
    check = bounds.check_values
    check(game, sound | {"ending": "x" * 100})
    assert "'ending' is not a word" in refused(check, game, sound | {"ending": "x" * 101})
    assert sound["loss_order"] == []
    check(game, sound | {"loss_order": [1] * 2000})
    assert refused(check, game, sound | {"loss_order": [1] * 2001}).endswith("'loss_order' has 2001 entries.")
    for count in (47, 49):
        said = refused(check, game, sound | {"where": [0] * count})
        assert said == f"The position's 'where' has {count} entries, not 48."
    assert refused(check, game, sound | {"more": 1}) == "A position of Iwo Jima has no 'more'."
    for name in ("agenda", "where", "steps", "at"):
        some = {key: value for key, value in sound.items() if key != name}
        assert refused(check, game, some) == f"The position's {name!r} is missing."
    check(game, {key: value for key, value in sound.items() if key != "vp"})
    assert "table of values" in refused(check, game, [1])


def test_procedures_of_a_position_are_as_many_and_as_large_as_they_may_be() -> None:
    game, sound = load("formosa"), opening("formosa")
    row = ["kernel.flow.Sequence", 0]

    def check(*rows: Any) -> None:
        bounds.check_values(game, sound | {"agenda": list(rows)})

    check(*[row] * 64)
    for rows in ([row] * 65, []):
        assert "no list, none, or too many" in refused(check, *rows)
    over = sound | {"agenda": [], "winner": 1}
    bounds.check_values(game, over)
    assert "none" in refused(bounds.check_values, game, over | {"winner": ONGOING})
    assert "no procedure" in refused(bounds.check_values, game, over | {"agenda": [["nonsense"]]})
    unreadable: list[Any] = ["x", [], [5], [[]]]
    for wrong in unreadable:
        assert refused(check, row, wrong) == "A procedure of the position cannot be read."
    for unknown in ("nonsense", "iwojima.setup.SetUp", "toy.march", "x" * 200):
        assert refused(check, [unknown]) == f"{game.title} has no procedure {unknown[:100]!r}."
    for value in (-2, 10_999):
        check(["kernel.flow.Sequence", value])
    for value in (-3, 11_000):
        assert "out of bounds" in refused(check, ["kernel.flow.Sequence", value])
    assert "too many values" in refused(check, ["kernel.flow.Sequence", 0, 0])
    check(["kernel.flow.Sequence"])
    units, spaces = len(game.unit_ids), len(game.space_ids)
    all_units, all_spaces = (1 << units) - 1, (1 << spaces) - 1
    retreat = "formosa.retreat.Retreat"
    check([retreat, -1, [-1, units - 1], all_units, [], -2, 10_999, all_spaces])
    check([retreat, 1, [1] * 2000, 0])
    heads: list[list[Any]] = [
        [-2, [], 0],
        [2, [], 0],
        [0, [-2], 0],
        [0, [units], 0],
        [0, [], -1],
        [0, [], all_units + 1],
    ]
    tails = ([-3, 0, 0], [11_000, 0, 0], [0, 0, -1], [0, 0, all_spaces + 1])
    for wrong in (*heads, *([0, [], 0, [], *tail] for tail in tails)):
        assert "out of bounds" in refused(check, [retreat, *wrong])
    for hexes in ([-2], [spaces]):
        assert "out of bounds" in refused(check, ["formosa.battle.Battle", 0, [], hexes])
    assert "2001 entries" in refused(check, [retreat, 0, [1] * 2001, 0])
    battle = ["formosa.battle.Losses", 0, [], 0, 0, 0, []]
    check([*battle, "x" * 100])
    for word in ("x" * 101, 5):
        assert "is not a word" in refused(check, [*battle, word])


def test_a_position_that_lacks_a_value_or_breaks_an_invariant_is_told_in_a_sentence() -> None:
    game, sound = load("formosa"), opening("formosa")
    assert bounds.sound_position(game, sound).to_json() == sound
    lacking = sound | {"agenda": [["formosa.retreat.Retreat"]]}
    assert refused(bounds.position, game, lacking) == "A procedure of the position lacks a value."
    where = [*sound["where"][1:2], *sound["where"][1:]]
    if where == sound["where"]:
        where[0] = (where[0] + 1) % len(game.space_ids)
    said = refused(bounds.sound_position, game, sound | {"where": where})
    assert said.endswith(" is not where it stands.")
    assert said[0].isupper()


# --- words of the editor


@pytest.mark.parametrize(
    "change",
    [
        {"turn": True}, {"turn": 1.0}, {"flag": "yes"}, {"flag": 10**30}, {"vp": [1, 2, 3]}, {"vp": {"US": 1.5}},
        {"units": ["U-23"]}, {"units": {"U-23": ["CHI"]}}, {"units": {"U-23": ["CHI", True]}}, {"units": {"U-23": 5}},
        {"control": "CHI"}, {"control": {"CHI": 1}}, {"fired": [5]}, {"caves": ["CHI"]}, {"weather": ["Good"]},
        {"loss_order": [["J-309"]]}, {"x" * 5000: 1}, {"windows": None}, {"kirikami": -5},
    ],
)  # fmt: skip
def test_words_of_the_editor_take_none_but_what_they_mean(change: dict[str, Any]) -> None:
    assert refusal("iwojima", **change)


# --- many of them


def odd(rng: random.Random, game: Any) -> Any:
    """Something that somebody might send."""
    some: list[Any] = [
        rng.randint(-5, 12), rng.choice([10**12, -1, 2**64, 999, 1200]), rng.random(), True, None, "",
        rng.choice(game.unit_ids), rng.choice(game.space_ids), rng.choice([side.id for side in game.sides]),
        rng.choice(game.phases).id, "\u0000", "x" * rng.choice([1, 50, 500]),
    ]  # fmt: skip
    value = rng.choice(some)
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        shape = rng.randrange(3)
        if shape == 0:
            value = [value] * rng.choice([1, 2, 3, 40])
        elif shape == 1:
            value = {str(rng.choice([*game.unit_ids, *game.space_ids, "US"])): value for _ in range(3)}
        else:
            value = [rng.choice(some) for _ in range(rng.randint(0, 4))]
    return value


@pytest.mark.parametrize("game", game_ids())
def test_whatever_the_editor_is_sent_ends_soon_and_in_a_sentence(game: str) -> None:
    loaded, rng = load(game), random.Random(game)
    words = list(loaded.of_sandbox.EDITS)  # type: ignore[attr-defined]
    sound = {field.id: field.read(custom_positions.changed(loaded, "", {}, {})) for field in fields_of(loaded)}
    said: list[str] = []
    for number in range(EDITOR_VALUES):
        word = words[number % len(words)]
        change = {word: odd(rng, loaded)}
        if rng.random() < 0.3:
            change[rng.choice(words)] = rng.choice([odd(rng, loaded), *sound.values()])
        begun = time.process_time()
        try:
            custom_positions.start_of(loaded, "", {}, change)
        except Refused as refused:
            said.append(str(refused))
        assert time.process_time() - begun < LONGEST, change
    assert len(said) > EDITOR_VALUES / 4
    assert all(sentence.endswith((".", ".'")) for sentence in said)


def mutated(rng: random.Random, game: Any, text: str) -> str:
    """A save with something else in it, and its checks made to fit as far as that is possible."""
    head, second, *rest = text.rstrip("\n").split("\n")
    header = json.loads(second)
    del header["check"]
    bodies = [line.rpartition(" #")[0] for line in rest[: rng.randint(2, 14)]]
    kind = rng.randrange(4)
    if kind == 0:
        header[rng.choice(list(header))] = odd(rng, game)
    elif kind == 1:
        start = header["start"] = copy.deepcopy(opening(game.id))
        name = rng.choice(list(start))
        if isinstance(start[name], list) and start[name] and rng.random() < 0.8:
            start[name][rng.randrange(len(start[name]))] = odd(rng, game)
        else:
            start[name] = odd(rng, game)
    elif kind == 2:
        at = rng.randrange(len(bodies))
        line = bodies[at]
        cut = rng.randrange(len(line) + 1)
        put = rng.choice(["", "+", "(", "[", "[6]", ";", ",", " / ", "%", "= turn 9", "x+x+x", "\u2028", line])
        bodies[at] = line[:cut] + put + line[cut + rng.randint(0, 3) :]
    else:
        rng.shuffle(bodies)
    chain = Chain()
    top = [head, dump({**header, "check": check_of(header)})]
    return "\n".join([*top, *(chain.close(body) for body in bodies)]) + "\n"


@pytest.mark.parametrize("game", game_ids())
def test_whatever_stands_in_a_save_ends_soon_and_in_a_sentence(game: str) -> None:
    loaded, rng = load(game), random.Random(game)
    text = (SAVES / f"{game}-open.grog").read_text()
    said: list[str] = []
    for _ in range(MUTATED_SAVES):
        changed = mutated(rng, loaded, text)
        begun = time.process_time()
        try:
            saves.load(changed)
        except SaveError as wrong:
            said.append(str(wrong))
        assert time.process_time() - begun < LONGEST, changed[:2000]
    assert len(said) > MUTATED_SAVES / 4
    assert all(sentence.startswith("Line ") for sentence in said)

"""Hidden information never leaves the server: what a player cannot know changes no byte of what he is sent.

Real positions are taken from games by lot. What one side cannot know of them is dealt anew: the fronts of untried
armies on the map and in the pool, and the enemy units below the tops of their stacks. That side's table, choices, odds,
reasons, reach, overlays and picture must be the same to the byte, from the game, from the seat's table and over HTTP;
and the same decision must sound alike in both, line by line, until something is turned over.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from grognard.games.ichigo.knowledge import hidden_from
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, ONGOING, Option
from grognard.kernel.play import advance, apply
from grognard.match.match import Match
from grognard.server.matches.seat_view import SeatLog, line_of, table_now
from ichigo.conftest import GAME, table
from ichigo.test_fuzz import random_act
from match_server import Seats, Server

case = pytest.mark.case
ALLIED, JAPANESE = 0, 1
SIDES = ("Allied", "Japanese")
LATE = [(seed, side) for seed in range(4) for side in (JAPANESE, ALLIED) if seed != side]
TAKEN = [(0, ALLIED), (1, JAPANESE), *(pytest.param(*each, marks=pytest.mark.soak) for each in LATE)]
"""A game for each side; in `make soak` four for both."""
NAMED = [f"{SIDES[side]}-{seed}" for seed, side in [(0, ALLIED), (1, JAPANESE), *LATE]]
TURNED_OVER = {
    "attack",
    "revealed",
    "defenders",
    "battle",
    "step-lost",
    "withdrawn",
    "to-fourteenth-area",
    "absorbed",
    "overstacked",
    "displaced-eliminated",
    "displaced-lost",
    "game-over",
}
"""What brings to light, by the rules, who it was: attackers, defenders, the lost and those that leave."""
BATTLES = ("attack", "confirm", "join", "join-all", "withdraw", "to-fourteenth-area", "absorb", "concede")
NEUTRAL = ("end-movement", "end-combat", "end-reinforcement", "end-landing", "no-raid", "stop", "call-off", "stay")


def played(seed: int, every: int, most: int = 3000, eager: float = 0.0) -> Iterator[Match]:
    """Positions of one game by lot, from the first turn on."""
    rng = random.Random(seed)
    match = Match.new(GAME, seed=seed)
    while not match.over and len(match.played) < most:
        if len(match.played) % every == 0:
            yield match
        match.submit(*random_act(match.state, rng, eager))


def dealt_anew(s: Any, side: int, rng: random.Random) -> Any:
    """Another position that this side could not tell from the true one, put before the same question."""
    other = GAME.resample(s, side, rng)
    other.pending = None
    advance(other, None)
    return other


def differs(a: Any, b: Any) -> bool:
    """Whether anything is hidden in another way."""
    return (a.where, a.front) != (b.where, b.front)


def table_bytes(match: Match, state: Any, side: int) -> bytes:
    """The table of a seat as the server sends it, with every line of the log."""
    true, match.state = match.state, state
    try:
        return table_now("m", match, SeatLog(side)).body()
    finally:
        match.state = true


def answers(s: Any, side: int) -> bytes:
    """All that a seat can ask for besides: reasons, odds, reach, overlays."""
    units, hexes = (None, *range(0, GAME.units, 7)), (None, *range(0, len(GAME.space_ids), 53))
    out: list[Any] = [GAME.why_not(s, side, u, h) for u in units for h in hexes]
    out.append(GAME.overlays(s, side))
    if s.pending.side == side:
        out += [GAME.preview(s, side, option) for option in s.pending.options[::5]]
        out += [GAME.reach(s, side, [int(o[1])]) for o in s.pending.options[::9] if o[0] in ("move", "go-far")]
    return msgspec.json.encode(out)


@case("6.6a", "6.6c", "3.3a", "9.7d")
@pytest.mark.parametrize(("seed", "side"), TAKEN, ids=NAMED)
def test_the_table_of_a_side_does_not_depend_on_what_it_cannot_know(seed: int, side: int, long: bool) -> None:
    rng = random.Random(seed)
    different = 0
    for match in played(seed, every=83 if long else 331, eager=0.5 * (seed % 2)):
        s = match.state
        expected = table_bytes(match, s, side)
        for _ in range(2):
            other = dealt_anew(s, side, rng)
            different += differs(s, other)
            assert GAME.check(other) == []
            assert table_bytes(match, other, side) == expected
        assert answers(other, side) == answers(s, side)
        assert GAME.redact(other, side).to_json() == GAME.redact(s, side).to_json()
    assert different > (20 if long else 4)


def test_the_comparison_is_not_blind() -> None:
    """The owner of the hidden stacks is sent other bytes, and fronts come out differently in battle."""
    rng = random.Random(1)
    changed = compared = fronts = 0
    for match in played(1, every=41):
        other = dealt_anew(match.state, ALLIED, rng)
        fronts += other.front != match.state.front
        if other.where != match.state.where:
            compared += 1
            changed += table_bytes(match, other, JAPANESE) != table_bytes(match, match.state, JAPANESE)
    assert fronts > 10
    assert compared > 10
    assert changed == compared


# --- what happens next


def heard(s: Any, side: int) -> list[bytes]:
    """The log's new lines as the side's page gets them."""
    lines = [msgspec.json.encode(line_of(GAME, e, side, n)) for n, e in enumerate(s.log) if e.seen & 1 << side]
    s.log.clear()
    return lines


def is_open(option: Option) -> bool:
    """An act that both positions can share: it names no unit and begins no battle."""
    return "unit" not in GAME.verbs[str(option[0])].args and option[0] not in BATTLES


def on_together(s: Any, other: Any, side: int, rng: random.Random) -> tuple[int, int]:
    """Play two positions on with the same decisions and dice until something is turned over.

    After every decision of either side this side must have heard and must see the same, to the byte, and must be asked
    the same. How many decisions were compared, and how many of them were the enemy's.
    """
    pair = (s.copy(), other.copy())
    for position in pair:
        position.log = []
        position.pending = None
        advance(position, None)
    dice = rng.randbytes(8)
    compared = enemys = 0
    for _ in range(60):
        asked = pair[0].pending
        assert asked.side == pair[1].pending.side
        common = [o for o in asked.options if o in pair[1].pending.options]
        if asked.side == side:
            assert common == asked.options == pair[1].pending.options
            assert GAME.prompt(pair[0], asked, side) == GAME.prompt(pair[1], pair[1].pending, side)
            choices = [o for o in common if o[0] not in BATTLES]
        else:
            choices = [o for o in common if is_open(o)]
        ends = [o for o in choices if o[0] in NEUTRAL]
        if not choices:
            break
        option = rng.choice(ends if ends and rng.random() < 0.15 else choices)
        hidden = [hidden_from(position, side) for position in pair]
        for position in pair:
            apply(position, asked.side, option, KeyedDice(dice))
        told = {event.kind for position in pair for event in position.log}
        if told & TURNED_OVER or any(position.winner != ONGOING for position in pair):
            break
        if any(before & ~hidden_from(position, side) for before, position in zip(hidden, pair, strict=True)):
            break  # another unit lies on top now
        assert heard(pair[0], side) == heard(pair[1], side)
        assert msgspec.json.encode(GAME.view(pair[0], side)) == msgspec.json.encode(GAME.view(pair[1], side))
        assert GAME.standing(pair[0], side) == GAME.standing(pair[1], side)
        compared += 1
        enemys += asked.side != side
    return compared, enemys


@case("6.6a", "6.6b", "3.3a", "11.27a")
@pytest.mark.parametrize(("seed", "side"), TAKEN, ids=NAMED)
def test_the_game_sounds_alike_line_by_line_until_something_is_turned_over(seed: int, side: int) -> None:
    rng = random.Random(seed)
    compared = enemys = 0
    for match in played(seed, every=97):
        one, two = on_together(match.state, dealt_anew(match.state, side, rng), side, rng)
        compared += one
        enemys += two
    assert compared > 300
    assert enemys > 60


@case("6.6a", "R63")
@pytest.mark.parametrize("verb", ["move", "go-far", "top"])
def test_what_an_enemy_does_with_a_hidden_unit_is_heard_as_a_number(verb: str) -> None:
    """Two units below the top do the same: the other side hears the same lines and sees the same map."""
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-B1": "2302", "CH-5": "0712"}
    sent = []
    for unit in ("J-CEA-D13", "J-CEA-B1"):
        t = table(turn=2, phase="japanese-movement", units=units)
        heard = len(t.heard("Allied"))
        t.do(verb, unit, side="Japanese")
        if verb == "top":
            top = {row[0] for row in t.view("Allied")["units"]} & {t.unit(name) for name in units}
            assert t.unit(unit) in top  # whoever lies on top is open, and that is all
            sent.append([len(t.heard("Allied")) - heard, t.view("Allied")["marks"]])
            continue
        t.do("to", "2303")
        lines = [GAME.sentence(event) for event in t.heard("Allied")[heard:]]
        assert all(t.game.unit_names[t.unit(unit)] not in line for line in lines)
        sent.append([lines, t.view("Allied")["marks"]])
    assert sent[0] == sent[1]


@case("3.3a", "9.7d", "2.14b")
def test_no_line_before_a_battle_names_the_front_of_an_untried_army() -> None:
    """Over a whole game, the only lines that name an army's front are those of its battles."""
    named = {"revealed", "defenders", "zero", "step-lost", "attack"}
    heard = 0
    for seed in (3, 4):
        match = Match.new(GAME, seed=seed)
        rng = random.Random(seed)
        while not match.over and len(match.played) < 1500:
            match.submit(*random_act(match.state, rng, eager=0.6))
        armies = [GAME.printed_names[u] for u in GAME.regular_units]
        for told in match.log:
            text = " ".join(GAME.sentence(told.event) for side in (ALLIED, JAPANESE) if told.event.seen)
            if any(name in text for name in armies):
                assert told.event.kind in named, (told.event.kind, text)
                heard += 1
    assert heard > 5


# --- over HTTP


def shown(seats: Seats, side: int) -> dict[str, Any]:
    """What a seat is sent, without what is of this match and not of the position."""
    return {key: value for key, value in seats.table(side).items() if key not in ("match", "commitment", "stamp")}


def everything(seats: Seats, side: int) -> list[Any]:
    """Every answer that a seat can get."""

    def get(what: str, **query: Any) -> tuple[int, bytes]:
        answer = seats.get(side, what, **query)
        return answer.status_code, answer.content

    now = shown(seats, side)
    out: list[Any] = [now, get("/overlays"), get("/picture"), get("/at/0")[0]]
    units = [*range(0, GAME.units, 19), *(option[1] for option in now["ask"]["options"][:20] if len(option) == 2)]
    for unit in units:
        out.append(get("/whynot", unit=unit))
        out.append(get("/reach", unit=unit))
    for hex_ in range(0, GAME.hexes, 97):
        out.append(get("/whynot", space=hex_))
    for option in now["ask"]["options"][::11]:
        out.append(get("/preview", option=json.dumps(option)))
    return out


@case("6.6a", "6.6c", "3.3a")
@pytest.mark.parametrize(("seed", "side"), TAKEN[:4], ids=NAMED[:4])
def test_every_answer_over_http_is_the_same(server: Server, seed: int, side: int, long: bool) -> None:
    rng = random.Random(seed)
    different = 0
    for match in played(seed, every=211 if long else 421, most=1500, eager=0.5 * seed):
        s = match.state
        other = dealt_anew(s, side, rng)
        different += differs(s, other)
        assert everything(server.begin(s), side) == everything(server.begin(other), side)
    assert different > (4 if long else 1)


@case("6.6a", "3.3a")
def test_a_decision_over_http_is_answered_alike(server: Server) -> None:
    """Decided on two matches that differ only in secrets: the answer, and what both seats' ears are sent."""
    rng = random.Random(5)
    compared = 0
    for match in played(5, every=97, most=1500):
        s = match.state
        side = s.pending.side
        option = rng.choice([o for o in s.pending.options if o[0] != "confirm"])
        if option[0] in ("move", "move-stack") and GAME.nation_of[_first_unit(s, option)] == 0:
            continue  # a die of its own: the two matches have other dice
        answers_: list[Any] = []
        for position in (s, dealt_anew(s, side, rng)):
            seats = server.begin(position)
            seats.decide(side, list(option))
            now = shown(seats, side)
            if any("dice" in line for line in now["log"]):
                break
            answers_.append(now)
        if len(answers_) == 2 and answers_[0]["ask"]["side"] == side:
            assert answers_[0] == answers_[1]
            compared += 1
    assert compared > 6


def _first_unit(s: Any, option: Option) -> int:
    return int(option[1]) if option[0] == "move" else members(s.at[int(option[1])])[0]


def test_a_seat_gets_nothing_of_the_other_by_asking_for_it(server: Server) -> None:
    match = next(iter(played(2, every=1)))
    seats = server.begin(match.state)
    asked = match.state.pending.side
    waiting = seats.table(1 - asked)
    assert waiting["ask"]["options"] == []
    assert waiting["ask"]["previews"] == []
    assert waiting["standing"] == [list(CONCEDE)]
    assert seats.get(1 - asked, "/save").status_code == 403
    option = json.dumps(match.state.pending.options[0])
    assert seats.get(1 - asked, "/preview", option=option).status_code == 409

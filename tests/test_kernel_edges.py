"""The kernel at its edges: the last number that is in, the first that is out, and every part of a sum."""

from __future__ import annotations

import hmac
import itertools
import random
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest

from grognard.kernel import orders
from grognard.kernel.bits import bitset, each, members, nth
from grognard.kernel.dice import KeyedDice, ScriptedDice
from grognard.kernel.flow import (
    DRAW,
    EVERYONE,
    ONGOING,
    Decision,
    Event,
    Frame,
    GameOver,
    Later,
    Option,
    Phase,
    Refused,
    Roll,
    Sequence,
    Term,
    bars,
    for_each,
    space_of,
    unit_of,
)
from grognard.kernel.game import Verb
from grognard.kernel.graph import Graph, HexGrid, hex_distance
from grognard.kernel.log_grouping import Runs
from grognard.kernel.map_search import Cost, costs_to, flood, path, reach, spread, ways
from grognard.kernel.odds import added, at_least, mean, odds_column, one_die, pool, reduced
from grognard.kernel.orders import Order, Part, next_part
from grognard.kernel.play import advance, apply, throw
from grognard.kernel.score_ledger import Entry, Ledger, between, how_it_ended, in_words, lead
from grognard.kernel.standing_orders import Given, Standing, named_first, only, the_verb
from grognard.kernel.state import Pieces, misplaced, named_units, place, set_out
from grognard.kernel.words import agree, is_plural, with_article
from toy_game import BLUE, ENEMY, PATROL, RED, Road, Roads, Text, road

# --- words


@pytest.mark.parametrize(
    "words",
    [
        "an Allied unit", "an attack", "an 8th Division", "an 11th Airborne", "an 18th Army", "an HQ", "an MP",
        "an untried unit", "an hour", "an island", "an empty hex", "an order", "an up step", "an unimportant hex",
        "a US unit", "a unit", "a united front", "a one-step unit", "a Chinese unit", "a 1st Division", "a 110th Army",
        "a European", "a use", "a B-29", "a VP", "a Japanese unit", "a headquarters", "a Hankow port", "a 28th Army",
    ],
)  # fmt: skip
def test_the_article_goes_by_how_a_word_is_spoken(words: str) -> None:
    assert with_article(words.partition(" ")[2]) == words


@pytest.mark.parametrize("name", ["Coast Guns", "5th Marines", "18th Division Supply Mules", "Escort Carriers A"])
def test_some_names_are_plural(name: str) -> None:
    assert is_plural(name)


@pytest.mark.parametrize("name", ["IV Corps", "23/4", "3rd Division", "Likuo's Army", "309/2 MB", "Commando Gus", "A"])
def test_other_names_are_not(name: str) -> None:
    assert not is_plural(name)


def test_a_verb_agrees_with_its_number() -> None:
    assert [f"{n} {agree(n, 'is', 'are')}" for n in (0, 1, 2)] == ["0 are", "1 is", "2 are"]


@pytest.mark.parametrize(
    ("points", "cost", "said"),
    [
        ("6 MP", 2, "Move, 2 MP. Click it."),
        ("2 to 5 MP, by a die", 2, "Move, 2 MP. Click it."),
        ("0 to 5 MP, by a die", 2, "Move, 2 MP, if the die allows. Click it."),
        ("", 1, "Move, 1 point. Click it."),
    ],
)
def test_a_space_in_reach_is_named_with_its_price_and_whether_a_die_must_give_it(
    points: str, cost: int, said: str
) -> None:
    assert Text(None).in_reach({"name": "Move", "points": points}, cost) == f"It is on offer: {said}"


# --- sets


def test_a_negative_set_has_no_members_to_list() -> None:
    with pytest.raises(ValueError, match="negative"):
        members(-1)
    assert members(0) == []


@pytest.mark.parametrize("count", [1, 7, 8, 9, 63, 64, 65, 1000])
def test_whole_sets_and_single_members_at_the_end_of_an_octet(count: int) -> None:
    assert each((1 << count) - 1) == tuple(range(count))
    assert each(1 << count) == (count,)
    assert each(1 | 1 << count) == (0, count)
    assert nth((1 << count) - 1, count - 1) == count - 1
    assert nth(1 << count, 0) == count
    with pytest.raises(IndexError, match=f"a set of {count} has no member {count}"):
        nth((1 << count) - 1, count)


# --- dice


@pytest.mark.parametrize("sides", [2, 6, 10, 100, 200, 255, 256])
def test_small_dice_are_the_bytes_that_count(sides: int) -> None:
    stream = b"".join(hmac.digest(b"key", b"3/%d" % block, "sha256") for block in range(8))
    faces = [byte % sides + 1 for byte in stream if byte < 256 // sides * sides]
    assert KeyedDice(b"key").roll(3, 100, sides) == tuple(faces[:100])


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_a_seed_of_any_length_is_worked_in_as_hmac_does(length: int) -> None:
    seed = bytes(range(length))
    blocks = [hmac.digest(seed, b"%d/0" % number, "sha256") for number in range(3)]
    dice = KeyedDice(seed)
    assert [dice.roll(number, 32, 256) for number in range(3)] == [tuple(b + 1 for b in block) for block in blocks]


@pytest.mark.parametrize("sides", [257, 300, 65536, 3_000_000_000])
def test_large_dice_are_the_words_that_count(sides: int) -> None:
    stream = b"".join(hmac.digest(b"key", b"3/%d" % block, "sha256") for block in range(8))
    faces = [word % sides + 1 for (word,) in struct.iter_unpack(">I", stream) if word < 2**32 // sides * sides]
    assert KeyedDice(b"key").roll(3, 30, sides) == tuple(faces[:30])


def test_a_script_is_used_up_from_the_left_and_to_the_last() -> None:
    dice = ScriptedDice([1, 6, 3])
    assert dice.roll(0, 2, 6) == (1, 6)
    assert dice.faces == [3]
    assert dice.roll(1, 1, 3) == (3,)
    for face in (0, 7):
        with pytest.raises(ValueError, match="6 sides"):
            ScriptedDice([face]).roll(0, 1, 6)


# --- hexes

GRIDS = [
    HexGrid(6, 5, offset, pointed, first=first)
    for offset in (0, 1)
    for pointed in (False, True)
    for first in ((1, 1), (0, 0), (4, 3))
]


@pytest.mark.parametrize("grid", GRIDS)
def test_distance_is_the_number_of_steps_between_any_two_hexes(grid: HexGrid) -> None:
    graph, _ = grid.graph()
    places = grid.hexes()
    for start, here in enumerate(places):
        steps = reach(graph, start, 20, lambda a, b: 1)
        assert len(steps) == len(places)
        for there, count in steps.items():
            assert hex_distance(grid.axial(*here), grid.axial(*places[there])) == count


@pytest.mark.parametrize("grid", GRIDS)
def test_centres_lie_in_the_six_directions_clockwise(grid: HexGrid) -> None:
    """y grows downward: the first hexside is the northern one, or the north-eastern of a map with pointed tops."""
    graph, sides = grid.graph()
    places = grid.hexes()
    half, high = 0.5, 3**0.5 / 2
    flat = [(0, -1), (high, -half), (high, half), (0, 1), (-high, half), (-high, -half)]
    turned = [(half, -high), (1, 0), (half, high), (-half, high), (-1, 0), (-half, -high)]
    met = set()
    for here in range(len(graph)):
        x, y = grid.centre(*places[here])
        for direction, there in enumerate(sides[here]):
            if there >= 0:
                met.add(direction)
                dx, dy = (turned if grid.pointed else flat)[direction]
                assert grid.centre(*places[there]) == pytest.approx((x + dx, y + dy))
    assert met == set(range(6))
    column, row = places[0]
    pushed = (row if grid.pointed else column) % 2 == grid.offset
    assert grid.centre(column, row) == pytest.approx(
        (column + half * pushed, row * high) if grid.pointed else (column * high, row + half * pushed)
    )


def test_hexes_are_numbered_as_they_are_printed() -> None:
    for rows_first, mirrored, names in (
        (False, False, ["0305", "0306", "0405", "0406"]),
        (True, False, ["0503", "0603", "0504", "0604"]),
        (False, True, ["0405", "0406", "0305", "0306"]),
        (True, True, ["0504", "0604", "0503", "0603"]),
    ):
        grid = HexGrid(2, 2, first=(3, 5), rows_first=rows_first, mirrored=mirrored)
        assert list(grid.graph()[0].ids) == names
    plain = HexGrid(2, 2)
    assert (plain.offset, plain.pointed, plain.first, plain.rows_first, plain.mirrored) == (
        1,
        False,
        (1, 1),
        False,
        False,
    )


@pytest.mark.parametrize("grid", GRIDS[::3])
def test_what_is_next_to_a_set_is_next_to_one_of_it_however_it_is_found(grid: HexGrid) -> None:
    """A large map grows by shifts, a small one space by space."""
    large, _ = replace(grid, columns=12, rows=11).graph()
    small, _ = replace(grid, columns=3, rows=2).graph()
    assert large.shifts
    assert not small.shifts
    rng = random.Random(2)
    for graph in (large, small):
        for count in (0, 1, 3, 6):
            some = rng.sample(range(len(graph)), count)
            beside = {other for space in some for other in graph.neighbours[space]}
            assert graph.next_to(bitset(some)) == bitset(beside)
            blocked = bitset(rng.sample(range(len(graph)), len(graph) // 3))
            joined = bitset(some) & ~blocked
            while (more := joined | graph.next_to(joined) & ~blocked) != joined:
                joined = more
            assert flood(graph, bitset(some), blocked) == joined


def test_a_graph_knows_its_spaces_by_name_and_its_neighbours_both_ways() -> None:
    graph = Graph.of_areas({"A": ["C", "B"], "B": ["A"], "C": ["A"], "D": []})
    assert (len(graph), graph.every, graph.near, graph.index["D"]) == (4, 0b1111, (0b110, 1, 1, 0), 3)
    assert graph.neighbours[0] == (1, 2)
    assert graph.next_to(0b0101) == 0b111
    assert Graph(("A",), ((),)).next_to(1) == 0


# --- searching


def uneven(here: int, there: int) -> int | None:
    """Dearer uphill than down, and closed in places."""
    price = random.Random(1000 * here + there).choice([1, 2, 3, 5, None])
    return price if there != 7 else None


@pytest.mark.parametrize("goal", [0, 8, 13, 29])
def test_costs_to_a_goal_are_those_of_the_cheapest_way_there(goal: int) -> None:
    graph, _ = HexGrid(6, 5).graph()
    far = 999
    found = costs_to(graph, goal, uneven, far)
    for start in range(len(graph)):
        assert found[start] == reach(graph, start, far - 1, uneven).get(goal, far)
    assert far in costs_to(graph, 7, uneven, far)
    assert costs_to(graph, 7, uneven, far).count(far) == len(graph) - 1


@pytest.mark.parametrize("cost", [uneven, lambda here, there: 1], ids=["uneven", "even"])
@pytest.mark.parametrize("stops", [0, 0b1011 << 11, 0b1010010 << 5])
def test_the_space_before_each_is_the_lowest_on_a_cheapest_way(stops: int, cost: Cost) -> None:
    graph, _ = HexGrid(6, 5).graph()
    found = ways(graph, 12, 6, cost, stops)
    best = reach(graph, 12, 6, cost, stops)
    assert found.keys() == best.keys() - {12}
    for space, (spent, before) in found.items():
        able = [
            other
            for other in graph.neighbours[space]
            if other in best
            and (other == 12 or not stops >> other & 1)
            and (price := cost(other, space)) is not None
            and best[other] + price == spent
        ]
        assert (spent, before) == (best[space], min(able))
        way = path(graph, 12, space, 6, cost, stops)
        assert way is not None
        assert way[-2:] == [before, space]


def test_a_budget_is_spent_to_the_last_point_and_no_farther() -> None:
    line = Graph(tuple("abcd"), ((1,), (0, 2), (1, 3), (2,)))
    assert reach(line, 0, 2, lambda a, b: 1) == {0: 0, 1: 1, 2: 2}
    assert spread([{1: 1}, {0: 1, 2: 1}, {1: 1, 3: 1}, {2: 1}], 0, 2) == ({0: 0, 1: 1, 2: 2}, {1: 0, 2: 1})
    assert spread([{1: 1}, {2: 1}, {3: 1}, {}], 0, 3, toll={1: 1}) == ({0: 0, 1: 2, 2: 3}, {1: 0, 2: 1})
    assert path(line, 0, 0, 0, lambda a, b: 1) == [0]
    assert flood(line, 0b0001, 0b0100) == 0b0011
    assert flood(line, 0b0101, 0b0001) == 0b1110
    fork = Graph(tuple("abc"), ((1, 2), (0,), (0,)))
    assert reach(fork, 1, 2, lambda a, b: 1) == {1: 0, 0: 1, 2: 2}, "nobody has to stop"
    assert ways(fork, 1, 2, lambda a, b: 1) == {0: (1, 1), 2: (2, 0)}
    assert path(fork, 1, 2, 2, lambda a, b: 1) == [1, 0, 2]
    assert reach(fork, 1, 2, lambda a, b: 1, stops=0b001) == {1: 0, 0: 1}
    assert spread([{1: 1, 2: 1}, {0: 1}, {0: 1}], 1, 2)[0] == {1: 0, 0: 1, 2: 2}
    apart = Graph(tuple("abcd"), ((), (2,), (1, 3), (2,)))
    assert [flood(apart, source) for source in (0b0001, 0b0010, 0b1000)] == [0b0001, 0b1110, 0b1110]
    large, _ = HexGrid(12, 11).graph()
    assert large.shifts
    assert flood(large, 1) == flood(large, 2) == large.every


# --- odds


def test_pools_of_other_dice_and_reductions_at_their_edges() -> None:
    throws = list(itertools.product(range(1, 11), repeat=3))
    for hitting in (1, 3):
        hits = [sum(face <= hitting for face in throw) for throw in throws]
        assert pool(3, hitting, 10) == pytest.approx([hits.count(k) / 1000 for k in range(4)])
    assert one_die() == pytest.approx((0, *[1 / 6] * 6))
    assert one_die(10) == pytest.approx((0, *[0.1] * 10))
    assert mean(one_die()) == pytest.approx(3.5)
    some = (0.1, 0.2, 0.3, 0.4)
    assert reduced(some, -1) == some
    assert reduced(some, 1) == pytest.approx((0.3, 0.3, 0.4))
    assert reduced(some, 3) == pytest.approx((1.0,))
    assert at_least(some, -2) == pytest.approx(1)
    assert at_least(some, 0) == pytest.approx(1)
    assert at_least(some, 3) == pytest.approx(0.4)
    assert added(some, (1.0,)) == pytest.approx(some)
    assert odds_column(1, 2, [(1, 2), (1, 1)]) == 0
    assert odds_column(0, 1, [(1, 2)]) == -1


# --- the score


class Told(Text):
    """The causes of a score."""

    capitals = ("Kunming",)

    def term_steps(self, number: int) -> str:
        return f"Steps lost by {number}"

    def term_name(self, name: str) -> str:
        return name


WHY = Term("steps", (2,), ("1.1",))


def ledger(closed: bool = True, unit: str = "VP") -> Ledger:
    entries = [
        Entry(RED, 3, Term("name", ("Kunming held",), ("1.2",))),
        Entry(RED, -8, WHY, due=True),
        Entry(BLUE, 4, Term("name", ("OSS teams",)), most=9, of=12, spaces=(1, 2)),
        Entry(RED, 0, Term("name", ("Nothing",))),
        Entry(BLUE, 1, Term("name", ("HQs in the Allied rear",))),
    ]
    return Ledger(unit, ("vp",), entries, Term("name", ("You won.",), ("1.1",)), closed)


def test_a_ledger_counts_what_is_scored_what_is_due_and_what_can_come() -> None:
    found = ledger()
    assert [found.total(side) for side in (RED, BLUE)] == [-5, 5]
    assert [found.total(side, due=False) for side in (RED, BLUE)] == [3, 5]
    assert [found.most(side) for side in (RED, BLUE)] == [-5, 10]
    assert not Ledger("VP", ()).closed
    assert (Entry(RED, 1, WHY).due, Entry(RED, 1, WHY).most) == (False, None)


def test_a_closed_ledger_names_the_causes_and_the_greatest_first() -> None:
    text = Told(Roads().text.facts)
    words = in_words(ledger(), text, ("Red", "Blue"))
    assert (
        words.verdict.text
        == "You won. Red −5: steps lost by 2 −8, Kunming held 3. Blue 5: OSS teams 4, HQs in the Allied rear 1."
    )
    assert words.verdict.cases == ("1.1",)
    row = words.entries[2]
    assert (row.side, row.points, row.most, row.of, row.due, row.spaces) == (BLUE, 4, 9, 12, False, (1, 2))
    assert [entry.due for entry in words.entries] == [False, True, False, False, False]
    assert words.entries[1].text == "Steps lost by 2"
    for other in (ledger(closed=False), ledger(unit="")):
        assert in_words(other, text, ("Red", "Blue")).verdict.text == "You won."
    nobody = Ledger("VP", (), ledger().entries[:2], Term("name", ("You won.",)), closed=True)
    assert in_words(nobody, text, ("Red", "Blue")).verdict.text.endswith("Kunming held 3.")


def test_what_is_said_of_a_score() -> None:
    assert (between(-1, -1), between(-1, 2)) == ("−1", "−1 to 2")
    names = ("Red", "Blue")
    assert lead(None, DRAW, names, 0, "VP") == "A draw."
    assert lead(RED, RED, names, 3, "VP") == "You won by 3 VP."
    assert lead(RED, BLUE, names, 3, "VP") == "You lost by 3 VP."
    assert lead(BLUE, RED, names, 3, "VP") == "You lost by 3 VP."
    assert lead(None, RED, names, 3, "VP") == "Red won by 3 VP."
    assert lead(None, BLUE, names, 3, "VP") == "Blue won by 3 VP."
    moved = Event("moved", (PATROL, 0, 1), (), EVERYONE, (), 1, 0)
    over = Event("game-over", (RED, "halted"), (), EVERYONE, (), 1, 0)
    assert (how_it_ended([moved, over]), how_it_ended([moved])) == ("halted", "")


# --- standing orders


def test_a_standing_order_takes_the_first_that_is_named_and_on_offer_else_the_least() -> None:
    asked = Decision(RED, "losses", [("keep", 1), ("lose", 4), ("lose", 2), ("lose", 3)])
    assert named_first(asked, "lose", (1, 3, 4), lambda unit: 0) == ("lose", 3)
    assert named_first(asked, "lose", (), lambda unit: -unit) == ("lose", 4)
    assert named_first(asked, "lose", (1,), lambda unit: 0) == ("lose", 2)
    assert named_first(asked, "hide", (1, 2), lambda unit: 0) is None
    assert the_verb(None, asked, Given("pass")) == ("pass",)
    assert only("stay")(None, asked, Given("pass")) == ("stay",)
    assert Given("pass") == Given("pass", (), 0)
    plain = Standing("id", "name", (), {}, the_verb)
    assert (plain.side, plain.units, plain.defending) == (None, False, False)


# --- lines that are read as one


def hop(start: int, turn: int = 1, phase: int = 0, faces: int = 6) -> Event:
    return Event("moved", (PATROL, start, start + 1), (), EVERYONE, (), turn, phase, faces)


def test_a_run_ends_with_its_turn_its_phase_and_its_reader() -> None:
    runs = Runs(Roads())
    assert runs.add(hop(0), RED) == ""
    assert runs.add(hop(1, faces=10), RED) == "The patrol: A → B → C."
    assert runs.add(hop(2, turn=2), RED) == ""
    assert runs.add(hop(3, turn=2, phase=1), RED) == ""
    assert runs.add(hop(0, turn=2, phase=1), RED) == "", "it was elsewhere"
    assert runs.add(hop(1, turn=2, phase=1), BLUE) == ""
    assert runs.add(hop(2, turn=2, phase=1), BLUE) == "The patrol: B → C → D."


# --- positions


@dataclass(slots=True)
class Names(Frame):
    """It names units."""

    id = "edges.names"
    units: list[int] = field(default_factory=list)
    guards: list[int] = field(default_factory=list)


@dataclass(slots=True)
class NamesOne(Frame):
    """It names one unit."""

    id = "edges.names-one"
    unit: int = 0


def test_units_that_frames_name_are_found_in_the_fields_that_are_meant() -> None:
    s = Pieces(Roads())
    set_out(s, [0, 1, 1, 2, 0], 3)
    s.agenda += [Names([1], [2]), NamesOne(3)]
    assert named_units(s, ("units", "guards")) == 0b1110
    assert named_units(s, ("units", "absent")) == 0b1010
    assert named_units(s, ()) == 0b1000
    s.agenda.pop()
    assert named_units(s, ("guards",)) == 0b100


def test_counters_are_where_they_were_put_and_nowhere_else() -> None:
    s = road().state
    assert (s.where, s.at) == ([0, 4], [1, 0, 0, 0, 2])
    place(s, PATROL, 4)
    assert (s.where, s.at) == ([4, 4], [0, 0, 0, 0, 3])
    place(s, ENEMY, 2)
    assert (s.where, s.at) == ([4, 2], [0, 0, 2, 0, 1])
    assert misplaced(s) == []
    s.at[1] = 1
    assert misplaced(s) == ["a unit is in two places, or in none"]
    s.at = [0, 0, 1, 0, 2]
    assert misplaced(s) == ["PATROL is not where it stands", "ENEMY is not where it stands"]
    s.at = [0, 0, 2, 0, 0]
    assert misplaced(s) == ["a unit is in two places, or in none", "PATROL is not where it stands"]


def test_a_position_begins_at_the_beginning_and_tells_only_who_listens() -> None:
    s = Road(Roads())
    assert (s.turn, s.phase, s.rolls, s.news, s.winner, s.ending) == (1, 0, 0, 0, ONGOING, "")
    s.tell("moved", 1, sum=lambda: pytest.fail("nobody listens"))
    s.log = []
    s.tell("moved", 1)
    s.tell("scouted", 2, cases=("1.1",), seen=1, dice=(3,), faces=10, sum=lambda: [WHY])
    assert s.log[0] == Event("moved", (1,), (), EVERYONE, (), 1, 0, 6, ())
    assert s.log[1] == Event("scouted", (2,), ("1.1",), 1, (3,), 1, 0, 10, (WHY,))
    assert len(s.fingerprint()) == 16
    assert s == s.copy()
    assert s != Pieces(Roads())
    assert s != "Road"


# --- how a position goes on


@dataclass(slots=True)
class Toss(Frame):
    """A die, then a question whose options may wait; the third question ends the game."""

    id = "edges.toss"
    asked: int = 0
    thrown: int = 0
    choices: int = 2
    always: int = 0

    verbs = ("go",)

    def run(self, s: Any) -> Decision | Roll | None:
        if not self.thrown:
            return Roll("toss", 2, (), ("1.1",), 10, 1 << RED)
        return Later(self, s, RED, "go", always=bool(self.always))

    def options(self, s: Any) -> list[Option]:
        return [("go", n) for n in range(self.choices) if s.where]

    def offers(self, s: Any, option: Option) -> bool:
        return option[1] == 0

    def rolled(self, s: Any, dice: tuple[int, ...]) -> None:
        self.thrown = 1
        if dice == (9, 9):
            raise GameOver(BLUE, "nines", ("1.2",))

    def answer(self, s: Any, option: Option) -> None:
        self.asked += 1
        self.thrown = 0
        if self.asked == 3:
            raise GameOver(DRAW, "asked", ("1.1",))


class Tosses(Roads):
    """Nothing but tosses."""

    verbs: ClassVar[Mapping[str, Verb]] = {**Roads.verbs, "go": Verb("Go {space}", ("space",))}


def tossing(dice: list[int], unread: bool = False, **fields: int) -> Road:
    s = Road(Tosses(), log=[])
    set_out(s, [0, 4], 5)
    s.agenda.append(Toss(**fields))
    advance(s, ScriptedDice(dice), unread)
    return s


def test_rolls_answers_and_the_end_are_counted_and_told_once() -> None:
    s = tossing([1, 2])
    assert (s.rolls, s.news) == (1, 1)
    told = s.log[-1]  # type: ignore[index]
    assert (told.kind, told.dice, told.faces, told.seen, told.cases) == ("toss", (1, 2), 10, 1 << RED, ("1.1",))
    apply(s, RED, ("go", 1), ScriptedDice([3, 10]))
    assert (s.rolls, s.news) == (2, 2)
    apply(s, RED, ("go", 1), ScriptedDice([9, 9]))
    assert (s.rolls, s.news, s.winner, s.ending, s.agenda, s.pending) == (3, 4, BLUE, "nines", [], None)
    told = s.log[-1]  # type: ignore[index]
    assert (told.kind, told.args, told.cases) == ("game-over", (BLUE, "nines"), ("1.2",))


def test_a_roll_without_dice_waits_and_goes_on_when_it_is_thrown() -> None:
    s = tossing([1, 2])
    assert apply(s, RED, ("go", 0), None)
    assert isinstance(s.pending, Roll)
    throw(s, (4, 4))
    assert isinstance(s.pending, Later)
    assert not s.pending.offers(("go", 0)), "all were made: nobody said that they may wait"
    assert apply(s, RED, ("go", 0), None)
    throw(s, (9, 9), ScriptedDice())
    assert (s.winner, s.pending) == (BLUE, None)


def test_an_only_option_is_taken_unless_the_question_must_be_put() -> None:
    s = tossing([1, 1, 2, 2, 3, 3], choices=1)
    assert (s.winner, s.ending, s.rolls) == (DRAW, "asked", 3)
    s = tossing([1, 1], choices=1, always=1)
    assert isinstance(s.pending, Decision)
    assert s.pending.options == [("go", 0)]


def test_options_wait_only_for_a_record_and_what_was_sent_is_held_against_all_of_them() -> None:
    s = tossing([1, 1])
    assert isinstance(s.pending, Later)
    assert not s.pending.offers(("go", 0)), "all were made"
    s = tossing([1, 1], unread=True)
    assert isinstance(s.pending, Later)
    assert not s.pending.is_put_by
    assert s.pending.offers(("go", 0))
    assert not s.pending.offers(("go", 1)), "not sure"
    assert not s.pending.offers(("stay", 0)), "no verb of the frame"
    kept = s.put_by()
    assert isinstance(kept.pending, Later)
    assert kept.pending.is_put_by
    assert not kept.pending.offers(("go", 0))
    again = kept.copy()
    assert isinstance(again.pending, Later)
    assert not again.pending.is_put_by
    assert again.pending.options == [("go", 0), ("go", 1)]
    assert not again.pending.is_put_by
    with pytest.raises(AttributeError, match="nothing"):
        s.pending.nothing  # noqa: B018
    apply(s, RED, ("go", 0), ScriptedDice([1, 1]), unread=True)
    apply(s, RED, ("go", 1), ScriptedDice([1, 1]))
    with pytest.raises(Refused, match="not a legal choice"):
        apply(s, RED, ("go", 2), ScriptedDice([1, 1]))
    with pytest.raises(Refused, match="It is not the Blue player's decision"):
        apply(s, BLUE, ("go", 1), ScriptedDice([1, 1]))
    assert apply(s, RED, ("go", 1), None)
    assert (s.winner, s.ending) == (DRAW, "asked")
    with pytest.raises(Refused, match="over"):
        apply(s, RED, ("go", 1), None)


def test_a_number_that_came_as_something_equal_is_the_number_again() -> None:
    taken: list[Option] = []

    @dataclass(slots=True)
    class Kept(Toss):
        def answer(self, s: Any, option: Option) -> None:
            taken.append(option)
            Toss.answer(self, s, option)

    s = tossing([1, 1])
    s.agenda[-1] = Kept(thrown=1)
    apply(s, RED, ("go", True), None)
    assert type(taken[0][1]) is int


@pytest.mark.parametrize(("side", "winner"), [(RED, BLUE), (BLUE, RED)])
def test_who_concedes_has_lost_and_what_was_asked_is_gone(side: int, winner: int) -> None:
    match = road()
    match.submit(side, ("concede",))
    s = match.state
    assert (s.winner, s.ending, s.pending) == (winner, "concession", None)


def test_a_sequence_walks_the_phases_that_are_due_and_begins_again() -> None:
    walked: list[str] = []

    class Walk(Roads):
        phases: ClassVar[tuple[Phase, ...]] = tuple(  # type: ignore[assignment]
            Phase(name, name, lambda s, name=name: walked.append(name), when=when)  # type: ignore[misc]
            for name, when in (("a", None), ("b", lambda s: s.turn > 1), ("c", lambda s: s.turn == 1))
        )

    s = Road(Walk())
    frame = Sequence()
    for phase in (0, 1, 2, 0):
        frame.run(s)
        assert s.phase == phase
    assert walked == ["a", "c", "a"]


def test_a_frame_is_called_by_one_name_for_ever() -> None:
    with pytest.raises(TypeError, match=r"Other and .*Names are both called 'edges\.names'"):

        class Other(Frame):
            id = "edges.names"

    class Shared(Frame):
        """No frame itself."""

    assert Shared not in Frame.registry.values()
    assert Frame.registry["edges.names"] is Names
    assert Names([1], [2]).to_json() == ["edges.names", [1], [2]]
    assert Frame.from_json(["edges.names", [1], [2]]) == Names([1], [2])
    assert Names().moving(None) == -1
    assert not Names().offers(None, ("go",)), "who does not know looks at all of them"


def test_options_of_sets_large_and_small_and_the_unit_or_space_that_one_names() -> None:
    for first in (0, 1, 7, 8):
        some = range(first, first + 7)
        assert for_each(f"from-{first}", bitset(some)) == [(f"from-{first}", member) for member in some]
    rng = random.Random(5)
    for count in (0, 1, 6, 7, 8, 60, 300):
        for _ in range(4):
            some = rng.sample(range(900), count)
            assert for_each("march", bitset(some)) == [("march", member) for member in sorted(some)]
    assert (unit_of(("go", 3, 5)), space_of(("go", 3, 5), 2), unit_of(("go", 3, 5), 2), space_of(("go", 3))) == (
        3,
        5,
        5,
        3,
    )
    assert bars(None, None) == []
    plain = Decision(RED, "go", [])
    assert (plain.always, plain.atomic) == (False, False)
    assert Roll("toss", 1).sides == 6


# --- orders


class Marching(Roads):
    """Patrols that are under way step by step, as most games move."""

    verbs: ClassVar[Mapping[str, Verb]] = {
        **Roads.verbs,
        "to": Verb("To {space}", ("space",)),
        "stop": Verb("Stop"),
        "sign": Verb("Sign to {unit}", ("unit",), quiet=True),
        "gather": Verb("Gather {unit}", ("unit",), gathers=True),
        "send": Verb("Send {unit} to {space}", ("unit", "space"), quiet=True),
    }
    found: ClassVar[dict[tuple[int, ...], list[dict[str, Any]]]] = {}

    def reach(self, s: Any, side: int, units: Any) -> list[dict[str, Any]]:
        return self.found.get(tuple(units), [])

    def subject(self, decision: Decision) -> dict[str, Any]:
        return {"units": list(decision.about), "spaces": []}


@dataclass(slots=True)
class UnderWay(Frame):
    """It moves, and stands somewhere."""

    id = "edges.under-way"
    after: ClassVar[list[Option]] = []
    """What is on offer once it has been stopped."""
    at: int = 1

    def run(self, s: Any) -> Decision:
        return Decision(RED, "march", [*self.after], always=True)

    def answer(self, s: Any, option: Option) -> None:
        assert option == STOP

    def moving(self, s: Any) -> int:
        return self.at


def ordered(
    *options: Option, about: tuple[int, ...] = (), side: int = RED, after: tuple[Option, ...] = (), **order: Any
) -> Part | None:
    """What comes next of an order, with these options on offer, and others `after` a stop."""
    s = road().state
    s.agenda[-1] = UnderWay()
    UnderWay.after[:] = after
    s.pending = Decision(RED, "march", list(options), about=about)
    return next_part(Marching(), s, side, Order(**({"units": (PATROL, ENEMY)} | order)))


STOP = ("stop",)


def test_an_order_without_a_goal_is_an_option_for_one_of_its_units() -> None:
    assert ordered(("scout", 1), ("scout", 0)) == Part((0,), [("scout", 0)], STOP)
    assert ordered(("step", 0, 2), ("gather", 0), ("sign", 0), ("scout", 1)) == Part((1,), [("scout", 1)], STOP)
    assert ordered(("sign", 0), verb="sign") == Part((0,), [("sign", 0)], STOP)
    assert ordered(("scout", 0), ("sign", 0), verb="sign") == Part((0,), [("sign", 0)], STOP)
    assert ordered(("gather", 0), verb="gather") is None
    assert ordered(("scout", 0), units=(1,)) is None
    assert ordered(("scout", 0), side=BLUE) is None
    s = road().state
    s.pending = Roll("toss", 1)
    assert next_part(Marching(), s, RED, Order((0,))) is None


def test_an_order_with_a_goal_is_an_option_for_unit_and_goal() -> None:
    options = (("scout", 0), ("send", 0, 3), ("step", 0, 2), ("step", 0, 3), ("step", 1, 3))
    assert ordered(*options, goal=3) == Part((0,), [("step", 0, 3)], STOP)
    assert ordered(*options, goal=3, verb="send") == Part((0,), [("send", 0, 3)], STOP)
    assert ordered(*options, goal=3, units=(1,)) == Part((1,), [("step", 1, 3)], STOP)
    assert ordered(*options, goal=4) is None


def test_what_is_under_way_goes_on_or_stops_and_who_else_moves_is_stopped() -> None:
    steps = (("to", 2), ("to", 3))
    assert ordered(*steps, STOP, about=(0,), goal=3) == Part((0,), [("to", 3)], STOP)
    assert ordered(*steps, STOP, about=(0,), goal=4) is None
    assert ordered(*steps, STOP, about=(0,), goal=1) == Part((0,), [STOP])
    assert ordered(*steps, about=(0,), goal=1) is None
    assert ordered(*steps, STOP, about=(0,)) is None
    other: dict[str, Any] = {"about": (1,), "units": (0,), "goal": 3}
    assert ordered(*steps, STOP, **other, after=(("step", 0, 2), ("step", 0, 3))) == Part((), [STOP])
    assert ordered(*steps, STOP, **other, after=(("step", 0, 2),)) is None
    assert ordered(*steps, about=(1,), units=(0,), goal=3) is None
    assert Part((), []).press is False


def way(units: list[int], *spaces: tuple[int, int, int, float], **more: Any) -> dict[str, Any]:
    return {"units": units, "start": [("gather", units[0])], "step": "to", "spaces": list(spaces), "notes": []} | more


@pytest.fixture
def ways_of() -> Any:
    """What the patrols can reach, for one test."""
    yield Marching.found
    Marching.found.clear()


def test_an_order_goes_by_what_units_reach_together_or_alone_and_in_the_way_that_was_chosen(ways_of: Any) -> None:
    far = way([0], (2, 1, 1, 1.0), (3, 2, 2, 0.5), end=("halt",), press=True)
    ways_of[(0,)] = [far, way([0], (3, 1, 1, 1.0), look="road", begin=("step", 0))]
    whole: list[Option] = [("gather", 0), ("to", 2), ("to", 3)]
    assert ordered(goal=3) == Part((0,), whole, ("halt",), True)
    assert ordered(goal=3, look="road") == Part((0,), [("gather", 0), ("step", 0, 3)], None, False)
    assert ordered(goal=3, look="rail") == Part((0,), whole, ("halt",), True)
    assert ordered(goal=2) == Part((0,), whole[:2], ("halt",), True)
    assert ordered(goal=4) is None
    assert ordered(goal=3, units=(1,)) is None
    ways_of[(0, 1)] = [way([0, 1], (3, 3, 1, 1.0))]
    assert ordered(goal=3) == Part((0, 1), [("gather", 0), ("to", 3)])
    assert ordered(goal=3, units=(0,)) == Part((0,), whole, ("halt",), True)
    ways_of[()] = [way([0, 5], (3, 3, 1, 1.0))]
    assert ordered(goal=3) == Part((0, 1), [("gather", 0), ("to", 3)]), "5 is none of these"
    ways_of[()] = [way([1], (3, 3, 1, 1.0))]
    assert ordered(goal=3) == Part((1,), [("gather", 1), ("to", 3)])


def test_a_way_leads_to_where_it_may_end_and_never_round_and_round() -> None:
    found = way([0], (2, 1, 1, 0), (3, 2, 2, 0.5), (5, 1, 6, 1.0), (6, 1, 5, 1.0))
    assert orders.path(found, 3) == [2, 3]
    assert orders.path(found, 2) == [], "it may not end there"
    assert orders.path(found, 4) == []
    assert len(orders.path(found, 5)) == 5


def test_what_several_can_reach_is_what_each_of_them_can(ways_of: Any) -> None:
    s, game = road().state, Marching()
    note, other = {"text": "Mud."}, {"text": "Rain."}
    ways_of[(0,)] = [
        way([0], (2, 1, 1, 0.9), (3, 4, 2, 1.0), (4, 1, 1, 0), notes=[note]),
        way([0], (2, 1, 1, 1.0), look="road"),
        way([0], look="rail"),
    ]
    ways_of[(1,)] = [way([1], (2, 3, 0, 0.7), (4, 1, 1, 1.0), (3, 2, 1, 0.8), notes=[note, other])]
    found = orders.reach_of(game, s, RED, [0, 1])
    assert [w["spaces"] for w in found] == [[[2, 3, 1, 0.7], [3, 4, 2, 0.8]], [[2, 3, 1, 0.7]]]
    first, second = found
    assert (first["units"], first["start"], first["end"], first["points"], first["order"]) == (
        [0, 1],
        [],
        None,
        "",
        True,
    )
    assert first["notes"] == [note, other]
    assert second["look"] == "road"
    assert orders.reach_of(game, s, RED, [1]) == ways_of[(1,)]
    assert orders.reach_of(game, s, RED, [2, 3]) == []
    assert orders.reach_of(game, s, RED, [2]) == []
    assert [w["units"] for w in orders.reach_of(game, s, RED, [5] * 59 + [1, 0])] == [[1]], "sixty are enough"
    ways_of[(0, 1)] = [way([0, 1], (2, 3, 1, 1.0))]
    assert orders.reach_of(game, s, RED, [0, 1]) == ways_of[(0, 1)]

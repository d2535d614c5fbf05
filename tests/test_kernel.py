"""The kernel: dice, graph, search, odds, tables, flow, words."""

from __future__ import annotations

import hashlib
import itertools
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from time import sleep
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.bits import bitset, members, nth, stretches
from grognard.kernel.dice import KeyedDice, ScriptedDice, ScriptRanOut, commitment
from grognard.kernel.flow import ONGOING, Bar, DeadEnd, Decision, Frame, GameOver, Option, Refused, Roll, for_each
from grognard.kernel.graph import Graph, HexGrid
from grognard.kernel.lazy import MOST, once
from grognard.kernel.map_search import flood, path, reach, spread, way_back
from grognard.kernel.odds import added, at_least, mean, odds_column, one_die, pool, reduced
from grognard.kernel.play import advance, apply, throw
from grognard.kernel.position_cache import Memory, again, note, noted, remember, thinking
from grognard.kernel.state import State
from grognard.kernel.tables import Modifier, Table
from grognard.kernel.words import listed

# --- bits


@given(st.sets(st.integers(0, 1500)))
def test_a_bitset_gives_its_members_back_in_order(numbers: set[int]) -> None:
    assert members(bitset(numbers)) == sorted(numbers)


def test_options_for_each_member_of_a_set_stand_in_its_order() -> None:
    for members_ in ({300, 2, 41}, {0, 7, 8, 15, 16}, {2, 41}, set()):
        assert for_each("go", bitset(members_)) == [("go", member) for member in sorted(members_)]
    for_each("go", 5).append(("other",))
    assert for_each("go", 5) == [("go", 0), ("go", 2)]


@given(st.sets(st.integers(0, 120), min_size=8), st.lists(st.sets(st.integers(0, 120), max_size=6), max_size=12))
def test_options_for_a_set_that_changes_little_by_little_are_those_of_the_set(
    now: set[int], changes: list[set[int]]
) -> None:
    for changed in changes:
        now = now ^ changed
        offered = for_each("march", bitset(now))
        assert offered == [("march", member) for member in sorted(now)]
        offered.clear()  # what whoever got them does with them is nobody else's


@given(st.sets(st.integers(0, 700), min_size=1))
def test_the_nth_of_a_set_is_found_without_listing_it(numbers: set[int]) -> None:
    in_order = sorted(numbers)
    assert [nth(bitset(numbers), n) for n in range(len(in_order))] == in_order
    with pytest.raises(IndexError):
        nth(bitset(numbers), len(in_order))


# --- once


def asked_together(make: Callable[[str], object], words: list[str]) -> list[object]:
    """What each of several threads got that asked at the same moment."""
    gate = Barrier(len(words))

    def ask(word: str) -> object:
        gate.wait()
        return make(word)

    with ThreadPoolExecutor(len(words)) as threads:
        return list(threads.map(ask, words))


def test_what_several_threads_ask_for_at_once_is_made_once() -> None:
    made = []

    @once
    def slow(word: str) -> object:
        sleep(0.05)
        made.append(word)
        return object()

    got = asked_together(slow, ["map", "map", "map", "board", "board", "map"])
    assert sorted(made) == ["board", "map"]
    assert len({id(thing) for thing in got}) == 2
    assert slow("map") is got[0]


def test_who_asks_for_another_thing_does_not_wait() -> None:
    meet = Barrier(2, timeout=120)

    @once
    def together(word: str) -> int:
        return meet.wait()

    assert sorted(asked_together(together, ["map", "board"])) == [0, 1]  # type: ignore[type-var]


def test_what_could_not_be_made_is_tried_again_and_only_the_newest_are_kept() -> None:
    made = []

    @once
    def picky(word: str) -> str:
        made.append(word)
        if len(made) == 1:
            raise ValueError(word)
        return word

    with pytest.raises(ValueError):
        picky("0")
    for number in range(MOST + 1):
        picky(str(number))
    picky(str(MOST))
    assert len(made) == MOST + 2
    picky("0")
    assert made[-1] == "0"
    assert len(made) == MOST + 3


# --- dice


def test_dice_follow_the_published_recipe_and_nothing_else() -> None:
    import hmac

    seed = b"seed of the test"
    block = hmac.digest(seed, b"7/0", "sha256")
    expected = [b % 6 + 1 for b in block if b < 252]
    assert list(KeyedDice(seed).roll(7, 12, 6)) == expected[:12]
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


def test_a_roll_longer_than_a_block_goes_on_in_the_next() -> None:
    dice = KeyedDice(b"x")
    long = dice.roll(0, 90, 6)
    assert len(long) == 90
    assert long[:20] == dice.roll(0, 20, 6)
    assert dice.roll(1, 20, 6) != long[:20]


@pytest.mark.parametrize("sides", [6, 10, 60, 300])
def test_every_face_is_equally_likely(sides: int) -> None:
    dice = KeyedDice(b"fair")
    counts = Counter(face for n in range(2000) for face in dice.roll(n, 30, sides))
    expected = 60000 / sides
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square < sides + 4 * (2 * sides) ** 0.5


def test_a_script_that_runs_out_says_so() -> None:
    with pytest.raises(ScriptRanOut):
        ScriptedDice([1, 2]).roll(0, 3, 6)
    with pytest.raises(ValueError, match="6 sides"):
        ScriptedDice([7]).roll(0, 1, 6)


# --- graph and search

GRIDS = [HexGrid(7, 6), HexGrid(7, 6, offset=0), HexGrid(7, 6, pointed=True), HexGrid(7, 6, offset=0, pointed=True)]


@pytest.mark.parametrize("grid", GRIDS)
def test_hexsides_are_the_same_from_both_sides(grid: HexGrid) -> None:
    graph, sides = grid.graph()
    for here in range(len(graph)):
        for direction, there in enumerate(sides[here]):
            if there >= 0:
                assert sides[there][(direction + 3) % 6] == here


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbouring_hexes_are_exactly_those_at_distance_one(grid: HexGrid) -> None:
    graph, _ = grid.graph()
    places = grid.hexes()
    for i, j in itertools.combinations(range(len(places)), 2):
        (x1, y1), (x2, y2) = grid.centre(*places[i]), grid.centre(*places[j])
        close = abs((x1 - x2) ** 2 + (y1 - y2) ** 2 - 1) < 1e-6
        assert close == (j in graph.neighbours[i]), (places[i], places[j])


def test_missing_hexes_are_not_on_the_map() -> None:
    graph, _ = HexGrid(3, 3, missing=frozenset({(2, 2)})).graph()
    assert len(graph) == 8
    assert "0202" not in graph.index


def test_one_sided_adjacency_is_refused() -> None:
    with pytest.raises(ValueError, match="B is not next to A"):
        Graph.of_areas({"A": ["B"], "B": []})
    with pytest.raises(ValueError, match="not on the map"):
        Graph.of_areas({"A": ["C"]})


def brute_force_reach(graph: Graph, start: int, budget: int, costs: list[int | None], stops: int) -> dict[int, int]:
    best = {start: 0}
    for _ in range(len(graph)):
        for here in list(best):
            if stops >> here & 1 and here != start:
                continue
            for there in graph.neighbours[here]:
                price = costs[there]
                if price is not None and best[here] + price <= budget:
                    best[there] = min(best.get(there, budget), best[here] + price)
    return best


@given(
    st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=30, max_size=30),
    st.integers(0, 29),
    st.integers(0, 9),
    st.integers(0, 2**30 - 1),
)
def test_reach_agrees_with_brute_force(costs: list[int | None], start: int, budget: int, stops: int) -> None:
    graph, _ = HexGrid(6, 5).graph()
    found = reach(graph, start, budget, lambda a, b: costs[b], stops)
    assert found == brute_force_reach(graph, start, budget, costs, stops)
    for goal in found:
        way = path(graph, start, goal, budget, lambda a, b: costs[b], stops)
        assert way is not None
        assert (way[0], way[-1]) == (start, goal)
        assert sum(costs[b] or 0 for b in way[1:]) == found[goal]
        assert all(b in graph.neighbours[a] for a, b in itertools.pairwise(way))
        assert not any(stops >> b & 1 for b in way[1:-1])


@given(
    st.lists(st.integers(1, 4), min_size=30, max_size=30),
    st.integers(0, 29),
    st.integers(0, 9),
    st.integers(0, 2**30 - 1),
    st.dictionaries(st.integers(0, 29), st.integers(1, 3)),
)
def test_a_spread_over_known_costs_finds_what_a_search_finds(
    costs: list[int], start: int, budget: int, closed: int, toll: dict[int, int]
) -> None:
    graph, _ = HexGrid(6, 5).graph()
    rows = [{there: costs[there] for there in near} for near in graph.neighbours]

    def cost(here: int, there: int) -> int | None:
        return None if closed >> there & 1 else costs[there] + toll.get(there, 0)

    best, before = spread(rows, start, budget, closed, toll)
    assert best == reach(graph, start, budget, cost)
    assert before.keys() == best.keys() - {start}
    for goal in best:
        assert way_back(before, start, goal) == path(graph, start, goal, budget, cost)


def test_a_goal_beyond_the_budget_has_no_path() -> None:
    graph, _ = HexGrid(6, 5).graph()
    assert path(graph, 0, 29, 2, lambda a, b: 1) is None


@given(st.integers(0, 2**30 - 1), st.integers(0, 2**30 - 1))
def test_a_flood_is_closed_and_joined_to_its_sources(sources: int, blocked: int) -> None:
    graph, _ = HexGrid(6, 5).graph()
    wet = flood(graph, sources, blocked)
    assert not wet & blocked
    assert wet & sources == sources & ~blocked
    for space in members(wet):
        assert not graph.near[space] & ~blocked & ~wet
    dry_islands = wet
    for space in members(wet & sources):
        dry_islands &= ~flood(graph, 1 << space, blocked)
    assert not dry_islands


# --- odds and tables


@pytest.mark.parametrize("dice", range(6))
def test_a_pool_is_what_counting_every_throw_gives(dice: int) -> None:
    counts = Counter(sum(f >= 5 for f in faces) for faces in itertools.product(range(1, 7), repeat=dice))
    assert pool(dice) == pytest.approx([counts[k] / 6**dice for k in range(dice + 1)])


def test_pools_add_and_reduce() -> None:
    sums = added(pool(2), one_die())
    counts: Counter[int] = Counter()
    for a, b, c in itertools.product(range(1, 7), repeat=3):
        counts[(a >= 5) + (b >= 5) + c] += 1
    assert sums == pytest.approx([counts[k] / 216 for k in range(len(sums))])
    assert reduced(sums, 3) == pytest.approx([sum(sums[:4]), *sums[4:]])
    assert reduced(sums, 0) == sums
    assert mean(pool(12)) == pytest.approx(4)
    assert at_least(pool(3), 1) == pytest.approx(1 - (2 / 3) ** 3)
    assert sum(reduced(pool(4), 9)) == pytest.approx(1)


def test_odds_round_in_the_defenders_favour() -> None:
    columns = [(1, 2), (1, 1), (2, 1), (3, 1)]
    assert odds_column(5, 2, columns) == 2
    assert odds_column(6, 2, columns) == 3
    assert odds_column(1, 3, columns) == -1
    assert odds_column(99, 1, columns) == 3


def test_a_table_keeps_shifts_and_dice_on_itself() -> None:
    table = Table(("1:1", "2:1", "3:1"), {1: ("A", "B", "C"), 2: ("D", "E", "F")})
    assert table.shifted(1, [Modifier(2, "river", ("1",)), Modifier(-1, "hill", ("2",))]) == 2
    assert table.shifted(1, [Modifier(-5, "mud", ("3",))]) == 0
    assert table.result(2, 9) == "F"
    assert table.result(2, -3) == "C"
    assert table.chances(0, [0, 0.5, 0.5]) == {"A": 0.5, "D": 0.5}
    with pytest.raises(ValueError, match="row 1"):
        Table(("a", "b"), {1: ("x",)})


# --- flow: a game of two frames, small enough to see through


@dataclass(slots=True, eq=False)
class Toy(State):
    heap: int = 5
    seen: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Take(Frame):
    """Take one or two from the heap; whoever empties it wins. Taking two costs a die."""

    id = "toy.take"
    side: int = 0
    owed: int = 0

    def run(self, s: Toy) -> Decision | Roll | None:
        if self.owed:
            return Roll("toll", self.owed, ("die",), ("T1",))
        if s.heap < 0:
            return Decision(self.side, "none", [])
        options: list[Option] = [("take", n) for n in (1, 2) if n <= s.heap]
        return Decision(self.side, "take", options, ("T2",))

    def answer(self, s: Toy, option: Option) -> None:
        s.heap -= int(option[1])
        self.owed = int(option[1] == 2)
        if not s.heap:
            raise GameOver(self.side, "empty", ("T3",))
        self.side = 1 - self.side

    def rolled(self, s: Toy, dice: tuple[int, ...]) -> None:
        s.seen += dice
        self.owed = 0
        if dice[0] == 6:
            raise GameOver(self.side, "toll", ("T4",))


class ToyRules:
    sides = (SimpleNamespace(adjective="Red"), SimpleNamespace(adjective="Blue"))

    def standing(self, s: Toy, side: int) -> list[Option]:
        return [("wave",), ("concede",)]

    def act(self, s: Toy, side: int, option: Option) -> None:
        s.tell("waved", side)


def toy(heap: int = 5) -> Toy:
    s = Toy(ToyRules(), heap=heap, log=[])
    s.agenda.append(Take())
    advance(s, ScriptedDice())
    return s


def test_apply_takes_only_what_is_on_offer_and_only_from_the_side_that_is_asked() -> None:
    s = toy()
    before = s.fingerprint()
    for side, option in ((1, ("take", 1)), (0, ("take", 3)), (0, ("steal", 1)), (0, ("take",)), (1, ("act",))):
        with pytest.raises(Refused):
            apply(s, side, option, ScriptedDice())
        assert s.fingerprint() == before
    apply(s, 0, ("take", 1), ScriptedDice())
    assert (s.heap, s.pending.side) == (4, 1)  # type: ignore[union-attr]


def test_a_roll_is_logged_with_its_purpose_and_counts_as_news() -> None:
    s = toy()
    apply(s, 0, ("take", 2), ScriptedDice([3]))
    event = s.log[-1]  # type: ignore[index]
    assert (event.kind, event.args, event.dice, event.cases) == ("toll", ("die",), (3,), ("T1",))
    assert (s.rolls, s.news, s.seen) == (1, 1, [3])


def test_without_dice_the_flow_stops_at_the_roll_and_a_search_can_supply_them() -> None:
    s = toy()
    apply(s, 0, ("take", 2), None)
    assert isinstance(s.pending, Roll)
    with pytest.raises(Refused, match="rolled"):
        apply(s, 1, ("take", 1), None)
    branches = []
    for face in range(1, 7):
        t = s.copy()
        throw(t, (face,))
        branches.append(t.winner)
    assert branches == [ONGOING] * 5 + [1]


def test_a_rule_that_ends_the_game_ends_it_on_the_spot() -> None:
    s = toy(heap=2)
    apply(s, 0, ("take", 2), ScriptedDice())
    assert (s.winner, s.ending, s.agenda, s.pending) == (0, "empty", [], None)
    with pytest.raises(Refused, match="over"):
        apply(s, 0, ("take", 1), ScriptedDice())


def test_a_forced_option_is_taken_for_the_player() -> None:
    s = toy(heap=2)
    assert apply(s, 0, ("take", 1), ScriptedDice()), "what was asked for"
    assert s.winner == 1


def test_standing_acts_are_for_any_side_and_concession_ends_the_game() -> None:
    s = toy()
    assert not apply(s, 1, ("wave",), ScriptedDice()), "a standing act"
    assert s.pending.side == 0  # type: ignore[union-attr]
    assert s.log[-1].kind == "waved"  # type: ignore[index]
    assert not apply(s, 1, ("concede",), ScriptedDice())
    assert (s.winner, s.ending) == (0, "concession")


def test_a_frame_that_offers_nothing_is_a_dead_end() -> None:
    s = Toy(ToyRules(), heap=-1)
    s.agenda.append(Take())
    with pytest.raises(DeadEnd):
        advance(s, ScriptedDice())


def test_notes_are_kept_while_somebody_thinks_and_no_longer() -> None:
    asked = []

    @noted
    def doubled(s: Toy, times: int) -> int:
        asked.append(times)
        return s.heap * times

    s = toy()
    with thinking(s):
        assert [doubled(s, 2), doubled(s, 2), doubled(s, 3)] == [10, 10, 15]
        assert asked == [2, 3]
        other = s.copy()
        other.heap = 1
        assert doubled(other, 2) == 2
    s.heap = 4
    assert doubled(s, 2) == 8
    with thinking(s):
        assert doubled(s, 2) == 8
    assert "notes" not in s.to_json()


def test_notes_on_what_is_only_looked_at_are_gone_with_the_first_step() -> None:
    @noted
    def doubled(s: Toy) -> int:
        return s.heap * 2

    @dataclass(slots=True)
    class Told(Take):
        """It looks while it answers."""

        def answer(self, s: Toy, option: Option) -> None:
            looked.append(doubled(s))
            Take.answer(self, s, option)

    looked: list[int] = []
    s = toy()
    s.agenda[-1] = Told()
    note(s, doubled, found=99)
    assert doubled(s) == 99
    apply(s, 0, ("take", 2), ScriptedDice([1]))
    assert looked == [10]
    assert doubled(s) == 2 * s.heap != 99


def test_a_memory_gives_again_what_was_made_of_the_same_and_of_nothing_else() -> None:
    made = []

    def listed(s: Toy, times: int) -> list[int]:
        made.append(times)
        return [s.heap] * times

    memory: Memory = {}

    def look(heap: int, times: int) -> list[int]:
        s = Toy(ToyRules(), heap=heap)
        remember(s, memory)
        return again(s, listed, heap, times)

    first = look(5, 2)
    assert look(5, 2) is first
    assert look(4, 2) == [4, 4]
    assert look(4, 3) == [4, 4, 4]
    assert made == [2, 2, 3]
    assert look(5, 2) == first
    assert again(toy(), listed, 5, 1) == [5]  # without a memory it is made
    assert made == [2, 2, 3, 2, 1]


def test_copies_share_nothing_and_json_gives_an_equal_state() -> None:
    s = toy()
    t = s.copy()
    assert t == s
    apply(t, 0, ("take", 2), ScriptedDice([1]))
    assert s.seen == []
    assert s != t
    written = t.to_json()
    again = Toy.from_json(s.game, written)
    assert again == t
    again.seen.append(9)
    assert written["seen"] == [1]
    assert again.fingerprint() != t.fingerprint()
    assert Toy.from_json(s.game, written).fingerprint() == t.fingerprint()


def test_members_that_follow_each_other_are_one_stretch() -> None:
    assert stretches(0) == ()
    assert stretches(0b1110_0110) == (slice(1, 3), slice(5, 8))
    numbers = random.Random(3).sample(range(200), 90)
    found = [list(range(200))[stretch] for stretch in stretches(bitset(numbers))]
    assert [n for stretch in found for n in stretch] == sorted(numbers)
    assert all(stretch[-1] + 1 not in numbers for stretch in found)


def test_why_not_is_empty_unless_a_frame_knows_a_reason() -> None:
    assert Take().why_not(toy(), 0, None, None) == []
    assert Bar("Because.", ("1",)).cases == ("1",)


def test_fingerprints_do_not_depend_on_the_process() -> None:
    """Under any PYTHONHASHSEED, in a fresh process, the same decisions give the same fingerprint."""
    program = (
        "import random\n"
        "from grognard.games import load\n"
        "from grognard.kernel.flow import ONGOING\n"
        "from grognard.kernel.play import advance, apply\n"
        "from grognard.kernel.dice import KeyedDice\n"
        "g = load('iwojima'); s = g.new('', {}); d = KeyedDice(b'p'); advance(s, d); r = random.Random(5)\n"
        "for _ in range(400):\n"
        "    if s.winner != ONGOING: break\n"
        "    apply(s, s.pending.side, r.choice(s.pending.options), d)\n"
        "print(s.fingerprint(), type(s).from_json(g, s.to_json()).fingerprint())\n"
    )
    found = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.update(done.stdout.split())
    assert len(found) == 1


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""),
        (["26/5"], "26/5"),
        (["26/5", "27/5"], "26/5 and 27/5"),
        (["26/5", "27/5", "28/5"], "26/5, 27/5 and 28/5"),
        (["109 Arty", "109 Arty"], "2 × 109 Arty"),
        (["109 Arty", "26 Tank", "109 Arty"], "2 × 109 Arty and 26 Tank"),
    ],
)
def test_a_list_counts_those_of_one_name(names: list[str], text: str) -> None:
    assert listed(names) == text

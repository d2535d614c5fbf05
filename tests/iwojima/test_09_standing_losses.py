"""9.3.3(3), R47: the Japanese player's standing loss orders, kept in secret and used without asking."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.games import load
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.knowledge import LOSES_FIRST, LOSES_LATER, LOSES_SECOND
from grognard.kernel.flow import Refused
from grognard.kernel.standing_orders import Given
from grognard.match.match import Match
from grognard.match.standing_orders import answer, checked, orders_of
from grognard.server.matches.seat_view import SeatLog, table_now

case = pytest.mark.case
ORDERS = ("lose-next", "no-loss-order", "losses")


def garrison(table: Any, **more: Any) -> Any:
    """Four Concealed units in one area, two in another, one alone, before a US bombardment."""
    units = {"J-309": "OKI", "J-310": "OKI", "J-311": "OKI", "J-312": "OKI", "J-314": "NIS", "J-145a": "NIS"}
    return table(phase="us-bombardment", units={**units, "J-HQ": "KIT"}, **more)


def order(t: Any, *units: str) -> Any:
    """Give the units their places."""
    for unit in units:
        t.do("lose-next", unit, side="JP")
    return t


def shell(t: Any, area: str, *units: str, dice: list[int]) -> Any:
    """Bombard one area and see it through the Japanese window, if it opens."""
    for unit in units:
        t.do("assign", unit, area)
    t.dice.faces.extend(dice)
    t.do("confirm")
    if t.phase() == "us-bombardment" and "pass" in t.verbs():
        t.do("pass")
    return t


def acts(t: Any) -> set[tuple[str, ...]]:
    """What the Japanese player may do about his orders now."""
    return {words for words in t.standing("JP") if words[0] in ORDERS}


def flags(t: Any, unit: str) -> int:
    """The marks of the order on a unit, as its owner sees them."""
    row = next(row for row in t.view("JP")["units"] if row[0] == t.game.unit_index[unit])
    return int(row[3]) & (LOSES_FIRST | LOSES_SECOND | LOSES_LATER)


# --- keeping an order


@case("R47")
def test_an_order_can_be_given_where_two_units_hide_while_the_us_player_decides(table: Any) -> None:
    t = garrison(table)
    assert t.side == "US"
    offered = {("lose-next", u) for u in ("J-309", "J-310", "J-311", "J-312", "J-314", "J-145a")}
    assert acts(t) == {*offered, ("losses", "order")}
    order(t, "J-311")
    assert acts(t) == {*offered - {("lose-next", "J-311")}, ("no-loss-order", "OKI"), ("losses", "order")}
    assert t.side == "US"


@case("R47")
def test_the_last_place_of_an_area_needs_no_order(table: Any) -> None:
    t = order(garrison(table), "J-314")
    assert ("lose-next", "J-145a") not in acts(t)


@case("R47")
def test_the_owner_sees_who_is_first_and_the_us_player_nothing(table: Any) -> None:
    t = order(garrison(table), "J-311", "J-309", "J-312", "J-314")
    marks = {unit: flags(t, unit) for unit in ("J-311", "J-309", "J-312", "J-310", "J-314", "J-145a")}
    assert marks == {
        "J-311": LOSES_FIRST,
        "J-309": LOSES_SECOND,
        "J-312": LOSES_LATER,
        "J-310": 0,
        "J-314": LOSES_FIRST,
        "J-145a": 0,
    }
    assert t.game.sentence(t.heard("JP")[-2]) == (
        "Standing loss order in Okina Hama: 311/2 MB, then 309/2 MB, then 312/2 MB."
    )
    assert not [event for event in t.heard("US") if event.kind == "loss-order"]


@case("R47")
def test_an_order_can_be_dropped(table: Any) -> None:
    t = order(garrison(table), "J-311", "J-314").do("no-loss-order", "OKI", side="JP")
    assert flags(t, "J-311") == 0
    assert flags(t, "J-314") == LOSES_FIRST
    assert ("no-loss-order", "OKI") not in acts(t)
    assert t.game.sentence(t.heard("JP")[-1]) == "No standing loss order in Okina Hama."
    shell(t, "OKI", "U-AS3", dice=[5, 1])
    assert "rank" in t.verbs()


@case("R47")
@pytest.mark.parametrize("words", [("lose-next", "J-309"), ("losses", "order"), ("no-loss-order", "OKI")])
def test_only_the_japanese_player_gives_orders(table: Any, words: tuple[str, ...]) -> None:
    t = order(garrison(table), "J-310")
    before = t.state.to_json()
    with pytest.raises(Refused):
        t.do(*words, side="US")
    assert t.state.to_json() == before
    assert not [option for option in t.standing("US") if option[0] in ORDERS]


@case("R47")
def test_a_lone_unit_a_revealed_one_and_one_with_a_place_get_no_order(table: Any) -> None:
    t = order(garrison(table, revealed=["J-310"]), "J-309")
    for unit in ("J-HQ", "J-310", "J-309"):
        with pytest.raises(Refused):
            order(t, unit)


@case("R47")
def test_no_order_is_given_while_losses_are_being_taken(table: Any) -> None:
    t = shell(garrison(table), "OKI", "U-AS3", dice=[5, 1])
    assert "rank" in t.verbs()
    assert acts(t) == set()


def test_no_order_is_given_during_the_set_up(table: Any) -> None:
    t = table()
    t.do("set-up", "A")
    assert acts(t) == set()


# --- using it


@case("R47", "9.3.3(3)")
def test_losses_follow_the_order_and_nobody_is_asked_to_make_a_row(table: Any) -> None:
    t = shell(order(garrison(table), "J-311", "J-309"), "OKI", "U-AS1", dice=[5, 5, 1])
    assert t.options() == [("go-on",)]
    assert t.game.prompt(t.state, t.asked, JP).endswith("Your standing loss order is used.")
    t.do("go-on")
    assert [t.steps(unit) for unit in ("J-309", "J-310", "J-311", "J-312")] == [1, 2, 1, 2]


@case("R47", "9.3.3(4)")
def test_damage_goes_round_the_whole_row_the_units_without_a_place_last(table: Any) -> None:
    t = order(garrison(table), "J-312", "J-310")
    shell(t, "OKI", "U-NS1", "U-AS3", dice=[5, 5, 5, 5, 5, 5, 1]).do("go-on")
    first = [event.args[0] for event in t.told("step-lost")]
    assert first[:2] == [t.game.unit_index["J-312"], t.game.unit_index["J-310"]]
    assert first[4:] == first[:2]
    assert set(first[2:4]) == {t.game.unit_index["J-309"], t.game.unit_index["J-311"]}


@case("R47", "R56")
def test_a_player_who_is_asked_only_when_able_is_not_stopped_at_all(table: Any) -> None:
    t = shell(order(garrison(table, windows="able"), "J-311"), "OKI", "U-AS3", dice=[5, 1])
    assert t.phase() == "us-movement"
    assert t.steps("J-311") == 1


@case("R47")
def test_an_order_of_another_area_is_not_used(table: Any) -> None:
    t = shell(order(garrison(table, windows="able"), "J-314"), "OKI", "U-AS3", dice=[5, 1])
    assert t.options("rank")


@case("R47")
@pytest.mark.parametrize("area", ["OKI", "NIS", "KIT", "MOT"])
def test_taken_by_order_no_concealed_loss_is_asked_about_wherever_it_falls(table: Any, area: str) -> None:
    """With or without an order, with four units, with one or with none: the game goes on alike."""
    t = order(garrison(table), "J-311").do("losses", "order", side="JP")
    assert ("losses", "ask") in acts(t)
    shell(t, area, "U-NS1", "U-NS2", dice=[5] * 10)
    assert t.phase() == "us-movement"
    lost = {event.args[0] for event in t.told("step-lost")}
    assert (t.game.unit_index["J-311"] in lost) == (area == "OKI")
    assert bool(lost) == (area != "MOT")


@case("R47")
def test_taken_by_order_a_row_without_a_place_is_made_for_him(table: Any) -> None:
    t = shell(garrison(table).do("losses", "order", side="JP"), "OKI", "U-AS3", dice=[5, 1])
    assert t.phase() == "us-movement"
    assert sum(t.steps(unit) for unit in ("J-309", "J-310", "J-311", "J-312")) == 7


@case("R47")
def test_the_player_may_have_himself_asked_again(table: Any) -> None:
    t = garrison(table).do("losses", "order", side="JP").do("losses", "ask", side="JP")
    shell(t, "OKI", "U-AS3", dice=[5, 1])
    assert t.options("rank")


# --- units that leave


@case("R47")
def test_a_unit_that_is_revealed_leaves_the_order(table: Any) -> None:
    t = order(garrison(table), "J-311", "J-309").do("reveal", "J-311", side="JP")
    assert flags(t, "J-309") == LOSES_FIRST
    assert flags(t, "J-311") == 0
    assert t.state.loss_order == [t.game.unit_index["J-309"]]


@case("R47")
def test_the_dead_leave_the_order(table: Any) -> None:
    t = order(garrison(table).edit(units={"J-311": ["OKI", 1]}), "J-311", "J-309")
    shell(t, "OKI", "U-AS3", dice=[5, 1]).do("go-on")
    assert t.where("J-311") == "SECRET"
    assert t.state.loss_order == [t.game.unit_index["J-309"]]


@case("R47", "17.2(3)a")
def test_a_unit_that_goes_elsewhere_leaves_the_order_and_takes_no_place_with_it(table: Any) -> None:
    units = {"J-309": "MOT", "J-310": "MOT", "J-311": "OSA", "J-312": "OSA", "J-HQ": "KIT", "U-23": "OKI"}
    t = table(turn=2, phase="jp-movement", units=units, control=["OKI"], dice=[1])
    order(t, "J-309", "J-311")
    t.do("sneak", "J-309", "OSA")
    assert t.state.loss_order == [t.game.unit_index["J-311"]]
    assert ("no-loss-order", "MOT") not in acts(t)


@case("R47", "17.2(4)a")
def test_a_unit_that_hides_again_has_no_place_until_it_is_given_one(table: Any) -> None:
    units = {"J-309": "MOT", "J-310": "MOT", "J-HQ": "KIT", "U-23": "OKI"}
    t = table(turn=2, phase="jp-movement", units=units, control=["OKI"], dice=[1])
    order(t, "J-309").do("reveal", "J-309", side="JP").do("hide", "J-309")
    assert t.is_concealed("J-309")
    assert flags(t, "J-309") == 0
    assert ("lose-next", "J-309") in acts(t)


@case("R47")
def test_an_order_that_names_what_is_not_concealed_is_a_fault(table: Any) -> None:
    t = order(garrison(table), "J-311", "J-309")
    assert t.game.check(t.state) == []
    t.state.concealed &= ~(1 << t.game.unit_index["J-311"])
    assert t.game.check(t.state) == ["a standing loss order names a unit twice, or one that is not Concealed"]


# --- the secret


def positions() -> Any:
    """Real positions, each with the same match in which the Japanese player has given orders besides."""
    game: Any = load("iwojima")
    for seed in range(6):
        rng = random.Random(seed)
        plain, ordered = (Match.new(game, seed=seed) for _ in range(2))
        for number in range(500):
            asked = plain.asked
            if asked is None:
                break
            if number % 5 == 0:
                given = [o for o in game.standing(ordered.state, JP) if o[0] in ("lose-next", "no-loss-order")]
                if given:
                    ordered.submit(JP, rng.choice(given))
                yield game, plain, ordered
            option = rng.choice(asked.options)
            if ordered.asked.prompt != asked.prompt or option not in ordered.asked.options:
                break  # the order was used in place of a row made now
            for match in (plain, ordered):
                match.submit(asked.side, option)
            if plain.asked is not None and plain.asked.prompt == "order-concealed":
                break


@case("R47", "9.3.3(5)")
def test_no_byte_that_the_us_player_is_sent_tells_of_an_order() -> None:
    compared = used = 0
    for game, plain, ordered in positions():
        if plain.over or not ordered.state.loss_order:
            continue
        sent = [table_now("m", match, SeatLog(US)).body() for match in (plain, ordered)]
        assert sent[0] == sent[1]
        assert plain.can_undo(US) == ordered.can_undo(US)
        assert game.redact(plain.state, US).to_json() == game.redact(ordered.state, US).to_json()
        compared += 1
        used += table_now("m", plain, SeatLog(JP)).body() != table_now("m", ordered, SeatLog(JP)).body()
    assert compared > 100
    assert used == compared  # the owner's bytes do change


@case("R47")
@pytest.mark.parametrize("ordered", [(), ("J-311",), ("J-311", "J-309", "J-312")])
@pytest.mark.parametrize("area", ["OKI", "MOT"])
def test_the_us_player_hears_and_waits_alike_with_and_without_an_order(
    table: Any, ordered: tuple[str, ...], area: str
) -> None:
    """Four units are hit, or none is there; the same line, the same pause, the same table before and after."""

    def bombard(place: str, *units: str) -> list[bytes]:
        garrisoned = dict.fromkeys(("J-309", "J-310", "J-311", "J-312"), place)
        t = table(phase="us-bombardment", units={**garrisoned, "J-HQ": "KIT"}, probed=["OKI"])
        order(t, *units)
        shell(t, "OKI", "U-AS1", dice=[5, 5, 1])
        paused = [t.side, t.game.prompt(t.state, t.asked, US), t.view("US"), t.heard("US"), t.standing("US")]
        t.do("rank-rest" if "rank-rest" in t.verbs() else "go-on")
        return [msgspec.json.encode(paused), msgspec.json.encode([t.side, t.view("US"), t.heard("US")])]

    assert bombard(area, *ordered) == bombard("OKI")


@case("R47")
def test_a_resampled_position_has_orders_of_its_own_that_can_be_played(table: Any) -> None:
    t = order(garrison(table), "J-311", "J-309")
    rng = random.Random(5)
    dealt = [t.game.resample(t.state, US, rng) for _ in range(30)]
    assert len({tuple(other.loss_order) for other in dealt}) > 10
    assert [other.loss_order for other in dealt if t.game.check(other)] == []
    assert t.game.resample(t.state, JP, rng).loss_order == t.state.loss_order
    assert t.game.redact(t.state, US).loss_order == []
    assert t.game.redact(t.state, JP).loss_order == t.state.loss_order


@case("R47")
def test_the_us_player_takes_back_his_plan_and_the_order_stands() -> None:
    game: Any = load("iwojima")
    match = Match.new(game, seed=1)
    match.submit(JP, ("set-up", "A"))
    match.submit(JP, ("confirm-set-up",))
    match.submit(US, ("assign", game.unit_index["U-NS1"], game.space_index["OKI"]))
    given = next(option for option in game.standing(match.state, JP) if option[0] == "lose-next")
    match.submit(JP, given)
    assert match.can_undo(US)
    match.undo(US)
    assert match.state.loss_order == [given[1]]
    assert max(match.state.target) == -1


# --- orders that outlast a question


def said(t: Any, order: str, choice: str, *units: str) -> Any:
    """What a standing order answers to the open question, in words; None when its owner is asked."""
    side = t.asked.side
    given = {order: Given(choice, tuple(t.unit(unit) for unit in units))}
    option = answer(t.game, t.game.redact(t.state, side), t.asked, given)
    return None if option is None else tuple(t.game.to_words(option))


@case("9.3.3(3)", "R47")
def test_the_order_for_own_losses_answers_for_own_concealed_units_alone(table: Any) -> None:
    t = shell(garrison(table), "OKI", "U-NS1", dice=[5, 5, 1, 1, 1])
    assert t.asked.prompt == "order-concealed"
    assert said(t, "losses", "order", "J-311") == ("rank", "J-311")
    assert said(t, "losses", "order") == ("rank-rest",)
    assert said(t, "row", "rank-rest") is None


@case("12.2.3(1)", "16.5", "R20")
@pytest.mark.parametrize("side", ["US", "JP"])
def test_the_order_for_the_row_answers_for_enemy_units_alone(table: Any, side: str) -> None:
    units = {"U-23": "CHI", "U-24": "CHI", "J-309": "CHI", "J-310": "CHI", "J-HQ": "KIT"}
    phase = "us-assault" if side == "US" else "jp-assault"
    t = table(turn=2, phase=phase, units=units, revealed=["J-309", "J-310", "J-HQ"])
    if side == "US":
        t.do("pass")
    t.do("assault-all", "CHI").do("confirm", dice=[6] * 5 + [1] * 5)
    if t.asked.prompt == "next-assault":
        t.do("assault-area", "CHI")
    assert (t.asked.prompt, t.side) == ("order-row", side)
    assert said(t, "row", "rank-rest") == ("rank-rest",)
    for unit in ("J-310", "U-24"):
        assert said(t, "losses", "order", unit) is None


@case("9.3.3(1)", "9.3.3(3)", "R47")
def test_the_us_player_has_no_order_for_his_own_losses_and_names_nobody_in_the_row() -> None:
    game: Any = load("iwojima")
    assert {order.id for order in orders_of(game, JP)} >= {"row", "losses"}
    assert [order.id for order in orders_of(game, US) if order.units] == []
    for side in (US, JP):
        with pytest.raises(Refused):
            checked(game, side, "row", Given("rank-rest", (game.unit_index["J-309"],)))
    with pytest.raises(Refused):
        checked(game, US, "losses", Given("order"))

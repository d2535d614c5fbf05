"""Standing orders: what a player decided ahead answers for him, sees no more than he does, and betrays nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import bots
from grognard.games import game_ids, load
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.flow import Decision, Refused
from grognard.kernel.standing_orders import Given
from grognard.lab.handovers import SENSIBLE, by_turn
from grognard.match import Match
from grognard.match.match import BY_ORDER
from grognard.match.save import load as load_save
from grognard.match.save import write
from grognard.match.standing_orders import answer, checked, orders_of, stand_in
from grognard.match.verify import verify
from grognard.store.match_rows import match_of, stored_of
from match_server import Seats, Server

SLEEPER = {"entry": Given("pass"), "windows": Given("pass"), "losses": Given("order"), "kirikami": Given("pass")}


def played(ident: str, orders: dict[str, Given], turns: int = 1, seed: int = 5) -> Match:
    """A staff game in which all who may have given these orders."""
    game = load(ident)
    match = Match.new(game, seats={side.id: "human" for side in game.sides}, seed=seed)
    for number, side in enumerate(game.sides):
        mine = {order.id for order in orders_of(game, number)}
        match.header.orders[side.id] = {
            name: checked(game, number, name, given) for name, given in orders.items() if name in mine
        }
    staffs = [bots.make("staff", game, n, random.Random(n)) for n in range(len(game.sides))]
    while (asked := match.asked) is not None and match.state.turn <= turns:
        if not stand_in(match):
            match.submit(asked.side, staffs[asked.side].choose(game.redact(match.state, asked.side), asked))
    return match


def test_an_order_answers_as_its_owner_would_and_stands_in_the_record_with_a_mark() -> None:
    match = played("iwojima", SLEEPER)
    by_order = [p for p in match.played if p.ordered]
    assert {p.option[0] for p in by_order} >= {"pass"}
    assert all(p.side == JP for p in by_order if p.option == ("pass",) and not p.standing)
    text = write(match)
    assert "pass*" in text
    again = load_save(text).match
    assert again.played == match.played
    assert again.state == match.state
    assert [t.event for t in again.log] == [t.event for t in match.log]
    assert verify(text).ok
    stored = match_of(stored_of("x", match, {}))
    assert stored.played == match.played
    assert stored.header.orders == match.header.orders


def test_the_log_says_that_an_order_answered_to_its_owner_at_once_and_to_the_other_never_before_the_end() -> None:
    match = played("iwojima", SLEEPER)
    theirs = [told.event.kind for told in match.log_for(US)]
    mine = [told.event for told in match.log_for(JP) if told.event.kind == BY_ORDER]
    assert BY_ORDER not in theirs
    assert mine
    assert match.game.sentence(mine[0]) == "By a standing order of the Japanese player: Pass."


def test_the_orders_of_a_match_are_in_no_save_and_in_no_branch() -> None:
    match = played("iwojima", SLEEPER)
    assert "fire-4" not in write(match)
    assert "orders" not in match.header.to_json(secret=True)
    assert match.branch(3).header.orders == {}


@pytest.mark.parametrize("ident", list(SENSIBLE))
def test_in_every_game_staffs_play_on_around_sensible_orders(ident: str) -> None:
    match = played(ident, SENSIBLE[ident], turns=1 if ident != "ichigo" else 2)
    answered = {p.option[0] for p in match.played if p.ordered}
    assert answered or ident == "ichigo"
    assert not match.game.check(match.state)


@pytest.mark.parametrize("ident", game_ids())
def test_every_order_names_questions_that_the_game_asks_and_cases_that_it_has(ident: str) -> None:
    game = load(ident)
    known = {case["id"] for case in game.cases} | {ruling["id"] for ruling in game.rulings}
    for order in game.orders:
        assert set(order.cases) <= known, order.id
        assert all(hasattr(game.text, "ask_" + prompt.replace("-", "_")) for prompt in order.prompts), order.id
        assert len({o.id for o in game.orders}) == len(game.orders)


def test_whether_an_order_answers_a_secret_question_depends_on_nothing_hidden() -> None:
    """R56, R47: every window and every question about hidden losses of whole games has an answer."""
    game = load("iwojima")
    secret = {"defensive-fire", "bombardment-window", "assault-window", "concealed-losses", "order-concealed"}
    met = set()
    for choice in ("pass", "fire", "fire-5"):
        orders = {**SLEEPER, "entry": Given(choice)}
        match = Match.new(game, options={"windows": "always"}, seed=3)
        players = [bots.make("staff", game, n, random.Random(n)) for n in range(2)]
        while (asked := match.asked) is not None and match.state.turn <= 3:
            if asked.prompt in secret and asked.side == JP:
                met.add(asked.prompt)
                assert answer(game, game.redact(match.state, JP), asked, orders) in asked.options
            match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    assert {"defensive-fire", "bombardment-window"} <= met


def test_an_order_of_one_turn_is_silent_in_the_next() -> None:
    game = load("iwojima")
    match = Match.new(game, options={"windows": "always"}, seed=3)
    players = [bots.make("staff", game, n, random.Random(n)) for n in range(2)]
    while (asked := match.asked) is not None and asked.prompt != "defensive-fire":
        match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    assert asked is not None
    now = match.state.turn
    for turn, said in ((0, ("pass",)), (now, ("pass",)), (now + 1, None)):
        assert answer(game, game.redact(match.state, JP), asked, {"entry": Given("pass", (), turn)}) == said


def test_losses_are_taken_from_those_that_are_named_first() -> None:
    game = load("nemesis")
    match = played("nemesis", {}, turns=0)
    order = next(order for order in game.orders if order.id == "losses")
    asked = match.asked
    assert asked is not None
    units = [u for u in range(game.units) if game.side_of[u] == 0][:3]  # type: ignore[attr-defined]
    asked = Decision(0, "losses", [("lose", unit) for unit in units])
    assert order.answer(match.state, asked, Given("order", (units[2], units[0]))) == ("lose", units[2])
    assert order.answer(match.state, asked, Given("order", (999,))) in asked.options


def test_what_the_game_or_the_side_does_not_know_is_refused() -> None:
    game = load("iwojima")
    for side, name, given in (
        (JP, "nothing", Given("pass")),
        (US, "windows", Given("pass")),
        (JP, "entry", Given("fire-99")),
        (JP, "entry", Given("pass", (1,))),
        (JP, "losses", Given("order", (1, 1))),
        (JP, "losses", Given("order", (99_999,))),
    ):
        with pytest.raises(Refused):
            checked(game, side, name, given)


@pytest.mark.parametrize("ident", ["iwojima", "nemesis"])
def test_a_turn_by_correspondence_needs_ten_hand_overs_at_most(ident: str) -> None:
    with_orders = by_turn(load(ident), 2, 3, SENSIBLE[ident])
    assert max(with_orders) <= 10, with_orders
    assert max(by_turn(load(ident), 2, 1, {})) > max(with_orders)


# --- over a real server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("standing") / "matches.sqlite")
    yield running
    running.stop()


def put(seats: Seats, side: int, order: str, **body: Any) -> Any:
    shown = {"Authorization": f"Bearer {seats.tokens[side]}"}
    return seats.server.http.put(f"/api/matches/{seats.id}/standing/{order}", json=body, headers=shown)


def delete(seats: Seats, side: int, order: str = "") -> Any:
    shown = {"Authorization": f"Bearer {seats.tokens[side]}"}
    return seats.server.http.delete(f"/api/matches/{seats.id}/standing{order}", headers=shown)


def orders_shown(seats: Seats, side: int) -> dict[str, Any]:
    return {order["id"]: order["given"] for order in seats.get(side, "/standing").json()["orders"]}


def landed(server: Server) -> Seats:
    """A match in which the US player names his bombardment."""
    seats = server.new(options={"windows": "always"})
    seats.decide(JP, ["auto-set-up"])
    return seats


def test_orders_are_given_shown_changed_withdrawn_and_seen_by_nobody_else(server: Server) -> None:
    seats = landed(server)
    before = seats.table(US)
    assert put(seats, JP, "entry", choice="fire-4").status_code == 200
    assert put(seats, JP, "losses", choice="order", units=[]).status_code == 200
    assert orders_shown(seats, JP)["entry"] == {"choice": "fire-4", "units": [], "turn": 0}
    assert orders_shown(seats, US)["entry"] is None
    assert seats.table(US) == before
    assert put(seats, JP, "entry", choice="pass", turn=True).json()["orders"][0]["given"]["turn"] == 1
    assert delete(seats, JP, "/entry").status_code == 200
    assert orders_shown(seats, JP)["entry"] is None
    assert orders_shown(seats, JP)["losses"] is not None
    assert delete(seats, JP).status_code == 200
    assert not any(orders_shown(seats, JP).values())
    for order, body, status in (
        ("entry", {"choice": "sing"}, 400),
        ("sing", {"choice": "pass"}, 400),
        ("entry", {}, 400),
        ("entry", {"choice": "pass", "seat": "US"}, 403),
    ):
        assert put(seats, JP, order, **body).status_code == status
    assert delete(seats, JP, "/sing").status_code == 404
    assert server.http.get(f"/api/matches/{seats.id}/standing").status_code == 403
    assert server.http.put(f"/api/matches/{seats.id}/standing/entry", json={"choice": "pass"}).status_code == 403
    assert server.http.delete(f"/api/matches/{seats.id}/standing").status_code == 403


def test_a_window_that_an_order_answers_is_no_hand_over_and_looks_alike_to_the_other_side(server: Server) -> None:
    """One decision of the US player, and it is his turn again: nothing of the answer is in what he is sent."""
    seats = landed(server)
    for order in ("windows", "losses"):
        put(seats, JP, order, choice="pass" if order == "windows" else "order")
    table = seats.table(US)
    while table["ask"]["mine"] and not any(option == ["confirm"] for option in table["ask"]["options"]):
        table = seats.decide(US, table["ask"]["options"][0])
    table = seats.decide(US, next(o for o in table["ask"]["options"] if o[0] == "assign"), ["confirm"])
    assert table["ask"]["mine"]
    assert "order" not in str([line["text"] for line in table["log"]])
    assert "standing order" in str([line["text"] for line in seats.table(JP)["log"]])


def test_an_order_answers_what_is_open_already_and_outlives_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path / "matches.sqlite")
    try:
        seats = landed(server)
        table = seats.table(US)
        table = seats.decide(US, next(o for o in table["ask"]["options"] if o[0] == "assign"), ["confirm"])
        assert not table["ask"]["mine"]
        put(seats, JP, "losses", choice="order")
        assert put(seats, JP, "windows", choice="pass").status_code == 200
        assert seats.table(US)["ask"]["mine"]
    finally:
        server.stop()
    again = Server(tmp_path / "matches.sqlite")
    try:
        seats = Seats(again, seats.id, seats.tokens)
        assert orders_shown(seats, JP)["windows"] == {"choice": "pass", "units": [], "turn": 0}
        assert "standing order" in str([line["text"] for line in seats.table(JP)["log"]])
    finally:
        again.stop()


def test_a_program_plays_on_against_a_sleeper(server: Server) -> None:
    """The staff lands, the Japanese player's orders answer, and he is asked again in his own phases only."""
    seats = server.new(us="staff", options={"windows": "always"})
    for order, choice in (("entry", "pass"), ("windows", "pass"), ("losses", "order"), ("beaten", "stay")):
        assert put(seats, JP, order, choice=choice).status_code == 200
    seats.decide(JP, ["auto-set-up"])
    for _ in range(200):
        table = seats.table(JP)
        if table["ask"]["mine"]:
            break
    assert table["ask"]["mine"]
    assert "standing order" in str([line["text"] for line in table["log"]])


TRAINS = {"entrain", "detrain"}
REAR = {"bring-back", "refit", "end-replacements", "place", "end-rail", *TRAINS}


def of_the_rear(match: Match) -> list[Any]:
    """What was decided of the Japanese Reinforcements of Nemesis."""
    return [p for p in match.played if p.side == 1 and p.option[0] in REAR]


def test_a_reinforcements_phase_of_nemesis_goes_by_order_with_its_trains() -> None:
    forward = played("nemesis", {"rear": Given("forward")}, turns=3, seed=2)
    rear = of_the_rear(forward)
    assert all(p.ordered for p in rear)
    assert {p.option[0] for p in rear} >= {"bring-back", "place", "end-rail", *TRAINS}
    # As many as may come back do.
    assert not any(p.option == ("end-replacements",) for p in rear)
    still = of_the_rear(played("nemesis", {"rear": Given("fill")}, turns=3, seed=2))
    assert all(p.ordered for p in still)
    assert not {p.option[0] for p in still} & TRAINS
    # Who is named comes back first.
    other = [p.option[1] for p in still if p.option[0] == "bring-back"][1]
    named = of_the_rear(played("nemesis", {"rear": Given("fill", (int(other),))}, turns=3, seed=2))
    assert next(p.option[1] for p in named if p.option[0] == "bring-back") == other


def test_a_turn_of_nemesis_changes_hands_fewer_than_six_times_with_orders() -> None:
    game = load("nemesis")
    counts = sorted(by_turn(game, 1, 4, SENSIBLE["nemesis"]) + by_turn(game, 3, 4, SENSIBLE["nemesis"]))
    assert counts[len(counts) // 2] < 6


def test_the_monsoon_of_nemesis_takes_steps_by_order_of_those_who_have_most() -> None:
    match = played("nemesis", {"monsoon": Given("order")}, turns=6, seed=1)
    suffered = [p for p in match.played if p.option[0] == "suffer"]
    assert suffered
    assert all(p.ordered for p in suffered)

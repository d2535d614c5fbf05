"""Sheets on the page: a set in one place, filled in, changed and taken with one button."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import PATIENCE, at_three_sizes, seated
from browser.test_orders import Load, Open, bring, shown, space, unit
from grognard.games import load
from grognard.lab.clicks_per_turn import hope_of, played
from grognard.lab.gesture_planner import HABITS, LEVEL, SHEETS, Gesture, Reader
from grognard.match import Match
from test_orders import movement, staffs_until

pytestmark = pytest.mark.browser


def settled(page: Page) -> None:
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")


@at_three_sizes
def test_the_losses_of_a_battle_are_one_sheet_that_can_be_changed(
    open_page: Open, load_match: Load, picture: Any
) -> None:
    match = staffs_until("whitesun", lambda s, asked: asked.prompt == "losses" and asked.about[0] > 1, seed=1)
    assert match.asked is not None
    owed = match.asked.about[0]
    page = open_page(load_match(match))
    expect(page.locator("#sheet .sheet-lines li")).to_have_count(owed)
    picture(page, "losses")
    first = page.locator("#sheet select").first
    was = first.input_value()
    other = next(str(i) for i in range(len(match.asked.options)) if str(i) != was)
    first.select_option(other)
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#take-sheet").click()
    assert answer.value.json()["order"]["count"] == owed
    assert match.asked.options[int(other)][1] in [u[0] for u in answer.value.json()["view"]["units"]]
    settled(page)


@pytest.mark.soak
def test_on_a_phone_what_is_owed_is_taken_with_one_button(open_page: Open, load_match: Load) -> None:
    match = staffs_until("whitesun", lambda s, asked: asked.prompt == "losses" and asked.about[0] > 1, seed=1)
    assert match.asked is not None
    page = open_page(load_match(match), viewport={"width": 390, "height": 844})
    page.locator("#sheet-always").check()
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#take-sheet").click()
    assert answer.value.json()["order"]["count"] == match.asked.about[0]


@at_three_sizes
def test_the_rest_of_a_bombardment_is_ordered_and_the_idle_are_counted(
    open_page: Open, load_match: Load, picture: Any
) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "designate-bombardment")
    page = shown(open_page(load_match(match)))
    expect(page.locator("#idle")).to_contain_text("10 units can still act")
    # Nothing has been ordered: to end it now wants a second yes.
    page.locator('#prompt [data-verb="confirm"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("10 units can still act")
    page.get_by_role("button", name="Cancel").click()
    page.locator("#help").click()
    page.locator("#order-rest").click()
    lines = page.locator("#sheet .sheet-lines li")
    expect(lines.first).to_be_visible()
    wanted = lines.count()
    assert wanted > 3
    picture(page, "order-the-rest")
    # One line is left out; the others are taken with one button.
    lines.first.get_by_role("button", name=re.compile("one fewer")).click()
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#take-sheet").click()
    assert answer.value.json()["order"]["count"] == wanted - 1
    expect(page.locator("#idle")).to_contain_text(f"{11 - wanted} of 10 units")
    settled(page)
    # Who asked for the rest once has it filled in; the same button ends the question.
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#take-and-end").click()
    assert answer.value.json()["ask"]["side"] == 1


@at_three_sizes
def test_an_act_is_said_once_for_all_that_are_picked_and_an_open_table_is_not_covered(
    open_page: Open, load_match: Load
) -> None:
    def diggers(s: Any, asked: Any) -> bool:
        able = [s.where[int(o[1])] for o in asked.options if o[0] == "dig"]
        return movement(s, asked) and any(able.count(at) > 1 for at in able)

    match = staffs_until("nemesis", diggers)
    assert match.asked is not None
    able = [int(o[1]) for o in match.asked.options if o[0] == "dig"]
    units = next(
        found for u in able if len(found := [v for v in able if match.state.where[v] == match.state.where[u]]) > 1
    )
    page = shown(open_page(load_match(match)))
    for one in units:
        bring(page, unit(page, one))
        page.keyboard.press("Shift+Enter")
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator('[data-together="dig"]').click()
    # One of them digs for the whole hex; the others are told so.
    told = answer.value.json()["order"]
    assert told["done"] == units[:1]
    assert all(row["reasons"] for row in told["left"])
    settled(page)
    page.locator("#undo").click()
    settled(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name=re.compile("Open table")).click()
    page.get_by_role("button", name="We both agree").click()
    page.reload()
    expect(page.locator("#prompt.mine")).to_be_visible()
    assert page.locator("#cover").count() == 0


def test_what_comes_late_takes_nobody_back_and_enter_gives_nothing_away(open_page: Open, server: str) -> None:
    body = {"game": "whitesun", "seats": {"Japanese": "human"}, "seed": 1}
    page, late = open_page(""), list[tuple[WebSocketRoute, str | bytes]]()

    def hold_back(line: WebSocketRoute) -> None:
        line.connect_to_server().on_message(lambda message: late.append((line, message)))

    page.route_web_socket(re.compile("/ws"), hold_back)
    page.goto(server + seated(httpx.post(f"{server}/api/matches", json=body, timeout=60)))
    page.locator('#prompt [data-verb="join-strongest"]').click()
    expect(page.locator("#undo")).to_be_enabled()
    settled(page)
    while not late:
        page.wait_for_timeout(20)
    # Only now comes what the line pushed before: the page looks again, and stays where it is.
    with page.expect_response(re.compile("since=0")) as answer:
        late[0][0].send(late[0][1])
    assert answer.value.json()["undo"]
    assert json.loads(late[0][1])["undo"] is False
    expect(page.locator("#undo")).to_be_enabled()
    # On the march the one button there is would end the operation: the key for the main button leaves it alone.
    with page.expect_response(re.compile("/decide$")):
        bring(page, space(page, load("whitesun").space_index["2504"]))
        page.keyboard.press("Enter")
    page.locator("#take-sheet").click()
    expect(page.locator('#prompt [data-verb="halt"]')).to_be_enabled()
    settled(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
    expect(page.locator('#prompt [data-verb="halt"]')).to_be_enabled()


def clicked(page: Page, match: Match, gesture: Gesture) -> int:
    """Do on the page what a gesture says; how many clicks it took."""
    verbs = match.game.verbs
    first = gesture.options[0]
    if gesture.how == "on":
        bring(page, space(page, int(gesture.options[-1][-1])))
        page.keyboard.press("Enter")
        return 1
    if gesture.how in ("sheet", "rest"):
        asked = page.locator("#sheet").is_hidden() and gesture.how == "rest"
        if asked:
            page.locator("#help").click()
            page.locator("#order-rest").click()
        page.locator("#take-sheet").click()
        return 1 + asked
    assert gesture.how == "click", gesture
    if not verbs[str(first[0])].args:
        page.locator(f'#prompt [data-verb="{first[0]}"]').click()
        return 1
    for kind, arg in zip(verbs[str(first[0])].args, first[1:], strict=True):
        bring(page, unit(page, int(arg)) if kind == "unit" else space(page, int(arg)))
        page.keyboard.press("Enter")
    return len(first) - 1


@pytest.mark.soak
def test_the_gestures_that_are_counted_are_those_that_the_page_takes(open_page: Open, server: str) -> None:
    game = load("whitesun")
    steps = []
    for step in played(game, 1, 99):
        steps.append(step)
        if len(steps) > 26:
            break
    body = {"game": "whitesun", "seats": {game.sides[0].id: "human"}, "seed": 1}
    page = open_page(seated(httpx.post(f"{server}/api/matches", json=body, timeout=60)))
    match = Match.new(game, seats={game.sides[0].id: "human"}, seed=1)
    gestures = list(Reader(game, steps, SHEETS).read())[:-2]
    assert len(gestures) > 8
    for gesture in gestures:
        expect(page.locator("#prompt.mine")).to_be_visible()
        with page.expect_response(re.compile("/(order|decide)$")) as answer:
            clicks = clicked(page, match, gesture)
        assert clicks <= gesture.clicks, gesture
        for option in gesture.options:
            match.submit(0, option)
        settled(page)
        got = answer.value.json()
        assert got["view"]["units"] == [list(row) for row in game.view(match.state, 0)["units"]], gesture.options


def decided(program: httpx.Client, made: dict[str, Any], side: str, option: Any) -> None:
    """One decision of a seat, from elsewhere."""
    seat = {"Authorization": f"Bearer {made['seats'][side]['token']}"}
    stamp = program.get(f"/api/matches/{made['id']}", headers=seat).json()["stamp"]
    body = {"stamp": stamp, "options": [option]}
    assert program.post(f"/api/matches/{made['id']}/decide", json=body, headers=seat).status_code == 200


def table_of(program: httpx.Client, made: dict[str, Any], side: str) -> dict[str, Any]:
    seat = {"Authorization": f"Bearer {made['seats'][side]['token']}"}
    table: dict[str, Any] = program.get(f"/api/matches/{made['id']}", headers=seat).json()
    return table


def until_there(page: Page, program: httpx.Client, made: dict[str, Any], match: Match) -> None:
    """Until the page has brought the server's match to where this one is."""
    until = time.monotonic() + PATIENCE / 1000
    view = json.loads(json.dumps(match.game.view(match.state, 0)))
    options = [list(option) for option in match.asked.options] if match.asked else None
    while not stands(program, made, match.game.sides[0].id, view, options):
        assert time.monotonic() < until, page.locator("#prompt").inner_text()
        page.wait_for_timeout(100)  # to look is work too, and hinders the page
    settled(page)


def stands(program: httpx.Client, made: dict[str, Any], side: str, view: Any, options: Any) -> bool:
    """Whether the server's match is there."""
    table = table_of(program, made, side)
    asked = table["ask"]
    return bool(table["view"] == view and (asked is None or options is None or asked["options"] == options))


@at_three_sizes
def test_another_round_goes_by_itself_while_the_odds_hold_and_is_asked_when_they_do_not(
    open_page: Open, program: httpx.Client, picture: Any
) -> None:
    # In this campaign of the staff come three rounds that take the hex at 74 % and more, and then one at 3 %.
    game, seed = load("whitesun"), 3
    side = game.sides[0].id
    made = program.post("/api/matches", json={"game": "whitesun", "seats": {side: "human"}, "seed": seed}).json()
    match = Match.new(game, seats={side: "human"}, seed=seed)
    page, by_itself = None, 0
    for step in played(game, seed, 99):
        assert match.asked is not None
        rounds = step.prompt == "another-round" and len(step.options) > 1
        assert step.hope == hope_of(game, match.state, match.asked)
        if rounds and page is None:
            page = open_page(f"/match/{made['id']}#sit={made['invitation']}")
            expect(page.locator("[data-renew]")).to_have_count(3)
            picture(page, "another-round")
            with page.expect_response(re.compile("/decide$")):
                page.locator('[data-renew="50"]').click()
        elif rounds and step.hope >= LEVEL:
            assert page is not None
            # The notice says what was done, and how to be asked again.
            expect(page.locator(".notice", has_text="Repeats automatically")).not_to_have_count(0)
            by_itself += 1
        elif rounds:
            break
        else:
            decided(program, made, side, step.option)
        match.submit(0, step.option)
        if page is not None:
            until_there(page, program, made, match)
    assert page is not None
    assert by_itself == 2
    expect(page.locator('#prompt.mine [data-verb="withdraw"]')).to_be_enabled()
    page.wait_for_timeout(1500)  # it would have gone on by now
    assert table_of(program, made, side)["ask"]["options"] == [["withdraw"], ["fight-on"]]
    expect(page.locator("[data-renew]")).to_have_count(0)


def by_habit(page: Page, match: Match, gesture: Gesture, rest: list[Gesture]) -> int:
    """The same, by who leaves to the page what it does by itself."""
    if gesture.how == "renew":
        page.locator(f'[data-renew="{LEVEL * 100:.0f}"]').click()
        return 1
    if gesture.how == "sheet":
        if gesture.clicks > 1:
            page.locator("#sheet-always").check()
        page.locator("#take-sheet").click()
        return gesture.clicks
    if gesture.how == "rest" and gesture.clicks == 1:
        expect(page.locator("#sheet")).to_be_visible()
    if gesture.how == "on":
        # A march is aimed at where it goes in the end, over all that breaks it off on the way.
        on = [gesture]
        for later in rest:
            if later.clicks or later.how not in ("on", "sheet", "renew"):
                break
            on += [later] * (later.how == "on")
        gesture = on[-1]
    return clicked(page, match, gesture)


@pytest.mark.soak
def test_what_goes_by_itself_is_what_is_counted_as_no_click(open_page: Open, program: httpx.Client) -> None:
    """A campaign up to its first long march, with all that the page does by itself once it was told to."""
    game, seed = load("whitesun"), 3
    side = game.sides[0].id
    steps = []
    for step in played(game, seed, 99):
        steps.append(step)
        if len(steps) > 100:
            break
    gestures = list(Reader(game, steps, HABITS).read())
    # Whether the last ones go on is not known: up to the last that takes a click.
    gestures = gestures[: max(n for n, gesture in enumerate(gestures) if gesture.clicks)]
    made = program.post("/api/matches", json={"game": "whitesun", "seats": {side: "human"}, "seed": seed}).json()
    match = Match.new(game, seats={side: "human"}, seed=seed)
    page = open_page(f"/match/{made['id']}#sit={made['invitation']}")
    expect(page.locator("#prompt.mine")).to_be_visible()
    free, taken = 0, 0
    for number, gesture in enumerate(gestures):
        rest = gestures[number + 1 :]
        if gesture.clicks:
            until_there(page, program, made, match)
            taken += by_habit(page, match, gesture, rest)
            assert taken <= sum(one.clicks for one in gestures[: number + 1]), gesture
        else:
            free += gesture.how in ("sheet", "renew", "on")
        for option in gesture.options:
            match.submit(0, option)
    until_there(page, program, made, match)
    assert free > 12

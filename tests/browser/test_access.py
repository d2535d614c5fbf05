"""For everyone: nothing serious for axe, colours for colour-blind eyes, no motion if unwanted, text twice as large."""

from __future__ import annotations

import base64
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import serious
from browser.clicking import at_rest
from browser.conftest import Contexts, looked_after
from browser.labels import nameless
from browser.positions import PHONE
from grognard.games import game_ids, load
from grognard.server.matches.map_pictures import map_picture
from random_games import some_of

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
SIZES = {"desktop": {"width": 1280, "height": 800}, "tablet": {"width": 1024, "height": 768}, "phone": PHONE}
ROOMS = {"front": "/", "rules": "/rules/iwojima", "editor": "/edit/iwojima", "lesson": "/learn/iwojima"}
READY = {"front": ".game-card .play-buttons", "rules": ".rule", "editor": ".editor-buttons", "lesson": "#lesson h2"}
TWICE = "document.documentElement.style.fontSize = '175%'"
"""Twice the 87.5 % that the page asks for: what a browser does whose text is set to 200 %."""
ONCE = "document.documentElement.style.fontSize = ''"


def table_of(server: str, game: str) -> str:
    """A new match, with the last side in human hands."""
    sides = [side.id for side in load(game).sides]
    seats = dict.fromkeys(sides[:-1], "random") | {sides[-1]: "human"}
    answer = httpx.post(f"{server}/api/matches", json={"game": game, "seats": seats, "seed": 3}, timeout=60)
    made = answer.json()
    return f"/match/{made['id']}#sit={made['invitation']}"


class Room(NamedTuple):
    """A room of the page, as it stands there for every test of it; a game's name is that of a table just laid."""

    name: str
    page: Page

    def at(self, size: str) -> Page:
        self.page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        at_rest(self.page)
        return self.page


def enter(open_page: Open, server: str, room: str, **more: Any) -> Page:
    page = open_page(ROOMS.get(room) or table_of(server, room), reduced_motion="reduce", **more)
    expect(page.locator(READY.get(room, "#prompt.mine")).first).to_be_visible()
    return page


NUMBERED = {"lesson", "iwojima", "whitesun", "nemesis"}
"""Where the first question has buttons; elsewhere it asks for a unit, or nothing is asked."""
EVERY = [*ROOMS, *game_ids()]
TOLD = {"front", "rules", "editor", "lesson", "iwojima"}
"""Rooms that differ; the other tables have nothing that one of these has not, and are asked in `make soak`. That all of
their labels fit and all of their counters have names is in test_labels.py."""
by_kind = pytest.mark.parametrize(
    "room", [name if name in TOLD else pytest.param(name, marks=pytest.mark.soak) for name in EVERY], indirect=True
)


@pytest.fixture(scope="module")
def room(request: Any, contexts: Contexts, server: str) -> Iterator[Room]:
    """One page for all that is asked of a room: its tests leave it as they found it."""
    with looked_after(contexts, server) as opened:
        yield Room(request.param, enter(opened, server, request.param, color_scheme="light"))


# --- axe


@by_kind
def test_axe_finds_nothing_serious(room: Room) -> None:
    assert serious(room.at("desktop")) == []


@by_kind
def test_axe_finds_nothing_serious_in_the_colours_of_the_night(room: Room) -> None:
    page = room.at("desktop")
    page.emulate_media(color_scheme="dark")
    assert serious(page, "color-contrast") == []
    page.emulate_media(color_scheme="light")


@by_kind
def test_axe_finds_nothing_serious_on_a_phone(room: Room) -> None:
    """In two rooms with all rules; in the others with those that look at what a small page folds away."""
    folded = ("scrollable-region-focusable", "aria-hidden-focus", "nested-interactive", "button-name", "link-name")
    assert serious(room.at("phone"), *(() if room.name in ("front", "iwojima") else folded)) == []


@by_kind
def test_every_counter_and_place_has_a_name_to_be_read_out(room: Room) -> None:
    page = room.at("desktop")
    counters, without = nameless(page)
    assert without == 0
    assert counters > 0 or room.name in ROOMS


MOST_NODES = 400
"""What is read out at a table's first question: places and counters by the list, not each by itself."""


def tree_of(page: Page) -> list[dict[str, Any]]:
    """The nodes of the accessibility tree that a screen reader comes to."""
    line = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = line.send("Accessibility.getFullAXTree")["nodes"]
    line.detach()
    return [node for node in nodes if not node["ignored"] and node["role"]["value"] != "InlineTextBox"]


@pytest.mark.parametrize("game", some_of(2, game_ids()))
def test_a_first_question_is_read_out_in_fewer_than_400_nodes(open_page: Open, server: str, game: str) -> None:
    page = open_page("")
    page.add_init_script("localStorage.setItem('grognard:log-unfolded', 'false')")
    page.goto(server + table_of(server, game))
    expect(page.locator("#prompt.mine")).to_be_visible()
    at_rest(page)
    nodes = tree_of(page)
    assert len(nodes) < MOST_NODES, Counter(node["role"]["value"] for node in nodes)
    # Every unit on the map stands in the list of its place.
    listed = page.locator("#units-by-place").inner_text()
    assert page.locator(".pieces .unit").count() <= listed.count(", ") + listed.count(": ")


@by_kind
def test_a_button_is_called_by_its_words_and_its_key_is_told_apart(room: Room) -> None:
    page = room.at("desktop")
    buttons = page.locator("#prompt [data-digit]:visible")
    for i in range(buttons.count()):
        words, digit = buttons.nth(i).locator("span").inner_text(), buttons.nth(i).get_attribute("data-digit")
        expect(page.get_by_role("button", name=words, exact=True).first).to_have_attribute("aria-keyshortcuts", digit)
    assert bool(buttons.count()) == (room.name in NUMBERED)


# --- sizes, text, motion


@by_kind
@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_at_three_sizes(room: Room, size: str) -> None:
    page = room.at(size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if room.name not in ROOMS:
        expect(page.locator("#prompt .prompt-foot button").last).to_be_in_viewport(ratio=1)


TYPE_SIZE = "() => parseFloat(getComputedStyle(document.body).fontSize)"
OVER_THE_EDGE = """
() => [...document.querySelectorAll('.front .button, .front .link, #prompt .prompt-foot .button, #lesson .button,'
            + ' .search, .editor-buttons .button, .rules-head > *')]
        .filter(el => el.offsetParent && !el.closest('.chips, .tray'))
        .filter(el => { const b = el.getBoundingClientRect(); return b.right > innerWidth + 1 || b.left < -1; })
        .map(el => el.textContent)
"""
CUT_OFF = """
() => [...document.querySelectorAll('.button, .gauge, .tab, .chip, .match-card, .game-card, .field')]
        .filter(el => el.offsetParent && (el.scrollHeight > el.clientHeight + 3 || el.scrollWidth > el.clientWidth + 3))
        .map(el => el.className + ': ' + el.textContent.slice(0, 40))
"""


@by_kind
def test_text_twice_as_large_breaks_nothing(room: Room) -> None:
    page = room.at("desktop")
    before = page.evaluate(TYPE_SIZE)
    page.evaluate(TWICE)
    page.wait_for_function(f"twice => Math.abs(({TYPE_SIZE})() - twice) < 0.1", arg=2 * before)
    at_rest(page)  # the map has taken its new measure
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(OVER_THE_EDGE) == []
    assert page.evaluate(CUT_OFF) == []
    page.evaluate(ONCE)


def test_nothing_moves_for_those_who_want_it_still(open_page: Open, server: str) -> None:
    page = enter(open_page, server, "iwojima")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).not_to_contain_text("choose where")
    for _ in range(4):
        moving = page.evaluate(
            """() => document.getAnimations().filter(a => a.playState === 'running'
                         && a.effect.getComputedTiming().activeDuration > 50).length"""
        )
        assert moving == 0
        page.wait_for_timeout(150)


# --- colours

BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes, 2009, at full severity: matrices on linear RGB."""
Colour = tuple[float, float, float]
APART = 18.0
"""Distance in CIELAB from which two colours are told apart at a glance."""


def linear(colour: Iterable[float]) -> Colour:
    """From 0-255 to linear light."""
    red, green, blue = ((c / 255 / 12.92) if c <= 10.31 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return red, green, blue


def seen(colour: Iterable[float], blindness: str) -> Colour:
    """What is left of a colour, as CIELAB."""
    light = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in BLINDNESS[blindness])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def from_hex(text: str) -> Colour:
    """#rrggbb."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def apart(one: Colour, other: Colour, blindness: str) -> float:
    """How far two colours are from each other for such eyes."""
    return math.dist(seen(one, blindness), seen(other, blindness))


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("game", [game for game in game_ids() if len(load(game).sides) > 1])
def test_the_sides_of_a_game_are_told_apart(game: str, blindness: str) -> None:
    one, other = (from_hex(side.colour) for side in load(game).sides)
    assert apart(one, other, blindness) > APART


def marks_of(page: Page) -> dict[str, Colour]:
    """The colours of the interface's marks."""
    names = ["legal", "selected", "target"]
    styles = page.evaluate(
        """names => names.map(name => {
            document.body.style.color = `var(--${name})`;
            const colour = getComputedStyle(document.body).color.match(/\\d+/g).map(Number);
            document.body.style.color = "";
            return colour;
        })""",
        names,
    )
    return {name: (red, green, blue) for name, (red, green, blue) in zip(names, styles, strict=True)}


@pytest.fixture(scope="module")
def front(keep_page: Open) -> Page:
    """The front room for tests of colours."""
    return keep_page("/", color_scheme="light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_legal_selected_and_target_are_told_apart(front: Page, scheme: Any) -> None:
    front.emulate_media(color_scheme=scheme)
    marks = marks_of(front)
    for blindness in BLINDNESS:
        for one, other in combinations(marks, 2):
            assert apart(marks[one], marks[other], blindness) > APART, (one, other, blindness)


LOOK = """() => ["body", ".game-card", ".button.primary", ".link", ".game-art ::after"].map((place) => {
    const [of, part] = place.split(" ");
    const { backgroundColor, color } = getComputedStyle(document.querySelector(of), part);
    return [place, of === ".link" ? color : backgroundColor];
})"""


def look(page: Page, system: Any, theme: str) -> Any:
    """The colours of the front room under a system's scheme, with a theme of one's own."""
    page.emulate_media(color_scheme=system)
    button = page.locator("#theme")
    for _ in range(3):
        if theme in button.inner_text():
            break
        button.click()
    expect(button).to_contain_text(theme)
    expect(page.locator(".game-art").first).to_be_visible()
    return page.evaluate(LOOK)


def test_a_theme_looks_the_same_whoever_has_chosen_it(front: Page) -> None:
    light, dark = look(front, "light", "system"), look(front, "dark", "system")
    assert all(one != other for one, other in zip(light, dark, strict=True))
    assert look(front, "light", "dark") == dark
    assert look(front, "dark", "light") == light
    look(front, "light", "system")


PALETTE = """
async (file) => {
    const image = new Image();
    image.src = 'data:image/webp;base64,' + file;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 120];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0, 160, 120);
    const data = pen.getImageData(0, 0, 160, 120).data;
    const boxes = new Map();
    for (let i = 0; i < data.length; i += 4) {
        const key = [data[i] >> 5, data[i + 1] >> 5, data[i + 2] >> 5].join();
        const box = boxes.get(key) ?? [0, 0, 0, 0];
        for (const c of [0, 1, 2]) box[c] += data[i + c];
        box[3] += 1;
        boxes.set(key, box);
    }
    const least = 160 * 120 * 0.02;
    return [...boxes.values()].filter(b => b[3] > least).map(b => [b[0] / b[3], b[1] / b[3], b[2] / b[3]]);
}
"""
"""The colours that a map is made of: whatever covers more than a fiftieth of it."""


@pytest.mark.parametrize("game", game_ids())
def test_the_marks_stand_out_from_every_ground_of_the_map(browser: Browser, front: Page, game: str) -> None:
    """Each mark has a dark casing: on light ground that carries it, on dark ground the mark itself does."""
    picture = map_picture(game)
    assert picture is not None
    blank = browser.new_page()
    palette = [tuple(colour) for colour in blank.evaluate(PALETTE, base64.b64encode(picture).decode())]
    blank.close()
    assert len(palette) >= 3
    front.emulate_media(color_scheme="light")
    marks = marks_of(front)
    for blindness in BLINDNESS:
        for ground in palette:
            casing = tuple(c * 0.4 for c in ground)
            for name, mark in marks.items():
                stands_out = max(apart(mark, ground, blindness), apart(casing, ground, blindness))
                assert stands_out > APART, (name, ground, blindness)
                assert apart(mark, casing, blindness) > APART, (name, ground, blindness)

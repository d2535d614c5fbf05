"""What keeps the page fast: nothing is fetched late, drawn twice, or drawn anew while the map moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from browser.clicking import at_rest, click_free, say_yes, zoom
from browser.conftest import MOVING
from grognard.games import load
from grognard.match.match import Match
from test_orders import staffs_until

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
New = Callable[..., str]
ALONE = {"Japanese": "human"}
SESSION = """
        const main = document.querySelector("script[type=module]").src;
        const { Session } = await import(new URL("session/session.js", main).href);
"""
"""The page's own sessions, to look at what they do."""


@pytest.fixture(scope="module")
def large_map(keep_page: Open, load_match: Load) -> Page:
    """The largest map, at its first decision; who uses it takes nothing that he does not take back."""
    return keep_page(load_match(Match.new(load("whitesun"), seats=ALONE, seed=11)), **MOVING)


@pytest.fixture
def china(large_map: Page) -> Page:
    """All of it."""
    expect(large_map.locator("#prompt.mine")).to_contain_text("up to 8 units")
    large_map.get_by_role("button", name="Show the whole map").click()
    at_rest(large_map)
    return large_map


@pytest.fixture(scope="module")
def iwo_jima(keep_page: Open, new_match: New) -> Page:
    page = keep_page(new_match("human", "random", seed=3), **MOVING)
    expect(page.locator("#prompt.mine")).to_be_visible()
    return page


BUTTON = "#prompt.mine button[data-option]"
UNIT = "body:has(#prompt.mine) .pieces .unit.glow"


def click_on(page: Page, until: str) -> None:
    """Click the first button of every decision, or the first unit where it has none, until something was seen."""
    for _ in range(20):
        page.wait_for_function(f"() => {until} || document.querySelector('{BUTTON}, {UNIT}')")
        if page.evaluate(until):
            return
        before = page.evaluate("seen.tables")
        button = page.locator(BUTTON)
        if button.count():
            button.first.click()
        else:
            click_free(page, page.locator(UNIT).first)
        if page.locator("#idle").count():
            say_yes(page)
        page.wait_for_function("before => seen.tables > before", arg=before)
    raise AssertionError("nothing of the kind was seen")


def test_every_module_of_the_table_is_named_by_its_page(iwo_jima: Page) -> None:
    page = iwo_jima
    named = page.locator('link[rel="modulepreload"]').evaluate_all("links => links.map(link => link.href)")
    fetched = page.evaluate(
        "performance.getEntriesByType('resource').map(entry => entry.name).filter(name => name.endsWith('.js'))"
    )
    assert sorted(set(fetched)) == sorted(named)


def test_what_an_answer_brought_is_not_drawn_again_when_it_is_pushed(open_page: Open, new_match: New) -> None:
    page = open_page(new_match("human", "random", seed=3), **MOVING)
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.evaluate(
        "async () => {"
        + SESSION
        + """
        const { pushed, receive } = Session.prototype;
        window.seen = { tables: 0, received: 0, lines: 0, known: 0, again: 0 };
        Session.prototype.pushed = function (table) {
            window.session = this;
            // Late, as over a slow line: after the answer to the very same act.
            setTimeout(() => {
                window.seen.tables++;
                window.seen.lines += table.log.length;
                const { received } = window.seen;
                const known = table.stamp === this.table.stamp;
                pushed.call(this, table);
                if (!known) return;
                window.seen.known++;
                window.seen.again += window.seen.received - received;
            }, 400);
        };
        Session.prototype.receive = function (table) { window.seen.received++; receive.call(this, table); };
    }"""
    )
    click_on(page, until="seen.lines && seen.known")
    assert page.evaluate("seen.again") == 0, "each act is answered once, and what is pushed brings nothing more"
    numbers = page.evaluate("session.log.map(line => line.n)")
    assert numbers == sorted(set(numbers))


def test_nothing_is_measured_while_a_new_table_is_drawn(open_page: Open, new_match: New) -> None:
    """Who asks for a size has the browser lay out the half-drawn page, which costs more than all the drawing."""
    page = open_page(new_match("human", "random", seed=3), **MOVING)
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.evaluate(
        "async () => {"
        + SESSION
        + """
        window.seen = { tables: 0, rolls: 0, measured: [] };
        let drawing = false;
        const spy = (of, name) => {
            const was = Object.getOwnPropertyDescriptor(of, name);
            const note = () => drawing && window.seen.measured.push(name + new Error().stack);
            const { value, get } = was;
            Object.defineProperty(of, name, value
                ? { ...was, value(...all) { note(); return value.apply(this, all); } }
                : { ...was, get() { note(); return get.call(this); } });
        };
        for (const name of ["clientWidth", "clientHeight", "scrollTop", "scrollLeft", "scrollHeight", "scrollWidth",
            "getBoundingClientRect", "getClientRects"]) spy(Element.prototype, name);
        for (const name of ["offsetTop", "offsetLeft", "offsetWidth", "offsetHeight"]) spy(HTMLElement.prototype, name);
        const { receive } = Session.prototype;
        Session.prototype.receive = function (table) {
            window.seen.tables++;
            window.seen.rolls += table.log.filter((line) => line.dice?.length).length;
            drawing = true;
            receive.call(this, table);
            drawing = false;
        };
    }"""
    )
    click_on(page, until="seen.rolls")
    assert page.evaluate("seen.measured") == []


ONE_TABLE = 4000
"""Elements and texts of a table of Iwo Jima, or fewer."""


def nodes(page: Page) -> int:
    """Elements and texts that the browser holds, on the page or forgotten, when all garbage is gone."""
    line = page.context.new_cdp_session(page)
    for _ in range(3):
        line.send("HeapProfiler.collectGarbage")
    count = int(line.send("Memory.getDOMCounters")["nodes"])
    line.detach()
    return count


def test_nothing_of_a_seat_is_kept_when_it_is_left(open_page: Open, load_match: Load, server: str) -> None:
    """At one screen the table passes again and again: what it held is gone each time."""
    page = open_page("")
    page.add_init_script(files("grognard.lab").joinpath("page_benchmark.js").read_text(encoding="utf-8"))
    passing = staffs_until("iwojima", lambda s, asked: asked.prompt == "us-movement")
    page.goto(server + load_match(passing))
    page.evaluate("bench.sitIn()")
    page.evaluate("bench.ready()")
    before = nodes(page)
    passed = 0
    for _ in range(60):
        if not page.evaluate("bench.ready()"):
            break
        side = page.evaluate("bench.session.side")
        spot = page.evaluate("bench.decide()")
        if spot is not None:
            page.mouse.click(*spot)
        page.evaluate("bench.ready()")
        passed += page.evaluate("bench.session.side") != side
        if passed == 4:
            break
    assert passed == 4
    for _ in range(12):
        # What lay on the table last may still have dice to clear away.
        page.wait_for_timeout(1000)
        if (now := nodes(page)) < before + ONE_TABLE:
            break
    assert now < before + ONE_TABLE


def test_the_log_stays_at_its_end_unless_one_scrolls_up_to_read(iwo_jima: Page) -> None:
    """The last test of this page: lines are added to its log that nobody has told."""
    page = iwo_jima
    log = page.locator("#log")
    log.evaluate("el => { el.style.maxHeight = '120px'; }")
    gap = "el => el.scrollHeight - el.scrollTop - el.clientHeight"
    page.evaluate(
        "async () => {"
        + SESSION
        + """
        const { emit } = Session.prototype;
        Session.prototype.emit = function (...rest) { window.session = this; return emit.apply(this, rest); };
    }"""
    )
    page.mouse.move(300, 300)
    page.mouse.move(420, 420)
    page.wait_for_function("() => window.session")
    more = """async () => {
        for (let i = 0; i < 12; i++) {
            const last = session.log.at(-1);
            const log = [1, 2, 3, 4].map((k) => ({ ...last, n: last.n + k, text: `Line ${i} ${k} of many.` }));
            session.receive({ ...session.table, reset: false, log });
            // In every frame, while the log still runs to the end of the lines before.
            await new Promise(requestAnimationFrame);
        }
    }"""
    page.evaluate(more)
    until = f"([el, far]) => Math.abs(({gap})(el) - far) < 2"
    page.wait_for_function(until, arg=[log.element_handle(), 0])
    log.hover()
    page.mouse.wheel(0, -60)
    page.wait_for_function(until, arg=[log.element_handle(), 60])
    read = log.evaluate("el => el.scrollTop")
    page.evaluate(more)
    page.wait_for_timeout(200)
    assert abs(log.evaluate("el => el.scrollTop") - read) < 2
    assert log.evaluate(gap) > 60


def test_the_flat_map_is_not_blank_and_gives_way_to_the_drawing_close_up(china: Page) -> None:
    colours = china.locator(".drawing > canvas").evaluate("""canvas => {
        const { data } = canvas.getContext("2d").getImageData(0, canvas.height >> 1, canvas.width, 100);
        return new Set(new Uint32Array(data.buffer)).size;
    }""")
    assert colours > 1000
    drawing = china.locator(".drawing > img")
    expect(drawing).to_be_hidden()
    china.mouse.move(450, 400)
    zoom(china, 7.3)
    expect(drawing).to_be_visible()
    zoom(china, 1 / 10)
    expect(drawing).to_be_hidden()


def test_of_the_sheet_of_counters_a_page_reads_what_lies_on_the_table(china: Page) -> None:
    """To read all of it was the dearest part of opening a table, and up to a half of it is never seen."""
    read = set(china.locator("#symbols symbol").evaluate_all("all => all.map(symbol => symbol.id)"))
    used = china.locator("use").evaluate_all("all => all.map(use => use.getAttribute('href').slice(1))")
    assert read == set(used)
    assert read < set(re.findall('<symbol id="(.*?)"', load("whitesun").counters_svg()))
    seen = "all => all.filter(face => face.checkVisibility()).map(face => face.querySelector('use').getBBox().width)"
    widths = china.locator(".pieces .face").evaluate_all(seen)
    assert len(widths) > 50
    assert min(widths) > 0, "a counter has no face"


def test_while_the_map_moves_nothing_dear_is_drawn_anew(china: Page) -> None:
    china.mouse.move(450, 400)
    world = china.locator(".world")
    size = "el => [el.style.getPropertyValue('--px'), el.className.includes('no-d3')]"
    before = world.evaluate(size)
    during = world.evaluate("""el => {
        const notch = { deltaY: -100, clientX: 450, clientY: 400, bubbles: true, cancelable: true };
        for (let i = 0; i < 8; i++) el.dispatchEvent(new WheelEvent("wheel", notch));
        return [el.style.getPropertyValue("--px"), el.className.includes("no-d3"), el.className.includes("moving")];
    }""")
    assert during == [*before, True]
    expect(world).not_to_have_class(re.compile("moving|no-d3"))
    assert float(world.evaluate(size)[0]) < float(before[0]) / 2


def test_counters_of_the_muster_are_made_once(china: Page) -> None:
    """A counter is dear to draw, and a whole army may be mustered: it stays, also while it cannot be taken."""
    shown = china.locator(".muster .force-unit:visible")
    kept = china.locator('.muster .force-unit[data-kept="yes"]')
    china.locator(".pieces .unit.glow").first.click()
    expect(china.locator("#prompt.mine")).to_contain_text("1 of 8 units")
    expect(shown.first).to_be_visible()
    everyone = shown.count()
    assert everyone > 8
    shown.evaluate_all("all => all.forEach(unit => { unit.dataset.kept = 'yes'; })")
    china.get_by_role("button", name=re.compile("Fill the force")).click()
    expect(china.locator("#prompt.mine")).to_contain_text("8 of 8 units")
    expect(shown).to_have_count(8)
    assert china.locator(".muster .force-unit[inert]").count() == everyone - 8, "nobody else can be taken"
    china.locator(".muster .force-unit.picked").first.click()
    expect(china.locator("#prompt.mine")).to_contain_text("7 of 8 units")
    expect(shown).to_have_count(everyone)
    assert kept.count() == everyone - 8, "all but those who bear the mark of the force now"
    assert china.locator(".muster .force-unit").count() == everyone
    for text in ("8 of 8 units", "1 of 8 units", "up to 8 units"):
        china.keyboard.press("z")
        expect(china.locator("#prompt.mine")).to_contain_text(text)
    expect(china.locator(".muster .force-unit").first).to_be_hidden()
    assert china.get_by_role("button", pressed=True).count() == 0

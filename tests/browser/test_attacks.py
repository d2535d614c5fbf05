"""A browser is made to attack: pages of other origins try forms, calls, sockets and frames on somebody who is in, and
members write markup into every text that somebody else will see."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import soak_mode
from browser.conftest import DESKTOP
from club_server import PASSWORD, ClubServer
from club_server import Browser as Caller
from grognard import games
from grognard.languages import LANGUAGES
from grognard.match import Match
from grognard.match.save import write
from grognard.store.members import Members
from random_games import some_of
from two_members import LIVE, Pair, begin, concede, eventually, get, post

pytestmark = pytest.mark.browser

HOSTS = some_of(1, ["127.0.0.1", "localhost"])
"""Where the other page lives. Its port is another, so it is another origin; under the first name it is the same site,
so that the browser sends even cookies that are for the same site alone."""
TONGUES = some_of(1, ["de", "en", *(tongue for tongue in LANGUAGES if tongue != "de")])

WRITES = (
    "club/me/name", "club/me/password", "club/me/email", "club/me/delete", "club/me/tokens", "club/me/notifications",
    "club/block", "club/report", "club/seen", "club/sign-out", "club/invitations", "club/sign-in", "club/sign-up",
    "lobby", "matches", "load", "sealed", "dice", "sit", "qr", "tournaments", "matches/{match}/decide",
    "matches/{match}/order", "matches/{match}/undo", "matches/{match}/chat", "matches/{match}/notes",
    "matches/{match}/invite", "matches/{match}/away", "matches/{match}/draw", "matches/{match}/abandon",
    "matches/{match}/replace", "matches/{match}/vacation", "matches/{match}/claim", "matches/{match}/branch",
    "games/iwojima/learn",
)  # fmt: skip
"""Calls that change something."""
BODIES: tuple[dict[str, Any], ...] = (
    {"name": "Stolen", "text": "stolen", "game": "iwojima", "room": "players", "act": "offer", "days": 3, "side": "US"},
    {"email": "eve@example.org", "password": PASSWORD, "old": PASSWORD, "new": "another secret here", "seat": "US"},
)
FORM = """([url, type, body]) => new Promise(done => {
  const frame = Object.assign(document.createElement("iframe"), { name: "sink" + Math.random() });
  const sent = { method: "post", action: url, enctype: type, target: frame.name };
  const form = Object.assign(document.createElement("form"), sent);
  const field = document.createElement("input");
  if (type === "text/plain") [field.name, field.value] = [body.slice(0, -1) + ',"x":"', '"}'];
  else [field.name, field.value] = ["text", body];
  form.append(field); document.body.append(frame, form);
  frame.onload = () => { frame.remove(); form.remove(); done(true); };
  form.submit(); setTimeout(() => done(false), 3000);
})"""
"""A form as another site's page sends it; with `text/plain` its body is JSON but for a field more."""
CALL = """async ([url, method, mode, headers, body]) => {
  try {
    const answer = await fetch(url, { method, mode, headers, body, credentials: "include" });
    return answer.type === "opaque" ? "opaque" : answer.status + " " + (await answer.text()).slice(0, 200);
  } catch (refused) { return "refused"; }
}"""
SOCKET = """url => new Promise(done => {
  const socket = new WebSocket(url);
  socket.onmessage = message => done("heard " + String(message.data).slice(0, 100));
  socket.onerror = () => done("refused"); setTimeout(() => done("silent"), 5000);
})"""
SCRIPT = """url => new Promise(done => {
  const before = new Set(Object.keys(window));
  const script = Object.assign(document.createElement("script"), { src: url });
  script.onload = () => done(Object.keys(window).filter(name => !before.has(name)));
  script.onerror = () => done([]); document.head.append(script);
})"""
FRAME = """([tag, url]) => new Promise(done => {
  const frame = document.createElement(tag);
  frame[tag === "object" ? "data" : "src"] = url;
  frame.onload = frame.onerror = () => setTimeout(() => done(true), 200); setTimeout(() => done(true), 4000);
  document.body.append(frame);
})"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(tmp_path_factory.mktemp("attacked"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of a server of somebody else's, with an empty page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Elsewhere</title><body>")

        def log_message(self, *given: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


class Victim(NamedTuple):
    """A member who is in, with a match that waits for her or not."""

    pair: Pair
    match: str
    context: BrowserContext


@pytest.fixture
def victim(browser: Browser, club: ClubServer) -> Iterator[Victim]:
    pair = Pair(club, club)
    match = begin(pair)
    context = browser.new_context(viewport=DESKTOP)  # type: ignore[arg-type]
    bring(context, pair.anna, club)
    yield Victim(pair, match, context)
    context.close()


def bring(context: BrowserContext, who: Caller, club: ClubServer) -> None:
    """Into a browser, as who he is."""
    context.add_cookies([{"name": each.name, "value": str(each.value), "url": club.url} for each in who.cookies.jar])


def all_of(who: Caller, match: str) -> Any:
    """What another page could have changed."""
    asked = ("club/me", "club/me/sessions", "club/me/tokens", "lobby", "matches", "tournaments", "notes")
    of_match = ("", "/club", "/chat?room=players", "/standing", "/seats")
    found = {path: get(who, path) for path in (*asked, *(f"matches/{match}{more}" for more in of_match))}
    for session in found["club/me/sessions"]:
        session.pop("seen", None)
    clock = found[f"matches/{match}/club"].pop("clock", None)
    assert clock is not None
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("host", HOSTS)
def test_a_page_of_another_origin_changes_and_reads_nothing(
    victim: Victim, club: ClubServer, elsewhere: int, host: str
) -> None:
    """Forms of all three kinds, calls with and without asking first, beacons, sockets, scripts."""
    (pair, match, context) = victim
    page = context.new_page()
    page.goto(f"{club.url}/")
    expect(page.locator("#club-me")).to_contain_text(pair.names[0])
    assert page.evaluate(CALL, [f"{club.url}/api/club/me", "GET", "cors", {}, None]).startswith("200"), "she is in"
    before = all_of(pair.anna, match)
    page.goto(f"http://{host}:{elsewhere}/")
    came: Counter[int] = Counter()
    page.on("response", lambda answer: came.update([answer.status] if answer.request.method == "POST" else []))
    table = get(pair.ben, f"matches/{match}")
    play = {"stamp": table["stamp"], "option": (table["ask"]["options"] or [["concede"]])[0]}
    kinds = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")
    for number, path in enumerate(WRITES):
        url, body = f"{club.url}/api/{path.format(match=match)}", json.dumps(BODIES[number % 2] | play)
        for kind in kinds if soak_mode.is_on else (kinds[number % 3],):
            page.evaluate(FORM, [url, kind, body])
            page.evaluate("([url, body]) => navigator.sendBeacon(url, body)", [url, body])
            page.evaluate(CALL, [url, "POST", "no-cors", {"content-type": kind}, body])
        marked = {"x-grognard": "page", "content-type": "application/json"}
        assert page.evaluate(CALL, [url, "POST", "cors", marked, body]) == "refused"
        assert page.evaluate(CALL, [url, "POST", "cors", {"content-type": "text/plain"}, body]) == "refused"
    for method in ("PUT", "DELETE"):
        for path in (f"matches/{match}/standing/pass", "club/me/sessions/others", f"matches/{match}/vacation"):
            assert page.evaluate(CALL, [f"{club.url}/api/{path}", method, "cors", {}, None]) == "refused"
    reads = (f"matches/{match}", "matches", "club/me", "club/me/export", f"matches/{match}/save", "stream", "notes")
    for path in reads:
        url = f"{club.url}/api/{path}"
        assert page.evaluate(CALL, [url, "GET", "cors", {}, None]) == "refused"
        if path != "stream":
            assert page.evaluate(SCRIPT, url) == []
    for path in (f"matches/{match}/ws", f"matches/{match}/watch/ws"):
        assert page.evaluate(SOCKET, f"{club.url.replace('http', 'ws')}/api/{path}") == "refused"
    assert all_of(pair.anna, match) == before
    assert came[403] > len(WRITES), "the attacks came as far as the server"
    assert set(came) <= {403}, came


@pytest.mark.parametrize("host", HOSTS)
def test_no_page_of_ours_is_shown_in_a_frame_or_held_by_its_opener(
    victim: Victim, club: ClubServer, elsewhere: int, host: str
) -> None:
    page = victim.context.new_page()
    rooms = ("/", f"/match/{victim.match}", "/club/account", f"/api/matches/{victim.match}/report")
    for room in rooms if soak_mode.is_on else rooms[:2]:
        for tag in ("iframe", "object", "embed"):
            page.goto(f"http://{host}:{elsewhere}/")
            page.evaluate(FRAME, [tag, club.url + room])
            inside = [frame for frame in page.frames if frame.url.startswith(club.url)]
            assert all(not frame.locator("body *").count() for frame in inside), f"{room} is shown in {tag}"
    with page.expect_popup() as opened:
        page.evaluate("url => { window.other = window.open(url); }", club.url)
    opened.value.wait_for_load_state()
    assert opened.value.evaluate("window.opener") is None
    assert page.evaluate("(() => { try { return other.closed || !other.location.href; } catch { return true; } })()")


# --- texts that somebody else sees

PROBE = "xss-probe"
MARKUP = (
    f"<{PROBE}></{PROBE}><img src=x onerror=hacked()><script>hacked()</script>",
    f"\"'><{PROBE}><svg onload=hacked()>",
    f"</textarea></title></script><{PROBE}><script>hacked()//",
    f'" onfocus=hacked() autofocus x="<{PROBE}>',
    f"&lt;{PROBE}&gt;<{PROBE} &#x3c;{PROBE}&#x3e; \\u003c{PROBE}>",
    f"<a href=javascript:hacked()>{PROBE}</a>javascript:hacked()",
    f"]]><{PROBE}/><![CDATA[<style>@import 'x'</style><math><mi//xlink:href=\"data:x,<script>hacked()</script>\">",
    f"${{hacked()}}{{{{hacked()}}}}<{PROBE}>%3Cscript%3Ehacked()%3C/script%3E",
)
WATCH = (
    """window.hacks = []; window.hacked = () => hacks.push(String(new Error().stack)); window.alert = window.hacked;"""
)


def harmless(page: Page, texts: bool = True) -> None:
    """Nothing that was written became part of the page: no element, no address, no handler."""
    found = page.evaluate(
        f"""() => [
          ...document.querySelectorAll("{PROBE}, [onerror], [onload], [onfocus], [href^='javascript:']"),
        ].map(each => each.outerHTML.slice(0, 200)).concat(window.hacks ?? [])"""
    )
    assert found == [], f"{page.url}: {found}"
    if texts:
        expect(page.locator("body")).to_contain_text(PROBE)


def test_markup_that_gets_in_is_seen(browser: Browser) -> None:
    """The measure measured."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto("about:blank")
    for text in MARKUP:
        page.evaluate("text => { document.body.innerHTML = text; }", text)
        with pytest.raises(AssertionError, match="about:blank: "):
            harmless(page, texts=False)
    context.close()


@pytest.fixture
def looker(browser: Browser, club: ClubServer) -> Iterator[Callable[..., Page]]:
    """Opens pages for somebody; bare of our policy of contents, which would stop what had got in."""
    contexts = []

    def opened(path: str, who: Caller | None, tongue: str) -> Page:
        context = browser.new_context(viewport=DESKTOP, bypass_csp=True, locale=tongue)  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(WATCH)
        if who is not None:
            bring(context, who, club)
        if tongue != "en":
            context.add_cookies([{"name": "language", "value": tongue, "url": club.url}])
        page = context.new_page()
        page.set_default_timeout(40_000)
        page.goto(club.url + path)
        page.wait_for_load_state("networkidle")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def written(club: ClubServer) -> tuple[Pair, str, str, Caller]:
    """A club in which a member wrote markup wherever he may: his pair, two matches and who keeps the club."""
    pair, keeper = Pair(club, club), club.member("Keeper")
    people = Members(club.db)
    people.change(str(keeper.ask("me")["id"]), roles="owner umpire")
    people.change(str(pair.ben.ask("me")["id"]), roles="umpire")
    people.close()
    eventually(lambda: get(pair.ben, "tournaments")["keeps"])
    match, over = begin(pair), begin(pair)
    for text in MARKUP:
        post(pair.ben, f"matches/{match}/chat", room="players", text=text)
        post(keeper, f"matches/{match}/chat", room="spectators", text=text)
        post(pair.ben, "club/report", match=match, n=1, why=text)
        refused = pair.ben.post("/api/club/me/name", json={"name": text})
        assert refused.status_code in (400, 409, 422), refused.text
        post(pair.ben, "tournaments", name=text[:60], kind="swiss", game="iwojima", pace=LIVE, rated=False)
        keeper.say("invitations", note=text)
        pair.ben.say("me/tokens", name=text[:40], scopes=["play"])
    post(pair.ben, f"matches/{match}/notes", text="\n".join(MARKUP))
    device = club.browser()
    device.headers["User-Agent"] = MARKUP[0]
    device.enter(str(pair.ben.ask("me")["name"]))
    keeper.say(f"members/{club.member().ask('me')['id']}/ban", why=MARKUP[0], days=1)
    concede(pair.anna if get(pair.anna, f"matches/{over}")["ask"]["mine"] else pair.ben, over)
    return pair, match, over, keeper


@pytest.mark.parametrize("tongue", TONGUES)
def test_what_others_wrote_is_text_and_nothing_else(
    written: tuple[Pair, str, str, Caller], looker: Callable[..., Page], tongue: str
) -> None:
    (pair, match, over, keeper) = written
    page = looker(f"/match/{match}", pair.anna, tongue)
    page.locator("#chat-open").click()
    expect(page.locator(".chat-lines li")).to_have_count(len(MARKUP))
    harmless(page)
    page = looker("/tournaments", None, tongue)
    expect(page.locator(".tournament-list")).to_be_visible()
    harmless(page)
    for row in get(pair.anna, "tournaments")["tournaments"] if soak_mode.is_on else ():
        harmless(looker(f"/tournaments/{row['id']}", None, tongue))
    page = looker("/club/moderation", keeper, tongue)
    expect(page.locator("#reports [data-report]").first).to_be_visible()
    harmless(page)
    for tab in ("members", "invitations", "audit", "figures"):
        page.locator(f"#tab-{tab}").click()
        page.wait_for_load_state("networkidle")
        harmless(page, texts=False)
    if not soak_mode.is_on:
        return
    harmless(looker(f"/match/{match}", keeper, tongue), texts=False)
    for path in ("/club/account", f"/members/{pair.names[1]}", f"/replay/{over}", "/"):
        harmless(looker(path, pair.ben, tongue), texts=path == "/club/account")
    assert f"<{PROBE}" not in pair.ben.get(f"/api/replays/{over}/report").text


@pytest.mark.parametrize("tongue", TONGUES)
def test_an_address_that_somebody_sends_is_no_markup(
    written: tuple[Pair, str, str, Caller], looker: Callable[..., Page], tongue: str
) -> None:
    """Rooms that are not there, invitations that are none, words to look for."""
    bad = quote(MARKUP[1], safe="")
    rooms = ("/match/{}", "/#sit={}", "/rules/iwojima?q={}", "/members/{}", "/match/x#sit={}", "/tournaments/{}",
             "/replay/{}", "/#sign-up={}", "/leaderboard/{}", "/?next={}")  # fmt: skip
    for room in rooms if soak_mode.is_on else rooms[:3]:
        harmless(looker(room.format(bad), None, tongue), texts=False)
    (pair, *_) = written
    page = looker("/", pair.anna, tongue)
    page.goto(page.url + f"#sit={bad}")
    page.wait_for_load_state("networkidle")
    harmless(page, texts=False)


def altered_saves() -> list[str]:
    """Saves in which markup stands for what else a game would know."""
    game = games.load("iwojima")
    match = Match.new(game, seed=1)
    saves = []
    for text in MARKUP:
        for change in (
            {"scenario": text}, {"version": text}, {"options": {text: text}}, {"seats": {"US": text, "JP": "human"}},
            {"game": text},
        ):  # fmt: skip
            altered = Match.new(game, seed=1)
            altered.header = replace(match.header, **change)  # type: ignore[arg-type]
            saves.append(write(altered))
        saves.append(write(match) + text + "\n")
        saves.append(text + "\n" + write(match))
    return saves


@pytest.mark.soak
def test_a_save_that_somebody_sends_is_no_markup(looker: Callable[..., Page], club: ClubServer, tmp_path: Any) -> None:
    """Refused, or taken without what it had no business to say; the page says so in plain text."""
    anna = club.member()
    saves = altered_saves()
    taken = []
    for save in saves:
        answer = anna.post("/api/load", content=save.encode())
        assert answer.status_code in (200, 400, 404, 409, 422), answer.text
        if answer.status_code == 200:
            taken.append(answer.json()["id"])
    for match in taken[:3]:
        harmless(looker(f"/match/{match}", anna, "en"), texts=False)
    page = looker("/", anna, "en")
    for number, save in enumerate(saves[::3]):
        file = tmp_path / f"evil-{number}.save"
        file.write_text(save, encoding="utf-8")
        page.goto(f"{club.url}/")
        with page.expect_file_chooser() as chosen:
            page.locator("#load").click()
        with page.expect_response("**/api/load*") as answered:
            chosen.value.set_files(file)
        if answered.value.ok:
            page.wait_for_url("**/match/*")
        else:
            expect(page.locator(".veil, [role=alert]:not(:empty)").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        harmless(page, texts=False)

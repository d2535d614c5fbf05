"""The page in other languages: the browser's own or the one that was picked; nothing breaks at twice the length."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.clicking import at_rest
from browser.conftest import at_three_sizes
from grognard.languages import LANGUAGES
from grognard.server.http.translation import TEXTS, said

pytestmark = pytest.mark.browser
Open = Callable[..., Page]

MISSING = """async (name) => {
  const { S } = await import('/static/languages/strings.js');
  const { WORDS } = await import(`/static/languages/${name}.js`);
  let all = 0; const missing = [];
  const walk = (english, words, path) => {
    for (const [key, value] of Object.entries(english)) {
      if (typeof value === 'object' && !Array.isArray(value)) walk(value, words?.[key] ?? {}, `${path}${key}.`);
      else { all += 1; if (words?.[key] === undefined) missing.push(path + key); }
    }
  };
  walk(S, WORDS, '');
  return { all, missing };
}"""
"""English entries that a catalogue lacks."""
DOUBLED = """async () => {
  const { S } = await import('/static/languages/strings.js');
  const twice = (value) =>
    typeof value === 'string' ? `${value} ${value}`
    : value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, twice(part)]))
      : undefined;
  return twice(S);
}"""
"""A catalogue that says every sentence twice; the browser has it take the place of German."""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize(
    ("locale", "lang", "heading", "day"),
    [
        ("de-AT", "de", "Ein Spiel wählen", "11. Jan. 1970"),
        pytest.param("ja-JP", "ja", "ゲームを選ぶ", "1970年1月11日", marks=pytest.mark.soak),
        pytest.param("zh-CN", "zh-Hans", "选择游戏", "1970年1月11日", marks=pytest.mark.soak),
        ("zh-TW", "zh-Hant", "選擇遊戲", "1970年1月11日"),
        ("fr-FR", "en", "Choose a game", "11 Jan 1970"),
    ],
)
def test_the_page_speaks_the_browser_s_language(
    open_page: Open, picture: Callable[[Page, str], None], locale: str, lang: str, heading: str, day: str
) -> None:
    page = open_page("/", locale=locale)
    expect(page.locator("#games")).to_have_text(heading)
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.evaluate("async () => (await import('/static/club/formats.js')).dayOf(908000)") == day
    if lang == "de":
        # What is new may wait for its translation and is English till then; most of it may not.
        for language in LANGUAGES:
            found: dict[str, Any] = page.evaluate(MISSING, language.lower())
            assert len(found["missing"]) < 0.15 * found["all"], (language, found["missing"])
            assert not [words for words in found["missing"] if words.startswith("club.rooms.")], language
        picture(page, "front-room-de")


@at_three_sizes
def test_the_language_that_was_picked_stays(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator("#games")).to_have_text("Choose a game")
    page.locator("#language").select_option("ja")
    expect(page.locator("#games")).to_have_text("ゲームを選ぶ")
    expect(page.locator("#language option:checked")).to_have_text("日本語")
    page.reload()
    expect(page.locator("#games")).to_have_text("ゲームを選ぶ")
    page.locator("#language").select_option("en")
    expect(page.locator("#games")).to_have_text("Choose a game")


@at_three_sizes
def test_a_table_speaks_the_language_that_was_picked(open_page: Open, new_match: Callable[..., str]) -> None:
    page = open_page("/", locale="fr-FR")
    expect(page.locator("[data-game=iwojima] h3")).to_have_text("Iwo Jima")
    page.locator("#language").select_option("ja")
    expect(page.locator("[data-game=iwojima] h3")).to_have_text("硫黄島")
    page.goto(page.url.rstrip("/") + new_match("staff", "human"))
    expect(page.locator(".chip[data-phase='8']")).to_have_text("建設")
    expect(page.get_by_role("button", name="自動で配置して始める")).to_be_visible()


def spoken(words: Any) -> Any:
    """Without the functions, which do not come out of the browser."""
    return {key: spoken(part) for key, part in words.items() if part is not None} if isinstance(words, dict) else words


def twice(body: str | bytes) -> str:
    return said(body if isinstance(body, bytes) else body.encode(), lambda text: f"{text} {text}", TEXTS).decode()


def answer_twice(route: Route) -> None:
    # The browser may hold the sheet already, in plain words: it is asked for as if it did not.
    asked = {name: value for name, value in route.request.headers.items() if name != "if-none-match"}
    answer = route.fetch(headers=asked)
    body = answer.body()
    route.fulfill(response=answer, body=twice(body) if answer.ok and body else body)


def speak_twice(line: WebSocketRoute) -> None:
    server = line.connect_to_server()
    server.on_message(lambda message: line.send(twice(message)))


@pytest.mark.soak
def test_nothing_breaks_at_twice_the_length(open_page: Open, new_match: Callable[..., str]) -> None:
    page = open_page("/")
    words = json.dumps(spoken(page.evaluate(DOUBLED)))
    long = open_page("/", locale="de-DE")
    long.route("**/languages/de.js", lambda route: route.fulfill(
        body=f"export const WORDS = {words};", content_type="text/javascript"))  # fmt: skip
    # The games' words come from the server: on their way here they are said twice too.
    long.route(re.compile(r"/api/(games(/\w+/board)?|matches/\w+(\?.*)?)$"), answer_twice)
    long.route_web_socket(re.compile(r"/api/matches/.*/ws"), speak_twice)
    for path, shown in (("/", "#games"), (new_match("human", "staff"), ".prompt-text")):
        long.goto(page.url.rstrip("/") + path)
        for width, height in ((1280, 800), (800, 1100), (390, 844)):
            long.set_viewport_size({"width": width, "height": height})
            expect(long.locator(shown).first).to_be_visible()
            at_rest(long)
            assert long.evaluate(WIDER) <= 0, f"{path} is wider than a screen of {width}"
    expect(long.locator(".prompt-text").first).to_contain_text(re.compile(r"(.{12,}) \1"))

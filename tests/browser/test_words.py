"""Every sentence of the page, with numbers and names in its open places: in order, and whole in every language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from wording_outside_games import faults

GATHER = """async (file) => {
  const english = (await import("/static/languages/english.js")).ENGLISH;
  const words = file ? (await import(`/static/languages/${file}.js`)).WORDS : english;
  const out = [];
  // The kinds of a sentence's open places stand in its English source.
  const kinds = (made) => {
    const head = made.toString().split("=>")[0];
    const found = [...head.matchAll(/@type \\{([^}]*)\\}/g)].map((each) => each[1]);
    return found.length ? found : Array(made.length).fill("number");
  };
  const given = (kind, number) => /number/.test(kind) ? number : kind === "boolean" ? number > 1
    : /\\[\\]/.test(kind) ? ["Ann", "Ben"] : "Ann";
  const walk = (where, text, model) => {
    if (typeof text === "string") out.push([where, text]);
    else if (typeof text === "function") {
      for (const number of [1, 2, 1234.5]) {
        out.push([`${where}(${number})`, text(...kinds(model ?? text).map((kind) => given(kind, number)))]);
      }
    } else if (text && typeof text === "object") {
      for (const [key, each] of Object.entries(text)) walk(`${where}.${key}`, each, model?.[key]);
    }
  };
  walk("", words, english);
  return out;
}"""


@pytest.fixture(scope="module")
def said(browser: Browser, server: str) -> Any:
    page = browser.new_page()
    page.goto(server)
    return lambda language="": page.evaluate(GATHER, language)


def test_every_english_sentence_of_the_page_is_in_order(said: Any) -> None:
    texts = said()
    assert len(texts) > 700
    wrong = [f"{where}: {fault}\n    {text}" for where, text in texts for fault in faults(text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["de", "ja", "zh-hans", "zh-hant"])
def test_other_languages_say_every_sentence_and_no_code(said: Any, language: str) -> None:
    texts = said(language)
    assert len(texts) > 700
    assert not [(where, text) for where, text in texts if "undefined" in text or "NaN" in text or "[object" in text]


@pytest.mark.parametrize(
    ("locale", "mean", "chances", "count"),
    [
        ("en", "mean 1.8 hits", "25–40%", "12,345 hits"),
        ("de", "1,8", "25–40 %", "12.345 Treffer"),
        ("ja", "1.8", "25–40%", "12,345"),
    ],
)
def test_numbers_are_written_as_the_reader_writes_them(
    browser: Browser, server: str, locale: str, mean: str, chances: str, count: str
) -> None:
    page = browser.new_page(locale=locale)
    page.goto(server)
    shown = page.evaluate(
        """async () => {
          const { S } = await import("/static/languages/strings.js");
          const { percent } = await import("/static/languages/language.js");
          return [S.mean(1.8, "hits"), percent(0.25, 0.4), S.hits(12345), S.turn(7)];
        }"""
    )
    assert mean in shown[0]
    assert chances in shown[1].replace("\xa0", " ")
    assert count in shown[2]
    assert "7" in shown[3]
    page.close()


def test_a_page_in_another_language_says_that_rules_are_english(browser: Browser, server: str) -> None:
    page = browser.new_page(locale="de")
    page.goto(f"{server}/rules/iwojima")
    expect(page.locator(".rules-english")).to_contain_text("auf Englisch")
    expect(page.locator(".rule p[lang=en]").first).to_be_visible()
    page.close()
    page = browser.new_page(locale="en")
    page.goto(f"{server}/rules/iwojima")
    expect(page.locator(".rule").first).to_be_visible()
    expect(page.locator(".rules-english")).to_have_count(0)
    page.close()

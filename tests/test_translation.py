"""In every language: the games' words through one catalogue each, at the server's door; what is missing is English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

import make_catalogue
from grognard.games import game_ids, load
from grognard.kernel import messages as of_games
from grognard.kernel.worksheet import Row, Sheet
from grognard.languages import LANGUAGES, first_of
from grognard.languages.catalogue import Catalogue, catalogue_of, entries_of
from grognard.server import game_data
from grognard.server.http import messages_to_page
from grognard.server.http.translation import TEXTS, worded
from grognard.server.matches import custom_positions, installed_games
from match_server import Server

_NO_TEXT = (
    "acts answers args begin bots cases choice colour commitment decides default designer do end ended faces game hit "
    "id ids ink invitation kind lacks look match option options path players publisher ranks scenario seats seed "
    "shares side stamp standing start status stems step symbol token tone tracks values verb verbs verdict version "
    "ways winner"
)
NO_TEXT = frozenset(_NO_TEXT.split())
"""Fields that hold words and are not read: names of things in the program, options, signatures, people's names. The
buttons of a sheet, `acts`, are worded one by one."""


# --- the terms of the games


@cache
def terms_of(ident: str) -> tuple[str, ...]:
    """Each of them once."""
    return tuple(dict.fromkeys(named(ident)))


def named(ident: str) -> Iterator[str]:
    """What a game calls things, without the names of units and places."""
    board, game = installed_games.board_of(ident), load(ident)
    offer = game_data._offer(ident)
    yield from (offer["title"], offer["subtitle"], offer["length"], offer["complexity"], offer["blurb"])
    for choice in (*offer["scenarios"], *offer["options"]):
        yield choice["name"]
    for side in board["sides"]:
        yield from (side["name"], side["adjective"])
    for phase in board["phases"]:
        yield from (phase["name"], phase["short"])
    for verb in board["verbs"].values():
        yield from (verb["label"], *verb.get("words", {}).values())
    for thing in (*board["flags"], *board["markers"], *board["tracks"]):
        yield from (thing["name"], *thing.get("labels", ()), *thing.get("events", ()))
    for space in board["spaces"]:
        yield from (fact["name"] for fact in space["facts"])
        if space["kind"] == "box":
            yield from (space["name"], *(fact["value"] for fact in space["facts"]))
    for unit in (*board["units"], *board.get("faces", ())):
        yield unit.get("type", "")
        yield from (fact["name"] for fact in unit.get("facts", ()))
    yield from (term["term"] for term in game.glossary)
    yield from game.chapters.values()
    for field in custom_positions.sheet(game)["fields"]:
        yield from (field["name"], *(choice["name"] for choice in field.get("choices", ())))


def is_word(text: str) -> bool:
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", game_ids())
def test_every_term_of_a_game_has_an_entry(ident: str, language: str) -> None:
    catalogue = catalogue_of(language)
    missing = [term for term in terms_of(ident) if is_word(term) and catalogue.known(term) is None]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_marked_as_ours_and_keeps_the_open_places_of_every_entry(language: str) -> None:
    head = files("grognard.languages").joinpath(f"{language.replace('-', '_')}.po").read_text(encoding="utf-8")[:200]
    assert "needs a native reader" in head
    for english, said in entries_of(language):
        for form in said:
            assert set(re.findall(r"\{\w+\}", form)) <= set(re.findall(r"\{\w+\}", english[-1])), english


# --- what the library does


def test_numbers_dates_lists_and_plurals_are_the_language_s_own() -> None:
    german, japanese, chinese = (catalogue_of(language) for language in ("de", "ja", "zh-Hans"))
    assert [german.say(f"{n} step{'s' * (n != 1)}") for n in (1, 2)] == ["1 Stufe", "2 Stufen"]
    assert [japanese.say(f"{n} step{'s' * (n != 1)}") for n in (1, 2)] == ["1ステップ", "2ステップ"]
    assert [german.say("1,250.5"), german.say("2108")] == ["1.250,5", "2108"]  # a plain number may be a hex
    assert [german.say("17–19 Feb"), german.say("Apr 1944")] == ["17.–19. Feb.", "Apr. 1944"]
    assert [japanese.say("17–19 Feb"), chinese.say("3 May 1945")] == ["2月17日～19日", "1945年5月3日"]
    assert german.say("Cave, Beachhead and Armor") == "Höhle, Brückenkopf und Panzerung"
    assert japanese.say("Cave (2 steps)") == "洞窟（2ステップ）"


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("0.26", "0,26"),
        ("−0.3", "−0,3"),
        ("+1.5", "+1,5"),
        ("12,000", "12.000"),
        ("57%", "57\N{NO-BREAK SPACE}%"),
        ("33 %", "33\N{NO-BREAK SPACE}%"),
        ("0.0 steps", "0,0 Stufen"),
        ("1.5 steps", "1,5 Stufen"),
        ("3.5 VP", "3,5 SP"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(english: str, german: str) -> None:
    assert catalogue_of("de").say(english) == german


MILITARY = re.compile(
    r"\d|\b(?:Air|Airborne|Amphibious|Area|Armor|Army|Arty|Artillery|Base|Box|Brigade|Carriers?|Cavalry|Coastal|"
    r"Coast Guns|Corps|Cruisers|Deception|Defense|Destroyers|Division|Engineers?|Escort|"
    r"Expeditionary|"
    r"Field|Fleet|Force|Forces|Fortress|Garrison|Group|Guards|Guerrillas|HQ|Infantry|Isl\.|Levies|Marines?|Militia|Mixed|"
    r"Mortar|Mountain|Mules|Naval|Parachute|Points?|Provisional|RAC|Rangers|Regiment|Reserve|Rifles|Rocket|Star|Supply|"
    r"Support|Tank|Train|Troops|Truck|Unit|airfield|beach|cape|cliffs|flats|inner sea|lagoon|mouth|off|salt pans|shore|"
    r"unit)\b"
)
"""Words of an army or a chart, which a language may have its own for."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", game_ids())
def test_a_name_is_never_translated_in_parts(ident: str, language: str) -> None:
    """`New York` is no new York: a name stays, or has an entry of its own, unless it is a number and a kind of unit."""
    board = installed_games.board_of(ident)
    names = {row["name"] for part in ("units", "spaces") for row in board[part]}
    own = {english for entry in entries_of(language) for english in entry[0]}
    said = {name: catalogue_of(language).say(name) for name in names if not MILITARY.search(name) and name not in own}
    words = re.compile(r"(?!US\b)[A-Za-z]{2,}")
    kept = {name: set(words.findall(name)) & set(words.findall(how)) for name, how in said.items() if how != name}
    assert {name: said[name] for name in kept if kept[name]} == {}


def test_names_with_initials_and_ordinals_keep_their_parts() -> None:
    german, japanese = catalogue_of("de"), catalogue_of("ja")
    for name in ("New York – Arkansas", "N. Carolina – Washington"):
        assert [german.say(name), japanese.say(name)] == [name, name]
    assert german.say("New 39th Division").startswith("Neue 39.")


def test_a_sentence_is_recognised_by_its_open_places_and_never_said_by_halves() -> None:
    entries = [
        (("{unit} lands at {area}, {cost} MP.",), ("{area}: {unit} landet für {cost} BP.",)),
        (("{n} step", "{n} steps"), ("{n} Stufe", "{n} Stufen")),
        (("{unit} loses {steps} in {area}.",), ("{unit} verliert in {area} {steps}.",)),
        (("Nishi",), ("Westen",)),
    ]
    say = Catalogue("de", entries).say
    assert say("23/4 lands at Nishi, 2 MP.") == "Westen: 23/4 landet für 2 BP."
    assert say("Coast Guns loses 1 step in Nishi.") == "Coast Guns verliert in Westen 1 Stufe."
    both = "23/4 lands at Nishi, 2 MP. 23/4 loses 2 steps in Minami."
    assert say(both) == "Westen: 23/4 landet für 2 BP. 23/4 verliert in Minami 2 Stufen."
    for english in ("23/4 lands at Nishi, 2 MP. Nobody saw it.", "Who goes ashore lands at Nishi, 2 MP."):
        assert say(english) == english


# --- what there is to be said


@cache
def english() -> Catalogue:
    """Everything that our code and data may say, as if English were another language."""
    texts = [(text, text) for text in make_catalogue.all_texts(("kernel", "games"))]
    terms = {term for ident in game_ids() for term in (*terms_of(ident), *facts_of(ident)) if is_word(term)}
    return Catalogue("en", [*texts, *(((term,), (term,)) for term in terms)])


def facts_of(ident: str) -> Iterator[str]:
    board = installed_games.board_of(ident)
    for thing in (*board["spaces"], *board["units"], *board.get("faces", ())):
        yield thing.get("name", "")
        yield from (fact["value"] for fact in thing.get("facts", ()))


def test_no_line_of_a_golden_game_is_said_outside_of_the_list() -> None:
    lines = {(ident, line) for ident in game_ids() for line in make_catalogue.golden_lines(ident)}
    unknown = sorted((ident, line) for ident, line in lines if english().known(line) is None)
    # A few are put together of single words; whoever adds a sentence writes it as one.
    assert len(unknown) < 0.03 * len(lines), unknown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_of_iwo_jima_is_told_in_every_language(language: str) -> None:
    known = catalogue_of(language).known
    assert [line for line in sorted(make_catalogue.golden_lines("iwojima")) if known(line) is None] == []


# --- the door


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr-FR, ja;q=0.4, de;q=0.8", "de"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK,zh;q=0.9", "zh-Hant"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-Hant-CN", "zh-Hant"),
        ("fr", "en"),
        ("", "en"),
        ("*;q=nonsense, zh-!!", "zh-Hans"),
    ],
)
def test_a_browser_says_what_its_reader_reads(accepted: str, language: str) -> None:
    assert first_of(accepted) == language


@cache
def names_of_texts() -> frozenset[str]:
    """Every field on the wire that holds a text, or texts in a list or by a key."""
    shapes = [*vars(of_games).values(), *vars(messages_to_page).values(), Row, Sheet]
    found = set()
    for shape in shapes:
        if isinstance(shape, type) and (issubclass(shape, msgspec.Struct) or shape in (Row, Sheet)):
            hints = get_type_hints(shape)
            found |= {name for name, hint in hints.items() if re.search(r"\bstr\b", str(hint).replace("'str'", "str"))}
    return frozenset(found)


def test_every_field_of_the_wire_is_read_by_people_or_is_known_not_to_be() -> None:
    assert sorted(names_of_texts() - TEXTS - NO_TEXT) == []
    assert sorted(TEXTS & NO_TEXT) == []


def test_whoever_reads_another_language_is_answered_in_it(server: Server) -> None:
    def get(path: str, **headers: str) -> httpx.Response:
        answer = server.http.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        assert answer.status_code in (200, 304), answer.text
        return answer

    board = "/api/games/iwojima/board"
    english = get(board).json()
    german = get(board, accept_language="de-DE").json()
    assert [english["phases"][8]["name"], german["phases"][8]["name"]] == ["Construction", "Bau"]
    assert [row["id"] for row in german["spaces"]] == [row["id"] for row in english["spaces"]]
    # The cookie is what the player picked, and counts before what his browser says.
    assert get(board, accept_language="de-DE", cookie="grognard=x; language=ja").json()["phases"][8]["name"] == "建設"
    assert get(board, accept_language="de-DE", cookie="language=en").json() == english
    # A page that holds the sheet is not sent it again, and not taken for one that holds it in another language.
    tag = get(board, accept_language="de").headers["etag"]
    assert get(board, accept_language="de", if_none_match=tag).status_code == 304
    assert get(board, if_none_match=tag).json() == english
    assert get("/api/games", accept_language="ja").json()[0]["title"] == "硫黄島"
    # Rules are found by the words of either language.
    found = get("/api/games/iwojima/rules?q=Höhle", accept_language="de").json()["ids"]
    assert found == get("/api/games/iwojima/rules?q=Cave").json()["ids"] != []
    # A refusal without an entry is English.
    assert server.http.get("/api/games/nowhere/board", headers={"accept-language": "ja"}).json()["error"].isascii()


@pytest.mark.parametrize(("held", "wanted"), [("en", "ja"), ("de", "ja"), ("de", "en"), ("ja", "zh-Hans")])
def test_who_picks_another_language_is_not_left_with_the_sheet_of_the_last(
    server: Server, held: str, wanted: str
) -> None:
    """His browser holds it, and asks whether it has changed."""

    def asked(language: str, tag: str = "") -> httpx.Response:
        said = {"cookie": f"language={language}", **({"if-none-match": tag} if tag else {})}
        return server.http.get("/api/games/iwojima/board", headers=said)

    fresh = asked(wanted)
    assert asked(wanted, fresh.headers["etag"]).status_code == 304
    again = asked(wanted, asked(held).headers["etag"])
    assert (again.status_code, again.text) == (200, fresh.text)


def test_the_line_to_a_page_speaks_its_language(server: Server) -> None:
    made = server.new()
    url = f"ws://127.0.0.1:{server.port}/api/matches/{made.id}/ws"
    headers = {"Authorization": f"Bearer {made.tokens[1]}", "Cookie": "language=de"}
    with connect(url, additional_headers=headers, open_timeout=60) as line:
        table = json.loads(line.recv())
    assert table["ask"]["prompt"] == catalogue_of("de").say(made.table(1)["ask"]["prompt"])
    assert table["stamp"] == made.table(1)["stamp"]


def test_what_people_say_is_left_alone() -> None:
    body: dict[str, Any] = {"talk": {"text": "Cave"}, "club": {"name": "Cave"}, "text": "Cave", "id": "Cave"}
    assert worded(body, catalogue_of("de").say, TEXTS) == {**body, "text": "Höhle"}
    term = {"term": "Cave", "means": "It hides.", "also": ["Caves"], "cases": []}
    assert worded(term, catalogue_of("de").say, TEXTS) == {**term, "term": "Höhle", "also": ["Caves", "Cave"]}

"""Sealed saves: one file with everything, of which a seat reads nothing that it may not know."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard import bots
from grognard.games import load
from grognard.match import Match, sealed_file
from grognard.match import save as saves
from grognard.match.header import HUMAN
from grognard.server.app import create_app
from grognard.server.matches import sealed_saves

PHRASE = "a garrison of twenty thousand"
US = {"US": HUMAN, "JP": "staff"}


def at_turn_one(seed: int = 3) -> Match:
    """Iwo Jima after the garrison was set up in secret."""
    game = load("iwojima")
    match = Match.new(game, seats=US, seed=seed)
    players = [bots.make("random", game, side, random.Random(seed + side)) for side in range(2)]
    while (asked := match.asked) is not None and (asked.side or len(match.played) < 40):
        match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    return match


def sealed(match: Match, **by: Any) -> str:
    return sealed_file.seal(sealed_saves.about_of(match, {0}), {"save": saves.write(match)}, **by)


def test_a_seal_opens_for_its_phrase_and_for_nothing_else() -> None:
    match = at_turn_one()
    text = sealed(match, phrase=PHRASE)
    assert sealed_file.unseal(text, phrase=PHRASE) == {"save": saves.write(match)}
    with pytest.raises(sealed_file.SealError, match="phrase is another"):
        sealed_file.unseal(text, phrase="a garrison of ten thousand")
    lines = text.split("\n")
    lines[1] = lines[1].replace('"turn":1', '"turn":9')
    with pytest.raises(sealed_file.SealError, match="was changed"):
        sealed_file.unseal("\n".join(lines), phrase=PHRASE)
    with pytest.raises(sealed_file.SealError, match="at least 8"):
        sealed(match, phrase="short")


def test_two_worlds_that_differ_in_what_is_hidden_have_the_same_open_part_and_length() -> None:
    one = at_turn_one()
    other = at_turn_one(11)  # another garrison, and other secret decisions before the same turn
    key = bytes(32)
    first, second = sealed(one, key=key), sealed(other, key=key)
    assert len(saves.write(one)) != len(saves.write(other))
    assert len(first) == len(second)
    open_parts = []
    for text in (first, second):
        about = json.loads(text.split("\n")[1])
        assert len(about.pop("nonce")) == 16
        open_parts.append(json.dumps(about).encode())
    assert open_parts[0] == open_parts[1]
    assert "assign" not in first
    assert first.split("\n")[2] != second.split("\n")[2]


def client(folder: Path, name: str) -> TestClient:
    (folder / name).mkdir(exist_ok=True)
    app = create_app(folder / name / "matches.sqlite")
    return TestClient(app, base_url="http://localhost", headers={"Origin": "http://localhost", "X-Grognard": "page"})


def made(page: TestClient, seats: dict[str, str], **more: Any) -> str:
    answer = page.post("/api/matches", json={"game": "iwojima", "seats": seats, "seed": 4, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def test_a_game_against_a_bot_is_sealed_in_mid_game_and_opens_here_and_elsewhere(tmp_path: Path) -> None:
    with client(tmp_path, "here") as here, client(tmp_path, "there") as there:
        ident = made(here, US)
        assert here.get(f"/api/matches/{ident}/save").status_code == 403
        by_server = here.post(f"/api/matches/{ident}/sealed", json={}).text
        by_phrase = here.post(f"/api/matches/{ident}/sealed", json={"phrase": PHRASE}).text
        again = here.post("/api/sealed", json={"save": by_server})
        assert again.status_code == 200, again.text
        assert again.json()["id"] != ident
        assert here.get(f"/api/matches/{again.json()['id']}?seat=US").json()["game"] == "iwojima"
        refused = there.post("/api/sealed", json={"save": by_server}).json()
        assert refused["error"].startswith("It was sealed by another server")
        asked = there.post("/api/sealed", json={"save": by_phrase})
        assert asked.json()["code"] == "phrase"
        moved = there.post("/api/sealed", json={"save": by_phrase, "phrase": PHRASE})
        assert moved.status_code == 200, moved.text
        table = there.get(f"/api/matches/{moved.json()['id']}?seat=US").json()
        assert table["seats"] == US
        assert there.get(f"/api/matches/{moved.json()['id']}?seat=JP").status_code == 403


def test_a_match_is_deleted_and_put_back_in_its_place(tmp_path: Path) -> None:
    with client(tmp_path, "here") as here:
        ident = made(here, US)
        gone = here.post(f"/api/matches/{ident}/away")
        assert gone.status_code == 200, gone.text
        assert here.get(f"/api/matches/{ident}?seat=US").status_code == 404
        assert here.get("/api/matches").json() == []
        back = here.post("/api/sealed", json={"save": gone.json()["sealed"]})
        assert back.json()["id"] == ident
        assert here.get(f"/api/matches/{ident}?seat=US").status_code == 200


def test_between_people_there_is_no_phrase_and_nobody_deletes_the_others_game(tmp_path: Path) -> None:
    with client(tmp_path, "here") as here:
        ident = made(here, {"US": HUMAN, "JP": HUMAN}, invite=["JP"])
        answer = here.post(f"/api/matches/{ident}/sealed", json={"phrase": PHRASE})
        assert (answer.status_code, answer.json()["code"]) == (403, "secret")
        text = here.post(f"/api/matches/{ident}/sealed", json={}).text
        # It leads to the match itself, with one's own seat and no other.
        back = here.post("/api/sealed", json={"save": text}).json()
        assert back["id"] == ident
        assert "token" in back["seats"]["US"]
        assert "token" not in back["seats"]["JP"]
        assert here.post(f"/api/matches/{ident}/away").status_code == 403
        here.cookies.clear()
        assert here.post("/api/sealed", json={"save": text}).status_code == 403


def test_what_a_phrase_opens_is_a_strangers_word(tmp_path: Path) -> None:
    with client(tmp_path, "here") as here:
        made_up = "0123456789"
        record = {"id": made_up, "header": {"seats": US}, "tokens": {"US": "a"}, "opening": [], "lines": []}
        for inside in ({"save": "nothing", **record}, record, ["a list"]):
            text = sealed_file.seal({"game": "iwojima"}, inside, phrase=PHRASE)  # type: ignore[arg-type]
            answer = here.post("/api/sealed", json={"save": text, "phrase": PHRASE})
            assert (answer.status_code, answer.json()["code"]) == (400, "save"), answer.text
            assert here.get(f"/api/matches/{made_up}?seat=US").status_code == 404

"""Matches that nobody asks for are put away: memory is bounded, nothing is lost, and who listens is not forgotten."""

from __future__ import annotations

import random
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from async_waiting import wait_for
from grognard import games
from grognard.match import Match
from grognard.server.app import create_app
from grognard.server.matches import match_registry as houses
from grognard.server.matches.match_registry import MatchRegistry
from grognard.store import open_store


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house with room for three matches."""
    monkeypatch.setattr(houses, "MOST_MATCHES", 3)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path / "m.sqlite"), base_url="http://localhost") as client:
        yield client


def new(client: TestClient) -> tuple[str, list[dict[str, str]]]:
    """A match, and what each of its seats shows."""
    made = client.post("/api/matches", json={"game": "iwojima"}).json()
    return made["id"], [{"Authorization": f"Bearer {seat['token']}"} for seat in made["seats"].values()]


def decide(client: TestClient, ident: str, seats: list[dict[str, str]], luck: random.Random) -> int:
    """A decision by lot of whoever is asked; who that was."""
    tables = [client.get(f"/api/matches/{ident}", headers=seat).json() for seat in seats]
    side = tables[0]["ask"]["side"]
    body = {"stamp": tables[side]["stamp"], "option": luck.choice(tables[side]["ask"]["options"])}
    answer = client.post(f"/api/matches/{ident}/decide", json=body, headers=seats[side])
    assert answer.status_code == 200, answer.text
    return side


def put_away(client: TestClient, ident: str) -> None:
    """Open others until a match is out of memory."""
    house: MatchRegistry = client.app.state.registry  # type: ignore[attr-defined]
    held = weakref.ref(house._in_memory[ident])
    for _ in range(3):
        new(client)
    assert house.known(ident) is None
    assert held() is None, "it is out of sight and still in memory"


def test_a_match_that_was_put_away_is_the_same_to_the_byte_and_goes_on(client: TestClient) -> None:
    luck = random.Random(1)
    matches = [new(client) for _ in range(8)]
    for _ in range(3):
        for ident, seats in matches:
            decide(client, ident, seats, luck)
    seen = [[client.get(f"/api/matches/{ident}", headers=seat).content for seat in seats] for ident, seats in matches]
    again = [[client.get(f"/api/matches/{ident}", headers=seat).content for seat in seats] for ident, seats in matches]
    assert seen == again
    assert len(client.app.state.registry._in_memory) == 3  # type: ignore[attr-defined]


def test_memory_is_bounded_by_decisions_as_well(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "MOST_DECISIONS", 5)
    luck = random.Random(1)
    matches = [new(client) for _ in range(2)]
    for ident, seats in matches:
        for _ in range(5):
            decide(client, ident, seats, luck)
    last, _ = new(client)
    assert [ident for ident, _ in matches if client.app.state.registry.known(ident)] == [matches[1][0]]  # type: ignore[attr-defined]
    assert client.app.state.registry.known(last)  # type: ignore[attr-defined]


def test_a_page_that_listens_to_a_match_that_was_put_away_hears_of_the_next_decision(client: TestClient) -> None:
    ident, seats = new(client)
    with client.websocket_connect(f"ws://localhost/api/matches/{ident}/ws", headers=seats[0]) as line:
        first: dict[str, Any] = line.receive_json()
        put_away(client, ident)
        line.send_json({"ping": 1})
        assert line.receive_json() == {"pong": 1}
        luck = random.Random(2)
        while decide(client, ident, seats, luck) != 0:
            pass
        heard: dict[str, Any] = line.receive_json()
        assert heard["stamp"] != first["stamp"]
    assert client.app.state.registry.subscribers_at(ident) == ()  # type: ignore[attr-defined]


def test_who_has_a_match_in_his_hands_is_never_beside_another_of_it(tmp_path: Path) -> None:
    """Two of them would decide past each other: put away while somebody still holds it, it is the same when found."""

    async def held() -> None:
        house = MatchRegistry(open_store(tmp_path / "m.sqlite"))
        try:
            game = games.load("iwojima")
            room = await house.add(Match.new(game, seed=1))
            for number in range(3):
                await house.add(Match.new(game, seed=number))
            assert house.known(room.id) is None
            assert await house.match(room.id) is room
            assert house.known(room.id) is room
        finally:
            await house.close()

    wait_for(held())


def test_a_match_that_is_being_decided_stays(tmp_path: Path) -> None:
    async def busy() -> None:
        house = MatchRegistry(open_store(tmp_path / "m.sqlite"))
        try:
            game = games.load("iwojima")
            room = await house.add(Match.new(game, seed=1))
            async with room.lock:
                for number in range(5):
                    await house.add(Match.new(game, seed=number))
                assert house.known(room.id) is room
        finally:
            await house.close()

    wait_for(busy())

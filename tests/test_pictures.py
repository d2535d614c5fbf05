"""The front room's small pictures: what they show, and that they tell nobody's secrets."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from async_waiting import wait_for
from grognard import bots
from grognard.games import data_files, game_ids, load
from grognard.match import Match
from grognard.server.app import create_app
from grognard.server.matches.map_pictures import common_units, frame_of, map_layer, position_picture
from random_games import some_of


def some_way_into(game: str, decisions: int, seed: int) -> Match:
    """A game between random bots, stopped under way."""
    loaded = load(game)
    match = Match.new(loaded, seed=seed)
    players = [bots.make("random", loaded, side, random.Random(seed)) for side in range(len(loaded.sides))]
    while not match.over and len(match.played) < decisions:
        asked = match.asked
        assert asked is not None
        match.submit(asked.side, players[asked.side].choose(loaded.redact(match.state, asked.side), asked))
    return match


@pytest.mark.parametrize("game", game_ids())
def test_an_owners_own_counters_are_drawn_as_he_wrote_them(game: str, tmp_path: Path) -> None:
    head, first, *rest = data_files(game)["units.csv"].splitlines()
    cells = first.split(",")
    cells[2 if "label" in head else 1] = "Own"
    (tmp_path / "units.csv").write_text("\n".join([head, ",".join(cells), *rest, ""]), encoding="utf-8")
    assert ">Own<" in load(game, tmp_path).counters_svg()
    assert ">Own<" not in load(game).counters_svg()


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("seed", some_of(1, (3, 2, 1)))
def test_positions_that_a_side_cannot_tell_apart_look_the_same(game: str, seed: int) -> None:
    match = some_way_into(game, 40 * seed, seed)
    board = match.game.board()
    for side in range(len(match.game.sides)):
        seen = position_picture(board, [match.game.view(match.state, side)])
        for other in range(4):
            twin = match.game.resample(match.state, side, random.Random(other))
            assert position_picture(board, [match.game.view(twin, side)]) == seen


@pytest.mark.parametrize("game", game_ids())
def test_the_maps_two_layers_are_the_whole_map(game: str) -> None:
    def texts(drawing: bytes | str) -> Counter[str]:
        return Counter(
            "".join(text.itertext()) for text in ElementTree.fromstring(drawing).iter() if "text" in text.tag
        )

    ground, fine = map_layer(game, fine=False), map_layer(game, fine=True)
    assert texts(ground) + texts(fine) == texts(load(game).map_svg())
    assert b'class="d3"' not in ground
    if game != "iwojima":  # which has areas with names, and no hexes with numbers
        assert len(texts(fine)) > 100
    board = load(game).board()["map"]
    for layer in (ground, fine):
        root = ElementTree.fromstring(layer)
        assert (float(root.attrib["width"]), float(root.attrib["height"])) == (board["width"], board["height"])


def test_at_a_shared_screen_only_what_both_sides_see_is_drawn() -> None:
    match = some_way_into("iwojima", 120, 5)
    views = [match.game.view(match.state, side) for side in (0, 1)]
    both = set(common_units(views))
    hidden = {(row[0], row[1]) for row in views[1]["units"]} - {(row[0], row[1]) for row in views[0]["units"]}
    assert hidden, "the position has a concealed garrison"
    assert not both & hidden
    board = match.game.board()
    assert position_picture(board, views) == position_picture(board, [views[0]])
    assert position_picture(board, views) != position_picture(board, [views[1]])


@pytest.mark.parametrize("game", game_ids())
def test_the_frame_holds_every_area_and_hex(game: str) -> None:
    board = load(game).board()
    left, top, wide, high = frame_of(board)
    assert (left, top) >= (0, 0)
    assert left + wide <= board["map"]["width"]
    assert top + high <= board["map"]["height"]
    for space in board["spaces"]:
        if "path" in space and "at" in space:
            assert left <= space["at"][0] <= left + wide
            assert top <= space["at"][1] <= top + high


def test_a_picture_is_for_those_who_sit_at_the_match(tmp_path: Path) -> None:
    async def asked() -> None:
        app = create_app(tmp_path / "matches.db")
        there = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        async with app.router.lifespan_context(app), there as client:
            answer = await client.post("/api/matches", json={"game": "ichigo", "seats": {"Allied": "random"}})
            made = answer.json()
            path = f"/api/matches/{made['id']}/picture"
            refused = await client.get(path)
            assert (refused.status_code, refused.json()["code"]) == (403, "wrong-seat")
            shown = {"Authorization": f"Bearer {made['seats']['Japanese']['token']}"}
            drawn = await client.get(path, headers=shown)
            assert drawn.headers["content-type"] == "image/svg+xml"
            assert drawn.text.count("<rect") > 20
            assert (await client.get("/api/games/ichigo/picture")).headers["content-type"] == "image/webp"

    wait_for(asked())

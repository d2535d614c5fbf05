"""A table says where what is moving stands; how far it can go on is asked by itself."""

from __future__ import annotations

import random

import pytest

from grognard import games
from grognard.match import Match

GAMES = ["nemesis", "ichigo", "formosa", "whitesun", "iwojima"]


@pytest.mark.parametrize("ident", GAMES)
def test_what_moves_stands_where_its_ways_begin(ident: str) -> None:
    game = games.load(ident)
    rng = random.Random(5)
    match = Match.new(game, seed=5)
    met = 0
    for _ in range(400):
        asked = match.asked
        if asked is None or met >= 12:
            break
        stands = match.state.agenda[-1].moving(match.state)
        ways = game.reach(match.state, asked.side, ()) if stands >= 0 or rng.random() < 0.2 else []
        if ways:
            assert stands == ways[0]["from"]
            met += 1
        # Who may begin a move does so, that there is one to look at.
        begins = [o for o in asked.options if o[0] in ("move", "begin", "march", "land")]
        match.submit(asked.side, rng.choice(begins or asked.options))
    assert met > 3

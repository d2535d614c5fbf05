"""The button that is pressed by habit gives nothing away: the page makes no verb that `forgoes` primary while there is
a choice, nor one that `ends` while a set is not full or nothing was ordered (`web/prompt/riskyButtons.js`), and every
other primary verb of every game does something."""

from __future__ import annotations

import pytest

from grognard.games import game_ids, load

DEEDS = {
    "confirm", "fight", "fight-on", "enforce", "advance-all", "join-strongest", "fill", "hold-cities", "rank-rest",
    "ready", "confirm-set-up", "move-first", "conceal",
}  # fmt: skip
"""Carry out what was chosen, or do the most that can be done."""
ASKED_LAST = {"go-on", "stop", "nothing-to-lose", "end-construction"}
"""Only come where nothing is lost by them, or can be taken back: undo, or the same act in the next moment."""
GIVES_AWAY = {
    "iwojima": {"pass", "stay", "no-recovery", "no-more-retreats"},
    "ichigo": {"no-raid", "stay", "no-momentum", "go-on", "end-combat"},
    "whitesun": {"halt"},
    "nemesis": {"no-massive", "no-banzai", "no-force", "stay", "end-combat"},
    "formosa": {"no-sortie", "no-strike", "stay-hidden", "let-go", "stay", "no-exploitation", "end-combat"},
}


@pytest.mark.parametrize("game", game_ids())
def test_no_primary_button_gives_something_away(game: str) -> None:
    verbs = load(game).verbs
    given = {name for name, verb in verbs.items() if verb.forgoes}
    assert GIVES_AWAY[game] <= given
    rest = {name for name, verb in verbs.items() if verb.primary and not verb.forgoes and not verb.ends}
    assert rest <= DEEDS | ASKED_LAST
    denials = {name for name in verbs if name.startswith(("no-", "pass", "stay"))} - {"no-loss-order"}
    assert denials <= given, "whatever says no is one that forgoes"


@pytest.mark.parametrize("game", game_ids())
def test_the_page_is_told_which_verbs_forgo(game: str) -> None:
    loaded = load(game)
    sent = loaded.board()["verbs"]
    assert {name for name, verb in sent.items() if verb.get("forgoes")} == {
        name for name, verb in loaded.verbs.items() if verb.forgoes
    }

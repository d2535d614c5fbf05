"""What is hidden is changed by hand, and every answer and push must stay the same to the byte.

The change is the test's own, not the game's idea of what a side cannot tell: concealed units change places, caves move,
fronts are exchanged, another chit lies face down. Two servers hold the two matches under the same id. In White Sun
nothing is hidden but the dice. Every call about a match must have been tried, whatever it does; lessons, the editor and
`grognard analyse` are not about a match.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from async_waiting import wait_for
from grognard import bots
from grognard.games import load
from grognard.games.formosa import state as formosa
from grognard.games.ichigo.state import is_untried
from grognard.kernel.bits import members
from grognard.kernel.state import place
from grognard.match import Match
from grognard.server.advisor import hints
from grognard.server.app import create_app
from grognard.server.matches.spectator_view import CommonLog, table_for_spectators
from grognard.store import open_store
from grognard.store.match_rows import digests_of, standing_of, stored_of
from grognard.work.limits import LIMITS

IDENT = "lesson-leak"
"""Of a kind that is played in the server's own process: no worker is needed to look at it."""
WHERE = "/api/matches/{match}"
MOST = 700
TRIED = 12


def caves_and_concealed(s: Any) -> bool:
    """Iwo Jima: two Concealed units change places, and a Cave is elsewhere."""
    hidden = [unit for unit in members(s.concealed) if s.where[unit] < s.game.areas and unit not in s.loss_order]
    pairs = [(a, b) for a in hidden for b in hidden if s.where[a] < s.where[b] and s.steps[a] == s.steps[b]]
    unknown = [area for area in range(s.game.areas) if not s.probed >> area & 1]
    full = [area for area in unknown if s.caves[area] and not s.shown[area]]
    empty = [area for area in unknown if not s.caves[area] and not s.shown[area] and not s.control >> area & 1]
    if not pairs:
        return False
    exchange(s, *pairs[0], place)
    if full and empty:
        s.caves[full[0]], s.caves[empty[0]] = 0, s.caves[full[0]]
    return True


def fronts(s: Any) -> bool:
    """Ichi-Go: two untried regulars carry each other's front."""
    units = s.game.regular_units
    untried = [n for n, unit in enumerate(units) if is_untried(s, unit) and s.where[unit] < s.game.hexes]
    if len(untried) < 2:
        return False
    a, b = untried[0], untried[-1]
    s.front[a], s.front[b] = s.front[b], s.front[a]
    return True


def face_down(s: Any) -> bool:
    """Causeway: two face-down counters change places."""
    hidden = [unit for unit in members(s.concealed) if s.where[unit] < s.game.hexes]
    pairs = [(a, b) for a in hidden for b in hidden if s.where[a] < s.where[b]]
    if not pairs:
        return False
    exchange(s, *pairs[len(pairs) // 2], formosa.place)
    return True


def chits(s: Any, owner: int = 1) -> bool:
    """Nemesis: a player has chosen another chit, which lies face down, and others are left in his cup."""
    was = s.first[owner]
    others = [chit for chit in range(4) if chit not in (was, s.last[owner])]
    if was < 0 or not others or s.last[owner] < 0:
        return False
    s.first[owner] = others[0]
    return True


def exchange(s: Any, a: int, b: int, put: Callable[[Any, int, int], None]) -> None:
    here, there = s.where[a], s.where[b]
    put(s, a, there)
    put(s, b, here)


CHANGES: dict[str, tuple[str, int, Callable[[Any], bool]]] = {
    "iwojima": ("iwojima", 0, caves_and_concealed),
    "ichigo": ("ichigo", 1, fronts),
    "formosa": ("formosa", 0, face_down),
    "nemesis": ("nemesis", 0, chits),
    "nemesis, the other way": ("nemesis", 1, partial(chits, owner=0)),
}
"""The game, who looks, and what he may not notice."""
AT_WORK = ("iwojima", "ichigo")
"""Where programs are asked in every run: of the others it is shown that they are handed the same."""
SAID = ("advice", "plan", "estimate", "report", "general")
CODE = re.compile(rb'"invite_[\w-]{32}"|"nonce":"[^"]+"|"at":[\d.]+')
"""What is drawn by lot for an answer, invitations and what a seal begins with, and when something was said."""


@cache
def positions(way: str) -> tuple[Any, Any]:
    """A position in which the looking side is asked, and the same with what it cannot know changed."""
    game, side, change = CHANGES[way]
    loaded = load(game)
    for seed in range(TRIED):
        match = Match.new(loaded, seed=seed)
        players = [bots.make("random", loaded, n, random.Random(seed + n)) for n in range(2)]
        while not match.over and len(match.played) < MOST:
            asked = match.asked
            assert asked is not None
            past = not loaded.phases[match.state.phase].id.endswith("set-up") and len(match.played) > 30
            if past and asked.side == side:
                other = match.state.copy()
                if change(other) and not loaded.check(other):
                    return match.state, other
            match.submit(asked.side, players[asked.side].choose(loaded.redact(match.state, asked.side), asked))
    raise AssertionError(f"nothing is hidden in {game}")


def answers(folder: Path, game: str, state: Any, side: int) -> dict[str, bytes]:
    """Everything that the seat is told."""
    db = folder / "matches.sqlite"
    match = Match.new(load(game), seed=7, start=state.to_json())
    tokens = {each.id: f"token-of-{each.id}" for each in match.game.sides}

    store = open_store(db)
    store.create(IDENT, stored_of(IDENT, match, digests_of(tokens)), standing_of(match)).result()
    store.close()
    shown = {"Authorization": f"Bearer token-of-{match.game.sides[side].id}"}
    one = f"/api/matches/{IDENT}"
    app = create_app(db)
    got: dict[str, bytes] = {}
    with TestClient(app, base_url="http://localhost", headers=shown) as client:
        with client.websocket_connect(f"ws://localhost{one}/ws", headers=shown) as line:
            got["push"] = line.receive_text().encode()
        try:
            with client.websocket_connect(f"ws://localhost{one}/watch/ws", headers=shown) as line:
                got["push to spectators"] = line.receive_text().encode()
        except WebSocketDenialResponse as refused:
            got["push to spectators"] = refused.content
        table = client.get(one)
        got["table"] = table.content
        asked = table.json()["ask"]
        assert asked["mine"], game
        rng = random.Random(1)
        options = rng.sample(asked["options"], min(6, len(asked["options"])))
        units = rng.sample(range(len(match.game.unit_ids)), 12)
        spaces = rng.sample(range(len(match.game.space_ids)), 12)
        paths = [f"{one}/preview?option={json.dumps(option)}" for option in options]
        paths += [f"{one}/preview?option={json.dumps(options[0])}&also={json.dumps(option)}" for option in options]
        paths += [f"{one}/whynot?unit={unit}&space={space}" for unit, space in zip(units, spaces, strict=True)]
        paths += [f"{one}/whynot?unit={unit}" for unit in units] + [f"{one}/whynot?space={space}" for space in spaces]
        paths += [f"{one}/reach?unit={unit}" for unit in units]
        paths += [f"{one}/verbs?unit={unit}" for unit in units] + [f"{one}/whynot"]
        paths += [f"{one}/whynot?verb={verb}&unit={units[0]}" for verb in match.game.verbs]
        paths += [f"{one}/{what}" for what in ("overlays", "ledger", "at/0", "picture", "save", "seats", "steps")]
        paths += [f"{one}/{what}" for what in ("standing", "considering", "analysis", "emails", "club", "watch")]
        paths += [f"{one}/chat", f"{one}/consequences"]
        paths += [f"/api/replays/{IDENT}{what}" for what in ("", "/at/0", "/ledger", "/report", "/analysis")]
        paths += ["/api/matches", f"/match/{IDENT}", f"/replay/{IDENT}"]
        for path in paths:
            got[path] = client.get(path).content
        room = app.state.registry._in_memory[IDENT]
        question = hints.question_of(room, side)
        # All that advice and estimates are made of, and so all that they can tell.
        got["asked of the staff"] = json.dumps([question.known, question.asked.options, question.stamp]).encode()
        acts = acted(client, one, match.game, side)
        got |= acts
        known = {path.removeprefix(one).partition("?")[0] for path in [*paths, *(act.split()[1] for act in acts)]}
        known |= {"", *(f"/{what}" for what in SAID)}
        there = {str(route.path).removeprefix(WHERE) for route in app.routes if str(route.path).startswith(WHERE)}
        untried = {path for path in there if path.replace("{line}", "0").replace("{order}", "ORDER") not in known}
        assert untried == {"/ws", "/watch/ws"}, "there is a call that nobody has tried"
    return got


@pytest.mark.parametrize("way", CHANGES)
def test_nothing_that_is_hidden_reaches_a_seat_by_any_way(way: str, tmp_path: Path) -> None:
    game, side, _ = CHANGES[way]
    one, other = positions(way)
    assert one.to_json() != other.to_json()
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    first = answers(tmp_path / "one", game, one, side)
    second = answers(tmp_path / "other", game, other, side)
    assert list(first) == list(second)
    differ = [name for name in first if first[name] != second[name]]
    assert not differ, (game, differ, first[differ[0]][:1500], second[differ[0]][:1500])
    assert len(first) > 40


def acted(client: TestClient, one: str, game: Any, side: int) -> dict[str, bytes]:
    """What is answered to all that a seat may do: standing orders, sealed saves, what is refused and why. A decision
    that is taken may find what was hidden."""
    got: dict[str, bytes] = {}

    def act(verb: str, what: str, body: dict[str, Any] | None = None, name: str = "") -> None:
        answer = client.request(verb, f"{one}{what}", json=body)
        got[f"{verb} {name or what} {len(got)}"] = b"%d %b" % (answer.status_code, CODE.sub(b"", answer.content))

    own, others = game.sides[side].id, game.sides[1 - side].id
    act("POST", "/sealed", {"phrase": "a garrison of ten thousand"})
    first, about, closed = client.post(f"{one}/sealed", json={}).text.split("\n", 2)
    got["POST /sealed"] = CODE.sub(b"", f"{first} {about} {len(closed)}".encode())  # of what is closed, the length
    act("POST", "/away")
    act("POST", "/hurry")
    act("POST", "/puzzle", {})
    act("POST", "/name", {"name": "Ann"})
    act("POST", "/chat", {"text": "Hello."})
    act("POST", "/rematch", {"act": "offer"})
    for what in ("ask", "grant", "decline"):
        act("POST", "/takeback", {"act": what})
    for what in ("", "/confirm", "/stop"):
        act("POST", f"/emails{what}", {"email": "ann@example.org", "code": "none"})
    now = client.get(one).json()["stamp"]
    for stamp in ("of before", now):
        act("POST", "/decide", {"stamp": stamp, "option": ["none such"]})
    act("POST", "/undo", {"stamp": now})
    act("POST", "/branch", {"at": 0})
    act("POST", "/sit", {"code": "nobody's"})
    for seat in (own, others):
        act("POST", "/invite", {"seat": seat})
    table = client.get(one).json()
    for row in table["view"]["units"][::9]:
        # Out of reach for anybody: where it is refused, and why, must not depend on what lies in the way.
        act("POST", "/order", {"stamp": table["stamp"], "units": [row[0]], "goal": len(game.space_ids) - 1})
    # Last, because one that answers the open question is a decision.
    for order in client.get(f"{one}/standing").json()["orders"]:
        for choice in [*order["choices"], "none such"]:
            act("PUT", f"/standing/{order['id']}", {"choice": choice}, "/standing/ORDER")
        act("DELETE", f"/standing/{order['id']}", name="/standing/ORDER")
    act("DELETE", "/standing")
    return got


@pytest.mark.parametrize("way", [pytest.param(way, marks=[pytest.mark.soak] * (way not in AT_WORK)) for way in CHANGES])
def test_advice_is_the_same_whatever_is_hidden(way: str, tmp_path: Path) -> None:
    """With the programs at work, and the report besides."""
    asked = ("advice", "plan", "report", "general") if way == "iwojima" else ("advice", "plan", "report")
    said = [told(tmp_path / str(n), way, state, asked) for n, state in enumerate(positions(way))]
    assert said[0] == said[1]


@pytest.mark.parametrize("way", [pytest.param(way, marks=[pytest.mark.soak] * (way != "iwojima")) for way in CHANGES])
def test_an_estimate_is_the_same_whatever_is_hidden(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played out: in Iwo Jima that is soon done, the others are for the soak."""
    monkeypatch.setattr(hints, "BUDGET", 0.0)
    said = [told(tmp_path / str(n), way, state, ("estimate",)) for n, state in enumerate(positions(way))]
    assert said[0] == said[1]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to keep an answer back."""
    for name, limits in LIMITS.items():
        monkeypatch.setitem(LIMITS, name, limits._replace(patience=0, wall=600))


def told(folder: Path, way: str, state: Any, calls: Sequence[str]) -> list[bytes]:
    """What the looking side is told by programs, in a match against one of them."""
    folder.mkdir()
    game, side, _ = CHANGES[way]
    loaded = load(game)
    mine, other = loaded.sides[side].id, loaded.sides[1 - side].id
    match = Match.new(loaded, seats={mine: "human", other: "random"}, seed=7, start=state.to_json())
    store = open_store(folder / "matches.sqlite")
    store.create(IDENT, stored_of(IDENT, match, digests_of({mine: "token"})), standing_of(match)).result()
    store.close()

    async def ask() -> list[bytes]:
        app = create_app(folder / "matches.sqlite")
        shown = {"Authorization": "Bearer token"}
        there = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost", headers=shown)
        async with app.router.lifespan_context(app), there as client:
            got = [await client.get(f"/api/matches/{IDENT}/{what}", timeout=300) for what in calls]
            assert [answer.status_code for answer in got] == [200] * len(calls), got[0].text
            return [answer.content for answer in got]

    return wait_for(ask())


@pytest.mark.parametrize("way", CHANGES)
def test_a_watcher_is_told_nothing_that_is_hidden_from_either_side(way: str) -> None:
    tables = []
    for state in positions(way):
        match = Match.new(state.game, seed=7, start=state.to_json())
        table = table_for_spectators("watched", match, CommonLog())
        seen = json.loads(table.core)["view"]["units"]
        for side in range(2):
            own = {row[0]: tuple(row[1:3]) for row in match.game.view(match.state, side)["units"]}
            assert all(own.get(row[0]) == tuple(row[1:3]) for row in seen)
        tables.append(table.body().replace(match.header.seeds[-1].commitment.encode(), b""))
    assert tables[0] == tables[1]

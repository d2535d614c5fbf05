"""WebSockets of a match: each page is sent its view whenever that has changed.

A page that listens does not keep its match in memory: nothing here holds a room for longer than it needs it.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.server.http.credentials import ASKER, credentials
from grognard.server.http.errors import ApiError
from grognard.server.http.json_responses import error, without_store
from grognard.server.http.request_parsing import whole
from grognard.server.matches import friend_matches
from grognard.server.matches.match_registry import MatchRegistry
from grognard.server.matches.subscriptions import Subscriber
from grognard.store.interface import StoreError

if TYPE_CHECKING:
    from grognard.server.club.match_lifecycle import MatchLifecycle

COME_BACK = 1012


async def at_seat(socket: WebSocket) -> None:
    """Listen as a player."""
    try:
        await _attend(socket, await _side(socket))
    except ApiError as refused:
        await socket.send_denial_response(error(refused.status, refused.code, refused.text))
    except StoreError as failed:
        await socket.send_denial_response(without_store(failed))


async def as_spectator(socket: WebSocket) -> None:
    """Watch a match: what both sides see, as it changes."""
    try:
        live = await _registry(socket).match(socket.path_params["match"])
        if socket.app.state.lifecycle is None:
            friend_matches.check_watchable(live)
        else:
            from grognard.server.club.match_actions import watched

            await watched(socket)
        await _attend(socket, Subscriber(None))
    except ApiError as refused:
        await socket.send_denial_response(error(refused.status, refused.code, refused.text))
    except StoreError as failed:
        await socket.send_denial_response(without_store(failed))


def _registry(socket: WebSocket) -> MatchRegistry:
    registry: MatchRegistry = socket.app.state.registry
    return registry


async def _side(socket: WebSocket) -> Subscriber:
    live = await _registry(socket).match(socket.path_params["match"])
    shown = credentials(socket)
    return Subscriber(live.seat_of(shown, socket.query_params.get("seat", "")), shown)


async def _attend(socket: WebSocket, subscriber: Subscriber) -> None:
    """Send what changes until the page goes."""
    registry, ident = _registry(socket), socket.path_params["match"]
    since = whole(socket.query_params.get("since") or "0", "since")
    lifecycle: MatchLifecycle | None = socket.app.state.lifecycle
    asker = socket.scope.get(ASKER)
    await socket.accept()
    if lifecycle is not None and asker is not None:
        lifecycle.club.connected(asker.member.id, subscriber.dismiss)
    registry.attend(ident, subscriber)
    subscriber.bell.set()
    telling = asyncio.create_task(_tell(socket, registry, ident, subscriber, since))
    if lifecycle is not None:
        lifecycle.club.later(lifecycle.greet(ident, subscriber))
    try:
        await _hear(socket)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        registry.leave(ident, subscriber)
        telling.cancel()
        if lifecycle is not None:
            lifecycle.club.later(lifecycle.farewell(ident, subscriber))
            if asker is not None:
                lifecycle.club.disconnected(asker.member.id, subscriber.dismiss)


async def _tell(socket: WebSocket, registry: MatchRegistry, ident: str, subscriber: Subscriber, since: int) -> None:
    """Send the seat's table whenever its bytes have changed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await subscriber.bell.wait()
            subscriber.bell.clear()
            try:
                body = None if subscriber.gone else await _news(registry, ident, subscriber, since)
            except (ApiError, StoreError):
                subscriber.gone = True  # it cannot be read now: who comes back is told why
            if subscriber.gone:
                await socket.close(COME_BACK)
                return
            for message in [*([] if body is None else [body]), *subscriber.asides()]:
                await socket.send_text(message.decode())


async def _news(registry: MatchRegistry, ident: str, subscriber: Subscriber, since: int) -> bytes | None:
    """The part that the page has not seen yet. A match that was put away is read again for it."""
    live = await registry.match(ident, fresh=False)
    live.wake_bots()
    async with live.lock:
        if subscriber.shown is not None and subscriber.side not in live.held(subscriber.shown):
            subscriber.gone = True
            return None
        friend_matches.news_for(live, subscriber, registry.send_email is not None)
        return subscriber.news(live.table(subscriber.side), since)


async def _hear(socket: WebSocket) -> None:
    """Answer pings; anything else is refused in a frame and the line stays up."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        try:
            sent = msgspec.json.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            sent = None
        if isinstance(sent, dict) and sent.get("ping") == 1:
            await socket.send_text('{"pong":1}')
        else:
            await socket.send_text('{"error":"Only {\\"ping\\":1} can be sent here.","code":"malformed"}')

"""Pages that listen to a match: each is sent its table whenever that has changed.

A page that listens does not keep its match in memory: nothing here holds a room for longer than it needs it.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.server.answers import error, without_store
from grognard.server.errors import ApiError
from grognard.server.house import House
from grognard.server.listeners import Listener
from grognard.server.requests import whole
from grognard.server.seats import ASKER, credentials
from grognard.store.facts import StoreError

if TYPE_CHECKING:
    from grognard.server.club.desk import Desk

COME_BACK = 1012


async def at_seat(socket: WebSocket) -> None:
    """Listen as a player."""
    try:
        await _attend(socket, await _side(socket))
    except ApiError as refused:
        await socket.send_denial_response(error(refused.status, refused.code, refused.text))
    except StoreError as failed:
        await socket.send_denial_response(without_store(failed))


async def as_watcher(socket: WebSocket) -> None:
    """Watch a match of the club: what both sides see, as it changes."""
    from grognard.server.club.pace import watched

    try:
        await watched(socket)
        await _attend(socket, Listener(None))
    except ApiError as refused:
        await socket.send_denial_response(error(refused.status, refused.code, refused.text))
    except StoreError as failed:
        await socket.send_denial_response(without_store(failed))


def _house(socket: WebSocket) -> House:
    house: House = socket.app.state.house
    return house


async def _side(socket: WebSocket) -> Listener:
    room = await _house(socket).room(socket.path_params["match"])
    shown = credentials(socket)
    return Listener(room.seat_of(shown, socket.query_params.get("seat", "")), shown)


async def _attend(socket: WebSocket, listener: Listener) -> None:
    """Send what changes until the page goes."""
    house, ident = _house(socket), socket.path_params["match"]
    since = whole(socket.query_params.get("since") or "0", "since")
    desk: Desk | None = socket.app.state.desk
    asker = socket.scope.get(ASKER)
    await socket.accept()
    if desk is not None and asker is not None:
        desk.club.connected(asker.member.id, listener.dismiss)
    house.attend(ident, listener)
    listener.bell.set()
    telling = asyncio.create_task(_tell(socket, house, ident, listener, since))
    if desk is not None:
        desk.club.later(desk.greet(ident, listener))
    try:
        await _hear(socket)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        house.leave(ident, listener)
        telling.cancel()
        if desk is not None:
            desk.club.later(desk.farewell(ident, listener))
            if asker is not None:
                desk.club.disconnected(asker.member.id, listener.dismiss)


async def _tell(socket: WebSocket, house: House, ident: str, listener: Listener, since: int) -> None:
    """Send the seat's table whenever its bytes have changed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await listener.bell.wait()
            listener.bell.clear()
            try:
                body = None if listener.gone else await _news(house, ident, listener, since)
            except (ApiError, StoreError):
                listener.gone = True  # it cannot be read now: who comes back is told why
            if listener.gone:
                await socket.close(COME_BACK)
                return
            for message in [*([] if body is None else [body]), *listener.asides()]:
                await socket.send_text(message.decode())


async def _news(house: House, ident: str, listener: Listener, since: int) -> bytes | None:
    """What the page has not seen yet. A match that was put away is read again for it."""
    room = await house.room(ident, fresh=False)
    room.wake_bots()
    async with room.lock:
        if listener.shown is not None and listener.side not in room.held(listener.shown):
            listener.gone = True
            return None
        return listener.news(room.table(listener.side), since)


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

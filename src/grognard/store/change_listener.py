"""Listener for changes by other processes, by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

import psycopg

from grognard.store.interface import CHANNEL, News

LOOK = 0.2
"""Seconds between two looks whether to end."""
AGAIN = 0.5
"""Seconds before a lost connection is made anew."""


class Listener:
    """A thread and a connection of its own."""

    def __init__(
        self, connect: Callable[[], psycopg.Connection[tuple[object, ...]]], tell: Callable[[News | None], None]
    ) -> None:
        self._connect = connect
        self._tell = tell
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._ending.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._ending.is_set():
            try:
                with self._connect() as db:
                    db.autocommit = True
                    db.execute(f"LISTEN {CHANNEL}")
                    self._tell(None)  # whatever happened before was not heard
                    while not self._ending.is_set():
                        for notice in db.notifies(timeout=LOOK):
                            self._pass_on(notice.payload)
            except psycopg.Error:
                self._ending.wait(AGAIN)

    def _pass_on(self, payload: str) -> None:
        by, changed = json.loads(payload)
        for match, revision in changed:
            self._tell(News(by, match, revision))

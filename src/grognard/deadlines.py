"""Total deadlines: how long a wait may last in all, however slowly the other side goes on.

`docs/hosts/limits.md` shows the table.
"""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, TypeVar

_T = TypeVar("_T")


class Deadline(NamedTuple):
    """The greatest length of a wait."""

    seconds: float
    what: str


DEADLINES = {
    "head": Deadline(15, "the head of a request"),
    "body": Deadline(20, "the body of a request"),
    "idle": Deadline(5, "the next request on a connection"),
    "answer": Deadline(60, "a client to read what was sent"),
    "ping": Deadline(20, "a WebSocket's answer to a ping, one of which is sent every 20 s"),
    "connect": Deadline(3, "a connection to PostgreSQL"),
    "database": Deadline(20, "PostgreSQL's answer to one statement, waits for locks included"),
    "idle-transaction": Deadline(60, "the next statement of a transaction, before PostgreSQL undoes it"),
    "silence": Deadline(30, "a sign of life of PostgreSQL's machine, where nothing is asked of it"),
    "club": Deadline(30, "a call of the club's tables, its place in the queue included"),
    "pool": Deadline(10, "a free connection of the club's to the store"),
    "file": Deadline(10, "the lock of an SQLite file that another program holds"),
    "outbound": Deadline(10, "a push service or webhook, from the look-up of its name to the end of its answer"),
    "email": Deadline(30, "the mail server, from the look-up of its name to its receipt for an email"),
    "program-start": Deadline(10, "a program of one's own (`exec:`), to be ready for a new game"),
    "program": Deadline(5, "such a program, to read a question, and to answer it"),
    "farewell": Deadline(15, "its own processes, when it ends; then they are killed"),
}


class Countdown:
    """The time that is left of a deadline, which cuts off the connection that it watches when it has run out."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; none raises `TimeoutError`."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise self._late()
        return left

    def call(self, work: Callable[[], _T]) -> _T:
        """Make a call that knows no deadline, such as the look-up of a name; late, it counts as failed."""
        answers: list[_T] = []
        failures: list[Exception] = []

        def run() -> None:
            try:
                answers.append(work())
            except Exception as failed:
                failures.append(failed)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(self.left())
        if failures:
            raise failures[0]
        if not answers:
            raise self._late()
        return answers[0]

    def _late(self) -> TimeoutError:
        return TimeoutError(errno.ETIMEDOUT, f"no answer within {self._seconds:g} s")

    @contextmanager
    def watching(self, line: socket.socket) -> Iterator[None]:
        """Cut a connection off at the deadline: a time-out by itself begins anew with every byte that comes."""
        handle = line.dup()  # its own, for TLS takes the first one over
        cut = threading.Timer(self.left(), _cut_off, [handle])
        cut.daemon = True
        cut.start()
        try:
            yield
            self.left()  # an answer that was cut off can look like a short one
        except OSError:
            self.left()  # says that it was too late, where it was
            raise
        finally:
            cut.cancel()
            handle.close()


def _cut_off(handle: socket.socket) -> None:
    with suppress(OSError):  # it is closed already
        handle.shutdown(socket.SHUT_RDWR)

"""Ctrl-C handling: a command ends within two seconds, quietly, with status 130, and leaves no process behind.

Python raises KeyboardInterrupt wherever the main thread happens to be, and loses it where exceptions are ignored (in a
destructor, in a callback). So the handler here leaves a mark as well, which long loops look at with `check`, and starts
a clock that ends the process whatever happens. Nothing is imported here that takes time: what is loaded later is
guarded already.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

STATUS = 130
PATIENCE = 1.2
"""Seconds from Ctrl-C to the hard end, for what does not come to an end by itself."""
FAREWELL = 0.8
"""Seconds that a process of ours is given to end by itself."""

_pressed = False
_held = 0
_children: set[subprocess.Popen[Any]] = set()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_children.clear)


def guarded(command: Callable[[], int]) -> int:
    """Run a command: its status, or 130 when it was interrupted."""
    status = STATUS
    atexit.register(_gone)  # what is registered first comes last
    try:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # our parent may have wished for that
            signal.signal(signal.SIGINT, _interrupted)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        status = command()
    except BaseException:
        if not _pressed:
            raise
    finally:
        if signal.getsignal(signal.SIGINT) is _interrupted:
            signal.signal(signal.SIGINT, leave)
        for process in list(_children):
            _end(process)
        # An interrupt inside `exec`, as when a dataclass is made, is remembered by Python, which would then end itself
        # by the signal whatever status we return. The next text it executes makes it forget.
        exec("")
    return STATUS if _pressed else status


def check() -> None:
    """Raise the interrupt that may have been lost."""
    if _pressed and not _held:
        raise KeyboardInterrupt


@contextmanager
def held(last: bool = False) -> Iterator[None]:
    """Hold an interrupt back until the block is done, unless nothing follows it."""
    global _held
    _held += 1
    try:
        yield
    finally:
        _held -= 1
    if not last:
        check()


@contextmanager
def child(command: list[str], **settings: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that ends with the block, or with us. Ctrl-C in a terminal is for us alone: we end it."""
    process = None
    try:
        with held():
            process = subprocess.Popen(command, start_new_session=True, **settings)
            adopt(process)
        yield process
    finally:
        if process is not None:
            with held():
                _end(process)


def adopt(process: subprocess.Popen[Any]) -> None:
    """From now on it ends with us, at the latest."""
    _children.add(process)


def release(process: subprocess.Popen[Any]) -> None:
    """It has ended."""
    _children.discard(process)


@contextmanager
def unheard() -> Iterator[None]:
    """Processes that are started in here are never told of Ctrl-C, not even before they can ask not to be."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def press() -> None:
    """Somebody wants an end: hush what Python says about it, and start the clock."""
    global _pressed
    if _pressed:
        return
    _pressed = True
    sys.unraisablehook = _hush
    if "threading" in sys.modules:
        sys.modules["threading"].excepthook = _hush  # type: ignore[attr-defined]
    if "logging" in sys.modules:
        sys.modules["logging"].disable()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, leave)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    else:
        import threading

        clock = threading.Timer(PATIENCE, leave)
        clock.daemon = True
        clock.start()


def _interrupted(number: int, frame: FrameType | None) -> None:
    again = _pressed
    press()
    if not again:
        check()


def leave(number: int = 0, frame: FrameType | None = None) -> None:
    """The hard end, also as the handler of a signal."""
    for process in _children:
        process.kill()
    os._exit(STATUS)


def _gone() -> None:
    """The end of a command: while Python clears away, the clock or the signal would end it with another status."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _pressed:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(STATUS)


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    release(process)


def _hush(*_: object) -> None:
    """Nobody wants to read how an interrupted command fell apart."""

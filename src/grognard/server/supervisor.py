"""Supervisor of several server processes on one socket: replaces those that end early, ends all with itself."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from types import FrameType

from grognard.deadlines import DEADLINES

LOOK = 0.1
"""Seconds between two looks at the crew."""
BREATH = 1.0
"""Seconds before a process is replaced that had lived less than that."""
FAREWELL = DEADLINES["farewell"].seconds
"""Seconds that all are given to end."""


def run_crew(listening: socket.socket, count: int, arguments: list[str]) -> None:
    """Keep so many processes serving until we are told to end; `arguments` are those of `grognard serve` for each."""
    ending = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ending.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    reading, writing = os.pipe()
    inherited = [listening.fileno(), reading]
    with tempfile.TemporaryDirectory(prefix="grognard-crew-") as folder:
        given = ["--inherit", f"{inherited[0]},{inherited[1]}", "--figures", folder]
        command = [sys.executable, "-m", "grognard.cli", "serve", *arguments, *given]
        crew: list[tuple[subprocess.Popen[bytes], float]] = []

        def hire() -> tuple[subprocess.Popen[bytes], float]:
            return subprocess.Popen(command, pass_fds=inherited), time.monotonic()

        crew = [hire() for _ in range(count)]
        while not ending.wait(LOOK):
            for number, (process, since) in enumerate(crew):
                if process.poll() is not None:
                    if time.monotonic() - since < BREATH and ending.wait(BREATH):
                        break
                    print(f"A server process ended with status {process.returncode}; another takes its place.",
                          file=sys.stderr, flush=True)  # fmt: skip
                    crew[number] = hire()
        os.close(writing)
        _dismiss([process for process, _ in crew])


def _dismiss(crew: list[subprocess.Popen[bytes]]) -> None:
    until = time.monotonic() + FAREWELL
    for process in crew:
        with contextlib.suppress(OSError):
            process.send_signal(signal.SIGTERM)
    for process in crew:
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def join_crew(given: str) -> socket.socket:
    """In a process of the crew: the socket; and the end, when the one that started it is gone."""
    number, pipe = map(int, given.split(","))

    def watch() -> None:
        os.read(pipe, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
    return socket.socket(fileno=number)

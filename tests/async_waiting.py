"""Waiting for what is asynchronous in a test that is not."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread of its own: where the same process has a browser open, this one has a loop running already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()

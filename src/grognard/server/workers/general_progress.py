"""Thinking of a general in a worker process, slice by slice, while the match stays readable."""

from __future__ import annotations

import logging
import time

from grognard.kernel.flow import Option
from grognard.match import Match
from grognard.server.http import messages_to_page
from grognard.server.http.errors import ApiError
from grognard.server.workers import general_in_worker, worker_pool
from grognard.server.workers.bot_players import Bots
from grognard.work.queue import Queues

LONGEST = 5.0
"""Seconds after which it decides by what it knows so far."""

_log = logging.getLogger("grognard")


class Thoughts:
    """Progress of a general's thinking, for those who wait. Its contents are the general's own."""

    def __init__(self) -> None:
        self._side: int | None = None
        self._done = 0.0
        self._hurried = False

    def hurry(self) -> None:
        """Have the general decide by what it knows so far."""
        self._hurried = self._side is not None

    def values(self) -> messages_to_page.Considering:
        """For the page: nobody, or which side, the share of the thinking that is done, and whether it was hurried."""
        return messages_to_page.Considering(self._side, round(self._done, 2), self._hurried)

    async def had(self, queues: Queues, owner: str, match: Match, name: str, bots: Bots) -> Option | None:
        """The general's decision; nothing when the thinking failed."""
        asked = match.asked
        assert asked is not None
        game, side = match.game, asked.side
        known = game.redact(match.state, side).to_json()
        luck = bots.luck(side)
        self._side, self._done, self._hurried = side, 0.0, False
        until = time.monotonic() + LONGEST
        try:
            while True:
                late = self._hurried or time.monotonic() >= until
                given = game.id, owner, name, side, known, asked, luck, late
                thought = await worker_pool.done(queues, "generals", owner, general_in_worker.think, *given)
                if thought.option is not None:
                    return thought.option
                self._done = thought.done
        except ApiError as failed:
            _log.error("The general at %s could not finish its thought: %s", owner, failed)
            return None
        finally:
            self._side = None

"""The bot of Armies of the White Sun: the Japanese staff."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.bots import Maker
from grognard.bots.whitesun.staff import JapaneseStaff

BOTS: Mapping[str, Maker] = {"staff": JapaneseStaff}

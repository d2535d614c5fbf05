"""The bots of Armies of the White Sun: the Japanese staff, and a plan of war that is measured against it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.bots import Maker
from grognard.bots.whitesun.staff import Dash, JapaneseStaff

BOTS: Mapping[str, Maker] = {"staff": JapaneseStaff}
STUDIES: Mapping[str, Maker] = {"dash": Dash}

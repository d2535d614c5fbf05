"""The bots of Nemesis."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.bots import Maker
from grognard.bots.nemesis.staff import NemesisStaff

BOTS: Mapping[str, Maker] = {"staff": NemesisStaff}

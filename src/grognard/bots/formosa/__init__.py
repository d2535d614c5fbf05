"""The bots of Operation Causeway: Formosa 1944."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.bots import Maker
from grognard.bots.formosa.staff import FormosaStaff

BOTS: Mapping[str, Maker] = {"staff": FormosaStaff}

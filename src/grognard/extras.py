"""Commands that install an extra of Grognard where it was installed from: a checkout, a wheel, or an index."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname


def install(extra: str) -> str:
    """The command, as it can be typed in."""
    source, editable = _source()
    return f"pip install {'-e ' if editable else ''}'{source}[{extra}]'"


def _source() -> tuple[str, bool]:
    """The place that pip took Grognard from, and whether it is used as it lies there."""
    try:
        told = json.loads(distribution("grognard").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:  # run from a checkout that nothing installed
        return str(Path(__file__).resolve().parents[2]), True
    parts = urlsplit(told.get("url", ""))
    if parts.scheme != "file":
        return "grognard", False
    return url2pathname(unquote(parts.path)), bool(told.get("dir_info", {}).get("editable"))

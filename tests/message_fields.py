"""The message types and query parameters that a route reads, found in its source: a new one is tested by itself."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec


def sources(endpoint: Any) -> Iterator[tuple[str, ModuleType]]:
    """The text of a function and of what it calls of its own module."""
    module, seen, waiting = sys.modules[endpoint.__module__], set(), [endpoint]
    while waiting:
        each = waiting.pop()
        seen.add(each)
        text = inspect.getsource(each)
        yield text, module
        for name in set(re.findall(r"\b(\w+)\(", text)):
            found = getattr(module, name, None)
            if inspect.isfunction(found) and found.__module__ == module.__name__ and found not in seen:
                waiting.append(found)


def answering(endpoint: Any) -> list[Any]:
    """The functions that answer a route: two where a club has another answer than a match by link."""
    held = [cell.cell_contents for cell in endpoint.__closure__ or ()]
    return [each for each in held if inspect.iscoroutinefunction(each)] or [endpoint]


def shapes_of(endpoint: Any) -> list[type[msgspec.Struct]]:
    """What a route reads: the message types that it names."""
    found = []
    for text, module in (read for each in answering(endpoint) for read in sources(each)):
        for name in re.findall(r"(?:\bread\(\s*\w+,\s*|\bdecode\(\w+, type=)([\w.]+)", text):
            shape: Any = module
            for part in name.split("."):
                shape = getattr(shape, part, None)
            if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
                found.append(shape)
    return list(dict.fromkeys(found))


def queries_of(endpoint: Any) -> list[str]:
    """The parameters of the query that a route looks at."""
    asked = r"query_params\.get(?:list)?\(\s*\"(\w+)\"|(?:number_in|options_in)\(\w+, \"(\w+)\""
    texts = [text for each in answering(endpoint) for text, _ in sources(each)]
    found = {one or two for text in texts for one, two in re.findall(asked, text)}
    return sorted(found | ({"option"} if any("option_in(" in text for text in texts) else set()))

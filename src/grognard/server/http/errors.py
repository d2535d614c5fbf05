"""Refusals over HTTP: a sentence for people, a code for programs, a status."""

from __future__ import annotations


class ApiError(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(self, status: int, code: str, text: str, after: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.after = after
        """Seconds after which it may be tried again."""


def malformed(text: str) -> ApiError:
    """The request itself makes no sense."""
    return ApiError(400, "malformed", text)


def unknown(text: str) -> ApiError:
    """There is no such thing."""
    return ApiError(404, "unknown", text)

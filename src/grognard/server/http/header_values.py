"""Cookies and bearer tokens in request headers, found in linear time and never looked at beyond a fixed length."""

from __future__ import annotations

from starlette.types import Scope

LONGEST_CREDENTIALS = 700
"""Bytes of an `Authorization` header that may hold tokens; a longer one holds none."""
_SCHEME = b"bearer "


def cookie(scope: Scope, name: bytes) -> str:
    """The value of a cookie of ours, or nothing. (The standard library's parser takes quadratic time for some.)"""
    for header, value in scope["headers"]:
        if header == b"cookie" and name in value:
            for pair in value.split(b";"):
                named, _, given = pair.partition(b"=")
                if named.strip() == name:
                    return str(given.strip().decode("latin-1"))
    return ""


def bearer_tokens(scope: Scope) -> list[str]:
    """The tokens of `Authorization: Bearer TOKEN[, TOKEN]`; of several such headers the first counts."""
    given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    if len(given) > LONGEST_CREDENTIALS or given[: len(_SCHEME)].lower() != _SCHEME:
        return []
    return [token for token in given[len(_SCHEME) :].decode("latin-1").replace(",", " ").split(" ") if token]

"""Databases for tests: one private PostgreSQL for the session, started when it is first needed."""

from __future__ import annotations

from functools import lru_cache

import pytest

from grognard.kernel.flow import Refused
from grognard.lab.cluster import Cluster


@lru_cache(maxsize=1)
def _cluster() -> Cluster:
    return Cluster(hasty=True)


def fresh_database() -> str:
    """The address of a new database; without PostgreSQL the test fails and says what is missing."""
    try:
        return _cluster().fresh()
    except Refused as missing:
        pytest.fail(str(missing), pytrace=False)

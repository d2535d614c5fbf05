"""Databases for tests: one private PostgreSQL for the session, started when it is first needed."""

from __future__ import annotations

from functools import lru_cache

import pytest
from psycopg.conninfo import conninfo_to_dict

from grognard.kernel.flow import Refused
from grognard.lab.postgres_cluster import Cluster
from grognard.store import open_store


@lru_cache(maxsize=1)
def _cluster() -> Cluster:
    return Cluster(hasty=True)


@lru_cache(maxsize=1)
def _prepared() -> str:
    """The name of a database with our tables in it."""
    url = empty_database()
    open_store(url).close()
    return str(conninfo_to_dict(url)["dbname"])


def empty_database() -> str:
    """The address of a new database; without PostgreSQL the test fails and says what is missing."""
    return _made()


def fresh_database() -> str:
    """One that has the tables already, as a store makes them: most tests are not about that."""
    return _made(_prepared())


def _made(*like: str) -> str:
    try:
        return _cluster().fresh(*like)
    except Refused as missing:
        pytest.fail(str(missing), pytrace=False)

"""Shared by all tests."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import soak_mode
from chromium import browser, driver
from grognard import large_pages
from match_server import Server
from virtual_environments import built, sources
from worker_order import dealt

__all__ = ["browser", "driver"]

# Tests that were started in the background of a shell have been made deaf to Ctrl-C, and so would be all they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No property is held to the clock: a busy machine is no fault.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

pytest.register_assert_rewrite("finished_games", "grognard.testing", "staff_games")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="everything at length: `make soak`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked `soak` are for `make soak` alone."""
    if not config.getoption("--soak"):
        late = [item for item in items if item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


class Ordered:
    """Among several workers what takes long comes first."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if worker := getattr(config, "workerinput", None):
            items[:] = dealt(items, worker["workercount"])


def pytest_configure(config: pytest.Config) -> None:
    soak_mode.is_on = config.getoption("--soak")
    config.pluginmanager.register(Ordered())
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays, and nobody looked for garbage in it. Positions hold no cycles: from now on the search
    is rare, as in the server."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
    large_pages.keep()


@pytest.fixture(scope="session")
def long(pytestconfig: pytest.Config) -> bool:
    """Whether there is time: `make soak`."""
    return bool(pytestconfig.getoption("--soak"))


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what packages are built from."""
    return sources(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="session")
def wheel(project: Path) -> Path:
    """Our wheel, built once."""
    return built(project, "wheel", project / "dist")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all who do not end it; others have matches there too."""
    running = Server(tmp_path_factory.mktemp("served") / "matches.sqlite")
    yield running
    running.stop()

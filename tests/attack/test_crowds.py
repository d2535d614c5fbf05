"""Crowds of connections: so many an address, and room for who is already playing."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

import forked_servers
from grognard.server.http.connection_limits import MOST_OF_ADDRESS, ConnectionLimits, network_of
from match_server import RUN, Client, Server

FEW = 300
"""Descriptors that a server of these tests has."""


class Starved(Server):
    """A server with few descriptors, which cannot get more."""

    def __init__(self, db: Path, limited: bool) -> None:
        few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FEW}, {FEW})); "
        self.db = db
        self.process = forked_servers.Process(few + RUN, str(db), "60", "x" * limited, "0")
        self.port = int(self.process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
        self.http = Client(base_url=f"http://127.0.0.1:{self.port}", timeout=120, verify=False)


@pytest.fixture
def silent() -> Iterator[ExitStack]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with ExitStack() as open_lines:
        yield open_lines
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connected(server: Server, silent: ExitStack, count: int) -> list[socket.socket]:
    return [silent.enter_context(socket.create_connection(("127.0.0.1", server.port), 60)) for _ in range(count)]


def test_a_crowd_of_silent_connections_shuts_nobody_out(tmp_path: Path, silent: ExitStack) -> None:
    server = Starved(tmp_path / "matches.sqlite", limited=False)
    made = server.new()
    with server.listen(made.id, made.tokens[0]) as playing:
        playing.recv(timeout=60)
        connected(server, silent, 1300)
        began = time.monotonic()
        assert httpx.get(f"http://127.0.0.1:{server.port}/healthz", timeout=60).status_code == 200
        playing.send('{"ping":1}')
        assert playing.recv(timeout=60) == '{"pong":1}'
        assert made.table(0)["stamp"]
        assert time.monotonic() - began < 30
    server.stop()


def test_one_address_has_so_many_connections(tmp_path: Path, silent: ExitStack) -> None:
    server = Server(tmp_path / "matches.sqlite", limited=True, head=60)
    lines = connected(server, silent, MOST_OF_ADDRESS)
    one = connected(server, silent, 1)[0]
    said = one.recv(2000)
    assert said.startswith(b"HTTP/1.1 503 ")
    assert b"connections can be open from one address." in said
    lines[0].close()
    for _ in range(200):
        line = connected(server, silent, 1)[0]
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        if line.recv(2000).startswith(b"HTTP/1.1 200 "):
            break
        time.sleep(0.05)
    else:
        pytest.fail("a place that became free was not given to anybody")
    server.stop()


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_a_host_is_counted_by_the_network_that_is_its_own(address: str, place: str) -> None:
    assert network_of(address) == place


class Connection:
    def __init__(self) -> None:
        self.dismissed = False

    def dismiss(self) -> None:
        self.dismissed = True


def test_whoever_has_been_idle_for_longest_makes_room_and_nobody_who_is_served() -> None:
    limits, (first, second, third) = ConnectionLimits(limited=True, most=2), [Connection() for _ in range(3)]
    connections = [first]
    assert limits.refusal(first, "192.0.2.1", connections) == ""
    limits.busy(first)
    connections.append(second)
    assert limits.refusal(second, "192.0.2.2", connections) == ""
    connections.append(third)
    assert limits.refusal(third, "192.0.2.3", connections) == ""
    assert [each.dismissed for each in (first, second, third)] == [False, True, False]
    limits.left(second, "192.0.2.2")
    limits.busy(third)
    refused = limits.refusal(Connection(), "192.0.2.4", [first, third, second])
    assert refused == "Too many people are connected just now."

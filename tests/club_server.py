"""A club for tests: a real process that runs `grognard serve --config`, and browsers with cookies of their own."""

from __future__ import annotations

import re
import signal
from itertools import count
from pathlib import Path
from typing import Any

import httpx

import forked_servers
from match_server import UNHURRIED

PAGE = {"X-Grognard": "page", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
PASSWORD = "a long enough secret"
RUN = (
    UNHURRIED + "import sys; from grognard.club import passwords; "
    "passwords.SETTINGS.update(time_cost=1, memory_cost=64, parallelism=1); "
    "from grognard.cli import command; sys.exit(command())"
)
"""`grognard`, but a password is hashed in no time: hundreds of members come to the clubs of the tests."""
_number = count(1)


def written(folder: Path, **tables: dict[str, Any]) -> Path:
    """A configuration file."""
    lines = []
    for table, values in ({"club": {}} | tables).items():
        lines.append(f"[{table}]")
        for name, value in values.items():
            shown = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else value
            lines.append(f"{name} = {shown}")
    file = folder / "club.toml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


class Browser(httpx.Client):
    """Our own page in a browser: it keeps cookies and marks its calls."""

    def __init__(self, server: ClubServer, **more: Any) -> None:
        # The server ends a line that is idle for five seconds; who uses it at that moment is not answered.
        limits = httpx.Limits(keepalive_expiry=2)
        # No certificates are read: nothing here is encrypted, and that takes fifty times as long as all the rest.
        super().__init__(base_url=server.url, timeout=120, headers=PAGE, limits=limits, verify=False, **more)

    def say(self, path: str, status: int = 200, **body: Any) -> Any:
        """A call that is answered as expected."""
        answer = self.post(f"/api/club/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def ask(self, path: str, status: int = 200, **query: Any) -> Any:
        """What there is."""
        answer = self.get(f"/api/club/{path}" if path else "/api/club", params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def register(self, name: str, password: str = PASSWORD, status: int = 200, **more: Any) -> Any:
        return self.say("sign-up", status, name=name, password=password, **more)

    def enter(self, name: str, password: str = PASSWORD, status: int = 200) -> Any:
        return self.say("sign-in", status, name=name, password=password)


class ClubServer:
    """A server process with a club."""

    def __init__(
        self, folder: Path, db: str | None = None, errors: Any = None, port: int = 0, program: str = RUN, **tables: Any
    ) -> None:
        self.db = db or str(folder / "matches.sqlite")
        self.config = written(folder, **tables)
        where = ["--port", str(port), "--db", self.db, "--config", str(self.config)]
        self.process = forked_servers.Process(program, "serve", *where, errors=errors)
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert said, "the server did not say its address"
        self.port = int(said[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def browser(self, **more: Any) -> Browser:
        """Somebody who is not in."""
        return Browser(self, **more)

    def member(self, name: str = "", **more: Any) -> Browser:
        """Somebody who has just registered; without a name, under one that nobody has."""
        browser = self.browser()
        browser.register(name or fresh_name(), **more)
        return browser

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()


def fresh_name() -> str:
    """A name that reads like no other of this process."""
    number, letters = next(_number), ""
    while number:
        number, rest = divmod(number, 20)
        letters += "abdefghkmpqstuwxyzjn"[rest]
    return f"Player-{letters}"


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["error"].endswith(".")

"""A private PostgreSQL for tests and benchmarks: in a temporary folder, on a socket there, without root."""

from __future__ import annotations

import atexit
import glob
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from grognard.kernel.flow import Refused

OWNER = "nobody"
"""Who runs it when we are root, which PostgreSQL refuses to be."""
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "synchronous_commit": "on",
    "autovacuum": "off",
}
HASTY = {"fsync": "off", "full_page_writes": "off"}
"""Where a failure of power need not be survived, and nothing is measured."""


class Cluster:
    """PostgreSQL with databases of our own; it ends with us."""

    def __init__(self, hasty: bool = False) -> None:
        self._bin = _programs()
        self._folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
        self._as: dict[str, Any] = {}
        self.user = OWNER
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            self._as = {"user": OWNER, "group": _group(), "extra_groups": []}
            shutil.chown(self._folder, OWNER)
        else:
            import getpass

            self.user = getpass.getuser()
        made = self._run("initdb", "-D", self._data, "-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        if made.returncode:
            raise Refused(f"PostgreSQL cannot make a cluster: {made.stderr.strip().splitlines()[-1]}")
        settings = [f"-c{name}={value}" for name, value in (SETTINGS | (HASTY if hasty else {})).items()]
        self.process = subprocess.Popen(
            [f"{self._bin}/postgres", "-D", self._data, "-k", str(self._folder), *settings],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=(self._folder / "log").open("w"),
            **self._as,
        )
        atexit.register(self.stop)
        self._await()
        self._databases = 0

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql:///{database}?host={self._folder}&user={self.user}"

    def fresh(self, like: str = "template1") -> str:
        """The address of a new database, made like another, which nobody may be using."""
        import psycopg

        self._databases += 1
        name = f"grognard{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    def stop(self) -> None:
        """End it and clear up."""
        if self.process.poll() is None:
            self.process.send_signal(3)  # SIGQUIT: at once
            self.process.wait(20)
        shutil.rmtree(self._folder, ignore_errors=True)
        atexit.unregister(self.stop)

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [f"{self._bin}/{program}", *arguments],
            cwd=self._folder, capture_output=True, text=True, check=False, **self._as,
        )  # fmt: skip

    def _await(self) -> None:
        for _ in range(600):
            if self.process.poll() is not None:
                break
            if self._run("pg_isready", "-h", str(self._folder)).returncode == 0:
                return
            time.sleep(0.05)
        raise Refused(f"PostgreSQL did not start: {(self._folder / 'log').read_text()[-300:].strip()}")


def _programs() -> str:
    """The folder with PostgreSQL's programs."""
    found = shutil.which("initdb")
    if found:
        return str(Path(found).resolve().parent)
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not folders:
        raise Refused("PostgreSQL is not installed here: apt-get install postgresql")
    return str(Path(folders[-1]).parent)


def _group() -> int:
    import pwd

    return pwd.getpwnam(OWNER).pw_gid

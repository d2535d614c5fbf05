"""Front doors for tests: nginx, HAProxy and Caddy as `docs/hosts/deployment.md` sets them up, with TLS by a
throw-away authority, in front of a club in two processes on PostgreSQL. All on this machine's own addresses."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.sync.client import ClientConnection, connect

from club_server import Browser, written
from grognard.lab import postgres_cluster
from grognard.lab.postgres_cluster import Cluster
from notification_receivers import free_port

NAME = "play.example.org"
"""Under which the club is reached, as in the documents; the port is the proxy's affair."""
URL = f"https://{NAME}"
DEPLOYMENT = Path(__file__).parents[1] / "docs" / "hosts" / "deployment.md"
PATIENCE = 120.0
"""Seconds until a part that was started answers."""


class Authority:
    """An authority for one folder, and the certificate that it gives to `NAME`."""

    def __init__(self, folder: Path) -> None:
        own, theirs = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        issuer = _named("An authority that is thrown away")
        root = (
            _certificate(issuer, issuer, own)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(own, hashes.SHA256())
        )
        leaf = (
            _certificate(_named(NAME), issuer, theirs)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
            .sign(own, hashes.SHA256())
        )
        self.root, self.chain, self.key = folder / "root.pem", folder / "fullchain.pem", folder / "privkey.pem"
        self.both = folder / "both.pem"
        self.root.write_bytes(root.public_bytes(Encoding.PEM))
        self.chain.write_bytes(leaf.public_bytes(Encoding.PEM))
        self.key.write_bytes(theirs.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        self.both.write_bytes(self.chain.read_bytes() + self.key.read_bytes())
        self.trusted = ssl.create_default_context(cafile=str(self.root))


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _certificate(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=2))
    )


# --- the club behind the door


class Database(Cluster):
    """A PostgreSQL that can be stopped and started again on what it keeps."""

    @classmethod
    def revived(cls, folder: Path) -> Database:
        """One on the folder of another that is no more."""
        self = cls.__new__(cls)
        self._bin, self._folder = postgres_cluster._programs(), folder
        self._as = (
            {"user": postgres_cluster.OWNER, "group": postgres_cluster._group(), "extra_groups": []}
            if os.geteuid() == 0
            else {}
        )
        self.user = folder.owner()
        settings = [f"-c{name}={value}" for name, value in postgres_cluster.SETTINGS.items()]
        self._start([f"{self._bin}/postgres", "-D", self._data, "-k", str(folder), *settings])
        return self

    def end(self, how: int) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def begin(self) -> None:
        self._start(self.process.args)

    def _start(self, command: Any) -> None:
        with (self._folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=log, **self._as
            )
        self._await()


class Crew:
    """`grognard serve --workers 2`, as the unit of the documents starts it but for the address."""

    def __init__(self, folder: Path, db: str) -> None:
        self._folder = folder
        self.port = free_port()
        config = written(folder, club={"address": URL})
        self._command = [
            sys.executable, "-m", "grognard.cli", "serve", "--port", str(self.port), "--db", db, "--workers", "2",
            "--drain", "1", "--name", NAME, "--https", "--config", str(config),
        ]  # fmt: skip
        self.start()

    def start(self) -> None:
        with (self._folder / "crew.log").open("a") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log)
        await_(lambda: httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=5).status_code == 200, self.process)

    def workers(self) -> list[int]:
        """The processes that serve."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in found.read_text().split()]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def restart(self) -> None:
        self.stop()
        self.start()


# --- the doors


class Door(ABC):
    """A proxy with a certificate, in front of a server at `behind`; its settings are those that the documents print."""

    program: ClassVar[str]

    def __init__(self, folder: Path, authority: Authority, behind: int) -> None:
        self.folder, self.authority, self.behind = folder, authority, behind
        self.port, self.url = free_port(), URL
        self.config = folder / self.program
        self.config.write_text(self.settings(), encoding="utf-8")
        self.start()

    @abstractmethod
    def settings(self) -> str:
        """The file of settings."""

    @abstractmethod
    def command(self, *more: str) -> list[str]:
        """How it is started."""

    @abstractmethod
    def reload(self) -> None:
        """Have it read its settings again, as after a new certificate."""

    def printed(self, **other: str) -> str:
        """What the documents print for this door, with this machine's addresses and files in place of theirs."""
        text = in_document(self.program)
        for there, here in other.items():
            assert there in text, f"docs/hosts/deployment.md says nothing of {there} for {self.program}"
            text = text.replace(there, here)
        return text

    def start(self) -> None:
        self._log = (self.folder / f"{self.program}.log").open("a")
        home = {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "HOME": str(self.folder)}
        self.process = subprocess.Popen(
            self.command(), stdout=self._log, stderr=self._log, env=os.environ | home, start_new_session=True
        )
        await_(self._is_open, self.process)

    def _is_open(self) -> bool:
        with self.line():
            return True

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it with all of its processes."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(PATIENCE)
        self._log.close()

    def kill(self) -> None:
        self.stop(signal.SIGKILL)
        self.start()

    def line(self, protocols: tuple[str, ...] = ("http/1.1",), source: str = "127.0.0.1") -> ssl.SSLSocket:
        """A connection, as a browser opens one."""
        bare = socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(source, 0))
        context = ssl.create_default_context(cafile=str(self.authority.root))
        context.set_alpn_protocols(list(protocols))
        try:
            return context.wrap_socket(bare, server_hostname=NAME)
        except BaseException:
            bare.close()
            raise

    def browser(self, source: str = "127.0.0.1") -> Browser:
        """Somebody who comes to the door from an address of this machine."""
        return Browser(self, transport=Way(self, source))  # type: ignore[arg-type]

    def member(self, name: str, source: str = "127.0.0.1") -> Browser:
        browser = self.browser(source)
        browser.register(name)
        return browser

    def listen(self, who: Browser, path: str) -> ClientConnection:
        """A page's WebSocket."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in who.cookies.jar)
        bare = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        return connect(
            f"wss://{NAME}{path}", sock=bare, ssl=self.authority.trusted, server_hostname=NAME, open_timeout=20,
            origin=URL, additional_headers={"Cookie": cookies},  # type: ignore[arg-type]
        )  # fmt: skip


class Way(httpx.HTTPTransport):
    """To a door, whose name no name server knows."""

    def __init__(self, door: Door, source: str) -> None:
        super().__init__(verify=door.authority.trusted, local_address=source, limits=httpx.Limits(keepalive_expiry=2))
        self._port = door.port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        sent = httpx.Request(
            request.method, request.url.copy_with(host="127.0.0.1", port=self._port), headers=request.headers,
            stream=request.stream, extensions={**request.extensions, "sni_hostname": NAME},
        )  # fmt: skip
        return super().handle_request(sent)


class Nginx(Door):
    program = "nginx"

    def settings(self) -> str:
        site = self.printed(**{
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(self.authority.chain),
            "/etc/letsencrypt/live/play.example.org/privkey.pem": str(self.authority.key),
            "127.0.0.1:8000": f"127.0.0.1:{self.behind}",
        })  # fmt: skip
        folders = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        owner = "user root;\n" if os.geteuid() == 0 else ""  # the folder is nobody else's
        return (
            f"{owner}daemon off;\nworker_processes 2;\npid {self.folder}/nginx.pid;\nerror_log stderr warn;\n"
            f"events {{ worker_connections 512; }}\nhttp {{\naccess_log off;\n{folders}{site}}}\n"
        )

    def command(self, *more: str) -> list[str]:
        return [which("nginx"), "-c", str(self.config), "-e", "stderr", *more]

    def reload(self) -> None:
        subprocess.run(self.command("-s", "reload"), check=True, capture_output=True, timeout=PATIENCE)


class HAProxy(Door):
    program = "haproxy"

    def settings(self) -> str:
        return self.printed(**{
            "bind :443": f"bind 127.0.0.1:{self.port}",
            "/etc/haproxy/play.example.org.pem": str(self.authority.both),
            "127.0.0.1:8000": f"127.0.0.1:{self.behind}",
        })  # fmt: skip

    def command(self, *more: str) -> list[str]:
        return [which("haproxy"), "-W", "-db", "-f", str(self.config), *more]

    def reload(self) -> None:
        self.process.send_signal(signal.SIGUSR2)


class Caddy(Door):
    program = "caddy"

    def settings(self) -> str:
        first, files = f"{NAME} {{", f"{self.authority.chain} {self.authority.key}"
        site = self.printed(**{
            first: f"{first}\n\tbind 127.0.0.1\n\ttls {files}",
            "127.0.0.1:8000": f"127.0.0.1:{self.behind}",
        })  # fmt: skip
        return (
            f"{{\n\thttps_port {self.port}\n\tauto_https disable_redirects\n\tadmin unix/{self.folder}/admin\n"
            f"\tservers {{\n\t\tprotocols h1 h2\n\t}}\n}}\n{site}"
        )

    def command(self, *more: str) -> list[str]:
        return [which("caddy"), *(more or ("run",)), "--config", str(self.config), "--adapter", "caddyfile"]

    def reload(self) -> None:
        told = self.command("reload", "--force", "--address", f"unix/{self.folder}/admin")
        subprocess.run(told, check=True, capture_output=True, timeout=PATIENCE)


DOORS: dict[str, type[Door]] = {door.program: door for door in (Nginx, HAProxy, Caddy)}


def in_document(language: str) -> str:
    """A piece of settings that the documents print."""
    found = re.search(rf"^```{language}\n(.*?)^```$", DEPLOYMENT.read_text(encoding="utf-8"), re.M | re.S)
    assert found, f"docs/hosts/deployment.md prints nothing for {language}"
    return found[1]


def which(program: str) -> str:
    """Debian keeps servers out of the way of ordinary users."""
    found = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    assert found, f"the tests of front doors need {program}: sh tests/packages.sh --soak"
    return found


def await_(look: Callable[[], Any], process: subprocess.Popen[bytes]) -> None:
    """Until a process that was started answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if look():
                return
        except (OSError, httpx.TransportError):
            pass
        assert process.poll() is None, f"{process.args} ended with {process.returncode}"
        assert time.monotonic() < until, f"{process.args} does not answer"
        time.sleep(0.05)

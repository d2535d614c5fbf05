"""What tests of the club's page share: a club with a mail server and a push endpoint around it, and the gestures."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect

from browser.conftest import DESKTOP
from club_server import PASSWORD, ClubServer
from notification_receivers import Endpoint, Letters, Phone, free_port
from two_members import eventually

Open = Callable[..., Page]
UPRIGHT = {"width": 390, "height": 844}
MAKER = """({ endpoint, keys }) => {
  // The browser's maker, who is not on this machine, gives out addresses; ours is one of this machine.
  const made = (options) => ({ endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => {
    sessionStorage.removeItem("maker"); return true; } });
  PushManager.prototype.subscribe = async (options) => { sessionStorage.setItem("maker", "1"); return made(options); };
  PushManager.prototype.getSubscription = async () => (sessionStorage.getItem("maker") ? made({}) : null);
}"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, data }) => [title, data.path]);
}"""


class House(NamedTuple):
    """A club with everything around it: one server process, or several."""

    servers: list[ClubServer]
    letters: Letters
    endpoint: Endpoint

    @property
    def server(self) -> ClubServer:
        return self.servers[0]


@contextmanager
def opened_house(folder: Path, db: str | None = None, processes: int = 1) -> Iterator[House]:
    """Start it, and end it."""
    letters, endpoint, port = Letters(), Endpoint(), free_port()
    tables: dict[str, Any] = {
        "club": {"name": "The Sand Table", "address": f"http://127.0.0.1:{port}"},
        "mail": {"host": "127.0.0.1", "port": letters.port, "security": "none", "sender": "club@example.org"},
        "notices": {"private_addresses": True, "wait": 0.5},
    }
    ports = [port, *(free_port() for _ in range(processes - 1))]
    servers = [ClubServer(folder, db, port=each, **tables) for each in ports]
    try:
        yield House(servers, letters, endpoint)
    finally:
        for server in servers:
            server.stop()
        letters.stop()
        endpoint.stop()


@contextmanager
def browsers(browser: Browser, house: House) -> Iterator[Open]:
    """Browsers at the club's door; no page throws an error."""
    contexts, faults = [], []

    def opened(
        path: str = "/", viewport: dict[str, int] | None = None, maker: Phone | None = None, at: int = 0, **more: Any
    ) -> Page:
        url = house.servers[at].url
        context = browser.new_context(viewport=viewport or DESKTOP, **more)  # type: ignore[arg-type]
        contexts.append(context)
        if maker:
            context.grant_permissions(["notifications"], origin=url)
            context.add_init_script(f"({MAKER})({json.dumps(maker.subscription)})")
        page = context.new_page()
        page.set_default_timeout(40_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def fill_in(page: Page, name: str, password: str) -> None:
    page.locator("#club-name").fill(name)
    page.locator("#club-password").fill(password)
    page.locator(".club-form [type=submit]").click()


def register(page: Page, name: str, email: str = "") -> None:
    page.locator("#club-sign-up").click()
    if email:
        page.locator("#club-email").fill(email)
    fill_in(page, name, PASSWORD)
    expect(page.locator("#club-me")).to_contain_text(name)


def enter(page: Page, name: str, password: str = PASSWORD) -> None:
    page.locator("#club-sign-in").click()
    fill_in(page, name, password)


def choose(page: Page, **values: str) -> None:
    for name, value in values.items():
        page.locator(f'.club-form select[name="{name}"]').select_option(value)


def link_in(letter: Any) -> str:
    found = re.search(r"http://\S+/(?:#|match/)\S+", letter.get_content())
    assert found, letter.get_content()
    return found[0]


def deliver(page: Page, said: dict[str, Any]) -> None:
    """Hand a push message to the browser's worker, as its maker would, until its notice is shown: what is handed to a
    worker that a busy machine is slow to start is lost."""
    session = page.context.new_cdp_session(page)
    known: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    session.send("ServiceWorker.enable")
    # A worker that is gone is told of too, and what is handed to it is lost.
    alive = eventually(lambda: page.evaluate("1") and [each for each in known if not each["isDeleted"]])
    origin = page.evaluate("location.origin")
    told = {"origin": origin, "registrationId": alive[-1]["registrationId"], "data": json.dumps(said)}
    wanted = [said["title"], said["path"]]

    def shown() -> bool:
        session.send("ServiceWorker.deliverPushMessage", told)
        until = time.monotonic() + 10
        while wanted not in page.evaluate(NOTICES) and time.monotonic() < until:
            page.wait_for_timeout(100)
        return wanted in page.evaluate(NOTICES)

    eventually(shown)

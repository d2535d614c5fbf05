"""Makes docs/hosts/limits.md from the code: `python tests/make_limits.py`. A test compares the two."""

from __future__ import annotations

from pathlib import Path

from grognard.club import member_names, passwords
from grognard.deadlines import DEADLINES
from grognard.server.club.email_limits import EMAIL_RATES as EMAILS
from grognard.server.club.login_throttle import WRONG
from grognard.server.club.match_lifecycle import CONSEQUENCES, RECONCILE
from grognard.server.club.notification_settings import TESTS
from grognard.server.http.connection import LONGEST_HEAD, LONGEST_LINE, MOST_LINES
from grognard.server.http.connection_limits import MOST_OF_ADDRESS
from grognard.server.http.rate_limits import LISTENERS, QUOTAS, RATES, SEVERAL
from grognard.server.http.request_parsing import LONGEST_BODY
from grognard.server.http.socket_connection import A_SECOND, LONGEST_MESSAGE
from grognard.server.http.socket_connection import AT_ONCE as SOCKET_AT_ONCE
from grognard.server.matches.friend_matches import MOST_BYTES
from grognard.store.outbox import AT_ONCE
from grognard.work.limits import LIMITS

FILE = Path(__file__).parent.parent / "docs" / "hosts" / "limits.md"
GB = 1024**3


def table(head: str, rows: list[tuple[object, ...]]) -> str:
    columns = head.split(" | ")
    lines = [f"| {head} |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)]) + "\n"


def page() -> str:
    """The whole page."""
    sizes = [
        ("request headers in all", f"{LONGEST_HEAD // 1024} KB, {MOST_LINES} lines"),
        ("one header, or the address of a request", f"{LONGEST_LINE // 1024} KB"),
        ("the body of a request (a save: 1,000,000 characters)", f"{LONGEST_BODY // 1024} KB"),
        ("a member's name, as typed", f"{member_names.LONGEST_TYPED} characters"),
        ("a password, as typed", f"{passwords.LONGEST_TYPED} characters"),
        ("connections of one address, WebSockets apart", MOST_OF_ADDRESS),
        ("WebSockets of one address", LISTENERS),
        ("one message on a WebSocket, unpacked", f"{LONGEST_MESSAGE // 1024} KB"),
        ("all that comes on a WebSocket", f"{SOCKET_AT_ONCE // 1024} KB at once, then {A_SECOND} bytes a second"),
        ("the chat that a match by link keeps", f"{MOST_BYTES:,} bytes"),
        ("notifications of one member that are being delivered", AT_ONCE),
        ("test notifications", f"{TESTS[0]} at once, then {TESTS[1]:g} a minute"),
    ]
    return "\n".join(
        (
            "# Limits\n",
            "This page is generated from the code (`python tests/make_limits.py`). After reading it you know how much "
            "one person can ask of a server, how long the server waits, and what finds unfinished work again. "
            "[Security](../developers/security.md) says why.\n",
            "## Sizes\n",
            table("what | at most", [*sizes]),
            "Every text of every message has a greatest length of its own (`kernel/text_limits.py`).\n",
            "## Total deadlines\n",
            "A wait ends at its deadline however slowly the other side goes on.\n",
            table("the server waits for | at most", [(d.what, f"{d.seconds:g} s") for d in DEADLINES.values()]),
            "## Work in separate processes\n",
            table(
                "kind | processor time | memory | in all | processes | waiting per owner",
                [
                    (
                        name,
                        f"{each.processor} s",
                        f"{each.memory / GB:g} GB",
                        f"{each.wall} s",
                        each.workers,
                        each.waiting,
                    )
                    for name, each in LIMITS.items()
                ],
            ),
            "## Requests\n",
            "A server that others can reach keeps to these rates; one at home has none. They hold for one address "
            f"times {SEVERAL}, and for one seat where a match is played or analysed. Whoever asks for more gets 429 "
            "with `Retry-After`.\n",
            table("kind | a minute | at once | what", [(n, f"{r.minute:g}", r.once, r.what) for n, r in RATES.items()]),
            "Wrong passwords:\n",
            table("counted by | a minute | at once", [(r.what, f"{r.minute:g}", r.once) for r in WRONG.values()]),
            "Emails with a code, which go to an address before anybody knows whose it is:\n",
            table("counted by | an hour | at once", [(r.what, f"{r.minute * 60:g}", r.once) for r in EMAILS.values()]),
            "Matches:\n",
            table("kind | at most", [(name, each.most) for name, each in QUOTAS.items()]),
            "## What follows from a stored fact\n",
            "A process may be killed at any moment. What follows from a fact is written in the fact's transaction, or "
            f"found missing and done within a minute ({RECONCILE:g} s between two looks) by whichever process lives "
            "(`tests/club/test_kills.py`).\n",
            table("fact | what follows | how", [*CONSEQUENCES]),
        )
    ).replace("\n\n\n", "\n\n")


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")

"""Sentences of the audit log: who did what to whom, from the few words that the store keeps of an act."""

from __future__ import annotations

import re
from collections.abc import Callable

from grognard.kernel.words import numbered

COMMAND_LINE = "The owner, at the command line,"
"""Who acted, where no member is named."""
_DAYS = re.compile(r"for ([\d.]+) days")


def sentence(act: str, by: str, subject: str, detail: str) -> str:
    """An act in a sentence, by names; one that nobody has worded is told as it is stored."""
    who = by or COMMAND_LINE
    said = SENTENCES.get(act)
    if said is not None:
        return said(who, subject, detail)
    return f"{who} noted: {act}{f', {subject}' if subject else ''}{f', {detail}' if detail else ''}."


def _suspension(by: str, subject: str, detail: str) -> str:
    length, _, why = detail.partition(": ")
    because = _because(why)
    if length == "ended":
        return f"{by} ended the suspension of {subject}{because}."
    days = _DAYS.fullmatch(length)
    if days:
        count = float(days[1])
        length = f"for {numbered(int(count), 'day') if count == int(count) else f'{count:g} days'}"
    return f"{by} suspended {subject} {'permanently' if length == 'for good' else length}{because}."


def _roles(by: str, subject: str, detail: str) -> str:
    if detail in ("", "none"):
        return f"{by} took all roles from {subject}."
    return f"{by} gave {subject} the {'roles' if ' ' in detail else 'role'} {', '.join(detail.split())}."


def _invitation(by: str, subject: str, detail: str) -> str:
    uses, _, note = detail.partition(": ")
    count = uses.partition(" ")[0]
    times = numbered(int(count), "time") if count.isdigit() else uses
    return f"{by} made an invitation that can be used {times}{f', for {note}' if note.strip() else ''}."


def _settled(by: str, subject: str, detail: str) -> str:
    return f"{by} settled the match {subject}: {'a draw' if detail == 'draw' else f'{detail} won'}."


def _because(why: str) -> str:
    return f" because of this: {why.strip().rstrip('.')}" if why.strip() else ""


def _tournament(what: str) -> Callable[[str, str, str], str]:
    return lambda by, subject, detail: f"{by} {what} the tournament {detail or subject}."


SENTENCES: dict[str, Callable[[str, str, str], str]] = {
    "suspension": _suspension,
    "roles": _roles,
    "invitation": _invitation,
    "invitation ended": lambda by, subject, detail: f"{by} withdrew an invitation.",
    "report closed": lambda by, subject, detail: f"{by} settled a report{f': {detail}' if detail else ''}.",
    "match settled": _settled,
    "line hidden": lambda by, subject, detail: f"{by} hid a message ({detail}) at the match {subject}.",
    "line shown again": lambda by, subject, detail: f"{by} showed a message ({detail}) at the match {subject} again.",
    "member added": lambda by, subject, detail: (
        f"{by} added {subject}{f' with the role {detail}' if detail else ''} as a member."
    ),
    "password set": lambda by, subject, detail: f"{by} set a new password for {subject}.",
    "ratings computed again": lambda by, subject, detail: f"{by} computed all ratings again from {detail}.",
    "tournament announced": _tournament("announced"),
    "tournament begun": _tournament("started"),
    "tournament called off": _tournament("called off"),
    "withdrawn from a tournament": lambda by, subject, detail: f"{by} withdrew {detail} from the tournament {subject}.",
}
"""What is said of each act that is kept."""

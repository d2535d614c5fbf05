"""Limits of the emails that anybody can have sent to an address that is not known to be theirs."""

from __future__ import annotations

import math

from grognard.server.http.errors import ApiError
from grognard.server.http.rate_limits import Rate
from grognard.store.login_attempts import Allowance, LoginAttempts

EMAIL_RATES = {
    "member": Rate(1 / 12, 5, "emails with a code, for one member"),
    "to": Rate(1 / 60, 4, "emails with a code, to one email address"),
    "address": Rate(1 / 3, 20, "emails with a code, asked for from one address"),
}


def waits(tries: LoginAttempts, **owners: str) -> float:
    """One more email for all of these owners: 0, or the seconds until there may be one."""
    named = [(EMAIL_RATES[kind], f"letters {kind} {owner.lower()}") for kind, owner in owners.items()]
    return tries.take([Allowance(owner, rate.once, rate.minute) for rate, owner in named])


def take_email(tries: LoginAttempts, **owners: str) -> None:
    """The same; refused where there may be none."""
    wait = waits(tries, **owners)
    if wait:
        minutes = math.ceil(wait / 60)
        unit = "minute" if minutes == 1 else "minutes"
        text = f"Too many emails were requested. Try again in {minutes} {unit}, or continue without an address."
        raise ApiError(429, "busy", text, math.ceil(wait))

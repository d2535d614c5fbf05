#!/usr/bin/env python3
"""A member of a club that is a program, in plain Python with no import of ours.

    python3 examples/club_bot.py http://127.0.0.1:8000 grog_… [--once]

It takes up every challenge and plays by lot, the likelier the more an option names. With --once it leaves after the
end of a match.
"""

import json
import random
import secrets
import sys
import urllib.error
import urllib.request


def call(url, token, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url + path, data, headers), timeout=60)


def post(url, token, path, body):
    try:
        call(url, token, path, body).read()
    except urllib.error.HTTPError as refused:  # a stale question: the next line has the new one
        print(json.load(refused)["error"], file=sys.stderr)


def answer(url, token, event):
    ask = event["table"]["ask"]
    option = random.choices(ask["options"], [len(each) ** 2 for each in ask["options"]])[0]
    body = {"seat": event["seat"], "stamp": event["table"]["stamp"], "option": option}
    post(url, token, f"/api/matches/{event['match']}/decide", body)


def main(url, token, *more):
    for line in call(url, token, "/api/stream"):
        if not line.strip():
            continue  # the stream lives
        event = json.loads(line)
        if event["event"] == "challenge":
            post(url, token, f"/api/lobby/{event['id']}/accept", {})
        elif event["event"] == "started":  # numbers of our own for the dice, so that nobody can have chosen them
            shares = {seat: secrets.token_hex(32) for seat in event["seats"]}
            post(url, token, f"/api/matches/{event['match']}/sit", {"shares": shares})
        elif event["event"] == "decision":
            answer(url, token, event)
        elif event["event"] == "ended":
            print(json.dumps(event), flush=True)
            if "--once" in more:
                return


if __name__ == "__main__":
    main(*sys.argv[1:])

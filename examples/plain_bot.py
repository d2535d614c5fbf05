#!/usr/bin/env python3
"""A bot for Grognard in plain Python, with no import of ours.

    grognard simulate iwojima --games 10 --bots "exec:python3 examples/plain_bot.py,random"

It likes to go forward: the more an option names (a unit, a space), the likelier it is to be taken. By lot, the same
for the same seed.
"""

import json
import random
import sys


def best(options, rng):
    weights = [len(option) ** 2 for option in options]
    return rng.choices(range(len(options)), weights)[0]


def main():
    rng = random.Random()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "newgame":
            rng = random.Random(json.loads(rest)["seed"])
            print("ready", flush=True)
        elif word == "decide":
            question = json.loads(rest)
            choice = best(question["options"], rng)
            print("info going forward:", " ".join(question["options"][choice]))
            print("best", choice, flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()

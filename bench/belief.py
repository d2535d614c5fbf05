"""Counts where Iwo Jima's Concealed units are in games of the staff, for the worlds of the general.

    python bench/belief.py selfplay.jsonl --into src/grognard/bots/iwojima/belief.json

Every fifth game is kept out; on those it says how likely the truth was under what was counted, and under the rules
alone (a fifth dead, the others spread evenly).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from math import exp, log
from pathlib import Path
from typing import Any

from grognard import games, interrupt

HELD_OUT = 5
SMOOTH = 4.0
"""Units spread like all others that are added to each unit's own."""


def main() -> int:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path)
    parser.add_argument("--into", type=Path, required=True)
    chosen = parser.parse_args()
    head, *rows = [json.loads(line) for line in chosen.games.read_text().splitlines() if line.endswith("}")]
    game: Any = games.load("iwojima")
    seen: Counter[int] = Counter()
    dead: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    alive: Counter[int] = Counter()
    per_unit: dict[int, Counter[int]] = {unit: Counter() for unit in game.jp_units}
    for row in rows:
        if row["number"] % HELD_OUT:
            for turn, unit, area, steps in truths(row):
                seen[turn] += 1
                dead[turn] += area < 0
                if area >= 0:
                    alive[turn] += game.full[unit] > 1
                    whole[turn] += game.full[unit] > 1 and steps == game.full[unit]
                    per_unit[unit][area] += 1
    turns = range(1, game.last_turn + 1)
    everywhere: Counter[int] = sum(per_unit.values(), Counter())
    total = sum(everywhere.values())
    spread = [(everywhere[a] + 1) / (total + game.areas) for a in range(game.areas)]
    places = {}
    for unit, lay in per_unit.items():
        number = sum(lay.values())
        places[game.unit_ids[unit]] = [
            max(1e-6, round((lay[a] + SMOOTH * spread[a]) / (number + SMOOTH), 6)) for a in range(game.areas)
        ]
    deaths = [round((dead[t] + 0.5) / (seen[t] + 1), 4) for t in turns]
    fitted = rules = 0.0
    many = 0
    for row in rows:
        if row["number"] % HELD_OUT == 0:
            for turn, unit, area, _ in truths(row):
                many += 1
                died = deaths[turn - 1]
                fitted += log(died if area < 0 else (1 - died) * places[game.unit_ids[unit]][area])
                rules += log(0.2 if area < 0 else 0.8 / game.areas)
    found = {
        "game": "iwojima", "edition": int(head["version"].split("-")[0]),
        "made": f"bench/selfplay.py --games {len(rows)} --spread {head['spread']}; bench/belief.py",
        "held_out": {
            "units": many, "likelihood": round(exp(fitted / max(1, many)), 4),
            "by_the_rules_alone": round(exp(rules / max(1, many)), 4),
        },
        "dead": deaths, "whole": [round((whole[t] + 1) / (alive[t] + 2), 4) for t in turns], "places": places,
    }  # fmt: skip
    chosen.into.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"dead by turn: {deaths}")
    print(f"on games kept out, the mean chance of what was true: {found['held_out']}")
    return 0


def truths(row: dict[str, Any]) -> list[tuple[int, int, int, int]]:
    """Turn, unit, area (-1: dead) and steps of every unseen unit, before and after the US half of each turn."""
    return [
        (int(half) // 2 + 1, unit, area, steps)
        for half, units in row["hidden"].items()
        if int(half) > 0  # before, the Japanese side sets up
        for unit, area, steps in units
    ]


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))

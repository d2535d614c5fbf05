"""Games of a staff under random weights: what tuning, the value and the belief are fitted to.

    python bench/selfplay.py iwojima --games 2400 --into selfplay.jsonl --spread 0.3
    python bench/selfplay.py nemesis --games 4000 --seconds 80 --wide --jobs 16 --into nemesis.jsonl

Each game gives both sides factors of their own for every weight (log-normal), keeps who won by how much, what the
value looks at on every half-turn (with `--wide` what the marshal's looks at), and what was hidden. It goes on where the
file ends; the same numbers give the same games. `--seconds` begins no game after so long.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from grognard import games, interrupt
from grognard.bots.general.position_features import encoder_of
from grognard.bots.general.weights import drawn
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from grognard.lab.process_pool import spread


def one(job: tuple[str, str, int, int, float, tuple[str, ...], bool]) -> dict[str, Any]:
    """One game, as a line of the file."""
    game_id, scenario, seed, number, varied, files, wide = job
    game: Any = games.load(game_id)
    settings = import_module(f"grognard.bots.{game_id}.general_settings").GENERAL_SETTINGS
    rng = random.Random(f"selfplay {seed} {number}")
    bases = [settings.weights(side, files[side]) for side in range(len(game.sides))]
    factors = [drawn(base, rng, varied) for base in bases]
    seated = [
        settings.staff(game, side, random.Random(rng.random()), bases[side], factors[side])
        for side in range(len(game.sides))
    ]
    dice = KeyedDice(rng.randbytes(32))
    s = game.new(scenario, {})
    advance(s, dice)
    seen: dict[int, list[float]] = {}
    hidden: dict[int, Any] = {}
    look = encoder_of(game, settings) if wide else settings.features
    while s.winner == ONGOING:
        asked = s.pending
        half = settings.half_turn(s)
        if half not in seen:
            seen[half] = [round(x, 4) for x in look(s)]
            hidden[half] = settings.hidden(s)
        apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return {
        "number": number, "winner": s.winner, "ending": s.ending, "margin": settings.margin(s), "factors": factors,
        "seen": seen, "hidden": hidden,
    }  # fmt: skip


def main() -> int:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--spread", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--files", default="", help="a file of weights per side (default: the staff's)")
    parser.add_argument("--scenario", default="", help="default: the first")
    parser.add_argument("--wide", action="store_true", help="keep what the marshal's value looks at")
    parser.add_argument("--seconds", type=float, default=0.0, help="begin no game after so long (default: play all)")
    chosen = parser.parse_args()
    game: Any = games.load(chosen.game)
    files = tuple(chosen.files.split(",")) if chosen.files else ("",) * len(game.sides)
    head = {"game": game.id, "version": game.version, "spread": chosen.spread, "seed": chosen.seed, "files": [*files]}
    head |= {"wide": True} if chosen.wide else {}
    head |= {"scenario": chosen.scenario} if chosen.scenario else {}
    done: set[int] = set()
    if chosen.into.exists():
        lines = [line for line in chosen.into.read_text().splitlines(keepends=True) if line.endswith("\n")]
        if json.loads(lines[0]) != head:
            print(f"{chosen.into} was played otherwise: {lines[0].strip()}", file=sys.stderr)
            return 2
        done = {json.loads(line)["number"] for line in lines[1:]}
        chosen.into.write_text("".join(lines))
    else:
        chosen.into.write_text(json.dumps(head) + "\n")
    jobs = [
        (game.id, chosen.scenario, chosen.seed, n, chosen.spread, files, chosen.wide)
        for n in range(chosen.games)
        if n not in done
    ]
    until = time.monotonic() + chosen.seconds if chosen.seconds else float("inf")

    def in_time() -> Iterator[Any]:
        for job in jobs:
            if time.monotonic() >= until:
                return
            yield job

    results = map(one, in_time()) if chosen.jobs == 1 else spread(one, in_time(), chosen.jobs)
    played = 0
    for row in results:
        played += 1
        with interrupt.held(), chosen.into.open("a") as kept:
            kept.write(json.dumps(row) + "\n")
    print(f"{chosen.into}: {len(done) + played} games of {game.title}, edition {game.version}.")
    return 0


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))

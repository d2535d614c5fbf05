"""Counts where Iwo Jima's Concealed units are in games of generals, and holds what is believed against other games.

    python bench/selfplay.py iwojima --games 5000 --files general.toml,general.toml --spread 0.4 --into selfplay.jsonl
    python bench/belief.py selfplay.jsonl --into src/grognard/games/iwojima/data/beliefs.toml
    python bench/belief.py --check iwojima --games 20 --seed 31

The second counts: at the set-up, half laid out by a general's staff and half drawn by lot, and then stage by stage. The
third plays games of generals of other seeds, in any game, and says how likely the truth was, hidden counter by hidden
counter: the share of 200 drawn worlds that put it where it is (or among the dead), one half added.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from importlib import import_module
from math import exp, log
from pathlib import Path
from typing import Any

from grognard import games, interrupt
from grognard.bots.general.settings import settings_of
from grognard.bots.general.weights import drawn
from grognard.games.iwojima.belief import STAGES, stage_of
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply

SET_UPS = 600
SMOOTH = 4.0
"""Units spread like all others that are added to each unit's own."""
DRAWS = 200
APART = 40
"""Decisions between two positions that are looked at."""


def set_up(number: int) -> Any:
    """A position after the set-up: by hand, with weights by lot, or drawn by lot."""
    game: Any = games.load("iwojima")
    settings: Any = settings_of("iwojima")
    rng = random.Random(f"set-up {number}")
    dice = KeyedDice(rng.randbytes(32))
    s = game.new("", {})
    advance(s, dice)
    weights = settings.own(1)
    staff = settings.staff(game, 1, rng, weights, drawn(weights, rng, 0.4))
    while s.pending.side == 1:
        by_lot = [option for option in s.pending.options if option[0] == "auto-set-up"]
        option = by_lot[0] if by_lot and number % 2 else staff.choose(game.redact(s, 1), s.pending)
        apply(s, 1, option, dice)
    return s


def counted(file: Path, into: Path) -> None:
    """Count and write."""
    head, *rows = [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]
    game: Any = games.load("iwojima")
    halves = 2 * game.last_turn
    seen, dead, alive, whole = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    lay: dict[tuple[int, int], Counter[int]] = {(st, u): Counter() for st in range(len(STAGES)) for u in game.jp_units}
    caves: Counter[int] = Counter()
    for number in range(SET_UPS):
        s = set_up(number)
        caves.update(dict(enumerate(s.caves)))
        for unit in game.jp_units:
            lay[0, unit][s.where[unit]] += 1
    for row in rows:
        for half, units in row["hidden"].items():
            if int(half) == 0:
                continue
            for unit, area, steps in units:
                seen[int(half)] += 1
                dead[int(half)] += area < 0
                if area >= 0:
                    alive[int(half)] += game.full[unit] > 1
                    whole[int(half)] += game.full[unit] > 1 and steps == game.full[unit]
                    lay[stage_of(int(half)), unit][area] += 1
    deaths = [(dead[h] + 0.5) / (seen[h] + 1) for h in range(halves)]
    wholes = [(whole[h] + 1) / (alive[h] + 2) for h in range(halves)]
    deaths[0], wholes[0] = deaths[1] / 2, (1 + wholes[1]) / 2  # in the first half-turn there are no games to count
    ids = [game.unit_ids[unit] for unit in game.jp_units]
    out = [
        "# Where the US side believes Concealed units to be: counted from games of generals, and from set-ups by lot.",
        f"edition = {int(head['version'].split('-')[0])}",
        f'made = "bench/selfplay.py iwojima --games {len(rows)} --spread {head["spread"]} --seed {head["seed"]}; '
        'bench/belief.py"',
        f"caves = {[round(caves[a] / SET_UPS, 3) for a in range(game.areas)]}",
        f"dead = {[round(x, 4) for x in deaths]}",
        f"whole = {[round(x, 4) for x in wholes]}",
    ]
    for stage, name in enumerate(STAGES):
        total: Counter[int] = sum((lay[stage, unit] for unit in game.jp_units), Counter())
        every = sum(total.values())
        out.append(f"\n[{name}]")
        for unit, ident in zip(game.jp_units, ids, strict=True):
            own = lay[stage, unit]
            here = [
                (own[a] + SMOOTH * (total[a] + 1) / (every + game.areas)) / (sum(own.values()) + SMOOTH)
                for a in range(game.areas)
            ]
            out.append(f"{ident} = {[round(p, 4) for p in here]}")
    into.write_text("\n".join(out) + "\n", encoding="utf-8")


def likely(ident: str, number: int, seed: int) -> list[tuple[int, int, float]]:
    """A game of generals: turn, side and log-likelihood of the truth, hidden counter by hidden counter."""
    game: Any = games.load(ident)
    dice = KeyedDice(f"belief {seed} {number}".encode())
    s: Any = game.new("", {})
    advance(s, dice)
    settings: Any = settings_of(ident)
    seated = [settings.staff(game, x, random.Random(f"{seed}/{number}/{x}"), settings.own(x)) for x in game.every_side]
    out: list[tuple[int, int, float]] = []
    count = 0
    while s.winner == ONGOING:
        asked = s.pending
        count += 1
        if count % APART == 0:
            side = asked.side
            known = game.redact(s, side)
            units = hidden_units(game, s, side)
            if units:
                rng = random.Random(f"{seed}/{number}/{count}")
                hits = [0] * len(units)
                for _ in range(DRAWS):
                    other = game.resample(known, side, rng)
                    for index, unit in enumerate(units):
                        hits[index] += s.where[unit] == other.where[unit]  # the unseen dead are in one place
                out += [(s.turn, side, log((h + 0.5) / (DRAWS + 1))) for h in hits]
        apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return out


def hidden_units(game: Any, s: Any, side: int) -> list[int]:
    """The counters that a side cannot tell."""
    if game.id == "iwojima":
        return [u for u in game.jp_units if side == 0 and (s.concealed | s.at[game.secret]) >> u & 1]
    hidden = import_module(f"grognard.games.{game.id}.knowledge").hidden_from(s, side)
    return [u for u in range(game.units) if hidden >> u & 1]


def main() -> int:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("selfplay", type=Path, nargs="?")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--check", default="")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=31)
    chosen = parser.parse_args()
    if chosen.selfplay:
        counted(chosen.selfplay, chosen.into)
        return 0
    found = [row for number in range(chosen.games) for row in likely(chosen.check, number, chosen.seed)]
    for side in sorted({side for _, side, _ in found}):
        mine = [x for _, at, x in found if at == side]
        print(f"{chosen.check}, seen by side {side}: {sum(mine) / len(mine):.4f} a counter, {len(mine)} counters, "
              f"{chosen.games} games (mean chance {exp(sum(mine) / len(mine)):.3f})")  # fmt: skip
        for turn in sorted({turn for turn, at, _ in found if at == side}):
            here = [x for t, at, x in found if at == side and t == turn]
            print(f"  turn {turn}: {sum(here) / len(here):.4f} of {len(here)}")
    return 0


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))

"""Whether previewed chances hold, at length: positions of a game, each resolved 20,000 times, figure by figure.

python bench/previews.py nemesis --keep nemesis.jsonl     # goes on where it was stopped
python bench/previews.py --told nemesis.jsonl             # what was found

Of many figures three in a thousand lie more than 3 standard errors off by mere luck: what counts is whether it is more
than that, and whether a figure that is far off is so again with other dice. Both are told.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from odds_hold import Figure

FAR = 3.0
"""Standard errors."""
BEYOND = math.erfc(FAR / math.sqrt(2))
"""How often a right figure is farther off."""
AGAIN = 2
"""How often a figure that is far off is thrown again."""
SEEDS, EACH = 20, 10
"""200 positions a game."""
Figures = Callable[[int, int], Iterable[Figure]]
"""From the number of resolutions and the lot of dice."""


def iwojima() -> Iterator[tuple[str, Figures]]:
    """Bombardments and assaults of random games; every tenth, as those of one phase are much alike."""
    from iwojima import test_previews_hold as held

    left = SEEDS * EACH
    for seed in count():
        found = held.positions(50 + seed, (held.ResolveBombardments, held.ResolveAssaults))
        number = 0
        for at, s in enumerate(found):
            rows = held.card(s)["outcomes"] if at % EACH == 0 else []
            if any("p2" in row for row in rows) or not any(0 < row["p"] < 1 for row in rows):
                continue  # known only as a range, or certain
            yield f"{seed}/{number}", partial(held.figures, s)
            number += 1
            left -= 1
            if not left:
                return
            if number == EACH:
                break


def ichigo() -> Iterator[tuple[str, Figures]]:
    """Attacks about to be confirmed, in random games."""
    from ichigo import test_previews_hold as held

    for seed in range(SEEDS):
        for number, s in enumerate(held.plans(100 + seed, EACH)):
            yield f"{seed}/{number}", partial(held.figures, s)


def whitesun() -> Iterator[tuple[str, Figures]]:
    """Battles after their first round."""
    from whitesun import test_previews_simulated as held

    for seed in range(SEEDS):
        for number, s in enumerate(held.battles(EACH, 1000 * seed)):
            yield f"{seed}/{number}", partial(held.figures, s)


def formosa() -> Iterator[tuple[str, Figures]]:
    """Attacks on one hex, drawn by lot."""
    from formosa import test_previews_hold as held
    from formosa.conftest import table

    for seed in range(SEEDS):
        for number, duel in enumerate(held.duels(table, random.Random(100 + seed), EACH)):
            yield f"{seed}/{number}", partial(held.figures, *duel)


def nemesis() -> Iterator[tuple[str, Figures]]:
    """Attacks that could be confirmed, in random games."""
    from nemesis import test_previews_hold as held

    for number, s in enumerate(held.planned(SEEDS * EACH)):
        yield str(number), partial(held.figures, s, number)


GAMES = {made.__name__: made for made in (iwojima, ichigo, whitesun, formosa, nemesis)}


def measure(game: str, kept: Path, times: int) -> None:
    """Position after position; what is in the file is not done again."""
    done = {row["position"] for row in read(kept)}
    with kept.open("a") as out:
        for position, figures in GAMES[game]():
            if position in done:
                continue
            first = list(figures(times, 0))
            far = {figure.what for figure in first if figure.errors > FAR}
            again = [f for lot in range(1, AGAIN + 1) for f in figures(times, lot) if f.what in far] if far else []
            row: dict[str, Any] = {"position": position, "figures": first, "again": again}
            print(json.dumps(row), file=out, flush=True)


def read(kept: Path) -> list[dict[str, Any]]:
    """What has been measured."""
    return [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []


def told(kept: Path) -> str:
    """In words."""
    rows = read(kept)
    figures = [Figure(*each) for row in rows for each in row["figures"]]
    open_ = [f for f in figures if 0 < f.said < 1]
    far = [f for f in figures if f.errors > FAR]
    again = [Figure(*each) for row in rows for each in row["again"]]
    stubborn = [f for f in again if f.errors > FAR]
    return (
        f"{kept.stem}: {len(rows)} positions, {len(figures)} figures, {len(open_)} of them neither 0 nor 1. More than "
        f"{FAR:.0f} standard errors off: {len(far)}, by luck {BEYOND * len(open_):.1f} were to be expected; of "
        f"{len(again)} times that these were thrown again {len(stubborn)} were. The largest: "
        f"{max((f.errors for f in figures), default=0.0):.1f}."
    )


def main() -> int:
    """Read the command line, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--keep", type=Path, help="where the figures go; default GAME.jsonl")
    parser.add_argument("--times", type=int, default=20_000)
    parser.add_argument("--told", type=Path, nargs="+", default=[])
    given = parser.parse_args()
    kept = list(given.told)
    if given.game:
        kept.append(given.keep or Path(f"{given.game}.jsonl"))
        measure(given.game, kept[-1], given.times)
    for path in kept:
        print(told(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())

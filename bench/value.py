"""Fits the value of a game to self-play: one logistic regression a half-turn, neighbours in time sharing their games.

    python bench/value.py selfplay.jsonl --into src/grognard/bots/iwojima/value.json --picture value.svg
    python bench/value.py --study ichigo-study --into src/grognard/bots/ichigo/value.json
    python bench/value.py fresh.jsonl --check --into src/grognard/bots/iwojima/value.json --picture value.svg

The second kind learns from a study of the laboratory (`grognard lab play`) what the game's own numbers are worth at the
end of each turn, one regression a turn. The third fits nothing: it holds a value that is there against games of other
seeds, and keeps what came of it in the same file.

Calibration and AUC are of games foretold by a fit that has not seen them: each fifth of the games in turn is kept out
of one. The value that is written is fitted to all. A fit that shares games between half-turns and is drawn to nought
is too timid: how much is learned from the games of the fit themselves, again each foretold by a fit to the others
(Platt's scaling), and the slopes are stretched by it. Needs numpy (the extra `lab`).
"""

from __future__ import annotations

import argparse
import json
import sys
from html import escape
from importlib import import_module
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from grognard import games, interrupt
from grognard.bots.general import fitted_value
from grognard.bots.general.position_features import encoder_of
from grognard.kernel.flow import DRAW

RIDGE = 1.0
"""The prior of a slope: as much as so many games that say nought."""
MANY, RIDGE_OF_MANY = 50, 10.0
"""The same where there are more columns than this."""
NEAR = {0: 1.0, 1: 0.2, 2: 0.2}
"""What a game counts at another half-turn, by how many half-turns away it was seen."""
FOLDS = 5
"""Of how many parts of the games each is kept out in turn."""
Sample = tuple[int, int, list[float], float]
"""The number of the game, how far it was, what it looked like, and the first side's points in the end."""


def logistic(x: Any, y: Any, weight: Any) -> Any:
    """Ridge logistic regression; the first column is the bias, which is not shrunk."""
    slopes = np.zeros(x.shape[1])
    prior = np.full(x.shape[1], RIDGE if x.shape[1] < MANY else RIDGE_OF_MANY)
    prior[0] = 1e-6
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(x @ slopes, -30, 30)))
        slope = x.T @ (weight * (y - chance)) - prior * slopes
        curve = (x * (weight * chance * (1 - chance))[:, None]).T @ x + np.diag(prior)
        step = np.linalg.solve(curve, slope)
        slopes += step * min(1.0, 3.0 / max(1e-9, np.abs(step).max()))
        if np.abs(step).max() < 1e-7:
            break
    return slopes


def fitted(x: Any, y: Any, half: Any, inside: Any, last: int) -> list[Any]:
    """By half-turn, the regression on the samples that are inside."""
    out = []
    for at in range(last + 1):
        weight = np.select([half == at, abs(half - at) <= 2], [NEAR[0], NEAR[2]], 0.0) * inside
        near = weight > 0
        out.append(logistic(x[near], y[near], weight[near]))
    return out


def foretold(x: Any, half: Any, models: list[Any]) -> Any:
    """The logit of each sample by the model of its half-turn."""
    return np.einsum("ij,ij->i", x, np.array([models[int(h)] for h in half]))


def stretched(x: Any, y: Any, half: Any, fold: Any, inside: Any, last: int) -> list[tuple[float, float]]:
    """By half-turn, what to add to a logit and by what to multiply it: fitted to games foretold by the others."""
    logits = np.zeros(len(y))
    for out in set(fold[inside].tolist()):
        models = fitted(x, y, half, inside & (fold != out), last)
        here = fold == out
        logits[here] = foretold(x[here], half[here], models)
    late = half / max(1, last)
    columns = np.stack([np.ones(len(y)), late, logits, logits * late], axis=1)
    found = logistic(columns, y, inside.astype(float))
    return [(float(found[0] + found[1] * at / max(1, last)), float(found[2] + found[3] * at / max(1, last)))
            for at in range(last + 1)]  # fmt: skip


def learned(x: Any, y: Any, half: Any, fold: Any, inside: Any, last: int) -> list[Any]:
    """By half-turn, what the samples that are inside teach."""
    models = fitted(x, y, half, inside, last)
    for at, (shift, times) in enumerate(stretched(x, y, half, fold, inside, last)):
        models[at] = models[at] * times
        models[at][0] += shift
    begun = half == 0
    if not begun.any() or (x[begun] == x[begun][0]).all():  # before the first turn is over all games look alike
        at_first = half == (0 if begun.any() else 1)
        won = float(y[at_first & inside].mean())
        models[0] = np.concatenate([[log(won / (1 - won))], np.zeros(x.shape[1] - 1)])
    return models


def from_selfplay(file: Path, most: int = 0) -> tuple[dict[str, Any], tuple[str, ...], list[Sample]]:
    """Where the samples come from, what they are of, and the samples."""
    head, *rows = [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]
    rows = rows[: most or len(rows)]
    settings = import_module(f"grognard.bots.{head['game']}.general_settings").GENERAL_SETTINGS
    samples = [
        (row["number"], int(half), [float(x) for x in seen], _points(row["winner"]))
        for row in rows
        for half, seen in row["seen"].items()
    ]
    wide = " --wide" if head.get("wide") else ""
    files = ",".join(head["files"]) or "the staff's"
    made = (
        f"bench/selfplay.py {head['game']} --games {len(rows)} --spread {head['spread']} --seed {head['seed']}"
        f" --files {files}{wide}"
    )
    names = encoder_of(games.load(head["game"]), settings).names if head.get("wide") else settings.names
    return {**head, "number": len(rows), "made": made}, names, samples


def from_study(folder: Path) -> tuple[dict[str, Any], tuple[str, ...], list[Sample]]:
    """The same from a study: how things stood when each turn was over."""
    import pyarrow.parquet as pq

    note = json.loads((folder / "study.json").read_text())
    samples: list[Sample] = []
    names: tuple[str, ...] = ()
    count = 0
    for file in sorted(folder.glob("*.parquet")):
        for row in pq.read_table(file).to_pylist():
            if row["problem"]:
                continue
            count += 1
            for turn in row["turns"]:
                found = {each["name"]: each["value"] for each in turn["numbers"]}
                kinds = (("units", turn["units"]), ("steps", turn["steps"]), ("held", [len(x) for x in turn["held"]]))
                for kind, values in kinds:
                    found |= {f"{kind} of party {party}": float(value) for party, value in enumerate(values)}
                names = names or tuple(found)
                samples.append((row["number"], turn["turn"], [found[name] for name in names], _points(row["winner"])))
    moving = [i for i in range(len(names)) if len({each[2][i] for each in samples}) > 1]
    samples = [(a, b, [c[i] for i in moving], d) for a, b, c, d in samples]
    made = f"grognard lab play {note['game']} --games {count} --seed {note['seed']}"
    head = {key: note[key] for key in ("game", "version", "bots", "seed", "code")}
    return {**head, "number": count, "made": made}, tuple(names[i] for i in moving), samples


def _points(winner: int) -> float:
    return 0.5 if winner == DRAW else float(winner == 0)


def auc(chances: Any, won: Any) -> float:
    """The chance that a game that was won was given the higher chance; draws are left out."""
    above, below = chances[won == 1], chances[won == 0]
    if not len(above) or not len(below):
        return float("nan")
    return float((above[:, None] > below).mean() + 0.5 * (above[:, None] == below).mean())


def tenths_of(chances: Any, y: Any, number: Any, among: Any) -> list[dict[str, float]]:
    """Of the positions that were called so many in ten, how many were won."""
    out = []
    for tenth in range(10):
        inside = among & (chances >= tenth / 10) & (chances < (tenth + 1) / 10 + (tenth == 9))
        out.append(
            {
                "from": tenth / 10, "positions": int(inside.sum()), "games": len(set(number[inside].tolist())),
                "foretold": round(float(chances[inside].mean()), 4) if inside.any() else 0.0,
                "won": round(float(y[inside].mean()), 4) if inside.any() else 0.0,
            }
        )  # fmt: skip
    return out


def checked(played: Path, into: Path, drawn: Path | None) -> int:
    """A value that is there, held against games that had no part in it."""
    head, names, samples = from_selfplay(played)
    kept = json.loads(into.read_text())
    model = fitted_value.load(f"grognard.bots.{head['game']}", into.name, names)
    number, y = np.array([a for a, *_ in samples]), np.array([d for *_, d in samples])
    chances = np.array([model.chance(half, seen) for _, half, seen, _ in samples])
    tenths = tenths_of(chances, y, number, np.ones(len(y), dtype=bool))
    kept["fresh"] = {"made": f"{head['made']}; then bench/value.py --check", "games": head["number"],
                     "version": head["version"], "calibration": tenths}  # fmt: skip
    into.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    if drawn:
        drawn.write_text(picture(f"{head['game']}: {head['number']} games of other seeds", tenths), encoding="utf-8")
    for line in tenths:
        print(f"{line['from']:.0%}: foretold {line['foretold']:.1%}, won {line['won']:.1%} of {line['positions']}")
    return 0


def picture(title: str, tenths: list[dict[str, float]]) -> str:
    """The calibration curve: what was foretold against what came."""
    size, edge = 360, 46

    def at(x: float, y: float) -> tuple[float, float]:
        return edge + x * (size - 2 * edge), size - edge - y * (size - 2 * edge)

    out = [f'<text x="{edge}" y="22" font-weight="bold">{escape(title)}</text>']
    for tick in range(0, 11, 2):
        x, y = at(tick / 10, tick / 10)
        grid = f"M{x:.1f} {edge}V{size - edge}M{edge} {y:.1f}H{size - edge}"
        out.append(f'<path d="{grid}" stroke="#ddd8cc" fill="none"/>')
        out.append(f'<text x="{x:.1f}" y="{size - edge + 16}" text-anchor="middle">{tick * 10} %</text>')
        out.append(f'<text x="{edge - 6}" y="{y + 4:.1f}" text-anchor="end">{tick * 10} %</text>')
    (ax, ay), (bx, by) = at(0, 0), at(1, 1)
    out.append(f'<path d="M{ax} {ay}L{bx} {by}" stroke="#8a8577" stroke-dasharray="5 4"/>')
    for tenth in tenths:
        if tenth["positions"]:
            x, y = at(tenth["foretold"], tenth["won"])
            half = 1.96 * (max(0.01, tenth["won"] * (1 - tenth["won"])) / max(1, tenth["games"])) ** 0.5
            (_, low), (_, high) = at(0, max(0.0, tenth["won"] - half)), at(0, min(1.0, tenth["won"] + half))
            said = f"foretold {100 * tenth['foretold']:.0f} %, won {100 * tenth['won']:.0f} % of {tenth['positions']}"
            out.append(
                f'<g><title>{said}</title><path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="#3b4a54" stroke-width="1.6"/>'
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#a33b20"/></g>'
            )
    out.append(f'<text x="{size / 2}" y="{size - 8}" text-anchor="middle">foretold chance of the first side</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="11">'
        f'<rect width="{size}" height="{size}" fill="#fbfaf6"/>{"".join(out)}</svg>\n'
    )


def main() -> int:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path, nargs="?")
    parser.add_argument("--study", type=Path)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--most", type=int, default=0, help="of so many games, the first in the file (default: all)")
    chosen = parser.parse_args()
    if chosen.check:
        return checked(chosen.games, chosen.into, chosen.picture)
    head, names, samples = from_study(chosen.study) if chosen.study else from_selfplay(chosen.games, chosen.most)
    number, half = np.array([a for a, *_ in samples]), np.array([b for _, b, *_ in samples])
    raw, y = np.array([c for _, _, c, _ in samples]), np.array([d for *_, d in samples])
    # Numbers are as the game writes them: brought to one scale first, and the slopes back at the end.
    middle, scale = raw.mean(0), np.maximum(raw.std(0), 1e-9)
    x = np.concatenate([np.ones((len(y), 1)), (raw - middle) / scale], axis=1)
    last, fold = int(half.max()), number % FOLDS
    chances = np.zeros(len(y))
    for out in range(FOLDS):
        here = fold == out
        logits = foretold(x[here], half[here], learned(x, y, half, fold, ~here, last))
        chances[here] = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    models = learned(x, y, half, fold, np.ones(len(y), dtype=bool), last)
    halves = [
        {
            "bias": round(float(m[0] - (m[1:] / scale) @ middle), 4),
            "slopes": [round(float(v), 6) for v in m[1:] / scale],
        }
        for m in models
    ]  # fmt: skip
    tenths = tenths_of(chances, y, number, np.ones(len(y), dtype=bool))
    tested = [half == at for at in range(len(halves))]
    curves = {str(at): round(auc(chances[here], y[here]), 3) for at, here in enumerate(tested)}
    found = {
        "game": head["game"], "edition": int(head["version"].split("-")[0]),
        "made": f"{head.pop('made')}; then bench/value.py",
        "games": {**head, "kept_out": len(set(number.tolist()))},
        "names": list(names), "calibration": tenths, "auc": curves, "halves": halves,
    }  # fmt: skip
    chosen.into.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if chosen.picture:
        title = f"{head['game']}: {head['number']} games, foretold by fits to others"
        chosen.picture.write_text(picture(title, tenths), encoding="utf-8")
    for line in tenths:
        print(f"{line['from']:.0%}: foretold {line['foretold']:.0%}, won {line['won']:.0%} of {line['positions']}")
    print("AUC by half-turn:", curves)
    return 0


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))

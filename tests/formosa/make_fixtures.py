"""Make the finished games that the tests replay: both scenarios, every way in which the game can end.

Run it after a change of the rules or the data: `python tests/formosa/make_fixtures.py`. Two players of this file play:
an Allied one that walks from objective to objective and is content once he has enough points, and a Japanese one that
hides in the mountains. Random players give the endings that come of doing nothing right.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard.games import load
from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.state import OPTIONS, allied_hexes
from grognard.games.formosa.victory import net
from grognard.kernel.bits import members
from grognard.kernel.flow import CONCEDE, Decision, Option
from grognard.lab.playthrough import playthrough
from grognard.match.match import Match
from grognard.match.save import write

FOLDER = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden.txt"
GAME: Any = load("formosa")
SIDES = ("Allied", "Japanese")
Player = Callable[[Any, Decision], Option]
WORTH = GAME.sites | GAME.industry | GAME.peaks
HIDING = [h for h in members(GAME.high) if not WORTH >> h & 1]


def ending(options: list[Option]) -> Option:
    """The option that ends a phase or lets things be; the last one if there is none."""
    calm = ("end-", "no-", "stay", "stop", "ready", "let-go", "nothing")
    return next((o for o in options if str(o[0]).startswith(calm)), options[-1])


class Hidden:
    """A Japanese player who keeps to the mountains."""

    def __call__(self, s: Any, asked: Decision) -> Option:
        options = asked.options
        if asked.prompt == "set-up":
            return next((o for o in options if o[0] == "set-up"), options[-1])
        if asked.prompt == "set-up-unit":
            return min(
                options, key=lambda o: (WORTH >> int(o[1]) & 1, int(o[1]) not in HIDING, self.crowd(s, int(o[1])))
            )
        if asked.prompt == "plan-attack":
            return next(
                o for verb in ("confirm", "join-all", "join", "also", "call-off") for o in options if o[0] == verb
            )
        return ending(options)

    def crowd(self, s: Any, hex_: int) -> int:
        """As far from the shores as there is room."""
        return -min(GAME.map.distance(hex_, h) for h in members(GAME.coast))


class Walker:
    """An Allied player who goes from objective to objective until he has enough points."""

    def __init__(self, enough: int) -> None:
        self.enough = enough
        self.goals: dict[int, int] = {}
        self.tried: set[tuple[int, int]] = set()
        self.pushed = False

    def wanted(self, s: Any) -> list[int]:
        """Objectives without an Allied unit."""
        return members(WORTH & ~allied_hexes(s))

    def __call__(self, s: Any, asked: Decision) -> Option:
        options = asked.options
        content = net(s) >= self.enough
        choose = getattr(self, asked.prompt.replace("-", "_"), None)
        if choose is None or (content and asked.prompt in ("movement", "markers", "bases", "board", "transfer")):
            return ending(options)
        chosen: Option | None = choose(s, options)
        return ending(options) if chosen is None else chosen

    def allied_set_up(self, s: Any, options: list[Option]) -> Option | None:
        if s.amphibious < 5 and ("buy", "amphibious") in options:
            return ("buy", "amphibious")
        return next((o for o in options if o[0] == "recruit" and GAME.engineers >> int(o[1]) & 1), None)

    def recruit(self, s: Any, options: list[Option]) -> Option | None:
        if s.amphibious < 3 and ("buy", "amphibious") in options and s.lp[ALLIED] > 7:
            return ("buy", "amphibious")
        return None

    def planning(self, s: Any, options: list[Option]) -> Option | None:
        wanted = ("assign-rest", "assign", "stage-gunfire")
        return next((o for o in options if o[0] in wanted and o[-1] != "superiority"), None)

    def markers(self, s: Any, options: list[Option]) -> Option | None:
        landings = [o for o in options if o[0] == "land-marker"]
        near = [o for o in landings if GAME.sites >> int(o[1]) & 1 and not allied_hexes(s) >> int(o[1]) & 1]
        return near[0] if near else None

    def board(self, s: Any, options: list[Option]) -> Option | None:
        _, _, aboard = s.agenda[-1].run(s).about
        units = [o for o in options if o[0] == "board"]
        engineers = [o for o in units if GAME.engineers >> int(o[1]) & 1]
        fighters = [o for o in units if not (GAME.engineers | GAME.headquarters) >> int(o[1]) & 1]
        if not aboard and engineers:
            return engineers[0]
        return fighters[0] if fighters and aboard < 4 else None

    def transfer(self, s: Any, options: list[Option]) -> Option | None:
        off_map = [o for o in options if o[0] == "ship" and s.where[int(o[1])] >= GAME.hexes]
        return off_map[0] if off_map else None

    def ship(self, s: Any, options: list[Option]) -> Option | None:
        return max(options, key=lambda o: (int(o[1]) < GAME.hexes, -(s.at[int(o[1])].bit_count())))

    def movement(self, s: Any, options: list[Option]) -> Option | None:
        self.goals.clear()
        for option in options:
            once = (s.turn, int(option[1])) if option[0] == "move" else None
            if once is not None and once not in self.tried and self.goal(s, once[1]) is not None:
                self.tried.add(once)
                return option
        if ("end-movement",) not in options:
            self.pushed = True
            return next(o for o in options if o[0] == "move")
        return None

    def goal(self, s: Any, unit: int) -> int | None:
        """The nearest objective that nobody of ours holds, unless the unit holds one alone."""
        here = s.where[unit]
        mates = s.at[here] & GAME.of_side[ALLIED] & ~(1 << unit)
        if WORTH >> here & 1 and not mates:
            return None
        if GAME.engineers >> unit & 1 and GAME.sites >> here & 1 and not s.at[here] & s.bases:
            return None
        wanted = [h for h in self.wanted(s) if not GAME.mechanized >> unit & 1 or not GAME.high >> h & 1]
        return min(wanted, key=lambda h: (GAME.map.distance(here, h), h), default=None)

    def move_on(self, s: Any, options: list[Option]) -> Option | None:
        move = s.agenda[-1]
        goal = self.goals.setdefault(move.unit, self.goal(s, move.unit) or -1)
        steps = [o for o in options if o[0] == "to"]
        if self.pushed and steps:
            self.pushed = False
            return steps[0]
        if goal < 0 or not steps:
            return None
        here = GAME.map.distance(s.where[move.unit], goal)
        best = min(steps, key=lambda o: (GAME.map.distance(int(o[1]), goal), int(o[1])))
        return best if GAME.map.distance(int(best[1]), goal) < here or ("stop",) not in options else None

    def plan_attack(self, s: Any, options: list[Option]) -> Option | None:
        return next(o for verb in ("join-all", "join", "confirm", "also", "call-off") for o in options if o[0] == verb)

    def support(self, s: Any, options: list[Option]) -> Option | None:
        return options[0]

    def commit_attack(self, s: Any, options: list[Option]) -> Option | None:
        return next((o for o in options if o[0] in ("add-lp", "gunfire")), None)

    def advance(self, s: Any, options: list[Option]) -> Option | None:
        return options[0]

    def combat(self, s: Any, options: list[Option]) -> Option | None:
        return options[0]

    def bases(self, s: Any, options: list[Option]) -> Option | None:
        return next((o for o in options if o[0] == "build"), None)


def random_player(rng: random.Random) -> Player:
    """Any option."""
    return lambda s, asked: rng.choice(asked.options)


def played(scenario: str, seed: int, players: list[Player], options: list[str], stop_at: int | None = None) -> Match:
    """A match between two players of this file."""
    chosen = dict.fromkeys(options, "on")
    match = Match.new(GAME, seats=dict.fromkeys(SIDES, "random"), seed=seed, scenario=scenario, options=chosen)
    while not match.over:
        asked = match.asked
        assert asked is not None
        if stop_at is not None and len(match.played) >= stop_at:
            match.submit(asked.side, CONCEDE)
            break
        match.submit(asked.side, players[asked.side](GAME.redact(match.state, asked.side), asked))
    return match


def walked(wanted: str, enough: int, scenario: str = "1") -> Match:
    """The walker against the hidden; the first seed that ends so."""
    for seed in range(12):
        match = played(scenario, seed, [Walker(enough), Hidden()], [])
        if match.state.ending == wanted:
            return match
        print(f"  seed {seed}: {match.state.ending}, net {net(match.state)}, turn {match.state.turn}", flush=True)
    raise SystemExit(f"no game ended with {wanted}")


def chanced(wanted: str, scenario: str, options: list[str]) -> Match:
    """Random players; the first seed that ends so."""
    for seed in range(60):
        match = played(
            scenario, seed, [random_player(random.Random(seed)), random_player(random.Random(-seed))], options
        )
        if match.state.ending == wanted:
            return match
    raise SystemExit(f"no game ended with {wanted}")


FIXTURES: dict[str, Callable[[], Match]] = {
    "japanese-sudden-death": lambda: chanced("japanese-sudden-death", "1", []),
    "japanese-strategic": lambda: chanced("japanese-strategic", "2", list(OPTIONS)),
    "japanese-operational": lambda: walked("japanese-operational", 8),
    "draw": lambda: walked("draw", 14),
    "allied-operational": lambda: walked("allied-operational", 20),
    "allied-strategic": lambda: walked("allied-strategic", 26, "2"),
    "allied-sudden-death": lambda: walked("allied-sudden-death", 99),
    "concession": lambda: played("1", 3, [Walker(99), Hidden()], ["25.10"], stop_at=150),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FIXTURES:
        match = FIXTURES[name]()
        (FOLDER / f"{name}.grog").write_text(write(match), encoding="utf-8")
        print(f"{name}: {len(match.played)} decisions, {match.state.ending} on turn {match.state.turn}", flush=True)
    GOLDEN.write_text(playthrough((FOLDER / "concession.grog").read_text(encoding="utf-8")), encoding="utf-8")

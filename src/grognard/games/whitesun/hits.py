"""Chapter 10: which faces hit (10.2, 10.5, 10.6), with everything that changes them, itemised (1.3, R12, R13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.games.whitesun.facts import AIR, COMMUNIST, ELITE, IMPERIAL, NAVY, PUPPET, Facts
from grognard.games.whitesun.state import NO_EVENT, State, has_fort, is_entrenched
from grognard.kernel.bits import each
from grognard.kernel.ids import Space, Units
from grognard.kernel.tables import Modifier


@dataclass(frozen=True, slots=True)
class HitNumber:
    """The faces that hit: this one and above, or (Communists) this one and below."""

    face: int
    lines: tuple[Modifier, ...]
    below: bool = False

    @property
    def faces(self) -> int:
        """How many faces of a die hit."""
        return self.face if self.below else 7 - self.face

    def counted(self, dice: tuple[int, ...]) -> int:
        """The hits among some dice."""
        return sum(die <= self.face for die in dice) if self.below else sum(die >= self.face for die in dice)

    def words(self) -> str:
        """`5–6`, `6`, `1–2`."""
        low, high = (1, self.face) if self.below else (self.face, 6)
        return str(low) if low == high else f"{low}–{high}"


def happening(s: State) -> str:
    """The id of the event in force in this battle."""
    return "" if s.event == NO_EVENT else s.game.events[s.event].id


def japanese_hits(s: State, force: int, hex_: Space, round_: int, event: str) -> HitNumber:
    """10.2: which faces hit for Imperial units, puppets and the flotilla."""
    return _japanese(s.game, force == PUPPET, round_ == 1, is_entrenched(s, hex_), has_fort(s, hex_), event)


@lru_cache(maxsize=1 << 10)
def _japanese(g: Facts, puppet: bool, first: bool, entrenched: bool, fort: bool, event: str) -> HitNumber:
    """10.2, 10.5, RE.13, RE.15, RE.51, RE.54, R12, R13: by all that they hang on, and kept, for it is not much."""
    n = g.number_of
    base = n["puppet"] if puppet else n["imperial"]
    case = "10.2b" if puppet else "10.2a"
    lines = [Modifier(base, f"{base}+" if base < 6 else "6", (case,))]
    where = "a fort" if fort else "rough terrain"
    if event == "soviet":
        lines.append(Modifier(n["only"], "Soviet Border Clash: only 6", ("RE.54",)))
    elif first and event == "bombing":
        lines.append(Modifier(n["only"], "Operations 100 to 102: only 6 in the first round", ("RE.51",)))
    elif first and event == "smoke" and entrenched:
        lines.append(Modifier(base, f"Special Smoke and {where} cancel each other", ("RE.13", "R13")))
    elif first and event == "smoke":
        lines.append(Modifier(n["smoke"], "Special Smoke: 4–6 in the first round", ("RE.13",)))
    elif first and entrenched and not puppet:
        lines.append(Modifier(n["only"], f"{where}: only 6 in the first round", ("10.5a",)))
    elif first and event == "fieldworks" and not entrenched:
        lines.append(Modifier(n["only"], "Fieldworks: only 6 in the first round", ("RE.15",)))
    return HitNumber(lines[-1].value, tuple(lines))


def chinese_hits(s: State, force: int, round_: int, event: str) -> HitNumber:
    """10.2, 8.8d: which faces hit for elites, regulars, garrisons and Communists."""
    if force == COMMUNIST:
        return communist_hits(s, event)
    return _chinese(s.game, force == ELITE, round_ == 1, s.great_victory, event)


@lru_cache(maxsize=1 << 10)
def _chinese(g: Facts, elite: bool, first: bool, great_victory: int, event: str) -> HitNumber:
    """10.2, 10.6, RE.11, RE.21, RE.24, R12: by all that they hang on, and kept."""
    n = g.number_of
    base = n["elite"] if elite else n["regular"]
    face = base
    lines = [Modifier(base, f"{base}+" if base < 6 else "6", ("10.2a" if elite else "10.2b",))]
    if event == "shouling" and elite:
        face = n["only"]
        lines.append(Modifier(face, "Shouling: elites hit only on 6", ("RE.21",)))
    for text, case in bonuses(first, great_victory, event):
        face -= n["bonus"]
        lines.append(Modifier(-n["bonus"], text, (case,)))
    return HitNumber(max(face, n["best"]), tuple(lines))


def communist_hits(s: State, event: str) -> HitNumber:
    """8.5d, 8.8d, R8, R9: one die each, at or below the turn's number."""
    n = s.game.number_of
    face = s.turn
    lines = [Modifier(s.turn, f"{s.turn} or less, the number of the turn", ("8.8d", "R8"))]
    for text, case in bonuses(True, s.great_victory, "unity" if event == "unity" else ""):
        face += n["bonus"]
        lines.append(Modifier(n["bonus"], text, (case, "R9")))
    return HitNumber(min(face, n["communist_most"]), tuple(lines), below=True)


def bonuses(first: bool, great_victory: int, event: str) -> list[tuple[str, str]]:
    """R12: what makes Chinese dice better by one, each."""
    out = []
    if event == "unity":
        out.append(("Chinese Command Unity: one face more", "RE.11"))
    if event == "baoding" and first:
        out.append(("Baoding Clique: one face more in the first round", "RE.24"))
    if great_victory:
        out.append(("Great Chinese Victory: one face more", "10.6b"))
    return out


# --- how many dice


def dice_of(s: State, units: Units) -> int:
    """10.1c-e: the combat dice of some units at the steps they have; Communists roll one each (R8)."""
    if not units:
        return 0
    g = s.game
    return sum(1 if g.communists >> u & 1 else g.dice[u][s.steps[u]] for u in each(units) if g.force_of[u] != AIR)


JAPANESE_FORCES = (IMPERIAL, PUPPET, NAVY)

"""The odds of what is planned or under way, every modifier itemised with its case."""

from __future__ import annotations

from typing import Any

from grognard.games.formosa.battle import Battle
from grognard.games.formosa.combat import PlanAttack
from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.odds import Combat, base_column, column, percentage, shifts, strength
from grognard.games.formosa.state import State, factor
from grognard.games.formosa.text import RESULTS
from grognard.kernel.flow import Option
from grognard.kernel.odds import one_die
from grognard.kernel.showing import line


def total(text: str, value: str, *cases: str) -> dict[str, Any]:
    """The sum under some lines."""
    return {**line(text, value, *cases), "total": True}


def combat_preview(s: State, c: Combat, title: str) -> dict[str, Any]:
    """15.2-15.4: strengths, percentage, shifts, column, and the chance of each result."""
    g = s.game
    attack, defence = strength(s, c.units), strength(s, c.defenders)
    out: dict[str, Any] = {
        "title": title.format(g.space_names[c.targets[0]]),
        "space": c.targets[0],
        "items": [
            *(line(g.unit_names[u], str(factor(s, u)), "15.0g") for u in c.units),
            total("Attack", str(attack), "15.2a"),
        ],
        "against": "Against",
        "reduce": [
            *(line(g.unit_names[u], str(factor(s, u)), "15.0i") for u in c.defenders),
            total("Defence", str(defence), "15.2a", "15.1c"),
        ],
    }
    if not c.units or not c.defenders:
        return out
    table = g.crt[c.side]
    before, after = base_column(s, c), column(s, c)
    ranked = sorted(table.chances(after, one_die()).items(), key=lambda row: (-row[1], row[0]))
    out["shifts"] = [
        line("Percentage", f"{min(percentage(attack, defence), 999)}%", "15.2a", "R48"),
        *(line(m.text, f"{m.value:+d}", *m.cases) for m in shifts(s, c)),
    ]
    out["columns"] = [
        {"text": name, "p": float(i == after), "raw": float(i == before)} for i, name in enumerate(table.columns)
    ]
    out["outcomes"] = [{"text": text, "words": RESULTS[text], "p": round(p, 6)} for text, p in ranked]
    return out


# --- what is asked now


def is_secret(s: State, side: int, c: Combat) -> bool:
    """11.0c: whether concealed counters enter; then the Allied player gets no odds."""
    return side == ALLIED and any(s.concealed >> u & 1 for u in (*c.units, *c.defenders))


def current(s: State, side: int) -> list[dict[str, Any]]:
    """The odds of what is planned or under way, as the side may know them."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack) and top.side == side:
        c = top.combat(s)
        return [] if is_secret(s, side, c) else [combat_preview(s, c, "Attack on {}")]
    if isinstance(top, Battle) and top.defenders:
        title = "Counterattack on {}" if top.is_counterattack else "Attack on {}"
        return [combat_preview(s, top.combat(), title)]
    return []


def of_option(s: State, side: int, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    trial = s.copy()
    frame = trial.agenda[-1] if trial.agenda else None
    if isinstance(top, PlanAttack) and isinstance(frame, PlanAttack):
        if option[0] not in ("join", "join-all", "also", "confirm"):
            return None
        if option[0] != "confirm":
            frame.answer(trial, option)
        c = frame.combat(trial)
        return None if is_secret(s, side, c) else combat_preview(trial, c, "Attack on {}")
    if isinstance(top, Battle) and isinstance(frame, Battle):
        if option[0] in ("gunfire", "add-lp", "fly-supply"):
            frame.answer(trial, option)
        elif option[0] != "ready":
            return None
        return combat_preview(trial, frame.combat(), "Attack on {}")
    return None

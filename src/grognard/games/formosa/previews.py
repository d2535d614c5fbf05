"""The odds of what is planned or under way, every modifier itemised with its case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.games.formosa.b29 import FORTIFIED, B29Phase
from grognard.games.formosa.b29 import column as b29_column
from grognard.games.formosa.battle import ATTACKER, DEFENDER, Battle
from grognard.games.formosa.chances_to_take_hex import answer_to_come, may_rise, outlook
from grognard.games.formosa.combat import PlanAttack
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US
from grognard.games.formosa.odds import Combat, base_column, column, percentage, shifts, strength
from grognard.games.formosa.special_movement import Raid
from grognard.games.formosa.state import State, factor, plays, units_at
from grognard.games.formosa.strikes import FleetSortie, PlanStrikes
from grognard.games.formosa.text import RESULTS, SORTIES
from grognard.kernel.bits import bitset, each
from grognard.kernel.board_parts import line
from grognard.kernel.flow import Option, space_of, unit_of
from grognard.kernel.ids import Side, Space
from grognard.kernel.odds import one_die
from grognard.kernel.words import numbered

DIE = 1 / 6
GONE = "The defenders are eliminated (before any counterattack)"
TAKEN = ["15.8a", "15.8.1b", "15.5e", "15.5f"]
RAID_ON_ALLIES = {
    "lost": "they are eliminated on the way",
    "turned back": "they may try again in a later turn",
    "nothing destroyed": "they land and are spent",
}
"""25.8d: what is said of a raid on an airfield with Allied units; landing there ends with the raiders."""
B29_WORDS = {"-": "no effect", "DS": "the hex is suppressed", "D1": "one unit is eliminated, any others are suppressed"}
RAID_WORDS = {"lost": "they are lost", "turned back": "they may try again in a later turn", "lands": "they land"}


def total(text: str, value: str, *cases: str) -> dict[str, Any]:
    """The sum under some lines."""
    return {**line(text, value, *cases), "total": True}


# --- 15 combat


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
    chances = table.chances(after, one_die())
    ranked = sorted(chances.items(), key=lambda row: (-row[1], row[0]))
    out["shifts"] = [
        line("Percentage", f"{percentage(attack, defence)}%" if defence else "no defence", "15.2a", "R48"),
        *(line(m.text, f"{m.value:+d}".replace("-", "−"), *m.cases) for m in shifts(s, c)),
    ]
    out["columns"] = [
        {"text": name, "p": float(i == after), "raw": float(i == before)} for i, name in enumerate(table.columns)
    ]
    out["outcomes"] = [{"text": text, "words": RESULTS[text], "p": round(p, 6)} for text, p in ranked]
    out["notes"] = combat_notes(s, c)
    return out


def is_fortified(s: State, c: Combat) -> bool:
    """15.7: a fortress or base among the defenders, which does not retreat."""
    return bool(bitset(c.defenders) & (s.game.fortresses | s.bases))


def combat_notes(s: State, c: Combat) -> list[dict[str, Any]]:
    """15.5-15.7, 25.6: the chance to clear the hex and to take it, and what a fortress in it ignores."""
    ahead = outlook(s, c)
    notes: list[dict[str, Any]] = [{"text": GONE, "p": round(ahead.gone, 6), "cases": ["15.8a"]}]
    if not c.is_counterattack:
        words = "You take it: cleared, and somebody left to enter"
        notes.append({"text": words, "p": round(ahead.taken, 6), "cases": TAKEN})
        more = answer_to_come(s, c)
        if more:
            worst = outlook(s, c, -more).taken
            words = f"If the defender adds all that is possible, {numbered(more, 'column')} left"
            notes.append({"text": words, "p": round(worst, 6), "cases": ["R49", "15.4.1j"]})
    if may_rise(s, c):
        words = "Reckoned as if a guerrilla unit were at hand for each of the die-hards"
        notes.append({"text": words, "cases": ["25.6a", "R93"]})
    words = f"Factors lost on the average: attacker {ahead.own:.1f}, defender {ahead.theirs:.1f}"
    notes.append({"text": f"{words}, not counting retreats and counterattacks", "cases": ["15.5a"]})
    if is_fortified(s, c):
        notes.append({"text": "With a static unit retreats have no effect", "cases": ["15.7g", "R58"]})
    if bitset(c.defenders) & s.game.fortresses:
        notes.append({"text": "A fortress does not counterattack", "cases": ["15.5g"]})
    return notes


def is_secret(s: State, side: Side, c: Combat) -> bool:
    """11.0c: whether concealed counters enter; then the Allied player gets no odds."""
    return side == ALLIED and bool(s.concealed & bitset([*c.units, *c.defenders]))


# --- 16, 18, 25: other dice


def dice_table(
    title: str, space: Space | None, chances: Mapping[str, float], words: Mapping[str, str]
) -> dict[str, Any]:
    """A table of outcomes."""
    out: dict[str, Any] = {"title": title, "items": [], "reduce": []}
    if space is not None:
        out["space"] = space
    ranked = sorted(chances.items(), key=lambda row: (-row[1], row[0]))
    out["outcomes"] = [{"text": text, "words": words.get(text, ""), "p": round(p, 6)} for text, p in ranked]
    return out


def air_preview(s: State, points: int, title: str, of: tuple[str, str], *cases: str) -> dict[str, Any]:
    """16.2, 16.6: points, column, and the chance of each number of losses."""
    g = s.game
    at = g.air_column(points)
    chances = g.air_combat.chances(at, one_die())
    out = dice_table(title, None, {numbered(int(n), *of): p for n, p in chances.items()}, {})
    out["items"] = [line("Points", str(points), *cases), line("Column", g.air_names[at], *cases)]
    out["mean"] = round(sum(int(n) * p for n, p in chances.items()), 3)
    out["unit"] = of[1]
    return out


def b29_preview(s: State, side: Side, hex_: Space) -> dict[str, Any]:
    """16.5b-c: by terrain; where counters are concealed the Japanese player may move it to the Fortified column."""
    g = s.game
    at = b29_column(s, hex_)
    known = g.b29_table.chances(at, one_die())
    out = dice_table(f"B-29 strike on {g.space_names[hex_]}", hex_, known, B29_WORDS)
    out["items"] = [line("Column", g.b29_table.columns[at], "16.5c", "R67")]
    if side == ALLIED and s.at[hex_] & s.concealed and at != FORTIFIED:
        fortified = g.b29_table.chances(FORTIFIED, one_die())
        for row in out["outcomes"]:
            both = (row["p"], round(fortified.get(row["text"], 0.0), 6))
            row["p"], row["p2"] = min(both), max(both)
        out["notes"] = [{"text": "A concealed fortress may be shown: column Fortified", "cases": ["16.5b"]}]
    out["notes"] = [*out.get("notes", []), *camp_notes(s, side, hex_, known.get("D1", 0.0))]
    return out


def camp_notes(s: State, side: Side, hex_: Space, destroyed: float) -> list[dict[str, Any]]:
    """25.10e-f: bombs that hit the camp are worth points to the Japanese; where it lies concealed, it may be here."""
    g = s.game
    here = s.at[hex_] & g.camp
    points = f"{g.vp['camp_bombed']} Japanese victory points"
    if here and not (side == ALLIED and s.concealed & here):
        alone = units_at(s, hex_, JAPANESE) == here
        chance = destroyed * (1.0 if alone else g.camp_hit * DIE)
        words = f"D1 {'hits' if alone else f'and a die of 1 to {g.camp_hit} hit'} the prisoner-of-war camp: +{points}"
        return [{"text": words, "p": round(chance, 6), "cases": ["25.10e" if alone else "25.10f"]}]
    could_be = side == ALLIED and plays(s, "25.10") and bool(g.towns >> hex_ & 1) and bool(s.at[hex_] & s.concealed)
    if not could_be or any(not s.concealed >> u & 1 for u in each(g.camp)):
        return []
    words = f"A concealed counter here may be the prisoner-of-war camp: +{points} if D1 hits it"
    return [{"text": words, "cases": ["25.10e", "25.10f"]}]


def planning_preview(s: State, plan: PlanStrikes, option: Option) -> dict[str, Any] | None:
    """16.2b, 16.6b: what the points allotted so far, and this one, may bring."""
    verb = option[0]
    if verb == "assign-kamikaze":
        return air_preview(s, s.tokku + 1, "Special attack", ("hit", "hits"), "16.6b")
    if verb in ("assign", "assign-rest") and option[2] == "superiority":
        nations = (US, CW) if plan.side == ALLIED else (JAPAN,)
        more = 1 if verb == "assign" else s.tac_available[("US", "Commonwealth", "Japan").index(str(option[1]))]
        points = sum(s.tac_superiority[n] for n in nations) + more
        return air_preview(s, points, "Air superiority", ("enemy point lost", "enemy points lost"), "16.2b")
    return None


def raid_preview(s: State, raid: Raid, hex_: Space) -> dict[str, Any]:
    """25.7b, 25.8b, d: on an airfield with Allied units, what the raiders destroy before they are spent."""
    g = s.game
    faces = [str(result) for result in g.raid_landing[1:]]
    chances = {result: faces.count(result) * DIE for result in set(faces)}
    if not units_at(s, hex_, ALLIED):
        return dice_table(f"Landing at {g.space_names[hex_]}", hex_, chances, RAID_WORDS)
    landed, words = chances.pop("lands"), dict(RAID_ON_ALLIES)
    for lost in g.raid_destroys[1:]:
        text = f"{numbered(int(lost), 'air point')} destroyed" if lost else "nothing destroyed"
        chances[text] = chances.get(text, 0.0) + landed * DIE
        words.setdefault(text, "they land and are spent")
    out = dice_table(f"Raid on {g.space_names[hex_]}", hex_, chances, words)
    out["notes"] = [{"text": "No more points are lost than the Allies have in play", "cases": ["25.8d", "R95"]}]
    return out


def sortie_preview(s: State) -> dict[str, Any]:
    """18.0b, MFT.a."""
    faces = [str(result) for result in s.game.sortie[s.scenario][1:]]
    chances = {result: faces.count(result) * DIE for result in set(faces)}
    return dice_table("Mobile fleet sortie", None, chances, SORTIES)


# --- what is asked now


def current(s: State, side: Side) -> list[dict[str, Any]]:
    """The odds of what is planned or under way, as the side may know them."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack) and top.side == side:
        c = top.combat(s)
        return [] if is_secret(s, side, c) else [combat_preview(s, c, "Attack on {}")]
    if isinstance(top, Battle) and top.defenders:
        title = "Counterattack on {}" if top.is_counterattack else "Attack on {}"
        return [combat_preview(s, top.combat(), title)]
    if isinstance(top, B29Phase) and top.hex >= 0:
        return [b29_preview(s, side, top.hex)]
    return []


def of_option(s: State, side: Side, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack | Battle):
        return after_option(s, side, option)
    if isinstance(top, B29Phase):
        return strike_option(s, side, top, option)
    if isinstance(top, PlanStrikes):
        return planning_preview(s, top, option)
    if isinstance(top, Raid) and option[0] == "raid-at":
        return raid_preview(s, top, space_of(option))
    if isinstance(top, FleetSortie) and option[0] == "sortie":
        return sortie_preview(s)
    return None


def strike_option(s: State, side: Side, phase: B29Phase, option: Option) -> dict[str, Any] | None:
    """16.5: a target, or what showing a fortress would change."""
    if option[0] == "bomb":
        return b29_preview(s, side, space_of(option))
    trial = s.copy()
    if option[0] == "show-fortress":
        trial.concealed &= ~(1 << unit_of(option))
    return b29_preview(trial, side, phase.hex) if option[0] in ("show-fortress", "stay-hidden") else None


def after_option(s: State, side: Side, option: Option) -> dict[str, Any] | None:
    """The combat as it would be with this option taken."""
    trial = s.copy()
    frame = trial.agenda[-1]
    if isinstance(frame, PlanAttack):
        if option[0] not in ("join", "join-all", "also", "confirm"):
            return None
        if option[0] != "confirm":
            frame.answer(trial, option)
        c = frame.combat(trial)
        return None if is_secret(s, side, c) else combat_preview(trial, c, "Attack on {}")
    assert isinstance(frame, Battle)
    if frame.stage not in (ATTACKER, DEFENDER) or option[0] not in ("gunfire", "add-lp", "fly-supply", "ready"):
        return None
    if option[0] != "ready":
        frame.answer(trial, option)
    return combat_preview(trial, frame.combat(), "Attack on {}")

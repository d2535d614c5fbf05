"""The odds before the die: strengths, every shift and modifier with its case, and the chance of each result.

Nothing on the map is hidden, so all numbers are exact. Before spearhead and meeting unit are named they are taken as
each side's best choice. Choices without a die (who refuses, enforce, refuse) are shown with their price.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from grognard.games.nemesis.attrition import Monsoon
from grognard.games.nemesis.battle import BANZAI, CHOICE, ENFORCE, LEADER, MASSIVE, MEETING, REFUSER, SPEARHEAD, Battle
from grognard.games.nemesis.chances_to_take_hex import FACES, Outlook, outlook
from grognard.games.nemesis.combat import PlanAttack, PlanStorm
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.flow import ChooseFirst
from grognard.games.nemesis.losses import destroy, lose_step, steps_of, take_battalion
from grognard.games.nemesis.movement import Move, full_cost, operational_step_bar, points
from grognard.games.nemesis.names_in_sentences import GENERALS, LEVELS, SUPERIORS, signed
from grognard.games.nemesis.odds import (
    Attack,
    attack_quality,
    attack_total,
    attackers,
    defence_quality,
    defence_total,
    defenders,
    die_modifiers,
    final_column,
    massive_bar,
    may_declare_banzai,
    net_shift,
    odds_words,
    parse,
    shifts,
    start_column,
    strength,
    with_best_front,
)
from grognard.games.nemesis.reinforcement_japanese import PlaceReplacement
from grognard.games.nemesis.retreat import Advance, Losses, Retreat
from grognard.games.nemesis.satisfaction import who_moves
from grognard.games.nemesis.stacking import Overstacked, fits, is_full_for
from grognard.games.nemesis.state import FULL, OUT_OF_SUPPLY, Piece, State, piece, units_in
from grognard.games.nemesis.text import Text
from grognard.games.nemesis.undefended_objectives import Storm
from grognard.kernel.board_parts import line
from grognard.kernel.flow import Event, Option, space_of, unit_of
from grognard.kernel.ids import NO_UNIT, Side, Space, Unit
from grognard.kernel.tables import Modifier

CHANCE = 1 / len(FACES)
SIDES = ("Allied", "Japanese")


# --- a combat


def combat_preview(s: State, attack: Attack) -> dict[str, Any]:
    """6.1-D..G: the whole sum, the column, and what each face of the die would do."""
    g = s.game
    attack = with_best_front(s, attack)
    moved, on_die = shifts(s, attack), die_modifiers(s, attack)
    column, _ = final_column(s, attack)
    drm = sum(m.value for m in on_die)
    rows: dict[str, list[int]] = {}
    for face in FACES:
        rows.setdefault(g.results.result(column, face + drm), []).append(face)
    start = start_column(s, attack)
    look = outlook(s, attack)
    return {
        "title": title(s, attack),
        "space": attack.target,
        "dice": 1,
        "hit": "",
        "items": [*unit_lines(s, attackers(attack), True), total("Attack", attack_total(s, attack))],
        "against": "Defence",
        "reduce": [
            *unit_lines(s, defenders(s, attack.target, attack.side), False),
            total("Defence", defence_total(s, attack)),
        ],
        "shifts": [*shift_lines(s, moved), *(line(m.text, f"{signed(m.value)} on the die", *m.cases) for m in on_die)],
        "columns": [
            {"text": name, "p": float(i == column), "raw": float(i == start)}
            for i, name in enumerate(g.results.columns)
        ],
        "outcomes": [outcome(s, attack, result, faces) for result, faces in rows.items()],
        "mean": round(look.theirs, 2),
        "unit": "defending steps lost",
        "notes": combat_notes(s, attack, look, drm),
    }


def title(s: State, attack: Attack) -> str:
    """5.2, 6.1: an assault is not called an attack."""
    planned = next((f for f in reversed(s.agenda) if isinstance(f, PlanAttack | Battle)), None)
    return f"{'Assault' if planned and planned.assault else 'Attack'} on {s.game.space_names[attack.target]}"


def total(name: str, value: int) -> dict[str, Any]:
    """A line that sums those above it."""
    return {**line(f"{name} strength", str(value), "6.1-D-a"), "total": True}


def unit_lines(s: State, units: Sequence[Unit], attacking: bool) -> list[dict[str, Any]]:
    """7.1-B-c..e: each unit with its halving."""
    out = []
    for unit in units:
        level = s.level[unit]
        halved = level != FULL if attacking else level == OUT_OF_SUPPLY
        words = f", {LEVELS[level].removeprefix('in ')} ×½" if halved else ""
        cases = ("7.1-B-e",) if halved else ("6.1-D-a",)
        out.append(line(f"{s.game.unit_names[unit]}{words}", str(strength(s, unit, attacking)), *cases))
    return out


def shift_lines(s: State, moved: Sequence[Modifier]) -> list[dict[str, Any]]:
    """6.1-F-a: every shift, and what is cut off beyond four."""
    out = [line(m.text, columns(m.value), *m.cases) for m in moved]
    over = net_shift(s, list(moved)) - sum(m.value for m in moved)
    if over:
        out.append(line(f"At most {s.game.combat['most_shift']} columns", columns(over), "6.1-F-a", "R49"))
    return out


def columns(value: int) -> str:
    """`2 columns up`."""
    return f"{abs(value)} column{'s' if abs(value) != 1 else ''} {'up' if value > 0 else 'down'}"


def outcome(s: State, attack: Attack, result: str, faces: Sequence[int]) -> dict[str, Any]:
    """6.1-G-a: a result in words; nobody loses more steps than are there."""
    lost, slain, forced = parse(result)
    ours = steps_of(s, [u for u in attack.units if not s.game.artillery >> u & 1])
    theirs = steps_of(s, units_in(s, attack.target, 1 - attack.side))
    words = f"attacker loses {min(lost + attack.massive, ours)}, defender {min(slain + attack.massive, theirs)}"
    return {
        "text": result,
        "p": round(len(faces) * CHANCE, 6),
        "words": f"{words}{', a retreat may be forced' if forced else ''}",
    }


def banzai_note(s: State, attack: Attack, now: Outlook) -> list[dict[str, Any]]:
    """6.1-F-g: what a Banzai by the other side would make of it."""
    if attack.banzai or attack.side == JAPANESE or not may_declare_banzai(s, attack):
        return []
    wild = outlook(s, replace(attack, banzai=1))
    words = f"With a Banzai the Japanese make it {wild.taken:.0%} taken, {wild.forced:.0%} forced"
    return [fact(words, "6.1-F-g", "R52")]


def combat_notes(s: State, attack: Attack, look: Outlook, drm: int) -> list[dict[str, Any]]:
    """2.3-a, b, 6.2-A: what else hangs on the die."""
    g = s.game
    ours = sum(face + drm >= g.attacker_from for face in FACES) * CHANCE
    theirs = sum(face + drm <= g.defender_to for face in FACES) * CHANCE
    front = f"{g.unit_names[attack.spearhead]} against {g.unit_names[attack.meeting]}"
    notes = [
        fact(f"In front: {front}", "6.1-E-a", "6.1-E-b"),
        note("Taken: the hex is emptied by losses and somebody is left to go in", look.taken, "6.2-E-a", "6.1-G-b"),
        note("The hex is emptied by losses", look.emptied, "6.1-G-c"),
        note("A retreat may be forced: enforced, refused at a price, or left", look.forced, "6.2-A-a", "6.2-C-b"),
        fact(f"On average {look.ours:.1f} attacking and {look.theirs:.1f} defending steps are lost", "6.1-G-b"),
        *banzai_note(s, attack, look),
        note(f"A point for the {SIDES[attack.side]} General", ours, "2.3-a"),
        note(f"A point for the {SIDES[1 - attack.side]} General", theirs, "2.3-b"),
    ]
    if attack.massive:
        price = "1 of the scale" if attack.side == ALLIED else "1 Lament"
        notes.append(fact(f"Massive Combat: one step more on both sides, {price}", "6.1-F-o", "6.1-F-p"))
    elif massive_bar(s, attack) == "":
        notes.append(fact("Massive Combat can be declared", "6.1-F-n"))
    if attack.banzai:
        notes.append(
            fact("Banzai: Japanese losses are for good, and each battalion costs 2 Lament", "6.1-F-h", "2.4-e")
        )
    return notes


def note(text: str, chance: float, *cases: str) -> dict[str, Any]:
    """A line under the odds."""
    return {"text": text, "p": round(chance, 6), "cases": list(cases)}


def fact(text: str, *cases: str) -> dict[str, Any]:
    """A line under the odds that is no chance: a percentage beside it would be read as one."""
    return {"text": text, "cases": list(cases)}


# --- prices without a die


def price_preview(s: State, title: str, space: Space, *lines: dict[str, Any]) -> dict[str, Any]:
    """A choice whose price is certain."""
    return {
        "title": title, "space": space, "dice": None, "hit": "", "items": list(lines), "reduce": [], "outcomes": [],
        "mean": None, "unit": "", "notes": [],
    }  # fmt: skip


def forcing(s: State, battle: Battle, leader: Unit, refuser: Unit) -> dict[str, Any]:
    """6.2-A..C: what enforcing and refusing cost with these two in front."""
    g = s.game
    leads = attack_quality(s, leader, battle.target)
    rows = [line(g.does(leader, "leads", "lead"), f"Quality {leads}", "6.2-A-b")]
    if refuser >= 0:
        holds = defence_quality(s, refuser)
        rows += [
            line(g.does(refuser, "refuses", "refuse"), f"Quality {holds}", "6.2-A-c"),
            line("Enforcing costs the attacker", steps_words(max(0, holds - leads)), "6.2-B-a"),
            line("Refusing costs the defender", steps_words(1 + max(0, leads - holds)), "6.2-C-b"),
        ]
    there = steps_of(s, units_in(s, battle.target, battle.defender))
    rows.append(line("Steps in the hex", str(there), "6.2-C-c"))
    if refuser >= 0 and 1 + max(0, leads - defence_quality(s, refuser)) > there:
        rows.append(
            line("Refusing cannot be paid", "all in the hex die, and the attacker may advance", "6.2-C-c", "R60")
        )
    if refuser >= 0 and max(0, defence_quality(s, refuser) - leads) >= steps_of(s, battle.payable(s)):
        rows.append(line("Enforcing cannot be paid", "nobody would be left to go in", "6.2-B-a", "R59"))
    return price_preview(s, f"Retreat from {g.space_names[battle.target]}", battle.target, *rows)


def consequences(s: State, title: str, unit: Unit, act: Callable[[State, Unit], object]) -> dict[str, Any]:
    """What would be told if a unit suffered this: steps, boxes, Lament, Superior, scale."""
    trial = s.copy()
    told: list[Event] = []
    trial.log = told
    act(trial, unit)
    text = Text(s.game)
    return price_preview(s, title, s.where[unit], *(line(text.sentence(e), "", *e.cases) for e in told))


def retreat_preview(s: State, unit: Unit, goal: Space) -> dict[str, Any] | None:
    """6.2-D-d, e: what a retreat to a hex costs; nothing is said where it costs nothing."""
    if not is_full_for(s, goal, unit):
        return None
    price = line("Fully stacked: one hex farther", "1 step", "6.2-D-d")
    return price_preview(s, f"{s.game.unit_names[unit]} to {s.game.space_names[goal]}", goal, price)


def steps_words(number: int) -> str:
    """`no step`, `2 steps`."""
    return "no step" if not number else f"{number} step{'s' if number > 1 else ''}"


# --- other dice


def superior_preview(s: State, side: Side) -> dict[str, Any]:
    """7.2-a: what the die would do to the Superiors in a Supply Check that came now; at the end of a track the other
    one moves (2.3-h), or nobody (2.3-j)."""
    top = s.game.top_slot
    flags = s.flags[side].bit_count()
    resets, general = divmod(s.general[side] + flags, top + 1)
    passed = pleased(list(s.superior), side, resets, top)
    by_die = pleased(passed[0], side, 1, top)
    p = min(6, general) * CHANCE
    hit = "none" if not general else "1" if general == 1 else f"1–{min(6, general)}"
    gained = len(passed[1]) + p * len(by_die[1])
    return {
        "title": f"{SUPERIORS[side]}, in a Supply Check", "space": None, "dice": 1, "hit": hit,
        "items": [
            line("General", str(s.general[side]), "7.2-a"),
            line("Own flags", f"+{flags}" if flags else "0", "7.2-a"),
        ],
        "reduce": [],
        "outcomes": [
            {"text": (by_die[1] or ["nobody moves"])[0], "p": round(p, 6)},
            {"text": "unmoved", "p": round(1 - p, 6)},
        ],
        "mean": round(gained, 2), "unit": f"places gained on {SUPERIORS[1 - side]}",
        "notes": [note(f"{GENERALS[side]} passes 9: {(passed[1] or ['nobody moves'])[0]}", 1.0, "2.3-g")]
        if resets else [],
    }  # fmt: skip


def pleased(superiors: list[int], side: Side, times: int, top: int) -> tuple[list[int], list[str]]:
    """2.3-g, h, j: where the Superiors stand when a side's is pleased so many times, and each move in words."""
    now, moves = list(superiors), []
    for _ in range(times):
        found = who_moves(now, side, 1, top)
        if found is not None:
            who, by = found
            now[who] += by
            moves.append(f"{SUPERIORS[who]} {'up' if by > 0 else 'down'} 1")
    return now, moves


# --- what is asked now


def current(s: State, side: Side) -> list[dict[str, Any]]:
    """The odds of what is planned or under way."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack):
        if top.confirm_bar(s) is None:
            return [combat_preview(s, top.attack())]
        return [odds_only(s, top.attack())] if top.units else []
    if isinstance(top, PlanStorm) and top.units:
        return [storm_preview(s, top.side, top.target, top.units)]
    if isinstance(top, Battle):
        if top.stage in (SPEARHEAD, MEETING, MASSIVE, BANZAI):
            return [combat_preview(s, top.attack())]
        if top.stage in (ENFORCE, CHOICE):
            return [forcing(s, top, top.leader, top.refuser)]
        if top.stage == REFUSER:
            return [forcing(s, top, top.leader, NO_UNIT)]
    if isinstance(top, ChooseFirst) and top.side == side:
        return [superior_preview(s, side)]
    return []


def of_option(s: State, side: Side, option: Option) -> dict[str, Any] | None:
    """The odds or the price behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack):
        return of_plan(s, top, option)
    if isinstance(top, Battle):
        return of_battle(s, top, option)
    if isinstance(top, PlanStorm | Storm) and option[0] in ("join", "lead"):
        return storm_preview(s, top.side, top.target, [unit_of(option)])
    if isinstance(top, Move) and option[0] == "to":
        return step_preview(s, top, space_of(option))
    if isinstance(top, Advance):
        return advance_preview(s, top, option)
    if isinstance(top, PlaceReplacement):
        hex_ = space_of(option)
        level, where = top.hexes(s)[hex_], s.game.space_names[hex_]
        return price_preview(s, where, hex_, line("Supply level there", LEVELS[level], "8.1-A-f"))
    if isinstance(top, Losses):
        return consequences(s, "A step lost", unit_of(option), lambda c, u: lose_step(c, u, bool(top.permanent)))
    if isinstance(top, Monsoon):
        return consequences(s, "The monsoon", unit_of(option), lose_step)
    if isinstance(top, Overstacked):
        return consequences(s, "Given up", unit_of(option), destroy)
    if isinstance(top, Retreat) and option[0] == "retreat-to":
        return retreat_preview(s, unit_of(option), space_of(option, 2))
    return None


def of_plan(s: State, plan: PlanAttack, option: Option) -> dict[str, Any] | None:
    """What joining, calling air or confirming would make of the odds."""
    changed = plan.copy()
    if not changed.gather(s, option) and option[0] != "confirm":
        return None
    if changed.confirm_bar(s) is not None:
        return odds_only(s, changed.attack()) if changed.units else None
    return combat_preview(s, changed.attack())


def odds_only(s: State, attack: Attack) -> dict[str, Any]:
    """6.1-D-d: strengths that permit no combat yet."""
    need = -(-defence_total(s, attack) * s.game.ratios[0][0] // s.game.ratios[0][1])
    bar = PlanAttack(attack.side, 0, attack.target, attack.units, attack.air).confirm_bar(s)
    assert bar is not None
    lacking = line("Needed for 1-2", f"Strength {need}", "6.1-D-d")
    return price_preview(
        s,
        title(s, attack),
        attack.target,
        *unit_lines(s, attackers(attack), True),
        line("Attack strength", str(attack_total(s, attack)), "6.1-D-a"),
        *unit_lines(s, defenders(s, attack.target, attack.side), False),
        line("Defence strength", str(defence_total(s, attack)), "6.1-D-a"),
        line("Odds", odds_words(s, attack), "6.1-D-d"),
        lacking if "6.1-D-d" in bar.cases else line("Not permitted", bar.text.removesuffix("."), *bar.cases),
    )


def storm_preview(s: State, side: Side, target: Space, units: Sequence[Unit]) -> dict[str, Any]:
    """6.1-B-d..f, R45: without a die: who is driven on, and whether a leader pays for it."""
    g = s.game
    inside = units_in(s, target, 1 - side)
    if not inside:
        rows = [line("No defenders", "the leader goes in", "6.1-B-d")]
    else:
        best = max(defence_quality(s, u) for u in inside)
        who = "Units that, or a part of which," if s.whole_flees else "Units that"
        rows = [line(f"{who} have just retreated there", "each loses a step and retreats again", "6.1-B-e")]
        for unit in units:
            ours = attack_quality(s, unit, target)
            price = "loses a step" if ours < best else "pays nothing"
            rows.append(line(f"{g.unit_names[unit]} as leader, Quality {ours} against {best}", price, "6.1-B-f"))
    return price_preview(s, f"Into {g.space_names[target]}", target, *rows)


def step_preview(s: State, move: Move, goal: Space) -> dict[str, Any]:
    """5.1-A-b, g, 5.1-C-a: what a step costs and leaves, and whether Operational Movement ends with it."""
    trial = s.copy()
    mover = trial.agenda[-1]
    assert isinstance(mover, Move)
    cost = full_cost(s, move.unit, s.where[move.unit], goal) or 0
    before = move.operational
    mover.answer(trial, ("to", goal))
    rows = [line("Cost", f"{points(cost)} MP", "5.1-A-b"), line("Left", f"{points(mover.left(trial))} MP", "5.1-A-b")]
    if before and not mover.operational:
        why = operational_step_bar(s, move.unit, s.where[move.unit], goal)
        words = why.text.removesuffix(": no Operational Movement.") if why else "More than twice its Movement Value"
        rows.append(
            line("Operational Movement ends here", words.removesuffix("."), *(why.cases if why else ("5.1-C-a",)))
        )
    return price_preview(s, f"{s.game.unit_names[move.unit]} to {s.game.space_names[goal]}", goal, *rows)


def going_in(s: State, advance: Advance, option: Option) -> list[Piece]:
    """6.2-E-a, 3.3-b: who would go in; a regiment may go without its battalion, or the battalion alone."""
    if option[0] == "advance-all":
        return [piece(s, u) for u in (*advance.must, *advance.may)]
    whole = piece(s, unit_of(option))
    if option[0] == "leave-behind":
        return [whole._replace(steps=whole.steps - 1)]
    if option[0] == "detach":
        return [Piece(take_battalion(s, s.game.division[whole.unit]), 1, whole.level)]
    return [whole]


def advance_preview(s: State, advance: Advance, option: Option) -> dict[str, Any] | None:
    """2.2-i, R66: whether an advance leaves too many in the hex at the end of the phase."""
    if option[0] == "stay":
        return None
    if fits(s, advance.target, *going_in(s, advance, option)):
        return None
    price = line("Too many for the hex", "units must be given up when the phase ends", "2.2-i", "R66")
    return price_preview(s, f"Into {s.game.space_names[advance.target]}", advance.target, price)


def of_battle(s: State, battle: Battle, option: Option) -> dict[str, Any] | None:
    """What naming, declaring, enforcing or refusing would mean."""
    attack = battle.attack()
    verb = option[0]
    if verb == "spearhead":
        return combat_preview(s, replace(attack, spearhead=unit_of(option)))
    if verb == "meet":
        return combat_preview(s, replace(attack, meeting=unit_of(option)))
    if verb in ("massive", "no-massive"):
        return combat_preview(s, replace(attack, massive=int(verb == "massive")))
    if verb in ("banzai", "no-banzai"):
        return combat_preview(s, replace(attack, banzai=int(verb == "banzai")))
    if battle.stage == LEADER and verb == "lead":
        return forcing(s, battle, unit_of(option), NO_UNIT)
    if verb == "refuse-with":
        return forcing(s, battle, battle.leader, unit_of(option))
    if verb in ("enforce", "retreat", "refuse"):
        return forcing(s, battle, battle.leader, battle.refuser)
    return None

"""The odds before the die: hit numbers itemised, what may defend, what the first round may bring."""

from __future__ import annotations

from typing import Any

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.battle_forecasts import Foes, foes_in, next_round, raid_chance
from grognard.games.whitesun.combat import AFTER, Battle
from grognard.games.whitesun.defence import called_for, rolls_defence
from grognard.games.whitesun.entry_odds import Companies, companies, entry_odds, flood_chance
from grognard.games.whitesun.events import no_effect
from grognard.games.whitesun.facts import BASE_AREA, COMMUNIST, ELITE, IMPERIAL, NAVY, PUPPET, REGULAR
from grognard.games.whitesun.forming_forces import Muster
from grognard.games.whitesun.hits import HitNumber, chinese_hits, happening, japanese_hits
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.operation_starts import RAID
from grognard.games.whitesun.round_strength import Strength, numbers, strength_of
from grognard.games.whitesun.state import State, defenders, is_own
from grognard.games.whitesun.supply import first_cost, step_cost, supplied_net
from grognard.kernel.bits import bitset, members
from grognard.kernel.board_parts import line
from grognard.kernel.flow import Option, space_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import numbered

Card = dict[str, Any]
STEPS_LOST = "Steps lost to the event and in the first round, on average"


def current(s: State, side: Side) -> list[Card]:
    """The force that is being put together or is under way, and the next round of a battle."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Muster) and top.units:
        force = bitset(top.units)
        if top.kind == RAID:
            return [raid_card(s, strength_of(s, force, fresh=True), top.target)]
        return [force_card(s, top.units, strength_of(s, force, fresh=True), s.game.mp[s.turn], fresh=True)]
    if isinstance(top, March) and s.force:
        return [force_card(s, members(s.force), strength_of(s, s.force), s.mp, fresh=False)]
    if isinstance(top, Battle) and top.step == AFTER and s.force:
        return [round_card(s, top.hex, s.round + 1)]
    return []


def of_option(s: State, side: Side, option: Option) -> Card | None:
    """The odds behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    verb = option[0]
    if isinstance(top, March) and verb == "advance":
        hex_ = space_of(option)
        cost = step_cost(s, s.force_hex, hex_, supplied_net(s))
        return entry_card(s, strength_of(s, s.force), hex_, cost, s.mp - cost)
    if isinstance(top, Muster) and verb in ("enter", "land"):
        hex_ = space_of(option)
        cost = first_cost(s, hex_)
        strength = strength_of(s, bitset(top.units), fresh=True)
        return entry_card(s, strength, hex_, cost, s.game.mp[s.turn] - cost)
    if isinstance(top, Muster) and verb == "fight":
        return raid_card(s, strength_of(s, bitset(top.units), fresh=True), top.target)
    if isinstance(top, Battle) and verb == "fight-on":
        return round_card(s, top.hex, s.round + 1)
    return None


# --- cards


def card(title: str, hex_: Space | None, **more: Any) -> Card:
    """A preview with what it leaves out."""
    empty: Card = {"title": title, "items": [], "reduce": [], "outcomes": [], "notes": []}
    return {**empty, **({} if hex_ is None else {"space": hex_}), **more}


def outcome(text: str, p: float) -> dict[str, Any]:
    """One bar."""
    return {"text": text, "p": round(p, 6)}


def note(text: str, p: float, *cases: str) -> dict[str, Any]:
    """A chance besides."""
    return {"text": text, "p": round(p, 6), "cases": list(cases)}


def force_card(s: State, units: list[Unit], strength: Strength, mp: int, fresh: bool) -> Card:
    """9.1: the operation as it stands: dice, steps, points, each unit."""
    g = s.game
    steps = {u: g.full[u] if fresh else s.steps[u] for u in units}
    items = [
        line(g.unit_names[u], f"{numbered(g.dice[u][n], 'die', 'dice')}, {n} of {numbered(g.full[u], 'step')}", "2.4a")
        for u, n in steps.items()
    ]
    dice = sum(strength.dice[0])
    about = [line("Movement points", str(mp), "9.1b"), line("Steps", str(strength.steps), "2.5a")]
    began = len(units) if fresh else s.began_with
    if began >= g.number_of["great_victory"] and not s.great_victory:
        about.append(line("If wiped out in combat: a Great Chinese Victory", f"{began} units", "10.6a"))
    return card("The force", None, dice=dice, items=[*items, *about])


def entry_card(s: State, strength: Strength, hex_: Space, cost: int, mp: int) -> Card:
    """3.4a, 8.2, 8.11, 10.1: what entering a hex may bring."""
    g = s.game
    name = g.space_names[hex_]
    items = [line("Movement points", f"{cost}, {mp} left", "9.10a"), *flotilla.lines(s, hex_)]
    if is_own(s, hex_) or g.treaty_ports >> hex_ & 1:
        case = "9.16c" if g.treaty_ports >> hex_ & 1 else "9.8a"
        return card(f"To {name}", hex_, items=[*items, line("No defenders", "no dice", case)])
    imperial, puppets = strength.dice[0]
    ships = flotilla.dice_ahead(s, hex_, s.force_hex)
    items += [line("Imperial dice", str(imperial), "10.1d")] if imperial else []
    items += [line("Puppet dice", str(puppets), "10.1d")] if puppets else []
    items += [line("Flotilla dice", str(ships), "10.1b")] if ships else []
    items += hit_lines("Imperial units", japanese_hits(s, IMPERIAL, hex_, 1, "")) if imperial else []
    items += hit_lines("Puppets", japanese_hits(s, PUPPET, hex_, 1, "")) if puppets else []
    items += hit_lines("The flotilla", japanese_hits(s, NAVY, hex_, 1, "")) if ships else []
    reduce = defence_lines(s, hex_)
    odds = entry_odds(s, strength, hex_, cost, mp)
    met = companies(s, hex_)
    reduce += fire_lines(s, met)
    fewest, most = (pick(len(foes) + planes for foes, planes in met.chances) for pick in (min, max))
    reduce += [
        line("Defenders", str(most) if fewest == most else f"{fewest} to {most}", "8.2a", "8.3"),
        line(STEPS_LOST, f"{odds.loss:.1f} of {strength.steps}", "10.1"),
        line("Chinese units beaten in the first round, on average", f"{odds.beaten:.1f}", "10.1"),
        line("Rounds that the points allow", str(1 + mp // cost), "9.4"),
    ]
    outcomes = [
        outcome("taken, nobody there", odds.undefended),
        outcome("taken in the first round", odds.first_round),
        outcome("defenders left after a round", odds.contested),
        outcome("taken, and the force is out for the turn", odds.given),
        outcome("the operation is ended by an event", odds.ended),
    ]
    notes = [
        note("Taken in the end, with somebody left to go on", odds.through, "9.4", "9.5"),
        *(note(text, p, case) for text, p, case in event_notes(s, hex_)),
    ]
    return card(
        f"To {name}",
        hex_,
        dice=imperial + puppets + ships,
        hit=japanese_hits(s, IMPERIAL, hex_, 1, "").words(),
        items=items,
        reduce=reduce,
        outcomes=[row for row in outcomes if row["p"] > 0],
        mean=round(odds.met * (1 - odds.given - odds.ended), 2),
        unit="defenders",
        notes=notes,
    )


def hit_lines(who: str, number: HitNumber) -> list[dict[str, Any]]:
    """R12: a hit number with everything that changes it."""
    hit = "hits" if who == "The flotilla" else "hit"
    return [line(f"{who} {hit} on {number.words()}", m.text, *m.cases) for m in number.lines]


def defence_lines(s: State, hex_: Space) -> list[dict[str, Any]]:
    """8.2: the table's line for this hex, and who is there already."""
    g = s.game
    there = defenders(s, hex_).bit_count()
    out = [line("In place", numbered(there, "unit"), "8.3", "8.10a")] if there else []
    if not rolls_defence(s, hex_):
        return out
    called = [called_for(s, hex_, die) for die in range(1, 7)]
    if g.defence_line[hex_] == BASE_AREA:
        return [*out, line("Communist regiments, by the die", "/".join(map(str, called)), "8.5d")]
    held = s.at[g.pool].bit_count()
    if not held:
        return [*out, line("The force pool is empty", "nobody is drawn", "8.1b")]
    if held < max(called):
        out.append(line("Left in the force pool", numbered(held, "unit"), "8.1b"))
    return [*out, line("Units drawn, by the die", "/".join(str(min(held, number)) for number in called), "8.2b")]


def fire_lines(s: State, met: Companies) -> list[dict[str, Any]]:
    """10.2: the hit numbers of those who may be met, before an event changes them."""
    rows = ((ELITE, "Elites"), (COMMUNIST, "Communists"), (REGULAR, "Regulars and garrisons"))
    return [row for force, who in rows if force in met.kinds for row in hit_lines(who, chinese_hits(s, force, 1, ""))]


def event_notes(s: State, hex_: Space) -> list[tuple[str, float, str]]:
    """8.11: events that cost more than a few dice, where they can take effect here."""
    grave = ("overzealous", "rape", "kill-all", "hundred", "fierce", "cut-short")
    g, flood = s.game, flood_chance(s, hex_)
    out = [
        (f"Event: {event.name}", (1 - flood) * len(event.faces) / 36, event.case)
        for event in g.events
        if event.id in grave and not no_effect(s, hex_, event)
    ]
    return [*out, ("Flood", flood, "10.3a")] if flood else out


def round_card(s: State, hex_: Space, round_: int) -> Card:
    """10.1: another round against those that are left, with losses taken as `battles` says."""
    g = s.game
    event = happening(s)
    strength = strength_of(s, s.force)
    foes = foes_in(s, hex_)
    n = numbers(s, hex_, round_, event)
    ships = flotilla.dice(s, hex_)
    imperial, puppets = strength.dice[0]
    items = [line("Movement points", f"{s.paid}, {s.mp - s.paid} left", "9.4")]
    items += hit_lines("Imperial units", japanese_hits(s, IMPERIAL, hex_, round_, event)) if imperial else []
    items += hit_lines("Puppets", japanese_hits(s, PUPPET, hex_, round_, event)) if puppets else []
    items += hit_lines("The flotilla", japanese_hits(s, NAVY, hex_, round_, event)) if ships else []
    reduce = [line("Defenders", str(len(foes)), "8.10a")]
    for force, who, case in (
        (ELITE, "Elites", "10.1c"), (COMMUNIST, "Communists", "10.1c"), (REGULAR, "Regulars and garrisons", "10.1e"),
    ):  # fmt: skip
        if dice := sum(count for kind, count in foes if kind == force):
            reduce.append(line(f"Dice of {who.lower()}", f"{dice:g}", case))
            reduce += hit_lines(who, chinese_hits(s, force, round_, event))
    found = next_round(s, hex_)
    reduce += [
        line("Steps lost in this round, on average", f"{found.lost:.1f} of {strength.steps}", "10.1"),
        line("Chinese units beaten in this round, on average", f"{found.beaten:.1f} of {len(foes)}", "10.1"),
        line("Rounds that the points allow", str(s.mp // s.paid), "9.4"),
    ]
    return card(
        f"Round {round_} at {g.space_names[hex_]}",
        hex_,
        dice=imperial + puppets + ships,
        hit=japanese_hits(s, IMPERIAL, hex_, round_, event).words(),
        items=items,
        reduce=reduce,
        outcomes=[
            outcome("the hex is taken", found.taken),
            outcome("defenders are left", 1 - found.taken - found.destroyed),
            outcome("the force is destroyed", found.destroyed),
        ],
        mean=round(elite_hits(foes, n.elite, n.communist), 2),
        unit="steps lost before the Japanese fire",
        hope=round(found.taken, 6),
        notes=[
            note("The hex is taken in this round", found.taken, "10.1g"),
            note("Taken in the end, with somebody left to go on", found.taken_in_the_end, "9.4", "9.5"),
            note("Fighting on, the force is destroyed", found.destroyed_in_the_end, "10.1j"),
        ],
    )


def elite_hits(foes: Foes, elite: int, communist: int) -> float:
    """10.1c: hits of those that fire first, on average."""
    faces = {ELITE: elite, COMMUNIST: communist}
    return sum(dice * faces.get(kind, 0) for kind, dice in foes) / 6


def raid_card(s: State, strength: Strength, hex_: Space) -> Card:
    """8.5b, R51: one round against a regiment."""
    theirs = chinese_hits(s, COMMUNIST, 1, "")
    ours = japanese_hits(s, IMPERIAL, hex_, 1, "")
    hit = theirs.faces / 6
    beaten = raid_chance(s, strength, hex_)
    return card(
        f"Raid on {s.game.space_names[hex_]}",
        hex_,
        dice=strength.dice[0][0],
        hit=ours.words(),
        items=hit_lines("Japanese", ours),
        reduce=hit_lines("Raiders", theirs),
        outcomes=[outcome("the raiders are beaten", beaten), outcome("the railroad is broken", 1 - beaten)],
        notes=[note("A step is lost first", hit, "8.5b")],
    )

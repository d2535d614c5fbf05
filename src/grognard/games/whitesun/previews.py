"""The odds before the die: hit numbers itemised, what may defend, what the first round may bring."""

from __future__ import annotations

from typing import Any

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.battles import foes, fought
from grognard.games.whitesun.combat import AFTER, Battle
from grognard.games.whitesun.defence import called_for, rolls_defence
from grognard.games.whitesun.events import no_effect
from grognard.games.whitesun.facts import COMMUNIST, ELITE, IMPERIAL, NAVY, PUPPET, REGULAR
from grognard.games.whitesun.hits import HitNumber, chinese_hits, happening, japanese_hits
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.muster import Muster
from grognard.games.whitesun.odds import (
    Company,
    Strength,
    companies,
    entry_odds,
    in_place,
    numbers,
    strength_of,
)
from grognard.games.whitesun.starts import RAID
from grognard.games.whitesun.state import State, is_own
from grognard.games.whitesun.supply import first_cost, step_cost, supplied_net
from grognard.kernel.bits import bitset, members
from grognard.kernel.board_parts import line
from grognard.kernel.flow import Option, space_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.odds import pool
from grognard.kernel.words import numbered

Card = dict[str, Any]


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
    if began >= g.number_of["great_victory"]:
        about.append(line("Wiped out in combat it would be a Great Chinese Victory", f"{began} units", "10.6a"))
    return card("The force", None, dice=dice, items=[*items, *about])


def entry_card(s: State, strength: Strength, hex_: Space, cost: int, mp: int) -> Card:
    """3.4a, 8.2, 8.11, 10.1: what entering a hex may bring."""
    g = s.game
    name = g.space_names[hex_]
    items = [line("Movement points", f"{cost}, {mp} left", "9.10a"), *flotilla.lines(s, hex_)]
    if is_own(s, hex_) or g.treaty_ports >> hex_ & 1:
        case = "9.16c" if g.treaty_ports >> hex_ & 1 else "9.8a"
        return card(f"To {name}", hex_, items=[*items, line("Nobody defends it", "no dice", case)])
    imperial, puppets = strength.dice[0]
    ships = flotilla.dice_ahead(s, hex_, s.force_hex)
    items += [line("Imperial dice", str(imperial), "10.1d")] if imperial else []
    items += [line("Puppet dice", str(puppets), "10.1d")] if puppets else []
    items += [line("Flotilla dice", str(ships), "10.1b")] if ships else []
    items += hit_lines("Japanese", japanese_hits(s, IMPERIAL, hex_, 1, ""))
    reduce = [line(text, value, "8.2b") for text, value in defence_lines(s, hex_)]
    reduce += hit_lines("Elites", chinese_hits(s, ELITE, 1, ""))
    reduce += hit_lines("Regulars and garrisons", chinese_hits(s, REGULAR, 1, ""))
    odds = entry_odds(s, strength, hex_, mp, cost=cost)
    met = companies(s, hex_)
    fewest, most = min(c[0] + c[3] for c in met), max(c[0] + c[3] for c in met)
    reduce += [
        line("Defenders", str(most) if fewest == most else f"{fewest} to {most}", "8.2a", "8.3"),
        line("Steps lost to the event and in the first round, about", f"{odds.loss:.1f} of {strength.steps}", "10.1"),
        line("Chinese units beaten in the first round, about", f"{odds.beaten:.1f}", "10.1"),
        line("Rounds that the points allow", str(1 + mp // cost), "9.4"),
    ]
    shown = sum(company[0] * p for company, (p, _) in met.items())
    outcomes = [
        outcome("taken, nobody there", odds.undefended),
        outcome("taken in the first round", odds.first_round),
        outcome("defenders left after a round", odds.contested),
        outcome("taken, and the force is out for the turn", odds.given),
        outcome("the operation is ended by an event", odds.ended),
    ]
    notes = [
        note("Taken in the end, about, with somebody left to go on", odds.through, "9.4", "9.5"),
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
        mean=round(shown, 2),
        unit="defenders",
        notes=notes,
    )


def hit_lines(who: str, number: HitNumber) -> list[dict[str, Any]]:
    """R12: a hit number with everything that changes it."""
    return [line(f"{who} hit on {number.words()}", m.text, *m.cases) for m in number.lines]


def defence_lines(s: State, hex_: Space) -> list[tuple[str, str]]:
    """8.2: the table's line for this hex, and who is there already."""
    there = in_place(s, hex_)[0][0]
    out = [("In place", f"{there} units")] if there else []
    if rolls_defence(s, hex_):
        out.append(("Units drawn, by the die", "/".join(str(called_for(s, hex_, die)) for die in range(1, 7))))
    return out


def event_notes(s: State, hex_: Space) -> list[tuple[str, float, str]]:
    """8.11: events that cost more than a few dice, where they can take effect here."""
    grave = ("overzealous", "rape", "kill-all", "hundred", "fierce", "cut-short")
    g = s.game
    out = [
        (f"Event: {event.name}", len(event.faces) / 36, event.case)
        for event in g.events
        if event.id in grave and not no_effect(s, hex_, event)
    ]
    if g.flood_plain >> hex_ & 1 and not s.flood_used:
        out.append(("Flood", 1 / 6, "10.3a"))
    return out


def round_card(s: State, hex_: Space, round_: int) -> Card:
    """10.1: another round against those that are left: exact, with losses taken as in `odds`."""
    g = s.game
    event = happening(s)
    strength = strength_of(s, s.force)
    company, regular = in_place(s, hex_)
    n = numbers(s, hex_, round_, event)
    ships = flotilla.dice(s, hex_)
    depot = int(bool(s.at[hex_] & g.depots))
    imperial, puppets = strength.dice[0]
    items = [line("Movement points", f"{s.paid}, {s.mp - s.paid} left", "9.4")]
    items += hit_lines("Japanese", japanese_hits(s, IMPERIAL, hex_, round_, event))
    items += hit_lines("Puppets", japanese_hits(s, PUPPET, hex_, round_, event)) if puppets else []
    items += hit_lines("Flotilla", japanese_hits(s, NAVY, hex_, round_, event)) if ships else []
    reduce = [line("Defenders", str(company[0]), "8.10a")]
    for dice, force, who in ((company[1], ELITE, "Elites"), (company[2], COMMUNIST, "Communists"),
                             (regular, REGULAR, "Regulars")):  # fmt: skip
        if dice:
            reduce.append(line(f"Dice of {who.lower()}", f"{dice:g}", "10.1c"))
            reduce += hit_lines(who, chinese_hits(s, force, round_, event))
    later = numbers(s, hex_, round_ + 1, event)
    order = foes(s, hex_, n)
    now = fought(strength, ships, order, depot, (n,))
    rounds = (n, *[later] * ((s.mp - s.paid) // s.paid))
    end = fought(strength, ships, order, depot, rounds)
    reduce += [
        line("Steps lost in this round, on average", f"{now.lost:.1f} of {strength.steps}", "10.1"),
        line("Chinese units beaten in this round, on average", f"{now.beaten:.1f} of {len(order)}", "10.1"),
        line("Rounds that the points allow", str(len(rounds)), "9.4"),
    ]
    return card(
        f"Round {round_} at {g.space_names[hex_]}",
        hex_,
        dice=imperial + puppets + ships,
        hit=japanese_hits(s, IMPERIAL, hex_, round_, event).words(),
        items=items,
        reduce=reduce,
        outcomes=[
            outcome("the hex is taken", now.taken),
            outcome("defenders are left", now.open),
            outcome("the force is destroyed", now.destroyed),
        ],
        mean=round(elite_hits(company, n.elite, n.communist), 2),
        unit="steps lost before the Japanese fire",
        hope=round(now.taken, 6),
        notes=[
            note("The hex is taken in this round", now.taken, "10.1g"),
            note("Taken in the end, with somebody left to go on", end.taken, "9.4", "9.5"),
            note("Fighting on, the force is destroyed", end.destroyed, "10.1j"),
        ],
    )


def elite_hits(company: Company, elite: int, communist: int) -> float:
    """10.1c: hits of those that fire first, on average."""
    return (company[1] * elite + company[2] * communist) / 6


def raid_card(s: State, strength: Strength, hex_: Space) -> Card:
    """8.5b, R51: one round against a regiment."""
    theirs = chinese_hits(s, COMMUNIST, 1, "")
    ours = japanese_hits(s, IMPERIAL, hex_, 1, "")
    hit = theirs.faces / 6
    beaten = sum(p * (1 - pool(strength.after(lost)[0], ours.faces)[0]) for lost, p in ((0, 1 - hit), (1, hit)))
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

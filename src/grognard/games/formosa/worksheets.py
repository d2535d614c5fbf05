"""The planning sheets: the shop for logistics points, the mission board, the invasion, the attacks that are due."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.formosa.chances_to_take_hex import outlook
from grognard.games.formosa.facts import ADJECTIVES, ALLIED, CW, JAPANESE, NATIONS, US
from grognard.games.formosa.invasion import BoardMarkers, rangers_ready, transports
from grognard.games.formosa.logistics import allied_income, japanese_income
from grognard.games.formosa.mandatory_attacks import Duties, duties, may_attack
from grognard.games.formosa.odds import Combat, strength
from grognard.games.formosa.previews import is_secret
from grognard.games.formosa.recruiting import (
    GOODS,
    GUNFIRE,
    goods_left,
    goods_price,
    ninety_seventh_price,
    price,
)
from grognard.games.formosa.stacking import room
from grognard.games.formosa.state import COMMITTED, RESERVE, State, plays, units_at
from grognard.games.formosa.support import NATIONS_OF, nations_in_play
from grognard.games.formosa.verbs import GOODS as GOODS_WORDS
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Decision, Option
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit
from grognard.kernel.overlays import BAD, GOOD, WARN
from grognard.kernel.worksheet import Act, Sheet

# --- 7, 8 the shop

FOR_WHAT = {
    "us-tac": ("flies for air superiority, ground support or interdiction", ("16.1b", "16.3a", "16.4a")),
    "cw-tac": ("flies for air superiority, ground support or interdiction", ("16.1b", "16.3a", "16.4a")),
    "us-gunfire": ("shifts one combat near the sea each phase, once staged", ("17.0a", "R72")),
    "cw-gunfire": ("shifts one combat near the sea each phase, once staged", ("17.0a", "R72")),
    "b29": ("one strike on any Japanese hex, then to be bought again", ("16.5a", "16.5l")),
    "air-supply": ("supplies one combat a turn", ("19.4a",)),
    "amphibious": ("lands up to four units in one hex, this turn only", ("10.2b", "10.1j")),
    "drop-zone": ("drops two airborne regiments in one hex, this turn only", ("10.3a", "10.1j")),
    "tac": ("flies for air superiority or ground support", ("16.1b", "16.3a")),
    "kamikaze": ("attacks ships when sent to Tokku", ("16.6a",)),
    "fleet": ("sorties once in the game", ("18.0a",)),
}
"""What a purchase that is no ground unit makes possible."""
GUNFIRE_AGAIN = ("shifts combats near the sea, any number of them in a phase, once staged", ("17.0a", "R72"))
"""The same of gunfire where the match lets it support every combat."""
UNIT_FOR_WHAT = {
    (ALLIED, "headquarters"): ("carries supply inland", ("19.2b",)),
    (ALLIED, "engineer"): ("builds bases: functional ports and airfields", ("20.1a",)),
    (ALLIED, "airborne"): ("may be dropped", ("10.3a",)),
    (ALLIED, "ranger"): ("lands on any coast, slips through zones", ("22.0c", "R83")),
    (JAPANESE, "coastal defence"): ("static, in a port; a supply source", ("8.1g", "19.3a")),
    (JAPANESE, "heavy weapons"): ("static, in a city or town; a supply source", ("8.1h", "19.3a")),
    (JAPANESE, "guerrilla"): ("need not attack, hides anywhere rough", ("8.1i", "15.0e")),
    (JAPANESE, "deception"): ("a dummy counter", ("R17",)),
}
"""What a ground unit can do that others cannot; infantry is infantry."""


def shop(s: State, asked: Decision) -> list[Sheet]:
    """7.2-7.3, 8.0: what is in hand, what waits, what it costs and what it is good for."""
    sheets = [purse(s, asked.side), units_on_offer(s, asked), goods_on_offer(s, asked)]
    return [sheet for sheet in sheets if sheet.rows]


def purse(s: State, side: Side) -> Sheet:
    """7.2: logistics points in hand, lost if kept, and to come."""
    g = s.game
    sheet = Sheet("Logistics points", ("points",))
    sheet.row("In hand", s.lp[side], cases=("7.2h",))
    over = s.lp[side] - g.most_lp
    if over > 0:
        sheet.row("Lost, if nothing more is bought", over, cases=("7.2i", "R11"), tone=BAD)
    if side == ALLIED:
        income = sum(lp for lp, _, _ in allied_income(s, s.turn + 1))
        sheet.row("Income next turn, as things stand", income, cases=("7.2c", "7.2e"))
    else:
        sheet.row("Income next turn, as things stand", f"1d6 + {japanese_income(s)}", cases=("7.2a", "7.2b"))
    if s.pending_lp[side]:
        sheet.row("Pending", s.pending_lp[side], cases=("R12",))
    return sheet


def units_on_offer(s: State, asked: Decision) -> Sheet:
    """8.0b-d, 24.1b: counters of one kind on one line, at one price; in set-up some come free."""
    g = s.game
    side = asked.side
    offered = set(asked.options)
    kinds: dict[tuple[int, str, str, str], list[Unit]] = {}
    for unit in each((s.at[g.reinforcements[side]] | s.at[g.replacements[side]]) & ~g.ninety_seventh):
        is_replacement = s.where[unit] == g.replacements[side]
        is_free = ("set-up", unit) in offered
        if is_free or price(s, unit) or (not is_replacement and g.bought >> unit & 1):
            cost = "free" if is_free else str(price(s, unit))
            kind = g.rows[unit]["type"]
            kinds.setdefault((g.nation_of[unit], kind, "replaced" if is_replacement else "", cost), []).append(unit)
    sheet = Sheet("Units", ("price", "left"))
    for (nation, kind, word, cost), units in sorted(kinds.items(), key=lambda row: row[0][3] != "free"):
        note, cases = UNIT_FOR_WHAT.get((side, kind), ("", ("7.3a",)))
        name = f"{ADJECTIVES[nation]} {kind}" + (f", {word}" if word else "")
        buy: list[Act] = [("Buy", ("recruit", u)) for u in units if ("recruit", u) in offered]
        set_up: list[Act] = [("Set up", ("set-up", u)) for u in units if ("set-up", u) in offered]
        sheet.row(name, cost, len(units), note=note, cases=cases, units=units, acts=[*set_up, *buy][:1])
    if ("recruit-97th",) in offered:
        whole: list[Act] = [("Buy", ("recruit-97th",))]
        cost = str(ninety_seventh_price(s))
        note = "5 Allied victory points less at the end"
        sheet.row("97th Division", cost, 1, note=note, cases=("25.5a", "25.5b"), acts=whole)
    return sheet


def goods_on_offer(s: State, asked: Decision) -> Sheet:
    """8.2d, 8.5, 8.6: air, naval and markers."""
    sheet = Sheet("Air, sea and markers", ("price", "left"))
    setting_up = asked.prompt in ("set-up", "allied-set-up")
    for what in GOODS[asked.side]:
        left = goods_left(s, what, setting_up)
        if left <= 0:
            continue
        note, cases = GUNFIRE_AGAIN if what in GUNFIRE and plays(s, "R72") else FOR_WHAT[what]
        option: Option = ("buy", what)
        acts = [("Buy", option)] if option in asked.options else []
        words = GOODS_WORDS[what].removeprefix("a ").removeprefix("an ").removeprefix("the ")
        sheet.row(words[0].upper() + words[1:], goods_price(s, what), left, note=note, cases=cases, acts=acts)
    return sheet


# --- 16.1 the mission board


def missions(s: State, asked: Decision) -> list[Sheet]:
    """16.1b, R61, R66, R71: where every point stands, with the buttons that send it."""
    offered = set(asked.options)

    def acts(*rows: Act) -> list[Act]:
        return [row for row in rows if row[1] in offered]

    air = Sheet("Air points", ("held", "superiority", "tactical"))
    for nation in NATIONS_OF[asked.side]:
        name = NATIONS[nation]
        counts = s.tac_available[nation], s.tac_superiority[nation], s.tac_tactical[nation]
        if not any(counts):
            continue
        sends = acts(
            ("+1 superiority", ("assign", name, "superiority")),
            ("all superiority", ("assign-rest", name, "superiority")),
            ("+1 tactical", ("assign", name, "tactical")),
            ("all tactical", ("assign-rest", name, "tactical")),
        )
        air.row(ADJECTIVES[nation], *counts, cases=("16.1b",), acts=sends)
    other = Sheet("Special missions", ("kept", "sent"))
    if asked.side == ALLIED:
        for nation in (US, CW):
            name, kept, staged = NATIONS[nation], s.gunfire_available[nation], s.gunfire_staged[nation]
            if kept or staged:
                sends = acts(("Stage one", ("stage-gunfire", name)), ("Keep one safe", ("hold-gunfire", name)))
                note = "staged gunfire supports combat, and Kamikazes can hit it"
                other.row(f"{ADJECTIVES[nation]} gunfire", kept, staged, note=note, cases=("R71", "16.6c"), acts=sends)
        if s.b29 != RESERVE:
            planned = int(s.b29 == COMMITTED)
            send = acts(("Plan a strike", ("commit-b29",)))
            other.row("B-29", 1 - planned, planned, note="one strike on one hex", cases=("16.5a", "R66"), acts=send)
    elif s.kamikaze or s.tokku:
        send = acts(("One to Tokku", ("assign-kamikaze",)))
        note = "attack gunfire and markers in the Staging Area"
        other.row("Kamikazes", s.kamikaze, s.tokku, note=note, cases=("16.6a", "16.6c"), acts=send)
    return [sheet for sheet in (air, other) if sheet.rows]


# --- 10 the invasion


def invasion(s: State, asked: Decision) -> list[Sheet]:
    """10.1-10.3: the markers that are out with who rides on them, and who could."""
    return [sheet for sheet in (markers(s), riders(s, asked)) if sheet.rows]


def markers(s: State) -> Sheet:
    """10.1, 10.2b, 10.3a: where the markers are, and what is on them."""
    g = s.game
    sheet = Sheet("Markers", ("aboard", "room"))
    frame = s.agenda[-1]
    now = frame.marker if isinstance(frame, BoardMarkers) else -1
    for i, (hex_, target) in enumerate(zip(s.marker_hex, s.marker_target, strict=True)):
        aboard = members(s.at[hex_] & s.landed & g.of_side[ALLIED])
        words = f"Landing at {g.space_names[target]}" if hex_ == target else f"Assault on {g.space_names[target]}"
        note = ", ".join(g.unit_names[u] for u in aboard)
        if not g.landable >> target & 1:
            note = f"{note}; Rangers only".removeprefix("; ")
        free = places_left(s, hex_, g.marker_units - len(aboard), aboard)
        cases = ("10.2.1a",) if hex_ == target else ("10.2.2a",)
        tone = GOOD if i == now else ""
        sheet.row(words, len(aboard), free, note=note, cases=cases, units=aboard, spaces=(hex_, target), tone=tone)
    if s.drop_hex >= 0:
        aboard = members(s.at[s.drop_hex] & s.landed & g.airborne)
        note = ", ".join(g.unit_names[u] for u in aboard)
        tone = GOOD if now == len(s.marker_hex) else ""
        free = places_left(s, s.drop_hex, g.drop_units - len(aboard), aboard)
        name = f"Drop at {g.space_names[s.drop_hex]}"
        sheet.row(name, len(aboard), free, note=note, cases=("10.3a",), units=aboard, spaces=(s.drop_hex,), tone=tone)
    if s.amphibious:
        note = "any coast, for Rangers" if rangers_ready(s) else "open coast and ports"
        note = f"{note}; back in the box after this phase"
        sheet.row("Amphibious, at hand", "", s.amphibious, note=note, cases=("10.1a", "R25"))
    if s.drop_zone:
        note = "open ground and airfields without enemies"
        sheet.row("Drop zone, at hand", "", 1, note=note, cases=("10.1e", "10.1f"))
    return sheet


def places_left(s: State, hex_: Space, free: int, aboard: list[Unit]) -> int:
    """10.2b, 13.1a, R27: how many more units fit on a marker, where friends may stand in its hex already."""
    nations = {s.game.nation_of[u] for u in aboard} or set(nations_in_play(s, ALLIED))
    return min(free, max(room(s, hex_, nation) for nation in nations))


def riders(s: State, asked: Decision) -> Sheet:
    """10.2a, 10.3a: units that can ride, by where they wait."""
    g = s.game
    sheet = Sheet("Can ride", ("factors",))
    offered = set(asked.options)
    waiting = transports(s)
    for unit in sorted(members(waiting), key=lambda u: (s.where[u], g.nation_of[u], -g.cf[u])):
        notes = [g.space_names[s.where[unit]]]
        if g.airborne >> unit & 1:
            notes.append("may be dropped")
        if g.rangers >> unit & 1:
            notes.append("any coast")
        board: Option = ("board", unit)
        acts = [("Board", board)] if board in offered else []
        sheet.row(g.unit_names[unit], g.cf[unit], note=", ".join(notes), cases=("10.2a",), units=(unit,), acts=acts)
    return sheet


# --- 15.0 the attacks that are due


def attacks(s: State, asked: Decision) -> list[Sheet]:
    """15.0d, R45: the duties, by fronts that have nothing to do with each other."""
    d = duties(s, asked.side)
    return [front_sheet(s, asked, d, hexes, targets) for hexes, targets in fronts(s, d)]


def fronts(s: State, d: Duties) -> list[tuple[Spaces, Spaces]]:
    """Attackers and targets that hang together, each hex in one front only; those with a duty come first."""
    g = s.game
    left = d.open
    found: list[tuple[Spaces, Spaces]] = []
    while left:
        targets, hexes = left & -left, NO_SPACES
        while True:
            grown = g.spread(targets) & d.able
            more = g.spread(grown) & d.open
            if (grown, more) == (hexes, targets):
                break
            hexes, targets = grown, more
        found.append((hexes, targets))
        left &= ~targets
    return sorted(found, key=lambda front: not (front[0] & d.must or front[1] & d.targets))


def front_sheet(s: State, asked: Decision, d: Duties, hexes: Spaces, targets: Spaces) -> Sheet:
    """15.0a-l: what is to be attacked with what can be thrown at it, then who must attack."""
    g = s.game
    side = asked.side
    names = g.space_names
    first = min(members(targets & d.targets) or members(targets))
    sheet = Sheet(f"Around {names[first]}", ("factors", "at most", "clears"))
    offered = set(asked.options)
    for target in each(targets):
        due = d.targets >> target & 1
        defenders = members(units_at(s, target, 1 - side))
        attackers = [u for h in each(hexes & g.land_near[target]) for u in each(may_attack(s, side, h))]
        combat = Combat(side, attackers, [target], defenders)
        known = not is_secret(s, side, combat)
        option: Option = ("attack", target)
        sheet.row(
            names[target],
            strength(s, defenders) if known else "?",
            strength(s, attackers),
            f"{round(100 * outlook(s, combat).gone)}%" if known else "?",
            note="must be attacked" if due else "may be attacked",
            cases=("15.0d",) if due else ("15.0a",),
            spaces=(target,),
            acts=[("Attack", option)] if option in offered else [],
            tone=BAD if due else "",
        )
    for hex_ in each(hexes):
        due = d.must >> hex_ & 1
        units = members(may_attack(s, side, hex_))
        against = ", ".join(names[t] for t in each(targets & g.land_near[hex_]))
        note = f"{'must' if due else 'may'} attack {against}"
        cases = ("15.0d", "R45") if due else ("15.0e",)
        tone = WARN if due else ""
        sheet.row(names[hex_], strength(s, units), "", "", note=note, cases=cases, spaces=(hex_,), tone=tone)
    return sheet


DESKS: dict[str, Callable[[State, Decision], list[Sheet]]] = {
    "set-up": shop,
    "allied-set-up": shop,
    "recruit": shop,
    "planning": missions,
    "markers": invasion,
    "board": invasion,
    "combat": attacks,
}
"""Per prompt, what lies on the desk."""

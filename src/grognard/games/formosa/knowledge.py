"""Chapter 11: who may know what: views, redaction, resampling, invariants.

Of a concealed counter the Allied player sees only that it is there; of the other side's displays nobody sees anything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US, Facts
from grognard.games.formosa.logistics import allied_income
from grognard.games.formosa.mandatory_attacks import duties, fighting
from grognard.games.formosa.markers import MARK
from grognard.games.formosa.stacking import counted
from grognard.games.formosa.state import (
    AVAILABLE,
    COMMITTED,
    FLOWN,
    GONE,
    READY,
    RESERVE,
    UNBOUGHT,
    State,
    allied_hexes,
    exchange,
    functional,
    tac_in_play,
)
from grognard.games.formosa.victory import points
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.board_parts import rows
from grognard.kernel.flow import ONGOING
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit, Units, every, per
from grognard.kernel.position_cache import again
from grognard.kernel.sight import Mark, Sight, flags_of, marks_of
from grognard.kernel.state import misplaced, named_units

CONCEALED, MOVED, ATTACKED, LANDED, BASE, ELIMINATED = 1, 2, 4, 8, 16, 32
BOTH = 1 << ALLIED | 1 << JAPANESE
Add = Callable[[Space, str, int], None]
"""Makes a mark of a space, the name of what lies there and how many, if any."""

OPEN = (
    "turn phase rolls news winner ending steps scenario options is_set_up present bases lp pending_lp amoy "
    "support_hex support_nation interdict_hex interdict_nation b29_hex suppressed air_supply_hex gunfire_spent "
    "marker_hex marker_target drop_hex no_gunfire no_landing departures arrivals motorized attacked_from "
    "obliged_hexes obliged_targets flipped allied_bonus japanese_bonus"
)
"""The fields of a position that everybody sees whole."""
HIDDEN: dict[str, tuple[Side, ...]] = {
    "agenda": (ALLIED, JAPANESE),
    "where": (ALLIED, JAPANESE),
    "at": (ALLIED, JAPANESE),
    "began": (ALLIED, JAPANESE),
    "moved": (ALLIED, JAPANESE),
    "planned": (ALLIED, JAPANESE),
    "tac_available": (ALLIED, JAPANESE),
    "tac_flown": (ALLIED, JAPANESE),
    "tac_superiority": (ALLIED, JAPANESE),
    "tac_tactical": (ALLIED, JAPANESE),
    "concealed": (ALLIED,),
    "free_left": (ALLIED,),
    "attacked": (ALLIED,),
    "struck": (ALLIED,),
    "raided": (ALLIED,),
    "kamikaze": (ALLIED,),
    "kamikaze_drawn": (ALLIED,),
    "kamikaze_bought": (ALLIED,),
    "tokku": (ALLIED,),
    "fleet": (ALLIED,),
    "landed": (JAPANESE,),
    "shipped": (JAPANESE,),
    "amphibious": (JAPANESE,),
    "drop_zone": (JAPANESE,),
    "bought_97th": (JAPANESE,),
    "gunfire_available": (JAPANESE,),
    "gunfire_staged": (JAPANESE,),
    "b29": (JAPANESE,),
    "air_supply": (JAPANESE,),
}
"""All others, with the sides that may not see all of each: `redact` takes that out (tests/test_classed_fields.py)."""


def plans_are_open(s: State) -> bool:
    """16.1d: the mission boxes are open from the Strike Reveal to the end of the turn."""
    return s.planned == BOTH


def hidden_from(s: State, side: Side) -> Units:
    """11.0b-d: enemy units that a side may not look at: concealed ones, and all in displays."""
    found = in_displays(s)
    if side == ALLIED:
        found |= s.concealed
    return found & s.game.of_side[1 - side]


def in_displays(s: State) -> Units:
    """Units that are on no hex."""
    return reduce(or_, s.at[s.game.hexes :])


# --- views


def view(s: State, side: Side) -> dict[str, Any]:
    """What one side may know, as the page wants it. When the game is over everything is open."""
    g = s.game
    seen = sight(s, side)
    on_counters = (s.where[:], s.concealed, s.moved & g.of_side[side], s.attacked, s.landed, s.bases)
    return {
        "turn": s.turn,
        "phase": s.phase,
        "units": again(s, units, on_counters, side, seen.units),
        "marks": marks_of(seen),
        "tracks": seen.tracks,
        "plans": plans(s, side),
    }


def sight(s: State, side: Side) -> Sight:
    """Units with what is noted on them, markers on the map and in the displays, and gauges that a side sees."""
    g = s.game
    over, working = s.winner != ONGOING, functional(s)
    hidden = NO_UNITS if over else hidden_from(s, side)
    in_boxes = (
        s.tac_available[:], s.tac_superiority[:], s.tac_tactical[:], s.tac_flown[:], s.kamikaze, s.tokku,
        s.gunfire_available[:], s.gunfire_staged[:], s.b29, s.air_supply, s.air_supply_hex, s.amphibious,
        s.support_hex[:], s.support_nation[:], s.interdict_hex[:], s.interdict_nation[:], s.kamikaze_drawn, s.fleet,
        s.drop_zone, s.planned,
    )  # fmt: skip
    counted = again(s, counters_in_boxes, in_boxes, side, over)
    if side == ALLIED and not over:
        theirs = [s.where[numbers] for numbers in g.numbers_of[JAPANESE]]
        counted = again(s, concealed_in_hexes, (theirs, s.concealed)) + counted
    areas = [(MARK["functional"], working)]
    if s.marker_hex:
        areas.append((MARK["amphibious"], bitset(s.marker_hex)))
    for name, space in (
        ("b29", s.b29_hex), ("suppressed", s.suppressed), ("air-supply", s.air_supply_hex), ("drop-zone", s.drop_hex),
    ):  # fmt: skip
        if space >= 0:
            areas.append((MARK[name], 1 << space))
    if s.amoy:
        areas.append((MARK["amoy"], 1 << g.amoy_box))
    attacker = fighting(s)
    if attacker is not None:
        fights = (
            s.where[:], s.attacked, s.attacked_from, s.struck, s.obliged_hexes, s.obliged_targets, s.concealed,
            s.bases, s.suppressed,
        )  # fmt: skip
        areas += again(s, duty_marks, fights, attacker)
    on_tracks = (
        s.turn, s.lp[:], s.pending_lp[:], s.amoy, s.kamikaze, s.tokku, working,
        allied_hexes(s) & (g.industry | g.peaks), s.at[g.replacements[ALLIED]], s.at[g.eliminated[ALLIED]],
        s.bought_97th, s.allied_bonus, s.japanese_bonus, not s.present[JAPAN], [s.where[unit] for unit in each(g.camp)],
    )  # fmt: skip
    return Sight(
        (g.of_side[ALLIED] | g.of_side[JAPANESE]) & ~hidden & ~s.at[g.out],
        b"\1" * len(s.where),
        noted_on(s, side),
        counted,
        areas,
        again(s, tracks, on_tracks, side, over),
    )


def noted_on(s: State, side: Side) -> tuple[tuple[int, Units], ...]:
    """The states that counters show; of attacks and landings only those on the map."""
    g = s.game
    done = s.attacked | s.landed
    away = in_displays(s) if done else NO_UNITS
    return (
        (CONCEALED, s.concealed),
        (MOVED, s.moved & g.of_side[side]),
        (ATTACKED, s.attacked & ~away),
        (LANDED, s.landed & ~away),
        (BASE, s.bases),
        (ELIMINATED, s.at[g.eliminated[ALLIED]] | s.at[g.eliminated[JAPANESE]]),
    )


def units(s: State, side: Side, seen: Units) -> list[tuple[int, ...]]:
    """Each unit that a side sees: where it is, and the states that its counter shows."""
    g = s.game
    shown = rows(each(seen), s.where, b"\1" * len(s.where), flags_of(noted_on(s, side), len(s.where)))
    if not s.bases:
        return shown
    return [(*row, g.base_face[row[0]]) if s.bases >> row[0] & 1 else row for row in shown]


def plans(s: State, side: Side) -> list[tuple[Unit, Space]]:
    """R28: units afloat, and the hex that they will assault."""
    pairs = zip(s.marker_hex, s.marker_target, strict=True)
    return [(u, target) for hex_, target in pairs if hex_ != target for u in each(s.at[hex_])]


def concealed_in_hexes(s: State) -> list[Mark]:
    """11.0c: how many counters lie face down in each hex."""
    down, at = s.concealed, s.at
    stacks = [(hex_, (at[hex_] & down).bit_count()) for hex_ in each(s.present[JAPAN])]
    return [(hex_, MARK["concealed"], count) for hex_, count in stacks if count]


def counters_in_boxes(s: State, side: Side, over: bool) -> list[Mark]:
    """Air points on the map, and counted pieces in the displays that this side may see."""
    box = s.game.space_index
    out: list[Mark] = []

    def add(space: Space, name: str, count: int) -> None:
        if count and space >= 0:
            out.append((space, MARK[name], count))

    for hexes, nations, prefix in (
        (s.support_hex, s.support_nation, ""),
        (s.interdict_hex, s.interdict_nation, "interdict-"),
    ):
        sent = Counter([pair for pair in zip(hexes, nations, strict=True) if pair[0] >= 0])
        for (hex_, nation), count in sorted(sent.items()):
            add(hex_, f"{prefix}{TAC_MARKS[nation]}" if not prefix else "interdiction", count)
    for owner in (ALLIED, JAPANESE):
        if owner == side or over:
            _own_boxes(s, owner, box, add)
        elif plans_are_open(s):
            _mission_boxes(s, owner, box, add)
    return out


TAC_MARKS = ("us-tac", "cw-tac", "j-tac")
PREFIX = ("A", "J")


def _mission_boxes(s: State, owner: Side, box: Mapping[str, Space], add: Add) -> None:
    """16.1b: what has been allotted."""
    for nation in (US, CW) if owner == ALLIED else (JAPAN,):
        add(box[f"{PREFIX[owner]}-SUPERIORITY"], TAC_MARKS[nation], s.tac_superiority[nation])
        add(box[f"{PREFIX[owner]}-TACTICAL"], TAC_MARKS[nation], s.tac_tactical[nation])
    if owner == ALLIED:
        add(box["B-29"], "b29", int(s.b29 == COMMITTED))
    else:
        add(box["TOKKU"], "kamikaze", s.tokku)


def _own_boxes(s: State, owner: Side, box: Mapping[str, Space], add: Add) -> None:
    """What a side keeps in its own displays."""
    g = s.game
    _mission_boxes(s, owner, box, add)
    available, reserve = box[f"{PREFIX[owner]}-AVAILABLE"], g.reinforcements[owner]
    for nation in (US, CW) if owner == ALLIED else (JAPAN,):
        add(available, TAC_MARKS[nation], s.tac_available[nation] + s.tac_flown[nation])
        if nation != CW or s.scenario:  # R87
            add(reserve, TAC_MARKS[nation], g.tac_limit[nation] - tac_in_play(s, nation))
    if owner == JAPANESE:
        add(available, "kamikaze", s.kamikaze)
        add(available, "fleet", int(s.fleet == READY))
        add(reserve, "kamikaze", g.kamikaze_limit - s.kamikaze_drawn)
        return
    for nation, name in ((US, "us-gunfire"), (CW, "cw-gunfire")):
        add(available, name, s.gunfire_available[nation])
        add(g.staging, name, s.gunfire_staged[nation])
    add(available, "b29", int(s.b29 == AVAILABLE))
    add(available, "air-supply", int(s.air_supply in (AVAILABLE, FLOWN) and s.air_supply_hex < 0))
    add(box["INVASION"], "amphibious", s.amphibious)
    add(box["INVASION"], "drop-zone", s.drop_zone)


def duty_marks(s: State, attacker: Side) -> list[tuple[int, Spaces]]:
    """15.0d: while a side attacks, the hexes that must attack and those that must be attacked."""
    d = duties(s, attacker)
    return [(MARK["must-attack"], d.must), (MARK["target"], d.targets)]


def tracks(s: State, side: Side, over: bool) -> dict[str, int]:
    """The gauges. What lies in Allied displays is no part of what the Japanese player reads."""
    g = s.game
    scored = points(s)
    found = {
        "turn": s.turn,
        "lp-allied": s.lp[ALLIED],
        "lp-japanese": s.lp[JAPANESE],
        "pending-allied": s.pending_lp[ALLIED],
        "pending-japanese": s.pending_lp[JAPANESE],
        "amoy": s.amoy,
        "income": sum(lp for lp, _, _ in allied_income(s, s.turn + 1)),
        "sites": (functional(s) & g.sites).bit_count(),
        "vp-hexes": sum(p.value for p in scored if p.cases[0] in ("4.2b", "4.2c", "4.2d", "4.2e")),
    }
    if side == ALLIED or over:
        found["vp"] = sum(p.value if p.side == ALLIED else -p.value for p in scored)
    if side == JAPANESE or over:
        found["kamikaze"] = s.kamikaze + s.tokku
    return found


# --- redaction and resampling


def redact(s: State, side: Side) -> State:
    """A copy without what a side may not know: hidden units in rising order, hidden displays empty."""
    known = s.copy()
    asked = known.pending
    if asked is not None and getattr(asked, "side", side) != side:
        known.agenda = []
        known.pending = None
    g = s.game
    other = 1 - side
    busy = busy_units(known)
    hidden = hidden_from(s, side)
    if side == ALLIED:
        known.free_left = []
        slots = sorted(s.where[u] for u in each(s.concealed & ~busy))
        unknown = members(hidden & ~busy & ~lost_camp(s))
        unknown.sort(key=lambda u: not g.camp >> u & 1)  # 25.10a: it is on the map, nobody knows where
        down, off = unknown[: len(slots)], unknown[len(slots) :]
        exchange(known, unknown, [*slots, *[g.reinforcements[other]] * len(off)])
        known.concealed = s.concealed & busy | bitset(down)
        seen = ~hidden | busy
        known.moved &= seen
        known.struck &= seen
        known.attacked &= seen
        known.raided &= seen
        known.kamikaze = known.kamikaze_drawn = known.kamikaze_bought = known.fleet = 0
        known.tac_available[JAPAN] = known.tac_flown[JAPAN] = 0
        if not plans_are_open(s):
            known.tokku = known.tac_superiority[JAPAN] = known.tac_tactical[JAPAN] = 0
        known.japanese_bonus = s.japanese_bonus
    else:
        away = each(hidden & ~busy)
        exchange(known, away, [g.reinforcements[other]] * len(away))
        gone = ~hidden
        known.landed &= gone
        known.shipped &= gone
        known.moved &= gone
        known.amphibious = known.drop_zone = known.bought_97th = 0
        known.gunfire_available, known.gunfire_staged = [0, 0], [0, 0]
        known.b29 = s.b29 if s.b29 == FLOWN or (s.b29 == COMMITTED and plans_are_open(s)) else 0
        known.air_supply = s.air_supply if s.air_supply == FLOWN else 0  # who has flown, was seen
        for nation in (US, CW):
            known.tac_available[nation] = known.tac_flown[nation] = 0
            if not plans_are_open(s):
                known.tac_superiority[nation] = known.tac_tactical[nation] = 0
    for unit in each(hidden & ~busy):
        known.began[unit] = known.where[unit]
    known.planned = BOTH if plans_are_open(s) else s.planned & 1 << side
    return known


def lost_camp(s: State) -> Units:
    """25.10: the camp once it has been bombed or has fallen, which both sides have seen."""
    g = s.game
    return g.camp & s.at[g.eliminated[JAPANESE]]


def busy_units(s: State) -> Units:
    """Units that a frame of the agenda names."""
    return named_units(s, ("units", "defenders", "spearhead", "gone", "counters", "proofs"))


def resample(s: State, side: Side, rng: random.Random) -> State:
    """A full position that a side could not tell from the true one: hidden units and displays dealt anew."""
    other = s.copy()
    if side == ALLIED:
        deal_concealed(other, rng)
        count_japanese_anew(other, rng)
    else:
        deal_displays(other, rng)
        count_allied_anew(other, rng)
    return other


def count_japanese_anew(s: State, rng: random.Random) -> None:
    """R99, 11.0d: air points, Kamikazes and the fleet that the Allied player has not seen may be any number."""
    g = s.game
    hidden = [s.tac_available] if plans_are_open(s) else [s.tac_available, s.tac_superiority, s.tac_tactical]
    spread_points(s, JAPAN, hidden, rng)
    s.kamikaze = rng.randint(0, max(0, g.kamikaze_limit - s.tokku))
    if not plans_are_open(s):
        s.tokku = rng.randint(0, g.kamikaze_limit - s.kamikaze)
    s.kamikaze_drawn = max(s.kamikaze_drawn, s.kamikaze + s.tokku)
    if s.fleet != GONE:
        s.fleet = rng.choice((UNBOUGHT, READY))


def count_allied_anew(s: State, rng: random.Random) -> None:
    """11.0d: what the Japanese player has not seen of Allied air, guns and markers may be any number."""
    g = s.game
    nations = (US, CW) if s.scenario else (US,)
    hidden = [s.tac_available] if plans_are_open(s) else [s.tac_available, s.tac_superiority, s.tac_tactical]
    for nation in nations:
        spread_points(s, nation, hidden, rng)
        total = rng.randint(s.gunfire_spent[nation], g.gunfire_limit[nation])
        s.gunfire_staged[nation] = rng.randint(s.gunfire_spent[nation], total) if not s.no_gunfire else 0
        s.gunfire_available[nation] = total - s.gunfire_staged[nation]
    if not s.marker_hex and s.drop_hex < 0:
        s.amphibious, s.drop_zone = rng.randint(0, g.amphibious_limit), rng.randint(0, 1)
    if s.b29 in (RESERVE, AVAILABLE) or (s.b29 == COMMITTED and not plans_are_open(s)):
        s.b29 = rng.choice((RESERVE, AVAILABLE) if plans_are_open(s) else (RESERVE, AVAILABLE, COMMITTED))
    if s.air_supply in (RESERVE, AVAILABLE):
        s.air_supply = rng.choice((RESERVE, AVAILABLE))


def spread_points(s: State, nation: int, boxes: list[list[int]], rng: random.Random) -> None:
    """Deal a number of air points over boxes that nobody else has seen."""
    for box in boxes:
        box[nation] = 0
    for _ in range(rng.randint(0, s.game.tac_limit[nation] - tac_in_play(s, nation))):
        rng.choice(boxes)[nation] += 1


def deal_concealed(s: State, rng: random.Random) -> None:
    """11.0c: concealed counters change places with their like, on the map and in the Japanese displays."""
    g = s.game
    groups: dict[Any, list[Unit]] = {}
    waiting = s.at[g.reinforcements[JAPANESE]] | s.at[g.out]
    raiders = g.marine_brigade | g.raiders
    kinds = japanese_kinds(g, s.scenario)
    used = s.moved | s.attacked | s.struck
    for unit in each((s.concealed | waiting) & g.of_side[JAPANESE] & ~busy_units(s) & ~raiders):
        if not s.concealed >> unit & 1 and not g.in_scenario[s.scenario] >> unit & 1:
            continue
        key: Any = kinds[unit]
        if used >> unit & 1:
            key = (key, s.moved >> unit & 1, s.attacked >> unit & 1, s.struck >> unit & 1)
        groups.setdefault(key, []).append(unit)
    dealt: dict[Unit, Space] = {}
    concealed, turned = s.concealed, NO_UNITS
    for units in groups.values():
        if len(units) == 1:
            continue
        slots = [(s.where[u], s.began[u], concealed >> u & 1) for u in units]
        rng.shuffle(slots)
        for unit, (space, began, down) in zip(units, slots, strict=True):
            dealt[unit] = space
            s.began[unit] = began
            if concealed >> unit & 1 != down:
                turned |= 1 << unit
    s.concealed ^= turned
    exchange(s, dealt, dealt.values())
    deal_camp(s, rng)


def deal_camp(s: State, rng: random.Random) -> None:
    """25.10a: the camp is one of the concealed counters in towns, and nobody on the Allied side knows which."""
    g = s.game
    free = s.concealed & ~busy_units(s)
    for camp in each(free & g.camp):
        movable = free & ~g.never_move & ~g.marine_brigade & ~g.raiders
        in_town = [u for u in each(movable) if g.towns >> s.where[u] & 1 and s.where[u] != s.where[camp]]
        at_home = [camp] if g.towns >> s.where[camp] & 1 else []
        if not in_town:
            continue
        other = rng.choice([*in_town, *at_home])
        if other != camp:
            here, there = s.where[camp], s.where[other]
            s.began[camp], s.began[other] = there, here
            exchange(s, [camp, other], [there, here])


@lru_cache(maxsize=8)
def japanese_kinds(g: Facts, scenario: int) -> tuple[int, ...]:
    """Per unit, the number of its kind by what anybody can tell of a counter face down: the like may change places."""
    start = g.start_all[scenario]
    fixed = (g.place_of, g.is_mech, g.recruit_price, g.option_of, g.replace_price)
    return numbered_kinds(
        (*(row[unit] for row in fixed), start >> unit & 1, g.deceptions >> unit & 1) for unit in every(Unit, g.units)
    )


def numbered_kinds(kinds: Iterable[tuple[Any, ...]]) -> tuple[int, ...]:
    """The same number for the same kind."""
    numbers: dict[tuple[Any, ...], int] = {}
    return tuple(numbers.setdefault(kind, len(numbers)) for kind in kinds)


def deal_displays(s: State, rng: random.Random) -> None:
    """11.0d: Allied units off the map change places with their like."""
    g = s.game
    hidden = hidden_from(s, JAPANESE) & ~busy_units(s)
    groups: dict[Any, list[Unit]] = {}
    kinds = allied_kinds(g)
    used = s.landed | s.shipped
    for unit in each(hidden):
        key: Any = kinds[unit]
        if used >> unit & 1:
            key = (key, s.landed >> unit & 1, s.shipped >> unit & 1)
        groups.setdefault(key, []).append(unit)
    dealt: dict[Unit, Space] = {}
    for units in groups.values():
        if len(units) == 1:
            continue
        slots = [(s.where[u], s.began[u]) for u in units]
        rng.shuffle(slots)
        for unit, (space, began) in zip(units, slots, strict=True):
            dealt[unit] = space
            s.began[unit] = began
    exchange(s, dealt, dealt.values())


@lru_cache(maxsize=8)
def allied_kinds(g: Facts) -> tuple[int, ...]:
    """Per unit, the number of its kind by what makes Allied units alike in their displays."""
    return numbered_kinds(
        tuple(row[name] for name in ("type", "nation", "option", "entry", "recruit")) for row in g.rows
    )


# --- invariants


def check(s: State) -> list[str]:
    """Every broken invariant of a position, as sentences."""
    return [*_check_units(s), *_check_hexes(s), *_check_points(s)]


def _check_units(s: State) -> list[str]:
    """Each unit in one place; concealed and base sides only where they can be."""
    g = s.game
    wrong = misplaced(s)
    on_map = NO_UNITS
    for here in s.at[: g.hexes]:
        on_map |= here
    for side in (ALLIED, JAPANESE):
        for box in (g.reinforcements[side], g.replacements[side], g.eliminated[side]):
            if s.at[box] & ~g.of_side[side]:
                wrong.append(f"an enemy unit is in {g.space_names[box]}")
    if s.concealed & ~(on_map & g.of_side[JAPANESE]):
        wrong.append("a counter is concealed that cannot be")
    if s.bases & ~(on_map & g.engineers):
        wrong.append("a base is no engineer on the map")
    if g.deceptions & on_map & ~s.concealed:
        wrong.append("a deception unit lies open")
    if s.at[g.staging] & g.of_side[JAPANESE] or s.at[g.amoy_box] & g.of_side[JAPANESE]:
        wrong.append("a Japanese unit is in an Allied area")
    if s.at[g.amoy_box] and not s.amoy:
        wrong.append("a unit is in Amoy before its capture")
    outside = g.of_side[ALLIED] & ~g.in_scenario[s.scenario] & ~s.at[g.out]
    if outside:
        wrong.append("a unit of the other scenario is in play")
    return wrong


def _check_hexes(s: State) -> list[str]:
    """Stacking, no enemies together, nobody at sea but on a marker, presence as it is."""
    g = s.game
    wrong = []
    present = [NO_SPACES] * 3
    moving = busy_units(s) | s.moved
    for hex_, here in per(Space, s.at[: g.hexes]):
        if not here:
            continue
        name = g.space_names[hex_]
        if not g.land >> hex_ & 1 and hex_ not in s.marker_hex:
            wrong.append(f"a unit is at sea in {name}")
        if here & g.of_side[ALLIED] and here & g.of_side[JAPANESE]:
            wrong.append(f"enemies share {name}")
        for nation in (US, CW, JAPAN):
            if here & g.of_nation[nation]:
                present[nation] |= 1 << hex_
        if here & ~moving & g.of_nation[US] and here & ~moving & g.of_nation[CW]:
            wrong.append(f"US and Commonwealth units share {name}")
        for side in (ALLIED, JAPANESE):
            if (counted(s, hex_, side) & ~moving).bit_count() > g.most_mobile[side]:
                wrong.append(f"{name} is over-stacked")
            if (here & g.of_side[side] & (g.takes_static_place | s.bases)).bit_count() > 1:
                wrong.append(f"two static units are in {name}")
        if here & g.coastal_defences and not g.ports >> hex_ & 1:
            wrong.append(f"a coastal defence is in {name}")
        if here & g.heavy_weapons and not (g.cities | g.towns) >> hex_ & 1:
            wrong.append(f"heavy weapons are in {name}")
    if present != s.present:
        wrong.append("the sets of occupied hexes are wrong")
    return wrong


def _check_points(s: State) -> list[str]:
    """Points and markers within their limits."""
    g = s.game
    wrong = []
    for side, name in ((ALLIED, "Allied"), (JAPANESE, "Japanese")):
        if s.lp[side] < 0:
            wrong.append(f"{name} LP are negative")
    for nation in (US, CW, JAPAN):
        held = (s.tac_available, s.tac_superiority, s.tac_tactical, s.tac_flown)
        if any(box[nation] < 0 for box in held) or tac_in_play(s, nation) > g.tac_limit[nation]:
            wrong.append("air points are out of bounds")
    if s.kamikaze < 0 or s.tokku < 0 or max(s.kamikaze_drawn, s.kamikaze + s.tokku) > g.kamikaze_limit:
        wrong.append("Kamikaze points are out of bounds")
    if s.amphibious < 0 or s.amphibious + len(s.marker_hex) > g.amphibious_limit:
        wrong.append("amphibious markers are out of bounds")
    for nation in (US, CW):
        guns = (s.gunfire_available[nation], s.gunfire_staged[nation])
        if min(guns) < 0 or sum(guns) > g.gunfire_limit[nation]:
            wrong.append("gunfire units are out of bounds")
        if not s.scenario and nation == CW and (s.gunfire_available[CW] or tac_in_play(s, CW)):
            wrong.append("Commonwealth pieces are in Scenario 1")
    if not 0 <= s.drop_zone <= 1:
        wrong.append("there is more than one drop zone marker, or less than none")
    if not 0 <= s.amoy <= s.turn:
        wrong.append("Amoy is captured in a turn still to come")
    if len(s.support_hex) != len(s.support_nation) or len(s.interdict_hex) != len(s.interdict_nation):
        wrong.append("air points on the map have no nation")
    return wrong

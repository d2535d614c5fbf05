"""US assaults and retreats."""

from __future__ import annotations

from grognard.bots.iwojima.us_aims import airfield_worth, step_price
from grognard.bots.iwojima.us_memory import UsMemory
from grognard.games.iwojima.assault import Assault
from grognard.games.iwojima.facts import US
from grognard.games.iwojima.losses import armor_of, reduction
from grognard.games.iwojima.state import State, count
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import numbered


def designate_assault(staff: UsMemory, s: State, asked: Decision) -> Option:
    """12: with all there is: a Hit costs a Cave even where Damage is unlikely."""
    for verb in ("assault-all", "assault"):
        for option in asked.options:
            if option[0] == verb:
                area = space_of(option) if verb == "assault-all" else s.where[unit_of(option)]
                return staff.because(option, what_hits_do(s, area))
    return ("confirm",)


def what_hits_do(s: State, area: Space) -> str:
    """12.2.2, 12.2.4: what the Hits of an assault are good for."""
    if s.shown[area]:
        return "Every Hit does Damage or removes a Cave."
    if shield := reduction(s, area, US):
        return f"The ground absorbs {numbered(shield, 'Hit')}; every further Hit is Damage."
    return "Nothing protects the defender: every Hit is Damage."


def defensive_fire(staff: UsMemory, s: State, asked: Decision) -> Option:
    """18: always; the largest dice first."""
    fire = [o for o in asked.options if o[0] == "fire"]
    if not fire:
        return ("pass",)
    best = max(fire, key=lambda o: s.game.assault[unit_of(o)][s.steps[unit_of(o)]])
    dice = s.game.assault[unit_of(best)][s.steps[unit_of(best)]]
    return staff.because(best, f"{numbered(dice, 'die', 'dice')}, the most in the area.")


def fall_back(staff: UsMemory, s: State, asked: Decision) -> Option:
    """11.1.2(1): go back to save the unit, or when nobody is there to fight beside; otherwise stay for the assault."""
    g = s.game
    mover, _, damage = asked.about[:3]
    away = [o for o in asked.options if o[0] == "fall-back"]
    if not damage or not away:
        return ("stay",)
    best = max(away, key=lambda o: (g.bdv[space_of(o)], -count(s.at[space_of(o)] & g.us_ground)))
    dice_kept = g.assault[mover][max(0, s.steps[mover] - damage)]
    if step_price(staff.weights, s) > staff.weights.dice_kept * dice_kept:
        if damage > s.steps[mover]:
            return staff.because(best, "It is eliminated whether it retreats or stays.")
        return staff.because(best, "The step saved is worth more than the unit's dice here.")
    wanted = "It holds the area." if s.fired >> mover & 1 else "The assault needs its dice."
    return staff.because(("stay",), wanted)


def retreats(staff: UsMemory, s: State, asked: Decision) -> Option:
    """19a-3: units that would lose a step leave, as long as one stays to hold the area."""
    g = s.game
    attack = s.agenda[-2]
    away = [o for o in asked.options if o[0] == "retreat"]
    if not away or not isinstance(attack, Assault) or not attack.damage:
        return ("no-more-retreats",)
    leaving = {u for u, a in zip(attack.row, attack.away, strict=True) if a >= 0}
    base = losses(s, attack.row, attack.damage, leaving)
    staying = [u for u in attack.row if u not in leaving]
    best: Option | None = None
    saved = 0
    for option in away:
        unit = unit_of(option)
        after = losses(s, attack.row, attack.damage, leaving | {unit})
        gain = sum(base.values()) - sum(after.values())
        stays = [u for u in staying if u != unit and after[u] < s.steps[u]]
        if not stays and (airfield_worth(s, attack.area) or gain < 2):
            continue
        if gain > saved or (gain == saved and best and g.bdv[space_of(option, 2)] > g.bdv[space_of(best, 2)]):
            best, saved = option, gain
    if best is None or not saved:
        spares = any(
            sum(losses(s, attack.row, attack.damage, leaving | {unit_of(o)}).values()) < sum(base.values())
            for o in away
        )
        return staff.because(("no-more-retreats",), "The area must be held." if spares else "No retreat saves a step.")
    after = losses(s, attack.row, attack.damage, leaving | {unit_of(best)})
    held = any(u != unit_of(best) and after[u] < s.steps[u] for u in staying)
    cost = "others hold the area" if held else "the area is not worth them" if saved > 1 else "the area is not worth it"
    return staff.because(best, f"It saves {numbered(saved, 'step')}, and {cost}.")


def losses(s: State, row: list[Unit], damage: int, leaving: set[Unit]) -> dict[Unit, int]:
    """12.2.3(3): the steps each unit of a row would lose."""
    spare = armor_of(s, row)
    for unit in leaving:
        spare[unit] = spare.get(unit, 0) + 1
    lost = dict.fromkeys(row, 0)
    while damage and any(lost[u] < s.steps[u] for u in row):
        for unit in row:
            if not damage:
                break
            if lost[unit] >= s.steps[unit]:
                continue
            damage -= 1
            if spare.get(unit):
                spare[unit] -= 1
            else:
                lost[unit] += 1
    return lost

"""15.4.1, 17.0, 19.4, R49: what each side adds to a combat before the die: gunfire, logistics points, air supply."""

from __future__ import annotations

from grognard.games.formosa.breakdowns import paid
from grognard.games.formosa.concealment import reveal
from grognard.games.formosa.facts import ADJECTIVES, ALLIED, CW, JAPANESE, NATIONS, US
from grognard.games.formosa.odds import Fight, nations_of
from grognard.games.formosa.state import AVAILABLE, FLOWN, State, plays, spend
from grognard.games.formosa.supply import concealed_in_reach, hidden_sources, in_supply
from grognard.games.formosa.support import air_over, nations_in_play
from grognard.kernel.flow import Bar, Option, bars, unit_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import numbered


def own_units(b: Fight, side: Side) -> list[Unit]:
    """The units of a side in the combat."""
    return b.units if side == b.side else b.defenders


# --- 17.0 naval gunfire


def gunfire_bar(s: State, b: Fight, nation: int) -> Bar | None:
    """17.0a, R72: why no (further) gunfire unit of a nation may support."""
    if bar := open_gunfire_bar(s, b, nation):
        return bar
    if s.gunfire_staged[nation] <= s.gunfire_spent[nation]:
        return Bar(f"No {ADJECTIVES[nation]} gunfire unit is left in the Staging Area.", ("17.0a", "R72"))
    return None


def open_gunfire_bar(s: State, b: Fight, nation: int) -> Bar | None:
    """5.1d, 16.0c, 17.0c-d, 18.0d, R73: what of it both sides can see."""
    g = s.game
    units = own_units(b, ALLIED)
    if s.no_gunfire:
        return Bar("The enemy fleet keeps the gunfire units away this turn.", ("18.0d",))
    if sum(b.gunfire) >= g.most_gunfire:
        return Bar(f"At most {g.most_gunfire} gunfire units support one combat.", ("17.0d",))
    if nation not in nations_of(s, units):
        return Bar(f"No {ADJECTIVES[nation]} ground unit takes part.", ("5.1d", "16.0c"))
    if not any((g.coast | g.sea) >> s.where[u] & 1 for u in units):
        return Bar("No Allied unit of this combat is in a coastal hex.", ("17.0c", "R73"))
    return None


# --- 15.4.1 logistics points


def lp_bar(s: State, b: Fight, side: Side) -> Bar | None:
    """15.4.1h-j, 19.5b: why no (further) logistics point may be spent on the combat."""
    attacking = side == b.side
    most = s.game.most_attack_lp[side] if attacking else s.game.price["defence_shift"]
    if (b.attack_lp if attacking else b.defence_lp) >= most:
        case = "15.4.1i" if attacking else "15.4.1j"
        return Bar(f"At most {numbered(most, 'logistics point')} in one combat.", (case,))
    if not s.lp[side]:
        return Bar("No logistics points are left.", ("7.2j",))
    if not has_line(s, b, side):
        return Bar("No unit of yours in this combat has a line of supply.", ("15.4.1h", "15.4.1j", "19.5b"))
    return None


def has_line(s: State, b: Fight, side: Side) -> bool:
    """15.4.1h, j, 19.2d: at least one unit; an amphibious marker supplies its units."""
    units = own_units(b, side)
    if b.is_assault and side == ALLIED:
        return True
    return any(in_supply(s, u) for u in units)


def could_prove(s: State, b: Fight) -> bool:
    """19.3b: whether, for all that the enemy knows, a concealed source is in reach of a Japanese unit."""
    return any(concealed_in_reach(s, u) for u in own_units(b, JAPANESE))


# --- 19.4 air supply


def air_supply_bar(s: State, b: Fight) -> Bar | None:
    """19.4a: why the air supply unit may not support."""
    if s.air_supply != AVAILABLE:
        return Bar("The air supply unit is not at hand.", ("19.4a",))
    return open_air_supply_bar(s, b)


def open_air_supply_bar(s: State, b: Fight) -> Bar | None:
    """10.2.2d, 19.4, R78: what of it both sides can see."""
    if s.air_supply == FLOWN:
        return Bar("The air supply unit has flown.", ("19.4a",))
    if b.is_assault:
        return Bar("Air supply does not support an assault from the sea.", ("10.2.2d",))
    units = own_units(b, ALLIED)
    if US not in nations_of(s, units):
        return Bar("No US unit takes part.", ("5.1d", "R78"))
    if any(in_supply(s, u) for u in units):
        return Bar("An Allied unit of this combat has a line of supply.", ("19.4b",))
    if air_supply_hex(s, b) is None:
        return Bar("The B-29 or British air is over that hex.", ("19.4d", "R41", "16.1h"))
    return None


def air_supply_hex(s: State, b: Fight) -> Space | None:
    """R78, 16.1h, R106: a hex of the defenders, without the B-29 and British air; the air supply unit is US."""
    return next((h for h in b.targets if h != s.b29_hex and CW not in air_over(s, ALLIED, h)), None)


# --- the question


def options_of(s: State, b: Fight, side: Side) -> list[Option]:
    """Everything that a side may add now."""
    options: list[Option] = []
    if side == ALLIED:
        options += [("gunfire", NATIONS[n]) for n in (US, CW) if gunfire_bar(s, b, n) is None]
        if air_supply_bar(s, b) is None:
            options.append(("fly-supply",))
    bar = lp_bar(s, b, side)
    if bar is None:
        options.append(("add-lp",))
    elif side == JAPANESE and bar.cases[0] == "15.4.1h":
        sources = sorted({u for unit in own_units(b, side) for u in hidden_sources(s, unit)})
        options += [("prove", u) for u in sources]
    return options


def is_asked(s: State, b: Fight, side: Side) -> bool:
    """R49: whether a side has something to add, or might have for all that the other knows: then it is asked."""
    if side == ALLIED:  # lines of supply last: they are what takes long
        return could_have_gunfire(s, b) or lp_bar(s, b, side) is None or open_air_supply_bar(s, b) is None
    bar = lp_bar(s, b, side)
    return bar is None or (bar.cases[0] == "15.4.1h" and could_prove(s, b))


def could_have_gunfire(s: State, b: Fight) -> bool:
    """Whether, for all that the Japanese player can see, the Allies might have gunfire to add."""
    return open_gunfire_bar(s, b, US) is None or open_gunfire_bar(s, b, CW) is None


def offers(s: State, b: Fight, side: Side, option: Option) -> bool:
    """Whether this may be added, by a look at it alone."""
    verb = option[0]
    if verb == "add-lp":
        return lp_bar(s, b, side) is None
    if verb == "gunfire":
        return side == ALLIED and any(option[1] == NATIONS[n] and gunfire_bar(s, b, n) is None for n in (US, CW))
    return verb == "ready"


def commit(s: State, b: Fight, side: Side, option: Option) -> None:
    """R49: what is committed stays committed."""
    verb = option[0]
    if verb == "gunfire":
        nation = NATIONS.index(str(option[1]))
        b.gunfire[nation] += 1
        s.gunfire_spent[nation] += 1
        s.tell("gunfire", nation, b.targets[0], cases=("17.0a",))
    elif verb == "fly-supply":
        b.air_supply = 1
        s.air_supply = FLOWN
        over = air_supply_hex(s, b)
        assert over is not None
        s.air_supply_hex = over
        s.tell("air-supply", b.targets[0], cases=("19.4c",))
    elif verb == "prove":
        reveal(s, [unit_of(option)], "19.3b")
    else:
        spend(s, side, 1)
        if side == b.side:
            b.attack_lp += 1
        else:
            b.defence_lp += 1
        case = "15.4.1h" if side == b.side else "15.4.1j"
        s.tell("combat-lp", side, b.targets[0], cases=(case,), sum=paid(s, side, 1, case))


def send_home(s: State, b: Fight) -> None:
    """16.3e, 17.0e, R72: ground support of this combat has flown; gunfire is back, in one reading for more combats."""
    if plays(s, "R72"):
        for nation in (US, CW):
            s.gunfire_spent[nation] -= b.gunfire[nation]
    for i in reversed(range(len(s.support_hex))):
        if s.support_hex[i] in b.targets:
            s.tac_flown[s.support_nation[i]] += 1
            del s.support_hex[i], s.support_nation[i]


def gunfire_bars(s: State, b: Fight) -> list[Bar]:
    """17.0a, R72, R87: nation by nation; where one may still fire, nothing stands in the way."""
    found = [gunfire_bar(s, b, nation) for nation in nations_in_play(s, ALLIED)]
    return bars(*found) if all(found) else []


def why_not(s: State, b: Fight, side: Side) -> list[Bar]:
    """What stands in the way of more support."""
    found = [lp_bar(s, b, side)]
    if side == ALLIED:
        found += [*gunfire_bars(s, b), air_supply_bar(s, b)]
    return bars(*found) or [Bar("The combat is declared: only support is added to it now.", ("15.2a", "R49"))]


def why_not_do(s: State, b: Fight, side: Side, verb: str, unit: Unit | None) -> list[Bar]:
    """R49: what stands in the way of one kind of support."""
    if verb == "add-lp":
        return bars(lp_bar(s, b, side))
    if verb == "prove":
        return bars(prove_bar(s, b, side, unit))
    if side != ALLIED:
        return [Bar("Only the Allies have naval gunfire and air supply.", ("17.0a", "19.4a"))]
    return bars(air_supply_bar(s, b)) if verb == "fly-supply" else gunfire_bars(s, b)


def prove_bar(s: State, b: Fight, side: Side, unit: Unit | None) -> Bar | None:
    """19.3b: why no concealed source is shown for this combat."""
    if side != JAPANESE:
        return Bar("Only Japanese sources of supply lie concealed.", ("19.3b",))
    bar = lp_bar(s, b, side)
    if bar is None or bar.cases[0] != "15.4.1h":
        return bar or Bar("A unit of this combat has a line of supply already.", ("19.3b", "15.4.1h"))
    if unit is not None and not s.game.fortresses >> unit & 1:
        return Bar("Only coastal defences and heavy weapons are sources of supply.", ("19.3a",))
    if unit is not None and not s.concealed >> unit & 1:
        return Bar(f"{s.game.does(unit, 'is', 'are')} not concealed.", ("19.3b",))
    return Bar("It is out of reach for every unit of this combat.", ("19.3b", "19.1a"))

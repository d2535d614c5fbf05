"""Aims of the Japanese staff in the offensive: airbases, the railroad, a foot near Chungking."""

from __future__ import annotations

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.ground import distances, march
from grognard.bots.ichigo.weights import JapaneseWeights
from grognard.games.ichigo.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.ichigo.state import State, allied_hexes
from grognard.games.ichigo.victory import collapse_modifiers, controls, last_turn
from grognard.kernel.bits import each, members
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Space, Spaces

BESIDE = 1
"""Hexes within which an enemy can attack a place before a unit of ours may move (5.1b)."""


def left(s: State) -> int:
    """Turns to come after this one."""
    return last_turn(s) - s.turn


def horizon(s: State) -> float:
    """10.14, 10.17: movement points that a unit may still make, half of the early turns by strategic movement."""
    g = s.game
    early, late = (g.mp_full + g.mp_strategic) / 2, sum(g.mp_attenuated[1:]) / 6
    return 1 + sum(early if turn < g.attenuated_from else late for turn in range(s.turn, last_turn(s) + 1))


def threat(s: State, belief: Belief, hex_: Space, within: float) -> float:
    """Allied strength around a place."""
    far = distances(s.game, hex_)
    return sum(belief.strength(h) for h in members(allied_hexes(s)) if far[h] <= within)


# --- the offensive


def campaign_aims(s: State, belief: Belief, w: JapaneseWeights) -> Aims:
    """4.2: before the landings, or without them."""
    g = s.game
    worth = base_worth(s, w)
    need: dict[Space, float] = {}
    pull: dict[Space, float] = {}

    def want(hex_: Space, strength: float, drawing: float) -> None:
        need[hex_] = max(need.get(hex_, 0.0), strength)
        pull[hex_] = max(pull.get(hex_, 0.0), drawing)

    main = main_airbases(s, belief, w)
    for hex_ in members(g.airbases & ~s.japanese):
        if hex_ in main:
            want(hex_, w.mass * belief.strength(hex_) + w.more, w.main_pull)
        else:
            want(hex_, w.odds * belief.strength(hex_) + w.more, w.side_pull)
    for hex_ in members(g.rail_set & ~s.japanese):
        want(hex_, w.odds * belief.strength(hex_) + 2, rail_worth(s, w))
    for hex_ in members(g.ports & g.mainland & ~s.japanese) if s.turn < g.causeway_turn else ():
        want(hex_, w.odds * belief.strength(hex_) + 3, w.port)
    if w.caution <= s.turn <= g.causeway_turn:
        want(g.wuhan, w.wuhan_early, w.wuhan_pull)
    if controls(s, g.north_end, ALLIED):
        want(g.north_end, w.odds * belief.strength(g.north_end) + 2, 1.8)
    near = near_chungking(s)
    if near >= 0 and left(s) <= w.dash:
        want(near, w.foot, w.foot_pull)
    kunming = g.kunming
    if controls(s, kunming, ALLIED):
        want(kunming, w.kunming_odds * belief.strength(kunming) + w.kunming_more, w.kunming)
    if collapse_chance(s) > 0.3 and not s.collapse_rolled and controls(s, g.chungking, ALLIED):
        want(g.chungking, w.odds * belief.strength(g.chungking) + 8, 9 * collapse_chance(s))
    for hex_ in guarded(s, belief) if is_railroad_near(s, w) else ():
        want(hex_, 1.0, w.guard_last if left(s) <= 1 else 0.5)
    price = w.price_early * (0.3 + 0.1 * min(7, left(s)))
    held = pins(s, belief, w)
    for hex_, strength in kept(s, belief, w).items():
        held[hex_] = max(held.get(hex_, 0.0), strength)
        if (lacking := strength - belief.striking(hex_, JAPAN)) > 0:
            want(hex_, lacking, w.keep_pull)
    return Aims(
        w, worth, w.kill_early, price, w.use_early, w.least_early, need, pull, held, w.tank_early * w.tank, w.dear,
        shunned(s), overmanned(s, held), horizon(s),
    )  # fmt: skip


def kept(s: State, belief: Belief, w: JapaneseWeights) -> dict[Space, float]:
    """4.5: with both Wuhan and Shanghai the enemy wins, so that what can hold them stays."""
    g = s.game
    facing = w.keep_share * threat(s, belief, g.shanghai, 3)
    wanted = {g.wuhan: w.keep_wuhan, g.shanghai: max(w.keep_shanghai, facing)}
    return {h: strength for h, strength in wanted.items() if strength and controls(s, h, JAPANESE)}


def main_airbases(s: State, belief: Belief, w: JapaneseWeights) -> list[Space]:
    """Those that the army goes for now: with most of our strength about for each factor that holds them."""
    g = s.game
    stacks = [(h, belief.striking(h, JAPAN)) for h in members(s.present[JAPAN])]

    def promise(base: Space) -> float:
        ways = march(g, base)
        return sum(f * max(0.0, 1 - ways[h] / w.close) for h, f in stacks) / (belief.strength(base) + 2)

    ordered = sorted(members(g.airbases & ~s.japanese), key=lambda h: (-promise(h), h))
    return ordered if s.turn <= w.opening else ordered[: max(1, round(w.focus))]


def shunned(s: State) -> Spaces:
    """5.2d: a force near Chungking when the check is made helps to bring the Americans."""
    g = s.game
    if s.turn >= g.causeway_turn:
        return NO_SPACES
    return g.near_chungking & ~(1 << g.chungking)


def base_worth(s: State, w: JapaneseWeights) -> list[float]:
    """Worth of having each hex."""
    g = s.game
    worth = [0.0] * g.hexes
    rail = rail_worth(s, w)
    theirs = g.land & ~s.japanese
    base = w.last_airbases if (g.airbases & ~s.japanese).bit_count() <= w.few_airbases else w.airbase
    for hex_ in each(allied_hexes(s) & g.land):
        worth[hex_] = 0.1
    for hex_ in each(g.cities & theirs):
        worth[hex_] = w.city
    for hex_ in each(g.ports & theirs) if s.turn < g.causeway_turn else ():
        worth[hex_] = w.port
    for hex_ in each(g.rail_set & theirs):
        worth[hex_] = rail + (w.city if g.cities >> hex_ & 1 else 0.0)
    for hex_ in each(g.airbases & theirs):
        worth[hex_] = base
    for hex_ in members(shunned(s)):
        worth[hex_] = 0.0
    if controls(s, g.kunming, ALLIED):
        worth[g.kunming] = w.kunming
    if controls(s, g.chungking, ALLIED) and not s.collapse_rolled:
        worth[g.chungking] = w.city + w.collapse * collapse_chance(s)
    return worth


def rail_worth(s: State, w: JapaneseWeights) -> float:
    """A hex of the railroad: much when few are missing, little while the airbases are to be taken."""
    missing = (s.game.rail_set & ~s.japanese).bit_count()
    return w.rail if missing <= w.few_rail or not s.game.airbases & ~s.japanese else w.slight_rail


def is_railroad_near(s: State, w: JapaneseWeights) -> bool:
    """So little of the railroad is missing that it is worth being held."""
    return (s.game.rail_set & ~s.japanese).bit_count() <= 2 * w.few_rail


def overmanned(s: State, held: dict[Space, float]) -> list[Space]:
    """Airbases where only divisions stand and a brigade would do."""
    g = s.game
    alone = [h for h in held if g.airbases >> h & 1 and not s.at[h] & g.of_nation[JAPAN] & g.brigades]
    return [h for h in alone if held[h] <= 1]


def collapse_chance(s: State) -> float:
    """4.1: that China gives up when Chungking falls now."""
    return min(1.0, (len(collapse_modifiers(s)) + 7 - s.game.collapse_needed) / 6)


def near_chungking(s: State) -> Space:
    """4.2d: the easiest hex within five of Chungking, or none when somebody is there for good."""
    g = s.game
    own = members(s.present[JAPAN])
    open_hexes = members(g.near_chungking & g.land & ~allied_hexes(s))
    if not own or not open_hexes:
        return NO_SPACE
    far = {h: march(g, h) for h in open_hexes}
    return min(open_hexes, key=lambda h: (min([far[h][here] for here in own]), h))


def guarded(s: State, belief: Belief) -> list[Space]:
    """Railroad hexes of ours that stand empty with enemies about."""
    g = s.game
    empty = members(g.rail_set & s.japanese & ~s.present[JAPAN])
    return [h for h in empty if threat(s, belief, h, 2)]


def pins(s: State, belief: Belief, w: JapaneseWeights) -> dict[Space, float]:
    """Hexes that must stay held; Shanghai's own garrison does it while no enemy is near."""
    g = s.game
    found = {}
    always = 1 << g.wuhan | 1 << g.kunming
    if s.turn < g.causeway_turn:
        always |= g.ports & g.mainland & g.chinese_cities
    places = g.airbases & s.japanese | 1 << g.shanghai | always
    if is_railroad_near(s, w):
        places |= (g.rail_set if left(s) <= 2 else g.rail_cities) & s.japanese
    for hex_ in members(places & s.present[JAPAN]):
        strength = threat(s, belief, hex_, w.near)
        if g.airbases >> hex_ & 1:
            strength = threat(s, belief, hex_, BESIDE)
            found[hex_] = w.strong_garrison if strength > w.threatened else w.garrison
        elif strength or always >> hex_ & 1:
            found[hex_] = 0.5
    close = members(g.near_chungking & s.present[JAPAN])
    if close and left(s) <= w.dash:
        best = max(close, key=lambda h: (sum(s.steps[u] for u in members(s.at[h])), h))
        found[best] = w.foot
    return found

"""The movement of an army that knows how far it can go: attacks are prepared, empty hexes taken, the rest marches."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.bots.ichigo.battle import Aims, Place, Plan, Prospects
from grognard.bots.ichigo.belief import Belief, enemy_nations
from grognard.bots.ichigo.ground import Moves, march
from grognard.games.ichigo.facts import CHINA, JAPAN, SIDE_OF_NATION, US
from grognard.games.ichigo.movement import may_move
from grognard.games.ichigo.odds import tanks_at_hand
from grognard.games.ichigo.stacking import PARTNER, counted
from grognard.games.ichigo.state import State
from grognard.games.ichigo.supply import ATTENUATED, OUT, supply
from grognard.kernel.bits import members
from grognard.kernel.ids import NO_SPACE, Space, Unit, per

MOST_ATTACKERS = 12
"""More units than this are never thought of for one attack."""
WEAK, RELIEF = 1.0, 15
"""The factor of a unit that relieves others, and how far it goes for it."""


@dataclass(slots=True)
class Order:
    """One unit's move: its way, and the goal of a march (none when the way itself is the point)."""

    unit: Unit
    way: list[Space]
    far: bool = False
    goal: Space = NO_SPACE


@dataclass(slots=True)
class Campaign:
    """The plan of one movement phase."""

    s: State
    nation: int
    belief: Belief
    aims: Aims
    orders: list[Order] = field(default_factory=list)
    attacks: list[Plan] = field(default_factory=list)
    moves: Moves = field(init=False)
    prospects: Prospects = field(init=False)
    load: dict[Space, int] = field(init=False)
    free: set[Unit] = field(init=False)
    tanks: int = field(init=False)
    """Regiments not yet counted on."""
    strength: dict[Space, float] = field(default_factory=dict)
    """What stands in each hex when all is done."""
    _points: dict[Unit, int] = field(default_factory=dict)
    _reach: dict[Unit, dict[Space, int]] = field(default_factory=dict)
    """What does not change while the plan is made."""

    def __post_init__(self) -> None:
        s = self.s
        g = s.game
        self.moves = Moves(s, self.nation)
        self.prospects = Prospects(s, self.belief, self.aims, self.nation)
        self.tanks = len(tanks_at_hand(s)) if self.nation == JAPAN else 0
        here = members(s.present[self.nation])
        self.load = {h: counted(s, h, self.nation).bit_count() for h in here}
        able = may_move(s, self.nation)
        self.free = {u for h in here for u in members(s.at[h] & able)}
        for h in here:
            self.strength[h] = sum(self.prospects.factor(u) for u in members(s.at[h] & g.of_nation[self.nation]))
        self.hold_pins()

    # --- how far

    def points(self, unit: Unit) -> int:
        """7.3, 10.14, 10.16: what a unit can count on."""
        found = self._points.get(unit)
        if found is None:
            found = self._points[unit] = self._work_out_points(unit)
        return found

    def _work_out_points(self, unit: Unit) -> int:
        g = self.s.game
        state = supply(self.s, unit)
        if state == OUT:
            return g.mp_out_of_supply
        return int(min(g.mp_attenuated[1:])) if state == ATTENUATED else g.mp_full

    def reach(self, unit: Unit) -> dict[Space, int]:
        """Hexes that a unit reaches for certain."""
        found = self._reach.get(unit)
        if found is None:
            found = self._reach[unit] = self.moves.reach(self.s.where[unit], self.points(unit))
        return found

    def has_room(self, hex_: Space, unit: Unit) -> bool:
        """6.2-6.4, as the orders stand."""
        if self.s.where[unit] == hex_:
            return True
        if self.aims.shun >> hex_ & 1:
            return False
        if self.nation in PARTNER and self.s.present[PARTNER[self.nation]] >> hex_ & 1:
            return False
        return self.load.get(hex_, 0) < self.s.game.most[self.nation]

    # --- pins

    def hold_pins(self) -> None:
        """The weakest units that suffice stay where somebody must."""
        s = self.s
        for hex_, wanted in self.aims.pins.items():
            units = sorted(
                members(s.at[hex_] & s.game.of_nation[self.nation]), key=lambda u: (self.prospects.factor(u), u)
            )
            held = 0.0
            for unit in units:
                if held >= wanted:
                    break
                held += self.prospects.factor(unit)
                self.free.discard(unit)

    # --- attacks and empty hexes

    def draw_up(self) -> None:
        """First what matters most: the great attacks and the marches to the main goals; then all else."""
        main = {goal for goal, pull in self.aims.pull.items() if pull >= self.aims.w.main}
        self.prepare(max(self.aims.w.great, self.aims.least))
        self.relieve()
        self.march(main)
        self.prepare(self.aims.least)
        self.march(set(self.aims.need) - main)
        for unit in sorted(self.free):
            self.follow(unit)

    def prepare(self, least: float) -> None:
        """The most promising targets first; each unit is used once."""
        waiting = [plan for t in self.targets() if (plan := self.plan(t)) is not None and plan.net > least]
        fresh = {plan.target for plan in waiting}  # made since the last orders were given
        while waiting:
            waiting.sort(key=lambda plan: (self.gain(plan), -plan.target))
            top = waiting.pop()
            again = top if top.target in fresh else self.plan(top.target)
            if again is None or again.net <= least:
                continue
            fresh.add(again.target)
            if waiting and self.gain(again) < self.gain(waiting[-1]):
                waiting.append(again)
                continue
            self.commit(again)
            fresh.clear()

    def gain(self, plan: Plan) -> float:
        """Gain of a plan beyond what its units could do elsewhere."""
        return plan.net - self.prospects.cost(plan.units)

    def targets(self) -> list[Space]:
        """Hexes with enemies, and empty ones worth a walk."""
        wanted = [h for h, worth in per(Space, self.aims.worth) if worth > 0]
        foes = members(self.moves.closed)
        return sorted({*wanted, *foes} & self.threatened())

    def threatened(self) -> set[Space]:
        """Hexes that free units can get to, or next to."""
        steps = self.s.game.open_steps
        reached: set[Space] = set()
        for start, points in {(self.s.where[u], self.points(u)) for u in self.free}:
            reached.update(self.moves.reach(start, points))
        return reached.union(*(steps[h] for h in reached))

    def plan(self, target: Space) -> Plan | None:
        """The best attack on a hex, or the cheapest unit to walk in."""
        return self.plan_attack(target) if self.moves.closed >> target & 1 else self.plan_walk(target)

    def plan_walk(self, target: Space) -> Plan | None:
        """A single unit enters an empty hex that is worth having."""
        s = self.s
        if s.present[self.nation] >> target & 1:
            return None
        best: Plan | None = None
        risk = self.danger(target)
        for unit in sorted(self.free):
            cost = self.reach(unit).get(target)
            if cost is None or not self.has_room(target, unit):
                continue
            factor = self.prospects.factor(unit)
            net = self.aims.worth[target] - self.aims.w.walk * cost
            if risk > factor:
                net -= self.aims.price * s.steps[unit] * min(1.0, risk / (self.aims.w.exposed * max(factor, 0.5)))
            plan = Plan(net, target, [(unit, target)], clear=1.0)
            if best is None or self.gain(plan) > self.gain(best):
                best = plan
        return best

    def plan_attack(self, target: Space) -> Plan | None:
        """Units that can reach hexes next to the target, on the banks where they count in full and opposite."""
        s = self.s
        g = s.game
        beside = [h for h in g.open_steps[target] if not self.moves.closed >> h & 1]
        able: dict[Unit, list[Space]] = {}
        for unit in self.free:
            ways = self.reach(unit)
            if banks := [h for h in beside if h in ways]:
                able[unit] = banks
        if not able or self.aims.worth[target] + self.aims.kill <= 0:
            return None
        if s.turn == 1 and target == g.south_end:
            return None
        units = sorted(able, key=lambda u: (-self.prospects.factor(u), min(self.reach(u)[h] for h in able[u]), u))
        every = sorted(beside, key=lambda h: (g.rivers[h] >> target & 1, h))
        orders = [every]
        if not g.cities >> target & 1:
            orders += self.opposite_first(target, every)
        chosen = units[:MOST_ATTACKERS]
        return self.prospects.choose(
            target,
            [self.places(chosen, able, order, spread=pair > 0) for pair, order in enumerate(orders)],
            self.tanks
            if self.aims.worth[target] >= self.aims.dear * self.aims.tank and g.mainland >> target & 1
            else 0,
        )

    def opposite_first(self, target: Space, banks: list[Space]) -> list[list[Space]]:
        """11.15a: the banks in orders that begin with two opposite hexes."""
        sides = {self.s.game.map.direction(target, h): h for h in banks}
        orders = []
        for d in range(3):
            if d in sides and d + 3 in sides:
                lead = [sides[d], sides[d + 3]]
                orders.append([*lead, *(h for h in banks if h not in lead)])
        return orders

    def places(self, units: list[Unit], able: dict[Unit, list[Space]], order: list[Space], spread: bool) -> list[Place]:
        """Each unit in the first hex of the order that it can reach; the first two apart if they are to be opposite."""
        load = {h: self.load.get(h, 0) for h in order}
        limit = self.s.game.most[self.nation]
        found: list[Place] = []
        taken: set[Space] = set()
        for unit in units:
            ways = [order[1], *order] if spread and order[0] in taken and order[1] not in taken else order
            for h in ways:
                at_home = self.s.where[unit] == h
                if h in able[unit] and (at_home or (load[h] < limit and self.has_room(h, unit))):
                    load[h] += not at_home
                    found.append((unit, h))
                    taken.add(h)
                    break
        return found

    def commit(self, plan: Plan) -> None:
        """Give the orders of one plan."""
        self.tanks -= plan.tanks
        for unit, hex_ in plan.units:
            self.free.discard(unit)
            self.send(unit, hex_)
        if self.moves.closed >> plan.target & 1:
            self.attacks.append(plan)

    def send(self, unit: Unit, hex_: Space, far: bool = False, goal: Space = NO_SPACE) -> None:
        """An order, and the room that it takes."""
        start = self.s.where[unit]
        if start == hex_ and goal < 0:
            return
        points = self.s.game.mp_strategic if far else self.points(unit)
        self.orders.append(Order(unit, self.moves.way(start, hex_, points, far), far, goal))
        factor = self.prospects.factor(unit)
        self.load[start] -= 1
        self.load[hex_] = self.load.get(hex_, 0) + 1
        self.strength[start] -= factor
        self.strength[hex_] = self.strength.get(hex_, 0.0) + factor

    # --- marches

    def danger(self, hex_: Space) -> float:
        """Strength with which the enemy next to a hex could strike it."""
        s = self.s
        nations = enemy_nations(SIDE_OF_NATION[self.nation])
        foes = (s.present[CHINA] | s.present[US]) if JAPAN not in nations else s.present[JAPAN]
        near = members(s.game.open_near[hex_] & foes)
        return sum(self.belief.striking(h, nation) for h in near for nation in nations)

    def march(self, goals: set[Space]) -> None:
        """The free go where strength is wanted: goal by goal, enough for each, the nearest first."""
        free = {u: self.prospects.factor(u) for u in self.free}
        while free and goals:
            drafts = {goal: self.recruits(goal, free) for goal in goals}
            goals = {goal for goal in goals if drafts[goal][1]}
            if not goals:
                break
            goal = max(goals, key=lambda o: (drafts[o][0], -o))
            goals.discard(goal)
            company: dict[Space, float] = {}
            for unit in drafts[goal][1]:
                start = self.s.where[unit]
                company[start] = company.get(start, 0.0) + free[unit]
            for unit in drafts[goal][1]:
                del free[unit]
                self.free.discard(unit)
                self.march_to(unit, goal, company[self.s.where[unit]])

    def relieve(self) -> None:
        """The nearest of the weakest units goes where it sets a stronger one free."""
        for place in self.aims.relief:
            ways = march(self.s.game, place)
            weak = [u for u in self.free if self.prospects.factor(u) <= WEAK and ways[self.s.where[u]] <= RELIEF]
            if weak:
                unit = min(weak, key=lambda u: (ways[self.s.where[u]], u))
                self.free.discard(unit)
                self.march_to(unit, place)

    def follow(self, unit: Unit) -> None:
        """Units needed nowhere go where most is going on."""
        g = self.s.game
        here = self.s.where[unit]
        w = self.aims.w
        pulls = {
            goal: pull - w.tiring * march(g, goal)[here] for goal, pull in self.aims.pull.items() if pull >= w.main
        }
        goal = max(pulls, key=lambda o: (pulls[o], -o), default=NO_SPACE)
        if goal >= 0 and march(g, goal)[here] <= self.aims.horizon:
            self.march_to(unit, goal)

    def recruits(self, goal: Space, free: dict[Unit, float]) -> tuple[float, list[Unit]]:
        """The nearest units that make up what a goal needs, and how attractive it is; nobody if they are too few."""
        ways = march(self.s.game, goal)
        need = self.aims.need[goal]
        found: list[Unit] = []
        strength = effort = 0.0
        for unit in sorted(free, key=lambda u: (ways[self.s.where[u]], free[u], u)):
            far = ways[self.s.where[unit]]
            if strength >= need or far > self.aims.horizon:
                break
            found.append(unit)
            strength += free[unit]
            effort += far * free[unit]
        share = strength / need
        if not found or share < self.aims.w.enough:
            return -9.0, []
        return self.aims.pull[goal] * min(1.0, share) - self.aims.w.tiring * effort / strength, found

    def march_to(self, unit: Unit, goal: Space, company: float = 0.0) -> None:
        """As near to the goal as one move brings it, by strategic movement where that is farther."""
        normal = self.stage(unit, goal, self.reach(unit), company)
        far = NO_SPACE
        if self.s.strategic >> unit & 1:
            found = self.moves.reach(self.s.where[unit], self.s.game.mp_strategic, far=True)
            far = self.stage(unit, goal, found, company)
        ways = march(self.s.game, goal)
        if far >= 0 and (normal < 0 or ways[far] < ways[normal]):
            self.send(unit, far, far=True, goal=goal)
        elif normal >= 0 and normal != self.s.where[unit]:
            self.send(unit, normal, goal=goal)

    def stage(self, unit: Unit, goal: Space, found: dict[Space, int], company: float) -> Space:
        """The best of some hexes on the way to a goal, for a unit that marches in company."""
        ways = march(self.s.game, goal)
        best, top, w = NO_SPACE, 1e9, self.aims.w
        factor = self.prospects.factor(unit)
        for h in sorted(found):
            if ways[h] >= top or not self.has_room(h, unit):
                continue
            there = max(self.strength.get(h, 0.0) + factor, company)
            score = ways[h] + (w.fear if self.danger(h) > w.outmatched * there else 0.0)
            if score < top:
                best, top = h, score
        return best

"""16.1-16.2, 16.6, 18: secret strike plans, their reveal, air superiority, Kamikazes and the mobile fleet."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.breakdowns import paid
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, NATIONS, US
from grognard.games.formosa.special_movement import held, lose_tac
from grognard.games.formosa.state import AVAILABLE, COMMITTED, EYES, GONE, READY, State
from grognard.games.formosa.support import NATIONS_OF
from grognard.kernel.dice import Throw
from grognard.kernel.flow import NOBODY, Bar, Decision, Frame, Option, Roll, Term
from grognard.kernel.ids import Side, Space, Unit

MISSIONS = ("superiority", "tactical")


# --- 16.1b strike planning


def begin_planning(s: State) -> None:
    """6.1d: both in secret; nobody sees the other's plan before the reveal."""
    s.planned = NOBODY
    s.agenda.append(PlanStrikes(JAPANESE))
    s.agenda.append(PlanStrikes(ALLIED))


@dataclass(slots=True)
class PlanStrikes(Frame):
    """16.1b, R61, R66, R71: points to missions, one by one; gunfire to the Staging Area or kept safe."""

    id = "formosa.strikes.PlanStrikes"
    verbs = ("assign", "assign-rest", "commit-b29", "assign-kamikaze", "stage-gunfire", "hold-gunfire", "end-planning")
    side: Side
    held_back: int = 0
    sent_out: int = 0
    """Gunfire units moved one way or the other: four bits per nation."""

    def run(self, s: State) -> Decision:
        options: list[Option] = []
        for nation in NATIONS_OF[self.side]:
            if s.tac_available[nation]:
                options += [("assign", NATIONS[nation], mission) for mission in MISSIONS]
                if s.tac_available[nation] > 1:
                    options += [("assign-rest", NATIONS[nation], mission) for mission in MISSIONS]
        if self.side == ALLIED:
            if s.b29 == AVAILABLE:
                options.append(("commit-b29",))
            for nation in (US, CW):
                if s.gunfire_available[nation] > count_of(self.held_back, nation):
                    options.append(("stage-gunfire", NATIONS[nation]))
                if s.gunfire_staged[nation] > count_of(self.sent_out, nation):
                    options.append(("hold-gunfire", NATIONS[nation]))
        elif s.kamikaze:
            options.append(("assign-kamikaze",))
        options.append(("end-planning",))
        return Decision(self.side, "planning", options, ("16.1b", "R61"), self.so_far(s), always=True)

    def so_far(self, s: State) -> tuple[int, ...]:
        """The side, its points by mission, and its gunfire or Kamikazes out and kept."""
        boxes = (s.tac_superiority, s.tac_tactical, s.tac_available)
        points = [sum(box[n] for n in NATIONS_OF[self.side]) for box in boxes]
        guns = (sum(s.gunfire_staged), sum(s.gunfire_available)) if self.side == ALLIED else (s.tokku, s.kamikaze)
        return self.side, *points, *guns

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb in ("assign", "assign-rest"):
            nation = NATIONS.index(str(option[1]))
            points = 1 if verb == "assign" else s.tac_available[nation]
            s.tac_available[nation] -= points
            getattr(s, f"tac_{option[2]}")[nation] += points
        elif verb == "commit-b29":
            s.b29 = COMMITTED
        elif verb == "assign-kamikaze":
            s.kamikaze -= 1
            s.tokku += 1
        elif verb == "stage-gunfire":
            nation = NATIONS.index(str(option[1]))
            s.gunfire_available[nation] -= 1
            s.gunfire_staged[nation] += 1
            self.sent_out += 1 << 4 * nation
        elif verb == "hold-gunfire":
            nation = NATIONS.index(str(option[1]))
            s.gunfire_staged[nation] -= 1
            s.gunfire_available[nation] += 1
            self.held_back += 1 << 4 * nation
        else:
            s.agenda.pop()
            s.planned |= 1 << self.side
            s.news += 1
            s.tell("planned", self.side, cases=("16.1b",), seen=EYES[self.side])

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Only air points, the B-29 and gunfire units are planned.", ("16.1b", "16.1c"))]


def count_of(packed: int, nation: int) -> int:
    """Four bits per nation."""
    return packed >> 4 * nation & 15


# --- 16.1d strike reveal


def reveal_plans(s: State) -> None:
    """6.1e, 16.1d: both allotments become open together."""
    s.news += 1
    for side in (ALLIED, JAPANESE):
        nations = NATIONS_OF[side]
        superiority = sum(s.tac_superiority[n] for n in nations)
        tactical = sum(s.tac_tactical[n] for n in nations)
        s.tell("plan", side, superiority, tactical, cases=("16.1d",))
    s.tell("plan-special", int(s.b29 == COMMITTED), s.tokku, cases=("16.1d",))


# --- 16.2 air superiority


def begin_superiority(s: State) -> None:
    """6.1f, 16.2b: both columns are fixed before any loss."""
    columns = [sum(s.tac_superiority[n] for n in NATIONS_OF[side]) for side in (ALLIED, JAPANESE)]
    s.agenda.append(ComeHome())
    s.agenda.append(AirFire(JAPANESE, columns[JAPANESE]))
    s.agenda.append(AirFire(ALLIED, columns[ALLIED]))


@dataclass(slots=True)
class AirFire(Frame):
    """16.2a-e: a side fires; the other loses points from the boxes of its choice."""

    id = "formosa.strikes.AirFire"
    verbs = ("lose-tac",)
    side: Side
    points: int
    owed: int = -1

    def run(self, s: State) -> Decision | Roll | None:
        if self.owed < 0:
            return Roll("air-superiority", 1, (self.side, self.points), ("16.2a", "16.2b", "16.2c"))
        loser = 1 - self.side
        options: list[Option] = [
            ("lose-tac", NATIONS[n], box) for n in NATIONS_OF[loser] for box in MISSIONS if held(s, n, box)
        ]
        if not self.owed or not options:
            s.agenda.pop()
            return None
        case = "16.2d" if self.side == ALLIED else "16.2e"
        return Decision(loser, "air-losses", options, (case, "R62"), (self.owed,), atomic=True)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Air points are lost here, not ground units.", ("16.2d", "16.2e"))]

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        self.owed = int(g.air_combat.result(g.air_column(self.points), dice[0]))
        terms = [Term("air", (self.points, g.air_names[g.air_column(self.points)], dice[0], self.owed), ("16.2b",))]
        exposed = sum(held(s, nation, box) for nation in NATIONS_OF[1 - self.side] for box in MISSIONS)
        cases = ("16.2d" if self.side == ALLIED else "16.2e", *(["R62"] if exposed < self.owed else []))
        s.tell("air-result", self.side, self.owed, min(self.owed, exposed), cases=cases, sum=terms)

    def answer(self, s: State, option: Option) -> None:
        self.owed -= 1
        lose_tac(s, NATIONS.index(str(option[1])), str(option[2]))


@dataclass(slots=True)
class ComeHome(Frame):
    """16.2g: survivors in Air Superiority have flown for this turn."""

    id = "formosa.strikes.ComeHome"

    def run(self, s: State) -> None:
        s.agenda.pop()
        for nation in (US, CW, JAPAN):
            s.tac_flown[nation] += s.tac_superiority[nation]
            s.tac_superiority[nation] = 0


# --- 16.6 Kamikaze, 18 mobile fleet


def begin_special_attack(s: State) -> None:
    """6.1g."""
    s.agenda.append(FleetSortie())
    s.agenda.append(Kamikaze(s.tokku))
    s.tokku = 0


@dataclass(slots=True)
class Kamikaze(Frame):
    """16.6, R70: rolled every turn; the Allied player spreads the hits."""

    id = "formosa.strikes.Kamikaze"
    verbs = ("lose-gunfire", "lose-marker", "nothing-to-lose")
    points: int
    owed: int = -1

    def run(self, s: State) -> Decision | Roll | None:
        if self.owed < 0:
            return Roll("kamikaze", 1, (self.points,), ("16.6b", "16.6e"))
        options: list[Option] = [("lose-gunfire", NATIONS[n]) for n in (US, CW) if s.gunfire_staged[n]]
        if s.amphibious:
            options.append(("lose-marker",))
        if not self.owed:
            s.agenda.pop()
            return None
        about = (self.owed, int(bool(options)))
        options = options or [("nothing-to-lose",)]
        return Decision(ALLIED, "kamikaze-losses", options, ("16.6c", "R70"), about, atomic=True, always=True)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Kamikazes hit amphibious markers and gunfire in the Staging Area, not ground units.", ("16.6c",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        """16.6c, R70: what there is to be hit, is hit."""
        if verb == "lose-marker":
            return [Bar("No amphibious marker is at hand.", ("16.6c",))]
        if verb == "lose-gunfire":
            return [Bar("No gunfire unit is in the Staging Area.", ("16.6c", "R71"))]
        return [Bar("There are targets left: assign every hit that can be assigned.", ("16.6c", "R70"))]

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        column = g.air_column(self.points)
        self.owed = int(g.air_combat.result(column, dice[0]))
        terms = [Term("kamikaze", (self.points, g.air_names[column], dice[0], self.owed), ("16.6b",))]
        s.tell("kamikaze-result", self.owed, cases=("16.6b", "16.6d"), sum=terms)

    def answer(self, s: State, option: Option) -> None:
        self.owed = 0 if option[0] == "nothing-to-lose" else self.owed - 1
        if option[0] == "lose-marker":
            s.amphibious -= 1
            s.tell("marker-lost", cases=("16.6c",), seen=EYES[ALLIED])
        elif option[0] == "lose-gunfire":
            nation = NATIONS.index(str(option[1]))
            s.gunfire_staged[nation] -= 1
            s.tell("gunfire-lost", nation, cases=("16.6c",), seen=EYES[ALLIED])


@dataclass(slots=True)
class FleetSortie(Frame):
    """18.0, R74: once per game, if recruited, not on turn 1; asked whether or not there is a fleet."""

    id = "formosa.strikes.FleetSortie"
    verbs = ("sortie", "no-sortie")
    stage: str = "ask"

    def run(self, s: State) -> Decision | Roll | None:
        if self.stage == "ask":
            if s.turn == 1 or s.fleet == GONE:
                s.agenda.pop()
                return None
            options: list[Option] = [("sortie",)] if s.fleet == READY else []
            options.append(("no-sortie",))
            return Decision(JAPANESE, "sortie", options, ("18.0a", "R74"), always=True)
        if self.stage == "roll":
            return Roll("sortie", 1, (), ("18.0b", "MFT.a"))
        return Roll("fleet-lp", 1, (), ("18.0e",))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "no-sortie":
            s.agenda.pop()
            return
        s.fleet = GONE
        self.stage = "roll"
        s.news += 1
        s.tell("sortie-declared", cases=("18.0a", "18.0g"))

    def rolled(self, s: State, dice: Throw) -> None:
        if self.stage == "damage":
            s.agenda.pop()
            lost = min(s.lp[ALLIED], dice[0])
            s.lp[ALLIED] -= lost
            s.tell("lp-sunk", lost, cases=("18.0e",), sum=paid(s, ALLIED, lost, "18.0e", "7.2j"))
            return
        result = str(s.game.sortie[s.scenario][dice[0]])
        s.tell("sortie-result", result, cases=(SORTIE_CASES[result],), sum=[Term("sortie", (dice[0],), ("MFT.a",))])
        if result != "fiasco":
            s.no_gunfire = 1
            for nation in (US, CW):
                s.gunfire_available[nation] += s.gunfire_staged[nation]
                s.gunfire_staged[nation] = 0
        if result == "decisive":
            s.no_landing = 1
            self.stage = "damage"
        else:
            s.agenda.pop()


SORTIE_CASES = {"fiasco": "18.0c", "indecisive": "18.0d", "decisive": "18.0e"}

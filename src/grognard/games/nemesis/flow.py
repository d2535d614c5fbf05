"""Chapter 4: the sequence of play. Each side has four Phase Chits; the one that is played decides the phase.

The phases stand in `TURN`, one line each; the frame `Turn` at the bottom of the agenda draws the chits and begins them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.games.nemesis import yunnan
from grognard.games.nemesis.attrition import SupplyCheck, begin_attrition, sufferers_at_end
from grognard.games.nemesis.battalions import merge_all
from grognard.games.nemesis.bunkers import PlaceAmbushes
from grognard.games.nemesis.combat import Combat
from grognard.games.nemesis.facts import ALLIED, ASSAULT, ATTACK, CHITS, JAPANESE, REINFORCEMENTS, SUPPLY
from grognard.games.nemesis.losses import check_bunkers
from grognard.games.nemesis.movement import Movement
from grognard.games.nemesis.reinforcement_allied import AlliedReinforcements
from grognard.games.nemesis.reinforcement_japanese import JapaneseReinforcements
from grognard.games.nemesis.satisfaction import Objectives
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.stacking import Overstacked
from grognard.games.nemesis.state import UNKNOWN, State, bunkered, chits_of, cup, may_be_first, next_side, place
from grognard.games.nemesis.victory import LastReckoning, check_victory
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Phase, Roll, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Unit

# --- the phases of a chit


def begin_assault(side: Side) -> Callable[[State], None]:
    """5.0-a: movement, then assaults; the Japanese then lay Ambushes (5.1-E-a)."""

    def start(s: State) -> None:
        if side == JAPANESE:
            s.agenda.append(PlaceAmbushes())
        s.agenda.append(Combat(side, 1))
        s.agenda.append(Movement(side, 0))

    return start


def begin_attack(side: Side) -> Callable[[State], None]:
    """6.0-a: Into the Fire, then attacks."""

    def start(s: State) -> None:
        s.agenda.append(Combat(side, 0))
        s.agenda.append(Movement(side, 1))

    return start


def begin_supply(side: Side) -> Callable[[State], None]:
    """7.0-a."""
    return lambda s: s.agenda.append(SupplyCheck(side))


def begin_reinforcements(side: Side) -> Callable[[State], None]:
    """8.0-a."""
    return lambda s: s.agenda.append(JapaneseReinforcements() if side == JAPANESE else AlliedReinforcements())


# --- 4.2 the start of a turn


def start_turn(s: State) -> None:
    """3.5, 2.6-a, b, f, R17: Yunnan, and the Air Support that the monsoon takes."""
    g = s.game
    s.tell("turn", s.turn, cases=("4.0-A-a", "3.1-d"))
    yunnan.start_turn(s)
    if s.turn == g.light_from:
        s.tell("monsoon", 0, cases=("2.6-a",))
        s.agenda.append(GroundAir(g.monsoon["allied_air_lost"]))
        for unit in each(g.air & g.of_side[JAPANESE]):
            s.tell("grounded", unit, cases=("2.6-b",))
            place(s, unit, g.out)
    if s.turn == g.heavy_from:
        s.tell("monsoon", 1, cases=("2.6-f",))


def too_many_aloft(s: State, side: Side) -> list[Unit]:
    """2.6-b: the Air Support units of a side that the monsoon should have taken by now, its last ones."""
    g = s.game
    aloft = [unit for unit in each(g.air & g.of_side[side]) if s.where[unit] != g.out]
    if s.turn < g.light_from:
        return []
    lost = g.monsoon["allied_air_lost"] if side == ALLIED else (g.air & g.of_side[side]).bit_count()
    return aloft[(g.air & g.of_side[side]).bit_count() - lost :]


@dataclass(slots=True)
class GroundAir(OneKindFrame):
    """2.6-b, R17: the Allied player gives up two of four Air Support units."""

    id = "nemesis.flow.GroundAir"
    verbs = ("ground",)
    left: int

    def run(self, s: State) -> Decision | None:
        g = s.game
        flying = [u for u in each(g.air & g.of_side[ALLIED]) if s.where[u] != g.out]
        if not self.left or not flying:
            s.agenda.pop()
            return None
        options: list[Option] = [("ground", u) for u in flying]
        return Decision(ALLIED, "ground-air", options, ("2.6-b", "R17"), (self.left,))

    def answer(self, s: State, option: Option) -> None:
        self.left -= 1
        s.tell("grounded", unit_of(option), cases=("2.6-b",))
        place(s, unit_of(option), s.game.out)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and s.game.air >> unit & 1:
            return [Bar(f"{s.game.does(unit, 'has', 'have')} left the game already.", ("2.6-b",))]
        return [Bar("Only Air Support units leave the game now: two of the four.", ("2.6-b", "R17"))]


# --- 4.8 the end of every phase

MERGERS, STACKING, MARKERS = range(3)


@dataclass(slots=True)
class EndOfPhase(Frame):
    """R22: mergers, stacking, Bunkers, Ambushes, Objectives, Yunnan."""

    id = "nemesis.flow.EndOfPhase"
    side: Side
    stage: int = MERGERS
    """What comes next; after the markers all that was noted of the phase is forgotten."""

    def run(self, s: State) -> None:
        g = s.game
        now, self.stage = self.stage, self.stage + 1
        if now == MERGERS:
            merge_all(s, *(h for h in each(s.present[JAPANESE]) if s.at[h] & g.battalions))
        elif now == STACKING:
            s.agenda.append(Overstacked(self.side))
        elif now == MARKERS:
            check_bunkers(s, bunkered(s))
            if self.side == ALLIED:
                clear_ambushes(s)
            s.agenda.append(Objectives(self.side))
        else:
            yunnan.check_nearness(s)
            forget_phase(s)
            s.agenda.pop()


def clear_ambushes(s: State) -> None:
    """5.1-E-e: at the end of an Allied phase, where an Allied unit stands."""
    for hex_ in each(s.ambushes & s.present[ALLIED]):
        s.ambushes &= ~(1 << hex_)
        s.tell("ambush-cleared", hex_, cases=("5.1-E-e",))


def forget_phase(s: State) -> None:
    """6.1-B-c, R44: what was done in a phase counts in that phase only."""
    s.moved = s.attacked = s.defended = s.retreated = s.railed = s.flown = NO_UNITS
    s.stilwell_done = s.flights = s.flipped = 0


# --- 4.9 the end of a turn

CHOOSE, ATTRITION, TIDY = range(3)


def end_turn(s: State) -> None:
    """4.0-A-d, g, 4.0-B, R41."""
    s.agenda.append(EndOfTurn())


@dataclass(slots=True)
class EndOfTurn(Frame):
    """R40, R41: next first chits, attrition of both from one frozen position, Ambushes, Air, victory."""

    id = "nemesis.flow.EndOfTurn"
    stage: int = CHOOSE

    def run(self, s: State) -> None:
        g = s.game
        if self.stage == CHOOSE:
            self.stage = ATTRITION
            s.last = [chits_of(s, side)[-1] for side in (ALLIED, JAPANESE)]
            if s.turn < g.last_turn:
                # The Allied side had the last phase and the Japanese have the next: so neither sits down twice.
                s.agenda.append(ChooseFirst(JAPANESE))
                s.agenda.append(ChooseFirst(ALLIED))
        elif self.stage == ATTRITION:
            self.stage = TIDY
            begin_attrition(s, [*sufferers_at_end(s, JAPANESE), *sufferers_at_end(s, ALLIED)])
        else:
            s.agenda.pop()
            check_bunkers(s, bunkered(s))
            tidy_markers(s)
            check_victory(s)
            if s.turn == g.last_turn:
                s.agenda.append(LastReckoning())
                return
            s.turn += 1
            s.played = []


def tidy_markers(s: State) -> None:
    """5.1-E-e, 1.2-B-f, R41: Ambushes come off, Air Support is available again."""
    if s.ambushes:
        s.tell("ambushes-lifted", members(s.ambushes), cases=("5.1-E-e",))
    back = [unit for unit in each(s.used_air) if s.where[unit] != s.game.out]
    if back and s.turn < s.game.last_turn:
        s.tell("air-back", back, cases=("1.2-B-f",))
    s.ambushes, s.used_air = NO_SPACES, NO_UNITS


@dataclass(slots=True)
class ChooseFirst(OneKindFrame):
    """4.0-A-d, e, R40: secretly, any chit but the one played fourth."""

    id = "nemesis.flow.ChooseFirst"
    verbs = ("choose-first",)
    side: Side

    def run(self, s: State) -> Decision:
        options: list[Option] = [("choose-first", CHITS[chit]) for chit in may_be_first(s, self.side)]
        cases = ("4.0-A-d", "4.0-A-e", "R40")
        return Decision(self.side, "choose-first", options, cases, always=True, atomic=True)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.remove(self)
        s.news += 1
        chit = CHITS.index(str(option[1]))
        s.first[self.side] = chit
        s.tell("chit-chosen", self.side, chit, cases=("4.0-A-d",), seen=1 << self.side)
        s.tell("chit-laid", self.side, cases=("4.0-A-e",), seen=1 << (1 - self.side))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("The chit played fourth can never be first in the next turn.", ("4.0-A-d",))]


def still_to_choose(s: State, side: Side) -> ChooseFirst | None:
    """The question that waits for a side while the other is asked."""
    return next((f for f in s.agenda[:-1] if isinstance(f, ChooseFirst) and f.side == side), None)


def choices_meanwhile(s: State, side: Side, asked: Decision) -> list[Option]:
    """4.0-A-d: both choose at once. Who is asked second need not wait; in earlier records the Japanese chose first."""
    waits = still_to_choose(s, side) if asked.prompt == "choose-first" else None
    return waits.run(s).options if waits else []


def choose_meanwhile(s: State, side: Side, option: Option) -> None:
    """4.0-A-d: before one is asked."""
    waits = still_to_choose(s, side)
    assert waits is not None
    waits.answer(s, option)


# --- the sequence of play

TURN = (
    Phase("start", "Start of Turn", start_turn, None, ("4.0-B-c", "3.5-a")),
    Phase("japanese-assault", "Japanese Assault", begin_assault(JAPANESE), JAPANESE, ("5.0-a",)),
    Phase("japanese-attack", "Japanese Attack", begin_attack(JAPANESE), JAPANESE, ("6.0-a",)),
    Phase("japanese-supply", "Japanese Supply Check", begin_supply(JAPANESE), JAPANESE, ("7.0-a",)),
    Phase("japanese-reinforcements", "Japanese Reinforcements", begin_reinforcements(JAPANESE), JAPANESE, ("8.0-a",)),
    Phase("allied-assault", "Allied Assault", begin_assault(ALLIED), ALLIED, ("5.0-a",)),
    Phase("allied-attack", "Allied Attack", begin_attack(ALLIED), ALLIED, ("6.0-a",)),
    Phase("allied-supply", "Allied Supply Check", begin_supply(ALLIED), ALLIED, ("7.0-a",)),
    Phase("allied-reinforcements", "Allied Reinforcements", begin_reinforcements(ALLIED), ALLIED, ("8.0-a",)),
    Phase("end", "End of Turn", end_turn, None, ("4.0-A-g", "4.0-B-a")),
)
IDS = ("assault", "attack", "supply", "reinforcements")


def phase_of(side: Side, chit: int) -> int:
    """Which line of the sequence a chit plays."""
    return 1 + chit + (0 if side == JAPANESE else len(CHITS))


OPENING, FACE, PLAY = range(3)


@dataclass(slots=True)
class Turn(Frame):
    """4.0-A, B: Japanese and Allied chits by turns, eight a turn; the first of each is chosen, the others are drawn."""

    id = "nemesis.flow.Turn"
    stage: int = OPENING

    def run(self, s: State) -> Roll | None:
        if self.stage == OPENING:
            self.stage = PLAY
            s.phase = 0
            TURN[0].begin(s)
            return None
        number = len(s.played)
        if number == 2 * len(CHITS):
            self.stage = OPENING
            s.phase = len(TURN) - 1
            TURN[-1].begin(s)
            return None
        if number == 1 and self.stage == PLAY and not s.yunnan_active:
            self.stage = FACE
            s.agenda.append(yunnan.ChiangsFace())
            return None
        side = next_side(s)
        left = cup(s, side)
        if not chits_of(s, side):
            s.news += 1
            chit, s.first[side] = s.first[side], UNKNOWN
            self.play(s, side, chit)
            return None
        if len(left) > 1:
            return Roll("draw", 1, (side, left), ("4.0-A-b",), sides=len(left))
        self.play(s, side, left[0])
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        """4.0-A-b: drawn blind from the cup at the moment it is needed."""
        side = next_side(s)
        self.play(s, side, cup(s, side)[dice[0] - 1])

    def play(self, s: State, side: Side, chit: int) -> None:
        """4.0-A-c: the chit lies on the track and its phase begins."""
        self.stage = PLAY
        s.played.append(chit)
        s.phase = phase_of(side, chit)
        s.tell("chit", side, chit, len(chits_of(s, side)), cases=("4.0-A-c",))
        s.agenda.append(EndOfPhase(side))
        TURN[s.phase].begin(s)


CHIT_OF_ID = dict(zip(IDS, (ASSAULT, ATTACK, SUPPLY, REINFORCEMENTS), strict=True))

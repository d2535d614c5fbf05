"""Chapters 6 and 7: weather, and the US Reset Phase."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.facts import US
from grognard.games.iwojima.state import State
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, for_each, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit
from grognard.kernel.words import numbered


def begin(s: State) -> None:
    """6a: all support units not in the Reserve Box lie face up in the American Support Box."""
    s.face_down = NO_UNITS
    s.fired &= ~s.game.supports
    s.agenda.append(Weather())


def is_rolled(s: State) -> bool:
    """22.1.1: there is no Weather Phase on turn 1; its weather is Good."""
    return s.turn > 1


@dataclass(slots=True)
class Weather(Frame):
    """6b, 6c: a die for the weather, then the US player turns air units face down."""

    id = "iwojima.weather.Weather"
    verbs = ("ground",)
    grounded: int = -1

    def run(self, s: State) -> Decision | Roll | None:
        if self.grounded < 0:
            return Roll("weather", 1, (), ("6b",))
        available = s.at[s.game.support] & s.game.air & ~s.face_down
        if not self.grounded or not available:
            s.agenda.pop()
            return None
        return Decision(US, "ground-air", for_each("ground", available), ("6c",), (self.grounded,))

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        s.weather = g.weather_die[dice[0]]
        self.grounded = g.grounded[s.weather]
        s.tell("weather-is", s.weather, self.grounded, cases=("6b", "6c"))

    def answer(self, s: State, option: Option) -> None:
        s.face_down |= 1 << unit_of(option)
        self.grounded -= 1
        s.tell("grounded", option[1], cases=("6c",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        g = s.game
        if not g.air >> unit & 1:
            return [Bar("Weather grounds air support units only; naval units are never affected.", ("6c",))]
        if s.face_down >> unit & 1:
            return [Bar(f"{g.does(unit, 'is', 'are')} grounded already.", ("6c",))]
        if s.where[unit] != g.support:
            return [Bar(f"{g.does(unit, 'has', 'have')} left for good.", ("22.1.3",))]
        return [Bar(f"{g.unit_names[unit]} may be grounded: no area is needed.", ("6c",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, None)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        left = numbered(self.grounded, "more air unit has", "more air units have")
        return [Bar(f"{left} to be grounded.", ("6c",))]


def reset_us(s: State) -> None:
    """7: every Fired US unit is upright again."""
    s.fired &= ~s.game.us
    s.moved = NO_UNITS
    s.landed = [0] * s.game.areas


def reset_japanese(s: State) -> None:
    """15: every Fired Japanese unit is upright again, on both maps."""
    s.fired &= ~s.game.jp
    s.moved = NO_UNITS

"""3.StatusChange-c, R8: reveals by the Japanese player, and the windows in which they are offered."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.facts import JP
from grognard.games.iwojima.state import State, is_public, reveal, reveal_caves
from grognard.kernel.flow import Bar, Decision, Frame, Option, for_each, space_of, unit_of
from grognard.kernel.ids import Side, Space, Unit


def may_reveal(s: State) -> list[Option]:
    """R8: any Concealed unit or Cave."""
    options: list[Option] = for_each("reveal", s.concealed)
    options += [("reveal-cave", a) for a, caves in enumerate(s.caves) if caves]
    return options


def show(s: State, option: Option) -> None:
    """Carry out a reveal."""
    if option[0] == "reveal":
        reveal(s, unit_of(option), "3.StatusChange-c")
    else:
        reveal_caves(s, space_of(option), 1, "3.StatusChange-d")


def open_window(s: State, prompt: str) -> None:
    """R8(c), R56: after a US designation, before the dice, whatever the Japanese player holds.

    Only public facts may close the window beforehand. Going through it is a hand-over even when nobody is asked.
    """
    s.news += 1
    if not s.ask and not (is_public(s) and not any(s.caves)):
        s.agenda.append(RevealWindow(prompt))


@dataclass(slots=True)
class RevealWindow(Frame):
    """R8(c): reveal units or Caves, or pass."""

    id = "iwojima.reveals.RevealWindow"
    verbs = ("reveal", "reveal-cave", "pass")
    prompt: str

    def run(self, s: State) -> Decision:
        options: list[Option] = [("pass",), *may_reveal(s)]
        return Decision(JP, self.prompt, options, ("3.StatusChange-c", "R8", "R56"), always=True)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "pass":
            s.agenda.pop()
        else:
            show(s, option)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is not None:
            if s.concealed >> unit & 1:
                shown = f"{g.unit_names[unit]} may be Revealed where it is: no area is needed."
                return [Bar(shown, ("3.StatusChange-c", "R8"))]
            return [Bar(f"{g.does(unit, 'is', 'are')} not Concealed.", ("3.StatusChange-c", "R8"))]
        if space is None or (space < g.areas and s.caves[space]):
            return []
        return [Bar(f"No Concealed Cave is in {g.space_names[space]}.", ("3.StatusChange-d",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb != "pass" else []

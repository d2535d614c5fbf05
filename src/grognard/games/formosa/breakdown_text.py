"""The lines of a reckoning in words: one method per kind of term."""

from __future__ import annotations

from grognard.games.formosa.facts import Facts, movement
from grognard.games.formosa.log_grouping import SIDES
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.score_ledger import minus
from grognard.kernel.words import Words, numbered

BEYOND = 10**6
FATES = {
    "line": "It had a line of supply: it may be replaced",
    "no-line": "It had no line of supply: it is gone for good",
    "never": "Its type is never replaced",
    "open": "Its owner may still prove a line of supply to a concealed source",
}
BOMBED = {"-": "no effect", "DS": "suppressed", "D1": "one unit"}
RAIDED = {"lost": "lost", "turned back": "turned back", "lands": "they land", "raids": "they land among the Allies"}


class BreakdownText(Words[Facts]):
    """How numbers came about."""

    def term_force(self, role: str, units: list[Unit], factors: list[int]) -> str:
        each = ", ".join(f"{self.unit(u)} {cf}" for u, cf in zip(units, factors, strict=True))
        return f"{role}: {each}" + (f" = {sum(factors)}" if len(factors) > 1 else "") if units else f"{role}: nobody"

    def term_percentage(self, attack: int, defence: int, percent: int, column: str) -> str:
        if percent >= BEYOND:
            return f"{attack} against nothing: column {column}"
        return f"{attack} ÷ {defence} = {percent}%: column {column}"

    def term_shift(self, text: str, value: int) -> str:
        way = "right" if value > 0 else "left"
        return f"{text}: {numbered(abs(value), 'column')} {way}"

    def term_net(self, net: int, before: str, after: str) -> str:
        if not net:
            return f"The shifts cancel: {after}"
        return f"Net {numbered(abs(net), 'column')} {'right' if net > 0 else 'left'}: {before} → {after}"

    def term_die(self, face: int, column: str, result: str) -> str:
        return f"Die {face} in column {column}: {result}"

    def term_paid(self, side: Side, lp: int, left: int) -> str:
        return f"{numbered(lp, f'{SIDES[side]} logistics point')}, {left} left"

    def term_fate(self, fate: str) -> str:
        return FATES[fate]

    def term_vp_lost(self, value: int, may_return: int) -> str:
        words = f"{numbered(value, 'Japanese victory point')} at the end"
        return f"{words} unless it is bought back" if may_return else words

    def term_die_hards(self, face: int, factors: int) -> str:
        return f"Die {face}, combat factor {factors}: {'less' if face < factors else 'not less'}"

    def term_step(self, hex_: Space, cost: int, how: str, left: int) -> str:
        return f"{self.space(hex_)}: {movement(cost)} ({how}), {movement(left)} left"

    def term_interdicted(self, halves: int) -> str:
        return f"{movement(halves)} of it for interdiction"

    def term_contact(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is in an enemy zone of control: it stops here"

    def term_income(self, lp: int, text: str) -> str:
        return f"{text}: +{lp}"

    def term_less(self, face: int, turn: int, taken: int) -> str:
        return f"Die {face}, turn {turn}: {'less' if taken else 'not less'}"

    def term_air(self, number: int, column: str, face: int, lost: int) -> str:
        return f"{numbered(number, 'point')}, column {column}, die {face}: {numbered(lost, 'point')} lost"

    def term_kamikaze(self, number: int, column: str, face: int, hits: int) -> str:
        return f"{numbered(number, 'point')}, column {column}, die {face}: {numbered(hits, 'hit')}"

    def term_sortie(self, face: int) -> str:
        return f"Die {face} on the sortie table"

    def term_bombs(self, column: str, face: int, result: str) -> str:
        return f"Column {column}, die {face}: {BOMBED[result]}"

    def term_raid(self, face: int, result: str) -> str:
        return f"Die {face}: {RAIDED[result]}"

    def term_base(self, name: str, vp: int, lp: int) -> str:
        brings = f", {numbered(lp, 'logistics point')} a turn" if lp else ""
        return f"A working {name}: {numbered(vp, 'victory point')} at the end{brings}"

    def term_points(self, side: Side, value: int, text: str) -> str:
        what = text if text[:2].isupper() else text[0].lower() + text[1:]
        return f"{SIDES[side]}: {'+' if value > 0 else ''}{minus(value)} for {what}"

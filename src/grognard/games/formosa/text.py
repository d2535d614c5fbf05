"""Sentences of the log. Rules record events; sentences are made here, in `log_grouping` (several events in one),
`breakdown_text` (the sums under the lines) and `prompts`, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.games.formosa.argument_kinds import ARGUMENTS, SUBJECTS
from grognard.games.formosa.breakdown_text import BreakdownText
from grognard.games.formosa.facts import ADJECTIVES, movement
from grognard.games.formosa.log_grouping import SIDES, LogGrouping, agree, capital, guns
from grognard.games.formosa.prompts import Prompts
from grognard.games.formosa.score_ledger import ScoreLedger
from grognard.games.formosa.verbs import GOODS
from grognard.kernel.flow import DRAW, Event
from grognard.kernel.ids import NO_UNIT, Side, Space, Unit
from grognard.kernel.score_ledger import minus
from grognard.kernel.words import listed, numbered

SIDE_NAMES = ("The Allies", "The Japanese")
ENDINGS = {
    "japanese-sudden-death": "No Allied unit is left on Formosa: Japanese Strategic Victory.",
    "allied-sudden-death": "Every port and airfield is in Allied hands: Allied Strategic Victory.",
    "japanese-strategic": "The last turn is over: Japanese Strategic Victory.",
    "japanese-operational": "The last turn is over: Japanese Operational Victory.",
    "draw": "The last turn is over: a draw.",
    "allied-operational": "The last turn is over: Allied Operational Victory.",
    "allied-strategic": "The last turn is over: Allied Strategic Victory.",
}
RESULTS = {
    "A1": "one attacker is eliminated",
    "AE": "all attackers are eliminated",
    "AR": "the attackers retreat",
    "B1": "one unit on each side is eliminated",
    "BB": "bloodbath: each side loses at least what the weaker one has",
    "CA": "the defenders counterattack",
    "D1": "one defender is eliminated",
    "DR": "the defenders retreat",
    "DE": "all defenders are eliminated",
}
BOMBS = {"-": "no effect", "DS": "suppressed", "D1": "one unit is eliminated, any others are suppressed"}
NO_COUNTERATTACK = {
    "second": "a counterattack is not answered by another",
    "fortress": "coastal defences and heavy weapons never counterattack",
    "camp": "a prisoner-of-war camp does not attack",
}
SORTIES = {
    "fiasco": "a fiasco",
    "indecisive": "an indecisive action; no naval gunfire this turn",
    "decisive": "a decisive battle; no naval gunfire and no landings this turn",
}


class Text(LogGrouping, BreakdownText, Prompts, ScoreLedger):
    """The game's sentences."""

    adjectives = SIDES
    arguments = ARGUMENTS
    subjects = SUBJECTS
    losses: ClassVar[Mapping[str, int]] = {"eliminated": 1}

    def mentions(self, event: Event) -> dict[str, Any]:
        if event.kind == "attack":
            return {"side": event.args[0], "units": list(event.args[2]), "spaces": list(event.args[1])}
        return super().mentions(event)

    def in_reach(self, way: Mapping[str, Any], cost: float) -> str:
        """12.0b: with halves."""
        return f"It is on offer: {way['name']}, {movement(round(2 * cost))}. Click it."

    # --- 3, 24 set-up

    def say_start_tac(self, scenario: int) -> str:
        return "Japanese tactical air at the start"

    def say_start_kamikaze(self, scenario: int) -> str:
        return "Kamikazes at the start"

    def say_start_lp(self, scenario: int) -> str:
        return f"Japanese logistics points for the set-up: {self.facts.japanese_lp[scenario]} and a die"

    def say_set_up_done(self, side: Side) -> str:
        return f"The {SIDES[side]} set-up is done."

    def say_reconnaissance(self) -> str:
        return "Pre-invasion reconnaissance: as many stacks as the die shows"

    def say_scouted(self, hex_: Space) -> str:
        return f"Reconnaissance over {self.space(hex_)}."

    def say_turn(self, turn: int, scenario: int) -> str:
        return f"Turn {turn}: {self.facts.dates[scenario][turn - 1]}."

    # --- 4 victory

    def say_points(self, allied: int, japanese: int, net: int) -> str:
        return f"Allied victory points {minus(allied)}, Japanese {minus(japanese)}: {minus(net)} net."

    def say_game_over(self, winner: int, ending: str) -> str:
        if ending == "concession":
            return f"{SIDE_NAMES[1 - winner]} concede. {SIDE_NAMES[winner]} win."
        return ENDINGS["draw" if winner == DRAW else ending]

    # --- 7-9 logistics, recruits, Amoy

    def say_japanese_lp(self, fields: int) -> str:
        return f"Japanese logistics points: a die and {fields} for airfields"

    def say_lp(self, side: Side, gained: int, total: int) -> str:
        return f"{SIDES[side]} logistics points: +{gained}, now {total}."

    def say_lp_lost(self, side: Side, lost: int) -> str:
        what = numbered(lost, f"{SIDES[side]} logistics point")
        return f"{what} above {self.facts.most_lp} {agree(lost, 'is', 'are')} lost."

    def say_bought(self, side: Side, what: str) -> str:
        return f"{SIDES[side]} purchase: {GOODS[what]}."

    def say_bought_unit(self, unit: Unit) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'is bought and waits', 'are bought and wait')} off the map."

    def say_ninety_seventh(self) -> str:
        return "The 97th Division is recruited."

    def say_sixth_marines(self, unit: Unit) -> str:
        return self.arriving([unit])

    def say_deployed(self, unit: Unit, space: Space) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'is', 'are')} deployed in {self.space(space)}."

    def say_counter_deployed(self, hex_: Space) -> str:
        return f"A concealed counter is deployed in {self.space(hex_)}."

    def say_recruit_returned(self, unit: Unit) -> str:
        verb = self.verb([unit], "goes", "go")
        return f"{self.unit(unit)} {verb} back: no place is left to deploy in. What was paid is lost."

    def say_recruit_lost(self, side: Side, lp: int) -> str:
        what = numbered(lp, f"{SIDES[side]} logistics point")
        return f"A recruit finds no place to deploy in: {what} {agree(lp, 'is', 'are')} lost."

    def say_amoy(self, turn: int) -> str:
        return f"Amoy falls on less than {turn}"

    def say_amoy_captured(self) -> str:
        lp = self.facts.amoy_lp
        return f"Amoy is captured: {lp} logistics points more from the next turn on, and a second Staging Area."

    def say_amoy_holds(self) -> str:
        return "Amoy holds out."

    # --- 11 fog of war

    def say_revealed(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'is', 'are')} revealed in {self.space(hex_)}."

    def say_deception_removed(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} in {self.space(hex_)} was a deception and is removed."

    # --- 16-18 strikes

    def say_planned(self, side: Side) -> str:
        return "The strike plan is ready."

    def say_plan(self, side: Side, superiority: int, tactical: int) -> str:
        return f"{SIDES[side]} strikes: {numbered(superiority, 'point')} for air superiority, {tactical} tactical."

    def say_plan_special(self, b29: int, tokku: int) -> str:
        return f"B-29 strike {'planned' if b29 else 'not planned'}; {numbered(tokku, 'Kamikaze point')}."

    def say_air_superiority(self, side: Side, points: int) -> str:
        return f"{SIDES[side]} fire for air superiority with {numbered(points, 'point')}"

    def say_air_result(self, side: Side, owed: int, lost: int) -> str:
        less = "" if owed == lost else f" instead of {owed}: more were not sent"
        return f"{SIDES[1 - side]} loss: {numbered(lost, 'air point')}{less}."

    def say_tac_lost(self, nation: int) -> str:
        return f"1 {ADJECTIVES[nation]} tactical air point is lost."

    def say_kamikaze(self, points: int) -> str:
        return f"Special attack with {numbered(points, 'Kamikaze point')}"

    def say_kamikaze_result(self, hits: int) -> str:
        return f"Kamikazes: {numbered(hits, 'hit')}."

    def say_marker_lost(self) -> str:
        return "An amphibious marker is lost."

    def say_gunfire_lost(self, nation: int) -> str:
        return f"A {ADJECTIVES[nation]} gunfire unit is lost."

    def say_sortie_declared(self) -> str:
        return "The Japanese mobile fleet sorties."

    def say_sortie(self) -> str:
        return "A die for the sortie"

    def say_sortie_result(self, result: str) -> str:
        return f"The sortie is {SORTIES[result]}."

    def say_fleet_lp(self) -> str:
        return "Allied logistics points lost to the fleet: a die"

    def say_lp_sunk(self, lost: int) -> str:
        if not lost:
            return "The Allies have no logistics points to lose."
        return f"{numbered(lost, 'Allied logistics point')} {agree(lost, 'is', 'are')} sunk."

    def say_b29_target(self, hex_: Space) -> str:
        return f"B-29 strike on {self.space(hex_)}."

    def say_b29(self, hex_: Space, column: str) -> str:
        return f"The B-29 bombs {self.space(hex_)}, column {column}"

    def say_b29_result(self, hex_: Space, result: str) -> str:
        return f"{self.space(hex_)}: {BOMBS[result]}."

    def say_nobody_suppressed(self, hex_: Space) -> str:
        return f"No unit is left in {self.space(hex_)} to suppress."

    def say_camp_die(self, hex_: Space) -> str:
        return f"The bombs fall on the prisoner-of-war camp in {self.space(hex_)} on 1–{self.facts.camp_hit}"

    def say_camp_bombed(self, hex_: Space) -> str:
        vp = self.facts.vp["camp_bombed"]
        return f"The prisoner-of-war camp in {self.space(hex_)} is bombed: +{vp} Japanese victory points."

    def say_camp_freed(self, hex_: Space) -> str:
        vp = self.facts.vp["camp_freed"]
        return f"The prisoner-of-war camp in {self.space(hex_)} is freed: +{vp} Allied victory points."

    def say_ground_support(self, nation: int, hex_: Space) -> str:
        return f"{ADJECTIVES[nation]} ground support: 1 point over {self.space(hex_)}."

    def say_interdiction(self, nation: int, hex_: Space) -> str:
        return f"{ADJECTIVES[nation]} interdiction: 1 point over {self.space(hex_)}."

    def say_air_return(self) -> str:
        return "All aircraft return."

    # --- 10, 21 landings and transfers

    def say_amphibious_marker(self, hex_: Space, target: Space) -> str:
        if hex_ == target:
            return f"Landing at {self.space(hex_)}."
        return f"Assault from {self.space(hex_)} on {self.space(target)}."

    def say_drop_marker(self, hex_: Space) -> str:
        return f"Drop zone {self.space(hex_)}."

    def say_landed(self, unit: Unit, hex_: Space) -> str:
        return self.landing([unit], hex_)

    def say_dropped(self, unit: Unit, hex_: Space) -> str:
        return self.drop([unit], hex_)

    def say_aboard(self, unit: Unit, hex_: Space) -> str:
        return self.afloat([unit], hex_)

    def say_assault(self, target: Space, units: list[Unit]) -> str:
        return f"Assault on {self.space(target)} by {listed([self.unit(u) for u in units])}."

    def say_assault_failed(self, target: Space, units: list[Unit]) -> str:
        back = f"{self.units(units)} {self.verb(units, 'returns', 'return')} to the Staging Area"
        return f"The assault on {self.space(target)} has failed: {back}."

    def say_back_to_sea(self, unit: Unit, hex_: Space) -> str:
        return self.going_back([unit], hex_)

    def say_markers_back(self, amphibious: int, drops: int) -> str:
        what = [numbered(amphibious, "amphibious marker")] if amphibious else []
        what += ["the drop zone marker"] if drops else []
        verb = "return" if amphibious + drops > 1 else "returns"
        return f"{capital(listed(what))} {verb} to the Reinforcements Display and must be bought again."

    def say_markers_kept(self, amphibious: int, drops: int) -> str:
        verb = agree(amphibious, "stays", "stay")
        kept = f"{numbered(amphibious, 'amphibious marker')} {verb} at hand for a later turn"
        return f"{kept}; the drop zone marker returns." if drops else f"{kept}."

    def say_shipped(self, unit: Unit, start: Space, goal: Space) -> str:
        return self.sailing([unit], start, goal)

    # --- 12, 13, 22, 25 movement and stacking

    def say_moved(self, unit: Unit, start: Space, goal: Space) -> str:
        return f"{self.unit(unit)}: {self.space(start)} → {self.space(goal)}."

    def say_counter_moved(self, number: int, start: Space, goal: Space) -> str:
        return f"A concealed counter: {self.space(start)} → {self.space(goal)}."

    def say_motorized(self, hex_: Space) -> str:
        return f"Trucks for {self.space(hex_)}: 1 logistics point."

    def say_overstacked(self, side: Side, hex_: Space, unit: Unit) -> str:
        verb = self.verb([unit], "goes", "go")
        return f"{self.space(hex_)} holds a unit too many: {self.unit(unit)} {verb} to the Replacements Display."

    def say_counter_overstacked(self, hex_: Space) -> str:
        return f"{self.space(hex_)} holds a unit too many: a concealed counter is removed."

    def say_flown_in(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'is', 'are')} flown to {self.space(hex_)}."

    def say_raid(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'tries', 'try')} to land at {self.space(hex_)}"

    def say_raid_result(self, unit: Unit, hex_: Space, result: str) -> str:
        be = self.verb([unit], "is", "are")
        lands = self.verb([unit], "lands", "land")
        words = {
            "lost": f"{be} eliminated on the way to",
            "turned back": f"{be} turned back from",
            "lands": f"{lands} at",
        }
        raids = f"{lands} among the Allies at"
        return f"{self.unit(unit)} {words.get(result, raids)} {self.space(hex_)}."

    def say_raiders_spent(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'is', 'are')} spent in the raid and eliminated."

    def say_landing_concealed(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} {self.verb([unit], 'lies', 'lie')} concealed in {self.space(hex_)} from now on."

    def say_sabotage(self, hex_: Space) -> str:
        return f"Sabotage on the airfield of {self.space(hex_)}"

    def say_sabotage_result(self, hex_: Space, lost: int) -> str:
        return f"The raiders destroy {numbered(lost, 'air point') if lost else 'nothing'} in {self.space(hex_)}."

    # --- 15 combat

    def say_attack(self, side: Side, targets: list[Space], units: list[Unit]) -> str:
        hexes = listed([self.space(h) for h in targets])
        return f"{SIDES[side]} attack on {hexes} by {listed([self.unit(u) for u in units])}."

    def say_nobody_there(self, hex_: Space, defenders: int) -> str:
        who = "Only deceptions were" if defenders else "No attacker is left"
        return f"{who} in {self.space(hex_)}: no combat." if defenders else f"{who}: no combat at {self.space(hex_)}."

    def say_gunfire(self, nation: int, hex_: Space) -> str:
        return f"{guns([nation])} at {self.space(hex_)}."

    def say_air_supply(self, hex_: Space) -> str:
        return f"Air supply at {self.space(hex_)}."

    def say_combat_lp(self, side: Side, hex_: Space) -> str:
        return f"1 {SIDES[side]} logistics point for the combat at {self.space(hex_)}."

    def say_battle(
        self, side: Side, hex_: Space, attack: int, defence: int, percent: int, column: str, counter: int
    ) -> str:
        what = "Counterattack" if counter else f"{SIDES[side]} attack"
        odds = f"{attack} to {defence}, {percent}%" if defence else f"{attack} to nothing"
        return f"{what} on {self.space(hex_)}: {odds}, column {column}"

    def say_result(self, hex_: Space, result: str) -> str:
        return f"{result}: {RESULTS[result]}."

    def say_no_counterattack(self, hex_: Space, why: str) -> str:
        return f"No counterattack at {self.space(hex_)}: {NO_COUNTERATTACK[why]}."

    def say_bloodbath(self, hex_: Space, equal: int) -> str:
        where = self.space(hex_)
        if equal:
            return f"{where}: both sides have as many printed combat factors, and both are eliminated."
        fewer = f"{where}: the side with fewer printed combat factors is eliminated"
        return f"{fewer}; the other side loses at least as many factors."

    def say_counterattack(self, side: Side, hex_: Space) -> str:
        return f"The {SIDES[side]} defenders counterattack {self.space(hex_)}."

    def say_eliminated(self, unit: Unit, hex_: Space, fate: str = "") -> str:
        return self.death([unit], hex_, fate)

    def say_proved(self, unit: Unit) -> str:
        return f"{self.unit(unit)} had a line of supply after all and may be replaced."

    def say_not_proved(self, unit: Unit) -> str:
        be = self.verb([unit], "is", "are")
        return f"No line of supply is shown for {self.unit(unit)}, which {be} gone for good."

    def say_counter_lost(self, hex_: Space) -> str:
        return f"A concealed counter in {self.space(hex_)} is eliminated."

    def say_no_retreat(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} cannot retreat from {self.space(hex_)}: every way is closed."

    def say_retreated(self, unit: Unit, start: Space, goal: Space) -> str:
        return self.retreat([unit], start, goal)

    def say_stands_fast(self, unit: Unit, hex_: Space) -> str:
        return self.standing([unit], hex_)

    def say_advanced(self, unit: Unit, start: Space, goal: Space) -> str:
        return self.advance([unit], start, goal)

    def say_battlefield_lp(self, side: Side, killed: int) -> str:
        return f"{killed} combat factors destroyed: 1 {SIDES[side]} logistics point from the next turn on."

    def say_die_hards(self, unit: Unit, hex_: Space) -> str:
        if unit == NO_UNIT:
            return f"Die-hards in {self.space(hex_)}?"
        return f"Die-hards of {self.unit(unit)} on less than {self.facts.cf[unit]}"

    def say_die_hards_rise(self, unit: Unit, hex_: Space) -> str:
        return f"They fight on in {self.space(hex_)} as {self.unit(unit)}."

    def say_no_die_hards(self, hex_: Space) -> str:
        return f"No die-hards fight on in {self.space(hex_)}."

    def say_no_guerrillas_left(self, hex_: Space) -> str:
        return f"No die-hards fight on in {self.space(hex_)}: no guerrilla unit is left."

    # --- 20 bases

    def say_built(self, unit: Unit, hex_: Space, price: int) -> str:
        verb = self.verb([unit], "builds", "build")
        return f"{self.unit(unit)} {verb} a base in {self.space(hex_)} for {numbered(price, 'logistics point')}."

    def say_demobilized(self, unit: Unit, hex_: Space) -> str:
        return f"The base in {self.space(hex_)} is given up."

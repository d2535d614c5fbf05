"""6.1-E..G and 6.2-A..C: one combat from the barricades to the last refusal."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.losses import GONE, check_bunkers, destroy, steps_of
from grognard.games.nemesis.odds import (
    Attack,
    attack_quality,
    defence_quality,
    die_modifiers,
    final_column,
    massive_bar,
    may_declare_banzai,
    meeting_units,
    parse,
    quality_terms,
    result_terms,
    spearheads,
)
from grognard.games.nemesis.retreat import (
    Losses,
    Paying,
    Retreat,
    begin_advance,
    begin_losses,
    leading_units,
    lost_in_retreat,
    swapped,
    under_way_bar,
)
from grognard.games.nemesis.satisfaction import add_lament, pay_scale, please_general
from grognard.games.nemesis.state import State, units_in
from grognard.games.nemesis.transporters import Displace
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Option, Roll, Term, unit_of
from grognard.kernel.ids import NO_UNIT, Side, Space, Unit

(
    SPEARHEAD,
    MEETING,
    MASSIVE,
    BANZAI,
    ROLL,
    ATTACKER_LOSSES,
    DEFENDER_LOSSES,
    AFTER_LOSSES,
    LEADER,
    REFUSER,
    ENFORCE,
    PAID,
    CHOICE,
    REFUSED,
    VACATED,
    END,
    NEW_LEADER,
) = range(17)


@dataclass(slots=True)
class Battle(Paying):
    """6.1-E to 6.2-C: spearhead, meeting unit, Massive Combat, Banzai, die, losses, enforce, retreat or refuse."""

    id = "nemesis.battle.Battle"
    verbs = (
        "spearhead",
        "meet",
        "massive",
        "no-massive",
        "banzai",
        "no-banzai",
        "lead",
        "no-force",
        "refuse-with",
        "enforce",
        "desist",
        "retreat",
        "refuse",
    )
    side: Side
    target: Space
    units: list[Unit]
    air: Unit = NO_UNIT
    stage: int = SPEARHEAD
    spearhead: Unit = NO_UNIT
    meeting: Unit = NO_UNIT
    massive: int = 0
    banzai: int = 0
    attacker_owes: int = 0
    """Steps that the attacker owes."""
    defender_owes: int = 0
    """Steps that the defender owes."""
    may_force: int = 0
    """Whether the result has an r and the attacker could take all losses (6.2-A-a)."""
    leader: Unit = NO_UNIT
    refuser: Unit = NO_UNIT
    payers: list[Unit] = field(default_factory=list)
    homes: list[Space] = field(default_factory=list)
    """Where the attackers started. Nothing asks for it any more; positions that were saved name it."""
    assault: int = 0

    @property
    def defender(self) -> Side:
        """The other side."""
        return 1 - self.side

    def attack(self) -> Attack:
        """For the sums."""
        units = list(self.units)
        return Attack(self.side, self.target, units, self.air, self.spearhead, self.meeting, self.massive, self.banzai)

    def run(self, s: State) -> Decision | Roll | None:
        return STAGES[self.stage](self, s)

    def answer(self, s: State, option: Option) -> None:
        ANSWERS[self.stage](self, s, option)

    # --- 6.1-E barricades

    def ask_spearhead(self, s: State) -> Decision:
        """6.1-E-a."""
        options: list[Option] = [("spearhead", u) for u in spearheads(s, self.attack())]
        about = (self.target, self.assault)
        return Decision(self.side, "spearhead", options, ("6.1-E-a", "R47"), about, atomic=True)

    def name_spearhead(self, s: State, option: Option) -> None:
        """6.1-E-a."""
        self.spearhead = unit_of(option)
        s.tell("spearhead", self.spearhead, cases=("6.1-E-a",))
        self.stage = MEETING

    def ask_meeting(self, s: State) -> Decision:
        """6.1-E-b."""
        options: list[Option] = [("meet", u) for u in meeting_units(s, self.attack())]
        about = (self.target, self.spearhead)
        return Decision(self.defender, "meeting", options, ("6.1-E-b", "R47"), about, atomic=True)

    def name_meeting(self, s: State, option: Option) -> None:
        """6.1-E-b."""
        s.news += 1
        self.meeting = unit_of(option)
        s.tell("meeting", self.meeting, cases=("6.1-E-b",))
        self.stage = MASSIVE

    # --- 6.1-F Massive Combat and Banzai

    def ask_massive(self, s: State) -> Decision | None:
        """6.1-F-n, o: before any roll and before Banzai."""
        if massive_bar(s, self.attack()):
            self.stage = BANZAI
            return None
        options: list[Option] = [("massive",), ("no-massive",)]
        return Decision(self.side, "massive", options, ("6.1-F-n", "6.1-F-o"), (self.target,), atomic=True)

    def declare_massive(self, s: State, option: Option) -> None:
        """6.1-F-o, p: the Allies pay from the scale, the Japanese with Lament."""
        self.stage = BANZAI
        if option[0] == "massive":
            self.massive = 1
            s.news += 1
            s.tell("massive", self.side, self.target, cases=("6.1-F-o",))
            price = s.game.combat["massive_price"]
            if self.side == ALLIED:
                pay_scale(s, price, "6.1-F-o")
            else:
                add_lament(s, JAPANESE, price, "6.1-F-o")

    def ask_banzai(self, s: State) -> Decision | None:
        """6.1-F-g, R52: once, by the Japanese player, no matter who attacks."""
        if not may_declare_banzai(s, self.attack()):
            self.stage = ROLL
            return None
        options: list[Option] = [("banzai",), ("no-banzai",)]
        return Decision(JAPANESE, "banzai", options, ("6.1-F-g", "6.1-F-h"), (self.target,), atomic=True)

    def declare_banzai(self, s: State, option: Option) -> None:
        """6.1-F-g."""
        self.stage = ROLL
        if option[0] == "banzai":
            self.banzai = 1
            s.tell("banzai", self.target, cases=("6.1-F-g",))

    # --- 6.1-G the die

    def call_for_die(self, s: State) -> Roll:
        """6.1-G-a."""
        attack = self.attack()
        column, _ = final_column(s, attack)
        drm = sum(m.value for m in die_modifiers(s, attack))
        about = (self.side, self.target, s.game.results.columns[column], drm, self.assault)
        return Roll("combat", 1, about, ("6.1-G-a",))

    def rolled(self, s: State, dice: Throw) -> None:
        """6.1-G-a, 2.3-a, b, 6.1-F-p, R56."""
        g = s.game
        attack = self.attack()
        column, _ = final_column(s, attack)
        modified = dice[0] + sum(m.value for m in die_modifiers(s, attack))
        result = g.results.result(column, modified)
        lost, slain, forced = parse(result)
        owed, steps = lost + self.massive, steps_of(s, self.payable(s))

        def reckoned() -> list[Term]:
            cannot = [Term("cannot-pay", (owed, steps), ("6.2-A-a", "R58"))] if forced and owed > steps else []
            return [*result_terms(s, attack, dice[0], result), *cannot]

        there = steps_of(s, units_in(s, self.target, self.defender))
        s.tell("result", self.target, result, modified, self.massive, steps, there, cases=("6.1-G-a",), sum=reckoned)
        if modified >= g.attacker_from:
            please_general(s, self.side, 1, "2.3-a")
        if modified <= g.defender_to:
            please_general(s, self.defender, 1, "2.3-b")
        self.attacker_owes, self.defender_owes = owed, slain + self.massive
        self.may_force = int(forced and owed <= steps)
        self.stage = ATTACKER_LOSSES

    def payable(self, s: State) -> list[Unit]:
        """6.1-G-b: attackers that may take losses: no Artillery."""
        return [u for u in self.units if not s.game.artillery >> u & 1]

    def permanent(self, side: Side) -> int:
        """6.1-F-h, R53: Japanese losses after a Banzai."""
        return int(self.banzai and side == JAPANESE)

    def attacker_losses(self, s: State) -> None:
        """6.1-G-b, R57, R58."""
        self.stage = DEFENDER_LOSSES
        begin_losses(s, self.side, self.payable(s), self.attacker_owes, self.spearhead, self.permanent(self.side))

    def defender_losses(self, s: State) -> None:
        """6.1-G-c, g: the meeting unit first, then any unit of the hex, those that retreated there included."""
        self.stage = AFTER_LOSSES
        units = units_in(s, self.target, self.defender)
        begin_losses(s, self.defender, units, self.defender_owes, self.meeting, self.permanent(self.defender))

    # --- 6.2-A, B enforcing

    def after_losses(self, s: State) -> None:
        """5.1-B-c, R33, 6.2-A-a, E-a: the Bunker may be gone; an empty hex may be entered; else a retreat enforced."""
        check_bunkers(s, 1 << self.target)
        if not s.present[self.defender] >> self.target & 1:
            self.stage = VACATED
        else:
            able = self.may_force and leading_units(s, self.units, self.target)
            self.stage = LEADER if able else END

    def ask_leader(self, s: State) -> Decision:
        """6.2-A-a, b: voluntary; any non-Artillery attacker that could move in."""
        options: list[Option] = [("lead", u) for u in leading_units(s, self.units, self.target)]
        options.append(("no-force",))
        return Decision(self.side, "force", options, ("6.2-A-a", "6.2-A-b"), (self.target,), atomic=True)

    def name_leader(self, s: State, option: Option) -> None:
        """6.2-A-b, d: without it nobody retreats."""
        if option[0] == "no-force":
            s.tell("not-forced", self.target, cases=("6.2-A-a", "6.2-A-d"))
            self.stage = END
            return
        self.leader = unit_of(option)
        s.tell("leader", self.leader, cases=("6.2-A-b",))
        self.stage = REFUSER

    def ask_refuser(self, s: State) -> Decision | None:
        """6.2-A-c, 6.2-D-e: any counted defender, Artillery only if there is no other; none if all had retreated."""
        units = meeting_units(s, self.attack())
        if not units:
            self.stage = ENFORCE
            return None
        options: list[Option] = [("refuse-with", u) for u in units]
        about = (self.target, self.leader)
        return Decision(self.defender, "refuser", options, ("6.2-A-c", "R47"), about, atomic=True)

    def name_refuser(self, s: State, option: Option) -> None:
        """6.2-A-c."""
        s.news += 1
        self.refuser = unit_of(option)
        s.tell("refuser", self.refuser, cases=("6.2-A-c",))
        self.stage = ENFORCE

    def price(self, s: State) -> int:
        """6.2-B-a, c, R48: what enforcing costs: the refuser's Quality above the leader's."""
        if self.refuser < 0:
            return 0
        return max(0, defence_quality(s, self.refuser) - attack_quality(s, self.leader, self.target))

    def price_terms(self, s: State) -> list[Term]:
        """6.2-B-a: how the price of enforcing was reckoned."""
        if self.refuser < 0:
            return []
        ours, theirs = attack_quality(s, self.leader, self.target), defence_quality(s, self.refuser)
        both = quality_terms(s, self.leader, self.refuser, self.target)
        return [*both, Term("price", (ours, theirs, self.price(s)), ("6.2-B-a",))]

    def can_pay(self, s: State) -> bool:
        """6.2-B-a, R59: all steps, and somebody must be left to go in."""
        return steps_of(s, self.payable(s)) > self.price(s)

    def ask_enforce(self, s: State) -> Decision | None:
        """6.2-B-a, R110: pay and enforce, or desist at no cost."""
        price = self.price(s)
        if not self.can_pay(s):
            left = Term("steps-to-pay", (steps_of(s, self.payable(s)),), ("6.2-B-a", "R59"))
            s.tell("too-dear", self.target, price, cases=("6.2-B-a",), sum=[*self.price_terms(s), left])
            self.stage = END
            return None
        options: list[Option] = [("enforce",), ("desist",)]
        return Decision(self.side, "enforce", options, ("6.2-B-a", "R110"), (self.target, price), atomic=True)

    def enforce(self, s: State, option: Option) -> None:
        """6.2-B-a, b, R53: what is paid is never permanent."""
        if option[0] == "desist":
            s.tell("not-forced", self.target, cases=("R110",))
            self.stage = END
            return
        self.stage = PAID
        s.news += 1
        price = self.price(s)
        s.tell("enforced", self.side, self.target, price, cases=("6.2-B-a",), sum=self.price_terms(s))
        if price:
            s.agenda.append(Losses(self.side, self.payable(s), price, self.leader, 0, enforcing=1))

    def attacks_with(self, unit: Unit) -> bool:
        return unit in self.units

    def note_payer(self, unit: Unit) -> None:
        if unit not in self.payers:
            self.payers.append(unit)

    def after_payment(self, s: State) -> None:
        """R59: a leader who died is followed by another of those left; with nobody left nothing was enforced."""
        able = leading_units(s, self.units, self.target)
        if self.leader in able:
            self.stage = CHOICE
        else:
            self.leader = GONE
            self.stage = NEW_LEADER if able else END

    def ask_new_leader(self, s: State) -> Decision:
        """R59: the attacker chooses."""
        options: list[Option] = [("lead", u) for u in leading_units(s, self.units, self.target)]
        return Decision(self.side, "new-leader", options, ("R59", "6.2-A-b"), (self.target,), atomic=True)

    def name_new_leader(self, s: State, option: Option) -> None:
        """R59."""
        s.news += 1
        self.leader = unit_of(option)
        s.tell("leader", self.leader, cases=("R59",))
        self.stage = CHOICE

    # --- 6.2-C retreat or refuse

    def ask_choice(self, s: State) -> Decision:
        """6.2-C-a, R61: one decision for the hex."""
        options: list[Option] = [("retreat",)]
        if self.refuser >= 0:
            options.append(("refuse",))
        there = units_in(s, self.target, self.defender)
        about = (self.target, self.refusal(s), steps_of(s, there), *lost_in_retreat(s, there))
        return Decision(self.defender, "retreat-or-refuse", options, ("6.2-C-a", "6.2-C-b"), about, atomic=True)

    def refusal(self, s: State) -> int:
        """6.2-C-b, R48: what refusing costs: one step and the leader's Quality above the refuser's."""
        if self.refuser < 0:
            return 0
        return 1 + max(0, attack_quality(s, self.leader, self.target) - defence_quality(s, self.refuser))

    def choose(self, s: State, option: Option) -> None:
        """6.2-C, D."""
        s.news += 1
        units = units_in(s, self.target, self.defender)
        permanent = self.permanent(self.defender)
        if option[0] == "retreat":
            self.stage = VACATED
            s.tell("retreat", self.defender, self.target, cases=("6.2-D-a",))
            s.agenda.append(Retreat(self.defender, self.target, units, permanent))
            return
        owed = self.refusal(s)
        theirs, ours = attack_quality(s, self.leader, self.target), defence_quality(s, self.refuser)
        there = steps_of(s, units)
        reckoned = [
            *quality_terms(s, self.leader, self.refuser, self.target),
            Term("refusal", (theirs, ours, owed), ("6.2-C-b",)),
            Term("steps-there", (there,), ("6.2-C-c", "R60") if owed > there else ("6.2-C-b",)),
        ]
        s.tell("refused", self.defender, self.target, owed, cases=("6.2-C-b",), sum=reckoned)
        if owed > steps_of(s, units):
            self.stage = VACATED
            for unit in units:
                destroy(s, unit, bool(permanent), "6.2-C-c", "R60")
        else:
            self.stage = REFUSED
            begin_losses(s, self.defender, units, owed, self.refuser, permanent)

    def after_refusal(self, s: State) -> None:
        """6.2-C-c, 5.1-F-e, R65: no advance, even into an empty hex; Transporters left alone go."""
        self.stage = END
        check_bunkers(s, 1 << self.target)
        if not s.present[self.defender] >> self.target & 1:
            s.agenda.append(Displace(self.defender, self.target))

    # --- 6.2-E advance

    def vacated(self, s: State) -> None:
        """6.2-E-a, b, 5.1-F-e: Transporters go first, then the attackers may come in."""
        self.stage = END
        check_bunkers(s, 1 << self.target)
        must = [self.leader, *self.payers] if self.leader >= 0 else []
        begin_advance(s, self.side, self.target, self.units, must)
        s.agenda.append(Displace(self.defender, self.target))

    def end(self, s: State) -> None:
        """3.3-f: who retreated or advanced has merged; everybody else merges when the phase ends."""
        s.agenda.pop()

    def swap(self, old: Unit, new: Unit) -> None:
        self.units = swapped(self.units, old, new)
        self.payers = swapped(self.payers, old, new)
        for name in ("spearhead", "meeting", "leader", "refuser"):
            if getattr(self, name) == old:
                setattr(self, name, new)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            words = massive_bar(s, self.attack()) if self.stage == MASSIVE else ""
            if words:
                return [Bar(f"No Massive Combat can be declared: {words}.", ("6.1-F-n",))]
            return under_way_bar(s, self.target, space)
        return [front_bar(s, self, unit)]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        now = NAMING.get(self.stage)
        if unit is None or now is None:
            return self.why_not(s, side, unit, space) or [Bar("That is not what is asked now.", ("6.1-E-a", "6.2-A-a"))]
        if verb != now[0]:
            return [Bar(f"Now {now[1]}.", (now[2],))]
        return [front_bar(s, self, unit)]


NAMING = {
    SPEARHEAD: ("spearhead", "the spearhead is named", "6.1-E-a"),
    MEETING: ("meet", "the unit that meets the charge is named", "6.1-E-b"),
    MASSIVE: ("massive", "Massive Combat is declared or not", "6.1-F-o"),
    BANZAI: ("banzai", "a Banzai is declared or not", "6.1-F-g"),
    LEADER: ("lead", "a leader for the advance is named", "6.2-A-b"),
    REFUSER: ("refuse-with", "the unit that would refuse is named", "6.2-A-c"),
    ENFORCE: ("enforce", "the retreat is enforced or not", "6.2-B-a"),
    CHOICE: ("retreat", "the defender retreats or refuses", "6.2-C-a"),
    NEW_LEADER: ("lead", "another leader is named", "R59"),
}
"""Per stage that asks, its verb, what it is about, and the case."""


def front_bar(s: State, battle: Battle, unit: Unit) -> Bar:
    """R47, 6.1-E, 6.2-A, 6.2-D-e: why a unit may not stand in front."""
    g = s.game
    if g.transporters >> unit & 1 or g.air >> unit & 1:
        return Bar("Only ground units stand in front.", ("R47",))
    own = g.side_of[unit] == battle.side
    if unit not in battle.units if own else s.where[unit] != battle.target:
        return Bar(f"{g.does(unit, 'takes')} no part in this combat.", ("6.1-E-a", "6.1-E-b"))
    if battle.stage in (MASSIVE, BANZAI, ENFORCE, CHOICE):
        return Bar(f"Nobody is named now: {NAMING[battle.stage][1]}.", (NAMING[battle.stage][2],))
    if not own and s.retreated >> unit & 1:
        part = ", in whole or in part" if s.whole_flees and g.regiments >> unit & 1 else ""
        words = f"{g.does(unit, 'has', 'have')} just retreated{part}"
        return Bar(f"{words}: other units meet the charge and refuse.", ("6.2-D-e",))
    if g.artillery >> unit & 1:
        words = "Artillery never leads an attack." if own else "Artillery meets or refuses only if there is no other."
        return Bar(words, ("6.1-E-a", "6.2-A-b") if own else ("6.1-E-b", "6.2-A-c"))
    return Bar(f"{g.unit_names[unit]} could not move into the hex.", ("6.2-A-b",))


STAGES = {
    SPEARHEAD: Battle.ask_spearhead,
    MEETING: Battle.ask_meeting,
    MASSIVE: Battle.ask_massive,
    BANZAI: Battle.ask_banzai,
    ROLL: Battle.call_for_die,
    ATTACKER_LOSSES: Battle.attacker_losses,
    DEFENDER_LOSSES: Battle.defender_losses,
    AFTER_LOSSES: Battle.after_losses,
    LEADER: Battle.ask_leader,
    REFUSER: Battle.ask_refuser,
    ENFORCE: Battle.ask_enforce,
    PAID: Battle.after_payment,
    CHOICE: Battle.ask_choice,
    REFUSED: Battle.after_refusal,
    VACATED: Battle.vacated,
    END: Battle.end,
    NEW_LEADER: Battle.ask_new_leader,
}
ANSWERS = {
    SPEARHEAD: Battle.name_spearhead,
    MEETING: Battle.name_meeting,
    MASSIVE: Battle.declare_massive,
    BANZAI: Battle.declare_banzai,
    LEADER: Battle.name_leader,
    REFUSER: Battle.name_refuser,
    ENFORCE: Battle.enforce,
    CHOICE: Battle.choose,
    NEW_LEADER: Battle.name_new_leader,
}

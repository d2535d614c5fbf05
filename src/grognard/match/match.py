"""One played game: a header and a list of decisions, from which everything else is computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from grognard.collector import seldom
from grognard.kernel import bounds
from grognard.kernel.dice import Throw
from grognard.kernel.flow import ONGOING, Decision, Event, Later, Option, Refused, made
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.play import advance, apply
from grognard.kernel.position_cache import Memory, remember
from grognard.kernel.words import numbered
from grognard.match.header import BOUND, HUMAN, Header, Seed, SeededDice, Share, is_hexed

SHARE = "dice-share"
"""The word under which a player's number for the dice stands in the record, among the decisions."""
BY_ORDER = "by-order"
"""The fact that a standing order answered, for its owner's log and for everybody's once the match is over."""
SNAPSHOT_EVERY = 64
"""Decisions between two kept copies of the position: an earlier one is never more than this far from a copy."""

FARTHEST_BACK = 200
"""Decisions among which a side's last choice is looked for."""


class DiceError(Exception):
    """The record's dice are not those that the rules call for or that the secret gives."""


class Played(NamedTuple):
    """One decision as it was taken."""

    side: Side
    option: Option
    rolls: tuple[Throw, ...]
    news: int
    """What `state.news` was before it: undo never crosses a change."""
    standing: bool
    """A standing act, not the answer to what was asked."""
    ordered: bool = False
    """A standing order answered, not its owner."""


class Told(NamedTuple):
    """A fact of the log and after how many decisions it was told."""

    event: Event
    after: int


class RecordedDice:
    """Rolls from the record, checked against the secret where it is known."""

    __slots__ = ("_checked", "script")

    def __init__(self, checked: SeededDice | None = None) -> None:
        self._checked = checked
        self.script: list[Throw] = []

    @property
    def is_checked(self) -> bool:
        """Whether the secret is asked."""
        return self._checked is not None

    def roll(self, number: int, count: int, sides: int) -> Throw:
        if not self.script:
            raise DiceError(f"roll {number + 1} of the match, {numbered(count, 'die', 'dice')}, is missing")
        faces = self.script.pop(0)
        if len(faces) != count:
            raise DiceError(f"roll {number + 1} of the match is of {numbered(count, 'die', 'dice')}, not {len(faces)}")
        if any(not 1 <= face <= sides for face in faces):
            raise DiceError(f"roll {number + 1} of the match has a face that is not on a die of {sides}")
        true = self._checked.known(number, count, sides) if self._checked else None
        if true is not None and true != faces:
            raise DiceError(f"roll {number + 1} of the match was {_plain(true)}, not {_plain(faces)}")
        return faces


class Match:
    """A match: submit decisions, take them back, look at any earlier position, branch off there."""

    def __init__(self, game: Game, header: Header, opening: Sequence[Throw] | None = None, check: bool = False) -> None:
        """Before the first decision. `opening` are the recorded rolls up to there; without them dice are thrown.

        With `check`, recorded rolls must be those that the known secrets give.
        """
        self.game = game
        self.header = header
        self.played: list[Played] = []
        self.log: list[Told] = []
        self.turns: dict[int, tuple[int, str]] = {}
        """After how many decisions a turn began, its number, and the position's fingerprint there."""
        self.shares: list[tuple[int, Share]] = []
        """The numbers that players added after the start, each with its place in the record."""
        self._dice = SeededDice(header)
        self._recorded = RecordedDice(self._dice if check else None)
        self._heard: list[Event] = []
        self._known: dict[int, tuple[Any, int, Any]] = {}
        self._memory: dict[int, Memory] = {}
        if header.start is None:
            # A match of before an option came has none of it: it goes on as the option's default.
            self.state = game.new(header.scenario, {c.id: c.default for c in game.options} | header.options)
        else:
            self.state = bounds.position(game, header.start)
        self.state.log = self._heard
        advance(self.state, self._dice_for(opening))
        self.opening: tuple[Throw, ...] = self._thrown(opening)
        self._note()
        self.turns[0] = (self.state.turn, self.state.fingerprint())
        self._snapshots: dict[int, Any] = {0: self.state.copy()}

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: str = "",
        options: dict[str, str] | None = None,
        seats: dict[str, str] | None = None,
        seed: int | str | None = None,
        start: dict[str, Any] | None = None,
        secret: bytes | None = None,
        shares: dict[str, str] | None = None,
    ) -> Match:
        """A new match; `start` is a position set up by hand, which must be a sound one."""
        if start is not None:
            bounds.sound_position(game, start)
        return cls(game, Header.new(game, scenario, options, seats, seed, start, secret, shares))

    @classmethod
    @seldom()
    def resumed(
        cls,
        game: Game,
        header: Header,
        opening: Sequence[Throw],
        decisions: Iterable[tuple[Side, Option, Sequence[Throw]] | tuple[Side, Option, Sequence[Throw], bool]],
    ) -> Match:
        """A match from its record."""
        match = cls(game, header, opening)
        match._redo_all(decisions)
        match.look()
        return match

    # --- the present

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.winner != ONGOING)

    @property
    def asked(self) -> Decision | None:
        """The open decision, its options made; None when the match is over."""
        self.look()
        pending = self.state.pending
        return pending if isinstance(pending, Decision) else None

    def look(self) -> None:
        """Have the options of the open decision made: after a record was played again nobody has looked at them."""
        if isinstance(self.state.pending, Later):
            self.state.pending.look()

    @property
    def bot_to_move(self) -> str | None:
        """The name of the bot that must decide now, if it is one."""
        asked = self.asked
        kind = HUMAN if asked is None else self.header.seats[self.game.sides[asked.side].id]
        return None if kind == HUMAN else kind

    def is_person(self, side: Side) -> bool:
        """Whether somebody decides for this side, and not a program."""
        return self.header.seats[self.game.sides[side].id] == HUMAN

    def known(self, side: Side) -> Any:
        """The present as a side may know it: all that is worked out for one side is worked out from this.

        Made once for a position, no matter who asks, and never to be changed.
        """
        made = self._known.get(side)
        if made is None or made[0] is not self.state or made[1] != len(self.played):
            memory = self._memory.setdefault(side, {})
            remember(self.state, memory)
            try:
                known = self.game.known(self.state, side)
            finally:
                self.state.notes = None
            if known is not self.state:
                remember(known, memory)
            made = self._known[side] = (self.state, len(self.played), known)
        return made[2]

    def standing(self, side: Side) -> list[Option]:
        """The options that a side has besides answering."""
        remember(self.state, self._memory.setdefault(side, {}))
        try:
            return self.game.standing(self.state, side)
        finally:
            self.state.notes = None

    def log_for(self, side: Side) -> list[Told]:
        """The facts that one side may see."""
        bit = 1 << side
        return [told for told in self.log if told.event.seen & bit]

    # --- deciding

    def submit(self, side: Side, option: Option, ordered: bool = False) -> None:
        """Take a decision or a standing act; the kernel refuses what is not on offer and nothing changes."""
        if option[:1] == (SHARE,):
            raise Refused("That is not a legal decision.")
        self._take(side, option, None, ordered)

    def share(self, side: Side, number: str) -> None:
        """Add a player's own number to all rolls that follow; it stands in the record where it was given."""
        name = self.game.sides[side].id
        if not self.lacks_share(name):
            raise Refused(f"The dice take no number of {name}: it has added one, or they take none.")
        if not is_hexed(number):
            raise Refused("A number for the dice is 64 hex digits.")
        self.shares.append((len(self.played), Share(self.state.rolls, name, number)))
        self.played.append(Played(side, (SHARE, number), (), self.state.news, True))
        self._rekey()
        if len(self.played) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.played)] = self.state.copy()

    def lacks_share(self, side: str) -> bool:
        """Whether a side's player may still add a number to the dice."""
        bound = self.header.dice == BOUND and not self.over
        return bound and self.header.seats[side] == HUMAN and side not in self.shared()

    def shared(self) -> dict[str, str]:
        """Side id to the number that its player has added to the dice."""
        return self.header.shares | {share.side: share.number for _, share in self.shares}

    def _rekey(self) -> None:
        checks = self._recorded.is_checked
        self._dice = SeededDice(self.header, [share for _, share in self.shares])
        self._recorded = RecordedDice(self._dice if checks else None)

    def submit_all(self, side: Side, options: Sequence[Option]) -> int:
        """Take several decisions of one side in one go, and say how many were taken.

        One that is refused takes back those before it. The list ends early, with what was done kept, at a roll, a
        discovery or a hand-over: were it refused there, one could try the dice without being bound by them.
        """
        kept = len(self.played)
        news = self.state.news
        for done, option in enumerate(options):
            asked = self.asked
            if done and (self.state.news != news or asked is None or asked.side != side):
                return done
            try:
                self.submit(side, option)
            except Refused:
                if done:
                    self._truncate(kept)
                raise
        return len(options)

    def take_back_to(self, count: int) -> None:
        """Forget the decisions after so many, within one call: nobody has seen them yet."""
        if count < len(self.played):
            self._truncate(count)

    def redo(
        self, side: Side, option: Option, rolls: Sequence[Throw], ordered: bool = False, *, own: bool = False
    ) -> None:
        """Take a decision from the record, with its rolls.

        In a record of our `own` every decision was among its options once, so that those need not be made again. What
        somebody sends is held against all of them.
        """
        if option and option[0] == SHARE:
            self.share(side, str(option[1]))
        else:
            self._take(side, option, rolls, ordered, unread=own)

    def _redo_all(
        self, decisions: Iterable[tuple[Side, Option, Sequence[Throw]] | tuple[Side, Option, Sequence[Throw], bool]]
    ) -> None:
        """Take the decisions of our own record: as `redo` does, and where there is no roll, order or share, at once."""
        state, played = self.state, self.played
        for decision in decisions:
            side, option, rolls = decision[0], decision[1], decision[2]
            if rolls or len(decision) > 3 or not option or option[0] == SHARE:
                self.redo(side, option, rolls, len(decision) > 3 and decision[3], own=True)
                continue
            news, turn = state.news, state.turn
            standing = not apply(state, side, option, self._recorded, unread=True)
            played.append(made(Played, (side, option, (), news, standing, False)))
            self._taken(turn)

    def _take(
        self, side: Side, option: Option, rolls: Sequence[Throw] | None, ordered: bool, unread: bool = False
    ) -> None:
        state = self.state
        news, turn, phase = state.news, state.turn, state.phase
        try:
            standing = not apply(state, side, option, self._dice_for(rolls), unread)
            thrown = self._thrown(rolls)
        except Refused:
            raise
        except Exception:
            self._truncate(len(self.played))
            raise
        self.played.append(made(Played, (side, option, thrown, news, standing, ordered)))
        if ordered:
            said = (side, self.game.plain(option))
            self.log.append(Told(Event(BY_ORDER, said, (), 1 << side, (), turn, phase), len(self.played)))
        self._taken(turn)

    def _taken(self, turn: int) -> None:
        """A decision has been taken: what was told is noted, a new turn and now and then the position are kept."""
        state, count = self.state, len(self.played)
        if self._heard:
            self._note()
        if state.turn != turn:
            self.turns[count] = (state.turn, state.fingerprint())
        if count % SNAPSHOT_EVERY == 0:
            self._snapshots[count] = state.put_by()

    def _dice_for(self, rolls: Sequence[Throw] | None) -> SeededDice | RecordedDice:
        """Dice from the secret, or from the record."""
        if rolls is None:
            self._dice.thrown.clear()
            return self._dice
        self._recorded.script = list(rolls)
        return self._recorded

    def _thrown(self, rolls: Sequence[Throw] | None) -> tuple[Throw, ...]:
        """Which rolls were made with them: of the record, all."""
        if rolls is None:
            return tuple(self._dice.thrown)
        if self._recorded.script:
            raise DiceError(f"{_plain(self._recorded.script[0])} was never rolled")
        return tuple(rolls)

    def _note(self) -> None:
        """Move what the rules told into the match's log."""
        log, after = self.log, len(self.played)
        for event in self._heard:
            log.append(made(Told, (event, after)))
        self._heard.clear()

    def renew_dice(self) -> None:
        """Give later rolls a new secret when the present one is not known here, as after loading an open save."""
        if self.header.seeds[-1].secret is None:
            kept = [seed for seed in self.header.seeds if seed.first < self.state.rolls]
            self.header.chosen &= bool(kept)  # of the new secret nobody has any idea
            self.header.seeds = [*kept, Seed.fresh(self.state.rolls)]
            self._rekey()

    # --- taking back

    def can_undo(self, side: Side) -> bool:
        """Whether this side may take back its last decision."""
        return self._undo_point(side) is not None

    def undo(self, side: Side) -> int:
        """Take back this side's last decision; the number of decisions that stand unchanged is returned.

        What other sides set meanwhile without telling anybody anything stands, where it is still legal.
        """
        point = self._undo_point(side)
        if point is None:
            raise Refused("You cannot undo: dice were rolled, or something was revealed.")
        others = self.played[point + 1 :]
        self._truncate(point)
        for other in others:
            try:
                if other.option[0] == SHARE:
                    self.share(other.side, str(other.option[1]))
                else:
                    self.submit(other.side, other.option, other.ordered)
            except Refused:
                continue
        return point

    def _undo_point(self, side: Side) -> int | None:
        """The number of this side's last decision, when nothing was learnt and nobody else decided since."""
        asked = self.asked
        if asked is None or asked.side != side:
            return None
        news = self.state.news
        for number in range(len(self.played) - 1, -1, -1):
            played = self.played[number]
            if played.news != news:
                return None
            if played.option[0] == SHARE:
                continue
            if played.side == side:
                return number
            if not played.standing:
                return None
        return None

    def take_back(self, side: Side) -> int:
        """Go back, as all players agreed, to this side's last choice, and say how many decisions stand.

        What was decided since is undone, the other side's too. Where dice were rolled, later ones get a secret of their
        own: with the same ones a fight could be tried until it goes well.
        """
        point = self.last_choice(side)
        if point is None:
            raise Refused("There is no decision of yours that could be taken back.")
        thrown = self.state.rolls
        self._truncate(point)
        if self.state.rolls < thrown:
            kept = [seed for seed in self.header.seeds if seed.first < self.state.rolls]
            self.header.chosen &= bool(kept)
            self.header.seeds = [*kept, Seed.fresh(self.state.rolls)]
            self._rekey()
        self.look()
        return point

    def last_choice(self, side: Side) -> int | None:
        """The number of a side's last decision that could have been another one."""
        if self.over:
            return None
        for number in range(len(self.played) - 1, max(-1, len(self.played) - FARTHEST_BACK), -1):
            played = self.played[number]
            if played.side != side or played.standing or played.ordered:
                continue
            asked = self.position(number).pending
            if isinstance(asked, Later):
                asked.look()
            if isinstance(asked, Decision) and len(asked.options) > 1:
                return number
        return None

    def _truncate(self, count: int) -> None:
        """Go back to the position after so many decisions."""
        state = self.position(count)
        del self.played[count:]
        if self.shares and self.shares[-1][0] >= count:
            self.shares = [(at, share) for at, share in self.shares if at < count]
            self._rekey()
        for kept in (self._snapshots, self.turns):
            for number in [number for number in kept if number > count]:
                del kept[number]
        while self.log and self.log[-1].after > count:
            self.log.pop()
        self._heard.clear()
        self.state = state
        self.state.log = self._heard

    # --- the past

    def position(self, count: int) -> Any:
        """The position after so many decisions, from the nearest kept copy."""
        if not 0 <= count <= len(self.played):
            raise Refused(f"The match has {len(self.played)} decisions.")
        nearest = max(number for number in self._snapshots if number <= count)
        state = self._snapshots[nearest].copy()
        dice = RecordedDice()
        for played in self.played[nearest:count]:
            again(state, played, dice, unread=True)
        return state

    def walk(self) -> Iterator[Any]:
        """Every position from the first on: one object that moves, so that what shall be kept must be copied."""
        state = self._snapshots[0].copy()
        yield state
        dice = RecordedDice()
        for played in self.played:
            again(state, played, dice)
            yield state

    def branch(self, count: int) -> Match:
        """A new match that shares the first decisions with this one and goes on with dice of its own."""
        header = self.header.branched(self.position(count).rolls, self.over, count)
        return Match.resumed(
            self.game, header, self.opening, [(p.side, p.option, p.rolls, p.ordered) for p in self.played[:count]]
        )


def again(state: Any, played: Played, dice: RecordedDice, unread: bool = False) -> None:
    """Take a decision of the record once more, in a position of before it."""
    if played.option[0] != SHARE:
        dice.script = list(played.rolls)
        apply(state, played.side, played.option, dice, unread)


def _plain(faces: Throw) -> str:
    return " ".join(map(str, faces)) or "no dice"

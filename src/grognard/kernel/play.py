"""The engine: runs frames, throws dice and takes decisions; positions change nowhere else."""

from __future__ import annotations

from grognard.kernel.dice import Dice, Throw
from grognard.kernel.flow import CONCEDE, ONGOING, DeadEnd, Decision, GameOver, Later, Option, Refused, Roll
from grognard.kernel.ids import Side
from grognard.kernel.state import State


def advance(s: State, dice: Dice | None, unread: bool = False) -> None:
    """Run until a side must decide or the game is over; without dice, stop at the first roll too.

    `unread`: the next decision is known, as in a record, so that options may wait until somebody looks at them.
    """
    agenda = s.agenda
    s.notes = None
    try:
        while s.winner == ONGOING:
            frame = agenda[-1]
            asked = frame.run(s)
            if asked is None:
                continue
            if asked.__class__ is Roll:
                s.pending = asked
                if dice is None:
                    return
                _throw(s, dice.roll(s.rolls, asked.count, asked.sides))
                continue
            if asked.__class__ is Later:
                if unread:
                    s.pending = asked
                    return
                asked.look()
            assert isinstance(asked, Decision)
            options = asked.options
            if len(options) > 1 or asked.always:
                s.pending = asked
                return
            if not options:
                raise DeadEnd(f"{frame.id} offers nothing for {asked.prompt!r}")
            frame.answer(s, options[0])
    except GameOver as end:
        _finish(s, end)


def throw(s: State, faces: Throw, dice: Dice | None = None) -> None:
    """Give the pending roll its faces (a search enumerates or samples them) and go on."""
    try:
        _throw(s, faces)
    except GameOver as end:
        _finish(s, end)
        return
    advance(s, dice)


def _throw(s: State, faces: Throw) -> None:
    asked = s.pending
    assert isinstance(asked, Roll)
    s.pending = s.notes = None
    s.rolls += 1
    s.news += 1
    if s.log is not None:
        s.tell(asked.purpose, *asked.about, cases=asked.cases, seen=asked.seen, dice=faces, faces=asked.sides)
    s.agenda[-1].rolled(s, faces)


def apply(s: State, side: Side, option: Option, dice: Dice | None, unread: bool = False) -> bool:
    """Take one decision or standing act, if it is on offer to that side; otherwise refuse and change nothing.

    True where it was what was asked for, False where it was a standing act. `unread`: see `advance`.
    """
    asked = s.pending
    if s.winner != ONGOING:
        raise Refused("The match is over.")
    if not isinstance(asked, Decision):
        raise Refused("Dice are being rolled.")
    offered = _offered(asked, option, unread) if side == asked.side else None
    if offered is not None:
        s.pending = s.notes = None
        try:
            s.agenda[-1].answer(s, offered)
        except GameOver as end:
            _finish(s, end)
            return True
        advance(s, dice, unread)
        return True
    standing = s.game.standing(s, side)
    if option not in standing:
        if side != asked.side:
            raise Refused(f"It is not the {s.game.sides[side].adjective} player's decision.")
        raise Refused("That is not a legal choice here.")
    option = standing[standing.index(option)]
    s.pending = s.notes = None
    try:
        if option == CONCEDE:
            raise GameOver(1 - side, "concession", ())
        s.game.act(s, side, option)
    except GameOver as end:
        _finish(s, end)
        return False
    advance(s, dice, unread)
    return False


def _offered(asked: Decision, option: Option, unread: bool) -> Option | None:
    """The option as it was offered: a number that came as `True` or `1.0` is the number again."""
    if unread and isinstance(asked, Later) and asked.offers(option):
        return option
    options = asked.options
    try:
        return options[options.index(option)]
    except ValueError:
        return None


def _finish(s: State, end: GameOver) -> None:
    s.winner = end.winner
    s.ending = end.ending
    s.pending = None
    s.agenda.clear()
    s.news += 1
    s.tell("game-over", end.winner, end.ending, cases=end.cases)

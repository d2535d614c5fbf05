"""Command `club`: administration of a club, also while it is served. Every act is audited."""

from __future__ import annotations

import argparse
import getpass
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.argument_types import Commands, Parser, add_db, command, place, whole
from grognard.kernel.flow import Refused

if TYPE_CHECKING:
    from grognard.club.config import Config
    from grognard.club.member import Member
    from grognard.store.members import Members
    from grognard.store.moderation import ModerationRecords

DAY = 86_400.0


def add(commands: Commands) -> None:
    """The commands of this module."""
    club = commands.add_parser("club", help="run a club: members, invitations, suspensions, reports, email")
    kinds = club.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=Parser)

    members = _one(kinds, "members", _members, "list members, all or by part of a name", "club members ann")
    members.add_argument("words", nargs="?", default="", metavar="LETTERS")
    made = _one(kinds, "add", _add, "add a member; asks for the password", "club add Ann --role owner")
    made.add_argument("name", metavar="NAME")
    made.add_argument("--role", action="append", default=[], metavar="R", help="owner, moderator or umpire")
    secret = _one(kinds, "password", _password, "set a new password; signs the member out", "club password Ann")
    secret.add_argument("name", metavar="NAME")
    role = _one(kinds, "role", _role, "give a member roles: owner, moderator, umpire, or none", "club role Ann owner")
    role.add_argument("name", metavar="NAME")
    role.add_argument("roles", nargs="+", metavar="R", help="owner, moderator, umpire, or none")
    ban = _one(kinds, "ban", _ban, "suspend a member", "club ban Ben --days 7 --why 'insults'", "club ban Ben --end")
    ban.add_argument("name", metavar="NAME")
    ban.add_argument("--days", type=whole(1, 3650), metavar="N", help="for this many days (default: permanently)")
    ban.add_argument("--why", default="", metavar="TEXT", help="the reason, shown to the member")
    ban.add_argument("--end", action="store_true", help="end the suspension")
    invite = _one(kinds, "invite", _invite, "make an invitation to sign up", "club invite --uses 20 --days 30")
    invite.add_argument("--uses", type=whole(1, 1000), default=1, metavar="N", help="number of uses (default: 1)")
    invite.add_argument("--days", type=whole(1, 3650), default=14, metavar="N", help="days it is valid (default: 14)")
    invite.add_argument("--note", default="", metavar="TEXT", help="whom it is for")
    _one(kinds, "invitations", _invitations, "list valid invitations", "club invitations")
    _one(kinds, "matches", _matches, "list the most recent matches", "club matches")
    reports = _one(kinds, "reports", _reports, "list reports by members, or settle one", "club reports",
                   "club reports --close 3f2a --answer 'talked to both'")  # fmt: skip
    reports.add_argument("--close", default="", metavar="ID", help="settle a report")
    reports.add_argument("--answer", default="", metavar="TEXT", help="how it was settled")
    ratings = _one(kinds, "ratings", _ratings, "list the highest ratings of a game, or recompute all ratings",
                   "club ratings iwojima", "club ratings --again")  # fmt: skip
    ratings.add_argument("game", nargs="?", default="", metavar="GAME")
    ratings.add_argument("--again", action="store_true", help="recompute all ratings from the results")
    event = _one(kinds, "tournament", _tournament, "list, announce, start or call off tournaments",
                 "club tournament", "club tournament --new 'Autumn Cup' --kind swiss --game iwojima --days 3",
                 "club tournament --start 3f2a9c0d11")  # fmt: skip
    event.add_argument("--new", default="", metavar="NAME", help="announce one under this name")
    event.add_argument("--kind", default="swiss", metavar="K", help="round-robin, swiss (default) or knock-out")
    event.add_argument("--game", default="", metavar="GAME")
    event.add_argument("--days", type=whole(1, 30), default=3, metavar="N", help="days for each move (default: 3)")
    event.add_argument("--most", type=whole(2, 256), default=0, metavar="N", help="begin by itself with so many")
    event.add_argument("--start", default="", metavar="ID", help="begin with those who have signed up")
    event.add_argument("--cancel", default="", metavar="ID", help="call it off; takes --why")
    event.add_argument("--why", default="", metavar="TEXT", help="the reason, which everybody can read")
    _one(kinds, "audit", _audit, "show the audit log", "club audit")
    mail = _one(kinds, "mail", _mail, "send a test email and report the result",
                "club mail ann@example.org --config club.toml")  # fmt: skip
    mail.add_argument("to", metavar="ADDRESS")
    _one(kinds, "statistics", _statistics, "count members and matches", "club statistics")


def _one(kinds: Commands, name: str, run: object, about: str, *example: str) -> Parser:
    parser = command(kinds, name, run, about, *example)  # type: ignore[arg-type]
    add_db(parser)
    parser.add_argument("--config", type=Path, metavar="FILE", help="the club's configuration file")
    return parser


def _config(chosen: argparse.Namespace) -> Config:
    from grognard.club import config

    return config.read(chosen.config) if chosen.config else config.Config()


def _store_of(chosen: argparse.Namespace) -> Path | str:
    """The store that the server would use."""
    from grognard.store import default_path

    named = _config(chosen).server.db
    return chosen.db or (place(named) if named else default_path())


@contextmanager
def _kept(chosen: argparse.Namespace) -> Iterator[tuple[Members, ModerationRecords]]:
    """The club's tables in the store that is meant."""
    from grognard.store import open_store, without_password
    from grognard.store.interface import StoreError

    db = _store_of(chosen)
    if isinstance(db, Path) and not db.exists() and chosen.what not in ("add", "invite"):
        raise Refused(f"There is no file {db}.")
    print(f"Store: {without_password(db)}", file=sys.stderr)  # apart from the answer, which programs read
    open_store(db).close()  # the tables as they should be
    from grognard.store.members import Members
    from grognard.store.moderation import ModerationRecords

    people, keep = Members(db), ModerationRecords(db)
    try:
        yield people, keep
    except StoreError as failed:
        raise Refused(str(failed)) from None
    finally:
        people.close()
        keep.close()


def _named(people: Members, name: str) -> Member:
    member = people.named(name)
    if member is None:
        raise Refused(f"There is no member {name}.")
    return member


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))


def _members(chosen: argparse.Namespace) -> int:
    with _kept(chosen) as (people, _):
        last = ""
        while rows := people.search(chosen.words, last):
            for member in rows:
                more = [*member.roles, *(["suspended"] if member.is_suspended(time.time()) else [])]
                print(f"{member.name}  (since {_day(member.since)[:10]}{''.join(f', {word}' for word in more)})")
            last = rows[-1].name
    return 0


def _new_password() -> str:
    from grognard.club import passwords

    if not sys.stdin.isatty():
        return passwords.hashed(passwords.accepted(sys.stdin.readline().rstrip("\n")))
    given = passwords.accepted(getpass.getpass("Password: "))
    if getpass.getpass("The same password again: ") != given:
        raise Refused("These are two different passwords; nothing has changed.")
    return passwords.hashed(given)


def _roles(given: list[str]) -> str:
    from grognard.club.member import ROLES

    wanted = [] if given == ["none"] else given
    for role in wanted:
        if role not in ROLES:
            raise Refused(f"There is no role {role!r}: {', '.join(ROLES)}, or none.")
    return " ".join(role for role in ROLES if role in wanted)


def _add(chosen: argparse.Namespace) -> int:
    from grognard.club import member_names
    from grognard.store.members import TakenError
    from grognard.store.moderation import noted

    roles, name = _roles(chosen.role), member_names.accepted(chosen.name)
    with _kept(chosen) as (people, _):
        try:
            people.add(
                name, _new_password(), roles=roles, follows=lambda made: [noted("", "member added", made.id, roles)]
            )
        except TakenError:
            raise Refused(f"Another member is called {name}, or has a name that looks the same.") from None
    print(f"{name} is a member{f' ({roles})' if roles else ''}.")
    return 0


def _password(chosen: argparse.Namespace) -> int:
    from grognard.store.moderation import noted

    with _kept(chosen) as (people, _):
        member = _named(people, chosen.name)
        people.new_secret(member.id, _new_password(), also=[noted("", "password set", member.id)])
    print(f"{member.name} has a new password and is signed out everywhere; the tokens of their programs have ended.")
    return 0


def _role(chosen: argparse.Namespace) -> int:
    from grognard.store.moderation import noted

    roles = _roles(chosen.roles)
    with _kept(chosen) as (people, _):
        member = _named(people, chosen.name)
        people.change(member.id, [noted("", "roles", member.id, roles or "none")], roles=roles)
    print(f"{member.name} is {roles.replace(' ', ', ')} now." if roles else f"{member.name} has no role now.")
    return 0


def _ban(chosen: argparse.Namespace) -> int:
    from grognard.club.member import FOR_EVER
    from grognard.store.members import signed_out
    from grognard.store.moderation import noted

    with _kept(chosen) as (people, _):
        member = _named(people, chosen.name)
        until = 0.0 if chosen.end else time.time() + chosen.days * DAY if chosen.days else FOR_EVER
        length = "ended" if chosen.end else f"for {chosen.days} days" if chosen.days else "for good"
        also = [noted("", "suspension", member.id, f"{length}: {chosen.why}"), *([signed_out(member.id)] * bool(until))]
        people.change(member.id, also, banned=until, why="" if chosen.end else chosen.why[:200])
    print(f"{member.name}: suspension {length}.")
    return 0


def _invite(chosen: argparse.Namespace) -> int:
    from grognard.store.moderation import noted

    with _kept(chosen) as (people, _):
        said = f"{chosen.uses} uses: {chosen.note}"
        code, _ = people.invite(
            "", chosen.note[:100], chosen.uses, chosen.days, lambda made: [noted("", "invitation", made.id, said)]
        )
    print(f"{_config(chosen).house.address.rstrip('/')}/#sign-up={code}")
    return 0


def _invitations(chosen: argparse.Namespace) -> int:
    with _kept(chosen) as (people, _):
        for each in people.invitations():
            print(f"{each.id}  {each.uses} left, until {_day(each.until)} UTC{f', {each.note}' if each.note else ''}")
    return 0


def _matches(chosen: argparse.Namespace) -> int:
    from grognard.store import open_store
    from grognard.store.lobby import Lobby

    with _kept(chosen) as (people, _):
        store = open_store(_store_of(chosen))
        try:
            rows = store.recent(40).result()
        finally:
            store.close()
        ended = Lobby(people).ended([row.id for row in rows])
        for row in rows:
            over = row.id in ended or row.standing.status != "open"
            waits = "over" if over else f"waits for {row.standing.decides}"
            print(f"{row.id}  {row.header['game']}, turn {row.standing.turn}, {waits}, {_day(row.updated)} UTC")
        if not rows:
            print("There are no matches yet.")
    return 0


def _reports(chosen: argparse.Namespace) -> int:
    from grognard.club.member import shown_name

    with _kept(chosen) as (people, keep):
        if chosen.close:
            if not keep.close_report(chosen.close, "", chosen.answer):
                raise Refused(f"There is no open report {chosen.close}.")
            print(f"Report {chosen.close} is settled.")
            return 0
        for row in keep.reports():
            who = f"{shown_name(people.member(row.by))} about {shown_name(people.member(row.against))}"
            print(f"{row.id}  {_day(row.made)} UTC, {who}, match {row.match or 'none'}: {row.why}")
    return 0


def _ratings(chosen: argparse.Namespace) -> int:
    from grognard import games
    from grognard.club.member import shown_name
    from grognard.store.moderation import noted
    from grognard.store.results import Results

    if not chosen.again and not chosen.game:
        raise Refused("Name a game, or say --again.")
    game = games.about(chosen.game) if chosen.game else None
    with _kept(chosen) as (people, _):
        results = Results(people)
        if chosen.again:
            count = results.again(lambda count: [noted("", "ratings computed again", "", f"{count} results")])
            print(f"All ratings are computed again, from {count:,} {'result' if count == 1 else 'results'}.")
        for who, rating in results.leaders(game.id) if game is not None else ():
            name = f"{who.removeprefix('bot:')} (bot)" if who.startswith("bot:") else shown_name(people.member(who))
            guess = ", provisional" if rating.provisional else ""
            print(f"{rating.value:.0f} ± {2 * rating.deviation:.0f}  {name}, {rating.games} games{guess}")
    return 0


def _audit(chosen: argparse.Namespace) -> int:
    from grognard.club import audit_sentences
    from grognard.club.member import shown_name

    with _kept(chosen) as (people, keep):
        for row in keep.acts():
            by = shown_name(people.member(row.by)) if row.by else ""
            found = people.member(row.subject)
            whom = shown_name(found) if found else row.subject
            print(f"{_day(row.at)} UTC  {audit_sentences.sentence(row.act, by, whom, row.detail)}")
    return 0


def _mail(chosen: argparse.Namespace) -> int:
    from grognard.club import emails
    from grognard.server.club.notification_delivery import try_email

    config = _config(chosen)
    if not config.mail.host:
        raise Refused("No mail server is configured: set `[mail]` in the file given with --config.")
    problem = try_email(config, emails.address(chosen.to))
    print(problem or f"{config.mail.host} has taken a test email to {chosen.to}.")
    return 1 if problem else 0


def _statistics(chosen: argparse.Namespace) -> int:
    with _kept(chosen) as (people, keep):
        for name, value in (people.standing() | keep.matches()).items():
            print(f"{name.replace('_', ' ')}: {value:,}")
    return 0


def _tournament(chosen: argparse.Namespace) -> int:
    from grognard import games
    from grognard.club import tournaments as rules
    from grognard.club.clock import Days
    from grognard.store.moderation import noted
    from grognard.store.results import Results
    from grognard.store.tournaments import Ruled, Tournaments

    with _kept(chosen) as (people, _):
        store = Tournaments(people)
        if chosen.new:
            pace = Days(days=chosen.days, reserve=0, vacation=0)
            wanted = rules.Wanted(name=chosen.new, kind=chosen.kind, game=chosen.game, pace=pace, most=chosen.most)
            made = store.create(rules.check(wanted, games.load(chosen.game), time.time()), "")
            print(f"{made.id}  {made.name} is announced: /tournaments/{made.id}")
        elif chosen.start:
            one = store.one(chosen.start)
            entrants = [each.member for each in store.entrants(chosen.start) if not each.waits]
            if one is None or len(entrants) < rules.LEAST:
                raise Refused(f"There is no such tournament, or fewer than {rules.LEAST} have signed up.")
            ratings = Results(people).ratings(entrants)
            value = {who: ratings[who, one.game].value if (who, one.game) in ratings else 0.0 for who in entrants}
            record = [noted("", "tournament begun", one.id, one.name)]
            if not store.start(one.id, sorted(entrants, key=lambda who: -value[who]), record):
                raise Refused("It has already started or is over.")
            print(f"{one.name} has started; the server is pairing the first round.")
        elif chosen.cancel:
            ruled, record = Ruled("", rules.reason(chosen.why)), [noted("", "tournament called off", chosen.cancel)]
            if not store.cancel(chosen.cancel, ruled, record):
                raise Refused("There is no such tournament, or it is over.")
            print("The tournament is called off.")
        else:
            found = store.listed()
            sizes = store.sizes([each.id for each in found])
            for each in found:
                kind = rules.KINDS[each.kind]
                print(f"{each.id}  {each.name}  ({kind}, {each.game}, {sizes.get(each.id, 0)} players, {each.status})")
    return 0

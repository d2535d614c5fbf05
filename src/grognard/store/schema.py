"""Table definitions for every engine. `tables.sql`, used for new files, is written from this; a test compares them.

Only migrations and tests load this: at home SQLAlchemy stays where it is, because reading it in takes longer than
starting the server.
"""

from __future__ import annotations

from sqlalchemy import REAL, BigInteger, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlalchemy.types import TypeEngine

WIDE = BigInteger().with_variant(Integer(), "sqlite")
TIME: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")

tables = MetaData()

matches = Table(
    "matches",
    tables,
    Column("id", Text, primary_key=True),
    Column("header", Text, nullable=False, comment="JSON, secrets included"),
    Column("tokens", Text, nullable=False, comment="JSON: side id to the token of its human seat"),
    Column("opening", Text, nullable=False, comment="rolls before the first decision"),
    Column("turn", Integer, nullable=False),
    Column("status", Text, nullable=False, comment="open, over"),
    Column("decides", Text, nullable=False, comment="side id, or empty"),
    Column("revision", WIDE, nullable=False),
    Column("updated", TIME, nullable=False),
    Column("length", Integer, nullable=False, server_default="0", comment="decisions"),
    Column("head", WIDE, nullable=False, server_default="0", comment="checksum of what is fixed"),
    Column("mark", WIDE, nullable=False, server_default="0", comment="checksum of what moves"),
    sqlite_strict=True,
)
decisions = Table(
    "decisions",
    tables,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("side", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("rolls", Text, nullable=False),
    Column("sum", WIDE, nullable=False, server_default="0", comment="checksum, that of the decision before included"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
recent = Index("recent", matches.c.updated)
commitments = Table(
    "commitments",
    tables,
    Column("commitment", Text, primary_key=True),
    Column("secret", Text, nullable=False, comment="in hex, until a match takes it or its time is over"),
    Column("made", TIME, nullable=False),
    sqlite_strict=True,
)
makers = Table(
    "makers",
    tables,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("maker", Text, primary_key=True, comment="digest of a browser's key or of an address"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
made_by = Index("made_by", makers.c.maker)


# --- people; empty at home

members = Table(
    "members",
    tables,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, comment="empty for those who have left"),
    Column("skeleton", Text, nullable=False, unique=True, comment="see grognard.club.member_names"),
    Column("capitals", Text, nullable=False, unique=True),
    Column("key", Text, nullable=False, comment="their seats are made of it; nobody shows it"),
    Column("secret", Text, nullable=False, comment="the password as Argon2id"),
    Column("kind", Text, nullable=False, comment="person, program"),
    Column("roles", Text, nullable=False, comment="separated by spaces"),
    Column("email", Text, nullable=False),
    Column("verified", Integer, nullable=False, comment="1 when the address is known to be theirs"),
    Column("since", TIME, nullable=False),
    Column("banned", TIME, nullable=False, comment="suspended until then"),
    Column("why", Text, nullable=False),
    Column("gone", TIME, nullable=False, comment="when they left; 0 for a present member"),
    Column("mail", Text, nullable=False, server_default="each", comment="off, each, daily"),
    Column("reminders", Integer, nullable=False, server_default="1"),
    Column("webhook", Text, nullable=False, server_default="", comment="JSON: shape and url"),
    Column("digest", TIME, nullable=False, server_default="0", comment="when the last daily letter was made"),
    Column("announcements", Integer, nullable=False, server_default="0", comment="1: told of new tournaments"),
    Column("alike", Text, nullable=False, server_default="", index=True, comment="confusable by Unicode's tables"),
    Column("drawn", Text, nullable=False, server_default="", index=True, comment="the same, as it is written"),
    sqlite_strict=True,
)
sessions = Table(
    "sessions",
    tables,
    Column("id", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("digest", Text, nullable=False, unique=True, comment="of what the cookie holds"),
    Column("made", TIME, nullable=False),
    Column("seen", TIME, nullable=False),
    Column("device", Text, nullable=False),
    sqlite_strict=True,
)
member_tokens = Table(
    "member_tokens",
    tables,
    Column("id", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False, comment="separated by spaces"),
    Column("made", TIME, nullable=False),
    Column("seen", TIME, nullable=False),
    sqlite_strict=True,
)
codes = Table(
    "codes",
    tables,
    Column("digest", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("purpose", Text, nullable=False, comment="verify, reset, unsubscribe"),
    Column("value", Text, nullable=False, comment="the mail address that is verified"),
    Column("until", TIME, nullable=False),
    sqlite_strict=True,
)
invitations = Table(
    "invitations",
    tables,
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("by", Text, nullable=False, comment="a member's id, or empty for the owner's command"),
    Column("note", Text, nullable=False),
    Column("uses", Integer, nullable=False, comment="that are left"),
    Column("made", TIME, nullable=False),
    Column("until", TIME, nullable=False),
    sqlite_strict=True,
)
pushes = Table(
    "pushes",
    tables,
    Column("id", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("made", TIME, nullable=False),
    sqlite_strict=True,
)
notices = Table(
    "notices",
    tables,
    Column("id", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("facts", Text, nullable=False, comment="JSON; never a secret"),
    Column("made", TIME, nullable=False),
    Column("due", TIME, nullable=False, index=True, comment="0 when it was sent on or dropped"),
    Column("digested", Integer, nullable=False, server_default="0", comment="1 while it waits for the daily letter"),
    sqlite_strict=True,
)
deliveries = Table(
    "deliveries",
    tables,
    Column("id", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("notice", Text, nullable=False),
    Column("way", Text, nullable=False, comment="mail, push, webhook"),
    Column("target", Text, nullable=False, comment="a push's id; empty for the others"),
    Column("body", Text, nullable=False, comment="JSON: what is sent"),
    Column("due", TIME, nullable=False, index=True, comment="0 when it is done or given up"),
    Column("tries", Integer, nullable=False),
    Column("by", Text, nullable=False, comment="who is at it; its lease is `due`"),
    Column("outcome", Text, nullable=False),
    sqlite_strict=True,
)
sights = Table(
    "sights",
    tables,
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("match", Text, primary_key=True),
    Column("revision", WIDE, nullable=False),
    Column("at", TIME, nullable=False),
    sqlite_strict=True,
)
reports = Table(
    "reports",
    tables,
    Column("id", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("against", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("n", Integer, nullable=False, comment="the line of talk; 0 for none"),
    Column("why", Text, nullable=False),
    Column("made", TIME, nullable=False),
    Column("closed", TIME, nullable=False),
    Column("closed_by", Text, nullable=False),
    Column("answer", Text, nullable=False),
    sqlite_strict=True,
)
audit = Table(
    "audit",
    tables,
    Column("id", Text, primary_key=True, comment="in the order of time"),
    Column("at", TIME, nullable=False, index=True),
    Column("by", Text, nullable=False, comment="a member's id, or empty for the owner's command"),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("detail", Text, nullable=False),
    sqlite_strict=True,
)
club_facts = Table(
    "club_facts",
    tables,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False, comment="push keys and the like, secrets included"),
    sqlite_strict=True,
)


# --- the lobby, and what a club keeps of a match; empty at home

lobby = Table(
    "lobby",
    tables,
    Column("id", Text, primary_key=True),
    Column("by", Text, nullable=False, index=True, comment="a member's id; empty for a guest"),
    Column("key", Text, nullable=False, comment="digest of a guest's key; their seat is made of it"),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("side", Text, nullable=False, comment="of who opened it; empty: by lot"),
    Column("rated", Integer, nullable=False),
    Column("pace", Text, nullable=False, comment="JSON, see grognard.club.clock"),
    Column("low", TIME, nullable=False),
    Column("high", TIME, nullable=False),
    Column("to", Text, nullable=False, index=True, comment="who is challenged; empty: anybody"),
    Column("digest", Text, nullable=False, comment="of the code in a private table's link; empty: listed"),
    Column("both", Integer, nullable=False, comment="1: two matches, one with each side"),
    Column("match", Text, nullable=False, comment="whose empty seat is offered; empty: a new match"),
    Column("watch", Integer, nullable=False, comment="1: anybody may watch"),
    Column("made", TIME, nullable=False),
    Column("status", Text, nullable=False, index=True, comment="open, joined, declined, withdrawn"),
    sqlite_strict=True,
)
club_matches = Table(
    "club_matches",
    tables,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("rated", Integer, nullable=False),
    Column("watch", Integer, nullable=False, comment="1: anybody may watch"),
    Column("pace", Text, nullable=False, comment="JSON"),
    Column("clock", Text, nullable=False, comment="JSON; empty without one"),
    Column("pair", Text, nullable=False, comment="the other match, where both sides are played"),
    Column("again", Text, nullable=False, comment="the rematch"),
    Column("draw", Text, nullable=False, comment="the side that offers one"),
    Column("asks", Text, nullable=False, comment="the side that is asked, as far as the club has heard"),
    Column("since", TIME, nullable=False, comment="since when"),
    Column("made", TIME, nullable=False),
    Column("due", TIME, nullable=False, index=True, comment="when the clock must be looked at; 0: never"),
    Column("warned", TIME, nullable=False),
    Column("status", Text, nullable=False, index=True, comment="open, over"),
    Column("how", Text, nullable=False, comment="see grognard.club.match_endings"),
    Column("winner", Text, nullable=False, comment="a side; empty: nobody"),
    Column("ended", TIME, nullable=False),
    Column("revision", WIDE, nullable=False),
    sqlite_strict=True,
)
seats = Table(
    "seats",
    tables,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("member", Text, nullable=False, index=True, comment="a member's id, bot:NAME, or empty for a guest"),
    sqlite_strict=True,
)
results = Table(
    "results",
    tables,
    Column("n", WIDE, primary_key=True, autoincrement=False, comment="the order in which they count"),
    Column("match", Text, nullable=False, unique=True),
    Column("at", TIME, nullable=False),
    Column("game", Text, nullable=False, index=True),
    Column("scenario", Text, nullable=False),
    Column("first", Text, nullable=False, index=True, comment="who played the first side"),
    Column("second", Text, nullable=False, index=True),
    Column("score", TIME, nullable=False, comment="of the first"),
    Column("how", Text, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("first_after", TIME, nullable=False, comment="the rating after it; 0 when it does not count"),
    Column("second_after", TIME, nullable=False),
    sqlite_strict=True,
)
ratings = Table(
    "ratings",
    tables,
    Column("member", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("value", TIME, nullable=False),
    Column("deviation", TIME, nullable=False),
    Column("volatility", TIME, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", TIME, nullable=False),
    sqlite_strict=True,
)
chat = Table(
    "talk",
    tables,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("room", Text, nullable=False, comment="players, watchers"),
    Column("by", Text, nullable=False, comment="a member's id; empty for a guest"),
    Column("side", Text, nullable=False, comment="the seat from which it was said; empty for a watcher"),
    Column("at", TIME, nullable=False),
    Column("text", Text, nullable=False),
    Column("hidden", Text, nullable=False, comment="the moderator who hid it"),
    sqlite_strict=True,
)
notes = Table(
    "notes",
    tables,
    Column("match", Text, primary_key=True),
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    sqlite_strict=True,
)
blocks = Table(
    "blocks",
    tables,
    Column("member", Text, ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("other", Text, primary_key=True),
    sqlite_strict=True,
)
standstills = Table(
    "standstills",
    tables,
    Column("start", TIME, primary_key=True, comment="the server was down from then"),
    Column("end", TIME, nullable=False),
    sqlite_strict=True,
)
spectators = Table(
    "watchers",
    tables,
    Column("match", Text, primary_key=True),
    Column("by", Text, primary_key=True, comment="the process that counts them"),
    Column("number", Integer, nullable=False),
    Column("at", TIME, nullable=False),
    sqlite_strict=True,
)

tournaments = Table(
    "tournaments",
    tables,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False, comment="round-robin, swiss, knock-out"),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("pace", Text, nullable=False, comment="JSON"),
    Column("rated", Integer, nullable=False),
    Column("most", Integer, nullable=False, comment="entrants with which it starts by itself; 0: the keeper starts it"),
    Column("rounds", Integer, nullable=False, comment="of a Swiss; 0: as many as find one winner"),
    Column("by", Text, nullable=False, comment="a member's id, or empty for the owner's command"),
    Column("made", TIME, nullable=False),
    Column("started", TIME, nullable=False),
    Column("ended", TIME, nullable=False),
    Column("status", Text, nullable=False, index=True, comment="open, running, over, cancelled"),
    Column("round", Integer, nullable=False, comment="the one that is being played"),
    Column("text", Text, nullable=False, server_default="", comment="the announcement"),
    Column("closes", TIME, nullable=False, server_default="0", comment="when entries close; 0: when it starts"),
    Column("begins", TIME, nullable=False, server_default="0", comment="when it starts by itself; 0: never"),
    Column("daily", Integer, nullable=False, server_default="0", comment="games a day that are expected; 0: not said"),
    Column("accelerated", Integer, nullable=False, server_default="0", comment="1: a Swiss with Baku acceleration"),
    Column("decider", Text, nullable=False, server_default="seed", comment="of a tied knock-out: seed, time"),
    Column("reminded", Integer, nullable=False, server_default="0", comment="1: told that entries close soon"),
    sqlite_strict=True,
)
entrants = Table(
    "entrants",
    tables,
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("member", Text, primary_key=True),
    Column("at", TIME, nullable=False),
    Column("seed", Integer, nullable=False, comment="by strength when it started"),
    Column("gone", TIME, nullable=False, comment="when they withdrew after the start; 0: they play"),
    Column("waits", Integer, nullable=False, server_default="0", comment="1: a substitute who does not play yet"),
    Column("since", Integer, nullable=False, server_default="0", comment="the first round of a late entrant"),
    Column("instead", Text, nullable=False, server_default="", comment="whose place they have taken"),
    sqlite_strict=True,
)
pairings = Table(
    "pairings",
    tables,
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False, comment="empty: nobody"),
    Column("match", Text, nullable=False, index=True, comment="in which the first has the first side"),
    Column("other", Text, nullable=False, index=True, comment="with sides exchanged"),
    Column("score", TIME, nullable=False, comment="of the first, out of two; -1 while they play"),
    Column("forfeit", Integer, nullable=False),
    Column("lease", TIME, nullable=False, comment="until then a process is about to make its matches"),
    Column("third", Text, nullable=False, server_default="", index=True, comment="the match that decides a tie"),
    Column("decided", Text, nullable=False, server_default="", comment="who won it"),
    sqlite_strict=True,
)
rulings = Table(
    "rulings",
    tables,
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", TIME, nullable=False),
    Column("by", Text, nullable=False, comment="a member's id; empty for the club itself"),
    Column("act", Text, nullable=False, comment="see grognard.club.tournaments.RULINGS"),
    Column("subject", Text, nullable=False, comment="a member's id, or empty"),
    Column("other", Text, nullable=False, comment="another's, or empty"),
    Column("detail", Text, nullable=False),
    Column("why", Text, nullable=False, comment="what all can read"),
    sqlite_strict=True,
)
wrong = Table(
    "wrong",
    tables,
    Column("owner", Text, primary_key=True, comment="digest of a name, an address or both"),
    Column("tokens", TIME, nullable=False, comment="tries that are left"),
    Column("at", TIME, nullable=False),
    sqlite_strict=True,
)


def statements(engine: str) -> str:
    """The tables as an engine makes them."""
    dialect = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect}[engine]()
    made: list[ExecutableDDLElement] = []
    for table in tables.sorted_tables:
        made.append(CreateTable(table))
        made += [CreateIndex(index) for index in sorted(table.indexes, key=lambda index: str(index.name))]
    text = "\n".join(str(each.compile(dialect=dialect)).strip() + ";" for each in made).replace("\t", "    ")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"

CREATE TABLE audit (
    id TEXT NOT NULL,
    at REAL NOT NULL,
    "by" TEXT NOT NULL,
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;
CREATE INDEX ix_audit_at ON audit (at);
CREATE TABLE club_facts (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
)
 STRICT;
CREATE TABLE commitments (
    commitment TEXT NOT NULL,
    secret TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (commitment)
)
 STRICT;
CREATE TABLE invitations (
    id TEXT NOT NULL,
    digest TEXT NOT NULL,
    "by" TEXT NOT NULL,
    note TEXT NOT NULL,
    uses INTEGER NOT NULL,
    made REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (digest)
)
 STRICT;
CREATE TABLE lobby (
    id TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    side TEXT NOT NULL,
    rated INTEGER NOT NULL,
    pace TEXT NOT NULL,
    low REAL NOT NULL,
    high REAL NOT NULL,
    "to" TEXT NOT NULL,
    digest TEXT NOT NULL,
    both INTEGER NOT NULL,
    "match" TEXT NOT NULL,
    watch INTEGER NOT NULL,
    made REAL NOT NULL,
    status TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;
CREATE INDEX ix_lobby_by ON lobby ("by");
CREATE INDEX ix_lobby_status ON lobby (status);
CREATE INDEX ix_lobby_to ON lobby ("to");
CREATE TABLE matches (
    id TEXT NOT NULL,
    header TEXT NOT NULL,
    tokens TEXT NOT NULL,
    opening TEXT NOT NULL,
    turn INTEGER NOT NULL,
    status TEXT NOT NULL,
    decides TEXT NOT NULL,
    revision INTEGER NOT NULL,
    updated REAL NOT NULL,
    length INTEGER DEFAULT '0' NOT NULL,
    head INTEGER DEFAULT '0' NOT NULL,
    mark INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;
CREATE INDEX recent ON matches (updated);
CREATE TABLE members (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    skeleton TEXT NOT NULL,
    capitals TEXT NOT NULL,
    "key" TEXT NOT NULL,
    secret TEXT NOT NULL,
    kind TEXT NOT NULL,
    roles TEXT NOT NULL,
    email TEXT NOT NULL,
    verified INTEGER NOT NULL,
    since REAL NOT NULL,
    banned REAL NOT NULL,
    why TEXT NOT NULL,
    gone REAL NOT NULL,
    mail TEXT DEFAULT 'each' NOT NULL,
    reminders INTEGER DEFAULT '1' NOT NULL,
    webhook TEXT DEFAULT '' NOT NULL,
    digest REAL DEFAULT '0' NOT NULL,
    announcements INTEGER DEFAULT '0' NOT NULL,
    alike TEXT DEFAULT '' NOT NULL,
    drawn TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (skeleton),
    UNIQUE (capitals)
)
 STRICT;
CREATE INDEX ix_members_alike ON members (alike);
CREATE INDEX ix_members_drawn ON members (drawn);
CREATE TABLE ratings (
    member TEXT NOT NULL,
    game TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (member, game)
)
 STRICT;
CREATE TABLE reports (
    id TEXT NOT NULL,
    "by" TEXT NOT NULL,
    against TEXT NOT NULL,
    "match" TEXT NOT NULL,
    n INTEGER NOT NULL,
    why TEXT NOT NULL,
    made REAL NOT NULL,
    closed REAL NOT NULL,
    closed_by TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;
CREATE TABLE results (
    n INTEGER NOT NULL,
    "match" TEXT NOT NULL,
    at REAL NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    score REAL NOT NULL,
    how TEXT NOT NULL,
    rated INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    first_after REAL NOT NULL,
    second_after REAL NOT NULL,
    PRIMARY KEY (n),
    UNIQUE ("match")
)
 STRICT;
CREATE INDEX ix_results_first ON results (first);
CREATE INDEX ix_results_game ON results (game);
CREATE INDEX ix_results_second ON results (second);
CREATE TABLE standstills (
    start REAL NOT NULL,
    "end" REAL NOT NULL,
    PRIMARY KEY (start)
)
 STRICT;
CREATE TABLE talk (
    "match" TEXT NOT NULL,
    n INTEGER NOT NULL,
    room TEXT NOT NULL,
    "by" TEXT NOT NULL,
    side TEXT NOT NULL,
    at REAL NOT NULL,
    text TEXT NOT NULL,
    hidden TEXT NOT NULL,
    PRIMARY KEY ("match", n)
)
 STRICT;
CREATE TABLE tournaments (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL,
    most INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    made REAL NOT NULL,
    started REAL NOT NULL,
    ended REAL NOT NULL,
    status TEXT NOT NULL,
    round INTEGER NOT NULL,
    text TEXT DEFAULT '' NOT NULL,
    closes REAL DEFAULT '0' NOT NULL,
    begins REAL DEFAULT '0' NOT NULL,
    daily INTEGER DEFAULT '0' NOT NULL,
    accelerated INTEGER DEFAULT '0' NOT NULL,
    decider TEXT DEFAULT 'seed' NOT NULL,
    reminded INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;
CREATE INDEX ix_tournaments_status ON tournaments (status);
CREATE TABLE watchers (
    "match" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY ("match", "by")
)
 STRICT;
CREATE TABLE wrong (
    owner TEXT NOT NULL,
    tokens REAL NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (owner)
)
 STRICT;
CREATE TABLE blocks (
    member TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (member, other),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
)
 STRICT;
CREATE TABLE club_matches (
    "match" TEXT NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    rated INTEGER NOT NULL,
    watch INTEGER NOT NULL,
    pace TEXT NOT NULL,
    clock TEXT NOT NULL,
    pair TEXT NOT NULL,
    again TEXT NOT NULL,
    draw TEXT NOT NULL,
    asks TEXT NOT NULL,
    since REAL NOT NULL,
    made REAL NOT NULL,
    due REAL NOT NULL,
    warned REAL NOT NULL,
    status TEXT NOT NULL,
    how TEXT NOT NULL,
    winner TEXT NOT NULL,
    ended REAL NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY ("match"),
    FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 STRICT;
CREATE INDEX ix_club_matches_due ON club_matches (due);
CREATE INDEX ix_club_matches_status ON club_matches (status);
CREATE TABLE codes (
    digest TEXT NOT NULL,
    member TEXT NOT NULL,
    purpose TEXT NOT NULL,
    value TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (digest),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
)
 STRICT;
CREATE INDEX ix_codes_member ON codes (member);
CREATE TABLE decisions (
    "match" TEXT NOT NULL,
    n INTEGER NOT NULL,
    side INTEGER NOT NULL,
    words TEXT NOT NULL,
    rolls TEXT NOT NULL,
    sum INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY ("match", n),
    FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE deliveries (
    id TEXT NOT NULL,
    member TEXT NOT NULL,
    notice TEXT NOT NULL,
    way TEXT NOT NULL,
    target TEXT NOT NULL,
    body TEXT NOT NULL,
    due REAL NOT NULL,
    tries INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
)
 STRICT;
CREATE INDEX ix_deliveries_due ON deliveries (due);
CREATE INDEX ix_deliveries_member ON deliveries (member);
CREATE TABLE entrants (
    tournament TEXT NOT NULL,
    member TEXT NOT NULL,
    at REAL NOT NULL,
    seed INTEGER NOT NULL,
    gone REAL NOT NULL,
    waits INTEGER DEFAULT '0' NOT NULL,
    since INTEGER DEFAULT '0' NOT NULL,
    "instead" TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (tournament, member),
    FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE
)
 STRICT;
CREATE TABLE makers (
    "match" TEXT NOT NULL,
    maker TEXT NOT NULL,
    PRIMARY KEY ("match", maker),
    FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX made_by ON makers (maker);
CREATE TABLE member_tokens (
    id TEXT NOT NULL,
    member TEXT NOT NULL,
    digest TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made REAL NOT NULL,
    seen REAL NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE,
    UNIQUE (digest)
)
 STRICT;
CREATE INDEX ix_member_tokens_member ON member_tokens (member);
CREATE TABLE notes (
    "match" TEXT NOT NULL,
    member TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY ("match", member),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
)
 STRICT;
CREATE TABLE notices (
    id TEXT NOT NULL,
    member TEXT NOT NULL,
    kind TEXT NOT NULL,
    "match" TEXT NOT NULL,
    facts TEXT NOT NULL,
    made REAL NOT NULL,
    due REAL NOT NULL,
    digested INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
)
 STRICT;
CREATE INDEX ix_notices_due ON notices (due);
CREATE INDEX ix_notices_member ON notices (member);
CREATE TABLE pairings (
    tournament TEXT NOT NULL,
    round INTEGER NOT NULL,
    n INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    "match" TEXT NOT NULL,
    other TEXT NOT NULL,
    score REAL NOT NULL,
    forfeit INTEGER NOT NULL,
    lease REAL NOT NULL,
    third TEXT DEFAULT '' NOT NULL,
    decided TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (tournament, round, n),
    FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE
)
 STRICT;
CREATE INDEX ix_pairings_match ON pairings ("match");
CREATE INDEX ix_pairings_other ON pairings (other);
CREATE INDEX ix_pairings_third ON pairings (third);
CREATE TABLE pushes (
    id TEXT NOT NULL,
    member TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    device TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE,
    UNIQUE (endpoint)
)
 STRICT;
CREATE INDEX ix_pushes_member ON pushes (member);
CREATE TABLE rulings (
    tournament TEXT NOT NULL,
    n INTEGER NOT NULL,
    at REAL NOT NULL,
    "by" TEXT NOT NULL,
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    other TEXT NOT NULL,
    detail TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (tournament, n),
    FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE
)
 STRICT;
CREATE TABLE seats (
    "match" TEXT NOT NULL,
    side TEXT NOT NULL,
    member TEXT NOT NULL,
    PRIMARY KEY ("match", side),
    FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 STRICT;
CREATE INDEX ix_seats_member ON seats (member);
CREATE TABLE sessions (
    id TEXT NOT NULL,
    member TEXT NOT NULL,
    digest TEXT NOT NULL,
    made REAL NOT NULL,
    seen REAL NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE,
    UNIQUE (digest)
)
 STRICT;
CREATE INDEX ix_sessions_member ON sessions (member);
CREATE TABLE sights (
    member TEXT NOT NULL,
    "match" TEXT NOT NULL,
    revision INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (member, "match"),
    FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
)
 STRICT;

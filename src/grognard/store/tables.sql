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
    PRIMARY KEY (id),
    UNIQUE (skeleton),
    UNIQUE (capitals)
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

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
CREATE INDEX recent ON matches (updated);

-- Reports that are asked for, in the making, and made.
CREATE TABLE reports (
    -- In the order in which they came.
    number  INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    id      TEXT    NOT NULL UNIQUE,
    -- 0: somebody waits for it. 1: bulk.
    rank    INTEGER NOT NULL CHECK (rank IN (0, 1)),
    -- Who asked, and for what: until it is over.
    client  TEXT,
    task    TEXT,
    status  TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'given_up')),
    tries   INTEGER NOT NULL DEFAULT 0,
    -- How many have taken it: who speaks of it must know this number.
    claims  INTEGER NOT NULL DEFAULT 0,
    percent INTEGER NOT NULL DEFAULT 0,
    -- From when on it may be taken: after a pause, or when whoever has it was not heard of any more.
    due     INTEGER,
    -- When it was over, and how: the report, or why there is none.
    ended   INTEGER,
    outcome TEXT,
    CHECK ((due IS NULL) = (status IN ('done', 'given_up'))),
    CHECK ((ended IS NULL) = (status IN ('waiting', 'running')))
) STRICT;

CREATE INDEX reports_open ON reports (rank, number) WHERE due IS NOT NULL;
CREATE INDEX reports_by_status ON reports (status);
CREATE INDEX reports_ended ON reports (ended) WHERE ended IS NOT NULL;

-- What searches found out about positions in their canonical form.
CREATE TABLE findings (
    number     INTEGER NOT NULL PRIMARY KEY,
    position   TEXT    NOT NULL,
    -- How many plies were to be looked ahead, and within how many milliseconds: the largest number if that was not limited.
    plies      INTEGER NOT NULL,
    patience   INTEGER NOT NULL,
    -- In steps of 1/32 of a disc, for the side to move.
    score      INTEGER NOT NULL,
    best       TEXT    NOT NULL,
    depth      INTEGER NOT NULL,
    confidence INTEGER NOT NULL,
    exact      INTEGER NOT NULL CHECK (exact IN (0, 1)),
    millis     INTEGER NOT NULL,
    UNIQUE (position, plies)
) STRICT;

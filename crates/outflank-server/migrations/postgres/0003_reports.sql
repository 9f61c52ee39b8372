-- Reports that are asked for, in the making, and made.
CREATE TABLE reports (
    -- In the order in which they came.
    number  BIGINT  NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id      TEXT    NOT NULL COLLATE "C" UNIQUE,
    -- 0: somebody waits for it. 1: bulk.
    rank    INTEGER NOT NULL CHECK (rank IN (0, 1)),
    -- Who asked, and for what: until it is over.
    client  TEXT,
    task    TEXT,
    status  TEXT    NOT NULL COLLATE "C" CHECK (status IN ('waiting', 'running', 'done', 'given_up')),
    tries   BIGINT  NOT NULL DEFAULT 0,
    -- How many have taken it: who speaks of it must know this number.
    claims  BIGINT  NOT NULL DEFAULT 0,
    percent BIGINT  NOT NULL DEFAULT 0,
    -- From when on it may be taken: after a pause, or when whoever has it was not heard of any more.
    due     BIGINT,
    -- When it was over, and how: the report, or why there is none.
    ended   BIGINT,
    outcome TEXT,
    CHECK ((due IS NULL) = (status IN ('done', 'given_up'))),
    CHECK ((ended IS NULL) = (status IN ('waiting', 'running')))
);

CREATE INDEX reports_open ON reports (rank, number) WHERE due IS NOT NULL;
CREATE INDEX reports_by_status ON reports (status);
CREATE INDEX reports_ended ON reports (ended) WHERE ended IS NOT NULL;

-- What searches found out about positions in their canonical form.
CREATE TABLE findings (
    number     BIGINT  NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position   TEXT    NOT NULL COLLATE "C",
    -- How many plies were to be looked ahead, and within how many milliseconds: the largest number if that was not limited.
    plies      INTEGER NOT NULL,
    patience   BIGINT  NOT NULL,
    -- In steps of 1/32 of a disc, for the side to move.
    score      INTEGER NOT NULL,
    best       TEXT    NOT NULL,
    depth      INTEGER NOT NULL,
    confidence INTEGER NOT NULL,
    exact      BOOLEAN NOT NULL,
    millis     BIGINT  NOT NULL,
    UNIQUE (position, plies)
);

-- Times are milliseconds since 1970. Content is JSON with a version.

CREATE TABLE games (
    id           TEXT    NOT NULL PRIMARY KEY,
    plan         TEXT    NOT NULL,
    -- The number of the last event: who appends must know it.
    last         INTEGER NOT NULL,
    status       TEXT    NOT NULL,
    -- The public list that the game is in.
    list         TEXT    CHECK (list IN ('open', 'running', 'finished')),
    updated      INTEGER NOT NULL,
    summary      TEXT    NOT NULL,
    -- When somebody has to look after the game, and until when somebody does.
    due          INTEGER,
    leased_until INTEGER
) STRICT;

CREATE INDEX games_by_list ON games (list, updated, id) WHERE list IS NOT NULL;
CREATE INDEX games_running ON games (status) WHERE status = 'running';
CREATE INDEX games_due ON games (due, id) WHERE due IS NOT NULL;

CREATE TABLE events (
    game    TEXT    NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL CHECK (number > 0),
    content TEXT    NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- In the order in which the seats were given.
CREATE TABLE seats (
    game   TEXT NOT NULL REFERENCES games (id),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    seat   TEXT NOT NULL CHECK (seat IN ('black', 'white', 'watch')),
    PRIMARY KEY (game, secret, seat)
) STRICT;

CREATE INDEX seats_by_secret ON seats (secret, game) WHERE seat <> 'watch';

CREATE TABLE chat (
    game   TEXT    NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL CHECK (number > 0),
    player TEXT    NOT NULL CHECK (player IN ('black', 'white')),
    at     INTEGER NOT NULL,
    line   TEXT    NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- The last moment at which a server is known to have run: one row.
CREATE TABLE alive (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
) STRICT;

-- Times are milliseconds since 1970. Content is JSON with a version. Names are compared byte by byte, as the program does.

CREATE TABLE games (
    id           TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    plan         TEXT   NOT NULL,
    -- The number of the last event: who appends must know it.
    last         BIGINT NOT NULL,
    status       TEXT   NOT NULL,
    -- The public list that the game is in.
    list         TEXT   CHECK (list IN ('open', 'running', 'finished')),
    updated      BIGINT NOT NULL,
    summary      TEXT   NOT NULL,
    -- When somebody has to look after the game, and until when somebody does.
    due          BIGINT,
    leased_until BIGINT
);

-- By this a server knows that the database is its own.
COMMENT ON TABLE games IS 'Outflank';

CREATE INDEX games_by_list ON games (list, updated, id) WHERE list IS NOT NULL;
CREATE INDEX games_running ON games (status) WHERE status = 'running';
CREATE INDEX games_due ON games (due, id) WHERE due IS NOT NULL;

CREATE TABLE events (
    game    TEXT   NOT NULL COLLATE "C" REFERENCES games (id),
    number  BIGINT NOT NULL CHECK (number > 0),
    content TEXT   NOT NULL,
    -- Two servers can never both add the same event.
    PRIMARY KEY (game, number)
);

CREATE TABLE seats (
    game   TEXT   NOT NULL COLLATE "C" REFERENCES games (id),
    secret BYTEA  NOT NULL CHECK (length(secret) = 32),
    seat   TEXT   NOT NULL CHECK (seat IN ('black', 'white', 'watch')),
    -- The order in which the seats were given.
    place  BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (game, secret, seat)
);

CREATE INDEX seats_by_secret ON seats (secret, game) WHERE seat <> 'watch';

CREATE TABLE chat (
    game   TEXT   NOT NULL COLLATE "C" REFERENCES games (id),
    number BIGINT NOT NULL CHECK (number > 0),
    player TEXT   NOT NULL CHECK (player IN ('black', 'white')),
    at     BIGINT NOT NULL,
    line   TEXT   NOT NULL,
    PRIMARY KEY (game, number)
);

-- The last moment at which a server is known to have run: one row.
CREATE TABLE alive (
    sole INTEGER NOT NULL PRIMARY KEY CHECK (sole = 1),
    at   BIGINT  NOT NULL
);

-- Which server lets the engine think for a game, after which event, and until when nobody else may. This need not survive a crash, so
-- that it is not logged, and costs no wait for the disk.
CREATE UNLOGGED TABLE claims (
    game  TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    node  BYTEA  NOT NULL,
    last  BIGINT NOT NULL,
    until BIGINT NOT NULL
);

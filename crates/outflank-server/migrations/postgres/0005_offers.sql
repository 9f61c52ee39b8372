-- Until when an open game is listed: somebody who holds a seat of it was there a moment ago. It need not survive a crash.
CREATE UNLOGGED TABLE offers (
    game  TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    until BIGINT NOT NULL
);

CREATE INDEX offers_by_until ON offers (until, game);

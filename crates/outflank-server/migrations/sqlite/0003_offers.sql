-- Until when an open game is listed: somebody who holds a seat of it was there a moment ago.

CREATE TABLE offers (
    game  TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX offers_by_until ON offers (until, game);

-- One-time links that give the seats of a secret to another device: in one game, or in all if `game` is empty.
CREATE TABLE device_links (
    token  BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    holder BLOB    NOT NULL CHECK (length(holder) = 32),
    game   TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    UNIQUE (holder, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_links_by_until ON device_links (until);

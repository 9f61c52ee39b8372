-- One-time links that give the seats of a secret to another device: in one game, or in all if `game` is empty. They need not survive a crash.
CREATE UNLOGGED TABLE device_links (
    token  BYTEA  NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    holder BYTEA  NOT NULL CHECK (length(holder) = 32),
    game   TEXT   NOT NULL COLLATE "C",
    until  BIGINT NOT NULL,
    UNIQUE (holder, game)
);

CREATE INDEX device_links_by_until ON device_links (until);

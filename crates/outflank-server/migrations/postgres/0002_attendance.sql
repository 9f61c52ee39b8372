-- Which players are connected to which server, and until when this is true. It need not survive a crash.
CREATE UNLOGGED TABLE attendance (
    game   TEXT   NOT NULL COLLATE "C",
    player TEXT   NOT NULL CHECK (player IN ('black', 'white')),
    node   BYTEA  NOT NULL,
    until  BIGINT NOT NULL,
    PRIMARY KEY (game, player, node)
);

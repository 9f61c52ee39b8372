-- The client that created the game, as a hash of its address, and the number of seats that the engine has. Games of earlier versions have neither.
ALTER TABLE games
    ADD COLUMN owner   BIGINT,
    ADD COLUMN engines BIGINT;

CREATE INDEX games_with_engines ON games (updated, owner) WHERE status = 'running' AND engines > 0;

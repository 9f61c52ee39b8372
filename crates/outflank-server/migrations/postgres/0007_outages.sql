-- Times during which no server could have accepted a move, in milliseconds since 1970. They don't overlap.
CREATE TABLE outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL CHECK (until > since)
);

CREATE INDEX outages_by_until ON outages (until);

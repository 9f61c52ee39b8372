-- Times during which no server could have accepted a move, in milliseconds since 1970. They don't overlap.
CREATE TABLE outages (
    since INTEGER NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL CHECK (until > since)
) STRICT;

CREATE INDEX outages_by_until ON outages (until);

-- When the last move was made, or the game was created. NULL in games that an earlier version wrote last: then `updated` counts.
ALTER TABLE games ADD COLUMN moved INTEGER;

CREATE INDEX games_unfinished ON games (coalesce(moved, updated), id) WHERE status <> 'over';
CREATE INDEX games_finished ON games (coalesce(moved, updated), id) WHERE status = 'over';

-- One row. Ages count from `since` at the earliest: when a version that removes old games first used the database, or came back after a
-- long time. `noted` is when one last did.
CREATE TABLE retention (
    only  INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    since INTEGER NOT NULL,
    noted INTEGER NOT NULL
) STRICT;

-- One row, from the first removal of games: how often games were removed since the file was last compacted.
CREATE TABLE removals (
    only             INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    since_compaction INTEGER NOT NULL
) STRICT;

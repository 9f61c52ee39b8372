-- What searches of a fixed depth found about positions in their canonical form. It replaces `findings`, which servers of earlier versions use.
CREATE TABLE evaluations (
    number   BIGINT  NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position TEXT    NOT NULL COLLATE "C",
    -- The number of empty squares if the position was solved.
    plies    INTEGER NOT NULL,
    -- The revision of the engine.
    engine   INTEGER NOT NULL,
    -- In units of 1/32 disc, for the side to move.
    score    INTEGER NOT NULL,
    -- The best play for both sides.
    line     TEXT    NOT NULL,
    exact    BOOLEAN NOT NULL,
    UNIQUE (position, plies, engine)
);

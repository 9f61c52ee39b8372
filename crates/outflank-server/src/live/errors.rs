//! Why something is refused: every reason of a table or a store has its kind of trouble here.

use outflank_table::Refusal;

use crate::store::StoreError;
use crate::wire::{ErrorKind, Problem};

/// A refusal of the table.
pub(super) fn by_table(refusal: Refusal) -> Problem {
    let trouble = match refusal {
        Refusal::Illegal(_) => ErrorKind::Illegal,
        Refusal::NotYourTurn { .. } => ErrorKind::NotYourTurn,
        Refusal::Watching => ErrorKind::Watching,
        _ => ErrorKind::NotNow,
    };
    Problem::new(trouble, refusal)
}

/// The store could not answer. What it said is for the log of the server, not for the one who asked.
pub(super) fn by_store(error: &StoreError) -> Problem {
    match error {
        StoreError::NoSuchGame { .. } => no_such_game(),
        StoreError::Damaged { .. } => {
            tracing::error!(%error, "a game cannot be read");
            Problem::new(ErrorKind::Internal, "this game cannot be read")
        }
        StoreError::Closed => stopping(),
        StoreError::Database(_) => {
            match error.is_everybodys() {
                // That is said once, not by everybody.
                true => tracing::debug!(%error, "the store failed"),
                false => tracing::error!(%error, "the store failed"),
            }
            away()
        }
    }
}

/// The store is not there, or was not until now.
pub(super) fn away() -> Problem {
    Problem::new(ErrorKind::Unavailable, "games cannot be read or written right now: try again in a moment")
}

/// There is no game of that name.
pub(super) fn no_such_game() -> Problem {
    Problem::new(ErrorKind::NotFound, "there is no such game")
}

/// The game is private.
pub(super) fn private() -> Problem {
    Problem::new(ErrorKind::NotYours, "this game is private")
}

/// Somebody who only watches wants to take part.
pub(super) fn watching() -> Problem {
    by_table(Refusal::Watching)
}

/// A seat has as many holders as it may.
pub(super) fn full() -> Problem {
    Problem::new(ErrorKind::SeatTaken, "too many hold this seat already")
}

/// A number that no event has.
pub(super) fn unknown_number() -> Problem {
    Problem::new(ErrorKind::UnknownNumber, "no event of this game has that number yet")
}

/// The server accepts nothing more.
pub(super) fn stopping() -> Problem {
    Problem::new(ErrorKind::Unavailable, "the server is stopping")
}

/// The server has as much to do as it may.
pub(super) fn busy() -> Problem {
    Problem::new(ErrorKind::Unavailable, "there is no room for this right now")
}

use outflank_table::Refusal;

use crate::store::StoreError;
use crate::wire::{ErrorKind, Problem};

pub(super) fn refused(refusal: Refusal) -> Problem {
    let kind = match refusal {
        Refusal::Illegal(_) => ErrorKind::Illegal,
        Refusal::NotYourTurn { .. } => ErrorKind::NotYourTurn,
        Refusal::Watching => ErrorKind::Watching,
        _ => ErrorKind::NotNow,
    };
    Problem::new(kind, refusal)
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        store(&error)
    }
}

pub(super) fn store(error: &StoreError) -> Problem {
    match error {
        StoreError::NoSuchGame { .. } => no_such_game(),
        StoreError::Damaged { .. } => {
            tracing::error!(%error, "cannot read a game");
            Problem::new(ErrorKind::Internal, "this game is damaged and cannot be read")
        }
        StoreError::Closed => stopping(),
        StoreError::Database(_) => {
            match error.affects_all_calls() {
                // Logged once for all requests by `MeasuredStore`.
                true => tracing::debug!(%error, "the store failed"),
                false => tracing::error!(%error, "the store failed"),
            }
            unavailable()
        }
    }
}

pub(super) fn unavailable() -> Problem {
    Problem::new(ErrorKind::Unavailable, "the database is unavailable; try again in a moment")
}

pub(super) fn no_such_game() -> Problem {
    Problem::new(ErrorKind::NotFound, "no such game")
}

pub(super) fn private() -> Problem {
    Problem::new(ErrorKind::NotYours, "this game is private")
}

pub(super) fn watching() -> Problem {
    refused(Refusal::Watching)
}

pub(super) fn seat_full() -> Problem {
    Problem::new(ErrorKind::SeatTaken, "the seat has too many holders")
}

pub(super) fn unknown_number() -> Problem {
    Problem::new(ErrorKind::UnknownNumber, "this game has no event with that number")
}

pub(super) fn stopping() -> Problem {
    Problem::new(ErrorKind::Unavailable, "the server is stopping")
}

pub(super) fn busy() -> Problem {
    Problem::new(ErrorKind::Unavailable, "the server is too busy; try again later")
}

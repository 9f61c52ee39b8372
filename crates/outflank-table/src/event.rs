use outflank_rules::{Color, Square};

use crate::{Clocks, Ending, Terms, Time};

/// Something that happened at a table. The events of a table are its whole state.
///
/// `clocks` is the time left at `at`, or `None` if time is unlimited. `at` is never before the last change of the clocks.
#[allow(missing_docs, reason = "the variants and fields name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The first event: the clock of the side to move started.
    Opened {
        terms: Terms,
        at: Time,
    },
    /// A disc was placed, and the clock of the next player started.
    Played {
        by: Color,
        square: Square,
        /// With the time that the time control adds.
        clocks: Option<Clocks>,
        at: Time,
    },
    /// A forced pass, directly after the placement or opening that forced it.
    Passed {
        by: Color,
    },
    /// A draw was offered. The offer lapses when the opponent plays or moves are taken back.
    DrawOffered {
        by: Color,
    },
    DrawDeclined {
        by: Color,
    },
    /// A takeback was requested. The request lapses with any move.
    TakebackAsked {
        by: Color,
    },
    TakebackDeclined {
        by: Color,
    },
    /// Placements were taken back with the passes after them. Time that was used stays used.
    TakenBack {
        /// The player who requested it, and whose turn it is now.
        by: Color,
        /// The number of placements of both colours.
        placements: usize,
        clocks: Option<Clocks>,
        at: Time,
    },
    RematchOffered {
        by: Color,
    },
    /// The offer was declined. It may be made again.
    RematchDeclined {
        by: Color,
    },
    /// There will be another game, at another table with [`Terms::rematch`].
    RematchAgreed,
    Left {
        by: Color,
        at: Time,
    },
    Returned {
        by: Color,
        at: Time,
    },
    Paused {
        clocks: Option<Clocks>,
        at: Time,
    },
    /// The clock of the side to move restarted.
    Resumed {
        at: Time,
    },
    /// The only end of the game. Afterwards players can only leave, return and agree on a rematch.
    Ended {
        ending: Ending,
        clocks: Option<Clocks>,
        /// A flag falls at [`Table::deadline`](crate::Table::deadline), however late it is noticed.
        at: Time,
    },
}

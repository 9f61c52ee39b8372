//! What has happened at a table.

use outflank_rules::{Color, Square};

use crate::{Clocks, Ending, Terms, Time};

/// Something that has happened at a table. The events of a table, in order, are all there is to know about it.
///
/// `clocks` is what both players have left at the moment `at`; `None` when time is unlimited. `at` never lies before
/// the moment at which the clocks were last set, started or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The players sat down, and the clock of the one to move was started. Always the first event, and never again.
    Opened {
        /// What they agreed on.
        terms: Terms,
        /// When the clock was started.
        at: Time,
    },
    /// A disc was placed. The clock of the one who is then to move runs.
    Played {
        /// By whom.
        by: Color,
        /// Where.
        square: Square,
        /// What is left after the move, with what the time control adds.
        clocks: Option<Clocks>,
        /// When.
        at: Time,
    },
    /// A player had nothing to play. Comes at once after what forced it, a placement or the opening, and belongs to
    /// it: the game of the table has passed already.
    Passed {
        /// Whose turn passed.
        by: Color,
    },
    /// A draw was offered. It stands until it is answered, the opponent plays, or moves are taken back.
    DrawOffered {
        /// By whom.
        by: Color,
    },
    /// The offer of a draw was declined.
    DrawDeclined {
        /// Who declined it.
        by: Color,
    },
    /// A player asked to take back. The question stands until it is answered or anybody plays.
    TakebackAsked {
        /// Who asked.
        by: Color,
    },
    /// The opponent did not agree to take back.
    TakebackDeclined {
        /// Who did not agree.
        by: Color,
    },
    /// Placements were taken back, with the passes after them. The clock of the one who is then to move runs; the
    /// time that was spent remains spent.
    TakenBack {
        /// Whose wish it was. It is this player's turn now.
        by: Color,
        /// How many placements were taken back, of either colour.
        placements: usize,
        /// What is left.
        clocks: Option<Clocks>,
        /// When.
        at: Time,
    },
    /// Another game was offered. The offer stands until it is answered.
    RematchOffered {
        /// By whom.
        by: Color,
    },
    /// The offer of another game was declined. It may be made again.
    RematchDeclined {
        /// Who declined it.
        by: Color,
    },
    /// There will be another game, at another table, by [`Terms::rematch`].
    RematchAgreed,
    /// A player is gone.
    Left {
        /// Who.
        by: Color,
        /// Since when.
        at: Time,
    },
    /// A player who was gone is back.
    Returned {
        /// Who.
        by: Color,
        /// Since when.
        at: Time,
    },
    /// The clocks were stopped.
    Paused {
        /// What is left.
        clocks: Option<Clocks>,
        /// When.
        at: Time,
    },
    /// The clock of the one to move runs again.
    Resumed {
        /// Since when.
        at: Time,
    },
    /// The game is over. There is one such event in the life of a table, and after it the players can only come, go
    /// and agree on another game.
    Ended {
        /// How.
        ending: Ending,
        /// What is left.
        clocks: Option<Clocks>,
        /// When. A flag falls at [`Table::deadline`](crate::Table::deadline), however late it is noticed.
        at: Time,
    },
}

//! How a game ended.

use outflank_rules::{Color, Outcome};

/// How a game ended. Only the first ending is on the board; the others are made by the players.
///
/// ```
/// use outflank_rules::Color;
/// use outflank_table::Ending;
///
/// assert_eq!(Ending::TimeOut { by: Color::Black }.winner(), Some(Color::White));
/// assert_eq!(Ending::DrawAgreed.winner(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Ending {
    /// No more discs can be placed.
    PlayedOut(Outcome),
    /// A player gave up.
    Resigned {
        /// Who gave up.
        by: Color,
    },
    /// The players agreed to a draw.
    DrawAgreed,
    /// A player's clock ran out.
    TimeOut {
        /// Whose clock it was.
        by: Color,
    },
    /// A player went away and did not come back.
    Abandoned {
        /// Who went away.
        by: Color,
    },
}

impl Ending {
    /// Who won, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Ending::PlayedOut(outcome) => outcome.winner(),
            Ending::DrawAgreed => None,
            Ending::Resigned { by } | Ending::TimeOut { by } | Ending::Abandoned { by } => Some(!by),
        }
    }
}

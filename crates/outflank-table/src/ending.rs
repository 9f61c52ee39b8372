use outflank_rules::{Color, Outcome};

/// How a game ended.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Ending {
    /// On the board.
    PlayedOut(Outcome),
    /// A player resigned.
    Resigned { by: Color },
    /// The players agreed to a draw.
    DrawAgreed,
    /// A player's clock ran out.
    TimeOut { by: Color },
    /// A player left and did not return.
    Abandoned { by: Color },
}

impl Ending {
    /// The winner, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Ending::PlayedOut(outcome) => outcome.winner(),
            Ending::DrawAgreed => None,
            Ending::Resigned { by } | Ending::TimeOut { by } | Ending::Abandoned { by } => Some(!by),
        }
    }
}

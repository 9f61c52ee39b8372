use outflank_rules::{Color, Outcome};

/// How a game ended.
#[allow(missing_docs, reason = "the variants and fields name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Ending {
    PlayedOut(Outcome),
    Resigned {
        by: Color,
    },
    DrawAgreed,
    TimeOut {
        by: Color,
    },
    /// A player left and did not return.
    Abandoned {
        by: Color,
    },
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

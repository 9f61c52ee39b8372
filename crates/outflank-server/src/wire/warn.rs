//! A move that may be a mistake, before it is made.

use outflank_rules::Square;
use outflank_study::teach::{Tolerance, Warning};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PositionRequest;

/// A move that somebody is about to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WarnRequest {
    /// The position before it.
    pub(crate) position: PositionRequest,
    /// The move.
    #[schema(value_type = String, example = "b2")]
    pub(crate) square: Square,
    /// How many discs it may cost without a warning.
    #[serde(default = "usual")]
    #[schema(minimum = 1, maximum = 64)]
    pub(crate) tolerance: u8,
}

fn usual() -> u8 {
    Tolerance::default().discs()
}

/// A warning, or none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WarnAnswer {
    /// What is wrong with the move; nothing if it costs no more than is tolerated.
    pub(crate) warning: Option<MoveWarning>,
}

/// What is wrong with a move. What would be better is not told.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveWarning {
    /// A sentence.
    #[schema(example = "b2 gives the corner a1 and costs about 6 discs.")]
    pub(crate) text: String,
    /// What it costs, in discs.
    pub(crate) loss: f32,
    /// Whether that is what it costs against perfect play.
    pub(crate) exact: bool,
}

impl From<&Warning> for MoveWarning {
    fn from(warning: &Warning) -> MoveWarning {
        MoveWarning { text: warning.to_string(), loss: warning.loss, exact: warning.is_exact }
    }
}

use outflank_rules::Square;
use outflank_study::teach::{Tolerance, Warning};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PositionRequest;

/// A move to check for mistakes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WarnRequest {
    pub(crate) position: PositionRequest,
    #[schema(value_type = String, example = "b2")]
    pub(crate) square: Square,
    /// The loss in discs that is allowed without a warning.
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
    /// `null` if the loss is within the tolerance.
    pub(crate) warning: Option<MoveWarning>,
}

/// What is wrong with a move, without naming a better one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveWarning {
    /// A sentence.
    #[schema(example = "b2 gives the corner a1 and costs about 6 discs.")]
    pub(crate) text: String,
    /// The loss in discs.
    pub(crate) loss: f32,
    /// Whether the loss is exact.
    pub(crate) exact: bool,
}

impl From<&Warning> for MoveWarning {
    fn from(warning: &Warning) -> MoveWarning {
        MoveWarning { text: warning.to_string(), loss: warning.loss, exact: warning.is_exact }
    }
}

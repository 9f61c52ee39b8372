use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::Seats;

/// A token to exchange for its seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatRequest {
    /// The part after `#` of an invitation link.
    pub(crate) token: String,
}

/// The seats held by the client.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HeldSeats {
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// Whether the client may watch a private game.
    pub(crate) watch: bool,
}

impl From<Seats> for HeldSeats {
    fn from(seats: Seats) -> HeldSeats {
        HeldSeats { you: seats.colors().collect(), watch: seats.watch }
    }
}

//! Holding seats.

use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::Seats;

/// A token, to hold its seat from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatRequest {
    /// What stands after the `#` of a link.
    pub(crate) token: String,
}

/// What somebody holds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HeldSeats {
    /// The players' seats.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// Whether it is also a place to watch from.
    pub(crate) watch: bool,
}

impl From<Seats> for HeldSeats {
    fn from(seats: Seats) -> HeldSeats {
        HeldSeats { you: seats.colors().collect(), watch: seats.watch }
    }
}

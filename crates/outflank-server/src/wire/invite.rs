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

/// How other computers reach the server, for invitations.
#[derive(Serialize, ToSchema)]
pub(crate) struct Site {
    /// Whether other computers can connect. False if the server listens on loopback only and has no public URL.
    pub(crate) reachable: bool,
    /// The URL that the host has configured (`--public-url`).
    pub(crate) public_url: Option<String>,
    /// URLs for other computers, the most likely one first. Addresses of the local network are given only to requests from this computer.
    pub(crate) addresses: Vec<String>,
}

/// A QR code to draw. Not a URL parameter, because proxies and browsers log those and the text may contain a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrRequest {
    #[schema(max_length = 300)]
    pub(crate) text: String,
}

use std::time::Duration;

use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::{Seat, Seats};

/// A token to exchange for its seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatRequest {
    /// The part after `#` of an invitation link.
    pub(crate) token: String,
}

/// A seat to invite someone to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InviteRequest {
    pub(crate) seat: SeatName,
}

/// The name of a seat.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatName {
    Black,
    White,
    /// For watchers of a private game.
    Watch,
}

impl From<SeatName> for Seat {
    fn from(name: SeatName) -> Seat {
        match name {
            SeatName::Black => Seat::Player(Color::Black),
            SeatName::White => Seat::Player(Color::White),
            SeatName::Watch => Seat::Watch,
        }
    }
}

/// A new link for a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Invitation {
    /// A path on this server.
    #[schema(example = "/game/K7VqPZs3bM#q0Zb1fJ8Zk2s4mYp3uT5vA")]
    pub(crate) link: String,
    /// The part of the link after `#`.
    pub(crate) token: String,
}

/// A link that works once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OneTimeLink {
    /// A path on this server.
    #[schema(example = "/game/K7VqPZs3bM#q0Zb1fJ8Zk2s4mYp3uT5vA")]
    pub(crate) link: String,
    /// The part of the link after `#`.
    pub(crate) token: String,
    /// How long it works, in milliseconds.
    pub(crate) expires_in: u64,
}

impl OneTimeLink {
    pub(crate) fn new(link: String, token: String, lifetime: Duration) -> OneTimeLink {
        OneTimeLink { link, token, expires_in: super::millis(lifetime) }
    }
}

/// The token of a one-time link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceRequest {
    /// The part of the link after `#`.
    pub(crate) token: String,
}

/// What a device took over.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenOver {
    /// The number of games.
    pub(crate) games: usize,
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

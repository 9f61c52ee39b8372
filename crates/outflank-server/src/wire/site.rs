use serde::Serialize;
use utoipa::ToSchema;

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

//! Lists of games that are streamed as they change.
//!
//! - [`lobby`]: the open games, read once for everybody who listens, and offered as long as their creators are there.
//! - [`own`]: the games of one secret, read when one of them changes.
//! - [`bells`]: which streams of own games a change concerns.

mod bells;
mod lobby;
mod own;

pub(super) use bells::Bells;
pub(super) use lobby::{Lobby, OFFERED_FOR, run_lobby};
pub(super) use own::OwnFeed;

use lobby::LobbyFeed;

use super::message::Message;

/// A list of games, and then its changes.
pub(crate) struct ListFeed {
    first: Option<Message>,
    source: Source,
}

enum Source {
    Open(LobbyFeed),
    Own(Box<OwnFeed>),
}

impl ListFeed {
    /// The next messages; none when the server stops. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Option<Vec<Message>> {
        if let Some(first) = self.first.take() {
            return Some(vec![first]);
        }
        match &mut self.source {
            Source::Open(feed) => feed.next().await,
            Source::Own(feed) => feed.next().await,
        }
    }
}

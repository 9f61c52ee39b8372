mod changes;
mod lobby;
mod own;

pub(super) use changes::ChangeHub;
pub(super) use lobby::{Lobby, OFFERED_FOR, run_lobby};
pub(super) use own::OwnFeed;

use lobby::LobbyFeed;

use super::message::Message;

pub(crate) struct ListFeed {
    first: Option<Message>,
    source: Source,
}

enum Source {
    Open(LobbyFeed),
    Own(Box<OwnFeed>),
}

impl ListFeed {
    /// None when the server stops. Cancel safe.
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

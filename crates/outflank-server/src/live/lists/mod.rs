mod broadcast;
mod changes;
mod lobby;
mod own;
mod running;

pub(super) use changes::ChangeHub;
pub(super) use lobby::{Lobby, OFFERED_FOR, run_lobby};
pub(super) use own::OwnFeed;
pub(super) use running::{RunningGames, most_watched, run_running};

use broadcast::BroadcastFeed;

use super::message::Message;

pub(crate) struct ListFeed {
    first: Option<Message>,
    source: Source,
}

enum Source {
    Broadcast(BroadcastFeed),
    Own(Box<OwnFeed>),
}

impl ListFeed {
    /// None when the server stops. Cancel safe.
    pub(crate) async fn next(&mut self) -> Option<Vec<Message>> {
        if let Some(first) = self.first.take() {
            return Some(vec![first]);
        }
        match &mut self.source {
            Source::Broadcast(feed) => feed.next().await,
            Source::Own(feed) => feed.next().await,
        }
    }
}

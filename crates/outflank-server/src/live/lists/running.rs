//! Public running games, the most watched first, read by one task for all streams. A listed game stays until it ends, unless others are
//! watched more: otherwise the list would change with every move on a busy server. Watchers on other servers are not counted.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::ListFeed;
use super::broadcast::{BroadcastList, Entry};
use crate::GameId;
use crate::live::Answer;
use crate::live::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{Listing, Page, Status, StoreError, Summary};

const MESSAGES: FailureMessages = FailureMessages {
    failing: "cannot read the list of running games",
    recovered: "can read the list of running games again",
};

const MOST: usize = 24;

/// While there are streams, the list is read this often.
const EVERY: Duration = Duration::from_millis(500);

const PAUSE: Duration = Duration::from_millis(100);

#[derive(Default)]
pub(in crate::live) struct RunningGames {
    list: BroadcastList,
}

impl RunningGames {
    pub(in crate::live) async fn listen(shared: &SharedState) -> Answer<ListFeed> {
        shared.running.list.listen(shared).await
    }
}

pub(in crate::live) async fn most_watched(shared: &SharedState, count: usize) -> Result<Vec<Entry>, StoreError> {
    Ok(select(shared, &[], count).await?.games)
}

pub(in crate::live) async fn run_running(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let list = &shared.running.list;
    let mut asked = list.requests();
    let throttle = LogThrottle::new(MESSAGES);
    let work = async {
        loop {
            let wait = if list.is_listened_to() { EVERY } else { Duration::MAX };
            drop(timeout(wait, asked.changed()).await);
            let number = *asked.borrow_and_update();
            let selected = select(&shared, &list.games(), MOST).await;
            throttle.note(&selected);
            if let Ok(Selected { games, ended }) = selected {
                list.publish(games, &ended, number);
            }
            sleep(PAUSE).await;
        }
    };
    tokio::select! {
        biased;
        _ = closing.wait_for(|&closing| closing) => {}
        () = work => {}
    }
}

struct Selected {
    games: Vec<Entry>,
    ended: Vec<Entry>,
}

async fn select(shared: &SharedState, before: &[Entry], count: usize) -> Result<Selected, StoreError> {
    let watchers: HashMap<GameId, usize> = shared.most_watched(count).into_iter().collect();
    let latest = shared.store.list(&Listing::Running, &Page { after: None, count }).await?;
    let mut found: HashMap<GameId, Summary> = latest.into_iter().map(|summary| (summary.id, summary)).collect();
    for id in watchers.keys().copied().chain(before.iter().map(|entry| entry.summary.id)) {
        if !found.contains_key(&id)
            && let Some(summary) = shared.store.summary(id).await?
        {
            found.insert(id, summary);
        }
    }
    let entry = |summary: Summary| Entry { watchers: Some(shared.watchers(summary.id)), summary };
    let is_running = |entry: &Entry| matches!(entry.summary.status, Status::Running | Status::Paused);
    let (mut games, ended): (Vec<Entry>, Vec<Entry>) = found.into_values().map(entry).partition(is_running);
    games.retain(|entry| entry.summary.public);
    let was_listed = |id: GameId| before.iter().any(|entry| entry.summary.id == id);
    games.sort_unstable_by_key(|Entry { summary, watchers }| {
        Reverse((*watchers, was_listed(summary.id), summary.updated, summary.id))
    });
    games.truncate(count);
    Ok(Selected { games, ended })
}

//! Other servers of the store announce their changes, and a room that is behind reloads. Announcements can be lost, so once a second the
//! store is asked which rooms are behind.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior};

use super::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{Change, Changes, GameVersion, Number, StoreError};

const MESSAGES: FailureMessages = FailureMessages {
    failing: "cannot ask the database for changes of other servers",
    recovered: "can ask the database for changes of other servers again",
};

const EVERY: Duration = Duration::from_secs(1);

const AT_ONCE: usize = 2_000;

/// Presence is written in every fifth round ...
const NOTED_EVERY: u32 = 5;

/// ... and is valid this long. Players of a server that died are gone after it.
const ATTENDED_FOR: Duration = Duration::from_secs(15);

/// Both players of a game have joined by this event. Seat holders are only read up to it, and not with every move.
const EARLY: Number = 4;

pub(super) async fn follow(shared: Arc<SharedState>, mut changes: Changes, _busy: Busy) {
    let mut closing = shared.closing();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut round = 0_u32;
    let throttle = LogThrottle::new(MESSAGES);
    loop {
        let hint = tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => None,
            change = changes.next() => Some(change),
        };
        let done = match hint {
            Some(Change::Game(version)) => {
                shared.notify_room(version);
                wake_own_lists(&shared, version).await
            }
            Some(Change::Missed) => {
                shared.changes.anything_changed();
                check_rooms(&shared).await
            }
            None => {
                round = round.wrapping_add(1);
                check(&shared, round).await
            }
        };
        throttle.note(&done);
    }
}

/// Wakes the streams of own games that a change on another server concerns. In a game that has just begun, seats may have been given.
async fn wake_own_lists(shared: &SharedState, version: GameVersion) -> Result<(), StoreError> {
    let is_early = version.last <= EARLY && version.said == 0;
    shared.changes.game_changed(version.game);
    if is_early && shared.changes.has_listeners() {
        for holder in shared.store.holders(version.game).await? {
            shared.changes.seated(&holder.secret, version.game);
        }
    }
    Ok(())
}

async fn check(shared: &SharedState, round: u32) -> Result<(), StoreError> {
    check_rooms(shared).await?;
    if round.is_multiple_of(NOTED_EVERY) {
        let here = shared.sought(Instant::now());
        for players in here.chunks(AT_ONCE) {
            shared.store.attend(shared.node, players, ATTENDED_FOR).await?;
        }
    }
    Ok(())
}

async fn check_rooms(shared: &SharedState) -> Result<(), StoreError> {
    for known in shared.versions().chunks(AT_ONCE) {
        for game in shared.store.ahead(known).await? {
            shared.notify_room(GameVersion::latest(game));
        }
    }
    Ok(())
}

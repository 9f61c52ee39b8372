//! Follows what other servers of the store do.
//!
//! The store gives hints of what is changed. A room that is behind is told to read, and nothing is done for a game that has no room
//! here; a server's own commits come back as hints of what its rooms know already. A hint can be lost: once a second the store is
//! asked which rooms are behind, in a few questions for all of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior};

use super::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{Change, Changes, GameVersion, Number, StoreError};

const WORDS: FailureMessages = FailureMessages {
    fails: "the store cannot be asked what other servers did",
    works: "the store is asked again what other servers did",
};

/// How often the store is asked which rooms are behind.
const EVERY: Duration = Duration::from_secs(1);

/// How many rooms one question is about.
const AT_ONCE: usize = 2_000;

/// After so many rounds it is noted which players are here ...
const NOTED_EVERY: u32 = 5;

/// ... and this is true for so long. Who was at a server that has died is gone after it.
const ATTENDED_FOR: Duration = Duration::from_secs(15);

/// By this event both players of a game have sat down. They are asked for before it, and not with every move.
const EARLY: Number = 4;

/// Follows until the shared closes.
pub(super) async fn follow(shared: Arc<SharedState>, mut changes: Changes, _busy: Busy) {
    let mut closing = shared.closing();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut round = 0_u32;
    let alarm = LogThrottle::new(WORDS);
    loop {
        // No hint: it is time to look round.
        let hint = tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => None,
            change = changes.next() => Some(change),
        };
        let done = match hint {
            Some(Change::Game(news)) => {
                shared.tell(news);
                ring(&shared, news).await
            }
            Some(Change::Missed) => {
                shared.bells.anything_changed();
                look_at_all(&shared).await
            }
            None => {
                round = round.wrapping_add(1);
                look_round(&shared, round).await
            }
        };
        alarm.note(&done);
    }
}

/// Wakes the streams of own games that a change elsewhere concerns. A hint does not say who holds seats: in a game that has just
/// begun it may be somebody who streams here, and the store is asked.
async fn ring(shared: &SharedState, news: GameVersion) -> Result<(), StoreError> {
    let is_early = news.last <= EARLY && news.said == 0;
    shared.bells.game_changed(news.game);
    if is_early && shared.bells.are_hung() {
        for holder in shared.store.holders(news.game).await? {
            shared.bells.seated(&holder.secret, news.game);
        }
    }
    Ok(())
}

async fn look_round(shared: &SharedState, round: u32) -> Result<(), StoreError> {
    look_at_all(shared).await?;
    if round.is_multiple_of(NOTED_EVERY) {
        let here = shared.sought(Instant::now());
        for players in here.chunks(AT_ONCE) {
            shared.store.attend(shared.node, players, ATTENDED_FOR).await?;
        }
    }
    Ok(())
}

/// Tells every room that is behind to read.
async fn look_at_all(shared: &SharedState) -> Result<(), StoreError> {
    for known in shared.known().chunks(AT_ONCE) {
        for game in shared.store.ahead(known).await? {
            shared.tell(GameVersion { game, last: Number::MAX, said: Number::MAX });
        }
    }
    Ok(())
}

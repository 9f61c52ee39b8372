//! Looks after games that nobody is in, and notes that the server runs.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use outflank_rules::Color;
use outflank_table::{Command, Event, Seat, Table, Time};
use tokio::time::MissedTickBehavior;

use super::house::{Busy, House};
use super::journal::Journal;
use crate::store::{AppendError, GameEvent, Store, StoreError};
use crate::{Clock, GameId};

/// How often it is noted that the server runs, and how late a flag falls that nobody looks at.
const EVERY: Duration = Duration::from_secs(1);

/// For how long nobody else is given a game that is due. It is also how long it takes until the engine is asked again by another
/// server, if this one fails.
const LEASE: Duration = Duration::from_secs(5);

/// How many games are looked after at once.
const MOST_DUE: usize = 256;

/// How many games are resumed at the same time: the store writes them down together.
const RESUMED_AT_ONCE: usize = 256;

/// Keeps the house until it closes.
pub(super) async fn keep(house: Arc<House>, _busy: Busy) {
    let mut closing = house.closing();
    let mut beat = tokio::time::interval(EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = closing.wait_for(|&closing| closing) => return,
            _ = beat.tick() => {}
        }
        if let Err(error) = look_around(&house).await {
            tracing::error!(%error, "the store cannot be asked which games are due");
        }
    }
}

async fn look_around(house: &Arc<House>) -> Result<(), StoreError> {
    let now = house.clock.now();
    house.store.note_alive(now).await?;
    loop {
        let due = house.store.claim_due(now, LEASE, MOST_DUE).await?;
        due.iter().for_each(|&game| house.wake(game));
        if due.len() < MOST_DUE {
            return Ok(());
        }
    }
}

/// Charges nobody for the time in which no server ran: every running game is paused at the last moment at which one is known to have run,
/// and goes on now.
pub(super) async fn resume_all(store: &dyn Store, clock: Clock) -> Result<(), StoreError> {
    let last_alive = store.last_alive().await?.unwrap_or(Time::from_millis(0));
    let running = store.running().await?;
    let resumed = stream::iter(running).map(|game| resume(store, clock, game, last_alive));
    resumed.buffer_unordered(RESUMED_AT_ONCE).try_collect::<()>().await
}

async fn resume(store: &dyn Store, clock: Clock, game: GameId, last_alive: Time) -> Result<(), StoreError> {
    let journal = match Journal::load(store, game).await {
        Ok(Some(journal)) => journal,
        Ok(None) => return Ok(()),
        Err(error @ StoreError::Damaged { .. }) => {
            // The other games are still good.
            tracing::error!(%game, %error, "a game cannot be resumed");
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let now = clock.now();
    let events = journal.table().map_or_else(Vec::new, |table| across_pause(table, last_alive, now));
    if events.is_empty() {
        return Ok(());
    }
    let events = events.into_iter().map(GameEvent::Table).collect();
    match store.append(game, journal.last(), journal.batch(events, None, now)).await {
        // Another server goes on with it. Nobody is given a seat here, so that none is full.
        Ok(()) | Err(AppendError::Conflict | AppendError::Full) => Ok(()),
        Err(AppendError::Store(error)) => Err(error),
    }
}

/// What happens at a table while no server runs. Where nothing is counted there is nothing to stop. The table knows better than to
/// stop before it was last set.
fn across_pause(table: &Table, stopped: Time, now: Time) -> Vec<Event> {
    let counts = table.deadline().is_some() || Color::ALL.into_iter().any(|color| table.gone_since(color).is_some());
    let mut after = table.clone();
    let mut events = Vec::new();
    for (command, at) in [(Command::Pause, stopped.min(now)), (Command::Resume, now)] {
        if !counts && !after.is_paused() {
            break;
        }
        let decided = after.decide(Seat::Host, command, at).unwrap_or_default();
        decided.iter().for_each(|event| after.evolve(event));
        events.extend(decided);
    }
    events
}

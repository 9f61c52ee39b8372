//! Detects store outages so that clocks can be corrected.
//!
//! Each server writes a heartbeat and follows the store's clock. Time during which no server could reach the store is not charged to
//! any player: a server that finds such a gap pauses every running game at the last stored heartbeat and resumes it now; event numbers
//! decide which server does it. A server that starts while another one runs finds a fresh heartbeat and pauses nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use outflank_rules::Color;
use outflank_table::{Command, Event, Seat, Table, Time};
use tokio::time::{Instant, MissedTickBehavior};

use super::journal::Journal;
use super::shared::{Busy, SharedState};
use crate::GameId;
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{AppendError, GameEvent, StoreError};

/// A gap of a few heartbeats, so that a slow one is not an outage.
const MIN_OUTAGE: Duration = Duration::from_secs(5);

const HEARTBEAT_EVERY: Duration = Duration::from_secs(1);

/// Games corrected at the same time: the store commits them together.
const BRIDGED_AT_ONCE: usize = 256;

/// Attempts to correct a game when other writers keep appending first.
const TRIES: usize = 16;

const MESSAGES: FailureMessages =
    FailureMessages { failing: "cannot write the heartbeat", recovered: "can write the heartbeat again" };

/// What the heartbeat knows about the store. While the store may be unreachable, rooms let no flag fall and accept nothing that
/// stops a clock.
#[derive(Debug, Default)]
pub(super) struct StoreMonitor(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last_heartbeat: Option<Instant>,
    outage: Outage,
    /// The number of the last outage for which all games are corrected.
    bridged: u32,
}

/// A time during which no server reached the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outage {
    /// Counted from 1 by each server; 0 is none.
    pub(super) number: u32,
    pub(super) since: Time,
}

impl Default for Outage {
    fn default() -> Outage {
        Outage { number: 0, since: Time::from_millis(0) }
    }
}

impl StoreMonitor {
    pub(super) fn is_steady(&self) -> bool {
        self.state().last_heartbeat.is_some_and(|last| last.elapsed() < MIN_OUTAGE)
    }

    pub(super) fn outage(&self) -> Outage {
        self.state().outage
    }

    pub(super) fn last_bridged(&self) -> u32 {
        self.state().bridged
    }

    fn has_begun(&self) -> bool {
        self.state().last_heartbeat.is_some()
    }

    fn heartbeat(&self) {
        self.state().last_heartbeat = Some(Instant::now());
    }

    /// From now on every room corrects its clocks before it does anything else.
    fn found_outage(&self, since: Time) -> Outage {
        let mut state = self.state();
        state.outage = Outage { number: state.outage.number + 1, since };
        state.last_heartbeat = Some(Instant::now());
        state.outage
    }

    /// The last outage, unless all games are corrected for it.
    fn unbridged(&self) -> Option<Outage> {
        let state = self.state();
        (state.outage.number > state.bridged).then_some(state.outage)
    }

    fn bridged(&self, outage: Outage) {
        self.state().bridged = outage.number;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) async fn run(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let mut every = tokio::time::interval(HEARTBEAT_EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let throttle = LogThrottle::new(MESSAGES);
    loop {
        tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => {}
        }
        throttle.note(&heartbeat(&shared).await);
    }
}

/// The heartbeat is written after all games are corrected: if this server fails before, another one finds the same outage.
pub(super) async fn heartbeat(shared: &Arc<SharedState>) -> Result<(), StoreError> {
    let asked = Instant::now();
    let shown = shared.store.now().await?;
    shared.clock.follow(asked, shown, Instant::now());
    if !shared.monitor.is_steady() {
        detect_outage(shared).await?;
    }
    if let Some(outage) = shared.monitor.unbridged() {
        bridge_all(shared, outage).await?;
        shared.monitor.bridged(outage);
    }
    shared.store.note_alive(shared.clock.now()).await?;
    shared.monitor.heartbeat();
    Ok(())
}

/// The events that exclude an outage from a game's clocks; none if it is excluded already.
pub(super) fn across(journal: &Journal, outage: Outage, now: Time) -> Vec<GameEvent> {
    if !journal.status().goes_on() || journal.resumed().is_some_and(|resumed| resumed > outage.since) {
        return Vec::new();
    }
    let events = journal.table().map_or_else(Vec::new, |table| across_pause(table, outage.since, now));
    events.into_iter().map(GameEvent::Table).collect()
}

/// Pauses a table at `stopped`, or when its clocks were last set, and resumes it now. A table that counts no time stays as it is.
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

async fn detect_outage(shared: &SharedState) -> Result<(), StoreError> {
    let noted = shared.store.last_alive().await?;
    let last_alive = noted.unwrap_or(Time::from_millis(0));
    // The only server of a store was down until it started.
    let shortest = if shared.is_store_shared || shared.monitor.has_begun() { MIN_OUTAGE } else { Duration::ZERO };
    let length = shared.clock.now().since(last_alive);
    // While nothing can be written, the outage that was found before continues.
    let is_known = shared.monitor.unbridged().is_some_and(|outage| outage.since == last_alive);
    if length >= shortest && !is_known {
        let outage = shared.monitor.found_outage(last_alive);
        if noted.is_some() {
            tracing::info!(
                seconds = length.as_secs(),
                outage = outage.number,
                "no server could write; this time is not charged to any player"
            );
        }
    }
    Ok(())
}

/// Corrects all running games. Open rooms do it themselves, before anything else.
async fn bridge_all(shared: &Arc<SharedState>, outage: Outage) -> Result<(), StoreError> {
    shared.wake_open();
    let running = shared.store.running().await?;
    let bridged = stream::iter(running).map(|game| async move {
        bridge(shared, game, outage).await?;
        // Many games take long, and the store is reachable all the time.
        shared.monitor.heartbeat();
        Ok(())
    });
    bridged.buffer_unordered(BRIDGED_AT_ONCE).try_collect::<()>().await
}

async fn bridge(shared: &SharedState, game: GameId, outage: Outage) -> Result<(), StoreError> {
    for _ in 0..TRIES {
        let journal = match Journal::load(&*shared.store, game).await {
            Ok(Some(journal)) => journal,
            Ok(None) => return Ok(()),
            Err(error @ StoreError::Damaged { .. }) => {
                tracing::error!(%game, %error, "cannot resume a damaged game");
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let now = shared.clock.now();
        let events = across(&journal, outage, now);
        if events.is_empty() {
            return Ok(());
        }
        match shared.store.append(game, journal.last(), journal.batch(events, None, now)).await {
            // The batch gives no seats, so none can be full.
            Ok(()) | Err(AppendError::Full) => {
                shared.changes.game_changed(game);
                return Ok(());
            }
            Err(AppendError::Conflict) => {}
            Err(AppendError::Store(error)) => return Err(error),
        }
    }
    tracing::error!(%game, "cannot correct the clocks: other servers keep changing the game");
    Ok(())
}

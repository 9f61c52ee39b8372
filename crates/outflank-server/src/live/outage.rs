//! Notes that a server runs, goes by the store's clock, and finds out when no server ran.
//!
//! Nobody is charged for a time in which no server could reach the store. Every server that finds such a time stops the clocks at
//! the last heartbeat that is in the store, and lets them go on now; the number of the next event decides who of them does it. A server that starts while another
//! one runs finds a fresh heartbeat, and stops nothing.

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

const WORDS: FailureMessages = FailureMessages {
    fails: "it cannot be noted that the server runs",
    works: "it is noted again that the server runs",
};

/// How often it is noted that the server runs.
const EVERY: Duration = Duration::from_secs(1);

/// How many games get over an outage at the same time: the store writes them down together.
const BRIDGED_AT_ONCE: usize = 256;

/// How often a game is looked at again because somebody else was faster.
const TRIES: usize = 16;

/// Beats until the shared closes. The first heartbeat has been.
pub(super) async fn go_on(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let alarm = LogThrottle::new(WORDS);
    loop {
        tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => {}
        }
        alarm.note(&beat(&shared).await);
    }
}

/// One heartbeat. It is noted only after every game has got over the time before it, so that another server goes on with what
/// this one leaves undone.
pub(super) async fn beat(shared: &Arc<SharedState>) -> Result<(), StoreError> {
    let asked = Instant::now();
    let told = shared.store.now().await?;
    shared.clock.follow(asked, told, Instant::now());
    if !shared.monitor.is_steady() {
        look_for_outage(shared).await?;
    }
    if let Some(outage) = shared.monitor.unbridged() {
        bridge_all(shared, outage).await?;
        shared.monitor.bridged(outage);
    }
    shared.store.note_alive(shared.clock.now()).await?;
    shared.monitor.beat();
    Ok(())
}

/// This server has had no heartbeat for a while: has any?
async fn look_for_outage(shared: &SharedState) -> Result<(), StoreError> {
    let noted = shared.store.last_alive().await?;
    let last_alive = noted.unwrap_or(Time::from_millis(0));
    // Where nobody else can have run, any time before the start is one in which nobody did.
    let shortest = if shared.is_store_shared || shared.monitor.has_begun() { AWAY } else { Duration::ZERO };
    let away = shared.clock.now().since(last_alive);
    // As long as nothing can be written, what was found before is still the same.
    let is_known = shared.monitor.unbridged().is_some_and(|outage| outage.since == last_alive);
    if away >= shortest && !is_known {
        let outage = shared.monitor.found_away(last_alive);
        // A new store has nobody to be charged.
        if noted.is_some() {
            tracing::info!(
                seconds = away.as_secs(),
                outage = outage.number,
                "no server ran, or none could write; this time is charged to nobody"
            );
        }
    }
    Ok(())
}

/// Lets every running game get over an outage. Rooms that are open do it by themselves before anything else, and the heartbeat
/// waits for the last game.
async fn bridge_all(shared: &Arc<SharedState>, outage: Outage) -> Result<(), StoreError> {
    shared.wake_open();
    let running = shared.store.running().await?;
    let bridged = stream::iter(running).map(|game| async move {
        bridge(shared, game, outage).await?;
        // It takes long if there are many games, and the store is there all the time.
        shared.monitor.beat();
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
                // The other games are still good.
                tracing::error!(%game, %error, "a game cannot be resumed");
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
            // Nobody is given a seat here, so that none is full.
            Ok(()) | Err(AppendError::Full) => {
                shared.bells.game_changed(game);
                return Ok(());
            }
            // A room or another server was faster, perhaps with the same.
            Err(AppendError::Conflict) => {}
            Err(AppendError::Store(error)) => return Err(error),
        }
    }
    tracing::error!(%game, "a game goes on too fast to be stopped");
    Ok(())
}

/// What happens in a game across an outage: nothing, if it has got over it already.
pub(super) fn across(journal: &Journal, outage: Outage, now: Time) -> Vec<GameEvent> {
    if journal.resumed().is_some_and(|resumed| resumed > outage.since) {
        return Vec::new();
    }
    let events = journal.table().map_or_else(Vec::new, |table| across_pause(table, outage.since, now));
    events.into_iter().map(GameEvent::Table).collect()
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

/// If no server has noted for so long that it runs, nobody is charged for the time. It is a few heartbeats, so that a
/// slow one stops no clock.
pub(super) const AWAY: Duration = Duration::from_secs(5);

/// What the heartbeat has found out. Rooms let no flag fall, and accept nothing that stops a clock, as long as it may turn
/// out that the time is charged to nobody.
#[derive(Debug, Default)]
pub(super) struct StoreMonitor(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// When the store was last known to be there; never, before the first heartbeat.
    beat: Option<Instant>,
    /// The last outage.
    outage: Outage,
    /// The number of the last outage that every game is known to have got over.
    bridged: u32,
}

/// A time in which no server could reach the store, or none ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outage {
    /// The first that this server finds is 1; 0 is none.
    pub(super) number: u32,
    /// The last heartbeat before it.
    pub(super) since: Time,
}

impl Default for Outage {
    fn default() -> Outage {
        Outage { number: 0, since: Time::from_millis(0) }
    }
}

impl StoreMonitor {
    /// Whether this server has had a heartbeat before.
    pub(super) fn has_begun(&self) -> bool {
        self.state().beat.is_some()
    }

    /// Whether there was a heartbeat lately.
    pub(super) fn is_steady(&self) -> bool {
        self.state().beat.is_some_and(|beat| beat.elapsed() < AWAY)
    }

    /// The store is there.
    pub(super) fn beat(&self) {
        self.state().beat = Some(Instant::now());
    }

    /// The store is there again, or a server is. From now on every room stops its clock for this time before it does
    /// anything else.
    pub(super) fn found_away(&self, since: Time) -> Outage {
        let mut state = self.state();
        state.outage = Outage { number: state.outage.number + 1, since };
        state.beat = Some(Instant::now());
        state.outage
    }

    /// The last outage.
    pub(super) fn outage(&self) -> Outage {
        self.state().outage
    }

    /// The last outage, if it is not known that every game has got over it.
    pub(super) fn unbridged(&self) -> Option<Outage> {
        let state = self.state();
        (state.outage.number > state.bridged).then_some(state.outage)
    }

    /// Every game has got over an outage.
    pub(super) fn bridged(&self, outage: Outage) {
        self.state().bridged = outage.number;
    }

    /// The number of the last outage that a game that is only now looked at has got over.
    pub(super) fn last_bridged(&self) -> u32 {
        self.state().bridged
    }

    /// Nothing panics while it holds the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

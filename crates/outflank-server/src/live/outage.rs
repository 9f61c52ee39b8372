//! Finds the times during which no server could have accepted a move, so that they are not charged to any player.
//!
//! Servers write heartbeats, and the store keeps each gap in the heartbeats of all servers as an [`Outage`]: servers were down, the store
//! did not answer, or its clock was set forward. Each room leaves new outages out of its clocks before it does anything else. Games without
//! a room are not touched, so that a start takes as long for ten games as for many thousands.
//!
//! If moves were committed all the time, late heartbeats are no outage: correcting all clocks would only make the next one late as well.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_rules::Color;
use outflank_table::{Command, Seat, Table, Time};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::journal::Journal;
use super::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{GameEvent, Outage, StoreError};

/// The pause between heartbeats while a clock runs in an open room ...
const WHILE_CLOCKS_RUN: Duration = Duration::from_millis(100);

/// ... and this long after it and after the start, when players reconnect ...
const LINGER: Duration = Duration::from_secs(60);

/// ... and otherwise.
const IDLE: Duration = Duration::from_secs(1);

/// A heartbeat that is this late means an outage. Together with the pause, this is the longest time that players can be charged wrongly.
const TOLERANCE: Duration = Duration::from_millis(200);

/// A busy store is not an outage: where heartbeats take this long or less, later ones may take twice as long.
const BUSY: Duration = Duration::from_millis(500);

const MESSAGES: FailureMessages =
    FailureMessages { failing: "cannot write the heartbeat", recovered: "can write the heartbeat again" };

#[derive(Debug, Default)]
pub(super) struct StoreMonitor {
    state: Mutex<State>,
    attempts: watch::Sender<Option<Attempt>>,
    wanted: Notify,
    timed: Arc<()>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    last: Option<Heartbeat>,
    commits: Commits,
    outages_found: u32,
    found_until: Option<Time>,
    last_heartbeat_took: Duration,
    pause: Duration,
    /// None until the first pause.
    idle_from: Option<Instant>,
    failed: bool,
}

/// When the store acknowledged something that was written.
#[derive(Clone, Copy, Debug, Default)]
struct Commits {
    latest: Option<Instant>,
    /// The longest time between two of them since the last heartbeat was sent ...
    longest_pause: Duration,
    /// ... and before that, since the last successful heartbeat was sent.
    longest_before: Duration,
}

impl Commits {
    fn add(&mut self) {
        let now = Instant::now();
        self.longest_pause = self.latest.map_or(Duration::ZERO, |latest| self.longest_pause.max(now - latest));
        self.latest = Some(now);
    }

    fn heartbeat_begins(&mut self) {
        self.longest_before = self.longest_before.max(self.longest_pause);
        self.longest_pause = Duration::ZERO;
    }

    fn heartbeat_succeeds(&mut self) {
        self.longest_before = Duration::ZERO;
        self.add();
    }

    /// Whether there was no outage since the last heartbeat.
    fn are_steady(&self) -> bool {
        let longest = self.longest_before.max(self.longest_pause);
        self.latest.is_some_and(|latest| longest.max(latest.elapsed()) < WHILE_CLOCKS_RUN + TOLERANCE)
    }
}

#[derive(Clone, Copy, Debug)]
struct Heartbeat {
    sent: Instant,
    now: Time,
}

#[derive(Clone, Copy, Debug)]
struct Attempt {
    began: Instant,
    succeeded: bool,
}

#[derive(Debug)]
pub(super) struct TimedRoom(#[expect(dead_code, reason = "it is there to be counted")] Arc<()>);

impl StoreMonitor {
    /// Increases before this server's clock jumps over an outage: first read the clock, then compare.
    pub(super) fn outages_found(&self) -> u32 {
        self.state().outages_found
    }

    /// Whether the store was reachable a moment ago, and all outages before that are known.
    pub(super) fn is_steady(&self) -> bool {
        let state = self.state();
        let is_fresh = |last: Heartbeat| last.sent.elapsed() < state.longest_silence(WHILE_CLOCKS_RUN);
        state.last.is_some_and(|last| is_fresh(last) || state.commits.are_steady())
    }

    pub(super) fn note_commit(&self) {
        self.state().commits.add();
    }

    /// Whether the store was reachable at `time` or later, and all outages before that are known.
    pub(super) fn has_passed(&self, time: Time) -> bool {
        self.state().last.is_some_and(|last| last.now >= time)
    }

    pub(super) async fn next_heartbeat(&self) -> bool {
        let asked = Instant::now();
        let mut attempts = self.attempts.subscribe();
        self.wanted.notify_one();
        let attempt = attempts.wait_for(|attempt| attempt.is_some_and(|attempt| attempt.began >= asked)).await;
        attempt.is_ok_and(|attempt| attempt.is_some_and(|attempt| attempt.succeeded))
    }

    pub(super) fn timed_room(&self) -> TimedRoom {
        if self.timed_rooms() == 0 {
            self.wanted.notify_one();
        }
        TimedRoom(self.timed.clone())
    }

    pub(super) fn is_timing(&self) -> bool {
        self.timed_rooms() > 0
    }

    fn timed_rooms(&self) -> usize {
        Arc::strong_count(&self.timed) - 1
    }

    fn last_time(&self) -> Option<Time> {
        self.state().last.map(|last| last.now)
    }

    fn longest_silence(&self) -> Duration {
        let state = self.state();
        state.longest_silence(state.pause.max(WHILE_CLOCKS_RUN))
    }

    /// Whether there was an outage, however short: the last heartbeat failed, or the only server of a store has just started.
    fn was_away(&self, is_store_shared: bool) -> bool {
        let state = self.state();
        state.failed || (state.last.is_none() && !is_store_shared)
    }

    fn begin(&self) -> bool {
        let mut state = self.state();
        let are_steady = state.last.is_some() && state.commits.are_steady();
        state.commits.heartbeat_begins();
        are_steady
    }

    fn acknowledge(&self, heartbeat: Heartbeat, outages: Vec<Outage>) -> Vec<Outage> {
        let mut state = self.state();
        let mut new = outages;
        new.retain(|outage| Some(outage.until) > state.found_until);
        if let Some(last) = new.last() {
            state.outages_found += 1;
            state.found_until = Some(last.until);
        }
        state.last = Some(heartbeat);
        state.commits.heartbeat_succeeds();
        new
    }

    fn note_attempt(&self, began: Instant, succeeded: bool) {
        self.state().failed = !succeeded;
        self.attempts.send_replace(Some(Attempt { began, succeeded }));
    }

    fn pause(&self) -> Duration {
        let now = Instant::now();
        let mut state = self.state();
        let idle_from = state.idle_from.filter(|_| self.timed_rooms() == 0).unwrap_or(now + LINGER);
        state.idle_from = Some(idle_from);
        state.pause = if now < idle_from { WHILE_CLOCKS_RUN } else { IDLE };
        state.pause
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn longest_silence(&self, pause: Duration) -> Duration {
        pause + TOLERANCE + 2 * self.last_heartbeat_took.min(BUSY)
    }
}

pub(super) async fn run(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let throttle = LogThrottle::new(MESSAGES);
    loop {
        tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            () = shared.monitor.wanted.notified() => {}
            () = tokio::time::sleep(shared.monitor.pause()) => {}
        }
        let began = Instant::now();
        let outcome = heartbeat(&shared).await;
        throttle.note(&outcome);
        shared.monitor.note_attempt(began, outcome.is_ok());
    }
}

pub(super) async fn heartbeat(shared: &SharedState) -> Result<(), StoreError> {
    let longest = shared.monitor.longest_silence();
    let mut began = Instant::now();
    send(shared, longest, shared.monitor.was_away(shared.is_store_shared)).await?;
    if began.elapsed() > longest {
        // It was sent before an outage and answered after it. The next one finds the outage.
        began = Instant::now();
        send(shared, longest, false).await?;
    }
    shared.monitor.state().last_heartbeat_took = began.elapsed();
    Ok(())
}

async fn send(shared: &SharedState, longest: Duration, was_away: bool) -> Result<(), StoreError> {
    let asked = Instant::now();
    let shown = shared.store.now().await?;
    let answered = Instant::now();
    let last = shared.monitor.last_time();
    let shown = match last {
        Some(_) => shown,
        // The store's clock may have been set back while no server ran.
        None => shown.max(shared.store.last_alive().await?.unwrap_or(shown)),
    };
    let correction = shared.clock.compare(asked, shown, answered);
    let heartbeat = Heartbeat { sent: Instant::now(), now: shared.clock.corrected(&correction) };
    let silence = match shared.monitor.begin() {
        _ if correction.is_jump() => Duration::ZERO,
        true => Duration::MAX,
        // If no other server was there since the last heartbeat.
        false if was_away => longest.min(last.map_or(Duration::ZERO, |last| heartbeat.now.since(last))),
        false => longest,
    };
    let last = last.unwrap_or(Time::from_millis(heartbeat.now.as_millis().saturating_sub(1)));
    let outages = shared.store.heartbeat(heartbeat.now, silence, last).await?;
    // Rooms must know about an outage before the clock jumps over it.
    let outages = shared.monitor.acknowledge(heartbeat, outages);
    shared.clock.correct(correction);
    for outage in &outages {
        let millis = u64::try_from(outage.until.since(outage.since).as_millis()).unwrap_or(u64::MAX);
        tracing::info!(millis, "no server could accept moves; this time is not charged to any player");
    }
    if !outages.is_empty() {
        shared.wake_open();
    }
    Ok(())
}

pub(super) fn counts_time(table: &Table) -> bool {
    let someone_is_gone = || Color::ALL.into_iter().any(|color| table.gone_since(color).is_some());
    table.ending().is_none() && !table.is_paused() && (table.deadline().is_some() || someone_is_gone())
}

/// The events that leave outages out of a game's clocks: one pause for all of them. None if they are left out already.
pub(super) fn across(journal: &Journal, outages: &[Outage]) -> Vec<GameEvent> {
    let Some(table) = journal.table().filter(|table| counts_time(table)) else { return Vec::new() };
    // Every event is preceded by the pause for all outages before it.
    let counted = |outage: &Outage| outage.until.since(outage.since.max(journal.latest()));
    let lost: Duration = outages.iter().map(counted).sum();
    let Some(last) = outages.last().filter(|_| !lost.is_zero()) else { return Vec::new() };
    let lost = u64::try_from(lost.as_millis()).unwrap_or(u64::MAX);
    let stopped = Time::from_millis(last.until.as_millis().saturating_sub(lost));
    let mut after = table.clone();
    let mut events = Vec::new();
    for (command, at) in [(Command::Pause, stopped), (Command::Resume, last.until)] {
        // After a flag that fell before the outages, the game is over.
        let decided = after.decide(Seat::Host, command, at).unwrap_or_default();
        decided.iter().for_each(|event| after.evolve(event));
        events.extend(decided.into_iter().map(GameEvent::Table));
    }
    events
}

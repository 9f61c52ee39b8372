//! Removes games that are older than the host keeps them, a few at a time, each batch in one short transaction. The store makes sure that no
//! game is removed that has just changed, and that only one of several servers removes games.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use outflank_table::Time;
use tokio::time::{MissedTickBehavior, sleep};

use super::shared::{Busy, SharedState};
use crate::config::{Keep, Retention};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{AgingKind, Expiry, StoreError};

const MESSAGES: FailureMessages =
    FailureMessages { failing: "cannot remove old games", recovered: "can remove old games again" };

const EVERY: Duration = Duration::from_secs(60);

const AT_ONCE: usize = 32;
const PAUSE: Duration = Duration::from_millis(100);

const KINDS: [AgingKind; 3] = [AgingKind::Offer, AgingKind::Unfinished, AgingKind::Finished];

/// Removes nothing. With the first call, offers begin to age, and those of games that have begun are forgotten.
const NO_OFFERS: Expiry = Expiry { kind: AgingKind::Offer, before: Time::from_millis(0) };

#[derive(Clone, Copy, Debug)]
pub(super) struct RemovalRules {
    retention: Retention,
    /// Older games age from then on.
    since: Time,
}

impl RemovalRules {
    pub(super) fn new(retention: Retention, since: Time) -> RemovalRules {
        RemovalRules { retention, since }
    }

    /// When a game is removed, unless something happens in it. None if it stays.
    pub(super) fn removed_at(&self, kind: AgingKind, moved: Time) -> Option<Time> {
        Some(moved.max(self.since).after(self.keep(kind).time()?))
    }

    fn keep(&self, kind: AgingKind) -> Keep {
        match kind {
            AgingKind::Offer => self.retention.offers,
            AgingKind::Unfinished => self.retention.unfinished,
            AgingKind::Finished => self.retention.finished,
        }
    }

    fn aged(&self, kind: AgingKind, now: Time) -> Option<Expiry> {
        let keep = u64::try_from(self.keep(kind).time()?.as_millis()).ok()?;
        Some(Expiry { kind, before: Time::from_millis(now.as_millis().checked_sub(keep)?) })
    }

    fn expired(&self, kind: AgingKind, now: Time) -> Option<Expiry> {
        self.aged(kind, now).filter(|expiry| self.since <= expiry.before)
    }
}

pub(super) async fn run(shared: Arc<SharedState>, rules: RemovalRules, _busy: Busy) {
    let mut closing = shared.closing();
    let work = async {
        let throttle = LogThrottle::new(MESSAGES);
        throttle.note(&announce(&shared, rules).await);
        let mut every = tokio::time::interval(EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            // Without a heartbeat the time is unknown.
            if shared.monitor.next_heartbeat().await {
                throttle.note(&sweep(&shared, rules).await);
                // Players would have to wait for it.
                if !shared.monitor.is_timing() {
                    throttle.note(&shared.store.compact().await);
                }
            }
        }
    };
    tokio::select! {
        biased;
        _ = closing.wait_for(|&closing| closing) => {}
        () = work => {}
    }
}

async fn announce(shared: &SharedState, rules: RemovalRules) -> Result<(), StoreError> {
    shared.store.remove_expired(NO_OFFERS, AT_ONCE).await?;
    let now = shared.clock.now();
    for kind in KINDS {
        let Some(mut aged) = rules.aged(kind, now) else { continue };
        if kind == AgingKind::Offer {
            // Those whose creators are not there now.
            aged.before = now;
        }
        let games = shared.store.count_expired(aged).await?;
        if games > 0 {
            let at = rules.removed_at(kind, aged.before).unwrap_or(now).max(now);
            tracing::info!(games, at = %date(at), "will remove {}", described(kind, rules.keep(kind)));
        }
    }
    Ok(())
}

async fn sweep(shared: &SharedState, rules: RemovalRules) -> Result<(), StoreError> {
    let rules = RemovalRules { since: shared.store.retained_since().await?, ..rules };
    for kind in KINDS {
        let expired = rules.expired(kind, shared.clock.now());
        let Some(expiry) = expired.or((kind == AgingKind::Offer).then_some(NO_OFFERS)) else { continue };
        let mut games = 0;
        loop {
            let removed = shared.store.remove_expired(expiry, AT_ONCE).await?;
            if removed.is_empty() {
                break;
            }
            games += removed.len();
            removed.iter().for_each(|&game| shared.game_changed_elsewhere(game));
            sleep(PAUSE).await;
        }
        if games > 0 {
            tracing::info!(games, "removed {}", described(kind, rules.keep(kind)));
        }
    }
    Ok(())
}

fn described(kind: AgingKind, keep: Keep) -> String {
    match kind {
        AgingKind::Offer => format!("open challenges whose creator has been gone for {keep}"),
        AgingKind::Unfinished => format!("unfinished games without a move for {keep}"),
        AgingKind::Finished => format!("games that ended {keep} ago"),
    }
}

fn date(time: Time) -> String {
    let time = i64::try_from(time.as_millis()).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    time.map_or_else(String::new, |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 60 * 60 * 1_000;

    #[test]
    fn ages_count_from_the_first_start_at_the_earliest() {
        let day = |day: u64| Time::from_millis(day * DAY);
        let rules = RemovalRules::new(Retention::default(), day(100));
        let removed_at = |moved| rules.removed_at(AgingKind::Unfinished, day(moved));
        assert_eq!([removed_at(5), removed_at(100), removed_at(101)], [day(130), day(130), day(131)].map(Some));
        assert_eq!(rules.removed_at(AgingKind::Finished, day(5)), None);
        assert_eq!(rules.expired(AgingKind::Unfinished, Time::from_millis(130 * DAY - 1)), None);
        let expiry = Expiry { kind: AgingKind::Unfinished, before: day(100) };
        assert_eq!(rules.expired(AgingKind::Unfinished, day(130)), Some(expiry));
        assert_eq!(rules.expired(AgingKind::Finished, day(10_000)), None);
    }
}

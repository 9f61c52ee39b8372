//! Notes that a server runs, goes by the store's clock, and finds out when no server ran.
//!
//! Nobody is charged for a time in which no server could reach the store. Every server that finds such a time stops the clocks at
//! the last heartbeat that is in the store, and lets them go on now; the number of the next event decides who of them does it. A server that starts while another
//! one runs finds a fresh heartbeat, and stops nothing.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use outflank_rules::Color;
use outflank_table::{Command, Event, Seat, Table, Time};
use tokio::time::{Instant, MissedTickBehavior};

use super::house::{Busy, House};
use super::journal::Journal;
use super::pulse::{AWAY, Outage};
use crate::GameId;
use crate::alarm::{Alarm, Words};
use crate::store::{AppendError, GameEvent, StoreError};

const WORDS: Words =
    Words { fails: "it cannot be noted that the server runs", works: "it is noted again that the server runs" };

/// How often it is noted that the server runs.
const EVERY: Duration = Duration::from_secs(1);

/// How many games get over an outage at the same time: the store writes them down together.
const BRIDGED_AT_ONCE: usize = 256;

/// How often a game is looked at again because somebody else was faster.
const TRIES: usize = 16;

/// Beats until the house closes. The first heartbeat has been.
pub(super) async fn go_on(house: Arc<House>, _busy: Busy) {
    let mut closing = house.closing();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let alarm = Alarm::new(WORDS);
    loop {
        tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => {}
        }
        alarm.note(&beat(&house).await);
    }
}

/// One heartbeat. It is noted only after every game has got over the time before it, so that another server goes on with what
/// this one leaves undone.
pub(super) async fn beat(house: &Arc<House>) -> Result<(), StoreError> {
    let asked = Instant::now();
    let told = house.store.now().await?;
    house.clock.follow(asked, told, Instant::now());
    if !house.pulse.is_steady() {
        look_for_outage(house).await?;
    }
    if let Some(outage) = house.pulse.unbridged() {
        bridge_all(house, outage).await?;
        house.pulse.bridged(outage);
    }
    house.store.note_alive(house.clock.now()).await?;
    house.pulse.beat();
    Ok(())
}

/// This server has had no heartbeat for a while: has any?
async fn look_for_outage(house: &House) -> Result<(), StoreError> {
    let noted = house.store.last_alive().await?;
    let last_alive = noted.unwrap_or(Time::from_millis(0));
    // Where nobody else can have run, any time before the start is one in which nobody did.
    let shortest = if house.shared || house.pulse.has_begun() { AWAY } else { Duration::ZERO };
    let away = house.clock.now().since(last_alive);
    // As long as nothing can be written, what was found before is still the same.
    let is_known = house.pulse.unbridged().is_some_and(|outage| outage.since == last_alive);
    if away >= shortest && !is_known {
        let outage = house.pulse.found_away(last_alive);
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
async fn bridge_all(house: &Arc<House>, outage: Outage) -> Result<(), StoreError> {
    house.wake_open();
    let running = house.store.running().await?;
    let bridged = stream::iter(running).map(|game| async move {
        bridge(house, game, outage).await?;
        // It takes long if there are many games, and the store is there all the time.
        house.pulse.beat();
        Ok(())
    });
    bridged.buffer_unordered(BRIDGED_AT_ONCE).try_collect::<()>().await
}

async fn bridge(house: &House, game: GameId, outage: Outage) -> Result<(), StoreError> {
    for _ in 0..TRIES {
        let journal = match Journal::load(&*house.store, game).await {
            Ok(Some(journal)) => journal,
            Ok(None) => return Ok(()),
            Err(error @ StoreError::Damaged { .. }) => {
                // The other games are still good.
                tracing::error!(%game, %error, "a game cannot be resumed");
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let now = house.clock.now();
        let events = across(&journal, outage, now);
        if events.is_empty() {
            return Ok(());
        }
        match house.store.append(game, journal.last(), journal.batch(events, None, now)).await {
            // Nobody is given a seat here, so that none is full.
            Ok(()) | Err(AppendError::Full) => {
                house.bells.game_changed(game);
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

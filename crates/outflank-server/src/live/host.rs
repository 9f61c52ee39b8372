use outflank_rules::Color;
use outflank_table::{Command, Seat, Time};

use super::journal::Journal;
use super::{Answer, errors};
use crate::GameId;
use crate::store::{AppendError, GameEvent, Occupant, Status, Store};
use crate::wire::{ErrorKind, Problem};

const TRIES: usize = 16;

pub(crate) async fn end(store: &dyn Store, game: GameId) -> Answer<()> {
    for _ in 0..TRIES {
        let journal = Journal::load(store, game).await?.ok_or_else(errors::no_such_game)?;
        let now = store.now().await?;
        let batch = journal.batch(cancel(&journal, now)?, None, now);
        match store.append(game, journal.last(), batch).await {
            Ok(()) => return Ok(()),
            Err(AppendError::Conflict) => {}
            Err(AppendError::Full) => return Err(errors::seat_full()),
            Err(AppendError::Store(error)) => return Err(error.into()),
        }
    }
    Err(errors::busy())
}

pub(crate) async fn remove(store: &dyn Store, game: GameId) -> Answer<()> {
    match store.remove(game).await? {
        true => Ok(()),
        false => Err(errors::no_such_game()),
    }
}

/// Earlier versions know these events: they show a paused game.
fn cancel(journal: &Journal, now: Time) -> Answer<Vec<GameEvent>> {
    let over = |what: &str| Err(Problem::new(ErrorKind::NotNow, format!("the game {what} already")));
    match journal.status() {
        Status::Over => return over("is over"),
        Status::Cancelled => return over("was cancelled"),
        Status::Waiting | Status::Running | Status::Paused => {}
    }
    let paused = journal.table().and_then(|table| table.decide(Seat::Host, Command::Pause, now).ok());
    let mut events: Vec<_> = paused.into_iter().flatten().map(GameEvent::Table).collect();
    let is_creator = |&color: &Color| journal.plan().occupants[color] == Occupant::Creator;
    let by = Color::ALL.into_iter().find(is_creator).unwrap_or(Color::Black);
    events.push(GameEvent::Cancelled { by });
    Ok(events)
}

//! Somebody sits down: events are added, and by them a seat has one more holder.
//!
//! This is rare, and takes more statements than other events do, which therefore go another way.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::append::{self, Appended, Entry};
use super::change::insert_seats;
use super::read;
use super::writer::Change;
use crate::GameId;
use crate::store::{Batch, Holder, Number, Seated, StoreError, holder};

/// A batch with holders.
pub(super) struct SitDown {
    game: GameId,
    holders: Vec<Holder>,
    entry: Entry,
}

impl SitDown {
    pub(super) fn new(game: GameId, before: Number, batch: Batch) -> SitDown {
        SitDown { game, holders: batch.holders.clone(), entry: Entry::new(game, before, batch) }
    }
}

#[async_trait]
impl Change for SitDown {
    type Answer = Appended;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Appended, StoreError> {
        let SitDown { game, holders, entry } = self;
        // Nobody else writes in the meantime, so that everything is found out before anything is changed.
        let last = read::last(&mut *connection, *game).await?;
        if last.map(i64::from) != Some(entry.before) {
            return Ok(Appended::Conflict);
        }
        let mut all = read::holders(&mut *connection, *game).await?;
        let before = all.len();
        if holders.iter().any(|&one| holder::seat(&mut all, one) == Seated::Full) {
            return Ok(Appended::Full);
        }
        append::add(&mut *connection, entry).await?;
        insert_seats(connection, *game, &all[before..]).await?;
        Ok(Appended::All)
    }
}

//! Appends events that give a seat. Rare, and it takes more statements than other events.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::append;
use super::change::insert_seats;
use super::read;
use super::writer::Change;
use crate::GameId;
use crate::store::entry::{Appended, Entry};
use crate::store::{Batch, Holder, Number, StoreError, holder};

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
        // There is one writer, so everything can be checked before the change.
        let last = read::last(&mut *connection, *game).await?;
        if last.map(i64::from) != Some(entry.before) {
            return Ok(Appended::Conflict);
        }
        let Some(added) = holder::additions(read::holders(&mut *connection, *game).await?, holders) else {
            return Ok(Appended::Full);
        };
        append::add(&mut *connection, entry).await?;
        insert_seats(connection, *game, &added).await?;
        Ok(Appended::Done)
    }
}

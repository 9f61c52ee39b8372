use async_trait::async_trait;
use outflank_rules::Color;
use outflank_table::Time;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::writer::Change;
use super::{append, read};
use crate::store::entry::Entry;
use crate::store::{Creation, Holder, MAX_CHAT_LINES, NewGame, Said, Seated, StoreError};
use crate::store::{codec, holder, stored};
use crate::{ChatLine, GameId};

pub(super) const CLAIM_DUE: &str = "\
    UPDATE games SET leased_until = ? WHERE id IN (\
        SELECT id FROM games WHERE due <= ? AND (leased_until IS NULL OR leased_until <= ?) \
            AND (id, last) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) ORDER BY due, id LIMIT ?\
    ) RETURNING due, id";
pub(super) const RENEW_OFFERS: &str = "\
    INSERT INTO offers (game, until) \
    SELECT games.id, ? FROM json_each(?) AS named CROSS JOIN games ON games.id = named.value WHERE TRUE \
    ON CONFLICT (game) DO UPDATE SET until = excluded.until";
pub(super) const END_OFFERS: &str = "DELETE FROM offers WHERE until <= ?";
const CREATE: &str = "\
    INSERT INTO games (id, plan, last, status, list, updated, summary, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
    ON CONFLICT (id) DO NOTHING";
const SEATS: &str = "INSERT INTO seats (game, seat, secret) ";
pub(super) const LAST_LINE: &str = "\
    SELECT EXISTS (SELECT 1 FROM games WHERE id = ?), (SELECT coalesce(max(number), 0) FROM chat WHERE game = ?)";
const SAY: &str = "INSERT INTO chat (game, number, player, at, line) VALUES (?, ?, ?, ?, ?)";
const ALIVE: &str =
    "INSERT INTO alive (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = max(at, excluded.at)";

pub(super) struct Create {
    game: GameId,
    plan: String,
    holders: Vec<Holder>,
    first: Entry,
}

impl Create {
    pub(super) fn new(game: NewGame) -> Create {
        Create {
            game: game.id,
            plan: stored::write_plan(game.plan),
            holders: holder::seat_all(&game.first.holders),
            first: Entry::new(game.id, 0, game.first),
        }
    }
}

#[async_trait]
impl Change for Create {
    type Answer = Creation;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Creation, StoreError> {
        let Create { game, plan, holders, first } = self;
        let created = sqlx::query(CREATE)
            .bind(game.as_str())
            .bind(plan)
            .bind(first.before)
            .bind(first.status)
            .bind(first.list)
            .bind(first.updated)
            .bind(&first.summary)
            .bind(first.due)
            .execute(&mut *connection)
            .await?;
        if created.rows_affected() == 0 {
            return Ok(Creation::Exists);
        }
        append::add(connection, first).await?;
        insert_seats(connection, *game, holders).await?;
        Ok(Creation::Created)
    }
}

pub(super) struct GiveSeat {
    pub(super) game: GameId,
    pub(super) holder: Holder,
}

#[async_trait]
impl Change for GiveSeat {
    type Answer = Seated;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Seated, StoreError> {
        let GiveSeat { game, holder } = self;
        if read::last(&mut *connection, *game).await?.is_none() {
            return Err(StoreError::NoSuchGame { game: *game });
        }
        let Some(added) = holder::additions(read::holders(&mut *connection, *game).await?, &[*holder]) else {
            return Ok(Seated::Full);
        };
        insert_seats(connection, *game, &added).await?;
        Ok(Seated::Held)
    }
}

pub(super) struct Say {
    pub(super) game: GameId,
    pub(super) by: Color,
    pub(super) at: Time,
    pub(super) text: ChatLine,
}

#[async_trait]
impl Change for Say {
    type Answer = Said;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Said, StoreError> {
        let game = self.game.as_str();
        let (exists, last): (bool, i64) =
            sqlx::query_as(LAST_LINE).bind(game).bind(game).fetch_one(&mut *connection).await?;
        if !exists {
            return Err(StoreError::NoSuchGame { game: self.game });
        }
        if last >= i64::from(MAX_CHAT_LINES) {
            return Ok(Said::Full);
        }
        let number = last + 1;
        sqlx::query(SAY)
            .bind(game)
            .bind(number)
            .bind(codec::color(self.by))
            .bind(codec::millis(self.at))
            .bind(self.text.as_str())
            .execute(connection)
            .await?;
        codec::read_number(number, game).map(Said::Kept)
    }
}

pub(super) struct NoteAlive {
    pub(super) now: Time,
}

#[async_trait]
impl Change for NoteAlive {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query(ALIVE).bind(codec::millis(self.now)).execute(connection).await?;
        Ok(())
    }
}

pub(super) struct RenewOffers {
    pub(super) games: Vec<GameId>,
    pub(super) now: Time,
    pub(super) until: Time,
}

#[async_trait]
impl Change for RenewOffers {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let games = serde_json::to_string(&self.games).expect("ids are valid JSON");
        let renew = sqlx::query(RENEW_OFFERS).bind(codec::millis(self.until)).bind(games);
        renew.execute(&mut *connection).await?;
        sqlx::query(END_OFFERS).bind(codec::millis(self.now)).execute(connection).await?;
        Ok(())
    }
}

pub(super) struct ClaimDue {
    pub(super) now: Time,
    pub(super) until: Time,
    /// Claimed games with their last event numbers, as JSON. They are skipped.
    pub(super) claimed_json: String,
    pub(super) most: usize,
}

#[async_trait]
impl Change for ClaimDue {
    type Answer = Vec<GameId>;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Vec<GameId>, StoreError> {
        let now = codec::millis(self.now);
        let mut claimed: Vec<(i64, String)> = sqlx::query_as(CLAIM_DUE)
            .bind(codec::millis(self.until))
            .bind(now)
            .bind(now)
            .bind(&self.claimed_json)
            .bind(codec::limit(self.most))
            .fetch_all(connection)
            .await?;
        claimed.sort_unstable();
        claimed.iter().map(|(_, id)| codec::read_game(id)).collect()
    }
}

/// None of the holders may hold these seats already.
pub(super) async fn insert_seats(
    connection: &mut SqliteConnection,
    game: GameId,
    holders: &[Holder],
) -> Result<(), StoreError> {
    if holders.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::<Sqlite>::new(SEATS);
    insert.push_values(holders, |mut row, holder| {
        row.push_bind(game.as_str().to_owned()).push_bind(codec::seat(holder.seat)).push_bind(holder.secret.0.to_vec());
    });
    insert.build().execute(connection).await?;
    Ok(())
}

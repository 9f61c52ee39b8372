use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;

use super::{
    AppendError, Batch, Changes, Claim, Creation, DeviceLink, EngineGames, Expiry, GameVersion, Holder, Listing,
    LoggedEvent, LoggedLine, NewGame, Number, Outage, Page, Plan, Player, Renewal, Said, Seat, Seated, Seats, Store,
    StoreError, Summary,
};
use crate::{ChatLine, GameId, Owner, SecretHash, ServerId};

pub(crate) trait StoreLayer: Send + Sync + 'static {
    fn inner(&self) -> &dyn Store;

    fn around<T: Send>(
        &self,
        call: Call,
        game: Option<GameId>,
        answer: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> impl Future<Output = Result<T, StoreError>> + Send;

    fn on_append(
        &self,
        game: GameId,
        expected: Number,
        batch: Batch,
    ) -> impl Future<Output = Result<(), AppendError>> + Send;

    fn on_create(&self, game: NewGame) -> impl Future<Output = Result<Creation, StoreError>> + Send {
        self.around(Call::Create, Some(game.id), self.inner().create(game))
    }

    fn on_changes(&self) -> Changes {
        self.inner().changes()
    }

    fn on_close(&self) -> impl Future<Output = ()> + Send {
        self.inner().close()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Create,
    Plan,
    Owner,
    EngineGames,
    Events,
    Now,
    ClaimDue,
    Claim,
    Ahead,
    Attend,
    Attending,
    RenewOffers,
    Seats,
    GiveSeat,
    Holders,
    RenewLink,
    LinkDevice,
    UseDeviceLink,
    Say,
    Chat,
    List,
    Summary,
    Scan,
    RetainedSince,
    CountExpired,
    RemoveExpired,
    Remove,
    Compact,
    NoteAlive,
    Heartbeat,
    LastAlive,
    Outages,
}

/// What a call does to games and their lists. Leases and the clock are neither read nor written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
    Neither,
}

impl Call {
    pub(crate) fn access(self) -> Access {
        match self {
            Call::Create | Call::ClaimDue | Call::RenewOffers | Call::GiveSeat | Call::Say => Access::Write,
            Call::RenewLink | Call::LinkDevice | Call::UseDeviceLink => Access::Write,
            Call::RetainedSince | Call::RemoveExpired | Call::Remove | Call::Compact => Access::Write,
            Call::NoteAlive | Call::Heartbeat => Access::Write,
            Call::Now | Call::Claim | Call::Attend => Access::Neither,
            _ => Access::Read,
        }
    }
}

#[async_trait]
impl<L: StoreLayer> Store for L {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.on_create(game).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.around(Call::Plan, Some(game), self.inner().plan(game)).await
    }

    async fn owner(&self, game: GameId) -> Result<Option<Owner>, StoreError> {
        self.around(Call::Owner, Some(game), self.inner().owner(game)).await
    }

    async fn engine_games(&self, owner: Owner, within: Duration) -> Result<EngineGames, StoreError> {
        self.around(Call::EngineGames, None, self.inner().engine_games(owner, within)).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        self.on_append(game, expected, batch).await
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        self.around(Call::Events, Some(game), self.inner().events(game, after)).await
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.around(Call::Now, None, self.inner().now()).await
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.around(Call::ClaimDue, None, self.inner().claim_due(lease, most)).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.around(Call::Claim, Some(game), self.inner().claim(game, by, lease)).await
    }

    fn changes(&self) -> Changes {
        self.on_changes()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        self.around(Call::Ahead, None, self.inner().ahead(known)).await
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.around(Call::Attend, None, self.inner().attend(at, players, lease)).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        self.around(Call::Attending, Some(game), self.inner().attending(game, elsewhere_than)).await
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        self.around(Call::RenewOffers, None, self.inner().renew_offers(games, lease)).await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.around(Call::Seats, Some(game), self.inner().seats(game, secret)).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.around(Call::GiveSeat, Some(game), self.inner().give_seat(game, seat, secret)).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.around(Call::Holders, Some(game), self.inner().holders(game)).await
    }

    async fn renew_link(
        &self,
        game: GameId,
        expected: Number,
        seat: Seat,
        token: &SecretHash,
    ) -> Result<Renewal, StoreError> {
        self.around(Call::RenewLink, Some(game), self.inner().renew_link(game, expected, seat, token)).await
    }

    async fn link_device(&self, link: DeviceLink, lease: Duration) -> Result<(), StoreError> {
        self.around(Call::LinkDevice, link.game, self.inner().link_device(link, lease)).await
    }

    async fn use_device_link(
        &self,
        token: &SecretHash,
        game: Option<GameId>,
        secret: &SecretHash,
    ) -> Result<Option<Vec<GameId>>, StoreError> {
        self.around(Call::UseDeviceLink, game, self.inner().use_device_link(token, game, secret)).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.around(Call::Say, Some(game), self.inner().say(game, by, at, text)).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.around(Call::Chat, Some(game), self.inner().chat(game, after)).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.around(Call::List, None, self.inner().list(listing, page)).await
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.around(Call::Summary, Some(game), self.inner().summary(game)).await
    }

    async fn scan(&self, after: Option<GameId>, count: usize) -> Result<Vec<Summary>, StoreError> {
        self.around(Call::Scan, None, self.inner().scan(after, count)).await
    }

    async fn retained_since(&self) -> Result<Time, StoreError> {
        self.around(Call::RetainedSince, None, self.inner().retained_since()).await
    }

    async fn count_expired(&self, expiry: Expiry) -> Result<u64, StoreError> {
        self.around(Call::CountExpired, None, self.inner().count_expired(expiry)).await
    }

    async fn remove_expired(&self, expiry: Expiry, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.around(Call::RemoveExpired, None, self.inner().remove_expired(expiry, most)).await
    }

    async fn remove(&self, game: GameId) -> Result<bool, StoreError> {
        self.around(Call::Remove, Some(game), self.inner().remove(game)).await
    }

    async fn compact(&self) -> Result<(), StoreError> {
        self.around(Call::Compact, None, self.inner().compact()).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.around(Call::NoteAlive, None, self.inner().note_alive(now)).await
    }

    async fn heartbeat(&self, now: Time, silence: Duration, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.around(Call::Heartbeat, None, self.inner().heartbeat(now, silence, after)).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.around(Call::LastAlive, None, self.inner().last_alive()).await
    }

    async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.around(Call::Outages, None, self.inner().outages(after)).await
    }

    async fn close(&self) {
        self.on_close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Their failures are logged and counted as failures to write.
    #[test]
    fn removals_are_writes() {
        for call in [Call::RetainedSince, Call::RemoveExpired, Call::Remove, Call::Compact] {
            assert_eq!(call.access(), Access::Write, "{call:?}");
        }
    }
}

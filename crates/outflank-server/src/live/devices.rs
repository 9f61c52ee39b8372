//! Links by which a second device gets the seats of the first.
//!
//! A secret never leaves its browser. The second device gets a secret of its own, and the store gives it the seats that the first one holds.
//! So a link can add games to a browser, but neither take any away nor reveal those it has: opening the link of a stranger does no harm. A
//! link works once and for ten minutes, its token has 128 random bits, and the store keeps only the hash. The token is behind `#`, which
//! browsers don't send, so it is in no log. If someone else was faster, the owner's second device reports that the link was used.

use std::time::Duration;

use super::hall::Hall;
use super::{Answer, errors, tokens};
use crate::store::{DeviceLink, Seats};
use crate::wire::{ErrorKind, OneTimeLink, Problem};
use crate::{GameId, Secret, SecretHash};

const LIFETIME: Duration = Duration::from_secs(10 * 60);

impl Hall {
    pub(crate) async fn link_game(&self, game: GameId, secret: Option<SecretHash>) -> Answer<OneTimeLink> {
        let _busy = self.shared.accept()?;
        let (_, seats) = self.visit(game, secret).await?;
        let holder = secret
            .filter(|_| seats.any())
            .ok_or_else(|| Problem::new(ErrorKind::NotYours, "you do not hold a seat in this game"))?;
        let token = self.link(holder, Some(game)).await?;
        Ok(OneTimeLink::new(tokens::link(game, &token), token, LIFETIME))
    }

    pub(crate) async fn link_all(&self, holder: SecretHash) -> Answer<OneTimeLink> {
        let _busy = self.shared.accept()?;
        let token = self.link(holder, None).await?;
        Ok(OneTimeLink::new(format!("/device#{token}"), token, LIFETIME))
    }

    pub(crate) async fn take_over_all(&self, token: &Secret, secret: SecretHash) -> Answer<Vec<GameId>> {
        let _busy = self.shared.accept()?;
        let games = self.shared.store.use_device_link(&token.hash(), None, &secret).await?;
        let games = games.ok_or_else(|| {
            Problem::new(
                ErrorKind::NoSuchSecret,
                "this link was used or has expired; make a new one on the other device",
            )
        })?;
        for &game in &games {
            self.seated(game, secret).await?;
        }
        Ok(games)
    }

    pub(super) async fn take_over(&self, game: GameId, token: &Secret, secret: SecretHash) -> Answer<Seats> {
        match self.shared.store.use_device_link(&token.hash(), Some(game), &secret).await? {
            Some(games) if games.is_empty() => Err(errors::seat_full()),
            Some(_) => self.seated(game, secret).await,
            None => Err(Problem::new(ErrorKind::NoSuchSecret, "this link is not valid for this game, or was used")),
        }
    }

    async fn link(&self, holder: SecretHash, game: Option<GameId>) -> Answer<String> {
        let token = Secret::random();
        self.shared.store.link_device(DeviceLink { token: token.hash(), holder, game }, LIFETIME).await?;
        Ok(token.reveal())
    }
}

use std::time::Duration;

use super::Answer;
use crate::Owner;
use crate::config::Limits;
use crate::store::{EngineGames, Store};
use crate::wire::{ErrorKind, Problem};

/// A game counts for this long after its last move, and while the engine is to move. Abandoned games cost nothing.
const COUNTED_FOR: Duration = Duration::from_secs(10 * 60);

const CLIENTS_PER_SITE: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct EngineGameLimits {
    total: usize,
    per_client: usize,
}

impl EngineGameLimits {
    pub(super) fn of(limits: &Limits) -> EngineGameLimits {
        EngineGameLimits { total: limits.engine_games, per_client: limits.engine_games_per_address }
    }

    pub(super) async fn check(self, store: &dyn Store, owner: Owner) -> Answer<()> {
        let EngineGames { of_owner, of_site, total } = store.engine_games(owner, COUNTED_FOR).await?;
        if of_owner >= self.per_client || of_site >= self.per_client.saturating_mul(CLIENTS_PER_SITE) {
            let why = format!(
                "too many games against the engine from your network (at most {} at a time); finish one first, or wait ten minutes",
                self.per_client
            );
            return Err(Problem::new(ErrorKind::TooMany, why));
        }
        if total >= self.total {
            let why = "the engine is playing as many games as this server allows; try again in a few minutes";
            return Err(Problem::new(ErrorKind::Unavailable, why));
        }
        Ok(())
    }
}

use super::commit::CommitError;
use super::{Room, TRIES, Visitor};
use crate::Secret;
use crate::live::{Answer, decide, errors};
use crate::store::{Renewal, Seat};

impl Room {
    /// The old link stops working in the same step.
    pub(super) async fn invite(&mut self, visitor: &Visitor, seat: Seat) -> Answer<Secret> {
        self.check_in(visitor).await?;
        for _ in 0..TRIES {
            self.settle().await?;
            let game = self.journal.id();
            let holders = self.shared.store.holders(game).await.map_err(|error| self.store_failed(&error))?;
            decide::inviting(&self.journal, visitor.secret, &holders, seat)?;
            let token = Secret::random();
            // Fenced like an event: of a player who joins and one who invites at once, the second finds out about the first.
            let renewal = self.shared.store.renew_link(game, self.journal.last(), seat, &token.hash()).await;
            match renewal.map_err(|error| self.store_failed(&error))? {
                Renewal::Renewed => return Ok(token),
                Renewal::Conflict => match self.resolve_conflict().await {
                    CommitError::Conflict => {}
                    CommitError::Store(problem) => return Err(problem),
                },
            }
        }
        Err(errors::busy())
    }
}

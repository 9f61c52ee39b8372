//! The server that searches for the engine's seat holds a claim on the game and renews it. Nothing is locked: the claim of a dead server
//! expires, and only one move can be the next event.

use std::time::Duration;

use outflank_rules::Square;
use outflank_table::{Command, Seat};
use tokio::time::Instant;

use super::commit::CommitError;
use super::{Room, TRIES};
use crate::Owner;
use crate::engine::EngineStopped;
use crate::live::Answer;
use crate::live::engine_seat::{self, Thinking};
use crate::store::{Claim, GameEvent, Number};

const LEASE: Duration = Duration::from_secs(5);

/// A claim is renewed this long before it expires.
const BEFORE_END: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, Debug, Default)]
pub(super) enum EngineClaim {
    #[default]
    Unknown,
    /// Until `until`, as long as the last event has number `last`.
    Held { last: Number, until: Instant },
    /// Another server does, for this board, until `until`.
    Elsewhere { board: Number, until: Instant },
}

impl EngineClaim {
    pub(super) fn elsewhere(board: Number, now: Instant) -> EngineClaim {
        EngineClaim::Elsewhere { board, until: now + LEASE }
    }

    pub(super) fn ends_at(&self) -> Option<Instant> {
        match *self {
            EngineClaim::Unknown => None,
            EngineClaim::Held { until, .. } | EngineClaim::Elsewhere { until, .. } => Some(until),
        }
    }
}

impl Room {
    /// Starts a search if the engine is to move and no other server searches. Stops a search of an old board.
    pub(super) async fn run_engine(&mut self, now: Instant) -> Answer<()> {
        let board = self.journal.board();
        let Some(color) = self.journal.engine_to_move() else {
            self.thinking = None;
            self.claim = EngineClaim::Unknown;
            return Ok(());
        };
        if self.engine_failed_on == Some(board) {
            self.claim = EngineClaim::Unknown;
            return Ok(());
        }
        if let EngineClaim::Elsewhere { board: thought_about, until } = self.claim
            && (thought_about == board && until <= now)
        {
            // The move may have been made, and only the hint was lost.
            self.catch_up().await?;
            if self.journal.board() != board {
                return Ok(());
            }
        }
        if self.shared.is_store_shared && !self.holds_claim(now).await? {
            self.thinking = None;
            return Ok(());
        }
        if self.thinking.as_ref().is_some_and(|thinking| thinking.board == board) {
            return Ok(());
        }
        let chooser = self.shared.chooser.clone();
        let owner = self.owner().await?;
        self.thinking = engine_seat::turn(&self.journal, owner, self.shared.clock.now()).map(|turn| Thinking {
            color,
            board,
            choice: Box::pin(async move { chooser.choose(turn).await }),
        });
        Ok(())
    }

    pub(super) async fn owner(&mut self) -> Answer<Owner> {
        if self.owner.is_none() {
            let owner = self.shared.store.owner(self.journal.id()).await.map_err(|error| self.store_failed(&error))?;
            self.owner = Some(owner.unwrap_or_default());
        }
        Ok(self.owner.unwrap_or_default())
    }

    async fn holds_claim(&mut self, now: Instant) -> Answer<bool> {
        match self.claim {
            EngineClaim::Held { last, until } if last == self.journal.last() && now < until => return Ok(true),
            EngineClaim::Elsewhere { board, until } if board == self.journal.board() && now < until => {
                return Ok(false);
            }
            EngineClaim::Unknown | EngineClaim::Held { .. } | EngineClaim::Elsewhere { .. } => {}
        }
        let claim = self.shared.store.claim(self.journal.id(), self.shared.node, LEASE).await;
        self.claim = match claim.map_err(|error| self.store_failed(&error))? {
            Claim::Granted => EngineClaim::Held { last: self.journal.last(), until: now + LEASE - BEFORE_END },
            Claim::Refused => EngineClaim::elsewhere(self.journal.board(), now),
        };
        Ok(matches!(self.claim, EngineClaim::Held { .. }))
    }

    pub(super) async fn play_choice(&mut self, choice: Result<Square, EngineStopped>) {
        let Some(Thinking { color, board, .. }) = self.thinking.take() else { return };
        let Ok(square) = choice else {
            self.engine_failed_on = Some(board);
            return;
        };
        for _ in 0..TRIES {
            let Ok(now) = self.settle_for_command(0).await else { return };
            let Some(table) = self.journal.table().filter(|_| self.journal.board() == board) else { return };
            let events = match table.decide(Seat::Player(color), Command::Play(square.into()), now) {
                Ok(events) => events.into_iter().map(GameEvent::Table).collect(),
                Err(refusal) => {
                    tracing::error!(game = %self.journal.id(), %square, %refusal, "the table refused the engine's move");
                    self.engine_failed_on = Some(board);
                    return;
                }
            };
            match self.commit(events, None, now).await {
                Err(CommitError::Conflict) => {}
                Ok(()) | Err(CommitError::Store(_)) => return,
            }
        }
    }
}

//! The engine's seat: which server lets it think, and what it chooses.
//!
//! A server that lets the engine think has claimed the game, and claims it again as long as the engine thinks. Nothing is
//! locked in the meantime: a claim lapses with a server that dies, and whatever is played, only one move can be the next.

use std::time::Duration;

use outflank_rules::Square;
use outflank_table::{Command, Seat};
use tokio::time::Instant;

use super::commit::NotKept;
use super::{Room, TRIES};
use crate::engine::EngineStopped;
use crate::live::engine_seat::{self, Thinking};
use crate::store::{Claim, GameEvent, Number};
use crate::wire::Problem;

/// For how long a game is claimed.
const LEASE: Duration = Duration::from_secs(5);

/// How long before its end a claim is renewed.
const BEFORE_END: Duration = Duration::from_secs(3);

/// Whether this server lets the engine think.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Right {
    /// It has not asked.
    #[default]
    Unknown,
    /// It does, as long as the last event has this number. Then, or at this time, it asks again.
    Held { last: Number, until: Instant },
    /// Another server does on this board, and has until this time to do so.
    Elsewhere { board: Number, until: Instant },
}

impl Right {
    /// Another server made this board, and lets the engine think about it.
    pub(super) fn elsewhere(board: Number, now: Instant) -> Right {
        Right::Elsewhere { board, until: now + LEASE }
    }

    /// When it is to be asked for again.
    pub(super) fn ends_at(&self) -> Option<Instant> {
        match *self {
            Right::Unknown => None,
            Right::Held { until, .. } | Right::Elsewhere { until, .. } => Some(until),
        }
    }
}

impl Room {
    /// Asks the engine for a move if it is its turn, it is not asked yet, and no other server does it. What it thinks about an
    /// old board is stopped.
    pub(super) async fn ask_engine(&mut self, now: Instant) -> Result<(), Problem> {
        let board = self.journal.board();
        let Some(color) = self.journal.engine_to_move() else {
            self.thinking = None;
            self.right = Right::Unknown;
            return Ok(());
        };
        if self.stuck == Some(board) {
            self.right = Right::Unknown;
            return Ok(());
        }
        if let Right::Elsewhere { board: thought_about, until } = self.right
            && (thought_about == board && until <= now)
        {
            // Perhaps the move has been made, and only the hint was lost.
            self.catch_up().await?;
            if self.journal.board() != board {
                return Ok(());
            }
        }
        if self.shared.is_store_shared && !self.has_right(now).await? {
            self.thinking = None;
            return Ok(());
        }
        if self.thinking.as_ref().is_some_and(|thinking| thinking.board == board) {
            return Ok(());
        }
        let chooser = self.shared.chooser.clone();
        self.thinking = engine_seat::turn(&self.journal, self.shared.clock.now()).map(|turn| Thinking {
            color,
            board,
            choice: Box::pin(async move { chooser.choose(turn).await }),
        });
        Ok(())
    }

    /// Whether this server lets the engine think about the board. It asks the store if it does not know.
    async fn has_right(&mut self, now: Instant) -> Result<bool, Problem> {
        match self.right {
            Right::Held { last, until } if last == self.journal.last() && now < until => return Ok(true),
            Right::Elsewhere { board, until } if board == self.journal.board() && now < until => return Ok(false),
            Right::Unknown | Right::Held { .. } | Right::Elsewhere { .. } => {}
        }
        let claim = self.shared.store.claim(self.journal.id(), self.shared.node, LEASE).await;
        self.right = match claim.map_err(|error| self.unsettle(&error))? {
            Claim::Granted => Right::Held { last: self.journal.last(), until: now + LEASE - BEFORE_END },
            Claim::Refused => Right::elsewhere(self.journal.board(), now),
        };
        Ok(matches!(self.right, Right::Held { .. }))
    }

    /// Plays what the engine chose, if the board is still the one that it was asked about.
    pub(super) async fn play_choice(&mut self, choice: Result<Square, EngineStopped>) {
        let Some(Thinking { color, board, .. }) = self.thinking.take() else { return };
        let Ok(square) = choice else {
            self.stuck = Some(board);
            return;
        };
        for _ in 0..TRIES {
            let Ok(now) = self.settle().await else { return };
            let Some(table) = self.journal.table().filter(|_| self.journal.board() == board) else { return };
            let events = match table.decide(Seat::Player(color), Command::Play(square.into()), now) {
                Ok(events) => events.into_iter().map(GameEvent::Table).collect(),
                Err(refusal) => {
                    tracing::error!(game = %self.journal.id(), %square, %refusal, "the engine's move is refused");
                    self.stuck = Some(board);
                    return;
                }
            };
            if self.check_pulse().is_err() {
                return;
            }
            match self.commit(events, None, now).await {
                Err(NotKept::Overtaken) => {}
                Ok(()) | Err(NotKept::Failed(_)) => return,
            }
        }
    }
}

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use async_trait::async_trait;
use outflank_players::ClockState;
use outflank_rules::{Color, Square};
use outflank_table::{Command, Offer, Table, Time, TimeControl};

use super::journal::Journal;
use crate::Owner;
use crate::engine::{EnginePool, EngineStopped, EngineTurn};
use crate::store::{Number, Occupant, Plan};

#[async_trait]
pub(super) trait Chooser: Send + Sync + 'static {
    async fn choose(&self, turn: EngineTurn) -> Result<Square, EngineStopped>;
}

#[async_trait]
impl Chooser for EnginePool {
    async fn choose(&self, turn: EngineTurn) -> Result<Square, EngineStopped> {
        EnginePool::choose(self, turn).await
    }
}

pub(super) struct Thinking {
    pub(super) color: Color,
    /// The event that made the board what it is.
    pub(super) board: Number,
    pub(super) choice: Pin<Box<dyn Future<Output = Result<Square, EngineStopped>> + Send>>,
}

pub(super) fn turn(journal: &Journal, owner: Owner, now: Time) -> Option<EngineTurn> {
    let color = journal.engine_to_move()?;
    let table = journal.table()?;
    let Occupant::Engine(level) = journal.plan().occupants[color] else { return None };
    let increment = match table.terms().time {
        TimeControl::Unlimited | TimeControl::SuddenDeath { .. } => Duration::ZERO,
        TimeControl::Fischer { increment, .. } => increment,
        TimeControl::Bronstein { delay, .. } => delay,
    };
    let clocks = table.clocks(now).map(|left| ClockState { left, increment, margin: Duration::ZERO });
    Some(EngineTurn { level, game: table.game().clone(), clocks, owner })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OfferReply {
    pub(super) by: Color,
    pub(super) command: Command,
}

/// The immediate reply to an offer. The engine declines draws and accepts rematches; a player on both seats accepts their own rematch.
pub(super) fn answer(plan: &Plan, table: &Table) -> Option<OfferReply> {
    let is_engine = |color: Color| matches!(plan.occupants[color], Occupant::Engine(_));
    let alone = Color::ALL.into_iter().all(|color| plan.occupants[color] == Occupant::Creator);
    let asked = |offer| table.offered(offer).map(|by| !by);
    if let Some(engine) = asked(Offer::Draw).filter(|&color| is_engine(color)) {
        return Some(OfferReply { by: engine, command: Command::DeclineDraw });
    }
    let other = asked(Offer::Rematch).filter(|&color| is_engine(color) || alone)?;
    Some(OfferReply { by: other, command: Command::AcceptRematch })
}

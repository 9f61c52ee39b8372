use std::time::Duration;

use outflank_formats::record::{Clock, GameResult, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::{ByColor, Color, Move};
use outflank_table::{Ending, Event, Table, Time, TimeControl};

use crate::openings::{self, Language};

/// The record of a table with these events: moves and their times, clocks, opening and result. Players, place and date are left to the
/// caller.
pub fn record(table: &Table, events: &[Event]) -> Record {
    let mut record = Record::of(table.game());
    let mut placed = placements(events).into_iter();
    for (index, ply) in table.game().plies().iter().enumerate() {
        if ply.mv != Move::Pass
            && let Some(note) = record.note_mut(index)
        {
            note.time = placed.next().map(|placed| placed.time);
        }
    }
    record.details.clocks = ByColor::both(clock(table.terms().time));
    record.details.result = table.ending().map(result);
    openings::complete(&mut record, Language::English);
    record
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub time: Duration,
    /// What the player had left afterwards, increment included.
    pub left: Option<Duration>,
}

pub fn placements(events: &[Event]) -> Vec<Placed> {
    let mut placements = Vec::new();
    // Time spent on the current move before `since`.
    let mut used = Duration::ZERO;
    let mut since = Time::from_millis(0);
    for event in events {
        match *event {
            Event::Played { by, at, clocks, .. } => {
                let time = used.saturating_add(at.since(since));
                placements.push(Placed { time, left: clocks.map(|clocks| clocks[by]) });
                (used, since) = (Duration::ZERO, at);
            }
            Event::TakenBack { placements: taken_back, at, .. } => {
                placements.truncate(placements.len().saturating_sub(taken_back));
                (used, since) = (Duration::ZERO, at);
            }
            Event::Paused { at, .. } => used = used.saturating_add(at.since(since)),
            Event::Opened { at, .. } | Event::Resumed { at } => since = at,
            _ => {}
        }
    }
    placements
}

/// A time control as records hold it, which have no place for a delay.
pub fn clock(time: TimeControl) -> Option<Clock> {
    time.main().map(|main| Clock { main, increment: time.increment(), ..Clock::default() })
}

/// The result of a game. A forfeit scores -64.
pub fn result(ending: Ending) -> GameResult {
    const ALL: i8 = 64;
    let how = match ending {
        Ending::PlayedOut(outcome) => {
            return GameResult {
                margin: Points::from_discs(outcome.margin(Color::Black)),
                termination: Termination::Board,
            };
        }
        Ending::Resigned { .. } | Ending::Abandoned { .. } => Termination::Resignation,
        Ending::TimeOut { .. } => Termination::Time,
        Ending::DrawAgreed => Termination::Agreement,
    };
    let margin = match ending.winner() {
        Some(Color::Black) => ALL,
        Some(Color::White) => -ALL,
        None => 0,
    };
    GameResult { margin: Points::from_discs(margin), termination: how }
}

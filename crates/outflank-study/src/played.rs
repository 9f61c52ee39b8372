//! The record of a game that was played at a table.

use std::time::Duration;

use outflank_formats::record::{Clock, GameResult, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::{ByColor, Color, Move};
use outflank_table::{Ending, Event, Table, Time, TimeControl};

use crate::openings::{self, Language};

/// The record of the game on a table, of which these are the events: its moves with the time that each took, the clocks,
/// the opening, and the result if it is over. Who played, where and when, is not known to a table and is left to the caller.
///
/// ```
/// use outflank_formats::{ggf, record::Termination};
/// use outflank_rules::{Color, Position, Rules, Square};
/// use outflank_study::played;
/// use outflank_table::{Command, Seat, Table, Terms, Time};
///
/// let (mut table, mut events) = Table::open(Terms::new(Position::initial(Rules::Standard)), Time::from_millis(0));
/// for (by, command, at) in [
///     (Color::Black, Command::Play(Square::F5.into()), 2_500),
///     (Color::White, Command::Resign, 4_000),
/// ] {
///     let decided = table.decide(Seat::Player(by), command, Time::from_millis(at))?;
///     decided.iter().for_each(|event| table.evolve(event));
///     events.extend(decided);
/// }
/// let record = played::record(&table, &events);
/// assert_eq!(record.details.result.map(|result| result.termination), Some(Termination::Resignation));
/// let text = ggf::write(&record)?;
/// assert!(text.contains("RE[+64.00:r]") && text.contains("B[F5//2.50]"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    record.details.result = table.ending().map(verdict);
    openings::complete(&mut record, Language::English);
    record
}

/// What the clock said of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// How long it took. Pauses are not counted.
    pub time: Duration,
    /// What its player had left afterwards, with what the time control adds; none without clocks.
    pub left: Option<Duration>,
}

/// The placements that were not taken back, in order.
pub fn placements(events: &[Event]) -> Vec<Placed> {
    let mut placements = Vec::new();
    // What the move under way has taken before `since`.
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

/// What a record can say of a time control: a delay has no place in it.
fn clock(time: TimeControl) -> Option<Clock> {
    let increment = match time {
        TimeControl::Fischer { increment, .. } => increment,
        TimeControl::Unlimited | TimeControl::SuddenDeath { .. } | TimeControl::Bronstein { .. } => Duration::ZERO,
    };
    time.main().map(|main| Clock { main, increment, ..Clock::default() })
}

/// Who does not play on has lost everything.
fn verdict(ending: Ending) -> GameResult {
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

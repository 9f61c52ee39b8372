use std::error::Error;
use std::fmt;

use crate::{Command, Ending, Event, Offer, Refusal, Seat, Table, Takebacks, Time};

impl Table {
    /// Rebuilds a table from all of its events. For each one, the table decides the command behind it again, and the result must
    /// match: moves must be legal, clocks right, and forced events present.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Table, ReplayError> {
        let listed = Vec::from_iter(events);
        let Some(&&Event::Opened { terms, at }) = listed.first() else {
            return Err(ReplayFault::NotOpened.at(1));
        };
        let (mut table, mut decided) = Table::open(terms, at);
        let mut done = 0;
        loop {
            for event in &decided {
                match listed.get(done) {
                    Some(&same) if same == event => table.evolve(event),
                    Some(_) => return Err(ReplayFault::Unlike(Box::new(*event)).at(done + 1)),
                    None => return Err(ReplayFault::Missing(Box::new(*event)).at(done + 1)),
                }
                done += 1;
            }
            let Some(next) = listed.get(done) else {
                return Ok(table);
            };
            decided = table.decide_again(next).map_err(|fault| fault.at(done + 1))?;
        }
    }

    /// Decides again what began with this event: at least one event.
    fn decide_again(&self, event: &Event) -> Result<Vec<Event>, ReplayFault> {
        let (seat, command, now) = self.cause(event).ok_or(ReplayFault::OutOfPlace)?;
        let decided = self.decide(seat, command, now).map_err(ReplayFault::Refused)?;
        match decided.is_empty() {
            true => Err(ReplayFault::OutOfPlace),
            false => Ok(decided),
        }
    }

    /// The command that must have caused this event, if it began a decision.
    fn cause(&self, event: &Event) -> Option<(Seat, Command, Time)> {
        // Events without a time happened right after the last change of the clocks, or not at all.
        let undated = self.clock.since();
        let by_other = |offer| self.offered(offer).map(|by| Seat::Player(!by));
        let cause = match *event {
            Event::Played { by, square, at, .. } => (Seat::Player(by), Command::Play(square.into()), at),
            Event::DrawOffered { by } => (Seat::Player(by), Command::OfferDraw, undated),
            Event::DrawDeclined { by } => (Seat::Player(by), Command::DeclineDraw, undated),
            Event::TakebackAsked { by } => (Seat::Player(by), Command::TakeBack, undated),
            Event::TakebackDeclined { by } => (Seat::Player(by), Command::DeclineTakeback, undated),
            Event::TakenBack { by, at, .. } => match self.terms.takebacks {
                Takebacks::Free => (Seat::Player(by), Command::TakeBack, at),
                Takebacks::Asked | Takebacks::Never => (Seat::Player(!by), Command::AcceptTakeback, at),
            },
            Event::RematchOffered { by } => (Seat::Player(by), Command::OfferRematch, undated),
            Event::RematchDeclined { by } => (Seat::Player(by), Command::DeclineRematch, undated),
            Event::RematchAgreed => (by_other(Offer::Rematch)?, Command::AcceptRematch, undated),
            Event::Left { by, at } => (Seat::Player(by), Command::Leave, at),
            Event::Returned { by, at } => (Seat::Player(by), Command::Return, at),
            Event::Paused { at, .. } => (Seat::Host, Command::Pause, at),
            Event::Resumed { at } => (Seat::Host, Command::Resume, at),
            Event::Ended { ending, at, .. } => match ending {
                Ending::Resigned { by } => (Seat::Player(by), Command::Resign, at),
                Ending::DrawAgreed => (by_other(Offer::Draw)?, Command::AcceptDraw, at),
                Ending::TimeOut { by: _ } => (Seat::Host, Command::Tick, at),
                Ending::Abandoned { by } => (Seat::Player(!by), Command::ClaimAbandoned, at),
                Ending::PlayedOut(_) => return None,
            },
            Event::Opened { .. } | Event::Passed { .. } => return None,
        };
        Some(cause)
    }
}

/// A list of events that no table has produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The first wrong or missing event, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// What is wrong with an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayFault {
    /// The first event must be [`Event::Opened`].
    NotOpened,
    /// No command can have caused the event there.
    OutOfPlace,
    /// The command behind the event is refused.
    Refused(Refusal),
    /// The table would have produced this event instead.
    Unlike(Box<Event>),
    /// The list ends, but this event belongs to the decision.
    Missing(Box<Event>),
}

impl ReplayFault {
    fn at(self, number: usize) -> ReplayError {
        ReplayError { number, fault: self }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match &self.fault {
            ReplayFault::NotOpened => f.write_str("the first event must open a table"),
            ReplayFault::OutOfPlace => write!(f, "event {number} is out of place"),
            ReplayFault::Refused(refusal) => write!(f, "event {number} cannot have happened: {refusal}"),
            ReplayFault::Unlike(event) => write!(f, "event {number} is wrong: expected {event:?}"),
            ReplayFault::Missing(event) => write!(f, "event {number} is missing: expected {event:?}"),
        }
    }
}

impl Error for ReplayError {}

//! A table in a test, with every event so far.

use std::time::Duration;

use outflank_rules::{ByColor, Color, Position, Rules};
use outflank_table::{Clocks, Command, Event, Refusal, Seat, Table, Terms, Time, TimeControl};

pub(crate) const BLACK: Seat = Seat::Player(Color::Black);
pub(crate) const WHITE: Seat = Seat::Player(Color::White);
pub(crate) const HOST: Seat = Seat::Host;

pub(crate) struct Sitting {
    pub(crate) table: Table,
    pub(crate) events: Vec<Event>,
}

impl Sitting {
    /// Sits down at second 0.
    pub(crate) fn open(terms: Terms) -> Sitting {
        let (table, events) = Table::open(terms, at(0));
        Sitting { table, events }
    }

    /// What follows if this is said at that second; it is then made to happen.
    pub(crate) fn says(&mut self, seat: Seat, command: Command, second: u64) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(seat, command, at(second))?;
        for event in &events {
            self.table.evolve(event);
        }
        self.events.extend(&events);
        Ok(events)
    }

    /// Whoever is to move plays this square at that second.
    pub(crate) fn plays(&mut self, square: &str, second: u64) -> Vec<Event> {
        let seat = Seat::Player(self.table.game().position().turn());
        self.says(seat, play(square), second).unwrap()
    }

    /// The players play these squares in turn, all at second 0.
    pub(crate) fn play_all(&mut self, squares: &str) {
        for square in squares.split_whitespace() {
            self.plays(square, 0);
        }
    }
}

/// The standard game with this time control.
pub(crate) fn timed(time: TimeControl) -> Terms {
    Terms { time, ..standard() }
}

/// The standard game without clocks.
pub(crate) fn standard() -> Terms {
    Terms::new(Position::initial(Rules::Standard))
}

pub(crate) fn play(square: &str) -> Command {
    Command::Play(outflank_rules::Move::Place(square.parse().unwrap()))
}

pub(crate) fn at(second: u64) -> Time {
    Time::from_millis(second * 1000)
}

pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Seconds on the clocks of Black and White.
pub(crate) fn clocks(black: u64, white: u64) -> Option<Clocks> {
    Some(ByColor { black, white }.map(seconds))
}

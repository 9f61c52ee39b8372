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
    pub(crate) fn open(terms: Terms) -> Sitting {
        let (table, events) = Table::open(terms, at(0));
        Sitting { table, events }
    }

    pub(crate) fn says(&mut self, seat: Seat, command: Command, second: u64) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(seat, command, at(second))?;
        for event in &events {
            self.table.evolve(event);
        }
        self.events.extend(&events);
        Ok(events)
    }

    pub(crate) fn plays(&mut self, square: &str, second: u64) -> Vec<Event> {
        let seat = Seat::Player(self.table.game().position().turn());
        self.says(seat, play(square), second).unwrap()
    }

    pub(crate) fn play_all(&mut self, squares: &str) {
        for square in squares.split_whitespace() {
            self.plays(square, 0);
        }
    }
}

pub(crate) fn timed(time: TimeControl) -> Terms {
    Terms { time, ..standard() }
}

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

/// In seconds.
pub(crate) fn clocks(black: u64, white: u64) -> Option<Clocks> {
    Some(ByColor { black, white }.map(seconds))
}

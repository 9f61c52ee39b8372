//! Plays three moves of a one-minute game, then lets White's clock run out.

use std::time::Duration;

use outflank_rules::{Color, Position, Rules, Square};
use outflank_table::{Command, Refusal, Seat, Table, Terms, Time, TimeControl};

fn main() -> Result<(), Refusal> {
    let time = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(1) };
    let terms = Terms { time, ..Terms::new(Position::initial(Rules::Standard)) };
    let (mut table, _) = Table::open(terms, Time::from_millis(0));
    let script = [
        (5, Seat::Player(Color::Black), Command::Play(Square::F5.into())),
        (15, Seat::Player(Color::White), Command::Play(Square::D6.into())),
        (20, Seat::Player(Color::Black), Command::Play(Square::C3.into())),
        (120, Seat::Host, Command::Tick),
    ];
    for (seconds, seat, command) in script {
        for event in &table.decide(seat, command, Time::from_millis(1_000 * seconds))? {
            println!("{event:?}");
            table.evolve(event);
        }
    }
    Ok(())
}

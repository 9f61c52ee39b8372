use outflank_formats::gtp::Vertex;
use outflank_rules::{Color, Move, Outcome, Position, Square, Status};

pub(super) fn board(position: &Position) -> String {
    let heading = match position.status() {
        Status::Over(outcome) => format!("Game over: {}", score(&outcome)),
        Status::Place(_) | Status::MustPass => format!("Next move: {}", position.turn().title()),
    };
    let rows = (0..8).map(|row| format!("  {}{}", row + 1, cells(position, row)));
    [heading, "    a b c d e f g h".to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// For GoGui, which draws the first row at the bottom: the last row comes first.
pub(super) fn bare_board(position: &Position) -> String {
    (0..8).rev().map(|row| cells(position, row).trim_start().to_owned()).collect::<Vec<_>>().join("\n")
}

pub(super) fn legal_moves(position: &Position) -> String {
    match position.status() {
        Status::Place(squares) => {
            squares.into_iter().map(|square| Vertex(square.into()).to_string()).collect::<Vec<_>>().join(" ")
        }
        Status::MustPass => Vertex(Move::Pass).to_string(),
        Status::Over(_) => String::new(),
    }
}

pub(super) fn score(outcome: &Outcome) -> String {
    match outcome.winner() {
        Some(winner @ Color::Black) => format!("B+{}", outcome.margin(winner)),
        Some(winner @ Color::White) => format!("W+{}", outcome.margin(winner)),
        None => "0".to_owned(),
    }
}

pub(super) fn result(position: &Position) -> String {
    let Status::Over(outcome) = position.status() else { return "The game is not over".to_owned() };
    match outcome.winner() {
        Some(winner) => format!("{} wins by {}", winner.title(), outcome.margin(winner)),
        None => "The game is a draw".to_owned(),
    }
}

fn cells(position: &Position, row: u8) -> String {
    let cell = |column| match Square::at(column, row).and_then(|square| position.disc_on(square)) {
        Some(Color::Black) => " X",
        Some(Color::White) => " O",
        None => " .",
    };
    (0..8).map(cell).collect()
}

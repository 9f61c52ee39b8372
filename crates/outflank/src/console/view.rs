//! The console game's output. Programs read it: it stays the same to the byte.

use std::fmt::Write;

use outflank_engine::{Analysis, Variation};
use outflank_render::number::signed_decimal;
use outflank_rules::{Bitboard, Cause, Color, Game, Move, Outcome, Position, Square};
use outflank_study::openings::{self, Language, Named};
use outflank_study::teach::Warning;
use outflank_table::Ending;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbols {
    black: char,
    white: char,
}

impl Symbols {
    pub(crate) const XO: Symbols = Symbols { black: 'X', white: 'O' };
    pub(crate) const BW: Symbols = Symbols { black: 'B', white: 'W' };
    pub(crate) const DISCS: Symbols = Symbols { black: '●', white: '○' };

    pub(crate) fn board(self, position: &Position) -> String {
        self.marked_board(position, Bitboard::EMPTY)
    }

    /// Marks these squares with `+` where they are empty.
    pub(crate) fn marked_board(self, position: &Position, marks: Bitboard) -> String {
        let empty = |square| if marks.contains(square) { '+' } else { '-' };
        let mut text = String::new();
        for row in Square::ALL.chunks(8) {
            let cells: String =
                row.iter().map(|&square| position.disc_on(square).map_or(empty(square), |c| self.of(c))).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {cells}", row[0].row() + 1);
        }
        text + "  abcdefgh\n"
    }

    pub(super) fn prompt(self, player: Color) -> String {
        format!("Player '{}' move: ", self.of(player))
    }

    pub(super) fn pass(self, player: Color) -> String {
        format!("Player '{}' has no valid move, play passes to '{}'\n", self.of(player), self.of(!player))
    }

    pub(super) fn ending(self, ending: &Ending, position: &Position) -> String {
        let why = match *ending {
            Ending::PlayedOut(Outcome { cause: Cause::NobodyCanPlay, .. }) => "No further moves available".to_owned(),
            Ending::PlayedOut(Outcome { cause: Cause::NoDiscLeft(player), .. }) => {
                format!("Player '{}' has no discs left", self.of(player))
            }
            Ending::Resigned { by } => format!("Player '{}' resigns", self.of(by)),
            Ending::TimeOut { by } => format!("Player '{}' has no time left", self.of(by)),
            Ending::Abandoned { by } => format!("Player '{}' has left", self.of(by)),
            Ending::DrawAgreed => "Players agree to a draw".to_owned(),
        };
        let discs = position.counts();
        let result = match ending.winner() {
            Some(winner) => {
                format!("Player '{}' wins ( {} vs {} )", self.of(winner), discs[winner], discs[!winner])
            }
            None => format!("Draw ( {} vs {} )", discs.black, discs.white),
        };
        format!("{why}\n{result}\n")
    }

    pub(crate) fn of(self, color: Color) -> char {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

pub(super) const INVALID: &str = "Invalid move. Please try again.\n";

pub(crate) fn moves(position: &Position) -> String {
    names(position.legal_moves()) + "\n"
}

pub(super) fn flips(position: &Position) -> String {
    let line = |square: Square| {
        let flips = position.flips(square);
        match flips.len() {
            0 => format!("{square} flips nothing\n"),
            1 => format!("{square} flips 1 disc: {}\n", names(flips)),
            count => format!("{square} flips {count} discs: {}\n", names(flips)),
        }
    };
    position.legal_moves().into_iter().map(line).collect()
}

pub(super) fn opening(game: &Game) -> String {
    match openings::of_game(game, Language::English) {
        Some(Named { name, ply }) => format!("{name}, after move {ply}\n"),
        None => "This opening has no name.\n".to_owned(),
    }
}

pub(super) fn hint(analysis: &Analysis) -> String {
    const LONGEST: usize = 16;
    let line = |line: &Variation| {
        let score = match analysis.exact {
            true => signed_decimal(line.score.discs(), 0),
            false => line.score.to_string(),
        };
        let best = line.pv.first().map(Move::to_string).unwrap_or_default();
        format!("{best}  {score:>6}  {}\n", names(line.pv.iter().take(LONGEST)))
    };
    let lines: String = analysis.lines.iter().map(line).collect();
    match analysis.exact {
        true => lines + "Solved: best play ends like this.\n",
        false => format!("{lines}Looked {} plies ahead.\n", analysis.depth),
    }
}

pub(super) fn warning(warning: &Warning) -> String {
    format!("{warning} Type it again to play it, or another move.\n")
}

fn names<T: ToString>(squares_or_moves: impl IntoIterator<Item = T>) -> String {
    squares_or_moves.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

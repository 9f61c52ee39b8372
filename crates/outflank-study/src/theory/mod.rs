//! Opening theory: the moves of tournament players.
//!
//! A move is theory if at least [`MIN_GAMES`] games of the WTHOR database played it. A position is the same in every orientation
//! and by every order of moves. `outflank-train theory` makes the embedded table.
//!
//! The table has no values. They come from the engine's opening book at run time, so that a new book needs no new table.

mod packed;
mod table;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::LazyLock;

use outflank_engine::{Book, Score};
use outflank_rules::{Position, Square};

pub use packed::UnpackError;
pub use table::{Continuations, Played, Table};

/// Fewer games than this don't make a move theory.
pub const MIN_GAMES: u32 = 20;

/// A move that many games played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theory {
    pub games: u32,
    pub games_since_2000: u32,
    /// Of the games that went on from the position, from 0 to 1.
    pub share: f32,
    /// The book has replies to the move.
    pub in_book: bool,
    /// Value for the side that plays the move, where the book has the position.
    pub book_value: Option<Score>,
}

/// `None` if the move is not theory, not legal, or not of the standard rules.
pub fn lookup(position: &Position, mv: Square) -> Option<Theory> {
    let (Played { games, since_2000 }, share) = EMBEDDED.find(position.board()?, mv)?;
    let book = Book::embedded().moves(position).into_iter().find(|known| known.square == mv);
    Some(Theory {
        games,
        games_since_2000: since_2000,
        share,
        in_book: book.is_some_and(|known| known.has_replies),
        book_value: book.map(|known| known.value),
    })
}

/// The moves of theory, the most played first. Symmetric moves of a symmetric position are one move: each of its squares is
/// listed, with the same games.
///
/// ```
/// use outflank_rules::{Position, Rules};
/// use outflank_study::theory;
///
/// let start = Position::initial(Rules::Standard);
/// let first = theory::moves(&start);
/// assert_eq!(first.len(), 4);
/// assert!(first.iter().all(|(_, theory)| theory.share == 1.0));
/// ```
pub fn moves(position: &Position) -> Vec<(Square, Theory)> {
    let known = |square: Square| Some((square, lookup(position, square)?));
    let mut moves: Vec<_> = position.legal_moves().into_iter().filter_map(known).collect();
    moves.sort_by_key(|&(square, theory)| (Reverse(theory.games), square));
    moves
}

static EMBEDDED: LazyLock<Table> = LazyLock::new(|| {
    let (_, table) = Table::unpack(include_bytes!("../../data/theory.bin")).expect("a test reads the embedded file");
    table
});

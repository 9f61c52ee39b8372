use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Board, Move, Position, Square};

/// How passes and finished games are counted. The three agree to depth 8 of the standard game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// A pass is a ply, and a game that ends early is one leaf (Aart Bik).
    #[default]
    Bik,
    /// A pass is a ply, and a game that ends early does not count (OEIS A124004).
    Oeis,
    /// A pass is not a ply, and a game that ends early is one leaf.
    PassFree,
}

impl Convention {
    /// All conventions.
    pub const ALL: [Convention; 3] = [Convention::Bik, Convention::Oeis, Convention::PassFree];

    /// `bik`, `oeis` or `pass-free`.
    pub const fn name(self) -> &'static str {
        match self {
            Convention::Bik => "bik",
            Convention::Oeis => "oeis",
            Convention::PassFree => "pass-free",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not the name of a [`Convention`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseConventionError;

impl fmt::Display for ParseConventionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a convention: bik, oeis or pass-free")
    }
}

impl std::error::Error for ParseConventionError {}

impl FromStr for Convention {
    type Err = ParseConventionError;

    fn from_str(text: &str) -> Result<Convention, ParseConventionError> {
        Convention::ALL.into_iter().find(|convention| convention.name() == text).ok_or(ParseConventionError)
    }
}

impl Position {
    /// The number of games of `depth` plies from here.
    pub fn perft(&self, depth: u32, convention: Convention) -> u64 {
        count(self, depth, convention)
    }

    /// [`Position::perft`] for each first move.
    pub fn perft_divided(&self, depth: u32, convention: Convention) -> Vec<(Move, u64)> {
        divide(self, depth, convention)
    }
}

impl Board {
    /// [`Position::perft`] at full speed.
    pub fn perft(self, depth: u32, convention: Convention) -> u64 {
        count(&self, depth, convention)
    }

    /// [`Board::perft`] for each first move.
    pub fn perft_divided(self, depth: u32, convention: Convention) -> Vec<(Move, u64)> {
        divide(&self, depth, convention)
    }
}

trait PerftNode: Sized {
    fn squares(&self) -> Bitboard;
    fn stuck(&self) -> Stuck<Self>;
    fn after(&self, square: Square) -> Self;
}

enum Stuck<N> {
    Passes(N),
    Over,
}

fn count<N: PerftNode>(node: &N, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let squares = node.squares();
    if squares.is_empty() {
        return match (node.stuck(), convention) {
            (Stuck::Over, Convention::Oeis) => 0,
            (Stuck::Over, Convention::Bik | Convention::PassFree) => 1,
            (Stuck::Passes(next), Convention::PassFree) => count(&next, depth, convention),
            (Stuck::Passes(next), Convention::Bik | Convention::Oeis) => count(&next, depth - 1, convention),
        };
    }
    if depth == 1 {
        return squares.len().into();
    }
    squares.into_iter().map(|square| count(&node.after(square), depth - 1, convention)).sum()
}

fn divide<N: PerftNode>(node: &N, depth: u32, convention: Convention) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let squares = node.squares();
    if squares.is_empty() {
        return match node.stuck() {
            Stuck::Passes(_) => vec![(Move::Pass, count(node, depth, convention))],
            Stuck::Over => Vec::new(),
        };
    }
    squares.into_iter().map(|square| (Move::Place(square), count(&node.after(square), rest, convention))).collect()
}

impl PerftNode for Position {
    fn squares(&self) -> Bitboard {
        self.legal_moves()
    }

    fn stuck(&self) -> Stuck<Position> {
        match self.play(Move::Pass) {
            Ok(next) => Stuck::Passes(next),
            Err(_) => Stuck::Over,
        }
    }

    fn after(&self, square: Square) -> Position {
        self.play(Move::Place(square)).expect("the square is one of the choices")
    }
}

impl PerftNode for Board {
    #[inline]
    fn squares(&self) -> Bitboard {
        self.moves()
    }

    fn stuck(&self) -> Stuck<Board> {
        let next = self.pass();
        if next.moves().is_empty() { Stuck::Over } else { Stuck::Passes(next) }
    }

    #[inline]
    fn after(&self, square: Square) -> Board {
        self.play_unchecked(square)
    }
}

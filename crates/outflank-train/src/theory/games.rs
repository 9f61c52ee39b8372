use std::path::PathBuf;

use anyhow::ensure;
use outflank_rules::{Board, Square};
use outflank_study::theory::{MIN_GAMES, Played, Table};

use crate::records::Recipe;
use crate::wthor::{self, Placements};

pub(super) struct TheoryGames {
    pub(super) games: Vec<DatedGame>,
    checksum: u32,
}

pub(super) struct DatedGame {
    pub(super) moves: Placements,
    /// 0 if unknown.
    year: u16,
}

impl TheoryGames {
    pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<TheoryGames> {
        let mut games = Vec::new();
        let checksum = wthor::for_each_game(&wthor::all_files(paths)?, |_, file, record, _| {
            games.push(DatedGame { moves: record.moves().into(), year: file.year });
        })?;
        ensure!(!games.is_empty(), "the files have no games");
        Ok(TheoryGames { games, checksum })
    }

    pub(super) fn origin(&self) -> String {
        let made = wthor::describe(Recipe::new("made from"), self.games.len(), self.checksum);
        let years = || self.games.iter().map(|game| game.year).filter(|&year| year != 0);
        let (first, last) = (years().min().unwrap_or(0), years().max().unwrap_or(0));
        format!("outflank-train theory; {made}; games from {first} to {last}; moves of at least {MIN_GAMES} games")
    }

    /// The games advance together, so that only one move of each is in memory.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::default();
        let mut boards = vec![Board::START; self.games.len()];
        for ply in 0.. {
            let mut moves: Vec<_> =
                boards.iter_mut().zip(&self.games).filter_map(|(board, game)| game.advance(board, ply)).collect();
            if moves.is_empty() {
                return table;
            }
            moves.sort_unstable();
            for moves in moves.chunk_by(|one, next| one.board == next.board) {
                let same = moves.chunk_by(|one, next| one.square == next.square);
                table.insert(moves[0].board, same.map(|same| (same[0].square, played(same))));
            }
        }
        table
    }
}

/// A move as [`Board::canonical_move`] writes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CanonicalMove {
    board: Board,
    square: Square,
    is_recent: bool,
}

fn played(games: &[CanonicalMove]) -> Played {
    let recent = games.iter().filter(|mv| mv.is_recent).count();
    Played { games: games.len() as u32, since_2000: recent as u32 }
}

impl DatedGame {
    pub(super) fn is_recent(&self) -> bool {
        self.year >= 2000
    }

    fn advance(&self, board: &mut Board, ply: usize) -> Option<CanonicalMove> {
        let played = *self.moves.get(ply)?;
        let before = if board.moves().is_empty() { board.pass() } else { *board };
        *board = before.play_unchecked(played);
        let (board, square) = before.canonical_move(played);
        Some(CanonicalMove { board, square, is_recent: self.is_recent() })
    }
}

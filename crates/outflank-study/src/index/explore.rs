//! A position as an explorer shows it.

use std::io::{Read, Seek};

use outflank_rules::{ByColor, Position, Square};

use super::answer::Tally;
use super::file::OpenIndexError;
use super::filter::Filter;
use super::game::GameView;
use super::position::{Continuation, next_move};
use super::stored::Index;
use crate::openings::{self, Language};

/// What is known about a position: how often it was there, what was played, and the latest of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// The games that had the position, with their results for the side to move.
    pub tally: Tally,
    /// What was played, the most frequent move first.
    pub moves: Vec<ExploredMove>,
    /// The latest games, the latest first.
    pub latest: Vec<ExploredGame>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub square: Square,
    /// What the position after it is called.
    pub opening: Option<&'static str>,
    /// How it went for the side that made it, and when it was played.
    pub played: Continuation,
}

/// A game that had a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredGame {
    /// Who played; an empty name is not known.
    pub players: ByColor<String>,
    /// Where; empty if it is not known.
    pub event: String,
    /// When.
    pub year: Option<u16>,
    /// By how many discs Black won, if that is known.
    pub margin: Option<i8>,
    /// What was played in the position, on the board as it was asked about.
    pub played: Option<Square>,
}

impl<R: Read + Seek> Index<R> {
    /// What is known about a position, with at most so many games. A position in which somebody has to pass is the one after the pass.
    pub fn explore(&mut self, position: &Position, latest: usize) -> Result<Explored, OpenIndexError> {
        let games = self.find(&Filter { position: Some(*position), ..Filter::default() })?;
        let continuations = self.continuations(position, &games);
        let mut tally = Tally::default();
        continuations.iter().for_each(|continuation| tally.join(&continuation.tally));
        let moves = continuations.into_iter().filter_map(|played| {
            let square = played.mv?;
            let after = position.play(square.into()).ok();
            let opening = after.and_then(|after| openings::name(&after, Language::English));
            Some(ExploredMove { square, opening, played })
        });
        let moves = moves.collect();
        let told = |game: GameView<'_>| ExploredGame {
            players: game.players().map(str::to_owned),
            event: game.event().to_owned(),
            year: game.year(),
            margin: game.margin(),
            played: next_move(&game, position),
        };
        let latest = games.iter().rev().filter_map(|&id| self.game(id)).take(latest).map(told).collect();
        Ok(Explored { tally, moves, latest })
    }
}

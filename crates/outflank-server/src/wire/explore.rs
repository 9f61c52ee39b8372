//! What was played in a position, in a collection of games.

use outflank_rules::{ByColor, Square};
use outflank_study::index::{Explored, ExploredGame, ExploredMove, Tally};
use serde::Serialize;
use utoipa::ToSchema;

/// What was played in a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExploreAnswer {
    /// How many games the collection has; 0 if the server has none.
    pub(crate) collection: usize,
    /// The games that had the position.
    #[serde(flatten)]
    pub(crate) results: Results,
    /// What was played, the most frequent move first.
    pub(crate) moves: Vec<PlayedMove>,
    /// The latest of the games, at most eight.
    pub(crate) latest: Vec<PlayedGame>,
}

/// How games went for the side to move.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Results {
    /// How many games there are, those without a known result included.
    pub(crate) games: usize,
    /// How many it won.
    pub(crate) wins: usize,
    /// How many were drawn.
    pub(crate) draws: usize,
    /// How many it lost.
    pub(crate) losses: usize,
    /// By how many discs it won on average; nothing if no result is known.
    pub(crate) mean: Option<f64>,
}

/// A move that was played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedMove {
    /// The move.
    #[schema(value_type = String)]
    pub(crate) square: Square,
    /// What the position after it is called.
    pub(crate) opening: Option<&'static str>,
    /// How it went.
    #[serde(flatten)]
    pub(crate) results: Results,
    /// The first and the last year in which it was played.
    pub(crate) years: Option<[u16; 2]>,
}

/// A game that had the position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedGame {
    /// Who played, as far as it is known.
    #[schema(value_type = super::Both<String>)]
    pub(crate) players: ByColor<String>,
    /// Where, as far as it is known.
    pub(crate) event: String,
    /// When.
    pub(crate) year: Option<u16>,
    /// By how many discs Black won; negative if White did.
    pub(crate) margin: Option<i8>,
    /// What was played.
    #[schema(value_type = Option<String>)]
    pub(crate) square: Option<Square>,
}

impl ExploreAnswer {
    /// What is told of a position in a collection of so many games.
    pub(crate) fn new(collection: usize, explored: &Explored) -> ExploreAnswer {
        ExploreAnswer {
            collection,
            results: Results::of(&explored.tally),
            moves: explored.moves.iter().map(PlayedMove::of).collect(),
            latest: explored.latest.iter().map(PlayedGame::of).collect(),
        }
    }
}

impl Results {
    fn of(tally: &Tally) -> Results {
        let Tally { games, wins, draws, losses, .. } = *tally;
        Results { games, wins, draws, losses, mean: tally.mean().map(|mean| (mean * 10.0).round() / 10.0) }
    }
}

impl PlayedMove {
    fn of(explored: &ExploredMove) -> PlayedMove {
        let years = explored.played.years.as_ref().map(|years| [*years.start(), *years.end()]);
        let (square, opening) = (explored.square, explored.opening);
        PlayedMove { square, opening, results: Results::of(&explored.played.tally), years }
    }
}

impl PlayedGame {
    fn of(explored: &ExploredGame) -> PlayedGame {
        let ExploredGame { players, event, year, margin, played } = explored.clone();
        PlayedGame { players, event, year, margin, square: played }
    }
}

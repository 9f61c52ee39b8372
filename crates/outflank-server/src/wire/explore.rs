use outflank_formats::Record;
use outflank_rules::{ByColor, Square};
use outflank_study::index::{Explored, ExploredGame, ExploredMove, Tally};
use serde::Serialize;
use utoipa::ToSchema;

use super::ReadGame;
use crate::study;

/// Moves and results in a game collection.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExploreAnswer {
    /// The size of the collection; 0 if the server has none.
    pub(crate) collection: usize,
    /// Games with this position.
    #[serde(flatten)]
    pub(crate) results: Results,
    /// The moves, most frequent first.
    pub(crate) moves: Vec<PlayedMove>,
    /// The latest games, at most eight.
    pub(crate) latest: Vec<PlayedGame>,
}

/// Results for the side to move.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Results {
    /// Includes games without a known result.
    pub(crate) games: usize,
    pub(crate) wins: usize,
    pub(crate) draws: usize,
    pub(crate) losses: usize,
    /// The mean margin in discs. `null` if no result is known.
    pub(crate) mean: Option<f64>,
}

/// A move in the collection.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedMove {
    #[schema(value_type = String)]
    pub(crate) square: Square,
    /// The opening after this move.
    pub(crate) opening: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) results: Results,
    /// The first and the last year.
    pub(crate) years: Option<[u16; 2]>,
}

/// A game with the position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedGame {
    /// For `GET /api/collection/{id}`. Valid as long as the server has the same collection.
    pub(crate) id: Option<String>,
    #[schema(value_type = super::Both<String>)]
    pub(crate) players: ByColor<String>,
    pub(crate) event: String,
    pub(crate) year: Option<u16>,
    /// Black's margin in discs.
    pub(crate) margin: Option<i8>,
    /// The move in this position.
    #[schema(value_type = Option<String>)]
    pub(crate) square: Option<Square>,
}

impl ExploreAnswer {
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
        let ExploredGame { key, players, event, year, margin, played } = explored.clone();
        PlayedGame { id: Some(key.to_string()), players, event, year, margin, square: played }
    }
}

/// A game of the collection.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CollectionGame {
    #[serde(flatten)]
    pub(crate) game: ReadGame,
    pub(crate) event: Option<String>,
    pub(crate) year: Option<u16>,
}

impl CollectionGame {
    pub(crate) fn of(record: &Record) -> CollectionGame {
        let details = &record.details;
        CollectionGame {
            game: study::read_game(record),
            event: Some(details.event.clone()).filter(|event| !event.is_empty()),
            year: details.date.parse().ok(),
        }
    }
}
